//! Contact at the start that is passed over: bodies that touch or overlap and come apart.
//!
//! The signed distance is followed as a distance is, by the same bounds, so that the bodies get no
//! deeper than they were at the start. From look to look it is also proved that they stay in
//! contact (`lasting.rs`), until a look sees them apart. So they have parted once, and what they
//! meet then is new.

use super::body::{Body, Pace};
use super::bound::{Placed, later};
use super::course::{Course, Stand};
use super::lasting::Common;
use super::{Encounter, Impact};
use crate::convex::Convex;
use crate::kernel::trace::{Look, Observer};
use crate::number::vector::{Real, Scalar};
use crate::query::Space;
use crate::query::{Bracket, SignedDistance, closest, signed_distance};

impl<V: Space, A: Body<V>, B: Body<V>> Course<'_, V, A, B> {
    /// From bodies in contact at the start to a time at which they have come apart; or the answer,
    /// if they do not.
    pub fn leave<'s>(
        &'s self,
        mut stand: Stand<V>,
        placed: Placed<V, A::Placed<'s>, B::Placed<'s>>,
        observer: &mut impl Observer<V>,
    ) -> Result<Stand<V>, Encounter<V>> {
        let half = V::Scalar::from_f64(0.5);
        let at_start = signed_distance(&placed.a, &placed.b);
        let deeper = self.nearest(&placed);
        let allowed = at_start.distance.lower - deeper;
        let closes = self.bound.approach(
            stand.time,
            &placed,
            at_start.normal,
            [at_start.on_a, at_start.on_b],
        );
        if closes.is_some_and(|(rate, rounding)| rate > rounding) {
            return Err(hit(&stand, stand.time, &placed));
        }
        let to = self.bound.to;
        let mut here = placed;
        let mut seen = at_start;
        let mut common: Option<Common<V>> = None;
        // The last span that was found to last, doubled, or that was found too long, halved; and
        // when the bodies have been seen apart.
        let (mut pace, mut apart) = (V::Scalar::INFINITY, None::<V::Scalar>);
        loop {
            let time = stand.time;
            let paces = self.bound.paces(time, to);
            let SignedDistance { on_a, on_b, normal, distance, .. } = seen;
            let (normal, Bracket { lower, upper, .. }) = (Some(normal), distance);
            let mut look = |free_until| {
                observer.look(Look { time, lower, upper, normal, on_a, on_b, free_until });
            };
            if upper <= at_start.distance.lower - deeper * half {
                look(time);
                return Err(hit(&stand, time, &here));
            }
            if time == to {
                look(V::Scalar::INFINITY);
                return Err(Encounter::Missed);
            }
            let straight = paces.iter().all(|pace| pace.is_even() && pace.is_straight());
            let level = if lower.is_finite() {
                self.bound.free_until(time, &here, normal, lower, allowed)
            } else if straight {
                // Two half-spaces have no depth, and keep it while they do not turn.
                V::Scalar::INFINITY
            } else {
                time
            };
            let end = level.min(paces[0].until.min(paces[1].until)).min(to);
            let nearest = self.nearest(&here);
            let most = self.floor() + (nearest + nearest);
            let sure = later(time, self.lasts_for(time, &paces, upper, most, end));
            let next = loop {
                let now = match common {
                    Some(now) => now,
                    None if straight => Common::NONE,
                    None => *common.insert(self.common(&here)),
                };
                let curved = self.span_of(&now, &paces, &here, nearest).min(pace);
                let mut next = if straight { end } else { (time + curved).max(sure) };
                if let Some(apart) = apart
                    && !straight
                {
                    next = next.min((time + (apart - time) * half).max(sure)).min(apart);
                    if !(next > time) {
                        // No number lies between contact and none.
                        look(apart);
                        return Ok(Stand { time: apart, ..stand });
                    }
                }
                next = next.min(end);
                if !(next > time) || stand.steps >= self.budget {
                    look(time);
                    return Err(Encounter::Unknown { lower: time, steps: stand.steps });
                }
                stand.steps += 1;
                let there = self.bound.at(next);
                if !there.slack.is_finite() {
                    look(time);
                    return Err(Encounter::Unknown { lower: time, steps: stand.steps });
                }
                let found = signed_distance(&there.a, &there.b);
                let is_sure = straight || next <= sure;
                if !self.is_contact(&there, &found.distance) {
                    if is_sure {
                        look(next);
                        return Ok(Stand { time: next, ..stand });
                    }
                    apart = Some(next);
                    continue;
                }
                let then = if is_sure {
                    None
                } else {
                    self.lasting(&now, [time, next], [&here, &there], &paces, most)
                };
                if then.is_none() && !is_sure {
                    pace = (next - time) * half;
                    continue;
                }
                pace = (next - time) + (next - time);
                (common, here, seen) = (then, there, found);
                break next;
            };
            look(next);
            stand.time = next;
        }
    }

    /// How long bodies at this distance, or depth, come no further apart than `most`, whichever way
    /// they go; at most to the end.
    fn lasts_for(
        &self,
        time: V::Scalar,
        paces: &[Pace<V>; 2],
        upper: V::Scalar,
        most: V::Scalar,
        end: V::Scalar,
    ) -> V::Scalar {
        let (room, horizon) = ((most - upper).max(V::Scalar::ZERO), end - time);
        let span = (room / self.bound.fastest(time, paces, V::Scalar::ZERO)).min(horizon);
        (room / self.bound.fastest(time, paces, span)).min(span)
    }
}

fn hit<V: Space, P: Convex<V>, Q: Convex<V>>(
    stand: &Stand<V>,
    upper: V::Scalar,
    placed: &Placed<V, P, Q>,
) -> Encounter<V> {
    Encounter::Hit(Impact::new(stand, upper, closest(&placed.a, &placed.b)))
}
