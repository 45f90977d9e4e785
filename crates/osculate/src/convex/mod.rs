//! What a shape is: a core with a support mapping, and a rounding around it.
//!
//! Van den Bergen 1999, section 3: all that GJK needs of a convex set A is a support mapping, a
//! function that takes a direction d to a point of A which no other point of A exceeds along d. We
//! split a shape in a *core*, known by its support mapping, and a *rounding*: the shape is all points
//! within that distance of the core. So a ball is a rounded point, a capsule a rounded segment, and
//! queries run on the cores, where they are exact.

pub(crate) mod table;
pub(crate) mod feature;
pub mod patch;
pub mod bounds;
pub mod known;
pub mod placed;
pub mod pointers;
pub(crate) mod operand;

use core::marker::PhantomData;

use crate::convex::bounds::Aabb;
use crate::convex::known::{Axes, Choice, Core, Known, Sealed};
use crate::convex::patch::Patch;
use crate::number::blocks::spans_along;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// A convex set: all points within [`rounding`](Convex::rounding) of its core, the core known by its
/// support mapping.
///
/// One method makes a shape. Its points count from an origin of its own, which is best in the shape
/// or near it: a pose takes it elsewhere without loss of digits. Without a rounding, the core is the
/// shape:
/// ```
/// use osculate::{distance, shape::Ball, Convex, Place, DVec3, Pose};
///
/// /// The square with corners (±1, ±1, 0).
/// struct Tile;
/// impl Convex<DVec3> for Tile {
///     fn core_support(&self, direction: DVec3) -> DVec3 {
///         DVec3::new(1f64.copysign(direction.x), 1f64.copysign(direction.y), 0.0)
///     }
/// }
/// let ball = Ball::new(0.5)?;
/// let apart = distance(&Tile, &ball.at(Pose::from_translation(DVec3::new(0.3, 0.2, 2.0))?));
/// assert!(apart.lower <= 1.5 && 1.5 <= apart.upper);
/// # Ok::<(), osculate::Error>(())
/// ```
pub trait Convex<V: Vector> {
    /// The point of the core that reaches furthest along `direction`, which need not have length 1.
    /// For the zero vector, any point of the core.
    fn core_support(&self, direction: V) -> V;

    /// The point of the shape, its rounding included, that reaches furthest along `direction`: the
    /// support mapping of the papers. A half-space has one along its own normal alone. It follows
    /// from the core's and the rounding, and a shape that gives its own must agree with them.
    ///
    /// ```
    /// use osculate::{shape::Ball, Convex, Place, DVec3, Pose};
    /// let ball = Ball::new(0.5)?;
    /// let placed = ball.at(Pose::from_translation(DVec3::X)?);
    /// assert_eq!(placed.core_support(DVec3::Y), DVec3::X);
    /// assert_eq!(placed.support(DVec3::Y), DVec3::new(1.0, 0.5, 0.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline]
    fn support(&self, direction: V) -> V {
        beyond_core(self.core_support(direction), self.rounding(), direction)
    }

    /// How far the shape reaches around its core.
    fn rounding(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// Whether the core is other than the hull of a few points. A shape that does not say is taken
    /// for curved, which is always right. Queries on flat cores end exactly;
    /// on curved ones they approach the answer and stop within a tolerance.
    fn is_curved(&self) -> bool {
        true
    }

    /// The face, edge or corner of the core that looks most along `direction`, in the coordinates
    /// of [`core_support`](Convex::core_support): what [`contact`](crate::contact()) makes its points of. A
    /// shape that does not say has one point.
    ///
    /// ```
    /// use osculate::{Convex, DVec3, patch::Patch, shape::Cuboid};
    /// let top: Patch<DVec3> = Cuboid::new(DVec3::ONE)?.patch(DVec3::Y);
    /// assert_eq!(top.corners().len(), 4);
    /// assert!(top.corners().iter().all(|corner| corner.at.y == 1.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    fn patch(&self, direction: V) -> Patch<V> {
        Patch::point(self.core_support(direction))
    }

    /// The least box along the axes of the world that holds the shape, and 16 ε of its lengths more,
    /// so that it holds what queries take for the shape. It is infinite where the shape is.
    ///
    /// ```
    /// use osculate::{Convex, DVec2, shape::Ball};
    /// let bounds = Ball::<DVec2>::new(2.0)?.bounds();
    /// assert!(bounds.max().x >= 2.0 && bounds.max().x < 2.0 + 1e-13);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    fn bounds(&self) -> Aabb<V> {
        box_around(self)
    }

    // What follows is one thing: what a query knows of a shape beside its support points, as
    // `Facts` tells it. All of it must agree. So a shape of this crate gives all or nothing
    // (`tests/sealed.rs`). A shape from outside cannot name `Sealed`, and gives nothing.

    /// [`Facts::origin`].
    #[doc(hidden)]
    #[inline]
    fn known_origin(&self, _: Sealed) -> V {
        V::ZERO
    }

    /// The axes that the shape's own points are counted in; `None` for the world's.
    #[doc(hidden)]
    #[inline]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        None
    }

    /// [`Facts::place`].
    #[doc(hidden)]
    #[inline(always)]
    fn known_place(&self, _: Sealed) -> (V::Matrix, V) {
        (self.rotation(), self.known_origin(Sealed))
    }

    /// The point of the core furthest along a direction: both from the origin, in the own axes.
    #[doc(hidden)]
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        self.core_support(direction)
    }

    /// The patch, from the origin, in the own axes: put where it is wanted, as one has room for
    /// many corners.
    #[doc(hidden)]
    #[inline]
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        *patch = self.patch(direction);
    }

    /// [`Facts::extent`].
    #[doc(hidden)]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        // The far corner of the core's bounding box.
        V::from_fn(|i| {
            let high = self.known_support(V::axis(i), Sealed).get(i);
            let low = self.known_support(-V::axis(i), Sealed).get(i);
            high.abs().max(low.abs())
        })
        .length()
    }

    /// [`Facts::size`].
    #[doc(hidden)]
    #[inline]
    fn known_size(&self, _: Sealed) -> V::Scalar {
        self.known_extent(Sealed)
    }

    /// [`Facts::inner_extent`].
    #[doc(hidden)]
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        -V::Scalar::INFINITY
    }

    /// [`Facts::core`].
    #[doc(hidden)]
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        Core::Other
    }

    /// All of it at once: one call through `dyn`.
    #[doc(hidden)]
    #[inline(always)]
    fn known_at_once(&self, _: Sealed) -> Known<'_, V> {
        Known {
            origin: self.known_origin(Sealed),
            axes: self.known_axes(Sealed),
            core: self.known_core(Sealed),
            radius: self.rounding(),
            extent: self.known_extent(Sealed),
            inner_extent: self.known_inner_extent(Sealed),
            is_curved: self.is_curved(),
        }
    }

    /// Chooses how a query is compiled for this type of shape.
    #[doc(hidden)]
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer
    where
        Self: Sized,
    {
        choice.for_type()
    }
}

/// What queries know of a shape beside its support points. Every shape has it. As all of it must
/// agree, a shape from outside this crate cannot give a part of it:
///
/// ```compile_fail,E0407
/// use osculate::{Convex, DVec3};
/// struct Far;
/// impl Convex<DVec3> for Far {
///     fn core_support(&self, direction: DVec3) -> DVec3 {
///         DVec3::X * 9.0 + direction.normalize_or_zero()
///     }
///     fn origin(&self) -> DVec3 {
///         DVec3::X * 9.0
///     }
/// }
/// ```
pub trait Facts<V: Vector>: Convex<V> {
    /// The point that a shape's own points are counted from. It is the translation of a placed
    /// shape, so that queries can subtract translations before anything is rounded.
    #[inline(always)]
    fn origin(&self) -> V {
        self.known_origin(Sealed)
    }

    /// An upper bound for the distance of a point of the core from [`origin`](Facts::origin),
    /// close to the least. The contract's L is made of it.
    #[inline(always)]
    fn extent(&self) -> V::Scalar {
        self.known_extent(Sealed)
    }

    /// The extent without what stands for the rounding of places far out: how large a solver sees
    /// the core.
    #[inline(always)]
    fn size(&self) -> V::Scalar {
        self.known_size(Sealed)
    }

    /// How far the core reaches in every direction at least: all points within this of
    /// [`origin`](Facts::origin) belong to it. Less than zero if the origin is known to be
    /// that near to the core, at most; minus infinity if nothing is known. Shapes whose origins are
    /// nearer to each other than these bounds reach intersect, and are not asked more.
    #[inline(always)]
    fn inner_extent(&self) -> V::Scalar {
        self.known_inner_extent(Sealed)
    }

    /// The core in closed form, if it has one that a query can use.
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        self.known_core(Sealed)
    }

    /// The support point of the core, as a vector from [`origin`](Facts::origin).
    ///
    /// ```
    /// use osculate::{Core, DVec3, Facts, Place, Pose, shape::Cuboid};
    /// let cube = Cuboid::new(DVec3::ONE)?;
    /// let far = cube.at(Pose::from_translation(DVec3::X * 1e20)?);
    /// assert_eq!(far.origin(), DVec3::X * 1e20);
    /// assert_eq!(far.core_support_from_origin(DVec3::ONE), DVec3::ONE);
    /// assert!(cube.inner_extent() <= 1.0 && cube.extent() >= 3f64.sqrt());
    /// assert!(matches!(far.core(), Core::Cuboid { .. }));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline(always)]
    fn core_support_from_origin(&self, direction: V) -> V {
        match self.known_axes(Sealed) {
            None => self.known_support(direction, Sealed),
            Some(Axes { matrix, .. }) => {
                matrix.apply(self.known_support(matrix.transpose().apply(direction), Sealed))
            }
        }
    }

    /// How the shape is turned, if it is placed: what is remembered of a body turns with it.
    #[doc(hidden)]
    #[inline(always)]
    fn rotation(&self) -> V::Matrix {
        match self.known_axes(Sealed) {
            None => V::Matrix::IDENTITY,
            Some(Axes { matrix, .. }) => matrix,
        }
    }

    /// Axes and a point that are fast on the shape: of a placed shape those of its pose, which are
    /// at hand.
    #[doc(hidden)]
    #[inline(always)]
    fn place(&self) -> (V::Matrix, V) {
        self.known_place(Sealed)
    }

    /// The patch, from the origin, in the world's axes.
    #[doc(hidden)]
    #[inline]
    fn patch_from_origin(&self, direction: V, patch: &mut Patch<V>) {
        match self.known_axes(Sealed) {
            None => self.known_patch(direction, patch, Sealed),
            Some(Axes { matrix, .. }) => {
                self.known_patch(matrix.transpose().apply(direction), patch, Sealed);
                patch.rotate(&matrix);
            }
        }
    }

    /// All that queries need of a shape.
    #[doc(hidden)]
    #[inline(always)]
    fn known(&self) -> Known<'_, V> {
        self.known_at_once(Sealed)
    }
}

impl<V: Vector, S: Convex<V> + ?Sized> Facts<V> for S {}

/// Hands on all that queries know of another shape: for a wrapper that is, but for its radius, the
/// shape that it holds.
macro_rules! known_of_inner {
    ($self:ident => $inner:expr) => {
        #[inline(always)]
        fn known_origin(&$self, _: $crate::convex::known::Sealed) -> V {
            $inner.known_origin($crate::convex::known::Sealed)
        }
        #[inline(always)]
        fn known_place(&$self, _: $crate::convex::known::Sealed) -> (V::Matrix, V) {
            $inner.known_place($crate::convex::known::Sealed)
        }
        $crate::convex::known_but_origin!($self => $inner);
    };
}
pub(crate) use known_of_inner;

/// The same, of a shape that is moved.
macro_rules! known_but_origin {
    ($self:ident => $inner:expr) => {
        #[inline(always)]
        fn known_axes(&$self, _: $crate::convex::known::Sealed) -> Option<$crate::convex::known::Axes<V>> {
            $inner.known_axes($crate::convex::known::Sealed)
        }
        #[inline(always)]
        fn known_support(&$self, direction: V, _: $crate::convex::known::Sealed) -> V {
            $inner.known_support(direction, $crate::convex::known::Sealed)
        }
        #[inline]
        fn known_patch(
            &$self,
            direction: V,
            patch: &mut $crate::convex::patch::Patch<V>,
            _: $crate::convex::known::Sealed,
        ) {
            $inner.known_patch(direction, patch, $crate::convex::known::Sealed);
        }
        #[inline(always)]
        fn known_extent(&$self, _: $crate::convex::known::Sealed) -> V::Scalar {
            $inner.known_extent($crate::convex::known::Sealed)
        }
        #[inline(always)]
        fn known_size(&$self, _: $crate::convex::known::Sealed) -> V::Scalar {
            $inner.known_size($crate::convex::known::Sealed)
        }
        #[inline(always)]
        fn known_inner_extent(&$self, _: $crate::convex::known::Sealed) -> V::Scalar {
            $inner.known_inner_extent($crate::convex::known::Sealed)
        }
        #[inline(always)]
        fn known_core(&$self, _: $crate::convex::known::Sealed) -> $crate::convex::known::Core<'_, V> {
            $inner.known_core($crate::convex::known::Sealed)
        }
    };
}
pub(crate) use known_but_origin;

/// Chooses for two shapes together: for their types, if both are known when the program is
/// compiled.
#[inline(always)]
pub(crate) fn choose_for_both<V: Vector, A: Convex<V>, B: Convex<V>, C: Choice>(
    choice: C,
) -> C::Answer {
    A::choose(ThenBy { choice, second: PhantomData::<(V, B)> })
}

/// The first type leaves the choice to the second.
struct ThenBy<C, B> {
    choice: C,
    second: PhantomData<B>,
}

impl<V: Vector, B: Convex<V>, C: Choice> Choice for ThenBy<C, (V, B)> {
    type Answer = C::Answer;

    #[inline(always)]
    fn for_type(self) -> C::Answer {
        B::choose(self.choice)
    }
    #[inline(always)]
    fn once(self) -> C::Answer {
        self.choice.once()
    }
}

/// The support point of the whole shape, radius included, as a vector from its origin.
#[inline]
pub(crate) fn support_from_origin<V: Vector, S: Convex<V> + ?Sized>(shape: &S, direction: V) -> V {
    beyond_core(shape.core_support_from_origin(direction), shape.rounding(), direction)
}

/// A support point of the core, moved along the direction by the radius.
#[inline]
fn beyond_core<V: Vector>(point: V, radius: V::Scalar, direction: V) -> V {
    match direction.try_normalize() {
        Some(unit) if radius > V::Scalar::ZERO => point + unit * radius,
        _ => point,
    }
}

/// A vertex is right to 9 ε of its shape's extent (the band of `gjk::pair`). Its sums with the
/// origin, the radius and this slack round by half an ε each, of no more than the extent, the
/// origin and the radius together. The next power of two bounds what that comes to.
const BOX_SLACK: f64 = 16.0;

/// What [`Convex::bounds`] answers: along each axis as far as the shape reaches, and what rounding
/// may hide.
fn box_around<V: Vector, S: Convex<V> + ?Sized>(shape: &S) -> Aabb<V> {
    let Known { origin, core, radius, extent, .. } = shape.known();
    let spans = spans(shape, &core);
    let outward = |core: V::Scalar, at: V::Scalar| {
        let size = (extent.max(core.abs()) + at.abs()) + radius;
        let least = if size > V::Scalar::ZERO { V::Scalar::LEAST } else { V::Scalar::ZERO };
        let unit = (V::Scalar::EPSILON * size).max(least);
        let reach = ((core + at) + radius) + V::Scalar::from_f64(BOX_SLACK) * unit;
        // A support that is no number, as only a user's shape can have, bounds nothing.
        if reach >= -V::Scalar::INFINITY { reach } else { V::Scalar::INFINITY }
    };
    Aabb::of_spans(|i| {
        let ([back, forth], at) = (spans[i], origin.get(i));
        [outward(back, -at), outward(forth, at)]
    })
}

/// How far a core reaches from its origin against each axis and along it.
#[inline(always)]
fn spans<V: Vector, S: Convex<V> + ?Sized>(
    shape: &S,
    core: &Core<'_, V>,
) -> V::Each<[V::Scalar; 2]> {
    // The axes of the world, in the core's own axes.
    let own = |axes: &Option<V::Matrix>| match axes {
        Some(axes) => axes.transpose(),
        None => V::Matrix::IDENTITY,
    };
    match core {
        // A half-space ends only along its own normal.
        Core::HalfSpace { normal, offset } => V::each(|i| {
            [-V::axis(i), V::axis(i)]
                .map(|axis| if *normal == axis { *offset } else { V::Scalar::INFINITY })
        }),
        Core::Points { points, axes } => spans_along(points.blocks, &own(axes)),
        Core::Cuboid { half_extents, axes } => {
            let axes = own(axes);
            V::each(|i| [axes.column(i).abs().dot(*half_extents); 2])
        }
        _ => V::each(|i| {
            [-V::axis(i), V::axis(i)]
                .map(|axis| axis.get(i) * shape.core_support_from_origin(axis).get(i))
        }),
    }
}

/// A sum rounds by half an ε. The band counts 9 ε of an extent (`gjk::pair`), so this share of the
/// sum, counted as extent, covers it.
const ROUNDED_SUM: f64 = 1.0 / 16.0;

/// A matrix times a vector rounds by 1.5 ε of the product of their lengths: this share of that
/// product, counted as extent, covers it.
pub(crate) const ROUNDED_PRODUCT: f64 = 1.0 / 4.0;

/// What the rounding of `sum`, made of `x` and `y`, adds to an extent: nothing if one of them is
/// zero.
#[inline(always)]
pub(crate) fn rounding_as_extent<V: Vector>(sum: V, x: V, y: V) -> V::Scalar {
    if is_zero(x) || is_zero(y) {
        return V::Scalar::ZERO;
    }
    sum.length() * V::Scalar::from_f64(ROUNDED_SUM)
}

/// What an origin may have moved by when it was rounded: `inner_extent` shrinks by it. Four ε of
/// the lengths that made it are more than any of our sums and products rounds by.
#[inline(always)]
pub(crate) fn rounding_of_origin<S: Scalar>(lengths: S) -> S {
    lengths * S::from_f64(4.0) * S::EPSILON
}

/// Whether a vector is zero, number by number: of most shapes' origins it is known before the
/// program runs, but comparisons of four at once are not looked through.
#[inline(always)]
pub(crate) fn is_zero<V: Vector>(v: V) -> bool {
    // As a loop: an iterator is not always inlined.
    for i in 0..V::DIM {
        if v.get(i) != V::Scalar::ZERO {
            return false;
        }
    }
    true
}
