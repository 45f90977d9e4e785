//! The options of a cast or a time of impact.

use super::approach::{Approach, Passed};
use super::body::{Body, Carried, Straight};
use super::bound::Bound;
use super::course::Course;
use super::moves::Moves;
use super::{Encounter, body};
use crate::convex::Convex;
use crate::kernel::trace::Observer;
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Scalar, Vector};
use crate::query::{Bracket, Space};

/// The tolerance of a time of impact, as a share of the smaller extent.
const TOLERANCE: f64 = 1e-4;

/// Steps after which a march gives up. Half of them are enough where a tip passes another shape at
/// a distance just above the default tolerance and nothing but its speed is known: 1e-4 of its
/// reach takes π √(2 · 10⁴) steps.
pub(super) const BUDGET: u32 = 1024;

/// The same of a closest approach, which has to prove of every time that the distance is no less.
/// Where the distance is flat about its least, that takes most: of 12,500 random motions seven took
/// between 1,042 and 1,525 steps.
const APPROACH_BUDGET: u32 = 4 * BUDGET;

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
    /// How many times the shapes are looked at, if it was said.
    budget: Option<u32>,
    ignores_start: bool,
}

impl<S: Scalar> Default for Sweep<S> {
    /// The times from 0 to 1; contact is a distance of zero.
    fn default() -> Self {
        let (from, to, stop) = (S::ZERO, S::ONE, S::ZERO);
        Self { from, to, stop, tolerance: None, budget: None, ignores_start: false }
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

    /// The first time and the last, and the stop distance.
    pub(crate) fn interval(&self) -> (S, S, S) {
        (self.from, self.to, self.stop)
    }

    /// The same without passing over contact at the start; `None` if it does not.
    pub(crate) fn passing_over_nothing(&self) -> Option<Self> {
        self.ignores_start.then_some(Self { ignores_start: false, ..*self })
    }

    /// The tolerance, if one was asked for.
    pub(crate) fn said_tolerance(&self) -> Option<S> {
        self.tolerance
    }

    /// The same between two of its times.
    pub(crate) fn between_these(&self, from: S, to: S) -> Self {
        Self { from, to, ..*self }
    }

    /// The same up to a time, if that is sooner.
    pub(crate) fn up_to(self, to: S) -> Self {
        if to < self.to { Self { to, ..self } } else { self }
    }

    /// Counts as contact when the distance is at most this.
    pub fn stopping_at(self, distance: S) -> Result<Self, Error> {
        Ok(Self { stop: check::size("Sweep", "stop", None, distance)?, ..self })
    }

    /// Is content when the distance is at most so much above the stop distance. Without it, a cast
    /// is as exact as the rounding of the way allows, and the tolerance of a time of impact is 1e-4 of the
    /// smaller extent.
    ///
    /// ```
    /// use osculate::{DVec2, Motion, Pose, Sweep, shape::Ball};
    /// let ball = Ball::new(1.0)?;
    /// let rolls = Motion::new(Pose::IDENTITY, DVec2::X * 10.0)?.turning(1.0)?;
    /// let rests = Pose::from_translation(DVec2::X * 7.0)?;
    /// let coarse = Sweep::default().with_tolerance(0.1)?;
    /// let hit = coarse.time_of_impact(&ball, &rolls, &ball, &rests)?.hit().expect("it is ahead");
    /// assert!(hit.time.lower <= 0.5 && hit.distance.upper <= 0.1);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn with_tolerance(self, tolerance: S) -> Result<Self, Error> {
        let tolerance = Some(check::size("Sweep", "tolerance", None, tolerance)?);
        Ok(Self { tolerance, ..self })
    }

    /// Looks at the shapes so many times at most, at least once. Without it, 1,024 times; 4,096 for
    /// the closest approach.
    ///
    /// ```
    /// use osculate::{DVec2, Encounter, Motion, Pose, Sweep, shape::Cuboid};
    /// let rod = Cuboid::new(DVec2::new(4.0, 0.1))?;
    /// let spins = Motion::resting(Pose::IDENTITY).turning(3.0)?;
    /// let rests = Pose::from_translation(DVec2::Y * 3.0)?;
    /// let two_looks = Sweep::default().with_most_steps(2);
    /// let Encounter::Unknown { lower, steps } =
    ///     two_looks.time_of_impact(&rod, &spins, &rod, &rests)?
    /// else {
    ///     panic!("two looks are not enough");
    /// };
    /// assert!(lower > 0.0 && steps == 2);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn with_most_steps(self, steps: u32) -> Self {
        Self { budget: Some(steps.max(1)), ..self }
    }

    /// Passes over contact at the start that is opening: bodies that touch or overlap and separate
    /// are followed on to their next contact.
    ///
    /// Contact at the start is opening if, along its normal, the two points of contact do not come
    /// nearer to each other; sliding contact is, too. It is then passed over for as long as it gets
    /// no deeper than at the start, up to the tolerance, and until the bodies are seen apart. They
    /// are proved to stay in contact until then: those that part by less than the tolerance have
    /// not parted. A miss means that they got no deeper, and had no other contact. If contact gets
    /// deeper without the bodies having been apart, that is the hit: before `lower` it was no
    /// deeper, and at `upper` it is.
    ///
    /// A motion that does not tell its velocities ([`Moves::twist`]) is not known to close at the
    /// start. Of its bodies only a contact that lasts for a short while is proved: the rest is
    /// unknown.
    ///
    /// ```
    /// use osculate::{DVec3, Sweep, shape::Cuboid, Place, Pose};
    /// let cube = Cuboid::new(DVec3::ONE)?;
    /// let below = cube.at(Pose::from_translation(-DVec3::Y * 2.0)?);
    /// let sweep = Sweep::default();
    /// assert!(sweep.cast(&cube, DVec3::X, &below, DVec3::ZERO)?.hit().is_some());
    /// // One that slides on the other does not get nearer to it, and neither does one that jumps.
    /// let sweep = sweep.ignoring_opening();
    /// assert!(sweep.cast(&cube, DVec3::X, &below, DVec3::ZERO)?.is_missed());
    /// assert!(sweep.cast(&cube, DVec3::Y, &below, DVec3::ZERO)?.is_missed());
    /// assert!(sweep.cast(&cube, -DVec3::Y, &below, DVec3::ZERO)?.hit().is_some());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn ignoring_opening(self) -> Self {
        Self { ignores_start: true, ..self }
    }

    /// Whether a way of this velocity is in the range of numbers.
    pub(crate) fn check_velocity<V: Vector<Scalar = S>>(
        &self,
        parameter: &'static str,
        velocity: V,
    ) -> Result<(), Error> {
        let most = S::ONE.max(self.from.abs().max(self.to.abs()));
        check::vector("cast", parameter, velocity * most).map(|_| ())
    }

    /// [`cast`](super::cast()) with these options.
    pub fn cast<V: Space<Scalar = S>>(
        &self,
        a: impl Convex<V>,
        velocity_a: V,
        b: impl Convex<V>,
        velocity_b: V,
    ) -> Result<Encounter<V>, Error> {
        self.check_velocity("velocity_a", velocity_a)?;
        self.check_velocity("velocity_b", velocity_b)?;
        let (a, b) = (Straight::new(&a, velocity_a), Straight::new(&b, velocity_b));
        Ok(self.course(&a, &b, self.tolerance.unwrap_or(S::ZERO)).run(&mut ()))
    }

    /// [`time_of_impact`](super::time_of_impact()) with these options.
    pub fn time_of_impact<V: Space<Scalar = S>>(
        &self,
        a: impl Convex<V>,
        motion_a: &(impl Moves<V> + ?Sized),
        b: impl Convex<V>,
        motion_b: &(impl Moves<V> + ?Sized),
    ) -> Result<Encounter<V>, Error> {
        self.observed_by(&mut ()).time_of_impact(a, motion_a, b, motion_b)
    }

    /// The same options for a [`time_of_impact`](Observed::time_of_impact) that shows each look at
    /// the shapes to an observer.
    ///
    /// ```
    /// use osculate::trace::{Look, Observer, Step};
    /// use osculate::{DVec2, Motion, Pose, Sweep, shape::Ball};
    /// struct Looks(usize);
    /// impl Observer<DVec2> for Looks {
    ///     fn step(&mut self, _: Step<'_, DVec2>) {}
    ///     fn look(&mut self, _: Look<DVec2>) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let (ball, mut looks) = (Ball::new(1.0)?, Looks(0));
    /// let flies = Motion::new(Pose::IDENTITY, DVec2::Y)?;
    /// let beside = Pose::from_translation(DVec2::X * 5.0)?;
    /// let seen = Sweep::default().observed_by(&mut looks);
    /// assert!(seen.time_of_impact(&ball, &flies, &ball, &beside)?.is_missed());
    /// assert!(looks.0 >= 1);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn observed_by<O>(self, observer: &mut O) -> Observed<'_, S, O> {
        Observed { sweep: self, observer }
    }

    /// [`closest_approach`](super::closest_approach()) with these options. The stop distance is not
    /// used, and contact at the start is contact.
    ///
    /// ```
    /// use osculate::{DVec2, Motion, Pose, Sweep, shape::Ball};
    /// let ball = Ball::new(1.0)?;
    /// let flies = Motion::new(Pose::from_translation(DVec2::Y * 3.0)?, DVec2::X)?;
    /// let rests = Pose::from_translation(DVec2::X * 8.0)?;
    /// let sweep = Sweep::between(0.0, 10.0)?;
    /// let pass = sweep.closest_approach(&ball, &flies, &ball, &rests)?;
    /// assert!(pass.time.contains(8.0) && pass.distance.contains(1.0));
    /// // Up to the time 4 they are nearest at its end, where 4 and 3 make 5.
    /// let sooner = Sweep::between(0.0, 4.0)?.clearance_along(&ball, &flies, &ball, &rests)?;
    /// assert!(sooner.contains(3.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn closest_approach<V: Space<Scalar = S>>(
        &self,
        a: impl Convex<V>,
        motion_a: &(impl Moves<V> + ?Sized),
        b: impl Convex<V>,
        motion_b: &(impl Moves<V> + ?Sized),
    ) -> Result<Approach<V>, Error> {
        Ok(self.approach(a, motion_a, b, motion_b, S::INFINITY)?.0)
    }

    /// The same of shapes of which it is of no interest whether they stay further apart than `most`.
    pub(crate) fn approach<V: Space<Scalar = S>>(
        &self,
        a: impl Convex<V>,
        motion_a: &(impl Moves<V> + ?Sized),
        b: impl Convex<V>,
        motion_b: &(impl Moves<V> + ?Sized),
        most: S,
    ) -> Result<(Approach<V>, Passed), Error> {
        motion_a.check(self.from, self.to)?;
        motion_b.check(self.from, self.to)?;
        let tolerance = self.tolerance_of(&a, &b);
        let (a, b) = (Carried::new(&a, motion_a), Carried::new(&b, motion_b));
        let budget = Some(self.budget.unwrap_or(APPROACH_BUDGET));
        let plain = Self { stop: S::ZERO, ignores_start: false, budget, ..*self };
        Ok(plain.course(&a, &b, tolerance).nearest_approach(most))
    }

    /// [`clearance_along`](super::clearance_along()) with these options, of any two motions.
    pub fn clearance_along<V: Space<Scalar = S>>(
        &self,
        a: impl Convex<V>,
        motion_a: &(impl Moves<V> + ?Sized),
        b: impl Convex<V>,
        motion_b: &(impl Moves<V> + ?Sized),
    ) -> Result<Bracket<S>, Error> {
        Ok(self.closest_approach(a, motion_a, b, motion_b)?.distance)
    }

    /// The tolerance that was asked for, or the share of the smaller extent.
    pub(super) fn tolerance_of<V: Vector<Scalar = S>>(
        &self,
        a: &impl Convex<V>,
        b: &impl Convex<V>,
    ) -> S {
        if let Some(tolerance) = self.tolerance {
            return tolerance;
        }
        let smaller = |x: S, y: S| if x < y { x } else { y };
        let sizes = [body::reach(a) + a.rounding(), body::reach(b) + b.rounding()];
        Self::share_of(smaller(sizes[0], sizes[1]))
    }

    /// The tolerance of a time, if none was asked for, of shapes of which the smaller has this
    /// extent.
    pub(crate) fn share_of(extent: S) -> S {
        let share = S::from_f64(TOLERANCE) * extent;
        // Two half-spaces have no size.
        if share.is_finite() { share } else { S::ZERO }
    }

    fn course<'b, V: Vector<Scalar = S>, A: Body<V>, B: Body<V>>(
        &self,
        a: &'b A,
        b: &'b B,
        tolerance: S,
    ) -> Course<'b, V, A, B> {
        let Self { from, to, stop, ignores_start, .. } = *self;
        let budget = self.budget.unwrap_or(BUDGET);
        Course { bound: Bound { a, b, to }, from, stop, tolerance, budget, ignores_start }
    }
}

/// A sweep whose looks at the shapes are shown to an observer, by [`Sweep::observed_by`].
#[derive(Debug)]
pub struct Observed<'o, S, O> {
    sweep: Sweep<S>,
    observer: &'o mut O,
}

impl<S: Scalar, O> Observed<'_, S, O> {
    /// The time of impact, and each [`Look`](crate::kernel::trace::Look) of the march that finds it. What
    /// is otherwise answered without a march is marched too, and the observer hears of the
    /// shortcut.
    ///
    /// ```
    /// use osculate::trace::{Look, Observer, Step};
    /// use osculate::{DVec2, Motion, Pose, Sweep, shape::Ball};
    /// struct Times(Vec<f64>);
    /// impl Observer<DVec2> for Times {
    ///     fn step(&mut self, _: Step<'_, DVec2>) {}
    ///     fn look(&mut self, look: Look<DVec2>) {
    ///         self.0.push(look.time);
    ///     }
    /// }
    /// let (ball, mut times) = (Ball::new(1.0)?, Times(Vec::new()));
    /// let flies = Motion::new(Pose::IDENTITY, DVec2::X * 10.0)?;
    /// let rests = Motion::resting(Pose::from_translation(DVec2::X * 5.0)?);
    /// let sweep = Sweep::default().observed_by(&mut times);
    /// let hit = sweep.time_of_impact(&ball, &flies, &ball, &rests)?.hit().expect("in the way");
    /// assert_eq!((times.0[0], times.0.last()), (0.0, Some(&hit.time.lower)));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn time_of_impact<V: Space<Scalar = S>>(
        self,
        a: impl Convex<V>,
        motion_a: &(impl Moves<V> + ?Sized),
        b: impl Convex<V>,
        motion_b: &(impl Moves<V> + ?Sized),
    ) -> Result<Encounter<V>, Error>
    where
        O: Observer<V>,
    {
        let Self { sweep, observer } = self;
        motion_a.check(sweep.from, sweep.to)?;
        motion_b.check(sweep.from, sweep.to)?;
        let tolerance = sweep.tolerance_of(&a, &b);
        let (a, b) = (Carried::new(&a, motion_a), Carried::new(&b, motion_b));
        Ok(sweep.course(&a, &b, tolerance).run(observer))
    }
}
