//! A polytope's surface while it is built: each edge's twin and part, each part's edges in order.
//! What is asked of every edge at once is read here; the rings alone are kept.

use alloc::vec;
use alloc::vec::Vec;

use crate::convex::table::topology::{Edge, Gap, Topology};
use crate::hull::Faces;

/// The parts of faces, and what lies across their edges.
pub(super) struct Surface {
    /// Where each vertex's ring starts; and where the last one ends.
    starts: Vec<u32>,
    /// Of each edge, by slot: the vertex that it leads to, times two.
    rings: Vec<u32>,
    /// The edges of all parts, each part's in order from its least.
    edges: Vec<Edge>,
    /// Where each part's edges end.
    ends: Vec<u32>,
    /// Of each edge, by slot: its part.
    parts: Vec<u32>,
    /// Of each edge, by slot: the same edge the other way.
    twins: Vec<u32>,
}

/// A corner of a face: the half-edges that leave it and that come to it, and where they lead.
#[derive(Clone, Copy, Default)]
struct Wedge {
    next: u32,
    last: u32,
    leaves: u32,
    comes: u32,
}

impl Surface {
    /// From faces whose corners `number` turns into vertices, of which there are so many, each in a
    /// face.
    pub fn new(faces: &Faces, vertices: usize, number: impl Fn(u32) -> u32) -> Result<Self, Gap> {
        let corners = faces.corners();
        // Where each ring starts, one place late: what fills the rings moves it to its place.
        let mut starts = vec![0u32; vertices + 2];
        for &corner in corners {
            starts[number(corner) as usize + 2] += 1;
        }
        for v in 2..vertices + 2 {
            starts[v] += starts[v - 1];
        }
        // Round a corner of a face, counterclockwise: from the edge to the next corner to that to
        // the last.
        let mut wedges = vec![Wedge::default(); corners.len()];
        let mut base = 0;
        for face in faces.iter() {
            let end = base + face.len() as u32;
            let Some(&last) = face.last() else { continue };
            let (mut last, mut at) = (number(last), number(face[0]));
            for (k, leaves) in (base..end).enumerate() {
                let next = if leaves + 1 < end { number(face[k + 1]) } else { number(face[0]) };
                let comes = if leaves > base { leaves - 1 } else { end - 1 };
                let place = &mut starts[at as usize + 1];
                wedges[*place as usize] = Wedge { next, last, leaves, comes };
                *place += 1;
                (last, at) = (at, next);
            }
            base = end;
        }
        starts.truncate(vertices + 1);
        // In order round each vertex, from the least neighbour on: the neighbours, times two; the
        // half-edges that come from them; and where each half-edge that leaves has its slot.
        let mut rings = vec![0u32; wedges.len()];
        let mut comes = vec![0u32; wedges.len()];
        let mut slots = vec![0u32; wedges.len()];
        // For each neighbour of a vertex, the vertex, and which of its wedges leads there.
        let mut ways = vec![[u32::MAX, 0]; vertices];
        for v in 0..vertices as u32 {
            let (start, end) = (starts[v as usize], starts[v as usize + 1]);
            let round = &wedges[start as usize..end as usize];
            let Some(&(mut at)) = round.iter().min_by_key(|wedge| wedge.next) else {
                return Err(Gap::Open(v));
            };
            for (i, wedge) in (0..).zip(round) {
                let way = &mut ways[wedge.next as usize];
                if way[0] == v {
                    return Err(Gap::Crowded(v));
                }
                *way = [v, i];
            }
            let least = at.next;
            for slot in start..end {
                rings[slot as usize] = 2 * at.next;
                comes[slot as usize] = at.comes;
                slots[at.leaves as usize] = slot;
                let [of, i] = ways[at.last as usize];
                if of != v {
                    return Err(Gap::Open(v));
                }
                at = round[i as usize];
                if (at.next == least) != (slot + 1 == end) {
                    return Err(Gap::Crowded(v));
                }
            }
        }
        let mut twins = vec![0u32; rings.len()];
        for v in 0..vertices {
            let (start, end) = (starts[v] as usize, starts[v + 1] as usize);
            // The way to the neighbour where a wedge ends, and back.
            let mut before = comes[end - 1];
            for slot in start..end {
                twins[slot] = slots[before as usize];
                before = comes[slot];
            }
        }
        Ok(Self::walk(starts, rings, twins))
    }

    /// Walks the parts, in the order of their least edges.
    fn walk(starts: Vec<u32>, rings: Vec<u32>, twins: Vec<u32>) -> Self {
        let mut parts = vec![u32::MAX; rings.len()];
        let mut edges = Vec::with_capacity(rings.len());
        let mut ends = Vec::with_capacity(rings.len() / 3);
        for from in 0..starts.len() as u32 - 1 {
            for slot in starts[from as usize]..starts[from as usize + 1] {
                if parts[slot as usize] != u32::MAX {
                    continue;
                }
                let first = Edge { from, slot };
                let mut at = first;
                loop {
                    parts[at.slot as usize] = ends.len() as u32;
                    edges.push(at);
                    // At the edge's end, the one before the way back.
                    let from = rings[at.slot as usize] / 2;
                    let back = twins[at.slot as usize];
                    let [start, end] = [starts[from as usize], starts[from as usize + 1]];
                    at = Edge { from, slot: if back == start { end - 1 } else { back - 1 } };
                    if at == first {
                        break;
                    }
                }
                ends.push(edges.len() as u32);
            }
        }
        Self { starts, rings, edges, ends, parts, twins }
    }

    /// The rings alone.
    pub fn topology(&self) -> Topology {
        Topology::of_rings(&self.starts, &self.rings)
    }

    /// The vertices that an edge joins to one, counterclockwise seen from outside.
    #[inline]
    pub fn neighbors(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let [start, end] = [0, 1].map(|i| self.starts[vertex as usize + i] as usize);
        self.rings[start..end].iter().map(|to| to / 2)
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many edges there are, each way.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The edges of the part on the other side of the edge in a slot.
    #[inline]
    pub fn beyond(&self, slot: u32) -> &[Edge] {
        self.part(self.part_of(self.twin_of(slot)))
    }

    /// Whether all parts have three edges.
    pub fn is_triangular(&self) -> bool {
        3 * self.len() == self.edges()
    }

    /// Calls `see` with each corner of the part beyond an edge that is not an end of the edge;
    /// given whether all parts have three edges.
    #[inline(always)]
    pub fn for_each_beyond(&self, edge: Edge, is_triangular: bool, mut see: impl FnMut(u32)) {
        let Edge { from, slot } = edge;
        if is_triangular {
            // The neighbour before.
            let [start, end] = [0, 1].map(|i| self.starts[from as usize + i]);
            let before = if slot == start { end - 1 } else { slot - 1 };
            return see(self.rings[before as usize] / 2);
        }
        let to = self.rings[slot as usize] / 2;
        for other in self.beyond(slot) {
            if other.from != from && other.from != to {
                see(other.from);
            }
        }
    }

    /// The edges of a part.
    #[inline]
    pub fn part(&self, part: usize) -> &[Edge] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.edges[start as usize..self.ends[part] as usize]
    }

    /// The edges of each part, in the order of the parts' least edges.
    pub fn iter(&self) -> impl Iterator<Item = &[Edge]> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.edges[start as usize..end as usize])
    }

    /// The part to the left of the edge in a slot.
    #[inline]
    pub fn part_of(&self, slot: u32) -> usize {
        self.parts[slot as usize] as usize
    }

    /// The slot of the same edge the other way.
    #[inline]
    pub fn twin_of(&self, slot: u32) -> u32 {
        self.twins[slot as usize]
    }
}
