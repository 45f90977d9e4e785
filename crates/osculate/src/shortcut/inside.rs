//! How deep a point lies in a cuboid, cylinder or cone, in closed form.
//!
//! The depth of a point in a convex body is its distance from the nearest of the planes that touch
//! the body: those of a cuboid's faces; those of a cylinder's or cone's two discs, and the one that
//! touches its side where the point is nearest to it. Along each plane's normal the body keeps a
//! gap to the point, less than zero inside, and the greatest gap is the signed distance. It is
//! right up to the surface, and a lower bound a little beyond.
//!
//! Planes that are equally near are taken in the order of the body's own axes, and of two that are
//! opposite the one that the point is on the side of. A point in the middle between them leaves
//! that open; then the start of GJK decides, which turns round with a swap of the shapes, and of
//! shapes with one origin the body's axis: whichever of the shapes it is, the normal turns with a
//! swap.

use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Frame, Pair};
use crate::kernel::penetration::{Depth, FaceAxes};
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// A plane that touches a body.
#[derive(Clone, Copy)]
struct Plane<V: Vector> {
    /// The unit normal, out of the body and in its axes.
    outward: V,
    /// How far beyond the plane the point is.
    gap: V::Scalar,
    /// Whether the opposite plane is as near.
    is_twofold: bool,
}

/// How deep a point overlaps a cuboid, cylinder or cone, whichever is a. `None` for other shapes.
#[inline(always)]
pub(super) fn overlap<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<Depth<V>> {
    let (scale, offset) = (frame.scale, frame.offset);
    let (body, point, from_body, is_in_a) = match (a.core(), b.core()) {
        (body, Core::Point(q)) => (body, q * scale, q * scale + offset, true),
        (Core::Point(p), body) => (body, p * scale, p * scale - offset, false),
        _ => return None,
    };
    let (plane, axes) = match body {
        Core::Cuboid { half_extents, axes } => {
            (of_cuboid(own(from_body, axes), half_extents * scale), axes)
        }
        Core::Round { half_height, bottom, top, axes } => {
            let profile = [half_height, bottom, top].map(|x| x * scale);
            (of_round(own(from_body, axes), profile), axes)
        }
        _ => return None,
    };
    let mut outward = axes.map_or(plane.outward, |axes| axes.apply(plane.outward));
    if plane.is_twofold && offset != V::ZERO {
        let forward = Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame }.forward(outward);
        outward = if is_in_a { forward } else { -forward };
    }
    let on_body = from_body - outward * plane.gap;
    let (axis, on_a, on_b) =
        if is_in_a { (outward, on_body, point) } else { (-outward, point, on_body) };
    let (depth, ended) = (-plane.gap, Ended::ClosedForm);
    let face = FaceAxes::EMPTY;
    Some(Depth { lower: depth, upper: depth, axis, on_a, on_b, face, steps: 0, ended })
}

/// A vector in a body's own axes.
#[inline(always)]
fn own<V: Vector>(v: V, axes: Option<V::Matrix>) -> V {
    axes.map_or(v, |axes| axes.transpose().apply(v))
}

/// The plane with the greater gap, the first of equals.
#[inline(always)]
fn nearer<V: Vector>(one: Plane<V>, other: Plane<V>) -> Plane<V> {
    if other.gap > one.gap { other } else { one }
}

/// The nearer of the planes across an axis that are this far out, seen from a point so far along
/// it.
#[inline(always)]
fn across<V: Vector>(axis: usize, along: V::Scalar, out: V::Scalar) -> Plane<V> {
    let outward = V::axis(axis);
    let outward = if along < V::Scalar::ZERO { -outward } else { outward };
    Plane { outward, gap: along.abs() - out, is_twofold: along == V::Scalar::ZERO }
}

/// The nearest of a cuboid's planes.
#[inline(always)]
fn of_cuboid<V: Vector>(point: V, half_extents: V) -> Plane<V> {
    let plane = |i: usize| across(i, point.get(i), half_extents.get(i));
    (1..V::DIM).fold(plane(0), |nearest, i| nearer(nearest, plane(i)))
}

/// The nearest of a cylinder's or cone's planes. In the half-plane that holds the axis and the
/// point the body is a quadrilateral with a side on the axis, and these are its other sides.
#[inline(always)]
fn of_round<V: Vector>(point: V, [half_height, bottom, top]: [V::Scalar; 3]) -> Plane<V> {
    let zero = V::Scalar::ZERO;
    let height = point.get(1);
    let aside = point - V::axis(1) * height;
    // Both whatever the square's range: a point may be next to nothing beside the axis.
    let (away, sideways) = (aside.length(), aside.try_normalize());
    let discs = across(1, height, half_height);
    // The slope, from its lower end to its upper; the normal is a quarter turn to its right.
    let (out, up) = (top - bottom, half_height + half_height);
    let Some([to_side, to_top]) = normal_of_slope(out, up) else { return discs };
    let gap = (away - bottom) * to_side + (height + half_height) * to_top;
    // On the axis the side is as near all around.
    let is_twofold = sideways.is_none() && to_top == zero;
    let outward = sideways.unwrap_or(V::axis(0)) * to_side + V::axis(1) * to_top;
    nearer(discs, Plane { outward, gap, is_twofold })
}

/// The unit normal of a slope that goes so far out and so far up. `None` if it has no length.
#[inline(always)]
pub(super) fn normal_of_slope<S: Scalar>(out: S, up: S) -> Option<[S; 2]> {
    // The squares of a tiny slope would vanish.
    let to_one = out.abs().max(up).scale_to_one();
    let (out, up) = (out * to_one, up * to_one);
    let length = (out * out + up * up).sqrt();
    (length > S::ZERO).then(|| [up * (S::ONE / length), -out * (S::ONE / length)])
}
