//! Up to four points that span what all span.

use arrayvec::ArrayVec;

use super::MOST_POINTS;
use super::overlap::{MOST_SEEN, Seen};
use super::view::{squares, turn, way};
use crate::number::vector::Scalar;

/// Which points to keep, the deepest first: one of the deepest, the furthest from it, the furthest
/// to a side of the line between the two, and the one that adds most to that triangle.
///
/// Of points that are as deep as the deepest up to `slack` the first is where the choice starts:
/// their order is that of the patches' corners, and rounding does not change it. Points no further
/// apart than `tiny` in the view are one.
pub(super) fn choose<S: Scalar>(
    points: &ArrayVec<Seen<S>, MOST_SEEN>,
    slack: S,
    tiny: S,
) -> ArrayVec<usize, MOST_POINTS> {
    let mut chosen: ArrayVec<usize, MOST_POINTS> = ArrayVec::new();
    let least = points.iter().fold(S::INFINITY, |least, point| least.min(point.distance));
    let Some(first) = points.iter().position(|point| point.distance <= least + slack) else {
        return chosen;
    };
    chosen.push(first);
    let spot = |i: usize| points[i].spot;
    // The first of the furthest, by a measure; none that is not more than `least`.
    let best = |least: S, measure: &dyn Fn(usize) -> S| {
        let mut best = (None, least);
        for i in 0..points.len() {
            let far = measure(i);
            if far > best.1 {
                best = (Some(i), far);
            }
        }
        best.0
    };
    let from = spot(first);
    let second = best(tiny * tiny, &|i| squares(way(from, spot(i))));
    let Some(second) = second else { return chosen };
    chosen.push(second);
    let along = way(from, spot(second));
    // Areas: of a height of a thousandth of the longest way, at least.
    let tiny = (S::from_f64(1e-3) * squares(along)).max(tiny * squares(along).sqrt());
    let off = |i: usize| turn(along, way(from, spot(i)));
    if let Some(third) = best(tiny, &|i| off(i).abs()) {
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
    }
    // The deepest of them to the front.
    let deepest = (0..chosen.len()).fold(0, |b, i| {
        if points[chosen[i]].distance < points[chosen[b]].distance { i } else { b }
    });
    chosen.swap(0, deepest);
    chosen
}
