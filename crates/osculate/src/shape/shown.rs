//! `Debug` of the shapes: what a constructor was given, not what is worked out from it.

use alloc::vec::Vec;
use core::fmt;

use super::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Point,
    PointCloud, Polytope, Rounded, Segment, Swept, Tetrahedron, Triangle,
};
use crate::number::vector::Vector;

macro_rules! shown {
    ($([$($extra:tt)*] $name:ident $shape:ty, $this:ident: $($field:ident $value:expr),+;)*) => {
        $(
            impl<V: Vector $($extra)*> fmt::Debug for $shape {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let $this = self;
                    f.debug_struct(stringify!($name))
                        $(.field(stringify!($field), &$value))+
                        .finish()
                }
            }
        )*
    };
}
shown! {
    [] Point Point<V>, of: position of.position();
    [] Segment Segment<V>, of: ends of.ends();
    [] Ball Ball<V>, of: radius of.radius();
    [] Capsule Capsule<V>, of: ends of.ends(), radius of.radius();
    [] Triangle Triangle<V>, of: corners of.corners();
    [] Tetrahedron Tetrahedron<V>, of: corners of.corners();
    [] Cuboid Cuboid<V>, of: half_extents of.half_extents();
    [] Ellipsoid Ellipsoid<V>, of: radii of.radii();
    [] Cone Cone<V>, of: half_height of.half_height(), radius of.radius();
    [] Cylinder Cylinder<V>, of: half_height of.half_height(), radius of.radius();
    [] HalfSpace HalfSpace<V>, of: normal of.normal(), offset of.offset();
    [] Frustum Frustum<V>, of: corners of.corners();
    [] ConvexPolygon ConvexPolygon<V>, of: vertices of.vertices().collect::<Vec<_>>();
    [] Polytope Polytope<V>, of: vertices of.vertices(), faces of.faces().iter().collect::<Vec<_>>();
    [] PointCloud PointCloud<V>, of: points of.points().collect::<Vec<_>>();
    [, S: fmt::Debug] Rounded Rounded<V, S>, of: shape of.shape(), margin of.margin();
    [, S: fmt::Debug] Swept Swept<V, S>, of: shape of.shape(), way of.way();
}
