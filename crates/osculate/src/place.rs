//! A shape somewhere else: at a pose ([`At`]), or under an affine map ([`Image`]).

use crate::check;
use crate::convex::{
    Convex, ROUNDED_PRODUCT, full_support_from_origin, is_zero, rounding_as_extent,
    rounding_of_origin,
};
use crate::error::{Error, Problem};
use crate::known::{Choice, Core, Known, rotate_core};
use crate::patch::Patch;
use crate::pose::{Affine, Pose, Rotation};
use crate::vector::{Matrix, Real, Scalar, Vector};

/// Puts a shape somewhere: every [`Convex`] shape, also one whose type is known only when the
/// program runs.
///
/// ```
/// use osculate::{distance, shape::{Ball, Cuboid}, Convex, DVec3, Place, Pose};
/// let bodies: [Box<dyn Convex<DVec3>>; 2] =
///     [Box::new(Ball::new(1.0)?), Box::new(Cuboid::new(DVec3::ONE)?)];
/// let there = Pose::from_translation(DVec3::X * 4.0)?;
/// assert_eq!(distance(&bodies[0], bodies[1].at(there)).value, 2.0);
/// let any: &dyn Convex<DVec3> = &*bodies[1];
/// assert_eq!(distance(&bodies[0], any.at(there)).value, 2.0);
/// # Ok::<(), osculate::Error>(())
/// ```
// Apart from `Convex`: a method whose answer has the type of the shape could not be called on
// `dyn Convex`.
pub trait Place<V: Vector> {
    /// This shape at a pose.
    fn at(&self, pose: Pose<V>) -> At<V, &Self>;

    /// The image of this shape under an affine map.
    fn image(&self, map: Affine<V>) -> Result<Image<V, &Self>, Error>;
}

macro_rules! place_each {
    ($([$($generics:tt)*] $shape:ty;)*) => {
        $(
            impl<$($generics)*> Place<V> for $shape {
                #[inline]
                fn at(&self, pose: Pose<V>) -> At<V, &Self> {
                    At::new(self, pose)
                }

                fn image(&self, map: Affine<V>) -> Result<Image<V, &Self>, Error> {
                    Image::new(self, map)
                }
            }
        )*
    };
}
place_each! {
    [V: Vector, S: Convex<V>] S;
    [V: Vector] dyn Convex<V> + '_;
    [V: Vector] dyn Convex<V> + Send + '_;
    [V: Vector] dyn Convex<V> + Send + Sync + '_;
}

/// A shape at a pose; itself a shape.
///
/// Poses of posed shapes compose, and their translations are added with a rounding, as those of two
/// [`Pose`]s are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At<V: Vector, S> {
    shape: S,
    matrix: V::Matrix,
    inverse: V::Matrix,
    translation: V,
}

impl<V: Vector, S: Convex<V>> At<V, S> {
    /// `shape` at `pose`.
    #[inline]
    pub fn new(shape: S, pose: Pose<V>) -> Self {
        let matrix = pose.rotation().matrix();
        Self { shape, matrix, inverse: matrix.transpose(), translation: pose.translation() }
    }
}

impl<V: Vector, S> At<V, S> {
    /// The shape in its own axes.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Where it is.
    pub fn pose(&self) -> Pose<V> {
        Pose::of_finite(self.translation, Rotation::of_unit(self.matrix))
    }

    /// Another form of the shape at the same pose.
    pub(crate) fn map<T>(self, f: impl FnOnce(S) -> T) -> At<V, T> {
        let Self { shape, matrix, inverse, translation } = self;
        At { shape: f(shape), matrix, inverse, translation }
    }
}

impl<V: Vector, S> At<V, S> {
    /// The origin, from the shape's own.
    #[inline(always)]
    fn origin_from(&self, inner: V) -> V {
        if is_zero(inner) { self.translation } else { self.translation + self.matrix.apply(inner) }
    }

    /// The extent, from the shape's own and its origin.
    #[inline(always)]
    fn extent_from(&self, extent: V::Scalar, inner: V) -> V::Scalar {
        if is_zero(inner) {
            return extent;
        }
        // The rotated origin has rounding errors like any vertex so far out, and its sum with the
        // translation rounds too.
        let sum = rounding_as_extent(self.origin_from(inner), inner, self.translation);
        extent + inner.length() + sum
    }

    /// The inner extent, from the shape's own and its origin.
    #[inline(always)]
    fn inner_extent_from(&self, inner_extent: V::Scalar, inner: V) -> V::Scalar {
        if is_zero(inner) {
            return inner_extent;
        }
        inner_extent - rounding_of_origin(self.origin_from(inner).length() + inner.length())
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for At<V, S> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.support_from_origin(direction) + self.origin()
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.shape.radius()
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        self.shape.is_curved()
    }
    #[inline(always)]
    fn origin(&self) -> V {
        self.origin_from(self.shape.origin())
    }
    #[inline(always)]
    fn support_from_origin(&self, direction: V) -> V {
        self.place(self.own_support(direction))
    }
    #[inline(always)]
    fn own_support(&self, direction: V) -> V {
        self.shape.own_support(self.inverse.apply(direction))
    }
    #[inline(always)]
    fn place(&self, own: V) -> V {
        self.matrix.apply(self.shape.place(own))
    }
    #[inline(always)]
    fn extent(&self) -> V::Scalar {
        self.extent_from(self.shape.extent(), self.shape.origin())
    }
    #[inline(always)]
    fn inner_extent(&self) -> V::Scalar {
        self.inner_extent_from(self.shape.inner_extent(), self.shape.origin())
    }
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        rotate_core(self.shape.core(), &self.matrix)
    }
    fn patch(&self, direction: V) -> Patch<V> {
        Patch::filled(|patch| self.patch_into(direction, patch))
    }
    #[inline]
    fn patch_into(&self, direction: V, patch: &mut Patch<V>) {
        self.shape.patch_into(self.inverse.apply(direction), patch);
        patch.rotate(&self.matrix);
    }
    #[inline(always)]
    fn rotation(&self) -> V::Matrix {
        self.matrix
    }
    #[inline(always)]
    fn known(&self) -> Known<'_, V> {
        let inner = self.shape.known();
        Known {
            origin: self.origin_from(inner.origin),
            core: rotate_core(inner.core, &self.matrix),
            extent: self.extent_from(inner.extent, inner.origin),
            inner_extent: self.inner_extent_from(inner.inner_extent, inner.origin),
            ..inner
        }
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
}

/// The image of a shape under an affine map (van den Bergen 1999, theorem 1): itself a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Image<V: Vector, S> {
    shape: S,
    map: Affine<V>,
    /// Takes directions back; of any length, as they are.
    transpose: V::Matrix,
}

impl<V: Vector, S: Convex<V>> Image<V, S> {
    /// The image of `shape` under `map`. An unbounded shape needs a map that can be undone; a
    /// bounded one, a map that does not stretch it out of the range of numbers.
    pub fn new(shape: S, map: Affine<V>) -> Result<Self, Error> {
        let image = Self { shape, map, transpose: map.matrix_to_one().transpose() };
        if let (Core::HalfSpace { .. }, Core::Other) = (image.shape.core(), image.core()) {
            let (parameter, problem) = ("matrix", Problem::Singular);
            return Err(Error { shape: "Image", parameter, index: None, value: 0.0, problem });
        }
        check::number("Image", "extent", None, image.extent())?;
        check::vector("Image", "origin", image.origin())?;
        Ok(image)
    }
}

impl<V: Vector, S> Image<V, S> {
    /// The shape before the map.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The map.
    pub fn affine(&self) -> Affine<V> {
        self.map
    }

    /// The image of another form of the shape.
    pub(crate) fn map<T>(self, f: impl FnOnce(S) -> T) -> Image<V, T> {
        let Self { shape, map, transpose } = self;
        Image { shape: f(shape), map, transpose }
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for Image<V, S> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.support_from_origin(direction) + self.origin()
    }
    // The image of a rounded shape is in general not a rounded shape: the radius becomes part of
    // the core.
    #[inline]
    fn is_curved(&self) -> bool {
        self.shape.is_curved() || self.shape.radius() > V::Scalar::ZERO
    }
    #[inline]
    fn origin(&self) -> V {
        self.map.apply(self.shape.origin())
    }
    #[inline]
    fn support_from_origin(&self, direction: V) -> V {
        self.map
            .matrix()
            .apply(full_support_from_origin(&self.shape, self.transpose.apply(direction)))
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
    fn extent(&self) -> V::Scalar {
        // The Frobenius norm bounds how far the matrix stretches.
        let stretch = V::from_fn(|j| self.map.matrix().column(j).length()).length();
        let extent = stretch * (self.shape.extent() + self.shape.radius());
        let inner = self.shape.origin();
        if is_zero(inner) {
            return extent;
        }
        let product = stretch * inner.length() * V::Scalar::from_f64(ROUNDED_PRODUCT);
        extent + product + rounding_as_extent(self.origin(), inner, self.map.translation())
    }
    fn core(&self) -> Core<'_, V> {
        let Core::HalfSpace { normal, offset } = self.shape.core() else { return Core::Other };
        let image = self.map.apply_to_normal(normal).and_then(V::try_normalize);
        let Some(unit) = image else { return Core::Other };
        let boundary = self.map.matrix().apply(normal * (offset + self.shape.radius()));
        Core::HalfSpace { normal: unit, offset: unit.dot(boundary) }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        if let Core::HalfSpace { normal, offset } = self.core() {
            return Patch::endless(normal * offset, normal);
        }
        if self.shape.radius() > V::Scalar::ZERO {
            return Patch::point(self.support_from_origin(direction));
        }
        let mut patch = self.shape.patch(self.transpose.apply(direction));
        patch.map(&self.map.matrix());
        patch
    }
}
