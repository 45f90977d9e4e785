//! The second tier: the same loop in twice the digits, every part of the simplex tried.
//!
//! Vertices stay as the shapes gave them; only what is computed from them is wide. So the loop now
//! solves, all but exactly, for the hull of slightly moved vertices, and how far they moved is the
//! pair's band. Each axis is rounded to the shapes' scalar before support is asked and before its
//! reach is taken, so that the bound belongs to the very axis that is returned.

use super::{AnyPair, Ended, Goal, Outcome, Record};
use crate::kernel::simplex::{combine, exhaustive, weights};
use crate::kernel::trace::Observer;
use crate::number::contract::GJK_STEPS;
use crate::number::vector::{Linear, Real, Scalar, Vector};

#[cold]
#[inline(never)]
pub(super) fn refine<V: Vector, R: Record<V>>(
    pair: &AnyPair<'_, V>,
    outcome: &mut Outcome<V, R>,
    goal: &Goal<V::Scalar>,
    observer: &mut impl Observer<V>,
) {
    type Wide<V> = <V as Vector>::Wide;
    type WideScalar<V> = <Wide<V> as Linear>::Scalar;
    let zero = WideScalar::<V>::ZERO;
    let narrow = <V::Scalar as Scalar>::narrow;

    let mut simplex = outcome.simplex.map(V::widen);
    let mut least: Option<WideScalar<V>> = None;
    outcome.ended = Ended::Exhausted;
    loop {
        let direction = exhaustive::reduce(&mut simplex);
        let share = weights(&simplex);
        let v = combine(simplex.points(), &share);
        let upper = v.length_squared().sqrt();
        if least.is_some_and(|least| upper >= least) {
            // No nearer: the simplex before this one stays the answer.
            return;
        }
        least = Some(upper);
        outcome.simplex = simplex.map(V::narrow);
        outcome.weights = share.map(narrow);
        outcome.upper = narrow(upper);
        let wanted = goal.width.max(goal.relative * outcome.upper);
        if outcome.upper - outcome.lower <= wanted {
            outcome.ended = Ended::Converged;
            return;
        }
        let Some(direction) = direction else {
            outcome.lower = outcome.lower.max(V::Scalar::ZERO);
            return;
        };
        let length = direction.length_squared().sqrt();
        if !(length > zero) {
            return;
        }
        if outcome.steps >= GJK_STEPS.min(goal.steps) {
            outcome.ended = Ended::StepLimit;
            return;
        }
        let mut n = V::narrow(direction * (WideScalar::<V>::ONE / length));
        // The sign of a normal is that of its product with the first vertex, if it has one.
        if simplex.points().first().is_some_and(|&w| direction.dot(w) == zero) {
            n = pair.forward(n);
        }
        let (w, p, q) = pair.vertex(n);
        outcome.steps += 1;
        pair.show(observer, &outcome.simplex, n, (w, p, q));
        let (wide_n, wide_w) = (n.widen(), w.widen());
        let reach = narrow(wide_n.dot(wide_w) / wide_n.length_squared().sqrt());
        if reach > outcome.lower {
            (outcome.lower, outcome.axis) = (reach, n);
        }
        if reach > goal.beyond {
            outcome.ended = Ended::Beyond;
            return;
        }
        if outcome.upper - outcome.lower <= wanted {
            outcome.ended = Ended::Converged;
            return;
        }
        if simplex.points().contains(&wide_w) {
            return;
        }
        let slot = simplex.push(wide_w);
        outcome.record.keep(slot, p, q, n);
    }
}
