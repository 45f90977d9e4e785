//! The parts of bodies: what queries ask about two at a time.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::closed::{check_closed, starts};
use super::facet::{CORNERS, Facet};
use super::part::PartRef;
use crate::boxes::Sorter;
use crate::boxes::search::{Bounds, Seeks};
use crate::boxes::tree::{ALL, FOURS, Four, Node, Tree, drawn_in};
use crate::contact::reach;
use crate::convex::bounds::Aabb;
use crate::convex::known::Core;
use crate::convex::placed::{At, Place};
use crate::convex::{Convex, Facts};
use crate::error::{Error, check};
use crate::number::lanes::Lanes;
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::place::Pose;
use crate::shape::Shape;
use crate::shape::mass::{Mass, Moments};

/// What a body is made of.
#[derive(Clone, Debug)]
pub(super) enum Parts<V: Vector> {
    One(Shape<V>),
    Many(Arc<Compound<V>>),
    Mesh(Arc<Mesh<V>>),
}

/// Several shapes under a tree of their boxes.
#[derive(Debug)]
pub(super) struct Compound<V: Vector> {
    pub shapes: Vec<Shape<V>>,
    tree: Tree<V>,
    span: V::Scalar,
}

/// Facets under a tree of their boxes.
#[derive(Clone, Debug)]
pub(super) struct Mesh<V: Vector> {
    pub vertices: Vec<V>,
    pub facets: Vec<[u32; CORNERS]>,
    tree: Tree<V>,
    span: V::Scalar,
    /// A vertex of each piece, and a facet that has it.
    starts: Vec<(u32, u32)>,
    is_solid: bool,
}

impl<V: Vector> Compound<V> {
    pub fn new(shapes: Vec<Shape<V>>) -> Self {
        let bounds = |shape: &Shape<V>| drawn_in(&shape.bounds());
        let tree = tree_of(shapes.iter().map(bounds).collect());
        let span = shapes.iter().map(span_of).fold(V::Scalar::ZERO, |most, one| most.max(one));
        Self { shapes, tree, span }
    }
}

impl<V: Vector> Mesh<V> {
    /// The indices are those of vertices.
    pub fn new(vertices: Vec<V>, facets: Vec<[u32; CORNERS]>) -> Self {
        let span = check::extent_of(&vertices);
        let starts = starts(vertices.len(), &facets);
        let (tree, is_solid) = (Tree::new(), false);
        let mut mesh = Self { vertices, facets, tree, span, starts, is_solid };
        let bounds = |facet: &_| Aabb::from_points(mesh.corners(facet));
        mesh.tree = tree_of(mesh.facets.iter().map(bounds).collect());
        mesh
    }

    #[inline(always)]
    fn corners(&self, facet: &[u32; CORNERS]) -> [V; CORNERS] {
        facet.map(|corner| self.vertices[corner as usize])
    }

    /// The solid that it bounds; refuses what is open, or not wound alike.
    pub fn into_solid(self) -> Result<Self, Error> {
        check_closed(&self.vertices, &self.facets)?;
        Ok(Self { is_solid: true, ..self })
    }

    pub fn is_solid(&self) -> bool {
        self.is_solid
    }

    pub fn tree(&self) -> &Tree<V> {
        &self.tree
    }

    pub fn starts(&self) -> &[(u32, u32)] {
        &self.starts
    }

    pub fn corners_of(&self, facet: u32) -> [V; CORNERS] {
        self.corners(&self.facets[facet as usize])
    }

    /// The mass of the solid at the density 1.
    pub fn mass(&self) -> Option<Mass<V>> {
        let base = *self.vertices.first()?;
        let mass = |is_turned: bool| {
            let mut moments = Moments::new(base, self.span + self.span);
            for facet in &self.facets {
                let mut corners = self.corners(facet);
                if is_turned {
                    corners.swap(0, 1);
                }
                moments.add(&corners[..V::DIM]);
            }
            moments.mass()
        };
        if !self.is_solid {
            return None;
        }
        // All facets may be wound the other way.
        let found = mass(false);
        Some(if found.volume < V::Scalar::ZERO { mass(true) } else { found })
    }

    /// How far it reaches along a way.
    fn reach(&self, way: V) -> V::Scalar {
        let mut furthest = -V::Scalar::INFINITY;
        self.tree.by_bound(&Furthest(way), &mut { V::Scalar::INFINITY }, &mut |facet, most| {
            for corner in self.corners(&self.facets[facet as usize]) {
                furthest = furthest.max(corner.dot(way));
            }
            *most = -furthest;
        });
        furthest
    }

    #[inline(always)]
    fn facet(&self, part: u32) -> Option<Facet<V>> {
        Some(Facet::new(self.corners(self.facets.get(part as usize)?)))
    }
}

/// How far a shape reaches from the origin of its axes.
fn span_of<V: Vector>(shape: &Shape<V>) -> V::Scalar {
    shape.origin().length() + shape.extent() + shape.rounding()
}

/// What reaches furthest along a way. The less it reaches, the greater is its bound.
struct Furthest<V: Vector>(V);

impl<V: Vector> Seeks<V> for Furthest<V> {
    fn bounds(&self, of: &Node<V>, _: V::Scalar) -> Bounds<V> {
        let mut least = [Four::<V>::splat(V::Scalar::ZERO); FOURS];
        for (k, least) in least.iter_mut().enumerate() {
            for i in 0..V::DIM {
                let way = self.0.get(i);
                let end = if way < V::Scalar::ZERO { of.min[i][k] } else { of.max[i][k] };
                *least = least.sub(end.mul(Four::<V>::splat(way)));
            }
        }
        Bounds { some: ALL, least }
    }
}

fn tree_of<V: Vector>(boxes: Vec<Aabb<V>>) -> Tree<V> {
    let items: Vec<u32> = (0..boxes.len() as u32).collect();
    let mut tree = Tree::new();
    tree.rebuild(&boxes, &mut Sorter::default(), &items);
    tree.shrink_to_fit();
    tree
}

/// A part at the pose of its body.
pub(super) type Placed<'b, V> = At<V, PartRef<'b, V>>;

/// What is asked about two parts.
pub(super) trait Ask<V: Vector> {
    /// A unit way from a to b along which many parts are likely to be further apart than what is
    /// of interest.
    fn way(&self) -> Option<V> {
        None
    }

    /// Is given the numbers of the parts, and what is of interest: no answer beyond `most`, which
    /// it may lower.
    fn ask(
        &mut self,
        numbers: [u32; 2],
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        most: &mut V::Scalar,
    );
}

impl<V: Vector> Parts<V> {
    pub fn count(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Many(compound) => compound.shapes.len(),
            Self::Mesh(mesh) => mesh.facets.len(),
        }
    }

    /// The tree of the boxes of all parts; none of one part.
    pub fn tree(&self) -> Option<&Tree<V>> {
        match self {
            Self::One(_) => None,
            Self::Many(compound) => Some(&compound.tree),
            Self::Mesh(mesh) => Some(&mesh.tree),
        }
    }

    /// A part that is a shape.
    #[inline(always)]
    pub fn shape(&self, part: u32) -> Option<&Shape<V>> {
        match self {
            Self::One(shape) => Some(shape),
            Self::Many(compound) => compound.shapes.get(part as usize),
            Self::Mesh(_) => None,
        }
    }

    /// Whether a part has no end: a half-space.
    pub fn is_endless(&self) -> bool {
        let is_endless = |shape: &Shape<V>| matches!(shape.core(), Core::HalfSpace { .. });
        match self {
            Self::One(shape) => is_endless(shape),
            Self::Many(compound) => compound.shapes.iter().any(is_endless),
            Self::Mesh(_) => false,
        }
    }

    /// How far it reaches from a point in its own axes.
    pub fn reach_from(&self, center: V) -> V::Scalar {
        let of = |shape: &Shape<V>| {
            (shape.origin() - center).length() + (shape.extent() + shape.rounding())
        };
        let most = |most: V::Scalar, one: V::Scalar| most.max(one);
        match self {
            Self::One(shape) => of(shape),
            Self::Many(compound) => compound.shapes.iter().map(of).fold(V::Scalar::ZERO, most),
            Self::Mesh(_) if center == V::ZERO => self.span(),
            Self::Mesh(mesh) => {
                let far = |&corner: &V| (corner - center).length();
                mesh.vertices.iter().map(far).fold(V::Scalar::ZERO, most)
            }
        }
    }

    /// A part, of whichever kind.
    #[inline(always)]
    pub fn part(&self, part: u32) -> Option<PartRef<'_, V>> {
        match self {
            Self::Mesh(mesh) => mesh.facet(part).map(PartRef::of_facet),
            shapes => shapes.shape(part).map(PartRef::of_shape),
        }
    }

    /// The box around all of it at a pose.
    pub fn bounds(&self, pose: Pose<V>) -> Aabb<V> {
        match self {
            Self::One(shape) => shape.at(pose).bounds(),
            Self::Many(compound) => {
                let at = |shape: &Shape<V>| shape.at(pose).bounds();
                compound.shapes.iter().map(at).fold(Aabb::empty(), |all, one| all.union(&one))
            }
            Self::Mesh(mesh) => {
                let back = pose.rotation().matrix().transpose();
                let ends = V::each(|i| {
                    let way = back.apply(V::axis(i));
                    [-mesh.reach(-way), mesh.reach(way)]
                });
                let end = |k: usize| V::from_fn(|i| ends[i][k]) + pose.translation();
                // Each end is right to a few ε of what it is a sum of.
                let slack = V::Scalar::from_f64(16.0) * V::Scalar::EPSILON;
                let lengths = pose.translation().length() + mesh.span;
                Aabb::of_ends(end(0), end(1)).expanded(slack * lengths)
            }
        }
    }

    /// How far it reaches from its own origin.
    pub fn span(&self) -> V::Scalar {
        match self {
            Self::One(shape) => span_of(shape),
            Self::Many(compound) => compound.span,
            Self::Mesh(mesh) => mesh.span,
        }
    }

    /// How far parts reach along a unit way, from the body's origin.
    #[inline(always)]
    pub fn reaches(&self, parts: &[u32], way: V, into: &mut [V::Scalar]) {
        let each = parts.iter().zip(into);
        if let Self::Mesh(mesh) = self {
            for (&part, into) in each {
                let [a, b, c] = mesh.corners(&mesh.facets[part as usize]).map(|p| p.dot(way));
                *into = a.max(b).max(c);
            }
            return;
        }
        for (&part, into) in each {
            *into = self.shape(part).map_or(V::Scalar::INFINITY, |shape| {
                shape.origin().dot(way) + reach(shape, way) + shape.rounding()
            });
        }
    }

    /// A part at a pose of the body.
    #[inline(always)]
    pub fn part_at(&self, part: u32, pose: Pose<V>) -> Option<Placed<'_, V>> {
        Some(At::new(self.part(part)?, pose))
    }

    pub fn heap_bytes(&self) -> usize {
        match self {
            Self::One(_) => 0,
            Self::Many(of) => of.shapes.capacity() * size_of::<Shape<V>>() + of.tree.heap_bytes(),
            Self::Mesh(of) => {
                of.vertices.capacity() * size_of::<V>()
                    + of.facets.capacity() * size_of::<[u32; CORNERS]>()
                    + of.starts.capacity() * size_of::<(u32, u32)>()
                    + of.tree.heap_bytes()
            }
        }
    }
}
