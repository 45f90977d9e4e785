//! One shape against many.

use super::request::Request;
use super::space::Space;
use super::{Bracket, Cache, Closest, unlimited};
use crate::convex::Convex;
use crate::gjk::Limits;
use crate::vector::{Real, Vector};

/// A query object for one shape against many, in the manner of paper 001: it keeps the shape, how
/// exact the answers must be, and the last axis, which for neighbours on a frustum's border is
/// often right again.
///
/// ```
/// use osculate::{shape::{Ball, Cuboid}, Convex, Gjk, Pose, Vec2};
/// let mut screen = Gjk::new(Cuboid::new(Vec2::new(16.0, 9.0))?);
/// let sprite = Ball::new(1.0)?;
/// let poses = [[0.0, 0.0], [16.5, 3.0], [40.0, 0.0]];
/// let seen = poses
///     .iter()
///     .filter(|&&at| {
///         screen.intersects(sprite.at(Pose::from_translation(Vec2::from(at)).unwrap()))
///     });
/// assert_eq!(seen.count(), 2);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gjk<V: Vector, S> {
    shape: S,
    request: Request<'static, V>,
}

impl<V: Space, S: Convex<V>> Gjk<V, S> {
    /// Asks about `shape`, with answers as exact as the scalar allows.
    pub fn new(shape: S) -> Self {
        Self { shape, request: Request::default() }
    }

    /// Lets brackets be as wide as this share of the distance. Polytopes hardly get faster; on
    /// curved shapes each digit less saves about four support calls.
    pub fn with_relative_tolerance(mut self, share: V::Scalar) -> Self {
        self.request.limits.relative = share;
        self
    }

    /// Lets brackets be this wide, whatever the distance.
    pub fn with_absolute_tolerance(mut self, width: V::Scalar) -> Self {
        self.request.limits.absolute = width;
        self
    }

    /// The shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// [`intersects`](crate::intersects) of the shape and `other`.
    #[inline]
    pub fn intersects(&mut self, other: impl Convex<V>) -> bool {
        let (answer, axis) = self.request.intersects(&self.shape, &other);
        self.request.cache.remember_axis(axis);
        answer
    }

    /// [`distance`](crate::distance) of the shape and `other`.
    #[inline]
    pub fn distance(&mut self, other: impl Convex<V>) -> Bracket<V::Scalar> {
        unlimited(self.distance_within(other, V::Scalar::INFINITY))
    }

    /// [`distance_within`](crate::distance_within) of the shape and `other`.
    #[inline]
    pub fn distance_within(
        &mut self,
        other: impl Convex<V>,
        most: V::Scalar,
    ) -> Option<Bracket<V::Scalar>> {
        self.cold(most).distance(&self.shape, &other)
    }

    /// [`closest`](crate::closest) of the shape and `other`.
    #[inline]
    pub fn closest(&mut self, other: impl Convex<V>) -> Closest<V> {
        self.cold(V::Scalar::INFINITY).closest(&self.shape, &other, &mut None)
    }

    /// Without the cache: for distances, another shape's axis is no start.
    fn cold(&self, most: V::Scalar) -> Request<'static, V> {
        let limits = Limits { most, ..self.request.limits };
        Request { cache: Cache::EMPTY, limits, ..self.request }
    }
}
