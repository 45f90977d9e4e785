//! The face of a hull that a line enters by.
//!
//! Seen along the line, the faces in front are triangles that do not overlap, and the line is a
//! point. The neighbors of a vertex part the view round it into sectors. The face in the sector
//! with the point holds it, or the edge across from the vertex has the point beyond it; then one of
//! that edge's ends is the next vertex. From a vertex near the point it takes one or two.
//!
//! Signs are trusted, as those of a portal are: who asks takes the face for what its plane is
//! worth.

use super::Corners;
use crate::convex::table::topology::Entries;
use crate::number::vector::{Real, Vector};

/// How many vertices are looked at.
const MOST_VERTICES: u32 = 16;

impl<V: Vector> Corners<'_, V> {
    /// Three corners of a face in front through which the line from a point along `way` goes, the
    /// search starting at the vertex furthest along a direction; `None` if none was found.
    pub(crate) fn entered(&self, from: V, way: V, direction: V) -> Option<[V; 3]> {
        let mut vertex = self.index(direction) as u32;
        for _ in 0..MOST_VERTICES {
            let (_, ring) = self.topology.ring_of(vertex);
            let sector = match ring {
                Entries::Least(ring) => self.sector(vertex, ring, from, way),
                Entries::Narrow(ring) => self.sector(vertex, ring, from, way),
                Entries::Wide(ring) => self.sector(vertex, ring, from, way),
            };
            let [p, q] = sector?;
            let [at, at_p, at_q] = [vertex, p, q].map(|i| self.vertices[i as usize]);
            if (at_q - at_p).dot((from - at_p).cross(way)) <= V::Scalar::ZERO {
                return Some([at, at_p, at_q]);
            }
            // The end that the point is nearer to, seen along the line.
            let squared = |at: V| (from - at).cross(way).length_squared();
            vertex = if squared(at_p) <= squared(at_q) { p } else { q };
        }
        None
    }

    /// Two neighbors of a vertex that follow each other, with the line between them, in front;
    /// given the vertex's ring.
    #[inline(always)]
    fn sector<I: Copy + Into<u32>>(
        &self,
        vertex: u32,
        ring: &[I],
        from: V,
        way: V,
    ) -> Option<[u32; 2]> {
        let zero = V::Scalar::ZERO;
        let at = self.vertices[vertex as usize];
        // The line is right of a spoke, seen along it from outside, where this is positive.
        let across = (from - at).cross(way);
        let spoke = |entry: I| {
            let to = entry.into() / 2;
            let spoke = self.vertices[to as usize] - at;
            (to, spoke, spoke.dot(across))
        };
        let mut before = spoke(*ring.last()?);
        for &entry in ring {
            let next = spoke(entry);
            if before.2 <= zero && next.2 >= zero && before.1.cross(next.1).dot(way) < zero {
                return Some([before.0, next.0]);
            }
            before = next;
        }
        None
    }
}
