//! Meshes. What is convex of them is a hull; the rest is triangles, which bound a solid if they
//! close, and are a surface if not, which is told. On request hulls stand for the rest too: of
//! connected pieces, or of the whole. A group of faces that closes a surface is a piece of its own,
//! even where it touches another. What a surface does not close its hull fills, and that is told.

use crate::Meshes;
use crate::builder::Builder;
use crate::scene::FileMesh;
use crate::solid::{self, Map};
use crate::surface::{GROWTH, Surface, area, is_multiple, volume};
use crate::triangles::{gaps, triangles};
use crate::weld::{PRECISION, Sets, join_equal, join_near};
use osculate::{Body, DVec3};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

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

/// The solid, if the mesh closes.
fn closed(mesh: FileMesh) -> Option<FileMesh> {
    let body = mesh.body.clone().into_solid().ok()?;
    Some(FileMesh { body, is_solid: true, ..mesh })
}

/// The mesh with triangles in its gaps, if all of them are narrow; and how wide they are.
fn without_gaps(mesh: &FileMesh) -> Result<Option<(FileMesh, f64)>, String> {
    let Some((more, width)) = gaps(&mesh.points, &mesh.triangles) else { return Ok(None) };
    let triangles: Vec<[u32; 3]> = mesh.triangles.iter().copied().chain(more).collect();
    let body = Body::from_mesh(&mesh.points, &triangles).map_err(|error| error.to_string())?;
    let filled = FileMesh { points: mesh.points.clone(), triangles, body, is_solid: false };
    Ok(Some((filled, width)))
}

/// A mesh of a file, by name.
pub struct Named {
    /// What the file calls it, if it does; else it is called as the file is.
    pub name: Option<String>,
    /// The line where it begins, counted from 1; 0 if the file has no lines.
    pub line: usize,
    pub mesh: Mesh,
}

/// A mesh where it stands in its file, which may have it several times.
pub struct Placed {
    pub name: String,
    /// The line where it begins, counted from 1; 0 if the file has no lines.
    pub line: usize,
    pub map: Map,
    /// Red, green and blue from 0 to 1.
    pub color: Option<[f32; 3]>,
    pub mesh: Rc<Mesh>,
}

/// A corner deeper inside the hull than this share of its size is a dent.
const DENT: f64 = 1e-5;

/// A corner deeper than this share is one where the hull is to be the mesh, but for the rounding of
/// a hull's own planes.
const EXACT: f64 = 64.0 * f64::EPSILON;

/// How well a hull has to be the mesh that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    /// As well as doubles can tell.
    Exact,
    /// But for what the digits of a file round.
    Rounded,
}

/// What a piece lacks of its hull.
#[derive(Clone, Copy, Default)]
struct Lack {
    /// It is not convex.
    dented: bool,
    /// Its surface does not close: it leaves a part of the hull's open.
    open: bool,
}

/// Pieces, and what is known of the points.
struct Pieces {
    pieces: Vec<Vec<u32>>,
    /// Of each point the first that is equal.
    equal: Vec<u32>,
    /// The same for points at one place, which rounding may part.
    places: Vec<u32>,
    /// The largest coordinate of a face.
    size: f64,
}

impl Mesh {
    /// A mesh whose faces are one group.
    pub fn new(points: Vec<DVec3>, faces: Vec<Vec<u32>>) -> Self {
        Self { points, faces, ..Self::default() }
    }

    /// How much it has, of points or of faces: what shows it many times is held to limits by that.
    pub fn size(&self) -> usize {
        self.points.len().max(self.faces.len())
    }

    /// The mesh under a map.
    pub fn moved(&self, map: &Map) -> Self {
        let points = self.points.iter().map(|point| map.transform_point3(*point)).collect();
        Self { points, ..self.clone() }
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
        let map = scene.in_unit(map);
        let points: Vec<DVec3> = self.points.iter().map(|p| map.transform_point3(*p)).collect();
        let whole: Vec<u32> = (0..self.faces.len() as u32).collect();
        // Points that no face has are no part of the surface.
        let found = self.pieces();
        let pieces = &found.pieces;
        if pieces.is_empty() {
            return Ok(());
        }
        if scene.meshes() == Meshes::AsTheyAre {
            return self.add_as_it_is(&points, &found, body, scene);
        }
        if scene.meshes() == Meshes::Hulls || pieces.len() == 1 {
            // Several pieces are not convex together.
            let together = Lack { dented: true, open: false };
            let lack =
                if pieces.len() == 1 { self.lack(&found, 0, Share::Rounded) } else { together };
            let assumed = match (lack.dented, lack.open) {
                (false, false) => None,
                (true, false) => Some("not convex: its hull is taken"),
                (false, true) => {
                    Some("its surface does not close: its hull is taken, which fills it")
                }
                (true, true) => {
                    Some("not convex, and its surface does not close: its hull is taken")
                }
            };
            scene.get(body).assumed.extend(assumed.map(String::from));
            return self.add_piece(&points, &found.equal, &whole, body, scene);
        }
        let lacks: Vec<Lack> =
            (0..pieces.len()).map(|piece| self.lack(&found, piece, Share::Rounded)).collect();
        let dented = lacks.iter().filter(|lack| lack.dented).count();
        let open = lacks.iter().filter(|lack| lack.open).count();
        let mut assumed = format!("in {} pieces: the hull of each is taken", pieces.len());
        if dented > 0 {
            assumed += &format!("; {dented} of them not convex");
        }
        if open > 0 {
            assumed += &format!("; {open} of them do not close, and their hulls fill them");
        }
        scene.get(body).assumed.push(assumed);
        for piece in pieces {
            self.add_piece(&points, &found.equal, piece, body, scene)?;
        }
        Ok(())
    }

    /// Adds convex pieces as parts, and all others as triangles.
    fn add_as_it_is(
        &self,
        points: &[DVec3],
        found: &Pieces,
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), String> {
        let Pieces { pieces, equal, .. } = found;
        let is_whole = |piece: usize| {
            let Lack { dented, open } = self.lack(found, piece, Share::Exact);
            !dented && !open
        };
        let whole: Vec<bool> = (0..pieces.len()).map(is_whole).collect();
        // A piece that is wound against another may be a cavity in it.
        let volume = |piece: &Vec<u32>| -> f64 {
            let of = |face: &u32| -> f64 {
                let first = self.faces[piece[0] as usize].first();
                let from = first.map_or(DVec3::ZERO, |i| self.points[*i as usize]);
                let corners = self.faces[*face as usize].iter();
                let corners: Vec<DVec3> =
                    corners.map(|i| self.points[*i as usize] - from).collect();
                volume(&corners)
            };
            piece.iter().map(of).sum()
        };
        let signs: Vec<f64> = pieces.iter().map(volume).collect();
        let are_mixed = signs.iter().any(|v| *v > 0.0) && signs.iter().any(|v| *v < 0.0);
        let mut rest: Vec<&[u32]> = Vec::new();
        for (piece, is_whole) in pieces.iter().zip(whole) {
            if is_whole && !are_mixed {
                self.add_piece(points, equal, piece, body, scene)?;
            } else {
                rest.push(piece);
            }
        }
        if rest.is_empty() {
            return Ok(());
        }
        let solid = |pieces: &[&[u32]]| self.solid_of(points, found, pieces);
        if let Some((mesh, note)) = solid(&rest)? {
            scene.get(body).meshes.push(mesh);
            scene.get(body).assumed.extend(note);
            return Ok(());
        }
        // Some do not close: each is asked alone.
        let (mut solids, mut surfaces) = (Vec::new(), Vec::new());
        for piece in rest {
            let list = if solid(&[piece])?.is_some() { &mut solids } else { &mut surfaces };
            list.push(piece);
        }
        if !solids.is_empty()
            && let Some((mesh, note)) = solid(&solids)?
        {
            scene.get(body).meshes.push(mesh);
            scene.get(body).assumed.extend(note);
        } else {
            // What closes alone need not close with others, if corners must be joined for it.
            surfaces.append(&mut solids);
        }
        scene.get(body).meshes.extend(self.triangulated(points, equal, &surfaces)?);
        let what = match (surfaces.len(), pieces.len()) {
            (0, _) => return Ok(()),
            (1, 1) => {
                "its surface does not close, or is not wound one way: what lies inside is not seen"
                    .to_string()
            }
            (some, all) => format!(
                "of {all} pieces {some} do not close, or are not wound one way: what lies inside \
                 is not seen"
            ),
        };
        scene.get(body).assumed.push(what);
        Ok(())
    }

    /// The solid that pieces bound, if they close: as they are; or with triangles in gaps that are
    /// no wider than rounding makes them; or with corners joined that only rounding parts. The last
    /// two are told.
    fn solid_of(
        &self,
        points: &[DVec3],
        found: &Pieces,
        pieces: &[&[u32]],
    ) -> Result<Option<(FileMesh, Option<String>)>, String> {
        let Some(exact) = self.triangulated(points, &found.equal, pieces)? else {
            return Ok(None);
        };
        if let Some(solid) = closed(exact.clone()) {
            return Ok(Some((solid, None)));
        }
        if let Some((filled, width)) = without_gaps(&exact)?
            && let Some(solid) = closed(filled)
        {
            let note = (width > 0.0).then(|| format!("gaps of up to {width:.1e} are closed"));
            return Ok(Some((solid, note)));
        }
        let Some(joined) = self.triangulated(points, &found.places, pieces)? else {
            return Ok(None);
        };
        let corners = pieces.iter().copied().flatten().flat_map(|face| &self.faces[*face as usize]);
        let moved = corners.map(|&i| {
            let place = found.places[i as usize];
            points[i as usize].distance(points[place as usize])
        });
        let far = moved.fold(0.0, f64::max);
        let note =
            format!("corners up to {far:.1e} apart are joined, and distances off by as much");
        Ok(closed(joined).map(|solid| (solid, Some(note))))
    }

    /// Faces as triangles, with one corner for points at one place; `None` of no faces.
    fn triangulated(
        &self,
        points: &[DVec3],
        places: &[u32],
        pieces: &[&[u32]],
    ) -> Result<Option<FileMesh>, String> {
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let (mut used, mut all) = (Vec::new(), Vec::new());
        for face in pieces.iter().copied().flatten() {
            let of = &self.faces[*face as usize];
            let corners: Vec<DVec3> = of.iter().map(|i| points[*i as usize]).collect();
            let mut number = |k: usize| {
                let place = places[of[k] as usize];
                *numbers.entry(place).or_insert_with(|| {
                    used.push(points[place as usize]);
                    used.len() as u32 - 1
                })
            };
            all.extend(triangles(&corners).into_iter().map(|triangle| triangle.map(&mut number)));
        }
        if all.is_empty() {
            return Ok(None);
        }
        let body = Body::from_mesh(&used, &all).map_err(|error| error.to_string())?;
        Ok(Some(FileMesh { points: used, triangles: all, body, is_solid: false }))
    }

    fn add_piece(
        &self,
        points: &[DVec3],
        equal: &[u32],
        piece: &[u32],
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), String> {
        let corners = self.corners(points, equal, piece);
        scene.take(1, 0)?;
        let part = solid::hull(&corners, "hull").map_err(|error| error.to_string())?;
        scene.get(body).parts.push(part);
        Ok(())
    }

    /// The points of some faces, equal ones once.
    fn corners(&self, points: &[DVec3], equal: &[u32], faces: &[u32]) -> Vec<DVec3> {
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
    fn pieces(&self) -> Pieces {
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

    /// What a piece lacks of its hull. The mesh is asked as its file has it: a map changes nothing
    /// about it.
    fn lack(&self, of: &Pieces, piece: usize, share: Share) -> Lack {
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
