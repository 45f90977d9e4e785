//! One shape against many.

use super::options::Query;
use super::request::Request;
use super::space::Space;
use super::start::Start;
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Frame, LimitsOf};
use crate::number::vector::Vector;
use crate::shortcut::separates;

/// A query object for one shape against many, in the manner of paper 001: it keeps the shape, and
/// the last axis that separated it from another, which for neighbours on a frustum's border is
/// often right again. Yes or no starts from that axis. Distances do not: for them another shape's
/// axis is no better start than any.
///
/// ```
/// use osculate::{shape::{Ball, Cuboid}, Place, OneToMany, Pose, Vec2};
/// let mut screen = OneToMany::new(Cuboid::new(Vec2::new(16.0, 9.0))?);
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
pub struct OneToMany<V: Vector, S> {
    shape: S,
    axis: LastAxis<V>,
}

impl<V: Space, S: Convex<V>> OneToMany<V, S> {
    /// Asks about `shape`.
    #[must_use]
    pub fn new(shape: S) -> Self {
        Self { shape, axis: LastAxis::NONE }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// A question about the shape and `other`.
    #[inline(always)]
    pub fn against<B: Convex<V>>(&mut self, other: B) -> Query<V, &S, B, &mut LastAxis<V>> {
        Query::new(&self.shape, other).started(&mut self.axis)
    }
}

/// The axis that last separated two shapes, or nearly did: all that yes or no remembers. With two
/// other shapes it costs time, never correctness.
#[derive(Clone, Copy, Debug)]
pub struct LastAxis<V: Vector>(V);

impl<V: Vector> LastAxis<V> {
    /// Nothing is known yet.
    pub(crate) const NONE: Self = Self(V::ZERO);

    /// An axis that may separate two shapes, from the second to the first.
    pub(crate) fn of(axis: V) -> Self {
        if axis.is_finite() { Self(axis) } else { Self::NONE }
    }

    /// Whether two shapes are further apart along it than `most`, so far that every method sees it.
    pub(crate) fn is_beyond(
        &self,
        a: &impl Convex<V>,
        b: &impl Convex<V>,
        most: V::Scalar,
    ) -> bool {
        let is_endless = |core: Core<'_, V>| matches!(core, Core::HalfSpace { .. });
        if self.0 == V::ZERO || is_endless(a.core()) || is_endless(b.core()) {
            return false;
        }
        let frame = Frame::new(a, b);
        let reach = a.rounding() + b.rounding() + most;
        separates(a, b, &frame, self.0, reach * frame.scale + frame.band).is_some()
    }

    /// The axis, of length 1, if there is one.
    pub(crate) fn way(&self) -> Option<V> {
        self.0.try_normalize()
    }
}

/// Yes or no asks first whether the axis still separates the two. Distances start from nothing.
impl<V: Space> Start<V> for &mut LastAxis<V> {
    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> bool {
        let request = Request { axis: self.0, ..Request::new(limits) };
        let (answer, axis) = request.intersects(a, b);
        if axis.is_finite() {
            self.0 = axis;
        }
        answer
    }
}
