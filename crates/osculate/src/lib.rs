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
//! The modules stand in dependency order: each uses only those above it.
//! * [`vector`]: the one generic parameter, a glam vector, which fixes scalar and dimension.
//! * [`hull`]: convex hulls of points.
//! * [`pose`], [`convex`], [`shape`]: where a shape is, what a shape is, and the shapes.
//! * [`closest_point`]: of segments, triangles and tetrahedra. [`contract`]: the numbers that
//!   answers are held to. [`mod@trace`]: what can be seen of a query.
//! * [`query`]: what users call, re-exported here.
//! * `motion`: rays, casts, the time of impact and the closest approach, re-exported here.
//! * [`scene`]: many boxes at once, and which of them meet.
//! * `papers`, with the feature of that name: the founding papers' algorithms as they print them.
#![no_std]
#![deny(unsafe_code)]
// A pure call whose answer is dropped does nothing: `sweep.with_budget(3);`.
#![warn(clippy::must_use_candidate, clippy::return_self_not_must_use)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("without the feature `std`, enable `libm` for square roots");

// Operators by name: a line for each would hide them.
#[allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]
mod number;
mod error;
mod table;
mod place;
pub mod hull;
pub mod convex;
pub mod shape;
mod kernel;
mod shortcut;
pub mod query;
mod contact;
mod motion;
pub mod scene;
#[cfg(feature = "papers")]
#[allow(clippy::must_use_candidate, clippy::return_self_not_must_use)]
pub mod papers;

/// The glam that this crate's types come from.
pub use glam;

pub use contact::{Contact, ContactPoint, Feature, contact};
pub use convex::bounds::Aabb;
pub use convex::known::{Core, FewPoints};
pub use convex::patch;
pub use convex::placed::{At, Image, Place};
pub use convex::pointers::{FromFn, from_fn};
pub use convex::{Convex, Facts};
pub use error::{Error, Problem};
pub use kernel::gjk::Ended;
pub use kernel::simplex::closest_point;
pub use kernel::trace;
pub use motion::{
    Approach, Encounter, Impact, Motion, Moves, Observed, Ray, RayHit, Struck, Sweep, Trajectory,
    Twist, cast, clearance_along, closest_approach, ray_cast, sweep_test, time_of_impact,
};
pub use number::linear::Real;
pub use number::vector::{DVec2, DVec3, Linear, Scalar, Vec2, Vec3, Vec3A, Vector};
pub use number::{contract, vector};
pub use place::pose::{self, Affine, Pose, Rotation};
pub use query::{
    Approximation, Bracket, Cache, Closest, Gjk, Gradient, Penetration, Query, SignedDistance,
    Space, Tracker, Verdict, approximate_hull, closest, distance, intersects, penetration,
    signed_distance,
};

// For the tests and the benchmark alone.
#[doc(hidden)]
pub use kernel::simplex;
#[doc(hidden)]
pub use number::{lanes, linear};
