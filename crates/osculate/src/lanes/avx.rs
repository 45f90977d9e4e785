//! Eight `f32` in one register, and eight `f64` in two, on x86-64 machines that have AVX.

use super::rows::{Work, by_two_fours};
use super::sse2::{F32x4, F64x4};
use super::{Lanes, Row};
use core::arch::x86_64::*;
use core::sync::atomic::{AtomicU8, Ordering};

/// What is known of the machine. It is written once, or by several threads the same.
static MACHINE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const WITHOUT: u8 = 1;
const WITH_AVX: u8 = 2;

/// Four numbers of which eight have a row by AVX.
pub(super) trait Eights: Lanes {
    /// That row.
    type Row: Row<Four = Self>;
}
impl Eights for F32x4 {
    type Row = F32x8;
}
impl Eights for F64x4 {
    type Row = F64x8;
}

/// Does work by rows of eight, by AVX if the machine has it.
#[inline(always)]
pub(super) fn by_eights<L: Eights, W: Work<L>>(work: W) -> W::Answer {
    let machine = match MACHINE.load(Ordering::Relaxed) {
        UNKNOWN => find_out(),
        known => known,
    };
    if machine == WITH_AVX {
        // SAFETY: the machine has it.
        return unsafe { by_avx(work) };
    }
    by_two_fours(work)
}

/// Asks the machine whether it has AVX, and whether its system keeps the registers.
#[cold]
#[inline(never)]
fn find_out() -> u8 {
    #[target_feature(enable = "xsave")]
    fn keeps_registers() -> bool {
        // SAFETY: it only reads a register that says what the system keeps, which is there where
        // programs may ask; it is called nowhere else.
        unsafe { _xgetbv(0) & 0b110 == 0b110 }
    }
    let flags = __cpuid(1).ecx;
    let (lets_ask, avx) = (flags >> 27 & 1 == 1, flags >> 28 & 1 == 1);
    // SAFETY: the system lets programs ask, it says.
    let has = avx && lets_ask && unsafe { keeps_registers() };
    let has = has && !cfg!(osculate_lanes = "sse2");
    let machine = if has { WITH_AVX } else { WITHOUT };
    MACHINE.store(machine, Ordering::Relaxed);
    machine
}

#[target_feature(enable = "avx")]
#[inline(never)]
fn by_avx<L: Eights, W: Work<L>>(work: W) -> W::Answer {
    work.by::<L::Row>()
}

/// Evaluates an expression of AVX intrinsics.
macro_rules! avx {
    ($e:expr) => {
        // SAFETY: nothing but `by_avx` names the types, which only runs where there is AVX, and
        // none of the intrinsics used here touches memory.
        unsafe { $e }
    };
}

/// Eight `f32` in one register. It must not leave this file but through [`by_eights`].
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
