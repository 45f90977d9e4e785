//! Contacts that are given again while bodies have hardly moved: none is missed, brackets hold the
//! truth, points lie on their bodies to within the slop.

use crate::kinds;
use crate::support::{Random, Space, Turn, ask, epsilon, pairs, scalar, vector};
use osculate::scene::{BodyContact, BodyKind, Part, Scene};
use osculate::shape::{Ball, Capsule, Cuboid, Point, Shape};
use osculate::{At, Body, Contact, Convex, DVec3, Ended, Facts, Pose, Rotation, Scalar, Tracker};

fn number<S: Scalar>(x: S) -> f64 {
    x.to_f64()
}

/// Moved by about this much, and turned by about as much of a radian.
fn moved<V: Space>(pose: Pose<V>, by: f64, random: &mut Random) -> Pose<V> {
    let at = pose.translation() + vector::<V>(&random.direction()) * scalar(by * random.unit());
    let turn = kinds::turned_by::<V>(by * random.signed(), random);
    Pose::new(at, turn.compose(&pose.rotation())).unwrap()
}

#[derive(Default)]
struct Seen {
    again: usize,
    anew: usize,
}

/// What a contact that is given again must say of bodies where they are.
fn holds<V: Space>(
    contact: &Contact<V>,
    [a, b]: [&dyn Convex<V>; 2],
    [slop, margin]: [f64; 2],
    context: &dyn Fn() -> String,
) {
    let size = number(a.extent() + a.rounding() + b.extent() + b.rounding());
    let far = number((b.origin() - a.origin()).length());
    let rounding = 200.0 * epsilon::<V>() * (size + far);
    // Points of what is curved settle with the root of rounding.
    let is_curved = a.is_curved() || b.is_curved();
    let settled = rounding + if is_curved { 8.0 * epsilon::<V>().sqrt() * size } else { 0.0 };
    let truth = ask::signed_distance(a, b).distance;
    let found = contact.signed_distance.distance;
    assert!(found.lower <= found.value && found.value <= found.upper, "{}{found:?}", context());
    assert!(found.lower <= truth.upper && truth.lower <= found.upper, "{}{found:?}", context());
    // Each is as exact as the query that found it, and wider by what the bodies moved.
    let exact = number(truth.width())
        + if is_curved { epsilon::<V>().sqrt() * size } else { 0.0 }
        + rounding;
    let width = number(found.width());
    // A search that ends by its steps says so.
    let is_ended = contact.signed_distance.ended == Ended::StepLimit;
    let is_narrow = width <= 2.0 * slop + 4.0 * exact;
    assert!(is_narrow || is_ended, "{}{width} {truth:?} {found:?}", context());
    assert!((number(contact.normal.length()) - 1.0).abs() < 16.0 * epsilon::<V>(), "{}", context());
    // Places are rounded as far out as they are in the world; distances are not.
    let placed = 4.0 * epsilon::<V>() * number(a.origin().length() + b.origin().length());
    let (settled, rounding) = (settled + placed, rounding + placed);
    for point in contact.points() {
        let way = point.on_b - point.on_a;
        let off = number((way - contact.normal * point.distance).length());
        assert!(off <= settled, "{}{off}: {point:?}", context());
        assert!(number(point.distance) <= margin + rounding, "{}{point:?}", context());
        for (on, shape) in [(point.on_a, a), (point.on_b, b)] {
            let gap = number(ask::distance(&Point::new(on).unwrap(), shape).lower);
            // As far off as a contact that is worked out may be, and the slop.
            let most = 1.5 * slop + 3e-4 * size + rounding;
            assert!(gap <= most, "{}{gap} off its shape: {point:?}", context());
        }
    }
}

fn contacts_given_again_hold<V: Space>() {
    let mut seen = Seen::default();
    for case in 0..pairs(400) {
        let mut random = Random(case as u64 + 77);
        let one = |random: &mut Random| -> Shape<V> {
            if random.below(4) == 0 {
                return kinds::wrapped(1 + random.below(2), random);
            }
            kinds::plain(kinds::any(random), random)
        };
        let (a, b) = (one(&mut random), one(&mut random));
        let gap = -random.magnitude(-4.0, -1.0);
        let Some([mut p, mut q]) = kinds::at_contact::<V>(&a, &b, gap, &mut random) else {
            continue;
        };
        let margin = [0.0, 0.02][random.below(2)];
        let slop = random.magnitude(-3.5, -1.5);
        let by = slop * random.magnitude(-3.0, 0.0);
        // One in four is far out in the world.
        let is_far = random.below(4) == 0;
        if is_far {
            let way = vector::<V>(&random.direction()) * scalar(random.magnitude(2.0, 4.0));
            [p, q] =
                [p, q].map(|pose| Pose::new(pose.translation() + way, pose.rotation()).unwrap());
        }
        let mut tracker = Tracker::new(&a, &b);
        let mut before: Option<Contact<V>> = None;
        for frame in 0..24 {
            let context = || format!("{} case {case} frame {frame}: {a:?} {b:?}\n", V::NAME);
            let (one, other) = (At::new(&a, p), At::new(&b, q));
            let shapes: [&dyn Convex<V>; 2] = [&one, &other];
            let found = tracker.at(p, q).reusing(scalar(slop)).contact(scalar(margin));
            let fresh = ask::contact(shapes[0], shapes[1], scalar(margin));
            assert!(fresh.is_none() || found.is_some(), "{}missed: {fresh:?}", context());
            if let Some(found) = &found {
                holds(found, shapes, [slop, margin], &context);
                // What is worked out is as exact as rounding lets it be.
                let width = |contact: &Contact<V>| number(contact.signed_distance.distance.width());
                let exact = fresh.as_ref().map_or(0.0, width).max(1e-2 * by);
                let width = width(found);
                if frame == 0 || width <= 1.01 * exact || found.signed_distance.steps > 0 {
                    seen.anew += 1;
                } else {
                    seen.again += 1;
                    // Names stay while a contact is given again.
                    let names = |contact: &Contact<V>| -> Vec<_> {
                        contact.points().iter().map(|p| (p.feature_a, p.feature_b)).collect()
                    };
                    let stayed = before.as_ref().is_some_and(|last| names(last) == names(found));
                    assert!(stayed || width < 1e-5, "{}{before:?} {found:?}", context());
                }
            }
            before = found.or(before);
            // All together, and to each other. Far out a common turn would round them apart.
            if !is_far {
                let common = moved(Pose::IDENTITY, 0.3, &mut random);
                (p, q) = (common.compose(&p), common.compose(&q));
            }
            q = moved(q, by, &mut random);
        }
    }
    assert!(
        seen.again > seen.anew / 4 && seen.anew > seen.again / 20,
        "{} {} {}",
        V::NAME,
        seen.again,
        seen.anew
    );
}

#[test]
fn contacts_that_are_given_again_hold() {
    in_every_space!(contacts_given_again_hold);
}

/// With a slop of 0, of less, or of no number, each contact is worked out.
#[test]
fn without_a_slop_each_contact_is_worked_out() {
    let cube = Cuboid::new(DVec3::splat(0.5)).unwrap();
    for slop in [0.0, -1.0, f64::NAN] {
        let mut tracker = Tracker::new(&cube, &cube);
        for y in [1.0, 0.9995, 0.999] {
            let above = Pose::from_translation(DVec3::Y * y).unwrap();
            let found = tracker.at(Pose::IDENTITY, above).reusing(slop).contact(0.01).unwrap();
            assert!(found.signed_distance.distance.width() < 1e-12, "{slop}: {found:?}");
        }
    }
}

fn a_scene_misses_no_contact<V: Space>() {
    [false, true].into_iter().for_each(a_scene_of_bodies_that_stir::<V>);
}

/// Pairs in contact are those of a scene that works all out, and far motions too; some of the bodies
/// are ground, whose inner edges are ignored, or none is.
fn a_scene_of_bodies_that_stir<V: Space>(has_ground: bool) {
    let mut random = Random(5);
    let slop = 0.005;
    let margin = 0.02;
    let [mut again, mut anew] = [slop, 0.0].map(|slop| {
        let scene = Scene::<V>::with_margin(scalar(margin)).unwrap().reusing(scalar(slop));
        if has_ground { scene.ignoring_inner_edges() } else { scene }
    });
    let mut poses = Vec::new();
    for _ in 0..40 {
        let shape = kinds::plain::<V>(kinds::any_bounded(&mut random), &mut random);
        let pose = Pose::new(random.vector::<V>() * scalar(2.0), random.turn::<V>().rotation());
        let pose = pose.unwrap();
        let is_ground = has_ground && random.below(4) == 0;
        let kind = if is_ground { BodyKind::Kinematic } else { BodyKind::Dynamic };
        let body = Body::new(shape.clone()).with_kind(kind);
        let id = again.add(body.clone(), pose);
        assert_eq!(anew.add(body, pose), id);
        poses.push((id, shape, pose));
    }
    let mut given_again = 0;
    for frame in 0..pairs(60) {
        for (id, _, pose) in &mut poses {
            let by = if random.below(200) == 0 { 0.3 } else { 2e-4 };
            *pose = moved(*pose, by, &mut random);
            again.set_pose(*id, *pose).unwrap();
            anew.set_pose(*id, *pose).unwrap();
        }
        if frame % 2 == 0 {
            again.step();
            anew.step();
        }
        let mut known = Vec::new();
        for touch in again.contacts_mut() {
            known.push((touch.a, touch.b));
            for point in touch.points_mut() {
                // What was left with it is there, and it has grown older.
                assert_eq!(number(point.impulses[0]), f64::from(point.age), "{}", V::NAME);
                point.impulses[0] = point.impulses[0] + scalar(1.0);
            }
        }
        let kind = |part: Part| again.member(part.body).unwrap().kind();
        let is_on_ground = |touch: &BodyContact<V>| kind(touch.a) != kind(touch.b);
        for touch in anew.contacts() {
            let pair = (touch.a, touch.b);
            // Of those on the ground an inner edge may explain one here, and not there.
            let is_known = known.contains(&pair) || is_on_ground(touch);
            assert!(is_known, "{} frame {frame}: {touch:?}", V::NAME);
        }
        for touch in again.last_contacts() {
            let [a, b] = [touch.a, touch.b].map(|part| part.body);
            let known = |id| poses.iter().find(|(other, ..)| *other == id).unwrap();
            let ((_, one, p), (_, other, q)) = (known(a), known(b));
            let (one, other) = (At::new(one, *p), At::new(other, *q));
            let context = || format!("{} frame {frame}: ", V::NAME);
            // One that was turned for the ground is along another normal.
            if !is_on_ground(touch) {
                holds(&touch.contact, [&one, &other], [slop, margin], &context);
            }
            given_again +=
                usize::from(number(touch.contact.signed_distance.distance.width()) > 1e-4);
            assert_eq!(touch.points().len(), touch.contact.points().len());
            for (point, own) in touch.points().iter().zip(touch.contact.points()) {
                for (back, on) in
                    [(p.apply(point.local_a), own.on_a), (q.apply(point.local_b), own.on_b)]
                {
                    assert!(number((back - on).length()) < 100.0 * epsilon::<V>() * 4.0);
                }
                let (here, there) = ((point.on_a, point.on_b), (own.on_a, own.on_b));
                assert_eq!((here, point.distance), (there, own.distance));
            }
        }
    }
    assert!(given_again > 100, "{} {given_again}", V::NAME);
}

#[test]
fn a_scene_that_gives_contacts_again_misses_none() {
    in_every_space!(a_scene_misses_no_contact);
}

/// What rolls, or spins, on a facet or beside a round side does not turn the normal, whichever is
/// the first of the two.
fn what_spins_does_not_turn_the_normal_in<V: Space>() {
    let axis = |k: usize, x: f64| V::from_fn(|i| scalar(if i == k { x } else { 0.0 }));
    let floor = Cuboid::new(V::from_fn(|i| scalar([1.0, 0.5, 1.0][i]))).unwrap();
    let ball = |radius| Shape::from(Ball::new(scalar(radius)).unwrap());
    let beside = Capsule::new(axis(1, -1.0), axis(1, 1.0), scalar(0.5)).unwrap();
    let slop = 0.005;
    // A shape, where it spins beside which, and from which to it the normal leads.
    let cases: [(Shape<V>, V, Shape<V>, V); 4] = [
        (ball(0.01), axis(1, 0.509), floor.into(), axis(1, 1.0)),
        (ball(0.0), axis(1, 0.3), floor.into(), axis(1, 1.0)),
        (ball(0.02), axis(0, 0.515), beside.into(), axis(0, 1.0)),
        (ball(0.5), axis(0, 0.995), ball(0.5), axis(0, 1.0)),
    ];
    for (k, (small, at, other, up)) in cases.into_iter().enumerate() {
        for is_first in [true, false] {
            let mut pair =
                if is_first { Tracker::new(&small, &other) } else { Tracker::new(&other, &small) };
            for step in 0..60 {
                let turn = Turn::about_z(0.01 * f64::from(step)).rotation();
                let (p, q) = (Pose::new(at, turn).unwrap(), Pose::IDENTITY);
                let pair = if is_first { pair.at(p, q) } else { pair.at(q, p) };
                let Some(found) = pair.reusing(scalar(slop)).contact(scalar(0.02)) else {
                    panic!("{} {k} {step}: none", V::NAME)
                };
                let normal = if is_first { -found.normal } else { found.normal };
                // No more than a solver sees.
                let off = number((normal - up).length());
                assert!(off <= 1.01e-2, "{} {k} {step} {is_first}: {off}", V::NAME);
                if k < 2 {
                    let off = number(found.normal.dot(up)).abs() - 1.0;
                    assert!(off.abs() <= 8.0 * epsilon::<V>(), "{} {k} {step}: {off}", V::NAME);
                }
                let [point] = found.points() else { panic!("{found:?}") };
                let truth = [-0.001, -0.2, -0.005, -0.005][k];
                let off = (number(point.distance) - truth).abs();
                assert!(off <= slop, "{} {k} {step} {is_first}: {off}", V::NAME);
            }
        }
    }
}

#[test]
fn what_spins_does_not_turn_the_normal() {
    in_every_space!(what_spins_does_not_turn_the_normal_in);
}

/// A small body in a wide margin: the point that it faces swings further than it does.
#[test]
fn points_stay_on_a_small_body_that_turns_in_a_wide_margin() {
    let (small, large) = (Cuboid::new(DVec3::splat(0.01)), Cuboid::new(DVec3::splat(0.5)));
    let on_corner =
        Rotation::from_axis_angle(DVec3::new(1.0, 0.0, -1.0), 2f64.sqrt().atan()).unwrap();
    let above = Pose::new(DVec3::Y * (0.01 + 0.75f64.sqrt() + 0.2), on_corner).unwrap();
    let mut pair = Tracker::new(small.unwrap(), large.unwrap());
    for step in 0..30 {
        let turn = Rotation::from_axis_angle(DVec3::Z, 0.01 * f64::from(step)).unwrap();
        let pose = Pose::from_rotation(turn);
        let found = pair.at(pose, above).reusing(0.005).contact(0.3).unwrap();
        let on_a = pose.inverse_apply(found.points()[0].on_a).abs();
        assert!(on_a.max_element() <= 0.015, "{step}: {on_a:?}");
    }
}
