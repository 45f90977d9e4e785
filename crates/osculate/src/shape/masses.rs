//! The mass of a shape of any kind: closed forms, and hulls of corners.

use alloc::vec::Vec;
use core::f64::consts::PI;

use super::mass::Mass;
use super::{ConvexPolygon, Polytope, Shape, ShapeRef};
use crate::hull::{ConvexHull, convex_hull};
use crate::number::linear::Real;
use crate::number::vector::{Matrix, Scalar, Vector};
use crate::place::Pose;

impl<V: Vector> Mass<V> {
    /// What is symmetric about the coordinate axes, so that its moments are along them: the volume
    /// and, for each axis, the mean of x², both in double precision.
    fn along_axes(volume: f64, centroid: V, mean_squares: impl Fn(usize) -> f64) -> Self {
        Self {
            volume: V::Scalar::from_f64(volume),
            centroid,
            second_moments: V::Matrix::from_columns(|j| {
                V::axis(j) * V::Scalar::from_f64(volume * mean_squares(j))
            }),
        }
    }

    /// The hull of some points. What has no volume has its centroid in the mean of its corners.
    fn of_points(points: &[V]) -> Self {
        let mean = |corners: &[u32]| {
            let share = V::Scalar::ONE / V::Scalar::from_f64(corners.len() as f64);
            let sum = corners.iter().fold(V::ZERO, |sum, &i| sum + points[i as usize] * share);
            Self::along_axes(0.0, sum, |_| 0.0)
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

impl<V: Vector> Shape<V> {
    /// Volume, centroid and second moments. `None` for a half-space, which has no end, and for
    /// what has no closed form here: rounded shapes, sums, hulls of shapes, swept shapes, and
    /// shapes of your own.
    ///
    /// ```
    /// use osculate::{DVec3, shape::{Cylinder, Shape}};
    /// let can: Shape<DVec3> = Cylinder::new(1.0, 0.5)?.into();
    /// let mass = can.mass().expect("a cylinder has a volume");
    /// assert!((mass.volume - 0.5 * std::f64::consts::PI).abs() < 1e-15);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn mass(&self) -> Option<Mass<V>> {
        let is_flat = V::DIM == 2;
        let number = V::Scalar::to_f64;
        Some(match self.kind() {
            ShapeRef::Point(point) => Mass::along_axes(0.0, point.position(), |_| 0.0),
            ShapeRef::Segment(segment) => Mass::of_points(&segment.ends()),
            ShapeRef::Ball(ball) => {
                let r = number(ball.radius());
                of_ellipsoid(|_| r)
            }
            ShapeRef::Ellipsoid(of) => of_ellipsoid(|i| number(of.radii().get(i))),
            ShapeRef::Cuboid(of) => {
                let half = |i: usize| number(of.half_extents().get(i));
                let volume = (0..V::DIM).map(|i| 2.0 * half(i)).product();
                Mass::along_axes(volume, V::ZERO, |i| half(i) * half(i) / 3.0)
            }
            ShapeRef::Cylinder(of) => {
                let (h, r) = (number(of.half_height()), number(of.radius()));
                // In the plane it is a rectangle.
                let volume = 2.0 * h * if is_flat { 2.0 * r } else { PI * r * r };
                let across = r * r / if is_flat { 3.0 } else { 4.0 };
                Mass::along_axes(volume, V::ZERO, |i| if i == 1 { h * h / 3.0 } else { across })
            }
            ShapeRef::Cone(of) => {
                let (h, r) = (2.0 * number(of.half_height()), number(of.radius()));
                // In the plane it is a triangle. The base lies at −half_height.
                let (volume, from_base, along, across) = if is_flat {
                    (r * h, h / 3.0, h * h / 18.0, r * r / 6.0)
                } else {
                    (PI * r * r * h / 3.0, h / 4.0, h * h * (3.0 / 80.0), r * r * (3.0 / 20.0))
                };
                let centroid = V::axis(1) * V::Scalar::from_f64(from_base - h / 2.0);
                Mass::along_axes(volume, centroid, |i| if i == 1 { along } else { across })
            }
            ShapeRef::Capsule(of) => {
                let [a, b] = of.ends();
                of_capsule(a, b, number(of.radius()))
            }
            ShapeRef::Triangle(of) => Mass::of_points(&of.corners()),
            ShapeRef::Tetrahedron(of) => Mass::of_points(&of.corners()),
            ShapeRef::Frustum(of) => Mass::of_points(&of.corners()),
            ShapeRef::ConvexPolygon(of) => of.mass(),
            ShapeRef::Polytope(of) => of.mass(),
            ShapeRef::PointCloud(of) => Mass::of_points(&of.points().collect::<Vec<_>>()),
            ShapeRef::At(of) => of.shape().mass()?.moved_to(of.pose()),
            ShapeRef::Image(of) => {
                let map = of.affine();
                of.shape().mass()?.moved(map.matrix(), |point| map.apply(point))
            }
            ShapeRef::HalfSpace(_)
            | ShapeRef::Rounded(_)
            | ShapeRef::Sum(_)
            | ShapeRef::Hull(_)
            | ShapeRef::Swept(_)
            | ShapeRef::Custom(_) => return None,
        })
    }
}

fn of_ellipsoid<V: Vector>(radius: impl Fn(usize) -> f64) -> Mass<V> {
    let product: f64 = (0..V::DIM).map(&radius).product();
    let (unit, share) = if V::DIM == 2 { (PI, 4.0) } else { (4.0 / 3.0 * PI, 5.0) };
    Mass::along_axes(unit * product, V::ZERO, |i| radius(i) * radius(i) / share)
}

/// A cylinder, or a rectangle, with half a ball at both ends. Half a ball has its centroid 3/8 of
/// the radius from its flat side, half a disc 4/(3π) of it.
fn of_capsule<V: Vector>(a: V, b: V, r: f64) -> Mass<V> {
    let between = b - a;
    let l = between.length().to_f64();
    let (bar, balls, bar_share, ball_share, off) = if V::DIM == 2 {
        (2.0 * r * l, PI * r * r, 3.0, 4.0, 4.0 / (3.0 * PI))
    } else {
        (PI * r * r * l, 4.0 / 3.0 * PI * r * r * r, 4.0, 5.0, 3.0 / 8.0)
    };
    let round = r * r / ball_share;
    let across = bar * r * r / bar_share + balls * round;
    let along = bar * l * l / 12.0 + balls * (round + l * l / 4.0 + l * r * off);
    let [across, stretched] = [across, along - across].map(V::Scalar::from_f64);
    let u = between.try_normalize().unwrap_or(V::ZERO);
    Mass {
        volume: V::Scalar::from_f64(bar + balls),
        centroid: a + between * V::Scalar::from_f64(0.5),
        second_moments: V::Matrix::from_columns(|j| {
            V::axis(j) * across + u * (u.get(j) * stretched)
        }),
    }
}
