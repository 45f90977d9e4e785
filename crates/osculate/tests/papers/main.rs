//! The papers' algorithms against exact arithmetic: each agrees, or its published failure is shown
//! and counted. Tests named `claims` measure what the papers claim, and print it.
//!
//! `OSCULATE_PAIRS` is the number of pairs or simplices of a family, as in `contract`.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod barycode;
mod bergen;
mod boolean;
mod claims;
mod difference;
mod doors;
mod ericson;
mod experiment;
mod figures;
mod frustum;
mod lin_canny;
mod solvers;

use osculate::{At, Convex, Scalar, penetration, shape::PointCloud};
use support::families::{Family, pair};
use support::oracle::Scene;
use support::{Placed, Random, Space, body, coordinates, epsilon, length_scale, norm, pairs};

/// A pair of a family, its shapes, and what is exactly true of it.
pub struct Asked<V: Space> {
    /// The first.
    pub a: At<V, PointCloud<V>>,
    /// The second.
    pub b: At<V, PointCloud<V>>,
    /// The exact distance, rounded once.
    pub truth: f64,
    /// ε·(L + where the pair is): what rounding may do to a support point. The papers compute in
    /// the coordinates of the world.
    pub unit: f64,
    /// Which pair it is.
    pub name: String,
}

/// Pairs that are this near to contact, in ε·(L + where the pair is), may be told either way.
pub const DOUBT: f64 = 64.0;

impl<V: Space> Asked<V> {
    /// Whether the shapes are surely apart.
    pub fn is_apart(&self) -> bool {
        self.truth > DOUBT * self.unit
    }

    /// Whether they surely overlap: by the exact distance, and by the depth that the library
    /// proves.
    pub fn is_deep(&self) -> bool {
        let depth = || penetration(&self.a, &self.b).map_or(0.0, |d| d.depth.lower.to_f64());
        self.truth == 0.0 && depth() > DOUBT * self.unit
    }
}

/// Pairs of every family: so many of each by default.
pub fn each_pair<V: Space>(default: usize, mut ask: impl FnMut(&Asked<V>)) -> usize {
    let n = pairs(default);
    for (seed, family) in Family::ALL.into_iter().enumerate() {
        let mut random = Random(1000 + seed as u64);
        for k in 0..n {
            let (a, b): (Placed<V>, Placed<V>) = pair::<V>(family, &mut random);
            let truth = Scene::new(&a, &b).distance();
            let at = norm(&coordinates(a.translation));
            let unit = epsilon::<V>() * (length_scale(&a, &b) + at);
            let name = format!("{} {family:?} {k}", V::NAME);
            ask(&Asked { a: body(&a), b: body(&b), truth, unit, name });
        }
    }
    n * Family::ALL.len()
}

/// Asserts a count. Random cases have fixed seeds, so that it is exact at the default size. Of more
/// cases it is as many times as large, but for four standard deviations of the default's count.
pub fn assert_count(what: &str, count: usize, of: usize, expected: usize, of_default: usize) {
    println!("{what}: {count} of {of}");
    if of == of_default {
        assert_eq!(count, expected, "{what}");
    } else {
        let (times, expected) = (of as f64 / of_default as f64, expected as f64);
        let by = 4.0 * (expected + 1.0).sqrt();
        let (low, high) = (times * (expected - by) - 1.0, times * (expected + by) + 1.0);
        assert!((low..=high).contains(&(count as f64)), "{what}: {count}, in {low}..={high}");
    }
}

/// The support mapping of a shape of a pair.
pub fn support_of<V: Space>(shape: &At<V, PointCloud<V>>) -> impl Fn(V) -> V {
    |direction| shape.support(direction)
}
