//! Masses that follow from others: hulls of corners, what is at a pose and what is under a map; and
//! the kinds that have none.

use alloc::vec::Vec;

use super::mass::{Mass, OwnMass};
use super::{
    ConvexPolygon, Frustum, HalfSpace, Hull, PointCloud, Polytope, Rounded, Segment, Shape, Sum,
    Swept, Tetrahedron, Triangle,
};
use crate::convex::placed::{At, Image};
use crate::hull::{ConvexHull, convex_hull};
use crate::number::linear::Real;
use crate::number::vector::{Matrix, Vector};
use crate::place::Pose;

impl<V: Vector> Mass<V> {
    /// The hull of some points. What has no volume has its centroid in the mean of its corners.
    fn of_points(points: &[V]) -> Self {
        let mean = |corners: &[u32]| {
            Self::of_nothing(corners.len(), corners.iter().map(|&i| points[i as usize]))
        };
        match convex_hull(points) {
            Ok(ConvexHull::Point(i)) => mean(&[i]),
            Ok(ConvexHull::Segment(ends)) => mean(&ends),
            Ok(ConvexHull::Polygon(corners)) if V::DIM == 2 => {
                let corners: Vec<V> = corners.iter().map(|&i| points[i as usize]).collect();
                ConvexPolygon::of_vertices(&corners).map_or_else(|_| mean(&[0]), |p| p.mass())
            }
            Ok(ConvexHull::Polygon(corners)) => mean(&corners),
            Ok(ConvexHull::Polytope(faces)) => {
                Polytope::of_hull(points, &faces).map_or_else(|_| mean(&[0]), |p| p.mass())
            }
            Err(_) => mean(&[0]),
        }
    }

    /// That of the same body at a pose.
    #[must_use]
    pub fn moved_to(&self, pose: Pose<V>) -> Self {
        self.moved(pose.rotation().matrix(), |point| pose.apply(point))
    }

    /// Under a linear map and then a translation.
    fn moved(&self, matrix: V::Matrix, to: impl Fn(V) -> V) -> Self {
        let columns: [V; 3] = core::array::from_fn(|j| matrix.column(j.min(V::DIM - 1)));
        let determinant = match columns {
            [x, y, _] if V::DIM == 2 => x.get(0) * y.get(1) - x.get(1) * y.get(0),
            [x, y, z] => x.dot(y.cross(z)),
        };
        let scale = Real::abs(determinant);
        let moments = matrix.compose(&self.second_moments).compose(&matrix.transpose());
        Self {
            volume: self.volume * scale,
            centroid: to(self.centroid),
            second_moments: V::Matrix::from_columns(|j| moments.column(j) * scale),
        }
    }
}

macro_rules! masses {
    ($($shape:ty, $of:pat => $mass:expr;)*) => {
        $(
            impl<V: Vector> OwnMass<V> for $shape {
                fn own_mass(&self) -> Option<Mass<V>> {
                    let $of = self;
                    $mass
                }
            }
        )*
    };
}
masses! {
    Segment<V>, segment => Some(Mass::of_points(&segment.ends()));
    Triangle<V>, triangle => Some(Mass::of_points(&triangle.corners()));
    Tetrahedron<V>, tetrahedron => Some(Mass::of_points(&tetrahedron.corners()));
    Frustum<V>, frustum => Some(Mass::of_points(&frustum.corners()));
    PointCloud<V>, cloud => Some(Mass::of_points(&cloud.points().collect::<Vec<_>>()));
    ConvexPolygon<V>, polygon => Some(polygon.mass());
    Polytope<V>, polytope => Some(polytope.mass());
    At<V, Shape<V>>, at => Some(at.shape().mass()?.moved_to(at.pose()));
    Image<V, Shape<V>>, image => {
        let map = image.affine();
        Some(image.shape().mass()?.moved(map.matrix(), |point| map.apply(point)))
    };
    HalfSpace<V>, _ => None;
    Rounded<V, Shape<V>>, _ => None;
    Sum<Shape<V>, Shape<V>>, _ => None;
    Hull<Shape<V>, Shape<V>>, _ => None;
    Swept<V, Shape<V>>, _ => None;
}
