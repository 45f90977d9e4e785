//! Whether faces over vertices are a closed convex surface.

use alloc::vec::Vec;

use super::surface::Surface;
use super::{COPLANAR, error};
use crate::convex::table::topology::Edge;
use crate::hull::{Grid, above};
use crate::number::error::{Error, Problem};
use crate::number::linear::Real;
use crate::number::vector::{DVec3, Scalar, Vector};

/// Refuses a surface that is dented, flat or of several pieces. It may be so by the rounding of the
/// vertices: returns whether it is dented so.
pub(super) fn check_convex<V: Vector>(
    vertices: &[V],
    places: &[DVec3],
    surface: &Surface,
    normals: &[DVec3],
    extent: V::Scalar,
) -> Result<bool, Error> {
    let euler = vertices.len() as i64 - surface.edges() as i64 / 2 + surface.len() as i64;
    if euler != 2 {
        return Err(error("faces", None, euler as f64, Problem::NotClosed));
    }
    let slack = 2.0 * COPLANAR * V::Scalar::EPSILON.to_f64() * extent.to_f64();
    let nearly = check_nearly_convex(places, surface, normals, slack);
    // Of needles and of the thinnest hulls the rounded normals say nothing.
    match nearly {
        Ok(true) => Ok(false),
        Ok(false) => {
            // What is below a triangle by more than rounding: to know this costs less.
            let is_below = |face: usize, corners: &[Edge], other: &Edge| {
                let base = places[corners[0].from as usize];
                let height = normals[face].dot(places[other.from as usize] - base);
                corners.len() == 3 && height < -slack
            };
            Ok(!is_exactly_convex(vertices, surface, is_below))
        }
        Err(e) => {
            if is_exactly_convex(vertices, surface, |_, _, _| false) {
                Ok(false)
            } else {
                Err(e)
            }
        }
    }
}

/// Refuses a surface that is dented or flat, up to the rounding of the vertices. Returns whether it
/// surely has no dent: whether its faces are triangles, and bend away from each other by more.
fn check_nearly_convex(
    places: &[DVec3],
    surface: &Surface,
    normals: &[DVec3],
    slack: f64,
) -> Result<bool, Error> {
    let mut deepest: f64 = 0.0;
    let mut flattest = f64::NEG_INFINITY;
    let is_triangular = surface.is_triangular();
    for (i, (part, normal)) in surface.iter().zip(normals).enumerate() {
        let base = places[part[0].from as usize];
        let height = |e: &Edge| normal.dot(places[e.from as usize] - base);
        let mut worst = f64::NEG_INFINITY;
        for edge in part {
            let own = height(edge);
            worst = Real::max(worst, Real::abs(own));
            deepest = Real::min(deepest, own);
            surface.for_each_beyond(*edge, is_triangular, |other| {
                let height = normal.dot(places[other as usize] - base);
                worst = Real::max(worst, height);
                flattest = Real::max(flattest, height);
                deepest = Real::min(deepest, height);
            });
        }
        if worst > slack {
            // The first edge that tells.
            let highest = |edge: &Edge| {
                let own = height(edge);
                let others = surface.beyond(edge.slot).iter().map(height);
                Real::max(others.fold(own, Real::max), Real::abs(own))
            };
            let value = part.iter().map(highest).find(|value| *value > slack).unwrap_or(worst);
            return Err(error("faces", Some(i), value, Problem::NotConvex));
        }
    }
    if deepest < -slack {
        return Ok(is_triangular && flattest < -slack);
    }
    Err(error("vertices", None, 0.0, Problem::Flat))
}

/// Whether no corner is above the plane of a face next to it, and one is below: by exact signs. It
/// holds for the thinnest hull, whose depth is less than the rounding of its corners. What is known
/// to be below a face is not asked about.
fn is_exactly_convex<V: Vector>(
    vertices: &[V],
    surface: &Surface,
    is_below: impl Fn(usize, &[Edge], &Edge) -> bool,
) -> bool {
    let grid = Grid::over(vertices);
    let place = |edge: &Edge| grid.place(vertices[edge.from as usize]);
    let mut has_depth = false;
    for (face, part) in surface.iter().enumerate() {
        let own: Vec<DVec3> = part.iter().map(place).collect();
        // Some of these triangles may have no area: nothing is above them.
        let heights = |x: DVec3| {
            let own = &own;
            (2..own.len()).map(move |k| above([own[0], own[k - 1], own[k], x]))
        };
        // A triangle is level with its own corners; to work that out exactly is dear.
        let is_level = |(j, k): (usize, usize)| above([own[0], own[k - 1], own[k], own[j]]) == 0.0;
        let others = |j: usize| (2..own.len()).filter(move |&k| j + 1 != k && j != k);
        if !(1..own.len()).flat_map(|j| others(j).map(move |k| (j, k))).all(is_level) {
            return false;
        }
        for edge in part {
            // Its own corners are level with it.
            let is_own = |other: &Edge| part.iter().any(|own| own.from == other.from);
            for other in surface.beyond(edge.slot).iter().filter(|other| !is_own(other)) {
                if is_below(face, part, other) {
                    has_depth = true;
                    continue;
                }
                let x = place(other);
                if heights(x).any(|height| height > 0.0) {
                    return false;
                }
                has_depth |= heights(x).any(|height| height < 0.0);
            }
        }
    }
    has_depth
}
