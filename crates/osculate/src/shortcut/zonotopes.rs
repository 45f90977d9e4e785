//! How deep cuboids and segments overlap, in closed form.
//!
//! A cuboid is a center plus or minus each of three half edges, and a segment one plus or minus
//! one. Such sums of segments are *zonotopes*, and so is their difference: a center `c` and the
//! half edges of both, its *sides*. Any two sides span a pair of its faces (in the plane,
//! any one side is an edge), and it has no others: 15 pairs for two boxes. Along a face's unit
//! normal n it reaches `Σ |n · side| ± n · c`, and the least of these is the depth. So separating
//! axes (Gottschalk, Lin and Manocha 1996) are all that the depth needs, and their proof is
//! the list of faces: no face, no lesser depth.
//!
//! The deepest points are found by writing the nearest boundary point as a sum of sides: on a face
//! every side across it counts fully, to one end, and those along it by shares.

use core::cmp::Ordering;
use core::ops::Add;

use super::level::Level;
use super::likely::{Faces, Likely};
use super::{Measured, Question};
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{AnyPair, Ended, Pair};
use crate::kernel::penetration::{Depth, FaceAxes, LinearOf, Native, Precision, ScalarOf, Wide};
use crate::number::linear::{Linear, Real};
use crate::number::vector::{Matrix, Scalar, Vector};

/// Half edges of both shapes at most.
const MOST_SIDES: usize = 6;

/// What rounding takes from a reach, in units of ε times the size of the pair: so much for each
/// time that the sides' lengths multiplied are longer than the normal which is their product, for
/// the errors of the products,
const PRODUCT_ERROR: f64 = 4.0;
/// and so much for what follows.
const REACH_ERROR: f64 = 3.0;

/// A shape as a sum of segments; in the plane, and for a segment, with fewer sides than three.
#[derive(Clone, Copy)]
struct Zonotope<L: Linear> {
    center: L,
    sides: [L; 3],
    lengths: [L::Scalar; 3],
    /// The normal of the face that lies across each side, of the length that the other sides'
    /// product has.
    normals: [L; 3],
}

impl<L: Linear> Zonotope<L> {
    #[inline(always)]
    fn new<V: Vector, P: Precision<V, Linear = L>>(
        core: Core<'_, V>,
        scale: V::Scalar,
    ) -> Option<Self> {
        let mut sides = [L::ZERO; 3];
        let mut center = L::ZERO;
        match core {
            Core::Cuboid { half_extents, axes } => {
                let axes = axes.unwrap_or(V::Matrix::IDENTITY);
                for (i, side) in sides.iter_mut().take(V::DIM).enumerate() {
                    *side = P::widen(axes.column(i)) * P::widen_scalar(half_extents.get(i) * scale);
                }
            }
            Core::Segment(p, q) => {
                let half = L::Scalar::ONE / (L::Scalar::ONE + L::Scalar::ONE);
                let (p, q) = (P::widen(p * scale), P::widen(q * scale));
                (center, sides[0]) = ((p + q) * half, (q - p) * half);
            }
            _ => return None,
        }
        let across = |i: usize| {
            let others = [sides[(i + 1) % L::DIM], sides[(i + 2) % 3]];
            if i < L::DIM { L::normal_to(&others[..L::DIM - 1]) } else { L::ZERO }
        };
        let normals = [across(0), across(1), across(2)];
        let length = |i: usize| sides[i].length_squared().sqrt();
        let lengths = [length(0), length(1), length(2)];
        Some(Self { center, sides, lengths, normals })
    }

    /// How far a side of another reaches along the normal across one.
    #[inline(always)]
    fn along(&self, across: usize, other: &Self, side: usize) -> L::Scalar {
        self.normals[across].dot(other.sides[side]).abs()
    }
}

/// The difference of two zonotopes.
struct Difference<L: Linear> {
    a: Zonotope<L>,
    b: Zonotope<L>,
    center: L,
    /// [`PRODUCT_ERROR`] and [`REACH_ERROR`], times ε and the size of the pair.
    product_error: L::Scalar,
    reach_error: L::Scalar,
}

/// The nearest face so far.
#[derive(Clone, Copy)]
struct Nearest<L: Linear> {
    /// Of length 1.
    normal: L,
    /// How far the difference reaches along it, to the center's other side.
    reach: L::Scalar,
    /// No face is nearer than this.
    at_least: L::Scalar,
}

impl<L: Linear> Difference<L> {
    /// The sides with these numbers, 0 to 2 the first shape's.
    #[inline(always)]
    fn side(&self, k: usize) -> L {
        if k < 3 { self.a.sides[k] } else { self.b.sides[k % 3] }
    }

    /// The sum of what `f` makes of each side, in an order that a swap of the shapes does not
    /// change.
    #[inline(always)]
    fn sum<T: Copy + Add<Output = T>>(&self, f: impl Fn(usize) -> T) -> T {
        ((f(0) + f(1)) + f(2)) + ((f(3) + f(4)) + f(5))
    }

    /// Compares a face with the nearest so far, given its normal, how far all sides reach along it,
    /// and what the lengths of the sides in it have for a product. False if it shows the origin
    /// outside, or no deeper than rounding.
    #[inline(always)]
    fn look<R: PartialOrd>(
        &self,
        nearest: &mut Nearest<L>,
        (normal, reach, lengths): (L, L::Scalar, L::Scalar),
        rank: impl Fn(L) -> R,
    ) -> bool {
        let squared = normal.length_squared();
        // Parallel sides span no face. If they are parallel but for rounding, it is so narrow that
        // its neighbours are as near.
        let parallel = (L::Scalar::EPSILON + L::Scalar::EPSILON) * lengths;
        if !(squared > parallel * parallel) {
            return true;
        }
        let per_length = L::Scalar::ONE / squared.sqrt();
        let reach = (reach - normal.dot(self.center).abs()) * per_length;
        let at_least = reach - (self.product_error * (lengths * per_length) + self.reach_error);
        let normal = normal * per_length;
        nearest.at_least = nearest.at_least.min(at_least);
        if reach < nearest.reach || reach == nearest.reach && rank(normal) > rank(nearest.normal) {
            (nearest.normal, nearest.reach) = (normal, reach);
        }
        reach > self.product_error + self.reach_error
    }

    /// A face by its number in [`Faces`]: its normal, how far all sides reach along it, and what
    /// the lengths of the sides in it have for a product.
    #[inline(always)]
    fn face(&self, number: usize) -> (L, L::Scalar, L::Scalar) {
        let next = |i: usize| if i + 1 < L::DIM { i + 1 } else { 0 };
        if number < 6 {
            let (one, other) = if number < 3 { (&self.a, &self.b) } else { (&self.b, &self.a) };
            let i = number % 3;
            let reach = |j: usize| one.along(i, other, j);
            let own = one.normals[i].dot(one.sides[i]).abs();
            let j = next(i);
            let lengths =
                if L::DIM == 3 { one.lengths[j] * one.lengths[next(j)] } else { one.lengths[j] };
            return (one.normals[i], own + ((reach(0) + reach(1)) + reach(2)), lengths);
        }
        let (i, j) = ((number - 6) / 3, (number - 6) % 3);
        // The product of three sides, of which one is the other shape's, is that of a normal and a
        // side.
        let both = |one: &Zonotope<L>, i: usize, other: &Zonotope<L>, j: usize| {
            one.along(next(i), other, j) + one.along(next(next(i)), other, j)
        };
        let reach = both(&self.a, i, &self.b, j) + both(&self.b, j, &self.a, i);
        let normal = self.a.sides[i].cross(self.b.sides[j]);
        (normal, reach, self.a.lengths[i] * self.b.lengths[j])
    }

    /// The nearest of the faces that may be it. `None` as soon as one shows the origin outside, or
    /// no deeper than rounding.
    #[inline(always)]
    fn nearest<R: PartialOrd>(
        &self,
        mut faces: Faces,
        rank: impl Fn(L) -> R + Copy,
    ) -> Option<Nearest<L>> {
        let far = L::Scalar::INFINITY;
        let mut nearest = Nearest { normal: L::ZERO, reach: far, at_least: far };
        while faces != 0 {
            let face = self.face(faces.trailing_zeros() as usize);
            if !self.look(&mut nearest, face, rank) {
                return None;
            }
            faces &= faces - 1;
        }
        (nearest.reach < far).then_some(nearest)
    }

    /// The boundary point that is `ahead` of the origin along the unit vector `normal` as a sum of
    /// sides: how much of each. Sides that climb by no more than `flat` along the normal lie in
    /// the face. `None` if the point comes out further off than that: rounding chose another face
    /// than that ahead, almost parallel to it.
    fn shares<R: PartialOrd>(
        &self,
        ahead: L,
        normal: L,
        flat: L::Scalar,
        rank: impl Fn(L) -> R,
    ) -> Option<[L::Scalar; MOST_SIDES]> {
        let (zero, one) = (L::Scalar::ZERO, L::Scalar::ONE);
        let sign = |x: L::Scalar| match x.partial_cmp(&zero) {
            Some(Ordering::Less) => -one,
            Some(Ordering::Greater) => one,
            _ => zero,
        };
        let mut shares = [zero; MOST_SIDES];
        // Of the sides in the face, and from those on of them along one line.
        let mut free = [false; MOST_SIDES];
        for k in 0..MOST_SIDES {
            let climb = normal.dot(self.side(k));
            free[k] = climb.abs() <= flat;
            if !free[k] {
                shares[k] = sign(climb);
            }
        }
        let in_face = |way: L| way - normal * normal.dot(way);
        let rest = |shares: &[L::Scalar; MOST_SIDES]| {
            in_face((ahead - self.center) - self.sum(|k| self.side(k) * shares[k]))
        };
        if L::DIM == 3 && free.into_iter().filter(|&free| free).count() == 2 {
            // The face is a parallelogram, as most are.
            let way = rest(&shares);
            let mut sides = (0..MOST_SIDES).filter(|&k| free[k]);
            if let (Some(i), Some(j)) = (sides.next(), sides.next()) {
                let (u, v) = (self.side(i), self.side(j));
                let per_area = one / normal.dot(u.cross(v));
                let share = |area: L::Scalar| (area * per_area).max(-one).min(one);
                let (s, t) = (share(normal.dot(way.cross(v))), share(normal.dot(u.cross(way))));
                if in_face(way - (u * s + v * t)).length_squared() <= flat * flat {
                    (shares[i], shares[j]) = (s, t);
                    return Some(shares);
                }
            }
        }
        let mut exit: Option<(L::Scalar, L)> = None;
        if L::DIM == 3 {
            // The face is a polygon around its center with edges along the free sides. The way from
            // there leaves it through the edge for which the way is the largest part of
            // the polygon's width across that edge.
            let way = rest(&shares);
            for k in (0..MOST_SIDES).filter(|&k| free[k]) {
                let across = normal.cross(self.side(k));
                let width = self.sum(|l| self.width(l, &free, across).abs());
                if !(width > zero) {
                    continue;
                }
                let part = across.dot(way).abs() / width;
                let further =
                    |(most, other)| part > most || part == most && rank(across) > rank(other);
                if exit.is_none_or(further) {
                    exit = Some((part, across));
                }
            }
            if let Some((part, across)) = exit {
                let part = part.min(one) * sign(across.dot(way));
                for k in 0..MOST_SIDES {
                    let width = self.width(k, &free, across);
                    if width != zero {
                        shares[k] = sign(width) * part;
                        free[k] = false;
                    }
                }
            }
        }
        // Along the edge; in the plane the face is one.
        let way = rest(&shares);
        let longest = || {
            let all = (0..MOST_SIDES).filter(|&k| free[k]).map(|k| self.side(k));
            all.reduce(|a, b| if b.length_squared() > a.length_squared() { b } else { a })
        };
        let along = match exit {
            Some((_, across)) => Some(across.cross(normal)),
            None if L::DIM == 2 => Some(L::normal_to(&[normal])),
            None => longest(),
        };
        if let Some(along) = along {
            let length = |k: usize| if free[k] { self.side(k).dot(along) } else { zero };
            let whole = self.sum(|k| length(k).abs());
            let part = way.dot(along) / whole;
            for k in 0..MOST_SIDES {
                if free[k] && whole > zero {
                    shares[k] = sign(length(k)) * part.max(-one).min(one);
                }
            }
        }
        (rest(&shares).length_squared() <= flat * flat).then_some(shares)
    }

    /// How far a free side reaches along `across`; zero if the two are perpendicular but for
    /// rounding.
    fn width(&self, k: usize, free: &[bool; MOST_SIDES], across: L) -> L::Scalar {
        let side = self.side(k);
        let reach = across.dot(side);
        let noise = (0..4).fold(L::Scalar::EPSILON, |x, _| x + x);
        let nothing = noise * noise * across.length_squared() * side.length_squared();
        if free[k] && reach * reach > nothing { reach } else { L::Scalar::ZERO }
    }
}

/// The depth of two cuboids, two segments, or one of each; and of cuboids of space whose depth is
/// asked for up to a limit, whether they are further apart than that.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    if !question.wants_depth() {
        return None;
    }
    let &Question { a, b, frame, .. } = question;
    let is_sum = |core: Core<'_, V>| matches!(core, Core::Cuboid { .. } | Core::Segment(..));
    let (core_a, core_b) = (a.core(), b.core());
    if !is_sum(core_a) || !is_sum(core_b) {
        return None;
    }
    let pair = Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame };
    let has_limit = question.limits.most < V::Scalar::INFINITY;
    let are_boxes =
        V::DIM == 3 && matches!((core_a, core_b), (Core::Cuboid { .. }, Core::Cuboid { .. }));
    if !(has_limit && are_boxes) {
        // Most pairs that are apart show it along the way between their origins, for a fraction of
        // the price of all faces.
        let (nearest, ..) = pair.vertex(-frame.offset);
        if nearest.dot(frame.offset) < V::Scalar::ZERO {
            return None;
        }
    }
    let Likely { faces, apart } = Likely::new(core_a, core_b, frame);
    if let Some(separated) = apart {
        let is_beyond = has_limit && separated.by > question.goal().beyond;
        return is_beyond.then(|| L::apart(separated));
    }
    let depth = overlap(core_a, core_b, faces, &pair.any())?;
    Measured::overlapping(depth).map(|found| question.measured(found))
}

/// How deep two cuboids or segments overlap. `None` for such that overlap by no more than rounding.
#[inline(always)]
fn overlap<V: Vector>(
    a: Core<'_, V>,
    b: Core<'_, V>,
    faces: Faces,
    pair: &AnyPair<'_, V>,
) -> Option<Depth<V>> {
    if <V::Scalar as Scalar>::WIDE_IS_MACHINE {
        return overlap_in::<V, Wide>(a, b, faces, pair)?.ok();
    }
    // Where nearly parallel sides leave it open, twice the digits decide.
    match overlap_in::<V, Native>(a, b, faces, pair)? {
        Ok(depth) => Some(depth),
        Err(Undecided) => overlap_in::<V, Wide>(a, b, faces, pair)?.ok(),
    }
}

/// Rounding left the depth open.
struct Undecided;

/// `None` if a face shows the pair apart, or no deeper than rounding.
fn overlap_in<V: Vector, P: Precision<V>>(
    a: Core<'_, V>,
    b: Core<'_, V>,
    faces: Faces,
    pair: &AnyPair<'_, V>,
) -> Option<Result<Depth<V>, Undecided>> {
    let frame = &pair.frame;
    let of_a = Zonotope::<LinearOf<V, P>>::new::<V, P>(a, frame.scale)?;
    let of_b = Zonotope::<LinearOf<V, P>>::new::<V, P>(b, frame.scale)?;
    let rounding = <ScalarOf<V, P> as Real>::EPSILON * P::widen_scalar(frame.size);
    let times = |factor: f64| rounding * P::widen_scalar(V::Scalar::from_f64(factor));
    let difference = Difference {
        a: of_a,
        b: of_b,
        center: (of_a.center - of_b.center) - P::widen(frame.offset),
        product_error: times(PRODUCT_ERROR),
        reach_error: times(REACH_ERROR),
    };
    let rank = rank::<V, P>;
    let Nearest { normal, at_least, .. } = difference.nearest(faces, rank)?;
    let along = normal.dot(difference.center);
    let mut axis = P::narrow(if along > Real::ZERO { -normal } else { normal });
    if along == Real::ZERO {
        // Both faces are equally near.
        axis = pair.forward(axis);
    }
    // The axis is rounded first, so that the reach is that of the axis which is returned.
    let wide_axis = P::widen(axis);
    let per_length = <ScalarOf<V, P> as Real>::ONE / wide_axis.length_squared().sqrt();
    let normal = wide_axis * per_length;
    let sum = difference.sum(|k| normal.dot(difference.side(k)).abs());
    let reach = sum + normal.dot(difference.center);
    let (lower, upper) = (P::narrow_scalar(at_least), P::narrow_scalar(reach));
    let lower = lower.min(upper);
    // An overlap beyond doubt leaves the distance's part of the bracket: of that, half.
    if !(upper - lower <= frame.depth_width * V::Scalar::from_f64(1.5)) {
        return Some(Err(Undecided));
    }
    if !(lower > V::Scalar::ZERO) {
        return None;
    }
    let flat = P::widen_scalar(frame.depth_width);
    let Some(shares) = difference.shares(normal * reach, normal, flat, rank) else {
        return Some(Err(Undecided));
    };
    let point = |zonotope: &Zonotope<LinearOf<V, P>>, first: usize| {
        let part = |k: usize| zonotope.sides[k] * shares[first + k];
        (part(0) + part(1)) + part(2)
    };
    let on_a = P::narrow(of_a.center + point(&of_a, 0));
    let on_b = P::narrow(of_b.center - point(&of_b, 3));
    Some(Ok(Depth {
        lower,
        upper,
        axis,
        on_a,
        on_b,
        face: FaceAxes::EMPTY,
        steps: 0,
        ended: Ended::ClosedForm,
    }))
}

/// What two opposite vectors have in common, to choose between equals whichever way round the
/// shapes were given.
fn rank<V: Vector, P: Precision<V>>(v: LinearOf<V, P>) -> [ScalarOf<V, P>; 6] {
    let x = |i: usize| {
        if i < V::DIM { v.dot(P::widen(V::axis(i))) } else { ScalarOf::<V, P>::ZERO }
    };
    let product = |i: usize, j: usize| x(i) * x(j);
    [product(0, 0), product(1, 1), product(2, 2), product(0, 1), product(1, 2), product(0, 2)]
}
