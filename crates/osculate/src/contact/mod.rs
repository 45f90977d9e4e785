//! Where two shapes touch: from one normal to a few points that hold them apart.
//!
//! Along the normal of the signed distance each shape shows the other a patch: a face, an edge or a
//! corner. Both are seen along the normal; where they overlap in that view, the shapes touch or
//! nearly do. The corners of the overlap are the contact points, each with the distance between the
//! two patches there. Corner, edge and face contacts need no cases of their own: a tilted face has
//! its corners far off, which the margin leaves out.
//!
//! A point is named by what it lies on: corners of one patch, or crossings of two edges. So a
//! solver finds the same point in the next frame.

use arrayvec::ArrayVec;

mod again;
mod beside;
mod choose;
mod last;
mod normal;
mod overlap;
mod plane;
mod shown;
mod touch;
mod view;

pub(crate) use again::again;
use again::keep;
use beside::bend;
pub(crate) use choose::EYE;
use last::Last;
use touch::{DISTANCE_ROUNDING, Deepest, Touch, deepest_of, name_of};

use crate::convex::feature::Chosen;
pub use crate::convex::feature::{Feature, MOST_POINTS};
use crate::convex::known::Core;
use crate::convex::patch::Patch;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Limits};
use crate::number::vector::{Linear, Real, Scalar, Vector};
use crate::query::{Bracket, Query, SignedDistance, Space, Start};

/// A point of a contact. On curved shapes it is right to fewer digits than its distance.
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
pub struct ContactPoint<V: Vector> {
    /// The point of a.
    pub on_a: V,
    /// The point of b: `on_b − on_a` is `distance` times the normal.
    pub on_b: V,
    /// How far apart the shapes are here; negative where they overlap.
    pub distance: <V as Linear>::Scalar,
    /// What `on_a` lies on.
    pub feature_a: Feature,
    /// What `on_b` lies on.
    pub feature_b: Feature,
}

impl<V: Vector> ContactPoint<V> {
    /// Makes it that of the swapped shapes.
    fn mirror(&mut self) {
        core::mem::swap(&mut self.on_a, &mut self.on_b);
        core::mem::swap(&mut self.feature_a, &mut self.feature_b);
    }
}

/// A contact: a normal, and up to four points.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Contact<V: Vector> {
    /// The unit normal, from a to b. Of curved shapes it may be another than that of the signed
    /// distance: where a face, an edge or a cylinder's axis says along which way they touch, it
    /// is that way, which is the same in each frame.
    pub normal: V,
    /// The signed distance of the shapes as a whole.
    pub signed_distance: SignedDistance<V>,
    points: ArrayVec<ContactPoint<V>, MOST_POINTS>,
}

impl<V: Vector> ContactPoint<V> {
    fn nothing() -> Self {
        let (place, feature) = (V::ZERO, Feature::Face);
        let distance = V::Scalar::ZERO;
        Self { on_a: place, on_b: place, distance, feature_a: feature, feature_b: feature }
    }
}

impl<V: Vector> Contact<V> {
    /// No contact yet.
    fn nothing() -> Self {
        let (zero, normal) = (V::Scalar::ZERO, V::ZERO);
        let distance = Bracket { lower: zero, value: zero, upper: zero };
        let ended = Ended::Converged;
        let signed_distance =
            SignedDistance { distance, normal, on_a: normal, on_b: normal, ended, steps: 0 };
        Self { normal, signed_distance, points: ArrayVec::new() }
    }

    /// A contact of one point.
    pub(crate) fn of_point(
        normal: V,
        signed_distance: SignedDistance<V>,
        point: ContactPoint<V>,
    ) -> Self {
        let mut points = ArrayVec::new();
        points.push(point);
        Self { normal, signed_distance, points }
    }

    /// The points. The first is the deepest of them: as deep as the shapes are, but for a hundred
    /// thousandth of the smaller one's size; with a memory of the last contact, whose points stay
    /// while they are as good, a thousandth.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint<V>] {
        &self.points
    }
}

/// The contact of two shapes that are no further apart than `margin`; `None` if they are. A margin
/// that is no number reads as 0.
///
/// ```
/// use osculate::{contact, shape::Cuboid, Place, Pose, Vec3};
/// let crate_ = Cuboid::new(Vec3::splat(0.5))?;
/// let floor = Cuboid::new(Vec3::new(10.0, 1.0, 10.0))?;
/// let standing = crate_.at(Pose::from_translation(Vec3::new(0.0, 1.49, 0.0))?);
/// let touch = contact(floor, standing, 0.0).unwrap();
/// assert_eq!(touch.points().len(), 4);
/// assert!(touch.points().iter().all(|p| (p.distance + 0.01).abs() < 1e-6));
/// # Ok::<(), osculate::Error>(())
/// ```
#[must_use]
pub fn contact<V: Space>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    margin: V::Scalar,
) -> Option<Contact<V>> {
    Query::new(a, b).contact(margin)
}

impl<V: Space, A: Convex<V>, B: Convex<V>, S: Start<V>> Query<V, A, B, S> {
    /// [`contact`](crate::contact()).
    ///
    /// ```
    /// use osculate::{Cache, DVec2, Place, Pose, Query, shape::Cuboid};
    /// let (square, mut cache) = (Cuboid::new(DVec2::ONE)?, Cache::new());
    /// let on_top = square.at(Pose::from_translation(DVec2::new(0.5, 2.0))?);
    /// let touch = Query::new(&square, &on_top).starting_from(&mut cache).contact(0.01);
    /// let touch = touch.expect("one stands on the other");
    /// assert_eq!((touch.normal, touch.points().len()), (DVec2::Y, 2));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn contact(self, margin: V::Scalar) -> Option<Contact<V>> {
        self.contact_or_way(margin).ok()
    }

    /// The contact; or of shapes that are beyond the margin, a way from the first to the second along
    /// which they mostly are.
    #[inline(always)]
    pub(crate) fn contact_or_way(self, margin: V::Scalar) -> Result<Contact<V>, V> {
        let margin = or_zero(margin);
        let limits = Limits { most: margin.max(V::Scalar::ZERO), ..self.limits };
        let is_kept = if let Some((last, slop)) = self.start.kept() {
            let (places, mut contact) = ([self.a.place(), self.b.place()], Contact::nothing());
            if again(places, margin, slop, &last.kept, &mut contact, |_, _| ()) {
                for (point, features) in contact.points.iter_mut().zip(&last.features) {
                    [point.feature_a, point.feature_b] = *features;
                }
                return Ok(contact);
            }
            true
        } else {
            false
        };
        let (whole, mut last) = self.start.signed_and_last(limits, &self.a, &self.b);
        let chosen = last.as_deref_mut().map(|last| &mut last.chosen);
        let contact = between(&self.a, &self.b, margin, &whole, chosen);
        if let (Some(last), Some(contact)) = (last, &contact) {
            if is_kept {
                keep(&self.a, &self.b, margin, contact, last);
            } else {
                // What is kept is the last contact, or nothing.
                last.kept.points.clear();
            }
        }
        contact.ok_or(whole.normal)
    }
}

/// A margin that is no number reads as 0.
fn or_zero<S: Real>(margin: S) -> S {
    if margin.abs() >= S::ZERO { margin } else { S::ZERO }
}

/// The contact of two shapes whose signed distance is known, or known to be beyond the margin.
fn between<V: Space, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    margin: V::Scalar,
    whole: &SignedDistance<V>,
    chosen: Option<&mut Chosen<V>>,
) -> Option<Contact<V>> {
    if whole.ended == Ended::Beyond || !(whole.distance.lower <= margin) {
        return None;
    }
    let (mut normal, mut points) = (whole.normal, ArrayVec::new());
    match in_one_point(a, b, normal) {
        // What touches in one point touches in the one that is known.
        Some(features) => points.push(deepest_of(whole, features)),
        None => normal = by_patches(a, b, margin, whole, chosen, &mut points),
    }
    Some(Contact { normal, signed_distance: *whole, points })
}

/// The contact of the same shapes along another normal, which leads from a to b: where their
/// patches towards it overlap and are no further apart than the margin.
pub(crate) fn contact_along<V: Space>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    normal: V,
    margin: V::Scalar,
    contact: &Contact<V>,
) -> Option<Contact<V>> {
    let value = -overlap_along(a, b, normal) - (a.rounding() + b.rounding());
    if !(value <= margin) {
        return None;
    }
    let distance = Bracket { lower: value, value, upper: value };
    let whole = SignedDistance { normal, distance, ..contact.signed_distance };
    let mut patches = [Patch::nothing(), Patch::nothing()];
    let order = order_along(normal);
    patch_into(a, normal, &mut patches[order[0]]);
    patch_into(b, -normal, &mut patches[order[1]]);
    let mut points = ArrayVec::new();
    let asked = (margin, &whole, Deepest::Left);
    seen_along((a, b), asked, (&mut patches, order), None, &mut points);
    let signed_distance = contact.signed_distance;
    (!points.is_empty()).then_some(Contact { normal, signed_distance, points })
}

/// How far two cores overlap along a unit normal that leads from a to b: without end, if one is a
/// half-space whose own normal is another.
pub(crate) fn overlap_along<V: Vector>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    normal: V,
) -> V::Scalar {
    reach(a, normal) + reach(b, -normal) - (b.origin() - a.origin()).dot(normal)
}

/// How far a core reaches from its origin along a unit direction.
pub(crate) fn reach<V: Vector>(shape: &impl Convex<V>, along: V) -> V::Scalar {
    match shape.core() {
        Core::HalfSpace { normal, offset } => {
            let rounding = V::Scalar::from_f64(DISTANCE_ROUNDING) * V::Scalar::EPSILON;
            let is_own = (along - normal).length() <= rounding;
            if is_own { offset } else { V::Scalar::INFINITY }
        }
        _ => shape.core_support_from_origin(along).dot(along),
    }
}

/// The places of a's and of b's patch: swapped shapes are seen in the same order.
fn order_along<V: Vector>(normal: V) -> [usize; 2] {
    if points_back(normal) { [1, 0] } else { [0, 1] }
}

/// The points of two shapes that may touch in more than one, and the normal.
///
/// They are seen in the same order whichever is a: swapped shapes have the same points, to the bit.
#[inline]
fn by_patches<V: Space, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    margin: V::Scalar,
    whole: &SignedDistance<V>,
    mut chosen: Option<&mut Chosen<V>>,
    points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>,
) -> V {
    // Patches have room for many corners: they are filled where they stay.
    let mut patches = [Patch::nothing(), Patch::nothing()];
    let [of_a, of_b] = order_along(whole.normal);
    patch_into(a, whole.normal, &mut patches[of_a]);
    patch_into(b, -whole.normal, &mut patches[of_b]);
    let is_curved = a.is_curved() || b.is_curved();
    if is_curved && let Some(normal) = normal::settled(a, b, whole, &mut patches, [of_a, of_b]) {
        let asked = (margin, &SignedDistance { normal, ..*whole }, Deepest::Needed);
        let chosen = chosen.as_deref_mut();
        if seen_along((a, b), asked, (&mut patches, [of_a, of_b]), chosen, points) {
            return normal;
        }
        patch_into(a, whole.normal, &mut patches[of_a]);
        patch_into(b, -whole.normal, &mut patches[of_b]);
    }
    // Of what touches with a curve no corner tells the depth: rounding would decide whether it does.
    let deepest = if is_curved { Deepest::Added } else { Deepest::IfMissing };
    seen_along((a, b), (margin, whole, deepest), (&mut patches, [of_a, of_b]), chosen, points);
    whole.normal
}

/// The points of two shapes whose patches are in this order, along the normal of a distance; whether
/// there is a contact.
#[inline(always)]
fn seen_along<V: Space, A: Convex<V>, B: Convex<V>>(
    (a, b): (&A, &B),
    (margin, whole, deepest): (V::Scalar, &SignedDistance<V>, Deepest),
    (patches, [of_a, of_b]): (&mut [Patch<V>; 2], [usize; 2]),
    chosen: Option<&mut Chosen<V>>,
    points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>,
) -> bool {
    let is_swapped = of_a > of_b;
    let whole = if is_swapped { whole.mirrored() } else { *whole };
    let order = |of_both: [V; 2]| [of_both[of_a], of_both[of_b]];
    let lengths = |of_both: [V::Scalar; 2]| [of_both[of_a], of_both[of_b]];
    let touch = Touch {
        whole: &whole,
        deepest,
        margin,
        origins: order([a.origin(), b.origin()]),
        extents: lengths([a.extent(), b.extent()]),
        sizes: lengths([a.size(), b.size()]),
        radii: lengths([a.rounding(), b.rounding()]),
    };
    let mut last =
        chosen.map(|chosen| Last { chosen, turn: a.rotation(), origin: a.origin(), is_swapped });
    let is_found = if V::DIM == 2 {
        touch.in_the_plane(patches, last.as_mut(), points)
    } else {
        let bends = [bend(a, &patches[of_a]), bend(b, &patches[of_b])];
        let bends = match [bends[of_a], bends[of_b]] {
            [Some(one), Some(other)] => Some([one, other]),
            _ => None,
        };
        touch.in_space(patches, bends, last.as_mut(), points)
    };
    if !is_found {
        return false;
    }
    if is_swapped {
        points.iter_mut().for_each(ContactPoint::mirror);
    }
    true
}

/// Whether a normal leads back along a way that is along no axis and no diagonal, so that bodies
/// that stand on one another do not change sides by rounding. Of a normal and its opposite one
/// does, so that both name the same shape the first; across the way, the one whose first
/// coordinate that is not zero is negative.
#[inline(always)]
fn points_back<V: Vector>(normal: V) -> bool {
    const WAY: [f64; 3] = [0.36, 0.80, 0.48];
    let zero = V::Scalar::ZERO;
    let along = normal.dot(V::from_fn(|i| V::Scalar::from_f64(WAY[i])));
    let first = (0..V::DIM).fold(along, |x, i| if x == zero { normal.get(i) } else { x });
    first < zero
}

/// What two shapes touch with that surely touch in one point: a point with anything, and segments
/// of space that are far from parallel.
#[inline(always)]
fn in_one_point<V: Vector>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    normal: V,
) -> Option<[Feature; 2]> {
    match (a.core(), b.core()) {
        (Core::Point(_), _) | (_, Core::Point(_)) => {
            Some([turned_to(a, normal), turned_to(b, -normal)])
        }
        (Core::Segment(p, q), Core::Segment(r, s)) if V::DIM == 3 => {
            let (u, v) = (view::to_one(q - p), view::to_one(s - r));
            let sine = V::Scalar::from_f64(CROSSED);
            let products = u.length_squared() * v.length_squared();
            let is_crossed = u.cross(v).length_squared() > sine * sine * products;
            is_crossed.then_some([Feature::Edge(0, 1); 2])
        }
        _ => None,
    }
}

/// The sine of the angle from which lines do not touch along a way. Below it those of round shapes
/// do so to the eye of a solver.
const CROSSED: f64 = 1e-2;

/// What a shape touches a point with.
fn turned_to<V: Vector>(shape: &impl Convex<V>, direction: V) -> Feature {
    match shape.core() {
        Core::Point(_) => Feature::Corner(0),
        Core::Segment(..) => Feature::Edge(0, 1),
        Core::Cuboid { .. } if V::DIM == 3 => Feature::Face,
        Core::HalfSpace { .. } => Feature::Face,
        _ => name_of(&Patch::filled(|patch| patch_into(shape, direction, patch))),
    }
}

/// A shape's patch, from the corner of the least name on; one without corners, which only a user's
/// shape can have, is the furthest point.
#[inline(always)]
fn patch_into<V: Vector>(shape: &impl Convex<V>, direction: V, patch: &mut Patch<V>) {
    shape.patch_from_origin(direction, patch);
    if patch.corners().is_empty() {
        *patch = Patch::point(shape.core_support_from_origin(direction));
    }
    patch.begin_at_least();
}
