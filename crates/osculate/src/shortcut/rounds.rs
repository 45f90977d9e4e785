//! How deep cylinders, cones and segments about parallel axes overlap, in closed form.
//!
//! The difference of two such shapes is round about the same axis: in the half-plane that holds the
//! axis and the origin it is a polygon, the sum of two quadrilaterals. Its sides are the two discs
//! and the slope of each shape, and along the normal of a side it reaches as far as both shapes in
//! sum. So there are four planes to compare, as for a point in one of them (`inside`).
//!
//! An expansion cannot do it. On one axis all planes round the side are equally near, and a
//! polytope with n corners round a circle of radius r is r (1 − cos π/n) nearer than that: with
//! half of its steps round each end of a cylinder 3e-4 of r. About axes that are all but parallel
//! it is as wide. So the closed form is asked again where the expansion ran out of steps, and the
//! narrower of the two is the answer.
//!
//! All is computed from one of the two, the first, whichever of the arguments it is; so a swap
//! changes nothing but signs.

use super::inside::normal_of_slope;
use super::level::Level;
use super::{Measured, Question};
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Frame};
use crate::kernel::penetration::{Depth, FaceAxes};
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// By what share of the width of a depth's bracket axes that are not quite parallel may widen it,
/// each way.
const SHARE: f64 = 0.125;

/// The depth about parallel axes.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    if !question.wants_depth() {
        return None;
    }
    let most = question.frame.depth_width * V::Scalar::from_f64(SHARE);
    let depth = overlap(question.a, question.b, question.frame, most)?;
    Measured::overlapping(depth).map(|found| question.measured(found))
}

/// A shape that is round about an axis.
#[derive(Clone, Copy)]
struct Round<V: Vector> {
    /// The middle of the axis, from the shape's origin.
    center: V,
    /// Of length 1; zero for a segment without length.
    axis: V,
    /// Of length 1, across the axis; zero for a segment.
    side: V,
    profile: Profile<V::Scalar>,
}

/// Half the length along the axis, and the radii at its lower and upper end.
#[derive(Clone, Copy)]
struct Profile<S> {
    half_height: S,
    bottom: S,
    top: S,
}

/// A point of the half-plane, or a direction: across the axis, and along it.
type Spot<S> = [S; 2];

impl<S: Scalar> Profile<S> {
    /// The same upside down, which is also its mirror image.
    fn turned(self) -> Self {
        Self { bottom: self.top, top: self.bottom, ..self }
    }

    fn rims(&self) -> [Spot<S>; 2] {
        [[self.bottom, -self.half_height], [self.top, self.half_height]]
    }

    /// The unit normal of the slope. `None` of a disc without a rim.
    fn slope(&self) -> Option<Spot<S>> {
        normal_of_slope(self.top - self.bottom, self.half_height + self.half_height)
    }

    /// How far it reaches along a direction.
    fn reach(&self, along: Spot<S>) -> S {
        let [low, high] = self.rims().map(|rim| dot(rim, along));
        low.max(high)
    }

    /// The disc, the side, or twice the rim, that is furthest along a direction. Of a disc and a
    /// side that are as far it is the longer.
    fn face(&self, along: Spot<S>, rounding: S) -> [Spot<S>; 2] {
        let [low, high] = self.rims();
        let (widest, height) = (low[0].max(high[0]), self.half_height + self.half_height);
        let ahead = dot(high, along) - dot(low, along);
        let is_side = ahead.abs() <= rounding;
        if along[0].abs() * widest <= rounding && (!is_side || widest >= height) {
            let rim = if along[1] < S::ZERO { low } else { high };
            // Without height both discs are one.
            let radius = if self.half_height <= rounding { widest } else { rim[0] };
            return [[S::ZERO, rim[1]], [radius, rim[1]]];
        }
        if is_side {
            [low, high]
        } else if ahead > S::ZERO {
            [high; 2]
        } else {
            [low; 2]
        }
    }
}

fn dot<S: Scalar>([x, y]: Spot<S>, [u, v]: Spot<S>) -> S {
    x * u + y * v
}

impl<V: Vector> Round<V> {
    #[inline(always)]
    fn new(core: Core<'_, V>, scale: V::Scalar) -> Option<Self> {
        let zero = V::Scalar::ZERO;
        match core {
            Core::Round { half_height, bottom, top, axes } => {
                let axes = axes.unwrap_or(V::Matrix::IDENTITY);
                let [half_height, bottom, top] = [half_height, bottom, top].map(|x| x * scale);
                let profile = Profile { half_height, bottom, top };
                Some(Self { center: V::ZERO, axis: axes.column(1), side: axes.column(0), profile })
            }
            Core::Segment(p, q) => {
                let half = V::Scalar::from_f64(0.5) * scale;
                let (center, way) = ((p + q) * half, (q - p) * half);
                let axis = way.try_normalize().unwrap_or(V::ZERO);
                let half_height = way.length_squared().sqrt();
                let profile = Profile { half_height, bottom: zero, top: zero };
                Some(Self { center, axis, side: V::ZERO, profile })
            }
            _ => None,
        }
    }

    /// Whether it is the one that the other, which is `offset` from it, is seen from. A segment
    /// never is; of equal ones the one that is further down.
    fn is_before(&self, other: &Self, offset: V) -> bool {
        let zero = V::ZERO;
        if self.side == zero || other.side == zero {
            return other.side == zero;
        }
        let numbers = |v: V| (0..V::DIM).map(move |i| v.get(i));
        let all = |round: &Self| {
            let Profile { half_height, bottom, top } = round.profile;
            let axes = numbers(round.axis).chain(numbers(round.side));
            [half_height, bottom, top].into_iter().chain(axes)
        };
        let order = all(self).partial_cmp(all(other)).filter(|order| order.is_ne());
        order.map_or(numbers(zero).le(numbers(offset)), |order| order.is_lt())
    }
}

/// How deep two shapes overlap that are round about axes so nearly parallel that the depth is off
/// by `most` at the most. `None` for other shapes, and for such that do not surely overlap.
#[inline(always)]
pub(crate) fn overlap<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
    most: V::Scalar,
) -> Option<Depth<V>> {
    let (core_a, core_b) = (a.core(), b.core());
    let is_round = |core: Core<'_, V>| matches!(core, Core::Round { .. });
    if V::DIM != 3 || !(is_round(core_a) || is_round(core_b)) {
        return None;
    }
    let (a, b) = (Round::new(core_a, frame.scale)?, Round::new(core_b, frame.scale)?);
    if a.is_before(&b, frame.offset) {
        return first_overlaps(&a, &b, frame.offset, frame, most);
    }
    let depth = first_overlaps(&b, &a, -frame.offset, frame, most)?;
    Some(Depth { axis: -depth.axis, on_a: depth.on_b, on_b: depth.on_a, ..depth })
}

/// The same of the first and another, in that order, of which the axes may be off by `most`.
fn first_overlaps<V: Vector>(
    first: &Round<V>,
    other: &Round<V>,
    offset: V,
    frame: &Frame<V>,
    most: V::Scalar,
) -> Option<Depth<V>> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let axis = first.axis;
    let along = other.axis.dot(axis);
    let Profile { half_height, bottom, top } = other.profile;
    let radius = bottom.max(top);
    let size = (half_height * half_height + radius * radius).sqrt();
    // By how much less or more the other reaches anywhere than if its axis were parallel.
    let parallel = if along < zero { -axis } else { axis };
    let tilted = (other.axis - parallel).length() * size;
    if !(tilted <= most) {
        return None;
    }
    // The difference is the first less the other, whose mirror image is upside down.
    let profile = first.profile;
    let less = if along < zero { other.profile } else { other.profile.turned() };
    let origin = offset + (other.center - first.center);
    let height = origin.dot(axis);
    // Twice, as what rounding leaves of a long way along the axis is along it too. What is then no
    // longer than rounding has no direction, and as much is off its length.
    let aside = origin - axis * height;
    let aside = aside - axis * aside.dot(axis);
    let least = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON * origin.length();
    let away = aside.length();
    let (away, sideways) = match aside.try_normalize() {
        Some(sideways) if away > least => (away, sideways),
        _ => (zero, first.side),
    };
    let disc = if height < zero { -one } else { one };
    let gap_along = |n: Spot<V::Scalar>| {
        let reach = profile.reach(n) + less.reach(n);
        dot([away, height], n) - reach
    };
    let mut nearest = ([zero, disc], gap_along([zero, disc]));
    for side in [profile.slope(), less.slope()].into_iter().flatten() {
        let gap = gap_along(side);
        if gap > nearest.1 {
            nearest = (side, gap);
        }
    }
    let (side, gap) = nearest;
    if !(gap + frame.band + tilted < zero) {
        return None;
    }
    // The boundary point straight ahead, as a sum of points of both sides.
    let ahead = [away - side[0] * gap, height - side[1] * gap];
    let rounding = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON * frame.size;
    let (face, less_face) = (profile.face(side, rounding), less.face(side, rounding));
    let sum = |end: usize| [face[end][0] + less_face[end][0], face[end][1] + less_face[end][1]];
    let ([x, y], [u, v]) = (sum(0), sum(1));
    let edge = [u - x, v - y];
    // An edge without length divides by zero; `min` and `max` answer their argument for no number.
    let share = dot([ahead[0] - x, ahead[1] - y], edge) / dot(edge, edge);
    let share = share.max(zero).min(one);
    let point = |[low, high]: [Spot<V::Scalar>; 2]| {
        let at = |i: usize| low[i] + (high[i] - low[i]) * share;
        sideways * at(0) + axis * at(1)
    };
    Some(Depth {
        lower: -gap - tilted,
        upper: -gap + tilted,
        axis: sideways * side[0] + axis * side[1],
        on_a: first.center + point(face),
        on_b: other.center - point(less_face),
        face: FaceAxes::EMPTY,
        steps: 0,
        ended: Ended::ClosedForm,
    })
}
