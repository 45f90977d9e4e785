//! The ellipsoid; in the plane, the ellipse.

use super::mass::{Mass, OwnMass};
use crate::convex::Convex;
use crate::convex::known::Sealed;
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Scalar, Vector};

/// All points x with Σ (xᵢ / radiiᵢ)² at most 1: an ellipse in the plane, an ellipsoid in space.
///
/// ```
/// use osculate::{Convex, DVec3, shape::Ellipsoid};
/// let egg = Ellipsoid::new(DVec3::new(1.0, 1.5, 1.0))?;
/// assert_eq!(egg.support(DVec3::Y), DVec3::Y * 1.5);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Ellipsoid<V: Vector> {
    radii: V,
}

/// The ellipsoid of the plane.
pub type Ellipse<V> = Ellipsoid<V>;

impl<V: Vector> Ellipsoid<V> {
    /// The ellipsoid with these half-axes, along the coordinate axes. A half-axis of 0 makes it
    /// flat.
    pub fn new(radii: V) -> Result<Self, Error> {
        for i in 0..V::DIM {
            check::size("Ellipsoid", "radii", Some(i), radii.get(i))?;
        }
        Ok(Self { radii })
    }

    /// The half-axes.
    #[must_use]
    pub fn radii(&self) -> V {
        self.radii
    }
}

impl<V: Vector> Convex<V> for Ellipsoid<V> {
    // The image of the unit ball under a scale (theorem 1 of van den Bergen 1999): scale the
    // direction, normalise, scale back.
    #[inline]
    fn core_support(&self, direction: V) -> V {
        match self.radii.scale_by(direction).try_normalize() {
            Some(unit) => self.radii.scale_by(unit),
            None => V::ZERO,
        }
    }
    #[inline]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.radii.max_element()
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.radii.min_element()
    }
}

impl<V: Vector> OwnMass<V> for Ellipsoid<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        Some(Mass::of_ellipsoid(|i| self.radii.get(i).to_f64()))
    }
}
