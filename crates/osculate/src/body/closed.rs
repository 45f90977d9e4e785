//! What closed surfaces are, and how often a half-line crosses one.
//!
//! Signs of determinants decide what is crossed. They are exact (Shewchuk 1997), and where one is
//! zero, the half-line counts as shifted by less than any number, along the second axis by more
//! than along the third; so it never meets an edge.

use alloc::vec::Vec;

use robust::{Coord, Coord3D, orient2d, orient3d};

use super::facet::CORNERS;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Scalar, Vector};

/// In double precision, where every number of a space is itself.
pub(super) fn numbers<V: Vector>(of: V) -> [f64; 3] {
    [0, 1, 2].map(|i| if i < V::DIM { of.get(i).to_f64() } else { 0.0 })
}

/// A sign: −1, 0 or 1.
fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

/// Which way the corners a, b and the point go round, the point shifted as above; 0 if a and b are
/// one.
fn turn([a, b, point]: [Coord<f64>; 3]) -> i32 {
    let turn = sign(orient2d(a, b, point));
    if turn != 0 {
        return turn;
    }
    let along_second = sign(a.y - b.y);
    if along_second != 0 { along_second } else { sign(b.x - a.x) }
}

/// How often a half-line from a point along the first axis crosses a triangle outwards; `None` if
/// the point is on it.
pub(super) fn crossings_of_triangle(corners: [[f64; 3]; 3], point: [f64; 3]) -> Option<i32> {
    let flat = |[_, y, z]: [f64; 3]| Coord { x: y, y: z };
    let [a, b, c] = corners.map(flat);
    let from = flat(point);
    let turns = [turn([a, b, from]), turn([b, c, from]), turn([c, a, from])];
    if turns[0] == 0 || turns != [turns[0]; 3] {
        return Some(0);
    }
    let whole = |[x, y, z]: [f64; 3]| Coord3D { x, y, z };
    let [a, b, c] = corners.map(whole);
    match sign(orient3d(a, b, c, whole(point))) {
        0 => None,
        side if side == turns[0] => Some(side),
        _ => Some(0),
    }
}

/// The same of a segment of the plane.
pub(super) fn crossings_of_segment([a, b]: [[f64; 3]; 2], point: [f64; 3]) -> Option<i32> {
    let (up, down) = (a[1] <= point[1] && b[1] > point[1], b[1] <= point[1] && a[1] > point[1]);
    if !up && !down {
        return Some(0);
    }
    let coord = |[x, y, _]: [f64; 3]| Coord { x, y };
    match sign(orient2d(coord(a), coord(b), coord(point))) {
        0 => None,
        1 if up => Some(1),
        -1 if down => Some(-1),
        _ => Some(0),
    }
}

/// Vertices at one place have the number of the first.
fn join_equal<V: Vector>(vertices: &[V]) -> Vec<u32> {
    let key = |&i: &u32| numbers(vertices[i as usize]);
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_by(|i, j| {
        let both = key(i).into_iter().zip(key(j));
        let mut differing =
            both.map(|(x, y)| x.partial_cmp(&y).unwrap_or(core::cmp::Ordering::Equal));
        differing.find(|order| order.is_ne()).unwrap_or_else(|| i.cmp(j))
    });
    let mut first: Vec<u32> = (0..vertices.len() as u32).collect();
    for pair in order.windows(2) {
        if key(&pair[0]) == key(&pair[1]) {
            first[pair[1] as usize] = first[pair[0] as usize];
        }
    }
    first
}

/// The edges of facets, or their ends in the plane, each with its direction; such as close each
/// other are equal but for that. The facet, and a vertex to tell of.
type Edge = ([u32; 2], bool, u32, u32);

fn edges(dim: usize, facets: &[[u32; CORNERS]], first: &[u32]) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(facets.len() * CORNERS);
    for (facet, corners) in (0..).zip(facets) {
        let places = corners.map(|corner| first[corner as usize]);
        if dim == 2 {
            edges.push(([places[0]; 2], true, facet, corners[0]));
            edges.push(([places[1]; 2], false, facet, corners[1]));
            continue;
        }
        for k in 0..CORNERS {
            let (a, b) = (places[k], places[(k + 1) % CORNERS]);
            if a != b {
                edges.push(([a.min(b), a.max(b)], a < b, facet, corners[k]));
            }
        }
    }
    edges
}

/// Whether facets close a surface and are wound alike: each edge is gone along as often one way as
/// the other.
pub(super) fn check_closed<V: Vector>(
    vertices: &[V],
    facets: &[[u32; CORNERS]],
) -> Result<(), Error> {
    let mut edges = edges(V::DIM, facets, &join_equal(vertices));
    edges.sort_unstable();
    let mut worst: Option<(u32, u32, Problem)> = None;
    for group in edges.chunk_by(|a, b| a.0 == b.0) {
        let ways = group.iter().filter(|edge| edge.1).count();
        if 2 * ways == group.len() {
            continue;
        }
        let open = group.len() % 2 == 1;
        let problem = if open { Problem::Open } else { Problem::WoundAgainst };
        for &(_, _, facet, vertex) in group {
            if worst.is_none_or(|(first, ..)| facet < first) {
                worst = Some((facet, vertex, problem));
            }
        }
    }
    let Some((facet, vertex, problem)) = worst else { return Ok(()) };
    let parameter = if V::DIM == 2 { "segments" } else { "triangles" };
    let (index, value) = (Some(facet as usize), f64::from(vertex));
    Err(Error { shape: "Body", parameter, index, value, problem })
}

/// A vertex of each piece of a mesh, and a facet that has it. Facets that have a vertex in common,
/// by its number, are of one piece.
pub(super) fn starts(vertices: usize, facets: &[[u32; CORNERS]]) -> Vec<(u32, u32)> {
    let mut above: Vec<u32> = (0..vertices as u32).collect();
    fn root(above: &mut [u32], mut of: u32) -> u32 {
        while above[of as usize] != of {
            above[of as usize] = above[above[of as usize] as usize];
            of = above[of as usize];
        }
        of
    }
    for corners in facets {
        for pair in corners.windows(2) {
            let (a, b) = (root(&mut above, pair[0]), root(&mut above, pair[1]));
            above[a.max(b) as usize] = a.min(b);
        }
    }
    let mut starts = Vec::new();
    let mut is_known = alloc::vec![false; vertices];
    for (facet, corners) in (0..).zip(facets) {
        let root = root(&mut above, corners[0]) as usize;
        if !core::mem::replace(&mut is_known[root], true) {
            starts.push((corners[0], facet));
        }
    }
    starts.shrink_to_fit();
    starts
}
