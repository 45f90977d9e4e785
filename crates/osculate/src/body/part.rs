//! A part of a body, whichever kind of body it is: a shape, or a facet of a mesh.

use super::facet::Facet;
use crate::convex::Convex;
use crate::convex::bounds::Aabb;
use crate::convex::known::{Axes, Choice, Core, Known, Sealed};
use crate::convex::patch::Patch;
use crate::number::vector::Vector;
use crate::shape::Shape;

/// A part of a [`Body`](crate::Body), in the axes of the body: a shape, or a facet of a mesh, which
/// is made when it is asked for. It is a shape like any other.
///
/// ```
/// use osculate::{Body, DVec3, Place, Pose, distance, shape::Point};
/// let square = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::X + DVec3::Z];
/// let floor = Body::from_mesh(&square, &[[0, 2, 1], [1, 2, 3]])?;
/// let second = floor.part(1).expect("it has two");
/// let far = distance(second.at(Pose::IDENTITY), Point::new(DVec3::ZERO)?);
/// assert!(far.contains(0.5f64.sqrt()));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartRef<'b, V: Vector>(pub(super) Kind<'b, V>);

#[derive(Clone, Debug)]
pub(super) enum Kind<'b, V: Vector> {
    Shape(&'b Shape<V>),
    Facet(Facet<V>),
}

impl<'b, V: Vector> PartRef<'b, V> {
    pub(super) fn of_shape(shape: &'b Shape<V>) -> Self {
        Self(Kind::Shape(shape))
    }

    #[inline(always)]
    pub(super) fn of_facet(facet: Facet<V>) -> Self {
        Self(Kind::Facet(facet))
    }

    /// The facet, if it is one.
    #[inline(always)]
    pub(super) fn facet(&self) -> Option<&Facet<V>> {
        match &self.0 {
            Kind::Shape(_) => None,
            Kind::Facet(facet) => Some(facet),
        }
    }

    /// The shape, if it is one; of a facet the corners are known.
    #[must_use]
    pub fn shape(&self) -> Option<&'b Shape<V>> {
        match &self.0 {
            Kind::Shape(shape) => Some(shape),
            Kind::Facet(_) => None,
        }
    }

    /// The corners, if it is a facet: three in space; in the plane two, the second of which comes
    /// twice.
    #[must_use]
    pub fn corners(&self) -> Option<[V; 3]> {
        match &self.0 {
            Kind::Shape(_) => None,
            Kind::Facet(facet) => Some(facet.corners()),
        }
    }
}

macro_rules! of_each {
    ($self:ident, $part:ident => $answer:expr) => {
        match &$self.0 {
            Kind::Shape($part) => $answer,
            Kind::Facet($part) => $answer,
        }
    };
}

impl<V: Vector> Convex<V> for PartRef<'_, V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        of_each!(self, part => part.core_support(direction))
    }
    #[inline]
    fn rounding(&self) -> V::Scalar {
        of_each!(self, part => part.rounding())
    }
    #[inline]
    fn is_curved(&self) -> bool {
        of_each!(self, part => part.is_curved())
    }
    fn patch(&self, direction: V) -> Patch<V> {
        of_each!(self, part => part.patch(direction))
    }
    fn bounds(&self) -> Aabb<V> {
        of_each!(self, part => part.bounds())
    }
    #[inline]
    fn known_origin(&self, _: Sealed) -> V {
        of_each!(self, part => part.known_origin(Sealed))
    }
    #[inline]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        of_each!(self, part => part.known_axes(Sealed))
    }
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        of_each!(self, part => part.known_support(direction, Sealed))
    }
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        of_each!(self, part => part.known_patch(direction, patch, Sealed));
    }
    #[inline]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        of_each!(self, part => part.known_extent(Sealed))
    }
    #[inline]
    fn known_size(&self, _: Sealed) -> V::Scalar {
        of_each!(self, part => part.known_size(Sealed))
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        of_each!(self, part => part.known_inner_extent(Sealed))
    }
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        of_each!(self, part => part.known_core(Sealed))
    }
    #[inline]
    fn known_at_once(&self, _: Sealed) -> Known<'_, V> {
        of_each!(self, part => part.known_at_once(Sealed))
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        choice.once()
    }
}
