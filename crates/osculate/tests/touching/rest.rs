//! Bodies at rest: they touch, and move by nothing or by next to nothing, and are asked again.

use crate::kinds::{self, PLAIN};
use crate::support::{Random, Space, ask, epsilon, pairs, scalar};
use osculate::Body;
use osculate::scene::Scene;
use osculate::shape::Shape;
use osculate::{Bracket, Contact, Convex, Facts, Place, Pose, Scalar, SignedDistance};

fn number<S: Scalar>(x: S) -> f64 {
    x.to_f64()
}

fn is_finite<V: Space>(v: V) -> bool {
    (0..V::DIM).all(|i| number(v.get(i)).is_finite())
}

fn holds<V: Space>(warm: &SignedDistance<V>, cold: Bracket<V::Scalar>, context: &str) {
    let Bracket { lower, value, upper } = warm.distance;
    let finite = [lower, value, upper].iter().all(|x| number(*x).is_finite());
    let points = is_finite(warm.on_a) && is_finite(warm.on_b) && is_finite(warm.normal);
    assert!(finite && points, "{context}: {warm:?}");
    assert!(lower <= value && value <= upper, "{context}: {warm:?}");
    assert!(lower <= cold.upper && cold.lower <= upper, "{context}: {warm:?}, cold {cold:?}");
}

fn contact_holds<V: Space>(contact: &Contact<V>, cold: Bracket<V::Scalar>, context: &str) {
    holds(&contact.signed_distance, cold, context);
    for point in contact.points() {
        let finite = is_finite(point.on_a) && is_finite(point.on_b);
        assert!(finite && number(point.distance).is_finite(), "{context}: {contact:?}");
    }
}

/// What a body moves by in a frame, in units of its size.
const MOVES: [f64; 6] = [0.0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4];

fn stays<V: Space>(
    shapes: [&Shape<V>; 2],
    mut poses: [Pose<V>; 2],
    random: &mut Random,
    context: &str,
) {
    let [a, b]: [&dyn Convex<V>; 2] = [shapes[0], shapes[1]];
    let size = scalar::<V::Scalar>(
        (number(a.extent()) + number(a.rounding())).max(number(b.extent()) + number(b.rounding())),
    );
    let by = MOVES[random.below(MOVES.len())];
    let margin = size * scalar(0.01);
    let (mut tracker, mut swapped) = (ask::Tracker::new(a, b), ask::Tracker::new(b, a));
    let mut cache = ask::Cache::new();
    let mut scene = Scene::<V>::with_margin(margin).unwrap();
    let ids = [0, 1].map(|k| scene.add(Body::new(shapes[k].clone()), poses[k]));
    for frame in 0..4 {
        let context = format!("{context}, moved by {by:e}, frame {frame}, at {poses:?}");
        let (p, q) = (shapes[0].at(poses[0]), shapes[1].at(poses[1]));
        let cold = ask::signed_distance::<V>(&p, &q);
        holds(&cold, cold.distance, &context);
        let cold = cold.distance;
        holds(&tracker.at(poses[0], poses[1]).signed_distance(), cold, &context);
        holds(&swapped.at(poses[1], poses[0]).signed_distance(), cold, &context);
        holds(&cache.signed_distance(&p, &q), cold, &context);
        if let Some(contact) = tracker.at(poses[0], poses[1]).contact(margin) {
            contact_holds(&contact, cold, &context);
        }
        let gap = tracker.at(poses[0], poses[1]).closest();
        assert!(is_finite(gap.on_a) && is_finite(gap.on_b), "{context}: {gap:?}");
        scene.step();
        for touch in scene.contacts() {
            contact_holds(&touch.contact, cold, &context);
        }
        // Along any way, and a turn of the same size.
        let turned = kinds::turned_by::<V>(by, random);
        let way = random.vector::<V>() * (size * scalar(by));
        let rotation = turned.compose(&poses[1].rotation());
        poses[1] = Pose::new(poses[1].translation() + way, rotation).unwrap();
        scene.set_pose(ids[1], poses[1]).unwrap();
    }
}

fn plain_bodies_rest<V: Space>() {
    let mut all = 0;
    for (i, one) in kinds::bounded() {
        for (j, other) in PLAIN.iter().enumerate() {
            let mut random = Random((i * 1000 + j) as u64);
            for pair in 0..pairs(40) {
                let (a, b) = (kinds::plain::<V>(i, &mut random), kinds::plain(j, &mut random));
                let context = format!("{} {one} and {other}, pair {pair}", V::NAME);
                let gap = epsilon::<V>() * 10.0 * random.signed();
                let Some(poses) = kinds::at_contact::<V>(&a, &b, gap, &mut random) else {
                    continue;
                };
                stays([&a, &b], poses, &mut random, &context);
                all += 1;
            }
        }
    }
    assert!(all > 0, "no pair touches");
}

#[test]
fn bodies_that_touch_and_hardly_move_have_finite_answers() {
    in_every_space!(plain_bodies_rest);
}

fn wrapped_bodies_rest<V: Space>() {
    let mut random = Random(11);
    for pair in 0..pairs(2000) {
        let [a, b] = [(); 2].map(|()| {
            let depth = random.below(4);
            kinds::wrapped::<V>(depth, &mut random)
        });
        let context = format!("{} wrapped, pair {pair}", V::NAME);
        // Deep ones, too: a memory of points in mixed axes shows there.
        let gap = match random.below(3) {
            0 => epsilon::<V>() * 10.0 * random.signed(),
            1 => -0.2 * random.unit(),
            _ => 0.2 * random.signed(),
        };
        let Some(poses) = kinds::at_contact::<V>(&a, &b, gap, &mut random) else { continue };
        stays([&a, &b], poses, &mut random, &context);
    }
}

#[test]
fn wrappers_of_wrappers_that_hardly_move_have_finite_answers() {
    in_every_space!(wrapped_bodies_rest);
}
