//! Two patches of the plane, seen along the normal: intervals, and where they overlap.

use arrayvec::ArrayVec;

use super::view::{MOST_SEEN, Origin, Seen};
use crate::patch::Patch;
use crate::vector::{Real, Scalar, Vector};

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
    /// Which corner of the patch it is.
    corner: u8,
}

/// A patch of the plane in the view: an edge or a point, or a line without end.
pub(super) struct Interval<V: Vector> {
    /// From the least to the greatest across the normal.
    ends: [End<V>; 2],
    /// By how much the height grows along a way across the normal.
    slope: V::Scalar,
    is_endless: bool,
}

impl<V: Vector> Interval<V> {
    /// A patch as it is seen along a normal; the offset leads from a's origin to its own.
    #[inline(always)]
    pub fn new(patch: &Patch<V>, normal: V, offset: V) -> Self {
        let right = V::normal_to(&[normal]);
        let end = |corner: usize| {
            let at = patch.corners()[corner].at + offset;
            let (across, height) = (at.dot(right), at.dot(normal));
            End { at, across, height, corner: corner as u8 }
        };
        let mut ends = [end(0); 2];
        for corner in 1..patch.corners().len() {
            let end = end(corner);
            if end.across < ends[0].across {
                ends[0] = end;
            } else if end.across > ends[1].across {
                ends[1] = end;
            }
        }
        // An edge, or the plane's normal turned by a quarter: its way across and its rise.
        let (run, rise) = match patch.plane() {
            Some(plane) => (plane.dot(normal), -plane.dot(right)),
            None => (ends[1].across - ends[0].across, ends[1].height - ends[0].height),
        };
        // One that is too steep to tell has none.
        let is_flat = rise.abs() < run.abs() * V::Scalar::from_f64(64.0);
        let slope = if is_flat { rise / run } else { V::Scalar::ZERO };
        Self { ends, slope, is_endless: patch.is_endless() }
    }

    #[inline(always)]
    fn height(&self, across: V::Scalar) -> V::Scalar {
        self.ends[0].height + self.slope * (across - self.ends[0].across)
    }

    /// How many ends it has.
    #[inline(always)]
    fn len(&self) -> usize {
        match (self.is_endless, self.ends[0].corner == self.ends[1].corner) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        }
    }

    /// Whether a place lies within.
    #[inline(always)]
    fn holds(&self, across: V::Scalar, slack: V::Scalar) -> bool {
        let [low, high] = self.ends.map(|end| end.across);
        self.is_endless || low - slack <= across && across <= high + slack
    }

    /// Where the corner with this number is across the normal, from a's origin.
    #[inline(always)]
    pub fn across(&self, corner: u8, normal: V) -> V {
        let end = if self.ends[0].corner == corner { &self.ends[0] } else { &self.ends[1] };
        end.at - normal * end.height
    }
}

/// The ends of the overlap of two intervals, where the distance, less the radii, is at most
/// `margin`. No point is nearer than the shapes are, which is `least`: what is, is rounding.
#[inline(always)]
pub(super) fn overlap<V: Vector>(
    [a, b]: [&Interval<V>; 2],
    [radius, least, margin]: [V::Scalar; 3],
    seen: &mut ArrayVec<Seen<V::Scalar>, MOST_SEEN>,
) {
    let zero = V::Scalar::ZERO;
    let ends = a.ends.iter().chain(&b.ends);
    let size = ends.fold(zero, |size, end| size.max(end.across.abs()));
    let slack = V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * (size + size);
    let mut add = |across: V::Scalar, height_a: V::Scalar, height_b: V::Scalar, origin| {
        let distance = (height_b - height_a - radius).max(least);
        if distance <= margin {
            let _ = seen.try_push(Seen { spot: [across, zero], height_a, distance, origin });
        }
    };
    for end in a.ends.iter().take(a.len()).filter(|end| b.holds(end.across, slack)) {
        add(end.across, end.height, b.height(end.across), Origin::OfA(end.corner));
    }
    for end in b.ends.iter().take(b.len()).filter(|end| a.holds(end.across, slack)) {
        add(end.across, a.height(end.across), end.height, Origin::OfB(end.corner));
    }
}
