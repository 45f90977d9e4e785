//! The answer of an expansion: the bracket, and the deepest points.

use super::{
    Corner, Depth, FaceAxes, LinearOf, PartShares, Precision, ScalarOf, Upper, reciprocal_length,
};
use crate::gjk::Ended;
use crate::linear::{Linear, Real};
use crate::simplex::{Simplex, combine, exhaustive, weights};
use crate::vector::Vector;

impl<V: Vector, P: Precision<V>> Upper<V, P> {
    /// Whether no more may be asked.
    pub(super) fn is_spent(&self) -> bool {
        self.steps >= self.most
    }

    /// Whether it closes the bracket.
    #[inline(always)]
    pub(super) fn is_within(&self, width: V::Scalar, at_least: ScalarOf<V, P>) -> bool {
        self.least.is_some_and(|(reach, _)| P::narrow_scalar(reach - at_least) <= width)
    }

    /// The answer, given the lower bound and the parts of the boundary that are as near the origin
    /// as any: `N` corners of each, by their places among the vertices.
    #[inline]
    pub(super) fn conclude<const N: usize>(
        &self,
        lower: V::Scalar,
        vertices: &[Corner<V, P>],
        nearest: impl Iterator<Item = [u8; 3]> + Clone,
        (width, ended): (V::Scalar, Ended),
    ) -> Depth<V> {
        let (upper, axis) = match self.least {
            Some((reach, axis)) => (P::narrow_scalar(reach), axis),
            None => (V::Scalar::INFINITY, V::axis(0)),
        };
        // Of a face without a plane `lower` is no number, and `min` would answer `upper` for it.
        let lower = if lower >= upper { upper } else { lower.max(-V::Scalar::INFINITY) };
        let ended = if upper - lower <= width { Ended::Converged } else { ended };
        let simplex_of = |part: [u8; 3], origin: LinearOf<V, P>| {
            let mut simplex = Simplex::EMPTY;
            for &i in &part[..N] {
                simplex.push(vertices[i as usize].w - origin);
            }
            simplex
        };
        // The boundary point straight ahead lies in one of the parts, and its weights there are
        // those of the deepest points. Coplanar parts are equally far. Mostly the origin is
        // over the inside of one, of two the one with the older corners: that does not wait for the
        // axis.
        let mut found: Option<[u8; 3]> = None;
        let mut shares = [ScalarOf::<V, P>::ZERO; N];
        for part in nearest.clone() {
            if found.is_some_and(|older| older <= part) {
                continue;
            }
            let there = weights(&simplex_of(part, LinearOf::<V, P>::ZERO));
            if there[..N].iter().all(|share| *share > Real::ZERO) {
                found = Some(part);
                shares.copy_from_slice(&there[..N]);
            }
        }
        let part = found.unwrap_or_else(|| {
            let ahead = match self.least {
                Some((reach, _)) => {
                    let wide_axis = P::widen(axis);
                    wide_axis * (reach * reciprocal_length(wide_axis))
                }
                None => LinearOf::<V, P>::ZERO,
            };
            let (part, there) = Self::nearest_part(nearest, |part| simplex_of(part, ahead));
            shares.copy_from_slice(&there[..N]);
            part
        });
        let (mut on_a, mut on_b) = (V::ZERO, V::ZERO);
        let mut face = FaceAxes::EMPTY;
        for k in 0..N {
            let vertex = &vertices[part[k] as usize];
            let share = P::narrow_scalar(shares[k]);
            on_a = on_a + vertex.p * share;
            on_b = on_b + vertex.q * share;
            face.axes[k] = vertex.axis;
        }
        face.len = N as u8;
        Depth { lower, upper, axis, on_a, on_b, face, steps: self.steps, ended }
    }

    /// The part that comes nearest to the origin of `simplex_of`, and the shares of its corners
    /// there.
    #[cold]
    fn nearest_part(
        parts: impl Iterator<Item = [u8; 3]>,
        simplex_of: impl Fn([u8; 3]) -> Simplex<LinearOf<V, P>>,
    ) -> PartShares<V, P> {
        let zero = ScalarOf::<V, P>::ZERO;
        let mut best = ([0; 3], [zero; 4]);
        let mut nearest: Option<ScalarOf<V, P>> = None;
        for part in parts {
            let mut simplex = simplex_of(part);
            let _ = exhaustive::reduce(&mut simplex);
            let weights = weights(&simplex);
            let away = combine(simplex.points(), &weights).length_squared();
            if nearest.is_none_or(|least| away < least || away == least && part < best.0) {
                let mut shares = [zero; 4];
                for (slot, weight) in simplex.slots().zip(weights) {
                    shares[slot] = weight;
                }
                (nearest, best) = (Some(away), (part, shares));
            }
        }
        best
    }
}
