//! Two bodies through time.

use super::Body;
use super::answer::{BodyClosest, BodySignedDistance};
use super::queries::Last;
use crate::convex::placed::At;
use crate::number::vector::Vector;
use crate::place::Pose;
use crate::query::{Bracket, Space};

/// Two bodies that move, and which of their parts mattered last. Where they move little, these
/// matter again: they are asked first, and most other parts are further away than they are. What
/// is remembered costs time where it does not fit, never correctness.
///
/// Of two shapes there is [`Tracker`](crate::Tracker).
///
/// ```
/// use osculate::{Body, BodyTracker, DVec2, Pose};
/// let corners = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
/// let ring = Body::from_segments(&corners, &[[0, 1], [1, 2], [2, 3], [3, 0]])?;
/// let mut pair = BodyTracker::new(&ring, &ring);
/// for frame in 0..10 {
///     let moved = Pose::from_translation(DVec2::X * (3.0 - 0.1 * f64::from(frame)))?;
///     let gap = pair.at(Pose::IDENTITY, moved).distance();
///     assert!((gap.value - (2.0 - 0.1 * f64::from(frame))).abs() < 1e-12);
/// }
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BodyTracker<V: Vector> {
    bodies: [Body<V>; 2],
    last: Last<V>,
}

impl<V: Space> BodyTracker<V> {
    /// Nothing is known of the two yet. The bodies are shared, not copied.
    #[must_use]
    pub fn new(a: &Body<V>, b: &Body<V>) -> Self {
        Self { bodies: [a.clone(), b.clone()], last: Last::new() }
    }

    /// The bodies.
    #[must_use]
    pub fn bodies(&self) -> [&Body<V>; 2] {
        self.bodies.each_ref()
    }

    /// A question about the bodies at these poses, which starts from what the last ones found.
    ///
    /// ```
    /// use osculate::{Body, BodyTracker, DVec3, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let mut pair = BodyTracker::new(&ball, &ball);
    /// let beside = Pose::from_translation(DVec3::X * 1.5)?;
    /// assert!(pair.at(Pose::IDENTITY, beside).intersects());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn at(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> TrackedBodies<'_, V> {
        let Self { bodies: [a, b], last } = self;
        TrackedBodies { bodies: [a.at(pose_a), b.at(pose_b)], last }
    }
}

/// A question about the two bodies of a [`BodyTracker`] at two poses. The answers are those of the
/// bodies by themselves, verdict by verdict; but of several parts that are as near it may be others.
#[derive(Debug)]
pub struct TrackedBodies<'t, V: Vector> {
    bodies: [At<V, &'t Body<V>>; 2],
    last: &'t mut Last<V>,
}

impl<V: Space> TrackedBodies<'_, V> {
    /// Whether any parts have a point in common. Touching parts do.
    ///
    /// ```
    /// # use osculate::{Body, BodyTracker, DVec3, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let mut pair = BodyTracker::new(&ball, &ball);
    /// let apart = Pose::from_translation(DVec3::X * 2.5)?;
    /// assert!(!pair.at(Pose::IDENTITY, apart).intersects());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn intersects(self) -> bool {
        let [a, b] = &self.bodies;
        a.touching_from(b, self.last).is_some()
    }

    /// The distance of the bodies: that of the nearest parts.
    ///
    /// ```
    /// # use osculate::{Body, BodyTracker, DVec3, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let mut pair = BodyTracker::new(&ball, &ball);
    /// let apart = Pose::from_translation(DVec3::X * 2.5)?;
    /// assert!(pair.at(Pose::IDENTITY, apart).distance().lower > 0.49);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn distance(self) -> Bracket<V::Scalar> {
        let [a, b] = &self.bodies;
        a.distance_from(b, self.last)
    }

    /// The distance, unless it is proved to be more than `most`. A limit that is no number is none.
    ///
    /// ```
    /// # use osculate::{Body, BodyTracker, DVec3, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let mut pair = BodyTracker::new(&ball, &ball);
    /// let apart = Pose::from_translation(DVec3::X * 2.5)?;
    /// assert!(pair.at(Pose::IDENTITY, apart).distance_within(0.25).is_none());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn distance_within(self, most: V::Scalar) -> Option<Bracket<V::Scalar>> {
        let [a, b] = &self.bodies;
        a.distance_up_to(b, most, self.last)
    }

    /// The closest points, and the parts that they lie on.
    ///
    /// ```
    /// # use osculate::{Body, BodyTracker, DVec3, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let mut pair = BodyTracker::new(&ball, &ball);
    /// let apart = Pose::from_translation(DVec3::X * 2.5)?;
    /// assert_eq!(pair.at(Pose::IDENTITY, apart).closest().parts, [0, 0]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn closest(self) -> BodyClosest<V> {
        let [a, b] = &self.bodies;
        a.closest_from(b, self.last)
    }

    /// The least signed distance of two parts: of the nearest, or of those that overlap the deepest.
    ///
    /// ```
    /// # use osculate::{Body, BodyTracker, DVec3, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let mut pair = BodyTracker::new(&ball, &ball);
    /// let beside = Pose::from_translation(DVec3::X * 1.5)?;
    /// let signed = pair.at(Pose::IDENTITY, beside).signed_distance();
    /// assert!(signed.signed_distance.distance.upper < -0.49);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn signed_distance(self) -> BodySignedDistance<V> {
        let [a, b] = &self.bodies;
        a.signed_distance_from(b, self.last)
    }
}
