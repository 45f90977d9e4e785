//! The shapes: one file each. Constructors validate, queries never fail.

#[macro_use]
mod kinds;

mod any;
mod ball;
mod capsule;
mod combine;
mod cone;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod frustum;
mod half_space;
pub(crate) mod mass;
mod masses;
pub(crate) mod points;
mod polygon;
mod polytope;
mod shown;
#[cfg(feature = "serde")]
mod stored;

pub use any::{Shape, ShapeRef};
pub use ball::{Ball, Point};
pub use capsule::{Capsule, Segment};
pub use combine::{Hull, Rounded, Sum, Swept};
pub use cone::Cone;
pub use cuboid::{Cuboid, Rectangle};
pub use cylinder::Cylinder;
pub use ellipsoid::{Ellipse, Ellipsoid};
pub use frustum::Frustum;
pub use half_space::HalfSpace;
pub use mass::Mass;
pub use points::{PointCloud, Tetrahedron, Triangle};
pub use polygon::ConvexPolygon;
pub use polytope::Polytope;
pub(crate) use polytope::coplanar;
