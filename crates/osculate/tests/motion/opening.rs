//! The state at the start, and contact there that is passed over while it opens.

use crate::shapes::{any, number};
use crate::support::ask::{cast, penetration, signed_distance, time_of_impact};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::shape::{Ball, Cuboid};
use osculate::{At, Convex, DVec2, DVec3, Encounter, Facts, Motion, Place, Pose, Sweep, Verdict};

#[test]
fn an_overlap_at_the_start_has_its_depth_and_normal() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    for (x, verdict) in
        [(1.5, Verdict::Overlapping), (2.0, Verdict::Touching), (2.5, Verdict::Apart)]
    {
        let other = cube.at(Pose::from_translation(DVec3::X * x).unwrap());
        let hit = cast(&Sweep::default(), &cube, DVec3::X, &other, DVec3::ZERO).unwrap();
        let hit = hit.hit().unwrap();
        assert_eq!((hit.start, hit.overlap.is_some()), (verdict, verdict == Verdict::Overlapping));
        if let Some(overlap) = hit.overlap {
            assert!(overlap.depth.lower <= 0.5 && 0.5 <= overlap.depth.upper, "{overlap:?}");
            assert_eq!(overlap.normal, DVec3::X);
        }
    }
}

/// A cast that starts in contact is free if it opens, which for translations lasts; else it hits
/// at once.
fn check_casts<V: Space>() {
    let mut random = Random(370);
    let (mut opened, mut closed) = (0, 0);
    for case in 0..pairs(200) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let mut place = |at: V| Pose::new(at, random.turn::<V>().rotation()).unwrap();
        let poses = [place(V::ZERO), place(V::axis(0) * scalar(0.3))];
        let velocity = random.vector::<V>() * scalar(3.0);
        let name = format!("{} {case}", V::NAME);
        let [a, b] = [0, 1].map(|i| At::new(&shapes[i], poses[i]));
        let Some(depth) = penetration(&a, &b) else { continue };
        let along = number(depth.normal.dot(velocity));
        // The normal of a depth of curved shapes is near to the true one.
        if along.abs() < 0.05 {
            continue;
        }
        let sweep = Sweep::default().ignoring_opening();
        let answer = cast(&sweep, &a, velocity, &b, V::ZERO).unwrap();
        let plain = cast(&Sweep::default(), &a, velocity, &b, V::ZERO).unwrap().hit().unwrap();
        assert_eq!(number(plain.time.lower), 0.0, "{name}");
        if along < 0.0 {
            assert!(answer.is_missed(), "{name}: {answer:?}");
            opened += 1;
            let start = number(signed_distance(&a, &b).distance.lower);
            for k in 0..=20 {
                let by = velocity * scalar(f64::from(k) / 20.0);
                let pose = Pose::new(poses[0].translation() + by, poses[0].rotation()).unwrap();
                let now = signed_distance(&At::new(&shapes[0], pose), &b).distance.upper;
                let doubt = if epsilon::<V>() < 1e-10 { 1e-8 } else { 1e-3 };
                assert!(number(now) >= start - doubt, "{name} {k}: {now:?} {start}");
            }
        } else {
            let hit = answer.hit().expect("it closes");
            assert_eq!((number(hit.time.lower), hit.start), (0.0, plain.start), "{name}");
            closed += 1;
        }
    }
    let least = pairs(200) / 6;
    assert!(opened > least && closed > least, "{}: {opened} {closed}", V::NAME);
}

#[test]
fn casts_that_open_are_free_and_casts_that_close_hit_at_once() {
    in_every_space!(check_casts);
}

#[test]
fn a_rod_that_leaves_a_ball_comes_round_to_it_again() {
    let rod = Cuboid::new(DVec3::new(2.0, 0.02, 0.02)).unwrap();
    let ball = Ball::new(0.1).unwrap();
    let (rate, half_width) = (12.0f64, (0.12f64 / 1.5).asin());
    let sweep = Sweep::default().ignoring_opening();
    // From the ball's far side: touching it, or still overlapping it.
    for past in [half_width, half_width * 0.5, half_width * 0.01] {
        for rate in [rate, -rate] {
            let angle = std::f64::consts::FRAC_PI_2 + past * rate.signum();
            let turn = osculate::Rotation::from_axis_angle(DVec3::Z, angle).unwrap();
            let start = Pose::new(DVec3::ZERO, turn).unwrap();
            let motion = Motion::new(start, DVec3::ZERO).unwrap();
            let motion = motion.turning(DVec3::Z * rate).unwrap();
            let above = Pose::from_translation(DVec3::new(0.0, 1.5, 0.0)).unwrap();
            let answer =
                time_of_impact(&sweep, &rod, &motion, &ball, &Motion::resting(above)).unwrap();
            let hit = answer.hit().expect("its other end comes round");
            let truth = (std::f64::consts::PI - half_width - past) / 12.0;
            assert!(hit.time.lower <= truth + 1e-12, "{past} {rate}: {truth} {hit:?}");
            assert!(truth - hit.time.lower < 1e-5, "{past} {rate}: {truth} {hit:?}");
            assert_ne!(hit.start, Verdict::Apart);
        }
    }
    // Towards the ball it closes.
    let turn = osculate::Rotation::from_axis_angle(DVec3::Z, 1.5).unwrap();
    let motion = Motion::new(Pose::new(DVec3::ZERO, turn).unwrap(), DVec3::ZERO).unwrap();
    let motion = motion.turning(DVec3::Z * rate).unwrap();
    let above = Motion::resting(Pose::from_translation(DVec3::new(0.0, 1.5, 0.0)).unwrap());
    let hit = time_of_impact(&sweep, &rod, &motion, &ball, &above).unwrap().hit().unwrap();
    assert_eq!((hit.time.lower, hit.time.upper), (0.0, 0.0));
}

#[test]
fn a_wheel_that_rolls_is_not_stopped_by_the_floor_and_meets_the_step() {
    let wheel = Ball::new(1.0).unwrap();
    let floor = osculate::shape::HalfSpace::new(DVec2::Y, 0.0).unwrap();
    let rolls = Motion::new(Pose::from_translation(DVec2::Y).unwrap(), DVec2::X * 4.0).unwrap();
    let rolls = rolls.turning(-4.0).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    let sweep = Sweep::default();
    let hit = time_of_impact(&sweep, &wheel, &rolls, &floor, &rests).unwrap().hit().unwrap();
    assert_eq!(hit.time.lower, 0.0);
    let sweep = sweep.ignoring_opening();
    assert!(time_of_impact(&sweep, &wheel, &rolls, &floor, &rests).unwrap().is_missed());
    let step = Cuboid::new(DVec2::new(0.5, 0.5)).unwrap();
    let there = Motion::resting(Pose::from_translation(DVec2::new(3.5, 0.0)).unwrap());
    let hit = time_of_impact(&sweep, &wheel, &rolls, &step, &there).unwrap().hit().unwrap();
    let truth = (3.0 - 0.75f64.sqrt()) / 4.0;
    assert!(hit.time.lower <= truth && truth - hit.time.lower < 1e-4, "{hit:?}");
}

/// Bodies that start in contact and turn: before the answer they are never deeper than at the
/// start, and at its time they touch.
fn check_turning<V: Space>() {
    let mut random = Random(371);
    let (mut at_once, mut later, mut free) = (0, 0, 0);
    for case in 0..pairs(150) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let mut motion = |at: V| {
            let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
            let velocity = random.vector::<V>() * scalar(1.5);
            let spin: [f64; 3] = core::array::from_fn(|_| random.signed() * 4.0);
            V::turning(Motion::new(pose, velocity).unwrap(), spin)
        };
        let motions = [motion(V::ZERO), motion(V::axis(1) * scalar(0.9))];
        let name = format!("{} {case}", V::NAME);
        let at = |time: f64| {
            let pose = |i: usize| motions[i].pose_at(scalar(time)).unwrap();
            let [a, b] = [0, 1].map(|i| At::new(&shapes[i], pose(i)));
            signed_distance(&a, &b).distance
        };
        let start = at(0.0);
        if number(start.lower) > 0.0 {
            continue;
        }
        let sweep = Sweep::default().ignoring_opening();
        let answer =
            time_of_impact(&sweep, &shapes[0], &motions[0], &shapes[1], &motions[1]).unwrap();
        let size = |i: usize| number(shapes[i].extent() + shapes[i].rounding());
        let tolerance = 1e-4 * size(0).min(size(1));
        let doubt = if epsilon::<V>() < 1e-10 { 1e-7 } else { 2e-3 };
        let until = match answer {
            Encounter::Hit(hit) => {
                let upper = at(number(hit.time.upper));
                assert!(number(upper.lower) <= tolerance + doubt, "{name}: {upper:?}");
                let lower = number(hit.time.lower);
                (at_once, later) =
                    (at_once + usize::from(lower == 0.0), later + usize::from(lower > 0.0));
                lower
            }
            Encounter::Missed => {
                free += 1;
                1.0
            }
            Encounter::Unknown { lower, .. } => number(lower),
        };
        for k in 0..=50 {
            let now = at(until * f64::from(k) / 50.0);
            let floor = number(start.lower) - tolerance - doubt;
            assert!(number(now.upper) >= floor, "{name} {k} {until}: {now:?} {start:?}");
        }
    }
    let counts = format!("{}: {at_once} at once, {later} later, {free} free", V::NAME);
    assert!(at_once > pairs(150) / 20 && later + free > pairs(150) / 20, "{counts}");
}

#[test]
fn contact_that_is_passed_over_gets_no_deeper() {
    in_every_space!(check_turning);
}
