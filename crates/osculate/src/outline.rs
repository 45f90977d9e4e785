//! What a small polygon knows of its edges: which way each looks, and how far out it is. So the
//! edges tell with two products each whether a point is beyond them, four at once, in the polygon's
//! own axes: none of its vertices has to be turned for that. And what is round each corner stands
//! together, for queries that look only where two polygons face each other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::blocks::{Block, LanesOf, furthest};
use crate::lanes::Lanes;
use crate::linear::{Linear, Real};
use crate::vector::{Scalar, Vector};
use robust::{Coord, orient2d};

/// Up to this many blocks of four vertices, a polygon keeps its edges; above, queries climb
/// instead.
const MOST_BLOCKS: usize = 8;

/// Up to this many, all edges are asked, whatever the other polygon, and no windows are kept.
const FEW_BLOCKS: usize = 1;

/// Extents within which the sums and products of edges are neither lost nor out of range.
const EXTENTS: [f64; 2] = [1e-30, 1e30];

/// Four edges, each with the corner it begins at, so that who asks for both finds them together.
/// One without length looks nowhere and is infinitely far out: nothing is beyond it. So aligned,
/// four of single precision are in two of a cache's lines, never in three.
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
    /// For each corner those round it, two edges on either side; none if all edges are as soon
    /// asked.
    windows: Box<[Edges<V>]>,
    /// The corner that is furthest along the middle of each sector.
    sectors: [u8; 16],
    /// Whether every corner turns to the left, exactly: then one that is further along a direction
    /// than its neighbours is the furthest of all.
    is_convex: bool,
}

impl<V: Vector> Outline<V> {
    /// The edges from each vertex to the next, the vertices counterclockwise; so many are in the
    /// blocks. `None` if there are many, or no edge has a length.
    pub(crate) fn new(blocks: &[Block<V>], len: usize, extent: V::Scalar) -> Option<Self> {
        let [least, most] = EXTENTS.map(V::Scalar::from_f64);
        if V::DIM != 2 || blocks.len() > MOST_BLOCKS || !(extent > least && extent < most) {
            return None;
        }
        let n = 4 * blocks.len();
        let vertex = |i: usize| blocks[i % n / 4].point(i % 4);
        let one = <V::Wide as Linear>::Scalar::ONE;
        let mut edges = Vec::with_capacity(blocks.len());
        let (mut some, mut sum) = (false, V::Wide::ZERO);
        for k in 0..blocks.len() {
            let mut normals = [V::ZERO; 4];
            let mut levels = [V::Scalar::INFINITY; 4];
            let mut lengths = [V::Scalar::ZERO; 4];
            for lane in 0..4 {
                let (from, to) = (vertex(4 * k + lane), vertex(4 * k + lane + 1));
                sum = sum + from.widen();
                if from == to {
                    continue;
                }
                // In twice the digits, so that short edges look where they should.
                let along = to.widen() - from.widen();
                let length = along.length_squared().sqrt();
                let normal = V::narrow(-V::Wide::normal_to(&[along]) * (one / length));
                let summit = vertex(furthest(blocks, normal));
                normals[lane] = normal;
                // Vertices that are out of line by rounding count too.
                levels[lane] = normal.dot(summit).max(normal.dot(from));
                lengths[lane] = V::Scalar::narrow(length);
                some = true;
            }
            let coordinate =
                |i: usize| LanesOf::<V>::from_array(core::array::from_fn(|l| normals[l].get(i)));
            let [levels, lengths] = [levels, lengths].map(LanesOf::<V>::from_array);
            let corners = [0, 1].map(|i| blocks[k].lanes(i));
            let normals = [coordinate(0), coordinate(1)];
            edges.push(Edges { corners, normals, levels, lengths });
        }
        let share = V::Scalar::ONE / V::Scalar::from_f64(n as f64);
        let window = |corner| Edges::round(&edges, len, corner);
        let windows = if blocks.len() > FEW_BLOCKS { len } else { 0 };
        let windows = (0..windows).map(window).collect();
        let furthest_in = |sector| furthest(blocks, middle_of::<V>(sector)).min(len - 1) as u8;
        let sectors = core::array::from_fn(furthest_in);
        let middle = V::narrow(sum) * share;
        let exact = |i: usize| {
            let corner = vertex(i % len);
            Coord { x: corner.get(0).to_f64(), y: corner.get(1).to_f64() }
        };
        let is_convex = (0..len).all(|i| orient2d(exact(i), exact(i + 1), exact(i + 2)) > 0.0);
        some.then(|| Self { edges: edges.into(), middle, windows, sectors, is_convex })
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

    /// The four round a corner of a polygon of so many, which is the third.
    fn round(edges: &[Self], len: usize, corner: usize) -> Self {
        let four = |lanes: &dyn Fn(&Self) -> LanesOf<V>, last: usize| {
            let at = |lane: usize| {
                let corner = (corner + len + lane - 2) % len;
                let edge = if corner + 1 == len { last } else { corner };
                lanes(&edges[edge / 4]).as_array()[edge % 4]
            };
            LanesOf::<V>::from_array(core::array::from_fn(at))
        };
        // The last corner's edge is that of the copies of it which fill the last block.
        let of_edges = |lanes: &dyn Fn(&Self) -> LanesOf<V>| four(lanes, 4 * edges.len() - 1);
        Self {
            corners: [0, 1].map(|i| four(&|edges| edges.corners[i], len - 1)),
            normals: [0, 1].map(|i| of_edges(&|edges| edges.normals[i])),
            levels: of_edges(&|edges| edges.levels),
            lengths: of_edges(&|edges| edges.lengths),
        }
    }
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
