//! Many bodies at once: which of them are near each other.
//!
//! [`Scene`] is a world of bodies. It asks a body for its box and a pair of bodies for its answers,
//! and knows no more of them. A step goes from boxes (`broad.rs`) to pairs that are near
//! (`near_pairs.rs`), asks these (`narrow.rs`), and tells what is new (`events.rs`) and what is joined
//! (`islands.rs`).
//!
//! [`BoxTree`] is the broad phase alone: from the boxes of all bodies it finds the few pairs that
//! are worth a query.

mod planes;
mod groups;
mod kind;
mod names;
mod member;
mod bodies;
mod filter;
mod narrow;
mod events;
mod contacts;
mod inner_edges;
mod near_pairs;
mod islands;
mod broad;
mod world;
mod solving;
mod regions;
mod nearest;
mod clearance;
mod rays;
mod impact;

pub use crate::boxes::BoxTree;
pub use clearance::{Clearance, NearPair, Separation};
pub use contacts::{BodyContact, BodyPoint};
pub use events::{Event, TouchingParts};
pub use filter::Filter;
pub use groups::Groups;
pub use impact::BodyImpact;
pub use islands::Island;
pub use kind::BodyKind;
pub use member::Member;
pub use names::{BodyId, Part};
pub use nearest::Nearest;
pub use rays::{BodyCastHit, BodyRayHit};
pub use world::{Scene, Size, Snapshot};
