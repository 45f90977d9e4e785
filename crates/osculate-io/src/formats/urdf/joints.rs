//! Where the joints of a robot stand: where the options say, where a state has them, as near to
//! zero as their limits allow, or as a joint that they mimic says.

use super::Urdf;
use crate::ReadError;
use crate::builder::Builder;
use crate::joints::JointKind;
use crate::solid::Map;
use osculate::DVec3;
use osculate::glam::DQuat;
use roxmltree::Node;
use std::collections::{HashMap, HashSet};

/// The joints of a file.
pub struct Joints<'n, 't> {
    file: &'n Urdf<'n>,
    all: Vec<Node<'n, 't>>,
    named: HashMap<&'n str, Node<'n, 't>>,
}

/// A link that hangs on a joint.
pub struct Hung<'n> {
    /// The link that it hangs on.
    pub parent: &'n str,
    /// From that one's axes to its own.
    pub map: Map,
    /// How the joint can move, if it can.
    pub moves: Option<Moves<'n>>,
    /// The joint's name, if it moves in more than one way at a time: it stays where it stands.
    pub loose: Option<&'n str>,
}

/// How a joint can move.
pub struct Moves<'n> {
    pub name: &'n str,
    pub kind: JointKind,
    /// In the axes of the link that hangs on it.
    pub axis: DVec3,
    pub limits: Option<[f64; 2]>,
    pub stands: f64,
    /// The name of the joint that it follows, the factor, and what is added.
    pub follows: Option<(&'n str, f64, f64)>,
}

/// Where a joint stands: at `factor` times the leader's place, and `more`. It is its own leader if
/// it follows none; `None` if there is none to follow.
struct Stands<'n> {
    at: f64,
    leader: Option<&'n str>,
    factor: f64,
    more: f64,
}

fn child<'n, 't>(node: Node<'n, 't>, name: &str) -> Option<Node<'n, 't>> {
    node.children().find(|n| n.has_tag_name(name))
}

impl<'n, 't> Joints<'n, 't> {
    pub fn of(file: &'n Urdf<'n>, robot: Node<'n, 't>) -> Result<Self, ReadError> {
        let all: Vec<Node> = robot.children().filter(|n| n.has_tag_name("joint")).collect();
        let mut named = HashMap::new();
        for joint in &all {
            if let Some(name) = joint.attribute("name")
                && named.insert(name, *joint).is_some()
            {
                return file.fail(*joint, format!("two joints are called {name:?}"));
            }
        }
        Ok(Self { file, all, named })
    }

    /// Each link that hangs on a joint, by its name.
    pub fn links(
        &self,
        links: &HashSet<&str>,
        scene: &mut Builder,
    ) -> Result<HashMap<&'n str, Hung<'n>>, ReadError> {
        let mut hung: HashMap<&str, Hung> = HashMap::new();
        for &joint in &self.all {
            self.check_kind(joint, scene);
            let end = |name: &str| match child(joint, name).and_then(|n| n.attribute("link")) {
                Some(link) if links.contains(link) => Ok(link),
                Some(link) => {
                    let known: Vec<&str> = links.iter().copied().collect();
                    let help = crate::names_like(link, &known, ["link", "links"]);
                    let failed = self.file.fail(joint, format!("there is no link {link:?}"));
                    failed.map_err(|error| error.help(help))
                }
                None => self.file.fail(joint, format!("a joint needs <{name} link=\"…\">")),
            };
            let (parent, child) = (end("parent")?, end("child")?);
            let (motion, moves) = self.motion(joint, scene)?;
            let map = self.file.origin(joint, scene)? * motion;
            let is_loose = matches!(joint.attribute("type"), Some("floating" | "planar"));
            let loose = is_loose.then(|| joint.attribute("name").unwrap_or(""));
            if hung.insert(child, Hung { parent, map, moves, loose }).is_some() {
                return self.file.fail(joint, format!("link {child:?} hangs on two joints"));
            }
            scene.connect(parent, child);
        }
        Ok(hung)
    }

    /// Tells of a joint whose type says nothing.
    fn check_kind(&self, joint: Node, scene: &mut Builder) {
        const KINDS: [&str; 6] =
            ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"];
        let what = match joint.attribute("type") {
            Some(kind) if KINDS.contains(&kind) => return,
            Some(kind) => format!("is of the type {kind:?}, which URDF does not have"),
            None => "has no type".into(),
        };
        let (path, name) = (self.file.path.display(), joint.attribute("name").unwrap_or(""));
        scene.remark(format!("{path}: joint {name:?} {what}: it is taken as fixed"));
    }

    /// How far a joint has moved its child, and how it can move it.
    fn motion(
        &self,
        joint: Node<'n, 't>,
        scene: &mut Builder,
    ) -> Result<(Map, Option<Moves<'n>>), ReadError> {
        let stands = self.place(joint, scene)?;
        let by = stands.at;
        let name = joint.attribute("name").unwrap_or("");
        let kind = joint.attribute("type").unwrap_or("without a type");
        let moves = match kind {
            "revolute" | "continuous" => JointKind::Turning,
            "prismatic" => JointKind::Sliding,
            _ if by == 0.0 => {
                self.check_limits(joint, by, scene)?;
                return Ok((Map::IDENTITY, None));
            }
            _ if scene.wanted(name).is_none() => {
                let path = self.file.path.display();
                let what = format!("joint {name:?} is {kind}: it is not moved by {by}");
                scene.remark(format!("{path}: {what}"));
                return Ok((Map::IDENTITY, None));
            }
            _ => {
                let what = format!("a joint that is {kind} cannot be moved by {by}");
                return self.file.fail(joint, what);
            }
        };
        self.check_limits(joint, by, scene)?;
        let axis = match self.axis(joint) {
            Ok(axis) => axis,
            // Where it does not move, the axis is of no use yet.
            Err(error) if by == 0.0 => {
                scene.remark(format!("{error}: joint {name:?} is taken as fixed"));
                return Ok((Map::IDENTITY, None));
            }
            Err(error) => return Err(error),
        };
        let map = match moves {
            _ if by == 0.0 => Map::IDENTITY,
            JointKind::Sliding => Map::from_translation(axis * by),
            JointKind::Turning => Map::from_quat(DQuat::from_axis_angle(axis, by)),
        };
        let limits = self.limits(joint)?.filter(|[lower, upper]| lower <= upper);
        let Some(leader) = stands.leader else { return Ok((map, None)) };
        let follows = child(joint, "mimic").map(|_| (leader, stands.factor, stands.more));
        Ok((map, Some(Moves { name, kind: moves, axis, limits, stands: by, follows })))
    }

    /// The unit vector along a joint's axis.
    fn axis(&self, joint: Node<'n, 't>) -> Result<DVec3, ReadError> {
        let axis = match child(joint, "axis") {
            Some(axis) => DVec3::from(self.file.numbers(axis, "xyz", Some([1.0, 0.0, 0.0]))?),
            None => DVec3::X,
        };
        match axis.try_normalize() {
            Some(axis) => Ok(axis),
            None => self.file.fail(joint, "a joint's axis has no direction"),
        }
    }

    /// Where a joint stands. One that mimics another follows it, and that one may follow a third.
    fn place(&self, joint: Node<'n, 't>, scene: &mut Builder) -> Result<Stands<'n>, ReadError> {
        // The place is `factor` times the leader's, and `more`.
        let (mut leader, mut factor, mut more) = (joint, 1.0, 0.0);
        for _ in 0..scene.limits().depth {
            let name = leader.attribute("name").unwrap_or("");
            let wanted = scene.wanted(name);
            let Some(mimic) = child(leader, "mimic") else {
                if matches!(leader.attribute("type"), Some("revolute" | "continuous" | "prismatic"))
                    || wanted == Some(0.0)
                {
                    scene.has_joint(name);
                }
                let stands = match wanted.or(scene.of_state(name)) {
                    Some(stands) => stands,
                    None => self.start(leader)?,
                };
                let at = factor * stands + more;
                return Ok(Stands { at, leader: Some(name), factor, more });
            };
            let of = self.file.attribute(mimic, "joint")?;
            if wanted.is_some() {
                let what = format!("joint {name:?} follows joint {of:?}, and cannot be set itself");
                return self.file.fail(leader, what);
            }
            let [multiplier] = self.file.numbers(mimic, "multiplier", Some([1.0]))?;
            let [offset] = self.file.numbers(mimic, "offset", Some([0.0]))?;
            (more, factor) = (factor * offset + more, factor * multiplier);
            let Some(next) = self.named.get(of) else {
                let path = self.file.path.display();
                let what = format!("{path}: joint {name:?} follows joint {of:?}");
                scene.remark(what + ", and there is none: it is taken to stand at 0");
                return Ok(Stands { at: more, leader: None, factor, more });
            };
            leader = *next;
        }
        let name = joint.attribute("name").unwrap_or("");
        self.file.fail(joint, format!("joint {name:?} follows itself, or too many"))
    }

    /// The limits of a joint, if it has any. What is not given is 0, as the format's description
    /// says.
    fn limits(&self, joint: Node<'n, 't>) -> Result<Option<[f64; 2]>, ReadError> {
        let Some(limit) = child(joint, "limit") else { return Ok(None) };
        if !matches!(joint.attribute("type"), Some("revolute" | "prismatic")) {
            return Ok(None);
        }
        let [lower] = self.file.numbers(limit, "lower", Some([0.0]))?;
        let [upper] = self.file.numbers(limit, "upper", Some([0.0]))?;
        Ok(Some([lower, upper]))
    }

    /// Where a joint stands of which nothing is said: as near to 0 as it may.
    fn start(&self, joint: Node<'n, 't>) -> Result<f64, ReadError> {
        Ok(match self.limits(joint)? {
            Some([lower, upper]) if lower <= upper => 0.0_f64.clamp(lower, upper),
            _ => 0.0,
        })
    }

    /// What is asked of a joint must be within its limits. Where nothing is asked, its place is
    /// only told.
    fn check_limits(
        &self,
        joint: Node<'n, 't>,
        by: f64,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        let name = joint.attribute("name").unwrap_or("");
        let Some([lower, upper]) = self.limits(joint)? else { return Ok(()) };
        let path = self.file.path.display();
        if (lower..=upper).contains(&by) {
            let is_said = scene.wanted(name).or(scene.of_state(name)).is_some();
            if by != 0.0 && !is_said && child(joint, "mimic").is_none() {
                let limits = format!("its limits {lower} and {upper} allow");
                let what = format!("joint {name:?} stands at {by}, the nearest to 0 that {limits}");
                scene.remark(format!("{path}: {what}"));
            }
            return Ok(());
        }
        let limits = format!("its limits are {lower} and {upper}");
        if scene.wanted(name).is_some() {
            let what = format!("joint {name:?} cannot stand at {by}: {limits}");
            return self.file.fail(joint, what);
        }
        scene.remark(format!("{path}: joint {name:?} stands at {by}, and {limits}"));
        Ok(())
    }
}
