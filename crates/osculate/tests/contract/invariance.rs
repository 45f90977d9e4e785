//! What must not change an answer: a power of two, a common translation, a second run, a cache from
//! elsewhere, an axis more.

use crate::support::ask::{Cache, closest, distance, intersects, penetration, signed_distance};
use crate::support::certificate::f64_of;
use crate::support::families::{Family, pair};
use crate::support::{Placed, Random, Space, body, epsilon, length_scale, scalar, vector};
use osculate::shape::{Ball, Capsule, Cuboid, Cylinder, Ellipsoid, PointCloud};
use osculate::{Bracket, Convex, DVec2, DVec3, Place, Pose};

const PAIRS: u64 = 200;

fn scaled<V: Space>(placed: &Placed<V>, factor: f64) -> Placed<V> {
    Placed {
        corners: placed.corners.iter().map(|&c| c * scalar(factor)).collect(),
        turn: placed.turn,
        translation: placed.translation * scalar(factor),
    }
}

/// Whether two vectors are the same, but for coordinates that are subnormal, or may have been.
fn same<V: Space>(p: V, q: V) -> bool {
    let none = if epsilon::<V>() < 1e-10 { 1e-300 } else { 1e-36 };
    (0..V::DIM).all(|i| {
        let [x, y] = [p, q].map(|v| f64_of::<V>(v.get(i)));
        x == y || x.abs().max(y.abs()) < none
    })
}

fn a_power_of_two_scales_the_bits<V: Space>() {
    let (mut asked, mut tiny) = (0, 0);
    for family in Family::ALL {
        for seed in 0..PAIRS {
            let (a, b) = pair::<V>(family, &mut Random(seed));
            let (p, q) = (body(&a), body(&b));
            let (gap, near, before) = (distance(&p, &q), closest(&p, &q), signed_distance(&p, &q));
            let depth = penetration(&p, &q);
            // A distance whose square has not all of its digits is not scaled: that is subnormal.
            let least = if epsilon::<V>() < 1e-10 { 1e-290 } else { 1e-30 };
            let is_tiny = [gap, near.distance].iter().any(|found| {
                let share = f64_of::<V>(found.value) / length_scale(&a, &b).max(1e-300);
                share > 0.0 && share * share < least
            });
            (asked, tiny) = (asked + 1, tiny + usize::from(is_tiny));
            for power in [-30, 20] {
                let factor = 2f64.powi(power);
                let by: V::Scalar = scalar(factor);
                let times = |x: Bracket<V::Scalar>| Bracket {
                    lower: x.lower * by,
                    value: x.value * by,
                    upper: x.upper * by,
                };
                let (p, q) = (body(&scaled(&a, factor)), body(&scaled(&b, factor)));
                let after = signed_distance(&p, &q);
                let context = format!("{} {family:?} seed {seed} power {power}", V::NAME);
                let are_same = |found: [V; 2], points: [V; 2]| {
                    let scaled = same(found[0], points[0] * by) && same(found[1], points[1] * by);
                    assert!(scaled, "{context}: {found:?} {points:?}");
                };
                let is_same = |found: Option<V>, normal: Option<V>| {
                    let (x, y) = (found.unwrap_or(V::ZERO), normal.unwrap_or(V::ZERO));
                    let same = same(x, y) && found.is_some() == normal.is_some();
                    assert!(same, "{context}: {found:?} {normal:?}");
                };
                assert_eq!(after.distance, times(before.distance), "{context}");
                assert_eq!(after.steps, before.steps, "{context}");
                is_same(Some(after.normal), Some(before.normal));
                are_same([after.on_a, after.on_b], [before.on_a, before.on_b]);
                assert_eq!(intersects(&p, &q), intersects(&body(&a), &body(&b)), "{context}");
                let found = penetration(&p, &q);
                let depths = depth.map(|depth| times(depth.depth));
                assert_eq!(found.map(|found| found.depth), depths, "{context}");
                is_same(found.map(|found| found.normal), depth.map(|depth| depth.normal));
                if !is_tiny {
                    assert_eq!(distance(&p, &q), times(gap), "{context}");
                    let found = closest(&p, &q);
                    assert_eq!(found.distance, times(near.distance), "{context}");
                    is_same(found.normal, near.normal);
                    are_same([found.on_a, found.on_b], [near.on_a, near.on_b]);
                }
            }
        }
    }
    assert!(10 * tiny < asked, "{}: {tiny} of {asked} are next to nothing", V::NAME);
}

#[test]
fn a_power_of_two_scales_the_bits_of_every_answer() {
    in_every_space!(a_power_of_two_scales_the_bits);
}

fn a_common_translation_changes_nothing<V: Space>() {
    for seed in 0..PAIRS {
        let mut random = Random(seed);
        // Coordinates of few digits, so that the translation adds exactly.
        let coarse = |x: f64| (x * 64.0).round() / 64.0;
        let mut cloud = || -> Vec<V> {
            (0..8).map(|_| V::from_fn(|_| scalar(coarse(random.signed())))).collect()
        };
        let (p, q) = (cloud(), cloud());
        let t: Vec<f64> = (0..3).map(|_| coarse(3.0 * random.signed())).collect();
        let turn = random.turn::<V>();
        let at = |moved: f64| {
            let move_by =
                |t: &[f64]| vector::<V>(&[t[0] + moved, t[1] - moved, t[2] + 2.0 * moved]);
            let a = Placed { corners: p.clone(), turn, translation: move_by(&[0.0; 3]) };
            let b = Placed { corners: q.clone(), turn, translation: move_by(&t) };
            signed_distance(&body(&a), &body(&b))
        };
        let (here, there) = (at(0.0), at(512.0));
        assert_eq!(here.distance, there.distance, "{} seed {seed}", V::NAME);
        assert_eq!(here.normal, there.normal, "{} seed {seed}", V::NAME);
    }
}

#[test]
fn a_common_exact_translation_changes_no_bit() {
    in_every_space!(a_common_translation_changes_nothing);
}

fn caches_cost_time_at_most<V: Space>() {
    for family in Family::ALL {
        // One cache for all pairs: right, stale and from another pair.
        let mut cache = Cache::new();
        for seed in 0..PAIRS {
            let (a, b) = pair::<V>(family, &mut Random(seed));
            let (p, q) = (body(&a), body(&b));
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let unit = epsilon::<V>() * length_scale(&a, &b);
            let cold = distance(&p, &q);
            for turn in ["stale", "right"] {
                let warm = cache.distance(&p, &q);
                let off = f64_of::<V>(warm.value - cold.value).abs();
                assert!(off <= 32.0 * unit, "{context}, {turn}: {warm:?} and {cold:?}");
                assert!(warm.lower <= cold.upper && cold.lower <= warm.upper, "{context}, {turn}");
                if cold.lower > scalar(0.0) && f64_of::<V>(cold.value) > 64.0 * unit {
                    assert!(!cache.intersects(&p, &q), "{context}, {turn}");
                }
                if cold.value == scalar(0.0) {
                    assert!(cache.intersects(&p, &q), "{context}, {turn}");
                }
            }
        }
    }
}

#[test]
fn a_cache_from_another_pair_costs_time_and_nothing_else() {
    in_every_space!(caches_cost_time_at_most);
}

#[test]
fn flat_space_answers_as_the_plane_does() {
    for seed in 0..PAIRS {
        let mut random = Random(seed);
        let mut cloud = || -> Vec<DVec2> { (0..6).map(|_| random.vector()).collect() };
        let (p, q) = (cloud(), cloud());
        let t: DVec2 = random.vector::<DVec2>() * 2.0;
        let lift = |points: &[DVec2]| points.iter().map(|p| p.extend(0.0)).collect::<Vec<DVec3>>();
        let plane = distance(
            &PointCloud::new(&p).unwrap(),
            &PointCloud::new(&q).unwrap().at(Pose::from_translation(t).unwrap()),
        );
        let space = distance(
            &PointCloud::new(&lift(&p)).unwrap(),
            &PointCloud::new(&lift(&q)).unwrap().at(Pose::from_translation(t.extend(0.0)).unwrap()),
        );
        assert!((plane.value - space.value).abs() <= 1e-14, "seed {seed}: {plane:?} and {space:?}");
    }
}

#[test]
fn single_and_double_precision_agree() {
    for family in Family::ALL {
        for seed in 0..PAIRS {
            let (a, b) = pair::<osculate::Vec3>(family, &mut Random(seed));
            let wide = |s: &Placed<osculate::Vec3>| Placed::<DVec3> {
                corners: s.corners.iter().map(|c| c.as_dvec3()).collect(),
                turn: s.turn,
                translation: s.translation.as_dvec3(),
            };
            let single = signed_distance(&body(&a), &body(&b)).distance;
            let double = signed_distance(&body(&wide(&a)), &body(&wide(&b))).distance;
            let (lower, upper) = (f64::from(single.lower), f64::from(single.upper));
            assert!(
                lower <= double.upper && double.lower <= upper,
                "{family:?} seed {seed}: {single:?} and {double:?}"
            );
        }
    }
}

/// Shapes at the ends of the number range: nothing overflows, nothing is NaN, and the distance is
/// right.
#[test]
fn extreme_magnitudes_are_like_others() {
    for size in [1e-300, 1e-150, 1e-20, 1.0, 1e20, 1e100, 1e150] {
        let shapes: Vec<Box<dyn Convex<DVec3>>> = vec![
            Box::new(Ball::new(size).unwrap()),
            Box::new(Cuboid::new(DVec3::splat(size)).unwrap()),
            Box::new(Cylinder::new(size, size).unwrap()),
            Box::new(Ellipsoid::new(DVec3::splat(size)).unwrap()),
            Box::new(Capsule::new(DVec3::ZERO, DVec3::Y * size, size).unwrap()),
        ];
        for a in &shapes {
            for b in &shapes {
                // Along x, each reaches just its size.
                let pose = Pose::from_translation(DVec3::X * (3.0 * size)).unwrap();
                let answer = closest(a, &b.at(pose));
                let apart = answer.distance.value / size;
                assert!((apart - 1.0).abs() <= 1e-11, "size {size:e}: {answer:?}");
                let deep = Pose::from_translation(DVec3::X * (1.9 * size)).unwrap();
                let depth = -signed_distance(a, &b.at(deep)).distance.value / size;
                assert!((depth - 0.1).abs() <= 1e-8, "size {size:e}: depth {depth}");
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for seed in 0..PAIRS {
        let (a, b) = pair::<osculate::Vec3A>(Family::TiltedFaces, &mut Random(seed));
        assert_eq!(closest(&body(&a), &body(&b)), closest(&body(&a), &body(&b)));
    }
}
