//! The point of a segment, a triangle or a tetrahedron closest to any point: the primitives of
//! Ericson's talk (paper 004), under the names by which readers look for them.

use super::{Simplex, combine, exhaustive, weights};
use crate::linear::{Linear, Real};

/// The point of the segment from `a` to `b` closest to `point`.
pub fn closest_point_on_segment<V: Linear>(point: V, a: V, b: V) -> V {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let edge = b - a;
    let along = (point - a).dot(edge) / edge.length_squared();
    // A segment without length divides by zero; `min` and `max` answer their argument for what is
    // no number.
    a + edge * along.max(zero).min(one)
}

/// The point of the triangle with corners `a`, `b`, `c` closest to `point`. The corners may be
/// collinear.
pub fn closest_point_on_triangle<V: Linear>(point: V, a: V, b: V, c: V) -> V {
    closest_point(point, &[a, b, c])
}

/// The point of the tetrahedron with corners `a`, `b`, `c`, `d` closest to `point`: `point` itself,
/// if it is inside. The corners may be coplanar.
pub fn closest_point_on_tetrahedron<V: Linear>(point: V, a: V, b: V, c: V, d: V) -> V {
    closest_point(point, &[a, b, c, d])
}

fn closest_point<V: Linear>(point: V, corners: &[V]) -> V {
    let mut simplex = Simplex::EMPTY;
    for &corner in corners {
        simplex.push(corner - point);
    }
    match exhaustive::reduce(&mut simplex) {
        Some(_) => point + combine(simplex.points(), &weights(&simplex)),
        None => point,
    }
}
