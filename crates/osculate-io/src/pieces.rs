//! The pieces of a mesh: faces that hang together, and what each lacks of its hull. A group of faces
//! that closes a surface is a piece of its own, even where it touches another.

use crate::mesh::Mesh;
use crate::surface::{GROWTH, Surface, area, is_multiple, volume};
use crate::weld::{PRECISION, Sets, join_equal, join_near};
use osculate::DVec3;
use std::collections::{HashMap, HashSet};

/// A corner deeper inside the hull than this share of its size is a dent.
const DENT: f64 = 1e-5;

/// A corner deeper than this share is one where the hull is to be the mesh, but for the rounding of
/// a hull's own planes.
const EXACT: f64 = 64.0 * f64::EPSILON;

/// How well a hull has to be the mesh that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// As well as doubles can tell.
    Exact,
    /// But for what the digits of a file round.
    Rounded,
}

/// What a piece lacks of its hull.
#[derive(Clone, Copy, Default)]
pub struct Lack {
    /// It is not convex.
    pub dented: bool,
    /// Its surface does not close: it leaves a part of the hull's open.
    pub open: bool,
}

/// Pieces, and what is known of the points.
pub struct Pieces {
    pub pieces: Vec<Vec<u32>>,
    /// Of each point the first that is equal.
    pub equal: Vec<u32>,
    /// The same for points at one place, which rounding may part.
    pub places: Vec<u32>,
    /// The largest coordinate of a face.
    size: f64,
}

impl Mesh {
    /// The points of some faces, equal ones once.
    pub fn corners(&self, points: &[DVec3], equal: &[u32], faces: &[u32]) -> Vec<DVec3> {
        let corners = faces.iter().flat_map(|face| &self.faces[*face as usize]);
        let mut used: Vec<u32> = corners.map(|i| equal[*i as usize]).collect();
        used.sort_unstable();
        used.dedup();
        used.into_iter().map(|i| points[i as usize]).collect()
    }

    /// The faces that hang together by shared points; points at one place are one, whatever their
    /// numbers. So are points that only rounding parts, but no others than those of edges that lack
    /// a partner: a surface that closes is whole as it is, however near another it comes. The faces
    /// of a group that closes a surface hang together with no others: they bound a solid, and so
    /// does their hull.
    pub fn pieces(&self) -> Pieces {
        let points = &self.points;
        let mut sets = Sets::new(points.len());
        join_equal(points, &mut sets);
        let equal: Vec<u32> = (0..points.len() as u32).map(|i| sets.least(i)).collect();
        let mut places = equal.clone();
        let corners = self.faces.iter().flatten().map(|i| points[*i as usize].abs().max_element());
        let size = corners.fold(0.0, f64::max);
        let all: Vec<u32> = (0..self.faces.len() as u32).collect();
        let odd = self.odd_edges(&all, &places);
        let mut open: Vec<u32> = odd.iter().flat_map(|(a, b)| [*a, *b]).collect();
        open.sort_unstable();
        open.dedup();
        let distance = PRECISION * size;
        if distance > 0.0 && !open.is_empty() {
            let mut weld = |which: &[u32]| -> Vec<u32> {
                join_near(points, which, distance, &mut sets);
                (0..points.len() as u32).map(|i| sets.least(i)).collect()
            };
            places = weld(&open);
            // Where that closes edges, the file rounds each corner for itself: all of them.
            if self.odd_edges(&all, &places).len() < odd.len() {
                let corners = self.faces.iter().flatten();
                let mut used: Vec<u32> = corners.map(|i| equal[*i as usize]).collect();
                used.sort_unstable();
                used.dedup();
                places = weld(&used);
            }
        }
        let closed = self.closed_groups(&places);
        // What a closed group has of a place is the group's own.
        let mut own: HashMap<(u32, u32), u32> = HashMap::new();
        let mut corners = |face: u32, sets: &mut Sets| -> Vec<u32> {
            let group = self.group(face as usize);
            let of_place = self.faces[face as usize].iter().map(|i| places[*i as usize]);
            if !closed.contains(&group) {
                return of_place.collect();
            }
            let mut new = |place| *own.entry((group, place)).or_insert_with(|| sets.push());
            of_place.map(&mut new).collect()
        };
        let mut firsts = Vec::new();
        for face in all {
            let corners = corners(face, &mut sets);
            corners.windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
            firsts.push(corners.first().copied());
        }
        let mut order: HashMap<u32, usize> = HashMap::new();
        let mut pieces: Vec<Vec<u32>> = Vec::new();
        for (face, first) in firsts.into_iter().enumerate() {
            let Some(first) = first else { continue };
            let piece = *order.entry(sets.least(first)).or_insert_with(|| {
                pieces.push(Vec::new());
                pieces.len() - 1
            });
            pieces[piece].push(face as u32);
        }
        Pieces { pieces, equal, places, size }
    }

    /// The edges that have an odd number of these faces.
    fn odd_edges(&self, faces: &[u32], places: &[u32]) -> Vec<(u32, u32)> {
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for &face in faces {
            let face = &self.faces[face as usize];
            for (i, from) in face.iter().enumerate() {
                let to = face[(i + 1) % face.len()];
                let [a, b] = [*from, to].map(|i| places[i as usize]);
                if a != b {
                    edges.push((a.min(b), a.max(b)));
                }
            }
        }
        edges.sort_unstable();
        let runs = edges.chunk_by(|p, q| p == q);
        runs.filter(|run| run.len() % 2 == 1).map(|run| run[0]).collect()
    }

    /// The faces, each once: some programs write both sides of a sheet, or a face twice.
    fn distinct(&self, faces: &[u32], places: &[u32]) -> Vec<u32> {
        let corners = |face: &u32| -> Vec<u32> {
            let corners = self.faces[*face as usize].iter();
            let mut corners: Vec<u32> = corners.map(|i| places[*i as usize]).collect();
            corners.sort_unstable();
            corners
        };
        let mut known: Vec<(Vec<u32>, u32)> =
            faces.iter().map(|face| (corners(face), *face)).collect();
        known.sort_unstable();
        known.dedup_by(|a, b| a.0 == b.0);
        known.into_iter().map(|(_, face)| face).collect()
    }

    /// Of several groups those whose faces close a surface: each edge has an even number of them.
    fn closed_groups(&self, places: &[u32]) -> HashSet<u32> {
        let mut groups: HashSet<u32> = (0..self.faces.len()).map(|k| self.group(k)).collect();
        if groups.len() < 2 {
            return HashSet::new();
        }
        let mut odd: HashSet<(u32, u32, u32)> = HashSet::new();
        for (k, face) in self.faces.iter().enumerate() {
            for (i, from) in face.iter().enumerate() {
                let to = face[(i + 1) % face.len()];
                let [a, b] = [*from, to].map(|i| places[i as usize]);
                let edge = (self.group(k), a.min(b), a.max(b));
                if a != b && !odd.insert(edge) {
                    odd.remove(&edge);
                }
            }
        }
        for (group, ..) in odd {
            groups.remove(&group);
        }
        groups
    }

    /// Whether the mesh is one piece, and its own hull.
    pub fn is_convex(&self) -> bool {
        let found = self.pieces();
        let is_whole = |lack: Lack| !lack.dented && !lack.open;
        found.pieces.len() == 1 && is_whole(self.lack(&found, 0, Share::Rounded))
    }

    /// What a piece lacks of its hull. The mesh is asked as its file has it: a map changes nothing
    /// about it.
    pub fn lack(&self, of: &Pieces, piece: usize, share: Share) -> Lack {
        let places = if share == Share::Exact { &of.equal } else { &of.places };
        let faces = &of.pieces[piece];
        // Of the size 1: no product leaves the range of numbers.
        let scale = if of.size > 0.0 { of.size } else { 1.0 };
        let corners = self.corners(&self.points, &of.equal, faces);
        let corners: Vec<DVec3> = corners.into_iter().map(|p| p / scale).collect();
        let Some(hull) = Surface::around(&corners) else { return Lack::default() };
        let center = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let size = corners.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
        // What corners are off by is no dent. Of what the file has welded itself, they are exact.
        let is_parted = |i: &u32| of.places[*i as usize] != of.equal[*i as usize];
        let is_rounded = faces.iter().any(|face| self.faces[*face as usize].iter().any(is_parted));
        let dent = match share {
            Share::Exact => EXACT * size,
            Share::Rounded if is_rounded => PRECISION.max(DENT * size),
            Share::Rounded => DENT * size,
        };
        let corners_of = |face: &u32| -> Vec<DVec3> {
            let corners = self.faces[*face as usize].iter();
            corners.map(|i| self.points[*i as usize] / scale - center).collect()
        };
        let distinct = self.distinct(faces, places);
        let areas = distinct.iter().map(|face| area(&corners_of(face)));
        // A sheet that is flat has two sides. Either covers it, or both do where some of its faces
        // were written the other way round.
        if let Some(normal) = hull.flat_along(&corners, dent) {
            let seen: Vec<f64> = areas.map(|area| area.dot(normal)).collect();
            let front: f64 = seen.iter().filter(|area| **area > 0.0).sum();
            let back: f64 = front - seen.iter().sum::<f64>();
            let covers = |area| is_multiple(area, 0.5 * hull.area, GROWTH * dent * size);
            return Lack {
                dented: ![front, back, front + back].into_iter().any(covers),
                open: false,
            };
        }
        let closes = self.odd_edges(faces, places).is_empty()
            || self.odd_edges(&distinct, places).is_empty();
        // Many faces by many planes take long: of large meshes a sample of the faces is asked.
        let step = (faces.len() * hull.planes.len() / 20_000_000).max(1);
        if step > 1 && share == Share::Exact {
            return Lack { dented: true, open: !closes };
        }
        let is_convex = faces.iter().step_by(step).all(|face| {
            let corners = corners_of(face);
            let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
            hull.depth(center + middle) <= dent
        });
        if !is_convex {
            return Lack { dented: true, open: !closes };
        }
        // All faces lie on the hull's. Do they cover it, or at least bound as much? Faces that
        // overlap make the area larger, and those that are turned the volume smaller.
        let area: f64 = areas.map(|area| area.length()).sum();
        let is_whole = if closes {
            let volume: f64 = distinct.iter().map(|face| volume(&corners_of(face))).sum();
            is_multiple(area, hull.area, GROWTH * dent * size)
                || is_multiple(volume.abs(), hull.volume, GROWTH * dent * size * size)
        } else {
            // An edge may lack a partner for a corner of another face in it. Then the areas are
            // the same but for what corners on edges are off by.
            is_multiple(area, hull.area, dent * size)
        };
        Lack { dented: false, open: !is_whole }
    }
}
