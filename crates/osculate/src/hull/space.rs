//! The hull in space: Quickhull (Barber, Dobkin and Huhdanpaa 1996) with exact sides.
//!
//! A tetrahedron of far points grows. Each point that is still outside waits at one face that it is
//! above; the furthest of a face is added next: the faces it is above go, and a fan of triangles
//! from the edge of the hole to the new point takes their place. A point that waited at a face that
//! went, and is still outside, is above a face of the fan: the way from it to a point inside the
//! lost face enters the new hull, and cannot do so through an old face, which the old hull lies
//! behind.
//!
//! Since "above" is decided exactly, and a face in whose very plane the new point lies stays, the
//! hole has one border and no new triangle is flat. At the end triangles of one plane are joined,
//! and points inside an edge or a face are dropped.

use alloc::vec;
use alloc::vec::Vec;

use super::{ConvexHull, Faces, plane};
use crate::number::linear::Real;
use crate::number::vector::DVec3;
use robust::{Coord3D, orient3d};

const NONE: u32 = u32::MAX;

type Point = DVec3;

/// Six times the volume of a tetrahedron, positive if d is above a, b, c, counterclockwise seen
/// from d; its sign is exact.
pub(crate) fn above([a, b, c, d]: [Point; 4]) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|DVec3 { x, y, z }| Coord3D { x, y, z });
    -orient3d(a, b, c, d)
}

struct Face {
    /// Counterclockwise from outside.
    corners: [u32; 3],
    /// Across the edge from corner k to corner k + 1: the face, and which of its edges it is.
    across: [(u32, u8); 3],
    normal: Point,
    /// A product with the normal that is further than this from zero has the right sign.
    doubt: f64,
    /// The points that wait here: a list through `Builder::next`, its furthest first.
    waiting: u32,
    furthest: f64,
    is_gone: bool,
}

struct Builder<'p> {
    points: &'p [Point],
    faces: Vec<Face>,
    free: Vec<u32>,
    next: Vec<u32>,
}

impl Builder<'_> {
    fn at(&self, i: u32) -> Point {
        self.points[i as usize]
    }

    fn face(&self, corners: [u32; 3]) -> Face {
        let [a, b, c] = corners.map(|i| self.at(i));
        let (ab, ac) = (b - a, c - a);
        // Coordinates are less than 2. Differences, products and sums are each right to an ε: 16 ε
        // of the longest products, generously, by the longest difference there is. The product of
        // two lengths is no more than the mean of their squares.
        let longest = 0.5 * (ab.length_squared() + ac.length_squared());
        let doubt = 16.0 * f64::EPSILON * longest * 8.0;
        Face {
            corners,
            across: [(NONE, 0); 3],
            normal: ab.cross(ac),
            doubt,
            waiting: NONE,
            furthest: 0.0,
            is_gone: false,
        }
    }

    /// How far a point is above a face, times the length of its normal; the sign is exact.
    #[inline]
    fn height(&self, face: &Face, point: u32) -> f64 {
        let [a, b, c] = face.corners;
        let p = self.at(point);
        let height = face.normal.dot(p - self.at(a));
        if height > face.doubt || height < -face.doubt {
            return height;
        }
        above([self.at(a), self.at(b), self.at(c), p])
    }

    /// Lets a point wait at the first of the faces that it is above; it is forgotten if there is
    /// none.
    #[inline]
    fn wait(&mut self, point: u32, faces: &[u32]) {
        for &f in faces {
            let height = self.height(&self.faces[f as usize], point);
            if height > 0.0 {
                let face = &mut self.faces[f as usize];
                if height >= face.furthest {
                    face.furthest = height;
                    self.next[point as usize] = face.waiting;
                    face.waiting = point;
                } else {
                    // Behind the furthest.
                    let first = face.waiting as usize;
                    self.next[point as usize] = self.next[first];
                    self.next[first] = point;
                }
                return;
            }
        }
    }

    fn push(&mut self, face: Face) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.faces[at as usize] = face;
                at
            }
            None => {
                self.faces.push(face);
                self.faces.len() as u32 - 1
            }
        }
    }

    /// The face where the point waits that is furthest from its face.
    fn furthest(&self) -> Option<u32> {
        let squared = |f: &Face| f.furthest * f.furthest / f.normal.length_squared();
        let waited = (0..self.faces.len() as u32).filter(|&i| {
            let face = &self.faces[i as usize];
            !face.is_gone && face.waiting != NONE
        });
        let distance = |i: &u32| squared(&self.faces[*i as usize]);
        waited.max_by(|i, j| distance(i).total_cmp(&distance(j)))
    }

    /// Adds the furthest point that waits at `first`. The new faces come last in `work`.
    fn add(&mut self, first: u32, work: &mut Vec<u32>, room: &mut Room) {
        let point = self.faces[first as usize].waiting;
        let Room { gone, walk, border, fan } = room;
        gone.clear();
        border.clear();
        fan.clear();
        self.faces[first as usize].is_gone = true;
        gone.push(first);
        let [x, y, z] = self.faces[first as usize].across;
        walk.extend([z, y, x]);
        while let Some((at, edge)) = walk.pop() {
            let face = &self.faces[at as usize];
            if face.is_gone {
                continue;
            }
            let (this, next, last) =
                (edge as usize, (edge as usize + 1) % 3, (edge as usize + 2) % 3);
            if self.height(face, point) > 0.0 {
                walk.extend([face.across[last], face.across[next]]);
                self.faces[at as usize].is_gone = true;
                gone.push(at);
            } else {
                border.push((at, edge, face.corners[this], face.corners[next]));
            }
        }
        for &(beyond, edge, from, to) in border.iter() {
            let mut face = self.face([to, from, point]);
            face.across[0] = (beyond, edge);
            let at = self.push(face);
            self.faces[beyond as usize].across[edge as usize] = (at, 0);
            fan.push(at);
        }
        for (k, &this) in fan.iter().enumerate() {
            let next = fan[(k + 1) % fan.len()];
            self.faces[this as usize].across[1] = (next, 2);
            self.faces[next as usize].across[2] = (this, 1);
        }
        for &lost in gone.iter() {
            let mut waiting = self.faces[lost as usize].waiting;
            while waiting != NONE {
                let following = self.next[waiting as usize];
                if waiting != point {
                    self.wait(waiting, fan);
                }
                waiting = following;
            }
            self.faces[lost as usize].waiting = NONE;
        }
        self.free.append(gone);
        work.extend(fan.iter());
    }
}

/// What [`Builder::add`] needs on the way, kept for the next time.
#[derive(Default)]
struct Room {
    gone: Vec<u32>,
    walk: Vec<(u32, u8)>,
    border: Vec<(u32, u8, u32, u32)>,
    fan: Vec<u32>,
}

pub(super) fn hull(points: &[Point], most: usize) -> ConvexHull {
    let corners = match first_simplex(points) {
        Span::Tetrahedron(corners) => corners,
        Span::Flat(drop) => return flat(points, drop),
        Span::Line([a, b]) => return ConvexHull::Segment([a, b]),
        Span::Point => return ConvexHull::Point(0),
    };
    let next = vec![NONE; points.len()];
    // Of most hulls so many faces are never more; of larger ones these are soon made.
    let faces = Vec::with_capacity(usize::min(2 * points.len(), 256));
    let mut builder = Builder { points, faces, free: Vec::new(), next };
    let [a, b, c, d] = corners;
    // The last corner is above the first three, so from outside these are clockwise.
    for corners in [[a, c, b], [a, b, d], [b, c, d], [c, a, d]] {
        let face = builder.face(corners);
        builder.push(face);
    }
    for (face, edge, other, its) in
        [(0, 0, 3, 0), (0, 1, 2, 0), (0, 2, 1, 0), (1, 1, 2, 2), (2, 1, 3, 2), (3, 1, 1, 2)]
    {
        builder.faces[face].across[edge] = (other, its as u8);
        builder.faces[other as usize].across[its] = (face as u32, edge as u8);
    }
    let mut work = vec![0, 1, 2, 3];
    for point in 0..points.len() as u32 {
        if !corners.contains(&point) {
            builder.wait(point, &[0, 1, 2, 3]);
        }
    }
    let mut room = Room::default();
    if most < points.len() {
        // Few corners: always the furthest of all.
        for _ in 4..most {
            let Some(face) = builder.furthest() else { break };
            builder.add(face, &mut work, &mut room);
        }
        return ConvexHull::Polytope(facets(&builder));
    }
    while let Some(&face) = work.last() {
        let Face { waiting, is_gone, .. } = builder.faces[face as usize];
        if is_gone || waiting == NONE {
            work.pop();
        } else {
            builder.add(face, &mut work, &mut room);
        }
    }
    ConvexHull::Polytope(facets(&builder))
}

/// What the points span.
enum Span {
    Point,
    Line([u32; 2]),
    /// A plane that does not lose its extent when this coordinate is dropped.
    Flat(usize),
    /// Four points, the last above the first three.
    Tetrahedron([u32; 4]),
}

/// Far points that span as much as all do. They are chosen by rounded measures, and judged exactly.
fn first_simplex(points: &[Point]) -> Span {
    let at = |i: u32| points[i as usize];
    // The points of least and greatest coordinate, along the axis where these differ most.
    let mut pairs = [[0u32; 2]; 3];
    let mut best = [[-1.0; 2]; 3];
    for (i, p) in (0..).zip(points) {
        for axis in 0..3 {
            for (end, far) in [2.0 - p[axis], 2.0 + p[axis]].into_iter().enumerate() {
                if far > best[axis][end] {
                    (pairs[axis][end], best[axis][end]) = (i, far);
                }
            }
        }
    }
    let spread = |axis: usize| at(pairs[axis][1])[axis] - at(pairs[axis][0])[axis];
    let widest = [1, 2].into_iter().fold(0, |w, i| if spread(i) > spread(w) { i } else { w });
    let [a, b] = pairs[widest];
    if at(a) == at(b) {
        return Span::Point;
    }
    let ab = at(b) - at(a);
    let off_line = |p: Point| ab.cross(p - at(a)).length_squared();
    let dropped = |p: Point, axis: usize| [p[(axis + 1) % 3], p[(axis + 2) % 3]];
    let area = |i: u32, axis: usize| plane::turn([at(a), at(b), at(i)].map(|p| dropped(p, axis)));
    let spans_plane = |i: &u32| (0..3).any(|axis| area(*i, axis) != 0.0);
    let all = || 0..points.len() as u32;
    let c =
        Some(furthest(points, off_line)).filter(spans_plane).or_else(|| all().find(spans_plane));
    let Some(c) = c else {
        return Span::Line(ends(points, widest));
    };
    let normal = ab.cross(at(c) - at(a));
    let height = |p: Point| above([at(a), at(b), at(c), p]);
    let spans_space = |i: &u32| height(at(*i)) != 0.0;
    let off_plane = |p: Point| Real::abs(normal.dot(p - at(a)));
    let d =
        Some(furthest(points, off_plane)).filter(spans_space).or_else(|| all().find(spans_space));
    match d {
        Some(d) if height(at(d)) > 0.0 => Span::Tetrahedron([a, b, c, d]),
        Some(d) => Span::Tetrahedron([a, c, b, d]),
        None => {
            let size = |axis: usize| Real::abs(area(c, axis));
            let drop = [1, 2].into_iter().fold(0, |w, i| if size(i) > size(w) { i } else { w });
            Span::Flat(drop)
        }
    }
}

/// The first of the points for which a measure, which is not negative, is greatest.
fn furthest(points: &[Point], measure: impl Fn(Point) -> f64) -> u32 {
    let mut best = (0, -1.0);
    for (i, &p) in (0..).zip(points) {
        let far = measure(p);
        if far > best.1 {
            best = (i, far);
        }
    }
    best.0
}

/// The two ends of collinear points that differ along an axis.
fn ends(points: &[Point], axis: usize) -> [u32; 2] {
    let key = |i: &u32| points[*i as usize][axis];
    let least = (0..points.len() as u32).min_by(|i, j| key(i).total_cmp(&key(j)));
    let most = (0..points.len() as u32).max_by(|i, j| key(i).total_cmp(&key(j)));
    [least.unwrap_or(0), most.unwrap_or(0)]
}

/// The hull of coplanar points: that of their shadows.
fn flat(points: &[Point], drop: usize) -> ConvexHull {
    let shadows: Vec<[f64; 2]> =
        points.iter().map(|p| [p[(drop + 1) % 3], p[(drop + 2) % 3]]).collect();
    plane::hull(&shadows)
}

/// The faces of the polytope: triangles of one plane joined, corners of three planes or more kept.
fn facets(builder: &Builder<'_>) -> Faces {
    let faces = &builder.faces;
    let mut plane = vec![NONE; faces.len()];
    let mut stack = Vec::new();
    let mut planes = 0;
    for seed in 0..faces.len() {
        if faces[seed].is_gone || plane[seed] != NONE {
            continue;
        }
        plane[seed] = planes;
        stack.push(seed);
        while let Some(at) = stack.pop() {
            for (next, edge) in faces[at].across {
                let next = next as usize;
                let opposite = faces[next].corners[(edge as usize + 2) % 3];
                if plane[next] == NONE && builder.height(&faces[at], opposite) == 0.0 {
                    plane[next] = planes;
                    stack.push(next);
                }
            }
        }
        planes += 1;
    }
    let is_border = |f: usize, k: usize| plane[faces[f].across[k].0 as usize] != plane[f];
    // A corner has three edges between planes; a point inside an edge two, inside a face none.
    let mut borders = vec![0u32; builder.points.len()];
    for (f, face) in faces.iter().enumerate().filter(|(_, face)| !face.is_gone) {
        for k in 0..3 {
            borders[face.corners[k] as usize] += u32::from(is_border(f, k));
        }
    }
    let mut result = Faces {
        corners: Vec::with_capacity(3 * (faces.len() - builder.free.len())),
        ends: Vec::with_capacity(planes as usize),
    };
    let mut done = vec![false; planes as usize];
    for (f, _) in faces.iter().enumerate().filter(|(_, face)| !face.is_gone) {
        let Some(start) = (0..3).find(|&k| !done[plane[f] as usize] && is_border(f, k)) else {
            continue;
        };
        done[plane[f] as usize] = true;
        let (mut at, mut edge) = (f, start);
        loop {
            let corner = faces[at].corners[edge];
            if borders[corner as usize] > 2 {
                result.corners.push(corner);
            }
            // The next border edge round the end of this one.
            edge = (edge + 1) % 3;
            while !is_border(at, edge) {
                let (next, its) = faces[at].across[edge];
                (at, edge) = (next as usize, (its as usize + 1) % 3);
            }
            if (at, edge) == (f, start) {
                break;
            }
        }
        result.ends.push(result.corners.len() as u32);
    }
    result
}
