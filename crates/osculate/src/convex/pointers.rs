//! Shapes behind pointers, and shapes made of a closure.

use crate::convex::Convex;
use crate::convex::bounds::Aabb;
use crate::convex::known::{Choice, Known, Sealed};
use crate::convex::patch::Patch;
use crate::number::vector::Vector;

macro_rules! forward_to_inner {
    ([$($header:tt)*] $choose:item) => {
        $($header)* {
            #[inline(always)]
            fn core_support(&self, direction: V) -> V {
                (**self).core_support(direction)
            }
            #[inline(always)]
            fn rounding(&self) -> V::Scalar {
                (**self).rounding()
            }
            #[inline(always)]
            fn is_curved(&self) -> bool {
                (**self).is_curved()
            }
            fn patch(&self, direction: V) -> Patch<V> {
                (**self).patch(direction)
            }
            fn bounds(&self) -> Aabb<V> {
                (**self).bounds()
            }
            $crate::convex::known_of_inner!(self => (**self));
            #[inline(always)]
            fn known_at_once(&self, _: Sealed) -> Known<'_, V> {
                (**self).known_at_once(Sealed)
            }
            #[inline(always)]
            $choose
        }
    };
}

/// A pointer to a shape of a known type is chosen for as the shape is.
macro_rules! forward_typed {
    ($($pointer:ty),*) => {
        $(
            forward_to_inner!(
                [impl<V: Vector, S: Convex<V>> Convex<V> for $pointer]
                fn choose<C: Choice>(choice: C) -> C::Answer {
                    S::choose(choice)
                }
            );
        )*
    };
}
forward_typed!(&S, alloc::boxed::Box<S>, alloc::rc::Rc<S>);
#[cfg(target_has_atomic = "ptr")]
forward_typed!(alloc::sync::Arc<S>);

/// The type behind `dyn` is known when the program runs.
macro_rules! forward_erased {
    ($($pointer:ty),*) => {
        $(
            forward_to_inner!(
                [impl<V: Vector> Convex<V> for $pointer]
                fn choose<C: Choice>(choice: C) -> C::Answer {
                    choice.once()
                }
            );
        )*
    };
}
macro_rules! forward_any {
    ($($any:ty),*) => {
        $(
            forward_erased!(&$any, alloc::boxed::Box<$any>, alloc::rc::Rc<$any>);
            #[cfg(target_has_atomic = "ptr")]
            forward_erased!(alloc::sync::Arc<$any>);
        )*
    };
}
forward_any!(dyn Convex<V> + '_, dyn Convex<V> + Send + '_, dyn Convex<V> + Send + Sync + '_);

/// The shape whose support mapping is a closure.
///
/// ```
/// use osculate::{from_fn, intersects, DVec2};
/// let diamond = from_fn(|d: DVec2| {
///     if d.x.abs() > d.y.abs() { DVec2::new(d.x.signum(), 0.0) } else { DVec2::new(0.0, d.y.signum()) }
/// });
/// assert!(intersects(&diamond, &diamond));
/// ```
#[must_use]
pub fn from_fn<V: Vector, F: Fn(V) -> V>(support: F) -> FromFn<F> {
    FromFn(support)
}

/// The shape that [`from_fn`] makes.
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F>(F);

impl<V: Vector, F: Fn(V) -> V> Convex<V> for FromFn<F> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        (self.0)(direction)
    }
}
