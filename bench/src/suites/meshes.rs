//! Meshes of triangles, which are not convex: bumpy rings beside, through and in one another, and
//! beside a box, a ball and a hull.
//!
//! Rings *apart* have their middles 3.2 to 4 ring radii apart. Rings that are *linked* go through
//! one another, and do not touch. Rings that *cross* have their middles up to a tube's width apart.
//! Rings *of hulls* are bodies of a hundred convex parts. *Beside* a shape, that is near the ring's
//! tube, on either side of touching it. Times are of a question.

use std::f64::consts::TAU;
use std::hint::black_box;

use crate::contenders::meshes::{truths, worlds as contenders_of};
use crate::contenders::{Thing, Worlds};
use crate::harness::{Case, Contender, Options, Query, Row, each, measure};
use crate::random::Random;
use osculate::{Body, Vec3A};
use parry3d::math::Vector;
use parry3d::shape::TriMesh;

/// Poses of a workload of two meshes, and of a mesh and a shape.
const OF_MESHES: usize = 24;
const OF_SHAPES: usize = 200;

/// Steps round the ring and round its tube: 10,000 and 102,400 triangles.
const SIZES: [[usize; 2]; 2] = [[100, 50], [320, 160]];

/// Convex parts of a ring.
const HULLS: usize = 100;

/// The tube's radius, of a ring of radius 1, and how high its bumps are.
const TUBE: f64 = 0.3;
const BUMPS: f64 = 0.04;

/// A ring about the z axis.
fn ring([round, across]: [usize; 2]) -> Thing {
    let point = |i: usize, j: usize| {
        let (a, b) = (TAU * i as f64 / round as f64, TAU * j as f64 / across as f64);
        let tube = TUBE + BUMPS * (9.0 * a).sin() * (5.0 * b).cos();
        let away = 1.0 + tube * b.cos();
        [away * a.cos(), away * a.sin(), tube * b.sin()].map(|x| x as f32)
    };
    let all = || (0..round).flat_map(|i| (0..across).map(move |j| (i, j)));
    let at = |i: usize, j: usize| ((i % round) * across + j % across) as u32;
    let cell = |(i, j): (usize, usize)| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
        [[a, b, c], [c, b, d]]
    };
    Thing::Mesh {
        points: all().map(|(i, j)| point(i, j)).collect(),
        triangles: all().flat_map(cell).collect(),
    }
}

/// Turned and moved.
fn anywhere(random: &mut Random, away: f64) -> ([f32; 4], [f32; 3]) {
    let turn = random.quaternion().map(|x| x as f32);
    (turn, random.direction().map(|x| (x * away) as f32))
}

/// A ring about the z axis, cut across into convex parts: hulls of twenty corners.
fn ring_of_hulls(parts: usize) -> Thing {
    const AROUND: usize = 10;
    let Thing::Mesh { points, .. } = ring([parts, AROUND]) else { unreachable!() };
    let section = |k: usize| &points[k % parts * AROUND..][..AROUND];
    Thing::Hulls((0..parts).map(|k| [section(k), section(k + 1)].concat()).collect())
}

fn rings(class: &str, ring: impl Fn() -> Thing, poses: usize) -> Worlds {
    let mut random = Random(5);
    let still = ([0.0, 0.0, 0.0, 1.0], [0.0; 3]);
    let mut other = || match class {
        "apart" => {
            let away = 3.2 + 0.8 * random.unit();
            anywhere(&mut random, away)
        }
        "linked" => {
            // The other's middle on this one's tube, and turned on edge.
            let [around, lean] = [TAU * random.unit(), 0.1 * random.signed()];
            let turn = |axis: usize, angle: f64| {
                let mut turn = [0.0, 0.0, 0.0, (0.5 * angle).cos()];
                turn[axis] = (0.5 * angle).sin();
                turn
            };
            let on_edge = product(turn(2, around), turn(0, 0.25 * TAU + lean));
            let middle = [around.cos(), around.sin(), 0.0];
            let middle = middle.map(|x: f64| (x + 0.1 * random.signed()) as f32);
            (on_edge.map(|x| x as f32), middle)
        }
        _ => {
            let away = 2.0 * TUBE * random.unit();
            anywhere(&mut random, away)
        }
    };
    let poses = (0..poses).map(|_| [still, other()]).collect();
    Worlds { things: [ring(), ring()], poses }
}

/// The product of two quaternions.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

fn beside(shape: Thing, size: [usize; 2], poses: usize) -> Worlds {
    let mut random = Random(6);
    let still = ([0.0, 0.0, 0.0, 1.0], [0.0; 3]);
    let mut other = || {
        let (turn, off) = anywhere(&mut random, 0.8);
        let around = TAU * random.unit();
        let middle = [around.cos() as f32, around.sin() as f32, 0.0];
        (turn, [0, 1, 2].map(|k| middle[k] + off[k]))
    };
    let poses = (0..poses).map(|_| [still, other()]).collect();
    Worlds { things: [ring(size), shape], poses }
}

fn rows(class: &str, size: usize, worlds: &Worlds, options: &Options) -> Vec<Row> {
    let truths: Vec<f64> = truths(worlds);
    let each = [Query::Intersects, Query::Distance].map(|query| {
        let mut contenders = contenders_of(worlds, query, options);
        // Of two large meshes parry takes up to a minute a pose.
        let are_large = size > 20_000 && class.starts_with("rings");
        contenders.retain(|contender| !(are_large && contender.name == "parry"));
        let cells =
            measure(&mut contenders, worlds.poses.len(), options.rounds, Some(query), &truths);
        Row { suite: "meshes", class: class.into(), size, query: query.name(), cells }
    });
    each.into()
}

/// From vertices and triangles to what can be asked.
fn building(size: [usize; 2], options: &Options) -> Vec<Row> {
    let Thing::Mesh { points, triangles } = ring(size) else { unreachable!() };
    let own: Vec<Vec3A> = points.iter().map(|&p| p.into()).collect();
    let theirs: Vec<Vector> = points.iter().map(|&p| p.into()).collect();
    let ours = Contender {
        name: "ours",
        run: each(|_| black_box(Body::from_mesh(&own, &triangles)).unwrap().part_count() as f64),
        judged: false,
    };
    let parry = Contender {
        name: "parry",
        run: each(|_| {
            let mesh = TriMesh::new(theirs.clone(), triangles.clone());
            black_box(mesh).unwrap().num_triangles() as f64
        }),
        judged: false,
    };
    let mut contenders: Vec<_> =
        [ours, parry].into_iter().filter(|c| options.wants(c.name)).collect();
    let cells = measure(&mut contenders, 1, options.rounds, None, &[]);
    let size = triangles.len();
    vec![Row { suite: "meshes", class: "a ring".into(), size, query: "built", cells }]
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for class in ["apart", "linked", "cross"] {
        cases.push(Case {
            label: format!("{HULLS}, hulls {class}"),
            run: Box::new(move |options| {
                let poses = OF_MESHES.min(options.pairs);
                let worlds = rings(class, || ring_of_hulls(HULLS), poses);
                rows(&format!("rings of hulls {class}"), HULLS, &worlds, options)
            }),
        });
    }
    for size in SIZES {
        let triangles = 2 * size[0] * size[1];
        cases.push(Case {
            label: format!("{triangles}, built"),
            run: Box::new(move |options| building(size, options)),
        });
        for class in ["apart", "linked", "cross"] {
            cases.push(Case {
                label: format!("{triangles}, {class}"),
                run: Box::new(move |options| {
                    let poses = OF_MESHES.min(options.pairs);
                    let worlds = rings(class, || ring(size), poses);
                    rows(&format!("rings {class}"), triangles, &worlds, options)
                }),
            });
        }
        for class in ["box", "ball", "hull of 64"] {
            cases.push(Case {
                label: format!("{triangles}, {class}"),
                run: Box::new(move |options| {
                    let shape = match class {
                        "box" => Thing::Box([0.3, 0.2, 0.4]),
                        "ball" => Thing::Ball(0.4),
                        _ => {
                            let mut random = Random(7);
                            let mut point = || random.direction().map(|x| (x * 0.4) as f32);
                            Thing::Hull((0..64).map(|_| point()).collect())
                        }
                    };
                    let worlds = beside(shape, size, OF_SHAPES.min(options.pairs));
                    rows(&format!("ring beside a {class}"), triangles, &worlds, options)
                }),
            });
        }
    }
    cases
}
