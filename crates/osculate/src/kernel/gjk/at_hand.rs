//! Recombined vertices: points of `a − b` that the loop has without asking the shapes.
//!
//! Each vertex of the simplex is the difference of a point of a and a point of b. Up to four points
//! of each are at hand, those of dropped vertices among them. They make sixteen differences, of
//! which the shapes were asked for four. The facets of `a − b` are such differences: a face of one
//! shape at a corner of the other, or an edge of each. Where another corner comes in, two or three
//! vertices of the facet are new. The paper's loop asks for one after the other, along axes that
//! are wrong until it has them all. So in space, after each support point, the difference at hand
//! that is nearest along the new v is taken in too, if it is nearer than the simplex.
//!
//! What is found so is a point of `a − b`, but need not be furthest along any axis. It serves for
//! upper bounds and closest points. Lower bounds come from support points alone, and an expansion,
//! which must begin with vertices, is not begun with it. An observer turns recombining off.
//!
//! It costs about half a step, so shapes decline it where it does not pay
//! (`Support::is_worth_a_look`). Figures: `docs/decisions/0007-recombined-vertices.md`.

use super::{Outcome, Pair, Record, Support, of_some_length};
use crate::kernel::simplex::{reduce, reduce_in_lanes};
use crate::number::blocks::block_of_four;
use crate::number::lanes::Lanes;
use crate::number::vector::{Real, Vector};

/// The points of a and b in the world's axes, by the slots of their vertices. As points, and not in
/// lanes: mostly all that is done with them is to put them there.
pub(super) struct AtHand<V: Vector> {
    a: [V; 4],
    b: [V; 4],
}

impl<V: Vector> AtHand<V> {
    /// The points of one vertex, in all slots.
    #[inline(always)]
    pub fn of([p, q]: [V; 2]) -> Self {
        Self { a: [p; 4], b: [q; 4] }
    }

    /// Takes the points of the vertex in `slot`.
    #[inline(always)]
    pub fn put(&mut self, slot: usize, [p, q]: [V; 2]) {
        (self.a[slot & 3], self.b[slot & 3]) = (p, q);
    }

    /// The slots of the points whose difference is nearest along `v`, and by how much it is nearer
    /// than the vertex in `slot`, times the length of v.
    #[inline(always)]
    pub fn nearest(&self, v: V, slot: usize) -> ([usize; 2], V::Scalar) {
        let (a, b) = (block_of_four(self.a).dot(v), block_of_four(self.b).dot(v));
        let (least, most) = (a.min_across(), b.max_across());
        let gain = a.sub(least).add(most.sub(b));
        // Along a v that is no number none holds it.
        let place = |holders: u32| (holders.trailing_zeros() as usize).min(3);
        ([place(a.equal(least)), place(b.equal(most))], gain.as_array()[slot & 3])
    }

    /// Points of a and b, by their slots.
    #[inline(always)]
    pub fn points(&self, [i, j]: [usize; 2]) -> [V; 2] {
        [self.a[i & 3], self.b[j & 3]]
    }
}

/// How the loop takes a new vertex in: the simplex is reduced with it, and once more with what is
/// nearest of the points at hand.
///
/// The points stand beside it and not in it: they are passed on by reference, and all that stands
/// with them would be kept in memory.
pub(super) struct Intake {
    looking: bool,
    /// Whether each slot has points.
    is_filled: bool,
    /// Whether the faces of a tetrahedron are looked at side by side.
    in_lanes: bool,
    /// How many vertices were known before the loop began.
    known: usize,
}

impl Intake {
    /// `keeping` says whether the points of the vertices are kept, `looking` whether points that no
    /// axis has found will do.
    #[inline(always)]
    pub fn new<V: Vector, A: Support<V>, B: Support<V>>(
        pair: &Pair<V, A, B>,
        known: usize,
        keeping: bool,
        looking: bool,
    ) -> Self {
        let Pair { a, b, .. } = pair;
        let looking =
            V::DIM == 3 && looking && a.is_worth_a_look(keeping) && b.is_worth_a_look(keeping);
        let in_lanes = a.is_scattered() && b.is_scattered();
        Self { looking, is_filled: false, in_lanes, known }
    }

    #[inline(always)]
    pub fn is_looking(&self) -> bool {
        self.looking
    }

    /// Takes in a vertex that was found along −n: the last vertex taken in, and the point of the
    /// reduced simplex nearest the origin, or a multiple of it. None if the simplex holds the
    /// origin.
    #[inline(always)]
    pub fn take<V: Vector, A: Support<V>, B: Support<V>, R: Record<V>>(
        &mut self,
        at_hand: &mut AtHand<V>,
        pair: &Pair<V, A, B>,
        outcome: &mut Outcome<V, R>,
        (w, [p, q], placed): (V, [V; 2], [V; 2]),
        n: V,
        width_squared: V::Scalar,
    ) -> (V, Option<V>) {
        if self.looking && !self.is_filled {
            // Not before it is needed: most queries that know their vertices end here.
            self.is_filled = true;
            if self.known == 0 {
                at_hand.put(0, placed);
                outcome.record.keep(0, p, q, n);
            }
            // What is in no slot yet is the first again, in the record too.
            for slot in self.known.max(1)..4 {
                at_hand.put(slot, at_hand.points([0, 0]));
                outcome.record.combine(slot, [0, 0]);
            }
        }
        let mut slot = outcome.simplex.push(w);
        outcome.record.keep(slot, p, q, n);
        if self.looking {
            at_hand.put(slot, placed);
        }
        let (mut newest, mut again) = (w, self.looking);
        loop {
            let reduced = if self.in_lanes {
                reduce_in_lanes(&mut outcome.simplex)
            } else {
                reduce(&mut outcome.simplex)
            };
            let Some(v) = reduced.filter(|_| again).map(of_some_length) else {
                return (newest, reduced);
            };
            again = false;
            let (from, gain) = at_hand.nearest(v, slot);
            let points = at_hand.points(from);
            let nearer = pair.difference_placed(points);
            // Through the origin there is no way to look.
            let is_worth =
                v.dot(newest) > V::Scalar::ZERO && gain * gain > width_squared * v.length_squared();
            if !is_worth || outcome.simplex.points().contains(&nearer) {
                return (newest, reduced);
            }
            slot = outcome.simplex.push(nearer);
            outcome.record.combine(slot, from);
            at_hand.put(slot, points);
            newest = nearer;
        }
    }
}
