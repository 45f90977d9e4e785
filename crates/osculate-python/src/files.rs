//! Files of shapes and scenes.

use crate::body::Body;
use crate::given::is_such;
use osculate_io::{Meshes, Options};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// Reads a file of shapes or of a scene: the bodies by their names, where they are. The formats are
/// those of the program: meshes, scenes, robots.
#[pyfunction]
#[pyo3(signature = (path, *, meshes="as_they_are", unit=None))]
pub fn read<'py>(
    py: Python<'py>,
    path: PathBuf,
    meshes: &str,
    unit: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let is_length = |unit: f64| unit > 0.0 && unit < f64::INFINITY;
    if let Some(unit) = unit {
        is_such(is_length(unit), "unit", unit, "finite and more than zero")?;
    }
    let options = Options { meshes: meshes_of(meshes)?, unit, ..Options::default() };
    let read = py.detach(|| osculate_io::read(&path, &options));
    let read = read.map_err(|error| PyValueError::new_err(error.to_string()))?;
    if let Some(missing) = read.missing().next() {
        return Err(PyValueError::new_err(format!("{}: {missing}", path.display())));
    }
    let found = PyDict::new(py);
    for body in read.bodies.iter().filter(|body| !body.is_empty()) {
        found.set_item(&body.name, Body(body.body()))?;
    }
    Ok(found)
}

/// What stands for meshes that are not convex.
pub fn meshes_of(meshes: &str) -> PyResult<Meshes> {
    match meshes {
        "as_they_are" => Ok(Meshes::AsTheyAre),
        "pieces" => Ok(Meshes::Pieces),
        "hulls" => Ok(Meshes::Hulls),
        _ => {
            let what = "must be \"as_they_are\", \"pieces\" or \"hulls\"";
            Err(PyValueError::new_err(format!("meshes is {meshes:?}, and {what}")))
        }
    }
}
