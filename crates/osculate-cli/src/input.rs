//! What a command reads, and how: the files, where the joints of robots stand, what may be missing.

use clap::Args;
use miette::{Result, miette};
use osculate::Vector;
use osculate_io::{AnyScene, FORMATS, FileScene, Limits, Meshes, Options};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// What to read, and how.
#[derive(Args, Clone, Default)]
pub struct Input {
    /// Take the hull of a mesh that is not convex; else its triangles are taken, which bound a solid
    /// if they close
    #[arg(long, conflicts_with = "pieces")]
    pub hull: bool,
    /// Take the hulls of the connected pieces of a mesh that is not convex
    #[arg(long)]
    pub pieces: bool,
    /// The folder that files named by files must lie in, packages too [default: each file's own;
    /// packages are also looked for in the folders above it, and in those of the variables
    /// ROS_PACKAGE_PATH and AMENT_PREFIX_PATH]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The folder of a package, for files that are named package://NAME/…
    #[arg(long = "package", value_name = "NAME=DIR", value_parser = package)]
    pub packages: Vec<(String, PathBuf)>,
    /// A robot's SRDF file, whose disabled pairs are ignored [default: one that is found beside the
    /// robot's, in ../srdf or in ../config, by the name of that file or of the robot]
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,
    /// The state of the SRDF file that says where joints stand, as NAME or GROUP/NAME; of MJCF the
    /// name of a keyframe
    #[arg(long, value_name = "STATE")]
    pub state: Option<String>,
    /// A file that says where joints stand, in place of the state: messages called joint_states, in
    /// YAML as rostopic echo prints them, or in JSON. Of each joint the last message counts
    #[arg(long = "joints", value_name = "FILE")]
    pub posture: Option<PathBuf>,
    /// Where a robot's joint stands, in radians, or as a length if it slides [default: where the
    /// state has it, or as near to 0 as its limits allow]
    #[arg(long = "joint", value_name = "NAME=VALUE", value_parser = joint)]
    pub joints: Vec<(String, f64)>,
    /// The format of standard input, which is the file `-`: how the names of its files end, as
    /// urdf. What it names is looked for in the working folder
    #[arg(long = "as", value_name = "FORMAT", value_parser = format)]
    pub format_of_input: Option<String>,
    /// The unit of length of files whose format does not say it (VRML97, OBJ, STL, PLY), or of one
    /// file: mm, cm, m or in. Lengths of the answer are in metres then
    #[arg(long, value_name = "[FILE=]UNIT", value_parser = unit)]
    pub units: Vec<(Option<PathBuf>, f64)>,
    /// Do without what a file holds, is not read and may have a surface; else the exit code is 2
    #[arg(long)]
    pub allow_missing: bool,
    /// Refuse what is not taken just as the files say: each note of something that is left out,
    /// mended or assumed is an error
    #[arg(long, conflicts_with = "allow_missing")]
    pub strict: bool,
}

impl Input {
    /// What stands for meshes that are not convex.
    fn meshes(&self) -> Meshes {
        match (self.hull, self.pieces) {
            (true, _) => Meshes::Hulls,
            (false, true) => Meshes::Pieces,
            (false, false) => Meshes::AsTheyAre,
        }
    }

    /// The files as one scene of space.
    pub fn read<'f>(&self, files: impl IntoIterator<Item = &'f PathBuf>) -> Result<FileScene> {
        match self.read_any(files)? {
            AnyScene::Space(scene) => Ok(scene),
            AnyScene::Plane(_) => Err(miette!(
                help = "check, distance and explain take scenes of the plane",
                "this command takes scenes of space, and the scene is one of the plane"
            )),
        }
    }

    /// The files as one scene, of space or of the plane.
    pub fn read_any<'f>(&self, files: impl IntoIterator<Item = &'f PathBuf>) -> Result<AnyScene> {
        let mut options = self.options()?;
        let files: Vec<&PathBuf> = files.into_iter().collect();
        let inputs = files.iter().filter(|file| is_input(file)).count();
        match (inputs, &self.format_of_input) {
            (0, None) => {}
            (0, Some(_)) => {
                return Err(miette!(
                    "--as is of standard input, and no file is it: it is called -"
                ));
            }
            (1, Some(_)) => {
                let name = self.named([&PathBuf::from(INPUT)]).remove(0);
                options.given.insert(name, standard_input(options.limits.bytes)?);
            }
            (1, None) => {
                let ends: Vec<&str> = ends().collect();
                let help = format!("the formats are {}", ends.join(", "));
                return Err(miette!(help = help, "standard input needs its format: --as FORMAT"));
            }
            _ => {
                return Err(miette!(
                    "standard input can be read once, and is named {inputs} times"
                ));
            }
        }
        let named = self.named(files);
        if let Some(other) = options.units.keys().find(|file| !named.contains(file)) {
            return Err(miette!(
                "--units names {}, which is no file that is read",
                other.display()
            ));
        }
        let read = osculate_io::read_any(named.iter().map(PathBuf::as_path), &options)?;
        match &read {
            AnyScene::Space(scene) => self.check_strictly(scene)?,
            AnyScene::Plane(scene) => self.check_strictly(scene)?,
        }
        Ok(read)
    }

    /// With --strict, nothing may be left out, mended or assumed.
    pub fn check_strictly<V: Vector>(&self, scene: &FileScene<V>) -> Result<()> {
        if !self.strict {
            return Ok(());
        }
        let liberties = scene.liberties();
        if liberties.is_empty() {
            return Ok(());
        }
        Err(miette!(
            help = "without --strict these are notes",
            "what is read is not just what the files say{}",
            told(&liberties)
        ))
    }

    /// The files by names that tell their formats: standard input has one too.
    pub fn named<'f>(&self, files: impl IntoIterator<Item = &'f PathBuf>) -> Vec<PathBuf> {
        let end = self.format_of_input.as_deref().unwrap_or("");
        let input = PathBuf::from(format!("stdin.{end}"));
        let named = |file: &PathBuf| if is_input(file) { input.clone() } else { file.clone() };
        files.into_iter().map(named).collect()
    }

    /// How the files are read.
    pub fn options(&self) -> Result<Options> {
        let mut joints = BTreeMap::new();
        for (name, value) in &self.joints {
            if joints.insert(name.clone(), *value).is_some() {
                return Err(miette!("--joint says twice where {name:?} stands"));
            }
        }
        let mut packages = BTreeMap::new();
        for (name, folder) in &self.packages {
            if packages.insert(name.clone(), folder.clone()).is_some() {
                return Err(miette!("--package says twice which folder {name:?} is"));
            }
        }
        let (meshes, root) = (self.meshes(), self.root.clone());
        let (srdf, state, package_path) = (self.srdf.clone(), self.state.clone(), package_path());
        let limits = Limits::default();
        let (mut unit, mut units) = (None, BTreeMap::new());
        for (file, length) in &self.units {
            let before = match file {
                Some(file) => units.insert(self.named([file]).remove(0), *length),
                None => unit.replace(*length),
            };
            if before.is_some() {
                return Err(miette!("--units says twice what the unit is"));
            }
        }
        let posture = self.posture.as_deref();
        let posture = posture.map(|file| osculate_io::joint_states(file, &limits)).transpose()?;
        Ok(Options {
            posture: posture.unwrap_or_default(),
            meshes,
            root,
            packages,
            package_path,
            srdf,
            state,
            joints,
            limits,
            unit,
            units,
            given: BTreeMap::new(),
        })
    }

    /// The exit code of an answer about a scene: an error if the scene lacks something, unless that
    /// is allowed. What is missing is told to those who watch, unless the answer has told it.
    pub fn code<V: Vector>(&self, scene: &FileScene<V>, is_told: bool, code: u8) -> Result<u8> {
        let missing: Vec<&str> = scene.missing().collect();
        if missing.is_empty() {
            return Ok(code);
        }
        let told = if is_told { String::new() } else { told(&missing) };
        if self.allow_missing {
            if !is_told {
                // Who has allowed it may have closed the channel.
                let _ = writeln!(std::io::stderr(), "missing:{told}");
            }
            return Ok(code);
        }
        Err(miette!(
            help = "--allow-missing takes the answer as if it were complete",
            "the answer is incomplete: what may have a surface is missing{told}"
        ))
    }
}

/// What standard input is called.
const INPUT: &str = "-";

fn is_input(file: &Path) -> bool {
    file == Path::new(INPUT)
}

/// All of standard input; one byte more than `most`, if there is more.
fn standard_input(most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| miette!("cannot read standard input: {error}"))?;
    Ok(bytes)
}

/// Units of length, in metres.
const UNITS: [(&str, f64); 4] = [("mm", 0.001), ("cm", 0.01), ("m", 1.0), ("in", 0.0254)];

fn unit(text: &str) -> Result<(Option<PathBuf>, f64), String> {
    let (file, name) = match text.rsplit_once('=') {
        Some((file, name)) => (Some(PathBuf::from(file)), name),
        None => (None, text),
    };
    match UNITS.iter().find(|(known, _)| *known == name) {
        Some((_, length)) => Ok((file, *length)),
        None => Err("a unit is mm, cm, m or in, of all files or of one: part.stl=mm".into()),
    }
}

/// How the names of files end.
fn ends() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|format| format.extensions).copied()
}

fn format(text: &str) -> Result<String, String> {
    let wanted = text.trim_start_matches('.').to_ascii_lowercase();
    if ends().any(|end| end == wanted) {
        return Ok(wanted);
    }
    let ends: Vec<&str> = ends().collect();
    Err(format!("the formats are {}", ends.join(", ")))
}

/// Things that are missing, as many as an error tells of.
const MOST_TOLD: usize = 20;

/// A line for each of several things.
fn told(things: &[impl AsRef<str>]) -> String {
    let lines = things.iter().take(MOST_TOLD).map(|what| format!("\n  {}", what.as_ref()));
    let more = match things.len().saturating_sub(MOST_TOLD) {
        0 => String::new(),
        more => format!("\n  … and {more} more"),
    };
    lines.collect::<String>() + &more
}

fn joint(text: &str) -> Result<(String, f64), String> {
    match text.split_once('=').map(|(name, value)| (name, value.parse::<f64>())) {
        Some((name, Ok(value))) if value.is_finite() => Ok((name.to_string(), value)),
        _ => Err("a joint is a name and a number: elbow=1.57".into()),
    }
}

fn package(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !folder.is_empty() => {
            Ok((name.to_string(), folder.into()))
        }
        _ => Err("a package is a name and a folder: arm_description=../arm".into()),
    }
}

/// The folders that hold packages, as the variables of ROS 1 and ROS 2 list them.
fn package_path() -> Vec<PathBuf> {
    let listed = |variable: &str| {
        let value = std::env::var_os(variable).unwrap_or_default();
        let folders = std::env::split_paths(&value).collect::<Vec<_>>();
        folders.into_iter().filter(|folder| !folder.as_os_str().is_empty())
    };
    let shared = listed("AMENT_PREFIX_PATH").map(|prefix| prefix.join("share"));
    listed("ROS_PACKAGE_PATH").chain(shared).collect()
}
