//! Bodies of any bytes.

use super::body_calls::check_bodies;
use super::support::{Random, pairs};

#[test]
fn bodies_of_any_bytes_are_what_all_pairs_of_parts_are() {
    let mut random = Random(0xB0D1);
    for _ in 0..pairs(400) {
        let length = 20 + random.below(300);
        let bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        check_bodies(&bytes);
    }
}
