//! The queries, compiled once.

use super::answer::Within;
use super::cache::Walked;
use super::request::Request;
use crate::convex::known::Core;
use crate::convex::operand::{IsCuboid, IsPoint, IsSegment, Operand, by_closed_form};
use crate::kernel::gjk::{Frame, Limits, LimitsOf};
use crate::kernel::penetration::{Depth, Near, Rotations};
use crate::kernel::trace::{Expansion, Observer, Step};
use crate::number::vector::{Linear, Real, Vector, each_space};
use crate::shortcut::Measured;

/// A space that has queries: each [`Vector`] is one.
///
/// The queries of each are compiled in this crate, for shapes of every kind at once. A program that
/// asks about many kinds of shape holds one copy of GJK, not one for each pair of kinds, and is
/// built as fast as one that asks about two.
///
/// ```
/// use osculate::{Convex, Place, Pose, Space, distance, shape::Ball};
/// /// How far a shape is from the unit ball, in any space.
/// fn from_the_ball<V: Space>(shape: impl Convex<V>) -> V::Scalar {
///     let ball = Ball::<V>::new(osculate::Scalar::from_f64(1.0)).expect("a radius");
///     distance(ball, shape).value
/// }
/// let there = Pose::from_translation(osculate::Vec2::X * 4.0)?;
/// assert_eq!(from_the_ball(Ball::new(0.5)?.at(there)), 2.5);
/// # Ok::<(), osculate::Error>(())
/// ```
pub trait Space: Vector {
    /// Yes or no, and the axis to remember.
    #[doc(hidden)]
    fn ask_verdict(
        request: &Request<'_, Self>,
        a: &Operand<'_, Self>,
        b: &Operand<'_, Self>,
    ) -> (bool, Self);

    /// The distance, if it is within what was asked. Its steps are those of yes or no: where the
    /// steps run out, both have proved the same.
    #[doc(hidden)]
    fn ask_distance(
        request: &Request<'_, Self>,
        a: &Operand<'_, Self>,
        b: &Operand<'_, Self>,
    ) -> Within<Self::Scalar>;

    /// The same, and how GJK ended.
    #[doc(hidden)]
    fn ask_distance_walked(
        request: &Request<'_, Self>,
        a: &Operand<'_, Self>,
        b: &Operand<'_, Self>,
        frame: &Frame<Self>,
        walked: &mut Walked<Self>,
    ) -> Within<Self::Scalar>;

    /// All that is known of two cores.
    #[doc(hidden)]
    fn measure(
        request: &Request<'_, Self>,
        a: &Operand<'_, Self>,
        b: &Operand<'_, Self>,
        frame: &Frame<Self>,
        near: Option<&mut Near<Self>>,
        walked: &mut Walked<Self>,
    ) -> Measured<Self>;

    /// The same, with an observer that sees each step.
    #[doc(hidden)]
    fn measure_shown(
        request: &Request<'_, Self>,
        a: &Operand<'_, Self>,
        b: &Operand<'_, Self>,
        frame: &Frame<Self>,
        observer: &mut dyn AnyObserver<Self>,
    ) -> Measured<Self>;

    /// The depth, from what was near.
    #[doc(hidden)]
    fn depth_from(
        near: &Near<Self>,
        a: &Operand<'_, Self>,
        b: &Operand<'_, Self>,
        frame: &Frame<Self>,
        turns: &Rotations<Self>,
    ) -> Option<Depth<Self>>;
}

/// The request of a depth: shapes that are apart are not asked how far.
#[inline(always)]
pub(super) fn depth_alone<V: Vector>(limits: LimitsOf<V>) -> Request<'static, V> {
    let limits = Limits { most: V::Scalar::ZERO, ..limits };
    Request { depth: true, ..Request::new(limits) }
}

/// An observer of any type.
pub trait AnyObserver<V: Vector> {
    fn step(&mut self, step: Step<'_, V>);
    fn expansion(&mut self, expansion: Expansion<'_, V>);
    fn shortcut(&mut self, name: &'static str);
}

impl<V: Vector, O: Observer<V>> AnyObserver<V> for O {
    fn step(&mut self, step: Step<'_, V>) {
        Observer::step(self, step);
    }
    fn expansion(&mut self, expansion: Expansion<'_, V>) {
        Observer::expansion(self, expansion);
    }
    fn shortcut(&mut self, name: &'static str) {
        Observer::shortcut(self, name);
    }
}

struct Shown<'o, V: Vector>(&'o mut dyn AnyObserver<V>);

impl<V: Vector> Observer<V> for Shown<'_, V> {
    fn step(&mut self, step: Step<'_, V>) {
        self.0.step(step);
    }
    fn expansion(&mut self, expansion: Expansion<'_, V>) {
        self.0.expansion(expansion);
    }
    fn shortcut(&mut self, name: &'static str) {
        self.0.shortcut(name);
    }
}

macro_rules! compiled_for {
    ($($space:ty)*) => {
        $(
            impl Space for $space {
                #[inline(never)]
                fn ask_verdict(
                    request: &Request<'_, Self>,
                    a: &Operand<'_, Self>,
                    b: &Operand<'_, Self>,
                ) -> (bool, Self) {
                    let closed = by_closed_form!(a, b => request.intersects_shortly(a, b));
                    closed.unwrap_or_else(|| request.intersects_of(a, b))
                }

                #[inline(never)]
                fn ask_distance(
                    request: &Request<'_, Self>,
                    a: &Operand<'_, Self>,
                    b: &Operand<'_, Self>,
                ) -> Within<<Self as Linear>::Scalar> {
                    let closed = by_closed_form!(a, b => request.distance_shortly(a, b));
                    closed.unwrap_or_else(|| {
                        let frame = Frame::new(a, b);
                        request.distance_of::<(), _, _>(a, b, &frame, &mut None)
                    })
                }

                #[inline(never)]
                fn ask_distance_walked(
                    request: &Request<'_, Self>,
                    a: &Operand<'_, Self>,
                    b: &Operand<'_, Self>,
                    frame: &Frame<Self>,
                    walked: &mut Walked<Self>,
                ) -> Within<<Self as Linear>::Scalar> {
                    let closed = by_closed_form!(a, b => request.distance_shortly(a, b));
                    closed.unwrap_or_else(|| request.distance_of(a, b, frame, walked))
                }

                #[inline(never)]
                fn measure(
                    request: &Request<'_, Self>,
                    a: &Operand<'_, Self>,
                    b: &Operand<'_, Self>,
                    frame: &Frame<Self>,
                    near: Option<&mut Near<Self>>,
                    walked: &mut Walked<Self>,
                ) -> Measured<Self> {
                    let closed = by_closed_form!(a, b => request.measure_shortly(a, b, frame));
                    closed.unwrap_or_else(|| {
                        request.measure(a, b, frame, &mut (), near, walked)
                    })
                }

                #[inline(never)]
                fn measure_shown(
                    request: &Request<'_, Self>,
                    a: &Operand<'_, Self>,
                    b: &Operand<'_, Self>,
                    frame: &Frame<Self>,
                    observer: &mut dyn AnyObserver<Self>,
                ) -> Measured<Self> {
                    request.measure(a, b, frame, &mut Shown(observer), None, &mut None)
                }

                #[inline(never)]
                fn depth_from(
                    near: &Near<Self>,
                    a: &Operand<'_, Self>,
                    b: &Operand<'_, Self>,
                    frame: &Frame<Self>,
                    turns: &Rotations<Self>,
                ) -> Option<Depth<Self>> {
                    near.depth(a, b, frame, turns)
                }
            }
        )*
    };
}
each_space!(compiled_for);
