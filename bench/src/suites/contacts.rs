//! Contacts: cold, and kept by each contender from pose to pose.
//!
//! Hulls are of random points on ellipsoids that are not about their origin. Kept pairs take eight
//! poses, to and fro, each turned from the last by half a degree, two or five, and moved by as many
//! hundredths across the normal. In every pose the pair is as far apart as its class says.

use crate::contenders::touching::{self, Form, Made, Pair, Placing, Workload};
use crate::contenders::{box2d, box3d};
use crate::harness::{Case, Contender, Options, Row, Run, measure};
use crate::random::Random;
use osculate::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Polytope};
use osculate::{DVec2, DVec3, Place, Scalar, Space, Vec2, Vec3A, signed_distance};
use std::f64::consts::{PI, TAU};

/// Shapes of a workload of each kind.
const FORMS: usize = 32;

/// Kept pairs are fewer, as each has eight poses.
const MOST_KEPT: usize = 200;

const POSES: usize = 8;

/// Degrees, and hundredths of a size of 1.
const STEPS: [(&str, f64); 3] = [("0.5", 0.5), ("2", 2.0), ("5", 5.0)];

/// A depth that is further off than this is wrong.
const OFF: f64 = 1e-3;

#[derive(Clone, Copy)]
struct Class {
    name: &'static str,
    gap: f64,
}

const CLASSES: [Class; 2] =
    [Class { name: "near", gap: 0.01 }, Class { name: "shallow", gap: -0.02 }];

/// A ball whose centre is inside the box.
const DEEP: Class = Class { name: "deep", gap: -0.5 };

/// One of two kinds of shape.
#[derive(Clone, Copy)]
enum Kind {
    Ball,
    Capsule,
    Box,
    Hull(usize),
    Polygon(usize),
}

fn form(kind: Kind, random: &mut Random) -> Form {
    let mut size = |low: f64, high: f64| low + (high - low) * random.unit();
    match kind {
        Kind::Ball => Form::Ball(size(0.3, 0.7) as f32),
        Kind::Capsule => Form::Capsule(size(0.3, 0.7) as f32, size(0.2, 0.4) as f32),
        Kind::Box => Form::Box([0; 3].map(|_| size(0.3, 0.8) as f32)),
        Kind::Hull(corners) => {
            let axes = [0; 3].map(|_| size(0.5, 1.5));
            let middle = [0; 3].map(|_| size(-0.3, 0.3));
            let corner = |way: [f64; 3]| [0, 1, 2].map(|i| (way[i] * axes[i] + middle[i]) as f32);
            Form::Hull((0..corners).map(|_| corner(random.direction())).collect())
        }
        Kind::Polygon(corners) => {
            let axes = [0; 2].map(|_| size(0.5, 1.5));
            let middle = [0; 2].map(|_| size(-0.3, 0.3));
            let corner = |i: usize| {
                let angle = (i as f64 + 0.8 * random.unit()) / corners as f64 * TAU;
                let way = [angle.cos(), angle.sin()];
                [0, 1].map(|i| (way[i] * axes[i] + middle[i]) as f32)
            };
            Form::Polygon((0..corners).map(corner).collect())
        }
    }
}

fn turn(random: &mut Random, plane: bool) -> [f32; 4] {
    if plane {
        return [(random.signed() * PI) as f32, 0.0, 0.0, 0.0];
    }
    random.quaternion().map(|x| x as f32)
}

/// A turn by so many degrees after another; in space about an axis.
fn turned(turn: [f32; 4], degrees: f64, axis: [f64; 3], plane: bool) -> [f32; 4] {
    let angle = degrees.to_radians();
    let q = turn.map(f64::from);
    if plane {
        return [(q[0] + angle) as f32, 0.0, 0.0, 0.0];
    }
    let (s, w) = ((angle / 2.0).sin(), (angle / 2.0).cos());
    touching::turn_after([axis[0] * s, axis[1] * s, axis[2] * s, w], q).map(|x| x as f32)
}

/// The normal and the signed distance of a pair, in double precision.
fn gap<W: Space>((a, b): (&impl Made<W>, &impl Made<W>), [p, q]: &[Placing; 2]) -> ([f64; 3], f64) {
    let found = signed_distance(a.at(touching::pose(p)), b.at(touching::pose(q)));
    let at = |i: usize| if i < W::DIM { found.normal.get(i).to_f64() } else { 0.0 };
    ([at(0), at(1), at(2)], found.distance.value.to_f64())
}

/// The pair, moved along its normal until it is as far apart as it should.
fn moved<W: Space>(
    (a, b): (&impl Made<W>, &impl Made<W>),
    mut poses: [Placing; 2],
    wanted: f64,
) -> Option<[Placing; 2]> {
    for _ in 0..30 {
        let (normal, distance) = gap::<W>((a, b), &poses);
        if (distance - wanted).abs() < 1e-5 {
            return Some(poses);
        }
        let at = &mut poses[1].at;
        for i in 0..3 {
            at[i] = (f64::from(at[i]) - normal[i] * (distance - wanted)) as f32;
        }
    }
    None
}

/// A pair of a class, in so many poses.
fn workload<W: Space, A: Made<W>, B: Made<W>>(
    kinds: [Kind; 2],
    class: Class,
    step: f64,
    (pairs, poses): (usize, usize),
) -> Workload {
    let plane = W::DIM == 2;
    let mut random = Random(35);
    let forms: Vec<Form> = kinds
        .into_iter()
        .flat_map(|kind| (0..FORMS).map(move |_| kind))
        .map(|kind| form(kind, &mut random))
        .collect();
    let firsts: Vec<Option<A>> = forms.iter().map(A::made).collect();
    let seconds: Vec<Option<B>> = forms.iter().map(B::made).collect();
    let mut found = Vec::new();
    while found.len() < pairs {
        let both = [random.below(FORMS), FORMS + random.below(FORMS)];
        let (Some(a), Some(b)) = (&firsts[both[0]], &seconds[both[1]]) else { continue };
        let (way, axis, across) = (random.direction(), random.direction(), random.direction());
        let far = if class.gap < -0.1 { 0.1 } else { 4.0 };
        let at = [0, 1, 2].map(|i| if plane && i == 2 { 0.0 } else { (way[i] * far) as f32 });
        let turns = [turn(&mut random, plane), turn(&mut random, plane)];
        let mut last = [Placing { turn: turns[0], at: [0.0; 3] }, Placing { turn: turns[1], at }];
        let mut list = Vec::new();
        for k in 0..poses {
            if k > 0 {
                last[1].turn = turned(last[1].turn, step, axis, plane);
                for (at, across) in last[1].at.iter_mut().zip(across).take(W::DIM) {
                    *at += (across * step / 100.0) as f32;
                }
            }
            let wanted = class.gap * if class.gap < -0.1 { random.unit() + 1.0 } else { 1.0 };
            let Some(poses) = moved::<W>((a, b), last, wanted) else { break };
            last = poses;
            list.push(poses);
        }
        if list.len() == poses {
            found.push(Pair { forms: both, poses: list });
        }
    }
    Workload { forms, pairs: found }
}

/// Times them, and counts what they miss and where their deepest point is not the deepest.
fn row(
    (class, size, query): (String, usize, &'static str),
    runs: Vec<(&'static str, Option<Run<'_>>)>,
    truths: Option<&[f64]>,
    (pairs, options): (usize, &Options),
) -> Row {
    let mut contenders: Vec<Contender<'_>> = runs
        .into_iter()
        .filter(|(name, _)| options.wants(name))
        .filter_map(|(name, run)| Some(Contender { name, run: run?, judged: false }))
        .collect();
    let order: Vec<u32> = (0..pairs as u32).collect();
    let mut faults = Vec::new();
    for contender in &mut contenders {
        let mut answers = vec![f64::NAN; pairs];
        (contender.run)(&order, &mut answers);
        let missing = answers.iter().filter(|answer| answer.is_nan()).count();
        let off = |(answer, truth): (&f64, &f64)| (answer - truth).abs() > OFF;
        let wrong =
            truths.map_or(0, |truths| answers.iter().zip(truths).filter(|&x| off(x)).count());
        faults.push([wrong, missing]);
    }
    let mut cells = measure(&mut contenders, pairs, options.rounds, None, &[]);
    for (cell, [wrong, missing]) in cells.iter_mut().zip(faults) {
        (cell.wrong, cell.missing) = (wrong, missing);
    }
    Row { suite: "contacts", class, size, query, cells }
}

/// Peers that answer for these kinds.
fn peers(workload: &Workload, kept: bool, plane: bool) -> Vec<(&'static str, Option<Run<'_>>)> {
    if plane {
        let box2d = if kept { None } else { box2d::contacts(workload) };
        vec![("parry", Some(touching::parry_in_plane(workload, kept))), ("box2d", box2d)]
    } else {
        let box3d = box3d::contacts(workload, kept);
        vec![("parry", Some(touching::parry_in_space(workload, kept))), ("box3d", box3d)]
    }
}

/// The rows of two kinds of shape, whose types are named in single and double precision.
fn rows<V, W, A, B, C, D>(
    (name, kinds): (&'static str, [Kind; 2]),
    classes: &[Class],
    options: &Options,
) -> Vec<Row>
where
    V: Space,
    W: Space,
    A: Made<V> + 'static,
    B: Made<V> + 'static,
    C: Made<W> + 'static,
    D: Made<W> + 'static,
{
    let size = match kinds[0] {
        Kind::Hull(n) | Kind::Polygon(n) => n,
        _ => 0,
    };
    let mut rows = Vec::new();
    for &class in classes {
        let pairs = options.pairs;
        let cold = workload::<W, C, D>(kinds, class, 0.0, (pairs, 1));
        let truths: Vec<f64> = cold
            .pairs
            .iter()
            .map(|pair| {
                let [a, b] = pair.forms.map(|i| &cold.forms[i]);
                let (a, b) = (C::made(a).unwrap(), D::made(b).unwrap());
                gap::<W>((&a, &b), &pair.poses[0]).1
            })
            .collect();
        let mut runs = vec![
            ("ours", Some(touching::ours::<V, A, B>(&cold))),
            ("ours f64", Some(touching::ours::<W, C, D>(&cold))),
        ];
        runs.extend(peers(&cold, false, W::DIM == 2));
        let label = format!("{name} {}", class.name);
        rows.push(row((label.clone(), size, "contact"), runs, Some(&truths), (pairs, options)));
        let kept_pairs = pairs.min(MOST_KEPT);
        for (step, degrees) in STEPS {
            let kept = workload::<W, C, D>(kinds, class, degrees, (kept_pairs, POSES));
            let mut runs = vec![
                ("ours", Some(touching::ours_kept::<V, A, B>(&kept))),
                ("ours cold", Some(touching::ours::<V, A, B>(&kept))),
            ];
            runs.extend(peers(&kept, true, W::DIM == 2));
            let label = format!("{label} {step}");
            rows.push(row((label, size, "kept contact"), runs, None, (kept_pairs, options)));
        }
    }
    rows
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    macro_rules! case {
        ($name:expr, $kinds:expr, $classes:expr, $v:ident $w:ident $a:ident $b:ident) => {{
            let (name, kinds): (&'static str, [Kind; 2]) = ($name, $kinds);
            let size = match kinds[0] {
                Kind::Hull(n) | Kind::Polygon(n) => format!("{n} "),
                _ => String::new(),
            };
            cases.push(Case {
                label: format!("{size}{name}"),
                run: Box::new(move |options| {
                    rows::<$v, $w, $a<$v>, $b<$v>, $a<$w>, $b<$w>>(
                        (name, kinds),
                        &$classes,
                        options,
                    )
                }),
            });
        }};
    }
    case!("boxes", [Kind::Box; 2], CLASSES, Vec3A DVec3 Cuboid Cuboid);
    for n in [8, 20, 64] {
        case!("hulls", [Kind::Hull(n); 2], CLASSES, Vec3A DVec3 Polytope Polytope);
    }
    case!("capsules", [Kind::Capsule; 2], CLASSES, Vec3A DVec3 Capsule Capsule);
    case!("box and capsule", [Kind::Box, Kind::Capsule], CLASSES, Vec3A DVec3 Cuboid Capsule);
    let hull = Kind::Hull(20);
    case!("hull and capsule", [hull, Kind::Capsule], CLASSES, Vec3A DVec3 Polytope Capsule);
    let ball = [CLASSES[0], CLASSES[1], DEEP];
    case!("box and ball", [Kind::Box, Kind::Ball], ball, Vec3A DVec3 Cuboid Ball);
    for n in [4, 8, 12, 24] {
        case!("polygons", [Kind::Polygon(n); 2], CLASSES, Vec2 DVec2 ConvexPolygon ConvexPolygon);
    }
    cases
}
