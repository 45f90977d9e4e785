//! Whether the machine has AVX, and work by rows of eight where it has.

use super::Lanes;
use super::Row;
use super::rows::{Work, by_two_fours};
use core::arch::x86_64::*;
use core::sync::atomic::{AtomicU8, Ordering};

/// What is known of the machine. It is written once, or by several threads the same.
static MACHINE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const WITHOUT: u8 = 1;
const WITH_AVX: u8 = 2;

/// Four numbers of which eight have a row by AVX (`avx.rs`).
pub(super) trait Eights: Lanes {
    /// That row.
    type Row: Row<Four = Self>;
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
    // SAFETY: every such machine has it. Newer compilers call it safe; the oldest that the crate
    // takes does not.
    #[allow(unused_unsafe)]
    let flags = unsafe { __cpuid(1).ecx };
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
