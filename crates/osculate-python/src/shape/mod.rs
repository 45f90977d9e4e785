//! Convex shapes.

mod constructors;
mod content;

pub use content::{Corners, corners, rows, shown};

use crate::answers::Mass;
use crate::given::{Rows, finite, pose, refused, vector, vector_or_zero};
use crate::stored;
use content::{kind, not_too_deep, parameters};
use numpy::PyArray1;
use osculate::glam::DMat3;
use osculate::shape;
use osculate::{Aabb, Affine, At, Convex, DVec3, Image};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A convex shape. It never changes, and is cheap to hand on: what is large is shared.
///
/// Made by `Shape.ball`, `Shape.cuboid`, `Shape.hull` and the like; a shape at a pose, scaled,
/// rounded, swept, or added to another is one again.
///
/// >>> Shape.cuboid((1, 2, 3)).rounded(0.1).kind
/// 'rounded'
#[pyclass(frozen, module = "osculate")]
#[derive(Clone)]
pub struct Shape(pub shape::Shape<DVec3>);

type Made<T> = Result<T, osculate::Error>;

fn made(shape: Made<impl Into<shape::Shape<DVec3>>>) -> PyResult<Shape> {
    Ok(Shape(not_too_deep(shape.map_err(refused)?.into())?))
}

/// A hash with the numbers of a box mixed in.
pub fn mixed(hash: u64, bounds: &Aabb<DVec3>) -> u64 {
    let numbers = [bounds.min().to_array(), bounds.max().to_array()];
    numbers.as_flattened().iter().fold(hash, |hash, number| {
        hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number + 0.0).to_bits()
    })
}

#[pymethods]
impl Shape {
    /// It at a pose.
    fn at(&self, pose: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pose = self::pose("pose", pose)?;
        made(Ok(At::new(self.0.clone(), pose)))
    }

    /// All points within a margin of it.
    fn rounded(&self, margin: f64) -> PyResult<Self> {
        made(shape::Rounded::new(self.0.clone(), margin))
    }

    /// It larger by a factor, or by three, one along each axis. Zero flattens, less than zero
    /// mirrors.
    fn scaled(&self, scale: &Bound<'_, PyAny>) -> PyResult<Self> {
        let scale = match scale.extract::<f64>() {
            Ok(scale) => DVec3::splat(scale),
            Err(_) => vector("scale", scale)?,
        };
        let map = Affine::from_scale(scale).map_err(refused)?;
        made(Image::new(self.0.clone(), map))
    }

    /// It under the map x ↦ matrix · x + translation.
    #[pyo3(signature = (matrix, translation=None))]
    fn mapped(
        &self,
        matrix: &Bound<'_, PyAny>,
        translation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rows = Rows::read("matrix", matrix, 3)?;
        let Ok(all) = <[f64; 9]>::try_from(rows.all()) else {
            return Err(PyValueError::new_err("matrix must be of shape (3, 3)"));
        };
        let matrix = DMat3::from_cols_array(&all).transpose();
        let map = Affine::new(matrix, vector_or_zero("translation", translation)?);
        made(Image::new(self.0.clone(), map.map_err(refused)?))
    }

    /// It, and where it comes on a straight way.
    fn swept(&self, way: &Bound<'_, PyAny>) -> PyResult<Self> {
        made(shape::Swept::new(self.0.clone(), vector("way", way)?))
    }

    /// The convex hull of both.
    fn hulled_with(&self, other: &Self) -> PyResult<Self> {
        made(Ok(shape::Hull::new(self.0.clone(), other.0.clone())))
    }

    /// The Minkowski sum: all p + q, with p in the one and q in the other.
    fn __add__(&self, other: &Self) -> PyResult<Self> {
        made(Ok(shape::Sum::new(self.0.clone(), other.0.clone())))
    }

    /// What it is, in a word: "ball", "cuboid", "polytope".
    #[getter]
    fn kind(&self) -> &'static str {
        kind(&self.0)
    }

    /// What it was made of, by name. Of a shape at a pose, rounded or the like, `shape` is the one
    /// inside.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        parameters(py, &self.0)
    }

    /// The least and the largest coordinates.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> Corners<'py> {
        corners(py, &self.0.bounds())
    }

    /// The least and the largest coordinates of it at a pose.
    fn bounds_at<'py>(&self, pose: &Bound<'py, PyAny>) -> PyResult<Corners<'py>> {
        let bounds = At::new(&self.0, self::pose("pose", pose)?).bounds();
        Ok(corners(pose.py(), &bounds))
    }

    /// It as vertices and triangles. Those of a polytope are its own. Of what is curved, it reaches
    /// along the normal of each triangle no further beyond it than the tolerance, which is a
    /// thousandth of its size if none is given.
    #[pyo3(signature = (tolerance=None))]
    fn mesh<'py>(
        &self,
        py: Python<'py>,
        tolerance: Option<f64>,
    ) -> PyResult<crate::mesh::Arrays<'py>> {
        crate::mesh::as_arrays(py, self, tolerance)
    }

    /// It as a `trimesh.Trimesh`, which must be installed.
    #[pyo3(signature = (tolerance=None))]
    fn to_trimesh<'py>(
        &self,
        py: Python<'py>,
        tolerance: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mesh = crate::mesh::as_arrays(py, self, tolerance)?;
        py.import("trimesh")?.getattr("Trimesh")?.call1(mesh)
    }

    /// Its picture in notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let drawn = py.import("osculate.drawn")?;
        drawn.getattr("svg")?.call1(([self.clone()],))?.extract()
    }

    /// A point of it that reaches as far as any along a direction.
    fn support<'py>(&self, direction: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let point = self.0.support(vector("direction", direction)?);
        Ok(PyArray1::from_slice(direction.py(), &point.to_array()))
    }

    /// Whether a point is in it, or on its surface.
    fn contains(&self, point: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(osculate::contains(&self.0, vector("point", point)?))
    }

    /// Its mass at a density; None if none is known in closed form.
    #[pyo3(signature = (density=1.0))]
    fn mass(&self, density: f64) -> PyResult<Option<Mass>> {
        let density = finite("density", density)?;
        Ok(self.0.mass().map(|mass| Mass::of(mass * density)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        mixed(kind(&self.0).len() as u64, &self.0.bounds())
    }

    fn __repr__(&self) -> String {
        shown(&self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        stored::reduce(slf.as_any(), &slf.get().0)
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        stored::from_bytes(bytes).map(Self)
    }
}
