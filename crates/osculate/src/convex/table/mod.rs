//! What polygons and polytopes work out when they are made, so that queries find corners, edges and
//! faces sooner.

pub(crate) mod outline;
pub(crate) mod polar;
pub(crate) mod topology;
pub(crate) mod directions;
