//! The sub-distance solver on a million random and degenerate simplices; the papers' solvers have a
//! test program of their own.

use crate::support::{Random, simplex};
use osculate::simplex::{Simplex, closest_point, combine, reduce, weights};
use osculate::{DVec2, DVec3, Vec3A, Vector};

/// Simplices a space: random ones, and three kinds of degenerate ones.
const SIMPLICES: usize = 500_000;

/// The nearest point of the simplex, as `closest_point` finds it by trying every part.
fn nearest<V: Vector<Scalar = f64>>(points: &[V]) -> V {
    match *points {
        [a] => a,
        [a, b] => closest_point::closest_point_on_segment(V::ZERO, a, b),
        [a, b, c] => closest_point::closest_point_on_triangle(V::ZERO, a, b, c),
        [a, b, c, d] => closest_point::closest_point_on_tetrahedron(V::ZERO, a, b, c, d),
        _ => unreachable!("one to four vertices"),
    }
}

fn solvers_agree<V: Vector<Scalar = f64>>() {
    let mut by_reduce: f64 = 0.0;
    let (mut held, mut kept) = (0, 0);
    let mut random = Random(3);
    for _ in 0..SIMPLICES {
        let degenerate = random.below(4);
        let points = simplex::<V>(&mut random, degenerate);
        let size = points.iter().map(|p| p.length()).fold(0.0, f64::max);
        let context = format!("{points:?}");

        // The fast solver relies on the newest vertex: GJK's history, step by step.
        let mut simplex = Simplex::new(&points[..1]);
        for &newest in &points[1..] {
            let v = combine(simplex.points(), &weights(&simplex));
            let progress = v.dot(newest) < v.length_squared() * (1.0 - 1e-9);
            if !progress || simplex.points().len() == V::DIM + 1 {
                break;
            }
            simplex.push(newest);
            let whole: Vec<V> = simplex.points().to_vec();
            let expected = nearest(&whole).length();
            let inside = reduce(&mut simplex).is_none();
            let shares = weights(&simplex);
            assert!(shares.iter().all(|share| *share >= 0.0), "{context}: {shares:?}");
            let sum: f64 = shares.iter().sum();
            assert!((sum - 1.0).abs() <= 2.0 * f64::EPSILON, "{context}: {shares:?}");
            let found = combine(simplex.points(), &shares).length();
            by_reduce = by_reduce.max((found - expected).abs() / size);
            assert!(!inside || expected <= 1e-9 * size, "{context}: inside, yet {expected} away");
            kept += 1;
            if inside {
                held += 1;
                break;
            }
        }
    }
    println!(
        "{}D: {kept} reductions, {held} around the origin, largest disagreement in sizes of the \
         simplex: {by_reduce:e}",
        V::DIM
    );
    assert!(held > 0 && kept > held, "one-sided");
    assert!(by_reduce <= 1e-13, "the fast solver is off by {by_reduce:e}");
}

#[test]
fn solvers_agree_in_the_plane() {
    solvers_agree::<DVec2>();
}

#[test]
fn solvers_agree_in_space() {
    solvers_agree::<DVec3>();
}

/// Three points near the origin and one far off, as of shapes that overlap a little: the far one's
/// rounding errors must not weigh on the others.
#[test]
fn a_vertex_that_is_far_off_costs_no_digits() {
    let simplex = Simplex::new(&[
        Vec3A::new(0.060551178, -0.05024928, 0.054584026),
        Vec3A::new(-0.20992246, 0.1844995, -0.10293317),
        Vec3A::new(-0.033837464, 0.06443739, -0.02476263),
        Vec3A::new(-0.09284958, -2.2081246, -3.2915657),
    ]);
    let shares = weights(&simplex);
    assert!(shares.iter().all(|share| *share > 0.0), "{shares:?}");
    let length = combine(simplex.points(), &shares).length();
    assert!(length <= 4.0 * f32::EPSILON * 0.2, "{length}");
}
