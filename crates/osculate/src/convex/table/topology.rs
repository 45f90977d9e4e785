//! Which vertices are neighbors: for each vertex the ring of those that an edge joins it to,
//! counterclockwise seen from outside.
//!
//! The rings are all there is. A face is walked from one of its edges: at the edge's end, the next
//! edge is the one before it in the ring, clockwise. Edges inside a face of nearly coplanar parts
//! are marked soft: faces skip them, climbing does not.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Indices, in one byte each or two where that suffices.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Indices {
    Least(Vec<u8>),
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Indices {
    /// The list, whose entries are all less than `bound`.
    pub fn new(list: &[u32], bound: usize) -> Self {
        if bound <= 1 << 8 {
            Self::Least(list.iter().map(|&i| i as u8).collect())
        } else if bound <= 1 << 16 {
            Self::Narrow(list.iter().map(|&i| i as u16).collect())
        } else {
            Self::Wide(list.to_vec())
        }
    }

    #[inline(always)]
    pub fn get(&self, at: usize) -> u32 {
        match self {
            Self::Least(list) => u32::from(list[at]),
            Self::Narrow(list) => u32::from(list[at]),
            Self::Wide(list) => list[at],
        }
    }

    /// Some entries that follow each other.
    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Entries<'_> {
        match self {
            Self::Least(list) => Entries::Least(&list[range]),
            Self::Narrow(list) => Entries::Narrow(&list[range]),
            Self::Wide(list) => Entries::Wide(&list[range]),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Least(list) => list.len(),
            Self::Narrow(list) => list.len(),
            Self::Wide(list) => list.len(),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::Least(list) => list.len(),
            Self::Narrow(list) => 2 * list.len(),
            Self::Wide(list) => 4 * list.len(),
        }
    }
}

/// A part of a list of indices. Loops over it are compiled for each width.
#[derive(Clone, Copy)]
pub(crate) enum Entries<'l> {
    Least(&'l [u8]),
    Narrow(&'l [u16]),
    Wide(&'l [u32]),
}

/// A directed edge: from a vertex, to the one in this slot of all rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub from: u32,
    pub slot: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Topology {
    /// Where each vertex's ring starts; and where the last one ends.
    starts: Indices,
    /// The neighbors, times two; odd where the edge is soft.
    rings: Indices,
    /// Whether all faces have three corners.
    is_triangular: bool,
}

/// What is wrong with faces that are no closed surface.
pub(crate) enum Gap {
    /// Two faces use the same edge in the same direction, or faces meet in a vertex alone.
    Crowded(u32),
    /// No face is on the other side of an edge from this vertex.
    Open(u32),
}

impl Topology {
    /// From where each vertex's ring starts, and the last one ends; and the rings, times two.
    pub fn of_rings(starts: &[u32], rings: &[u32]) -> Self {
        let vertices = starts.len() - 1;
        // As vertices and faces are two more than edges, no surface has more edges.
        let is_triangular =
            rings.len() + 12 == 6 * vertices && rings.iter().all(|entry| entry & 1 == 0);
        let starts = Indices::new(starts, rings.len() + 1);
        Self { starts, rings: Indices::new(rings, 2 * vertices), is_triangular }
    }

    /// Whether all faces have three corners.
    #[inline]
    pub fn is_triangular(&self) -> bool {
        self.is_triangular
    }

    /// The slot in which a vertex's ring starts, and the ring: its neighbors, times two; odd where
    /// the edge is soft.
    #[inline(always)]
    pub fn ring_of(&self, vertex: u32) -> (u32, Entries<'_>) {
        let v = vertex as usize;
        let (start, end) = (self.starts.get(v), self.starts.get(v + 1));
        (start, self.rings.slice(start as usize..end as usize))
    }

    pub fn bytes(&self) -> usize {
        self.starts.bytes() + self.rings.bytes()
    }

    /// The number of directed edges.
    pub fn len(&self) -> usize {
        self.rings.len()
    }

    #[inline]
    pub fn edges_of(&self, vertex: u32) -> impl Iterator<Item = Edge> {
        let v = vertex as usize;
        (self.starts.get(v)..self.starts.get(v + 1)).map(move |slot| Edge { from: vertex, slot })
    }

    /// Every directed edge.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        (0..self.starts.len() as u32 - 1).flat_map(|v| self.edges_of(v))
    }

    #[inline]
    pub fn to(&self, edge: Edge) -> u32 {
        self.rings.get(edge.slot as usize) / 2
    }

    pub fn is_soft(&self, edge: Edge) -> bool {
        self.rings.get(edge.slot as usize) & 1 == 1
    }

    /// The same edge the other way.
    pub fn twin(&self, edge: Edge) -> Edge {
        let back = |twin: &Edge| self.to(*twin) == edge.from;
        self.edges_of(self.to(edge)).find(back).unwrap_or(edge)
    }

    /// Marks the edge in a slot as one inside a face.
    pub fn soften(&mut self, slot: u32) {
        self.is_triangular = false;
        match &mut self.rings {
            Indices::Least(list) => list[slot as usize] |= 1,
            Indices::Narrow(list) => list[slot as usize] |= 1,
            Indices::Wide(list) => list[slot as usize] |= 1,
        }
    }

    /// The edge of the same vertex that comes before, which is the next one clockwise.
    #[inline]
    fn clockwise(&self, Edge { from, slot }: Edge) -> Edge {
        let (start, end) = (self.starts.get(from as usize), self.starts.get(from as usize + 1));
        Edge { from, slot: if slot == start { end - 1 } else { slot - 1 } }
    }

    /// The edge that follows in the part of a face, with nothing inside, to the left of `edge`.
    #[inline]
    pub fn next_in_part(&self, edge: Edge) -> Edge {
        self.clockwise(self.twin(edge))
    }

    /// The edge that follows in the face to the left of a hard edge: the next hard one clockwise,
    /// at worst the edge back.
    pub fn next_in_face(&self, edge: Edge) -> Edge {
        let back = self.twin(edge);
        let mut next = self.clockwise(back);
        while self.is_soft(next) && next != back {
            next = self.clockwise(next);
        }
        next
    }

    /// The edges of the part, or with `whole` of the face, to the left of an edge.
    pub fn round(&self, edge: Edge, whole: bool) -> impl Iterator<Item = Edge> + Clone + '_ {
        let step = move |at: &Edge| {
            let next = if whole { self.next_in_face(*at) } else { self.next_in_part(*at) };
            (next != edge).then_some(next)
        };
        core::iter::successors(Some(edge), step)
    }

    /// The corners of the part, or with `whole` of the face, to the left of an edge, from where the
    /// edge begins.
    #[inline]
    pub fn corners(&self, edge: Edge, whole: bool) -> impl Iterator<Item = u32> + Clone + '_ {
        let step = move |at: &Edge| {
            let is_last = self.to(*at) == edge.from;
            let next = || if whole { self.next_in_face(*at) } else { self.next_in_part(*at) };
            (!is_last).then(next)
        };
        core::iter::successors(Some(edge), step).map(|edge| edge.from)
    }

    /// One edge of each part, or with `whole` of each face.
    pub fn faces(&self, whole: bool) -> Vec<Edge> {
        let mut seen = vec![false; self.len()];
        let mut faces = Vec::new();
        for edge in self.edges() {
            if seen[edge.slot as usize] || whole && self.is_soft(edge) {
                continue;
            }
            faces.push(edge);
            for edge in self.round(edge, whole) {
                seen[edge.slot as usize] = true;
            }
        }
        faces
    }
}
