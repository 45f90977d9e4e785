//! Convex shapes.

use crate::answers::Mass;
use crate::given::{Rows, index_rows, pose, refused, refused_as, vector, vector_or_zero};
use crate::{shown, stored};
use numpy::{PyArray1, PyArray2};
use osculate::glam::DMat3;
use osculate::hull::Faces;
use osculate::shape::{self, ShapeRef};
use osculate::{Aabb, Affine, At, Convex, DVec3, Image, Problem, Rotation};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
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
    shape.map(|shape| Shape(shape.into())).map_err(refused)
}

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
    for (k, face) in given.try_iter()?.enumerate() {
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

    /// It at a pose.
    fn at(&self, pose: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pose = self::pose("pose", pose)?;
        Ok(Self(At::new(self.0.clone(), pose).into()))
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
    fn hulled_with(&self, other: &Self) -> Self {
        Self(shape::Hull::new(self.0.clone(), other.0.clone()).into())
    }

    /// The Minkowski sum: all p + q, with p in the one and q in the other.
    fn __add__(&self, other: &Self) -> Self {
        Self(shape::Sum::new(self.0.clone(), other.0.clone()).into())
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

    /// It as vertices and triangles: along the normal of each, it reaches no further beyond it than
    /// the tolerance, which is a thousandth of its size if none is given.
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
    fn mass(&self, density: f64) -> Option<Mass> {
        self.0.mass().map(|mass| Mass::of(mass * density))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let bounds = self.0.bounds();
        let numbers = [bounds.min().to_array(), bounds.max().to_array()];
        numbers.as_flattened().iter().fold(kind(&self.0).len() as u64, |hash, number| {
            hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number + 0.0).to_bits()
        })
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

/// Every kind of the library's that has a name in Python.
fn kind(shape: &shape::Shape<DVec3>) -> &'static str {
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

fn parameters<'py>(py: Python<'py>, shape: &shape::Shape<DVec3>) -> PyResult<Bound<'py, PyDict>> {
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
