//! Queries with a limit stop there: what lies beyond it costs no more than to find that out.

use crate::support::ask::{Tracker, contact, distance, penetration};
use crate::support::certificate::f64_of;
use crate::support::families::{Family, pair};
use crate::support::{Placed, Random, Space, Turn, epsilon, length_scale, pairs, scalar};
use osculate::shape::{Cuboid, Ellipsoid, PointCloud};
use osculate::{At, Convex, Place, Pose, Query};
use std::cell::Cell;

/// Pairs a family and space.
const PAIRS: usize = 100;

/// A shape that counts how often it is asked for a support point, and does not tell its kind.
struct Counting<S> {
    shape: S,
    calls: Cell<u32>,
}

impl<S> Counting<S> {
    fn new(shape: S) -> Self {
        Self { shape, calls: Cell::new(0) }
    }
}

impl<V: osculate::Space, S: Convex<V>> Convex<V> for Counting<S> {
    fn core_support(&self, direction: V) -> V {
        // A shape's extent is asked along the axes; that is no step.
        let is_axis = (0..V::DIM).any(|i| direction.abs() == V::axis(i));
        self.calls.set(self.calls.get() + u32::from(!is_axis));
        self.shape.core_support(direction)
    }
    fn is_curved(&self) -> bool {
        self.shape.is_curved()
    }
}

/// How many support points of `a` a question takes.
fn calls<V: osculate::Space, T>(
    shapes: [&dyn Convex<V>; 2],
    question: impl FnOnce(&mut Tracker<'_, V>) -> T,
) -> (u32, T) {
    let a = Counting::new(shapes[0]);
    let answer = question(&mut Tracker::new(&a, shapes[1]));
    (a.calls.get(), answer)
}

fn cloud<V: Space>(placed: &Placed<V>) -> Box<dyn Convex<V>> {
    Box::new(PointCloud::new(&placed.corners).unwrap())
}

fn ellipsoid<V: Space>(placed: &Placed<V>) -> Box<dyn Convex<V>> {
    let radii = placed.corners.iter().fold(V::ZERO, |most, corner| most.max(corner.abs()));
    Box::new(Ellipsoid::new(radii).unwrap())
}

fn tracked_contacts_stop_at_their_margin<V: Space>(shape: fn(&Placed<V>) -> Box<dyn Convex<V>>) {
    let (mut limited, mut unlimited, mut near) = (0, 0, 0);
    for family in Family::ALL {
        for seed in 0..pairs(PAIRS) as u64 {
            let mut random = Random(seed * 1000 + family as u64);
            let (a, b) = pair::<V>(family, &mut random);
            let (poses, shapes) = ([a.pose(), b.pose()], [shape(&a), shape(&b)]);
            let shapes = [&*shapes[0], &*shapes[1]];
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let placed = [At::new(shapes[0], poses[0]), At::new(shapes[1], poses[1])];
            let apart = distance(&placed[0], &placed[1]);
            let margin = apart.value * scalar(2.0 * random.unit());
            let [pose_a, pose_b] = poses;
            let (some, found) = calls(shapes, |tracker| tracker.at(pose_a, pose_b).contact(margin));
            let cold = contact(&placed[0], &placed[1], margin);
            assert_eq!(found.is_some(), cold.is_some(), "{context}: {found:?}, cold {cold:?}");
            if found.is_some() {
                near += 1;
                continue;
            }
            let (all, _) = calls(shapes, |tracker| tracker.at(pose_a, pose_b).signed_distance());
            // Near contact the decider is asked, too (numerics.md, Verdicts).
            let doubt = (400.0 * epsilon::<V>()).max(1e-9) * length_scale(&a, &b);
            let decider = if f64_of::<V>(apart.lower) < doubt { 10 } else { 0 };
            assert!(
                some <= all + decider,
                "{context}: {some} support points, and without a margin {all}"
            );
            limited += some;
            unlimited += all;
        }
    }
    println!("{}: {limited} support points of {unlimited}, {near} near", V::NAME);
    assert!(near > pairs(PAIRS), "one-sided: {near} within their margins");
    assert!(4 * limited < 3 * unlimited, "{limited} support points of {unlimited}");
}

#[test]
fn tracked_contacts_of_hulls_stop_at_their_margin() {
    fn check<V: Space>() {
        tracked_contacts_stop_at_their_margin::<V>(cloud);
    }
    in_every_space!(check);
}

#[test]
fn tracked_contacts_of_curved_shapes_stop_at_their_margin() {
    fn check<V: Space>() {
        tracked_contacts_stop_at_their_margin::<V>(ellipsoid);
    }
    in_every_space!(check);
}

#[test]
fn a_tracker_of_bodies_that_come_within_the_margin_finds_the_contact() {
    let solid = Ellipsoid::new(osculate::DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let mut tracker = Tracker::new(&solid, &solid);
    for frame in 0..40 {
        let at = osculate::DVec3::new(4.0 - 0.1 * f64::from(frame), 0.3, 0.2);
        let pose = Pose::from_translation(at).unwrap();
        let found = tracker.at(Pose::IDENTITY, pose).contact(0.5);
        let cold = contact(&solid, &solid.at(pose), 0.5);
        assert_eq!(found.is_some(), cold.is_some(), "frame {frame}");
        if let (Some(found), Some(cold)) = (found, cold) {
            let [warm, cold] = [found, cold].map(|contact| contact.signed_distance.distance);
            assert!(warm.lower <= cold.upper && cold.lower <= warm.upper, "frame {frame}");
        }
    }
}

fn cuboid<V: Space>(random: &mut Random) -> At<V, Cuboid<V>> {
    let half = V::from_fn(|_| scalar([0.0, 1.0, random.unit(), random.unit()][random.below(4)]));
    let turn = if random.below(4) == 0 { Turn::NONE } else { random.turn::<V>() };
    let at = random.vector::<V>() * scalar(2.0);
    At::new(Cuboid::new(half).unwrap(), Pose::new(at, turn.rotation()).unwrap())
}

/// Boxes are asked by their faces and edges first whether they are beyond the limit.
fn boxes_beyond_a_limit_are_those_that_their_distance_says<V: Space>() {
    let (mut apart, mut beyond, mut within) = (0, 0, 0);
    for seed in 0..pairs(10 * PAIRS) as u64 {
        let mut random = Random(seed);
        let (a, b) = (cuboid::<V>(&mut random), cuboid::<V>(&mut random));
        let known = distance(&a, &b);
        let context = format!("{} seed {seed}: {known:?}", V::NAME);
        let depth = penetration(&a, &b);
        assert_eq!(depth.is_none(), known.lower > scalar(0.0), "{context}: {depth:?}");
        apart += usize::from(depth.is_none());
        let margin = known.value * scalar([0.5, 0.999, 1.001, 2.0][random.below(4)]);
        let found = contact(&a, &b, margin);
        if known.lower > margin {
            assert!(found.is_none(), "{context}: {found:?} within {margin:?}");
            beyond += 1;
        } else if known.upper <= margin {
            assert!(found.is_some(), "{context}: nothing within {margin:?}");
            within += 1;
        }
    }
    let seen = [apart, beyond, within];
    assert!(seen.iter().all(|n| 5 * n > pairs(10 * PAIRS)), "one-sided: {seen:?}");
}

#[test]
fn boxes_apart_have_no_depth_and_beyond_a_margin_no_contact() {
    in_every_space!(boxes_beyond_a_limit_are_those_that_their_distance_says);
}

/// Queries cannot fail. So what is no number reads as no limit, or as zero.
fn odd_options_read_as_the_contract_says<V: Space>() {
    let nan = scalar::<V::Scalar>(f64::NAN);
    let below = scalar::<V::Scalar>(-1.0);
    let ellipsoid = Ellipsoid::new(V::splat(scalar(1.0)) + V::axis(0)).unwrap();
    let beside = V::axis(0) * scalar(5.0) + V::axis(1) * scalar(2.5);
    let far = ellipsoid.at(Pose::from_translation(beside).unwrap());
    let (a, b): (&dyn Convex<V>, &dyn Convex<V>) = (&ellipsoid, &far);
    assert!(contact(a, a, nan).is_some() && contact(a, b, nan).is_none());
    let exact = Query::new(a, b).distance();
    assert_eq!(Query::new(a, b).distance_within(nan), Some(exact));
    assert!(Query::new(a, a).distance_within(nan).is_some());
    for odd in [nan, below] {
        assert_eq!(Query::new(a, b).with_absolute_tolerance(odd).distance(), exact);
        assert_eq!(Query::new(a, b).with_relative_tolerance(odd).distance(), exact);
    }
    assert_ne!(Query::new(a, b).with_absolute_tolerance(scalar(0.5)).distance(), exact);
}

#[test]
fn options_that_are_no_numbers_are_none() {
    in_every_space!(odd_options_read_as_the_contract_says);
}
