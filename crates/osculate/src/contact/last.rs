//! The points that a pair's last contact had: which of the new ones are the same.

use arrayvec::ArrayVec;

use super::ContactPoint;
use crate::convex::feature::{Chosen, ChosenPoint, Feature, MOST_POINTS};
use crate::number::vector::{Matrix, Vector};

/// The points of the last contact, told in the world and in the order in which the shapes are seen
/// now. They are kept in the axes of a.
pub(super) struct Last<'c, V: Vector> {
    pub chosen: &'c mut Chosen<V>,
    /// Where a is.
    pub turn: V::Matrix,
    pub origin: V,
    /// Whether b is seen first.
    pub is_swapped: bool,
}

impl<V: Vector> Last<'_, V> {
    /// Their names, and where they would be if they had moved with a.
    pub fn points(&self) -> impl Iterator<Item = ([Feature; 2], V)> {
        self.chosen.iter().map(|known| (self.ordered(known.features), self.place_of(known)))
    }

    /// Whether one of them has these names.
    #[inline(always)]
    pub fn has(&self, names: [Feature; 2]) -> bool {
        let names = self.ordered(names);
        self.chosen.iter().any(|known| known.features == names)
    }

    /// Takes the points of the new contact in their place.
    ///
    /// Points that have new names get the names of those that were there, but for what the eye
    /// sees: where edges of two bodies lie on each other, rounding says whose corner a point is.
    /// Such a name stays as long as the point is near where it got it.
    #[inline(never)]
    pub fn keep(
        &mut self,
        points: &mut ArrayVec<ContactPoint<V>, MOST_POINTS>,
        normal: V,
        eye: V::Scalar,
    ) {
        let turn_back = self.turn.transpose();
        let home = |place: V, origin: V| turn_back.apply(place - origin);
        let is_same = points.len() == self.chosen.len()
            && points
                .iter()
                .zip(&*self.chosen)
                .all(|(point, known)| self.ordered(names_of(point)) == known.features);
        if is_same {
            for (point, known) in points.iter().zip(&mut *self.chosen) {
                known.place = home(point.on_a, self.origin);
            }
            return;
        }
        let mut now: Chosen<V> = ArrayVec::new();
        for i in 0..points.len() {
            let (names, place) = (names_of(&points[i]), points[i].on_a);
            if self.has(names) {
                let place = home(place, self.origin);
                now.push(ChosenPoint { features: self.ordered(names), place });
                continue;
            }
            let is_there = |known: &&ChosenPoint<V>| {
                let way = place - self.place_of(known);
                (way - normal * way.dot(normal)).length() <= eye
            };
            // Of those of before, one that no point has the names of.
            let is_gone = |known: &&ChosenPoint<V>| {
                let features = self.ordered(known.features);
                points.iter().all(|point| names_of(point) != features)
            };
            if let Some(known) = self.chosen.iter().filter(is_gone).find(is_there) {
                now.push(*known);
                [points[i].feature_a, points[i].feature_b] = self.ordered(known.features);
            } else {
                let place = home(place, self.origin);
                now.push(ChosenPoint { features: self.ordered(names), place });
            }
        }
        *self.chosen = now;
    }

    #[inline(always)]
    fn place_of(&self, known: &ChosenPoint<V>) -> V {
        self.origin + self.turn.apply(known.place)
    }

    /// Names of a and b in the order in which they are seen; and back.
    #[inline(always)]
    fn ordered(&self, [one, other]: [Feature; 2]) -> [Feature; 2] {
        if self.is_swapped { [other, one] } else { [one, other] }
    }
}

/// What a point lies on, as shapes are seen.
#[inline(always)]
pub(super) fn names_of<V: Vector>(point: &ContactPoint<V>) -> [Feature; 2] {
    [point.feature_a, point.feature_b]
}
