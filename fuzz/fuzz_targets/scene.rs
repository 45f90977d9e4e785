//! Any bytes, as calls of a scene: it finds what asking every pair finds, and forgets what is gone.
#![no_main]

#[path = "../../crates/osculate/tests/support/ask.rs"]
#[allow(dead_code)]
mod ask;
#[path = "../../crates/osculate/tests/support/bytes.rs"]
#[allow(dead_code)]
mod bytes;
#[path = "../../crates/osculate/tests/support/scenes.rs"]
mod scenes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| scenes::check_scene(data));
