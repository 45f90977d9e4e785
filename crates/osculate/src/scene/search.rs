//! A tree of boxes by a bound: what is nearest, what a ray meets first.

use arrayvec::ArrayVec;

use super::WIDE;
use super::tree::{Place, Tree};
use crate::vector::Vector;

impl<V: Vector> Tree<V> {
    /// Goes through the numbers of boxes, in each node those first for which `bound` is least. It
    /// is asked for each box, and for each node's box around them, from its least to its largest
    /// coordinates: what is sought inside is not less than what it says, and if it says nothing
    /// there is nothing. What is more than `most` is left out, and `ask` may lower that.
    pub fn by_bound(
        &self,
        bound: &impl Fn(V, V) -> Option<V::Scalar>,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &mut V::Scalar),
    ) {
        if let Some(top) = self.top() {
            self.by_bound_below(top, bound, most, ask);
        }
    }

    fn by_bound_below(
        &self,
        (level, i): Place,
        bound: &impl Fn(V, V) -> Option<V::Scalar>,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &mut V::Scalar),
    ) {
        let node = self.node((level, i));
        let mut near: ArrayVec<(V::Scalar, usize), WIDE> = ArrayVec::new();
        for k in 0..WIDE {
            let (low, high) = node.place(k);
            // A place without a box has its ends the wrong way round.
            let bound = if low.get(0) <= high.get(0) { bound(low, high) } else { None };
            let Some(bound) = bound.filter(|bound| !(*bound > *most)) else { continue };
            // They are few, and come nearly in order.
            let after = near.iter().take_while(|(other, _)| *other <= bound).count();
            near.insert(after, (bound, k));
        }
        for (least, k) in near {
            if least > *most {
                break;
            }
            let child = WIDE * i + k;
            match level.checked_sub(1) {
                Some(below) => self.by_bound_below((below, child), bound, most, ask),
                None => ask(self.items[child], most),
            }
        }
    }
}
