//! The expansion in space: a triangulated polytope with adjacency, in arrays of fixed size.
//!
//! A step takes the face nearest the origin, asks for the vertex along its normal, removes every
//! face that the vertex sees, and closes the hole with a fan of triangles around the vertex. The
//! faces seen are found by walking from the first across edges; the walk meets the edges of the
//! hole in order, so that neighbours of the fan follow from their order.
//!
//! A face's plane is computed from its newest corner and the spokes to the two others: so a swap of
//! the two shapes, which mirrors everything and winds every face the other way, gives the same
//! bits.

mod expansion;

pub(super) use expansion::expand;

use arrayvec::ArrayVec;

use super::{Corner, Depth, LinearOf, MOST_VERTICES, Near, Precision, ScalarOf, Upper, Vertex};
use crate::kernel::gjk::Ended;
use crate::number::linear::{Linear, Real};
use crate::number::vector::{Scalar, Vector};

/// A triangulated polytope of n vertices has 2n − 4 faces; removed ones are reused.
const MOST_FACES: usize = 2 * MOST_VERTICES;

/// Up to so many faces the nearest is searched for one by one; of more, four at a time: deep depths
/// of 64 vertices take 2 per cent less time, of 8 vertices they would take 9 per cent more.
const FEW_FACES: usize = 24;

/// A plane may be off by 8 = 2³ ε of its longest products: the two products and the difference of
/// each coordinate of the normal, the inner product, and the edges' own rounding.
const PLANE_ERROR_DOUBLINGS: u32 = 3;

/// One side of a face, walked counterclockwise seen from outside: from the corner of this number to
/// the next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side(u16);

impl Side {
    const fn new(face: u16, number: usize) -> Self {
        Self(face << 2 | number as u16)
    }
    fn face(self) -> usize {
        (self.0 >> 2) as usize
    }
    fn number(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// The side after this one, around a face. Sides have two bits for a number, and all that is kept
/// of three has a fourth place, so that nothing is to be checked.
const NEXT: [usize; 4] = [1, 2, 0, 0];

/// How a face hangs together with others.
#[derive(Clone, Copy, Debug)]
struct Links {
    /// Counterclockwise seen from outside, the newest last.
    corners: [u8; 4],
    /// What lies across each side.
    across: [Side; 4],
}

impl Links {
    const fn new(corners: [u8; 3], across: [Side; 3]) -> Self {
        let ([i, j, k], [l, m, n]) = (corners, across);
        Self { corners: [i, j, k, k], across: [l, m, n, n] }
    }

    fn corners(&self) -> [u8; 3] {
        let [i, j, k, _] = self.corners;
        [i, j, k]
    }

    /// The corners from the oldest to the newest: equal for a face and its mirror image, which is
    /// wound the other way.
    fn by_age(&self) -> [u8; 3] {
        let mut corners = self.corners();
        corners.sort_unstable();
        corners
    }
}

/// The faces of a tetrahedron whose corner 3 is behind face 0.
const TETRAHEDRON: [Links; 4] = [
    Links::new([0, 1, 2], [Side::new(1, 0), Side::new(3, 0), Side::new(2, 0)]),
    Links::new([1, 0, 3], [Side::new(0, 0), Side::new(2, 2), Side::new(3, 1)]),
    Links::new([0, 2, 3], [Side::new(0, 2), Side::new(3, 2), Side::new(1, 1)]),
    Links::new([2, 1, 3], [Side::new(0, 1), Side::new(1, 2), Side::new(2, 1)]),
];

/// Those of its mirror image. The newest corner stays last; the other winding walks the sides
/// backwards.
const MIRRORED: [Links; 4] = [
    Links::new([1, 0, 2], [Side::new(1, 0), Side::new(2, 0), Side::new(3, 0)]),
    Links::new([0, 1, 3], [Side::new(0, 0), Side::new(3, 2), Side::new(2, 1)]),
    Links::new([2, 0, 3], [Side::new(0, 1), Side::new(1, 2), Side::new(3, 1)]),
    Links::new([1, 2, 3], [Side::new(0, 2), Side::new(2, 2), Side::new(1, 1)]),
];

#[derive(Clone, Copy, Debug)]
struct Face<L: Linear> {
    links: Links,
    plane: Plane<L>,
}

impl<L: Linear> Face<L> {
    /// Whether a point is outside the plane, or on it as far as can be told: a face that the new
    /// vertex is coplanar with goes, so that no triangle of the fan is flat.
    #[inline(always)]
    fn is_seen_from(&self, w: L) -> bool {
        self.plane.normal.dot(w) >= self.plane.at_least
    }
}

#[derive(Clone, Copy, Debug)]
struct Plane<L: Linear> {
    /// Outward, of length 1.
    normal: L,
    /// A bound on the error of a point's distance from the plane.
    slack: L::Scalar,
    /// From the origin along the normal, less a bound on its error; negative if the origin is
    /// outside.
    at_least: L::Scalar,
}

impl<L: Linear> Plane<L> {
    /// The plane through `apex` and the other ends of two spokes from it, counterclockwise from
    /// outside. `None` if they are collinear.
    ///
    /// Seen in a mirror the spokes change places, and all numbers are the same to the bit but for
    /// the normal's sign.
    #[inline(always)]
    fn new(apex: L, from: Spoke<L>, to: Spoke<L>) -> Option<Self> {
        let one = <L::Scalar as Real>::ONE;
        let normal = from.spoke.cross(to.spoke);
        let squared = normal.length_squared();
        // The products that cancel in the normal are as large as the spokes' lengths multiplied.
        let products = from.squared * to.squared;
        let mut rounding = <L::Scalar as Real>::EPSILON;
        for _ in 0..PLANE_ERROR_DOUBLINGS {
            rounding = rounding + rounding;
        }
        if !(squared > rounding * rounding * products) {
            return None;
        }
        let per_length = one / squared.sqrt();
        // Not of the unit normal, which takes longer to know.
        let height = normal.dot(apex) * per_length;
        let stretch = products.sqrt() * per_length;
        let slack = rounding * stretch * from.away.max(to.away);
        Some(Self { normal: normal * per_length, slack, at_least: height - slack })
    }
}

/// From the newest corner of a face to another one. Two faces of a fan share it.
#[derive(Clone, Copy, Debug)]
struct Spoke<L: Linear> {
    spoke: L,
    squared: L::Scalar,
    /// How far its further end is from the origin.
    away: L::Scalar,
}

impl<L: Linear> Spoke<L> {
    #[inline(always)]
    fn new<V>(rim: &Vertex<V, L>, apex: &Vertex<V, L>) -> Self {
        let spoke = rim.w - apex.w;
        Self { spoke, squared: spoke.length_squared(), away: rim.away.max(apex.away) }
    }
}

/// The normal of a face, and how far it is from the origin at least.
#[inline(always)]
pub(super) fn face<V: Vector, P: Precision<V>>(
    i: &Corner<V, P>,
    j: &Corner<V, P>,
    newest: &Corner<V, P>,
) -> Option<(LinearOf<V, P>, ScalarOf<V, P>)> {
    let plane = Plane::new(newest.w, Spoke::new(i, newest), Spoke::new(j, newest))?;
    Some((plane.normal, plane.at_least))
}

struct Polytope<V: Vector, P: Precision<V>> {
    vertices: ArrayVec<Corner<V, P>, MOST_VERTICES>,
    faces: ArrayVec<Face<LinearOf<V, P>>, MOST_FACES>,
    /// What each face's distance is at least, infinite for one that is gone. By themselves, as
    /// every step looks for the least of all.
    at_least: ArrayVec<ScalarOf<V, P>, MOST_FACES>,
    free: ArrayVec<u16, MOST_FACES>,
}

impl<V: Vector, P: Precision<V>> Polytope<V, P> {
    /// The plane through these corners, counterclockwise from outside. `None` if they are
    /// collinear.
    #[inline(always)]
    fn plane(&self, corners: [u8; 3]) -> Option<Plane<LinearOf<V, P>>> {
        let [i, j, k] = corners.map(|i| &self.vertices[i as usize]);
        Plane::new(k.w, Spoke::new(i, k), Spoke::new(j, k))
    }

    /// How far a point is beyond the plane of a face.
    #[inline(always)]
    fn beyond(&self, w: LinearOf<V, P>, face: usize) -> ScalarOf<V, P> {
        let Face { links, plane } = &self.faces[face];
        plane.normal.dot(w - self.vertices[links.corners[2] as usize].w)
    }

    /// Adds the vertex, which sees `first`. False if rounding made the hole's border no single
    /// loop: then faces are gone for good, and the expansion can only end.
    #[inline(always)]
    fn add(&mut self, vertex: Corner<V, P>, first: usize) -> bool {
        let new = self.vertices.len() as u8;
        self.vertices.push(vertex);
        // The sides of the faces that stay, where they meet the hole.
        let mut border: ArrayVec<Side, MOST_FACES> = ArrayVec::new();
        let mut walk: ArrayVec<Side, { 3 * MOST_FACES }> = ArrayVec::new();
        self.remove(first);
        let [one, two, three, _] = self.faces[first].links.across;
        walk.extend([three, two, one]);
        while let Some(side) = walk.pop() {
            let at = side.face();
            if self.is_gone(at) {
                continue;
            }
            let face = &self.faces[at];
            let full = if face.is_seen_from(vertex.w) {
                // On across the two other sides, in order.
                let next = NEXT[side.number()];
                let [left, right] = [face.links.across[NEXT[next]], face.links.across[next]];
                self.remove(at);
                walk.try_extend_from_slice(&[left, right]).is_err()
            } else {
                border.try_push(side).is_err()
            };
            if full {
                return false;
            }
        }
        border.len() >= 3 && self.fan(&border, new, vertex)
    }

    /// Closes the hole with triangles from each side of its border to the vertex `new`, which is
    /// `apex`: not read back, as it was only just stored.
    #[inline(always)]
    fn fan(&mut self, border: &[Side], new: u8, apex: Corner<V, P>) -> bool {
        let last = border[border.len() - 1];
        let mut from = self.faces[last.face()].links.corners[last.number()];
        let spoke_to =
            |corner: u8, vertices: &[Corner<V, P>]| Spoke::new(&vertices[corner as usize], &apex);
        let mut before = spoke_to(from, &self.vertices);
        let mut previous: Option<u16> = None;
        let mut opening = 0;
        for &beyond in border {
            // Each side of the border, seen from the hole, begins where the one before it ends.
            let links = &self.faces[beyond.face()].links;
            let end = links.corners[NEXT[beyond.number()]];
            if end != from {
                return false;
            }
            from = links.corners[beyond.number()];
            let spoke = spoke_to(from, &self.vertices);
            let Some(plane) = Plane::new(apex.w, before, spoke) else { return false };
            before = spoke;
            let across = [beyond, beyond, Side::new(previous.unwrap_or(0), 1)];
            let links = Links::new([end, from, new], across);
            let Some(at) = self.put(Face { links, plane }) else {
                return false;
            };
            self.faces[beyond.face()].links.across[beyond.number()] = Side::new(at, 0);
            match previous {
                Some(previous) => self.faces[previous as usize].links.across[1] = Side::new(at, 2),
                None => opening = at,
            }
            previous = Some(at);
        }
        if let Some(last) = previous {
            self.faces[last as usize].links.across[1] = Side::new(opening, 2);
            self.faces[opening as usize].links.across[2] = Side::new(last, 1);
        }
        true
    }

    /// Stores a face, in the place of one that is gone if there is one. `None` if all places are
    /// taken.
    #[inline(always)]
    fn put(&mut self, face: Face<LinearOf<V, P>>) -> Option<u16> {
        let at_least = face.plane.at_least;
        if let Some(at) = self.free.pop() {
            self.at_least[at as usize] = at_least;
            self.faces[at as usize] = face;
            return Some(at);
        }
        self.faces.try_push(face).ok()?;
        self.at_least.try_push(at_least).ok()?;
        Some(self.faces.len() as u16 - 1)
    }

    fn is_gone(&self, at: usize) -> bool {
        self.at_least[at] == Real::INFINITY
    }

    fn remove(&mut self, at: usize) {
        self.at_least[at] = Real::INFINITY;
        self.free.push(at as u16);
    }

    /// The face nearest the origin. Of faces equally near it is the oldest, as a mirrored expansion
    /// keeps its faces in another order.
    #[inline(always)]
    fn nearest(&self) -> usize {
        if self.faces.len() <= FEW_FACES { self.nearest_of_few() } else { self.nearest_of_many() }
    }

    /// One at a time: what was just stored by ones would keep a load of several waiting.
    #[inline(always)]
    fn nearest_of_few(&self) -> usize {
        let (mut least, mut place, mut tie) = (ScalarOf::<V, P>::INFINITY, 0, false);
        for (i, &x) in self.at_least.iter().enumerate() {
            let (nearer, equal) = (x < least, x == least);
            tie = !nearer & (tie | equal);
            least = if nearer { x } else { least };
            place = if nearer { i } else { place };
        }
        if tie { self.oldest(least) } else { place }
    }

    /// Four at a time, which the processor compares at once.
    #[inline(always)]
    fn nearest_of_many(&self) -> usize {
        let (fours, rest) = self.at_least.as_chunks::<4>();
        let mut lanes = [ScalarOf::<V, P>::INFINITY; 4];
        for four in fours {
            for lane in 0..4 {
                lanes[lane] = lanes[lane].min(four[lane]);
            }
        }
        let [a, b, c, d] = lanes;
        let least = a.min(b).min(c.min(d));
        let least = rest.iter().fold(least, |least, x| least.min(*x));
        // How many have it, and the sum of their places: of one, its place.
        let (mut holders, mut places, mut place) = ([0u64; 4], [0u64; 4], [0u64, 1, 2, 3]);
        let mut count = |four: &[ScalarOf<V, P>]| {
            for (lane, &x) in four.iter().enumerate() {
                let holds = u64::from(x == least).wrapping_neg();
                holders[lane] = holders[lane].wrapping_sub(holds);
                places[lane] += holds & place[lane];
                place[lane] += 4;
            }
        };
        fours.iter().for_each(|four| count(four));
        count(rest);
        let is_alone = holders.iter().sum::<u64>() == 1;
        if is_alone { places.iter().sum::<u64>() as usize } else { self.oldest(least) }
    }

    /// The oldest of the faces that are at least so far.
    #[cold]
    fn oldest(&self, at_least: ScalarOf<V, P>) -> usize {
        let holders = (0..self.faces.len()).filter(|&i| self.at_least[i] == at_least);
        holders.min_by_key(|&i| self.faces[i].links.by_age()).unwrap_or(0)
    }

    /// The answer, from the nearest face and those that are as near: up to `width`, and to the
    /// upper bound, below which the way out passes through a face.
    fn conclude(
        &self,
        bound: &Upper<V, P>,
        nearest: usize,
        width: V::Scalar,
        ended: Ended,
    ) -> Depth<V> {
        let least = P::narrow_scalar(self.at_least[nearest]);
        let most = bound.least.map_or(least, |(reach, _)| P::narrow_scalar(reach));
        // Below the upper bound the way out passes through a face: but for rounding, which is less
        // than the width.
        self.conclude_with(bound, least, most.max(least) + width, width, ended)
    }

    /// Leaves the faces to whoever asks the same two bodies next.
    #[inline(always)]
    fn leave(&self, near: Option<&mut Near<V>>) {
        let Some(near) = near else { return };
        let stays = (0..self.faces.len()).filter(|&i| !self.is_gone(i));
        let faces = stays.map(|i| {
            let Face { links, plane } = &self.faces[i];
            (links.corners(), plane.normal, plane.at_least)
        });
        near.keep::<P>(&self.vertices, faces);
    }

    /// How far the origin is behind all faces at least, those that may be nearer than `upper`
    /// measured in twice the digits: of a closed surface, however little convex rounding left
    /// it, that is how far the origin is inside.
    fn measured_again(&self, upper: V::Scalar) -> V::Scalar {
        let mut least = V::Scalar::INFINITY;
        for (face, &at_least) in self.faces.iter().zip(&self.at_least) {
            let mut at_least = P::narrow_scalar(at_least);
            if at_least < upper {
                // By age: the same numbers for the mirror image.
                let [a, b, c] =
                    face.links.by_age().map(|i| P::narrow(self.vertices[i as usize].w).widen());
                let normal = (b - a).cross(c - a);
                let along = normal.dot(a) / normal.length_squared().sqrt();
                let distance = V::Scalar::narrow(along);
                let outward = face.links.corners[0] < face.links.corners[1];
                let distance = if outward { distance } else { -distance };
                at_least = distance - V::Scalar::EPSILON * distance.abs();
            }
            // A face without a plane proves nothing.
            if !(at_least >= least) {
                least = at_least;
            }
        }
        least
    }

    /// The answer, given the lower bound, and how far away a face may be that has the deepest
    /// point.
    fn conclude_with(
        &self,
        bound: &Upper<V, P>,
        lower: V::Scalar,
        most: V::Scalar,
        width: V::Scalar,
        ended: Ended,
    ) -> Depth<V> {
        let all = self.faces.iter().zip(&self.at_least);
        let near = all.filter(|(_, at_least)| P::narrow_scalar(**at_least) <= most);
        bound.conclude::<3>(
            lower,
            &self.vertices,
            near.map(|(face, _)| face.links.by_age()),
            (width, ended),
        )
    }
}
