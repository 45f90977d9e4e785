//! What each fuzz target asks of its bytes, compiled once for all of them.

#[path = "../../crates/osculate/tests/support/ask.rs"]
#[allow(dead_code)]
mod ask;
#[path = "../../crates/osculate/tests/support/batches.rs"]
mod batches;
#[path = "../../crates/osculate/tests/support/body_calls.rs"]
mod body_calls;
#[path = "../../crates/osculate/tests/support/bytes.rs"]
#[allow(dead_code)]
mod bytes;
#[path = "../files.rs"]
mod files;
#[path = "../../crates/osculate/tests/support/moving.rs"]
mod moving;
#[path = "../../crates/osculate/tests/support/scenes.rs"]
mod scenes;

/// As a batch: it says what asking each pair by itself says.
pub fn batch(bytes: &[u8]) {
    batches::check_batch(bytes);
}

/// As two bodies: all that is asked of them is what all pairs of their parts say.
pub fn bodies(bytes: &[u8]) {
    body_calls::check_bodies(bytes);
}

/// As a file of each format.
pub fn files(bytes: &[u8]) {
    files::check(bytes);
}

/// As points: their hull is built, and holds them.
pub fn hull(bytes: &[u8]) {
    bytes::check_hull(bytes);
}

/// As two shapes that move: no sample before the time of impact is in contact, and none is nearer
/// than the closest approach.
pub fn motion(bytes: &[u8]) {
    moving::check_motion(bytes);
}

/// As two shapes: every query ends, with brackets, in agreement with the others.
pub fn queries(bytes: &[u8]) {
    bytes::check(bytes);
}

/// As calls of a scene: it finds what asking every pair finds, and forgets what is gone.
pub fn scene(bytes: &[u8]) {
    scenes::check_scene(bytes);
}
