//! What an observer sees of a time of impact: looks that follow each other, and prove what they
//! say.

use crate::bodies::{ALL, bodies};
use crate::shapes::number;
use crate::support::ask::{distance, time_of_impact};
use crate::support::{Random, Space, epsilon, scalar};
use osculate::shape::{Ball, Cuboid};
use osculate::trace::{Look, Observer, Step};
use osculate::{At, Convex, DVec3, Encounter, Motion, Moves, Pose, Sweep, Vector};

/// All that is seen.
struct Seen<V: Vector> {
    looks: Vec<Look<V>>,
    shortcuts: Vec<&'static str>,
}

impl<V: Vector> Default for Seen<V> {
    fn default() -> Self {
        Self { looks: Vec::new(), shortcuts: Vec::new() }
    }
}

impl<V: Vector> Observer<V> for Seen<V> {
    fn step(&mut self, _: Step<'_, V>) {}
    fn look(&mut self, look: Look<V>) {
        self.looks.push(look);
    }
    fn shortcut(&mut self, name: &'static str) {
        self.shortcuts.push(name);
    }
}

#[inline(never)]
fn observed<V: Space>(
    sweep: Sweep<V::Scalar>,
    a: &dyn Convex<V>,
    motion_a: &Motion<V>,
    b: &dyn Convex<V>,
    motion_b: &Motion<V>,
) -> (Encounter<V>, Seen<V>) {
    let mut seen = Seen::default();
    let found = sweep.observed_by(&mut seen).time_of_impact(a, motion_a, b, motion_b).unwrap();
    (found, seen)
}

fn looks_prove_what_they_say_in<V: Space>() {
    let (mut hits, mut free, mut marched) = (0, 0, 0);
    let stop = 0.05;
    let sweep = Sweep::default().stopping_at(scalar(stop)).unwrap();
    for family in ALL {
        for seed in 0..40 {
            let mut random = Random(seed * 31 + 7);
            let [a, b] = bodies::<V>(family, &mut random);
            let (p, q) = (a.shape::<V>(), b.shape::<V>());
            let (moves_a, moves_b) = (a.motion::<V>(), b.motion::<V>());
            let (found, Seen { looks, shortcuts }) = observed(sweep, &p, &moves_a, &q, &moves_b);
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            // What it comes to is what it comes to unobserved.
            let alone = time_of_impact(&sweep, &p, &moves_a, &q, &moves_b).unwrap();
            assert_eq!(found.hit().is_some(), alone.hit().is_some(), "{context}");
            if shortcuts.is_empty() {
                marched += 1;
                assert_eq!(found, alone, "{context}");
            }
            assert_eq!(looks.first().map(|look| number(look.time)), Some(0.0), "{context}");
            for pair in looks.windows(2) {
                assert_eq!(pair[0].free_until, pair[1].time, "{context}");
                assert!(pair[0].time < pair[1].time, "{context}");
            }
            let last = looks.last().unwrap();
            match found {
                Encounter::Hit(hit) => {
                    hits += 1;
                    assert!((last.time, last.free_until) == (hit.time.lower, hit.time.lower));
                    assert_eq!((last.lower, last.upper), (hit.distance.lower, hit.distance.upper));
                }
                Encounter::Missed => {
                    free += 1;
                    assert!(number(last.free_until) > 1.0 || number(last.time) == 1.0);
                }
                Encounter::Unknown { .. } => {}
            }
            // The line from each look to the next is below the distance.
            for look in looks.iter().filter(|look| look.free_until > look.time) {
                let (from, lower) = (number(look.time), number(look.lower));
                let to = number(look.free_until).min(1.0);
                for share in [0.0, 0.1, 0.37, 0.5, 0.74, 0.98] {
                    let time = from + share * (to - from);
                    let line = lower + share * (stop - lower);
                    let at = |motion: &Motion<V>| motion.pose(scalar(time));
                    let (one, other) = (At::new(&p, at(&moves_a)), At::new(&q, at(&moves_b)));
                    let there = number(distance(&one, &other).upper);
                    // A time that is rounded is as much off as the bodies are fast.
                    let speeds = a.fastest() + b.fastest() + a.size() + b.size() + there;
                    let rounding = 64.0 * epsilon::<V>() * speeds;
                    assert!(there >= line - rounding, "{context}: {there} below {line} at {time}");
                }
            }
        }
    }
    assert!(hits > 50 && free > 50 && marched > 50, "{}: {hits} {free} {marched}", V::NAME);
}

#[test]
fn looks_prove_what_they_say() {
    in_every_space!(looks_prove_what_they_say_in);
}

/// A shortcut is named, and the march goes on all the same.
#[test]
fn shortcuts_are_heard_of() {
    let (ball, cube) = (Ball::new(1.0).unwrap(), Cuboid::new(DVec3::ONE).unwrap());
    let at = |x: f64, y: f64| Pose::from_translation(DVec3::new(x, y, 0.0)).unwrap();
    let rests = Motion::resting(at(0.0, 0.0));
    let ask = |x: f64, y: f64, velocity: DVec3, spin: f64| {
        let motion = Motion::new(at(x, y), velocity).unwrap().turning(DVec3::Z * spin).unwrap();
        observed::<DVec3>(Sweep::default(), &cube, &motion, &ball, &rests)
    };
    let (found, seen) = ask(9.0, 0.4, -DVec3::X * 20.0, 0.0);
    assert!(found.hit().is_some() && seen.looks.len() > 1);
    assert_eq!(seen.shortcuts, ["ray of the difference set"]);
    let (found, seen) = ask(9.0, 9.0, DVec3::X, 1.0);
    assert!(found.is_missed() && !seen.looks.is_empty());
    assert_eq!(seen.shortcuts, ["bounding balls"]);
    let (found, seen) = ask(9.0, 0.0, -DVec3::X * 20.0, 1.0);
    assert!(found.hit().is_some() && seen.shortcuts.is_empty());
}

/// Contact that is passed over is followed by the signed distance.
#[test]
fn looks_see_contact_that_opens() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let rests = Motion::resting(Pose::from_translation(DVec3::Y * 1.9).unwrap());
    let falls = Motion::new(Pose::IDENTITY, -DVec3::Y).unwrap();
    let sweep = Sweep::default().ignoring_opening();
    let (found, seen) = observed::<DVec3>(sweep, &cube, &falls, &cube, &rests);
    assert!(found.is_missed());
    let first = seen.looks.first().unwrap();
    assert!((first.upper + 0.1).abs() < 1e-12 && first.lower <= first.upper, "{first:?}");
    assert!(first.free_until > 0.0);
}
