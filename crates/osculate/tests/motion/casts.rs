//! Casts: translations of two shapes.

use crate::bytes::{Bytes, FromBytes, shape};
use crate::shapes::{any, length, number};
use crate::support::ask::{cast, distance, intersects};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::shape::{Ball, Cuboid, HalfSpace, PointCloud, Segment};
use osculate::{
    At, Convex, DVec3, Encounter, Facts, Place, Pose, Problem, Sweep, Vec3, Vec3A, Verdict,
};

/// A cast of two shapes in the times from 0 to 1.
struct Case<V: Space> {
    shapes: [Box<dyn Convex<V>>; 2],
    poses: [Pose<V>; 2],
    velocities: [V; 2],
    sweep: Sweep<V::Scalar>,
    stop: f64,
}

impl<V: Space> Case<V> {
    /// Half of them start so that they meet.
    fn random(random: &mut Random) -> Self {
        let shapes = [any::<V>(random), any::<V>(random)];
        let velocities: [V; 2] = [random.vector::<V>() * scalar(5.0), random.vector()];
        let meeting = (velocities[0] - velocities[1]) * scalar(random.unit() * 1.5);
        let near = random.vector::<V>() * scalar(random.unit() * 2.5);
        let mut pose = |at: V| Pose::new(at, random.turn::<V>().rotation()).unwrap();
        let poses = [pose(V::ZERO), pose(meeting + near)];
        let stop = [0.0, 0.0, 0.125][random.below(3)];
        let sweep = Sweep::default().stopping_at(scalar(stop)).unwrap();
        Self { shapes, poses, velocities, sweep, stop }
    }

    fn at(&self, i: usize, time: f64) -> impl Convex<V> {
        let pose = self.poses[i];
        let moved = pose.translation() + self.velocities[i] * scalar(time);
        self.shapes[i].at(Pose::new(moved, pose.rotation()).unwrap())
    }

    fn ask(&self, [i, j]: [usize; 2]) -> Encounter<V> {
        let [a, b] = [self.at(i, 0.0), self.at(j, 0.0)];
        cast(&self.sweep, &a, self.velocities[i], &b, self.velocities[j]).unwrap()
    }

    /// How far a distance at a time may be from that of the exact motion, and its bracket's width.
    fn doubt(&self) -> f64 {
        let sizes = (0..2).map(|i| {
            let core = number(self.shapes[i].extent() + self.shapes[i].rounding());
            core + length(self.poses[i].translation()) + length(self.velocities[i])
        });
        let curved = if epsilon::<V>() < 1e-10 { 1e-12 } else { 4e-6 };
        let is_curved = self.shapes.iter().any(|shape| shape.is_curved());
        let share = if is_curved { 2.0 * curved } else { 0.0 };
        (100.0 * epsilon::<V>() + share) * sizes.sum::<f64>()
    }
}

fn check_distances<V: Space>() {
    let mut random = Random(340);
    // Of those that are together at the start nothing is asked at other times.
    let (mut later, mut free) = (0, 0);
    for number_of_case in 0..pairs(300) {
        let case = Case::<V>::random(&mut random);
        let name = format!("{} {number_of_case}", V::NAME);
        let gap = |time: f64| distance(&case.at(0, time), &case.at(1, time));
        let doubt = case.doubt();
        let until = match case.ask([0, 1]) {
            Encounter::Hit(hit) => {
                let [lower, upper] = [hit.time.lower, hit.time.upper].map(number);
                later += usize::from(lower > 0.0);
                assert!((0.0..=1.0).contains(&lower) && lower <= upper, "{name}: {hit:?}");
                let found = gap(upper);
                assert!(number(found.lower) <= case.stop + doubt, "{name}: {found:?} {hit:?}");
                if lower < upper && case.stop == 0.0 {
                    assert!(intersects(&case.at(0, upper), &case.at(1, upper)), "{name}");
                }
                if lower > 0.0 {
                    let found = gap(lower);
                    let off = (number(found.value) - case.stop).abs();
                    assert!(off <= doubt, "{name}: {found:?} {doubt:e}");
                }
                lower
            }
            Encounter::Missed => {
                free += 1;
                1.0
            }
            unknown => panic!("{name}: {unknown:?}"),
        };
        for k in 0..if until > 0.0 { 40 } else { 0 } {
            let found = gap(until * f64::from(k) / 40.0);
            assert!(number(found.upper) > case.stop, "{name} {k}: {found:?} before {until}");
        }
    }
    println!("{:6} {later} meet on their way, {free} never, of {}", V::NAME, pairs(300));
    // Half of what the scarcest space has: another stream of cases is no failure.
    assert!(later > pairs(300) / 5 && free > pairs(300) / 10, "{}: {later} {free}", V::NAME);
}

#[test]
fn shapes_are_apart_before_a_cast_ends_and_touch_there() {
    in_every_space!(check_distances);
}

fn check_swaps<V: Space>() {
    let mut random = Random(341);
    for number_of_case in 0..pairs(300) {
        let case = Case::<V>::random(&mut random);
        let (one, other) = (case.ask([0, 1]), case.ask([1, 0]));
        match (one, other) {
            (Encounter::Hit(one), Encounter::Hit(other)) => {
                assert_eq!(one.time, other.time, "{} {number_of_case}", V::NAME);
                assert_eq!(one.distance, other.distance, "{} {number_of_case}", V::NAME);
                assert_eq!(one.normal.map(|n| -n), other.normal);
                assert_eq!((one.on_a, one.on_b), (other.on_b, other.on_a));
            }
            (one, other) => assert_eq!(one, other, "{} {number_of_case}", V::NAME),
        }
    }
}

/// The same of shapes of every kind, most of them apart, touching or aimed at each other.
fn check_swaps_of_every_kind<V: Space + FromBytes>() {
    let (mut hits, mut free) = (0, 0);
    for seed in 0..pairs(2000) as u64 {
        let mut random = Random(seed * 31 + 5813);
        let bytes: Vec<u8> = (0..200).map(|_| random.below(180) as u8).collect();
        let mut from = Bytes(&bytes);
        let (Ok((a, true)), Ok((b, true))) = (shape::<V>(&mut from, 3), shape::<V>(&mut from, 3))
        else {
            continue;
        };
        let velocities: [V; 2] = [random.vector::<V>() * scalar(3.0), random.vector()];
        let meeting = (velocities[0] - velocities[1]) * scalar(random.unit() * 1.2);
        let near = random.vector::<V>() * scalar(random.unit());
        let pose = Pose::new(meeting + near, random.turn::<V>().rotation()).unwrap();
        let b = At::new(&b, pose);
        let tolerance = [None, None, Some(1e-3)][random.below(3)];
        let mut sweep = Sweep::default().stopping_at(scalar([0.0, 0.125][random.below(2)]));
        if let Some(tolerance) = tolerance {
            sweep = sweep.unwrap().with_tolerance(scalar(tolerance));
        }
        let sweep = sweep.unwrap();
        let one = cast(&sweep, &a, velocities[0], &b, velocities[1]).unwrap();
        let other = cast(&sweep, &b, velocities[1], &a, velocities[0]).unwrap();
        let name = format!("{} seed {seed}: {a:?} {b:?} {velocities:?}", V::NAME);
        match (one, other) {
            (Encounter::Hit(one), Encounter::Hit(other)) => {
                hits += 1;
                assert_eq!(one.time, other.time, "{name}");
                assert_eq!(one.distance, other.distance, "{name}");
            }
            (one, other) => {
                free += usize::from(one.is_missed());
                assert_eq!(one, other, "{name}");
            }
        }
    }
    let least = pairs(2000) / 10;
    assert!(hits > least && free > least, "{}: {hits} {free}", V::NAME);
}

/// Segments that cross: the corners of their difference lie in one plane, to within rounding, and a
/// simplex of them proves nothing in either order.
fn check_swaps_of_segments<V: Space>() {
    let mut random = Random(5816);
    let (mut hits, count) = (0, pairs(6000));
    for case in 0..count {
        let mut point = || random.vector::<V>() * scalar(3.0);
        let [a, b] = [(); 2].map(|()| Segment::<V>::new(point(), point()).unwrap());
        let (aim, away) = (point(), random.unit());
        let velocity: V = random.vector::<V>() * scalar(2.0);
        let pose = Pose::from_translation(aim * scalar(0.2) + velocity * scalar(away)).unwrap();
        let (b, rests) = (At::new(b, pose), V::ZERO);
        let sweep = Sweep::default();
        let one = cast(&sweep, &a, velocity, &b, rests).unwrap();
        let other = cast(&sweep, &b, rests, &a, velocity).unwrap();
        let time = |answer: Encounter<V>| answer.hit().map(|hit| hit.time);
        assert_eq!(time(one), time(other), "{} {case}: {a:?} {b:?} {velocity:?}", V::NAME);
        hits += usize::from(!one.is_missed());
    }
    assert!(hits > count / 20 && hits < count - count / 20, "{}: {hits}", V::NAME);
}

#[test]
fn swapped_casts_of_segments_end_at_the_same_time() {
    check_swaps_of_segments::<Vec3A>();
    check_swaps_of_segments::<DVec3>();
}

#[test]
fn swapped_casts_mirror_each_other() {
    in_every_space!(check_swaps);
    in_every_space!(check_swaps_of_every_kind);
}

/// Flat simplices, thin by anything down to rounding, which fly at each other and have a corner in
/// common with a straight line of others now and then.
fn check_slivers<V: Space>() {
    let mut random = Random(5815);
    let (mut later, mut hits) = (0, 0);
    for case in 0..pairs(3000) {
        let sliver = |random: &mut Random| {
            let normal: V = random.vector();
            let normal = normal.try_normalize().unwrap_or(V::axis(0));
            let thin = scalar::<V::Scalar>(random.magnitude(-9.0, -2.0));
            let corners: Vec<V> = (0..V::DIM + 1)
                .map(|_| {
                    let v: V = random.vector();
                    (v - normal * v.dot(normal)) + normal * (thin * scalar(random.signed()))
                })
                .collect();
            corners
        };
        let [a, b] = [(); 2].map(|()| sliver(&mut random));
        let velocity: V = random.vector::<V>() * scalar(3.0);
        let away = velocity * scalar(random.unit());
        let b: Vec<V> = b.iter().map(|&v| v + away).collect();
        fn ask<E: Space, V: Space>(corners: [&[V]; 2], velocity: V, to: f64) -> Encounter<E> {
            let vector = |v: &V| E::from_fn(|i| scalar(number(v.get(i))));
            let [a, b] =
                corners.map(|list| PointCloud::new(&list.iter().map(vector).collect::<Vec<E>>()));
            let sweep = Sweep::between(scalar(0.0), scalar(to)).unwrap();
            cast(&sweep, &a.unwrap(), vector(&velocity), &b.unwrap(), E::ZERO).unwrap()
        }
        let Encounter::Hit(hit) = ask::<V, V>([&a, &b], velocity, 1.0) else { continue };
        hits += 1;
        if hit.time.lower == hit.time.upper {
            continue;
        }
        later += 1;
        let upper = number(hit.time.upper);
        // In more digits there is contact by then.
        let exact = ask::<V::Exact, V>([&a, &b], velocity, upper);
        assert!(!exact.is_missed(), "{} {case}: {a:?} {b:?} {velocity:?} {hit:?}", V::NAME);
    }
    assert!(later > pairs(3000) / 40 && hits > later, "{}: {later} of {hits}", V::NAME);
}

#[test]
fn slivers_have_certainly_met_when_a_cast_says_so() {
    in_some_spaces!(check_slivers);
}

fn check_bullets<V: Space>() {
    let thin = Cuboid::new(V::splat(scalar(1e-3))).unwrap();
    let wide = V::from_fn(|i| scalar(if i == 0 { 1e-3 } else { 2.0 }));
    let wall = Cuboid::new(wide).unwrap();
    let velocity = V::axis(0) * scalar(1e4);
    for k in 1..50 {
        let at = 200.0 * f64::from(k) - 0.01 * f64::from(k);
        let pose = Pose::from_translation(V::axis(0) * scalar(at)).unwrap();
        let start = -V::axis(0);
        let bullet = thin.at(Pose::from_translation(start).unwrap());
        let wall = wall.at(pose);
        let truth = (number(pose.translation().get(0)) + 1.0 - 2e-3) / 1e4;
        let hit = cast(&Sweep::default(), &bullet, velocity, &wall, V::ZERO).unwrap();
        let hit = hit.hit().expect("a bullet does not pass through a wall");
        let rounding = 10.0 * epsilon::<V>();
        let [lower, upper] = [hit.time.lower, hit.time.upper].map(number);
        assert!(lower <= truth + 1e-15 && truth <= upper + rounding, "{} {truth} {hit:?}", V::NAME);
        assert!(truth - lower <= 50.0 * rounding, "{} {truth} {hit:?}", V::NAME);
    }
}

#[test]
fn a_fast_bullet_does_not_pass_through_a_thin_wall() {
    in_every_space!(check_bullets);
}

#[test]
fn balls_and_planes_meet_when_the_closed_form_says() {
    let (one, two) = (Ball::new(1.0).unwrap(), Ball::new(2.0).unwrap());
    let far = two.at(Pose::from_translation(DVec3::new(10.0, 0.0, 0.0)).unwrap());
    let sweep = Sweep::between(0.0, 10.0).unwrap();
    let hit = cast(&sweep, &one, DVec3::X, &far, -DVec3::X).unwrap().hit().unwrap();
    assert!(hit.time.lower <= 3.5 && 3.5 <= hit.time.upper, "{hit:?}");
    assert_eq!((hit.normal, hit.start), (Some(DVec3::X), Verdict::Apart));
    let wall = HalfSpace::new(DVec3::X, -4.0).unwrap();
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let hit = cast(&sweep, &cube, DVec3::new(-2.0, 7.0, 0.0), &wall, DVec3::ZERO).unwrap();
    let hit = hit.hit().unwrap();
    assert!(hit.time.lower <= 1.5 && 1.5 <= hit.time.upper, "{hit:?}");
    assert!(cast(&sweep, &cube, DVec3::Y, &wall, DVec3::ZERO).unwrap().is_missed());
    let early = Sweep::between(0.0, 3.4).unwrap();
    assert!(cast(&early, &one, DVec3::X, &far, -DVec3::X).unwrap().is_missed());
}

#[test]
fn shapes_that_touch_or_overlap_at_the_start_are_hit_at_once() {
    let cube = Cuboid::new(Vec3::ONE).unwrap();
    for (x, verdict) in [(2.0, Verdict::Touching), (1.5, Verdict::Overlapping)] {
        let other = cube.at(Pose::from_translation(Vec3::X * x).unwrap());
        let hit = cast(&Sweep::default(), &cube, -Vec3::X, &other, Vec3::X).unwrap().hit().unwrap();
        assert_eq!((hit.time.lower, hit.start, hit.verdict), (0.0, verdict, verdict));
    }
}

#[test]
fn bad_casts_are_refused_by_name() {
    let ball = Ball::new(1.0).unwrap();
    let bad = Vec3::new(0.0, 0.0, f32::NAN);
    let sweep = Sweep::default();
    let error = cast(&sweep, &ball, bad, &ball, Vec3::X).unwrap_err();
    assert_eq!((error.shape, error.parameter, error.index), ("cast", "velocity_a", Some(2)));
    let error = cast(&sweep, &ball, Vec3::X, &ball, bad).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("velocity_b", Problem::NotFinite));
    let error = Sweep::between(1.0, 0.5).unwrap_err();
    assert_eq!((error.problem, error.value), (Problem::Reversed, 0.5));
    assert!(error.to_string().contains("must not come before the start"));
    let error = Sweep::between(f64::NAN, 0.5).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("from", Problem::NotFinite));
    let error = sweep.stopping_at(-1.0).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("stop", Problem::Negative));
    let error = sweep.with_tolerance(-1.0).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("tolerance", Problem::Negative));
}
