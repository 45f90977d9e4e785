//! Contacts that an inner edge of the ground alone explains.
//!
//! A floor of tiles has edges where two tiles meet. Nothing can strike them from above, as each has
//! a neighbour beside it. But a pair knows of no neighbour: a box that has sunk in by a hair touches
//! the side of the next tile, and stops; a wheel touches its edge, and is thrown back.
//!
//! A tile that does not reach above the plane of another one's contact cannot stop what that one
//! carries. So its own contact is found again along that plane's normal, and left out if there is
//! none. What rises above the plane, a step or a wall, keeps its contact.

use super::bodies::{Bodies, Placed};
use super::contacts::BodyContact;
use super::names::Part;
use super::narrow::part_of;
use crate::body::{ALIKE, PartRef};
use crate::contact::{Contact, EYE, contact_along, overlap_along};
use crate::convex::placed::At;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Scalar, Vector};
use crate::query::Space;

/// A contact of a dynamic body with what contacts do not move.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnGround<V: Vector> {
    mover: Part,
    ground: Part,
    /// From the ground to the body.
    normal: V,
    /// Its pair, and its place among the contacts that were found anew; `None` if it was not.
    pub fresh: Option<[u32; 2]>,
}

impl<V: Space> OnGround<V> {
    /// The contact, if it is one of a dynamic body with another kind.
    pub fn new(
        bodies: &Bodies<V>,
        contact: &BodyContact<V>,
        fresh: Option<[u32; 2]>,
    ) -> Option<Self> {
        let is_dynamic = |part: Part| Some(bodies.get(part.body)?.is_dynamic());
        let (a, b, normal) = (contact.a, contact.b, contact.contact.normal);
        match [is_dynamic(a)?, is_dynamic(b)?] {
            [false, true] => Some(Self { mover: b, ground: a, normal, fresh }),
            [true, false] => Some(Self { mover: a, ground: b, normal: -normal, fresh }),
            _ => None,
        }
    }

    /// What contacts of one part are together by, and in what order.
    pub fn key(&self) -> (Part, Part) {
        (self.mover, self.ground)
    }

    pub fn has_mover_of(&self, other: &Self) -> bool {
        self.mover == other.mover
    }

    /// How far the ground of `other` is from the body, along the normal of this contact.
    fn apart(&self, bodies: &Bodies<V>, other: &Self) -> Option<V::Scalar> {
        let (mover, ground) = (part_at(bodies, self.mover)?, part_at(bodies, other.ground)?);
        let reach = ground.rounding() + mover.rounding();
        Some(-overlap_along(&ground, &mover, self.normal) - reach)
    }

    /// Whether the other's ground does not reach above the plane of this contact; and how far it is
    /// below it.
    fn is_above(&self, bodies: &Bodies<V>, other: &Self) -> Option<V::Scalar> {
        let mover = part_at(bodies, self.mover)?;
        let slack = (mover.size() + mover.rounding()) * V::Scalar::from_f64(EYE);
        let (own, others) = (self.apart(bodies, self)?, self.apart(bodies, other)?);
        (others >= own - slack).then_some(others)
    }

    /// The normal of a neighbour's contact whose plane the ground of this one is behind, if there is
    /// one: of several that of the plane furthest above it.
    pub fn explained(&self, bodies: &Bodies<V>, others: &[Self]) -> Option<V> {
        let mut best: Option<(V, V::Scalar)> = None;
        for other in others {
            let is_alike = (other.normal - self.normal).length() < V::Scalar::from_f64(ALIKE);
            if other.ground == self.ground || is_alike {
                continue;
            }
            let Some(far) = other.is_above(bodies, self) else { continue };
            // Of two that explain each other, as the sides of a ridge may, both stay.
            if self.is_above(bodies, other).is_none() && best.is_none_or(|(_, most)| far > most) {
                best = Some((other.normal, far));
            }
        }
        best.map(|(normal, _)| normal)
    }

    /// The contact along another normal, which leads from the ground to the body.
    pub fn along(
        &self,
        bodies: &Bodies<V>,
        normal: V,
        margin: V::Scalar,
        known: &BodyContact<V>,
    ) -> Option<Contact<V>> {
        let normal = if known.a == self.ground { normal } else { -normal };
        let (a, b) = (part_at(bodies, known.a)?, part_at(bodies, known.b)?);
        contact_along(&a, &b, normal, margin, &known.contact)
    }
}

fn part_at<V: Space>(bodies: &Bodies<V>, part: Part) -> Option<At<V, PartRef<'_, V>>> {
    let placed: &Placed<V> = bodies.get(part.body)?;
    part_of(placed, part.part)
}
