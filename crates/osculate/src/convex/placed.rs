//! A shape somewhere else: at a pose ([`At`]), or under an affine map ([`Image`]).

use core::fmt;

use crate::convex::known::{Axes, Choice, Core, Known, Sealed, rotate_core};
use crate::convex::patch::Patch;
use crate::convex::{
    Convex, Facts, ROUNDED_PRODUCT, is_zero, rounding_as_extent, rounding_of_origin,
    support_from_origin,
};
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::place::{Affine, Pose, Rotation};

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
    /// This shape at a pose: a borrow, to be asked about in passing. To keep it, or for a shape that is
    /// made on the spot, see [`moved_to`](Self::moved_to).
    fn at(&self, pose: Pose<V>) -> At<V, &Self>;

    /// This shape at a pose, which owns it: to be kept.
    ///
    /// ```
    /// use osculate::{At, DVec3, Place, Pose, shape::Ball};
    /// struct Lamp {
    ///     bulb: At<DVec3, Ball<DVec3>>,
    /// }
    /// let lamp = Lamp { bulb: Ball::new(0.1)?.moved_to(Pose::from_translation(DVec3::Y * 2.0)?) };
    /// assert_eq!(lamp.bulb.pose().translation(), DVec3::Y * 2.0);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    fn moved_to(self, pose: Pose<V>) -> At<V, Self>
    where
        Self: Sized,
    {
        At::of(self, pose)
    }

    /// The image of this shape under an affine map: a borrow, as [`at`](Self::at) is. To keep it, or
    /// for a shape that is made on the spot, see [`Image::new`].
    ///
    /// ```
    /// use osculate::{Affine, DVec3, Image, Place, distance, shape::{Ball, Cuboid, Point}};
    /// let cube = Cuboid::new(DVec3::ONE)?;
    /// let flat = cube.image(Affine::from_scale(DVec3::new(1.0, 0.0, 1.0))?)?;
    /// assert_eq!(distance(&flat, Point::new(DVec3::Y * 2.0)?).value, 2.0);
    /// let egg = Image::new(Ball::new(1.0)?, Affine::from_scale(DVec3::new(1.0, 2.0, 1.0))?)?;
    /// assert!(distance(&egg, Point::new(DVec3::Y * 3.0)?).contains(1.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
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
/// [`Pose`]s are; a sum that is too large is drawn in as theirs ([`Pose::compose`]).
///
/// ```
/// use osculate::{At, Convex, DVec3, Pose, shape::Ball};
/// let there = Pose::from_translation(DVec3::X * 4.0)?;
/// let placed = At::new(Ball::new(1.0)?, there);
/// assert_eq!(placed.support(DVec3::X), DVec3::X * 5.0);
/// assert_eq!((placed.pose(), placed.shape().radius()), (there, 1.0));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct At<V: Vector, S> {
    shape: S,
    matrix: V::Matrix,
    translation: V,
}

impl<V: Vector, S: Convex<V>> At<V, S> {
    /// `shape` at `pose`.
    #[inline]
    #[must_use]
    pub fn new(shape: S, pose: Pose<V>) -> Self {
        Self::of(shape, pose)
    }
}

impl<V: Vector, S> At<V, S> {
    #[inline]
    pub(crate) fn of(shape: S, pose: Pose<V>) -> Self {
        Self { shape, matrix: pose.rotation().matrix(), translation: pose.translation() }
    }
}

impl<V: Vector, S: fmt::Debug> fmt::Debug for At<V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("At").field("shape", &self.shape).field("pose", &self.pose()).finish()
    }
}

impl<V: Vector, S: fmt::Debug> fmt::Debug for Image<V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Image").field("shape", &self.shape).field("map", &self.map).finish()
    }
}

impl<V: Vector, S> At<V, S> {
    /// The shape in its own axes.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Where it is.
    #[must_use]
    pub fn pose(&self) -> Pose<V> {
        Pose::of_finite(self.translation, Rotation::of_unit(self.matrix))
    }

    /// Another form of the shape at the same pose.
    pub(crate) fn map<T>(self, f: impl FnOnce(S) -> T) -> At<V, T> {
        let Self { shape, matrix, translation } = self;
        At { shape: f(shape), matrix, translation }
    }
}

/// Each rotation of a chain of poses rounds, and so does the product of all. The band has room for
/// this many, whatever way their errors add up; a longer chain counts as so much more extent
/// (docs/numerics.md, The band).
const POSES_IN_BAND: f64 = 4.0;

impl<V: Vector, S> At<V, S> {
    /// The origin, from the shape's own. Two translations have a sum in the range of numbers; that
    /// of a pose in a pose is drawn in, so that any number of them has.
    #[inline(always)]
    fn origin_from(&self, inner: V, is_nested: bool) -> V {
        if is_zero(inner) {
            return self.translation;
        }
        let sum = self.translation + self.matrix.apply(inner);
        if is_nested { check::drawn_in(sum) } else { sum }
    }

    /// The axes, from the shape's own.
    #[inline(always)]
    fn axes_from(&self, inner: Option<Axes<V>>) -> Axes<V> {
        match inner {
            None => Axes { matrix: self.matrix, poses: 1 },
            Some(Axes { matrix, poses }) => {
                Axes { matrix: self.matrix.compose(&matrix), poses: poses.saturating_add(1) }
            }
        }
    }

    /// The extent, from the shape's own, its origin and its axes.
    #[inline(always)]
    fn extent_from(&self, extent: V::Scalar, inner: V, axes: Option<Axes<V>>) -> V::Scalar {
        let extent = match axes {
            None => extent,
            // With this pose they are one more.
            Some(Axes { poses, .. }) => {
                let share = |poses: f64| (poses / POSES_IN_BAND).max(1.0);
                let poses = f64::from(poses);
                extent * V::Scalar::from_f64(share(poses + 1.0) / share(poses))
            }
        };
        if is_zero(inner) {
            return extent;
        }
        // The rotated origin has rounding errors like any vertex so far out, and its sum with the
        // translation rounds too.
        let is_nested = axes.is_some();
        let sum = rounding_as_extent(self.origin_from(inner, is_nested), inner, self.translation);
        let extent = extent + inner.length() + sum;
        if is_nested { check::size_drawn_in(extent) } else { extent }
    }

    /// The inner extent, from the shape's own and its origin.
    #[inline(always)]
    fn inner_extent_from(&self, inner_extent: V::Scalar, inner: V, origin: V) -> V::Scalar {
        if is_zero(inner) {
            return inner_extent;
        }
        inner_extent - rounding_of_origin(origin.length() + inner.length())
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for At<V, S> {
    #[inline(always)]
    fn core_support(&self, direction: V) -> V {
        self.core_support_from_origin(direction) + self.origin()
    }
    #[inline(always)]
    fn rounding(&self) -> V::Scalar {
        self.shape.rounding()
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        self.shape.is_curved()
    }
    fn patch(&self, direction: V) -> Patch<V> {
        patch_in_place(self, direction)
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
    #[inline(always)]
    fn known_origin(&self, _: Sealed) -> V {
        self.origin_from(self.shape.origin(), self.shape.known_axes(Sealed).is_some())
    }
    #[inline(always)]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        Some(self.axes_from(self.shape.known_axes(Sealed)))
    }
    #[inline(always)]
    fn known_place(&self, _: Sealed) -> (V::Matrix, V) {
        (self.matrix, self.translation)
    }
    #[inline(always)]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        self.shape.known_support(direction, Sealed)
    }
    #[inline]
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        self.shape.known_patch(direction, patch, Sealed);
    }
    #[inline(always)]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        self.extent_from(self.shape.extent(), self.shape.origin(), self.shape.known_axes(Sealed))
    }
    #[inline(always)]
    fn known_size(&self, _: Sealed) -> V::Scalar {
        let (size, inner) = (self.shape.size(), self.shape.origin());
        if is_zero(inner) { size } else { size + inner.length() }
    }
    #[inline(always)]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        let inner = self.shape.inner_extent();
        self.inner_extent_from(inner, self.shape.origin(), self.known_origin(Sealed))
    }
    #[inline(always)]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        rotate_core(self.shape.core(), &self.matrix)
    }
    #[inline(always)]
    fn known_at_once(&self, _: Sealed) -> Known<'_, V> {
        let inner = self.shape.known();
        let origin = self.origin_from(inner.origin, inner.axes.is_some());
        Known {
            origin,
            axes: Some(self.axes_from(inner.axes)),
            core: rotate_core(inner.core, &self.matrix),
            extent: self.extent_from(inner.extent, inner.origin, inner.axes),
            inner_extent: self.inner_extent_from(inner.inner_extent, inner.origin, origin),
            ..inner
        }
    }
}

/// The image of a shape under an affine map (van den Bergen 1999, theorem 1): itself a shape.
///
/// ```
/// use osculate::{Affine, Convex, DVec3, Image, shape::Cuboid};
/// let stretch = Affine::from_scale(DVec3::new(1.0, 3.0, 1.0))?;
/// let tall = Image::new(Cuboid::new(DVec3::ONE)?, stretch)?;
/// assert_eq!(tall.support(DVec3::ONE), DVec3::new(1.0, 3.0, 1.0));
/// assert_eq!((tall.affine(), tall.shape().half_extents()), (stretch, DVec3::ONE));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
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
    /// No way becomes longer by more than this factor: the Frobenius norm of the matrix.
    fn stretch(&self) -> V::Scalar {
        V::from_fn(|j| self.map.matrix().column(j).length()).length()
    }

    /// The shape before the map.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The map.
    #[must_use]
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
    fn core_support(&self, direction: V) -> V {
        self.core_support_from_origin(direction) + self.origin()
    }
    // The image of a rounded shape is in general not a rounded shape: the radius becomes part of
    // the core.
    #[inline]
    fn is_curved(&self) -> bool {
        self.shape.is_curved() || self.shape.rounding() > V::Scalar::ZERO
    }
    fn patch(&self, direction: V) -> Patch<V> {
        patch_in_place(self, direction)
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        S::choose(choice)
    }
    #[inline]
    fn known_origin(&self, _: Sealed) -> V {
        self.map.apply(self.shape.origin())
    }
    #[inline]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        None
    }
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        self.map.matrix().apply(support_from_origin(&self.shape, self.transpose.apply(direction)))
    }
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        if let Core::HalfSpace { normal, offset } = self.core() {
            *patch = Patch::endless(normal * offset, normal);
        } else if self.shape.rounding() > V::Scalar::ZERO {
            *patch = Patch::point(self.core_support_from_origin(direction));
        } else {
            self.shape.patch_from_origin(self.transpose.apply(direction), patch);
            patch.map(&self.map.matrix());
        }
    }
    fn known_size(&self, _: Sealed) -> V::Scalar {
        self.stretch() * (self.shape.size() + self.shape.rounding())
    }
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        let stretch = self.stretch();
        let extent = stretch * (self.shape.extent() + self.shape.rounding());
        let inner = self.shape.origin();
        if is_zero(inner) {
            return extent;
        }
        let product = stretch * inner.length() * V::Scalar::from_f64(ROUNDED_PRODUCT);
        extent + product + rounding_as_extent(self.origin(), inner, self.map.translation())
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        -V::Scalar::INFINITY
    }
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        let Core::HalfSpace { normal, offset } = self.shape.core() else { return Core::Other };
        let image = self.map.apply_to_normal(normal).and_then(V::try_normalize);
        let Some(unit) = image else { return Core::Other };
        let boundary = self.map.matrix().apply(normal * (offset + self.shape.rounding()));
        Core::HalfSpace { normal: unit, offset: unit.dot(boundary) }
    }
}

/// What [`Convex::patch`] answers of a shape that knows its patch from its origin.
pub(crate) fn patch_in_place<V: Vector>(shape: &impl Convex<V>, direction: V) -> Patch<V> {
    Patch::filled(|patch| {
        shape.patch_from_origin(direction, patch);
        patch.shift(shape.origin());
    })
}
