//! Meshes as files have them: points, and polygons between them, in groups.

use crate::solid::Map;
use osculate::DVec3;
use std::rc::Rc;

/// Points, and polygons between them.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    pub points: Vec<DVec3>,
    pub faces: Vec<Vec<u32>>,
    /// The group of each face; of those behind the end, 0.
    groups: Vec<u32>,
    /// Above the number of each group.
    groups_end: u32,
}

/// A mesh of a file, by name.
pub struct Named {
    /// What the file calls it, if it does; else it is called as the file is.
    pub name: Option<String>,
    /// The line where it begins, counted from 1; 0 if the file has no lines.
    pub line: usize,
    pub mesh: Mesh,
}

/// A mesh where it stands in its file, which may have it several times.
pub struct Placed {
    pub name: String,
    /// The line where it begins, counted from 1; 0 if the file has no lines.
    pub line: usize,
    pub map: Map,
    /// Red, green and blue from 0 to 1.
    pub color: Option<[f32; 3]>,
    pub mesh: Rc<Mesh>,
}

impl Mesh {
    /// A mesh whose faces are one group.
    pub fn new(points: Vec<DVec3>, faces: Vec<Vec<u32>>) -> Self {
        Self { points, faces, ..Self::default() }
    }

    /// How much it has, of points or of faces: what shows it many times is held to limits by that.
    pub fn size(&self) -> usize {
        self.points.len().max(self.faces.len())
    }

    /// The mesh under a map.
    pub fn moved(&self, map: &Map) -> Self {
        let points = self.points.iter().map(|point| map.transform_point3(*point)).collect();
        Self { points, ..self.clone() }
    }

    /// The group of a face.
    pub fn group(&self, face: usize) -> u32 {
        self.groups.get(face).copied().unwrap_or(0)
    }

    /// Adds a face of a group.
    pub fn push(&mut self, group: u32, corners: Vec<u32>) {
        self.groups.resize(self.faces.len(), 0);
        self.groups.push(group);
        self.groups_end = self.groups_end.max(group + 1);
        self.faces.push(corners);
    }

    /// Adds the points and faces of another mesh; its groups are others than those so far.
    pub fn append(&mut self, other: Mesh) {
        let base = self.points.len() as u32;
        let groups = if self.faces.is_empty() { 0 } else { self.groups_end.max(1) };
        for k in 0..other.faces.len() {
            let corners = other.faces[k].iter().map(|i| i + base).collect();
            self.push(groups + other.group(k), corners);
        }
        self.points.extend(other.points);
    }
}
