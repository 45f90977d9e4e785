//! What users call: [`intersects`] (level 1), [`distance`] (2), [`closest`] (3), and their warm forms.
//!
//! A query takes two shapes, by value or reference, mostly `shape.at(pose)`. Pairs with a closed form take it, chosen by the type: ball,
//! capsule, point and segment against each other; ball and point against cuboid; a half-space against anything; two
//! cuboids, if the question is yes or no. All others run GJK.

mod answer;
mod closed;
mod warm;

pub use answer::{Bracket, Closest, Verdict};
pub use warm::{Cache, Gjk};

use crate::blocks::Turned;
use crate::convex::{Convex, Core};
use crate::gjk::{Ended, Frame, Goal, Observer, Outcome, Pair, Support, run};
use crate::vector::{Real, Scalar, Vector};

/// Whether the two shapes have a point in common. Touching shapes do: sets are closed. It is false only for
/// shapes that are apart beyond the reach of rounding.
#[inline]
pub fn intersects<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> bool {
    Request::default().intersects(&a, &b)
}

/// The distance of two shapes, as a bracket that holds the true one; zero if they intersect.
#[inline]
pub fn distance<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Bracket<V::Scalar> {
    Request::default().distance(&a, &b)
}

/// The distance of two shapes, or `None` as soon as it is known to be more than `most`.
#[inline]
pub fn distance_within<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    most: V::Scalar,
) -> Option<Bracket<V::Scalar>> {
    Request { most, ..Request::default() }.distance_within(&a, &b)
}

/// The closest points of two shapes, and all that is known of them.
#[inline]
pub fn closest<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
    Request::default().closest(&a, &b, &mut ())
}

/// Like [`closest`], showing each step of GJK on the way: for teaching, pictures and debugging.
pub fn trace<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    mut observer: impl Observer<V>,
) -> Closest<V> {
    Request::default().closest(&a, &b, &mut observer)
}

/// What is asked beside the shapes.
#[derive(Clone, Copy, Debug)]
struct Request<V: Vector> {
    /// The bracket may be this share of the distance wide.
    relative: V::Scalar,
    /// The bracket may be this wide.
    absolute: V::Scalar,
    /// Distances beyond this need not be known.
    most: V::Scalar,
    /// What an earlier query found.
    cache: Cache<V>,
}

impl<V: Vector> Default for Request<V> {
    #[inline(always)]
    fn default() -> Self {
        let zero = V::Scalar::ZERO;
        let most = V::Scalar::INFINITY;
        Self { relative: zero, absolute: zero, most, cache: Cache::EMPTY }
    }
}

impl<V: Vector> Request<V> {
    /// Runs GJK; `most` is the distance of the cores, in the user's units, beyond which to stop. Two small hulls are turned
    /// into the query's axes first.
    #[inline(always)]
    fn run<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: &A,
        b: &B,
        frame: Frame<V>,
        most: V::Scalar,
        seeded: bool,
        observer: &mut impl Observer<V>,
    ) -> Outcome<V> {
        let goal = Goal {
            beyond: most * frame.scale + frame.band,
            relative: self.relative,
            width: frame.width.max(self.absolute * frame.scale),
        };
        let turned = match (a.core(), b.core()) {
            (
                Core::Points { blocks: p, axes: p_axes },
                Core::Points { blocks: q, axes: q_axes },
            ) => Turned::new(p, p_axes, frame.scale).zip(Turned::new(q, q_axes, frame.scale)),
            _ => None,
        };
        let outcome = match turned {
            Some((a, b)) => self.walk(&Pair { a, b, frame }, &goal, seeded, observer),
            None => {
                let pair = Pair { a: frame.ask(a), b: frame.ask(b), frame };
                self.walk(&pair, &goal, seeded, observer)
            }
        };
        self.cache.learn(&outcome);
        outcome
    }

    #[inline(always)]
    fn walk<A: Support<V>, B: Support<V>>(
        &self,
        pair: &Pair<V, A, B>,
        goal: &Goal<V::Scalar>,
        seeded: bool,
        observer: &mut impl Observer<V>,
    ) -> Outcome<V> {
        let start = if self.cache.axis == V::ZERO { pair.start() } else { self.cache.axis };
        let seed = if seeded { self.cache.seed() } else { &[] };
        run(pair, start, seed, goal, observer)
    }

    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(&mut self, a: &A, b: &B) -> bool {
        let frame = Frame::new(a, b);
        let radius = a.radius() + b.radius();
        if let Some(reach) = closed::answer(a, b, &frame) {
            return !(reach.lower - frame.band > radius * frame.scale);
        }
        let outcome = self.run(a, b, frame, radius, false, &mut ());
        outcome.ended != Ended::Beyond && outcome.lower - frame.band <= radius * frame.scale
    }

    #[inline(always)]
    fn distance<A: Convex<V>, B: Convex<V>>(&mut self, a: &A, b: &B) -> Bracket<V::Scalar> {
        let frame = Frame::new(a, b);
        let radius = a.radius() + b.radius();
        let (lower, upper) = match closed::answer(a, b, &frame) {
            Some(reach) => (reach.lower, reach.upper),
            None => {
                let outcome = self.run(a, b, frame, V::Scalar::INFINITY, true, &mut ());
                (outcome.lower, outcome.upper)
            }
        };
        Bracket::around(lower, upper, frame.band, frame.unit, radius)
    }

    #[inline(always)]
    fn distance_within<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: &A,
        b: &B,
    ) -> Option<Bracket<V::Scalar>> {
        let frame = Frame::new(a, b);
        let radius = a.radius() + b.radius();
        let (lower, upper) = match closed::answer(a, b, &frame) {
            Some(reach) => (reach.lower, reach.upper),
            None => {
                let outcome = self.run(a, b, frame, radius + self.most, true, &mut ());
                if outcome.ended == Ended::Beyond {
                    return None;
                }
                (outcome.lower, outcome.upper)
            }
        };
        let bracket = Bracket::around(lower, upper, frame.band, frame.unit, radius);
        (bracket.lower <= self.most).then_some(bracket)
    }

    #[inline(always)]
    fn closest<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: &A,
        b: &B,
        observer: &mut impl Observer<V>,
    ) -> Closest<V> {
        let frame = Frame::new(a, b);
        let outcome = match closed::answer(a, b, &frame) {
            Some(reach) => reach,
            None => self.run(a, b, frame, V::Scalar::INFINITY, true, observer),
        };
        answer::closest(a, b, &frame, &outcome)
    }
}
