//! Rotations.

use core::ops::Mul;

use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Matrix, Planar, Real, Scalar, Spatial, Vector, angle_of, sin_cos};

/// A rotation, kept as its matrix: queries rotate a dozen vectors, and a matrix does that in the
/// fewest steps.
///
/// ```
/// use osculate::{DVec3, Rotation};
/// let quarter = Rotation::from_axis_angle(DVec3::Z, std::f64::consts::FRAC_PI_2)?;
/// assert!((quarter * DVec3::X - DVec3::Y).length() < 1e-15);
/// assert!((quarter * quarter * DVec3::X + DVec3::X).length() < 1e-15);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<V: Vector> {
    matrix: V::Matrix,
}

/// How far the length of a quaternion may be from 1: enough for one written with three digits.
const UNIT_TOLERANCE: f64 = 1e-2;

/// A matrix whose products of columns are off by no more is taken as it is: 2 ε. An entry is then off
/// by ε, and the matrix as a whole by 3 ε, no more than that of a quaternion.
const NEAREST: f64 = 2.0 * f64::EPSILON;

/// A square of a length that is no further from 1 is one of a length within `UNIT_TOLERANCE`.
const SURELY_UNIT: f64 = 1.98e-2;

/// Whether a quaternion is near to unit length, asked with care; kept apart, as it is rare.
#[cold]
fn check_unit<V: Vector>(given: [V::Scalar; 4], norm: f64) -> Result<(), Error> {
    let (shape, parameter, problem) = ("Rotation", "quaternion", Problem::NotUnit);
    for (index, c) in given.into_iter().enumerate() {
        check::number(shape, parameter, Some(index), c)?;
    }
    if !(Real::abs(norm - 1.0) <= UNIT_TOLERANCE) {
        return Err(Error { shape, parameter, index: None, value: norm, problem });
    }
    Ok(())
}

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
#[inline]
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

    /// The rotation with this matrix, whose columns are the images of the axes. A matrix that is
    /// nearly a rotation's is made one (by Newton's iteration for the nearest orthogonal
    /// matrix); others, reflections too, are refused.
    ///
    /// ```
    /// use osculate::{DMat2, DVec2, Rotation};
    /// let left = Rotation::<DVec2>::from_matrix(DMat2::from_cols(DVec2::Y, -DVec2::X))?;
    /// assert_eq!(left.apply(DVec2::X), DVec2::Y);
    /// assert_eq!(left.inverse().apply(DVec2::Y), DVec2::X);
    /// assert_eq!(left.compose(&left).apply(DVec2::X), -DVec2::X);
    /// let mirror = DMat2::from_cols(-DVec2::X, DVec2::Y);
    /// assert!(Rotation::<DVec2>::from_matrix(mirror).is_err());
    /// # Ok::<(), osculate::Error>(())
    /// ```
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
                    // The length of a column; of two columns, their product.
                    let value = if i == j { Real::sqrt(1.0 + off) } else { off };
                    let index = Some(j * V::DIM + i);
                    return Err(Error { shape, parameter, index, value, problem });
                }
            }
            // As near as rounding lets steps come: its digits stay as they are.
            if excess.as_flattened().iter().all(|off| Real::abs(*off) <= NEAREST) {
                break;
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
}

impl<V: Spatial> Rotation<V> {
    /// The rotation of space by the unit quaternion x·i + y·j + z·k + w. It is normalised if it is
    /// near to unit length, else refused.
    ///
    /// ```
    /// use osculate::{DVec3, Rotation};
    /// let half_turn = Rotation::<DVec3>::from_quaternion([0.0, 0.0, 1.0, 0.0])?;
    /// assert_eq!(half_turn * DVec3::X, -DVec3::X);
    /// assert_eq!(half_turn.to_quaternion(), [0.0, 0.0, 1.0, 0.0]);
    /// assert!(Rotation::<DVec3>::from_quaternion([0.0, 0.0, 2.0, 0.0]).is_err());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_quaternion([x, y, z, w]: [V::Scalar; 4]) -> Result<Self, Error> {
        let given = [x, y, z, w];
        // In f64 for both precisions, so that f32 matrices are as good as f32 can hold.
        let [x, y, z, w] = given.map(V::Scalar::to_f64);
        let norm_squared = x * x + y * y + z * z + w * w;
        // One comparison, which also fails for what is not finite, passes nearly all.
        if !(Real::abs(norm_squared - 1.0) <= SURELY_UNIT) {
            check_unit::<V>(given, Real::sqrt(norm_squared))?;
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

    /// The unit quaternion [x, y, z, w] of this rotation of space, of the two the one whose w is
    /// not negative.
    #[must_use]
    pub fn to_quaternion(&self) -> [V::Scalar; 4] {
        quaternion(&self.entries()).map(V::Scalar::from_f64)
    }
}

impl<V: Planar> Rotation<V> {
    /// The rotation of the plane by `angle` radians, counterclockwise.
    ///
    /// ```
    /// use osculate::{DVec2, Rotation};
    /// let half = Rotation::<DVec2>::from_angle(0.5)?;
    /// assert!(((half * half).to_angle() - 1.0).abs() < 1e-14);
    /// assert!((half.inverse().to_angle() + 0.5).abs() < 1e-14);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_angle(angle: V::Scalar) -> Result<Self, Error> {
        let (sin, cos) = sin_cos(check::number("Rotation", "angle", None, angle)?.to_f64());
        let rows = [[cos, -sin], [sin, cos]];
        let entry = |i: usize, j: usize| V::Scalar::from_f64(rows[i][j]);
        Ok(Self { matrix: V::Matrix::from_columns(|j| V::from_fn(|i| entry(i, j))) })
    }

    /// The angle of this rotation of the plane, counterclockwise, from −π to π.
    #[must_use]
    pub fn to_angle(&self) -> V::Scalar {
        let x = self.matrix.column(0);
        V::Scalar::from_f64(angle_of(x.get(1).to_f64(), x.get(0).to_f64()))
    }
}

impl<V: Vector> Default for Rotation<V> {
    fn default() -> Self {
        Self::IDENTITY
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
