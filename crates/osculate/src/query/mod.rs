//! What users call: [`intersects`] (level 1), [`distance`] (2), [`closest`] (3), and their warm
//! forms: a [`Cache`] beside the query, or a [`Tracker`] of two bodies.
//!
//! A query takes two shapes, by value or reference, mostly `shape.at(pose)`. What the kinds of both
//! shapes know may answer it (`shortcut`): bounding balls, closed forms, separating axes of boxes,
//! edges of polygons, faces of polytopes. A pair that none of these answers runs GJK, and, if it
//! overlaps and the depth is asked for, the expanding polytope.

mod answer;
mod by_type;
mod cache;
mod depth;
mod gjk;
mod memory;
mod request;
mod space;
mod steps;
mod tracker;
mod warm;

pub use answer::{Bracket, Closest, Gradient, Penetration, SignedDistance, Verdict};
pub use cache::Cache;
pub use gjk::Gjk;
pub(crate) use memory::{LastAxis, Memory};
pub use space::Space;
pub use tracker::Tracker;

use answer::Shapes;
use request::Request;
use space::depth_alone;

use crate::convex::Convex;
use crate::gjk::Frame;
use crate::operand::Operand;
use crate::shortcut::{self, level};
use crate::trace::Observer;
use crate::vector::{Real, Scalar, Vector};

/// Whether the two shapes have a point in common. Touching shapes do: sets are closed. It is false
/// only for shapes that are apart beyond the reach of rounding.
#[inline]
pub fn intersects<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> bool {
    Request::default().intersects(&a, &b).0
}

/// The distance of two shapes, as a bracket that holds the true one; zero if they intersect.
#[inline]
pub fn distance<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Bracket<V::Scalar> {
    unlimited(Request::default().distance(&a, &b))
}

/// The distance of two shapes, or `None` as soon as it is known to be more than `most`.
#[inline]
pub fn distance_within<V: Space>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    most: V::Scalar,
) -> Option<Bracket<V::Scalar>> {
    Request::within(most).distance(&a, &b)
}

/// The closest points of two shapes, and all that is known of them.
#[inline]
pub fn closest<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
    Request::default().closest(&a, &b, &mut None)
}

/// Like [`closest`], showing each step on the way: of GJK, and of the expanding polytope that finds
/// the normal of shapes that touch. It is GJK that is shown, also of polygons that [`closest`]
/// measures without it.
pub fn trace<V: Space, O: Observer<V>>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    observer: &mut O,
) -> Closest<V> {
    if O::ACTIVE {
        let (a, b) = (Operand::new(&a), Operand::new(&b));
        let frame = Frame::new(&a, &b);
        let measured = V::measure_shown(&Request::default(), &a, &b, &frame, observer);
        Shapes::new(&a, &b, &frame).closest(&measured)
    } else {
        closest(a, b)
    }
}

/// How deep two shapes overlap, the shortest way out, and the deepest points; `None` if they are
/// apart, which is all that is then found out.
#[inline]
pub fn penetration<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Option<Penetration<V>> {
    depth_alone().penetration(&a, &b)
}

/// Like [`penetration`], showing each step on the way: of GJK, and of the expanding polytope after
/// it. They are shown also of cuboids and segments, whose depth [`penetration`] has in closed form.
///
/// ```
/// use osculate::{DVec3, Pose, shape::Cuboid, trace::{Expansion, Observer, Step}, trace_penetration, Convex};
///
/// /// Counts the faces of each polytope.
/// struct Faces(Vec<usize>);
/// impl Observer<DVec3> for Faces {
///     fn step(&mut self, _: Step<'_, DVec3>) {}
///     fn expansion(&mut self, polytope: Expansion<'_, DVec3>) {
///         self.0.push(polytope.faces.len());
///     }
/// }
///
/// let cube = Cuboid::new(DVec3::ONE)?;
/// let other = cube.at(Pose::from_translation(DVec3::new(1.5, 0.5, 0.25))?);
/// let mut seen = Faces(Vec::new());
/// let depth = trace_penetration(&cube, &other, &mut seen).expect("they overlap").depth;
/// assert!((depth.value - 0.5).abs() < 1e-12);
/// assert_eq!(seen.0[0], 4, "a tetrahedron at first");
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
pub fn trace_penetration<V: Space, O: Observer<V>>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    observer: &mut O,
) -> Option<Penetration<V>> {
    if O::ACTIVE {
        let (a, b) = (Operand::new(&a), Operand::new(&b));
        let frame = Frame::new(&a, &b);
        let measured = V::measure_shown(&depth_alone(), &a, &b, &frame, observer);
        Shapes::new(&a, &b, &frame).penetration(&measured)
    } else {
        penetration(a, b)
    }
}

/// The distance of two shapes, or less than zero by their depth: one number across contact, with
/// its normal.
#[inline]
pub fn signed_distance<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> SignedDistance<V> {
    signed_within(&a, &b, V::Scalar::INFINITY)
}

/// The signed distance, of interest only up to `most`; if it ended beyond that, nothing else of it
/// is meant.
#[inline(always)]
pub(crate) fn signed_within<V: Space, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    most: V::Scalar,
) -> SignedDistance<V> {
    let request = Request { depth: true, ..Request::within(most) };
    request.signed_distance(a, b, None, &mut None).0
}

/// Which shortcut answers a query, by the name that [`Observer::shortcut`] hears; `None` where GJK
/// does. For the tests that hold each shortcut to its reason.
#[doc(hidden)]
pub fn shortcut_of<V: Vector>(
    query: &str,
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
) -> Option<&'static str> {
    let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
    let frame = Frame::over(&a, &b, way, extents);
    let (request, none) = (Request::default(), Request::within(V::Scalar::ZERO));
    match query {
        "intersects" => match shortcut::before_the_frame(&a, &b, way, extents) {
            Some(_) => Some("bounding balls"),
            None => Some(none.question(level::Verdict, &a, &b, &frame, false).answer()?.1),
        },
        "distance" => Some(request.question(level::Distance, &a, &b, &frame, false).answer()?.1),
        "closest" => Some(request.question(level::Points, &a, &b, &frame, false).answer()?.1),
        "penetration" => Some(none.question(level::Depth, &a, &b, &frame, false).answer()?.1),
        _ => None,
    }
}

/// What a distance without a limit always has.
#[inline(always)]
fn unlimited<S: Scalar>(bracket: Option<Bracket<S>>) -> Bracket<S> {
    bracket.unwrap_or(Bracket { lower: S::ZERO, value: S::MAX, upper: S::INFINITY })
}
