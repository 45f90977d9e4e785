//! A shape that moves, as a march sees it.

use super::moves::{Moves, Twist};
use super::shifted::Shifted;
use crate::convex::known::Core;
use crate::convex::placed::At;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Scalar, Vector};

/// A shape that moves.
pub(super) trait Body<V: Vector> {
    /// The shape where it is at a time.
    type Placed<'s>: Convex<V>
    where
        Self: 's;

    /// The shape at a time, and the way from its origin to the center of its turn.
    fn at(&self, time: V::Scalar) -> (Self::Placed<'_>, V);
    /// The furthest that a point of its core is from the center; infinite if there is no bound.
    fn reach(&self) -> V::Scalar;
    /// How far around its core the shape reaches.
    fn radius(&self) -> V::Scalar;
    /// What the points of the shape that are within `reach` of the center may be off by at a time.
    fn slack(&self, reach: V::Scalar, time: V::Scalar) -> V::Scalar;
    /// How it moves from one time on. What is after the other time need not be known.
    fn pace(&self, from: V::Scalar, to: V::Scalar) -> Pace<V>;
    /// Where the center is at a time.
    fn center(&self, time: V::Scalar) -> V;
    /// Where a point of the body, which is here at the first time, is at the second.
    fn carried(&self, point: V, times: [V::Scalar; 2]) -> V;
}

/// How a body moves for a while, as far as a bound needs to know it: constant velocities, and what
/// there may be beside them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace<V: Vector> {
    /// The velocity of its center.
    pub velocity: V,
    /// The angular velocity; in the plane the third coordinate alone is not zero.
    pub spin: [f64; 3],
    /// How fast the center moves beside that, in any direction.
    pub speed: V::Scalar,
    /// How fast it turns beside that, about any axis.
    pub angular: V::Scalar,
    /// Until when this holds.
    pub until: V::Scalar,
}

impl<V: Vector> Pace<V> {
    /// Constant velocities.
    pub fn even(velocity: V, spin: [f64; 3], until: V::Scalar) -> Self {
        Self { velocity, spin, speed: V::Scalar::ZERO, angular: V::Scalar::ZERO, until }
    }

    /// Whether the velocities are all that there is.
    pub fn is_even(&self) -> bool {
        self.speed == V::Scalar::ZERO && self.angular == V::Scalar::ZERO
    }

    /// Whether it moves without turning.
    pub fn is_straight(&self) -> bool {
        self.spin == [0.0; 3] && self.angular == V::Scalar::ZERO
    }

    /// How fast the points of a body turn along the unit vector `n` at most, if they are within
    /// `reach` of the center.
    pub fn turning(&self, n: V, reach: V::Scalar) -> V::Scalar {
        let spin = if self.spin == [0.0; 3] { 0.0 } else { length_of(self.lever(n)) };
        Self::swept(spin, reach) + self.beside(reach)
    }

    /// No point of a core with this reach moves faster than this.
    pub fn fastest(&self, reach: V::Scalar) -> V::Scalar {
        let turning = Self::swept(length_of(self.spin), reach) + self.beside(reach);
        (length(self.velocity) + self.speed) + turning
    }

    /// n × ω: the direction along which points of the body must lie from the center to move along
    /// `n`, as `n · (ω × x) = (n × ω) · x`.
    pub fn lever(&self, n: V) -> [f64; 3] {
        cross(entries(n), self.spin)
    }

    /// The velocity along `n` of the point of the body at `arm` from its center.
    pub fn along(&self, n: V, arm: V) -> V::Scalar {
        let lever = self.lever(n);
        n.dot(self.velocity) + arm.dot(V::from_fn(|i| V::Scalar::from_f64(lever[i])))
    }

    /// The velocity of the point of the body at `arm` from its center.
    pub fn velocity_at(&self, arm: V) -> V {
        self.velocity + self.turned(arm)
    }

    /// The part of it that turning makes: ω × arm.
    fn turned(&self, arm: V) -> V {
        let turned = cross(self.spin, entries(arm));
        V::from_fn(|i| V::Scalar::from_f64(turned[i]))
    }

    /// How fast the velocity of the point at `arm` changes at most, while the velocities last.
    pub fn bend_at(&self, arm: V) -> V::Scalar {
        Self::swept(length_of(self.spin), length(self.turned(arm)))
    }

    fn beside(&self, reach: V::Scalar) -> V::Scalar {
        let none = self.angular == V::Scalar::ZERO;
        if none { V::Scalar::ZERO } else { self.angular * reach }
    }

    /// The reach times an angular speed. A half-space has no reach, and may have no spin.
    fn swept(spin: f64, reach: V::Scalar) -> V::Scalar {
        if spin > 0.0 { V::Scalar::from_f64(spin) * reach } else { V::Scalar::ZERO }
    }
}

/// The length of a vector. It is asked for often, and scaling takes longer than the root: only
/// where the square could leave the range of numbers is the vector scaled. Both give the same bits.
#[inline(always)]
pub(super) fn length<V: Vector>(v: V) -> V::Scalar {
    let square = v.length_squared();
    let [least, most] = [1e-24, 1e24].map(V::Scalar::from_f64);
    if square > least && square < most { square.sqrt() } else { scaled_length(v) }
}

#[cold]
fn scaled_length<V: Vector>(v: V) -> V::Scalar {
    if v == V::ZERO { V::Scalar::ZERO } else { v.length() }
}

/// The same in double precision.
#[inline(always)]
pub(super) fn length_of(v: [f64; 3]) -> f64 {
    let square: f64 = v.iter().map(|x| x * x).sum();
    if square > 1e-200 && square < 1e200 { Real::sqrt(square) } else { scaled_length_of(v) }
}

#[cold]
fn scaled_length_of(v: [f64; 3]) -> f64 {
    let scale = v.iter().fold(0.0, |most: f64, x| most.max(x.abs())).scale_to_one();
    let sum: f64 = v.iter().map(|x| (x * scale) * (x * scale)).sum();
    Real::sqrt(sum) * scale.power_of_two_reciprocal()
}

/// A bound on the length that takes no root, and is less than twice the length: the sum of the
/// sizes of the coordinates. Bounds on rounding errors are made of it.
#[inline(always)]
pub(super) fn length_at_most<V: Vector>(v: V) -> V::Scalar {
    v.abs().dot(V::splat(V::Scalar::ONE))
}

/// A vector in double precision; one of the plane lies in space.
#[inline(always)]
pub(super) fn entries<V: Vector>(v: V) -> [f64; 3] {
    [0, 1, 2].map(|i| if i < V::DIM { v.get(i).to_f64() } else { 0.0 })
}

#[inline(always)]
pub(super) fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// How far a shape's core reaches from its origin; without end for a half-space.
pub(super) fn reach<V: Vector>(shape: &impl Convex<V>) -> V::Scalar {
    match shape.core() {
        Core::HalfSpace { .. } => V::Scalar::INFINITY,
        _ => shape.extent(),
    }
}

/// A shape that moves straight and does not turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight<V: Vector, S> {
    shape: S,
    /// How far it is moved at the time zero.
    from: V,
    velocity: V,
    /// What its place at the time zero may be off by, and how much more a unit of time later.
    slack: [V::Scalar; 2],
    reach: V::Scalar,
}

impl<V: Vector, S: Convex<V>> Straight<V, S> {
    /// A shape that is where it is given at the time zero.
    pub fn new(shape: S, velocity: V) -> Self {
        Self::moved(shape, V::ZERO, velocity, V::Scalar::ZERO)
    }

    /// A shape that is moved by `from` at the time zero, which is rounded by `slack`.
    pub fn moved(shape: S, from: V, velocity: V, slack: V::Scalar) -> Self {
        // A product and two sums, rounded by half an ε each.
        let rounding = V::Scalar::from_f64(2.0) * V::Scalar::EPSILON;
        let lengths = length_at_most(shape.origin()) + length_at_most(from);
        let slack = [rounding * lengths + slack, rounding * length_at_most(velocity)];
        let reach = reach(&shape);
        Self { shape, from, velocity, slack, reach }
    }
}

impl<V: Vector, S: Convex<V>> Body<V> for Straight<V, S> {
    type Placed<'s>
        = Shifted<V, &'s S>
    where
        Self: 's;

    #[inline(always)]
    fn at(&self, time: V::Scalar) -> (Shifted<V, &S>, V) {
        (Shifted { shape: &self.shape, shift: self.from + self.velocity * time }, V::ZERO)
    }
    fn reach(&self) -> V::Scalar {
        self.reach
    }
    fn radius(&self) -> V::Scalar {
        self.shape.rounding()
    }
    #[inline(always)]
    fn slack(&self, _: V::Scalar, time: V::Scalar) -> V::Scalar {
        self.slack[0] + self.slack[1] * time.abs()
    }
    fn pace(&self, _: V::Scalar, _: V::Scalar) -> Pace<V> {
        Pace::even(self.velocity, [0.0; 3], V::Scalar::INFINITY)
    }
    fn center(&self, time: V::Scalar) -> V {
        self.shape.origin() + (self.from + self.velocity * time)
    }
    fn carried(&self, point: V, [from, to]: [V::Scalar; 2]) -> V {
        point + self.velocity * (to - from)
    }
}

/// A shape, given in its own axes, with its motion.
#[derive(Debug)]
pub(super) struct Carried<'m, V: Vector, S, M: ?Sized> {
    shape: S,
    motion: &'m M,
    /// From the shape's origin to the center, in the body's own axes.
    arm: V,
    reach: V::Scalar,
}

impl<'m, V: Vector, S: Convex<V>, M: Moves<V> + ?Sized> Carried<'m, V, S, M> {
    pub fn new(shape: S, motion: &'m M) -> Self {
        let arm = motion.center() - shape.origin();
        // Most bodies turn about their origin, and a length of zero is not found by the short way.
        let beside = if arm == V::ZERO { V::Scalar::ZERO } else { length(arm) };
        let reach = reach(&shape) + beside;
        Self { shape, motion, arm, reach }
    }
}

impl<V: Vector, S: Convex<V>, M: Moves<V> + ?Sized> Body<V> for Carried<'_, V, S, M> {
    type Placed<'s>
        = At<V, &'s S>
    where
        Self: 's;

    #[inline(always)]
    fn at(&self, time: V::Scalar) -> (At<V, &S>, V) {
        let pose = self.motion.pose(time);
        (At::new(&self.shape, pose), pose.rotation().apply(self.arm))
    }
    fn reach(&self) -> V::Scalar {
        self.reach
    }
    fn radius(&self) -> V::Scalar {
        self.shape.rounding()
    }
    fn slack(&self, reach: V::Scalar, time: V::Scalar) -> V::Scalar {
        self.motion.slack(reach, time)
    }
    #[inline(always)]
    fn pace(&self, from: V::Scalar, to: V::Scalar) -> Pace<V> {
        if let Some(Twist { velocity, spin, until }) = self.motion.twist(from)
            && until > from
        {
            return Pace::even(velocity, spin, until);
        }
        // What is no speed bounds nothing.
        let speed = |x: V::Scalar| if x >= V::Scalar::ZERO { x } else { V::Scalar::INFINITY };
        let (speed, angular) =
            (speed(self.motion.speed(from, to)), speed(self.motion.angular_speed(from, to)));
        Pace { velocity: V::ZERO, spin: [0.0; 3], speed, angular, until: to }
    }
    fn center(&self, time: V::Scalar) -> V {
        self.motion.center_at(time)
    }
    fn carried(&self, point: V, times: [V::Scalar; 2]) -> V {
        let [from, to] = times.map(|time| self.motion.pose(time));
        let own = from.rotation().inverse().apply(point - from.translation());
        to.apply(own)
    }
}
