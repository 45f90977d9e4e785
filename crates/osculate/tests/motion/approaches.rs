//! How near moving shapes pass, and when; and yes or no for what a translation sweeps.

use crate::moves::Bare;
use crate::shapes::{any, number};
use crate::support::ask::{
    cast, closest_approach, distance, intersects, signed_distance, sweep_test, time_of_impact,
};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::papers::ericson::duplicated;
use osculate::shape::{Ball, Cuboid, Hull, PointCloud};
use osculate::{
    At, Convex, DVec3, Encounter, Facts, Motion, Moves, Place, Pose, Rotation, Sweep, Trajectory,
    Verdict, clearance_along,
};

fn random_motion<V: Space>(random: &mut Random, at: V, spin: f64) -> Motion<V> {
    let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
    let velocity = random.vector::<V>() * scalar(3.0);
    let spin = core::array::from_fn(|_| random.signed() * spin);
    V::turning(Motion::new(pose, velocity).unwrap(), spin)
}

fn check_brackets<V: Space>() {
    let mut random = Random(380);
    let (mut apart, mut touching) = (0, 0);
    let fine = epsilon::<V>() < 1e-10;
    for case in 0..pairs(80) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let away = random.vector::<V>() * scalar(4.0);
        let spin = [0.0, 2.0, 9.0][random.below(3)];
        let first = random_motion(&mut random, V::ZERO, spin);
        let second = random_motion(&mut random, away, spin);
        let list = Trajectory::new(
            &[0.0, 0.3, 0.5, 1.0].map(|t| (scalar(t), first.pose_at(scalar(t)).unwrap())),
        )
        .unwrap();
        let bare = Bare(first);
        let kind = random.below(4);
        let all: [&dyn Moves<V>; 4] = [&list, &bare, &first, &first];
        let moves = all[kind];
        let name = format!("{} {case}", V::NAME);
        let sweep = Sweep::default();
        let pass = closest_approach(&sweep, &shapes[0], moves, &shapes[1], &second).unwrap();
        let at = |time: f64| {
            let [a, b] = [moves.pose(scalar(time)), second.pose(scalar(time))];
            distance(&At::new(&shapes[0], a), &At::new(&shapes[1], b))
        };
        let size = |i: usize| number(shapes[i].extent() + shapes[i].rounding());
        let tolerance = 1e-4 * size(0).min(size(1));
        let doubt = if fine { 1e-9 } else { 1e-3 };
        let [lower, upper] = [pass.distance.lower, pass.distance.upper].map(number);
        let [first, last] = [pass.time.lower, pass.time.upper].map(number);
        assert!(lower <= upper && 0.0 <= first && first <= last && last <= 1.0, "{name}: {pass:?}");
        // Bounds alone may need more steps than there are.
        assert!(pass.is_complete || kind == 1, "{name}: {pass:?}");
        let there = number(at(number(pass.time.value)).lower);
        assert!(there <= upper + doubt, "{name}: {there} {pass:?}");
        if upper > tolerance + doubt {
            apart += 1;
            assert!(!pass.is_complete || upper - lower <= tolerance + doubt, "{name}: {pass:?}");
        } else {
            touching += 1;
        }
        for k in 0..=300 {
            let time = f64::from(k) / 300.0;
            let now = number(at(time).upper);
            assert!(now >= lower - doubt, "{name}: {now} at {time}, {pass:?}");
            let outside = time < first || (time > last && upper > tolerance + doubt);
            assert!(!outside || now >= upper - doubt, "{name}: {now} at {time}, {pass:?}");
        }
    }
    assert!(apart > pairs(80) / 4 && touching > pairs(80) / 20, "{}: {apart} {touching}", V::NAME);
}

#[test]
fn no_sample_is_nearer_than_the_closest_approach() {
    in_every_space!(check_brackets);
}

#[test]
fn a_spinning_rod_passes_a_ball_by_what_the_closed_form_says() {
    let rod = Cuboid::new(DVec3::new(1.0, 0.0, 0.0)).unwrap();
    let ball = Ball::new(0.1).unwrap();
    for gap in [1e-3, 0.1, 1.0] {
        // Its tips pass below the ball at quarter turns: 1.5 turns bring three of them there.
        let spins = Motion::new(Pose::IDENTITY, DVec3::ZERO).unwrap();
        let spins = spins.turning(DVec3::Z * 1.5 * std::f64::consts::TAU).unwrap();
        let above = Pose::from_translation(DVec3::new(0.0, 1.1 + gap, 0.0)).unwrap();
        let sweep = Sweep::default().with_tolerance(1e-6).unwrap();
        let rests = Motion::resting(above);
        let pass = closest_approach(&sweep, &rod, &spins, &ball, &rests).unwrap();
        assert!(pass.is_complete && pass.distance.width() < 2e-6, "{pass:?}");
        assert!(pass.distance.lower <= gap && gap <= pass.distance.upper, "{pass:?}");
        let times = [0, 1, 2].map(|k| (0.25 + 0.5 * f64::from(k)) / 1.5);
        for time in times {
            assert!(pass.time.lower <= time && time <= pass.time.upper, "{time} {pass:?}");
        }
        assert!(times[0] - pass.time.lower < 1e-2 && pass.time.upper - times[2] < 1e-2);
        assert!(pass.steps < 600, "{pass:?}");
    }
}

#[test]
fn a_contact_is_that_of_the_time_of_impact() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let flies = Motion::new(Pose::from_translation(-DVec3::X * 6.0).unwrap(), DVec3::X * 8.0);
    let flies = flies.unwrap().turning(DVec3::ONE).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    let sweep = Sweep::default();
    let hit = time_of_impact(&sweep, &cube, &flies, &cube, &rests).unwrap().hit().unwrap();
    let pass = closest_approach(&sweep, &cube, &flies, &cube, &rests).unwrap();
    assert_eq!((pass.time.lower, pass.distance.lower), (hit.time.lower, 0.0));
    assert!(pass.is_complete && pass.steps > hit.steps);
    // The first contact is in the span: at its end they overlap, and just before it they do not.
    let gap = |time: f64| {
        let placed = cube.at(flies.pose_at(time).unwrap());
        signed_distance(&placed, &cube).distance
    };
    assert!(gap(pass.time.lower).lower > 0.0 && gap(pass.time.upper).upper < 0.0, "{pass:?}");
    assert!(pass.time.width() < 1e-4, "{pass:?}");
}

#[test]
fn near_enough_is_not_contact() {
    let ball = Ball::new(1.0).unwrap();
    let start = Pose::from_translation(DVec3::new(-5.0, 2.05, 0.0)).unwrap();
    let flies = Motion::new(start, DVec3::X * 10.0).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    for tolerance in [0.1, 0.04, 1.0, 1e-6, 0.0] {
        let sweep = Sweep::default().with_tolerance(tolerance).unwrap();
        let pass = closest_approach(&sweep, &ball, &flies, &ball, &rests).unwrap();
        assert!(pass.time.contains(0.5), "{tolerance}: {pass:?}");
        assert!(pass.distance.lower <= 0.05 + 1e-14 && 0.05 <= pass.distance.upper + 1e-14);
        assert_eq!(pass.verdict, Verdict::Apart, "{tolerance}: {pass:?}");
        let rounding = 1e-12;
        assert!(pass.distance.width() <= tolerance + rounding, "{tolerance}: {pass:?}");
    }
}

/// Balls that pass each other on straight lines, near and far from the origin: closed forms tell
/// when, how near, and when they first touch.
fn check_balls<V: Space>() {
    let mut random = Random(5807);
    let (mut apart, mut together) = (0, 0);
    for case in 0..pairs(400) {
        let vector = |random: &mut Random, size: f64| random.vector::<V>() * scalar(size);
        let distance = [0.0, 0.0, 100.0][random.below(3)];
        let far = vector(&mut random, distance);
        let radii = [0, 1].map(|_| 0.2 + random.unit()).map(|r| f64::from(r as f32));
        let (near, velocity) = (vector(&mut random, 2.0), vector(&mut random, 12.0));
        let from = near - velocity * scalar(random.unit());
        let [a, b] = radii.map(|radius| Ball::new(scalar(radius)).unwrap());
        let flies = Motion::new(Pose::from_translation(far + from).unwrap(), velocity).unwrap();
        let rests = Motion::resting(Pose::from_translation(far).unwrap());
        let tolerance = [0.3, 1e-2, 1e-4, 1e-9][random.below(4)];
        let sweep = Sweep::default().with_tolerance(scalar(tolerance)).unwrap();
        let pass = closest_approach(&sweep, &a, &flies, &b, &rests).unwrap();
        let name = format!("{} {case} {tolerance:e}: {pass:?}", V::NAME);
        let coordinate = |v: V, i| if i < V::DIM { number(v.get(i)) } else { 0.0 };
        let exact = |v: V| DVec3::from_array([0, 1, 2].map(|i| coordinate(v, i)));
        let way = exact(flies.pose_at(scalar(0.0)).unwrap().translation()) - exact(far);
        let velocity = exact(velocity);
        let nearest = (-way.dot(velocity) / velocity.length_squared()).clamp(0.0, 1.0);
        let least = (way + velocity * nearest).length() - (radii[0] + radii[1]);
        let doubt = 1e2 * epsilon::<V>() * (exact(far).length() + 20.0);
        assert!(pass.is_complete, "{name}");
        let [lower, upper] = [pass.distance.lower, pass.distance.upper].map(number);
        let [first, last] = [pass.time.lower, pass.time.upper].map(number);
        assert!(lower <= least.max(0.0) + doubt && least <= upper + doubt, "{name}: {least}");
        let rounding = 4.0 * epsilon::<V>() * upper;
        assert!(upper - lower <= tolerance.max(doubt) + rounding, "{name}");
        // A time is off by what the distance is, over how fast it changes there.
        let truth = if least < 0.0 {
            let (square, half) = (velocity.length_squared(), way.dot(velocity));
            let sum = radii[0] + radii[1];
            let root = half * half - square * (way.length_squared() - sum * sum);
            ((-half - root.sqrt()) / square).max(0.0)
        } else {
            nearest
        };
        let now = (way + velocity * truth).length() - (radii[0] + radii[1]);
        let outside = truth.clamp(first, last);
        let there = (way + velocity * outside).length() - (radii[0] + radii[1]);
        assert!((there - now).abs() <= doubt, "{name}: {truth} is outside");
        if least > doubt {
            apart += 1;
            assert_eq!(pass.verdict, Verdict::Apart, "{name}");
        } else if least < -doubt {
            together += 1;
            assert_eq!(lower, 0.0, "{name}");
        }
    }
    assert!(apart > pairs(400) / 8 && together > pairs(400) / 8, "{}: {apart} {together}", V::NAME);
}

#[test]
fn the_span_of_a_closest_approach_holds_the_time() {
    in_every_space!(check_balls);
}

#[test]
fn a_closest_approach_takes_no_more_looks_than_it_may() {
    let mut random = Random(5808);
    let mut spent = 0;
    for case in 0..pairs(300) {
        let shapes = [any::<DVec3>(&mut random), any::<DVec3>(&mut random)];
        let away = random.vector::<DVec3>() * 3.0;
        let first = random_motion(&mut random, DVec3::ZERO, 3.0);
        let second = random_motion(&mut random, away, 3.0);
        let bare = Bare(second);
        let moves = [&second as &dyn Moves<DVec3>, &bare][random.below(2)];
        for budget in [1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 50] {
            let sweep = Sweep::default().with_most_steps(budget);
            let pass = closest_approach(&sweep, &shapes[0], &first, &shapes[1], moves).unwrap();
            assert!(pass.steps <= budget, "{case}: {budget} {pass:?}");
            let answer = sweep.time_of_impact(&shapes[0], &first, &shapes[1], moves).unwrap();
            let steps = match answer {
                Encounter::Hit(hit) => hit.steps,
                Encounter::Missed => 0,
                Encounter::Unknown { steps, .. } => steps,
            };
            assert!(steps <= budget, "{case}: {budget} {answer:?}");
            spent += usize::from(!pass.is_complete);
        }
    }
    assert!(spent > pairs(300), "{spent}");
}

#[test]
fn a_spent_budget_leaves_bounds_that_are_safe() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let flies =
        Motion::new(Pose::from_translation(DVec3::new(-9.0, 3.0, 0.0)).unwrap(), DVec3::X * 20.0);
    let flies = flies.unwrap().turning(DVec3::ONE * 3.0).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    for budget in [0, 1, 2, 5, 10] {
        let sweep = Sweep::default().with_most_steps(budget);
        let pass = closest_approach(&sweep, &cube, &flies, &cube, &rests).unwrap();
        let looks = 1..=budget.max(1);
        assert!(!pass.is_complete && looks.contains(&pass.steps), "{budget}: {pass:?}");
        assert_eq!((pass.distance.lower, pass.time.lower, pass.time.upper), (0.0, 0.0, 1.0));
    }
    let all = closest_approach(&Sweep::default(), &cube, &flies, &cube, &rests).unwrap();
    assert!(all.is_complete && all.distance.lower > 0.0, "{all:?}");
}

#[test]
fn clearance_is_found_between_the_poses_of_a_list() {
    // An arm swings past a post by a quarter turn: at both poses it is far from it.
    let arm = osculate::shape::Capsule::new(DVec3::ZERO, DVec3::X, 0.05).unwrap();
    let post = Ball::new(0.1).unwrap();
    let pose = |angle| Pose::new(DVec3::ZERO, Rotation::from_axis_angle(DVec3::Z, angle)?);
    let swing = Trajectory::new(&[(3.0, pose(0.0).unwrap()), (7.0, pose(1.5).unwrap())]).unwrap();
    let place = DVec3::new(0.75f64.cos(), 0.75f64.sin(), 0.0) * 1.2;
    let rests = Motion::resting(Pose::from_translation(place).unwrap());
    let near = clearance_along(arm, &swing, post, &rests).unwrap();
    assert!(near.lower <= 0.05 && 0.05 <= near.upper && near.width() < 1e-4, "{near:?}");
    let through = Motion::resting(Pose::from_translation(place * 0.9).unwrap());
    assert_eq!(clearance_along(arm, &swing, post, &through).unwrap().lower, 0.0);
}

fn check_bodies_at_rest<V: Space>() {
    let mut random = Random(4157);
    let (mut near, mut met) = (0, 0);
    for case in 0..pairs(60) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let pose = |random: &mut Random, size: f64| {
            let at: V = random.vector::<V>() * scalar(size);
            Pose::new(at, random.turn::<V>().rotation()).unwrap()
        };
        let poses: Vec<(V::Scalar, Pose<V>)> =
            (0..3).map(|k| (scalar(f64::from(k) - 1.0), pose(&mut random, 4.0))).collect();
        let way = Trajectory::new(&poses).unwrap();
        let stands = pose(&mut random, 1.0);
        let name = format!("{} {case}", V::NAME);
        let [a, b] = shapes.each_ref().map(|shape| shape as &dyn Convex<V>);
        let along = |other: &dyn Moves<V>| clearance_along(a, &way, b, other).unwrap();
        let by_pose = along(&stands);
        let list = Trajectory::new(&[(scalar(0.0), stands)]).unwrap();
        let [from, to] = way.times();
        let sweep = Sweep::between(from, to).unwrap();
        for (what, other) in [
            ("a motion", along(&Motion::resting(stands))),
            ("a list", along(&list)),
            ("swapped", closest_approach(&sweep, b, &stands, a, &way).unwrap().distance),
        ] {
            let meet = by_pose.lower <= other.upper && other.lower <= by_pose.upper;
            assert!(meet, "{name}, {what}: {by_pose:?}, {other:?}");
        }
        // No pose of the way is nearer.
        for (_, pose) in &poses {
            let there = distance(&At::new(a, *pose), &At::new(b, stands));
            assert!(by_pose.lower <= there.upper, "{name}: {by_pose:?}, {there:?}");
        }
        (near, met) = if by_pose.lower > scalar(0.0) { (near + 1, met) } else { (near, met + 1) };
    }
    assert!(near.min(met) > pairs(60) / 10, "{}: {near} pass, {met} meet", V::NAME);
}

#[test]
fn clearance_from_a_pose_is_that_from_a_body_at_rest() {
    in_every_space!(check_bodies_at_rest);
}

fn check_sweeps<V: Space>() {
    let mut random = Random(381);
    let (mut yes, mut no) = (0, 0);
    for case in 0..pairs(200) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let points: Vec<V> = (0..9).map(|_| random.vector()).collect();
        let cloud = PointCloud::new(&points).unwrap();
        let way: V = random.vector::<V>() * scalar(4.0);
        let at = way * scalar(random.unit() * 1.4) + random.vector::<V>() * scalar(1.6);
        let b = At::new(&shapes[1], Pose::new(at, random.turn::<V>().rotation()).unwrap());
        let name = format!("{} {case}", V::NAME);
        let moved = Pose::from_translation(way).unwrap();
        for a in [&shapes[0] as &dyn Convex<V>, &cloud] {
            let swept = sweep_test(a, way, &b).unwrap();
            // The hull of start and end is another way to the same volume.
            let hull = Hull::new(a, At::new(a, moved));
            let gap = number(signed_distance(&hull, &b).distance.value);
            let doubt = if epsilon::<V>() < 1e-10 { 1e-9 } else { 1e-4 };
            if gap.abs() > doubt {
                assert_eq!(swept, gap < 0.0, "{name}: {gap}");
                let met = cast(&Sweep::default(), a, way, &b, V::ZERO).unwrap();
                assert_eq!(swept, met.hit().is_some(), "{name}: {gap}");
                (yes, no) = (yes + usize::from(swept), no + usize::from(!swept));
            }
        }
        let doubled = PointCloud::new(&duplicated(&points, way)).unwrap();
        if number(signed_distance(&doubled, &b).distance.value).abs() > 1e-4 {
            assert_eq!(sweep_test(&cloud, way, &b).unwrap(), intersects(&doubled, &b), "{name}");
        }
    }
    assert!(yes > pairs(200) / 4 && no > pairs(200) / 4, "{}: {yes} {no}", V::NAME);
}

#[test]
fn a_sweep_is_the_hull_of_its_ends_and_says_whether_a_cast_hits() {
    in_every_space!(check_sweeps);
}

#[test]
fn the_hull_of_two_poses_is_not_what_a_turn_sweeps() {
    let rod = Cuboid::new(DVec3::new(1.0, 0.02, 0.02)).unwrap();
    let half = Pose::new(DVec3::ZERO, Rotation::from_axis_angle(DVec3::Z, 3.125).unwrap()).unwrap();
    let ball = Ball::new(0.1).unwrap();
    let there = Pose::from_translation(DVec3::new(0.0, 0.7, 0.0)).unwrap();
    assert!(!intersects(&Hull::new(rod, At::new(rod, half)), &ball.at(there)));
    let motion = Motion::between(Pose::IDENTITY, half).unwrap();
    let answer = time_of_impact(&Sweep::default(), &rod, &motion, &ball, &Motion::resting(there));
    assert!(answer.unwrap().hit().is_some());
}

#[test]
fn bad_sweeps_are_refused_by_name() {
    let ball = Ball::new(1.0).unwrap();
    let error = sweep_test(&ball, DVec3::new(0.0, f64::INFINITY, 0.0), &ball).unwrap_err();
    assert_eq!((error.shape, error.parameter, error.index), ("Swept", "way", Some(1)));
    let fast = Motion::new(Pose::IDENTITY, DVec3::Z * 1e300).unwrap();
    let sweep = Sweep::between(-1e10, 0.0).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    let error = closest_approach(&sweep, &ball, &fast, &ball, &rests).unwrap_err();
    assert_eq!((error.parameter, error.index), ("velocity", Some(2)));
}
