//! Pairs of meshes against the exact distances of all pairs of their facets.

use crate::families::{FAMILIES, pair};
use crate::meshes::{Mesh, Meshes};
use crate::support::certificate::f64_of;
use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Turn, coordinates, epsilon, norm, pairs, scalar};
use crate::truth::{Truth, distance_of};
use osculate::{Bracket, Verdict};

/// Pairs a family and space.
const PAIRS: usize = 40;

/// The bracket as numbers of double precision.
pub fn numbers<V: Meshes>(of: Bracket<V::Scalar>) -> [f64; 3] {
    [of.lower, of.value, of.upper].map(f64_of::<V>)
}

/// What may be doubted of two meshes: an ε of L, and what a few of the least numbers are.
struct Unit {
    length: f64,
    epsilon: f64,
}

/// The bracket holds the truth, is narrow, and its value is near.
pub fn holds(context: &str, [lower, value, upper]: [f64; 3], truth: f64, unit: f64) {
    assert!(lower <= value && value <= upper, "{context}: [{lower:e}, {value:e}, {upper:e}]");
    assert!(
        lower <= truth && truth <= upper,
        "{context}: {truth:e} outside [{lower:e}, {upper:e}], eps L = {unit:e}"
    );
    let width = (upper - lower) / unit;
    assert!(width <= 32.0, "{context}: wide by {width} units, [{lower:e}, {upper:e}]");
    let off = (value - truth).abs() / unit;
    assert!(off <= 16.0, "{context}: {value:e} for {truth:e}, off by {off} units");
}

/// A point of the world lies on a facet, as exactly as it can be written.
fn lies_on<V: Meshes>(context: &str, point: V, of: &Mesh<V>, facet: u32, unit: &Unit) {
    let there = Placed { corners: vec![V::ZERO], turn: Turn::NONE, translation: point };
    let off = Scene::new(&there, &of.placed(facet as usize)).distance();
    let most = 16.0 * unit.epsilon * (unit.length + norm(&coordinates(point)));
    assert!(off <= most, "{context}: {point:?} is {off:e} off facet {facet}, at most {most:e}");
}

fn closest_is_true<V: Meshes>(context: &str, a: &Mesh<V>, b: &Mesh<V>, truth: f64, of: &Unit) {
    let unit = of.epsilon * of.length;
    let found = a.at().closest(&b.at());
    let near = found.closest;
    holds(&format!("{context} closest"), numbers::<V>(near.distance), truth, unit);
    let [i, j] = found.parts;
    assert!((i as usize) < a.facets.len() && (j as usize) < b.facets.len(), "{context}");
    let of_parts = distance_of([a, b], found.parts);
    assert!((of_parts - truth).abs() <= 16.0 * unit, "{context}: {of_parts:e} for {truth:e}");
    lies_on(context, near.on_a, a, i, of);
    lies_on(context, near.on_b, b, j, of);
    let (on_a, on_b) = (coordinates(near.on_a), coordinates(near.on_b));
    let between: Vec<f64> = on_a.iter().zip(&on_b).map(|(x, y)| x - y).collect();
    let off = (norm(&between) - truth).abs();
    assert!(off <= 16.0 * (unit + of.epsilon * norm(&on_a)) * 2.0, "{context}: {off:e} {near:?}");
    let apart = near.distance.lower > scalar(0.0);
    assert_eq!(near.verdict == Verdict::Apart, apart, "{context}: {near:?}");
}

fn within_is_true<V: Meshes>(context: &str, a: &Mesh<V>, b: &Mesh<V>, truth: f64, unit: f64) {
    let far = truth + 100.0 * unit;
    let limits = [0.0, 0.5 * truth, truth - 20.0 * unit, truth, truth + unit, far, 2.0 * far];
    for limit in limits.into_iter().chain([f64::INFINITY, f64::NAN, -unit]) {
        let limit = scalar::<V::Scalar>(limit);
        let most = f64_of::<V>(limit);
        match a.at().distance_within(&b.at(), limit) {
            None => assert!(truth > most, "{context}: {truth:e} is within {most:e}"),
            Some(found) => {
                assert!(!(truth > most + 64.0 * unit), "{context}: {truth:e} beyond {most:e}");
                let [lower, value, upper] = numbers::<V>(found);
                let is_in_order = lower <= value && value <= upper;
                assert!(is_in_order, "{context} within {most:e}: {found:?}");
                let holds = lower <= truth && truth <= upper;
                assert!(holds, "{context} within {most:e}: {found:?} for {truth:e}");
            }
        }
    }
}

/// Holds all answers about two meshes to the truth, and tells whether they meet.
fn check<V: Meshes>(context: &str, a: &Mesh<V>, b: &Mesh<V>, truth: &Truth) -> bool {
    let of = Unit { length: truth.length, epsilon: epsilon::<V>() };
    let unit = of.epsilon * of.length;
    let distance = a.at().distance(&b.at());
    holds(context, numbers::<V>(distance), truth.distance, unit);
    let meets = a.at().intersects(&b.at());
    assert!(meets || truth.distance > 0.0, "{context}: they touch");
    let is_far = truth.distance > 64.0 * unit;
    assert!(!(meets && is_far), "{context}: {:e} apart", truth.distance);
    assert_eq!(meets, !(distance.lower > scalar(0.0)), "{context}: {distance:?}");
    closest_is_true(context, a, b, truth.distance, &of);
    within_is_true(context, a, b, truth.distance, unit);
    meets
}

fn signed_is_true<V: Meshes>(context: &str, a: &Mesh<V>, b: &Mesh<V>, truth: &Truth) {
    let unit = epsilon::<V>() * truth.length;
    let found = a.at().signed_distance(&b.at());
    let distance = numbers::<V>(found.signed_distance.distance);
    holds(&format!("{context} signed"), distance, truth.signed, unit);
    let [i, j] = found.parts.map(|part| part as usize);
    let of_parts = Scene::new(&a.placed(i), &b.placed(j)).signed_distance();
    assert!((of_parts - truth.signed).abs() <= 16.0 * unit, "{context}: {of_parts:e}");
}

fn answers_are_those_of_all_pairs<V: Meshes>() {
    let (mut apart, mut together, mut signed) = (0, 0, 0);
    for (k, family) in FAMILIES.into_iter().enumerate() {
        for seed in 0..pairs(PAIRS) {
            let mut random = Random((1000 * seed + k) as u64);
            let [a, b] = pair::<V>(family, &mut random);
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            // Exact depths take long: they are asked of some pairs, and mostly of small ones.
            let is_small = a.facets.len() * b.facets.len() < 200;
            let is_signed = seed % if is_small { 2 } else { 8 } == 0;
            let truth = Truth::of(&a, &b, is_signed);
            let meets = check(&context, &a, &b, &truth);
            let swapped = check(&format!("{context} swapped"), &b, &a, &truth);
            assert_eq!(meets, swapped, "{context}: swapped");
            if is_signed {
                signed_is_true(&context, &a, &b, &truth);
                signed_is_true(&format!("{context} swapped"), &b, &a, &truth);
                signed += 1;
            }
            (apart, together) = (apart + usize::from(!meets), together + usize::from(meets));
        }
    }
    println!("{:6} {apart} apart, {together} together, {signed} signed", V::NAME);
    assert!(apart > together / 4 && together > apart / 4, "one-sided: {apart} {together}");
}

#[test]
fn answers_about_meshes_are_those_of_all_pairs_in_the_plane() {
    answers_are_those_of_all_pairs::<osculate::Vec2>();
    answers_are_those_of_all_pairs::<osculate::DVec2>();
}

#[test]
fn answers_about_meshes_are_those_of_all_pairs_in_space_in_single_precision() {
    answers_are_those_of_all_pairs::<osculate::Vec3>();
    answers_are_those_of_all_pairs::<osculate::Vec3A>();
}

#[test]
fn answers_about_meshes_are_those_of_all_pairs_in_space_in_double_precision() {
    answers_are_those_of_all_pairs::<osculate::DVec3>();
}
