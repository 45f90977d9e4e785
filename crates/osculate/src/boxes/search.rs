//! A tree of boxes by a bound: what is nearest, what a ray meets first.

use arrayvec::ArrayVec;

use super::WIDE;
use super::tree::{FOURS, Four, Node, Place, Tree, bits};
use crate::number::lanes::Lanes;
use crate::number::vector::Vector;

/// A number for each box of a node: what is sought inside is not less.
pub struct Bounds<V: Vector> {
    /// A bit for each place that there is something to seek in. Without its bit a number means
    /// nothing.
    pub some: u32,
    pub least: [Four<V>; FOURS],
}

impl<V: Vector> Bounds<V> {
    /// A bit for each place whose bound is not more than this.
    #[inline(always)]
    pub fn within(&self, most: V::Scalar) -> u32 {
        let most = Four::<V>::splat(most);
        let more = (0..FOURS).map(|k| self.least[k].greater(most) << (4 * k));
        self.some & !more.sum::<u32>()
    }
}

/// What a tree is searched by.
pub trait Seeks<V: Vector> {
    /// The bounds of all boxes of a node. What is more than `most` is of no interest.
    fn bounds(&self, of: &Node<V>, most: V::Scalar) -> Bounds<V>;
}

impl<V: Vector> Tree<V> {
    /// Goes through the numbers of boxes, in each node those first whose bound is least. What is
    /// more than `most` is left out, and `ask` may lower that.
    pub fn by_bound(
        &self,
        seeks: &impl Seeks<V>,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &mut V::Scalar),
    ) {
        if let Some(top) = self.top() {
            self.by_bound_below(top, seeks, most, ask);
        }
    }

    fn by_bound_below(
        &self,
        (level, i): Place,
        seeks: &impl Seeks<V>,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &mut V::Scalar),
    ) {
        let node = self.node((level, i));
        let Bounds { some, least } = seeks.bounds(node, *most);
        let mut near: ArrayVec<(V::Scalar, usize), WIDE> = ArrayVec::new();
        for k in bits(some & node.taken()) {
            let bound = least[k / 4 % FOURS].as_array()[k % 4];
            if bound > *most {
                continue;
            }
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
                Some(below) => self.by_bound_below((below, child), seeks, most, ask),
                None => ask(self.items[child], most),
            }
        }
    }
}
