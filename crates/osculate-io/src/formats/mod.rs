//! The file formats, one row each. Whatever must know of every format asks this table: what reads a
//! file, what messages and the program's help list, which files others may name as a mesh, and
//! which way is up in a picture.

mod collada;
mod gltf;
pub mod json;
mod mjcf;
mod obj;
mod plane;
mod ply;
mod stl;
mod urdf;
mod vrml;

pub use urdf::planned;

use crate::builder::Builder;
use crate::mesh::{Mesh, Named, Placed};
use crate::solid::Map;
use crate::{Options, ReadError, paths, text};
use osculate::{DVec2, DVec3};
use std::path::Path;

/// A file format that is read.
///
/// ```
/// use osculate_io::{FORMATS, Format, Lengths};
/// let format = Format::of("part.STL.gz".as_ref()).expect("its name tells");
/// assert_eq!((format.name, format.lengths), ("STL", Lengths::Unsaid));
/// assert!(format.is_mesh() && Format::of("notes.txt".as_ref()).is_none());
/// assert!(FORMATS.iter().any(|other| other.name == "URDF" && !other.is_mesh()));
/// ```
#[derive(Debug)]
pub struct Format {
    /// What people call it.
    pub name: &'static str,
    /// How the names of its files end, in small letters; files may have large ones.
    pub extensions: &'static [&'static str],
    /// Which way is up in its files.
    pub up: DVec3,
    /// What its files say of their unit of length.
    pub lengths: Lengths,
    reader: Reader,
}

/// What the files of a format say of their unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// Nothing, or nothing that writers hold to.
    Unsaid,
    /// It is the metre, or a unit that they name.
    Metres,
    /// They have other lengths beside those of shapes, as of joints and motions: all are taken as
    /// they are.
    AsTheyAre,
}

/// What reads the files of a format.
#[derive(Debug)]
enum Reader {
    /// A scene of space.
    Scene(fn(&Path, &mut Builder) -> Result<(), ReadError>),
    /// Meshes, each a body. A file of another format may name such a file as one mesh.
    Meshes(fn(&Path, &mut Builder) -> Result<Vec<Named>, ReadError>),
    /// Meshes where they stand, each a body. They too may be named as one mesh.
    Bodies(fn(&Path, &mut Builder) -> Result<Vec<Placed>, ReadError>),
    /// A scene of space or of the plane, which its text tells.
    Either {
        is_planar: fn(&str) -> bool,
        space: fn(&Path, &mut Builder) -> Result<(), ReadError>,
        plane: fn(&Path, &mut Builder<DVec2>) -> Result<(), ReadError>,
    },
}

const fn row(
    name: &'static str,
    extensions: &'static [&'static str],
    up: DVec3,
    lengths: Lengths,
    reader: Reader,
) -> Format {
    Format { name, extensions, up, lengths, reader }
}

const JSON: Reader =
    Reader::Either { is_planar: json::is_planar, space: json::read, plane: plane::read };

const X3D: Reader = Reader::Scene(vrml::read);

/// All formats, in the order in which messages name them. Up is what the format says, or what most
/// programs that write it take it for.
pub static FORMATS: [Format; 10] = [
    row("VRML97", &["wrl", "wrz"], DVec3::Y, Lengths::Unsaid, Reader::Scene(vrml::read)),
    row("X3D", &["x3d", "x3dv", "x3dz", "x3dvz"], DVec3::Y, Lengths::Unsaid, X3D),
    row("OBJ", &["obj"], DVec3::Y, Lengths::Unsaid, Reader::Meshes(obj::read)),
    row("STL", &["stl"], DVec3::Z, Lengths::Unsaid, Reader::Meshes(stl::read)),
    row("PLY", &["ply"], DVec3::Z, Lengths::Unsaid, Reader::Meshes(ply::read)),
    row("glTF", &["gltf", "glb"], DVec3::Y, Lengths::Metres, Reader::Bodies(gltf::read)),
    row("Collada", &["dae"], DVec3::Z, Lengths::Metres, Reader::Bodies(collada::read)),
    row("URDF", &["urdf"], DVec3::Z, Lengths::AsTheyAre, Reader::Scene(urdf::read)),
    row("MJCF", &["xml", "mjcf"], DVec3::Z, Lengths::AsTheyAre, Reader::Scene(mjcf::read)),
    row("JSON", &["json"], DVec3::Y, Lengths::AsTheyAre, JSON),
];

impl Format {
    /// The format of a file, which its name tells, without the `.gz` of a packed file.
    pub fn of(path: &Path) -> Option<&'static Self> {
        let path = text::unpacked_name(path);
        let extension = path.extension()?.to_str()?;
        let is_own = |own: &&str| own.eq_ignore_ascii_case(extension);
        FORMATS.iter().find(|format| format.extensions.iter().any(is_own))
    }

    /// Whether its files are meshes and nothing else, which files of other formats may name.
    pub fn is_mesh(&self) -> bool {
        matches!(self.reader, Reader::Meshes(_) | Reader::Bodies(_))
    }
}

/// How the names of the files of some formats end, as a message lists it.
fn endings(is_listed: impl Fn(&Format) -> bool) -> String {
    let listed = FORMATS.iter().filter(|format| is_listed(format));
    let ends: Vec<String> =
        listed.flat_map(|format| format.extensions).map(|end| format!(".{end}")).collect();
    match ends.as_slice() {
        [start @ .., last] if !start.is_empty() => format!("{} or {last}", start.join(", ")),
        ends => ends.concat(),
    }
}

/// How the names of meshes end, as a message lists it.
fn mesh_endings() -> String {
    endings(Format::is_mesh)
}

/// Adds what the file holds.
pub fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    let Some(format) = Format::of(path) else {
        let help = format!("a file's name must end in {}", endings(|_| true));
        return Err(ReadError::new(path, "its name does not tell its format").help(help));
    };
    match format.reader {
        Reader::Scene(read) | Reader::Either { space: read, .. } => read(path, scene),
        Reader::Meshes(read) => {
            let unpacked = text::unpacked_name(path);
            let own = unpacked.file_stem().map_or("mesh".into(), |stem| stem.to_string_lossy());
            for Named { name, line, mesh } in read(path, scene)? {
                let body = scene.body(name.as_deref().unwrap_or(&own));
                mesh.add(&Map::IDENTITY, body, scene)
                    .map_err(|what| ReadError::at_line(path, line, what))?;
            }
            Ok(())
        }
        Reader::Bodies(read) => {
            for Placed { name, line, map, color, mesh } in read(path, scene)? {
                let body = scene.body(&name);
                scene.get(body).origin = map.translation;
                scene.get(body).color = color;
                let failed = |what| ReadError::at_line(path, line, format!("{name:?}: {what}"));
                mesh.add(&map, body, scene).map_err(failed)?;
            }
            Ok(())
        }
    }
}

/// Whether a file holds a scene of the plane.
pub fn is_planar(path: &Path, scene: &Builder<DVec2>) -> Result<bool, ReadError> {
    match Format::of(path).map(|format| &format.reader) {
        Some(Reader::Either { is_planar, .. }) => Ok(is_planar(&text::text(path, scene)?)),
        _ => Ok(false),
    }
}

/// Adds what a file holds that is a scene of the plane.
pub fn read_planar(path: &Path, scene: &mut Builder<DVec2>) -> Result<(), ReadError> {
    match Format::of(path).map(|format| &format.reader) {
        Some(Reader::Either { plane, .. }) => plane(path, scene),
        _ => Err(ReadError::new(path, "it is of a format that has no scenes of the plane")),
    }
}

/// A mesh that a file names; `None` if its format is none of meshes. Coordinates are as they are
/// written, whichever way is up in its format.
fn mesh(by: &Path, name: &str, scene: &mut Builder) -> Result<Option<Mesh>, ReadError> {
    let found = paths::neighbour(by, name, scene)?;
    let mut whole = Mesh::default();
    match Format::of(&found).map(|format| &format.reader) {
        Some(Reader::Meshes(read)) => {
            for Named { mesh, .. } in scene.within(by, &found, |scene| read(&found, scene))? {
                whole.append(mesh);
            }
        }
        Some(Reader::Bodies(read)) => {
            for Placed { map, mesh, .. } in scene.within(by, &found, |scene| read(&found, scene))? {
                whole.append(mesh.moved(&map));
            }
        }
        _ => return Ok(None),
    }
    Ok(Some(whole))
}

/// How long the unit of length of a file is.
pub fn unit(options: &Options, path: &Path) -> Result<f64, ReadError> {
    let lengths = Format::of(path).map(|format| format.lengths);
    match (options.units.get(path), options.unit, lengths) {
        (Some(_), _, Some(Lengths::AsTheyAre)) => {
            let what = "its lengths are not of shapes alone, and are taken as they are";
            Err(ReadError::new(path, what).help("scale the meshes that it names"))
        }
        (Some(unit), ..) => Ok(*unit),
        (None, Some(unit), Some(Lengths::Unsaid)) => Ok(unit),
        _ => Ok(1.0),
    }
}

/// Names of joints, as many as a note tells.
const MOST_TOLD: usize = 5;

/// Tells of joints that move in more than one way at a time, which nobody can set.
fn told_loose(path: &Path, names: &[&str], kinds: &str, scene: &mut Builder) {
    if names.is_empty() {
        return;
    }
    let told: Vec<String> = names.iter().take(MOST_TOLD).map(|name| format!("{name:?}")).collect();
    let more = match names.len() - told.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = format!("are {kinds}, and stay where they stand");
    scene.source(format!("{}: joints {}{more} {what}", path.display(), told.join(", ")));
}
