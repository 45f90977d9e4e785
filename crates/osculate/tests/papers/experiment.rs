//! The broad phase of paper 000's experiment, which is an example's.

#[path = "../../examples/experiment/sweep.rs"]
mod sweep;

use crate::support::Random;
use sweep::SweepAndPrune;

/// Cubes that move, some by little, some across the whole world, and some that share ends: after
/// each frame the pairs are those whose cubes overlap.
#[test]
fn sweep_and_prune_finds_the_cubes_that_overlap() {
    for (seed, leap) in [(1, 0.05), (2, 8.0), (3, 0.0)] {
        let mut random = Random(seed);
        let bodies = 40;
        let mut at: Vec<[f32; 3]> =
            (0..bodies).map(|_| [(); 3].map(|()| (random.signed() * 4.0) as f32)).collect();
        let mut sweep = SweepAndPrune::new(bodies, 1.0);
        let (mut found, mut swaps) = (0, 0);
        for frame in 0..200 {
            for place in at.iter_mut().flatten() {
                *place += (random.signed() * leap) as f32;
                if leap > 1.0 {
                    *place = (random.signed() * leap) as f32;
                }
                if leap == 0.0 {
                    // On a grid: ends at one place, and cubes that touch.
                    *place = (random.signed() * 4.0).round() as f32;
                }
            }
            sweep.step(|body| at[body]);
            let mut active = sweep.active().to_vec();
            active.sort_unstable();
            let all = (0..bodies).flat_map(|b| (0..b).map(move |a| [a, b]));
            let meet = |[a, b]: [usize; 2]| (0..3).all(|i| (at[a][i] - at[b][i]).abs() <= 2.0);
            let meet = (0u32..).zip(all).filter(|&(_, pair)| meet(pair));
            assert_eq!(active, meet.map(|(pair, _)| pair).collect::<Vec<_>>(), "{leap} {frame}");
            found += active.len();
            if frame > 0 && leap == 0.05 {
                swaps = sweep.swaps;
            }
        }
        assert!(found > 1000, "{leap}: {found}");
        // A sort of what is nearly sorted takes few exchanges: here of 240 ends.
        assert!(swaps < 200 * 120, "{swaps}");
    }
}
