//! What a query answers, and how it is made from what the loop knows of the cores.

use crate::convex::Convex;
use crate::gjk::{Ended, Frame, Outcome, Witnesses};
use crate::simplex::{Simplex, combine};
use crate::vector::{Real, Scalar, Vector};

/// A number that is not known exactly, between two that are: `lower ≤ true ≤ upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket<S> {
    /// The true number is at least this.
    pub lower: S,
    /// The best single number.
    pub value: S,
    /// The true number is at most this.
    pub upper: S,
}

impl<S: Scalar> Bracket<S> {
    /// The distance of two shapes from that of their cores: the band added, units restored, the radii taken off.
    #[inline(always)]
    pub(crate) fn around(lower: S, upper: S, band: S, unit: S, radius: S) -> Self {
        let zero = S::ZERO;
        // Taking the radii off rounds once more.
        let rounding = S::EPSILON * (radius + upper * unit);
        let least = (lower - band) * unit - radius;
        let most = (upper + band) * unit - radius;
        Self {
            lower: (least - rounding).max(zero),
            value: (upper * unit - radius).max(zero),
            upper: (most + rounding).max(zero),
        }
    }

    /// `upper − lower`.
    pub fn width(&self) -> S {
        self.upper - self.lower
    }

    /// Whether `value` lies within.
    pub fn contains(&self, value: S) -> bool {
        self.lower <= value && value <= self.upper
    }
}

/// How two shapes lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They have no common point: an axis with a positive gap proves it.
    Apart,
    /// They touch, or are apart or overlap by less than rounding can tell.
    Touching,
    /// They have inner points in common, beyond doubt.
    Overlapping,
}

/// The closest points of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V: Vector> {
    /// A point of a, as close to b as any.
    pub on_a: V,
    /// The point of b closest to it; for overlapping shapes both are one common point.
    pub on_b: V,
    /// The unit vector along which b is apart from a: from a to b. `None` for overlapping shapes, where closest points
    /// say nothing of direction.
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

/// The answer of level 3.
#[inline(always)]
pub(super) fn closest<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
    outcome: &Outcome<V, Witnesses<V>>,
) -> Closest<V> {
    let slots = outcome.simplex.slots();
    let gather = |points: &[V; 4]| {
        let mut held = [V::ZERO; 4];
        for (to, &slot) in held.iter_mut().zip(slots) {
            *to = points[slot as usize];
        }
        combine(&held[..slots.len()], &outcome.weights) * frame.unit
    };
    let cores = Cores {
        on_a: gather(&outcome.record.on_a) + a.origin(),
        on_b: gather(&outcome.record.on_b) + b.origin(),
        radius_a: a.radius(),
        radius_b: b.radius(),
        band: frame.band,
        unit: frame.unit,
    };
    cores.closest(outcome)
}

/// What remains of a pair when shapes no longer matter.
struct Cores<V: Vector> {
    on_a: V,
    on_b: V,
    radius_a: V::Scalar,
    radius_b: V::Scalar,
    band: V::Scalar,
    unit: V::Scalar,
}

impl<V: Vector> Cores<V> {
    fn closest(&self, outcome: &Outcome<V, Witnesses<V>>) -> Closest<V> {
        let zero = V::Scalar::ZERO;
        let radius = self.radius_a + self.radius_b;
        let distance = Bracket::around(outcome.lower, outcome.upper, self.band, self.unit, radius);
        let depth_of_radii = radius - (outcome.upper + self.band) * self.unit;
        let verdict = if distance.lower > zero {
            Verdict::Apart
        } else if depth_of_radii > zero || margin(&outcome.simplex) > self.band {
            Verdict::Overlapping
        } else {
            Verdict::Touching
        };
        let normal = outcome.axis.try_normalize().map(|unit| -unit);
        let (on_a, on_b) = match (verdict, normal) {
            (Verdict::Overlapping, _) => {
                // Each radius reaches its share of the way between the cores.
                let share = if radius > zero { self.radius_a / radius } else { zero };
                let common = self.on_a + (self.on_b - self.on_a) * share;
                (common, common)
            }
            (_, Some(normal)) => {
                (self.on_a + normal * self.radius_a, self.on_b - normal * self.radius_b)
            }
            (_, None) => (self.on_a, self.on_b),
        };
        let normal = if verdict == Verdict::Overlapping { None } else { normal };
        let (ended, steps) = (outcome.ended, outcome.steps);
        Closest { on_a, on_b, normal, distance, verdict, ended, steps }
    }
}

/// How deep inside a full simplex the origin lies; zero for other simplices.
fn margin<V: Vector>(simplex: &Simplex<V>) -> V::Scalar {
    let points = simplex.points();
    let mut least = V::Scalar::INFINITY;
    if points.len() != V::DIM + 1 {
        return V::Scalar::ZERO;
    }
    for apex in 0..points.len() {
        let corner = |k: usize| points[(apex + k) % points.len()];
        let base = corner(1);
        let normal = V::normal_to(&[corner(2) - base, corner(3) - base][..V::DIM - 1]);
        let length = normal.length_squared().sqrt();
        let (height, below) = (normal.dot(corner(0) - base), -normal.dot(base));
        // The origin on the apex's side, this far from the base.
        let inside = if height > V::Scalar::ZERO { below } else { -below };
        least = least.min(inside / length);
    }
    least
}
