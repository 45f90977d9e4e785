//! What a pair of bodies answers, from its parts.
//!
//! The scene knows no more of bodies than their boxes and these answers. Parts are asked in order,
//! so that an answer does not depend on what was asked before.

use super::bodies::Placed;
use crate::convex::Convex;
use crate::convex::placed::{At, Place};
use crate::number::vector::{Real, Vector};
use crate::query::{Bracket, LastAxis, Query, SignedDistance, Space, intersects, signed_distance};
use crate::shape::Shape;

/// The parts of a body at their poses, each with its number.
pub(super) fn parts<V: Vector>(
    of: &Placed<V>,
) -> impl Iterator<Item = (u32, At<V, &Shape<V>>)> + Clone {
    (0..).zip(of.body.parts().iter().map(|shape| shape.at(of.pose)))
}

/// A part of a body at its pose.
pub(super) fn part_of<V: Vector>(of: &Placed<V>, part: u32) -> Option<At<V, &Shape<V>>> {
    Some(of.body.parts().get(part as usize)?.at(of.pose))
}

/// The first two parts that touch.
pub(super) fn touching<V: Space>(
    a: &Placed<V>,
    b: &Placed<V>,
    axis: &mut LastAxis<V>,
) -> Option<[u32; 2]> {
    if !a.bounds.intersects(&b.bounds) {
        return None;
    }
    if let ([one], [other]) = (a.body.parts(), b.body.parts()) {
        let meet = Query::new(one.at(a.pose), other.at(b.pose)).started(axis).intersects();
        return meet.then_some([0, 0]);
    }
    parts(a).find_map(|(i, one)| Some([i, touching_part(b, &one)?]))
}

/// The first part that touches a shape.
fn touching_part<V: Space>(of: &Placed<V>, shape: &impl Convex<V>) -> Option<u32> {
    parts(of).find(|(_, part)| intersects(part, shape)).map(|(i, _)| i)
}

/// The part nearest to a shape, if one is within the distance: the first of several as near.
pub(super) fn nearest_part<V: Space>(
    of: &Placed<V>,
    shape: &impl Convex<V>,
    most: V::Scalar,
) -> Option<(u32, Bracket<V::Scalar>)> {
    let mut nearest: Option<(u32, Bracket<V::Scalar>)> = None;
    for (i, part) in parts(of) {
        let most = nearest.map_or(most, |(_, best)| best.upper);
        if let Some(distance) = Query::new(part, shape).distance_within(most)
            && nearest.is_none_or(|(_, best)| distance.value < best.value)
        {
            nearest = Some((i, distance));
        }
    }
    nearest
}

/// The nearest two parts, if they are within the distance: the first of several as near.
pub(super) fn nearest_parts<V: Space>(
    a: &Placed<V>,
    b: &Placed<V>,
    most: V::Scalar,
) -> Option<([u32; 2], Bracket<V::Scalar>)> {
    let mut nearest: Option<([u32; 2], Bracket<V::Scalar>)> = None;
    for (i, part) in parts(a) {
        let most = nearest.map_or(most, |(_, best)| best.upper);
        let found = parts(b).fold(None, |found: Option<(u32, Bracket<V::Scalar>)>, (j, other)| {
            let most = found.map_or(most, |(_, best)| best.upper);
            match Query::new(part, other).distance_within(most) {
                Some(near) if found.is_none_or(|(_, best)| near.value < best.value) => {
                    Some((j, near))
                }
                _ => found,
            }
        });
        if let Some((j, distance)) = found
            && nearest.is_none_or(|(_, best)| distance.value < best.value)
        {
            nearest = Some(([i, j], distance));
        }
    }
    nearest
}

/// The two parts that are nearest to each other, or overlap the deepest: the first of several.
pub(super) fn foremost_parts<V: Space>(
    a: &Placed<V>,
    b: &Placed<V>,
) -> Option<([u32; 2], SignedDistance<V>)> {
    let mut best: Option<([u32; 2], SignedDistance<V>)> = None;
    for (i, one) in parts(a) {
        let around = one.bounds();
        for (j, other) in parts(b) {
            // Parts whose boxes are further apart than the best so far are no better.
            let most = best.map(|(_, best)| best.distance.upper.max(V::Scalar::ZERO));
            if most.is_some_and(|most| around.distance(&other.bounds()) > most) {
                continue;
            }
            let found = signed_distance(one, other);
            if best.is_none_or(|(_, best)| found.distance.value < best.distance.value) {
                best = Some(([i, j], found));
            }
        }
    }
    best
}
