//! What holds for a whole file: how its angles and paths are meant, and what elements of a class
//! have by default.

use super::tree::{Item, Value};
use crate::ReadError;
use crate::solid::Map;
use osculate::DVec3;
use osculate::glam::{DMat3, DQuat};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Classes of a file.
const MOST_CLASSES: usize = 10_000;
/// The ways to say how something is turned.
const TURNS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// How numbers and paths are meant.
pub struct Compiler {
    degrees: bool,
    /// The axes of three turns; whether each is about the axis that the turns before have moved.
    euler: [(DVec3, bool); 3],
    /// The folder of meshes.
    meshes: String,
    /// Whether only the last name of a path counts.
    strips: bool,
    /// Whether a range alone is a limit.
    pub autolimits: bool,
    /// Whether a body does not collide with its parent.
    pub filters_parents: bool,
}

impl Compiler {
    pub fn of(root: Item) -> Result<Self, ReadError> {
        let euler = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (axis, true));
        let (degrees, autolimits, filters_parents) = (true, true, true);
        let (meshes, strips) = (String::new(), false);
        let mut this = Self { degrees, euler, meshes, strips, autolimits, filters_parents };
        for compiler in root.all("compiler") {
            this.take(compiler)?;
        }
        for flag in root.all("option").flat_map(|option| option.all("flag")) {
            if let Some(value) = flag.value("filterparent") {
                this.filters_parents = value.word(&["disable", "enable"])? == 1;
            }
        }
        Ok(this)
    }

    fn take(&mut self, compiler: Item) -> Result<(), ReadError> {
        if let Some(value) = compiler.value("angle") {
            self.degrees = value.word(&["radian", "degree"])? == 1;
        }
        if let Some(value) = compiler.value("eulerseq") {
            let axes: Option<Vec<_>> = value.text.trim().chars().map(axis).collect();
            self.euler = axes.and_then(|axes| axes.try_into().ok()).ok_or_else(|| {
                let help = "it has three letters of xyz, or large ones for axes that stay";
                value.error(format!("eulerseq is {:?}", value.text)).help(help)
            })?;
        }
        if let Some(value) = compiler.value("coordinate")
            && value.word(&["global", "local"])? == 0
        {
            let help = "MuJoCo 2.3.3 and older write it anew, with local ones";
            return Err(value.error("global coordinates are not read").help(help));
        }
        for name in ["assetdir", "meshdir"] {
            if let Some(value) = compiler.value(name) {
                self.meshes = value.text.trim().to_string();
            }
        }
        if let Some(value) = compiler.value("strippath") {
            self.strips = value.is_true()?;
        }
        if let Some(value) = compiler.value("autolimits") {
            self.autolimits = value.is_true()?;
        }
        Ok(())
    }

    /// An angle of the file in radians.
    pub fn radians(&self, angle: f64) -> f64 {
        if self.degrees { angle.to_radians() } else { angle }
    }

    /// The path of a mesh's file.
    pub fn mesh(&self, file: &str) -> String {
        let file = file.trim();
        let file = if self.strips { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file };
        match self.meshes.trim_end_matches('/') {
            "" => file.to_string(),
            folder => format!("{folder}/{file}"),
        }
    }

    /// Where an element stands: its `pos`, and one of the five ways to say how it is turned.
    pub fn place(&self, of: &Given) -> Result<Map, ReadError> {
        let position = match of.value("pos") {
            Some(value) => DVec3::from(value.numbers()?),
            None => DVec3::ZERO,
        };
        Ok(Map::from_rotation_translation(self.turn(of)?, position))
    }

    fn turn(&self, of: &Given) -> Result<DQuat, ReadError> {
        let own: Vec<Value> = TURNS.iter().filter_map(|name| of.item.value(name)).collect();
        if let [_, second, ..] = own.as_slice() {
            let what = format!("{} is a second way to say how it is turned", second.name);
            return Err(second.error(what).help("leave one of them"));
        }
        let Some(value) = own.first().copied().or_else(|| of.class.turn()) else {
            return Ok(DQuat::IDENTITY);
        };
        let found = match value.name {
            "quat" => quaternion(value.numbers()?),
            "axisangle" => {
                let [x, y, z, angle] = value.numbers()?;
                let axis = unit(DVec3::new(x, y, z));
                axis.map(|axis| DQuat::from_axis_angle(axis, self.radians(angle)))
            }
            "euler" => {
                let mut turn = DQuat::IDENTITY;
                for (angle, (axis, moves)) in value.numbers::<3>()?.into_iter().zip(self.euler) {
                    let own = DQuat::from_axis_angle(axis, self.radians(angle));
                    turn = if moves { turn * own } else { own * turn };
                }
                Some(turn)
            }
            "xyaxes" => {
                let [a, b, c, d, e, f] = value.numbers()?;
                axes(DVec3::new(a, b, c), DVec3::new(d, e, f))
            }
            _ => unit(DVec3::from(value.numbers()?)).map(to_z),
        };
        found.filter(|turn| turn.is_finite()).ok_or_else(|| {
            let help = "an axis is longer than zero, and two axes are not along one line";
            value.error(format!("{} says no turn: {:?}", value.name, value.text)).help(help)
        })
    }
}

fn axis(letter: char) -> Option<(DVec3, bool)> {
    let axis = match letter.to_ascii_lowercase() {
        'x' => DVec3::X,
        'y' => DVec3::Y,
        'z' => DVec3::Z,
        _ => return None,
    };
    Some((axis, letter.is_ascii_lowercase()))
}

/// A direction as a unit vector, however long.
pub fn unit(of: DVec3) -> Option<DVec3> {
    (of / of.abs().max_element()).try_normalize()
}

/// A quaternion as files have it, the real part first.
pub fn quaternion(of: [f64; 4]) -> Option<DQuat> {
    let most = of.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    let [w, x, y, z] = of.map(|part| part / most);
    (most > 0.0).then(|| DQuat::from_xyzw(x, y, z, w).normalize())
}

/// The turn whose first axis is along x, and whose second lies in the plane of both.
fn axes(x: DVec3, y: DVec3) -> Option<DQuat> {
    let (x, y) = (unit(x)?, unit(y)?);
    let y = unit(y - x * x.dot(y))?;
    Some(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))))
}

/// The shortest turn from z to a unit vector; about x, if that is the other way.
pub fn to_z(to: DVec3) -> DQuat {
    let axis = DVec3::Z.cross(to);
    let angle = axis.length().atan2(to.z);
    DQuat::from_axis_angle(axis.try_normalize().unwrap_or(DVec3::X), angle)
}

/// What the elements of one sort have by default.
#[derive(Clone, Default)]
pub struct Values<'t> {
    all: BTreeMap<&'t str, Value<'t>>,
    /// Of a size the numbers that are not given stay.
    size: [f64; 3],
}

impl<'t> Values<'t> {
    fn take(&mut self, item: Item<'t>) -> Result<(), ReadError> {
        for value in item.values() {
            if TURNS.contains(&value.name) {
                self.all.retain(|name, _| !TURNS.contains(name));
            }
            self.all.insert(value.name, value);
        }
        sized(item, &mut self.size)
    }

    fn turn(&self) -> Option<Value<'t>> {
        TURNS.iter().find_map(|name| self.all.get(name)).copied()
    }
}

/// Puts the numbers of an element's size in the place of others.
fn sized(item: Item, size: &mut [f64; 3]) -> Result<(), ReadError> {
    let Some(value) = item.value("size") else { return Ok(()) };
    let own = value.list()?;
    if own.len() > size.len() {
        return Err(value.error(format!("size has {} numbers", own.len())).help("three are most"));
    }
    size.iter_mut().zip(own).for_each(|(size, own)| *size = own);
    Ok(())
}

/// An element, and what its class has by default.
#[derive(Clone)]
pub struct Given<'t> {
    pub item: Item<'t>,
    class: Rc<Values<'t>>,
}

impl<'t> Given<'t> {
    /// One of a sort that no class is about.
    pub fn alone(item: Item<'t>) -> Self {
        Self { item, class: Rc::default() }
    }

    pub fn value(&self, name: &str) -> Option<Value<'t>> {
        self.item.value(name).or_else(|| self.class.all.get(name).copied())
    }

    pub fn size(&self) -> Result<[f64; 3], ReadError> {
        let mut size = self.class.size;
        sized(self.item, &mut size)?;
        Ok(size)
    }
}

/// What a class says of each sort of elements.
#[derive(Clone, Default)]
struct Class<'t> {
    geom: Rc<Values<'t>>,
    joint: Rc<Values<'t>>,
    mesh: Rc<Values<'t>>,
}

/// The classes of a file.
pub struct Classes<'t> {
    all: HashMap<&'t str, Class<'t>>,
}

/// The class of what names none.
const MAIN: &str = "main";

impl<'t> Classes<'t> {
    pub fn of(root: Item<'t>, depth: usize) -> Result<Self, ReadError> {
        let mut this = Self { all: HashMap::from([(MAIN, Class::default())]) };
        for section in root.all("default") {
            if let Some(value) = section.value("class")
                && value.text != MAIN
            {
                let what = format!("the outermost class is called {:?}", value.text);
                return Err(value.error(what).help("it is main, and other classes stand in it"));
            }
            let class = this.all.remove(MAIN).unwrap_or_default();
            this.take(MAIN, class, section, depth)?;
        }
        Ok(this)
    }

    /// Adds a class and those in it: each has first what the outer one has.
    fn take(
        &mut self,
        name: &'t str,
        mut class: Class<'t>,
        of: Item<'t>,
        depth: usize,
    ) -> Result<(), ReadError> {
        for child in of.children() {
            match child.name() {
                "geom" => Rc::make_mut(&mut class.geom).take(child)?,
                "joint" => Rc::make_mut(&mut class.joint).take(child)?,
                "mesh" => Rc::make_mut(&mut class.mesh).take(child)?,
                _ => {}
            }
        }
        let outer = class.clone();
        if self.all.insert(name, class).is_some() {
            return Err(of.error(format!("two classes are called {name:?}")).help("rename one"));
        }
        if self.all.len() > MOST_CLASSES {
            return Err(of.error(format!("there are more than {MOST_CLASSES} classes")));
        }
        for inner in of.all("default") {
            if depth == 0 {
                return Err(inner.error("classes stand in classes too deeply"));
            }
            self.take(inner.needed("class")?.text, outer.clone(), inner, depth - 1)?;
        }
        Ok(())
    }

    /// An element with what its class has: the one that it names, or else the one that holds where
    /// it stands.
    pub fn given(&self, item: Item<'t>, class: Option<Value<'t>>) -> Result<Given<'t>, ReadError> {
        let said = item.value("class").or(class);
        let class = match said {
            None => self.all.get(MAIN),
            Some(value) => Some(self.all.get(value.text).ok_or_else(|| {
                let known: Vec<&str> = self.all.keys().copied().collect();
                let help = crate::names_like(value.text, &known, ["class", "classes"]);
                value.error(format!("there is no class {:?}", value.text)).help(help)
            })?),
        };
        let class = match (item.name(), class) {
            ("geom", Some(class)) => class.geom.clone(),
            ("joint", Some(class)) => class.joint.clone(),
            ("mesh", Some(class)) => class.mesh.clone(),
            _ => Rc::default(),
        };
        Ok(Given { item, class })
    }
}
