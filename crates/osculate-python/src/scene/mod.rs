//! Scenes: many bodies at once.

mod pairs;
mod single;

use crate::body::{Body, Thing};
use crate::given::{finite, pose, pose_or_world, refused};
use crate::pose::Pose;
use crate::shape::{Corners, corners};
use osculate::DVec3;
use osculate::scene::{self, BodyKind, Filter, Groups};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashSet;
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
        let reusing = finite("reusing", reusing)?;
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
