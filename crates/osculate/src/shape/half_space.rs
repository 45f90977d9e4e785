//! The half-space; in the plane, the half-plane.

use crate::convex::Convex;
use crate::convex::known::{Core, Sealed};
use crate::convex::patch::Patch;
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Real, Scalar, Vector};

/// All points x with `normal · x ≤ offset`: what lies behind a plane, a floor or a wall without
/// end. Every query has an exact path for it.
///
/// ```
/// use osculate::{DVec3, Place, Pose, shape::{Ball, HalfSpace}, signed_distance};
/// let floor = HalfSpace::new(DVec3::Y, 0.0)?;
/// let ball = Ball::new(0.5)?.moved_to(Pose::from_translation(DVec3::Y * 0.4)?);
/// assert!(signed_distance(&floor, &ball).distance.contains(-0.1));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct HalfSpace<V: Vector> {
    normal: V,
    offset: V::Scalar,
}

/// How far the length of a normal may be from 1.
const UNIT_TOLERANCE: f64 = 1e-2;

impl<V: Vector> HalfSpace<V> {
    /// The half-space behind the plane `normal · x = offset`. A normal of nearly length 1 is
    /// normalised, and the plane keeps its place: its offset is then refused if it is too large.
    pub fn new(normal: V, offset: V::Scalar) -> Result<Self, Error> {
        check::vector("HalfSpace", "normal", normal)?;
        check::number("HalfSpace", "offset", None, offset)?;
        let length = normal.length();
        if !(Real::abs(length.to_f64() - 1.0) <= UNIT_TOLERANCE) {
            let (value, problem) = (length.to_f64(), Problem::NotUnit);
            return Err(Error {
                shape: "HalfSpace",
                parameter: "normal",
                index: None,
                value,
                problem,
            });
        }
        let offset = check::number("HalfSpace", "offset", None, offset / length)?;
        Ok(Self { normal: normal * (V::Scalar::ONE / length), offset })
    }

    /// The same of a normal that has been normalised before: it stays as it is, to the last digit.
    #[cfg(feature = "serde")]
    pub(super) fn stored(normal: V, offset: V::Scalar) -> Result<Self, Error> {
        let normalised = Self::new(normal, offset)?;
        let off = Real::abs(normal.length_squared().to_f64() - 1.0);
        let is_unit = off <= 4.0 * V::Scalar::EPSILON.to_f64();
        Ok(if is_unit { Self { normal, offset } } else { normalised })
    }

    /// The outward normal, of length 1.
    #[must_use]
    pub fn normal(&self) -> V {
        self.normal
    }

    /// The distance of the boundary from the origin, along the normal.
    #[must_use]
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
}

impl<V: Vector> Convex<V> for HalfSpace<V> {
    /// The half-space is unbounded: queries read `Facts::core` and never ask this. The answer is
    /// the point of the boundary nearest the origin.
    #[inline]
    fn core_support(&self, _: V) -> V {
        self.normal * self.offset
    }
    #[inline]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.offset.abs()
    }
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        Core::HalfSpace { normal: self.normal, offset: self.offset }
    }
    fn patch(&self, _: V) -> Patch<V> {
        Patch::endless(self.normal * self.offset, self.normal)
    }
}
