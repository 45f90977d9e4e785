//! The solver for space: barycodes one dimension up.
//!
//! For a tetrahedron A, B, C, D with A the newest vertex, three faces meet in A, and the sign of
//! the origin's signed volume with each tells whether the origin lies beyond it. The nearest point
//! lies on a face that the origin is beyond; if there are two or three such faces, it is the
//! nearest of theirs. Within a face the same is asked of the two edges that meet in A. Nothing is
//! asked of BCD and its edges: A was found on the origin's side of them (paper 000, theorem 2: the
//! newest vertex always stays).
//!
//! Paper 001 resolves two visible faces by the edge between them, which is enough for yes or no
//! but, as its comments found, takes care; comparing two squared distances takes none.

use super::Simplex;
use crate::number::vector::{Linear, Real};

#[inline(always)]
pub(super) fn reduce<V: Linear>(simplex: &mut Simplex<V>) -> Option<V> {
    let zero = V::Scalar::ZERO;
    match simplex.len {
        1 => Some(simplex.points[0]),
        2 => {
            let [b, a, ..] = simplex.points;
            let ab = b - a;
            let along = ab.dot(a);
            if along < zero {
                Some(perpendicular(a, ab))
            } else {
                simplex.keep([1]);
                Some(a)
            }
        }
        3 => {
            let [c, b, a, _] = simplex.points;
            let part = face(a, b - a, c - a, (b - a).cross(c - a));
            keep(simplex, part, [2, 1, 0]);
            Some(direction(a, b - a, c - a, part))
        }
        _ => {
            let [d, c, b, a] = simplex.points;
            let (ab, ac, ad) = (b - a, c - a, d - a);
            let (abc, acd, adb) = (ab.cross(ac), ac.cross(ad), ad.cross(ab));
            let volume = abc.dot(ad);
            let beyond = |normal: V| normal.dot(a) * volume > zero;
            let faces =
                [(abc, ab, ac, [3, 2, 1]), (acd, ac, ad, [3, 1, 0]), (adb, ad, ab, [3, 0, 2])];
            let mut best: Option<(V::Scalar, V, Part, [usize; 3])> = None;
            for (normal, e, f, places) in faces {
                if beyond(normal) {
                    let part = face(a, e, f, normal);
                    let v = direction(a, e, f, part);
                    // v is perpendicular to the part, and A a point of it: |v·A| / |v| is the
                    // distance.
                    let reach = v.dot(a);
                    let distance_squared = reach * reach / v.length_squared();
                    if best.is_none_or(|(least, ..)| distance_squared < least) {
                        best = Some((distance_squared, v, part, places));
                    }
                }
            }
            let (_, v, part, places) = best?;
            keep(simplex, part, places);
            Some(v)
        }
    }
}

/// The part of a triangle A, B, C that holds the point nearest the origin.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    A,
    Ab,
    Ac,
    Abc,
}

/// Which part of the triangle, where the edges from A are `ab` and `ac` and their product `normal`.
#[inline(always)]
fn face<V: Linear>(a: V, ab: V, ac: V, normal: V) -> Part {
    let zero = V::Scalar::ZERO;
    let beyond_ab = ab.cross(normal).dot(a) < zero;
    let beyond_ac = normal.cross(ac).dot(a) < zero;
    if !beyond_ab && !beyond_ac {
        Part::Abc
    } else if beyond_ac && ac.dot(a) < zero {
        Part::Ac
    } else if beyond_ab && ab.dot(a) < zero {
        Part::Ab
    } else {
        Part::A
    }
}

/// A vector in the direction of v, given the part that holds it.
#[inline(always)]
fn direction<V: Linear>(a: V, ab: V, ac: V, part: Part) -> V {
    match part {
        Part::A => a,
        Part::Ab => perpendicular(a, ab),
        Part::Ac => perpendicular(a, ac),
        Part::Abc => {
            let normal = ab.cross(ac);
            if normal.dot(a) < V::Scalar::ZERO { -normal } else { normal }
        }
    }
}

/// What `a` has across `edge`, times the edge's squared length: (edge × a) × edge.
#[inline(always)]
fn perpendicular<V: Linear>(a: V, edge: V) -> V {
    edge.cross(a).cross(edge)
}

/// Keeps the part of the triangle whose A, B, C stand at these places.
#[inline(always)]
fn keep<V: Linear>(simplex: &mut Simplex<V>, part: Part, [a, b, c]: [usize; 3]) {
    match part {
        Part::A => simplex.keep([a]),
        Part::Ab => simplex.keep([b, a]),
        Part::Ac => simplex.keep([c, a]),
        Part::Abc => simplex.keep([c, b, a]),
    }
}
