//! Meshes of each space, at poses.

use crate::support::{Placed, Space, Turn, coordinates, norm, vector};
use osculate::{At, Body, Error, Pose};

/// Three numbers of vertices; in the plane the first two count.
pub type Facet = [u32; 3];

/// A space that has meshes.
pub trait Meshes: Space {
    fn of_facets(vertices: &[Self], facets: &[Facet]) -> Result<Body<Self>, Error>;
}

macro_rules! meshes {
    (2: $($v:ident)+) => {$(
        impl Meshes for osculate::$v {
            fn of_facets(vertices: &[Self], facets: &[Facet]) -> Result<Body<Self>, Error> {
                let segments: Vec<[u32; 2]> = facets.iter().map(|&[a, b, _]| [a, b]).collect();
                Body::from_segments(vertices, &segments)
            }
        }
    )+};
    (3: $($v:ident)+) => {$(
        impl Meshes for osculate::$v {
            fn of_facets(vertices: &[Self], facets: &[Facet]) -> Result<Body<Self>, Error> {
                Body::from_mesh(vertices, facets)
            }
        }
    )+};
}
meshes!(2: Vec2 DVec2);
meshes!(3: Vec3 Vec3A DVec3);

/// A mesh at a pose, as the library and the oracle see it.
#[derive(Clone)]
pub struct Mesh<V: Meshes> {
    pub vertices: Vec<V>,
    pub facets: Vec<Facet>,
    pub turn: Turn,
    pub translation: V,
    pub body: Body<V>,
}

impl<V: Meshes> Mesh<V> {
    pub fn new(Plain { points, facets }: Plain, turn: Turn, translation: V) -> Self {
        let vertices: Vec<V> = points.iter().map(|point| vector(point)).collect();
        let body = V::of_facets(&vertices, &facets).unwrap();
        Self { vertices, facets, turn, translation, body }
    }

    pub fn pose(&self) -> Pose<V> {
        Pose::new(self.translation, self.turn.rotation()).unwrap()
    }

    pub fn at(&self) -> At<V, &Body<V>> {
        self.body.at(self.pose())
    }

    pub fn corners(&self, facet: usize) -> Vec<V> {
        self.facets[facet][..V::DIM].iter().map(|&corner| self.vertices[corner as usize]).collect()
    }

    /// A facet as the oracle sees it.
    pub fn placed(&self, facet: usize) -> Placed<V> {
        Placed { corners: self.corners(facet), turn: self.turn, translation: self.translation }
    }

    /// The largest distance of a vertex from the origin.
    pub fn reach(&self) -> f64 {
        self.vertices.iter().map(|&vertex| norm(&coordinates(vertex))).fold(0.0, f64::max)
    }
}

/// Points and facets before they are rounded to a space's numbers. In the plane the third
/// coordinate does not count.
#[derive(Clone, Default)]
pub struct Plain {
    pub points: Vec<[f64; 3]>,
    pub facets: Vec<Facet>,
}

impl Plain {
    pub fn changed(mut self, change: impl Fn([f64; 3]) -> [f64; 3]) -> Self {
        self.points.iter_mut().for_each(|point| *point = change(*point));
        self
    }

    pub fn facet(&mut self, corners: [[f64; 3]; 3]) {
        let first = self.points.len() as u32;
        self.points.extend(corners);
        self.facets.push([first, first + 1, first + 2]);
    }
}
