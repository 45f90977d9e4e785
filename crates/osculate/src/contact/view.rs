//! Two patches seen along the normal, and where they overlap.
//!
//! The side of each edge's line that each corner of the other patch lies on says all: a corner that
//! no edge has outside is held, and two edges cross where each has the ends of the other on two
//! sides. So these areas are computed once, edge by edge, and kept as a bit each.

use arrayvec::ArrayVec;

use super::{Feature, edge};
use crate::patch::{Corner, MOST_CORNERS, Patch};
use crate::vector::{Real, Scalar, Vector};

/// The sine of the angle up to which edges count as parallel: then they touch along a way, not in a
/// crossing.
const PARALLEL: f64 = 1e-4;

/// Corners of an overlap at most, and a deepest point beside it.
pub(super) const MOST_SEEN: usize = 2 * MOST_CORNERS + 1;

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

/// A corner of the overlap. Lengths are in the view's unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<S> {
    pub spot: Spot<S>,
    /// How high a's patch reaches here along the normal.
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
    /// A power of two, about the reciprocal of the larger shape's size, and its own reciprocal:
    /// products of four lengths of the view stay in the range of numbers.
    unit: V::Scalar,
    per_unit: V::Scalar,
}

/// A patch in the view.
pub(super) struct Shown<'p, V: Vector> {
    patch: &'p Patch<V>,
    /// From a's origin to the patch's shape.
    offset: V,
    spots: ArrayVec<Spot<V::Scalar>, MOST_CORNERS>,
    /// Along the normal.
    heights: ArrayVec<V::Scalar, MOST_CORNERS>,
    /// By how much the height grows along a way across the normal.
    slope: Spot<V::Scalar>,
}

/// On which sides of a patch's edges the corners of another are: a bit for each corner.
struct Sides<S> {
    /// For each edge the areas between it and each corner.
    areas: ArrayVec<[S; MOST_CORNERS], MOST_CORNERS>,
    /// Corners that are left of some edge by more than rounding, and right of some.
    left: u32,
    right: u32,
}

impl<V: Vector> View<V> {
    pub fn along(normal: V, size: V::Scalar) -> Self {
        // What the most level axis has across the normal.
        let steepness = |i: usize| Real::abs(normal.get(i));
        let flattest =
            (1..V::DIM).fold(0, |best, i| if steepness(i) < steepness(best) { i } else { best });
        let right = V::axis(flattest) - normal * normal.get(flattest);
        let up = if V::DIM == 3 { normal.cross(right) } else { V::ZERO };
        let per_square = V::Scalar::ONE / right.length_squared();
        let unit = size.scale_to_one();
        let per_unit = unit.power_of_two_reciprocal();
        Self { normal, right, up, per_square, unit, per_unit }
    }

    /// Where a point, counted from a's origin, is in the view.
    pub fn spot(&self, at: V) -> Spot<V::Scalar> {
        [at.dot(self.right) * self.unit, at.dot(self.up) * self.unit]
    }

    /// A length of the view in the world's unit.
    pub fn length(&self, length: V::Scalar) -> V::Scalar {
        length * self.per_unit
    }

    #[inline(always)]
    pub fn show<'p>(&self, patch: &'p Patch<V>, offset: V) -> Shown<'p, V> {
        let slope = match patch.plane() {
            Some(plane) => self.slope(plane),
            None => self.slope_of(patch.corners()),
        };
        let slope = [slope.dot(self.right), slope.dot(self.up)].map(|x| x * self.per_square);
        let mut shown =
            Shown { patch, offset, spots: ArrayVec::new(), heights: ArrayVec::new(), slope };
        for corner in patch.corners() {
            let at = corner.at + offset;
            let _ = shown.spots.try_push(self.spot(at));
            let _ = shown.heights.try_push(at.dot(self.normal) * self.unit);
        }
        shown
    }

    /// How a plane with this normal, of any length, rises, seen along ours: none if it is too steep
    /// to tell.
    fn slope(&self, plane: V) -> V {
        let steep = plane.dot(self.normal);
        let across = plane - self.normal * steep;
        let most = V::Scalar::from_f64(4096.0) * steep * steep;
        if most > across.length_squared() { across * (-V::Scalar::ONE / steep) } else { V::ZERO }
    }

    fn slope_of(&self, corners: &[Corner<V>]) -> V {
        match corners {
            [] | [_] => V::ZERO,
            [p, q, rest @ ..] if rest.is_empty() || V::DIM == 2 => {
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
        let mut add = |spot: Spot<V::Scalar>, height_a: Option<V::Scalar>, origin| {
            let height_a = height_a.unwrap_or_else(|| a.height(spot));
            let height_b = match origin {
                Origin::OfB(j) => b.heights[usize::from(j)],
                _ => b.height(spot),
            };
            let distance = ((height_b - height_a) * self.per_unit - radius).max(least);
            if distance <= margin {
                let _ = seen.try_push(Seen { spot, height_a, distance, origin });
            }
        };
        let (of_a, of_b) = (b.sides(a), a.sides(b));
        let (held_a, held_b) = (b.held(a, &of_a), a.held(b, &of_b));
        for i in (0..a.spots.len()).filter(|i| held_a >> i & 1 == 1) {
            add(a.spots[i], Some(a.heights[i]), Origin::OfA(i as u8));
        }
        for j in (0..b.spots.len()).filter(|j| held_b >> j & 1 == 1) {
            add(b.spots[j], None, Origin::OfB(j as u8));
        }
        if V::DIM == 2 {
            return;
        }
        let zero = V::Scalar::ZERO;
        for (j, areas) in of_a.areas.iter().enumerate() {
            for i in 0..a.edges() {
                let next = a.next(i);
                let (from, to) = (areas[i], areas[next]);
                if (from > zero) == (to > zero) {
                    continue;
                }
                let others = &of_b.areas[i];
                let (before, after) = (others[j], others[b.next(j)]);
                if (before > zero) == (after > zero) {
                    continue;
                }
                let area = from - to;
                let sine = V::Scalar::from_f64(PARALLEL);
                let squares = squares(a.along(i)) * squares(b.along(j));
                let (share, other) = (from / area, before / (before - after));
                let inside = |x: V::Scalar| x > zero && x < V::Scalar::ONE;
                if area * area > sine * sine * squares && inside(share) && inside(other) {
                    let (p, way) = (a.spots[i], a.along(i));
                    let spot = [p[0] + way[0] * share, p[1] + way[1] * share];
                    add(spot, None, Origin::Crossing(i as u8, j as u8, share));
                }
            }
        }
    }

    /// Where a corner of the overlap is across the normal, from a's origin.
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
    /// The height of the patch's plane at a spot.
    fn height(&self, spot: Spot<V::Scalar>) -> V::Scalar {
        let way = way(self.spots[0], spot);
        self.heights[0] + (self.slope[0] * way[0] + self.slope[1] * way[1])
    }

    /// A corner, put across the normal.
    fn across(&self, corner: usize, view: &View<V>) -> V {
        let at = self.patch.corners()[corner].at + self.offset;
        at - view.normal * (self.heights[corner] * view.per_unit)
    }

    fn edges(&self) -> usize {
        match self.spots.len() {
            1 => 0,
            2 => 1,
            n => n,
        }
    }

    #[inline(always)]
    fn next(&self, corner: usize) -> usize {
        if corner + 1 == self.spots.len() { 0 } else { corner + 1 }
    }

    /// From a corner to the next one.
    #[inline(always)]
    fn along(&self, corner: usize) -> Spot<V::Scalar> {
        way(self.spots[corner], self.spots[self.next(corner)])
    }

    /// On which sides of the edges the other's corners are.
    #[inline(always)]
    fn sides(&self, other: &Self) -> Sides<V::Scalar> {
        let zero = V::Scalar::ZERO;
        let mut sides = Sides { areas: ArrayVec::new(), left: 0, right: 0 };
        if V::DIM == 2 || self.patch.is_endless() || other.patch.is_endless() {
            return sides;
        }
        let size = |spot: Spot<V::Scalar>| spot[0].abs() + spot[1].abs();
        let largest = |spots: &[Spot<V::Scalar>]| {
            spots.iter().fold(zero, |largest, &spot| largest.max(size(spot)))
        };
        // What the areas may be off by, for an edge of length 1.
        let tiny = V::Scalar::from_f64(16.0) * V::Scalar::EPSILON;
        let tiny = tiny * (largest(&self.spots) + largest(&other.spots));
        for k in 0..self.edges() {
            let (from, along) = (self.spots[k], self.along(k));
            let slack = tiny * size(along);
            let mut areas = [zero; MOST_CORNERS];
            for (i, &spot) in other.spots.iter().enumerate() {
                let area = turn(along, way(from, spot));
                areas[i] = area;
                sides.left |= u32::from(area > slack) << i;
                sides.right |= u32::from(area < -slack) << i;
            }
            sides.areas.push(areas);
        }
        sides
    }

    /// Which corners of the other lie in the patch: a bit each. The other's own, if it has no
    /// corners.
    #[inline(always)]
    fn held(&self, other: &Self, sides: &Sides<V::Scalar>) -> u32 {
        let all = (1u32 << other.spots.len()) - 1;
        if other.patch.is_endless() {
            0
        } else if self.patch.is_endless() {
            all
        } else if self.spots.len() <= 2 || V::DIM == 2 {
            let holds = |&(_, spot): &(usize, &Spot<V::Scalar>)| self.holds(*spot);
            other.spots.iter().enumerate().filter(holds).fold(0, |held, (i, _)| held | 1 << i)
        } else {
            all & !(sides.left & sides.right)
        }
    }

    /// Whether a place lies on an edge or a corner.
    fn holds(&self, spot: Spot<V::Scalar>) -> bool {
        let zero = V::Scalar::ZERO;
        // Edges side by side are on each other within what two nearly parallel ones are called
        // parallel.
        let tiny = V::Scalar::from_f64(2.0 * PARALLEL);
        let (p, q) = (self.spots[0], self.spots[self.next(0)]);
        let (along, from) = (way(p, q), way(p, spot));
        let squared = squares(along);
        // In the plane every place is on the line; in space a corner touches an edge only if it is
        // on it.
        let share = from[0] * along[0] + from[1] * along[1];
        // An edge without length divides by zero, and `max` answers its argument for what is no
        // number.
        let share =
            if squared > zero { (share / squared).max(zero).min(V::Scalar::ONE) } else { zero };
        let off = [from[0] - along[0] * share, from[1] - along[1] * share];
        squares(off) <= tiny * tiny * (squares(spot) + squares(p) + squares(q))
    }

    /// What a corner of the overlap lies on here; `own` is its number among this patch's corners,
    /// or edges if it is a crossing.
    pub fn feature(&self, own: Option<u8>, crossing: bool) -> Feature {
        let corners = self.patch.corners();
        match own {
            Some(k) if crossing => {
                let k = usize::from(k);
                edge(corners[k].name, corners[self.next(k)].name)
            }
            Some(k) => Feature::Corner(corners[usize::from(k)].name),
            None => super::name_of(self.patch),
        }
    }
}

/// A vector times the power of two that brings its largest coordinate near to 1: its square is a
/// number.
fn to_one<V: Vector>(v: V) -> V {
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
