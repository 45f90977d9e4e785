//! `serde` of [`Shape`]: each kind by its name, with the arguments of its constructor.
//!
//! What is read goes through the constructors, so that nothing comes in that they would refuse: but
//! for a frustum, whose eight corners are taken as they are, because planes made of them would not
//! give them back. What was written comes back equal, to the last digit.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Error as _, Serialize, Serializer};

use super::polytope::Parts;
use super::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull,
    Point, PointCloud, Polytope, Rounded, Segment, Shape, ShapeRef, Sum, Swept, Tetrahedron,
    Triangle,
};
use crate::convex::Convex;
use crate::convex::placed::{At, Image};
use crate::number::error::Error;
use crate::number::vector::Vector;
use crate::place::{Affine, Pose};

/// A shape as it is written.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Vector<Scalar: Serialize> + Serialize",
    deserialize = "V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>"
))]
enum Stored<'s, V: Vector> {
    Point { position: V },
    Segment { a: V, b: V },
    Ball { radius: V::Scalar },
    Capsule { a: V, b: V, radius: V::Scalar },
    Triangle { corners: [V; 3] },
    Tetrahedron { corners: [V; 4] },
    Cuboid { half_extents: V },
    Ellipsoid { radii: V },
    Cone { half_height: V::Scalar, radius: V::Scalar },
    Cylinder { half_height: V::Scalar, radius: V::Scalar },
    HalfSpace { normal: V, offset: V::Scalar },
    Frustum { corners: [V; 8] },
    ConvexPolygon { vertices: Vec<V> },
    Polytope { vertices: Vec<V>, faces: Vec<Vec<u32>>, joined: Vec<[u32; 2]> },
    PointCloud { points: Vec<V> },
    At { shape: Cow<'s, Shape<V>>, pose: Pose<V> },
    Image { shape: Cow<'s, Shape<V>>, map: Affine<V> },
    Rounded { shape: Cow<'s, Shape<V>>, margin: V::Scalar },
    Sum { a: Cow<'s, Shape<V>>, b: Cow<'s, Shape<V>> },
    Hull { a: Cow<'s, Shape<V>>, b: Cow<'s, Shape<V>> },
    Swept { shape: Cow<'s, Shape<V>>, way: V },
}

impl<'s, V: Vector> Stored<'s, V> {
    /// What to write; nothing for a shape of the user's.
    fn of(shape: &'s Shape<V>) -> Option<Self> {
        let part = Cow::Borrowed;
        Some(match shape.kind() {
            ShapeRef::Point(held) => Self::Point { position: held.position() },
            ShapeRef::Segment(held) => {
                let [a, b] = held.ends();
                Self::Segment { a, b }
            }
            ShapeRef::Ball(held) => Self::Ball { radius: held.rounding() },
            ShapeRef::Capsule(held) => {
                let [a, b] = held.ends();
                Self::Capsule { a, b, radius: held.rounding() }
            }
            ShapeRef::Triangle(held) => Self::Triangle { corners: held.corners() },
            ShapeRef::Tetrahedron(held) => Self::Tetrahedron { corners: held.corners() },
            ShapeRef::Cuboid(held) => Self::Cuboid { half_extents: held.half_extents() },
            ShapeRef::Ellipsoid(held) => Self::Ellipsoid { radii: held.radii() },
            ShapeRef::Cone(held) => {
                Self::Cone { half_height: held.half_height(), radius: held.radius() }
            }
            ShapeRef::Cylinder(held) => {
                Self::Cylinder { half_height: held.half_height(), radius: held.radius() }
            }
            ShapeRef::HalfSpace(held) => {
                Self::HalfSpace { normal: held.normal(), offset: held.offset() }
            }
            ShapeRef::Frustum(held) => Self::Frustum { corners: held.corners() },
            ShapeRef::ConvexPolygon(held) => {
                Self::ConvexPolygon { vertices: held.vertices().collect() }
            }
            ShapeRef::Polytope(held) => {
                let Parts { vertices, faces, joined } = held.to_parts();
                Self::Polytope { vertices, faces, joined }
            }
            ShapeRef::PointCloud(held) => Self::PointCloud { points: held.points().collect() },
            ShapeRef::At(held) => Self::At { shape: part(held.shape()), pose: held.pose() },
            ShapeRef::Image(held) => Self::Image { shape: part(held.shape()), map: held.affine() },
            ShapeRef::Rounded(held) => {
                Self::Rounded { shape: part(held.shape()), margin: held.margin() }
            }
            ShapeRef::Sum(held) => {
                let (a, b) = held.parts();
                Self::Sum { a: part(a), b: part(b) }
            }
            ShapeRef::Hull(held) => {
                let (a, b) = held.parts();
                Self::Hull { a: part(a), b: part(b) }
            }
            ShapeRef::Swept(held) => Self::Swept { shape: part(held.shape()), way: held.way() },
            ShapeRef::Custom(_) => return None,
        })
    }

    /// The shape that was written.
    fn build<E: serde::de::Error>(self) -> Result<Shape<V>, E> {
        Ok(match self {
            Self::Point { position } => made(Point::new(position))?,
            Self::Segment { a, b } => made(Segment::new(a, b))?,
            Self::Ball { radius } => made(Ball::new(radius))?,
            Self::Capsule { a, b, radius } => made(Capsule::new(a, b, radius))?,
            Self::Triangle { corners: [a, b, c] } => made(Triangle::new(a, b, c))?,
            Self::Tetrahedron { corners: [a, b, c, d] } => made(Tetrahedron::new(a, b, c, d))?,
            Self::Cuboid { half_extents } => made(Cuboid::new(half_extents))?,
            Self::Ellipsoid { radii } => made(Ellipsoid::new(radii))?,
            Self::Cone { half_height, radius } => made(Cone::new(half_height, radius))?,
            Self::Cylinder { half_height, radius } => made(Cylinder::new(half_height, radius))?,
            Self::HalfSpace { normal, offset } => made(HalfSpace::stored(normal, offset))?,
            Self::Frustum { corners } if V::DIM == 3 => made(Frustum::of_corners(corners))?,
            Self::ConvexPolygon { vertices } if V::DIM == 2 => {
                made(ConvexPolygon::of_vertices(&vertices))?
            }
            Self::Polytope { vertices, faces, joined } if V::DIM == 3 => {
                made(Polytope::of_parts(Parts { vertices, faces, joined }))?
            }
            Self::Frustum { .. } => return Err(E::custom("a frustum is a shape of space")),
            Self::ConvexPolygon { .. } => {
                return Err(E::custom("a convex polygon is a shape of the plane"));
            }
            Self::Polytope { .. } => return Err(E::custom("a polytope is a shape of space")),
            Self::PointCloud { points } => made(PointCloud::new(&points))?,
            Self::At { shape, pose } => At::new(shape.into_owned(), pose).into(),
            Self::Image { shape, map } => made(Image::new(shape.into_owned(), map))?,
            Self::Rounded { shape, margin } => made(Rounded::new(shape.into_owned(), margin))?,
            Self::Sum { a, b } => Sum::new(a.into_owned(), b.into_owned()).into(),
            Self::Hull { a, b } => Hull::new(a.into_owned(), b.into_owned()).into(),
            Self::Swept { shape, way } => made(Swept::new(shape.into_owned(), way))?,
        })
    }
}

/// What a constructor made, or its refusal.
fn made<V, S, E>(shape: Result<S, Error>) -> Result<Shape<V>, E>
where
    V: Vector,
    S: Into<Shape<V>>,
    E: serde::de::Error,
{
    shape.map(Into::into).map_err(E::custom)
}

impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for Shape<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let stored = Stored::of(self);
        stored
            .ok_or_else(|| S::Error::custom("a shape of your own cannot be written"))?
            .serialize(to)
    }
}

impl<'de, V> Deserialize<'de> for Shape<V>
where
    V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Stored::deserialize(from)?.build()
    }
}

/// A kind by itself is written as a [`Shape`] of that kind is, and no other is read for it.
macro_rules! alone {
    ($($kind:ident),*) => {
        $(
            impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for $kind<V> {
                fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    Shape::from(self.clone()).serialize(to)
                }
            }

            impl<'de, V> Deserialize<'de> for $kind<V>
            where
                V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>,
            {
                fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    use serde::de::Error;
                    let shape = Shape::deserialize(from)?;
                    match shape.kind() {
                        ShapeRef::$kind(held) => Ok(held.clone()),
                        _ => Err(D::Error::custom(concat!("no ", stringify!($kind)))),
                    }
                }
            }
        )*
    };
}
alone!(
    Point,
    Segment,
    Ball,
    Capsule,
    Triangle,
    Tetrahedron,
    Cuboid,
    Ellipsoid,
    Cone,
    Cylinder,
    HalfSpace,
    Frustum,
    ConvexPolygon,
    Polytope,
    PointCloud
);
