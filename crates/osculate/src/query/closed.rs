//! Pairs with a closed form: exact, without iteration.
//!
//! They are chosen by what [`Convex::core`] answers. That is a constant for each type, so that the choice costs
//! nothing when the program runs, and the code of the other forms is not even there.

use crate::convex::{Convex, Core};
use crate::gjk::{Ended, Frame, Outcome, Witnesses};
use crate::simplex::Simplex;
use crate::vector::{Matrix, Real, Scalar, Vector};

/// The closest points of the cores, if there is a closed form for them.
#[inline(always)]
pub(super) fn answer<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<Outcome<V, Witnesses<V>>> {
    let (scale, offset) = (frame.scale, frame.offset);
    let (p, q) = match (a.core(), b.core()) {
        (Core::Point(p), Core::Point(q)) => (p * scale, q * scale),
        (Core::Point(p), Core::Segment(c, d)) => {
            let p = p * scale;
            (p, on_segment(p - offset, c * scale, d * scale))
        }
        (Core::Segment(c, d), Core::Point(q)) => {
            let q = q * scale;
            (on_segment(q + offset, c * scale, d * scale), q)
        }
        (Core::Segment(c, d), Core::Segment(e, f)) => {
            segments([c * scale, d * scale], [e * scale, f * scale], offset)
        }
        (Core::Point(p), Core::Cuboid { half_extents, axes }) => {
            let p = p * scale;
            (p, on_cuboid(p - offset, half_extents * scale, axes))
        }
        (Core::Cuboid { half_extents, axes }, Core::Point(q)) => {
            let q = q * scale;
            (on_cuboid(q + offset, half_extents * scale, axes), q)
        }
        (Core::HalfSpace { normal, offset: level }, other) => {
            return Some(half_space(normal, level * scale, other, b, offset, scale));
        }
        (other, Core::HalfSpace { normal, offset: level }) => {
            let mirrored = half_space(normal, level * scale, other, a, -offset, scale);
            let Witnesses { on_a, on_b, found_along } = mirrored.record;
            let record = Witnesses { on_a: on_b, on_b: on_a, found_along };
            return Some(Outcome { axis: -mirrored.axis, record, ..mirrored });
        }
        _ => return None,
    };
    let v = (p - q) - offset;
    let length = v.length_squared().sqrt();
    Some(outcome(p, q, v, length))
}

/// The outcome of a closed form: one vertex, the nearest point itself.
#[inline(always)]
fn outcome<V: Vector>(on_a: V, on_b: V, axis: V, distance: V::Scalar) -> Outcome<V, Witnesses<V>> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    Outcome {
        simplex: Simplex::new(&[axis]),
        weights: [one, zero, zero, zero],
        lower: distance,
        upper: distance.abs(),
        axis,
        steps: 0,
        ended: Ended::ClosedForm,
        record: Witnesses { on_a: [on_a; 4], on_b: [on_b; 4], found_along: [axis; 4] },
    }
}

/// The point of a segment closest to `point`.
#[inline(always)]
fn on_segment<V: Vector>(point: V, c: V, d: V) -> V {
    crate::simplex::closest_point::closest_point_on_segment(point, c, d)
}

/// The point of a cuboid closest to `point`, both counted from the cuboid's origin.
#[inline(always)]
fn on_cuboid<V: Vector>(point: V, half_extents: V, axes: Option<V::Matrix>) -> V {
    let clamp = |local: V| Vector::min(Vector::max(local, -half_extents), half_extents);
    match axes {
        Some(axes) => axes.apply(clamp(axes.transpose().apply(point))),
        None => clamp(point),
    }
}

/// The closest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9, with the best of all candidates in
/// place of its tests for parallels): either both inner points, or an end of one and the point of the other
/// closest to it.
fn segments<V: Vector>([c, d]: [V; 2], [e, f]: [V; 2], offset: V) -> (V, V) {
    // In a's frame.
    let (e, f) = (e + offset, f + offset);
    let on_ends = [
        (c, on_segment(c, e, f)),
        (d, on_segment(d, e, f)),
        (on_segment(e, c, d), e),
        (on_segment(f, c, d), f),
    ];
    let mut best = on_ends[0];
    let length = |(p, q): (V, V)| (p - q).length_squared();
    for candidate in &on_ends[1..] {
        if length(*candidate) < length(best) {
            best = *candidate;
        }
    }
    let (u, v, r) = (d - c, f - e, e - c);
    if let Some(s) = crossing(u, v, r) {
        let p = c + u * s;
        let candidate = (p, on_segment(p, e, f));
        if length(candidate) < length(best) {
            best = candidate;
        }
    }
    (best.0, best.1 - offset)
}

/// Where along the first of two lines it is closest to the second, if that is within its segment; the lines go
/// from 0 along `u` and from `r` along `v`.
fn crossing<V: Vector>(u: V, v: V, r: V) -> Option<V::Scalar> {
    let s = if V::DIM == 2 {
        let across = V::normal_to(&[v]);
        across.dot(r) / across.dot(u)
    } else {
        let normal = u.cross(v);
        r.cross(v).dot(normal) / normal.length_squared()
    };
    (s >= V::Scalar::ZERO && s <= V::Scalar::ONE).then_some(s)
}

/// A half-space a against anything else; `b_core` and `offset` as seen from the half-space's origin, scaled.
fn half_space<V: Vector, B: Convex<V>>(
    normal: V,
    level: V::Scalar,
    b_core: Core<'_, V>,
    b: &B,
    offset: V,
    scale: V::Scalar,
) -> Outcome<V, Witnesses<V>> {
    if let Core::HalfSpace { normal: other, offset: other_level } = b_core {
        // Two half-spaces are apart only if they face each other exactly.
        let on_a = normal * level;
        let gap = -(other_level * scale) - level + normal.dot(offset);
        if normal + other == V::ZERO {
            let on_b = (on_a + normal * gap) - offset;
            return outcome(on_a, on_b, -normal, gap);
        }
        let deep = -V::Scalar::MAX;
        return Outcome { upper: V::Scalar::ZERO, ..outcome(on_a, on_a, -normal, deep) };
    }
    let q = b.support_from_origin(-normal) * scale;
    let height = normal.dot(q + offset) - level;
    let on_a = (q + offset) - normal * height;
    let mut result = outcome(on_a, q, -normal, height);
    if height < V::Scalar::ZERO {
        result.upper = V::Scalar::ZERO;
    }
    result
}
