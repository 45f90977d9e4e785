//! What is known of two cores when a query ends, whichever method found it.

use crate::kernel::gjk::{Ended, Outcome, Vertices, Witnesses};
use crate::kernel::penetration::{Depth, FaceAxes};
use crate::number::vector::{Real, Scalar, Vector};

/// The least that a signed distance can be, in the user's units, by the bounds of that of the cores:
/// the band and the radii taken off, and what that rounds by.
#[inline(always)]
pub(crate) fn least_distance<S: Scalar>(lower: S, upper: S, band: S, unit: S, radius: S) -> S {
    (lower - band) * unit - radius - rounding_of_radii(upper, unit, radius)
}

/// What taking the radii off rounds once more by; among the least numbers, where ε of them is
/// nothing, the units do.
#[inline(always)]
pub(crate) fn rounding_of_radii<S: Scalar>(upper: S, unit: S, radius: S) -> S {
    let size = radius + upper.abs() * unit;
    let unit_of_numbers = if size > S::ZERO { S::LEAST } else { S::ZERO };
    (S::EPSILON * size).max(unit_of_numbers)
}

/// Two cores that are apart.
#[derive(Clone, Copy)]
pub struct Separated<V: Vector> {
    /// Points from b to a; zero if the shortcut kept no axis.
    pub axis: V,
    /// The gap along it is at least this; zero if it was not measured.
    pub by: V::Scalar,
}

/// A common point of two cores, from the origin of each and scaled.
#[derive(Clone, Copy)]
pub struct Common<V: Vector> {
    pub on_a: V,
    pub on_b: V,
}

impl<V: Vector> Common<V> {
    /// For those who do not ask which point it is.
    pub(super) const SOMEWHERE: Self = Self { on_a: V::ZERO, on_b: V::ZERO };
}

/// What is known of two cores. Lengths are scaled.
#[derive(Clone, Copy, Debug)]
pub struct Measured<V: Vector> {
    /// The signed distance is at least this, but for the band.
    pub lower: V::Scalar,
    /// The signed distance is at most this, but for the band.
    pub upper: V::Scalar,
    /// The normal, from a to b, of any length; zero if none was computed.
    pub away: V,
    /// Points of the cores that are the signed distance apart, from the shapes' origins; zero
    /// where they were not asked for.
    pub on_a: V,
    pub on_b: V,
    /// Of cores that overlap, the axes that find the corners of the nearest face of `a − b`.
    pub face: FaceAxes<V>,
    pub steps: u32,
    pub ended: Ended,
}

impl<V: Vector> Measured<V> {
    /// Of length 1, and computed only where it is asked for.
    #[inline(always)]
    pub fn normal(&self) -> Option<V> {
        self.away.try_normalize()
    }

    /// What GJK, or a closed form, ended with.
    #[inline(always)]
    pub fn ended_with(outcome: &Outcome<V, Witnesses<V>>) -> Self {
        let (mut on_a, mut on_b) = (V::ZERO, V::ZERO);
        for (slot, &weight) in outcome.simplex.slots().zip(&outcome.weights) {
            on_a = on_a + outcome.record.on_a[slot] * weight;
            on_b = on_b + outcome.record.on_b[slot] * weight;
        }
        let away = -outcome.axis;
        let Outcome { lower, upper, steps, ended, .. } = *outcome;
        Self { lower, upper, away, on_a, on_b, face: FaceAxes::EMPTY, steps, ended }
    }

    /// The same, with points in the shapes' own axes turned into the world's.
    #[inline(always)]
    pub(crate) fn placed(mut self, pair: &(impl Vertices<V> + ?Sized)) -> Self {
        (self.on_a, self.on_b) = pair.place(self.on_a, self.on_b);
        self
    }

    /// Cores that an axis proves to be further apart than was asked.
    #[inline(always)]
    pub fn separated(Separated { axis, by: lower }: Separated<V>) -> Self {
        let (upper, away, on_a, on_b) = (V::Scalar::INFINITY, -axis, V::ZERO, V::ZERO);
        let (face, ended) = (FaceAxes::EMPTY, Ended::Beyond);
        Self { lower, upper, away, on_a, on_b, face, steps: 0, ended }
    }

    /// Cores that are so far apart, for a query that does not ask for the points.
    #[inline(always)]
    pub fn between(lower: V::Scalar, upper: V::Scalar) -> Self {
        let (away, face, ended) = (V::ZERO, FaceAxes::EMPTY, Ended::Converged);
        Self { lower, upper, away, on_a: V::ZERO, on_b: V::ZERO, face, steps: 0, ended }
    }

    /// Cores with a common point.
    #[inline(always)]
    pub fn common(Common { on_a, on_b }: Common<V>) -> Self {
        let (lower, upper) = (V::Scalar::ZERO, V::Scalar::ZERO);
        let (face, ended) = (FaceAxes::EMPTY, Ended::Converged);
        Self { lower, upper, away: V::ZERO, on_a, on_b, face, steps: 0, ended }
    }

    /// What a depth says that proves the overlap by itself; `None` if it does not, as one within
    /// rounding of zero may not. Then nothing is known of how near the cores are.
    #[inline(always)]
    pub fn overlapping(depth: Depth<V>) -> Option<Self> {
        (depth.lower > V::Scalar::ZERO).then(|| Self::expanded(depth, V::Scalar::ZERO))
    }

    /// What the expansion says, of cores that GJK found to be no further apart than `nearest`.
    pub fn expanded(depth: Depth<V>, nearest: V::Scalar) -> Self {
        // Faces that all have the origin behind them prove it inside. If one has it in front, as a
        // sliver's plane may by rounding, that face proves nothing: GJK's point still does.
        let inside = depth.lower > V::Scalar::ZERO;
        let Depth { lower, upper, axis: away, on_a, on_b, face, steps, ended, .. } = depth;
        let upper_distance = if inside { -lower } else { nearest.max(-upper) };
        Self { lower: -upper, upper: upper_distance, away, on_a, on_b, face, steps, ended }
    }
}
