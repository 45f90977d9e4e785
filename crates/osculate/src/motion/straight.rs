//! Two shapes that move straight: the ray cast of their difference set, and its proof.
//!
//! `portal.rs` finds the plane that the shapes meet across, or that they pass each other along. The
//! plane is measured as any other: it proves the time before the contact. At that time the points
//! of the portal show how near the shapes are. So a cast mostly asks for no distance. Where the
//! portal is not good enough, the march goes on from the time that is proved.

use super::body::{Body, Pace, length};
use super::bound::{Placed, Plane, later, lengths};
use super::course::{Ahead, Course, Stand};
use super::portal::{Between, Cast, Found};
use super::{Encounter, Impact, Start};
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::Ended;
use crate::kernel::simplex::{Simplex, combine, weights};
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Space;
use crate::query::{Bracket, Closest, Verdict, closest};

/// How often the plane is measured again from the time that it proved.
const NEARER: u32 = 2;

/// How often contact beyond doubt is looked for after the time of contact, each time further.
const OVERSHOOTS: u32 = 4;

impl<V: Space, A: Body<V>, B: Body<V>> Course<'_, V, A, B> {
    /// Follows the bodies while they move straight.
    pub fn straight(&self) -> Ahead<V> {
        let (from, to) = (self.from, self.bound.to);
        let paces = self.bound.paces(from, to);
        let lasts = paces[0].until.min(paces[1].until) >= to;
        if !lasts || !paces.iter().all(|pace| pace.is_even() && pace.is_straight()) {
            return Ahead::Unknown;
        }
        let placed = self.bound.at(from);
        self.cast(&paces, &placed).unwrap_or(Ahead::Unknown)
    }

    fn cast<P: Convex<V>, Q: Convex<V>>(
        &self,
        paces: &[Pace<V>; 2],
        placed: &Placed<V, P, Q>,
    ) -> Option<Ahead<V>> {
        let (from, to) = (self.from, self.bound.to);
        let way = paces[0].velocity - paces[1].velocity;
        let cast = Cast::new(&placed.a, &placed.b, way)?;
        let found = cast.run(to - from)?;
        let (n, along) = match found {
            Found::Passes(n, along) | Found::Enters { n, along, .. } => (n, along),
        };
        let n = n.try_normalize()?;
        let plane = Plane::of_points(&placed.a, &placed.b, n, [along.on_a, along.on_b]);
        let room = plane.gap - (self.floor() + self.bound.slack(from));
        if !(room > V::Scalar::ZERO) {
            return None;
        }
        // What is so near at the start is apart if the queries say so.
        let is_near = !(room > self.rounding(placed));
        if is_near && closest(&placed.a, &placed.b).verdict != Verdict::Apart {
            return None;
        }
        let rate = self.bound.closing(paces, n);
        let mut free = later(from, room / rate);
        if rate <= V::Scalar::ZERO || free > to {
            return Some(Ahead::Answered(Encounter::Missed));
        }
        // From near, rounding hides less. The shapes do not turn, so the points are the same.
        for _ in 0..NEARER {
            let near = self.bound.at(free);
            let plane = Plane::of_points(&near.a, &near.b, n, [along.on_a, along.on_b]);
            let room = plane.gap - (self.floor() + self.bound.slack(free));
            if !(room > plane.error()) {
                break;
            }
            free = later(free, room / rate);
            if free > to {
                return Some(Ahead::Answered(Encounter::Missed));
            }
        }
        let start = Start { verdict: Verdict::Apart, overlap: None };
        if !(free >= from) {
            return None;
        }
        let stand = Stand { time: free, start, steps: 1 };
        let Found::Enters { portal, weights, .. } = found else {
            return Some(Ahead::Free(stand));
        };
        let Some(seen) = self.seen_across(free, n, along, &portal) else {
            return Some(Ahead::Free(stand));
        };
        if self.tolerance > V::Scalar::ZERO {
            return Some(Ahead::Answered(Encounter::Hit(Impact::new(&stand, free, seen))));
        }
        let gap = seen.distance.upper - self.stop;
        let rate = n.dot(way);
        match self.surely_across(free, gap / rate, n, &cast, &portal, weights) {
            Some(upper) => Some(Ahead::Answered(Encounter::Hit(Impact::new(&stand, upper, seen)))),
            None => Some(Ahead::Answered(self.arrived(stand, seen))),
        }
    }

    /// How near the shapes are at a time, by the points that the portal is made of; `None` if that
    /// is not contact.
    fn seen_across(
        &self,
        time: V::Scalar,
        n: V,
        along: Between<V>,
        portal: &[Between<V>; 3],
    ) -> Option<Closest<V>> {
        let placed = self.bound.at(time);
        let Placed { a, b, .. } = &placed;
        let offset = b.origin() - a.origin();
        let [on_a, on_b] = nearest_points(portal, offset, lengths(a, b).scale_to_one());
        let plane = Plane::of_points(a, b, n, [along.on_a, along.on_b]);
        let between = length(offset + (on_b - on_a));
        let value = (between - (a.rounding() + b.rounding())).max(V::Scalar::ZERO);
        let upper = value + plane.error();
        let lower = plane.gap.max(V::Scalar::ZERO);
        let distance = Bracket { lower, value: value.max(lower), upper };
        // A lower bound that is a plane's alone is no reason to stop.
        let is_near = upper <= self.floor() + self.nearest(&placed);
        if !(lower <= upper && is_near) {
            return None;
        }
        let apart = lower > V::Scalar::ZERO;
        Some(Closest {
            on_a: (on_a + a.origin()) + n * a.rounding(),
            on_b: (on_b + b.origin()) - n * b.rounding(),
            normal: Some(n),
            distance,
            verdict: if apart { Verdict::Apart } else { Verdict::Touching },
            ended: Ended::Converged,
            steps: 0,
        })
    }

    /// A time, after this one by little, at which the shapes are certainly as near as is looked
    /// for: cores that hold a point in common beyond doubt, or points that are so near.
    fn surely_across<P: Convex<V>, Q: Convex<V>>(
        &self,
        time: V::Scalar,
        mut span: V::Scalar,
        n: V,
        cast: &Cast<'_, V, P, Q>,
        portal: &[Between<V>; 3],
        weights: [V::Scalar; 3],
    ) -> Option<V::Scalar> {
        let [on_a, on_b] = witnesses(portal, weights)?;
        for _ in 0..OVERSHOOTS {
            span = span + span + V::Scalar::EPSILON * time.abs();
            let later = (time + span).min(self.bound.to);
            let Placed { a, b, .. } = &self.bound.at(later);
            let (offset, radii) = (b.origin() - a.origin(), a.rounding() + b.rounding());
            let error = Plane::of_points(a, b, n, [on_a, on_b]).error() + self.bound.slack(later);
            let is_near = length(offset + (on_b - on_a)) + error <= radii + self.stop;
            let hard = radii == V::Scalar::ZERO && self.stop == V::Scalar::ZERO;
            let is_sure =
                if hard { cast.is_surely_inside(portal, n, offset, error) } else { is_near };
            if is_sure {
                return Some(later);
            }
        }
        None
    }
}

/// The points of a and b that are nearest to each other across a portal, from the shapes' origins,
/// when the way between these is the offset. Where a ray goes through at a slant, its points are
/// further apart. Products of lengths stay in range where they are scaled.
fn nearest_points<V: Vector>(portal: &[Between<V>; 3], offset: V, scale: V::Scalar) -> [V; 2] {
    let between = portal.map(|x| (offset + (x.on_b - x.on_a)) * scale);
    let share = weights(&Simplex::new(&between[..V::DIM]));
    let [on_a, on_b] = [portal.map(|x| x.on_a), portal.map(|x| x.on_b)];
    [on_a, on_b].map(|on| combine(&on[..V::DIM], &share))
}

/// The points of a and b where the ray goes through a portal, from the shapes' origins.
fn witnesses<V: Vector>(portal: &[Between<V>; 3], weights: [V::Scalar; 3]) -> Option<[V; 2]> {
    let zero = V::Scalar::ZERO;
    let parts = weights.map(|x| x.max(zero));
    let sum = (parts[0] + parts[1]) + parts[2];
    if !(sum > zero && sum < V::Scalar::INFINITY) {
        return None;
    }
    let share = V::Scalar::ONE / sum;
    let [x, y, z] = parts.map(|part| part * share);
    let [p, q, r] = portal;
    Some([(p.on_a * x + q.on_a * y) + r.on_a * z, (p.on_b * x + q.on_b * y) + r.on_b * z])
}
