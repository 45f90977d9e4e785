//! Support in the same time for any number of vertices: a table by direction.
//!
//! Directions are sorted in cells: the six sides of a cube, each a grid. A cell knows every vertex
//! that is furthest along one of its directions, mostly three to six of them. A query looks at the
//! vertices of one cell, and has the answer: there is no walk from neighbour to neighbour, no
//! branch to guess, and no direction for which it would not be exact.
//!
//! Which vertices a cell must know follows from the edges: `cones.rs`.

mod cones;
mod entered;

use alloc::vec;
use alloc::vec::Vec;

use crate::convex::table::topology::Topology;
use crate::number::linear::Real;
use crate::number::vector::{DVec3, Scalar, Vector, exact};
use cones::Cone;

/// Vertices a cell of the table. Fewer vertices a cell mean more cells, each of which knows fewer
/// candidates and answers sooner; and more memory (decision 0034). The first is for polytopes that
/// know their faces too, the last for those whose edges take twice the memory: each polytope takes
/// no more than 64 bytes a vertex in all.
const VERTICES_A_CELL: [f64; 3] = [0.7, 0.5, 2.0];

/// Up to so many vertices polytopes know their faces, at most.
const FEW: usize = 128;

/// Up to so many vertices the numbers of their edges take two bytes.
const NARROW: usize = 1 << 15;

/// Vertices in a record of a cell, which are asked without a loop. Of a hundred cells 97 have no
/// more; the others go on in another record, and have one less in each. With eight, queries took as
/// long, and tables a third more memory.
const RECORD: usize = 6;

/// Cells along the edge of a side at most: single precision finds a direction's place to 3e-7 of
/// the edge, which must be less than the cones' margin.
const MOST_CELLS: usize = 2048;

/// The table: which vertices may be furthest, by the cells of a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// Cells along the edge of a side.
    resolution: u32,
    records: Records,
}

/// A cell's vertices, the last one again where a record has room left; in ascending order, so that
/// neighbors agree on who is first of two. Records that others go on in come after those of the
/// cells: such a link takes the last place, and is the record's number among these, after all
/// vertices. Numbers take one byte or two where that suffices.
#[derive(Clone, Debug, PartialEq)]
enum Records {
    Least(Vec<[u8; RECORD]>),
    Narrow(Vec<[u16; RECORD]>),
    Wide(Vec<[u32; RECORD]>),
}

impl Directions {
    /// Of a hull's vertices, given how far they are from the origin at most, and the neighbors of
    /// each, counterclockwise seen from outside.
    pub fn new<V: Vector, N: Iterator<Item = u32>>(
        vertices: &[V],
        extent: V::Scalar,
        neighbors: impl Fn(u32) -> N,
    ) -> Self {
        let larger = |than: usize| usize::from(vertices.len() > than);
        let a_cell = VERTICES_A_CELL[larger(FEW) + larger(NARROW)];
        let sides = Real::sqrt(vertices.len() as f64 / (6.0 * a_cell));
        let k = ((sides + 0.5) as usize).clamp(1, MOST_CELLS);
        // Scaled, so that products stay in range.
        let scale = extent.scale_to_one();
        let places: Vec<DVec3> = vertices.iter().map(|&v| exact(v * scale)).collect();
        let mut notes = Notes::new(6 * k * k);
        let mut cone = Cone::default();
        for vertex in 0..vertices.len() as u32 {
            let place = places[vertex as usize];
            cone.fill(neighbors(vertex).map(|other| places[other as usize] - place));
            cone.draw(k, |cell| notes.push(cell, vertex));
        }
        let records = notes.records(vertices.len());
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
    topology: &'s Topology,
}

impl<'s, V: Vector> Corners<'s, V> {
    /// A hull's vertices, with the table that was made of them, and their neighbors.
    #[inline(always)]
    pub(crate) fn new(
        vertices: &'s [V],
        directions: &'s Directions,
        topology: &'s Topology,
    ) -> Self {
        Self { vertices, directions, topology }
    }

    /// All of them.
    pub(crate) fn vertices(&self) -> &'s [V] {
        self.vertices
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
    ///
    /// It is not inlined: it is long, and what calls it is compiled for many pairs.
    #[inline(never)]
    pub(crate) fn furthest(&self, direction: V) -> V {
        self.vertices[self.index(direction)]
    }

    /// The same without a call, for GJK's loop, if the table's indices take a byte each. Others are
    /// searched by a call: each width of the indices has a copy of the code.
    #[inline(always)]
    pub(crate) fn furthest_in_place(&self, direction: V) -> V {
        let table = self.directions;
        let Records::Least(records) = &table.records else { return self.furthest(direction) };
        let place = (cell_of(direction, table.resolution), table.cells());
        self.vertices[furthest(self.vertices, records, place, direction) as usize]
    }
}

/// What cells note while vertices are drawn in ascending order.
struct Notes {
    /// The first that each cell notes.
    records: Vec<[u32; RECORD]>,
    /// How many each cell notes.
    counts: Vec<u32>,
    /// Cells and the vertices that their records have no room for.
    more: Vec<(u32, u32)>,
}

impl Notes {
    fn new(cells: usize) -> Self {
        Self { records: vec![[0; RECORD]; cells], counts: vec![0; cells], more: Vec::new() }
    }

    #[inline]
    fn push(&mut self, cell: usize, vertex: u32) {
        let count = self.counts[cell] as usize;
        match self.records[cell].get_mut(count) {
            Some(place) => *place = vertex,
            None => self.more.push((cell as u32, vertex)),
        }
        self.counts[cell] += 1;
    }

    /// The records, of a hull with so many vertices.
    fn records(mut self, vertices: usize) -> Records {
        let cells = self.counts.len();
        for (record, &count) in self.records.iter_mut().zip(&self.counts) {
            let count = count as usize;
            if (1..RECORD).contains(&count) {
                let last = record[count - 1];
                record[count..].fill(last);
            }
        }
        self.more.sort_unstable();
        for more in self.more.chunk_by(|one, next| one.0 == next.0) {
            // Each record but the last gives its last place to a link.
            let mut at = more[0].0 as usize;
            let mut last = self.records[at][RECORD - 1];
            let mut notes = more.iter().map(|note| note.1).peekable();
            while notes.peek().is_some() {
                let link = (vertices + (self.records.len() - cells)) as u32;
                self.records[at][RECORD - 1] = link;
                at = self.records.len();
                let mut record = [last; RECORD];
                for place in &mut record[1..] {
                    last = notes.next().unwrap_or(last);
                    *place = last;
                }
                self.records.push(record);
            }
        }
        let records = self.records;
        let bound = vertices + (records.len() - cells);
        if bound <= 1 << 8 {
            Records::Least(records.iter().map(|record| record.map(|i| i as u8)).collect())
        } else if bound <= 1 << 16 {
            Records::Narrow(records.iter().map(|record| record.map(|i| i as u16)).collect())
        } else {
            Records::Wide(records)
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

/// The cell of a direction. A direction that is no number gets one too. It is found without a
/// branch, as no processor can foresee the side of the cube.
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
