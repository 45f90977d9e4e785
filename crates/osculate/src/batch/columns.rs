//! Pairs as columns of plain numbers: what numpy and Arrow hold, read where it is.

use super::pairs::{Pair, Pairs, Placed, length_of};
use crate::number::error::{Error, Problem};
use crate::number::vector::{Planar, Spatial, Vector};
use crate::place::{Pose, Rotation};

/// Numbers of a list: all of them, or every so many. A borrow: nothing is copied.
///
/// ```
/// use osculate::batch::Column;
/// let rows = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let [x, y, z] = Column::of_rows(&rows);
/// assert_eq!((x.len(), x.get(1), y.get(0), z.get(1)), (2, Some(4.0), Some(2.0), Some(6.0)));
/// assert_eq!(Column::new(&rows).get(5), Some(6.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Column<'c, S> {
    numbers: &'c [S],
    step: usize,
}

impl<'c, S: Copy> Column<'c, S> {
    /// All numbers of a list.
    #[must_use]
    pub fn new(numbers: &'c [S]) -> Self {
        Self { numbers, step: 1 }
    }

    /// The columns of a table that stands row by row, with `N` numbers a row. A last row that is
    /// not whole is left out.
    #[must_use]
    pub fn of_rows<const N: usize>(table: &'c [S]) -> [Self; N] {
        let rows = table.len().checked_div(N).unwrap_or(0);
        core::array::from_fn(|j| {
            let numbers = if rows == 0 { &[] } else { &table[j..=(rows - 1) * N + j] };
            Self { numbers, step: N }
        })
    }

    /// How many numbers it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len().div_ceil(self.step)
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The number at this place.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<S> {
        self.numbers.get(index.checked_mul(self.step)?).copied()
    }

    /// The number at a place that is there.
    #[inline(always)]
    fn at(&self, index: usize) -> S {
        self.numbers[index * self.step]
    }
}

/// How many columns a rotation has at most.
const MOST: usize = 9;

/// How the columns of a rotation make one.
type Turn<'c, V> = fn(&PoseColumns<'c, V>, usize) -> Result<Rotation<V>, Error>;

/// Poses as columns: a column for each coordinate of the translation, and those of the rotation in
/// one of a few forms. What is no number and what is no rotation is told when it is read.
///
/// ```
/// use osculate::{DVec3, Vec2, batch::{Column, PoseColumns}};
/// let (x, y, angle) = ([0.0, 1.0], [2.0, 3.0], [0.0, 1.5]);
/// let moved = PoseColumns::<Vec2>::new(&[Column::new(&x), Column::new(&y)])?;
/// let turned = moved.turned_by_angles(Column::new(&angle))?;
/// assert_eq!(turned.pose(1)?.rotation().to_angle(), 1.5);
///
/// // Row by row: seven numbers a pose, the last four a quaternion.
/// let rows = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.0, 0.0, 1.0, 0.0];
/// let [x, y, z, i, j, k, w] = Column::of_rows(&rows);
/// let poses = PoseColumns::<DVec3>::new(&[x, y, z])?.turned_by_quaternions([i, j, k, w])?;
/// assert_eq!(poses.pose(1)?.apply(DVec3::X), DVec3::new(0.0, 2.0, 3.0));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PoseColumns<'c, V: Vector> {
    translation: [Column<'c, V::Scalar>; 3],
    rotation: [Column<'c, V::Scalar>; MOST],
    turn: Option<Turn<'c, V>>,
}

impl<'c, V: Vector> PoseColumns<'c, V> {
    /// Moved, not turned: a column for each coordinate.
    pub fn new(translation: &[Column<'c, V::Scalar>]) -> Result<Self, Error> {
        length_of("translation", translation.len(), V::DIM)?;
        for column in translation {
            length_of("translation", column.len(), translation[0].len())?;
        }
        let place = |k: usize| translation.get(k).copied().unwrap_or(Column::new(&[]));
        let rotation = [Column::new(&[]); MOST];
        Ok(Self { translation: [0, 1, 2].map(place), rotation, turn: None })
    }

    /// Turned by matrices, a column for each entry: the first column of the matrix from top to
    /// bottom, then the next. A matrix that is nearly a rotation's is made one.
    ///
    /// ```
    /// use osculate::{DVec2, batch::{Column, PoseColumns}};
    /// // One pose, a row of numbers: where it is, and the columns of a quarter turn.
    /// let [x, y, xx, xy, yx, yy] = Column::of_rows(&[5.0, 0.0, 0.0, 1.0, -1.0, 0.0]);
    /// let poses = PoseColumns::<DVec2>::new(&[x, y])?.turned_by_matrices(&[xx, xy, yx, yy])?;
    /// assert_eq!(poses.pose(0)?.apply(DVec2::X), DVec2::new(5.0, 1.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn turned_by_matrices(self, entries: &[Column<'c, V::Scalar>]) -> Result<Self, Error> {
        length_of("matrices", entries.len(), V::DIM * V::DIM)?;
        self.turned("matrices", entries, |poses, k| {
            let entry = |i: usize, j: usize| poses.rotation[j * V::DIM + i].at(k);
            let column = |j: usize| V::from_fn(|i| entry(i, j));
            Rotation::from_matrix(<V::Matrix as crate::number::vector::Matrix<V>>::from_columns(
                column,
            ))
        })
    }

    /// How many poses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.translation[0].len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.translation[0].is_empty()
    }

    /// The pose with this number. The error names it.
    #[inline]
    pub fn pose(&self, number: usize) -> Result<Pose<V>, Error> {
        if number >= self.len() {
            let (value, problem) = (self.len() as f64, Problem::TooFew);
            let (parameter, index) = ("poses", Some(number));
            return Err(Error { shape: "PoseColumns", parameter, index, value, problem });
        }
        let named = |error| Error { index: Some(number), ..error };
        let translation = V::from_fn(|i| self.translation[i].at(number));
        let rotation = match self.turn {
            Some(turn) => turn(self, number).map_err(named)?,
            None => Rotation::IDENTITY,
        };
        Pose::new(translation, rotation).map_err(named)
    }

    /// Turned by these columns.
    fn turned(
        mut self,
        name: &'static str,
        columns: &[Column<'c, V::Scalar>],
        turn: Turn<'c, V>,
    ) -> Result<Self, Error> {
        for (to, column) in self.rotation.iter_mut().zip(columns) {
            length_of(name, column.len(), self.translation[0].len())?;
            *to = *column;
        }
        Ok(Self { turn: Some(turn), ..self })
    }
}

impl<'c, V: Spatial> PoseColumns<'c, V> {
    /// Turned by the unit quaternions x·i + y·j + z·k + w. Those that are near to unit length are
    /// normalised.
    pub fn turned_by_quaternions(self, xyzw: [Column<'c, V::Scalar>; 4]) -> Result<Self, Error> {
        self.turned("quaternions", &xyzw, |poses, k| {
            Rotation::from_quaternion([0, 1, 2, 3].map(|i| poses.rotation[i].at(k)))
        })
    }
}

impl<'c, V: Planar> PoseColumns<'c, V> {
    /// Turned by angles in radians, counterclockwise.
    pub fn turned_by_angles(self, angles: Column<'c, V::Scalar>) -> Result<Self, Error> {
        self.turned("angles", &[angles], |poses, k| Rotation::from_angle(poses.rotation[0].at(k)))
    }
}

/// Pairs as columns: an index and a pose for the one shape of each pair, and for the other.
///
/// ```
/// use osculate::{DVec2, batch::{self, Column, Columns, PoseColumns}, shape::{Ball, Shape}};
/// let shapes: [Shape<DVec2>; 2] = [Ball::new(1.0)?.into(), Ball::new(2.0)?.into()];
/// let (zero, x) = ([0.0; 2], [2.5, 3.5]);
/// let there = PoseColumns::new(&[Column::new(&zero), Column::new(&zero)])?;
/// let aside = PoseColumns::new(&[Column::new(&x), Column::new(&zero)])?;
/// let pairs = Columns::new(&[0, 0], there, &[1, 1], aside)?;
/// let mut touch = [false; 2];
/// batch::intersects(&shapes, &pairs, &mut touch)?;
/// assert_eq!(touch, [true, false]);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Columns<'c, V: Vector> {
    a: &'c [u32],
    poses_a: PoseColumns<'c, V>,
    b: &'c [u32],
    poses_b: PoseColumns<'c, V>,
}

impl<'c, V: Vector> Columns<'c, V> {
    /// The shapes `a` of a library at `poses_a`, and the shapes `b` at `poses_b`, row by row.
    pub fn new(
        a: &'c [u32],
        poses_a: PoseColumns<'c, V>,
        b: &'c [u32],
        poses_b: PoseColumns<'c, V>,
    ) -> Result<Self, Error> {
        length_of("poses_a", poses_a.len(), a.len())?;
        length_of("b", b.len(), a.len())?;
        length_of("poses_b", poses_b.len(), a.len())?;
        Ok(Self { a, poses_a, b, poses_b })
    }
}

impl<V: Vector> Pairs<V> for Columns<'_, V> {
    fn count(&self) -> usize {
        self.a.len()
    }
    #[inline]
    fn pair(&self, number: usize) -> Result<Pair<V>, Error> {
        let a = Placed::new(self.a[number] as usize, self.poses_a.pose(number)?);
        let b = Placed::new(self.b[number] as usize, self.poses_b.pose(number)?);
        Ok(Pair { a, b })
    }
}
