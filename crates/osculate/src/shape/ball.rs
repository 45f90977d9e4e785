//! The point, and the ball around it.

use super::mass::{Mass, OwnMass};
use crate::convex::Convex;
use crate::convex::known::{Axes, Core, Sealed};
use crate::convex::patch::Patch;
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Real, Scalar, Vector};

/// A single point.
///
/// ```
/// use osculate::{DVec2, distance, shape::{Cuboid, Point}};
/// let square = Cuboid::new(DVec2::ONE)?;
/// assert_eq!(distance(&square, Point::new(DVec2::new(3.0, 0.5))?).value, 2.0);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Point<V: Vector>(V);

impl<V: Vector> Point<V> {
    /// The point at the origin.
    pub const ORIGIN: Self = Self(V::ZERO);

    /// The point at `position`.
    pub fn new(position: V) -> Result<Self, Error> {
        Ok(Self(check::vector("Point", "position", position)?))
    }

    /// Where it is.
    #[must_use]
    pub fn position(&self) -> V {
        self.0
    }
}

impl<V: Vector> Convex<V> for Point<V> {
    #[inline(always)]
    fn core_support(&self, _: V) -> V {
        self.0
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline(always)]
    fn known_origin(&self, _: Sealed) -> V {
        self.0
    }
    #[inline(always)]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        None
    }
    #[inline(always)]
    fn known_support(&self, _: V, _: Sealed) -> V {
        V::ZERO
    }
    #[inline]
    fn known_patch(&self, _: V, patch: &mut Patch<V>, _: Sealed) {
        *patch = Patch::point(V::ZERO);
    }
    #[inline(always)]
    fn known_size(&self, _: Sealed) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        Core::Point(V::ZERO)
    }
}

/// All points within `radius` of the origin: a disc in the plane, a ball in space.
///
/// ```
/// use osculate::{Convex, DVec3, shape::Ball};
/// let ball = Ball::new(0.5)?;
/// assert_eq!(ball.support(DVec3::X), DVec3::X * 0.5);
/// assert!(Ball::<DVec3>::new(-1.0).is_err());
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Ball<V: Vector> {
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// The ball of this radius. A ball of radius 0 is a point.
    pub fn new(radius: V::Scalar) -> Result<Self, Error> {
        Ok(Self { radius: check::size("Ball", "radius", None, radius)? })
    }

    /// The radius.
    #[must_use]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> Convex<V> for Ball<V> {
    #[inline(always)]
    fn core_support(&self, _: V) -> V {
        V::ZERO
    }
    #[inline(always)]
    fn rounding(&self) -> V::Scalar {
        self.radius
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline(always)]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        Core::Point(V::ZERO)
    }
}

impl<V: Vector> OwnMass<V> for Point<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        Some(Mass::along_axes(0.0, self.position(), |_| 0.0))
    }
}

impl<V: Vector> OwnMass<V> for Ball<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        let radius = self.radius().to_f64();
        Some(Mass::of_ellipsoid(|_| radius))
    }
}
