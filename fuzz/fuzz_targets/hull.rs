//! Any bytes: see `osculate_fuzz::hull`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| osculate_fuzz::hull(bytes));
