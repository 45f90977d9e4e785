//! Pairs with a closed form: exact, without iteration.
//!
//! They are chosen by what [`Facts::core`] answers. That is a constant for each type, so that the
//! choice costs nothing when the program runs, and the code of the other forms is not even there.

use super::level::Level;
use super::{Measured, Question, inside};
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Frame};
use crate::kernel::penetration::FaceAxes;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// How far apart two cores are, and of bodies that hold the centre of a ball, how deep.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let &Question { a, b, frame, .. } = question;
    let gap = closest(a, b, frame)?;
    if !question.wants_points() {
        return Some(question.measured(gap.measured()));
    }
    let inside = || {
        let depth = inside::overlap(a, b, frame).filter(|_| question.wants_depth())?;
        Some(Measured::expanded(depth, gap.upper()))
    };
    with_a_normal(question, &gap).or_else(inside).map(|found| question.measured(found))
}

/// Whether a formula always tells how far apart the two are, and so both their distance and yes or
/// no. Points and depths it leaves to others near contact.
#[inline(always)]
pub(crate) fn is_formula<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>) -> bool {
    use Core::{Cuboid, HalfSpace, Point, Round, Segment};
    match (a.core(), b.core()) {
        (HalfSpace { .. }, _) | (_, HalfSpace { .. }) => true,
        (Point(_), other) | (other, Point(_)) => {
            matches!(other, Point(_) | Segment(..) | Cuboid { .. } | Round { .. })
        }
        _ => false,
    }
}

/// The same for points, and for depths of half-spaces alone.
#[inline(always)]
pub(super) fn answer_without_depth<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let gap = closest(question.a, question.b, question.frame)?;
    with_a_normal(question, &gap).map(|found| question.measured(found))
}

/// Cores that touch have no normal in closed form, unless one is a half-space.
#[inline(always)]
fn with_a_normal<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
    gap: &Formula<V>,
) -> Option<Measured<V>> {
    let [of_a, of_b] = [question.a.core(), question.b.core()]
        .map(|core: Core<'_, V>| matches!(core, Core::HalfSpace { .. }));
    let known = of_a || of_b || gap.upper() > question.frame.width;
    if !known {
        return None;
    }
    let measured = Measured { upper: gap.lower, ..gap.measured() };
    // The middle of two half-spaces' points is common to both.
    if !gap.overlaps || question.wants_depth() || (of_a && of_b) {
        return Some(measured);
    }
    // Of what reaches into a half-space, the deepest point is common to both.
    let offset = question.frame.offset;
    let Formula { on_a, on_b, .. } = *gap;
    let (on_a, on_b) = if of_a { (on_b + offset, on_b) } else { (on_a, on_a - offset) };
    Some(Measured { on_a, on_b, ..measured })
}

/// What a closed form says of two cores.
#[derive(Clone, Copy)]
pub(super) struct Formula<V: Vector> {
    /// The nearest points, from the origin of each and scaled.
    on_a: V,
    on_b: V,
    /// From b to a, of any length.
    axis: V,
    /// How far apart they are; of a half-space that overlaps something, less than zero.
    lower: V::Scalar,
    /// Whether one of the two is a half-space into which the other reaches: then they are no
    /// distance apart.
    overlaps: bool,
}

impl<V: Vector> Formula<V> {
    /// Two points, and the way from the second to the first.
    #[inline(always)]
    pub fn new(on_a: V, on_b: V, axis: V) -> Self {
        Self::along(on_a, on_b, axis, axis.length_squared().sqrt())
    }

    /// The same along an axis whose length says nothing.
    #[inline(always)]
    fn along(on_a: V, on_b: V, axis: V, lower: V::Scalar) -> Self {
        Self { on_a, on_b, axis, lower, overlaps: false }
    }

    /// The same of swapped shapes.
    #[inline(always)]
    pub fn mirrored(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, axis: -self.axis, ..self }
    }

    /// The distance is at most this.
    #[inline(always)]
    pub fn upper(&self) -> V::Scalar {
        if self.overlaps { V::Scalar::ZERO } else { self.lower }
    }

    #[inline(always)]
    pub fn measured(&self) -> Measured<V> {
        let &Self { on_a, on_b, axis, lower, .. } = self;
        let (upper, away, face) = (self.upper(), -axis, FaceAxes::EMPTY);
        Measured { lower, upper, away, on_a, on_b, face, steps: 0, ended: Ended::ClosedForm }
    }
}

/// The closest points of the cores, if there is a closed form for them.
#[inline(always)]
fn closest<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<Formula<V>> {
    let (scale, offset) = (frame.scale, frame.offset);
    // The point of the one, and what the other has nearest to it and the way from there.
    let of_a = |p: V, Nearest { point, away }: Nearest<V>| Formula::new(p, point, away);
    let of_b = |q: V, Nearest { point, away }: Nearest<V>| Formula::new(point, q, -away);
    Some(match (a.core(), b.core()) {
        (Core::Point(p), Core::Point(q)) => {
            let (p, q) = (p * scale, q * scale);
            Formula::new(p, q, (p - q) - offset)
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
            half_space(normal, level * scale, other, a, -offset, scale).mirrored()
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
    // The slope, from its lower end to its upper, stretched to about 1: the squares of a tiny one
    // would vanish.
    let (out, up) = (top - bottom, half_height + half_height);
    let stretch = out.abs().max(up).scale_to_one();
    let (out, up) = (out * stretch, up * stretch);
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
            // No further than the slope is long, which is 1 / stretch times this one.
            let share = (along / squared).min(stretch.power_of_two_reciprocal());
            let by = beyond / squared;
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

/// The closest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9): the better
/// of two candidates, or where that is not proved, the best of all.
///
/// The squared distance is a convex function of the two shares. Its least value over all shares is
/// where the lines cross in view. If only the one share is beyond its segment there, the least
/// value for segments has that share's end; if both are, it has the end of the one or the other.
/// So it is at one of the two shares of the crossing, put into its segment, with the point of the
/// other segment that is nearest. Of segments that are all but parallel rounding says where they
/// cross: then all ends are asked too.
///
/// `None` if the way between them does not prove that they are closest, to within `width`: it is
/// rounded too much if it is short, or the segments all but parallel.
fn segments<V: Vector>(
    [c, d]: [V; 2],
    [e, f]: [V; 2],
    offset: V,
    width: V::Scalar,
) -> Option<Formula<V>> {
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
    // Swapped segments have the candidates in another order. Of equals the one with the better
    // proof is taken. Where parallel segments leave that open, it is the one that comes first along
    // the axes; and of two that lie at one place but for rounding, the one with the least share.
    let wins_tie = |new: (V::Scalar, V::Scalar), old: (V::Scalar, V::Scalar)| {
        let (reach_new, reach_old) = (reach(new), reach(old));
        if reach_new != reach_old {
            return reach_new < reach_old;
        }
        let (place_new, place_old) = (place(new), place(old));
        if place_new != place_old {
            return is_before(place_new, place_old);
        }
        let sorted = |(s, t): (V::Scalar, V::Scalar)| [s.min(t), s.max(t)];
        sorted(new) < sorted(old)
    };
    let nearer = |old: (V::Scalar, V::Scalar), new: (V::Scalar, V::Scalar)| {
        let (far_old, far_new) = (between(old).length_squared(), between(new).length_squared());
        if far_new < far_old || far_new == far_old && wins_tie(new, old) { new } else { old }
    };
    let at = |from: V, to: V, share: V::Scalar| {
        if share == one { to } else { from + (to - from) * share }
    };
    let proved = |best: (V::Scalar, V::Scalar)| {
        let found = Formula::new(at(c, d, best.0), at(e, f, best.1), between(best));
        (reach(best) <= width * found.lower).then_some(found)
    };
    let (s, t) = crossing(u, v, r);
    let best = nearer(on_second(clamp(s)), on_first(clamp(t)));
    proved(best).or_else(|| {
        let ends = [on_second(zero), on_second(one), on_first(zero), on_first(one)];
        proved(ends.into_iter().fold(best, nearer))
    })
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
    let (ahead, zero) = (normal.dot(offset), V::Scalar::ZERO);
    if ahead != zero || level != other_level {
        return ahead > zero || ahead == zero && level < other_level;
    }
    !is_before(offset, V::ZERO)
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
) -> Formula<V> {
    if let Core::HalfSpace { normal: other, offset: other_level } = b_core {
        return half_spaces((normal, level), (other, other_level * scale), offset);
    }
    let q = b.core_support_from_origin(-normal) * scale;
    let height = normal.dot(q + offset) - level;
    let on_a = (q + offset) - normal * height;
    let overlaps = height < V::Scalar::ZERO;
    Formula { overlaps, ..Formula::along(on_a, q, -normal, height) }
}

/// Two half-spaces, by their normals and levels. They are apart only if they face each other and
/// are parallel as far as numbers tell. Otherwise they have a common point, perhaps far away.
fn half_spaces<V: Vector>(
    (normal, level): (V, V::Scalar),
    (other, other_level): (V, V::Scalar),
    offset: V,
) -> Formula<V> {
    let zero = V::Scalar::ZERO;
    let on_a = normal * level;
    let facing = normal + other;
    let across = facing - normal * normal.dot(facing);
    let tilt = across.length_squared();
    let (face, parallel) = (normal.dot(other) < zero, !(tilt > zero));
    if face && parallel {
        let gap = -other_level - level + normal.dot(offset);
        let on_b = (on_a + normal * gap) - offset;
        return Formula { overlaps: gap < zero, ..Formula::along(on_a, on_b, -normal, gap) };
    }
    let common = if face {
        // From the boundary of a along it, to where b begins.
        let to_b = (other.dot(on_a - offset) - other_level).max(zero);
        on_a - across * (to_b / tilt)
    } else {
        // Back against both normals, to where the further one begins.
        let furthest = level.min(other_level + other.dot(offset)).min(zero);
        facing * ((furthest + furthest) / facing.length_squared())
    };
    let common = if common.is_finite() { common } else { on_a };
    let deep = -V::Scalar::MAX;
    Formula { overlaps: true, ..Formula::along(common, common - offset, -normal, deep) }
}
