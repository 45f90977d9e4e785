//! The parts of bodies: what queries ask about two at a time.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::facet::{CORNERS, Facet};
use crate::boxes::Sorter;
use crate::boxes::tree::{Tree, drawn_in};
use crate::contact::reach;
use crate::convex::bounds::Aabb;
use crate::convex::placed::{At, Place};
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::Pose;
use crate::shape::Shape;

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
}

/// Facets under a tree of their boxes.
#[derive(Debug)]
pub(super) struct Mesh<V: Vector> {
    pub vertices: Vec<V>,
    pub facets: Vec<[u32; CORNERS]>,
    tree: Tree<V>,
}

impl<V: Vector> Compound<V> {
    pub fn new(shapes: Vec<Shape<V>>) -> Self {
        let bounds = |shape: &Shape<V>| drawn_in(&shape.bounds());
        let tree = tree_of(shapes.iter().map(bounds).collect());
        Self { shapes, tree }
    }
}

impl<V: Vector> Mesh<V> {
    /// The indices are those of vertices.
    pub fn new(vertices: Vec<V>, facets: Vec<[u32; CORNERS]>) -> Self {
        let mut mesh = Self { vertices, facets, tree: Tree::new() };
        let bounds = |facet: &_| Aabb::from_points(mesh.corners(facet));
        mesh.tree = tree_of(mesh.facets.iter().map(bounds).collect());
        mesh
    }

    #[inline(always)]
    fn corners(&self, facet: &[u32; CORNERS]) -> [V; CORNERS] {
        facet.map(|corner| self.vertices[corner as usize])
    }

    #[inline(always)]
    pub fn facet(&self, part: u32) -> Facet<V> {
        Facet::new(self.corners(&self.facets[part as usize]))
    }
}

fn tree_of<V: Vector>(boxes: Vec<Aabb<V>>) -> Tree<V> {
    let items: Vec<u32> = (0..boxes.len() as u32).collect();
    let mut tree = Tree::new();
    tree.rebuild(&boxes, &mut Sorter::default(), &items);
    tree.shrink_to_fit();
    tree
}

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
        a: &impl Convex<V>,
        b: &impl Convex<V>,
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

    /// The box around all of it at a pose.
    pub fn bounds(&self, pose: Pose<V>) -> Aabb<V> {
        match self {
            Self::One(shape) => shape.at(pose).bounds(),
            Self::Many(compound) => {
                let at = |shape: &Shape<V>| shape.at(pose).bounds();
                compound.shapes.iter().map(at).fold(Aabb::empty(), |all, one| all.union(&one))
            }
            Self::Mesh(mesh) => {
                // Each corner is right to a few ε of what it is a sum of.
                let (way, most) = (pose.translation(), self.span());
                let corners = mesh.vertices.iter().map(|&corner| pose.apply(corner));
                let slack = V::Scalar::from_f64(16.0) * V::Scalar::EPSILON;
                Aabb::from_points(corners).expanded(slack * (way.length() + most))
            }
        }
    }

    /// How far it reaches from its own origin.
    pub fn span(&self) -> V::Scalar {
        let of = |shape: &Shape<V>| shape.origin().length() + shape.extent() + shape.rounding();
        let most = |most: V::Scalar, one: V::Scalar| most.max(one);
        match self {
            Self::One(shape) => of(shape),
            Self::Many(compound) => compound.shapes.iter().map(of).fold(V::Scalar::ZERO, most),
            Self::Mesh(mesh) => crate::error::check::extent_of(&mesh.vertices),
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

    /// Asks about a part of each of two bodies at poses.
    #[inline(always)]
    pub fn ask(
        [a, b]: [&Self; 2],
        [at_a, at_b]: [Pose<V>; 2],
        numbers: [u32; 2],
        ask: &mut impl Ask<V>,
        most: &mut V::Scalar,
    ) {
        let [i, j] = numbers;
        match (a, b) {
            (Self::Mesh(a), Self::Mesh(b)) => {
                let (a, b) = (At::new(a.facet(i), at_a), At::new(b.facet(j), at_b));
                ask.ask(numbers, &a, &b, most);
            }
            (Self::Mesh(a), b) => {
                let Some(b) = b.shape(j) else { return };
                ask.ask(numbers, &At::new(a.facet(i), at_a), &b.at(at_b), most);
            }
            (a, Self::Mesh(b)) => {
                let Some(a) = a.shape(i) else { return };
                ask.ask(numbers, &a.at(at_a), &At::new(b.facet(j), at_b), most);
            }
            (a, b) => {
                let (Some(a), Some(b)) = (a.shape(i), b.shape(j)) else { return };
                ask.ask(numbers, &a.at(at_a), &b.at(at_b), most);
            }
        }
    }

    pub fn heap_bytes(&self) -> usize {
        match self {
            Self::One(_) => 0,
            Self::Many(of) => of.shapes.capacity() * size_of::<Shape<V>>() + of.tree.heap_bytes(),
            Self::Mesh(of) => {
                of.vertices.capacity() * size_of::<V>()
                    + of.facets.capacity() * size_of::<[u32; CORNERS]>()
                    + of.tree.heap_bytes()
            }
        }
    }
}
