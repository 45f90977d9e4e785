//! Numbers and vectors: the one generic parameter, its scalars, twice their digits, four and eight
//! of them at once; the numbers that answers are held to; what constructors refuse; and threads. It
//! knows no geometry.

#[doc(hidden)]
pub mod linear;
#[allow(unsafe_code)]
#[doc(hidden)]
pub mod lanes;
pub(crate) mod wide;
pub mod vector;
#[allow(unsafe_code)]
pub(crate) mod blocks;
pub mod contract;
pub mod error;
pub(crate) mod threads;
