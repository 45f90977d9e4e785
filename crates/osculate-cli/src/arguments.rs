//! What the command line says, and the help that teaches it.

use crate::ignored::Ignoring;
use crate::input::Input;
use crate::motions::{self, Moved};
use clap::{Args, Parser, Subcommand, ValueEnum};
use osculate_io::FORMATS;
use std::borrow::Cow;
use std::path::PathBuf;

/// Which bodies of a scene clash, how deep, and how near are the others?
#[derive(Parser)]
#[command(name = "osculate", version, after_help = EXIT_CODES, long_about = about())]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the help says first: every format is in it.
fn about() -> String {
    let format = |of: &osculate_io::Format| {
        let ends: Vec<String> = of.extensions.iter().map(|end| format!(".{end}")).collect();
        format!("{} ({})", of.name, ends.join(", "))
    };
    let formats: Vec<String> = FORMATS.iter().map(format).collect();
    format!(
        "Which bodies of a scene clash, how deep, and how near are the others?\n\nEvery distance and \
         every time is a bracket: the true value lies between its bounds, rounding included. Files \
         are {}, which is the project's own. Without a command, the demo runs.",
        formats.join(", ")
    )
}

const EXIT_CODES: &str = "\
Exit codes:
  0  check, distance, sweep: clear; other commands: done
  1  check, distance: a clash, or what may clash (but for check --may-clash warn); check: or,
     with --clearance, a contact or a pair nearer than that; with --baseline only those of them
     count that are new; sweep: a contact
  2  an error, or an incomplete answer: a file holds what is not read and may have a surface
     (--allow-missing takes such an answer as if it were complete), or, of sweep, it is not known
     of a pair whether it meets";

#[derive(Subcommand)]
pub enum Command {
    /// A small robot cell: checked, and drawn
    Demo(Demo),
    /// All pairs that clash, and all that are nearer than a clearance
    #[command(after_help = EXIT_CODES)]
    Check(Check),
    /// When bodies that move first meet: of each pair, proved free or a bracket of the time
    #[command(after_help = [motions::HELP, EXIT_CODES].join("\n"))]
    Sweep(Sweep),
    /// All that is known of one pair
    #[command(after_help = EXIT_CODES, override_usage = "osculate distance [OPTIONS] <FILE>... <A> <B>")]
    Distance(Distance),
    /// How the answer for one pair is found, step by step, as a page to click through; of bodies
    /// that move, when they meet
    #[command(
        after_help = [motions::HELP, EXIT_CODES].join("\n"),
        override_usage = "osculate explain [OPTIONS] <FILE>... <A> <B>"
    )]
    Explain(Explain),
    /// The convex hulls of the bodies, as a file
    #[command(after_help = EXIT_CODES)]
    Hull(Hull),
    /// Meshes cut into convex parts, as a file, and how far these leave the meshes
    #[command(after_help = EXIT_CODES)]
    Decompose(Decompose),
    /// The scene as a picture: clashing bodies red, with the points that are nearest or deepest
    #[command(after_help = EXIT_CODES)]
    Picture(Picture),
    /// Which links of a robot touch always, never or sometimes, and the planning file (SRDF) that
    /// says so
    #[command(after_help = EXIT_CODES)]
    Robot(Robot),
    /// Completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// This program's manual pages
    Man(Man),
}

#[derive(Args, Default)]
pub struct Demo {
    /// Where the pictures go [default: a folder for temporary files]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Which pairs are asked.
#[derive(Args, Clone, Default)]
pub struct Pairs {
    /// Also list pairs nearer than this. A contact is too near then, too, unless --allow or
    /// --ignore takes it out
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, value_parser = length)]
    pub clearance: f64,
    /// Overlaps of at most this depth are contact, no clash; and contact is never too near. Of
    /// meshes that are not convex no depth is known, and no overlap is allowed
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, value_parser = length)]
    pub allow: f64,
    /// What it means that a hull is overlapped which was taken for what is not convex: what is there
    /// may be apart
    #[arg(long, value_enum, default_value_t)]
    pub may_clash: MayClash,
    #[command(flatten)]
    pub ignoring: Ignoring,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum MayClash {
    /// It counts as a clash
    #[default]
    Error,
    /// It is told, and does not count
    Warn,
}

fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("a length is a number that is not negative".into()),
    }
}

fn time(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value),
        _ => Err("a time to end at is a number above 0".into()),
    }
}

#[derive(Args)]
pub struct Check {
    /// The files; their bodies are checked against each other
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub pairs: Pairs,
    /// An earlier report of check, of --format json: a pair that is no worse than it was there does
    /// not count for the exit code, and those that are gone are listed. Worse is a worse verdict, or
    /// the same at a distance that is proved to be less
    #[arg(long, value_name = "REPORT")]
    pub baseline: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: CheckFormat,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    #[default]
    Table,
    /// One document; report.schema.json describes it
    Json,
    /// A line a pair, with a header
    Csv,
    /// A JSON object a line and pair
    Ndjson,
    /// XML as test runners have it: a test a pair that is not clear
    Junit,
    /// SARIF 2.1.0, which code hosts show
    Sarif,
}

/// How bodies move, and what counts as contact.
#[derive(Args, Clone, Default)]
pub struct Moving {
    /// How a body moves, in place of the motion that a file has for it; `*` at the end of a name
    /// stands for anything. Or between which places a robot's joint goes: shoulder=0..1.57. MOTION
    /// is explained below
    #[arg(long = "move", value_name = "NAME=MOTION", value_parser = motions::parse)]
    pub moves: Vec<(String, Moved)>,
    /// Bodies move from the time 0 to this one [default: 1, or the last time of a file's paths]
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub until: Option<f64>,
    /// Bodies that come as near as this have met
    #[arg(long, value_name = "LENGTH", default_value_t = 0.0, value_parser = length)]
    pub stop_at: f64,
    /// How much further apart bodies may be and have met [default: 1e-4 of the smaller part]
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub tolerance: Option<f64>,
    /// Pass over contact at the start that opens or slides
    #[arg(long)]
    pub ignore_opening: bool,
}

/// Pairs of bodies that both rest are not asked: that is what check does.
#[derive(Args)]
pub struct Sweep {
    /// The files; their bodies are swept against each other
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub moving: Moving,
    #[command(flatten)]
    pub ignoring: Ignoring,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// A picture to write, .svg or .png: moving bodies at the first contact, and faint where they
    /// start and end
    #[arg(long, value_name = "OUT")]
    pub picture: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Table,
    /// One document; report.schema.json describes it
    Json,
    /// A line a pair, with a header
    Csv,
    /// A JSON object a line and pair
    Ndjson,
}

/// Files, and two bodies of them. The command line has them in one row: clap takes no two names
/// behind so many files as there are.
#[derive(Args)]
pub struct OnePair {
    /// The files, and the names of two of their bodies
    #[arg(required = true, num_args = 3.., value_name = "FILE… A B")]
    row: Vec<PathBuf>,
}

impl OnePair {
    pub fn files(&self) -> &[PathBuf] {
        &self.row[..self.row.len().saturating_sub(2)]
    }

    /// The names of the two bodies.
    pub fn names(&self) -> [Cow<'_, str>; 2] {
        let names = &self.row[self.files().len()..];
        [0, 1].map(|k| names.get(k).map_or("".into(), |name| name.to_string_lossy()))
    }
}

#[derive(Args)]
pub struct Distance {
    #[command(flatten)]
    pub of: OnePair,
    #[command(flatten)]
    pub input: Input,
}

#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    pub of: OnePair,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub moving: Moving,
    /// Take the two where they stand at the start, though the file moves them
    #[arg(long)]
    pub resting: bool,
    /// The page to write
    #[arg(short, long, value_name = "OUT", default_value = "explain.html")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct Hull {
    /// The file
    pub file: PathBuf,
    #[command(flatten)]
    pub input: Input,
    /// The file to write: .obj, .stl or .gltf
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
}

/// V-HACD cuts the meshes. How far the parts leave a mesh, and the mesh the parts, is measured: no
/// point is further away than what is printed. Of an open mesh, beyond is also inside a part.
#[derive(Args)]
pub struct Decompose {
    /// The file
    pub file: PathBuf,
    #[command(flatten)]
    pub input: Input,
    /// The file to write: .json, the project's own scene of bodies with parts; or .obj, .stl, .gltf
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Convex parts that a mesh is cut into, at most
    #[arg(
        long,
        value_name = "N",
        default_value = "32",
        value_parser = clap::value_parser!(u32).range(1..=4096)
    )]
    pub parts: u32,
    /// A part is cut no further if its hull adds no more than this share of the mesh's volume
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = length)]
    pub concavity: f64,
    /// Cells along the longest side of the grid in which meshes are cut: more take longer, and cut
    /// along finer lines
    #[arg(
        long,
        value_name = "N",
        default_value = "64",
        value_parser = clap::value_parser!(u32).range(8..=1024)
    )]
    pub resolution: u32,
    /// A picture to write of the parts, each in a colour of its own: .svg or .png
    #[arg(long, value_name = "OUT")]
    pub picture: Option<PathBuf>,
}

#[derive(Args)]
pub struct Picture {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub pairs: Pairs,
    /// The picture to write: .svg, .png, or an .html that turns and is cut open
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
}

/// Postures are drawn evenly: each joint between its limits, always the same ones. Joints that mimic
/// others follow them. Those that are floating, planar, free or balls stay where they stand: what
/// they part is not proved, and a planner must check it.
#[derive(Args)]
pub struct Robot {
    /// The robot's file, URDF or MJCF
    pub file: PathBuf,
    #[command(flatten)]
    pub input: Input,
    /// Postures that are asked. A pair that touches in none of them may still touch
    #[arg(
        long,
        value_name = "N",
        default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub samples: u32,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The planning file to write, .srdf: the robot's own, if it has one, with the pairs of links
    /// that need not be checked in place of those that it disables; what a user has disabled stays
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// A picture to write of the posture in which most pairs touch: .svg, .png, or an .html that the
    /// mouse turns
    #[arg(long, value_name = "OUT")]
    pub picture: Option<PathBuf>,
}

/// Of the program, or of one of its commands.
#[derive(Args)]
pub struct Man {
    /// The command
    pub command: Option<String>,
    /// A folder to write all of them to, a file each
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
