//! Four numbers at once, and points kept so that four of them are looked at in one go.
//!
//! A support point of a small hull is the best of n dot products. A plain scan asks after each
//! whether it is the best so far, and a processor cannot guess the answer: most of the time goes
//! into branches that were guessed wrong (decision 0022). So coordinates stand in blocks of four
//! points, all x together, all y, all z. The maximum is found first, without its place. Then all
//! points are asked at once which of them has it. No branch depends on the data.
//!
//! [`Lanes`] has the few operations that this takes. `sse2.rs` has them for x86-64, where SSE2 is
//! always there. `portable.rs` has them in plain Rust, for every other machine and for the tests,
//! which compare the two. Both give the same bits: each operation is exact or correctly rounded,
//! and the order of operations is fixed here, above both. A [`Row`] is longer. It is for the few
//! queries that have all their work at hand at once.
//!
//! A build for tests has plain Rust alone by `--cfg osculate_lanes="portable"` (`.ci/lanes`).

#[cfg(all(target_arch = "x86_64", not(osculate_lanes = "portable")))]
mod avx;
#[cfg(all(target_arch = "x86_64", not(osculate_lanes = "portable")))]
mod machine;
mod portable;
mod rows;
#[cfg(all(target_arch = "x86_64", not(osculate_lanes = "portable")))]
mod sse2;

pub use rows::{Fours, Row, Work};

pub use portable::Portable;

/// Four `f32`, as the machine does them best.
#[cfg(all(target_arch = "x86_64", not(osculate_lanes = "portable")))]
pub type F32x4 = sse2::F32x4;
/// Four `f64`, as the machine does them best.
#[cfg(all(target_arch = "x86_64", not(osculate_lanes = "portable")))]
pub type F64x4 = sse2::F64x4;
/// Four `f32`, as the machine does them best.
#[cfg(any(not(target_arch = "x86_64"), osculate_lanes = "portable"))]
pub type F32x4 = Portable<f32>;
/// Four `f64`, as the machine does them best.
#[cfg(any(not(target_arch = "x86_64"), osculate_lanes = "portable"))]
pub type F64x4 = Portable<f64>;

/// Four numbers; every operation works lane by lane.
pub trait Lanes: Copy + core::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The numbers' type.
    type Scalar: Copy;

    /// The same number in each lane.
    fn splat(value: Self::Scalar) -> Self;
    /// The numbers of an array.
    fn from_array(values: [Self::Scalar; 4]) -> Self;
    /// The numbers as an array.
    fn to_array(self) -> [Self::Scalar; 4];
    /// The numbers where they are: one of them is a load, not a copy of all and a load.
    fn as_array(&self) -> &[Self::Scalar; 4];
    /// `self + other`.
    fn add(self, other: Self) -> Self;
    /// `self − other`.
    fn sub(self, other: Self) -> Self;
    /// `self · other`.
    fn mul(self, other: Self) -> Self;
    /// `self / other`.
    fn div(self, other: Self) -> Self;
    /// The square roots.
    fn sqrt(self) -> Self;
    /// The greater of each; `other` where either is not a number.
    fn max(self, other: Self) -> Self;
    /// The lesser of each; `other` where either is not a number.
    fn min(self, other: Self) -> Self;
    /// The greatest of the four, in each lane.
    fn max_across(self) -> Self;
    /// The least of the four, in each lane.
    fn min_across(self) -> Self;
    /// A bit for each lane in which the two are equal, the first lane lowest.
    fn equal(self, other: Self) -> u32;
    /// A bit for each lane of up to eight fours that is equal to the lane of `value`, the first
    /// lane of the first lowest.
    fn holders<const N: usize>(of: [Self; N], value: Self) -> u32;
    /// `yes` where `self` is less than `than`, `no` where it is not.
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self;
    /// The first three lanes turned about: the second, the third, the first. The fourth stays.
    fn turn_three(self) -> Self;
    /// A bit for each lane in which `self` is greater, the first lane lowest.
    fn greater(self, other: Self) -> u32;
    /// Does work by rows of eight, as the machine does them best.
    #[inline(always)]
    fn by_eights<W: Work<Self>>(work: W) -> W::Answer {
        rows::by_two_fours(work)
    }
}
