//! One pair has one verdict: whichever query is asked, from whatever start and in either order, it
//! says the same of whether two shapes are apart.
//!
//! Each query proves what it says. But near contact one may prove a gap that another cannot: they
//! find other axes, and stop at other widths. So a query whose bracket is clear of zero by more
//! than any of them may doubt answers by itself. One whose bracket is not asks the *decider*: the
//! yes or no of a cold query, to the full width. It fits its bracket to what that says. Both are
//! allowed: where the decider has proved a gap, the distance is above zero; where it has not, a
//! bracket that holds zero is wider, and still holds the truth.

use super::answer::{Bracket, Shapes};
use super::request::Request;
use super::space::Space;
use crate::convex::Convex;
use crate::convex::operand::Operand;
use crate::kernel::gjk::{Ended, Frame, Limits};
use crate::number::vector::Scalar;
use crate::shortcut::Measured;

impl<V: Space> Request<'_, V> {
    /// Whether a signed distance of cores, scaled, is so far above zero that every query sees it. A
    /// query that may not take all its steps leaves all signs to the decider, which takes as many.
    #[inline(always)]
    pub(super) fn is_clear(&self, lower: V::Scalar, frame: &Frame<V>, radius: V::Scalar) -> bool {
        // What is no number is not clear.
        lower > frame.doubt() + radius * frame.scale && self.limits.steps == u32::MAX
    }
}

/// Asks the decider whether two shapes are apart, which may take so many steps.
///
/// It is handed the limit alone, as all that is asked in doubt is handed values: a reference to a
/// request would keep all of it in memory, for queries that are clear too.
#[cold]
#[inline(never)]
pub(super) fn are_apart<V: Space, A: Convex<V>, B: Convex<V>>(steps: u32, a: &A, b: &B) -> bool {
    let (a, b) = (&Operand::new(a), &Operand::new(b));
    let request = Request::new(Limits { steps, ..Limits::NONE });
    !V::ask_verdict(&request, a, b).0
}

/// What was measured of two shapes, and the bracket of their signed distance, fitted to what the
/// decider says.
#[cold]
#[inline(never)]
pub(super) fn fitted<V: Space, A: Convex<V>, B: Convex<V>>(
    (steps, depth): (u32, bool),
    a: &A,
    b: &B,
    (measured, distance): (Measured<V>, Bracket<V::Scalar>),
) -> (Measured<V>, Bracket<V::Scalar>) {
    let apart = are_apart(steps, a, b);
    if apart || measured.ended != Ended::Beyond {
        return (measured, distance.fitted(apart));
    }
    // It stopped at a gap that the decider does not see: the rest is still to be found.
    let request = Request { depth, ..Request::new(Limits::NONE) };
    let (a, b) = (&Operand::new(a), &Operand::new(b));
    let frame = Frame::new(a, b);
    let measured = V::measure(&request, a, b, &frame, None, &mut None);
    (measured, Shapes::new(a, b, &frame).distance(&measured).fitted(apart))
}

impl<S: Scalar> Bracket<S> {
    /// The bracket of a pair that the decider calls apart, or together. A gap is at least the least
    /// number there is; a bound of the decider's own would depend on the order of the shapes.
    pub(super) fn fitted(self, apart: bool) -> Self {
        let Self { lower, value, upper } = self;
        if apart {
            let lower = lower.max(S::LEAST);
            Self { lower, value: value.max(lower), upper: upper.max(lower) }
        } else {
            Self { lower: lower.min(S::ZERO), value, upper: upper.max(S::ZERO) }
        }
    }
}
