//! The convex hull of any finite points, in plane and space.
//!
//! Which side of an edge or a face a point is on is decided exactly (Shewchuk's adaptive predicates, from the crate `robust`), so
//! there is no tolerance, and no input that spoils the result: every point is inside or on the hull, collinear, coplanar, duplicate and
//! nearly coplanar ones included. `f32` coordinates are `f64` ones exactly.
//!
//! One limit is the number range: coordinates are scaled by a power of two to at most 1, and what is smaller than 1e-300 of the largest
//! may vanish in the products.

mod plane;
mod space;

use alloc::vec::Vec;

use crate::check;
use crate::error::Error;
use crate::linear::Real;
use crate::vector::{DVec3, Scalar, Vector};

/// The convex hull of points, by their indices: of as many dimensions as the points span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConvexHull {
    /// All points are this one.
    Point(u32),
    /// All points lie on the segment between these.
    Segment([u32; 2]),
    /// All points lie in one plane, and in this polygon: its corners in order; in the plane counterclockwise.
    Polygon(Vec<u32>),
    /// The points span space: the faces of their hull.
    Polytope(Faces),
}

/// The faces of a polytope: polygons of three or more corners, counterclockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    corners: Vec<u32>,
    /// Where each face's corners end.
    ends: Vec<u32>,
}

impl Faces {
    /// No faces.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a face with these corners.
    pub fn push(&mut self, corners: impl IntoIterator<Item = u32>) {
        self.corners.extend(corners);
        self.ends.push(self.corners.len() as u32);
    }

    /// The number of faces.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The corners of each face.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.corners[start as usize..end as usize])
    }
}

/// The convex hull of at least one point.
///
/// ```
/// use osculate::{DVec3, hull::{ConvexHull, convex_hull}};
/// let mut points: Vec<DVec3> =
///     (0..8).map(|k| DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64)).collect();
/// points.push(DVec3::splat(0.5));
/// let ConvexHull::Polytope(faces) = convex_hull(&points)? else { unreachable!() };
/// assert_eq!(faces.len(), 6);
/// assert!(faces.iter().all(|corners| corners.len() == 4));
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn convex_hull<V: Vector>(points: &[V]) -> Result<ConvexHull, Error> {
    check::points("ConvexHull", "points", points, 1)?;
    let largest = points.iter().fold(V::Scalar::ZERO, |m, p| m.max(p.abs().max_element()));
    let scale = largest.to_f64().scale_to_one();
    let exact = |p: &V, i: usize| if i < V::DIM { p.get(i).to_f64() * scale } else { 0.0 };
    if V::DIM == 2 {
        let points: Vec<[f64; 2]> = points.iter().map(|p| [exact(p, 0), exact(p, 1)]).collect();
        return Ok(plane::hull(&points));
    }
    let points: Vec<DVec3> =
        points.iter().map(|p| DVec3::new(exact(p, 0), exact(p, 1), exact(p, 2))).collect();
    Ok(space::hull(&points))
}
