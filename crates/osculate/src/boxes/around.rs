//! How far boxes are from a box.

use super::search::{Bounds, Seeks};
use super::tree::{ALL, FOURS, Four, Node, drawn_in};
use crate::convex::bounds::Aabb;
use crate::number::lanes::{Fours, Lanes, Row};
use crate::number::vector::{Real, Scalar, Vector};

/// How far two boxes are apart, at least: rounded down. `None` if one is empty.
pub fn gap<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Option<V::Scalar> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let apart = V::from_fn(|i| {
        let after = b.min().get(i) - a.max().get(i);
        let before = a.min().get(i) - b.max().get(i);
        after.max(before).max(V::Scalar::ZERO)
    });
    Some(apart.length() * (V::Scalar::ONE - rounding::<V>()))
}

/// The differences, the squares, their sum and the root of a gap round by half an ε each.
fn rounding<V: Vector>() -> V::Scalar {
    V::Scalar::from_f64(8.0) * V::Scalar::EPSILON
}

/// What is near a box.
pub struct Around<V: Vector>(Aabb<V>);

impl<V: Vector> Around<V> {
    #[must_use]
    pub fn new(of: &Aabb<V>) -> Self {
        Self(if of.is_empty() { *of } else { drawn_in(of) })
    }

    /// Of a box without infinite ends.
    #[inline(always)]
    pub fn of(of: &Aabb<V>) -> Self {
        Self(*of)
    }

    /// How far a row of the boxes of a node is away, from this part of the row on. Where the square
    /// of a distance leaves the range of numbers, the greatest coordinate of the way, which is not
    /// more. Of boxes that overlap it is less than zero: by how little one is moved along an axis
    /// until they do not. What is in them overlaps by no more.
    #[inline(always)]
    pub fn gaps<R: Row<Four = Four<V>>>(&self, of: &Node<V>, first: usize) -> R {
        let zero = R::splat(V::Scalar::ZERO);
        // A sum of squares that is not tiny has all its digits.
        let tiny = V::Scalar::LEAST / (V::Scalar::EPSILON * V::Scalar::EPSILON);
        let (mut greatest, mut sum) = (R::splat(-V::Scalar::INFINITY), zero);
        for i in 0..V::DIM {
            let min = R::of(|k| of.min[i][first + k]);
            let max = R::of(|k| of.max[i][first + k]);
            let (low, high) = (R::splat(self.0.min().get(i)), R::splat(self.0.max().get(i)));
            let gap = min.sub(high).max(low.sub(max));
            let apart = gap.max(zero);
            (greatest, sum) = (greatest.max(gap), sum.add(apart.mul(apart)));
        }
        let sum = sum.if_less(R::splat(V::Scalar::MAX), sum, zero);
        let length = R::splat(tiny).if_less(sum, sum.sqrt(), zero);
        // Rounded down, a gap is less, and an overlap more.
        let gap = greatest.max(length).mul(R::splat(V::Scalar::ONE - rounding::<V>()));
        let overlap = greatest.mul(R::splat(V::Scalar::ONE + rounding::<V>()));
        zero.if_less(greatest, gap, overlap)
    }
}

impl<V: Vector> Seeks<V> for Around<V> {
    #[inline(always)]
    fn bounds(&self, of: &Node<V>, _: V::Scalar) -> Bounds<V> {
        let zero = Four::<V>::splat(V::Scalar::ZERO);
        if self.0.is_empty() {
            return Bounds { some: 0, least: [zero; FOURS] };
        }
        let mut least = [zero; FOURS];
        for (k, least) in least.iter_mut().enumerate() {
            *least = self.gaps::<Fours<Four<V>, 1>>(of, k).part(0);
        }
        Bounds { some: ALL, least }
    }
}
