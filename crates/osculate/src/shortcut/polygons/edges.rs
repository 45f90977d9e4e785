//! Edges of polygons, four or eight in a row, and what they say of corners of the other polygon:
//! how far beyond an edge's line each is, and how far along it.
//!
//! Corners are turned into the axes of the polygon whose edges they face, and count from its
//! origin. What is turned so has the rounding of two rotations, of their product and of the edge:
//! in the plane 7 ε of its length at most, for which the band of 9 has room.

use crate::convex::table::outline::Edges;
use crate::number::blocks::LanesOf;
use crate::number::lanes::Row;
use crate::number::vector::{Matrix, Real, Vector};

/// Edges, seen from the origin of the polygon that they face.
#[derive(Clone, Copy)]
pub(super) struct EdgeRow<R> {
    /// The outward normals' coordinates.
    x: R,
    y: R,
    /// How far out the edges are.
    level: R,
    /// How far along themselves they begin.
    start: R,
    length: R,
    zero: R,
}

impl<R: Row> EdgeRow<R> {
    /// The edges by fours, and the way from their polygon's origin to the other's.
    #[inline(always)]
    pub fn new<'e, V: Vector>(four: impl Fn(usize) -> &'e Edges<V>, (u, v): (R, R)) -> Self
    where
        R: Row<Four = LanesOf<V>>,
    {
        let (x, y) = (R::of(|k| four(k).normals[0]), R::of(|k| four(k).normals[1]));
        let (p, q) = (R::of(|k| four(k).corners[0]), R::of(|k| four(k).corners[1]));
        let (levels, length) = (R::of(|k| four(k).levels), R::of(|k| four(k).lengths));
        let level = levels.sub(x.mul(u).add(y.mul(v)));
        let start = x.mul(q).sub(y.mul(p)).sub(x.mul(v).sub(y.mul(u)));
        Self { x, y, level, start, length, zero: R::splat(V::Scalar::ZERO) }
    }

    /// How far beyond each edge a corner is, and how far along it.
    #[inline(always)]
    pub fn place(&self, u: R, v: R) -> (R, R) {
        let Self { x, y, level, start, .. } = *self;
        (x.mul(u).add(y.mul(v)).sub(level), x.mul(v).sub(y.mul(u)).sub(start))
    }

    /// How far along each edge the point of it is that is nearest to one so far along it.
    #[inline(always)]
    pub fn clamp(&self, along: R) -> R {
        along.min(self.length).max(self.zero)
    }
}

/// Four edges of each of two polygons in one row, those of the first in its first half; and the
/// corners of the other polygon that each four faces.
#[derive(Clone, Copy)]
pub(super) struct Opposite<R> {
    pub edges: EdgeRow<R>,
    u: R,
    v: R,
}

impl<R: Row> Opposite<R> {
    /// Four edges of each, the ways from their origins to the other's, and the turn from the
    /// second's axes into the first's.
    #[inline(always)]
    pub fn new<V: Vector>(fours: [&Edges<V>; 2], ways: [V; 2], turn: &V::Matrix) -> Self
    where
        R: Row<Four = LanesOf<V>>,
    {
        let [way_a, way_b] = ways;
        let way = (R::pair(way_a.get(0), way_b.get(0)), R::pair(way_a.get(1), way_b.get(1)));
        let edges = EdgeRow::new::<V>(|k| fours[k & 1], way);
        // Into a's axes for b's corners, and back for a's.
        let (first, second) = (turn.column(0), turn.column(1));
        let (across, back) = (second.get(0), first.get(1));
        let p = R::of(|k| fours[1 - (k & 1)].corners[0]);
        let q = R::of(|k| fours[1 - (k & 1)].corners[1]);
        let u = R::splat(first.get(0)).mul(p).add(R::pair(across, back).mul(q));
        let v = R::pair(back, across).mul(p).add(R::splat(second.get(1)).mul(q));
        Self { edges, u, v }
    }

    /// What each edge says of the corner in this place of the four that it faces.
    #[inline(always)]
    pub fn place(&self, corner: usize) -> (R, R) {
        self.edges.place(self.u.spread(corner), self.v.spread(corner))
    }
}
