//! A scene as it is read: what readers add to it, and the limits that they keep.

use crate::joints::{Disabled, Joints, Robot};
use crate::scene::{FileBody, FilePart, FileScene, Note, NoteKind, unique};
use crate::solid::{Map, Solid};
use crate::{Limits, Meshes, Options, ReadError, given};
use osculate::{DVec3, Scalar, Vector};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// Things that are missing, as many as an error tells of.
const MOST_TOLD: usize = 5;

/// What a file has that options may name.
#[derive(Default)]
pub struct Known {
    /// Joints that can be moved.
    pub joints: BTreeSet<String>,
    /// States, and whether one of them is the one that is wanted.
    pub states: BTreeSet<String>,
    pub has_state: bool,
    /// Joints of the options' posture that the file has.
    pub placed: BTreeSet<String>,
}

/// A scene as it is read.
pub struct Builder<'o, V: Vector = DVec3> {
    options: &'o Options,
    root: PathBuf,
    /// The folders of packages that were found: files in them may be read too.
    folders: Vec<PathBuf>,
    scene: FileScene<V>,
    names: HashSet<String>,
    next: BTreeMap<String, usize>,
    /// The notes so far: each is told once.
    noted: HashSet<Note>,
    known: Known,
    /// Where a state of the file puts joints.
    state: BTreeMap<String, f64>,
    parts: usize,
    points: usize,
    /// How long the file's unit of length is.
    unit: f64,
    /// The files that are being read, one inside the other.
    open: Vec<PathBuf>,
}

impl<'o, V: Vector> Builder<'o, V> {
    pub fn new(options: &'o Options, path: &Path) -> Result<Self, ReadError> {
        let own = given::own(path, options)?;
        let root = match &options.root {
            Some(root) => {
                std::fs::canonicalize(root).map_err(|error| ReadError::io(root, &error))?
            }
            None => own.parent().unwrap_or(Path::new("/")).to_path_buf(),
        };
        Ok(Self {
            options,
            unit: 1.0,
            root,
            folders: Vec::new(),
            scene: FileScene::default(),
            names: HashSet::new(),
            next: BTreeMap::new(),
            noted: HashSet::new(),
            known: Known::default(),
            state: BTreeMap::new(),
            parts: 0,
            points: 0,
            open: vec![own],
        })
    }

    pub fn limits(&self) -> Limits {
        self.options.limits
    }

    pub fn options(&self) -> &'o Options {
        self.options
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the caller has said what the root is.
    pub fn is_root_given(&self) -> bool {
        self.options.root.is_some()
    }

    /// Lets files in a folder be read.
    pub fn add_folder(&mut self, folder: PathBuf) {
        if !self.folders.contains(&folder) {
            self.folders.push(folder);
        }
    }

    /// Whether a path without links lies where files may be read.
    pub fn may_read(&self, path: &Path) -> bool {
        path.starts_with(&self.root) || self.folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Where the options want a joint to stand.
    pub fn wanted(&self, joint: &str) -> Option<f64> {
        self.options.joints.get(joint).copied()
    }

    /// Says that the file has a joint that can be moved.
    pub fn has_joint(&mut self, name: &str) {
        self.known.joints.insert(name.to_string());
    }

    /// Where the state that is taken puts a joint.
    pub fn of_state(&self, joint: &str) -> Option<f64> {
        self.state.get(joint).copied()
    }

    /// Takes from the posture of the options where the joints of a robot stand.
    pub fn place_joints(&mut self, joints: &HashSet<&str>) {
        for (joint, place) in &self.options.posture {
            if joints.contains(joint.as_str()) {
                self.known.placed.insert(joint.clone());
                self.place_joint(joint, *place);
            }
        }
    }

    pub fn place_joint(&mut self, joint: &str, place: f64) {
        self.state.insert(joint.to_string(), place);
    }

    /// Says that the file has a state.
    pub fn has_state(&mut self, name: &str) {
        self.known.states.insert(name.to_string());
    }

    /// Says that it is the one that is wanted.
    pub fn takes_state(&mut self) {
        self.known.has_state = true;
    }

    /// What stands for meshes that are not convex.
    pub fn meshes(&self) -> Meshes {
        self.options.meshes
    }

    /// Tells which file something was taken from.
    pub fn source(&mut self, text: String) {
        self.note(Note { kind: NoteKind::Source, text });
    }

    /// Tells of what has no surface.
    pub fn remark(&mut self, text: String) {
        self.note(Note { kind: NoteKind::Remark, text });
    }

    /// Tells of what is left out and may have a surface.
    pub fn missing(&mut self, text: String) {
        self.note(Note { kind: NoteKind::Missing, text });
    }

    fn note(&mut self, note: Note) {
        if self.noted.insert(note.clone()) {
            self.scene.notes.push(note);
        }
    }

    pub fn ignore(&mut self, a: &str, b: &str) {
        self.scene.ignored.push([a.to_string(), b.to_string()]);
    }

    /// The joints so far.
    pub fn joints(&mut self) -> &mut Joints {
        &mut self.scene.joints
    }

    /// Starts a robot.
    pub fn robot(&mut self, name: &str) {
        self.scene.robots.push(Robot { name: name.to_string(), ..Robot::default() });
    }

    /// Says that a joint connects two links of the robot that was started: they may touch.
    pub fn connect(&mut self, a: &str, b: &str) {
        self.ignore(a, b);
        if let Some(robot) = self.scene.robots.last_mut() {
            robot.connected.push([a.to_string(), b.to_string()]);
        }
    }

    /// Says which planning file the robot has.
    pub fn plan(&mut self, srdf: &Path) {
        if let Some(robot) = self.scene.robots.last_mut() {
            robot.srdf = Some(srdf.to_path_buf());
        }
    }

    /// Says that the planning file disables a pair.
    pub fn disable(&mut self, pair: Disabled) {
        let [a, b] = &pair.links;
        self.ignore(a, b);
        if let Some(robot) = self.scene.robots.last_mut() {
            robot.disabled.push(pair);
        }
    }

    /// Starts a body, and says which it is.
    pub fn body(&mut self, name: &str) -> usize {
        let name = unique(name, &mut self.names, &mut self.next);
        let (group, color, motion, joint, loose) = (None, None, None, None, None);
        let (parts, meshes, assumed, origin) = (Vec::new(), Vec::new(), Vec::new(), V::ZERO);
        self.scene.bodies.push(FileBody {
            name,
            group,
            color,
            origin,
            motion,
            joint,
            loose,
            parts,
            meshes,
            assumed,
        });
        self.scene.bodies.len() - 1
    }

    pub fn get(&mut self, body: usize) -> &mut FileBody<V> {
        &mut self.scene.bodies[body]
    }

    /// Adds a part to a body, unless there are too many.
    pub fn push(&mut self, body: usize, part: FilePart<V>) -> Result<(), String> {
        self.take(1, part.corners.as_ref().map_or(0, Vec::len))?;
        self.get(body).parts.push(part);
        Ok(())
    }

    /// Counts parts and points against the limits.
    pub fn take(&mut self, parts: usize, points: usize) -> Result<(), String> {
        let limits = self.options.limits;
        self.parts += parts;
        self.points += points;
        if self.parts > limits.parts {
            return Err(format!("there are more than {} convex parts", limits.parts));
        }
        if self.points > limits.points {
            return Err(format!("there are more than {} points", limits.points));
        }
        Ok(())
    }

    /// Whether what is read is the file that the caller names, and no other file names it.
    pub fn is_outermost(&self) -> bool {
        self.open.len() == 1
    }

    /// Reads a file that another names; not one that is being read.
    pub fn within<T>(
        &mut self,
        by: &Path,
        path: &Path,
        read: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        if self.open.iter().any(|open| open == path) {
            return Err(ReadError::new(
                by,
                format!("it includes {}, which includes it", path.display()),
            ));
        }
        if self.open.len() > self.limits().depth {
            return Err(ReadError::new(by, "files include files too deeply"));
        }
        self.open.push(path.to_path_buf());
        let result = read(self);
        self.open.pop();
        result
    }

    /// Says how long the file's unit of length is.
    pub fn set_unit(&mut self, unit: f64) {
        self.unit = unit;
    }

    /// A map to the world, in the unit that is wanted.
    pub fn in_unit(&self, map: &Map) -> Map {
        if self.unit == 1.0 { *map } else { Map::from_scale(DVec3::splat(self.unit)) * *map }
    }

    /// The scene, and what the file has that options may name.
    pub fn finish(mut self, path: &Path) -> Result<(FileScene<V>, Known), ReadError> {
        self.scene.bodies.retain(|body| !body.is_empty());
        for body in &mut self.scene.bodies {
            body.origin = body.origin * V::Scalar::from_f64(self.unit);
        }
        if self.scene.bodies.is_empty() {
            let error = ReadError::new(path, "it holds no body");
            let missing: Vec<&str> = self.scene.missing().take(MOST_TOLD).collect();
            return Err(match missing.as_slice() {
                [] => error.help("nothing in it has a surface"),
                missing => {
                    error.help(format!("what it may hold is left out: {}", missing.join("; ")))
                }
            });
        }
        Ok((self.scene, self.known))
    }
}

impl Builder<'_> {
    /// Adds a solid of space to a body, or says why it is none.
    pub fn part(&mut self, body: usize, solid: &Solid, map: &Map) -> Result<(), String> {
        let map = self.in_unit(map);
        let part = solid.placed(&map).map_err(|error| error.to_string())?;
        self.push(body, part)
    }
}
