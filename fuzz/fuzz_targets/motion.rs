//! Any bytes, as two shapes that move: no sample before the time of impact is in contact, and none
//! is nearer than the closest approach.
#![no_main]

#[path = "../../crates/osculate/tests/support/ask.rs"]
#[allow(dead_code)]
mod ask;
#[path = "../../crates/osculate/tests/support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bytes::check_motion(data));
