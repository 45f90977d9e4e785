//! Two polytopes of space that know their faces: whether they intersect.
//!
//! Near contact, five of six pairs have a corner of the one before a face of the other, and only
//! one has edges that cross. Then the face separates them, or the corner is inside; and what finds
//! the face is one scan of the poles (`polar`), what finds the corner one of the corners, with no
//! simplex in between and next to no branch. Small polytopes are asked by every face and every
//! corner (`corners`), others by those that look to each other (`faces`). What they leave in doubt
//! is left to GJK, which starts as if nothing was known: from the vertices that these faces'
//! normals find it takes more instructions on nearly all sizes and classes.
//!
//! All is done in the axes of the one whose faces are asked, so that none of its corners and
//! faces has to be turned. A product is then rounded more often than a vertex of the loop: two
//! rotations, their product, and the way between the origins turned, 16 ε of L in the worst case.
//! Polytopes that are told apart are so by more (the band and the width of a bracket, 9 and 7), and
//! those that are told together are less than the band apart: so neither contradicts what a
//! distance says.

mod corners;
mod faces;
mod view;

use view::{Seen, View};

use super::Question;
use super::level::{Asks, Decided, Level};
use super::measured::Separated;
use crate::convex::known::{Core, FewPoints};
use crate::convex::table::polar::Polar;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::Frame;
use crate::number::blocks::{Block, LanesOf};
use crate::number::contract::DOUBT;
use crate::number::lanes::{Lanes, Row, Work};
use crate::number::vector::{Matrix, Scalar, Vector};

/// Whether two polytopes intersect.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    if !matches!(L::ASKS, Asks::Verdict) {
        return None;
    }
    let polytopes = Polytopes::new(question.a, question.b, question.frame)?;
    Some(question.decided(polytopes.tell(question.surely_apart())?))
}

/// One polytope of a query.
#[derive(Clone, Copy)]
struct Body<'s, V: Vector> {
    /// In its own axes and not scaled.
    corners: &'s [Block<V>],
    polar: &'s Polar<V>,
    /// From its axes to the world's.
    axes: V::Matrix,
}

/// A look of each at the other.
struct Look<'v, 's, V: Vector> {
    views: [&'v View<'s, V>; 2],
    corners: [&'s [Block<V>]; 2],
}

/// Two polytopes that know their faces, and how they lie to each other.
struct Polytopes<'s, V: Vector> {
    a: Body<'s, V>,
    b: Body<'s, V>,
    frame: &'s Frame<V>,
}

impl<'s, V: Vector> Body<'s, V> {
    #[inline(always)]
    fn new(core: Core<'s, V>) -> Option<Self> {
        let Core::Points { points, axes } = core else { return None };
        let FewPoints { blocks: corners, polar: Some(polar), .. } = points else { return None };
        let axes = axes.unwrap_or(V::Matrix::IDENTITY);
        (V::DIM == 3).then_some(Self { corners, polar, axes })
    }
}

impl<V: Vector> Work<LanesOf<V>> for Look<'_, '_, V> {
    type Answer = Seen;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Seen {
        if corners::are_few(self.views, self.corners) {
            return corners::look::<R, V>(self.views, self.corners);
        }
        faces::look::<R, V>(self.views, self.corners)
    }
}

impl<'s, V: Vector> Polytopes<'s, V> {
    /// `None` for other shapes.
    #[inline(always)]
    fn new<A: Convex<V>, B: Convex<V>>(a: &'s A, b: &'s B, frame: &'s Frame<V>) -> Option<Self> {
        Some(Self { a: Body::new(a.core())?, b: Body::new(b.core())?, frame })
    }

    /// What `body` sees of `other`, given the way between their origins in the world's axes; `most`
    /// as for [`tell`](Self::tell).
    #[inline(always)]
    fn view(
        &self,
        [body, other]: [&Body<'s, V>; 2],
        [turn, back]: [V::Matrix; 2],
        way: V,
        most: V::Scalar,
    ) -> View<'s, V> {
        let Frame { scale, unit, band, .. } = *self.frame;
        let polar = body.polar;
        let turn = V::Matrix::from_columns(|j| turn.column(j) * scale);
        let way = body.axes.transpose().apply(way) - polar.middle() * scale;
        let touching = (band - band * V::Scalar::from_f64(DOUBT)) * unit;
        let inside = polar.within(touching) * scale;
        let outside = polar.beyond(most * unit) * scale;
        View { polar, turn, back, way, other: other.polar, scale, inside, outside }
    }

    /// Whether they are surely further apart than `most`, or intersect.
    #[inline(always)]
    fn tell(&self, most: V::Scalar) -> Option<Decided<V>> {
        let Self { a, b, frame } = self;
        let turn = a.axes.transpose().compose(&b.axes);
        let back = turn.transpose();
        let seen_by_a = self.view([a, b], [turn, back], frame.offset, most);
        let seen_by_b = self.view([b, a], [back, turn], -frame.offset, most);
        let (views, corners) = ([&seen_by_a, &seen_by_b], [a.corners, b.corners]);
        let seen = LanesOf::<V>::by_eights(Look { views, corners });
        let axis_of_a = |face: usize| -self.normal(a, face);
        let axis_of_b = |face: usize| self.normal(b, face);
        let axis = match seen {
            Seen::Apart([Some(face), _]) => axis_of_a(face),
            Seen::Apart([None, face]) => axis_of_b(face.unwrap_or(0)),
            Seen::Together => return Some(Decided::Together),
            Seen::Doubt => return None,
        };
        Some(Decided::Apart(Separated { axis, by: most }))
    }

    /// The outward normal of a face in the world's axes, scaled as GJK's are.
    #[inline(always)]
    fn normal(&self, body: &Body<'s, V>, face: usize) -> V {
        body.axes.apply(body.polar.pole(face) * self.frame.unit)
    }
}
