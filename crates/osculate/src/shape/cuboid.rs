//! The cuboid; in the plane, the rectangle.

use super::mass::{Mass, OwnMass};
use crate::convex::Convex;
use crate::convex::known::{Core, Sealed};
use crate::convex::patch::Patch;
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Real, Scalar, Vector};

/// All points whose coordinates are within `half_extents` of the origin: a rectangle in the plane,
/// a box in space.
///
/// ```
/// use osculate::{Convex, DVec3, shape::Cuboid};
/// // 2 wide, 1 high, 4 deep: half of each.
/// let crate_ = Cuboid::new(DVec3::new(1.0, 0.5, 2.0))?;
/// assert_eq!(crate_.support(DVec3::new(1.0, -1.0, 1.0)), DVec3::new(1.0, -0.5, 2.0));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
    extent: V::Scalar,
    inner_extent: V::Scalar,
}

/// The cuboid of the plane.
pub type Rectangle<V> = Cuboid<V>;

impl<V: Vector> Cuboid<V> {
    /// The cuboid that reaches `half_extents` from the origin along each axis, both ways. Extents
    /// of 0 are allowed.
    pub fn new(half_extents: V) -> Result<Self, Error> {
        for i in 0..V::DIM {
            check::size("Cuboid", "half_extents", Some(i), half_extents.get(i))?;
        }
        let inner_extent = half_extents.min_element();
        Ok(Self { half_extents, extent: half_extents.length(), inner_extent })
    }

    /// Half the edge lengths.
    #[must_use]
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
}

impl<V: Vector> Convex<V> for Cuboid<V> {
    // Swapped arguments turn every direction round, but for the sign of a zero: x − x is +0 either
    // way. Adding +0 makes both zeros one, and the same corner the answer.
    #[inline(always)]
    fn core_support(&self, direction: V) -> V {
        self.half_extents.with_signs_of(direction + V::ZERO)
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline(always)]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.extent
    }
    #[inline(always)]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.inner_extent
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        Core::Cuboid { half_extents: self.half_extents, axes: None }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        Patch::filled(|patch| self.known_patch(direction, patch, Sealed))
    }
    #[inline]
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        let size = |i: usize| Real::abs(direction.get(i));
        let facing = (1..V::DIM).fold(0, |best, i| if size(i) > size(best) { i } else { best });
        let is_forward = direction.get(facing) > V::Scalar::ZERO;
        let axis = V::axis(facing);
        let outward = if is_forward { axis } else { -axis };
        // Corners are named by the signs of their coordinates, a bit each; round the face, one sign
        // changes at a time.
        let half = |i: usize| V::axis(i) * self.half_extents.get(i);
        let (first, second) = ((facing + 1) % V::DIM, (facing + 2) % V::DIM);
        let middle = outward * self.half_extents.get(facing);
        let forward = u32::from(is_forward) << facing;
        let (along, one) = (half(first), 1 << first);
        if V::DIM == 2 {
            let ends = [(middle - along, forward), (middle + along, forward | one)];
            patch.fill(ends.iter().copied());
        } else {
            let (across, other) = (half(second), 1 << second);
            let (low, high) = (middle - across, middle + across);
            let corners = [
                (low - along, forward),
                (low + along, forward | one),
                (high + along, forward | one | other),
                (high - along, forward | other),
            ];
            patch.fill(corners.iter().copied());
        }
    }
}

impl<V: Vector> OwnMass<V> for Cuboid<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        let half = |i: usize| self.half_extents.get(i).to_f64();
        let volume = (0..V::DIM).map(|i| 2.0 * half(i)).product();
        Some(Mass::along_axes(volume, V::ZERO, |i| half(i) * half(i) / 3.0))
    }
}
