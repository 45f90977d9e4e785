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

mod beside;
mod choose;
mod normal;
mod overlap;
mod plane;
mod shown;
mod view;

use beside::{bend, side_by_side};
pub(crate) use choose::EYE;
use choose::{LEVEL, STILL_LEVEL, Same, choose};
use overlap::{Origin, Seen, across, overlap};
use plane::{Interval, Place};
use shown::Shown;
use view::{View, squares, way};

use crate::convex::known::Core;
pub use crate::convex::patch::Feature;
pub use crate::convex::patch::MOST_POINTS;
use crate::convex::patch::{Chosen, ChosenPoint, Patch};
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Limits};
use crate::number::vector::{Linear, Matrix, Real, Scalar, Vector};
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

impl<V: Vector> Contact<V> {
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
    #[must_use]
    pub fn contact(self, margin: V::Scalar) -> Option<Contact<V>> {
        let is_number = margin.abs() >= V::Scalar::ZERO;
        let margin = if is_number { margin } else { V::Scalar::ZERO };
        let limits = Limits { most: margin.max(V::Scalar::ZERO), ..self.limits };
        let (whole, chosen) = self.start.signed_and_chosen(limits, &self.a, &self.b);
        between(&self.a, &self.b, margin, &whole, chosen)
    }
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

/// How far two cores overlap along a unit normal that leads from a to b.
pub(crate) fn overlap_along<V: Vector>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    normal: V,
) -> V::Scalar {
    let of_a = a.core_support_from_origin(normal).dot(normal);
    let of_b = -b.core_support_from_origin(-normal).dot(normal);
    of_a + of_b - (b.origin() - a.origin()).dot(normal)
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
    if is_curved
        && let Some(normal) = normal::settled(a, b, whole.normal, &mut patches, [of_a, of_b])
    {
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

/// What becomes of the deepest point of two shapes, which may be no corner of the overlap.
#[derive(Clone, Copy, PartialEq)]
enum Deepest {
    /// It is a point of the contact.
    Added,
    /// It is one if no corner is as deep.
    IfMissing,
    /// If no corner is as deep, there is no contact.
    Needed,
    /// It is not asked for.
    Left,
}

/// The points of two shapes whose patches are in this order, along the normal of a distance; whether
/// there is a contact.
#[inline(always)]
fn seen_along<V: Space, A: Convex<V>, B: Convex<V>>(
    (a, b): (&A, &B),
    (margin, whole, deepest): (V::Scalar, &SignedDistance<V>, Deepest),
    (patches, [of_a, of_b]): (&mut [Patch<V>; 2], [usize; 2]),
    mut chosen: Option<&mut Chosen<V>>,
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
        radii: lengths([a.rounding(), b.rounding()]),
    };
    // What was chosen last, in the world and in the order in which the shapes are seen; and back.
    let mut last: Chosen<V> = ArrayVec::new();
    if let Some(chosen) = chosen.as_deref() {
        let turn = a.rotation();
        last.extend(chosen.iter().map(|&ChosenPoint { mut features, place }| {
            if is_swapped {
                features.swap(0, 1);
            }
            ChosenPoint { features, place: a.origin() + turn.apply(place) }
        }));
    }
    let is_found = if V::DIM == 2 {
        touch.in_the_plane(patches, &mut last, points)
    } else {
        let bends = [bend(a, &patches[of_a]), bend(b, &patches[of_b])];
        let bends = match [bends[of_a], bends[of_b]] {
            [Some(one), Some(other)] => Some([one, other]),
            _ => None,
        };
        touch.in_space(patches, bends, &mut last, points)
    };
    if !is_found {
        return false;
    }
    if is_swapped {
        points.iter_mut().for_each(ContactPoint::mirror);
    }
    if let Some(chosen) = &mut chosen {
        let turn_back = a.rotation().transpose();
        chosen.clear();
        chosen.extend(last.into_iter().map(|ChosenPoint { mut features, place }| {
            if is_swapped {
                features.swap(0, 1);
            }
            ChosenPoint { features, place: turn_back.apply(place - a.origin()) }
        }));
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

/// What points are made of, whatever the shapes are.
struct Touch<'t, V: Vector> {
    whole: &'t SignedDistance<V>,
    deepest: Deepest,
    margin: V::Scalar,
    origins: [V; 2],
    extents: [V::Scalar; 2],
    radii: [V::Scalar; 2],
}

impl<V: Vector> Touch<'_, V> {
    /// The points of two patches of the plane: the ends of their overlap.
    #[inline(never)]
    fn in_the_plane(
        &self,
        patches: &[Patch<V>; 2],
        last: &mut Chosen<V>,
        points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>,
    ) -> bool {
        let (normal, one) = (self.whole.normal, V::Scalar::ONE);
        let a = Interval::new(&patches[0], normal, V::ZERO, one);
        let b = Interval::new(&patches[1], normal, self.offset(), -one);
        let names = |whose: usize, name: u32| {
            let corner = Feature::Corner(name);
            if whose == 0 { [corner, name_of(&patches[1])] } else { [name_of(&patches[0]), corner] }
        };
        let is_known = |whose, name| last.iter().any(|known| known.features == names(whose, name));
        let eye = self.smaller([&patches[0], &patches[1]]) * V::Scalar::from_f64(EYE);
        let limits = self.limits();
        let (mut ends, slack) = plane::overlap([&a, &b], normal, limits, eye, is_known);
        let is_missing = self.lacks_deepest(ends.iter().map(|end| end.distance));
        if is_missing && self.deepest == Deepest::Needed {
            return false;
        }
        if is_missing {
            points.push(deepest_of(self.whole, patches.each_ref().map(name_of)));
            // Beside it the end that is further from it is kept.
            let at = (self.whole.on_a - self.origins[0]).dot(V::normal_to(&[normal]));
            let far = |end: &Place<V>| (end.across - at).abs();
            if ends.len() > 1 && far(&ends[1]) > far(&ends[0]) {
                ends.swap(0, 1);
            }
            ends.truncate(1);
            let slack = slack.max(self.one_place([&patches[0], &patches[1]]));
            ends.retain(|end| far(end) > slack);
        }
        let is_second_deeper = ends.len() > 1 && ends[1].distance < ends[0].distance;
        for k in 0..ends.len() {
            let &Place { at, height_a, distance, whose, name, .. } =
                &ends[k ^ usize::from(is_second_deeper)];
            add(points, self.point((at, height_a, distance), names(whose, name)));
        }
        self.keep_names(points, last, eye);
        true
    }

    /// The points of two patches of space: up to four of the corners of their overlap. Of the
    /// patches what can be seen is kept.
    #[inline(never)]
    fn in_space(
        &self,
        [patch_a, patch_b]: &mut [Patch<V>; 2],
        bends: Option<[[V::Scalar; 2]; 2]>,
        last: &mut Chosen<V>,
        points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>,
    ) -> bool {
        // Small shapes may be far apart, or touch with large radii.
        let (offset, [size_a, size_b]) = (self.offset(), self.extents);
        let size = size_a.max(size_b).max(offset.abs().max_element());
        let view = View::along(self.whole.normal, size);
        let one = V::Scalar::ONE;
        let (mut a, mut b) = (Shown::new(patch_a, V::ZERO), Shown::new(patch_b, offset));
        a.show(&view, self.radii[0], one);
        b.show(&view, self.radii[1], -one);
        let mut seen = ArrayVec::new();
        let lie_beside = bends.is_some_and(|[of_a, of_b]| {
            let bends = [(of_a, self.radii[0]), (of_b, self.radii[1])];
            let bends = bends.map(|(bend, radius)| bend.map(|bend| (bend + radius) * view.unit));
            a.len() == 2
                && b.len() == 2
                && side_by_side(&view, [&a, &b], bends, self.limits(), &mut seen)
        });
        if !lie_beside {
            overlap(&view, [&a, &b], self.limits(), &mut seen);
        }
        let mut one_place = a.near(&b).max(b.near(&a));
        let smaller = self.smaller([a.patch(), b.patch()]);
        one_place = one_place.max(smaller * V::Scalar::from_f64(EYE) * view.unit);
        let is_missing = self.lacks_deepest(seen.iter().map(|corner| corner.distance));
        if is_missing && self.deepest == Deepest::Needed {
            return false;
        }
        if is_missing {
            one_place = one_place.max(self.one_place([a.patch(), b.patch()]) * view.unit);
            let spot = view.spot(self.whole.on_a - self.origins[0]);
            let (height_a, distance) = (V::Scalar::ZERO, self.whole.distance.value);
            let deepest = Seen { spot, height_a, distance, origin: Origin::Deepest };
            let _ = seen.try_insert(0, deepest);
        }
        let names = |index: usize| features([a.patch(), b.patch()], seen[index].origin);
        let known = |of: &ChosenPoint<V>| {
            let named = (0..seen.len()).find(|&index| names(index) == of.features);
            let spot = view.spot(of.place - self.origins[0]);
            let is_there =
                |&index: &usize| squares(way(spot, seen[index].spot)) <= one_place * one_place;
            named.or_else(|| (0..seen.len()).find(is_there))
        };
        let known: ArrayVec<usize, MOST_POINTS> = last.iter().filter_map(known).collect();
        let level = [LEVEL, STILL_LEVEL].map(|share| smaller * V::Scalar::from_f64(share));
        let same = Same { level: level.map(|x| x + self.rounding()), place: one_place };
        let chosen = choose(&seen, &known, &same);
        for index in chosen {
            let &Seen { height_a, distance, origin, .. } = &seen[index];
            let point = if let Origin::Deepest = origin {
                deepest_of(self.whole, names(index))
            } else {
                let at = across(&view, [&a, &b], origin);
                self.point((at, view.length(height_a), distance), names(index))
            };
            add(points, point);
        }
        self.keep_names(points, last, view.length(one_place));
        // The deepest of them first.
        let least =
            |d: usize, i: usize| if points[i].distance < points[d].distance { i } else { d };
        if let Some(deepest) = (0..points.len()).reduce(least) {
            points.swap(0, deepest);
        }
        true
    }

    /// Gives points that have new names the names of those that were there, but for what the eye
    /// sees: where edges of two bodies lie on each other, rounding says whose corner a point is.
    /// Such a name stays as long as the point is near where it got it.
    fn keep_names(
        &self,
        points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>,
        last: &mut Chosen<V>,
        eye: V::Scalar,
    ) {
        let mut now: Chosen<V> = ArrayVec::new();
        // Those of before that no point has the names of.
        let is_gone = |of: &ChosenPoint<V>| points.iter().all(|p| names_of(p) != of.features);
        let mut gone: Chosen<V> = last.iter().copied().filter(is_gone).collect();
        for point in points {
            let (features, place) = (names_of(point), point.on_a);
            let mut chosen = ChosenPoint { features, place };
            let is_new = last.iter().all(|known| known.features != features);
            let is_there = |known: &ChosenPoint<V>| {
                let way = place - known.place;
                let across = way - self.whole.normal * way.dot(self.whole.normal);
                across.length() <= eye
            };
            if let (true, Some(k)) = (is_new, gone.iter().position(is_there)) {
                chosen = gone.remove(k);
                [point.feature_a, point.feature_b] = chosen.features;
            }
            now.push(chosen);
        }
        *last = now;
    }

    /// From a's origin to b's.
    fn offset(&self) -> V {
        self.origins[1] - self.origins[0]
    }

    /// The sum of the radii, the least distance that a point can have and the greatest that one
    /// may have.
    fn limits(&self) -> [V::Scalar; 3] {
        [self.radii[0] + self.radii[1], self.whole.distance.value, self.margin]
    }

    /// What the distance of two points may be off by.
    fn rounding(&self) -> V::Scalar {
        let sizes = self.extents[0] + self.extents[1] + self.radii[0] + self.radii[1];
        V::Scalar::from_f64(DISTANCE_ROUNDING) * V::Scalar::EPSILON * sizes
    }

    /// Whether none of these corners of the overlap is as deep as one must be, but for rounding. The
    /// deepest point then lies elsewhere: where a curve bends away from its patch, or a neighbour of
    /// the patch is as deep.
    fn lacks_deepest(&self, mut corners: impl Iterator<Item = V::Scalar>) -> bool {
        let deep_enough = self.whole.distance.value + self.rounding();
        match self.deepest {
            Deepest::Added => true,
            Deepest::Left => false,
            Deepest::IfMissing | Deepest::Needed => {
                !corners.any(|distance| distance <= deep_enough)
            }
        }
    }

    /// How near to an added deepest point a corner of the overlap counts as the same place: a
    /// thousandth of the smaller shape. On a curve that point is only found to the root of ε.
    fn one_place(&self, patches: [&Patch<V>; 2]) -> V::Scalar {
        self.smaller(patches) * V::Scalar::from_f64(1e-3)
    }

    /// The size of the smaller shape; of one without end it is not known.
    fn smaller(&self, [a, b]: [&Patch<V>; 2]) -> V::Scalar {
        let [of_a, of_b] = [0, 1].map(|k| self.extents[k] + self.radii[k]);
        match (a.is_endless(), b.is_endless()) {
            (true, false) => of_b,
            (false, true) => of_a,
            _ => of_a.min(of_b),
        }
    }

    /// The point at a corner of the overlap: where it is across the normal from a's origin, how
    /// high a's patch reaches there, and how far apart the shapes are.
    #[inline(always)]
    fn point(
        &self,
        (at, height_a, distance): (V, V::Scalar, V::Scalar),
        [feature_a, feature_b]: [Feature; 2],
    ) -> ContactPoint<V> {
        let Self { whole, origins, radii, .. } = self;
        // The middle of the two surfaces.
        let half = V::Scalar::from_f64(0.5);
        let height = height_a + radii[0] + distance * half;
        let middle = origins[0] + at + whole.normal * height;
        let reach = whole.normal * (distance * half);
        let (on_a, on_b) = (middle - reach, middle + reach);
        ContactPoint { on_a, on_b, distance, feature_a, feature_b }
    }
}

/// Adds a point; of points with one name the first, so that a solver never mixes two.
#[inline(always)]
fn add<V: Vector>(points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>, point: ContactPoint<V>) {
    if points.iter().all(|known| names_of(known) != names_of(&point)) {
        points.push(point);
    }
}

fn names_of<V: Vector>(point: &ContactPoint<V>) -> [Feature; 2] {
    [point.feature_a, point.feature_b]
}

/// What the distance of two points may be off by, in ε of both shapes.
const DISTANCE_ROUNDING: f64 = 64.0;

/// What a corner of the overlap lies on.
#[inline(always)]
fn features<V: Vector>([a, b]: [&Patch<V>; 2], origin: Origin<V::Scalar>) -> [Feature; 2] {
    let name = |patch: &Patch<V>, corner: u8| patch.corners()[usize::from(corner)].name;
    let edge = |patch: &Patch<V>, from: u8| {
        let next = usize::from(from) + 1;
        let to = if next == patch.corners().len() { 0 } else { next };
        edge(name(patch, from), patch.corners()[to].name)
    };
    match origin {
        Origin::OfA(i) => [Feature::Corner(name(a, i)), name_of(b)],
        Origin::OfB(j) => [name_of(a), Feature::Corner(name(b, j))],
        Origin::Crossing(i, j, _) => [edge(a, i), edge(b, j)],
        Origin::Deepest => [name_of(a), name_of(b)],
        Origin::Beside { corner: i @ 0..2, .. } => [Feature::Corner(name(a, i)), name_of(b)],
        Origin::Beside { corner: j, .. } => [name_of(a), Feature::Corner(name(b, j - 2))],
    }
}

/// The deepest point of two shapes.
fn deepest_of<V: Vector>(
    whole: &SignedDistance<V>,
    [feature_a, feature_b]: [Feature; 2],
) -> ContactPoint<V> {
    let (on_a, on_b, distance) = (whole.on_a, whole.on_b, whole.distance.value);
    ContactPoint { on_a, on_b, distance, feature_a, feature_b }
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

/// The name of a patch that is one corner.
fn name_of<V: Vector>(patch: &Patch<V>) -> Feature {
    match patch.corners() {
        [corner] if !patch.is_endless() => Feature::Corner(corner.name),
        [one, other] => edge(one.name, other.name),
        _ => Feature::Face,
    }
}

fn edge(one: u32, other: u32) -> Feature {
    Feature::Edge(one.min(other), one.max(other))
}
