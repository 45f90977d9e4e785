//! The expansion in the plane: a convex polygon that gains a vertex a step.

use arrayvec::ArrayVec;

use super::{
    Corner, Depth, LinearOf, MOST_VERTICES, Near, Precision, Probe, ScalarOf, Upper, face_through,
};
use crate::kernel::gjk::Ended;
use crate::kernel::simplex::{Simplex, exhaustive};
use crate::kernel::trace::Observer;
use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// An edge of the polygon: its outward normal, and how far the edge is from the origin along it,
/// less what rounding may have added: two ε of the corner's length, for the two products and their
/// sum.
pub(super) fn edge<V: Vector, P: Precision<V>>(
    a: &Corner<V, P>,
    b: &Corner<V, P>,
) -> (LinearOf<V, P>, ScalarOf<V, P>) {
    let along = b.w - a.w;
    // Counterclockwise, the inside is on the left.
    let normal = -LinearOf::<V, P>::normal_to(&[along]);
    let length = along.length_squared().sqrt();
    let away = a.w.length_squared().sqrt();
    let rounding = <ScalarOf<V, P> as Real>::EPSILON * (away + away);
    (normal, normal.dot(a.w) / length - rounding)
}

/// Leaves the edges to whoever asks the same two bodies next.
fn leave<V: Vector, P: Precision<V>>(corners: &[Corner<V, P>], near: Option<&mut Near<V>>) {
    let Some(near) = near else { return };
    let edges = (0..corners.len()).filter_map(|i| {
        let j = (i + 1) % corners.len();
        let (unit, distance) = face_through::<V, P>([&corners[i], &corners[j], &corners[j]])?;
        Some(([i as u8, j as u8, j as u8], unit, distance))
    });
    near.keep::<P>(corners, edges);
}

/// The answer, given the least distance of an edge.
fn conclude<V: Vector, P: Precision<V>>(
    corners: &[Corner<V, P>],
    bound: &Upper<V, P>,
    least: ScalarOf<V, P>,
    width: V::Scalar,
    ended: Ended,
) -> Depth<V> {
    let n = corners.len();
    let distance = |i: usize| edge::<V, P>(&corners[i], &corners[(i + 1) % n]).1;
    // Below the upper bound the way out passes through an edge: but for rounding, which is less than
    // the width.
    let above = bound.least.map_or(V::Scalar::ZERO, |(reach, _)| P::narrow_scalar(reach - least));
    let most = above.max(V::Scalar::ZERO) + width;
    let near = (0..n).filter(|&i| P::narrow_scalar(distance(i) - least) <= most);
    let near = near.map(|i| [i as u8, ((i + 1) % n) as u8, 0]);
    bound.conclude::<2>(P::narrow_scalar(least), corners, near, (width, ended))
}

pub(super) fn expand<V, P, O>(
    probe: &mut Probe<'_, V, P>,
    simplex: &[Corner<V, P>],
    width: V::Scalar,
    observer: &mut O,
) -> Depth<V>
where
    V: Vector,
    P: Precision<V>,
    O: Observer<V>,
{
    let zero = ScalarOf::<V, P>::ZERO;
    let mut corners = grow(probe, simplex);
    if corners.len() < 3 {
        // Both sides were asked, and have no depth.
        return probe.conclude_flat(&corners, width);
    }
    loop {
        let n = corners.len();
        let edge_after = |i: usize| edge::<V, P>(&corners[i], &corners[(i + 1) % n]);
        let (mut i, (mut normal, mut distance)) = (0, edge_after(0));
        for j in 1..n {
            let (other, further) = edge_after(j);
            if further < distance {
                (i, normal, distance) = (j, other, further);
            }
        }
        if O::ACTIVE {
            let edges = (0..n as u8).map(|i| [i, (i + 1) % n as u8, (i + 1) % n as u8]);
            let unit = normal * (<ScalarOf<V, P> as Real>::ONE / normal.length_squared().sqrt());
            probe.show(observer, &corners, edges, i, (unit, distance));
        }
        let stop = |probe: &Probe<'_, V, P>, ended| {
            conclude(&corners, &probe.upper, distance, width, ended)
        };
        if probe.upper.is_within(width, distance) {
            leave::<V, P>(&corners, probe.near.as_deref_mut());
            return stop(probe, Ended::Converged);
        }
        if probe.is_in_vain() {
            return stop(probe, Ended::Exhausted);
        }
        if probe.upper.is_spent() || corners.is_full() {
            probe.ask_something();
            return stop(probe, Ended::StepLimit);
        }
        let Some((vertex, _)) = probe.ask(normal) else {
            probe.ask_something();
            return stop(probe, Ended::Exhausted);
        };
        let beyond = normal.dot(vertex.w - corners[i].w);
        // Rounding may put the edge's own end beyond the edge.
        if !(beyond > zero) || vertex.w == corners[(i + 1) % n].w {
            leave::<V, P>(&corners, probe.near.as_deref_mut());
            return stop(probe, Ended::Exhausted);
        }
        corners.insert(i + 1, vertex);
    }
}

/// A counterclockwise triangle, made of the simplex and support points across it; fewer corners if
/// the set has no inside.
fn grow<V: Vector, P: Precision<V>>(
    probe: &mut Probe<'_, V, P>,
    simplex: &[Corner<V, P>],
) -> ArrayVec<Corner<V, P>, MOST_VERTICES> {
    let zero = ScalarOf::<V, P>::ZERO;
    let mut corners: ArrayVec<Corner<V, P>, MOST_VERTICES> = ArrayVec::new();
    if let [a, b, c] = simplex {
        let (ab, ac) = (b.w - a.w, c.w - a.w);
        let area = LinearOf::<V, P>::normal_to(&[ab]).dot(ac);
        // Rounding moves the area by less than 4 = 2² ε of this product. A triangle that is
        // thinner, or has a corner twice, may be wound either way: the part of it that
        // holds the origin is grown anew.
        let products = ab.length_squared() * ac.length_squared();
        let rounding = <ScalarOf<V, P> as Real>::EPSILON * products.sqrt();
        let rounding = (0..2).fold(rounding, |x, _| x + x);
        if area.abs() > rounding {
            let (second, third) = if area > zero { (b, c) } else { (c, b) };
            corners.extend([*a, *second, *third]);
            return corners;
        }
    }
    let mut held = Simplex::EMPTY;
    for corner in simplex {
        held.push(corner.w);
    }
    let _ = exhaustive::reduce(&mut held);
    corners.extend(held.slots().take(2).map(|slot| simplex[slot]));
    // A point: any other vertex makes it a segment. A segment: a vertex to either side makes it a
    // triangle.
    if corners.len() == 1 {
        corners.extend(probe.away_from(corners[0].w));
    }
    if corners.len() == 2 {
        let (a, b) = (corners[0], corners[1]);
        let across = LinearOf::<V, P>::normal_to(&[b.w - a.w]);
        for way in [across, -across] {
            let Some((vertex, _)) = probe.ask(way) else { continue };
            let height = across.dot(vertex.w - a.w);
            if height != zero {
                // To the right of a → b, the triangle is counterclockwise only the other way round.
                corners.insert(if height > zero { 2 } else { 1 }, vertex);
                break;
            }
        }
    }
    corners
}
