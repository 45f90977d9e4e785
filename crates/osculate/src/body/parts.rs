//! The parts of bodies: what queries ask about two at a time.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::closed::{check_closed, starts};
use super::disks::{Disk, Disks};
use super::facet::{CORNERS, Facet};
use super::part::PartRef;
use crate::boxes::WIDE;
use crate::boxes::search::{Bounds, Seeks};
use crate::boxes::tree::{ALL, FOURS, Four, Node, Place as InTree, Tree, drawn_in};
use crate::contact::reach;
use crate::convex::bounds::Aabb;
use crate::convex::known::Core;
use crate::convex::placed::{At, Place};
use crate::convex::{Convex, Facts};
use crate::number::error::{Error, check};
use crate::number::lanes::Lanes;
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::place::Pose;
use crate::shape::Shape;
use crate::shape::mass::{Mass, Moments};

/// What a body is made of.
#[derive(Clone, Debug)]
pub(super) enum Parts<V: Vector> {
    One(Shape<V>),
    Many(Arc<Many<V>>),
}

/// By what each part is: trees follow from that, and of vertices only the corners of facets count.
impl<V: Vector> PartialEq for Parts<V> {
    fn eq(&self, other: &Self) -> bool {
        let (Self::Many(a), Self::Many(b)) = (self, other) else {
            return self.count() == other.count() && self.shapes() == other.shapes();
        };
        let corners = |(of_a, of_b)| a.corners(of_a) == b.corners(of_b);
        Arc::ptr_eq(a, b)
            || (a.shapes == b.shapes
                && (a.solid, a.facets.len()) == (b.solid, b.facets.len())
                && a.facets.iter().zip(&b.facets).all(corners))
    }
}

/// Shapes, and facets of meshes, under a tree of their boxes. Parts are numbered: first all shapes,
/// then all facets.
#[derive(Clone, Debug)]
pub(super) struct Many<V: Vector> {
    pub shapes: Vec<Shape<V>>,
    pub vertices: Vec<V>,
    pub facets: Vec<[u32; CORNERS]>,
    /// The first so many facets bound solids.
    pub solid: usize,
    /// A vertex of each piece of the meshes, and a facet that has it.
    starts: Vec<(u32, u32)>,
    tree: Tree<V>,
    disks: Disks<V>,
    span: V::Scalar,
    /// Whether a part is a half-space.
    is_endless: bool,
}

impl<V: Vector> Many<V> {
    /// The indices are those of vertices. The first so many facets bound solids.
    pub fn new(
        shapes: Vec<Shape<V>>,
        vertices: Vec<V>,
        facets: Vec<[u32; CORNERS]>,
        solid: usize,
    ) -> Self {
        let span = shapes.iter().map(span_of).fold(check::extent_of(&vertices), V::Scalar::max);
        let starts = starts(vertices.len(), &facets);
        let (tree, disks) = (Tree::new(), Disks::NONE);
        let is_endless = shapes.iter().any(is_endless);
        let mut many =
            Self { shapes, vertices, facets, solid, starts, tree, disks, span, is_endless };
        let of_shapes = many.shapes.iter().map(|shape| drawn_in(&shape.bounds()));
        let of_facets = many.facets.iter().map(|facet| Aabb::from_points(many.corners(facet)));
        many.tree = tree_of(of_shapes.chain(of_facets).collect());
        if many.shapes.is_empty() {
            let corners = |facet: u32| many.corners(&many.facets[facet as usize]);
            many.disks = Disks::new(&many.tree, corners);
        }
        many
    }

    #[inline(always)]
    fn corners(&self, facet: &[u32; CORNERS]) -> [V; CORNERS] {
        facet.map(|corner| self.vertices[corner as usize])
    }

    /// The solid that the facets bound; refuses what is open, or not wound alike.
    pub fn into_solid(self) -> Result<Self, Error> {
        check_closed(&self.vertices, &self.facets)?;
        Ok(Self { solid: self.facets.len(), ..self })
    }

    pub fn tree(&self) -> &Tree<V> {
        &self.tree
    }

    /// No corner is further from the origin.
    pub fn span(&self) -> V::Scalar {
        self.span
    }

    /// A vertex of each piece of the meshes, and the number of a facet that has it.
    pub fn starts(&self) -> impl Iterator<Item = (u32, V)> {
        let first = self.shapes.len() as u32;
        let at =
            move |&(vertex, facet): &(u32, u32)| (first + facet, self.vertices[vertex as usize]);
        self.starts.iter().map(at)
    }

    /// The corners of a part that is a facet of a solid.
    pub fn corners_in_solid(&self, part: u32) -> Option<[V; CORNERS]> {
        let facet = (part as usize).checked_sub(self.shapes.len())?;
        Some(self.corners(self.facets[..self.solid].get(facet)?))
    }

    /// The corners of a part that is a facet.
    #[inline(always)]
    pub fn corners_of(&self, part: u32) -> Option<[V; CORNERS]> {
        let facet = (part as usize).checked_sub(self.shapes.len())?;
        Some(self.corners(self.facets.get(facet)?))
    }

    /// The mass of the solids that facets bound, at the density 1; less than zero if they are wound
    /// inwards.
    fn mass_of_solids(&self, is_turned: bool) -> Option<Mass<V>> {
        let mut moments = Moments::new(*self.vertices.first()?, self.span + self.span);
        for facet in &self.facets[..self.solid] {
            let mut corners = self.corners(facet);
            if is_turned {
                corners.swap(0, 1);
            }
            moments.add(&corners[..V::DIM]);
        }
        Some(moments.mass())
    }

    /// Whether the solids that facets bound are wound inwards.
    pub fn is_turned(&self) -> bool {
        self.mass_of_solids(false).is_some_and(|mass| mass.volume < V::Scalar::ZERO)
    }

    fn mass(&self) -> Option<Mass<V>> {
        if self.solid < self.facets.len() {
            return None;
        }
        let of_facets = (self.solid > 0).then(|| self.mass_of_solids(self.is_turned()));
        let mut all = self.shapes.iter().map(Shape::mass).chain(of_facets);
        let first = all.next()??;
        all.try_fold(first, |sum, part| Some(sum + part?))
    }

    /// How far the facets reach along a way.
    fn reach(&self, way: V) -> V::Scalar {
        let mut furthest = -V::Scalar::INFINITY;
        self.tree.by_bound(&Furthest(way), &mut { V::Scalar::INFINITY }, &mut |part, most| {
            let Some(facet) = self.facet(part) else { return };
            for corner in facet.corners() {
                furthest = furthest.max(corner.dot(way));
            }
            *most = -furthest;
        });
        furthest
    }

    /// The box around the facets at a pose.
    fn bounds_of_facets(&self, pose: Pose<V>) -> Aabb<V> {
        if self.facets.is_empty() {
            return Aabb::empty();
        }
        let back = pose.rotation().matrix().transpose();
        let ends = V::each(|i| {
            let way = back.apply(V::axis(i));
            [-self.reach(-way), self.reach(way)]
        });
        let end = |k: usize| V::from_fn(|i| ends[i][k]) + pose.translation();
        // Each end is right to a few ε of what it is a sum of.
        let slack = V::Scalar::from_f64(16.0) * V::Scalar::EPSILON;
        let lengths = pose.translation().length() + self.span;
        Aabb::of_ends(end(0), end(1)).expanded(slack * lengths)
    }

    /// A part that is a facet.
    #[inline(always)]
    fn facet(&self, part: u32) -> Option<Facet<V>> {
        self.corners_of(part).map(Facet::new)
    }

    #[inline(always)]
    fn part(&self, part: u32) -> Option<PartRef<'_, V>> {
        match self.shapes.get(part as usize) {
            Some(shape) => Some(PartRef::of_shape(shape)),
            None => self.facet(part).map(PartRef::of_facet),
        }
    }
}

fn is_endless<V: Vector>(shape: &Shape<V>) -> bool {
    matches!(shape.core(), Core::HalfSpace { .. })
}

/// How far a shape reaches from the origin of its axes.
fn span_of<V: Vector>(shape: &Shape<V>) -> V::Scalar {
    shape.origin().length() + shape.extent() + shape.rounding()
}

/// What reaches furthest along a way. The less it reaches, the greater is its bound.
struct Furthest<V: Vector>(V);

impl<V: Vector> Seeks<V> for Furthest<V> {
    fn bounds(&self, of: &Node<V>, _: V::Scalar) -> Bounds<V> {
        let nothing = Four::<V>::splat(V::Scalar::ZERO);
        let least = of.reaches(self.0).map(|reach| nothing.sub(reach));
        Bounds { some: ALL, least }
    }
}

fn tree_of<V: Vector>(boxes: Vec<Aabb<V>>) -> Tree<V> {
    let mut tree = Tree::lasting(&boxes);
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
            Self::Many(many) => many.shapes.len() + many.facets.len(),
        }
    }

    /// The tree of the boxes of all parts; none of one part.
    pub fn tree(&self) -> Option<&Tree<V>> {
        match self {
            Self::One(_) => None,
            Self::Many(many) => Some(&many.tree),
        }
    }

    /// The disks around the nodes of the tree, if it has facets alone.
    #[inline]
    pub fn disk(&self, of: InTree) -> Option<&Disk<V>> {
        match self {
            Self::One(_) => None,
            Self::Many(many) => many.disks.of(of),
        }
    }

    /// The parts that are shapes.
    pub fn shapes(&self) -> &[Shape<V>] {
        match self {
            Self::One(shape) => core::slice::from_ref(shape),
            Self::Many(many) => &many.shapes,
        }
    }

    /// Whether a part has no end.
    pub fn is_endless(&self) -> bool {
        match self {
            Self::One(shape) => is_endless(shape),
            Self::Many(many) => many.is_endless,
        }
    }

    /// The parts that have no end: half-spaces.
    pub fn endless(&self) -> impl Iterator<Item = u32> {
        let shapes = (0..).zip(self.shapes());
        shapes.filter(|(_, shape)| is_endless(shape)).map(|(part, _)| part)
    }

    /// How far what has an end reaches from a point in the body's axes.
    pub fn reach_from(&self, center: V) -> V::Scalar {
        if center == V::ZERO && !self.is_endless() {
            return self.span();
        }
        let of_shape = |shape: &Shape<V>| {
            (shape.origin() - center).length() + (shape.extent() + shape.rounding())
        };
        let finite = self.shapes().iter().filter(|shape| !is_endless(shape));
        let shapes = finite.map(of_shape).fold(V::Scalar::ZERO, V::Scalar::max);
        let Self::Many(many) = self else { return shapes };
        let far = many.vertices.iter().map(|&corner| (corner - center).length());
        far.fold(shapes, V::Scalar::max)
    }

    /// A part, of whichever kind.
    #[inline(always)]
    pub fn part(&self, part: u32) -> Option<PartRef<'_, V>> {
        match self {
            Self::One(shape) => (part == 0).then(|| PartRef::of_shape(shape)),
            Self::Many(many) => many.part(part),
        }
    }

    /// The box around all of it at a pose.
    pub fn bounds(&self, pose: Pose<V>) -> Aabb<V> {
        let facets = match self {
            Self::One(shape) => return shape.at(pose).bounds(),
            Self::Many(many) => many.bounds_of_facets(pose),
        };
        let shapes = self.shapes().iter().map(|shape| shape.at(pose).bounds());
        shapes.fold(facets, |all, one| all.union(&one))
    }

    /// How far it reaches from its own origin.
    pub fn span(&self) -> V::Scalar {
        match self {
            Self::One(shape) => span_of(shape),
            Self::Many(many) => many.span,
        }
    }

    /// Its mass at the density 1, if it is known of all parts.
    pub fn mass(&self) -> Option<Mass<V>> {
        match self {
            Self::One(shape) => shape.mass(),
            Self::Many(many) => many.mass(),
        }
    }

    /// How far the parts of one of the lowest nodes reach along a way at most, from the body's
    /// origin: facets by their corners, and shapes, which take longer to ask, by their boxes. Of
    /// places without a part, less than any number.
    #[inline(always)]
    pub fn reaches(&self, tree: &Tree<V>, node: usize, way: V) -> [Four<V>; FOURS] {
        let Self::Many(many) = self else { return [Four::<V>::splat(V::Scalar::INFINITY); FOURS] };
        if !many.shapes.is_empty() {
            return tree.node((0, node)).reaches(way);
        }
        let mut reaches = [[-V::Scalar::INFINITY; 4]; FOURS];
        let items = &tree.items[WIDE * node..tree.items.len().min(WIDE * (node + 1))];
        for (&part, reach) in items.iter().zip(reaches.as_flattened_mut()) {
            let corners = many.corners(&many.facets[part as usize]);
            let [a, b, c] = corners.map(|corner| corner.dot(way));
            *reach = a.max(b).max(c);
        }
        reaches.map(Four::<V>::from_array)
    }

    /// How far a part reaches along a unit way, from the body's origin, if `reaches` has that of its
    /// box alone.
    #[inline]
    pub fn exact_reach(&self, part: u32, way: V) -> Option<V::Scalar> {
        let shape = self.shapes().get(part as usize)?;
        Some(shape.origin().dot(way) + reach(shape, way) + shape.rounding())
    }

    /// A part at a pose of the body.
    #[inline(always)]
    pub fn part_at(&self, part: u32, pose: Pose<V>) -> Option<Placed<'_, V>> {
        Some(At::new(self.part(part)?, pose))
    }

    pub fn heap_bytes(&self) -> usize {
        let Self::Many(of) = self else { return 0 };
        of.shapes.capacity() * size_of::<Shape<V>>()
            + of.vertices.capacity() * size_of::<V>()
            + of.facets.capacity() * size_of::<[u32; CORNERS]>()
            + of.starts.capacity() * size_of::<(u32, u32)>()
            + of.tree.heap_bytes()
            + of.disks.heap_bytes()
    }
}
