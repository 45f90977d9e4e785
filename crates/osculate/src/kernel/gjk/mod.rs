//! The loop: GJK on the cores of two shapes (van den Bergen 1999), in two tiers.
//!
//! **The set.** GJK walks on `a − b`, all differences of a point of a and a point of b: its point v
//! nearest the origin has the length of the distance. Every vertex w the loop sees is the
//! difference of two support points. We keep the axes of the world and take the origins out first
//! (`w = (p − q) − offset`): a common translation changes no bit, a swap of the arguments
//! flips every sign and nothing else. All lengths are scaled by a power of two into the middle of
//! the number range, so that a scaled scene gives scaled bits and squares of squares cannot
//! overflow.
//!
//! **The bracket.** The length of any point of the simplex bounds the distance from above; the
//! reach `n·w` of the support point along any axis, over the length of n, from below. The two close
//! in on each other, and when they are within the tolerance the answer has proved itself. How the
//! simplex was found does not matter to that proof.
//!
//! **The tiers.** The first tier runs in the scalar of the shapes and trusts its signs. It ends in
//! the proof, or by one of the paper's degenerate endings (section 5): the support point is one it
//! has, or v no longer shrinks. Then the second tier, `careful`, takes the simplex over in twice
//! the digits, trying every part of it. It is rare, and it is why there is no list of exceptions.
//!
//! **The band.** Rotating a vertex, and choosing it, is right to a few ε of its length.
//! `Frame::band` bounds the sum of these errors; brackets are widened by it, and it alone separates
//! apart from touching.

mod at_hand;
mod careful;
mod frame;
mod pair;
mod support;
mod together;
mod touching;
mod turn;

use at_hand::{AtHand, Intake};
pub(crate) use frame::{Frame, of_length_one};
pub(crate) use pair::{AnyPair, Pair, Vertices};
pub(crate) use support::{Search, Support, turn_of};
use touching::first_side_beyond;
pub(crate) use touching::{SIDE_ERROR, is_surely_inside, touching};
use turn::Turns;
pub(crate) use turn::{BEHIND, FAR_ASIDE, SHORT_TURNS};

use crate::kernel::simplex::{Simplex, combine, exhaustive, weights};
use crate::kernel::trace::Observer;
use crate::number::contract::FIRST_TIER_STEPS;
use crate::number::vector::{Linear, Real, Scalar, Vector};

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Ended {
    /// The bracket is as narrow as was asked.
    Converged,
    /// The shapes were found to be further apart than was asked for.
    Beyond,
    /// No support point brings anything new: the bracket is as narrow as rounding allows.
    Exhausted,
    /// The number of support calls reached its limit; the bracket is the best so far.
    StepLimit,
    /// A closed form gave the answer, without iteration.
    ClosedForm,
}

/// When a query may stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<S> {
    /// The distance (of the cores, scaled) beyond which the query needs to know no more.
    pub beyond: S,
    /// The bracket's width may be this share of the distance.
    pub relative: S,
    /// The bracket may be this wide (scaled).
    pub width: S,
    /// Whether signs suffice for a simplex that holds the origin. The expansion proves the rest,
    /// so no weights are computed.
    pub trusting: bool,
    /// Whether points of `a − b` will do that no axis has found (`at_hand`), as they do for all
    /// but an expansion.
    pub looking: bool,
    /// The most support points of each shape.
    pub steps: u32,
}

/// What the user asks to be spared.
#[derive(Clone, Copy, Debug)]
pub struct Limits<S> {
    /// Distances beyond this need not be known.
    pub most: S,
    /// The bracket may be this share of the distance wide.
    pub relative: S,
    /// The bracket may be this wide.
    pub absolute: S,
    /// A search may take so many support points of each shape.
    pub steps: u32,
}

/// The limits of a query in a space.
pub type LimitsOf<V> = Limits<<V as Linear>::Scalar>;

impl<S: Scalar> Limits<S> {
    /// The whole answer, as exact as the scalar allows.
    pub const NONE: Self =
        Self { most: S::INFINITY, relative: S::ZERO, absolute: S::ZERO, steps: u32::MAX };

    /// When GJK may stop; `radius` is the sum of the radii.
    #[inline(always)]
    pub(crate) fn goal<V: Vector<Scalar = S>>(&self, frame: &Frame<V>, radius: S) -> Goal<S> {
        Goal {
            beyond: (radius + self.most) * frame.scale + frame.band,
            relative: self.relative,
            width: frame.width.max(self.absolute * frame.scale),
            trusting: false,
            looking: true,
            steps: self.steps,
        }
    }
}

impl<S: Real> Goal<S> {
    /// Whether a reach along `n`, times the length of n, is beyond what was asked.
    #[inline(always)]
    fn is_beyond(&self, reach: S, nn: S) -> bool {
        reach > S::ZERO && reach * reach > self.beyond * self.beyond * nn
    }

    /// Whether the reach of a support point along `n` is as good as the height of the simplex along
    /// it: both times the length of n, whose square is `nn`.
    #[inline(always)]
    fn is_met(&self, height: S, reach: S, nn: S) -> bool {
        let gap = height - reach;
        gap * gap <= self.width * self.width * nn || gap <= self.relative * height
    }

    /// How a query ends that has proved so large a distance.
    pub fn ended(&self, lower: S) -> Ended {
        if lower > self.beyond { Ended::Beyond } else { Ended::Converged }
    }
}

/// What the loop knows when it ends. Lengths are of the cores, and scaled.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V: Vector, R> {
    /// The part of the simplex that holds v.
    pub simplex: Simplex<V>,
    /// The weights of v.
    pub weights: [V::Scalar; 4],
    /// The reach along `axis`: a lower bound, but for the band. Negative if no axis was found that
    /// separates.
    pub lower: V::Scalar,
    /// The length of v: an upper bound, but for the band.
    pub upper: V::Scalar,
    /// The axis of the lower bound: it points from b to a, and has any length.
    pub axis: V,
    pub steps: u32,
    pub ended: Ended,
    /// What was kept of each vertex.
    pub record: R,
}

/// What is kept of each vertex beside the vertex itself. Levels 1 and 2 keep nothing, `()`.
pub trait Record<V: Vector>: Copy {
    const EMPTY: Self;
    /// Whether anything is kept.
    const KEEPS: bool;
    /// The vertex in `slot` is p − q, found along −n.
    fn keep(&mut self, slot: usize, p: V, q: V, n: V);
    /// The point in `slot` is the difference of these slots' points of a and b, found along no
    /// axis.
    fn combine(&mut self, slot: usize, from: [usize; 2]);
}

impl<V: Vector> Record<V> for () {
    const EMPTY: Self = ();
    const KEEPS: bool = false;
    #[inline(always)]
    fn keep(&mut self, _: usize, _: V, _: V, _: V) {}
    #[inline(always)]
    fn combine(&mut self, _: usize, _: [usize; 2]) {}
}

/// The points of a and b that each vertex is the difference of, in the shapes' own axes, and the
/// axis that found it, zero if none did; by slot.
#[derive(Clone, Copy, Debug)]
pub struct Witnesses<V> {
    pub on_a: [V; 4],
    pub on_b: [V; 4],
    pub found_along: [V; 4],
}

impl<V: Vector> Record<V> for Witnesses<V> {
    const EMPTY: Self = Self { on_a: [V::ZERO; 4], on_b: [V::ZERO; 4], found_along: [V::ZERO; 4] };
    const KEEPS: bool = true;
    #[inline(always)]
    fn keep(&mut self, slot: usize, p: V, q: V, n: V) {
        (self.on_a[slot], self.on_b[slot], self.found_along[slot]) = (p, q, n);
    }
    #[inline(always)]
    fn combine(&mut self, slot: usize, [i, j]: [usize; 2]) {
        self.keep(slot, self.on_a[i], self.on_b[j], V::ZERO);
    }
}

/// What is known before the loop begins: an axis, and up to four vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed<'s, V> {
    /// The first axis, where there are no vertices.
    pub start: V,
    /// Whether that axis separated the shapes in the last query, or nearly did.
    pub separated: bool,
    /// The points of a and b that each is the difference of, in the shapes' own axes.
    pub points: &'s [[V; 2]],
    /// The axes that found them; the last one stands for all that have none.
    pub axes: &'s [V],
}

/// Runs the loop from the seed until the goal is met. `outcome` must be [`Outcome::nothing`], but
/// for the number of support calls that the seed took. It is large, and is made where it stays.
#[inline(always)]
pub(crate) fn run<V: Vector, A: Support<V>, B: Support<V>, R: Record<V>>(
    pair: &Pair<V, A, B>,
    seed: Seed<'_, V>,
    goal: &Goal<V::Scalar>,
    observer: &mut impl Observer<V>,
    outcome: &mut Outcome<V, R>,
) {
    let known = seed.points.len();
    let mut intake = Intake::new(pair, known, R::KEEPS, goal.looking);
    let mut at_hand = AtHand::of([V::ZERO; 2]);
    outcome.axis = seed.start;
    let mut v = of_some_length(seed.start);
    if known > 0 {
        match plant(pair, seed, outcome, &mut at_hand) {
            Some(nearest) => v = nearest,
            None if outcome.holds_origin(goal.width) => return,
            None => outcome.simplex = Simplex::EMPTY,
        }
    }
    let mut turns = Turns::new(known > 0, pair.turn());
    let mut n = turns.first(seed.separated.then_some(seed.start), v);
    let (mut nearest_squared, width_squared) = (V::Scalar::INFINITY, goal.width * goal.width);
    loop {
        // A support point of a − b: its reach, over the length of n, is a lower bound.
        let vertex @ (w, [p, q], _) = pair.vertex_placed(n);
        outcome.steps += 1;
        pair.show(observer, &outcome.simplex, n, (w, p, q));
        let (reach, nn) = (n.dot(w), n.length_squared());
        if goal.is_beyond(reach, nn) {
            (outcome.lower, outcome.axis, outcome.ended) = (reach / nn.sqrt(), n, Ended::Beyond);
            return;
        }
        if let Some(&newest) = outcome.simplex.points().last() {
            if turns.is_short() {
                if !turn::is_nearer(w, newest, v, width_squared) {
                    n = turns.further(n, v, intake.is_looking());
                    continue;
                }
                turns.end();
            } else if goal.is_met(n.dot(newest), reach, nn) || outcome.simplex.points().contains(&w)
            {
                (outcome.lower, outcome.axis) = (reach / nn.sqrt(), n);
                break;
            }
        }
        // The point nearest the origin of the simplex with it: its length is an upper bound.
        let (newest, reduced) = intake.take(&mut at_hand, pair, outcome, vertex, n, width_squared);
        let Some(reduced) = reduced else {
            // It holds the origin, if the signs were right.
            if outcome.believes(goal) || outcome.holds_origin(goal.width) {
                return;
            }
            break;
        };
        v = of_some_length(reduced);
        let height = v.dot(newest);
        let distance_squared = height * height / v.length_squared();
        // A simplex through the origin may have no direction left: zero by zero is no number.
        if !(distance_squared > width_squared) {
            if height == V::Scalar::ZERO {
                v = pair.forward(v);
            }
            if outcome.holds_origin(goal.width) {
                outcome.axis = v;
                return;
            }
        }
        // Not nearer, not a number, or too late: for the careful tier.
        if !(distance_squared < nearest_squared)
            || outcome.steps >= FIRST_TIER_STEPS.min(goal.steps)
        {
            (outcome.lower, outcome.axis) = (reach / nn.sqrt(), n);
            break;
        }
        nearest_squared = distance_squared;
        n = turns.next(n, v);
    }
    finish(pair, outcome, goal, observer);
}

/// From the end of the first tier to the answer: the proof, or the careful tier.
#[inline(always)]
fn finish<V: Vector, A: Support<V>, B: Support<V>, R: Record<V>>(
    pair: &Pair<V, A, B>,
    outcome: &mut Outcome<V, R>,
    goal: &Goal<V::Scalar>,
    observer: &mut impl Observer<V>,
) {
    outcome.weigh();
    if outcome.upper - outcome.lower <= goal.width.max(goal.relative * outcome.upper) {
        outcome.ended = Ended::Converged;
        return;
    }
    if !(outcome.lower >= -V::Scalar::INFINITY) {
        outcome.lower = -V::Scalar::INFINITY;
    }
    careful::refine(&pair.any(), outcome, goal, observer);
}

impl<V: Vector, R: Record<V>> Outcome<V, R> {
    /// Nothing found yet.
    #[inline(always)]
    pub fn nothing() -> Self {
        let zero = V::Scalar::ZERO;
        Self {
            simplex: Simplex::EMPTY,
            weights: [V::Scalar::ONE, zero, zero, zero],
            lower: -V::Scalar::INFINITY,
            upper: V::Scalar::INFINITY,
            axis: V::ZERO,
            steps: 0,
            ended: Ended::Exhausted,
            record: R::EMPTY,
        }
    }
}

impl<V: Vector> Outcome<V, Witnesses<V>> {
    /// Of shapes that overlap, the simplex's axis of least overlap, if that
    /// is less than `most`.
    pub fn shallow_axis(&self, most: V::Scalar) -> Option<V> {
        let mut least = (most * most, V::Scalar::ONE, None);
        for (&w, slot) in self.simplex.points().iter().zip(self.simplex.slots()) {
            let axis = self.record.found_along[slot];
            let reach = axis.dot(w);
            let (squared, length_squared) = (reach * reach, axis.length_squared());
            // One quotient less than another, without dividing.
            if reach < V::Scalar::ZERO && squared * least.1 < least.0 * length_squared {
                least = (squared, length_squared, Some(axis));
            }
        }
        least.2
    }

    /// Whether all points of the simplex are support points.
    pub fn is_asked(&self) -> bool {
        self.simplex.slots().all(|slot| self.record.found_along[slot] != V::ZERO)
    }
}

impl<V: Vector, R> Outcome<V, R> {
    /// Whether the simplex was only believed to hold the origin.
    pub fn is_believed(&self) -> bool {
        self.ended == Ended::Converged && self.upper == V::Scalar::INFINITY
    }

    /// Ends with a simplex that holds the origin by signs, if whoever asks believes them.
    #[inline(always)]
    fn believes(&mut self, goal: &Goal<V::Scalar>) -> bool {
        if goal.trusting {
            // An earlier simplex may have been weighed.
            (self.lower, self.upper) = (V::Scalar::ZERO, V::Scalar::INFINITY);
            self.ended = Ended::Converged;
        }
        goal.trusting
    }

    /// Weighs the simplex and takes its distance. It is not inlined: the loop of large hulls would
    /// take 8 per cent more.
    #[inline(never)]
    fn weigh(&mut self) {
        self.weights = weights(&self.simplex);
        self.upper = combine(self.simplex.points(), &self.weights).length_squared().sqrt();
    }

    /// Whether the simplex has a point within `width` of the origin, by its weights rather than by
    /// signs.
    #[inline]
    fn holds_origin(&mut self, width: V::Scalar) -> bool {
        self.weigh();
        let held = self.upper <= width;
        if held {
            (self.lower, self.ended) = (V::Scalar::ZERO, Ended::Converged);
        }
        held
    }
}

/// Fills the simplex with known vertices, and reduces it. `None` if it holds the origin.
///
/// It is not inlined, as queries that know nothing would take 3 per cent more. It takes any pair,
/// so that one copy of the code serves all.
#[inline(never)]
fn plant<V: Vector, R: Record<V>>(
    pair: &dyn Vertices<V>,
    seed: Seed<'_, V>,
    outcome: &mut Outcome<V, R>,
    at_hand: &mut AtHand<V>,
) -> Option<V> {
    let mut vertices = [V::ZERO; 4];
    let mut axis = V::ZERO;
    let placed = pair.place_each(seed.points);
    for (slot, (&[on_a, on_b], &points)) in seed.points.iter().zip(&placed).enumerate() {
        axis = *seed.axes.get(slot).unwrap_or(&axis);
        at_hand.put(slot, points);
        outcome.record.keep(slot, on_a, on_b, axis);
        vertices[slot] = pair.frame().difference(points);
    }
    let simplex = &mut outcome.simplex;
    *simplex = Simplex::new(&vertices[..placed.len()]);
    if simplex.points().len() > V::DIM {
        simplex.remove(first_side_beyond(simplex.points())?);
    }
    exhaustive::reduce_by_signs(simplex).map(of_some_length)
}

/// `n`, or a multiple of it if it is so short that its square would lose digits, as that of a tiny
/// edge does.
#[inline(always)]
fn of_some_length<V: Vector>(n: V) -> V {
    let short = V::Scalar::EPSILON * V::Scalar::EPSILON;
    // Whatever a call returns as a vector is kept in memory for good, also where it is not called.
    if n.length_squared() >= short * short { n } else { n * stretch(n) }
}

/// The power of two that makes `n` about as long as 1.
#[cold]
fn stretch<V: Vector>(n: V) -> V::Scalar {
    n.abs().max_element().scale_to_one()
}
