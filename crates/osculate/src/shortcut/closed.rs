//! Pairs with a closed form: exact, without iteration.
//!
//! They are chosen by what [`Convex::core`] answers. That is a constant for each type, so that the
//! choice costs nothing when the program runs, and the code of the other forms is not even there.

use super::level::Level;
use super::{Measured, Question, inside};
use crate::convex::Convex;
use crate::gjk::{Ended, Frame, Outcome, Witnesses};
use crate::known::Core;
use crate::simplex::Simplex;
use crate::vector::{Matrix, Real, Scalar, Vector};

/// How far apart two cores are, and of bodies that hold the centre of a ball, how deep.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let &Question { a, b, frame, .. } = question;
    let outcome = closest(a, b, frame)?;
    if !question.wants_points() {
        return Some(question.measured(Measured::ended_with(&outcome)));
    }
    let inside = || {
        let depth = inside::overlap(a, b, frame).filter(|_| question.wants_depth())?;
        Some(Measured::overlapping(depth, outcome.upper))
    };
    with_a_normal(question, &outcome).or_else(inside).map(|found| question.measured(found))
}

/// The same for points, and for depths of half-spaces alone.
#[inline(always)]
pub(super) fn answer_without_depth<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let outcome = closest(question.a, question.b, question.frame)?;
    with_a_normal(question, &outcome).map(|found| question.measured(found))
}

/// Cores that touch have no normal in closed form, unless one is a half-space.
#[inline(always)]
fn with_a_normal<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
    outcome: &Outcome<V, Witnesses<V>>,
) -> Option<Measured<V>> {
    let is_half_space = |core: Core<'_, V>| matches!(core, Core::HalfSpace { .. });
    let (core_a, core_b) = question.cores();
    let known =
        is_half_space(core_a) || is_half_space(core_b) || outcome.upper > question.frame.width;
    known.then(|| Measured { upper: outcome.lower, ..Measured::ended_with(outcome) })
}

/// The closest points of the cores, if there is a closed form for them.
#[inline(always)]
fn closest<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<Outcome<V, Witnesses<V>>> {
    let (scale, offset) = (frame.scale, frame.offset);
    // The point of the one, and what the other has nearest to it and the way from there.
    let of_a = |p: V, Nearest { point, away }: Nearest<V>| outcome(p, point, away);
    let of_b = |q: V, Nearest { point, away }: Nearest<V>| outcome(point, q, -away);
    Some(match (a.core(), b.core()) {
        (Core::Point(p), Core::Point(q)) => {
            let (p, q) = (p * scale, q * scale);
            outcome(p, q, (p - q) - offset)
        }
        (Core::Point(p), Core::Segment(c, d)) => {
            let p = p * scale;
            of_a(p, on_segment(p - offset, c * scale, d * scale))
        }
        (Core::Segment(c, d), Core::Point(q)) => {
            let q = q * scale;
            of_b(q, on_segment(q + offset, c * scale, d * scale))
        }
        (Core::Segment(c, d), Core::Segment(e, f)) => {
            segments([c * scale, d * scale], [e * scale, f * scale], offset, frame.width)?
        }
        (Core::Point(p), Core::Cuboid { half_extents, axes }) => {
            let p = p * scale;
            of_a(p, on_cuboid(p - offset, half_extents * scale, axes))
        }
        (Core::Cuboid { half_extents, axes }, Core::Point(q)) => {
            let q = q * scale;
            of_b(q, on_cuboid(q + offset, half_extents * scale, axes))
        }
        (Core::Point(p), Core::Round { half_height, bottom, top, axes }) => {
            let p = p * scale;
            let profile = [half_height, bottom, top].map(|x| x * scale);
            of_a(p, on_round(p - offset, profile, axes))
        }
        (Core::Round { half_height, bottom, top, axes }, Core::Point(q)) => {
            let q = q * scale;
            let profile = [half_height, bottom, top].map(|x| x * scale);
            of_b(q, on_round(q + offset, profile, axes))
        }
        (Core::HalfSpace { normal, offset: level }, other)
            if comes_first((normal, level), other, offset) =>
        {
            half_space(normal, level * scale, other, b, offset, scale)
        }
        (other, Core::HalfSpace { normal, offset: level }) => {
            let mirrored = half_space(normal, level * scale, other, a, -offset, scale);
            let Witnesses { on_a, on_b, found_along } = mirrored.record;
            let record = Witnesses { on_a: on_b, on_b: on_a, found_along };
            Outcome { axis: -mirrored.axis, record, ..mirrored }
        }
        _ => return None,
    })
}

/// The point of a shape nearest to another point, and the way from it to that other.
///
/// The way is computed by itself, and not as a difference of the points: that has the error of the
/// points, which is nothing to the distance but everything to the direction of a short one.
struct Nearest<V> {
    point: V,
    away: V,
}

/// The outcome of a closed form: one vertex, the nearest point itself.
#[inline(always)]
fn outcome<V: Vector>(on_a: V, on_b: V, axis: V) -> Outcome<V, Witnesses<V>> {
    let distance = axis.length_squared().sqrt();
    outcome_along(on_a, on_b, axis, distance)
}

/// The same along an axis whose length says nothing.
#[inline(always)]
pub(super) fn outcome_along<V: Vector>(
    on_a: V,
    on_b: V,
    axis: V,
    distance: V::Scalar,
) -> Outcome<V, Witnesses<V>> {
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
fn on_segment<V: Vector>(point: V, c: V, d: V) -> Nearest<V> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let (edge, from) = (d - c, point - c);
    let squared = edge.length_squared();
    // A segment without length divides by zero; `min` and `max` answer their argument for what is
    // no number.
    let share = (from.dot(edge) / squared).max(zero).min(one);
    let away = from - edge * share;
    let away = if zero < share && share < one { across(away, edge) } else { away };
    Nearest { point: c + edge * share, away }
}

/// What of `v` is across an edge.
#[inline(always)]
fn across<V: Vector>(v: V, edge: V) -> V {
    v - edge * (v.dot(edge) / edge.length_squared())
}

/// The point of a cuboid closest to `point`, both counted from the cuboid's origin.
#[inline(always)]
fn on_cuboid<V: Vector>(point: V, half_extents: V, axes: Option<V::Matrix>) -> Nearest<V> {
    let local = axes.map_or(point, |axes| axes.transpose().apply(point));
    let clamped = Vector::min(Vector::max(local, -half_extents), half_extents);
    let to_world = |v: V| axes.map_or(v, |axes| axes.apply(v));
    Nearest { point: to_world(clamped), away: to_world(local - clamped) }
}

/// The point of a cylinder or cone closest to `point`, both counted from its origin: a matter of
/// the half-plane that holds the axis and the point, where the shape is a quadrilateral with a side
/// on the axis.
#[inline(always)]
fn on_round<V: Vector>(
    point: V,
    [half_height, bottom, top]: [V::Scalar; 3],
    axes: Option<V::Matrix>,
) -> Nearest<V> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let local = axes.map_or(point, |axes| axes.transpose().apply(point));
    let height = local.get(1);
    let across = local - V::axis(1) * height;
    let away = across.length_squared().sqrt();
    let outward = if away > zero { across * (one / away) } else { V::ZERO };
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
    let from = |(x, y): (V::Scalar, V::Scalar)| (away - x, height - y);
    let (mut nearest, mut way) = (within, from(within));
    if beyond > zero {
        // Whether the point is past an end of the slope is asked of that end itself: the way from
        // the end is then no further turned than the planes that touch the shape there.
        let along = from_out * out + from_up * up;
        let past = (away - top) * out + (height - half_height) * up;
        if past >= zero {
            nearest = (if height > half_height { away.min(top) } else { top }, half_height);
            way = from(nearest);
        } else if along <= zero {
            nearest = (if height < low { away.min(bottom) } else { bottom }, low);
            way = from(nearest);
        } else {
            let squared = out * out + up * up;
            let (share, by) = ((along / squared).min(one), beyond / squared);
            nearest = (bottom + out * share, low + up * share);
            way = (up * by, -out * by);
        }
    }
    let to_world = |(x, y): (V::Scalar, V::Scalar)| {
        let v = outward * x + V::axis(1) * y;
        axes.map_or(v, |axes| axes.apply(v))
    };
    Nearest { point: to_world(nearest), away: to_world(way) }
}

/// The closest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9, with the best
/// of all candidates in place of its tests for parallels): either both inner points, or an end of
/// one and the point of the other closest to it.
///
/// `None` if the way between them does not prove that they are closest, to within `width`: it is
/// rounded too much if it is short, or the segments all but parallel.
fn segments<V: Vector>(
    [c, d]: [V; 2],
    [e, f]: [V; 2],
    offset: V,
    width: V::Scalar,
) -> Option<Outcome<V, Witnesses<V>>> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    // All from differences: of swapped segments every vector is the opposite, to the bit.
    let (u, v, r) = (d - c, f - e, (e - c) + offset);
    let clamp = |share: V::Scalar| share.max(zero).min(one);
    let on_first = |t: V::Scalar| (clamp((r + v * t).dot(u) / u.length_squared()), t);
    let on_second = |s: V::Scalar| (s, clamp((u * s - r).dot(v) / v.length_squared()));
    let between = |(s, t): (V::Scalar, V::Scalar)| (u * s - v * t) - r;
    // How far the segments reach into the gap along the way between two of their points, in lengths
    // of the way.
    let reach = |(s, t): (V::Scalar, V::Scalar)| {
        let way = between((s, t));
        let (along_u, along_v) = (way.dot(u), way.dot(v));
        let of_u = if along_u > zero { s } else { s - one };
        let of_v = if along_v > zero { t - one } else { t };
        along_u * of_u - along_v * of_v
    };
    // Where a pair of points lies: the same bits for swapped segments.
    let place = |(s, t): (V::Scalar, V::Scalar)| u * s + v * t;
    let (crossing_s, crossing_t) = crossing(u, v, r);
    let mut best = on_second(zero);
    let mut least = between(best).length_squared();
    for candidate in [
        on_second(one),
        on_first(zero),
        on_first(one),
        on_second(clamp(crossing_s)),
        on_first(clamp(crossing_t)),
    ] {
        let squared = between(candidate).length_squared();
        // Swapped segments have the candidates in another order. Of equals the one with the better
        // proof is taken. Where parallel segments leave that open, it is the one that comes
        // first along the axes; and of two that lie at one place but for rounding, the one
        // with the least share.
        let is_better = || {
            let (new, old) = (reach(candidate), reach(best));
            if new != old {
                return new < old;
            }
            let (new, old) = (place(candidate), place(best));
            if new != old {
                return is_before(new, old);
            }
            let sorted = |(s, t): (V::Scalar, V::Scalar)| [s.min(t), s.max(t)];
            sorted(candidate) < sorted(best)
        };
        if squared < least || squared == least && is_better() {
            (best, least) = (candidate, squared);
        }
    }
    let at = |from: V, to: V, share: V::Scalar| {
        if share == one { to } else { from + (to - from) * share }
    };
    let (s, t) = best;
    let found = outcome(at(c, d, s), at(e, f, t), between(best));
    (reach(best) <= width * found.upper).then_some(found)
}

/// Where two lines are closest to each other: along the first, from 0 along `u`, and along the
/// second, from `r` along `v`. No numbers if they are parallel.
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

/// Whether `p` comes before `q` along the x axis, or where they agree, along the next.
fn is_before<V: Vector>(p: V, q: V) -> bool {
    let differing = (0..V::DIM).find(|&i| p.get(i) != q.get(i));
    differing.is_some_and(|i| p.get(i) < q.get(i))
}

/// Whether a half-space is the one to start from. Of two half-spaces it is the same one in both
/// orders of the arguments, so that a swap gives the same bits.
fn comes_first<V: Vector>((normal, level): (V, V::Scalar), other: Core<'_, V>, offset: V) -> bool {
    let Core::HalfSpace { normal: other, offset: other_level } = other else { return true };
    if normal != other {
        return is_before(normal, other);
    }
    let ahead = normal.dot(offset);
    ahead > V::Scalar::ZERO || ahead == V::Scalar::ZERO && level <= other_level
}

/// A half-space a against anything else; `b_core` and `offset` as seen from the half-space's
/// origin, scaled.
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
            return outcome_along(on_a, on_b, -normal, gap);
        }
        let deep = -V::Scalar::MAX;
        return Outcome { upper: V::Scalar::ZERO, ..outcome_along(on_a, on_a, -normal, deep) };
    }
    let q = b.support_from_origin(-normal) * scale;
    let height = normal.dot(q + offset) - level;
    let on_a = (q + offset) - normal * height;
    let mut result = outcome_along(on_a, q, -normal, height);
    if height < V::Scalar::ZERO {
        result.upper = V::Scalar::ZERO;
    }
    result
}
