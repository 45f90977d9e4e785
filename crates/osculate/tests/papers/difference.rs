//! The face of the difference set that the closest points lie in, which readers of paper 001 ask
//! for, against all differences of vertices.

use crate::support::{Random, Space, pairs, scalar};
use osculate::difference_face;
use osculate::shape::{Capsule, ConvexPolygon, Cuboid, HalfSpace, PointCloud, Polytope};
use osculate::{Convex, DVec2, DVec3, Place, Pose, closest, penetration};

/// The differences of vertices that reach as far along a normal as any, as corners of their hull:
/// each that is no mean of two others, counted once.
fn by_brute_force<V: Space>(a: &[V], b: &[V], normal: V, slack: f64) -> Vec<V> {
    let all: Vec<V> = a.iter().flat_map(|p| b.iter().map(move |q| *p - *q)).collect();
    let reach = |w: V| -> f64 { osculate::Scalar::to_f64(w.dot(normal)) };
    let most = all.iter().map(|&w| reach(w)).fold(f64::MIN, f64::max);
    let mut face: Vec<V> = Vec::new();
    for &w in all.iter().filter(|&&w| reach(w) >= most - slack) {
        if face.iter().all(|other| length(w - *other) > slack) {
            face.push(w);
        }
    }
    let is_corner = |w: &V| {
        // A corner has a direction along which it alone reaches furthest: away from the middle of
        // any two others it is not between.
        !face.iter().any(|p| {
            face.iter().any(|q| {
                let (to_p, to_q) = (*p - *w, *q - *w);
                let is_between = osculate::Scalar::to_f64(to_p.dot(to_q)) < 0.0;
                let off = length(to_p) * length(to_q) + osculate::Scalar::to_f64(to_p.dot(to_q));
                is_between && off <= slack * length(*p - *q)
            })
        })
    };
    let corners: Vec<V> = face.iter().copied().filter(is_corner).collect();
    // In a plane face a point within the hull is no corner either.
    corners.iter().copied().filter(|&w| !is_within(w, &corners, normal)).collect()
}

/// Whether a point of a face in space is inside a triangle of others.
fn is_within<V: Space>(w: V, others: &[V], normal: V) -> bool {
    if V::DIM == 2 {
        return false;
    }
    let side = |p: V, q: V| osculate::Scalar::to_f64((p - w).cross(q - w).dot(normal));
    let rest: Vec<V> = others.iter().copied().filter(|p| length(*p - w) > 0.0).collect();
    let n = rest.len();
    (0..n).any(|i| {
        (0..n).any(|j| {
            (0..n).any(|k| {
                let (p, q, r) = (rest[i], rest[j], rest[k]);
                i != j
                    && j != k
                    && i != k
                    && [side(p, q), side(q, r), side(r, p)].iter().all(|&s| s > 1e-9)
            })
        })
    })
}

fn length<V: Space>(v: V) -> f64 {
    osculate::Scalar::to_f64(v.length())
}

/// How a pair lies: any turn, or turned by quarters, so that faces and edges are parallel.
fn turn<V: Space>(random: &mut Random, any: bool) -> osculate::Rotation<V> {
    let turn = random.turn::<V>().rotation();
    if any { turn } else { osculate::Rotation::IDENTITY }
}

/// Vertices on a grid: many faces with many corners, parallel to others.
fn grid<V: Space>(random: &mut Random, n: usize) -> Vec<V> {
    (0..n)
        .map(|_| {
            let p = [random.signed(), random.signed(), random.signed()].map(|x| (x * 2.0).round());
            V::from_fn(|i| scalar(p[i]))
        })
        .collect()
}

fn check<V: Space>(
    random: &mut Random,
    mut shape: impl FnMut(&mut Random) -> Option<(Box<dyn Convex<V>>, Vec<V>)>,
) -> [usize; 9] {
    let mut sizes = [0; 9];
    for k in 0..pairs(3000) {
        let (Some((a, points_a)), Some((b, points_b))) = (shape(random), shape(random)) else {
            continue;
        };
        let both = turn::<V>(random, k % 2 == 0);
        let way = random.direction().map(|x| (x * 6.0).round());
        let place = Pose::new(V::from_fn(|i| scalar(way[i])), osculate::Rotation::IDENTITY);
        let poses = [
            Pose::new(V::ZERO, both).unwrap(),
            Pose::new(V::ZERO, both).unwrap().compose(&place.unwrap()),
        ];
        let (a, b) = ((*a).at(poses[0]), (*b).at(poses[1]));
        let moved = |points: &[V], pose: &Pose<V>| {
            points.iter().map(|p| pose.apply(*p)).collect::<Vec<V>>()
        };
        let found = closest(a, b);
        let normal = match (found.normal, penetration(a, b)) {
            (Some(normal), _) => normal,
            (None, Some(deep)) => deep.normal,
            _ => panic!("a pair has a normal"),
        };
        let face = difference_face(a, b, normal);
        let expected = by_brute_force(
            &moved(&points_a, &poses[0]),
            &moved(&points_b, &poses[1]),
            normal,
            1e-10,
        );
        assert_eq!(face.len(), expected.len(), "{k}: {face:?} {expected:?}");
        for corner in &face {
            let off =
                expected.iter().map(|other| length(*other - *corner)).fold(f64::MAX, f64::min);
            assert!(off <= 1e-10, "{k}: {corner:?} is {off} off {expected:?}");
        }
        if found.normal.is_some() {
            // The closest points are in it: as far along the normal.
            let off = osculate::Scalar::to_f64((found.on_a - found.on_b - face[0]).dot(normal));
            assert!(off.abs() <= 1e-10, "{k}: {off}");
        }
        sizes[face.len().min(8)] += 1;
        let corners = face.len();
        if V::DIM == 3 && corners > 2 {
            let turns = (0..corners).map(|i| {
                let [p, q, r] = [0, 1, 2].map(|j| face[(i + j) % face.len()]);
                osculate::Scalar::to_f64((q - p).cross(r - q).dot(normal))
            });
            assert!(turns.into_iter().all(|turn| turn > 0.0), "{k}: no ring round the normal");
        }
    }
    sizes
}

#[test]
fn the_face_of_the_difference_is_that_of_all_differences_in_space() {
    let mut random = Random(41);
    let sizes = check::<DVec3>(&mut random, |random| {
        let points: Vec<DVec3> = grid(random, 12);
        let polytope = Polytope::from_points(&points).ok()?;
        Some((Box::new(polytope) as Box<dyn Convex<DVec3>>, points))
    });
    println!("corners of faces in space: {sizes:?}");
    assert!(
        sizes[1] > 50 && sizes[2] > 50 && sizes[4] > 50 && sizes[5..].iter().sum::<usize>() > 50
    );
    let sizes = check::<DVec3>(&mut random, |random| {
        let half = DVec3::from([(); 3].map(|()| (1.0 + random.below(3) as f64) * 0.5));
        let corner = |k: usize| {
            half * DVec3::from([0, 1, 2].map(|i| if k >> i & 1 == 1 { 1.0 } else { -1.0 }))
        };
        Some((
            Box::new(Cuboid::new(half).ok()?) as Box<dyn Convex<DVec3>>,
            (0..8).map(corner).collect(),
        ))
    });
    println!("corners of faces of boxes: {sizes:?}");
    assert!(sizes[1] > 50 && sizes[2] > 50 && sizes[4] > 50);
}

#[test]
fn the_face_of_the_difference_is_that_of_all_differences_in_the_plane() {
    let mut random = Random(42);
    let sizes = check::<DVec2>(&mut random, |random| {
        let points: Vec<DVec2> = grid(random, 8);
        let polygon = ConvexPolygon::from_points(&points).ok()?;
        Some((Box::new(polygon) as Box<dyn Convex<DVec2>>, points))
    });
    println!("corners of faces in the plane: {sizes:?}");
    assert!(sizes[1] > 50 && sizes[2] > 50 && sizes[3..].iter().all(|&n| n == 0));
}

/// The question under paper 001: two boxes, and a triangle of the face is not enough.
#[test]
fn the_face_of_two_boxes_holds_the_nearest_point_where_a_triangle_of_it_does_not() {
    let (a, b) = (Cuboid::new(DVec3::ONE).unwrap(), Cuboid::new(DVec3::splat(0.5)).unwrap());
    let turn = osculate::Rotation::from_axis_angle(DVec3::Y, 0.5).unwrap();
    let b = b.at(Pose::new(DVec3::new(0.2, 2.0, -0.3), turn).unwrap());
    let face = difference_face(a, b, closest(a, b).normal.unwrap());
    assert_eq!(face.len(), 8, "{face:?}");
    assert!(face.iter().all(|corner| (corner.y + 0.5).abs() <= 1e-15));
}

#[test]
fn a_face_of_rounded_and_endless_shapes() {
    let (rod, point) =
        (Capsule::along_y(1.0, 0.25).unwrap(), PointCloud::new(&[DVec3::X * 2.0]).unwrap());
    let face = difference_face(rod, &point, DVec3::X);
    assert_eq!(face.len(), 2);
    assert!(face.iter().all(|corner| corner.x == -1.75), "the radius counts: {face:?}");
    let floor = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    assert!(difference_face(floor, rod, DVec3::Y).is_empty());
    assert!(difference_face(rod, &point, DVec3::ZERO).is_empty());
}
