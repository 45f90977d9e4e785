//! Round shapes side by side: two lines of their surfaces that run nearly along each other.
//!
//! Lines that are not quite parallel meet in one point at most. What lies side by side touches along
//! a way all the same: where the lines are a little apart, the surfaces fall by less than a solver
//! sees. So the ends of the way count, each where the surfaces are nearest there, at the depth that
//! they have there.

use arrayvec::ArrayVec;

use super::CROSSED;
use super::choose::EYE;
use super::overlap::{MOST_SEEN, Origin, Seen};
use super::shown::Shown;
use super::view::{View, squares, turn, way};
use crate::convex::known::Core;
use crate::convex::patch::Patch;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// How round a shape is across the line that is its patch, at both ends of it: the radius of the
/// circle that its core follows there, but for the fourth power of how far aside one is. `None` if
/// its patch is no line, or not known to be of something round.
pub(super) fn bend<V: Vector>(shape: &impl Convex<V>, patch: &Patch<V>) -> Option<[V::Scalar; 2]> {
    let [one, other] = patch.corners() else { return None };
    match shape.core() {
        Core::Segment(..) => Some([V::Scalar::ZERO; 2]),
        Core::Round { half_height, bottom, top, axes } => {
            let y = V::axis(1);
            let axis = axes.map_or(y, |axes| axes.apply(y));
            let radius = |at: V| (at - axis * at.dot(axis)).length();
            // Across a cone's line the circle leans with the line.
            let (height, rise) = (half_height + half_height, top - bottom);
            let lean = (height * height + rise * rise).sqrt() / height;
            Some([one.at, other.at].map(|at| radius(at) * lean))
        }
        _ => None,
    }
}

/// The ends of the way along which two lines lie side by side; whether they do. Their shapes bend
/// by these radii, rounding included, in the view's unit.
#[inline(never)]
pub(super) fn side_by_side<V: Vector>(
    view: &View<V>,
    [a, b]: [&Shown<'_, V>; 2],
    bends: [[V::Scalar; 2]; 2],
    [radius, least, margin]: [V::Scalar; 3],
    seen: &mut ArrayVec<Seen<V::Scalar>, MOST_SEEN>,
) -> bool {
    let (zero, one, half) = (V::Scalar::ZERO, V::Scalar::ONE, V::Scalar::from_f64(0.5));
    let (of_a, of_b) = (a.along(0), b.along(0));
    let [long_a, long_b] = [of_a, of_b].map(|way| view.square(way));
    let (area, sine) = (turn(of_a, of_b), V::Scalar::from_f64(CROSSED));
    let products = squares(of_a) * squares(of_b);
    if !(area * area <= sine * sine * products) {
        return false;
    }
    // From the lesser share of a's line to the greater.
    let mut ends = [0, 1].map(|corner| (a.share(0, b.spot(corner)), 2 + corner as u8));
    if ends[1].0 < ends[0].0 {
        ends.swap(0, 1);
    }
    if !(ends[0].0 > zero) {
        ends[0] = (zero, 0);
    }
    if !(ends[1].0 < one) {
        ends[1] = (one, 1);
    }
    let shortest = long_a.min(long_b).sqrt() * V::Scalar::from_f64(EYE);
    if !((ends[1].0 - ends[0].0) * long_a.sqrt() > shortest) {
        return false;
    }
    let between = |bend: [V::Scalar; 2], share: V::Scalar| bend[0] + (bend[1] - bend[0]) * share;
    // How much more a surface falls along the normal than across its line.
    let lean = |line: &Shown<'_, V>, long: V::Scalar| {
        let rise = line.heights[1] - line.heights[0];
        ((rise * rise + long) / long).sqrt()
    };
    let leans = [lean(a, long_a), lean(b, long_b)];
    let at = |share_a: V::Scalar| {
        let on_a = a.along_edge(0, share_a);
        let share_b = b.share(0, on_a).max(zero).min(one);
        let apart = way(on_a, b.along_edge(0, share_b));
        let [bend_a, bend_b] = [between(bends[0], share_a), between(bends[1], share_b)];
        let (aside, bend) = (view.square(apart).sqrt(), bend_a + bend_b);
        // The surfaces are nearest where both have the same slope.
        let part = if bend > zero { bend_a / bend } else { zero };
        let spot = [on_a[0] + apart[0] * part, on_a[1] + apart[1] * part];
        // How far the surface falls there from its line, which is highest beside the spot.
        let fall = |line: &Shown<'_, V>, bend: V::Scalar, lean: V::Scalar| {
            let beside = line.along_edge(0, line.share(0, spot).max(zero).min(one));
            // By the share of the radius: its square may leave the range of numbers.
            let aside = view.square(way(beside, spot)).sqrt();
            let sine = if aside < bend { aside / bend } else { zero };
            aside * sine / (one + (one - sine * sine).sqrt()) * lean
        };
        let falls = [fall(a, bend_a, leans[0]), fall(b, bend_b, leans[1])];
        // What is flat has no radius that is a number.
        let is_round = bend < V::Scalar::INFINITY && aside <= bend * half;
        is_round.then_some((spot, ([share_a, share_b], part), aside, falls))
    };
    let across = area.abs() / products.sqrt();
    let before = seen.len();
    for (inward, (share_a, corner)) in [one, -one].into_iter().zip(ends) {
        let Some((_, _, aside, [fall_a, fall_b])) = at(share_a) else { continue };
        // A flat end may lean: beside its corner it begins a little further in. And what is across
        // the one line is a little along the other.
        let inward = inward * (fall_a + fall_b + aside * across) / long_a.sqrt();
        let Some((spot, (shares, part), _, falls)) = at(share_a + inward) else { continue };
        let height_a = a.height(spot) - falls[0];
        let height_b = b.height(spot) + falls[1];
        let distance = (view.length(height_b - height_a) - radius).max(least);
        if distance <= margin {
            let origin = Origin::Beside { corner, shares, part };
            let _ = seen.try_push(Seen { spot, height_a, distance, origin });
        }
    }
    seen.len() > before
}
