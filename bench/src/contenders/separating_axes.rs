//! Separating axes, plainly: each edge's normal of both polygons against all vertices of the other, until one separates.

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

pub fn planar(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
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
        f64::from(u8::from(!(separates(&a, &b) || separates(&b, &a))))
    }))
}
