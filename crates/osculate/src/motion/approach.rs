//! When and how near two moving shapes pass.
//!
//! One march over the interval. The least distance that has been seen, at some time, bounds the
//! true one from above. The march proves of every span that the shapes are further apart than that,
//! or than that less the tolerance: the least of these floors bounds it from below, and the spans
//! of the second kind are the times at which it may be. So that the first bound is a good one, the
//! march looks ahead wherever it sees the distance fall. What it finds there is only another time
//! that has been seen: a wrong guess costs looks, and proves nothing false.

use super::Encounter;
use super::body::Body;
use super::course::Course;
use crate::query::Space;
use crate::query::{Bracket, Closest, Verdict, closest};
use crate::vector::{Real, Scalar, Vector};

/// When and how near two moving shapes pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach<V: Vector> {
    /// They are nearest only within this span of time, which is proved; `value` is the time at
    /// which the points were found. If they touch, it is that of the first contact, as a time of
    /// impact has it.
    pub time: Bracket<V::Scalar>,
    /// Their least distance; zero if they touch.
    pub distance: Bracket<V::Scalar>,
    /// How they lie to each other at the time `value`.
    pub verdict: Verdict,
    /// The unit vector from a to b then; `None` if they overlap.
    pub normal: Option<V>,
    /// The point of a closest to b.
    pub on_a: V,
    /// The point of b closest to a.
    pub on_b: V,
    /// Whether the budget of steps sufficed. If not, the time and `distance.lower` are what is
    /// known without any more looks: all of the interval that is left, and zero.
    pub is_complete: bool,
    /// How many times the shapes were looked at.
    pub steps: u32,
}

/// How many times in a row the march looks ahead, twice as far each time, although the distance has
/// not fallen.
const PATIENCE: u32 = 3;

/// How many times it then looks between: the last span is 1e-5 of the first, and of a smooth
/// minimum 1e-10 of the way down is left.
const SECTIONS: u32 = 24;

/// How often the end of a span that is left open is looked for: each time the span is a quarter.
const NARROWINGS: u32 = 16;

/// The golden section.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// The march.
struct Search<'c, 'b, V: Vector, A, B> {
    course: &'c Course<'b, V, A, B>,
    steps: u32,
    best: Seen<V>,
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
    is_contact: bool,
}

impl<V: Vector> Seen<V> {
    fn upper(&self) -> V::Scalar {
        self.closest.distance.upper
    }
}

impl<V: Space, A: Body<V>, B: Body<V>> Course<'_, V, A, B> {
    /// When and how near the bodies pass.
    pub fn nearest_approach(&self) -> Approach<V> {
        let best = self.look(self.from);
        let (floor, open) = (V::Scalar::INFINITY, None);
        let mut search = Search { course: self, steps: 1, best, floor, open };
        let is_complete = self.bound.slack(self.from).is_finite() && search.run();
        if search.best.is_contact {
            return self.contact(&search);
        }
        let Search { best, floor, open, steps, .. } = search;
        let Seen { time: value, closest, .. } = best;
        let Closest { on_a, on_b, normal, verdict, distance, .. } = closest;
        let (lower, [first, last]) = match open {
            Some((times, _)) if is_complete => (floor.min(distance.lower), times),
            _ => (V::Scalar::ZERO, [self.from, self.bound.to]),
        };
        let time = Bracket { lower: first.min(value), value, upper: last.max(value) };
        let distance = Bracket { lower: lower.max(V::Scalar::ZERO), ..distance };
        Approach { time, distance, verdict, normal, on_a, on_b, is_complete, steps }
    }

    /// The same of bodies that have been seen to touch.
    fn contact(&self, search: &Search<'_, '_, V, A, B>) -> Approach<V> {
        let Seen { time: value, closest, .. } = search.best;
        let Closest { on_a, on_b, normal, verdict, distance, .. } = closest;
        let distance = Bracket { lower: V::Scalar::ZERO, ..distance };
        let (time, steps) = (Bracket { lower: self.from, value, upper: value }, search.steps);
        let seen =
            Approach { time, distance, verdict, normal, on_a, on_b, is_complete: false, steps };
        let budget = self.budget.max(steps + 1) - steps;
        let bound = super::bound::Bound { to: value, ..self.bound };
        match (Course { bound, budget, ..*self }).run(&mut ()) {
            Encounter::Hit(hit) => Approach {
                time: hit.time,
                distance: Bracket { lower: V::Scalar::ZERO, ..hit.distance },
                verdict: hit.verdict,
                normal: hit.normal,
                on_a: hit.on_a,
                on_b: hit.on_b,
                is_complete: true,
                steps: steps + hit.steps,
            },
            // What is free until it touches touches there.
            Encounter::Free => {
                let time = Bracket { lower: value, value, upper: value };
                Approach { time, is_complete: true, ..seen }
            }
            Encounter::Unknown { lower, steps: more } => {
                let time = Bracket { lower, ..time };
                Approach { time, steps: steps + more, ..seen }
            }
        }
    }

    fn look(&self, time: V::Scalar) -> Seen<V> {
        let placed = self.bound.at(time);
        let closest = closest(&placed.a, &placed.b);
        let is_contact = self.is_contact(&placed, &closest.distance);
        Seen { time, closest, doubt: self.nearest(&placed), is_contact }
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
            if self.best.is_contact {
                return true;
            }
            let loose = self.best.upper() - here.doubt;
            let mut next = V::Scalar::ZERO - V::Scalar::INFINITY;
            if here.closest.distance.lower > self.best.upper() + here.doubt {
                next = course.further_until(&here, self.best.upper());
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

    fn is_spent(&self) -> bool {
        self.steps >= self.course.budget
    }

    fn look(&mut self, time: V::Scalar) -> Seen<V> {
        self.steps += 1;
        let seen = self.course.look(time);
        if seen.upper() < self.best.upper() || seen.is_contact && !self.best.is_contact {
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
            if !(is_inside && end - here.time > open) || self.is_spent() || self.best.is_contact {
                break;
            }
            let seen = self.look(time);
            let best = self.best.upper();
            let is_further = seen.closest.distance.lower > best + seen.doubt;
            if !(is_further && self.course.further_until(&seen, best) >= end) {
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
            if self.is_spent() || self.best.is_contact {
                return self.best.is_contact;
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
        let (mut left, mut right) =
            (self.look(at(low, high, 1.0 - GOLDEN)), self.look(at(low, high, GOLDEN)));
        // Two that are alike on both sides of the least are no end yet.
        let shortest = (high - low) * V::Scalar::from_f64(0.1);
        for _ in 0..SECTIONS {
            let doubt = left.doubt * V::Scalar::from_f64(1.0 / 64.0);
            let is_flat = (left.upper() - right.upper()).abs() < doubt && high - low < shortest;
            if is_flat || self.is_spent() || self.best.is_contact || !(high > low) {
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
