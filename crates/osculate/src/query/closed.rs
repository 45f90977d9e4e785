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
            return Some(segments([c * scale, d * scale], [e * scale, f * scale], offset));
        }
        (Core::Point(p), Core::Cuboid { half_extents, axes }) => {
            let p = p * scale;
            (p, on_cuboid(p - offset, half_extents * scale, axes))
        }
        (Core::Cuboid { half_extents, axes }, Core::Point(q)) => {
            let q = q * scale;
            (on_cuboid(q + offset, half_extents * scale, axes), q)
        }
        (Core::Point(p), Core::Round { half_height, bottom, top, axes }) => {
            let p = p * scale;
            let profile = [half_height, bottom, top].map(|x| x * scale);
            (p, on_round(p - offset, profile, axes))
        }
        (Core::Round { half_height, bottom, top, axes }, Core::Point(q)) => {
            let q = q * scale;
            let profile = [half_height, bottom, top].map(|x| x * scale);
            (on_round(q + offset, profile, axes), q)
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
    Some(outcome(p, q, v, v.length_squared().sqrt()))
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

/// The point of a cylinder or cone closest to `point`, both counted from its origin: a matter of the half-plane that holds the axis
/// and the point, where the shape is a quadrilateral with a side on the axis.
#[inline(always)]
fn on_round<V: Vector>(
    point: V,
    [half_height, bottom, top]: [V::Scalar; 3],
    axes: Option<V::Matrix>,
) -> V {
    let zero = V::Scalar::ZERO;
    let local = axes.map_or(point, |axes| axes.transpose().apply(point));
    let height = local.get(1);
    let across = local - V::axis(1) * height;
    let away = across.length_squared().sqrt();
    // The slope, from its lower end to its upper; the share of it that is beside the point.
    let (out, up) = (top - bottom, half_height + half_height);
    let (from_out, from_up) = (away - bottom, height + half_height);
    let beyond = from_out * up - from_up * out;
    let low = -half_height;
    let within = if height > half_height {
        // Above the top, unless it is the slope that is nearer.
        (away.min(top), half_height)
    } else if height < low {
        (away.min(bottom), low)
    } else {
        // Of a disc without height no point beside it is beyond the slope.
        (away.min(bottom.max(top)), height)
    };
    let nearest = if beyond > zero {
        let share = (from_out * out + from_up * up) / (out * out + up * up);
        let share = share.max(zero).min(V::Scalar::ONE);
        let on_slope = (bottom + out * share, low + up * share);
        let far =
            |(x, y): (V::Scalar, V::Scalar)| (x - away) * (x - away) + (y - height) * (y - height);
        // A point beside the slope and beyond an end may be nearer to the end's disc.
        let beside = height > half_height || height < low;
        if beside && far(within) < far(on_slope) { within } else { on_slope }
    } else {
        within
    };
    let shrink = if away > zero { nearest.0 / away } else { zero };
    let found = across * shrink + V::axis(1) * nearest.1;
    axes.map_or(found, |axes| axes.apply(found))
}

/// The closest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9, with the best of all candidates in
/// place of its tests for parallels): either both inner points, or an end of one and the point of the other
/// closest to it.
fn segments<V: Vector>([c, d]: [V; 2], [e, f]: [V; 2], offset: V) -> Outcome<V, Witnesses<V>> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    // All from differences: of swapped segments every vector is the opposite, to the bit.
    let (u, v, r) = (d - c, f - e, (e - c) + offset);
    let clamp = |share: V::Scalar| share.max(zero).min(one);
    let on_first = |t: V::Scalar| (clamp((r + v * t).dot(u) / u.length_squared()), t);
    let on_second = |s: V::Scalar| (s, clamp((u * s - r).dot(v) / v.length_squared()));
    let between = |(s, t): (V::Scalar, V::Scalar)| (u * s - v * t) - r;
    let mut best = on_second(zero);
    let (crossing_s, crossing_t) = crossing(u, v, r);
    let candidates = [
        on_second(one),
        on_first(zero),
        on_first(one),
        on_second(clamp(crossing_s)),
        on_first(clamp(crossing_t)),
    ];
    for candidate in candidates {
        if between(candidate).length_squared() < between(best).length_squared() {
            best = candidate;
        }
    }
    let at = |from: V, to: V, share: V::Scalar| {
        if share == one { to } else { from + (to - from) * share }
    };
    let axis = between(best);
    outcome(at(c, d, best.0), at(e, f, best.1), axis, axis.length_squared().sqrt())
}

/// Where two lines are closest to each other: along the first, from 0 along `u`, and along the second, from `r` along
/// `v`. No numbers if they are parallel.
fn crossing<V: Vector>(u: V, v: V, r: V) -> (V::Scalar, V::Scalar) {
    if V::DIM == 2 {
        let (across_u, across_v) = (V::normal_to(&[u]), V::normal_to(&[v]));
        (across_v.dot(r) / across_v.dot(u), -across_u.dot(r) / across_u.dot(v))
    } else {
        let normal = u.cross(v);
        let squared = normal.length_squared();
        (r.cross(v).dot(normal) / squared, r.cross(u).dot(normal) / squared)
    }
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
