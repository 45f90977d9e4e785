//! Times of impact: bodies that move and turn. The truth is sampled: where the bodies are at a time
//! is computed here, in double precision, and the library's distance of it is asked.

use crate::moves::Bare;
use crate::shapes::number;
use crate::support::ask::{distance, signed_distance, time_of_any_impact, time_of_impact};
use crate::support::{Random, Space, Turn, epsilon, norm, pairs, vector};
use osculate::shape::{Ball, Cuboid, HalfSpace, PointCloud};
use osculate::{
    At, Convex, DVec2, DVec3, Encounter, Motion, Moves, Pose, Problem, Rotation, Sweep, Vector,
    Verdict,
};

/// A hull of corners that moves, in numbers of single precision.
#[derive(Clone)]
struct Body {
    corners: Vec<[f64; 3]>,
    at: [f64; 3],
    turn: Turn,
    center: [f64; 3],
    velocity: [f64; 3],
    spin: [f64; 3],
}

fn single(x: [f64; 3]) -> [f64; 3] {
    x.map(|x| f64::from(x as f32))
}

fn cuboid(half: [f64; 3]) -> Vec<[f64; 3]> {
    let corner = |k: usize| [0, 1, 2].map(|i| if k >> i & 1 == 1 { half[i] } else { -half[i] });
    (0..8).map(|k| single(corner(k))).collect()
}

fn times(x: [f64; 3], by: f64) -> [f64; 3] {
    single(x.map(|x| x * by))
}

impl Body {
    fn new<V: Space>(random: &mut Random, corners: Vec<[f64; 3]>) -> Self {
        let turn = Turn(random.turn::<V>().0.map(|x| f64::from(x as f32)));
        let zero = [0.0; 3];
        Self { corners, at: zero, turn, center: zero, velocity: zero, spin: zero }
    }

    fn shape<V: Space>(&self) -> PointCloud<V> {
        let corners: Vec<V> = self.corners.iter().map(|c| vector(c)).collect();
        PointCloud::new(&corners).unwrap()
    }

    fn motion<V: Space>(&self) -> Motion<V> {
        let start = Pose::new(vector(&self.at), self.turn.rotation()).unwrap();
        let motion = Motion::new(start, vector(&self.velocity)).unwrap();
        V::turning(motion.about(vector(&self.center)).unwrap(), self.spin)
    }

    /// Where it is, by quaternions.
    fn pose<V: Space<Scalar = f64>>(&self, time: f64) -> Pose<V> {
        let rate = norm(&self.spin[if V::DIM == 2 { 2..3 } else { 0..3 }]);
        let (sine, cosine) = (rate * time / 2.0).sin_cos();
        let part = |i: usize| if rate > 0.0 { self.spin[i] / rate * sine } else { 0.0 };
        let (x, y) = if V::DIM == 2 { (0.0, 0.0) } else { (part(0), part(1)) };
        let z = part(2);
        let [a, b, c, d] = self.turn.0;
        let turned = Turn([
            cosine * a + x * d + y * c - z * b,
            cosine * b - x * c + y * d + z * a,
            cosine * c + x * b - y * a + z * d,
            cosine * d - x * a - y * b - z * c,
        ]);
        let (rotation, center): (Rotation<V>, V) = (turned.rotation(), vector(&self.center));
        let arm = self.turn.rotation::<V>().apply(center);
        let straight = vector::<V>(&self.at) + vector::<V>(&self.velocity) * time;
        Pose::new(straight + (arm - rotation.apply(center)), rotation).unwrap()
    }

    /// How far a point of it is from the world's origin at most, in the times from 0 to 1.
    fn size(&self) -> f64 {
        let core = self.corners.iter().map(|c| norm(c)).fold(0.0, f64::max);
        core + norm(&self.at) + norm(&self.velocity) + 2.0 * norm(&self.center)
    }
}

#[derive(Clone, Copy, Debug)]
enum Family {
    Plates,
    SpinningPlates,
    RodPastPin,
    RodTurns,
    Hulls,
    SpinningHulls,
    InContact,
}

const ALL: [Family; 7] = [
    Family::Plates,
    Family::SpinningPlates,
    Family::RodPastPin,
    Family::RodTurns,
    Family::Hulls,
    Family::SpinningHulls,
    Family::InContact,
];

fn spin(random: &mut Random, low: f64, high: f64) -> [f64; 3] {
    let rate = low + (high - low) * random.unit();
    let mut axis = random.direction();
    axis[2] += axis[2].signum();
    times(axis, rate / norm(&axis))
}

fn points(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    (0..count).map(|_| times(random.direction(), 0.5)).collect()
}

/// Two bodies. The first is aimed at a place near the second, which it passes at some time.
fn bodies<V: Space>(family: Family, random: &mut Random) -> [Body; 2] {
    let mut speed = 1.0 + 5.0 * random.unit();
    let (first, second) = match family {
        Family::Plates | Family::SpinningPlates => {
            speed = 5.0 + 95.0 * random.unit();
            // In the plane the third extent is not there.
            let thin = if V::DIM == 2 { 1 } else { 2 };
            let mut halves = [[0.4; 3], [2.0; 3]];
            (halves[0][thin], halves[1][thin]) = (0.01, 0.01);
            (cuboid(halves[0]), cuboid(halves[1]))
        }
        Family::RodPastPin | Family::RodTurns => {
            (cuboid([1.0, 0.02, 0.02]), cuboid([0.02, 0.02, 0.5]))
        }
        _ => {
            let count = [8, 64][random.below(2)];
            (points(random, count), points(random, 8))
        }
    };
    let mut a = Body::new::<V>(random, first);
    let mut b = Body::new::<V>(random, second);
    let way = random.vector::<V::Exact>();
    let way = crate::support::coordinates(way * (1.0 / number(way.length()).max(0.1)));
    let way = [0, 1, 2].map(|i| way.get(i).copied().unwrap_or(0.0));
    let (time, near) = (0.1 + 1.1 * random.unit(), random.direction());
    match family {
        Family::RodTurns => {
            a.spin = spin(random, 6.0, 31.0);
            b.at = times(near, 0.3 + 0.9 * random.unit());
            a.velocity = times(way, 0.2);
            a.center = times(near, 0.3 * random.unit());
        }
        Family::InContact => {
            b.at = times(near, 0.1);
            a.velocity = times(way, speed);
            b.spin = spin(random, 0.0, 5.0);
        }
        _ => {
            a.velocity = times(way, speed);
            let miss = random.unit() * 1.2;
            b.at = single([0, 1, 2].map(|i| way[i] * speed * time + near[i] * miss));
        }
    }
    match family {
        Family::SpinningPlates | Family::SpinningHulls => {
            a.spin = spin(random, 0.2, 3.0);
            b.spin = spin(random, 0.2, 3.0);
        }
        Family::RodPastPin => a.spin = spin(random, 0.2, 1.5),
        _ => {}
    }
    [a, b]
}

/// The first time at which a sample overlaps, by halves from the sample before it.
fn sampled(gap: impl Fn(f64) -> f64, samples: u32) -> Option<f64> {
    let at = |k: u32| f64::from(k) / f64::from(samples);
    let first = (0..=samples).find(|&k| gap(at(k)) <= 0.0)?;
    let (mut low, mut high) = (if first == 0 { 0.0 } else { at(first - 1) }, at(first));
    while high - low > 1e-10 {
        let middle = (low + high) / 2.0;
        if gap(middle) <= 0.0 { high = middle } else { low = middle }
    }
    Some(high)
}

fn check_family<V: Space>(family: Family) {
    let mut random = Random(3400 + family as u64);
    let (mut hits, mut free, mut unknown) = (0, 0, 0);
    let count = pairs(60);
    for case in 0..count {
        let [a, b] = bodies::<V>(family, &mut random);
        let name = format!("{} {family:?} {case}", V::NAME);
        let (shapes, exact) = ([a.shape::<V>(), b.shape()], [a.shape(), b.shape()]);
        let motions = [a.motion::<V>(), b.motion()];
        let ask = |i: usize, j: usize| {
            let sweep = Sweep::default();
            time_of_impact(&sweep, &shapes[i], &motions[i], &shapes[j], &motions[j]).unwrap()
        };
        let at = |time: f64| {
            let [a, b] = [a.pose::<V::Exact>(time), b.pose(time)];
            [At::new(&exact[0], a), At::new(&exact[1], b)]
        };
        let gap = |time: f64| {
            let [a, b] = at(time);
            distance(&a, &b).lower
        };
        let doubt = 100.0 * epsilon::<V>() * (a.size() + b.size());
        let extents = shapes.each_ref().map(|shape| number(shape.extent()));
        let tolerance = 1e-4 * extents[0].min(extents[1]);
        let answer = ask(0, 1);
        let speed = norm(&a.velocity) + 32.0;
        let is_in_time = |truth: Option<f64>, lower: f64| {
            let Some(truth) = truth.filter(|&truth| truth < lower) else { return };
            let [a, b] = at(truth + 0.5 * (lower - truth));
            let deep = signed_distance(&a, &b).distance.value;
            assert!(deep > -doubt, "{name}: {lower} is late, {truth}, {deep:e}");
        };
        match (answer, sampled(gap, 1000)) {
            (Encounter::Hit(hit), truth) => {
                hits += 1;
                let [lower, upper] = [hit.time.lower, hit.time.upper].map(number);
                // What the last number of a time is worth counts too.
                let near = tolerance + doubt + 4.0 * epsilon::<V>() * speed;
                assert!(gap(upper) <= near, "{name}: early by {:e}", gap(upper));
                is_in_time(truth, lower);
            }
            (Encounter::Free, None) => free += 1,
            (Encounter::Free, Some(truth)) => {
                let [a, b] = at(truth + 1e-3_f64.min(1.0 - truth));
                let deep = signed_distance(&a, &b).distance.value;
                assert!(deep > -doubt, "{name}: missed at {truth}, {deep:e}");
            }
            (Encounter::Unknown { lower, steps }, truth) => {
                // What a number of a time in single precision is worth may exceed the tolerance.
                assert!(epsilon::<V>() > 1e-10 && steps < 1024, "{name}: {answer:?}");
                is_in_time(truth, number(lower));
                unknown += 1;
            }
        }
        let swapped = ask(1, 0);
        assert_eq!(swapped.hit().map(|hit| hit.time), answer.hit().map(|hit| hit.time), "{name}");
        assert_eq!(swapped.is_free(), answer.is_free(), "{name}");
        if matches!(family, Family::InContact) && gap(0.0) <= 0.0 {
            assert_eq!(number(answer.lower()), 0.0, "{name}");
        }
    }
    let counts = format!("{} {family:?}: {hits} hits, {free} free, {unknown}", V::NAME);
    assert!(hits >= count / 20 && unknown <= count / 200, "{counts}");
}

fn check_families<V: Space>() {
    for family in ALL {
        check_family::<V>(family);
    }
}

#[test]
fn no_motion_is_missed_or_late() {
    in_every_space!(check_families);
}

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
    assert!(answer.is_free(), "{answer:?}");
}

#[test]
fn a_box_that_turns_falls_on_a_plane_by_its_corner() {
    let square = Cuboid::new(DVec2::ONE).unwrap();
    let start = Pose::from_translation(DVec2::new(0.0, 3.0)).unwrap();
    // After the time 1 it stands on a corner, √2 below its center.
    let falls = Motion::new(start, DVec2::new(5.0, 2f64.sqrt() - 3.0)).unwrap();
    let falls = falls.turning_by(std::f64::consts::FRAC_PI_4).unwrap();
    let floor = HalfSpace::new(DVec2::Y, 0.0).unwrap();
    let rests = Motion::resting(Pose::IDENTITY);
    let sweep = Sweep::between(0.0, 2.0).unwrap();
    let hit = time_of_impact(&sweep, &square, &falls, &floor, &rests).unwrap().hit().unwrap();
    assert!(hit.time.lower <= 1.0 && 1.0 - hit.time.lower < 1e-3, "{hit:?}");
    assert_eq!((hit.start, hit.normal), (Verdict::Apart, Some(-DVec2::Y)));
    let turns = Motion::new(Pose::IDENTITY, DVec2::ZERO).unwrap().turning_by(1.0).unwrap();
    let answer = time_of_impact(&sweep, &floor, &turns, &square, &falls).unwrap();
    assert!(matches!(answer, Encounter::Unknown { lower: 0.0, .. }), "{answer:?}");
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
    assert!(ask(&bare, 1e-3, 0.0).is_free());
    for motion in [&turns as &dyn Moves<DVec3>, &bare] {
        let near = ask(motion, 1e-8, 1e-4).hit().expect("near enough").time;
        assert!(near.lower <= passes && passes - near.lower < 1e-2, "{near:?}");
    }
    // Constant velocities tell that the tip goes past: by 1e-8 as by 1e-12.
    for gap in [1e-3, 1e-6, 1e-8, 1e-10, 1e-12] {
        assert!(ask(&turns, gap, 0.0).is_free(), "{gap}");
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
