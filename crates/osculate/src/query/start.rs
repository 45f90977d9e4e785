//! What a query starts from: nothing, a [`Cache`], the memory of a [`Tracker`](crate::Tracker), or
//! an observer that wants to see every step.

use super::answer::{Closest, Penetration, SignedDistance, Within};
use super::cache::Cache;
use super::kept::LastContact;
use super::request::Request;
use super::space::{Space, depth_alone};
use crate::convex::Convex;
use crate::convex::operand::Operand;
use crate::kernel::gjk::{Frame, Limits, LimitsOf};
use crate::kernel::trace::Observer;
use crate::number::vector::Real;
use crate::shortcut::{Measured, Sooner, sooner};

/// What a query starts from, and where it leaves what the next one can use.
///
/// The answers written here start from nothing. A start overrides those that it can speed up. A
/// distance beyond `limits.most` need not be known.
pub trait Start<V: Space>: Sized {
    #[doc(hidden)]
    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> bool {
        Request::new(limits).intersects(a, b).0
    }

    #[doc(hidden)]
    #[inline(always)]
    fn distance_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Within<V::Scalar> {
        Request::new(limits).distance(a, b)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn closest<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> Closest<V> {
        Request::new(limits).closest(a, b, &Frame::new(a, b), &mut None)
    }

    /// If the distance is beyond the limit, `ended` says so, and nothing else of the answer is
    /// meant.
    #[doc(hidden)]
    #[inline(always)]
    fn signed_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> SignedDistance<V> {
        let request = Request { depth: true, ..Request::new(limits) };
        request.signed_distance(a, b, &Frame::new(a, b), None, &mut None).0
    }

    /// The same, and the last contact, where it is remembered.
    #[doc(hidden)]
    #[inline(always)]
    fn signed_and_last<'s, A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> (SignedDistance<V>, Option<&'s mut LastContact<V>>)
    where
        Self: 's,
    {
        (self.signed_within(limits, a, b), None)
    }

    /// A contact that may be given again, and how far the bodies may have moved since.
    #[doc(hidden)]
    #[inline(always)]
    fn kept(&self) -> Option<(&LastContact<V>, V::Scalar)> {
        None
    }

    #[doc(hidden)]
    #[inline(always)]
    fn penetration<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Option<Penetration<V>> {
        depth_alone(limits).penetration(a, b)
    }
}

/// From nothing.
impl<V: Space> Start<V> for () {}

/// The depth by way of the signed distance: for a start that knows the last one.
#[inline(always)]
pub(super) fn depth_from<V: Space, A: Convex<V>, B: Convex<V>>(
    start: impl Start<V>,
    limits: LimitsOf<V>,
    a: &A,
    b: &B,
) -> Option<Penetration<V>> {
    start.signed_within(Limits { most: V::Scalar::ZERO, ..limits }, a, b).penetration()
}

/// From the axes of earlier queries. They can start an expansion, and prove nothing: the edges of
/// polygons always answer sooner.
impl<V: Space> Start<V> for &mut Cache<V> {
    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> bool {
        let request = Request { axis: self.axis, ..Request::new(limits) };
        let (answer, axis) = request.intersects(a, b);
        self.remember_axis(axis);
        answer
    }

    #[inline(always)]
    fn distance_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Within<V::Scalar> {
        let (frame, mut walked) = (Frame::new(a, b), None);
        if sooner(a, b, &frame) != Sooner::Memory {
            return ().distance_within(limits, a, b);
        }
        self.fit(&frame);
        let bracket = Request::from(limits, self).distance_walked(a, b, &frame, &mut walked);
        self.learn(&walked);
        bracket
    }

    #[inline(always)]
    fn closest<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> Closest<V> {
        let (frame, mut walked) = (Frame::new(a, b), None);
        if sooner(a, b, &frame) != Sooner::Memory {
            return ().closest(limits, a, b);
        }
        self.fit(&frame);
        let answer = Request::from(limits, self).closest(a, b, &frame, &mut walked);
        self.learn(&walked);
        answer
    }

    #[inline(always)]
    fn signed_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> SignedDistance<V> {
        let (frame, mut walked) = (Frame::new(a, b), None);
        if sooner(a, b, &frame) != Sooner::Memory {
            return ().signed_within(limits, a, b);
        }
        self.fit(&frame);
        let request = Request { depth: true, ..Request::from(limits, self) };
        let (answer, face) = request.signed_distance(a, b, &frame, None, &mut walked);
        self.learn(&walked);
        self.face = face;
        answer
    }

    #[inline(always)]
    fn penetration<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Option<Penetration<V>> {
        depth_from(self, limits, a, b)
    }
}

/// From nothing, while an observer sees each step.
pub struct Observed<'o, O>(pub(super) &'o mut O);

impl<O> Observed<'_, O> {
    /// All that is known of two cores. The observer sees GJK, and the expansion after it.
    fn measured<V: Space, A: Convex<V>, B: Convex<V>>(
        self,
        request: &Request<'_, V>,
        a: &A,
        b: &B,
    ) -> (Frame<V>, Measured<V>)
    where
        O: Observer<V>,
    {
        let (a, b) = (Operand::new(a), Operand::new(b));
        let frame = Frame::new(&a, &b);
        let measured = V::measure_shown(request, &a, &b, &frame, self.0);
        (frame, measured)
    }
}

impl<V: Space, O: Observer<V>> Start<V> for Observed<'_, O> {
    fn intersects<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> bool {
        if O::ACTIVE {
            let _ = self.closest(Limits { most: V::Scalar::ZERO, ..limits }, a, b);
        }
        ().intersects(limits, a, b)
    }

    fn distance_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Within<V::Scalar> {
        if O::ACTIVE {
            let _ = self.closest(limits, a, b);
        }
        ().distance_within(limits, a, b)
    }

    fn closest<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> Closest<V> {
        if !O::ACTIVE {
            return ().closest(limits, a, b);
        }
        let request = Request::new(limits);
        let (frame, measured) = self.measured(&request, a, b);
        request.closest_of(a, b, &frame, &measured)
    }

    fn signed_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> SignedDistance<V> {
        if !O::ACTIVE {
            return ().signed_within(limits, a, b);
        }
        let request = Request { depth: true, ..Request::new(limits) };
        let (frame, mut measured) = self.measured(&request, a, b);
        request.signed_of(a, b, &frame, &mut measured)
    }

    fn penetration<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Option<Penetration<V>> {
        if !O::ACTIVE {
            return ().penetration(limits, a, b);
        }
        let request = depth_alone(limits);
        let (frame, mut measured) = self.measured(&request, a, b);
        request.penetration_of(a, b, &frame, &mut measured)
    }
}
