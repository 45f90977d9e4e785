//! Whether faces over vertices are a closed convex surface.

use alloc::vec::Vec;

use super::parts::normals;
use super::topology::{Edge, Topology};
use super::{COPLANAR, error};
use crate::check;
use crate::error::{Error, Problem};
use crate::hull::{Grid, above};
use crate::linear::Real;
use crate::vector::{DVec3, Scalar, Vector, exact};

/// Refuses a surface that is dented, flat or of several pieces.
pub(super) fn check_convex<V: Vector>(vertices: &[V], topology: &Topology) -> Result<(), Error> {
    let parts = topology.faces(false);
    let euler = vertices.len() as i64 - topology.len() as i64 / 2 + parts.len() as i64;
    if euler != 2 {
        return Err(error("faces", None, euler as f64, Problem::NotClosed));
    }
    let nearly = check_nearly_convex(vertices, topology, &parts);
    // Of needles and of the thinnest hulls the rounded normals say nothing.
    nearly.or_else(|e| if is_exactly_convex(vertices, topology, &parts) { Ok(()) } else { Err(e) })
}

/// Refuses a surface that is dented or flat, up to the rounding of the vertices.
fn check_nearly_convex<V: Vector>(
    vertices: &[V],
    topology: &Topology,
    parts: &[Edge],
) -> Result<(), Error> {
    let normals = normals(vertices, topology, parts);
    let slack = 2.0 * COPLANAR * V::Scalar::EPSILON.to_f64() * check::extent_of(vertices).to_f64();
    let mut deepest: f64 = 0.0;
    for (i, &first) in parts.iter().enumerate() {
        let (normal, base) = (normals[first.slot as usize], exact(vertices[first.from as usize]));
        let height = |e: Edge| normal.dot(exact(vertices[e.from as usize]) - base);
        for edge in topology.round(first, false) {
            let own = height(edge);
            let others = topology.round(topology.twin(edge), false).map(height);
            let (low, high) =
                others.fold((own, own), |(l, h), x| (Real::min(l, x), Real::max(h, x)));
            if Real::abs(own) > slack || high > slack {
                let value = Real::max(high, Real::abs(own));
                return Err(error("faces", Some(i), value, Problem::NotConvex));
            }
            deepest = Real::min(deepest, low);
        }
    }
    if deepest < -slack { Ok(()) } else { Err(error("vertices", None, 0.0, Problem::Flat)) }
}

/// Whether no corner is above the plane of a face next to it, and one is below: by exact signs. It
/// holds for the thinnest hull, whose depth is less than the rounding of its corners.
fn is_exactly_convex<V: Vector>(vertices: &[V], topology: &Topology, parts: &[Edge]) -> bool {
    let grid = Grid::over(vertices);
    let place = |edge: Edge| grid.place(vertices[edge.from as usize]);
    let mut has_depth = false;
    for &first in parts {
        let own: Vec<DVec3> = topology.round(first, false).map(place).collect();
        // Some of these triangles may have no area: nothing is above them.
        let heights = |x: DVec3| {
            let own = &own;
            (2..own.len()).map(move |k| above([own[0], own[k - 1], own[k], x]))
        };
        if own.iter().any(|&x| heights(x).any(|height| height != 0.0)) {
            return false;
        }
        for edge in topology.round(first, false) {
            for x in topology.round(topology.twin(edge), false).map(place) {
                if heights(x).any(|height| height > 0.0) {
                    return false;
                }
                has_depth |= heights(x).any(|height| height < 0.0);
            }
        }
    }
    has_depth
}
