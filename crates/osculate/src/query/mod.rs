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
mod kept;
mod one_to_many;
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
pub(crate) use kept::{Held, Kept, LastContact};
pub(crate) use memory::Memory;
pub(crate) use one_to_many::LastAxis;
pub use one_to_many::OneToMany;
pub use options::Query;
pub use space::Space;
pub(crate) use start::Start;
pub use tracker::Tracker;

use request::Request;
use space::depth_alone;

use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Frame, Limits};
use crate::number::vector::{Scalar, Vector};
use crate::shape::Point;
use crate::shortcut::{self, level};

/// Whether the two shapes have a point in common. Touching shapes do: sets are closed. It is false
/// only for shapes that are apart beyond the reach of rounding.
///
/// ```
/// use osculate::{DVec3, Place, Pose, intersects, shape::Ball};
/// let ball = Ball::new(1.0)?;
/// assert!(intersects(&ball, ball.at(Pose::from_translation(DVec3::X * 2.0)?)));
/// assert!(!intersects(&ball, ball.at(Pose::from_translation(DVec3::X * 2.1)?)));
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
#[must_use]
pub fn intersects<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> bool {
    Request::new(Limits::NONE).intersects(&a, &b).0
}

/// The distance of two shapes, as a bracket that holds the true one; zero if they intersect.
///
/// ```
/// use osculate::{DVec3, Place, Pose, distance, shape::{Capsule, Cuboid}};
/// let shelf = Cuboid::new(DVec3::new(1.0, 0.05, 0.5))?;
/// let arm = Capsule::along_y(0.5, 0.1)?.moved_to(Pose::from_translation(DVec3::Y * 0.75)?);
/// let gap = distance(&shelf, &arm);
/// // Hold the lower end against a limit: the true distance is no less.
/// assert!(gap.lower > 0.09 && gap.contains(0.1));
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
#[must_use]
pub fn distance<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Bracket<V::Scalar> {
    unlimited(Request::new(Limits::NONE).distance(&a, &b))
}

/// The closest points of two shapes, and all that is known of them.
///
/// ```
/// use osculate::{DVec2, Place, Pose, Verdict, closest, shape::{Ball, Cuboid}};
/// let wall = Cuboid::new(DVec2::new(0.1, 5.0))?;
/// let ball = Ball::new(0.5)?.moved_to(Pose::from_translation(DVec2::new(2.0, 1.0))?);
/// let found = closest(&wall, &ball);
/// assert_eq!(found.verdict, Verdict::Apart);
/// assert_eq!((found.on_a, found.on_b), (DVec2::new(0.1, 1.0), DVec2::new(1.5, 1.0)));
/// assert!(found.normal.expect("they are apart").x > 0.999);
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
#[must_use]
pub fn closest<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Closest<V> {
    ().closest(Limits::NONE, &a, &b)
}

/// How deep two shapes overlap, the shortest way out, and the deepest points; `None` if they are
/// apart, which is all that is then found out.
///
/// ```
/// use osculate::{DVec3, Place, Pose, penetration, shape::Cuboid};
/// let floor = Cuboid::new(DVec3::new(5.0, 0.5, 5.0))?;
/// let crate_ = Cuboid::new(DVec3::splat(0.5))?;
/// let sunk = Pose::from_translation(DVec3::Y * 0.75)?;
/// let deep = penetration(&floor, crate_.at(sunk)).expect("it stands in the floor");
/// assert!(deep.depth.contains(0.25) && deep.normal == DVec3::Y);
/// assert!(penetration(&floor, crate_.at(Pose::from_translation(DVec3::Y * 2.0)?)).is_none());
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
#[must_use]
pub fn penetration<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> Option<Penetration<V>> {
    ().penetration(Limits::NONE, &a, &b)
}

/// The distance of two shapes, or less than zero by their depth: one number across contact, with
/// its normal.
///
/// ```
/// use osculate::{DVec2, Place, Pose, shape::Ball, signed_distance};
/// let ball = Ball::new(1.0)?;
/// let at = |x| Pose::from_translation(DVec2::X * x);
/// assert_eq!(signed_distance(&ball, ball.at(at(2.5)?)).distance.value, 0.5);
/// assert_eq!(signed_distance(&ball, ball.at(at(1.5)?)).distance.value, -0.5);
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
#[must_use]
pub fn signed_distance<V: Space>(a: impl Convex<V>, b: impl Convex<V>) -> SignedDistance<V> {
    ().signed_within(Limits::NONE, &a, &b)
}

/// Whether a point lies in a shape. Sets are closed: a point of the surface does, and one that is
/// no further from it than rounding can tell. It says what [`intersects`] says of a
/// [`Point`](crate::shape::Point). Polygons and polytopes have a method of this name that is exact.
/// What is no point (a coordinate that is infinite, or no number) lies in no shape.
///
/// ```
/// use osculate::{DVec3, Place, Pose, contains, shape::Cylinder};
/// let can = Cylinder::new(1.0, 0.5)?.moved_to(Pose::from_translation(DVec3::X)?);
/// assert!(contains(&can, DVec3::new(1.4, 0.9, 0.0)));
/// assert!(!contains(&can, DVec3::ZERO));
/// # Ok::<(), osculate::Error>(())
/// ```
#[inline]
#[must_use]
pub fn contains<V: Space>(shape: impl Convex<V>, point: V) -> bool {
    Point::new(point).is_ok_and(|point| intersects(shape, point))
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
