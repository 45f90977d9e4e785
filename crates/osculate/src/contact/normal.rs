//! The normal of a contact of round shapes, from what touches.
//!
//! The normal of a depth between curved shapes settles with the root of rounding: in single
//! precision it is off by a hundredth at times, and another one in each frame. Where a face, an edge
//! or the axis of a cylinder touches, the normal is known by that alone. So the normals that these
//! have are tried: one along which the shapes overlap by no more is as good by definition, and does
//! not depend on how it was found.

use super::{overlap_along, patch_into, view};
use crate::convex::known::Core;
use crate::convex::patch::Patch;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// The cosine of the angle that a normal is turned by at most.
const SETTLED: f64 = 0.9999;

/// What depths along two normals may differ by and count as the same, in ε of both shapes.
const ROUNDING: f64 = 16.0;

/// A better normal of two shapes of which one is curved, if what touches tells one; the patches are
/// in the order of `of_a`, then those towards the new normal.
pub(super) fn settled<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    normal: V,
    patches: &mut [Patch<V>; 2],
    [of_a, of_b]: [usize; 2],
) -> Option<V> {
    let offset = b.origin() - a.origin();
    let overlap = |n: V| overlap_along(a, b, n);
    let sizes = a.extent() + b.extent() + offset.abs().max_element();
    let most = overlap(normal) + V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * sizes;
    // From the first shape to the second, whichever is a.
    let mut origins = [V::ZERO; 2];
    (origins[of_a], origins[of_b]) = (a.origin(), b.origin());
    let mut lines = [None; 2];
    (lines[of_a], lines[of_b]) = (line(a, &patches[of_a]), line(b, &patches[of_b]));
    let between = match lines {
        [Some(one), Some(other)] => apart(one, other, origins[1] - origins[0]),
        _ => [None; 2],
    };
    let [one, other] = &*patches;
    let tried = [across(one), across(other), between[0], between[1]];
    let settled = V::Scalar::from_f64(SETTLED);
    let found = tried.into_iter().flatten().find_map(|n| {
        let along = n.dot(normal);
        let n = if along < V::Scalar::ZERO { -n } else { n };
        (along.abs() > settled && overlap(n) <= most).then_some(n)
    })?;
    patch_into(a, found, &mut patches[of_a]);
    patch_into(b, -found, &mut patches[of_b]);
    Some(found)
}

/// The unit normal of a patch that is flat, either way.
fn across<V: Vector>(patch: &Patch<V>) -> Option<V> {
    if let Some(normal) = patch.endless_normal() {
        return Some(normal);
    }
    let corners = patch.corners();
    let way = |to: usize| corners[to].at - corners[0].at;
    match corners.len() {
        2 if V::DIM == 2 => V::normal_to(&[view::to_one(way(1))]).try_normalize(),
        n if n > 2 && V::DIM == 3 => {
            let far = n / 2;
            let side = if n == 3 { 2 } else { far / 2 };
            view::to_one(way(far)).cross(view::to_one(way(side))).try_normalize()
        }
        _ => None,
    }
}

/// The line that a shape of space is round about, or touches with; a corner is a line of no length.
fn line<V: Vector>(shape: &impl Convex<V>, patch: &Patch<V>) -> Option<[V; 2]> {
    if V::DIM == 2 {
        return None;
    }
    match (shape.core(), patch.corners()) {
        (Core::Segment(p, q), _) => Some([p, q]),
        (Core::Round { half_height, bottom, top, axes }, [_, _]) => {
            let y = V::axis(1) * half_height;
            let axis = axes.map_or(y, |axes| axes.apply(y));
            (bottom == top).then_some([axis, -axis])
        }
        (_, [corner]) if !patch.is_endless() => Some([corner.at; 2]),
        (_, [one, other]) => Some([one.at, other.at]),
        _ => None,
    }
}

/// The directions from a line to another, of a shape that lies from the first one's by `offset`:
/// across both, if they are not parallel, and across the longer one.
fn apart<V: Vector>([p, q]: [V; 2], [r, s]: [V; 2], offset: V) -> [Option<V>; 2] {
    let (one, other) = (q - p, s - r);
    let half = V::Scalar::from_f64(0.5);
    let way = offset + (r + s) * half - (p + q) * half;
    let is_longer = one.length_squared() >= other.length_squared();
    let aside = match (if is_longer { one } else { other }).try_normalize() {
        Some(along) => way - along * way.dot(along),
        None => way,
    };
    let crossed = view::to_one(one).cross(view::to_one(other));
    [crossed.try_normalize(), aside.try_normalize()]
}
