//! Separating axes, plainly: the normal of each edge of both polygons, until one separates.

use super::PlanarPair;
use crate::harness::{Query, Run, each};

type Corner = [f32; 2];

/// Turned and moved into the world.
pub(super) fn placed(corners: &[Corner], turn: [f32; 2], at: Corner, world: &mut Vec<Corner>) {
    let [cos, sin] = turn;
    world.clear();
    world.extend(
        corners.iter().map(|&[x, y]| [cos * x - sin * y + at[0], sin * x + cos * y + at[1]]),
    );
}

/// Whether an edge of `a` has all of `b` outside.
fn separates(a: &[Corner], b: &[Corner]) -> bool {
    let mut from = a[a.len() - 1];
    for &to in a {
        let normal = [to[1] - from[1], from[0] - to[0]];
        let outside =
            |p: &Corner| normal[0] * (p[0] - from[0]) + normal[1] * (p[1] - from[1]) > 0.0;
        if b.iter().all(outside) {
            return true;
        }
        from = to;
    }
    false
}

/// The least and the greatest reach along an axis.
fn interval(corners: &[Corner], axis: Corner) -> (f32, f32) {
    corners.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), p| {
        let reach = axis[0] * p[0] + axis[1] * p[1];
        (if reach < low { reach } else { low }, if reach > high { reach } else { high })
    })
}

/// Whether the intervals of the two along a normal of an edge of `a` have nothing in common.
fn intervals_part(a: &[Corner], b: &[Corner]) -> bool {
    let mut from = a[a.len() - 1];
    for &to in a {
        let normal = [to[1] - from[1], from[0] - to[0]];
        let ((a_low, a_high), (b_low, b_high)) = (interval(a, normal), interval(b, normal));
        if a_high < b_low || b_high < a_low {
            return true;
        }
        from = to;
    }
    false
}

/// A normal at a time, until one separates, each against the other's corners until one of them is
/// not outside.
pub fn planar(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    by(pairs, query, |a, b| separates(a, b) || separates(b, a))
}

/// The same by the intervals of both polygons, as the theorem is mostly told; the paper's times
/// grow as this does, by a nanosecond for each product of a normal and a corner.
pub fn intervals(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    by(pairs, query, |a, b| intervals_part(a, b) || intervals_part(b, a))
}

fn by<'p>(
    pairs: &'p [PlanarPair],
    query: Query,
    are_apart: impl Fn(&[Corner], &[Corner]) -> bool + 'p,
) -> Option<Run<'p>> {
    if query != Query::Intersects {
        return None;
    }
    let turns: Vec<_> =
        pairs.iter().map(|p| p.turns.map(|turn| [turn.cos(), turn.sin()])).collect();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    Some(each(move |k| {
        let (pair, [p, q]) = (&pairs[k], turns[k]);
        placed(&pair.corners[0], p, [0.0; 2], &mut a);
        placed(&pair.corners[1], q, pair.at, &mut b);
        f64::from(u8::from(!are_apart(&a, &b)))
    }))
}
