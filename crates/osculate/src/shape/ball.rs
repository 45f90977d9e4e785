//! The point, and the ball around it.

use crate::check;
use crate::convex::Convex;
use crate::error::Error;
use crate::known::Core;
use crate::vector::{Real, Vector};

/// A single point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V: Vector>(V);

impl<V: Vector> Point<V> {
    /// The point at the origin.
    pub(crate) const ORIGIN: Self = Self(V::ZERO);

    /// The point at `position`.
    pub fn new(position: V) -> Result<Self, Error> {
        Ok(Self(check::vector("Point", "position", position)?))
    }

    /// Where it is.
    pub fn position(&self) -> V {
        self.0
    }
}

impl<V: Vector> Convex<V> for Point<V> {
    #[inline(always)]
    fn support(&self, _: V) -> V {
        self.0
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline(always)]
    fn origin(&self) -> V {
        self.0
    }
    #[inline(always)]
    fn support_from_origin(&self, _: V) -> V {
        V::ZERO
    }
    #[inline(always)]
    fn extent(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn inner_extent(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        Core::Point(V::ZERO)
    }
}

/// All points within `radius` of the origin: a disc in the plane, a ball in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// The ball of this radius. A ball of radius 0 is a point.
    pub fn new(radius: V::Scalar) -> Result<Self, Error> {
        Ok(Self { radius: check::size("Ball", "radius", None, radius)? })
    }
}

impl<V: Vector> Convex<V> for Ball<V> {
    #[inline(always)]
    fn support(&self, _: V) -> V {
        V::ZERO
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline(always)]
    fn extent(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn inner_extent(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        Core::Point(V::ZERO)
    }
}
