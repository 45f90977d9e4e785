//! The contract, and all else that holds of answers, against exact arithmetic. One program, as what
//! the compiler makes of a query for a shape and a space serves all files.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;
#[path = "../touching/kinds.rs"]
#[allow(dead_code)]
mod kinds;

mod any_shape;
mod bad_input;
mod cases;
mod closed;
mod coaxial;
mod contact;
mod depths;
mod distance;
mod gradient;
mod hull;
mod inside;
mod invariance;
mod lanes;
mod limits;
mod made;
mod motion;
mod patches;
mod penetration;
mod polygons;
mod polytope;
mod properties;
mod quadrics;
mod range;
mod solvers;
mod stack;
mod swaps;
mod terms;
mod tiny;
mod tracked;
