//! Trees of boxes: which of many boxes are near a box, near each other, or in the way of a ray.
//!
//! [`BoxTree`] is what users see of it. The scene and bodies of many parts go down the same trees.

mod halves;
mod order;
pub(crate) mod tree;
pub(crate) mod search;
pub(crate) mod around;
pub(crate) mod way;

pub(crate) use order::Sorter;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use tree::{Join, Sides, Tree, drawn_in};

use crate::convex::bounds::Aabb;
use crate::number::vector::{Real, Vector};

/// Boxes in a node of a tree.
pub(crate) const WIDE: usize = 16;

/// A tree over boxes, which are known by their places in a list: for pairs of bodies that may
/// touch, in worlds of any size. It is built anew whenever the boxes have moved, which costs less
/// than a distance for each box, and it keeps its room for the next time.
///
/// Boxes are closed, and may be infinite. What is found is exact, and lists are in order.
///
/// ```
/// use osculate::{Convex, Place, DVec3, Pose, scene::BoxTree, shape::Ball};
/// let ball = Ball::new(0.6)?;
/// let bounds = |x| Ok(ball.at(Pose::from_translation(DVec3::X * x)?).bounds());
/// let boxes = [bounds(0.0)?, bounds(5.0)?, bounds(1.0)?, bounds(6.5)?];
/// let mut tree = BoxTree::new();
/// tree.rebuild(&boxes);
/// assert_eq!(tree.pairs(0.0), [(0, 2)]);
/// assert_eq!(tree.pairs(0.5), [(0, 2), (1, 3)]);
/// assert_eq!(tree.meeting(&boxes[3].expanded(0.5)), [1, 3]);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoxTree<V: Vector> {
    boxes: Vec<Aabb<V>>,
    items: Vec<u32>,
    tree: Tree<V>,
    sorter: Sorter,
}

impl<V: Vector> BoxTree<V> {
    /// The tree of no box.
    #[must_use]
    pub fn new() -> Self {
        let (boxes, items) = (Vec::new(), Vec::new());
        Self { boxes, items, tree: Tree::new(), sorter: Sorter::default() }
    }

    /// Makes this the tree of these boxes. One that is empty meets nothing. No more than 2³² are
    /// looked at.
    pub fn rebuild(&mut self, boxes: &[Aabb<V>]) {
        self.boxes.clear();
        self.items.clear();
        for (item, one) in (0..=u32::MAX).zip(boxes) {
            self.boxes.push(drawn_in(one));
            if !one.is_empty() {
                self.items.push(item);
            }
        }
        self.tree.rebuild(&self.boxes, &mut self.sorter, &self.items);
    }

    /// All pairs of boxes that have a point in common or are no further apart along any axis than
    /// the margin: their places in the list, the lesser first, in order.
    ///
    /// A margin that is negative or no number counts as none.
    #[must_use]
    pub fn pairs(&self, margin: V::Scalar) -> Vec<(u32, u32)> {
        let mut all = Vec::new();
        self.each_pair(margin, |a, b| {
            all.push((a.min(b), a.max(b)));
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all
    }

    /// The same pairs, each once, as they come and with no list of them, until `found` breaks off.
    /// Of each pair either place may be the first.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use osculate::{Aabb, DVec2, scene::BoxTree};
    /// let unit = |x: f64| Aabb::new(DVec2::X * x, DVec2::X * x + DVec2::ONE);
    /// let mut tree = BoxTree::new();
    /// tree.rebuild(&[unit(0.0)?, unit(0.5)?, unit(1.0)?, unit(9.0)?]);
    /// let mut partners = [0; 4];
    /// tree.each_pair(0.0, |a, b| {
    ///     partners[a as usize] += 1;
    ///     partners[b as usize] += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(partners, [2, 2, 2, 0]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn each_pair(&self, margin: V::Scalar, mut found: impl FnMut(u32, u32) -> ControlFlow<()>) {
        let margin = margin.max(V::Scalar::ZERO);
        let boxes = &self.boxes;
        let _: ControlFlow<()> = Join::of_one(&self.tree, margin).seek(&mut |a, b| {
            let is_near = boxes[a as usize].is_within(&boxes[b as usize], margin);
            if is_near { found(a, b) } else { ControlFlow::Continue(()) }
        });
    }

    /// All pairs of a box of this tree and a box of the other, as [`pairs`](Self::pairs) has them;
    /// the place in this tree's list is the first.
    ///
    /// ```
    /// use osculate::{Aabb, DVec2, scene::BoxTree};
    /// let unit = |x: f64| Aabb::new(DVec2::X * x, DVec2::X * x + DVec2::ONE);
    /// let [mut walls, mut cars] = [BoxTree::new(), BoxTree::new()];
    /// walls.rebuild(&[unit(0.0)?, unit(5.0)?]);
    /// cars.rebuild(&[unit(9.0)?, unit(5.5)?, unit(2.0)?]);
    /// assert_eq!(walls.pairs_with(&cars, 0.0), [(1, 1)]);
    /// assert_eq!(walls.pairs_with(&cars, 1.0), [(0, 2), (1, 1)]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn pairs_with(&self, other: &Self, margin: V::Scalar) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        let margin = margin.max(V::Scalar::ZERO);
        Join::of_two(&self.tree, &other.tree, margin).each(&mut |a, b| {
            if self.boxes[a as usize].is_within(&other.boxes[b as usize], margin) {
                pairs.push((a, b));
            }
        });
        pairs.sort_unstable();
        pairs
    }

    /// The places of all boxes that have a point in common with this one, in order.
    #[must_use]
    pub fn meeting(&self, with: &Aabb<V>) -> Vec<u32> {
        let mut all = Vec::new();
        self.each_meeting(with, |item| {
            all.push(item);
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all
    }

    /// The same places, each once, as they come and with no list of them, until `found` breaks off.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use osculate::{Aabb, DVec2, scene::BoxTree};
    /// let unit = |x: f64| Aabb::new(DVec2::X * x, DVec2::X * x + DVec2::ONE);
    /// let mut tree = BoxTree::new();
    /// tree.rebuild(&[unit(0.0)?, unit(0.5)?, unit(9.0)?]);
    /// let mut is_taken = false;
    /// tree.each_meeting(&unit(1.0)?, |_| {
    ///     is_taken = true;
    ///     ControlFlow::Break(())
    /// });
    /// assert!(is_taken);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn each_meeting(&self, with: &Aabb<V>, mut found: impl FnMut(u32) -> ControlFlow<()>) {
        if with.is_empty() {
            return;
        }
        let with = drawn_in(with);
        let sides = |node: &tree::Node<V>, _: usize| Sides {
            meeting: node.meeting(with.min(), with.max()),
            inside: 0,
        };
        let _: ControlFlow<()> = self.tree.seek(&sides, &mut |item, _| found(item));
    }

    /// The room that it takes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<V>>()
            + self.items.capacity() * size_of::<u32>()
            + self.tree.heap_bytes()
            + self.sorter.heap_bytes()
    }
}

impl<V: Vector> Default for BoxTree<V> {
    fn default() -> Self {
        Self::new()
    }
}
