//! Polytopes: support that is true for every direction, faces, masses, memory; and the contract on
//! many vertices.

use crate::support::ask::{closest, distance};
use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Space, coordinates, epsilon, length_scale, scalar, vector};
use osculate::hull::Faces;
use osculate::shape::{ConvexPolygon, Point, PointCloud, Polytope};
use osculate::{
    At, Convex, DVec2, DVec3, Facts, Place, Pose, Problem, Rotation, Scalar, Vec3, Vec3A,
    approximate_hull,
};

/// Directions a polytope; `OSCULATE_DIRECTIONS=100000` makes it the full run of over 10⁷.
fn directions() -> usize {
    std::env::var("OSCULATE_DIRECTIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

const KINDS: [&str; 10] = [
    "sphere",
    "cube",
    "noisy grid",
    "prism",
    "sliver",
    "nearly plane",
    "lens",
    "two sizes",
    "four clusters",
    "double cone",
];

fn points<V: Space>(kind: &str, random: &mut Random, n: usize) -> Vec<V> {
    let turn = random.turn::<V>().rotation::<V>();
    let mut one = |k: usize| -> [f64; 3] {
        let [x, y, z] = random.direction();
        match kind {
            "sphere" => [x, y, z],
            "cube" => [random.signed(), random.signed(), random.signed()],
            "noisy grid" => [0; 3].map(|_| random.below(4) as f64 + 1e-6 * random.signed()),
            "prism" => {
                let angle = (k / 2) as f64 / (n / 2) as f64 * std::f64::consts::TAU;
                [angle.cos(), angle.sin(), if k.is_multiple_of(2) { -1.0 } else { 1.0 }]
            }
            "sliver" => [x, 1e-6 * y, 1e-3 * z],
            "nearly plane" => [random.signed(), random.signed(), 1e-7 * random.signed()],
            "lens" => [x, y, z.signum() * (1.5 + z * z).sqrt() * 1e-2],
            // Most faces join two points of one cluster to another: nothing but rounding tells
            // their normals.
            "four clusters" => {
                let place = [[1.0, 1.0, 1.0], [-1.0, 0.5, 1.0], [0.3, -1.0, 1.0], [0.2, 0.1, -1.0]];
                let at = |i: usize| place[k % 4][i] + 5.0 * epsilon::<V>() * [x, y, z][i];
                [0, 1, 2].map(at)
            }
            "double cone" if k < 2 => [0.0, 0.0, 2.0 * k as f64 - 1.0],
            "double cone" => [(k as f64).cos(), (k as f64).sin(), 0.0],
            _ if k.is_multiple_of(2) => [x, y, z],
            _ => [1e-5 * x + 1.0, 1e-5 * y, 1e-5 * z],
        }
    };
    (0..n).map(|k| turn.apply(vector(&one(k)))).collect()
}

/// Directions that are hard for a polytope: across its faces and edges, along the axes; and any.
fn hard_directions<V: Space>(polytope: &Polytope<V>, random: &mut Random) -> Vec<V> {
    let at = |i: u32| DVec3::from_slice(&coordinates(polytope.vertices()[i as usize]));
    let mut normals = Vec::new();
    for face in polytope.faces().iter() {
        let normal = (at(face[1]) - at(face[0])).cross(at(face[2]) - at(face[0]));
        normals.push(normal.normalize_or(DVec3::X));
    }
    let mut list = vec![DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z, DVec3::ONE];
    for _ in 0..directions() {
        let some = normals[random.below(normals.len())];
        let other = normals[random.below(normals.len())];
        list.push(match random.below(5) {
            0 => some,
            1 => some + other,
            2 => some + 1e-7 * DVec3::from(random.direction()),
            3 => some + random.signed() * other,
            _ => DVec3::from(random.direction()),
        });
    }
    list.iter().map(|d| vector::<V>(&d.to_array())).filter(|d| *d != V::ZERO).collect()
}

fn support_is_true<V: Space + osculate::Spatial>() {
    let mut asked = 0;
    let mut worst: f64 = 0.0;
    for kind in KINDS {
        for n in [4, 12, 40, 46, 70, 150, 400, 1500] {
            let mut random = Random(n as u64);
            let polytope = match Polytope::from_points(&points::<V>(kind, &mut random, n)) {
                Err(error) if n == 4 && error.problem == Problem::Flat => continue,
                made => made.unwrap(),
            };
            let context = format!("{} {kind} of {n}", V::NAME);
            let exact: Vec<DVec3> =
                polytope.vertices().iter().map(|v| DVec3::from_slice(&coordinates(*v))).collect();
            for d in hard_directions(&polytope, &mut random) {
                let direction = DVec3::from_slice(&coordinates(d));
                let furthest = exact.iter().fold(f64::MIN, |m, v| m.max(v.dot(direction)));
                let found =
                    DVec3::from_slice(&coordinates(polytope.core_support(d))).dot(direction);
                let unit = epsilon::<V>() * polytope.extent().to_f64() * direction.length();
                assert!(
                    furthest - found <= 3.0 * unit,
                    "{context}: {} short",
                    (furthest - found) / unit
                );
                let inner = polytope.inner_extent().to_f64() * direction.length();
                assert!(inner <= furthest + 3.0 * unit, "{context}: {inner}, {furthest}");
                assert_eq!(
                    polytope.vertices()[polytope.support_index(d)],
                    polytope.core_support(d)
                );
                worst = worst.max((furthest - found) / unit);
                asked += 1;
            }
        }
    }
    println!("{:6} {asked} directions, at most {worst:.2} eps of the extent short", V::NAME);
}

#[test]
fn support_is_true_for_every_direction() {
    support_is_true::<Vec3>();
    support_is_true::<Vec3A>();
    support_is_true::<DVec3>();
}

#[test]
fn the_faces_of_turned_solids_are_whole() {
    let mut random = Random(1);
    for _ in 0..200 {
        let turn = random.turn::<Vec3A>().rotation::<Vec3A>();
        let half = [0; 3].map(|_| random.magnitude(-2.0, 2.0));
        let corners: Vec<Vec3A> = crate::support::families::corners(&half);
        let moved: Vec<Vec3A> = corners.iter().map(|c| turn.apply(*c)).collect();
        let cuboid = Polytope::from_points(&moved).unwrap();
        let sizes: Vec<usize> = cuboid.faces().iter().map(<[u32]>::len).collect();
        assert_eq!(sizes, [4; 6], "{half:?}");
        // The face towards an axis of the box is that side.
        let axis = turn.apply(Vec3A::Y);
        let side: Vec<usize> = cuboid.face_towards(axis).collect();
        assert_eq!(side.len(), 4);
        let far = cuboid.vertices()[side[0]].dot(axis);
        assert!(
            side.iter()
                .all(|&i| (cuboid.vertices()[i].dot(axis) - far).abs() <= 1e-5 * cuboid.extent())
        );
    }
    // A prism: two ends and as many sides as the ends have corners.
    let turn = random.turn::<DVec3>().rotation::<DVec3>();
    let prism: Vec<DVec3> = (0..48)
        .map(|k| {
            let angle = f64::from(k / 2) / 24.0 * std::f64::consts::TAU;
            turn.apply(DVec3::new(angle.cos(), angle.sin(), f64::from(k % 2)))
        })
        .collect();
    let prism = Polytope::from_points(&prism).unwrap();
    let mut sizes: Vec<usize> = prism.faces().iter().map(<[u32]>::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [[4; 24].as_slice(), &[24, 24]].concat());
    assert!((0..48).all(|i| prism.neighbors(i).count() >= 3));
    // With a wide tolerance, more is a face.
    let mut random = Random(4);
    let sphere: Vec<DVec3> = (0..300).map(|_| random.direction().into()).collect();
    let few = Polytope::from_points_merged(&sphere, 0.02).unwrap();
    let all = Polytope::from_points(&sphere).unwrap();
    assert!(few.faces().len() < all.faces().len() / 2);
    assert_eq!(few.vertices(), all.vertices());
}

fn cube_faces() -> (Vec<DVec3>, Faces) {
    let mut faces = Faces::new();
    for face in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    {
        faces.push(face);
    }
    (crate::support::families::corners(&[1.0, 2.0, 3.0]), faces)
}

#[test]
fn known_faces_are_checked() {
    let (corners, faces) = cube_faces();
    let cuboid = Polytope::from_faces(&corners, &faces).unwrap();
    assert_eq!(cuboid.faces().len(), 6);
    assert_eq!(cuboid.mass().volume, 48.0);
    let without = |skipped: usize| {
        let mut some = Faces::new();
        for (_, face) in faces.iter().enumerate().filter(|(i, _)| *i != skipped) {
            some.push(face.iter().copied());
        }
        some
    };
    let turned_over = || {
        let mut over = Faces::new();
        for face in faces.iter() {
            over.push(face.iter().rev().copied());
        }
        over
    };
    let mut twice = faces.clone();
    twice.push([0, 2, 3, 1]);
    let mut missing = faces.clone();
    missing.push([0, 1, 99]);
    let mut dented = corners.clone();
    dented[7] = DVec3::new(0.5, 0.5, 0.5);
    let flat: Vec<DVec3> = corners.iter().map(|c| DVec3::new(c.x, c.y, 0.0)).collect();
    let refusals = [
        (&corners, without(2), Problem::NotClosed, "no closed surface"),
        (&corners, twice, Problem::NotClosed, "no closed surface"),
        (&corners, turned_over(), Problem::NotConvex, "faces[0]"),
        (&corners, missing, Problem::OutOfRange, "faces[6] has a corner 99"),
        (&dented, faces.clone(), Problem::NotConvex, "faces["),
        (&flat, faces.clone(), Problem::Flat, "no volume"),
    ];
    for (corners, faces, problem, words) in refusals {
        let error = Polytope::from_faces(corners, &faces).unwrap_err();
        assert_eq!(error.problem, problem, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
    let line: Vec<DVec3> = (0..9).map(|k| DVec3::ONE * f64::from(k)).collect();
    assert_eq!(Polytope::from_points(&line).unwrap_err().problem, Problem::Flat);
}

#[test]
fn masses_are_those_of_known_bodies() {
    let mut random = Random(3);
    for _ in 0..100 {
        let half = [0; 3].map(|_| random.magnitude(-1.0, 1.0));
        let [x, y, z] = half;
        let (turn, t): (_, DVec3) = (random.turn::<DVec3>().rotation::<DVec3>(), random.vector());
        let corners: Vec<DVec3> = crate::support::families::corners(&half);
        let body =
            Polytope::from_points(&corners.iter().map(|c| turn.apply(*c) + t).collect::<Vec<_>>())
                .unwrap();
        let mass = body.mass();
        let volume = 8.0 * x * y * z;
        assert!((mass.volume / volume - 1.0).abs() <= 1e-13);
        assert!((mass.centroid - t).length() <= 1e-13 * (x + y + z));
        // The moments of a cuboid about its own axes.
        let axis = turn.apply(DVec3::X);
        let about = axis.dot(mass.inertia() * axis);
        let expected = volume * (y * y + z * z) / 3.0;
        assert!((about / expected - 1.0).abs() <= 1e-11, "{about} for {expected}");
        let (low, high) = (body.bounds().min(), body.bounds().max());
        assert!(low.cmple(t).all() && high.cmpge(t).all());
        let (center, radius) = body.bounding_ball();
        assert!(body.vertices().iter().all(|v| (*v - center).length() <= radius));
        assert!(body.contains(t) && !body.contains(t + DVec3::X * (2.0 * (x + y + z))));
        assert!(body.vertices().iter().all(|v| body.contains(*v)));
    }
}

#[test]
fn a_vertex_takes_at_most_64_bytes() {
    fn bytes<V: Space + osculate::Spatial>(n: usize) -> f64 {
        let mut random = Random(n as u64);
        let polytope = Polytope::from_points(&points::<V>("sphere", &mut random, n)).unwrap();
        polytope.heap_bytes() as f64 / polytope.vertices().len() as f64
    }
    for n in [8, 20, 64, 256, 1024, 4096, 30_000, 70_000] {
        let (single, aligned, double) = (bytes::<Vec3>(n), bytes::<Vec3A>(n), bytes::<DVec3>(n));
        println!(
            "{n} vertices: {single:.1} bytes a vertex in Vec3, \
             {aligned:.1} Vec3A, {double:.1} DVec3"
        );
        assert!(single <= 64.0 && aligned <= 64.0, "{n}: {single} {aligned}");
    }
}

/// Many vertices, a small gap: what single precision peers answer here is off by up to a quarter of
/// it.
fn many_vertices_hold_the_contract<V: Space + osculate::Spatial>() {
    let mut worst: f64 = 0.0;
    for n in [100, 256, 1024] {
        for gap in [0.01, 1e-5, -0.01] {
            for seed in 0..6 {
                let mut random = Random(seed);
                let mut body = |t: DVec3| Placed::<V> {
                    corners: points("sphere", &mut random, n),
                    turn: random.turn::<V>(),
                    translation: vector(&t.to_array()),
                };
                let (a, mut b) = (body(DVec3::ZERO), body(DVec3::new(2.0, 1.0, 1.0)));
                let wide = |p: &Placed<V>| {
                    let corners: Vec<DVec3> =
                        p.corners.iter().map(|c| DVec3::from_slice(&coordinates(*c))).collect();
                    let translation = DVec3::from_slice(&coordinates(p.translation));
                    let pose = Pose::new(translation, p.turn.rotation::<DVec3>()).unwrap();
                    At::new(PointCloud::new(&corners).unwrap(), pose)
                };
                let apart = closest(&wide(&a), &wide(&b));
                let nearer = apart.normal.unwrap() * (apart.distance.value - gap);
                b.translation = b.translation - vector::<V>(&nearer.to_array());
                let truth = if epsilon::<V>() > 1e-10 {
                    distance(&wide(&a), &wide(&b)).value
                } else if n < 200 {
                    Scene::new(&a, &b).distance()
                } else {
                    continue;
                };
                let placed =
                    |p: &Placed<V>| At::new(Polytope::from_points(&p.corners).unwrap(), p.pose());
                let (p, q) = (placed(&a), placed(&b));
                let found = distance(&p, &q);
                let unit = epsilon::<V>() * length_scale(&a, &b);
                let context = format!(
                    "{} {n} vertices, gap {gap}, seed {seed}: {found:?} for {truth}",
                    V::NAME
                );
                let [lower, value, upper] =
                    [found.lower, found.value, found.upper].map(|x| x.to_f64());
                assert!(lower <= truth && truth <= upper, "{context}");
                assert!(upper - lower <= 32.0 * unit, "{context}");
                assert!((value - truth).abs() <= 16.0 * unit, "{context}");
                worst = worst.max((value - truth).abs() / unit);
                assert_eq!(distance(&q, &p), found, "{context}: swapped");
            }
        }
    }
    println!("{:6} worst {worst:.2} eps L", V::NAME);
}

#[test]
fn many_vertices_and_small_gaps_hold_the_contract() {
    many_vertices_hold_the_contract::<Vec3>();
    many_vertices_hold_the_contract::<Vec3A>();
    many_vertices_hold_the_contract::<DVec3>();
}

#[test]
fn extreme_sizes_are_like_others() {
    for size in [1e-150, 1e-30, 1.0, 1e100] {
        let mut random = Random(9);
        let list: Vec<DVec3> = (0..200).map(|_| DVec3::from(random.direction()) * size).collect();
        let polytope = Polytope::from_points(&list).unwrap();
        assert_eq!(polytope.vertices().len(), 200, "{size:e}");
        let ball = PointCloud::new(&list).unwrap();
        let pose = Pose::new(DVec3::X * (3.0 * size), Rotation::IDENTITY).unwrap();
        let (fast, plain) = (distance(&polytope, &ball.at(pose)), distance(&ball, &ball.at(pose)));
        let difference = (fast.value - plain.value).abs();
        assert!(difference <= 16.0 * f64::EPSILON * 5.0 * size, "{fast:?} {plain:?}");
        assert!(plain.value > scalar(0.0));
        // As long as the products are numbers, so may a direction be of any length.
        for length in [1e-307, 1e-100, 1e100, 1e200].into_iter().filter(|l| l * size >= 1e-307) {
            let direction = DVec3::from(random.direction());
            assert_eq!(polytope.core_support(direction * length), polytope.core_support(direction));
        }
    }
}

#[test]
fn a_limited_hull_tells_how_much_it_lacks() {
    let mut random = Random(2);
    let list: Vec<Vec3A> = points("sphere", &mut random, 2000);
    let mut last = f32::INFINITY;
    for most in [4, 8, 32, 128, 512] {
        let some = approximate_hull(&list, most).unwrap();
        let context = format!("{most}: {} off", some.error);
        assert_eq!(some.polytope.vertices().len(), most, "{context}");
        assert!(some.error < last, "{context}");
        assert!(some.polytope.vertices().iter().all(|v| list.contains(v)), "{context}");
        // Points of a unit sphere: the ball's own error with so many is about 2 π / most.
        assert!(most < 32 || some.error <= 12.0 / most as f32, "{context}");
        for &p in &list {
            let gap = distance(&some.polytope, &Point::new(p).unwrap());
            assert!(gap.lower <= some.error, "{context}");
        }
        last = some.error;
    }
    let cube: Vec<Vec3A> = crate::support::families::corners(&[1.0; 3]);
    let all = approximate_hull(&cube, 100).unwrap();
    assert_eq!((all.polytope.vertices().len(), all.polytope.faces().len()), (8, 6));
    assert!(all.error <= 1e-5);
    assert_eq!(approximate_hull(&cube, 3).unwrap_err().problem, Problem::TooFew);
}

/// Of points of every kind: no point is further out than is said, and no corner is not one of them.
/// Joined faces leave the hull as it is, and a ball holds it that is not much too large.
fn hulls_of_every_kind_are_bounded<V: Space + osculate::Spatial>() {
    for kind in KINDS {
        for n in [8, 60, 300] {
            let list = points::<V>(kind, &mut Random(n as u64), n);
            let context = format!("{} {kind} of {n}", V::NAME);
            let whole = Polytope::from_points(&list).unwrap();
            for most in [4, 9, 40] {
                let Ok(some) = approximate_hull(&list, most) else { continue };
                let corners = some.polytope.vertices();
                assert!(corners.len() <= most, "{context}: {} of {most}", corners.len());
                assert!(corners.iter().all(|corner| list.contains(corner)), "{context}");
                let few = PointCloud::new(corners).unwrap();
                for &point in &list {
                    let gap = distance(&few, &Point::new(point).unwrap());
                    assert!(gap.lower <= some.error, "{context}: {gap:?}, {:?}", some.error);
                }
            }
            let size = whole.extent().to_f64();
            for coplanar in [1e-6, 1e-2, 0.3] {
                let joined = Polytope::from_points_merged(&list, scalar(coplanar * size)).unwrap();
                assert_eq!(joined.vertices(), whole.vertices(), "{context}, {coplanar}");
                assert!(joined.faces().len() <= whole.faces().len(), "{context}, {coplanar}");
                for _ in 0..20 {
                    let way: V = vector(&Random(n as u64).direction());
                    assert_eq!(joined.support(way), whole.support(way), "{context}, {coplanar}");
                }
            }
            let (center, radius) = whole.bounding_ball();
            let far = |v: &V| crate::support::norm(&coordinates(*v - center));
            let rounding = 1.0 + 8.0 * epsilon::<V>();
            let furthest = whole.vertices().iter().map(far).fold(0.0, f64::max);
            assert!(furthest <= radius.to_f64() * rounding, "{context}: {furthest}, {radius:?}");
            // No ball that holds the box's longest side is smaller than half of it.
            let (low, high) = (whole.bounds().min(), whole.bounds().max());
            let side = coordinates(high - low).into_iter().fold(0.0, f64::max);
            let most = 3f64.sqrt() * side / 2.0 * rounding;
            assert!(radius.to_f64() <= most, "{context}: {radius:?} {most}");
        }
    }
}

#[test]
fn hulls_of_every_kind_are_what_they_say_of_themselves() {
    hulls_of_every_kind_are_bounded::<Vec3>();
    hulls_of_every_kind_are_bounded::<Vec3A>();
    hulls_of_every_kind_are_bounded::<DVec3>();
}

#[test]
fn polygons_come_from_points_and_have_masses() {
    let mut random = Random(6);
    for _ in 0..100 {
        let [x, y] = [0; 2].map(|_| random.magnitude(-1.0, 1.0));
        let turn = random.turn::<DVec2>().rotation::<DVec2>();
        let t: DVec2 = random.vector();
        let mut list: Vec<DVec2> = crate::support::families::corners(&[x, y]);
        list.extend((0..20).map(|_| DVec2::new(x * random.signed(), y * random.signed())));
        let moved: Vec<DVec2> = list.iter().map(|p| turn.apply(*p) + t).collect();
        let body = ConvexPolygon::from_points(&moved).unwrap();
        assert_eq!(body.vertices().count(), 4);
        let mass = body.mass();
        let area = 4.0 * x * y;
        assert!((mass.volume / area - 1.0).abs() <= 1e-13);
        assert!((mass.centroid - t).length() <= 1e-13 * (x + y));
        let polar = area * (x * x + y * y) / 3.0;
        assert!((mass.polar_inertia() / polar - 1.0).abs() <= 1e-11);
        assert!(moved.iter().all(|p| body.contains(*p)));
        assert!(!body.contains(t + DVec2::X * (2.0 * (x + y))));
    }
    let line = ConvexPolygon::from_points(&[DVec2::ZERO, DVec2::ONE, DVec2::ONE * 3.0]).unwrap();
    assert!(line.contains(DVec2::ONE) && !line.contains(DVec2::ONE * 4.0));
    assert!(!line.contains(DVec2::X) && line.mass().volume == 0.0);
}
