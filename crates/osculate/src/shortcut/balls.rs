//! Balls about the origins: those that hold the shapes, and those that the shapes hold.
//!
//! Most pairs are so far apart that the outer balls prove it. The inner balls prove most pairs that
//! are deep in each other to overlap. Both cost next to nothing.

use super::Question;
use super::level::{Asks, Decided, Level};
use super::measured::{Common, Separated};
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::Frame;
use crate::number::vector::{Real, Scalar, Vector};

/// Between these, squares of lengths have all their digits, and those of shorter lengths are in
/// range.
const SQUARES: [f64; 2] = [1e-30, 1e30];

/// In units shorter than this, lengths that are rounded to the least number there is would look
/// like long ones.
const LEAST_UNIT: f64 = 1e-15;

/// Whether one length is more than another, by their squares: by more than any query may be wrong,
/// 128 ε of the longer, which is half of L or more if it is the way between the origins. A square
/// that vanishes tells nothing, and one out of range no more than a large one.
#[inline(always)]
fn is_surely_more<S: Scalar>(squared: S, than_squared: S) -> bool {
    let [least, most] = SQUARES.map(S::from_f64);
    let surely = S::ONE - S::from_f64(256.0) * S::EPSILON;
    squared > least && squared.min(most) * surely > than_squared
}

/// Whether the origins, which are `way` apart, are further apart than `reach`: the extents and what
/// is asked for beyond them.
#[inline(always)]
fn are_apart<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    way: V,
    reach: V::Scalar,
) -> bool {
    let is_unbounded = |core: Core<'_, V>| matches!(core, Core::HalfSpace { .. });
    !(is_unbounded(a.core()) || is_unbounded(b.core()))
        && is_surely_more(way.length_squared(), reach * reach)
}

/// Whether shapes whose origins are `way` apart are surely apart by more than any query may be
/// wrong, if none reaches further than `reach` and they are not unbounded; and whether they surely
/// meet, if they hold balls of that reach. A batch asks both.
#[inline(always)]
pub(crate) fn are_surely_apart<V: Vector>(way: V, reach: V::Scalar) -> bool {
    is_surely_more(way.length_squared(), reach * reach)
}
#[inline(always)]
pub(crate) fn surely_meet<V: Vector>(way: V, reach: V::Scalar) -> bool {
    meet(way, reach)
}

/// Whether the origins, which are `way` apart, are nearer to each other than `reach`: the inner
/// extents and the radii.
#[inline(always)]
fn meet<V: Vector>(way: V, reach: V::Scalar) -> bool {
    reach > V::Scalar::ZERO && is_surely_more(reach * reach, way.length_squared())
}

/// The same of shapes whose frame is known.
#[inline(always)]
pub(super) fn meet_within<V: Vector>(frame: &Frame<V>, reach: V::Scalar) -> bool {
    frame.unit > V::Scalar::from_f64(LEAST_UNIT) && meet(frame.offset, reach * frame.scale)
}

/// A point that balls in both cores share.
#[inline(always)]
fn common<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<Common<V>> {
    let (of_a, of_b) = (a.inner_extent(), b.inner_extent());
    let reach = of_a + of_b;
    let share = frame.offset * (V::Scalar::ONE / reach);
    meet_within(frame, reach).then_some(Common { on_a: share * of_a, on_b: -share * of_b })
}

/// Whether two shapes intersect, before their frame is made: `way` is from the origin of a to that
/// of b, and the extents are those of a and b.
#[inline(always)]
pub(crate) fn before_the_frame<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    way: V,
    extents: [V::Scalar; 2],
) -> Option<Decided<V>> {
    let radius = a.rounding() + b.rounding();
    if are_apart(a, b, way, (extents[0] + extents[1]) + radius) {
        let axis = -way * way.abs().max_element().scale_to_one();
        return Some(Decided::Apart(Separated { axis, by: V::Scalar::ZERO }));
    }
    meet(way, a.inner_extent() + b.inner_extent() + radius).then_some(Decided::Together)
}

/// Whether the shapes are further apart than the limit, or have a common point. Whether they
/// intersect was asked before.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let &Question { a, b, frame, radius, .. } = question;
    let most = question.limits.most;
    if matches!(L::ASKS, Asks::Verdict) {
        return None;
    }
    // Where vertices are about the least number there is, extents are off by as much as they are.
    let reach = || frame.extents() + frame.band + (radius + most) * frame.scale;
    if most < V::Scalar::INFINITY && are_apart(a, b, frame.offset, reach()) {
        let apart = frame.offset.length_squared().sqrt();
        let by = apart - frame.extents();
        return Some(L::apart(Separated { axis: -frame.offset, by }));
    }
    match L::ASKS {
        Asks::Verdict | Asks::Depth => None,
        Asks::Distance => {
            let reach = a.inner_extent() + b.inner_extent() + radius;
            meet_within(frame, reach).then(|| L::together(Common::SOMEWHERE))
        }
        Asks::Points => common(a, b, frame).map(L::together),
    }
}
