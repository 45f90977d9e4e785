//! The polytope: the hull of many points, with its edges and faces, and support that hardly grows
//! with its size.

mod build;
mod convexity;
mod parts;
#[cfg(feature = "serde")]
mod stored;
mod surface;

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::mass::{Mass, Moments};
use super::points::{self, flat_hull};
use crate::convex::Convex;
use crate::convex::known::{Core, FewPoints, Sealed};
use crate::convex::patch::Patch;
use crate::convex::table::directions::{Corners, Directions};
use crate::convex::table::polar::Polar;
use crate::convex::table::topology::{Edge, Entries, Topology};
use crate::hull::{ConvexHull, Faces, Grid, above, convex_hull, hull_of_at_most};
use crate::number::blocks::{Block, ShortList};
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::linear::Real;
use crate::number::vector::{Scalar, Spatial, Vector};
use build::Built;

/// Up to this many vertices support scans them all, in blocks of four. Beyond, a table of
/// directions is faster: it takes the same time for any number of vertices. At 40 vertices both
/// take as long (decision 0034).
const SCAN: usize = 44;

/// Of polytopes of so many vertices queries know the faces. Of more and of fewer, yes or no of some
/// class of pairs would take more instructions than their distance: of tetrahedra that touch half
/// as many again, of hulls of 64 and 100 vertices that touch a quarter more.
const KNOWN_FACES: RangeInclusive<usize> = 5..=SCAN;

/// Faces of a hull are one face if their corners are coplanar up to this many ε of the extent: what
/// rounding does to the corners of a polygon that was plane before it was turned.
const COPLANAR: f64 = 8.0;

/// Corners of a face that a contact looks at.
const MOST_WALKED: usize = 256;

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
#[derive(Clone, PartialEq)]
pub struct Polytope<V: Vector> {
    vertices: Vec<V>,
    /// The same in blocks, if they are few.
    blocks: ShortList<Block<V>>,
    topology: Topology,
    /// If they are many.
    directions: Option<Directions>,
    /// The faces, if they are few.
    polar: Option<Polar<V>>,
    extent: V::Scalar,
    inner_extent: V::Scalar,
    /// Whether the surface has dents, of rounding's size. The shape is the hull of its vertices.
    is_dented: bool,
}

impl<V: Spatial> Polytope<V> {
    /// The convex hull of points in any order; those inside are dropped. They must span space:
    /// [`convex_hull`](crate::hull::convex_hull) tells what points span that do not.
    pub fn from_points(points: &[V]) -> Result<Self, Error> {
        Self::from_points_merged(points, coplanar(points))
    }

    /// The same, with faces joined whose corners are no further than `coplanar` from one plane. The
    /// shape remains the exact hull; only what counts as a face changes.
    ///
    /// ```
    /// use osculate::{DVec3, shape::Polytope};
    /// // A cube whose lid rises by a thousandth at one corner: two triangles, or one face.
    /// let mut corners: Vec<DVec3> = (0..8)
    ///     .map(|k| DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64))
    ///     .collect();
    /// corners[7].z += 0.001;
    /// assert_eq!(Polytope::from_points(&corners)?.faces().len(), 7);
    /// assert_eq!(Polytope::from_points_merged(&corners, 0.01)?.faces().len(), 6);
    /// # Ok::<(), osculate::Error>(())
    /// ```
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
        check::points("Polytope", "points", points, 4)?;
        check::size("Polytope", "coplanar", None, coplanar)?;
        if most < 4 {
            return Err(error("most", None, most as f64, Problem::TooFew));
        }
        let ConvexHull::Polytope(faces) = hull_of_at_most(points, most)? else {
            return Err(error("points", None, 0.0, Problem::Flat));
        };
        Ok(Built::of_faces(points, &faces)?.finish(coplanar))
    }

    /// From vertices and faces that are known: polygons, counterclockwise seen from outside, which
    /// must make a closed convex surface. Faces may be as little plane, and the surface as
    /// little dented, as the rounding of the vertices explains.
    ///
    /// ```
    /// use osculate::{DVec3, hull::Faces, shape::Polytope};
    /// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mut faces = Faces::new();
    /// for face in [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] {
    ///     faces.push(face);
    /// }
    /// let corner = Polytope::from_faces(&corners, &faces)?;
    /// assert!((corner.mass().volume - 1.0 / 6.0).abs() < 1e-15);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_faces(vertices: &[V], faces: &Faces) -> Result<Self, Error> {
        check::points("Polytope", "vertices", vertices, 4)?;
        for (i, corners) in faces.iter().enumerate() {
            check_corners(i, corners, vertices.len())?;
        }
        let mut built = Built::of_faces(vertices, faces)?;
        built.check_convex()?;
        Ok(built.finish(V::Scalar::ZERO))
    }
}

impl<V: Vector> Polytope<V> {
    /// From points and the faces of their hull.
    pub(super) fn of_hull(points: &[V], faces: &Faces) -> Result<Self, Error> {
        Ok(Built::of_faces(points, faces)?.finish(V::Scalar::ZERO))
    }

    /// The vertices: corners of the hull, all of them.
    #[must_use]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// The vertices that an edge joins to one, counterclockwise seen from outside.
    pub fn neighbors(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        let edges = (vertex < self.vertices.len()).then(|| self.topology.edges_of(vertex as u32));
        edges.into_iter().flatten().map(|edge| self.topology.to(edge) as usize)
    }

    /// The faces.
    #[must_use]
    pub fn faces(&self) -> Faces {
        let mut faces = Faces::new();
        for first in self.topology.faces(true) {
            faces.push(self.topology.round(first, true).map(|edge| edge.from));
        }
        faces
    }

    /// The index of the vertex furthest along `direction`, the first of several.
    #[inline]
    #[must_use]
    pub fn support_index(&self, direction: V) -> usize {
        match self.corners() {
            Some(corners) => corners.index(direction),
            None => crate::number::blocks::furthest(&self.blocks, direction)
                .min(self.vertices.len() - 1),
        }
    }

    /// The vertices by direction, if they are many.
    #[inline(always)]
    fn corners(&self) -> Option<Corners<'_, V>> {
        Some(Corners::new(&self.vertices, self.directions.as_ref()?, &self.topology))
    }

    /// The corners of the face whose normal is nearest to `direction`, of those at the vertex
    /// furthest along it.
    ///
    /// ```
    /// use osculate::{DVec3, shape::Polytope};
    /// let corners: Vec<DVec3> = (0..8)
    ///     .map(|k| DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64))
    ///     .collect();
    /// let cube = Polytope::from_points(&corners)?;
    /// assert!(cube.face_towards(DVec3::Z).all(|corner| cube.vertices()[corner].z == 1.0));
    /// let top = cube.support_index(DVec3::ONE);
    /// assert_eq!((cube.vertices()[top], cube.neighbors(top).count()), (DVec3::ONE, 3));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn face_towards(&self, direction: V) -> impl Iterator<Item = usize> + '_ {
        self.corners_of(self.part_towards(direction).edge).map(|corner| corner as usize)
    }

    /// The corners of the face to the left of an edge; of the part of a face, if the edge is soft.
    fn corners_of(&self, edge: Edge) -> impl Iterator<Item = u32> + Clone + '_ {
        self.topology.corners(edge, !self.topology.is_soft(edge)).take(MOST_WALKED)
    }

    /// The part of a face whose normal is nearest to `direction`, of those at the vertex furthest
    /// along it. Of an edge whose ends are as far but for rounding it is one of those at either end:
    /// which end is taken for the furthest then makes no difference.
    #[inline]
    fn part_towards(&self, direction: V) -> Part {
        let top = self.support_index(direction) as u32;
        // Scaled, so that products stay in range.
        let direction = direction * direction.abs().max_element().scale_to_one();
        let mut found = self.part_at(top, direction);
        let squared = direction.length_squared();
        // A face that looks along it has the corners that are as far.
        if found.near < squared * V::Scalar::from_f64(ALONG) {
            self.look_beside(top, direction, squared, &mut found);
        }
        found.part
    }

    /// Takes a part at a neighbour of the furthest vertex, which is as far, if it is nearer.
    #[inline(never)]
    fn look_beside(&self, top: u32, direction: V, squared: V::Scalar, found: &mut Found<V>) {
        let most = (self.vertices[top as usize] * self.extent.scale_to_one()).dot(direction);
        let size = self.extent * self.extent.scale_to_one() * squared.sqrt();
        let far = most - V::Scalar::from_f64(AS_FAR) * size;
        let mut look = |entry: u32| {
            let reach =
                (self.vertices[entry as usize / 2] * self.extent.scale_to_one()).dot(direction);
            if reach >= far {
                let other = self.part_at(entry / 2, direction);
                if other.near > found.near {
                    *found = other;
                }
            }
        };
        match self.topology.ring_of(top).1 {
            Entries::Least(ring) => ring.iter().for_each(|&entry| look(entry.into())),
            Entries::Narrow(ring) => ring.iter().for_each(|&entry| look(entry.into())),
            Entries::Wide(ring) => ring.iter().for_each(|&entry| look(entry)),
        }
    }

    #[inline(always)]
    fn part_at(&self, top: u32, direction: V) -> Found<V> {
        let (start, ring) = self.topology.ring_of(top);
        match ring {
            Entries::Least(ring) => self.part_in(top, start, ring, direction),
            Entries::Narrow(ring) => self.part_in(top, start, ring, direction),
            Entries::Wide(ring) => self.part_in(top, start, ring, direction),
        }
    }

    /// The same of a vertex whose ring starts in a slot.
    ///
    /// Between an edge and the next one counterclockwise lies a part of a face, which both span:
    /// its normal is known without a walk. No edges but hard ones have a face of their own on their
    /// left; a corner inside a joined face has none, and then a part of the face will do.
    #[inline(always)]
    fn part_in<I: Copy + Into<u32>>(
        &self,
        top: u32,
        start: u32,
        ring: &[I],
        direction: V,
    ) -> Found<V> {
        let (at_top, scale) = (self.vertices[top as usize], self.extent.scale_to_one());
        let spoke = |entry: u32| (self.vertices[entry as usize / 2] - at_top) * scale;
        let last = ring.len() - 1;
        let (mut entry, mut best, mut most) = (ring[last].into(), last, -V::Scalar::INFINITY);
        let mut along_edge = spoke(entry);
        for (k, &next) in ring.iter().enumerate() {
            let next = next.into();
            let along_next = spoke(next);
            let normal = along_edge.cross(along_next);
            let along = normal.dot(direction);
            // The cosine's square, with its sign.
            let near = along * along.abs() / normal.length_squared();
            let is_soft = entry & 1 == 1;
            let near = if is_soft { near - V::Scalar::from_f64(SOFT) } else { near };
            // False of what has no area, which is no number. No branch: nobody can guess it.
            let is_nearer = near > most;
            (most, best) = (if is_nearer { near } else { most }, if is_nearer { k } else { best });
            (entry, along_edge) = (next, along_next);
        }
        let before = if best == 0 { last } else { best - 1 };
        let [edge, next] = [before, best].map(|k| ring[k].into());
        let edge_before = Edge { from: top, slot: start + before as u32 };
        let part = Part { edge: edge_before, corners: [top, edge / 2, next / 2] };
        Found { part, near: most }
    }

    /// Volume, centroid and second moments.
    #[must_use]
    pub fn mass(&self) -> Mass<V> {
        let base = self.vertices[0];
        let (low, high) = self.corners_of_box();
        let mut moments = Moments::new(base, (high - low).max_element());
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
    fn corners_of_box(&self) -> (V, V) {
        let first = self.vertices[0];
        let fold = |f: fn(V, V) -> V| self.vertices.iter().fold(first, |m, &v| f(m, v));
        (fold(Vector::min), fold(Vector::max))
    }

    /// A ball that holds the polytope: its center and its radius, which is at most √3 times the
    /// least.
    ///
    /// ```
    /// use osculate::{DVec3, shape::Polytope};
    /// let corner = Polytope::from_points(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z])?;
    /// let (center, radius) = corner.bounding_ball();
    /// assert_eq!(center, DVec3::splat(0.5));
    /// assert!(corner.vertices().iter().all(|v| v.distance(center) <= radius));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn bounding_ball(&self) -> (V, V::Scalar) {
        let (low, high) = self.corners_of_box();
        let center = (low + high) * V::Scalar::from_f64(0.5);
        let radius =
            self.vertices.iter().fold(V::Scalar::ZERO, |r, &v| r.max((v - center).length()));
        // Among the least numbers a length is off by half of the least.
        let least = if radius > V::Scalar::ZERO { V::Scalar::LEAST } else { V::Scalar::ZERO };
        let share = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON;
        (center, radius * (V::Scalar::ONE + share) + least)
    }

    /// Whether a point is inside or on the boundary, decided exactly, where no coordinate but zero
    /// is smaller than 10⁻⁸⁹ times the largest: what is less than a 2³⁵⁰th of it is rounded. A
    /// polytope whose faces are dented, as [`from_faces`](Self::from_faces) takes them where rounding
    /// explains it, is the hull of its vertices, which is worked out for the answer.
    ///
    /// ```
    /// use osculate::{DVec3, shape::Polytope};
    /// let corner = Polytope::from_points(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z])?;
    /// assert!(corner.contains(DVec3::splat(0.25)) && corner.contains(DVec3::X * 0.5));
    /// assert!(!corner.contains(DVec3::splat(0.5)) && !corner.contains(DVec3::X * -1e-60));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn contains(&self, point: V) -> bool {
        let (low, high) = self.corners_of_box();
        let grid = Grid::over(&[low, high]);
        if !grid.is_between(low, point, high) {
            return false;
        }
        let is_behind = |corners: [u32; 3]| {
            let [a, b, c] = corners.map(|i| grid.place(self.vertices[i as usize]));
            above([a, b, c, grid.place(point)]) <= 0.0
        };
        if self.is_dented
            && let Ok(ConvexHull::Polytope(faces)) = convex_hull(&self.vertices)
        {
            return faces
                .iter()
                .all(|face| (2..face.len()).all(|k| is_behind([face[0], face[k - 1], face[k]])));
        }
        // A face is asked about at each of its corners: thrice the work, and no heap.
        self.topology.edges().all(|edge| {
            let next = self.topology.next_in_part(edge);
            is_behind([edge.from, next.from, self.topology.to(next)])
        })
    }

    /// The memory that the polytope takes on the heap, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.vertices[..])
            + self.blocks.bytes()
            + self.topology.bytes()
            + self.directions.as_ref().map_or(0, Directions::bytes)
            + self.polar.as_ref().map_or(0, Polar::bytes)
    }
}

impl<V: Vector> Convex<V> for Polytope<V> {
    fn core_support(&self, direction: V) -> V {
        match self.corners() {
            Some(corners) => corners.furthest(direction),
            None => points::support(&self.blocks, direction),
        }
    }
    flat_hull!();
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.inner_extent
    }
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
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
        Patch::filled(|patch| self.known_patch(direction, patch, Sealed))
    }
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        let Part { edge, corners } = self.part_towards(direction);
        let named = |corner: u32| (self.vertices[corner as usize], corner);
        if self.topology.is_triangular() {
            patch.fill(corners.into_iter().map(named));
        } else {
            patch.fill(self.corners_of(edge).map(named));
        }
    }
}

/// A part of a face, between two edges of one vertex.
#[derive(Clone, Copy)]
struct Part {
    /// The part is on its left.
    edge: Edge,
    /// The vertex, where the edge ends, and where the next edge counterclockwise does.
    corners: [u32; 3],
}

/// A part, and how near its normal is to a direction: the square of a cosine, with its sign, times
/// the direction's square.
struct Found<V: Vector> {
    part: Part,
    near: V::Scalar,
}

/// The square of the cosine from which a face looks along a direction: within a thousandth.
const ALONG: f64 = 0.999_999;

/// A neighbour counts as far as the furthest vertex if it is less far by no more than this share of
/// the extent. Rounding may turn a direction by about as much that was found across a small face.
const AS_FAR: f64 = 1e-5;

/// What parts on the left of soft edges stand behind others by: the square of a cosine, with its
/// sign, is between -1 and 1.
const SOFT: f64 = 4.0;

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
