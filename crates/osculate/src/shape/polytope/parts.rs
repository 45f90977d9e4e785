//! The parts of a polytope's faces: their normals, how near the origin they are, and which of them
//! are one face.

use alloc::vec::Vec;

use super::topology::{Edge, Topology};
use crate::check;
use crate::linear::Real;
use crate::vector::{DVec3, Scalar, Vector, exact};

/// The unit normal of a nearly plane polygon, weighted by area; `None` if it has none.
pub(super) fn normal_of<V: Vector>(corners: impl Iterator<Item = V>) -> Option<DVec3> {
    let mut corners = corners.map(exact);
    let (base, mut last) = (corners.next()?, corners.next()?);
    let mut sum = DVec3::ZERO;
    for corner in corners {
        sum += (last - base).cross(corner - base);
        last = corner;
    }
    Vector::try_normalize(sum)
}

/// For each directed edge the unit normal of the part of a face on its left.
pub(super) fn normals<V: Vector>(
    vertices: &[V],
    topology: &Topology,
    parts: &[Edge],
) -> Vec<DVec3> {
    // Scaled, so that products stay in range.
    let scale = check::extent_of(vertices).scale_to_one();
    let mut normals = alloc::vec![DVec3::ZERO; topology.len()];
    for &first in parts {
        let corners = topology.round(first, false).map(|e| vertices[e.from as usize] * scale);
        if let Some(normal) = normal_of(corners) {
            for edge in topology.round(first, false) {
                normals[edge.slot as usize] = normal;
            }
        }
    }
    // A face so thin that its area vanishes in rounding has its neighbour's normal.
    for &first in parts {
        if normals[first.slot as usize] == DVec3::ZERO {
            let known = |e: Edge| normals[topology.twin(e).slot as usize];
            let normal = topology.round(first, false).map(known).find(|n| *n != DVec3::ZERO);
            for edge in topology.round(first, false) {
                normals[edge.slot as usize] = normal.unwrap_or(DVec3::X);
            }
        }
    }
    normals
}

/// How far the origin is from the surface at least, if it is inside. For each face any direction
/// will do along which all its corners are that far: the face is then no nearer, however little
/// plane it is. Faces that all have the origin behind them go round it.
pub(super) fn inner_extent<V: Vector>(
    vertices: &[V],
    topology: &Topology,
    parts: &[Edge],
    normals: &[DVec3],
) -> V::Scalar {
    // What the products round.
    let rounding = 8.0 * f64::EPSILON * check::extent_of(vertices).to_f64();
    let mut least = f64::INFINITY;
    for &first in parts {
        let normal = normals[first.slot as usize];
        for corner in topology.round(first, false) {
            let level = normal.dot(exact(vertices[corner.from as usize])) - rounding;
            if !(level > 0.0) {
                return -V::Scalar::INFINITY;
            }
            least = Real::min(least, level);
        }
    }
    V::Scalar::from_f64(least)
}

/// Softens the edges between parts of a face whose corners are all within `coplanar` of one plane.
/// Larger parts come first, so that faces grow from what tells their plane best.
pub(super) fn join<V: Vector>(
    vertices: &[V],
    topology: &mut Topology,
    parts: &[Edge],
    normals: &[DVec3],
    coplanar: f64,
) {
    if !(coplanar > 0.0) {
        return;
    }
    let area = |first: Edge| {
        let mut corners = topology.round(first, false).map(|e| exact(vertices[e.from as usize]));
        let (Some(a), Some(mut b)) = (corners.next(), corners.next()) else { return 0.0 };
        corners.fold(0.0, |sum, c| {
            let part = (b - a).cross(c - a);
            b = c;
            sum + Real::sqrt(part.length_squared())
        })
    };
    let mut parts: Vec<(f64, Edge)> = parts.iter().map(|&e| (area(e), e)).collect();
    parts.sort_by(|(a, e), (b, f)| b.total_cmp(a).then(e.slot.cmp(&f.slot)));
    let mut face = alloc::vec![u32::MAX; topology.len()];
    let mut soft = Vec::new();
    let mut stack = Vec::new();
    for (number, &(_, seed)) in parts.iter().enumerate() {
        if face[seed.slot as usize] != u32::MAX {
            continue;
        }
        let (normal, base) = (normals[seed.slot as usize], exact(vertices[seed.from as usize]));
        let near = |first: Edge| {
            let off = |e: Edge| normal.dot(exact(vertices[e.from as usize]) - base);
            topology.round(first, false).all(|e| Real::abs(off(e)) <= coplanar)
        };
        let take = |first: Edge, stack: &mut Vec<Edge>, face: &mut Vec<u32>| {
            for edge in topology.round(first, false) {
                face[edge.slot as usize] = number as u32;
                stack.push(edge);
            }
        };
        take(seed, &mut stack, &mut face);
        while let Some(edge) = stack.pop() {
            let twin = topology.twin(edge);
            let beyond = face[twin.slot as usize];
            // A face must not close up on itself round an edge: the two sides of a plate are no
            // face.
            let same_way = normals[twin.slot as usize].dot(normal) > 0.0;
            if beyond == number as u32 {
                soft.push(edge);
            } else if beyond == u32::MAX && same_way && near(twin) {
                take(twin, &mut stack, &mut face);
                soft.push(edge);
            }
        }
    }
    for edge in soft {
        let twin = topology.twin(edge);
        topology.soften(edge);
        topology.soften(twin);
    }
}
