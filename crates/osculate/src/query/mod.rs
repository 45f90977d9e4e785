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

use crate::blocks::{MOST_TURNED, Turned};
use crate::convex::{Convex, Core};
use crate::gjk::{Ended, Frame, Goal, Observer, Outcome, Pair, Record, Support, Witnesses, run};
use crate::vector::{Real, Scalar, Vector};

/// Whether the two shapes have a point in common. Touching shapes do: sets are closed. It is false only for
/// shapes that are apart beyond the reach of rounding.
#[inline]
pub fn intersects<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> bool {
    Request::default().intersects(&a, &b).0
}

/// The distance of two shapes, as a bracket that holds the true one; zero if they intersect.
#[inline]
pub fn distance<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Bracket<V::Scalar> {
    unlimited(Request::default().distance::<(), _, _>(&a, &b).0)
}

/// The distance of two shapes, or `None` as soon as it is known to be more than `most`.
#[inline]
pub fn distance_within<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    most: V::Scalar,
) -> Option<Bracket<V::Scalar>> {
    Request { most, ..Request::default() }.distance::<(), _, _>(&a, &b).0
}

/// The closest points of two shapes, and all that is known of them.
#[inline]
pub fn closest<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
    Request::default().closest(&a, &b, &mut ()).0
}

/// Like [`closest`], showing each step of GJK on the way: for teaching, pictures and debugging.
pub fn trace<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    mut observer: impl Observer<V>,
) -> Closest<V> {
    Request::default().closest(&a, &b, &mut observer).0
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
    fn run<A: Convex<V>, B: Convex<V>, R: Record<V>>(
        &self,
        a: &A,
        b: &B,
        frame: Frame<V>,
        most: V::Scalar,
        observer: &mut impl Observer<V>,
    ) -> Outcome<V, R> {
        let goal = Goal {
            beyond: most * frame.scale + frame.band,
            relative: self.relative,
            width: frame.width.max(self.absolute * frame.scale),
        };
        if let (
            Core::Points { blocks: p, axes: p_axes },
            Core::Points { blocks: q, axes: q_axes },
        ) = (a.core(), b.core())
        {
            if p.len().max(q.len()) <= MOST_TURNED {
                let (mut a, mut b) = (Turned::new(), Turned::new());
                a.fill(p, p_axes, frame.scale);
                b.fill(q, q_axes, frame.scale);
                return self.walk(&Pair { a: &a, b: &b, frame }, &goal, observer);
            }
        }
        self.walk(&Pair { a: frame.ask(a), b: frame.ask(b), frame }, &goal, observer)
    }

    #[inline(always)]
    fn walk<A: Support<V>, B: Support<V>, R: Record<V>>(
        &self,
        pair: &Pair<V, A, B>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
    ) -> Outcome<V, R> {
        let start = if self.cache.axis == V::ZERO { pair.start() } else { self.cache.axis };
        run(pair, start, self.cache.seed(), goal, observer)
    }

    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B) -> (bool, V) {
        let frame = Frame::new(a, b);
        let radius = a.radius() + b.radius();
        let outcome: Outcome<V, ()> = match closed::answer(a, b, &frame) {
            Some(outcome) => outcome.without_record(),
            None => self.run(a, b, frame, radius, &mut ()),
        };
        let apart =
            outcome.ended == Ended::Beyond || outcome.lower - frame.band > radius * frame.scale;
        (!apart, outcome.axis)
    }

    #[inline(always)]
    fn distance<R: Record<V>, A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
    ) -> (Option<Bracket<V::Scalar>>, Option<Outcome<V, R>>) {
        let frame = Frame::new(a, b);
        let radius = a.radius() + b.radius();
        if let Some(outcome) = closed::answer(a, b, &frame) {
            let bracket =
                Bracket::around(outcome.lower, outcome.upper, frame.band, frame.unit, radius);
            return ((bracket.lower <= self.most).then_some(bracket), None);
        }
        let outcome = self.run(a, b, frame, radius + self.most, &mut ());
        let bracket = Bracket::around(outcome.lower, outcome.upper, frame.band, frame.unit, radius);
        let within = outcome.ended != Ended::Beyond && bracket.lower <= self.most;
        (within.then_some(bracket), Some(outcome))
    }

    #[inline(always)]
    fn closest<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        observer: &mut impl Observer<V>,
    ) -> (Closest<V>, Outcome<V, Witnesses<V>>) {
        let frame = Frame::new(a, b);
        let outcome = match closed::answer(a, b, &frame) {
            Some(outcome) => outcome,
            None => self.run(a, b, frame, V::Scalar::INFINITY, observer),
        };
        (answer::closest(a, b, &frame, &outcome), outcome)
    }
}

/// What a distance without a limit always has.
#[inline(always)]
fn unlimited<S: Scalar>(bracket: Option<Bracket<S>>) -> Bracket<S> {
    bracket.unwrap_or(Bracket { lower: S::ZERO, value: S::MAX, upper: S::INFINITY })
}
