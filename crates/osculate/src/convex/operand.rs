//! A shape as a query sees it.

use crate::convex::bounds::Aabb;
use crate::convex::known::{Axes, Core, Known, Sealed};
use crate::convex::patch::Patch;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Vector};

/// One of the two shapes of a query: the shape itself, and what a query needs of it more than once.
///
/// It stands for a shape whose kind is known only when the program runs. Queries are written for
/// any [`Convex`], and this crate compiles them for this type, once in each space
/// (`query::space`). So a program with many kinds of shape makes no other copy of them. A query
/// asks the shape itself for support points alone. Those of hulls and cuboids it finds without a
/// call.
#[derive(Clone, Copy)]
pub struct Operand<'s, V: Vector> {
    known: Known<'s, V>,
    shape: &'s dyn Convex<V>,
}

impl<'s, V: Vector> Operand<'s, V> {
    /// What a query needs of a shape.
    #[inline(always)]
    pub fn new<S: Convex<V>>(shape: &'s S) -> Self {
        Self { known: shape.known(), shape }
    }

    /// The same without the radius around its core.
    #[inline(always)]
    pub fn core_alone(mut self) -> Self {
        self.known.radius = V::Scalar::ZERO;
        self
    }
}

impl<V: Vector> Convex<V> for Operand<'_, V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        self.shape.core_support(direction)
    }
    #[inline(always)]
    fn rounding(&self) -> V::Scalar {
        self.known.radius
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        self.known.is_curved
    }
    fn patch(&self, direction: V) -> Patch<V> {
        self.shape.patch(direction)
    }
    fn bounds(&self) -> Aabb<V> {
        self.shape.bounds()
    }
    #[inline(always)]
    fn known_origin(&self, _: Sealed) -> V {
        self.known.origin
    }
    #[inline(always)]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        self.known.axes
    }
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        self.shape.known_support(direction, Sealed)
    }
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        self.shape.known_patch(direction, patch, Sealed);
    }
    #[inline(always)]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.known.extent
    }
    fn known_size(&self, _: Sealed) -> V::Scalar {
        self.shape.known_size(Sealed)
    }
    #[inline(always)]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.known.inner_extent
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        self.known.core
    }
}

/// An [`Operand`] whose kind of core is known where a query is compiled.
#[derive(Clone, Copy)]
pub struct Kind<'o, 's, V: Vector, K> {
    operand: &'o Operand<'s, V>,
    kind: K,
}

/// What kind of core it is.
pub trait IsKind<V: Vector>: Copy {
    fn core<'s>(&self) -> Core<'s, V>;
}

/// A point: the core of a ball.
#[derive(Clone, Copy)]
pub struct IsPoint<V>(pub V);

/// A segment: the core of a capsule.
#[derive(Clone, Copy)]
pub struct IsSegment<V>(pub V, pub V);

/// A cuboid.
#[derive(Clone, Copy)]
pub struct IsCuboid<V: Vector> {
    pub half_extents: V,
    pub axes: Option<V::Matrix>,
}

impl<V: Vector> IsKind<V> for IsPoint<V> {
    #[inline(always)]
    fn core<'s>(&self) -> Core<'s, V> {
        Core::Point(self.0)
    }
}

impl<V: Vector> IsKind<V> for IsSegment<V> {
    #[inline(always)]
    fn core<'s>(&self) -> Core<'s, V> {
        Core::Segment(self.0, self.1)
    }
}

impl<V: Vector> IsKind<V> for IsCuboid<V> {
    #[inline(always)]
    fn core<'s>(&self) -> Core<'s, V> {
        Core::Cuboid { half_extents: self.half_extents, axes: self.axes }
    }
}

impl<V: Vector, K: IsKind<V>> Convex<V> for Kind<'_, '_, V, K> {
    #[inline(always)]
    fn core_support(&self, direction: V) -> V {
        self.operand.core_support(direction)
    }
    #[inline(always)]
    fn rounding(&self) -> V::Scalar {
        self.operand.known.radius
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    #[inline(always)]
    fn known_origin(&self, _: Sealed) -> V {
        self.operand.known.origin
    }
    #[inline(always)]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        self.operand.known.axes
    }
    #[inline(always)]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        self.operand.known_support(direction, Sealed)
    }
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        self.operand.known_patch(direction, patch, Sealed);
    }
    #[inline(always)]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.operand.known.extent
    }
    fn known_size(&self, _: Sealed) -> V::Scalar {
        self.operand.known_size(Sealed)
    }
    #[inline(always)]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.operand.known.inner_extent
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        self.kind.core()
    }
}

impl<'s, V: Vector> Operand<'s, V> {
    /// The core.
    #[inline(always)]
    pub fn core_held(&self) -> &Core<'s, V> {
        &self.known.core
    }

    /// The operand, of a kind of core.
    #[inline(always)]
    pub fn of_kind<K>(&self, kind: K) -> Kind<'_, 's, V, K> {
        Kind { operand: self, kind }
    }
}

/// What a closed form answers for two operands, as what their cores are: of points, segments and
/// cuboids, which are asked most and answer soonest. `None` if it has no answer.
macro_rules! by_closed_form {
    ($a:ident, $b:ident => $answer:expr) => {{
        macro_rules! of_kinds {
            ($kind_a:expr, $kind_b:expr) => {{
                let ($a, $b) = (&$a.of_kind($kind_a), &$b.of_kind($kind_b));
                $answer
            }};
        }
        match ($a.core_held(), $b.core_held()) {
            (&Core::Point(p), &Core::Point(q)) => of_kinds!(IsPoint(p), IsPoint(q)),
            (&Core::Point(p), &Core::Segment(q, r)) => of_kinds!(IsPoint(p), IsSegment(q, r)),
            (&Core::Segment(p, q), &Core::Point(r)) => of_kinds!(IsSegment(p, q), IsPoint(r)),
            (&Core::Segment(p, q), &Core::Segment(r, s)) => {
                of_kinds!(IsSegment(p, q), IsSegment(r, s))
            }
            (&Core::Point(p), &Core::Cuboid { half_extents, axes }) => {
                of_kinds!(IsPoint(p), IsCuboid { half_extents, axes })
            }
            (&Core::Cuboid { half_extents, axes }, &Core::Point(p)) => {
                of_kinds!(IsCuboid { half_extents, axes }, IsPoint(p))
            }
            _ => None,
        }
    }};
}
pub(crate) use by_closed_form;
