//! Convex hulls proved in exact arithmetic: every point inside or on, every corner a corner, every
//! face a face.

use crate::support::cases::cases;
use crate::support::oracle::{Point, cross, dot, integers, minus};
use crate::support::{Random, Space, scalar, vector};
use dashu_base::Signed;
use dashu_int::IBig;
use osculate::hull::{ConvexHull, Faces, convex_hull};
use osculate::shape::{Shape, ShapeRef};
use osculate::{DVec2, DVec3, Vec2, Vec3, Vec3A, Vector};
use std::collections::HashMap;

/// Sets of points a kind; `OSCULATE_PAIRS=1000` makes it the full run of over 10,000 sets a space.
const SETS: usize = 20;

fn is_zero(v: &Point) -> bool {
    v.iter().all(|x| x.is_zero())
}

/// A polygon in space turns left at each corner, seen against its normal, and goes round once. Its
/// normal.
fn polygon_normal(corners: &[&Point], context: &str) -> Point {
    let n = corners.len();
    assert!(n >= 3, "{context}: {n} corners");
    let edge = |i: usize| minus(corners[(i + 1) % n], corners[i % n]);
    let normal = cross(&edge(0), &edge(1));
    assert!(!is_zero(&normal), "{context}: a face without area");
    for i in 0..n {
        assert!(dot(&normal, &edge(i)).is_zero(), "{context}: a face is not plane");
        let left = dot(&cross(&edge(i), &edge(i + 1)), &normal);
        assert!(left > IBig::ZERO, "{context}: a face does not turn left at corner {i}");
        // All other corners on the left of each edge: once round.
        let inward = cross(&normal, &edge(i));
        for corner in corners {
            let inside = dot(&inward, &minus(corner, corners[i]));
            assert!(!inside.is_negative(), "{context}: a face goes round more than once");
        }
    }
    normal
}

fn polytope_is_the_hull(points: &[Point], faces: &Faces, context: &str) {
    let mut edges: HashMap<(u32, u32), u32> = HashMap::new();
    let mut degree: HashMap<u32, u32> = HashMap::new();
    for face in faces.iter() {
        let corners: Vec<&Point> = face.iter().map(|&i| &points[i as usize]).collect();
        let normal = polygon_normal(&corners, context);
        let level = dot(&normal, corners[0]);
        for (i, point) in points.iter().enumerate() {
            assert!(dot(&normal, point) <= level, "{context}: point {i} is outside");
        }
        for (k, &from) in face.iter().enumerate() {
            let to = face[(k + 1) % face.len()];
            assert_eq!(edges.insert((from, to), 1), None, "{context}: an edge twice");
            *degree.entry(from).or_default() += 1;
        }
    }
    assert!(edges.keys().all(|&(u, v)| edges.contains_key(&(v, u))), "{context}: not closed");
    assert!(degree.values().all(|&d| d >= 3), "{context}: a corner of two faces");
    let euler = degree.len() as i64 - edges.len() as i64 / 2 + faces.len() as i64;
    assert_eq!(euler, 2, "{context}: Euler");
}

/// Holds the hull against the points; the number of its dimensions and of its corners.
fn hull_is_right<V: Vector>(list: &[V], context: &str) -> (usize, usize) {
    let hull = convex_hull(list).unwrap_or_else(|e| panic!("{context}: {e}"));
    let mut points = integers(list);
    for p in &mut points {
        p.resize(3, 0.into());
    }
    let at = |i: u32| &points[i as usize];
    match hull {
        ConvexHull::Point(i) => {
            assert!(points.iter().all(|p| p == at(i)), "{context}: not a point");
            (0, 1)
        }
        ConvexHull::Segment([i, j]) => {
            let along = minus(at(j), at(i));
            let length = dot(&along, &along);
            assert!(length > IBig::ZERO, "{context}: a segment without length");
            for p in &points {
                let way = minus(p, at(i));
                let share = dot(&way, &along);
                assert!(is_zero(&cross(&way, &along)), "{context}: not a segment");
                assert!(!share.is_negative() && share <= length, "{context}: off its end");
            }
            (1, 2)
        }
        ConvexHull::Polygon(corners) => {
            let list: Vec<&Point> = corners.iter().map(|&i| at(i)).collect();
            let normal = polygon_normal(&list, context);
            assert!(V::DIM == 3 || normal[2] > IBig::ZERO, "{context}: clockwise");
            for p in &points {
                assert!(dot(&normal, &minus(p, list[0])).is_zero(), "{context}: not flat");
                for (k, corner) in list.iter().enumerate() {
                    let edge = minus(list[(k + 1) % list.len()], corner);
                    let inside = dot(&cross(&normal, &edge), &minus(p, corner));
                    assert!(!inside.is_negative(), "{context}: a point is outside");
                }
            }
            (2, corners.len())
        }
        ConvexHull::Polytope(faces) => {
            polytope_is_the_hull(&points, &faces, context);
            let corners: std::collections::HashSet<u32> = faces.iter().flatten().copied().collect();
            (3, corners.len())
        }
    }
}

const KINDS: [&str; 11] = [
    "sphere",
    "cube",
    "grid",
    "circle",
    "prism",
    "noisy plane",
    "line",
    "duplicates",
    "far",
    "sliver",
    "noisy grid",
];

fn points<V: Space>(kind: &str, random: &mut Random, n: usize) -> Vec<V> {
    let sphere = |random: &mut Random| -> Vec<f64> {
        let mut v = random.direction();
        if V::DIM == 2 {
            let length = v[0].hypot(v[1]);
            v = [v[0] / length, v[1] / length, 0.0];
        }
        v.to_vec()
    };
    let cube = |random: &mut Random| -> Vec<f64> { (0..3).map(|_| random.signed()).collect() };
    let noise = |random: &mut Random| 1e-12 * random.signed();
    let turn = random.turn::<V>().rotation::<V>();
    let (start, way) = (cube(random), cube(random));
    let one = |random: &mut Random| -> V {
        let grid =
            |random: &mut Random| -> Vec<f64> { (0..3).map(|_| random.below(5) as f64).collect() };
        match kind {
            "sphere" => vector(&sphere(random)),
            "cube" => vector(&cube(random)),
            "grid" => vector(&grid(random)),
            "circle" => {
                let [x, y, _] = random.direction();
                let r = x.hypot(y);
                turn.apply(vector(&[x / r, y / r, 0.0]))
            }
            "prism" => {
                let k = random.below(16) as f64 / 16.0 * std::f64::consts::TAU;
                vector(&[k.cos(), k.sin(), random.below(2) as f64])
            }
            "noisy plane" => turn.apply(vector(&[random.signed(), random.signed(), noise(random)])),
            "line" => {
                // Eighths, so that they are collinear exactly.
                let t = random.below(9) as f64 / 8.0;
                let coarse = |x: f64| (x * 8.0).round();
                V::from_fn(|i| scalar(coarse(start[i]) + t * coarse(way[i])))
            }
            "duplicates" => {
                let corner =
                    |k: usize| vector(&[(k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64]);
                corner(random.below(8))
            }
            "far" => vector(&cube(random).iter().map(|x| x + 1e6).collect::<Vec<_>>()),
            "sliver" => {
                let [x, y, z] = random.direction();
                turn.apply(vector(&[x, y * 1e-7, z * 1e-4]))
            }
            _ => vector(&grid(random).iter().map(|x| x + noise(random)).collect::<Vec<_>>()),
        }
    };
    (0..n).map(|_| one(random)).collect()
}

fn hulls_are_right<V: Space>() {
    for kind in KINDS {
        let mut of_dimension = [0; 4];
        for seed in 0..crate::support::pairs(SETS) as u64 {
            let mut random = Random(seed);
            let n = [4, 5, 8, 13, 30, 80][random.below(6)];
            let list = points::<V>(kind, &mut random, n);
            let context = format!("{} {kind} seed {seed}, {n} points", V::NAME);
            let (dimension, _) = hull_is_right(&list, &context);
            of_dimension[dimension] += 1;
        }
        println!("{:6} {kind}: {of_dimension:?} of dimension 0 to 3", V::NAME);
        if kind == "line" {
            assert_eq!(of_dimension[2..], [0, 0], "{kind}");
        }
        if kind == "sphere" {
            assert_eq!(of_dimension[V::DIM], crate::support::pairs(SETS), "{kind}");
        }
    }
}

#[test]
fn hulls_are_right_in_exact_arithmetic() {
    in_every_space!(hulls_are_right);
}

#[test]
fn a_large_hull_is_right() {
    for kind in ["sphere", "cube", "grid"] {
        let mut random = Random(5);
        let n = if kind == "sphere" { 600 } else { 10_000 };
        let list = points::<DVec3>(kind, &mut random, n);
        let (dimension, corners) = hull_is_right(&list, kind);
        assert_eq!(dimension, 3);
        assert_eq!(corners, if kind == "sphere" { n } else { corners });
        assert!(kind != "grid" || corners == 8, "{corners} corners of a grid");
    }
}

fn cases_hold<V: Space>() {
    for case in cases("hull", V::DIM) {
        let context = format!("{} in {}", case.id(), V::NAME);
        let points = case.points::<V>();
        if points.iter().any(|p| !p.is_finite()) {
            continue; // Beyond the range of f32.
        }
        let (dimension, corners) = hull_is_right(&points, &context);
        assert_eq!(Some(dimension as f64), case.expected::<V>("rank"), "{context}");
        if let Some(extreme) = case.expected::<V>("extreme_points") {
            assert_eq!(corners as f64, extreme, "{context}: extreme points");
        }
    }
}

#[test]
fn hulls_that_broke_others_hold() {
    cases_hold::<DVec2>();
    cases_hold::<Vec2>();
    cases_hold::<Vec3>();
    cases_hold::<Vec3A>();
    cases_hold::<DVec3>();
}

/// Points at which it is hard to say whether they are inside: corners, middles of edges and faces as
/// they round, the numbers beside them, and any.
fn probes<V: Space>(corners: &[V], random: &mut Random) -> Vec<V> {
    let mut list = corners.to_vec();
    for _ in 0..60 {
        let mut corner = || corners[random.below(corners.len())];
        let (p, q, r) = (corner(), corner(), corner());
        let at = match random.below(4) {
            0 => (p + q) * scalar(0.5),
            1 => p + (q - p) * scalar(random.unit()),
            2 => (p + q + r) * scalar(1.0 / 3.0),
            _ => p + (q - p) * scalar(1.5 * random.unit()) + (r - p) * scalar(random.signed()),
        };
        let beside = crate::support::epsilon::<V>() * random.below(3) as f64 * random.signed();
        list.push(V::from_fn(|i| at.get(i) * scalar(1.0 + beside)));
    }
    list
}

/// Whether each point is in the hull of the first ones, by exact arithmetic.
fn are_inside<V: Vector>(hull: &ConvexHull, all: &[V]) -> Vec<bool> {
    let mut points = integers(all);
    for p in &mut points {
        p.resize(3, 0.into());
    }
    let at = |i: u32| &points[i as usize];
    let behind = |p: &Point| match hull {
        ConvexHull::Polytope(faces) => faces.iter().all(|face| {
            let [a, b, c] = [at(face[0]), at(face[1]), at(face[2])];
            let normal = cross(&minus(b, a), &minus(c, a));
            dot(&normal, p) <= dot(&normal, a)
        }),
        ConvexHull::Polygon(corners) => (0..corners.len()).all(|k| {
            let (a, b) = (at(corners[k]), at(corners[(k + 1) % corners.len()]));
            !cross(&minus(b, a), &minus(p, a))[2].is_negative()
        }),
        _ => unreachable!("the points span the space"),
    };
    points.iter().map(behind).collect()
}

fn contains<V: Vector>(solid: &Shape<V>, p: V) -> bool {
    match solid.kind() {
        ShapeRef::Polytope(polytope) => polytope.contains(p),
        ShapeRef::ConvexPolygon(polygon) => polygon.contains(p),
        other => unreachable!("{other:?}"),
    }
}

fn contains_is_exact<V: Space>() {
    let (mut inside, mut outside) = (0, 0);
    for kind in KINDS {
        for seed in 0..crate::support::pairs(SETS) as u64 {
            let mut random = Random(seed + 500);
            let n = [4, 8, 13, 30][random.below(4)];
            let list = points::<V>(kind, &mut random, n);
            let hull = convex_hull(&list).unwrap();
            let spans = match &hull {
                ConvexHull::Polytope(_) => true,
                ConvexHull::Polygon(_) => V::DIM == 2,
                _ => false,
            };
            if !spans {
                continue;
            }
            let solid = V::shared_hull(&list).unwrap();
            let mut all = list.clone();
            all.extend(probes(&list, &mut random));
            for (&p, is_inside) in all.iter().zip(are_inside(&hull, &all)) {
                let context = format!("{} {kind} seed {seed}: {p:?}", V::NAME);
                assert_eq!(contains(&solid, p), is_inside, "{context}");
                if is_inside { inside += 1 } else { outside += 1 }
            }
        }
    }
    assert!(inside > 1000 && outside > 1000, "{}: {inside} {outside}", V::NAME);
}

/// A cuboid's faces, each of four corners, over corners that are turned and so are rounded; the
/// middle of its top stands in by as much as rounding explains.
fn dented_cuboid<V: Space>(random: &mut Random) -> (Vec<V>, Faces) {
    let turn = random.turn::<V>().rotation::<V>();
    let size = [0; 3].map(|_| random.magnitude(-1.0, 1.0));
    let corner = |signs: [f64; 3]| V::from_fn(|i| scalar(size[i] * signs[i]));
    let sign = |k: usize, bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
    let mut list: Vec<V> = (0..8).map(|k| corner([0, 1, 2].map(|bit| sign(k, bit)))).collect();
    list.push(corner([0.1, 0.2, 1.0 - crate::support::epsilon::<V>()]));
    let mut faces = Faces::new();
    for face in [[0, 2, 3, 1], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]] {
        faces.push(face);
    }
    for (from, to) in [(4, 5), (5, 7), (7, 6), (6, 4)] {
        faces.push([from, to, 8]);
    }
    (list.into_iter().map(|v| turn.apply(v)).collect(), faces)
}

/// Corners of a polygon, and middles of its sides as they round or stand in a little.
fn dented_outline<V: Space>(random: &mut Random) -> Vec<V> {
    let turn = random.turn::<V>().rotation::<V>();
    let n = 3 + random.below(6);
    let corner = |k: usize| {
        let (sin, cos) = (k as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
        V::from_fn(|i| scalar([2.0 * cos, sin, 0.0][i]))
    };
    let mut list = Vec::new();
    for k in 0..n {
        let (from, to) = (corner(k), corner(k + 1));
        list.push(from);
        let inward = 1.0 - 0.5 * crate::support::epsilon::<V>() * random.below(3) as f64;
        list.push((from + (to - from) * scalar(random.unit())) * scalar(inward));
    }
    list.into_iter().map(|v| turn.apply(v)).collect()
}

fn dents_count_as_filled<V: Space>() {
    let (mut dented, mut inside, mut outside) = (0, 0, 0);
    for seed in 0..crate::support::pairs(SETS) as u64 {
        let mut random = Random(seed + 700);
        let (list, faces) = if V::DIM == 2 {
            (dented_outline::<V>(&mut random), Faces::new())
        } else {
            dented_cuboid::<V>(&mut random)
        };
        let Some(solid) = V::of_surface(&list, &faces) else { continue };
        let hull = convex_hull(&list).unwrap();
        let mut all = list.clone();
        all.extend(probes(&list, &mut random));
        for (&p, is_inside) in all.iter().zip(are_inside(&hull, &all)) {
            assert_eq!(
                contains(&solid, p),
                is_inside,
                "{} seed {seed}: {p:?} in {list:?}",
                V::NAME
            );
            if is_inside { inside += 1 } else { outside += 1 }
        }
        dented += 1;
    }
    let all = crate::support::pairs(SETS);
    assert!(2 * dented > all, "{}: {dented} of {all} are shapes", V::NAME);
    assert!(inside > 200 && outside > 200, "{}: {inside} {outside}", V::NAME);
}

#[test]
fn what_is_dented_by_rounding_holds_the_hull_of_its_corners() {
    in_every_space!(dents_count_as_filled);
    // A side that stands in by 1e-17 denied its own ends.
    let corners = [(0.0, 0.0), (0.5, 1e-17), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let corners = corners.map(|(x, y)| DVec2::new(x, y));
    let polygon = osculate::shape::ConvexPolygon::new(&corners).unwrap();
    assert!(corners.iter().all(|&corner| polygon.contains(corner)));
    assert!(!polygon.contains(DVec2::new(0.5, -1e-17)));
}

#[test]
fn whether_a_point_is_inside_is_decided_exactly() {
    in_every_space!(contains_is_exact);
}

#[test]
fn no_points_and_bad_points_are_refused() {
    assert!(convex_hull::<DVec3>(&[]).unwrap_err().to_string().contains("ConvexHull: points"));
    let error = convex_hull(&[DVec3::ZERO, DVec3::new(0.0, f64::NAN, 0.0)]).unwrap_err();
    assert!(error.to_string().contains("points[1] is NaN"), "{error}");
}

fn zeros_of_both_signs_are_equal<V: Space>() {
    for seed in 0..50 * SETS as u64 {
        let mut random = Random(seed);
        let n = 1 + random.below(12);
        let mut coordinate = || scalar([0.0, -0.0, 1.0, -1.0, 2.0, -3.0][random.below(6)]);
        let points: Vec<V> = (0..n).map(|_| V::from_fn(|_| coordinate())).collect();
        let plain: Vec<V> = points.iter().map(|&p| p + V::ZERO).collect();
        let [one, other] = [points.clone(), plain].map(|points| convex_hull(&points).unwrap());
        assert_eq!(one, other, "{} seed {seed}: {points:?}", V::NAME);
    }
}

#[test]
fn a_zero_below_zero_is_a_zero() {
    in_every_space!(zeros_of_both_signs_are_equal);
}
