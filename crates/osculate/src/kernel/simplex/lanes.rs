//! The tetrahedron of `space`, its three faces in lanes.
//!
//! Three faces meet in the newest vertex A. For each of them one asks whether the origin is beyond
//! it, and beyond its two edges at A. One after the other, that takes some 300 instructions and six
//! branches that no processor foresees. In lanes, all three normals are one cross product, and the
//! signs of four products decide. In nine of ten cases just one face is left: the origin is beyond
//! it and between both edges, and that face is the answer. Where the origin is beyond no face, the
//! tetrahedron holds it. All other cases are left to `space`: where an edge or A is nearest, or
//! where the tetrahedron is so flat that two faces claim the point.
//!
//! It is for hulls of points in no special place. With boxes, cylinders and cones an edge or two
//! faces hold the point so often that this takes longer. Decision 0008 has the times.

use super::{Simplex, space};
use crate::number::blocks::LanesOf;
use crate::number::lanes::Lanes;
use crate::number::vector::{Real, Vector};

/// One vector of space in each of the first three lanes.
#[derive(Clone, Copy)]
struct Three<V: Vector>([LanesOf<V>; 3]);

impl<V: Vector> Three<V> {
    #[inline(always)]
    fn of([p, q, r]: [V; 3]) -> Self {
        Self([0, 1, 2].map(|i| LanesOf::<V>::from_array([p.get(i), q.get(i), r.get(i), r.get(i)])))
    }

    /// The same one in each.
    #[inline(always)]
    fn splat(p: V) -> Self {
        Self([0, 1, 2].map(|i| LanesOf::<V>::splat(p.get(i))))
    }

    /// The second, the third, the first.
    #[inline(always)]
    fn turned(self) -> Self {
        let [x, y, z] = self.0;
        Self([x.turn_three(), y.turn_three(), z.turn_three()])
    }

    #[inline(always)]
    fn cross(self, other: Self) -> Self {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        Self([y.mul(w).sub(z.mul(v)), z.mul(u).sub(x.mul(w)), x.mul(v).sub(y.mul(u))])
    }

    #[inline(always)]
    fn dot(self, other: Self) -> LanesOf<V> {
        let ([x, y, z], [u, v, w]) = (self.0, other.0);
        x.mul(u).add(y.mul(v)).add(z.mul(w))
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> V {
        V::from_fn(|i| self.0[i].as_array()[lane & 3])
    }
}

/// Reduces a full simplex of space, as [`super::reduce`] does.
#[inline(always)]
pub(super) fn reduce<V: Vector>(simplex: &mut Simplex<V>) -> Option<V> {
    let zero = LanesOf::<V>::splat(V::Scalar::ZERO);
    let [d, c, b, a] = simplex.points;
    // The faces ABC, ACD, ADB: in each lane the edges from A, the first and the second, and the one
    // that is not of the face.
    let first = Three::of([b - a, c - a, d - a]);
    let second = first.turned();
    let normal = first.cross(second);
    let volume = normal.dot(second.turned());
    let a = Three::splat(a);
    let level = normal.dot(a);
    let beyond = level.mul(volume).greater(zero) & 0b111;
    let beyond_first = zero.greater(first.cross(normal).dot(a));
    let beyond_second = zero.greater(normal.cross(second).dot(a));
    if beyond == 0 {
        return None;
    }
    let held = beyond & !beyond_first & !beyond_second;
    if !held.is_power_of_two() {
        return one_by_one(simplex);
    }
    let face = held.trailing_zeros() as usize;
    // D, C, B and A stand in this order.
    const PLACES: [[usize; 4]; 3] = [[1, 2, 3, 0], [0, 1, 3, 2], [2, 0, 3, 1]];
    simplex.arrange(PLACES[face % 3], 3);
    let v = normal.get(face);
    Some(if level.as_array()[face & 3] < V::Scalar::ZERO { -v } else { v })
}

/// By itself: it is long, and seldom asked.
#[cold]
#[inline(never)]
fn one_by_one<V: Vector>(simplex: &mut Simplex<V>) -> Option<V> {
    space::reduce(simplex)
}
