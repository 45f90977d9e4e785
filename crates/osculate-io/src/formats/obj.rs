//! Wavefront OBJ: points, faces, objects and groups. Each object is a body; colours, normals, lines
//! and curves are skipped. Surfaces of other kinds than faces are missing, and noted so.

use crate::builder::Builder;
use crate::mesh::{Mesh, Named};
use crate::{ReadError, lines, text};
use osculate::DVec3;
use std::collections::HashMap;
use std::path::Path;

/// Words of lines without a surface: what stands beside points and faces, and curves that only
/// bound surfaces.
const NO_SURFACE: [&str; 31] = [
    "vt",
    "vn",
    "vp",
    "s",
    "mg",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "cstype",
    "deg",
    "bmat",
    "step",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "ctech",
    "stech",
    "cdc",
    "res",
    "csh",
];

/// The objects of a file.
pub fn read(path: &Path, scene: &mut Builder) -> Result<Vec<Named>, ReadError> {
    let text = text::text(path, scene)?;
    let mut points: Vec<DVec3> = Vec::new();
    // The faces of each object; its mesh has no points yet.
    let mut objects = vec![Named { name: None, line: 1, mesh: Mesh::default() }];
    let mut groups: HashMap<String, u32> = HashMap::new();
    let mut group = 0;
    for (number, (byte, line)) in lines::lines(&text).enumerate() {
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
            Some("f" | "fo") => match face(words, points.len() as i64) {
                Ok(face) => {
                    if let Some(Named { mesh, .. }) = objects.last_mut() {
                        mesh.push(group, face);
                    }
                }
                Err(what) => return fail(what),
            },
            Some("o") => {
                let name = Some(words.collect::<Vec<_>>().join(" "));
                objects.push(Named { name, line: number + 1, mesh: Mesh::default() });
                group = 0;
            }
            Some("g") => {
                let name = words.collect::<Vec<_>>().join(" ");
                let next = groups.len() as u32 + 1;
                group = *groups.entry(name).or_insert(next);
            }
            Some(word @ ("l" | "p" | "curv" | "curv2")) => {
                scene.remark(format!("{}: lines and points ({word}) are left out", path.display()));
            }
            Some(word) if !NO_SURFACE.contains(&word) && !word.starts_with('#') => {
                scene.missing(format!("{}: {word:?} is left out", path.display()));
            }
            _ => {}
        }
    }
    objects.retain(|object| !object.mesh.faces.is_empty());
    if objects.is_empty() {
        return Err(ReadError::new(path, "it has no faces")
            .help("a line `f 1 2 3` is a triangle of the first three `v` points"));
    }
    // Each with its own points only.
    for Named { mesh, .. } in &mut objects {
        let mut used: Vec<u32> = mesh.faces.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        for i in mesh.faces.iter_mut().flatten() {
            *i = used.binary_search(i).unwrap_or(0) as u32;
        }
        mesh.points = used.iter().map(|&i| points[i as usize]).collect();
    }
    Ok(objects)
}

/// The corners of a face, of so many points that stand before it.
fn face<'w>(words: impl Iterator<Item = &'w str>, count: i64) -> Result<Vec<u32>, String> {
    let mut face = Vec::new();
    for word in words {
        let first = word.split('/').next().unwrap_or("");
        let index = match first.parse::<i64>() {
            Ok(i) if i > 0 => i - 1,
            Ok(i) if i < 0 => count + i,
            _ => return Err(format!("expected the number of a point, found {word:?}")),
        };
        if !(0..count).contains(&index) {
            return Err(format!("the face names point {first}, and there are {count} so far"));
        }
        face.push(index as u32);
    }
    if face.len() < 3 {
        return Err(format!("a face needs three corners, and has {}", face.len()));
    }
    Ok(face)
}
