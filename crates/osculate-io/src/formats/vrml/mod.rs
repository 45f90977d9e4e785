//! VRML97: the format that van den Bergen's paper was written for. `syntax.rs` reads nodes by one
//! grammar, whatever they are; here the tree is walked for solids and their maps.
//!
//! A body is what has a name: the nearest node above a `Shape`, or the `Shape` itself, that `DEF`
//! names, in whichever file. Shapes without such a node are bodies of their own.

mod nodes;
mod spine;
mod syntax;
mod tree;

use crate::builder::Builder;
use crate::mesh::Mesh;
use crate::solid::{Map, Solid};
use crate::{ReadError, lines, paths, text};
use osculate::DVec3;
use osculate::glam::DMat3;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use syntax::parse;
use tree::{Node, Value, turn};

pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    read_at(path, scene, &Map::IDENTITY, None, 0)
}

/// Reads a file under a map, below a node that has a name, if there is one.
fn read_at(
    path: &Path,
    scene: &mut Builder,
    map: &Map,
    owner: Option<&Owner>,
    depth: usize,
) -> Result<(), ReadError> {
    let text = text::any_text(path, scene)?;
    let header = text.lines().next().unwrap_or("");
    if !header.starts_with("#VRML V2.0 utf8") {
        return Err(ReadError::at(path, &text, 0, "expected the header `#VRML V2.0 utf8`")
            .help("VRML 1.0 and X3D are other formats"));
    }
    let (nodes, skipped) = parse(path, &text, scene.limits().depth)?;
    let ends: Vec<usize> = lines::line_ends(&text).collect();
    let (text, unread) = (text.as_str(), BTreeMap::new());
    let mut walk = Walk { path, text, ends: &ends, scene, depth, visited: 0, unread };
    nodes.iter().try_for_each(|node| walk.visit(node, map, owner))?;
    let unread = walk.unread;
    let path = path.display();
    for name in skipped.prototypes.iter().filter(|name| !unread.contains_key(*name)) {
        scene.remark(format!("{path}: prototype {name} is left out, and no shape is one"));
    }
    if skipped.scripts {
        scene.remark(format!("{path}: Script is left out"));
    }
    let prototypes: BTreeSet<&String> = skipped.prototypes.iter().collect();
    for (kind, byte) in unread {
        let what = if prototypes.contains(&kind) { "prototype" } else { "node" };
        let line = line(&ends, byte);
        scene.missing(format!("{path}:{line}: {what} {kind} is left out"));
    }
    for what in skipped.unknown {
        scene.missing(format!("{path}: {what} is left out"));
    }
    Ok(())
}

/// The line of a byte, counted from 1.
fn line(ends: &[usize], byte: usize) -> usize {
    ends.partition_point(|end| *end < byte) + 1
}

/// A node that `DEF` names, above shapes.
struct Owner<'n> {
    name: &'n str,
    /// Where its own axes begin.
    origin: DVec3,
    /// The body of this name: its first shape begins it, so that a node which has none of its own
    /// takes no name.
    body: Cell<Option<usize>>,
}

impl Owner<'_> {
    fn body(&self, scene: &mut Builder) -> usize {
        let body = self.body.get().unwrap_or_else(|| {
            let body = scene.body(self.name);
            scene.get(body).origin = self.origin;
            body
        });
        self.body.set(Some(body));
        body
    }
}

/// Nodes that a walk may meet, repeats by USE included.
const MOST_VISITS: usize = 5_000_000;

struct Walk<'w, 'o> {
    path: &'w Path,
    text: &'w str,
    /// Where its lines end.
    ends: &'w [usize],
    scene: &'w mut Builder<'o>,
    depth: usize,
    visited: usize,
    /// Kinds of node that may have a surface and are not read, and where the first of each stands.
    unread: BTreeMap<String, usize>,
}

impl Walk<'_, '_> {
    fn fail<T>(&self, node: &Node, what: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError::at(self.path, self.text, node.byte, what))
    }

    fn visit(&mut self, node: &Node, map: &Map, owner: Option<&Owner>) -> Result<(), ReadError> {
        self.depth += 1;
        self.visited += 1;
        if self.depth > 4 * self.scene.limits().depth || self.visited > MOST_VISITS {
            return self.fail(node, "the scene repeats itself too deeply or too often");
        }
        let own = node.name.as_ref().filter(|_| holds_shapes(&node.kind)).map(|name| {
            let own = if node.kind == "Transform" { *map * transform(node) } else { *map };
            Owner { name, origin: own.translation, body: Cell::new(None) }
        });
        let owner = own.as_ref().or(owner);
        match node.kind.as_str() {
            "Transform" => {
                let map = *map * transform(node);
                self.children(node.nodes("children"), &map, owner)?;
            }
            "Group" | "Anchor" | "Billboard" | "Collision" => {
                self.children(node.nodes("children"), map, owner)?;
            }
            "Switch" => {
                let choice = node.number("whichChoice", -1.0);
                if choice >= 0.0
                    && let Some(chosen) = node.nodes("choice").get(choice as usize)
                {
                    self.visit(chosen, map, owner)?;
                }
            }
            // The first level is the finest.
            "LOD" => {
                if let Some(finest) = node.nodes("level").first() {
                    self.visit(finest, map, owner)?;
                }
            }
            "Inline" => self.inline(node, map, owner)?,
            "Shape" => {
                for geometry in node.nodes("geometry") {
                    let body = match owner {
                        Some(owner) => owner.body(self.scene),
                        None => {
                            let line = line(self.ends, geometry.byte);
                            let kind = &geometry.kind;
                            let name = geometry.name.clone();
                            let body = self.scene.body(&name.unwrap_or(format!("{kind}@{line}")));
                            self.scene.get(body).origin = map.translation;
                            body
                        }
                    };
                    self.color(node, body);
                    self.geometry(geometry, map, body)?;
                }
            }
            kind if nodes::NO_SHAPE.contains(&kind) => {}
            kind => {
                self.unread.entry(kind.to_string()).or_insert(node.byte);
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn children(
        &mut self,
        children: &[Rc<Node>],
        map: &Map,
        owner: Option<&Owner>,
    ) -> Result<(), ReadError> {
        children.iter().try_for_each(|child| self.visit(child, map, owner))
    }

    fn inline(&mut self, node: &Node, map: &Map, owner: Option<&Owner>) -> Result<(), ReadError> {
        let Some(Value::Strings(urls)) = node.fields.get("url") else {
            return self.fail(node, "an Inline names no file");
        };
        let Some(url) = urls.first() else {
            return self.fail(node, "an Inline names no file");
        };
        let found: PathBuf = paths::neighbour(self.path, url, self.scene)?;
        let (path, depth) = (self.path, self.depth);
        self.scene.within(path, &found, |scene| read_at(&found, scene, map, owner, depth))
    }

    fn color(&mut self, shape: &Node, body: usize) {
        let appearance = shape.nodes("appearance").first();
        let material = appearance.and_then(|node| node.nodes("material").first());
        if let Some(&[r, g, b]) = material.and_then(|node| node.numbers("diffuseColor")) {
            self.scene.get(body).color = Some([r as f32, g as f32, b as f32]);
        }
    }

    fn geometry(&mut self, node: &Node, map: &Map, body: usize) -> Result<(), ReadError> {
        let solid = match node.kind.as_str() {
            "Box" => Solid::Cuboid(node.vector("size", DVec3::splat(2.0)) * 0.5),
            "Sphere" => Solid::Ball(node.number("radius", 1.0)),
            "Cone" => Solid::Cone {
                half_height: 0.5 * node.number("height", 2.0),
                radius: node.number("bottomRadius", 1.0),
            },
            "Cylinder" => Solid::Cylinder {
                half_height: 0.5 * node.number("height", 2.0),
                radius: node.number("radius", 1.0),
            },
            "IndexedFaceSet" => {
                let mesh = self.face_set(node)?;
                return self.mesh(node, &mesh, map, body);
            }
            "ElevationGrid" => {
                let mesh = self.grid(node)?;
                return self.mesh(node, &mesh, map, body);
            }
            "Extrusion" => {
                let mesh = self.extrusion(node)?;
                return self.mesh(node, &mesh, map, body);
            }
            kind if nodes::NO_SURFACE.contains(&kind) => {
                self.scene.remark(format!("{}: {kind} is left out", self.path.display()));
                return Ok(());
            }
            kind => {
                self.unread.entry(kind.to_string()).or_insert(node.byte);
                return Ok(());
            }
        };
        self.scene.part(body, &solid, map).or_else(|what| self.fail(node, what))
    }

    fn mesh(&mut self, node: &Node, mesh: &Mesh, map: &Map, body: usize) -> Result<(), ReadError> {
        mesh.add(map, body, self.scene).or_else(|what| self.fail(node, what))
    }

    fn points(&self, node: &Node) -> Result<Vec<DVec3>, ReadError> {
        let coordinate = node.nodes("coord").first();
        let numbers = coordinate.and_then(|c| c.numbers("point")).unwrap_or(&[]);
        if !numbers.len().is_multiple_of(3) {
            return self
                .fail(node, format!("the coordinates are {} numbers, no triples", numbers.len()));
        }
        Ok(numbers.chunks_exact(3).map(DVec3::from_slice).collect())
    }

    fn face_set(&self, node: &Node) -> Result<Mesh, ReadError> {
        let points = self.points(node)?;
        let (mut faces, mut face) = (Vec::new(), Vec::new());
        for &index in node.numbers("coordIndex").unwrap_or(&[]) {
            if index < 0.0 {
                faces.push(std::mem::take(&mut face));
            } else if index.fract() != 0.0 || index >= points.len() as f64 {
                let there = points.len();
                return self
                    .fail(node, format!("coordIndex has {index}, and there are {there} points"));
            } else {
                face.push(index as u32);
            }
        }
        faces.push(face);
        // What is no face in the standard's sense is a segment or a point here.
        faces.retain(|face| !face.is_empty());
        Ok(Mesh::new(points, faces))
    }

    fn grid(&self, node: &Node) -> Result<Mesh, ReadError> {
        let [columns, rows] = ["xDimension", "zDimension"].map(|f| node.number(f, 0.0));
        let heights = node.numbers("height").unwrap_or(&[]);
        if !(columns >= 2.0 && rows >= 2.0) || columns * rows != heights.len() as f64 {
            let what = format!(
                "an ElevationGrid of {columns} by {rows} needs as many heights, and has {}",
                heights.len()
            );
            return self.fail(node, what);
        }
        let [dx, dz] = ["xSpacing", "zSpacing"].map(|f| node.number(f, 1.0));
        let columns = columns as usize;
        let at = |(k, &y): (usize, &f64)| {
            DVec3::new(dx * (k % columns) as f64, y, dz * (k / columns) as f64)
        };
        let points: Vec<DVec3> = heights.iter().enumerate().map(at).collect();
        let mut faces = Vec::new();
        for row in 0..heights.len() / columns - 1 {
            for column in 0..columns - 1 {
                let first = (row * columns + column) as u32;
                let below = first + columns as u32;
                // A square is two triangles: its corners need not be in one plane.
                faces.push(vec![first, below, first + 1]);
                faces.push(vec![below, below + 1, first + 1]);
            }
        }
        Ok(Mesh::new(points, faces))
    }

    /// A cross-section in x and z, swept along the spine with a scale and a turn at each of its
    /// points.
    fn extrusion(&self, node: &Node) -> Result<Mesh, ReadError> {
        const SQUARE: [f64; 10] = [1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0];
        let section = node.numbers("crossSection").unwrap_or(&SQUARE);
        let spine = node.numbers("spine").unwrap_or(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let scale = node.numbers("scale").unwrap_or(&[1.0, 1.0]);
        let turns = node.numbers("orientation").unwrap_or(&[0.0, 0.0, 1.0, 0.0]);
        let whole = section.len().is_multiple_of(2)
            && spine.len().is_multiple_of(3)
            && scale.len().is_multiple_of(2);
        if !whole || !turns.len().is_multiple_of(4) || section.len() < 6 || spine.len() < 6 {
            return self
                .fail(node, "an Extrusion's lists are no pairs, triples or turns, or too short");
        }
        if scale.is_empty() || turns.is_empty() {
            return self.fail(node, "an Extrusion needs at least one scale and one turn");
        }
        let mut section: Vec<DVec3> =
            section.chunks_exact(2).map(|c| DVec3::new(c[0], 0.0, c[1])).collect();
        let is_closed = section.first() == section.last();
        if is_closed {
            section.pop();
        }
        let spine: Vec<DVec3> = spine.chunks_exact(3).map(DVec3::from_slice).collect();
        let planes = spine::planes(&spine);
        let (n, m) = (spine.len(), section.len() as u32);
        let mut mesh = Mesh::default();
        for (k, (at, plane)) in spine.iter().zip(&planes).enumerate() {
            let scale = &scale[2 * k.min(scale.len() / 2 - 1)..];
            let turns = &turns[4 * k.min(turns.len() / 4 - 1)..];
            let turn = turn(DVec3::new(turns[0], turns[1], turns[2]), turns[3]);
            let scale = DVec3::new(scale[0], 1.0, scale[1]);
            mesh.points.extend(section.iter().map(|&p| *at + *plane * (turn * (p * scale))));
        }
        for k in 0..n as u32 - 1 {
            for i in 0..if is_closed { m } else { m - 1 } {
                let (a, b) = (k * m + i, k * m + (i + 1) % m);
                mesh.faces.push(vec![a, b, b + m]);
                mesh.faces.push(vec![a, b + m, a + m]);
            }
        }
        if node.flag("beginCap", true) {
            mesh.faces.push((0..m).collect());
        }
        if node.flag("endCap", true) {
            mesh.faces.push((0..m).map(|i| (n as u32 - 1) * m + i).collect());
        }
        Ok(mesh)
    }
}

/// Whether a node's name can be a body's: those of materials, coordinates and views are not.
fn holds_shapes(kind: &str) -> bool {
    const HOLD: [&str; 9] = [
        "Transform",
        "Group",
        "Anchor",
        "Billboard",
        "Collision",
        "Switch",
        "LOD",
        "Inline",
        "Shape",
    ];
    HOLD.contains(&kind)
}

/// The map of a Transform: P' = T · C · R · SR · S · −SR · −C · P.
fn transform(node: &Node) -> Map {
    let center = node.vector("center", DVec3::ZERO);
    let scale = node.vector("scale", DVec3::ONE);
    let stretch = node.turn("scaleOrientation");
    let turn = DMat3::from_quat(node.turn("rotation"));
    let stretch_turn = DMat3::from_quat(stretch);
    let matrix = turn * stretch_turn * DMat3::from_diagonal(scale) * stretch_turn.transpose();
    let translation = node.vector("translation", DVec3::ZERO) + center - matrix * center;
    Map { matrix3: matrix, translation }
}
