//! The pairs that broke other libraries: both precisions, both orders, several places of the world,
//! several scales.

use crate::support::ask::{closest, distance, intersects, signed_distance};
use crate::support::cases::{Case, cases};
use crate::support::certificate::{closest_proves_itself, f64_of, signed_proves_itself};
use crate::support::{Space, epsilon};
use osculate::{Scalar, Verdict};

/// Powers of two near which the cases are repeated.
const SCALES: [i32; 3] = [0, -20, 20];

fn distance_holds<V: Space>(case: &Case, order: bool, scale: f64, moved: &[f64]) {
    let Some((truth, tolerance)) = case.expect::<V>() else { return };
    // Positions far out round the translations themselves, by half an epsilon of their size.
    let rounding = epsilon::<V>() * moved.iter().fold(0.0, |m: f64, x| m.max(x.abs())) * scale;
    let (truth, tolerance) = (truth * scale, tolerance * scale + 4.0 * rounding);
    let length = case.length_scale() * scale;
    if !(length < V::Scalar::MAX.to_f64() / 100.0) || tolerance < f64::MIN_POSITIVE {
        return;
    }
    let context = format!("{} in {}, scale {scale}, moved {moved:?}", case.id(), V::NAME);
    let (mut a, mut b) = (case.body::<V>("a", scale, moved), case.body::<V>("b", scale, moved));
    if order {
        std::mem::swap(&mut a, &mut b);
    }
    let bracket = distance(&a, &b);
    let value = f64_of::<V>(bracket.value);
    let expected = truth.max(0.0);
    assert!(
        (value - expected).abs() <= tolerance,
        "{context}: {value} for {expected}, {bracket:?}"
    );
    if case.is_polytope() && moved.is_empty() {
        let eps = epsilon::<V>() * length;
        assert!((value - expected).abs() <= 16.0 * eps, "{context}: {value} for {expected}");
        let width = f64_of::<V>(bracket.upper) - f64_of::<V>(bracket.lower);
        assert!(width <= 32.0 * eps * 1.01, "{context}: {} eps L wide", width / eps);
    }
    let answer = closest(&a, &b);
    closest_proves_itself::<V>(&a, &b, &answer, length, tolerance, &context);
    if truth.abs() > tolerance {
        assert_eq!(intersects(&a, &b), truth < 0.0, "{context}");
        assert_eq!(answer.verdict == Verdict::Apart, truth > 0.0, "{context}: {answer:?}");
    }
}

/// The signed distance across contact; depths of curved shapes within their own, wider, contract.
fn signed_distance_holds<V: Space>(case: &Case, order: bool, scale: f64) {
    let Some((truth, tolerance)) = case.expect::<V>() else { return };
    let length = case.length_scale() * scale;
    let (truth, tolerance) = (truth * scale, tolerance * scale);
    if !(length < V::Scalar::MAX.to_f64() / 100.0) || tolerance < f64::MIN_POSITIVE {
        return;
    }
    let context = format!("{} in {}, scale {scale}, swapped {order}", case.id(), V::NAME);
    let (mut a, mut b) = (case.body::<V>("a", scale, &[]), case.body::<V>("b", scale, &[]));
    if order {
        std::mem::swap(&mut a, &mut b);
    }
    let answer = signed_distance(&a, &b);
    let eps = epsilon::<V>();
    let contract = if case.is_polytope() {
        16.0 * eps * length
    } else if size_of::<V::Scalar>() == 4 {
        (if truth < 0.0 { 2e-5 } else { 4e-6 }) * length
    } else {
        (if truth < 0.0 { 1e-9 } else { 1e-12 }) * length
    };
    let [lower, value, upper] =
        [answer.distance.lower, answer.distance.value, answer.distance.upper].map(f64_of::<V>);
    let allowed = contract.min(tolerance.max(eps * length));
    assert!((value - truth).abs() <= allowed, "{context}: {value} for {truth}, {answer:?}");
    // What is expected of curved shapes was itself computed, to thirteen digits.
    let slack = if case.is_polytope() { 0.0 } else { 1e-13 * length };
    assert!(lower <= truth + slack && truth - slack <= upper, "{context}: {truth}, {answer:?}");
    signed_proves_itself::<V>(&a, &b, &answer, length, &context);
}

fn every_case_holds<V: Space>() {
    let mut count = 0;
    for kind in ["distance", "penetration"] {
        for case in cases(kind, V::DIM) {
            for order in [false, true] {
                for power in SCALES {
                    signed_distance_holds::<V>(&case, order, 2f64.powi(power));
                    distance_holds::<V>(&case, order, 2f64.powi(power), &[]);
                }
                for moved in [[1000.0, -500.0, 250.0], [-1e5, 3e4, 2e5]] {
                    distance_holds::<V>(&case, order, 1.0, &moved);
                }
            }
            count += 1;
        }
    }
    assert!(count >= if V::DIM == 2 { 9 } else { 60 }, "only {count} cases");
}

#[test]
fn pairs_that_broke_others_hold_in_the_plane() {
    every_case_holds::<osculate::Vec2>();
    every_case_holds::<osculate::DVec2>();
}

#[test]
fn pairs_that_broke_others_hold_in_space() {
    every_case_holds::<osculate::Vec3>();
    every_case_holds::<osculate::Vec3A>();
    every_case_holds::<osculate::DVec3>();
}
