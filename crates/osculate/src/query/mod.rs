//! What users call: [`intersects`] (level 1), [`distance`] (2), [`closest`] (3), and their warm forms: a [`Cache`] beside the query, or a [`Tracker`] of two bodies.
//!
//! A query takes two shapes, by value or reference, mostly `shape.at(pose)`. Pairs with a closed form take it, chosen by the type: ball,
//! capsule, point and segment against each other; ball and point against cuboid, cylinder and cone; a half-space against
//! anything; cuboid against cuboid by separating axes for [`intersects`], and cuboids and segments,
//! rounded or not, for depths. Polygons of up to 32 vertices are asked by their edges first,
//! polytopes of 5 to 44 by their faces whether they intersect. All others run GJK, and, if they
//! overlap and the depth is asked for, the expanding polytope.

mod answer;
mod balls;
mod boxes;
mod closed;
mod corners;
mod edges;
mod every;
mod faces;
mod facing;
mod fronts;
mod inside;
mod measure;
mod polygons;
mod polytopes;
mod rounds;
mod track;
mod warm;
mod zonotopes;

pub use answer::{Bracket, Closest, Gradient, Penetration, SignedDistance, Verdict};
pub use track::Tracker;
pub use warm::{Cache, Gjk};

use arrayvec::ArrayVec;

use answer::Shapes;
use boxes::Boxes;
use measure::{Question, ask};
use polygons::{Polygons, Span};
use polytopes::{Polytopes, Told};

use crate::convex::Convex;
use crate::gjk::{Ended, Frame, Goal, Outcome, Pair, Record, Seed, Support, Witnesses, run};
use crate::penetration::{FaceAxes, Near};
use crate::trace::Observer;
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
    unlimited(Request::default().distance::<(), _, _>(&a, &b, &Frame::new(&a, &b), &mut None))
}

/// The distance of two shapes, or `None` as soon as it is known to be more than `most`.
#[inline]
pub fn distance_within<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    most: V::Scalar,
) -> Option<Bracket<V::Scalar>> {
    let request = Request { most, ..Request::default() };
    request.distance::<(), _, _>(&a, &b, &Frame::new(&a, &b), &mut None)
}

/// The closest points of two shapes, and all that is known of them.
#[inline]
pub fn closest<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
    trace(a, b, &mut ())
}

/// Like [`closest`], showing each step on the way: of GJK, and of the expanding polytope that finds the normal of shapes that touch.
/// It is GJK that is shown, also of polygons that [`closest`] measures without it.
pub fn trace<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    observer: &mut impl Observer<V>,
) -> Closest<V> {
    let frame = Frame::new(&a, &b);
    Request::default().closest(&a, &b, &frame, observer, &mut None)
}

/// How deep two shapes overlap, the shortest way out, and the deepest points; `None` if they are apart, which is all that is then found out.
#[inline]
pub fn penetration<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Option<Penetration<V>> {
    // Before anything is scaled, as for yes or no.
    let reach = (a.extent() + b.extent()) + (a.radius() + b.radius());
    if balls::are_apart(&a, &b, b.origin() - a.origin(), reach) {
        return None;
    }
    trace_penetration(a, b, &mut ())
}

/// Like [`penetration`], showing each step on the way: of GJK, and of the expanding polytope after it. They are shown also of cuboids and segments, whose
/// depth [`penetration`] has in closed form.
///
/// ```
/// use osculate::{DVec3, Pose, shape::Cuboid, trace::{Expansion, Observer, Step}, trace_penetration, Convex};
///
/// /// Counts the faces of each polytope.
/// struct Faces(Vec<usize>);
/// impl Observer<DVec3> for Faces {
///     fn step(&mut self, _: Step<'_, DVec3>) {}
///     fn expansion(&mut self, polytope: Expansion<'_, DVec3>) {
///         self.0.push(polytope.faces.len());
///     }
/// }
///
/// let cube = Cuboid::new(DVec3::ONE)?;
/// let other = cube.at(Pose::from_translation(DVec3::new(1.5, 0.5, 0.25))?);
/// let mut seen = Faces(Vec::new());
/// let depth = trace_penetration(&cube, &other, &mut seen).expect("they overlap").depth;
/// assert!((depth.value - 0.5).abs() < 1e-12);
/// assert_eq!(seen.0[0], 4, "a tetrahedron at first");
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
pub fn trace_penetration<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    observer: &mut impl Observer<V>,
) -> Option<Penetration<V>> {
    // Shapes that are apart are not asked how far.
    let request = Request { depth: true, most: V::Scalar::ZERO, ..Request::default() };
    let frame = Frame::new(&a, &b);
    let measured = request.measure(&a, &b, &frame, observer, None, &mut None);
    Shapes::new(&a, &b, &frame).penetration(&measured)
}

/// The distance of two shapes, or less than zero by their depth: one number across contact, with its normal.
#[inline]
pub fn signed_distance<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> SignedDistance<V> {
    signed_within(&a, &b, V::Scalar::INFINITY)
}

/// The signed distance, of interest only up to `most`; if it ended beyond that, nothing else of it is meant.
#[inline(always)]
pub(crate) fn signed_within<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    most: V::Scalar,
) -> SignedDistance<V> {
    let frame = Frame::new(a, b);
    let request = Request { depth: true, most, ..Request::default() };
    request.signed_distance(a, b, &frame, None, &mut None).0
}

/// A distance, if it is within what was asked.
type Within<S> = Option<Bracket<S>>;

/// How GJK ended, if it was asked.
type Walked<V> = Option<Outcome<V, Witnesses<V>>>;

/// What is asked beside the shapes.
#[derive(Clone, Copy, Debug)]
struct Request<'k, V: Vector> {
    /// The bracket may be this share of the distance wide.
    relative: V::Scalar,
    /// The bracket may be this wide.
    absolute: V::Scalar,
    /// Distances beyond this need not be known.
    most: V::Scalar,
    /// Whether overlapping shapes are asked how deep.
    depth: bool,
    /// What an earlier query found.
    cache: Cache<V>,
    /// Vertices that are known already, to start from rather than from those that the cache's axes find.
    known: &'k [[V; 2]],
    /// Whether the shapes are asked where they are, not turned as a whole first: of whom points are kept.
    in_place: bool,
}

impl<V: Vector> Default for Request<'_, V> {
    #[inline(always)]
    fn default() -> Self {
        let zero = V::Scalar::ZERO;
        let most = V::Scalar::INFINITY;
        let (cache, known) = (Cache::EMPTY, &[]);
        Self { relative: zero, absolute: zero, most, depth: false, cache, known, in_place: false }
    }
}

/// GJK without a record of the vertices, for levels 1 and 2, or with one, for caches.
struct Walk<'r, V: Vector, R> {
    request: &'r Request<'r, V>,
    goal: Goal<V::Scalar>,
    outcome: &'r mut Outcome<V, R>,
}

impl<V: Vector, R: Record<V>> Question<V> for Walk<'_, V, R> {
    type Answer = ();
    #[inline(always)]
    fn ask<A: Support<V>, B: Support<V>>(self, pair: &Pair<V, A, B>) {
        self.request.walk(pair, &self.goal, &mut (), self.outcome);
    }
}

impl<V: Vector> Request<'_, V> {
    /// When GJK may stop; `most` is the distance of the cores, in the user's units, beyond which nobody asks.
    #[inline(always)]
    fn goal(&self, frame: &Frame<V>, most: V::Scalar) -> Goal<V::Scalar> {
        Goal {
            beyond: most * frame.scale + frame.band,
            relative: self.relative,
            width: frame.width.max(self.absolute * frame.scale),
            trusting: false,
            looking: !self.depth,
        }
    }

    /// The first axis.
    #[inline(always)]
    fn start<A: Support<V>, B: Support<V>>(&self, pair: &Pair<V, A, B>) -> V {
        if self.cache.axis == V::ZERO { pair.start() } else { self.cache.axis }
    }

    /// Whether balls about the origins tell that the shapes are further apart than anybody asks.
    #[inline(always)]
    fn is_beyond<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B, frame: &Frame<V>) -> bool {
        let most = (a.radius() + b.radius() + self.most) * frame.scale;
        // Of the least size, extents are off by as much as vertices.
        self.most < V::Scalar::INFINITY
            && balls::are_apart(a, b, frame.offset, frame.extents() + frame.band + most)
    }

    /// Runs GJK from what is known, to an outcome that is nothing yet.
    #[inline(always)]
    fn walk<A: Support<V>, B: Support<V>, R: Record<V>>(
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
            Seed { points: &found, axes: self.cache.seed() }
        } else {
            Seed { points: self.known, axes: core::slice::from_ref(&self.cache.axis) }
        };
        let separated = !self.known.is_empty() && self.cache.axis != V::ZERO;
        run(pair, start, separated, seed, goal, observer, outcome);
    }

    /// Runs GJK up to the distance `most` of the cores.
    #[inline(always)]
    fn run<A: Convex<V>, B: Convex<V>, R: Record<V>>(
        &self,
        a: &A,
        b: &B,
        frame: Frame<V>,
        most: V::Scalar,
        outcome: &mut Outcome<V, R>,
    ) {
        let goal = self.goal(&frame, most);
        self.ask(a, b, frame, Walk { request: self, goal, outcome });
    }

    /// Asks two shapes.
    #[inline(always)]
    fn ask<A: Convex<V>, B: Convex<V>, Q: Question<V>>(
        &self,
        a: &A,
        b: &B,
        frame: Frame<V>,
        question: Q,
    ) -> Q::Answer {
        ask(a, b, frame, self.in_place, question)
    }

    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B) -> (bool, V) {
        let radius = a.radius() + b.radius();
        // Before anything is scaled.
        let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
        if balls::are_apart(a, b, way, extents[0] + extents[1] + radius) {
            return (false, -way * way.abs().max_element().scale_to_one());
        }
        if balls::meet(way, a.inner_extent() + b.inner_extent() + radius) {
            return (true, V::ZERO);
        }
        let frame = Frame::over(a, b, way, extents);
        if radius == V::Scalar::ZERO {
            let boxes = Boxes::new(a.core(), b.core(), &frame).and_then(|boxes| boxes.intersect());
            let goal = || self.goal(&frame, radius);
            let polygons = || Some((Polygons::new(a, b, &frame)?.intersect(goal)?, V::ZERO));
            if let Some(answer) = boxes.or_else(polygons) {
                return answer;
            }
        }
        let told = |outcome: &Outcome<V, ()>| {
            let lower = outcome.lower - frame.band;
            let apart = outcome.ended == Ended::Beyond || lower > radius * frame.scale;
            (!apart, outcome.axis)
        };
        if let Some(outcome) = closed::answer(a, b, &frame) {
            return told(&outcome.without_record());
        }
        // What is this far apart is so for every way of looking, so that neither a cache nor the faces can contradict GJK.
        let goal = self.goal(&frame, radius);
        let surely = goal.beyond + goal.width;
        if self.cache.axis != V::ZERO {
            let pair = Pair { a: frame.ask(a), b: frame.ask(b), frame };
            if pair.is_beyond(self.cache.axis, surely) {
                return (false, self.cache.axis);
            }
        }
        if let Some(polytopes) = Polytopes::new(a, b, &frame) {
            match polytopes.tell(surely) {
                Told::Apart(axis) => return (false, axis),
                Told::Together => return (true, V::ZERO),
                Told::Doubt => {}
            }
        }
        let request = Self { cache: Cache::EMPTY, ..*self };
        let by_steps = move || {
            let mut outcome = Outcome::<V, ()>::nothing();
            request.run(a, b, frame, radius, &mut outcome);
            told(&outcome)
        };
        if V::DIM == 2 { aside(by_steps) } else { by_steps() }
    }

    #[inline(always)]
    fn distance<R: Record<V>, A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        walked: &mut Option<Outcome<V, R>>,
    ) -> Within<V::Scalar> {
        let radius = a.radius() + b.radius();
        if let Some(outcome) = closed::answer(a, b, frame) {
            return self.within(outcome.lower, outcome.upper, frame, radius);
        }
        if self.is_beyond(a, b, frame) {
            return None;
        }
        let zero = V::Scalar::ZERO;
        if balls::meet_within(frame, a.inner_extent() + b.inner_extent() + radius) {
            return self.within(zero, zero, frame, radius);
        }
        if let Some(polygons) = Polygons::new(a, b, frame) {
            if polygons.overlap_by_middles() {
                return self.within(zero, zero, frame, radius);
            }
            // It is as fast without a start.
            match polygons.span(&self.goal(frame, radius + self.most)) {
                Span::Overlap => return self.within(zero, zero, frame, radius),
                Span::Apart { lower, upper } => {
                    return self.within(lower.max(zero), upper, frame, radius);
                }
                Span::Doubt => {}
            }
        }
        let (request, frame) = (*self, *frame);
        let mut by_steps = move || {
            let outcome = walked.insert(Outcome::nothing());
            request.run(a, b, frame, radius + request.most, outcome);
            if outcome.ended == Ended::Beyond {
                return None;
            }
            request.within(outcome.lower, outcome.upper, &frame, radius)
        };
        if V::DIM == 2 { aside(by_steps) } else { by_steps() }
    }

    /// The distance, if it is within what was asked.
    #[inline(always)]
    fn within(
        &self,
        lower: V::Scalar,
        upper: V::Scalar,
        frame: &Frame<V>,
        radius: V::Scalar,
    ) -> Within<V::Scalar> {
        let bracket = Bracket::around(lower, upper, frame.band, frame.unit, radius);
        (bracket.lower <= self.most).then_some(bracket)
    }

    #[inline(always)]
    fn closest<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        observer: &mut impl Observer<V>,
        walked: &mut Walked<V>,
    ) -> Closest<V> {
        let measured = self.measure(a, b, frame, observer, None, walked);
        Shapes::new(a, b, frame).closest(&measured)
    }

    /// `near` is where to keep what the next depth of the same two bodies can use.
    #[inline(always)]
    fn signed_distance<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        near: Option<&mut Near<V>>,
        walked: &mut Walked<V>,
    ) -> (SignedDistance<V>, FaceAxes<V>) {
        let measured = self.measure(a, b, frame, &mut (), near, walked);
        (Shapes::new(a, b, frame).signed(&measured), measured.face)
    }
}

/// Does by itself what few queries of the plane need, so that it is not made ready for all: the work brings copies of what it reads.
#[inline(never)]
fn aside<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// What a distance without a limit always has.
#[inline(always)]
fn unlimited<S: Scalar>(bracket: Option<Bracket<S>>) -> Bracket<S> {
    bracket.unwrap_or(Bracket { lower: S::ZERO, value: S::MAX, upper: S::INFINITY })
}
