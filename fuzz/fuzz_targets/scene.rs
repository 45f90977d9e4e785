//! Any bytes: see `osculate_fuzz::scene`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| osculate_fuzz::scene(bytes));
