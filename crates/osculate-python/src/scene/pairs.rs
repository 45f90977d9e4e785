//! What is asked of the pairs of a scene.

use super::{Asking, BodyId, Held, Scene, unknown};
use crate::answers::{Bracket, Closest, Contact, Encounter, SignedDistance};
use crate::given::{not_negative, refused};
use crate::motion::{Asked, Moving, moving};
use osculate::DVec3;
use osculate::scene::{self, Event, Part};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

fn ids(a: Part, b: Part) -> (BodyId, BodyId) {
    (BodyId(a.body), BodyId(b.body))
}

fn nearest_pair(of: scene::Clearance<DVec3>) -> (BodyId, BodyId, Closest) {
    let (a, b) = ids(of.a, of.b);
    (a, b, Closest { found: of.closest, parts: Some([of.a.part, of.b.part]) })
}

#[pymethods]
impl Scene {
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
        let margin = not_negative("margin", margin)?;
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
        let margin = not_negative("margin", margin)?;
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
}
