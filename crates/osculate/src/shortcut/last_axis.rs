//! The axis that last separated a pair: it mostly still does.

use super::Question;
use super::level::{Asks, Level};
use super::measured::Separated;
use crate::convex::Convex;
use crate::kernel::gjk::{Frame, Pair, of_length_one};
use crate::number::vector::Vector;

/// For yes or no alone: a distance is measured along another axis anyway. It says apart where every
/// method does, so that a cache cannot contradict GJK.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let &Question { a, b, frame, axis, .. } = question;
    if !matches!(L::ASKS, Asks::Verdict) {
        return None;
    }
    separates(a, b, frame, axis, question.goal().beyond).map(L::apart)
}

/// Whether an axis still shows two shapes to be further apart than `beyond`, which is scaled: so far
/// that every method sees it. An axis of no length shows nothing.
#[inline(always)]
pub(crate) fn separates<V: Vector>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    frame: &Frame<V>,
    mut axis: V,
    beyond: V::Scalar,
) -> Option<Separated<V>> {
    if axis == V::ZERO {
        return None;
    }
    if !frame.takes_any_axis() {
        of_length_one(&mut axis);
    }
    let pair = Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame };
    let by = beyond + frame.doubt();
    pair.is_beyond(axis, by).then_some(Separated { axis, by })
}
