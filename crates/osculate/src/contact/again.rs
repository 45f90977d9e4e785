//! The last contact of two bodies again, while they have hardly moved.
//!
//! What a body does as another sees it moves no point of it further than its place goes, and the
//! end of its reach turns. While that is within the slop, the features that touched are taken to
//! touch still: each point stays on its body, and its partner follows on the facet, whose body turns
//! the normal. A signed distance changes by no more than points move, so the last one, as much
//! wider, is proved.
//!
//! Where neither body touches with a facet, no body alone turns the normal: a ball that rolls on
//! another one does not. Such a contact is given again as long as the bodies have turned by no more
//! than a solver sees, and the normal is turned by the one that reaches further.

use arrayvec::ArrayVec;

use super::{CROSSED, Contact, ContactPoint};
use crate::convex::feature::Feature;
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::query::{Bracket, Held, Kept, LastContact, SignedDistance, Space};

/// A body's axes and a point that is fast on it.
pub(crate) type PlaceOf<V> = (<V as Vector>::Matrix, V);

/// How one body lies in the axes of another.
struct Relative<V: Vector> {
    turn: V::Matrix,
    way: V,
}

impl<V: Vector> Relative<V> {
    /// b, as a sees it.
    #[inline(always)]
    fn new([(turn_a, at_a), (turn_b, at_b)]: [PlaceOf<V>; 2]) -> Self {
        let back = turn_a.transpose();
        Self { turn: back.compose(&turn_b), way: back.apply(at_b - at_a) }
    }

    /// The way from the one place to the other, as the body sees it that reaches further.
    fn way_seen(&self, is_of_a: bool) -> V {
        if is_of_a { self.turn.transpose().apply(self.way) } else { self.way }
    }

    /// How far any point of the body that reaches less far can have moved since, as the other sees
    /// it; `None` if the two have turned by more than they may.
    #[inline(always)]
    fn since(&self, kept: &Kept<V>) -> Option<V::Scalar> {
        // The norm of a difference of rotations is √½ of that of its entries, in plane and space.
        let change = |j: usize| (self.turn.column(j) - kept.turn.column(j)).length_squared();
        let entries = (0..V::DIM).fold(V::Scalar::ZERO, |sum, j| sum + change(j));
        let turned = (entries * V::Scalar::from_f64(0.5)).sqrt();
        let way = self.way_seen(kept.is_of_a);
        let rounding = V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON;
        let moved = (way - kept.way).length() + turned * kept.reach;
        let is_alike = kept.has_facet || turned <= V::Scalar::from_f64(CROSSED);
        is_alike.then_some(moved + rounding * (way.length() + kept.reach))
    }
}

/// Two points that touch, where the bodies are now.
struct Together<V: Vector> {
    /// Each in the axes of its body.
    home: [V; 2],
    on_a: V,
    on_b: V,
    distance: V::Scalar,
}

/// Where the bodies are now.
struct Now<V: Vector> {
    /// The body that turns the normal, and the normal in its axes and in the world.
    turner: PlaceOf<V>,
    normal: V,
    normal_in_world: V,
    is_of_b: bool,
    /// How the other body lies in the axes of the one that turns the normal.
    other: PlaceOf<V>,
}

impl<V: Vector> Now<V> {
    #[inline(always)]
    fn new([a, b]: [PlaceOf<V>; 2], relative: &Relative<V>, kept: &Kept<V>) -> Self {
        let &Kept { normal, is_of_b, .. } = kept;
        let Relative { turn, way } = *relative;
        let back = turn.transpose();
        let (turner, other) =
            if is_of_b { (b, (back, -back.apply(way))) } else { (a, (turn, way)) };
        Self { turner, normal, normal_in_world: turner.0.apply(normal), is_of_b, other }
    }

    /// Two points that touched: the one on the facet goes where the other is seen on it.
    #[inline(always)]
    fn place(&self, held: &Held<V>) -> Together<V> {
        let seen = self.other.0.apply(held.on) + self.other.1;
        let off = seen.dot(self.normal) - held.level;
        let foot = seen - self.normal * off;
        let there = self.turner.1 + self.turner.0.apply(foot);
        let partner = there + self.normal_in_world * off;
        // The normal leads from a to b.
        if self.is_of_b {
            Together { home: [held.on, foot], on_a: partner, on_b: there, distance: -off }
        } else {
            Together { home: [foot, held.on], on_a: there, on_b: partner, distance: off }
        }
    }
}

/// What a motion is told too short by, in ε of the way between the places and the reach: two
/// products of matrices, a difference and its length.
const ROUNDING: f64 = 32.0;

/// How far a body reaches from its place.
fn reach_from<V: Vector>(place: V, shape: &impl Convex<V>) -> V::Scalar {
    match shape.core() {
        Core::HalfSpace { .. } => V::Scalar::INFINITY,
        _ => shape.extent() + shape.rounding() + (shape.origin() - place).length(),
    }
}

/// Whether a normal is that of what a point lies on: of a side in the plane, of a face in space.
fn is_facet<V: Vector>(feature: Feature) -> bool {
    match feature {
        Feature::Corner(_) => false,
        Feature::Edge(..) => V::DIM == 2,
        Feature::Face => true,
    }
}

/// Keeps a contact that was worked out, for the next question.
pub(super) fn keep<V: Space>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    margin: V::Scalar,
    contact: &Contact<V>,
    last: &mut LastContact<V>,
) {
    let places @ [(turn_a, at_a), (turn_b, at_b)] = [a.place(), b.place()];
    let relative = Relative::new(places);
    let [reach_a, reach_b] = [reach_from(at_a, a), reach_from(at_b, b)];
    let is_of_a = reach_a < reach_b;
    let [to_a, to_b] = [turn_a.transpose(), turn_b.transpose()];
    let between = at_b - at_a;
    // The distance says where b's point is from a's: far out in the world, places are rounded more.
    let home = |on_a: V, distance: V::Scalar| {
        let from_a = on_a - at_a;
        [to_a.apply(from_a), to_b.apply(from_a - between + contact.normal * distance)]
    };
    let is_on_facet = |of: fn(&ContactPoint<V>) -> Feature| {
        contact.points().iter().any(|point| is_facet::<V>(of(point)))
    };
    let on_facets = [is_on_facet(|point| point.feature_a), is_on_facet(|point| point.feature_b)];
    let is_of_b = match on_facets {
        [true, false] => false,
        [false, true] => true,
        _ => is_of_a,
    };
    // Points of the other body may be further away than the body reaches.
    let off = contact.points().iter().fold(V::Scalar::ZERO, |off, p| off.max(p.distance.abs()));
    let whole = &contact.signed_distance;
    let normal = if is_of_b { to_b.apply(contact.normal) } else { to_a.apply(contact.normal) };
    let hold = |on_a: V, distance: V::Scalar| {
        let [on_a, on_b] = home(on_a, distance);
        let (on, on_facet) = if is_of_b { (on_a, on_b) } else { (on_b, on_a) };
        Held { on, level: on_facet.dot(normal) }
    };
    let mut points = ArrayVec::new();
    last.features.clear();
    for point in contact.points() {
        points.push(hold(point.on_a, point.distance));
        last.features.push([point.feature_a, point.feature_b]);
    }
    let is_deepest = |point: &ContactPoint<V>| point.distance <= whole.distance.upper;
    let deepest = hold(whole.on_a, whole.distance.value);
    last.kept = Kept {
        way: relative.way_seen(is_of_a),
        turn: relative.turn,
        reach: reach_a.min(reach_b) + off,
        is_of_a,
        has_facet: on_facets.contains(&true),
        margin,
        normal,
        is_of_b,
        bounds: [whole.distance.lower, whole.distance.upper],
        ended: whole.ended,
        points,
        deepest: (!contact.points().iter().any(is_deepest)).then_some(deepest),
    };
}

/// Writes the contact that is kept, where the bodies are now; whether that may be given again: not
/// if they have moved further than the slop, or out of the margin. What is written then is of no
/// use. What the points lie on stays what it is. `at_home` is told where each two points are from
/// the bodies' places, in their axes.
#[inline]
pub(crate) fn again<V: Space>(
    places: [PlaceOf<V>; 2],
    margin: V::Scalar,
    slop: V::Scalar,
    kept: &Kept<V>,
    contact: &mut Contact<V>,
    mut at_home: impl FnMut(usize, [V; 2]),
) -> bool {
    if kept.points.is_empty() || margin != kept.margin {
        return false;
    }
    let relative = Relative::new(places);
    let Some(moved) = relative.since(kept).filter(|moved| *moved <= slop) else { return false };
    let now = Now::new(places, &relative, kept);
    let points = &mut contact.points;
    // They are written one by one: each is a struct that would be written twice.
    points.truncate(kept.points.len());
    while points.len() < kept.points.len() {
        points.push(ContactPoint::nothing());
    }
    let mut deepest = 0;
    let mut least = V::Scalar::INFINITY;
    for (k, (point, held)) in points.iter_mut().zip(&kept.points).enumerate() {
        let place = now.place(held);
        if !(place.distance <= margin) {
            return false;
        }
        at_home(k, place.home);
        (point.on_a, point.on_b, point.distance) = (place.on_a, place.on_b, place.distance);
        if place.distance < least {
            (deepest, least) = (k, place.distance);
        }
    }
    let ContactPoint { mut on_a, mut on_b, .. } = points[deepest];
    if let Some(place) = kept.deepest.map(|held| now.place(&held))
        && place.distance < least
    {
        (on_a, on_b, least) = (place.on_a, place.on_b, place.distance);
    }
    let normal = now.normal_in_world;
    let [lower, upper] = [kept.bounds[0] - moved, kept.bounds[1] + moved];
    let distance = Bracket { lower, value: least.max(lower).min(upper), upper };
    let ended = kept.ended;
    contact.normal = normal;
    contact.signed_distance = SignedDistance { distance, normal, on_a, on_b, ended, steps: 0 };
    true
}
