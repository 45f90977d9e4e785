//! Any bytes, as two bodies: all that is asked of them is what all pairs of their parts say.
#![no_main]

#[path = "../../crates/osculate/tests/support/ask.rs"]
#[allow(dead_code)]
mod ask;
#[path = "../../crates/osculate/tests/support/body_calls.rs"]
mod body_calls;
#[path = "../../crates/osculate/tests/support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body_calls::check_bodies(data));
