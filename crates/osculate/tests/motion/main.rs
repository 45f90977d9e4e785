//! Shapes that move: rays, casts and times of impact, against closed forms and against queries of
//! the shapes where they are at a time.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

#[path = "../support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

mod agreement;
mod approaches;
mod bodies;
mod casts;
mod families;
mod half_spaces;
mod halving;
mod impacts;
mod looks;
mod moves;
#[path = "../support/moving.rs"]
mod moving;
mod opening;
mod public;
mod rays;
mod returns;
mod shapes;

use support::ask;
