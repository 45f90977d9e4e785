//! The cone.

use super::cylinder::disc_support;
use crate::check;
use crate::convex::Convex;
use crate::error::Error;
use crate::vector::Vector;

/// A solid cone along the y axis: the apex at y = `half_height`, the base at y = −`half_height`. In the plane it is a
/// triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<V: Vector> {
    half_height: V::Scalar,
    radius: V::Scalar,
}

impl<V: Vector> Cone<V> {
    /// The cone of this half height along y, and this radius at the base.
    pub fn new(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, Error> {
        Ok(Self {
            half_height: check::size("Cone", "half_height", None, half_height)?,
            radius: check::size("Cone", "radius", None, radius)?,
        })
    }
}

impl<V: Vector> Convex<V> for Cone<V> {
    // The paper compares the direction's slope with sin α. We compare the two candidates themselves: it needs no
    // trigonometry, and rounding cannot favour a point that the other exceeds.
    #[inline]
    fn support(&self, direction: V) -> V {
        let apex = V::axis(1) * self.half_height;
        let rim = disc_support(direction, self.radius) - apex;
        if apex.dot(direction) > rim.dot(direction) { apex } else { rim }
    }
    #[inline]
    fn is_curved(&self) -> bool {
        V::DIM == 3
    }
    #[inline]
    fn extent(&self) -> V::Scalar {
        (V::axis(0) * self.radius + V::axis(1) * self.half_height).length()
    }
}
