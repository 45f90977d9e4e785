//! What is known of each shape of a library, found once.

use alloc::vec::Vec;

use crate::convex::Facts;
use crate::convex::known::{Core, Sealed};
use crate::convex::{Convex, is_zero};
use crate::number::vector::{Real, Vector};
use crate::shape::Shape;

/// So many corners a hull may have to be asked in lanes.
pub(super) const MOST_CORNERS: usize = 64;

/// There are so many ranks.
pub(super) const RANKS: usize = 64;

/// Coordinates of eight points: all first ones, all second ones, in space all third ones.
pub(super) type Eight<V> = [[<V as crate::number::linear::Linear>::Scalar; 8]; 3];

/// What kind of shape it is, to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One that only its own query knows.
    Other,
    Cuboid,
    Hull,
}

/// What is known of one shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member<V: Vector> {
    /// Infinite where balls tell nothing.
    pub extent: V::Scalar,
    pub inner_extent: V::Scalar,
    pub radius: V::Scalar,
    pub kind: Kind,
    /// Of a cuboid, half its edges.
    pub half: V,
    /// Its place in the order in which lanes like shapes: those with more corners first. Shapes of
    /// a large library share places.
    pub rank: usize,
    /// Which of the library's eights are its corners: the first, and how many.
    pub eights: [usize; 2],
}

/// What is known of all shapes.
#[derive(Clone, Debug)]
pub(super) struct Library<V: Vector> {
    pub members: Vec<Member<V>>,
    pub eights: Vec<Eight<V>>,
}

impl<V: Vector> Library<V> {
    pub fn new(shapes: &[Shape<V>]) -> Self {
        let mut library = Self { members: Vec::with_capacity(shapes.len()), eights: Vec::new() };
        for shape in shapes {
            let member = library.member(shape);
            library.members.push(member);
        }
        library.rank();
        library
    }

    /// Gives each member its rank: its own in a small library, so that lanes keep the corners of
    /// shapes that pairs share; that of its size in a large one.
    fn rank(&mut self) {
        let most = MOST_CORNERS / 8;
        if self.members.len() > RANKS {
            self.members.iter_mut().for_each(|member| member.rank = most - member.eights[1]);
            return;
        }
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|&k| most - self.members[k].eights[1]);
        for (rank, k) in order.into_iter().enumerate() {
            self.members[k].rank = rank;
        }
    }

    fn member(&mut self, shape: &Shape<V>) -> Member<V> {
        let (extent, inner_extent) = (shape.extent(), shape.inner_extent());
        let radius = shape.rounding();
        let (zero, infinity) = (V::Scalar::ZERO, V::Scalar::INFINITY);
        let other = Member {
            extent: infinity,
            inner_extent: -infinity,
            radius: zero,
            kind: Kind::Other,
            half: V::ZERO,
            rank: 0,
            eights: [0, 0],
        };
        let core = shape.core();
        // What has an origin or axes of its own is turned and moved twice.
        let is_plain = is_zero(shape.origin()) && shape.known_axes(Sealed).is_none();
        if !is_plain || matches!(core, Core::HalfSpace { .. }) {
            return other;
        }
        let known = Member { extent, inner_extent, radius, ..other };
        if shape.is_curved() {
            return known;
        }
        // A rounded cuboid has no shortcut of cuboids.
        let of_cuboid = if radius > zero { Kind::Hull } else { Kind::Cuboid };
        match core {
            Core::Cuboid { half_extents: half, axes: None } => {
                let corner = |k: usize| {
                    V::from_fn(|i| if k >> i & 1 == 1 { half.get(i) } else { -half.get(i) })
                };
                let eights = self.keep(1 << V::DIM, corner);
                Member { kind: of_cuboid, half, eights, ..known }
            }
            Core::Points { points, axes: None } if 4 * points.blocks.len() <= MOST_CORNERS => {
                let corner = |k: usize| points.blocks[k / 4].point(k % 4);
                let eights = self.keep(4 * points.blocks.len(), corner);
                Member { kind: Kind::Hull, eights, ..known }
            }
            Core::Corners { corners, axes: None } if corners.len() <= MOST_CORNERS => {
                let eights = self.keep(corners.len(), |k| corners.vertices()[k]);
                Member { kind: Kind::Hull, eights, ..known }
            }
            _ => known,
        }
    }

    /// Keeps corners; the last eight are filled up with the last corner.
    fn keep(&mut self, len: usize, corner: impl Fn(usize) -> V) -> [usize; 2] {
        let (first, eights) = (self.eights.len(), len.div_ceil(8));
        for eight in 0..eights {
            let at = |i: usize, k: usize| corner((8 * eight + k).min(len - 1)).get(i);
            let coordinate = |i: usize| {
                let i = i.min(V::DIM - 1);
                core::array::from_fn(|k| at(i, k))
            };
            self.eights.push(core::array::from_fn(coordinate));
        }
        [first, eights]
    }

    /// The corners of a cuboid or a hull.
    #[inline(always)]
    pub fn corners(&self, member: &Member<V>) -> &[Eight<V>] {
        let [first, len] = member.eights;
        &self.eights[first..first + len]
    }
}
