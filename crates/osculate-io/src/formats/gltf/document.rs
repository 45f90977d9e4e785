//! What is asked of a glTF document.

use crate::solid::Map;
use osculate::DVec3;
use osculate::glam::{DMat3, DMat4, DQuat};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    pub scene: Option<usize>,
    #[serde(default)]
    pub scenes: Vec<Scene>,
    #[serde(default)]
    pub nodes: Vec<Node>,
    #[serde(default)]
    pub meshes: Vec<NamedMesh>,
    #[serde(default)]
    pub materials: Vec<Material>,
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    #[serde(default)]
    pub buffer_views: Vec<View>,
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    #[serde(default)]
    pub extensions_required: Vec<String>,
    #[serde(default)]
    pub skins: Vec<Skin>,
    pub asset: Option<Asset>,
}

#[derive(Deserialize)]
pub struct Asset {
    #[serde(default)]
    pub version: Value,
}

/// Of a document of any version.
#[derive(Deserialize)]
pub struct Head {
    pub asset: Asset,
}

/// Nodes that bend a mesh.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    pub inverse_bind_matrices: Option<usize>,
    pub joints: Vec<usize>,
}

#[derive(Deserialize)]
pub struct Scene {
    #[serde(default)]
    pub nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub struct Node {
    pub name: Option<String>,
    pub mesh: Option<usize>,
    #[serde(default)]
    pub children: Vec<usize>,
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    pub skin: Option<usize>,
    pub weights: Option<Vec<f64>>,
    #[serde(default)]
    pub extensions: BTreeMap<String, IgnoredAny>,
}

#[derive(Deserialize)]
pub struct NamedMesh {
    pub name: Option<String>,
    pub primitives: Vec<Primitive>,
    pub weights: Option<Vec<f64>>,
}

#[derive(Deserialize)]
pub struct Primitive {
    /// Accessors by what they are of.
    pub attributes: BTreeMap<String, usize>,
    pub indices: Option<usize>,
    pub material: Option<usize>,
    pub mode: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    pub pbr_metallic_roughness: Option<Pbr>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pbr {
    pub base_color_factor: Option<[f32; 4]>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: u32,
    pub count: usize,
    #[serde(rename = "type")]
    pub dimensions: String,
    #[serde(default)]
    pub normalized: bool,
    pub sparse: Option<Sparse>,
}

/// Elements that are other than the rest says.
#[derive(Deserialize)]
pub struct Sparse {
    pub count: usize,
    pub indices: Part,
    pub values: Part,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub byte_length: usize,
    pub byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub byte_length: usize,
    pub uri: Option<String>,
}

impl Node {
    /// Where it stands in its parent.
    pub fn map(&self) -> Map {
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
