//! Random calls in any order.

use super::scenes::check_scene;
use super::support::{Random, pairs};

#[test]
fn random_calls_find_what_every_pair_finds() {
    let mut random = Random(0xCA115);
    for _ in 0..pairs(1500) {
        let length = 20 + random.below(600);
        let bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        check_scene(&bytes);
    }
}
