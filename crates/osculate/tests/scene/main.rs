//! Scenes and trees of boxes against all pairs.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod boxes;
mod frames;
mod model;
mod names;
mod queries;
mod rest;
