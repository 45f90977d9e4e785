//! What pairs a batch is asked about.

use crate::motion::Motion;
use crate::number::error::{Error, Problem};
use crate::number::vector::Vector;
use crate::place::Pose;
use crate::shape::Shape;

/// A shape of a library, by its index, and where it is.
///
/// ```
/// use osculate::{DVec2, Pose, batch::Placed};
/// let there = Placed::new(3, Pose::from_translation(DVec2::X)?);
/// assert_eq!((there.shape, there.pose.translation()), (3, DVec2::X));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<V: Vector> {
    /// Which shape of the library it is.
    pub shape: usize,
    /// Where it is.
    pub pose: Pose<V>,
}

impl<V: Vector> Placed<V> {
    /// The shape with this index, at a pose.
    #[must_use]
    pub fn new(shape: usize, pose: Pose<V>) -> Self {
        Self { shape, pose }
    }
}

/// Two shapes of a library, each at a pose.
///
/// ```
/// use osculate::{DVec2, Pose, batch::Pair};
/// let pair = Pair::new(0, Pose::IDENTITY, 1, Pose::from_translation(DVec2::X)?);
/// assert_eq!(pair.b.shape, 1);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<V: Vector> {
    /// The one.
    pub a: Placed<V>,
    /// The other.
    pub b: Placed<V>,
}

impl<V: Vector> Pair<V> {
    /// Shape `a` of the library at `pose_a`, and shape `b` at `pose_b`.
    #[must_use]
    pub fn new(a: usize, pose_a: Pose<V>, b: usize, pose_b: Pose<V>) -> Self {
        Self { a: Placed::new(a, pose_a), b: Placed::new(b, pose_b) }
    }
}

/// Two shapes of a library that move.
///
/// ```
/// use osculate::{DVec2, Motion, Pose, batch::MovingPair};
/// let flies = Motion::new(Pose::IDENTITY, DVec2::X)?;
/// assert_eq!(MovingPair::new(0, flies, 1, Motion::resting(Pose::IDENTITY)).b, 1);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingPair<V: Vector> {
    /// Which shape of the library the one is.
    pub a: usize,
    /// How it moves.
    pub motion_a: Motion<V>,
    /// Which shape the other is.
    pub b: usize,
    /// How it moves.
    pub motion_b: Motion<V>,
}

impl<V: Vector> MovingPair<V> {
    /// Shape `a` of the library as it moves, and shape `b`.
    #[must_use]
    pub fn new(a: usize, motion_a: Motion<V>, b: usize, motion_b: Motion<V>) -> Self {
        Self { a, motion_a, b, motion_b }
    }
}

/// Pairs by number: what a batch is asked about.
///
/// ```
/// use osculate::{DVec2, Error, Pose, batch::{self, Pair, Pairs}, shape::{Ball, Shape}};
/// /// Each body of a row, and the next.
/// struct Neighbours(Vec<f64>);
/// impl Pairs<DVec2> for Neighbours {
///     fn count(&self) -> usize {
///         self.0.len() - 1
///     }
///     fn pair(&self, k: usize) -> Result<Pair<DVec2>, Error> {
///         let at = |k: usize| Pose::from_translation(DVec2::X * self.0[k]);
///         Ok(Pair::new(0, at(k)?, 0, at(k + 1)?))
///     }
/// }
/// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
/// let mut touch = [false; 2];
/// batch::intersects(&shapes, &Neighbours(vec![0.0, 1.5, 9.0]), &mut touch)?;
/// assert_eq!(touch, [true, false]);
/// # Ok::<(), osculate::Error>(())
/// ```
pub trait Pairs<V: Vector>: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The pair with this number, which is less than their count. An error ends the batch.
    fn pair(&self, number: usize) -> Result<Pair<V>, Error>;
}

impl<V: Vector> Pairs<V> for [Pair<V>] {
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn pair(&self, number: usize) -> Result<Pair<V>, Error> {
        Ok(self[number])
    }
}

impl<V: Vector, const N: usize> Pairs<V> for [Pair<V>; N] {
    fn count(&self) -> usize {
        N
    }
    #[inline(always)]
    fn pair(&self, number: usize) -> Result<Pair<V>, Error> {
        Ok(self[number])
    }
}

impl<V: Vector> Pairs<V> for alloc::vec::Vec<Pair<V>> {
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn pair(&self, number: usize) -> Result<Pair<V>, Error> {
        Ok(self[number])
    }
}

/// One shape that stays where it is, and many poses of another.
///
/// ```
/// use osculate::{DVec2, Pose, batch::{self, ManyPoses, Placed}, shape::{Ball, Shape}};
/// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
/// let grasps = [1.0, 3.0].map(|x| Pose::from_translation(DVec2::X * x).expect("finite"));
/// let part = Placed::new(0, Pose::IDENTITY);
/// let mut touch = [false; 2];
/// batch::intersects(&shapes, &ManyPoses::new(part, 0, &grasps), &mut touch)?;
/// assert_eq!(touch, [true, false]);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ManyPoses<'p, V: Vector> {
    a: Placed<V>,
    b: usize,
    poses: &'p [Pose<V>],
}

impl<'p, V: Vector> ManyPoses<'p, V> {
    /// `a`, and shape `b` of the library at each of the poses.
    #[must_use]
    pub fn new(a: Placed<V>, b: usize, poses: &'p [Pose<V>]) -> Self {
        Self { a, b, poses }
    }
}

impl<V: Vector> Pairs<V> for ManyPoses<'_, V> {
    fn count(&self) -> usize {
        self.poses.len()
    }
    #[inline(always)]
    fn pair(&self, number: usize) -> Result<Pair<V>, Error> {
        Ok(Pair { a: self.a, b: Placed::new(self.b, self.poses[number]) })
    }
}

/// Each of one set with each of another: the first with all of the second, then the next. Pair `k`
/// is of `k / m` and `k % m`, where the second set has `m`.
///
/// ```
/// use osculate::{DVec2, Pose, batch::{AllPairs, Pairs, Placed}};
/// let at = |x: f64| Placed::new(0, Pose::from_translation(DVec2::X * x).expect("finite"));
/// let (some, others) = ([at(0.0), at(1.0)], [at(5.0), at(6.0), at(7.0)]);
/// let pairs = AllPairs::new(&some, &others);
/// assert_eq!(pairs.count(), 6);
/// assert_eq!((pairs.pair(4)?.a, pairs.pair(4)?.b), (at(1.0), at(6.0)));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AllPairs<'p, V: Vector> {
    first: &'p [Placed<V>],
    second: &'p [Placed<V>],
}

impl<'p, V: Vector> AllPairs<'p, V> {
    /// All pairs of the two sets.
    #[must_use]
    pub fn new(first: &'p [Placed<V>], second: &'p [Placed<V>]) -> Self {
        Self { first, second }
    }
}

impl<V: Vector> Pairs<V> for AllPairs<'_, V> {
    fn count(&self) -> usize {
        self.first.len().saturating_mul(self.second.len())
    }
    #[inline(always)]
    fn pair(&self, number: usize) -> Result<Pair<V>, Error> {
        let (i, j) = (number / self.second.len(), number % self.second.len());
        Ok(Pair { a: self.first[i], b: self.second[j] })
    }
}

/// The shape with this index, or an error that names the pair.
#[inline(always)]
pub(super) fn checked<V: Vector>(
    shapes: &[Shape<V>],
    shape: usize,
    pair: usize,
) -> Result<&Shape<V>, Error> {
    shapes.get(shape).ok_or_else(|| no_such_shape(shape, pair))
}

/// Pair `pair` names a shape that the library has not.
#[cold]
pub(super) fn no_such_shape(shape: usize, pair: usize) -> Error {
    let (parameter, index, value) = ("pairs", Some(pair), shape as f64);
    Error { shape: "Batch", parameter, index, value, problem: Problem::NoSuchShape }
}

/// An error if a list has another length than it should.
pub(super) fn length_of(list: &'static str, has: usize, wanted: usize) -> Result<(), Error> {
    if has == wanted {
        return Ok(());
    }
    let (value, problem) = (has as f64, Problem::OtherLength);
    Err(Error { shape: "Batch", parameter: list, index: None, value, problem })
}
