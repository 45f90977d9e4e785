//! Building hulls: points on a sphere, where all are corners, and in a cube, where few are.

use crate::harness::{Contender, measure, row};
use crate::random::Random;
use osculate::hull::{ConvexHull, convex_hull};
use osculate::shape::Polytope;
use osculate::{DVec3, Vec3};
use parry3d::math::Vector as ParryVector;
use parry3d::transformation::try_convex_hull;

pub fn run(rounds: usize) {
    println!("building: ns a hull");
    for (kind, points) in [("sphere", 100), ("sphere", 1000), ("sphere", 10_000), ("cube", 100_000)]
    {
        let mut random = Random(points as u64);
        let list: Vec<[f64; 3]> = (0..points)
            .map(|_| match kind {
                "sphere" => random.direction(),
                _ => [random.signed(), random.signed(), random.signed()],
            })
            .collect();
        let ours: Vec<Vec3> = list.iter().map(|p| Vec3::from(p.map(|x| x as f32))).collect();
        let wide: Vec<DVec3> = list.iter().map(|p| DVec3::from(*p)).collect();
        let theirs: Vec<ParryVector> =
            list.iter().map(|p| ParryVector::from(p.map(|x| x as f32))).collect();
        let faces = |hull: ConvexHull| match hull {
            ConvexHull::Polytope(faces) => faces.len() as f64,
            _ => 0.0,
        };
        let mut contenders = vec![
            Contender::new("ours", |_| faces(convex_hull(&ours).unwrap())),
            Contender::new("parry", |_| {
                try_convex_hull(&theirs).map_or(0.0, |(_, faces)| faces.len() as f64)
            }),
            Contender::new("ours f64", |_| faces(convex_hull(&wide).unwrap())),
        ];
        if kind == "sphere" {
            contenders.push(Contender::new("Polytope", |_| {
                Polytope::from_points(&ours).unwrap().vertices().len() as f64
            }));
        }
        let times = measure(&mut contenders, 1, rounds);
        row(&format!("{points} {kind}"), &contenders, &times);
        let polytope = Polytope::from_points(&ours).unwrap();
        let bytes = polytope.heap_bytes() as f64 / polytope.vertices().len() as f64;
        println!("    a Polytope of {} vertices: {bytes:.1} bytes each", polytope.vertices().len());
    }
}
