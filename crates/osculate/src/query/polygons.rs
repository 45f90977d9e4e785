//! Two polygons of the plane, their vertices in order: whether they intersect.
//!
//! Two convex polygons are apart exactly if the normal of some edge separates them: if all of the other is beyond it. Few edges have to be looked
//! at. One point of the other tells of most that they do not, four edges in one go: its middle. If that is inside of all edges, the
//! polygons overlap. What edges are left are asked about the vertex nearest by the look of the middles, and what is left then, mostly one or
//! none, about all vertices. What rounding leaves in doubt is left to GJK, so that the two cannot contradict each other.

use crate::blocks::{Block, LanesOf, MOST_TURNED, Turned, furthest};
use crate::convex::{Convex, Core};
use crate::gjk::Frame;
use crate::lanes::Lanes;
use crate::vector::{Real, Scalar, Vector};

/// Edges shorter than this are none that products can be trusted with; lengths are scaled to about 1.
const TINY: f64 = 1e-30;

/// What the edges of one polygon say of a point of the other.
enum Say {
    /// It is inside of all.
    Inside,
    /// It is beyond these, a bit each, or rounding leaves it open.
    Beyond(u32),
    /// There are none: all vertices are at one place.
    Point,
    /// One is too short to tell.
    Unknown,
}

/// What one edge says of the other polygon.
enum Judgement<V> {
    /// It is all beyond; the edge's inward normal.
    Apart(V),
    /// It touches the edge.
    Touch,
    /// It reaches inside.
    Reaches,
    /// It might touch.
    Doubt,
}

/// One of the two, and where the other is from it.
#[derive(Clone, Copy)]
pub(super) struct View<'s, V: Vector> {
    pub one: &'s [Block<V>],
    pub other: &'s [Block<V>],
    /// From the one's origin to the other's.
    pub offset: V,
    pub band: V::Scalar,
}

/// Room for two polygons, turned into the query's axes.
pub(super) struct Turns<V: Vector>(Turned<V>, Turned<V>);

impl<V: Vector> Turns<V> {
    #[inline(always)]
    pub fn new() -> Self {
        Self(Turned::new(), Turned::new())
    }

    /// b seen from a. `None` for other shapes, and for more than `most` blocks of vertices.
    #[inline(always)]
    pub fn fill(
        &mut self,
        a: Core<'_, V>,
        b: Core<'_, V>,
        frame: &Frame<V>,
        most: usize,
    ) -> Option<View<'_, V>> {
        let (
            Core::Points { blocks: p, axes: p_axes, is_outline: true },
            Core::Points { blocks: q, axes: q_axes, is_outline: true },
        ) = (a, b)
        else {
            return None;
        };
        if V::DIM != 2 || p.len().max(q.len()) > most {
            return None;
        }
        self.0.fill(p, p_axes, frame.scale);
        self.1.fill(q, q_axes, frame.scale);
        let (one, other) = (self.0.blocks(), self.1.blocks());
        Some(View { one, other, offset: frame.offset, band: frame.band })
    }
}

/// Whether two polygons without radius intersect, and an axis from b to a that separates them. `hint` is such an axis, perhaps, or zero.
/// `None` for other shapes, for many vertices, and in doubt.
#[inline(always)]
pub(super) fn intersect<V: Vector>(
    a: Core<'_, V>,
    b: Core<'_, V>,
    frame: &Frame<V>,
    hint: V,
) -> Option<(bool, V)> {
    let mut turns = Turns::new();
    let view = turns.fill(a, b, frame, MOST_TURNED)?;
    // So far that they are found to be apart without it too: hints change no answer.
    let far = view.band + view.band;
    if hint != V::ZERO && view.gap(-hint) > far * length_bound(hint) {
        return Some((false, hint));
    }
    let (middle_a, middle_b) = (middle(view.one), middle(view.other));
    let between = (middle_b - middle_a) + view.offset;
    if view.separates(between) {
        return Some((false, -between));
    }
    // Inward normals of a's edges are from b to a, those of b's the other way.
    let sides = [(view, middle_b, V::Scalar::ONE), (view.back(), middle_a, -V::Scalar::ONE)];
    let (mut left, mut points) = ([0; 2], 0);
    for ((view, middle, _), left) in sides.iter().zip(&mut left) {
        match view.survey(*middle + view.offset) {
            Say::Inside => return Some((true, V::ZERO)),
            Say::Beyond(edges) => *left = edges,
            Say::Point => points += 1,
            Say::Unknown => return None,
        }
    }
    for ((view, _, to_a), left) in sides.iter().zip(&mut left) {
        let near = support(view.other, between * -*to_a);
        match view.survey(near + view.offset) {
            Say::Beyond(edges) => *left &= edges,
            _ => *left = 0,
        }
    }
    // Two points have no edges at all.
    let mut doubt = points == 2;
    for ((view, _, to_a), mut left) in sides.iter().zip(left) {
        while left != 0 {
            match view.judge(left.trailing_zeros() as usize) {
                Judgement::Apart(inward) => return Some((false, inward * *to_a)),
                Judgement::Touch => return Some((true, V::ZERO)),
                Judgement::Reaches => {}
                Judgement::Doubt => doubt = true,
            }
            left &= left - 1;
        }
    }
    (!doubt).then_some((true, V::ZERO))
}

/// A common point of two polygons, from a's origin and from b's, if the middle of one is surely inside the other. `None` also for other shapes and
/// for many vertices.
#[inline(always)]
pub(super) fn common<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<(V, V)> {
    if V::DIM != 2 {
        return None;
    }
    // Not looked into: origins that are further apart than either polygon is wide; and equal ones, which leave no order to ask in.
    let extent = a.extent().max(b.extent()) * frame.scale;
    if frame.offset.length_squared() > extent * extent || frame.offset == V::ZERO {
        return None;
    }
    let mut turns = Turns::new();
    let view = turns.fill(a.core(), b.core(), frame, MOST_TURNED)?;
    let (middle_a, middle_b) = (middle(view.one), middle(view.other));
    let b_in_a = || {
        let at = middle_b + view.offset;
        matches!(view.survey(at), Say::Inside).then_some((at, middle_b))
    };
    let a_in_b = || {
        let at = middle_a - view.offset;
        matches!(view.back().survey(at), Say::Inside).then_some((middle_a, at))
    };
    // Which is asked first is no matter of the arguments' order, so that a swap gives the same point.
    let zero = V::Scalar::ZERO;
    let (x, y) = (frame.offset.get(0), frame.offset.get(1));
    if x > zero || (x == zero && y > zero) {
        b_in_a().or_else(a_in_b)
    } else {
        a_in_b().or_else(b_in_a)
    }
}

/// A point inside: the mean of the vertices, the last counted as often as it fills its block.
#[inline(always)]
fn middle<V: Vector>(blocks: &[Block<V>]) -> V {
    let share = V::Scalar::ONE / V::Scalar::from_f64(4.0 * blocks.len() as f64);
    V::from_fn(|i| {
        let sum = blocks[1..].iter().fold(blocks[0].lanes(i), |sum, block| sum.add(block.lanes(i)));
        let [p, q, r, s] = sum.to_array();
        ((p + q) + (r + s)) * share
    })
}

/// The vertex furthest along a direction.
#[inline(always)]
pub(super) fn support<V: Vector>(blocks: &[Block<V>], direction: V) -> V {
    let index = furthest(blocks, direction);
    blocks[index / 4].point(index % 4)
}

/// How far the vertices reach along a direction.
#[inline(always)]
fn reach<V: Vector>(blocks: &[Block<V>], direction: V) -> V::Scalar {
    let first = blocks[0].dot(direction);
    let most = blocks[1..].iter().fold(first, |most, block| most.max(block.dot(direction)));
    most.max_across().to_array()[0]
}

/// A bound on the length of a vector, without a root.
#[inline(always)]
fn length_bound<V: Vector>(v: V) -> V::Scalar {
    v.get(0).abs() + v.get(1).abs()
}

/// The vertex with this number; after the last comes the first.
#[inline(always)]
pub(super) fn vertex<V: Vector>(blocks: &[Block<V>], i: usize) -> V {
    let i = if i < 4 * blocks.len() { i } else { 0 };
    blocks[i / 4].point(i % 4)
}

impl<V: Vector> View<'_, V> {
    /// The same from the other side.
    #[inline(always)]
    pub fn back(&self) -> Self {
        View { one: self.other, other: self.one, offset: -self.offset, band: self.band }
    }

    /// How far the other is beyond the one along an axis from the one to the other, in lengths of the axis.
    #[inline(always)]
    pub fn gap(&self, axis: V) -> V::Scalar {
        (axis.dot(self.offset) - reach(self.other, -axis)) - reach(self.one, axis)
    }

    /// Whether the other is surely beyond the one.
    #[inline(always)]
    fn separates(&self, axis: V) -> bool {
        self.gap(axis) > self.band * length_bound(axis)
    }

    /// Beyond which edges of the one a point is.
    #[inline(always)]
    fn survey(&self, point: V) -> Say {
        let splat = LanesOf::<V>::splat;
        let zero = splat(V::Scalar::ZERO);
        let (mut edges, mut beyond) = (0, 0);
        for k in 0..self.one.len() {
            let from = &self.one[k];
            let to = from.successor(&self.one[(k + 1) % self.one.len()]);
            // Inward normals: the interior is to the left of edges.
            let x = from.lanes(1).sub(to.lanes(1));
            let y = to.lanes(0).sub(from.lanes(0));
            let length = x.max(zero.sub(x)).add(y.max(zero.sub(y)));
            // Vertices that coincide have no edge.
            let real = length.greater(splat(V::Scalar::from_f64(TINY)));
            if real | length.equal(zero) != 0b1111 {
                return Say::Unknown;
            }
            edges |= real;
            let (to_x, to_y) =
                (splat(point.get(0)).sub(from.lanes(0)), splat(point.get(1)).sub(from.lanes(1)));
            let inside = x.mul(to_x).add(y.mul(to_y));
            beyond |= (real & !inside.greater(length.mul(splat(self.band)))) << (4 * k);
        }
        match (edges, beyond) {
            (0, _) => Say::Point,
            (_, 0) => Say::Inside,
            _ => Say::Beyond(beyond),
        }
    }

    /// Whether the other is beyond an edge of the one, or touches it.
    #[inline(always)]
    fn judge(&self, edge: usize) -> Judgement<V> {
        let from = vertex(self.one, edge);
        let along = vertex(self.one, edge + 1) - from;
        let inward = V::normal_to(&[along]);
        let v = (support(self.other, inward) + self.offset) - from;
        let reach = inward.dot(v);
        let rounding = self.band * length_bound(inward);
        if reach > rounding {
            return Judgement::Reaches;
        }
        if reach < -rounding {
            let apart = self.separates(-inward);
            return if apart { Judgement::Apart(inward) } else { Judgement::Doubt };
        }
        // A vertex of the other that is, beyond doubt, within the band of the edge.
        let share = along.dot(v) / along.length_squared();
        let off = v - along * share.max(V::Scalar::ZERO).min(V::Scalar::ONE);
        let near = self.band * self.band * V::Scalar::from_f64(0.8);
        if off.length_squared() <= near { Judgement::Touch } else { Judgement::Doubt }
    }
}
