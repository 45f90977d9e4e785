//! Two shapes through time.

use super::memory::{Memory, Remembered};
use super::options::Query;
use super::space::Space;
use crate::convex::Convex;
use crate::convex::placed::At;
use crate::number::vector::Vector;
use crate::place::Pose;

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
///     let depth = pair.at(Pose::IDENTITY, Pose::from_translation(above)?).penetration().unwrap().depth;
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
    #[must_use]
    pub fn new(a: A, b: B) -> Self {
        let memory = Memory::new(&a, &b);
        Self { a, b, memory }
    }

    /// The shapes.
    #[must_use]
    pub fn shapes(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// A question about the shapes at these poses, which starts from what the last ones found.
    ///
    /// Of polytopes, a distance starts from the points that were closest. A depth or a contact of
    /// bodies that stay in contact is mostly proved by a few points, without a search.
    #[inline(always)]
    pub fn at(
        &mut self,
        pose_a: Pose<V>,
        pose_b: Pose<V>,
    ) -> Query<V, At<V, &A>, At<V, &B>, Remembered<'_, V>> {
        let Self { a, b, memory } = self;
        memory.query(At::new(&*a, pose_a), At::new(&*b, pose_b))
    }
}
