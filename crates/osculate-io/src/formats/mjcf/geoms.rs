//! Geoms: the solids of bodies, and the meshes that they name.

use super::outline::Inner;
use super::settings::{Classes, Compiler, Given, quaternion, to_z, unit};
use super::tree::{Item, Tree};
use crate::ReadError;
use crate::builder::Builder;
use crate::formats::{mesh, mesh_endings};
use crate::mesh::Mesh;
use crate::solid::{Map, Solid};
use osculate::DVec3;
use osculate::glam::{DMat3, DQuat};
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// The types of geoms.
const KINDS: [&str; 9] =
    ["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"];

/// The meshes of a file, by name.
pub struct Meshes<'t> {
    tree: &'t Tree,
    compiler: &'t Compiler,
    assets: HashMap<String, Given<'t>>,
    read: HashMap<String, Option<Asset>>,
    /// How many are not convex.
    pub dented: usize,
}

/// A mesh, and where it stands in the axes of its geom.
#[derive(Clone)]
struct Asset {
    mesh: Rc<Mesh>,
    map: Map,
}

impl<'t> Meshes<'t> {
    pub fn of(
        tree: &'t Tree,
        compiler: &'t Compiler,
        classes: &Classes<'t>,
    ) -> Result<Self, ReadError> {
        let mut assets = HashMap::new();
        for item in tree.root().all("asset").flat_map(|asset| asset.all("mesh")) {
            let given = classes.given(item, None)?;
            let name = match (item.value("name"), item.value("file")) {
                (Some(name), _) => name.text.to_string(),
                (None, Some(file)) => stem(file.text),
                (None, None) => return Err(item.needed("name").err().unwrap_or(item.error("?"))),
            };
            if assets.contains_key(&name) {
                let what = format!("two meshes are called {name:?}");
                return Err(item.error(what).help("MuJoCo takes a name once: rename one"));
            }
            assets.insert(name, given);
        }
        Ok(Self { tree, compiler, assets, read: HashMap::new(), dented: 0 })
    }

    /// Adds a geom to a body that stands at a map.
    pub fn add(
        &mut self,
        geom: &Inner<'t>,
        link: &Map,
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        let (given, item) = (&geom.given, geom.given.item);
        let mut map = *link * geom.frame * self.compiler.place(given)?;
        let kind = match given.value("type") {
            Some(value) => KINDS[value.word(&KINDS)?],
            None => "sphere",
        };
        if kind == "hfield" || kind == "sdf" {
            let name = item.value("name").map_or(String::new(), |name| format!(" {:?}", name.text));
            let what = format!("geom{name} of {:?} is of the type {kind}", scene.get(body).name);
            scene.missing(format!("{}: {what}: it is left out", item.place()));
            return Ok(());
        }
        if let Some(value) = given.value("mesh") {
            if kind != "mesh" {
                let what = format!("the mesh {:?} is taken, not a {kind} about it", value.text);
                scene.get(body).assumed.push(what);
            }
            return self.mesh(value.text, item, &map, body, scene);
        }
        let mut size = given.size()?;
        if let Some(value) = given.value("fromto") {
            if !matches!(kind, "capsule" | "cylinder" | "ellipsoid" | "box") {
                let error = value.error(format!("a {kind} has no fromto"));
                return Err(error.help("capsules, cylinders, ellipsoids and boxes have it"));
            }
            let [a, b, c, d, e, f] = value.numbers()?;
            let (from, to) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
            let Some(axis) = unit(from - to) else {
                return Err(value.error("fromto is of two points at one place"));
            };
            let middle = Map::from_rotation_translation(to_z(axis), (from + to) * 0.5);
            let half = from.distance(to) * 0.5;
            (map, size) = (
                *link * geom.frame * middle,
                match kind {
                    "capsule" | "cylinder" => [size[0], half, 0.0],
                    _ => [size[0], size[0], half],
                },
            );
        }
        let needed = match kind {
            "plane" => 0,
            "sphere" => 1,
            "capsule" | "cylinder" => 2,
            "mesh" => return Err(item.needed("mesh").err().unwrap_or(item.error("?"))),
            _ => 3,
        };
        if let Some(place) = size[..needed].iter().position(|size| !(*size > 0.0)) {
            let what = format!("number {} of the size of a {kind} is {}", place + 1, size[place]);
            let help = format!("it needs {needed}, which are above zero");
            return Err(item
                .value("size")
                .map_or(item.error(&*what), |v| v.error(&*what))
                .help(help));
        }
        // Their axis is z, ours is y.
        let upright = Map::from_quat(DQuat::from_rotation_arc(DVec3::Y, DVec3::Z));
        let [radius, half_height, _] = size;
        let (solid, map) = match kind {
            "plane" => (Solid::HalfSpace { normal: DVec3::Z, offset: 0.0 }, map),
            "sphere" => (Solid::Ball(radius), map),
            "capsule" => (Solid::Capsule { half_height, radius }, map * upright),
            "cylinder" => (Solid::Cylinder { half_height, radius }, map * upright),
            "ellipsoid" => (Solid::Ellipsoid(DVec3::from(size)), map),
            _ => (Solid::Cuboid(DVec3::from(size)), map),
        };
        scene.part(body, &solid, &map).map_err(|what| item.error(what))
    }

    /// Adds a mesh to a body.
    fn mesh(
        &mut self,
        name: &str,
        geom: Item,
        map: &Map,
        body: usize,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        if !self.read.contains_key(name) {
            let Some(given) = self.assets.get(name).cloned() else {
                let known: Vec<&str> = self.assets.keys().map(String::as_str).collect();
                let help = crate::names_like(name, &known, ["mesh", "meshes"]);
                return Err(geom.error(format!("there is no mesh {name:?}")).help(help));
            };
            let asset = self.asset(name, &given, scene)?;
            self.read.insert(name.to_string(), asset);
        }
        let Some(Some(asset)) = self.read.get(name) else { return Ok(()) };
        let Asset { mesh, map: own } = asset.clone();
        let map = *map * own;
        // Points count as they are added; a mesh may have more faces, and be shown many times.
        let more = if mesh.faces.is_empty() { 0 } else { mesh.points.len() };
        scene.take(0, mesh.size() - more).map_err(|what| geom.error(what))?;
        if mesh.faces.is_empty() {
            let hull = Solid::Hull(mesh.points.clone());
            return scene.part(body, &hull, &map).map_err(|what| geom.error(what));
        }
        let before = scene.get(body).meshes.len();
        mesh.add(&map, body, scene).map_err(|what| geom.error(what))?;
        self.dented += usize::from(scene.get(body).meshes.len() > before);
        Ok(())
    }

    /// Reads a mesh; `None` if that is told to be left out.
    fn asset(
        &self,
        name: &str,
        given: &Given<'t>,
        scene: &mut Builder,
    ) -> Result<Option<Asset>, ReadError> {
        let item = given.item;
        let found = if let Some(file) = given.value("file") {
            let path = self.compiler.mesh(file.text);
            let read = mesh(self.tree.path(), &path, scene);
            read.map_err(|error| item.placed(error))?.map(Rc::new)
        } else if let Some(vertices) = given.value("vertex") {
            let numbers = vertices.list()?;
            if numbers.len() % 3 != 0 {
                let what = format!("vertex has {} numbers", numbers.len());
                return Err(vertices.error(what).help("each point has three"));
            }
            let points = numbers.chunks_exact(3).map(DVec3::from_slice).collect();
            let faces = match given.value("face") {
                None => Vec::new(),
                Some(value) => {
                    let faces: Result<Vec<u32>, _> =
                        value.text.split_whitespace().map(str::parse).collect();
                    match faces {
                        Ok(all) if all.len() % 3 == 0 => {
                            all.chunks(3).map(<[u32]>::to_vec).collect()
                        }
                        _ => {
                            let error = value.error("face must be whole numbers, three for each");
                            return Err(error);
                        }
                    }
                }
            };
            Some(Rc::new(Mesh::new(points, faces)))
        } else {
            None
        };
        let Some(mesh) = found else {
            let what = format!("mesh {name:?} is left out: only vertex=\"…\" and the files");
            scene.missing(format!("{}: {what} {} are read", item.place(), mesh_endings()));
            return Ok(None);
        };
        let vector = |name: &str, default: DVec3| match given.value(name) {
            Some(value) => Ok(DVec3::from(value.numbers()?)),
            None => Ok(default),
        };
        let (center, scale) = (vector("refpos", DVec3::ZERO)?, vector("scale", DVec3::ONE)?);
        let turn = match given.value("refquat") {
            Some(value) => quaternion(value.numbers()?)
                .ok_or_else(|| value.error("refquat is zero").help("1 0 0 0 is no turn"))?,
            None => DQuat::IDENTITY,
        };
        let map = Map::from_mat3(DMat3::from_diagonal(scale))
            * Map::from_quat(turn.inverse())
            * Map::from_translation(-center);
        Ok(Some(Asset { mesh, map }))
    }
}

/// The name of a file without folders and ending.
fn stem(file: &str) -> String {
    let name = file.trim().rsplit(['/', '\\']).next().unwrap_or(file);
    Path::new(name).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}
