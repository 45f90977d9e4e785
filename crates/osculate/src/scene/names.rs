//! What bodies and their parts are called.

use crate::number::error::{Error, Problem};

/// The name of a body in a scene. It is never the name of another body of that scene: a body that
/// comes into the place of one that was removed has a name of its own. Names that were given after
/// a snapshot are void when the scene is restored to it, and are given again.
///
/// Names are in the order of places, which is the order of all answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl BodyId {
    /// The place of the body: less than the most bodies that the scene ever held at once. For
    /// tables of one's own beside the scene.
    #[must_use]
    pub fn slot(&self) -> usize {
        self.slot as usize
    }

    /// What is said of a name that is not in the scene.
    pub(super) fn unknown(self) -> Error {
        Error {
            shape: "Scene",
            parameter: "body",
            index: Some(self.slot()),
            value: f64::from(self.generation),
            problem: Problem::NotThere,
        }
    }
}

/// A part of a body: a shape, or a facet of a mesh. A body of one shape has the part 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The body.
    pub body: BodyId,
    /// Which of its parts.
    pub part: u32,
}
