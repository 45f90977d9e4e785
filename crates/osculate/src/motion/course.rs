//! Conservative advancement: the march that rays, casts and times of impact share.
//!
//! At a time t a plane between the shapes, and a bound on how fast they approach it (`bound.rs`),
//! prove a span of time free of contact. Its end is a proved lower bound of the time of contact,
//! and the next place to look.
//!
//! What rounding may hide is taken off the gap each time: the band of the support points, and the
//! slack of the poses, which were computed and are not those of the exact motion.

use super::body::Body;
use super::bound::{Bound, Placed, lengths, unit_of_rounding};
use super::{Encounter, Impact, Start};
use crate::convex::Convex;
use crate::kernel::trace::{Look, Observer};
use crate::number::contract::CURVED_WIDTH;
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Space;
use crate::query::{Bracket, Cache, Closest, Query, closest, signed_distance};

/// A distance of polytopes that is so many ε of these lengths has a gap above zero along its
/// normal: its bracket may be 32 wide, and the gap's error is 16.
const NEAREST: f64 = 48.0;

/// How much more there is to a distance of curved shapes, whose brackets are wider.
const NEAREST_CURVED: f64 = 4.0 * CURVED_WIDTH;

/// How often contact is looked for after the time that is proved free, each time further.
const OVERSHOOTS: u32 = 4;

/// Two bodies, when they move, and what counts as contact.
#[derive(Debug)]
pub(super) struct Course<'b, V: Vector, A, B> {
    pub bound: Bound<'b, V, A, B>,
    pub from: V::Scalar,
    /// The distance that is looked for.
    pub stop: V::Scalar,
    /// How much more will do.
    pub tolerance: V::Scalar,
    /// How many times the shapes are looked at.
    pub budget: u32,
    /// Whether contact at the start is passed over while it gets no deeper.
    pub ignores_start: bool,
}

/// Whether an observer looks at all.
fn is_active<V: Vector, O: Observer<V>>(_: &O) -> bool {
    O::ACTIVE
}

/// Where a march stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand<V: Vector> {
    pub time: V::Scalar,
    pub start: Start<V>,
    pub steps: u32,
}

/// What is known of bodies that move straight before any march.
pub(super) enum Ahead<V: Vector> {
    Answered(Encounter<V>),
    /// There is no contact before this.
    Free(Stand<V>),
    /// The bodies turn, or are in contact at the start, or nothing was found.
    Unknown,
}

impl<V: Space, A: Body<V>, B: Body<V>> Course<'_, V, A, B> {
    /// Marches from the start to the first contact. Who observes the march sees all of it.
    pub fn run(&self, observer: &mut impl Observer<V>) -> Encounter<V> {
        let time = self.from;
        let is_observed = is_active(observer);
        if self.bound.balls_pass(time, self.stop) {
            observer.shortcut("bounding balls");
            if !is_observed {
                return Encounter::Missed;
            }
        }
        if !self.bound.slack(time).is_finite() {
            return Encounter::Unknown { lower: time, steps: 0 };
        }
        match self.straight() {
            Ahead::Unknown => {}
            _ if is_observed => observer.shortcut("ray of the difference set"),
            Ahead::Answered(answer) => return answer,
            Ahead::Free(stand) => {
                let placed = self.bound.at(stand.time);
                let seen = closest(&placed.a, &placed.b);
                return self.march(stand, &placed, seen, observer);
            }
        }
        let placed = self.bound.at(time);
        let seen = closest(&placed.a, &placed.b);
        let start = Start::of(&placed.a, &placed.b, seen.verdict);
        let stand = Stand { time, start, steps: 1 };
        if !self.ignores_start || !self.is_contact(&placed, &seen.distance) {
            return self.march(stand, &placed, seen, observer);
        }
        match self.leave(stand, placed, observer) {
            Ok(stand) => {
                let placed = self.bound.at(stand.time);
                let seen = closest(&placed.a, &placed.b);
                self.march(stand, &placed, seen, observer)
            }
            Err(answer) => answer,
        }
    }

    /// From a time before which there is no contact, where the shapes have been seen.
    fn march<'s>(
        &'s self,
        mut stand: Stand<V>,
        placed: &Placed<V, A::Placed<'s>, B::Placed<'s>>,
        mut seen: Closest<V>,
        observer: &mut impl Observer<V>,
    ) -> Encounter<V> {
        let (mut moved, mut cache) = (None, Cache::new());
        let mut is_kept = false;
        loop {
            let placed = moved.as_ref().unwrap_or(placed);
            let time = stand.time;
            if !placed.slack.is_finite() {
                return Encounter::Unknown { lower: time, steps: stand.steps };
            }
            let mut look = |free_until| {
                let Closest { on_a, on_b, normal, distance, .. } = seen;
                let Bracket { lower, upper, .. } = distance;
                observer.look(Look { time, lower, upper, normal, on_a, on_b, free_until });
            };
            if self.is_contact(placed, &seen.distance) {
                look(time);
                return self.arrived(stand, seen);
            }
            let floor = self.floor();
            let next = self.bound.free_until(time, placed, seen.normal, seen.distance.lower, floor);
            look(next);
            let to = self.bound.to;
            if next > to || next == V::Scalar::INFINITY || time == to {
                return Encounter::Missed;
            }
            if !(next > time) && is_kept && stand.steps < self.budget {
                // The query may have run out of steps because of what was kept: it starts anew.
                (cache, is_kept) = (Cache::new(), false);
                seen = closest(&placed.a, &placed.b);
                stand.steps += 1;
                continue;
            }
            if !(next > time) {
                // The numbers of times are too few: the next one is the end, or nothing is known.
                return self.next_number(stand);
            }
            stand.time = next;
            if stand.steps >= self.budget {
                return Encounter::Unknown { lower: next, steps: stand.steps };
            }
            stand.steps += 1;
            let here = moved.insert(self.bound.at(next));
            is_kept = cache != Cache::new();
            seen = Query::new(&here.a, &here.b).starting_from(&mut cache).closest();
        }
    }

    /// The distance looked for, rounded up.
    pub fn floor(&self) -> V::Scalar {
        self.stop + V::Scalar::EPSILON * self.stop
    }

    /// What a distance may be above the one looked for, not to be told from it, or near enough.
    pub fn nearest<P: Convex<V>, Q: Convex<V>>(&self, placed: &Placed<V, P, Q>) -> V::Scalar {
        self.tolerance.max(self.rounding(placed))
    }

    /// What a distance may be above another, not to be told from it.
    pub fn rounding<P: Convex<V>, Q: Convex<V>>(&self, placed: &Placed<V, P, Q>) -> V::Scalar {
        let Placed { a, b, .. } = placed;
        let mut nearest = V::Scalar::from_f64(NEAREST) * unit_of_rounding(a, b);
        if a.is_curved() || b.is_curved() {
            nearest = nearest + V::Scalar::from_f64(NEAREST_CURVED) * lengths(a, b);
        }
        nearest + (placed.slack + placed.slack)
    }

    /// Whether this is near enough, or not to be told from it.
    pub fn is_contact<P: Convex<V>, Q: Convex<V>>(
        &self,
        placed: &Placed<V, P, Q>,
        distance: &Bracket<V::Scalar>,
    ) -> bool {
        distance.upper <= self.floor() + self.nearest(placed)
            || distance.lower - placed.slack <= self.floor()
    }

    /// The contact at a time before which there is none. Where no tolerance was asked for, a little
    /// later there is contact beyond doubt, if the shapes do not just graze.
    pub fn arrived(&self, stand: Stand<V>, seen: Closest<V>) -> Encounter<V> {
        let upper = self.surely_after(stand.time, &seen).unwrap_or(stand.time);
        Encounter::Hit(Impact::new(&stand, upper, seen))
    }

    /// A time, after this one by little, at which the distance is the one looked for or less.
    fn surely_after(&self, time: V::Scalar, seen: &Closest<V>) -> Option<V::Scalar> {
        let Bound { a, b, to } = self.bound;
        let (a, b) = (a.pace(time, to), b.pace(time, to));
        let straight = a.is_even() && b.is_even() && a.is_straight() && b.is_straight();
        if !straight || self.tolerance > V::Scalar::ZERO {
            return None;
        }
        if seen.distance.upper + self.bound.slack(time) <= self.stop {
            return Some(time);
        }
        let n = seen.normal?;
        let rate = n.dot(a.velocity) - n.dot(b.velocity);
        let mut span = ((seen.distance.upper - self.stop) + self.bound.slack(time)) / rate;
        if !(span >= V::Scalar::ZERO) {
            return None;
        }
        for _ in 0..OVERSHOOTS {
            span = span + span + V::Scalar::EPSILON * time.abs();
            let later = (time + span).min(to);
            let placed = self.bound.at(later);
            // Less than zero if the shapes overlap: by more than their poses may be off by.
            let found = signed_distance(&placed.a, &placed.b).distance;
            if found.upper + placed.slack <= self.stop {
                return Some(later);
            }
        }
        None
    }

    /// Contact at the next number after the time, or no knowledge. Two half-spaces that begin to
    /// turn have a common point at once, and numbers tell it a little later.
    fn next_number(&self, mut stand: Stand<V>) -> Encounter<V> {
        let (time, to) = (stand.time, self.bound.to);
        let unknown = |steps| Encounter::Unknown { lower: time, steps };
        let least = V::Scalar::EPSILON * time.abs() + V::Scalar::LEAST;
        let mut span = least + least;
        let are_endless = self.bound.endless() == [true, true];
        if are_endless {
            span = span.max((to - time) * V::Scalar::EPSILON);
        }
        while stand.steps < self.budget {
            let later = (time + span).min(to);
            let placed = self.bound.at(later);
            let seen = closest(&placed.a, &placed.b);
            stand.steps += 1;
            if self.is_contact(&placed, &seen.distance) {
                return Encounter::Hit(Impact::new(&stand, later, seen));
            }
            if !are_endless || later >= to {
                break;
            }
            span = span * V::Scalar::from_f64(16.0);
        }
        unknown(stand.steps)
    }
}
