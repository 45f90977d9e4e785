//! Building hulls: of points on a sphere, where all are corners, and in a cube, where few are. And
//! building shapes, with all that a query needs: polytopes and polygons of points on ellipsoids and
//! ellipses that do not have the origin in their middle.

use std::f64::consts::TAU;

use crate::harness::{Case, Contender, Options, Row, each, measure};
use crate::random::Random;
use osculate::hull::{ConvexHull, Faces, convex_hull};
use osculate::shape::{ConvexPolygon, Polytope};
use osculate::{DVec3, Vec2, Vec3, Vec3A};
use parry2d::math::Vector as ParryVector2;
use parry2d::shape::ConvexPolygon as ParryPolygon;
use parry3d::math::Vector as ParryVector;
use parry3d::shape::ConvexPolyhedron;
use parry3d::transformation::try_convex_hull;

/// The queries of the rows that build shapes, the sizes, and the least that we want of their
/// speeds' geometric mean, in times parry's.
pub const SHAPES: [(&str, &[usize], f64); 4] = [
    ("polytope of points", &[8, 20, 44, 45, 64, 108, 256, 1024], 1.0),
    ("polytope of faces", &[8, 20, 44, 45, 64, 108, 256, 1024], 0.5),
    ("polygon", &[4, 8, 24], 0.5),
    ("polygon of points", &[4, 8, 24], 0.5),
];

/// Shapes of a row have so many corners together: more than a processor can learn by heart.
const CORNERS: usize = 8192;

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

/// Middle and half-axes of an ellipsoid or an ellipse that is up to 2 off the origin.
fn ellipsoid(random: &mut Random) -> ([f64; 3], [f64; 3]) {
    let far = 2.0 * random.unit();
    (random.direction().map(|x| x * far), [(); 3].map(|()| 0.5 + random.unit()))
}

fn contender<'w>(name: &'static str, build: impl FnMut(usize) -> f64 + 'w) -> Contender<'w> {
    Contender { name, run: each(build), judged: false }
}

fn shapes(query: &'static str, corners: usize, options: &Options) -> Vec<Row> {
    let mut random = Random(corners as u64);
    let count = CORNERS / corners;
    let row = |class: &str, mut contenders: Vec<Contender<'_>>| {
        contenders.retain(|c| options.wants(c.name));
        let cells = measure(&mut contenders, count, options.rounds, None, &[]);
        vec![Row { suite: "building", class: class.into(), size: corners, query, cells }]
    };
    if query.starts_with("polygon") {
        let outlines = (0..count).map(|_| {
            let (middle, axes) = ellipsoid(&mut random);
            let part = |k: usize| TAU * (k as f64 + 0.8 * random.unit()) / corners as f64;
            let angles: Vec<f64> = (0..corners).map(part).collect();
            let corner = |angle: f64| [axes[0] * angle.cos(), axes[1] * angle.sin()];
            let off = |p: [f64; 2]| [0, 1].map(|i| (p[i] + middle[i]) as f32);
            angles.into_iter().map(|angle| off(corner(angle))).collect::<Vec<[f32; 2]>>()
        });
        let mut outlines: Vec<_> = outlines.collect();
        let ordered = query == "polygon";
        if !ordered {
            outlines.iter_mut().for_each(|outline| random.shuffle(outline));
        }
        let outlines = &outlines;
        let ours: Vec<Vec<Vec2>> =
            outlines.iter().map(|list| list.iter().map(|&p| Vec2::from(p)).collect()).collect();
        let theirs: Vec<Vec<ParryVector2>> = outlines
            .iter()
            .map(|list| list.iter().map(|&p| ParryVector2::from(p)).collect())
            .collect();
        let of_ours = if ordered { ConvexPolygon::new } else { ConvexPolygon::from_points };
        let of_theirs = |k: usize| match ordered {
            true => ParryPolygon::from_convex_polyline(theirs[k].clone()),
            false => ParryPolygon::from_convex_hull(&theirs[k]),
        };
        let contenders = vec![
            contender("ours", |k| of_ours(&ours[k]).unwrap().vertices().count() as f64),
            contender("parry", |k| of_theirs(k).map_or(f64::NAN, |p| p.points().len() as f64)),
        ];
        return row("ellipse", contenders);
    }
    let mut cloud = || {
        let (middle, axes) = ellipsoid(&mut random);
        let mut point = || {
            let p = random.direction();
            [0, 1, 2].map(|i| (middle[i] + axes[i] * p[i]) as f32)
        };
        (0..corners).map(|_| point()).collect::<Vec<[f32; 3]>>()
    };
    let clouds: Vec<_> = (0..count).map(|_| cloud()).collect();
    let ours: Vec<Vec<Vec3A>> =
        clouds.iter().map(|list| list.iter().map(|&p| Vec3A::from(p)).collect()).collect();
    let theirs: Vec<Vec<ParryVector>> =
        clouds.iter().map(|list| list.iter().map(|&p| ParryVector::from(p)).collect()).collect();
    let faces = |points: &Vec<Vec3A>| match convex_hull(points).unwrap() {
        ConvexHull::Polytope(faces) => faces,
        _ => Faces::new(),
    };
    let faces: Vec<Faces> = ours.iter().map(faces).collect();
    let fan = |face: &[u32]| face.windows(2).skip(1).map(|w| [face[0], w[0], w[1]]).collect();
    let triangles: Vec<Vec<[u32; 3]>> = faces
        .iter()
        .map(|faces| faces.iter().flat_map(|f| -> Vec<_> { fan(f) }).collect())
        .collect();
    let count_of = |polyhedron: Option<ConvexPolyhedron>| {
        polyhedron.map_or(f64::NAN, |polyhedron| polyhedron.points().len() as f64)
    };
    let contenders = if query == "polytope of points" {
        vec![
            contender("ours", |k| Polytope::from_points(&ours[k]).unwrap().vertices().len() as f64),
            contender("parry", |k| count_of(ConvexPolyhedron::from_convex_hull(&theirs[k]))),
        ]
    } else {
        let of_faces = |k: usize| Polytope::from_faces(&ours[k], &faces[k]).unwrap();
        let of_mesh =
            |k: usize| ConvexPolyhedron::from_convex_mesh(theirs[k].clone(), &triangles[k]);
        vec![
            contender("ours", move |k| of_faces(k).vertices().len() as f64),
            contender("parry", move |k| count_of(of_mesh(k))),
        ]
    };
    row("ellipsoid", contenders)
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
    let mut cases: Vec<Case> = sets.into_iter().map(case).collect();
    for (query, sizes, _) in SHAPES {
        cases.extend(sizes.iter().map(|&corners| Case {
            label: format!("{corners} {query}"),
            run: Box::new(move |options: &Options| shapes(query, corners, options)),
        }));
    }
    cases
}
