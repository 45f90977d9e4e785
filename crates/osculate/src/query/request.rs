//! What is asked about a pair, beside the shapes.

use core::marker::PhantomData;

use arrayvec::ArrayVec;

use super::cache::Cache;
use crate::convex::Convex;
use crate::kernel::gjk::{Frame, Goal, LimitsOf, Outcome, Pair, Record, Seed, Support, run};
use crate::kernel::trace::Observer;
use crate::number::vector::Vector;
use crate::shortcut::Question;
use crate::shortcut::level::Level;

/// What is asked beside the shapes.
#[derive(Clone, Copy, Debug)]
pub struct Request<'k, V: Vector> {
    pub(super) limits: LimitsOf<V>,
    /// Whether overlapping shapes are asked how deep.
    pub(super) depth: bool,
    /// The axis that last separated the shapes, or nearly did; zero if none is known.
    pub(super) axis: V,
    /// The axes whose vertices make the first simplex.
    pub(super) seed: &'k [V],
    /// Of shapes that overlapped, the axes that find the corners of the nearest face.
    pub(super) face: &'k [V],
    /// Vertices that are known already, to start from rather than from those that `seed` finds.
    pub(super) known: &'k [[V; 2]],
    /// Whether the shapes are asked where they are, and not turned as a whole first. That is so if
    /// their points are kept for the next query.
    pub(super) in_place: bool,
}

impl<'k, V: Vector> Request<'k, V> {
    /// A distance, of shapes of which nothing is known yet.
    #[inline(always)]
    pub(super) fn new(limits: LimitsOf<V>) -> Self {
        let (depth, in_place) = (false, false);
        Self { limits, depth, axis: V::ZERO, seed: &[], face: &[], known: &[], in_place }
    }

    /// A distance, of shapes of which a cache knows something.
    #[inline(always)]
    pub(super) fn from(limits: LimitsOf<V>, cache: &'k Cache<V>) -> Self {
        let (axis, seed, face) = (cache.axis, cache.seed(), cache.face.as_slice());
        Self { axis, seed, face, ..Self::new(limits) }
    }

    /// What the shortcuts are asked.
    #[inline(always)]
    pub(super) fn question<'q, L: Level<V>, A: Convex<V>, B: Convex<V>>(
        &self,
        _: L,
        a: &'q A,
        b: &'q B,
        frame: &'q Frame<V>,
        has_start: bool,
    ) -> Question<'q, V, L, A, B> {
        let (radius, axis) = (a.rounding() + b.rounding(), self.axis);
        Question::<V, L, A, B> {
            level: PhantomData,
            a,
            b,
            frame,
            radius,
            limits: self.limits,
            axis,
            has_start,
        }
    }

    /// The first axis.
    #[inline(always)]
    fn start<A: Support<V>, B: Support<V>>(&self, pair: &Pair<V, A, B>) -> V {
        if self.axis == V::ZERO { pair.start() } else { self.axis }
    }
}

/// Work on a pair, whatever way its shapes are asked for support points.
pub(super) trait PairWork<V: Vector> {
    type Answer;
    fn on<A: Support<V>, B: Support<V>>(self, pair: &Pair<V, A, B>) -> Self::Answer;
}

/// GJK from what is known: without a record of the vertices for levels 1 and 2, or with one.
pub(super) struct Walk<'r, V: Vector, R, O> {
    pub request: &'r Request<'r, V>,
    pub goal: &'r Goal<V::Scalar>,
    pub observer: &'r mut O,
    /// Nothing yet.
    pub outcome: &'r mut Outcome<V, R>,
}

impl<V: Vector, R: Record<V>, O: Observer<V>> PairWork<V> for Walk<'_, V, R, O> {
    type Answer = ();

    /// It is not inlined: all queries share it. Where the pair does not depend on the shapes'
    /// types, every crate takes the copy that is compiled in this one.
    #[inline(never)]
    fn on<A: Support<V>, B: Support<V>>(self, pair: &Pair<V, A, B>) {
        let Self { request: &Request { ref axis, seed, known, .. }, goal, observer, outcome } =
            self;
        let start = self.request.start(pair);
        let mut found: ArrayVec<[V; 2], 3> = ArrayVec::new();
        if known.is_empty() {
            for &axis in seed {
                let (_, on_a, on_b) = pair.vertex(axis);
                found.push([on_a, on_b]);
            }
        }
        outcome.steps = found.len() as u32;
        // In one place, as the loop is inlined here.
        let seed = if known.is_empty() {
            Seed { start, separated: false, points: &found, axes: seed }
        } else {
            let axes = core::slice::from_ref(axis);
            Seed { start, separated: *axis != V::ZERO, points: known, axes }
        };
        // A copy in this frame: the loop reads it at each step.
        run(pair, seed, &{ *goal }, observer, outcome);
    }
}

/// Does work that few queries need in a call of its own, so that the others prepare nothing for it.
/// The work brings copies of what it reads: a reference would keep them in memory for all.
#[inline(never)]
pub(super) fn out_of_line<T>(work: impl FnOnce() -> T) -> T {
    work()
}
