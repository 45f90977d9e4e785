//! Two bodies, part by part: those first that may be nearest.
//!
//! The boxes of the second are turned into the axes of the first, sixteen at a time, and held
//! against its boxes. What the turned boxes and the queries round is left open: a pair is passed
//! over only where its boxes are further apart than that and what is sought.

use arrayvec::ArrayVec;

use super::Body;
use super::beside::Beside;
use super::disks::Disk;
use super::parts::{Ask, Parts, Placed};
use crate::boxes::WIDE;
use crate::boxes::around::Around;
use crate::boxes::search::Seeks;
use crate::boxes::tree::{ALL, FOURS, Four, Node, Place, Tree, bits, drawn_in};
use crate::convex::bounds::Aabb;
use crate::convex::placed::{At, Place as _};
use crate::convex::{Convex, Facts};
use crate::number::contract::CURVED_WIDTH;
use crate::number::lanes::{Lanes, Row, Work};
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::place::Pose;

/// In ε of the lengths of a pair: what its query may leave open, and what the boxes round.
const OPEN: f64 = 96.0;

/// What is left open of a pair whose lengths are these in sum.
fn open_of<S: Scalar>(lengths: S) -> S {
    let share = OPEN * S::EPSILON.to_f64() + 4.0 * CURVED_WIDTH;
    // Among the smallest numbers each operation is off by half of the least.
    S::from_f64(share) * lengths + S::from_f64(OPEN) * S::LEAST
}

impl<V: Vector> At<V, &Body<V>> {
    /// Asks about parts beside a shape, in each node of the tree those first that may be nearest.
    /// Parts further away than `most` are left out, and `ask` may lower that.
    pub(super) fn beside(
        &self,
        shape: &impl Convex<V>,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &Placed<'_, V>, &mut V::Scalar),
    ) {
        let (body, pose) = (self.shape(), self.pose());
        let mut ask = |part: u32, most: &mut V::Scalar| {
            if let Some(at) = body.parts.part_at(part, pose) {
                ask(part, &at, most);
            }
        };
        let Some(tree) = body.parts.tree() else { return ask(0, most) };
        let size = shape.extent() + shape.rounding();
        let lengths = pose.translation().length() + shape.origin().length() + size + body.span();
        let shape = At::new(shape, pose.inverse());
        tree.by_bound(&Beside::new(&shape, open_of(lengths)), most, &mut ask);
    }
}

/// Two bodies at poses.
pub(super) struct Pairs<'p, V: Vector> {
    parts: [&'p Parts<V>; 2],
    poses: [Pose<V>; 2],
    /// From the axes of b to those of a.
    relative: Pose<V>,
    /// Boxes that are no further apart than this may have parts that touch.
    open: V::Scalar,
    /// How far apart the balls about their origins are, less what is left open. What has no end has
    /// an infinite one.
    apart: V::Scalar,
}

/// What is known of two nodes, one of each tree: the boxes around both, in the axes of a.
#[derive(Clone, Copy)]
struct Both<V: Vector> {
    places: [Place; 2],
    around: [Aabb<V>; 2],
}

/// Boxes under a node that are worth a look: a bound for their distance, and their places.
type Near<S> = ArrayVec<(S, [u8; 2]), { WIDE * WIDE }>;

impl<'p, V: Vector> Pairs<'p, V> {
    pub fn new(parts: [&'p Parts<V>; 2], spans: [V::Scalar; 2], poses: [Pose<V>; 2]) -> Self {
        let [a, b] = poses;
        let way = b.translation() - a.translation();
        let back = a.rotation().matrix().transpose();
        let turn = a.rotation().inverse().compose(&b.rotation());
        let relative = Pose::of_finite(back.apply(way), turn);
        let is_placed = |of: &Parts<V>| !of.shapes().is_empty();
        // Shapes that have origins of their own are placed in the world, where that rounds.
        let out = |k: usize| {
            if is_placed(parts[k]) { poses[k].translation().length() } else { V::Scalar::ZERO }
        };
        let lengths = way.length() + spans[0] + spans[1] + out(0) + out(1);
        let open = open_of(lengths);
        let has_ends = parts.iter().all(|of| !of.is_endless());
        let apart = if has_ends { way.length() - spans[0] - spans[1] } else { V::Scalar::ZERO };
        let apart = apart - open;
        Self { parts, poses, relative, open, apart }
    }

    /// Asks about pairs of parts, in each node those first that may be nearest. Pairs further apart
    /// than `most` are left out, and `ask` may lower that.
    pub fn by_bound(&self, ask: &mut impl Ask<V>, most: &mut V::Scalar) {
        if self.apart > *most {
            return;
        }
        let [a, b] = self.parts;
        match (a.tree(), b.tree()) {
            (None, None) => self.ask([0, 0], ask, most),
            (Some(tree), None) => self.beside_shape(tree, 0, ask, most),
            (None, Some(tree)) => self.beside_shape(tree, 1, ask, most),
            (Some(a), Some(b)) => {
                let (Some(top_a), Some(top_b)) = (a.top(), b.top()) else { return };
                let around = [Aabb::everything(); 2].map(|all| drawn_in(&all));
                let both = Both { places: [top_a, top_b], around };
                self.below([a, b], both, ask, most);
            }
        }
    }

    /// What boxes and queries leave open.
    pub fn open(&self) -> V::Scalar {
        self.open
    }

    /// From the axes of b to those of a.
    pub fn relative(&self) -> Pose<V> {
        self.relative
    }

    /// Asks about two parts.
    #[inline(always)]
    pub fn ask(&self, numbers: [u32; 2], ask: &mut impl Ask<V>, most: &mut V::Scalar) {
        let part = |k: usize| self.parts[k].part_at(numbers[k], self.poses[k]);
        if let (Some(a), Some(b)) = (part(0), part(1)) {
            ask.ask(numbers, &a, &b, most);
        }
    }

    /// The parts of one body beside the shape that is the other.
    fn beside_shape(
        &self,
        tree: &Tree<V>,
        own: usize,
        ask: &mut impl Ask<V>,
        most: &mut V::Scalar,
    ) {
        let relative = if own == 0 { self.relative } else { self.relative.inverse() };
        let Some(shape) = self.parts[1 - own].shapes().first() else { return };
        let shape = shape.at(relative);
        let beside = Beside::new(&shape, self.open);
        let back = self.poses[own].rotation().matrix().transpose();
        tree.by_bound(&beside, most, &mut |part, most| {
            self.ask(if own == 0 { [part, 0] } else { [0, part] }, ask, most);
            beside.try_along(ask.way().map(|way| back.apply(way)));
        });
    }

    fn below(
        &self,
        trees: [&Tree<V>; 2],
        Both { places: [a, b], around }: Both<V>,
        ask: &mut impl Ask<V>,
        most: &mut V::Scalar,
    ) {
        let mut near: Near<V::Scalar> = ArrayVec::new();
        let (node_a, node_b) = (trees[0].node(a), trees[1].node(b));
        // The higher one is gone into; both, if they are as high.
        let (into_a, into_b) = (a.0 >= b.0, b.0 >= a.0);
        let limit = *most;
        let mut apart: ArrayVec<Apart<V>, 2> = ArrayVec::new();
        if let (Some(way), 0) = (ask.way(), a.0 + b.0) {
            // The way between the nearest so far, and the one between these nodes.
            let [one, other] = around;
            let between = self.poses[0].rotation().apply(other.center() - one.center());
            for way in [Some(way), between.try_normalize()].into_iter().flatten() {
                let along = self.along(way, [(trees[0], a.1), (trees[1], b.1)]);
                if along.least() > limit {
                    return;
                }
                apart.push(along);
            }
        }
        let turned = if into_b { self.turned(node_b) } else { *node_b };
        // Of b's boxes those that are near all of a, and of a's those that are near one of them.
        let taken = [node_a.taken(), node_b.taken()];
        let mut add_beside =
            |around: &Aabb<V>, of: &Node<V>, taken: u32, place: fn(u8) -> [u8; 2]| {
                let bounds = Around::of(around).bounds(of, limit);
                for k in bits(bounds.within(limit) & taken) {
                    let bound = bounds.least[k / 4 % FOURS].as_array()[k % 4];
                    let _ = near.try_push((bound, place(k as u8)));
                }
            };
        match (into_a, into_b) {
            (_, false) => add_beside(&around[1], node_a, taken[0], |k| [k, 0]),
            (false, true) => add_beside(&around[0], &turned, taken[1], |m| [0, m]),
            (true, true) => Four::<V>::by_eights(Nearby {
                nodes: [node_a, &turned],
                taken,
                around: around[0],
                apart: &apart,
                limit,
                near: &mut near,
            }),
        }
        self.hold_disks(([a, b], [into_a, into_b]), ask.way(), limit, &mut near);
        for apart in &apart {
            self.hold_shapes(trees, [a.1, b.1], apart, limit, &mut near);
        }
        near.sort_unstable_by(|one, other| {
            one.0.partial_cmp(&other.0).unwrap_or(core::cmp::Ordering::Equal)
        });
        for (bound, [k, m]) in near {
            if bound > *most {
                break;
            }
            let (k, m) = (usize::from(k), usize::from(m));
            let (mut places, mut around, mut items) = ([a, b], around, [None; 2]);
            if into_a {
                let (low, high) = node_a.place(k);
                around[0] = Aabb::of_ends(low, high);
                (places[0], items[0]) = child(trees[0], a, k);
            }
            if into_b {
                let (low, high) = turned.place(m);
                around[1] = Aabb::of_ends(low, high);
                (places[1], items[1]) = child(trees[1], b, m);
            }
            match items {
                [Some(i), Some(j)] => self.ask([i, j], ask, most),
                _ => self.below(trees, Both { places, around }, ask, most),
            }
        }
    }

    /// Holds the disks of nodes against each other, that boxes leave near, and leaves out those that
    /// are further apart than the limit.
    fn hold_disks(
        &self,
        ([a, b], [into_a, into_b]): ([Place; 2], [bool; 2]),
        last: Option<V>,
        limit: V::Scalar,
        near: &mut Near<V::Scalar>,
    ) {
        let place = |of: Place, into: bool, k: u8| match (into, of) {
            (false, of) => Some(of),
            (true, (level, i)) => Some((level.checked_sub(1)?, WIDE * i + usize::from(k))),
        };
        let last = last.map(|way| self.poses[0].rotation().matrix().transpose().apply(way));
        // The disks of b in the axes of a, as they come.
        let mut moved: [Option<Disk<V>>; WIDE] = [None; WIDE];
        near.retain(|(bound, [k, m])| {
            let disks = (
                place(a, into_a, *k).and_then(|of| self.parts[0].disk(of)),
                place(b, into_b, *m).and_then(|of| self.parts[1].disk(of)),
            );
            let (Some(one), Some(other)) = disks else { return true };
            let moved = &mut moved[usize::from(*m) % WIDE];
            let other = moved.get_or_insert_with(|| other.moved(&self.relative));
            let gap = one.gap(other, last) - self.open;
            // What is no number tells nothing.
            if gap > *bound {
                *bound = gap;
            }
            !(gap > limit)
        });
    }

    /// Holds shapes against each other along a way, where their boxes leave them near.
    fn hold_shapes(
        &self,
        trees: [&Tree<V>; 2],
        nodes: [usize; 2],
        apart: &Apart<V>,
        limit: V::Scalar,
        near: &mut Near<V::Scalar>,
    ) {
        if self.parts.iter().any(|parts| parts.shapes().is_empty()) {
            return;
        }
        let mut known: [[Option<V::Scalar>; WIDE]; 2] = [[None; WIDE]; 2];
        near.retain(|(bound, places)| {
            let mut reach = |k: usize, place: u8| {
                let place = usize::from(place) % WIDE;
                let of_part = || {
                    let part = trees[k].items[WIDE * nodes[k] + place];
                    let of_box = || apart.reaches[k][place / 4].as_array()[place % 4];
                    self.parts[k].exact_reach(part, apart.way[k]).unwrap_or_else(of_box)
                };
                *known[k][place].get_or_insert_with(of_part)
            };
            let [a, b] = [0, 1].map(|k| reach(k, places[k]));
            let gap = apart.offset - a - b;
            if gap > *bound {
                *bound = gap;
            }
            !(gap > limit)
        });
    }

    /// How far apart the parts of two of the lowest nodes are along a way from a to b.
    #[inline(always)]
    fn along(&self, way: V, of: [(&Tree<V>, usize); 2]) -> Apart<V> {
        let back = |k: usize| self.poses[k].rotation().matrix().transpose().apply(way);
        let way = [back(0), -back(1)];
        let reach = |k: usize| {
            let (tree, node) = of[k];
            self.parts[k].reaches(tree, node, way[k])
        };
        let offset = self.relative.translation().dot(way[0]) - self.open;
        Apart { way, offset, reaches: [reach(0), reach(1)] }
    }

    /// The boxes of a node of b in the axes of a, with what is left open around them. What the
    /// places without a box come to means nothing.
    #[inline(always)]
    fn turned(&self, node: &Node<V>) -> Node<V> {
        let splat = Four::<V>::splat;
        let (matrix, way) = (self.relative.rotation().matrix(), self.relative.translation());
        let (half, most) = (splat(V::Scalar::from_f64(0.5)), splat(V::Scalar::MAX));
        let least = splat(-V::Scalar::MAX);
        let columns = V::each(|i| matrix.column(i % V::DIM));
        let mut turned = *node;
        for four in 0..FOURS {
            let ends = |i: usize| (node.min[i][four].mul(half), node.max[i][four].mul(half));
            let centers = V::each(|i| ends(i).0.add(ends(i).1));
            let halves = V::each(|i| ends(i).1.sub(ends(i).0));
            for i in 0..V::DIM {
                let (mut center, mut reach) = (splat(way.get(i)), splat(self.open));
                for k in 0..V::DIM {
                    let entry = columns[k].get(i);
                    center = center.add(centers[k].mul(splat(entry)));
                    reach = reach.add(halves[k].mul(splat(entry.abs())));
                }
                // Of boxes without end nothing may be known.
                turned.min[i][four] = center.sub(reach).max(least);
                turned.max[i][four] = center.add(reach).min(most);
            }
        }
        turned
    }
}

/// How far parts of two nodes reach towards each other along a way.
struct Apart<V: Vector> {
    /// From each to the other, in its own axes.
    way: [V; 2],
    /// How far b is from a, less what is left open.
    offset: V::Scalar,
    /// Of places without a part, less than any number.
    reaches: [[Four<V>; FOURS]; 2],
}

impl<V: Vector> Apart<V> {
    /// The least distance.
    fn least(&self) -> V::Scalar {
        let [a, b] = self.reaches.map(|[first, rest @ ..]| {
            let most = rest.into_iter().fold(first, |most, four| four.max(most));
            most.max_across().to_array()[0]
        });
        self.offset - a - b
    }

    /// A bit for each part of a that is no further from a part of b than this.
    #[inline(always)]
    fn within<R: Row<Four = Four<V>>>(&self, of_b: usize, most: V::Scalar) -> u32 {
        let reach = self.reaches[1][of_b / 4 % FOURS].as_array()[of_b % 4];
        let least = R::splat(self.offset - reach - most);
        let mut further = 0;
        for first in (0..FOURS).step_by(R::FOURS) {
            let reaches = R::of(|k| self.reaches[0][first + k]);
            further |= least.greater(reaches) << (4 * first);
        }
        further ^ ALL
    }
}

/// Two nodes, of which the boxes of one that are near boxes of the other are sought.
struct Nearby<'n, V: Vector> {
    /// Those of b in the axes of a.
    nodes: [&'n Node<V>; 2],
    taken: [u32; 2],
    /// What is around those of a.
    around: Aabb<V>,
    /// Ways along which they may be further apart.
    apart: &'n [Apart<V>],
    limit: V::Scalar,
    near: &'n mut Near<V::Scalar>,
}

impl<V: Vector> Work<Four<V>> for Nearby<'_, V> {
    type Answer = ();

    #[inline(always)]
    fn by<R: Row<Four = Four<V>>>(self) {
        let limit = R::splat(self.limit);
        let mut some = 0;
        for first in (0..FOURS).step_by(R::FOURS) {
            let gaps: R = Around::of(&self.around).gaps(self.nodes[1], first);
            some |= gaps.greater(limit) << (4 * first);
        }
        for m in bits(!some & self.taken[1]) {
            let mut near = self.taken[0];
            for apart in self.apart {
                near &= apart.within::<R>(m, self.limit);
            }
            if near == 0 {
                continue;
            }
            let (low, high) = self.nodes[1].place(m);
            let around = Around::of(&Aabb::of_ends(low, high));
            for first in (0..FOURS).step_by(R::FOURS) {
                let places = near >> (4 * first) & ((1 << (4 * R::FOURS)) - 1);
                if places == 0 {
                    continue;
                }
                let gaps: R = around.gaps(self.nodes[0], first);
                for k in bits(places & !gaps.greater(limit)) {
                    let place = [4 * first + k, m].map(|k| k as u8);
                    let _ = self.near.try_push((gaps.at(k), place));
                }
            }
        }
    }
}

/// The child of a node: a node, or a number of the lowest level.
#[inline(always)]
fn child<V: Vector>(tree: &Tree<V>, (level, i): Place, k: usize) -> (Place, Option<u32>) {
    let child = WIDE * i + k;
    match level.checked_sub(1) {
        Some(below) => ((below, child), None),
        None => ((0, i), Some(tree.items[child])),
    }
}
