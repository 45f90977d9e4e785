//! `penetration` and `signed_distance` against exact arithmetic, on every family of hard pairs that
//! overlap or touch.

use crate::support::ask::{Cache, closest, distance, intersects, penetration, signed_distance};
use crate::support::certificate::{
    closest_proves_itself, f64_of, queries_hold, signed_proves_itself,
};
use crate::support::families::{Family, corners, overlapping_pair, pair, tilt};
use crate::support::oracle::Scene;
use crate::support::{
    Placed, Random, Space, Turn, body, coordinates, epsilon, length_scale, pairs, scalar,
};
use osculate::contract::{EXPANSION_STEPS, GJK_STEPS};
use osculate::shape::{ConvexPolygon, Cuboid, Segment};
use osculate::{At, Convex, DVec3, Ended, Place, Verdict};

/// Pairs a family and space; `OSCULATE_PAIRS=4000` makes it the full run of over 20,000 pairs a
/// space.
const PAIRS: usize = 400;

type Solid<V> = Box<dyn Convex<V>>;

fn cloud<V: Space>(placed: &Placed<V>) -> Solid<V> {
    Box::new(body(placed))
}

fn polygon<V: Space + osculate::Planar>(placed: &Placed<V>) -> Solid<V> {
    let polygon = ConvexPolygon::from_points(&placed.corners).unwrap();
    Box::new(At::new(polygon, placed.pose()))
}

fn depths_hold_the_contract<V: Space>(body: fn(&Placed<V>) -> Solid<V>) {
    let eps = epsilon::<V>();
    for family in Family::ALL {
        let (mut deep, mut flat) = (0, 0);
        let (mut worst, mut steps): (f64, u32) = (0.0, 0);
        let mut foreign = Cache::new();
        for seed in 0..pairs(PAIRS) as u64 {
            let mut random = Random(seed * 1000 + family as u64);
            let (a, b) = overlapping_pair::<V>(family, &mut random);
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let scene = Scene::new(&a, &b);
            if scene.distance() != 0.0 {
                continue;
            }
            let truth = scene.depth();
            let unit = (eps * length_scale(&a, &b)).max(1e-300);
            let (p, q) = (body(&a), body(&b));
            let Some(answer) = penetration(&p, &q) else {
                panic!("{context}: they overlap by {truth}, and penetration denies it");
            };
            let [lower, value, upper] =
                [answer.depth.lower, answer.depth.value, answer.depth.upper].map(f64_of::<V>);
            assert!(lower <= truth && truth <= upper, "{context}: {truth} and {answer:?}");
            assert!((value - truth).abs() <= 16.0 * unit, "{context}: {truth} and {answer:?}");
            assert!(upper - lower <= 32.0 * unit, "{context}: {truth} and {answer:?}");
            assert!(answer.steps <= EXPANSION_STEPS + GJK_STEPS, "{context}");
            worst = worst.max((value - truth).abs() / unit);
            steps = steps.max(answer.steps);
            if truth > 0.0 {
                deep += 1
            } else {
                flat += 1
            }

            let signed = signed_distance(&p, &q);
            signed_proves_itself::<V>(&p, &q, &signed, unit / eps, &context);
            let near = closest(&p, &q);
            closest_proves_itself::<V>(&p, &q, &near, unit / eps, 0.0, &context);
            // They have inner points in common only where they are deep.
            let overlaps = near.verdict == Verdict::Overlapping;
            assert!(!overlaps || truth > 0.0, "{context}: {near:?}, of no depth");
            // A cache that has seen the pair holds the contract too, and so does one that comes
            // from the pair before.
            let mut own = Cache::new();
            own.signed_distance(&p, &q);
            for cache in [&mut own, &mut foreign] {
                let again = cache.signed_distance(&p, &q);
                signed_proves_itself::<V>(&p, &q, &again, unit / eps, &context);
                let again = again.distance;
                let [lower, value, upper] =
                    [again.lower, again.value, again.upper].map(f64_of::<V>);
                let within = (value + truth).abs() <= 16.0 * unit && upper - lower <= 32.0 * unit;
                assert!(
                    lower <= -truth && -truth <= upper && within,
                    "{context}: warm, {truth} and {again:?}"
                );
            }
            // Moved out along the normal, by as little as rounding allows, they are apart.
            let way = value + 64.0 * unit;
            let out = answer.normal * scalar(way);
            let mut moved = b.clone();
            moved.translation = b.translation + out;
            let rounding =
                coordinates(moved.translation).iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            if rounding * eps <= unit {
                assert!(!intersects(&p, &body(&moved)), "{context}: {answer:?} does not separate");
            }
            // Swapped arguments give the mirrored bits.
            let swapped = signed_distance(&q, &p);
            assert_eq!(swapped.distance, signed.distance, "{context}: swapped");
            // Where a is b, no normal is the mirror image of itself.
            if a.translation != b.translation {
                assert_eq!(swapped.normal, -signed.normal, "{context}: swapped");
                assert_eq!(swapped.on_a, signed.on_b, "{context}: swapped");
            }
        }
        println!(
            "{:6} {family:?}: {deep} deep, {flat} touching or flat, \
             worst {worst:.2} eps L, {steps} steps",
            V::NAME
        );
        let some_deep = !matches!(family, Family::SharedVertex | Family::Duplicates);
        assert!(deep > 0 || !some_deep, "{family:?} never overlaps in {}", V::NAME);
    }
}

#[test]
fn depths_hold_the_contract_in_the_plane() {
    depths_hold_the_contract::<osculate::Vec2>(cloud);
    depths_hold_the_contract::<osculate::DVec2>(cloud);
}

#[test]
fn depths_of_polygons_hold_the_contract() {
    depths_hold_the_contract::<osculate::Vec2>(polygon);
    depths_hold_the_contract::<osculate::DVec2>(polygon);
}

#[test]
fn depths_hold_the_contract_in_space_in_single_precision() {
    depths_hold_the_contract::<osculate::Vec3>(cloud);
    depths_hold_the_contract::<osculate::Vec3A>(cloud);
}

#[test]
fn depths_hold_the_contract_in_space_in_double_precision() {
    depths_hold_the_contract::<osculate::DVec3>(cloud);
}

/// Every query on boxes as cuboids, apart or together. They have paths of their own, and
/// `FlatEdges` fails where a plane that rounding moved is taken for a distance.
fn cuboids_hold_the_contract<V: Space>() {
    let boxes = [Family::TiltedFaces, Family::NearlyParallel, Family::Kissing, Family::Equal];
    let families = boxes.into_iter().chain([Family::FlatEdges; 4]);
    for (round, family) in families.enumerate() {
        let (mut apart, mut together) = (0, 0);
        for seed in 0..pairs(PAIRS) as u64 {
            let mut random = Random(seed * 1000 + 100 * round as u64);
            let (a, b) = pair::<V>(family, &mut random);
            let truth = Scene::new(&a, &b).signed_distance();
            if truth > 0.0 {
                apart += 1
            } else {
                together += 1
            }
            let cuboid = |placed: &Placed<V>| {
                let half_extents = placed.corners[placed.corners.len() - 1];
                At::new(Cuboid::new(half_extents).unwrap(), placed.pose())
            };
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            queries_hold::<V>(&cuboid(&a), &cuboid(&b), truth, &context);
        }
        assert!(apart > 0 && together > 0, "{family:?} is one-sided: {apart}, {together}");
    }
}

#[test]
fn cuboids_apart_and_together_hold_the_contract() {
    in_every_space!(cuboids_hold_the_contract);
}

/// A cuboid or segment, and its corners: round numbers, needles, plates and flat ones, at poses
/// that are the same, aligned, nearly so, and any.
fn sum_of_segments<V: Space>(random: &mut Random) -> (Box<dyn Convex<V>>, Placed<V>) {
    let half: Vec<f64> = (0..V::DIM)
        .map(|_| {
            [0.0, 1e-6, 0.5, 1.0, 2.0, 1.0, random.unit(), 10.0 * random.unit()][random.below(8)]
        })
        .collect();
    let turn = match random.below(4) {
        0 => Turn::NONE,
        1 => Turn([0.0, 0.0, 0.5f64.sqrt(), 0.5f64.sqrt()]).rounded::<V>(),
        2 => tilt::<V>(random, -9.0, -1.0),
        _ => random.turn::<V>(),
    };
    let translation = V::from_fn(|_| {
        scalar([0.0, 0.5, 1.0, random.signed(), 1e-7 * random.signed()][random.below(5)])
    });
    let mut corners = corners::<V>(&half);
    let shape: Box<dyn Convex<V>> = if random.below(3) == 0 {
        corners = vec![corners[0], corners[corners.len() - 1] + V::axis(random.below(V::DIM))];
        Box::new(Segment::new(corners[0], corners[1]).unwrap())
    } else {
        Box::new(Cuboid::new(V::from_fn(|i| scalar(half[i]))).unwrap())
    };
    (shape, Placed { corners, turn, translation })
}

/// A box or segment beside another: mostly apart, and now and then by less than rounding tells.
fn boxes_and_segments_apart_hold_the_contract<V: Space>() {
    let eps = epsilon::<V>();
    let (mut apart, mut worst): (usize, f64) = (0, 0.0);
    let most = 5 * pairs(PAIRS);
    // In the last, the deepest points of a sliver are no closest points.
    for seed in (0..most as u64).chain([266_394]) {
        let mut random = Random(seed ^ 0x5E6);
        let (shape_a, mut a) = sum_of_segments::<V>(&mut random);
        let (shape_b, b) = sum_of_segments::<V>(&mut random);
        let size = length_scale(&a, &b);
        let by = [0.0, 0.3, 1.0, 3.0, 1e4][random.below(5)] * size;
        a.translation = a.translation + V::from_fn(|_| scalar(by * random.signed()));
        let context = format!("{} seed {seed}", V::NAME);
        let truth = Scene::new(&a, &b).distance();
        let unit = (eps * length_scale(&a, &b)).max(1e-300);
        let (p, q) = (shape_a.at(a.pose()), shape_b.at(b.pose()));
        let (gap, near) = (distance(&p, &q), closest(&p, &q));
        for found in [gap, near.distance] {
            let [lower, value, upper] = [found.lower, found.value, found.upper].map(f64_of::<V>);
            assert!(lower <= truth && truth <= upper, "{context}: {truth} and {found:?}");
            assert!((value - truth).abs() <= 16.0 * unit, "{context}: {truth} and {found:?}");
            worst = worst.max((value - truth).abs() / unit);
        }
        assert!(truth <= 48.0 * unit || !intersects(&p, &q), "{context}: {truth}");
        closest_proves_itself::<V>(&p, &q, &near, unit / eps, 0.0, &context);
        let swapped = closest(&q, &p);
        assert_eq!(swapped.distance, near.distance, "{context}: swapped");
        apart += usize::from(truth > 0.0);
    }
    println!("{:6}: {apart} of {most} apart, worst {worst:.2} eps L", V::NAME);
    assert!(apart * 2 > most, "{apart} of {most}");
}

#[test]
fn distances_of_boxes_and_segments() {
    in_every_space!(boxes_and_segments_apart_hold_the_contract);
}

fn boxes_and_segments_hold_the_contract<V: Space>() {
    let eps = epsilon::<V>();
    let (mut closed, mut worst): (usize, f64) = (0, 0.0);
    let most = 5 * pairs(PAIRS);
    for seed in 0..most as u64 {
        let mut random = Random(seed);
        let (shape_a, a) = sum_of_segments::<V>(&mut random);
        let (shape_b, b) = sum_of_segments::<V>(&mut random);
        let scene = Scene::new(&a, &b);
        if scene.distance() != 0.0 {
            continue;
        }
        let context = format!("{} seed {seed}", V::NAME);
        let truth = scene.depth();
        let unit = (eps * length_scale(&a, &b)).max(1e-300);
        let (p, q) = (shape_a.at(a.pose()), shape_b.at(b.pose()));
        let signed = signed_distance(&p, &q);
        let [lower, value, upper] =
            [signed.distance.lower, signed.distance.value, signed.distance.upper].map(f64_of::<V>);
        assert!(lower <= -truth && -truth <= upper, "{context}: {truth} and {signed:?}");
        assert!((value + truth).abs() <= 16.0 * unit, "{context}: {truth} and {signed:?}");
        assert!(upper - lower <= 32.0 * unit, "{context}: {truth} and {signed:?}");
        signed_proves_itself::<V>(&p, &q, &signed, unit / eps, &context);
        let swapped = signed_distance(&q, &p);
        if swapped.on_a != signed.on_b {
            println!("{a:?} {b:?} {signed:?} {swapped:?}");
        }
        assert_eq!(swapped.distance, signed.distance, "{context}: swapped");
        if a.translation != b.translation {
            assert_eq!(swapped.normal, -signed.normal, "{context}: swapped");
            assert_eq!(swapped.on_a, signed.on_b, "{context}: swapped");
        }
        closed += usize::from(signed.ended == Ended::ClosedForm);
        worst = worst.max((value + truth).abs() / unit);
    }
    println!("{:6}: {closed} of {most} in closed form, worst {worst:.2} eps L", V::NAME);
    assert!(closed * 5 > most, "{closed} of {most}");
}

#[test]
fn depths_of_boxes_and_segments_hold_the_contract() {
    in_every_space!(boxes_and_segments_hold_the_contract);
}

/// Steps of a sweep; with `OSCULATE_PAIRS=2000`, the five spaces sweep a million pairs.
const SWEPT_STEPS: usize = 100;

/// Boxes and hulls pushed through contact in steps of 1e-7 of their size: what one query says, the
/// others may not deny.
fn queries_agree_across_contact<V: Space>(body: fn(&Placed<V>) -> Solid<V>) {
    let eps = epsilon::<V>();
    let (mut together, mut apart) = (0, 0);
    // In the last, GJK passes a simplex that nearly holds the origin before one that is believed
    // to.
    for seed in (0..pairs(PAIRS) as u64).chain([2646]) {
        let mut random = Random(seed);
        let family = [Family::Random, Family::TiltedFaces, Family::Slivers, Family::Equal]
            [seed as usize % 4];
        let (a, mut b) = overlapping_pair::<V>(family, &mut random);
        let p = body(&a);
        let start = signed_distance(&p, &body(&b));
        let unit = eps * length_scale(&a, &b);
        // To just before contact, along the normal.
        let base = b.translation - start.normal * start.distance.value;
        let step = 1e-7 * unit / eps;
        for k in 0..SWEPT_STEPS {
            b.translation =
                base + start.normal * scalar((k as f64 - SWEPT_STEPS as f64 / 2.0) * step);
            let context = format!("{} {family:?} seed {seed} step {k}", V::NAME);
            let q = body(&b);
            let (gap, touch) = (distance(&p, &q), intersects(&p, &q));
            let (signed, depth) = (signed_distance(&p, &q), penetration(&p, &q));
            let zero = scalar(0.0);
            assert!(touch || gap.value > zero, "{context}: apart by {gap:?}");
            assert!(!touch || gap.lower == zero, "{context}: together by {gap:?}");
            assert!(depth.is_none() || signed.distance.lower <= zero, "{context}");
            assert!(depth.is_some() || signed.distance.upper > zero && !touch, "{context}");
            assert!(
                touch || depth.is_none_or(|d| f64_of::<V>(d.depth.value) <= 48.0 * unit),
                "{context}: {depth:?}"
            );
            let difference = f64_of::<V>(signed.distance.value).max(0.0) - f64_of::<V>(gap.value);
            assert!(difference.abs() <= 32.0 * unit, "{context}: {signed:?} and {gap:?}");
            assert!(gap.lower <= zero || f64_of::<V>(signed.distance.upper) > 0.0, "{context}");
            if touch { together += 1 } else { apart += 1 }
        }
    }
    // Not each sweep: tips of slivers may pass one another.
    let least = pairs(PAIRS) * SWEPT_STEPS / 5;
    assert!(together > least && apart > least, "one-sided: {together} together, {apart} apart");
}

#[test]
fn queries_agree_on_pairs_swept_through_contact() {
    queries_agree_across_contact::<osculate::Vec2>(cloud);
    queries_agree_across_contact::<osculate::DVec2>(cloud);
    queries_agree_across_contact::<osculate::Vec2>(polygon);
    queries_agree_across_contact::<osculate::DVec2>(polygon);
    queries_agree_across_contact::<osculate::Vec3>(cloud);
    queries_agree_across_contact::<osculate::Vec3A>(cloud);
    queries_agree_across_contact::<DVec3>(cloud);
}
