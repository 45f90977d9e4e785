//! What is asked of a scene by one shape, box or ray.

use super::{Asking, BodyId, Given, Scene};
use crate::answers::{Closest, Encounter, RayHit};
use crate::given::{pose_or_world, refused, vector, vector_or_zero};
use crate::motion::Asked;
use crate::queries::ray;
use crate::shape::Shape;
use osculate::scene;
use osculate::{Aabb, At, DVec3};
use pyo3::prelude::*;

fn ray_hit(hit: scene::BodyRayHit<DVec3>) -> Option<(BodyId, RayHit)> {
    let found = hit.struck.hit()?;
    Some((BodyId(hit.part.body), RayHit { found, part: Some(hit.part.part) }))
}

#[pymethods]
impl Scene {
    /// The body nearest to a shape, and the closest points; None if there is none.
    #[pyo3(signature = (shape, pose=None, *, meets=None, without=None))]
    fn nearest(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, Shape>,
        pose: Option<Given<'_, '_>>,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Option<(BodyId, Closest)>> {
        Ok(self.nearest_of(py, shape, 1, pose, meets, without)?.pop())
    }

    /// The bodies nearest to a shape, `count` of them, the nearest first.
    #[pyo3(signature = (shape, count, pose=None, *, meets=None, without=None))]
    fn nearest_of(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, Shape>,
        count: usize,
        pose: Option<Given<'_, '_>>,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Vec<(BodyId, Closest)>> {
        let asking = Asking::read(meets, without);
        let (shape, pose) = (&shape.get().0, pose_or_world("pose", pose)?);
        self.with(py, |scene| {
            let one = |near: scene::Nearest<DVec3>| {
                let parts = Some([0, near.part.part]);
                (BodyId(near.part.body), Closest { found: near.closest, parts })
            };
            let all = asking.ask(|filter| scene.nearest_of(At::new(shape, pose), count, filter));
            all.into_iter().map(one).collect()
        })
    }

    /// The bodies that touch a shape.
    #[pyo3(signature = (shape, pose=None, *, meets=None, without=None))]
    fn touching_shape(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, Shape>,
        pose: Option<Given<'_, '_>>,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Vec<BodyId>> {
        let asking = Asking::read(meets, without);
        let (shape, pose) = (&shape.get().0, pose_or_world("pose", pose)?);
        self.with(py, |scene| {
            let parts = asking.ask(|filter| scene.touching_shape(At::new(shape, pose), filter));
            let mut bodies: Vec<BodyId> = parts.into_iter().map(|part| BodyId(part.body)).collect();
            bodies.dedup();
            bodies
        })
    }

    /// The bodies whose boxes meet a box.
    #[pyo3(signature = (least, largest, *, meets=None, without=None))]
    fn in_box(
        &self,
        py: Python<'_>,
        least: Given<'_, '_>,
        largest: Given<'_, '_>,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Vec<BodyId>> {
        let asking = Asking::read(meets, without);
        let bounds = Aabb::new(vector("least", least)?, vector("largest", largest)?);
        let bounds = bounds.map_err(refused)?;
        self.with(py, |scene| {
            asking.ask(|filter| scene.in_box(&bounds, filter)).into_iter().map(BodyId).collect()
        })
    }

    /// The first body that a ray hits; None if it hits none, or it is not known where.
    #[pyo3(signature = (origin, direction, *, most=None, hollow=false, meets=None, without=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
    fn ray_first(
        &self,
        py: Python<'_>,
        origin: Given<'_, '_>,
        direction: Given<'_, '_>,
        most: Option<f64>,
        hollow: bool,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Option<(BodyId, RayHit)>> {
        let (ray, asking) = (ray(origin, direction, most, hollow)?, Asking::read(meets, without));
        self.with(py, |scene| asking.ask(|filter| scene.ray_first(&ray, filter)).and_then(ray_hit))
    }

    /// All bodies that a ray hits, in order.
    #[pyo3(signature = (origin, direction, *, most=None, hollow=false, meets=None, without=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
    fn ray_all(
        &self,
        py: Python<'_>,
        origin: Given<'_, '_>,
        direction: Given<'_, '_>,
        most: Option<f64>,
        hollow: bool,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Vec<(BodyId, RayHit)>> {
        let (ray, asking) = (ray(origin, direction, most, hollow)?, Asking::read(meets, without));
        self.with(py, |scene| {
            let hits = asking.ask(|filter| scene.ray_all(&ray, filter));
            hits.into_iter().filter_map(ray_hit).collect()
        })
    }

    /// The first body that a shape meets on a straight way; None if it is proved to meet none.
    #[pyo3(signature = (shape, velocity, pose=None, *, start=0.0, until=1.0, tolerance=None,
        stop_at=0.0, ignoring_opening=false, most_steps=None, meets=None, without=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
    fn cast_first(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, Shape>,
        velocity: Given<'_, '_>,
        pose: Option<Given<'_, '_>>,
        start: f64,
        until: f64,
        tolerance: Option<f64>,
        stop_at: f64,
        ignoring_opening: bool,
        most_steps: Option<u32>,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Option<(BodyId, Encounter)>> {
        let asked = Asked { start, until, tolerance, stop_at, ignoring_opening, most_steps };
        let (sweep, asking) = (asked.sweep()?, Asking::read(meets, without));
        let velocity = vector_or_zero("velocity", Some(velocity))?;
        let (shape, pose) = (&shape.get().0, pose_or_world("pose", pose)?);
        let found = self.with(py, |scene| {
            asking.ask(|filter| scene.cast_first(At::new(shape, pose), velocity, &sweep, filter))
        })?;
        let hit = |hit: scene::BodyCastHit<DVec3>| {
            let parts = Some([0, hit.part.part]);
            (BodyId(hit.part.body), Encounter { found: hit.encounter, parts })
        };
        Ok(found.map_err(refused)?.map(hit))
    }
}
