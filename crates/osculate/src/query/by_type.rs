//! How a query is compiled: for the types of its two shapes, or once for all shapes.
//!
//! A query of two types that are known when a program is built is compiled for them: nothing is
//! quicker, and each pair of types brings tens of kilobytes of code. Of a [`Shape`](crate::Shape)
//! and of `dyn Convex` the kind is known when the program runs. Then an [`Operand`] stands for
//! each of the two, and the query is one that this crate has compiled (`space`).

use core::marker::PhantomData;

use super::answer::{Bracket, Closest, Penetration, Shapes, SignedDistance, Within};
use super::cache::Walked;
use super::request::Request;
use super::space::Space;
use super::verdict::{are_apart, fitted};
use crate::convex::known::Choice;
use crate::convex::operand::Operand;
use crate::convex::{Convex, Facts, choose_for_both};
use crate::kernel::gjk::{Ended, Frame};
use crate::kernel::penetration::{FaceAxes, Near};
use crate::number::vector::{Real, Scalar, Vector};
use crate::shortcut::{self, Decided, Measured};

/// The queries, compiled for the types of the two shapes, or once for all.
impl<V: Space> Request<'_, V> {
    /// Yes or no, and the axis to remember. It separates the shapes only if they are apart.
    #[inline(always)]
    pub(super) fn intersects<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B) -> (bool, V) {
        by_type(a, b, self, |request| request.intersects_of(a, b), V::ask_verdict)
    }

    /// The distance, if it is within what was asked.
    #[inline(always)]
    pub(super) fn distance<A: Convex<V>, B: Convex<V>>(&self, a: &A, b: &B) -> Within<V::Scalar> {
        by_type(
            a,
            b,
            self,
            |request| request.distance_of::<(), _, _>(a, b, &Frame::new(a, b), &mut None),
            V::ask_distance,
        )
    }

    /// The same, and how GJK ended.
    #[inline(always)]
    pub(super) fn distance_walked<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        walked: &mut Walked<V>,
    ) -> Within<V::Scalar> {
        by_type(
            a,
            b,
            walked,
            |walked| self.distance_of(a, b, frame, walked),
            |walked, a, b| V::ask_distance_walked(self, a, b, frame, walked),
        )
    }

    /// What is known of the cores.
    #[inline(always)]
    fn measured<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        near: Option<&mut Near<V>>,
        walked: &mut Walked<V>,
    ) -> Measured<V> {
        choose_for_both::<V, A, B, _>(Measuring { request: self, a, b, frame, near, walked })
    }

    /// The closest points.
    #[inline(always)]
    pub(super) fn closest<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        walked: &mut Walked<V>,
    ) -> Closest<V> {
        let measured = self.measured(a, b, frame, None, walked);
        self.closest_of(a, b, frame, &measured)
    }

    /// The same of what was measured.
    #[inline(always)]
    pub(super) fn closest_of<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        measured: &Measured<V>,
    ) -> Closest<V> {
        let shapes = Shapes::new(a, b, frame);
        let is_clear = self.is_clear(measured.lower, frame, shapes.radius());
        let steps = self.limits.steps;
        shapes.closest(measured, is_clear, |distance| distance.fitted(are_apart(steps, a, b)))
    }

    /// The signed distance, and the axes of the nearest face of cores that overlap. `near` is where
    /// to keep what the next depth of the same two bodies can use.
    #[inline(always)]
    pub(super) fn signed_distance<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        near: Option<&mut Near<V>>,
        walked: &mut Walked<V>,
    ) -> (SignedDistance<V>, FaceAxes<V>) {
        let mut measured = self.measured(a, b, frame, near, walked);
        narrow(&mut measured, a, b, frame);
        (self.signed_of(a, b, frame, &mut measured), measured.face)
    }

    /// The same of what was measured.
    #[inline(always)]
    pub(super) fn signed_of<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        measured: &mut Measured<V>,
    ) -> SignedDistance<V> {
        let shapes = Shapes::new(a, b, frame);
        let distance = self.decided(a, b, frame, &shapes, measured);
        shapes.signed(measured, distance)
    }

    /// The depth of what was measured.
    #[inline(always)]
    pub(super) fn penetration_of<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        measured: &mut Measured<V>,
    ) -> Option<Penetration<V>> {
        let shapes = Shapes::new(a, b, frame);
        let distance = self.decided(a, b, frame, &shapes, measured);
        shapes.penetration(measured, distance)
    }

    /// The signed distance of what was measured, with a sign that every query sees.
    #[inline(always)]
    fn decided<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        shapes: &Shapes<V>,
        measured: &mut Measured<V>,
    ) -> Bracket<V::Scalar> {
        let distance = shapes.distance(measured);
        let is_clear = self.is_clear(measured.lower, frame, shapes.radius())
            || distance.upper < V::Scalar::ZERO;
        if is_clear {
            return distance;
        }
        let asked = (self.limits.steps, self.depth);
        let (fitted_measured, fitted_distance) = fitted(asked, a, b, (*measured, distance));
        *measured = fitted_measured;
        fitted_distance
    }

    /// The depth.
    #[inline(always)]
    pub(super) fn penetration<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
    ) -> Option<Penetration<V>> {
        let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
        // Before anything is scaled, as for yes or no.
        if let Some(Decided::Apart(_)) = shortcut::before_the_frame(a, b, way, extents) {
            return None;
        }
        let frame = Frame::over(a, b, way, extents);
        let mut measured = self.measured(a, b, &frame, None, &mut None);
        narrow(&mut measured, a, b, &frame);
        self.penetration_of(a, b, &frame, &mut measured)
    }
}

/// Where the steps of a depth ran out, takes what is known of shapes that are round about nearly
/// parallel axes, if that is narrower.
#[inline(always)]
fn narrow<V: Vector, A: Convex<V>, B: Convex<V>>(
    measured: &mut Measured<V>,
    a: &A,
    b: &B,
    frame: &Frame<V>,
) {
    #[cold]
    fn by_rounds<V: Vector, A: Convex<V>, B: Convex<V>>(
        measured: &mut Measured<V>,
        a: &A,
        b: &B,
        frame: &Frame<V>,
    ) {
        let half = (measured.upper - measured.lower) * V::Scalar::from_f64(0.5);
        let depth = shortcut::rounds(a, b, frame, half);
        if let Some(narrower) = depth.and_then(Measured::overlapping) {
            *measured = narrower;
        }
    }
    if measured.ended == Ended::StepLimit {
        by_rounds(measured, a, b, frame);
    }
}

/// Answers a query by the code for these two types, or by what is compiled once for all shapes: if
/// the kind of one is known only when the program runs. What is not chosen is not compiled.
#[inline(always)]
pub(super) fn by_type<V: Vector, A: Convex<V>, B: Convex<V>, C, T>(
    a: &A,
    b: &B,
    context: C,
    typed: impl FnOnce(C) -> T,
    once: impl FnOnce(C, &Operand<'_, V>, &Operand<'_, V>) -> T,
) -> T {
    choose_for_both::<V, A, B, _>(ByType { a, b, context, typed, once, space: PhantomData })
}

/// What is known of the cores, by type: not as closures, which are not always inlined. A call and
/// two copies of the answer would take half as long as the shortcuts that answer most queries.
struct Measuring<'s, V: Vector, A, B> {
    request: &'s Request<'s, V>,
    a: &'s A,
    b: &'s B,
    frame: &'s Frame<V>,
    near: Option<&'s mut Near<V>>,
    walked: &'s mut Walked<V>,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Choice for Measuring<'_, V, A, B> {
    type Answer = Measured<V>;

    #[inline(always)]
    fn for_type(self) -> Measured<V> {
        let Self { request, a, b, frame, near, walked } = self;
        request.measure(a, b, frame, &mut (), near, walked)
    }

    #[inline(always)]
    fn once(self) -> Measured<V> {
        let Self { request, a, b, frame, near, walked } = self;
        V::measure(request, &Operand::new(a), &Operand::new(b), frame, near, walked)
    }
}

/// The two ways to answer a query.
struct ByType<'s, V, A, B, C, F, G> {
    a: &'s A,
    b: &'s B,
    context: C,
    typed: F,
    once: G,
    space: PhantomData<V>,
}

impl<V, A, B, C, F, G, T> Choice for ByType<'_, V, A, B, C, F, G>
where
    V: Vector,
    A: Convex<V>,
    B: Convex<V>,
    F: FnOnce(C) -> T,
    G: FnOnce(C, &Operand<'_, V>, &Operand<'_, V>) -> T,
{
    type Answer = T;

    #[inline(always)]
    fn for_type(self) -> T {
        (self.typed)(self.context)
    }

    #[inline(always)]
    fn once(self) -> T {
        let Self { a, b, context, once, .. } = self;
        once(context, &Operand::new(a), &Operand::new(b))
    }
}
