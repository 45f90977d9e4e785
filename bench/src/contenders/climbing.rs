//! Our GJK on polygons whose support climbs: paper 003's enhancement, as a shape of one's own. From
//! the vertex that was found last, it walks to the neighbour that reaches further until there is
//! none.

use super::PlanarPair;
use super::ours::{ask, pose_in_plane, vector};
use crate::harness::{Query, Run, each};
use osculate::{At, Convex, Vec2};
use std::cell::Cell;

/// A polygon's vertices, counterclockwise, and where the last climb ended.
struct Climbing {
    vertices: Vec<Vec2>,
    last: Cell<usize>,
}

impl Convex<Vec2> for Climbing {
    fn core_support(&self, direction: Vec2) -> Vec2 {
        let n = self.vertices.len();
        let reach = |i: usize| self.vertices[i].dot(direction);
        let mut at = self.last.get();
        let mut most = reach(at);
        // Up one side, or if that goes down at once, up the other.
        for step in [1, n - 1] {
            let begin = at;
            loop {
                let next = if at + step >= n { at + step - n } else { at + step };
                let further = reach(next);
                if further <= most {
                    break;
                }
                (at, most) = (next, further);
            }
            if at != begin {
                break;
            }
        }
        self.last.set(at);
        self.vertices[at]
    }
    fn is_curved(&self) -> bool {
        false
    }
}

pub fn planar(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let place = |pair: &PlanarPair, k: usize, at: [f32; 2]| {
        let vertices: Vec<Vec2> = pair.corners[k].iter().map(|p| vector(*p)).collect();
        let shape = Climbing { vertices, last: Cell::new(0) };
        At::new(shape, pose_in_plane(pair.turns[k], at))
    };
    let placed: Vec<_> =
        pairs.iter().map(|pair| (place(pair, 0, [0.0; 2]), place(pair, 1, pair.at))).collect();
    Some(match query {
        Query::Intersects => each(move |k| ask(Query::Intersects, &placed[k].0, &placed[k].1)),
        Query::Distance => each(move |k| ask(Query::Distance, &placed[k].0, &placed[k].1)),
        _ => return None,
    })
}
