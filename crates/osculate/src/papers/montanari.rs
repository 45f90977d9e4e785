//! Montanari, Petrinic, Barbieri, Improving the GJK Algorithm for Faster and More Reliable Distance
//! Queries Between Convex Objects, ACM Transactions on Graphics 36 (2017): the signed volumes that
//! paper 003 compares itself with, from the published formulas.
//!
//! Barycentric coordinates do not change under a projection. So those of a triangle or segment are
//! quotients of areas or lengths on the coordinate plane or axis where its image is largest. They
//! are products of differences, where Johnson's are differences of products.
//!
//! Where the origin is beyond two sides of a triangle, the signed volumes ask both, and keep the
//! nearer one. Paper 003 says that its S2D can be "integrated to 3D SV-based GJK algorithm to
//! improve efficiency further": its cone region finds the one side to ask by two dot products
//! ([`Triangle::Barycode`]).

use super::Nearest;
use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// `compareSigns`: both positive, or both negative.
fn same_sign<S: Real>(a: S, b: S) -> bool {
    (a > S::ZERO && b > S::ZERO) || (a < S::ZERO && b < S::ZERO)
}

/// How the signed volumes treat a triangle that the origin's projection is outside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    /// As published: each side that the origin is beyond, and the nearest of their points.
    Volumes,
    /// As paper 003's S2D for the newest vertex: one side, or the vertex.
    Barycode,
}

/// The weights of the vertices, by places; zero for those that do not hold the point.
type Found<V> = [<V as Linear>::Scalar; 4];

/// The point of a simplex of one to four vertices nearest the origin. The newest vertex is the
/// first: parts without it are not asked.
pub fn signed_volumes<V: Vector>(s: &[V]) -> Nearest<V> {
    signed_volumes_by(s, Triangle::Volumes).0
}

/// The same with triangles in either form, and how many segments were asked.
#[inline(always)]
pub fn signed_volumes_by<V: Vector>(s: &[V], triangle: Triangle) -> (Nearest<V>, u32) {
    let zero = V::Scalar::ZERO;
    let mut solver = Solver { triangle, segments: 0 };
    let weights = match s.len().min(V::DIM + 1) {
        4 => solver.s3d(s),
        3 => solver.s2d(s, [0, 1, 2]),
        2 => solver.s1d(s, [0, 1]),
        _ => [V::Scalar::ONE, zero, zero, zero],
    };
    (Nearest::new(&s[..s.len().min(V::DIM + 1)], weights), solver.segments)
}

/// The routines, and how many segments they asked.
struct Solver {
    triangle: Triangle,
    segments: u32,
}

impl Solver {
    /// S3D: four signed volumes against that of the whole.
    fn s3d<V: Vector>(&mut self, s: &[V]) -> Found<V> {
        let [a, b, c, d] = [s[0], s[1], s[2], s[3]];
        // The cofactors of the last row of the matrix of the vertices with ones below.
        let volume = |p: V, q: V, r: V| p.dot(q.cross(r));
        let cofactors = [-volume(b, c, d), volume(a, c, d), -volume(a, b, d), volume(a, b, c)];
        let whole = cofactors.iter().fold(V::Scalar::ZERO, |sum, c| sum + *c);
        if cofactors.iter().all(|c| same_sign(whole, *c)) {
            return cofactors.map(|c| c / whole);
        }
        let mut nearest = Nearer::new(s);
        for (j, rest) in [(1, [0, 2, 3]), (2, [0, 1, 3]), (3, [0, 1, 2])] {
            if same_sign(whole, -cofactors[j]) {
                nearest.offer(self.s2d(s, rest));
            }
        }
        nearest.weights
    }

    /// S2D: three signed areas, on the coordinate plane where the triangle's is largest.
    fn s2d<V: Vector>(&mut self, s: &[V], places: [usize; 3]) -> Found<V> {
        let [a, b, c] = places.map(|i| s[i]);
        let zero = V::Scalar::ZERO;
        let area = |[k, l]: [usize; 2], p: V, q: V, r: V| {
            p.get(k) * q.get(l) + q.get(k) * r.get(l) + r.get(k) * p.get(l)
                - (p.get(l) * q.get(k) + q.get(l) * r.get(k) + r.get(l) * p.get(k))
        };
        // The origin's projection onto the triangle's plane; in the plane, the origin.
        let (origin, planes) = if V::DIM == 3 {
            let n = (b - a).cross(c - a);
            (n * (a.dot(n) / n.length_squared()), [[1, 2], [2, 0], [0, 1]])
        } else {
            (V::ZERO, [[0, 1]; 3])
        };
        let (mut most, mut plane) = (zero, planes[0]);
        for candidate in planes {
            let area = area(candidate, a, b, c);
            if area.abs() > most.abs() {
                (most, plane) = (area, candidate);
            }
        }
        let parts =
            [area(plane, origin, b, c), area(plane, a, origin, c), area(plane, a, b, origin)];
        let mut weights = [zero; 4];
        if parts.iter().all(|part| same_sign(most, *part)) {
            for (place, part) in places.into_iter().zip(parts) {
                weights[place] = part / most;
            }
            return weights;
        }
        let [first, second, third] = places;
        let is_beyond = [1, 2].map(|j| same_sign(most, -parts[j]));
        if self.triangle == Triangle::Barycode {
            let (mv, nv) = (a - b, a - c);
            // Codes 5 and 6, and the cone region, code 4. The origin's part across the plane of the
            // triangle is no part of these dot products.
            let side = match is_beyond {
                [true, false] => Some(third),
                [false, true] => Some(second),
                _ if mv.dot(nv) >= zero => None,
                _ if a.dot(mv) > zero => Some(second),
                _ if a.dot(nv) > zero => Some(third),
                _ => None,
            };
            if let Some(side) = side {
                return self.s1d(s, [first, side]);
            }
            weights[first] = V::Scalar::ONE;
            return weights;
        }
        let mut nearest = Nearer::new(s);
        for (j, rest) in [(1, [places[0], places[2]]), (2, [places[0], places[1]])] {
            if same_sign(most, -parts[j]) {
                nearest.offer(self.s1d(s, rest));
            }
        }
        nearest.weights
    }

    /// S1D: two signed lengths, on the coordinate axis where the segment's is largest. If the origin is
    /// not between, the newest vertex is the nearest.
    fn s1d<V: Vector>(&mut self, s: &[V], places: [usize; 2]) -> Found<V> {
        self.segments += 1;
        let [a, b] = places.map(|i| s[i]);
        let zero = V::Scalar::ZERO;
        let edge = b - a;
        let origin = b - edge * (b.dot(edge) / edge.length_squared());
        let (mut most, mut axis) = (zero, 0);
        for candidate in 0..V::DIM {
            let length = a.get(candidate) - b.get(candidate);
            if length.abs() > most.abs() {
                (most, axis) = (length, candidate);
            }
        }
        let parts = [origin.get(axis) - b.get(axis), a.get(axis) - origin.get(axis)];
        let mut weights = [zero; 4];
        if parts.iter().all(|part| same_sign(most, *part)) {
            weights[places[0]] = parts[0] / most;
            weights[places[1]] = parts[1] / most;
        } else {
            weights[places[0]] = V::Scalar::ONE;
        }
        weights
    }
}

/// The nearest of the points offered; the newest vertex if there is none.
struct Nearer<'s, V: Vector> {
    s: &'s [V],
    square: V::Scalar,
    weights: Found<V>,
}

impl<'s, V: Vector> Nearer<'s, V> {
    fn new(s: &'s [V]) -> Self {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        Self { s, square: V::Scalar::INFINITY, weights: [one, zero, zero, zero] }
    }

    fn offer(&mut self, weights: Found<V>) {
        let square = Nearest::new(self.s, weights).point.length_squared();
        if square < self.square {
            (self.square, self.weights) = (square, weights);
        }
    }
}
