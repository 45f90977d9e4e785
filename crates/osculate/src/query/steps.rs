//! The queries, of any two shapes: shortcuts, then GJK and the expanding polytope.

use super::answer::{Bracket, Within};
use super::depth::ask;
use super::request::{Request, Walk, out_of_line};
use super::space::Space;
use super::verdict::are_apart;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Frame, Limits, LimitsOf, Outcome, Record, is_surely_inside};
use crate::number::vector::{Real, Scalar, Vector};
use crate::shortcut::measured::Separated;
use crate::shortcut::{self, Decided, Gap, Measured, is_formula, level};

impl<V: Space> Request<'_, V> {
    /// Yes or no, and the axis to remember. It separates the shapes only if they are apart.
    #[inline(always)]
    pub(super) fn intersects_of<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B) -> (bool, V) {
        let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
        if let Some(found) = shortcut::before_the_frame(a, b, way, extents) {
            return verdict(found);
        }
        let radius = a.rounding() + b.rounding();
        let frame = Frame::over(a, b, way, extents);
        let request = Self { limits: self.for_verdicts(), ..*self };
        let question = request.question(level::Verdict, a, b, &frame, false);
        if let Some((found, _)) = question.answer() {
            return verdict(found);
        }
        let request = Self { axis: V::ZERO, seed: &[], face: &[], ..request };
        let by_steps = move || {
            let mut outcome = Outcome::<V, ()>::nothing();
            let goal = request.limits.goal(&frame, radius);
            let work =
                Walk { request: &request, goal: &goal, observer: &mut (), outcome: &mut outcome };
            ask(a, b, frame, request.in_place, work);
            let lower = outcome.lower - frame.band;
            let apart = outcome.ended == Ended::Beyond || lower > radius * frame.scale;
            (!apart, outcome.axis)
        };
        if V::DIM == 2 { out_of_line(by_steps) } else { by_steps() }
    }

    #[inline(always)]
    pub(super) fn distance_of<R: Record<V>, A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        walked: &mut Option<Outcome<V, R>>,
    ) -> Within<V::Scalar> {
        let radius = a.rounding() + b.rounding();
        let question = self.question(level::Distance, a, b, frame, false);
        if let Some((found, _)) = question.answer() {
            return self.within_gap(a, b, found, frame, radius);
        }
        let (request, frame) = (*self, *frame);
        let mut by_steps = move || {
            let outcome = walked.insert(Outcome::nothing());
            let goal = request.limits.goal(&frame, radius);
            let work =
                Walk { request: &request, goal: &goal, observer: &mut (), outcome: &mut *outcome };
            ask(a, b, frame, request.in_place, work);
            let Outcome { lower, upper, .. } = *outcome;
            let (band, unit) = (frame.band, frame.unit);
            let bracket = Bracket::around(lower, upper, band, unit, radius);
            let is_beyond = outcome.ended == Ended::Beyond;
            if request.is_clear(lower, &frame, radius) {
                return if is_beyond { None } else { request.within(bracket) };
            }
            let overlaps = upper + band < radius * frame.scale;
            if overlaps || is_surely_inside(outcome.simplex.points(), band) {
                return Some(bracket);
            }
            within_fitted(request.limits, a, b, bracket, is_beyond)
        };
        if V::DIM == 2 { out_of_line(by_steps) } else { by_steps() }
    }

    /// The distance that a shortcut found, if it is within what was asked.
    #[inline(always)]
    fn within_gap<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        gap: Gap<V::Scalar>,
        frame: &Frame<V>,
        radius: V::Scalar,
    ) -> Within<V::Scalar> {
        let (Gap { lower, upper }, &Frame { band, unit, .. }) = (gap, frame);
        let bracket = Bracket::around_known(lower, upper, band, unit, radius);
        let is_clear = is_formula(a, b)
            || self.is_clear(lower, frame, radius)
            || gap.is_none()
            || upper + band < radius * frame.scale;
        if is_clear {
            self.within(bracket)
        } else {
            within_fitted(self.limits, a, b, bracket, false)
        }
    }

    /// The limits of a yes or no. A bracket may be wide, where that was allowed; a verdict is as
    /// sharp as ever.
    #[inline(always)]
    fn for_verdicts(&self) -> LimitsOf<V> {
        Limits { most: V::Scalar::ZERO, steps: self.limits.steps, ..Limits::NONE }
    }

    /// The distance, if it is within what was asked.
    #[inline(always)]
    fn within(&self, bracket: Bracket<V::Scalar>) -> Within<V::Scalar> {
        within(self.limits.most, bracket)
    }
}

/// A distance, if it is no more than was asked.
#[inline(always)]
fn within<S: Scalar>(most: S, bracket: Bracket<S>) -> Within<S> {
    (bracket.lower <= most).then_some(bracket)
}

/// A distance that may be zero, fitted to what the decider says, if it is within the limits.
#[cold]
#[inline(never)]
fn within_fitted<V: Space, A: Convex<V>, B: Convex<V>>(
    limits: LimitsOf<V>,
    a: &A,
    b: &B,
    bracket: Bracket<V::Scalar>,
    is_beyond: bool,
) -> Within<V::Scalar> {
    let apart = are_apart(limits.steps, a, b);
    if !is_beyond {
        return within(limits.most, bracket.fitted(apart));
    }
    if apart {
        return None;
    }
    // It stopped at a gap that the decider does not see: the rest is still to be found.
    let whole = Request::new(Limits::NONE).distance(a, b)?;
    within(limits.most, whole)
}

/// The same by shortcuts alone: `None` where they leave the answer to GJK.
impl<V: Space> Request<'_, V> {
    #[inline(always)]
    pub(super) fn intersects_shortly<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
    ) -> Option<(bool, V)> {
        let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
        if let Some(found) = shortcut::before_the_frame(a, b, way, extents) {
            return Some(verdict(found));
        }
        let request = Self { limits: self.for_verdicts(), ..*self };
        let frame = Frame::over(a, b, way, extents);
        let found = request.question(level::Verdict, a, b, &frame, false).answer()?;
        Some(verdict(found.0))
    }

    #[inline(always)]
    pub(super) fn distance_shortly<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
    ) -> Option<Within<V::Scalar>> {
        let (frame, radius) = (Frame::new(a, b), a.rounding() + b.rounding());
        let found = self.question(level::Distance, a, b, &frame, false).answer()?;
        Some(self.within_gap(a, b, found.0, &frame, radius))
    }

    #[inline(always)]
    pub(super) fn measure_shortly<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
    ) -> Option<Measured<V>> {
        let found = if self.depth {
            self.question(level::Depth, a, b, frame, false).answer()?
        } else {
            self.question(level::Points, a, b, frame, false).answer()?
        };
        Some(found.0)
    }
}

/// Yes or no, and the axis that separates the shapes.
#[inline(always)]
fn verdict<V: Vector>(decided: Decided<V>) -> (bool, V) {
    match decided {
        Decided::Apart(Separated { axis, .. }) => (false, axis),
        Decided::Together => (true, V::ZERO),
    }
}
