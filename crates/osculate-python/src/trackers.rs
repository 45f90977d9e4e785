//! Two shapes or bodies, and what is remembered of them.

use crate::answers::{Bracket, Closest, Contact, Penetration, SignedDistance};
use crate::body::Thing;
use crate::given::{not_negative, pose_or_world};
use crate::shape;
use osculate::{BodyTracker, DVec3, Pose};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use std::sync::{Mutex, TryLockError};

type Given<'a, 'py> = &'a Bound<'py, PyAny>;
type Owned = osculate::shape::Shape<DVec3>;
type Shapes = osculate::Tracker<DVec3, Owned, Owned>;

enum Memory {
    Shapes(Box<Shapes>),
    Bodies(BodyTracker<DVec3>),
}

/// Two shapes or bodies, and what is remembered of them: for what moves little from one question to
/// the next.
///
/// A tracker is asked by one thread at a time; a second one that asks meanwhile gets a
/// RuntimeError.
#[pyclass(frozen, module = "osculate")]
pub struct Tracker(Mutex<Memory>);

impl Tracker {
    /// Asks about shapes, or about bodies, at two poses.
    fn ask<T>(
        &self,
        [pose_a, pose_b]: [Option<Given<'_, '_>>; 2],
        of_shapes: impl FnOnce(&mut Shapes, Pose<DVec3>, Pose<DVec3>) -> T,
        of_bodies: impl FnOnce(&mut BodyTracker<DVec3>, Pose<DVec3>, Pose<DVec3>) -> PyResult<T>,
    ) -> PyResult<T> {
        let pose_a = pose_or_world("pose_a", pose_a)?;
        let pose_b = pose_or_world("pose_b", pose_b)?;
        let mut memory = match self.0.try_lock() {
            Ok(memory) => memory,
            // What is remembered may cost time, but never makes an answer wrong.
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let what = "another thread asks this tracker: give each thread its own";
                return Err(PyRuntimeError::new_err(what));
            }
        };
        match &mut *memory {
            Memory::Shapes(shapes) => Ok(of_shapes(shapes, pose_a, pose_b)),
            Memory::Bodies(bodies) => of_bodies(bodies, pose_a, pose_b),
        }
    }
}

/// Why a question that shapes alone have is refused, and what to ask.
fn of_shapes_alone<T>(name: &str, other: &str) -> PyResult<T> {
    Err(PyTypeError::new_err(format!("a tracker of bodies has no {name}: ask {other}")))
}

#[pymethods]
impl Tracker {
    #[new]
    fn new(a: Given<'_, '_>, b: Given<'_, '_>) -> PyResult<Self> {
        let memory = match (Thing::read("a", a)?, Thing::read("b", b)?) {
            (Thing::Shape(a), Thing::Shape(b)) => {
                Memory::Shapes(Box::new(Shapes::new(a.clone(), b.clone())))
            }
            (a, b) => Memory::Bodies(BodyTracker::new(&a.body(), &b.body())),
        };
        Ok(Self(Mutex::new(memory)))
    }

    /// Whether they have a common point.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn intersects(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<bool> {
        self.ask(
            [pose_a, pose_b],
            |shapes, a, b| shapes.at(a, b).intersects(),
            |bodies, a, b| Ok(bodies.at(a, b).intersects()),
        )
    }

    /// The distance; zero if they intersect.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn distance(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Bracket> {
        self.ask(
            [pose_a, pose_b],
            |shapes, a, b| Bracket(shapes.at(a, b).distance()),
            |bodies, a, b| Ok(Bracket(bodies.at(a, b).distance())),
        )
    }

    /// The closest points.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn closest(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Closest> {
        self.ask(
            [pose_a, pose_b],
            |shapes, a, b| Closest { found: shapes.at(a, b).closest(), parts: None },
            |bodies, a, b| {
                let found = bodies.at(a, b).closest();
                Ok(Closest { found: found.closest, parts: Some(found.parts) })
            },
        )
    }

    /// The distance; less than zero, by their depth, if they overlap. The depth of bodies is that of
    /// their deepest parts.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn signed_distance(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<SignedDistance> {
        self.ask(
            [pose_a, pose_b],
            |shapes, a, b| SignedDistance { found: shapes.at(a, b).signed_distance(), parts: None },
            |bodies, a, b| {
                let found = bodies.at(a, b).signed_distance();
                Ok(SignedDistance { found: found.signed_distance, parts: Some(found.parts) })
            },
        )
    }

    /// How deep two shapes overlap; None if they are apart.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn penetration(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Option<Penetration>> {
        let of = |found| Penetration { found, parts: None };
        self.ask(
            [pose_a, pose_b],
            |shapes, a, b| shapes.at(a, b).penetration().map(of),
            |_, _, _| of_shapes_alone("penetration", "signed_distance"),
        )
    }

    /// The contact of two shapes, if they are no further apart than a margin.
    #[pyo3(signature = (pose_a=None, pose_b=None, /, *, margin=0.0))]
    fn contact(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
        margin: f64,
    ) -> PyResult<Option<Contact>> {
        let margin = not_negative("margin", margin)?;
        let of = |found| Contact { found, parts: None };
        self.ask(
            [pose_a, pose_b],
            |shapes, a, b| shapes.at(a, b).contact(margin).map(of),
            |_, _, _| of_shapes_alone("contact", "osculate.contacts"),
        )
    }

    fn __repr__(&self) -> String {
        match self.0.try_lock().as_deref() {
            Ok(Memory::Shapes(shapes)) => {
                let (a, b) = shapes.shapes();
                format!("Tracker({}, {})", shape::shown(a), shape::shown(b))
            }
            Ok(Memory::Bodies(bodies)) => {
                let [a, b] = bodies.bodies().map(osculate::Body::part_count);
                format!("<Tracker: bodies of {a} and {b} parts>")
            }
            Err(_) => "<Tracker>".into(),
        }
    }
}
