//! Which bodies are in a region: what touches a shape, or lies in its view.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::body::{BodyId, Part};
use super::filter::Filter;
use super::narrow;
use super::world::Scene;
use crate::bounds::Aabb;
use crate::convex::Convex;
use crate::place::At;
use crate::pose::Pose;
use crate::query::{Space, intersects};
use crate::shape::Cuboid;
use crate::vector::{Real, Scalar};

impl<V: Space> Scene<V> {
    /// All bodies that touch a shape, in order, each by its first part that does.
    ///
    /// Nodes of the trees that the shape does not touch are left out whole. So this is also how to
    /// cull by a [`Frustum`](crate::shape::Frustum): no body is named that is out of view, and none
    /// is missed.
    ///
    /// ```
    /// use osculate::{DVec3, Pose, scene::{Body, Filter, Scene}, shape::{Ball, Frustum}};
    /// let mut scene = Scene::new();
    /// for x in -10..=10 {
    ///     let pose = Pose::from_translation(DVec3::new(f64::from(x), 0.0, -5.0))?;
    ///     scene.add(Body::new(Ball::new(0.25)?), pose);
    /// }
    /// scene.step();
    /// // A camera at the origin that looks along −z, 90 degrees wide and high, from 1 to 9.
    /// let rows = [
    ///     [1.0, 0.0, 0.0, 0.0],
    ///     [0.0, 1.0, 0.0, 0.0],
    ///     [0.0, 0.0, -9.0 / 8.0, -9.0 / 8.0],
    ///     [0.0, 0.0, -1.0, 0.0],
    /// ];
    /// let view = Frustum::<DVec3>::from_view_projection(rows, 0.0, 1.0)?;
    /// assert_eq!(scene.touching_shape(&view, &Filter::ALL).len(), 11);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn touching_shape(&self, shape: impl Convex<V>, filter: &Filter<'_, V>) -> Vec<Part> {
        let mut found = Vec::new();
        let _ = self.each_touching(&shape, filter, &mut |part| {
            found.push(part);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// A body that touches a shape, if there is one, by a part that does: the first that is found.
    ///
    /// ```
    /// use osculate::{DVec3, Pose, scene::{Body, Filter, Scene}, shape::{Ball, Capsule}};
    /// let mut scene = Scene::new();
    /// let ball = scene.add(Body::new(Ball::new(1.0)?), Pose::IDENTITY);
    /// let arm = Capsule::new(-DVec3::X * 5.0, DVec3::X * 5.0, 0.1)?;
    /// let hit = scene.any_touching(&arm, &Filter::ALL).expect("it goes through the ball");
    /// assert_eq!(hit.body, ball);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn any_touching(&self, shape: impl Convex<V>, filter: &Filter<'_, V>) -> Option<Part> {
        let mut found = None;
        let _ = self.each_touching(&shape, filter, &mut |part| {
            found = Some(part);
            ControlFlow::Break(())
        });
        found
    }

    /// All bodies whose boxes meet this one, in order. They may lie beside it themselves; who needs
    /// to know asks with a [`Cuboid`] what [touches](Self::touching_shape) it.
    pub fn in_box(&self, with: &Aabb<V>, filter: &Filter<'_, V>) -> Vec<BodyId> {
        let mut found = Vec::new();
        let _ = self.broad.meeting(with, &|_, _| false, &mut |slot| {
            let Some(placed) = self.bodies.at(slot) else { return ControlFlow::Continue(()) };
            let id = self.bodies.id(slot);
            if placed.bounds.intersects(with) && filter.accepts(id, &placed.body) {
                found.push(id);
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    fn each_touching(
        &self,
        shape: &impl Convex<V>,
        filter: &Filter<'_, V>,
        found: &mut impl FnMut(Part) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let bounds = shape.bounds();
        let spare = |low, high| box_shape(low, high).is_some_and(|all| !intersects(all, shape));
        self.broad.meeting(&bounds, &spare, &mut |slot| {
            let Some(placed) = self.bodies.at(slot) else { return ControlFlow::Continue(()) };
            let id = self.bodies.id(slot);
            if placed.bounds.intersects(&bounds)
                && filter.accepts(id, &placed.body)
                && let Some(part) = narrow::touching_part(placed, shape)
            {
                return found(Part { body: id, part });
            }
            ControlFlow::Continue(())
        })
    }
}

/// A cuboid that holds a box, if there is one.
fn box_shape<V: Space>(low: V, high: V) -> Option<At<V, Cuboid<V>>> {
    let half = V::Scalar::from_f64(0.5);
    let center = low * half + high * half;
    // The center and the halves round by an ε each.
    let slack = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON;
    let reach = (high * half - low * half) + (low.abs() + high.abs()) * slack;
    Some(At::new(Cuboid::new(reach).ok()?, Pose::from_translation(center).ok()?))
}
