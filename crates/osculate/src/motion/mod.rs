//! Shapes that move: rays, casts, and the time of impact.
//!
//! All three march by conservative advancement (`course.rs`): a plane between the shapes, and a
//! bound on how fast they approach it, prove a span of time free of contact. The answer is a
//! bracket of the time. Nothing is sampled, so nothing is passed through, however fast, thin or
//! spinning.

mod approach;
mod body;
mod bound;
mod clip;
mod course;
mod lasting;
mod leaving;
mod level;
mod moves;
mod path;
mod portal;
mod ray;
mod ray_cast;
mod riding;
mod shifted;
mod straight;
mod sweep;
mod trajectory;

pub use approach::Approach;
pub(crate) use approach::Passed;
pub use moves::{Moves, Twist};
pub use path::Motion;
pub use ray::{Ray, RayHit, Struck};
pub use ray_cast::ray_cast;
pub use sweep::{Observed, Sweep};
pub use trajectory::Trajectory;

use course::Stand;

use crate::convex::Convex;
use crate::number::contract::CURVED_WIDTH;
use crate::number::error::Error;
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Space;
use crate::query::{
    Bracket, Closest, Penetration, SignedDistance, Verdict, intersects, penetration,
};
use crate::shape::Swept;

/// What counts as contact because rounding cannot tell it from contact, as a share of the lengths
/// of a pair: 48 ε of these and 4 ε of the way (`course.rs`), and for curved shapes four widths of a
/// bracket. The largest coordinate stands for each length, so there is room for 3 √3 of them.
pub(crate) fn left_open<S: Scalar>() -> S {
    S::from_f64(256.0 * S::EPSILON.to_f64() + 21.0 * CURVED_WIDTH)
}

/// The first contact of two moving shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Impact<V: Vector> {
    /// Before `lower` the shapes are further apart than the stop distance, which is proved. At
    /// `upper` they have arrived.
    ///
    /// Arrived means within the stop distance and the tolerance. So where both ends are the same
    /// number, as after a time of impact, the shapes' distance then is `distance`, and the touch
    /// itself may come later, or never: a tolerance of zero asks for it. Where `upper` is later, as
    /// after a cast, they have certainly come as near as the stop distance by then.
    pub time: Bracket<V::Scalar>,
    /// How the shapes lay to each other at the start of the interval.
    pub start: Verdict,
    /// How deep they overlap at the start, if they do.
    pub overlap: Option<Penetration<V>>,
    /// How they lie to each other where `distance` was measured.
    pub verdict: Verdict,
    /// Their distance at `time.lower`; at `time.upper` if no number lies between the two.
    pub distance: Bracket<V::Scalar>,
    /// The unit vector from a to b; `None` if they overlap.
    pub normal: Option<V>,
    /// The point of a closest to b.
    pub on_a: V,
    /// The point of b closest to a.
    pub on_b: V,
    /// How many times the shapes were looked at.
    pub steps: u32,
}

impl<V: Vector> Impact<V> {
    /// From where a march stands to the time at which the shapes have been seen.
    fn new(stand: &Stand<V>, upper: V::Scalar, seen: Closest<V>) -> Self {
        let Closest { on_a, on_b, normal, distance, verdict, .. } = seen;
        let Stand { time: lower, start: Start { verdict: start, overlap }, steps } = *stand;
        let time = Bracket { lower, value: lower, upper };
        Self { time, start, overlap, verdict, distance, normal, on_a, on_b, steps }
    }
}

impl<V: Vector> Impact<V> {
    /// The start of bodies that overlap then, this deep.
    pub(crate) fn at_start(time: V::Scalar, deep: SignedDistance<V>, common: V) -> Self {
        let SignedDistance { distance: Bracket { lower, value, upper }, normal, .. } = deep;
        let SignedDistance { on_a, on_b, ended, steps, .. } = deep;
        let depth = Bracket { lower: -upper, value: -value, upper: -lower };
        let overlap = Some(Penetration { depth, normal, on_a, on_b, ended, steps });
        let (zero, verdict) = (V::Scalar::ZERO, Verdict::Overlapping);
        let distance = Bracket { lower: zero, value: zero, upper: zero };
        let time = Bracket { lower: time, value: time, upper: time };
        let (on_a, on_b, normal) = (common, common, None);
        Self { time, start: verdict, overlap, verdict, distance, normal, on_a, on_b, steps }
    }
}

/// How two shapes lie to each other at the start.
#[derive(Clone, Copy, Debug)]
struct Start<V: Vector> {
    verdict: Verdict,
    overlap: Option<Penetration<V>>,
}

impl<V: Space> Start<V> {
    fn of(a: &impl Convex<V>, b: &impl Convex<V>, verdict: Verdict) -> Self {
        let overlaps = verdict == Verdict::Overlapping;
        Self { verdict, overlap: if overlaps { penetration(a, b) } else { None } }
    }
}

/// What is known of two shapes that move through an interval of time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[must_use]
pub enum Encounter<V: Vector> {
    /// They come as near as the stop distance and the tolerance. Shapes that pass each other by
    /// less than the tolerance are a hit too; its `verdict` then says apart.
    Hit(Impact<V>),
    /// They never do within the interval, which is proved.
    Missed,
    /// The limit of steps is reached, or the numbers of times are too few: they are further apart
    /// than the stop distance before `lower`, which is proved, and nothing is known of later.
    Unknown {
        /// The time before which there is no contact.
        lower: V::Scalar,
        /// How many times the shapes were looked at.
        steps: u32,
    },
}

impl<V: Vector> Encounter<V> {
    /// The contact, if one was found.
    #[must_use]
    pub fn hit(self) -> Option<Impact<V>> {
        match self {
            Self::Hit(impact) => Some(impact),
            _ => None,
        }
    }

    /// Whether it is proved that there is no contact.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        matches!(self, Self::Missed)
    }

    /// The time before which there is no contact, proved; infinite if there is none at all.
    #[must_use]
    pub fn lower(&self) -> V::Scalar {
        match self {
            Self::Hit(impact) => impact.time.lower,
            Self::Missed => V::Scalar::INFINITY,
            Self::Unknown { lower, .. } => *lower,
        }
    }
}

/// When two shapes that move without turning first touch, in the times from 0 to 1. The shapes are
/// given where they are at the time 0. The bracket of the time is as narrow as the rounding of the
/// way lets it, 48 ε of all lengths of the pair. [`Sweep`] has other intervals, a stop distance, and
/// a tolerance.
///
/// ```
/// use osculate::{DVec3, Pose, cast, Place, shape::Cuboid};
/// let bullet = Cuboid::new(DVec3::splat(1e-3))?;
/// let wall = Cuboid::new(DVec3::new(1e-3, 2.0, 2.0))?;
/// let wall = wall.at(Pose::from_translation(DVec3::new(5000.0, 0.0, 0.0))?);
/// let hit = cast(&bullet, DVec3::X * 1e4, &wall, DVec3::ZERO)?.hit().expect("it does not tunnel");
/// assert!(hit.time.lower <= 0.4999998 && 0.4999998 <= hit.time.upper);
/// assert!(hit.time.width() < 1e-12);
/// // Past the wall nothing is hit, and that is proved.
/// let past = cast(&bullet, DVec3::new(1e4, 1e4, 0.0), &wall, DVec3::ZERO)?;
/// assert!(past.is_missed());
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn cast<V: Space>(
    a: impl Convex<V>,
    velocity_a: V,
    b: impl Convex<V>,
    velocity_b: V,
) -> Result<Encounter<V>, Error> {
    Sweep::default().cast(a, velocity_a, b, velocity_b)
}

/// When two moving shapes first touch, in the times from 0 to 1: without a miss, however fast, thin
/// or spinning they are. [`Sweep`] has other intervals, a stop distance, and a tolerance.
///
/// Each shape is given in its own axes, and its motion says where these are. A motion is a
/// [`Motion`], a [`Trajectory`], or any other that implements [`Moves`].
///
/// The answer is a bracket. Before `lower` there is no contact, which is proved, the rounding of
/// the poses included. At `upper` the distance is at most the tolerance: 1e-4 of the smaller
/// extent, if none is given, and never less than rounding leaves (48 ε of all lengths of the pair,
/// or the width of a bracket of curved shapes). Shapes that touch or overlap at the start have
/// arrived there.
///
/// A half-space that turns is bounded as far as the other shape reaches. Of two half-spaces, one of
/// which turns, little is known but what the start shows.
///
/// ```
/// use osculate::{DVec3, Motion, Pose, shape::{Ball, Cuboid}, time_of_impact};
/// // A rod that turns twice, and a ball that it sweeps over.
/// let rod = Cuboid::new(DVec3::new(2.0, 0.02, 0.02))?;
/// let turning = Motion::new(Pose::IDENTITY, DVec3::ZERO)?.turning(DVec3::Z * 12.0)?;
/// let ball = Ball::new(0.1)?;
/// let resting = Motion::resting(Pose::from_translation(DVec3::new(0.0, 1.5, 0.0))?);
/// let hit = time_of_impact(&rod, &turning, &ball, &resting)?.hit().expect("it is in the way");
/// let expected = (std::f64::consts::FRAC_PI_2 - (0.12f64 / 1.5).asin()) / 12.0;
/// assert!(hit.time.lower <= expected && expected - hit.time.lower < 1e-4);
/// assert!(hit.distance.upper <= 1e-4 * 0.1);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn time_of_impact<V: Space>(
    a: impl Convex<V>,
    motion_a: &(impl Moves<V> + ?Sized),
    b: impl Convex<V>,
    motion_b: &(impl Moves<V> + ?Sized),
) -> Result<Encounter<V>, Error> {
    Sweep::default().time_of_impact(a, motion_a, b, motion_b)
}

/// When and how near two moving shapes pass, in the times from 0 to 1: the least distance, as a
/// bracket, and the span of time within which alone they are so near. [`Sweep`] has other
/// intervals, a tolerance, and the most steps.
///
/// The bracket of the distance is as wide as the tolerance, 1e-4 of the smaller extent if none is
/// given. Between the times that were looked at, bounds prove that the shapes are no nearer.
///
/// ```
/// use osculate::{DVec3, Motion, Pose, closest_approach, shape::Ball};
/// let ball = Ball::new(1.0)?;
/// let flies = Motion::new(Pose::from_translation(DVec3::new(-5.0, 3.0, 0.0))?, DVec3::X * 20.0)?;
/// let pass = closest_approach(&ball, &flies, &ball, &Pose::IDENTITY)?;
/// assert!(pass.distance.lower <= 1.0 && 1.0 <= pass.distance.upper && pass.distance.width() < 2e-4);
/// assert!(pass.time.lower <= 0.25 && 0.25 <= pass.time.upper && pass.time.width() < 0.01);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn closest_approach<V: Space>(
    a: impl Convex<V>,
    motion_a: &(impl Moves<V> + ?Sized),
    b: impl Convex<V>,
    motion_b: &(impl Moves<V> + ?Sized),
) -> Result<Approach<V>, Error> {
    Sweep::default().closest_approach(a, motion_a, b, motion_b)
}

/// The least distance of a shape from another over a whole trajectory, between its poses too, from
/// its first time to its last: `lower` is safe, and at some time they are no further apart than
/// `upper`. If they touch on the way, `lower` is zero; so it is if the limit of steps is reached, and
/// [`closest_approach`] says which. The other shape may move too; one that rests has a
/// [`Pose`](crate::Pose).
///
/// ```
/// use osculate::{DVec2, Pose, Trajectory, clearance_along, shape::{Ball, Cuboid}};
/// let at = |x, y| Pose::from_translation(DVec2::new(x, y));
/// // Both poses are further from the post than what lies between them.
/// let way = Trajectory::new(&[(0.0, at(-4.0, 2.0)?), (1.0, at(4.0, 2.0)?)])?;
/// let post = Ball::new(0.5)?;
/// let near = clearance_along(Cuboid::new(DVec2::ONE)?, &way, post, &at(0.0, 0.0)?)?;
/// assert!(near.lower <= 0.5 && 0.5 <= near.upper && near.width() < 1e-4);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn clearance_along<V: Space>(
    a: impl Convex<V>,
    trajectory: &Trajectory<V>,
    b: impl Convex<V>,
    motion_b: &(impl Moves<V> + ?Sized),
) -> Result<Bracket<V::Scalar>, Error> {
    let [from, to] = trajectory.times();
    Sweep::between(from, to)?.clearance_along(a, trajectory, b, motion_b)
}

/// Whether a shape meets another on a straight way, without turning: yes or no, for the volume that
/// it sweeps. This asks less than [`cast`], which says when.
///
/// The swept volume is the hull of the shape at both ends of the way, and its support mapping is
/// the shape's own, at the far end where the way goes along the direction (paper 004). So it is a
/// shape itself, [`Swept`](crate::shape::Swept), and any query takes it.
///
/// Of a shape that turns, the hull of two poses is *not* what it sweeps: a rod that turns by half a
/// turn ends where it began, and the hull of both poses is the rod. [`time_of_impact`] is right for
/// these.
///
/// ```
/// use osculate::{DVec3, Pose, Place, shape::Cuboid, sweep_test};
/// let bullet = Cuboid::new(DVec3::splat(1e-3))?;
/// let wall = Cuboid::new(DVec3::new(1e-3, 2.0, 2.0))?;
/// let wall = wall.at(Pose::from_translation(DVec3::X * 5000.0)?);
/// assert!(sweep_test(&bullet, DVec3::X * 1e4, &wall)?);
/// assert!(!sweep_test(&bullet, DVec3::X * 4e3, &wall)?);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn sweep_test<V: Space>(a: impl Convex<V>, way: V, b: impl Convex<V>) -> Result<bool, Error> {
    Ok(intersects(Swept::new(a, way)?, b))
}
