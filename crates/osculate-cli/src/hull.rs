//! The hulls of a scene's bodies, as OBJ, STL or glTF.

use crate::CLEAR;
use crate::arguments::Hull;
use crate::save::save;
use crate::view::{Drawn, drawn};
use miette::{Result, miette};
use osculate::DVec3;
use osculate_io::Scene;
use serde_json::json;
use std::fmt::Write;

pub fn run(of: &Hull) -> Result<u8> {
    let scene = of.input.read([&of.file])?;
    let (parts, _) = drawn(&scene);
    let parts: Vec<Drawn> = parts.into_iter().filter(|part| !part.unbounded).collect();
    let kind = of.output.extension().and_then(|e| e.to_str()).unwrap_or("");
    let bytes = match kind {
        "obj" => obj(&scene, &parts).into_bytes(),
        "stl" => stl(&parts),
        "gltf" => gltf(&scene, &parts).into_bytes(),
        _ => {
            return Err(miette!(
                "a hull's file must end in .obj, .stl or .gltf: {}",
                of.output.display()
            ));
        }
    };
    save(&of.output, &bytes)?;
    let (points, faces) = parts.iter().fold((0, 0), |(points, faces), part| {
        (points + part.solid.points.len(), faces + part.solid.faces.len())
    });
    println!("{}: {} hulls, {points} points, {faces} faces", of.output.display(), parts.len());
    Ok(CLEAR)
}

fn obj(scene: &Scene, parts: &[Drawn]) -> String {
    let (mut text, mut base) = (String::from("# written by osculate\n"), 1);
    for part in parts {
        let _ = writeln!(text, "o {}", scene.bodies[part.body].name.replace(['\n', '\r'], " "));
        for p in &part.solid.points {
            let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
        }
        for face in &part.solid.faces {
            let corners: Vec<String> = face.iter().map(|i| (i + base).to_string()).collect();
            let _ = writeln!(text, "f {}", corners.join(" "));
        }
        base += part.solid.points.len() as u32;
    }
    text
}

/// Each face as a fan.
fn triangles(part: &Drawn) -> impl Iterator<Item = [u32; 3]> + '_ {
    let fan = |face: &Vec<u32>| {
        let corners = face.clone();
        (1..corners.len().max(2) - 1).map(move |k| [corners[0], corners[k], corners[k + 1]])
    };
    part.solid.faces.iter().flat_map(fan)
}

fn stl(parts: &[Drawn]) -> Vec<u8> {
    let mut bytes = vec![0u8; 80];
    bytes[..19].copy_from_slice(b"written by osculate");
    let count: usize = parts.iter().map(|part| triangles(part).count()).sum();
    bytes.extend((count as u32).to_le_bytes());
    for part in parts {
        for triangle in triangles(part) {
            let [a, b, c] = triangle.map(|i| part.solid.points[i as usize]);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            for v in [normal, a, b, c] {
                bytes.extend(v.as_vec3().to_array().into_iter().flat_map(f32::to_le_bytes));
            }
            bytes.extend([0, 0]);
        }
    }
    bytes
}

fn gltf(scene: &Scene, parts: &[Drawn]) -> String {
    let mut buffer: Vec<u8> = Vec::new();
    let (mut views, mut accessors, mut meshes, mut nodes) = (vec![], vec![], vec![], vec![]);
    for part in parts {
        let corners: Vec<u32> = triangles(part).flatten().collect();
        if corners.is_empty() {
            continue;
        }
        let points = &part.solid.points;
        let start = buffer.len();
        for p in points {
            buffer.extend(p.as_vec3().to_array().into_iter().flat_map(f32::to_le_bytes));
        }
        let middle = buffer.len();
        buffer.extend(corners.iter().flat_map(|i| i.to_le_bytes()));
        let bound = |fold: fn(DVec3, DVec3) -> DVec3, from: f64| {
            let v = points.iter().fold(DVec3::splat(from), |m, p| fold(m, *p)).as_vec3();
            [v.x, v.y, v.z]
        };
        let view = views.len();
        views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": middle - start }));
        views.push(
            json!({ "buffer": 0, "byteOffset": middle, "byteLength": buffer.len() - middle }),
        );
        accessors.push(json!({
            "bufferView": view, "componentType": 5126, "count": points.len(), "type": "VEC3",
            "min": bound(DVec3::min, f64::INFINITY), "max": bound(DVec3::max, f64::NEG_INFINITY),
        }));
        accessors.push(json!({
            "bufferView": view + 1, "componentType": 5125, "count": corners.len(), "type": "SCALAR",
        }));
        let mesh = meshes.len();
        meshes.push(
            json!({ "primitives": [{ "attributes": { "POSITION": view }, "indices": view + 1 }] }),
        );
        nodes.push(json!({ "name": scene.bodies[part.body].name, "mesh": mesh }));
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
    format!("{document:#}\n")
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
