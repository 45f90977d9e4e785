//! When and how near two bodies in motion pass.
//!
//! Spans of time are taken by how near the bodies may come in each. At the middle of a span they
//! are looked at, and in half of it no point moves further than its speed allows. A span in which
//! they stay further apart than they have been seen is done with. Of another, parts that are too
//! far apart are left out; where few are left each two are asked, else the span is halved.
//! Half-spaces are asked over all of the time, with each part of the other body.

use alloc::vec::Vec;

use super::Body;
use super::answer::{BodyClosest, PartApproach};
use super::moving::{FEW, HALVINGS, MOST_SPANS, Mover, come, endless_pairs, is_endless};
use crate::convex::placed::At;
use crate::motion::{Approach, Moves, Passed, Sweep};
use crate::number::error::Error;
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::{Bracket, Closest, Query, Space, Verdict};

impl<V: Space> Body<V> {
    /// When and how near two bodies pass, with the parts that come nearest. The stop distance of
    /// the sweep is not used, and contact at the start is contact.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Motion, Pose, Sweep, shape::Ball};
    /// let square = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::X + DVec3::Z];
    /// let floor = Body::from_mesh(&square, &[[0, 2, 1], [1, 2, 3]])?;
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let above = Pose::from_translation(DVec3::new(-2.0, 0.75, 0.3))?;
    /// let flies = Motion::new(above, DVec3::X * 10.0)?;
    /// let sweep = Sweep::default();
    /// let passed = ball.closest_approach(&flies, &floor, &Pose::IDENTITY, &sweep)?;
    /// assert!(passed.approach.distance.contains(0.25));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn closest_approach(
        &self,
        motion: &(impl Moves<V> + ?Sized),
        other: &Self,
        other_motion: &(impl Moves<V> + ?Sized),
        sweep: &Sweep<V::Scalar>,
    ) -> Result<PartApproach<V>, Error> {
        let (from, to, _) = sweep.interval();
        motion.check(from, to)?;
        other_motion.check(from, to)?;
        let movers = [Mover::new(self, &motion), Mover::new(other, &other_motion)];
        let meet = |sweep: &Sweep<V::Scalar>, [i, j]: [u32; 2], most: V::Scalar| {
            let (Some(one), Some(other)) = (self.part(i), other.part(j)) else { return Ok(None) };
            sweep.approach(one, motion, other, other_motion, most).map(Some)
        };
        Passing::new(movers, meet, sweep).run(sweep)
    }
}

/// A span of time that may hold the nearest.
struct Span<S> {
    /// The bodies come no nearer in it.
    least: S,
    times: [S; 2],
    /// How often it may still be halved.
    halvings: u32,
}

struct Passing<'m, V: Vector, M> {
    movers: [Mover<'m, V>; 2],
    /// Asks two parts.
    meet: M,
    /// The bodies come as near as this at some time.
    most: V::Scalar,
    /// They overlap at this time, so that nothing later matters.
    until: V::Scalar,
    /// A gain as small as this is none.
    tolerance: V::Scalar,
    /// The nearest that they were seen, and when.
    seen: Option<PartApproach<V>>,
    /// What was asked, and whether the parts overlap.
    asked: Vec<(PartApproach<V>, bool)>,
    /// Times at which they may be nearest without having been asked, and the least distance then.
    open: Option<([V::Scalar; 2], V::Scalar)>,
    steps: u32,
    refused: Option<Error>,
}

impl<'m, V: Space, M> Passing<'m, V, M>
where
    M: Fn(&Sweep<V::Scalar>, [u32; 2], V::Scalar) -> Result<Option<(Approach<V>, Passed)>, Error>,
{
    fn new(movers: [Mover<'m, V>; 2], meet: M, sweep: &Sweep<V::Scalar>) -> Self {
        let spans = [0, 1].map(|k| movers[k].body.span());
        let smaller = if spans[0] < spans[1] { spans[0] } else { spans[1] };
        let tolerance = sweep.said_tolerance().unwrap_or_else(|| Sweep::share_of(smaller));
        let (most, until) = (V::Scalar::INFINITY, V::Scalar::INFINITY);
        let (seen, asked, open, refused) = (None, Vec::new(), None, None);
        Self { movers, meet, most, until, tolerance, seen, asked, open, steps: 0, refused }
    }

    fn run(mut self, sweep: &Sweep<V::Scalar>) -> Result<PartApproach<V>, Error> {
        let (from, to, _) = sweep.interval();
        let [a, b] = self.at(from);
        if let Some(inside) = a.inside_apart(&b) {
            return Ok(seen_at(from, inside.closest()));
        }
        let counts = [0, 1].map(|k| self.movers[k].body.part_count());
        let pairs = counts[0].saturating_mul(counts[1]);
        if pairs > FEW {
            let times = [from, from, to];
            for parts in endless_pairs(&self.movers) {
                self.ask(sweep, times, parts);
            }
        }
        if pairs > 1 {
            // The nearer they have been seen, the more parts are told to be too far.
            let middle = from + (to - from) * V::Scalar::from_f64(0.5);
            for time in [from, middle, to] {
                self.look(time, [time; 3]);
            }
        }
        if pairs > FEW {
            self.by_spans(sweep);
        } else {
            let [a, b] = self.at(from);
            let (all, times) = (&mut { V::Scalar::INFINITY }, [from, from, to]);
            a.near_each(&b, all, &mut |parts| self.ask(sweep, times, parts));
        }
        match self.refused {
            Some(error) => Err(error),
            None => Ok(self.answer([from, to])),
        }
    }

    /// The bodies at a time.
    fn at(&self, time: V::Scalar) -> [At<V, &'m Body<V>>; 2] {
        self.movers.each_ref().map(|mover| mover.at(time))
    }

    /// How near the bodies may come in a span, of which this is the middle, if it is nearer than
    /// they have been seen.
    fn look(&mut self, time: V::Scalar, times: [V::Scalar; 3]) -> Option<V::Scalar> {
        self.steps += 1;
        let [a, b] = self.at(time);
        let (slack, comes) = (come(&self.movers, [time; 3]), come(&self.movers, times));
        let mut found = a.nearest(&b, self.most + comes)?;
        let distance = &mut found.closest.distance;
        let least = (distance.lower - comes).max(V::Scalar::ZERO);
        distance.upper = distance.upper + slack;
        // What has no end has been asked, or will be; what its poses round has no bound.
        if distance.upper < self.most && !is_endless(&self.movers, found.parts) {
            self.most = distance.upper;
            self.seen = Some(seen_at(time, found));
        }
        // What is no number bounds nothing.
        Some(if least >= V::Scalar::ZERO { least } else { V::Scalar::ZERO })
    }

    fn by_spans(&mut self, sweep: &Sweep<V::Scalar>) {
        let (from, to, _) = sweep.interval();
        let (zero, halvings) = (V::Scalar::ZERO, HALVINGS);
        let mut spans = Vec::from([Span { least: zero, times: [from, to], halvings }]);
        let mut looked = 0;
        while let Some(next) = first_of(&spans) {
            let Span { least, times: [from, to], halvings } = spans.swap_remove(next);
            if self.refused.is_some() || least > self.most || from >= self.until {
                continue;
            }
            let middle = from + (to - from) * V::Scalar::from_f64(0.5);
            let times = [from, middle, to];
            looked += 1;
            let Some(least) = self.look(middle, times) else { continue };
            let may_halve = halvings > 0 && looked < MOST_SPANS && from < middle && middle < to;
            // Of bodies that nearly touch it is looked further whether they do.
            if (least > zero || !may_halve) && least >= self.most - self.tolerance {
                self.leave_open([from, to], least);
                continue;
            }
            let margin = self.most + come(&self.movers, times);
            let [a, b] = self.at(middle);
            if !may_halve {
                // They may be too many for a list.
                a.near_each(&b, &mut { margin }, &mut |parts| {
                    if !is_endless(&self.movers, parts) {
                        self.ask(sweep, times, parts);
                    }
                });
                continue;
            }
            let mut near = Vec::new();
            let have_ends = |parts| !is_endless(&self.movers, parts);
            a.near_parts_of(&b, margin, FEW, &mut near, have_ends);
            if near.len() > FEW {
                let halvings = halvings - 1;
                spans.push(Span { least, times: [from, middle], halvings });
                spans.push(Span { least, times: [middle, to], halvings });
            } else {
                near.into_iter().for_each(|parts| self.ask(sweep, times, parts));
            }
        }
    }

    /// Asks two parts, unless they are too far apart at the middle of a span.
    fn ask(&mut self, sweep: &Sweep<V::Scalar>, times: [V::Scalar; 3], parts: [u32; 2]) {
        let [from, middle, to] = times;
        if self.refused.is_some() || from >= self.until {
            return;
        }
        let [a, b] = self.at(middle);
        let (Some(one), Some(other)) = (a.part(parts[0]), b.part(parts[1])) else { return };
        let margin = self.most + come(&self.movers, times);
        let is_bounded = !is_endless(&self.movers, parts);
        if is_bounded && Query::new(one, other).distance_within(margin).is_none() {
            return;
        }
        match (self.meet)(&sweep.between_these(from, to), parts, self.most) {
            Ok(Some((approach, passed))) => {
                self.steps = self.steps.saturating_add(approach.steps);
                if passed == Passed::Further {
                    return;
                }
                let overlaps = passed == Passed::Overlapping;
                if overlaps {
                    self.most = V::Scalar::ZERO;
                    self.until = self.until.min(approach.time.upper);
                }
                self.most = self.most.min(approach.distance.upper);
                if approach.distance.lower <= self.most {
                    self.asked.push((PartApproach { parts, approach }, overlaps));
                }
            }
            Ok(None) => {}
            Err(error) => self.refused = Some(error),
        }
    }

    /// Of a span only this is known: that they come no nearer in it.
    fn leave_open(&mut self, [from, to]: [V::Scalar; 2], least: V::Scalar) {
        let ([first, last], known) = self.open.unwrap_or(([from, to], least));
        self.open = Some(([first.min(from), last.max(to)], known.min(least)));
    }

    /// What is known, put together.
    fn answer(self, [from, to]: [V::Scalar; 2]) -> PartApproach<V> {
        let Self { most, until, seen, asked, open, steps, .. } = self;
        let best = asked.iter().reduce(|best, of| if is_before(of, best) { of } else { best });
        let (mut best, overlaps) = match (best, seen) {
            (Some(&(best, true)), _) => (best, true),
            (Some(&(best, _)), Some(seen)) if !(best.upper() <= seen.upper()) => (seen, false),
            (Some(&(best, _)), _) => (best, false),
            (None, Some(seen)) => (seen, false),
            // Nothing bounds how they move.
            (None, None) => return unknown([from, to], steps),
        };
        let Approach { time, distance, is_complete, .. } = &mut best.approach;
        let (mut span, mut lower) = ([time.value; 2], distance.lower);
        let mut add = |[first, last]: [V::Scalar; 2], least: V::Scalar| {
            if least <= most {
                span = [span[0].min(first), span[1].max(last)];
                lower = lower.min(least);
            }
        };
        for (PartApproach { approach, .. }, _) in &asked {
            add([approach.time.lower, approach.time.upper], approach.distance.lower);
            *is_complete &= approach.is_complete;
        }
        if let Some((times, least)) = open {
            add(times, least);
        }
        let upper = if overlaps { until } else { span[1] };
        *time = Bracket { lower: span[0], value: time.value, upper };
        *distance = Bracket { lower: lower.min(distance.value), ..*distance };
        best.approach.steps = steps;
        best
    }
}

impl<V: Vector> PartApproach<V> {
    fn upper(&self) -> V::Scalar {
        self.approach.distance.upper
    }
}

/// Whether one of two that were asked is to be told rather than the other: those that overlap, and
/// of them the first to touch; else the nearer.
fn is_before<V: Vector>(
    (one, overlaps): &(PartApproach<V>, bool),
    (other, other_does): &(PartApproach<V>, bool),
) -> bool {
    let key = |of: &PartApproach<V>, does: bool| {
        if does { of.approach.time.value } else { of.upper() }
    };
    let (own, known) = (key(one, *overlaps), key(other, *other_does));
    let is_same = overlaps == other_does;
    (*overlaps && !is_same) || is_same && (own < known || own == known && one.parts < other.parts)
}

/// The span that may hold the nearest, and of several the first.
fn first_of<S: Scalar>(spans: &[Span<S>]) -> Option<usize> {
    let key = |k: usize| (spans[k].least, spans[k].times[0]);
    (0..spans.len()).reduce(|first, k| if key(k) < key(first) { k } else { first })
}

/// Bodies that were looked at, at one time.
fn seen_at<V: Vector>(time: V::Scalar, seen: BodyClosest<V>) -> PartApproach<V> {
    let BodyClosest { parts, closest } = seen;
    let Closest { on_a, on_b, normal, verdict, distance, steps, .. } = closest;
    let time = Bracket { lower: time, value: time, upper: time };
    let is_complete = true;
    PartApproach {
        parts,
        approach: Approach { time, distance, verdict, normal, on_a, on_b, is_complete, steps },
    }
}

/// Bodies of which nothing is known.
fn unknown<V: Vector>([lower, upper]: [V::Scalar; 2], steps: u32) -> PartApproach<V> {
    let (zero, origin) = (V::Scalar::ZERO, V::ZERO);
    let distance = Bracket { lower: zero, value: zero, upper: V::Scalar::INFINITY };
    let approach = Approach {
        time: Bracket { lower, value: lower, upper },
        distance,
        verdict: Verdict::Apart,
        normal: None,
        on_a: origin,
        on_b: origin,
        is_complete: false,
        steps,
    };
    PartApproach { parts: [0; 2], approach }
}
