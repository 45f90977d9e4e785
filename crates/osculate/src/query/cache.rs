//! What a query may leave for the next.

use crate::kernel::gjk::{Frame, Outcome, Witnesses, of_length_one};
use crate::kernel::penetration::FaceAxes;
use crate::number::vector::Vector;

/// How GJK ended, if it was asked.
pub type Walked<V> = Option<Outcome<V, Witnesses<V>>>;

/// What a query leaves for the next on the same pair: the last separating axis (ISA-GJK, paper
/// 000), the axes that found the last simplex, and, of a pair that overlaps, those that found the
/// nearest face. It holds directions only, so that a cache from another pair costs time, never
/// correctness. Of polygons of up to 32 vertices queries neither ask it nor leave anything: their
/// edges answer sooner. Who has the two shapes at hand for longer takes a
/// [`Tracker`](crate::Tracker), which may remember more.
///
/// ```
/// use osculate::{shape::Cuboid, Cache, Place, Pose, Query, Vec3};
/// let cuboid = Cuboid::new(Vec3::ONE)?;
/// let mut cache = Cache::new();
/// for frame in 0..10 {
///     let pose = Pose::from_translation(Vec3::new(3.0, 0.1 * frame as f32, 0.0))?;
///     let pair = Query::new(&cuboid, cuboid.at(pose)).starting_from(&mut cache);
///     assert!(!pair.intersects());
/// }
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cache<V: Vector> {
    pub(super) axis: V,
    seed: [V; 3],
    len: u8,
    pub(super) face: FaceAxes<V>,
}

impl<V: Vector> Cache<V> {
    /// Remembers nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { axis: V::ZERO, seed: [V::ZERO; 3], len: 0, face: FaceAxes::EMPTY }
    }

    /// The axes whose vertices make the first simplex.
    pub(super) fn seed(&self) -> &[V] {
        &self.seed[..(self.len as usize).min(3)]
    }

    /// Makes the axes such as the pair in hand can take.
    #[inline(always)]
    pub(super) fn fit(&mut self, frame: &Frame<V>) {
        if !frame.takes_any_axis() {
            self.shorten();
        }
    }

    #[cold]
    #[inline(never)]
    fn shorten(&mut self) {
        let Self { axis, seed, face, .. } = self;
        for axis in seed.iter_mut().chain(face.as_mut_slice()).chain([axis]) {
            of_length_one(axis);
        }
    }

    /// Remembers how GJK ended, if it was asked.
    #[inline(always)]
    pub(super) fn learn(&mut self, walked: &Walked<V>) {
        let Some(outcome) = walked else { return };
        self.remember_axis(outcome.axis);
        self.len = 0;
        for slot in outcome.simplex.slots() {
            let axis = outcome.record.found_along[slot];
            if axis != V::ZERO && self.len < 3 {
                self.seed[self.len as usize] = axis;
                self.len += 1;
            }
        }
    }

    #[inline(always)]
    pub(super) fn remember_axis(&mut self, axis: V) {
        if axis.is_finite() {
            self.axis = axis;
        }
    }
}

impl<V: Vector> Default for Cache<V> {
    fn default() -> Self {
        Self::new()
    }
}
