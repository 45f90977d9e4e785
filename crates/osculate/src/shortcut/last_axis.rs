//! The axis that last separated a pair: it mostly still does.

use super::Question;
use super::level::{Asks, Level};
use super::measured::Separated;
use crate::convex::Convex;
use crate::kernel::gjk::{Pair, of_length_one};
use crate::number::vector::Vector;

/// For yes or no alone: a distance is measured along another axis anyway. It says apart where every
/// method does, so that a cache cannot contradict GJK.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let &Question { a, b, frame, mut axis, .. } = question;
    if !matches!(L::ASKS, Asks::Verdict) || axis == V::ZERO {
        return None;
    }
    if !frame.takes_any_axis() {
        of_length_one(&mut axis);
    }
    let pair = Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame };
    let by = question.goal().beyond + frame.doubt();
    pair.is_beyond(axis, by).then_some(L::apart(Separated { axis, by }))
}
