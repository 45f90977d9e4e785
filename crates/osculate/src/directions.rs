//! Support in the same time for any number of vertices: a table by direction.
//!
//! Directions are sorted in cells: the six sides of a cube, each a grid. A cell knows every vertex
//! that is furthest along one of its directions, mostly three to six of them. A query looks at the
//! vertices of one cell, and has the answer: there is no walk from neighbour to neighbour, no
//! branch to guess, and no direction for which it would not be exact.
//!
//! Which vertices a cell must know follows from the edges. What is furthest is no nearer than any
//! of its neighbours: the directions for which a vertex is no nearer than they are a cell of the
//! normal fan, and on a side of the cube a polygon, the square less what each neighbour cuts off.
//! So each vertex's polygon is drawn on the grids, and each cell that it touches notes the vertex.
//! Every cut leaves a little more than it must. Thus whatever rounding does, for every direction
//! what is furthest is noted: also where faces are too thin to have a normal.

use alloc::vec;
use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::check;
use crate::linear::Real;
use crate::vector::{DVec3, Scalar, Vector, exact};

/// Vertices a cell of the table: more cells are smaller and know fewer vertices each, and take more
/// memory. Measured: from 1.3 to 0.75, distances of hulls of 256, 1,024 and 4,096 vertices take 7
/// to 15 per cent less; from 0.7 to 0.5, those of 1,024 that are far apart 2 and of 4,096 5, all
/// others as long. The first is for polytopes that know their faces too, the last for those whose
/// edges take twice the memory: all together are no more than 64 bytes a vertex.
const VERTICES_A_CELL: [f64; 3] = [0.7, 0.5, 2.0];

/// Up to so many vertices polytopes know their faces, at most.
const FEW: usize = 128;

/// Up to so many vertices the numbers of their edges take two bytes.
const NARROW: usize = 1 << 15;

/// Vertices in a record of a cell, which are asked without a loop. Of a hundred cells 97 have no
/// more; the others go on in another record, and have one less in each. With eight, queries took as
/// long, and tables a third more memory.
const RECORD: usize = 6;

/// A vertex's polygon is drawn larger by this share of a cell, so that no rounding leaves it.
const MARGIN: f64 = 1e-3;

/// Cells along the edge of a side at most: single precision finds a direction's place to 3e-7 of
/// the edge, which must be less than the margin.
const MOST_CELLS: usize = 2048;

/// Neighbours that cut this little per cell are left out: their numbers may be rounded to nothing.
const LEAST_CUT: f64 = 1e-280;

/// The table: which vertices may be furthest, by the cells of a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// Cells along the edge of a side.
    resolution: u32,
    records: Records,
}

/// A cell's vertices, the last one again where a record has room left; in ascending order, so that
/// neighbours agree on who is first of two. Records that others go on in come after those of the
/// cells: such a link takes the last place, and is the record's number among these, after all
/// vertices. Numbers take one byte or two where that suffices.
#[derive(Clone, Debug, PartialEq)]
enum Records {
    Least(Vec<[u8; RECORD]>),
    Narrow(Vec<[u16; RECORD]>),
    Wide(Vec<[u32; RECORD]>),
}

impl Directions {
    /// Of a hull's vertices, given the neighbours of each, and a direction outward from it.
    pub fn new<V: Vector, N: Iterator<Item = u32>>(
        vertices: &[V],
        neighbours: impl Fn(u32) -> N,
        outward: impl Fn(u32) -> DVec3,
    ) -> Self {
        let larger = |than: usize| usize::from(vertices.len() > than);
        let a_cell = VERTICES_A_CELL[larger(FEW) + larger(NARROW)];
        let sides = Real::sqrt(vertices.len() as f64 / (6.0 * a_cell));
        let k = ((sides + 0.5) as usize).clamp(1, MOST_CELLS);
        // Scaled, so that products stay in range.
        let scale = check::extent_of(vertices).scale_to_one();
        let at = |vertex: u32| exact(vertices[vertex as usize] * scale);
        let mut notes: Vec<(u32, u32)> = Vec::new();
        for vertex in 0..vertices.len() as u32 {
            let beyond: Vec<DVec3> =
                neighbours(vertex).map(|other| at(vertex) - at(other)).collect();
            // Most have all of their directions on one side.
            let likely = side_of(outward(vertex));
            for side in (0..6).map(|i| (likely + i) % 6) {
                let chart = Chart { side, k: k as f64 };
                let region = chart.region(&beyond);
                if region.is_empty() {
                    continue;
                }
                draw(&region, k, |cell| {
                    notes.push(((side * k * k + cell) as u32, vertex));
                });
                if chart.is_whole(&region, &beyond) {
                    break;
                }
            }
        }
        notes.sort_unstable();
        let records = Records::new(&notes, 6 * k * k, vertices.len());
        Self { resolution: k as u32, records }
    }

    pub fn bytes(&self) -> usize {
        match &self.records {
            Records::Least(records) => size_of_val(&records[..]),
            Records::Narrow(records) => size_of_val(&records[..]),
            Records::Wide(records) => size_of_val(&records[..]),
        }
    }

    /// The number of cells, which is that of the first record that others go on in.
    #[inline(always)]
    fn cells(&self) -> usize {
        6 * (self.resolution * self.resolution) as usize
    }

    /// The vertex furthest along `direction`, the first of several.
    #[inline(always)]
    fn support<V: Vector>(&self, vertices: &[V], direction: V) -> u32 {
        let place = (cell_of(direction, self.resolution), self.cells());
        match &self.records {
            Records::Least(records) => furthest(vertices, records, place, direction),
            Records::Narrow(records) => furthest(vertices, records, place, direction),
            Records::Wide(records) => furthest(vertices, records, place, direction),
        }
    }
}

/// The corners of a hull, and where to find them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corners<'s, V: Vector> {
    vertices: &'s [V],
    directions: &'s Directions,
}

impl<'s, V: Vector> Corners<'s, V> {
    /// A hull's vertices, with the table that was made of them.
    #[inline(always)]
    pub(crate) fn new(vertices: &'s [V], directions: &'s Directions) -> Self {
        Self { vertices, directions }
    }

    /// How many there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// The number of the corner furthest along `direction`, the first of several.
    #[inline(always)]
    pub(crate) fn index(&self, direction: V) -> usize {
        self.directions.support(self.vertices, direction) as usize
    }

    /// The corner furthest along `direction`.
    #[inline(always)]
    pub(crate) fn furthest(&self, direction: V) -> V {
        self.vertices[self.index(direction)]
    }
}

impl Records {
    /// Of so many cells, from the vertices that each notes, by cells.
    fn new(notes: &[(u32, u32)], cells: usize, vertices: usize) -> Self {
        let mut records = vec![[0; RECORD]; cells];
        for notes in notes.chunk_by(|one, next| one.0 == next.0) {
            let (mut at, mut rest) = (notes[0].0 as usize, notes);
            while rest.len() > RECORD {
                let (some, others) = rest.split_at(RECORD - 1);
                let link = vertices + (records.len() - cells);
                records[at] = core::array::from_fn(|i| some.get(i).map_or(link as u32, |n| n.1));
                (at, rest) = (records.len(), others);
                records.push([0; RECORD]);
            }
            records[at] = core::array::from_fn(|i| rest[i.min(rest.len() - 1)].1);
        }
        let bound = vertices + (records.len() - cells);
        if bound <= 1 << 8 {
            Self::Least(records.iter().map(|record| record.map(|i| i as u8)).collect())
        } else if bound <= 1 << 16 {
            Self::Narrow(records.iter().map(|record| record.map(|i| i as u16)).collect())
        } else {
            Self::Wide(records)
        }
    }
}

/// The one of a cell's vertices that is furthest along `direction`, the first of several; given the
/// cell, and the number of cells.
#[inline(always)]
fn furthest<V: Vector, I: Copy + Into<u32>>(
    vertices: &[V],
    records: &[[I; RECORD]],
    (cell, cells): (usize, usize),
    direction: V,
) -> u32 {
    let of_one = |i: I| (i.into(), vertices[i.into() as usize].dot(direction));
    let better = |best: (u32, V::Scalar), next: (u32, V::Scalar)| {
        if next.1 > best.1 { next } else { best }
    };
    let of_two = |i: I, j: I| better(of_one(i), of_one(j));
    let [a, b, c, d, e, mut last] = records[cell];
    let mut best = better(of_two(a, b), of_two(c, d));
    let beyond = vertices.len() as u32;
    if last.into() < beyond {
        return better(best, of_two(e, last)).0;
    }
    best = better(best, of_one(e));
    while last.into() >= beyond {
        let [some @ .., next] = records[cells + (last.into() - beyond) as usize];
        best = some.into_iter().map(of_one).fold(best, better);
        last = next;
    }
    better(best, of_one(last)).0
}

/// The cell of a direction. A direction that is no number gets one too. Without a branch: which
/// side it looks to is anybody's guess.
#[inline(always)]
fn cell_of<V: Vector>(direction: V, k: u32) -> usize {
    let size = direction.abs();
    let [ax, ay, az] = [0, 1, 2].map(|i| size.get(i));
    let (is_x, is_y) = ((ax >= ay) & (ax >= az), ay >= az);
    let axis = usize::from(!is_x) * (1 + usize::from(!is_y));
    let cells = V::Scalar::from_f64(f64::from(k));
    let half = V::Scalar::from_f64(0.5) * cells;
    let (middle, last) = (half - V::Scalar::from_f64(0.5), cells - V::Scalar::ONE);
    // On all three sides at once, while it is not known which one it is. The middle of a cell has
    // its number. Divided first: no direction is too short.
    let aside = |by: usize| {
        let other = V::from_fn(|i| direction.get((i + by) % 3));
        other.divide_by(size) * half + V::splat(middle)
    };
    let (u, v) = (aside(1), aside(2));
    let place = |x: V| x.get(axis).to_whole(last) as usize;
    let is_opposite = |i: usize| usize::from(direction.get(i) < V::Scalar::ZERO) << i;
    let opposite = (is_opposite(0) | is_opposite(1) | is_opposite(2)) >> axis & 1;
    let k = k as usize;
    ((2 * axis + opposite) * k + place(u)) * k + place(v)
}

/// The side of the cube that a direction looks to.
fn side_of(direction: DVec3) -> usize {
    let axis = direction.abs().max_position();
    2 * axis + usize::from(direction[axis] < 0.0)
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
        let axis = self.side / 2;
        let main = if self.side.is_multiple_of(2) { beyond[axis] } else { -beyond[axis] };
        let (u, v) = (beyond[(axis + 1) % 3], beyond[(axis + 2) % 3]);
        Line([main - u - v, 2.0 * u / self.k, 2.0 * v / self.k])
    }

    /// The part of the side where a vertex is furthest.
    fn region(&self, beyond: &[DVec3]) -> Region {
        let (low, high) = (-MARGIN, self.k + MARGIN);
        let mut region = Region::new();
        region.extend([[low, low], [high, low], [high, high], [low, high]]);
        for edge in beyond {
            let line = self.line(*edge);
            if line.margin() >= LEAST_CUT {
                cut(&mut region, line);
            }
        }
        region
    }

    /// Whether a region has all directions for which the vertex is furthest: it has some of them,
    /// and is apart from the other sides.
    fn is_whole(&self, region: &Region, beyond: &[DVec3]) -> bool {
        let is_apart = |x: f64| x > 0.0 && x < self.k;
        let middle = [0, 1].map(|i| region.iter().map(|p| p[i]).sum::<f64>() / region.len() as f64);
        let clears = |line: Line| line.ahead(middle) >= line.margin();
        region.iter().flatten().all(|x| is_apart(*x))
            && beyond.iter().all(|edge| clears(self.line(*edge)))
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

/// Notes each cell of a side that a region touches.
fn draw(region: &Region, k: usize, mut note: impl FnMut(usize)) {
    let bounds = |list: &mut dyn Iterator<Item = f64>| {
        list.fold((f64::INFINITY, -f64::INFINITY), |(low, high), x| {
            (Real::min(low, x), Real::max(high, x))
        })
    };
    let cells = |(low, high): (f64, f64)| {
        let clamp = |x: f64| Real::min(Real::max(x, 0.0), k as f64 - 0.5) as usize;
        clamp(low)..=clamp(high)
    };
    for column in cells(bounds(&mut region.iter().map(|corner| corner[0]))) {
        let (left, right) = (column as f64, column as f64 + 1.0);
        let n = region.len();
        let mut rows =
            (0..n).flat_map(|i| within(region[i], region[(i + 1) % n], left, right)).flatten();
        for row in cells(bounds(&mut rows)) {
            note(column * k + row);
        }
    }
}

/// The rows at which an edge of a region enters and leaves a column.
fn within([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], left: f64, right: f64) -> Option<[f64; 2]> {
    let (low, high) = (Real::max(Real::min(x0, x1), left), Real::min(Real::max(x0, x1), right));
    let row = |x: f64| match x {
        _ if x == x0 => y0,
        _ if x == x1 => y1,
        _ => y0 + (x - x0) / (x1 - x0) * (y1 - y0),
    };
    // An edge along the column has its ends.
    (low <= high).then(|| if x0 == x1 { [y0, y1] } else { [row(low), row(high)] })
}
