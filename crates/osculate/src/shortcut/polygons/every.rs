//! The distance of two polygons of at most eight corners, by every edge of each and every corner of
//! the other.
//!
//! The distance of two polygons that are apart is that of a corner of the one from an edge of the
//! other. There are so few that all are asked, a row of edges at a time. No step waits for the one
//! before, no branch depends on where the polygons are, and nothing is left to prove. So the
//! processor starts the next query before this one ends. The fronts (`fronts`) need a third of the
//! products, but each of their steps waits for the one before. Decision 0012 has the times.

use super::edges::{EdgeRow, Opposite};
use super::pair::Polygons;
use crate::convex::table::outline::Edges;
use crate::number::blocks::{Block, LanesOf};
use crate::number::lanes::{Lanes, Row, Work};
use crate::number::vector::{Matrix, Real, Vector};

/// How two polygons lie to each other.
pub(super) struct Every<S> {
    /// How far the one is beyond an edge of the other, for the edge of either for which that is
    /// most. Less than zero if they overlap.
    pub beyond: S,
    /// How far the nearest corner is from an edge: the distance of polygons that are apart.
    pub nearest: S,
}

/// `None` for polygons of more corners.
#[inline(always)]
pub(super) fn look<V: Vector>(polygons: &Polygons<'_, V>) -> Option<Every<V::Scalar>> {
    match polygons.a.edges().len().max(polygons.b.edges().len()) {
        1 => Some(LanesOf::<V>::by_eights(Fours(polygons))),
        2 => Some(LanesOf::<V>::by_eights(Eights(polygons))),
        _ => None,
    }
}

/// Polygons of at most four corners: the edges of both are one row.
struct Fours<'p, 's, V: Vector>(&'p Polygons<'s, V>);

impl<V: Vector> Work<LanesOf<V>> for Fours<'_, '_, V> {
    type Answer = Every<V::Scalar>;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Self::Answer {
        let fours = [&self.0.a.edges()[0], &self.0.b.edges()[0]];
        let opposite = Opposite::<R>::new(fours, self.0.ways(), &self.0.turn());
        let edges = &opposite.edges;
        let (first, second) =
            (Faced::of(edges, opposite.place(0)), Faced::of(edges, opposite.place(1)));
        let (third, fourth) =
            (Faced::of(edges, opposite.place(2)), Faced::of(edges, opposite.place(3)));
        first.or(second).or(third.or(fourth)).every()
    }
}

/// Polygons of more: all edges of the one are a row.
struct Eights<'p, 's, V: Vector>(&'p Polygons<'s, V>);

impl<V: Vector> Work<LanesOf<V>> for Eights<'_, '_, V> {
    type Answer = Every<V::Scalar>;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Self::Answer {
        let (edges_a, edges_b) = (self.0.a.edges(), self.0.b.edges());
        let ([way_a, way_b], turn) = (self.0.ways(), self.0.turn());
        let of_a = Faced::<R>::all::<V>(edges_a, edges_b, way_a, &turn);
        let of_b = Faced::<R>::all::<V>(edges_b, edges_a, way_b, &turn.transpose());
        let beyond = of_a.beyond.max(of_b.beyond);
        Faced { beyond, squared: of_a.squared.min(of_b.squared) }.every()
    }
}

/// What edges say of corners of the other polygon, an edge in each place of a row.
#[derive(Clone, Copy)]
struct Faced<R> {
    /// How far beyond the edge's line the nearest of the corners is.
    beyond: R,
    /// The square of the least distance from the edge.
    squared: R,
}

impl<R: Row> Faced<R> {
    /// What all edges of the one say of all corners of the other, which are turned into the one's
    /// axes; `way` is from the one's origin to the other's.
    #[inline(always)]
    fn all<V: Vector>(one: &[Edges<V>], other: &[Edges<V>], way: V, turn: &V::Matrix) -> Self
    where
        R: Row<Four = LanesOf<V>>,
    {
        // Of too few, the first again.
        let four = |k: usize| &one[if k < one.len() { k } else { 0 }];
        let edges = EdgeRow::new::<V>(four, (R::splat(way.get(0)), R::splat(way.get(1))));
        let nearest = Self::of_four(&edges, &other[0].points().map(turn));
        match other.get(1) {
            Some(more) => nearest.or(Self::of_four(&edges, &more.points().map(turn))),
            None => nearest,
        }
    }

    /// What they say of four corners.
    #[inline(always)]
    fn of_four<V: Vector>(edges: &EdgeRow<R>, corners: &Block<V>) -> Self
    where
        R: Row<Four = LanesOf<V>>,
    {
        let (us, vs) = (corners.lanes(0), corners.lanes(1));
        let (us, vs) = (us.as_array(), vs.as_array());
        let first = Self::of(edges, edges.place(R::splat(us[0]), R::splat(vs[0])));
        let second = Self::of(edges, edges.place(R::splat(us[1]), R::splat(vs[1])));
        let third = Self::of(edges, edges.place(R::splat(us[2]), R::splat(vs[2])));
        let fourth = Self::of(edges, edges.place(R::splat(us[3]), R::splat(vs[3])));
        first.or(second).or(third.or(fourth))
    }

    /// What they say of one, which is so far beyond and so far along them.
    #[inline(always)]
    fn of(edges: &EdgeRow<R>, (beyond, along): (R, R)) -> Self {
        let aside = along.sub(edges.clamp(along));
        Self { beyond, squared: aside.mul(aside).add(beyond.mul(beyond)) }
    }

    /// The nearest of these corners and others.
    #[inline(always)]
    fn or(self, others: Self) -> Self {
        let (beyond, squared) = (self.beyond.min(others.beyond), self.squared.min(others.squared));
        Self { beyond, squared }
    }

    /// What all edges say together.
    #[inline(always)]
    fn every(self) -> Every<ScalarOf<R>>
    where
        ScalarOf<R>: Real,
    {
        Every { beyond: self.beyond.most(), nearest: self.squared.least().sqrt() }
    }
}

/// What a row is of.
type ScalarOf<R> = <<R as Row>::Four as Lanes>::Scalar;
