//! How long two moving shapes stay apart for sure.
//!
//! Let n be a direction along which the gap between the shapes is g at a time t. While n stays
//! fixed, the gap along it shrinks no faster than a rate that holds for as long as the velocities
//! do: the linear velocities along n, and for a body that turns about its center `|ω × n|` times
//! its reach about that center, since a point x from it moves by `ω × x`, and
//! `n · (ω × x) = (n × ω) · x`. So there is no contact before t + g / rate, however the shapes turn
//! in between. A plane that does not approach proves that there is none.
//!
//! **The second bound** knows where the points are, not only how far they reach. The point x goes
//! along n by `τ (n × ω) · x` in a time τ, and by no more than `½ τ² |n × ω| |ω| reach` beside
//! that. Over all points of the body the first is largest at the support point along `n + τ (n ×
//! ω)`. So two support calls bound the gap at t + τ from below, and the bound is concave in τ: if
//! it is above zero at both ends it is so in between. A tip that passes another shape at a distance
//! g is then proved to in some log(1 / g) steps, where the first bound takes √(1 / g).
//!
//! **The third bound** is in `riding.rs`: a plane that turns with one of the bodies. A half-space
//! that turns has no other: it ends along its own normal alone.
//!
//! A half-space has no reach, but what it does to the other body has: that is within the distance
//! of their centers and its own reach of the half-space's center. Slacks and speeds are of that.

use super::body::{Body, Pace, length, length_at_most};
use super::riding::{RATE_ERROR, Ride, root};
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Scalar, Vector};

/// What the gap along a direction is off by at most, in ε of all lengths that enter it: the band's
/// 9, 2 for the length of the direction, 3 for two inner products, 2 for their sums.
const GAP_ERROR: f64 = 16.0;

/// How many times the second bound looks for a longer span. Each is two support calls, and finds
/// the span of the points that the one before it found.
const LOOKS: u32 = 3;

/// A longer span than this share of what is looked for is not worth another look.
const ENOUGH: f64 = 0.75;

/// How often a shorter interval is asked for the bounds of a motion that has no more.
const ASKS: u32 = 4;

/// A plane between two shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane<V: Vector> {
    /// The unit vector from a to b: the one asked about, or the normal of a half-space, which ends
    /// along no other.
    pub n: V,
    /// How far apart they are along it, less what rounding may hide.
    pub gap: V::Scalar,
    /// The support points along it, from the shapes' origins.
    on: [V; 2],
    /// An ε of all lengths that enter the gap.
    unit: V::Scalar,
}

/// How far a shape reaches along a direction from its origin, and where. A half-space ends along
/// its normal alone, and is asked about no other.
fn support<V: Vector>(shape: &impl Convex<V>, direction: V) -> (V::Scalar, V) {
    let on = shape.core_support_from_origin(direction);
    match shape.core() {
        Core::HalfSpace { offset, .. } => (offset, on),
        _ => (direction.dot(on), on),
    }
}

impl<V: Vector> Plane<V> {
    /// `None` for no direction, and for two half-spaces that do not face each other.
    pub fn between(a: &impl Convex<V>, b: &impl Convex<V>, n: V) -> Option<Self> {
        let own = |core: Core<'_, V>| match core {
            Core::HalfSpace { normal, .. } => Some(normal),
            _ => None,
        };
        let n = match (own(a.core()), own(b.core())) {
            (None, None) => n.try_normalize()?,
            (Some(n), None) => n,
            (None, Some(n)) => -n,
            (Some(n), Some(m)) if n == -m => n,
            (Some(_), Some(_)) => return None,
        };
        let (along_a, along_b) = (support(a, n), support(b, -n));
        Some(Self::of(a, b, n, [along_a, along_b]))
    }

    /// The plane across the unit vector `n` of shapes that are no half-spaces, whose support points
    /// along it are known.
    pub fn of_points(a: &impl Convex<V>, b: &impl Convex<V>, n: V, [on_a, on_b]: [V; 2]) -> Self {
        Self::of(a, b, n, [(n.dot(on_a), on_a), (-n.dot(on_b), on_b)])
    }

    fn of(
        a: &impl Convex<V>,
        b: &impl Convex<V>,
        n: V,
        [(reach_a, on_a), (reach_b, on_b)]: [(V::Scalar, V); 2],
    ) -> Self {
        let (radii, offset) = (a.rounding() + b.rounding(), b.origin() - a.origin());
        let unit = unit_of_rounding(a, b);
        let error = V::Scalar::from_f64(GAP_ERROR) * unit;
        let gap = (n.dot(offset) - (reach_a + reach_b)) - radii - error;
        Self { n, gap, on: [on_a, on_b], unit }
    }

    /// What the gap was taken off by.
    pub fn error(&self) -> V::Scalar {
        V::Scalar::from_f64(GAP_ERROR) * self.unit
    }
}

/// All lengths that enter a gap: the way between the origins, the extents and the radii.
pub(super) fn lengths<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>) -> V::Scalar {
    let way = length(b.origin() - a.origin());
    way + ((a.extent() + b.extent()) + (a.rounding() + b.rounding()))
}

/// An ε of them.
pub(super) fn unit_of_rounding<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>) -> V::Scalar {
    V::Scalar::EPSILON * lengths(a, b) + V::Scalar::LEAST
}

/// Two bodies and the time up to which they are asked about.
#[derive(Debug)]
pub(super) struct Bound<'b, V: Vector, A, B> {
    pub a: &'b A,
    pub b: &'b B,
    pub to: V::Scalar,
}

/// Two shapes at a time, and the ways from their origins to the centers of their turns.
pub(super) struct Placed<V: Vector, P, Q> {
    pub a: P,
    pub b: Q,
    pub arms: [V; 2],
    /// What the two may be off by.
    pub slack: V::Scalar,
}

impl<V: Vector, A: Body<V>, B: Body<V>> Bound<'_, V, A, B> {
    /// Both shapes at a time.
    #[inline(always)]
    pub fn at(&self, time: V::Scalar) -> Placed<V, A::Placed<'_>, B::Placed<'_>> {
        let ((a, arm_a), (b, arm_b)) = (self.a.at(time), self.b.at(time));
        Placed { a, b, arms: [arm_a, arm_b], slack: self.slack(time) }
    }

    /// What the shapes at a time may be off by, as far as they can be seen from each other.
    #[inline(always)]
    pub fn slack(&self, time: V::Scalar) -> V::Scalar {
        let [reach_a, reach_b] = self.reaches(time);
        self.a.slack(reach_a, time) + self.b.slack(reach_b, time)
    }

    /// How far from the center of each body the points are that count at a time: as far as the body
    /// reaches; of a half-space, as far as the other does from there.
    #[inline(always)]
    fn reaches(&self, time: V::Scalar) -> [V::Scalar; 2] {
        if self.endless() == [false, false] {
            return [self.a.reach(), self.b.reach()];
        }
        self.reaches_of_endless(time)
    }

    #[cold]
    #[inline(never)]
    fn reaches_of_endless(&self, time: V::Scalar) -> [V::Scalar; 2] {
        let ([is_a, is_b], own) = (self.endless(), [self.a.reach(), self.b.reach()]);
        let way = length(self.b.center(time) - self.a.center(time));
        let seen = |is_endless: bool, own: V::Scalar, other: V::Scalar| {
            if is_endless { way + other } else { own }
        };
        let finite = |is_endless: bool, own| if is_endless { V::Scalar::ZERO } else { own };
        [seen(is_a, own[0], finite(is_b, own[1])), seen(is_b, own[1], finite(is_a, own[0]))]
    }

    /// Which of the bodies is a half-space.
    #[inline(always)]
    pub fn endless(&self) -> [bool; 2] {
        [self.a.reach(), self.b.reach()].map(|reach| !(reach < V::Scalar::INFINITY))
    }

    /// No distance of the bodies changes faster than this, for a span from a time on.
    pub fn fastest(&self, time: V::Scalar, [a, b]: &[Pace<V>; 2], span: V::Scalar) -> V::Scalar {
        let [is_a, is_b] = self.endless();
        let apart = |is_endless: bool, reach: V::Scalar| {
            // Meanwhile the centers may come further apart.
            let speeds = (length(a.velocity) + length(b.velocity)) + (a.speed + b.speed);
            if is_endless { reach + speeds * span } else { reach }
        };
        let [reach_a, reach_b] = self.reaches(time);
        bounded(a.fastest(apart(is_a, reach_a)) + b.fastest(apart(is_b, reach_b)))
    }

    pub fn paces(&self, from: V::Scalar, to: V::Scalar) -> [Pace<V>; 2] {
        [self.a.pace(from, to), self.b.pace(from, to)]
    }

    /// The gap along the unit vector `n`, from a to b, shrinks no faster than this.
    pub fn closing(&self, [a, b]: &[Pace<V>; 2], n: V) -> V::Scalar {
        let turning = a.turning(n, self.a.reach()) + b.turning(n, self.b.reach());
        let (speed, beside) = (length(a.velocity) + length(b.velocity), a.speed + b.speed);
        let rounding =
            V::Scalar::from_f64(RATE_ERROR) * V::Scalar::EPSILON * (speed + beside + turning);
        bounded((n.dot(a.velocity) - n.dot(b.velocity)) + beside + turning + rounding)
    }

    /// The time until which the shapes stay further apart than `floor`, which may be less than
    /// zero, if they are at `time`, where they are `lower` apart at least; infinite if they stay so
    /// to the end.
    pub fn free_until<P: Convex<V>, Q: Convex<V>>(
        &self,
        time: V::Scalar,
        placed: &Placed<V, P, Q>,
        normal: Option<V>,
        lower: V::Scalar,
        floor: V::Scalar,
    ) -> V::Scalar {
        let plane = normal.and_then(|n| Plane::between(&placed.a, &placed.b, n));
        let hidden = floor + placed.slack;
        if let Some(plane) = plane
            && plane.gap - hidden > V::Scalar::ZERO
        {
            return self.along(time, placed, &plane, hidden);
        }
        // The axis does not show the gap that is proved: any direction may be the one.
        let [a, b] = self.paces(time, self.to);
        let rate = bounded(a.fastest(self.a.reach()) + b.fastest(self.b.reach()));
        let (free, until) = (later(time, (lower - hidden) / rate), a.until.min(b.until));
        if free > until { until } else { free }
    }

    /// The same, by a plane, whose gap counts as far as it is above what is `hidden`.
    fn along<P: Convex<V>, Q: Convex<V>>(
        &self,
        time: V::Scalar,
        placed: &Placed<V, P, Q>,
        plane: &Plane<V>,
        hidden: V::Scalar,
    ) -> V::Scalar {
        let room = plane.gap - hidden;
        let paces = self.paces(time, self.to);
        let until = paces[0].until.min(paces[1].until);
        let end = until.min(self.to);
        if self.carries_a_half_space(&paces) {
            return self.with_the_half_space(time, placed, plane, room);
        }
        let rate = self.closing(&paces, plane.n);
        let first = if rate <= V::Scalar::ZERO { V::Scalar::INFINITY } else { room / rate };
        let first = later(time, first);
        if first > end {
            return self.onward(end, plane.n, room_after(room, rate, end - time));
        }
        if !paces.iter().all(Pace::is_even) {
            return self.sooner(time, plane.n, room, first);
        }
        if paces.iter().all(Pace::is_straight) {
            return first;
        }
        let turns = Turns { bound: self, placed, plane, paces: &paces, hidden };
        let second = later(time, turns.span(room, end - time));
        let third = later(time, self.riding(placed, plane, &paces, [room, end - time]));
        let free = if second > first { second } else { first };
        let free = if third > free { third } else { free };
        if free > end { end } else { free }
    }

    /// Whether a half-space turns.
    fn carries_a_half_space(&self, paces: &[Pace<V>; 2]) -> bool {
        let endless = self.endless();
        (0..2).any(|i| endless[i] && !paces[i].is_straight())
    }

    /// How long some room stays open by the plane of a half-space that turns, while the motions
    /// keep their pace. Of motions that are known by bounds, shorter times are asked for theirs.
    fn with_the_half_space<P: Convex<V>, Q: Convex<V>>(
        &self,
        time: V::Scalar,
        placed: &Placed<V, P, Q>,
        plane: &Plane<V>,
        room: V::Scalar,
    ) -> V::Scalar {
        let (mut free, mut to) = (time, self.to);
        for _ in 0..=ASKS {
            let paces = self.paces(time, to);
            let end = to.min(paces[0].until.min(paces[1].until));
            // So far beyond the end that rounding does not matter.
            let beyond = (end - time) + (end - time);
            let last = later(time, self.riding(placed, plane, &paces, [room, beyond]));
            let lasts = last > end;
            if lasts && end >= self.to {
                return V::Scalar::INFINITY;
            }
            free = free.max(if lasts { end } else { last });
            let next = free + (free - time);
            let is_known = paces.iter().all(Pace::is_even) || end < to;
            if is_known || !(free > time) || (next >= to && !lasts) {
                break;
            }
            to = next.min(self.to);
        }
        free
    }

    /// How long some room stays open, at most a horizon, by planes that turn with a body. They are
    /// asked where the other body is nearer to the body's center than the body reaches.
    fn riding<P: Convex<V>, Q: Convex<V>>(
        &self,
        placed: &Placed<V, P, Q>,
        plane: &Plane<V>,
        [pace_a, pace_b]: &[Pace<V>; 2],
        [room, horizon]: [V::Scalar; 2],
    ) -> V::Scalar {
        let [arm_a, arm_b] = placed.arms;
        let way = (placed.b.origin() - placed.a.origin()) + (arm_b - arm_a);
        let ride = |n: V, way: V, [one, other]: [&Pace<V>; 2], [own, reach]: [V::Scalar; 2]| {
            let most = own - reach;
            let is_near = most > V::Scalar::ZERO && way.length_squared() < most * most;
            if own < V::Scalar::INFINITY && !is_near {
                return V::Scalar::ZERO;
            }
            let lengths = length(way) + (length(arm_a) + length(arm_b));
            let off = placed.slack + V::Scalar::from_f64(4.0) * V::Scalar::EPSILON * lengths;
            Ride { n, one, other, reach, way, off }.span(room, horizon)
        };
        let [reach_a, reach_b] = [self.a.reach(), self.b.reach()];
        let on_a = ride(plane.n, way, [pace_a, pace_b], [reach_a, reach_b]);
        let on_b = ride(-plane.n, -way, [pace_b, pace_a], [reach_b, reach_a]);
        on_a.max(on_b)
    }

    /// From the end of constant velocities on, along the same plane, which has this room left.
    fn onward(&self, mut time: V::Scalar, n: V, mut room: V::Scalar) -> V::Scalar {
        while time < self.to {
            let paces = self.paces(time, self.to);
            let (rate, end) =
                (self.closing(&paces, n), paces[0].until.min(paces[1].until).min(self.to));
            // Where velocities change, the poses may jump by what they are off by.
            room = room_after(room - self.slack(time), rate, end - time);
            if !(room > V::Scalar::ZERO && end > time) {
                return time;
            }
            time = end;
        }
        V::Scalar::INFINITY
    }

    /// A later time than `first`, if the bounds of shorter intervals give one.
    fn sooner(&self, time: V::Scalar, n: V, room: V::Scalar, first: V::Scalar) -> V::Scalar {
        let mut free = first;
        let mut span = (first - time).max(V::Scalar::ZERO);
        for _ in 0..ASKS {
            span = span + span;
            let end = (time + span).min(self.to);
            let paces = self.paces(time, end);
            let (rate, end) =
                (self.closing(&paces, n), end.min(paces[0].until.min(paces[1].until)));
            let last = later(time, room / rate.max(V::Scalar::ZERO));
            if !(last >= end) {
                return if last > free { last } else { free };
            }
            free = end;
            if end < time + span {
                break;
            }
        }
        if free >= self.to { V::Scalar::INFINITY } else { free }
    }

    /// How fast the points `on`, in the world, come nearer along `n` at a time, and what of it may
    /// be rounding; `None` if the motions do not say it.
    pub fn approach<P: Convex<V>, Q: Convex<V>>(
        &self,
        time: V::Scalar,
        placed: &Placed<V, P, Q>,
        n: V,
        on: [V; 2],
    ) -> Option<(V::Scalar, V::Scalar)> {
        let paces @ [a, b] = &self.paces(time, self.to);
        if !paces.iter().all(Pace::is_even) {
            return None;
        }
        let arm = |on: V, origin: V, arm: V| (on - origin) - arm;
        let along_a = a.along(n, arm(on[0], placed.a.origin(), placed.arms[0]));
        let along_b = b.along(n, arm(on[1], placed.b.origin(), placed.arms[1]));
        let speeds = self.fastest(time, paces, V::Scalar::ZERO);
        let rounding = V::Scalar::from_f64(RATE_ERROR) * V::Scalar::EPSILON * speeds;
        Some((along_a - along_b, rounding))
    }

    /// Whether the balls around the centers stay further apart than `most`. They are asked only
    /// while they move straight.
    pub fn balls_pass(&self, from: V::Scalar, most: V::Scalar) -> bool {
        let [a, b] = self.paces(from, self.to);
        if !(a.is_even() && b.is_even() && a.until.min(b.until) >= self.to) {
            return false;
        }
        let (center_a, center_b) = (self.a.center(from), self.b.center(from));
        let (way, velocity) = (center_b - center_a, b.velocity - a.velocity);
        let nearest = -way.dot(velocity) / velocity.length_squared();
        // No velocity gives no number, which `max` passes over.
        let span = nearest.max(V::Scalar::ZERO).min(self.to - from);
        let radii =
            ((self.a.reach() + self.a.radius()) + (self.b.reach() + self.b.radius())) + most;
        let sizes = (length_at_most(center_a) + length_at_most(center_b))
            + (length_at_most(a.velocity) + length_at_most(b.velocity)) * span;
        // The centers, the way, its part at the time, and a time that is off by an ε of itself.
        let rounding = V::Scalar::from_f64(GAP_ERROR) * V::Scalar::EPSILON * (sizes + radii);
        length(way + velocity * span) > radii + rounding + self.slack(from)
    }
}

/// The time a span later, rounded down.
pub(super) fn later<S: Scalar>(time: S, span: S) -> S {
    let rounding = S::from_f64(4.0) * S::EPSILON;
    let sum = time + span * (S::ONE - rounding);
    if sum < S::INFINITY { sum - S::EPSILON * sum.abs() } else { sum }
}

/// A bound that is no number bounds nothing.
fn bounded<S: Scalar>(rate: S) -> S {
    if rate < S::INFINITY { rate } else { S::INFINITY }
}

/// What is left of some room after a span, less what the product and the sum round by.
fn room_after<S: Scalar>(room: S, rate: S, span: S) -> S {
    let passed = rate * span;
    let rounding = S::from_f64(4.0) * S::EPSILON * (room.abs() + passed.abs());
    (room - passed) - rounding
}

/// The second bound of two bodies that move evenly and turn.
struct Turns<'t, 'b, V: Vector, A, B, P, Q> {
    bound: &'t Bound<'b, V, A, B>,
    placed: &'t Placed<V, P, Q>,
    plane: &'t Plane<V>,
    paces: &'t [Pace<V>; 2],
    /// What is taken off the gap now: the floor, and the slack of the poses.
    hidden: V::Scalar,
}

/// What does not depend on the span: the levers n × ω of both bodies, how fast the centers come
/// apart, as far as the shapes' origins turn about them too, how far turning may bend the way, and
/// a bound on all these speeds.
struct Levers<V: Vector> {
    levers: [V; 2],
    apart: V::Scalar,
    bend: V::Scalar,
    speeds: V::Scalar,
}

impl<V: Vector, A: Body<V>, B: Body<V>, P: Convex<V>, Q: Convex<V>> Turns<'_, '_, V, A, B, P, Q> {
    fn levers(&self) -> Levers<V> {
        let ([a, b], n) = (self.paces, self.plane.n);
        let [reach_a, reach_b] = [self.bound.a.reach(), self.bound.b.reach()];
        let lever = |pace: &Pace<V>, n: V| pace.lever(n).map(V::Scalar::from_f64);
        let vector = |x: [V::Scalar; 3]| V::from_fn(|i| x[i]);
        let [m, k] = [vector(lever(a, n)), vector(lever(b, -n))];
        let [arm_a, arm_b] = self.placed.arms;
        let apart = (n.dot(b.velocity) - n.dot(a.velocity)) + (m.dot(arm_a) + k.dot(arm_b));
        let bend = |pace: &Pace<V>, reach: V::Scalar| {
            let turning = pace.turning(n, reach);
            let spin = V::Scalar::from_f64(super::body::length_of(pace.spin));
            // A half-space does not turn here, and has no reach.
            if turning > V::Scalar::ZERO { turning * spin } else { V::Scalar::ZERO }
        };
        let speeds = (length(a.velocity) + length(b.velocity))
            + (a.turning(n, reach_a) + b.turning(n, reach_b));
        Levers { levers: [m, k], apart, bend: bend(a, reach_a) + bend(b, reach_b), speeds }
    }

    /// How long the gap stays above what the plane has room over; at most `horizon`.
    fn span(&self, room: V::Scalar, horizon: V::Scalar) -> V::Scalar {
        let (zero, half) = (V::Scalar::ZERO, V::Scalar::from_f64(0.5));
        let known = self.levers();
        let error = V::Scalar::from_f64(RATE_ERROR) * V::Scalar::EPSILON * known.speeds;
        // One ε more, for the bend itself.
        let bend = known.bend * (V::Scalar::ONE + V::Scalar::from_f64(16.0) * V::Scalar::EPSILON);
        let (mut on, mut best, mut span) = (self.plane.on, zero, horizon);
        for _ in 0..LOOKS {
            // The points that were found: their gap is a parabola, and it is above zero up to here.
            let [m, k] = known.levers;
            let slope = known.apart - (m.dot(on[0]) + k.dot(on[1])) - error;
            let level = self.level(on, room);
            span = span.min(root(level, slope, bend)).min(horizon);
            if !(span > best) {
                return best;
            }
            let (found, points) = self.gap_after(span, &known, error, bend * half);
            if found >= zero {
                return span;
            }
            // A concave function is above its chord.
            best = (span * (room / (room - found))).max(best);
            if best > span * V::Scalar::from_f64(ENOUGH) {
                return best;
            }
            on = points;
        }
        best
    }

    /// How far above the floor these points are now.
    fn level(&self, [on_a, on_b]: [V; 2], room: V::Scalar) -> V::Scalar {
        let (n, [first_a, first_b]) = (self.plane.n, self.plane.on);
        room + (n.dot(first_a - on_a) - n.dot(first_b - on_b))
    }

    /// A lower bound of the gap after a span, above the floor, and the points that it is of.
    fn gap_after(
        &self,
        span: V::Scalar,
        known: &Levers<V>,
        error: V::Scalar,
        half_bend: V::Scalar,
    ) -> (V::Scalar, [V; 2]) {
        let (n, [m, k]) = (self.plane.n, known.levers);
        let Placed { a, b, .. } = self.placed;
        let (along_a, along_b) = (n + m * span, k * span - n);
        let ((reach_a, on_a), (reach_b, on_b)) = (support(a, along_a), support(b, along_b));
        let offset = n.dot(b.origin() - a.origin()) - (a.rounding() + b.rounding());
        // The directions are longer than 1, and what points are off by counts as often.
        let long = length(along_a).max(length(along_b));
        let hidden = V::Scalar::from_f64(GAP_ERROR) * self.plane.unit * long
            + self.placed.slack * (long - V::Scalar::ONE);
        let bent = (half_bend * span + error) * span;
        let gap = (offset - (reach_a + reach_b)) + known.apart * span;
        ((gap - bent) - hidden - self.hidden, [on_a, on_b])
    }
}
