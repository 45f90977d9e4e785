//! The answer of an expansion: the bracket, and the deepest points.

use super::{Corner, Depth, FaceAxes, LinearOf, Precision, ScalarOf, Upper};
use crate::gjk::Ended;
use crate::linear::{Linear, Real};
use crate::simplex::{Simplex, combine, exhaustive, weights};
use crate::vector::{Scalar, Vector};

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
        let (line, least) = (P::widen(axis), P::widen_scalar(lower - width));
        let mut found: Option<(ScalarOf<V, P>, [u8; 3])> = None;
        let mut shares = [V::Scalar::ZERO; N];
        for part in nearest.clone() {
            let Some((height, there)) = Self::on_the_line::<N>(vertices, part, line, width) else {
                continue;
            };
            // The line passes through the other side too.
            if !(height >= least) {
                continue;
            }
            // Of two that share the point, the one with the older corners.
            let is_better = |(most, older)| height > most || height == most && part < older;
            if found.is_none_or(is_better) {
                (found, shares) = (Some((height, part)), there.map(P::narrow_scalar));
            }
        }
        let part = match found {
            Some((_, part)) => part,
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

    /// How far along `axis` the line along it passes through a part, and the shares of the part's
    /// corners in that point. `None` if it passes beside the part, or if rounding puts the point
    /// beside the line, as it does with slivers, and always for less than a face.
    #[inline(always)]
    fn on_the_line<const N: usize>(
        vertices: &[Corner<V, P>],
        part: [u8; 3],
        axis: LinearOf<V, P>,
        width: V::Scalar,
    ) -> Option<(ScalarOf<V, P>, [ScalarOf<V, P>; N])> {
        if N != V::DIM {
            return None;
        }
        let mut corners = [LinearOf::<V, P>::ZERO; 3];
        for (corner, &i) in corners.iter_mut().zip(&part[..N]) {
            *corner = vertices[i as usize].w;
        }
        let [a, b, c] = corners;
        // Seen along the line, what the other corners span with it.
        let spans = if V::DIM == 3 {
            [b.cross(c), c.cross(a), a.cross(b)].map(|normal| normal.dot(axis))
        } else {
            let left = LinearOf::<V, P>::normal_to(&[axis]);
            [b.dot(left), -a.dot(left), Real::ZERO]
        };
        let per_span = <ScalarOf<V, P> as Real>::ONE / (spans[0] + spans[1] + spans[2]);
        let mut shares = [<ScalarOf<V, P> as Real>::ZERO; N];
        let mut point = LinearOf::<V, P>::ZERO;
        for k in 0..N {
            shares[k] = spans[k] * per_span;
            // Not a number if the line lies in the part's plane.
            if !(shares[k] >= Real::ZERO) {
                return None;
            }
            point = point + corners[k] * shares[k];
        }
        let height = point.dot(axis);
        let beside = point - axis * height;
        let width = P::widen_scalar(width);
        (beside.length_squared() <= width * width).then_some((height, shares))
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
