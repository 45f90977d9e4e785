//! Any shape, in one type: what a file, a scene or a list of bodies holds.

use alloc::sync::Arc;
use core::fmt;

use super::mass::OwnMass;
// All kinds, whose names the list gives (`kinds.rs`).
use super::*;
use crate::convex::Convex;
use crate::convex::bounds::Aabb;
use crate::convex::known::{Axes, Choice, Core, Known, Sealed};
use crate::convex::patch::Patch;
use crate::convex::placed::{At, Image};
use crate::number::vector::Vector;

/// A shape of the user's that a [`Shape`] can hold.
type Custom<V> = Arc<dyn Convex<V> + Send + Sync>;

/// Any shape of this crate, or one of your own. It owns what it is made of and is cheap to clone:
/// what is large is shared.
///
/// Every query takes it, and it can be mixed with other shapes. [`kind`](Self::kind) tells what it
/// is. Two are equal if they are the same kind with equal contents; two of your own if they are the
/// same object. With the feature `serde` it is written as `{"ball": {"radius": 0.5}}`, and read
/// through the constructors: what comes back is equal. (`serde_json` reads the nearest double only
/// with its feature `float_roundtrip`.) The files of `osculate-io` have a format of their own.
///
/// ```
/// use osculate::{distance, shape::{Ball, Cuboid, Shape, ShapeRef}, Place, DVec3, Pose};
/// let parts: Vec<Shape<DVec3>> = vec![Cuboid::new(DVec3::ONE)?.into(), Ball::new(0.5)?.into()];
/// let pose = Pose::from_translation(DVec3::new(3.0, 0.0, 0.0))?;
/// assert_eq!(distance(&parts[0], parts[1].at(pose)).value, 1.5);
///
/// let ShapeRef::Ball(ball) = parts[1].kind() else { panic!("it is a ball") };
/// assert_eq!(ball.radius(), 0.5);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone)]
pub struct Shape<V: Vector>(Kind<V>);

/// How a [`Shape`] holds what is small. What is large is in an [`Arc`].
type Own<S> = S;

macro_rules! shape_of_kinds {
    (
        $dollar:tt
        plain { $($(#[$doc:meta])* $kind:ident($how:ident $held:ident) $(of $dim:literal)?
            { $($fields:tt)* } => $made:expr;)* }
        made { $($(#[$made_doc:meta])* $of:ident($made_of:ty);)* }
    ) => {
        enumerate! {
            $dollar $($(#[$doc])* $kind($how<$kind<V>>),)* $($(#[$made_doc])* $of(Arc<$made_of>),)*
        }

        $(
            impl<V: Vector> From<$kind<V>> for Shape<V> {
                fn from(shape: $kind<V>) -> Self {
                    Self(Kind::$kind(shape.into()))
                }
            }
        )*
    };
}

/// The kinds beside one another, however they are made.
macro_rules! enumerate {
    ($dollar:tt $($(#[$doc:meta])* $kind:ident($how:ident<$shape:ty>),)*) => {
        #[derive(Clone)]
        enum Kind<V: Vector> {
            $($kind($how<$shape>),)*
            Custom(Custom<V>),
        }

        /// What a [`Shape`] is, from [`Shape::kind`].
        #[derive(Clone, Copy)]
        #[non_exhaustive]
        pub enum ShapeRef<'s, V: Vector> {
            $($(#[$doc])* $kind(&'s $shape),)*
            /// A shape of your own.
            Custom(&'s (dyn Convex<V> + Send + Sync)),
        }

        impl<V: Vector> Shape<V> {
            /// What it is.
            #[must_use]
            pub fn kind(&self) -> ShapeRef<'_, V> {
                match &self.0 {
                    $(Kind::$kind(held) => ShapeRef::$kind(held),)*
                    Kind::Custom(held) => ShapeRef::Custom(&**held),
                }
            }
        }

        /// Does the same for every kind, given a name for the shape that it holds.
        macro_rules! each_kind {
            ($dollar kind:expr, $dollar held:ident => $dollar answer:expr) => {
                match $dollar kind {
                    $(Kind::$kind($dollar held) => $dollar answer,)*
                    Kind::Custom($dollar held) => $dollar answer,
                }
            };
        }

        impl<'s, V: Vector> ShapeRef<'s, V> {
            /// The shape that is held, whatever it is, to be asked as such.
            ///
            /// ```
            /// use osculate::{DVec2, distance, shape::{Ball, Point, Shape}};
            /// let shape: Shape<DVec2> = Ball::new(0.5)?.into();
            /// let far = Point::new(DVec2::X * 2.0)?;
            /// assert_eq!(distance(shape.kind().as_convex(), far).value, 1.5);
            /// # Ok::<(), osculate::Error>(())
            /// ```
            #[must_use]
            pub fn as_convex(self) -> &'s dyn Convex<V> {
                match self {
                    $(Self::$kind(shape) => shape,)*
                    Self::Custom(shape) => shape,
                }
            }
        }

        impl<V: Vector> fmt::Debug for ShapeRef<'_, V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$kind(shape) => shape.fmt(f),)*
                    Self::Custom(shape) => f
                        .debug_struct("Custom")
                        .field("bounds", &shape.bounds())
                        .finish_non_exhaustive(),
                }
            }
        }

        impl<V: Vector> PartialEq for Shape<V> {
            fn eq(&self, other: &Self) -> bool {
                match (&self.0, &other.0) {
                    $((Kind::$kind(a), Kind::$kind(b)) => a == b,)*
                    (Kind::Custom(a), Kind::Custom(b)) => Arc::ptr_eq(a, b),
                    _ => false,
                }
            }
        }
    };
}
kinds!(shape_of_kinds $);

impl<V: Vector> Shape<V> {
    /// A shape of your own.
    ///
    /// ```
    /// use osculate::{Convex, DVec2, distance, shape::{Ball, Shape}};
    /// /// The square with corners (±1, ±1).
    /// struct Tile;
    /// impl Convex<DVec2> for Tile {
    ///     fn core_support(&self, direction: DVec2) -> DVec2 {
    ///         direction.signum()
    ///     }
    /// }
    /// let shapes: [Shape<DVec2>; 2] = [Shape::custom(Tile), Ball::new(1.0)?.into()];
    /// assert_eq!(distance(&shapes[0], &shapes[1]).value, 0.0);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn custom(shape: impl Convex<V> + Send + Sync + 'static) -> Self {
        Self(Kind::Custom(Arc::new(shape)))
    }

    /// Volume, centroid and second moments. `None` for a half-space, which has no end, and for
    /// what has no closed form here: rounded shapes, sums, hulls of shapes, swept shapes, and
    /// shapes of your own.
    ///
    /// ```
    /// use osculate::{DVec3, shape::{Cylinder, Shape}};
    /// let can: Shape<DVec3> = Cylinder::new(1.0, 0.5)?.into();
    /// let mass = can.mass().expect("a cylinder has a volume");
    /// assert!((mass.volume - 0.5 * std::f64::consts::PI).abs() < 1e-15);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn mass(&self) -> Option<Mass<V>> {
        each_kind!(&self.0, shape => shape.own_mass())
    }
}

impl<V: Vector> OwnMass<V> for Custom<V> {
    fn own_mass(&self) -> Option<Mass<V>> {
        None
    }
}

impl<V: Vector> Convex<V> for Shape<V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        each_kind!(&self.0, shape => shape.core_support(direction))
    }
    #[inline]
    fn rounding(&self) -> V::Scalar {
        each_kind!(&self.0, shape => shape.rounding())
    }
    #[inline]
    fn is_curved(&self) -> bool {
        each_kind!(&self.0, shape => shape.is_curved())
    }
    fn patch(&self, direction: V) -> Patch<V> {
        each_kind!(&self.0, shape => shape.patch(direction))
    }
    fn bounds(&self) -> Aabb<V> {
        each_kind!(&self.0, shape => shape.bounds())
    }
    #[inline]
    fn known_origin(&self, _: Sealed) -> V {
        each_kind!(&self.0, shape => shape.known_origin(Sealed))
    }
    #[inline]
    fn known_axes(&self, _: Sealed) -> Option<Axes<V>> {
        each_kind!(&self.0, shape => shape.known_axes(Sealed))
    }
    #[inline]
    fn known_support(&self, direction: V, _: Sealed) -> V {
        each_kind!(&self.0, shape => shape.known_support(direction, Sealed))
    }
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        each_kind!(&self.0, shape => shape.known_patch(direction, patch, Sealed));
    }
    #[inline]
    fn known_extent(&self, _: Sealed) -> V::Scalar {
        each_kind!(&self.0, shape => shape.known_extent(Sealed))
    }
    #[inline]
    fn known_size(&self, _: Sealed) -> V::Scalar {
        each_kind!(&self.0, shape => shape.known_size(Sealed))
    }
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        each_kind!(&self.0, shape => shape.known_inner_extent(Sealed))
    }
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        each_kind!(&self.0, shape => shape.known_core(Sealed))
    }
    #[inline]
    fn known_at_once(&self, _: Sealed) -> Known<'_, V> {
        each_kind!(&self.0, shape => shape.known_at_once(Sealed))
    }
    #[inline(always)]
    fn choose<C: Choice>(choice: C) -> C::Answer {
        choice.once()
    }
}

/// Shapes that are made of others, of which any becomes a `Shape`, and what is shared already.
macro_rules! from_each {
    ($([$($generics:tt)*] $kind:ident $shape:ty, $held:ident => $made:expr;)*) => {
        $(
            impl<$($generics)*> From<$shape> for Shape<V> {
                fn from($held: $shape) -> Self {
                    Self(Kind::$kind($made))
                }
            }
        )*
    };
}
from_each! {
    [V: Vector, S: Convex<V> + Into<Shape<V>>] At At<V, S>, held => Arc::new(held.map(Into::into));
    [V: Vector, S: Convex<V> + Into<Shape<V>>] Image Image<V, S>, held =>
        Arc::new(held.map(Into::into));
    [V: Vector, S: Convex<V> + Into<Shape<V>>] Rounded Rounded<V, S>, held =>
        Arc::new(held.map(Into::into));
    [V: Vector, S: Convex<V> + Into<Shape<V>>] Swept Swept<V, S>, held =>
        Arc::new(held.map(Into::into));
    [V: Vector, A: Into<Shape<V>>, B: Into<Shape<V>>] Sum Sum<A, B>, held =>
        Arc::new(held.map(Into::into, Into::into));
    [V: Vector, A: Into<Shape<V>>, B: Into<Shape<V>>] Hull Hull<A, B>, held =>
        Arc::new(held.map(Into::into, Into::into));
    [V: Vector] ConvexPolygon Arc<ConvexPolygon<V>>, held => held;
    [V: Vector] Polytope Arc<Polytope<V>>, held => held;
    [V: Vector] PointCloud Arc<PointCloud<V>>, held => held;
    [V: Vector] Custom Custom<V>, held => held;
}

impl<V: Vector> From<&Shape<V>> for Shape<V> {
    fn from(shape: &Shape<V>) -> Self {
        shape.clone()
    }
}

impl<V: Vector> fmt::Debug for Shape<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}
