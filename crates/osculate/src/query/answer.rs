//! What a query answers, and how it is made from what is known of the cores.

use core::fmt;

use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Frame};
use crate::number::vector::{Real, Scalar, Vector};
use crate::shortcut::Measured;
use crate::shortcut::measured::{least_distance, rounding_of_radii};

/// A number that is not known exactly, between two that are: `lower ≤ true ≤ upper`. Hold `lower`
/// against a limit that must be kept, such as a clearance, and `upper` against one that must be
/// reached.
///
/// ```
/// use osculate::{DVec2, Place, Pose, distance, shape::Ball};
/// let ball = Ball::new(1.0)?;
/// let gap = distance(&ball, ball.at(Pose::from_translation(DVec2::X * 2.5)?));
/// let is_clear = gap.lower >= 0.4;
/// assert!(is_clear && gap.contains(0.5) && gap.width() < 1e-13);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bracket<S> {
    /// The true number is at least this.
    pub lower: S,
    /// The best single number.
    pub value: S,
    /// The true number is at most this.
    pub upper: S,
}

/// What is true of every number: between minus infinity and infinity. A list of answers holds it
/// before a batch fills it.
impl<S: Scalar> Default for Bracket<S> {
    fn default() -> Self {
        Self { lower: -S::INFINITY, value: S::ZERO, upper: S::INFINITY }
    }
}

/// The value, and after it what it is held between: `0.5 [0.4999, 0.5001]`. A precision counts for
/// all three.
///
/// ```
/// let gap = osculate::Bracket { lower: 0.25, value: 0.5, upper: 0.75 };
/// assert_eq!(gap.to_string(), "0.5 [0.25, 0.75]");
/// assert_eq!(format!("{gap:.1}"), "0.5 [0.2, 0.8]");
/// ```
impl<S: fmt::Display> fmt::Display for Bracket<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)?;
        f.write_str(" [")?;
        self.lower.fmt(f)?;
        f.write_str(", ")?;
        self.upper.fmt(f)?;
        f.write_str("]")
    }
}

/// A distance, if it is within what was asked.
pub(super) type Within<S> = Option<Bracket<S>>;

impl<S: Scalar> Bracket<S> {
    /// The signed distance of two shapes from that of their cores: the band added, units restored,
    /// the radii taken off.
    #[inline(always)]
    pub(crate) fn signed(lower: S, upper: S, band: S, unit: S, radius: S) -> Self {
        if upper <= -S::MAX {
            // Two half-spaces: no translation separates them.
            return Self { lower: -S::INFINITY, value: -S::MAX, upper: -S::MAX };
        }
        let rounding = rounding_of_radii(upper, unit, radius);
        // The better of the two: points of the cores while they are apart, the supporting plane
        // when they overlap.
        let best = if lower <= S::ZERO && !Self::is_unknown(lower) { lower } else { upper };
        Self {
            lower: least_distance(lower, upper, band, unit, radius),
            value: best * unit - radius,
            upper: (upper + band) * unit - radius + rounding,
        }
    }

    /// The same of several pairs: none is nearer than this.
    #[inline]
    pub(crate) fn with_lower(self, lower: S) -> Self {
        Self { lower: self.lower.min(lower), ..self }
    }

    /// Whether a lower bound says nothing: a loop that ended without an axis knows of none.
    #[inline(always)]
    fn is_unknown(lower: S) -> bool {
        lower < -S::MAX
    }

    /// The same for a distance, which is zero where the signed one is negative.
    #[inline(always)]
    pub(crate) fn around(lower: S, upper: S, band: S, unit: S, radius: S) -> Self {
        let known = Self::around_known(lower, upper, band, unit, radius);
        if Self::is_unknown(lower) {
            return Self { value: (upper * unit - radius).max(S::ZERO), ..known };
        }
        known
    }

    /// The same where the lower bound is known. A shortcut that measures a distance knows one.
    #[inline(always)]
    pub(crate) fn around_known(lower: S, upper: S, band: S, unit: S, radius: S) -> Self {
        let (zero, rounding) = (S::ZERO, rounding_of_radii(upper, unit, radius));
        // Cores with a lower bound below zero overlap. A bound of zero is that of a simplex which
        // holds the origin: what its point lacks is rounding. The sign is as good as random where
        // shapes touch. So both numbers are at hand, and the processor chooses without a branch.
        // Where both are the same number, as in closed forms, nothing is left to choose.
        let best = if lower <= zero { lower } else { upper };
        Self {
            lower: least_distance(lower, upper, band, unit, radius).max(zero),
            value: (best * unit - radius).max(zero),
            upper: ((upper + band) * unit - radius + rounding).max(zero),
        }
    }

    /// `upper − lower`.
    #[must_use]
    pub fn width(&self) -> S {
        self.upper - self.lower
    }

    /// Whether `value` lies within.
    #[must_use]
    pub fn contains(&self, value: S) -> bool {
        self.lower <= value && value <= self.upper
    }
}

/// How two shapes lie to each other.
///
/// ```
/// use osculate::{DVec2, Place, Pose, Verdict, closest, shape::Cuboid};
/// let square = Cuboid::new(DVec2::ONE)?;
/// let verdict = |x| {
///     let there = Pose::from_translation(DVec2::X * x)?;
///     Ok::<_, osculate::Error>(closest(&square, square.at(there)).verdict)
/// };
/// assert_eq!(verdict(3.0)?, Verdict::Apart);
/// assert_eq!(verdict(2.0)?, Verdict::Touching);
/// assert_eq!(verdict(1.0)?, Verdict::Overlapping);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// They have no common point: an axis with a positive gap proves it.
    Apart,
    /// They touch, or are apart or overlap by less than rounding can tell.
    Touching,
    /// They have inner points in common, beyond doubt.
    Overlapping,
}

/// The closest points of two shapes. On curved shapes they are right to fewer digits than the
/// distance: a point that is off by the root of ε is as close, but for ε.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Closest<V: Vector> {
    /// A point of a, as close to b as any.
    pub on_a: V,
    /// The point of b closest to it; for overlapping shapes both are one common point.
    pub on_b: V,
    /// The unit vector along which b is apart from a: from a to b, also where they touch. `None`
    /// for overlapping shapes, where closest points say nothing of direction:
    /// [`penetration`](crate::penetration()) does.
    pub normal: Option<V>,
    /// The distance; zero if they intersect.
    pub distance: Bracket<V::Scalar>,
    /// Apart, touching or overlapping.
    pub verdict: Verdict,
    /// How the query ended.
    pub ended: Ended,
    /// How many support points were asked of each shape.
    pub steps: u32,
}

/// How deep two shapes overlap, and the shortest way out.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Penetration<V: Vector> {
    /// The length of the shortest translation that separates them; zero if they touch.
    pub depth: Bracket<V::Scalar>,
    /// Its unit direction for b, from a to b: b moved by `depth` along it, or a against it,
    /// touches.
    pub normal: V,
    /// The point of a deepest in b; `on_a − on_b` is `depth.value` times `normal`.
    pub on_a: V,
    /// The point of b deepest in a.
    pub on_b: V,
    /// How the query ended.
    pub ended: Ended,
    /// How many support points were asked of each shape.
    pub steps: u32,
}

/// The distance of two shapes that are apart, less than zero by their depth if they overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct SignedDistance<V: Vector> {
    /// The signed distance.
    pub distance: Bracket<V::Scalar>,
    /// The unit vector from a to b: where b must move to get further away.
    pub normal: V,
    /// The point of a nearest to b, or deepest in it.
    pub on_a: V,
    /// The point of b; of shapes that overlap, `on_b − on_a` is the distance times the normal.
    pub on_b: V,
    /// How the query ended.
    pub ended: Ended,
    /// How many support points were asked of each shape.
    pub steps: u32,
}

/// How the signed distance of two shapes changes as they move.
///
/// It is the derivative wherever there is one: where the closest or deepest points are unique,
/// whatever the curvature there. Where they are not (a box flat on a box, or as deep one way as
/// another) the distance has a corner, and this is the slope to one of its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Gradient<V: Vector> {
    /// By a's translation: the distance grows most that way, by 1 a unit.
    pub translation_a: V,
    /// By b's translation.
    pub translation_b: V,
    /// By a's rotation: about the x, y and z axis through a's center, per radian counterclockwise.
    /// In the plane the third alone counts.
    pub rotation_a: [V::Scalar; 3],
    /// By b's rotation, about b's center.
    pub rotation_b: [V::Scalar; 3],
}

impl<V: Vector> SignedDistance<V> {
    /// That of the swapped shapes.
    pub(crate) fn mirrored(&self) -> Self {
        Self { normal: -self.normal, on_a: self.on_b, on_b: self.on_a, ..*self }
    }

    /// The derivatives of the distance by both poses; rotations are about the given centers, mostly
    /// the poses' translations.
    ///
    /// ```
    /// use osculate::{shape::{Ball, Cuboid}, signed_distance, Place, DVec2, Pose};
    /// let bar = Cuboid::new(DVec2::new(2.0, 0.5))?;
    /// let ball = Ball::new(0.25)?;
    /// let at = DVec2::new(1.5, 1.0);
    /// let slope = signed_distance(bar, ball.at(Pose::from_translation(at)?)).gradient(DVec2::ZERO, at);
    /// assert_eq!(slope.translation_b, DVec2::Y);
    /// // Turned counterclockwise, the bar's right end comes up.
    /// assert_eq!(slope.rotation_a[2], -1.5);
    /// assert_eq!(slope.rotation_b[2], 0.0);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn gradient(&self, center_a: V, center_b: V) -> Gradient<V> {
        // A point r from the center moves by ω × r; along n that is ω · (r × n).
        let lever = |r: V, n: V| {
            let entry = |v: V, i: usize| if i < V::DIM { v.get(i) } else { V::Scalar::ZERO };
            [(1, 2), (2, 0), (0, 1)]
                .map(|(i, j)| entry(r, i) * entry(n, j) - entry(r, j) * entry(n, i))
        };
        Gradient {
            translation_a: -self.normal,
            translation_b: self.normal,
            rotation_a: lever(self.on_a - center_a, -self.normal),
            rotation_b: lever(self.on_b - center_b, self.normal),
        }
    }
}

/// The numbers of a pair that answers are made from.
pub(super) struct Shapes<V: Vector> {
    origin_a: V,
    origin_b: V,
    radius_a: V::Scalar,
    radius_b: V::Scalar,
    /// From a's origin to b's, scaled.
    offset: V,
    band: V::Scalar,
    unit: V::Scalar,
}

impl<V: Vector> Shapes<V> {
    #[inline(always)]
    #[must_use]
    pub fn new<A: Convex<V>, B: Convex<V>>(a: &A, b: &B, frame: &Frame<V>) -> Self {
        Self {
            origin_a: a.origin(),
            origin_b: b.origin(),
            radius_a: a.rounding(),
            radius_b: b.rounding(),
            offset: frame.offset,
            band: frame.band,
            unit: frame.unit,
        }
    }

    /// The points of the cores, in the world.
    #[inline(always)]
    fn cores(&self, measured: &Measured<V>) -> (V, V) {
        let (on_a, on_b) = (measured.on_a * self.unit, measured.on_b * self.unit);
        (on_a + self.origin_a, on_b + self.origin_b)
    }

    /// Points of the two shapes from those of their cores.
    #[inline(always)]
    fn surface(&self, measured: &Measured<V>, normal: V, apart: bool) -> (V, V) {
        let (core_a, core_b) = self.cores(measured);
        let rounded = self.radius_a + self.radius_b > V::Scalar::ZERO;
        let way = if apart && rounded && measured.ended != Ended::ClosedForm {
            // The axis of a curved pair settles after the distance, and is not quite the way
            // between the points. Radii would lead along it to points that are further
            // apart than what they take off the distance.
            let between = (measured.on_b - measured.on_a) + self.offset;
            let length = between.length_squared().sqrt();
            // No smaller than the radii: where its square vanishes, so do they.
            if length > V::Scalar::ZERO { between * (V::Scalar::ONE / length) } else { normal }
        } else {
            normal
        };
        (core_a + way * self.radius_a, core_b - way * self.radius_b)
    }

    /// The radii in sum.
    #[inline(always)]
    #[must_use]
    pub fn radius(&self) -> V::Scalar {
        self.radius_a + self.radius_b
    }

    /// The signed distance.
    #[inline(always)]
    #[must_use]
    pub fn distance(&self, measured: &Measured<V>) -> Bracket<V::Scalar> {
        let Measured { lower, upper, .. } = *measured;
        Bracket::signed(lower, upper, self.band, self.unit, self.radius())
    }

    /// The closest points. If it is not clear of what was measured that the shapes are apart,
    /// `decide` fits the bracket.
    #[inline(always)]
    #[must_use]
    pub fn closest(
        &self,
        measured: &Measured<V>,
        is_clear: bool,
        decide: impl FnOnce(Bracket<V::Scalar>) -> Bracket<V::Scalar>,
    ) -> Closest<V> {
        let zero = V::Scalar::ZERO;
        let Measured { lower, upper, steps, ended, .. } = *measured;
        let mut distance = Bracket::around(lower, upper, self.band, self.unit, self.radius());
        // Asked first: what surely overlaps has no normal to compute.
        let Some(normal) = measured.normal() else {
            return self.overlapping(measured, distance);
        };
        if !is_clear {
            if self.distance(measured).upper < zero {
                return self.overlapping(measured, distance);
            }
            distance = decide(distance);
        }
        let apart = distance.lower > zero;
        let verdict = if apart { Verdict::Apart } else { Verdict::Touching };
        let (on_a, on_b) = self.surface(measured, normal, apart);
        Closest { on_a, on_b, normal: Some(normal), distance, verdict, ended, steps }
    }

    /// The closest points of shapes that overlap: one that is common to both.
    #[inline(always)]
    fn overlapping(&self, measured: &Measured<V>, distance: Bracket<V::Scalar>) -> Closest<V> {
        let (zero, radius) = (V::Scalar::ZERO, self.radius());
        let (core_a, core_b) = self.cores(measured);
        // Each radius reaches its share of the way between the cores: written so that a swap gives
        // the same bits.
        let half = V::Scalar::from_f64(0.5);
        let shares = [self.radius_a, self.radius_b]
            .map(|own| if radius > zero { own / radius } else { half });
        let common = core_b * shares[0] + core_a * shares[1];
        Closest {
            on_a: common,
            on_b: common,
            normal: None,
            distance: Bracket { value: zero, ..distance },
            verdict: Verdict::Overlapping,
            ended: measured.ended,
            steps: measured.steps,
        }
    }

    /// The depth of shapes at this signed distance, if they are not apart.
    #[inline(always)]
    #[must_use]
    pub fn penetration(
        &self,
        measured: &Measured<V>,
        distance: Bracket<V::Scalar>,
    ) -> Option<Penetration<V>> {
        // Asked first: what is apart has no points to compute.
        if distance.lower > V::Scalar::ZERO {
            return None;
        }
        self.signed(measured, distance).penetration()
    }

    /// All of what was measured, at this signed distance.
    #[inline(always)]
    #[must_use]
    pub fn signed(
        &self,
        measured: &Measured<V>,
        distance: Bracket<V::Scalar>,
    ) -> SignedDistance<V> {
        let half = V::Scalar::from_f64(0.5);
        let Measured { steps, ended, .. } = *measured;
        let normal = measured.normal().unwrap_or(V::axis(0));
        let apart = distance.lower > V::Scalar::ZERO;
        let (on_a, on_b) = self.surface(measured, normal, apart);
        if apart {
            return SignedDistance { distance, normal, on_a, on_b, ended, steps };
        }
        // Both points on one line along the normal, through the middle.
        let middle = (on_a + on_b) * half;
        if distance.value <= -V::Scalar::MAX {
            return SignedDistance { distance, normal, on_a: middle, on_b: middle, ended, steps };
        }
        let reach = normal * (distance.value * half);
        let (on_a, on_b) = (middle - reach, middle + reach);
        SignedDistance { distance, normal, on_a, on_b, ended, steps }
    }
}

impl<V: Vector> SignedDistance<V> {
    /// The depth, if the shapes do not stand apart beyond doubt.
    pub(super) fn penetration(self) -> Option<Penetration<V>> {
        let zero = V::Scalar::ZERO;
        let Bracket { lower, value, upper } = self.distance;
        if lower > zero || self.ended == Ended::Beyond {
            return None;
        }
        let depth = Bracket {
            lower: (-upper).max(zero),
            value: (-value).max(zero),
            upper: (-lower).max(zero),
        };
        // Shapes that touch, and are a hair apart by number, touch in the middle.
        let middle = (self.on_a + self.on_b) * V::Scalar::from_f64(0.5);
        let reach = self.normal * (depth.value * V::Scalar::from_f64(0.5));
        let Self { normal, ended, steps, .. } = self;
        Some(Penetration {
            depth,
            normal,
            on_a: middle + reach,
            on_b: middle - reach,
            ended,
            steps,
        })
    }
}
