//! Support in the same time for any number of vertices: a table by direction.
//!
//! Directions are sorted in cells: the six sides of a cube, each a grid. A cell knows every vertex that is furthest along one of its
//! directions, mostly three to six of them. A query looks at the vertices of one cell, and has the answer: there is no walk from neighbour
//! to neighbour, no branch to guess, and no direction for which it would not be exact.
//!
//! Which vertices a cell must know follows from the edges. Seen from the origin, the directions for which a vertex is furthest are a cell of
//! the normal fan, and where two of these meet, along an edge's arc from the normal of one of its faces to the other, both its ends are
//! furthest. On a side of the cube an arc is a straight line. So each arc is drawn on the grids, and each cell that it touches notes
//! both ends. A cell without an arc lies inside one vertex's directions: a neighbouring cell knows it.

use alloc::vec;
use alloc::vec::Vec;

use super::topology::{Indices, Topology};
use crate::linear::Real;
use crate::vector::{DVec3, Scalar, Vector};

/// Vertices a cell of the table: more cells are smaller and know fewer vertices each, and take more memory. Measured: 0.4 wins 6 % on
/// hulls of 256 and loses 20 % on hulls of 1,024, whose tables then no longer fit in the cache.
const VERTICES_A_CELL: f64 = 1.3;

/// Cells are drawn larger by this share of themselves, so that the rounding of a direction cannot leave them.
const MARGIN: f64 = 1e-3;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Directions {
    /// Cells along the edge of a side.
    resolution: u32,
    /// Where each cell's vertices start in `candidates`, and where the last one's end.
    starts: Vec<u32>,
    candidates: Indices,
}

impl Directions {
    pub fn new<V: Vector>(vertices: &[V], topology: &Topology, normals: &[DVec3]) -> Self {
        let sides = Real::sqrt(vertices.len() as f64 / (6.0 * VERTICES_A_CELL));
        let k = (sides as usize).max(1);
        let mut notes: Vec<(u32, u32)> = Vec::new();
        for edge in topology.edges() {
            let twin = topology.twin(edge);
            if edge.slot < twin.slot {
                let (u, v) = (edge.from, topology.to(edge));
                let along = exact(vertices[v as usize]) - exact(vertices[u as usize]);
                let (left, right) = (normals[edge.slot as usize], normals[twin.slot as usize]);
                arc(along, left, right, k, &mut |cell| notes.extend([(cell, u), (cell, v)]));
            }
        }
        let cells = 6 * k * k;
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); cells];
        for (cell, vertex) in notes {
            let list = &mut lists[cell as usize];
            if !list.contains(&vertex) {
                list.push(vertex);
            }
        }
        for cell in 0..cells {
            if lists[cell].is_empty() {
                let middle: V = center(cell, k);
                // The cell before it in the grid, if there is one: above, else to the left.
                let known = match cell % (k * k) {
                    0 => (0..vertices.len() as u32).collect(),
                    place if place % k == 0 => lists[cell - k].clone(),
                    _ => lists[cell - 1].clone(),
                };
                lists[cell].push(furthest(vertices, known.into_iter(), middle));
            }
        }
        let mut starts = vec![0];
        let mut candidates = Vec::new();
        for mut list in lists {
            // The same order everywhere, so that neighbours agree on who is first of two.
            list.sort_unstable();
            // By twos, so that there are fewer numbers of turns to guess between.
            if let (1, Some(&last)) = (list.len() % 2, list.last()) {
                list.push(last);
            }
            candidates.extend(list);
            starts.push(candidates.len() as u32);
        }
        let candidates = Indices::new(&candidates, vertices.len());
        Self { resolution: k as u32, starts, candidates }
    }

    pub fn bytes(&self) -> usize {
        4 * self.starts.len() + self.candidates.bytes()
    }

    /// The vertex furthest along `direction`, the first of several.
    #[inline]
    pub fn support<V: Vector>(&self, vertices: &[V], direction: V) -> u32 {
        let cell = cell_of(direction, self.resolution);
        let range = self.starts[cell] as usize..self.starts[cell + 1] as usize;
        match &self.candidates {
            Indices::Narrow(list) => by_twos(vertices, &list[range], direction),
            Indices::Wide(list) => by_twos(vertices, &list[range], direction),
        }
    }
}

/// The one of the given vertices that is furthest along `direction`, the first of several.
#[inline(always)]
pub(super) fn furthest<V: Vector>(
    vertices: &[V],
    list: impl Iterator<Item = u32>,
    direction: V,
) -> u32 {
    let mut best = (0, -V::Scalar::INFINITY);
    for i in list {
        let reach = vertices[i as usize].dot(direction);
        best = if reach > best.1 { (i, reach) } else { best };
    }
    best.0
}

/// The one of an even number of given vertices that is furthest along `direction`, the first of several.
#[inline(always)]
fn by_twos<V: Vector, I: Copy + Into<u32>>(vertices: &[V], list: &[I], direction: V) -> u32 {
    let mut best = (0, -V::Scalar::INFINITY);
    for two in list.chunks_exact(2) {
        let [i, j] = [two[0].into(), two[1].into()];
        let [first, second] = [i, j].map(|i| vertices[i as usize].dot(direction));
        let better = if second > first { (j, second) } else { (i, first) };
        best = if better.1 > best.1 { better } else { best };
    }
    best.0
}

/// The vector in double precision: exact.
pub(super) fn exact<V: Vector>(v: V) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|i| v.get(i).to_f64()))
}

/// The cell of a direction. A direction that is no number gets one too. Without a branch: which side it looks to is anybody's guess.
#[inline(always)]
fn cell_of<V: Vector>(direction: V, k: u32) -> usize {
    let DVec3 { x, y, z } = exact(direction);
    let [ax, ay, az] = [x, y, z].map(Real::abs);
    let (is_x, is_y) = ((ax >= ay) & (ax >= az), ay >= az);
    let axis = usize::from(!is_x) * (1 + usize::from(!is_y));
    // Three tables: of one, two numbers that lie side by side would be loaded as one, before they are stored.
    let (main, u, v) = ([x, y, z][axis], [y, z, x][axis], [z, x, y][axis]);
    let grid = f64::from(k);
    let half = 0.5 * grid;
    let to_grid = half / Real::abs(main);
    // The middle of a cell has its number; what is no number becomes 0.
    let place = |x: f64| {
        rounded(Real::min(Real::max(x * to_grid + (half - 0.5), 0.0), grid - 1.0)) as usize
    };
    let (k, opposite) = (k as usize, usize::from(main < 0.0));
    ((2 * axis + opposite) * k + place(u)) * k + place(v)
}

/// The whole number nearest to `x`, which is between 0 and 2³²: a number as large as 2⁵² has its ones in the last bit. A cast saturates, for a price.
#[inline(always)]
fn rounded(x: f64) -> u32 {
    (x + (1u64 << 52) as f64).to_bits() as u32
}

/// The direction through the middle of a cell.
fn center<V: Vector>(cell: usize, k: usize) -> V {
    let (side, column, row) = (cell / (k * k), cell / k % k, cell % k);
    let place = |i: usize| (2.0 * i as f64 + 1.0) / k as f64 - 1.0;
    let main = if side % 2 == 0 { 1.0 } else { -1.0 };
    let mut direction = [0.0; 3];
    direction[side / 2] = main;
    direction[(side / 2 + 1) % 3] = place(column);
    direction[(side / 2 + 2) % 3] = place(row);
    V::from_fn(|i| V::Scalar::from_f64(direction[i]))
}

/// The cells that an edge's arc touches: it goes along an edge, from the normal of the face on its left to that on its right.
fn arc(along: DVec3, left: DVec3, right: DVec3, k: usize, note: &mut impl FnMut(u32)) {
    if left.dot(right) > 0.0 {
        return line(left, right, k, note);
    }
    // More than a right angle: by way of the normal of the left face turned a right angle about the edge, away from that face.
    let outward = along.cross(left);
    let between = outward / Real::sqrt(outward.length_squared());
    line(left, between, k, note);
    line(between, right, k, note);
}

/// The cells that the plane between two directions touches: a straight line on each side of the cube.
fn line(from: DVec3, to: DVec3, k: usize, note: &mut impl FnMut(u32)) {
    let grid = k as f64;
    // As a share of a side, which is 2 wide and k cells.
    let reach = 1.0 + 2.0 * MARGIN / grid;
    for side in 0..6 {
        let axis = side / 2;
        let sign = if side % 2 == 0 { 1.0 } else { -1.0 };
        let seen = |d: DVec3| (sign * d[axis], d[(axis + 1) % 3], d[(axis + 2) % 3]);
        let ((m0, u0, v0), (m1, u1, v1)) = (seen(from), seen(to));
        // The part of the line on this side: reach · m ≥ |u|, |v|.
        let (mut first, mut last) = (0.0, 1.0);
        for (start, end) in [(u0, u1), (-u0, -u1), (v0, v1), (-v0, -v1)] {
            let (start, end) = (reach * m0 - start, reach * m1 - end);
            let root = start / (start - end);
            if start < 0.0 && end < 0.0 {
                last = -1.0;
            } else if start < 0.0 {
                first = Real::max(first, root);
            } else if end < 0.0 {
                last = Real::min(last, root);
            }
        }
        if !(first <= last) {
            continue;
        }
        let place = |t: f64| {
            let m = m0 + t * (m1 - m0);
            let on_grid = |x0: f64, x1: f64| ((x0 + t * (x1 - x0)) / m + 1.0) * 0.5 * grid;
            (on_grid(u0, u1), on_grid(v0, v1))
        };
        let ((x0, y0), (x1, y1)) = (place(first), place(last));
        let ((x0, y0), (x1, y1)) =
            if x0 <= x1 { ((x0, y0), (x1, y1)) } else { ((x1, y1), (x0, y0)) };
        let cells = |low: f64, high: f64| {
            let clamp = |x: f64| Real::min(Real::max(x, 0.0), grid - 0.5) as usize;
            clamp(low - MARGIN)..=clamp(high + MARGIN)
        };
        for column in cells(x0, x1) {
            // Where the line is while it crosses the column.
            let at = |x: f64| {
                let t = (x - x0) / (x1 - x0);
                if t > 0.0 && t < 1.0 {
                    y0 + t * (y1 - y0)
                } else if t > 0.0 {
                    y1
                } else {
                    y0
                }
            };
            let (mut low, mut high) =
                (at(column as f64 - MARGIN), at(column as f64 + 1.0 + MARGIN));
            if !(x1 - x0 > MARGIN) {
                (low, high) = (y0, y1);
            }
            for row in cells(Real::min(low, high), Real::max(low, high)) {
                note(((side * k + column) * k + row) as u32);
            }
        }
    }
}
