//! Half-spaces that turn: what they meet, and how near it comes.
//!
//! The truth is sampled in double precision. The gap of a half-space and a convex shape is a
//! support call along the half-space's normal, and the speeds of both bound how fast it changes.

use crate::moves::Bare;
use crate::shapes::{any, number};
use crate::support::ask::{closest_approach, time_of_any_impact};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::Body;
use osculate::Facts;
use osculate::scene::Scene;
use osculate::shape::{Ball, HalfSpace, Shape};
use osculate::{
    Convex, DVec2, DVec3, Encounter, Motion, Moves, Pose, Rotation, Sweep, Trajectory, Vec3,
};

/// As single precision has it.
fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

/// The gap of the half-space of the x axis behind its offset, and of a shape.
fn gap<E: Space<Scalar = f64>>(
    offset: f64,
    half_space: Pose<E>,
    shape: &dyn Convex<E>,
    pose: Pose<E>,
) -> f64 {
    let normal = half_space.rotation().apply(E::axis(0));
    let back = pose.rotation().inverse().apply(-normal);
    let lowest = pose.apply(shape.support(back));
    normal.dot(lowest - half_space.translation()) - offset
}

/// The least gap between two times and when it is, and the first time at which it is zero; all to
/// within a width, if no gap changes faster than `speed`.
fn sampled(gap: &dyn Fn(f64) -> f64, to: f64, speed: f64, width: f64) -> ([f64; 2], Option<f64>) {
    // A rough look first: what lies well above its least is then passed quickly.
    let (rough, _) = looked([f64::INFINITY, 0.0], gap, to, speed, 30.0 * width);
    looked(rough, gap, to, speed, width)
}

/// The same, if some least gap is known.
fn looked(
    mut least: [f64; 2],
    gap: &dyn Fn(f64) -> f64,
    to: f64,
    speed: f64,
    width: f64,
) -> ([f64; 2], Option<f64>) {
    let (mut met, mut time) = (None, 0.0);
    loop {
        let now = gap(time);
        if now < least[0] {
            least = [now, time];
        }
        if now <= 0.0 && met.is_none() {
            met = Some(time);
        }
        if time >= to {
            return (least, met);
        }
        // What is further than the least is passed as fast as the speed allows.
        let above = if met.is_none() { (now - least[0]).min(now) } else { now - least[0] };
        time = (time + (above.max(0.0) + width) / speed).min(to);
    }
}

fn check<V: Space>() {
    let mut random = Random(5811);
    let (mut hits, mut free, mut unknown, mut incomplete) = (0, 0, 0, 0);
    let fine = epsilon::<V>() < 1e-10;
    for case in 0..pairs(60) {
        let seed = random.bits();
        let shape = any::<V>(&mut Random(seed));
        let exact = any::<V::Exact>(&mut Random(seed));
        let offset = scalar::<V::Scalar>([0.0, -0.5, 1.5][random.below(3)]);
        let floor = HalfSpace::new(V::axis(0), offset).unwrap();
        let mut pose = |size: f64| {
            let at = random.vector::<V>() * scalar(size);
            Pose::new(at, random.turn::<V>().rotation()).unwrap()
        };
        let (poses, place) = ([pose(1.0), pose(1.0), pose(1.0)], pose(0.0));
        let away = poses[0].rotation().apply(V::axis(0)) * scalar(3.0 + 3.0 * random.unit());
        let place = Pose::new(poses[0].translation() + away, place.rotation()).unwrap();
        let kind = random.below(4);
        let spin = core::array::from_fn(|_| random.signed() * [0.5, 2.0, 9.0][random.below(3)]);
        let velocity = random.vector::<V>();
        let center = random.vector::<V>() * scalar([0.0, 2.0][random.below(2)]);
        // The motion in both precisions.
        fn both<E: Space, V: Space>(
            poses: &[Pose<V>; 3],
            [velocity, center]: [V; 2],
            spin: [f64; 3],
        ) -> (Motion<E>, Trajectory<E>) {
            let poses = poses.map(|pose| crate::returns::in_space::<V, E>(pose));
            let vector = |v: V| E::from_fn(|i| scalar(number(v.get(i))));
            let motion = Motion::new(poses[0], vector(velocity)).unwrap();
            let turning = E::turning(motion.about(vector(center)).unwrap(), spin.map(single));
            let times = [0.0, 0.375, 1.0].map(scalar);
            let list = [0, 1, 2].map(|k| (times[k], poses[k]));
            (turning, Trajectory::new(&list).unwrap())
        }
        let (motion, way) = both::<V, V>(&poses, [velocity, center], spin);
        let (exact_motion, exact_way) = both::<V::Exact, V>(&poses, [velocity, center], spin);
        let (moves, exact_moves): (&dyn Moves<V>, &dyn Moves<V::Exact>) = match kind {
            0 => (&motion, &exact_motion),
            1 => (&way, &exact_way),
            2 => (&Bare(&way), &exact_way),
            _ => (&Bare(&motion), &exact_motion),
        };
        let drift = random.vector::<V>();
        let other_spin: [f64; 3] = core::array::from_fn(|_| random.signed());
        let drifts = random.below(2) == 1;
        fn resting_or_not<E: Space, V: Space>(
            place: Pose<V>,
            drift: Option<V>,
            spin: [f64; 3],
        ) -> Motion<E> {
            let place = crate::returns::in_space::<V, E>(place);
            let Some(drift) = drift else { return Motion::resting(place) };
            let drift = E::from_fn(|i| scalar(number(drift.get(i))));
            E::turning(Motion::new(place, drift).unwrap(), spin.map(single))
        }
        let drift = drifts.then_some(drift);
        let other = resting_or_not::<V, V>(place, drift, other_spin);
        let exact_other = resting_or_not::<V::Exact, V>(place, drift, other_spin);
        let name = format!("{} {case} of kind {kind}", V::NAME);
        let gap = |time: f64| {
            let poses = [exact_moves.pose(time), exact_other.pose(time)];
            gap(number(floor.offset()), poses[0], &*exact, poses[1])
        };
        // The shape is at most so far from where the half-space turns about.
        let reach = 20.0;
        let speed = number(motion.speed(scalar(0.0), scalar(1.0)))
            + number(other.speed(scalar(0.0), scalar(1.0)))
            + exact_moves.speed(0.0, 1.0)
            + exact_moves.angular_speed(0.0, 1.0) * reach
            + 8.0;
        let size = number(shape.extent() + shape.rounding());
        let tolerance = 1e-4 * size;
        let doubt = if fine { 1e-9 } else { 2e-4 };
        let width = 1e-2;
        let ([least, _], met) = sampled(&gap, 1.0, speed, width);
        let sweep = Sweep::default();
        let answers = [
            time_of_any_impact(&sweep, &floor, moves, &shape, &other).unwrap(),
            time_of_any_impact(&sweep, &shape, &other, &floor, moves).unwrap(),
        ];
        for answer in answers {
            let until = number(answer.lower()).min(1.0);
            // Before the bracket alone: bodies that overlap at first have met at its lower end.
            let mut before = (0..=200).map(|k| until * f64::from(k) / 200.0).filter(|&t| t < until);
            let late = before.find(|&t| gap(t) < -doubt);
            assert!(late.is_none(), "{name}: {late:?} before {answer:?}");
            let missed = met.filter(|&met| met < until - 1e-6 && gap(met) < -doubt);
            assert!(missed.is_none(), "{name}: {missed:?} {answer:?}");
            match answer {
                Encounter::Hit(hit) => {
                    hits += 1;
                    let there = gap(number(hit.time.upper));
                    assert!(there <= tolerance + doubt, "{name}: {there} apart at {hit:?}");
                }
                Encounter::Missed => free += 1,
                Encounter::Unknown { .. } => unknown += 1,
            }
        }
        let passes = [
            closest_approach(&sweep, &floor, moves, &shape, &other).unwrap(),
            closest_approach(&sweep, &shape, &other, &floor, moves).unwrap(),
        ];
        for pass in passes {
            let [lower, upper] = [pass.distance.lower, pass.distance.upper].map(number);
            assert!(lower <= least.max(0.0) + doubt, "{name}: {least} {pass:?}");
            // What was sampled is no further from the truth than this.
            let apart = least - width;
            assert!(upper >= apart - doubt, "{name}: {least} {pass:?}");
            let is_narrow = upper - lower <= tolerance + doubt;
            assert!(is_narrow || !pass.is_complete, "{name}: {pass:?}");
            // Where the distance hardly changes for long, the steps may not suffice.
            incomplete += usize::from(!pass.is_complete && kind <= 1 && fine);
            let value = number(pass.time.value);
            assert!(gap(value) <= upper + doubt, "{name}: {} {pass:?}", gap(value));
        }
    }
    let count = pairs(60);
    assert!(hits > count / 3 && free > count / 8, "{}: {hits} hits, {free} free", V::NAME);
    assert!(unknown <= count / 20, "{}: {unknown} unknown", V::NAME);
    assert!(incomplete <= count / 5000, "{}: {incomplete} incomplete", V::NAME);
}

#[test]
fn a_half_space_that_turns_is_met_where_it_is() {
    in_every_space!(check);
}

#[test]
fn a_half_space_that_begins_to_turn_is_far_from_what_is_far() {
    let turn = |angle| Pose::new(DVec3::ZERO, Rotation::from_axis_angle(DVec3::X, angle)?);
    let floor = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    let ball = Ball::new(1.0).unwrap();
    let rests = Motion::resting(Pose::from_translation(DVec3::Y * 10.0).unwrap());
    let way = Trajectory::new(&[(0.5, turn(0.0).unwrap()), (1.0, turn(0.1).unwrap())]).unwrap();
    let sweep = Sweep::default();
    assert!(time_of_any_impact(&sweep, &floor, &way, &ball, &rests).unwrap().is_missed());
    let pass = closest_approach(&sweep, &floor, &way, &ball, &rests).unwrap();
    let truth = 10.0 * 0.1f64.cos() - 1.0;
    assert!(pass.distance.contains(truth) && pass.distance.width() < 1e-3, "{pass:?} {truth}");
    assert!(pass.time.contains(1.0), "{pass:?}");
    // Turned further it comes to the ball.
    let way = Trajectory::new(&[(0.5, turn(0.0).unwrap()), (1.0, turn(1.6).unwrap())]).unwrap();
    let hit = time_of_any_impact(&sweep, &floor, &way, &ball, &rests).unwrap().hit().unwrap();
    let truth = 0.5 + 0.5 * 0.1f64.acos() / 1.6;
    assert!(hit.time.lower <= truth && truth - hit.time.lower < 1e-4, "{hit:?} {truth}");
}

#[test]
fn a_ball_on_a_plane_that_tilts_away_is_left_and_caught_again() {
    // Both turn as one, far from where they turn about: they stay as they are.
    let floor = HalfSpace::new(DVec2::Y, 0.0).unwrap();
    let ball = Ball::new(0.5).unwrap();
    let turns = Motion::new(Pose::IDENTITY, DVec2::ZERO).unwrap().turning(3.0).unwrap();
    let rides = Pose::from_translation(DVec2::new(7.0, 1.0)).unwrap();
    let rides = Motion::new(rides, DVec2::ZERO).unwrap().turning(3.0).unwrap();
    let rides = rides.about(DVec2::new(-7.0, -1.0)).unwrap();
    // The center of the turn is the world's origin.
    let rides = Motion::new(rides.pose_at(0.0).unwrap(), DVec2::ZERO).unwrap();
    let rides = rides.turning(3.0).unwrap().about(DVec2::new(-7.0, -1.0)).unwrap();
    let sweep = Sweep::default();
    let answer = time_of_any_impact(&sweep, &floor, &turns, &ball, &rides).unwrap();
    assert!(answer.is_missed(), "{answer:?}");
    let pass = closest_approach(&sweep, &floor, &turns, &ball, &rides).unwrap();
    assert!(pass.distance.contains(0.5) && pass.distance.width() < 1e-3, "{pass:?}");
}

#[test]
fn two_half_spaces_are_apart_only_while_they_face_each_other() {
    let below = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    let above = HalfSpace::new(-DVec3::Y, -9.0).unwrap();
    let sweep = Sweep::default();
    let rests = Motion::resting(Pose::IDENTITY);
    let falls = Motion::new(Pose::IDENTITY, DVec3::new(3.0, -10.0, 0.0)).unwrap();
    let hit = time_of_any_impact(&sweep, &below, &rests, &above, &falls).unwrap().hit().unwrap();
    assert!(hit.time.lower <= 0.9 && 0.9 - hit.time.lower < 1e-9, "{hit:?}");
    let slides = Motion::new(Pose::IDENTITY, DVec3::X * 1e3).unwrap();
    assert!(time_of_any_impact(&sweep, &below, &rests, &above, &slides).unwrap().is_missed());
    // As soon as one of them turns, they have a common point somewhere.
    let turns = slides.turning(DVec3::Z).unwrap();
    for (a, b) in [(&below, &above), (&above, &below)] {
        let hit = time_of_any_impact(&sweep, a, &rests, b, &turns).unwrap().hit().unwrap();
        assert!(hit.time.lower == 0.0 && hit.time.upper < 1e-12, "{hit:?}");
        assert_eq!(hit.distance.upper, 0.0, "{hit:?}");
    }
    let turn = Rotation::from_axis_angle(DVec3::Z, 1.0).unwrap();
    let turned = Pose::new(DVec3::ZERO, turn).unwrap();
    let way = Trajectory::new(&[(0.5, Pose::IDENTITY), (1.0, turned)]).unwrap();
    let hit = time_of_any_impact(&sweep, &below, &rests, &above, &way).unwrap().hit().unwrap();
    assert!(hit.time.lower == 0.5 && hit.time.upper < 0.5 + 1e-12, "{hit:?}");
    // What turns with the other stays as far as it was.
    let both = Motion::resting(Pose::IDENTITY).turning(DVec3::Z).unwrap();
    let answer = time_of_any_impact(&sweep, &below, &both, &above, &both).unwrap();
    assert!(answer.hit().is_none_or(|hit| hit.distance.upper == 0.0), "{answer:?}");
}

#[test]
fn a_floor_that_tilts_meets_the_bodies_of_a_scene() {
    let mut scene = Scene::new();
    let floor = Shape::from(HalfSpace::new(Vec3::Y, 0.0).unwrap());
    let floor = scene.add(Body::new(floor), Pose::IDENTITY);
    let at = |x: f32, y: f32| Pose::from_translation(Vec3::new(x, y, 0.0)).unwrap();
    let ball = Body::new(Ball::new(0.5).unwrap());
    let [near, far] = [at(-4.0, 2.0), at(8.0, 2.0)].map(|pose| scene.add(ball.clone(), pose));
    let tilts = Motion::new(Pose::IDENTITY, Vec3::ZERO).unwrap().turning(Vec3::Z).unwrap();
    let motion = |id| (id == floor).then_some(tilts);
    let met = scene.first_impact(&Sweep::default(), motion).unwrap().expect("it tilts up at one");
    assert_eq!((met.a.body, met.b.body), (floor, far));
    // The ball's center is √68 from the axis, and 0.5 above the plane.
    let truth = (2.0f32 / 8.0).atan() - (0.5 / 68f32.sqrt()).asin();
    let lower = met.encounter.hit().unwrap().time.lower;
    assert!(lower <= truth + 1e-6 && truth - lower < 1e-3, "{lower} {truth}");
    assert!(scene.impact_of(floor, near, &Sweep::default(), motion).unwrap().is_none());
}
