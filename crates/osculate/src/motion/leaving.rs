//! Contact at the start that is passed over: bodies that touch or overlap and come apart.
//!
//! The signed distance is followed as a distance is, by the same bounds: until the bodies are
//! apart, or until they are deeper than they were at the start.

use super::body::Body;
use super::bound::Placed;
use super::course::{Course, Stand};
use super::{Encounter, Impact};
use crate::convex::Convex;
use crate::query::Space;
use crate::query::{Bracket, SignedDistance, closest, signed_distance};
use crate::trace::{Look, Observer};
use crate::vector::{Real, Scalar};

impl<V: Space, A: Body<V>, B: Body<V>> Course<'_, V, A, B> {
    /// From bodies in contact at the start to the time at which they have come apart; or the
    /// answer, if they do not.
    pub fn leave<'s>(
        &'s self,
        mut stand: Stand<V>,
        placed: &Placed<V, A::Placed<'s>, B::Placed<'s>>,
        observer: &mut impl Observer<V>,
    ) -> Result<Stand<V>, Encounter<V>> {
        let half = V::Scalar::from_f64(0.5);
        let at_start = signed_distance(&placed.a, &placed.b);
        let deeper = self.nearest(placed);
        let allowed = at_start.distance.lower - deeper;
        let closes = self.bound.approach(
            stand.time,
            placed,
            at_start.normal,
            [at_start.on_a, at_start.on_b],
        );
        if closes.is_some_and(|(rate, rounding)| rate > rounding) {
            return Err(hit(&stand, stand.time, placed));
        }
        let mut seen = at_start;
        let mut moved = None;
        loop {
            let placed = moved.as_ref().unwrap_or(placed);
            let (time, to) = (stand.time, self.bound.to);
            if !self.is_contact(placed, &seen.distance) {
                return Ok(stand);
            }
            let mut look = |free_until| {
                let SignedDistance { on_a, on_b, normal, distance, .. } = seen;
                let (normal, Bracket { lower, upper, .. }) = (Some(normal), distance);
                observer.look(Look { time, lower, upper, normal, on_a, on_b, free_until });
            };
            if seen.distance.upper <= at_start.distance.lower - deeper * half {
                look(time);
                return Err(hit(&stand, time, placed));
            }
            let lower = seen.distance.lower;
            let next = self.bound.free_until(time, placed, Some(seen.normal), lower, allowed);
            look(next);
            if next > to || next == V::Scalar::INFINITY || time == to {
                return Err(Encounter::Free);
            }
            if !(next > time) || stand.steps >= self.budget {
                return Err(Encounter::Unknown { lower: time, steps: stand.steps });
            }
            (stand.time, stand.steps) = (next, stand.steps + 1);
            let here = moved.insert(self.bound.at(next));
            seen = signed_distance(&here.a, &here.b);
        }
    }
}

fn hit<V: Space, P: Convex<V>, Q: Convex<V>>(
    stand: &Stand<V>,
    upper: V::Scalar,
    placed: &Placed<V, P, Q>,
) -> Encounter<V> {
    Encounter::Hit(Impact::new(stand, upper, closest(&placed.a, &placed.b)))
}
