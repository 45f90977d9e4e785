//! When and how near two moving shapes pass.
//!
//! One march over the interval. The least distance that has been seen, at some time, bounds the
//! true one from above. The march proves of every span that the shapes are further apart than that,
//! or than that less the tolerance: the least of these floors bounds it from below, and the spans
//! of the second kind are the times at which it may be. So that the first bound is a good one, the
//! march looks ahead wherever it sees the distance fall. What it finds there is only another time
//! that has been seen: a wrong guess costs looks, and proves nothing false.

use super::body::Body;
use super::course::Course;
use super::{Encounter, Impact};
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Space;
use crate::query::{Bracket, Closest, Verdict, closest, signed_distance};

/// When and how near two moving shapes pass.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Approach<V: Vector> {
    /// They are nearest only within this span of time, which is proved; `value` is the time at
    /// which the points were found. Bodies that overlap are nearest when they first touch: that is
    /// not before `lower`, which is where a time of impact has its own, and they certainly do at
    /// `upper`.
    pub time: Bracket<V::Scalar>,
    /// Their least distance; zero if they overlap. The bracket is as wide as the tolerance, or as
    /// rounding leaves it: 48 ε of all lengths of the pair and twice the slack of the motions, and
    /// for curved shapes the width of a bracket of theirs. It may be wider where `is_complete` is
    /// false.
    pub distance: Bracket<V::Scalar>,
    /// How they lie to each other at the time `value`.
    pub verdict: Verdict,
    /// The unit vector from a to b then; `None` if they overlap.
    pub normal: Option<V>,
    /// The point of a closest to b.
    pub on_a: V,
    /// The point of b closest to a.
    pub on_b: V,
    /// Whether the steps sufficed. If not, the time and `distance.lower` are what is
    /// known without any more looks: all of the interval that is left, and zero.
    pub is_complete: bool,
    /// How many times the shapes were looked at.
    pub steps: u32,
}

/// How two bodies have passed each other.
#[derive(Clone, Copy, PartialEq)]
pub enum Passed {
    /// They have been seen to overlap.
    Overlapping,
    /// They have not.
    Apart,
    /// They are proved to stay further apart than was asked about.
    Further,
}

/// How many times in a row the march looks ahead, twice as far each time, although the distance has
/// not fallen.
const PATIENCE: u32 = 3;

/// How many times it then looks between: the last span is 1e-5 of the first, and of a smooth
/// minimum 1e-10 of the way down is left.
const SECTIONS: u32 = 24;

/// How often the end of a span that is left open is looked for: each time the span is a quarter.
const NARROWINGS: u32 = 16;

/// The first look for overlap after an impact is after twice this share of the span until where it
/// was seen; each is twice as far as the one before.
const SOON: f64 = 1.0 / 65536.0;

/// The golden section.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// The march.
struct Search<'c, 'b, V: Vector, A, B> {
    course: &'c Course<'b, V, A, B>,
    steps: u32,
    best: Seen<V>,
    /// It is of no interest whether they stay further apart than this.
    most: V::Scalar,
    /// The least floor that has been proved.
    floor: V::Scalar,
    /// The times at which the distance may be the least, and the least floor that they have.
    open: Option<([V::Scalar; 2], V::Scalar)>,
}

/// A look at the shapes.
#[derive(Clone, Copy)]
struct Seen<V: Vector> {
    time: V::Scalar,
    closest: Closest<V>,
    /// How much nearer cannot be told from this distance, or does not matter.
    doubt: V::Scalar,
    /// Whether they overlap by more than their poses may be off by.
    overlaps: bool,
}

impl<V: Vector> Seen<V> {
    fn upper(&self) -> V::Scalar {
        self.closest.distance.upper
    }
}

impl<V: Space, A: Body<V>, B: Body<V>> Course<'_, V, A, B> {
    /// When and how near the bodies pass. Of bodies that stay further apart than `most` no more is
    /// known than that.
    #[must_use]
    pub fn nearest_approach(&self, most: V::Scalar) -> (Approach<V>, Passed) {
        let best = self.look(self.from);
        let (floor, open) = (V::Scalar::INFINITY, None);
        let mut search = Search { course: self, steps: 1, best, most, floor, open };
        let is_complete = self.bound.slack(self.from).is_finite() && search.run();
        if search.best.overlaps {
            return (self.contact(&search), Passed::Overlapping);
        }
        let is_further = is_complete && search.open.is_none() && search.best.upper() > most;
        let passed = if is_further { Passed::Further } else { Passed::Apart };
        let Search { best, floor, open, steps, .. } = search;
        let Seen { time: value, closest, .. } = best;
        let Closest { on_a, on_b, normal, verdict, distance, .. } = closest;
        let (lower, [first, last]) = match open {
            Some((times, _)) if is_complete => (floor.min(distance.lower), times),
            _ => (V::Scalar::ZERO, [self.from, self.bound.to]),
        };
        let time = Bracket { lower: first.min(value), value, upper: last.max(value) };
        let distance = Bracket { lower: lower.max(V::Scalar::ZERO), ..distance };
        (Approach { time, distance, verdict, normal, on_a, on_b, is_complete, steps }, passed)
    }

    /// The same of bodies that have been seen to overlap.
    fn contact(&self, search: &Search<'_, '_, V, A, B>) -> Approach<V> {
        let Seen { time: seen_at, closest, .. } = search.best;
        let mut steps = search.steps;
        let approach = |[lower, value, upper]: [V::Scalar; 3], closest: Closest<V>, is_complete| {
            let Closest { on_a, on_b, normal, verdict, distance, .. } = closest;
            let distance = Bracket { lower: V::Scalar::ZERO, ..distance };
            let time = Bracket { lower, value, upper };
            Approach { time, distance, verdict, normal, on_a, on_b, is_complete, steps: 0 }
        };
        let (from, budget) = (self.from, self.budget - steps.min(self.budget));
        let found = if budget == 0 {
            approach([from, seen_at, seen_at], closest, false)
        } else {
            let bound = super::bound::Bound { to: seen_at, ..self.bound };
            match (Course { bound, budget, ..*self }).run(&mut ()) {
                Encounter::Hit(hit) => {
                    steps += hit.steps;
                    let upper = self.overlap_after(&hit, seen_at, &mut steps);
                    let (time, ended) = (hit.time, closest.ended);
                    let Impact { on_a, on_b, normal, distance, verdict, .. } = hit;
                    let there = Closest { on_a, on_b, normal, distance, verdict, ended, steps };
                    approach([time.lower, time.value, upper.max(time.upper)], there, true)
                }
                // What is free until it overlaps touches there.
                Encounter::Missed => approach([seen_at; 3], closest, true),
                Encounter::Unknown { lower, steps: more } => {
                    steps += more;
                    approach([lower, seen_at, seen_at], closest, false)
                }
            }
        };
        Approach { steps, ..found }
    }

    /// A time after an impact at which the bodies overlap, soon after it if there are steps: at the
    /// last one they do.
    fn overlap_after(&self, hit: &Impact<V>, last: V::Scalar, steps: &mut u32) -> V::Scalar {
        let time = hit.time.lower;
        let mut span = (last - time) * V::Scalar::from_f64(SOON);
        while *steps < self.budget {
            span = span + span;
            let later = time + span;
            if !(later > time && later < last) {
                break;
            }
            *steps += 1;
            if self.look(later).overlaps {
                return later;
            }
        }
        last
    }

    fn look(&self, time: V::Scalar) -> Seen<V> {
        let placed = self.bound.at(time);
        let mut closest = closest(&placed.a, &placed.b);
        let slack = placed.slack;
        let overlaps = closest.verdict == Verdict::Overlapping
            && signed_distance(&placed.a, &placed.b).distance.upper + slack <= V::Scalar::ZERO;
        // The bodies may be so much nearer or further away; without a bound, anywhere.
        let slack = if slack >= V::Scalar::ZERO { slack } else { V::Scalar::INFINITY };
        let Bracket { lower, value, upper } = closest.distance;
        closest.distance =
            Bracket { lower: (lower - slack).max(V::Scalar::ZERO), value, upper: upper + slack };
        Seen { time, closest, doubt: self.nearest(&placed), overlaps }
    }

    /// The time until which the bodies are further apart than `floor`, from where they were seen.
    fn further_until(&self, seen: &Seen<V>, floor: V::Scalar) -> V::Scalar {
        let placed = self.bound.at(seen.time);
        let Closest { normal, distance, .. } = seen.closest;
        self.bound.free_until(seen.time, &placed, normal, distance.lower, floor)
    }
}

impl<V: Space, A: Body<V>, B: Body<V>> Search<'_, '_, V, A, B> {
    /// Whether it came to the end of the interval.
    fn run(&mut self) -> bool {
        let (course, to) = (self.course, self.course.bound.to);
        let mut here = self.best;
        loop {
            if self.best.overlaps {
                return true;
            }
            if !here.doubt.is_finite() {
                return false;
            }
            let least = self.least();
            let loose = least - here.doubt;
            let mut next = V::Scalar::ZERO - V::Scalar::INFINITY;
            if here.closest.distance.lower > least + here.doubt {
                next = course.further_until(&here, least);
            }
            if !(next > here.time) {
                next = course.further_until(&here, loose);
                let falls = here.upper() <= self.best.upper() && next > here.time && next < to;
                if falls && self.ahead(&here, next) {
                    // The distance falls, and another floor is proved of the same span.
                    continue;
                }
                let end = self.narrowed(&here, next.min(to));
                self.leave_open(here.time, end, loose);
            }
            if next > to || next == V::Scalar::INFINITY || here.time == to {
                return true;
            }
            if !(next > here.time) || self.is_spent() {
                return false;
            }
            here = self.look(next);
        }
    }

    /// What is further away than this is of no interest.
    fn least(&self) -> V::Scalar {
        self.best.upper().min(self.most)
    }

    fn is_spent(&self) -> bool {
        self.steps >= self.course.budget
    }

    fn look(&mut self, time: V::Scalar) -> Seen<V> {
        self.steps += 1;
        let seen = self.course.look(time);
        if seen.upper() < self.best.upper() || seen.overlaps && !self.best.overlaps {
            self.best = seen;
            // Spans whose floor is above it need no other proof.
            if self.open.is_some_and(|(_, floor)| floor > seen.upper()) {
                self.open = None;
            }
        }
        seen
    }

    /// An earlier end of the span from here to `end`, such that bodies are further apart than the
    /// best from there to `end`. After the nearest time the bodies recede, and one plane would
    /// leave all the rest of the interval open.
    fn narrowed(&mut self, here: &Seen<V>, mut end: V::Scalar) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        let open = self.open.map_or(zero, |([first, last], _)| last - first);
        for _ in 0..NARROWINGS {
            let time = here.time + (end - here.time) * V::Scalar::from_f64(0.25);
            let is_inside = time > here.time && time < end;
            if !(is_inside && end - here.time > open) || self.is_spent() || self.best.overlaps {
                break;
            }
            let seen = self.look(time);
            let least = self.least();
            let is_further = seen.closest.distance.lower > least + seen.doubt;
            if !(is_further && self.course.further_until(&seen, least) >= end) {
                break;
            }
            end = time;
        }
        end
    }

    /// Of a span only this floor is proved.
    fn leave_open(&mut self, from: V::Scalar, to: V::Scalar, floor: V::Scalar) {
        self.floor = self.floor.min(floor);
        let ([first, last], least) = self.open.unwrap_or(([from, to], floor));
        self.open = Some(([first.min(from), last.max(to)], least.min(floor)));
    }

    /// Looks ahead by steps that double, and between the last two, for as long as the distance
    /// falls. Whether the best is now better, beyond doubt.
    fn ahead(&mut self, here: &Seen<V>, next: V::Scalar) -> bool {
        let (to, before) = (self.course.bound.to, self.best.upper());
        let mut step = next - here.time;
        let [mut low, mut middle] = [*here; 2];
        for k in 0.. {
            if self.is_spent() || self.best.overlaps {
                return self.best.overlaps;
            }
            let time = (here.time + step).min(to);
            let seen = self.look(time);
            if seen.upper() > middle.upper() && k >= PATIENCE {
                if middle.time > here.time {
                    self.between(low.time, seen.time);
                }
                break;
            }
            if time >= to {
                self.between(low.time, to);
                break;
            }
            if seen.upper() <= middle.upper() {
                (low, middle) = (middle, seen);
            }
            step = step + step;
        }
        // A gain as small as this is no reason to prove the span again.
        self.best.upper() < before - here.doubt * V::Scalar::from_f64(0.125)
    }

    /// Looks between two times for the least distance, as if it fell and then rose: by the golden
    /// section.
    fn between(&mut self, mut low: V::Scalar, mut high: V::Scalar) {
        let at = |low: V::Scalar, high: V::Scalar, share: f64| {
            low + (high - low) * V::Scalar::from_f64(share)
        };
        if self.course.budget < self.steps + 2 {
            return;
        }
        let (mut left, mut right) =
            (self.look(at(low, high, 1.0 - GOLDEN)), self.look(at(low, high, GOLDEN)));
        // Two that are alike on both sides of the least are no end yet.
        let shortest = (high - low) * V::Scalar::from_f64(0.1);
        for _ in 0..SECTIONS {
            let doubt = left.doubt * V::Scalar::from_f64(1.0 / 64.0);
            let is_flat = (left.upper() - right.upper()).abs() < doubt && high - low < shortest;
            if is_flat || self.is_spent() || self.best.overlaps || !(high > low) {
                return;
            }
            if left.upper() < right.upper() {
                (high, right) = (right.time, left);
                left = self.look(at(low, high, 1.0 - GOLDEN));
            } else {
                (low, left) = (left.time, right);
                right = self.look(at(low, high, GOLDEN));
            }
        }
    }
}
