//! Queries that remember: for pairs that move little from one to the next.

use super::{Bracket, Closest, Penetration, Request, SignedDistance, Walked, unlimited};
use crate::convex::Convex;
use crate::gjk::Frame;
use crate::penetration::FaceAxes;
use crate::vector::{Real, Vector};

/// What a query leaves for the next on the same pair: the last separating axis (ISA-GJK, paper
/// 000), the axes that found the last simplex, and, of a pair that overlaps, those that found the
/// nearest face. It holds directions only, so that a cache from another pair costs time, never
/// correctness. Of polygons of few vertices most queries neither ask it nor leave anything: they
/// are as fast without. Who has the two shapes at hand for longer takes a
/// [`Tracker`](crate::Tracker), which may remember more.
///
/// ```
/// use osculate::{shape::Cuboid, Cache, Convex, Pose, Vec3};
/// let cuboid = Cuboid::new(Vec3::ONE)?;
/// let mut cache = Cache::EMPTY;
/// for frame in 0..10 {
///     let pose = Pose::from_translation(Vec3::new(3.0, 0.1 * frame as f32, 0.0))?;
///     assert!(!cache.intersects(&cuboid, cuboid.at(pose)));
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
    pub const EMPTY: Self =
        Self { axis: V::ZERO, seed: [V::ZERO; 3], len: 0, face: FaceAxes::EMPTY };

    /// [`intersects`](crate::intersects), asking first whether the last separating axis still
    /// separates; of polygons of few vertices their edges are asked as soon.
    #[inline]
    pub fn intersects(&mut self, a: impl Convex<V>, b: impl Convex<V>) -> bool {
        let request = Request { cache: self.axis_alone(), ..Request::default() };
        let (answer, axis) = request.intersects(&a, &b);
        self.remember_axis(axis);
        answer
    }

    /// [`distance`](crate::distance), starting from the last simplex.
    #[inline]
    pub fn distance(&mut self, a: impl Convex<V>, b: impl Convex<V>) -> Bracket<V::Scalar> {
        unlimited(self.distance_within(a, b, V::Scalar::INFINITY))
    }

    /// [`distance_within`](crate::distance_within), starting from the last simplex.
    #[inline]
    pub fn distance_within(
        &mut self,
        a: impl Convex<V>,
        b: impl Convex<V>,
        most: V::Scalar,
    ) -> Option<Bracket<V::Scalar>> {
        let request = Request { cache: *self, ..Request::within(most) };
        let mut walked = None;
        let bracket = request.distance(&a, &b, &Frame::new(&a, &b), &mut walked);
        self.learn(&walked);
        bracket
    }

    /// [`closest`](crate::closest), starting from the last simplex.
    #[inline]
    pub fn closest(&mut self, a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
        let request = Request { cache: *self, ..Request::default() };
        let mut walked = None;
        let answer = request.closest(&a, &b, &Frame::new(&a, &b), &mut (), &mut walked);
        self.learn(&walked);
        answer
    }

    /// [`signed_distance`](crate::signed_distance), starting from the last simplex, or from the
    /// face that was nearest. Pairs that stay in contact are measured without GJK; a
    /// [`Tracker`](crate::Tracker) measures them without an expansion too.
    #[inline]
    pub fn signed_distance(&mut self, a: impl Convex<V>, b: impl Convex<V>) -> SignedDistance<V> {
        self.signed_within(&a, &b, V::Scalar::INFINITY)
    }

    /// [`penetration`](crate::penetration()), starting as
    /// [`signed_distance`](Self::signed_distance) does.
    #[inline]
    pub fn penetration(&mut self, a: impl Convex<V>, b: impl Convex<V>) -> Option<Penetration<V>> {
        self.signed_within(&a, &b, V::Scalar::ZERO).penetration()
    }

    /// The signed distance, of interest only up to `most`; if it ended beyond that, nothing else of
    /// it is meant.
    #[inline(always)]
    pub(crate) fn signed_within<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: &A,
        b: &B,
        most: V::Scalar,
    ) -> SignedDistance<V> {
        let request = Request { depth: true, cache: *self, ..Request::within(most) };
        let mut walked = None;
        let (answer, face) = request.signed_distance(a, b, &Frame::new(a, b), None, &mut walked);
        self.learn(&walked);
        self.face = face;
        answer
    }

    /// Only the last separating axis.
    #[inline(always)]
    pub(super) fn axis_alone(&self) -> Self {
        Self { axis: self.axis, ..Self::EMPTY }
    }

    /// The axes whose vertices make the first simplex.
    pub(super) fn seed(&self) -> &[V] {
        &self.seed[..(self.len as usize).min(3)]
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
        Self::EMPTY
    }
}
