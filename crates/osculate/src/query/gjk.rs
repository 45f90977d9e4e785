//! One shape against many.

use super::answer::{Closest, SignedDistance};
use super::cache::Cache;
use super::options::Query;
use super::space::Space;
use super::start::Start;
use super::steps::Within;
use crate::convex::Convex;
use crate::gjk::LimitsOf;
use crate::vector::Vector;

/// A query object for one shape against many, in the manner of paper 001: it keeps the shape, and
/// the last axis that separated it from another, which for neighbours on a frustum's border is
/// often right again. Yes or no starts from that axis. Distances do not: for them another shape's
/// axis is no better start than any.
///
/// ```
/// use osculate::{shape::{Ball, Cuboid}, Place, Gjk, Pose, Vec2};
/// let mut screen = Gjk::new(Cuboid::new(Vec2::new(16.0, 9.0))?);
/// let sprite = Ball::new(1.0)?;
/// let poses = [[0.0, 0.0], [16.5, 3.0], [40.0, 0.0]];
/// let seen = poses.iter().filter(|&&at| {
///     let pose = Pose::from_translation(Vec2::from(at)).unwrap();
///     screen.against(sprite.at(pose)).intersects()
/// });
/// assert_eq!(seen.count(), 2);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gjk<V: Vector, S> {
    shape: S,
    cache: Cache<V>,
}

impl<V: Space, S: Convex<V>> Gjk<V, S> {
    /// Asks about `shape`.
    pub fn new(shape: S) -> Self {
        Self { shape, cache: Cache::EMPTY }
    }

    /// The shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// A question about the shape and `other`.
    #[inline(always)]
    pub fn against<B: Convex<V>>(&mut self, other: B) -> Query<V, &S, B, LastAxis<'_, V>> {
        Query::new(&self.shape, other).started(LastAxis(&mut self.cache))
    }
}

/// From the last axis that separated one of the shapes from another.
#[derive(Debug)]
pub struct LastAxis<'m, V: Vector>(&'m mut Cache<V>);

impl<V: Space> Start<V> for LastAxis<'_, V> {
    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> bool {
        self.0.intersects(limits, a, b)
    }

    #[inline(always)]
    fn distance_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Within<V::Scalar> {
        ().distance_within(limits, a, b)
    }

    #[inline(always)]
    fn closest<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> Closest<V> {
        ().closest(limits, a, b)
    }

    #[inline(always)]
    fn signed_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> SignedDistance<V> {
        ().signed_within(limits, a, b)
    }
}
