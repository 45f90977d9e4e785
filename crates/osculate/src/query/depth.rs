//! Signed distances of cores: GJK while they are apart, the expansion when they are not. One
//! predicate decides between them (whether GJK found an axis that separates), so that they cannot
//! contradict each other.

use super::cache::Walked;
use super::request::{PairWork, Request, Walk, out_of_line};
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{
    AnyPair, Frame, Goal, Outcome, Pair, Search, Support, Vertices, Witnesses, is_surely_inside,
    touching,
};
use crate::kernel::penetration::{Aim, Near, expand, expand_again};
use crate::kernel::trace::Observer;
use crate::number::blocks::{MOST_TURNED, Turned};
use crate::number::vector::{Real, Vector};
use crate::shortcut::level::{self, Level};
use crate::shortcut::{Measured, Question};

/// Asks two shapes. Two small hulls are turned into the query's axes first, unless they are to be
/// asked `in_place`.
#[inline(always)]
pub(super) fn ask<V: Vector, A: Convex<V>, B: Convex<V>, W: PairWork<V>>(
    a: &A,
    b: &B,
    frame: Frame<V>,
    in_place: bool,
    work: W,
) -> W::Answer {
    match (a.core(), b.core()) {
        (Core::Points { points: p, axes: p_axes }, Core::Points { points: q, axes: q_axes })
            if !in_place && p.blocks.len().max(q.blocks.len()) <= MOST_TURNED =>
        {
            let (mut a, mut b) = (Turned::new(), Turned::new());
            a.fill(p.blocks, p_axes, frame.scale);
            b.fill(q.blocks, q_axes, frame.scale);
            work.on(&Pair { a: &a, b: &b, frame })
        }
        (
            Core::Cuboid { half_extents: p, axes: p_axes },
            Core::Cuboid { half_extents: q, axes: q_axes },
        ) => {
            let (a, b) = (frame.ask_cuboid(p, p_axes), frame.ask_cuboid(q, q_axes));
            work.on(&Pair { a, b, frame })
        }
        (p, q) => match (Search::of(p), Search::of(q)) {
            (Some((p, p_axes)), Some((q, q_axes))) => {
                let (a, b) = (frame.seek(p, p_axes), frame.seek(q, q_axes));
                work.on(&Pair { a, b, frame })
            }
            _ => work.on(&Pair { a: frame.ask(a), b: frame.ask(b), frame }),
        },
    }
}

/// How far apart, or how deep.
struct HowFar<'r, V: Vector, O> {
    request: &'r Request<'r, V>,
    goal: Goal<V::Scalar>,
    observer: &'r mut O,
    /// Where to keep what the next depth of the same two bodies can use.
    near: Option<&'r mut Near<V>>,
    /// Where to leave how GJK ended.
    walked: &'r mut Walked<V>,
}

impl<V: Vector, O: Observer<V>> PairWork<V> for HowFar<'_, V, O> {
    type Answer = Measured<V>;

    /// It is not inlined, so that hulls that have been turned share one copy, whatever their shapes
    /// were.
    #[inline(never)]
    fn on<A: Support<V>, B: Support<V>>(self, pair: &Pair<V, A, B>) -> Self::Answer {
        let Self { request, goal, observer, mut near, walked } = self;
        let face = request.face;
        if request.depth
            && !face.is_empty()
            && let Some(measured) =
                expand_again(pair, face, request.aim(&pair.frame, &goal), near.as_deref_mut())
                    .and_then(Measured::overlapping)
        {
            return measured;
        }
        // The expansion proves by itself that the origin is inside, so that GJK need not. If it
        // cannot, GJK is run again.
        let looking = goal.looking && !O::ACTIVE;
        let trusting = Goal { trusting: request.depth && !O::ACTIVE, looking, ..goal };
        let outcome = walked.insert(Outcome::nothing());
        Walk { request, goal: &trusting, observer: &mut *observer, outcome: &mut *outcome }
            .on(pair);
        let found_now = request.known.is_empty();
        let mut settles = is_settled(request, &pair.frame, outcome);
        let are_vertices = || found_now && outcome.is_asked();
        if !settles && !are_vertices() {
            if !request.depth && touching(pair, goal.width, outcome, found_now) {
                return Measured::ended_with(outcome).placed(pair);
            }
            // Points of a − b that were known or at hand need not be vertices, as those of an
            // expansion must.
            let steps = outcome.steps;
            request.walk_afresh(pair, &trusting, observer, outcome);
            outcome.steps += steps;
            settles = is_settled(request, &pair.frame, outcome);
        }
        if settles {
            return settled(pair, outcome);
        }
        let measured = conclude(request, pair, &goal, outcome, observer, near.as_deref_mut());
        let proved = measured.upper < V::Scalar::ZERO;
        if proved || !outcome.is_believed() {
            return measured;
        }
        let again = conclude_afresh(request, pair, &goal, outcome, observer, near);
        Measured { steps: measured.steps + again.steps, ..again }
    }
}

/// Whether GJK has said all that was asked: the cores are apart, or their depth is not asked for
/// and they surely overlap.
#[inline(always)]
fn is_settled<V: Vector>(
    request: &Request<'_, V>,
    frame: &Frame<V>,
    outcome: &Outcome<V, Witnesses<V>>,
) -> bool {
    let inside = || is_surely_inside(outcome.simplex.points(), frame.band);
    outcome.lower > V::Scalar::ZERO || (!request.depth && inside())
}

/// The answer if GJK has said all that was asked.
#[inline(always)]
fn settled<V: Vector>(
    pair: &(impl Vertices<V> + ?Sized),
    outcome: &Outcome<V, Witnesses<V>>,
) -> Measured<V> {
    let measured = Measured::ended_with(outcome).placed(pair);
    let apart = outcome.lower > V::Scalar::ZERO;
    Measured { away: if apart { measured.away } else { V::ZERO }, ..measured }
}

/// From GJK's end, if it has not said all that was asked, to the answer: at once if the cores just
/// touch, through the expansion if not.
///
/// It is not inlined: it takes a pair of any kind, and every crate takes this one's copy.
#[inline(never)]
fn conclude<V: Vector, O: Observer<V>>(
    request: &Request<'_, V>,
    pair: &dyn Vertices<V>,
    goal: &Goal<V::Scalar>,
    outcome: &mut Outcome<V, Witnesses<V>>,
    observer: &mut O,
    near: Option<&mut Near<V>>,
) -> Measured<V> {
    // Whoever asks for a depth wants the normal of a face.
    if !(O::ACTIVE || request.depth) && touching(pair, goal.width, outcome, true) {
        return Measured::ended_with(outcome).placed(pair);
    }
    let hint = (request.axis != V::ZERO).then_some(-request.axis);
    let depth = expand(pair, outcome, hint, request.aim(pair.frame(), goal), observer, near);
    let steps = outcome.steps + depth.steps;
    let inside = depth.lower > V::Scalar::ZERO;
    let measured = Measured { steps, ..Measured::expanded(depth, outcome.upper) };
    if inside && request.depth {
        return measured;
    }
    // The points that GJK found are as near as it says. Deepest points are so only if the origin is
    // inside, and they need not be common.
    let Measured { on_a, on_b, .. } = Measured::ended_with(outcome).placed(pair);
    Measured { on_a, on_b, ..measured }
}

/// The same, after GJK has been run once more.
#[cold]
#[inline(never)]
fn conclude_afresh<V: Vector, O: Observer<V>>(
    request: &Request<'_, V>,
    pair: &dyn Vertices<V>,
    goal: &Goal<V::Scalar>,
    outcome: &mut Outcome<V, Witnesses<V>>,
    observer: &mut O,
    near: Option<&mut Near<V>>,
) -> Measured<V> {
    request.walk_any_afresh(&pair.any(), goal, observer, outcome);
    if is_settled(request, pair.frame(), outcome) {
        return settled(pair, outcome);
    }
    conclude(request, pair, goal, outcome, observer, near)
}

/// What a shortcut finds. An observer wants to see GJK, and hears what would have answered.
#[inline(always)]
fn by_shortcut<V: Vector, L, A: Convex<V>, B: Convex<V>, O: Observer<V>>(
    question: &Question<'_, V, L, A, B>,
    observer: &mut O,
) -> Option<Measured<V>>
where
    L: Level<V, Found = Measured<V>>,
{
    if !O::ACTIVE {
        return question.answer().map(|(measured, _)| measured);
    }
    if let Some((_, name)) = question.answer() {
        observer.shortcut(name);
    }
    question.closed_form()
}

impl<V: Vector> Request<'_, V> {
    /// Runs GJK once more, without known vertices.
    fn walk_afresh<A: Support<V>, B: Support<V>>(
        &self,
        pair: &Pair<V, A, B>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
        outcome: &mut Outcome<V, Witnesses<V>>,
    ) {
        self.walk_any_afresh(&pair.any(), goal, observer, outcome);
    }

    /// The same of any pair: one copy of the code serves all.
    #[cold]
    #[inline(never)]
    fn walk_any_afresh(
        &self,
        pair: &AnyPair<'_, V>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
        outcome: &mut Outcome<V, Witnesses<V>>,
    ) {
        *outcome = Outcome::nothing();
        let goal = Goal { looking: false, ..*goal };
        let request = &Request { known: &[], ..*self };
        Walk { request, goal: &goal, observer, outcome }.on(pair);
    }

    /// When the expansion may end.
    fn aim(&self, frame: &Frame<V>, goal: &Goal<V::Scalar>) -> Aim<V::Scalar> {
        Aim { width: goal.width.max(frame.depth_width), steps: goal.steps }
    }

    /// Measures two shapes' cores.
    #[inline(always)]
    pub(super) fn measure<A: Convex<V>, B: Convex<V>, O: Observer<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        observer: &mut O,
        near: Option<&mut Near<V>>,
        walked: &mut Walked<V>,
    ) -> Measured<V> {
        let has_start = near.is_some() || !self.face.is_empty();
        let found = if self.depth {
            by_shortcut(&self.question(level::Depth, a, b, frame, has_start), observer)
        } else {
            by_shortcut(&self.question(level::Points, a, b, frame, has_start), observer)
        };
        if let Some(measured) = found {
            return measured;
        }
        let (request, frame) = (*self, *frame);
        out_of_line(move || {
            let goal = request.limits.goal(&frame, a.rounding() + b.rounding());
            let goal = Goal { looking: !request.depth, ..goal };
            let work = HowFar { request: &request, goal, observer, near, walked };
            ask(a, b, frame, request.in_place, work)
        })
    }
}
