//! Pairs that are answered without GJK, because of what their kinds of shape know.
//!
//! A shortcut is a file with a function `answer`. It takes the question and returns what it found,
//! or `None` where it has nothing to say: for other kinds of shape, for another level, and where
//! rounding leaves the answer open. [`Question::answer`] is the ladder: it tries the shortcuts in
//! one order at every level. What none of them answers is left to GJK. `level` and `measured` hold
//! the types; `inside` serves `closed`.
//!
//! A shortcut must not contradict GJK. So it calls shapes apart only where every lower bound that
//! GJK could find is above the band, and together only where none is (docs/numerics.md, Verdicts).
//!
//! The kind of a shape is what [`Facts::core`] answers. For most types it is known at compile
//! time, and the compiler drops the shortcuts of other kinds. `Shape`, `dyn Convex` and polytopes
//! choose when the program runs.
//!
//! **To add one**, write a file with `answer`, a line of [`Question::answer`], and a test in
//! `tests/paths.rs` of how many pairs of its class it answers. Kinds that exclude each other may
//! stand in any order; what holds for every kind, as bounding balls do, stands first.

mod balls;
mod boxes;
mod closed;
mod inside;
mod last_axis;
mod likely;
pub(crate) mod level;
pub(crate) mod measured;
mod polygons;
mod polytopes;
mod rounds;
mod segment_and_box;
mod zonotopes;

pub(crate) use balls::{are_surely_apart, before_the_frame, surely_meet};
pub(crate) use closed::is_formula;
pub(crate) use last_axis::separates;
pub(crate) use level::{Decided, Gap};
pub(crate) use measured::Measured;
pub(crate) use polygons::{Sooner, sooner};
pub(crate) use rounds::overlap as rounds;

use core::marker::PhantomData;

use level::{Asks, Level};
use measured::Common;

use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Frame, Goal, Limits};
use crate::number::vector::Vector;

/// A question about a pair, to which a shortcut may have the answer.
pub(crate) struct Question<'q, V: Vector, L, A, B> {
    pub level: PhantomData<L>,
    pub a: &'q A,
    pub b: &'q B,
    pub frame: &'q Frame<V>,
    /// The sum of the radii.
    pub radius: V::Scalar,
    pub limits: Limits<V::Scalar>,
    /// An axis that last separated the two; zero if none is known.
    pub axis: V,
    /// Whether a cache or a tracker can start the expansion.
    pub has_start: bool,
}

impl<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>> Question<'_, V, L, A, B> {
    /// Whether points are asked for, of the cores or of how deep they overlap.
    #[inline(always)]
    fn wants_points(&self) -> bool {
        matches!(L::ASKS, Asks::Points | Asks::Depth)
    }

    #[inline(always)]
    fn wants_depth(&self) -> bool {
        matches!(L::ASKS, Asks::Depth)
    }

    #[inline(always)]
    fn cores(&self) -> (Core<'_, V>, Core<'_, V>) {
        (self.a.core(), self.b.core())
    }

    /// When GJK could stop.
    #[inline(always)]
    pub fn goal(&self) -> Goal<V::Scalar> {
        let looking = !self.wants_depth();
        Goal { looking, ..self.limits.goal(self.frame, self.radius) }
    }

    /// A distance at which every method says apart.
    #[inline(always)]
    fn surely_apart(&self) -> V::Scalar {
        let goal = self.goal();
        goal.beyond + goal.width
    }

    /// The answer, from a signed distance.
    #[inline(always)]
    fn measured(&self, measured: Measured<V>) -> L::Found {
        L::measured(measured, self.frame, self.radius)
    }

    /// The answer, from yes or no.
    #[inline(always)]
    fn decided(&self, decided: Decided<V>) -> L::Found {
        match decided {
            Decided::Together => L::together(Common::SOMEWHERE),
            Decided::Apart(separated) => L::apart(separated),
        }
    }

    /// The ladder: the first answer that a shortcut finds, and the name that observers hear.
    #[inline(always)]
    pub fn answer(&self) -> Option<(L::Found, &'static str)> {
        macro_rules! first_of {
            ($($shortcut:ident: $name:literal,)*) => {
                $(
                    if let Some(found) = $shortcut::answer(self) {
                        return Some((found, $name));
                    }
                )*
            };
        }
        first_of! {
            closed: "closed form",
            balls: "bounding balls",
            segment_and_box: "segment and box",
            boxes: "separating axes of boxes",
            zonotopes: "faces of the difference of boxes",
            rounds: "profile round a common axis",
            polygons: "edges of polygons",
            last_axis: "last separating axis",
            polytopes: "faces of polytopes",
        }
        None
    }

    /// Traced queries use this shortcut too: a half-space has no support points.
    #[inline(always)]
    pub fn closed_form(&self) -> Option<L::Found> {
        closed::answer_without_depth(self)
    }
}
