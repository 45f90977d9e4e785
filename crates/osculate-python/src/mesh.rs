//! Shapes as meshes, for drawing and for export.

use crate::shape::{Shape, rows};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use osculate::hull::{ConvexHull, convex_hull};
use osculate::shape::ShapeRef;
use osculate::{Convex, DVec3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashSet;

/// More points are not taken: a smaller tolerance than this allows is told.
const MOST_POINTS: usize = 1 << 16;

/// So many times the faces are looked at.
const ROUNDS: usize = 64;

/// A mesh: points and triangles, counterclockwise seen from outside.
type Mesh = (Vec<DVec3>, Vec<[u32; 3]>);

/// The mesh of a polytope by its own corners; none of what is curved. A search from outside would
/// leave out corners that are nearer to a face of others than its tolerance: half of a thin plate.
fn of_polytope(shape: &osculate::shape::Shape<DVec3>) -> Option<Mesh> {
    match shape.kind() {
        ShapeRef::Point(held) => hulled(vec![held.position()]),
        ShapeRef::Segment(held) => hulled(held.ends().into()),
        ShapeRef::Triangle(held) => hulled(held.corners().into()),
        ShapeRef::Tetrahedron(held) => hulled(held.corners().into()),
        ShapeRef::Frustum(held) => hulled(held.corners().into()),
        ShapeRef::PointCloud(held) => hulled(held.points().collect()),
        ShapeRef::Cuboid(held) => {
            let half = held.half_extents();
            let sign = |k: u32, axis: u32| if k >> axis & 1 == 0 { -1.0 } else { 1.0 };
            let corner = |k| half * DVec3::new(sign(k, 0), sign(k, 1), sign(k, 2));
            hulled((0..8).map(corner).collect())
        }
        ShapeRef::Polytope(held) => {
            let triangles = held.faces().iter().flat_map(fan).collect();
            Some((held.vertices().to_vec(), triangles))
        }
        ShapeRef::At(held) => {
            let (points, triangles) = of_polytope(held.shape())?;
            Some((points.into_iter().map(|p| held.pose().apply(p)).collect(), triangles))
        }
        ShapeRef::Image(held) => {
            let (mut points, mut triangles) = of_polytope(held.shape())?;
            let turns = held.affine().matrix().determinant();
            points.iter_mut().for_each(|p| *p = held.affine().apply(*p));
            if turns == 0.0 {
                return hulled(points);
            }
            if turns < 0.0 {
                triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
            }
            Some((points, triangles))
        }
        ShapeRef::Rounded(held) if held.margin() == 0.0 => of_polytope(held.shape()),
        ShapeRef::Swept(held) => {
            let (points, _) = of_polytope(held.shape())?;
            hulled(points.iter().flat_map(|p| [*p, *p + held.way()]).collect())
        }
        ShapeRef::Sum(held) => {
            let (a, b) = held.parts();
            let ((a, _), (b, _)) = (of_polytope(a)?, of_polytope(b)?);
            if a.len().saturating_mul(b.len()) > MOST_POINTS {
                return None;
            }
            hulled(a.iter().flat_map(|p| b.iter().map(|q| *p + *q)).collect())
        }
        ShapeRef::Hull(held) => {
            let (a, b) = held.parts();
            let ((mut points, _), (others, _)) = (of_polytope(a)?, of_polytope(b)?);
            points.extend(others);
            hulled(points)
        }
        _ => None,
    }
}

/// The hull of points as a mesh, without those that are none of its corners.
fn hulled(points: Vec<DVec3>) -> Option<Mesh> {
    let hull = convex_hull(&points).ok()?;
    let mut corners: Vec<u32> = match &hull {
        ConvexHull::Polytope(faces) => faces.iter().flatten().copied().collect(),
        ConvexHull::Polygon(face) => face.to_vec(),
        ConvexHull::Segment(ends) => ends.to_vec(),
        ConvexHull::Point(point) => vec![*point],
    };
    corners.sort_unstable();
    corners.dedup();
    let (_, mut triangles) = of_hull(&hull, Vec::new());
    for corner in triangles.as_flattened_mut() {
        *corner = corners.partition_point(|known| known < corner) as u32;
    }
    Some((corners.iter().map(|corner| points[*corner as usize]).collect(), triangles))
}

/// The corners of a polytope; of another shape points whose hull it is but for a tolerance: along
/// the normal of each face the shape reaches no further than that beyond it. From support points
/// along the axes on, the one furthest beyond each face is added until there is none.
pub fn mesh(shape: &osculate::shape::Shape<DVec3>, tolerance: f64) -> PyResult<Mesh> {
    if !shape.bounds().is_finite() {
        return Err(PyValueError::new_err("a shape without an end has no mesh"));
    }
    if let Some(own) = of_polytope(shape) {
        return Ok(own);
    }
    let (mut points, mut known) = (Vec::new(), HashSet::new());
    let mut add = |points: &mut Vec<DVec3>, direction: DVec3| {
        let point = shape.support(direction);
        let is_new = known.insert((point + DVec3::ZERO).to_array().map(f64::to_bits));
        if is_new {
            points.push(point);
        }
        is_new
    };
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        add(&mut points, axis);
        add(&mut points, -axis);
    }
    for _ in 0..ROUNDS {
        let hull = convex_hull(&points).map_err(crate::given::refused)?;
        let mut is_done = true;
        for (normal, on) in sides(&hull, &points) {
            if normal.dot(shape.support(normal) - on) > tolerance && add(&mut points, normal) {
                is_done = false;
            }
        }
        if is_done {
            return Ok(of_hull(&hull, points));
        }
        if points.len() > MOST_POINTS {
            break;
        }
    }
    let what = format!("tolerance is {tolerance}, and would take more than {MOST_POINTS} points");
    Err(PyValueError::new_err(what))
}

/// The outward normals of a hull's faces, and a point of each. Of what is flat: both sides, and the
/// ways out over its edges.
fn sides(hull: &ConvexHull, points: &[DVec3]) -> Vec<(DVec3, DVec3)> {
    let at = |corner: u32| points[corner as usize];
    let normal = |face: &[u32]| {
        let ends = face.iter().zip(face.iter().cycle().skip(1));
        ends.map(|(p, q)| (at(*p) - at(face[0])).cross(at(*q) - at(face[0]))).sum::<DVec3>()
    };
    let mut found = Vec::new();
    let mut push = |way: DVec3, on: DVec3| found.extend(way.try_normalize().map(|way| (way, on)));
    match hull {
        ConvexHull::Polytope(faces) => {
            for face in faces.iter() {
                push(normal(face), at(face[0]));
            }
        }
        ConvexHull::Polygon(face) => {
            let up = normal(face);
            push(up, at(face[0]));
            push(-up, at(face[0]));
            for (p, q) in face.iter().zip(face.iter().cycle().skip(1)) {
                push((at(*q) - at(*p)).cross(up), at(*p));
            }
        }
        ConvexHull::Segment([p, q]) => {
            let way = at(*q) - at(*p);
            let across = if way.x.abs() < way.y.abs() { DVec3::X } else { DVec3::Y };
            let (one, other) = (way.cross(across), way.cross(way.cross(across)));
            for (way, on) in [(way, *q), (-way, *p), (one, *p), (other, *p)] {
                push(way, at(on));
            }
            push(-one, at(*p));
            push(-other, at(*p));
        }
        ConvexHull::Point(_) => {}
    }
    found
}

/// A face as triangles.
fn fan(face: &[u32]) -> Vec<[u32; 3]> {
    (1..face.len().saturating_sub(1)).map(|k| [face[0], face[k], face[k + 1]]).collect()
}

/// The hull's triangles; of what is flat, of one side.
fn of_hull(hull: &ConvexHull, points: Vec<DVec3>) -> Mesh {
    let triangles = match hull {
        ConvexHull::Polytope(faces) => faces.iter().flat_map(fan).collect(),
        ConvexHull::Polygon(face) => fan(face),
        _ => Vec::new(),
    };
    (points, triangles)
}

/// Vertices and triangles, as arrays.
pub type Arrays<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<u32>>);

/// A shape as vertices and triangles: an array of shape (n, 3), and one of shape (m, 3).
pub fn as_arrays<'py>(
    py: Python<'py>,
    shape: &Shape,
    tolerance: Option<f64>,
) -> PyResult<Arrays<'py>> {
    let size = shape.0.bounds().size().length();
    let tolerance = tolerance.unwrap_or(1e-3 * size);
    if !(tolerance >= 0.0) {
        let what = format!("tolerance is {tolerance}, and must not be negative");
        return Err(PyValueError::new_err(what));
    }
    let (points, triangles) = py.detach(|| mesh(&shape.0, tolerance))?;
    let count = triangles.len();
    let flat = PyArray1::from_vec(py, triangles.into_flattened());
    Ok((rows(py, points)?, flat.reshape([count, 3])?))
}
