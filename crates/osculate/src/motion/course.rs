//! Conservative advancement: the march that rays, casts and times of impact share.
//!
//! At a time t let n be a direction along which the gap between the shapes is g. While n stays
//! fixed, the gap along it shrinks no faster than a rate that holds for all times: the linear
//! velocities along n, and for a body that turns about its center `|ω × n|` times its reach about
//! that center, since a point x moves by `ω × x`, and `n · (ω × x) = (n × ω) · x`. So there is no
//! contact before t + g / rate, however the shapes turn in between. That time is a proved lower
//! bound, and the next place to look. A plane that does not approach proves that there is none.
//!
//! What rounding may hide is taken off the gap each time: the band of the support points, and the
//! slack of the poses, which were computed and are not those of the exact motion.

use super::{Encounter, Impact};
use crate::contract::CURVED_WIDTH;
use crate::convex::Convex;
use crate::known::Core;
use crate::query::{Closest, Space, Verdict, closest};
use crate::vector::{Real, Scalar, Vector};

/// Steps after which a march gives up. Half of them are enough where a tip passes another shape at
/// a distance just above the default tolerance: 1e-4 of its reach takes π √(2 · 10⁴) steps.
const MOST_STEPS: u32 = 1024;

/// What the gap along a direction is off by at most, in ε of all lengths that enter it: the band's
/// 9, 2 for the length of the direction, 3 for two inner products, 2 for their sums.
const GAP_ERROR: f64 = 16.0;

/// A distance of polytopes that is so many ε of these lengths has a gap above zero along its
/// normal: its bracket may be 32 wide, and the gap's error is 16.
const NEAREST: f64 = GAP_ERROR + 32.0;

/// How much more there is to a distance of curved shapes, whose brackets are wider.
const NEAREST_CURVED: f64 = 4.0 * CURVED_WIDTH;

/// By how many ε a rate may be too low: an inner product, a root and three sums.
const RATE_ERROR: f64 = 8.0;

/// How often contact is looked for after the time that is proved free, each time further.
const OVERSHOOTS: u32 = 4;

/// How one of two bodies moves, as far as a bound needs to know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates<V: Vector> {
    /// Where its center is at the time zero.
    pub center: V,
    /// The velocity of its center.
    pub velocity: V,
    /// The angular velocity; in the plane the third coordinate alone is not zero.
    pub spin: [f64; 3],
    /// The furthest that a point of its core is from its center; infinite if there is no bound.
    pub reach: V::Scalar,
    /// How far around its core the shape reaches.
    pub radius: V::Scalar,
    /// What a pose at the time zero may be off by, and how much more for each unit of time.
    pub slack: [V::Scalar; 2],
}

/// How two bodies move, when, and what counts as contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course<V: Vector> {
    pub bodies: [Rates<V>; 2],
    pub from: V::Scalar,
    pub to: V::Scalar,
    /// The distance that is looked for.
    pub stop: V::Scalar,
    /// How much more will do.
    pub tolerance: V::Scalar,
}

impl<V: Vector> Rates<V> {
    /// No point of the body moves faster than this along the unit vector `n`, but for its center's
    /// velocity.
    fn turning(&self, n: V) -> V::Scalar {
        let [x, y, z] = self.spin;
        let at = |i: usize| if i < V::DIM { n.get(i).to_f64() } else { 0.0 };
        let (nx, ny, nz) = (at(0), at(1), at(2));
        let cross = [y * nz - z * ny, z * nx - x * nz, x * ny - y * nx];
        self.swept(length_of(cross))
    }

    /// No point of the core moves faster than this.
    fn fastest(&self) -> V::Scalar {
        self.velocity.length() + self.swept(length_of(self.spin))
    }

    /// The reach times an angular speed. A half-space has no reach, and may have no spin.
    fn swept(&self, spin: f64) -> V::Scalar {
        if spin > 0.0 { V::Scalar::from_f64(spin) * self.reach } else { V::Scalar::ZERO }
    }
}

/// The length of a vector, right also where its square would leave the range of numbers.
pub(super) fn length_of(v: [f64; 3]) -> f64 {
    let scale = v.iter().fold(0.0, |most: f64, x| most.max(x.abs())).scale_to_one();
    let sum: f64 = v.iter().map(|x| (x * scale) * (x * scale)).sum();
    Real::sqrt(sum) * scale.power_of_two_reciprocal()
}

/// How much further apart than nothing the two are along a direction, and that direction, from a
/// to b and of length 1. The gap is taken off by what rounding may hide. The direction is the
/// given one, or the normal of a half-space, which ends along no other.
fn gap<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>, n: V) -> Option<(V::Scalar, V)> {
    let half_space = |core: Core<'_, V>| match core {
        Core::HalfSpace { normal, offset } => Some((normal, offset)),
        _ => None,
    };
    let (n, reach_a, reach_b) = match (half_space(a.core()), half_space(b.core())) {
        (None, None) => {
            let n = n.try_normalize()?;
            (n, n.dot(a.support_from_origin(n)), -n.dot(b.support_from_origin(-n)))
        }
        (Some((n, offset)), None) => (n, offset, -n.dot(b.support_from_origin(-n))),
        (None, Some((normal, offset))) => {
            (-normal, -normal.dot(a.support_from_origin(-normal)), offset)
        }
        (Some(_), Some(_)) => return None,
    };
    let (radii, offset) = (a.radius() + b.radius(), b.origin() - a.origin());
    let error = V::Scalar::from_f64(GAP_ERROR) * unit_of_rounding(a, b);
    Some(((n.dot(offset) - (reach_a + reach_b)) - radii - error, n))
}

/// All lengths that enter a gap: the way between the origins, the extents and the radii.
fn lengths<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>) -> V::Scalar {
    let way = (b.origin() - a.origin()).length();
    way + ((a.extent() + b.extent()) + (a.radius() + b.radius()))
}

/// An ε of them.
fn unit_of_rounding<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>) -> V::Scalar {
    V::Scalar::EPSILON * lengths(a, b) + V::Scalar::LEAST
}

impl<V: Space> Course<V> {
    /// What the poses at a time may be off by.
    fn slack(&self, time: V::Scalar) -> V::Scalar {
        let of = |body: &Rates<V>| body.slack[0] + body.slack[1] * time.abs();
        of(&self.bodies[0]) + of(&self.bodies[1])
    }

    /// The gap along the unit vector `n`, from a to b, shrinks no faster than this, at any time.
    fn closing(&self, n: V) -> V::Scalar {
        let [a, b] = &self.bodies;
        let speeds = (a.velocity.length() + b.velocity.length()) + (a.turning(n) + b.turning(n));
        let rounding = V::Scalar::from_f64(RATE_ERROR) * V::Scalar::EPSILON * speeds;
        (n.dot(a.velocity) - n.dot(b.velocity)) + (a.turning(n) + b.turning(n)) + rounding
    }

    /// Whether the balls around the bodies' centers stay further apart than the stop distance.
    fn balls_pass(&self) -> bool {
        let [a, b] = &self.bodies;
        let (way, velocity) = (b.center - a.center, b.velocity - a.velocity);
        let nearest = -way.dot(velocity) / velocity.length_squared();
        // No velocity gives no number, which `max` passes over.
        let time = nearest.max(self.from).min(self.to);
        let radii = ((a.reach + a.radius) + (b.reach + b.radius)) + self.stop;
        let sizes = (a.center.length() + b.center.length())
            + (a.velocity.length() + b.velocity.length()) * time.abs();
        // The centers, the way, its part at the time, and a time that is off by an ε of itself.
        let rounding = V::Scalar::from_f64(GAP_ERROR) * V::Scalar::EPSILON * (sizes + radii);
        let most = radii + rounding + self.slack(time);
        (way + velocity * time).length() > most
    }

    /// The time until which there is no contact, if there is none at `time`.
    fn free_until<A: Convex<V>, B: Convex<V>>(
        &self,
        time: V::Scalar,
        a: &A,
        b: &B,
        seen: &Closest<V>,
    ) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        let hidden = (self.stop + V::Scalar::EPSILON * self.stop) + self.slack(time);
        let mut span = zero;
        if let Some((gap, n)) = seen.normal.and_then(|n| gap(a, b, n)) {
            let (room, rate) = (gap - hidden, self.closing(n));
            if room > zero {
                if rate <= zero {
                    return V::Scalar::INFINITY;
                }
                span = room / rate;
            }
        }
        if !(span > zero) {
            // The axis does not show the gap that is proved: any direction may be the one.
            let [a, b] = &self.bodies;
            span = (seen.distance.lower - hidden) / (a.fastest() + b.fastest());
        }
        // The quotient and the sum, rounded down.
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON;
        let sum = time + span * (V::Scalar::ONE - rounding);
        sum - V::Scalar::EPSILON * sum.abs()
    }

    /// Marches from the start to the first contact. `place` gives both shapes at a time.
    pub fn run<A: Convex<V>, B: Convex<V>>(
        &self,
        place: impl Fn(V::Scalar) -> (A, B),
    ) -> Encounter<V> {
        let mut time = self.from;
        let mut start = None;
        if self.balls_pass() {
            return Encounter::Free;
        }
        if !self.slack(time).is_finite() {
            return Encounter::Unknown { lower: time, steps: 0 };
        }
        for steps in 1..=MOST_STEPS {
            let (a, b) = place(time);
            let seen = closest(&a, &b);
            let start = *start.get_or_insert(seen.verdict);
            if self.is_contact(time, &a, &b, &seen) {
                return self.arrived(time, seen, start, steps, place);
            }
            let next = self.free_until(time, &a, &b, &seen);
            if next > self.to || next == V::Scalar::INFINITY || time == self.to {
                return Encounter::Free;
            }
            if !(next > time) {
                // The numbers of times are too few: the next one is the end, or nothing is known.
                return self.next_number(time, start, steps, place);
            }
            time = next;
        }
        Encounter::Unknown { lower: time, steps: MOST_STEPS }
    }

    /// Whether this is near enough, or not to be told from it.
    fn is_contact<A: Convex<V>, B: Convex<V>>(
        &self,
        time: V::Scalar,
        a: &A,
        b: &B,
        seen: &Closest<V>,
    ) -> bool {
        let mut nearest = V::Scalar::from_f64(NEAREST) * unit_of_rounding(a, b);
        if a.is_curved() || b.is_curved() {
            nearest = nearest + V::Scalar::from_f64(NEAREST_CURVED) * lengths(a, b);
        }
        let slack = self.slack(time);
        let stop = self.stop + V::Scalar::EPSILON * self.stop;
        seen.distance.upper <= stop + self.tolerance.max(nearest + (slack + slack))
            || seen.distance.lower - slack <= stop
    }

    /// The contact at a time before which there is none. Where no tolerance was asked for, a little
    /// later there is contact beyond doubt, if the shapes do not just graze.
    fn arrived<A: Convex<V>, B: Convex<V>>(
        &self,
        time: V::Scalar,
        seen: Closest<V>,
        start: Verdict,
        steps: u32,
        place: impl Fn(V::Scalar) -> (A, B),
    ) -> Encounter<V> {
        let upper = self.surely_after(time, &seen, place).unwrap_or(time);
        Encounter::Hit(Impact::new([time, upper], seen, start, steps))
    }

    /// A time, after this one by little, at which the distance is the one looked for or less.
    fn surely_after<A: Convex<V>, B: Convex<V>>(
        &self,
        time: V::Scalar,
        seen: &Closest<V>,
        place: impl Fn(V::Scalar) -> (A, B),
    ) -> Option<V::Scalar> {
        let [a, b] = &self.bodies;
        let turns = a.spin != [0.0; 3] || b.spin != [0.0; 3];
        if turns || self.tolerance > V::Scalar::ZERO {
            return None;
        }
        let is_sure = |seen: &Closest<V>, slack| {
            let overlaps = self.stop == V::Scalar::ZERO && seen.verdict == Verdict::Overlapping;
            overlaps || seen.distance.upper + slack <= self.stop
        };
        if is_sure(seen, self.slack(time)) {
            return Some(time);
        }
        let n = seen.normal?;
        let rate = n.dot(a.velocity) - n.dot(b.velocity);
        let mut span = ((seen.distance.upper - self.stop) + self.slack(time)) / rate;
        if !(span >= V::Scalar::ZERO) {
            return None;
        }
        for _ in 0..OVERSHOOTS {
            span = span + span + V::Scalar::EPSILON * time.abs();
            let later = (time + span).min(self.to);
            let (a, b) = place(later);
            if is_sure(&closest(&a, &b), self.slack(later)) {
                return Some(later);
            }
        }
        None
    }

    /// Contact at the next number after `time`, or no knowledge.
    fn next_number<A: Convex<V>, B: Convex<V>>(
        &self,
        time: V::Scalar,
        start: Verdict,
        steps: u32,
        place: impl Fn(V::Scalar) -> (A, B),
    ) -> Encounter<V> {
        let least = V::Scalar::EPSILON * time.abs() + V::Scalar::LEAST;
        let later = (time + (least + least)).min(self.to);
        let (a, b) = place(later);
        let seen = closest(&a, &b);
        if self.is_contact(later, &a, &b, &seen) {
            return Encounter::Hit(Impact::new([time, later], seen, start, steps + 1));
        }
        Encounter::Unknown { lower: time, steps }
    }
}
