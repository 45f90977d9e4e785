//! Contacts that an inner edge of a mesh alone explains.
//!
//! A facet is asked by itself, and knows of no neighbour. So what rolls over a floor of triangles is
//! struck by the edges between them, and what has sunk in by a hair is stopped by the side of the
//! next one. A surface has no such edges. It can be touched in an edge or a corner, along a normal,
//! only if no facet that meets there goes further that way. Where one does, the facet's contact is
//! found again along its own normal, and left out if there is none.
//!
//! Facets meet where corners are at the same place: a list of vertices may have it more than once.

use core::ops::ControlFlow;

use super::Body;
use super::answer::PartContact;
use super::parts::{Parts, Placed};
use crate::boxes::tree::{Node, Sides};
use crate::contact::{contact_along, overlap_along};
use crate::convex::placed::At;
use crate::number::vector::{Matrix, Real, Scalar};
use crate::query::Space;

/// How far apart the tips of two unit normals are that are one, and how far, in its own length, a
/// facet may rise above a level that it lies in: above what rounding makes of one.
pub(crate) const ALIKE: f64 = 1e-5;

/// With this sine of the way to a facet and more, the way tells on which side of it the other is.
const CLEARLY: f64 = 0.1;

/// What the surface around a facet makes of a normal of its contact.
enum Seen<V> {
    /// It can be touched along it.
    AsItIs,
    /// It cannot; the normal of the facet, towards the other body, if it has one.
    Along(Option<V>),
}

impl<V: Space> At<V, &Body<V>> {
    /// The contact as it is with whole surfaces: the same, one along another normal, or none.
    pub(crate) fn past_inner_edges(
        &self,
        other: &Self,
        found: PartContact<V>,
        margin: V::Scalar,
    ) -> Option<PartContact<V>> {
        let PartContact { parts: [i, j], contact } = &found;
        let (a, b) = (self.part(*i)?, other.part(*j)?);
        let of_a = |normal| self.seen(*i, normal, [&a, &b]);
        let of_b = |normal: V| match other.seen(*j, -normal, [&b, &a]) {
            Seen::Along(own) => Seen::Along(own.map(|own| -own)),
            Seen::AsItIs => Seen::AsItIs,
        };
        // What one turns must be right for the other, whichever is a.
        let agreed = |normal: V, seen: Seen<V>| match seen {
            Seen::AsItIs => Some(normal),
            Seen::Along(own) => {
                own.filter(|&own| (own - normal).length() < V::Scalar::from_f64(ALIKE))
            }
        };
        let normal = match (of_a(contact.normal), of_b(contact.normal)) {
            (Seen::AsItIs, Seen::AsItIs) => return Some(found),
            (Seen::Along(own), Seen::AsItIs) => own.and_then(|own| agreed(own, of_b(own))),
            (Seen::AsItIs, Seen::Along(own)) => own.and_then(|own| agreed(own, of_a(own))),
            (Seen::Along(own), both) => own.and_then(|own| agreed(own, both)),
        }?;
        let contact = contact_along(&a, &b, normal, margin, contact)?;
        Some(PartContact { parts: found.parts, contact })
    }

    /// What the surface around a part makes of a unit normal out of this body, towards a part of the
    /// other.
    fn seen(&self, part: u32, way: V, [own, other]: [&Placed<'_, V>; 2]) -> Seen<V> {
        let Parts::Many(many) = &self.shape().parts else { return Seen::AsItIs };
        let Some(corners) = many.corners_of(part) else { return Seen::AsItIs };
        let pose = self.pose();
        let way = pose.rotation().matrix().transpose().apply(way);
        let alike = V::Scalar::from_f64(ALIKE);
        let edges = [corners[1] - corners[0], corners[2] - corners[0]];
        let normal = V::normal_to(&edges).try_normalize();
        if normal.is_some_and(|of| (of - way).length() < alike || (of + way).length() < alike) {
            return Seen::AsItIs;
        }
        let size = |a: V, b: V| (a - b).abs().max_element();
        let [a, b, c] = corners;
        let slack = alike * size(a, b).max(size(b, c)).max(size(c, a));
        // From a corner of its own: where a body is large, heights above its origin are coarse.
        let heights = corners.map(|corner| (corner - a).dot(way));
        let top = heights.into_iter().fold(heights[0], V::Scalar::max);
        let touched = |k: usize| heights[k] >= top - slack;
        if (0..corners.len()).all(touched) {
            return Seen::AsItIs;
        }
        let Some(first) = (0..corners.len()).find(|&k| touched(k)) else { return Seen::AsItIs };
        let tip = corners[first];
        let meets = |facet: &[V; 3]| {
            let has = |k: usize| facet.contains(&corners[k]);
            (0..corners.len()).all(|k| !touched(k) || has(k))
        };
        let rises = |facet: &[V; 3]| {
            facet.iter().any(|&corner| {
                let to = corner - tip;
                to.dot(way) > alike * to.abs().max_element()
            })
        };
        let sides = |node: &Node<V>, _: usize| Sides {
            meeting: node.meeting(tip, tip) & node.taken(),
            inside: 0,
        };
        let is_inner = many.tree().seek(&sides, &mut |other, _| {
            let facet = many.corners_of(other).filter(|_| other != part);
            match facet.is_some_and(|facet| meets(&facet) && rises(&facet)) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if is_inner.is_continue() {
            return Seen::AsItIs;
        }
        Seen::Along(normal.map(|normal| {
            let along = normal.dot(way);
            let normal = pose.rotation().apply(normal);
            let is_outward = if along.abs() > V::Scalar::from_f64(CLEARLY) {
                along >= V::Scalar::ZERO
            } else {
                // The other is on the side to which it is less far out.
                overlap_along(own, other, normal) <= overlap_along(own, other, -normal)
            };
            if is_outward { normal } else { -normal }
        }))
    }
}
