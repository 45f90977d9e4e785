//! The faces of a polytope, each with its normal and its ring of corners; and which face is on the
//! left of each edge, so that none is walked edge by edge when a contact asks for it.

use alloc::vec;
use alloc::vec::Vec;

use super::normal_of;
use super::topology::{Edge, Indices, Topology};
use crate::vector::{DVec3, Scalar, Vector};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Facets<V: Vector> {
    /// Outward, of about length 1.
    normals: Vec<V>,
    /// Where each face's ring starts; and where the last one ends.
    starts: Indices,
    /// The corners, counterclockwise seen from outside.
    rings: Indices,
    /// For each directed edge the face on its left.
    left: Indices,
}

impl<V: Vector> Facets<V> {
    /// The faces, joined across soft edges; `normals` are those of the parts, for each edge.
    pub fn new(vertices: &[V], topology: &Topology, normals: &[DVec3]) -> Self {
        let firsts = topology.faces(true);
        let (mut starts, mut rings) = (vec![0], Vec::with_capacity(topology.len()));
        let mut left = vec![u32::MAX; topology.len()];
        let mut of_faces = Vec::with_capacity(firsts.len());
        let mut stack = Vec::new();
        for (number, &first) in (0..).zip(&firsts) {
            let start = rings.len();
            rings.extend(topology.round(first, true).map(|edge| edge.from));
            starts.push(rings.len() as u32);
            let corners = rings[start..].iter().map(|&i: &u32| vertices[i as usize]);
            let mut parts = 0;
            stack.push(first);
            while let Some(edge) = stack.pop() {
                if left[edge.slot as usize] != u32::MAX {
                    continue;
                }
                parts += 1;
                for edge in topology.round(edge, false) {
                    left[edge.slot as usize] = number;
                    if topology.is_soft(edge) {
                        stack.push(topology.twin(edge));
                    }
                }
            }
            let of_part = normals[first.slot as usize];
            let normal = if parts == 1 { of_part } else { normal_of(corners).unwrap_or(of_part) };
            of_faces.push(V::from_fn(|i| V::Scalar::from_f64(normal[i])));
        }
        let faces = firsts.len();
        Self {
            normals: of_faces,
            starts: Indices::new(&starts, rings.len() + 1),
            rings: Indices::new(&rings, vertices.len()),
            left: Indices::new(&left, faces.max(1)),
        }
    }

    /// The number of faces.
    pub fn len(&self) -> usize {
        self.normals.len()
    }

    /// The outward normal of a face.
    pub fn normal(&self, face: usize) -> V {
        self.normals[face]
    }

    /// The face on the left of an edge.
    pub fn left_of(&self, edge: Edge) -> usize {
        self.left.get(edge.slot as usize) as usize
    }

    /// The corners of a face.
    pub fn ring(&self, face: usize) -> impl ExactSizeIterator<Item = u32> + Clone + '_ {
        let (start, end) = (self.starts.get(face) as usize, self.starts.get(face + 1) as usize);
        (start..end).map(|at| self.rings.get(at))
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.normals[..])
            + self.starts.bytes()
            + self.rings.bytes()
            + self.left.bytes()
    }
}
