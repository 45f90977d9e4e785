//! The distance of every edge of one polygon to every edge of the other, and zero if a corner of
//! one is inside the other: what road planners' polygon classes do.

use super::PlanarPair;
use super::separating_axes::placed;
use crate::harness::{Query, Run, each};

type Corner = [f32; 2];

fn minus(p: Corner, q: Corner) -> Corner {
    [p[0] - q[0], p[1] - q[1]]
}
fn dot(p: Corner, q: Corner) -> f32 {
    p[0] * q[0] + p[1] * q[1]
}
fn cross(p: Corner, q: Corner) -> f32 {
    p[0] * q[1] - p[1] * q[0]
}

fn point_to_segment(p: Corner, (a, b): (Corner, Corner)) -> f32 {
    let (ab, ap) = (minus(b, a), minus(p, a));
    let share = (dot(ap, ab) / dot(ab, ab)).clamp(0.0, 1.0);
    let off = minus(ap, [ab[0] * share, ab[1] * share]);
    dot(off, off)
}

/// Squared.
fn between((a, b): (Corner, Corner), (c, d): (Corner, Corner)) -> f32 {
    let (ab, cd) = (minus(b, a), minus(d, c));
    let (c_side, d_side) = (cross(ab, minus(c, a)), cross(ab, minus(d, a)));
    let (a_side, b_side) = (cross(cd, minus(a, c)), cross(cd, minus(b, c)));
    if c_side * d_side < 0.0 && a_side * b_side < 0.0 {
        return 0.0;
    }
    let ends = [
        point_to_segment(a, (c, d)),
        point_to_segment(b, (c, d)),
        point_to_segment(c, (a, b)),
        point_to_segment(d, (a, b)),
    ];
    ends.into_iter().fold(f32::INFINITY, f32::min)
}

fn edges(corners: &[Corner]) -> impl Iterator<Item = (Corner, Corner)> + '_ {
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

fn holds(polygon: &[Corner], p: Corner) -> bool {
    edges(polygon).all(|(a, b)| cross(minus(b, a), minus(p, a)) >= 0.0)
}

fn distance(a: &[Corner], b: &[Corner]) -> f32 {
    if holds(a, b[0]) || holds(b, a[0]) {
        return 0.0;
    }
    let mut least = f32::INFINITY;
    for edge in edges(a) {
        for other in edges(b) {
            least = least.min(between(edge, other));
        }
    }
    least.sqrt()
}

pub fn planar(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    if query != Query::Distance {
        return None;
    }
    let turns: Vec<_> =
        pairs.iter().map(|p| p.turns.map(|turn| [turn.cos(), turn.sin()])).collect();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    Some(each(move |k| {
        let (pair, [p, q]) = (&pairs[k], turns[k]);
        placed(&pair.corners[0], p, [0.0; 2], &mut a);
        placed(&pair.corners[1], q, pair.at, &mut b);
        f64::from(distance(&a, &b))
    }))
}
