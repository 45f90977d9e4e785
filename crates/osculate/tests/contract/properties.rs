//! What holds of any two shapes, on bytes that a failure shrinks.

#[path = "../support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

use crate::support::{Random, ask, pairs};
use osculate::shape::{Cone, Cylinder, HalfSpace, Point, Segment};
use osculate::{Convex, DVec2, DVec3, Vec2, Vec3, Vec3A};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// An ordinary run asks the same pairs each time, so it tells of the change at hand. A run with
/// `OSCULATE_PAIRS` asks other pairs each time, unless `PROPTEST_RNG_SEED` says which.
fn config() -> ProptestConfig {
    let most = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    match std::env::var("OSCULATE_PAIRS").ok().and_then(|pairs| pairs.parse().ok()) {
        Some(cases) => ProptestConfig { cases, ..most },
        None => ProptestConfig { cases: 20_000, rng_seed: RngSeed::Fixed(1), ..most },
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn queries_agree_on_any_two_shapes(data in proptest::collection::vec(any::<u8>(), 0..400)) {
        bytes::check(&data);
    }

    /// The same with plain numbers only, on which features coincide.
    #[test]
    fn queries_agree_on_plain_shapes(data in proptest::collection::vec(0u8..110, 0..200)) {
        bytes::check(&data);
    }

    #[test]
    fn hulls_hold_their_points(data in proptest::collection::vec(any::<u8>(), 0..300)) {
        bytes::check_hull(&data);
    }
}

/// A flat ellipse whose length is about the least normal number, and a point: directions that were
/// scaled for it once left the range, and came back as NaN.
#[test]
fn shapes_of_the_least_size_have_directions() {
    bytes::check(&[131, 193, 228, 28, 180, 0, 0, 0, 245, 0, 0, 0, 0, 2]);
    // A cylinder whose radius is 182 times the least number.
    bytes::check(&[39, 208, 247, 0, 64, 0, 0, 0, 0, 0, 0, 247, 182]);
}

/// Polygons of lengths from 1 to 1e228: an edge of the expansion has no length, and a tracker once
/// took the depth of the next pose from faces that it could not know.
#[test]
fn edges_that_vanish_leave_trackers_nothing() {
    bytes::check(&[
        76, 191, 33, 0, 230, 0, 0, 0, 0, 180, 0, 0, 0, 0, 0, 0, 245, 0, 0, 0, 0, 0, 0, 0, 0, 100,
        0, 0, 180, 0, 0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 180, 0, 0, 0, 100, 0, 0, 180, 0, 0, 0,
        49, 100, 0, 0, 245, 0, 0, 0, 0, 0, 0, 88, 239, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0,
        100, 0, 0, 100, 0, 0, 0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0,
        100, 0, 0, 100, 0, 128, 9, 180, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 180, 0, 0, 0, 180, 0, 0, 0,
        180, 0, 0, 0, 0, 100, 0, 0, 230, 0, 0, 0, 0, 0, 85, 0, 180, 0, 0, 0, 0, 0, 245, 0, 0, 0, 0,
        0, 0, 57, 111, 37, 37, 1, 35, 0,
    ]);
}

/// A segment of length 1e-11 is 1e34 deep in a half-space: the view of both in units of the segment
/// once had coordinates beyond the largest number.
#[test]
fn contacts_of_the_small_with_the_far_are_numbers() {
    bytes::check(&[
        12, 236, 33, 12, 9, 100, 46, 120, 245, 0, 0, 0, 0, 0, 0, 0, 128, 100, 0, 0, 230, 0, 0, 0,
        120, 0, 180, 236, 4, 102, 17, 100, 87, 139, 230, 67, 251, 145, 225, 5, 180, 57, 0, 1, 90,
    ]);
}

/// Hulls with faces so thin that their normals are all rounding, whose tables of directions once
/// lacked a vertex.
#[test]
fn hulls_of_thin_faces_hold_their_points() {
    bytes::check_hull(&[
        153, 246, 100, 0, 0, 5, 1, 51, 180, 97, 216, 218, 100, 196, 107, 53, 100, 12, 40, 245, 91,
        108, 25, 107, 180, 28, 37, 43,
    ]);
    bytes::check_hull(&[
        233, 218, 180, 0, 0, 0, 180, 38, 0, 128, 5, 230, 10, 20, 113, 1, 230, 79, 64, 26, 129, 100,
        55, 97, 11, 100, 72, 153, 230, 171, 118,
    ]);
}

/// Half-spaces have common points with what reaches into them, and with each other where they are
/// not parallel; two that face each other and overlap are no distance apart.
#[test]
fn half_spaces_have_common_points() {
    let floor = HalfSpace::new(DVec3::Y, 0.5).unwrap();
    let needle = Segment::new(DVec3::new(1.0, -4.0, 0.0), DVec3::new(0.0, 3.0, 0.0)).unwrap();
    let wall = HalfSpace::new(DVec3::new(0.6, -0.8, 0.0), -7.0).unwrap();
    let ceiling = HalfSpace::new(-DVec3::Y, 2.0).unwrap();
    let others: [&dyn Convex<DVec3>; 3] = [&needle, &wall, &ceiling];
    for other in others {
        for (a, b) in [(&floor as &dyn Convex<DVec3>, other), (other, &floor)] {
            let near = ask::closest(a, b);
            assert_eq!(near.on_a, near.on_b, "{near:?}");
            for shape in [a, b] {
                let off = ask::distance(shape, &Point::new(near.on_a).unwrap());
                assert!(off.lower == 0.0, "{near:?} is off by {off:?}");
            }
            assert!(ask::distance(a, b).upper < 1e-13, "{:?}", ask::distance(a, b));
        }
    }
}

/// The squares of so small a cone's slope are no numbers of single precision. It is in the middle
/// of a cylinder of radius 1.
#[test]
fn cones_of_next_to_no_size_have_slopes() {
    let cylinder = Cylinder::<Vec3>::new(2.0, 1.0).unwrap();
    for (half_height, radius) in [(1.5e-23, 5e-27), (1e-20, 1e-20), (1e-25, 3e-22)] {
        let cone = Cone::new(half_height, radius).unwrap();
        let depth = ask::penetration(&cone, &cylinder).unwrap();
        assert!(depth.depth.lower <= 1.0 && 1.0 <= depth.depth.upper, "{depth:?}");
        let at = ask::distance(&cone, &Point::new(Vec3::new(3.0, 4.0, 0.0)).unwrap());
        assert!(at.lower <= 5.0 && 5.0 <= at.upper, "{at:?}");
    }
}

/// Shapes of every kind, of plain numbers and of any bits.
#[test]
fn swapped_arguments_mirror_the_bits_of_every_answer() {
    for seed in 0..pairs(10_000) as u64 {
        let mut random = Random(seed);
        let (most, length) = if seed % 2 == 0 { (110, 180) } else { (256, 380) };
        let length = 20 + random.below(length);
        let data: Vec<u8> = (0..length).map(|_| random.below(most) as u8).collect();
        match seed / 2 % 5 {
            0 => bytes::check_swap::<Vec2>(&data),
            1 => bytes::check_swap::<DVec2>(&data),
            2 => bytes::check_swap::<Vec3>(&data),
            3 => bytes::check_swap::<Vec3A>(&data),
            _ => bytes::check_swap::<DVec3>(&data),
        }
    }
}

/// A pair whose steps run out before anything is proved: a distance that kept the points on the way
/// proved a gap where yes or no had found none.
#[test]
fn a_distance_proves_no_gap_that_yes_or_no_does_not() {
    bytes::check(&[
        7, 97, 9, 100, 0, 80, 51, 5, 100, 0, 54, 8, 58, 100, 0, 0, 0, 5, 9, 56, 27, 95, 89,
    ]);
}
