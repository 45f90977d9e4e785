//! The segment, and the capsule around it.

use core::f64::consts::PI;

use super::mass::{Mass, OwnMass};
use crate::convex::known::{Core, Sealed};
use crate::convex::patch::Patch;
use crate::convex::{Convex, Facts};
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// From one point to another.
///
/// ```
/// use osculate::{DVec3, closest, shape::{Point, Segment}};
/// let edge = Segment::new(DVec3::ZERO, DVec3::X * 4.0)?;
/// let found = closest(&edge, Point::new(DVec3::new(1.0, 2.0, 0.0))?);
/// assert_eq!(found.on_a, DVec3::X);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Segment<V: Vector> {
    a: V,
    b: V,
    extent: V::Scalar,
}

impl<V: Vector> Segment<V> {
    /// The segment from `a` to `b`, which may be the same point.
    pub fn new(a: V, b: V) -> Result<Self, Error> {
        Self::of("Segment", a, b)
    }

    /// Where it begins and where it ends.
    #[must_use]
    pub fn ends(&self) -> [V; 2] {
        [self.a, self.b]
    }

    /// The segment that is the core of `shape`, whose errors name it.
    fn of(shape: &'static str, a: V, b: V) -> Result<Self, Error> {
        let (a, b) = (check::vector(shape, "a", a)?, check::vector(shape, "b", b)?);
        Ok(Self { a, b, extent: check::extent_of(&[a, b]) })
    }
}

impl<V: Vector> Convex<V> for Segment<V> {
    #[inline(always)]
    fn core_support(&self, direction: V) -> V {
        if direction.dot(self.b - self.a) > V::Scalar::ZERO { self.b } else { self.a }
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
        if self.a == -self.b { V::Scalar::ZERO } else { -V::Scalar::INFINITY }
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        Core::Segment(self.a, self.b)
    }
    fn patch(&self, _: V) -> Patch<V> {
        Patch::new([(self.a, 0), (self.b, 1)])
    }
    #[inline]
    fn known_patch(&self, _: V, patch: &mut Patch<V>, _: Sealed) {
        patch.fill([(self.a, 0), (self.b, 1)].iter().copied());
    }
}

/// All points within a radius of a segment.
///
/// ```
/// use osculate::{DVec3, distance, shape::{Capsule, Point}};
/// // A link of a robot, from one joint to the next.
/// let link = Capsule::new(DVec3::ZERO, DVec3::new(0.0, 0.3, 0.4), 0.05)?;
/// assert!(distance(&link, Point::new(-DVec3::X)?).contains(0.95));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Capsule<V: Vector> {
    core: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// All points within `radius` of the segment from `a` to `b`.
    pub fn new(a: V, b: V, radius: V::Scalar) -> Result<Self, Error> {
        Ok(Self {
            core: Segment::of("Capsule", a, b)?,
            radius: check::size("Capsule", "radius", None, radius)?,
        })
    }

    /// The capsule along the y axis, around the segment from −`half_height` to `half_height`.
    ///
    /// ```
    /// use osculate::{Convex, DVec3, shape::Capsule};
    /// let person = Capsule::<DVec3>::along_y(0.5, 0.25)?;
    /// assert_eq!(person.ends(), [-DVec3::Y * 0.5, DVec3::Y * 0.5]);
    /// assert_eq!(person.support(DVec3::Y), DVec3::Y * 0.75);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn along_y(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, Error> {
        let tip = V::axis(1) * check::size("Capsule", "half_height", None, half_height)?;
        Self::new(-tip, tip, radius)
    }

    /// The ends of the segment that it is around.
    #[must_use]
    pub fn ends(&self) -> [V; 2] {
        self.core.ends()
    }

    /// How far it reaches around that segment.
    #[must_use]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> Convex<V> for Capsule<V> {
    #[inline(always)]
    fn core_support(&self, direction: V) -> V {
        self.core.core_support(direction)
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
        self.core.extent()
    }
    #[inline(always)]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.core.inner_extent()
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        self.core.core()
    }
    fn patch(&self, direction: V) -> Patch<V> {
        self.core.patch(direction)
    }
    #[inline]
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        self.core.known_patch(direction, patch, Sealed);
    }
}

/// A cylinder, or a rectangle, with half a ball at both ends. Half a ball has its centroid 3/8 of
/// the radius from its flat side, half a disc 4/(3π) of it.
impl<V: Vector> OwnMass<V> for Capsule<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        let ([a, b], r) = (self.ends(), self.radius().to_f64());
        let between = b - a;
        let l = between.length().to_f64();
        let (bar, balls, bar_share, ball_share, off) = if V::DIM == 2 {
            (2.0 * r * l, PI * r * r, 3.0, 4.0, 4.0 / (3.0 * PI))
        } else {
            (PI * r * r * l, 4.0 / 3.0 * PI * r * r * r, 4.0, 5.0, 3.0 / 8.0)
        };
        let round = r * r / ball_share;
        let across = bar * r * r / bar_share + balls * round;
        let along = bar * l * l / 12.0 + balls * (round + l * l / 4.0 + l * r * off);
        let [across, stretched] = [across, along - across].map(V::Scalar::from_f64);
        let u = between.try_normalize().unwrap_or(V::ZERO);
        Some(Mass {
            volume: V::Scalar::from_f64(bar + balls),
            centroid: a + between * V::Scalar::from_f64(0.5),
            second_moments: V::Matrix::from_columns(|j| {
                V::axis(j) * across + u * (u.get(j) * stretched)
            }),
        })
    }
}
