//! What a small hull of space knows of its faces: its polar.
//!
//! Seen from a point inside, the middle, each face is a point too, its pole: the m with `m · x = 1`
//! for all x of the face, counted from the middle. The poles span the polar of the hull, and what
//! finds a support point of the one finds one of the other: the pole furthest along x is that of
//! the face by which the ray through x leaves, and `m · x` is the *gauge* of x, by how much the
//! hull would have to grow about its middle to reach x. A gauge below 1 proves that x is inside,
//! without a simplex; one above names a face that x is beyond.
//!
//! It proves as much of a rounded polar. The ray to x leaves by a face, at a point between its
//! corners; if the gauge of those comes out as 1 − e at least, that of x is too small by a factor
//! of no more than that, and so x is no further from the hull than its gauge, less 1 − e, times the
//! hull's reach. That holds however thin the faces are, and e is measured.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::number::blocks::{LanesOf, blocks_of, span_along};
use crate::number::lanes::Lanes;
use crate::number::linear::Real;
use crate::number::vector::{DVec3, Scalar, Vector, exact};

/// Extents within which poles and their products are neither lost nor out of range.
const EXTENTS: [f64; 2] = [1e-30, 1e30];

/// What a product of a pole and a point is rounded by, and the point's way from the middle, in ε of
/// both lengths.
const ROUNDING: f64 = 2.0;

/// Eight poles: their first coordinates, their second, their third.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(crate) struct Poles<V: Vector>(V::Each<[LanesOf<V>; 2]>);

/// The faces of a hull as points.
#[derive(Clone, Debug, PartialEq)]
pub struct Polar<V: Vector> {
    poles: Box<[Poles<V>]>,
    /// How many fours of poles there are.
    fours: usize,
    middle: V,
    /// How much less or more than 1 the gauge of a point of the surface may come out.
    slack: V::Scalar,
    /// One over how far the vertices are from the middle at most.
    per_reach: V::Scalar,
    /// One over how far the faces are from it at least: the length of the longest pole.
    steepest: V::Scalar,
}

impl<V: Vector> Polar<V> {
    /// From the vertices, and of each face the outward normal and the corners. `None` of hulls so
    /// thin that their gauge would tell nothing.
    pub(crate) fn new<C: Iterator<Item = V>>(
        vertices: &[V],
        faces: impl Iterator<Item = (DVec3, C)>,
    ) -> Option<Self> {
        let sum = vertices.iter().fold(DVec3::ZERO, |sum, &v| sum + exact(v));
        let rounded = |v: DVec3| V::from_fn(|i| V::Scalar::from_f64(v[i]));
        let middle: V = rounded(sum / vertices.len() as f64);
        let from_middle = |v: V| exact(v) - exact(middle);
        let reach = vertices.iter().fold(0.0, |r: f64, &v| r.max(from_middle(v).length()));
        if !(reach > EXTENTS[0] && reach < EXTENTS[1]) {
            return None;
        }
        let (mut slack, mut steepest) = (0.0, 0.0);
        let mut poles = Vec::with_capacity(faces.size_hint().0);
        let places: Vec<DVec3> = vertices.iter().map(|&v| from_middle(v)).collect();
        let blocks = blocks_of(&places);
        let furthest = |along: DVec3| span_along(&blocks, along)[1];
        for (normal, corners) in faces {
            let level = furthest(normal);
            if !(level > 0.0) {
                return None;
            }
            let pole: V = rounded(normal / level);
            // Above it are what rounding leaves, below it the corners of a face that is not quite
            // plane.
            slack = Real::max(slack, furthest(exact(pole)) - 1.0);
            for corner in corners {
                slack = Real::max(slack, 1.0 - exact(pole).dot(from_middle(corner)));
            }
            steepest = Real::max(steepest, exact(pole).length());
            poles.push(pole);
        }
        slack += ROUNDING * V::Scalar::EPSILON.to_f64() * reach * steepest;
        let [slack, per_reach, steepest] = [slack, 1.0 / reach, steepest].map(V::Scalar::from_f64);
        let fours = poles.len().div_ceil(4);
        let poles = poles.chunks(8).map(Poles::of).collect();
        let tells = slack < V::Scalar::from_f64(0.5);
        tells.then_some(Self { poles, fours, middle, slack, per_reach, steepest })
    }

    /// A point inside: the mean of the vertices.
    #[inline(always)]
    pub(crate) fn middle(&self) -> V {
        self.middle
    }

    /// The pole with this number.
    #[inline(always)]
    pub(crate) fn pole(&self, index: usize) -> V {
        self.poles[index / 8].pole(index % 8)
    }

    /// How many fours of poles there are.
    #[inline(always)]
    pub(crate) fn fours(&self) -> usize {
        self.fours
    }

    /// The poles, by eights.
    #[inline(always)]
    pub(crate) fn poles(&self) -> &[Poles<V>] {
        &self.poles
    }

    /// The gauge up to which a point is surely no further from the hull than `by`.
    #[inline(always)]
    pub(crate) fn within(&self, by: V::Scalar) -> V::Scalar {
        V::Scalar::ONE - self.slack + by * self.per_reach
    }

    /// The gauge beyond which a point is surely further from a face's plane than `by`.
    #[inline(always)]
    pub(crate) fn beyond(&self, by: V::Scalar) -> V::Scalar {
        V::Scalar::ONE + self.slack + by * self.steepest
    }

    /// The memory that it takes on the heap, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.poles[..])
    }
}

impl<V: Vector> Poles<V> {
    /// Of one to eight; missing ones are the last.
    fn of(poles: &[V]) -> Self {
        let at = |place: usize| poles[place.min(poles.len() - 1)];
        let four = |i: usize, part: usize| core::array::from_fn(|l| at(4 * part + l).get(i));
        let lanes = |i, part| LanesOf::<V>::from_array(four(i, part));
        Self(V::each(|i| [lanes(i, 0), lanes(i, 1)]))
    }

    /// The coordinates with this number, in two parts.
    #[inline(always)]
    pub(crate) fn lanes(&self, i: usize) -> &[LanesOf<V>; 2] {
        &self.0[i]
    }

    /// The pole in this place.
    #[inline(always)]
    pub(crate) fn pole(&self, place: usize) -> V {
        V::from_fn(|i| self.0[i][place / 4 % 2].as_array()[place % 4])
    }
}
