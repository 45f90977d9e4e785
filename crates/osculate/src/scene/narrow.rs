//! What a pair of bodies answers, from its parts.
//!
//! The scene knows no more of bodies than their boxes and these answers. None of them depends on
//! what was asked before.

use super::bodies::Placed;
use crate::body::PartRef;
use crate::convex::Convex;
use crate::convex::placed::{At, Place};
use crate::number::vector::Vector;
use crate::query::{Bracket, LastAxis, Query, Space};
use crate::shape::Shape;

/// A part of a body at its pose.
pub(super) fn part_of<V: Vector>(of: &Placed<V>, part: u32) -> Option<At<V, PartRef<'_, V>>> {
    of.body().part(part)
}

/// The shape of a body of one, at its pose.
pub(super) fn lone<V: Vector>(of: &Placed<V>) -> Option<At<V, &Shape<V>>> {
    Some(of.member.body().lone()?.at(of.pose))
}

/// Two parts that touch.
pub(super) fn touching<V: Space>(
    a: &Placed<V>,
    b: &Placed<V>,
    axis: &mut LastAxis<V>,
) -> Option<[u32; 2]> {
    if !a.bounds.intersects(&b.bounds) {
        return None;
    }
    if let (Some(one), Some(other)) = (lone(a), lone(b)) {
        return Query::new(one, other).started(axis).intersects().then_some([0, 0]);
    }
    a.body().touching(&b.body())
}

/// The part nearest to a shape, if one is within the distance.
pub(super) fn nearest_part<V: Space>(
    of: &Placed<V>,
    shape: &impl Convex<V>,
    most: V::Scalar,
) -> Option<(u32, Bracket<V::Scalar>)> {
    match lone(of) {
        Some(one) => Some((0, Query::new(one, shape).distance_within(most)?)),
        None => of.body().nearest_to(shape, most),
    }
}

/// The nearest two parts, if they are within the distance.
pub(super) fn nearest_parts<V: Space>(
    a: &Placed<V>,
    b: &Placed<V>,
    most: V::Scalar,
) -> Option<([u32; 2], Bracket<V::Scalar>)> {
    if let (Some(one), Some(other)) = (lone(a), lone(b)) {
        return Some(([0, 0], Query::new(one, other).distance_within(most)?));
    }
    let found = a.body().nearest(&b.body(), most)?;
    Some((found.parts, found.closest.distance))
}
