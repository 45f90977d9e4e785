//! Two polygons of the plane that know their edges, and how they lie to each other.
//!
//! Points are taken to the polygons' own axes, where the edges are; the vertices stay where they
//! are.

use crate::convex::known::{Core, FewPoints};
use crate::convex::table::outline::{Edge, Edges, Outline};
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Frame, Goal};
use crate::number::blocks::{Block, LanesOf, furthest};
use crate::number::lanes::Lanes;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

use super::super::measured::Common;
use crate::number::contract::DOUBT;

/// One polygon of a query. What it is asked and answers is in the world's axes and counts from its
/// origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'s, V: Vector> {
    pub blocks: &'s [Block<V>],
    outline: &'s Outline<V>,
    /// From the polygon's axes to the world's.
    pub axes: V::Matrix,
}

/// Whether a bracket is all that was asked.
#[inline(always)]
pub(super) fn is_proved<S: Scalar>(lower: S, upper: S, goal: &Goal<S>, band: S) -> bool {
    // Two corners that touch have no direction between them, and need none.
    let lower = lower.max(S::ZERO);
    upper - lower <= goal.width.max(goal.relative * upper) && !is_in_doubt(lower, band)
}

/// Whether what is so far apart might touch.
#[inline(always)]
pub(super) fn is_in_doubt<S: Scalar>(lower: S, band: S) -> bool {
    (lower - band).abs() < S::from_f64(DOUBT) * band
}

/// Whether polygons that are at least so far apart surely do not touch. What is neither this nor
/// [`touch`] is in doubt, and then distances ask GJK too.
#[inline(always)]
pub(super) fn are_apart<S: Scalar>(lower: S, band: S) -> bool {
    lower >= band + band * S::from_f64(DOUBT)
}

/// Whether polygons of which the one is so far beyond the other at most, less than zero if inside,
/// surely overlap: by the band and half of it more.
#[inline(always)]
pub(super) fn overlap<S: Scalar>(beyond: S, band: S) -> bool {
    beyond < band * S::from_f64(-1.5)
}

/// Whether polygons of which two points are so far apart, squared, surely touch.
#[inline(always)]
pub(super) fn touch<S: Scalar>(squared: S, band: S) -> bool {
    let most = band - band * S::from_f64(DOUBT);
    squared <= most * most
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
    fn new(core: Core<'s, V>) -> Option<Self> {
        let Core::Points { points, axes } = core else { return None };
        if V::DIM != 2 {
            return None;
        }
        let FewPoints { blocks, outline: Some(outline), .. } = points else { return None };
        Some(Self { blocks, outline, axes: axes.unwrap_or(V::Matrix::IDENTITY) })
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
        self.world(self.outline.middle())
    }

    /// The vertex with this number.
    #[inline(always)]
    pub fn vertex(&self, i: usize) -> V {
        self.world(self.blocks[i / 4].point(i % 4))
    }

    /// The edge with this number, in the polygon's axes.
    #[inline(always)]
    pub fn edge(&self, i: usize) -> Edge<V> {
        Edge::new(&self.edges()[i / 4], i % 4)
    }

    /// The number of the corner furthest along a direction, which is in the polygon's axes, and the
    /// window round it; of polygons that have windows.
    #[inline(always)]
    pub fn window(&self, along: V) -> Option<(usize, &'s Edges<V>)> {
        let corner = furthest(self.blocks, along);
        Some((corner, self.outline.windows().get(corner)?))
    }

    /// The same of a corner that is about the furthest.
    #[inline(always)]
    pub fn window_about(&self, along: V) -> Option<(usize, &'s Edges<V>)> {
        let corner = self.outline.about_furthest(along);
        Some((corner, self.outline.windows().get(corner)?))
    }

    /// Whether every corner turns to the left, exactly: then one that is further along a direction
    /// than its neighbours is the furthest of all.
    #[inline(always)]
    pub fn is_convex(&self) -> bool {
        self.outline.is_convex()
    }

    /// The vertex in a lane of the window round another.
    #[inline(always)]
    pub fn number(&self, round: usize, lane: usize) -> usize {
        let (number, len) = (round + lane, self.outline.windows().len());
        if number < 2 {
            number + len - 2
        } else if number - 2 < len {
            number - 2
        } else {
            number - 2 - len
        }
    }

    /// The vertex furthest along a direction.
    #[inline(always)]
    pub fn support(&self, direction: V) -> V {
        self.vertex(furthest(self.blocks, self.own(direction)))
    }

    /// Whether a point, in the polygon's axes, is surely inside: by more than `band`.
    #[inline(always)]
    pub fn holds(&self, point: V, band: V::Scalar) -> bool {
        let splat = LanesOf::<V>::splat;
        let (x, y) = (splat(point.get(0)), splat(point.get(1)));
        let within = splat(-band);
        self.edges().iter().fold(0b1111, |inside, Edges { normals: [u, v], levels, .. }| {
            inside & within.greater(u.mul(x).add(v.mul(y)).sub(*levels))
        }) == 0b1111
    }
}

impl<'s, V: Vector> Polygons<'s, V> {
    /// `None` for other shapes, and for some so large or small that they must be scaled.
    #[inline(always)]
    pub fn new<A: Convex<V>, B: Convex<V>>(a: &'s A, b: &'s B, frame: &Frame<V>) -> Option<Self> {
        if frame.scale != V::Scalar::ONE {
            return None;
        }
        let extent = a.extent().max(b.extent());
        let (a, b) = (Side::new(a.core())?, Side::new(b.core())?);
        Some(Self { a, b, offset: frame.offset, extent, band: frame.band })
    }

    /// From b's axes into a's.
    #[inline(always)]
    pub fn turn(&self) -> V::Matrix {
        V::Matrix::from_columns(|j| self.a.own(self.b.axes.column(j)))
    }

    /// From the origin of each to the other's, in its axes.
    #[inline(always)]
    pub fn ways(&self) -> [V; 2] {
        [self.a.own(self.offset), self.b.own(-self.offset)]
    }

    /// From a's middle to b's.
    #[inline(always)]
    pub fn between(&self) -> V {
        (self.b.middle() - self.a.middle()) + self.offset
    }

    /// Whether of two fronts that the other is as far beyond, of a and of b, the one of b counts.
    /// It is the same whatever the arguments' order.
    #[inline(always)]
    pub fn is_b_first(&self) -> bool {
        let (x, y, zero) = (self.offset.get(0), self.offset.get(1), V::Scalar::ZERO);
        !((x > zero) | ((x == zero) & (y > zero)))
    }

    /// Whether the middle of one may well be inside the other: the origins are no further apart
    /// than one of the two is wide.
    #[inline(always)]
    fn is_close(&self) -> bool {
        self.offset.length_squared() <= self.extent * self.extent
    }

    /// Whether both have eight edges at most.
    #[inline(always)]
    pub fn are_few(&self) -> bool {
        self.a.edges().len().max(self.b.edges().len()) <= 2
    }

    /// Whether both have windows, so that a look at the edges that face each other is faster than
    /// one at all.
    #[inline(always)]
    pub fn have_windows(&self) -> bool {
        self.a.edges().len().min(self.b.edges().len()) > 1
    }

    /// Whether the middle of one is surely inside the other.
    #[inline(always)]
    pub fn overlap_by_middles(&self) -> bool {
        self.is_close() && (self.b_in_a().is_some() || self.a_in_b().is_some())
    }

    /// A common point, from a's origin and from b's, if the middle of one is surely inside the
    /// other.
    #[inline(always)]
    pub fn common(&self) -> Option<Common<V>> {
        // Which is asked first is no matter of the arguments' order, so that a swap gives the same
        // point. Equal origins leave no order.
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
    fn b_in_a(&self) -> Option<Common<V>> {
        let middle = self.b.middle();
        let at = middle + self.offset;
        self.a.holds(self.a.own(at), self.band).then_some(Common { on_a: at, on_b: middle })
    }

    /// The middle of a, if it is surely inside b.
    #[inline(always)]
    fn a_in_b(&self) -> Option<Common<V>> {
        let middle = self.a.middle();
        let at = middle - self.offset;
        self.b.holds(self.b.own(at), self.band).then_some(Common { on_a: middle, on_b: at })
    }
}
