//! VRML97, the format that van den Bergen's paper was written for, and X3D, which came of it.
//! `syntax.rs` reads nodes by one grammar, whatever they are, and `x3d.rs` the same nodes in XML;
//! here the tree is walked for solids and their maps, and `far.rs` finds what other files have.
//!
//! A body is what has a name: the nearest node above a `Shape`, or the `Shape` itself, that `DEF`
//! names, in whichever file. Shapes without such a node are bodies of their own.

mod far;
mod geometry;
mod nodes;
mod proto;
mod scope;
mod spine;
mod syntax;
mod tree;
mod words;
mod x3d;

use crate::ReadError;
use crate::builder::Builder;
use crate::solid::{Map, Solid};
use far::Files;
use osculate::DVec3;
use osculate::glam::DMat3;
use proto::Binding;
use scope::{File, Units};
use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use tree::{Known, Node};

pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    let mut files = Files::default();
    let file = files.file(path, scene)?;
    let mut map = Map::IDENTITY;
    // What the caller says of this file goes before what it says, and that before what the caller
    // says of all.
    if file.units.length != 1.0 && !scene.options().units.contains_key(path) {
        scene.set_unit(1.0);
        map = Map::from_scale(DVec3::splat(file.units.length));
    }
    let units = file.units;
    let (depth, protos, visited, label, scripts) = (0, 0, 0, None, false);
    let files = &mut files;
    let mut walk = Walk { scene, files, units, depth, protos, visited, label, scripts };
    walk.file(&file, &map, None)
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

/// Nodes that a walk may meet, repeats by USE and by prototypes included, in all its files.
const MOST_VISITS: usize = 5_000_000;

struct Walk<'w, 'o> {
    scene: &'w mut Builder<'o>,
    files: &'w mut Files,
    /// Of the file that is walked.
    units: Units,
    depth: usize,
    /// Instances of prototypes, one in another.
    protos: usize,
    visited: usize,
    /// What bodies without a name are called in an instance: its kind and line.
    label: Option<String>,
    /// Whether there is a script so far, which may give a surface to what is empty.
    scripts: bool,
}

impl Walk<'_, '_> {
    /// Walks a file under a map, below a node that has a name, if there is one.
    fn file(&mut self, file: &File, map: &Map, owner: Option<&Owner>) -> Result<(), ReadError> {
        self.scripts |= file.scripts;
        let units = std::mem::replace(&mut self.units, file.units);
        file.nodes.iter().try_for_each(|node| self.visit(node, map, owner))?;
        self.units = units;
        self.files.tell(file, self.scene);
        Ok(())
    }

    /// Tells of a node that may have a surface: once a kind and file.
    fn unread(&mut self, node: &Node, what: &str) {
        if self.files.is_new(&node.source.path, &format!("{what} {}", node.kind)) {
            let (place, kind) = (node.source.place(node.byte), &node.kind);
            self.scene.missing(format!("{place}: {what} {kind} is left out"));
        }
    }

    /// Counts what is met or made.
    fn count(&mut self, node: &Node, met: usize) -> Result<(), ReadError> {
        self.visited = self.visited.saturating_add(met);
        if self.depth > 4 * self.scene.limits().depth || self.visited > MOST_VISITS {
            let what = "the scene repeats itself too deeply or too often";
            let help = "names, prototypes or files hold each other: show fewer of them";
            return Err(node.source.error(node.byte, what).help(help));
        }
        Ok(())
    }

    fn visit(
        &mut self,
        node: &Rc<Node>,
        map: &Map,
        owner: Option<&Owner>,
    ) -> Result<(), ReadError> {
        self.depth += 1;
        self.count(node, 1)?;
        let is_instance = node.proto.is_some();
        let own = node.name.as_ref().filter(|_| is_instance || nodes::holds_shapes(&node.kind));
        let own = own.map(|name| {
            let places = !is_instance && nodes::TRANSFORMS.contains(&&*node.kind);
            let own = if places { *map * self.transform(node) } else { *map };
            Owner { name, origin: own.translation, body: Cell::new(None) }
        });
        let owner = own.as_ref().or(owner);
        match &*node.kind {
            _ if is_instance => self.instance_in(node, map, owner)?,
            kind if nodes::TRANSFORMS.contains(&kind) => {
                let map = *map * self.transform(node);
                self.children(node, &map, owner)?;
            }
            kind if nodes::GROUPS.contains(&kind) => self.children(node, map, owner)?,
            "Switch" => {
                let choice = node.number("whichChoice", -1.0);
                let choices = [node.nodes("choice"), node.nodes("children")].concat();
                if choice >= 0.0
                    && let Some(chosen) = choices.get(choice as usize)
                {
                    self.visit(chosen, map, owner)?;
                }
            }
            // The first level is the finest.
            "LOD" => {
                let levels = [node.nodes("level"), node.nodes("children")].concat();
                if let Some(finest) = levels.first() {
                    self.visit(finest, map, owner)?;
                }
            }
            "Inline" => self.inline(node, map, owner)?,
            "Shape" => self.shape(node, map, owner)?,
            kind if nodes::has_no_shape(kind) => {}
            _ => self.unread(node, "node"),
        }
        self.depth -= 1;
        Ok(())
    }

    fn children(&mut self, node: &Node, map: &Map, owner: Option<&Owner>) -> Result<(), ReadError> {
        if !node.nodes("skin").is_empty() {
            self.unread(node, "the skin of");
        }
        for field in nodes::HOLDING {
            node.nodes(field).iter().try_for_each(|child| self.visit(child, map, owner))?;
        }
        Ok(())
    }

    /// What an instance of a prototype stands for; nothing if that is not found, or empty.
    fn instance(&mut self, node: &Node) -> Result<Option<Rc<Node>>, ReadError> {
        let proto = match &node.proto {
            Some(Known::Here(proto)) => proto.clone(),
            Some(Known::Far(far)) => match self.files.proto(far, self.units, self.scene)? {
                Ok(proto) => {
                    self.files.hold_fields(node, &proto, self.scene);
                    proto
                }
                Err(why) => {
                    if self.files.is_new(&node.source.path, &format!("prototype {}", node.kind)) {
                        let (place, kind) = (node.source.place(node.byte), &node.kind);
                        let what = format!("{place}: prototype {kind} is left out: {why}");
                        self.scene.missing(what);
                    }
                    return Ok(None);
                }
            },
            None => return Ok(None),
        };
        self.files.tell_proto(&proto, node, self.scene);
        self.scripts |= proto.scripts;
        let mut binding = Binding::new(&proto, node, 4 * self.scene.limits().depth);
        let first = binding.first()?;
        let copied = binding.copied;
        self.count(node, copied)?;
        Ok(first)
    }

    /// The node itself, or what it stands for if it is an instance.
    fn meant(&mut self, node: &Rc<Node>) -> Result<Option<Rc<Node>>, ReadError> {
        let (mut found, mut steps) = (node.clone(), self.protos);
        while found.proto.is_some() {
            steps += 1;
            self.bound(&found, steps)?;
            let Some(inner) = self.instance(&found)? else { return Ok(None) };
            found = inner;
        }
        Ok(Some(found))
    }

    /// The first node of a field, or what it stands for.
    fn first(&mut self, node: &Node, field: &str) -> Result<Option<Rc<Node>>, ReadError> {
        match node.nodes(field).first() {
            Some(node) => self.meant(&node.clone()),
            None => Ok(None),
        }
    }

    fn bound(&self, node: &Node, protos: usize) -> Result<(), ReadError> {
        let most = self.scene.limits().depth;
        if protos > most {
            let what = format!("prototypes are more than {most} deep, {} in them", node.kind);
            let help = "one holds itself, through another file or by what it is given";
            return Err(node.source.error(node.byte, what).help(help));
        }
        Ok(())
    }

    fn instance_in(
        &mut self,
        node: &Rc<Node>,
        map: &Map,
        owner: Option<&Owner>,
    ) -> Result<(), ReadError> {
        self.protos += 1;
        self.bound(node, self.protos)?;
        if let Some(inner) = self.instance(node)? {
            let label = self.label.clone();
            self.label
                .get_or_insert_with(|| format!("{}@{}", node.kind, node.source.line(node.byte)));
            self.visit(&inner, map, owner)?;
            self.label = label;
        }
        self.protos -= 1;
        Ok(())
    }

    fn shape(&mut self, node: &Node, map: &Map, owner: Option<&Owner>) -> Result<(), ReadError> {
        for given in node.nodes("geometry").to_vec() {
            let Some(geometry) = self.meant(&given)? else { continue };
            let body = match owner {
                Some(owner) => owner.body(self.scene),
                None => {
                    let (kind, line) = (&given.kind, given.source.line(given.byte));
                    let named = given.name.as_ref().map(|name| name.to_string());
                    let name = named.or(self.label.clone()).unwrap_or(format!("{kind}@{line}"));
                    let body = self.scene.body(&name);
                    self.scene.get(body).origin = map.translation;
                    body
                }
            };
            self.color(node, body)?;
            self.geometry(&geometry, map, body)?;
        }
        Ok(())
    }

    fn inline(&mut self, node: &Node, map: &Map, owner: Option<&Owner>) -> Result<(), ReadError> {
        let (urls, source) = match node.strings("url") {
            Some((urls, source)) if !urls.is_empty() => (urls, source),
            _ => return node.fail("an Inline names no file"),
        };
        if !node.flag("load", true) {
            self.unread(node, "what is loaded later, the");
            return Ok(());
        }
        let found = self.files.find(&source.path, urls, self.scene);
        let at = |error: ReadError| match Rc::ptr_eq(source, &node.source) {
            true => error.or_at(&source.path, &source.text, node.byte),
            false => error,
        };
        let found = found.map_err(at)?;
        let path = source.path.clone();
        let file = self.scene.within(&path, &found, |scene| {
            let file = self.files.file(&found, scene)?;
            let map = *map * Map::from_scale(DVec3::splat(file.units.length / self.units.length));
            let mut walk = Walk {
                scene,
                files: self.files,
                units: self.units,
                depth: self.depth,
                protos: self.protos,
                visited: self.visited,
                label: self.label.clone(),
                scripts: self.scripts,
            };
            walk.file(&file, &map, owner)?;
            self.visited = walk.visited;
            Ok(())
        });
        file.map_err(at)
    }

    fn color(&mut self, shape: &Node, body: usize) -> Result<(), ReadError> {
        let Some(appearance) = self.first(shape, "appearance")? else { return Ok(()) };
        let Some(material) = self.first(&appearance, "material")? else { return Ok(()) };
        let color = material.numbers("diffuseColor").or(material.numbers("baseColor"));
        if let Some(&[r, g, b]) = color {
            self.scene.get(body).color = Some([r as f32, g as f32, b as f32]);
        }
        Ok(())
    }

    fn geometry(&mut self, node: &Node, map: &Map, body: usize) -> Result<(), ReadError> {
        let solid = match &*node.kind {
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
            kind if nodes::NO_SURFACE.contains(&kind) => {
                self.scene.remark(format!("{}: {kind} is left out", node.source.path.display()));
                return Ok(());
            }
            _ => return self.mesh(node, map, body),
        };
        self.scene.part(body, &solid, map).or_else(|what| node.fail(what))
    }

    fn mesh(&mut self, node: &Node, map: &Map, body: usize) -> Result<(), ReadError> {
        let coord = match node.nodes("coord").first() {
            Some(coord) => match self.meant(&coord.clone())? {
                Some(coord) if matches!(&*coord.kind, "Coordinate" | "CoordinateDouble") => {
                    Some(coord)
                }
                Some(coord) => {
                    self.unread(&coord, "node");
                    return Ok(());
                }
                None => return Ok(()),
            },
            None => None,
        };
        let mesh = geometry::mesh(node, coord.as_deref(), self.units.angle);
        let Some(mesh) = mesh.or_else(|what| node.fail(what))? else {
            self.unread(node, "node");
            return Ok(());
        };
        // What shows nothing costs time, too.
        self.count(node, mesh.size() / 16)?;
        if mesh.faces.is_empty() && self.scripts {
            self.unread(node, "what a Script may make of an empty");
        }
        mesh.add(map, body, self.scene).or_else(|what| node.fail(what))
    }

    /// The map of a Transform: P' = T · C · R · SR · S · −SR · −C · P.
    fn transform(&self, node: &Node) -> Map {
        let center = node.vector("center", DVec3::ZERO);
        let scale = node.vector("scale", DVec3::ONE);
        let stretch = node.turn("scaleOrientation", self.units.angle);
        let turn = DMat3::from_quat(node.turn("rotation", self.units.angle));
        let stretch_turn = DMat3::from_quat(stretch);
        let matrix = turn * stretch_turn * DMat3::from_diagonal(scale) * stretch_turn.transpose();
        let translation = node.vector("translation", DVec3::ZERO) + center - matrix * center;
        Map { matrix3: matrix, translation }
    }
}
