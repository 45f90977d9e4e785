//! Poses: where a shape is.

use core::ops::Mul;

use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Matrix, Real, Scalar, Spatial, Vector};
use crate::place::rotation::Rotation;

/// Where a shape is: first turned, then moved.
///
/// It is made of glam's types, and gives them back. What glam holds may be no pose (a quaternion of
/// another length, a matrix that scales), so the way to a pose is `try_from`.
/// ```
/// use osculate::glam::{Affine3A, Quat, Vec3};
/// use osculate::Pose;
/// let pose = Pose::try_from((Vec3::X, Quat::from_rotation_y(0.5)))?;
/// let affine = Affine3A::from(pose);
/// assert_eq!(Pose::<Vec3>::try_from(affine)?.translation(), Vec3::X);
/// assert!(Pose::<Vec3>::try_from(Affine3A::from_scale(Vec3::splat(2.0))).is_err());
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Vector> {
    rotation: Rotation<V>,
    translation: V,
}

impl<V: Vector> Pose<V> {
    /// The pose that changes nothing.
    pub const IDENTITY: Self = Self { rotation: Rotation::IDENTITY, translation: V::ZERO };

    /// First turned by `rotation`, then moved by `translation`.
    pub fn new(translation: V, rotation: Rotation<V>) -> Result<Self, Error> {
        Ok(Self { rotation, translation: check::vector("Pose", "translation", translation)? })
    }

    /// Moved, not turned.
    pub fn from_translation(translation: V) -> Result<Self, Error> {
        Self::new(translation, Rotation::IDENTITY)
    }

    /// Turned, not moved.
    #[must_use]
    pub fn from_rotation(rotation: Rotation<V>) -> Self {
        Self { rotation, translation: V::ZERO }
    }

    /// First turned by `rotation`, then moved by a translation that is known to be finite.
    pub(crate) fn of_finite(translation: V, rotation: Rotation<V>) -> Self {
        Self { rotation, translation }
    }

    /// The rotation.
    #[must_use]
    pub fn rotation(&self) -> Rotation<V> {
        self.rotation
    }

    /// The translation.
    #[must_use]
    pub fn translation(&self) -> V {
        self.translation
    }

    /// The image of a point.
    ///
    /// ```
    /// use osculate::{DVec3, Pose, Rotation};
    /// let half_turn = Rotation::from_quaternion([0.0, 0.0, 1.0, 0.0])?;
    /// let pose = Pose::new(DVec3::X * 5.0, half_turn)?;
    /// assert_eq!(pose.apply(DVec3::X), DVec3::X * 4.0);
    /// assert_eq!(pose.inverse().apply(DVec3::X * 4.0), DVec3::X);
    /// assert_eq!(Pose::from_rotation(half_turn).apply(DVec3::X), -DVec3::X);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn apply(&self, point: V) -> V {
        self.rotation.apply(point) + self.translation
    }

    /// The point whose image this is: the same as of the pose [`inverse`](Self::inverse), with one
    /// rounding less.
    ///
    /// ```
    /// use osculate::{DVec2, Pose, Rotation};
    /// let pose = Pose::new(DVec2::new(3.0, 1.0), Rotation::from_angle(0.5)?)?;
    /// let point = DVec2::new(2.0, -1.0);
    /// assert!((pose.inverse_apply(pose * point) - point).length() < 1e-15);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn inverse_apply(&self, image: V) -> V {
        self.rotation.inverse().apply(image - self.translation)
    }

    /// The pose back. Its translation is drawn in as that of [`compose`](Self::compose).
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.inverse();
        Self { rotation, translation: check::drawn_in(-rotation.apply(self.translation)) }
    }

    /// First `other`, then `self`.
    ///
    /// A coordinate of the translation that would be larger than what [`new`](Self::new) takes, a
    /// 64th of the largest number, stays there: what queries are asked is always in the range of
    /// numbers.
    ///
    /// ```
    /// use osculate::{DVec3, Pose};
    /// let far = Pose::from_translation(DVec3::X * 2e306)?;
    /// assert_eq!(far.compose(&far).translation().x, f64::MAX / 64.0);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        Self {
            rotation: self.rotation.compose(&other.rotation),
            translation: check::drawn_in(self.apply(other.translation)),
        }
    }
}

impl<V: Spatial> Pose<V> {
    /// The pose of space with this 4×4 matrix, given by its columns: a rotation, a translation, and
    /// 0, 0, 0, 1 in the last row.
    ///
    /// ```
    /// use osculate::{Pose, Vec3, glam::Mat4};
    /// let matrix = Mat4::from_translation([1.0, 2.0, 3.0].into()) * Mat4::from_rotation_y(0.5);
    /// let pose = Pose::<Vec3>::from_columns(matrix.to_cols_array_2d())?;
    /// assert_eq!(pose.translation(), Vec3::new(1.0, 2.0, 3.0));
    /// assert!(Mat4::from_cols_array_2d(&pose.to_columns()).abs_diff_eq(matrix, 1e-6));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_columns(columns: [[V::Scalar; 4]; 4]) -> Result<Self, Error> {
        for (j, column) in columns.iter().enumerate() {
            let wanted = if j == 3 { V::Scalar::ONE } else { V::Scalar::ZERO };
            if column[3] != wanted {
                let (index, value) = (Some(4 * j + 3), column[3].to_f64());
                let (parameter, problem) = ("columns", Problem::NotAffine);
                return Err(Error { shape: "Pose", parameter, index, value, problem });
            }
        }
        let vector = |j: usize| V::from_fn(|i| columns[j][i]);
        Self::new(vector(3), Rotation::from_matrix(V::Matrix::from_columns(vector))?)
    }

    /// The 4×4 matrix of this pose of space, by its columns.
    #[must_use]
    pub fn to_columns(&self) -> [[V::Scalar; 4]; 4] {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let column = |v: V, last| [v.get(0), v.get(1), v.get(2), last];
        let matrix = self.rotation.matrix();
        let [x, y, z] = [0, 1, 2].map(|j| column(matrix.column(j), zero));
        [x, y, z, column(self.translation, one)]
    }
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<V: Vector> From<Rotation<V>> for Pose<V> {
    fn from(rotation: Rotation<V>) -> Self {
        Self::from_rotation(rotation)
    }
}

/// First the second, then the first: [`Pose::compose`].
///
/// ```
/// use osculate::{DVec3, Pose, Rotation};
/// let shoulder = Pose::from_rotation(Rotation::from_axis_angle(DVec3::Z, 0.5)?);
/// let elbow = Pose::from_translation(DVec3::X)?;
/// let hand = shoulder * elbow * DVec3::X;
/// assert_eq!(hand, shoulder.apply(DVec3::X * 2.0));
/// # Ok::<(), osculate::Error>(())
/// ```
impl<V: Vector> Mul for Pose<V> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.compose(&other)
    }
}

/// The image of a point: [`Pose::apply`].
impl<V: Vector> Mul<V> for Pose<V> {
    type Output = V;
    fn mul(self, point: V) -> V {
        self.apply(point)
    }
}
