//! The features of a polytope and their Voronoi regions, as the closest-feature algorithm knows
//! them ([`lin_canny`](super::lin_canny)).

use alloc::vec::Vec;

use crate::number::linear::{Linear, Real};
use crate::number::vector::{Scalar, Vector};
use crate::shape::Polytope;

/// A vertex, edge or face of a polytope, by its place among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A vertex.
    Vertex(u32),
    /// An edge.
    Edge(u32),
    /// A face.
    Face(u32),
}

/// A plane with a unit normal, and the feature on the side that the normal points to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane<V: Linear> {
    pub normal: V,
    pub level: V::Scalar,
    pub beyond: Feature,
}

impl<V: Vector> Plane<V> {
    /// The plane through a point.
    pub(super) fn through(point: V, normal: V, beyond: Feature) -> Self {
        let normal = normal.try_normalize().unwrap_or(V::ZERO);
        Self { normal, level: normal.dot(point), beyond }
    }

    pub(super) fn height(&self, point: V) -> V::Scalar {
        self.normal.dot(point) - self.level
    }
}

/// Lists of planes, one list a feature.
#[derive(Clone, Debug)]
pub(super) struct Cells<V: Linear> {
    planes: Vec<Plane<V>>,
    ends: Vec<u32>,
}

impl<V: Vector> Cells<V> {
    fn new() -> Self {
        Self { planes: Vec::new(), ends: Vec::new() }
    }

    fn push(&mut self, planes: impl IntoIterator<Item = Plane<V>>) {
        self.planes.extend(planes);
        self.ends.push(self.planes.len() as u32);
    }

    pub(super) fn of(&self, feature: u32) -> &[Plane<V>] {
        let start = if feature == 0 { 0 } else { self.ends[feature as usize - 1] };
        &self.planes[start as usize..self.ends[feature as usize] as usize]
    }
}

/// A polytope as the algorithm knows it: its features, and the planes of their regions.
#[derive(Clone, Debug)]
pub struct Features<V: Vector> {
    vertices: Vec<V>,
    pub(super) edges: Vec<[u32; 2]>,
    /// Their planes, outward. What is beyond is the face itself.
    pub(super) faces: Vec<Plane<V>>,
    /// Voronoi regions. The planes of a face stand in the order of its edges.
    of_vertices: Cells<V>,
    of_edges: Cells<V>,
    of_faces: Cells<V>,
    /// Pseudo Voronoi regions inside: the sides of the pyramids from the faces to the centroid.
    pub(super) inner: Cells<V>,
    pub(super) extent: V::Scalar,
}

/// An edge as a face goes along it: the ends in order, and the face.
#[derive(Clone, Copy)]
struct Side {
    from: u32,
    to: u32,
    face: u32,
}

impl<V: Vector> Features<V> {
    /// The features of a polytope of space.
    pub fn new(polytope: &Polytope<V>) -> Self {
        let vertices = polytope.vertices().to_vec();
        let corners = polytope.faces();
        let mut sides: Vec<Side> = Vec::new();
        let mut faces = Vec::new();
        for (face, corners) in (0..).zip(corners.iter()) {
            let ends = corners.iter().zip(corners.iter().cycle().skip(1));
            sides.extend(ends.map(|(&from, &to)| Side { from, to, face }));
            faces.push(plane_of(&vertices, corners, Feature::Face(face)));
        }
        let sum = vertices.iter().fold(V::ZERO, |sum, &v| sum + v);
        let centroid = sum * (V::Scalar::ONE / V::Scalar::from_f64(vertices.len() as f64));
        let mut features = Self {
            extent: crate::number::error::check::extent_of(&vertices),
            vertices,
            edges: Vec::new(),
            faces,
            of_vertices: Cells::new(),
            of_edges: Cells::new(),
            of_faces: Cells::new(),
            inner: Cells::new(),
        };
        features.find_regions(&sides, centroid);
        features
    }

    /// From the sides of all faces: the edges, and the planes of all regions.
    fn find_regions(&mut self, sides: &[Side], centroid: V) {
        // Both sides of an edge stand together, that from the lesser vertex first.
        let key = |s: &Side| (s.from.min(s.to), s.from.max(s.to), s.from > s.to);
        let mut order: Vec<usize> = (0..sides.len()).collect();
        order.sort_by_key(|&i| key(&sides[i]));
        let mut edge_of = alloc::vec![0u32; sides.len()];
        let mut across = alloc::vec![0u32; sides.len()];
        for pair in order.chunks(2) {
            let (Some(&one), Some(&other)) = (pair.first(), pair.last()) else { continue };
            for (at, face) in [(one, sides[other].face), (other, sides[one].face)] {
                (edge_of[at], across[at]) = (self.edges.len() as u32, face);
            }
            let Side { from, to, .. } = sides[one];
            self.edges.push([from, to]);
            let [tail, head] = [from, to].map(|v| self.vertices[v as usize]);
            let along = head - tail;
            let into = |side: &Side, along: V| {
                let normal = self.faces[side.face as usize].normal;
                Plane::through(tail, normal.cross(along), Feature::Face(side.face))
            };
            let planes = [
                Plane::through(tail, -along, Feature::Vertex(from)),
                Plane::through(head, along, Feature::Vertex(to)),
                into(&sides[one], along),
                into(&sides[other], -along),
            ];
            self.of_edges.push(planes);
        }
        for (v, &at) in (0..).zip(&self.vertices) {
            let mine = (0..).zip(&self.edges).filter(|(_, ends)| ends.contains(&v));
            let planes: Vec<Plane<V>> = mine
                .map(|(e, &[from, to])| {
                    let end = self.vertices[if from == v { to } else { from } as usize];
                    Plane::through(at, end - at, Feature::Edge(e))
                })
                .collect();
            self.of_vertices.push(planes);
        }
        for face in 0..self.faces.len() as u32 {
            let mine = || (0..sides.len()).filter(|&i| sides[i].face == face);
            let ends = |i: usize| [sides[i].from, sides[i].to].map(|v| self.vertices[v as usize]);
            let normal = self.faces[face as usize].normal;
            let outer: Vec<Plane<V>> = mine()
                .map(|i| {
                    let [from, to] = ends(i);
                    Plane::through(from, (to - from).cross(normal), Feature::Edge(edge_of[i]))
                })
                .collect();
            self.of_faces.push(outer);
            let inner: Vec<Plane<V>> = mine()
                .map(|i| {
                    let [from, to] = ends(i).map(|end| end - centroid);
                    Plane::through(centroid, to.cross(from), Feature::Face(across[i]))
                })
                .collect();
            self.inner.push(inner);
        }
    }

    /// How many vertices, edges and faces there are.
    pub fn counts(&self) -> [usize; 3] {
        [self.vertices.len(), self.edges.len(), self.faces.len()]
    }

    pub(super) fn vertex(&self, vertex: u32) -> V {
        self.vertices[vertex as usize]
    }

    pub(super) fn ends(&self, edge: u32) -> [V; 2] {
        self.edges[edge as usize].map(|v| self.vertex(v))
    }

    /// The feature beyond the first plane of a vertex's or an edge's region that a point is beyond.
    pub(super) fn beyond(&self, feature: Feature, point: V, flare: V::Scalar) -> Option<Feature> {
        let planes = match feature {
            Feature::Vertex(v) => self.of_vertices.of(v),
            Feature::Edge(e) => self.of_edges.of(e),
            Feature::Face(_) => return None,
        };
        planes.iter().find(|plane| plane.height(point) > flare).map(|plane| plane.beyond)
    }

    /// The edge of a face that is nearest to a point, of those whose side of the region it is
    /// beyond. One plane alone does not tell: a point beyond two of them may be nearer the edge
    /// that it is less beyond.
    pub(super) fn edge_towards(&self, face: u32, point: V, flare: V::Scalar) -> Option<Feature> {
        let mut least: Option<(V::Scalar, Feature)> = None;
        for plane in self.of_faces.of(face) {
            let Feature::Edge(edge) = plane.beyond else { continue };
            if plane.height(point) > flare {
                let [from, to] = self.ends(edge);
                let off = (on_segment(point, from, to) - point).length_squared();
                if least.is_none_or(|(least, _)| off < least) {
                    least = Some((off, plane.beyond));
                }
            }
        }
        least.map(|(_, edge)| edge)
    }

    /// The edges that a feature is or has.
    pub(super) fn edges_of(&self, feature: Feature) -> impl Iterator<Item = u32> + '_ {
        let (own, planes) = match feature {
            Feature::Edge(e) => (Some(e), &[][..]),
            Feature::Face(f) => (None, self.of_faces.of(f)),
            Feature::Vertex(_) => (None, &[][..]),
        };
        let sides = planes.iter().filter_map(|plane| match plane.beyond {
            Feature::Edge(e) => Some(e),
            _ => None,
        });
        own.into_iter().chain(sides)
    }

    pub(super) fn is_over(&self, face: u32, point: V, flare: V::Scalar) -> bool {
        self.of_faces.of(face).iter().all(|plane| plane.height(point) <= flare)
    }
}

/// The plane of a nearly plane polygon, by its area along each axis; all its corners are on it or
/// below.
fn plane_of<V: Vector>(vertices: &[V], corners: &[u32], beyond: Feature) -> Plane<V> {
    let at = |i: usize| vertices[corners[i % corners.len()] as usize];
    let base = at(0);
    let area =
        (1..corners.len()).fold(V::ZERO, |area, i| area + (at(i) - base).cross(at(i + 1) - base));
    let mut plane = Plane::through(base, area, beyond);
    plane.level = (0..corners.len()).fold(plane.level, |l, i| l.max(plane.normal.dot(at(i))));
    plane
}

/// The point of a segment nearest to a point.
pub(super) fn on_segment<V: Vector>(point: V, from: V, to: V) -> V {
    let (along, zero, one) = (to - from, V::Scalar::ZERO, V::Scalar::ONE);
    let length = along.length_squared();
    let share = if length > zero { (point - from).dot(along) / length } else { zero };
    from + along * share.max(zero).min(one)
}
