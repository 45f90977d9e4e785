//! Where a shape that moves straight enters another: the ray cast of a difference set.
//!
//! Let E be all vectors from a point of a to a point of b. While a moves against b by r a unit of
//! time, they touch at the time t at which r·t comes into E. So what is looked for is the place
//! where a ray from the origin enters E, and the supporting plane of E there.
//!
//! First, seen along the ray, E is a set of one dimension less, and the ray is a point: a direction
//! across the ray separates them, and the ray passes E, or support points lie all round it: two of
//! the plane, three of space. They are a *portal* through which the ray goes. Then the portal is
//! moved toward the origin: the support point along its normal makes two or three new ones with its
//! sides, and the ray goes through one of them (the refinement of Snethen's XenoCollide, from a ray
//! instead of an inner point). It ends where no point is beyond the portal: that is the face.
//!
//! Nothing here is proved, and signs are trusted. Who asks takes the plane for what a plane is
//! worth.

use super::bound::lengths;
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::is_surely_inside;
use crate::number::contract::CURVED_WIDTH;
use crate::number::vector::{Real, Scalar, Vector};

/// After so many support points the search is given up.
const MOST_POINTS: u32 = 32;

/// A point of a, a point of b, from their origins, and the scaled vector between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between<V> {
    pub on_a: V,
    pub on_b: V,
    pub e: V,
}

/// What the search found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<V: Vector> {
    /// A direction from a to b along which the ray never comes, or comes too late, and the support
    /// points along it.
    Passes(V, Between<V>),
    /// The portal, its weights where the ray goes through, the direction from a to b across it, and
    /// the support points along that.
    Enters { portal: [Between<V>; 3], weights: [V::Scalar; 3], n: V, along: Between<V> },
}

/// The difference set, and the ray.
pub(super) struct Cast<'c, V: Vector, A, B> {
    a: &'c A,
    b: &'c B,
    offset: V,
    scale: V::Scalar,
    /// The ray's direction, scaled on its own, and how far along it a unit of time goes.
    way: V,
    per_time: V::Scalar,
    /// The radii in sum, scaled.
    radius: V::Scalar,
    /// A portal is as good as the face when no point is beyond it by more than this.
    width: V::Scalar,
}

impl<'c, V: Vector, A: Convex<V>, B: Convex<V>> Cast<'c, V, A, B> {
    /// `None` if a does not move against b, or either is a half-space.
    pub fn new(a: &'c A, b: &'c B, way: V) -> Option<Self> {
        let size = lengths(a, b);
        let (scale, largest) = (size.scale_to_one(), way.abs().max_element());
        let is_bounded = |core: Core<'_, V>| !matches!(core, Core::HalfSpace { .. });
        let moves = largest > V::Scalar::ZERO && size > V::Scalar::ZERO;
        if !(moves && is_bounded(a.core()) && is_bounded(b.core())) {
            return None;
        }
        let unit = largest.scale_to_one();
        let (way, per_time) = (way * unit, scale * unit.power_of_two_reciprocal());
        let is_curved = a.is_curved() || b.is_curved();
        let share = if is_curved { CURVED_WIDTH } else { 0.0 };
        let share = V::Scalar::from_f64(share).max(V::Scalar::from_f64(4.0) * V::Scalar::EPSILON);
        let (offset, radius) = (b.origin() - a.origin(), (a.rounding() + b.rounding()) * scale);
        let width = share * (size * scale);
        Some(Self { a, b, offset, scale, way, per_time, radius, width })
    }

    /// The point of E furthest along a direction. A radius counts where it is asked for.
    pub fn furthest(&self, m: V) -> Between<V> {
        let (on_a, on_b) =
            (self.a.core_support_from_origin(-m), self.b.core_support_from_origin(m));
        Between { on_a, on_b, e: (self.offset + (on_b - on_a)) * self.scale }
    }

    /// A vector of E's core, and the radius along a direction.
    fn rounded(&self, between: Between<V>, m: V) -> Between<V> {
        if self.radius == V::Scalar::ZERO {
            return between;
        }
        let unit = m.try_normalize().unwrap_or(V::ZERO);
        Between { e: between.e + unit * self.radius, ..between }
    }

    /// Where the ray enters E, if that is so within this time.
    pub fn run(&self, horizon: V::Scalar) -> Option<Found<V>> {
        let latest = horizon * self.per_time;
        if V::DIM == 2 { self.in_the_plane(latest) } else { self.in_space(latest) }
    }

    /// Whether the origin is surely inside the simplex of a portal and the furthest point behind it,
    /// by more than `by`, when the way between the shapes' origins is this one.
    pub fn is_surely_inside(
        &self,
        [p, q, r]: &[Between<V>; 3],
        n: V,
        offset: V,
        by: V::Scalar,
    ) -> bool {
        let behind = &self.furthest(n);
        let corners = if V::DIM == 2 { [p, q, behind, behind] } else { [p, q, r, behind] };
        let points = corners.map(|x| (offset + (x.on_b - x.on_a)) * self.scale);
        is_surely_inside(&points[..V::DIM + 1], by * self.scale)
    }

    /// The part of a vector across the ray.
    fn across(&self, v: V) -> V {
        v - self.way * (v.dot(self.way) / self.way.length_squared())
    }

    fn in_the_plane(&self, latest: V::Scalar) -> Option<Found<V>> {
        let side = V::normal_to(&[self.way]);
        let mut portal = [self.rounded(self.furthest(side), side); 2];
        if side.dot(portal[0].e) < V::Scalar::ZERO {
            return Some(Found::Passes(-side, portal[0]));
        }
        portal[1] = self.rounded(self.furthest(-side), -side);
        if -side.dot(portal[1].e) < V::Scalar::ZERO {
            return Some(Found::Passes(side, portal[1]));
        }
        for _ in 0..MOST_POINTS {
            let [p, q] = portal;
            let m = V::normal_to(&[q.e - p.e]);
            // Toward the origin of the ray.
            let m = if m.dot(self.way) > V::Scalar::ZERO { -m } else { m };
            let core = self.furthest(m);
            let new = self.rounded(core, m);
            if self.is_late(m, new.e, latest) {
                return Some(Found::Passes(-m, core));
            }
            if !self.is_beyond(m, new.e, p.e) {
                let (of_p, of_q) = (-side.dot(q.e), side.dot(p.e));
                let weights = [of_p, of_q, V::Scalar::ZERO];
                return Some(Found::Enters { portal: [p, q, q], weights, n: -m, along: core });
            }
            portal[usize::from(side.dot(new.e) < V::Scalar::ZERO)] = new;
        }
        None
    }

    /// Whether the ray comes to the plane with this support point only after the horizon.
    fn is_late(&self, m: V, e: V, latest: V::Scalar) -> bool {
        let (height, rate) = (m.dot(e), m.dot(self.way));
        // Both are less than zero before the plane.
        height < V::Scalar::ZERO && height < rate * latest
    }

    /// Whether a new point is beyond a portal, of which p is a point.
    fn is_beyond(&self, m: V, new: V, p: V) -> bool {
        let gain = m.dot(new) - m.dot(p);
        gain > V::Scalar::ZERO && gain * gain > self.width * self.width * m.length_squared()
    }

    /// Three points round the ray, or a direction across it that separates it.
    fn around(&self) -> Option<Result<[Between<V>; 3], Found<V>>> {
        let zero = V::Scalar::ZERO;
        let passes = |m: V, new: &Between<V>| m.dot(new.e) < zero;
        let mut m = -self.across(self.offset * self.scale);
        let none = Between { on_a: V::ZERO, on_b: V::ZERO, e: V::ZERO };
        let mut held = [none; 2];
        let mut count = 0;
        for _ in 0..MOST_POINTS {
            let core = self.furthest(m);
            let new = self.rounded(core, m);
            if passes(m, &new) {
                return Some(Err(Found::Passes(-m, core)));
            }
            match count {
                0 => {
                    held[0] = new;
                    m = -self.across(new.e);
                    count = 1;
                }
                1 => {
                    held[1] = new;
                    m = self.beside(held[0].e, new.e)?;
                    count = 2;
                }
                _ => {
                    // Outside of which side, as seen from the new point.
                    let [p, q] = held;
                    if let Some(beside) = self.outside(new.e, p.e, q.e) {
                        (held[1], m) = (new, beside);
                    } else if let Some(beside) = self.outside(new.e, q.e, p.e) {
                        (held[0], m) = (new, beside);
                    } else {
                        return Some(Ok([p, q, new]));
                    }
                }
            }
        }
        None
    }

    /// The direction across the ray, from the line through two points to the ray.
    fn beside(&self, p: V, q: V) -> Option<V> {
        let m = (q - p).cross(self.way);
        let along = m.dot(p);
        match () {
            _ if along > V::Scalar::ZERO => Some(-m),
            _ if along < V::Scalar::ZERO => Some(m),
            _ => None,
        }
    }

    /// The same, if the ray is on the other side of it than a third point is.
    fn outside(&self, p: V, q: V, third: V) -> Option<V> {
        let m = self.beside(p, q)?;
        (m.dot(third) < m.dot(p)).then_some(m)
    }

    fn in_space(&self, latest: V::Scalar) -> Option<Found<V>> {
        let mut portal = match self.around()? {
            Ok(portal) => portal,
            Err(found) => return Some(found),
        };
        let zero = V::Scalar::ZERO;
        let volume = |p: V, q: V| self.way.dot(p.cross(q));
        // The way round may be either; the sign is kept, so that a swap turns all of it.
        let [p, q, r] = portal;
        let is_left = volume(p.e, q.e) + volume(q.e, r.e) + volume(r.e, p.e) > zero;
        for _ in 0..MOST_POINTS {
            let [p, q, r] = portal;
            let m = (q.e - p.e).cross(r.e - p.e);
            let m = if is_left { -m } else { m };
            let core = self.furthest(m);
            let new = self.rounded(core, m);
            if self.is_late(m, new.e, latest) {
                return Some(Found::Passes(-m, core));
            }
            if !self.is_beyond(m, new.e, p.e) {
                let parts = [volume(q.e, r.e), volume(r.e, p.e), volume(p.e, q.e)];
                let weights = if is_left { parts } else { parts.map(|x| -x) };
                return Some(Found::Enters { portal, weights, n: -m, along: core });
            }
            let turned = self.way.cross(new.e);
            // Where the sign is none, a swap must not turn the answer.
            let [s, t, u] = [p, q, r].map(|x| {
                let side = turned.dot(x.e);
                if is_left { side > zero } else { side < zero }
            });
            // Between which two of them the new point lies, seen along the ray.
            let replaced = match (s, t, u) {
                (true, false, _) => 2,
                (_, true, false) => 0,
                (false, _, true) => 1,
                _ => return None,
            };
            portal[replaced] = new;
        }
        None
    }
}
