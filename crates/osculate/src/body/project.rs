//! The point of a body's surface that is nearest to a point.

use super::Body;
use super::answer::PartProjection;
use crate::convex::placed::At;
use crate::number::vector::Real;
use crate::place::Pose;
use crate::query::{Bracket, Space, closest};
use crate::shape::Point;

impl<V: Space> At<V, &Body<V>> {
    /// The point of the surface nearest to a point of the world, and how far that is: less than zero
    /// of what is inside. `None` of a point that is no number or out of range.
    ///
    /// The surface is that of each part: of a point in two shapes it is that of the one it is
    /// deepest in, and of one in a solid that of the nearest facet.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose};
    /// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let sides = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let wedge = Body::from_mesh(&corners, &sides)?.into_solid()?;
    /// let wedge = wedge.at(Pose::IDENTITY);
    /// let inside = wedge.project_point(DVec3::new(0.25, 0.1, 0.2)).expect("it is a number");
    /// assert_eq!((inside.part, inside.point), (1, DVec3::new(0.25, 0.0, 0.2)));
    /// assert!(inside.distance.contains(-0.1));
    /// let below = wedge.project_point(DVec3::new(0.25, -2.0, 0.2)).expect("it is a number");
    /// assert!(below.distance.contains(2.0) && below.normal == DVec3::NEG_Y);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn project_point(&self, point: V) -> Option<PartProjection<V>> {
        let pose = Pose::from_translation(point).ok()?;
        if self.holds(point)
            && let here = At::new(Point::ORIGIN, pose)
            && let Some((part, distance)) = self.nearest_facet_to(&here, V::Scalar::INFINITY)
            && let Some(facet) = self.part(part).filter(|part| part.shape().facet().is_some())
        {
            let near = closest(facet, here);
            let Bracket { lower, value, upper } = distance;
            let distance = Bracket { lower: -upper, value: -value, upper: -lower };
            let normal = near.normal.map_or(V::axis(0), |normal| -normal);
            return Some(PartProjection { part, point: near.on_a, distance, normal });
        }
        let at = Body::new(Point::ORIGIN);
        let at = at.at(pose);
        let found = self.signed_distance(&at);
        let near = found.signed_distance;
        let (part, point) = (found.parts[0], near.on_a);
        Some(PartProjection { part, point, distance: near.distance, normal: near.normal })
    }
}
