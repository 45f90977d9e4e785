//! How far a surface leaves a body: the greatest distance from any point of it.

use osculate::DVec3;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A triangle of the surface, or a piece of one.
struct Piece {
    corners: [DVec3; 3],
    /// No point of it is further away.
    most: f64,
}

impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        self.most.total_cmp(&other.most)
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Piece {}

impl Piece {
    /// A piece, and how far its middle is away.
    fn new(corners: [DVec3; 3], distance: &impl Fn(DVec3) -> f64) -> (Self, f64) {
        let [a, b, c] = corners;
        let middle = a / 3.0 + b / 3.0 + c / 3.0;
        // From one point to another a distance grows by no more than the way between them.
        let reach = corners.map(|corner| corner.distance(middle)).into_iter().fold(0.0, f64::max);
        let there = distance(middle);
        (Self { corners, most: there + reach }, there)
    }

    /// Its halves, cut across the longest side.
    fn halves(&self) -> [[DVec3; 3]; 2] {
        let at = |k: usize| self.corners[k % 3];
        let length = |k: usize| at(k).distance_squared(at(k + 1));
        let k = (0..3).reduce(|most, k| if length(k) > length(most) { k } else { most });
        let k = k.unwrap_or(0);
        let middle = (at(k) + at(k + 1)) / 2.0;
        [[at(k), middle, at(k + 2)], [middle, at(k + 1), at(k + 2)]]
    }
}

/// What the greatest distance from any point of these triangles is at most. It is more than that
/// distance by no more than the tolerance, unless so many questions do not suffice to tell.
///
/// The distance that is asked may be more than the true one, and is never less.
pub fn farthest(
    triangles: impl IntoIterator<Item = [DVec3; 3]>,
    distance: impl Fn(DVec3) -> f64,
    tolerance: f64,
    questions: usize,
) -> f64 {
    let (mut seen, mut pieces) = (0.0, BinaryHeap::new());
    let mut asked = 0;
    let mut add = |pieces: &mut BinaryHeap<Piece>, corners, seen: &mut f64| {
        let (piece, there) = Piece::new(corners, &distance);
        *seen = there.max(*seen);
        asked += 1;
        if piece.most > *seen + tolerance {
            pieces.push(piece);
        }
        asked
    };
    for corners in triangles {
        add(&mut pieces, corners, &mut seen);
    }
    while let Some(piece) = pieces.pop() {
        if piece.most <= seen + tolerance {
            break;
        }
        for half in piece.halves() {
            if add(&mut pieces, half, &mut seen) >= questions {
                return pieces.iter().map(|piece| piece.most).fold(seen + tolerance, f64::max);
            }
        }
    }
    seen + tolerance
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [DVec3; 3] =
        [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 3.0, 0.0)];

    #[test]
    fn the_farthest_point_is_found_wherever_it_is() {
        // From a corner, from an edge's middle, and from an inner point.
        for from in [DVec3::ZERO, DVec3::new(2.0, 1.5, 0.0), DVec3::new(1.0, 1.0, 2.0)] {
            let most = farthest([TRIANGLE], |p| p.distance(from), 1e-3, usize::MAX);
            let true_most = TRIANGLE.map(|corner| corner.distance(from));
            let true_most = true_most.into_iter().fold(0.0, f64::max);
            assert!(true_most <= most && most <= true_most + 2e-3, "{most}, truly {true_most}");
        }
        // An inner maximum: how far a point is inside.
        let inside = |p: DVec3| (1.0 - p.distance(DVec3::new(1.0, 1.0, 0.0))).max(0.0);
        let most = farthest([TRIANGLE], inside, 1e-3, usize::MAX);
        assert!((1.0..1.002).contains(&most), "{most}");
    }

    #[test]
    fn few_questions_tell_a_coarse_bound_that_holds() {
        let most = farthest([TRIANGLE], |p| p.distance(DVec3::ZERO), 1e-6, 10);
        assert!((4.0..7.0).contains(&most), "{most}");
    }
}
