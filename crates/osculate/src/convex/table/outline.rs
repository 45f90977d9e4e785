//! The edges of a small polygon: the normal of each, and how far out it is.
//!
//! With them two products say whether a point is beyond an edge, for four edges at once. That is
//! done in the polygon's own axes, so that none of its vertices has to be turned. The two edges on
//! either side of a corner also stand together, for queries that ask only those edges of two
//! polygons that face each other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::number::blocks::{Block, LanesOf, furthest};
use crate::number::lanes::Lanes;
use crate::number::linear::{Linear, Real};
use crate::number::vector::{Scalar, Vector};

/// Up to this many blocks of four vertices, a polygon keeps its edges; above, queries climb
/// instead.
const MOST_BLOCKS: usize = 8;

/// Up to this many blocks queries ask all edges, whatever the other polygon, and no windows are
/// kept.
const FEW_BLOCKS: usize = 1;

/// Extents within which the sums and products of edges are neither lost nor out of range.
const EXTENTS: [f64; 2] = [1e-30, 1e30];

/// Four edges, each with the corner it begins at, as queries read both together. An edge without
/// length has no normal and is infinitely far out, so that nothing is beyond it. Aligned in this
/// way, four edges of single precision lie in two cache lines, never in three.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(crate) struct Edges<V: Vector> {
    /// The corners they begin at: their first coordinates, their second.
    pub corners: [LanesOf<V>; 2],
    /// Outward normals of length 1: their first coordinates, their second.
    pub normals: [LanesOf<V>; 2],
    /// How far the polygon reaches along them.
    pub levels: LanesOf<V>,
    /// How long the edges are.
    pub lengths: LanesOf<V>,
}

/// The edges of a polygon of the plane, and a point inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline<V: Vector> {
    edges: Box<[Edges<V>]>,
    middle: V,
    /// For each corner its window: two edges on either side of it. There are none where asking all
    /// edges takes no longer.
    windows: Box<[Edges<V>]>,
    /// The corner that is furthest along the middle of each sector.
    sectors: [u8; 16],
    /// Whether every corner turns to the left, exactly: then one that is further along a direction
    /// than its neighbors is the furthest of all.
    is_convex: bool,
}

impl<V: Vector> Outline<V> {
    /// The edges from each vertex to the next, the vertices counterclockwise, also in blocks; and
    /// whether every one turns to the left. With it, how far the origin is from the edges at least,
    /// if it is inside. `None` if there are many vertices, or no edge has a length.
    pub(crate) fn new(
        vertices: &[V],
        blocks: &[Block<V>],
        extent: V::Scalar,
        is_convex: bool,
    ) -> Option<(Self, V::Scalar)> {
        let [least, most] = EXTENTS.map(V::Scalar::from_f64);
        if V::DIM != 2 || blocks.len() > MOST_BLOCKS || !(extent > least && extent < most) {
            return None;
        }
        let (len, n) = (vertices.len(), 4 * blocks.len());
        let mut round = Round::<V>::new();
        let mut inner = Inner::new();
        // What rounding may add to a vertex's reach, or take from it, generously.
        let doubt = V::Scalar::from_f64(16.0) * V::Scalar::EPSILON * extent;
        let (mut some, mut sum) = (false, V::Wide::ZERO);
        for (e, &from) in vertices.iter().enumerate() {
            round.corners[0][e + 2] = from.get(0);
            round.corners[1][e + 2] = from.get(1);
            sum = sum + from.widen();
            let to = vertices[if e + 1 == len { 0 } else { e + 1 }];
            let Some(side) = Side::between(from, to) else { continue };
            let normal = side.normal();
            let level = if is_convex {
                reach_from(vertices, e, normal, doubt)
            } else {
                // Vertices that are out of line by rounding count too.
                let summit = furthest(blocks, normal).min(len - 1);
                normal.dot(vertices[summit]).max(normal.dot(from))
            };
            inner.add(&side);
            round.normals[0][e + 2] = normal.get(0);
            round.normals[1][e + 2] = normal.get(1);
            round.levels[e + 2] = level;
            round.lengths[e + 2] = side.length;
            some = true;
        }
        if !some {
            return None;
        }
        for _ in len..n {
            sum = sum + vertices[len - 1].widen();
        }
        let share = V::Scalar::ONE / V::Scalar::from_f64(n as f64);
        let middle = V::narrow(sum) * share;
        let has_windows = blocks.len() > FEW_BLOCKS;
        let mut edges = Vec::with_capacity(blocks.len());
        edges.extend((1..blocks.len()).map(|k| round.four(4 * k - 2)));
        edges.push(round.last_four(blocks.len(), len));
        let (mut windows, mut sectors) = (Vec::new(), [0; 16]);
        if has_windows {
            round.close(len);
            windows.reserve_exact(len);
            windows.extend((0..len).map(|corner| round.four(corner)));
            sectors = if is_convex { round.sectors(len) } else { sectors_of(blocks, len) };
        }
        let (edges, windows) = (edges.into(), windows.into());
        let outline = Self { edges, middle, windows, sectors, is_convex };
        Some((outline, inner.extent()))
    }

    /// For each corner those round it; none of small polygons.
    #[inline(always)]
    pub(crate) fn windows(&self) -> &[Edges<V>] {
        &self.windows
    }

    /// A corner that is about furthest along a direction, mostly the one or next to it.
    #[inline(always)]
    pub(crate) fn about_furthest(&self, direction: V) -> usize {
        self.sectors[sector_of(direction)] as usize
    }

    /// Whether every corner turns to the left, exactly.
    #[inline(always)]
    pub(crate) fn is_convex(&self) -> bool {
        self.is_convex
    }

    /// The edges, by fours.
    #[inline(always)]
    pub(crate) fn edges(&self) -> &[Edges<V>] {
        &self.edges
    }

    /// The number of the edge, of so many, whose normal is nearest to a direction, and the edge.
    #[inline(always)]
    pub(crate) fn edge_towards(&self, direction: V, len: usize) -> (usize, Edge<V>) {
        let [x, y] = [0, 1].map(|i| LanesOf::<V>::splat(direction.get(i)));
        let facing = |edges: &Edges<V>| edges.normals[0].mul(x).add(edges.normals[1].mul(y));
        let mut most = facing(&self.edges[0]);
        for edges in &self.edges[1..] {
            most = most.max(facing(edges));
        }
        let most = most.max_across();
        let find = |edges: &Edges<V>| Lanes::holders([facing(edges)], most);
        let (mut block, mut holders) = (0, find(&self.edges[0]));
        while holders == 0 && block + 1 < self.edges.len() {
            block += 1;
            holders = find(&self.edges[block]);
        }
        // Of what is no number, the last will do.
        let lane = (holders.trailing_zeros() as usize).min(3);
        // The last edge stands in the last lane, whatever its number.
        let is_last = block + 1 == self.edges.len() && lane == 3;
        let number = if is_last { len - 1 } else { 4 * block + lane };
        (number, Edge::new(&self.edges[block], lane))
    }

    /// A point inside: the mean of the vertices, the last counted as often as it fills its block.
    #[inline(always)]
    pub(crate) fn middle(&self) -> V {
        self.middle
    }
}

impl<V: Vector> Edges<V> {
    /// The corners as points.
    #[inline(always)]
    pub(crate) fn points(&self) -> Block<V> {
        Block::of_lanes(|i| self.corners[i])
    }
}

/// An edge of a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<V: Vector> {
    pub from: V,
    /// The outward normal, of length 1.
    pub outward: V,
    /// How far the polygon reaches along it.
    pub level: V::Scalar,
    pub length: V::Scalar,
}

impl<V: Vector> Edge<V> {
    /// The edge in a lane of four.
    #[inline(always)]
    pub(crate) fn new(edges: &Edges<V>, lane: usize) -> Self {
        let Edges { normals: [x, y], levels, lengths, .. } = edges;
        let at = |lanes: &LanesOf<V>| lanes.as_array()[lane & 3];
        let outward = V::from_fn(|i| at([x, y][i]));
        let from = edges.points().point(lane);
        Self { from, outward, level: at(levels), length: at(lengths) }
    }

    /// The way the edge goes.
    #[inline(always)]
    pub(crate) fn along(&self) -> V {
        V::normal_to(&[self.outward])
    }

    /// The point of the edge that is nearest to another, and whether it is neither of its ends.
    #[inline(always)]
    pub(crate) fn nearest(&self, to: V) -> (V, bool) {
        let along = self.along();
        let reach = along.dot(to - self.from);
        let zero = V::Scalar::ZERO;
        let within = (reach > zero) & (reach < self.length);
        (self.from + along * reach.max(zero).min(self.length), within)
    }
}

/// An edge in twice the digits, so that short ones look where they should.
pub(crate) struct Side<V: Vector> {
    from: V::Wide,
    to: V::Wide,
    /// The outward normal, as long as the edge is when it is scaled.
    outward: V::Wide,
    /// That length.
    scaled: <V::Scalar as Scalar>::Wide,
    /// How long the edge is.
    length: V::Scalar,
}

impl<V: Vector> Side<V> {
    /// None if it has no length.
    #[inline(always)]
    pub(crate) fn between(from: V, to: V) -> Option<Self> {
        if from == to {
            return None;
        }
        let (from, to) = (from.widen(), to.widen());
        let outward = -V::Wide::normal_to(&[to - from]);
        let (outward, unit) = measurable::<V>(outward);
        let scaled = outward.length_squared().sqrt();
        Some(Self { from, to, outward, scaled, length: V::Scalar::narrow(scaled) * unit })
    }

    #[inline(always)]
    fn normal(&self) -> V {
        V::narrow(self.outward * (<V::Wide as Linear>::Scalar::ONE / self.scaled))
    }
}

/// A vector that is lengthened by a power of two until its square is a number, and what a unit of it
/// is then. Numbers of single precision have squares in double precision.
#[inline(always)]
fn measurable<V: Vector>(mut v: V::Wide) -> (V::Wide, V::Scalar) {
    let [least, up, down] = [1e-200, UP, 1.0 / UP].map(V::Scalar::from_f64);
    let mut unit = V::Scalar::ONE;
    while v.length_squared() < least.widen() {
        (v, unit) = (v * up.widen(), unit * down);
    }
    (v, unit)
}

/// 2²⁵²: three times lengthen the least number so far that its square is above the bound.
const UP: f64 = (1u128 << 126) as f64 * (1u128 << 126) as f64;

/// How far the origin is from an outline at least, if it is inside. For each edge any direction
/// will do along which both its ends are that far: the edge is then no nearer. Edges that all have
/// the origin on their left go round it.
pub(crate) struct Inner<V: Vector> {
    least: V::Scalar,
    is_inside: bool,
}

impl<V: Vector> Inner<V> {
    pub(crate) fn new() -> Self {
        Self { least: V::Scalar::INFINITY, is_inside: true }
    }

    /// Takes account of an edge.
    #[inline(always)]
    pub(crate) fn add(&mut self, side: &Side<V>) {
        if self.is_inside {
            let along = side.outward.dot(side.from).min(side.outward.dot(side.to));
            let level = V::Scalar::narrow(along / side.scaled);
            self.is_inside = level > V::Scalar::ZERO;
            self.least = self.least.min(level);
        }
    }

    /// The distance; of what has no edges, or the origin not inside, −∞.
    pub(crate) fn extent(&self) -> V::Scalar {
        let is_some = self.is_inside && self.least < V::Scalar::INFINITY;
        if is_some { self.least } else { -V::Scalar::INFINITY }
    }
}

/// How far vertices that turn to the left all round reach along the normal of the edge from vertex
/// `e`: its ends, or what rounding makes as far. Either way from the edge they reach less and less,
/// so that none counts beyond one that reaches less by more than rounding's doubt.
#[inline(always)]
fn reach_from<V: Vector>(vertices: &[V], e: usize, normal: V, doubt: V::Scalar) -> V::Scalar {
    let len = vertices.len();
    let after = |i: usize| if i + 1 < len { i + 1 } else { 0 };
    let before = |i: usize| if i > 0 { i - 1 } else { len - 1 };
    let reach = |i: usize| normal.dot(vertices[i]);
    let mut most = reach(e).max(reach(after(e)));
    let is_less = |reach: V::Scalar, most: V::Scalar| reach < most - doubt;
    if is_less(reach(before(e)), most) & is_less(reach(after(after(e))), most) {
        return most;
    }
    for step in [&after as &dyn Fn(usize) -> usize, &before] {
        let mut at = step(e);
        while at != e && !is_less(reach(at), most) {
            most = most.max(reach(at));
            at = step(at);
        }
    }
    most
}

/// Room for the edges of a polygon that keeps them, for two more before the first, and for two more
/// after the last.
const ROOM: usize = 4 * MOST_BLOCKS + 4;

/// The edges of a polygon one by one, from the third place on; for windows, the last two also
/// before the first, and the first after the last. Each number of all edges stands together.
struct Round<V: Vector> {
    corners: [[V::Scalar; ROOM]; 2],
    normals: [[V::Scalar; ROOM]; 2],
    levels: [V::Scalar; ROOM],
    lengths: [V::Scalar; ROOM],
}

impl<V: Vector> Round<V> {
    /// The place of an edge without length.
    const NOWHERE: usize = ROOM - 1;

    fn new() -> Self {
        let zeros = [V::Scalar::ZERO; ROOM];
        let levels = [V::Scalar::INFINITY; ROOM];
        Self { corners: [zeros; 2], normals: [zeros; 2], levels, lengths: zeros }
    }

    #[inline(always)]
    fn lists(&mut self) -> [&mut [V::Scalar; ROOM]; 6] {
        let [x, y] = &mut self.corners;
        let [u, v] = &mut self.normals;
        [x, y, u, v, &mut self.levels, &mut self.lengths]
    }

    /// Puts the edges before the first of so many, and after the last.
    fn close(&mut self, len: usize) {
        for list in self.lists() {
            (list[0], list[1], list[len + 2]) = (list[len], list[len + 1], list[2]);
        }
    }

    /// The four edges from a place on.
    #[inline(always)]
    fn four(&self, at: usize) -> Edges<V> {
        let four = |list: &[V::Scalar; ROOM]| {
            let four = list.get(at..).and_then(|list| list.first_chunk()).copied();
            LanesOf::<V>::from_array(four.unwrap_or([V::Scalar::ZERO; 4]))
        };
        Edges {
            corners: [four(&self.corners[0]), four(&self.corners[1])],
            normals: [four(&self.normals[0]), four(&self.normals[1])],
            levels: four(&self.levels),
            lengths: four(&self.lengths),
        }
    }

    /// The last four of so many edges in blocks: they are filled up with the last corner, and from
    /// the last copy of it the last edge leaves.
    #[inline(always)]
    fn last_four(&self, blocks: usize, len: usize) -> Edges<V> {
        let start = 4 * (blocks - 1);
        let corner = |lane: usize| 2 + usize::min(start + lane, len - 1);
        let edge = |lane: usize| match start + lane {
            _ if lane == 3 => len + 1,
            at if at + 1 >= len => Self::NOWHERE,
            at => at + 2,
        };
        let corners = [corner(0), corner(1), corner(2), corner(3)];
        let edges = [edge(0), edge(1), edge(2), edge(3)];
        let four = |list: &[V::Scalar; ROOM], [a, b, c, d]: [usize; 4]| {
            LanesOf::<V>::from_array([list[a], list[b], list[c], list[d]])
        };
        Edges {
            corners: [four(&self.corners[0], corners), four(&self.corners[1], corners)],
            normals: [four(&self.normals[0], edges), four(&self.normals[1], edges)],
            levels: four(&self.levels, edges),
            lengths: four(&self.lengths, edges),
        }
    }

    /// The corner that is furthest along the middle of each sector, of so many that turn to the
    /// left all round. Normals turn to the left from edge to edge; past the last one before a
    /// middle, the corner between it and the next is furthest.
    fn sectors(&self, len: usize) -> [u8; 16] {
        let gap = |e: usize| gap_of([self.normals[0][e + 2], self.normals[1][e + 2]]);
        let last = gap(len - 1);
        // In order: edges of the last one's gap that the list begins with come after it.
        let start = (0..len).find(|&e| gap(e) != last).unwrap_or(0);
        let mut after = [u8::MAX; 16];
        for e in (start..len).chain(0..start) {
            after[gap(e)] = if e + 1 == len { 0 } else { e as u8 + 1 };
        }
        let mut at = after[last];
        let mut corners = [0; 16];
        for gap in (last..last + 16).map(|gap| gap % 16) {
            at = if after[gap] == u8::MAX { at } else { after[gap] };
            corners[MIDDLES[gap]] = at;
        }
        corners
    }
}

/// The corner of so many that is furthest along the middle of each sector.
fn sectors_of<V: Vector>(blocks: &[Block<V>], len: usize) -> [u8; 16] {
    let furthest_in = |sector| furthest(blocks, middle_of::<V>(sector)).min(len - 1) as u8;
    core::array::from_fn(furthest_in)
}

/// The tangent of three quarters of a right angle: directions that are less steep, and steeper than
/// its inverse, are nearer to a diagonal than to an axis.
const STEEP: f64 = 2.414;

/// Which of sixteen sectors a direction is in: by the signs, by which coordinate is larger, and by
/// whether it is much larger.
#[inline(always)]
fn sector_of<V: Vector>(direction: V) -> usize {
    let (x, y, zero) = (direction.get(0), direction.get(1), V::Scalar::ZERO);
    let (wide, high) = (x.abs(), y.abs());
    let less = wide.min(high) * V::Scalar::from_f64(STEEP);
    let bits = [x < zero, y < zero, high > wide, less > wide.max(high)];
    bits.iter().enumerate().fold(0, |sector, (i, &bit)| sector | usize::from(bit) << i)
}

/// The middle of a sector.
fn middle_of<V: Vector>(sector: usize) -> V {
    let bit = |i: usize| sector >> i & 1 == 1;
    let (larger, smaller) = if bit(3) { (0.8315, 0.5556) } else { (0.9808, 0.1951) };
    let size = if bit(2) { [smaller, larger] } else { [larger, smaller] };
    V::from_fn(|i| V::Scalar::from_f64(if bit(i) { -size[i] } else { size[i] }))
}

/// The sectors in the order of their middles, from the first axis to the left.
const MIDDLES: [usize; 16] = [0, 8, 12, 4, 5, 13, 9, 1, 3, 11, 15, 7, 6, 14, 10, 2];

/// Between which two of the sectors' middles a direction is: the second's place in that order.
#[inline(always)]
fn gap_of<S: Scalar>([x, y]: [S; 2]) -> usize {
    let zero = S::ZERO;
    let (wide, high) = (x.abs(), y.abs());
    let (less, more) = (wide.min(high), wide.max(high));
    let steps = [0.1951 / 0.9808, 0.5556 / 0.8315].map(S::from_f64);
    let off_axis: usize = steps.map(|tangent| usize::from(less > more * tangent)).iter().sum();
    let in_quarter = if high > wide { 4 - off_axis } else { off_axis };
    let in_half = if x < zero { 8 - in_quarter } else { in_quarter };
    (if y < zero { 16 - in_half } else { in_half }) % 16
}
