//! Which registers the machine has, and work by rows of eight in them.
//!
//! With AVX2 a row is one register of `f32` or two of `f64`. With AVX-512 it is the same, and there
//! are twice as many of these registers, and some for comparisons: long work then keeps less in
//! memory. Without either, rows are two fours. The bits are the same.
//!
//! With the feature `std`, the environment variable `OSCULATE_LANES` may say `sse2` or `avx2`: no
//! more is used then.

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
const WITH_AVX512: u8 = 3;

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
    match machine {
        // SAFETY: the machine has it.
        WITH_AVX2 => unsafe { by_avx2(work) },
        // SAFETY: the machine has it.
        WITH_AVX512 => unsafe { by_avx512(work) },
        _ => by_two_fours(work),
    }
}

/// Asks the machine what it has, and whether its system keeps the registers.
#[cold]
#[inline(never)]
fn find_out() -> u8 {
    #[target_feature(enable = "xsave")]
    fn kept_registers() -> u64 {
        // SAFETY: it only reads a register that says what the system keeps, which is there where
        // programs may ask; it is called nowhere else.
        unsafe { _xgetbv(0) }
    }
    // Newer compilers call the question safe; the oldest that the crate takes does not.
    #[allow(unused_unsafe)]
    // SAFETY: every such machine takes it.
    let asked = |leaf: u32| unsafe { __cpuid_count(leaf, 0) };
    let flags = asked(1).ecx;
    let (lets_ask, avx) = (flags >> 27 & 1 == 1, flags >> 28 & 1 == 1);
    // SAFETY: the system lets programs ask, it says.
    let kept = if lets_ask { unsafe { kept_registers() } } else { 0 };
    let more = if asked(0).eax >= 7 { asked(7).ebx } else { 0 };
    let has_all = |bits: &[u32]| bits.iter().all(|bit| more >> bit & 1 == 1);
    let avx2 = avx && kept & 0b110 == 0b110 && has_all(&[5]);
    // Foundation, double words, bytes, and registers of any length.
    let avx512 = avx2 && kept & 0b1110_0000 == 0b1110_0000 && has_all(&[16, 17, 30, 31]);
    let has = if avx512 {
        WITH_AVX512
    } else if avx2 {
        WITH_AVX2
    } else {
        WITHOUT
    };
    let machine = has.min(most_wanted());
    MACHINE.store(machine, Ordering::Relaxed);
    machine
}

/// The most that who starts the program wants to be used.
fn most_wanted() -> u8 {
    #[cfg(feature = "std")]
    if let Some(lanes) = std::env::var_os("OSCULATE_LANES") {
        if lanes == "sse2" {
            return WITHOUT;
        }
        if lanes == "avx2" {
            return WITH_AVX2;
        }
    }
    WITH_AVX512
}

#[target_feature(enable = "avx2,avx512f,avx512vl,avx512dq,avx512bw")]
#[inline(never)]
fn by_avx512<L: Eights, W: Work<L>>(work: W) -> W::Answer {
    work.by::<L::Row>()
}

#[target_feature(enable = "avx2")]
#[inline(never)]
fn by_avx2<L: Eights, W: Work<L>>(work: W) -> W::Answer {
    work.by::<L::Row>()
}
