//! Poses from and to glam's own types: quaternions, affine maps, 4×4 matrices.
//!
//! What glam holds may be no pose: a quaternion of another length, a matrix that scales. So to a
//! pose the way is `try_from`, and back it is `from`.

use crate::number::error::Error;
use crate::number::vector::{
    Affine2, Affine3A, DAffine2, DAffine3, DMat4, DQuat, DVec2, DVec3, Mat4, Matrix, Quat, Vec2,
    Vec3, Vec3A, Vector,
};
use crate::place::affine::Affine;
use crate::place::pose::Pose;
use crate::place::rotation::Rotation;

/// The columns of a matrix, and after them the translation.
fn columns<V: Vector, const N: usize, const M: usize>(
    matrix: V::Matrix,
    translation: V,
) -> [[V::Scalar; N]; M] {
    core::array::from_fn(|j| {
        let column = if j < V::DIM { matrix.column(j) } else { translation };
        core::array::from_fn(|i| column.get(i))
    })
}

fn parts<V: Vector, const N: usize, const M: usize>(
    columns: [[V::Scalar; N]; M],
) -> (V::Matrix, V) {
    let vector = |j: usize| V::from_fn(|i| columns[j][i]);
    (V::Matrix::from_columns(vector), vector(V::DIM))
}

macro_rules! affine {
    ($v:ident, $affine:ident) => {
        impl TryFrom<$affine> for Pose<$v> {
            type Error = Error;
            fn try_from(affine: $affine) -> Result<Self, Error> {
                let (matrix, translation) = parts::<$v, _, _>(affine.to_cols_array_2d());
                Self::new(translation, Rotation::from_matrix(matrix)?)
            }
        }
        impl TryFrom<$affine> for Affine<$v> {
            type Error = Error;
            fn try_from(affine: $affine) -> Result<Self, Error> {
                let (matrix, translation) = parts::<$v, _, _>(affine.to_cols_array_2d());
                Self::new(matrix, translation)
            }
        }
        impl From<Affine<$v>> for $affine {
            fn from(map: Affine<$v>) -> Self {
                Self::from_cols_array_2d(&columns(map.matrix(), map.translation()))
            }
        }
        impl From<Pose<$v>> for $affine {
            fn from(pose: Pose<$v>) -> Self {
                Affine::from(pose).into()
            }
        }
    };
}

macro_rules! space {
    ($v:ident, $affine:ident, $quat:ident, $mat4:ident) => {
        affine!($v, $affine);
        impl TryFrom<$quat> for Rotation<$v> {
            type Error = Error;
            fn try_from(quaternion: $quat) -> Result<Self, Error> {
                Self::from_quaternion(quaternion.to_array())
            }
        }
        impl From<Rotation<$v>> for $quat {
            fn from(rotation: Rotation<$v>) -> Self {
                Self::from_array(rotation.to_quaternion())
            }
        }
        impl TryFrom<($v, $quat)> for Pose<$v> {
            type Error = Error;
            fn try_from((translation, turn): ($v, $quat)) -> Result<Self, Error> {
                Self::new(translation, turn.try_into()?)
            }
        }
        impl TryFrom<$mat4> for Pose<$v> {
            type Error = Error;
            fn try_from(matrix: $mat4) -> Result<Self, Error> {
                Self::from_columns(matrix.to_cols_array_2d())
            }
        }
        impl From<Pose<$v>> for $mat4 {
            fn from(pose: Pose<$v>) -> Self {
                Self::from_cols_array_2d(&pose.to_columns())
            }
        }
    };
}

affine!(Vec2, Affine2);
affine!(DVec2, DAffine2);
space!(Vec3, Affine3A, Quat, Mat4);
space!(Vec3A, Affine3A, Quat, Mat4);
space!(DVec3, DAffine3, DQuat, DMat4);
