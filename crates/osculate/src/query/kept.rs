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
    /// All of the last one that was asked for with a slop.
    pub kept: Kept<V>,
}

impl<V: Vector> LastContact<V> {
    pub fn nothing() -> Self {
        Self { chosen: Chosen::new(), kept: Kept::nothing() }
    }
}

/// The last contact that was worked out, as the bodies had it in their own axes.
#[derive(Clone, Debug)]
pub struct Kept<V: Vector> {
    /// How b lay as a saw it: its axes, and its origin.
    pub turn: V::Matrix,
    pub way: V,
    /// What was asked for.
    pub margin: V::Scalar,
    /// The normal, in the axes of the body whose face has it.
    pub normal: V,
    pub is_of_b: bool,
    /// The bounds of the signed distance, and how they were found.
    pub bounds: [V::Scalar; 2],
    pub ended: Ended,
    /// The points, and after them the deepest ones of the signed distance; none, if nothing is kept.
    pub points: ArrayVec<KeptPoint<V>, { MOST_POINTS + 1 }>,
}

/// Two points that touched, each in the axes of its body, and what they lie on.
#[derive(Clone, Copy, Debug)]
pub struct KeptPoint<V> {
    pub on: [V; 2],
    pub features: [Feature; 2],
}

impl<V: Vector> Kept<V> {
    pub fn nothing() -> Self {
        let zero = V::Scalar::ZERO;
        Self {
            turn: V::Matrix::IDENTITY,
            way: V::ZERO,
            margin: zero,
            normal: V::ZERO,
            is_of_b: false,
            bounds: [zero; 2],
            ended: Ended::Converged,
            points: ArrayVec::new(),
        }
    }
}
