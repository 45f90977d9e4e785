//! The axis that last separated a pair: it mostly still does.

use super::{Found, Level, Question, Separated};
use crate::convex::Convex;
use crate::gjk::Pair;
use crate::vector::Vector;

/// For yes or no alone: a distance is measured along another axis anyway. It says apart where every
/// method does, so that a cache cannot contradict GJK.
#[inline(always)]
pub(super) fn answer<V: Vector, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, A, B>,
) -> Option<Found<V>> {
    let &Question { a, b, frame, axis, level, .. } = question;
    if !matches!(level, Level::Verdict) || axis == V::ZERO {
        return None;
    }
    let pair = Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame };
    let by = question.surely_apart();
    pair.is_beyond(axis, by).then_some(Found::Apart(Separated { axis, by }))
}
