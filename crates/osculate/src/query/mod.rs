//! What users call: [`intersects`] (level 1), [`distance`] (2), [`closest`] (3), and their warm
//! forms: a [`Cache`] beside the query, or a [`Tracker`] of two bodies.
//!
//! A query takes two shapes, by value or reference, mostly `shape.at(pose)`. What the kinds of both
//! shapes know may answer it (`shortcut`): bounding balls, closed forms, separating axes of boxes,
//! edges of polygons, faces of polytopes. A pair that none of these answers runs GJK, and, if it
//! overlaps and the depth is asked for, the expanding polytope.

mod answer;
mod cache;
mod depth;
mod gjk;
mod memory;
mod tracker;

pub use answer::{Bracket, Closest, Gradient, Penetration, SignedDistance, Verdict};
pub use cache::Cache;
pub use gjk::Gjk;
pub use tracker::Tracker;

use core::marker::PhantomData;

use arrayvec::ArrayVec;

use answer::Shapes;
use depth::{PairWork, ask};

use crate::convex::Convex;
use crate::gjk::{
    Ended, Frame, Goal, Limits, Outcome, Pair, Record, Seed, Support, Witnesses, run,
};
use crate::penetration::{FaceAxes, Near};
use crate::shortcut::level::{self, Level};
use crate::shortcut::measured::Separated;
use crate::shortcut::{self, Decided, Gap, Question};
use crate::trace::Observer;
use crate::vector::{Real, Scalar, Vector};

/// Whether the two shapes have a point in common. Touching shapes do: sets are closed. It is false
/// only for shapes that are apart beyond the reach of rounding.
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
    let request = Request::within(most);
    request.distance::<(), _, _>(&a, &b, &Frame::new(&a, &b), &mut None)
}

/// The closest points of two shapes, and all that is known of them.
#[inline]
pub fn closest<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
    trace(a, b, &mut ())
}

/// Like [`closest`], showing each step on the way: of GJK, and of the expanding polytope that finds
/// the normal of shapes that touch. It is GJK that is shown, also of polygons that [`closest`]
/// measures without it.
pub fn trace<V: Vector>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    observer: &mut impl Observer<V>,
) -> Closest<V> {
    let frame = Frame::new(&a, &b);
    Request::default().closest(&a, &b, &frame, observer, &mut None)
}

/// How deep two shapes overlap, the shortest way out, and the deepest points; `None` if they are
/// apart, which is all that is then found out.
#[inline]
pub fn penetration<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> Option<Penetration<V>> {
    // Before anything is scaled, as for yes or no.
    let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
    if let Some(Decided::Apart(_)) = shortcut::before_the_frame(&a, &b, way, extents) {
        return None;
    }
    trace_penetration(a, b, &mut ())
}

/// Like [`penetration`], showing each step on the way: of GJK, and of the expanding polytope after
/// it. They are shown also of cuboids and segments, whose depth [`penetration`] has in closed form.
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
    let request = Request { depth: true, ..Request::within(V::Scalar::ZERO) };
    let frame = Frame::new(&a, &b);
    let measured = request.measure(&a, &b, &frame, observer, None, &mut None);
    Shapes::new(&a, &b, &frame).penetration(&measured)
}

/// The distance of two shapes, or less than zero by their depth: one number across contact, with
/// its normal.
#[inline]
pub fn signed_distance<V: Vector>(a: impl Convex<V>, b: impl Convex<V>) -> SignedDistance<V> {
    signed_within(&a, &b, V::Scalar::INFINITY)
}

/// The signed distance, of interest only up to `most`; if it ended beyond that, nothing else of it
/// is meant.
#[inline(always)]
pub(crate) fn signed_within<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    most: V::Scalar,
) -> SignedDistance<V> {
    let frame = Frame::new(a, b);
    let request = Request { depth: true, ..Request::within(most) };
    request.signed_distance(a, b, &frame, None, &mut None).0
}

/// Which shortcut answers a query, by the name that [`Observer::shortcut`] hears; `None` where GJK
/// does. For the tests that hold each shortcut to its reason.
#[doc(hidden)]
pub fn shortcut_of<V: Vector>(
    query: &str,
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
) -> Option<&'static str> {
    let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
    let frame = Frame::over(&a, &b, way, extents);
    let (request, none) = (Request::default(), Request::within(V::Scalar::ZERO));
    match query {
        "intersects" => match shortcut::before_the_frame(&a, &b, way, extents) {
            Some(_) => Some("bounding balls"),
            None => Some(none.question(level::Verdict, &a, &b, &frame, false).answer()?.1),
        },
        "distance" => Some(request.question(level::Distance, &a, &b, &frame, false).answer()?.1),
        "closest" => Some(request.question(level::Points, &a, &b, &frame, false).answer()?.1),
        "penetration" => Some(none.question(level::Depth, &a, &b, &frame, false).answer()?.1),
        _ => None,
    }
}

/// A distance, if it is within what was asked.
type Within<S> = Option<Bracket<S>>;

/// How GJK ended, if it was asked.
type Walked<V> = Option<Outcome<V, Witnesses<V>>>;

/// What is asked beside the shapes.
#[derive(Clone, Copy, Debug)]
struct Request<'k, V: Vector> {
    limits: Limits<V::Scalar>,
    /// Whether overlapping shapes are asked how deep.
    depth: bool,
    /// What an earlier query found.
    cache: Cache<V>,
    /// Vertices that are known already, to start from rather than from those that the cache's axes
    /// find.
    known: &'k [[V; 2]],
    /// Whether the shapes are asked where they are, not turned as a whole first: of whom points
    /// are kept.
    in_place: bool,
}

impl<V: Vector> Default for Request<'_, V> {
    #[inline(always)]
    fn default() -> Self {
        let (cache, known) = (Cache::EMPTY, &[]);
        Self { limits: Limits::NONE, depth: false, cache, known, in_place: false }
    }
}

/// GJK without a record of the vertices, for levels 1 and 2, or with one, for caches.
struct Walk<'r, V: Vector, R> {
    request: &'r Request<'r, V>,
    goal: Goal<V::Scalar>,
    outcome: &'r mut Outcome<V, R>,
}

impl<V: Vector, R: Record<V>> PairWork<V> for Walk<'_, V, R> {
    type Answer = ();
    #[inline(always)]
    fn on<A: Support<V>, B: Support<V>>(self, pair: &Pair<V, A, B>) {
        self.request.walk(pair, &self.goal, &mut (), self.outcome);
    }
}

impl<V: Vector> Request<'_, V> {
    /// Everything up to this distance.
    #[inline(always)]
    fn within(most: V::Scalar) -> Self {
        Self { limits: Limits { most, ..Limits::NONE }, ..Self::default() }
    }

    /// What the shortcuts are asked.
    #[inline(always)]
    fn question<'q, L: Level<V>, A: Convex<V>, B: Convex<V>>(
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

    /// Runs GJK on the cores; `radius` is the sum of the radii.
    #[inline(always)]
    fn run<A: Convex<V>, B: Convex<V>, R: Record<V>>(
        &self,
        a: &A,
        b: &B,
        frame: Frame<V>,
        radius: V::Scalar,
        outcome: &mut Outcome<V, R>,
    ) {
        let goal = self.limits.goal(&frame, radius);
        self.ask(a, b, frame, Walk { request: self, goal, outcome });
    }

    /// Asks two shapes.
    #[inline(always)]
    fn ask<A: Convex<V>, B: Convex<V>, W: PairWork<V>>(
        &self,
        a: &A,
        b: &B,
        frame: Frame<V>,
        work: W,
    ) -> W::Answer {
        ask(a, b, frame, self.in_place, work)
    }

    /// Yes or no, and the axis to remember. It separates the shapes only if they are apart.
    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B) -> (bool, V) {
        let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
        let radius = a.radius() + b.radius();
        if let Some(found) = shortcut::before_the_frame(a, b, way, extents) {
            return verdict(found);
        }
        let frame = Frame::over(a, b, way, extents);
        let limits = Limits { most: V::Scalar::ZERO, ..self.limits };
        let request = Self { limits, ..*self };
        let question = request.question(level::Verdict, a, b, &frame, false);
        if let Some((found, _)) = question.answer() {
            return verdict(found);
        }
        let request = Self { cache: Cache::EMPTY, ..request };
        let by_steps = move || {
            let mut outcome = Outcome::<V, ()>::nothing();
            request.run(a, b, frame, radius, &mut outcome);
            let lower = outcome.lower - frame.band;
            let apart = outcome.ended == Ended::Beyond || lower > radius * frame.scale;
            (!apart, outcome.axis)
        };
        if V::DIM == 2 { out_of_line(by_steps) } else { by_steps() }
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
        let question = self.question(level::Distance, a, b, frame, false);
        match question.answer() {
            Some((Gap::Beyond, _)) => return None,
            Some((Gap::Between { lower, upper }, _)) => {
                return self.bracket(lower, upper, frame, radius);
            }
            None => {}
        }
        let (request, frame) = (*self, *frame);
        let mut by_steps = move || {
            let outcome = walked.insert(Outcome::nothing());
            request.run(a, b, frame, radius, outcome);
            if outcome.ended == Ended::Beyond {
                return None;
            }
            request.bracket(outcome.lower, outcome.upper, &frame, radius)
        };
        if V::DIM == 2 { out_of_line(by_steps) } else { by_steps() }
    }

    /// The distance, if it is within what was asked.
    #[inline(always)]
    fn bracket(
        &self,
        lower: V::Scalar,
        upper: V::Scalar,
        frame: &Frame<V>,
        radius: V::Scalar,
    ) -> Within<V::Scalar> {
        let bracket = Bracket::around(lower, upper, frame.band, frame.unit, radius);
        (bracket.lower <= self.limits.most).then_some(bracket)
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

/// Yes or no, and the axis that separates the shapes.
fn verdict<V: Vector>(decided: Decided<V>) -> (bool, V) {
    match decided {
        Decided::Apart(Separated { axis, .. }) => (false, axis),
        Decided::Together => (true, V::ZERO),
    }
}

/// Does by itself what few queries of the plane need, so that it is not made ready for all: the
/// work brings copies of what it reads.
#[inline(never)]
fn out_of_line<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// What a distance without a limit always has.
#[inline(always)]
fn unlimited<S: Scalar>(bracket: Option<Bracket<S>>) -> Bracket<S> {
    bracket.unwrap_or(Bracket { lower: S::ZERO, value: S::MAX, upper: S::INFINITY })
}
