//! What callers give: vectors, matrices, poses, arrays. What does not fit is refused by the name of
//! the argument.

use crate::pose::Pose;
use numpy::{PyArrayLike1, PyArrayLike2, PyUntypedArrayMethods, TypeMustMatch};
use osculate::DVec3;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyTuple};

/// What the library refuses, as Python says it.
pub fn refused(error: osculate::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The same, of an argument that the library knows by another name.
pub fn refused_as(name: &str) -> impl Fn(osculate::Error) -> PyErr {
    move |error| PyValueError::new_err(format!("{name}: {error}"))
}

fn is_not(name: &str, what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type();
    let kind = kind.name().map_or_else(|_| "an object".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{name} must be {what}, and is of type {kind}"))
}

/// A number. What only looks like one, as text, is refused.
pub fn number(name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    given.extract::<f64>().map_err(|_| is_not(name, "a number", given))
}

/// A number that is not below zero, and may be infinite.
pub fn not_negative(name: &str, given: f64) -> PyResult<f64> {
    is_such(given >= 0.0, name, given, "a number that is not negative")
}

/// A number that is not below zero, nor infinite.
pub fn finite(name: &str, given: f64) -> PyResult<f64> {
    is_such((0.0..f64::INFINITY).contains(&given), name, given, "finite and not negative")
}

/// The number if it is as wanted, or else an error that says what it is and must be.
pub fn is_such(is_wanted: bool, name: &str, given: f64, wanted: &str) -> PyResult<f64> {
    if is_wanted {
        return Ok(given);
    }
    let what = format!("{name} is {}, and must be {wanted}", crate::shown::number(given));
    Err(PyValueError::new_err(what))
}

/// So many numbers, in a tuple, a list, an array or another sequence.
pub fn numbers<const N: usize>(name: &str, given: &Bound<'_, PyAny>) -> PyResult<[f64; N]> {
    let mut found = [0.0; N];
    let mut read = |items: &mut dyn Iterator<Item = Bound<'_, PyAny>>, count: usize| {
        if count != N {
            let what = format!("{name} must have {N} numbers, and has {count}");
            return Err(PyValueError::new_err(what));
        }
        for (k, (place, item)) in found.iter_mut().zip(items).enumerate() {
            *place = match item.cast_exact::<PyFloat>() {
                Ok(item) => item.value(),
                Err(_) => number(&format!("{name}[{k}]"), &item)?,
            };
        }
        Ok(())
    };
    if let Ok(tuple) = given.cast::<PyTuple>() {
        read(&mut tuple.iter(), tuple.len())?;
        return Ok(found);
    }
    if let Ok(list) = given.cast::<PyList>() {
        read(&mut list.iter(), list.len())?;
        return Ok(found);
    }
    let what = format!("{N} numbers");
    let array: PyArrayLike1<'_, f64, TypeMustMatch> = match given.extract() {
        Ok(array) => array,
        Err(_) => as_doubles(given, 1).map_err(|_| is_not(name, &what, given))?,
    };
    if array.len() != N {
        let count = array.len();
        let what = format!("{name} must have {N} numbers, and has {count}");
        return Err(PyValueError::new_err(what));
    }
    for (k, place) in found.iter_mut().enumerate() {
        *place = *array.as_array().get(k).unwrap_or(&f64::NAN);
    }
    Ok(found)
}

/// Anything that numpy takes for an array of doubles; text and objects are none.
fn as_doubles<'py, T: FromPyObjectOwned<'py>>(
    given: &Bound<'py, PyAny>,
    dimensions: usize,
) -> PyResult<T> {
    let py = given.py();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "f" | "i" | "u") {
        return Err(PyTypeError::new_err("no numbers"));
    }
    if array.getattr("ndim")?.extract::<usize>()? != dimensions {
        return Err(PyValueError::new_err("another shape"));
    }
    let array = array.call_method1("astype", ("float64",))?;
    array.extract::<T>().map_err(Into::into)
}

/// A vector of space.
pub fn vector(name: &str, given: &Bound<'_, PyAny>) -> PyResult<DVec3> {
    numbers(name, given).map(DVec3::from_array)
}

/// A vector, or zero if none is given.
pub fn vector_or_zero(name: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<DVec3> {
    given.map_or(Ok(DVec3::ZERO), |given| vector(name, given))
}

/// Rows of `columns` doubles each, in order of rows; copied if they lie in another order or are of
/// another type of number.
pub struct Rows<'py> {
    array: PyArrayLike2<'py, f64, TypeMustMatch>,
}

impl<'py> Rows<'py> {
    /// Reads them from anything that numpy takes for such an array.
    pub fn read(name: &str, given: &Bound<'py, PyAny>, columns: usize) -> PyResult<Self> {
        let what = format!("an array of shape (n, {columns}) of numbers");
        let found = given.extract::<PyArrayLike2<'py, f64, TypeMustMatch>>();
        let array = match found {
            Ok(array) if array.is_c_contiguous() => array,
            _ => contiguous(given).map_err(|_| is_not(name, &what, given))?,
        };
        let shape = array.shape();
        if shape[1] != columns {
            let found = (shape[0], shape[1]);
            let what = format!("{name} must be {what}, and is of shape {found:?}");
            return Err(PyValueError::new_err(what));
        }
        Ok(Self { array })
    }

    /// All numbers, row by row.
    pub fn all(&self) -> &[f64] {
        self.array.as_slice().unwrap_or(&[])
    }

    /// The rows, one after the other.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, f64> {
        self.all().chunks_exact(self.array.shape()[1].max(1))
    }

    /// Points, if a row has three numbers.
    pub fn points(&self) -> Vec<DVec3> {
        self.all().as_chunks::<3>().0.iter().map(|p| DVec3::from_array(*p)).collect()
    }
}

/// An array of doubles in order of rows, by a copy.
fn contiguous<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyArrayLike2<'py, f64, TypeMustMatch>> {
    let array: Bound<'py, PyAny> = as_doubles(given, 2)?;
    let numpy = given.py().import("numpy")?;
    numpy.call_method1("ascontiguousarray", (array,))?.extract()
}

/// Rows of whole numbers that are not below zero, as faces and pairs are.
pub fn index_rows<const N: usize>(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; N]>> {
    let what = format!("an array of shape (n, {N}) of whole numbers");
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,)).map_err(|_| is_not(name, &what, given))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let is_empty = shape.first() == Some(&0);
    if !matches!(kind.as_str(), "i" | "u") && !is_empty {
        return Err(is_not(name, &what, given));
    }
    if !is_empty && (shape.len() != 2 || shape[1] != N) {
        let what = format!("{name} must be {what}, and is of shape {shape:?}");
        return Err(PyValueError::new_err(what));
    }
    if is_empty {
        return Ok(Vec::new());
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    let array: PyArrayLike2<'_, i64, TypeMustMatch> = array.extract()?;
    let all = array.as_slice().unwrap_or(&[]);
    if let Some(wrong) = all.iter().position(|value| u32::try_from(*value).is_err()) {
        let (k, value) = (wrong / N, all[wrong]);
        return Err(PyValueError::new_err(format!("{name}[{k}] has {value}, which is no index")));
    }
    Ok(all.as_chunks().0.iter().map(|row| row.map(|value| value as u32)).collect())
}

/// A pose, or a matrix of four rows and columns.
#[inline]
pub fn pose(name: &str, given: &Bound<'_, PyAny>) -> PyResult<osculate::Pose<DVec3>> {
    match given.cast::<Pose>() {
        Ok(pose) => Ok(pose.get().0),
        Err(_) => pose_of_matrix(name, given),
    }
}

#[cold]
fn pose_of_matrix(name: &str, given: &Bound<'_, PyAny>) -> PyResult<osculate::Pose<DVec3>> {
    let what = "a Pose, or an array of shape (4, 4)";
    let rows = Rows::read(name, given, 4).map_err(|_| is_not(name, what, given))?;
    let all = rows.all();
    let Ok(all) = all.try_into() else {
        let found = (all.len() / 4, 4);
        let what = format!("{name} must be {what}, and is of shape {found:?}");
        return Err(PyValueError::new_err(what));
    };
    pose_of_rows(name, all)
}

/// The pose of a matrix, row by row. What the library says of columns is said of the matrix.
pub fn pose_of_rows(name: &str, rows: &[f64; 16]) -> PyResult<osculate::Pose<DVec3>> {
    crate::loops::of_rows(rows).map_err(|error| match error.index {
        Some(index) if error.parameter == "columns" => {
            let (row, column) = (index % 4, index / 4);
            let text = error.to_string();
            let text = text.replacen(&format!("Pose: columns[{index}]"), "", 1);
            PyValueError::new_err(format!("{name}[{row}, {column}]{text}"))
        }
        _ => refused_as(name)(error),
    })
}

/// A pose, or that of the world's own axes if none is given.
#[inline]
pub fn pose_or_world(
    name: &str,
    given: Option<&Bound<'_, PyAny>>,
) -> PyResult<osculate::Pose<DVec3>> {
    match given {
        None => Ok(osculate::Pose::IDENTITY),
        Some(given) => pose(name, given),
    }
}
