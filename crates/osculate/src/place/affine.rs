//! Affine maps.

use crate::number::error::{Error, check};
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::place::pose::Pose;

/// Any affine map: a matrix (scales, shears, reflections, projections), then a translation.
///
/// ```
/// use osculate::{Affine, Convex, DVec3, Place, shape::Ball};
/// let stretched = Ball::new(1.0)?;
/// let stretched = stretched.image(Affine::from_scale(DVec3::new(1.0, 2.0, 1.0))?)?;
/// assert!((stretched.support(DVec3::Y).y - 2.0).abs() < 1e-15);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<V: Vector> {
    matrix: V::Matrix,
    translation: V,
}

impl<V: Vector> Affine<V> {
    /// The map that changes nothing.
    pub const IDENTITY: Self = Self { matrix: V::Matrix::IDENTITY, translation: V::ZERO };

    /// The map x ↦ `matrix`·x + `translation`.
    ///
    /// ```
    /// use osculate::{Affine, DMat2, DVec2};
    /// // It leans to the right, and then moves up.
    /// let leans = Affine::new(DMat2::from_cols(DVec2::X, DVec2::ONE), DVec2::Y)?;
    /// assert_eq!(leans.apply(DVec2::Y), DVec2::new(1.0, 2.0));
    /// let larger = Affine::from_scale(DVec2::splat(10.0))?.compose(&leans)?;
    /// assert_eq!(larger.apply(DVec2::Y), DVec2::new(10.0, 20.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn new(matrix: V::Matrix, translation: V) -> Result<Self, Error> {
        for j in 0..V::DIM {
            check::vector("Affine", "matrix", matrix.column(j))
                .map_err(|e| Error { index: e.index.map(|i| j * V::DIM + i), ..e })?;
        }
        Ok(Self { matrix, translation: check::vector("Affine", "translation", translation)? })
    }

    /// A scale along each coordinate axis.
    pub fn from_scale(scale: V) -> Result<Self, Error> {
        check::vector("Affine", "scale", scale)?;
        Self::new(V::Matrix::from_columns(|j| V::axis(j) * scale.get(j)), V::ZERO)
    }

    /// The image of a point.
    #[inline]
    #[must_use]
    pub fn apply(&self, point: V) -> V {
        self.matrix.apply(point) + self.translation
    }

    /// First `other`, then `self`. Refused if an entry leaves the range of numbers.
    pub fn compose(&self, other: &Self) -> Result<Self, Error> {
        let matrix = V::Matrix::from_columns(|j| self.matrix.apply(other.matrix.column(j)));
        Self::new(matrix, self.apply(other.translation))
    }

    /// The matrix.
    #[inline]
    #[must_use]
    pub fn matrix(&self) -> V::Matrix {
        self.matrix
    }

    /// The translation.
    #[inline]
    #[must_use]
    pub fn translation(&self) -> V {
        self.translation
    }

    /// The matrix, times the power of two that brings its largest entry near to 1: products of its
    /// entries, and with directions of any length, stay in range.
    pub(crate) fn matrix_to_one(&self) -> V::Matrix {
        let column = |j: usize| self.matrix.column(j);
        let largest =
            (0..V::DIM).fold(V::Scalar::ZERO, |m, j| m.max(column(j).abs().max_element()));
        V::Matrix::from_columns(|j| column(j) * largest.scale_to_one())
    }

    /// The image of a plane's normal, of any length: the cofactors' matrix takes normals to
    /// normals. `None` if the map flattens space, as far as can be told.
    pub(crate) fn apply_to_normal(&self, normal: V) -> Option<V> {
        let zero = V::Scalar::ZERO;
        // Scaled, so that products of entries stay in range.
        let largest =
            (0..V::DIM).fold(zero, |m, j| m.max(self.matrix.column(j).abs().max_element()));
        let column = |j: usize| self.matrix.column(j) * largest.scale_to_one();
        let cofactors = V::Matrix::from_columns(|j| {
            if V::DIM == 2 {
                let turned = V::normal_to(&[column(1 - j)]);
                if j == 0 { -turned } else { turned }
            } else {
                column((j + 1) % 3).cross(column((j + 2) % 3))
            }
        });
        let determinant = cofactors.column(0).dot(column(0));
        let image = cofactors.apply(normal);
        match () {
            _ if determinant > zero => Some(image),
            _ if determinant < zero => Some(-image),
            _ => None,
        }
    }
}

impl<V: Vector> From<Pose<V>> for Affine<V> {
    fn from(pose: Pose<V>) -> Self {
        Self { matrix: pose.rotation().matrix(), translation: pose.translation() }
    }
}

impl<V: Vector> Default for Affine<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}
