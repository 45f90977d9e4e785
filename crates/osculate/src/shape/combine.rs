//! Shapes from shapes: rounded by a margin, the Minkowski sum, the hull of two, swept along a
//! vector.
//!
//! A support mapping of each follows from the parts' (van den Bergen 1999, appendix A; Ericson's
//! talk for the swept shape). Each of them with a half-space is again a half-space, so the exact
//! path stays open.

use crate::convex::known::{Axes, Choice, Core, Known, Sealed};
use crate::convex::patch::Patch;
use crate::convex::{
    Convex, Facts, choose_for_both, known_of_inner, rounding_as_extent, rounding_of_origin,
    support_from_origin,
};
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Real, Vector};

/// A shape and all points within a margin of it.
///
/// ```
/// use osculate::{DVec3, distance, shape::{Cuboid, Point, Rounded}};
/// // A box with rounded edges, or all that is within 0.1 of a box.
/// let soft = Rounded::new(Cuboid::new(DVec3::ONE)?, 0.1)?;
/// assert!(distance(&soft, Point::new(DVec3::X * 3.0)?).contains(1.9));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Rounded<V: Vector, S> {
    shape: S,
    margin: V::Scalar,
}

impl<V: Vector, S: Convex<V>> Rounded<V, S> {
    /// All points within `margin` of `shape`.
    pub fn new(shape: S, margin: V::Scalar) -> Result<Self, Error> {
        Ok(Self { shape, margin: check::size("Rounded", "margin", None, margin)? })
    }
}

impl<V: Vector, S> Rounded<V, S> {
    /// The shape inside.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// How far it reaches around that shape.
    #[must_use]
    pub fn margin(&self) -> V::Scalar {
        self.margin
    }

    /// The same of another form of the shape.
    pub(super) fn map<T>(self, f: impl FnOnce(S) -> T) -> Rounded<V, T> {
        Rounded { shape: f(self.shape), margin: self.margin }
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for Rounded<V, S> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        self.shape.core_support(direction)
    }
    #[inline]
    fn rounding(&self) -> V::Scalar {
        self.shape.rounding() + self.margin
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
    #[inline]
    fn is_curved(&self) -> bool {
        self.shape.is_curved()
    }
    fn patch(&self, direction: V) -> Patch<V> {
        self.shape.patch(direction)
    }
    known_of_inner!(self => self.shape);
    #[inline(always)]
    fn known_at_once(&self, _: Sealed) -> Known<'_, V> {
        Known { radius: self.rounding(), ..self.shape.known_at_once(Sealed) }
    }
}

/// The Minkowski sum: all sums of a point of one shape and a point of the other.
///
/// ```
/// use osculate::{Convex, DVec2, shape::{Cuboid, Segment, Sum}};
/// let tile = Cuboid::new(DVec2::ONE)?;
/// let sum = Sum::new(tile, Segment::new(DVec2::ZERO, DVec2::X)?);
/// assert_eq!(sum.support(DVec2::ONE), DVec2::new(2.0, 1.0));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<A, B> {
    a: A,
    b: B,
}

impl<A, B> Sum<A, B> {
    /// All points x + y, with x in `a` and y in `b`.
    #[must_use]
    pub fn new(a: A, b: B) -> Self {
        Self { a, b }
    }
}

/// How far a bounded shape reaches along a unit vector, from its origin and without its radius.
fn reach<V: Vector, S: Convex<V>>(shape: &S, unit: V) -> V::Scalar {
    unit.dot(shape.core_support_from_origin(unit))
}

impl<A, B> Sum<A, B> {
    /// The two shapes of the sum.
    #[must_use]
    pub fn parts(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// The same of other forms of the shapes.
    pub(super) fn map<C, D>(self, f: impl FnOnce(A) -> C, g: impl FnOnce(B) -> D) -> Sum<C, D> {
        Sum { a: f(self.a), b: g(self.b) }
    }
}

impl<V: Vector, A: Convex<V>, B: Convex<V>> Convex<V> for Sum<A, B> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        self.a.core_support(direction) + self.b.core_support(direction)
    }
    #[inline]
    fn rounding(&self) -> V::Scalar {
        self.a.rounding() + self.b.rounding()
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        choose_for_both::<V, A, B, C>(choice)
    }
    #[inline]
    fn is_curved(&self) -> bool {
        self.a.is_curved() || self.b.is_curved()
    }
    #[inline]
    fn known_origin(&self, _: Sealed) -> V {
        check::drawn_in(self.a.origin() + self.b.origin())
    }
    #[inline]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        None
    }
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        self.a.core_support_from_origin(direction) + self.b.core_support_from_origin(direction)
    }
    #[inline]
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        *patch = Patch::point(self.known_support(direction, Sealed));
    }
    #[inline]
    fn known_size(&self, _: Sealed) -> V::Scalar {
        self.a.size() + self.b.size()
    }
    #[inline]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        let rounding = rounding_as_extent(self.origin(), self.a.origin(), self.b.origin());
        check::size_drawn_in(self.a.extent() + self.b.extent() + rounding)
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        let inner = self.a.inner_extent() + self.b.inner_extent();
        let (of_a, of_b) = (self.a.origin(), self.b.origin());
        if of_a == V::ZERO || of_b == V::ZERO {
            return inner;
        }
        inner - rounding_of_origin(self.origin().length())
    }
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        match (self.a.core(), self.b.core()) {
            // The sum of two half-spaces is a half-space only if they face the same way. If not, it
            // is the whole space, which no core describes. Such a sum has no use, and is treated as
            // the first one's.
            (Core::HalfSpace { normal, offset }, _) => {
                Core::HalfSpace { normal, offset: offset + reach(&self.b, normal) }
            }
            (_, Core::HalfSpace { normal, offset }) => {
                Core::HalfSpace { normal, offset: offset + reach(&self.a, normal) }
            }
            _ => Core::Other,
        }
    }
}

/// The convex hull of two shapes.
///
/// ```
/// use osculate::{DVec2, Place, Pose, intersects, shape::{Ball, Hull, Point}};
/// let small = Ball::new(0.5)?.moved_to(Pose::from_translation(DVec2::X * 3.0)?);
/// let drop = Hull::new(Ball::new(1.0)?, small);
/// assert!(intersects(&drop, Point::new(DVec2::X * 1.5)?));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull<A, B> {
    a: A,
    b: B,
}

impl<A, B> Hull<A, B> {
    /// The smallest convex set that holds `a` and `b`.
    #[must_use]
    pub fn new(a: A, b: B) -> Self {
        Self { a, b }
    }
}

impl<A, B> Hull<A, B> {
    /// The two shapes inside.
    #[must_use]
    pub fn parts(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// The same of other forms of the shapes.
    pub(super) fn map<C, D>(self, f: impl FnOnce(A) -> C, g: impl FnOnce(B) -> D) -> Hull<C, D> {
        Hull { a: f(self.a), b: g(self.b) }
    }
}

impl<V: Vector, A: Convex<V>, B: Convex<V>> Convex<V> for Hull<A, B> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        self.core_support_from_origin(direction) + self.a.origin()
    }
    // Equal radii stay a radius; unequal ones become part of the core.
    #[inline]
    fn rounding(&self) -> V::Scalar {
        if self.a.rounding() == self.b.rounding() { self.a.rounding() } else { V::Scalar::ZERO }
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        choose_for_both::<V, A, B, C>(choice)
    }
    #[inline]
    fn is_curved(&self) -> bool {
        self.a.is_curved() || self.b.is_curved() || self.a.rounding() != self.b.rounding()
    }
    #[inline]
    fn known_origin(&self, _: Sealed) -> V {
        self.a.origin()
    }
    #[inline]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        None
    }
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        let (of_a, of_b) = if self.a.rounding() == self.b.rounding() {
            (self.a.core_support_from_origin(direction), self.b.core_support_from_origin(direction))
        } else {
            (support_from_origin(&self.a, direction), support_from_origin(&self.b, direction))
        };
        let of_b = of_b + (self.b.origin() - self.a.origin());
        if of_a.dot(direction) >= of_b.dot(direction) { of_a } else { of_b }
    }
    #[inline]
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        *patch = Patch::point(self.known_support(direction, Sealed));
    }
    fn known_size(&self, _: Sealed) -> V::Scalar {
        let from_a = (self.b.origin() - self.a.origin()).length();
        let (of_a, of_b) = (self.a.size(), from_a + self.b.size());
        of_a.max(of_b) + self.a.rounding().max(self.b.rounding())
    }
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        let from_a = (self.b.origin() - self.a.origin()).length();
        let (of_a, of_b) = (self.a.extent(), from_a + self.b.extent());
        of_a.max(of_b) + self.a.rounding().max(self.b.rounding())
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.a.inner_extent()
    }
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        let from_a = self.b.origin() - self.a.origin();
        match (self.a.core(), self.b.core()) {
            (Core::HalfSpace { normal, offset }, _) => {
                let reach = normal.dot(from_a) + reach(&self.b, normal);
                let offset = larger_offset(offset, self.a.rounding(), reach, self.b.rounding());
                Core::HalfSpace { normal, offset: offset - self.rounding() }
            }
            (_, Core::HalfSpace { normal, offset }) => {
                let offset = offset + normal.dot(from_a);
                let reach = reach(&self.a, normal);
                let offset = larger_offset(offset, self.b.rounding(), reach, self.a.rounding());
                Core::HalfSpace { normal, offset: offset - self.rounding() }
            }
            _ => Core::Other,
        }
    }
}

/// The offset of the half-space that holds a half-space and what reaches `reach` along its normal.
fn larger_offset<S: Real>(offset: S, radius: S, reach: S, other_radius: S) -> S {
    (offset + radius).max(reach + other_radius)
}

/// All that a shape passes through on a straight way.
///
/// ```
/// use osculate::{DVec2, intersects, shape::{Ball, Point, Swept}};
/// let way = Swept::new(Ball::new(0.5)?, DVec2::X * 4.0)?;
/// assert!(intersects(&way, Point::new(DVec2::new(2.0, 0.4))?));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Swept<V: Vector, S> {
    shape: S,
    way: V,
}

impl<V: Vector, S: Convex<V>> Swept<V, S> {
    /// All points of `shape`, and of `shape` moved by any part of `way`.
    pub fn new(shape: S, way: V) -> Result<Self, Error> {
        Ok(Self { shape, way: check::vector("Swept", "way", way)? })
    }
}

impl<V: Vector, S> Swept<V, S> {
    /// The shape where the way begins.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The way.
    #[must_use]
    pub fn way(&self) -> V {
        self.way
    }

    /// The same of another form of the shape.
    pub(super) fn map<T>(self, f: impl FnOnce(S) -> T) -> Swept<V, T> {
        Swept { shape: f(self.shape), way: self.way }
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for Swept<V, S> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        self.core_support_from_origin(direction) + self.shape.origin()
    }
    #[inline]
    fn rounding(&self) -> V::Scalar {
        self.shape.rounding()
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
    #[inline]
    fn is_curved(&self) -> bool {
        self.shape.is_curved()
    }
    #[inline]
    fn known_origin(&self, _: Sealed) -> V {
        self.shape.origin()
    }
    #[inline]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        None
    }
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        let point = self.shape.core_support_from_origin(direction);
        if direction.dot(self.way) > V::Scalar::ZERO { point + self.way } else { point }
    }
    #[inline]
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        *patch = Patch::point(self.known_support(direction, Sealed));
    }
    #[inline]
    fn known_size(&self, _: Sealed) -> V::Scalar {
        self.shape.size() + self.way.length()
    }
    #[inline]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.shape.extent() + self.way.length()
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.shape.inner_extent()
    }
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        match self.shape.core() {
            Core::HalfSpace { normal, offset } => {
                let further = normal.dot(self.way).max(V::Scalar::ZERO);
                Core::HalfSpace { normal, offset: offset + further }
            }
            Core::Point(p) => Core::Segment(p, p + self.way),
            _ => Core::Other,
        }
    }
}
