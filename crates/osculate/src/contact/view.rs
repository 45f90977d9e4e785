//! What is seen along the normal of a contact: places across it, and heights along it.

use crate::number::vector::{Real, Scalar, Vector};

/// The tangent of the angle from which a patch is seen edge-on. Of such a patch what is within a
/// margin of its front is a strip narrower than a quarter of that margin; and on a slope that is
/// less steep a place's rounding grows four times at most.
pub(super) const STEEP: f64 = 4.0;

/// A place in the view, to the right and up.
pub(super) type Spot<S> = [S; 2];

/// Two patches seen along the normal.
pub(super) struct View<V: Vector> {
    pub normal: V,
    /// Across the normal and each other, in space; of the same length, counterclockwise seen from
    /// where the normal points.
    right: V,
    up: V,
    /// One over the square of that length.
    per_square: V::Scalar,
    /// A power of two, about the reciprocal of the larger shape's size or of how far apart their
    /// origins are, and its own reciprocal: products of four lengths of the view stay in the range
    /// of numbers.
    pub unit: V::Scalar,
    per_unit: V::Scalar,
}

impl<V: Vector> View<V> {
    #[inline(always)]
    pub fn along(normal: V, size: V::Scalar) -> Self {
        // What the most level axis has across the normal.
        let steepness = |i: usize| Real::abs(normal.get(i));
        let flattest =
            (1..3).fold(0, |best, i| if steepness(i) < steepness(best) { i } else { best });
        let right = V::axis(flattest) - normal * normal.get(flattest);
        let up = normal.cross(right);
        let per_square = V::Scalar::ONE / right.length_squared();
        let unit = size.scale_to_one();
        let per_unit = unit.power_of_two_reciprocal();
        Self { normal, right, up, per_square, unit, per_unit }
    }

    /// Where a point, counted from a's origin, is in the view.
    #[inline(always)]
    pub fn spot(&self, at: V) -> Spot<V::Scalar> {
        [at.dot(self.right) * self.unit, at.dot(self.up) * self.unit]
    }

    /// The square of a way across the normal, in the unit of heights.
    #[inline(always)]
    pub fn square(&self, way: Spot<V::Scalar>) -> V::Scalar {
        squares(way) * self.per_square
    }

    /// A length of the view in the world's unit.
    #[inline(always)]
    pub fn length(&self, length: V::Scalar) -> V::Scalar {
        length * self.per_unit
    }

    /// How a plane with this normal, of any length, rises, seen along ours.
    pub fn slope_across(&self, plane: V) -> Spot<V::Scalar> {
        let steep = plane.dot(self.normal);
        let across = plane - self.normal * steep;
        let most = V::Scalar::from_f64(STEEP * STEEP) * steep * steep;
        let is_seen = most > across.length_squared();
        let slope = if is_seen { across * (-V::Scalar::ONE / steep) } else { V::ZERO };
        [slope.dot(self.right), slope.dot(self.up)].map(|x| x * self.per_square)
    }
}

/// A vector times the power of two that brings its largest coordinate near to 1: its square is a
/// number.
pub(super) fn to_one<V: Vector>(v: V) -> V {
    v * v.abs().max_element().scale_to_one()
}

/// The way from one spot to another.
#[inline(always)]
pub(super) fn way<S: Scalar>(from: Spot<S>, to: Spot<S>) -> Spot<S> {
    [to[0] - from[0], to[1] - from[1]]
}

/// The signed area of two ways.
#[inline(always)]
pub(super) fn turn<S: Scalar>(u: Spot<S>, v: Spot<S>) -> S {
    u[0] * v[1] - u[1] * v[0]
}

#[inline(always)]
pub(super) fn squares<S: Scalar>(v: Spot<S>) -> S {
    v[0] * v[0] + v[1] * v[1]
}
