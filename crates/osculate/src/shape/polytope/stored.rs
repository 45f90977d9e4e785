//! A polytope taken apart into what can be written down, and put together again as it was.

use alloc::vec::Vec;

use super::build::Built;
use super::surface::Surface;
use super::{Polytope, check_corners, error};
use crate::convex::table::topology::{Edge, Gap};
use crate::hull::Faces;
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::linear::Real;
use crate::number::vector::Vector;

/// Vertices in their order; the parts of faces, counterclockwise from outside; and the edges
/// between two parts of the same face.
pub(in crate::shape) struct Parts<V> {
    pub vertices: Vec<V>,
    pub faces: Vec<Vec<u32>>,
    pub joined: Vec<[u32; 2]>,
}

impl<V: Vector> Polytope<V> {
    pub(in crate::shape) fn to_parts(&self) -> Parts<V> {
        let topology = &self.topology;
        let corners = |&first: &Edge| topology.round(first, false).map(|e| e.from).collect();
        let soft = topology.edges().filter(|&edge| topology.is_soft(edge));
        let both = soft.map(|edge| [edge.from, topology.to(edge)]);
        Parts {
            vertices: self.vertices.clone(),
            faces: topology.faces(false).iter().map(corners).collect(),
            joined: both.filter(|[from, to]| from < to).collect(),
        }
    }

    /// The polytope of parts: the vertices keep their order.
    pub(in crate::shape) fn of_parts(parts: Parts<V>) -> Result<Self, Error> {
        let Parts { vertices, faces: lists, joined } = parts;
        check::points("Polytope", "vertices", &vertices, 4)?;
        let count = vertices.len() as u32;
        let mut faces = Faces::new();
        for (i, corners) in lists.into_iter().enumerate() {
            check_corners(i, &corners, vertices.len())?;
            faces.push(corners);
        }
        let surface = Surface::new(&faces, vertices.len(), |corner| corner);
        let surface = surface.map_err(|gap| {
            let (Gap::Crowded(vertex) | Gap::Open(vertex)) = gap;
            error("faces", None, f64::from(vertex), Problem::NotClosed)
        })?;
        let mut built = Built::new(vertices, surface);
        built.check_convex()?;
        let mut polytope = built.finish(V::Scalar::ZERO);
        for (i, [from, to]) in joined.into_iter().enumerate() {
            let edge = |from: u32, to: u32| {
                let mut edges = (from < count).then(|| polytope.topology.edges_of(from))?;
                edges.find(|&edge| polytope.topology.to(edge) == to)
            };
            let (Some(there), Some(back)) = (edge(from, to), edge(to, from)) else {
                return Err(error("joined", Some(i), f64::from(from), Problem::OutOfRange));
            };
            polytope.topology.soften(there.slot);
            polytope.topology.soften(back.slot);
        }
        Ok(polytope)
    }
}
