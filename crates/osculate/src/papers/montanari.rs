//! Montanari, Petrinic, Barbieri, Improving the GJK Algorithm for Faster and More Reliable Distance
//! Queries Between Convex Objects, ACM Transactions on Graphics 36 (2017): the signed volumes that
//! paper 003 compares itself with, from the published formulas.
//!
//! Barycentric coordinates do not change under a projection. So those of a triangle or segment are
//! quotients of areas or lengths on the coordinate plane or axis where its image is largest. They
//! are products of differences, where Johnson's are differences of products.

use super::Nearest;
use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// `compareSigns`: both positive, or both negative.
fn same_sign<S: Real>(a: S, b: S) -> bool {
    (a > S::ZERO && b > S::ZERO) || (a < S::ZERO && b < S::ZERO)
}

/// The part of the simplex that holds the point nearest the origin, by places, and its weights.
type Found<V> = [<V as Linear>::Scalar; 4];

/// The point of a simplex of one to four vertices nearest the origin. The newest vertex is the
/// first: parts without it are not asked.
pub fn signed_volumes<V: Vector>(s: &[V]) -> Nearest<V> {
    let zero = V::Scalar::ZERO;
    let weights = match s.len().min(V::DIM + 1) {
        4 => s3d(s),
        3 => s2d(s, [0, 1, 2]),
        2 => s1d(s, [0, 1]),
        _ => [V::Scalar::ONE, zero, zero, zero],
    };
    Nearest::new(&s[..s.len().min(V::DIM + 1)], weights)
}

/// S3D: four signed volumes against that of the whole.
fn s3d<V: Vector>(s: &[V]) -> Found<V> {
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
            nearest.offer(s2d(s, rest));
        }
    }
    nearest.weights
}

/// S2D: three signed areas, on the coordinate plane where the triangle's is largest.
fn s2d<V: Vector>(s: &[V], places: [usize; 3]) -> Found<V> {
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
    let parts = [area(plane, origin, b, c), area(plane, a, origin, c), area(plane, a, b, origin)];
    let mut weights = [zero; 4];
    if parts.iter().all(|part| same_sign(most, *part)) {
        for (place, part) in places.into_iter().zip(parts) {
            weights[place] = part / most;
        }
        return weights;
    }
    let mut nearest = Nearer::new(s);
    for (j, rest) in [(1, [places[0], places[2]]), (2, [places[0], places[1]])] {
        if same_sign(most, -parts[j]) {
            nearest.offer(s1d(s, rest));
        }
    }
    nearest.weights
}

/// S1D: two signed lengths, on the coordinate axis where the segment's is largest. If the origin is
/// not between, the newest vertex is the nearest.
fn s1d<V: Vector>(s: &[V], places: [usize; 2]) -> Found<V> {
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
