//! How bodies move: what a file or a command line says of it, and the motion that it makes.

use crate::chain::{JointWays, Moving};
use crate::joints::Joints;
use osculate::{DVec2, DVec3, Error, Moves, Pose, Space, Trajectory, Twist, Vector};

/// A body's motion, from where the body stands at the time 0.
///
/// ```
/// use osculate::DVec2;
/// use osculate_io::{FileMotion, Turn, Way};
/// // In two seconds it goes 4 along x and turns by a quarter about its origin, at (1, 0).
/// let turn = Some(Turn::By([0.0, 0.0, std::f64::consts::FRAC_PI_2]));
/// let motion = FileMotion::Even { way: Some(Way::By(DVec2::X * 4.0)), turn, about: None };
/// let motion = motion.of_body(DVec2::X, 2.0)?;
/// let end = motion.pose(2.0);
/// assert!((end * DVec2::X - DVec2::X * 5.0).length() < 1e-14);
/// assert!((end * (DVec2::X * 2.0) - DVec2::new(5.0, 1.0)).length() < 1e-14);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum FileMotion<V: Vector = DVec3> {
    /// At constant velocities.
    Even {
        /// Where the body goes, if it does.
        way: Option<Way<V>>,
        /// How it turns, if it does.
        turn: Option<Turn>,
        /// The point of the world, at the start, that the body turns about: it moves with the
        /// body. The body's origin, if none is given.
        about: Option<V>,
    },
    /// From pose to pose: the body's origin moves straight, and the body turns about it by the
    /// shortest turn.
    Path {
        /// Where the body's own axes are at the time 0.
        start: Pose<V>,
        /// Where they are at later times.
        way: Trajectory<V>,
    },
}

/// Where a body goes: the point that it turns about does, or else its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way<V: Vector = DVec3> {
    /// By so much, over the whole time.
    By(V),
    /// To this place, over the whole time.
    To(V),
    /// At this velocity.
    At(V),
}

/// How a body turns: the axis, times an angle in radians. In the plane the third number alone is
/// not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// By this angle, over the whole time; it may be many turns.
    By([f64; 3]),
    /// By this angle in a unit of time.
    At([f64; 3]),
}

/// A space whose bodies can turn.
///
/// ```
/// use osculate::{DVec2, Motion, Pose};
/// use osculate_io::{JointWays, Joints, Turns};
/// let turns = <DVec2 as Turns>::turning(Motion::resting(Pose::IDENTITY), [0.0, 0.0, 0.5])?;
/// assert!((turns.pose_at(1.0)?.rotation().to_angle() - 0.5).abs() < 1e-15);
/// let (joints, none) = (Joints::default(), JointWays::new(&Joints::default(), &[], &[], 1.0));
/// assert!(<DVec2 as Turns>::of_joints(&none, &joints, None, 0)?.is_none());
/// # Ok::<(), osculate::Error>(())
/// ```
pub trait Turns: Space<Scalar = f64> + Send + Sync {
    /// The motion, turning about its center as well.
    fn turning(
        motion: osculate::Motion<Self>,
        spin: [f64; 3],
    ) -> Result<osculate::Motion<Self>, Error>;

    /// What [`JointWays::motion`] says of a robot's bodies. The plane has no robots.
    fn of_joints(
        ways: &JointWays,
        joints: &Joints,
        joint: Option<usize>,
        skipped: usize,
    ) -> Result<Option<Moving<Self>>, Error>;
}

impl Turns for DVec3 {
    fn turning(
        motion: osculate::Motion<Self>,
        spin: [f64; 3],
    ) -> Result<osculate::Motion<Self>, Error> {
        motion.turning(Self::from(spin))
    }

    fn of_joints(
        ways: &JointWays,
        joints: &Joints,
        joint: Option<usize>,
        skipped: usize,
    ) -> Result<Option<Moving<Self>>, Error> {
        ways.motion(joints, joint, skipped)
    }
}

impl Turns for DVec2 {
    fn turning(
        motion: osculate::Motion<Self>,
        spin: [f64; 3],
    ) -> Result<osculate::Motion<Self>, Error> {
        motion.turning(spin[2])
    }

    fn of_joints(
        _: &JointWays,
        _: &Joints,
        _: Option<usize>,
        _: usize,
    ) -> Result<Option<Moving<Self>>, Error> {
        Ok(None)
    }
}

impl<V: Turns> FileMotion<V> {
    /// The motion of a body with this origin. What is to be done over the whole time is done at the
    /// time `until`, which is above zero.
    pub fn of_body(&self, origin: V, until: f64) -> Result<Moving<V>, Error> {
        let (way, turn, about) = match self {
            Self::Even { way, turn, about } => (way, turn, about),
            Self::Path { start, way } => {
                let (start, back, way) = (start.translation(), start.inverse(), way.clone());
                return Ok(Box::new(Route { start, back, way }));
            }
        };
        let center = about.unwrap_or(origin);
        let velocity = match *way {
            None => V::ZERO,
            Some(Way::By(way)) => way * until.recip(),
            Some(Way::To(place)) => (place - center) * until.recip(),
            Some(Way::At(velocity)) => velocity,
        };
        let motion = osculate::Motion::new(Pose::IDENTITY, velocity)?.about(center)?;
        Ok(Box::new(match *turn {
            None => motion,
            Some(Turn::By(turn)) => V::turning(motion, turn.map(|x| x / until))?,
            Some(Turn::At(spin)) => V::turning(motion, spin)?,
        }))
    }

    /// The last time that the motion names itself.
    pub fn last_time(&self) -> Option<f64> {
        match self {
            Self::Even { .. } => None,
            Self::Path { way, .. } => Some(way.times()[1]),
        }
    }
}

/// A trajectory of a body's own axes, as a motion of what stands in the world at the time 0.
struct Route<V: Vector> {
    /// The body's origin at the time 0.
    start: V,
    /// From the world to the body's own axes at the time 0.
    back: Pose<V>,
    way: Trajectory<V>,
}

/// What the pose may be off by beside the trajectory's own slack, in ε of the lengths that it is
/// made of: products of two rotations, 3√3 ε each, a turned vector and two sums.
const ERROR: f64 = 32.0;

impl<V: Vector<Scalar = f64>> Moves<V> for Route<V> {
    fn pose(&self, time: f64) -> Pose<V> {
        self.way.pose(time).compose(&self.back)
    }
    fn center(&self) -> V {
        self.start
    }
    fn center_at(&self, time: f64) -> V {
        self.way.pose(time).translation()
    }
    fn speed(&self, from: f64, to: f64) -> f64 {
        self.way.speed(from, to)
    }
    fn angular_speed(&self, from: f64, to: f64) -> f64 {
        self.way.angular_speed(from, to)
    }
    fn slack(&self, reach: f64, time: f64) -> f64 {
        let lengths = reach + self.start.length() + self.center_at(time).length();
        self.way.slack(reach, time) + ERROR * f64::EPSILON * lengths
    }
    fn twist(&self, time: f64) -> Option<Twist<V>> {
        self.way.twist(time)
    }
    fn check(&self, from: f64, to: f64) -> Result<(), Error> {
        self.way.check(from, to)
    }
}
