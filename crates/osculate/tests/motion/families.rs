//! Families of motions in every space: none is missed, none is late.
//!
//! The truth is sampled, and refined by the bodies' speed wherever two samples leave contact open:
//! where the bodies are at a time is computed here, in double precision, and the library's distance
//! of it is asked. In another arm exact arithmetic is.

use crate::bodies::{ALL, Body, Family, bodies};
use crate::shapes::number;
use crate::support::ask::{distance, signed_distance, time_of_impact};
use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Space, epsilon, norm, pairs, vector};
use osculate::{At, Encounter, Facts, Sweep};

/// What is known of the first contact: no contact before `free`, and the sets overlap at `met`, if
/// they do.
struct Truth {
    free: f64,
    met: Option<f64>,
}

/// Looks at the gap between two times, and wherever it may come to zero between them at this speed,
/// at the middle too.
fn first_contact(
    gap: &impl Fn(f64) -> f64,
    speed: f64,
    [low, high]: [f64; 2],
    gaps: [f64; 2],
    looks: &mut u32,
) -> Truth {
    if gaps[0] <= 0.0 {
        return Truth { free: low, met: Some(low) };
    }
    // The gap at any time between is at least half of this.
    if gaps[0] + gaps[1] > speed * (high - low) * (1.0 + 1e-9) && gaps[1] > 0.0 {
        return Truth { free: high, met: None };
    }
    if high - low < 1e-10 || *looks == 0 {
        // Within the last width it is not told when they meet, or whether they just graze.
        return Truth { free: low, met: (gaps[1] <= 0.0).then_some(high) };
    }
    *looks -= 1;
    let middle = low + (high - low) * 0.5;
    let at_middle = gap(middle);
    let first = first_contact(gap, speed, [low, middle], [gaps[0], at_middle], looks);
    if first.met.is_some() {
        return first;
    }
    let then = first_contact(gap, speed, [middle, high], [at_middle, gaps[1]], looks);
    let free = if first.free < middle { first.free } else { then.free };
    Truth { free, met: then.met }
}

/// Samples, refined by the speed of the bodies: what lies between two of them is proved.
fn sampled(gap: impl Fn(f64) -> f64, speed: f64, samples: u32) -> Option<f64> {
    let at = |k: u32| f64::from(k) / f64::from(samples);
    let gaps: Vec<f64> = (0..=samples).map(|k| gap(at(k))).collect();
    let mut looks = 20_000;
    for k in 0..samples as usize {
        let (times, ends) = ([at(k as u32), at(k as u32 + 1)], [gaps[k], gaps[k + 1]]);
        let truth = first_contact(&gap, speed, times, ends, &mut looks);
        if truth.met.is_some() {
            return truth.met;
        }
    }
    None
}

/// The exact distance of the bodies at a time, in integers, from their poses as computed here.
fn exact_distance<V: Space<Scalar = f64>>(bodies: &[Body; 2], time: f64) -> f64 {
    let [a, b] = [0, 1].map(|i| {
        let pose = bodies[i].pose::<V>(time);
        Placed {
            corners: bodies[i].corners.iter().map(|c| vector::<V>(c)).collect(),
            turn: bodies[i].turn_at::<V>(time),
            translation: pose.translation(),
        }
    });
    Scene::new(&a, &b).distance()
}

fn check_family<V: Space>(family: Family) {
    let mut random = Random(3400 + family as u64);
    let (mut hits, mut free, mut unknown) = (0, 0, 0);
    let count = pairs(30);
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
        let truth = sampled(gap, a.fastest() + b.fastest(), 200);
        match (answer, truth) {
            (Encounter::Hit(hit), truth) => {
                hits += 1;
                let [lower, upper] = [hit.time.lower, hit.time.upper].map(number);
                // What the last number of a time is worth counts too.
                let near = tolerance + doubt + 4.0 * epsilon::<V>() * speed;
                assert!(gap(upper) <= near, "{name}: early by {:e}", gap(upper));
                is_in_time(truth, lower);
            }
            (Encounter::Missed, None) => free += 1,
            (Encounter::Missed, Some(truth)) => {
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
        if case < 3 {
            // The other arm: exact arithmetic at a few times.
            let until = answer.hit().map_or(1.0, |hit| number(hit.time.lower));
            let both = [a.clone(), b.clone()];
            for k in 0..if until > 0.0 { 8 } else { 0 } {
                let time = until * f64::from(k) / 8.0;
                let exact = exact_distance::<V::Exact>(&both, time);
                assert!(exact > -doubt && (exact > 0.0 || k > 6), "{name}: {exact} at {time}");
                assert!((exact - gap(time)).abs() < 1e-9, "{name}: {exact} at {time}");
            }
        }
        let swapped = ask(1, 0);
        assert_eq!(swapped.hit().map(|hit| hit.time), answer.hit().map(|hit| hit.time), "{name}");
        assert_eq!(swapped.is_missed(), answer.is_missed(), "{name}");
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
