//! The parts of a polytope's faces: their normals, how near the origin they are, and which of them
//! are one face.

use alloc::vec::Vec;

use super::Polytope;
use super::surface::Surface;
use crate::convex::table::topology::{Edge, Topology};
use crate::number::linear::Real;
use crate::number::vector::{DVec3, Scalar, Vector};

/// The unit normal of a nearly plane polygon, weighted by area; `None` if it has none.
fn normal_of(mut corners: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    let (base, last) = (corners.next()?, corners.next()?);
    let mut last = last - base;
    let mut sum = DVec3::ZERO;
    for corner in corners {
        let next = corner - base;
        sum += last.cross(next);
        last = next;
    }
    Vector::try_normalize(sum)
}

/// The unit normal of each part.
pub(super) fn normals(places: &[DVec3], surface: &Surface, extent: f64) -> Vec<DVec3> {
    // Scaled, so that products stay in range.
    let scale = extent.scale_to_one();
    let mut is_complete = true;
    let mut normals = Vec::with_capacity(surface.len());
    for part in surface.iter() {
        let normal = normal_of(part.iter().map(|e| places[e.from as usize] * scale));
        is_complete &= normal.is_some();
        normals.push(normal.unwrap_or(DVec3::ZERO));
    }
    if is_complete {
        return normals;
    }
    // A face so thin that its area vanishes in rounding has its neighbour's normal.
    for (i, part) in surface.iter().enumerate() {
        if normals[i] == DVec3::ZERO {
            let known = |e: &Edge| normals[surface.part_of(surface.twin_of(e.slot))];
            let normal = part.iter().map(known).find(|n| *n != DVec3::ZERO);
            normals[i] = normal.unwrap_or(DVec3::X);
        }
    }
    normals
}

/// How far the origin is from the surface at least, if it is inside. For each face any direction
/// will do along which all its corners are that far: the face is then no nearer, however little
/// plane it is. Faces that all have the origin behind them go round it.
pub(super) fn inner_extent<V: Vector>(
    places: &[DVec3],
    surface: &Surface,
    normals: &[DVec3],
    extent: f64,
) -> V::Scalar {
    // What the products round.
    let rounding = 8.0 * f64::EPSILON * extent;
    let mut least = f64::INFINITY;
    for (part, normal) in surface.iter().zip(normals) {
        for corner in part {
            let level = normal.dot(places[corner.from as usize]) - rounding;
            if !(level > 0.0) {
                return -V::Scalar::INFINITY;
            }
            least = Real::min(least, level);
        }
    }
    V::Scalar::from_f64(least)
}

/// Whether a part next to another has corners that are all within `coplanar` of the other's plane.
/// Where none has, every face has one part.
fn may_join(places: &[DVec3], surface: &Surface, normals: &[DVec3], coplanar: f64) -> bool {
    let is_triangular = surface.is_triangular();
    surface.iter().zip(normals).any(|(part, normal)| {
        let base = places[part[0].from as usize];
        part.iter().any(|edge| {
            let mut is_near = true;
            surface.for_each_beyond(*edge, is_triangular, |other| {
                let off = normal.dot(places[other as usize] - base);
                is_near &= Real::abs(off) <= coplanar;
            });
            is_near
        })
    })
}

/// Softens the edges between parts of a face whose corners are all within `coplanar` of one plane.
/// Larger parts come first, so that faces grow from what tells their plane best.
pub(super) fn join(
    places: &[DVec3],
    topology: &mut Topology,
    surface: &Surface,
    normals: &[DVec3],
    coplanar: f64,
) {
    if !(coplanar > 0.0) || !may_join(places, surface, normals, coplanar) {
        return;
    }
    let at = |edge: &Edge| places[edge.from as usize];
    let area = |part: &[Edge]| {
        let mut corners = part.iter().map(at);
        let (Some(a), Some(mut b)) = (corners.next(), corners.next()) else { return 0.0 };
        corners.fold(0.0, |sum, c| {
            let part = (b - a).cross(c - a);
            b = c;
            sum + Real::sqrt(part.length_squared())
        })
    };
    let mut parts: Vec<(f64, u32)> = surface.iter().map(area).zip(0..).collect();
    parts.sort_unstable_by(|(a, i), (b, k)| b.total_cmp(a).then(i.cmp(k)));
    // The face of each part: the part that it grew from.
    let mut face = alloc::vec![u32::MAX; parts.len()];
    let mut soft = Vec::new();
    let mut stack: Vec<Edge> = Vec::new();
    for &(_, seed) in &parts {
        if face[seed as usize] != u32::MAX {
            continue;
        }
        face[seed as usize] = seed;
        let part = surface.part(seed as usize);
        let (normal, base) = (normals[seed as usize], at(&part[0]));
        let is_near = |edge: &Edge| Real::abs(normal.dot(at(edge) - base)) <= coplanar;
        stack.extend(part);
        while let Some(edge) = stack.pop() {
            let beyond = surface.part_of(surface.twin_of(edge.slot));
            // A face must not close up on itself round an edge: the two sides of a plate are no
            // face.
            let same_way = normals[beyond].dot(normal) > 0.0;
            if face[beyond] == seed {
                soft.push(edge);
            } else if face[beyond] == u32::MAX
                && same_way
                && surface.part(beyond).iter().all(is_near)
            {
                face[beyond] = seed;
                stack.extend(surface.part(beyond));
                soft.push(edge);
            }
        }
    }
    for Edge { slot, .. } in soft {
        topology.soften(slot);
        topology.soften(surface.twin_of(slot));
    }
}

impl<V: Vector> Polytope<V> {
    /// The parts of the faces, counterclockwise from outside.
    pub(in crate::shape) fn parts_of_faces(&self) -> Vec<Vec<u32>> {
        let topology = &self.topology;
        let corners = |&first: &Edge| topology.round(first, false).map(|e| e.from).collect();
        topology.faces(false).iter().map(corners).collect()
    }

    /// The edges between two parts of the same face.
    pub(in crate::shape) fn joined_edges(&self) -> Vec<[u32; 2]> {
        let topology = &self.topology;
        let soft = topology.edges().filter(|&edge| topology.is_soft(edge));
        let both = soft.map(|edge| [edge.from, topology.to(edge)]);
        both.filter(|[from, to]| from < to).collect()
    }
}
