//! When a box that moves straight may come to other boxes.
//!
//! Along each coordinate it is on a box from when its far end comes to the box's near one to when
//! it leaves. It may be on the box while it is so along all of them. Rounding makes the first
//! sooner and the last later, and never the other way.

use super::search::{Bounds, Seeks};
use super::tree::{ALL, FOURS, Four, Node};
use crate::convex::bounds::Aabb;
use crate::number::lanes::Lanes;
use crate::number::linear::Real;
use crate::number::vector::{Scalar, Vector};

/// How a box moves along a coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Along<S> {
    /// Not at all: its least and its largest coordinate.
    Still(S, S),
    /// So slowly that its pace is out of the range of numbers.
    Hardly,
    /// The end in front, the end behind, and how long it takes for a length of 1: less than zero
    /// if it moves down.
    Moves { front: S, back: S, pace: S },
}

/// A box that moves straight; a point, for a ray.
pub struct Way<V: Vector> {
    along: V::Each<Along<V::Scalar>>,
    from: V::Scalar,
}

impl<V: Vector> Way<V> {
    /// The box from `low` to `high` at the time zero, from a time on.
    pub fn new([low, high]: [V; 2], velocity: V, from: V::Scalar) -> Self {
        let along = V::each(|i| {
            let (speed, low, high) = (velocity.get(i), low.get(i), high.get(i));
            let pace = V::Scalar::ONE / speed;
            match () {
                _ if speed == V::Scalar::ZERO => Along::Still(low, high),
                _ if !pace.is_finite() => Along::Hardly,
                _ if speed > V::Scalar::ZERO => Along::Moves { front: high, back: low, pace },
                _ => Along::Moves { front: low, back: high, pace },
            }
        });
        Self { along, from }
    }

    /// Whether it may come to a box by a time.
    pub fn may_meet(&self, of: &Aabb<V>, by: V::Scalar) -> bool {
        if of.is_empty() {
            return false;
        }
        let ends = |end: V| V::each(|i| Four::<V>::splat(end.get(i)));
        let (min, max) = (ends(of.min()), ends(of.max()));
        let (comes, missed) = self.comes(|i| (min[i], max[i]));
        missed == 0 && comes.greater(Four::<V>::splat(by)) == 0
    }

    /// When it comes to four boxes at the earliest, and bits for those that it never comes to. It
    /// is given the least and the largest coordinates of the boxes.
    #[inline(always)]
    fn comes(&self, ends: impl Fn(usize) -> (Four<V>, Four<V>)) -> (Four<V>, u32) {
        let splat = Four::<V>::splat;
        let (zero, infinite) = (splat(V::Scalar::ZERO), splat(V::Scalar::INFINITY));
        let (mut comes, mut leaves) = (splat(-V::Scalar::INFINITY), infinite);
        let mut missed = 0;
        for i in 0..V::DIM {
            let (min, max) = ends(i);
            match self.along[i] {
                Along::Still(low, high) => {
                    missed |= min.sub(splat(high)).max(splat(low).sub(max)).greater(zero);
                }
                Along::Hardly => {}
                Along::Moves { front, back, pace } => {
                    let is_up = pace > V::Scalar::ZERO;
                    let (near, far) = if is_up { (min, max) } else { (max, min) };
                    comes = comes.max(near.sub(splat(front)).mul(splat(pace)));
                    leaves = leaves.min(far.sub(splat(back)).mul(splat(pace)));
                }
            }
        }
        // A difference, a quotient and a product, and what the smallest numbers lack.
        let share = splat(V::Scalar::from_f64(4.0) * V::Scalar::EPSILON);
        let slack =
            |time: Four<V>| time.max(zero.sub(time)).mul(share).add(splat(V::Scalar::LEAST));
        // What is infinite has an infinite slack, and the difference is no number: it is then as if
        // nothing were known.
        let comes = comes.sub(slack(comes)).max(splat(self.from));
        let leaves = leaves.add(slack(leaves)).min(infinite);
        (comes, missed | comes.greater(leaves))
    }
}

impl<V: Vector> Seeks<V> for Way<V> {
    #[inline(always)]
    fn bounds(&self, of: &Node<V>, most: V::Scalar) -> Bounds<V> {
        let most = Four::<V>::splat(most);
        let (mut missed, mut least) = (0, [most; FOURS]);
        for (k, least) in least.iter_mut().enumerate() {
            let (comes, never) = self.comes(|i| (of.min[i][k], of.max[i][k]));
            missed |= (never | comes.greater(most)) << (4 * k);
            *least = comes;
        }
        Bounds { some: missed ^ ALL, least }
    }
}
