//! How deep cuboids and segments overlap, in closed form.
//!
//! A cuboid is a center plus or minus each of three half edges, and a segment one plus or minus one. Such sums of segments are *zonotopes*, and so is
//! their difference: a center `c` and the half edges of both, its *sides*. Any two sides span a pair of its faces (in the plane,
//! any one side is an edge), and it has no others: 15 pairs for two boxes. Along a face's unit normal n it reaches `Σ |n · side| ± n · c`,
//! and the least of these is the depth. So separating axes (Gottschalk, Lin and Manocha 1996) are all that the depth needs, and their proof is
//! the list of faces: no face, no lesser depth.
//!
//! The deepest points are found by writing the nearest boundary point as a sum of sides: on a face every side across it counts
//! fully, to one end, and those along it by shares.

use core::cmp::Ordering;
use core::ops::{Add, Range};

use super::{Depth, FaceAxes, LinearOf, Native, Precision, ScalarOf, Wide};
use crate::convex::{Convex, Core};
use crate::gjk::{Ended, Frame, Pair};
use crate::linear::{Linear, Real};
use crate::vector::{Matrix, Scalar, Vector};

/// Half edges of both shapes at most.
const MOST_SIDES: usize = 6;

/// What rounding takes from a reach, in units of ε times the size of the pair: the inner products with six sides and the center, their sum, and
/// the length of the normal. The normal's direction adds one for each time that the sides' product is longer than it.
const REACH_ERROR: f64 = 6.0;

/// A shape as a sum of segments.
#[derive(Clone, Copy)]
struct Zonotope<L> {
    center: L,
    sides: [L; 3],
    len: usize,
}

impl<L: Linear> Zonotope<L> {
    #[inline(always)]
    fn new<V: Vector, P: Precision<V, Linear = L>>(
        core: Core<'_, V>,
        scale: V::Scalar,
    ) -> Option<Self> {
        match core {
            Core::Cuboid { half_extents, axes } => {
                let axes = axes.unwrap_or(V::Matrix::IDENTITY);
                let mut sides = [L::ZERO; 3];
                for (i, side) in sides.iter_mut().take(V::DIM).enumerate() {
                    *side = P::widen(axes.column(i)) * P::widen_scalar(half_extents.get(i) * scale);
                }
                Some(Self { center: L::ZERO, sides, len: V::DIM })
            }
            Core::Segment(p, q) => {
                let half = L::Scalar::ONE / (L::Scalar::ONE + L::Scalar::ONE);
                let (p, q) = (P::widen(p * scale), P::widen(q * scale));
                let sides = [(q - p) * half, L::ZERO, L::ZERO];
                Some(Self { center: (p + q) * half, sides, len: 1 })
            }
            _ => None,
        }
    }

    fn sides(&self) -> &[L] {
        &self.sides[..self.len]
    }
}

/// The difference of two zonotopes: the first's sides, then the second's.
struct Difference<L: Linear> {
    center: L,
    sides: [L; MOST_SIDES],
    of_a: usize,
    len: usize,
    /// ε times the size of the pair, and [`REACH_ERROR`] times that.
    rounding: L::Scalar,
    reach_error: L::Scalar,
}

/// A face: its normal, away from the center, of length 1; how far the difference reaches along it; and a bound on the error of that.
#[derive(Clone, Copy)]
struct Face<L: Linear> {
    normal: L,
    reach: L::Scalar,
    slack: L::Scalar,
}

impl<L: Linear> Difference<L> {
    /// The sum of what `f` makes of each side, in an order that a swap of the shapes does not change.
    #[inline(always)]
    fn sum<T: Copy + Add<Output = T>>(&self, zero: T, f: impl Fn(usize) -> T) -> T {
        let part = |range: Range<usize>| range.fold(zero, |sum, k| sum + f(k));
        part(0..self.of_a) + part(self.of_a..self.len)
    }

    /// The nearer of the two faces along the sides `i` and `j`; in the plane, along `i`. `None` if the sides are parallel.
    #[inline(always)]
    fn face(&self, i: usize, j: usize) -> Option<Face<L>> {
        let (zero, one) = (L::Scalar::ZERO, L::Scalar::ONE);
        let edges = [self.sides[i], self.sides[j]];
        let edges = &edges[..L::DIM - 1];
        let normal = L::normal_to(edges);
        let squared = normal.length_squared();
        let products = edges.iter().fold(one, |product, edge| product * edge.length_squared());
        // Sides that are parallel but for rounding span a face so narrow that its neighbours are as near.
        let parallel = L::Scalar::EPSILON + L::Scalar::EPSILON;
        if !(squared > parallel * parallel * products) {
            return None;
        }
        let per_length = one / squared.sqrt();
        let normal = normal * per_length;
        let along = normal.dot(self.center);
        let side = |k: usize| {
            let own = k == i || L::DIM == 3 && k == j;
            if own { zero } else { normal.dot(self.sides[k]).abs() }
        };
        let stretch = if L::DIM == 3 { products.sqrt() * per_length } else { one };
        Some(Face {
            normal: if along > zero { -normal } else { normal },
            reach: self.sum(zero, side) - along.abs(),
            slack: self.rounding * stretch + self.reach_error,
        })
    }

    /// The nearest face, a lower bound of the distance of all, and whether rounding leaves no doubt which is the nearest. `None` as soon as
    /// a face shows the origin outside.
    #[inline(always)]
    fn nearest<R: PartialOrd>(&self, rank: impl Fn(L) -> R) -> Option<(Face<L>, L::Scalar)> {
        let mut found: Option<(Face<L>, L::Scalar)> = None;
        for i in 0..self.len {
            let others = if L::DIM == 2 { i + 1..i + 2 } else { i + 1..self.len };
            for j in others {
                let Some(face) = self.face(i, j % MOST_SIDES) else { continue };
                let at_least = face.reach - face.slack;
                // Nearly parallel sides are in more doubt than this, and say nothing.
                if !(face.reach > self.rounding + self.reach_error) {
                    return None;
                }
                found = Some(match found {
                    None => (face, at_least),
                    Some((nearest, least)) => {
                        let (reach, other) = (face.reach, nearest.reach);
                        let nearer = reach < other
                            || reach == other && rank(face.normal) > rank(nearest.normal);
                        (if nearer { face } else { nearest }, least.min(at_least))
                    }
                });
            }
        }
        found
    }

    /// The boundary point that is `ahead` of the origin along the unit vector `normal` as a sum of sides: how much of each. Sides that climb by no
    /// more than `flat` along the normal lie in the face. `None` if the point comes out further off than that: rounding chose another face than that
    /// ahead, almost parallel to it.
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
        for k in 0..self.len {
            let climb = normal.dot(self.sides[k]);
            free[k] = climb.abs() <= flat;
            if !free[k] {
                shares[k] = sign(climb);
            }
        }
        let rest = |shares: &[L::Scalar; MOST_SIDES]| {
            let way = (ahead - self.center) - self.sum(L::ZERO, |k| self.sides[k] * shares[k]);
            way - normal * normal.dot(way)
        };
        let mut exit: Option<(L::Scalar, L)> = None;
        if L::DIM == 3 {
            // The face is a polygon around its center with edges along the free sides. The way from there leaves it through the edge for which the way is
            // the largest part of the polygon's width across that edge.
            let way = rest(&shares);
            for k in (0..self.len).filter(|&k| free[k]) {
                let across = normal.cross(self.sides[k]);
                let width = self.sum(zero, |l| self.width(l, &free, across).abs());
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
                for k in 0..self.len {
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
            let all = (0..self.len).filter(|&k| free[k]).map(|k| self.sides[k]);
            all.reduce(|a, b| if b.length_squared() > a.length_squared() { b } else { a })
        };
        let along = match exit {
            Some((_, across)) => Some(across.cross(normal)),
            None if L::DIM == 2 => Some(L::normal_to(&[normal])),
            None => longest(),
        };
        if let Some(along) = along {
            let length = |k: usize| if free[k] { self.sides[k].dot(along) } else { zero };
            let whole = self.sum(zero, |k| length(k).abs());
            let part = way.dot(along) / whole;
            for k in 0..self.len {
                if free[k] && whole > zero {
                    shares[k] = sign(length(k)) * part.max(-one).min(one);
                }
            }
        }
        (rest(&shares).length_squared() <= flat * flat).then_some(shares)
    }

    /// How far a free side reaches along `across`; zero if the two are perpendicular but for rounding.
    fn width(&self, k: usize, free: &[bool; MOST_SIDES], across: L) -> L::Scalar {
        let side = self.sides[k];
        let reach = across.dot(side);
        let noise = (0..4).fold(L::Scalar::EPSILON, |x, _| x + x);
        let nothing = noise * noise * across.length_squared() * side.length_squared();
        if free[k] && reach * reach > nothing { reach } else { L::Scalar::ZERO }
    }
}

/// How deep two cuboids or segments overlap. `None` for other shapes, and for such that overlap by no more than rounding.
#[inline(always)]
pub(crate) fn overlap<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<Depth<V>> {
    let is_sum = |core: Core<'_, V>| matches!(core, Core::Cuboid { .. } | Core::Segment(..));
    if !is_sum(a.core()) || !is_sum(b.core()) {
        return None;
    }
    if <V::Scalar as Scalar>::WIDE_IS_MACHINE {
        return overlap_in::<V, Wide, A, B>(a, b, frame)?.ok();
    }
    // Where nearly parallel sides leave it open, twice the digits decide.
    match overlap_in::<V, Native, A, B>(a, b, frame)? {
        Ok(depth) => Some(depth),
        Err(Undecided) => overlap_in::<V, Wide, A, B>(a, b, frame)?.ok(),
    }
}

/// Rounding left the depth open.
struct Undecided;

/// `None` if a face shows the pair apart, or no deeper than rounding.
#[inline(always)]
fn overlap_in<V: Vector, P: Precision<V>, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    frame: &Frame<V>,
) -> Option<Result<Depth<V>, Undecided>> {
    let of_a = Zonotope::<LinearOf<V, P>>::new::<V, P>(a.core(), frame.scale)?;
    let of_b = Zonotope::<LinearOf<V, P>>::new::<V, P>(b.core(), frame.scale)?;
    let mut sides = [LinearOf::<V, P>::ZERO; MOST_SIDES];
    for (to, from) in sides.iter_mut().zip(of_a.sides().iter().chain(of_b.sides())) {
        *to = *from;
    }
    let rounding = <ScalarOf<V, P> as Real>::EPSILON * P::widen_scalar(frame.size);
    let difference = Difference {
        center: (of_a.center - of_b.center) - P::widen(frame.offset),
        sides,
        of_a: of_a.len,
        len: of_a.len + of_b.len,
        rounding,
        reach_error: rounding * P::widen_scalar(V::Scalar::from_f64(REACH_ERROR)),
    };
    let rank = |v| rank::<V, P>(v);
    let (face, at_least) = difference.nearest(rank)?;
    let mut axis = P::narrow(face.normal);
    if face.normal.dot(difference.center) == <ScalarOf<V, P> as Real>::ZERO {
        // Both faces are equally near.
        axis = forward(a, b, frame, axis);
    }
    // The axis is rounded first, so that the reach is that of the axis which is returned.
    let wide_axis = P::widen(axis);
    let per_length = <ScalarOf<V, P> as Real>::ONE / wide_axis.length_squared().sqrt();
    let normal = wide_axis * per_length;
    let sum =
        difference.sum(<ScalarOf<V, P> as Real>::ZERO, |k| normal.dot(difference.sides[k]).abs());
    let reach = sum + normal.dot(difference.center);
    let (lower, upper) = (P::narrow_scalar(at_least), P::narrow_scalar(reach));
    let lower = lower.min(upper);
    // An overlap beyond doubt leaves the distance's part of the bracket: of that, half.
    if !(upper - lower <= frame.depth_width * V::Scalar::from_f64(1.5)) {
        return Some(Err(Undecided));
    }
    let flat = P::widen_scalar(frame.depth_width);
    let Some(shares) = difference.shares(normal * reach, normal, flat, rank) else {
        return Some(Err(Undecided));
    };
    let point = |zonotope: &Zonotope<LinearOf<V, P>>, shares: &[ScalarOf<V, P>]| {
        zonotope
            .sides()
            .iter()
            .zip(shares)
            .fold(LinearOf::<V, P>::ZERO, |sum, (side, share)| sum + *side * *share)
    };
    let (shares_a, shares_b) = shares.split_at(of_a.len);
    let on_a = P::narrow(of_a.center + point(&of_a, shares_a));
    let on_b = P::narrow(of_b.center - point(&of_b, shares_b));
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

/// The axis or its opposite, by what turns round with a swap of the shapes.
#[cold]
fn forward<V: Vector, A: Convex<V>, B: Convex<V>>(a: &A, b: &B, frame: &Frame<V>, axis: V) -> V {
    Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame }.forward(axis)
}

/// What two opposite vectors have in common, to choose between equals whichever way round the shapes were given.
fn rank<V: Vector, P: Precision<V>>(v: LinearOf<V, P>) -> [ScalarOf<V, P>; 6] {
    let x = |i: usize| {
        if i < V::DIM { v.dot(P::widen(V::axis(i))) } else { ScalarOf::<V, P>::ZERO }
    };
    let product = |i: usize, j: usize| x(i) * x(j);
    [product(0, 0), product(1, 1), product(2, 2), product(0, 1), product(1, 2), product(0, 2)]
}
