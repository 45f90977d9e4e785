//! The polytope: the hull of many points, with its edges and faces, and support that hardly grows
//! with its size.

mod convexity;
mod facets;
#[cfg(feature = "serde")]
mod stored;
mod topology;

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::mass::{Mass, Moments};
use super::points::{self, flat_hull};
use crate::blocks::{Block, blocks_of};
use crate::check;
use crate::convex::Convex;
use crate::directions::{Corners, Directions};
use crate::error::{Error, Problem};
use crate::hull::{ConvexHull, Faces, Grid, hull_of_at_most};
use crate::known::{Core, FewPoints};
use crate::linear::Real;
use crate::patch::Patch;
use crate::polar::Polar;
use crate::vector::{DVec3, Scalar, Vector, exact};
use convexity::check_convex;
use facets::Facets;
#[cfg(feature = "serde")]
pub(super) use stored::Parts;
use topology::{Edge, Gap, Topology};

/// Up to this many vertices support scans them all, in blocks of four; beyond, a table of
/// directions is faster, which takes as long for any number. Measured, table for scan: distances of
/// 40 vertices take as long, of 45 and 50 a tenth less, of 100 a third less; depths in `f64` 5 per
/// cent more at 40, as much at 50.
const SCAN: usize = 44;

/// Of polytopes of so many vertices queries know the faces. Of more and of fewer, yes or no of some
/// class of pairs would take more instructions than their distance: of tetrahedra that touch half
/// as many again, of hulls of 64 and 100 vertices that touch a quarter more.
const KNOWN_FACES: RangeInclusive<usize> = 5..=SCAN;

/// Faces of a hull are one face if their corners are coplanar up to this many ε of the extent: what
/// rounding does to the corners of a polygon that was plane before it was turned.
const COPLANAR: f64 = 8.0;

/// A convex polytope of space: the hull of its vertices, with its edges and faces.
///
/// ```
/// use osculate::{DVec3, distance, shape::{Ball, Polytope}, Place, Pose};
/// let corners: Vec<DVec3> =
///     (0..8).map(|k| DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64)).collect();
/// let cube = Polytope::from_points(&corners)?;
/// assert_eq!((cube.vertices().len(), cube.faces().len()), (8, 6));
/// assert_eq!(cube.mass().volume, 1.0);
/// let ball = Ball::new(0.5)?;
/// let above = Pose::from_translation(DVec3::new(0.5, 0.5, 2.0))?;
/// assert_eq!(distance(&cube, ball.at(above)).value, 0.5);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polytope<V: Vector> {
    vertices: Vec<V>,
    /// The same in blocks, if they are few.
    blocks: Vec<Block<V>>,
    topology: Topology,
    facets: Facets<V>,
    /// If they are many.
    directions: Option<Directions>,
    /// The faces, if they are few.
    polar: Option<Polar<V>>,
    extent: V::Scalar,
    inner_extent: V::Scalar,
}

impl<V: Vector> Polytope<V> {
    /// The convex hull of points in any order; those inside are dropped. They must span space:
    /// [`convex_hull`](crate::hull::convex_hull) tells what points span that do not.
    pub fn from_points(points: &[V]) -> Result<Self, Error> {
        Self::from_points_merged(points, coplanar(points))
    }

    /// The same, with faces joined whose corners are no further than `coplanar` from one plane. The
    /// shape remains the exact hull; only what counts as a face changes.
    pub fn from_points_merged(points: &[V], coplanar: V::Scalar) -> Result<Self, Error> {
        Self::from_some_points(points, coplanar, usize::MAX)
    }

    /// The hull of at most so many of the points; see
    /// [`approximate_hull`](crate::approximate_hull).
    pub(crate) fn from_some_points(
        points: &[V],
        coplanar: V::Scalar,
        most: usize,
    ) -> Result<Self, Error> {
        const { assert!(V::DIM == 3, "a polytope is a shape of space; in the plane, see ConvexPolygon") };
        check::points("Polytope", "points", points, 4)?;
        check::size("Polytope", "coplanar", None, coplanar)?;
        if most < 4 {
            return Err(error("most", None, most as f64, Problem::TooFew));
        }
        let ConvexHull::Polytope(faces) = hull_of_at_most(points, most)? else {
            return Err(error("points", None, 0.0, Problem::Flat));
        };
        let (vertices, topology) = build(points, &faces)?;
        Ok(Self::finish(vertices, topology, coplanar))
    }

    /// From vertices and faces that are known: polygons, counterclockwise seen from outside, which
    /// must make a closed convex surface. Faces may be as little plane, and the surface as
    /// little dented, as the rounding of the vertices explains.
    pub fn from_faces(vertices: &[V], faces: &Faces) -> Result<Self, Error> {
        const { assert!(V::DIM == 3, "a polytope is a shape of space; in the plane, see ConvexPolygon") };
        check::points("Polytope", "vertices", vertices, 4)?;
        for (i, corners) in faces.iter().enumerate() {
            check_corners(i, corners, vertices.len())?;
        }
        let (vertices, topology) = build(vertices, faces)?;
        check_convex(&vertices, &topology)?;
        Ok(Self::finish(vertices, topology, V::Scalar::ZERO))
    }

    fn finish(vertices: Vec<V>, mut topology: Topology, coplanar: V::Scalar) -> Self {
        let parts = topology.faces(false);
        let normals = normals(&vertices, &topology, &parts);
        let is_small = vertices.len() <= SCAN;
        let directions = (!is_small).then(|| {
            let neighbours = |vertex| topology.edges_of(vertex).map(|edge| topology.to(edge));
            let outward = |vertex| -> DVec3 {
                topology.edges_of(vertex).map(|edge| normals[edge.slot as usize]).sum()
            };
            Directions::new(&vertices, neighbours, outward)
        });
        let faces = parts.iter().map(|&first| {
            let corners = topology.round(first, false).map(|e| vertices[e.from as usize]);
            (normals[first.slot as usize], corners)
        });
        let has_few_faces = KNOWN_FACES.contains(&vertices.len());
        let polar = if has_few_faces { Polar::new(&vertices, faces) } else { None };
        join(&vertices, &mut topology, &parts, &normals, coplanar.to_f64());
        let facets = Facets::new(&vertices, &topology, &normals);
        let blocks = if is_small { blocks_of(&vertices) } else { Vec::new() };
        let extent = check::extent_of(&vertices);
        let inner_extent = inner_extent(&vertices, &topology, &parts, &normals);
        Self { vertices, blocks, topology, facets, directions, polar, extent, inner_extent }
    }

    /// The vertices: corners of the hull, all of them.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// The vertices that an edge joins to one, counterclockwise seen from outside.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        let edges = (vertex < self.vertices.len()).then(|| self.topology.edges_of(vertex as u32));
        edges.into_iter().flatten().map(|edge| self.topology.to(edge) as usize)
    }

    /// The faces.
    pub fn faces(&self) -> Faces {
        let mut faces = Faces::new();
        for face in 0..self.facets.len() {
            faces.push(self.facets.ring(face));
        }
        faces
    }

    /// The index of the vertex furthest along `direction`, the first of several.
    #[inline]
    pub fn support_index(&self, direction: V) -> usize {
        match self.corners() {
            Some(corners) => corners.index(direction),
            None => crate::blocks::furthest(&self.blocks, direction).min(self.vertices.len() - 1),
        }
    }

    /// The vertices by direction, if they are many.
    #[inline(always)]
    fn corners(&self) -> Option<Corners<'_, V>> {
        Some(Corners::new(&self.vertices, self.directions.as_ref()?))
    }

    /// The corners of the face whose normal is nearest to `direction`, of those at the vertex
    /// furthest along it.
    pub fn face_towards(&self, direction: V) -> impl Iterator<Item = usize> + '_ {
        self.facets.ring(self.facet_towards(direction)).map(|corner| corner as usize)
    }

    /// The number of that face, the first of several.
    fn facet_towards(&self, direction: V) -> usize {
        let corner = self.support_index(direction) as u32;
        let (mut best, mut most) = (0, -V::Scalar::INFINITY);
        for edge in self.topology.edges_of(corner) {
            let face = self.facets.left_of(edge);
            let along = self.facets.normal(face).dot(direction);
            if along > most {
                (best, most) = (face, along);
            }
        }
        best
    }

    /// Volume, centroid and second moments.
    pub fn mass(&self) -> Mass<V> {
        let base = self.vertices[0];
        let mut moments = Moments::new(base);
        for first in self.topology.faces(false) {
            let mut corners =
                self.topology.round(first, false).map(|e| self.vertices[e.from as usize]);
            let (Some(a), Some(mut b)) = (corners.next(), corners.next()) else { continue };
            for c in corners {
                moments.add(&[a, b, c]);
                b = c;
            }
        }
        moments.mass()
    }

    /// The least and the greatest coordinates.
    pub fn bounds(&self) -> (V, V) {
        let first = self.vertices[0];
        let fold = |f: fn(V, V) -> V| self.vertices.iter().fold(first, |m, &v| f(m, v));
        (fold(Vector::min), fold(Vector::max))
    }

    /// A ball that holds the polytope: its center and its radius, which is at most √3 times the
    /// least.
    pub fn bounding_ball(&self) -> (V, V::Scalar) {
        let (low, high) = self.bounds();
        let center = (low + high) * V::Scalar::from_f64(0.5);
        let radius =
            self.vertices.iter().fold(V::Scalar::ZERO, |r, &v| r.max((v - center).length()));
        (center, radius * (V::Scalar::ONE + V::Scalar::from_f64(4.0) * V::Scalar::EPSILON))
    }

    /// Whether a point is inside or on the boundary, decided exactly.
    pub fn contains(&self, point: V) -> bool {
        let (low, high) = self.bounds();
        let grid = Grid::over(&[low, high]);
        let between = grid.is_between(low, point, high);
        let place = |v: V| {
            let DVec3 { x, y, z } = grid.place(v);
            robust::Coord3D { x, y, z }
        };
        // A face is asked about at each of its corners: thrice the work, and no heap.
        between
            && self.topology.edges().all(|edge| {
                let next = self.topology.next_in_part(edge);
                let corners = [edge.from, next.from, self.topology.to(next)];
                let [a, b, c] = corners.map(|i| place(self.vertices[i as usize]));
                robust::orient3d(a, b, c, place(point)) >= 0.0
            })
    }

    /// The memory that the polytope takes on the heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.vertices[..])
            + size_of_val(&self.blocks[..])
            + self.topology.bytes()
            + self.facets.bytes()
            + self.directions.as_ref().map_or(0, Directions::bytes)
            + self.polar.as_ref().map_or(0, Polar::bytes)
    }
}

impl<V: Vector> Convex<V> for Polytope<V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        match self.corners() {
            Some(corners) => corners.furthest(direction),
            None => points::support(&self.blocks, direction),
        }
    }
    flat_hull!();
    #[inline]
    fn inner_extent(&self) -> V::Scalar {
        self.inner_extent
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        let polar = self.polar.as_ref();
        match self.corners() {
            None => Core::Points {
                points: FewPoints { polar, ..FewPoints::of(&self.blocks) },
                axes: None,
            },
            Some(corners) => Core::Corners { corners, axes: None },
        }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        let mut patch = Patch::nothing();
        self.patch_into(direction, &mut patch);
        patch
    }
    fn patch_into(&self, direction: V, patch: &mut Patch<V>) {
        let face = self.facet_towards(direction);
        patch.fill(self.facets.ring(face).map(|i| (self.vertices[i as usize], i)));
        patch.set_plane(self.facets.normal(face));
    }
}

/// How far corners may be from one plane and still be of one face.
pub(crate) fn coplanar<V: Vector>(points: &[V]) -> V::Scalar {
    V::Scalar::from_f64(COPLANAR) * V::Scalar::EPSILON * check::extent_of(points)
}

fn error(parameter: &'static str, index: Option<usize>, value: f64, problem: Problem) -> Error {
    Error { shape: "Polytope", parameter, index, value, problem }
}

/// Whether a face has three corners, and they are vertices.
fn check_corners(face: usize, corners: &[u32], vertices: usize) -> Result<(), Error> {
    if corners.len() < 3 {
        return Err(error("faces", Some(face), corners.len() as f64, Problem::TooFew));
    }
    match corners.iter().find(|&&corner| corner as usize >= vertices) {
        Some(&corner) => Err(error("faces", Some(face), f64::from(corner), Problem::OutOfRange)),
        None => Ok(()),
    }
}

/// The vertices that faces use, and how they hang together.
fn build<V: Vector>(points: &[V], faces: &Faces) -> Result<(Vec<V>, Topology), Error> {
    let mut index = alloc::vec![u32::MAX; points.len()];
    let mut order = Vec::new();
    for &corner in faces.iter().flatten() {
        if index[corner as usize] == u32::MAX {
            index[corner as usize] = 0;
            order.push(corner);
        }
    }
    if order.len() > SCAN {
        // Those that a query looks at together stand together in memory.
        let at = |i: &u32| exact(points[*i as usize]);
        let far = DVec3::INFINITY;
        let low = order.iter().map(at).fold(far, DVec3::min);
        let size = (order.iter().map(at).fold(-far, DVec3::max) - low).max_element();
        order.sort_by_cached_key(|i| place_on_curve((at(i) - low) / size));
    }
    for (new, &old) in (0..).zip(&order) {
        index[old as usize] = new;
    }
    let mut renumbered = Faces::new();
    for corners in faces.iter() {
        renumbered.push(corners.iter().map(|&corner| index[corner as usize]));
    }
    let topology = Topology::new(&renumbered, order.len()).map_err(|gap| {
        let (Gap::Crowded(vertex) | Gap::Open(vertex)) = gap;
        let original = order.get(vertex as usize).map_or(0.0, |&i| f64::from(i));
        error("faces", None, original, Problem::NotClosed)
    })?;
    Ok((order.iter().map(|&i| points[i as usize]).collect(), topology))
}

/// Where on a curve through the unit cube a point is: points that are near each other on it are
/// near each other in space (Morton's order).
fn place_on_curve(point: DVec3) -> u32 {
    let cells = point.to_array().map(|x| (x * 1023.0) as u32);
    (0..10).fold(0, |place, bit| {
        (0..3).fold(place, |place, axis| place | (cells[axis] >> bit & 1) << (3 * bit + axis))
    })
}

/// The unit normal of a nearly plane polygon, weighted by area; `None` if it has none.
fn normal_of<V: Vector>(corners: impl Iterator<Item = V>) -> Option<DVec3> {
    let mut corners = corners.map(exact);
    let (base, mut last) = (corners.next()?, corners.next()?);
    let mut sum = DVec3::ZERO;
    for corner in corners {
        sum += (last - base).cross(corner - base);
        last = corner;
    }
    Vector::try_normalize(sum)
}

/// For each directed edge the unit normal of the part of a face on its left.
fn normals<V: Vector>(vertices: &[V], topology: &Topology, parts: &[Edge]) -> Vec<DVec3> {
    // Scaled, so that products stay in range.
    let scale = check::extent_of(vertices).scale_to_one();
    let mut normals = alloc::vec![DVec3::ZERO; topology.len()];
    for &first in parts {
        let corners = topology.round(first, false).map(|e| vertices[e.from as usize] * scale);
        if let Some(normal) = normal_of(corners) {
            for edge in topology.round(first, false) {
                normals[edge.slot as usize] = normal;
            }
        }
    }
    // A face so thin that its area vanishes in rounding has its neighbour's normal.
    for &first in parts {
        if normals[first.slot as usize] == DVec3::ZERO {
            let known = |e: Edge| normals[topology.twin(e).slot as usize];
            let normal = topology.round(first, false).map(known).find(|n| *n != DVec3::ZERO);
            for edge in topology.round(first, false) {
                normals[edge.slot as usize] = normal.unwrap_or(DVec3::X);
            }
        }
    }
    normals
}

/// How far the origin is from the surface at least, if it is inside. For each face any direction
/// will do along which all its corners are that far: the face is then no nearer, however little
/// plane it is. Faces that all have the origin behind them go round it.
fn inner_extent<V: Vector>(
    vertices: &[V],
    topology: &Topology,
    parts: &[Edge],
    normals: &[DVec3],
) -> V::Scalar {
    // What the products round.
    let rounding = 8.0 * f64::EPSILON * check::extent_of(vertices).to_f64();
    let mut least = f64::INFINITY;
    for &first in parts {
        let normal = normals[first.slot as usize];
        for corner in topology.round(first, false) {
            let level = normal.dot(exact(vertices[corner.from as usize])) - rounding;
            if !(level > 0.0) {
                return -V::Scalar::INFINITY;
            }
            least = Real::min(least, level);
        }
    }
    V::Scalar::from_f64(least)
}

/// Softens the edges between parts of a face whose corners are all within `coplanar` of one plane.
/// Larger parts come first, so that faces grow from what tells their plane best.
fn join<V: Vector>(
    vertices: &[V],
    topology: &mut Topology,
    parts: &[Edge],
    normals: &[DVec3],
    coplanar: f64,
) {
    if !(coplanar > 0.0) {
        return;
    }
    let area = |first: Edge| {
        let mut corners = topology.round(first, false).map(|e| exact(vertices[e.from as usize]));
        let (Some(a), Some(mut b)) = (corners.next(), corners.next()) else { return 0.0 };
        corners.fold(0.0, |sum, c| {
            let part = (b - a).cross(c - a);
            b = c;
            sum + Real::sqrt(part.length_squared())
        })
    };
    let mut parts: Vec<(f64, Edge)> = parts.iter().map(|&e| (area(e), e)).collect();
    parts.sort_by(|(a, e), (b, f)| b.total_cmp(a).then(e.slot.cmp(&f.slot)));
    let mut face = alloc::vec![u32::MAX; topology.len()];
    let mut soft = Vec::new();
    let mut stack = Vec::new();
    for (number, &(_, seed)) in parts.iter().enumerate() {
        if face[seed.slot as usize] != u32::MAX {
            continue;
        }
        let (normal, base) = (normals[seed.slot as usize], exact(vertices[seed.from as usize]));
        let near = |first: Edge| {
            let off = |e: Edge| normal.dot(exact(vertices[e.from as usize]) - base);
            topology.round(first, false).all(|e| Real::abs(off(e)) <= coplanar)
        };
        let take = |first: Edge, stack: &mut Vec<Edge>, face: &mut Vec<u32>| {
            for edge in topology.round(first, false) {
                face[edge.slot as usize] = number as u32;
                stack.push(edge);
            }
        };
        take(seed, &mut stack, &mut face);
        while let Some(edge) = stack.pop() {
            let twin = topology.twin(edge);
            let beyond = face[twin.slot as usize];
            // A face must not close up on itself round an edge: the two sides of a plate are no
            // face.
            let same_way = normals[twin.slot as usize].dot(normal) > 0.0;
            if beyond == number as u32 {
                soft.push(edge);
            } else if beyond == u32::MAX && same_way && near(twin) {
                take(twin, &mut stack, &mut face);
                soft.push(edge);
            }
        }
    }
    for edge in soft {
        let twin = topology.twin(edge);
        topology.soften(edge);
        topology.soften(twin);
    }
}
