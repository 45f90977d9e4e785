//! Scenes: many bodies at once.

use crate::answers::{Bracket, Closest, Contact, Encounter, RayHit, SignedDistance};
use crate::body::{Body, Thing};
use crate::given::{pose, pose_or_world, refused, vector, vector_or_zero};
use crate::motion::{Asked, Moving, moving};
use crate::pose::Pose;
use crate::queries::ray;
use crate::shape::{Corners, corners};
use osculate::scene::{self, BodyKind, Event, Filter, Groups, Part};
use osculate::{Aabb, At, DVec3};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

type Given<'a, 'py> = &'a Bound<'py, PyAny>;
type Held = scene::Scene<DVec3>;

/// The name of a body in a scene. It is never the name of another body of that scene.
#[pyclass(frozen, module = "osculate", eq, ord, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(scene::BodyId);

#[pymethods]
impl BodyId {
    /// The place of the body in tables beside the scene.
    #[getter]
    fn slot(&self) -> usize {
        self.0.slot()
    }

    fn __repr__(&self) -> String {
        format!("<BodyId {}>", self.0.slot())
    }
}

/// All of a scene as it was at a moment.
#[pyclass(frozen, module = "osculate")]
pub struct Snapshot(scene::Snapshot<DVec3>);

/// Which bodies a question is about: those of some groups, and without some.
struct Asking {
    groups: Option<Groups>,
    without: HashSet<scene::BodyId>,
}

impl Asking {
    fn read(meets: Option<u32>, without: Option<Vec<BodyId>>) -> Self {
        let groups = meets.map(|meets| Groups { memberships: u32::MAX, meets });
        Self { groups, without: without.into_iter().flatten().map(|id| id.0).collect() }
    }

    fn ask<T>(&self, question: impl FnOnce(&Filter<'_, DVec3>) -> T) -> T {
        let filter = self.groups.map_or(Filter::ALL, Filter::groups);
        if self.without.is_empty() {
            return question(&filter);
        }
        let accepts = |id: scene::BodyId, _: &scene::Member<DVec3>| !self.without.contains(&id);
        question(&filter.with_predicate(&accepts))
    }
}

fn kind_of(kind: &str) -> PyResult<BodyKind> {
    match kind {
        "static" => Ok(BodyKind::Static),
        "kinematic" => Ok(BodyKind::Kinematic),
        "dynamic" => Ok(BodyKind::Dynamic),
        _ => {
            let what = "must be \"static\", \"kinematic\" or \"dynamic\"";
            Err(PyValueError::new_err(format!("kind is {kind:?}, and {what}")))
        }
    }
}

fn unknown(id: BodyId) -> PyErr {
    PyKeyError::new_err(format!("body {} is not in the scene", id.0.slot()))
}

fn ids(a: Part, b: Part) -> (BodyId, BodyId) {
    (BodyId(a.body), BodyId(b.body))
}

/// A world of bodies, which asks only the pairs that are near each other, and remembers them from
/// step to step.
///
/// Two bodies meet if each is in a group that the other meets (`memberships` and `meets`, a bit for
/// each of 32 groups), and unless they are set to ignore each other. Steps and contacts look at
/// pairs of which one is "dynamic"; of pairs of two "static" bodies nothing is asked.
///
/// Threads may share a scene: each call has it alone.
#[pyclass(frozen, module = "osculate")]
pub struct Scene(Mutex<Held>);

impl Scene {
    /// Does something with the scene, without Python's lock: a thread that waits for the scene must
    /// not hold that.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut Held) -> T + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.0.lock().ok().map(|mut scene| act(&mut scene)));
        done.ok_or_else(|| PyRuntimeError::new_err("an earlier failure left the scene unusable"))
    }
}

#[pymethods]
impl Scene {
    /// The scene without bodies. Contacts are those of pairs no further apart than `margin`. Bodies
    /// that move less than `sleep[0]` in `sleep[1]` steps fall asleep with all that they touch.
    /// While two bodies have moved by no more than `reusing` since a contact of theirs was worked
    /// out, it is given again.
    #[new]
    #[pyo3(signature = (*, margin=0.0, sleep=None, ignoring_inner_edges=false, reusing=0.0))]
    fn new(
        margin: f64,
        sleep: Option<(f64, u32)>,
        ignoring_inner_edges: bool,
        reusing: f64,
    ) -> PyResult<Self> {
        let mut scene = Held::with_margin(margin).map_err(refused)?.reusing(reusing);
        if let Some((distance, frames)) = sleep {
            scene = scene.with_sleep(distance, frames).map_err(refused)?;
        }
        if ignoring_inner_edges {
            scene = scene.ignoring_inner_edges();
        }
        Ok(Self(Mutex::new(scene)))
    }

    /// Adds a shape or a body at a pose.
    #[pyo3(signature = (body, pose=None, *, kind="dynamic", memberships=1, meets=u32::MAX, data=0))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
    fn add(
        &self,
        py: Python<'_>,
        body: Given<'_, '_>,
        pose: Option<Given<'_, '_>>,
        kind: &str,
        memberships: u32,
        meets: u32,
        data: u64,
    ) -> PyResult<BodyId> {
        let member = scene::Member::new(Thing::read("body", body)?.body())
            .with_kind(kind_of(kind)?)
            .with_groups(Groups { memberships, meets })
            .with_data(data);
        let pose = pose_or_world("pose", pose)?;
        self.with(py, |scene| BodyId(scene.add(member, pose)))
    }

    /// Takes a body out.
    fn remove(&self, py: Python<'_>, id: BodyId) -> PyResult<()> {
        self.with(py, |scene| scene.remove(id.0).is_some())?
            .then_some(())
            .ok_or_else(|| unknown(id))
    }

    /// Moves a body.
    fn set_pose(&self, py: Python<'_>, id: BodyId, pose: Given<'_, '_>) -> PyResult<()> {
        let pose = self::pose("pose", pose)?;
        self.with(py, |scene| scene.set_pose(id.0, pose))?.map_err(|_| unknown(id))
    }

    /// Moves bodies, each to its pose; if one of them is not there, none.
    fn set_poses(&self, py: Python<'_>, poses: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut found = Vec::with_capacity(poses.len());
        for (id, at) in poses {
            let id: BodyId = id.extract()?;
            found.push((id.0, pose("poses", &at)?));
        }
        self.with(py, |scene| scene.set_poses(&found))?.map_err(refused)
    }

    /// The pose of a body.
    fn pose(&self, py: Python<'_>, id: BodyId) -> PyResult<Pose> {
        self.with(py, |scene| scene.pose(id.0))?.map(Pose).ok_or_else(|| unknown(id))
    }

    /// The body of this name.
    fn body(&self, py: Python<'_>, id: BodyId) -> PyResult<Body> {
        let found =
            self.with(py, |scene| scene.member(id.0).map(|member| member.body().clone()))?;
        found.map(Body).ok_or_else(|| unknown(id))
    }

    /// The number that is kept for the user.
    fn data(&self, py: Python<'_>, id: BodyId) -> PyResult<u64> {
        let found = self.with(py, |scene| scene.member(id.0).map(scene::Member::data))?;
        found.ok_or_else(|| unknown(id))
    }

    /// The least and the largest coordinates of a body.
    fn bounds<'py>(&self, py: Python<'py>, id: BodyId) -> PyResult<Corners<'py>> {
        let bounds = self.with(py, |scene| scene.bounds(id.0))?.ok_or_else(|| unknown(id))?;
        Ok(corners(py, &bounds))
    }

    /// Changes the groups of a body, and those that it meets.
    fn set_groups(&self, py: Python<'_>, id: BodyId, memberships: u32, meets: u32) -> PyResult<()> {
        let groups = Groups { memberships, meets };
        self.with(py, |scene| scene.set_groups(id.0, groups))?.map_err(|_| unknown(id))
    }

    /// Changes how a body moves: "static", "kinematic" or "dynamic".
    fn set_kind(&self, py: Python<'_>, id: BodyId, kind: &str) -> PyResult<()> {
        let kind = kind_of(kind)?;
        self.with(py, |scene| scene.set_kind(id.0, kind))?.map_err(|_| unknown(id))
    }

    /// Whether two bodies ignore each other from now on.
    #[pyo3(signature = (a, b, ignored=true))]
    fn set_ignored(&self, py: Python<'_>, a: BodyId, b: BodyId, ignored: bool) -> PyResult<()> {
        self.with(py, |scene| scene.set_ignored(a.0, b.0, ignored))?.map_err(refused)
    }

    /// All bodies, in order.
    fn ids(&self, py: Python<'_>) -> PyResult<Vec<BodyId>> {
        self.with(py, |scene| scene.members().map(|(id, _, _)| BodyId(id)).collect())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |scene| scene.len())
    }

    /// Finds all pairs that touch, at the poses of now, and what is new about them.
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Held::step)
    }

    /// The pairs that touched in the last step.
    fn touching(&self, py: Python<'_>) -> PyResult<Vec<(BodyId, BodyId)>> {
        self.with(py, |scene| scene.touching().iter().map(|two| ids(two.a, two.b)).collect())
    }

    /// The pairs that touched in the last step, each with a part of both that do.
    fn touching_parts(&self, py: Python<'_>) -> PyResult<Vec<(BodyId, u32, BodyId, u32)>> {
        self.with(py, |scene| {
            let all = scene.touching().iter();
            all.map(|two| (BodyId(two.a.body), two.a.part, BodyId(two.b.body), two.b.part))
                .collect()
        })
    }

    /// Which pairs the last step found to touch that did not before, "began", and which no more,
    /// "ended".
    fn events(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, BodyId, BodyId)>> {
        let event = |event: &Event| match *event {
            Event::Began { a, b } => Some(("began", BodyId(a), BodyId(b))),
            Event::Ended { a, b } => Some(("ended", BodyId(a), BodyId(b))),
            _ => None,
        };
        self.with(py, |scene| scene.events().iter().filter_map(event).collect())
    }

    /// The contacts of all pairs, each of two parts.
    fn contacts(&self, py: Python<'_>) -> PyResult<Vec<(BodyId, BodyId, Contact)>> {
        self.with(py, |scene| {
            let contact = |of: &scene::BodyContact<DVec3>| {
                let (a, b) = ids(of.a, of.b);
                let parts = Some([of.a.part, of.b.part]);
                (a, b, Contact { found: of.contact.clone(), parts })
            };
            scene.contacts().iter().map(contact).collect()
        })
    }

    /// Bodies that are joined by contacts, and whether they sleep.
    fn islands(&self, py: Python<'_>) -> PyResult<Vec<(Vec<BodyId>, bool)>> {
        self.with(py, |scene| {
            let island = |of: scene::Island<'_>| {
                (of.bodies.iter().map(|id| BodyId(*id)).collect(), of.is_asleep)
            };
            scene.islands().map(island).collect()
        })
    }

    /// Whether a body sleeps.
    fn is_asleep(&self, py: Python<'_>, id: BodyId) -> PyResult<bool> {
        self.with(py, |scene| scene.is_asleep(id.0))
    }

    /// Wakes a body, and all that it touches.
    fn wake(&self, py: Python<'_>, id: BodyId) -> PyResult<()> {
        self.with(py, |scene| scene.wake(id.0))?.map_err(|_| unknown(id))
    }

    /// All pairs that may meet and are no further apart than a margin, with their distances.
    #[pyo3(signature = (margin, *, meets=None, without=None))]
    fn pairs_within(
        &self,
        py: Python<'_>,
        margin: f64,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Vec<(BodyId, BodyId, Bracket)>> {
        let asking = Asking::read(meets, without);
        self.with(py, |scene| {
            let pair = |near: scene::NearPair<DVec3>| {
                let (a, b) = ids(near.a, near.b);
                (a, b, Bracket(near.distance))
            };
            asking.ask(|filter| scene.pairs_within(margin, filter)).into_iter().map(pair).collect()
        })
    }

    /// All pairs that may meet and whose boxes are no further apart than a margin.
    #[pyo3(signature = (margin=0.0, *, meets=None, without=None))]
    fn pairs_by_boxes(
        &self,
        py: Python<'_>,
        margin: f64,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Vec<(BodyId, BodyId)>> {
        let asking = Asking::read(meets, without);
        self.with(py, |scene| {
            let pairs = asking.ask(|filter| scene.pairs_by_boxes(margin, filter));
            pairs.into_iter().map(|(a, b)| (BodyId(a), BodyId(b))).collect()
        })
    }

    /// The two bodies that are nearest to each other, and their closest points; None if there are
    /// no two that may meet.
    #[pyo3(signature = (*, meets=None, without=None))]
    fn clearance(
        &self,
        py: Python<'_>,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Option<(BodyId, BodyId, Closest)>> {
        let asking = Asking::read(meets, without);
        self.with(py, |scene| asking.ask(|filter| scene.clearance(filter)).map(nearest_pair))
    }

    /// The same of a body of this scene and one of another.
    #[pyo3(signature = (other, *, meets=None, without=None))]
    fn clearance_to(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, Self>,
        meets: Option<u32>,
        without: Option<Vec<BodyId>>,
    ) -> PyResult<Option<(BodyId, BodyId, Closest)>> {
        let asking = Asking::read(meets, without);
        let py = slf.py();
        // A copy, so that no thread holds one scene while it waits for the other.
        let snapshot = other.get().with(py, |scene| scene.snapshot())?;
        let mut other = Held::new();
        other.restore(&snapshot);
        slf.get().with(py, |scene| {
            asking.ask(|filter| scene.clearance_to(&other, filter)).map(nearest_pair)
        })
    }

    /// How far apart two bodies are, or how deep in each other, whether they may meet or not.
    fn separation(&self, py: Python<'_>, a: BodyId, b: BodyId) -> PyResult<SignedDistance> {
        let found = self.with(py, |scene| {
            let of = scene.separation(a.0, b.0)?;
            Some(SignedDistance { found: of.signed, parts: Some([of.a.part, of.b.part]) })
        })?;
        found.ok_or_else(|| PyKeyError::new_err("one of the bodies is not in the scene"))
    }

    /// The body nearest to a shape, and the closest points; None if there is none.
    #[pyo3(signature = (shape, pose=None, *, meets=None, without=None))]
    fn nearest(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, crate::shape::Shape>,
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
        shape: &Bound<'_, crate::shape::Shape>,
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
        shape: &Bound<'_, crate::shape::Shape>,
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
        shape: &Bound<'_, crate::shape::Shape>,
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

    /// The first meeting of bodies, some of which move: each by its motion. What has none rests.
    /// None is proved: no two meet.
    #[pyo3(signature = (motions, *, start=0.0, until=1.0, tolerance=None, stop_at=0.0,
        ignoring_opening=false, most_steps=None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
    fn first_impact(
        &self,
        py: Python<'_>,
        motions: &Bound<'_, PyDict>,
        start: f64,
        until: f64,
        tolerance: Option<f64>,
        stop_at: f64,
        ignoring_opening: bool,
        most_steps: Option<u32>,
    ) -> PyResult<Option<(BodyId, BodyId, Encounter)>> {
        let asked = Asked { start, until, tolerance, stop_at, ignoring_opening, most_steps };
        let sweep = asked.sweep()?;
        let mut found: HashMap<scene::BodyId, Moving> = HashMap::new();
        for (id, motion) in motions {
            let id: BodyId = id.extract()?;
            found.insert(id.0, moving("motions", &motion)?);
        }
        let met = self.with(py, |scene| scene.first_impact(&sweep, |id| found.get(&id)))?;
        let impact = |of: scene::BodyImpact<DVec3>| {
            let (a, b) = ids(of.a, of.b);
            let parts = Some([of.a.part, of.b.part]);
            (a, b, Encounter { found: of.encounter, parts })
        };
        Ok(met.map_err(refused)?.map(impact))
    }

    /// All of it as it is now.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        self.with(py, |scene| Snapshot(scene.snapshot()))
    }

    /// Goes back to a snapshot. The same calls then give the same answers as after it, to the bit.
    fn restore(&self, py: Python<'_>, snapshot: &Bound<'_, Snapshot>) -> PyResult<()> {
        let snapshot = snapshot.get();
        self.with(py, |scene| scene.restore(&snapshot.0))
    }

    /// Its picture in notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let all: Vec<(Body, Pose)> = self.with(py, |scene| {
            let one = |(_, member, pose): (_, &scene::Member<DVec3>, _)| {
                (Body(member.body().clone()), Pose(pose))
            };
            scene.members().map(one).collect()
        })?;
        py.import("osculate.drawn")?.getattr("svg")?.call1((all,))?.extract()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |scene| format!("<Scene: {} bodies>", scene.len()))
    }
}

fn nearest_pair(of: scene::Clearance<DVec3>) -> (BodyId, BodyId, Closest) {
    let (a, b) = ids(of.a, of.b);
    (a, b, Closest { found: of.closest, parts: Some([of.a.part, of.b.part]) })
}

fn ray_hit(hit: scene::BodyRayHit<DVec3>) -> Option<(BodyId, RayHit)> {
    let found = hit.struck.hit()?;
    Some((BodyId(hit.part.body), RayHit { found, part: Some(hit.part.part) }))
}
