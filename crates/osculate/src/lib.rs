//! Proximity queries between convex shapes: do they touch, how far apart are they and where, how
//! deep do they overlap.
//!
//! ```
//! use osculate::{closest, distance, intersects, shape::{Ball, Cuboid}, Place, DVec3, Pose, Rotation};
//!
//! let crate_ = Cuboid::new(DVec3::new(1.0, 2.0, 0.5))?;
//! let ball = Ball::new(0.25)?;
//! let turned = Rotation::from_axis_angle(DVec3::Z, 0.3)?;
//! let crate_ = crate_.at(Pose::new(DVec3::new(5.0, 0.0, 0.0), turned)?);
//!
//! assert!(!intersects(&crate_, &ball));
//! let gap = distance(&crate_, &ball);
//! assert!(gap.lower <= gap.value && gap.value <= gap.upper);
//! # Ok::<(), osculate::Error>(())
//! ```
//!
//! # The map
//! * [`intersects`], [`distance`], [`closest`], [`penetration`], [`signed_distance`], [`contact()`]:
//!   what to ask of two shapes. [`Query`] gives them limits; a [`Cache`] or a [`Tracker`] makes them
//!   quick for shapes that move little.
//! * [`ray_cast`], [`cast`], [`time_of_impact`], [`closest_approach`]: when moving shapes meet.
//!   [`Sweep`] gives these an interval, a tolerance, a stop distance:
//!   `Sweep::between(0.0, 2.0)?.stopping_at(0.01)?`.
//! * [`shape`]: the shapes, and [`Shape`](shape::Shape), which holds any of them and knows its volume
//!   and inertia ([`Shape::mass`](shape::Shape::mass), [`Body::mass`]). [`Convex`] is what a shape of
//!   your own implements.
//! * [`Pose`]: where a shape is; [`Motion`] and [`Trajectory`]: where it is at a time.
//! * [`Body`]: compounds and triangle meshes, which need not be convex.
//! * [`mod@batch`]: millions of pairs at once. [`scene`]: many bodies at once. [`hull`]: convex hulls
//!   of points. [`closest_point`]: of segments, triangles and tetrahedra. [`mod@trace`]: what can be
//!   seen of a query as it runs.
//! * [`Vector`]: the one generic parameter, a glam vector, which fixes precision and dimension.
//!   [`Spatial`] and [`Planar`] are those of one dimension, and [`Space`] is what queries ask for. A
//!   shape that is made of numbers alone takes it from what it is asked with; where nothing tells,
//!   `Ball::<DVec3>::new(0.5)?` does.
//! * `papers`, with the feature of that name: the founding papers' algorithms as they print them. It
//!   may change in any release.
//!
//! # Units, axes, signs
//! Lengths are in any unit, the same for both shapes; angles are radians. Axes are right-handed, and
//! turns go counterclockwise seen from the tip of their axis. Capsules, cones and cylinders stand
//! along y, and their sizes are half heights: for one along z, put it at a pose. A pose turns, then
//! moves. Normals point from a to b, and a depth is how far b must go along the normal. Answers are
//! in the axes of the poses: the world's.
//!
//! A shape that is made on the spot is put in its place by `moved_to`; `at` borrows one. All shapes
//! are convex. What is not is a [`Body`] of many parts. A scene takes any body, as a
//! [`scene::Member`] if it is to have groups, a kind or data.
//!
//! # glam
//! Vectors are glam's, 0.33 or 0.34. If the compiler speaks of two versions of glam, another crate
//! brings the older one: `cargo update -p glam@0.34.3 --precise 0.33.12`, with the versions that
//! `cargo tree -i glam` shows, makes both the same.
//!
//! # Features
//! `std` (on by default; without it, `libm`), `serde`, `mint-05`, `nalgebra-034`, `parallel` (a
//! scene on all threads), `papers`.
//!
//! # Cost
//! Without optimisation queries are some fifty times slower. A program that is to be debugged can
//! have this crate optimised alone: `[profile.dev.package.osculate]` with `opt-level = 3`.
//!
//! Shapes and poses are plain values; a [`Polytope`](shape::Polytope) and other large shapes hold
//! their corners on the heap, and [`Shape`](shape::Shape) shares them. No query allocates. A
//! [`Cache`] has some 100 bytes, a [`Tracker`] 2 to 3 kilobytes.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
// A pure call whose answer is dropped does nothing: `sweep.with_most_steps(3);`.
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("without the feature `std`, enable `libm` for square roots");

// Operators by name: a line for each would hide them.
#[allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]
mod number;
mod place;
pub mod hull;
mod convex;
pub mod shape;
mod kernel;
mod shortcut;
mod query;
mod contact;
mod motion;
mod boxes;
mod body;
pub mod batch;
pub mod scene;
#[cfg(feature = "papers")]
#[allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]
pub mod papers;

/// The glam that this crate's types come from.
pub use glam;

pub use body::{
    Body, BodyClosest, BodySignedDistance, BodyTracker, ContactSearch, PartApproach, PartContact,
    PartImpact, PartProjection, PartRayHit, PartRef, TrackedBodies,
};
pub use contact::{Contact, ContactPoint, Feature, contact};
pub use convex::bounds::Aabb;
pub use convex::known::{Core, FewPoints};
pub use convex::patch;
pub use convex::placed::{At, Image, Place};
pub use convex::pointers::{FromFn, from_fn};
pub use convex::{Convex, Facts};
pub use kernel::gjk::Ended;
pub use kernel::simplex::closest_point;
pub use kernel::trace;
pub use motion::{
    Approach, Encounter, Impact, Motion, Moves, Observed, Ray, RayHit, Struck, Sweep, Trajectory,
    Twist, cast, clearance_along, closest_approach, ray_cast, sweep_test, time_of_impact,
};
pub use number::error::{Error, Problem};
pub use number::linear::Real;
pub use number::vector::{
    DMat2, DMat3, DQuat, DVec2, DVec3, Linear, Mat2, Mat3, Mat3A, Matrix, Planar, Quat, Scalar,
    Spatial, Vec2, Vec3, Vec3A, Vector,
};
pub use place::{Affine, Pose, Rotation};
pub use query::{
    Approximation, Bracket, Cache, Closest, Gradient, OneToMany, Penetration, Query,
    SignedDistance, Space, Tracker, Verdict, approximate_hull, closest, contains, difference_face,
    distance, intersects, penetration, signed_distance,
};

// For the tests and the benchmark alone.
#[doc(hidden)]
pub use kernel::simplex;
#[doc(hidden)]
pub use number::{contract, lanes, linear};
#[doc(hidden)]
pub use query::shortcut_of;
