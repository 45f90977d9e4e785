//! The barycode solver for the plane (paper 003, algorithm 3, in the four-case form of its section
//! II-C).
//!
//! For a triangle A, B, C with A the newest vertex, the signs of the origin's barycentric
//! coordinates, each the signed area of the origin with one edge, make a code that names the
//! region. Since the origin cannot lie beyond BC (A was found on the origin's side), four codes are
//! left: 7 inside, 6 beyond AB, 5 beyond AC, 4 beyond both.
//!
//! We depart from the paper in one thing: it takes the areas as cross products of vertices, C × A
//! and A × B, which lose digits when an edge is short and far from the origin. A × B = A × (B − A),
//! and the edge loses none.

use super::Simplex;
use crate::number::vector::{Linear, Real};

#[inline(always)]
pub(super) fn reduce<V: Linear>(simplex: &mut Simplex<V>) -> Option<V> {
    let zero = V::Scalar::ZERO;
    match simplex.len {
        1 => Some(simplex.points[0]),
        2 => {
            let [b, a, ..] = simplex.points;
            Some(segment(simplex, a, b, [0, 1], [1]))
        }
        _ => {
            let [c, b, a, _] = simplex.points;
            let (ab, ac) = (b - a, c - a);
            let (across_ab, across_ac) = (V::normal_to(&[ab]), V::normal_to(&[ac]));
            let area = across_ab.dot(ac);
            let beyond_ab = across_ab.dot(a) * area > zero;
            let beyond_ac = across_ac.dot(a) * area < zero;
            match (beyond_ab, beyond_ac) {
                (false, false) => None,
                (true, false) => Some(segment(simplex, a, b, [1, 2], [2])),
                (false, true) => Some(segment(simplex, a, c, [0, 2], [2])),
                // The cone of vertex A: if neither edge bends back to the origin, A itself.
                (true, true) if ab.dot(a) < zero => Some(segment(simplex, a, b, [1, 2], [2])),
                (true, true) => Some(segment(simplex, a, c, [0, 2], [2])),
            }
        }
    }
}

/// The paper's S1D: the edge from A to B if the origin is beside it, else A. (Never B: A was found
/// beyond it.)
#[inline(always)]
fn segment<V: Linear>(
    simplex: &mut Simplex<V>,
    a: V,
    b: V,
    edge: [usize; 2],
    newest: [usize; 1],
) -> V {
    let ab = b - a;
    if ab.dot(a) < V::Scalar::ZERO {
        simplex.keep(edge);
        // The edge's own normal, turned away from the origin.
        let normal = V::normal_to(&[ab]);
        if normal.dot(a) < V::Scalar::ZERO { -normal } else { normal }
    } else {
        simplex.keep(newest);
        a
    }
}
