//! Two polygons of the plane that know their edges: whether they intersect.
//!
//! Two convex polygons are apart exactly if the normal of some edge separates them: if all of the other is beyond it. One point of the other tells of most
//! edges that they do not, four in one go. If the middle of one is behind all edges of the other, the polygons overlap. If not, polygons of few vertices have
//! all their edges looked at (`fronts`); of larger ones the vertices nearest along the line between the middles are asked about all edges, and the edges that are left,
//! mostly one, about all vertices. What rounding leaves in doubt is left to GJK, so that the two cannot contradict each other.
//!
//! Points are taken to the polygons' own axes, where the edges are; the vertices stay where they are.

use super::fronts;
use crate::blocks::{Block, LanesOf, furthest};
use crate::convex::{Convex, Core};
use crate::gjk::Frame;
use crate::lanes::Lanes;
use crate::outline::{Edges, Outline};
use crate::vector::{Matrix, Real, Scalar, Vector};

/// What one edge says of the other polygon.
enum Judgement<V> {
    /// It is all beyond; the edge's outward normal.
    Apart(V),
    /// It touches the edge.
    Touch,
    /// It reaches inside.
    Reaches,
    /// It might touch.
    Doubt,
}

/// What the edges of a polygon say of a point; the edges a bit each.
struct Survey<S> {
    /// Those that do not surely have it behind them, by more than the band.
    left: u32,
    /// How far it is beyond the edge that it is furthest beyond.
    most: S,
    /// That edge.
    first: u32,
}

/// One polygon of a query. What it is asked and answers is in the world's axes, scaled, and counts from its origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'s, V: Vector> {
    pub blocks: &'s [Block<V>],
    outline: &'s Outline<V>,
    /// From the polygon's axes to the world's.
    pub axes: V::Matrix,
    pub scale: V::Scalar,
}

/// An edge of a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<V: Vector> {
    from: V,
    /// The outward normal, of length 1.
    pub outward: V,
    /// How far the polygon reaches along it.
    level: V::Scalar,
    length: V::Scalar,
}

/// Two polygons of the plane that know their edges, and how they lie to each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polygons<'s, V: Vector> {
    pub a: Side<'s, V>,
    pub b: Side<'s, V>,
    /// From a's origin to b's.
    pub offset: V,
    /// How far the vertices of either are from its origin at most.
    extent: V::Scalar,
    pub band: V::Scalar,
}

impl<'s, V: Vector> Side<'s, V> {
    #[inline(always)]
    fn new(core: Core<'s, V>, scale: V::Scalar) -> Option<Self> {
        let Core::Points { blocks, axes, outline: Some(outline) } = core else { return None };
        if V::DIM != 2 {
            return None;
        }
        Some(Self { blocks, outline, axes: axes.unwrap_or(V::Matrix::IDENTITY), scale })
    }

    /// The edges, by fours.
    #[inline(always)]
    pub fn edges(&self) -> &'s [Edges<V>] {
        self.outline.edges()
    }

    /// A vector in the world's axes.
    #[inline(always)]
    pub fn world(&self, v: V) -> V {
        self.axes.apply(v)
    }

    /// A vector in the polygon's own axes.
    #[inline(always)]
    pub fn own(&self, v: V) -> V {
        self.axes.transpose().apply(v)
    }

    /// A point inside.
    #[inline(always)]
    fn middle(&self) -> V {
        self.world(self.outline.middle()) * self.scale
    }

    /// The vertex with this number.
    #[inline(always)]
    pub fn vertex(&self, i: usize) -> V {
        self.world(self.blocks[i / 4].point(i % 4)) * self.scale
    }

    /// The edge with this number, in the polygon's axes.
    #[inline(always)]
    pub fn edge(&self, i: usize) -> Edge<V> {
        let Edges { normals: [x, y], levels, lengths } = &self.edges()[i / 4];
        let at = |lanes: &LanesOf<V>| lanes.as_array()[i % 4];
        let outward = V::from_fn(|i| at([x, y][i]));
        let (level, length) = (at(levels) * self.scale, at(lengths) * self.scale);
        Edge { from: self.blocks[i / 4].point(i % 4) * self.scale, outward, level, length }
    }

    /// The vertex furthest along a direction.
    #[inline(always)]
    pub fn support(&self, direction: V) -> V {
        self.vertex(furthest(self.blocks, self.own(direction)))
    }

    /// What the edges say of a point.
    #[inline(always)]
    fn survey(&self, point: V, band: V::Scalar) -> Survey<V::Scalar> {
        let splat = LanesOf::<V>::splat;
        let local = self.own(point);
        let (x, y) = (splat(local.get(0)), splat(local.get(1)));
        let (scale, within) = (splat(self.scale), splat(-band));
        let height = |Edges { normals: [u, v], levels, .. }: &Edges<V>| {
            u.mul(x).add(v.mul(y)).sub(levels.mul(scale))
        };
        let (mut left, mut most) = (0, splat(-V::Scalar::INFINITY));
        for (k, edges) in self.edges().iter().enumerate() {
            let height = height(edges);
            left |= (within.greater(height) ^ 0b1111) << (4 * k);
            most = height.max(most);
        }
        let most = most.max_across();
        let mut first = 0;
        for (k, edges) in self.edges().iter().enumerate() {
            first |= height(edges).equal(most) << (4 * k);
        }
        Survey { left, most: most.to_array()[0], first }
    }

    /// What an edge says of the other polygon. `way` is from this one's origin to the other's.
    #[inline(always)]
    fn judge(&self, edge: usize, other: &Self, way: V, band: V::Scalar) -> Judgement<V> {
        let edge = self.edge(edge);
        let outward = self.world(edge.outward);
        let nearest = self.own(other.support(-outward) + way);
        let gap = edge.outward.dot(nearest) - edge.level;
        if gap > band {
            return Judgement::Apart(outward);
        }
        if gap < -band {
            return Judgement::Reaches;
        }
        // A vertex of the other that is, beyond doubt, within the band of the edge.
        let off = nearest - edge.nearest(nearest).0;
        let near = band * band * V::Scalar::from_f64(0.8);
        if off.length_squared() <= near { Judgement::Touch } else { Judgement::Doubt }
    }
}

impl<V: Vector> Edge<V> {
    /// The point of the edge that is nearest to another, and whether it is neither of its ends.
    #[inline(always)]
    pub fn nearest(&self, to: V) -> (V, bool) {
        let along = V::normal_to(&[self.outward]);
        let reach = along.dot(to - self.from);
        let zero = V::Scalar::ZERO;
        let within = (reach > zero) & (reach < self.length);
        (self.from + along * reach.max(zero).min(self.length), within)
    }
}

impl<'s, V: Vector> Polygons<'s, V> {
    /// `None` for other shapes.
    #[inline(always)]
    pub fn new<A: Convex<V>, B: Convex<V>>(a: &'s A, b: &'s B, frame: &Frame<V>) -> Option<Self> {
        let extent = a.extent().max(b.extent()) * frame.scale;
        let (a, b) = (Side::new(a.core(), frame.scale)?, Side::new(b.core(), frame.scale)?);
        Some(Self { a, b, offset: frame.offset, extent, band: frame.band })
    }

    /// Whether the middle of one may well be inside the other: the origins are no further apart than one of the two is wide.
    #[inline(always)]
    fn is_close(&self) -> bool {
        self.offset.length_squared() <= self.extent * self.extent
    }

    /// Whether they intersect, and an axis from b to a that separates them. `hint` is such an axis, perhaps, or zero. `None` in doubt.
    #[inline(always)]
    pub fn intersect(&self, hint: V) -> Option<(bool, V)> {
        let Self { a, b, offset, band, .. } = *self;
        // How far b is beyond a along an axis from a to b, in lengths of the axis; and the vertices that say so.
        let gap = |axis: V| {
            let (p, q) = (a.support(axis), b.support(-axis) + offset);
            (axis.dot(q - p), p, q)
        };
        // So far that they are found to be apart without it too: hints change no answer.
        if hint != V::ZERO && gap(-hint).0 > (band + band) * length_bound(hint) {
            return Some((false, hint));
        }
        if self.overlap_by_middles() {
            return Some((true, V::ZERO));
        }
        if !self.is_large()
            && let Some(answer) = fronts::intersect(self)
        {
            return Some(answer);
        }
        let between = (b.middle() - a.middle()) + offset;
        let (apart, p, q) = gap(between);
        if apart > band * length_bound(between) {
            return Some((false, -between));
        }
        let [of_a, of_b] = [a.survey(q, band), b.survey(p - offset, band)];
        let mut left = [of_a.left, of_b.left];
        if left[0] == 0 || left[1] == 0 {
            return Some((true, V::ZERO));
        }
        // Most likely, all turns on the edge that its side's vertex is furthest beyond, of the side where that is less far.
        let mut which = usize::from(of_b.most < of_a.most);
        let mut next = [of_a.first, of_b.first][which];
        let (one, mut doubt) = (V::Scalar::ONE, false);
        while next != 0 {
            let (side, other, to_b) = if which == 0 { (a, b, one) } else { (b, a, -one) };
            match side.judge(next.trailing_zeros() as usize, &other, offset * to_b, band) {
                Judgement::Apart(outward) => return Some((false, outward * -to_b)),
                Judgement::Touch => return Some((true, V::ZERO)),
                Judgement::Reaches => {}
                Judgement::Doubt => doubt = true,
            }
            left[which] &= !(next & next.wrapping_neg());
            if left[which] == 0 {
                which = 1 - which;
            }
            next = left[which];
        }
        (!doubt).then_some((true, V::ZERO))
    }

    /// Whether the middle of one is surely inside the other.
    #[inline(always)]
    pub fn overlap_by_middles(&self) -> bool {
        self.is_close() && (self.b_in_a().is_some() || self.a_in_b().is_some())
    }

    /// A common point, from a's origin and from b's, if the middle of one is surely inside the other.
    #[inline(always)]
    pub fn common(&self) -> Option<(V, V)> {
        // Which is asked first is no matter of the arguments' order, so that a swap gives the same point. Equal origins leave no order.
        let (x, y, zero) = (self.offset.get(0), self.offset.get(1), V::Scalar::ZERO);
        if !self.is_close() || self.offset == V::ZERO {
            None
        } else if x > zero || (x == zero && y > zero) {
            self.b_in_a().or_else(|| self.a_in_b())
        } else {
            self.a_in_b().or_else(|| self.b_in_a())
        }
    }

    /// The middle of b, from a's origin and from b's, if it is surely inside a.
    #[inline(always)]
    fn b_in_a(&self) -> Option<(V, V)> {
        let middle = self.b.middle();
        let at = middle + self.offset;
        (self.a.survey(at, self.band).left == 0).then_some((at, middle))
    }

    /// The middle of a, if it is surely inside b.
    #[inline(always)]
    fn a_in_b(&self) -> Option<(V, V)> {
        let middle = self.a.middle();
        let at = middle - self.offset;
        (self.b.survey(at, self.band).left == 0).then_some((middle, at))
    }
}

/// A bound on the length of a vector, without a root.
#[inline(always)]
fn length_bound<V: Vector>(v: V) -> V::Scalar {
    v.get(0).abs() + v.get(1).abs()
}
