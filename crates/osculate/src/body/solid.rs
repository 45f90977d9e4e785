//! Meshes that bound a solid: what is inside, and what a body that is inside answers.
//!
//! **Inside** is told by the winding number: a half-line from the point along the first axis
//! crosses the surface outwards as often as inwards, but for the times that the surface goes round
//! the point. What it crosses is decided without rounding (`closed.rs`).
//!
//! **A body that touches no facet** is inside as a whole or not at all, piece by piece. So one point
//! of each piece tells.

use core::ops::ControlFlow;

use super::Body;
use super::answer::{BodyClosest, BodySignedDistance, PartContact, PartImpact, PartRayHit};
use super::closed::{crossings_of_segment, crossings_of_triangle, numbers};
use super::parts::{Many, Parts};
use crate::boxes::tree::{Node, Sides, drawn_in};
use crate::contact::{Contact, ContactPoint};
use crate::convex::bounds::Aabb;
use crate::convex::feature::Feature;
use crate::convex::known::Core;
use crate::convex::placed::{At, Place};
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::Ended;
use crate::motion::{Encounter, Impact, Ray, Struck, Sweep};
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::{Pose, Rotation};
use crate::query::{Bracket, Closest, Query, SignedDistance, Space, Verdict, closest};
use crate::shape::Point;

impl<V: Vector> Many<V> {
    /// Whether a point in the body's axes is in a solid that facets bound.
    fn holds(&self, point: V) -> bool {
        if !point.is_finite() {
            return false;
        }
        let ahead = Aabb::of_spans(|i| {
            let end = if i == 0 { V::Scalar::INFINITY } else { point.get(i) };
            [-point.get(i), end]
        });
        let ahead = drawn_in(&ahead);
        let (low, high) = (ahead.min(), ahead.max());
        // Of the size 1: no product leaves the range of numbers. A power of two rounds nothing.
        let span = self.span().to_f64();
        let scale = span.scale_to_one();
        let scaled = |of: V| numbers(of).map(|x| x * scale);
        if numbers(point).iter().any(|x| x.abs() > span) {
            return false;
        }
        let from = scaled(point);
        let mut winding = 0;
        let sides = |node: &Node<V>, _: usize| Sides {
            meeting: node.meeting(low, high) & node.taken(),
            inside: 0,
        };
        let on_it = self.tree().seek(&sides, &mut |part, _| {
            let Some(corners) = self.corners_in_solid(part) else {
                return ControlFlow::Continue(());
            };
            let corners = corners.map(scaled);
            let crossed = match V::DIM {
                2 => crossings_of_segment([corners[0], corners[1]], from),
                _ => crossings_of_triangle(corners, from),
            };
            match crossed {
                Some(crossed) => {
                    winding += crossed;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        });
        on_it.is_break() || winding != 0
    }
}

/// A part of a body that lies in a solid and touches none of its facets.
struct Held<V: Vector> {
    /// The facet of the solid nearest to the part, and the part.
    parts: [u32; 2],
    /// Their closest points: of the surface, and of the part.
    near: Closest<V>,
}

impl<V: Space> At<V, &Body<V>> {
    /// A point of each piece of a body in the world, and a part that has it.
    fn samples(&self, each: &mut impl FnMut(u32, V) -> ControlFlow<u32>) -> ControlFlow<u32> {
        let (parts, pose) = (&self.shape().parts, self.pose());
        (0..).zip(parts.shapes()).try_for_each(|(part, shape)| match sample(&shape.at(pose)) {
            Some(point) => each(part, point),
            None => ControlFlow::Continue(()),
        })?;
        let Parts::Many(many) = parts else { return ControlFlow::Continue(()) };
        many.starts().try_for_each(|(facet, vertex)| each(facet, pose.apply(vertex)))
    }

    /// Whether a point of the world is in the solid that it bounds.
    pub(super) fn holds(&self, point: V) -> bool {
        match &self.shape().parts {
            Parts::Many(many) => many.solid > 0 && many.holds(self.pose().inverse_apply(point)),
            Parts::One(_) => false,
        }
    }

    /// The part nearest to a shape, unless it is proved to be further away than `most`. What is
    /// inside a solid is as far away as its facets.
    pub(super) fn nearest_facet_to(
        &self,
        shape: &impl Convex<V>,
        most: V::Scalar,
    ) -> Option<(u32, Bracket<V::Scalar>)> {
        let mut best: Option<(u32, Bracket<V::Scalar>)> = None;
        let mut lower = V::Scalar::INFINITY;
        self.beside(shape, &mut { most }, &mut |part, at, most| {
            let Some(found) = Query::new(at, shape).distance_within(*most) else { return };
            lower = lower.min(found.lower);
            if best.is_none_or(|(_, best)| found.value < best.value) {
                best = Some((part, found));
            }
            let touches = !(found.upper > V::Scalar::ZERO);
            *most = if touches { -V::Scalar::INFINITY } else { most.min(found.upper) };
        });
        best.map(|(part, distance)| (part, distance.with_lower(lower)))
    }

    /// A part of another body that lies in this solid. The two touch nowhere.
    fn held_in(&self, other: &Self) -> Option<Held<V>> {
        if !self.shape().has_solid() {
            return None;
        }
        let mut samples = |part, point| match self.holds(point) {
            true => ControlFlow::Break(part),
            false => ControlFlow::Continue(()),
        };
        let part = other.samples(&mut samples).break_value()?;
        self.held_near(part, other.part(part)?)
    }

    /// What is known of a part that is inside.
    fn held_near(&self, number: u32, part: impl Convex<V>) -> Option<Held<V>> {
        let (facet, _) = self.nearest_facet_to(&part, V::Scalar::INFINITY)?;
        let near = closest(self.part(facet)?, part);
        Some(Held { parts: [facet, number], near })
    }

    /// Whether a shape, which touches no facet, is inside; and the facet nearest to it.
    pub(super) fn holds_shape(&self, shape: &impl Convex<V>) -> Option<u32> {
        let is_held = self.shape().has_solid() && self.holds(sample(shape)?);
        if is_held { Some(self.nearest_facet_to(shape, V::Scalar::INFINITY)?.0) } else { None }
    }

    /// The closest points of a part, which is nearest to a shape, and the shape.
    pub(crate) fn closest_of(&self, part: u32, shape: &impl Convex<V>) -> Option<Closest<V>> {
        let near = closest(self.part(part)?, shape);
        let is_in = near.verdict == Verdict::Apart && self.holds_shape(shape).is_some();
        Some(if is_in { overlapping(near.on_b) } else { near })
    }

    /// The closest points of two parts that are nearest.
    pub(crate) fn closest_of_parts(&self, other: &Self, [i, j]: [u32; 2]) -> Option<Closest<V>> {
        let near = closest(self.part(i)?, other.part(j)?);
        match self.inside(other) {
            Some(inside) if near.verdict == Verdict::Apart => Some(inside.closest().closest),
            _ => Some(near),
        }
    }

    /// The start of a shape that moves straight, as an impact of it and this body, if it is in the
    /// solid then and touches none of its facets.
    pub(crate) fn start_of_cast(
        &self,
        shape: &impl Convex<V>,
        velocity: V,
        sweep: &Sweep<V::Scalar>,
    ) -> Option<PartImpact<V>> {
        if !self.shape().has_solid() || sweep.passing_over_nothing().is_some() {
            return None;
        }
        let (from, ..) = sweep.interval();
        let shape = At::new(shape, Pose::of_finite(velocity * from, Rotation::IDENTITY));
        let (facet, distance) = self.nearest_facet_to(&shape, V::Scalar::INFINITY)?;
        self.holds_shape(&shape).filter(|_| distance.lower > V::Scalar::ZERO)?;
        let bounds = [self.bounds(), shape.bounds()];
        let held = Held { parts: [facet, 0], near: closest(self.part(facet)?, shape) };
        let inside = Inside::new(held, bounds);
        Some(inside.mirrored().impact(from))
    }

    /// The start of a ray as a hit, if it is in the solid.
    pub(super) fn start_in(&self, ray: &Ray<V>) -> Option<PartRayHit<V>> {
        if !self.shape().has_solid() || ray.is_hollow() || !self.holds(ray.origin()) {
            return None;
        }
        let at = At::new(Point::ORIGIN, Pose::of_finite(ray.origin(), Rotation::IDENTITY));
        let (part, _) = self.nearest_facet_to(&at, V::Scalar::INFINITY)?;
        Some(PartRayHit { part, struck: Struck::at_start(ray) })
    }

    /// How two bodies lie to each other that touch nowhere, if one is in the other.
    pub(super) fn inside(&self, other: &Self) -> Option<Inside<V>> {
        if let Some(held) = self.held_in(other) {
            return Some(Inside::new(held, [self.bounds(), other.bounds()]));
        }
        let held = other.held_in(self)?;
        Some(Inside::new(held, [other.bounds(), self.bounds()]).mirrored())
    }
}

/// A point of a shape; none of what has no end.
fn sample<V: Vector>(shape: &impl Convex<V>) -> Option<V> {
    match shape.core() {
        Core::HalfSpace { .. } => None,
        _ => Some(shape.core_support(V::axis(0))),
    }
}

/// How two bodies lie to each other of which one is in the other and touches none of its facets.
pub(super) struct Inside<V: Vector> {
    parts: [u32; 2],
    signed: SignedDistance<V>,
    /// A point that both have.
    common: V,
}

impl<V: Space> Inside<V> {
    /// The first body holds the second.
    fn new(held: Held<V>, [a, b]: [Aabb<V>; 2]) -> Self {
        let Held { parts, near } = held;
        let Bracket { lower, value, .. } = near.distance;
        // To separate their boxes is to separate them.
        let ways = (0..V::DIM).flat_map(|i| {
            let [to, back] = [a.max().get(i) - b.min().get(i), b.max().get(i) - a.min().get(i)];
            [to, back]
        });
        let most = ways.fold(V::Scalar::INFINITY, |most, way| if way < most { way } else { most });
        let over = V::Scalar::ONE + V::Scalar::from_f64(16.0) * V::Scalar::EPSILON;
        let distance = Bracket { lower: -(most * over).max(value), value: -value, upper: -lower };
        // Where it is nearest to the surface it comes out first.
        let normal = near.normal.map_or(V::axis(0), |normal| -normal);
        let (on_a, on_b, ended, steps) = (near.on_a, near.on_b, near.ended, near.steps);
        let signed = SignedDistance { distance, normal, on_a, on_b, ended, steps };
        Self { parts, signed, common: near.on_b }
    }

    /// The same of the swapped bodies.
    fn mirrored(self) -> Self {
        let Self { parts: [i, j], signed, common } = self;
        let (on_a, on_b) = (signed.on_b, signed.on_a);
        let signed = SignedDistance { normal: -signed.normal, on_a, on_b, ..signed };
        Self { parts: [j, i], signed, common }
    }

    pub fn parts(&self) -> [u32; 2] {
        self.parts
    }

    pub fn closest(&self) -> BodyClosest<V> {
        BodyClosest { parts: self.parts, closest: overlapping(self.common) }
    }

    pub fn signed_distance(&self) -> BodySignedDistance<V> {
        BodySignedDistance { parts: self.parts, signed_distance: self.signed }
    }

    /// Their start at a time, as an impact.
    pub fn impact(&self, time: V::Scalar) -> PartImpact<V> {
        let impact = Impact::at_start(time, self.signed, self.common);
        PartImpact { parts: self.parts, encounter: Encounter::Hit(impact) }
    }

    /// One point, as deep as they overlap at least.
    pub fn contact(&self) -> PartContact<V> {
        let SignedDistance { distance, normal, on_a, on_b, .. } = self.signed;
        let (feature_a, feature_b) = (Feature::Face, Feature::Face);
        let point = ContactPoint { on_a, on_b, distance: distance.value, feature_a, feature_b };
        let contact = Contact::of_point(normal, self.signed, point);
        PartContact { parts: self.parts, contact }
    }
}

/// The closest points of what overlaps: a point that both have.
pub(super) fn overlapping<V: Vector>(common: V) -> Closest<V> {
    let zero = V::Scalar::ZERO;
    let distance = Bracket { lower: zero, value: zero, upper: zero };
    let (verdict, ended) = (Verdict::Overlapping, Ended::ClosedForm);
    Closest { on_a: common, on_b: common, normal: None, distance, verdict, ended, steps: 0 }
}
