//! Hulls of points on a sphere, in space: from far apart to deep inside one another.

use crate::contenders::{Spatial, SpatialPair, ours, spatial, spatial_cold};
use crate::harness::{Case, Options, Query, Row, measure};
use crate::random::Random;

/// The class of hulls that are so many that they wait in memory.
pub const OUT_OF_CACHE: &str = "out of cache";

/// Hulls of a workload; its pairs draw from them.
const HULLS: usize = 32;

/// Large hulls have fewer pairs: no more than so many vertices in all.
const MOST_VERTICES: usize = 1_000_000;

/// How far apart the pairs of a class are: unit hulls, moved along the normal of their distance.
/// The others are not moved.
pub const CLASSES: [(&str, Option<f64>); 5] = [
    ("distant", None),
    ("near", Some(0.01)),
    ("touching", Some(0.0)),
    ("shallow", Some(-0.02)),
    ("deep", None),
];

pub fn workload(vertices: usize, class: &str, gap: Option<f64>, pairs: usize) -> Spatial {
    let mut random = Random(7 + vertices as u64);
    let mut hull = || (0..vertices).map(|_| random.direction().map(|x| x as f32)).collect();
    let hulls: Vec<Vec<[f32; 3]>> = (0..HULLS).map(|_| hull()).collect();
    let mut pair = || {
        let [i, j] = [random.below(HULLS), random.below(HULLS)];
        let turns = [random.quaternion(), random.quaternion()].map(|q| q.map(|x| x as f32));
        let way = random.direction();
        let far = if class == "deep" { 0.5 * random.unit() } else { 2.2 + 3.0 * random.unit() };
        let mut at = way.map(|x| (x * far) as f32);
        if let Some(gap) = gap {
            let (normal, distance) = ours::spatial_gap([&hulls[i], &hulls[j]], turns, at);
            at = [0, 1, 2].map(|k| (f64::from(at[k]) - normal[k] * (distance - gap)) as f32);
        }
        SpatialPair { hulls: [i, j], turns, at }
    };
    let pairs = (0..pairs).map(|_| pair()).collect();
    Spatial { hulls, pairs }
}

/// Every query of pairs of one class.
pub fn rows(
    suite: &'static str,
    class: &str,
    vertices: usize,
    (workload, overlaps): (&Spatial, bool),
    options: &Options,
) -> Vec<Row> {
    let truths = ours::spatial_truths(workload);
    let mut queries = vec![Query::Intersects, Query::Distance, Query::Closest];
    if overlaps {
        queries.push(Query::Penetration);
    }
    let rows = queries.into_iter().map(|query| {
        let mut contenders = spatial(workload, query, options);
        let pairs = workload.pairs.len();
        let cells = measure(&mut contenders, pairs, options.rounds, Some(query), &truths);
        Row { suite, class: class.into(), size: vertices, query: query.name(), cells }
    });
    rows.collect()
}

fn run(vertices: usize, (class, gap): (&'static str, Option<f64>), options: &Options) -> Vec<Row> {
    let workload = workload(vertices, class, gap, options.pairs.min(MOST_VERTICES / vertices));
    let overlaps = matches!(class, "shallow" | "deep");
    rows("hulls", class, vertices, (&workload, overlaps), options)
}

/// Hulls of a workload that no cache holds, for each of its pairs of another workload.
const MANY_HULLS: usize = 100;

/// Pairs of that workload, for each of another one.
const MANY_PAIRS: usize = 1000;

/// A million pairs of a hundred thousand hulls of 8, in any order: on ellipsoids with half-axes of
/// 0.5 to 1.5, as far apart as pairs that a scene's boxes find.
fn out_of_cache(options: &Options) -> Vec<Row> {
    let mut random = Random(8);
    let count = MANY_HULLS * options.pairs;
    let mut hull = || {
        let axes = [(); 3].map(|()| 0.5 + random.unit());
        let mut point = || {
            let p = random.direction();
            [0, 1, 2].map(|k| (p[k] * axes[k]) as f32)
        };
        (0..8).map(|_| point()).collect()
    };
    let hulls: Vec<Vec<[f32; 3]>> = (0..count).map(|_| hull()).collect();
    let mut pair = || {
        let way = random.direction();
        let far = 3.0 * random.unit();
        SpatialPair {
            hulls: [random.below(count), random.below(count)],
            turns: [random.quaternion(), random.quaternion()].map(|q| q.map(|x| x as f32)),
            at: way.map(|x| (x * far) as f32),
        }
    };
    let pairs = (0..MANY_PAIRS * options.pairs).map(|_| pair()).collect();
    let workload = Spatial { hulls, pairs };
    let truths = ours::spatial_truths(&workload);
    let rows = [Query::Intersects, Query::Distance, Query::Closest].into_iter().map(|query| {
        let mut contenders = spatial_cold(&workload, query, options);
        let pairs = workload.pairs.len();
        let cells = measure(&mut contenders, pairs, options.rounds, Some(query), &truths);
        Row { suite: "hulls", class: OUT_OF_CACHE.into(), size: 8, query: query.name(), cells }
    });
    rows.collect()
}

pub fn cases() -> Vec<Case> {
    let mut cases = vec![Case { label: "8 out of cache".into(), run: Box::new(out_of_cache) }];
    for class in CLASSES {
        for vertices in [8, 20, 64, 256, 1024, 4096] {
            cases.push(Case {
                label: format!("{vertices} {}", class.0),
                run: Box::new(move |options| run(vertices, class, options)),
            });
        }
    }
    cases
}
