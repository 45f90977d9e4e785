//! Any bytes: see `osculate_fuzz::files`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| osculate_fuzz::files(bytes));
