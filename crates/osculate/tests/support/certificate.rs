//! Answers that prove themselves: checks that need no oracle.

use super::ask::{Cache, distance, intersects, penetration, signed_distance};
use super::{Space, coordinates, epsilon, norm};
use osculate::shape::Point;
use osculate::{Bracket, Closest, Convex, Facts, Scalar, SignedDistance, Verdict};

/// Both points are in their shapes, by no more than `tolerance` and rounding.
fn points_are_in_their_shapes<V: Space>(
    [a, b]: [(&dyn Convex<V>, V); 2],
    length_scale: f64,
    tolerance: f64,
    context: &str,
) {
    for (shape, point) in [a, b] {
        let most = coordinates(point).iter().fold(length_scale, |m: f64, x| m.max(x.abs()));
        let off = osculate::distance(shape, Point::new(point).unwrap()).lower.to_f64();
        let units = (off - tolerance) / (epsilon::<V>() * most);
        assert!(!(units > 16.0), "{context}: {point:?} is off its shape by {units} units");
    }
}

/// The points are in the shapes, are apart by the distance, and the normal keeps free a slab that
/// is as thick as the distance.
pub fn closest_proves_itself<V: Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    answer: &Closest<V>,
    length_scale: f64,
    tolerance: f64,
    context: &str,
) {
    let band = tolerance + 40.0 * epsilon::<V>() * length_scale;
    let (lower, upper) = (f64_of::<V>(answer.distance.lower), f64_of::<V>(answer.distance.upper));
    assert!(lower >= 0.0 && lower <= upper && upper.is_finite(), "{context}: {answer:?}");
    points_are_in_their_shapes::<V>(
        [(a, answer.on_a), (b, answer.on_b)],
        length_scale,
        tolerance,
        context,
    );
    // World coordinates round the points themselves.
    let (on_a, on_b) = (coordinates(answer.on_a), coordinates(answer.on_b));
    let most = on_a.iter().chain(&on_b).fold(0.0, |m: f64, x| m.max(x.abs()));
    let band = band + 4.0 * epsilon::<V>() * most;
    let between: f64 = on_a.iter().zip(&on_b).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt();
    match answer.verdict {
        Verdict::Overlapping => assert!(between <= band, "{context}: no common point {answer:?}"),
        _ => assert!(
            between >= lower - band && between <= upper + band,
            "{context}: points {between} apart, {answer:?}"
        ),
    }
    let Some(normal) = answer.normal else {
        assert!(answer.verdict == Verdict::Overlapping, "{context}: no normal {answer:?}");
        return;
    };
    let n = coordinates(normal);
    let length: f64 = n.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!((length - 1.0).abs() <= 4.0 * epsilon::<V>(), "{context}: normal {n:?}");
    let reach = |p: V, from: &[f64]| -> f64 {
        coordinates(p).iter().zip(from).zip(&n).map(|((x, y), n)| (x - y) * n).sum()
    };
    let a_reach = reach(a.core_support(normal), &on_a) + f64_of::<V>(a.rounding());
    let b_reach = -reach(b.core_support(-normal), &on_a) + f64_of::<V>(b.rounding());
    let gap = -a_reach - b_reach;
    if answer.verdict == Verdict::Apart {
        assert!(gap >= lower - band, "{context}: slab of {gap} for {lower}, {answer:?}");
    }
}

pub fn f64_of<V: Space>(x: V::Scalar) -> f64 {
    use osculate::Scalar;
    x.to_f64()
}

/// The normal has length 1, the plane across it proves the signed distance from below, and the
/// points are in their shapes and just that far from each other.
pub fn signed_proves_itself<V: Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    answer: &SignedDistance<V>,
    length_scale: f64,
    context: &str,
) {
    let rounding = 8.0 * epsilon::<V>() * length_scale;
    points_are_in_their_shapes::<V>(
        [(a, answer.on_a), (b, answer.on_b)],
        length_scale,
        0.0,
        context,
    );
    let n = coordinates(answer.normal);
    let length: f64 = n.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!((length - 1.0).abs() <= 4.0 * epsilon::<V>(), "{context}: normal {n:?}");
    // From a's origin, where digits are.
    let along = |p: V| -> f64 { coordinates(p).iter().zip(&n).map(|(x, n)| x * n).sum() };
    let between = {
        let (o, p) = (coordinates(a.origin()), coordinates(b.origin()));
        p.iter().zip(&o).zip(&n).map(|((p, o), n)| (p - o) * n).sum::<f64>()
    };
    let a_reach = along(a.core_support_from_origin(answer.normal)) + f64_of::<V>(a.rounding());
    let b_reach = -along(b.core_support_from_origin(-answer.normal)) + f64_of::<V>(b.rounding());
    let gap = between - a_reach - b_reach;
    let value = f64_of::<V>(answer.distance.value);
    let width = f64_of::<V>(answer.distance.upper) - f64_of::<V>(answer.distance.lower);
    assert!(
        (gap - value).abs() <= width + rounding,
        "{context}: gap {gap} along the normal, {answer:?}"
    );
    // Far from the world's origin the points round.
    let far = norm(&coordinates(answer.on_a)).max(norm(&coordinates(answer.on_b)));
    let slack = rounding + 4.0 * epsilon::<V>() * far;
    let (on_a, on_b) = (coordinates(answer.on_a), coordinates(answer.on_b));
    if f64_of::<V>(answer.distance.lower) > 0.0 {
        let between = norm(&on_b.iter().zip(&on_a).map(|(q, p)| q - p).collect::<Vec<f64>>());
        assert!((between - value).abs() <= width + slack, "{context}: {between}, {answer:?}");
        return;
    }
    // Deepest points are on one line along the normal.
    for ((p, q), n) in on_a.iter().zip(&on_b).zip(&n) {
        assert!((q - p - value * n).abs() <= slack, "{context}: {answer:?}");
    }
}

/// Holds every query on two shapes to their true signed distance, cold and with a cache that has
/// seen the pair.
pub fn queries_hold<V: Space>(a: &dyn Convex<V>, b: &dyn Convex<V>, truth: f64, context: &str) {
    let between = norm(&coordinates(b.origin() - a.origin()));
    let size = between + a.extent().to_f64() + b.extent().to_f64();
    let unit = epsilon::<V>() * (size + a.rounding().to_f64() + b.rounding().to_f64());
    let holds = |[lower, value, upper]: [f64; 3], truth: f64, what: &str| {
        let context = format!("{context}, {what}: {truth} and [{lower}, {upper}], {value}");
        assert!(lower <= truth && truth <= upper, "{context}");
        assert!(upper - lower <= 32.0 * unit, "{context}: {} units wide", (upper - lower) / unit);
        let off = (value - truth).abs();
        assert!(off <= 16.0 * unit, "{context}: {} units off", off / unit);
    };
    let numbers = |x: Bracket<V::Scalar>| [x.lower, x.value, x.upper].map(|x| x.to_f64());
    holds(numbers(distance(a, b)), truth.max(0.0), "distance");
    holds(numbers(signed_distance(a, b).distance), truth, "signed distance");
    assert!(truth > 0.0 || intersects(a, b), "{context}: {truth}");
    match penetration(a, b) {
        Some(answer) => holds(numbers(answer.depth), (-truth).max(0.0), "penetration"),
        None => assert!(truth > 0.0, "{context}: {truth}, and no penetration"),
    }
    let mut cache = Cache::new();
    for _ in 0..2 {
        holds(numbers(cache.distance(a, b)), truth.max(0.0), "warm distance");
    }
    for _ in 0..2 {
        holds(numbers(cache.signed_distance(a, b).distance), truth, "warm signed distance");
    }
    assert!(truth > 0.0 || cache.intersects(a, b), "{context}: warm, {truth}");
}
