//! The order of boxes that are built once: halved again and again across their longest side.
//!
//! The curve of `order.rs` is quick to sort by, but cuts where its cells end: sixteen boxes in a row
//! may come from two sheets of a surface. Here the boxes of each node, of every level, are cut from
//! those of its siblings by planes, so that they lie together.

use alloc::vec::Vec;

use super::WIDE;
use crate::convex::bounds::Aabb;
use crate::number::vector::{Scalar, Vector};

/// Sorts numbers of boxes so that nodes of sixteen, and nodes of such nodes, lie together. The boxes
/// are finite.
pub fn halve<V: Vector>(boxes: &[Aabb<V>], items: &mut [u32]) {
    let half = V::Scalar::from_f64(0.5);
    let center = |item: u32| {
        let of = &boxes[item as usize];
        of.min() * half + of.max() * half
    };
    let mut placed: Vec<(V, u32)> = items.iter().map(|&item| (center(item), item)).collect();
    halve_placed(&mut placed);
    for (item, (_, sorted)) in items.iter_mut().zip(placed) {
        *item = sorted;
    }
}

fn halve_placed<V: Vector>(of: &mut [(V, u32)]) {
    let Some((&(first, _), rest)) = of.split_first() else { return };
    if of.len() <= WIDE {
        return;
    }
    let (low, high) = rest.iter().fold((first, first), |(low, high), &(center, _)| {
        (Vector::min(low, center), Vector::max(high, center))
    });
    let longest = (1..V::DIM).fold(0, |longest, i| {
        let side = |i: usize| high.get(i) - low.get(i);
        if side(i) > side(longest) { i } else { longest }
    });
    // Whole nodes go to the left.
    let under = core::iter::successors(Some(WIDE), |under| under.checked_mul(WIDE));
    let under = under.take_while(|&under| under < of.len()).last().unwrap_or(WIDE);
    let left = of.len().div_ceil(under) / 2 * under;
    let key = |&(center, item): &(V, u32)| (center.get(longest), item);
    of.select_nth_unstable_by(left, |one, other| {
        key(one).partial_cmp(&key(other)).unwrap_or(core::cmp::Ordering::Equal)
    });
    let (left, right) = of.split_at_mut(left);
    halve_placed(left);
    halve_placed(right);
}
