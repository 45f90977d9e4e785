//! Two polygons of the plane that know their edges.
//!
//! Two convex polygons are apart exactly if the normal of some edge separates them: if all of the
//! other is beyond it. If the middle of one is behind all edges of the other, they overlap. If not,
//! edges are compared with corners:
//!
//! * `every`: polygons of at most four vertices, and distances of at most eight. Every edge against
//!   every corner of the other.
//! * `facing`: larger ones. Only the edges that face each other.
//! * `fronts`: depths, closest points, and pairs of which only one is large. All edges.
//!
//! What rounding leaves in doubt is left to GJK, so that the answers cannot contradict each other.

mod edges;
mod every;
mod facing;
mod fronts;
mod pair;

use every::Every;
use facing::Facing;
use fronts::Look;
use pair::{Polygons, are_apart, is_in_doubt, is_proved, overlap, touch};

use super::level::{Asks, Level};
use super::measured::{Common, Separated};
use super::{Measured, Question};
use crate::convex::Convex;
use crate::kernel::gjk::{Frame, Goal};
use crate::number::vector::{Real, Vector};

/// How far apart two polygons are.
pub(super) enum Span<S> {
    /// They have a common point.
    Overlap,
    /// At least and at most so far.
    Apart { lower: S, upper: S },
    /// What one look does not prove.
    Doubt,
}

/// Who answers sooner of a pair of polygons, seen from one query to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sooner {
    /// What is remembered: they are other shapes, or of unusual size, which are not asked by edges.
    Memory,
    /// The edges, whatever is remembered.
    Edges,
    /// The edges, but for a depth that is proved by what an expansion left.
    Proof,
}

/// Whether the edges of a pair answer sooner than what is remembered of it.
#[inline(always)]
pub(crate) fn sooner<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Sooner {
    match Polygons::new(a, b, frame) {
        Some(polygons) if polygons.is_large() => Sooner::Proof,
        Some(_) => Sooner::Edges,
        None => Sooner::Memory,
    }
}

/// What the edges of two polygons say.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    // Round corners change which of two near polygons touch: yes or no is then a distance's matter.
    if matches!(L::ASKS, Asks::Verdict) && question.radius != V::Scalar::ZERO {
        return None;
    }
    let polygons = Polygons::new(question.a, question.b, question.frame)?;
    match L::ASKS {
        Asks::Verdict => {
            let together = polygons.intersect(|| question.goal())?;
            let apart = Separated { axis: V::ZERO, by: V::Scalar::ZERO };
            Some(if together { L::together(Common::SOMEWHERE) } else { L::apart(apart) })
        }
        Asks::Distance => polygons.distance(question),
        Asks::Points | Asks::Depth => polygons.measure(question),
    }
}

impl<V: Vector> Facing<V> {
    /// What it says of how far apart the two are.
    #[inline(always)]
    fn span(self) -> Span<V::Scalar> {
        match self {
            Self::Overlap(..) => Span::Overlap,
            Self::Apart { lower, upper } => Span::Apart { lower, upper },
            Self::Near(_) | Self::Next(_) | Self::Doubt => Span::Doubt,
        }
    }
}

impl<V: Vector> Polygons<'_, V> {
    /// Whether they intersect. `None` in doubt. No axis is asked first, nor found for the next
    /// query: the look takes less.
    #[inline(always)]
    pub fn intersect(&self, goal: impl FnOnce() -> Goal<V::Scalar>) -> Option<bool> {
        if self.overlap_by_middles() {
            return Some(true);
        }
        let found = if self.have_windows() {
            match facing::tell(self) {
                facing::Told::Surely(told) => return Some(told),
                // Of few corners every edge is a better second look.
                _ if self.are_few() => self.span(&goal()),
                facing::Told::Next(guesses) => facing::look_again(self, &goal(), guesses).span(),
                facing::Told::Doubt => return None,
            }
        } else {
            self.span(&goal())
        };
        match found {
            Span::Overlap => Some(true),
            Span::Apart { lower, .. } if are_apart(lower, self.band) => Some(false),
            Span::Apart { upper, .. } => touch(upper * upper, self.band).then_some(true),
            Span::Doubt => None,
        }
    }

    /// How far apart they are, by the look that is fastest.
    #[inline(always)]
    pub fn span(&self, goal: &Goal<V::Scalar>) -> Span<V::Scalar> {
        if let Some(every) = every::look(self) {
            return self.span_of(every, goal);
        }
        if self.have_windows() {
            return facing::look::<V, false>(self, goal).span();
        }
        match fronts::look(self) {
            Look::Overlap(_) => Span::Overlap,
            Look::Near(near) if near.is_proved(goal, self.band) => {
                Span::Apart { lower: near.lower, upper: near.upper }
            }
            Look::Near(_) | Look::Doubt => Span::Doubt,
        }
    }

    /// How far apart they are, if one look proves it.
    #[inline(always)]
    fn distance<L: Level<V>, A: Convex<V>, B: Convex<V>>(
        &self,
        question: &Question<'_, V, L, A, B>,
    ) -> Option<L::Found> {
        if self.overlap_by_middles() {
            return Some(L::together(Common::SOMEWHERE));
        }
        match self.span(&question.goal()) {
            Span::Overlap => Some(L::together(Common::SOMEWHERE)),
            Span::Apart { lower, upper } => {
                Some(question.measured(Measured::between(lower.max(V::Scalar::ZERO), upper)))
            }
            Span::Doubt => None,
        }
    }

    /// Their closest points, or how deep they overlap.
    #[inline(always)]
    fn measure<L: Level<V>, A: Convex<V>, B: Convex<V>>(
        &self,
        question: &Question<'_, V, L, A, B>,
    ) -> Option<L::Found> {
        let (goal, depth) = (question.goal(), question.wants_depth());
        if !depth && let Some(common) = self.common() {
            return Some(L::together(common));
        }
        // Polygons that are asked only whether they overlap, and how deep, mostly do. Of few
        // corners a look at all edges takes hardly longer, and has the depth at once.
        let all_at_once = depth && (question.limits.most <= V::Scalar::ZERO || self.are_few());
        if self.have_windows() && !all_at_once {
            match facing::look::<V, true>(self, &goal) {
                Facing::Overlap(on_a, on_b) if !depth => {
                    return Some(L::together(Common { on_a, on_b }));
                }
                Facing::Near(near) => {
                    if let Some(measured) = near.measured(self, &goal) {
                        return Some(question.measured(measured));
                    }
                }
                _ => {}
            }
        }
        // A depth of many vertices is left to an expansion that has a start.
        let looks_at_all =
            if depth { !self.is_large() || !question.has_start } else { !self.have_windows() };
        if !looks_at_all {
            return None;
        }
        fronts::measure(self, &goal, depth).map(|found| question.measured(found))
    }

    /// What every edge says.
    #[inline(always)]
    fn span_of(&self, every: Every<V::Scalar>, goal: &Goal<V::Scalar>) -> Span<V::Scalar> {
        let (Every { beyond, nearest }, band) = (every, self.band);
        if overlap(beyond, band) {
            return Span::Overlap;
        }
        // Polygons that are not surely apart may still overlap, and cross where no corner is near.
        let (lower, proved) = if beyond > band {
            (nearest, !is_in_doubt(nearest, band))
        } else {
            (beyond, is_proved(beyond, nearest, goal, band))
        };
        if proved { Span::Apart { lower, upper: nearest } } else { Span::Doubt }
    }
}
