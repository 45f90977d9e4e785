//! How far apart two things are, how deep they overlap, and where.

use super::{Bracket, Vector, array, how, named, shown, shown_bracket};
use crate::shown::numbers;
use crate::stored;
use numpy::PyArray1;
use osculate::DVec3;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};

answer! {
    /// The closest points of two shapes or bodies.
    Closest { pub found: osculate::Closest<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The distance; zero if they intersect.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The point of a that is as close to b as any.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b closest to it. Of shapes that overlap, both are one common point.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// The unit vector from a to b, also where they touch; None if they overlap.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// "apart", "touching" or "overlapping".
        #[getter]
        fn verdict(&self) -> &'static str {
            named(self.found.verdict)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How the query ended: "closed_form", "converged", "exhausted" or "step_limit".
        #[getter]
        fn ended(&self) -> &'static str {
            how(self.found.ended)
        }

        /// How many support points were asked of each shape.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        fn __float__(&self) -> f64 {
            self.found.distance.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let Self { found, .. } = self;
            let (on_a, on_b) = (shown(found.on_a), shown(found.on_b));
            let normal = found.normal.map_or("None".into(), shown);
            let (verdict, distance) = (named(found.verdict), shown_bracket(&found.distance));
            format!("<Closest: {verdict}, {distance}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}

answer! {
    /// The distance of two shapes or bodies that are apart; less than zero, by their depth, if they
    /// overlap.
    SignedDistance { pub found: osculate::SignedDistance<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The signed distance.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The unit vector from a to b: where b must move to get further away.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.normal)
        }

        /// The point of a nearest to b, or deepest in it.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b nearest to a, or deepest in it.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How the query ended: "closed_form", "converged", "exhausted" or "step_limit".
        #[getter]
        fn ended(&self) -> &'static str {
            how(self.found.ended)
        }

        /// How many support points were asked of each shape.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        /// The derivatives of the distance by both poses. Rotations are about these centers, mostly
        /// the translations of the poses.
        #[pyo3(signature = (center_a=None, center_b=None))]
        fn gradient(
            &self,
            center_a: Option<&Bound<'_, PyAny>>,
            center_b: Option<&Bound<'_, PyAny>>,
        ) -> PyResult<Gradient> {
            let center_a = crate::given::vector_or_zero("center_a", center_a)?;
            let center_b = crate::given::vector_or_zero("center_b", center_b)?;
            Ok(Gradient(self.found.gradient(center_a, center_b)))
        }

        fn __float__(&self) -> f64 {
            self.found.distance.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let Self { found, .. } = self;
            let [on_a, on_b, normal] = [found.on_a, found.on_b, found.normal].map(shown);
            let distance = shown_bracket(&found.distance);
            format!("<SignedDistance: {distance}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}

answer! {
    /// How the signed distance changes as shapes move: by each coordinate, and by each angle about
    /// an axis, per radian.
    Gradient(pub osculate::Gradient<DVec3>),
    {
        /// By a's translation.
        #[getter]
        fn translation_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.translation_a)
        }

        /// By b's translation.
        #[getter]
        fn translation_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.translation_b)
        }

        /// By a's rotation.
        #[getter]
        fn rotation_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            PyArray1::from_slice(py, &self.0.rotation_a)
        }

        /// By b's rotation.
        #[getter]
        fn rotation_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            PyArray1::from_slice(py, &self.0.rotation_b)
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [a, b] = [self.0.translation_a, self.0.translation_b].map(shown);
            let [turn_a, turn_b] = [self.0.rotation_a, self.0.rotation_b].map(|r| numbers(&r));
            format!(
                "<Gradient: translation_a={a}, rotation_a={turn_a}, \
                 translation_b={b}, rotation_b={turn_b}>"
            )
        }
    }
}

answer! {
    /// How deep two shapes overlap, and the shortest way out.
    Penetration { pub found: osculate::Penetration<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The length of the shortest translation that separates them.
        #[getter]
        fn depth(&self) -> Bracket {
            Bracket(self.found.depth)
        }

        /// Its unit direction for b.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.normal)
        }

        /// The point of a deepest in b.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b deepest in a.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How the query ended: "closed_form", "converged", "exhausted" or "step_limit".
        #[getter]
        fn ended(&self) -> &'static str {
            how(self.found.ended)
        }

        /// How many support points were asked of each shape.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        fn __float__(&self) -> f64 {
            self.found.depth.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let Self { found, .. } = self;
            let [on_a, on_b, normal] = [found.on_a, found.on_b, found.normal].map(shown);
            let depth = shown_bracket(&found.depth);
            format!("<Penetration: {depth}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}
