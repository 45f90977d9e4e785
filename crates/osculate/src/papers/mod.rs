//! The founding papers' algorithms as the papers print them. Readers can run them beside the text,
//! and tests and benchmarks compare with them. No query uses any of them: `docs/papers.md` says for
//! each paper what the queries do otherwise, and why.
//!
//! * [`johnson`], [`bergen`]: van den Bergen 1999, paper 000.
//! * [`lin_canny`]: the closest-feature algorithm that paper 000 measures itself against.
//! * [`boolean`]: two tellings of GJK for yes or no, papers 001 and 002.
//! * [`barycode`]: GJK in the plane, paper 003.
//! * [`ericson`]: Ericson's talk, paper 004.
//! * [`montanari`]: the signed volumes that paper 003 compares itself with.
//!
//! The papers know a set by its support mapping alone, a function from a direction to a furthest
//! point. So do these modules: a support mapping is a closure from a vector to a point, and
//! [`support_of`] makes one of any shape.
//!
//! What they say of rounding is what the papers say. None of these answers is proved.

pub mod johnson;
pub mod bergen;
mod features;
pub mod lin_canny;
pub mod boolean;
pub mod barycode;
pub mod ericson;
pub mod montanari;

use crate::convex::Convex;
use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// A point of a simplex nearest the origin: its weights, one a vertex (zero for those that do not
/// hold it), and the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<V: Linear> {
    /// The weights, one a vertex.
    pub weights: [V::Scalar; 4],
    /// The point.
    pub point: V,
}

impl<V: Linear> Nearest<V> {
    /// The point with these weights.
    fn new(points: &[V], weights: [V::Scalar; 4]) -> Self {
        Self { weights, point: crate::kernel::simplex::combine(points, &weights) }
    }

    /// The places of the vertices that hold the point.
    pub fn holders(&self) -> impl Iterator<Item = usize> + '_ {
        (0..4).filter(|&i| self.weights[i] != V::Scalar::ZERO)
    }
}

/// The support mapping of a shape, radius included (paper 000, section 3).
pub fn support_of<V: Vector>(shape: &(impl Convex<V> + ?Sized)) -> impl Fn(V) -> V {
    |direction| shape.support(direction)
}

/// The support mapping of `a − b`: `s_{A−B}(v) = s_A(v) − s_B(−v)` (paper 000, appendix A).
pub fn difference_of<V: Vector>(
    mut a: impl FnMut(V) -> V,
    mut b: impl FnMut(V) -> V,
) -> impl FnMut(V) -> V {
    move |direction| a(direction) - b(-direction)
}

/// The support mapping of the Minkowski sum of two sets.
pub fn sum_of<V: Vector>(
    mut a: impl FnMut(V) -> V,
    mut b: impl FnMut(V) -> V,
) -> impl FnMut(V) -> V {
    move |direction| a(direction) + b(direction)
}

/// The support mapping of the convex hull of two sets: the further one of both points.
pub fn hull_of<V: Vector>(
    mut a: impl FnMut(V) -> V,
    mut b: impl FnMut(V) -> V,
) -> impl FnMut(V) -> V {
    move |direction| {
        let (p, q) = (a(direction), b(direction));
        if q.dot(direction) > p.dot(direction) { q } else { p }
    }
}
