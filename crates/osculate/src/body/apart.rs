//! Whether two triangles of meshes are further apart than a length: most are, and need no query.
//!
//! Two triangles that are apart are furthest from one another along the normal of one of them, or
//! along the shortest way between two of their edges. Each of the eleven ways that is tried is a
//! proof by itself: what one triangle reaches along it is short of where the other begins. So
//! nothing here need be exact but these reaches, and what they round is left open by the boxes too.

use core::array;

use super::facet::Facet;
use crate::number::blocks::{Block, LanesOf};
use crate::number::lanes::Lanes;
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::Pose;

/// Two triangles, the second in the axes of the first.
pub(super) struct Triangles<V: Vector> {
    a: Block<V>,
    b: Block<V>,
}

impl<V: Vector> Triangles<V> {
    /// The pose leads from the axes of b to those of a.
    #[inline(always)]
    pub fn new(a: &Facet<V>, b: &Facet<V>, relative: &Pose<V>) -> Self {
        let (turned, way) = (b.block().map(&relative.rotation().matrix()), relative.translation());
        let moved = |i: usize| turned.lanes(i).add(LanesOf::<V>::splat(way.get(i)));
        Self { a: *a.block(), b: Block::of_lanes(moved) }
    }

    /// Whether they are proved to be further apart than this.
    #[inline(always)]
    pub fn are_further(&self, most: V::Scalar) -> bool {
        let is_way = |way| self.reach_past(way, most);
        is_way(normal(&self.a)) || is_way(normal(&self.b)) || is_way(self.between_edges())
    }

    /// Whether along a way, or against it, one begins further than this after the other ends.
    #[inline(always)]
    fn reach_past(&self, way: V, most: V::Scalar) -> bool {
        let squared = way.length_squared();
        // So long that nothing below leaves the numbers with digits, and so short.
        let epsilon = V::Scalar::EPSILON;
        let least = V::Scalar::LEAST / (epsilon * epsilon * epsilon);
        if !(squared >= least && squared <= V::Scalar::MAX) {
            return false;
        }
        let (a, b) = (self.a.dot(way), self.b.dot(way));
        let ends = |of: LanesOf<V>| [of.min_across(), of.max_across()].map(|x| x.as_array()[0]);
        let ([low_a, high_a], [low_b, high_b]) = (ends(a), ends(b));
        (low_b - high_a).max(low_a - high_b) > most * squared.sqrt()
    }

    /// The shortest way between two edges, about.
    #[inline(always)]
    fn between_edges(&self) -> V {
        let (zero, one) = (splat::<V>(V::Scalar::ZERO), splat::<V>(V::Scalar::ONE));
        // What is no number, of edges that are a point or parallel, is taken as zero.
        let clamped = |x: LanesOf<V>| x.max(zero).min(one);
        let edges = |i: usize| self.a.lanes(i).turn_three().sub(self.a.lanes(i));
        let [starts, edges] = [V::each(|i| self.a.lanes(i)), V::each(edges)];
        let square_a = dot::<V>(edges, edges);
        let mut best = (splat::<V>(V::Scalar::INFINITY), V::each(|_| zero));
        for k in 0..3 {
            let (from, to) = (self.b.point(k), self.b.point((k + 1) % 3));
            let edge = V::each(|i| splat::<V>(to.get(i) - from.get(i)));
            let offset = V::each(|i| starts[i].sub(splat::<V>(from.get(i))));
            let square_b = dot::<V>(edge, edge);
            let (along_a, along_b) = (dot::<V>(offset, edges), dot::<V>(offset, edge));
            let both = dot::<V>(edges, edge);
            let area = square_a.mul(square_b).sub(both.mul(both));
            let s = clamped(both.mul(along_b).sub(along_a.mul(square_b)).div(area));
            let t = clamped(both.mul(s).add(along_b).div(square_b));
            let s = clamped(both.mul(t).sub(along_a).div(square_a));
            let way = V::each(|i| offset[i].add(edges[i].mul(s)).sub(edge[i].mul(t)));
            let square = dot::<V>(way, way);
            let nearer = |i: usize| square.if_less(best.0, way[i], best.1[i]);
            best = (square.min(best.0), V::each(nearer));
        }
        let (squares, least) = (best.0.to_array(), best.0.min_across().to_array()[0]);
        let lane = squares.iter().position(|&square| square == least).unwrap_or(0);
        V::from_fn(|i| best.1[i].as_array()[lane])
    }
}

/// The normal of a triangle, of any length.
#[inline(always)]
fn normal<V: Vector>(of: &Block<V>) -> V {
    let [a, b, c] = array::from_fn(|k| of.point(k));
    V::normal_to(&[b - a, c - a])
}

#[inline(always)]
fn splat<V: Vector>(value: V::Scalar) -> LanesOf<V> {
    LanesOf::<V>::splat(value)
}

#[inline(always)]
fn dot<V: Vector>(a: V::Each<LanesOf<V>>, b: V::Each<LanesOf<V>>) -> LanesOf<V> {
    let sum = a[0].mul(b[0]).add(a[1].mul(b[1]));
    if V::DIM == 3 { sum.add(a[2].mul(b[2])) } else { sum }
}
