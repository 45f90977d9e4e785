//! Where two patches of space overlap in the view.
//!
//! The overlap follows from one table: on which side of each edge's line each corner of the other
//! patch lies. A corner that is outside no edge lies in the overlap. Two edges cross where the ends
//! of each lie on two sides of the other. The side is the sign of an area. The areas are computed
//! once, four corners at a time, and their signs are kept as bits.
//!
//! Every corner of the overlap is a point of both patches: a corner, a point of an edge, or a point
//! of a face that is seen under a fair angle.

use arrayvec::ArrayVec;

use super::shown::{Shown, Sides, bits};
use super::view::{Spot, View, squares};
use crate::convex::patch::MOST_CORNERS;
use crate::number::vector::{Real, Scalar, Vector};

/// The sine of the angle from which a crossing of edges is told by areas alone: rounding then moves
/// it along them by eight times as much as across.
const SLANTED: f64 = 0.125;

/// Corners of an overlap at most, and a deepest point beside it.
pub(super) const MOST_SEEN: usize = 2 * MOST_CORNERS + 1;

/// What a corner of the overlap is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<S> {
    /// The corner of a's patch with this number.
    OfA(u8),
    /// The corner of b's patch with this number.
    OfB(u8),
    /// Where these edges cross, and at which share of a's.
    Crossing(u8, u8, S),
    /// The deepest point of the shapes, which the overlap does not have.
    Deepest,
    /// An end of the way along which two lines lie side by side: the corner of this number, of a if
    /// it is below 2, else of b, from 2 on; at these shares of both lines, and at that part of the
    /// way from a's to b's.
    Beside { corner: u8, shares: [S; 2], part: S },
}

/// A corner of the overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<S> {
    pub spot: Spot<S>,
    /// How high a's patch reaches here along the normal, in the view's unit.
    pub height_a: S,
    /// How far apart the shapes are here, in the world's unit.
    pub distance: S,
    pub origin: Origin<S>,
}

/// The corners of the overlap of two patches, where the distance, less the radii, is at most
/// `margin`. No point is nearer than the shapes are, which is `least`: what is, is rounding.
#[inline(always)]
pub(super) fn overlap<V: Vector>(
    view: &View<V>,
    [a, b]: [&Shown<'_, V>; 2],
    [radius, least, margin]: [V::Scalar; 3],
    seen: &mut ArrayVec<Seen<V::Scalar>, MOST_SEEN>,
) {
    let mut add = |spot: Spot<V::Scalar>, height_a, height_b, origin| {
        let distance = view.length(height_b - height_a) - radius;
        let distance = distance.max(least);
        if distance <= margin {
            let _ = seen.try_push(Seen { spot, height_a, distance, origin });
        }
    };
    let (mut of_a, mut of_b) = (Sides::nothing(), Sides::nothing());
    b.sides(a, &mut of_a);
    a.sides(b, &mut of_b);
    for i in bits(b.held(a, &of_a)) {
        let spot = a.spot(i);
        add(spot, a.heights[i], b.height(spot), Origin::OfA(i as u8));
    }
    if a.len() == 1 && b.len() == 1 {
        // Both are one place, which is a's.
        return;
    }
    for j in bits(a.held(b, &of_b)) {
        let spot = b.spot(j);
        add(spot, a.height(spot), b.heights[j], Origin::OfB(j as u8));
    }
    if of_a.areas.is_empty() || of_b.areas.is_empty() {
        return;
    }
    let edges_a = (1 << a.edges()) - 1;
    for j in 0..b.edges() {
        // Edges of a that cross this one's line, by their first corners.
        let left = of_a.left[j];
        let next = left >> 1 | (left & 1) << (a.len() - 1);
        for i in bits((left ^ next) & edges_a) {
            let left = of_b.left[i];
            if left >> j & 1 == left >> b.next(j) & 1 {
                continue;
            }
            let ends = [of_a.area(j, i, a.fours()), of_a.area(j, a.next(i), a.fours())];
            let others = [of_b.area(i, j, b.fours()), of_b.area(i, b.next(j), b.fours())];
            let Some([share, other]) = crossing([(a, i), (b, j)], [ends, others]) else {
                continue;
            };
            let origin = Origin::Crossing(i as u8, j as u8, share);
            add(a.along_edge(i, share), a.height_of(i, share), b.height_of(j, other), origin);
        }
    }
}

/// Where a corner of the overlap is across the normal, from a's origin.
#[inline(always)]
pub(super) fn across<V: Vector>(
    view: &View<V>,
    [a, b]: [&Shown<'_, V>; 2],
    origin: Origin<V::Scalar>,
) -> V {
    match origin {
        Origin::OfA(i) => a.across(i.into(), view),
        Origin::OfB(j) => b.across(j.into(), view),
        Origin::Crossing(i, _, share) => {
            let from = a.across(i.into(), view);
            from + (a.across(a.next(i.into()), view) - from) * share
        }
        Origin::Beside { shares, part, .. } => {
            let at = |line: &Shown<'_, V>, share| {
                let from = line.across(0, view);
                from + (line.across(1, view) - from) * share
            };
            let (on_a, on_b) = (at(a, shares[0]), at(b, shares[1]));
            on_a + (on_b - on_a) * part
        }
        Origin::Deepest => V::ZERO,
    }
}

/// The shares of two edges where they cross, given the areas between the ends of each and the other.
/// Edges that lie on each other touch along a way, not in a crossing.
#[inline(always)]
fn crossing<V: Vector>(
    [(a, i), (b, j)]: [(&Shown<'_, V>, usize); 2],
    [ends, others]: [[V::Scalar; 2]; 2],
) -> Option<[V::Scalar; 2]> {
    let area = ends[0] - ends[1];
    let (share, other) = (ends[0] / area, others[0] / (others[0] - others[1]));
    let sine = V::Scalar::from_f64(SLANTED);
    let products = squares(a.along(i)) * squares(b.along(j));
    if area * area > sine * sine * products {
        let is_within = share > V::Scalar::ZERO && share < V::Scalar::ONE;
        return is_within.then_some([share, other]);
    }
    let most = ends[0].abs().max(ends[1].abs());
    if most > b.slack(a, j) { Some(flat_crossing([(a, i), (b, j)], share)) } else { None }
}

/// The same of edges that are nearly parallel, given about the share of the first: rounding moves
/// it along both. The place is one that both edges have.
#[cold]
fn flat_crossing<V: Vector>(
    [(a, i), (b, j)]: [(&Shown<'_, V>, usize); 2],
    share: V::Scalar,
) -> [V::Scalar; 2] {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let share = share.max(zero).min(one);
    let other = b.share(j, a.along_edge(i, share));
    let within = other.max(zero).min(one);
    if within == other {
        return [share, other];
    }
    let share = a.share(i, b.along_edge(j, within));
    [share.max(zero).min(one), within]
}
