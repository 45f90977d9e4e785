//! Four numbers on x86-64: one register of `f32`, two of `f64`.
//!
//! SSE2 is part of every x86-64 machine, so that the intrinsics need no check at run time.

use super::{Lanes, Work, machine};
use core::arch::x86_64::*;

/// Evaluates an expression of SSE2 intrinsics.
macro_rules! sse2 {
    ($e:expr) => {
        // SAFETY: SSE2 belongs to the baseline of x86-64, and none of the intrinsics used here
        // touches memory.
        unsafe { $e }
    };
}

/// Four `f32` in one register.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct F32x4(pub(super) __m128);

/// Four `f64` in two registers, the first before the second.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct F64x4(pub(super) __m128d, pub(super) __m128d);

impl PartialEq for F32x4 {
    fn eq(&self, other: &Self) -> bool {
        self.to_array() == other.to_array()
    }
}
impl PartialEq for F64x4 {
    fn eq(&self, other: &Self) -> bool {
        self.to_array() == other.to_array()
    }
}

impl Lanes for F32x4 {
    type Scalar = f32;
    #[inline(always)]
    fn splat(value: f32) -> Self {
        sse2!(Self(_mm_set1_ps(value)))
    }
    #[inline(always)]
    fn from_array([a, b, c, d]: [f32; 4]) -> Self {
        sse2!(Self(_mm_setr_ps(a, b, c, d)))
    }
    #[inline(always)]
    fn to_array(self) -> [f32; 4] {
        // SAFETY: both are 16 bytes of plain numbers, and every bit pattern is one.
        unsafe { core::mem::transmute(self.0) }
    }
    #[inline(always)]
    fn as_array(&self) -> &[f32; 4] {
        // SAFETY: registers in memory are 16 bytes of plain numbers, aligned more strictly than
        // these, and every bit pattern is one.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        sse2!(Self(_mm_add_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        sse2!(Self(_mm_sub_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        sse2!(Self(_mm_mul_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        sse2!(Self(_mm_div_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        sse2!(Self(_mm_sqrt_ps(self.0)))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        sse2!(Self(_mm_max_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        sse2!(Self(_mm_min_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn max_across(self) -> Self {
        let halves = sse2!(_mm_max_ps(self.0, _mm_shuffle_ps::<0b01_00_11_10>(self.0, self.0)));
        sse2!(Self(_mm_max_ps(halves, _mm_shuffle_ps::<0b10_11_00_01>(halves, halves))))
    }
    #[inline(always)]
    fn min_across(self) -> Self {
        let halves = sse2!(_mm_min_ps(self.0, _mm_shuffle_ps::<0b01_00_11_10>(self.0, self.0)));
        sse2!(Self(_mm_min_ps(halves, _mm_shuffle_ps::<0b10_11_00_01>(halves, halves))))
    }
    #[inline(always)]
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self {
        let less = sse2!(_mm_cmplt_ps(self.0, than.0));
        sse2!(Self(_mm_or_ps(_mm_and_ps(less, yes.0), _mm_andnot_ps(less, no.0))))
    }
    #[inline(always)]
    fn turn_three(self) -> Self {
        sse2!(Self(_mm_shuffle_ps::<0b11_00_10_01>(self.0, self.0)))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        sse2!(_mm_movemask_ps(_mm_cmpeq_ps(self.0, other.0))) as u32
    }
    #[inline(always)]
    fn greater(self, other: Self) -> u32 {
        sse2!(_mm_movemask_ps(_mm_cmpgt_ps(self.0, other.0))) as u32
    }
    #[inline(always)]
    fn by_eights<W: Work<Self>>(work: W) -> W::Answer {
        machine::by_eights(work)
    }
    #[inline(always)]
    fn holders<const N: usize>(of: [Self; N], value: Self) -> u32 {
        bits(of.map(|one| sse2!(_mm_castps_si128(_mm_cmpeq_ps(one.0, value.0)))))
    }
}

/// A bit for each lane of up to eight comparisons. Four at a time are packed to a byte a lane in
/// two steps.
#[inline(always)]
fn bits<const N: usize>(of: [__m128i; N]) -> u32 {
    if N == 1 {
        return sse2!(_mm_movemask_ps(_mm_castsi128_ps(of[0]))) as u32;
    }
    let (mut bits, mut k) = (0, 0);
    while k < N {
        // What is missing of the last four repeats the last, beyond the bits that are kept.
        let one = |i: usize| of[if k + i < N { k + i } else { N - 1 }];
        let low = sse2!(_mm_packs_epi32(one(0), one(1)));
        let high = sse2!(_mm_packs_epi32(one(2), one(3)));
        bits |= (sse2!(_mm_movemask_epi8(_mm_packs_epi16(low, high))) as u32) << (4 * k);
        k += 4;
    }
    if N < 8 { bits & ((1 << (4 * N)) - 1) } else { bits }
}

impl Lanes for F64x4 {
    type Scalar = f64;
    #[inline(always)]
    fn splat(value: f64) -> Self {
        sse2!(Self(_mm_set1_pd(value), _mm_set1_pd(value)))
    }
    #[inline(always)]
    fn from_array([a, b, c, d]: [f64; 4]) -> Self {
        sse2!(Self(_mm_setr_pd(a, b), _mm_setr_pd(c, d)))
    }
    #[inline(always)]
    fn to_array(self) -> [f64; 4] {
        // SAFETY: both are 32 bytes of plain numbers, and every bit pattern is one.
        unsafe { core::mem::transmute([self.0, self.1]) }
    }
    #[inline(always)]
    fn as_array(&self) -> &[f64; 4] {
        // SAFETY: registers in memory are 32 bytes of plain numbers, aligned more strictly than
        // these, and every bit pattern is one.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        sse2!(Self(_mm_add_pd(self.0, other.0), _mm_add_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        sse2!(Self(_mm_sub_pd(self.0, other.0), _mm_sub_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        sse2!(Self(_mm_mul_pd(self.0, other.0), _mm_mul_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        sse2!(Self(_mm_div_pd(self.0, other.0), _mm_div_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        sse2!(Self(_mm_sqrt_pd(self.0), _mm_sqrt_pd(self.1)))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        sse2!(Self(_mm_max_pd(self.0, other.0), _mm_max_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        sse2!(Self(_mm_min_pd(self.0, other.0), _mm_min_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn max_across(self) -> Self {
        let halves = sse2!(_mm_max_pd(self.0, self.1));
        let whole = sse2!(_mm_max_pd(halves, _mm_shuffle_pd::<0b01>(halves, halves)));
        Self(whole, whole)
    }
    #[inline(always)]
    fn min_across(self) -> Self {
        let halves = sse2!(_mm_min_pd(self.0, self.1));
        let whole = sse2!(_mm_min_pd(halves, _mm_shuffle_pd::<0b01>(halves, halves)));
        Self(whole, whole)
    }
    #[inline(always)]
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self {
        let pick = |less, yes, no| sse2!(_mm_or_pd(_mm_and_pd(less, yes), _mm_andnot_pd(less, no)));
        let (low, high) = sse2!((_mm_cmplt_pd(self.0, than.0), _mm_cmplt_pd(self.1, than.1)));
        Self(pick(low, yes.0, no.0), pick(high, yes.1, no.1))
    }
    #[inline(always)]
    fn turn_three(self) -> Self {
        let low = sse2!(_mm_shuffle_pd::<0b01>(self.0, self.1));
        Self(low, sse2!(_mm_shuffle_pd::<0b10>(self.0, self.1)))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        let low = sse2!(_mm_movemask_pd(_mm_cmpeq_pd(self.0, other.0))) as u32;
        low | (sse2!(_mm_movemask_pd(_mm_cmpeq_pd(self.1, other.1))) as u32) << 2
    }
    #[inline(always)]
    fn greater(self, other: Self) -> u32 {
        let low = sse2!(_mm_movemask_pd(_mm_cmpgt_pd(self.0, other.0))) as u32;
        low | (sse2!(_mm_movemask_pd(_mm_cmpgt_pd(self.1, other.1))) as u32) << 2
    }
    #[inline(always)]
    fn by_eights<W: Work<Self>>(work: W) -> W::Answer {
        machine::by_eights(work)
    }
    #[inline(always)]
    fn holders<const N: usize>(of: [Self; N], value: Self) -> u32 {
        bits(of.map(|one| {
            let low = sse2!(_mm_castpd_ps(_mm_cmpeq_pd(one.0, value.0)));
            let high = sse2!(_mm_castpd_ps(_mm_cmpeq_pd(one.1, value.1)));
            // The lower half of each.
            sse2!(_mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(low, high)))
        }))
    }
}
