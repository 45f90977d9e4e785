//! How long two turning shapes stay apart, by a plane that turns with one of them.
//!
//! The far end of a rod soon crosses a plane that stays where it is, even if the other shape is a
//! pin at the middle of the rod. A plane that turns with the rod is never crossed by the rod: only
//! the pin moves against it. Let the plane ride on the body a, with the normal n from a to b, and
//! let d lead from a's center to b's. Seen from a, the point of b at x from b's center moves by
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

use super::body::{Pace, cross, entries, length, length_of};
use crate::vector::{Real, Scalar, Vector};

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
        // A half-space has no reach, and may not turn against the plane.
        let swept = |speed: f64| if speed > 0.0 { number(speed) * reach } else { zero };
        let between = [0, 1, 2].map(|i| other.spin[i] - one.spin[i]);
        let against = swept(length_of(cross(entries(n), between)));
        let lever = cross(entries(n), one.spin);
        let turning = number(length_of(lever));
        let velocity = one.velocity - other.velocity;
        let (speed, distance) = (length(velocity), length(way) + off);
        let along_way = V::from_fn(|i| number(lever[i])).dot(way) + turning * off;
        let sizes = speed + turning * distance + against;
        let rounding = number(RATE_ERROR) * V::Scalar::EPSILON * sizes;
        let rate = n.dot(velocity) + along_way + against + rounding;
        // No span is longer than that of this rate alone.
        let most = if rate > zero { (room / rate).min(horizon) } else { horizon };
        let spin = number(length_of(one.spin));
        let bend = turning * (speed + speed)
            + turning * spin * (distance + speed * most)
            + swept(length_of(cross(one.spin, other.spin)));
        let bend = bend * (V::Scalar::ONE + number(16.0) * V::Scalar::EPSILON);
        let span = root(room, -rate, bend).min(most);
        if span > zero { span } else { zero }
    }
}

/// Where a parabola that starts at `level` with this slope and bends down comes to zero.
pub(super) fn root<S: Scalar>(level: S, slope: S, bend: S) -> S {
    let two = S::from_f64(2.0);
    let discriminant = (slope * slope + two * bend * level).sqrt();
    if slope >= S::ZERO {
        (slope + discriminant) / bend
    } else {
        (level + level) / (discriminant - slope)
    }
}
