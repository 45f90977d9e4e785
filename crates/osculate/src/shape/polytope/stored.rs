//! A polytope taken apart into what can be written down, and put together again as it was.

use alloc::vec::Vec;

use super::build::Built;
use super::surface::Surface;
use super::{Polytope, check_corners, error};
use crate::convex::table::topology::Gap;
use crate::hull::Faces;
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::linear::Real;
use crate::number::vector::Vector;

impl<V: Vector> Polytope<V> {
    /// The polytope of vertices, which keep their order, of the parts of its faces, and of the
    /// edges that join two parts to one face.
    pub(in crate::shape) fn of_parts(
        vertices: Vec<V>,
        lists: Vec<Vec<u32>>,
        joined: Vec<[u32; 2]>,
    ) -> Result<Self, Error> {
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
