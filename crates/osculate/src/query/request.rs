//! What is asked about a pair, beside the shapes.

use core::marker::PhantomData;

use arrayvec::ArrayVec;

use super::cache::Cache;
use crate::convex::Convex;
use crate::gjk::{Frame, Goal, LimitsOf, Outcome, Pair, Record, Seed, Support, run};
use crate::shortcut::Question;
use crate::shortcut::level::Level;
use crate::trace::Observer;
use crate::vector::Vector;

/// What is asked beside the shapes.
#[derive(Clone, Copy, Debug)]
pub struct Request<'k, V: Vector> {
    pub(super) limits: LimitsOf<V>,
    /// Whether overlapping shapes are asked how deep.
    pub(super) depth: bool,
    /// What an earlier query found.
    pub(super) cache: Cache<V>,
    /// Vertices that are known already, to start from rather than from those that the cache's axes
    /// find.
    pub(super) known: &'k [[V; 2]],
    /// Whether the shapes are asked where they are, and not turned as a whole first. That is so if
    /// their points are kept for the next query.
    pub(super) in_place: bool,
}

impl<V: Vector> Request<'_, V> {
    /// A distance, of shapes of which nothing is known yet.
    #[inline(always)]
    pub(super) fn new(limits: LimitsOf<V>) -> Self {
        Self { limits, depth: false, cache: Cache::EMPTY, known: &[], in_place: false }
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
        let (radius, axis) = (a.radius() + b.radius(), self.cache.axis);
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
        if self.cache.axis == V::ZERO { pair.start() } else { self.cache.axis }
    }

    /// Runs GJK from what is known, to an outcome that is nothing yet.
    ///
    /// It is not inlined: all queries share it. Where the pair does not depend on the shapes'
    /// types, every crate takes the copy that is compiled in this one.
    #[inline(never)]
    pub(super) fn walk<A: Support<V>, B: Support<V>, R: Record<V>>(
        &self,
        pair: &Pair<V, A, B>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
        outcome: &mut Outcome<V, R>,
    ) {
        let start = self.start(pair);
        let mut found: ArrayVec<[V; 2], 3> = ArrayVec::new();
        if self.known.is_empty() {
            for &axis in self.cache.seed() {
                let (_, on_a, on_b) = pair.vertex(axis);
                found.push([on_a, on_b]);
            }
        }
        outcome.steps = found.len() as u32;
        // In one place, as the loop is inlined here.
        let seed = if self.known.is_empty() {
            Seed { start, separated: false, points: &found, axes: self.cache.seed() }
        } else {
            let axes = core::slice::from_ref(&self.cache.axis);
            Seed { start, separated: self.cache.axis != V::ZERO, points: self.known, axes }
        };
        run(pair, seed, goal, observer, outcome);
    }
}
