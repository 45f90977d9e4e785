//! Meshes: as their hull if they are convex; else as the hulls of their connected pieces, or as
//! their hull on request, and saying so. A group of faces that closes a surface is a piece of its
//! own, even where it touches another.

use crate::scene::Builder;
use crate::solid::{self, Map};
use osculate::DVec3;
use osculate::hull::{ConvexHull, convex_hull};
use std::collections::{HashMap, HashSet};

/// Points, and polygons between them.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    pub points: Vec<DVec3>,
    pub faces: Vec<Vec<u32>>,
    /// The group of each face; of those behind the end, 0.
    groups: Vec<u32>,
    /// Above the number of each group.
    groups_end: u32,
}

/// A corner deeper inside the hull than this share of its size is a dent.
const DENT: f64 = 1e-5;

impl Mesh {
    /// A mesh whose faces are one group.
    pub fn new(points: Vec<DVec3>, faces: Vec<Vec<u32>>) -> Self {
        Self { points, faces, ..Self::default() }
    }

    /// Adds the mesh to a body.
    pub fn add(&self, map: &Map, body: usize, scene: &mut Builder) -> Result<(), String> {
        scene.take(0, self.points.len())?;
        if let Some(face) = self.faces.iter().flatten().find(|i| **i as usize >= self.points.len())
        {
            return Err(format!(
                "a face has the corner {face}, and there are {} points",
                self.points.len()
            ));
        }
        if let Some(point) = self.points.iter().position(|p| !p.is_finite()) {
            return Err(format!("point {point} is {}, and must be finite", self.points[point]));
        }
        let points: Vec<DVec3> = self.points.iter().map(|p| map.transform_point3(*p)).collect();
        let whole: Vec<u32> = (0..self.faces.len() as u32).collect();
        // Points that no face has are no part of the surface.
        let pieces = self.pieces(&points);
        if pieces.is_empty() {
            return Ok(());
        }
        if scene.takes_whole_hulls() || pieces.len() == 1 {
            let convex = pieces.len() == 1 && self.is_convex(&points, &pieces[0]);
            if !convex {
                scene.get(body).assumed.push("not convex: its hull is taken".into());
            }
            return self.add_piece(&points, &whole, body, scene);
        }
        let dented = pieces.iter().filter(|piece| !self.is_convex(&points, piece)).count();
        let mut assumed = format!("in {} pieces: the hull of each is taken", pieces.len());
        if dented > 0 {
            assumed += &format!("; {dented} of them not convex");
        }
        scene.get(body).assumed.push(assumed);
        for piece in &pieces {
            self.add_piece(&points, piece, body, scene)?;
        }
        Ok(())
    }

    fn add_piece(
        &self,
        points: &[DVec3],
        piece: &[u32],
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), String> {
        let corners = self.corners(points, piece);
        scene.take(1, 0)?;
        let part = solid::hull(&corners, "hull").map_err(|error| error.to_string())?;
        scene.get(body).parts.push(part);
        Ok(())
    }

    /// The points of some faces.
    fn corners(&self, points: &[DVec3], piece: &[u32]) -> Vec<DVec3> {
        let mut used: Vec<u32> =
            piece.iter().flat_map(|face| &self.faces[*face as usize]).copied().collect();
        used.sort_unstable();
        used.dedup();
        used.into_iter().map(|i| points[i as usize]).collect()
    }

    /// The faces that hang together by shared points; points at one place are one, whatever their
    /// numbers. The faces of a group that closes a surface hang together with no others: they bound
    /// a solid, and so does their hull.
    fn pieces(&self, points: &[DVec3]) -> Vec<Vec<u32>> {
        let mut places: HashMap<[u64; 3], u32> = HashMap::new();
        // Adding zero makes one of the two zeros.
        let place = |p: DVec3| [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits());
        let mut leader: Vec<u32> = (0..points.len() as u32)
            .map(|i| *places.entry(place(points[i as usize])).or_insert(i))
            .collect();
        let closed = self.closed_groups(&leader);
        // What a closed group has of a place is the group's own.
        let mut own: HashMap<(u32, u32), u32> = HashMap::new();
        let places = leader.clone();
        let mut corners = |face: u32, leader: &mut Vec<u32>| -> Vec<u32> {
            let group = self.group(face as usize);
            let of_place = self.faces[face as usize].iter().map(|i| places[*i as usize]);
            if !closed.contains(&group) {
                return of_place.collect();
            }
            let mut new = |place| {
                *own.entry((group, place)).or_insert_with(|| {
                    leader.push(leader.len() as u32);
                    leader.len() as u32 - 1
                })
            };
            of_place.map(&mut new).collect()
        };
        fn find(leader: &mut [u32], mut i: u32) -> u32 {
            while leader[i as usize] != i {
                leader[i as usize] = leader[leader[i as usize] as usize];
                i = leader[i as usize];
            }
            i
        }
        let mut firsts = Vec::new();
        for face in 0..self.faces.len() as u32 {
            let corners = corners(face, &mut leader);
            for pair in corners.windows(2) {
                let [a, b] = [find(&mut leader, pair[0]), find(&mut leader, pair[1])];
                leader[a.max(b) as usize] = a.min(b);
            }
            firsts.push(corners.first().copied());
        }
        let mut order: HashMap<u32, usize> = HashMap::new();
        let mut pieces: Vec<Vec<u32>> = Vec::new();
        for (face, first) in firsts.into_iter().enumerate() {
            let Some(first) = first else { continue };
            let leader = find(&mut leader, first);
            let piece = *order.entry(leader).or_insert_with(|| {
                pieces.push(Vec::new());
                pieces.len() - 1
            });
            pieces[piece].push(face as u32);
        }
        pieces
    }

    fn group(&self, face: usize) -> u32 {
        self.groups.get(face).copied().unwrap_or(0)
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

    /// Adds a face of a group.
    pub fn push(&mut self, group: u32, corners: Vec<u32>) {
        self.groups.resize(self.faces.len(), 0);
        self.groups.push(group);
        self.groups_end = self.groups_end.max(group + 1);
        self.faces.push(corners);
    }

    /// Adds the points and faces of another mesh; its groups are others than those so far.
    pub fn append(&mut self, other: Mesh) {
        let base = self.points.len() as u32;
        let groups = if self.faces.is_empty() { 0 } else { self.groups_end.max(1) };
        for k in 0..other.faces.len() {
            let corners = other.faces[k].iter().map(|i| i + base).collect();
            self.push(groups + other.group(k), corners);
        }
        self.points.extend(other.points);
    }

    /// Whether no corner and no face's middle is inside the hull. Flat ones are convex.
    fn is_convex(&self, points: &[DVec3], piece: &[u32]) -> bool {
        let corners = self.corners(points, piece);
        let Ok(ConvexHull::Polytope(faces)) = convex_hull(&corners) else { return true };
        let center = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let size = corners.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
        let planes: Vec<(DVec3, f64)> = faces
            .iter()
            .filter_map(|face| {
                // Of all corners: the first three may be nearly in one line.
                let at = |k: usize| corners[face[k % face.len()] as usize];
                let sum: DVec3 =
                    (1..face.len()).map(|k| (at(k) - at(0)).cross(at(k + 1) - at(0))).sum();
                let normal = sum.try_normalize()?;
                Some((normal, normal.dot(at(0))))
            })
            .collect();
        let depth = |p: DVec3| {
            planes
                .iter()
                .map(|(normal, offset)| offset - normal.dot(p))
                .fold(f64::INFINITY, f64::min)
        };
        // Many faces by many planes take long: of large meshes a sample of the faces is asked.
        let step = (piece.len() * planes.len() / 20_000_000).max(1);
        piece.iter().step_by(step).all(|&face| {
            let face = &self.faces[face as usize];
            let middle =
                face.iter().map(|i| points[*i as usize]).sum::<DVec3>() / face.len().max(1) as f64;
            depth(middle) <= DENT * size
        })
    }
}
