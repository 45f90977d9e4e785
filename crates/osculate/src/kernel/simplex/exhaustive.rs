//! The nearest point by trying every part of the simplex: fifteen for a tetrahedron.
//!
//! The fast solvers rely on what GJK knows of the newest vertex. A simplex from a cache, or one
//! that rounding has spoilt, has no such history: here each part is solved for itself, a part
//! counts if its nearest point lies inside it, and the nearest of these wins. It is Johnson's
//! algorithm with its backup procedure always on, and with edges in place of dot products.

use super::{Simplex, combine, weights};
use crate::number::vector::{Linear, Real};

/// Reduces the simplex to the part that holds the point nearest the origin. Returns that point's
/// weights and a vector in its direction; the vector is `None` where the whole of a full simplex
/// holds the origin.
pub(crate) fn reduce<V: Linear>(simplex: &mut Simplex<V>) -> Option<V> {
    let whole = *simplex;
    let n = whole.len;
    let mut best: Option<(V::Scalar, Simplex<V>)> = None;
    for part in 1u32..1 << n {
        let mut candidate = whole;
        select(&mut candidate, part);
        if let Some(distance_squared) = inside(&candidate) {
            // A larger part is no nearer unless by more than rounding.
            if best.as_ref().is_none_or(|(least, _)| distance_squared < *least) {
                best = Some((distance_squared, candidate));
            }
        }
    }
    if let Some((_, part)) = best {
        *simplex = part;
    }
    direction(simplex)
}

/// The same by signs, for at most as many vertices as there are dimensions. Of a nearly flat
/// simplex the point may be a worse one: this is for who goes on from there.
#[inline(always)]
pub(crate) fn reduce_by_signs<V: Linear>(simplex: &mut Simplex<V>) -> Option<V> {
    let zero = V::Scalar::ZERO;
    let [p, q, r, _] = simplex.points;
    match simplex.len {
        0 | 1 => {}
        2 => {
            let (part, _) = on_edge((q, 0b10), (p, 0b01));
            select(simplex, part);
        }
        3 if V::DIM == 3 => {
            let (ab, ac) = (q - r, p - r);
            let normal = ab.cross(ac);
            let (of_b, of_c) = (r.dot(normal.cross(ac)), r.dot(ab.cross(normal)));
            let of_a = normal.length_squared() - of_b - of_c;
            // Of a flat triangle any edge may have it.
            let edges = [
                (of_a, (q, 0b010), (p, 0b001)),
                (of_b, (p, 0b001), (r, 0b100)),
                (of_c, (r, 0b100), (q, 0b010)),
            ];
            let mut best: Option<(u32, V::Scalar)> = None;
            for (opposite, from, to) in edges {
                if !(opposite > zero) {
                    let (part, squared) = on_edge(from, to);
                    if best.is_none_or(|(_, least)| squared < least) {
                        best = Some((part, squared));
                    }
                }
            }
            if let Some((part, _)) = best {
                select(simplex, part);
            }
        }
        _ => return reduce(simplex),
    }
    direction(simplex)
}

/// The part of an edge that holds its point nearest the origin, given the ends and their bits, and
/// how far that is, squared.
#[inline(always)]
fn on_edge<V: Linear>((from, first): (V, u32), (to, last): (V, u32)) -> (u32, V::Scalar) {
    let edge = to - from;
    let (along, whole) = (-from.dot(edge), edge.length_squared());
    if !(along > V::Scalar::ZERO) {
        (first, from.length_squared())
    } else if along < whole {
        (first | last, (from + edge * (along / whole)).length_squared())
    } else {
        (last, to.length_squared())
    }
}

/// Keeps the vertices whose bits are set in `part`.
#[inline(always)]
fn select<V: Linear>(simplex: &mut Simplex<V>, part: u32) {
    simplex.arrange(ORDERS[part as usize & 15], part.count_ones() as usize);
}

/// For each part of a simplex its places before the others, in order.
const ORDERS: [[usize; 4]; 16] = {
    let mut orders = [[0; 4]; 16];
    let mut part = 0;
    while part < 16 {
        let (mut to, mut i) = (0, 0);
        while i < 8 {
            // All that are kept first, then the others.
            if (part >> (i % 4) & 1 == 1) == (i < 4) {
                orders[part][to] = i % 4;
                to += 1;
            }
            i += 1;
        }
        part += 1;
    }
    orders
};

/// The squared distance of the origin from the part, if its nearest point lies inside: all weights
/// above zero.
fn inside<V: Linear>(part: &Simplex<V>) -> Option<V::Scalar> {
    let weights = weights(part);
    let held = weights[..part.len].iter().all(|&w| w > V::Scalar::ZERO);
    let distance_squared = combine(part.points(), &weights).length_squared();
    // A flat part divides by zero, and its weights are no numbers.
    (held && distance_squared >= V::Scalar::ZERO).then_some(distance_squared)
}

/// A vector in the direction of v for a part that holds v inside.
pub(crate) fn direction<V: Linear>(part: &Simplex<V>) -> Option<V> {
    let [p, q, r, _] = part.points;
    let normal = match part.len {
        len if len > V::DIM => return None,
        0 | 1 => return Some(p),
        2 if V::DIM == 2 => V::normal_to(&[q - p]),
        2 => {
            let edge = q - p;
            return Some(edge.cross(p).cross(edge));
        }
        _ => (q - p).cross(r - p),
    };
    Some(if normal.dot(p) < V::Scalar::ZERO { -normal } else { normal })
}
