//! What is answered about two bodies: which of their parts, and what of these.

use crate::contact::Contact;
use crate::motion::{Approach, Encounter, Struck};
use crate::number::vector::Vector;
use crate::query::{Bracket, Closest, SignedDistance};

/// The closest points of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyClosest<V: Vector> {
    /// A part of a and a part of b that are nearest.
    pub parts: [u32; 2],
    /// Their closest points. The distance is that of the bodies: no other parts are nearer than its
    /// lower end.
    pub closest: Closest<V>,
}

/// The signed distance of two bodies, by their parts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodySignedDistance<V: Vector> {
    /// A part of a and a part of b that are nearest, or overlap the deepest.
    pub parts: [u32; 2],
    /// Their signed distance. No other parts have one below its lower end.
    pub signed_distance: SignedDistance<V>,
}

/// A contact of two parts of bodies.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartContact<V: Vector> {
    /// The part of a and the part of b.
    pub parts: [u32; 2],
    /// Their contact.
    pub contact: Contact<V>,
}

/// A part of a body that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartRayHit<V: Vector> {
    /// The part.
    pub part: u32,
    /// Where: a hit, or not known beyond a parameter. It is never a miss.
    pub struck: Struck<V>,
}

/// The point of a body's surface that is nearest to a point.
///
/// ```
/// use osculate::{Body, DVec3, Pose, shape::Cuboid};
/// let block = Body::new(Cuboid::new(DVec3::new(1.0, 2.0, 3.0))?);
/// let found = block.at(Pose::IDENTITY).project_point(DVec3::new(0.75, 0.5, 0.0));
/// let found = found.expect("it is a number");
/// assert!(found.distance.contains(-0.25));
/// assert!((found.point - DVec3::new(1.0, 0.5, 0.0)).length() < 1e-12);
/// assert!((found.normal - DVec3::X).length() < 1e-12);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartProjection<V: Vector> {
    /// The part that it lies on.
    pub part: u32,
    /// Where it is.
    pub point: V,
    /// How far away that is; less than zero if the point that was asked about is inside.
    pub distance: Bracket<V::Scalar>,
    /// The way out of the body there. Where the point is on the surface itself, it may be any.
    pub normal: V,
}

/// When two parts of bodies meet.
///
/// ```
/// use osculate::{Body, DVec2, Pose, Sweep, shape::Ball};
/// let corners = [DVec2::ZERO, DVec2::X * 2.0, DVec2::new(2.0, 1.0)];
/// let step = Body::from_segments(&corners, &[[0, 1], [1, 2]])?;
/// let ball = Body::new(Ball::new(0.25)?);
/// let before = Pose::from_translation(DVec2::new(0.5, 0.5))?;
/// let (ball, step) = (ball.at(before), step.at(Pose::IDENTITY));
/// let met = ball.cast(DVec2::X * 5.0, &step, DVec2::ZERO, &Sweep::default())?;
/// let met = met.expect("it rolls against the second segment");
/// assert_eq!(met.parts, [0, 1]);
/// assert!(met.encounter.hit().expect("it is known when").time.contains(0.25));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartImpact<V: Vector> {
    /// The part of a and the part of b.
    pub parts: [u32; 2],
    /// When: a hit, or not known beyond a time. It is never a miss.
    pub encounter: Encounter<V>,
}

/// When and how near two bodies pass.
///
/// ```
/// use osculate::{Body, DVec2, Motion, Pose, Sweep, shape::{Cuboid, Segment}};
/// let wall = Body::new(Cuboid::new(DVec2::new(1.0, 4.0))?);
/// let hand = Body::new(Segment::new(DVec2::ZERO, DVec2::Y * 3.0)?);
/// // A clock's hand that turns back by a third of a turn, and points at the wall on its way.
/// let turns = Motion::resting(Pose::from_translation(DVec2::X * 4.5)?).turning(2.0)?;
/// let passed = hand.closest_approach(&turns, &wall, &Pose::IDENTITY, &Sweep::default())?;
/// let passed = passed.approach;
/// assert!((passed.distance.value - 0.5).abs() < 1e-3);
/// assert!((passed.time.value - 3.1416 / 4.0).abs() < 0.05);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartApproach<V: Vector> {
    /// A part of a and a part of b that come nearest.
    pub parts: [u32; 2],
    /// When and how near. The time and the distance are those of the bodies: no other parts are
    /// nearer than the distance's lower end, and none are nearest outside the time.
    pub approach: Approach<V>,
}
