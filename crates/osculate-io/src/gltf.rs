//! glTF and GLB: the tree of nodes; each node with a mesh is a body, so that instances are many bodies of one mesh.

use crate::mesh::Mesh;
use crate::scene::Builder;
use crate::solid::Map;
use crate::{ReadError, text};
use osculate::DVec3;
use osculate::glam::{DMat3, DMat4};
use std::path::Path;

pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    let bytes = text::bytes(path, scene)?;
    let broken = |error: gltf::Error| ReadError::new(path, format!("it is no valid glTF: {error}"));
    let gltf::Gltf { document, mut blob } = gltf::Gltf::from_slice(&bytes).map_err(broken)?;
    let mut buffers: Vec<Vec<u8>> = Vec::new();
    for buffer in document.buffers() {
        let data = match buffer.source() {
            gltf::buffer::Source::Bin => blob.take().unwrap_or_default(),
            gltf::buffer::Source::Uri(uri) => match uri.strip_prefix("data:") {
                Some(data) => base64(data.rsplit(',').next().unwrap_or(""))
                    .ok_or_else(|| ReadError::new(path, "a buffer in the file is no base64"))?,
                None => text::bytes(&text::neighbour(path, uri, scene)?, scene)?,
            },
        };
        if data.len() < buffer.length() {
            let (claimed, there) = (buffer.length(), data.len());
            return Err(ReadError::new(
                path,
                format!("a buffer claims {claimed} bytes, and has {there}"),
            ));
        }
        buffers.push(data);
    }
    let Some(start) = document.default_scene().or_else(|| document.scenes().next()) else {
        return Err(ReadError::new(path, "it has no scene"));
    };
    let mut walk = Walk { path, scene, buffers: &buffers, visited: 0 };
    start.nodes().try_for_each(|node| walk.visit(&node, &Map::IDENTITY, 0))
}

struct Walk<'w, 'o> {
    path: &'w Path,
    scene: &'w mut Builder<'o>,
    buffers: &'w [Vec<u8>],
    visited: usize,
}

impl Walk<'_, '_> {
    fn visit(&mut self, node: &gltf::Node<'_>, map: &Map, depth: usize) -> Result<(), ReadError> {
        self.visited += 1;
        let limits = self.scene.limits();
        if depth > 4 * limits.depth || self.visited > limits.parts {
            return Err(ReadError::new(self.path, "its nodes repeat too deeply or too often"));
        }
        let own = DMat4::from_cols_array_2d(
            &node.transform().matrix().map(|column| column.map(f64::from)),
        );
        let own = Map { matrix3: DMat3::from_mat4(own), translation: own.w_axis.truncate() };
        let map = *map * own;
        if let Some(mesh) = node.mesh() {
            let name = node
                .name()
                .or(mesh.name())
                .map_or(format!("node {}", node.index()), str::to_string);
            let body = self.scene.body(&name);
            let mut whole = Mesh::default();
            for primitive in mesh.primitives() {
                self.primitive(&name, &primitive, &mut whole)?;
                let [r, g, b, _] =
                    primitive.material().pbr_metallic_roughness().base_color_factor();
                self.scene.get(body).color = Some([r, g, b]);
            }
            whole
                .add(&map, body, self.scene)
                .map_err(|what| ReadError::new(self.path, format!("{name:?}: {what}")))?;
        }
        node.children().try_for_each(|child| self.visit(&child, &map, depth + 1))
    }

    fn primitive(
        &self,
        name: &str,
        primitive: &gltf::Primitive<'_>,
        whole: &mut Mesh,
    ) -> Result<(), ReadError> {
        let fail = |what: String| Err(ReadError::new(self.path, format!("{name:?}: {what}")));
        // What an accessor claims must be there before it is read.
        for accessor in primitive.attributes().map(|(_, a)| a).chain(primitive.indices()) {
            let Some(view) = accessor.view() else {
                return fail("an accessor without data is not supported".into());
            };
            let stride = view.stride().unwrap_or(accessor.size());
            let last = accessor.count().saturating_sub(1).checked_mul(stride);
            let end = last.and_then(|n| n.checked_add(accessor.offset() + accessor.size()));
            let there = self.buffers.get(view.buffer().index()).map_or(0, Vec::len);
            let inside = end.is_some_and(|end| end <= view.length())
                && view.offset().checked_add(view.length()).is_some_and(|end| end <= there);
            if !inside {
                return fail(format!(
                    "an accessor claims {} elements, beyond its buffer",
                    accessor.count()
                ));
            }
        }
        let reader = primitive.reader(|buffer| self.buffers.get(buffer.index()).map(Vec::as_slice));
        let base = whole.points.len() as u32;
        let Some(positions) = reader.read_positions() else {
            return fail("a mesh has no positions".into());
        };
        whole.points.extend(positions.map(|p| DVec3::from(p.map(f64::from))));
        let count = whole.points.len() as u32 - base;
        let indices: Vec<u32> = match reader.read_indices() {
            Some(indices) => indices.into_u32().collect(),
            None => (0..count).collect(),
        };
        if let Some(index) = indices.iter().find(|i| **i >= count) {
            return fail(format!("a face has the corner {index}, and there are {count} points"));
        }
        let face = |corners: [u32; 3]| corners.map(|i| base + i).to_vec();
        use gltf::mesh::Mode;
        match primitive.mode() {
            Mode::Triangles => {
                whole.faces.extend(indices.chunks_exact(3).map(|c| face([c[0], c[1], c[2]])));
            }
            Mode::TriangleStrip => {
                whole.faces.extend(indices.windows(3).map(|c| face([c[0], c[1], c[2]])));
            }
            Mode::TriangleFan => {
                let tail = indices.get(1..).unwrap_or(&[]);
                whole.faces.extend(tail.windows(2).map(|c| face([indices[0], c[0], c[1]])));
            }
            mode => return fail(format!("a mesh of {mode:?} has no surface")),
        }
        Ok(())
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
