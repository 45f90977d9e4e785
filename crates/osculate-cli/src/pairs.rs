//! Which pairs are worth asking: those whose boxes come near each other. The library's own scene will take this file's place.

use osculate::{Convex, Core, DVec3};
use osculate_io::{Body, Part};

/// A box along the axes; infinite for what has no bounds.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub low: DVec3,
    pub high: DVec3,
}

impl Bounds {
    const NOTHING: Self =
        Self { low: DVec3::splat(f64::INFINITY), high: DVec3::splat(f64::NEG_INFINITY) };

    pub fn of_part(part: &Part) -> Self {
        let (origin, radius) = (part.shape.origin(), part.shape.radius());
        if let Core::HalfSpace { normal, offset } = part.shape.core() {
            // Bounded only along its own normal.
            let far = offset + normal.dot(origin) + radius;
            let reach = |way: DVec3| if normal == way { far } else { f64::INFINITY };
            return Self::reaching(reach);
        }
        let reach = |way: DVec3| {
            let reach = (part.shape.support_from_origin(way) + origin).dot(way) + radius;
            // The least rounding makes a box too small.
            let slack = 1e-12 * (origin.abs().max_element() + part.shape.extent() + radius);
            reach + slack
        };
        Self::reaching(reach)
    }

    /// What reaches so far along each direction.
    fn reaching(reach: impl Fn(DVec3) -> f64) -> Self {
        Self {
            low: -DVec3::new(reach(-DVec3::X), reach(-DVec3::Y), reach(-DVec3::Z)),
            high: DVec3::new(reach(DVec3::X), reach(DVec3::Y), reach(DVec3::Z)),
        }
    }

    pub fn of_body(body: &Body) -> Self {
        body.parts.iter().map(Self::of_part).fold(Self::NOTHING, Self::union)
    }

    pub fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn is_near(&self, other: &Self, margin: f64) -> bool {
        (self.low - other.high).cmple(DVec3::splat(margin)).all()
            && (other.low - self.high).cmple(DVec3::splat(margin)).all()
    }
}

/// All pairs of boxes no further apart than `margin`, the lesser index first: a sweep along the axis on which the boxes overlap least.
pub fn near(bounds: &[Bounds], margin: f64) -> Vec<(u32, u32)> {
    let spread = |axis: usize| {
        let bounded =
            || bounds.iter().filter(|b| b.low[axis].is_finite() && b.high[axis].is_finite());
        let (low, high) = bounded().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), b| {
            (low.min(b.low[axis]), high.max(b.high[axis]))
        });
        let filled: f64 = bounded().map(|b| b.high[axis] - b.low[axis]).sum();
        filled / (high - low).max(f64::MIN_POSITIVE)
    };
    let axis = (0..3).min_by(|i, j| spread(*i).total_cmp(&spread(*j))).unwrap_or(0);
    let mut order: Vec<u32> = (0..bounds.len() as u32).collect();
    order.sort_by(|i, j| bounds[*i as usize].low[axis].total_cmp(&bounds[*j as usize].low[axis]));
    let (mut open, mut pairs): (Vec<u32>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
    for i in order {
        let own = &bounds[i as usize];
        open.retain(|&j| bounds[j as usize].high[axis] + margin >= own.low[axis]);
        let near = open.iter().filter(|&&j| own.is_near(&bounds[j as usize], margin));
        pairs.extend(near.map(|&j| (i.min(j), i.max(j))));
        open.push(i);
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sweep_finds_what_all_pairs_find() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut bounds: Vec<Bounds> = (0..300)
            .map(|_| {
                let low = DVec3::new(10.0 * next(), 2.0 * next(), 5.0 * next());
                Bounds { low, high: low + DVec3::new(next(), next(), next()) }
            })
            .collect();
        bounds[7] =
            Bounds { low: DVec3::splat(f64::NEG_INFINITY), high: DVec3::splat(f64::INFINITY) };
        for margin in [0.0, 0.3] {
            let mut all = Vec::new();
            for i in 0..300u32 {
                for j in i + 1..300 {
                    if bounds[i as usize].is_near(&bounds[j as usize], margin) {
                        all.push((i, j));
                    }
                }
            }
            assert!(all.len() > 400, "the boxes hardly overlap");
            assert_eq!(near(&bounds, margin), all);
        }
    }
}
