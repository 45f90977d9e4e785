//! What users call: [`intersects`] (level 1), [`distance`] (2), [`closest`] (3), and their warm
//! forms: a [`Cache`] beside the query, or a [`Tracker`] of two bodies.
//!
//! A query takes two shapes, by value or reference, mostly `shape.at(pose)`. What the kinds of both
//! shapes know may answer it (`shortcut`): bounding balls, closed forms, separating axes of boxes,
//! edges of polygons, faces of polytopes. A pair that none of these answers runs GJK, and, if it
//! overlaps and the depth is asked for, the expanding polytope.

mod answer;
mod approximate;
mod by_type;
mod cache;
mod depth;
mod difference;
mod gjk;
mod memory;
mod options;
mod request;
mod space;
mod start;
mod steps;
mod tracker;
mod verdict;

pub use answer::{Bracket, Closest, Gradient, Penetration, SignedDistance, Verdict};
pub use approximate::{Approximation, approximate_hull};
pub use cache::Cache;
pub use difference::difference_face;
pub use gjk::Gjk;
pub(crate) use gjk::LastAxis;
pub(crate) use memory::Memory;
pub use options::Query;
pub use space::Space;
pub(crate) use start::Start;
pub use tracker::Tracker;

use request::Request;
use space::depth_alone;

use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Frame, Limits};
use crate::number::vector::{Scalar, Vector};
use crate::shortcut::{self, level};

/// Whether the two shapes have a point in common. Touching shapes do: sets are closed. It is false
/// only for shapes that are apart beyond the reach of rounding.
#[inline]
#[must_use]
pub fn intersects<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> bool {
    Request::new(Limits::NONE).intersects(&a, &b).0
}

/// The distance of two shapes, as a bracket that holds the true one; zero if they intersect.
#[inline]
#[must_use]
pub fn distance<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Bracket<V::Scalar> {
    unlimited(Request::new(Limits::NONE).distance(&a, &b))
}

/// The closest points of two shapes, and all that is known of them.
#[inline]
#[must_use]
pub fn closest<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
    ().closest(Limits::NONE, &a, &b)
}

/// How deep two shapes overlap, the shortest way out, and the deepest points; `None` if they are
/// apart, which is all that is then found out.
#[inline]
#[must_use]
pub fn penetration<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Option<Penetration<V>> {
    ().penetration(Limits::NONE, &a, &b)
}

/// The distance of two shapes, or less than zero by their depth: one number across contact, with
/// its normal.
#[inline]
#[must_use]
pub fn signed_distance<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> SignedDistance<V> {
    ().signed_within(Limits::NONE, &a, &b)
}

/// Which shortcut answers a query, by the name that [`Observer::shortcut`] hears; `None` where GJK
/// does. For the tests that hold each shortcut to its reason.
#[doc(hidden)]
#[must_use]
pub fn shortcut_of<V: Vector>(
    query: &str,
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
) -> Option<&'static str> {
    let (way, extents) = (b.origin() - a.origin(), [a.extent(), b.extent()]);
    let frame = Frame::over(&a, &b, way, extents);
    let (request, none) = (Request::new(Limits::NONE), depth_alone(Limits::NONE));
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
