//! Bodies at rest and at contact, in wrappers of wrappers: where users live, and where rounding
//! decides. `docs/numerics.md` (Families) says what each file covers.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod caches;
#[allow(dead_code)]
mod kinds;
mod points;
mod rest;
mod reusing;
mod selection;
mod twins;
mod verdicts;
