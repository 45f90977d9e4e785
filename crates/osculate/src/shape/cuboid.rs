//! The cuboid; in the plane, the rectangle.

use crate::check;
use crate::convex::Convex;
use crate::error::Error;
use crate::known::Core;
use crate::patch::Patch;
use crate::vector::{Real, Vector};

/// All points whose coordinates are within `half_extents` of the origin: a rectangle in the plane,
/// a box in space.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
}

impl<V: Vector> Convex<V> for Cuboid<V> {
    // Swapped arguments turn every direction round, but for the sign of a zero: x − x is +0 either
    // way. Adding +0 makes both zeros one, and the same corner the answer.
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
        self.extent
    }
    #[inline(always)]
    fn inner_extent(&self) -> V::Scalar {
        self.inner_extent
    }
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        Core::Cuboid { half_extents: self.half_extents, axes: None }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        let size = |i: usize| Real::abs(direction.get(i));
        let facing = (1..V::DIM).fold(0, |best, i| if size(i) > size(best) { i } else { best });
        // Corners are named by the signs of their coordinates, a bit each; round the face, one sign
        // changes at a time.
        let is_forward = direction.get(facing) > V::Scalar::ZERO;
        let forward = usize::from(is_forward) << facing;
        let bit = |k: usize| 1 << ((facing + k) % V::DIM);
        let round = [0, bit(1), bit(1) | bit(2), bit(2)];
        let corners = round.into_iter().take(2 * (V::DIM - 1)).map(move |bits| {
            let name = forward | bits;
            let sign = |i: usize| if name >> i & 1 == 1 { V::Scalar::ONE } else { -V::Scalar::ONE };
            (self.half_extents.scale_by(V::from_fn(sign)), name as u32)
        });
        let axis = V::axis(facing);
        Patch::new(corners).across(if is_forward { axis } else { -axis })
    }
}
