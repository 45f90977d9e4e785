//! Files to shapes: scenes of named bodies, each a union of convex parts.
//!
//! [`read`] chooses the format by the file's name: VRML97 (`.wrl`), OBJ, STL, glTF (`.gltf`, `.glb`), URDF, and the JSON format that
//! [`json`] describes. Nothing in a file can make it panic, take more memory than [`Limits`] allow, or read outside the root.

#![deny(unsafe_code)]

mod error;
mod gltf;
pub mod json;
mod mesh;
mod obj;
mod scene;
mod solid;
mod stl;
mod text;
mod urdf;
mod vrml;

pub use error::ReadError;
pub use scene::{Body, Part, Scene};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A mesh that is not convex is replaced by its hull as a whole; else by the hulls of its connected pieces.
    pub hull: bool,
    /// Files that a file names must lie in here; the file's own folder if not given. `package://` paths start here.
    pub root: Option<PathBuf>,
    /// Where a robot's joints stand, by name: radians, or lengths of those that slide. The others are at zero.
    pub joints: BTreeMap<String, f64>,
    /// What must not be exceeded.
    pub limits: Limits,
}

/// Bounds on what a file may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a file.
    pub bytes: u64,
    /// Convex parts in all.
    pub parts: usize,
    /// Points of meshes in all.
    pub points: usize,
    /// Nodes within nodes, and files within files.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 30, parts: 200_000, points: 20_000_000, depth: 64 }
    }
}

/// The file formats.
const FORMATS: &str = ".wrl, .obj, .stl, .gltf, .glb, .urdf or .json";

/// Reads a scene from a file.
pub fn read(path: &Path, options: &Options) -> Result<Scene, ReadError> {
    let mut scene = scene::Builder::new(options, path)?;
    read_into(path, &mut scene)?;
    scene.finish(path)
}

/// Adds what the file holds.
fn read_into(path: &Path, scene: &mut scene::Builder) -> Result<(), ReadError> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_lowercase();
    match extension.as_str() {
        "wrl" => vrml::read(path, scene),
        "obj" => obj::read(path, scene),
        "stl" => stl::read(path, scene),
        "gltf" | "glb" => gltf::read(path, scene),
        "urdf" => urdf::read(path, scene),
        "json" => json::read(path, scene),
        _ => Err(ReadError::new(path, "its name does not tell its format")
            .help(format!("a file's name must end in {FORMATS}"))),
    }
}
