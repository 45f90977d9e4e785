//! Each shortcut is there for a class of pairs. These tests count how many pairs of its class it
//! answers, and fail if that is less than the share for which it was written, or if a query of
//! another class takes it. (The shares stand in the shortcuts' comments and in docs/decisions.)

#[macro_use]
mod support;
#[path = "touching/kinds.rs"]
#[allow(dead_code)]
mod kinds;

use std::cell::Cell;
use std::collections::BTreeMap;

use osculate::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid};
use osculate::shortcut_of;
use osculate::{At, Cache, Convex, Pose, Query, Tracker, Vector};
use support::{Random, Space, norm, pairs, scalar, vector};

/// A hull of points near a sphere, or near a circle.
fn hull<V: Space>(corners: usize, random: &mut Random) -> Box<dyn Convex<V>> {
    let point = |random: &mut Random| {
        let d = random.direction();
        let length = norm(&d[..V::DIM]);
        vector(&d.map(|x| x / length))
    };
    let points: Vec<V> = (0..corners).map(|_| point(random)).collect();
    V::hull(&points).expect("points of a sphere span the space")
}

/// What answers `query`, of pairs that are so far apart along a random line, by name.
fn answered<V: Space>(
    query: &str,
    apart: f64,
    mut shapes: impl FnMut(&mut Random) -> [Box<dyn Convex<V>>; 2],
) -> BTreeMap<&'static str, f64> {
    let mut counts = BTreeMap::new();
    let all = pairs(400);
    for seed in 0..all as u64 {
        let mut random = Random(seed ^ 0x9A7);
        let [a, b] = shapes(&mut random);
        let turns = [random.turn::<V>(), random.turn::<V>()].map(|turn| turn.rotation());
        let direction = random.direction();
        let length = norm(&direction[..V::DIM]);
        let at: V = vector(&direction.map(|x| x / length * apart));
        let a = At::new(a, Pose::new(V::ZERO, turns[0]).unwrap());
        let b = At::new(b, Pose::new(at, turns[1]).unwrap());
        *counts.entry(shortcut_of::<V>(query, &a, &b).unwrap_or("GJK")).or_insert(0usize) += 1;
    }
    counts.into_iter().map(|(name, count)| (name, count as f64 / all as f64)).collect()
}

/// At least this share by this shortcut; and the rest may be answered by balls or by GJK alone.
fn at_least<V: Space>(
    share: f64,
    name: &str,
    query: &str,
    apart: f64,
    shapes: impl FnMut(&mut Random) -> [Box<dyn Convex<V>>; 2],
) {
    let found = answered::<V>(query, apart, shapes);
    println!("{} {query} at {apart}: {found:?}", V::NAME);
    let by = found.get(name).copied().unwrap_or(0.0);
    assert!(by >= share, "{} {query} at {apart}: {name} answers {by:.2}, of {found:?}", V::NAME);
    let others = found.keys().find(|n| ![name, "GJK", "bounding balls"].contains(*n));
    assert_eq!(others, None, "{} {query} at {apart}: {found:?}", V::NAME);
}

fn size<S: osculate::Scalar>(random: &mut Random) -> S {
    scalar(0.3 + random.unit())
}

fn cuboid<V: Space>(random: &mut Random) -> Box<dyn Convex<V>> {
    Box::new(Cuboid::new(V::from_fn(|_| size(random))).unwrap())
}

fn capsule<V: Space>(random: &mut Random) -> Box<dyn Convex<V>> {
    Box::new(Capsule::<V>::along_y(size(random), size(random)).unwrap())
}

fn round<V: Space>(random: &mut Random) -> Box<dyn Convex<V>> {
    let (height, radius) = (size(random), size(random));
    if random.below(2) == 0 {
        Box::new(Cylinder::<V>::new(height, radius).unwrap())
    } else {
        Box::new(Cone::<V>::new(height, radius).unwrap())
    }
}

#[test]
fn balls_answer_what_is_far_apart_or_deep() {
    fn check<V: Space>() {
        let hulls = |random: &mut Random| [hull::<V>(24, random), hull(24, random)];
        at_least::<V>(1.0, "bounding balls", "intersects", 4.0, hulls);
        at_least::<V>(0.99, "bounding balls", "intersects", 0.3, hulls);
        at_least::<V>(0.99, "bounding balls", "distance", 0.3, hulls);
        at_least::<V>(1.0, "bounding balls", "penetration", 4.0, hulls);
    }
    in_every_space!(check);
}

#[test]
fn closed_forms_answer_capsules_and_balls() {
    fn check<V: Space>() {
        let capsules = |random: &mut Random| [capsule::<V>(random), capsule(random)];
        at_least::<V>(1.0, "closed form", "distance", 4.0, capsules);
        at_least::<V>(1.0, "closed form", "closest", 4.0, capsules);
    }
    in_every_space!(check);
}

#[test]
fn boxes_answer_yes_or_no_and_depth() {
    fn check<V: Space>() {
        let boxes = |random: &mut Random| [cuboid::<V>(random), cuboid(random)];
        at_least::<V>(0.7, "separating axes of boxes", "intersects", 1.6, boxes);
        let mixed = |random: &mut Random| [cuboid::<V>(random), capsule(random)];
        at_least::<V>(0.97, "faces of the difference of boxes", "penetration", 0.2, mixed);
        at_least::<V>(0.9, "segment and box", "distance", 2.5, mixed);
        at_least::<V>(0.9, "segment and box", "closest", 2.5, mixed);
    }
    in_every_space!(check);
}

#[test]
fn solids_about_one_axis_have_a_closed_depth() {
    fn check<V: Space>() {
        for seed in 0..pairs(200) as u64 {
            let mut random = Random(seed);
            let (a, b) = (round::<V>(&mut random), round::<V>(&mut random));
            let up = V::axis(1) * scalar(0.2 * random.signed());
            let b = At::new(b, Pose::from_translation(up).unwrap());
            let found = shortcut_of::<V>("penetration", &a, &b);
            assert_eq!(found, Some("profile round a common axis"), "{} seed {seed}", V::NAME);
        }
    }
    check::<osculate::Vec3>();
    check::<osculate::Vec3A>();
    check::<osculate::DVec3>();
}

#[test]
fn polygons_of_up_to_32_vertices_are_answered_by_their_edges() {
    fn check<V: Space>() {
        for corners in [3, 4, 5, 8, 9, 12, 16, 17, 24, 32] {
            let both = |random: &mut Random| [hull::<V>(corners, random), hull(corners, random)];
            for query in ["intersects", "distance", "closest"] {
                at_least::<V>(0.85, "edges of polygons", query, 1.9, both);
                let found = answered::<V>(query, 1.9, both);
                let by_gjk = found.get("GJK").copied().unwrap_or(0.0);
                assert!(by_gjk <= 0.07, "{} {query} of {corners}: {found:?}", V::NAME);
            }
            at_least::<V>(0.99, "edges of polygons", "penetration", 0.5, both);
        }
        let both = |random: &mut Random| [hull::<V>(60, random), hull(60, random)];
        let found = answered::<V>("distance", 1.9, both);
        assert!(!found.contains_key("edges of polygons"), "{} of 60: {found:?}", V::NAME);
    }
    check::<osculate::Vec2>();
    check::<osculate::DVec2>();
}

#[test]
fn polytopes_of_5_to_44_vertices_are_answered_by_their_faces() {
    fn check<V: Space>() {
        for (corners, share) in [(5, 0.9), (8, 0.9), (9, 0.85), (20, 0.84), (33, 0.9), (44, 0.95)] {
            let both = |random: &mut Random| [hull::<V>(corners, random), hull(corners, random)];
            at_least::<V>(share, "faces of polytopes", "intersects", 1.7, both);
        }
        for corners in [4, 45, 100] {
            let both = |random: &mut Random| [hull::<V>(corners, random), hull(corners, random)];
            let found = answered::<V>("intersects", 1.7, both);
            assert!(!found.contains_key("faces of polytopes"), "{} {found:?}", V::NAME);
        }
    }
    check::<osculate::Vec3>();
    check::<osculate::Vec3A>();
    check::<osculate::DVec3>();
}

/// An ellipsoid that counts how often it is asked for a support point.
struct Counted<'c, V: Vector>(Ellipsoid<V>, &'c Cell<u32>);

impl<V: Vector> Convex<V> for Counted<'_, V> {
    fn core_support(&self, direction: V) -> V {
        // A shape's extent is asked along the axes; that is no step.
        let is_axis = (0..V::DIM).any(|i| direction.abs() == V::axis(i));
        self.1.set(self.1.get() + u32::from(!is_axis));
        self.0.core_support(direction)
    }
}

/// A half-space and any shape, wrappers of wrappers and another half-space too.
#[test]
fn half_spaces_have_a_closed_form_with_every_shape() {
    fn check<V: Space>() {
        for other in 0..kinds::PLAIN.len() + 10 {
            let mut random = Random(other as u64);
            for pair in 0..pairs(20) {
                let plane = kinds::plain::<V>(kinds::HALF_SPACE, &mut random);
                let shape = match kinds::PLAIN.get(other) {
                    Some(_) => kinds::plain::<V>(other, &mut random),
                    None => kinds::wrapped(1 + other % 3, &mut random),
                };
                let gap = kinds::gap::<V>(&mut random);
                let Some(poses) = kinds::at_contact::<V>(&plane, &shape, gap, &mut random) else {
                    continue;
                };
                let (p, q) = (At::new(plane, poses[0]), At::new(shape, poses[1]));
                for query in ["intersects", "distance", "closest", "penetration"] {
                    let by = [shortcut_of::<V>(query, &p, &q), shortcut_of(query, &q, &p)];
                    let context = format!("{} {other}, pair {pair}: {query} by {by:?}", V::NAME);
                    assert!(by[0].is_some() && by[0] == by[1], "{context}, of {q:?}");
                }
            }
        }
    }
    in_every_space!(check);
}

#[test]
fn the_last_axis_answers_yes_or_no_with_one_support_point_of_each() {
    let half = osculate::DVec3::new(1.0, 0.2, 0.2);
    let asked = Cell::new(0);
    let shape = Counted(Ellipsoid::new(half).unwrap(), &asked);
    let at = Pose::from_translation(osculate::DVec3::new(0.3, 0.5, 0.0)).unwrap();
    let mut cache = Cache::new();
    assert!(!Query::new(&shape, At::new(&shape, at)).starting_from(&mut cache).intersects());
    assert!(asked.replace(0) > 2, "cold");
    assert!(!Query::new(&shape, At::new(&shape, at)).starting_from(&mut cache).intersects());
    assert_eq!(asked.replace(0), 2, "warm");
    // A tracker's distance leaves its axis to yes or no.
    let mut tracker = Tracker::new(&shape, &shape);
    assert!(tracker.at(Pose::IDENTITY, at).distance().lower > 0.0);
    assert!(asked.replace(0) > 2, "cold");
    assert!(!tracker.at(Pose::IDENTITY, at).intersects());
    assert_eq!(asked.replace(0), 2, "after a distance");
}
