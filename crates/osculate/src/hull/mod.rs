//! The convex hull of any points, in plane and space: of numbers up to a 64th of the largest.
//!
//! Which side of an edge or a face a point is on is decided exactly (Shewchuk's adaptive
//! predicates, from the crate `robust`), so there is no tolerance, and no input that spoils the
//! result: every point is inside or on the hull, collinear, coplanar, duplicate and nearly coplanar
//! ones included. `f32` coordinates are `f64` ones exactly.
//!
//! The predicates are exact as long as no product of three coordinates leaves the range of numbers.
//! So coordinates are scaled by a power of two, the largest to near 1, and in space rounded to
//! multiples of 2⁻³⁵⁰: a matter for points that differ in size by more than 10⁸⁹. In the plane,
//! where products of two occur, the largest is scaled to near 2⁵⁰⁰, and nothing is rounded: it would
//! matter from 10²⁹⁰ on, and nothing but a wrong turn could come of it.

mod plane;
mod space;

pub(crate) use space::above;

use alloc::vec::Vec;

use crate::number::error::Error;
use crate::number::error::check;
use crate::number::linear::Real;
use crate::number::vector::{DVec3, Scalar, Vector};

/// The convex hull of points, by their indices: of as many dimensions as the points span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConvexHull {
    /// All points are this one.
    Point(u32),
    /// All points lie on the segment between these.
    Segment([u32; 2]),
    /// All points lie in one plane, and in this polygon: its corners in order; in the plane
    /// counterclockwise.
    Polygon(Vec<u32>),
    /// The points span space: the faces of their hull.
    Polytope(Faces),
}

/// The faces of a polytope: polygons of three or more corners, counterclockwise seen from outside.
///
/// ```
/// use osculate::hull::Faces;
/// let mut faces = Faces::new();
/// faces.push([0, 2, 1]);
/// faces.push([0, 1, 4, 3]);
/// assert_eq!(faces.len(), 2);
/// assert_eq!(faces.iter().map(<[u32]>::len).collect::<Vec<_>>(), [3, 4]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    corners: Vec<u32>,
    /// Where each face's corners end.
    ends: Vec<u32>,
}

impl Faces {
    /// No faces.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a face with these corners.
    pub fn push(&mut self, corners: impl IntoIterator<Item = u32>) {
        self.corners.extend(corners);
        self.ends.push(self.corners.len() as u32);
    }

    /// The corners of all faces, one face after the other.
    pub(crate) fn corners(&self) -> &[u32] {
        &self.corners
    }

    /// The number of faces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
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
    hull_of_at_most(points, usize::MAX)
}

/// The hull of some of the points: in space `most` of them, each the furthest from the hull of
/// those before. In the plane, all.
pub(crate) fn hull_of_at_most<V: Vector>(points: &[V], most: usize) -> Result<ConvexHull, Error> {
    check::points("ConvexHull", "points", points, 1)?;
    let grid = Grid::over(points);
    if V::DIM == 2 {
        let points: Vec<[f64; 2]> =
            points.iter().map(|&p| grid.place(p).truncate().into()).collect();
        return Ok(plane::hull(&points));
    }
    let points: Vec<DVec3> = points.iter().map(|&p| grid.place(p)).collect();
    Ok(space::hull(&points, most))
}

/// Where the exact predicates see points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    scale: f64,
    /// A second factor: together they may be more than a number holds.
    up: f64,
}

impl Grid {
    /// The grid for points of this size and smaller. In the plane the largest is further up, so that
    /// products of two that are much smaller stay in range.
    #[must_use]
    pub fn over<V: Vector>(points: &[V]) -> Self {
        // 2⁵⁰⁰.
        const UP: f64 = (1u128 << 125) as f64;
        let up = if V::DIM == 2 { UP * UP * UP * UP } else { 1.0 };
        let largest = points.iter().fold(V::Scalar::ZERO, |m, p| m.max(p.abs().max_element()));
        Self { scale: largest.to_f64().scale_to_one(), up }
    }

    /// The place of a point; its third coordinate is 0 in the plane.
    #[inline]
    #[must_use]
    pub fn place<V: Vector>(self, point: V) -> DVec3 {
        // Adding 1.5 · 2^(52 − 350) leaves no digit below 2^-350, and taking it off again leaves
        // the others.
        const ROUND: f64 =
            1.5 / (1u64 << 49) as f64 / (1u128 << 124) as f64 / (1u128 << 125) as f64;
        let place = |i: usize| {
            let x = if i < V::DIM { point.get(i).to_f64() * self.scale * self.up } else { 0.0 };
            if V::DIM == 3 && Real::abs(x) < ROUND { (x + ROUND) - ROUND } else { x }
        };
        DVec3::new(place(0), place(1), place(2))
    }

    /// Whether a point lies in a box, as far as the grid tells.
    #[must_use]
    pub fn is_between<V: Vector>(self, low: V, point: V, high: V) -> bool {
        let [low, point, high] = [low, point, high].map(|v| self.place(v));
        low.cmple(point).all() && point.cmple(high).all()
    }
}
