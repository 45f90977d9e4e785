//! Two bodies through time: what is remembered changes no answer.

use crate::against_every_pair::{holds, numbers};
use crate::families::{FAMILIES, after, pair};
use crate::meshes::{Mesh, Meshes};
use crate::solids::block;
use crate::support::families::tilt;
use crate::support::{Random, epsilon, pairs, scalar, vector};
use crate::truth::{Truth, distance_of};
use osculate::shape::Ball;
use osculate::{Body, BodyTracker, Bracket, Pose, Scalar};

/// Pairs a family and space, and frames of each.
const PAIRS: usize = 8;
const FRAMES: usize = 12;

/// Moves a mesh a little: mostly as a simulation does, now and then by what rounding may hide, and
/// seldom far.
fn step<V: Meshes>(mesh: &mut Mesh<V>, size: f64, random: &mut Random) {
    let low = [-12.0, -6.0, -2.5, -2.5, 0.0][random.below(5)];
    let far = size * random.magnitude(low, low + 0.5);
    let way: [f64; 3] = [0; 3].map(|_| far * random.signed());
    mesh.translation = mesh.translation + vector::<V>(&way);
    if random.below(3) != 0 {
        mesh.turn = after::<V>(mesh.turn, tilt::<V>(random, low.max(-6.0), low.max(-6.0) + 0.5));
    }
}

fn overlap<S: Scalar>(one: Bracket<S>, other: Bracket<S>) -> bool {
    one.lower <= other.upper && other.lower <= one.upper
}

/// The answers of a tracker beside those of the bodies by themselves. Tells whether they meet.
fn is_as_cold<V: Meshes>(
    context: &str,
    tracker: &mut BodyTracker<V>,
    poses: [Pose<V>; 2],
    random: &mut Random,
) -> bool {
    let [a, b] = tracker.bodies().map(Clone::clone);
    let (one, other) = (a.at(poses[0]), b.at(poses[1]));
    let (cold, meets) = (one.distance(&other), one.intersects(&other));
    // Any of the questions may be the first of a frame.
    for _ in 0..3 {
        match random.below(5) {
            0 => assert_eq!(tracker.at(poses[0], poses[1]).intersects(), meets, "{context}"),
            1 => {
                let found = tracker.at(poses[0], poses[1]).distance();
                assert!(overlap(found, cold), "{context}: {found:?} {cold:?}");
                assert_eq!(!(found.lower > scalar(0.0)), meets, "{context}: {found:?}");
            }
            2 => {
                let found = tracker.at(poses[0], poses[1]).closest();
                let distance = found.closest.distance;
                assert!(overlap(distance, cold), "{context}: {found:?} {cold:?}");
                let parts = (one.part(found.parts[0]), other.part(found.parts[1]));
                assert!(parts.0.is_some() && parts.1.is_some(), "{context}: {found:?}");
            }
            3 => {
                let share = [0.0, 0.5, 1.0, 1.0 + 1e-6, 2.0][random.below(5)];
                let limit = cold.value * scalar(share);
                match tracker.at(poses[0], poses[1]).distance_within(limit) {
                    None => assert!(cold.upper > limit, "{context}: {cold:?} within {limit:?}"),
                    Some(found) => assert!(overlap(found, cold), "{context}: {found:?} {cold:?}"),
                }
            }
            _ => {
                let found =
                    tracker.at(poses[0], poses[1]).signed_distance().signed_distance.distance;
                let cold = one.signed_distance(&other).signed_distance.distance;
                assert!(overlap(found, cold), "{context}: {found:?} {cold:?}");
            }
        }
    }
    meets
}

fn tracked_meshes_are_as_all_pairs_say<V: Meshes>() {
    let mut met = [0; 2];
    for (k, family) in FAMILIES.into_iter().enumerate() {
        for seed in 0..pairs(PAIRS) {
            let mut random = Random((77_000 * seed + k) as u64);
            let [a, mut b] = pair::<V>(family, &mut random);
            let size = a.reach().max(b.reach());
            let mut tracker = BodyTracker::new(&a.body, &b.body);
            for frame in 0..FRAMES {
                let context = format!("{} {family:?} seed {seed} frame {frame}", V::NAME);
                let poses = [a.pose(), b.pose()];
                let meets = is_as_cold(&context, &mut tracker, poses, &mut random);
                met[usize::from(meets)] += 1;
                // The exact distance takes long.
                if frame % 4 == 3 {
                    let truth = Truth::of(&a, &b, false);
                    let unit = epsilon::<V>() * truth.length;
                    let found = tracker.at(poses[0], poses[1]).closest();
                    holds(&context, numbers::<V>(found.closest.distance), truth.distance, unit);
                    let of_parts = distance_of([&a, &b], found.parts);
                    assert!((of_parts - truth.distance).abs() <= 16.0 * unit, "{context}");
                }
                // Every so often it comes to rest on the other.
                let near = tracker.at(poses[0], poses[1]).closest().closest;
                match near.normal {
                    Some(normal) if frame % 5 == 1 => {
                        b.translation = b.translation - normal * near.distance.value;
                    }
                    _ => step(&mut b, size, &mut random),
                }
            }
        }
    }
    println!("{:6} {met:?} apart and together", V::NAME);
    assert!(met[0] > met[1] / 4 && met[1] > met[0] / 4, "one-sided: {met:?}");
}

#[test]
fn tracked_meshes_are_as_all_pairs_say_in_the_plane() {
    tracked_meshes_are_as_all_pairs_say::<osculate::Vec2>();
    tracked_meshes_are_as_all_pairs_say::<osculate::DVec2>();
}

#[test]
fn tracked_meshes_are_as_all_pairs_say_in_space() {
    tracked_meshes_are_as_all_pairs_say::<osculate::Vec3A>();
    tracked_meshes_are_as_all_pairs_say::<osculate::DVec3>();
}

/// A small body wanders through the surface of a solid, and rests on it and in it.
fn a_tracked_body_is_in_a_solid_when_it_is_in<V: Meshes>() {
    let plain = block([0.0; 3], [1.0; 3]);
    let corners: Vec<V> = plain.points.iter().map(|point| vector(point)).collect();
    let tank = V::of_facets(&corners, &plain.facets).unwrap().into_solid().unwrap();
    let ball = Body::new(Ball::new(scalar(0.125)).unwrap());
    let mut random = Random(0x501D);
    let mut met = [0; 2];
    for swapped in [false, true] {
        let both = if swapped { [&ball, &tank] } else { [&tank, &ball] };
        let mut tracker = BodyTracker::new(both[0], both[1]);
        for frame in 0..400 {
            // In, through the wall at x = 1, and out; it stops where it touches.
            let x = [0.5, 0.874, 0.875, 0.876, 1.0, 1.124, 1.125, 1.126, 1.5][frame / 5 % 9];
            let at = vector::<V>(&[x, 0.5 + 0.01 * random.signed(), 0.5]);
            let mut poses = [Pose::IDENTITY, Pose::from_translation(at).unwrap()];
            if swapped {
                poses.reverse();
            }
            let context = format!("{} frame {frame}, x = {x}", V::NAME);
            let meets = is_as_cold(&context, &mut tracker, poses, &mut random);
            assert!(meets || x >= 1.125, "{context}");
            met[usize::from(meets)] += 1;
        }
    }
    assert!(met[0] > 100 && met[1] > 100, "one-sided: {met:?}");
}

#[test]
fn a_tracked_body_is_in_a_solid_when_it_is() {
    a_tracked_body_is_in_a_solid_when_it_is_in::<osculate::Vec3A>();
    a_tracked_body_is_in_a_solid_when_it_is_in::<osculate::DVec3>();
}
