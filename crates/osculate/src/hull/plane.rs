//! The hull in the plane: Andrew's monotone chain, with exact turns.

use alloc::vec::Vec;

use super::ConvexHull;
use robust::{Coord, orient2d};

/// Twice the area of a, b, c, positive if they turn left; its sign is exact.
pub(super) fn turn([a, b, c]: [[f64; 2]; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|[x, y]| Coord { x, y });
    orient2d(a, b, c)
}

pub(super) fn hull(points: &[[f64; 2]]) -> ConvexHull {
    let at = |i: u32| points[i as usize];
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_unstable_by(|&i, &j| {
        // −0 and 0 are equal: a sum with 0 is never −0.
        let ([x, y], [z, w]) = (at(i).map(|x| x + 0.0), at(j).map(|x| x + 0.0));
        x.total_cmp(&z).then(y.total_cmp(&w)).then(i.cmp(&j))
    });
    // Of equal points the first.
    order.dedup_by(|later, first| at(*later) == at(*first));
    let chain = |order: &mut dyn Iterator<Item = u32>| {
        let mut chain: Vec<u32> = Vec::new();
        for next in order {
            while let [.., a, b] = chain[..] {
                if turn([at(a), at(b), at(next)]) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(next);
        }
        // The last is the first of the other chain.
        chain.pop();
        chain
    };
    let mut corners = chain(&mut order.iter().copied());
    corners.extend(chain(&mut order.iter().rev().copied()));
    match corners[..] {
        [] => ConvexHull::Point(order.first().copied().unwrap_or(0)),
        [a, b] => ConvexHull::Segment([a, b]),
        _ => ConvexHull::Polygon(corners),
    }
}
