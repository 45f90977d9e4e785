//! Two shapes through time.

use super::answer::Shapes;
use super::measure::Measured;
use super::{Bracket, Cache, Closest, Penetration, Request, SignedDistance};
use crate::convex::{At, Convex};
use crate::gjk::Frame;
use crate::penetration::{Near, Turns};
use crate::pose::Pose;
use crate::vector::{Real, Vector};

/// Two shapes that move, and what was last known of them. As it keeps the shapes, or references to them, it remembers more than a [`Cache`] may:
/// points of the shapes, which move with them. While two polytopes stay in contact and move little, a few points prove their depth, without GJK and
/// without an expansion.
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
pub struct Tracker<V: Vector, A, B> {
    a: A,
    b: B,
    /// Whether a is the larger.
    from_a: bool,
    cache: Cache<V>,
    near: Near<V>,
}

impl<V: Vector, A: Convex<V>, B: Convex<V>> Tracker<V, A, B> {
    /// Nothing is known of the two yet.
    pub fn new(a: A, b: B) -> Self {
        let from_a = a.extent() >= b.extent();
        Self { a, b, from_a, cache: Cache::EMPTY, near: Near::NOTHING }
    }

    /// The shapes.
    pub fn shapes(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// [`Cache::intersects`] of the shapes at these poses.
    #[inline]
    pub fn intersects(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> bool {
        self.cache.intersects(At::new(&self.a, pose_a), At::new(&self.b, pose_b))
    }

    /// [`Cache::distance`] of the shapes at these poses.
    #[inline]
    pub fn distance(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Bracket<V::Scalar> {
        self.cache.distance(At::new(&self.a, pose_a), At::new(&self.b, pose_b))
    }

    /// [`Cache::distance_within`] of the shapes at these poses.
    #[inline]
    pub fn distance_within(
        &mut self,
        pose_a: Pose<V>,
        pose_b: Pose<V>,
        most: V::Scalar,
    ) -> Option<Bracket<V::Scalar>> {
        self.cache.distance_within(At::new(&self.a, pose_a), At::new(&self.b, pose_b), most)
    }

    /// [`Cache::closest`] of the shapes at these poses.
    #[inline]
    pub fn closest(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Closest<V> {
        self.cache.closest(At::new(&self.a, pose_a), At::new(&self.b, pose_b))
    }

    /// [`signed_distance`](crate::signed_distance) of the shapes at these poses; of shapes that stay in contact and are not curved mostly from a few of their points.
    #[inline]
    pub fn signed_distance(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> SignedDistance<V> {
        self.signed_within(pose_a, pose_b, V::Scalar::INFINITY)
    }

    /// [`penetration`](crate::penetration()) of the shapes at these poses, as [`signed_distance`](Self::signed_distance).
    #[inline]
    pub fn penetration(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Option<Penetration<V>> {
        self.signed_within(pose_a, pose_b, V::Scalar::ZERO).penetration()
    }

    /// The signed distance, of interest only up to `most`.
    fn signed_within(
        &mut self,
        pose_a: Pose<V>,
        pose_b: Pose<V>,
        most: V::Scalar,
    ) -> SignedDistance<V> {
        let (a, b) = (At::new(&self.a, pose_a), At::new(&self.b, pose_b));
        let frame = Frame::new(&a, &b);
        let turns = Turns {
            a: pose_a.rotation().matrix(),
            b: pose_b.rotation().matrix(),
            from_a: self.from_a,
        };
        if let Some(depth) = self.near.depth(&a, &b, &frame, &turns) {
            let measured = Measured::overlapping(depth, V::Scalar::INFINITY);
            return Shapes::new(&a, &b, &frame).signed(&measured);
        }
        self.near.forget();
        let request = Request { depth: true, most, cache: self.cache, ..Request::default() };
        let flat = !(a.is_curved() || b.is_curved());
        let near = flat.then_some(&mut self.near);
        let (answer, cache) = request.signed_distance(&a, &b, &frame, near);
        self.cache = cache;
        self.near.settle(&self.a, &self.b, &frame, &turns);
        answer
    }
}
