//! A piece of a mesh: in space a triangle, in the plane a segment.

use crate::convex::Convex;
use crate::convex::known::{Core, FewPoints, Sealed};
use crate::convex::patch::Patch;
use crate::number::blocks::{Block, block_of};
use crate::number::error::check;
use crate::number::vector::Vector;
use crate::shape::points::{flat_hull, support};

/// The corners of a facet: three in space, two in the plane.
pub(super) const CORNERS: usize = 3;

/// The hull of three points; in the plane of two, the third of which is the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facet<V: Vector> {
    blocks: [Block<V>; 1],
    extent: V::Scalar,
}

impl<V: Vector> Facet<V> {
    /// The corners are numbers that a constructor has taken.
    #[inline(always)]
    pub fn new(corners: [V; CORNERS]) -> Self {
        Self { blocks: [block_of(&corners)], extent: check::extent_of(&corners) }
    }

    pub fn corners(&self) -> [V; CORNERS] {
        core::array::from_fn(|k| self.corner(k))
    }

    /// The corners, the last of which comes twice.
    #[inline(always)]
    pub fn block(&self) -> &Block<V> {
        &self.blocks[0]
    }

    #[inline(always)]
    fn corner(&self, k: usize) -> V {
        self.blocks[0].point(k)
    }
}

impl<V: Vector> Convex<V> for Facet<V> {
    #[inline(always)]
    fn core_support(&self, direction: V) -> V {
        support(&self.blocks, direction)
    }
    flat_hull!();
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        if V::DIM == 2 {
            return Core::Segment(self.corner(0), self.corner(1));
        }
        Core::Points { points: FewPoints::of(&self.blocks), axes: None }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        if V::DIM == 2 {
            return Patch::new([(self.corner(0), 0), (self.corner(1), 1)]);
        }
        Patch::of_points((0..CORNERS).map(|k| self.corner(k)), direction)
    }
}
