//! Paper 000: algorithm 1, algorithm 2 and ISA-GJK against exact distances; the endings of section
//! 5, switched off one by one; hill climbing.

use crate::support::{Random, Space, scalar};
use crate::{Asked, DOUBT, assert_count, each_pair, support_of};
use osculate::Real;
use osculate::papers::bergen::{
    Ended, Graph, HillClimbing, IsaGjk, Rules, Tolerance, distance, distance_from, finest,
    separating_axis,
};
use osculate::shape::Polytope;
use osculate::{Convex, DVec2, DVec3, Place, Scalar, Vec3, closest, intersects};

/// Pairs a family.
const PAIRS: usize = 300;
const ALL: usize = 13 * PAIRS;

/// The distance, and the counts of distances that are off by more than 1e-6·L, and of loops that
/// did not end.
fn run<V: Space>(rules: &Rules<V::Scalar>) -> (usize, usize, usize) {
    let (mut wrong, mut never) = (0, 0);
    let all = each_pair::<V>(PAIRS, |asked: &Asked<V>| {
        let Asked { a, b, truth, unit, name } = asked;
        let found = distance(support_of(a), support_of(b), rules);
        let mu = found.mu.to_f64();
        assert!(mu <= truth + DOUBT * unit, "{name}: {mu} is no lower bound of {truth}");
        never += usize::from(found.ended == Ended::Never);
        let size = unit / V::Scalar::EPSILON.to_f64();
        wrong += usize::from(!((found.v.length().to_f64() - truth).abs() <= 1e-6 * size));
    });
    (wrong, never, all)
}

#[test]
fn algorithm_1_finds_the_exact_distance() {
    let (wrong, never, all) = run::<DVec3>(&Rules::robust(finest()));
    assert_count("algorithm 1 in space, wrong", wrong, all, 13, ALL);
    assert_count("algorithm 1 in space, without end", never, all, 0, ALL);
    let (wrong, _, all) = run::<DVec2>(&Rules::robust(finest()));
    assert_count("algorithm 1 in the plane, wrong", wrong, all, 0, ALL);
}

/// The published failure: "the original GJK occasionally failed to terminate on the same input".
#[test]
fn the_original_does_not_end_on_some_polytopes() {
    let (_, never, all) = run::<DVec3>(&Rules::original(finest()));
    assert_count("the original, without end", never, all, 788, ALL);
    let (_, never, all) = run::<Vec3>(&Rules::original(finest()));
    assert_count("the original in single precision, without end", never, all, 910, ALL);
}

/// With all endings of section 5 "our algorithm terminates properly for all tested configurations
/// of polytopes, regardless of the size of the tolerance". So it does here. Of a hundred thousand
/// pairs in single precision three do not end at one of the tolerances.
#[test]
fn with_the_endings_of_section_5_loops_in_space_end() {
    for epsilon in [1e-3, 1e-6, 0.0] {
        let (_, never, all) = run::<Vec3>(&Rules::robust(scalar(epsilon)));
        assert_count("all endings, single precision, without end", never, all, 0, ALL);
        let (_, never, all) = run::<DVec3>(&Rules::robust(scalar(epsilon)));
        assert_count("all endings, without end", never, all, 0, ALL);
    }
}

/// One pair of thin polygons that share corners takes a longer way round than the endings look
/// back.
#[test]
fn the_endings_of_section_5_miss_a_longer_cycle() {
    let (_, never, all) = run::<DVec2>(&Rules::robust(finest()));
    assert_count("algorithm 1 in the plane, without end", never, all, 1, ALL);
}

/// The last two endings are needed: without one of them some loops do not end. Without the first,
/// the same v is found again, and the third ending sees it.
#[test]
fn without_an_ending_some_loops_do_not_end() {
    let rules = Rules::robust(finest());
    let no_ending = Rules { backup: false, ..Rules::original(finest()) };
    let without = [
        ("no subset", Rules { ends_without_subset: false, ..rules }, 0),
        ("the same support point", Rules { ends_on_same: false, ..rules }, 198),
        ("a discarded support point", Rules { ends_on_discarded: false, ..rules }, 8),
        ("any, and without the backup procedure", no_ending, 918),
    ];
    for (name, rules, expected) in without {
        let (_, never, all) = run::<Vec3>(&rules);
        assert_count(&format!("without end, without {name}"), never, all, expected, ALL);
    }
}

/// "Should the algorithm continue iterating after this event, then it will infinitely loop."
#[test]
fn where_no_subset_is_left_the_loop_goes_on_for_ever() {
    let stop = Rules { ends_on_same: false, ends_on_discarded: false, ..Rules::robust(finest()) };
    let go_on = Rules { ends_without_subset: false, ..stop };
    let mut ended = 0;
    let all = each_pair::<Vec3>(PAIRS, |Asked { a, b, name, .. }| {
        if distance(support_of(a), support_of(b), &stop).ended == Ended::WithoutSubset {
            ended += 1;
            let found = distance(support_of(a), support_of(b), &go_on);
            assert_eq!(found.ended, Ended::Never, "{name}");
        }
    });
    assert_count("ends where no subset is left", ended, all, 711, ALL);
}

#[test]
fn algorithm_2_and_isa_gjk_tell_what_is_true() {
    let rules = Rules::robust(0.0);
    let (mut isa, mut wrong, mut never, mut kinds) = (IsaGjk::default(), [0; 2], 0, [0; 2]);
    let all = each_pair::<DVec3>(PAIRS, |asked| {
        let (a, b) = (support_of(&asked.a), support_of(&asked.b));
        let cold = separating_axis(&a, &b, &mut DVec3::X.clone(), &rules);
        // Another pair's axis: any vector will do.
        let warm = isa.intersects(&a, &b, &rules);
        for (wrong, verdict) in wrong.iter_mut().zip([cold, warm]) {
            never += usize::from(verdict.ended == Ended::Never);
            // Who separates has proved it. A degenerate ending is said to be contact.
            *wrong += usize::from(asked.is_apart() && verdict.intersects);
            assert!(verdict.intersects || !asked.is_deep(), "{}", asked.name);
        }
        kinds[0] += usize::from(asked.is_apart());
        kinds[1] += usize::from(asked.is_deep());
    });
    assert!(kinds.iter().all(|&n| n > all / 5), "one-sided: {kinds:?}");
    assert_count("algorithm 2, wrong", wrong[0], all, 3, ALL);
    assert_count("ISA-GJK, wrong", wrong[1], all, 2, ALL);
    assert_count("algorithm 2 and ISA-GJK, without end", never, 2 * all, 0, 2 * ALL);
}

/// The tolerance as algorithm 1 is printed is of the length itself.
#[test]
fn an_absolute_tolerance_is_honoured() {
    let rules = Rules { tolerance: Tolerance::Absolute(1e-3), ..Rules::robust(0.0) };
    each_pair::<DVec3>(PAIRS / 10, |asked| {
        let found = distance(support_of(&asked.a), support_of(&asked.b), &rules);
        if found.ended == Ended::Close {
            let off = (found.v.length() - asked.truth).abs();
            assert!(off <= 1e-3 + 64.0 * asked.unit, "{}: {off}", asked.name);
        }
    });
}

/// The closest points are in the shapes, and their difference is v.
#[test]
fn closest_points_of_algorithm_1_differ_by_v() {
    let mut random = Random(5);
    for _ in 0..2000 {
        let hull = |random: &mut Random| {
            let points: Vec<DVec3> = (0..8).map(|_| random.vector()).collect();
            Polytope::from_points(&points).unwrap()
        };
        let (a, b) = (hull(&mut random), hull(&mut random));
        let at = osculate::Pose::from_translation(random.vector::<DVec3>() * 4.0).unwrap();
        let b = b.at(at);
        let found = distance(|d| a.support(d), |d| b.support(d), &Rules::robust(finest()));
        let ours = closest(&a, b);
        assert!((found.on_a - found.on_b - found.v).length() <= 1e-14 * 8.0, "{found:?}");
        assert!((found.v.length() - ours.distance.value).abs() <= 1e-13, "{found:?} {ours:?}");
        let is_apart = found.v != DVec3::ZERO;
        let off = (found.on_a - ours.on_a).length();
        assert!(!is_apart || off <= 1e-6, "{found:?} {ours:?}");
    }
}

/// Figure 3(b): v lies close to the diagonal of an oblong facet, and two support points alternate.
/// The facet is of a box, under a point beyond its middle.
#[test]
fn figure_3_b_alternates_without_its_ending() {
    let rules = Rules { ends_on_discarded: false, ..Rules::robust(f32::EPSILON) };
    let mut random = Random(17);
    let (mut alternating, mut right) = (0, 0);
    let pairs = 5000;
    for _ in 0..pairs {
        // Four orders of magnitude between the edges, and a height as small as the short one.
        let half = Vec3::new(1.0, 1e-4, 1e-4);
        let along = random.signed() as f32;
        let point = Vec3::new(along, along * 1e-4, 2e-4);
        let turn = random.turn::<Vec3>().rotation::<Vec3>();
        let support = |d: Vec3| {
            let own = turn.inverse().apply(d);
            turn.apply(Vec3::new(
                half.x.copysign(own.x),
                half.y.copysign(own.y),
                half.z.copysign(own.z),
            ))
        };
        let other = turn.apply(point);
        let without = distance(support, |_| other, &rules);
        let with = distance(support, |_| other, &Rules { ends_on_discarded: true, ..rules });
        alternating += usize::from(without.ended == Ended::Never);
        assert_ne!(with.ended, Ended::Never);
        let ours = osculate::distance(
            osculate::from_fn(support),
            osculate::shape::Point::new(other).unwrap(),
        );
        right += usize::from((ours.value - 1e-4).abs() <= 32.0 * f32::EPSILON);
    }
    assert_eq!((alternating, right), (687, pairs));
}

/// Figure 1: four iterations on a polygon and the origin, W and the signs of δ as drawn, and μ.
/// Support planes cross the arrow of v from the third state on, and the last is a worse bound.
#[test]
fn figure_1_has_four_states() {
    let corners =
        [[1, -1], [3, -4], [12, 2], [8, 10], [3, 5]].map(|[x, y]| DVec2::new(x.into(), y.into()));
    let reach = |d: DVec2| move |p: &&DVec2, q: &&DVec2| p.dot(d).total_cmp(&q.dot(d));
    let support = |d: DVec2| *corners.iter().max_by(reach(d)).unwrap();
    let mut states = Vec::new();
    let start = [DVec2::new(4.0, 5.0), DVec2::ZERO];
    let rules = Rules::robust(1e-12);
    let found = distance_from(
        support,
        |_| DVec2::ZERO,
        start,
        &rules,
        |state| {
            let w: Vec<DVec2> = state.simplex.vertices().collect();
            states.push((state.k, w, state.v, state.w, state.delta, state.mu));
        },
    );
    let w: Vec<DVec2> = states.iter().map(|state| state.3).collect();
    assert_eq!(w[..4], [corners[1], corners[3], corners[4], corners[0]]);
    let in_use = [vec![], vec![w[0]], vec![w[0], w[1]], vec![w[0], w[2]]];
    for (k, (state, in_use)) in states.iter().zip(in_use).enumerate() {
        assert_eq!((state.0, &state.1), (k as u32, &in_use));
    }
    let [a, b, c, d] = [0, 1, 2, 3].map(|k| (states[k].4, states[k].5));
    assert!(a.0 < 0.0 && a.1 == 0.0 && b.0 < 0.0 && b.1 == 0.0, "{a:?} {b:?}");
    assert!(c.0 > 0.0 && c.1 == c.0 && d.0 > 0.0 && d.0 < d.1 && d.1 == c.1, "{c:?} {d:?}");
    // The first axis that separates is that of the third state (section 4).
    let mut v = start[0];
    assert_eq!(separating_axis(support, |_| DVec2::ZERO, &mut v, &rules).steps, 3);
    assert_eq!(found.ended, Ended::Close);
    let polygon = osculate::shape::ConvexPolygon::new(&corners).unwrap();
    let origin = osculate::shape::Point::new(DVec2::ZERO).unwrap();
    let truth = osculate::distance(&polygon, origin).value;
    assert!((found.v.length() - truth).abs() <= 1e-14, "{found:?}");
}

/// Figure 3(a): v is inside an oblong triangle, two of whose vertices are near each other. Its
/// computed place is off, the bound with it, and the support point is a vertex of the triangle in
/// every iteration.
#[test]
fn figure_3_a_finds_one_support_point_for_ever() {
    let rules = Rules { ends_on_same: false, ..Rules::robust(f32::EPSILON) };
    let mut random = Random(18);
    let (mut stuck, mut same, triangles) = (0, 0, 5000);
    for _ in 0..triangles {
        let width = 1e-4;
        let corners = [[0.0, 0.0], [1.0, width], [1.0, -width]];
        let along = 0.2 + 0.6 * random.unit() as f32;
        let turn = random.turn::<Vec3>().rotation::<Vec3>();
        let corners = corners.map(|[x, y]| turn.apply(Vec3::new(x, y, 0.0)));
        let above = turn.apply(Vec3::new(along, 0.3 * along * width, 2e-4));
        let reach = |d: Vec3| move |p: &&Vec3, q: &&Vec3| p.dot(d).total_cmp(&q.dot(d));
        let support = |d: Vec3| *corners.iter().max_by(reach(d)).unwrap();
        let start = [support(Vec3::X), above];
        let mut last: Vec<(Vec3, Vec3, bool)> = Vec::new();
        let without = distance_from(
            support,
            |_| above,
            start,
            &rules,
            |state| {
                last.push((state.v, state.w, state.simplex.vertices().any(|y| y == state.w)));
            },
        );
        if without.ended == Ended::Never {
            stuck += 1;
            let [.., before, after] = last[..] else { panic!("many steps") };
            same += usize::from(before == after && after.2);
            let with = distance(support, |_| above, &Rules { ends_on_same: true, ..rules });
            assert_eq!(with.ended, Ended::Same);
        }
    }
    println!("figure 3(a): {stuck} of {triangles} without end, {same} of them at one point");
    assert_eq!((stuck, same), (2565, 2441));
}

/// Hill climbing on the adjacency graph reaches as far as a look at all vertices, from wherever it
/// was left.
#[test]
fn hill_climbing_reaches_as_far_as_a_scan() {
    let mut random = Random(8);
    for n in [4, 8, 20, 100, 1000] {
        let points: Vec<DVec3> = (0..n)
            .map(|k| {
                let on_sphere = DVec3::from(random.direction());
                // Some on a grid: faces with many corners, edges in line.
                if k % 2 == 0 { on_sphere } else { (on_sphere * 2.0).round() * 0.5 }
            })
            .collect();
        let Ok(polytope) = Polytope::from_points(&points) else { continue };
        let graph = Graph::new(&polytope);
        let mut climbing = HillClimbing::new(&graph);
        for _ in 0..2000 {
            let direction = random.vector::<DVec3>();
            let reach = climbing.support(direction).dot(direction);
            let most = points.iter().map(|p| p.dot(direction)).fold(f64::MIN, f64::max);
            assert!(reach >= most - 4.0 * f64::EPSILON * direction.length(), "{n}: {reach} {most}");
        }
    }
}

/// ISA-GJK ends in the first iteration while the last axis still separates.
#[test]
fn an_axis_that_still_separates_costs_one_support_point() {
    let mut isa = IsaGjk::<DVec3>::default();
    let mut random = Random(2);
    let points: Vec<DVec3> = (0..40).map(|_| random.direction().into()).collect();
    let hull = Polytope::from_points(&points).unwrap();
    let rules = Rules::robust(0.0);
    let (mut first, mut steps) = (0, 0);
    for frame in 0..200 {
        let angle = f64::from(frame) * 0.01;
        let at = DVec3::new(angle.cos(), angle.sin(), 0.3) * 2.4;
        let b = hull.at(osculate::Pose::from_translation(at).unwrap());
        let verdict = isa.intersects(|d| hull.support(d), |d| b.support(d), &rules);
        assert_eq!(verdict.intersects, intersects(&hull, b));
        first += usize::from(verdict.steps == 1);
        steps += verdict.steps;
    }
    assert!(first >= 190, "{first} of 200 in the first iteration, {steps} in all");
}
