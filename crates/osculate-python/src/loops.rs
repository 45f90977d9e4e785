//! The loops of batches: rows of answers, filled by one thread or several.
//!
//! This file knows nothing of Python, and holds no query of its own.

use osculate::shape::Shape;
use osculate::{At, DVec3, Error, Pose, Rotation};
use std::sync::Mutex;

/// So many rows are filled by one thread before it takes others: enough that taking costs nothing.
const TAKEN: usize = 512;

/// Poses as callers have them: rows of numbers.
#[derive(Clone, Copy)]
pub enum Poses<'p> {
    /// Translations, and quaternions with the real part last.
    RealLast(&'p [[f64; 7]]),
    /// Translations, and quaternions with the real part first.
    RealFirst(&'p [[f64; 7]]),
    /// Matrices of four rows and columns, row by row.
    Matrices(&'p [[f64; 16]]),
    /// Checked ones.
    Known(&'p [Pose<DVec3>]),
}

impl Poses<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::RealLast(rows) | Self::RealFirst(rows) => rows.len(),
            Self::Matrices(rows) => rows.len(),
            Self::Known(poses) => poses.len(),
        }
    }

    /// One of them, checked.
    #[inline]
    pub fn get(&self, k: usize) -> Result<Pose<DVec3>, Error> {
        match self {
            Self::RealLast(rows) => {
                let [x, y, z, i, j, k, w] = rows[k];
                Pose::new(DVec3::new(x, y, z), Rotation::from_quaternion([i, j, k, w])?)
            }
            Self::RealFirst(rows) => {
                let [x, y, z, w, i, j, k] = rows[k];
                Pose::new(DVec3::new(x, y, z), Rotation::from_quaternion([i, j, k, w])?)
            }
            Self::Matrices(rows) => of_rows(&rows[k]),
            Self::Known(poses) => Ok(poses[k]),
        }
    }

    /// All of them, or the first that is refused and its place.
    pub fn all(&self) -> Result<Vec<Pose<DVec3>>, (usize, Error)> {
        (0..self.len()).map(|k| self.get(k).map_err(|error| (k, error))).collect()
    }
}

/// The pose of a matrix, row by row.
pub fn of_rows(rows: &[f64; 16]) -> Result<Pose<DVec3>, Error> {
    Pose::from_columns(std::array::from_fn(|j| std::array::from_fn(|i| rows[4 * i + j])))
}

/// Fills places, each by its number, on so many threads. What is refused first in their order comes
/// back with its number; the places then hold nothing of use.
pub fn fill<R: Send, E: Send>(
    places: &mut [R],
    threads: usize,
    place: impl Fn(usize) -> Result<R, E> + Sync,
) -> Result<(), (usize, E)> {
    fill_rows(places, 1, threads, |k, row| {
        row[0] = place(k)?;
        Ok(())
    })
}

/// The same of rows, of `width` places each. Rows without a place are not looked at.
pub fn fill_rows<R: Send, E: Send>(
    places: &mut [R],
    width: usize,
    threads: usize,
    row: impl Fn(usize, &mut [R]) -> Result<(), E> + Sync,
) -> Result<(), (usize, E)> {
    if width == 0 {
        return Ok(());
    }
    let fill_from = |start: usize, rows: &mut [R]| {
        for (k, places) in rows.chunks_exact_mut(width).enumerate() {
            row(start + k, places).map_err(|error| (start + k, error))?;
        }
        Ok(())
    };
    if threads <= 1 || places.len() <= TAKEN * width {
        return fill_from(0, places);
    }
    let waiting = Mutex::new(places.chunks_mut(TAKEN * width).enumerate());
    let first: Mutex<Option<(usize, E)>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some((k, rows)) = waiting.lock().ok().and_then(|mut all| all.next()) else {
                        return;
                    };
                    if let Err(refused) = fill_from(k * TAKEN, rows) {
                        if let Ok(mut first) = first.lock() {
                            let is_first = first.as_ref().is_none_or(|one| refused.0 < one.0);
                            *first = if is_first { Some(refused) } else { first.take() };
                        }
                        return;
                    }
                }
            });
        }
    });
    match first.into_inner() {
        Ok(None) => Ok(()),
        Ok(Some(refused)) => Err(refused),
        Err(poisoned) => poisoned.into_inner().map_or(Ok(()), Err),
    }
}

type Row = [f64; 12];

fn row_of(bracket: osculate::Bracket<f64>, on_a: DVec3, on_b: DVec3, normal: Option<DVec3>) -> Row {
    let [ax, ay, az] = on_a.to_array();
    let [bx, by, bz] = on_b.to_array();
    let [nx, ny, nz] = normal.unwrap_or(DVec3::NAN).to_array();
    [bracket.lower, bracket.value, bracket.upper, ax, ay, az, bx, by, bz, nx, ny, nz]
}

/// What is asked of a pair, row by row. Shapes and bodies have the same questions.
pub trait Ask: Sync {
    fn intersects(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> bool;
    fn distance(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> [f64; 3];
    fn signed_distance(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> [f64; 3];
    fn closest(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> Row;
    fn signed(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> Row;
}

fn three(bracket: osculate::Bracket<f64>) -> [f64; 3] {
    [bracket.lower, bracket.value, bracket.upper]
}

impl Ask for Shape<DVec3> {
    #[inline]
    fn intersects(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> bool {
        osculate::intersects(At::new(a, at), At::new(b, there))
    }
    #[inline]
    fn distance(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> [f64; 3] {
        three(osculate::distance(At::new(a, at), At::new(b, there)))
    }
    #[inline]
    fn signed_distance(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> [f64; 3] {
        three(osculate::signed_distance(At::new(a, at), At::new(b, there)).distance)
    }
    #[inline]
    fn closest(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> Row {
        let found = osculate::closest(At::new(a, at), At::new(b, there));
        row_of(found.distance, found.on_a, found.on_b, found.normal)
    }
    #[inline]
    fn signed(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> Row {
        let found = osculate::signed_distance(At::new(a, at), At::new(b, there));
        row_of(found.distance, found.on_a, found.on_b, Some(found.normal))
    }
}

/// A body, asked as shapes are.
pub struct Many(pub osculate::Body<DVec3>);

impl Ask for Many {
    fn intersects(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> bool {
        a.0.at(at).intersects(&b.0.at(there))
    }
    fn distance(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> [f64; 3] {
        three(a.0.at(at).distance(&b.0.at(there)))
    }
    fn signed_distance(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> [f64; 3] {
        three(a.0.at(at).signed_distance(&b.0.at(there)).signed_distance.distance)
    }
    fn closest(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> Row {
        let found = a.0.at(at).closest(&b.0.at(there)).closest;
        row_of(found.distance, found.on_a, found.on_b, found.normal)
    }
    fn signed(a: &Self, at: Pose<DVec3>, b: &Self, there: Pose<DVec3>) -> Row {
        let found = a.0.at(at).signed_distance(&b.0.at(there)).signed_distance;
        row_of(found.distance, found.on_a, found.on_b, Some(found.normal))
    }
}
