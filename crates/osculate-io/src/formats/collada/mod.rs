//! Collada: the visual scene; each node with a geometry is a body. Lengths are in metres, by the
//! file's `<unit>`. Coordinates stay as they are written, whatever `<up_axis>` says, which is told:
//! so do the programs that show robots, and robots are written for them. A skin is taken where it
//! was bound. Materials, lights, cameras and movement are skipped.
//!
//! The document is read here, not by the crate `mesh-loader`. Of 298 files of robots both read all,
//! and that one places 3 wrongly: it passes over small turns and shifts. It takes a geometry once,
//! however often nodes name it, and no skins; and it has places that panic on data.

mod geometry;

use crate::ReadError;
use crate::builder::Builder;
use crate::mesh::{Mesh, Placed};
use crate::solid::Map;
use crate::xml::{self, Source};
use osculate::DVec3;
use osculate::glam::{DMat4, DQuat};
use roxmltree::{Document, Node, NodeId};
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

pub fn read(path: &Path, scene: &mut Builder) -> Result<Vec<Placed>, ReadError> {
    xml::read(path, scene, placed)
}

/// A file, and its elements by their names.
struct Collada<'n, 't> {
    file: &'n Source<'n>,
    named: HashMap<&'n str, Node<'n, 't>>,
}

fn placed(
    file: &Source,
    document: &Document,
    scene: &mut Builder,
) -> Result<Vec<Placed>, ReadError> {
    let root = document.root_element();
    if !root.has_tag_name("COLLADA") {
        return file.fail(root, "expected the element <COLLADA>");
    }
    let mut named = HashMap::new();
    for node in root.descendants() {
        if let Some(name) = node.attribute("id") {
            named.entry(name).or_insert(node);
        }
    }
    let collada = Collada { file, named };
    let asset = child(root, "asset");
    let unit = match asset.and_then(|asset| child(asset, "unit")) {
        Some(unit) => {
            let [meter] = file.numbers(unit, "meter", Some([1.0]))?;
            if meter <= 0.0 {
                return file.fail(unit, format!("a unit of {meter} meters is no length"));
            }
            meter
        }
        None => 1.0,
    };
    let up = asset.and_then(|asset| child(asset, "up_axis"));
    if let Some(up) = up.filter(|_| scene.is_outermost()) {
        let (path, line, up) = (file.path.display(), file.line(up), up.text().unwrap_or(""));
        let what = format!("its up_axis is {}: coordinates stay as they are written", up.trim());
        scene.remark(format!("{path}:{line}: {what}"));
    }
    let map = Map::from_scale(DVec3::splat(unit));
    let (meshes, placed) = (HashMap::new(), Vec::new());
    let mut walk = Walk { collada: &collada, scene, meshes, placed, visited: 0, points: 0 };
    let named = child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
    let start = match named {
        Some(instance) => Some(collada.target(instance, "url")?),
        None => root.descendants().find(|n| n.has_tag_name("visual_scene")),
    };
    match start {
        Some(start) => walk.visit(start, &map, 0)?,
        // Some programs write geometries alone.
        None => {
            for geometry in root.descendants().filter(|n| n.has_tag_name("geometry")) {
                let mesh = walk.mesh(geometry)?;
                walk.place(geometry, &map, vec![mesh])?;
            }
        }
    }
    if walk.placed.is_empty() {
        let help = "a <visual_scene> shows a geometry by <instance_geometry url=\"#…\"/>";
        return Err(ReadError::new(file.path, "it has no faces").help(help));
    }
    Ok(walk.placed)
}

fn child<'n, 't>(node: Node<'n, 't>, name: &str) -> Option<Node<'n, 't>> {
    node.children().find(|n| n.has_tag_name(name))
}

/// What people call an element.
fn name_of<'n>(node: Node<'n, '_>) -> &'n str {
    node.attribute("name").or(node.attribute("id")).unwrap_or(node.tag_name().name())
}

impl<'n, 't> Collada<'n, 't> {
    /// The element that an attribute names.
    fn target(&self, node: Node<'n, 't>, attribute: &str) -> Result<Node<'n, 't>, ReadError> {
        let url = self.file.attribute(node, attribute)?;
        let Some(name) = url.strip_prefix('#') else {
            return self
                .file
                .fail(node, format!("{url:?} lies in another file, which is not read"));
        };
        match self.named.get(name) {
            Some(found) => Ok(*found),
            None => self.file.fail(node, format!("there is no element with the id {name:?}")),
        }
    }
}

struct Walk<'w, 'n, 't, 'o> {
    collada: &'w Collada<'n, 't>,
    scene: &'w mut Builder<'o>,
    meshes: HashMap<NodeId, Rc<Mesh>>,
    placed: Vec<Placed>,
    visited: usize,
    points: usize,
}

impl<'n, 't> Walk<'_, 'n, 't, '_> {
    fn visit(&mut self, node: Node<'n, 't>, map: &Map, depth: usize) -> Result<(), ReadError> {
        let file = self.collada.file;
        self.visited += 1;
        let limits = self.scene.limits();
        if depth > 4 * limits.depth || self.visited > limits.parts {
            return file.fail(node, "its nodes repeat too deeply or too often");
        }
        let (mut map, mut meshes) = (*map, Vec::new());
        for child in node.children().filter(Node::is_element) {
            if let Some(step) = self.step(child)? {
                map *= step;
            }
        }
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "instance_geometry" => {
                    let geometry = self.collada.target(child, "url")?;
                    meshes.push(self.mesh(geometry)?);
                }
                "instance_controller" => meshes.push(self.bound(child)?),
                "instance_node" => {
                    let target = self.collada.target(child, "url")?;
                    self.visit(target, &map, depth + 1)?;
                }
                "node" => self.visit(child, &map, depth + 1)?,
                _ => {}
            }
        }
        self.place(node, &map, meshes)
    }

    /// What an element does to the axes of its node, if it is a step of them.
    fn step(&self, node: Node) -> Result<Option<Map>, ReadError> {
        let file = self.collada.file;
        let fail = |what: String| file.fail(node, format!("<{}> {what}", node.tag_name().name()));
        let text = node.text().unwrap_or("");
        Ok(Some(match node.tag_name().name() {
            "matrix" => match affine(text) {
                Ok(map) => map,
                Err(what) => return fail(what),
            },
            "translate" => match xml::exactly(text) {
                Ok(by) => Map::from_translation(DVec3::from_array(by)),
                Err(found) => return fail(format!("must be {found}")),
            },
            "scale" => match xml::exactly(text) {
                Ok(by) => Map::from_scale(DVec3::from_array(by)),
                Err(found) => return fail(format!("must be {found}")),
            },
            "rotate" => match xml::exactly(text) {
                Ok([x, y, z, degrees]) => {
                    let axis = DVec3::new(x, y, z).try_normalize();
                    if axis.is_none() && degrees != 0.0 {
                        return fail("has an axis without a direction".into());
                    }
                    let angle = degrees.to_radians();
                    Map::from_quat(DQuat::from_axis_angle(axis.unwrap_or(DVec3::Z), angle))
                }
                Err(found) => return fail(format!("must be {found}")),
            },
            "lookat" | "skew" => return fail("is not read: a <matrix> can say the same".into()),
            _ => return Ok(None),
        }))
    }

    /// The mesh of a geometry, which is read once.
    fn mesh(&mut self, geometry: Node<'n, 't>) -> Result<Rc<Mesh>, ReadError> {
        if let Some(known) = self.meshes.get(&geometry.id()) {
            return Ok(known.clone());
        }
        let mesh = Rc::new(geometry::mesh(geometry, self.collada, self.scene)?);
        self.meshes.insert(geometry.id(), mesh.clone());
        Ok(mesh)
    }

    /// The mesh that a controller bends, as it was bound.
    fn bound(&mut self, instance: Node<'n, 't>) -> Result<Rc<Mesh>, ReadError> {
        let (file, mut at) = (self.collada.file, self.collada.target(instance, "url")?);
        let mut map = Map::IDENTITY;
        for _ in 0..self.scene.limits().depth {
            if at.has_tag_name("geometry") {
                let mesh = self.mesh(at)?;
                return Ok(if map == Map::IDENTITY { mesh } else { mesh.moved(&map).into() });
            }
            let bends = |n: &Node| n.has_tag_name("skin") || n.has_tag_name("morph");
            let Some(by) = at.children().find(bends) else {
                return file.fail(at, "a controller needs a <skin> or a <morph>");
            };
            if let Some(shape) = child(by, "bind_shape_matrix") {
                let shape = affine(shape.text().unwrap_or(""));
                map *= shape.or_else(|what| file.fail(by, format!("its shape {what}")))?;
            }
            let name = name_of(at);
            let what = format!("{name:?} is bent: it is taken as it was bound");
            self.scene.remark(format!("{}: {what}", file.path.display()));
            at = self.collada.target(by, "source")?;
        }
        file.fail(instance, "a controller bends itself")
    }

    /// Adds the meshes of a node as one.
    fn place(&mut self, node: Node, map: &Map, mut meshes: Vec<Rc<Mesh>>) -> Result<(), ReadError> {
        let (file, most) = (self.collada.file, self.scene.limits().points);
        meshes.retain(|mesh| !mesh.faces.is_empty());
        self.points += meshes.iter().map(|mesh| mesh.size()).sum::<usize>();
        if self.points > most {
            return file.fail(node, format!("there are more than {most} points or faces"));
        }
        let mesh = match meshes.as_slice() {
            [] => return Ok(()),
            [mesh] => mesh.clone(),
            several => {
                let mut whole = Mesh::default();
                several.iter().for_each(|mesh| whole.append(mesh.as_ref().clone()));
                whole.into()
            }
        };
        let (name, line) = (name_of(node).to_string(), file.line(node));
        self.placed.push(Placed { name, line, map: *map, color: None, mesh });
        Ok(())
    }
}

/// A matrix by its rows.
fn affine(text: &str) -> Result<Map, String> {
    let rows = xml::exactly(text).map_err(|found| format!("must be {found}"))?;
    let matrix = DMat4::from_cols_array(&rows).transpose();
    if matrix.row(3).to_array() != [0.0, 0.0, 0.0, 1.0] {
        return Err("must have the last row 0 0 0 1".into());
    }
    Ok(Map::from_mat4(matrix))
}
