//! The expansion in space: a triangulated polytope with adjacency, in arrays of fixed size.
//!
//! A step takes the face nearest the origin, asks for the vertex along its normal, removes every face that the vertex sees, and closes the hole
//! with a fan of triangles around the vertex. The faces seen are found by walking from the first across edges; the walk meets
//! the edges of the hole in order, so that neighbours of the fan follow from their order.
//!
//! A face's plane is computed from its corners in the order of their age, whatever its winding: so a swap of the two shapes, which mirrors
//! everything and winds every face the other way, gives the same bits.

use arrayvec::ArrayVec;

use super::{Corner, Depth, LinearOf, MOST_STEPS, MOST_VERTICES, Precision, Probe, ScalarOf, part};
use crate::gjk::{Ended, Support};
use crate::linear::{Linear, Real};
use crate::simplex::{Simplex, exhaustive};
use crate::vector::Vector;

/// A triangulated polytope of n vertices has 2n − 4 faces; removed ones are reused.
const MOST_FACES: usize = 2 * MOST_VERTICES;

/// A plane may be off by 8 = 2³ ε of its longest products: the two products and the difference of each coordinate of the normal, the
/// inner product, and the edges' own rounding.
const PLANE_ERROR_DOUBLINGS: u32 = 3;

#[derive(Clone, Copy, Debug)]
struct Face<L: Linear> {
    /// Counterclockwise seen from outside.
    corners: [u8; 3],
    /// The same by age: equal for a face and its mirror image, which is wound the other way.
    by_age: [u8; 3],
    /// Across the edge from corner k to corner k + 1: the face, and which of its edges it is.
    neighbours: [(u16, u8); 3],
    /// Outward, of any length.
    normal: L,
    /// From the origin along the normal, less a bound on its error; negative if the origin is outside.
    at_least: L::Scalar,
    /// A bound on the error of an inner product with the normal.
    slack: L::Scalar,
}

struct Polytope<V: Vector, P: Precision<V>> {
    vertices: ArrayVec<Corner<V, P>, MOST_VERTICES>,
    faces: ArrayVec<Face<LinearOf<V, P>>, MOST_FACES>,
    /// What each face's distance is at least, infinite for one that is gone. Every step looks for the least of all, and reads
    /// nothing else of a face.
    at_least: ArrayVec<ScalarOf<V, P>, MOST_FACES>,
    free: ArrayVec<u16, MOST_FACES>,
}

impl<V: Vector, P: Precision<V>> Polytope<V, P> {
    /// A face with these corners, counterclockwise from outside; no neighbours yet. `None` if its corners are collinear.
    fn face(&self, corners: [u8; 3]) -> Option<Face<LinearOf<V, P>>> {
        let [i, j, k] = corners;
        let mut order = corners;
        order.sort_unstable();
        // An even permutation leaves the winding.
        let even = order == [i, j, k] || order == [j, k, i] || order == [k, i, j];
        let [a, b, c] = order.map(|i| self.vertices[i as usize].w);
        let (ab, ac) = (b - a, c - a);
        let normal = if even { ab.cross(ac) } else { -ab.cross(ac) };
        let squared = normal.length_squared();
        let length = squared.sqrt();
        // The products that cancel in the normal are as large as the edges' lengths multiplied.
        let products = (ab.length_squared() * ac.length_squared()).sqrt();
        let mut rounding = <ScalarOf<V, P> as Real>::EPSILON * products;
        for _ in 0..PLANE_ERROR_DOUBLINGS {
            rounding = rounding + rounding;
        }
        if !(length > rounding) {
            return None;
        }
        let per_length = <ScalarOf<V, P> as Real>::ONE / length;
        let away = a.length_squared().max(b.length_squared()).max(c.length_squared()).sqrt();
        let slack = rounding * away;
        Some(Face {
            corners,
            by_age: order,
            neighbours: [(0, 0); 3],
            normal,
            at_least: (normal.dot(a) - slack) * per_length,
            slack,
        })
    }

    /// How far a point is beyond the plane of a face, times the length of its normal.
    fn beyond(&self, w: LinearOf<V, P>, face: &Face<LinearOf<V, P>>) -> ScalarOf<V, P> {
        face.normal.dot(w - self.vertices[face.by_age[0] as usize].w)
    }

    /// Whether a point is outside the plane of a face, or on it as far as can be told: a face that the new vertex is coplanar with
    /// goes, so that no triangle of the fan is flat.
    fn sees(&self, w: LinearOf<V, P>, face: &Face<LinearOf<V, P>>) -> bool {
        self.beyond(w, face) >= -face.slack
    }

    /// Adds the vertex, which sees `first`. False if rounding made the hole's border no single loop: then faces are
    /// gone for good, and the expansion can only end.
    fn add(&mut self, vertex: Corner<V, P>, first: u16) -> bool {
        let new = self.vertices.len() as u8;
        self.vertices.push(vertex);
        // Edges of the hole: a face beyond, which of its edges, and that edge's two corners as the beyond face winds them.
        let mut border: ArrayVec<(u16, u8, u8, u8), MOST_FACES> = ArrayVec::new();
        let mut walk: ArrayVec<(u16, u8), { 3 * MOST_FACES }> = ArrayVec::new();
        self.remove(first);
        let around = self.faces[first as usize].neighbours;
        walk.extend([around[2], around[1], around[0]]);
        while let Some((at, edge)) = walk.pop() {
            if self.is_gone(at as usize) {
                continue;
            }
            let face = &self.faces[at as usize];
            let (this, next, last) =
                (edge as usize, (edge as usize + 1) % 3, (edge as usize + 2) % 3);
            let full = if self.sees(vertex.w, face) {
                // On across the two other edges, in order.
                let onward = [face.neighbours[last], face.neighbours[next]];
                self.remove(at);
                walk.try_extend_from_slice(&onward).is_err()
            } else {
                border.try_push((at, edge, face.corners[this], face.corners[next])).is_err()
            };
            if full {
                return false;
            }
        }
        let n = border.len();
        if n < 3 {
            return false;
        }
        // Each edge of the border, seen from the hole, ends where the next begins.
        for k in 0..n {
            if border[k].2 != border[(k + 1) % n].3 {
                return false;
            }
        }
        let mut fan: ArrayVec<u16, MOST_FACES> = ArrayVec::new();
        for &(beyond, edge, from, to) in &border {
            let Some(mut face) = self.face([to, from, new]) else { return false };
            face.neighbours[0] = (beyond, edge);
            let at = match self.free.pop() {
                Some(at) => {
                    self.at_least[at as usize] = face.at_least;
                    self.faces[at as usize] = face;
                    at
                }
                None if self.faces.is_full() => return false,
                None => self.push(face),
            };
            self.faces[beyond as usize].neighbours[edge as usize] = (at, 0);
            fan.push(at);
        }
        for k in 0..n {
            // Edge 1 runs from the border edge's end to the new vertex, edge 2 back to its start.
            let (this, next) = (fan[k], fan[(k + 1) % n]);
            self.faces[this as usize].neighbours[1] = (next, 2);
            self.faces[next as usize].neighbours[2] = (this, 1);
        }
        true
    }

    fn push(&mut self, face: Face<LinearOf<V, P>>) -> u16 {
        self.at_least.push(face.at_least);
        self.faces.push(face);
        self.faces.len() as u16 - 1
    }

    fn is_gone(&self, at: usize) -> bool {
        self.at_least[at] == Real::INFINITY
    }

    fn remove(&mut self, at: u16) {
        self.at_least[at as usize] = Real::INFINITY;
        self.free.push(at);
    }

    /// The face nearest the origin. Of faces equally near it is the oldest, as a mirrored expansion keeps its faces in another order.
    fn nearest(&self) -> usize {
        let mut nearest = 0;
        for (i, &at_least) in self.at_least.iter().enumerate() {
            let least = self.at_least[nearest];
            if at_least < least
                || at_least == least && self.faces[i].by_age < self.faces[nearest].by_age
            {
                nearest = i;
            }
        }
        nearest
    }

    /// The answer, from the nearest face and those that are as near, up to `width`.
    fn conclude<A: Support<V>, B: Support<V>>(
        &self,
        probe: &Probe<'_, V, P, A, B>,
        nearest: usize,
        width: V::Scalar,
        ended: Ended,
    ) -> Depth<V> {
        let least = self.at_least[nearest];
        let all = self.faces.iter().zip(&self.at_least);
        let near = all.filter(|(_, at_least)| P::narrow_scalar(**at_least - least) <= width);
        let mut near: ArrayVec<_, MOST_FACES> = near.map(|(face, _)| face.by_age).collect();
        near.sort_unstable();
        let vertex = |i: &u8| &self.vertices[*i as usize];
        probe.conclude(least, near.iter().map(|f| part(f.iter().map(vertex))), width, ended)
    }
}

pub(super) fn expand<V: Vector, P: Precision<V>, A: Support<V>, B: Support<V>>(
    probe: &mut Probe<'_, V, P, A, B>,
    simplex: ArrayVec<Corner<V, P>, 4>,
    width: V::Scalar,
) -> Depth<V> {
    let zero = ScalarOf::<V, P>::ZERO;
    let Some(tetrahedron) = grow(probe, &simplex) else {
        // Flat: both sides were asked, and have no depth.
        return probe.conclude(zero, core::iter::once(part(&simplex)), width, Ended::Exhausted);
    };
    let mut polytope = Polytope::<V, P> {
        vertices: tetrahedron.into_iter().collect(),
        faces: ArrayVec::new(),
        at_least: ArrayVec::new(),
        free: ArrayVec::new(),
    };
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| polytope.vertices[i].w);
    let outward = (b - a).cross(c - a).dot(d - a) < zero;
    for corners in [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]] {
        let [i, j, k] = corners;
        match polytope.face(if outward { [i, j, k] } else { [i, k, j] }) {
            Some(face) => {
                polytope.push(face);
            }
            None => {
                return probe.conclude(
                    zero,
                    core::iter::once(part(&simplex)),
                    width,
                    Ended::Exhausted,
                );
            }
        }
    }
    join(&mut polytope.faces);

    loop {
        let nearest = polytope.nearest();
        let face = polytope.faces[nearest];
        let converged = |(reach, _)| P::narrow_scalar(reach - face.at_least) <= width;
        if probe.least.is_some_and(converged) {
            return polytope.conclude(probe, nearest, width, Ended::Converged);
        }
        if probe.steps >= MOST_STEPS || polytope.vertices.is_full() {
            return polytope.conclude(probe, nearest, width, Ended::StepLimit);
        }
        let Some((vertex, _)) = probe.ask(face.normal) else {
            return polytope.conclude(probe, nearest, width, Ended::Exhausted);
        };
        if !(polytope.beyond(vertex.w, &face) > face.slack) {
            return polytope.conclude(probe, nearest, width, Ended::Exhausted);
        }
        if !polytope.add(vertex, nearest as u16) {
            // Faces are gone, but the nearest is known.
            polytope.at_least[nearest] = face.at_least;
            return polytope.conclude(probe, nearest, width, Ended::Exhausted);
        }
    }
}

/// Makes a tetrahedron of the simplex, with support points across it. `None` if the set has no inside.
fn grow<V: Vector, P: Precision<V>, A: Support<V>, B: Support<V>>(
    probe: &mut Probe<'_, V, P, A, B>,
    simplex: &[Corner<V, P>],
) -> Option<ArrayVec<Corner<V, P>, 4>> {
    let zero = ScalarOf::<V, P>::ZERO;
    if let [a, b, c, d] = simplex {
        let (ab, ac, ad) = (b.w - a.w, c.w - a.w, d.w - a.w);
        let volume = ab.cross(ac).dot(ad);
        let sides = ab.length_squared() * ac.length_squared() * ad.length_squared();
        // Thinner than this, its faces have no planes to speak of.
        let thin = <ScalarOf<V, P> as Real>::EPSILON * sides.sqrt();
        let many = (0..10).fold(thin, |x, _| x + x);
        if volume.abs() > many {
            return Some(simplex.iter().copied().collect());
        }
    }
    // Of a simplex without volume, the part that holds the origin.
    let mut held = Simplex::EMPTY;
    for corner in simplex {
        held.push(corner.w);
    }
    let _ = exhaustive::reduce(&mut held);
    let mut corners: ArrayVec<Corner<V, P>, 4> =
        held.slots().iter().take(3).map(|&slot| simplex[slot as usize]).collect();
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
        let ways = [V::axis(0), V::axis(1), V::axis(2)].map(|axis| probe.pair.forward(axis));
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
    (corners.len() == 4).then_some(corners)
}

/// Finds the neighbours of the first four faces.
fn join<L: Linear>(faces: &mut [Face<L>]) {
    let edge = |face: &Face<L>, k: usize| (face.corners[k], face.corners[(k + 1) % 3]);
    for i in 0..faces.len() {
        for k in 0..3 {
            let (from, to) = edge(&faces[i], k);
            for j in 0..faces.len() {
                for l in 0..3 {
                    if edge(&faces[j], l) == (to, from) {
                        faces[i].neighbours[k] = (j as u16, l as u8);
                    }
                }
            }
        }
    }
}
