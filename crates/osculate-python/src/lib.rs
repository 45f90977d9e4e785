//! The Python package `osculate`: the library's shapes, bodies, scenes and queries.
//!
//! All classes are frozen, so that threads may share them; what has a memory, a `Tracker` or a
//! `Scene`, has a lock. Long calls let go of Python's lock. Arguments are read in `given.rs`, which
//! names the one that does not fit. The other modules of the package are in Python, in `python/`.

mod answers;
mod batch;
mod body;
mod files;
mod given;
mod loops;
mod mesh;
mod motion;
mod pose;
mod queries;
mod robot;
mod scene;
mod shape;
mod shown;
mod stored;
mod trackers;

use pyo3::prelude::*;

/// The library, as Python sees it. `osculate` itself hands all of it on.
#[pymodule(gil_used = false)]
mod _osculate {
    #[pymodule_export]
    use super::answers::{
        Approach, Bracket, Closest, Contact, ContactPoint, Encounter, Gradient, Impact, Mass,
        Penetration, RayHit, SignedDistance, Struck,
    };
    #[pymodule_export]
    use super::batch::{
        distances, distances_of, signed_distances, signed_distances_of, which_intersect,
        which_intersect_of,
    };
    #[pymodule_export]
    use super::body::Body;
    #[pymodule_export]
    use super::files::read;
    #[pymodule_export]
    use super::motion::{Motion, Trajectory};
    #[pymodule_export]
    use super::pose::Pose;
    #[pymodule_export]
    use super::queries::{
        cast, closest, closest_approach, contacts, distance, intersects, penetration, ray_cast,
        ray_cast_all, signed_distance, time_of_impact,
    };
    #[pymodule_export]
    use super::robot::Robot;
    #[pymodule_export]
    use super::scene::{BodyId, Scene, Snapshot};
    #[pymodule_export]
    use super::shape::Shape;
    #[pymodule_export]
    use super::trackers::Tracker;
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
