//! Up to four points that span what all span, and that stay the same while bodies rest.
//!
//! Bodies that rest on a face have many points that are as deep, and as far from one another, but
//! for rounding. So no choice rests on a comparison that rounding decides: points that are about as
//! deep are as good a start, and one point is given up for another only where that is clearly
//! further away. Else the order of the points decides, which is that of the corners' names; and
//! before it what was chosen last.

use arrayvec::ArrayVec;

use super::overlap::{MOST_SEEN, Seen};
use super::view::{squares, turn, way};
use crate::convex::feature::MOST_POINTS;
use crate::number::vector::Scalar;

/// What is the same to the eye of a solver, as a share of the smaller shape: how far points of one
/// place are apart.
pub(crate) const EYE: f64 = 1e-4;

/// How much less deep than the deepest the point may be at which the choice starts, as a share of
/// the smaller shape: cold, faces that are tilted by a few millionths count as parallel.
pub(super) const LEVEL: f64 = 1e-5;

/// The same of a point that was chosen last.
pub(super) const STILL_LEVEL: f64 = 1e-3;

/// By what factor an area, or the square of a length, is clearly more than another.
const CLEARLY: f64 = 1.15;

/// What counts as the same.
pub(super) struct Same<S> {
    /// Depths of points to start at, in the world's unit: of any, and of one chosen last.
    pub level: [S; 2],
    /// Places, in the view.
    pub place: S,
}

/// Which points to keep: one of the deepest, the furthest from it, the furthest to a side of the
/// line between the two, and the one that adds most to that triangle. `last` are those chosen last.
pub(super) fn choose<S: Scalar>(
    points: &ArrayVec<Seen<S>, MOST_SEEN>,
    last: &[usize],
    same: &Same<S>,
) -> ArrayVec<usize, MOST_POINTS> {
    let mut chosen: ArrayVec<usize, MOST_POINTS> = ArrayVec::new();
    let least = points.iter().fold(S::INFINITY, |least, point| least.min(point.distance));
    let [any_level, last_level] = same.level;
    let is_level = |i: usize, level: S| points[i].distance <= least + level;
    let first = last.iter().copied().find(|&i| is_level(i, last_level));
    let Some(first) = first.or_else(|| (0..points.len()).find(|&i| is_level(i, any_level))) else {
        return chosen;
    };
    chosen.push(first);
    let spot = |i: usize| points[i].spot;
    // The best by a measure, of which others are not clearly better; none that is not more than
    // `least`.
    let clearly = S::from_f64(CLEARLY);
    let count = points.len();
    let best = |least: S, measure: &dyn Fn(usize) -> S| {
        let mut best = (count, least);
        let mut ask = |i: usize| {
            let far = measure(i);
            if far > best.1 {
                best = (i, far * clearly);
            }
        };
        last.iter().copied().for_each(&mut ask);
        (0..count).for_each(&mut ask);
        (best.0 < count).then_some(best.0)
    };
    let from = spot(first);
    let second = best(same.place * same.place, &|i| squares(way(from, spot(i))));
    let Some(second) = second else { return chosen };
    chosen.push(second);
    let along = way(from, spot(second));
    // Areas: of a height of a thousandth of the longest way, at least.
    let squared = squares(along);
    let tiny = (S::from_f64(1e-3) * squared).max(same.place * squared.sqrt());
    let off = |i: usize| turn(along, way(from, spot(i)));
    let Some(third) = best(tiny, &|i| off(i).abs()) else {
        // All lie on one line: the first may lie between two.
        let back = |i: usize| {
            let way = way(from, spot(i));
            -(along[0] * way[0] + along[1] * way[1])
        };
        chosen.extend(best(tiny, &back));
        return chosen;
    };
    chosen.push(third);
    // The triangle's sides, counterclockwise.
    let mut corners = [first, second, third];
    if off(third) < S::ZERO {
        corners.swap(1, 2);
    }
    let beyond = |i: usize| {
        let area = |k: usize| {
            let p = spot(corners[k]);
            turn(way(p, spot(i)), way(p, spot(corners[(k + 1) % 3])))
        };
        area(0).max(area(1)).max(area(2))
    };
    chosen.extend(best(tiny, &beyond));
    chosen
}
