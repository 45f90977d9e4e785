//! A shape moved by a translation, whose extent stays what it was.

use crate::convex::known::{Choice, Sealed};
use crate::convex::patch::Patch;
use crate::convex::placed::patch_in_place;
use crate::convex::{Convex, Facts, known_but_origin};
use crate::number::vector::Vector;

/// `shape` moved by `shift`. A pose of a pose would count the way to the inner origin as extent;
/// here the sum of the two is rounded once, and the slack of the course counts it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted<V: Vector, S> {
    pub shape: S,
    pub shift: V,
}

impl<V: Vector, S: Convex<V>> Convex<V> for Shifted<V, S> {
    #[inline(always)]
    fn core_support(&self, direction: V) -> V {
        self.core_support_from_origin(direction) + self.origin()
    }
    #[inline(always)]
    fn rounding(&self) -> V::Scalar {
        self.shape.rounding()
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        self.shape.is_curved()
    }
    fn patch(&self, direction: V) -> Patch<V> {
        patch_in_place(self, direction)
    }
    #[inline(always)]
    fn known_origin(&self, _: Sealed) -> V {
        self.shape.origin() + self.shift
    }
    known_but_origin!(self => self.shape);
}
