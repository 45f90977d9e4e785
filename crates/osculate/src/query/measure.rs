//! Signed distances of cores: GJK while they are apart, the expansion when they are not. One predicate decides between
//! them (whether GJK found an axis that separates), so that they cannot contradict each other.

use super::boxes::{Boxes, Separated};
use super::facing::{self, Facing};
use super::fronts;
use super::polygons::Polygons;
use super::{Request, Walked, balls, closed, inside, rounds, zonotopes};
use crate::blocks::{MOST_TURNED, Turned};
use crate::convex::{Convex, Core};
use crate::gjk::{Ended, Frame, Goal, Outcome, Pair, Support, Witnesses, nearest_side, touching};
use crate::penetration::{Depth, FaceAxes, Near, expand, expand_again};
use crate::simplex::combine;
use crate::trace::Observer;
use crate::vector::{Real, Scalar, Vector};

/// What is known of two cores. Lengths are scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured<V: Vector> {
    /// The signed distance is at least this, but for the band.
    pub lower: V::Scalar,
    /// The signed distance is at most this, but for the band.
    pub upper: V::Scalar,
    /// The normal, from a to b, of any length; zero only for cores that overlap and were not asked how deep.
    pub away: V,
    /// Points of the cores that are the signed distance apart, from the shapes' origins.
    pub on_a: V,
    pub on_b: V,
    /// Of cores that overlap, the axes that find the corners of the nearest face of `a − b`.
    pub face: FaceAxes<V>,
    pub steps: u32,
    pub ended: Ended,
}

/// A question about a pair, whatever way the pair answers support.
pub(super) trait Question<V: Vector> {
    type Answer;
    fn ask<A: Support<V>, B: Support<V>>(self, pair: &Pair<V, A, B>) -> Self::Answer;
}

/// Asks two shapes. Two small hulls are turned into the query's axes first, unless they are to be asked `in_place`.
#[inline(always)]
pub(super) fn ask<V: Vector, A: Convex<V>, B: Convex<V>, Q: Question<V>>(
    a: &A,
    b: &B,
    frame: Frame<V>,
    in_place: bool,
    question: Q,
) -> Q::Answer {
    match (a.core(), b.core()) {
        (
            Core::Corners { corners: p, axes: p_axes },
            Core::Corners { corners: q, axes: q_axes },
        ) => {
            let (a, b) = (frame.seek(p, p_axes), frame.seek(q, q_axes));
            question.ask(&Pair { a, b, frame })
        }
        (Core::Points { points: p, axes: p_axes }, Core::Points { points: q, axes: q_axes })
            if !in_place && p.blocks.len().max(q.blocks.len()) <= MOST_TURNED =>
        {
            let (mut a, mut b) = (Turned::new(), Turned::new());
            a.fill(p.blocks, p_axes, frame.scale);
            b.fill(q.blocks, q_axes, frame.scale);
            question.ask(&Pair { a: &a, b: &b, frame })
        }
        _ => question.ask(&Pair { a: frame.ask(a), b: frame.ask(b), frame }),
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

impl<V: Vector, O: Observer<V>> Question<V> for HowFar<'_, V, O> {
    type Answer = Measured<V>;

    /// By itself, so that hulls that have been turned, whatever their shapes were, share one.
    #[inline(never)]
    fn ask<A: Support<V>, B: Support<V>>(self, pair: &Pair<V, A, B>) -> Self::Answer {
        let Self { request, goal, observer, mut near, walked } = self;
        let face = request.cache.face.as_slice();
        if request.depth
            && !face.is_empty()
            && let Some(depth) =
                expand_again(pair, face, request.depth_width(pair, &goal), near.as_deref_mut())
        {
            return Measured::overlapping(depth, V::Scalar::INFINITY);
        }
        // The expansion proves the origin inside, and nobody needs GJK's word for it. If it cannot, GJK looks again.
        let looking = goal.looking && !O::ACTIVE;
        let trusting = Goal { trusting: request.depth && !O::ACTIVE, looking, ..goal };
        let outcome = walked.insert(Outcome::nothing());
        request.walk(pair, &trusting, observer, outcome);
        let found_now = request.known.is_empty();
        let are_vertices = found_now && outcome.is_asked();
        if !are_vertices && !is_settled(request, pair, outcome) {
            if !request.depth && touching(pair, goal.width, outcome, found_now) {
                return Measured::apart(outcome).placed(pair);
            }
            // Points of a − b that were known or at hand need not be vertices, as those of an expansion must.
            let steps = outcome.steps;
            request.walk_afresh(pair, &trusting, observer, outcome);
            outcome.steps += steps;
        }
        let measured = conclude(request, pair, &goal, outcome, observer, near.as_deref_mut());
        let proved = measured.upper < V::Scalar::ZERO;
        if proved || !outcome.is_believed() {
            return measured;
        }
        request.walk_afresh(pair, &goal, observer, outcome);
        let again = conclude(request, &pair.any(), &goal, outcome, observer, near);
        Measured { steps: measured.steps + again.steps, ..again }
    }
}

/// Whether GJK has said all that was asked: the cores are apart, or their depth is not asked for and they surely overlap.
#[inline(always)]
fn is_settled<V: Vector, A, B>(
    request: &Request<'_, V>,
    pair: &Pair<V, A, B>,
    outcome: &Outcome<V, Witnesses<V>>,
) -> bool {
    let inside =
        || nearest_side(outcome.simplex.points()).is_some_and(|(d, _)| d > pair.frame.band);
    outcome.lower > V::Scalar::ZERO || (!request.depth && inside())
}

/// From GJK's end to the answer: at once if the cores are apart or just touch, through the expansion if not.
fn conclude<V: Vector, A: Support<V>, B: Support<V>, O: Observer<V>>(
    request: &Request<'_, V>,
    pair: &Pair<V, A, B>,
    goal: &Goal<V::Scalar>,
    outcome: &mut Outcome<V, Witnesses<V>>,
    observer: &mut O,
    near: Option<&mut Near<V>>,
) -> Measured<V> {
    if is_settled(request, pair, outcome) {
        let measured = Measured::apart(outcome).placed(pair);
        let apart = outcome.lower > V::Scalar::ZERO;
        return Measured { away: if apart { measured.away } else { V::ZERO }, ..measured };
    }
    // Whoever asks for a depth wants the normal of a face.
    if !(O::ACTIVE || request.depth) && touching(pair, goal.width, outcome, true) {
        return Measured::apart(outcome).placed(pair);
    }
    let hint = (request.cache.axis != V::ZERO).then_some(-request.cache.axis);
    let depth = expand(pair, outcome, hint, request.depth_width(pair, goal), observer, near);
    let steps = outcome.steps + depth.steps;
    Measured { steps, ..Measured::overlapping(depth, outcome.upper) }
}

impl<V: Vector> Measured<V> {
    /// Of length 1, and computed only where it is asked for.
    #[inline(always)]
    pub(super) fn normal(&self) -> Option<V> {
        self.away.try_normalize()
    }

    /// What GJK's end says.
    #[inline(always)]
    fn apart(outcome: &Outcome<V, Witnesses<V>>) -> Self {
        let gather = |points: &[V; 4]| {
            let mut held = [V::ZERO; 4];
            for (to, slot) in held.iter_mut().zip(outcome.simplex.slots()) {
                *to = points[slot];
            }
            combine(&held[..outcome.simplex.points().len()], &outcome.weights)
        };
        let (on_a, on_b) = (gather(&outcome.record.on_a), gather(&outcome.record.on_b));
        let away = -outcome.axis;
        let Outcome { lower, upper, steps, ended, .. } = *outcome;
        Self { lower, upper, away, on_a, on_b, face: FaceAxes::EMPTY, steps, ended }
    }

    /// The same, with points in the shapes' own axes turned into the world's.
    #[inline(always)]
    fn placed<A: Support<V>, B: Support<V>>(mut self, pair: &Pair<V, A, B>) -> Self {
        (self.on_a, self.on_b) = pair.place(self.on_a, self.on_b);
        self
    }

    /// The same, or what is known of shapes that are round about nearly parallel axes, if that is
    /// narrower.
    #[cold]
    fn or_narrower<A: Convex<V>, B: Convex<V>>(self, a: &A, b: &B, frame: &Frame<V>) -> Self {
        let half = (self.upper - self.lower) * V::Scalar::from_f64(0.5);
        let depth = rounds::overlap(a, b, frame, half);
        depth.map_or(self, |depth| Self::overlapping(depth, V::Scalar::INFINITY))
    }

    /// Cores that are further apart than anybody asks.
    #[inline(always)]
    fn beyond(frame: &Frame<V>) -> Self {
        let apart = frame.offset.length_squared().sqrt();
        Self::separated(Separated { axis: -frame.offset, by: apart - frame.extents() })
    }

    /// Cores that an axis keeps further apart than anybody asks.
    #[inline(always)]
    fn separated(Separated { axis, by: lower }: Separated<V>) -> Self {
        let (upper, away, on_a, on_b) = (V::Scalar::INFINITY, -axis, V::ZERO, V::ZERO);
        let (face, ended) = (FaceAxes::EMPTY, Ended::Beyond);
        Self { lower, upper, away, on_a, on_b, face, steps: 0, ended }
    }

    /// Cores with a common point.
    #[inline(always)]
    fn common(on_a: V, on_b: V) -> Self {
        let (lower, upper) = (V::Scalar::ZERO, V::Scalar::ZERO);
        let (face, ended) = (FaceAxes::EMPTY, Ended::Converged);
        Self { lower, upper, away: V::ZERO, on_a, on_b, face, steps: 0, ended }
    }

    /// What the expansion says, of cores that GJK found to be no further apart than `nearest`.
    pub(super) fn overlapping(depth: Depth<V>, nearest: V::Scalar) -> Self {
        // Faces that all have the origin behind them prove it inside. If one has it in front, as a
        // sliver's plane may by rounding, that face proves nothing: GJK's point still does.
        let inside = depth.lower > V::Scalar::ZERO;
        let Depth { lower, upper, axis: away, on_a, on_b, face, steps, ended, .. } = depth;
        let upper_distance = if inside { -lower } else { nearest.max(-upper) };
        Self { lower: -upper, upper: upper_distance, away, on_a, on_b, face, steps, ended }
    }
}

impl<V: Vector> Request<'_, V> {
    /// Runs GJK once more, without known vertices.
    #[cold]
    fn walk_afresh<A: Support<V>, B: Support<V>>(
        &self,
        pair: &Pair<V, A, B>,
        goal: &Goal<V::Scalar>,
        observer: &mut impl Observer<V>,
        outcome: &mut Outcome<V, Witnesses<V>>,
    ) {
        *outcome = Outcome::nothing();
        let goal = Goal { looking: false, ..*goal };
        Request { known: &[], ..*self }.walk(&pair.any(), &goal, observer, outcome);
    }

    /// How wide the bracket of a depth may be.
    fn depth_width<A, B>(&self, pair: &Pair<V, A, B>, goal: &Goal<V::Scalar>) -> V::Scalar {
        goal.width.max(pair.frame.depth_width)
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
        if let Some(outcome) = closed::answer(a, b, frame) {
            // Cores that touch have no normal in closed form, unless one is a half-space.
            let half_space = matches!(a.core(), Core::HalfSpace { .. })
                || matches!(b.core(), Core::HalfSpace { .. });
            if half_space || outcome.upper > frame.width {
                let measured = Measured::apart(&outcome);
                return Measured { upper: outcome.lower, ..measured };
            }
            if self.depth
                && !O::ACTIVE
                && let Some(depth) = inside::overlap(a, b, frame)
            {
                return Measured::overlapping(depth, outcome.upper);
            }
        }
        let goal = self.goal(frame, a.radius() + b.radius() + self.most);
        // Who looks on wants to see GJK.
        if !O::ACTIVE {
            if self.is_beyond(a, b, frame) {
                return Measured::beyond(frame);
            }
            if !self.depth
                && let Some((on_a, on_b)) = balls::common(a, b, frame)
            {
                return Measured::common(on_a, on_b);
            }
            // Who asks only for a depth, or up to a margin, first asks whether they are apart.
            if self.depth
                && self.most < V::Scalar::INFINITY
                && !balls::meet_within(frame, a.inner_extent() + b.inner_extent())
                && let Some(boxes) = Boxes::new(a.core(), b.core(), frame)
                && let Some(separated) = boxes.separated(goal.beyond)
            {
                return Measured::separated(separated);
            }
            if self.depth
                && let Some(depth) = zonotopes::overlap(a, b, frame).or_else(|| {
                    let most = frame.depth_width * V::Scalar::from_f64(rounds::SHARE);
                    rounds::overlap(a, b, frame, most)
                })
            {
                return Measured::overlapping(depth, V::Scalar::INFINITY);
            }
        }
        if !O::ACTIVE
            && let Some(polygons) = Polygons::new(a, b, frame)
        {
            if !self.depth
                && let Some((on_a, on_b)) = polygons.common()
            {
                return Measured::common(on_a, on_b);
            }
            // Polygons that are asked only whether they overlap, and how deep, mostly do.
            if polygons.have_windows() && !(self.depth && self.most <= V::Scalar::ZERO) {
                match facing::look::<V, true>(&polygons, &goal) {
                    Facing::Overlap(on_a, on_b) if !self.depth => {
                        return Measured::common(on_a, on_b);
                    }
                    Facing::Near(near) => {
                        if let Some(measured) = near.measured(&polygons, &goal) {
                            return measured;
                        }
                    }
                    _ => {}
                }
            }
            // It is as fast without a start, so that nothing is kept of it; but for depths of many vertices, if there is a start.
            let has_start = near.is_some() || !self.cache.face.as_slice().is_empty();
            let looks_at_all = if self.depth {
                !polygons.is_large() || !has_start
            } else {
                !polygons.have_windows()
            };
            if looks_at_all && let Some(measured) = fronts::measure(&polygons, &goal, self.depth) {
                return measured;
            }
        }
        let question = HowFar { request: self, goal, observer, near, walked };
        let measured = self.ask(a, b, *frame, question);
        if self.depth && !O::ACTIVE && measured.ended == Ended::StepLimit {
            return measured.or_narrower(a, b, frame);
        }
        measured
    }
}
