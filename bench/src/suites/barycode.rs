//! Paper 003's workload: random convex polygons of 4 to 24 vertices; distant, overlapping,
//! touching; a thousand random poses each. The paper has no generator: what it says is in these.
//!
//! It places touching pairs by Box2D's distance, and here they are placed by this library's, in
//! double precision: both move a pair along the vector between its closest points. Contenders
//! are judged by the middle of its bracket, which is proved and about 1e-15 wide.

use crate::contenders::{PlanarPair, ours, planar};
use crate::harness::{Case, Options, Query, Row, measure};
use crate::random::Random;
use std::f64::consts::{PI, TAU};

const QUERIES: [Query; 4] =
    [Query::Intersects, Query::Distance, Query::Closest, Query::Penetration];

/// Corners at random angles of a circle, one in each sector, with a gap between sectors: no two are
/// the same.
fn polygon(random: &mut Random, n: usize) -> Vec<[f32; 2]> {
    let angle = |i: usize, unit: f64| (i as f64 + 0.8 * unit) / n as f64 * TAU;
    (0..n)
        .map(|i| {
            let angle = angle(i, random.unit());
            [angle.cos() as f32, angle.sin() as f32]
        })
        .collect()
}

fn pair(random: &mut Random, n: usize, class: &str) -> PlanarPair {
    let corners = [polygon(random, n), polygon(random, n)];
    let turns = [random.signed(), random.signed()].map(|x| (x * PI) as f32);
    let angle = random.signed() * PI;
    let far = if class == "overlapping" { random.unit() } else { 2.1 + 3.0 * random.unit() };
    let at = [angle.cos() * far, angle.sin() * far];
    let mut pair = PlanarPair { corners, turns, at: at.map(|x| x as f32) };
    if class == "touching" {
        // Moved in along the normal by the distance.
        let (normal, distance) = ours::planar_gap(&pair);
        pair.at = [0, 1].map(|i| (f64::from(pair.at[i]) - normal[i] * distance) as f32);
    }
    pair
}

fn run(n: usize, class: &'static str, options: &Options) -> Vec<Row> {
    let mut random = Random(n as u64);
    let pairs: Vec<PlanarPair> = (0..options.pairs).map(|_| pair(&mut random, n, class)).collect();
    let truths: Vec<f64> = pairs.iter().map(ours::planar_truth).collect();
    let deep = class == "overlapping";
    let queries = QUERIES.into_iter().filter(|&query| deep || query != Query::Penetration);
    queries
        .map(|query| {
            let mut contenders = planar(&pairs, query, options);
            let cells = measure(&mut contenders, pairs.len(), options.rounds, Some(query), &truths);
            Row { suite: "barycode", class: class.into(), size: n, query: query.name(), cells }
        })
        .collect()
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for class in ["distant", "overlapping", "touching"] {
        for n in [4, 8, 12, 16, 20, 24] {
            cases.push(Case {
                label: format!("{n} {class}"),
                run: Box::new(move |options| run(n, class, options)),
            });
        }
    }
    cases
}
