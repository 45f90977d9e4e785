//! Where a shape is: rotations, poses and affine maps.

use core::ops::Mul;

use crate::error::check;
use crate::error::{Error, Problem};
use crate::number::vector::{Matrix, Real, Scalar, Vector, angle_of, sin_cos};

/// A rotation, kept as its matrix: queries rotate a dozen vectors, and a matrix does that in the
/// fewest steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<V: Vector> {
    matrix: V::Matrix,
}

/// How far the length of a quaternion may be from 1: enough for one written with three digits.
const UNIT_TOLERANCE: f64 = 1e-2;

/// The entries of a matrix, rows of columns.
pub(crate) type Entries = [[f64; 3]; 3];

pub(crate) fn from_entries(entry: impl Fn(usize, usize) -> f64) -> Entries {
    core::array::from_fn(|i| core::array::from_fn(|j| entry(i, j)))
}

/// The entries of a matrix of space, or of one of the plane that leaves a third axis as it is.
fn entries<V: Vector>(matrix: V::Matrix) -> Entries {
    from_entries(|i, j| {
        if i.max(j) < V::DIM {
            matrix.column(j).get(i).to_f64()
        } else if i == j {
            1.0
        } else {
            0.0
        }
    })
}

fn rounded<V: Vector>(m: &Entries) -> V::Matrix {
    V::Matrix::from_columns(|j| V::from_fn(|i| V::Scalar::from_f64(m[i][j])))
}

/// mᵀm − 1, which is zero for a rotation.
fn excess(m: &Entries) -> Entries {
    from_entries(|i, j| {
        let product: f64 = (0..3).map(|k| m[k][i] * m[k][j]).sum();
        if i == j { product - 1.0 } else { product }
    })
}

/// One step of Newton's iteration for the nearest orthogonal matrix: m − m (mᵀm − 1) / 2.
fn nearer(m: &Entries, excess: &Entries) -> Entries {
    from_entries(|i, j| m[i][j] - (0..3).map(|k| m[i][k] * excess[k][j]).sum::<f64>() / 2.0)
}

/// The unit quaternion of a rotation, of the two the one whose w is not negative.
pub(crate) fn quaternion(entries: &Entries) -> [f64; 4] {
    let m = |i: usize, j: usize| entries[i][j];
    // Four times the squares of x, y, z and w; from the largest, no digits are lost.
    let squares = [
        1.0 + m(0, 0) - m(1, 1) - m(2, 2),
        1.0 - m(0, 0) + m(1, 1) - m(2, 2),
        1.0 - m(0, 0) - m(1, 1) + m(2, 2),
        1.0 + m(0, 0) + m(1, 1) + m(2, 2),
    ];
    let (xy, xz, yz) = (m(1, 0) + m(0, 1), m(2, 0) + m(0, 2), m(2, 1) + m(1, 2));
    let (xw, yw, zw) = (m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
    let rows = [
        [squares[0], xy, xz, xw],
        [xy, squares[1], yz, yw],
        [xz, yz, squares[2], zw],
        [xw, yw, zw, squares[3]],
    ];
    let best = (1..4).fold(0, |best, i| if squares[i] > squares[best] { i } else { best });
    let row = rows[best];
    let length = Real::sqrt(row.iter().map(|x| x * x).sum::<f64>());
    let sign = if row[3] < 0.0 { -1.0 } else { 1.0 };
    row.map(|x| sign * x / length)
}

impl<V: Vector> Rotation<V> {
    /// The rotation that changes nothing.
    pub const IDENTITY: Self = Self { matrix: V::Matrix::IDENTITY };

    /// The rotation of space by the unit quaternion x·i + y·j + z·k + w. It is normalised if it is
    /// near to unit length, else refused. In the plane it does not compile.
    pub fn from_quaternion([x, y, z, w]: [V::Scalar; 4]) -> Result<Self, Error> {
        const { assert!(V::DIM == 3, "a quaternion rotates space; in the plane use from_angle") };
        let parameter = "quaternion";
        for (index, c) in [x, y, z, w].into_iter().enumerate() {
            check::number("Rotation", parameter, Some(index), c)?;
        }
        // In f64 for both precisions, so that f32 matrices are as good as f32 can hold.
        let [x, y, z, w] = [x, y, z, w].map(V::Scalar::to_f64);
        let norm_squared = x * x + y * y + z * z + w * w;
        let norm = Real::sqrt(norm_squared);
        if !(Real::abs(norm - 1.0) <= UNIT_TOLERANCE) {
            let problem = Problem::NotUnit;
            return Err(Error { shape: "Rotation", parameter, index: None, value: norm, problem });
        }
        let s = 2.0 / norm_squared;
        let rows = [
            [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
        ];
        let entry = |i: usize, j: usize| V::Scalar::from_f64(rows[i][j]);
        Ok(Self { matrix: V::Matrix::from_columns(|j| V::from_fn(|i| entry(i, j))) })
    }

    /// The rotation with this matrix, whose columns are the images of the axes. A matrix that is
    /// nearly a rotation's is made one (by Newton's iteration for the nearest orthogonal
    /// matrix); others, reflections too, are refused.
    pub fn from_matrix(matrix: V::Matrix) -> Result<Self, Error> {
        let (shape, parameter, problem) = ("Rotation", "matrix", Problem::NotUnit);
        for j in 0..V::DIM {
            check::vector(shape, parameter, matrix.column(j))?;
        }
        let mut m = entries::<V>(matrix);
        let determinant = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        for _ in 0..4 {
            let excess = excess(&m);
            let entries = (0..V::DIM).flat_map(|j| (0..V::DIM).map(move |i| (i, j)));
            for (i, j) in entries {
                let off = excess[i][j];
                if !(Real::abs(off) <= 2.0 * UNIT_TOLERANCE && determinant > 0.0) {
                    let (index, value) = (Some(j * V::DIM + i), 1.0 + off);
                    return Err(Error { shape, parameter, index, value, problem });
                }
            }
            m = nearer(&m, &excess);
        }
        Ok(Self { matrix: rounded::<V>(&m) })
    }

    /// The rotation with a matrix that is one already.
    pub(crate) fn of_unit(matrix: V::Matrix) -> Self {
        Self { matrix }
    }

    /// The same as [`from_matrix`](Self::from_matrix), but for the matrix of a rotation, rounded:
    /// it stays as it is, to the last digit.
    #[cfg(feature = "serde")]
    pub(crate) fn stored(matrix: V::Matrix) -> Result<Self, Error> {
        let mended = Self::from_matrix(matrix)?;
        let most = 16.0 * V::Scalar::EPSILON.to_f64();
        let is_unit = excess(&entries::<V>(matrix)).iter().flatten().all(|x| Real::abs(*x) <= most);
        Ok(if is_unit { Self { matrix } } else { mended })
    }

    /// The rotation of space about `axis`, by `angle` radians counterclockwise seen from its tip.
    pub fn from_axis_angle(axis: V, angle: V::Scalar) -> Result<Self, Error> {
        check::vector("Rotation", "axis", axis)?;
        let angle = check::number("Rotation", "angle", None, angle)?.to_f64();
        let Some(unit) = axis.try_normalize() else {
            let (parameter, problem) = ("axis", Problem::NotUnit);
            return Err(Error { shape: "Rotation", parameter, index: None, value: 0.0, problem });
        };
        let (sin, cos) = sin_cos(angle / 2.0);
        let [x, y, z] = [0, 1, 2].map(|i| V::Scalar::from_f64(unit.get(i).to_f64() * sin));
        Self::from_quaternion([x, y, z, V::Scalar::from_f64(cos)])
    }

    /// The rotation of the plane by `angle` radians, counterclockwise. In space it does not
    /// compile.
    pub fn from_angle(angle: V::Scalar) -> Result<Self, Error> {
        const { assert!(V::DIM == 2, "an angle rotates the plane; in space use from_quaternion") };
        let (sin, cos) = sin_cos(check::number("Rotation", "angle", None, angle)?.to_f64());
        let rows = [[cos, -sin], [sin, cos]];
        let entry = |i: usize, j: usize| V::Scalar::from_f64(rows[i][j]);
        Ok(Self { matrix: V::Matrix::from_columns(|j| V::from_fn(|i| entry(i, j))) })
    }

    /// The image of a vector.
    #[inline]
    #[must_use]
    pub fn apply(&self, v: V) -> V {
        self.matrix.apply(v)
    }

    /// The rotation back.
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { matrix: self.matrix.transpose() }
    }

    /// First `other`, then `self`. However many rotations are composed, the result is one: a
    /// product of matrices drifts from it by its rounding, which one step of Newton's iteration
    /// takes away.
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        // Newton's step may change a last digit.
        if *other == Self::IDENTITY {
            return *self;
        }
        if *self == Self::IDENTITY {
            return *other;
        }
        Self::product(&self.entries(), &other.entries())
    }

    /// First the second rotation, then the first, each given by its entries.
    pub(crate) fn product(m: &Entries, n: &Entries) -> Self {
        let product = from_entries(|i, j| (0..3).map(|k| m[i][k] * n[k][j]).sum());
        Self { matrix: rounded::<V>(&nearer(&product, &excess(&product))) }
    }

    /// The entries of the matrix, rows of columns; in the plane a third axis stays as it is.
    pub(crate) fn entries(&self) -> Entries {
        entries::<V>(self.matrix)
    }

    /// The matrix.
    #[inline]
    #[must_use]
    pub fn matrix(&self) -> V::Matrix {
        self.matrix
    }

    /// The unit quaternion [x, y, z, w] of this rotation of space, of the two the one whose w is
    /// not negative. In the plane it does not compile.
    #[must_use]
    pub fn to_quaternion(&self) -> [V::Scalar; 4] {
        const { assert!(V::DIM == 3, "a quaternion rotates space; in the plane use to_angle") };
        quaternion(&self.entries()).map(V::Scalar::from_f64)
    }

    /// The angle of this rotation of the plane, counterclockwise, from −π to π. In space it does
    /// not compile.
    #[must_use]
    pub fn to_angle(&self) -> V::Scalar {
        const { assert!(V::DIM == 2, "an angle rotates the plane; in space use to_quaternion") };
        let x = self.matrix.column(0);
        V::Scalar::from_f64(angle_of(x.get(1).to_f64(), x.get(0).to_f64()))
    }
}

/// Where a shape is: first turned, then moved.
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

    /// The pose of space with this 4×4 matrix, given by its columns: a rotation, a translation, and
    /// 0, 0, 0, 1 in the last row. In the plane it does not compile.
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
        const { assert!(V::DIM == 3, "a 4×4 matrix is a pose of space") };
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

    /// The 4×4 matrix of this pose of space, by its columns. In the plane it does not compile.
    #[must_use]
    pub fn to_columns(&self) -> [[V::Scalar; 4]; 4] {
        const { assert!(V::DIM == 3, "a 4×4 matrix is a pose of space") };
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let column = |v: V, last| [v.get(0), v.get(1), v.get(2), last];
        let matrix = self.rotation.matrix();
        let [x, y, z] = [0, 1, 2].map(|j| column(matrix.column(j), zero));
        [x, y, z, column(self.translation, one)]
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

impl<V: Vector> Default for Rotation<V> {
    fn default() -> Self {
        Self::IDENTITY
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

/// First the second, then the first: [`Rotation::compose`].
impl<V: Vector> Mul for Rotation<V> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.compose(&other)
    }
}

/// The image of a vector: [`Rotation::apply`].
impl<V: Vector> Mul<V> for Rotation<V> {
    type Output = V;
    fn mul(self, v: V) -> V {
        self.apply(v)
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

/// Any affine map: a matrix (scales, shears, reflections, projections), then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<V: Vector> {
    matrix: V::Matrix,
    translation: V,
}

impl<V: Vector> Affine<V> {
    /// The map that changes nothing.
    pub const IDENTITY: Self = Self { matrix: V::Matrix::IDENTITY, translation: V::ZERO };

    /// The map x ↦ `matrix`·x + `translation`.
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
        Self { matrix: pose.rotation.matrix, translation: pose.translation }
    }
}

impl<V: Vector> Default for Affine<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}
