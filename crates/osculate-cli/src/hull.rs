//! The hulls of a scene's bodies, as OBJ, STL or glTF.

use crate::arguments::Hull;
use crate::input::Input;
use crate::save::save;
use crate::view::{Drawn, Solid, drawn};
use crate::{CLEAR, output};
use miette::{Result, miette};
use osculate::glam::Vec3;
use osculate::{Convex, DVec3};
use osculate_io::{FileScene, Note, NoteKind};
use serde_json::json;
use std::fmt::Write;

/// The bounded parts of a body, by the body's place in the scene.
pub type Bodies = Vec<(usize, Vec<Drawn>)>;

pub fn run(of: &Hull) -> Result<u8> {
    // Hulls are of pieces, unless they are to be of whole meshes.
    let input = Input { pieces: !of.input.hull, ..of.input.clone() };
    let mut scene = input.read([&of.file])?;
    let bodies = bodies(&scene);
    for body in &scene.bodies {
        if body.parts.iter().any(|part| !part.shape.bounds().is_finite()) {
            let text = format!("{:?} has no bounds, and no hull", body.name);
            scene.notes.push(Note { kind: NoteKind::Missing, text });
        }
    }
    if bodies.is_empty() {
        return Err(miette!("no body of {} has bounds, and a hull", of.file.display()));
    }
    let kind = of.output.extension().and_then(|e| e.to_str()).unwrap_or("");
    let bytes = bytes(kind, &scene, &bodies).unwrap_or_else(|| {
        Err(miette!("a hull's file must end in .obj, .stl or .gltf: {}", of.output.display()))
    })?;
    save(&of.output, &bytes)?;
    let parts = || bodies.iter().flat_map(|(_, parts)| parts);
    let points: usize = parts().map(|part| part.solid.points.len()).sum();
    let faces: usize = parts().map(|part| part.solid.faces.len()).sum();
    let counts = [
        output::many(parts().count(), "hull", "hulls"),
        output::many(points, "point", "points"),
        output::many(faces, "face", "faces"),
    ];
    let said = format!("{}: {}\n", of.output.display(), counts.join(", "));
    output::print(said.as_bytes())?;
    of.input.code(&scene, false, CLEAR)
}

/// The bounded parts of a scene's bodies.
pub fn bodies(scene: &FileScene) -> Bodies {
    let mut bodies: Bodies = Vec::new();
    for part in drawn(scene).0 {
        match bodies.last_mut() {
            _ if part.unbounded => {}
            Some((body, parts)) if *body == part.body => parts.push(part),
            _ => bodies.push((part.body, vec![part])),
        }
    }
    bodies
}

/// The parts as a file of a kind; none of a kind that is not known.
pub fn bytes(kind: &str, scene: &FileScene, bodies: &Bodies) -> Option<Result<Vec<u8>>> {
    match kind {
        "obj" => Some(Ok(obj(scene, bodies).into_bytes())),
        "stl" => Some(Ok(stl(scene, bodies).into_bytes())),
        "gltf" => Some(gltf(scene, bodies).map(String::into_bytes)),
        _ => None,
    }
}

/// The same solid with those points alone that are corners of faces.
pub fn used(solid: Solid) -> Solid {
    let mut place = vec![None; solid.points.len()];
    let mut points = Vec::new();
    for corner in solid.faces.iter().flatten() {
        place[*corner as usize].get_or_insert_with(|| {
            points.push(solid.points[*corner as usize]);
            points.len() as u32 - 1
        });
    }
    let to = |corner: &u32| place[*corner as usize];
    let faces = solid.faces.iter().map(|face| face.iter().filter_map(to).collect()).collect();
    let edges = solid.edges.iter().filter_map(|[a, b]| Some([to(a)?, to(b)?])).collect();
    Solid { points, faces, edges }
}

/// A body's name as the rest of a line.
fn name(scene: &FileScene, body: usize) -> String {
    scene.bodies[body].name.replace(['\n', '\r'], " ")
}

/// Each body as an object, and each of its parts as a group: its surface is closed, so it is read
/// as a part again.
fn obj(scene: &FileScene, bodies: &Bodies) -> String {
    let (mut text, mut base) = (String::from("# written by osculate\n"), 1);
    for (body, parts) in bodies {
        let _ = writeln!(text, "o {}", name(scene, *body));
        for (k, part) in parts.iter().enumerate() {
            let _ = writeln!(text, "g part {}", k + 1);
            for p in &part.solid.points {
                let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
            }
            for face in &part.solid.faces {
                let corners: Vec<String> = polygon(face).map(|i| (i + base).to_string()).collect();
                let _ = writeln!(text, "f {}", corners.join(" "));
            }
            base += part.solid.points.len() as u32;
        }
    }
    text
}

/// The corners of a face, and of a segment or a point three all the same: a face has no fewer.
fn polygon(face: &[u32]) -> impl Iterator<Item = u32> + '_ {
    let last = face.last().copied();
    face.iter().copied().chain(last.into_iter().cycle().take(3usize.saturating_sub(face.len())))
}

/// The triangles of a solid, by their corners.
pub fn triangles_of(solid: &Solid) -> impl Iterator<Item = [DVec3; 3]> + '_ {
    fans(solid).map(|triangle| triangle.map(|i| solid.points[i as usize]))
}

fn triangles(part: &Drawn) -> impl Iterator<Item = [u32; 3]> + '_ {
    fans(&part.solid)
}

/// Each face as a fan.
fn fans(solid: &Solid) -> impl Iterator<Item = [u32; 3]> + '_ {
    let fan = |face: &Vec<u32>| {
        let corners: Vec<u32> = polygon(face).collect();
        (1..corners.len().max(2) - 1).map(move |k| [corners[0], corners[k], corners[k + 1]])
    };
    solid.faces.iter().flat_map(fan)
}

/// As text, which knows names: each body is a solid, or several of its name, one a part.
fn stl(scene: &FileScene, bodies: &Bodies) -> String {
    let mut text = String::new();
    for (body, part) in bodies.iter().flat_map(|(body, parts)| parts.iter().map(move |p| (body, p)))
    {
        let name = name(scene, *body);
        let _ = writeln!(text, "solid {name}");
        for triangle in triangles(part) {
            let [a, b, c] = triangle.map(|i| part.solid.points[i as usize]);
            let n = (b - a).cross(c - a).normalize_or_zero();
            let _ = writeln!(text, "facet normal {} {} {}\nouter loop", n.x, n.y, n.z);
            for p in [a, b, c] {
                let _ = writeln!(text, "vertex {} {} {}", p.x, p.y, p.z);
            }
            text += "endloop\nendfacet\n";
        }
        let _ = writeln!(text, "endsolid {name}");
    }
    text
}

/// Each body as a node with a mesh, each of its parts as a primitive.
fn gltf(scene: &FileScene, bodies: &Bodies) -> Result<String> {
    let mut buffer: Vec<u8> = Vec::new();
    let (mut views, mut accessors, mut meshes, mut nodes) = (vec![], vec![], vec![], vec![]);
    for (body, parts) in bodies {
        let mut primitives = Vec::new();
        for part in parts {
            let corners: Vec<u32> = triangles(part).flatten().collect();
            let points: Vec<Vec3> = part.solid.points.iter().map(|p| p.as_vec3()).collect();
            if points.iter().any(|p| !p.is_finite()) {
                return Err(miette!(
                    help = "OBJ and STL have more digits",
                    "{:?} is too large for glTF's single precision",
                    scene.bodies[*body].name
                ));
            }
            let start = buffer.len();
            for p in &points {
                buffer.extend(p.to_array().into_iter().flat_map(f32::to_le_bytes));
            }
            let middle = buffer.len();
            buffer.extend(corners.iter().flat_map(|i| i.to_le_bytes()));
            let low = points.iter().fold(Vec3::INFINITY, |m, p| m.min(*p)).to_array();
            let high = points.iter().fold(Vec3::NEG_INFINITY, |m, p| m.max(*p)).to_array();
            let view = views.len();
            views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": middle - start }));
            views.push(
                json!({ "buffer": 0, "byteOffset": middle, "byteLength": buffer.len() - middle }),
            );
            accessors.push(json!({
                "bufferView": view, "componentType": 5126, "count": points.len(), "type": "VEC3",
                "min": low, "max": high,
            }));
            accessors.push(json!({
                "bufferView": view + 1, "componentType": 5125, "count": corners.len(),
                "type": "SCALAR",
            }));
            primitives.push(json!({ "attributes": { "POSITION": view }, "indices": view + 1 }));
        }
        nodes.push(json!({ "name": scene.bodies[*body].name, "mesh": meshes.len() }));
        meshes.push(json!({ "primitives": primitives }));
    }
    let all: Vec<usize> = (0..nodes.len()).collect();
    let document = json!({
        "asset": { "version": "2.0", "generator": "osculate" },
        "scene": 0,
        "scenes": [{ "nodes": all }],
        "nodes": nodes,
        "meshes": meshes,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{
            "byteLength": buffer.len(),
            "uri": format!("data:application/octet-stream;base64,{}", base64(&buffer)),
        }],
    });
    Ok(format!("{document:#}\n"))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let known = digit <= chunk.len();
            let index = (bits >> (18 - 6 * digit) & 63) as usize;
            text.push(if known { DIGITS[index] as char } else { '=' });
        }
    }
    text
}
