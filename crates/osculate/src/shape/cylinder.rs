//! The cylinder.

use core::f64::consts::PI;

use super::mass::{Mass, OwnMass};
use crate::convex::Convex;
use crate::convex::known::{Core, Sealed};
use crate::convex::patch::{Patch, circle};
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Real, Scalar, Vector};

/// A solid cylinder along the y axis, centred at the origin, from y = −`half_height` to
/// `half_height`. In the plane it is a rectangle.
///
/// ```
/// use osculate::{DVec3, Place, Pose, Rotation, intersects, shape::{Cylinder, Point}};
/// let upright = Cylinder::new(1.0, 0.25)?;
/// // Along z instead of y.
/// let turn = Rotation::from_axis_angle(DVec3::X, std::f64::consts::FRAC_PI_2)?;
/// let along_z = upright.moved_to(Pose::from_rotation(turn));
/// assert!(intersects(&along_z, Point::new(DVec3::Z * 0.9)?));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Cylinder<V: Vector> {
    half_height: V::Scalar,
    radius: V::Scalar,
    extent: V::Scalar,
}

impl<V: Vector> Cylinder<V> {
    /// The cylinder of this half height along y and this radius around it.
    pub fn new(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, Error> {
        let half_height = check::size("Cylinder", "half_height", None, half_height)?;
        let radius = check::size("Cylinder", "radius", None, radius)?;
        let rim = V::axis(0) * radius + V::axis(1) * half_height;
        Ok(Self { half_height, radius, extent: rim.length() })
    }

    /// Half the length along y.
    #[must_use]
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// The radius of both bases.
    #[must_use]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

/// The point of the disc around the y axis, at height 0, that is furthest along `direction`.
#[inline(always)]
pub(super) fn disc_support<V: Vector>(direction: V, radius: V::Scalar) -> V {
    let across = direction - V::axis(1) * direction.get(1);
    match across.try_normalize() {
        Some(unit) => unit * radius,
        None => across,
    }
}

impl<V: Vector> Convex<V> for Cylinder<V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        let tip = V::axis(1) * self.half_height;
        let end = if direction.get(1) < V::Scalar::ZERO { -tip } else { tip };
        disc_support(direction, self.radius) + end
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
        self.half_height.min(self.radius)
    }
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        if V::DIM == 2 {
            return Core::Other;
        }
        let (half_height, bottom, top) = (self.half_height, self.radius, self.radius);
        Core::Round { half_height, bottom, top, axes: None }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        let (tip, rim) = (V::axis(1) * self.half_height, disc_support(direction, self.radius));
        if V::DIM == 2 {
            let rim = V::axis(0) * self.radius;
            return Patch::of_points(
                [tip + rim, tip - rim, -tip - rim, rim - tip].into_iter(),
                direction,
            );
        }
        let along = direction.get(1);
        if along * along > (direction - V::axis(1) * along).length_squared() {
            // An end; the corners of the two have names of their own.
            let up = along > V::Scalar::ZERO;
            let end = circle(if up { self.half_height } else { -self.half_height }, self.radius);
            return Patch::new(end.map(move |(at, name)| (at, if up { name } else { name + 8 })));
        }
        Patch::new([(rim + tip, 16), (rim - tip, 17)])
    }
}

impl<V: Vector> OwnMass<V> for Cylinder<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        let (h, r) = (self.half_height.to_f64(), self.radius.to_f64());
        // In the plane it is a rectangle.
        let is_flat = V::DIM == 2;
        let volume = 2.0 * h * if is_flat { 2.0 * r } else { PI * r * r };
        let across = r * r / if is_flat { 3.0 } else { 4.0 };
        let mean_square = |i| if i == 1 { h * h / 3.0 } else { across };
        Some(Mass::along_axes(volume, V::ZERO, mean_square))
    }
}
