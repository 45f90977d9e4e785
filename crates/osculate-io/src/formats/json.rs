//! The project's own scene format, in JSON. `scene.schema.json` beside this crate's sources
//! describes it.
//!
//! ```json
//! {
//!   "osculate": 1,
//!   "bodies": [
//!     { "name": "table", "shape": { "cuboid": { "half_extents": [0.6, 0.02, 0.4] } },
//!       "pose": { "translation": [1.0, 0.7, 0.0] } },
//!     { "name": "arm", "group": "robot",
//!       "parts": [
//!         { "shape": { "capsule": { "half_height": 0.3, "radius": 0.05 } },
//!           "pose": { "axis": [0, 0, 1], "degrees": 30 } },
//!         { "shape": { "file": "gripper.stl" }, "scale": 0.001, "margin": 0.002 } ] }
//!   ],
//!   "ignore": [["arm", "table"]]
//! }
//! ```
//!
//! A body may have a `motion`, from its pose at the time 0, for `osculate sweep` and the like. It
//! goes `by` a way, `to` a place, or at a `velocity`; a `turn` about an axis is by `degrees`, and a
//! `spin` by degrees in a unit of time; one of each may be given. `by`, `to` and `turn` are done
//! evenly over the whole time that is asked about. A turn is `about` a point of the world at the
//! time 0, which moves with the body: the body's origin, if none is given. Or the motion is a
//! `path` of poses at times, each later than the one before.
//!
//! ```json
//! {
//!   "osculate": 1,
//!   "bodies": [
//!     { "name": "door", "shape": { "cuboid": { "half_extents": [0.4, 1.0, 0.02] } },
//!       "motion": { "turn": { "axis": [0, 1, 0], "degrees": 90 }, "about": [-0.4, 0, 0] } },
//!     { "name": "drone", "shape": { "ball": { "radius": 0.2 } },
//!       "motion": { "path": [
//!         { "time": 0.5, "pose": { "translation": [0, 2, 0] } },
//!         { "time": 1, "pose": { "translation": [3, 2, 0], "axis": [0, 1, 0], "degrees": 45 } }
//!       ] } }
//!   ]
//! }
//! ```
//!
//! With `"dimension": 2` the scene is one of the plane: vectors have two numbers, a pose turns by
//! `degrees` alone, as does a `turn` and a `spin`, and a `hull` is a polygon. There are no cones,
//! cylinders and files then.
//!
//! ```json
//! {
//!   "osculate": 1,
//!   "dimension": 2,
//!   "bodies": [
//!     { "name": "car", "shape": { "cuboid": { "half_extents": [2.2, 0.9] } },
//!       "pose": { "translation": [3, 1], "degrees": 30 } },
//!     { "name": "kerb", "shape": { "hull": [[0, 0], [8, 0], [8, -0.2]] } }
//!   ]
//! }
//! ```

use super::{mesh, mesh_endings};
use crate::builder::Builder;
use crate::mesh::Mesh;
use crate::motion::{FileMotion, Turn, Way};
use crate::solid::{Map, Solid};
use crate::{ReadError, text};
use osculate::glam::{DMat3, DQuat};
use osculate::{DVec3, Rotation, Trajectory, Vector};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    osculate: u32,
    dimension: Option<u32>,
    bodies: Vec<Body>,
    #[serde(default)]
    ignore: Vec<[String; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    name: String,
    group: Option<String>,
    color: Option<[f32; 3]>,
    #[serde(default)]
    pose: Pose,
    shape: Option<Shape>,
    #[serde(default)]
    scale: Scale<[f64; 3]>,
    #[serde(default)]
    margin: f64,
    #[serde(default)]
    parts: Vec<Part>,
    motion: Option<Said<[f64; 3], Axial, Pose>>,
}

/// A motion, as a file has it: vectors, turns and poses of its space.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Said<A, T, P> {
    by: Option<A>,
    to: Option<A>,
    velocity: Option<A>,
    turn: Option<T>,
    spin: Option<T>,
    about: Option<A>,
    path: Option<Vec<Stop<P>>>,
}

/// A pose at a time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop<P> {
    time: f64,
    pose: P,
}

/// A turn about an axis.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Axial {
    axis: [f64; 3],
    degrees: f64,
}

impl<A, T, P> Said<A, T, P> {
    /// The motion of a body that stands at a pose, or what is wrong with it.
    pub(crate) fn motion<V: Vector<Scalar = f64>>(
        self,
        start: Result<osculate::Pose<V>, String>,
        vector: impl Fn(A) -> V,
        turned: impl Fn(T) -> Result<[f64; 3], String>,
        pose: impl Fn(P) -> Result<osculate::Pose<V>, String>,
    ) -> Result<FileMotion<V>, String> {
        let wrong = |what: &str| Err(format!("its motion {what}"));
        let Self { by, to, velocity, turn, spin, about, path } = self;
        let ways = [by.is_some(), to.is_some(), velocity.is_some()];
        let is_even = ways.contains(&true) || turn.is_some() || spin.is_some() || about.is_some();
        if let Some(path) = path {
            if is_even {
                return wrong("is a path, and can be nothing else beside it");
            }
            if path.first().is_none_or(|stop| !(stop.time > 0.0)) {
                return wrong("is a path, which needs poses at times above 0");
            }
            let start = start?;
            let mut poses = vec![(0.0, start)];
            for Stop { time, pose: at } in path {
                poses.push((time, pose(at)?));
            }
            let way = Trajectory::new(&poses).map_err(|error| error.to_string())?;
            return Ok(FileMotion::Path { start, way });
        }
        if !is_even {
            return wrong("says nothing: it goes by, to or at a velocity, it turns, or is a path");
        }
        if ways.iter().filter(|is_given| **is_given).count() > 1 {
            return wrong("goes by, to or at a velocity, one of the three");
        }
        let turn = match (turn, spin) {
            (Some(_), Some(_)) => return wrong("has a turn or a spin, not both"),
            (Some(turn), None) => Some(Turn::By(turned(turn)?)),
            (None, Some(spin)) => Some(Turn::At(turned(spin)?)),
            (None, None) if about.is_some() => {
                return wrong("is about a point, and needs a turn or a spin");
            }
            (None, None) => None,
        };
        let way = by.map(|v| Way::By(vector(v)));
        let way = way.or(to.map(|v| Way::To(vector(v)))).or(velocity.map(|v| Way::At(vector(v))));
        Ok(FileMotion::Even { way, turn, about: about.map(vector) })
    }
}

impl Axial {
    fn turned(self) -> Result<[f64; 3], String> {
        let axis = DVec3::from(self.axis);
        let unit = axis.try_normalize().ok_or(format!("the axis {axis} has no direction"))?;
        Ok((unit * self.degrees.to_radians()).to_array())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    shape: Shape,
    #[serde(default)]
    pose: Pose,
    #[serde(default)]
    scale: Scale<[f64; 3]>,
    #[serde(default)]
    margin: f64,
}

/// First turned, then moved.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Pose {
    translation: [f64; 3],
    /// x, y, z, w.
    quaternion: Option<[f64; 4]>,
    axis: Option<[f64; 3]>,
    degrees: f64,
}

/// One factor for all axes, or one for each.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(crate) enum Scale<A> {
    Even(f64),
    Each(A),
}

impl<A> Default for Scale<A> {
    fn default() -> Self {
        Self::Even(1.0)
    }
}

impl<const N: usize> Scale<[f64; N]> {
    pub(crate) fn each(self) -> [f64; N] {
        match self {
            Self::Even(factor) => [factor; N],
            Self::Each(factors) => factors,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Shape {
    Point {},
    Segment { a: [f64; 3], b: [f64; 3] },
    Ball { radius: f64 },
    Capsule { half_height: f64, radius: f64 },
    Cuboid { half_extents: [f64; 3] },
    Cone { half_height: f64, radius: f64 },
    Cylinder { half_height: f64, radius: f64 },
    Ellipsoid { radii: [f64; 3] },
    HalfSpace { normal: [f64; 3], offset: f64 },
    Hull(Vec<[f64; 3]>),
    File(String),
}

enum Form {
    Solid(Solid),
    Mesh(Mesh),
}

impl Pose {
    fn map(&self) -> Result<Map, String> {
        Ok(Map::from_rotation_translation(self.rotation()?, DVec3::from(self.translation)))
    }

    fn pose(&self) -> Result<osculate::Pose<DVec3>, String> {
        let [x, y, z, w] = self.rotation()?.to_array();
        let rotation =
            Rotation::from_quaternion([x, y, z, w]).map_err(|error| error.to_string())?;
        osculate::Pose::new(DVec3::from(self.translation), rotation)
            .map_err(|error| error.to_string())
    }

    fn rotation(&self) -> Result<DQuat, String> {
        Ok(match (self.quaternion, self.axis) {
            (Some(_), Some(_)) => return Err("a pose has a quaternion or an axis, not both".into()),
            (Some(q), None) => {
                let q = DQuat::from_array(q);
                if !((q.length() - 1.0).abs() < 1e-3) {
                    return Err(format!(
                        "the quaternion has length {}, and must have 1",
                        q.length()
                    ));
                }
                q.normalize()
            }
            (None, Some(axis)) => {
                let axis = DVec3::from(axis);
                let unit = axis.try_normalize();
                let unit = unit.ok_or(format!("the axis {axis} has no direction"))?;
                DQuat::from_axis_angle(unit, self.degrees.to_radians())
            }
            (None, None) if self.degrees != 0.0 => {
                return Err("a turn by degrees needs an axis".into());
            }
            (None, None) => DQuat::IDENTITY,
        })
    }
}

impl Shape {
    fn form(self, path: &Path, scene: &mut Builder) -> Result<Form, ReadError> {
        let v = DVec3::from;
        Ok(Form::Solid(match self {
            Self::Point {} => Solid::Point,
            Self::Segment { a, b } => Solid::Segment(v(a), v(b)),
            Self::Ball { radius } => Solid::Ball(radius),
            Self::Capsule { half_height, radius } => Solid::Capsule { half_height, radius },
            Self::Cuboid { half_extents } => Solid::Cuboid(v(half_extents)),
            Self::Cone { half_height, radius } => Solid::Cone { half_height, radius },
            Self::Cylinder { half_height, radius } => Solid::Cylinder { half_height, radius },
            Self::Ellipsoid { radii } => Solid::Ellipsoid(v(radii)),
            Self::HalfSpace { normal, offset } => Solid::HalfSpace { normal: v(normal), offset },
            Self::Hull(points) if points.is_empty() => {
                return Err(ReadError::new(path, "a hull has no points"));
            }
            Self::Hull(points) => Solid::Hull(points.into_iter().map(v).collect()),
            Self::File(name) => {
                let mesh = mesh(path, &name, scene)?.ok_or_else(|| {
                    let ends = mesh_endings();
                    let what = format!("it names {name:?}, and a mesh must be {ends}");
                    ReadError::new(path, what)
                })?;
                return Ok(Form::Mesh(mesh));
            }
        }))
    }
}

/// What the text says, or where it does not say it.
pub(crate) fn parse<'t, T: Deserialize<'t>>(path: &Path, text: &'t str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        let lines = text.split('\n').take(error.line().saturating_sub(1));
        let start: usize = lines.map(|line| line.len() + 1).sum();
        let what = error.to_string();
        // The place is told by the message's head.
        let what = what.split(" at line ").next().unwrap_or(&what).to_string();
        ReadError::at(path, text, start + error.column().saturating_sub(1), what)
    })
}

/// Refuses versions that are not known.
pub(crate) fn version(path: &Path, found: u32) -> Result<(), ReadError> {
    let what = || format!("it is of version {found}, and version 1 is known");
    if found == 1 { Ok(()) } else { Err(ReadError::new(path, what())) }
}

/// What tells a scene of the plane.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    dimension: u32,
}

/// Whether a text is a scene of the plane; not if it is none at all.
pub(crate) fn is_planar(text: &str) -> bool {
    serde_json::from_str::<Head>(text).is_ok_and(|head| head.dimension == 2)
}

fn planar(path: &Path) -> ReadError {
    ReadError::new(path, "it is a scene of the plane, and one of space is wanted")
}

pub(crate) fn read(path: &Path, scene: &mut Builder) -> Result<(), ReadError> {
    let text = text::text(path, scene)?;
    let file: File = match parse(path, &text) {
        Err(_) if is_planar(&text) => return Err(planar(path)),
        file => file?,
    };
    version(path, file.osculate)?;
    match file.dimension {
        None | Some(3) => {}
        Some(2) => return Err(planar(path)),
        Some(other) => {
            let what = format!("its dimension is {other}, and 2 and 3 are known");
            return Err(ReadError::new(path, what));
        }
    }
    for body in file.bodies {
        let name = body.name.clone();
        let fail = |what: String| ReadError::new(path, format!("body {name:?}: {what}"));
        let index = scene.body(&body.name);
        scene.get(index).group = body.group;
        scene.get(index).color = body.color;
        let map = body.pose.map().map_err(fail)?;
        scene.get(index).origin = map.translation;
        if let Some(said) = body.motion {
            let motion =
                said.motion(body.pose.pose(), DVec3::from, Axial::turned, |pose| pose.pose());
            scene.get(index).motion = Some(motion.map_err(fail)?);
        }
        let own = body.shape.map(|shape| Part {
            shape,
            pose: Pose::default(),
            scale: body.scale,
            margin: body.margin,
        });
        let parts: Vec<Part> = own.into_iter().chain(body.parts).collect();
        if parts.is_empty() {
            return Err(fail("it has neither a shape nor parts".into()));
        }
        for part in parts {
            let scale = Map::from_mat3(DMat3::from_diagonal(DVec3::from(part.scale.each())));
            let map = map * part.pose.map().map_err(fail)? * scale;
            match part.shape.form(path, scene)? {
                Form::Solid(solid) if part.margin == 0.0 => scene.part(index, &solid, &map),
                Form::Solid(solid) => {
                    scene.part(index, &Solid::Rounded(Box::new(solid), part.margin), &map)
                }
                Form::Mesh(mesh) if part.margin == 0.0 => mesh.add(&map, index, scene),
                Form::Mesh(mesh) => {
                    let points = mesh.points.clone();
                    let solid = Solid::Rounded(Box::new(Solid::Hull(points)), part.margin);
                    let fills = !mesh.is_convex();
                    if fills {
                        let note = "with a margin: the mesh's hull is taken";
                        scene.get(index).assumed.push(note.into());
                    }
                    let added = scene.part(index, &solid, &map);
                    if let Some(part) = scene.get(index).parts.last_mut() {
                        part.fills = fills;
                    }
                    added
                }
            }
            .map_err(fail)?;
        }
    }
    for [a, b] in file.ignore {
        scene.ignore(&a, &b);
    }
    Ok(())
}
