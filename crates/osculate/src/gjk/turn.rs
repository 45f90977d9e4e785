//! Short turns: how the loop looks at first, where it knows little and the shapes are near each
//! other.
//!
//! The paper's loop looks along v, and near contact that is far too far. Let the first axis be
//! right to a few degrees, and its vertex be the corner of a facet that faces the origin. Then v,
//! which is that corner, is aside of the origin by half a facet and before it by next to nothing:
//! its direction is off by most of a right angle. The vertex that it finds is on the shape's flank,
//! and three to five more steps lead back from there, each with about a quarter of the angle that
//! the one before was off by.
//!
//! What is wanted is the next corner to that side, and for it the axis need not turn by more than
//! the angle between two facets. So where v is far aside of the axis before, the second and the
//! third axis go but a share of the way there. What they find mostly holds the
//! answer, and the next step proves it. Where a share of the way finds nothing that is nearer, it
//! was too little, and mostly by little: the next axis goes twice that share further, and so on,
//! until half of the way is left. All of the way would cost three or four steps back: hulls that
//! touch took 3 to 5 per cent longer. Small hulls and curved shapes go all of it, as they gain
//! nothing. Tried instead: a third short turn, which saves nothing where shapes are apart and costs
//! a step where they overlap.
//!
//! Mean steps of hulls of 8, 20, 64, 256 and 1,024 points on spheres, before and with it (256 with
//! the share of 1,024): at a distance of 0.01 4.9 to 4.2, 6.1 to 4.7, 7.3 to 4.8, 8.8 to 5.5, 10.0
//! to 6.5; touching 4.7 to 4.0, 5.9 to 4.4, 7.3 to 4.7, 9.1 to 5.4, 10.9 to 5.3; 0.02 deep 4.9 to
//! 4.6, 5.3 to 4.5, 5.9 to 4.3, 6.0 to 4.8, 6.2 to 5.3. Cylinders, cones and ellipsoids take a
//! tenth fewer of their 15 to 24 near contact. Far apart, where v is not aside, all take as many as
//! before. Momentum, which Montaut et al. (2022) add to the loop after Nesterov, is against the
//! same zigzag.
//!
//! A tracked query begins with the vertices that were nearest a moment ago. Where another facet is
//! nearest now, v looks past it in the same way, and the first turns are short, from the axis that
//! last separated the shapes: tracked distances of hulls of 256 and 1,024 points near contact took
//! 330 and 390 ns for 355 and 480. That holds also where v has come to look a little back of the
//! axis, as it does where shapes that touch begin to overlap: going all of the way then, one query
//! of ten of touching hulls of 1,024 took five steps and more. Their mean steps fell from 2.5 to
//! 2.3, and from 1.7 to 1.5 where they turn on, their time from 313 to 290 ns and from 315 to 270.
//! As that axis is right to a few degrees, v is aside of it from 18 degrees on, not 60, also after
//! the first turn (near contact 265 to 255 ns). Shapes that overlap have no such axis, but what
//! found their simplex is as good if they overlap along it by no more than the facets' roundness
//! (`shallow`): pairs that touch and never were apart took five to seven steps where a facet
//! changed. Touching hulls of 1,024 277 to 260 ns; without the bound those that are 0.02 deep a
//! quarter more. The line between the origins in its place is as good for round hulls, and a
//! quarter slower for long and flat ones.

use crate::vector::{Real, Scalar, Vector};

/// So many turns at most are short.
const SHORT_TURNS: u32 = 2;

/// v is far aside of the axis if the cosine between them is less than this.
const FAR_ASIDE: f64 = 0.5;

/// But where it is less than minus this, the axis is far from separating the shapes, they overlap,
/// and a simplex round a facet would not hold the origin.
const BEHIND: f64 = 0.4;

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
