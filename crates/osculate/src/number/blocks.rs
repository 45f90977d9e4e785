//! Points in blocks of four, for support without branches; and a hull's points turned and scaled
//! for one query.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Deref;

use arrayvec::ArrayVec;

use crate::number::lanes::Lanes;
use crate::number::vector::{Linear, Matrix, Real, Scalar, Vector};

/// Four of a vector's coordinates.
pub(crate) type LanesOf<V> = <<V as Linear>::Scalar as Scalar>::Lanes;

/// Four points: their first coordinates, their second, in space their third.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block<V: Vector> {
    coordinates: V::Each<LanesOf<V>>,
}

impl<V: Vector> Block<V> {
    /// Four points by their coordinates.
    #[inline(always)]
    pub(crate) fn of_lanes(lanes: impl FnMut(usize) -> LanesOf<V>) -> Self {
        Self { coordinates: V::each(lanes) }
    }

    /// The inner products with `direction`.
    #[inline(always)]
    pub(crate) fn dot(&self, direction: V) -> LanesOf<V> {
        let product = |i: usize| self.coordinates[i].mul(LanesOf::<V>::splat(direction.get(i)));
        let sum = product(0).add(product(1));
        if V::DIM == 3 { sum.add(product(2)) } else { sum }
    }

    /// The point in `lane`.
    #[inline(always)]
    pub(crate) fn point(&self, lane: usize) -> V {
        V::from_fn(|i| self.coordinates[i].as_array()[lane & 3])
    }

    /// The coordinates with this number.
    #[inline(always)]
    pub(crate) fn lanes(&self, i: usize) -> LanesOf<V> {
        self.coordinates[i]
    }

    /// The images of the points.
    #[inline(always)]
    pub(crate) fn map(&self, matrix: &V::Matrix) -> Self {
        Self::of_lanes(|i| {
            let product =
                |j: usize| self.coordinates[j].mul(LanesOf::<V>::splat(matrix.column(j).get(i)));
            let sum = product(0).add(product(1));
            if V::DIM == 3 { sum.add(product(2)) } else { sum }
        })
    }
}

/// A list that keeps up to two items where it is itself, and more on the heap. What a query of a
/// small hull reads then comes from memory at once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ShortList<T> {
    Here(ArrayVec<T, 2>),
    There(Box<[T]>),
}

impl<T> FromIterator<T> for ShortList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut items = items.into_iter();
        let here: ArrayVec<T, 2> = items.by_ref().take(2).collect();
        match items.next() {
            None => Self::Here(here),
            Some(third) => Self::There(here.into_iter().chain([third]).chain(items).collect()),
        }
    }
}

impl<T> Deref for ShortList<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        match self {
            Self::Here(list) => list,
            Self::There(list) => list,
        }
    }
}

impl<T> ShortList<T> {
    /// The memory that it takes on the heap, in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Here(_) => 0,
            Self::There(list) => size_of_val(&list[..]),
        }
    }
}

/// Points in blocks of four; the last block is filled up with its last point.
pub(crate) fn blocks_of<V: Vector>(points: &[V]) -> Vec<Block<V>> {
    points.chunks(4).map(block_of).collect()
}

/// A block of one to four points; missing ones are the last.
pub(crate) fn block_of<V: Vector>(points: &[V]) -> Block<V> {
    let at = |lane: usize| points[lane.min(points.len() - 1)];
    Block::of_lanes(|i| LanesOf::<V>::from_array(core::array::from_fn(|l| at(l).get(i))))
}

/// A block of four points.
#[inline(always)]
pub(crate) fn block_of_four<V: Vector>([p, q, r, s]: [V; 4]) -> Block<V> {
    Block::of_lanes(|i| LanesOf::<V>::from_array([p.get(i), q.get(i), r.get(i), s.get(i)]))
}

/// The index of the point furthest along `direction`, the first of several.
#[inline(always)]
pub(crate) fn furthest<V: Vector>(blocks: &[Block<V>], direction: V) -> usize {
    match blocks {
        [a] => first_of([a], direction).0,
        [a, b] => first_of([a, b], direction).0,
        [a, b, c] => first_of([a, b, c], direction).0,
        [a, b, c, d] => first_of([a, b, c, d], direction).0,
        [a, b, c, d, e] => first_of([a, b, c, d, e], direction).0,
        [a, b, c, d, e, f] => first_of([a, b, c, d, e, f], direction).0,
        [a, b, c, d, e, f, g] => first_of([a, b, c, d, e, f, g], direction).0,
        [a, b, c, d, e, f, g, h] => first_of([a, b, c, d, e, f, g, h], direction).0,
        _ => furthest_of_many(blocks, direction),
    }
}

/// The same point itself, by a call: for loops in which the other ways to a corner are in place.
#[inline(never)]
pub(crate) fn furthest_point<V: Vector>(blocks: &[Block<V>], direction: V) -> V {
    let index = furthest(blocks, direction);
    blocks[index / 4].point(index % 4)
}

/// The same for more than eight blocks, eight at a time.
fn furthest_of_many<V: Vector>(blocks: &[Block<V>], direction: V) -> usize {
    let mut best = (0, -V::Scalar::INFINITY);
    let mut base = 0;
    for eight in blocks.chunks(8) {
        let found = match eight {
            [a, b, c, d, e, f, g, h] => first_of([a, b, c, d, e, f, g, h], direction),
            _ => eight.iter().enumerate().fold((0, -V::Scalar::INFINITY), |best, (k, block)| {
                let (lane, reach) = first_of([block], direction);
                if reach > best.1 { (4 * k + lane, reach) } else { best }
            }),
        };
        if found.1 > best.1 {
            best = (base + found.0, found.1);
        }
        base += 32;
    }
    best.0
}

/// The index of the point of 4 · N furthest along `direction`, and how far it reaches.
#[inline(always)]
fn first_of<V: Vector, const N: usize>(blocks: [&Block<V>; N], direction: V) -> (usize, V::Scalar) {
    // Not `blocks.map`, which is not always inlined; then the direction lives in memory.
    let mut reaches = [LanesOf::<V>::splat(V::Scalar::ZERO); N];
    for (reach, block) in reaches.iter_mut().zip(blocks) {
        *reach = block.dot(direction);
    }
    let most = in_pairs(reaches, Lanes::max).max_across();
    let holders = Lanes::holders(reaches, most);
    // A direction that is no number has no furthest point: the last will do.
    ((holders.trailing_zeros() as usize).min(4 * N - 1), most.to_array()[0])
}

/// How far points reach along a direction, at least and at most.
pub(crate) fn span_along<V: Vector>(blocks: &[Block<V>], direction: V) -> [V::Scalar; 2] {
    let splat = LanesOf::<V>::splat;
    let nothing = (splat(V::Scalar::INFINITY), splat(-V::Scalar::INFINITY));
    let (least, most) = blocks.iter().fold(nothing, |(least, most), block| {
        let reach = block.dot(direction);
        (least.min(reach), most.max(reach))
    });
    [least.min_across().to_array()[0], most.max_across().to_array()[0]]
}

/// How far points reach against each column of a matrix, and along it: all columns at once, so that
/// each block is loaded once.
#[inline(always)]
pub(crate) fn spans_along<V: Vector>(
    blocks: &[Block<V>],
    columns: &V::Matrix,
) -> V::Each<[V::Scalar; 2]> {
    let most = LanesOf::<V>::splat(V::Scalar::INFINITY);
    let zero = LanesOf::<V>::splat(V::Scalar::ZERO);
    let mut spans = V::each(|_| [most, zero.sub(most)]);
    for block in blocks {
        for i in 0..V::DIM {
            let (reach, [least, most]) = (block.dot(columns.column(i)), spans[i]);
            spans[i] = [least.min(reach), most.max(reach)];
        }
    }
    V::each(|i| {
        let [least, most] = spans[i];
        [-least.min_across().to_array()[0], most.max_across().to_array()[0]]
    })
}

/// The items put together by twos, and these by twos: none waits for all before it.
#[inline(always)]
fn in_pairs<T: Copy, const N: usize>(mut items: [T; N], together: impl Fn(T, T) -> T) -> T {
    let mut left = N;
    while left > 1 {
        let half = left / 2;
        for i in 0..half {
            items[i] = together(items[i], items[left - 1 - i]);
        }
        left -= half;
    }
    items[0]
}

/// Up to this many blocks are turned into the axes of the query at its start; more are asked where
/// they are. At 8 blocks the turning costs as much as it saves in a query of four steps.
pub(crate) const MOST_TURNED: usize = 8;

/// The points of a small hull, turned into the axes of a query and scaled.
pub(crate) struct Turned<V: Vector> {
    blocks: [MaybeUninit<Block<V>>; MOST_TURNED],
    len: usize,
}

impl<V: Vector> Turned<V> {
    /// Room for points. It is filled in place: moving it costs as much as filling it.
    #[inline(always)]
    pub fn new() -> Self {
        Self { blocks: [const { MaybeUninit::uninit() }; MOST_TURNED], len: 0 }
    }

    /// Takes the points in the world's axes, times `scale`. There must be at most [`MOST_TURNED`]
    /// blocks.
    #[inline(always)]
    pub fn fill(&mut self, points: &[Block<V>], axes: Option<V::Matrix>, scale: V::Scalar) {
        let axes = axes.unwrap_or(V::Matrix::IDENTITY);
        let matrix = V::Matrix::from_columns(|j| axes.column(j) * scale);
        for (to, from) in self.blocks.iter_mut().zip(points) {
            to.write(from.map(&matrix));
        }
        self.len = points.len().min(MOST_TURNED);
    }

    #[inline(always)]
    pub fn blocks(&self) -> &[Block<V>] {
        // SAFETY: `fill` has written the first `len` blocks, and `len` is at most `MOST_TURNED`; a
        // new one has none.
        unsafe { core::slice::from_raw_parts(self.blocks.as_ptr().cast(), self.len) }
    }

    /// The point furthest along `direction`.
    #[inline(always)]
    pub fn support(&self, direction: V) -> V {
        let blocks = self.blocks();
        let index = furthest(blocks, direction);
        blocks[index / 4].point(index % 4)
    }
}
