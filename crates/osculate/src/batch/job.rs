//! What lanes take and give.

use crate::number::vector::{Matrix, Vector};

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

/// The columns of a matrix; in the plane, the third is zero.
#[inline(always)]
pub(super) fn columns_of<V: Vector>(matrix: &V::Matrix) -> [V; 3] {
    let third = if V::DIM == 3 { matrix.column(2) } else { V::ZERO };
    [matrix.column(0), matrix.column(1), third]
}
