//! One pair of a batch, as lanes take it.

use crate::number::vector::Vector;

/// A pair whose balls told nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job<V: Vector> {
    /// Its place among the answers.
    pub place: usize,
    /// Which members of the library they are.
    pub members: [usize; 2],
    /// From the axes of each to the world's.
    pub turn_a: V::Matrix,
    pub turn_b: V::Matrix,
    /// From a's origin to b's.
    pub offset: V,
}

/// What lanes found of a pair of cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found<S> {
    /// It is for the single query.
    Open,
    /// They are so far apart: no less than the first, no more than the second, but for the band.
    Apart(S, S),
    /// They surely overlap.
    Together,
}
