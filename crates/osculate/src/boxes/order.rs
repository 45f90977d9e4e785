//! The order in which boxes stand side by side: along a curve through their centers.
//!
//! Space is cut into cubic cells, and the bits of a cell's coordinates are interleaved. Read as a
//! number, that is Morton's order, which jumps along several axes at once. Read as a Gray code, of
//! which the cell's place in the order is the number that it stands for, neighbours in the order
//! differ in one bit, so that each step is along one axis (Faloutsos 1986). Boxes that are near
//! each other in space are mostly near each other in the list, and sixteen in a row make a good
//! node. Sorting by whole numbers takes three passes, whatever the order was before.
//!
//! Cells are as fine as the spread of all centers allows. Where one far body makes all others share
//! a cell, that cell's boxes are sorted again among themselves, with cells of their own. Boxes that
//! are large beside the spread stand apart from the others, so that no node of small boxes is large
//! because of one of them.

use alloc::vec::Vec;

use crate::convex::bounds::Aabb;
use crate::number::vector::{Real, Scalar, Vector};

/// Bits of a key that say where; one more says that the box is large.
const CELL_BITS: u32 = 30;

/// A box is large if its longest edge is more than this share of the spread.
const LARGE: f64 = 1.0 / 8.0;

/// So many boxes may share a cell: they are one node.
const FULL_CELL: usize = super::WIDE;

/// Cells of cells of cells: deeper, they stay in the order of their numbers.
const DEEPEST: u32 = 6;

/// Below so many keys a sort by comparisons is quicker than three passes.
const FEW: usize = 200;

const DIGIT: u32 = 11;

/// Room that a sort needs, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Sorter {
    keys: Vec<u64>,
    spare: Vec<u64>,
}

impl Sorter {
    /// Sorts numbers of boxes. The boxes are finite. Equal boxes stay in the order they have.
    pub fn sort<V: Vector>(&mut self, boxes: &[Aabb<V>], items: &mut [u32]) {
        self.sort_cell(boxes, items, 0);
    }

    pub fn heap_bytes(&self) -> usize {
        (self.keys.capacity() + self.spare.capacity()) * size_of::<u64>()
    }

    fn sort_cell<V: Vector>(&mut self, boxes: &[Aabb<V>], items: &mut [u32], depth: u32) {
        let Some(cells) = Cells::around(boxes, items) else { return };
        self.keys.clear();
        let key = |item: u32| cells.key(&boxes[item as usize]) << 32 | u64::from(item);
        self.keys.extend(items.iter().map(|&item| key(item)));
        sort_keys(&mut self.keys, &mut self.spare);
        let mut crowded = Vec::new();
        let mut start = 0;
        for (i, &key) in self.keys.iter().enumerate() {
            items[i] = key as u32;
            let ends = self.keys.get(i + 1).is_none_or(|next| next >> 32 != key >> 32);
            if ends {
                if i + 1 - start > FULL_CELL {
                    crowded.push(start..i + 1);
                }
                start = i + 1;
            }
        }
        for cell in crowded {
            if cell.len() < items.len() && depth < DEEPEST {
                self.sort_cell(boxes, &mut items[cell], depth + 1);
            }
        }
    }
}

/// A quarter of the sum of the ends: half the center, which stays in the range of numbers, as does
/// the difference of two.
#[inline(always)]
fn half_center<V: Vector>(of: &Aabb<V>) -> V {
    let quarter = V::Scalar::from_f64(0.25);
    of.min() * quarter + of.max() * quarter
}

/// The cells that space is cut into.
struct Cells<V: Vector> {
    low: V,
    per_length: V::Scalar,
    last: V::Scalar,
    large: V::Scalar,
}

impl<V: Vector> Cells<V> {
    const BITS: u32 = CELL_BITS / V::DIM as u32;

    /// Cells for the centers of these boxes, if there are two different ones.
    fn around(boxes: &[Aabb<V>], items: &[u32]) -> Option<Self> {
        let centers = items.iter().map(|&item| half_center(&boxes[item as usize]));
        let first = centers.clone().next()?;
        let (low, high) = centers.fold((first, first), |(low, high), center| {
            (Vector::min(low, center), Vector::max(high, center))
        });
        let spread = (high - low).max_element();
        let last = V::Scalar::from_f64(f64::from((1u32 << Self::BITS) - 1));
        let per_length = last / spread;
        let large = V::Scalar::from_f64(LARGE) * (spread + spread);
        (per_length.is_finite() && per_length > V::Scalar::ZERO).then_some(Self {
            low,
            per_length,
            last,
            large,
        })
    }

    #[inline(always)]
    fn key(&self, of: &Aabb<V>) -> u64 {
        let at = (half_center(of) - self.low) * self.per_length;
        let cell = |i: usize| at.get(i).to_whole(self.last);
        let code = if V::DIM == 2 {
            every_second(cell(0)) | every_second(cell(1)) << 1
        } else {
            every_third(cell(0)) | every_third(cell(1)) << 1 | every_third(cell(2)) << 2
        };
        let large = of.size().max_element() > self.large;
        u64::from(of_gray(code) | u32::from(large) << CELL_BITS)
    }
}

/// The number that a Gray code stands for: each bit is the sum of all bits of the code from there
/// up.
#[inline(always)]
fn of_gray(code: u32) -> u32 {
    [1, 2, 4, 8, 16].iter().fold(code, |number, places| number ^ number >> places)
}

/// Fifteen bits, two places apart.
#[inline(always)]
fn every_second(x: u32) -> u32 {
    let x = (x | x << 8) & 0x00FF_00FF;
    let x = (x | x << 4) & 0x0F0F_0F0F;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// Ten bits, three places apart.
#[inline(always)]
fn every_third(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00FF;
    let x = (x | x << 8) & 0x0300_F00F;
    let x = (x | x << 4) & 0x030C_30C3;
    (x | x << 2) & 0x0924_9249
}

/// Sorts by the upper halves; equal ones stay in order.
fn sort_keys(keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    const DIGITS: usize = 3;
    let digit =
        |key: u64, pass: usize| (key >> (32 + DIGIT * pass as u32)) as usize & ((1 << DIGIT) - 1);
    if keys.len() < FEW {
        return keys.sort_by_key(|key| key >> 32);
    }
    let mut starts = [[0u32; 1 << DIGIT]; DIGITS];
    for &key in keys.iter() {
        for (pass, counts) in starts.iter_mut().enumerate() {
            counts[digit(key, pass)] += 1;
        }
    }
    spare.clear();
    spare.resize(keys.len(), 0);
    for (pass, counts) in starts.iter_mut().enumerate() {
        let mut sum = 0;
        for count in counts.iter_mut() {
            sum += core::mem::replace(count, sum);
        }
        for &key in keys.iter() {
            let place = &mut counts[digit(key, pass)];
            spare[*place as usize] = key;
            *place += 1;
        }
        core::mem::swap(keys, spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passes_sort_as_comparisons_do() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 1
        };
        for n in [0, 1, 150, 199, 200, 5000] {
            let mut keys: Vec<u64> = (0..n).map(|_| next() & 0x3FFF_FFFF_FFFF_FFFF).collect();
            let mut expected = keys.clone();
            expected.sort_by_key(|key| key >> 32);
            sort_keys(&mut keys, &mut Vec::new());
            assert_eq!(keys, expected);
        }
    }

    #[test]
    fn neighbours_in_the_order_differ_in_one_bit() {
        for number in 0..4096u32 {
            assert_eq!(of_gray(number ^ number >> 1), number);
        }
        assert_eq!(of_gray(1 << 31), u32::MAX);
    }

    #[test]
    fn bits_are_spread_over_the_key() {
        assert_eq!(every_third(0x3FF), 0x0924_9249);
        assert_eq!(every_second(0x7FFF), 0x1555_5555);
        for bit in 0..15 {
            assert_eq!(every_second(1 << bit), 1 << (2 * bit));
        }
        for bit in 0..10 {
            assert_eq!(every_third(1 << bit), 1 << (3 * bit));
        }
    }
}
