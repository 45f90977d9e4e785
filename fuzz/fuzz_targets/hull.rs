//! Any bytes, as points: their hull is built, and holds them.
#![no_main]

#[path = "../../crates/osculate/tests/support/ask.rs"]
#[allow(dead_code)]
mod ask;
#[path = "../../crates/osculate/tests/support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bytes::check_hull(data));
