//! Two patches of the plane, seen along the normal: intervals, and where they overlap.
//!
//! No processor can foresee to which of the patches an end of the overlap belongs. So it is an
//! index here, and no branch depends on it.

use arrayvec::ArrayVec;

use super::view::STEEP;
use crate::convex::patch::Patch;
use crate::number::vector::{Real, Scalar, Vector};

/// What a place may be off by, in ε of both patches' size.
const ROUNDING: f64 = 16.0;

/// An end of an interval.
#[derive(Clone, Copy)]
struct End<V: Vector> {
    /// From a's origin.
    at: V,
    across: V::Scalar,
    /// Along the normal.
    height: V::Scalar,
    name: u32,
}

/// A patch of the plane in the view: an edge or a point, or a line without end.
pub(super) struct Interval<V: Vector> {
    /// From the least to the greatest across the normal.
    ends: [End<V>; 2],
    /// By how much the height grows along a way across the normal.
    slope: V::Scalar,
    is_endless: bool,
}

/// An end of the overlap of two intervals.
#[derive(Clone, Copy)]
pub(super) struct Place<V: Vector> {
    pub across: V::Scalar,
    /// The same as a point of the world, from a's origin.
    pub at: V,
    /// How high a's patch reaches here along the normal.
    pub height_a: V::Scalar,
    /// How far apart the shapes are here.
    pub distance: V::Scalar,
    /// Whether it is a corner of a or of b, 0 or 1; and the corner's name.
    pub whose: usize,
    pub name: u32,
}

impl<V: Vector> Interval<V> {
    /// A patch as it is seen along a normal; the offset leads from a's origin to its own. Its shape
    /// is in front of it: the other way along the normal than `outward` points, which is 1 or −1. Of
    /// an edge that is seen end-on the end in front is taken.
    #[inline(always)]
    pub fn new(patch: &Patch<V>, normal: V, offset: V, outward: V::Scalar) -> Self {
        let right = V::normal_to(&[normal]);
        let corners = patch.corners();
        let across = |corner: usize| (corners[corner].at + offset).dot(right);
        let mut order = [0, corners.len() - 1];
        if let [_, _, _, ..] = corners {
            for corner in 0..corners.len() {
                order[0] = if across(corner) < across(order[0]) { corner } else { order[0] };
                order[1] = if across(corner) > across(order[1]) { corner } else { order[1] };
            }
        }
        let is_swapped = usize::from(across(order[1]) < across(order[0]));
        let mut ends = [order[is_swapped], order[1 - is_swapped]].map(|corner| {
            let at = corners[corner].at + offset;
            let name = corners[corner].name;
            End { at, across: at.dot(right), height: at.dot(normal), name }
        });
        // An edge, or the plane's normal turned by a quarter: its way across and its rise.
        let (run, rise) = match patch.endless_normal() {
            Some(plane) => (plane.dot(normal), -plane.dot(right)),
            None => (ends[1].across - ends[0].across, ends[1].height - ends[0].height),
        };
        let is_seen = rise.abs() < run.abs() * V::Scalar::from_f64(STEEP);
        let slope = if is_seen { rise / run } else { V::Scalar::ZERO };
        if !is_seen {
            let in_front = usize::from(rise * outward > V::Scalar::ZERO);
            ends = [ends[in_front]; 2];
        }
        Self { ends, slope, is_endless: patch.is_endless() }
    }

    #[inline(always)]
    fn height(&self, across: V::Scalar) -> V::Scalar {
        self.ends[0].height + self.slope * (across - self.ends[0].across)
    }

    /// Whether a place lies within.
    #[inline(always)]
    fn holds(&self, across: V::Scalar, slack: V::Scalar) -> bool {
        let [low, high] = self.ends.map(|end| end.across);
        self.is_endless | ((low - slack <= across) & (across <= high + slack))
    }
}

/// The ends of the overlap of two intervals, from the least to the greatest across the normal,
/// where the distance, less the radii, is at most `margin`. No point is nearer than the shapes are,
/// which is `least`: what is, is rounding.
///
/// Ends that are at one place but for rounding are one; it is called a's, unless b's is the one that
/// `is_known` by its place and name. Of two ends no further apart than `eye` the deeper stays, or
/// the first. Told with it is how far apart places are to be two.
#[inline(always)]
pub(super) fn overlap<V: Vector>(
    [a, b]: [&Interval<V>; 2],
    normal: V,
    [radius, least, margin]: [V::Scalar; 3],
    eye: V::Scalar,
    is_known: impl Fn(usize, u32) -> bool,
) -> (ArrayVec<Place<V>, 2>, V::Scalar) {
    let ends = a.ends.iter().chain(&b.ends);
    let size =
        ends.fold(V::Scalar::ZERO, |size, end| size.max(end.across.abs()).max(end.height.abs()));
    let slack = V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * (size + size);
    let one_place = slack.max(eye);
    let mut places: ArrayVec<Place<V>, 2> = ArrayVec::new();
    for k in 0..2 {
        let both = [&a.ends[k], &b.ends[k]];
        let is_of_a = !a.is_endless & b.holds(both[0].across, slack);
        let is_of_b = !b.is_endless & a.holds(both[1].across, slack);
        let is_b_known = is_of_a & is_of_b && is_known(1, both[1].name);
        let whose = usize::from(!is_of_a | is_b_known);
        let &End { at, across, height, name } = both[whose];
        let height_a = [height, a.height(across)][whose];
        let height_b = [b.height(across), height][whose];
        let distance = (height_b - height_a - radius).max(least);
        if (is_of_a | is_of_b) & (distance <= margin) {
            let at = at - normal * height;
            let place = Place { across, at, height_a, distance, whose, name };
            match places.last_mut() {
                Some(other) if (other.across - across).abs() <= one_place => {
                    let is_deeper = distance < other.distance - slack;
                    *other = if is_deeper { place } else { *other };
                }
                _ => places.push(place),
            }
        }
    }
    (places, one_place)
}
