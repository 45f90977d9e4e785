//! Motions of the user's: bounds alone, lists of poses, chains of joints.

use crate::shapes::{any, length, number};
use crate::support::ask::{closest_approach, distance, time_of_any_impact, time_of_impact};
use crate::support::{Random, Space, epsilon, norm, pairs, scalar};
use osculate::shape::{Cuboid, PointCloud};
use osculate::{
    At, Convex, DVec2, DVec3, Encounter, Facts, Motion, Moves, Pose, Problem, Rotation, Sweep,
    Trajectory, Vec3,
};

/// A motion of which nothing is told but its poses and bounds.
#[derive(Debug)]
pub struct Bare<M>(pub M);

impl<V: osculate::Space, M: Moves<V>> Moves<V> for Bare<M> {
    fn pose(&self, time: V::Scalar) -> Pose<V> {
        self.0.pose(time)
    }
    fn center(&self) -> V {
        self.0.center()
    }
    fn speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
        self.0.speed(from, to)
    }
    fn angular_speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
        self.0.angular_speed(from, to)
    }
    fn slack(&self, reach: V::Scalar, time: V::Scalar) -> V::Scalar {
        self.0.slack(reach, time)
    }
}

/// A motion whose poses are not known from a time on.
#[derive(Debug)]
struct Lost<M>(M, f64);

impl<M: Moves<DVec3>> Moves<DVec3> for Lost<M> {
    fn pose(&self, time: f64) -> Pose<DVec3> {
        self.0.pose(time)
    }
    fn speed(&self, from: f64, to: f64) -> f64 {
        self.0.speed(from, to)
    }
    fn angular_speed(&self, from: f64, to: f64) -> f64 {
        self.0.angular_speed(from, to)
    }
    fn slack(&self, reach: f64, time: f64) -> f64 {
        if time < self.1 { self.0.slack(reach, time) } else { f64::INFINITY }
    }
}

#[test]
fn where_poses_are_not_known_nothing_is_met_and_nothing_is_free() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    let from = |x: f64, way: DVec3| {
        Motion::new(Pose::from_translation(DVec3::X * x).unwrap(), way).unwrap()
    };
    // It comes from afar, and leaves a contact.
    for (motion, since, sweep) in [
        (from(4.0, -DVec3::X * 4.0), 0.25, Sweep::default()),
        (from(1.9, DVec3::X * 0.1), 0.6, Sweep::default().ignoring_opening()),
    ] {
        let motion = Lost(motion.turning(DVec3::Z * 0.1).unwrap(), since);
        let answer = time_of_any_impact(&sweep, &cube, &motion, &cube, &rests).unwrap();
        let Encounter::Unknown { lower, .. } = answer else { panic!("{answer:?}") };
        assert!(lower > 0.0, "{answer:?}");
    }
    let motion = Lost(from(4.0, -DVec3::X * 4.0), 0.25);
    let pass = closest_approach(&Sweep::default(), &cube, &motion, &cube, &rests).unwrap();
    assert!(!pass.is_complete && pass.distance.lower == 0.0, "{pass:?}");
    assert!(pass.distance.upper.is_finite() && pass.time.contains(1.0), "{pass:?}");
}

fn random_pose<V: Space>(random: &mut Random, size: f64) -> Pose<V> {
    Pose::new(random.vector::<V>() * scalar(size), random.turn::<V>().rotation()).unwrap()
}

fn random_list<V: Space>(random: &mut Random) -> Trajectory<V> {
    let mut time = -0.2 * random.unit();
    let poses: Vec<(V::Scalar, Pose<V>)> = (0..1 + random.below(6))
        .map(|_| {
            time += 0.05 + 0.4 * random.unit();
            (scalar(time), random_pose(random, 2.0))
        })
        .collect();
    Trajectory::new(&poses).unwrap()
}

/// No sample before the answer's time touches, at its upper end the shapes are near, and bounds
/// alone come to the same as velocities.
fn check_lists<V: Space>() {
    let mut random = Random(360);
    let (mut hits, mut free) = (0, 0);
    for case in 0..pairs(60) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let [a, b] = [random_list::<V>(&mut random), random_list(&mut random)];
        let name = format!("{} {case}", V::NAME);
        let sweep = Sweep::default();
        let ask = |a: &dyn Moves<V>, b: &dyn Moves<V>| {
            time_of_any_impact(&sweep, &shapes[0], a, &shapes[1], b).unwrap()
        };
        let gap = |time: f64| {
            let [a, b] = [a.pose(scalar(time)), b.pose(scalar(time))];
            distance(&At::new(&shapes[0], a), &At::new(&shapes[1], b))
        };
        let tolerance =
            1e-4 * shapes.iter().map(|s| number(s.extent() + s.rounding())).fold(9.0, f64::min);
        let doubt = if epsilon::<V>() < 1e-10 { 1e-9 } else { 1e-3 };
        for answer in [ask(&a, &b), ask(&Bare(&a), &b), ask(&Bare(&a), &Bare(&b))] {
            let until = match answer {
                Encounter::Hit(hit) => {
                    hits += 1;
                    let [lower, upper] = [hit.time.lower, hit.time.upper].map(number);
                    assert!(lower <= upper, "{name}: {hit:?}");
                    let found = number(gap(upper).lower);
                    assert!(found <= tolerance + doubt, "{name}: {found} {hit:?}");
                    lower
                }
                Encounter::Missed => {
                    free += 1;
                    1.0
                }
                Encounter::Unknown { lower, steps } => {
                    assert!(steps == 1024, "{name}: {answer:?}");
                    number(lower)
                }
            };
            for k in 0..if until > 0.0 { 60 } else { 0 } {
                let found = gap(until * f64::from(k) / 60.0);
                assert!(number(found.upper) > 0.0, "{name} {k}: {found:?} before {until}");
            }
        }
    }
    assert!(hits > pairs(60) / 2 && free > pairs(60) / 4, "{}: {hits} {free}", V::NAME);
}

#[test]
fn lists_of_poses_and_bare_bounds_are_not_late() {
    in_every_space!(check_lists);
}

fn check_one_way<V: Space>() {
    let mut random = Random(361);
    let mut hits = 0;
    for case in 0..pairs(60) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let [from, to] = [random_pose::<V>(&mut random, 3.0), random_pose(&mut random, 3.0)];
        let way = Motion::between(from, to).unwrap();
        let list = Trajectory::new(&[(scalar(0.0), from), (scalar(1.0), to)]).unwrap();
        let rests = Motion::resting(random_pose(&mut random, 1.0));
        let sweep = Sweep::default();
        let one = time_of_impact(&sweep, &shapes[0], &way, &shapes[1], &rests).unwrap();
        let other = time_of_any_impact(&sweep, &shapes[0], &list, &shapes[1], &rests).unwrap();
        let name = format!("{} {case}: {one:?} {other:?}", V::NAME);
        assert_eq!(one.is_missed(), other.is_missed(), "{name}");
        if let (Some(one), Some(other)) = (one.hit(), other.hit()) {
            hits += 1;
            let off = number(one.time.lower - other.time.lower).abs();
            // Each may stop anywhere within the tolerance, and its steps may differ.
            assert!(off < if epsilon::<V>() < 1e-10 { 1e-4 } else { 1e-3 }, "{name}");
        }
    }
    assert!(hits > pairs(60) / 10, "{}: {hits}", V::NAME);
}

#[test]
fn a_list_of_two_poses_is_the_motion_between_them() {
    in_every_space!(check_one_way);
}

#[test]
fn a_list_passes_through_its_poses_and_rests_beyond_them() {
    let mut random = Random(362);
    let poses: Vec<(f64, Pose<DVec3>)> =
        (0..5).map(|k| (f64::from(k * k), random_pose(&mut random, 2.0))).collect();
    let list = Trajectory::new(&poses).unwrap();
    assert_eq!(list.times(), [0.0, 16.0]);
    let is_near = |x: Pose<DVec3>, y: Pose<DVec3>| {
        let turn = x.rotation().compose(&y.rotation().inverse()).to_quaternion();
        norm(&turn[..3]) < 1e-14 && length(x.translation() - y.translation()) < 1e-14
    };
    for &(time, pose) in &poses {
        assert!(is_near(list.pose(time), pose), "{time}");
        assert!(is_near(list.pose(time - 1e-15), pose) || time > 1.0, "{time}");
    }
    assert_eq!((list.pose(-5.0), list.pose(99.0)), (poses[0].1, poses[4].1));
    // The bounds hold: no two poses near each other in time are further apart than they allow.
    for k in 0..16_000 {
        let (from, to) = (f64::from(k) * 1e-3, f64::from(k + 1) * 1e-3);
        let way = length(list.pose(from).translation() - list.pose(to).translation());
        assert!(way <= list.speed(from, to) * 1e-3 + 1e-14, "{from}");
        let turn = list.pose(to).rotation().compose(&list.pose(from).rotation().inverse());
        let angle = 2.0 * norm(&turn.to_quaternion()[..3]).asin();
        assert!(angle <= list.angular_speed(from, to) * 1e-3 + 1e-13, "{from}: {angle}");
        let twist = list.twist(from).unwrap();
        assert!(twist.until() > from && length(twist.velocity()) <= list.speed(from, from) + 1e-14);
    }
    let thrice = list.speed(0.5, 10.0);
    let each = [0.5, 2.0, 5.0, 9.5].map(|t| list.speed(t, t));
    assert_eq!(thrice, each.into_iter().fold(0.0, f64::max));
}

#[test]
fn a_long_list_far_away_is_free_in_one_look() {
    let poses: Vec<(f64, Pose<DVec3>)> = (0..1000)
        .map(|k| {
            let at = DVec3::new(f64::from(k % 7), 100.0, f64::from(k % 3));
            (f64::from(k), Pose::from_translation(at).unwrap())
        })
        .collect();
    let list = Trajectory::new(&poses).unwrap();
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    let sweep = Sweep::between(0.0, 999.0).unwrap().with_most_steps(1);
    assert!(time_of_any_impact(&sweep, &cube, &list, &cube, &rests).unwrap().is_missed());
}

#[test]
fn lists_that_are_none_are_refused_by_name() {
    let pose = Pose::<Vec3>::IDENTITY;
    let error = Trajectory::<Vec3>::new(&[]).unwrap_err();
    assert_eq!((error.shape, error.problem), ("Trajectory", Problem::TooFew));
    let error = Trajectory::new(&[(0.0, pose), (f32::NAN, pose)]).unwrap_err();
    assert_eq!((error.parameter, error.index), ("times", Some(1)));
    assert_eq!(error.problem, Problem::NotFinite);
    let error = Trajectory::new(&[(0.0, pose), (1.0, pose), (1.0, pose)]).unwrap_err();
    assert_eq!((error.index, error.problem), (Some(2), Problem::NotIncreasing));
    assert!(error.to_string().contains("more than the one before"));
    let far = Pose::from_translation(Vec3::splat(1e30)).unwrap();
    let error = Trajectory::new(&[(0.0, pose), (1e-20, far)]).unwrap_err();
    assert_eq!((error.parameter, error.index), ("speeds", Some(1)));
}

/// Bounds that are no bounds: nothing is then known, and nothing breaks.
struct Wild(f64);

impl Moves<DVec2> for Wild {
    fn pose(&self, time: f64) -> Pose<DVec2> {
        Pose::new(DVec2::new(4.0, 0.0), Rotation::from_angle(time).unwrap()).unwrap()
    }
    fn speed(&self, _: f64, _: f64) -> f64 {
        self.0
    }
    fn angular_speed(&self, _: f64, _: f64) -> f64 {
        self.0
    }
    fn slack(&self, _: f64, _: f64) -> f64 {
        0.0
    }
}

#[test]
fn bounds_that_are_no_numbers_prove_nothing() {
    let point = PointCloud::new(&[DVec2::ZERO]).unwrap();
    let square = Cuboid::new(DVec2::ONE).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    for bad in [f64::NAN, f64::INFINITY, -1.0, f64::MAX] {
        for a in [&point as &dyn Convex<DVec2>, &square] {
            let sweep = Sweep::default();
            let answer = time_of_any_impact(&sweep, a, &Wild(bad), &square, &rests).unwrap();
            assert!(matches!(answer, Encounter::Unknown { .. }), "{bad}: {answer:?}");
        }
    }
}
