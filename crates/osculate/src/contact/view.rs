//! Two patches of space seen along the normal, and where they overlap.
//!
//! The overlap follows from one table: on which side of each edge's line each corner of the other
//! patch lies. A corner that is outside no edge lies in the overlap. Two edges cross where the ends
//! of each lie on two sides of the other. The side is the sign of an area. The areas are computed
//! once, four corners at a time, and their signs are kept as bits.

use arrayvec::ArrayVec;

use crate::blocks::LanesOf;
use crate::lanes::Lanes;
use crate::patch::{Corner, MOST_CORNERS, Patch};
use crate::vector::{Real, Scalar, Vector};

/// The sine of the angle up to which edges count as parallel: then they touch along a way, not in a
/// crossing.
const PARALLEL: f64 = 1e-4;

/// What an area may be off by, in ε of both patches' size and the edge's length.
const ROUNDING: f64 = 16.0;

/// Corners of an overlap at most, and a deepest point beside it.
pub(super) const MOST_SEEN: usize = 2 * MOST_CORNERS + 1;

/// Fours of corners.
const MOST_FOURS: usize = MOST_CORNERS / 4;

/// A place in the view, to the right and up.
pub(super) type Spot<S> = [S; 2];

/// What a corner of the overlap is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<S> {
    /// The corner of a's patch with this number.
    OfA(u8),
    /// The corner of b's patch with this number.
    OfB(u8),
    /// Where these edges cross, and at which share of a's.
    Crossing(u8, u8, S),
    /// The deepest point of the shapes, which the overlap does not have.
    Deepest,
}

/// A corner of the overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<S> {
    pub spot: Spot<S>,
    /// How high a's patch reaches here along the normal, in the view's unit.
    pub height_a: S,
    /// How far apart the shapes are here, in the world's unit.
    pub distance: S,
    pub origin: Origin<S>,
}

/// Two patches seen along the normal.
pub(super) struct View<V: Vector> {
    normal: V,
    /// Across the normal and each other, in space; of the same length, counterclockwise seen from
    /// where the normal points.
    right: V,
    up: V,
    /// One over the square of that length.
    per_square: V::Scalar,
    /// A power of two, about the reciprocal of the larger shape's size or of how far apart their
    /// origins are, and its own reciprocal: products of four lengths of the view stay in the range
    /// of numbers.
    unit: V::Scalar,
    per_unit: V::Scalar,
}

/// A patch in the view. Its corners fill fours: copies of the first are the last.
pub(super) struct Shown<'p, V: Vector> {
    patch: &'p Patch<V>,
    /// From a's origin to the patch's shape.
    offset: V,
    /// To the right, and up.
    spots: [[V::Scalar; MOST_CORNERS]; 2],
    /// Along the normal.
    heights: [V::Scalar; MOST_CORNERS],
    /// By how much the height grows along a way across the normal.
    slope: Spot<V::Scalar>,
    /// The largest coordinate of a spot.
    reach: V::Scalar,
}

/// On which sides of a patch's edges the corners of another are.
struct Sides<V: Vector> {
    /// For each edge the areas between it and each four of corners.
    areas: ArrayVec<LanesOf<V>, { MOST_CORNERS * MOST_FOURS }>,
    /// For each edge a bit for each corner on its left.
    left: [u32; MOST_CORNERS],
    /// Corners that are left of some edge by more than rounding, and right of some: a bit each.
    some_left: u32,
    some_right: u32,
}

impl<V: Vector> Sides<V> {
    /// It has room for many, and is filled where it stays.
    #[inline(always)]
    fn nothing() -> Self {
        Self { areas: ArrayVec::new(), left: [0; MOST_CORNERS], some_left: 0, some_right: 0 }
    }

    /// The area between an edge and a corner of so many fours.
    #[inline(always)]
    fn area(&self, edge: usize, corner: usize, fours: usize) -> V::Scalar {
        self.areas[edge * fours + corner / 4].as_array()[corner % 4]
    }
}

impl<V: Vector> View<V> {
    #[inline(always)]
    pub fn along(normal: V, size: V::Scalar) -> Self {
        // What the most level axis has across the normal.
        let steepness = |i: usize| Real::abs(normal.get(i));
        let flattest =
            (1..3).fold(0, |best, i| if steepness(i) < steepness(best) { i } else { best });
        let right = V::axis(flattest) - normal * normal.get(flattest);
        let up = normal.cross(right);
        let per_square = V::Scalar::ONE / right.length_squared();
        let unit = size.scale_to_one();
        let per_unit = unit.power_of_two_reciprocal();
        Self { normal, right, up, per_square, unit, per_unit }
    }

    /// Where a point, counted from a's origin, is in the view.
    #[inline(always)]
    pub fn spot(&self, at: V) -> Spot<V::Scalar> {
        [at.dot(self.right) * self.unit, at.dot(self.up) * self.unit]
    }

    /// A length of the view in the world's unit.
    #[inline(always)]
    pub fn length(&self, length: V::Scalar) -> V::Scalar {
        length * self.per_unit
    }

    /// Takes a patch into the view, where it stays.
    #[inline(always)]
    pub fn show<'p>(&self, patch: &'p Patch<V>, offset: V) -> Shown<'p, V> {
        let zero = V::Scalar::ZERO;
        let mut shown = Shown {
            patch,
            offset,
            spots: [[zero; MOST_CORNERS]; 2],
            heights: [zero; MOST_CORNERS],
            slope: self.slope_of(patch),
            reach: zero,
        };
        for (k, corner) in patch.corners().iter().enumerate() {
            let at = corner.at + offset;
            let [x, y] = self.spot(at);
            shown.spots[0][k] = x;
            shown.spots[1][k] = y;
            shown.heights[k] = at.dot(self.normal) * self.unit;
            shown.reach = shown.reach.max(x.abs()).max(y.abs());
        }
        let n = patch.corners().len();
        for k in n..n.next_multiple_of(4) {
            shown.spots[0][k] = shown.spots[0][0];
            shown.spots[1][k] = shown.spots[1][0];
        }
        shown
    }

    /// How a plane with this normal, of any length, rises, seen along ours: none if it is too steep
    /// to tell.
    #[inline(always)]
    fn slope(&self, plane: V) -> V {
        let steep = plane.dot(self.normal);
        let across = plane - self.normal * steep;
        let most = V::Scalar::from_f64(4096.0) * steep * steep;
        if most > across.length_squared() { across * (-V::Scalar::ONE / steep) } else { V::ZERO }
    }

    #[inline(always)]
    fn slope_of(&self, patch: &Patch<V>) -> Spot<V::Scalar> {
        let slope = match patch.plane() {
            Some(plane) => self.slope(plane),
            None => self.slope_through(patch.corners()),
        };
        [slope.dot(self.right), slope.dot(self.up)].map(|x| x * self.per_square)
    }

    fn slope_through(&self, corners: &[Corner<V>]) -> V {
        match corners {
            [] | [_] => V::ZERO,
            [p, q] => {
                let along = to_one(q.at - p.at);
                let rise = along.dot(self.normal);
                let across = along - self.normal * rise;
                let squared = across.length_squared();
                let flat = rise * rise < squared * V::Scalar::from_f64(4096.0);
                if flat && squared > V::Scalar::ZERO { across * (rise / squared) } else { V::ZERO }
            }
            [p, rest @ ..] => {
                let largest = rest.iter().fold(V::Scalar::ZERO, |largest, corner| {
                    largest.max((corner.at - p.at).abs().max_element())
                });
                let scale = largest.scale_to_one();
                let edge = |corner: &Corner<V>| (corner.at - p.at) * scale;
                let fan = rest.windows(2).map(|w| edge(&w[0]).cross(edge(&w[1])));
                // A face may be so thin that its area has few digits, or none.
                let area = fan.fold(V::ZERO, |sum, area| sum + area);
                if area == V::ZERO { V::ZERO } else { self.slope(to_one(area)) }
            }
        }
    }

    /// The corners of the overlap of two patches, where the distance, less the radii, is at most
    /// `margin`. No point is nearer than the shapes are, which is `least`: what is, is rounding.
    #[inline(always)]
    pub fn overlap(
        &self,
        [a, b]: [&Shown<'_, V>; 2],
        [radius, least, margin]: [V::Scalar; 3],
        seen: &mut ArrayVec<Seen<V::Scalar>, MOST_SEEN>,
    ) {
        let mut add = |spot: Spot<V::Scalar>, height_a, height_b, origin| {
            let distance = self.length(height_b - height_a) - radius;
            let distance = distance.max(least);
            if distance <= margin {
                let _ = seen.try_push(Seen { spot, height_a, distance, origin });
            }
        };
        let (mut of_a, mut of_b) = (Sides::nothing(), Sides::nothing());
        b.sides(a, &mut of_a);
        a.sides(b, &mut of_b);
        for i in bits(b.held(a, &of_a)) {
            let spot = a.spot(i);
            add(spot, a.heights[i], b.height(spot), Origin::OfA(i as u8));
        }
        for j in bits(a.held(b, &of_b)) {
            let spot = b.spot(j);
            add(spot, a.height(spot), b.heights[j], Origin::OfB(j as u8));
        }
        if of_a.areas.is_empty() || of_b.areas.is_empty() {
            return;
        }
        let edges_a = (1 << a.edges()) - 1;
        for j in 0..b.edges() {
            // Edges of a that cross this one's line, by their first corners.
            let left = of_a.left[j];
            let next = left >> 1 | (left & 1) << (a.len() - 1);
            for i in bits((left ^ next) & edges_a) {
                let left = of_b.left[i];
                if left >> j & 1 == left >> b.next(j) & 1 {
                    continue;
                }
                let (from, to) = (of_a.area(j, i, a.fours()), of_a.area(j, a.next(i), a.fours()));
                let area = from - to;
                let (way, other) = (a.along(i), b.along(j));
                let sine = V::Scalar::from_f64(PARALLEL);
                let share = from / area;
                let inside = share > V::Scalar::ZERO && share < V::Scalar::ONE;
                if inside && area * area > sine * sine * (squares(way) * squares(other)) {
                    let from = a.spot(i);
                    let spot = [from[0] + way[0] * share, from[1] + way[1] * share];
                    let origin = Origin::Crossing(i as u8, j as u8, share);
                    add(spot, a.height(spot), b.height(spot), origin);
                }
            }
        }
    }

    /// Where a corner of the overlap is across the normal, from a's origin.
    #[inline(always)]
    pub fn across(&self, [a, b]: [&Shown<'_, V>; 2], origin: Origin<V::Scalar>) -> V {
        match origin {
            Origin::OfA(i) => a.across(i.into(), self),
            Origin::OfB(j) => b.across(j.into(), self),
            Origin::Crossing(i, _, share) => {
                let from = a.across(i.into(), self);
                from + (a.across(a.next(i.into()), self) - from) * share
            }
            Origin::Deepest => V::ZERO,
        }
    }
}

impl<V: Vector> Shown<'_, V> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.patch.corners().len()
    }

    #[inline(always)]
    fn fours(&self) -> usize {
        self.len().div_ceil(4)
    }

    #[inline(always)]
    fn edges(&self) -> usize {
        match self.len() {
            1 => 0,
            2 => 1,
            n => n,
        }
    }

    #[inline(always)]
    fn spot(&self, corner: usize) -> Spot<V::Scalar> {
        [self.spots[0][corner], self.spots[1][corner]]
    }

    /// The height of the patch's plane at a spot.
    #[inline(always)]
    fn height(&self, spot: Spot<V::Scalar>) -> V::Scalar {
        let way = way(self.spot(0), spot);
        self.heights[0] + (self.slope[0] * way[0] + self.slope[1] * way[1])
    }

    /// A corner, put across the normal.
    #[inline(always)]
    fn across(&self, corner: usize, view: &View<V>) -> V {
        let at = self.patch.corners()[corner].at + self.offset;
        at - view.normal * view.length(self.heights[corner])
    }

    #[inline(always)]
    fn next(&self, corner: usize) -> usize {
        if corner + 1 == self.len() { 0 } else { corner + 1 }
    }

    /// From a corner to the next one.
    #[inline(always)]
    fn along(&self, corner: usize) -> Spot<V::Scalar> {
        way(self.spot(corner), self.spot(self.next(corner)))
    }

    /// On which sides of the edges the other's corners are; of nothing, if a patch has no end.
    #[inline(always)]
    fn sides(&self, other: &Self, sides: &mut Sides<V>) {
        if self.patch.is_endless() || other.patch.is_endless() {
            return;
        }
        let zero = LanesOf::<V>::splat(V::Scalar::ZERO);
        let tiny = V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * (self.reach + other.reach);
        for k in 0..self.edges() {
            let ([x, y], along) = (self.spot(k), self.along(k));
            let slack = tiny * (along[0].abs() + along[1].abs());
            let [x, y, right, up] = [x, y, along[0], along[1]].map(LanesOf::<V>::splat);
            let [most, least] = [slack, -slack].map(LanesOf::<V>::splat);
            let mut left = 0;
            for four in 0..other.fours() {
                let lanes = |i: usize| {
                    let spots = &other.spots[i];
                    LanesOf::<V>::from_array(core::array::from_fn(|lane| spots[4 * four + lane]))
                };
                let area = right.mul(lanes(1).sub(y)).sub(up.mul(lanes(0).sub(x)));
                let _ = sides.areas.try_push(area);
                left |= area.greater(zero) << (4 * four);
                sides.some_left |= area.greater(most) << (4 * four);
                sides.some_right |= least.greater(area) << (4 * four);
            }
            sides.left[k] = left & ((1 << other.len()) - 1);
        }
    }

    /// Which corners of the other lie in the patch, a bit each.
    #[inline(always)]
    fn held(&self, other: &Self, sides: &Sides<V>) -> u32 {
        let all = (1u32 << other.len()) - 1;
        if other.patch.is_endless() {
            0
        } else if self.patch.is_endless() {
            all
        } else if self.len() <= 2 {
            let holds = |j: usize| u32::from(self.holds(other.spot(j))) << j;
            (0..other.len()).fold(0, |held, j| held | holds(j))
        } else {
            all & !(sides.some_left & sides.some_right)
        }
    }

    /// Whether a place lies on an edge or a corner of space, up to what nearly parallel edges are
    /// called parallel for: there edges side by side are on each other.
    #[inline(always)]
    fn holds(&self, spot: Spot<V::Scalar>) -> bool {
        let zero = V::Scalar::ZERO;
        let tiny = V::Scalar::from_f64(2.0 * PARALLEL);
        let (p, q) = (self.spot(0), self.spot(self.next(0)));
        let (along, from) = (way(p, q), way(p, spot));
        let most = tiny * tiny * (squares(spot) + squares(p) + squares(q));
        let (area, squared) = (turn(along, from), squares(along));
        // Most are too far from the line.
        if area * area > most * squared {
            return false;
        }
        let share = from[0] * along[0] + from[1] * along[1];
        let share =
            if squared > zero { (share / squared).max(zero).min(V::Scalar::ONE) } else { zero };
        squares([from[0] - along[0] * share, from[1] - along[1] * share]) <= most
    }
}

/// The places of the bits that are set.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        place
    })
}

/// A vector times the power of two that brings its largest coordinate near to 1: its square is a
/// number.
pub(super) fn to_one<V: Vector>(v: V) -> V {
    v * v.abs().max_element().scale_to_one()
}

/// The way from one spot to another.
#[inline(always)]
pub(super) fn way<S: Scalar>(from: Spot<S>, to: Spot<S>) -> Spot<S> {
    [to[0] - from[0], to[1] - from[1]]
}

/// The signed area of two ways.
#[inline(always)]
pub(super) fn turn<S: Scalar>(u: Spot<S>, v: Spot<S>) -> S {
    u[0] * v[1] - u[1] * v[0]
}

#[inline(always)]
pub(super) fn squares<S: Scalar>(v: Spot<S>) -> S {
    v[0] * v[0] + v[1] * v[1]
}
