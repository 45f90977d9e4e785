//! What a small polygon knows of its edges: which way each looks, and how far out it is. So the edges tell with two products each whether a point
//! is beyond them, four at once, in the polygon's own axes: none of its vertices has to be turned for that.

use alloc::vec::Vec;

use crate::blocks::{Block, LanesOf, furthest};
use crate::lanes::Lanes;
use crate::linear::{Linear, Real};
use crate::vector::{Scalar, Vector};

/// Up to this many blocks of four vertices, a polygon keeps its edges; above, queries climb instead.
const MOST_BLOCKS: usize = 8;

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

/// The edges of a polygon of the plane, and a point inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline<V: Vector> {
    edges: Vec<Edges<V>>,
    middle: V,
}

impl<V: Vector> Outline<V> {
    /// The edges from each vertex to the next, the vertices counterclockwise. `None` if there are many, or none that has a length.
    pub(crate) fn new(blocks: &[Block<V>], extent: V::Scalar) -> Option<Self> {
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
        some.then(|| Self { edges, middle: V::narrow(sum) * share })
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
