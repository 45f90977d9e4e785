//! The queries, of any two shapes: shortcuts, then GJK and the expanding polytope.

use super::answer::Bracket;
use super::depth::ask;
use super::request::{Request, Walk, out_of_line};
use crate::convex::Convex;
use crate::gjk::{Ended, Frame, Limits, Outcome, Record};
use crate::shortcut::measured::Separated;
use crate::shortcut::{self, Decided, Gap, Measured, level};
use crate::vector::{Real, Vector};

/// A distance, if it is within what was asked.
pub(super) type Within<S> = Option<Bracket<S>>;

impl<V: Vector> Request<'_, V> {
    /// Yes or no, and the axis to remember. It separates the shapes only if they are apart.
    #[inline(always)]
    pub(super) fn intersects_of<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B) -> (bool, V) {
        let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
        if let Some(found) = shortcut::before_the_frame(a, b, way, extents) {
            return verdict(found);
        }
        let radius = a.radius() + b.radius();
        let frame = Frame::over(a, b, way, extents);
        let limits = Limits { most: V::Scalar::ZERO, ..self.limits };
        let request = Self { limits, ..*self };
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
        let radius = a.radius() + b.radius();
        let question = self.question(level::Distance, a, b, frame, false);
        if let Some((found, _)) = question.answer() {
            return self.within_gap(found, frame, radius);
        }
        let (request, frame) = (*self, *frame);
        let mut by_steps = move || {
            let outcome = walked.insert(Outcome::nothing());
            let goal = request.limits.goal(&frame, radius);
            let work =
                Walk { request: &request, goal: &goal, observer: &mut (), outcome: &mut *outcome };
            ask(a, b, frame, request.in_place, work);
            if outcome.ended == Ended::Beyond {
                return None;
            }
            let Outcome { lower, upper, .. } = *outcome;
            request.within(Bracket::around(lower, upper, frame.band, frame.unit, radius))
        };
        if V::DIM == 2 { out_of_line(by_steps) } else { by_steps() }
    }

    /// The distance that a shortcut found, if it is within what was asked.
    #[inline(always)]
    fn within_gap(
        &self,
        gap: Gap<V::Scalar>,
        frame: &Frame<V>,
        radius: V::Scalar,
    ) -> Within<V::Scalar> {
        let (Gap { lower, upper }, &Frame { band, unit, .. }) = (gap, frame);
        self.within(Bracket::around_known(lower, upper, band, unit, radius))
    }

    /// The distance, if it is within what was asked.
    #[inline(always)]
    fn within(&self, bracket: Bracket<V::Scalar>) -> Within<V::Scalar> {
        (bracket.lower <= self.limits.most).then_some(bracket)
    }
}

/// The same by shortcuts alone: `None` where they leave the answer to GJK.
impl<V: Vector> Request<'_, V> {
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
        let request = Self { limits: Limits { most: V::Scalar::ZERO, ..self.limits }, ..*self };
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
        let (frame, radius) = (Frame::new(a, b), a.radius() + b.radius());
        let found = self.question(level::Distance, a, b, &frame, false).answer()?;
        Some(self.within_gap(found.0, &frame, radius))
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
