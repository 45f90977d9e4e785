//! The bodies of a file, each with its joints and its geoms, before anything is placed.

use super::settings::{Classes, Compiler, Given};
use super::tree::{Item, Value};
use crate::ReadError;
use crate::builder::Builder;
use crate::solid::Map;
use std::collections::{HashMap, HashSet};

/// A body as the file has it.
pub struct Outline<'t> {
    pub name: String,
    pub item: Item<'t>,
    /// The body that it hangs on; the world hangs on none.
    pub parent: Option<usize>,
    /// Where it stands in that one's axes.
    pub map: Map,
    pub joints: Vec<Inner<'t>>,
    pub geoms: Vec<Inner<'t>>,
    /// Whether it is placed from outside, and so is no part of the world that it stands in.
    pub is_mocap: bool,
}

/// A joint or a geom, and the frame that holds it, in the axes of its body.
pub struct Inner<'t> {
    pub given: Given<'t>,
    pub frame: Map,
}

/// A body that is not yet read.
struct Open<'t> {
    item: Item<'t>,
    parent: usize,
    frame: Map,
    class: Option<Value<'t>>,
}

/// Reads the bodies, each behind the one that it hangs on, in the order in which MuJoCo counts.
pub fn bodies<'t>(
    root: Item<'t>,
    compiler: &Compiler,
    classes: &Classes<'t>,
    scene: &mut Builder,
) -> Result<Vec<Outline<'t>>, ReadError> {
    let (name, parent, map) = ("world".to_string(), None, Map::IDENTITY);
    let (joints, geoms) = (Vec::new(), Vec::new());
    let mut all = vec![Outline { name, item: root, parent, map, joints, geoms, is_mocap: false }];
    let mut walk = Walk { compiler, classes, open: Vec::new() };
    for world in root.all("worldbody") {
        let class = world.value("childclass");
        walk.inside(world, 0, class, &mut all, scene)?;
    }
    walk.open.reverse();
    while let Some(Open { item, parent, frame, class }) = walk.open.pop() {
        let class = item.value("childclass").or(class);
        let map = frame * compiler.place(&Given::alone(item))?;
        let (name, joints, geoms) = (String::new(), Vec::new(), Vec::new());
        let is_mocap = item.value("mocap").map_or(Ok(false), |value| value.is_true())?;
        let parent = Some(parent);
        all.push(Outline { name, item, parent, map, joints, geoms, is_mocap });
        let before = walk.open.len();
        walk.inside(item, all.len() - 1, class, &mut all, scene)?;
        // What was found last is taken first.
        walk.open[before..].reverse();
    }
    named(&mut all)?;
    Ok(all)
}

struct Walk<'w, 't> {
    compiler: &'w Compiler,
    classes: &'w Classes<'t>,
    open: Vec<Open<'t>>,
}

impl<'t> Walk<'_, 't> {
    /// What stands in a body, through frames.
    fn inside(
        &mut self,
        body: Item<'t>,
        number: usize,
        class: Option<Value<'t>>,
        all: &mut [Outline<'t>],
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        let mut items: Vec<(Item, Map, Option<Value>)> =
            body.children().rev().map(|item| (item, Map::IDENTITY, class)).collect();
        while let Some((item, frame, class)) = items.pop() {
            match item.name() {
                "frame" => {
                    let class = item.value("childclass").or(class);
                    let frame = frame * self.compiler.place(&Given::alone(item))?;
                    items.extend(item.children().rev().map(|child| (child, frame, class)));
                }
                "body" => self.open.push(Open { item, parent: number, frame, class }),
                "geom" => {
                    let given = self.classes.given(item, class)?;
                    all[number].geoms.push(Inner { given, frame });
                }
                "joint" | "freejoint" => {
                    if number == 0 {
                        let error = item.error("a joint stands in the world, which cannot move");
                        return Err(error.help("put it into a <body>"));
                    }
                    let given = self.classes.given(item, class)?;
                    all[number].joints.push(Inner { given, frame });
                }
                "inertial" | "site" | "camera" | "light" | "plugin" => {}
                other => scene.missing(format!("{}: <{other}> is left out", item.place())),
            }
        }
        Ok(())
    }
}

/// Gives each body a name: its own, or that of the nearest body above that has one, and a number.
fn named(all: &mut [Outline]) -> Result<(), ReadError> {
    let mut known: HashSet<String> = HashSet::from([all[0].name.clone()]);
    for body in &mut all[1..] {
        let Some(value) = body.item.value("name") else { continue };
        if !known.insert(value.text.to_string()) {
            let what = format!("two bodies are called {:?}", value.text);
            return Err(value.error(what).help("MuJoCo takes a name once: rename one"));
        }
        body.name = value.text.to_string();
    }
    let mut nearest: Vec<usize> = vec![0];
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for number in 1..all.len() {
        if !all[number].name.is_empty() {
            nearest.push(number);
            continue;
        }
        let above = nearest[all[number].parent.unwrap_or(0)];
        nearest.push(above);
        let count = counts.entry(above).or_default();
        while all[number].name.is_empty() {
            *count += 1;
            let name = format!("{}/{count}", all[above].name);
            if known.insert(name.clone()) {
                all[number].name = name;
            }
        }
    }
    Ok(())
}
