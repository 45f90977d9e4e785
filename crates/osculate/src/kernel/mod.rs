//! What finds the answers: the nearest point of a simplex, GJK, the expanding polytope, and what an
//! observer sees of them. It knows points, axes and bounds, and no kinds of shape.

#[doc(hidden)]
pub mod simplex;
pub mod trace;
pub(crate) mod gjk;
pub(crate) mod penetration;
