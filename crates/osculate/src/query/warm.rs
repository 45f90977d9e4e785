//! Queries that start from a cache: for pairs that move little from one to the next.

use super::answer::{Bracket, Closest, Penetration, SignedDistance};
use super::cache::Cache;
use super::request::Request;
use super::space::Space;
use super::unlimited;
use crate::convex::Convex;
use crate::vector::Real;

impl<V: Space> Cache<V> {
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
        let bracket = request.distance_walked(&a, &b, &mut walked);
        self.learn(&walked);
        bracket
    }

    /// [`closest`](crate::closest), starting from the last simplex.
    #[inline]
    pub fn closest(&mut self, a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
        let request = Request { cache: *self, ..Request::default() };
        let mut walked = None;
        let answer = request.closest(&a, &b, &mut walked);
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
        let (answer, face) = request.signed_distance(a, b, None, &mut walked);
        self.learn(&walked);
        self.face = face;
        answer
    }
}
