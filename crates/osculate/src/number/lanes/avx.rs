//! Eight `f32` in one register, and eight `f64` in two, on x86-64 machines that have AVX2.

use super::Row;
use super::machine::Eights;
use super::sse2::{F32x4, F64x4};
use core::arch::x86_64::*;

impl Eights for F32x4 {
    type Row = F32x8;
}
impl Eights for F64x4 {
    type Row = F64x8;
}

/// Evaluates an expression of AVX intrinsics.
macro_rules! avx {
    ($e:expr) => {
        // SAFETY: nothing names the types but `machine::by_avx2` and `by_avx512`, which only run where
        // there is AVX2, and none of the intrinsics used here touches memory.
        unsafe { $e }
    };
}

/// Eight `f32` in one register. It must not leave this file but through
/// [`by_eights`](super::machine::by_eights).
#[derive(Clone, Copy)]
pub(super) struct F32x8(__m256);

impl Row for F32x8 {
    type Four = F32x4;
    const FOURS: usize = 2;

    #[inline(always)]
    fn of(part: impl Fn(usize) -> F32x4) -> Self {
        avx!(Self(_mm256_insertf128_ps::<1>(_mm256_castps128_ps256(part(0).0), part(1).0)))
    }
    #[inline(always)]
    fn part(&self, k: usize) -> F32x4 {
        if k == 0 {
            avx!(F32x4(_mm256_castps256_ps128(self.0)))
        } else {
            avx!(F32x4(_mm256_extractf128_ps::<1>(self.0)))
        }
    }
    #[inline(always)]
    fn of_eight(numbers: &[f32; 8]) -> Self {
        // SAFETY: AVX is there, as above; the eight numbers are there, and may be anywhere.
        unsafe { Self(_mm256_loadu_ps(numbers.as_ptr())) }
    }
    #[inline(always)]
    fn to_eight(self) -> [f32; 8] {
        // SAFETY: both are 32 bytes of plain numbers, and every bit pattern is one.
        unsafe { core::mem::transmute(self.0) }
    }
    #[inline(always)]
    fn splat(value: f32) -> Self {
        avx!(Self(_mm256_set1_ps(value)))
    }
    #[inline(always)]
    fn spread(self, place: usize) -> Self {
        match place {
            0 => avx!(Self(_mm256_permute_ps::<0b00_00_00_00>(self.0))),
            1 => avx!(Self(_mm256_permute_ps::<0b01_01_01_01>(self.0))),
            2 => avx!(Self(_mm256_permute_ps::<0b10_10_10_10>(self.0))),
            _ => avx!(Self(_mm256_permute_ps::<0b11_11_11_11>(self.0))),
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        avx!(Self(_mm256_add_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        avx!(Self(_mm256_sub_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        avx!(Self(_mm256_mul_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        avx!(Self(_mm256_div_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        avx!(Self(_mm256_sqrt_ps(self.0)))
    }
    #[inline(always)]
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self {
        avx!(Self(_mm256_blendv_ps(no.0, yes.0, _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, than.0))))
    }
    #[inline(always)]
    fn holders(self, value: f32) -> u32 {
        avx!({
            let equal = _mm256_cmp_ps::<_CMP_EQ_OQ>(self.0, _mm256_set1_ps(value));
            _mm256_movemask_ps(equal) as u32
        })
    }
    #[inline(always)]
    fn greater(self, other: Self) -> u32 {
        avx!(_mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(self.0, other.0)) as u32)
    }
    #[inline(always)]
    fn at(&self, place: usize) -> f32 {
        // SAFETY: a register in memory is 32 bytes of plain numbers, aligned more strictly than
        // these, and every bit pattern is one.
        let numbers: &[f32; 8] = unsafe { &*core::ptr::from_ref(self).cast() };
        numbers[place & 7]
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        avx!(Self(_mm256_max_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        avx!(Self(_mm256_min_ps(self.0, other.0)))
    }
}

/// Eight `f64` in two registers, the first before the second. It must not leave this file but
/// through [`by_eights`].
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct F64x8(__m256d, __m256d);

/// Four `f64` in one register, and back.
#[inline(always)]
fn joined(F64x4(low, high): F64x4) -> __m256d {
    avx!(_mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(low), high))
}
#[inline(always)]
fn split(four: __m256d) -> F64x4 {
    avx!(F64x4(_mm256_castpd256_pd128(four), _mm256_extractf128_pd::<1>(four)))
}

impl Row for F64x8 {
    type Four = F64x4;
    const FOURS: usize = 2;

    #[inline(always)]
    fn of(part: impl Fn(usize) -> F64x4) -> Self {
        Self(joined(part(0)), joined(part(1)))
    }
    #[inline(always)]
    fn part(&self, k: usize) -> F64x4 {
        split(if k == 0 { self.0 } else { self.1 })
    }
    #[inline(always)]
    fn of_eight(numbers: &[f64; 8]) -> Self {
        let at = numbers.as_ptr();
        // SAFETY: AVX is there, as above; the eight numbers are there, and may be anywhere.
        unsafe { Self(_mm256_loadu_pd(at), _mm256_loadu_pd(at.add(4))) }
    }
    #[inline(always)]
    fn to_eight(self) -> [f64; 8] {
        // SAFETY: both are 64 bytes of plain numbers, and every bit pattern is one.
        unsafe { core::mem::transmute([self.0, self.1]) }
    }
    #[inline(always)]
    fn splat(value: f64) -> Self {
        avx!(Self(_mm256_set1_pd(value), _mm256_set1_pd(value)))
    }
    #[inline(always)]
    fn pair(first: f64, second: f64) -> Self {
        avx!(Self(_mm256_set1_pd(first), _mm256_set1_pd(second)))
    }
    #[inline(always)]
    fn spread(self, place: usize) -> Self {
        Self::pair(self.at(place & 3), self.at((place & 3) + 4))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        avx!(Self(_mm256_add_pd(self.0, other.0), _mm256_add_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        avx!(Self(_mm256_sub_pd(self.0, other.0), _mm256_sub_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        avx!(Self(_mm256_mul_pd(self.0, other.0), _mm256_mul_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        avx!(Self(_mm256_div_pd(self.0, other.0), _mm256_div_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        avx!(Self(_mm256_sqrt_pd(self.0), _mm256_sqrt_pd(self.1)))
    }
    #[inline(always)]
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self {
        avx!({
            let low = _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, than.0);
            let high = _mm256_cmp_pd::<_CMP_LT_OQ>(self.1, than.1);
            Self(_mm256_blendv_pd(no.0, yes.0, low), _mm256_blendv_pd(no.1, yes.1, high))
        })
    }
    #[inline(always)]
    fn holders(self, value: f64) -> u32 {
        avx!({
            let value = _mm256_set1_pd(value);
            let low = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, value)) as u32;
            let high = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.1, value)) as u32;
            low | high << 4
        })
    }
    #[inline(always)]
    fn greater(self, other: Self) -> u32 {
        avx!({
            let low = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GT_OQ>(self.0, other.0)) as u32;
            let high = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GT_OQ>(self.1, other.1)) as u32;
            low | high << 4
        })
    }
    #[inline(always)]
    fn at(&self, place: usize) -> f64 {
        // SAFETY: two registers in memory are 64 bytes of plain numbers, aligned more strictly than
        // these, and every bit pattern is one.
        let numbers: &[f64; 8] = unsafe { &*core::ptr::from_ref(self).cast() };
        numbers[place & 7]
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        avx!(Self(_mm256_max_pd(self.0, other.0), _mm256_max_pd(self.1, other.1)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        avx!(Self(_mm256_min_pd(self.0, other.0), _mm256_min_pd(self.1, other.1)))
    }
}
