//! How shapes are made of numbers, points and faces.

use super::{Shape, made};
use crate::given::{Rows, index_rows, refused, refused_as, vector};
use osculate::glam::DMat3;
use osculate::hull::Faces;
use osculate::{At, DVec3, Problem, Rotation, shape};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The turn that takes the y axis, along which the library's round shapes stand, to another.
fn standing(shape: shape::Shape<DVec3>, axis: &str) -> PyResult<Shape> {
    let columns = match axis {
        "x" => [-DVec3::Y, DVec3::X, DVec3::Z],
        "y" => return Ok(Shape(shape)),
        "z" => [DVec3::X, DVec3::Z, -DVec3::Y],
        _ => return Err(no_axis(axis)),
    };
    let matrix = DMat3::from_cols(columns[0], columns[1], columns[2]);
    let turn = Rotation::from_matrix(matrix).map_err(refused)?;
    Ok(Shape(At::new(shape, turn.into()).into()))
}

fn no_axis(axis: &str) -> PyErr {
    PyValueError::new_err(format!("axis is {axis:?}, and must be \"x\", \"y\" or \"z\""))
}

/// Faces of any number of corners: rows of an array, or lists.
fn faces(given: &Bound<'_, PyAny>) -> PyResult<Faces> {
    let mut faces = Faces::new();
    if let Ok(triangles) = index_rows::<3>("faces", given) {
        triangles.into_iter().for_each(|corners| faces.push(corners));
        return Ok(faces);
    }
    let is_none = |_| PyTypeError::new_err("faces must be a sequence of lists of indices");
    for (k, face) in given.try_iter().map_err(is_none)?.enumerate() {
        let corners: Vec<u32> = face?.extract().map_err(|_| {
            PyTypeError::new_err(format!("faces[{k}] must be a list of indices of vertices"))
        })?;
        faces.push(corners);
    }
    Ok(faces)
}

/// The hull of points: a polytope, or if they lie in a plane what is as flat.
fn hull_of(points: &[DVec3]) -> PyResult<Shape> {
    match shape::Polytope::from_points(points) {
        Err(error) if matches!(error.problem, Problem::Flat | Problem::TooFew) => {
            made(shape::PointCloud::new(points)).map_err(|_| refused_as("points")(error))
        }
        polytope => made(polytope),
    }
}

#[pymethods]
impl Shape {
    /// A single point.
    #[staticmethod]
    fn point(position: &Bound<'_, PyAny>) -> PyResult<Self> {
        made(shape::Point::new(vector("position", position)?))
    }

    /// The segment between two points.
    #[staticmethod]
    fn segment(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Self> {
        made(shape::Segment::new(vector("a", a)?, vector("b", b)?))
    }

    /// A ball about the origin.
    #[staticmethod]
    fn ball(radius: f64) -> PyResult<Self> {
        made(shape::Ball::new(radius))
    }

    /// A capsule about the origin along an axis: `half_height` is that of its segment.
    #[staticmethod]
    #[pyo3(signature = (half_height, radius, *, axis="y"))]
    fn capsule(half_height: f64, radius: f64, axis: &str) -> PyResult<Self> {
        if axis == "y" {
            return made(shape::Capsule::along_y(half_height, radius));
        }
        // Sizes are checked as those of one along y, so that errors name them.
        made(shape::Capsule::<DVec3>::along_y(half_height, radius))?;
        let along = match axis {
            "x" => DVec3::X,
            "z" => DVec3::Z,
            _ => return Err(no_axis(axis)),
        };
        let end = along * half_height;
        made(shape::Capsule::new(-end, end, radius))
    }

    /// A capsule between two points.
    #[staticmethod]
    fn capsule_between(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        made(shape::Capsule::new(vector("a", a)?, vector("b", b)?, radius))
    }

    /// A triangle.
    #[staticmethod]
    fn triangle(
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        c: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        made(shape::Triangle::new(vector("a", a)?, vector("b", b)?, vector("c", c)?))
    }

    /// A tetrahedron.
    #[staticmethod]
    fn tetrahedron(
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        c: &Bound<'_, PyAny>,
        d: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let [a, b] = [vector("a", a)?, vector("b", b)?];
        made(shape::Tetrahedron::new(a, b, vector("c", c)?, vector("d", d)?))
    }

    /// A box about the origin, by half of its lengths.
    #[staticmethod]
    fn cuboid(half_extents: &Bound<'_, PyAny>) -> PyResult<Self> {
        made(shape::Cuboid::new(vector("half_extents", half_extents)?))
    }

    /// An ellipsoid about the origin.
    #[staticmethod]
    fn ellipsoid(radii: &Bound<'_, PyAny>) -> PyResult<Self> {
        made(shape::Ellipsoid::new(vector("radii", radii)?))
    }

    /// A cylinder about the origin along an axis.
    #[staticmethod]
    #[pyo3(signature = (half_height, radius, *, axis="y"))]
    fn cylinder(half_height: f64, radius: f64, axis: &str) -> PyResult<Self> {
        standing(shape::Cylinder::new(half_height, radius).map_err(refused)?.into(), axis)
    }

    /// A cone about the origin along an axis, its tip up.
    #[staticmethod]
    #[pyo3(signature = (half_height, radius, *, axis="y"))]
    fn cone(half_height: f64, radius: f64, axis: &str) -> PyResult<Self> {
        standing(shape::Cone::new(half_height, radius).map_err(refused)?.into(), axis)
    }

    /// All points p with `normal · p <= offset`; the normal is a unit vector.
    #[staticmethod]
    #[pyo3(signature = (normal, offset=0.0))]
    fn half_space(normal: &Bound<'_, PyAny>, offset: f64) -> PyResult<Self> {
        made(shape::HalfSpace::new(vector("normal", normal)?, offset))
    }

    /// What lies behind six planes, of which each is a normal and an offset: rows of `planes`.
    #[staticmethod]
    fn frustum(planes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = Rows::read("planes", planes, 4)?;
        let found: Vec<_> = rows
            .all()
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&[x, y, z, offset]| (DVec3::new(x, y, z), offset))
            .collect();
        let count = found.len();
        let Ok(six) = found.try_into() else {
            let what = format!("planes must be of shape (6, 4), and is of shape ({count}, 4)");
            return Err(PyValueError::new_err(what));
        };
        made(shape::Frustum::from_planes(six))
    }

    /// The convex hull of points, one a row. Points of one plane have a flat one.
    #[staticmethod]
    fn hull(py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let points = Rows::read("points", points, 3)?.points();
        py.detach(|| hull_of(&points))
    }

    /// A convex polytope by its faces, each a list of corners counterclockwise seen from outside.
    #[staticmethod]
    fn from_faces(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let vertices = Rows::read("vertices", vertices, 3)?.points();
        let faces = self::faces(faces)?;
        py.detach(|| made(shape::Polytope::from_faces(&vertices, &faces)))
    }

    /// The convex hull of a mesh. If its triangles bound a convex solid, this is quicker than
    /// `hull`.
    #[staticmethod]
    fn from_mesh(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let vertices = Rows::read("vertices", vertices, 3)?.points();
        let triangles = index_rows::<3>("triangles", triangles)?;
        for (k, corner) in triangles.iter().flatten().enumerate() {
            if *corner as usize >= vertices.len() {
                let what = format!(
                    "triangles[{}] has a corner {corner}, and there is no such vertex",
                    k / 3
                );
                return Err(PyValueError::new_err(what));
            }
        }
        py.detach(|| {
            let mut faces = Faces::new();
            triangles.iter().for_each(|corners| faces.push(*corners));
            made(shape::Polytope::from_faces(&vertices, &faces)).or_else(|_| hull_of(&vertices))
        })
    }
}
