//! What holds of any two shapes, on bytes that a failure shrinks.

#[path = "../support/bytes.rs"]
mod bytes;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("OSCULATE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

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
