//! What rays strike, when bodies meet, and how near they pass.

use super::{Bracket, Penetration, Vector, array, named, shown, shown_bracket};
use crate::shown::number;
use crate::stored;
use osculate::DVec3;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};

answer! {
    /// Where a ray hits.
    RayHit { pub found: osculate::RayHit<DVec3>, pub part: Option<u32> },
    {
        /// Before `lower` the ray is outside, which is proved; by `upper` it has met the shape.
        #[getter]
        fn parameter(&self) -> Bracket {
            Bracket(self.found.parameter)
        }

        /// The point of the shape.
        #[getter]
        fn point<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.point)
        }

        /// The outward unit normal there; None if the ray starts inside.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// Which part of the body; None if a shape was asked about.
        #[getter]
        fn part(&self) -> Option<u32> {
            self.part
        }

        fn __float__(&self) -> f64 {
            self.found.parameter.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let normal = self.found.normal.map_or("None".into(), shown);
            let parameter = shown_bracket(&self.found.parameter);
            format!("<RayHit: {parameter}, point={}, normal={normal}>", shown(self.found.point))
        }
    }
}

answer! {
    /// What is known of a ray: a hit, a miss that is proved, or nothing beyond `lower`.
    ///
    /// It is false if and only if the miss is proved.
    Struck { pub found: osculate::Struck<DVec3>, pub part: Option<u32> },
    {
        /// The hit, if there is one.
        #[getter]
        fn hit(&self) -> Option<RayHit> {
            self.found.hit().map(|found| RayHit { found, part: self.part })
        }

        /// Whether it is proved that the ray does not hit.
        #[getter]
        fn is_missed(&self) -> bool {
            self.found.is_missed()
        }

        /// Whether neither a hit nor a miss is known.
        #[getter]
        fn is_unknown(&self) -> bool {
            matches!(self.found, osculate::Struck::Unknown { .. })
        }

        /// The parameter before which there is no hit, proved; infinite if there is none at all.
        #[getter]
        fn lower(&self) -> f64 {
            match self.found {
                osculate::Struck::Hit(hit) => hit.parameter.lower,
                osculate::Struck::Missed => f64::INFINITY,
                osculate::Struck::Unknown { lower, .. } => lower,
            }
        }

        fn __bool__(&self) -> bool {
            !self.found.is_missed()
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            match self.found {
                osculate::Struck::Missed => "<Struck: missed>".into(),
                osculate::Struck::Hit(found) => {
                    format!("<Struck: hit at {}>", shown_bracket(&found.parameter))
                }
                osculate::Struck::Unknown { lower, .. } => {
                    format!("<Struck: no hit before {}, unknown after>", number(lower))
                }
            }
        }
    }
}

answer! {
    /// The first contact of two moving shapes or bodies.
    Impact { pub found: osculate::Impact<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// Before `lower` they are further apart than the stop distance, which is proved. At
        /// `upper` they have arrived within the tolerance.
        #[getter]
        fn time(&self) -> Bracket {
            Bracket(self.found.time)
        }

        /// How they lie to each other at the start: "apart", "touching" or "overlapping".
        #[getter]
        fn start(&self) -> &'static str {
            named(self.found.start)
        }

        /// How deep they overlap at the start, if they do.
        #[getter]
        fn overlap(&self) -> Option<Penetration> {
            self.found.overlap.map(|found| Penetration { found, parts: self.parts })
        }

        /// How they lie to each other where `distance` was measured.
        #[getter]
        fn verdict(&self) -> &'static str {
            named(self.found.verdict)
        }

        /// Their distance at `time.lower`.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The unit vector from a to b; None if they overlap.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// The point of a closest to b.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b closest to a.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How many times the shapes were looked at.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        fn __float__(&self) -> f64 {
            self.found.time.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [on_a, on_b] = [self.found.on_a, self.found.on_b].map(shown);
            let normal = self.found.normal.map_or("None".into(), shown);
            let time = shown_bracket(&self.found.time);
            format!("<Impact: at {time}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}

answer! {
    /// What is known of a motion: a contact, a miss that is proved, or nothing beyond `lower`.
    ///
    /// It is false if and only if the miss is proved: `if not encounter` reads as "if it is free".
    Encounter { pub found: osculate::Encounter<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The contact, if one was found.
        #[getter]
        fn hit(&self) -> Option<Impact> {
            self.found.hit().map(|found| Impact { found, parts: self.parts })
        }

        /// Whether it is proved that there is no contact.
        #[getter]
        fn is_missed(&self) -> bool {
            self.found.is_missed()
        }

        /// Whether neither a contact nor a miss is known.
        #[getter]
        fn is_unknown(&self) -> bool {
            matches!(self.found, osculate::Encounter::Unknown { .. })
        }

        /// The time before which there is no contact, proved; infinite if there is none at all.
        #[getter]
        fn lower(&self) -> f64 {
            self.found.lower()
        }

        /// Which parts of the bodies; None if shapes were asked about, or nothing was met.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        fn __bool__(&self) -> bool {
            !self.found.is_missed()
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            match self.found {
                osculate::Encounter::Missed => "<Encounter: missed>".into(),
                osculate::Encounter::Hit(found) => {
                    format!("<Encounter: hit at {}>", shown_bracket(&found.time))
                }
                osculate::Encounter::Unknown { lower, .. } => {
                    format!("<Encounter: no contact before {}, unknown after>", number(lower))
                }
            }
        }
    }
}

answer! {
    /// When and how near two moving shapes or bodies pass.
    Approach { pub found: osculate::Approach<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The least distance.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The span of time within which alone they are so near.
        #[getter]
        fn time(&self) -> Bracket {
            Bracket(self.found.time)
        }

        /// "apart", "touching" or "overlapping".
        #[getter]
        fn verdict(&self) -> &'static str {
            named(self.found.verdict)
        }

        /// The unit vector from a to b then; None if they overlap.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// The point of a closest to b then.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b closest to a then.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Whether the tolerance was met within the limit of steps.
        #[getter]
        fn is_complete(&self) -> bool {
            self.found.is_complete
        }

        /// Which parts of the bodies come nearest; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        fn __float__(&self) -> f64 {
            self.found.distance.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [distance, time] = [self.found.distance, self.found.time].map(|it| shown_bracket(&it));
            format!("<Approach: {distance} at {time}>")
        }
    }
}
