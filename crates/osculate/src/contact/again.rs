//! The last contact of two bodies again, while they have hardly moved.
//!
//! What a body does as another sees it moves no point of it further than its origin goes, and the
//! end of its reach turns. While that is within the slop, the features that touched are taken to
//! touch still: each point stays on its body, and its partner follows on the face, whose body turns
//! the normal. A signed distance changes by no more than points move, so the last one, as much
//! wider, is proved.

use arrayvec::ArrayVec;

use super::{Contact, ContactPoint};
use crate::convex::feature::Feature;
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::query::{Bracket, Kept, KeptPoint, SignedDistance, Space};

/// How one body lies in the axes of another, and what rounding leaves of it.
struct Relative<V: Vector> {
    turn: V::Matrix,
    way: V,
}

impl<V: Vector> Relative<V> {
    /// b, as a sees it.
    fn new(a: &impl Convex<V>, b: &impl Convex<V>) -> Self {
        let back = a.rotation().transpose();
        Self { turn: back.compose(&b.rotation()), way: back.apply(b.origin() - a.origin()) }
    }

    /// How far any point of a body of this reach can have moved from there, as seen by the other;
    /// of a, if `of_a`.
    fn from(&self, kept: &Kept<V>, reach: V::Scalar, of_a: bool) -> V::Scalar {
        // The norm of a difference of rotations is √½ of that of its entries, in plane and space.
        let change = |j: usize| (self.turn.column(j) - kept.turn.column(j)).length_squared();
        let entries = (0..V::DIM).fold(V::Scalar::ZERO, |sum, j| sum + change(j));
        let turned = (entries * V::Scalar::from_f64(0.5)).sqrt();
        let shift = if of_a {
            self.turn.transpose().apply(self.way) - kept.turn.transpose().apply(kept.way)
        } else {
            self.way - kept.way
        };
        let rounding = V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON;
        shift.length() + turned * reach + rounding * (self.way.length() + reach)
    }
}

/// What a motion is told too short by, in ε of the way between the origins and the reach: two
/// products of matrices, a difference and its length.
const ROUNDING: f64 = 32.0;

/// How far a body reaches from its origin.
fn reach_of<V: Vector>(shape: &impl Convex<V>) -> V::Scalar {
    match shape.core() {
        Core::HalfSpace { .. } => V::Scalar::INFINITY,
        _ => shape.extent() + shape.rounding(),
    }
}

/// Keeps a contact that was worked out, for the next question.
pub(super) fn keep<V: Space>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    margin: V::Scalar,
    contact: &Contact<V>,
    kept: &mut Kept<V>,
) {
    let Relative { turn, way } = Relative::new(a, b);
    let [to_a, to_b] = [a.rotation().transpose(), b.rotation().transpose()];
    let (origin_a, between) = (a.origin(), b.origin() - a.origin());
    // The distance says where b's point is from a's: far out in the world, places are rounded more.
    let home = |on_a: V, distance: V::Scalar| {
        let from_a = on_a - origin_a;
        [to_a.apply(from_a), to_b.apply(from_a - between + contact.normal * distance)]
    };
    let is_on_face = |of: fn(&ContactPoint<V>) -> Feature| {
        contact.points().iter().any(|point| of(point) == Feature::Face)
    };
    let is_of_b = is_on_face(|point| point.feature_b) && !is_on_face(|point| point.feature_a);
    let whole = &contact.signed_distance;
    let mut points = ArrayVec::new();
    for point in contact.points() {
        let features = [point.feature_a, point.feature_b];
        points.push(KeptPoint { on: home(point.on_a, point.distance), features });
    }
    points.push(KeptPoint {
        on: home(whole.on_a, whole.distance.value),
        features: [Feature::Face; 2],
    });
    *kept = Kept {
        turn,
        way,
        margin,
        normal: if is_of_b { to_b.apply(contact.normal) } else { to_a.apply(contact.normal) },
        is_of_b,
        bounds: [whole.distance.lower, whole.distance.upper],
        ended: whole.ended,
        points,
    };
}

/// Writes the contact that is kept, where the bodies are now; whether that may be given again: not
/// if they have moved further than the slop, or out of the margin. What is written then is of no use.
pub(super) fn again<V: Space>(
    a: &impl Convex<V>,
    b: &impl Convex<V>,
    margin: V::Scalar,
    slop: V::Scalar,
    kept: &Kept<V>,
    contact: &mut Contact<V>,
) -> bool {
    let Some((last, touching)) = kept.points.split_last() else { return false };
    if margin != kept.margin {
        return false;
    }
    let [reach_a, reach_b] = [reach_of(a), reach_of(b)];
    let of_a = reach_a < reach_b;
    let moved = Relative::new(a, b).from(kept, if of_a { reach_a } else { reach_b }, of_a);
    if !(moved <= slop) {
        return false;
    }
    let [turn_a, turn_b] = [a.rotation(), b.rotation()];
    let [origin_a, origin_b] = [a.origin(), b.origin()];
    let normal = if kept.is_of_b { turn_b } else { turn_a }.apply(kept.normal);
    let between = origin_b - origin_a;
    let place = |[on_a, on_b]: [V; 2]| {
        let (from_a, from_b) = (turn_a.apply(on_a), turn_b.apply(on_b));
        let distance = (between + from_b - from_a).dot(normal);
        let (on_a, on_b) = (origin_a + from_a, origin_b + from_b);
        // The one on the face goes where the other is seen on it.
        if kept.is_of_b {
            (on_a, on_a + normal * distance, distance)
        } else {
            (on_b - normal * distance, on_b, distance)
        }
    };
    let (on_a, on_b, mut deepest) = place(last.on);
    let points = &mut contact.points;
    points.clear();
    for &KeptPoint { on, features: [feature_a, feature_b] } in touching {
        let (on_a, on_b, distance) = place(on);
        if !(distance <= margin) {
            return false;
        }
        deepest = deepest.min(distance);
        points.push(ContactPoint { on_a, on_b, distance, feature_a, feature_b });
    }
    let [lower, upper] = [kept.bounds[0] - moved, kept.bounds[1] + moved];
    let distance = Bracket { lower, value: deepest.max(lower).min(upper), upper };
    let ended = kept.ended;
    contact.normal = normal;
    contact.signed_distance = SignedDistance { distance, normal, on_a, on_b, ended, steps: 0 };
    true
}
