//! What a contact point lies on, and which points a pair's last contact had.

use arrayvec::ArrayVec;

/// What part of a shape a contact point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Feature {
    /// The corner of this name.
    Corner(u32),
    /// The edge between the corners of these names, the lesser first.
    Edge(u32, u32),
    /// The inside of a face; or of anything whose corners have no names.
    Face,
}

/// Points of a contact in space; in the plane there are at most 2.
pub const MOST_POINTS: usize = 4;

/// The points of a pair's last contact, in the order of the choice.
pub type Chosen<V> = ArrayVec<ChosenPoint<V>, MOST_POINTS>;

/// A point of a pair's last contact.
#[derive(Clone, Copy, Debug)]
pub struct ChosenPoint<V> {
    /// What it lay on: of a and of b.
    pub features: [Feature; 2],
    /// Where it was in the axes of a, when it got its name.
    pub place: V,
}
