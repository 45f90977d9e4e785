//! Bodies: compounds and meshes, which need not be convex.

use crate::answers::Mass;
use crate::given::{Rows, finite, index_rows, numbers, pose, refused};
use crate::shape::{Corners, Shape, corners, mixed, rows, shown};
use crate::stored;
use numpy::PyArrayMethods;
use osculate::{Convex, DVec3, Pose};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A thing of many parts, which need not be convex: shapes at poses, or the triangles of a mesh.
///
/// A mesh is its surface, and what floats inside does not touch it; `solid()` makes it what it
/// bounds, if it closes.
///
/// >>> Body.compound([(Shape.ball(1), Pose()), (Shape.ball(1), Pose((3, 0, 0)))])
/// <Body: 2 parts>
#[pyclass(frozen, module = "osculate")]
#[derive(Clone)]
pub struct Body(pub osculate::Body<DVec3>);

/// A shape, or a body.
#[derive(Clone, Copy)]
pub enum Thing<'s> {
    Shape(&'s osculate::shape::Shape<DVec3>),
    Body(&'s osculate::Body<DVec3>),
}

impl<'s> Thing<'s> {
    /// Reads an argument.
    #[inline]
    pub fn read(name: &str, given: &'s Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(shape) = given.cast::<Shape>() {
            return Ok(Self::Shape(&shape.get().0));
        }
        match given.cast::<Body>() {
            Ok(body) => Ok(Self::Body(&body.get().0)),
            Err(_) => {
                let kind = given.get_type().name()?.to_string();
                let what = format!("{name} must be a Shape or a Body, and is of type {kind}");
                Err(PyTypeError::new_err(what))
            }
        }
    }

    /// It as a body.
    pub fn body(self) -> osculate::Body<DVec3> {
        match self {
            Self::Shape(shape) => osculate::Body::new(shape.clone()),
            Self::Body(body) => body.clone(),
        }
    }
}

#[pymethods]
impl Body {
    /// A body of one shape.
    #[new]
    fn new(shape: &Bound<'_, PyAny>) -> PyResult<Self> {
        match Thing::read("shape", shape)? {
            Thing::Shape(shape) => Ok(Self(osculate::Body::new(shape.clone()))),
            Thing::Body(_) => Err(PyTypeError::new_err("shape must be a Shape, and is a Body")),
        }
    }

    /// Several shapes or bodies in one, each by itself or with a pose: `(shape, pose)`.
    #[staticmethod]
    fn compound(parts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut found = Vec::new();
        for (k, part) in parts.try_iter()?.enumerate() {
            let part = part?;
            let name = format!("parts[{k}]");
            let (thing, pose) = match part.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
                Ok((thing, pose)) => (thing, self::pose(&name, &pose)?),
                Err(_) => (part, Pose::IDENTITY),
            };
            found.push((Thing::read(&name, &thing)?.body(), pose));
        }
        osculate::Body::compound(found).map(Self).map_err(refused)
    }

    /// The surface of a mesh, by its vertices and its triangles, each of three indices. Any will
    /// do: open ones, and such as are a line.
    #[staticmethod]
    fn from_mesh(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let vertices = Rows::read("vertices", vertices, 3)?.points();
        let triangles = index_rows::<3>("triangles", triangles)?;
        let mesh = py.detach(|| osculate::Body::from_mesh(&vertices, &triangles));
        mesh.map(Self).map_err(refused)
    }

    /// The surface over a grid: `heights[i, j]` along y at x = j · spacing[0], z = i · spacing[1].
    #[staticmethod]
    #[pyo3(signature = (heights, spacing=None))]
    fn from_heights(
        py: Python<'_>,
        heights: &Bound<'_, PyAny>,
        spacing: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let spacing = spacing.map_or(Ok([1.0; 2]), |given| numbers("spacing", given))?;
        let columns = match given_columns(heights) {
            Some(columns) => columns,
            None => return Err(PyValueError::new_err("heights must be an array of rows")),
        };
        let rows = Rows::read("heights", heights, columns)?;
        let all = rows.all();
        let body = py.detach(|| osculate::Body::from_heights(columns, all, spacing));
        body.map(Self).map_err(refused)
    }

    /// What the mesh bounds: what is inside touches it. It must close, its triangles wound alike.
    fn solid(&self, py: Python<'_>) -> PyResult<Self> {
        let held = self.0.clone();
        py.detach(|| held.into_solid()).map(Self).map_err(refused)
    }

    /// Whether it is one without surfaces that are hollow: what lies inside touches it.
    #[getter]
    fn is_solid(&self) -> bool {
        self.0.is_solid()
    }

    /// How many parts it has: shapes, or triangles.
    fn __len__(&self) -> usize {
        self.0.part_count()
    }

    /// A part, in the body's own axes. A triangle of a mesh is one.
    fn __getitem__(&self, part: isize) -> PyResult<Shape> {
        let count = self.0.part_count() as isize;
        let place = if part < 0 { part + count } else { part };
        let found = u32::try_from(place).ok().and_then(|place| self.0.part(place));
        let Some(found) = found else {
            let what = format!("there is no part {part}: the body has {count}");
            return Err(PyIndexError::new_err(what));
        };
        match (found.shape(), found.corners()) {
            (Some(shape), _) => Ok(Shape(shape.clone())),
            (None, Some([a, b, c])) => {
                let triangle = osculate::shape::Triangle::new(a, b, c).map_err(refused)?;
                Ok(Shape(triangle.into()))
            }
            (None, None) => Err(PyIndexError::new_err("the part has no shape")),
        }
    }

    /// The corners of the triangles of its meshes: of shape (n, 3, 3). Shapes have none.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let corners: Vec<DVec3> =
            self.0.parts().filter_map(|part| part.corners()).flatten().collect();
        let count = corners.len() / 3;
        Ok(rows(py, corners)?.reshape([count, 3, 3])?.into_any())
    }

    /// The least and the largest coordinates.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> Corners<'py> {
        corners(py, &self.0.at(Pose::IDENTITY).bounds())
    }

    /// The least and the largest coordinates of it at a pose.
    fn bounds_at<'py>(&self, pose: &Bound<'py, PyAny>) -> PyResult<Corners<'py>> {
        let bounds = self.0.at(self::pose("pose", pose)?).bounds();
        Ok(corners(pose.py(), &bounds))
    }

    /// Its mass at a density; None if a part has none that is known.
    #[pyo3(signature = (density=1.0))]
    fn mass(&self, density: f64) -> PyResult<Option<Mass>> {
        Ok(self.0.mass(finite("density", density)?).map(Mass::of))
    }

    /// Its picture in notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let drawn = py.import("osculate.drawn")?;
        drawn.getattr("svg")?.call1(([self.clone()],))?.extract()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        // The boxes of two parts tell enough apart, and large meshes are not gone through.
        let count = self.0.part_count() as u32;
        let ends = [0, count - 1].into_iter().filter_map(|part| self.0.part(part));
        ends.map(|part| part.bounds()).fold(u64::from(count), |hash, bounds| mixed(hash, &bounds))
    }

    fn __repr__(&self) -> String {
        match self.0.part_count() {
            1 => match self.0.part(0).and_then(|part| part.shape().cloned()) {
                Some(shape) => format!("Body({})", shown(&shape)),
                None => "<Body: 1 triangle>".into(),
            },
            count => format!("<Body: {count} parts>"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        stored::reduce(slf.as_any(), &slf.get().0)
    }

    #[staticmethod]
    fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
        stored::from_bytes(bytes).map(Self)
    }
}

/// How many columns an array has, if it is one of two dimensions.
fn given_columns(given: &Bound<'_, PyAny>) -> Option<usize> {
    let numpy = given.py().import("numpy").ok()?;
    let shape: Vec<usize> = numpy.call_method1("shape", (given,)).ok()?.extract().ok()?;
    match shape[..] {
        [_, columns] => Some(columns),
        _ => None,
    }
}
