//! Paper 003: algorithms 1 and 6 against exact distances, and the support by hill climbing.

use crate::support::{Random, Space};
use crate::{Asked, DOUBT, assert_count, each_pair, support_of};
use osculate::closest_point::closest_point_on_triangle;
use osculate::papers::barycode::{
    Cases, Climbing, Ended, Parameters, Start, closest, collides, distance, is_in_triangle,
    separating_cone,
};
use osculate::{Convex, DVec2, Vec2};

const PAIRS: usize = 300;
const ALL: usize = 13 * PAIRS;

/// The paper has no figure for ε. The exit has its square, which must be above the rounding of
/// ‖v‖².
const EPSILON: f64 = 1e-6;

/// A point of P ⊖ Q.
fn inside<V: Space>(asked: &Asked<V>) -> V {
    asked.a.support(V::axis(0)) - asked.b.support(V::axis(0))
}

/// Distances that are no number, distances that are off by more than 1e-6·L, and loops that reach
/// k_max.
fn distances(parameters: &Parameters<f64>) -> ([usize; 3], usize) {
    let mut counts = [0; 3];
    let all = each_pair::<DVec2>(PAIRS, |asked| {
        let Asked { a, b, truth, unit, .. } = asked;
        let v_init = inside(asked);
        let answer = closest(support_of(a), support_of(b), v_init, parameters);
        let off = (answer.distance - truth).abs();
        counts[0] += usize::from(off.is_nan());
        counts[1] += usize::from(off > 1e-6 * unit / f64::EPSILON);
        counts[2] += usize::from(answer.ended == Ended::OutOfIterations);
        if answer.distance > 0.0 {
            let v = answer.on_p - answer.on_q;
            let off = (v - answer.direction * answer.distance).length();
            assert!(off <= DOUBT * unit, "{}: witness points are off by {off}", asked.name);
        }
        let level_2 = distance(support_of(a), support_of(b), v_init, parameters);
        assert!(level_2 == answer.distance || level_2.is_nan() && answer.distance.is_nan());
    });
    (counts, all)
}

fn assert_distances(cases: Cases, expected: [usize; 3]) {
    let (counts, all) = distances(&Parameters { cases, ..Parameters::printed(EPSILON) });
    let what = ["no number", "wrong", "at k_max"];
    for ((what, count), expected) in what.iter().zip(counts).zip(expected) {
        assert_count(&format!("{cases:?} cases, {what}"), count, all, expected, ALL);
    }
}

#[test]
fn algorithm_1_with_seven_cases_finds_the_exact_distance() {
    assert_distances(Cases::Seven, [0, 0, 110]);
}

/// A support point that comes again makes a triangle without area, and its weights are quotients of
/// zeros. The paper's loop does not look for it; with four cases it happens.
#[test]
fn algorithm_1_with_four_cases_divides_by_zero_on_some_polygons() {
    assert_distances(Cases::Four, [87, 0, 23]);
}

/// Yes or no: wrong answers where a pair is clearly apart or overlaps, by the exact distance and by
/// the library's depth; and loops that reach k_max.
fn verdicts(parameters: &Parameters<f64>) -> ([usize; 4], usize) {
    let mut counts = [0; 4];
    let all = each_pair::<DVec2>(PAIRS, |asked| {
        let Asked { a, b, truth, unit, .. } = asked;
        let answer = collides(support_of(a), support_of(b), inside(asked), parameters);
        counts[0] += usize::from(*truth > parameters.epsilon + DOUBT * unit && answer.collides);
        counts[1] += usize::from(asked.is_deep() && !answer.collides);
        counts[2] += usize::from(answer.ended == Ended::OutOfIterations);
        counts[3] += usize::from(answer.ended == Ended::Wedge);
    });
    (counts, all)
}

#[test]
fn algorithm_6_tells_whether_shapes_collide() {
    let what = ["apart, told to collide", "overlapping, told not to", "at k_max", "by the wedge"];
    for (wedge, expected) in [(true, [0, 0, 0, 1236]), (false, [0; 4])] {
        let parameters = Parameters { wedge, ..Parameters::ordered(EPSILON) };
        let (counts, all) = verdicts(&parameters);
        for ((what, count), expected) in what.iter().zip(counts).zip(expected) {
            let name = format!("algorithm 6, wedge: {wedge}, {what}");
            assert_count(&name, count, all, expected, ALL);
        }
    }
}

/// The wedge is right. It saves no iteration, but the sub-distance of the last one.
#[test]
fn the_wedge_is_right_and_saves_a_subdistance() {
    let with = Parameters::<f64>::ordered(EPSILON);
    let without = Parameters { wedge: false, ..with };
    let (mut steps, mut wedges) = ([0; 2], 0);
    each_pair::<DVec2>(PAIRS, |asked| {
        let ask = |parameters| {
            collides(support_of(&asked.a), support_of(&asked.b), inside(asked), parameters)
        };
        let (with, without) = (ask(&with), ask(&without));
        steps = [steps[0] + with.k, steps[1] + without.k];
        if with.ended == Ended::Wedge {
            wedges += 1;
            assert!(asked.truth <= DOUBT * asked.unit, "{}", asked.name);
        }
    });
    println!("{wedges} wedges; {steps:?} iterations with and without");
    assert!(wedges > 100 && steps[0] == steps[1]);
}

/// Algorithm 1 begins with the support point against v_init, and section IV with v_init itself. Both
/// give one distance; in iterations, that of section IV costs one more where it is no vertex.
#[test]
fn a_start_with_v_init_as_a_vertex_gives_the_same_distance() {
    let parameters = Parameters::<f64>::printed(EPSILON);
    let mut k = [0; 2];
    let mut off = [0; 2];
    let all = each_pair::<DVec2>(PAIRS, |asked| {
        let Asked { a, b, truth, unit, .. } = asked;
        let vertex = [a.support(DVec2::X), b.support(DVec2::X)];
        let starts = [Start::Against(vertex[0] - vertex[1]), Start::Vertex(vertex)];
        for (which, start) in starts.into_iter().enumerate() {
            let found = closest(support_of(a), support_of(b), start, &parameters);
            let yes = collides(support_of(a), support_of(b), start, &parameters);
            k[which] += found.k;
            off[which] +=
                usize::from(!((found.distance - truth).abs() <= 1e-6 * unit / f64::EPSILON));
            assert!(!asked.is_deep() || yes.collides, "{}", asked.name);
        }
    });
    println!("iterations of {all} distances against v_init and from it: {k:?}; off: {off:?}");
    assert_count("against v_init, off", off[0], all, 0, ALL);
    assert_count("from v_init, off", off[1], all, 1, ALL);
}

/// Section II-A: at a contact of two vertices a cone of directions separates. Its extremes do, what
/// is between them does, and what is beyond does not.
#[test]
fn at_a_point_contact_a_cone_of_directions_separates() {
    let mut random = Random(6);
    let (mut cones, mut overlaps) = (0, 0);
    for _ in 0..20_000 {
        // A vertex of each is at the origin; the others of Q are on any side.
        let polygon = |random: &mut Random| {
            let axis = DVec2::from_angle(random.unit() * std::f64::consts::TAU);
            let half = 0.1 + 1.3 * random.unit();
            let mut corner = |turn: f64| {
                let edge = DVec2::from_angle(turn).rotate(axis);
                edge * (0.2 + random.unit())
            };
            [DVec2::ZERO, corner(-half), corner(half)]
        };
        let (p, q) = (polygon(&mut random), polygon(&mut random));
        // How far the difference goes against a direction, by brute force.
        let goes_back = |n: DVec2| {
            let all = p.iter().flat_map(|x| q.iter().map(move |y| (*x - *y).dot(n)));
            -all.fold(f64::INFINITY, f64::min) / n.length()
        };
        let separates_by_brute_force = (0..720).any(|k| {
            let n = DVec2::from_angle(f64::from(k) * std::f64::consts::TAU / 720.0);
            goes_back(n) <= 0.0
        });
        let Some([from, to]) = separating_cone((&p, 0), (&q, 0)) else {
            overlaps += 1;
            assert!(!separates_by_brute_force, "{p:?} {q:?}");
            continue;
        };
        cones += 1;
        let (from, to) = (from.normalize(), to.normalize());
        let width = from.perp_dot(to);
        assert!(width >= -1e-12, "clockwise first: {from} {to}");
        for share in [0.0, 0.3, 0.5, 1.0] {
            assert!(goes_back(from.lerp(to, share)) <= 1e-12, "{p:?} {q:?} {share}");
        }
        let (before, after) = (from + from.perp() * -1e-3, to + to.perp() * 1e-3);
        assert!(goes_back(before) > 1e-6 && goes_back(after) > 1e-6, "{p:?} {q:?}");
    }
    assert!(cones > 1000 && overlaps > 1000, "one-sided: {cones} {overlaps}");
}

/// S2D as a test for a point in a triangle: as the closest point has it, wherever that is clear.
#[test]
fn a_barycode_of_7_is_a_point_in_the_triangle() {
    let mut random = Random(7);
    let mut kinds = [0; 2];
    for _ in 0..50_000 {
        let [a, b, c]: [DVec2; 3] = [random.vector(), random.vector(), random.vector()];
        let point = random.vector::<DVec2>();
        let off = (closest_point_on_triangle(point, a, b, c) - point).length();
        let is_in = is_in_triangle(point, [a, b, c]);
        let is_clear = off == 0.0 || off > 1e-12;
        assert!(!is_clear || is_in == (off == 0.0), "{point} in {a} {b} {c}: {off}");
        kinds[usize::from(is_in)] += 1;
        // Corners and points of edges are in it, on both sides of its winding.
        for corner in [a, b, c] {
            assert!(is_in_triangle(corner, [a, b, c]) && is_in_triangle(corner, [a, c, b]));
        }
    }
    assert!(kinds.iter().all(|&n| n > 1000), "one-sided: {kinds:?}");
    let flat = [DVec2::ZERO, DVec2::X, DVec2::X * 2.0];
    assert!(!is_in_triangle(DVec2::Y, flat), "a triangle without area has no inside");
}

#[test]
fn climbing_reaches_as_far_as_a_scan() {
    let mut random = Random(4);
    for n in [1, 2, 3, 4, 8, 24, 100] {
        let corners: Vec<Vec2> = (0..n)
            .map(|k| {
                let angle = (k as f64 + 0.8 * random.unit()) / n as f64 * std::f64::consts::TAU;
                Vec2::new(angle.cos() as f32, angle.sin() as f32)
            })
            .collect();
        let mut warm = Climbing::new(corners.clone());
        for _ in 0..2000 {
            let direction = random.vector::<Vec2>();
            let most = corners.iter().map(|p| p.dot(direction)).fold(f32::MIN, f32::max);
            let cold = Climbing::new(&corners).support(direction).dot(direction);
            let warm = warm.support(direction).dot(direction);
            for reach in [cold, warm] {
                assert!(reach >= most - 4.0 * f32::EPSILON, "{n}: {reach} {most}");
            }
        }
    }
}
