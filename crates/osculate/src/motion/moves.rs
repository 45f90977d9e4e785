//! What a motion is: a pose at each time, and bounds on how fast it goes.

use alloc::boxed::Box;

use crate::number::error::Error;
use crate::number::vector::{Real, Vector};
use crate::place::Pose;

/// A motion of a body. [`Motion`](crate::Motion) and [`Trajectory`](crate::Trajectory) are two; any
/// other is known by its pose at a time and by three bounds: on the speed of a center, which is a
/// point of the body, on the angular speed, and on what rounding puts the pose off by
/// ([`slack`](Self::slack)).
///
/// Bounds that are too high cost steps. One that is too low makes every proof wrong.
///
/// ```
/// use osculate::{DVec3, Motion, Moves, Pose, Rotation, shape::Cuboid, time_of_impact};
///
/// /// Swings about the z axis, by 1 radian to both sides of the x axis.
/// struct Pendulum;
/// impl Moves<DVec3> for Pendulum {
///     fn pose(&self, time: f64) -> Pose<DVec3> {
///         let turn = Rotation::from_axis_angle(DVec3::Z, time.sin()).expect("a finite angle");
///         Pose::new(DVec3::ZERO, turn).expect("no translation")
///     }
///     fn speed(&self, _: f64, _: f64) -> f64 {
///         0.0
///     }
///     fn angular_speed(&self, _: f64, _: f64) -> f64 {
///         1.0
///     }
///     fn slack(&self, reach: f64, _: f64) -> f64 {
///         8.0 * f64::EPSILON * reach
///     }
/// }
/// let rod = Cuboid::new(DVec3::new(2.0, 0.01, 0.01))?;
/// let pin = Cuboid::new(DVec3::splat(0.01))?;
/// let rests = Motion::resting(Pose::from_translation(DVec3::new(1.0, 1.0, 0.0))?);
/// let hit = time_of_impact(&rod, &Pendulum, &pin, &rests)?.hit().expect("it swings past π / 4");
/// let about = std::f64::consts::FRAC_PI_4.asin();
/// assert!(hit.time.lower < about && about - hit.time.lower < 0.05);
/// # Ok::<(), osculate::Error>(())
/// ```
pub trait Moves<V: Vector> {
    /// The pose at a time, rounded. Times are those of the interval that is asked about.
    fn pose(&self, time: V::Scalar) -> Pose<V>;

    /// The point, in the body's own axes, whose speed [`speed`](Self::speed) bounds: mostly the one
    /// that the body turns about.
    fn center(&self) -> V {
        V::ZERO
    }

    /// Where the center is at a time.
    fn center_at(&self, time: V::Scalar) -> V {
        self.pose(time).apply(self.center())
    }

    /// An upper bound of the center's speed at all times between these two.
    fn speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar;

    /// An upper bound of the angular speed, in radians, at all times between these two.
    fn angular_speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar;

    /// How far rounding may have put a point of the body from where the exact motion has it at this
    /// time, if the point is within `reach` of the center. The exact motion is the one that the
    /// bounds hold for. A few ε of the lengths that the pose is made of are a good bound.
    fn slack(&self, reach: V::Scalar, time: V::Scalar) -> V::Scalar;

    /// The velocities from this time on, if they are constant for a while. A motion that says so is
    /// asked in fewer steps: its bounds then have directions.
    ///
    /// ```
    /// use osculate::{DVec2, Motion, Moves, Pose};
    /// let flies = Motion::new(Pose::IDENTITY, DVec2::X * 2.0)?.turning(3.0)?;
    /// let twist = flies.twist(0.0).expect("its velocities are constant");
    /// assert_eq!((twist.velocity(), twist.angular_velocity()), (DVec2::X * 2.0, 3.0));
    /// assert_eq!((twist.until(), flies.center_at(5.0)), (f64::INFINITY, DVec2::X * 10.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    fn twist(&self, time: V::Scalar) -> Option<Twist<V>> {
        let _ = time;
        None
    }

    /// Whether all poses between these two times are in the range of numbers.
    ///
    /// ```
    /// use osculate::{DVec2, Motion, Moves, Pose};
    /// let flies = Motion::new(Pose::IDENTITY, DVec2::X * 1e300)?;
    /// assert!(flies.check(0.0, 1.0).is_ok() && flies.check(0.0, 1e9).is_err());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    fn check(&self, from: V::Scalar, to: V::Scalar) -> Result<(), Error> {
        let _ = (from, to);
        Ok(())
    }
}

/// A body at rest.
///
/// ```
/// use osculate::{DVec3, Motion, Pose, shape::Ball, time_of_impact};
/// let flies = Motion::new(Pose::IDENTITY, DVec3::X * 4.0)?;
/// let stands = Pose::from_translation(DVec3::X * 3.0)?;
/// let ball = Ball::new(1.0)?;
/// assert!(time_of_impact(&ball, &flies, &ball, &stands)?.hit().is_some());
/// # Ok::<(), osculate::Error>(())
/// ```
impl<V: Vector> Moves<V> for Pose<V> {
    fn pose(&self, _: V::Scalar) -> Pose<V> {
        *self
    }
    fn speed(&self, _: V::Scalar, _: V::Scalar) -> V::Scalar {
        V::Scalar::ZERO
    }
    fn angular_speed(&self, _: V::Scalar, _: V::Scalar) -> V::Scalar {
        V::Scalar::ZERO
    }
    fn slack(&self, _: V::Scalar, _: V::Scalar) -> V::Scalar {
        V::Scalar::ZERO
    }
    fn twist(&self, _: V::Scalar) -> Option<Twist<V>> {
        Some(Twist { velocity: V::ZERO, spin: [0.0; 3], until: V::Scalar::INFINITY })
    }
}

/// Velocities that are constant for a while.
///
/// ```
/// use osculate::{DVec3, Twist};
/// // Until the time 5 it moves along x, and turns about z.
/// let twist = Twist::<DVec3>::new(DVec3::X, DVec3::Z * 2.0, 5.0);
/// assert_eq!((twist.velocity(), twist.angular_velocity()), (DVec3::X, DVec3::Z * 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twist<V: Vector> {
    pub(super) velocity: V,
    /// Not rounded to the precision of the space: bounds are held to it. In the plane the third
    /// coordinate alone is not zero.
    pub(super) spin: [f64; 3],
    pub(super) until: V::Scalar,
}

impl<V: Vector> Twist<V> {
    /// The velocity of the center and the angular velocity, both in the world's axes, up to a time
    /// that is later than the one asked about.
    #[must_use]
    pub fn new(velocity: V, angular_velocity: V::AngularVelocity, until: V::Scalar) -> Self {
        Self { velocity, spin: V::spin(angular_velocity), until }
    }

    /// The velocity of the center.
    #[must_use]
    pub fn velocity(&self) -> V {
        self.velocity
    }

    /// The angular velocity, in the world's axes.
    #[must_use]
    pub fn angular_velocity(&self) -> V::AngularVelocity {
        V::angular_velocity(self.spin)
    }

    /// The velocities are these up to this time.
    #[must_use]
    pub fn until(&self) -> V::Scalar {
        self.until
    }

    pub(crate) fn turns(&self) -> bool {
        self.spin != [0.0; 3]
    }
}

macro_rules! forward {
    ($($header:tt)*) => {
        $($header)* {
            #[inline]
            fn pose(&self, time: V::Scalar) -> Pose<V> {
                (**self).pose(time)
            }
            #[inline]
            fn center(&self) -> V {
                (**self).center()
            }
            #[inline]
            fn center_at(&self, time: V::Scalar) -> V {
                (**self).center_at(time)
            }
            #[inline]
            fn speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
                (**self).speed(from, to)
            }
            #[inline]
            fn angular_speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
                (**self).angular_speed(from, to)
            }
            #[inline]
            fn slack(&self, reach: V::Scalar, time: V::Scalar) -> V::Scalar {
                (**self).slack(reach, time)
            }
            #[inline]
            fn twist(&self, time: V::Scalar) -> Option<Twist<V>> {
                (**self).twist(time)
            }
            #[inline]
            fn check(&self, from: V::Scalar, to: V::Scalar) -> Result<(), Error> {
                (**self).check(from, to)
            }
        }
    };
}
forward!(impl<V: Vector, M: Moves<V> + ?Sized> Moves<V> for &M);
forward!(impl<V: Vector, M: Moves<V> + ?Sized> Moves<V> for Box<M>);
