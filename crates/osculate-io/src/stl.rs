//! STL, as text and as bytes: triangles, each `solid` a body.

use crate::mesh::Mesh;
use crate::scene::Builder;
use crate::solid::Map;
use crate::{ReadError, text};
use osculate::DVec3;
use std::path::Path;

pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    let mesh = mesh(path, scene)?;
    let name = path.file_stem().map_or("solid".into(), |stem| stem.to_string_lossy().into_owned());
    let body = scene.body(&name);
    mesh.add(&Map::IDENTITY, body, scene).map_err(|what| ReadError::new(path, what))
}

const HEADER: usize = 80;
/// A normal and three corners in single precision, and two bytes.
const TRIANGLE: usize = 50;

pub fn mesh(path: &Path, scene: &Builder) -> Result<Mesh, ReadError> {
    let bytes = text::bytes(path, scene)?;
    // Some programs begin binary files with the word `solid` too: the length tells.
    if let Some(count) = bytes.get(HEADER..HEADER + 4) {
        let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize;
        let wanted = count.checked_mul(TRIANGLE).map(|n| n + HEADER + 4);
        if wanted == Some(bytes.len()) {
            return binary(path, &bytes[HEADER + 4..]);
        }
        if !bytes.starts_with(b"solid") {
            let there = (bytes.len() - HEADER - 4) / TRIANGLE;
            return Err(ReadError::new(
                path,
                format!("it claims {count} triangles, and has the bytes of {there}"),
            ));
        }
    }
    if !bytes.starts_with(b"solid") {
        return Err(ReadError::new(path, "it is neither an STL text nor a whole binary STL"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| ReadError::new(path, "it begins as an STL text and is none"))?;
    ascii(path, &text)
}

fn binary(path: &Path, bytes: &[u8]) -> Result<Mesh, ReadError> {
    let mut mesh = Mesh::default();
    for (k, triangle) in bytes.chunks_exact(TRIANGLE).enumerate() {
        let number = |i: usize| {
            let at = 12 + 4 * i;
            let b = &triangle[at..at + 4];
            f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        };
        let base = mesh.points.len() as u32;
        for corner in 0..3 {
            let p = DVec3::new(number(3 * corner), number(3 * corner + 1), number(3 * corner + 2));
            if !p.is_finite() {
                return Err(ReadError::new(
                    path,
                    format!("triangle {k} has the corner {p}, and must be finite"),
                ));
            }
            mesh.points.push(p);
        }
        mesh.faces.push(vec![base, base + 1, base + 2]);
    }
    if mesh.faces.is_empty() {
        return Err(ReadError::new(path, "it has no triangles"));
    }
    Ok(mesh)
}

fn ascii(path: &Path, text: &str) -> Result<Mesh, ReadError> {
    let mut mesh = Mesh::default();
    let (mut byte, mut corners) = (0, 0);
    for line in text.split('\n') {
        let fail = |what: String| Err(ReadError::at(path, text, byte, what));
        let mut words = line.split_whitespace();
        match words.next() {
            Some("vertex") => {
                let point = match text::point(&mut words) {
                    Ok(point) => point,
                    Err(what) => return fail(what),
                };
                mesh.points.push(point);
                corners += 1;
            }
            Some("endloop") => {
                if corners != 3 {
                    return fail(format!("a facet has {corners} corners, and must have three"));
                }
                let end = mesh.points.len() as u32;
                mesh.faces.push(vec![end - 3, end - 2, end - 1]);
                corners = 0;
            }
            Some("solid" | "facet" | "outer" | "endfacet" | "endsolid") | None => {}
            Some(word) => {
                return fail(format!("expected a word of STL, such as `facet`, found {word:?}"));
            }
        }
        byte += line.len() + 1;
    }
    if mesh.faces.is_empty() || corners != 0 {
        return Err(ReadError::at(path, text, text.len(), "it ends inside a facet, or has none"));
    }
    Ok(mesh)
}
