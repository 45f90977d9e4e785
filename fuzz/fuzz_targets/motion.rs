//! Any bytes: see `osculate_fuzz::motion`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| osculate_fuzz::motion(bytes));
