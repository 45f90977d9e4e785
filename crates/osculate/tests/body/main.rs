//! Bodies of many parts, compounds and meshes, against all pairs of their parts.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;
#[path = "../touching/kinds.rs"]
#[allow(dead_code)]
mod kinds;

#[path = "../support/body_calls.rs"]
mod body_calls;
#[path = "../support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

mod against_every_pair;
mod calls;
mod compounds;
mod families;
mod heights;
mod meshes;
mod moving;
mod parts;
mod rays;
mod refusals;
mod solids;
mod surfaces;
mod tracked;
mod truth;

use support::ask;
