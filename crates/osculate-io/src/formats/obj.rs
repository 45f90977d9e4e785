//! Wavefront OBJ: points, faces, objects and groups. Each object is a body; colours, normals, lines
//! and curves are skipped. Surfaces of other kinds than faces are missing, and noted so.

use crate::builder::Builder;
use crate::mesh::{Mesh, Named};
use crate::{ReadError, lines, text};
use osculate::DVec3;
use std::borrow::Cow;
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

/// What to do about a point without coordinates.
const NO_PLACE: &str = "take the point out, with the faces at it, or write the mesh again";

/// The objects of a file.
pub fn read(path: &Path, scene: &mut Builder) -> Result<Vec<Named>, ReadError> {
    let text = text::any_text(path, scene)?;
    let mut points: Vec<DVec3> = Vec::new();
    // The faces of each object; its mesh has no points yet.
    let mut objects = vec![Named { name: None, line: 1, mesh: Mesh::default() }];
    let mut groups: HashMap<String, u32> = HashMap::new();
    let mut group = 0;
    // Faces that name points which stand further on, and those without a surface.
    let (mut ahead, mut flat): (Vec<(usize, u32)>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut rows = lines::lines(&text).enumerate();
    while let Some((number, (byte, line))) = rows.next() {
        let fail = |what: String| Err(ReadError::at(path, &text, byte, what));
        let (mut whole, mut last) = (String::new(), line);
        while let Some(start) = last.trim_end().strip_suffix('\\') {
            whole = whole + start + " ";
            last = rows.next().map_or("", |(_, (_, next))| next);
        }
        let line = if whole.is_empty() { Cow::Borrowed(last) } else { Cow::Owned(whole + last) };
        let mut words = line.split_whitespace();
        // What stands behind the data may be a comment; a name may have the sign.
        let data = line.split('#').next().unwrap_or("").split_whitespace().skip(1);
        match words.next() {
            Some("v") => {
                let point = match text::point(&mut data.into_iter()) {
                    Ok(point) => point,
                    Err(what) => return fail(what).map_err(|error| error.help(NO_PLACE)),
                };
                if points.len() >= scene.limits().points {
                    return fail(format!("there are more than {} points", scene.limits().points));
                }
                points.push(point);
            }
            Some("f" | "fo") => match face(data, points.len() as i64) {
                Ok(face) if face.len() < 3 => flat.push(number + 1),
                Ok(face) => {
                    let last = face.iter().copied().max().unwrap_or(0);
                    if last as usize >= points.len() {
                        ahead.push((byte, last));
                    }
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
    let count = points.len();
    if let Some((byte, last)) = ahead.into_iter().find(|(_, last)| *last as usize >= count) {
        let what = format!("the face names point {}, and there are {count}", u64::from(last) + 1);
        return Err(ReadError::at(path, &text, byte, what)
            .help("points are counted from 1, or from -1 backwards"));
    }
    if let Some(line) = flat.first() {
        let (path, count) = (path.display(), flat.len());
        let what = format!("faces of less than three corners have no surface ({count} left out)");
        scene.remark(format!("{path}:{line}: {what}"));
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

/// The corners of a face, which has so many points before it, and may name points behind it.
fn face<'w>(words: impl Iterator<Item = &'w str>, count: i64) -> Result<Vec<u32>, String> {
    let mut face = Vec::new();
    for word in words {
        let first = word.split('/').next().unwrap_or("");
        let index = match first.parse::<i64>() {
            Ok(i) if i > 0 => i - 1,
            Ok(i) if i < 0 => count + i,
            _ => return Err(format!("expected the number of a point, found {word:?}")),
        };
        match u32::try_from(index) {
            Ok(index) => face.push(index),
            Err(_) => {
                return Err(format!("the face names point {first}, and there are {count} so far"));
            }
        }
    }
    Ok(face)
}
