//! What the mathematics of a simplex needs of numbers and vectors, and no more.
//!
//! glam's vectors have it, and so have the double-double vectors of `wide`: the careful
//! path of a query runs the same code as the fast one, in twice the digits.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// What no other crate can implement: the numbers, vectors and matrices are those of this crate.
pub trait Sealed {}

/// A number that simplices are computed in: `f32`, `f64`, or twice `f64`.
pub trait Real:
    Sealed
    + Copy
    + Debug
    + PartialEq
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// Larger than every number.
    const INFINITY: Self;
    /// The distance from 1 to the next larger number.
    const EPSILON: Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// The magnitude.
    #[inline(always)]
    fn abs(self) -> Self {
        if self < Self::ZERO { -self } else { self }
    }
    /// The lesser of the two; `other` if `self` is not a number.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }
    /// The greater of the two; `other` if `self` is not a number.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

/// A vector of two or three coordinates, with no more than the mathematics of simplices asks for.
pub trait Linear:
    Sealed
    + Copy
    + Debug
    + PartialEq
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The coordinates' type.
    type Scalar: Real;
    /// 2 or 3.
    const DIM: usize;
    /// The origin.
    const ZERO: Self;

    /// The inner product.
    fn dot(self, other: Self) -> Self::Scalar;

    /// A vector perpendicular to `DIM − 1` edges: the edge turned left by a right angle in the
    /// plane, the cross product in space. Its length is the measure (length, area) that the
    /// edges span.
    fn normal_to(edges: &[Self]) -> Self;

    /// The inner product with itself.
    #[inline(always)]
    fn length_squared(self) -> Self::Scalar {
        self.dot(self)
    }

    /// The cross product, in space only: the triangle code's shorthand for [`Linear::normal_to`].
    #[inline(always)]
    fn cross(self, other: Self) -> Self {
        Self::normal_to(&[self, other])
    }
}
