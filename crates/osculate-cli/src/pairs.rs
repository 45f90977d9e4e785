//! Which pairs are worth asking: those whose boxes come near each other. The library's own scene
//! will take this file's place.

use osculate::{Aabb, Convex, Vector};
use osculate_io::Body;

/// The box around a body.
pub fn bounds<V: Vector>(body: &Body<V>) -> Aabb<V> {
    let parts = body.parts.iter().map(|part| part.shape.bounds());
    parts.reduce(|all, one| all.union(&one)).unwrap_or(Aabb::empty())
}

/// All pairs of boxes no further apart than `margin`, the lesser index first: a sweep along the
/// axis on which the boxes overlap least.
pub fn near<V: Vector<Scalar = f64>>(bounds: &[Aabb<V>], margin: f64) -> Vec<(u32, u32)> {
    let spread = |axis: usize| {
        let ends = bounds.iter().map(|b| (b.min().get(axis), b.max().get(axis)));
        let bounded = || ends.clone().filter(|(low, high)| low.is_finite() && high.is_finite());
        let (low, high) = bounded().fold((f64::INFINITY, f64::NEG_INFINITY), |all, (low, high)| {
            (all.0.min(low), all.1.max(high))
        });
        let filled: f64 = bounded().map(|(low, high)| high - low).sum();
        filled / (high - low).max(f64::MIN_POSITIVE)
    };
    let axis = (0..V::DIM).min_by(|i, j| spread(*i).total_cmp(&spread(*j))).unwrap_or(0);
    let mut order: Vec<u32> = (0..bounds.len() as u32).collect();
    let low = |i: u32| bounds[i as usize].min().get(axis);
    order.sort_by(|i, j| low(*i).total_cmp(&low(*j)));
    let (mut open, mut pairs): (Vec<u32>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
    for i in order {
        let own = bounds[i as usize].expanded(margin);
        open.retain(|&j| bounds[j as usize].max().get(axis) >= own.min().get(axis));
        let near = open.iter().filter(|&&j| own.intersects(&bounds[j as usize]));
        pairs.extend(near.map(|&j| (i.min(j), i.max(j))));
        open.push(i);
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate::DVec3;

    #[test]
    fn the_sweep_finds_what_all_pairs_find() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut bounds: Vec<Aabb<DVec3>> = (0..300)
            .map(|_| {
                let low = DVec3::new(10.0 * next(), 2.0 * next(), 5.0 * next());
                Aabb::new(low, low + DVec3::new(next(), next(), next())).unwrap()
            })
            .collect();
        bounds[7] = Aabb::everything();
        for margin in [0.0, 0.3] {
            let mut all = Vec::new();
            for i in 0..300u32 {
                for j in i + 1..300 {
                    if bounds[i as usize].expanded(margin).intersects(&bounds[j as usize]) {
                        all.push((i, j));
                    }
                }
            }
            assert!(all.len() > 400, "the boxes hardly overlap");
            assert_eq!(near(&bounds, margin), all);
        }
    }
}
