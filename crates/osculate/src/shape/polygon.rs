//! The convex polygon of the plane, its vertices in order.

use core::borrow::Borrow;

use super::points::scan;
use crate::check;
use crate::convex::Convex;
use crate::error::{Error, Problem};
use crate::vector::{Real, Scalar, Vector};

/// A convex polygon of the plane: vertices counterclockwise, each turn to the left or straight on. The vertices may be
/// owned or borrowed (`Vec`, array, slice).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexPolygon<V: Vector, P> {
    vertices: P,
    extent: V::Scalar,
    /// Every how many vertices support looks first: 1 for a plain scan.
    stride: usize,
}

/// Up to this many vertices, support scans them all: that is faster than any search up to 40 or so.
const SCAN: usize = 40;

impl<V: Vector, P: Borrow<[V]>> ConvexPolygon<V, P> {
    /// The polygon with these vertices, counterclockwise; at least one. Duplicates and vertices on a straight line are
    /// allowed; a turn to the right, by more than the rounding of the coordinates explains, is not.
    pub fn new(vertices: P) -> Result<Self, Error> {
        const { assert!(V::DIM == 2, "a polygon is a shape of the plane") };
        let list = vertices.borrow();
        check::points("ConvexPolygon", "vertices", list, 1)?;
        let extent = check::extent_of(list);
        outline::<V>(list, extent)?;
        let n = list.len();
        // The search looks at n / stride vertices, then at 2 · stride: least at stride = √(n / 2).
        let stride = if n > SCAN { (1..n).find(|k| 2 * k * k >= n).unwrap_or(1) } else { 1 };
        Ok(Self { vertices, extent, stride })
    }

    /// The vertices.
    pub fn vertices(&self) -> &[V] {
        self.vertices.borrow()
    }
}

/// Refuses an outline that turns right, or that goes round more than once.
fn outline<V: Vector>(list: &[V], extent: V::Scalar) -> Result<(), Error> {
    let zero = V::Scalar::ZERO;
    let n = list.len();
    let refuse = |index: usize, value: f64| {
        let (shape, parameter, problem) = ("ConvexPolygon", "vertices", Problem::NotConvex);
        Err(Error { shape, parameter, index: Some(index % n), value, problem })
    };
    // Scaled, so that products stay in range.
    let scale = extent.scale_to_one();
    let edge = |i: usize| (list[(i + 1) % n] - list[i % n]) * scale;
    let Some(first) = (0..n).find(|&i| edge(i) != V::ZERO) else { return Ok(()) };
    let slack = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON;
    let mut last = edge(first);
    // An outline that goes round once has edges that turn from left to right once, and from down to up once.
    let mut turns = [0; 2];
    for i in first + 1..=first + n {
        let next = edge(i);
        if next == V::ZERO {
            continue;
        }
        let left = V::normal_to(&[last]).dot(next);
        if left < -slack * last.length().max(next.length()) {
            return refuse(i, left.to_f64());
        }
        for (axis, turns) in turns.iter_mut().enumerate() {
            if last.get(axis) < zero && next.get(axis) >= zero {
                *turns += 1;
                if *turns > 1 && last.dot(next) < zero {
                    return refuse(i, left.to_f64());
                }
            }
        }
        last = next;
    }
    Ok(())
}

impl<V: Vector, P: Borrow<[V]>> Convex<V> for ConvexPolygon<V, P> {
    // Hill climbing as in paper 003 rests on one fact: round a convex outline, the reach along a direction rises to one summit and
    // falls again. We use it without the climb, whose every step waits for the one before: the best of every k-th vertex
    // has the summit within k of it. Nor do plateaus (duplicates, straight edges) trap a scan.
    #[inline]
    fn support(&self, direction: V) -> V {
        let list = self.vertices.borrow();
        let k = self.stride;
        if k <= 1 {
            return scan(list, direction);
        }
        let n = list.len();
        let mut at = 0;
        let mut most = list[0].dot(direction);
        for i in (k..n).step_by(k) {
            let reach = list[i].dot(direction);
            if reach > most {
                (at, most) = (i, reach);
            }
        }
        // Both sides, without wrapping in the middle of a scan.
        let (low, high) = (at + n - k, at + n + k);
        let mut best = list[at];
        for i in low..=high {
            let vertex = list[i % n];
            let reach = vertex.dot(direction);
            if reach > most {
                (best, most) = (vertex, reach);
            }
        }
        best
    }
    #[inline]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline]
    fn extent(&self) -> V::Scalar {
        self.extent
    }
}
