//! Any bytes, as two shapes that move: no sample before the time of impact is in contact, and none
//! is nearer than the closest approach.
#![no_main]

#[path = "../../crates/osculate/tests/support/ask.rs"]
#[allow(dead_code)]
mod ask;
#[path = "../../crates/osculate/tests/support/bytes.rs"]
#[allow(dead_code)]
mod bytes;
#[path = "../../crates/osculate/tests/support/moving.rs"]
mod moving;

libfuzzer_sys::fuzz_target!(|data: &[u8]| moving::check_motion(data));
