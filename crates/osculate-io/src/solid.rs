//! A solid in its own axes, and the map that places it: as itself at a pose where that is the same,
//! else as an affine image.

use crate::scene::FilePart;
use osculate::glam::{DAffine3, DMat3};
use osculate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Point, PointCloud, Polytope,
    Rounded, Segment, Shape,
};
use osculate::{Affine, At, DVec3, Error, Image, Pose, Rotation};

/// From a solid's axes to the world's.
pub type Map = DAffine3;

/// A convex solid; axes of symmetry along y.
#[derive(Clone, Debug)]
pub enum Solid {
    Point,
    Segment(DVec3, DVec3),
    Ball(f64),
    Capsule {
        half_height: f64,
        radius: f64,
    },
    Cuboid(DVec3),
    Cone {
        half_height: f64,
        radius: f64,
    },
    Cylinder {
        half_height: f64,
        radius: f64,
    },
    Ellipsoid(DVec3),
    HalfSpace {
        normal: DVec3,
        offset: f64,
    },
    Hull(Vec<DVec3>),
    /// All points within the margin of the solid.
    Rounded(Box<Solid>, f64),
}

/// A map as a scale along the solid's axes and a turn after it, if it is one. A reflection is taken
/// out too: most solids are symmetric.
struct Stretch {
    scale: DVec3,
    pose: Pose<DVec3>,
    mirrored: bool,
}

/// Lengths and angles that differ by less are the same: files give six digits, and products of
/// turns round.
const SAME: f64 = 1e-9;

impl Stretch {
    fn of(map: &Map) -> Option<Self> {
        let columns = [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis];
        let lengths = columns.map(DVec3::length);
        if lengths.iter().any(|length| !(*length > 0.0 && length.is_finite())) {
            return None;
        }
        let [x, y, z] = [0, 1, 2].map(|i| columns[i] / lengths[i]);
        if x.dot(y).abs() > SAME || y.dot(z).abs() > SAME || z.dot(x).abs() > SAME {
            return None;
        }
        let mirrored = x.cross(y).dot(z) < 0.0;
        let x = if mirrored { -x } else { x };
        let rotation = Rotation::from_matrix(DMat3::from_cols(x, y, z)).ok()?;
        let pose = Pose::new(map.translation, rotation).ok()?;
        Some(Self { scale: DVec3::from(lengths), pose, mirrored })
    }

    fn is_even(&self, i: usize, j: usize) -> bool {
        (self.scale[i] - self.scale[j]).abs() <= SAME * self.scale[i]
    }
}

impl Solid {
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Segment(..) => "segment",
            Self::Ball(_) => "ball",
            Self::Capsule { .. } => "capsule",
            Self::Cuboid(_) => "cuboid",
            Self::Cone { .. } => "cone",
            Self::Cylinder { .. } => "cylinder",
            Self::Ellipsoid(_) => "ellipsoid",
            Self::HalfSpace { .. } => "half-space",
            Self::Hull(_) => "hull",
            Self::Rounded(inner, _) => inner.kind(),
        }
    }

    /// The solid under the map.
    pub fn placed(&self, map: &Map) -> Result<FilePart, Error> {
        let kind = self.kind();
        if let Self::Hull(points) = self {
            let points: Vec<DVec3> = points.iter().map(|p| map.transform_point3(*p)).collect();
            return hull(&points, kind);
        }
        let part = |shape| FilePart { kind, shape, corners: None, fills: false };
        if let Some(stretch) = Stretch::of(map)
            && let Some(shape) = self.stretched(&stretch)?
        {
            return Ok(part(shape));
        }
        let affine = Affine::new(map.matrix3, map.translation)?;
        Ok(part(match *self {
            Self::Point => Shape::from(Image::new(Point::new(DVec3::ZERO)?, affine)?),
            Self::Segment(a, b) => Shape::from(Image::new(Segment::new(a, b)?, affine)?),
            Self::Ball(radius) => Shape::from(Image::new(Ball::new(radius)?, affine)?),
            Self::Capsule { half_height, radius } => {
                Shape::from(Image::new(Capsule::<DVec3>::along_y(half_height, radius)?, affine)?)
            }
            Self::Cuboid(half_extents) => {
                Shape::from(Image::new(Cuboid::new(half_extents)?, affine)?)
            }
            Self::Cone { half_height, radius } => {
                Shape::from(Image::new(Cone::<DVec3>::new(half_height, radius)?, affine)?)
            }
            Self::Cylinder { half_height, radius } => {
                Shape::from(Image::new(Cylinder::<DVec3>::new(half_height, radius)?, affine)?)
            }
            Self::Ellipsoid(radii) => Shape::from(Image::new(Ellipsoid::new(radii)?, affine)?),
            Self::HalfSpace { normal, offset } => {
                Shape::from(Image::new(HalfSpace::new(normal, offset)?, affine)?)
            }
            Self::Rounded(ref inner, margin) => {
                // The margin is the world's.
                Shape::from(Rounded::new(inner.placed(map)?.shape, margin)?)
            }
            Self::Hull(_) => return hull(&[], kind),
        }))
    }

    /// The solid, of other sizes, at a pose; `None` if the map makes something else of it.
    fn stretched(&self, stretch: &Stretch) -> Result<Option<Shape<DVec3>>, Error> {
        let Stretch { scale, pose, mirrored } = *stretch;
        let uniform = stretch.is_even(0, 1) && stretch.is_even(0, 2);
        let round = stretch.is_even(0, 2);
        Ok(Some(match *self {
            Self::Point => Shape::from(At::new(Point::new(DVec3::ZERO)?, pose)),
            Self::Segment(a, b) if !mirrored => {
                Shape::from(At::new(Segment::new(a * scale, b * scale)?, pose))
            }
            Self::Ball(radius) if uniform => {
                Shape::from(At::new(Ball::new(radius * scale.x)?, pose))
            }
            Self::Ball(radius) => Shape::from(At::new(Ellipsoid::new(scale * radius)?, pose)),
            Self::Capsule { half_height, radius } if uniform => {
                let capsule = Capsule::<DVec3>::along_y(half_height * scale.x, radius * scale.x)?;
                Shape::from(At::new(capsule, pose))
            }
            Self::Cuboid(half_extents) => {
                Shape::from(At::new(Cuboid::new(half_extents * scale)?, pose))
            }
            Self::Cone { half_height, radius } if round => Shape::from(At::new(
                Cone::<DVec3>::new(half_height * scale.y, radius * scale.x)?,
                pose,
            )),
            Self::Cylinder { half_height, radius } if round => Shape::from(At::new(
                Cylinder::<DVec3>::new(half_height * scale.y, radius * scale.x)?,
                pose,
            )),
            Self::Ellipsoid(radii) => Shape::from(At::new(Ellipsoid::new(radii * scale)?, pose)),
            Self::HalfSpace { normal, offset } if uniform && !mirrored => {
                Shape::from(At::new(HalfSpace::new(normal, offset * scale.x)?, pose))
            }
            _ => return Ok(None),
        }))
    }
}

/// The hull of points: of any number but none, in one plane, in one line, at one place.
pub fn hull(points: &[DVec3], kind: &'static str) -> Result<FilePart, Error> {
    // Points that make no polytope make a cloud. What no shape can be made of, the cloud refuses
    // too.
    let (shape, corners) = match Polytope::from_points(points) {
        Ok(polytope) => {
            let corners = polytope.vertices().to_vec();
            (Shape::from(polytope), corners)
        }
        Err(_) => (Shape::from(PointCloud::new(points)?), points.to_vec()),
    };
    Ok(FilePart { kind, shape, corners: Some(corners), fills: false })
}
