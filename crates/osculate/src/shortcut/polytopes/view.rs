//! What one polytope sees of another.

use crate::convex::table::polar::Polar;
use crate::number::vector::{Matrix, Vector};

/// What one polytope sees of the other: in its own axes, from its own middle, scaled.
pub(super) struct View<'s, V: Vector> {
    pub polar: &'s Polar<V>,
    /// From the other's axes, scaled; and back, not scaled.
    pub turn: V::Matrix,
    pub back: V::Matrix,
    /// To the other's origin.
    pub way: V,
    /// The other's faces, in its own axes and not scaled.
    pub other: &'s Polar<V>,
    pub scale: V::Scalar,
    /// A point whose product with each pole is less than this is surely inside, or touches.
    pub inside: V::Scalar,
    /// One whose product with a pole is more than this is surely beyond the face.
    pub outside: V::Scalar,
}

/// What a look tells, of faces by their numbers.
pub(super) enum Seen {
    /// A face of a separates the two, or one of b.
    Apart([Option<usize>; 2]),
    Together,
    /// Neither.
    Doubt,
}

impl<V: Vector> View<'_, V> {
    /// Where a point of the other is.
    #[inline(always)]
    pub fn at(&self, point: V) -> V {
        self.turn.apply(point) + self.way
    }
}
