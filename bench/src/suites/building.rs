//! Building hulls: of points on a sphere, where all are corners, and in a cube, where few are.

use crate::harness::{Case, Contender, Options, Row, each, measure};
use crate::random::Random;
use osculate::hull::{ConvexHull, convex_hull};
use osculate::shape::Polytope;
use osculate::{DVec3, Vec3, Vec3A};
use parry3d::math::Vector as ParryVector;
use parry3d::transformation::try_convex_hull;

fn run(kind: &'static str, points: usize, options: &Options) -> Vec<Row> {
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
    let contender = |name, run| Contender { name, run, judged: false };
    let mut contenders = vec![
        contender("ours", each(|_| faces(convex_hull(&ours).unwrap()))),
        contender("ours f64", each(|_| faces(convex_hull(&wide).unwrap()))),
        // With its rings of neighbours and its table of directions.
        contender(
            "ours Polytope",
            each(|_| Polytope::from_points(&ours).unwrap().vertices().len() as f64),
        ),
        contender(
            "parry",
            each(|_| try_convex_hull(&theirs).map_or(f64::NAN, |(_, faces)| faces.len() as f64)),
        ),
    ];
    contenders.retain(|c| options.wants(c.name));
    let cells = measure(&mut contenders, 1, options.rounds, None, &[]);
    vec![Row { suite: "building", class: kind.into(), size: points, query: "hull", cells }]
}

/// The memory of a polytope for each of its vertices, topology and tables included: the most of
/// some sizes, in single precision.
pub fn bytes_a_vertex() -> f64 {
    let bytes = |n: usize| {
        let mut random = Random(n as u64);
        let list: Vec<Vec3A> =
            (0..n).map(|_| Vec3A::from(random.direction().map(|x| x as f32))).collect();
        let polytope = Polytope::from_points(&list).unwrap();
        (polytope.heap_bytes() + size_of_val(&polytope)) as f64 / n as f64
    };
    [64, 256, 1024, 4096, 70_000].into_iter().map(bytes).fold(0.0, f64::max)
}

pub fn cases() -> Vec<Case> {
    let sets = [("sphere", 100), ("sphere", 1000), ("sphere", 10_000), ("cube", 100_000)];
    let case = |(kind, points)| Case {
        label: format!("{points} {kind}"),
        run: Box::new(move |options: &Options| run(kind, points, options)),
    };
    sets.into_iter().map(case).collect()
}
