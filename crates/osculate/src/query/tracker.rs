//! Two shapes through time.

use super::memory::Memory;
use super::space::Space;
use super::{Bracket, Closest, Penetration, SignedDistance, unlimited};
use crate::convex::Convex;
use crate::pose::Pose;
use crate::vector::{Real, Vector};

/// Two shapes that move, and what was last known of them. As it keeps the shapes, or references to
/// them, it remembers more than a [`Cache`](crate::Cache) may: points of the shapes, which move
/// with them. While two polytopes are apart, the points that were closest are where GJK starts, and
/// one more of each mostly proves the distance. While they stay in contact and move little, a few
/// points prove their depth, without GJK and without an expansion.
///
/// ```
/// use osculate::{shape::Polytope, Pose, Tracker, Vec3};
/// let tetrahedron = Polytope::from_points(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z])?;
/// let mut pair = Tracker::new(&tetrahedron, &tetrahedron);
/// for frame in 0..10 {
///     let above = Vec3::new(0.1, 0.1, 0.5 - 0.001 * frame as f32);
///     let depth = pair.penetration(Pose::IDENTITY, Pose::from_translation(above)?).unwrap().depth;
///     assert!(depth.lower <= depth.upper && depth.upper < 0.2);
/// }
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Tracker<V: Vector, A, B> {
    a: A,
    b: B,
    memory: Memory<V>,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Tracker<V, A, B> {
    /// Nothing is known of the two yet.
    pub fn new(a: A, b: B) -> Self {
        let memory = Memory::new(&a, &b);
        Self { a, b, memory }
    }

    /// The shapes.
    pub fn shapes(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// [`intersects`](crate::intersects) of the shapes at these poses.
    #[inline]
    pub fn intersects(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> bool {
        self.memory.intersects((&self.a, pose_a), (&self.b, pose_b))
    }

    /// [`distance`](crate::distance) of the shapes at these poses.
    #[inline]
    pub fn distance(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Bracket<V::Scalar> {
        unlimited(self.distance_within(pose_a, pose_b, V::Scalar::INFINITY))
    }

    /// [`distance_within`](crate::distance_within) of the shapes at these poses.
    pub fn distance_within(
        &mut self,
        pose_a: Pose<V>,
        pose_b: Pose<V>,
        most: V::Scalar,
    ) -> Option<Bracket<V::Scalar>> {
        self.memory.distance_within((&self.a, pose_a), (&self.b, pose_b), most)
    }

    /// [`closest`](crate::closest) of the shapes at these poses.
    pub fn closest(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Closest<V> {
        self.memory.closest((&self.a, pose_a), (&self.b, pose_b))
    }

    /// [`signed_distance`](crate::signed_distance) of the shapes at these poses; of shapes that
    /// stay in contact and are not curved mostly from a few of their points.
    #[inline]
    pub fn signed_distance(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> SignedDistance<V> {
        self.signed_within(pose_a, pose_b, V::Scalar::INFINITY)
    }

    /// [`penetration`](crate::penetration()) of the shapes at these poses, as
    /// [`signed_distance`](Self::signed_distance).
    #[inline]
    pub fn penetration(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Option<Penetration<V>> {
        self.signed_within(pose_a, pose_b, V::Scalar::ZERO).penetration()
    }

    /// The signed distance, of interest only up to `most`; if it ended beyond that, nothing else of
    /// it is meant.
    pub(crate) fn signed_within(
        &mut self,
        pose_a: Pose<V>,
        pose_b: Pose<V>,
        most: V::Scalar,
    ) -> SignedDistance<V> {
        self.memory.signed_within((&self.a, pose_a), (&self.b, pose_b), most)
    }
}
