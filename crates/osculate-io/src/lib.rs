//! Files to shapes: scenes of named bodies, each a union of convex parts and of meshes.
//!
//! [`read`] chooses the format by the file's name; [`FORMATS`] lists them. The project's own is in
//! JSON, and [`json`] describes it: it may hold a scene of the plane too, which [`read_any`] takes.
//! Nothing in a file can make it panic, take more memory than [`Limits`] allow, or read outside the
//! root and the folders of the packages that it names.

#![deny(unsafe_code)]

mod builder;
mod chain;
mod error;
mod formats;
mod given;
mod joints;
mod lines;
mod mesh;
mod motion;
mod moved;
mod names;
mod parts;
mod paths;
mod pieces;
mod postures;
mod scene;
mod solid;
mod surface;
mod text;
mod triangles;
mod weld;
mod xml;

pub use chain::{JointWays, Moving};
pub use error::ReadError;
pub use formats::{FORMATS, Format, Lengths, json, planned};
pub use joints::{Disabled, Follows, Joint, JointKind, Joints, Robot};
pub use motion::{FileMotion, Turn, Turns, Way};
pub use names::like as names_like;
pub use postures::joint_states;
pub use scene::{FileBody, FileMesh, FilePart, FileScene, Note, NoteKind, PartOf, matches};

use builder::{Builder, Known};
use osculate::{DVec2, Space};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How to read.
///
/// ```
/// use osculate_io::{Options, read};
/// let mut options = Options { unit: Some(0.001), ..Options::default() };
/// // The text of a file, which need not be there.
/// let mesh = "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nf 1 2 3\n";
/// options.given.insert("sail.obj".into(), mesh.into());
/// let size = read("sail.obj".as_ref(), &options)?.size().expect("it has an end");
/// assert!((size - 2f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What stands for meshes that are not convex.
    pub meshes: Meshes,
    /// Files that a file names must lie in here; the file's own folder if not given. Packages are
    /// looked for here first, and if it is given, nowhere else but where `packages` says.
    pub root: Option<PathBuf>,
    /// The folder of each package by name, for `package://NAME/…` and `model://NAME/…`. Any other
    /// package is looked for going up from the file: a folder of its name, or one whose
    /// `package.xml` has it; then by `package_path`.
    pub packages: BTreeMap<String, PathBuf>,
    /// Folders that hold packages, as the variable `ROS_PACKAGE_PATH` lists them. This library asks
    /// no variables; the program does.
    pub package_path: Vec<PathBuf>,
    /// A robot's planning file, SRDF. If none is given, one is looked for beside the robot's file,
    /// in `../srdf` and in `../config`, by the name of that file or of the robot.
    pub srdf: Option<PathBuf>,
    /// The state of that file, by its name or as `group/name`, that says where joints stand.
    pub state: Option<String>,
    /// Where joints stand as [`joint_states`] has read it: it goes before the state. Joints that the
    /// robots lack are told, and so are places beyond their limits.
    pub posture: BTreeMap<String, f64>,
    /// Where a robot's joints stand, by name: radians, or lengths of those that slide. The others
    /// are where the state has them, or as near to zero as their limits allow. A name that no joint
    /// has is an error, and so is a place beyond a joint's limits.
    pub joints: BTreeMap<String, f64>,
    /// What must not be exceeded.
    pub limits: Limits,
    /// How long a unit of length is of files whose format does not say it, [`Lengths::Unsaid`]: 0.001
    /// if they are in millimetres and metres are wanted.
    pub unit: Option<f64>,
    /// The same of single files, by their paths. Files that have other lengths beside those of
    /// shapes, [`Lengths::AsTheyAre`], are refused.
    pub units: BTreeMap<PathBuf, f64>,
    /// What stands in files, by their paths, in place of what the system has there: standard input,
    /// or the text of an editor. The files need not be there; what they name is looked for as if
    /// they were.
    pub given: BTreeMap<PathBuf, Vec<u8>>,
}

/// What stands for meshes that are not convex.
///
/// ```
/// use osculate_io::{Meshes, Options, read};
/// // Two triangles, folded along their common edge.
/// let fold = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 2 4 3\n";
/// let mut options = Options::default();
/// options.given.insert("fold.obj".into(), fold.into());
/// let body = &read("fold.obj".as_ref(), &options)?.bodies[0];
/// assert_eq!((body.parts.len(), body.meshes[0].triangles.len()), (0, 2));
/// options.meshes = Meshes::Hulls;
/// let body = &read("fold.obj".as_ref(), &options)?.bodies[0];
/// assert!(body.meshes.is_empty() && body.parts[0].fills);
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meshes {
    /// Their triangles: a solid if they close, else a surface. What is convex of them is a part of
    /// its own.
    #[default]
    AsTheyAre,
    /// The hulls of their connected pieces.
    Pieces,
    /// The hull of each as a whole.
    Hulls,
}

/// Bounds on what a file may ask for.
///
/// ```
/// use osculate_io::{Limits, Options, read};
/// let limits = Limits { points: 2, ..Limits::default() };
/// let mut options = Options { limits, ..Options::default() };
/// options.given.insert("sail.obj".into(), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".into());
/// let refused = read("sail.obj".as_ref(), &options).expect_err("it has three points");
/// assert!(refused.what().contains("points"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a file; unpacked, if gzip has packed it.
    pub bytes: u64,
    /// Convex parts in all.
    pub parts: usize,
    /// Points of meshes in all.
    pub points: usize,
    /// Nodes within nodes, and files within files.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 30, parts: 200_000, points: 20_000_000, depth: 64 }
    }
}

/// Reads a scene from a file.
///
/// ```
/// use osculate_io::{Options, read};
/// let text = r#"{"osculate": 1, "bodies": [{"name": "ball", "shape": {"ball": {"radius": 1}}}]}"#;
/// let mut options = Options::default();
/// options.given.insert("scene.json".into(), text.into());
/// let scene = read("scene.json".as_ref(), &options)?;
/// assert_eq!((scene.bodies.len(), scene.bodies[0].name.as_str()), (1, "ball"));
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
pub fn read(path: &Path, options: &Options) -> Result<FileScene, ReadError> {
    read_all([path], options)
}

/// A scene of space, or one of the plane.
#[derive(Debug)]
pub enum AnyScene {
    /// Of space.
    Space(FileScene),
    /// Of the plane.
    Plane(FileScene<DVec2>),
}

/// Reads files as one scene of space. Bodies of one name get numbers.
///
/// ```
/// use osculate_io::{Options, read_all};
/// use std::path::Path;
/// let text = r#"{"osculate": 1, "bodies": [{"name": "ball", "shape": {"ball": {"radius": 1}}}]}"#;
/// let files = ["one.json", "two.json"];
/// let given = files.map(|file| (file.into(), text.into())).into();
/// let scene = read_all(files.map(Path::new), &Options { given, ..Options::default() })?;
/// assert_eq!((&*scene.bodies[0].name, &*scene.bodies[1].name), ("ball", "ball#2"));
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
pub fn read_all<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    options: &Options,
) -> Result<FileScene, ReadError> {
    read_each(paths, options, formats::read)
}

/// Reads files as one scene, of whichever dimension they say. All must say the same.
///
/// ```
/// use osculate_io::{AnyScene, Options, read_any};
/// let text = r#"{"osculate": 1, "dimension": 2,
///     "bodies": [{"name": "disc", "shape": {"ball": {"radius": 1}}}]}"#;
/// let mut options = Options::default();
/// options.given.insert("flat.json".into(), text.into());
/// let read = read_any(["flat.json".as_ref()], &options)?;
/// assert!(matches!(read, AnyScene::Plane(scene) if scene.bodies[0].name == "disc"));
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
pub fn read_any<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    options: &Options,
) -> Result<AnyScene, ReadError> {
    let paths: Vec<&Path> = paths.into_iter().collect();
    let (mut plane, mut space) = (None, None);
    for &path in &paths {
        if formats::is_planar(path, &Builder::new(options, path)?)? {
            plane = Some(path)
        } else {
            space = Some(path)
        };
    }
    match (plane, space) {
        (Some(plane), Some(space)) => {
            let what = format!("it is a scene of space, and {} one of the plane", plane.display());
            Err(ReadError::new(space, what).help("read scenes of one dimension at a time"))
        }
        (Some(_), None) => Ok(AnyScene::Plane(read_each(paths, options, formats::read_planar)?)),
        (None, _) => Ok(AnyScene::Space(read_each(paths, options, formats::read)?)),
    }
}

fn read_each<'p, V: Space<Scalar = f64>>(
    paths: impl IntoIterator<Item = &'p Path>,
    options: &Options,
    read: impl Fn(&Path, &mut Builder<V>) -> Result<(), ReadError>,
) -> Result<FileScene<V>, ReadError> {
    let (mut whole, mut known, mut names) = (FileScene::default(), Known::default(), Vec::new());
    let mut sizes = Vec::new();
    for path in paths {
        let mut builder = Builder::new(options, path)?;
        builder.set_unit(formats::unit(options, path)?);
        read(path, &mut builder)?;
        let (scene, own) = builder.finish(path)?;
        sizes.extend(scene.size().map(|size| (size, path)));
        whole.merge(scene);
        known.joints.extend(own.joints);
        known.states.extend(own.states);
        known.has_state |= own.has_state;
        known.placed.extend(own.placed);
        names.push(path.display().to_string());
    }
    if let Some(unknown) = options.joints.keys().find(|name| !known.joints.contains(*name)) {
        let joints: Vec<&str> = known.joints.iter().map(String::as_str).collect();
        let (files, what) = (names.join(", "), format!("there is no joint {unknown:?}"));
        let help = names_like(unknown, &joints, ["joint that can be moved", "joints"]);
        return Err(ReadError::new(Path::new(&files), what).help(help));
    }
    if let Some(unknown) = options.state.as_ref().filter(|_| !known.has_state) {
        let states: Vec<&str> = known.states.iter().map(String::as_str).collect();
        let (files, what) = (names.join(", "), format!("there is no state {unknown:?}"));
        let help = match states.as_slice() {
            [] => "no SRDF file with states is found: --srdf FILE names one".into(),
            states => names_like(unknown, states, ["state", "states"]),
        };
        return Err(ReadError::new(Path::new(&files), what).help(help));
    }
    let lacking: Vec<&String> =
        options.posture.keys().filter(|name| !known.placed.contains(*name)).collect();
    if !lacking.is_empty() && known.placed.is_empty() {
        let joints: Vec<&str> = known.joints.iter().map(String::as_str).collect();
        let (files, what) = (names.join(", "), "none of the joints that are placed is there");
        let help = names_like(lacking[0], &joints, ["joint that can be moved", "joints"]);
        return Err(ReadError::new(Path::new(&files), what).help(help));
    }
    if !lacking.is_empty() {
        let lacking: Vec<String> = lacking.iter().map(|name| format!("{name:?}")).collect();
        let text = format!("joints that are placed and not there: {}", lacking.join(", "));
        whole.notes.push(Note { kind: NoteKind::Remark, text });
    }
    if options.unit.is_none() && options.units.is_empty() {
        whole.notes.extend(told_sizes(sizes));
    }
    Ok(whole)
}

/// How much larger a file is than another whose unit is another.
const OTHER_UNIT: f64 = 1000.0;

/// What is said of files whose sizes are as millimetres to metres.
fn told_sizes(mut sizes: Vec<(f64, &Path)>) -> Option<Note> {
    sizes.sort_by(|p, q| p.0.total_cmp(&q.0));
    let (&(least, small), &(most, large)) = (sizes.first()?, sizes.last()?);
    if !(least > 0.0 && most / least >= OTHER_UNIT) {
        return None;
    }
    let [small, large] = [small, large].map(Path::display);
    let what = format!("{large} is {:.0} times as large as {small}", most / least);
    let text = format!("{what}: if one is in millimetres, --units FILE=mm says so");
    Some(Note { kind: NoteKind::Source, text })
}

// The page of the package, held to what compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
