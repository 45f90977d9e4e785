//! Sets that touch: an axis that proves it.
//!
//! Where sets touch, GJK comes as near as rounding lets it and ends with no direction, as its last
//! v is a rounding error. What is owed then is any axis along which the overlap is within rounding.
//! In a vertex of `a − b`, the axis that found the vertex is one; inside a face, its normal, one
//! way or the other; an edge leaves one turn free, and each vertex that is beyond an axis narrows
//! it down.

use arrayvec::ArrayVec;

use super::{Outcome, Vertices, Witnesses};
use crate::number::contract::TOUCHING_AXES;
use crate::number::vector::{Real, Scalar, Vector};

/// Proves that what GJK ended with touches: its lower bound becomes that of an axis along which the
/// sets overlap by no more than `width`. False if GJK did not come that near, or no axis is found
/// that soon. `asked` is whether the simplex' vertices are what their axes find now.
#[inline(never)]
pub(crate) fn touching<V: Vector>(
    pair: &dyn Vertices<V>,
    width: V::Scalar,
    outcome: &mut Outcome<V, Witnesses<V>>,
    asked: bool,
) -> bool {
    if !(outcome.upper <= width) {
        return false;
    }
    let found = axis_of_contact(pair, width, outcome, asked);
    if let Some((lower, axis, steps)) = found {
        (outcome.lower, outcome.axis, outcome.steps) = (lower, axis, outcome.steps + steps);
    }
    found.is_some()
}

/// The axis, how far apart the sets are along it, and how many axes were asked.
fn axis_of_contact<V: Vector>(
    pair: &dyn Vertices<V>,
    width: V::Scalar,
    outcome: &Outcome<V, Witnesses<V>>,
    asked: bool,
) -> Option<(V::Scalar, V, u32)> {
    let proof = |axis: V, w: V, steps: u32| {
        let lower = axis.dot(w) / axis.length_squared().sqrt();
        (lower >= -width).then_some((lower, axis, steps))
    };
    // The vertices of the face, the edge or the vertex that holds the origin.
    let mut held: ArrayVec<V, 4> = ArrayVec::new();
    let (mut axis, mut at_hand) = (V::ZERO, None);
    let vertices = outcome.simplex.points().iter().zip(outcome.simplex.slots());
    for ((&w, slot), &weight) in vertices.zip(&outcome.weights) {
        let found_along = outcome.record.found_along[slot];
        if asked && at_hand.is_none() {
            at_hand = proof(found_along, w, 0);
        }
        if weight * weight > V::Scalar::EPSILON {
            held.push(w);
            axis = axis + found_along.try_normalize().unwrap_or(V::ZERO);
        }
    }
    let edges: ArrayVec<V, 3> = held.iter().skip(1).map(|&w| w - held[0]).collect();
    let normal = (edges.len() + 1 == V::DIM).then(|| V::normal_to(&edges));
    // What the axis may be of a direction.
    let free = |v: V| match (normal, &edges[..]) {
        (Some(normal), _) => normal * normal.dot(v),
        (None, [edge]) => v - *edge * (edge.dot(v) / edge.length_squared()),
        (None, _) => v,
    };
    // A small face would be proved by others than its normal too, but that is the one to give.
    if normal.is_none() && at_hand.is_some() {
        return at_hand;
    }
    if edges.len() == V::DIM {
        axis = -nearest_side(outcome.simplex.points())?;
    }
    axis = free(axis);
    let mut bounds: [Option<V>; 2] = [None; 2];
    for step in 1..=TOUCHING_AXES {
        let Some(unit) = axis.try_normalize() else { break };
        axis = unit;
        let (w, ..) = pair.vertex(axis);
        if let Some(proved) = proof(axis, w, step) {
            return Some(proved);
        }
        let Some(beyond) = free(w).try_normalize() else { break };
        axis = match bounds {
            [Some(one), Some(other)] => {
                // The one on the other side of all that is known stays.
                let far = if one.dot(beyond) < other.dot(beyond) { one } else { other };
                bounds = [Some(far), Some(beyond)];
                far + beyond
            }
            [Some(one), None] => {
                bounds[1] = Some(beyond);
                one + beyond
            }
            _ => {
                bounds[0] = Some(beyond);
                axis - beyond * (axis.dot(beyond) + axis.dot(beyond))
            }
        };
    }
    at_hand
}

/// The outward normal, of any length, of the side that the origin is nearest to inside a full
/// simplex. `None` for other simplices and flat ones.
#[inline]
fn nearest_side<V: Vector>(points: &[V]) -> Option<V> {
    let mut nearest = None;
    for Side { outward, level, .. } in sides(points) {
        let length = outward.length_squared().sqrt();
        if !(length > V::Scalar::ZERO) {
            // Without a side it has no inside.
            return None;
        }
        let inside = level / length;
        if nearest.is_none_or(|(least, _)| inside < least) {
            nearest = Some((inside, outward));
        }
    }
    nearest.map(|(_, outward)| outward)
}

/// Whether the origin is inside a full simplex by more than `by`, beyond what the normals of its
/// sides may be wrong: those of a sliver are mostly rounding, and so is the side of them that the
/// rest of it lies on.
#[inline]
pub(crate) fn is_surely_inside<V: Vector>(points: &[V], by: V::Scalar) -> bool {
    let is_full = points.len() == V::DIM + 1;
    is_full
        && sides(points).enumerate().all(|(apex, side)| {
            let Side { outward, level, height } = side;
            let corner = |k: usize| points[(apex + k) % points.len()];
            let base = corner(1);
            // In units of ε: two products and a difference for each coordinate of the normal, the edges'
            // own rounding, and the inner product. In the plane the second factor is no edge.
            let edge = |k: usize| (corner(k) - base).length_squared();
            let edges = if V::DIM == 3 { edge(2) * edge(3) } else { edge(2) };
            let longest = (edges * base.length_squared().max(edge(0))).sqrt();
            let surely = level - V::Scalar::from_f64(SIDE_ERROR) * V::Scalar::EPSILON * longest;
            // What is inside is no further from the side than the apex. So that is surely not beyond
            // the side. Of a flat simplex nothing is above zero.
            level <= height
                && surely > V::Scalar::ZERO
                && surely * surely > by * by * outward.length_squared()
        })
}

/// How many ε of the product of two edges and the way to them a side's level may be wrong: √3 times
/// 2.5 for the normal, 2 for the edges, 1.5 √3 for the inner product, together 9, and room.
pub(crate) const SIDE_ERROR: f64 = 12.0;

/// The vertex across from the first side of a full simplex that the origin is beyond, by signs
/// alone; `None` if it is beyond none. Of a flat simplex it may be wrong.
#[inline(always)]
pub(super) fn first_side_beyond<V: Vector>(points: &[V]) -> Option<usize> {
    sides(points).position(|side| !(side.level >= V::Scalar::ZERO))
}

/// A side of a full simplex.
struct Side<V: Vector> {
    /// The outward normal, of any length.
    outward: V,
    /// How far along it the side is from the origin, times its length.
    level: V::Scalar,
    /// How far along it the side is from the vertex across, likewise.
    height: V::Scalar,
}

/// The sides of a full simplex; none of other simplices.
#[inline(always)]
fn sides<V: Vector>(points: &[V]) -> impl Iterator<Item = Side<V>> + '_ {
    let sides = if points.len() == V::DIM + 1 { points.len() } else { 0 };
    (0..sides).map(|apex| {
        let corner = |k: usize| points[(apex + k) % points.len()];
        let base = corner(1);
        let normal = V::normal_to(&[corner(2) - base, corner(3) - base][..V::DIM - 1]);
        // Away from the apex.
        let along = normal.dot(corner(0) - base);
        let (outward, height) =
            if along > V::Scalar::ZERO { (-normal, along) } else { (normal, -along) };
        Side { outward, level: outward.dot(base), height }
    })
}
