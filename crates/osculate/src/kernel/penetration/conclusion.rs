//! The answer of an expansion: the bracket, and the deepest points.

use super::{Corner, Depth, FaceAxes, LinearOf, Precision, ScalarOf, Upper};
use crate::kernel::gjk::Ended;
use crate::kernel::simplex::{Simplex, combine, exhaustive, weights};
use crate::number::linear::{Linear, Real};
use crate::number::vector::{Scalar, Vector};

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
        // The deepest points are straight ahead, where the line along the axis passes through a
        // part. A part that is as near the origin may lie elsewhere: a box can be as deep to its
        // right as it is to its left.
        let line = P::widen(axis);
        let mut found: Option<[u8; 3]> = None;
        let mut shares = [V::Scalar::ZERO; N];
        for part in nearest.clone() {
            // Of two that share the point, the one with the older corners.
            if found.is_some_and(|older| older <= part) {
                continue;
            }
            if let Some(there) = Self::on_the_line::<N>(vertices, part, line, (lower, width)) {
                (found, shares) = (Some(part), there.map(P::narrow_scalar));
            }
        }
        let part = match found {
            Some(part) => part,
            None => {
                let reach = self.least.map_or(V::Scalar::ZERO, |_| upper);
                let (part, there) = Self::nearest_part::<N>(vertices, nearest, (axis, reach));
                shares = there;
                part
            }
        };
        let (mut on_a, mut on_b) = (V::ZERO, V::ZERO);
        let mut face = FaceAxes::EMPTY;
        for k in 0..N {
            let vertex = &vertices[part[k] as usize];
            on_a = on_a + vertex.p * shares[k];
            on_b = on_b + vertex.q * shares[k];
            face.axes[k] = vertex.axis;
        }
        face.len = N as u8;
        Depth { lower, upper, axis, on_a, on_b, face, steps: self.steps, ended }
    }

    /// The shares of a part's corners in the point where the line along `axis` passes through the
    /// part. `None` if it passes beside the part, or through the far side of the polytope, and
    /// always for less than a face. `None` too if rounding puts the point beside the line, as it
    /// does with slivers.
    #[inline(always)]
    fn on_the_line<const N: usize>(
        vertices: &[Corner<V, P>],
        part: [u8; 3],
        axis: LinearOf<V, P>,
        (lower, width): (V::Scalar, V::Scalar),
    ) -> Option<[ScalarOf<V, P>; N]> {
        if N != V::DIM {
            return None;
        }
        let mut corners = [LinearOf::<V, P>::ZERO; 3];
        for (corner, &i) in corners.iter_mut().zip(&part[..N]) {
            *corner = vertices[i as usize].w;
        }
        let [a, b, c] = corners;
        // What the other corners span with the line, and all corners with the origin.
        let (spans, volume) = if V::DIM == 3 {
            let normals = [b.cross(c), c.cross(a), a.cross(b)];
            (normals.map(|normal| normal.dot(axis)), normals[0].dot(a))
        } else {
            let [left_of_axis, left_of_b] = [axis, b].map(|v| LinearOf::<V, P>::normal_to(&[v]));
            ([b.dot(left_of_axis), -a.dot(left_of_axis), Real::ZERO], -a.dot(left_of_b))
        };
        let (zero, one) = (<ScalarOf<V, P> as Real>::ZERO, <ScalarOf<V, P> as Real>::ONE);
        let (least, width) = (P::widen_scalar(lower - width), P::widen_scalar(width));
        let span = spans[0] + spans[1] + spans[2];
        let per_span = one / span;
        let height = volume * per_span;
        let mut shares = [zero; N];
        for (share, &span) in shares.iter_mut().zip(&spans) {
            *share = span * per_span;
        }
        // They are no numbers if the line lies in the part's plane.
        if !(height >= least && shares.iter().all(|share| *share >= zero)) {
            return None;
        }
        // Pairs are scaled to a size of about 1. In twice the digits only a sliver that spans less
        // than the width rounds that much.
        if P::ROUNDS || !(span.abs() > width) {
            let point = corners
                .iter()
                .zip(&shares)
                .fold(LinearOf::<V, P>::ZERO, |sum, (w, s)| sum + *w * *s);
            let beside = point - axis * point.dot(axis);
            if !(beside.length_squared() <= width * width) {
                return None;
            }
        }
        Some(shares)
    }

    /// The part that comes nearest to the point that is `reach` along `axis`, and the shares of its
    /// corners there. In twice the digits: it is asked where rounding hides which part that is.
    #[cold]
    fn nearest_part<const N: usize>(
        vertices: &[Corner<V, P>],
        parts: impl Iterator<Item = [u8; 3]>,
        (axis, reach): (V, V::Scalar),
    ) -> ([u8; 3], [V::Scalar; N]) {
        let axis = axis.widen();
        let ahead = axis * (reach.widen() / axis.length_squared().sqrt());
        let mut best = ([0; 3], [V::Scalar::ZERO; N]);
        let mut nearest = None;
        for part in parts {
            let mut simplex = Simplex::EMPTY;
            for &i in &part[..N] {
                simplex.push(P::narrow(vertices[i as usize].w).widen() - ahead);
            }
            let _ = exhaustive::reduce(&mut simplex);
            let weights = weights(&simplex);
            let away = combine(simplex.points(), &weights).length_squared();
            if nearest.is_none_or(|least| away < least || away == least && part < best.0) {
                let mut shares = [V::Scalar::ZERO; N];
                for (slot, weight) in simplex.slots().zip(weights) {
                    shares[slot] = V::Scalar::narrow(weight);
                }
                (nearest, best) = (Some(away), (part, shares));
            }
        }
        best
    }
}
