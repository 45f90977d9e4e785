//! Which boxes lie outside a shape whose planes are known, and which inside it.
//!
//! A box is outside a plane if its corner that is least along the normal is, and inside all planes
//! if for each the corner that is furthest is. Both are sums of products with the box's ends, so
//! sixteen boxes are asked at once. What rounding may hide is taken off on both sides: a box
//! between them is neither, and who asks looks closer: at a point of the shape in the box, and at
//! the shape's own corner that is least along the normal.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::member::slack;
use crate::boxes::tree::{ALL, FOURS, Four, Node, Sides};
use crate::convex::bounds::Aabb;
use crate::convex::known::{Core, FewPoints, Known};
use crate::convex::table::polar::Polar;
use crate::convex::{Convex, Facts};
use crate::hull::{ConvexHull, convex_hull};
use crate::number::lanes::Lanes;
use crate::number::linear::Real;
use crate::number::vector::{Matrix, Scalar, Vector, exact};

/// What the product of a normal and a point may be off by, in ε of their lengths: 3 for turning the
/// normal, 2 for a matrix that is not quite a rotation, 3 for the product, 2 for the offset; twice
/// that, as lengths are sums of coordinates here.
const ERROR: f64 = 20.0;

/// Polars whose faces are less plane than this are of no use.
const PLANE: f64 = 1.0 + 1e-3;

/// A plane of the shape: `normal · x` is beyond the one outside, and below the other inside.
struct Plane<V: Vector> {
    normal: V,
    outside: V::Scalar,
    inside: V::Scalar,
    /// What a coordinate may add to the error, for its length.
    error: V::Scalar,
}

/// All planes of a convex shape.
pub(super) struct Planes<V: Vector>(Vec<Plane<V>>);

impl<V: Vector> Planes<V> {
    /// Of a shape whose faces are known, or are worth finding; `None` of others.
    pub fn of(shape: &impl Convex<V>, is_worth_a_hull: bool) -> Option<Self> {
        if shape.rounding() != V::Scalar::ZERO {
            return None;
        }
        let (origin, extent) = (shape.origin(), shape.extent());
        let mut planes = Vec::new();
        let mut add = |normal: V, level: V::Scalar, uneven: V::Scalar| {
            let error = V::Scalar::from_f64(ERROR) * V::Scalar::EPSILON * sum(normal.abs());
            let hidden = uneven + error * (sum(origin.abs()) + extent);
            let offset = normal.dot(origin) + level;
            let open = slack(extent) * sum(normal.abs());
            let (outside, inside) = (offset + (hidden + open), offset - hidden);
            planes.push(Plane { normal, outside, inside, error });
        };
        match shape.core() {
            Core::Cuboid { half_extents, axes } => {
                let axis = |i| axes.map_or(V::axis(i), |axes| axes.column(i));
                for i in 0..V::DIM {
                    add(axis(i), half_extents.get(i), V::Scalar::ZERO);
                    add(-axis(i), half_extents.get(i), V::Scalar::ZERO);
                }
            }
            Core::Points { points, axes } => {
                let polar = polar_of(points, is_worth_a_hull)?;
                let uneven = polar.beyond(V::Scalar::ZERO) - V::Scalar::ONE;
                for i in 0..4 * polar.fours() {
                    let pole = polar.pole(i);
                    let level = V::Scalar::ONE + pole.dot(polar.middle());
                    add(axes.map_or(pole, |axes| axes.apply(pole)), level, uneven);
                }
            }
            _ => return None,
        }
        Some(Self(planes))
    }

    /// How the boxes of a node lie.
    pub fn sides(&self, of: &Node<V>) -> Sides {
        let taken = of.taken();
        let (mut outside, mut inside) = (0, taken);
        for k in 0..FOURS {
            let (out, within) = self.of_four(|i| (of.min[i][k], of.max[i][k]));
            outside |= out << (4 * k);
            inside &= within << (4 * k) | !(0xF << (4 * k));
        }
        let meeting = taken & !outside & ALL;
        Sides { meeting, inside: inside & meeting }
    }

    /// Whether a box is inside; `None` if it may lie on a plane.
    pub fn side(&self, of: &Aabb<V>) -> Option<bool> {
        let ends =
            |i: usize| (Four::<V>::splat(of.min().get(i)), Four::<V>::splat(of.max().get(i)));
        match self.of_four(ends) {
            (0, 0) => None,
            (outside, _) => Some(outside == 0),
        }
    }

    /// Whether a shape touches; `None` if that takes a query. A point of it that is inside tells
    /// that it does, a plane that it lies beyond that it does not.
    pub fn touches(&self, shape: &impl Convex<V>) -> Option<bool> {
        let Known { origin, core, radius, extent, inner_extent, .. } = shape.known();
        // It has a support point along its own normal alone.
        if let Core::HalfSpace { .. } = core {
            return None;
        }
        let reach = extent + radius;
        let size = origin.abs().max_element() + reach;
        let hidden = |plane: &Plane<V>| {
            plane.error * size + (slack(reach) + slack(reach)) * sum(plane.normal.abs())
        };
        let holds = |plane: &Plane<V>, p: V| plane.normal.dot(p) + hidden(plane) < plane.inside;
        // All points within the inner extent belong to it: if that is not negative, the origin.
        let mut is_inside = inner_extent >= V::Scalar::ZERO;
        for plane in &self.0 {
            if holds(plane, origin) {
                continue;
            }
            is_inside = false;
            let nearest = shape.support(-plane.normal);
            if plane.normal.dot(nearest) - hidden(plane) > plane.outside {
                return Some(false);
            }
            if self.0.iter().all(|plane| holds(plane, nearest)) {
                return Some(true);
            }
        }
        is_inside.then_some(true)
    }

    /// Bits for those of four boxes that are outside, and for those inside. It is given the least
    /// and the largest coordinates of the boxes.
    #[inline(always)]
    fn of_four(&self, ends: impl Fn(usize) -> (Four<V>, Four<V>)) -> (u32, u32) {
        let splat = Four::<V>::splat;
        let zero = splat(V::Scalar::ZERO);
        let mut size = zero;
        for i in 0..V::DIM {
            let (min, max) = ends(i);
            size = size.max(zero.sub(min).max(max));
        }
        let (mut outside, mut inside) = (0, 0xF);
        for plane in &self.0 {
            let (mut least, mut most) = (zero, zero);
            for i in 0..V::DIM {
                let (along, (min, max)) = (plane.normal.get(i), ends(i));
                let (near, far) = if along > V::Scalar::ZERO { (min, max) } else { (max, min) };
                least = least.add(near.mul(splat(along)));
                most = most.add(far.mul(splat(along)));
            }
            let hidden = size.mul(splat(plane.error));
            outside |= least.sub(hidden).greater(splat(plane.outside));
            inside &= splat(plane.inside).greater(most.add(hidden));
        }
        (outside, inside)
    }
}

/// What is known of the faces of a few points, or what their hull tells, if it is one of eight
/// points in space, as frusta have.
fn polar_of<V: Vector>(
    points: FewPoints<'_, V>,
    is_worth_a_hull: bool,
) -> Option<Cow<'_, Polar<V>>> {
    let is_known = |polar: &Polar<V>| polar.beyond(V::Scalar::ZERO).to_f64() < PLANE;
    if let Some(polar) = points.polar {
        return is_known(polar).then_some(Cow::Borrowed(polar));
    }
    if !is_worth_a_hull || V::DIM != 3 || points.blocks.len() > 2 {
        return None;
    }
    let corner = |i: usize| points.blocks[i / 4].point(i % 4);
    let corners: Vec<V> = (0..4 * points.blocks.len()).map(corner).collect();
    let Ok(ConvexHull::Polytope(faces)) = convex_hull(&corners) else { return None };
    let used: Vec<V> = faces.iter().flatten().map(|&i| corners[i as usize]).collect();
    let faces = faces.iter().map(|face| {
        let at = |i: &u32| corners[*i as usize];
        let [a, b, c] = [0, 1, 2].map(|k| exact(at(&face[k])));
        (Vector::try_normalize((b - a).cross(c - a)).unwrap_or_default(), face.iter().map(at))
    });
    Polar::new(&used, faces).filter(is_known).map(Cow::Owned)
}

/// The sum of the coordinates.
fn sum<V: Vector>(of: V) -> V::Scalar {
    (0..V::DIM).fold(V::Scalar::ZERO, |sum, i| sum + of.get(i))
}
