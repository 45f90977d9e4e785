//! Poses.

use crate::given::{
    Rows, number, numbers, pose_of_rows, refused, refused_as, vector, vector_or_zero,
};
use crate::stored;
use numpy::{PyArray1, PyArray2};
use osculate::glam::DMat3;
use osculate::{DVec3, Rotation};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Where a shape is: turned, then moved.
///
/// Of the ways to say how it is turned, one may be given: a quaternion in either order of its
/// numbers (`xyzw` or `wxyz`), a `matrix` of three rows and columns, an `axis` and an `angle` in
/// radians, or `euler`: an order of axes, and an angle for each. Small letters are axes that stay
/// (`"xyz"`, of which x is turned about first), capitals such as turn along (`"ZYX"`).
///
/// >>> Pose((1, 0, 0), axis=(0, 0, 1), angle=3.141592653589793) @ (1, 0, 0)
/// array([0.0000000e+00, 1.2246468e-16, 0.0000000e+00])
#[pyclass(frozen, module = "osculate")]
#[derive(Clone, Copy)]
pub struct Pose(pub osculate::Pose<DVec3>);

fn matrix_of(matrix: DMat3) -> [[f64; 3]; 3] {
    matrix.transpose().to_cols_array_2d()
}

/// A rotation from an order of axes and three angles.
fn of_euler(given: &Bound<'_, PyAny>) -> PyResult<Rotation<DVec3>> {
    let what = "euler must be an order and its angles: (\"xyz\", (0.1, 0.2, 0.3))";
    let Ok((order, angles)) = given.extract::<(String, Bound<'_, PyAny>)>() else {
        return Err(PyTypeError::new_err(what));
    };
    let moving = order.chars().all(|axis| axis.is_ascii_uppercase());
    let fixed = order.chars().all(|axis| axis.is_ascii_lowercase());
    let axes: Option<Vec<DVec3>> = order
        .to_ascii_lowercase()
        .chars()
        .map(|axis| match axis {
            'x' => Some(DVec3::X),
            'y' => Some(DVec3::Y),
            'z' => Some(DVec3::Z),
            _ => None,
        })
        .collect();
    let Some(axes) = axes.filter(|axes| axes.len() == 3 && (moving || fixed)) else {
        let what = format!("euler: {order:?} is no order of three axes, as \"xyz\" or \"ZYX\"");
        return Err(PyValueError::new_err(what));
    };
    let angles: [f64; 3] = numbers("euler", &angles)?;
    let mut whole = Rotation::IDENTITY;
    for (axis, angle) in axes.into_iter().zip(angles) {
        let turn = Rotation::from_axis_angle(axis, angle).map_err(refused)?;
        whole = if moving { whole.compose(&turn) } else { turn.compose(&whole) };
    }
    Ok(whole)
}

impl Pose {
    /// As what it can be made by.
    pub fn shown(&self) -> String {
        let shown = crate::shown::numbers(&self.0.translation().to_array());
        if self.0.rotation() == Rotation::IDENTITY {
            return format!("Pose({shown})");
        }
        let turn = crate::shown::numbers(&self.0.rotation().to_quaternion());
        format!("Pose({shown}, xyzw={turn})")
    }
}

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(signature = (translation=None, *, xyzw=None, wxyz=None, matrix=None, euler=None,
        axis=None, angle=None))]
    fn new(
        translation: Option<&Bound<'_, PyAny>>,
        xyzw: Option<&Bound<'_, PyAny>>,
        wxyz: Option<&Bound<'_, PyAny>>,
        matrix: Option<&Bound<'_, PyAny>>,
        euler: Option<&Bound<'_, PyAny>>,
        axis: Option<&Bound<'_, PyAny>>,
        angle: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let translation = vector_or_zero("translation", translation)?;
        let ways = [xyzw, wxyz, matrix, euler, axis];
        if ways.iter().flatten().count() > 1 {
            let what = "of xyzw, wxyz, matrix, euler and axis one may be given";
            return Err(PyTypeError::new_err(what));
        }
        if axis.is_some() != angle.is_some() {
            return Err(PyTypeError::new_err("axis and angle are given together"));
        }
        let rotation = if let Some(given) = xyzw {
            Rotation::from_quaternion(numbers("xyzw", given)?).map_err(refused_as("xyzw"))?
        } else if let Some(given) = wxyz {
            let [w, x, y, z] = numbers("wxyz", given)?;
            Rotation::from_quaternion([x, y, z, w]).map_err(refused_as("wxyz"))?
        } else if let Some(given) = matrix {
            let rows = Rows::read("matrix", given, 3)?;
            let Ok(all) = <[f64; 9]>::try_from(rows.all()) else {
                return Err(PyValueError::new_err("matrix must be of shape (3, 3)"));
            };
            Rotation::from_matrix(DMat3::from_cols_array(&all).transpose()).map_err(refused)?
        } else if let Some(given) = euler {
            of_euler(given)?
        } else if let (Some(axis), Some(angle)) = (axis, angle) {
            let (axis, angle) = (vector("axis", axis)?, number("angle", angle)?);
            Rotation::from_axis_angle(axis, angle).map_err(refused)?
        } else {
            Rotation::IDENTITY
        };
        osculate::Pose::new(translation, rotation).map(Self).map_err(refused)
    }

    /// The pose of a matrix of four rows and columns, whose last row is 0, 0, 0, 1.
    #[staticmethod]
    fn from_matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = Rows::read("matrix", matrix, 4)?;
        let Ok(all) = rows.all().try_into() else {
            return Err(PyValueError::new_err("matrix must be of shape (4, 4)"));
        };
        pose_of_rows("matrix", all).map(Self)
    }

    /// Where the origin goes.
    #[getter]
    fn translation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.translation().to_array())
    }

    /// The matrix of the turn, three rows and columns.
    #[getter]
    fn rotation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = matrix_of(self.0.rotation().matrix());
        Ok(PyArray2::from_vec2(py, &rows.map(|row| row.to_vec()))?)
    }

    /// The matrix of four rows and columns.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let columns = self.0.to_columns();
        let rows: Vec<Vec<f64>> = (0..4).map(|i| (0..4).map(|j| columns[j][i]).collect()).collect();
        Ok(PyArray2::from_vec2(py, &rows)?)
    }

    /// The quaternion, real part last.
    #[getter]
    fn xyzw<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.rotation().to_quaternion())
    }

    /// The quaternion, real part first.
    #[getter]
    fn wxyz<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let [x, y, z, w] = self.0.rotation().to_quaternion();
        PyArray1::from_slice(py, &[w, x, y, z])
    }

    /// The pose that takes back what this one does.
    fn inverse(&self) -> Self {
        Self(self.0.inverse())
    }

    /// With a pose: first that one, then this one. With a point, or an array of points, one a row:
    /// where they go.
    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Self>() {
            return Self(self.0.compose(&other.get().0)).into_bound_py_any(py);
        }
        if let Ok(point) = vector("point", other) {
            let image = self.0.apply(point);
            return Ok(PyArray1::from_slice(py, &image.to_array()).into_any());
        }
        let rows = Rows::read("points", other, 3)?;
        let images: Vec<Vec<f64>> =
            rows.points().into_iter().map(|p| self.0.apply(p).to_array().to_vec()).collect();
        if images.is_empty() {
            return Ok(PyArray2::<f64>::zeros(py, [0, 3], false).into_any());
        }
        Ok(PyArray2::from_vec2(py, &images)?.into_any())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy;
        let matrix = self.matrix(py)?.into_any();
        match dtype {
            None => Ok(matrix),
            Some(dtype) => matrix.call_method1("astype", (dtype,)),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let columns = self.0.to_columns();
        columns.as_flattened().iter().fold(0, |hash: u64, number| {
            // Both zeros are equal, so they must have one hash.
            hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number + 0.0).to_bits()
        })
    }

    fn __repr__(&self) -> String {
        self.shown()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        stored::reduce(slf.as_any(), &slf.get().0)
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        stored::from_bytes(bytes).map(Self)
    }
}
