//! A body as a scene has it: what it is, how it moves, and whom it may meet.

use super::groups::Groups;
use super::kind::BodyKind;
use crate::body::Body;
use crate::convex::bounds::Aabb;
use crate::number::contract::CURVED_WIDTH;
use crate::number::vector::{Scalar, Vector};
use crate::place::Pose;

/// A body to add to a [`Scene`](super::Scene), with a number of the user's; how it moves; the
/// groups that it belongs to, and those that it meets. A [`Body`] alone is dynamic, in the first
/// group, and meets all; its `with_kind`, `with_groups` and `with_data` make this of it.
///
/// ```
/// use osculate::{Body, DVec3, Pose, scene::{BodyKind, Groups}, shape::{Ball, Cuboid}};
/// let head = Pose::from_translation(DVec3::X)?;
/// let hammer = Body::compound([
///     (Cuboid::new(DVec3::new(1.0, 0.1, 0.1))?.into(), Pose::IDENTITY),
///     (Ball::new(0.3)?.into(), head),
/// ])?;
/// // It belongs to the first group, and meets bodies of the second alone.
/// let hammer = hammer.with_groups(Groups { memberships: 0b01, meets: 0b10 }).with_data(7);
/// assert_eq!((hammer.data(), hammer.kind()), (7, BodyKind::Dynamic));
/// assert_eq!(hammer.body().part_count(), 2);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Member<V: Vector> {
    body: Body<V>,
    data: u64,
    groups: Groups,
    kind: BodyKind,
}

/// In ε of what a body reaches, what a query may leave open beside what a box has already: it may
/// say yes to shapes that are as far apart as its band and the width of its bracket, 9 and 7 ε of
/// the lengths of the pair. These are at most twice the sum of what each of two bodies that nearly
/// touch reaches from its origin, so each body's share is 32 ε. The box has 16 of these, and sums
/// round a few times more.
const SLACK: f64 = 20.0;

/// What a query may leave open for a shape of this reach, beside what its box has. A curved shape
/// has a wider bracket, and so has any shape beside a curved one.
pub(super) fn slack<S: Scalar>(reach: S) -> S {
    S::from_f64(SLACK) * S::EPSILON * reach + S::from_f64(2.0 * CURVED_WIDTH) * reach
}

/// The box around a body of this span that no other reaches into unless queries may say so.
pub(super) fn sure_box<V: Vector>(of: &Body<V>, span: V::Scalar, pose: Pose<V>) -> Aabb<V> {
    let bounds = of.at(pose).bounds();
    if bounds.is_empty() { bounds } else { bounds.expanded(slack(span)) }
}

impl<V: Vector> Member<V> {
    /// A body that is dynamic, in the first group, and meets all.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{BodyKind, Groups, Member}, shape::Cuboid};
    /// let tile = Body::new(Cuboid::new(DVec2::ONE)?);
    /// let ground = Groups { memberships: 0b10, meets: 0b01 };
    /// let tile = Member::new(tile).with_kind(BodyKind::Static).with_groups(ground).with_data(7);
    /// assert_eq!((tile.kind(), tile.groups(), tile.data()), (BodyKind::Static, ground, 7));
    /// assert!(tile.bounds(Pose::from_translation(DVec2::X * 5.0)?).contains(DVec2::X * 6.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn new(body: impl Into<Body<V>>) -> Self {
        let (groups, kind) = (Groups::default(), BodyKind::default());
        Self { body: body.into(), data: 0, groups, kind }
    }

    /// With a number of the user's.
    #[must_use]
    pub fn with_data(self, data: u64) -> Self {
        Self { data, ..self }
    }

    /// In these groups.
    #[must_use]
    pub fn with_groups(self, groups: Groups) -> Self {
        Self { groups, ..self }
    }

    /// Of this kind.
    #[must_use]
    pub fn with_kind(self, kind: BodyKind) -> Self {
        Self { kind, ..self }
    }

    /// What it is.
    #[must_use]
    pub fn body(&self) -> &Body<V> {
        &self.body
    }

    /// The user's number.
    #[must_use]
    pub fn data(&self) -> u64 {
        self.data
    }

    /// Its groups, and those that it meets.
    #[must_use]
    pub fn groups(&self) -> Groups {
        self.groups
    }

    /// How it moves.
    #[must_use]
    pub fn kind(&self) -> BodyKind {
        self.kind
    }

    /// The box around it at a pose: no other body touches it, as far as queries can tell, that does
    /// not reach into it.
    #[must_use]
    pub fn bounds(&self, pose: Pose<V>) -> Aabb<V> {
        sure_box(&self.body, self.body.span(), pose)
    }
}

impl<V: Vector, B: Into<Body<V>>> From<B> for Member<V> {
    fn from(body: B) -> Self {
        Self::new(body)
    }
}

/// A body as a scene takes it.
impl<V: Vector> Body<V> {
    /// This body, of a kind.
    ///
    /// ```
    /// use osculate::{Body, DVec2, scene::{BodyKind, Groups}, shape::Ball};
    /// let ball = Body::new(Ball::<DVec2>::new(1.0)?);
    /// assert_eq!(ball.clone().with_kind(BodyKind::Kinematic).kind(), BodyKind::Kinematic);
    /// let ghost = Groups { memberships: 0b1, meets: 0 };
    /// assert_eq!(ball.clone().with_groups(ghost).groups(), ghost);
    /// assert_eq!(ball.with_data(42).data(), 42);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn with_kind(self, kind: BodyKind) -> Member<V> {
        Member::new(self).with_kind(kind)
    }

    /// This body, in groups.
    #[must_use]
    pub fn with_groups(self, groups: Groups) -> Member<V> {
        Member::new(self).with_groups(groups)
    }

    /// This body, with a number of the user's.
    #[must_use]
    pub fn with_data(self, data: u64) -> Member<V> {
        Member::new(self).with_data(data)
    }
}
