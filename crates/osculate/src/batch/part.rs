//! A part of a batch: pairs that one thread asks together.

use super::library::Library;
use crate::number::vector::Vector;
use crate::shape::Shape;

/// So many pairs are a part.
pub(super) const AT_ONCE: usize = 1024;

/// Pairs of one part, whose answers stand in a list of the caller's.
pub(super) struct Part<'p, V: Vector, P: ?Sized> {
    pub shapes: &'p [Shape<V>],
    pub library: &'p Library<V>,
    pub pairs: &'p P,
    /// The number of the first.
    pub first: usize,
}
