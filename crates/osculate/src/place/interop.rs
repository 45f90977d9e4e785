//! Poses from and to other crates, each behind a feature: `serde`, `mint-05`, `nalgebra-034`.
//!
//! Vectors are glam's: `serde` and `mint-05` switch on glam's own conversions. Those of nalgebra go
//! by way of arrays. What can be refused is refused here as everywhere, with an
//! [`Error`](crate::Error) that names the value.

/// `serde`: a rotation as the columns of its matrix, poses and maps by the names of their parts.
#[cfg(feature = "serde")]
mod with_serde {
    use crate::number::vector::{Matrix, Vector};
    use crate::place::{Affine, Pose, Rotation};
    use arrayvec::ArrayVec;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    /// The columns of a matrix: as many as the space has dimensions.
    struct Columns<V: Vector>(V::Matrix);

    impl<V: Vector + Serialize> Serialize for Columns<V> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq((0..V::DIM).map(|j| self.0.column(j)))
        }
    }
    impl<'d, V: Vector + Deserialize<'d>> Deserialize<'d> for Columns<V> {
        fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
            let columns = ArrayVec::<V, 3>::deserialize(from)?;
            if columns.len() != V::DIM {
                return Err(D::Error::invalid_length(
                    columns.len(),
                    &"a column for each dimension",
                ));
            }
            Ok(Self(V::Matrix::from_columns(|j| columns[j])))
        }
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Turned<M, V> {
        rotation: M,
        translation: V,
    }
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Mapped<M, V> {
        matrix: M,
        translation: V,
    }

    impl<V: Vector + Serialize> Serialize for Rotation<V> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            Columns::<V>(self.matrix()).serialize(to)
        }
    }
    impl<'d, V: Vector + Deserialize<'d>> Deserialize<'d> for Rotation<V> {
        fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
            let Columns(matrix) = Columns::<V>::deserialize(from)?;
            Self::stored(matrix).map_err(D::Error::custom)
        }
    }
    impl<V: Vector + Serialize> Serialize for Pose<V> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            Turned { rotation: self.rotation(), translation: self.translation() }.serialize(to)
        }
    }
    impl<'d, V: Vector + Deserialize<'d>> Deserialize<'d> for Pose<V> {
        fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
            let parts = Turned::<Rotation<V>, V>::deserialize(from)?;
            Self::new(parts.translation, parts.rotation).map_err(D::Error::custom)
        }
    }
    impl<V: Vector + Serialize> Serialize for Affine<V> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let matrix = Columns::<V>(self.matrix());
            Mapped { matrix, translation: self.translation() }.serialize(to)
        }
    }
    impl<'d, V: Vector + Deserialize<'d>> Deserialize<'d> for Affine<V> {
        fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
            let parts = Mapped::<Columns<V>, V>::deserialize(from)?;
            Self::new(parts.matrix.0, parts.translation).map_err(D::Error::custom)
        }
    }
}

#[cfg(feature = "mint-05")]
mod with_mint {
    use crate::Error;
    use crate::number::vector::{Linear, Spatial};
    use crate::place::Rotation;

    impl<V: Spatial> TryFrom<mint::Quaternion<<V as Linear>::Scalar>> for Rotation<V> {
        type Error = Error;
        fn try_from(q: mint::Quaternion<V::Scalar>) -> Result<Self, Error> {
            Self::from_quaternion([q.v.x, q.v.y, q.v.z, q.s])
        }
    }
}

#[cfg(feature = "nalgebra-034")]
mod with_nalgebra {
    use crate::Error;
    use crate::number::vector::{Linear, Matrix, Planar, Spatial};
    use crate::place::{Pose, Rotation};
    use nalgebra::{Isometry2, Isometry3, RealField, Rotation2, Rotation3, UnitQuaternion};

    impl<V: Spatial> TryFrom<Isometry3<<V as Linear>::Scalar>> for Pose<V> {
        type Error = Error;
        fn try_from(pose: Isometry3<V::Scalar>) -> Result<Self, Error> {
            let q = pose.rotation.as_ref().coords;
            let rotation = Rotation::from_quaternion([q[0], q[1], q[2], q[3]])?;
            Self::new(V::from_fn(|i| pose.translation.vector[i]), rotation)
        }
    }

    impl<V: Planar> TryFrom<Isometry2<<V as Linear>::Scalar>> for Pose<V>
    where
        V::Scalar: RealField,
    {
        type Error = Error;
        fn try_from(pose: Isometry2<V::Scalar>) -> Result<Self, Error> {
            let [re, im] = [pose.rotation.re, pose.rotation.im];
            let columns = [[re, im], [-im, re]];
            let matrix = V::Matrix::from_columns(|j| V::from_fn(|i| columns[j][i]));
            Self::new(V::from_fn(|i| pose.translation.vector[i]), Rotation::from_matrix(matrix)?)
        }
    }

    impl<V: Spatial> From<Pose<V>> for Isometry3<<V as Linear>::Scalar>
    where
        V::Scalar: RealField,
    {
        fn from(pose: Pose<V>) -> Self {
            let matrix = pose.rotation().matrix();
            let entries = nalgebra::Matrix3::from_fn(|i, j| matrix.column(j).get(i));
            let rotation = Rotation3::from_matrix_unchecked(entries);
            let translation = nalgebra::Vector3::from_fn(|i, _| pose.translation().get(i));
            Self::from_parts(translation.into(), UnitQuaternion::from_rotation_matrix(&rotation))
        }
    }

    impl<V: Planar> From<Pose<V>> for Isometry2<<V as Linear>::Scalar>
    where
        V::Scalar: RealField,
    {
        fn from(pose: Pose<V>) -> Self {
            let matrix = pose.rotation().matrix();
            let entries = nalgebra::Matrix2::from_fn(|i, j| matrix.column(j).get(i));
            let rotation = Rotation2::from_matrix_unchecked(entries);
            let translation = nalgebra::Vector2::from_fn(|i, _| pose.translation().get(i));
            Self::from_parts(translation.into(), rotation.into())
        }
    }
}
