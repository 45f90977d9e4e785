//! Meshes as parts of bodies. What is convex of them is a hull; the rest is triangles, which bound a
//! solid if they close, and are a surface if not, which is told. On request hulls stand for the rest
//! too: of connected pieces, or of the whole. What a surface does not close its hull fills, and that
//! is told.

use crate::Meshes;
use crate::builder::Builder;
use crate::mesh::Mesh;
use crate::pieces::{Lack, Pieces, Share};
use crate::scene::{FileMesh, FilePart};
use crate::solid::{self, Map};
use crate::surface::volume;
use crate::triangles::{gaps, triangles};
use osculate::{Body, DVec3};
use std::collections::HashMap;

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

impl Mesh {
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
            let fills = assumed.is_some();
            scene.get(body).assumed.extend(assumed.map(String::from));
            return self.add_piece(&points, &found.equal, &whole, fills, body, scene);
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
        for (piece, lack) in pieces.iter().zip(lacks) {
            let fills = lack.dented || lack.open;
            self.add_piece(&points, &found.equal, piece, fills, body, scene)?;
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
                self.add_piece(points, equal, piece, false, body, scene)?;
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
        fills: bool,
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), String> {
        let corners = self.corners(points, equal, piece);
        scene.take(1, 0)?;
        let part = solid::hull(&corners, "hull").map_err(|error| error.to_string())?;
        scene.get(body).parts.push(FilePart { fills, ..part });
        Ok(())
    }
}
