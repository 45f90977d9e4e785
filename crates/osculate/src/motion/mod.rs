//! Shapes that move: rays, casts, and the time of impact.
//!
//! All three march by conservative advancement (`course.rs`): a plane between the shapes, and a
//! bound on how fast they approach it, prove a span of time free of contact. The answer is a
//! bracket of the time. Nothing is sampled, so nothing is passed through, however fast, thin or
//! spinning.

mod course;
mod path;
mod ray;
mod shifted;

pub use path::Motion;
pub use ray::{Ray, RayHit, Struck, ray_cast};

use course::{Course, Rates};
use shifted::Shifted;

use crate::check;
use crate::convex::{At, Convex};
use crate::error::{Error, Problem};
use crate::known::Core;
use crate::query::{Bracket, Closest, Space, Verdict};
use crate::vector::{Real, Scalar, Vector};

/// The tolerance of a time of impact, as a share of the smaller extent.
const TOLERANCE: f64 = 1e-4;

/// The first contact of two moving shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// Before `lower` the shapes are further apart than the stop distance, which is proved.
    ///
    /// At `upper` they have arrived. If it is the same number, their distance then is `distance`,
    /// which is at most the stop distance and the tolerance, or not to be told from it. If it is a
    /// later one, they have certainly come as near as the stop distance by then.
    pub time: Bracket<V::Scalar>,
    /// How the shapes lay to each other at the start of the interval.
    pub start: Verdict,
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
    fn new([lower, upper]: [V::Scalar; 2], seen: Closest<V>, start: Verdict, steps: u32) -> Self {
        let Closest { on_a, on_b, normal, distance, verdict, .. } = seen;
        let time = Bracket { lower, value: lower, upper };
        Self { time, start, verdict, distance, normal, on_a, on_b, steps }
    }
}

/// What is known of two shapes that move through an interval of time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub enum Encounter<V: Vector> {
    /// They come as near as the stop distance.
    Hit(Impact<V>),
    /// They never do within the interval, which is proved.
    Free,
    /// The budget of steps is spent, or the numbers of times are too few: they are further apart
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
    pub fn hit(self) -> Option<Impact<V>> {
        match self {
            Self::Hit(impact) => Some(impact),
            _ => None,
        }
    }

    /// Whether it is proved that there is no contact.
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Free)
    }

    /// The time before which there is no contact, proved; infinite if there is none at all.
    pub fn lower(&self) -> V::Scalar {
        match self {
            Self::Hit(impact) => impact.time.lower,
            Self::Free => V::Scalar::INFINITY,
            Self::Unknown { lower, .. } => *lower,
        }
    }
}

/// When shapes move, and what counts as contact: the options of a cast or a time of impact.
///
/// ```
/// use osculate::{DVec3, Sweep, shape::Ball};
/// let ball = Ball::new(1.0)?;
/// let wall = osculate::shape::HalfSpace::new(DVec3::X, -10.0)?;
/// let sweep = Sweep::between(0.0, 20.0)?.stopping_at(0.5)?;
/// let hit = sweep.cast(&ball, -DVec3::X, &wall, DVec3::ZERO)?.hit().expect("it comes near");
/// assert!(hit.time.lower <= 8.5 && 8.5 <= hit.time.upper);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep<S> {
    from: S,
    to: S,
    stop: S,
    tolerance: Option<S>,
}

impl<S: Scalar> Default for Sweep<S> {
    /// The times from 0 to 1; contact is a distance of zero.
    fn default() -> Self {
        Self { from: S::ZERO, to: S::ONE, stop: S::ZERO, tolerance: None }
    }
}

impl<S: Scalar> Sweep<S> {
    /// The times from `from` to `to`. Any start may be chosen; both are part of the interval.
    pub fn between(from: S, to: S) -> Result<Self, Error> {
        check::number("Sweep", "from", None, from)?;
        check::number("Sweep", "to", None, to)?;
        if to < from {
            let (value, problem) = (to.to_f64(), Problem::Reversed);
            return Err(Error { shape: "Sweep", parameter: "to", index: None, value, problem });
        }
        Ok(Self { from, to, ..Self::default() })
    }

    /// Counts as contact when the distance is at most this.
    pub fn stopping_at(self, distance: S) -> Result<Self, Error> {
        Ok(Self { stop: check::size("Sweep", "stop", None, distance)?, ..self })
    }

    /// Is content when the distance is at most so much above the stop distance. Without it, a cast
    /// is as exact as its scalar allows, and the tolerance of a time of impact is 1e-4 of the
    /// smaller extent.
    pub fn with_tolerance(self, tolerance: S) -> Result<Self, Error> {
        let tolerance = Some(check::size("Sweep", "tolerance", None, tolerance)?);
        Ok(Self { tolerance, ..self })
    }

    /// [`cast`] with these options.
    pub fn cast<V: Space<Scalar = S>>(
        &self,
        a: impl Convex<V>,
        velocity_a: V,
        b: impl Convex<V>,
        velocity_b: V,
    ) -> Result<Encounter<V>, Error> {
        let most = S::ONE.max(self.from.abs().max(self.to.abs()));
        check::vector("cast", "velocity_a", velocity_a * most)?;
        check::vector("cast", "velocity_b", velocity_b * most)?;
        let tolerance = self.tolerance.unwrap_or(S::ZERO);
        let bodies = [shifting(&a, velocity_a), shifting(&b, velocity_b)];
        let course = self.course(bodies, tolerance);
        Ok(course.run(|time| {
            let shift = |velocity: V| velocity * time;
            (
                Shifted { shape: &a, shift: shift(velocity_a) },
                Shifted { shape: &b, shift: shift(velocity_b) },
            )
        }))
    }

    /// [`time_of_impact`] with these options.
    pub fn time_of_impact<V: Space<Scalar = S>>(
        &self,
        a: impl Convex<V>,
        motion_a: &Motion<V>,
        b: impl Convex<V>,
        motion_b: &Motion<V>,
    ) -> Result<Encounter<V>, Error> {
        let most = self.from.abs().max(self.to.abs());
        motion_a.check_until(most)?;
        motion_b.check_until(most)?;
        let smaller = |x: S, y: S| if x < y { x } else { y };
        let size = |extent: S, radius: S| extent + radius;
        let sizes = [size(reach(&a), a.radius()), size(reach(&b), b.radius())];
        let share = S::from_f64(TOLERANCE) * smaller(sizes[0], sizes[1]);
        // Two half-spaces have no size.
        let default = if share.is_finite() { share } else { S::ZERO };
        let bodies = [motion_a.rates(&a), motion_b.rates(&b)];
        let course = self.course(bodies, self.tolerance.unwrap_or(default));
        Ok(course
            .run(|time| (At::new(&a, motion_a.placed(time)), At::new(&b, motion_b.placed(time)))))
    }

    fn course<V: Space<Scalar = S>>(&self, bodies: [Rates<V>; 2], tolerance: S) -> Course<V> {
        Course { bodies, from: self.from, to: self.to, stop: self.stop, tolerance }
    }
}

/// What a course needs to know of a shape that is moved where it stands, not turned.
fn shifting<V: Vector>(shape: &impl Convex<V>, velocity: V) -> Rates<V> {
    let center = shape.origin();
    // A product and a sum, rounded by half an ε each.
    let slack = [center.length(), velocity.length()]
        .map(|x| V::Scalar::from_f64(2.0) * V::Scalar::EPSILON * x);
    let spin = [0.0; 3];
    Rates { center, velocity, spin, reach: reach(shape), radius: shape.radius(), slack }
}

/// How far a shape's core reaches from its origin; without end for a half-space.
fn reach<V: Vector>(shape: &impl Convex<V>) -> V::Scalar {
    match shape.core() {
        Core::HalfSpace { .. } => V::Scalar::INFINITY,
        _ => shape.extent(),
    }
}

/// When two shapes that move without turning first touch, in the times from 0 to 1. The shapes are
/// given where they are at the time 0. [`Sweep`] has other intervals, a stop distance, and a
/// tolerance.
///
/// ```
/// use osculate::{DVec3, Pose, cast, Convex, shape::Cuboid};
/// let bullet = Cuboid::new(DVec3::splat(1e-3))?;
/// let wall = Cuboid::new(DVec3::new(1e-3, 2.0, 2.0))?;
/// let wall = wall.at(Pose::from_translation(DVec3::new(5000.0, 0.0, 0.0))?);
/// let hit = cast(&bullet, DVec3::X * 1e4, &wall, DVec3::ZERO)?.hit().expect("it does not tunnel");
/// assert!(hit.time.lower <= 0.4999998 && 0.4999998 <= hit.time.upper);
/// assert!(hit.time.width() < 1e-12);
/// // Past the wall nothing is hit, and that is proved.
/// let past = cast(&bullet, DVec3::new(1e4, 1e4, 0.0), &wall, DVec3::ZERO)?;
/// assert!(past.is_free());
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
/// Each shape is given in its own axes, and its motion says where these are. The answer is a
/// bracket. Before `lower` there is no contact, which is proved, the rounding of the poses
/// included. At `upper` the distance is at most the tolerance: 1e-4 of the smaller extent, if none
/// is given, and never less than rounding leaves (48 ε of all lengths of the pair, or the width of
/// a bracket of curved shapes). Shapes that touch or overlap at the start have arrived there.
///
/// A half-space that turns has no bound on its speed: nothing is then known.
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
    motion_a: &Motion<V>,
    b: impl Convex<V>,
    motion_b: &Motion<V>,
) -> Result<Encounter<V>, Error> {
    Sweep::default().time_of_impact(a, motion_a, b, motion_b)
}
