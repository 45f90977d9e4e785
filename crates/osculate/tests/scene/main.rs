//! Scenes and trees of boxes against all pairs.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/bytes.rs"]
#[allow(dead_code)]
mod bytes;
#[path = "../support/scenes.rs"]
mod scenes;

mod boxes;
mod calls;
mod frames;
mod inner_edges;
mod islands;
mod kinds;
mod model;
mod moving;
mod names;
mod points;
mod queries;
mod regions;
mod rest;
mod visitors;
mod without_steps;

use support::ask;
