//! Which bodies are near each other: two trees, one of what is settled and one of what moves.
//!
//! A body that is settled stands in its tree by a *fat* box, which is somewhat larger than its own.
//! While its own box stays within, nothing is done: a body that stays, or trembles, costs a
//! comparison when it is set, and nothing in a step. A body that leaves its fat box goes to the
//! tree of what moves, which each step sorts anew. When it has stayed within a fat box for a few
//! steps it may settle. It waits there for others, as settling builds the tree of what is settled
//! anew: the tree is built when the steps that bodies waited add up to what building costs.
//!
//! A static body may settle at once, and by its own box: it is not expected to tremble, and a fat
//! box of a large floor would be near to much that is not.
//!
//! Bodies that were added or moved since the last step are in no tree. They are *loose*, and
//! queries go through them one by one: an answer is never that of an earlier moment.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::bodies::{Bodies, push};
use super::kind::BodyKind;
use crate::boxes::Sorter;
use crate::boxes::search::Seeks;
use crate::boxes::tree::{Join, Node, Sides, Tree, drawn_in};
use crate::convex::bounds::Aabb;
use crate::number::threads::Threads;
use crate::number::vector::{Real, Scalar, Vector};

/// By how much a fat box is larger on each side, as a share of the body's longest finite edge.
const FAT: f64 = 0.125;

/// A body that stayed in its fat box for so many steps may settle.
const STILL: u8 = 16;

/// So many steps of a body in the tree of what moves cost as much as one body when the tree of what
/// is settled is built: pairs are asked for, and only the building is compared.
const WAITS_A_BUILD: u64 = 4;

/// Where a body stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Nowhere,
    Loose,
    Moving,
    Settled,
}

#[derive(Clone, Debug)]
struct Standing<V: Vector> {
    fat: Aabb<V>,
    /// How many steps it has stayed within.
    still: u8,
    home: Home,
    /// Whether the list of loose bodies has it, also if it is loose no more.
    listed: bool,
}

/// What building a tree needs, and does not keep.
#[derive(Clone, Debug)]
struct Builder<V: Vector> {
    boxes: Vec<Aabb<V>>,
    items: Vec<u32>,
    sorter: Sorter,
}

impl<V: Vector> Builder<V> {
    fn new() -> Self {
        Self { boxes: Vec::new(), items: Vec::new(), sorter: Sorter::default() }
    }

    /// Makes the tree that of these places, each with its box. Empty boxes are left out.
    fn build(&mut self, tree: &mut Tree<V>, slots: &[u32], bounds: impl Fn(u32) -> Aabb<V>) {
        let Self { boxes, items, sorter } = self;
        boxes.clear();
        boxes.extend(slots.iter().map(|&slot| bounds(slot)));
        items.clear();
        items.extend((0..).zip(boxes.iter()).filter(|(_, b)| !b.is_empty()).map(|(i, _)| i));
        tree.rebuild(boxes, sorter, items);
        tree.items.iter_mut().for_each(|item| *item = slots[*item as usize]);
    }
}

#[derive(Clone, Debug)]
pub(super) struct Broad<V: Vector> {
    standing: Vec<Standing<V>>,
    /// All that are settled; it may still hold some that are so no more.
    settled: Tree<V>,
    /// How many are.
    count: usize,
    /// All that moved, or may settle.
    moving: Tree<V>,
    loose: Vec<u32>,
    /// How many steps bodies have waited to settle, together.
    waited: u64,
    /// Who settles at the end of this step.
    settling: Vec<u32>,
    builder: Builder<V>,
    slots: Vec<u32>,
}

impl<V: Vector> Broad<V> {
    pub fn new() -> Self {
        let (settled, moving, builder) = (Tree::new(), Tree::new(), Builder::new());
        let (standing, loose, settling, slots) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { standing, settled, count: 0, moving, loose, waited: 0, settling, builder, slots }
    }

    /// A body is in no tree until the next step.
    pub fn loosen(&mut self, slot: u32) {
        while self.standing.len() <= slot as usize {
            let (fat, home) = (Aabb::empty(), Home::Nowhere);
            push(&mut self.standing, Standing { fat, still: 0, home, listed: false });
        }
        self.leave(slot);
        let standing = &mut self.standing[slot as usize];
        standing.home = Home::Loose;
        if !core::mem::replace(&mut standing.listed, true) {
            self.loose.push(slot);
        }
    }

    /// A body that is loose needs another fat box.
    pub fn refit(&mut self, slot: u32) {
        self.standing[slot as usize].fat = Aabb::empty();
    }

    /// A body is no more.
    pub fn remove(&mut self, slot: u32) {
        self.leave(slot);
        self.standing[slot as usize].fat = Aabb::empty();
    }

    fn leave(&mut self, slot: u32) {
        let standing = &mut self.standing[slot as usize];
        if core::mem::replace(&mut standing.home, Home::Nowhere) == Home::Settled {
            self.count -= 1;
        }
    }

    /// A body has a new box.
    pub fn moved(&mut self, slot: u32, bounds: &Aabb<V>) {
        let standing = &self.standing[slot as usize];
        if standing.home != Home::Settled || !standing.fat.encloses(bounds) {
            self.loosen(slot);
        }
    }

    /// Whether the tree of what is settled has the body.
    pub fn is_settled(&self, slot: u32) -> bool {
        self.standing[slot as usize].home == Home::Settled
    }

    /// Whether a body may have left the trees since the last step.
    pub fn has_loose(&self) -> bool {
        !self.loose.is_empty()
    }

    /// How many bodies are settled.
    pub fn settled(&self) -> usize {
        self.count
    }

    /// Takes the loose bodies into the tree of what moves, and finds all pairs whose boxes come
    /// within the margin, but for those of which both are settled: `found` has the places of each, the
    /// lesser first, in order.
    pub fn find(
        &mut self,
        bodies: &Bodies<V>,
        margin: V::Scalar,
        threads: Threads,
        found: &mut Vec<(u32, u32)>,
    ) {
        found.clear();
        let Self { standing, moving, loose, slots, .. } = self;
        slots.clear();
        let is_moving = |slot: &u32| standing[*slot as usize].home == Home::Moving;
        slots.extend(moving.items.iter().copied().filter(is_moving));
        for slot in loose.drain(..) {
            let standing = &mut standing[slot as usize];
            standing.listed = false;
            if standing.home == Home::Loose {
                standing.home = Home::Moving;
                slots.push(slot);
            }
        }
        slots.sort_unstable();
        self.choose_who_settles(bodies);
        let Self { standing, moving, settling, slots, builder, .. } = self;
        builder.build(moving, slots, |slot| {
            let settles = settling.binary_search(&slot).is_ok();
            let own = bodies.at(slot).map_or(Aabb::empty(), |placed| placed.bounds);
            if settles { standing[slot as usize].fat } else { own }
        });
        let moving = Join::of_one(&self.moving, margin);
        let among = |part: &mut _, found: &mut Vec<_>| {
            moving.each_in(part, &mut |a, b| {
                if bodies.may_touch(a, b) {
                    found.push((a.min(b), a.max(b)));
                }
            });
        };
        threads.collect(&mut moving.parts(), among, found);
        let settled = Join::of_two(&self.moving, &self.settled, margin);
        let beside = |part: &mut _, found: &mut Vec<_>| {
            settled.each_in(part, &mut |a, b| {
                if self.is_settled(b) && bodies.may_touch(a, b) {
                    found.push((a.min(b), a.max(b)));
                }
            });
        };
        threads.collect(&mut settled.parts(), beside, found);
        found.sort_unstable();
    }

    /// Counts for how long bodies have stayed within their fat boxes, and lists who settles.
    fn choose_who_settles(&mut self, bodies: &Bodies<V>) {
        self.settling.clear();
        for &slot in &self.slots {
            let standing = &mut self.standing[slot as usize];
            let Some(placed) = bodies.at(slot) else { continue };
            let is_static = placed.member.kind() == BodyKind::Static;
            if standing.fat.encloses(&placed.bounds) && !standing.fat.is_empty() {
                standing.still = standing.still.saturating_add(1);
            } else if is_static {
                (standing.fat, standing.still) = (placed.bounds, 0);
            } else {
                (standing.fat, standing.still) = (fat(&placed.bounds), 0);
            }
            if standing.still >= STILL || (is_static && !standing.fat.is_empty()) {
                self.settling.push(slot);
            }
        }
        let ready = self.settling.len() as u64;
        self.waited += ready;
        let stale = self.settled.items.len() - self.count;
        let worth = WAITS_A_BUILD * self.waited >= self.count as u64 + ready;
        if (ready > 0 && worth) || 2 * stale > self.settled.items.len() {
            self.waited = 0;
        } else {
            self.settling.clear();
        }
    }

    /// The end of a step: who settles, is settled. Until then it was found as one that moves, by its fat
    /// box.
    pub fn settle(&mut self) {
        let stale = self.settled.items.len() - self.count;
        if self.settling.is_empty() && 2 * stale <= self.settled.items.len() {
            return;
        }
        let Self { standing, settled, settling, count, slots, builder, .. } = self;
        slots.clear();
        let is_settled = |slot: &u32| standing[*slot as usize].home == Home::Settled;
        slots.extend(settled.items.iter().copied().filter(is_settled));
        // One that left the tree and settles again is in it still, and was not taken for settled.
        slots.append(settling);
        for &slot in slots.iter() {
            standing[slot as usize].home = Home::Settled;
        }
        slots.sort_unstable();
        *count = slots.len();
        builder.build(settled, slots, |slot| standing[slot as usize].fat);
    }

    /// Trees whose boxes are those of now, and whose they are.
    fn layers(&self) -> [(&Tree<V>, Home); 2] {
        [(&self.settled, Home::Settled), (&self.moving, Home::Moving)]
    }

    /// Goes through the places of all bodies whose boxes may have a point in common with this one
    /// and with a region that lies in it, and tells whose boxes are inside the region for sure.
    /// `sides` is given a node, its level, and bits for the boxes that meet the one around the
    /// region; it says what it knows of these.
    pub fn meeting<B>(
        &self,
        with: &Aabb<V>,
        sides: &impl Fn(&Node<V>, usize, u32) -> Sides,
        found: &mut impl FnMut(u32, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if with.is_empty() {
            return ControlFlow::Continue(());
        }
        let with = drawn_in(with);
        let sides = |node: &Node<V>, level: usize| {
            let some = node.meeting(with.min(), with.max());
            let sides = sides(node, level, some);
            Sides { meeting: sides.meeting & some, ..sides }
        };
        for (tree, home) in self.layers() {
            // Who has left a tree is asked for only if somebody has.
            let is_whole = home == Home::Settled && self.count == tree.items.len();
            tree.seek(&sides, &mut |slot, is_inside| {
                if is_whole || self.home(slot) == home {
                    found(slot, is_inside)
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        self.loose().try_for_each(|slot| found(slot, false))
    }

    /// Goes through the places of bodies, roughly by the bounds of their boxes, the least first; in
    /// the end, through loose bodies. `ask` may lower the most that is of interest.
    pub fn by_bound(
        &self,
        seeks: &impl Seeks<V>,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &mut V::Scalar),
    ) {
        for (tree, home) in self.layers() {
            tree.by_bound(seeks, most, &mut |slot, most| {
                if self.home(slot) == home {
                    ask(slot, most);
                }
            });
        }
        self.loose().for_each(|slot| ask(slot, most));
    }

    /// Goes through all pairs of places whose boxes may come within the margin.
    pub fn pairs<B>(
        &self,
        bodies: &Bodies<V>,
        margin: V::Scalar,
        found: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let loose = self.loose_tree(bodies);
        let layers = self.all_layers(&loose);
        for (n, (a, home_a)) in layers.iter().enumerate() {
            for (b, home_b) in &layers[n..] {
                let is_one = core::ptr::eq(*a, *b);
                let join =
                    if is_one { Join::of_one(a, margin) } else { Join::of_two(a, b, margin) };
                join.seek(&mut |i, j| match self.home(i) == *home_a && self.home(j) == *home_b {
                    true => found(i, j),
                    false => ControlFlow::Continue(()),
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes through all pairs of a place here and one of another scene whose boxes may come within
    /// the margin.
    pub fn pairs_with(
        &self,
        bodies: &Bodies<V>,
        (other, other_bodies): (&Self, &Bodies<V>),
        margin: V::Scalar,
        found: &mut impl FnMut(u32, u32),
    ) {
        let (loose_a, loose_b) = (self.loose_tree(bodies), other.loose_tree(other_bodies));
        for (a, home_a) in self.all_layers(&loose_a) {
            for (b, home_b) in other.all_layers(&loose_b) {
                Join::of_two(a, b, margin).each(&mut |i, j| {
                    if self.home(i) == home_a && other.home(j) == home_b {
                        found(i, j);
                    }
                });
            }
        }
    }

    pub fn heap_bytes(&self) -> usize {
        let Self { standing, loose, settling, slots, builder, .. } = self;
        let lists = [loose, settling, slots, &builder.items].map(Vec::capacity);
        standing.capacity() * size_of::<Standing<V>>()
            + lists.into_iter().sum::<usize>() * size_of::<u32>()
            + builder.boxes.capacity() * size_of::<Aabb<V>>()
            + builder.sorter.heap_bytes()
            + self.settled.heap_bytes()
            + self.moving.heap_bytes()
    }

    fn home(&self, slot: u32) -> Home {
        self.standing[slot as usize].home
    }

    fn loose(&self) -> impl Iterator<Item = u32> {
        self.loose.iter().copied().filter(|&slot| self.home(slot) == Home::Loose)
    }

    fn loose_tree(&self, bodies: &Bodies<V>) -> Tree<V> {
        let mut tree = Tree::new();
        let loose: Vec<u32> = self.loose().collect();
        let bounds = |slot: u32| bodies.at(slot).map_or(Aabb::empty(), |placed| placed.bounds);
        Builder::new().build(&mut tree, &loose, bounds);
        tree
    }

    fn all_layers<'l>(&'l self, loose: &'l Tree<V>) -> [(&'l Tree<V>, Home); 3] {
        let [settled, moving] = self.layers();
        [settled, moving, (loose, Home::Loose)]
    }
}

/// The fat box of a body that has this box.
fn fat<V: Vector>(of: &Aabb<V>) -> Aabb<V> {
    let size = of.size();
    let longest = (0..V::DIM).map(|i| size.get(i)).filter(|edge| edge.is_finite());
    let longest = longest.fold(V::Scalar::ZERO, |most, edge| most.max(edge));
    if of.is_empty() {
        return *of;
    }
    drawn_in(&of.expanded(longest * V::Scalar::from_f64(FAT)))
}
