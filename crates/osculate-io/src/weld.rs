//! Corners that are one but for rounding.
//!
//! A program that writes each triangle for itself may compute a corner anew for each, in single
//! precision, and then write six digits of it. The corner's copies differ in the last of them.

use osculate::DVec3;
use std::collections::HashMap;

/// Corners that differ by no more along each axis, as a share of the largest coordinate, are one:
/// six digits tell a unit of the last from a number that begins with 1. What single precision
/// rounds is less, over a hundred of its units.
pub const PRECISION: f64 = 1e-5;

/// Sets of numbers from 0 on, each known by its least.
pub struct Sets(Vec<u32>);

impl Sets {
    /// Each number alone.
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// Adds a number, alone.
    pub fn push(&mut self) -> u32 {
        self.0.push(self.0.len() as u32);
        self.0.len() as u32 - 1
    }

    pub fn least(&mut self, mut i: u32) -> u32 {
        while self.0[i as usize] != i {
            self.0[i as usize] = self.0[self.0[i as usize] as usize];
            i = self.0[i as usize];
        }
        i
    }

    pub fn join(&mut self, a: u32, b: u32) {
        let [a, b] = [self.least(a), self.least(b)];
        self.0[a.max(b) as usize] = a.min(b);
    }
}

/// Joins points at one place, bit for bit.
pub fn join_equal(points: &[DVec3], sets: &mut Sets) {
    let mut places: HashMap<[u64; 3], u32> = HashMap::new();
    for (i, p) in points.iter().enumerate() {
        // Adding zero makes one of the two zeros.
        let place = p.to_array().map(|x| (x + 0.0).to_bits());
        let first = *places.entry(place).or_insert(i as u32);
        sets.join(first, i as u32);
    }
}

/// The points of a cell.
struct Cell {
    first: u32,
    low: DVec3,
    high: DVec3,
}

/// Joins those of the points that are within a distance along each axis, through others of them
/// too. The cells of a grid are as wide as that, so that those of one cell are one, and a cell and
/// the one beside it if their points come so near. No point is looked at more than once.
pub fn join_near(points: &[DVec3], which: &[u32], distance: f64, sets: &mut Sets) {
    let mut places: HashMap<[i64; 3], usize> = HashMap::new();
    let mut cells: Vec<(Cell, [i64; 3])> = Vec::new();
    for &i in which {
        let p = points[i as usize];
        let place = p.to_array().map(|x| (x / distance).floor() as i64);
        let at = *places.entry(place).or_insert(cells.len());
        if at == cells.len() {
            cells.push((Cell { first: i, low: p, high: p }, place));
        }
        let cell = &mut cells[at].0;
        (cell.low, cell.high) = (cell.low.min(p), cell.high.max(p));
        sets.join(cell.first, i);
    }
    // Of the 26 cells around one, those that come later in order.
    let around = (0..27).map(|k: i64| [k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1]);
    let later: Vec<[i64; 3]> = around.filter(|step| *step > [0; 3]).collect();
    for (cell, place) in &cells {
        for step in &later {
            let beside = [0, 1, 2].map(|axis| place[axis].wrapping_add(step[axis]));
            let Some(&other) = places.get(&beside) else { continue };
            let other = &cells[other].0;
            let gap = (other.low - cell.high).max(cell.low - other.high);
            if gap.max_element() <= distance {
                sets.join(cell.first, other.first);
            }
        }
    }
}
