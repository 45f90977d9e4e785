//! What a body weighs.

use super::Vector;
use crate::shown::{number, numbers};
use crate::stored;
use numpy::{PyArray1, PyArray2};
use osculate::{DVec3, shape};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};

answer! {
    /// A mass: how much, where its center is, and how it resists a turn about that.
    Mass { mass: f64, center: [f64; 3], inertia: [[f64; 3]; 3] },
    {
        /// How much: the volume times the density.
        #[getter]
        fn mass(&self) -> f64 {
            self.mass
        }

        /// The center of mass.
        #[getter]
        fn center<'py>(&self, py: Python<'py>) -> Vector<'py> {
            PyArray1::from_slice(py, &self.center)
        }

        /// The tensor of inertia about the center.
        #[getter]
        fn inertia<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
            Ok(PyArray2::from_vec2(py, &self.inertia.map(|row| row.to_vec()))?)
        }

        fn __float__(&self) -> f64 {
            self.mass
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            format!("<Mass: {}, center={}>", number(self.mass), numbers(&self.center))
        }
    }
}

impl Mass {
    /// As the library has it.
    pub fn of(mass: shape::Mass<DVec3>) -> Self {
        let inertia = mass.inertia().transpose().to_cols_array_2d();
        Self { mass: mass.volume, center: mass.centroid.to_array(), inertia }
    }
}
