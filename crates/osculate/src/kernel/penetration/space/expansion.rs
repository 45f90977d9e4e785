//! The loop of the expansion in space, and the tetrahedron that it starts from.

use arrayvec::ArrayVec;

use super::{Face, MIRRORED, Plane, Polytope, TETRAHEDRON};
use crate::kernel::gjk::Ended;
use crate::kernel::penetration::{Corner, Depth, MOST_VERTICES, Precision, Probe, ScalarOf};
use crate::kernel::simplex::{Simplex, exhaustive};
use crate::kernel::trace::Observer;
use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// Expands the polytope until the bracket is narrow enough, or nothing is beyond its nearest face.
pub(in crate::kernel::penetration) fn expand<V, P, O>(
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
    let mut polytope = Polytope::<V, P> {
        vertices: ArrayVec::new(),
        faces: ArrayVec::new(),
        at_least: ArrayVec::new(),
        free: ArrayVec::new(),
    };
    let Some(volume) = grow(probe, simplex, &mut polytope.vertices) else {
        // Both sides were asked, and have no depth.
        return probe.conclude_flat(simplex, width);
    };
    for links in [MIRRORED, TETRAHEDRON][usize::from(volume < ScalarOf::<V, P>::ZERO)] {
        let plane = polytope.plane(links.corners());
        if plane.and_then(|plane| polytope.put(Face { links, plane })).is_none() {
            return probe.conclude_flat(simplex, width);
        }
    }

    loop {
        let nearest = polytope.nearest();
        let face = polytope.faces[nearest];
        let Plane { normal, slack, at_least } = face.plane;
        if O::ACTIVE {
            let stays = polytope.faces.iter().enumerate().filter(|(i, _)| !polytope.is_gone(*i));
            let before = stays.clone().take_while(|(i, _)| *i != nearest).count();
            let corners = stays.map(|(_, face)| face.links.corners());
            probe.show(observer, &polytope.vertices, corners, before, (normal, at_least));
        }
        if probe.upper.is_within(width, at_least) {
            polytope.leave(probe.near.as_deref_mut());
            return polytope.conclude(&probe.upper, nearest, width, Ended::Converged);
        }
        if probe.is_in_vain() {
            return polytope.conclude(&probe.upper, nearest, width, Ended::Exhausted);
        }
        if probe.upper.is_spent() || polytope.vertices.is_full() {
            probe.ask_something();
            return polytope.conclude(&probe.upper, nearest, width, Ended::StepLimit);
        }
        let Some((vertex, _)) = probe.ask_unit(normal) else {
            return polytope.conclude(&probe.upper, nearest, width, Ended::Exhausted);
        };
        if !(polytope.beyond(vertex.w, nearest) > slack) {
            polytope.leave(probe.near.as_deref_mut());
            if let (true, Some((reach, _))) = (P::ROUNDS, probe.upper.least) {
                let (reach, at_least) = (P::narrow_scalar(reach), P::narrow_scalar(at_least));
                let lower = polytope.measured_again(reach).max(at_least);
                // Rounding may put the nearest face further away than that.
                let most = reach.max(at_least);
                return polytope.conclude_with(&probe.upper, lower, most, width, Ended::Exhausted);
            }
            return polytope.conclude(&probe.upper, nearest, width, Ended::Exhausted);
        }
        if !polytope.add(vertex, nearest) {
            // Faces are gone, and which ones depends on the winding: only the nearest is the same
            // for the mirror image.
            return probe.upper.conclude::<3>(
                P::narrow_scalar(at_least),
                &polytope.vertices,
                core::iter::once(face.links.by_age()),
                (width, Ended::Exhausted),
            );
        }
    }
}

/// Fills `corners` with a tetrahedron made of the simplex and support points across it, and returns
/// six times its volume, with the sign of its orientation. `None` if the set has no inside.
fn grow<V: Vector, P: Precision<V>>(
    probe: &mut Probe<'_, V, P>,
    simplex: &[Corner<V, P>],
    corners: &mut ArrayVec<Corner<V, P>, MOST_VERTICES>,
) -> Option<ScalarOf<V, P>> {
    let zero = ScalarOf::<V, P>::ZERO;
    if let [a, b, c, d] = simplex {
        let (ab, ac, ad) = (b.w - a.w, c.w - a.w, d.w - a.w);
        let volume = ab.cross(ac).dot(ad);
        let sides = ab.length_squared() * ac.length_squared() * ad.length_squared();
        // Thinner than this, its faces have no planes to speak of.
        let thin = <ScalarOf<V, P> as Real>::EPSILON * sides.sqrt();
        let many = (0..10).fold(thin, |x, _| x + x);
        if volume.abs() > many {
            corners.extend(simplex.iter().copied());
            return Some(volume);
        }
    }
    // Of a simplex without volume, the part that holds the origin.
    let mut held = Simplex::EMPTY;
    for corner in simplex {
        held.push(corner.w);
    }
    let _ = exhaustive::reduce(&mut held);
    corners.extend(held.slots().take(3).map(|slot| simplex[slot]));
    if corners.len() == 1 {
        corners.extend(probe.away_from(corners[0].w));
    }
    if corners.len() == 2 {
        let (base, edge) = (corners[0].w, corners[1].w - corners[0].w);
        // Of the edge and the axis only one may turn round with a swap, or their product does not.
        'search: for i in 0..3 {
            let across = edge.cross(P::widen(V::axis(i)));
            for way in [across, -across] {
                let Some((vertex, _)) = probe.ask(way) else { continue };
                if edge.cross(vertex.w - base).length_squared() > zero {
                    corners.push(vertex);
                    break 'search;
                }
            }
        }
    }
    if corners.len() == 3 {
        let base = corners[0].w;
        let normal = (corners[1].w - base).cross(corners[2].w - base);
        // A cross product is the same for the mirrored triangle.
        let ways = [V::axis(0), V::axis(1), V::axis(2)].map(|axis| probe.pair.any().forward(axis));
        let sides = ways.map(|way| normal.dot(P::widen(way)));
        let backward = sides.into_iter().find(|side| *side != zero).is_some_and(|side| side < zero);
        let normal = if backward { -normal } else { normal };
        for way in [normal, -normal] {
            let (vertex, _) = probe.ask(way)?;
            if normal.dot(vertex.w - base) != zero {
                corners.push(vertex);
                break;
            }
        }
    }
    let [a, b, c, d] = corners[..].first_chunk()?.map(|corner| corner.w);
    Some((b - a).cross(c - a).dot(d - a))
}
