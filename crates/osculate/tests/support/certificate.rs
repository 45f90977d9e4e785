//! Answers that prove themselves: checks that need no oracle.

use super::{Space, coordinates, epsilon};
use osculate::{Closest, Convex, Verdict};

/// The points are in the shapes as far as their supports along the normal tell, are apart by the distance, and the normal
/// keeps free a slab that is as thick as the distance.
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
    let a_reach = reach(a.support(normal), &on_a) + f64_of::<V>(a.radius());
    let b_reach = -reach(b.support(-normal), &on_a) + f64_of::<V>(b.radius());
    let gap = -a_reach - b_reach;
    if answer.verdict == Verdict::Apart {
        assert!(gap >= lower - band, "{context}: slab of {gap} for {lower}, {answer:?}");
    }
}

pub fn f64_of<V: Space>(x: V::Scalar) -> f64 {
    use osculate::Scalar;
    x.to_f64()
}
