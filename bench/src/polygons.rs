//! Paper 003's workload: random convex polygons of 4 to 24 vertices; distant, overlapping, touching.

use crate::harness::{Contender, measure, row};
use crate::random::Random;
use osculate::shape::ConvexPolygon;
use osculate::{Convex, DVec2, Pose, Rotation, Vec2, closest, distance, intersects};
use parry2d::math::{Pose as ParryPose, Vector as ParryVector};

const PAIRS: usize = 1000;

/// Two polygons, their angles, and the second's translation.
type Pair = (Vec<[f64; 2]>, Vec<[f64; 2]>, f64, f64, [f64; 2]);

/// The vertices of a random convex polygon: points at random angles of a circle.
fn polygon(random: &mut Random, n: usize) -> Vec<[f64; 2]> {
    let mut angles: Vec<f64> = (0..n)
        .map(|i| (i as f64 + 0.8 * random.unit()) / n as f64 * std::f64::consts::TAU)
        .collect();
    angles.sort_by(f64::total_cmp);
    angles.iter().map(|a| [a.cos(), a.sin()]).collect()
}

pub fn run(rounds: usize) {
    println!("barycode: ns a pair, cold, f32");
    for n in [4, 8, 12, 16, 20, 24] {
        for class in ["distant", "overlapping", "touching"] {
            let mut random = Random(n as u64);
            let pairs: Vec<Pair> = (0..PAIRS)
                .map(|_| {
                    let (a, b) = (polygon(&mut random, n), polygon(&mut random, n));
                    let (p, q) = (random.signed() * 3.0, random.signed() * 3.0);
                    let angle = random.signed() * std::f64::consts::PI;
                    let far = if class == "overlapping" {
                        random.unit()
                    } else {
                        2.1 + 3.0 * random.unit()
                    };
                    let mut t = [angle.cos() * far, angle.sin() * far];
                    if class == "touching" {
                        let shape = |points: &[[f64; 2]]| {
                            ConvexPolygon::new(
                                &points.iter().map(|p| DVec2::from(*p)).collect::<Vec<_>>(),
                            )
                            .unwrap()
                        };
                        let pose = |t: [f64; 2], angle: f64| {
                            Pose::new(DVec2::from(t), Rotation::from_angle(angle).unwrap()).unwrap()
                        };
                        let answer =
                            closest(shape(&a).at(pose([0.0; 2], p)), shape(&b).at(pose(t, q)));
                        t = (DVec2::from(t) - answer.normal.unwrap() * answer.distance.value)
                            .into();
                    }
                    (a, b, p, q, t)
                })
                .collect();
            let ours: Vec<_> = pairs
                .iter()
                .map(|(a, b, p, q, t)| {
                    let shape = |points: &[[f64; 2]]| {
                        ConvexPolygon::new(
                            &points.iter().map(|p| DVec2::from(*p).as_vec2()).collect::<Vec<_>>(),
                        )
                        .unwrap()
                    };
                    let pose = |t: [f64; 2], angle: f64| {
                        let rotation = Rotation::from_angle(angle as f32).unwrap();
                        Pose::<Vec2>::new(DVec2::from(t).as_vec2(), rotation).unwrap()
                    };
                    (shape(a), shape(b), pose([0.0; 2], *p), pose(*t, *q))
                })
                .collect();
            let parry: Vec<_> = pairs
                .iter()
                .map(|(a, b, p, q, t)| {
                    let shape = |points: &[[f64; 2]]| {
                        let points =
                            points.iter().map(|p| ParryVector::from(p.map(|x| x as f32))).collect();
                        parry2d::shape::ConvexPolygon::from_convex_polyline(points).unwrap()
                    };
                    let pose = |t: [f64; 2], angle: f64| {
                        ParryPose::new(ParryVector::from(t.map(|x| x as f32)), angle as f32)
                    };
                    (shape(a), shape(b), pose([0.0; 2], *p), pose(*t, *q))
                })
                .collect();
            let label = |query: &str| format!("{n} {class} {query}");
            let mut contenders = [
                Contender::new("ours", |k| {
                    let (a, b, p, q) = &ours[k];
                    intersects(a.at(*p), b.at(*q)) as u8 as f64
                }),
                Contender::new("parry", |k| {
                    let (a, b, p, q) = &parry[k];
                    parry2d::query::intersection_test(p, a, q, b).unwrap().intersecting as u8 as f64
                }),
            ];
            let times = measure(&mut contenders, PAIRS, rounds);
            row(&label("intersects"), &contenders, &times);
            let mut contenders = [
                Contender::new("ours", |k| {
                    let (a, b, p, q) = &ours[k];
                    distance(a.at(*p), b.at(*q)).value as f64
                }),
                Contender::new("parry", |k| {
                    let (a, b, p, q) = &parry[k];
                    parry2d::query::distance(p, a, q, b).unwrap().distance as f64
                }),
            ];
            let times = measure(&mut contenders, PAIRS, rounds);
            row(&label("distance"), &contenders, &times);
        }
    }
}
