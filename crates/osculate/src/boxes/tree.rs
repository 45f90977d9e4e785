//! A tree of boxes with wide nodes.
//!
//! A node holds sixteen boxes side by side, all least x together, all largest x, and so on. A
//! question is asked of all sixteen at once, and the answer is sixteen bits: no branch for each.
//! Nodes hold no links. The boxes stand in the order of `order.rs`, or in that of `halves.rs` if
//! the tree is built once; sixteen of them are a node of the lowest level, sixteen nodes are a node
//! of the next, up to the one at the top. So the node `16 · i + k` of a level is the child `k` of
//! the node `i` above it.
//!
//! The tree is built anew rather than mended: sorting and filling cost a few passes over the boxes.
//!
//! Boxes are closed and never NaN. Infinite ends are drawn in to the largest number, so that the
//! difference of two ends is always a number or infinite with the right sign, and the places of a
//! node that hold no box have infinite ends the wrong way round, which meet nothing.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::WIDE;
use super::halves::halve;
use super::order::Sorter;
use crate::convex::bounds::Aabb;
use crate::number::lanes::{Fours, Lanes, Row, Work};
use crate::number::vector::{Linear, Real, Scalar, Vector};

pub const FOURS: usize = WIDE / 4;

/// A bit for each place of a node.
pub const ALL: u32 = (1 << WIDE) - 1;

/// Four numbers.
pub type Four<V> = <<V as Linear>::Scalar as Scalar>::Lanes;

/// Sixteen boxes.
#[derive(Clone, Copy, Debug)]
pub struct Node<V: Vector> {
    pub min: V::Each<[Four<V>; FOURS]>,
    pub max: V::Each<[Four<V>; FOURS]>,
}

/// A box without infinite ends, from one with ends that are no NaN.
pub fn drawn_in<V: Vector>(of: &Aabb<V>) -> Aabb<V> {
    let most = V::splat(V::Scalar::MAX);
    let inside = |v: V| Vector::max(Vector::min(v, most), -most);
    Aabb::new(inside(of.min()), inside(of.max())).unwrap_or(Aabb::from_points([V::ZERO]))
}

impl<V: Vector> Node<V> {
    /// Up to sixteen boxes, and the box around them.
    fn of(boxes: impl Iterator<Item = Aabb<V>>) -> (Self, Aabb<V>) {
        let mut min = V::each(|_| [[V::Scalar::INFINITY; 4]; FOURS]);
        let mut max = V::each(|_| [[-V::Scalar::INFINITY; 4]; FOURS]);
        let mut all = Aabb::<V>::empty();
        for (k, one) in boxes.enumerate().take(WIDE) {
            let (low, high) = (one.min(), one.max());
            for i in 0..V::DIM {
                min[i][k / 4][k % 4] = low.get(i);
                max[i][k / 4][k % 4] = high.get(i);
            }
            all = all.union(&one);
        }
        let fours = |of: &[[V::Scalar; 4]; FOURS]| of.map(Four::<V>::from_array);
        (Self { min: V::each(|i| fours(&min[i])), max: V::each(|i| fours(&max[i])) }, all)
    }

    /// A bit for each place that holds a box.
    #[inline(always)]
    pub fn taken(&self) -> u32 {
        let free = (0..FOURS).map(|k| self.min[0][k].greater(self.max[0][k]) << (4 * k));
        free.sum::<u32>() ^ ALL
    }

    /// The box in a place.
    #[inline(always)]
    pub fn place(&self, k: usize) -> (V, V) {
        let at =
            |of: &V::Each<[Four<V>; FOURS]>| V::from_fn(|i| of[i][k / 4 % FOURS].as_array()[k % 4]);
        (at(&self.min), at(&self.max))
    }

    /// How far each box reaches along a way. A place without a box reaches less than any number.
    #[inline(always)]
    pub fn reaches(&self, way: V) -> [Four<V>; FOURS] {
        let mut reaches = [Four::<V>::splat(V::Scalar::ZERO); FOURS];
        let none = Four::<V>::splat(-V::Scalar::INFINITY);
        for (four, reach) in reaches.iter_mut().enumerate() {
            for i in 0..V::DIM {
                let along = way.get(i);
                let ends = if along < V::Scalar::ZERO { &self.min[i] } else { &self.max[i] };
                *reach = reach.add(ends[four].mul(Four::<V>::splat(along)));
            }
            *reach = self.max[0][four].if_less(self.min[0][four], none, *reach);
        }
        reaches
    }

    /// A bit for each box that has a point in common with the one from `low` to `high`.
    #[inline(always)]
    pub fn meeting(&self, low: V, high: V) -> u32 {
        self.meeting_by::<Fours<Four<V>, FOURS>>(low, high)
    }

    /// The same, by rows of some kind.
    #[inline(always)]
    fn meeting_by<R: Row<Four = Four<V>>>(&self, low: V, high: V) -> u32 {
        let mut apart = 0;
        for first in (0..FOURS).step_by(R::FOURS) {
            let mut most = R::splat(-V::Scalar::INFINITY);
            for i in 0..V::DIM {
                let min = R::of(|k| self.min[i][first + k]);
                let max = R::of(|k| self.max[i][first + k]);
                let gap = min.sub(R::splat(high.get(i))).max(R::splat(low.get(i)).sub(max));
                most = gap.max(most);
            }
            apart |= most.greater(R::splat(V::Scalar::ZERO)) << (4 * first);
        }
        apart ^ ALL
    }
}

/// Two nodes: which boxes of the one meet which of the other.
struct Meet<'n, V: Vector> {
    a: &'n Node<V>,
    b: &'n Node<V>,
    /// What is around the second node. Boxes of the first that do not come near are not asked
    /// more.
    around_b: (V, V),
    margin: V::Scalar,
}

struct Met {
    /// A bit for each box of the first node that meets one.
    some: u32,
    /// Which boxes of the second it meets.
    with: [u32; WIDE],
}

impl<V: Vector> Work<Four<V>> for Meet<'_, V> {
    type Answer = Met;

    #[inline(always)]
    fn by<R: Row<Four = Four<V>>>(self) -> Met {
        let mut met = Met { some: 0, with: [0; WIDE] };
        let (low, high) = grown(self.around_b, self.margin);
        let mut near = self.a.meeting_by::<R>(low, high);
        while near != 0 {
            let k = near.trailing_zeros() as usize % WIDE;
            near &= near - 1;
            let (low, high) = grown(self.a.place(k), self.margin);
            let with = self.b.meeting_by::<R>(low, high);
            met.with[k] = with;
            met.some |= u32::from(with != 0) << k;
        }
        met
    }
}

/// A box and what is within the margin of it. A place without a box stays one.
#[inline(always)]
fn grown<V: Vector>((low, high): (V, V), margin: V::Scalar) -> (V, V) {
    let grows = margin > V::Scalar::ZERO && low.get(0) <= high.get(0);
    if grows { widened(low, high, margin) } else { (low, high) }
}

/// How the boxes of a node lie to a region: a bit for each.
#[derive(Clone, Copy)]
pub struct Sides {
    /// They may have a point in common with it.
    pub meeting: u32,
    /// They are inside it for sure, and among these.
    pub inside: u32,
}

impl Sides {
    /// Of those that may meet it, no more is known.
    pub fn unknown<V: Vector>(_: &Node<V>, _: usize, meeting: u32) -> Self {
        Self { meeting, inside: 0 }
    }
}

/// Numbers of boxes under nodes of the boxes.
#[derive(Clone, Debug)]
pub struct Tree<V: Vector> {
    /// The numbers, as the boxes stand in the lowest level.
    pub items: Vec<u32>,
    /// The lowest level first; the last has one node. None if there is no box.
    pub levels: Vec<Vec<Node<V>>>,
}

/// A node of a tree: its level and its number there.
pub type Place = (usize, usize);

impl<V: Vector> Tree<V> {
    pub fn new() -> Self {
        Self { items: Vec::new(), levels: Vec::new() }
    }

    /// The tree of the boxes with these numbers, in the room of an earlier one.
    pub fn rebuild(&mut self, boxes: &[Aabb<V>], sorter: &mut Sorter, items: &[u32]) {
        self.items.clear();
        self.items.extend_from_slice(items);
        sorter.sort(boxes, &mut self.items);
        self.fill(boxes);
    }

    /// The tree of all boxes, for those that are built once: in an order that takes longer to find,
    /// and serves better.
    pub fn lasting(boxes: &[Aabb<V>]) -> Self {
        let mut tree = Self { items: (0..boxes.len() as u32).collect(), levels: Vec::new() };
        halve(boxes, &mut tree.items);
        tree.fill(boxes);
        tree
    }

    /// Makes the nodes over the boxes, as their numbers stand.
    fn fill(&mut self, boxes: &[Aabb<V>]) {
        let items = &self.items;
        let (mut below, mut level) = (Vec::with_capacity(items.len().div_ceil(WIDE)), 0);
        let mut nodes = core::mem::take(&mut self.levels);
        nodes.iter_mut().for_each(Vec::clear);
        while level == 0 || below.len() > 1 {
            if items.is_empty() {
                break;
            }
            if nodes.len() == level {
                nodes.push(Vec::new());
            }
            let into = &mut nodes[level];
            let mut above = Vec::with_capacity(below.len().div_ceil(WIDE));
            let mut add = |(node, all)| {
                into.push(node);
                above.push(all);
            };
            if level == 0 {
                for group in items.chunks(WIDE) {
                    add(Node::of(group.iter().map(|&item| boxes[item as usize])));
                }
            } else {
                for group in below.chunks(WIDE) {
                    add(Node::of(group.iter().copied()));
                }
            }
            below = above;
            level += 1;
        }
        nodes.truncate(level);
        self.levels = nodes;
    }

    /// The node at the top.
    pub fn top(&self) -> Option<Place> {
        self.levels.len().checked_sub(1).map(|level| (level, 0))
    }

    #[inline(always)]
    pub fn node(&self, (level, i): Place) -> &Node<V> {
        &self.levels[level][i]
    }

    /// Goes through all numbers of boxes that meet a region, as all nodes above them do, and tells
    /// which of them are inside it for sure. `sides` is given each node and its level: 0 is that of
    /// the boxes themselves.
    pub fn seek<B>(
        &self,
        sides: &impl Fn(&Node<V>, usize) -> Sides,
        found: &mut impl FnMut(u32, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.top() {
            Some(top) => self.seek_below(top, sides, found),
            None => ControlFlow::Continue(()),
        }
    }

    fn seek_below<B>(
        &self,
        (level, i): Place,
        sides: &impl Fn(&Node<V>, usize) -> Sides,
        found: &mut impl FnMut(u32, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Sides { meeting, inside } = sides(self.node((level, i)), level);
        for k in bits(meeting) {
            let child = WIDE * i + k;
            let is_inside = inside >> k & 1 == 1;
            match level.checked_sub(1) {
                Some(_) if is_inside => {
                    let below = WIDE.pow(level as u32);
                    let end = ((child + 1) * below).min(self.items.len());
                    self.items[child * below..end]
                        .iter()
                        .try_for_each(|&item| found(item, true))?;
                }
                Some(below) => self.seek_below((below, child), sides, found)?,
                None => found(self.items[child], is_inside)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives back the room that it does not need: for a tree that is built once.
    pub fn shrink_to_fit(&mut self) {
        self.levels.iter_mut().for_each(Vec::shrink_to_fit);
        self.levels.shrink_to_fit();
        self.items.shrink_to_fit();
    }

    pub fn heap_bytes(&self) -> usize {
        let nodes: usize = self.levels.iter().map(Vec::capacity).sum();
        nodes * size_of::<Node<V>>() + self.items.capacity() * size_of::<u32>()
    }
}

/// The places of the bits that are set, the lowest first.
#[inline(always)]
pub fn bits(mut of: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = of.trailing_zeros();
        of &= of.wrapping_sub(1);
        (place < u32::BITS).then_some(place as usize)
    })
}

/// Two trees, or one with itself, and how far apart boxes may be.
pub struct Join<'t, V: Vector> {
    a: &'t Tree<V>,
    b: &'t Tree<V>,
    margin: V::Scalar,
    is_one: bool,
}

/// A part of the work: two nodes that are near each other, or one with itself.
#[derive(Clone, Copy)]
pub struct Part<V: Vector> {
    a: Place,
    b: Place,
    around_b: (V, V),
    is_one: bool,
}

/// What is below two nodes.
enum Below<V: Vector> {
    Nodes(Part<V>),
    /// One number of each tree.
    Items(u32, u32),
}

impl<'t, V: Vector> Join<'t, V> {
    /// All pairs of boxes, one of each tree, that meet or are no further apart along any axis than
    /// the margin.
    pub fn of_two(a: &'t Tree<V>, b: &'t Tree<V>, margin: V::Scalar) -> Self {
        Self { a, b, margin, is_one: false }
    }

    /// All pairs of boxes of the one tree, each once.
    pub fn of_one(a: &'t Tree<V>, margin: V::Scalar) -> Self {
        Self { a, b: a, margin, is_one: true }
    }

    /// Finds all pairs: one number of each tree.
    pub fn each(&self, found: &mut impl FnMut(u32, u32)) {
        on_and_on(self.seek(&mut |a, b| {
            found(a, b);
            ControlFlow::Continue(())
        }));
    }

    /// Finds pairs until it is told to stop.
    pub fn seek<B>(&self, found: &mut impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.whole() {
            Some(whole) => self.seek_in(&whole, found),
            None => ControlFlow::Continue(()),
        }
    }

    /// The work in parts: none has more than 256 boxes of each tree.
    pub fn parts(&self) -> Vec<Part<V>> {
        let mut parts = Vec::new();
        if let Some(whole) = self.whole() {
            self.split(whole, &mut parts);
        }
        parts
    }

    /// Finds the pairs of a part.
    pub fn each_in(&self, part: &Part<V>, found: &mut impl FnMut(u32, u32)) {
        on_and_on(self.seek_in(part, &mut |a, b| {
            found(a, b);
            ControlFlow::Continue(())
        }));
    }

    fn seek_in<B>(
        &self,
        part: &Part<V>,
        found: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.below(part, &mut |below| match below {
            Below::Nodes(part) => self.seek_in(&part, found),
            Below::Items(a, b) => found(a, b),
        })
    }

    fn whole(&self) -> Option<Part<V>> {
        let around_b = (-V::splat(V::Scalar::MAX), V::splat(V::Scalar::MAX));
        Some(Part { a: self.a.top()?, b: self.b.top()?, around_b, is_one: self.is_one })
    }

    fn split(&self, part: Part<V>, into: &mut Vec<Part<V>>) {
        if part.a.0.max(part.b.0) <= 1 {
            return into.push(part);
        }
        on_and_on(self.below(&part, &mut |below| {
            if let Below::Nodes(part) = below {
                self.split(part, into);
            }
            ControlFlow::Continue(())
        }));
    }

    #[inline(always)]
    fn below<B>(
        &self,
        part: &Part<V>,
        next: &mut impl FnMut(Below<V>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Part { a: (level_a, i), b: (level_b, j), around_b, is_one } = *part;
        let (node_a, node_b) = (self.a.node((level_a, i)), self.b.node((level_b, j)));
        let met =
            Four::<V>::by_eights(Meet { a: node_a, b: node_b, around_b, margin: self.margin });
        // Few boxes beside very many: of these, what is near one of the few.
        if level_a > level_b {
            for k in bits(met.some) {
                next(Below::Nodes(Part { a: (level_a - 1, WIDE * i + k), ..*part }))?;
            }
            return ControlFlow::Continue(());
        }
        if level_a < level_b {
            let near = bits(met.some).fold(0, |near, k| near | met.with[k]);
            for m in bits(near) {
                let (b, around_b) = ((level_b - 1, WIDE * j + m), node_b.place(m));
                next(Below::Nodes(Part { b, around_b, ..*part }))?;
            }
            return ControlFlow::Continue(());
        }
        for k in bits(met.some) {
            // Of one node, each pair once.
            let with = if is_one { met.with[k] & ALL << k } else { met.with[k] };
            for m in bits(with) {
                let (is_one, k, child) = (is_one && k == m, WIDE * i + k, WIDE * j + m);
                if let Some(below) = level_a.checked_sub(1) {
                    let (a, b, around_b) = ((below, k), (below, child), node_b.place(m));
                    next(Below::Nodes(Part { a, b, around_b, is_one }))?;
                } else if !is_one {
                    next(Below::Items(self.a.items[k], self.b.items[child]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// What nothing stops has come to its end.
fn on_and_on(walk: ControlFlow<Infallible>) {
    let ControlFlow::Continue(()) = walk;
}

/// All within a margin along each axis, rounded outward, without infinite ends.
pub fn widened<V: Vector>(low: V, high: V, margin: V::Scalar) -> (V, V) {
    let most = V::Scalar::MAX;
    let grow = |x: V::Scalar| {
        let sum = x + margin;
        (sum + V::Scalar::EPSILON * (x.abs() + margin)).min(most)
    };
    (V::from_fn(|i| -grow(-low.get(i))), V::from_fn(|i| grow(high.get(i))))
}

#[cfg(test)]
mod tests {
    use super::super::order::Sorter;
    use super::{Join, Tree};
    use crate::convex::bounds::Aabb;
    use crate::number::vector::{Scalar, Vector, each_space};
    use alloc::vec::Vec;

    fn tree<V: Vector>(boxes: &[Aabb<V>]) -> Tree<V> {
        let (mut tree, items) = (Tree::new(), (0..boxes.len() as u32).collect::<Vec<_>>());
        tree.rebuild(boxes, &mut Sorter::default(), &items);
        tree
    }

    fn around<V: Vector>(x: f64, y: f64) -> Aabb<V> {
        let corner = |by: f64| {
            let place = [x + by, y + by, by];
            V::from_fn(|i| V::Scalar::from_f64(place[i]))
        };
        Aabb::from_points([corner(-0.4), corner(0.4)])
    }

    /// Ten boxes, together or all over the place, over and under a large tree.
    fn only_what_is_near_the_few_is_looked_at_in<V: Vector>() {
        let margin = V::Scalar::from_f64(0.1);
        let many: Vec<Aabb<V>> = (0..200)
            .flat_map(|x| (0..200).map(move |y| around(f64::from(x), f64::from(y))))
            .collect();
        let large = tree(&many);
        for spread in [1.0, 19.0] {
            let few: Vec<_> = (0..10).map(|k| around(spread * f64::from(k), 100.0)).collect();
            let small = tree(&few);
            for (join, is_swapped) in [
                (Join::of_two(&small, &large, margin), false),
                (Join::of_two(&large, &small, margin), true),
            ] {
                let parts = join.parts().len();
                assert!(parts <= 60, "{parts} parts of {}", many.len() / 256);
                let mut found = Vec::new();
                join.each(&mut |a, b| found.push(if is_swapped { (b, a) } else { (a, b) }));
                found.retain(|&(a, b)| few[a as usize].is_within(&many[b as usize], margin));
                let all = few.iter().flat_map(|a| many.iter().filter(|b| a.is_within(b, margin)));
                assert_eq!(found.len(), all.count());
            }
        }
    }

    #[test]
    fn of_a_large_tree_only_what_is_near_the_few_is_looked_at() {
        macro_rules! check {
            ($($space:ty)*) => {
                $(only_what_is_near_the_few_is_looked_at_in::<$space>();)*
            };
        }
        each_space!(check);
    }
}
