//! The point of a segment, a triangle or a tetrahedron closest to any point: the primitives of
//! Ericson's talk (paper 004), under the names by which readers look for them.
//!
//! All is counted from the point, and scaled by a power of two that brings the largest coordinate
//! near to 1. So products stay in the range of numbers, whatever the size, and a figure that is
//! scaled by a power of two has the same answer, scaled.

use super::{Simplex, combine, exhaustive, weights};
use crate::number::vector::{Real, Scalar, Vector};

/// The point of the segment from `a` to `b` closest to `point`.
pub fn closest_point_on_segment<V: Vector>(point: V, a: V, b: V) -> V {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let (edge, way) = (b - a, point - a);
    let to_one = |v: V| v.abs().max_element().scale_to_one();
    // The one may be much longer than the other: each has its own scale.
    let [of_edge, of_way] = [to_one(edge), to_one(way)];
    let (unit, along) = (edge * of_edge, way * of_way);
    let share = along.dot(unit) / unit.length_squared();
    let share = share * (of_edge * of_way.power_of_two_reciprocal());
    // A segment without length divides by zero; `min` and `max` answer their argument for what is
    // no number.
    a + edge * share.max(zero).min(one)
}

/// The point of the triangle with corners `a`, `b`, `c` closest to `point`. The corners may be
/// collinear.
pub fn closest_point_on_triangle<V: Vector>(point: V, a: V, b: V, c: V) -> V {
    closest_point(point, &[a, b, c])
}

/// The point of the tetrahedron with corners `a`, `b`, `c`, `d` closest to `point`: `point` itself,
/// if it is inside. The corners may be coplanar.
pub fn closest_point_on_tetrahedron<V: Vector>(point: V, a: V, b: V, c: V, d: V) -> V {
    closest_point(point, &[a, b, c, d])
}

fn closest_point<V: Vector>(point: V, corners: &[V]) -> V {
    let furthest = corners.iter().fold(V::ZERO, |most, &c| most.max((c - point).abs()));
    let scale = furthest.max_element().scale_to_one();
    let mut simplex = Simplex::EMPTY;
    for &corner in corners {
        simplex.push((corner - point) * scale);
    }
    let unit = scale.power_of_two_reciprocal();
    match exhaustive::reduce(&mut simplex) {
        Some(_) => point + combine(simplex.points(), &weights(&simplex)) * unit,
        None => point,
    }
}
