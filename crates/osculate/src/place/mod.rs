//! Where a shape is: rotations, poses and affine maps, from other crates' types too.

mod rotation;
mod pose;
mod affine;
mod with_glam;
mod interop;

pub use affine::Affine;
pub use pose::Pose;
pub use rotation::Rotation;
pub(crate) use rotation::{Entries, from_entries, quaternion};
