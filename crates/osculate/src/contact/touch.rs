//! From two patches to the points of a contact, in a view along the normal: which there are, how deep
//! each is, and what it is called.

use arrayvec::ArrayVec;

use super::ContactPoint;
use super::beside::side_by_side;
use super::choose::{EYE, LEVEL, STILL_LEVEL, Same, choose};
use super::last::{Last, names_of};
use super::overlap::{Origin, Seen, across, overlap};
use super::plane::{self, Interval, Place};
use super::shown::Shown;
use super::view::{View, squares, way};
use crate::convex::feature::{Feature, MOST_POINTS};
use crate::convex::patch::Patch;
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::SignedDistance;

/// What becomes of the deepest point of two shapes, which may be no corner of the overlap.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Deepest {
    /// It is a point of the contact.
    Added,
    /// It is one if no corner is as deep.
    IfMissing,
    /// If no corner is as deep, there is no contact.
    Needed,
    /// It is not asked for.
    Left,
}

/// What points are made of, whatever the shapes are.
pub(super) struct Touch<'t, V: Vector> {
    pub whole: &'t SignedDistance<V>,
    pub deepest: Deepest,
    pub margin: V::Scalar,
    pub origins: [V; 2],
    pub extents: [V::Scalar; 2],
    pub sizes: [V::Scalar; 2],
    pub radii: [V::Scalar; 2],
}

impl<V: Vector> Touch<'_, V> {
    /// The points of two patches of the plane: the ends of their overlap.
    #[inline(never)]
    pub fn in_the_plane(
        &self,
        patches: &[Patch<V>; 2],
        last: Option<&mut Last<'_, V>>,
        points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>,
    ) -> bool {
        let (normal, one) = (self.whole.normal, V::Scalar::ONE);
        let a = Interval::new(&patches[0], normal, V::ZERO, one);
        let b = Interval::new(&patches[1], normal, self.offset(), -one);
        let names = |whose: usize, name: u32| {
            let corner = Feature::Corner(name);
            if whose == 0 { [corner, name_of(&patches[1])] } else { [name_of(&patches[0]), corner] }
        };
        let is_known = |whose, name| last.as_ref().is_some_and(|last| last.has(names(whose, name)));
        let smaller = self.smaller([&patches[0], &patches[1]]);
        let eye = smaller * V::Scalar::from_f64(EYE);
        let limits = self.limits();
        let (mut ends, slack) = plane::overlap([&a, &b], normal, limits, eye, is_known);
        let is_missing = self.lacks_deepest(smaller, ends.iter().map(|end| end.distance));
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
        if let Some(last) = last {
            last.keep(points, self.whole.normal, eye);
        }
        true
    }

    /// The points of two patches of space: up to four of the corners of their overlap. Of the
    /// patches what can be seen is kept.
    #[inline(never)]
    pub fn in_space(
        &self,
        [patch_a, patch_b]: &mut [Patch<V>; 2],
        bends: Option<[[V::Scalar; 2]; 2]>,
        last: Option<&mut Last<'_, V>>,
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
        let is_missing = self.lacks_deepest(smaller, seen.iter().map(|corner| corner.distance));
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
        let known = |(features, place): ([Feature; 2], V)| {
            let named = (0..seen.len()).find(|&index| names(index) == features);
            let spot = view.spot(place - self.origins[0]);
            let is_there =
                |&index: &usize| squares(way(spot, seen[index].spot)) <= one_place * one_place;
            named.or_else(|| (0..seen.len()).find(is_there))
        };
        let before = last.as_ref().map(|last| last.points());
        let known: ArrayVec<usize, MOST_POINTS> =
            before.into_iter().flatten().filter_map(known).collect();
        let level = [LEVEL, STILL_LEVEL].map(|share| smaller * V::Scalar::from_f64(share));
        let same = Same { level: level.map(|x| x + self.rounding()), place: one_place };
        let chosen = choose(&seen, &known, &same);
        for index in chosen {
            let (&Seen { height_a, distance, origin, .. }, names) = (&seen[index], names(index));
            let point = if let Origin::Deepest = origin {
                deepest_of(self.whole, names)
            } else {
                let at = across(&view, [&a, &b], origin);
                self.point((at, view.length(height_a), distance), names)
            };
            add(points, point);
        }
        if let Some(last) = last {
            last.keep(points, self.whole.normal, view.length(one_place));
        }
        // The deepest of them first.
        let least =
            |d: usize, i: usize| if points[i].distance < points[d].distance { i } else { d };
        if let Some(deepest) = (0..points.len()).reduce(least) {
            points.swap(0, deepest);
        }
        true
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
    fn lacks_deepest(
        &self,
        smaller: V::Scalar,
        mut corners: impl Iterator<Item = V::Scalar>,
    ) -> bool {
        let level = match self.deepest {
            Deepest::Needed => smaller * V::Scalar::from_f64(ROUND_LEVEL),
            _ => V::Scalar::ZERO,
        };
        let deep_enough = self.whole.distance.value + self.rounding() + level;
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
        let [of_a, of_b] = [0, 1].map(|k| self.sizes[k] + self.radii[k]);
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

/// How much less deep than the shapes a corner may be that counts as their deepest point, along the
/// normal of a face or of lines of round shapes; as a share of the smaller one. It is what points of
/// curved shapes are known to in double precision, and the corner of a round end that is tilted by a
/// millionth is as deep.
pub(super) const ROUND_LEVEL: f64 = 1e-6;

/// What the distance of two points may be off by, in ε of both shapes.
pub(super) const DISTANCE_ROUNDING: f64 = 64.0;

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
pub(super) fn deepest_of<V: Vector>(
    whole: &SignedDistance<V>,
    [feature_a, feature_b]: [Feature; 2],
) -> ContactPoint<V> {
    let (on_a, on_b, distance) = (whole.on_a, whole.on_b, whole.distance.value);
    ContactPoint { on_a, on_b, distance, feature_a, feature_b }
}

/// The name of a patch that is one corner.
pub(super) fn name_of<V: Vector>(patch: &Patch<V>) -> Feature {
    match patch.corners() {
        [corner] if !patch.is_endless() => Feature::Corner(corner.name),
        [one, other] => edge(one.name, other.name),
        _ => Feature::Face,
    }
}

fn edge(one: u32, other: u32) -> Feature {
    Feature::Edge(one.min(other), one.max(other))
}
