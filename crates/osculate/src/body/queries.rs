//! What is asked of two bodies at poses.

use super::Body;
use super::answer::{BodyClosest, BodySignedDistance, PartContact};
use super::apart::Triangles;
use super::facet::Facet;
use super::pairs::Pairs;
use super::parts::{Ask, Placed};
use super::solid::Inside;
use crate::contact::overlap_along;
use crate::convex::Convex;
use crate::convex::placed::At;
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::Pose;
use crate::query::{
    Bracket, Closest, LastAxis, Query, SignedDistance, Space, closest, intersects, signed_distance,
};
use crate::shape::Point;

/// What is asked of two bodies. Both may be of one part: `Body::new(shape)`.
impl<V: Space> At<V, &Body<V>> {
    /// Whether any parts have a point in common. Touching parts do.
    #[must_use]
    pub fn intersects(&self, other: &At<V, &Body<V>>) -> bool {
        self.touching(other).is_some()
    }

    /// Whether a point of the world is on the body, or in it.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose};
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    /// let ring = Body::from_segments(&corners, &[[0, 1], [1, 2], [2, 3], [3, 0]])?;
    /// let center = DVec2::splat(0.5);
    /// assert!(!ring.at(Pose::IDENTITY).contains(center));
    /// assert!(ring.into_solid()?.at(Pose::IDENTITY).contains(center));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn contains(&self, point: V) -> bool {
        let at = Pose::from_translation(point);
        at.is_ok_and(|pose| self.first_touching(&At::new(Point::ORIGIN, pose)).is_some())
    }

    /// A part that touches a shape; of a solid that holds it, the nearest facet.
    fn first_touching(&self, shape: &impl Convex<V>) -> Option<u32> {
        self.first_beside(shape, |part| intersects(part, shape))
    }

    /// Two parts that have a point in common.
    pub(crate) fn touching(&self, other: &At<V, &Body<V>>) -> Option<[u32; 2]> {
        self.touching_from(other, &mut Last::new())
    }

    /// The same, beginning with the parts that mattered last.
    pub(super) fn touching_from(
        &self,
        other: &At<V, &Body<V>>,
        last: &mut Last<V>,
    ) -> Option<[u32; 2]> {
        let found = self.meeting(&self.pairs(other), last);
        found.or_else(|| Some(self.inside(other)?.parts()))
    }

    /// Two parts that touch, beginning with those that mattered last.
    fn meeting(&self, pairs: &Pairs<'_, V>, last: &mut Last<V>) -> Option<[u32; 2]> {
        let most = &mut { V::Scalar::ZERO };
        let mut meets = Meets::NONE;
        if let Some(parts) = last.parts {
            pairs.ask(parts, &mut meets, most);
        }
        if meets.found.is_none() {
            // Known of bodies that were apart. An axis between two parts of bodies that overlap tells
            // nothing of their other parts.
            meets.axis = last.axis;
            pairs.by_bound(&mut meets, most);
        }
        last.axis = if meets.found.is_none() { meets.axis } else { LastAxis::NONE };
        last.parts = meets.found.or(last.parts);
        meets.found
    }

    /// The distance of the bodies: that of the nearest parts.
    #[must_use]
    pub fn distance(&self, other: &At<V, &Body<V>>) -> Bracket<V::Scalar> {
        self.distance_from(other, &mut Last::new())
    }

    /// The same, beginning with the parts that mattered last.
    pub(super) fn distance_from(
        &self,
        other: &At<V, &Body<V>>,
        last: &mut Last<V>,
    ) -> Bracket<V::Scalar> {
        let none =
            Bracket { lower: V::Scalar::ZERO, value: V::Scalar::MAX, upper: V::Scalar::INFINITY };
        self.distance_up_to(other, V::Scalar::INFINITY, last).unwrap_or(none)
    }

    /// The distance, unless it is proved to be more than `most`, which takes less time. A limit that
    /// is no number is none.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let far = ball.at(Pose::from_translation(DVec2::X * 5.0)?);
    /// assert!(ball.at(Pose::IDENTITY).distance_within(&far, 2.5).is_none());
    /// assert!(ball.at(Pose::IDENTITY).distance_within(&far, 3.5).is_some());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn distance_within(
        &self,
        other: &At<V, &Body<V>>,
        most: V::Scalar,
    ) -> Option<Bracket<V::Scalar>> {
        self.distance_up_to(other, most, &mut Last::new())
    }

    /// The same, beginning with the parts that mattered last.
    pub(super) fn distance_up_to(
        &self,
        other: &At<V, &Body<V>>,
        most: V::Scalar,
        last: &mut Last<V>,
    ) -> Option<Bracket<V::Scalar>> {
        let is_number = most.abs() >= V::Scalar::ZERO;
        let most = if is_number { most } else { V::Scalar::INFINITY };
        Some(self.nearest_from(other, most, last)?.closest.distance)
    }

    /// The closest points, unless they are proved to be further apart than `most`.
    pub(crate) fn nearest(
        &self,
        other: &At<V, &Body<V>>,
        most: V::Scalar,
    ) -> Option<BodyClosest<V>> {
        self.nearest_from(other, most, &mut Last::new())
    }

    /// The same, beginning with the parts that mattered last.
    pub(super) fn nearest_from(
        &self,
        other: &At<V, &Body<V>>,
        most: V::Scalar,
        last: &mut Last<V>,
    ) -> Option<BodyClosest<V>> {
        let pairs = self.pairs(other);
        let mut nearest = Nearest::new(&pairs);
        let limit = &mut { most };
        // Bodies that touch have many parts that may be nearest, and any that touch are.
        if let Some(touching) = self.meeting(&pairs, last) {
            pairs.ask(touching, &mut nearest, limit);
        } else if let Some(inside) = self.inside(other) {
            let touches = !(most < V::Scalar::ZERO);
            return touches.then(|| inside.closest());
        } else {
            // The nearest parts are no further apart than these, so few others are left to ask.
            if let Some(parts) = last.parts {
                pairs.ask(parts, &mut nearest, limit);
            }
            pairs.by_bound(&mut nearest, limit);
        }
        last.parts = nearest.best.map(|(parts, _)| parts).or(last.parts);
        let (parts, mut closest) = nearest.best?;
        closest.distance = closest.distance.with_lower(nearest.lower);
        Some(BodyClosest { parts, closest })
    }

    /// The closest points, and the parts that they lie on. Of several parts as near it may be any
    /// two, but always the same.
    #[must_use]
    pub fn closest(&self, other: &At<V, &Body<V>>) -> BodyClosest<V> {
        self.closest_from(other, &mut Last::new())
    }

    /// The same, beginning with the parts that mattered last.
    pub(super) fn closest_from(
        &self,
        other: &At<V, &Body<V>>,
        last: &mut Last<V>,
    ) -> BodyClosest<V> {
        let nowhere = || BodyClosest { parts: [0; 2], closest: closest(nowhere::<V>(), nowhere()) };
        self.nearest_from(other, V::Scalar::INFINITY, last).unwrap_or_else(nowhere)
    }

    /// The least signed distance of two parts: of the nearest, or of those that overlap the deepest.
    /// Of several it may be any, but always the same.
    #[must_use]
    pub fn signed_distance(&self, other: &At<V, &Body<V>>) -> BodySignedDistance<V> {
        self.signed_distance_from(other, &mut Last::new())
    }

    /// The same, beginning with the parts that mattered last.
    pub(super) fn signed_distance_from(
        &self,
        other: &At<V, &Body<V>>,
        last: &mut Last<V>,
    ) -> BodySignedDistance<V> {
        if self.may_hold(other)
            && let Some(inside) = self.inside_apart(other)
        {
            return inside.signed_distance();
        }
        let mut foremost = Foremost { best: None, lower: V::Scalar::INFINITY };
        let (pairs, most) = (self.pairs(other), &mut { V::Scalar::INFINITY });
        if let Some(parts) = last.parts {
            pairs.ask(parts, &mut foremost, most);
        }
        pairs.by_bound(&mut foremost, most);
        last.parts = foremost.best.map(|(parts, _)| parts);
        let (parts, mut signed_distance) = foremost
            .best
            .unwrap_or_else(|| ([0; 2], signed_distance(nowhere::<V>(), nowhere::<V>())));
        signed_distance.distance = signed_distance.distance.with_lower(foremost.lower);
        BodySignedDistance { parts, signed_distance }
    }

    /// Whether facets of one of two bodies bound a solid.
    fn may_hold(&self, other: &At<V, &Body<V>>) -> bool {
        self.shape().has_solid() || other.shape().has_solid()
    }

    /// How two bodies lie to each other, if one is in the other and touches none of its facets.
    pub(super) fn inside_apart(&self, other: &At<V, &Body<V>>) -> Option<Inside<V>> {
        if !self.may_hold(other) {
            return None;
        }
        let mut meets = Meets::NONE;
        self.pairs(other).by_bound(&mut meets, &mut { V::Scalar::ZERO });
        if meets.found.is_some() { None } else { self.inside(other) }
    }

    /// The contact of two bodies of which one is in the other and touches none of its facets.
    pub(crate) fn inside_contact(&self, other: &At<V, &Body<V>>) -> Option<PartContact<V>> {
        Some(self.inside_apart(other)?.contact())
    }

    /// A part that may touch a shape, and does as the question has it; or the facet nearest to it,
    /// if it is inside.
    pub(crate) fn first_beside(
        &self,
        shape: &impl Convex<V>,
        touches: impl Fn(&Placed<'_, V>) -> bool,
    ) -> Option<u32> {
        let mut found = None;
        self.beside(shape, &mut { V::Scalar::ZERO }, &mut |part, at, most| {
            if touches(at) {
                (found, *most) = (Some(part), -V::Scalar::INFINITY);
            }
        });
        found.or_else(|| self.holds_shape(shape))
    }

    /// The part nearest to a shape, unless it is proved to be further away than `most`.
    pub(crate) fn nearest_to(
        &self,
        shape: &impl Convex<V>,
        most: V::Scalar,
    ) -> Option<(u32, Bracket<V::Scalar>)> {
        let zero = V::Scalar::ZERO;
        if self.shape().has_solid()
            && let Some(part) = self.first_touching(shape)
        {
            return Some((part, Bracket { lower: zero, value: zero, upper: zero }));
        }
        self.nearest_facet_to(shape, most)
    }

    pub(super) fn pairs<'p>(&'p self, other: &'p At<V, &Body<V>>) -> Pairs<'p, V> {
        let (a, b) = (*self.shape(), *other.shape());
        Pairs::new([&a.parts, &b.parts], [a.span(), b.span()], [self.pose(), other.pose()])
    }
}

/// A point, where a body has no part: no constructor makes one.
fn nowhere<V: Vector>() -> Facet<V> {
    Facet::new([V::ZERO; 3])
}

/// What mattered last of two bodies.
#[derive(Clone, Debug)]
pub(super) struct Last<V: Vector> {
    /// The parts that touched, or were nearest.
    parts: Option<[u32; 2]>,
    /// What kept two parts apart.
    axis: LastAxis<V>,
}

impl<V: Vector> Last<V> {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self { parts: None, axis: LastAxis::NONE }
    }
}

/// Two that meet.
struct Meets<V: Vector> {
    found: Option<[u32; 2]>,
    /// What last kept two apart, which mostly keeps the next apart too.
    axis: LastAxis<V>,
}

impl<V: Vector> Meets<V> {
    const NONE: Self = Self { found: None, axis: LastAxis::NONE };
}

impl<V: Space> Ask<V> for Meets<V> {
    fn way(&self) -> Option<V> {
        self.axis.way()
    }

    #[inline]
    fn ask(
        &mut self,
        numbers: [u32; 2],
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        most: &mut V::Scalar,
    ) {
        if Query::new(a, b).started(&mut self.axis).intersects() {
            self.found = Some(numbers);
            *most = -V::Scalar::INFINITY;
        }
    }
}

/// The nearest two.
struct Nearest<V: Vector> {
    best: Option<([u32; 2], Closest<V>)>,
    /// No two are nearer.
    lower: V::Scalar,
    /// What the distance along a way may be off by.
    open: V::Scalar,
    /// From the axes of b to those of a.
    relative: Pose<V>,
}

impl<V: Vector> Nearest<V> {
    fn new(pairs: &Pairs<'_, V>) -> Self {
        let (open, relative) = (pairs.open(), pairs.relative());
        Self { best: None, lower: V::Scalar::INFINITY, open, relative }
    }

    /// Whether two parts are seen to be further apart than this, without a query.
    #[inline]
    fn are_further(&self, a: &Placed<'_, V>, b: &Placed<'_, V>, most: V::Scalar) -> bool {
        if let (Some(one), Some(other)) = (a.shape().facet(), b.shape().facet()) {
            return Triangles::new(one, other, &self.relative).are_further(most + self.open);
        }
        // The way between the nearest so far tells most of the others to be further.
        let Some((_, Closest { normal: Some(way), .. })) = self.best else { return false };
        let gap = -overlap_along(a, b, way) - (a.rounding() + b.rounding());
        gap - self.open > most
    }
}

impl<V: Space> Ask<V> for Nearest<V> {
    fn way(&self) -> Option<V> {
        self.best.and_then(|(_, best)| best.normal)
    }

    #[inline]
    fn ask(
        &mut self,
        numbers: [u32; 2],
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        most: &mut V::Scalar,
    ) {
        if self.are_further(a, b, *most) {
            return;
        }
        let Some(found) = Query::new(a, b).distance_within(*most) else { return };
        self.lower = self.lower.min(found.lower);
        if self.best.is_none_or(|(_, best)| found.value < best.distance.value) {
            self.best = Some((numbers, closest(a, b)));
        }
        // None is nearer than two that touch.
        let touches = !(found.upper > V::Scalar::ZERO);
        *most = if touches { -V::Scalar::INFINITY } else { most.min(found.upper) };
    }
}

/// The two of the least signed distance.
struct Foremost<V: Vector> {
    best: Option<([u32; 2], SignedDistance<V>)>,
    lower: V::Scalar,
}

impl<V: Space> Ask<V> for Foremost<V> {
    fn ask(
        &mut self,
        numbers: [u32; 2],
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
        most: &mut V::Scalar,
    ) {
        let found = signed_distance(a, b);
        self.lower = self.lower.min(found.distance.lower);
        if self.best.is_none_or(|(_, best)| found.distance.value < best.distance.value) {
            self.best = Some((numbers, found));
        }
        *most = most.min(found.distance.upper);
    }
}
