//! Joints: where each stands, and which follows another.

use super::outline::Outline;
use super::settings::{Compiler, quaternion, unit};
use super::tree::Item;
use crate::ReadError;
use crate::builder::Builder;
use crate::joints::{Follows, Joint, JointKind};
use crate::solid::Map;
use osculate::DVec3;
use osculate::glam::DQuat;
use std::collections::HashMap;

/// What a joint lets its body do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Free,
    Ball,
    Moves(JointKind),
}

/// A joint as the file has it.
pub struct Hinge<'t> {
    pub name: String,
    pub item: Item<'t>,
    pub kind: Kind,
    /// In the axes of its body.
    axis: DVec3,
    center: DVec3,
    /// Where it stands if the body is where the file places it.
    reference: f64,
    limits: Option<[f64; 2]>,
    /// The joint that it follows, the factor, and what is added; no joint if it is held.
    follows: Option<(Option<usize>, f64, f64)>,
    /// What a keyframe says of it: as many numbers as it has.
    key: Vec<f64>,
    /// The scene's joint that it has become.
    is: Option<usize>,
}

/// All joints of a file, in the order in which MuJoCo counts them.
pub struct Joints<'t> {
    pub all: Vec<Hinge<'t>>,
    /// The first joint of each body, and one of none.
    first: Vec<usize>,
}

impl<'t> Joints<'t> {
    pub fn of(bodies: &[Outline<'t>], compiler: &Compiler) -> Result<Self, ReadError> {
        let mut this = Self { all: Vec::new(), first: vec![0] };
        for body in bodies {
            for inner in &body.joints {
                let joint = hinge(inner, compiler)?;
                this.all.push(joint);
            }
            this.first.push(this.all.len());
        }
        this.name(bodies)?;
        Ok(this)
    }

    /// Gives each joint a name: its own, or that of its body and what it does.
    fn name(&mut self, bodies: &[Outline]) -> Result<(), ReadError> {
        let mut known: HashMap<String, usize> = HashMap::new();
        for joint in &self.all {
            if !joint.name.is_empty() && known.insert(joint.name.clone(), 1).is_some() {
                let what = format!("two joints are called {:?}", joint.name);
                return Err(joint.item.error(what).help("MuJoCo takes a name once: rename one"));
            }
        }
        for (number, body) in bodies.iter().enumerate() {
            for place in self.first[number]..self.first[number + 1] {
                let joint = &mut self.all[place];
                let kind = match joint.kind {
                    Kind::Free => "free",
                    Kind::Ball => "ball",
                    Kind::Moves(JointKind::Turning) => "hinge",
                    Kind::Moves(JointKind::Sliding) => "slide",
                };
                let start = format!("{}/{kind}", body.name);
                let mut count = known.get(&start).copied().unwrap_or(0);
                let mut name = start.clone();
                while joint.name.is_empty() {
                    if count > 0 {
                        name = format!("{start}#{}", count + 1);
                    }
                    count += 1;
                    if !known.contains_key(&name) {
                        joint.name = name.clone();
                        known.insert(name.clone(), 1);
                        known.insert(start.clone(), count);
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads which joints follow others.
    pub fn follow(&mut self, root: Item<'t>, scene: &mut Builder) -> Result<(), ReadError> {
        let named: HashMap<String, usize> =
            self.all.iter().enumerate().map(|(place, of)| (of.name.clone(), place)).collect();
        let items = root.all("equality").flat_map(Item::children);
        for item in items {
            if let Some(active) = item.value("active")
                && !active.is_true()?
            {
                continue;
            }
            if item.name() != "joint" {
                let what = format!("<equality> has <{}>, which is not held", item.name());
                scene.remark(format!(
                    "{}: {what}: bodies stand where joints put them",
                    item.place()
                ));
                continue;
            }
            let find = |name: &str| match item.value(name) {
                None => Ok(None),
                Some(value) => named.get(value.text).copied().map(Some).ok_or_else(|| {
                    let known: Vec<&str> = named.keys().map(String::as_str).collect();
                    let help = crate::names_like(value.text, &known, ["joint", "joints"]);
                    value.error(format!("there is no joint {:?}", value.text)).help(help)
                }),
            };
            item.needed("joint1")?;
            let (Some(own), leader) = (find("joint1")?, find("joint2")?) else { continue };
            let mut factors = [0.0, 1.0, 0.0, 0.0, 0.0];
            if let Some(value) = item.value("polycoef") {
                let given = value.list()?;
                factors.iter_mut().zip(given).for_each(|(factor, given)| *factor = given);
            }
            let moves = |joint: usize| matches!(self.all[joint].kind, Kind::Moves(_));
            let name = &self.all[own].name;
            let [start, factor, more @ ..] = factors;
            let what = if !moves(own) || !leader.is_none_or(moves) {
                "it is about a ball or a free joint"
            } else if leader.is_some() && more != [0.0; 3] {
                "it is no line"
            } else if self.all[own].follows.is_some() || leader == Some(own) {
                "it follows another, or itself"
            } else {
                let off = leader.map_or(0.0, |leader| factor * self.all[leader].reference);
                let more = self.all[own].reference + start - off;
                self.all[own].follows = Some((leader, factor, more));
                continue;
            };
            let text = format!("how joint {name:?} follows another is left out: {what}");
            scene.remark(format!("{}: {text}", item.place()));
        }
        Ok(())
    }

    /// Takes the keyframe that the options name.
    pub fn state(&mut self, root: Item, scene: &mut Builder) -> Result<(), ReadError> {
        let wanted = scene.options().state.as_deref();
        for key in root.all("keyframe").flat_map(|all| all.all("key")) {
            let Some(name) = key.value("name") else { continue };
            scene.has_state(name.text);
            if wanted != Some(name.text) {
                continue;
            }
            scene.takes_state();
            let Some(value) = key.value("qpos") else { continue };
            let (places, mut at) = (value.list()?, 0);
            for joint in &mut self.all {
                let count = match joint.kind {
                    Kind::Free => 7,
                    Kind::Ball => 4,
                    Kind::Moves(_) => 1,
                };
                joint.key = places.get(at..at + count).unwrap_or_default().to_vec();
                if let (Kind::Moves(_), [place]) = (joint.kind, joint.key.as_slice()) {
                    scene.place_joint(&joint.name, *place);
                }
                at += count;
            }
            if at != places.len() {
                let what = format!("qpos has {} numbers, and the joints have {at}", places.len());
                return Err(value.error(what).help("it has one for each way that a joint moves"));
            }
        }
        Ok(())
    }

    /// The joint that one follows in the end, the factor, and what is added; itself if none. No
    /// joint if it is held.
    fn leader(&self, joint: usize, depth: usize) -> Result<(Option<usize>, f64, f64), ReadError> {
        let (mut at, mut factor, mut more) = (joint, 1.0, 0.0);
        for _ in 0..depth {
            let Some((next, own, added)) = self.all[at].follows else {
                return Ok((Some(at), factor, more));
            };
            (more, factor) = (factor * added + more, factor * own);
            match next {
                Some(next) => at = next,
                None => return Ok((None, 0.0, more)),
            }
        }
        let of = &self.all[joint];
        Err(of.item.error(format!("joint {:?} follows itself, or too many", of.name)))
    }

    /// The first joint of a body that moves in more than one way at a time, by its name.
    pub fn loose(&self, body: usize) -> Option<&str> {
        let mut own = self.all[self.first[body]..self.first[body + 1]].iter();
        let loose = own.find(|joint| !matches!(joint.kind, Kind::Moves(_)));
        loose.map(|joint| joint.name.as_str())
    }

    /// Moves a body by its joints, and adds these to the scene. Tells the joint that it hangs on
    /// then.
    pub fn place(
        &mut self,
        body: usize,
        map: &mut Map,
        mut above: Option<usize>,
        scene: &mut Builder,
    ) -> Result<Option<usize>, ReadError> {
        for place in self.first[body]..self.first[body + 1] {
            let kind = match (self.all[place].kind, self.all[place].key.as_slice()) {
                (Kind::Moves(kind), _) => kind,
                (Kind::Free, &[x, y, z, ref turn @ ..]) => {
                    *map = Map::from_rotation_translation(turned(turn), DVec3::new(x, y, z));
                    continue;
                }
                (Kind::Ball, turn @ [_, ..]) => {
                    let center = self.all[place].center;
                    *map *= about(center, turned(turn));
                    continue;
                }
                _ => continue,
            };
            let stands = self.stands(place, scene)?;
            let joint = &mut self.all[place];
            let (center, by) = (map.transform_point3(joint.center), stands - joint.reference);
            let Some(axis) = unit(map.matrix3 * joint.axis) else {
                let what = format!("the axis of joint {:?} has no direction", joint.name);
                return Err(joint.item.error(what).help("give it an axis that is longer than 0"));
            };
            if by != 0.0 {
                *map = match kind {
                    JointKind::Sliding => Map::from_translation(axis * by) * *map,
                    JointKind::Turning => about(center, DQuat::from_axis_angle(axis, by)) * *map,
                };
            }
            let (name, limits) = (joint.name.clone(), joint.limits);
            let (parent, follows) = (above, None);
            let new = Joint { name, kind, axis, center, parent, limits, stands, follows };
            let number = scene.joints().push(new);
            joint.is = Some(number);
            above = Some(number);
        }
        Ok(above)
    }

    /// Where a joint stands. What is asked of it must be within its limits; where nothing is asked,
    /// its place is only told.
    fn stands(&self, place: usize, scene: &mut Builder) -> Result<f64, ReadError> {
        let joint = &self.all[place];
        let (leader, factor, more) = self.leader(place, scene.limits().depth)?;
        let wanted = scene.wanted(&joint.name);
        if wanted.is_some() && leader != Some(place) {
            let what = format!("joint {:?} follows another, and cannot be set itself", joint.name);
            return Err(joint.item.error(what).help("set the joint that leads it"));
        }
        let at = match leader.map(|leader| &self.all[leader]) {
            None => more,
            Some(leader) => {
                scene.has_joint(&leader.name);
                let said = scene.wanted(&leader.name).or(scene.of_state(&leader.name));
                factor * said.unwrap_or(leader.reference) + more
            }
        };
        if let Some([lower, upper]) = joint.limits
            && !(lower..=upper).contains(&at)
        {
            let (name, limits) = (&joint.name, format!("its limits are {lower} and {upper}"));
            if wanted.is_some() {
                return Err(joint
                    .item
                    .error(format!("joint {name:?} cannot stand at {at}: {limits}")));
            }
            scene.remark(format!(
                "{}: joint {name:?} stands at {at}, and {limits}",
                joint.item.place()
            ));
        }
        Ok(at)
    }

    /// Says of the scene's joints which follow others, once all are there.
    pub fn lead(&self, scene: &mut Builder) -> Result<(), ReadError> {
        for (place, of) in self.all.iter().enumerate() {
            let (Some(joint), Some(_)) = (of.is, of.follows) else { continue };
            let (leader, factor, more) = self.leader(place, scene.limits().depth)?;
            let follows = match leader.and_then(|leader| self.all[leader].is) {
                Some(joint) => Follows { joint, factor, more },
                None => Follows { joint, factor: 0.0, more },
            };
            scene.joints().follow(joint, follows);
        }
        Ok(())
    }
}

/// The turn that a keyframe says; none, if its numbers say none.
fn turned(of: &[f64]) -> DQuat {
    of.try_into().ok().and_then(quaternion).unwrap_or(DQuat::IDENTITY)
}

/// A turn about a point.
fn about(center: DVec3, turn: DQuat) -> Map {
    Map::from_rotation_translation(turn, center - turn * center)
}

fn hinge<'t>(
    inner: &super::outline::Inner<'t>,
    compiler: &Compiler,
) -> Result<Hinge<'t>, ReadError> {
    let given = &inner.given;
    let kind = match (given.item.name(), given.value("type")) {
        ("freejoint", _) => Kind::Free,
        (_, None) => Kind::Moves(JointKind::Turning),
        (_, Some(value)) => match value.word(&["hinge", "slide", "ball", "free"])? {
            0 => Kind::Moves(JointKind::Turning),
            1 => Kind::Moves(JointKind::Sliding),
            2 => Kind::Ball,
            _ => Kind::Free,
        },
    };
    let vector = |name: &str, default: DVec3| match given.value(name) {
        Some(value) => Ok(DVec3::from(value.numbers()?)),
        None => Ok(default),
    };
    let (axis, center) = (vector("axis", DVec3::Z)?, vector("pos", DVec3::ZERO)?);
    let lengths = |number: f64| match kind {
        Kind::Moves(JointKind::Turning) => compiler.radians(number),
        _ => number,
    };
    let mut reference = 0.0;
    if let (Kind::Moves(_), Some(value)) = (kind, given.value("ref")) {
        let [number] = value.numbers()?;
        reference = lengths(number);
    }
    let mut limits = None;
    if let (Kind::Moves(_), Some(value)) = (kind, given.value("range")) {
        let [lower, upper] = value.numbers()?.map(lengths);
        let limited = given.value("limited").map(|of| of.word(&["auto", "true", "false"]));
        let is_limited = match limited.transpose()?.unwrap_or(0) {
            0 => compiler.autolimits && lower < upper,
            limited => limited == 1,
        };
        if is_limited && lower > upper {
            let error = value.error(format!("range ends before it begins: {:?}", value.text));
            return Err(error.help("the lower number is the first"));
        }
        limits = is_limited.then_some([lower, upper]);
    }
    let name = given.item.value("name").map_or(String::new(), |value| value.text.to_string());
    Ok(Hinge {
        name,
        item: given.item,
        kind,
        axis: inner.frame.matrix3 * axis,
        center: inner.frame.transform_point3(center),
        reference,
        limits,
        follows: None,
        key: Vec::new(),
        is: None,
    })
}
