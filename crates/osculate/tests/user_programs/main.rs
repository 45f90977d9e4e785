//! Short programs as users write them: each does one job, and knows its answer.

mod motions;
mod pairs;
// Its comments stand as README.md has them.
#[rustfmt::skip]
mod readme;
mod worlds;

// What is generic in the library is compiled there.
use osculate_instances as _;
