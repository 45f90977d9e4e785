//! URDF: links and joints of a robot, at zero or where the options say. Each link is a body; links
//! that a joint connects may touch, and so may the pairs that the robot's SRDF file disables.

mod joints;
mod matrix;
pub(super) mod srdf;

pub use matrix::planned;

use super::{mesh, mesh_endings, told_loose};
use crate::ReadError;
use crate::builder::Builder;
use crate::joints::{Follows, Joint};
use crate::solid::{Map, Solid};
use crate::xml::{self, Source as Urdf};
use joints::{Hung, Joints};
use osculate::glam::{DMat3, DQuat, EulerRot};
use osculate::{DVec3, Rotation};
use roxmltree::{Document, Node};
use std::collections::{HashMap, HashSet};
use std::path::Path;

pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    xml::read(path, scene, robot)
}

fn robot(file: &Urdf, document: &Document, scene: &mut Builder) -> Result<(), ReadError> {
    let (path, robot) = (file.path, document.root_element());
    if !robot.has_tag_name("robot") {
        return file.fail(robot, "expected the element <robot>");
    }
    for element in robot.descendants().filter(is_macro) {
        let (path, name) = (path.display(), element.tag_name().name());
        scene.missing(format!("{path}: the macro {name} is left out: xacro can expand it"));
    }
    let links = robot.children().filter(|n| n.has_tag_name("link"));
    let links: HashSet<&str> = links.filter_map(|link| link.attribute("name")).collect();
    let named = robot.children().filter(|n| n.has_tag_name("joint"));
    let named: HashSet<&str> = named.filter_map(|joint| joint.attribute("name")).collect();
    scene.robot(robot.attribute("name").unwrap_or(""));
    srdf::read(path, robot.attribute("name").unwrap_or(""), &named, scene)?;
    scene.place_joints(&named);
    let joints = Joints::of(file, robot)?.links(&links, scene)?;
    let names = robot.children().filter(|n| n.has_tag_name("link"));
    let names = names.filter_map(|link| link.attribute("name"));
    let roots: Vec<&str> = names.filter(|name| !joints.contains_key(name)).collect();
    if roots.len() > 1 {
        scene.remark(format!("{}: {}", path.display(), told_roots(&roots)));
    }
    let is_floating = |joint: &Node| matches!(joint.attribute("type"), Some("floating" | "planar"));
    let floating = robot.children().filter(|n| n.has_tag_name("joint")).filter(is_floating);
    let floating: Vec<&str> = floating.map(|joint| joint.attribute("name").unwrap_or("")).collect();
    told_loose(path, &floating, "floating or planar", scene);
    let (mut places, mut follows) = (HashMap::new(), Vec::new());
    for link in robot.children().filter(|n| n.has_tag_name("link")) {
        let name = file.attribute(link, "name")?;
        let body = scene.body(name);
        let Placed { map, joint, loose } =
            file.place(link, name, &joints, &mut places, &mut follows, scene)?;
        scene.get(body).origin = map.translation;
        scene.get(body).joint = joint;
        scene.get(body).loose = loose;
        // What collides, or what is seen if nothing is said to collide.
        let of = |kind: &'static str| link.children().filter(move |n| n.has_tag_name(kind));
        let mut solids: Vec<Node> = of("collision").collect();
        if solids.is_empty() {
            solids = of("visual").collect();
            if !solids.is_empty() {
                scene.get(body).assumed.push("no collision shape: what is seen is taken".into());
            }
        }
        for solid in solids {
            file.solid(solid, &map, body, scene)?;
        }
    }
    for (joint, (leader, factor, more)) in follows {
        let follows = match scene.joints().find(leader) {
            Some(leader) => Follows { joint: leader, factor, more },
            // A leader that cannot move holds what follows it.
            None => {
                let stands = scene.joints().all()[joint].stands;
                Follows { joint, factor: 0.0, more: stands }
            }
        };
        scene.joints().follow(joint, follows);
    }
    Ok(())
}

/// Where a link is.
#[derive(Clone, Copy)]
struct Placed {
    map: Map,
    /// The joint of the scene that it hangs on, by other joints or not.
    joint: Option<usize>,
    /// The last of the scene's loose joints above it.
    loose: Option<usize>,
}

/// A joint of the scene, and the name, the factor and the addend by which it follows another.
type Following<'n> = (usize, (&'n str, f64, f64));

/// Names of links, as many as a remark tells.
const MOST_TOLD: usize = 5;

/// What is said of links that hang on no joint, if there are several.
fn told_roots(roots: &[&str]) -> String {
    let told: Vec<String> = roots.iter().take(MOST_TOLD).map(|name| format!("{name:?}")).collect();
    let more = match roots.len() - told.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let told = told.join(", ");
    format!("links {told}{more} hang on no joint: each stands at the origin")
}

/// Whether an element is one that a macro processor has not yet replaced.
fn is_macro(node: &Node) -> bool {
    node.tag_name().namespace().is_some_and(|space| space.contains("xacro"))
}

impl Urdf<'_> {
    /// Where a link is: up the chain of joints, to one that is known, and down again. Joints that
    /// can move are the scene's from here on.
    fn place<'n>(
        &self,
        link: Node,
        name: &'n str,
        joints: &HashMap<&'n str, Hung<'n>>,
        known: &mut HashMap<&'n str, Placed>,
        follows: &mut Vec<Following<'n>>,
        scene: &mut Builder,
    ) -> Result<Placed, ReadError> {
        let (mut chain, mut at) = (Vec::new(), name);
        while let (None, Some(hung)) = (known.get(at), joints.get(at)) {
            chain.push((at, hung));
            at = hung.parent;
            if chain.len() > joints.len() {
                return self.fail(link, format!("link {name:?} hangs on itself"));
            }
        }
        let root = Placed { map: Map::IDENTITY, joint: None, loose: None };
        let mut placed = known.get(at).copied().unwrap_or(root);
        for (link, Hung { map, moves, loose, .. }) in chain.into_iter().rev() {
            placed.map *= *map;
            if let Some(name) = loose {
                placed.loose = Some(scene.joints().push_loose(name));
            }
            if let Some(moves) = moves
                && let Some(axis) = (placed.map.matrix3 * moves.axis).try_normalize()
            {
                let joint = scene.joints().push(Joint {
                    name: moves.name.to_string(),
                    kind: moves.kind,
                    axis,
                    center: placed.map.translation,
                    parent: placed.joint,
                    limits: moves.limits,
                    stands: moves.stands,
                    follows: None,
                });
                follows.extend(moves.follows.map(|leader| (joint, leader)));
                placed.joint = Some(joint);
            }
            known.insert(link, placed);
        }
        Ok(placed)
    }

    /// Roll, pitch and yaw about fixed axes, or a quaternion; then the translation.
    fn origin(&self, node: Node, scene: &mut Builder) -> Result<Map, ReadError> {
        let Some(origin) = node.children().find(|n| n.has_tag_name("origin")) else {
            return Ok(Map::IDENTITY);
        };
        let xyz = self.numbers(origin, "xyz", Some([0.0; 3]))?;
        let [roll, pitch, yaw] = self.numbers(origin, "rpy", Some([0.0; 3]))?;
        let turn = if origin.has_attribute("quat_xyzw") {
            if origin.has_attribute("rpy") {
                // Readers of version 1.1 refuse both, and those of 1.0 pass over the quaternion.
                let what = "an origin has rpy and quat_xyzw: quat_xyzw is taken";
                scene.remark(format!("{}: {what}", self.path.display()));
            }
            let quaternion = self.numbers(origin, "quat_xyzw", None)?;
            // The library's rule says what is near enough to unit length.
            if let Err(error) = Rotation::<DVec3>::from_quaternion(quaternion) {
                return self.fail(origin, format!("quat_xyzw: {error}"));
            }
            DQuat::from_array(quaternion).normalize()
        } else {
            DQuat::from_euler(EulerRot::ZYX, yaw, pitch, roll)
        };
        Ok(Map::from_rotation_translation(turn, DVec3::from(xyz)))
    }

    fn solid(
        &self,
        node: Node,
        link: &Map,
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        let geometries = node.children().filter(|n| n.has_tag_name("geometry"));
        let shapes: Vec<Node> = geometries.flat_map(|g| g.children()).collect();
        let shapes = shapes.into_iter().filter(|n| n.is_element() && !is_macro(n));
        let map = *link * self.origin(node, scene)?;
        let mut any = false;
        for shape in shapes {
            self.shape(shape, map, body, scene)?;
            any = true;
        }
        if any || node.descendants().any(|n| is_macro(&n)) {
            Ok(())
        } else {
            self.fail(node, "expected a <geometry> with a shape")
        }
    }

    fn shape(
        &self,
        shape: Node,
        map: Map,
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        // Their axis is z, ours is y.
        let upright = Map::from_quat(DQuat::from_rotation_arc(DVec3::Y, DVec3::Z));
        let (solid, map) = match shape.tag_name().name() {
            "box" => {
                let size = DVec3::from(self.numbers(shape, "size", None)?);
                (Solid::Cuboid(size * 0.5), map)
            }
            "sphere" => {
                let [radius] = self.numbers(shape, "radius", None)?;
                (Solid::Ball(radius), map)
            }
            kind @ ("cylinder" | "capsule") => {
                let [radius] = self.numbers(shape, "radius", None)?;
                let [length] = self.numbers(shape, "length", None)?;
                let half_height = 0.5 * length;
                let solid = match kind {
                    "cylinder" => Solid::Cylinder { half_height, radius },
                    _ => Solid::Capsule { half_height, radius },
                };
                (solid, map * upright)
            }
            // Bullet has it: all that lies behind a plane through the origin.
            "plane" => {
                let normal = DVec3::from(self.numbers(shape, "normal", Some([0.0, 0.0, 1.0]))?);
                (Solid::HalfSpace { normal, offset: 0.0 }, map)
            }
            "mesh" => {
                let name = self.attribute(shape, "filename")?;
                let scale = DVec3::from(self.numbers(shape, "scale", Some([1.0; 3]))?);
                let found = mesh(self.path, name, scene);
                let here = shape.range().start;
                let found = found.map_err(|error| error.or_at(self.path, self.text, here))?;
                let Some(mesh) = found else {
                    let (path, link) = (self.path.display(), &scene.get(body).name);
                    let what = format!("{path}: mesh {name:?} of {link:?} is left out");
                    scene.missing(format!("{what}: only {} are read", mesh_endings()));
                    return Ok(());
                };
                let map = map * Map::from_mat3(DMat3::from_diagonal(scale));
                return mesh.add(&map, body, scene).or_else(|what| self.fail(shape, what));
            }
            other => {
                let error = self.error(shape, format!("<{other}> is no shape of URDF"));
                let shapes = "box, sphere, cylinder, capsule, plane and mesh";
                return Err(error.help(format!("the shapes are {shapes}")));
            }
        };
        scene.part(body, &solid, &map).or_else(|what| self.fail(shape, what))
    }
}
