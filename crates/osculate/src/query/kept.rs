//! What a pair's last contact leaves for the next.

use arrayvec::ArrayVec;

use crate::convex::feature::{Chosen, Feature, MOST_POINTS};
use crate::kernel::gjk::Ended;
use crate::number::vector::{Matrix, Real, Vector};

/// What is remembered of a pair's last contact.
#[derive(Clone, Debug)]
pub struct LastContact<V: Vector> {
    /// Its points, by name.
    pub chosen: Chosen<V>,
    /// All of it, if it was asked for with a slop.
    pub kept: Kept<V>,
    /// What the points that are kept lie on.
    pub features: ArrayVec<[Feature; 2], MOST_POINTS>,
}

impl<V: Vector> LastContact<V> {
    pub fn nothing() -> Self {
        Self { chosen: Chosen::new(), kept: Kept::nothing(), features: ArrayVec::new() }
    }
}

/// A point that stays on its body, in the axes of that body's place, and how far along the normal the
/// other body lay there, as that one has it.
#[derive(Clone, Copy, Debug)]
pub struct Held<V: Vector> {
    pub on: V,
    pub level: V::Scalar,
}

/// The last contact that was worked out, as the bodies had it in their own axes: each those of its
/// place.
#[derive(Clone, Debug)]
pub struct Kept<V: Vector> {
    /// How b lay as a saw it: its axes, and its place.
    pub turn: V::Matrix,
    pub way: V,
    /// How far the body that reaches less far, and what it touches, reach from its place; whether it
    /// is a.
    pub reach: V::Scalar,
    pub is_of_a: bool,
    /// Whether one touches with a facet.
    pub has_facet: bool,
    /// What was asked for.
    pub margin: V::Scalar,
    /// The normal, in the axes of the body that turns it; whether that is b.
    pub normal: V,
    pub is_of_b: bool,
    /// The bounds of the signed distance, and how they were found.
    pub bounds: [V::Scalar; 2],
    pub ended: Ended,
    /// The points, on the body that does not turn the normal; none, if nothing is kept.
    pub points: ArrayVec<Held<V>, MOST_POINTS>,
    /// The deepest one of the signed distance, if those above are less deep.
    pub deepest: Option<Held<V>>,
}

impl<V: Vector> Kept<V> {
    pub fn nothing() -> Self {
        let zero = V::Scalar::ZERO;
        Self {
            turn: V::Matrix::IDENTITY,
            way: V::ZERO,
            reach: zero,
            is_of_a: false,
            has_facet: false,
            margin: zero,
            normal: V::ZERO,
            is_of_b: false,
            bounds: [zero; 2],
            ended: Ended::Converged,
            points: ArrayVec::new(),
            deepest: None,
        }
    }
}
