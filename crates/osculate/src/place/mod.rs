//! Where a shape is: rotations, poses and affine maps, from other crates' types too.

pub mod pose;
mod interop;
