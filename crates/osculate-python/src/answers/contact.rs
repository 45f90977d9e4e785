//! Where two things touch.

use super::{SignedDistance, Vector, array, shown, shown_bracket};
use crate::shown::number;
use crate::stored;
use osculate::{DVec3, Feature};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};

fn feature(feature: Feature) -> (&'static str, Vec<u32>) {
    match feature {
        Feature::Corner(corner) => ("corner", vec![corner]),
        Feature::Edge(a, b) => ("edge", vec![a, b]),
        _ => ("face", Vec::new()),
    }
}

answer! {
    /// A point of a contact.
    ContactPoint(pub osculate::ContactPoint<DVec3>),
    {
        /// The point of a.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.on_a)
        }

        /// The point of b.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.on_b)
        }

        /// How far apart the shapes are here; less than zero where they overlap.
        #[getter]
        fn distance(&self) -> f64 {
            self.0.distance
        }

        /// What `on_a` lies on: a corner, an edge or a face, and the names of its corners.
        #[getter]
        fn feature_a(&self) -> (&'static str, Vec<u32>) {
            feature(self.0.feature_a)
        }

        /// What `on_b` lies on.
        #[getter]
        fn feature_b(&self) -> (&'static str, Vec<u32>) {
            feature(self.0.feature_b)
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [on_a, on_b] = [self.0.on_a, self.0.on_b].map(shown);
            format!("<ContactPoint: {}, on_a={on_a}, on_b={on_b}>", number(self.0.distance))
        }
    }
}

answer! {
    /// A contact: a normal, and up to four points that hold the shapes apart.
    Contact { pub found: osculate::Contact<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The unit normal, from a to b.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.normal)
        }

        /// The points. The first is the deepest.
        #[getter]
        fn points(&self) -> Vec<ContactPoint> {
            self.found.points().iter().copied().map(ContactPoint).collect()
        }

        /// The signed distance of the shapes as a whole.
        #[getter]
        fn signed_distance(&self) -> SignedDistance {
            SignedDistance { found: self.found.signed_distance, parts: self.parts }
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let distance = shown_bracket(&self.found.signed_distance.distance);
            let (normal, count) = (shown(self.found.normal), self.found.points().len());
            format!("<Contact: {distance}, normal={normal}, {count} points>")
        }
    }
}
