//! Eight `f32` in one register, on x86-64 machines that have AVX.

use super::Row;
use super::rows::{Work, by_two_fours};
use super::sse2::F32x4;
use core::arch::x86_64::*;
use core::sync::atomic::{AtomicU8, Ordering};

/// What is known of the machine. It is written once, or by several threads the same.
static MACHINE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const WITHOUT: u8 = 1;
const WITH_AVX: u8 = 2;

/// Does work by rows of eight, by AVX if the machine has it.
#[inline(always)]
pub(super) fn by_eights<W: Work<F32x4>>(work: W) -> W::Answer {
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
        // SAFETY: it only reads a register that says what the system keeps, which is there where programs may ask; nobody else calls this.
        unsafe { _xgetbv(0) & 0b110 == 0b110 }
    }
    let flags = __cpuid(1).ecx;
    let (lets_ask, avx) = (flags >> 27 & 1 == 1, flags >> 28 & 1 == 1);
    // SAFETY: the system lets programs ask, it says.
    let has = avx && lets_ask && unsafe { keeps_registers() };
    let machine = if has { WITH_AVX } else { WITHOUT };
    MACHINE.store(machine, Ordering::Relaxed);
    machine
}

#[target_feature(enable = "avx")]
#[inline(never)]
fn by_avx<W: Work<F32x4>>(work: W) -> W::Answer {
    work.by::<F32x8>()
}

/// Evaluates an expression of AVX intrinsics.
macro_rules! avx {
    ($e:expr) => {
        // SAFETY: nothing but `by_avx` names the type, which only runs where there is AVX, and none of the intrinsics used here touches memory.
        unsafe { $e }
    };
}

/// Eight `f32` in one register. It must not leave this file but through [`by_eights`].
#[derive(Clone, Copy)]
struct F32x8(__m256);

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
        // SAFETY: a register in memory is 32 bytes of plain numbers, aligned more strictly than these, and every bit pattern is one.
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
