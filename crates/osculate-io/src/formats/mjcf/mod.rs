//! MJCF, the files of MuJoCo: the bodies of a robot or of a scene, with their joints. Each body is
//! one here; the geoms of the world are the body `world`. They stand where MuJoCo puts them first,
//! at the references of their joints, or where the options say.

mod geoms;
mod joints;
mod outline;
mod pairs;
mod settings;
mod tree;

use super::told_loose;
use super::urdf::srdf;
use crate::ReadError;
use crate::builder::Builder;
use crate::solid::Map;
use geoms::Meshes;
use joints::{Joints, Kind};
use outline::{Inner, Outline};
use pairs::{Mask, Said, Solid};
use settings::{Classes, Compiler};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use tree::{Item, Tree};

pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    let tree = Tree::read(path, scene)?;
    let root = tree.root();
    sections(root, scene);
    let compiler = Compiler::of(root)?;
    let classes = Classes::of(root, scene.limits().depth)?;
    let bodies = outline::bodies(root, &compiler, &classes, scene)?;
    let mut joints = Joints::of(&bodies, &compiler)?;
    joints.follow(root, scene)?;
    let name = root.value("model").map_or("", |value| value.text);
    scene.robot(name);
    let named: HashSet<String> = joints.all.iter().map(|joint| joint.name.clone()).collect();
    let named: HashSet<&str> = named.iter().map(String::as_str).collect();
    joints.state(root, scene)?;
    srdf::read(path, name, &named, scene)?;
    scene.place_joints(&named);
    told_joints(path, &joints, scene);
    let said = Said::of(root, &bodies)?;
    let mut meshes = Meshes::of(&tree, &compiler, &classes)?;
    let solids = place(&bodies, &mut joints, &mut meshes, &said, path, scene)?;
    joints.lead(scene)?;
    let path = path.display().to_string();
    said.tell(&bodies, &solids, compiler.filters_parents, &path, scene);
    if meshes.dented > 0 {
        let stay = match meshes.dented {
            1 => "1 mesh that is not convex stays as it is".to_string(),
            many => format!("{many} meshes that are not convex stay as they are"),
        };
        let what = "MuJoCo takes the hull, as --hull does";
        scene.source(format!("{path}: {stay}: {what}"));
    }
    Ok(())
}

/// Tells of parts of the file that may have a surface and are not read.
fn sections(root: Item, scene: &mut Builder) {
    const PLAIN: [&str; 17] = [
        "compiler",
        "option",
        "size",
        "visual",
        "statistic",
        "default",
        "custom",
        "extension",
        "asset",
        "worldbody",
        "contact",
        "equality",
        "tendon",
        "actuator",
        "sensor",
        "keyframe",
        "deformable",
    ];
    const ASSETS: [&str; 5] = ["mesh", "hfield", "texture", "material", "skin"];
    for section in root.children() {
        let told = match section.name() {
            "deformable" => section.children().filter(|of| of.name() != "skin").collect(),
            "asset" => section.children().filter(|of| !ASSETS.contains(&of.name())).collect(),
            name if PLAIN.contains(&name) => Vec::new(),
            _ => vec![section],
        };
        for item in told {
            scene.missing(format!("{}: <{}> is left out", item.place(), item.name()));
        }
    }
}

/// Tells of joints that move in more than one way at a time.
fn told_joints(path: &Path, joints: &Joints, scene: &mut Builder) {
    let all = joints.all.iter().filter(|joint| !matches!(joint.kind, Kind::Moves(_)));
    let names: Vec<&str> = all.map(|joint| joint.name.as_str()).collect();
    told_loose(path, &names, "free or balls", scene);
}

/// Adds the bodies to the scene. Tells those that have a shape.
fn place<'b>(
    bodies: &'b [Outline],
    joints: &mut Joints,
    meshes: &mut Meshes<'b>,
    said: &Said,
    path: &Path,
    scene: &mut Builder,
) -> Result<Vec<Solid<'b>>, ReadError> {
    let mut placed: Vec<(Map, Option<usize>, Option<usize>)> = Vec::with_capacity(bodies.len());
    let (mut solids, mut seen, mut is_mixed) = (Vec::new(), 0, false);
    for (number, of) in bodies.iter().enumerate() {
        let (above, joint, loose) =
            of.parent.map_or((Map::IDENTITY, None, None), |parent| placed[parent]);
        let mut map = above * of.map;
        let joint = joints.place(number, &mut map, joint, scene)?;
        if !map.is_finite() {
            let what = format!("body {:?} stands out of the range of numbers", of.name);
            return Err(of.item.error(what).help("its pos and those above it add up"));
        }
        // What free joints and balls hold may lie in any way, and so may what a program moves.
        let loose = match joints.loose(number) {
            Some(name) => Some(scene.joints().push_loose(name)),
            None if of.is_mocap => Some(scene.joints().push_loose(&of.name)),
            None => loose,
        };
        placed.push((map, joint, loose));
        let masks = of.geoms.iter().map(|geom| mask(geom, said)).collect::<Result<Vec<_>, _>>()?;
        let collides = masks.iter().any(Option::is_some);
        let body = scene.body(&of.name);
        scene.get(body).origin = map.translation;
        scene.get(body).joint = joint;
        scene.get(body).loose = loose;
        if !collides && !masks.is_empty() {
            let what = "none of its geoms collides: what is seen is taken";
            scene.get(body).assumed.push(what.into());
        }
        for (geom, mask) in of.geoms.iter().zip(&masks) {
            if collides && mask.is_none() {
                seen += 1;
            } else {
                meshes.add(geom, &map, body, scene)?;
            }
        }
        if !scene.get(body).is_empty() {
            let masks: BTreeSet<Mask> = masks.into_iter().flatten().collect();
            is_mixed |= masks.len() > 1;
            // Geoms meet if a bit of one is in the other: so do bodies, by all bits of theirs.
            let all = masks.iter().fold((0, 0), |all, mask| (all.0 | mask.0, all.1 | mask.1));
            let mask = collides.then_some(all);
            solids.push(Solid { body: number, name: &of.name, mask });
        }
    }
    let path = path.display();
    if seen > 0 {
        let what = if seen == 1 { "geom that is" } else { "geoms that are" };
        let what = format!("{seen} {what} only seen (contype and conaffinity 0): left out");
        scene.source(format!("{path}: {what}"));
    }
    if is_mixed {
        let what = "some bodies have geoms of several contypes or conaffinities";
        scene.remark(format!("{path}: {what}: each is asked about with all of them"));
    }
    Ok(solids)
}

/// Which geoms one collides with; `None` if it is only seen.
fn mask(geom: &Inner, said: &Said) -> Result<Option<Mask>, ReadError> {
    let bits = |name: &str| match geom.given.value(name) {
        None => Ok(1),
        Some(value) => match value.text.trim().parse::<i64>() {
            Ok(bits) => Ok(bits as u32),
            Err(_) => Err(value.error(format!("{name} must be a whole number"))),
        },
    };
    let mask = (bits("contype")?, bits("conaffinity")?);
    let name = geom.given.item.value("name");
    let is_paired = name.is_some_and(|name| said.geoms.contains(name.text));
    Ok((mask != (0, 0) || is_paired).then_some(mask))
}
