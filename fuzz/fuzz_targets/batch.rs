//! Any bytes: see `osculate_fuzz::batch`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| osculate_fuzz::batch(bytes));
