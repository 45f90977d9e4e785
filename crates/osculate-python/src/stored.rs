//! Pickles: what the library's `serde` writes, in CBOR, which keeps every bit of a number.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::{Serialize, de::DeserializeOwned};

/// What pickle calls to have the object again: the class's `_from_bytes`, and the bytes.
pub fn reduce<'py, T: Serialize>(
    class: &Bound<'py, PyAny>,
    content: &T,
) -> PyResult<Bound<'py, PyTuple>> {
    let mut bytes = Vec::new();
    ciborium::into_writer(content, &mut bytes)
        .map_err(|error| PyValueError::new_err(format!("it cannot be pickled: {error}")))?;
    let py = class.py();
    let arguments = PyTuple::new(py, [PyBytes::new(py, &bytes)])?;
    (class.get_type().getattr("_from_bytes")?, arguments).into_pyobject(py)
}

/// The content of such bytes, checked as constructors check it.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> PyResult<T> {
    ciborium::from_reader(bytes)
        .map_err(|error| PyValueError::new_err(format!("the bytes are no pickle of it: {error}")))
}
