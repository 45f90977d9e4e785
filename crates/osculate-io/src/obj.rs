//! Wavefront OBJ: points, faces, objects and groups. Each object is a body; colours, normals and curves are skipped.

use crate::mesh::Mesh;
use crate::scene::Builder;
use crate::solid::Map;
use crate::{ReadError, text};
use osculate::DVec3;
use std::path::Path;

pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    for (name, line, mesh) in objects(path, scene)? {
        let body = scene.body(&name);
        mesh.add(&Map::IDENTITY, body, scene)
            .map_err(|what| ReadError::at_line(path, line, what))?;
    }
    Ok(())
}

/// The file as one mesh.
pub fn mesh(path: &Path, scene: &Builder) -> Result<Mesh, ReadError> {
    let mut whole = Mesh::default();
    for (_, _, mesh) in objects(path, scene)? {
        let base = whole.points.len() as u32;
        whole.points.extend(mesh.points);
        let faces = mesh.faces.into_iter();
        whole.faces.extend(faces.map(|f| f.into_iter().map(|i| i + base).collect::<Vec<u32>>()));
    }
    Ok(whole)
}

type Object = (String, usize, Mesh);

fn objects(path: &Path, scene: &Builder) -> Result<Vec<Object>, ReadError> {
    let text = text::text(path, scene)?;
    let own = path.file_stem().map_or("object".into(), |stem| stem.to_string_lossy().into_owned());
    let mut points: Vec<DVec3> = Vec::new();
    // Name, line and faces of each object.
    let mut objects: Vec<(String, usize, Vec<Vec<u32>>)> = vec![(own, 1, Vec::new())];
    let mut byte = 0;
    for (number, line) in text.split('\n').enumerate() {
        let fail = |what: String| Err(ReadError::at(path, &text, byte, what));
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let point = match text::point(&mut words) {
                    Ok(point) => point,
                    Err(what) => return fail(what),
                };
                if points.len() >= scene.limits().points {
                    return fail(format!("there are more than {} points", scene.limits().points));
                }
                points.push(point);
            }
            Some("f") => {
                let mut face = Vec::new();
                for word in words {
                    let first = word.split('/').next().unwrap_or("");
                    let count = points.len() as i64;
                    let index = match first.parse::<i64>() {
                        Ok(i) if i > 0 => i - 1,
                        Ok(i) if i < 0 => count + i,
                        _ => {
                            return fail(format!("expected the number of a point, found {word:?}"));
                        }
                    };
                    if !(0..count).contains(&index) {
                        return fail(format!(
                            "the face names point {first}, and there are {count} so far"
                        ));
                    }
                    face.push(index as u32);
                }
                if face.len() < 3 {
                    return fail(format!("a face has {} corners, and needs three", face.len()));
                }
                if let Some((_, _, faces)) = objects.last_mut() {
                    faces.push(face);
                }
            }
            Some("o") => {
                let name = words.collect::<Vec<_>>().join(" ");
                objects.push((name, number + 1, Vec::new()));
            }
            _ => {}
        }
        byte += line.len() + 1;
    }
    objects.retain(|(_, _, faces)| !faces.is_empty());
    if objects.is_empty() {
        return Err(ReadError::new(path, "it has no faces")
            .help("a line `f 1 2 3` is a triangle of the first three `v` points"));
    }
    // Each with its own points only.
    let own_points = |(name, line, mut faces): (String, usize, Vec<Vec<u32>>)| {
        let mut used: Vec<u32> = faces.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        for i in faces.iter_mut().flatten() {
            *i = used.binary_search(i).unwrap_or(0) as u32;
        }
        let points = used.iter().map(|&i| points[i as usize]).collect();
        (name, line, Mesh { points, faces })
    };
    Ok(objects.into_iter().map(own_points).collect())
}
