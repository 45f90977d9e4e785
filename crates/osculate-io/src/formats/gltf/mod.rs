//! glTF and GLB: the tree of nodes; each node with a mesh is a body, so that instances are many
//! bodies of one mesh.
//!
//! The document is read here, not by the crate `gltf`: fuzzing found that one to panic on lists
//! that name what is not there.

mod data;
mod document;
mod skin;

use crate::builder::Builder;
use crate::mesh::{Mesh, Placed};
use crate::solid::Map;
use crate::{ReadError, lines, paths, text};
use data::Data;
use document::{Document, Head, NamedMesh, Primitive};
use osculate::DVec3;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// Extensions that neither add nor move a surface. `MSFT_lod` has coarser copies of what is read.
const NO_SURFACE: [&str; 4] = ["KHR_xmp", "KHR_xmp_json_ld", "KHR_animation_pointer", "MSFT_lod"];

/// What helps where a binary file is not whole, or of another version.
const GLB_HELP: &str = "gltf-pipeline writes a whole file of version 2";

/// Whether an extension is one of these, or of looks: materials, textures or lights.
fn has_no_surface(extension: &str) -> bool {
    let mut words = extension.split('_').skip(1);
    NO_SURFACE.contains(&extension)
        || matches!(
            words.next(),
            Some("materials" | "texture" | "lights" | "technique" | "techniques")
        )
}

/// The document of a text.
fn document(text: &[u8], path: &Path) -> Result<Document, ReadError> {
    let is_other = |version: &serde_json::Value| {
        let version = version.as_str().map_or(version.to_string(), str::to_string);
        let is_read = version == "null" || version == "2" || version.starts_with("2.");
        (!is_read).then(|| {
            let what = format!("it is glTF of version {version}, and version 2 is read");
            ReadError::new(path, what).help("gltf-pipeline makes version 2 of version 1")
        })
    };
    let document: Document = serde_json::from_slice(text).map_err(|error| {
        // Other versions have other lists.
        let head: Option<Head> = serde_json::from_slice(text).ok();
        let other = head.and_then(|head| is_other(&head.asset.version));
        other.unwrap_or_else(|| ReadError::new(path, format!("it is no valid glTF: {error}")))
    })?;
    match document.asset.as_ref().and_then(|asset| is_other(&asset.version)) {
        Some(error) => Err(error),
        None => Ok(document),
    }
}

pub fn read(path: &Path, scene: &mut Builder) -> Result<Vec<Placed>, ReadError> {
    let bytes = text::bytes(path, scene)?;
    let (text, blob) = match bytes.strip_prefix(b"glTF") {
        Some(rest) => chunks(rest).map_err(|what| ReadError::new(path, what).help(GLB_HELP))?,
        None => (bytes.as_slice(), None),
    };
    let document = document(lines::without_mark(text), path)?;
    for extension in &document.extensions_required {
        if extension == "KHR_mesh_quantization" {
            continue;
        }
        if !has_no_surface(extension) {
            let what = format!("it needs the extension {extension}, which is not read");
            let help = match extension.as_str() {
                "KHR_draco_mesh_compression" | "EXT_meshopt_compression" => {
                    "gltf-transform or gltf-pipeline writes it without compression"
                }
                _ => "write it without this extension",
            };
            return Err(ReadError::new(path, what).help(help));
        }
        let path = path.display();
        scene.remark(format!("{path}: the extension {extension} has no surface, and is left out"));
    }
    let mut buffers: Vec<Vec<u8>> = Vec::new();
    let mut bytes_left = scene.limits().bytes;
    for (index, buffer) in document.buffers.iter().enumerate() {
        let data = match &buffer.uri {
            // Only the first buffer may be the file's own.
            None if index == 0 => blob.unwrap_or_default().to_vec(),
            None => Vec::new(),
            Some(uri) => match uri.strip_prefix("data:") {
                Some(data) => base64(data.rsplit(',').next().unwrap_or(""))
                    .ok_or_else(|| ReadError::new(path, "a buffer in the file is no base64"))?,
                None => {
                    let found = paths::neighbour(path, uri, scene)?;
                    text::bytes(&found, scene)?
                }
            },
        };
        if data.len() < buffer.byte_length {
            let (claimed, there) = (buffer.byte_length, data.len());
            return Err(ReadError::new(
                path,
                format!("a buffer claims {claimed} bytes, and has {there}"),
            ));
        }
        bytes_left = match bytes_left.checked_sub(data.len() as u64) {
            Some(left) => left,
            None => return Err(ReadError::new(path, "its buffers are too long together")),
        };
        buffers.push(data);
    }
    let Some(start) = document.scenes.get(document.scene.unwrap_or(0)) else {
        return Err(ReadError::new(path, "it has no scene"));
    };
    let mut walk = Walk {
        path,
        scene,
        data: Data { document: &document, buffers: &buffers },
        meshes: HashMap::new(),
        skins: HashMap::new(),
        placed: Vec::new(),
        visited: 0,
        points: 0,
    };
    start.nodes.iter().try_for_each(|node| walk.visit(*node, &Map::IDENTITY, 0))?;
    Ok(walk.placed)
}

/// The text of a binary glTF, and its bytes if it has any; from behind its first word. Chunks of
/// other types are skipped.
fn chunks(rest: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let word = |at: usize| -> Option<[u8; 4]> { rest.get(at..at + 4)?.try_into().ok() };
    let chunk = |at: usize| {
        let end = (u32::from_le_bytes(word(at)?) as usize).checked_add(at + 8)?;
        Some((word(at + 4)?, rest.get(at + 8..end)?, end))
    };
    let cut = || "it is no whole binary glTF: its chunks do not fill it".to_string();
    let version = u32::from_le_bytes(word(0).ok_or_else(cut)?);
    if version != 2 {
        return Err(format!("it is a binary glTF of version {version}, and version 2 is read"));
    }
    // The length of the whole stands before the first chunk.
    let (kind, text, mut end) = chunk(8).ok_or_else(cut)?;
    if kind != *b"JSON" {
        return Err("it is a binary glTF, and its first chunk is no JSON".into());
    }
    while end < rest.len() {
        let (kind, bytes, next) = chunk(end).ok_or_else(cut)?;
        if kind == *b"BIN\0" {
            return Ok((text, Some(bytes)));
        }
        end = next;
    }
    Ok((text, None))
}

struct Walk<'w, 'o> {
    path: &'w Path,
    scene: &'w mut Builder<'o>,
    data: Data<'w>,
    /// By their numbers and those of the skins that bend them.
    meshes: HashMap<(usize, Option<usize>), Rc<Mesh>>,
    /// How the joints of skins move what is bound to them.
    skins: HashMap<usize, Rc<Vec<Map>>>,
    placed: Vec<Placed>,
    visited: usize,
    points: usize,
}

impl Walk<'_, '_> {
    fn fail<T>(&self, what: String) -> Result<T, ReadError> {
        Err(ReadError::new(self.path, what))
    }

    fn missing(&mut self, name: &str, what: &str) {
        self.scene.missing(format!("{}: {name:?}: {what}", self.path.display()));
    }

    fn visit(&mut self, index: usize, map: &Map, depth: usize) -> Result<(), ReadError> {
        self.visited += 1;
        let limits = self.scene.limits();
        if depth > 4 * limits.depth || self.visited > limits.parts {
            return self.fail("its nodes repeat too deeply or too often".into());
        }
        let document = self.data.document;
        let Some(node) = document.nodes.get(index) else {
            return self.fail(format!("it names node {index}, and has {}", document.nodes.len()));
        };
        let map = *map * node.map();
        for extension in node.extensions.keys() {
            if !has_no_surface(extension) {
                let name = node.name.clone().unwrap_or(format!("node {index}"));
                self.missing(&name, &format!("the extension {extension} is left out"));
            }
        }
        if let Some(index) = node.mesh {
            let Some(mesh) = document.meshes.get(index) else {
                let there = document.meshes.len();
                return self.fail(format!("it names mesh {index}, and has {there}"));
            };
            let name = node.name.clone().or(mesh.name.clone()).unwrap_or(format!("mesh {index}"));
            let bent = node.weights.as_ref().or(mesh.weights.as_ref());
            if bent.is_some_and(|weights| weights.iter().any(|weight| *weight != 0.0)) {
                self.missing(&name, "its morph targets are left out, and its surface is elsewhere");
            }
            let mut colors = mesh.primitives.iter().rev().filter_map(|primitive| {
                let material = document.materials.get(primitive.material?)?;
                material.pbr_metallic_roughness.as_ref()?.base_color_factor
            });
            let color = colors.next().map(|[r, g, b, _]| [r, g, b]);
            let mesh = self.mesh((index, node.skin), mesh, &name)?;
            self.count(&mesh, &name)?;
            // A mesh that is bent stands where its joints are, wherever its node is.
            let map = if node.skin.is_some() { Map::IDENTITY } else { map };
            self.placed.push(Placed { name, line: 0, map, color, mesh });
        }
        node.children.iter().try_for_each(|child| self.visit(*child, &map, depth + 1))
    }

    /// Counts the points of a mesh against the limits.
    fn count(&mut self, mesh: &Mesh, name: &str) -> Result<(), ReadError> {
        let most = self.scene.limits().points;
        self.points += mesh.size();
        match self.points > most {
            true => self.fail(format!("{name:?}: there are more than {most} points or faces")),
            false => Ok(()),
        }
    }

    /// How the joints of a skin move what is bound to them.
    fn skin(&mut self, index: usize) -> Result<Rc<Vec<Map>>, String> {
        if let Some(known) = self.skins.get(&index) {
            return Ok(known.clone());
        }
        let joints = Rc::new(skin::joints(&self.data, index, 4 * self.scene.limits().depth)?);
        self.skins.insert(index, joints.clone());
        Ok(joints)
    }

    /// A mesh, which is read once, and once bent by each of its skins.
    fn mesh(
        &mut self,
        (index, skin): (usize, Option<usize>),
        of: &NamedMesh,
        name: &str,
    ) -> Result<Rc<Mesh>, ReadError> {
        if let Some(known) = self.meshes.get(&(index, skin)) {
            return Ok(known.clone());
        }
        let named = |what: String| ReadError::new(self.path, format!("{name:?}: {what}"));
        let joints = skin.map(|skin| self.skin(skin)).transpose().map_err(named)?;
        let mut whole = Mesh::default();
        for primitive in &of.primitives {
            match self.primitive(primitive) {
                Ok(Some(mut mesh)) => {
                    if let Some(joints) = &joints {
                        let points = &mut mesh.points;
                        if !skin::bend(&self.data, primitive, joints, points).map_err(named)? {
                            self.missing(name, "its skin is left out, as it names no joints");
                        }
                    }
                    whole.append(mesh);
                }
                Ok(None) => {
                    let path = self.path.display();
                    self.scene.remark(format!("{path}: points and lines of {name:?} are left out"));
                }
                Err(what) => return self.fail(format!("{name:?}: {what}")),
            }
            let most = self.scene.limits().points;
            if whole.size() > most {
                return self.fail(format!("{name:?}: there are more than {most} points or faces"));
            }
        }
        if joints.is_some() {
            let path = self.path.display();
            self.scene.remark(format!("{path}: {name:?} is bent as its joints stand at rest"));
        }
        let whole = Rc::new(whole);
        self.meshes.insert((index, skin), whole.clone());
        Ok(whole)
    }

    /// The triangles of a primitive; `None` if it is of points or lines.
    fn primitive(&self, primitive: &Primitive) -> Result<Option<Mesh>, String> {
        let mode = primitive.mode.unwrap_or(4);
        if mode < 4 {
            return Ok(None);
        }
        let positions = primitive.attributes.get("POSITION").ok_or("a mesh has no positions")?;
        let accessor = self.data.accessor(*positions)?;
        if accessor.component_type == 5125 {
            return Err("positions must be in single precision, or of one or two bytes".into());
        }
        let points = self.data.elements::<3>(accessor, accessor.normalized)?;
        let mut mesh = Mesh::new(points.into_iter().map(DVec3::from).collect(), Vec::new());
        let count = mesh.points.len() as u32;
        let indices: Vec<u32> = match primitive.indices {
            Some(indices) => {
                let accessor = self.data.accessor(indices)?;
                if !matches!(accessor.component_type, 5121 | 5123 | 5125) {
                    return Err("the corners of faces must be whole numbers".into());
                }
                let indices = self.data.elements::<1>(accessor, false)?;
                indices.into_iter().map(|[index]| index as u32).collect()
            }
            None => (0..count).collect(),
        };
        if let Some(index) = indices.iter().find(|i| **i >= count) {
            return Err(format!("a face has the corner {index}, and there are {count} points"));
        }
        match mode {
            4 if indices.len().is_multiple_of(3) => {
                mesh.faces.extend(indices.chunks_exact(3).map(<[u32]>::to_vec));
            }
            4 => return Err(format!("its triangles have {} corners in all", indices.len())),
            5 => mesh.faces.extend(indices.windows(3).map(<[u32]>::to_vec)),
            6 => {
                let tail = indices.get(1..).unwrap_or(&[]);
                mesh.faces.extend(tail.windows(2).map(|c| vec![indices[0], c[0], c[1]]));
            }
            mode => return Err(format!("a primitive of mode {mode} is not known")),
        }
        Ok(Some(mesh))
    }
}

/// The bytes of a base64 text; `None` if it is none.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for c in text.trim_end_matches('=').bytes() {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, held) = (bits << 6 | u32::from(digit), held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}
