//! The one parameter: a vector type, which fixes scalar and dimension.
//!
//! Everything above this file is written once, for `V: Vector`. This is the only file that names
//! glam; a few compute in `DVec3` whatever the shapes are given in (`tests/module_order` lists
//! them).
//!
//! Two traits share the work. [`Linear`] (in [`crate::number::linear`]) is what the mathematics of a
//! simplex needs and no more; it also holds for the double-double vectors of `wide`, so
//! that the careful path of every query runs the same code in twice the precision. [`Vector`] adds
//! components, rotations and limits: what shapes need.

use core::fmt::Debug;
use core::ops::IndexMut;

use crate::number::lanes::{F32x4, F64x4, Lanes};
use crate::number::linear::Sealed;
pub use crate::number::linear::{Linear, Real};
use crate::number::wide::{Double, Double2, Double3};

pub(crate) use glam::{Affine2, Affine3A, DAffine2, DAffine3, DMat4, Mat4};
pub use glam::{DMat2, DMat3, DQuat, DVec2, DVec3, Mat2, Mat3, Mat3A, Quat, Vec2, Vec3, Vec3A};

/// A number that shapes are given in: `f32` or `f64`.
pub trait Scalar: Real {
    /// The number in which a careful evaluation runs: at least twice the digits.
    type Wide: Real;
    /// Whether the wide type is the machine's own, so that computing in it costs no more.
    const WIDE_IS_MACHINE: bool;
    /// Four of them at once.
    type Lanes: Lanes<Scalar = Self>;
    /// The largest finite number.
    const MAX: Self;
    /// The smallest above zero.
    const LEAST: Self;

    /// This number in the wide type: exact.
    fn widen(self) -> Self::Wide;
    /// The nearest number to a wide one.
    fn narrow(wide: Self::Wide) -> Self;
    /// Neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// The nearest number to `value`.
    fn from_f64(value: f64) -> Self;
    /// This number as `f64`: exact.
    fn to_f64(self) -> f64;
    /// The whole number from 0 to `last` that is nearest to this one, where `last` is less than
    /// 2²²; of what is no number, 0. A cast costs more.
    fn to_whole(self, last: Self) -> u32;
    /// A power of two which scales `self` into `[1, 2)`, as near as the exponent range allows; 1
    /// for zero. Multiplying by it is exact.
    fn scale_to_one(self) -> Self;
    /// The reciprocal of a power of two: exact.
    fn power_of_two_reciprocal(self) -> Self;
}

/// The parameter of every algorithm: one of glam's `Vec2`, `Vec3`, `Vec3A`, `DVec2`, `DVec3`.
pub trait Vector: Linear<Scalar: Scalar> {
    /// The matrix of a linear map.
    type Matrix: Matrix<Self>;
    /// An angular velocity, in radians. In space it is a vector: its direction is the axis, and its
    /// length the rate, counterclockwise seen from its tip. In the plane it is a number:
    /// counterclockwise if it is positive.
    type AngularVelocity: Copy + Debug + PartialEq + Send + Sync + 'static;
    /// The same vector with more digits.
    type Wide: Linear<Scalar = <Self::Scalar as Scalar>::Wide>;
    /// One of something for each coordinate.
    type Each<T: Copy + Debug + PartialEq + Send + Sync + 'static>: Copy
        + Debug
        + PartialEq
        + Send
        + Sync
        + IndexMut<usize, Output = T>
        + 'static;

    /// The coordinates of an angular velocity, in double precision; in the plane, the third.
    #[doc(hidden)]
    fn spin(of: Self::AngularVelocity) -> [f64; 3];
    /// The angular velocity with these coordinates, rounded.
    #[doc(hidden)]
    fn angular_velocity(spin: [f64; 3]) -> Self::AngularVelocity;

    /// What `f` gives for each coordinate, by index.
    fn each<T: Copy + Debug + PartialEq + Send + Sync + 'static>(
        f: impl FnMut(usize) -> T,
    ) -> Self::Each<T>;
    /// The vector whose coordinates `f` gives, by index.
    fn from_fn(f: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// The coordinate at `index`, which is less than [`Linear::DIM`].
    fn get(self, index: usize) -> Self::Scalar;
    /// The magnitude of each coordinate.
    fn abs(self) -> Self;
    /// The lesser coordinate of the two, one by one.
    fn min(self, other: Self) -> Self;
    /// The greater coordinate of the two, one by one.
    fn max(self, other: Self) -> Self;
    /// The product, coordinate by coordinate.
    fn scale_by(self, factors: Self) -> Self;
    /// The quotients, coordinate by coordinate.
    fn divide_by(self, divisors: Self) -> Self;
    /// This vector's coordinates with the signs of `signs`' coordinates.
    fn with_signs_of(self, signs: Self) -> Self;
    /// The largest coordinate.
    fn max_element(self) -> Self::Scalar;
    /// The smallest coordinate.
    fn min_element(self) -> Self::Scalar;
    /// No coordinate is infinite or NaN.
    fn is_finite(self) -> bool;
    /// The same vector in the wide type: exact.
    fn widen(self) -> Self::Wide;
    /// The nearest vector to a wide one.
    fn narrow(wide: Self::Wide) -> Self;

    /// The length, right also where its square would leave the range of numbers.
    #[inline]
    fn length(self) -> Self::Scalar {
        let scale = self.abs().max_element().scale_to_one();
        (self * scale).length_squared().sqrt() * scale.power_of_two_reciprocal()
    }

    /// The vector of length 1 in the same direction; `None` for the zero vector.
    #[inline]
    fn try_normalize(self) -> Option<Self> {
        let scaled = self * self.abs().max_element().scale_to_one();
        let length = scaled.length_squared().sqrt();
        if length > Self::Scalar::ZERO { Some(scaled * (Self::Scalar::ONE / length)) } else { None }
    }

    /// The unit vector along the coordinate axis `index`.
    #[inline]
    fn axis(index: usize) -> Self {
        Self::from_fn(|i| if i == index { Self::Scalar::ONE } else { Self::Scalar::ZERO })
    }

    /// The vector with every coordinate equal to `value`.
    #[inline]
    fn splat(value: Self::Scalar) -> Self {
        Self::from_fn(|_| value)
    }
}

/// A vector of the plane: `Vec2` or `DVec2`. What only the plane has asks for it: polygons, and
/// rotations by an angle.
///
/// ```
/// use osculate::{Error, Planar, shape::ConvexPolygon};
/// /// The square with corners (±1, ±1), in either precision.
/// fn tile<V: Planar>() -> Result<ConvexPolygon<V>, Error> {
///     let (x, y) = (V::axis(0), V::axis(1));
///     ConvexPolygon::new(&[-x - y, x - y, x + y, y - x])
/// }
/// assert_eq!(tile::<osculate::Vec2>()?.vertices().count(), 4);
/// # Ok::<(), osculate::Error>(())
/// ```
pub trait Planar: Vector<AngularVelocity = <Self as Linear>::Scalar> {}
impl Planar for Vec2 {}
impl Planar for DVec2 {}

/// A vector of space: `Vec3`, `Vec3A` or `DVec3`. What only space has asks for it: polytopes,
/// frusta, quaternions and 4×4 matrices.
pub trait Spatial: Vector<AngularVelocity = Self> {}
impl Spatial for Vec3 {}
impl Spatial for Vec3A {}
impl Spatial for DVec3 {}

/// A linear map of the space of `V`.
pub trait Matrix<V>: Sealed + Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The map that changes nothing.
    const IDENTITY: Self;
    /// The image of `v`.
    fn apply(&self, v: V) -> V;
    /// The same matrix with rows and columns exchanged.
    fn transpose(&self) -> Self;
    /// First `other`, then `self`.
    fn compose(&self, other: &Self) -> Self;
    /// The column at `index`: the image of that axis.
    fn column(&self, index: usize) -> V;
    /// The matrix with the columns that `f` gives.
    fn from_columns(f: impl FnMut(usize) -> V) -> Self;
}

macro_rules! scalar {
    (
        $t:ident, $bits:ident, $wide:ident, $lanes:ident, $mantissa:expr,
        $libm_sqrt:ident, $widen:expr, $narrow:expr
    ) => {
        impl Sealed for $t {}
        impl Real for $t {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const INFINITY: Self = $t::INFINITY;
            const EPSILON: Self = $t::EPSILON;
            #[inline(always)]
            fn sqrt(self) -> Self {
                #[cfg(feature = "std")]
                return $t::sqrt(self);
                #[cfg(not(feature = "std"))]
                return libm::$libm_sqrt(self);
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $t::abs(self)
            }
        }
        impl Scalar for $t {
            type Wide = $wide;
            type Lanes = $lanes;
            const WIDE_IS_MACHINE: bool = size_of::<$t>() < size_of::<f64>();
            const MAX: Self = $t::MAX;
            const LEAST: Self = $t::from_bits(1);
            #[inline(always)]
            fn widen(self) -> $wide {
                $widen(self)
            }
            #[inline(always)]
            fn narrow(wide: $wide) -> Self {
                $narrow(wide)
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $t::is_finite(self)
            }
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $t
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn to_whole(self, last: Self) -> u32 {
                // A number as large as 2 to the mantissa's length has its ones in the last bit.
                const LARGE: $bits = 1 << $mantissa;
                let near = $t::min($t::max(self, 0.0), last) + LARGE as $t;
                (near.to_bits() & (LARGE - 1)) as u32
            }
            #[inline(always)]
            fn scale_to_one(self) -> Self {
                // With e the biased exponent of x, 2^-(e - bias) has the biased exponent 2·bias -
                // e. Two ends of the range have no such normal number: zero and the
                // subnormals (e = 0) take the largest power of two, which zero does not
                // feel, and the topmost binade takes half the smallest normal number, a
                // subnormal and yet a power of two.
                const BIAS: $bits = ($t::MAX_EXP - 1) as $bits;
                let exponent = (self.to_bits() >> $mantissa) & (2 * BIAS + 1);
                if self == 0.0 {
                    return 1.0;
                }
                if exponent >= 2 * BIAS {
                    return $t::from_bits(1 << ($mantissa - 1));
                }
                $t::from_bits((2 * BIAS - if exponent == 0 { 1 } else { exponent }) << $mantissa)
            }
            #[inline(always)]
            fn power_of_two_reciprocal(self) -> Self {
                1.0 / self
            }
        }
    };
}
scalar!(f32, u32, f64, F32x4, 23, sqrtf, f64::from, |wide: f64| wide as f32);
scalar!(f64, u64, Double, F64x4, 52, sqrt, Double::from, |wide: Double| wide.high());

/// Delegates the traits to glam's own methods of the same names.
macro_rules! vector {
    (
        $v:ident, $scalar:ident, $matrix:ident, $dim:expr, $each:expr, $from_fn:expr,
        $normal:expr, $angular:ident, $spin:expr, $of_spin:expr,
        $wide:ident, $widen:expr, $narrow:expr
    ) => {
        impl Sealed for $v {}
        impl Sealed for $matrix {}
        impl Linear for $v {
            type Scalar = $scalar;
            const DIM: usize = $dim;
            const ZERO: Self = $v::ZERO;
            #[inline(always)]
            fn dot(self, other: Self) -> $scalar {
                $v::dot(self, other)
            }
            #[inline(always)]
            fn normal_to(edges: &[Self]) -> Self {
                $normal(edges)
            }
        }
        impl Vector for $v {
            type Matrix = $matrix;
            type AngularVelocity = $angular;
            type Wide = $wide;
            type Each<T: Copy + Debug + PartialEq + Send + Sync + 'static> = [T; $dim];
            #[inline]
            fn spin(of: $angular) -> [f64; 3] {
                $spin(of)
            }
            #[inline]
            fn angular_velocity(spin: [f64; 3]) -> $angular {
                $of_spin(spin)
            }
            #[inline(always)]
            fn each<T: Copy + Debug + PartialEq + Send + Sync + 'static>(
                f: impl FnMut(usize) -> T,
            ) -> [T; $dim] {
                $each(f)
            }
            #[inline(always)]
            fn from_fn(f: impl FnMut(usize) -> $scalar) -> Self {
                $from_fn(f)
            }
            #[inline(always)]
            fn get(self, index: usize) -> $scalar {
                self[index]
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $v::abs(self)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $v::min(self, other)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $v::max(self, other)
            }
            #[inline(always)]
            fn scale_by(self, factors: Self) -> Self {
                self * factors
            }
            #[inline(always)]
            fn divide_by(self, divisors: Self) -> Self {
                self / divisors
            }
            #[inline(always)]
            fn with_signs_of(self, signs: Self) -> Self {
                $v::copysign(self, signs)
            }
            #[inline(always)]
            fn max_element(self) -> $scalar {
                $v::max_element(self)
            }
            #[inline(always)]
            fn min_element(self) -> $scalar {
                $v::min_element(self)
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $v::is_finite(self)
            }
            #[inline(always)]
            fn widen(self) -> $wide {
                $widen(self)
            }
            #[inline(always)]
            fn narrow(wide: $wide) -> Self {
                $narrow(wide)
            }
        }
        impl Matrix<$v> for $matrix {
            const IDENTITY: Self = $matrix::IDENTITY;
            #[inline(always)]
            fn apply(&self, v: $v) -> $v {
                *self * v
            }
            #[inline(always)]
            fn transpose(&self) -> Self {
                $matrix::transpose(self)
            }
            #[inline(always)]
            fn compose(&self, other: &Self) -> Self {
                *self * *other
            }
            #[inline(always)]
            fn column(&self, index: usize) -> $v {
                self.col(index)
            }
            #[inline]
            fn from_columns(mut f: impl FnMut(usize) -> $v) -> Self {
                let mut matrix = Self::IDENTITY;
                for index in 0..$dim {
                    *matrix.col_mut(index) = f(index);
                }
                matrix
            }
        }
    };
}

macro_rules! plane {
    ($v:ident, $scalar:ident, $matrix:ident, $wide:ident, $widen:expr, $narrow:expr) => {
        vector!(
            $v,
            $scalar,
            $matrix,
            2,
            |mut f: _| { from2(&mut f, |x, y| [x, y]) },
            |mut f: _| { from2(&mut f, $v::new) },
            |edges: &[$v]| edges[0].perp(),
            $scalar,
            |rate: $scalar| [0.0, 0.0, rate.to_f64()],
            |[_, _, rate]: [f64; 3]| $scalar::from_f64(rate),
            $wide,
            $widen,
            $narrow
        );
    };
}
macro_rules! space {
    ($v:ident, $scalar:ident, $matrix:ident, $wide:ident, $widen:expr, $narrow:expr) => {
        vector!(
            $v,
            $scalar,
            $matrix,
            3,
            |mut f: _| { from3(&mut f, |x, y, z| [x, y, z]) },
            |mut f: _| { from3(&mut f, $v::new) },
            |edges: &[$v]| edges[0].cross(edges[1]),
            $v,
            |of: $v| [of.x.to_f64(), of.y.to_f64(), of.z.to_f64()],
            |spin: [f64; 3]| <$v as Vector>::from_fn(|i| $scalar::from_f64(spin[i])),
            $wide,
            $widen,
            $narrow
        );
    };
}
#[inline(always)]
fn from2<S, V>(f: &mut impl FnMut(usize) -> S, new: fn(S, S) -> V) -> V {
    new(f(0), f(1))
}
#[inline(always)]
fn from3<S, V>(f: &mut impl FnMut(usize) -> S, new: fn(S, S, S) -> V) -> V {
    new(f(0), f(1), f(2))
}

plane!(Vec2, f32, Mat2, DVec2, |v: Vec2| v.as_dvec2(), |w: DVec2| w.as_vec2());
plane!(DVec2, f64, DMat2, Double2, Double2::from, |w: Double2| DVec2::from(w.high()));
space!(Vec3, f32, Mat3, DVec3, |v: Vec3| v.as_dvec3(), |w: DVec3| w.as_vec3());
space!(Vec3A, f32, Mat3A, DVec3, |v: Vec3A| v.as_dvec3(), |w: DVec3| w.as_vec3a());
space!(DVec3, f64, DMat3, Double3, Double3::from, |w: Double3| DVec3::from(w.high()));

impl From<DVec2> for Double2 {
    fn from(v: DVec2) -> Self {
        Self::from(v.to_array())
    }
}
impl From<DVec3> for Double3 {
    fn from(v: DVec3) -> Self {
        Self::from(v.to_array())
    }
}

/// Hands a macro the names of all spaces.
macro_rules! each_space {
    ($make:ident) => {
        $make!(
            $crate::number::vector::Vec2
            $crate::number::vector::Vec3
            $crate::number::vector::Vec3A
            $crate::number::vector::DVec2
            $crate::number::vector::DVec3
        );
    };
}
pub(crate) use each_space;

/// Sine and cosine.
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    #[cfg(feature = "std")]
    return angle.sin_cos();
    #[cfg(not(feature = "std"))]
    return libm::sincos(angle);
}

/// The angle from the x axis to the vector (x, y).
pub(crate) fn angle_of(y: f64, x: f64) -> f64 {
    #[cfg(feature = "std")]
    return y.atan2(x);
    #[cfg(not(feature = "std"))]
    return libm::atan2(y, x);
}

/// A vector of space in double precision: exact.
pub(crate) fn exact<V: Vector>(v: V) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|i| v.get(i).to_f64()))
}
