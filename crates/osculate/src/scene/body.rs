//! What a body of a scene is: its shapes, and whom it may meet.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::groups::Groups;
use super::kind::BodyKind;
use crate::convex::bounds::Aabb;
use crate::convex::placed::{At, Place};
use crate::convex::{Convex, Facts};
use crate::error::{Error, Problem};
use crate::number::contract::CURVED_WIDTH;
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::Pose;
use crate::shape::{Mass, Shape};

/// The name of a body in a scene. It is never the name of another body of that scene: a body that
/// comes into the place of one that was removed has a name of its own. Names that were given after
/// a snapshot are void when the scene is restored to it, and are given again.
///
/// Names are in the order of places, which is the order of all answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl BodyId {
    /// The place of the body: less than the most bodies that the scene ever held at once. For
    /// tables of one's own beside the scene.
    #[must_use]
    pub fn slot(&self) -> usize {
        self.slot as usize
    }

    /// What is said of a name that is not in the scene.
    pub(super) fn unknown(self) -> Error {
        Error {
            shape: "Scene",
            parameter: "body",
            index: Some(self.slot()),
            value: f64::from(self.generation),
            problem: Problem::NotThere,
        }
    }
}

/// One of the shapes that a body is made of. A body of one shape has the part 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The body.
    pub body: BodyId,
    /// Which of its shapes.
    pub part: u32,
}

/// A body to add to a [`Scene`](super::Scene): one shape, or several at poses of their own; a
/// number of the user's; how it moves; the groups that it belongs to, and those that it meets.
///
/// ```
/// use osculate::{DVec3, Pose, scene::{Body, Groups}, shape::{Ball, Cuboid}};
/// let head = Pose::from_translation(DVec3::X)?;
/// let hammer = Body::compound([
///     (Cuboid::new(DVec3::new(1.0, 0.1, 0.1))?.into(), Pose::IDENTITY),
///     (Ball::new(0.3)?.into(), head),
/// ]);
/// assert_eq!(hammer.parts().len(), 2);
/// // It belongs to the first group, and meets bodies of the second alone.
/// let hammer = hammer.with_groups(Groups { memberships: 0b01, meets: 0b10 }).with_data(7);
/// assert_eq!(hammer.data(), 7);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Body<V: Vector> {
    parts: Parts<V>,
    /// How far its largest part reaches from that part's origin.
    reach: V::Scalar,
    data: u64,
    groups: Groups,
    kind: BodyKind,
}

#[derive(Clone, Debug)]
enum Parts<V: Vector> {
    One(Shape<V>),
    Many(Arc<[Shape<V>]>),
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

impl<V: Vector> Body<V> {
    /// A body of one shape.
    #[must_use]
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self::of(Parts::One(shape.into()))
    }

    /// A body of several shapes, each at a pose in the body's own axes. Without any, it is nowhere.
    #[must_use]
    pub fn compound(parts: impl IntoIterator<Item = (Shape<V>, Pose<V>)>) -> Self {
        let place = |(shape, pose): (Shape<V>, Pose<V>)| {
            if pose == Pose::IDENTITY { shape } else { At::new(shape, pose).into() }
        };
        let mut parts: Vec<Shape<V>> = parts.into_iter().map(place).collect();
        match (parts.len(), parts.pop()) {
            (1, Some(shape)) => Self::new(shape),
            (_, last) => {
                parts.extend(last);
                Self::of(Parts::Many(parts.into()))
            }
        }
    }

    fn of(parts: Parts<V>) -> Self {
        let (groups, kind) = (Groups::default(), BodyKind::default());
        let mut body = Self { parts, reach: V::Scalar::ZERO, data: 0, groups, kind };
        body.reach = body.most(|shape| shape.extent() + shape.rounding());
        body
    }

    /// With a number of the user's.
    #[must_use]
    pub fn with_data(self, data: u64) -> Self {
        Self { data, ..self }
    }

    /// In these groups. Without this, a body is in the first group, and meets all.
    #[must_use]
    pub fn with_groups(self, groups: Groups) -> Self {
        Self { groups, ..self }
    }

    /// Of this kind. Without this, a body is dynamic.
    #[must_use]
    pub fn with_kind(self, kind: BodyKind) -> Self {
        Self { kind, ..self }
    }

    /// The shapes, each in the body's own axes.
    #[must_use]
    pub fn parts(&self) -> &[Shape<V>] {
        match &self.parts {
            Parts::One(shape) => core::slice::from_ref(shape),
            Parts::Many(shapes) => shapes,
        }
    }

    /// How far its largest part reaches from that part's origin.
    pub(super) fn reach(&self) -> V::Scalar {
        self.reach
    }

    /// How far it reaches from its own origin.
    pub(super) fn span(&self) -> V::Scalar {
        self.most(|shape| shape.origin().length() + shape.extent() + shape.rounding())
    }

    /// The largest size of its parts.
    fn most(&self, size: impl Fn(&Shape<V>) -> V::Scalar) -> V::Scalar {
        self.parts().iter().map(size).fold(V::Scalar::ZERO, |most, size| most.max(size))
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

    /// Its mass at this density, in its own axes: `volume` is the mass, `centroid` the center,
    /// `inertia()` the tensor about that. Where parts overlap, both count. `None` if a part has no
    /// mass that is known ([`Shape::mass`]), or if there are no parts. If parts have densities of
    /// their own, add up their masses: `a.mass()? * 2.0 + b.mass()?`.
    ///
    /// ```
    /// use osculate::{DVec3, Pose, scene::Body, shape::Cuboid};
    /// let half = Cuboid::new(DVec3::splat(0.5))?;
    /// let at = |x| Pose::from_translation(DVec3::X * x);
    /// let bar = Body::compound([(half.into(), at(0.5)?), (half.into(), at(1.5)?)]);
    /// let mass = bar.mass(10.0).expect("boxes have a volume");
    /// assert_eq!((mass.volume, mass.centroid), (20.0, DVec3::X));
    /// assert!((mass.inertia().y_axis.y - 20.0 * (4.0 + 1.0) / 12.0).abs() < 1e-12);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn mass(&self, density: V::Scalar) -> Option<Mass<V>> {
        let mut parts = self.parts().iter().map(Shape::mass);
        let first = parts.next()??;
        Some(parts.try_fold(first, |sum, part| Some(sum + part?))? * density)
    }

    /// The box around it at a pose: no other body touches it, as far as queries can tell, that does
    /// not reach into it.
    #[must_use]
    pub fn bounds(&self, pose: Pose<V>) -> Aabb<V> {
        let at = |shape: &Shape<V>| shape.at(pose).bounds();
        let all = self.parts().iter().map(at).fold(Aabb::empty(), |all, one| all.union(&one));
        if all.is_empty() { all } else { all.expanded(slack(self.reach)) }
    }
}
