//! A body's motion: a center that moves evenly, and a turn about it at an even rate.
//!
//! The motion is exact in the numbers that it was made of. The pose at a time is computed in double
//! precision by + − × ÷ √ alone, so that all machines agree on it, and is then rounded. Its slack
//! bounds what it is off by.

use super::body::{length, length_at_most, length_of};
use super::moves::{Moves, Twist};
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Real, Scalar, Vector, angle_of};
use crate::place::{Entries, Pose, Rotation, from_entries, quaternion};

/// A pose at the time 0, and constant velocities: of a center in the body, which moves straight,
/// and of the turn about it, which may go round many times.
///
/// ```
/// use osculate::{DVec3, Motion, Pose};
/// // A wheel of radius 1 that rolls along x.
/// let wheel = Motion::new(Pose::IDENTITY, DVec3::X * 2.0)?.turning(-DVec3::Z * 2.0)?;
/// let pose = wheel.pose_at(1.0)?;
/// assert_eq!(pose.translation(), DVec3::X * 2.0);
/// assert!((pose.rotation().apply(DVec3::X).y + 2f64.sin()).abs() < 1e-15);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "Stored<V>",
        try_from = "Stored<V>",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct Motion<V: Vector> {
    start: Pose<V>,
    /// In the body's own axes.
    center: V,
    velocity: V,
    spin: Spin,
}

/// An angular velocity. Every pose on the way needs its length and its direction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spin {
    /// In the plane the third coordinate alone is not zero.
    velocity: [f64; 3],
    rate: f64,
    /// Of length 1, or without a turn zero.
    axis: [f64; 3],
}

impl Spin {
    const NONE: Self = Self { velocity: [0.0; 3], rate: 0.0, axis: [0.0; 3] };

    fn new(velocity: [f64; 3]) -> Self {
        let rate = length_of(velocity);
        if rate > 0.0 {
            Self { velocity, rate, axis: velocity.map(|x| x / rate) }
        } else {
            Self::NONE
        }
    }

    /// The rotation that it makes of a time.
    fn after(&self, time: f64) -> Entries {
        let (sine, w) = sine_and_cosine(self.rate * time / 2.0);
        let [x, y, z] = self.axis.map(|part| part * sine);
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }
}

/// What a pose is off by, in ε of double precision, of the reach from the center and for each
/// radian of the turn: 4 for the angle, 2 for the axis, 2 for sine and cosine, which the entries
/// multiply by up to √3 each, and 3√3 for the product of the two rotations.
const TURN_ERROR: f64 = 32.0;

/// What the translation is off by, in ε of the lengths that it is made of: three sums, two products
/// and the last rounding.
const WAY_ERROR: f64 = 4.0;

/// Beyond this the digits of an angle say nothing, and the slack is larger than the body.
const LARGEST_ANGLE: f64 = 1e15;

impl<V: Vector> Motion<V> {
    /// From a pose at the time 0, at a constant velocity, without a turn.
    pub fn new(start: Pose<V>, velocity: V) -> Result<Self, Error> {
        let velocity = check::vector("Motion", "velocity", velocity)?;
        Ok(Self { start, center: V::ZERO, velocity, spin: Spin::NONE })
    }

    /// Always at the same pose.
    #[must_use]
    pub fn resting(pose: Pose<V>) -> Self {
        Self { start: pose, center: V::ZERO, velocity: V::ZERO, spin: Spin::NONE }
    }

    /// Turns about the center at this rate, in radians. In space its direction is the axis, in the
    /// world's axes; in the plane it is a number, counterclockwise.
    ///
    /// ```
    /// use osculate::{DVec2, DVec3, Motion, Pose};
    /// let top = Motion::resting(Pose::<DVec3>::IDENTITY).turning(DVec3::Y * 30.0)?;
    /// let wheel = Motion::resting(Pose::<DVec2>::IDENTITY).turning(-2.0)?;
    /// assert!(wheel.pose_at(0.1)?.rotation().to_angle() < 0.0);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn turning(self, angular_velocity: V::AngularVelocity) -> Result<Self, Error> {
        let spin = V::spin(angular_velocity);
        for (i, rate) in spin.into_iter().enumerate() {
            let index = (V::DIM == 3).then_some(i);
            check::number("Motion", "angular_velocity", index, V::Scalar::from_f64(rate))?;
        }
        Ok(Self { spin: Spin::new(spin), ..self })
    }

    /// The center of the turn, in the body's own axes; without it, their origin. The velocity is
    /// that of the center.
    ///
    /// ```
    /// use osculate::{DVec2, Motion, Pose};
    /// // A door from −1 to 1, which turns about its hinge at −1: by a right angle a second.
    /// let hinge = -DVec2::X;
    /// let right_angle = std::f64::consts::FRAC_PI_2;
    /// let door = Motion::resting(Pose::IDENTITY).about(hinge)?.turning(right_angle)?;
    /// let open = door.pose_at(1.0)?;
    /// assert!((open * hinge - hinge).length() < 1e-15);
    /// assert!((open * DVec2::X - DVec2::new(-1.0, 2.0)).length() < 1e-15);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn about(self, center: V) -> Result<Self, Error> {
        Ok(Self { center: check::vector("Motion", "center", center)?, ..self })
    }

    /// From one pose at the time 0 to another at the time 1: the origin of the body moves straight,
    /// and the body turns about it by the shortest turn at an even rate, as spherical
    /// interpolation (slerp) of the two rotations does. The end is right up to rounding.
    ///
    /// ```
    /// use osculate::{DVec2, Motion, Pose, Rotation};
    /// let end = Pose::new(DVec2::X, Rotation::from_angle(1.0)?)?;
    /// let motion = Motion::between(Pose::IDENTITY, end)?;
    /// let half = motion.pose_at(0.5)?;
    /// assert_eq!(half.translation(), DVec2::X * 0.5);
    /// assert!((half.rotation().to_angle() - 0.5).abs() < 1e-15);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn between(from: Pose<V>, to: Pose<V>) -> Result<Self, Error> {
        let motion = Self::new(from, to.translation() - from.translation())?;
        if from.rotation() == to.rotation() {
            return Ok(motion);
        }
        let back = from.rotation().inverse().entries();
        let turn = to.rotation().entries();
        let by = from_entries(|i, j| (0..3).map(|k| turn[i][k] * back[k][j]).sum());
        let [x, y, z, w] = quaternion(&by);
        let sine = length_of([x, y, z]);
        if !(sine > 0.0) {
            // The rotations differ by their rounding. A turn that moves nothing has a slack.
            return Ok(Self { spin: Spin::new([0.0, 0.0, f64::MIN_POSITIVE]), ..motion });
        }
        let angle = 2.0 * angle_of(sine, w);
        Ok(Self { spin: Spin::new([x, y, z].map(|part| part / sine * angle)), ..motion })
    }

    /// The velocity, and the angular velocity.
    pub(super) fn velocities(&self) -> (V, [f64; 3]) {
        (self.velocity, self.spin.velocity)
    }

    /// The pose at a time, rounded. It is refused if it lies out of the range of numbers.
    pub fn pose_at(&self, time: V::Scalar) -> Result<Pose<V>, Error> {
        let time = check::number("Motion", "time", None, time)?;
        let pose = self.placed(time.to_f64());
        Pose::new(pose.translation(), pose.rotation())
    }

    /// The same, unchecked.
    pub(super) fn placed(&self, time: f64) -> Pose<V> {
        let (from, rotation) = (self.start.translation(), self.start.rotation());
        let moved = |i: usize| from.get(i).to_f64() + self.velocity.get(i).to_f64() * time;
        // At the start it is at the pose it was given, to the last digit, whether it turns or not.
        if self.spin == Spin::NONE || time == 0.0 {
            let to = V::from_fn(|i| V::Scalar::from_f64(moved(i)));
            return Pose::of_finite(to, rotation);
        }
        let (turn, own) = (self.spin.after(time), rotation.entries());
        let center = self.center_in_world(&own);
        let to = V::from_fn(|i| {
            let turned: f64 = (0..3).map(|k| turn[i][k] * center[k]).sum();
            V::Scalar::from_f64(moved(i) + (center[i] - turned))
        });
        Pose::of_finite(to, Rotation::product(&turn, &own))
    }

    /// From the body's origin to the center, in the world's axes at the start.
    fn center_in_world(&self, own: &Entries) -> [f64; 3] {
        let at = |j: usize| if j < V::DIM { self.center.get(j).to_f64() } else { 0.0 };
        [0, 1, 2].map(|i| (0..3).map(|j| own[i][j] * at(j)).sum())
    }
}

impl<V: Vector> Moves<V> for Motion<V> {
    #[inline(always)]
    fn pose(&self, time: V::Scalar) -> Pose<V> {
        self.placed(time.to_f64())
    }
    fn center(&self) -> V {
        self.center
    }
    #[inline(always)]
    fn center_at(&self, time: V::Scalar) -> V {
        self.start.apply(self.center) + self.velocity * time
    }
    fn speed(&self, _: V::Scalar, _: V::Scalar) -> V::Scalar {
        length(self.velocity)
    }
    fn angular_speed(&self, _: V::Scalar, _: V::Scalar) -> V::Scalar {
        let rate = V::Scalar::from_f64(self.spin.rate);
        rate + V::Scalar::EPSILON * rate
    }
    fn slack(&self, reach: V::Scalar, time: V::Scalar) -> V::Scalar {
        let (from, arm) = (length_at_most(self.start.translation()), length_at_most(self.center));
        let number = V::Scalar::from_f64;
        let way = number(WAY_ERROR) * V::Scalar::EPSILON;
        let straight = way * ((from + (arm + arm)) + length_at_most(self.velocity) * time.abs());
        // A shape that does not turn is where it is, but for the sum.
        if self.spin == Spin::NONE {
            return straight;
        }
        let turned = number(TURN_ERROR * f64::EPSILON) * reach;
        straight + (turned + turned * number(self.spin.rate) * time.abs())
    }
    #[inline(always)]
    fn twist(&self, _: V::Scalar) -> Option<Twist<V>> {
        let (velocity, spin) = (self.velocity, self.spin.velocity);
        Some(Twist { velocity, spin, until: V::Scalar::INFINITY })
    }
    fn check(&self, from: V::Scalar, to: V::Scalar) -> Result<(), Error> {
        let most = from.abs().max(to.abs());
        check::vector("Motion", "velocity", self.velocity * most).map(|_| ())
    }
}

/// What each term of a series has of the one before it, from the last to the first, times the
/// square of the angle: 1 / (n (n − 1)).
const fn shares(last: usize) -> [f64; 9] {
    let (mut shares, mut k) = ([0.0; 9], 0);
    while k < 9 {
        let n = (last - 2 * k) as f64;
        shares[k] = 1.0 / (n * (n - 1.0));
        k += 1;
    }
    shares
}

const SINE: [f64; 9] = shares(19);
const COSINE: [f64; 9] = shares(18);

/// Sine and cosine by their series, in + − × ÷ alone: those of a machine's library differ in last
/// digits from machine to machine. Both are right to 2 ε, and what the angle itself is off by.
fn sine_and_cosine(angle: f64) -> (f64, f64) {
    // π / 2 in two parts: the first has 33 bits, so that its products with numbers below 2²⁰ are
    // exact, and the rest in full. A larger multiple rounds by an ε of the angle.
    const FIRST: f64 = 1.570_796_326_734_125_6;
    const REST: f64 = 6.077_100_506_506_192e-11;
    if !(angle.abs() <= LARGEST_ANGLE) {
        return (0.0, 1.0);
    }
    let half = if angle < 0.0 { -0.5 } else { 0.5 };
    let quarters = (angle / (FIRST + REST) + half) as i64;
    let multiple = quarters as f64;
    let rest = (angle - multiple * FIRST) - multiple * REST;
    // Of angles up to π / 4, the terms left out are below 1e-19.
    let square = rest * rest;
    let series =
        |shares: &[f64; 9]| shares.iter().fold(1.0, |sum: f64, share| 1.0 - sum * (square * share));
    let (sine, cosine) = (rest * series(&SINE), series(&COSINE));
    match quarters.rem_euclid(4) {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_and_cosine_are_those_of_the_library() {
        for k in -20_000_i32..20_000 {
            let angle = f64::from(k) * 0.001_7 * (1.0 + f64::from(k.rem_euclid(7)));
            let (sine, cosine) = sine_and_cosine(angle);
            let off = Real::abs(sine - f64::sin(angle)).max(Real::abs(cosine - f64::cos(angle)));
            let most = 2.0 * f64::EPSILON;
            assert!(off <= most, "{angle}: {off:e}");
        }
        assert_eq!(sine_and_cosine(0.0), (0.0, 1.0));
        assert_eq!(sine_and_cosine(f64::INFINITY), (0.0, 1.0));
    }
}

/// As it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    )
)]
struct Stored<V: Vector> {
    start: Pose<V>,
    velocity: V,
    spin: [f64; 3],
    center: V,
}

#[cfg(feature = "serde")]
impl<V: Vector> From<Motion<V>> for Stored<V> {
    fn from(of: Motion<V>) -> Self {
        Self { start: of.start, velocity: of.velocity, spin: of.spin.velocity, center: of.center }
    }
}

#[cfg(feature = "serde")]
impl<V: Vector> TryFrom<Stored<V>> for Motion<V> {
    type Error = Error;
    fn try_from(of: Stored<V>) -> Result<Self, Error> {
        let motion = Self::new(of.start, of.velocity)?.about(of.center)?;
        for (index, rate) in of.spin.into_iter().enumerate() {
            check::number("Motion", "spin", Some(index), rate)?;
        }
        Ok(Self { spin: Spin::new(of.spin), ..motion })
    }
}
