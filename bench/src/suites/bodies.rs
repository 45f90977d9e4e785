//! Hulls such as users have, in space: off their origin, flat, long, and those of machine parts.
//!
//! Bounding balls, which answer most of the suite `hulls`, say little of these.

use std::f64::consts::TAU;

use super::hulls;
use crate::contenders::{Spatial, SpatialPair, ours};
use crate::harness::{Case, Options, Row};
use crate::random::Random;

/// Hulls of a workload; its pairs draw from them.
const HULLS: usize = 32;

/// What the hulls are.
#[derive(Clone, Copy)]
pub enum Form {
    /// Points of ellipsoids with half-axes of 0.5 to 1.5, whose middle is up to 2 off the origin.
    OffOrigin,
    /// Points of ellipsoids with half-axes of 1, 1 and 0.05.
    Flat,
    /// Points of ellipsoids with half-axes of 1, 0.1 and 0.1.
    Long,
    /// Bolts, washers and shafts: prisms with chamfered ends.
    Part,
}

const FORMS: [(&str, Form); 4] = [
    ("off origin", Form::OffOrigin),
    ("flat", Form::Flat),
    ("long", Form::Long),
    ("part", Form::Part),
];

/// How far apart the pairs of a class are, along the normal of their distance, at least and at
/// most.
pub const CLASSES: [(&str, [f64; 2]); 4] = [
    ("apart", [0.3, 2.0]),
    ("near", [0.01, 0.01]),
    ("touching", [0.0, 0.0]),
    ("shallow", [-0.02, -0.02]),
];

fn points(form: Form, vertices: usize, random: &mut Random) -> Vec<[f32; 3]> {
    let (axes, off) = match form {
        Form::Flat => ([1.0, 1.0, 0.05], [0.0; 3]),
        Form::Long => ([1.0, 0.1, 0.1], [0.0; 3]),
        Form::OffOrigin => {
            let axes = [(); 3].map(|()| 0.5 + random.unit());
            let far = 2.0 * random.unit();
            (axes, random.direction().map(|x| x * far))
        }
        Form::Part => return part(vertices, random),
    };
    let mut point = || {
        let p = random.direction();
        [0, 1, 2].map(|k| (p[k] * axes[k] + off[k]) as f32)
    };
    (0..vertices).map(|_| point()).collect()
}

/// A prism; if it has corners enough, with chamfered ends.
fn part(vertices: usize, random: &mut Random) -> Vec<[f32; 3]> {
    let radius = 0.2 + 0.8 * random.unit();
    let half = 0.05 + 0.95 * random.unit();
    let chamfer = 0.1 * radius.min(half) * (1.0 + random.unit());
    let chamfered = [
        (radius - chamfer, -half),
        (radius, chamfer - half),
        (radius, half - chamfer),
        (radius - chamfer, half),
    ];
    let plain = [(radius, -half), (radius, half)];
    let rings = if vertices < 12 { &plain[..] } else { &chamfered[..] };
    let sides = vertices / rings.len();
    let corner = |k: usize| {
        let ((r, z), angle) = (rings[k / sides], TAU * (k % sides) as f64 / sides as f64);
        [r * angle.cos(), r * angle.sin(), z].map(|x| x as f32)
    };
    (0..rings.len() * sides).map(corner).collect()
}

pub fn workload(form: Form, vertices: usize, gaps: [f64; 2], pairs: usize) -> Spatial {
    let mut random = Random(11 + vertices as u64);
    let hulls: Vec<_> = (0..HULLS).map(|_| points(form, vertices, &mut random)).collect();
    let mut pair = || {
        let [i, j] = [random.below(HULLS), random.below(HULLS)];
        let turns = [random.quaternion(), random.quaternion()].map(|q| q.map(|x| x as f32));
        // Further than any two of these reach.
        let at = random.direction().map(|x| (x * 12.0) as f32);
        let gap = gaps[0] + (gaps[1] - gaps[0]) * random.unit();
        let (normal, distance) = ours::spatial_gap([&hulls[i], &hulls[j]], turns, at);
        let at = [0, 1, 2].map(|k| (f64::from(at[k]) - normal[k] * (distance - gap)) as f32);
        SpatialPair { hulls: [i, j], turns, at }
    };
    let pairs = (0..pairs).map(|_| pair()).collect();
    Spatial { hulls, pairs }
}

fn run(
    vertices: usize,
    (name, form): (&'static str, Form),
    (class, gaps): (&'static str, [f64; 2]),
    options: &Options,
) -> Vec<Row> {
    let workload = workload(form, vertices, gaps, options.pairs);
    let class_of_form = format!("{name}, {class}");
    hulls::rows("bodies", &class_of_form, vertices, (&workload, class == "shallow"), options)
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for form in FORMS {
        for class in CLASSES {
            for vertices in [8, 20, 64, 256] {
                cases.push(Case {
                    label: format!("{vertices} {}, {}", form.0, class.0),
                    run: Box::new(move |options| run(vertices, form, class, options)),
                });
            }
        }
    }
    cases
}
