//! The convex polygon of the plane, its vertices in order.

use alloc::vec::Vec;

use super::mass::{Mass, Moments};
use super::points::{flat_hull, support};
use crate::convex::Convex;
use crate::convex::known::{Core, FewPoints, Sealed};
use crate::convex::patch::Patch;
use crate::convex::table::outline::{Inner, Outline, Side};
use crate::hull::{ConvexHull, Grid, convex_hull};
use crate::number::blocks::{Block, blocks_of, furthest};
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Planar, Real, Scalar, Vector};
use robust::{Coord, orient2d};

/// A convex polygon of the plane: vertices counterclockwise, each turn to the left or straight on.
///
/// ```
/// use osculate::{DVec2, shape::ConvexPolygon};
/// let kite = ConvexPolygon::new(&[-DVec2::Y * 2.0, DVec2::X, DVec2::Y, -DVec2::X])?;
/// assert!(kite.contains(DVec2::new(0.25, -1.5)));
/// assert_eq!(kite.mass().volume, 3.0);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct ConvexPolygon<V: Vector> {
    blocks: Vec<Block<V>>,
    len: usize,
    extent: V::Scalar,
    inner_extent: V::Scalar,
    /// What is known of the edges, if they are few.
    outline: Option<Outline<V>>,
    /// Every how many blocks support looks first: 1 for a plain scan.
    stride: usize,
}

/// Up to this many blocks of four vertices, support scans them all: that is faster than a search up
/// to about 64 vertices.
const SCAN: usize = 16;

impl<V: Planar> ConvexPolygon<V> {
    /// The polygon with these vertices, counterclockwise; at least one. Duplicates and vertices on
    /// a straight line are allowed; a turn to the right, by more than the rounding of the
    /// coordinates explains, is not.
    pub fn new(vertices: &[V]) -> Result<Self, Error> {
        Self::of_vertices(vertices)
    }

    /// The hull of points in any order: those inside, and on a straight edge, are dropped. One
    /// point or two are polygons too.
    ///
    /// ```
    /// use osculate::{DVec2, shape::ConvexPolygon};
    /// let points = [DVec2::ZERO, DVec2::splat(0.5), DVec2::X, DVec2::ONE, DVec2::Y];
    /// let square = ConvexPolygon::from_points(&points)?;
    /// assert_eq!((square.vertices().count(), square.mass().volume), (4, 1.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_points(points: &[V]) -> Result<Self, Error> {
        let corners: Vec<V> = match convex_hull(points)? {
            ConvexHull::Point(i) => [i].iter().map(|&i| points[i as usize]).collect(),
            ConvexHull::Segment(ends) => ends.iter().map(|&i| points[i as usize]).collect(),
            ConvexHull::Polygon(corners) => corners.iter().map(|&i| points[i as usize]).collect(),
            ConvexHull::Polytope(_) => Vec::new(),
        };
        Self::new(&corners)
    }
}

impl<V: Vector> ConvexPolygon<V> {
    pub(super) fn of_vertices(vertices: &[V]) -> Result<Self, Error> {
        check::points("ConvexPolygon", "vertices", vertices, 1)?;
        let extent = check::extent_of(vertices);
        let is_convex = check_turns::<V>(vertices, extent)?;
        let (blocks, len) = (blocks_of(vertices), vertices.len());
        // The search looks at n / stride blocks, then at 2 · stride: least at stride = √(n / 2).
        let n = blocks.len();
        let stride = if n > SCAN { (1..n).find(|k| 2 * k * k >= n).unwrap_or(1) } else { 1 };
        let outline = Outline::new(vertices, &blocks, extent, is_convex);
        let (outline, inner_extent) = match outline {
            Some((outline, inner_extent)) => (Some(outline), inner_extent),
            None => (None, inner_extent(vertices)),
        };
        Ok(Self { blocks, len, extent, inner_extent, outline, stride })
    }

    /// Area, centroid and second moments. The centroid of what has no area is the mean of its
    /// corners.
    #[must_use]
    pub fn mass(&self) -> Mass<V> {
        let base = self.blocks[0].point(0);
        let (low, high) = self.corners_of_box();
        let mut moments = Moments::new(base, (high - low).max_element());
        let mut last = base;
        for next in self.vertices() {
            moments.add(&[last, next]);
            last = next;
        }
        let mass = moments.mass();
        if mass.volume > V::Scalar::ZERO {
            mass
        } else {
            Mass::of_nothing(self.len, self.vertices())
        }
    }

    /// The least and the greatest coordinates.
    fn corners_of_box(&self) -> (V, V) {
        let first = self.blocks[0].point(0);
        let fold = |f: fn(V, V) -> V| self.vertices().fold(first, f);
        (fold(Vector::min), fold(Vector::max))
    }

    /// Whether a point is inside or on the boundary, decided exactly, where no coordinate but zero
    /// is smaller than 10⁻²⁹⁰ times the largest.
    #[must_use]
    pub fn contains(&self, point: V) -> bool {
        let (low, high) = self.corners_of_box();
        let grid = Grid::over(&[low, high]);
        let exact = |v: V| {
            let place = grid.place(v);
            Coord { x: place.x, y: place.y }
        };
        grid.is_between(low, point, high) && go_round(self.vertices().map(exact), exact(point))
    }

    /// The vertices.
    pub fn vertices(&self) -> impl Iterator<Item = V> + '_ {
        (0..self.len).map(|i| self.blocks[i / 4].point(i % 4))
    }
}

/// Whether the hull of some points holds another one, by exact signs: whether they are not all
/// within less than half a turn as seen from it. Their order does not matter, so that an outline may
/// have the dents that rounding explains.
fn go_round(points: impl Iterator<Item = Coord<f64>>, seen_from: Coord<f64>) -> bool {
    // So far all are seen between these two, the first to the right: less than half a turn.
    let mut sector: Option<[Coord<f64>; 2]> = None;
    for point in points {
        if point == seen_from {
            return true;
        }
        let [right, left] = *sector.get_or_insert([point; 2]);
        let left_of = |edge: Coord<f64>| orient2d(seen_from, edge, point);
        let (of_right, of_left) = (left_of(right), left_of(left));
        let is_opposite = |edge: Coord<f64>| {
            let way = |a: f64, b: f64, c: f64| (a < b && b < c) || (a > b && b > c);
            way(edge.x, seen_from.x, point.x) || way(edge.y, seen_from.y, point.y)
        };
        // In line with one of the two: on the same side, or beyond what it is seen from.
        if (of_right == 0.0 && is_opposite(right)) || (of_left == 0.0 && is_opposite(left)) {
            return true;
        }
        match (of_right < 0.0, of_left > 0.0) {
            // Right of the one and left of the other: behind.
            (true, true) => return true,
            (true, false) => sector = Some([point, left]),
            (false, true) => sector = Some([right, point]),
            (false, false) => {}
        }
    }
    false
}

/// How far the origin is from the outline at least, if it is inside.
fn inner_extent<V: Vector>(list: &[V]) -> V::Scalar {
    let mut inner = Inner::new();
    for (i, &from) in list.iter().enumerate() {
        if let Some(side) = Side::between(from, list[(i + 1) % list.len()]) {
            inner.add(&side);
        }
    }
    inner.extent()
}

/// Refuses an outline that turns right, or that does not go round once.
///
/// Turns to the left and to the right, with their exact signs, add up to full turns of the edges'
/// direction: as many as it passes the first axis to the left, less those to the right. Turns to
/// the right, which are rounding's, are mostly small. Where one is more than a right angle, as at
/// the ends of what is but for rounding a line, it may as well be the other way round, which is a
/// full turn more.
///
/// Returns whether every vertex turns to the left.
fn check_turns<V: Vector>(list: &[V], extent: V::Scalar) -> Result<bool, Error> {
    let zero = V::Scalar::ZERO;
    let n = list.len();
    let refuse = |index: Option<usize>, value: f64, problem: Problem| {
        let (shape, parameter) = ("ConvexPolygon", "vertices");
        Err(Error { shape, parameter, index, value, problem })
    };
    // Scaled, so that products stay in range.
    let scale = extent.scale_to_one();
    let after = |i: usize| if i + 1 < n { i + 1 } else { 0 };
    let edge = |i: usize| (list[after(i)] - list[i]) * scale;
    let Some(first) = (0..n).find(|&i| edge(i) != V::ZERO) else { return Ok(false) };
    let slack = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON;
    let grid = Grid::over(list);
    let exact = |i: usize| {
        let place = grid.place(list[i]);
        Coord { x: place.x, y: place.y }
    };
    // Whether an edge's direction is less than half a turn to the left of the first axis.
    let is_left = |edge: V| {
        let (x, y) = (edge.get(0), edge.get(1));
        (y > zero) | ((y == zero) & (x > zero))
    };
    let mut is_convex = true;
    let (mut rounds, mut open) = (0, 0);
    // The edge before, where it starts, and where the next one does.
    let (mut last, mut was_left) = (edge(first), is_left(edge(first)));
    let (mut from, mut i) = (exact(first), after(first));
    let mut at = exact(i);
    for _ in 0..n {
        let (next, to) = (edge(i), exact(after(i)));
        if next != V::ZERO {
            let left = V::normal_to(&[last]).dot(next);
            if left < zero && left < -slack * last.length().max(next.length()) {
                return refuse(Some(i), left.to_f64(), Problem::NotConvex);
            }
            let turn = orient2d(from, at, to);
            let goes_left = is_left(next);
            if turn < 0.0 {
                rounds -= i32::from(was_left & !goes_left);
                open += i32::from(last.dot(next) < zero);
            } else {
                rounds += i32::from(!was_left & goes_left);
            }
            is_convex &= turn > 0.0;
            (from, last, was_left) = (at, next, goes_left);
        } else {
            is_convex = false;
        }
        (at, i) = (to, after(i));
    }
    if (rounds..=rounds + open).contains(&1) {
        return Ok(is_convex);
    }
    refuse(None, f64::from(rounds), Problem::NotOnce)
}

impl<V: Vector> Convex<V> for ConvexPolygon<V> {
    #[inline]
    fn core_support(&self, direction: V) -> V {
        if self.stride <= 1 {
            return support(&self.blocks, direction);
        }
        self.vertex(self.furthest_of_many(direction))
    }
    flat_hull!();
    #[inline]
    fn known_inner_extent(&self, _: Sealed) -> V::Scalar {
        self.inner_extent
    }
    #[inline]
    fn known_core(&self, _: Sealed) -> Core<'_, V> {
        let outline = self.outline.as_ref();
        Core::Points { points: FewPoints { outline, ..FewPoints::of(&self.blocks) }, axes: None }
    }
    fn patch(&self, direction: V) -> Patch<V> {
        Patch::filled(|patch| self.known_patch(direction, patch, Sealed))
    }
    fn known_patch(&self, direction: V, patch: &mut Patch<V>, _: Sealed) {
        let edge = self.known_edge_towards(direction);
        let edge = edge.unwrap_or_else(|| self.edge_towards(direction));
        let edge = edge.map(|i| (self.vertex(i), i as u32));
        let ends = if edge[0].1 == edge[1].1 { 1 } else { 2 };
        patch.fill(edge.into_iter().take(ends));
    }
}

/// A way times the power of two that brings its largest coordinate near to 1.
fn to_one<V: Vector>(way: V) -> V {
    way * way.abs().max_element().scale_to_one()
}

impl<V: Vector> ConvexPolygon<V> {
    fn vertex(&self, i: usize) -> V {
        self.blocks[i / 4].point(i % 4)
    }

    /// The next vertex, or the one before.
    #[inline(always)]
    fn after(&self, i: usize, forth: bool) -> usize {
        let last = self.len - 1;
        match forth {
            true if i == last => 0,
            true => i + 1,
            false if i == 0 => last,
            false => i - 1,
        }
    }

    /// The edge whose normal is nearest to `direction`, of a polygon that knows its normals. `None`
    /// where neighbours of the edge may lie on its line, and for edges without length.
    #[inline(always)]
    fn known_edge_towards(&self, direction: V) -> Option<[usize; 2]> {
        let outline = self.outline.as_ref().filter(|outline| outline.is_convex())?;
        let (from, edge) = outline.edge_towards(direction, self.len);
        let to = self.after(from, true);
        let slack = V::Scalar::from_f64(64.0) * V::Scalar::EPSILON * self.extent;
        let is_off = |i: usize| edge.level - edge.outward.dot(self.vertex(i)) > slack;
        let is_alone = is_off(self.after(from, false)) & is_off(self.after(to, true));
        (is_alone & (edge.length > slack)).then_some([from, to])
    }

    /// The edge at the vertex furthest along `direction` that falls least from there for how far it
    /// goes. It goes on through vertices of the same straight line.
    #[inline(always)]
    fn edge_towards(&self, direction: V) -> [usize; 2] {
        let top = self.furthest(direction);
        let at_top = self.vertex(top);
        // Both are scaled, so that products of four lengths stay in range.
        let direction = to_one(direction);
        let scale = self.extent.scale_to_one();
        let from_top = |at: usize| (self.vertex(at) - at_top) * scale;
        let slack = V::Scalar::from_f64(64.0) * V::Scalar::EPSILON * (self.extent * scale);
        // The next corner that way which is not the same.
        let towards = |forth: bool| {
            let mut at = self.after(top, forth);
            while at != top && !(from_top(at).abs().max_element() > slack) {
                at = self.after(at, forth);
            }
            at
        };
        let (next, last) = (towards(true), towards(false));
        if next == top {
            return [top, top];
        }
        let (to_next, to_last) = (from_top(next), from_top(last));
        // The squares of the sines by which the two fall are compared, as products.
        let fall = |way: V| way.dot(direction) * way.dot(direction).abs();
        let (fall_next, fall_last) = (fall(to_next), fall(to_last));
        let forth = fall_next * to_last.length_squared() >= fall_last * to_next.length_squared();
        let (other, along) = if forth { (next, to_next) } else { (last, to_last) };
        // Vertices of the same line lie on either side of the two.
        let across = V::normal_to(&[along]);
        let most = slack * slack * along.length_squared();
        let end = |from: usize, forth: bool, along: V| {
            let mut end = from;
            loop {
                let at = self.after(end, forth);
                let goes_on = (self.vertex(at) - self.vertex(end)).dot(along) > V::Scalar::ZERO;
                let off = across.dot(from_top(at));
                if !(goes_on && off * off <= most) {
                    return end;
                }
                end = at;
            }
        };
        [end(top, !forth, -along), end(other, forth, along)]
    }

    /// The number of a vertex furthest along `direction`.
    fn furthest(&self, direction: V) -> usize {
        if self.stride <= 1 {
            return furthest(&self.blocks, direction).min(self.len - 1);
        }
        self.furthest_of_many(direction)
    }

    /// The number of a vertex furthest along `direction`, of more vertices than are scanned.
    ///
    /// Hill climbing as in paper 003 rests on one fact: round a convex outline, the reach along a
    /// direction rises to one summit and falls again. We use it without the climb, whose every step
    /// waits for the one before: the best of every k-th block has the summit within k of it. Nor do
    /// plateaus (duplicates, straight edges) trap a scan.
    #[inline]
    fn furthest_of_many(&self, direction: V) -> usize {
        let (n, k) = (self.blocks.len(), self.stride);
        let mut at = 0;
        let mut most = self.blocks[0].point(0).dot(direction);
        for i in (k..n).step_by(k) {
            let reach = self.blocks[i].point(0).dot(direction);
            if reach > most {
                (at, most) = (i, reach);
            }
        }
        // The summit lies between the neighbours that were looked at; the outline is closed.
        let mut best = 4 * at;
        for i in at + n - k..=at + n + k {
            let block = &self.blocks[i % n];
            let candidate = furthest(core::slice::from_ref(block), direction);
            let reach = block.point(candidate).dot(direction);
            if reach > most {
                (best, most) = (4 * (i % n) + candidate, reach);
            }
        }
        // The last block repeats the last vertex.
        best.min(self.len - 1)
    }
}
