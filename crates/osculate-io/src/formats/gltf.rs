//! glTF and GLB: the tree of nodes; each node with a mesh is a body, so that instances are many
//! bodies of one mesh.
//!
//! The document is read here, not by the crate `gltf`: fuzzing found that one to panic on lists
//! that name what is not there.

use crate::builder::Builder;
use crate::mesh::{Mesh, Placed};
use crate::solid::Map;
use crate::{ReadError, lines, paths, text};
use osculate::DVec3;
use osculate::glam::{DMat3, DMat4, DQuat};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::rc::Rc;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    scene: Option<usize>,
    #[serde(default)]
    scenes: Vec<Scene>,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default)]
    meshes: Vec<NamedMesh>,
    #[serde(default)]
    materials: Vec<Material>,
    #[serde(default)]
    accessors: Vec<Accessor>,
    #[serde(default)]
    buffer_views: Vec<View>,
    #[serde(default)]
    buffers: Vec<Buffer>,
    #[serde(default)]
    extensions_required: Vec<String>,
}

#[derive(Deserialize)]
struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Deserialize)]
struct Node {
    name: Option<String>,
    mesh: Option<usize>,
    #[serde(default)]
    children: Vec<usize>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
    skin: Option<usize>,
    weights: Option<Vec<f64>>,
    #[serde(default)]
    extensions: BTreeMap<String, IgnoredAny>,
}

#[derive(Deserialize)]
struct NamedMesh {
    name: Option<String>,
    primitives: Vec<Primitive>,
    weights: Option<Vec<f64>>,
}

#[derive(Deserialize)]
struct Primitive {
    attributes: Attributes,
    indices: Option<usize>,
    material: Option<usize>,
    mode: Option<u32>,
}

#[derive(Deserialize)]
struct Attributes {
    #[serde(rename = "POSITION")]
    position: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Material {
    pbr_metallic_roughness: Option<Pbr>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pbr {
    base_color_factor: Option<[f32; 4]>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    dimensions: String,
    sparse: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    buffer: usize,
    #[serde(default)]
    byte_offset: usize,
    byte_length: usize,
    byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Buffer {
    byte_length: usize,
    uri: Option<String>,
}

/// Numbers that the standard has for types of components.
const BYTES: [(u32, usize); 3] = [(5121, 1), (5123, 2), (5125, 4)];
const SINGLE: u32 = 5126;

/// Extensions of nodes that neither add nor move a surface. `MSFT_lod` has coarser copies of what
/// is read.
const NO_SURFACE: [&str; 4] =
    ["KHR_lights_punctual", "EXT_lights_image_based", "KHR_xmp_json_ld", "MSFT_lod"];

pub fn read(path: &Path, scene: &mut Builder) -> Result<Vec<Placed>, ReadError> {
    let bytes = text::bytes(path, scene)?;
    let (text, blob) = match bytes.strip_prefix(b"glTF") {
        Some(rest) => chunks(rest).map_err(|what| ReadError::new(path, what))?,
        None => (bytes.as_slice(), None),
    };
    let document: Document = serde_json::from_slice(lines::without_mark(text))
        .map_err(|error| ReadError::new(path, format!("it is no valid glTF: {error}")))?;
    if let Some(extension) = document.extensions_required.first() {
        return Err(ReadError::new(
            path,
            format!("it needs the extension {extension}, which is not read"),
        ));
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
        document: &document,
        buffers: &buffers,
        meshes: HashMap::new(),
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
    document: &'w Document,
    buffers: &'w [Vec<u8>],
    meshes: HashMap<usize, Rc<Mesh>>,
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
        let document = self.document;
        let Some(node) = document.nodes.get(index) else {
            return self.fail(format!("it names node {index}, and has {}", document.nodes.len()));
        };
        let map = *map * node.map();
        for extension in node.extensions.keys() {
            if !NO_SURFACE.contains(&extension.as_str()) {
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
            if node.skin.is_some() {
                self.missing(&name, "its skin is left out, and its surface is elsewhere");
            }
            let mut colors = mesh.primitives.iter().rev().filter_map(|primitive| {
                let material = document.materials.get(primitive.material?)?;
                material.pbr_metallic_roughness.as_ref()?.base_color_factor
            });
            let color = colors.next().map(|[r, g, b, _]| [r, g, b]);
            let mesh = self.mesh(index, mesh, &name)?;
            self.count(&mesh, &name)?;
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

    /// A mesh, which is read once.
    fn mesh(&mut self, index: usize, of: &NamedMesh, name: &str) -> Result<Rc<Mesh>, ReadError> {
        if let Some(known) = self.meshes.get(&index) {
            return Ok(known.clone());
        }
        let mut whole = Mesh::default();
        for primitive in &of.primitives {
            match self.primitive(primitive) {
                Ok(Some(primitive)) => whole.append(primitive),
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
        let whole = Rc::new(whole);
        self.meshes.insert(index, whole.clone());
        Ok(whole)
    }

    /// The triangles of a primitive; `None` if it is of points or lines.
    fn primitive(&self, primitive: &Primitive) -> Result<Option<Mesh>, String> {
        let mode = primitive.mode.unwrap_or(4);
        if mode < 4 {
            return Ok(None);
        }
        let positions = primitive.attributes.position.ok_or("a mesh has no positions")?;
        let accessor = self.accessor(positions)?;
        if (accessor.component_type, accessor.dimensions.as_str()) != (SINGLE, "VEC3") {
            return Err("positions must be triples in single precision".into());
        }
        let mut mesh = Mesh::default();
        mesh.points.extend(self.elements(accessor, 12)?.map(|bytes| {
            let at = |i: usize| {
                f64::from(f32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]))
            };
            DVec3::new(at(0), at(4), at(8))
        }));
        let count = mesh.points.len() as u32;
        let indices: Vec<u32> = match primitive.indices {
            Some(indices) => {
                let accessor = self.accessor(indices)?;
                let size = BYTES.iter().find(|(kind, _)| *kind == accessor.component_type);
                let (Some((_, size)), "SCALAR") = (size, accessor.dimensions.as_str()) else {
                    return Err("the corners of faces must be whole numbers".into());
                };
                // The lowest byte first.
                let number =
                    |bytes: &[u8]| bytes.iter().rev().fold(0u32, |n, b| n << 8 | u32::from(*b));
                self.elements(accessor, *size)?.map(number).collect()
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

    fn accessor(&self, index: usize) -> Result<&Accessor, String> {
        let there = self.document.accessors.len();
        let accessor = self.document.accessors.get(index);
        accessor.ok_or_else(|| format!("it names accessor {index}, and has {there}"))
    }

    /// The bytes of each element of an accessor; what it claims must be there.
    fn elements<'e>(
        &'e self,
        accessor: &Accessor,
        size: usize,
    ) -> Result<impl Iterator<Item = &'e [u8]> + 'e, String> {
        let view = accessor.buffer_view.and_then(|view| self.document.buffer_views.get(view));
        let (Some(view), None) = (view, &accessor.sparse) else {
            return Err("an accessor without data, or with sparse data, is not read".into());
        };
        let (count, start) = (accessor.count, accessor.byte_offset);
        let stride = view.byte_stride.unwrap_or(size);
        let last = count.saturating_sub(1).checked_mul(stride);
        let end = last.and_then(|n| n.checked_add(start)?.checked_add(size));
        let buffer = self.buffers.get(view.buffer).map_or(&[][..], Vec::as_slice);
        let bytes = view.byte_offset.checked_add(view.byte_length);
        let bytes = bytes.and_then(|end| buffer.get(view.byte_offset..end));
        match (bytes, end) {
            (Some(bytes), Some(end)) if end <= bytes.len() => {
                Ok((0..count).map(move |k| &bytes[start + k * stride..][..size]))
            }
            _ => Err(format!("an accessor claims {count} elements, beyond its buffer")),
        }
    }
}

impl Node {
    fn map(&self) -> Map {
        if let Some(matrix) = &self.matrix {
            let matrix = DMat4::from_cols_array(matrix);
            return Map {
                matrix3: DMat3::from_mat4(matrix),
                translation: matrix.w_axis.truncate(),
            };
        }
        let turn = self.rotation.map_or(DQuat::IDENTITY, DQuat::from_array);
        let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { DQuat::IDENTITY };
        let scale = DVec3::from(self.scale.unwrap_or([1.0; 3]));
        let translation = DVec3::from(self.translation.unwrap_or([0.0; 3]));
        Map::from_scale_rotation_translation(scale, turn, translation)
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
