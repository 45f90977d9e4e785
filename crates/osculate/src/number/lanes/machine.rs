//! Whether the machine has AVX2, and work by rows of eight where it has.
//!
//! With the feature `std`, the environment variable `OSCULATE_LANES` may say `sse2`: then rows are
//! two fours, as on a machine without AVX2. The bits are the same.

use super::Lanes;
use super::Row;
use super::rows::{Work, by_two_fours};
use core::arch::x86_64::*;
use core::sync::atomic::{AtomicU8, Ordering};

/// What is known of the machine. It is written once, or by several threads the same.
static MACHINE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const WITHOUT: u8 = 1;
const WITH_AVX2: u8 = 2;

/// Four numbers of which eight have a row by AVX2 (`avx.rs`).
pub(super) trait Eights: Lanes {
    /// That row.
    type Row: Row<Four = Self>;
}
/// Does work by rows of eight, by AVX2 if the machine has it.
#[inline(always)]
pub(super) fn by_eights<L: Eights, W: Work<L>>(work: W) -> W::Answer {
    let machine = match MACHINE.load(Ordering::Relaxed) {
        UNKNOWN => find_out(),
        known => known,
    };
    if machine == WITH_AVX2 {
        // SAFETY: the machine has it.
        return unsafe { by_avx2(work) };
    }
    by_two_fours(work)
}

/// Asks the machine whether it has AVX2, and whether its system keeps the registers.
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
    let has = has && __cpuid(0).eax >= 7 && __cpuid_count(7, 0).ebx >> 5 & 1 == 1;
    let machine = if has && !is_told_without() { WITH_AVX2 } else { WITHOUT };
    MACHINE.store(machine, Ordering::Relaxed);
    machine
}

/// Whether who builds or starts the program wants SSE2 alone.
fn is_told_without() -> bool {
    #[cfg(feature = "std")]
    if std::env::var_os("OSCULATE_LANES").is_some_and(|lanes| lanes == "sse2") {
        return true;
    }
    cfg!(osculate_lanes = "sse2")
}

#[target_feature(enable = "avx2")]
#[inline(never)]
fn by_avx2<L: Eights, W: Work<L>>(work: W) -> W::Answer {
    work.by::<L::Row>()
}
