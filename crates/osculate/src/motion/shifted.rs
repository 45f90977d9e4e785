//! A shape moved by a translation, whose extent stays what it was.

use crate::convex::Convex;
use crate::known::{Choice, Core};
use crate::patch::Patch;
use crate::vector::Vector;

/// `shape` moved by `shift`. A pose of a pose would count the way to the inner origin as extent;
/// here the sum of the two is rounded once, and the slack of the course counts it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted<V: Vector, S> {
    pub shape: S,
    pub shift: V,
}

impl<V: Vector, S: Convex<V>> Convex<V> for Shifted<V, S> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.support_from_origin(direction) + self.origin()
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.shape.radius()
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        self.shape.is_curved()
    }
    #[inline(always)]
    fn origin(&self) -> V {
        self.shape.origin() + self.shift
    }
    #[inline(always)]
    fn support_from_origin(&self, direction: V) -> V {
        self.shape.support_from_origin(direction)
    }
    #[inline(always)]
    fn own_support(&self, direction: V) -> V {
        self.shape.own_support(direction)
    }
    #[inline(always)]
    fn place(&self, own: V) -> V {
        self.shape.place(own)
    }
    #[inline(always)]
    fn extent(&self) -> V::Scalar {
        self.shape.extent()
    }
    #[inline(always)]
    fn inner_extent(&self) -> V::Scalar {
        self.shape.inner_extent()
    }
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        self.shape.core()
    }
    fn patch(&self, direction: V) -> Patch<V> {
        self.shape.patch(direction)
    }
    fn patch_into(&self, direction: V, patch: &mut Patch<V>) {
        self.shape.patch_into(direction, patch);
    }
}
