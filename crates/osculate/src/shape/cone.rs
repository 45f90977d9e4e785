//! The cone.

use core::f64::consts::PI;

use super::cylinder::disc_support;
use super::mass::{Mass, OwnMass};
use crate::convex::Convex;
use crate::convex::known::{Core, Sealed};
use crate::convex::patch::{Patch, circle};
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Real, Scalar, Vector};

/// A solid cone along the y axis: the apex at y = `half_height`, the base at y = −`half_height`. In
/// the plane it is a triangle.
///
/// ```
/// use osculate::{Convex, DVec3, shape::Cone};
/// let cone = Cone::new(1.0, 0.5)?;
/// assert_eq!(cone.support(DVec3::Y), DVec3::Y);
/// assert_eq!(cone.support(DVec3::X), DVec3::new(0.5, -1.0, 0.0));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Cone<V: Vector> {
    half_height: V::Scalar,
    radius: V::Scalar,
    extent: V::Scalar,
    inner_extent: V::Scalar,
}

impl<V: Vector> Cone<V> {
    /// The cone of this half height along y, and this radius at the base.
    pub fn new(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, Error> {
        let half_height = check::size("Cone", "half_height", None, half_height)?;
        let radius = check::size("Cone", "radius", None, radius)?;
        let rim = V::axis(0) * radius + V::axis(1) * half_height;
        // How far the slope is from the middle of the axis; of a cone out of the range of squares
        // nothing is said.
        let slope = (rim + V::axis(1) * half_height).length();
        let inner_extent = (radius * (half_height / slope)).max(V::Scalar::ZERO);
        Ok(Self { half_height, radius, extent: rim.length(), inner_extent })
    }

    /// Half the length along y.
    #[must_use]
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// The radius of the base.
    #[must_use]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> Convex<V> for Cone<V> {
    // The paper compares the direction's slope with sin α. We compare the two candidates
    // themselves: it needs no trigonometry, and rounding cannot favour a point that the other
    // exceeds.
    #[inline]
    fn core_support(&self, direction: V) -> V {
        let apex = V::axis(1) * self.half_height;
        let rim = disc_support(direction, self.radius) - apex;
        if apex.dot(direction) > rim.dot(direction) { apex } else { rim }
    }
    #[inline]
    fn is_curved(&self) -> bool {
        V::DIM == 3
    }
    #[inline]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.extent
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.inner_extent
    }
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        if V::DIM == 2 {
            return Core::Other;
        }
        let (half_height, bottom, top) = (self.half_height, self.radius, V::Scalar::ZERO);
        Core::Round { half_height, bottom, top, axes: None }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        let (tip, rim) = (V::axis(1) * self.half_height, disc_support(direction, self.radius));
        if V::DIM == 2 {
            let rim = V::axis(0) * self.radius;
            return Patch::of_points([tip, -tip - rim, rim - tip].into_iter(), direction);
        }
        // The normal of the slope has the height as its part outward, and the radius as its part
        // along the axis.
        let along = direction.get(1);
        let outward = (direction - V::axis(1) * along).length();
        let height = self.half_height + self.half_height;
        let slant = (height * height + self.radius * self.radius).sqrt();
        if -along * slant > height * outward + self.radius * along {
            return Patch::new(circle(-self.half_height, self.radius));
        }
        // Along the axis all lines are as near: one of them, so that what touches there is named as
        // it is beside the axis.
        let rim = if rim == V::ZERO { V::axis(0) * self.radius } else { rim };
        Patch::new([(tip, 16), (rim - tip, 17)])
    }
}

impl<V: Vector> OwnMass<V> for Cone<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        let (h, r) = (2.0 * self.half_height.to_f64(), self.radius.to_f64());
        // In the plane it is a triangle. The base lies at −half_height.
        let (volume, from_base, along, across) = if V::DIM == 2 {
            (r * h, h / 3.0, h * h / 18.0, r * r / 6.0)
        } else {
            (PI * r * r * h / 3.0, h / 4.0, h * h * (3.0 / 80.0), r * r * (3.0 / 20.0))
        };
        let centroid = V::axis(1) * V::Scalar::from_f64(from_base - h / 2.0);
        let mean_square = |i| if i == 1 { along } else { across };
        Some(Mass::along_axes(volume, centroid, mean_square))
    }
}
