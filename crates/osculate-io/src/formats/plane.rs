//! Scenes of the plane, in the JSON format of [`json`](crate::json).

use super::json::{Said, Scale, parse, version};
use crate::ReadError;
use crate::builder::Builder;
use crate::scene::FilePart;
use crate::text;
use osculate::glam::DMat2;
use osculate::shape::{
    self, Ball, Capsule, ConvexPolygon, Cuboid, Ellipsoid, HalfSpace, Point, PointCloud, Rounded,
    Segment,
};
use osculate::{Affine, At, DVec2, Error, Image, Pose, Rotation};
use serde::Deserialize;
use std::path::Path;

type Solid = shape::Shape<DVec2>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    osculate: u32,
    #[serde(rename = "dimension")]
    _dimension: u32,
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
    pose: Turned,
    shape: Option<Shape>,
    #[serde(default)]
    scale: Scale<[f64; 2]>,
    #[serde(default)]
    margin: f64,
    #[serde(default)]
    parts: Vec<OfBody>,
    motion: Option<Said<[f64; 2], Flat, Turned>>,
}

/// A turn, counterclockwise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flat {
    degrees: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfBody {
    shape: Shape,
    #[serde(default)]
    pose: Turned,
    #[serde(default)]
    scale: Scale<[f64; 2]>,
    #[serde(default)]
    margin: f64,
}

/// First turned, counterclockwise, then moved.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Turned {
    translation: [f64; 2],
    degrees: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Shape {
    Point {},
    Segment { a: [f64; 2], b: [f64; 2] },
    Ball { radius: f64 },
    Capsule { half_height: f64, radius: f64 },
    Cuboid { half_extents: [f64; 2] },
    Ellipsoid { radii: [f64; 2] },
    HalfSpace { normal: [f64; 2], offset: f64 },
    Hull(Vec<[f64; 2]>),
}

impl Turned {
    fn pose(&self) -> Result<Pose<DVec2>, Error> {
        Pose::new(DVec2::from(self.translation), Rotation::from_angle(self.degrees.to_radians())?)
    }
}

fn factors(scale: Scale<[f64; 2]>) -> Result<DVec2, String> {
    let factors = DVec2::from(scale.each());
    if factors.x == 0.0 || factors.y == 0.0 {
        return Err("a scale is 0, and leaves nothing of the shape".into());
    }
    Ok(factors)
}

impl Shape {
    fn kind(&self) -> &'static str {
        match self {
            Self::Point {} => "point",
            Self::Segment { .. } => "segment",
            Self::Ball { .. } => "ball",
            Self::Capsule { .. } => "capsule",
            Self::Cuboid { .. } => "cuboid",
            Self::Ellipsoid { .. } => "ellipsoid",
            Self::HalfSpace { .. } => "half-space",
            Self::Hull(_) => "polygon",
        }
    }

    /// The shape scaled along its own axes, at a pose, and its corners if these are all of it.
    fn placed(&self, s: DVec2, pose: Pose<DVec2>) -> Result<(Solid, Option<Vec<DVec2>>), Error> {
        let at = |point: [f64; 2]| pose.apply(DVec2::from(point) * s);
        let (size, is_even) = (s.abs(), s.x.abs() == s.y.abs());
        Ok((
            match *self {
                Self::Point {} => {
                    let corner = at([0.0; 2]);
                    return Ok((Solid::from(Point::new(corner)?), Some(vec![corner])));
                }
                Self::Segment { a, b } => {
                    let [a, b] = [at(a), at(b)];
                    return Ok((Solid::from(Segment::new(a, b)?), Some(vec![a, b])));
                }
                Self::Hull(ref points) => {
                    let points: Vec<DVec2> = points.iter().map(|p| at(*p)).collect();
                    // What has no area is a cloud. What no shape can be made of, that refuses too.
                    return Ok(match ConvexPolygon::from_points(&points) {
                        Ok(polygon) => {
                            let corners = polygon.vertices().collect();
                            (Solid::from(polygon), Some(corners))
                        }
                        Err(_) => (Solid::from(PointCloud::new(&points)?), Some(points)),
                    });
                }
                Self::Ball { radius } if is_even => {
                    Solid::from(At::new(Ball::new(radius * size.x)?, pose))
                }
                Self::Ball { radius } => {
                    Ball::<DVec2>::new(radius)?;
                    Solid::from(At::new(Ellipsoid::new(size * radius)?, pose))
                }
                Self::Capsule { half_height, radius } if is_even => {
                    let capsule = Capsule::<DVec2>::along_y(half_height * size.x, radius * size.x)?;
                    Solid::from(At::new(capsule, pose))
                }
                Self::Capsule { half_height, radius } => {
                    let map = pose.rotation().matrix() * DMat2::from_diagonal(s);
                    let affine = Affine::new(map, pose.translation())?;
                    Solid::from(Image::new(
                        Capsule::<DVec2>::along_y(half_height, radius)?,
                        affine,
                    )?)
                }
                Self::Cuboid { half_extents } => {
                    Solid::from(At::new(Cuboid::new(DVec2::from(half_extents) * size)?, pose))
                }
                Self::Ellipsoid { radii } => {
                    Solid::from(At::new(Ellipsoid::new(DVec2::from(radii) * size)?, pose))
                }
                // All points x with n · x ≤ o, scaled to s x: those y with (n / s) · y ≤ o.
                Self::HalfSpace { normal, offset } => {
                    HalfSpace::new(DVec2::from(normal), offset)?;
                    let normal = DVec2::from(normal) / s;
                    let length = normal.length();
                    Solid::from(At::new(HalfSpace::new(normal / length, offset / length)?, pose))
                }
            },
            None,
        ))
    }
}

pub(crate) fn read(path: &Path, scene: &mut Builder<DVec2>) -> Result<(), ReadError> {
    let text = text::text(path, scene)?;
    let file: File = parse(path, &text)?;
    version(path, file.osculate)?;
    for body in file.bodies {
        let name = body.name.clone();
        let fail = |what: String| ReadError::new(path, format!("body {name:?}: {what}"));
        let refuse = |error: Error| fail(error.to_string());
        let index = scene.body(&body.name);
        scene.get(index).group = body.group;
        scene.get(index).color = body.color;
        let whole = body.pose.pose().map_err(refuse)?;
        scene.get(index).origin = whole.translation();
        if let Some(said) = body.motion {
            let turned = |turn: Flat| Ok([0.0, 0.0, turn.degrees.to_radians()]);
            let pose = |pose: Turned| pose.pose().map_err(|error| error.to_string());
            let motion = said.motion(Ok(whole), DVec2::from, turned, pose).map_err(fail)?;
            scene.get(index).motion = Some(motion);
        }
        let (scale, margin, pose) = (body.scale, body.margin, Turned::default());
        let own = body.shape.map(|shape| OfBody { shape, pose, scale, margin });
        let parts: Vec<OfBody> = own.into_iter().chain(body.parts).collect();
        if parts.is_empty() {
            return Err(fail("it has neither a shape nor parts".into()));
        }
        for part in parts {
            if matches!(&part.shape, Shape::Hull(points) if points.is_empty()) {
                return Err(fail("a hull has no points".into()));
            }
            let pose = whole.compose(&part.pose.pose().map_err(refuse)?);
            let scale = factors(part.scale).map_err(fail)?;
            let (shape, corners) = part.shape.placed(scale, pose).map_err(refuse)?;
            let (kind, margin) = (part.shape.kind(), part.margin);
            let part = if margin == 0.0 {
                FilePart { kind, shape, corners, fills: false }
            } else {
                let shape = Solid::from(Rounded::new(shape, margin).map_err(refuse)?);
                FilePart { kind, shape, corners: None, fills: false }
            };
            scene.push(index, part).map_err(fail)?;
        }
    }
    for [a, b] in file.ignore {
        scene.ignore(&a, &b);
    }
    Ok(())
}
