//! A patch of space in the view.
//!
//! A face that is seen edge-on has next to no area in the view, and its heights there are rounding.
//! It is taken for its edge that is in front, and an edge that is seen end-on for its end.

use arrayvec::ArrayVec;

use super::view::{STEEP, Spot, View, squares, turn, way};
use crate::convex::patch::{MOST_CORNERS, Patch};
use crate::number::blocks::LanesOf;
use crate::number::lanes::Lanes;
use crate::number::vector::{Real, Scalar, Vector};

/// What a place in the view may be off by, in ε of both patches' size; and an area, for each unit
/// of the edge's length.
const ROUNDING: f64 = 16.0;

/// Fours of corners.
const MOST_FOURS: usize = MOST_CORNERS / 4;

/// A patch in the view. Its corners fill fours: copies of the first are the last.
pub(super) struct Shown<'p, V: Vector> {
    patch: &'p mut Patch<V>,
    /// From a's origin to the patch's shape.
    offset: V,
    /// To the right, and up.
    spots: [[V::Scalar; MOST_CORNERS]; 2],
    /// Along the normal.
    pub heights: [V::Scalar; MOST_CORNERS],
    /// By how much the height grows along a way across the normal.
    slope: Spot<V::Scalar>,
    /// The largest coordinate of a corner, along the normal too.
    reach: V::Scalar,
    /// What rounds the patch's shape.
    radius: V::Scalar,
}

/// On which sides of a patch's edges the corners of another are.
pub(super) struct Sides<V: Vector> {
    /// For each edge the areas between it and each four of corners.
    pub areas: ArrayVec<LanesOf<V>, { MOST_CORNERS * MOST_FOURS }>,
    /// For each edge a bit for each corner on its left.
    pub left: [u32; MOST_CORNERS],
    /// Corners that are left of some edge by more than rounding, and right of some: a bit each.
    some_left: u32,
    some_right: u32,
    /// Corners that are on the line of some edge, but for rounding.
    on_some: u32,
}

impl<V: Vector> Sides<V> {
    /// It has room for many, and is filled where it stays.
    #[inline(always)]
    pub fn nothing() -> Self {
        let (areas, left) = (ArrayVec::new(), [0; MOST_CORNERS]);
        Self { areas, left, some_left: 0, some_right: 0, on_some: 0 }
    }

    /// The area between an edge and a corner of so many fours.
    #[inline(always)]
    pub fn area(&self, edge: usize, corner: usize, fours: usize) -> V::Scalar {
        self.areas[edge * fours + corner / 4].as_array()[corner % 4]
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

    /// Takes it into the view. Its shape has this radius, and lies behind it, where `outward`, which
    /// is 1 or −1 along the normal, points to the front.
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
    pub fn len(&self) -> usize {
        self.patch.corners().len()
    }

    #[inline(always)]
    pub fn fours(&self) -> usize {
        self.len().div_ceil(4)
    }

    #[inline(always)]
    pub fn edges(&self) -> usize {
        match self.len() {
            1 => 0,
            2 => 1,
            n => n,
        }
    }

    #[inline(always)]
    pub fn spot(&self, corner: usize) -> Spot<V::Scalar> {
        [self.spots[0][corner], self.spots[1][corner]]
    }

    /// The height of the patch's plane at a place; that of an edge is told at its nearest point.
    #[inline(always)]
    pub fn height(&self, spot: Spot<V::Scalar>) -> V::Scalar {
        if self.len() == 2 {
            let share = self.share(0, spot);
            return self.height_of(0, share.max(V::Scalar::ZERO).min(V::Scalar::ONE));
        }
        let way = way(self.spot(0), spot);
        self.heights[0] + (self.slope[0] * way[0] + self.slope[1] * way[1])
    }

    /// A corner, put across the normal.
    #[inline(always)]
    pub fn across(&self, corner: usize, view: &View<V>) -> V {
        let at = self.patch.corners()[corner].at + self.offset;
        at - view.normal * view.length(self.heights[corner])
    }

    #[inline(always)]
    pub fn next(&self, corner: usize) -> usize {
        if corner + 1 == self.len() { 0 } else { corner + 1 }
    }

    /// From a corner to the next one.
    #[inline(always)]
    pub fn along(&self, corner: usize) -> Spot<V::Scalar> {
        way(self.spot(corner), self.spot(self.next(corner)))
    }

    /// The place at a share of an edge, and its height.
    #[inline(always)]
    pub fn along_edge(&self, edge: usize, share: V::Scalar) -> Spot<V::Scalar> {
        let (from, along) = (self.spot(edge), self.along(edge));
        [from[0] + along[0] * share, from[1] + along[1] * share]
    }

    #[inline(always)]
    pub fn height_of(&self, edge: usize, share: V::Scalar) -> V::Scalar {
        let from = self.heights[edge];
        from + (self.heights[self.next(edge)] - from) * share
    }

    /// The share of an edge that is nearest to a place, on its line; zero of an edge without length.
    #[inline(always)]
    pub fn share(&self, edge: usize, spot: Spot<V::Scalar>) -> V::Scalar {
        let (along, from) = (self.along(edge), way(self.spot(edge), spot));
        let (far, squared) = (from[0] * along[0] + from[1] * along[1], squares(along));
        if squared > V::Scalar::ZERO { far / squared } else { V::Scalar::ZERO }
    }

    /// What places of both patches may be off by.
    #[inline(always)]
    fn tiny(&self, other: &Self) -> V::Scalar {
        V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * (self.reach + other.reach)
    }

    /// How far beside the patch's edges a corner of the other lies on them all the same: what both
    /// may be off by, and for a round shape as far as its surface falls by that.
    #[inline(always)]
    pub fn near(&self, other: &Self) -> V::Scalar {
        let tiny = self.tiny(other);
        let tiny = tiny + tiny;
        (tiny * (tiny + self.radius + self.radius)).sqrt()
    }

    /// What the area between an edge and the other's corners may be off by.
    #[inline(always)]
    pub fn slack(&self, other: &Self, edge: usize) -> V::Scalar {
        let along = self.along(edge);
        self.tiny(other) * (along[0].abs() + along[1].abs())
    }

    /// On which sides of the edges the other's corners are; of nothing, if a patch has no end.
    #[inline(always)]
    pub fn sides(&self, other: &Self, sides: &mut Sides<V>) {
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
    pub fn held(&self, other: &Self, sides: &Sides<V>) -> u32 {
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
        let (zero, most) = (V::Scalar::ZERO, self.near(other));
        let most = most * most;
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
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        place
    })
}
