//! The depth of two polygons of few vertices, or their closest points, by all their edges.
//!
//! The difference of two polygons has an edge along each edge of either. The *front* is the edge
//! that the origin is furthest beyond. If the origin is outside, one of the two edges next to its
//! nearest point is the front. If it is inside, the front is the edge that it is nearest to. So
//! each edge of both polygons is asked how far the other polygon is beyond it, four edges at once,
//! without a branch that depends on the answer.
//!
//! Of polygons that overlap, the front gives the depth. Of others, the front and the vertex of the
//! other polygon that is nearest to it give the closest points. One pair of support points along
//! the line between them proves the distance, as in GJK. What that does not prove is left to GJK:
//! parallel edges of which another vertex is the right one, and what is within rounding.
//!
//! The work grows with the product of the two numbers of vertices, where that of GJK grows with a
//! few times their sum. But each step of GJK waits for the one before, and their number cannot be
//! foreseen. Decision 0011 has the times: up to 12 vertices all edges are faster.
//!
//! Each polygon's vertices are turned into the other's axes once, so that what follows needs no
//! turn. What is turned so has the rounding of two rotations, of their product and of the edge: in
//! the plane 7 ε of its length at most, for which the band of 9 has room.

use super::super::Measured;
use super::pair::{Polygons, Side, is_proved, overlap};
use crate::convex::table::outline::Edges;
use crate::kernel::gjk::{Ended, Goal};
use crate::kernel::penetration::FaceAxes;
use crate::number::blocks::{Block, LanesOf, Turned, furthest};
use crate::number::lanes::Lanes;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// Up to so many blocks of four vertices of the one times those of the other, a look at all edges
/// finds a depth sooner than an expansion that has a start.
const MOST_BLOCKS: usize = 9;

/// The closest points of two polygons: one on an edge of the one, the other a vertex of the other.
/// In the one's axes.
pub(super) struct Near<V: Vector> {
    /// Which the one is: 0 for a, 1 for b. No processor can foresee it. So it is an index, and no
    /// branch depends on it.
    one: usize,
    /// The number of the vertex.
    corner: usize,
    /// Coordinates of two vectors: the point on the edge, and the way from there to the other, of
    /// any length. They are stored by one instruction, as they are loaded by one. Stored one by
    /// one, they would have to leave the store buffer before the load (decision 0015).
    line: LanesOf<V>,
    /// How far the two are apart along the line.
    pub lower: V::Scalar,
    /// How far apart the two points are.
    pub upper: V::Scalar,
    /// The coordinates of the front's normal, twice, and how far the two are apart along it; of
    /// polygons that are not apart along the line.
    front: LanesOf<V>,
    beyond: V::Scalar,
}

/// The edge of a polygon that the other is furthest beyond.
#[derive(Clone, Copy)]
pub(super) struct Front<S> {
    /// Whether it is an edge of b.
    of_b: bool,
    edge: usize,
    /// How far beyond; less than zero if the other reaches inside.
    beyond: S,
}

/// What a look at all edges finds.
pub(super) enum Look<V: Vector> {
    /// No edge has all of the other beyond it, by more than rounding; and which has it least far
    /// inside. It is the nearest face of `a − b`.
    Overlap(Front<V::Scalar>),
    /// The points that are closest if the other polygon has one vertex nearest the front.
    Near(Near<V>),
    /// The origins are the same and leave no order to look in.
    Doubt,
}

impl<V: Vector> Polygons<'_, V> {
    /// Whether a look at all edges takes longer than an expansion that has a start.
    #[inline(always)]
    pub fn is_large(&self) -> bool {
        self.a.edges().len() * self.b.edges().len() > MOST_BLOCKS
    }
}

/// How far apart two polygons are, or if asked for, how deep they overlap. `None` where one look
/// does not prove it.
#[inline(always)]
pub(super) fn measure<V: Vector>(
    polygons: &Polygons<'_, V>,
    goal: &Goal<V::Scalar>,
    depth: bool,
) -> Option<Measured<V>> {
    match look(polygons) {
        Look::Overlap(front) if depth => front.measured(polygons),
        Look::Near(near) if near.is_proved(goal, polygons.band) => near.measured(polygons, goal),
        _ => None,
    }
}

impl<S: Scalar> Front<S> {
    /// The depth: the nearest face of `a − b` is an edge of one of the two. Where the other has an
    /// edge along it, its corner may be off to the side. `None` if the point that follows is not on
    /// the other, as where several edges are in one line and the corner is beside another of them.
    fn measured<V: Vector<Scalar = S>>(&self, polygons: &Polygons<'_, V>) -> Option<Measured<V>> {
        let Polygons { a, b, offset, band, .. } = *polygons;
        let (one, other, way) = if self.of_b { (b, a, -offset) } else { (a, b, offset) };
        let edge = one.edge(self.edge);
        let outward = one.world(edge.outward);
        let corner = one.own(other.support(-outward) + way);
        let (on_edge, within) = edge.nearest(corner);
        let on_one = one.world(on_edge);
        let on_other = (on_one + outward * self.beyond) - way;
        if !within && !other.holds(other.own(on_other), -band) {
            return None;
        }
        let (on_a, on_b, away) =
            if self.of_b { (on_other, on_one, -outward) } else { (on_one, on_other, outward) };
        let (lower, upper) = (self.beyond, self.beyond);
        let (face, steps, ended) = (FaceAxes::EMPTY, 1, Ended::Converged);
        Some(Measured { lower, upper, away, on_a, on_b, face, steps, ended })
    }
}

impl<V: Vector> Near<V> {
    /// A point on an edge of the one, a corner of the other, and the way from there; with the
    /// brackets that this and the edge's normal prove.
    #[inline(always)]
    pub fn new(
        (one, on_edge): (usize, V),
        (corner, line): (usize, V),
        (lower, upper): (V::Scalar, V::Scalar),
        (front, beyond): (V, V::Scalar),
    ) -> Self {
        let pair = |u: V, v: V| LanesOf::<V>::from_array([u.get(0), u.get(1), v.get(0), v.get(1)]);
        let (line, front) = (pair(on_edge, line), pair(front, front));
        Self { one, corner, line, lower, upper, front, beyond }
    }

    /// Whether it is all that was asked.
    #[inline(always)]
    pub fn is_proved(&self, goal: &Goal<V::Scalar>, band: V::Scalar) -> bool {
        is_proved(self.lower, self.upper, goal, band)
    }

    /// From the one to the other.
    #[inline(always)]
    fn along(&self) -> V {
        V::from_fn(|i| self.line.as_array()[2 + i])
    }

    /// What GJK would have said; of polygons that touch, with the front's normal. `None` if they
    /// overlap by too much along that.
    #[inline(always)]
    pub fn measured(
        &self,
        polygons: &Polygons<'_, V>,
        goal: &Goal<V::Scalar>,
    ) -> Option<Measured<V>> {
        let (Polygons { a, b, .. }, one) = (polygons, self.one & 1);
        let (upper, touch) = (self.upper, !(self.lower > V::Scalar::ZERO));
        let (along, lower) = if touch {
            (V::from_fn(|i| self.front.as_array()[i]), self.beyond)
        } else {
            (self.along(), self.lower)
        };
        let on_edge = V::from_fn(|i| self.line.as_array()[i]);
        let points = [[a, b][one].world(on_edge), [b, a][one].vertex(self.corner)];
        let (on_a, on_b) = (points[one], points[1 - one]);
        let away = [a, b][one].world(along) * [V::Scalar::ONE, -V::Scalar::ONE][one];
        let (face, steps, ended) = (FaceAxes::EMPTY, 1, goal.ended(lower));
        let measured = Measured { lower, upper, away, on_a, on_b, face, steps, ended };
        (lower >= -goal.width).then_some(measured)
    }
}

/// Looks at all edges of both. It knows no shapes, and is compiled once.
#[inline(never)]
pub(super) fn look<V: Vector>(polygons: &Polygons<'_, V>) -> Look<V> {
    let Polygons { a, b, offset, band, .. } = polygons;
    if *offset == V::ZERO {
        return Look::Doubt;
    }
    // Each in the other's axes.
    let turn = polygons.turn();
    let mut seen = [Turned::new(), Turned::new()];
    seen[0].fill(b.blocks, Some(turn), V::Scalar::ONE);
    seen[1].fill(a.blocks, Some(turn.transpose()), V::Scalar::ONE);
    let ways = polygons.ways();
    let fronts = [front(a, seen[0].blocks(), ways[0]), front(b, seen[1].blocks(), ways[1])];
    let [(edge_a, of_a), (edge_b, of_b)] = fronts;
    let is_b = (of_a < of_b) | ((of_a == of_b) & polygons.is_b_first());
    // No processor can foresee which of the two has the front: it is an index, not a branch.
    let which = usize::from(is_b);
    let (edge, beyond) = ([edge_a, edge_b][which], of_a.max(of_b));
    if overlap(beyond, *band) {
        return Look::Overlap(Front { of_b: is_b, edge, beyond });
    }
    let (one, other, way) = ([a, b][which], seen[which].blocks(), ways[which]);
    let edge = one.edge(edge);
    let corner = furthest(other, -edge.outward);
    let nearest = other[corner / 4].point(corner % 4) + way;
    let (on_edge, within) = edge.nearest(nearest);
    let between = nearest - on_edge;
    let upper = between.length_squared().sqrt();
    // The direction of an edge is as good as its ends, that of a short line between two points is
    // not.
    let (mut normal, mut lower) = (edge.outward, beyond);
    if !within {
        // Each product rounds by less than the vertices' choice would, which the band has room for.
        let reach = reach(other, -between) + reach(one.blocks, between);
        lower = (between.dot(way) - reach) / upper;
        normal = between;
    }
    let front = edge.outward;
    Look::Near(Near::new((which, on_edge), (corner, normal), (lower, upper), (front, beyond)))
}

/// The edge of the one that the other is furthest beyond, and how far. The other's vertices are in
/// the one's axes; `way` is from the one's origin to the other's.
#[inline(always)]
fn front<V: Vector>(one: &Side<'_, V>, others: &[Block<V>], way: V) -> (usize, V::Scalar) {
    match one.edges() {
        [a] => front_of([a], others, way),
        [a, b] => front_of([a, b], others, way),
        [a, b, c] => front_of([a, b, c], others, way),
        many => front_of_many(many, others, way),
    }
}

/// The same for more edges, twelve at a time.
#[inline(never)]
fn front_of_many<V: Vector>(edges: &[Edges<V>], others: &[Block<V>], way: V) -> (usize, V::Scalar) {
    let mut best = (0, -V::Scalar::INFINITY);
    for (k, few) in edges.chunks(3).enumerate() {
        let (edge, beyond) = match few {
            [a, b, c] => front_of([a, b, c], others, way),
            [a, b] => front_of([a, b], others, way),
            _ => front_of([&few[0]], others, way),
        };
        if beyond > best.1 {
            best = (12 * k + edge, beyond);
        }
    }
    best
}

/// The front among edges in an array.
#[inline(always)]
fn front_of<V: Vector, const N: usize>(
    edges: [&Edges<V>; N],
    others: &[Block<V>],
    way: V,
) -> (usize, V::Scalar) {
    let splat = LanesOf::<V>::splat;
    // How far out the other's nearest vertex is.
    let mut nearest = [splat(V::Scalar::INFINITY); N];
    for block in others {
        let (us, vs) = (block.lanes(0), block.lanes(1));
        for lane in 0..4 {
            let (u, v) = (splat(us.as_array()[lane]), splat(vs.as_array()[lane]));
            for k in 0..N {
                let [x, y] = edges[k].normals;
                nearest[k] = x.mul(u).add(y.mul(v)).min(nearest[k]);
            }
        }
    }
    let (u, v) = (splat(way.get(0)), splat(way.get(1)));
    let mut beyond = nearest;
    for k in 0..N {
        let &Edges { normals: [x, y], levels, .. } = edges[k];
        beyond[k] = nearest[k].sub(levels).add(x.mul(u).add(y.mul(v)));
    }
    let most = beyond[1..].iter().fold(beyond[0], |most, &more| most.max(more)).max_across();
    // Of what is no number, the last will do.
    let edge = (Lanes::holders(beyond, most).trailing_zeros() as usize).min(4 * N - 1);
    (edge, most.to_array()[0])
}

/// How far vertices reach along a direction.
#[inline(always)]
pub(super) fn reach<V: Vector>(blocks: &[Block<V>], direction: V) -> V::Scalar {
    // Not only a fold: its loop would be made ready for more blocks than there mostly are.
    let most = match blocks {
        [a] => a.dot(direction),
        [a, b] => a.dot(direction).max(b.dot(direction)),
        many => many.iter().fold(LanesOf::<V>::splat(-V::Scalar::INFINITY), |most, block| {
            most.max(block.dot(direction))
        }),
    };
    most.max_across().to_array()[0]
}
