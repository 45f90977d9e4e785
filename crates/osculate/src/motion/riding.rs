//! How long two turning shapes stay apart, by a plane that turns with one of them.
//!
//! The far end of a rod soon crosses a plane that stays where it is, even if the other shape is a
//! pin at the middle of the rod. A plane that turns with the rod is never crossed by the rod: only
//! the pin moves against it. And a half-space that turns has no other plane than its own. Let the
//! plane ride on the body a, with the normal n from a to b, and let d lead from a's center to b's.
//! Seen from a, the point of b at x from b's center moves by
//!
//! `(v_b − v_a) − ω_a × d + (ω_b − ω_a) × x`.
//!
//! So the gap shrinks no faster than
//!
//! `n · (v_a − v_b) + n · (ω_a × d) + |n × (ω_b − ω_a)| reach_b`.
//!
//! While the plane turns, n moves at the speed `w = |n × ω_a|`, and d at the speed
//! `v = |v_b − v_a|`. In a span τ the first term grows by no more than `w v τ`, the second by
//! `(w |ω_a| |d| + w v) τ`, and the third by `|ω_a × ω_b| reach_b τ`, as turning about ω_a changes
//! only the part of ω_b that is across ω_a. So the gap stays above a parabola.
//!
//! Of a motion that is known by bounds, s on its speed and α on its angular speed, all of this is
//! beside what is said of v and ω. The rate is more by `s_a + s_b + α_a |d| + (α_a + α_b) reach_b`,
//! and v by `s_a + s_b`. What turns by α about any axis is no longer across ω_a: then w is
//! `|ω_a| + α_a`, the second term grows by `α_a v τ` more, and the third by
//! `α_a |ω_b − ω_a| reach_b τ`.

use super::body::{Pace, cross, entries, length, length_of};
use crate::number::vector::{Real, Scalar, Vector};

/// By how many ε a rate may be too low: an inner product, a root and three sums.
pub(super) const RATE_ERROR: f64 = 8.0;

/// The body that the plane rides on, and the other.
pub(super) struct Ride<'p, V: Vector> {
    /// The unit normal, from the one to the other.
    pub n: V,
    pub one: &'p Pace<V>,
    pub other: &'p Pace<V>,
    /// The furthest that a point of the other's core is from its center.
    pub reach: V::Scalar,
    /// From the one's center to the other's.
    pub way: V,
    /// What the way may be off by.
    pub off: V::Scalar,
}

impl<V: Vector> Ride<'_, V> {
    /// How long a gap of this much room stays open, at most `horizon`.
    pub fn span(&self, room: V::Scalar, horizon: V::Scalar) -> V::Scalar {
        let &Self { n, one, other, reach, way, off } = self;
        let (number, zero) = (V::Scalar::from_f64, V::Scalar::ZERO);
        // Two half-spaces have no reach, and may not turn against each other.
        let times = |x: V::Scalar, y: V::Scalar| if x > zero { x * y } else { zero };
        let swept = |speed: f64| times(number(speed), reach);
        let between = [0, 1, 2].map(|i| other.spin[i] - one.spin[i]);
        let against = swept(length_of(cross(entries(n), between)));
        let lever = cross(entries(n), one.spin);
        let turning = number(length_of(lever));
        let velocity = one.velocity - other.velocity;
        let (speed, distance) = (length(velocity), length(way) + off);
        let along_way = V::from_fn(|i| number(lever[i])).dot(way) + turning * off;
        let (also, wild) = (one.speed + other.speed, one.angular);
        let beside = also + (times(wild, distance) + times(wild + other.angular, reach));
        let sizes = ((speed + turning * distance) + against) + beside;
        let rounding = number(RATE_ERROR) * V::Scalar::EPSILON * sizes;
        let rate = ((n.dot(velocity) + along_way) + against) + beside + rounding;
        // What is no number bounds nothing.
        if !(rate < V::Scalar::INFINITY) {
            return zero;
        }
        // No span is longer than that of this rate alone.
        let most = if rate > zero { (room / rate).min(horizon) } else { horizon };
        let spin = number(length_of(one.spin));
        let tilting = if wild > zero { spin + wild } else { turning };
        let fastest = speed + also;
        let bend = tilting * (speed + fastest)
            + tilting * spin * (distance + fastest * most)
            + (wild * fastest + times(wild, swept(length_of(between))))
            + swept(length_of(cross(one.spin, other.spin)));
        let bend = bend * (V::Scalar::ONE + number(16.0) * V::Scalar::EPSILON);
        if !(bend < V::Scalar::INFINITY) {
            return zero;
        }
        let span = root(room, -rate, bend).min(most);
        if span > zero { span } else { zero }
    }
}

/// Where a parabola that starts at `level` with this slope and bends down comes to zero.
pub(super) fn root<S: Scalar>(level: S, slope: S, bend: S) -> S {
    let square = slope * slope + (bend + bend) * level;
    let [least, most] = [1e-24, 1e24].map(S::from_f64);
    let is_plain = square > least && square < most;
    let discriminant =
        if is_plain { square.sqrt() } else { scaled_discriminant(level, slope, bend) };
    if slope >= S::ZERO {
        (slope + discriminant) / bend
    } else {
        (level + level) / (discriminant - slope)
    }
}

/// The same where its square may leave the range of numbers.
#[cold]
fn scaled_discriminant<S: Scalar>(level: S, slope: S, bend: S) -> S {
    let beside = (bend + bend).sqrt() * level.sqrt();
    let scale = slope.abs().max(beside).scale_to_one();
    let (slope, beside) = (slope * scale, beside * scale);
    (slope * slope + beside * beside).sqrt() * scale.power_of_two_reciprocal()
}
