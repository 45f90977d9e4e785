//! The cuboid; in the plane, the rectangle.

use crate::check;
use crate::convex::{Convex, Core};
use crate::error::Error;
use crate::vector::Vector;

/// All points whose coordinates are within `half_extents` of the origin: a rectangle in the plane, a box in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
}

/// The cuboid of the plane.
pub type Rectangle<V> = Cuboid<V>;

impl<V: Vector> Cuboid<V> {
    /// The cuboid that reaches `half_extents` from the origin along each axis, both ways. Extents of 0 are allowed.
    pub fn new(half_extents: V) -> Result<Self, Error> {
        for i in 0..V::DIM {
            check::size("Cuboid", "half_extents", Some(i), half_extents.get(i))?;
        }
        Ok(Self { half_extents })
    }

    /// Half the edge lengths.
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
}

impl<V: Vector> Convex<V> for Cuboid<V> {
    // Swapped arguments turn every direction round, but for the sign of a zero: x − x is +0 either way. Adding +0 makes
    // both zeros one, and the same corner the answer.
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.half_extents.with_signs_of(direction + V::ZERO)
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline(always)]
    fn extent(&self) -> V::Scalar {
        self.half_extents.length()
    }
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        Core::Cuboid { half_extents: self.half_extents, axes: None }
    }
}
