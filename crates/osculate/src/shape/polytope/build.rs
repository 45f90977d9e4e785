//! A polytope while it is built: from points and faces over them to all that queries need.

use alloc::vec::Vec;

use super::convexity::check_convex;
use super::parts::{inner_extent, join, normals};
use super::surface::Surface;
use super::{KNOWN_FACES, Polytope, SCAN, error};
use crate::convex::table::directions::Directions;
use crate::convex::table::polar::Polar;
use crate::convex::table::topology::Gap;
use crate::hull::Faces;
use crate::number::blocks::block_of;
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{DVec3, Scalar, Vector, exact};

/// What is known of a polytope before its tables are made.
pub(super) struct Built<V: Vector> {
    vertices: Vec<V>,
    /// The same in double precision.
    places: Vec<DVec3>,
    surface: Surface,
    /// Of each part of a face.
    normals: Vec<DVec3>,
    extent: V::Scalar,
    /// Whether the surface has dents of rounding's size.
    is_dented: bool,
}

impl<V: Vector> Built<V> {
    /// Of vertices, and how they hang together.
    pub fn new(vertices: Vec<V>, surface: Surface) -> Self {
        let places: Vec<DVec3> = vertices.iter().map(|&v| exact(v)).collect();
        let extent = check::extent_of(&vertices);
        let normals = normals(&places, &surface, extent.to_f64());
        Self { vertices, places, surface, normals, extent, is_dented: false }
    }

    /// Of points and faces over them: the vertices are the points that faces use.
    pub fn of_faces(points: &[V], faces: &Faces) -> Result<Self, Error> {
        let mut index = alloc::vec![u32::MAX; points.len()];
        let mut order = Vec::with_capacity(points.len().min(faces.corners().len()));
        for &corner in faces.corners() {
            let index = &mut index[corner as usize];
            if *index == u32::MAX {
                *index = order.len() as u32;
                order.push(corner);
            }
        }
        if order.len() > SCAN {
            sort_on_curve(points, &mut order);
            for (new, &old) in (0..).zip(&order) {
                index[old as usize] = new;
            }
        }
        let surface = Surface::new(faces, order.len(), |corner| index[corner as usize]);
        let surface = surface.map_err(|gap| {
            let (Gap::Crowded(vertex) | Gap::Open(vertex)) = gap;
            let original = order.get(vertex as usize).map_or(0.0, |&i| f64::from(i));
            error("faces", None, original, Problem::NotClosed)
        })?;
        let vertices = order.iter().map(|&i| points[i as usize]).collect();
        Ok(Self::new(vertices, surface))
    }

    /// Refuses a surface that is dented, by more than rounding, flat or of several pieces.
    pub fn check_convex(&mut self) -> Result<(), Error> {
        let Self { vertices, places, surface, normals, extent, .. } = self;
        self.is_dented = check_convex(vertices, places, surface, normals, *extent)?;
        Ok(())
    }

    /// The polytope, with faces joined whose corners are no further than `coplanar` from one plane.
    pub fn finish(self, coplanar: V::Scalar) -> Polytope<V> {
        let Self { vertices, places, surface, normals, extent, is_dented } = self;
        let mut topology = surface.topology();
        let is_small = vertices.len() <= SCAN;
        let neighbours = |vertex| surface.neighbors(vertex);
        let directions = (!is_small).then(|| Directions::new(&vertices, extent, neighbours));
        let faces = surface
            .iter()
            .zip(&normals)
            .map(|(part, &normal)| (normal, part.iter().map(|edge| vertices[edge.from as usize])));
        let has_few_faces = KNOWN_FACES.contains(&vertices.len());
        let polar = if has_few_faces { Polar::new(&vertices, faces) } else { None };
        join(&places, &mut topology, &surface, &normals, coplanar.to_f64());
        let few = if is_small { vertices.chunks(4) } else { [].chunks(4) };
        let blocks = few.map(block_of).collect();
        let inner_extent = inner_extent::<V>(&places, &surface, &normals, extent.to_f64());
        Polytope { vertices, blocks, topology, directions, polar, extent, inner_extent, is_dented }
    }
}

/// Sorts points so that those that a query looks at together stand together in memory.
fn sort_on_curve<V: Vector>(points: &[V], order: &mut Vec<u32>) {
    let at = |i: u32| exact(points[i as usize]);
    let far = DVec3::INFINITY;
    let low = order.iter().map(|&i| at(i)).fold(far, DVec3::min);
    let size = (order.iter().map(|&i| at(i)).fold(-far, DVec3::max) - low).max_element();
    // The number of a point, in the order that they came in, breaks ties.
    let key =
        |(place, &i): (u64, &u32)| u64::from(place_on_curve((at(i) - low) / size)) << 32 | place;
    let mut keys: Vec<u64> = (0..).zip(&*order).map(key).collect();
    keys.sort_unstable();
    *order = keys.iter().map(|&key| order[key as u32 as usize]).collect();
}

/// Where on a curve through the unit cube a point is: points that are near each other on it are
/// near each other in space (Morton's order).
fn place_on_curve(point: DVec3) -> u32 {
    // Ten bits, each two places from the next.
    let spread = |x: f64| {
        let bits = (x * 1023.0) as u32;
        let bits = (bits | bits << 16) & 0x0300_00FF;
        let bits = (bits | bits << 8) & 0x0300_F00F;
        let bits = (bits | bits << 4) & 0x030C_30C3;
        (bits | bits << 2) & 0x0924_9249
    };
    spread(point.x) | spread(point.y) << 1 | spread(point.z) << 2
}
