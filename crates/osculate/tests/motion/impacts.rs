//! Times of impact: bodies that move and turn, in closed form.

use crate::moves::Bare;
use crate::shapes::number;
use crate::support::ask::{time_of_any_impact, time_of_impact};
use crate::support::{Random, Space, Turn, epsilon, norm, pairs, scalar};
use osculate::shape::{Ball, Cuboid, HalfSpace};
use osculate::{
    DVec2, DVec3, Encounter, Motion, Moves, Pose, Problem, Rotation, Sweep, Trajectory, Verdict,
};

#[test]
fn a_spinning_plate_seen_edge_on_is_hit_when_it_turns_up() {
    let plate = Cuboid::new(DVec3::new(1.0, 1.0, 1e-3)).unwrap();
    let turning = Motion::new(Pose::IDENTITY, DVec3::ZERO).unwrap();
    let turning = turning.turning(DVec3::Y * std::f64::consts::TAU).unwrap();
    let above = Pose::from_translation(DVec3::new(0.0, 0.0, 0.5)).unwrap();
    let ball = Ball::new(0.1).unwrap();
    let sweep = Sweep::default();
    let resting = Motion::resting(above);
    let hit = time_of_impact(&sweep, &plate, &turning, &ball, &resting).unwrap().hit().unwrap();
    let truth = 0.25 - ((0.1 + 1e-3) / 0.5_f64).asin() / std::f64::consts::TAU;
    assert!(hit.time.lower <= truth + 1e-12 && truth - hit.time.lower < 1e-4, "{hit:?} {truth}");
    // About its own axis it goes round for ever.
    let spun = turning.turning(DVec3::Z * 1e3).unwrap();
    let answer = time_of_impact(&sweep, &plate, &spun, &ball, &resting).unwrap();
    assert!(answer.is_missed(), "{answer:?}");
}

#[test]
fn a_box_that_turns_falls_on_a_plane_by_its_corner() {
    let square = Cuboid::new(DVec2::ONE).unwrap();
    let start = Pose::from_translation(DVec2::new(0.0, 3.0)).unwrap();
    // After the time 1 it stands on a corner, √2 below its center.
    let falls = Motion::new(start, DVec2::new(5.0, 2f64.sqrt() - 3.0)).unwrap();
    let falls = falls.turning(std::f64::consts::FRAC_PI_4).unwrap();
    let floor = HalfSpace::new(DVec2::Y, 0.0).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    let sweep = Sweep::between(0.0, 2.0).unwrap();
    let hit = time_of_impact(&sweep, &square, &falls, &floor, &rests).unwrap().hit().unwrap();
    assert!(hit.time.lower <= 1.0 && 1.0 - hit.time.lower < 1e-3, "{hit:?}");
    assert_eq!((hit.start, hit.normal), (Verdict::Apart, Some(-DVec2::Y)));
    // A floor that turns up meets it sooner: where the lowest corner is on the plane.
    let turns = Motion::new(Pose::IDENTITY, DVec2::ZERO).unwrap().turning(1.0).unwrap();
    let hit = time_of_impact(&sweep, &floor, &turns, &square, &falls).unwrap().hit().unwrap();
    let height = |time: f64| {
        let (normal, pose) = (DVec2::new(-time.sin(), time.cos()), falls.pose_at(time).unwrap());
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let heights = corners.map(|(x, y)| normal.dot(pose.apply(DVec2::new(x, y))));
        heights.into_iter().fold(f64::INFINITY, f64::min)
    };
    let truth = (0..1_000_000).map(|k| f64::from(k) * 1e-6).find(|&t| height(t) <= 0.0).unwrap();
    assert!(hit.time.lower <= truth && truth - hit.time.lower < 1e-4, "{hit:?} {truth}");
}

/// A pin beside the middle of a rod, between the two the least of gaps. The far ends of the rod
/// soon cross a plane that stays where it is.
#[test]
fn a_pin_at_the_middle_of_a_rod_takes_few_looks() {
    let (half, gap, rate) = (0.02, 0.000_25, 8.0);
    let rod = Cuboid::new(DVec2::new(1.0, half)).unwrap();
    let turns = Motion::new(Pose::IDENTITY, DVec2::ZERO).unwrap().turning(rate).unwrap();
    // It stands on its corner, straight above the center of the turn.
    let pin = Cuboid::new(DVec2::splat(half)).unwrap();
    let standing = Rotation::from_angle(std::f64::consts::FRAC_PI_4).unwrap();
    let at = DVec2::Y * (half + gap + half * 2f64.sqrt());
    let rests = Motion::resting(Pose::new(at, standing).unwrap());
    let sweep = Sweep::default();
    let hit = time_of_impact(&sweep, &rod, &turns, &pin, &rests).unwrap().hit().unwrap();
    let truth = (half / (half + gap)).acos() / rate;
    assert!(hit.time.lower <= truth && truth - hit.time.lower < 1e-3, "{hit:?} {truth}");
    assert!(hit.steps < 120, "{hit:?}");
    let swapped = time_of_impact(&sweep, &pin, &rests, &rod, &turns).unwrap().hit().unwrap();
    assert_eq!((swapped.time, swapped.steps), (hit.time, hit.steps));
}

#[test]
fn a_march_that_spends_its_budget_says_so_and_is_safe() {
    // A tip that passes a face by 1e-8: what bounds alone tell is its speed. By 1e-3 it is proved.
    let rod = Cuboid::new(DVec3::new(1.0, 0.0, 0.0)).unwrap();
    let turns = Motion::new(Pose::IDENTITY, DVec3::ZERO).unwrap().turning(DVec3::Z * 2.0).unwrap();
    let pin = Cuboid::new(DVec3::new(0.5, 0.1, 0.1)).unwrap();
    let ask = |motion: &dyn Moves<DVec3>, gap: f64, tolerance: f64| {
        let above = DVec3::new(0.0, 1.1 + gap, 0.0);
        let rests = Motion::resting(Pose::from_translation(above).unwrap());
        let sweep = Sweep::default().with_tolerance(tolerance).unwrap();
        time_of_any_impact(&sweep, &rod, motion, &pin, &rests).unwrap()
    };
    let passes = std::f64::consts::FRAC_PI_4;
    let bare = Bare(turns);
    let Encounter::Unknown { lower, steps } = ask(&bare, 1e-8, 0.0) else { panic!("it is known") };
    assert!(steps == 1024 && lower > 0.7 && lower < passes, "{lower} {steps}");
    assert!(ask(&bare, 1e-3, 0.0).is_missed());
    for motion in [&turns as &dyn Moves<DVec3>, &bare] {
        let near = ask(motion, 1e-8, 1e-4).hit().expect("near enough").time;
        assert!(near.lower <= passes && passes - near.lower < 1e-2, "{near:?}");
    }
    // Constant velocities tell that the tip goes past: by 1e-8 as by 1e-12.
    for gap in [1e-3, 1e-6, 1e-8, 1e-10, 1e-12] {
        assert!(ask(&turns, gap, 0.0).is_missed(), "{gap}");
    }
}

#[test]
fn a_motion_between_two_poses_takes_the_shortest_turn() {
    let mut random = Random(17);
    for _ in 0..1000 {
        let pose = |random: &mut Random| {
            Pose::new(random.vector::<DVec3>(), random.turn::<DVec3>().rotation()).unwrap()
        };
        let (from, to) = (pose(&mut random), pose(&mut random));
        let end = Motion::between(from, to).unwrap().pose_at(1.0).unwrap();
        let off = end.rotation().compose(&to.rotation().inverse()).to_quaternion();
        assert!(norm(&off[..3]) < 1e-14, "{off:?}");
        assert!((end.translation() - to.translation()).length() < 1e-14);
        // Half of the turn is at most a right angle: w is at least √½.
        let half = Motion::between(from, to).unwrap().pose_at(0.5).unwrap();
        let turned = half.rotation().compose(&from.rotation().inverse()).to_quaternion();
        assert!(turned[3] >= 0.5_f64.sqrt() - 1e-14, "{turned:?}");
    }
}

/// Rotations that differ by their rounding: where the end is off by it, the slack says so.
fn check_least_turns<V: Space>() {
    let mut random = Random(5812);
    let mut differ = 0;
    for case in 0..pairs(2000) {
        let first = random.turn::<V>().0;
        let by = epsilon::<V>() * [0.1, 0.5, 1.0, 3.0][random.below(4)];
        let second = first.map(|x| x + by * random.signed());
        let second = if V::DIM == 2 { [0.0, 0.0, second[2], second[3]] } else { second };
        let pose = |turn| Pose::new(V::ZERO, Turn(turn).rotation()).unwrap();
        let (from, to) = (pose(first), pose(second));
        let motion = Motion::between(from, to).unwrap();
        let list = Trajectory::new(&[(scalar(0.0), from), (scalar(1.0), to)]).unwrap();
        let ends: [(Pose<V>, V::Scalar); 2] = [
            (motion.pose(scalar(1.0)), motion.slack(scalar(1.0), scalar(1.0))),
            (list.pose(scalar(1.0 - 1e-9)), list.slack(scalar(1.0), scalar(0.5))),
        ];
        for (end, slack) in ends {
            for i in 0..V::DIM {
                let off = end.rotation().apply(V::axis(i)) - to.rotation().apply(V::axis(i));
                // The band of a query counts the rounding of a matrix of single precision.
                let rounded = if epsilon::<V>() > 1e-10 { epsilon::<V>() } else { 0.0 };
                let off = number(off.length()) - rounded;
                assert!(off <= number(slack), "{} {case}: {off:?} {slack:?}", V::NAME);
            }
        }
        differ += usize::from(from != to);
    }
    assert!(differ > pairs(2000) / 10, "{}: {differ}", V::NAME);
}

#[test]
fn a_motion_between_two_poses_ends_where_its_slack_says() {
    in_every_space!(check_least_turns);
}

#[test]
fn bad_motions_are_refused_by_name() {
    let motion = Motion::new(Pose::IDENTITY, DVec3::X).unwrap();
    let bad = DVec3::new(0.0, f64::NAN, 0.0);
    let error = Motion::new(Pose::IDENTITY, bad).unwrap_err();
    assert_eq!((error.shape, error.parameter, error.index), ("Motion", "velocity", Some(1)));
    let error = motion.turning(bad).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("angular_velocity", Problem::NotFinite));
    assert_eq!(motion.about(bad).unwrap_err().parameter, "center");
    assert_eq!(motion.pose_at(f64::NAN).unwrap_err().parameter, "time");
    let ball = Ball::new(1.0).unwrap();
    let fast = Motion::new(Pose::IDENTITY, DVec3::X * 1e300).unwrap();
    let sweep = Sweep::between(0.0, 1e10).unwrap();
    let error = time_of_impact(&sweep, &ball, &fast, &ball, &motion).unwrap_err();
    assert_eq!((error.parameter, error.index), ("velocity", Some(0)));
}
