//! Which bodies a query looks at.

use core::fmt;

use super::groups::Groups;
use super::member::Member;
use super::names::BodyId;
use crate::number::vector::Vector;

/// Which bodies a query looks at: groups and a mask as those of a body, and a question of the
/// user's.
///
/// ```
/// use osculate::{Body, DVec3, Pose, scene::{Filter, Groups, Member, Scene}, shape::Ball};
/// let mut scene = Scene::<DVec3>::new();
/// let ball = Body::new(Ball::new(1.0)?);
/// let [first, second] = [0b01, 0b10].map(|memberships| Groups { memberships, meets: !0 });
/// let one = scene.add(ball.clone().with_groups(first), Pose::IDENTITY);
/// let two = scene.add(ball.clone().with_groups(second).with_data(5), Pose::IDENTITY);
/// let here = Ball::new(0.1)?;
/// assert_eq!(scene.touching_shape(&here, &Filter::ALL).len(), 2);
/// // What meets the second group alone.
/// let second = Filter::groups(Groups { memberships: !0, meets: 0b10 });
/// assert_eq!(scene.touching_shape(&here, &second)[0].body, two);
/// let not_five = |_, member: &Member<DVec3>| member.data() != 5;
/// assert_eq!(scene.touching_shape(&here, &Filter::ALL.with_predicate(&not_five))[0].body, one);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Filter<'f, V: Vector> {
    /// Groups and mask; without them, every body's.
    groups: Option<Groups>,
    accepts: Option<Question<'f, V>>,
}

type Question<'f, V> = &'f dyn Fn(BodyId, &Member<V>) -> bool;

impl<'f, V: Vector> Filter<'f, V> {
    /// Every body, whatever its groups and its mask.
    pub const ALL: Self = Self { groups: None, accepts: None };

    /// The bodies that one in these groups would meet.
    #[must_use]
    pub fn groups(groups: Groups) -> Self {
        Self { groups: Some(groups), accepts: None }
    }

    /// Of those, the ones alone to which this question is answered by yes. A filter has one such
    /// question, the last that it was given. It is asked in no particular order.
    #[must_use]
    pub fn with_predicate(self, accepts: &'f dyn Fn(BodyId, &Member<V>) -> bool) -> Self {
        Self { accepts: Some(accepts), ..self }
    }

    /// Whether the query looks at all bodies.
    pub(super) fn accepts_all(&self) -> bool {
        self.groups.is_none() && self.accepts.is_none()
    }

    /// Whether the query looks at a body.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Groups, Scene}, shape::Ball};
    /// let mut scene = Scene::<DVec2>::new();
    /// let first = Groups { memberships: 0b01, meets: !0 };
    /// let id = scene.add(Body::new(Ball::new(1.0)?).with_groups(first), Pose::IDENTITY);
    /// let member = scene.member(id).expect("it was added");
    /// let second = Filter::groups(Groups { memberships: !0, meets: 0b10 });
    /// assert!(Filter::ALL.accepts(id, member) && !second.accepts(id, member));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn accepts(&self, id: BodyId, body: &Member<V>) -> bool {
        self.groups.is_none_or(|groups| groups.meet(body.groups()))
            && self.accepts.is_none_or(|accepts| accepts(id, body))
    }
}

impl<V: Vector> Default for Filter<'_, V> {
    fn default() -> Self {
        Self::ALL
    }
}

impl<V: Vector> fmt::Debug for Filter<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (groups, asks) = (&self.groups, self.accepts.is_some());
        f.debug_struct("Filter").field("groups", groups).field("asks", &asks).finish()
    }
}
