//! Motions: where a shape is at a time.

use crate::given::{is_such, pose, refused, vector};
use crate::pose::Pose;
use crate::{shown, stored};
use osculate::{DVec3, Moves, Sweep};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An even motion: from a pose at the time 0, at a velocity, and turning at an angular velocity
/// (a vector along the axis, in radians a unit of time) about a point of the body, `about`.
///
/// >>> Motion(Pose((0, 0, 0)), velocity=(1, 0, 0)).pose_at(2)
/// Pose((2.0, 0.0, 0.0))
#[pyclass(frozen, module = "osculate")]
#[derive(Clone)]
pub struct Motion(pub osculate::Motion<DVec3>);

#[pymethods]
impl Motion {
    #[new]
    #[pyo3(signature = (start, velocity=None, *, angular_velocity=None, about=None))]
    fn new(
        start: &Bound<'_, PyAny>,
        velocity: Option<&Bound<'_, PyAny>>,
        angular_velocity: Option<&Bound<'_, PyAny>>,
        about: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let velocity = crate::given::vector_or_zero("velocity", velocity)?;
        let start = pose("start", start)?;
        let mut motion = osculate::Motion::new(start, velocity).map_err(refused)?;
        if let Some(given) = angular_velocity {
            motion = motion.turning(vector("angular_velocity", given)?).map_err(refused)?;
        }
        if let Some(given) = about {
            motion = motion.about(vector("about", given)?).map_err(refused)?;
        }
        Ok(Self(motion))
    }

    /// From one pose at the time 0 evenly to another at the time 1.
    #[staticmethod]
    fn between(start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (start, end) = (pose("start", start)?, pose("end", end)?);
        osculate::Motion::between(start, end).map(Self).map_err(refused)
    }

    /// Where it is at a time.
    fn pose_at(&self, time: f64) -> PyResult<Pose> {
        self.0.pose_at(time).map(Pose).map_err(refused)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(&self) -> String {
        match self.0.pose_at(0.0) {
            Ok(start) => format!("<Motion: from {}>", Pose(start).shown()),
            Err(_) => "<Motion>".into(),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        stored::reduce(slf.as_any(), &slf.get().0)
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        stored::from_bytes(bytes).map(Self)
    }
}

/// Poses at times, and an even motion from each to the next.
#[pyclass(frozen, module = "osculate")]
#[derive(Clone)]
pub struct Trajectory(pub osculate::Trajectory<DVec3>);

#[pymethods]
impl Trajectory {
    /// Of pairs of a time and a pose; times go up.
    #[new]
    fn new(poses: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut found = Vec::new();
        for (k, one) in poses.try_iter()?.enumerate() {
            let what = format!("poses[{k}]");
            let (time, at): (f64, Bound<'_, PyAny>) = one?.extract().map_err(|_| {
                PyTypeError::new_err(format!("{what} must be a pair of a time and a pose"))
            })?;
            found.push((time, pose(&what, &at)?));
        }
        osculate::Trajectory::new(&found).map(Self).map_err(refused)
    }

    /// The first and the last time.
    #[getter]
    fn times(&self) -> (f64, f64) {
        self.0.times().into()
    }

    /// Where it is at a time.
    fn pose_at(&self, time: f64) -> PyResult<Pose> {
        let time = is_such(!time.is_nan(), "time", time, "a number")?;
        Ok(Pose(self.0.pose(time)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(&self) -> String {
        let [from, to] = self.0.times().map(shown::number);
        format!("<Trajectory: from {from} to {to}>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        stored::reduce(slf.as_any(), &slf.get().0)
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        stored::from_bytes(bytes).map(Self)
    }
}

/// Any motion, as queries take it.
pub type Moving = Box<dyn Moves<DVec3> + Send + Sync>;

/// A motion, a trajectory, or a pose of what rests.
pub fn moving(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Moving> {
    if let Ok(motion) = given.cast::<Motion>() {
        return Ok(Box::new(motion.get().0));
    }
    if let Ok(trajectory) = given.cast::<Trajectory>() {
        return Ok(Box::new(trajectory.get().0.clone()));
    }
    match pose(name, given) {
        Ok(pose) => Ok(Box::new(pose)),
        Err(error) if error.is_instance_of::<PyTypeError>(given.py()) => {
            let kind = given.get_type().name()?.to_string();
            Err(PyTypeError::new_err(format!(
                "{name} must be a Motion, a Trajectory or a Pose, and is of type {kind}"
            )))
        }
        Err(error) => Err(error),
    }
}

/// What may be said of a sweep.
#[derive(Clone, Copy)]
pub struct Asked {
    pub start: f64,
    pub until: f64,
    pub tolerance: Option<f64>,
    pub stop_at: f64,
    pub ignoring_opening: bool,
    pub most_steps: Option<u32>,
}

impl Asked {
    /// As the library takes it.
    pub fn sweep(self) -> PyResult<Sweep<f64>> {
        let mut sweep = Sweep::between(self.start, self.until).map_err(refused)?;
        if let Some(tolerance) = self.tolerance {
            sweep = sweep.with_tolerance(tolerance).map_err(refused)?;
        }
        sweep = sweep.stopping_at(self.stop_at).map_err(refused)?;
        if let Some(most) = self.most_steps {
            sweep = sweep.with_most_steps(most);
        }
        Ok(if self.ignoring_opening { sweep.ignoring_opening() } else { sweep })
    }
}
