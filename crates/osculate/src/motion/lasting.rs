//! Contact that lasts: a proof that two moving shapes do not part between two looks.
//!
//! At the time t a point x of a and a point y of b are as near as any; at t + s others are, x' and
//! y'. Shapes are convex, so at t + λs the point of a that is `(1 − λ) x + λ x'` belongs to it, and
//! likewise of b. Let W and W' be the velocities of y against x at the first time, and of y' against
//! x' at the second. As velocities change by no more than K, the two points are then apart by
//!
//! `(1 − λ) (y − x) + λ (y' − x') + λ (1 − λ) s (W − W')`, and `λ (1 − λ) s² K / 2` beside.
//!
//! So all the while the distance is no more than the larger of the two, and `s |W − W'| / 4` and
//! `s² K / 8`. Of shapes that do not turn both are zero: what touches at both ends touches in
//! between. A wheel that rolls has no velocity where it touches, wherever that is.
//!
//! This is said of the cores, whose points turn with them; a ball's core does not know that the
//! ball turns. A half-space that does not turn holds a point as soon as the point is low enough, so
//! there velocities and their changes count along its normal alone.

use super::body::{Body, Pace, length, length_of};
use super::bound::Placed;
use super::course::Course;
use super::shifted::Shifted;
use crate::convex::known::Core;
use crate::convex::operand::Operand;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::{Space, closest};
use crate::shape::Point;

/// By how many ε the difference of two velocities may be off: the points' products with the spins,
/// two sums each, and the difference.
const VELOCITY_ERROR: f64 = 8.0;

/// Points of the two cores, as near to each other as any.
#[derive(Clone, Copy)]
pub(super) struct Common<V: Vector> {
    on: [V; 2],
    /// From the centers of the bodies' turns.
    arms: [V; 2],
    /// How far apart they are at most.
    distance: V::Scalar,
}

impl<V: Vector> Common<V> {
    /// Where nobody asks.
    pub const NONE: Self = Self { on: [V::ZERO; 2], arms: [V::ZERO; 2], distance: V::Scalar::ZERO };

    fn new<P: Convex<V>, Q: Convex<V>>(
        placed: &Placed<V, P, Q>,
        on: [V; 2],
        distance: V::Scalar,
    ) -> Self {
        let Placed { a, b, arms, .. } = placed;
        let arms = [(on[0] - a.origin()) - arms[0], (on[1] - b.origin()) - arms[1]];
        Self { on, arms, distance }
    }

    /// How fast b's point goes against a's.
    fn velocity(&self, [a, b]: &[Pace<V>; 2]) -> V {
        b.velocity_at(self.arms[1]) - a.velocity_at(self.arms[0])
    }

    /// How fast that changes at most, along a normal or any way.
    fn bend(&self, paces: &[Pace<V>; 2], normal: Option<V>) -> V::Scalar {
        let of = |i: usize| {
            let (pace, arm) = (&paces[i], self.arms[i]);
            match normal {
                Some(n) => {
                    let turning = V::Scalar::from_f64(length_of(pace.lever(n)));
                    turning * length(pace.velocity_at(arm) - pace.velocity)
                }
                None => pace.bend_at(arm),
            }
        };
        of(0) + of(1)
    }

    /// All speeds that enter the velocity.
    fn speeds(&self, [a, b]: &[Pace<V>; 2]) -> V::Scalar {
        a.fastest(length(self.arms[0])) + b.fastest(length(self.arms[1]))
    }
}

/// The normal of a half-space that keeps it, if one of the shapes is such.
fn kept_normal<V: Vector, P: Convex<V>, Q: Convex<V>>(
    placed: &Placed<V, P, Q>,
    paces: &[Pace<V>; 2],
) -> Option<V> {
    match (placed.a.core(), placed.b.core()) {
        (Core::HalfSpace { normal, .. }, _) if paces[0].is_straight() => Some(normal),
        (_, Core::HalfSpace { normal, .. }) if paces[1].is_straight() => Some(normal),
        _ => None,
    }
}

impl<V: Space, A: Body<V>, B: Body<V>> Course<'_, V, A, B> {
    /// Points of the cores that are as near to each other as any.
    pub fn common<P: Convex<V>, Q: Convex<V>>(&self, placed: &Placed<V, P, Q>) -> Common<V> {
        let (a, b) = (Operand::new(&placed.a).core_alone(), Operand::new(&placed.b).core_alone());
        let seen = closest(&a as &dyn Convex<V>, &b as &dyn Convex<V>);
        Common::new(placed, [seen.on_a, seen.on_b], seen.distance.upper)
    }

    /// For how long contact with these points may last, if nothing else comes between.
    pub fn span_of<P: Convex<V>, Q: Convex<V>>(
        &self,
        now: &Common<V>,
        paces: &[Pace<V>; 2],
        placed: &Placed<V, P, Q>,
        nearest: V::Scalar,
    ) -> V::Scalar {
        // Points that stay the same have W and W' that differ by s K: three eighths of s² K in all.
        let most = nearest * V::Scalar::from_f64(8.0 / 3.0);
        let bend = now.bend(paces, kept_normal(placed, paces));
        (most / bend).sqrt()
    }

    /// Whether bodies that have been seen at two times, in contact both times, came no further apart
    /// than `most` in between: with the points at the second time that prove it.
    pub fn lasting<P: Convex<V>, Q: Convex<V>>(
        &self,
        now: &Common<V>,
        times: [V::Scalar; 2],
        [here, there]: [&Placed<V, P, Q>; 2],
        paces: &[Pace<V>; 2],
        most: V::Scalar,
    ) -> Option<Common<V>> {
        if !paces.iter().all(Pace::is_even) {
            return None;
        }
        let radii = there.a.rounding() + there.b.rounding();
        let (span, normal) = (times[1] - times[0], kept_normal(there, paces));
        let share = V::Scalar::from_f64;
        let proved = |then: Common<V>| {
            let between = then.velocity(paces) - now.velocity(paces);
            let turned = normal.map_or_else(|| length(between), |n| n.dot(between).abs());
            let speeds = now.speeds(paces) + then.speeds(paces);
            let rounding = share(VELOCITY_ERROR) * V::Scalar::EPSILON * speeds;
            let bend = now.bend(paces, normal).max(then.bend(paces, normal));
            let apart = ((turned + rounding) * share(0.25) + bend * span * share(0.125)) * span;
            let slack = here.slack + there.slack;
            let distance = now.distance.max(then.distance);
            (distance + (apart + slack) <= radii + most).then_some(then)
        };
        // The nearest points, or those of one body that were nearest before.
        let carried_a = || {
            let point = self.bound.a.carried(now.on[0], times);
            let seen = nearest_to(point, &there.b);
            Common::new(there, [point, seen.0], seen.1)
        };
        let carried_b = || {
            let point = self.bound.b.carried(now.on[1], times);
            let seen = nearest_to(point, &there.a);
            Common::new(there, [seen.0, point], seen.1)
        };
        proved(self.common(there)).or_else(|| proved(carried_a())).or_else(|| proved(carried_b()))
    }
}

/// The point of a core that is nearest to a point, and how far they are apart at most.
fn nearest_to<V: Space>(point: V, shape: &impl Convex<V>) -> (V, V::Scalar) {
    let (point, core) = (Shifted { shape: Point::ORIGIN, shift: point }, Operand::new(shape));
    let seen = closest(&point as &dyn Convex<V>, &core.core_alone() as &dyn Convex<V>);
    (seen.on_b, seen.distance.upper)
}
