//! Four numbers in plain Rust.

use super::Lanes;
use crate::number::linear::Real;

/// Four numbers in an array: the twin of every machine's lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portable<S>([S; 4]);

impl<S: Real> Portable<S> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(S, S) -> S) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<S: Real> Lanes for Portable<S> {
    type Scalar = S;
    #[inline(always)]
    fn splat(value: S) -> Self {
        Self([value; 4])
    }
    #[inline(always)]
    fn from_array(values: [S; 4]) -> Self {
        Self(values)
    }
    #[inline(always)]
    fn to_array(self) -> [S; 4] {
        self.0
    }
    #[inline(always)]
    fn as_array(&self) -> &[S; 4] {
        &self.0
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |x, y| x + y)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |x, y| x - y)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |x, y| x * y)
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |x, y| x / y)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(S::sqrt))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, S::max)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, S::min)
    }
    #[inline(always)]
    fn max_across(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a.max(c).max(b.max(d)); 4])
    }
    #[inline(always)]
    fn min_across(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a.min(c).min(b.min(d)); 4])
    }
    #[inline(always)]
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self {
        Self(core::array::from_fn(|i| if self.0[i] < than.0[i] { yes.0[i] } else { no.0[i] }))
    }
    #[inline(always)]
    fn turn_three(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, d])
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        (0..4).fold(0, |mask, i| mask | ((self.0[i] == other.0[i]) as u32) << i)
    }
    #[inline(always)]
    fn greater(self, other: Self) -> u32 {
        (0..4).fold(0, |mask, i| mask | ((self.0[i] > other.0[i]) as u32) << i)
    }
    #[inline(always)]
    fn holders<const N: usize>(of: [Self; N], value: Self) -> u32 {
        (0..N).fold(0, |mask, k| mask | of[k].equal(value) << (4 * k))
    }
}
