//! Any bytes, as two shapes: every query ends, with brackets, in agreement with the others.
#![no_main]

#[path = "../../crates/osculate/tests/support/ask.rs"]
#[allow(dead_code)]
mod ask;
#[path = "../../crates/osculate/tests/support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bytes::check(data));
