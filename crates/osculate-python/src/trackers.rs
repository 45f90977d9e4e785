//! Two shapes or bodies, and what is remembered of them.

use crate::answers::{Bracket, Closest, Contact, Penetration, SignedDistance};
use crate::body::Body;
use crate::given::pose_or_world;
use crate::shape::Shape;
use osculate::{BodyTracker as BodyMemory, DVec3, Pose, Tracker as Memory};
use pyo3::prelude::*;
use std::sync::{Mutex, TryLockError};

type Given<'a, 'py> = &'a Bound<'py, PyAny>;

/// Asks about what is remembered, at two poses.
fn ask<M, T>(
    memory: &Mutex<Box<M>>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
    question: impl FnOnce(&mut M, Pose<DVec3>, Pose<DVec3>) -> T,
) -> PyResult<T> {
    let pose_a = pose_or_world("pose_a", pose_a)?;
    let pose_b = pose_or_world("pose_b", pose_b)?;
    let mut memory = match memory.try_lock() {
        Ok(memory) => memory,
        // What is remembered may cost time, but never makes an answer wrong.
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            let what = "another thread asks this tracker: give each thread its own";
            return Err(pyo3::exceptions::PyRuntimeError::new_err(what));
        }
    };
    Ok(question(&mut memory, pose_a, pose_b))
}

type Owned = osculate::shape::Shape<DVec3>;

/// Two shapes, and what is remembered of them: for shapes that move little from one question to the
/// next.
///
/// A tracker is asked by one thread at a time; a second one that asks meanwhile gets a
/// RuntimeError.
#[pyclass(frozen, module = "osculate")]
pub struct Tracker(Mutex<Box<Memory<DVec3, Owned, Owned>>>);

#[pymethods]
impl Tracker {
    #[new]
    fn new(a: &Bound<'_, Shape>, b: &Bound<'_, Shape>) -> Self {
        let memory = Memory::new(a.get().0.clone(), b.get().0.clone());
        Self(Mutex::new(Box::new(memory)))
    }

    /// Whether they have a common point.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn intersects(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<bool> {
        ask(&self.0, pose_a, pose_b, |memory, a, b| memory.at(a, b).intersects())
    }

    /// The distance; zero if they intersect.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn distance(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Bracket> {
        ask(&self.0, pose_a, pose_b, |memory, a, b| Bracket(memory.at(a, b).distance()))
    }

    /// The closest points.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn closest(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Closest> {
        let of = |found| Closest { found, parts: None };
        ask(&self.0, pose_a, pose_b, |memory, a, b| of(memory.at(a, b).closest()))
    }

    /// The distance; less than zero, by their depth, if they overlap.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn signed_distance(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<SignedDistance> {
        let of = |found| SignedDistance { found, parts: None };
        ask(&self.0, pose_a, pose_b, |memory, a, b| of(memory.at(a, b).signed_distance()))
    }

    /// How deep they overlap; None if they are apart.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn penetration(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Option<Penetration>> {
        let of = |found| Penetration { found, parts: None };
        ask(&self.0, pose_a, pose_b, |memory, a, b| memory.at(a, b).penetration().map(of))
    }

    /// The contact, if they are no further apart than a margin.
    #[pyo3(signature = (pose_a=None, pose_b=None, /, *, margin=0.0))]
    fn contact(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
        margin: f64,
    ) -> PyResult<Option<Contact>> {
        let of = |found| Contact { found, parts: None };
        ask(&self.0, pose_a, pose_b, |memory, a, b| memory.at(a, b).contact(margin).map(of))
    }

    fn __repr__(&self) -> String {
        match self.0.try_lock() {
            Ok(memory) => {
                let (a, b) = memory.shapes();
                format!("Tracker({}, {})", crate::shape::shown(a), crate::shape::shown(b))
            }
            Err(_) => "<Tracker>".into(),
        }
    }
}

/// Two bodies, and which of their parts mattered last: for bodies that move little from one question
/// to the next.
///
/// As a `Tracker`, it is asked by one thread at a time.
#[pyclass(frozen, module = "osculate")]
pub struct BodyTracker(Mutex<Box<BodyMemory<DVec3>>>);

#[pymethods]
impl BodyTracker {
    #[new]
    fn new(a: &Bound<'_, Body>, b: &Bound<'_, Body>) -> Self {
        Self(Mutex::new(Box::new(BodyMemory::new(&a.get().0, &b.get().0))))
    }

    /// Whether they have a common point.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn intersects(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<bool> {
        ask(&self.0, pose_a, pose_b, |memory, a, b| memory.at(a, b).intersects())
    }

    /// The distance; zero if they intersect.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn distance(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Bracket> {
        ask(&self.0, pose_a, pose_b, |memory, a, b| Bracket(memory.at(a, b).distance()))
    }

    /// The closest points, and the parts that they lie on.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn closest(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Closest> {
        ask(&self.0, pose_a, pose_b, |memory, a, b| {
            let found = memory.at(a, b).closest();
            Closest { found: found.closest, parts: Some(found.parts) }
        })
    }

    /// The distance; less than zero, by the depth of the deepest parts, if they overlap.
    #[pyo3(signature = (pose_a=None, pose_b=None, /))]
    fn signed_distance(
        &self,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<SignedDistance> {
        ask(&self.0, pose_a, pose_b, |memory, a, b| {
            let found = memory.at(a, b).signed_distance();
            SignedDistance { found: found.signed_distance, parts: Some(found.parts) }
        })
    }

    fn __repr__(&self) -> String {
        match self.0.try_lock() {
            Ok(memory) => {
                let [a, b] = memory.bodies().map(osculate::Body::part_count);
                format!("<BodyTracker: bodies of {a} and {b} parts>")
            }
            Err(_) => "<BodyTracker>".into(),
        }
    }
}
