//! Any bytes: see `osculate_fuzz::queries`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| osculate_fuzz::queries(bytes));
