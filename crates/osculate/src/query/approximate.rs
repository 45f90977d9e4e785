//! Hulls of few corners, and how much they lack.

use crate::number::error::Error;
use crate::number::vector::{Linear, Real, Spatial, Vector};
use crate::query::{Space, distance};
use crate::shape::{Point, Polytope, coplanar};

/// A polytope inside the hull of some points, and how far outside it points are.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Approximation<V: Vector> {
    /// The hull of some of the points.
    pub polytope: Polytope<V>,
    /// No point is further from the polytope than this. No part of the polytope is outside the
    /// points' hull.
    pub error: <V as Linear>::Scalar,
}

/// The hull of at most `most` of the points, at least 4: each the furthest from what the hull of
/// those before it has for faces.
///
/// ```
/// use osculate::{Vec3, approximate_hull};
/// // A ring of points, and two above and below it.
/// let mut points: Vec<Vec3> =
///     (0..100).map(|k| Vec3::new((k as f32).cos(), 0.0, (k as f32).sin())).collect();
/// points.extend([Vec3::Y, -Vec3::Y]);
/// let some = approximate_hull(&points, 32)?;
/// assert_eq!(some.polytope.vertices().len(), 32);
/// assert!(some.error < 0.02);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn approximate_hull<V: Space + Spatial>(
    points: &[V],
    most: usize,
) -> Result<Approximation<V>, Error> {
    let polytope = Polytope::from_some_points(points, coplanar(points), most)?;
    let mut error = V::Scalar::ZERO;
    for &point in points {
        error = error.max(distance(&polytope, Point::new(point)?).upper);
    }
    Ok(Approximation { polytope, error })
}
