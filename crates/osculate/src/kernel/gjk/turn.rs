//! Damped first steps: how far the loop's axis turns while it knows little.
//!
//! The paper's loop turns to v, and near contact that is far too far. Let the first axis be right
//! to a few degrees, and its vertex be the corner of a facet that faces the origin. Then v, which
//! is that corner, is aside of the origin by half a facet and before it by next to nothing: its
//! direction is off by most of a right angle. The vertex that it finds is on the shape's flank, and
//! three to five more steps lead back from there.
//!
//! What is wanted is the next corner to that side, and for it the axis need not turn by more than
//! the angle between two facets. So where v is far aside of the axis before, the second and the
//! third axis turn by a share of the angle. The vertex that they find mostly belongs to the answer,
//! and the next step proves it. If it is no nearer, the share was too little: the next axis turns
//! by twice as much, until half of the angle is left. Where the loop does not recombine vertices
//! (`at_hand`), the axis turns all the way at once.
//!
//! A tracked query begins with the vertices that were nearest a moment ago. Where another facet is
//! nearest now, v points past it in the same way, and the first turns are short, from the axis that
//! last separated the shapes. Shapes that overlap have no such axis. What found their simplex is as
//! good if they overlap along it by no more than the facets' roundness (`shallow`).
//!
//! Figures, and what was tried: `docs/decisions/0006-damped-first-steps.md`, and 0031 for trackers.

use crate::number::vector::{Real, Scalar, Vector};

/// So many turns at most are short.
pub(crate) const SHORT_TURNS: u32 = 2;

/// v is far aside of the axis if the cosine between them is less than this.
pub(crate) const FAR_ASIDE: f64 = 0.5;

/// But where it is less than minus this, the axis is far from separating the shapes, they overlap,
/// and a simplex round a facet would not hold the origin.
pub(crate) const BEHIND: f64 = 0.4;

/// v of vertices that are known looks past the nearest facet if the cosine is less than this: they
/// were right, and the shapes have not moved far.
const A_LITTLE_ASIDE: f64 = 0.95;

/// Known vertices of shapes that take longer turns than this are a better start than an axis.
const FINE: f64 = 0.2;

/// Whether `v` is aside of the axis `n`, and not far behind it; sooner where the loop began with
/// vertices that it knows.
#[inline(always)]
fn is_aside<V: Vector>(v: V, n: V, knows: bool) -> bool {
    let along = v.dot(n);
    let aside = if knows { A_LITTLE_ASIDE } else { FAR_ASIDE };
    let most = if along > V::Scalar::ZERO { aside } else { BEHIND };
    along * along < V::Scalar::from_f64(most * most) * (n.length_squared() * v.length_squared())
}

/// Whether `v`, of vertices that were nearest a moment ago, is so far aside of the axis that
/// separated the shapes then that it overshoots, and the shapes are fine enough for a short turn to
/// be worth it.
#[inline(always)]
fn is_overshot<V: Vector>(v: V, axis: V, share: V::Scalar) -> bool {
    share < V::Scalar::from_f64(FINE) && is_aside(v, axis, true)
}

/// By how much shapes of such extents in sum, that touch, overlap along an axis that is off by half
/// a short turn, a turn of all the way being a right angle: 1 − cos α is about α² / 2.
#[inline(always)]
pub(super) fn shallow<S: Scalar>(share: S, extents: S) -> S {
    let half_angle = share * S::from_f64(core::f64::consts::FRAC_PI_4);
    S::from_f64(0.5) * half_angle * half_angle * extents
}

/// The axis that is a share of the way from the axis `n` to `v`, as long as `n`.
#[inline(always)]
fn turned<V: Vector>(n: V, v: V, share: V::Scalar) -> V {
    let length = (n.length_squared() / v.length_squared()).sqrt();
    v * (share * length) + n * (V::Scalar::ONE - share)
}

/// The axis after one that turned by a `share` too little, and by what share it turns: twice as
/// much, or all of what is left.
#[inline(always)]
fn further<V: Vector>(n: V, v: V, share: V::Scalar) -> (V, V::Scalar) {
    let twice = share + share;
    if twice + twice > V::Scalar::ONE {
        return (v, V::Scalar::ONE);
    }
    (turned(n, v, twice), twice)
}

/// Whether a vertex is nearer along `v` than a vertex of the simplex that holds v, by more than a
/// width.
#[inline(always)]
pub(super) fn is_nearer<V: Vector>(w: V, held: V, v: V, width_squared: V::Scalar) -> bool {
    let gain = v.dot(held) - v.dot(w);
    gain > V::Scalar::ZERO && gain * gain > width_squared * v.length_squared()
}

/// How far the next axes of a query turn.
pub(super) struct Turns<S> {
    /// How many of them may still be short.
    left: u32,
    /// The share of the way to v that the last axis turned: less than 1 while it was short.
    share: S,
    /// What that share is for these shapes.
    short: S,
    /// Whether the loop began with vertices.
    knows: bool,
}

impl<S: Scalar> Turns<S> {
    #[inline(always)]
    pub fn new(knows: bool, short: S) -> Self {
        Self { left: if knows { 0 } else { SHORT_TURNS }, share: S::ONE, short, knows }
    }

    /// The first axis, of vertices whose point is v and shapes that an axis separated, if they are
    /// known.
    #[inline(always)]
    pub fn first<V: Vector<Scalar = S>>(&mut self, separated: Option<V>, v: V) -> V {
        match separated {
            Some(axis) if is_overshot(v, axis, self.short) => {
                (self.left, self.share) = (SHORT_TURNS, self.short);
                turned(axis, v, self.share)
            }
            _ => v,
        }
    }

    /// The axis after `n`, of which v is the new point.
    #[inline(always)]
    pub fn next<V: Vector<Scalar = S>>(&mut self, n: V, v: V) -> V {
        if self.left > 0 && is_aside(v, n, self.knows) {
            (self.left, self.share) = (self.left - 1, self.short);
            turned(n, v, self.share)
        } else {
            self.left = 0;
            v
        }
    }

    /// Whether the last axis turned short.
    #[inline(always)]
    pub fn is_short(&self) -> bool {
        self.share < S::ONE
    }

    /// The short turn found what is nearer.
    #[inline(always)]
    pub fn end(&mut self) {
        self.share = S::ONE;
    }

    /// The axis after one that turned too little: all of the way at once, or `by_little`.
    #[inline(always)]
    pub fn further<V: Vector<Scalar = S>>(&mut self, n: V, v: V, by_little: bool) -> V {
        self.left = 0;
        let (n, share) = if by_little { further(n, v, self.share) } else { (v, S::ONE) };
        self.share = share;
        n
    }
}
