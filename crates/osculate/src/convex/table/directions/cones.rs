//! Which cells of a table of directions must know a vertex.
//!
//! What is furthest is no nearer than any of its neighbors: the directions for which a vertex is
//! no nearer than they are a cone, a cell of the normal fan, and on a side of the cube a polygon.
//! So each vertex's polygon is drawn on the grids, and each cell that it touches notes the vertex.
//! It is drawn a little larger than it is. Thus whatever rounding does, for every direction what is
//! furthest is noted.
//!
//! The polygon's corners are the normals of the faces round the vertex. Where faces are too thin to
//! have a normal, or the cone has some corners in front of a side and some behind, the polygon is
//! the side's square less what each neighbour cuts off: that takes longer, and needs no normal.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::number::linear::Real;
use crate::number::vector::DVec3;

/// A vertex's polygon is drawn larger by this share of a cell, so that no rounding leaves it.
const MARGIN: f64 = 1e-3;

/// Neighbours that cut this little per cell are left out: their numbers may be rounded to nothing.
const LEAST_CUT: f64 = 1e-280;

/// Neighbours that are less askew than this, as the square of a sine, tell no corner.
const ASKEW: f64 = 1e-8;

/// A neighbour that is no further above a face than this, as the square of a sine, is in its plane.
const FLAT: f64 = 1e-20;

/// Neighbours so near, as the product of two squares of lengths, have products that vanish.
const LEAST_SQUARES: f64 = 1e-100;

/// Of a shadow whose bounds have no more cells, each is held against all lines.
const FEW_CELLS: usize = 16;

/// A corner is in front of a side if its coordinate along the side's axis is no less than this
/// share of its largest: others are too far out on the side's grid, or nowhere.
const FRONT: f64 = 0.02;

/// The directions for which a vertex is no nearer than its neighbors.
#[derive(Default)]
pub(super) struct Cone {
    /// What lies between each neighbour and the vertex, counterclockwise.
    spokes: Vec<DVec3>,
    /// Along the cone's corners, from the last spoke and the first on. None if they are in doubt.
    corners: Vec<[f64; 3]>,
    /// On the grid of a side.
    shadow: Shadow,
    /// Between what is further than each neighbour and what is not, on that grid.
    lines: Vec<Line>,
}

/// A polygon on the grid of a side.
#[derive(Default)]
struct Shadow {
    corners: Vec<[f64; 2]>,
    /// The least and the greatest column and row.
    bounds: [[f64; 2]; 2],
}

impl Cone {
    /// Takes the place of the cone before, given what lies between each neighbour and the vertex,
    /// counterclockwise seen from outside.
    pub fn fill(&mut self, spokes: impl Iterator<Item = DVec3>) {
        self.spokes.clear();
        self.spokes.extend(spokes);
        self.corners.clear();
        if !self.add_corners() {
            self.corners.clear();
        }
    }

    /// Adds the corners. False if rounding may have moved one by more than a small part of the
    /// margin, or if they do not go round the cone once, to the left.
    fn add_corners(&mut self) -> bool {
        let [first, .., before, last] = self.spokes[..] else { return false };
        // Up to what square a height above a plane is rounding's, over that of the length.
        let plane = |normal: DVec3| (normal, FLAT * normal.length_squared());
        let is_below = |(normal, limit): (DVec3, f64), spoke: DVec3| {
            let height = normal.dot(spoke);
            height <= 0.0 || height * height <= limit * spoke.length_squared()
        };
        let base = plane(last.cross(first));
        let (mut one, mut face) = (last, plane(before.cross(last)));
        for &next in &self.spokes {
            let corner = plane(one.cross(next));
            let squares = one.length_squared() * next.length_squared();
            let is_sure = squares > LEAST_SQUARES && corner.1 > ASKEW * FLAT * squares;
            if !(is_sure && is_below(face, next) && is_below(base, next)) {
                return false;
            }
            self.corners.push(corner.0.to_array());
            (one, face) = (next, corner);
        }
        true
    }

    /// Notes each cell that the cone touches, of grids of `k` by `k` on each side.
    pub fn draw(&mut self, k: usize, mut note: impl FnMut(usize)) {
        let sum = self.corners.iter().fold(DVec3::ZERO, |sum, &c| sum + DVec3::from_array(c));
        // Most have all of their directions on one side.
        let likely = side_of(sum);
        let mut others = [true; 6];
        for side in (0..6).map(|i| (likely + i) % 6) {
            if !others[side] {
                continue;
            }
            let chart = Chart { side, k: k as f64 };
            let note = |cell| note(side * k * k + cell);
            match chart.shade(&self.corners, &mut self.shadow) {
                Shade::Empty => {}
                Shade::Whole(beside) => {
                    self.draw_shadow(&chart, note);
                    others = core::array::from_fn(|i| others[i] & beside[i]);
                }
                Shade::Unknown if k * k <= FEW_CELLS && !self.corners.is_empty() => {
                    let all = [0, k - 1];
                    self.draw_by_lines(&chart, [all, all], note);
                }
                Shade::Unknown => {
                    let region = chart.region(&self.spokes);
                    if region.is_empty() {
                        continue;
                    }
                    draw(&region, bounds_of(&region), 0.0, k, note);
                    if chart.is_whole(&region, &self.spokes) {
                        break;
                    }
                }
            }
        }
    }

    /// Notes each cell of a side that the shadow touches.
    fn draw_shadow(&mut self, chart: &Chart, note: impl FnMut(usize)) {
        let (Shadow { corners, bounds }, k) = (&self.shadow, chart.k as usize);
        let [columns, rows] = bounds.map(|bounds| cells(bounds, MARGIN, k));
        let (Some([first, last]), Some([low, high])) = (columns, rows) else { return };
        let count = (last - first + 1) * (high - low + 1);
        if first == last || low == high || count > FEW_CELLS {
            return draw(corners, *bounds, MARGIN, k, note);
        }
        self.draw_by_lines(chart, [[first, last], [low, high]], note);
    }

    /// Notes each cell of a few, in columns and rows, that is not beyond a neighbour's line: what a
    /// polygon does not touch is beyond one of its lines, or of its bounds.
    fn draw_by_lines(
        &mut self,
        chart: &Chart,
        [[first, last], [low, high]]: [[usize; 2]; 2],
        mut note: impl FnMut(usize),
    ) {
        let k = chart.k as usize;
        self.lines.clear();
        chart.add_lines(&self.spokes, &mut self.lines);
        // None of them is noted before all are known: whether it is cannot be guessed.
        let (mut touched, mut count) = ([0; FEW_CELLS], 0);
        for column in first..=last {
            for row in low..=high {
                let place = [column as f64, row as f64];
                let is_ahead = |line: &Line| line.ahead(place) >= 0.0;
                let touches =
                    self.lines.iter().fold(true, |touches, line| touches & is_ahead(line));
                touched[count % FEW_CELLS] = column * k + row;
                count += usize::from(touches);
            }
        }
        touched.iter().take(count).for_each(|&cell| note(cell));
    }
}

/// The side of the cube that a direction looks to.
fn side_of(direction: DVec3) -> usize {
    let axis = direction.abs().max_position();
    2 * axis + usize::from(direction[axis] < 0.0)
}

/// What a side sees of a cone.
enum Shade {
    /// Nothing.
    Empty,
    /// All of its corners are in front, and only these sides may see some of it too.
    Whole([bool; 6]),
    /// Some of them are.
    Unknown,
}

/// Corners that a vertex's polygon has room for; where it would have more, it is drawn larger.
const CORNERS: usize = 16;

/// A convex polygon on the grid of a side.
type Region = ArrayVec<[f64; 2], CORNERS>;

/// A line on the grid: how far ahead of it a place is, at the origin, and more by each column and
/// row.
#[derive(Clone, Copy)]
struct Line([f64; 3]);

impl Line {
    fn ahead(self, [x, y]: [f64; 2]) -> f64 {
        let Self([there, by_column, by_row]) = self;
        there + by_column * x + by_row * y
    }

    /// How far ahead the furthest place of a cell is, by the cell's column and row; and what is no
    /// further from it than the margin.
    fn of_cells(self) -> Self {
        let Self([there, by_column, by_row]) = self;
        let size = Real::abs(by_column) + Real::abs(by_row);
        Self([there + 0.5 * (by_column + by_row + size) + self.margin(), by_column, by_row])
    }

    fn margin(self) -> f64 {
        MARGIN * (Real::abs(self.0[1]) + Real::abs(self.0[2]))
    }
}

/// A side of the cube with its grid of `k` by `k` cells.
struct Chart {
    side: usize,
    k: f64,
}

impl Chart {
    /// Ahead of it are the directions for which a vertex is further than a neighbour; given what
    /// lies between them.
    fn line(&self, beyond: DVec3) -> Line {
        match self.side / 2 {
            0 => self.line_along::<0>(beyond),
            1 => self.line_along::<1>(beyond),
            _ => self.line_along::<2>(beyond),
        }
    }

    #[inline(always)]
    fn line_along<const AXIS: usize>(&self, beyond: DVec3) -> Line {
        let beyond = beyond.to_array();
        let main = if self.side.is_multiple_of(2) { beyond[AXIS] } else { -beyond[AXIS] };
        let (u, v) = (beyond[(AXIS + 1) % 3], beyond[(AXIS + 2) % 3]);
        let per_cell = 2.0 / self.k;
        Line([main - u - v, u * per_cell, v * per_cell])
    }

    /// Adds a line for each spoke, ahead of which are the cells that touch what is ahead.
    fn add_lines(&self, spokes: &[DVec3], lines: &mut Vec<Line>) {
        match self.side / 2 {
            0 => lines.extend(spokes.iter().map(|&s| self.line_along::<0>(-s).of_cells())),
            1 => lines.extend(spokes.iter().map(|&s| self.line_along::<1>(-s).of_cells())),
            _ => lines.extend(spokes.iter().map(|&s| self.line_along::<2>(-s).of_cells())),
        }
    }

    /// What the side sees of a cone with these corners. If all are in front of it, their places go
    /// to `shadow`.
    fn shade(&self, corners: &[[f64; 3]], shadow: &mut Shadow) -> Shade {
        if corners.is_empty() {
            return Shade::Unknown;
        }
        match self.side / 2 {
            0 => self.shade_along::<0>(corners, shadow),
            1 => self.shade_along::<1>(corners, shadow),
            _ => self.shade_along::<2>(corners, shadow),
        }
    }

    #[inline(always)]
    fn shade_along<const AXIS: usize>(&self, corners: &[[f64; 3]], shadow: &mut Shadow) -> Shade {
        let (next, last) = ((AXIS + 1) % 3, (AXIS + 2) % 3);
        let sign = if self.side.is_multiple_of(2) { 1.0 } else { -1.0 };
        let seen = |corner: &[f64; 3]| [sign * corner[AXIS], corner[next], corner[last]];
        let is_front = |[main, u, v]: [f64; 3]| {
            main > 0.0 && main >= FRONT * Real::max(Real::abs(u), Real::abs(v))
        };
        if corners.iter().map(seen).all(is_front) {
            let half = 0.5 * self.k;
            let mut bounds = [[f64::INFINITY, -f64::INFINITY]; 2];
            shadow.corners.clear();
            for [main, u, v] in corners.iter().map(seen) {
                let per_main = half / main;
                let place = [u * per_main + half, v * per_main + half];
                for ([low, high], x) in bounds.iter_mut().zip(place) {
                    *low = Real::min(*low, x);
                    *high = Real::max(*high, x);
                }
                shadow.corners.push(place);
            }
            shadow.bounds = bounds;
            let mut beside = [false; 6];
            for (axis, [low, high]) in [next, last].into_iter().zip(bounds) {
                beside[2 * axis] = high > self.k - 2.0 * MARGIN;
                beside[2 * axis + 1] = low < 2.0 * MARGIN;
            }
            return Shade::Whole(beside);
        }
        // Whether all are behind, or beyond the same border by more than the margin.
        let mut are_out = [true; 5];
        for [main, u, v] in corners.iter().map(seen) {
            let wide = main * (1.0 + 4.0 * MARGIN);
            let is_out = [main <= 0.0, u > wide, -u > wide, v > wide, -v > wide];
            are_out = core::array::from_fn(|i| are_out[i] & is_out[i]);
        }
        if are_out.contains(&true) { Shade::Empty } else { Shade::Unknown }
    }

    /// The part of the side where a vertex is furthest.
    fn region(&self, spokes: &[DVec3]) -> Region {
        let (low, high) = (-MARGIN, self.k + MARGIN);
        let mut region = Region::new();
        region.extend([[low, low], [high, low], [high, high], [low, high]]);
        for &spoke in spokes {
            let line = self.line(-spoke);
            if line.margin() >= LEAST_CUT {
                cut(&mut region, line);
            }
        }
        region
    }

    /// Whether a region has all directions for which the vertex is furthest: it has some of them,
    /// and is apart from the other sides.
    fn is_whole(&self, region: &Region, spokes: &[DVec3]) -> bool {
        let is_apart = |x: f64| x > 0.0 && x < self.k;
        let middle = [0, 1].map(|i| region.iter().map(|p| p[i]).sum::<f64>() / region.len() as f64);
        let clears = |line: Line| line.ahead(middle) >= line.margin();
        region.iter().flatten().all(|x| is_apart(*x))
            && spokes.iter().all(|&spoke| clears(self.line(-spoke)))
    }
}

/// Takes away what is behind a line by more than the margin; nothing if there is no room for one
/// more corner.
fn cut(region: &mut Region, line: Line) {
    let ahead = |corner: [f64; 2]| line.ahead(corner) + line.margin();
    let Some(&last) = region.last() else { return };
    if region.iter().all(|&corner| ahead(corner) >= 0.0) {
        return;
    }
    let mut rest = Region::new();
    let (mut before, mut was) = (last, ahead(last));
    for &corner in &*region {
        let is = ahead(corner);
        if (was < 0.0) != (is < 0.0) {
            let t = was / (was - is);
            let crossing = [0, 1].map(|i| before[i] + t * (corner[i] - before[i]));
            if rest.try_push(crossing).is_err() {
                return;
            }
        }
        if is >= 0.0 && rest.try_push(corner).is_err() {
            return;
        }
        (before, was) = (corner, is);
    }
    *region = rest;
}

/// Columns that are drawn at once.
const COLUMNS: usize = 16;

/// Notes each cell of a side that a polygon touches, or that is no further from it than the margin,
/// in columns and rows.
fn draw(
    polygon: &[[f64; 2]],
    [columns, rows]: [[f64; 2]; 2],
    margin: f64,
    k: usize,
    mut note: impl FnMut(usize),
) {
    let Some([first, last]) = cells(columns, margin, k) else { return };
    let Some([low, high]) = cells(rows, margin, k) else { return };
    if first == last || low == high {
        for column in first..=last {
            for row in low..=high {
                note(column * k + row);
            }
        }
        return;
    }
    for start in (first..=last).step_by(COLUMNS) {
        let end = usize::min(start + COLUMNS - 1, last);
        let mut bounds = [[f64::INFINITY, -f64::INFINITY]; COLUMNS];
        let mut before = polygon[polygon.len() - 1];
        for &place in polygon {
            let [[x0, y0], [x1, y1]] =
                if before[0] <= place[0] { [before, place] } else { [place, before] };
            before = place;
            let Some([from, to]) = cells([x0, x1], margin, k) else { continue };
            // Of an edge along a column nothing is asked that is not at its ends.
            let slope = if x0 < x1 { (y1 - y0) / (x1 - x0) } else { 0.0 };
            for column in usize::max(from, start)..=usize::min(to, end) {
                // Where the edge enters the column and leaves it.
                let left = column as f64 - margin;
                let right = column as f64 + 1.0 + margin;
                let row = |x: f64| y0 + (x - x0) * slope;
                let enters = if x0 >= left { y0 } else { row(left) };
                let leaves = if x1 <= right { y1 } else { row(right) };
                let [low, high] = &mut bounds[column - start];
                *low = Real::min(*low, Real::min(enters, leaves));
                *high = Real::max(*high, Real::max(enters, leaves));
            }
        }
        for (column, bounds) in (start..=end).zip(bounds) {
            if let Some([low, high]) = cells(bounds, margin, k) {
                for row in low..=high {
                    note(column * k + row);
                }
            }
        }
    }
}

/// The least and the greatest column and row of a polygon.
fn bounds_of(polygon: &[[f64; 2]]) -> [[f64; 2]; 2] {
    [0, 1].map(|i| {
        polygon.iter().fold([f64::INFINITY, -f64::INFINITY], |[low, high], place| {
            [Real::min(low, place[i]), Real::max(high, place[i])]
        })
    })
}

/// The first and the last cell, in columns or rows, that an interval touches; none if it ends
/// before the first or starts after the last.
#[inline(always)]
fn cells([low, high]: [f64; 2], margin: f64, k: usize) -> Option<[usize; 2]> {
    let (low, high) = (low - margin, high + margin);
    let clamp = |x: f64| Real::min(Real::max(x, 0.0), k as f64 - 0.5) as i32 as usize;
    (high >= 0.0 && low <= k as f64).then(|| [clamp(low), clamp(high)])
}
