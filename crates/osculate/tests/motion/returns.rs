//! Bodies that begin in contact, part and come back, with and without the contact at the start.
//!
//! The truth is sampled in double precision, in steps that the bodies' speed bounds: a sample at
//! which bodies that have been apart are in contact again is a contact, whatever else is.

use crate::moves::Bare;
use crate::shapes::{any, number};
use crate::support::ask::{signed_distance, time_of_any_impact};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::Body;
use osculate::Facts;
use osculate::Matrix;
use osculate::scene::Scene;
use osculate::shape::{Ball, Cuboid, HalfSpace, Shape};
use osculate::{
    At, Convex, DVec2, DVec3, Encounter, Motion, Moves, Pose, Rotation, Sweep, Trajectory,
};

fn at(x: f64, y: f64) -> Pose<DVec2> {
    Pose::from_translation(DVec2::new(x, y)).unwrap()
}

#[test]
fn bodies_that_part_and_come_back_are_a_hit_however_long_the_interval() {
    let way = [(0.0, at(0.5, 0.0)), (0.4, at(2.0, 0.0)), (0.9, at(-2.0, 0.0))];
    let way = Trajectory::new(&way).unwrap();
    let (large, small) = (Ball::new(1.0).unwrap(), Ball::new(0.01).unwrap());
    let rests = Motion::resting(Pose::IDENTITY);
    let truth = 0.4 + 0.99 / 8.0;
    for end in [0.53, 0.55, 0.6, 0.7, 0.9, 2.0] {
        for moves in [&way as &dyn Moves<DVec2>, &Bare(&way)] {
            let sweep = Sweep::between(0.0, end).unwrap().ignoring_opening();
            let hit = time_of_any_impact(&sweep, &large, &rests, &small, moves).unwrap();
            let hit = hit.hit().unwrap_or_else(|| panic!("{end}: they meet again"));
            assert!(hit.time.lower <= truth && truth - hit.time.lower < 1e-5, "{end}: {hit:?}");
        }
    }
    let sweep = Sweep::between(0.0, 0.52).unwrap().ignoring_opening();
    assert!(time_of_any_impact(&sweep, &large, &rests, &small, &way).unwrap().is_missed());
}

/// One part comes back into a ball, and a later one meets a wall when the first is less deep than
/// it was at the start: whichever is asked first, the first meeting is that of the ball.
#[test]
fn the_first_to_come_back_is_told_in_every_order_of_parts() {
    let way = [(0.0, at(0.5, 0.0)), (0.4, at(2.0, 0.0)), (0.9, at(-2.0, 0.0))];
    let way = Trajectory::new(&way).unwrap();
    let small = Shape::from(Ball::new(0.01).unwrap());
    let ball = (Shape::from(Ball::new(1.0).unwrap()), Pose::IDENTITY);
    let wall = (Shape::from(Cuboid::new(DVec2::ONE).unwrap()), at(-2.0, 5.0));
    let truth = 0.4 + 0.99 / 8.0;
    let sweep = Sweep::default().ignoring_opening();
    for (order, others) in [[&ball, &wall], [&wall, &ball]].into_iter().enumerate() {
        for own in [[0.0, 5.0], [5.0, 0.0]] {
            let mut scene = Scene::new();
            let parts = own.map(|y| (small.clone(), at(0.0, y)));
            let moving = scene.add(
                Body::compound(parts.map(|(shape, pose)| (shape.into(), pose))).unwrap(),
                at(0.5, 0.0),
            );
            let other = scene.add(
                Body::compound(others.map(|(shape, pose)| (shape.clone().into(), *pose))).unwrap(),
                Pose::IDENTITY,
            );
            let motion = |id| (id == moving).then_some(&way);
            let found = [
                scene.first_impact(&sweep, motion).unwrap(),
                scene.impact_of(moving, other, &sweep, motion).unwrap(),
            ];
            for found in found {
                let time = found.expect("it comes back").encounter.lower();
                let is_right = time <= truth && truth - time < 1e-5;
                assert!(is_right, "order {order} {own:?}: {time} {truth}");
            }
        }
    }
}

#[test]
fn contact_that_lasts_is_no_new_contact() {
    let ball = Ball::new(1.0).unwrap();
    let floor = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    let slab = Cuboid::new(DVec3::new(20.0, 1.0, 20.0)).unwrap();
    let below = Pose::from_translation(-DVec3::Y).unwrap();
    let sweep = Sweep::default().ignoring_opening();
    let free = |a: &dyn Convex<DVec3>, moves: &Motion<DVec3>, name: &str| {
        for (b, pose) in [(&floor as &dyn Convex<DVec3>, Pose::IDENTITY), (&slab, below)] {
            let rests = Motion::resting(pose);
            let answer = time_of_any_impact(&sweep, a, moves, b, &rests).unwrap();
            assert!(answer.is_missed(), "{name}: {answer:?}");
            let answer = time_of_any_impact(&sweep, b, &rests, a, moves).unwrap();
            assert!(answer.is_missed(), "{name}, swapped: {answer:?}");
        }
    };
    let on_floor = Motion::new(Pose::from_translation(DVec3::Y).unwrap(), DVec3::X * 3.0).unwrap();
    free(&ball, &on_floor.turning(DVec3::Z * -300.0).unwrap(), "a ball that rolls and slips");
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    free(&cube, &on_floor, "a box that slides");
    free(&cube, &on_floor.turning(DVec3::Y * 3.0).unwrap(), "a box that slides and turns");
    let lifted = Pose::from_translation(DVec3::Y * 0.9).unwrap();
    let rises = Motion::new(lifted, DVec3::Y).unwrap().turning(DVec3::Y * 2.0).unwrap();
    free(&cube, &rises, "a box that is pulled out while it turns");
}

/// How many contacts were found, and how many motions without.
#[derive(Debug, Default)]
struct Seen {
    again: usize,
    at_once: usize,
    free: usize,
    unknown: usize,
    /// Hits at once of bodies whose depth falls.
    opening: usize,
}

/// Poses at times: straight legs, or with turns.
fn list<V: Space>(random: &mut Random, from: Pose<V>, turns: bool) -> Trajectory<V> {
    let mut poses = vec![(scalar(0.0), from)];
    let mut time = 0.0;
    for _ in 0..1 + random.below(4) {
        time += 0.05 + 0.4 * random.unit();
        // Out of the contact and back, or anywhere near.
        let way = random.vector::<V>() * scalar([0.3, 2.5][random.below(2)]);
        let turn = random.turn::<V>().rotation();
        let turn = if turns { turn } else { from.rotation() };
        poses.push((scalar(time), Pose::new(way, turn).unwrap()));
    }
    Trajectory::new(&poses).unwrap()
}

/// The same pose in another space of the dimension.
pub fn in_space<V: Space, E: Space>(pose: Pose<V>) -> Pose<E> {
    let vector = |v: V| E::from_fn(|i| scalar(number(v.get(i))));
    let matrix = pose.rotation().matrix();
    let matrix = E::Matrix::from_columns(|j| vector(matrix.column(j)));
    Pose::new(vector(pose.translation()), Rotation::from_matrix(matrix).unwrap()).unwrap()
}

/// What a signed distance does over time.
struct Truth {
    /// When bodies that have been apart are certainly in contact again.
    again: Option<f64>,
    /// When they are certainly deeper than they were at the start.
    deeper: Option<f64>,
    /// When they are first apart by half of the tolerance and more.
    parted: Option<f64>,
}

impl Truth {
    /// Looks from the start to a time, in steps that are short where the distance is near to zero.
    fn of(gap: &impl Fn(f64) -> f64, until: f64, speed: f64, [tolerance, doubt]: [f64; 2]) -> Self {
        let mut truth = Self { again: None, deeper: None, parted: None };
        let first = gap(0.0);
        let (mut time, mut surely_apart) = (0.0, false);
        while time <= until && truth.again.is_none() && truth.deeper.is_none() {
            let now = gap(time);
            surely_apart |= now > 4.0 * tolerance + doubt;
            if now > 0.5 * tolerance - doubt && truth.parted.is_none() {
                truth.parted = Some(time);
            }
            if surely_apart && now < -doubt {
                truth.again = Some(time);
            }
            if now < first - tolerance - doubt {
                truth.deeper = Some(time);
            }
            let level = if surely_apart { now } else { now.abs() };
            time += (level.abs() / speed).clamp(3e-4, 0.05);
        }
        truth
    }
}

/// Whether a distance that changes no faster than `speed` exceeds a level before a time, by more
/// than a step.
fn exceeds(gap: &impl Fn(f64) -> f64, until: f64, speed: f64, [level, step]: [f64; 2]) -> bool {
    let mut time = 0.0;
    while time <= until {
        let now = gap(time);
        if now > level {
            return true;
        }
        time += (level - now).max(step) / speed;
    }
    false
}

fn check<V: Space>() {
    let mut random = Random(5801);
    let mut seen = Seen::default();
    let fine = epsilon::<V>() < 1e-10;
    let mut asked = 0;
    for case in 0..pairs(160) {
        let seed = random.bits();
        let shapes = [0, 1].map(|i| any::<V>(&mut Random(seed + i)));
        let exact = [0, 1].map(|i| any::<V::Exact>(&mut Random(seed + i)));
        let start = |random: &mut Random, size: f64| {
            let at = random.vector::<V>() * scalar(size);
            Pose::new(at, random.turn::<V>().rotation()).unwrap()
        };
        let pose = start(&mut random, 0.1);
        let kind = random.below(5);
        let spin = core::array::from_fn(|_| random.signed() * 5.0);
        let steady = Motion::new(pose, random.vector::<V>() * scalar(2.0)).unwrap();
        let turning = V::turning(steady, spin);
        let way = list(&mut random, pose, kind == 2);
        let way: &dyn Moves<V> = match kind {
            0 => &steady,
            1 => &turning,
            2 | 3 => &way,
            _ => &Bare(&way),
        };
        let place = start(&mut random, 1.2);
        let other = Motion::new(place, random.vector::<V>() * scalar(0.5)).unwrap();
        let other = if random.below(2) == 0 { Motion::resting(place) } else { other };
        let name = format!("{} {case} of kind {kind}", V::NAME);
        let gap = |time: f64| {
            let poses =
                [way.pose(scalar(time)), other.pose(scalar(time))].map(in_space::<V, V::Exact>);
            let [a, b] = [0, 1].map(|i| At::new(&exact[i], poses[i]));
            signed_distance(&a, &b).distance.value
        };
        let size = |i: usize| number(shapes[i].extent() + shapes[i].rounding());
        let tolerance = 1e-4 * size(0).min(size(1));
        let doubt = if fine { 1e-7 } else { 3e-4 };
        let at_start = gap(0.0);
        if at_start > -doubt || at_start < -0.7 {
            continue;
        }
        asked += 1;
        let speed = 40.0;
        let truth = |until: f64| Truth::of(&gap, until, speed, [tolerance, doubt]);
        // Mostly the interval ends soon after they meet again, before they are deep.
        let again = truth(1.2).again.filter(|_| random.below(4) > 0);
        let to = again.map_or(0.2 + random.unit(), |again| again + 0.02 * random.unit());
        let sweep = Sweep::between(scalar(0.0), scalar(to)).unwrap();
        let plain = time_of_any_impact(&sweep, &shapes[0], way, &shapes[1], &other).unwrap();
        assert_eq!(plain.hit().map(|hit| number(hit.time.upper)), Some(0.0), "{name}: {plain:?}");
        let sweep = sweep.ignoring_opening();
        let answer = time_of_any_impact(&sweep, &shapes[0], way, &shapes[1], &other).unwrap();
        let mirrored = time_of_any_impact(&sweep, &shapes[1], &other, &shapes[0], way).unwrap();
        for answer in [answer, mirrored] {
            let until = number(answer.lower()).min(to);
            let Truth { again, deeper, parted } = truth(until - 1e-9);
            assert!(again.is_none(), "{name}: {again:?} before {answer:?}");
            assert!(deeper.is_none(), "{name}: {deeper:?} before {answer:?}");
            match answer {
                Encounter::Hit(hit) if number(hit.time.lower) > 0.0 => {
                    seen.again += 1;
                    let there = gap(number(hit.time.upper));
                    let is_deeper = there < at_start - 0.25 * tolerance + doubt;
                    // Some part for less time than there is between two looks of the truth.
                    let parted = || {
                        let level = 0.5 * tolerance - doubt;
                        parted.is_some() || exceeds(&gap, until, speed, [level, 0.1 * tolerance])
                    };
                    let is_again = there < tolerance + doubt && parted();
                    assert!(is_deeper || is_again, "{name}: {there} {at_start} {hit:?}");
                }
                Encounter::Hit(_) => {
                    seen.at_once += 1;
                    // Of two ways out that are as short, the one that is told may close.
                    seen.opening += usize::from(gap(1e-4) > at_start + doubt);
                }
                Encounter::Missed => seen.free += 1,
                Encounter::Unknown { .. } => {
                    // Bounds alone tell little of contact that lasts.
                    assert!(kind == 4 || !fine || seen.unknown < 3, "{name}: {answer:?}");
                    seen.unknown += usize::from(kind != 4);
                }
            }
        }
        let [one, other] = [answer, mirrored].map(|answer| number(answer.lower()).min(9.0));
        let near = if fine { 1e-3 } else { 1e-2 };
        let is_known = |answer: &Encounter<V>| !matches!(answer, Encounter::Unknown { .. });
        let known = is_known(&answer) && is_known(&mirrored);
        assert!(!known || (one - other).abs() < near, "{name}: {answer:?} {mirrored:?}");
    }
    let least = asked / 20;
    let is_told = seen.again > least && seen.at_once > least && seen.free > least;
    let is_rare = seen.unknown <= asked / 20 && seen.opening <= asked / 500;
    assert!(is_told && is_rare, "{}: {seen:?} of {asked}", V::NAME);
}

#[test]
fn no_motion_that_parts_and_returns_is_missed_or_late() {
    in_every_space!(check);
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let insert = |order: &Vec<usize>| {
        let order = order.clone();
        (0..count).map(move |place| {
            let mut longer = order.clone();
            longer.insert(place, count - 1);
            longer
        })
    };
    shorter.iter().flat_map(insert).collect()
}

/// Bodies of several parts in every order: the first meeting is that of the parts alone.
fn check_compounds<V: Space>() {
    let mut random = Random(5802);
    let (mut met, mut free) = (0, 0);
    let fine = epsilon::<V>() < 1e-10;
    for case in 0..pairs(40) {
        let part = |random: &mut Random, spread: f64| {
            let sizes = V::from_fn(|_| scalar(0.2 + 0.5 * random.unit()));
            let shape: Shape<V> = match random.below(2) {
                0 => Cuboid::new(sizes).unwrap().into(),
                _ => Ball::new(sizes.get(0)).unwrap().into(),
            };
            let place = random.vector::<V>() * scalar(spread);
            (shape, Pose::new(place, random.turn::<V>().rotation()).unwrap())
        };
        let parts = [0.2, 1.2, 1.5].map(|spread| part(&mut random, spread));
        let others = [0.3, 0.8].map(|spread| part(&mut random, spread));
        let start = Pose::from_translation(random.vector::<V>() * scalar(0.9)).unwrap();
        let turns = case % 2 == 0;
        let way = list(&mut random, start, turns);
        let name = format!("{} {case}", V::NAME);
        let to = scalar::<V::Scalar>(random.unit());
        let mut sweep = Sweep::between(scalar(0.0), to).unwrap().ignoring_opening();
        let rests = Motion::resting(Pose::IDENTITY);
        // Of the parts alone.
        let mut first: Option<f64> = None;
        let mut is_known = true;
        // The first time it is all of the time, then mostly until soon after the meeting.
        for round in 0..2 {
            first = None;
            for (one, own) in &parts {
                for (other, place) in &others {
                    let (a, b) = (At::new(one, *own), At::new(other, *place));
                    let answer = time_of_any_impact(&sweep, &a, &way, &b, &rests).unwrap();
                    is_known &= !matches!(answer, Encounter::Unknown { .. });
                    let lower = number(answer.lower());
                    if !answer.is_missed() && first.is_none_or(|first| lower < first) {
                        first = Some(lower);
                    }
                }
            }
            if let (0, Some(first), true) = (round, first, random.below(3) > 0) {
                let soon = scalar(first + 0.02);
                sweep = Sweep::between(scalar(0.0), soon).unwrap().ignoring_opening();
            }
        }
        if !is_known {
            continue;
        }
        (met, free) = (met + usize::from(first.is_some()), free + usize::from(first.is_none()));
        for order in orders(3) {
            let mut scene = Scene::new();
            let ordered =
                Body::compound(order.iter().map(|&i| (parts[i].0.clone().into(), parts[i].1)))
                    .unwrap();
            let moving = scene.add(ordered, start);
            let other = scene.add(
                Body::compound(others.clone().map(|(shape, pose)| (shape.into(), pose))).unwrap(),
                Pose::IDENTITY,
            );
            let motion = |id| (id == moving).then_some(&way);
            let found = scene.first_impact(&sweep, motion).unwrap();
            let pair = scene.impact_of(moving, other, &sweep, motion).unwrap();
            for found in [found, pair] {
                let time = found.map(|found| number(found.encounter.lower()));
                let near = if fine { 1e-4 } else { 1e-2 };
                let same = match (time, first) {
                    (Some(time), Some(first)) => (time - first).abs() < near,
                    (time, first) => time.is_none() && first.is_none(),
                };
                assert!(same, "{name} {order:?}: {time:?} {first:?}");
            }
        }
    }
    assert!(met > pairs(40) / 4 && free > 0, "{}: {met} {free}", V::NAME);
}

#[test]
fn parts_in_any_order_meet_again_at_the_same_time() {
    in_some_spaces!(check_compounds);
}
