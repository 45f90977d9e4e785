//! Any bytes: see `osculate_fuzz::bodies`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| osculate_fuzz::bodies(bytes));
