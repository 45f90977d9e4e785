//! What a shape was made of: in a word, by name, and as text.

use super::Shape;
use crate::shown;
use numpy::{PyArray1, PyArray2};
use osculate::shape::{self, ShapeRef};
use osculate::{Aabb, DVec3};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Every kind of the library's that has a name in Python.
pub fn kind(shape: &shape::Shape<DVec3>) -> &'static str {
    match shape.kind() {
        ShapeRef::Point(_) => "point",
        ShapeRef::Segment(_) => "segment",
        ShapeRef::Ball(_) => "ball",
        ShapeRef::Capsule(_) => "capsule",
        ShapeRef::Triangle(_) => "triangle",
        ShapeRef::Tetrahedron(_) => "tetrahedron",
        ShapeRef::Cuboid(_) => "cuboid",
        ShapeRef::Ellipsoid(_) => "ellipsoid",
        ShapeRef::Cone(_) => "cone",
        ShapeRef::Cylinder(_) => "cylinder",
        ShapeRef::HalfSpace(_) => "half_space",
        ShapeRef::Frustum(_) => "frustum",
        ShapeRef::Polytope(_) => "polytope",
        ShapeRef::PointCloud(_) => "point_cloud",
        ShapeRef::At(_) => "at",
        ShapeRef::Image(_) => "mapped",
        ShapeRef::Rounded(_) => "rounded",
        ShapeRef::Sum(_) => "sum",
        ShapeRef::Hull(_) => "hull",
        ShapeRef::Swept(_) => "swept",
        _ => "custom",
    }
}

/// Shapes in shapes at most: each takes of the stack of whoever asks, and of the depth that a
/// pickle has.
const MOST_DEEP: usize = 100;
/// Shapes in a shape at most: whoever asks asks all of them.
const MOST_SHAPES: usize = 10_000;

/// The shape, unless so many are in one another that they could not be asked or written.
pub fn not_too_deep(shape: shape::Shape<DVec3>) -> PyResult<shape::Shape<DVec3>> {
    fn is_held(shape: &shape::Shape<DVec3>, deep: usize, left: &mut usize) -> bool {
        if deep == 0 || *left == 0 {
            return false;
        }
        *left -= 1;
        match shape.kind() {
            ShapeRef::At(held) => is_held(held.shape(), deep - 1, left),
            ShapeRef::Image(held) => is_held(held.shape(), deep - 1, left),
            ShapeRef::Rounded(held) => is_held(held.shape(), deep - 1, left),
            ShapeRef::Swept(held) => is_held(held.shape(), deep - 1, left),
            ShapeRef::Sum(held) => {
                let (a, b) = held.parts();
                is_held(a, deep - 1, left) && is_held(b, deep - 1, left)
            }
            ShapeRef::Hull(held) => {
                let (a, b) = held.parts();
                is_held(a, deep - 1, left) && is_held(b, deep - 1, left)
            }
            _ => true,
        }
    }
    if is_held(&shape, MOST_DEEP, &mut { MOST_SHAPES }) {
        return Ok(shape);
    }
    let what = format!(
        "the shape would hold shapes in shapes more than {MOST_DEEP} deep, or more than \
         {MOST_SHAPES} of them; the hull of many points is Shape.hull"
    );
    Err(PyValueError::new_err(what))
}

/// The least and the largest coordinates of a box.
pub type Corners<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// The corners of a box, as arrays.
pub fn corners<'py>(py: Python<'py>, bounds: &Aabb<DVec3>) -> Corners<'py> {
    let corner = |v: DVec3| PyArray1::from_slice(py, &v.to_array());
    (corner(bounds.min()), corner(bounds.max()))
}

/// Points as rows of an array.
pub fn rows<'py>(
    py: Python<'py>,
    points: impl IntoIterator<Item = DVec3>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows: Vec<Vec<f64>> = points.into_iter().map(|p| p.to_array().to_vec()).collect();
    if rows.is_empty() {
        return Ok(PyArray2::zeros(py, [0, 3], false));
    }
    Ok(PyArray2::from_vec2(py, &rows)?)
}

pub fn parameters<'py>(
    py: Python<'py>,
    shape: &shape::Shape<DVec3>,
) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    let vector = |v: DVec3| PyArray1::from_slice(py, &v.to_array());
    let inner = |shape: &shape::Shape<DVec3>| Shape(shape.clone()).into_bound_py_any(py);
    match shape.kind() {
        ShapeRef::Point(held) => found.set_item("position", vector(held.position()))?,
        ShapeRef::Segment(held) => found.set_item("ends", rows(py, held.ends())?)?,
        ShapeRef::Ball(held) => found.set_item("radius", held.radius())?,
        ShapeRef::Capsule(held) => {
            found.set_item("ends", rows(py, held.ends())?)?;
            found.set_item("radius", held.radius())?;
        }
        ShapeRef::Triangle(held) => found.set_item("corners", rows(py, held.corners())?)?,
        ShapeRef::Tetrahedron(held) => found.set_item("corners", rows(py, held.corners())?)?,
        ShapeRef::Cuboid(held) => found.set_item("half_extents", vector(held.half_extents()))?,
        ShapeRef::Ellipsoid(held) => found.set_item("radii", vector(held.radii()))?,
        ShapeRef::Cone(held) => {
            found.set_item("half_height", held.half_height())?;
            found.set_item("radius", held.radius())?;
        }
        ShapeRef::Cylinder(held) => {
            found.set_item("half_height", held.half_height())?;
            found.set_item("radius", held.radius())?;
        }
        ShapeRef::HalfSpace(held) => {
            found.set_item("normal", vector(held.normal()))?;
            found.set_item("offset", held.offset())?;
        }
        ShapeRef::Frustum(held) => found.set_item("corners", rows(py, held.corners())?)?,
        ShapeRef::Polytope(held) => {
            found.set_item("vertices", rows(py, held.vertices().iter().copied())?)?;
            let faces: Vec<Vec<u32>> = held.faces().iter().map(<[u32]>::to_vec).collect();
            found.set_item("faces", faces)?;
        }
        ShapeRef::PointCloud(held) => found.set_item("points", rows(py, held.points())?)?,
        ShapeRef::At(held) => {
            found.set_item("shape", inner(held.shape())?)?;
            found.set_item("pose", crate::pose::Pose(held.pose()))?;
        }
        ShapeRef::Image(held) => {
            let map = held.affine();
            let columns = map.matrix().transpose().to_cols_array_2d();
            found.set_item("shape", inner(held.shape())?)?;
            let matrix = PyArray2::from_vec2(py, &columns.map(|row| row.to_vec()))?;
            found.set_item("matrix", matrix)?;
            found.set_item("translation", vector(map.translation()))?;
        }
        ShapeRef::Rounded(held) => {
            found.set_item("shape", inner(held.shape())?)?;
            found.set_item("margin", held.margin())?;
        }
        ShapeRef::Swept(held) => {
            found.set_item("shape", inner(held.shape())?)?;
            found.set_item("way", vector(held.way()))?;
        }
        ShapeRef::Sum(held) => {
            let (a, b) = held.parts();
            found.set_item("shapes", (inner(a)?, inner(b)?))?;
        }
        ShapeRef::Hull(held) => {
            let (a, b) = held.parts();
            found.set_item("shapes", (inner(a)?, inner(b)?))?;
        }
        _ => {}
    }
    Ok(found)
}

/// As what it was made by, if that is short.
pub fn shown(shape: &shape::Shape<DVec3>) -> String {
    let v = |v: DVec3| shown::numbers(&v.to_array());
    let n = shown::number;
    let all = |all: &[DVec3]| all.iter().map(|p| v(*p)).collect::<Vec<_>>().join(", ");
    match shape.kind() {
        ShapeRef::Point(held) => format!("Shape.point({})", v(held.position())),
        ShapeRef::Segment(held) => format!("Shape.segment({})", all(&held.ends())),
        ShapeRef::Ball(held) => format!("Shape.ball({})", n(held.radius())),
        ShapeRef::Capsule(held) => {
            format!("Shape.capsule_between({}, {})", all(&held.ends()), n(held.radius()))
        }
        ShapeRef::Triangle(held) => format!("Shape.triangle({})", all(&held.corners())),
        ShapeRef::Tetrahedron(held) => format!("Shape.tetrahedron({})", all(&held.corners())),
        ShapeRef::Cuboid(held) => format!("Shape.cuboid({})", v(held.half_extents())),
        ShapeRef::Ellipsoid(held) => format!("Shape.ellipsoid({})", v(held.radii())),
        ShapeRef::Cone(held) => {
            format!("Shape.cone({}, {})", n(held.half_height()), n(held.radius()))
        }
        ShapeRef::Cylinder(held) => {
            format!("Shape.cylinder({}, {})", n(held.half_height()), n(held.radius()))
        }
        ShapeRef::HalfSpace(held) => {
            format!("Shape.half_space({}, {})", v(held.normal()), n(held.offset()))
        }
        ShapeRef::Polytope(held) => format!("<Shape: hull of {} points>", held.vertices().len()),
        ShapeRef::PointCloud(held) => format!("<Shape: hull of {} points>", held.points().count()),
        ShapeRef::Frustum(_) => "<Shape: frustum>".into(),
        ShapeRef::At(held) => {
            let pose = crate::pose::Pose(held.pose()).shown();
            format!("{}.at({pose})", shown(held.shape()))
        }
        ShapeRef::Image(held) => format!("<Shape: {} under a map>", kind(held.shape())),
        ShapeRef::Rounded(held) => format!("{}.rounded({})", shown(held.shape()), n(held.margin())),
        ShapeRef::Swept(held) => format!("{}.swept({})", shown(held.shape()), v(held.way())),
        ShapeRef::Sum(held) => {
            let (a, b) = held.parts();
            format!("{} + {}", shown(a), shown(b))
        }
        ShapeRef::Hull(held) => {
            let (a, b) = held.parts();
            format!("{}.hulled_with({})", shown(a), shown(b))
        }
        _ => "<Shape>".into(),
    }
}
