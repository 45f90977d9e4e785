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

/// An ellipsoid ends 4.6e-14 below a flat box: a query cannot tell that from contact, and nor may
/// the boxes of a scene.
#[test]
fn what_a_query_leaves_open_the_boxes_leave_open() {
    let mut bytes = [0; 43];
    bytes[..12].copy_from_slice(&[47, 64, 0, 126, 71, 49, 0, 4, 82, 3, 0, 39]);
    bytes[19..35].copy_from_slice(&[25, 44, 73, 94, 78, 73, 73, 48, 73, 73, 73, 243, 78, 6, 0, 53]);
    bytes[35..].copy_from_slice(&[51, 51, 51, 51, 51, 51, 51, 3]);
    check_scene(&bytes);
}
