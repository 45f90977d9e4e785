//! How far a segment is from a cuboid, in closed form.
//!
//! In the cuboid's axes a point of the segment is beyond the cuboid by what clamping its
//! coordinates takes off. The square of the distance is the sum of these squares. Along the segment
//! it is a convex function, and its slope rises in straight pieces, which meet where the segment
//! crosses the plane of a face. So the slope is asked where the segment crosses these planes, and
//! the piece on which it passes zero gives the nearest point.
//!
//! Rounding may have chosen a wrong piece, or too short a way between the two points. So the way is
//! a proof as well: the answer counts if neither shape reaches further along it than the width to
//! which queries compute. Else this shortcut says nothing.

use super::Question;
use super::closed::Formula;
use super::level::Level;
use crate::convex::Convex;
use crate::convex::known::Core;
use crate::kernel::gjk::Frame;
use crate::number::vector::{Matrix, Real, Vector};

/// The distance of a segment and a cuboid that are apart; and whether they are.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let frame = question.frame;
    let formula = match question.cores() {
        (Core::Segment(c, d), Core::Cuboid { half_extents, axes }) => {
            closest([c, d], (half_extents, axes), -frame.offset, frame)?
        }
        (Core::Cuboid { half_extents, axes }, Core::Segment(c, d)) => {
            closest([c, d], (half_extents, axes), frame.offset, frame)?.mirrored()
        }
        _ => return None,
    };
    // Cores that touch have no normal in closed form.
    let is_enough = !question.wants_points() || formula.upper() > frame.width;
    is_enough.then(|| question.measured(formula.measured()))
}

/// The closest points of a segment and a cuboid, with the segment first. `offset` leads from the
/// cuboid's origin to the segment's.
#[inline(always)]
fn closest<V: Vector>(
    ends: [V; 2],
    (half, axes): (V, Option<V::Matrix>),
    offset: V,
    frame: &Frame<V>,
) -> Option<Formula<V>> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let half = half * frame.scale;
    let [c, d] = ends.map(|end| end * frame.scale);
    let to_own = |v: V| axes.map_or(v, |axes| axes.transpose().apply(v));
    let to_world = |v: V| axes.map_or(v, |axes| axes.apply(v));
    let (from, edge) = (to_own(c + offset), to_own(d - c));
    let share = nearest_share(from, edge, half);
    let point = from + edge * share;
    let on_cuboid = clamp(point, half);
    let mut way = point - on_cuboid;
    if zero < share && share < one {
        // Between its ends the segment is at a right angle to the way, which is along the axes in
        // which the point is beyond the cuboid. What is not is rounding, if it is small.
        let edge = V::from_fn(|i| if way.get(i) == zero { zero } else { edge.get(i) });
        let slip = edge * (way.dot(edge) / edge.length_squared());
        if slip.length_squared() <= frame.width * frame.width {
            way = way - slip;
        }
    }
    // How far both reach into the gap, in lengths of the way.
    let along = way.dot(edge);
    let of_segment = if along > zero { along * share } else { along * (share - one) };
    let of_cuboid = half.dot(way.abs()) - on_cuboid.dot(way);
    let on_segment = if share == one { d } else { c + (d - c) * share };
    let found = Formula::new(on_segment, to_world(on_cuboid), to_world(way));
    (of_segment + of_cuboid <= frame.width * found.upper()).then_some(found)
}

/// The share of the way from `from` along `edge` at which it is nearest to a cuboid about the
/// origin.
#[inline(always)]
fn nearest_share<V: Vector>(from: V, edge: V, half: V) -> V::Scalar {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let slope = |share: V::Scalar| {
        let point = from + edge * share;
        edge.dot(point - clamp(point, half))
    };
    let (mut falls, mut rises) = ((zero, slope(zero)), (one, slope(one)));
    if falls.1 >= zero {
        return zero;
    }
    if rises.1 <= zero {
        return one;
    }
    for i in 0..V::DIM {
        for face in [half.get(i), -half.get(i)] {
            // No number where the edge is parallel to the face: then no comparison holds.
            let share = (face - from.get(i)) / edge.get(i);
            if falls.0 < share && share < rises.0 {
                let slope = slope(share);
                if slope < zero {
                    falls = (share, slope);
                } else {
                    rises = (share, slope);
                }
            }
        }
    }
    falls.0 + (rises.0 - falls.0) * (falls.1 / (falls.1 - rises.1))
}

/// The point of a cuboid about the origin that is nearest to `point`.
#[inline(always)]
fn clamp<V: Vector>(point: V, half: V) -> V {
    Vector::min(Vector::max(point, -half), half)
}
