//! What a small polygon knows of its edges: which way each looks, and how far out it is. So the edges tell with two products each whether a point
//! is beyond them, four at once, in the polygon's own axes: none of its vertices has to be turned for that. And what is round each corner stands together, for queries that
//! look only where two polygons face each other.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::blocks::{Block, LanesOf, furthest};
use crate::lanes::Lanes;
use crate::linear::{Linear, Real};
use crate::vector::{Scalar, Vector};

/// Up to this many blocks of four vertices, a polygon keeps its edges; above, queries climb instead.
const MOST_BLOCKS: usize = 8;

/// Up to this many, all edges are asked, whatever the other polygon, and no windows are kept.
const FEW_BLOCKS: usize = 1;

/// Extents within which the sums and products of edges are neither lost nor out of range.
const EXTENTS: [f64; 2] = [1e-30, 1e30];

/// Four edges. One without length looks nowhere and is infinitely far out: nothing is beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edges<V: Vector> {
    /// Outward normals of length 1: their first coordinates, their second.
    pub normals: [LanesOf<V>; 2],
    /// How far the polygon reaches along them.
    pub levels: LanesOf<V>,
    /// How long the edges are.
    pub lengths: LanesOf<V>,
}

/// Four corners of a polygon in turn, and the edges that begin there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window<V: Vector> {
    pub corners: Block<V>,
    pub edges: Edges<V>,
}

/// The edges of a polygon of the plane, and a point inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline<V: Vector> {
    edges: Box<[Edges<V>]>,
    middle: V,
    /// For each corner those round it, two edges on either side; none if all edges are as soon asked.
    windows: Box<[Window<V>]>,
    /// The corner that is furthest along the middle of each sector.
    sectors: [u8; 16],
}

impl<V: Vector> Outline<V> {
    /// The edges from each vertex to the next, the vertices counterclockwise; so many are in the blocks. `None` if there are many, or no edge has a length.
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
            edges.push(Edges { normals: [coordinate(0), coordinate(1)], levels, lengths });
        }
        let share = V::Scalar::ONE / V::Scalar::from_f64(n as f64);
        let window = |corner| Window::new(blocks, &edges, len, corner);
        let windows = if blocks.len() > FEW_BLOCKS { len } else { 0 };
        let windows = (0..windows).map(window).collect();
        let furthest_in = |sector| furthest(blocks, middle_of::<V>(sector)).min(len - 1) as u8;
        let sectors = core::array::from_fn(furthest_in);
        let middle = V::narrow(sum) * share;
        some.then(|| Self { edges: edges.into(), middle, windows, sectors })
    }

    /// For each corner those round it; none of small polygons.
    #[inline(always)]
    pub(crate) fn windows(&self) -> &[Window<V>] {
        &self.windows
    }

    /// A corner that is about furthest along a direction, mostly the one or next to it.
    #[inline(always)]
    pub(crate) fn about_furthest(&self, direction: V) -> usize {
        self.sectors[sector_of(direction)] as usize
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

impl<V: Vector> Window<V> {
    /// The window round a corner of a polygon of so many.
    fn new(blocks: &[Block<V>], edges: &[Edges<V>], len: usize, corner: usize) -> Self {
        let four = |number: &dyn Fn(usize) -> V::Scalar| {
            let at = |lane| number((corner + len + lane - 2) % len);
            LanesOf::<V>::from_array(core::array::from_fn(at))
        };
        let coordinate = |i: usize| four(&|corner| blocks[corner / 4].point(corner % 4).get(i));
        let of_edges = |lanes: &dyn Fn(&Edges<V>) -> LanesOf<V>| {
            four(&|corner| {
                // The last corner's edge is that of the copies of it which fill the last block.
                let edge = if corner + 1 == len { 4 * blocks.len() - 1 } else { corner };
                lanes(&edges[edge / 4]).as_array()[edge % 4]
            })
        };
        let edges = Edges {
            normals: [of_edges(&|edges| edges.normals[0]), of_edges(&|edges| edges.normals[1])],
            levels: of_edges(&|edges| edges.levels),
            lengths: of_edges(&|edges| edges.lengths),
        };
        Self { corners: Block::of_lanes([coordinate(0), coordinate(1)]), edges }
    }
}

/// The tangent of three quarters of a right angle: directions that are less steep, and steeper than its inverse, are nearer to a diagonal than to an axis.
const STEEP: f64 = 2.414;

/// Which of sixteen sectors a direction is in: by the signs, by which coordinate is larger, and by whether it is much larger.
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
