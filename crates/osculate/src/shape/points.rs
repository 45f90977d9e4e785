//! Hulls of a few points: triangle, tetrahedron, and any unordered cloud.

use core::borrow::Borrow;

use crate::check;
use crate::convex::Convex;
use crate::error::Error;
use crate::vector::Vector;

/// The convex hull of points in any order: duplicates, collinear and inner points are allowed. Support scans
/// them all. The points may be owned or borrowed (`Vec`, array, slice).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointCloud<V: Vector, P> {
    points: P,
    extent: V::Scalar,
}

/// The convex hull of three points, which may coincide.
pub type Triangle<V> = PointCloud<V, [V; 3]>;

/// The convex hull of four points, which may coincide.
pub type Tetrahedron<V> = PointCloud<V, [V; 4]>;

impl<V: Vector, P: Borrow<[V]>> PointCloud<V, P> {
    /// The convex hull of at least one point.
    pub fn new(points: P) -> Result<Self, Error> {
        check::points("PointCloud", "points", points.borrow(), 1)?;
        let extent = check::extent_of(points.borrow());
        Ok(Self { points, extent })
    }

    /// The points.
    pub fn points(&self) -> &[V] {
        self.points.borrow()
    }
}

/// The point furthest along `direction`, the first of several.
#[inline(always)]
pub(super) fn scan<V: Vector>(points: &[V], direction: V) -> V {
    let mut best = points[0];
    let mut most = best.dot(direction);
    for &point in &points[1..] {
        let reach = point.dot(direction);
        if reach > most {
            (best, most) = (point, reach);
        }
    }
    best
}

impl<V: Vector, P: Borrow<[V]>> Convex<V> for PointCloud<V, P> {
    #[inline]
    fn support(&self, direction: V) -> V {
        scan(self.points.borrow(), direction)
    }
    #[inline]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline]
    fn extent(&self) -> V::Scalar {
        self.extent
    }
}

impl<V: Vector> Triangle<V> {
    /// The triangle with corners `a`, `b`, `c`.
    pub fn from_corners(a: V, b: V, c: V) -> Result<Self, Error> {
        Self::new([a, b, c])
    }
}

impl<V: Vector> Tetrahedron<V> {
    /// The tetrahedron with corners `a`, `b`, `c`, `d`.
    pub fn from_corners(a: V, b: V, c: V, d: V) -> Result<Self, Error> {
        Self::new([a, b, c, d])
    }
}
