//! Two patches of space seen along the normal, and where they overlap.
//!
//! The overlap follows from one table: on which side of each edge's line each corner of the other
//! patch lies. A corner that is outside no edge lies in the overlap. Two edges cross where the ends
//! of each lie on two sides of the other. The side is the sign of an area. The areas are computed
//! once, four corners at a time, and their signs are kept as bits.
//!
//! Every corner of the overlap is a point of both patches: a corner, a point of an edge, or a point
//! of a face that is seen under a fair angle. A face that is seen edge-on has next to no area in the
//! view, and its heights there are rounding. It is taken for its edge that is in front, and an edge
//! that is seen end-on for its end.

use arrayvec::ArrayVec;

use crate::blocks::LanesOf;
use crate::lanes::Lanes;
use crate::patch::{MOST_CORNERS, Patch};
use crate::vector::{Real, Scalar, Vector};

/// What a place in the view may be off by, in ε of both patches' size; and an area, for each unit
/// of the edge's length.
const ROUNDING: f64 = 16.0;

/// The tangent of the angle from which a patch is seen edge-on. Of such a patch what is within a
/// margin of its front is a strip narrower than a quarter of that margin; and on a slope that is
/// less steep a place's rounding grows four times at most.
pub(super) const STEEP: f64 = 4.0;

/// The sine of the angle from which a crossing of edges is told by areas alone: rounding then moves
/// it along them by eight times as much as across.
const SLANTED: f64 = 0.125;

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
    patch: &'p mut Patch<V>,
    /// From a's origin to the patch's shape.
    offset: V,
    /// To the right, and up.
    spots: [[V::Scalar; MOST_CORNERS]; 2],
    /// Along the normal.
    heights: [V::Scalar; MOST_CORNERS],
    /// By how much the height grows along a way across the normal.
    slope: Spot<V::Scalar>,
    /// The largest coordinate of a corner, along the normal too.
    reach: V::Scalar,
    /// What rounds the patch's shape.
    radius: V::Scalar,
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
    /// Corners that are on the line of some edge, but for rounding.
    on_some: u32,
}

impl<V: Vector> Sides<V> {
    /// It has room for many, and is filled where it stays.
    #[inline(always)]
    fn nothing() -> Self {
        let (areas, left) = (ArrayVec::new(), [0; MOST_CORNERS]);
        Self { areas, left, some_left: 0, some_right: 0, on_some: 0 }
    }

    /// The area between an edge and a corner of so many fours.
    #[inline(always)]
    fn area(&self, edge: usize, corner: usize, fours: usize) -> V::Scalar {
        self.areas[edge * fours + corner / 4].as_array()[corner % 4]
    }
}

/// The shares of two edges where they cross, given the areas between the ends of each and the other.
/// Edges that lie on each other touch along a way, not in a crossing.
#[inline(always)]
fn crossing<V: Vector>(
    [(a, i), (b, j)]: [(&Shown<'_, V>, usize); 2],
    [ends, others]: [[V::Scalar; 2]; 2],
) -> Option<[V::Scalar; 2]> {
    let area = ends[0] - ends[1];
    let (share, other) = (ends[0] / area, others[0] / (others[0] - others[1]));
    let sine = V::Scalar::from_f64(SLANTED);
    let products = squares(a.along(i)) * squares(b.along(j));
    if area * area > sine * sine * products {
        let is_within = share > V::Scalar::ZERO && share < V::Scalar::ONE;
        return is_within.then_some([share, other]);
    }
    let most = ends[0].abs().max(ends[1].abs());
    if most > b.slack(a, j) { Some(flat_crossing([(a, i), (b, j)], share)) } else { None }
}

/// The same of edges that are nearly parallel, given about the share of the first: rounding moves
/// it along both. The place is one that both edges have.
#[cold]
fn flat_crossing<V: Vector>(
    [(a, i), (b, j)]: [(&Shown<'_, V>, usize); 2],
    share: V::Scalar,
) -> [V::Scalar; 2] {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let share = share.max(zero).min(one);
    let other = b.share(j, a.along_edge(i, share));
    let within = other.max(zero).min(one);
    if within == other {
        return [share, other];
    }
    let share = a.share(i, b.along_edge(j, within));
    [share.max(zero).min(one), within]
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

    /// What a length of the world is times in the view.
    pub fn unit(&self) -> V::Scalar {
        self.unit
    }

    /// A length of the view in the world's unit.
    #[inline(always)]
    pub fn length(&self, length: V::Scalar) -> V::Scalar {
        length * self.per_unit
    }

    /// How a plane with this normal, of any length, rises, seen along ours.
    fn slope_across(&self, plane: V) -> Spot<V::Scalar> {
        let steep = plane.dot(self.normal);
        let across = plane - self.normal * steep;
        let most = V::Scalar::from_f64(STEEP * STEEP) * steep * steep;
        let is_seen = most > across.length_squared();
        let slope = if is_seen { across * (-V::Scalar::ONE / steep) } else { V::ZERO };
        [slope.dot(self.right), slope.dot(self.up)].map(|x| x * self.per_square)
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
        if a.len() == 1 && b.len() == 1 {
            // Both are one place, which is a's.
            return;
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
                let ends = [of_a.area(j, i, a.fours()), of_a.area(j, a.next(i), a.fours())];
                let others = [of_b.area(i, j, b.fours()), of_b.area(i, b.next(j), b.fours())];
                let Some([share, other]) = crossing([(a, i), (b, j)], [ends, others]) else {
                    continue;
                };
                let origin = Origin::Crossing(i as u8, j as u8, share);
                add(a.along_edge(i, share), a.height_of(i, share), b.height_of(j, other), origin);
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

impl<'p, V: Vector> Shown<'p, V> {
    /// What of the patch can be seen.
    pub fn patch(&self) -> &Patch<V> {
        self.patch
    }

    /// A patch that is to be shown, of a shape that lies from a's origin by `offset`. It has room for
    /// many corners: it is filled where it stays.
    #[inline(always)]
    pub fn new(patch: &'p mut Patch<V>, offset: V) -> Self {
        let zero = V::Scalar::ZERO;
        let (spots, heights) = ([[zero; MOST_CORNERS]; 2], [zero; MOST_CORNERS]);
        Self { patch, offset, spots, heights, slope: [zero; 2], reach: zero, radius: zero }
    }

    /// Takes it into the view. Its shape, which has this radius, is in front of it: the other way
    /// along the normal than `outward` points, which is 1 or −1.
    #[inline(always)]
    pub fn show(&mut self, view: &View<V>, radius: V::Scalar, outward: V::Scalar) {
        self.radius = radius * view.unit;
        self.fill(view);
        let slope = match self.patch.endless_normal() {
            Some(normal) => Some(view.slope_across(normal)),
            None => self.slope_through(),
        };
        match slope {
            Some(slope) => self.slope = slope,
            None => self.keep_front(view, outward),
        }
    }

    /// Where the corners of the patch are in the view.
    #[inline(always)]
    fn fill(&mut self, view: &View<V>) {
        self.reach = V::Scalar::ZERO;
        for (k, corner) in self.patch.corners().iter().enumerate() {
            let at = corner.at + self.offset;
            let ([x, y], height) = (view.spot(at), at.dot(view.normal) * view.unit);
            (self.spots[0][k], self.spots[1][k], self.heights[k]) = (x, y, height);
            self.reach = self.reach.max(x.abs()).max(y.abs()).max(height.abs());
        }
        let n = self.len();
        for k in n..n.next_multiple_of(4) {
            self.spots[0][k] = self.spots[0][0];
            self.spots[1][k] = self.spots[1][0];
        }
    }

    /// How the plane of the corners rises: `None` if it is seen edge-on.
    ///
    /// It is found in two steps: along the way from the first corner to one far from it, and to a
    /// side of that way. So a thin face has heights that are right to rounding.
    #[inline(always)]
    fn slope_through(&self) -> Option<Spot<V::Scalar>> {
        let corners = self.len();
        if corners < 2 {
            return Some([V::Scalar::ZERO; 2]);
        }
        // Of most faces the one halfway round is far, and the one before it is far to a side.
        let opposite = corners / 2;
        let (mut far, mut side) = (opposite, opposite / 2);
        if corners == 3 {
            side = 2;
        }
        let eighth = V::Scalar::from_f64(0.125);
        let along = self.way_to(far);
        let area = turn(along, self.way_to(side));
        if corners > 2 && !(area.abs() > squares(along) * eighth) {
            (far, side) = self.furthest();
        }
        self.slope_by(far, side)
    }

    /// The same by a corner far from the first one, and one to a side of the way there.
    #[inline(always)]
    fn slope_by(&self, far: usize, side: usize) -> Option<Spot<V::Scalar>> {
        let tiny = V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * self.reach;
        let along = self.way_to(far);
        let squared = squares(along);
        if !(squared > tiny * tiny) {
            return None;
        }
        let rise = (self.heights[far] - self.heights[0]) / squared;
        let mut slope = along.map(|x| x * rise);
        if self.len() > 2 {
            let way = self.way_to(side);
            let area = turn(along, way);
            if !(area * area > tiny * tiny * squared) {
                return None;
            }
            let rise = self.heights[side] - self.heights[0];
            let rise = (rise - (slope[0] * way[0] + slope[1] * way[1])) / area;
            slope = [slope[0] - along[1] * rise, slope[1] + along[0] * rise];
        }
        let steep = V::Scalar::from_f64(STEEP);
        (squares(slope) <= steep * steep).then_some(slope)
    }

    /// The corner furthest from the first one, and the one furthest from the line through both.
    #[cold]
    fn furthest(&self) -> (usize, usize) {
        let far = self.best(squares);
        let along = self.way_to(far);
        (far, self.best(|way| turn(along, way).abs()))
    }

    #[inline(always)]
    fn way_to(&self, corner: usize) -> Spot<V::Scalar> {
        way(self.spot(0), self.spot(corner))
    }

    /// The corner whose way from the first one has the largest measure.
    fn best(&self, measure: impl Fn(Spot<V::Scalar>) -> V::Scalar) -> usize {
        let mut best = (0, V::Scalar::ZERO);
        for corner in 1..self.len() {
            let far = measure(self.way_to(corner));
            best = if far > best.1 { (corner, far) } else { best };
        }
        best.0
    }

    /// Keeps what is in front of a patch that is seen edge-on: an edge, or a corner. It starts at
    /// the corner furthest outward, and leads to the one that falls least for how far it goes.
    #[cold]
    fn keep_front(&mut self, view: &View<V>, outward: V::Scalar) {
        let (corners, slack) = (self.len(), self.tiny(self));
        let height = |corner: usize| self.heights[corner] * outward;
        let top = (1..corners).fold(0, |top, k| if height(k) > height(top) { k } else { top });
        let far = |from: usize, to: usize| squares(way(self.spot(from), self.spot(to)));
        // Of corners that are as high but for rounding, one at an end of all.
        let end = (0..corners).filter(|&k| height(k) >= height(top) - slack);
        let end = end.fold(top, |end, k| if far(top, k) > far(top, end) { k } else { end });
        let (mut other, mut least) = (end, V::Scalar::from_f64(STEEP));
        for k in 0..corners {
            let far = far(end, k).sqrt();
            // The slack lets the furthest of those win that do not fall.
            let fall = (height(end) - height(k) + slack) / far;
            if far > slack && fall < least {
                (other, least) = (k, fall);
            }
        }
        self.patch.keep([end, other]);
        self.fill(view);
        self.slope = self.slope_through().unwrap_or([V::Scalar::ZERO; 2]);
    }

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

    /// The height of the patch's plane at a place; that of an edge is told at its nearest point.
    #[inline(always)]
    fn height(&self, spot: Spot<V::Scalar>) -> V::Scalar {
        if self.len() == 2 {
            let share = self.share(0, spot);
            return self.height_of(0, share.max(V::Scalar::ZERO).min(V::Scalar::ONE));
        }
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

    /// The place at a share of an edge, and its height.
    #[inline(always)]
    fn along_edge(&self, edge: usize, share: V::Scalar) -> Spot<V::Scalar> {
        let (from, along) = (self.spot(edge), self.along(edge));
        [from[0] + along[0] * share, from[1] + along[1] * share]
    }

    #[inline(always)]
    fn height_of(&self, edge: usize, share: V::Scalar) -> V::Scalar {
        let from = self.heights[edge];
        from + (self.heights[self.next(edge)] - from) * share
    }

    /// The share of an edge that is nearest to a place, on its line; zero of an edge without length.
    #[inline(always)]
    fn share(&self, edge: usize, spot: Spot<V::Scalar>) -> V::Scalar {
        let (along, from) = (self.along(edge), way(self.spot(edge), spot));
        let (far, squared) = (from[0] * along[0] + from[1] * along[1], squares(along));
        if squared > V::Scalar::ZERO { far / squared } else { V::Scalar::ZERO }
    }

    /// What places of both patches may be off by.
    #[inline(always)]
    pub fn tiny(&self, other: &Self) -> V::Scalar {
        V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * (self.reach + other.reach)
    }

    /// What the area between an edge and the other's corners may be off by.
    #[inline(always)]
    fn slack(&self, other: &Self, edge: usize) -> V::Scalar {
        let along = self.along(edge);
        self.tiny(other) * (along[0].abs() + along[1].abs())
    }

    /// On which sides of the edges the other's corners are; of nothing, if a patch has no end.
    #[inline(always)]
    fn sides(&self, other: &Self, sides: &mut Sides<V>) {
        if self.patch.is_endless() || other.patch.is_endless() {
            return;
        }
        let zero = LanesOf::<V>::splat(V::Scalar::ZERO);
        for k in 0..self.edges() {
            let ([x, y], along, slack) = (self.spot(k), self.along(k), self.slack(other, k));
            let [x, y, right, up] = [x, y, along[0], along[1]].map(LanesOf::<V>::splat);
            let [most, least] = [slack, -slack].map(LanesOf::<V>::splat);
            let (mut left, mut far_left, mut far_right) = (0, 0, 0);
            for four in 0..other.fours() {
                let lanes = |i: usize| {
                    let spots = &other.spots[i];
                    LanesOf::<V>::from_array(core::array::from_fn(|lane| spots[4 * four + lane]))
                };
                let area = right.mul(lanes(1).sub(y)).sub(up.mul(lanes(0).sub(x)));
                let _ = sides.areas.try_push(area);
                left |= area.greater(zero) << (4 * four);
                far_left |= area.greater(most) << (4 * four);
                far_right |= least.greater(area) << (4 * four);
            }
            sides.left[k] = left & ((1 << other.len()) - 1);
            sides.some_left |= far_left;
            sides.some_right |= far_right;
            sides.on_some |= !(far_left | far_right);
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
            self.on_edges(other, all, 0..1)
        } else {
            let within = all & !(sides.some_left & sides.some_right);
            // Beside a sharp corner places are outside no edge by more than rounding, and outside
            // the patch.
            within & !sides.on_some | self.on_edges(other, within & sides.on_some, 0..self.len())
        }
    }

    /// Which of some of the other's corners lie on one of some edges, but for rounding: on the
    /// rounded edges, if the shape is rounded. The one edge of a corner has no length.
    #[inline(always)]
    fn on_edges(&self, other: &Self, of: u32, edges: core::ops::Range<usize>) -> u32 {
        let (zero, tiny) = (V::Scalar::ZERO, self.tiny(other));
        let tiny = tiny + tiny;
        let most = tiny * (tiny + self.radius + self.radius);
        let is_on = |edge: usize, spot: Spot<V::Scalar>| {
            let share = self.share(edge, spot).max(zero).min(V::Scalar::ONE);
            squares(way(self.along_edge(edge, share), spot)) <= most
        };
        bits(of).fold(0, |on, corner| {
            let is_held = edges.clone().any(|edge| is_on(edge, other.spot(corner)));
            on | u32::from(is_held) << corner
        })
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
