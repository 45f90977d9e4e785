//! Papers 001 and 002: the step of one to four vertices, the loops against exact distances.

use crate::support::{Random, Space};
use crate::{Asked, assert_count, each_pair, support_of};
use osculate::closest_point::{
    closest_point_on_segment, closest_point_on_tetrahedron, closest_point_on_triangle,
};
use osculate::papers::boolean::{
    AlongZero, Ended, Query, Rules, Step, Tetrahedron, intersect_002, step_001, step_002,
};
use osculate::papers::{difference_of, hull_of, sum_of};
use osculate::simplex::Simplex;
use osculate::{Convex, DVec2, DVec3, Place, Vector, shape::Cuboid};

const PAIRS: usize = 300;
const ALL: usize = 13 * PAIRS;

fn simplex_of<V: Vector>(points: &[V]) -> Simplex<V> {
    Simplex::new(points)
}

#[test]
fn one_vertex_searches_for_the_origin() {
    let a = DVec3::new(1.0, 2.0, 3.0);
    assert_eq!(step_001(&mut simplex_of(&[a]), &Rules::PRINTED), Step::Search(-a));
    // The page builds lines, triangles and tetrahedra, and throws for the rest.
    assert_eq!(step_002(&mut simplex_of(&[a]), 0.0), None);
    assert_eq!(step_002(&mut simplex_of::<DVec3>(&[]), 0.0), None);
    let a = DVec2::new(1.0, 2.0);
    assert_eq!(step_001(&mut simplex_of(&[a]), &Rules::PRINTED), Step::Search(-a));
}

#[test]
fn two_vertices_search_across_their_line_toward_the_origin() {
    let mut random = Random(1);
    for _ in 0..10_000 {
        let [b, a]: [DVec3; 2] = [random.vector(), random.vector()];
        for step in [
            step_001(&mut simplex_of(&[b, a]), &Rules::PRINTED),
            step_002(&mut simplex_of(&[b, a]), 0.0).unwrap(),
        ] {
            let Step::Search(v) = step else { panic!("{step:?}") };
            assert!(v.dot(b - a).abs() <= 1e-14 && v.dot(-a) > 0.0, "{b} {a}: {v}");
        }
        let [b, a]: [DVec2; 2] = [random.vector(), random.vector()];
        let step = step_001(&mut simplex_of(&[b, a]), &Rules::PRINTED);
        let Step::Search(v) = step else { panic!("{step:?}") };
        assert!(v.dot(b - a).abs() <= 1e-15 && v.dot(-a) > 0.0, "{b} {a}: {v}");
    }
}

/// The defect: a search along the zero vector, which is no direction.
#[test]
fn a_line_through_the_origin_is_no_search_along_zero() {
    let mut random = Random(6);
    for k in 0..1000 {
        let p: DVec3 = if k % 3 == 0 { DVec3::AXES[k / 3 % 3] } else { random.vector() };
        // So few digits that no difference rounds.
        let p = p.as_vec3().as_dvec3();
        let (b, a) = (p * -2.0, p);
        let printed = step_001(&mut simplex_of(&[b, a]), &Rules::PRINTED);
        assert_eq!(printed, Step::Search(DVec3::ZERO), "as printed");
        assert_eq!(step_001(&mut simplex_of(&[b, a]), &Rules::MENDED), Step::Encloses);
        for equal in [0.0, 1e-12] {
            let step = step_002(&mut simplex_of(&[b, a]), equal);
            let Some(Step::Search(v)) = step else { panic!("002 searches on") };
            assert!(v != DVec3::ZERO && v.dot(p).abs() <= 1e-15, "{p}: {v}");
        }
        let (b, a) = (DVec2::new(p.x, p.y) * -2.0, DVec2::new(p.x, p.y));
        assert_eq!(step_001(&mut simplex_of(&[b, a]), &Rules::MENDED), Step::Encloses);
    }
}

/// Three vertices, the newest beyond the origin from the line of the others.
#[test]
fn three_vertices_search_from_what_holds_the_nearest_point() {
    let mut random = Random(4);
    let (mut edges, mut faces, mut inside) = (0, 0, 0);
    for _ in 0..20_000 {
        let [c, b]: [DVec3; 2] = [random.vector(), random.vector()];
        let Step::Search(v) = step_001(&mut simplex_of(&[c, b]), &Rules::PRINTED) else {
            panic!("a line encloses nothing")
        };
        let a = random.vector::<DVec3>();
        // What the loop has made sure of, for all three vertices.
        let was_found = b.dot(-c) >= 0.0 && a.dot(v) >= 0.0 && a.dot(v) >= b.dot(v);
        if !was_found {
            continue;
        }
        let [mut first, mut second] = [simplex_of(&[c, b, a]), simplex_of(&[c, b, a])];
        let steps = [step_001(&mut first, &Rules::PRINTED), step_002(&mut second, 0.0).unwrap()];
        for (step, simplex) in steps.into_iter().zip([first, second]) {
            let Step::Search(v) = step else { panic!("{step:?}") };
            assert!(v.dot(-a) >= -1e-14, "{c} {b} {a}: {v}");
            match *simplex.points() {
                [p, q] => {
                    edges += 1;
                    assert!(v.dot(q - p).abs() <= 1e-13);
                }
                [p, q, r] => {
                    faces += 1;
                    // Wound with the origin above it.
                    let normal = (q - r).cross(p - r);
                    assert!(normal.dot(v) > 0.0 && normal.dot(-r) >= 0.0);
                }
                _ => panic!("{simplex:?}"),
            }
        }
        let flat = [c, b, a].map(|p| DVec2::new(p.x, p.y));
        inside += usize::from(step_001(&mut simplex_of(&flat), &Rules::PRINTED) == Step::Encloses);
    }
    assert!(edges > 100 && faces > 100 && inside > 10, "{edges} {faces} {inside}");
}

/// Four vertices, the origin above the triangle of the older ones, as the step keeps it: any, and
/// slivers.
fn tetrahedron(random: &mut Random) -> [DVec3; 4] {
    let thin = [1.0, 1e-5][random.below(2)];
    let [d, c, b, mut a]: [DVec3; 4] =
        core::array::from_fn(|_| random.vector::<DVec3>() * DVec3::new(1.0, 1.0, thin));
    let above = -(c - b).cross(d - b).dot(d);
    let (c, b) = if above >= 0.0 { (c, b) } else { (b, c) };
    let normal = (c - b).cross(d - b);
    if normal.dot(a - d) < 0.0 {
        a -= normal * (2.0 * normal.dot(a - d) / normal.length_squared());
    }
    [d, c, b, a]
}

/// How far a simplex is from the origin.
fn nearest(points: &[DVec3]) -> f64 {
    let o = DVec3::ZERO;
    let point = match *points {
        [a] => a,
        [a, b] => closest_point_on_segment(o, a, b),
        [a, b, c] => closest_point_on_triangle(o, a, b, c),
        [a, b, c, d] => closest_point_on_tetrahedron(o, a, b, c, d),
        _ => panic!("one to four vertices"),
    };
    point.length()
}

#[test]
fn four_vertices_enclose_the_origin_exactly_if_they_hold_it() {
    let mut random = Random(9);
    let rules = [Rules::PRINTED, Rules { tetrahedron: Tetrahedron::Disputed, ..Rules::PRINTED }];
    let (mut around, mut beside, mut over_all) = (0, 0, 0);
    for _ in 0..crate::support::pairs(50_000) {
        let [d, c, b, a] = tetrahedron(&mut random);
        let distance = nearest(&[d, c, b, a]);
        let steps = rules.map(|rules| step_001(&mut simplex_of(&[d, c, b, a]), &rules));
        let by_002 = step_002(&mut simplex_of(&[d, c, b, a]), 0.0).unwrap();
        if distance > 1e-13 {
            beside += 1;
            for step in steps {
                assert_ne!(step, Step::Encloses, "{:?} is {distance} away", [d, c, b, a]);
            }
            over_all += usize::from(steps[0] == Step::OverAllFaces);
            // 002 has no rule for an origin over all faces: it takes the first.
            assert!(matches!(by_002, Step::Search(_)));
        } else {
            around += 1;
            for step in [steps[0], steps[1], by_002] {
                assert_eq!(step, Step::Encloses, "{:?} holds the origin", [d, c, b, a]);
            }
        }
    }
    println!("{around} around, {beside} beside, of these {over_all} over all three faces");
    assert!(around > 100 && beside > 100 && over_all > 100, "one-sided");
}

/// Over all three faces: 001 answers true where it is printed to, and 002 has the first face.
#[test]
fn an_origin_over_all_faces_is_said_to_be_enclosed() {
    // A flat cap with the origin above its tip.
    let ring = [0.0, 2.0, 4.0].map(|angle: f64| DVec3::new(angle.cos(), angle.sin(), -1.1));
    let tip = DVec3::new(0.0, 0.0, -1.0);
    let [d, c, b] = ring;
    let above = (c - b).cross(d - b).dot(-d);
    let points = if above > 0.0 { [d, c, b, tip] } else { [d, b, c, tip] };
    assert_eq!(step_001(&mut simplex_of(&points), &Rules::PRINTED), Step::OverAllFaces);
    let mut simplex = simplex_of(&points);
    assert!(matches!(step_002(&mut simplex, 0.0), Some(Step::Search(v)) if v.z > 0.0));
    assert_eq!(simplex.points().len(), 3);
}

/// What is counted of the loop of paper 001.
const COUNTED: [&str; 4] = ["wrong", "at the cap", "over all faces", "along the zero vector"];

/// Wrong answers for pairs that are clearly apart; loops that reach the cap; origins over all
/// faces; searches along zero. And all support points together.
fn counts<V: Space>(rules: Rules) -> ([usize; 4], u32, usize) {
    let mut query = Query::<V>::new(rules);
    let (mut counts, mut steps) = ([0; 4], 0);
    let all = each_pair::<V>(PAIRS, |asked: &Asked<V>| {
        let Asked { a, b, name, .. } = asked;
        let mut along_zero = false;
        let mut support = difference_of(support_of(a), support_of(b));
        let answer = query.intersect(|direction: V| {
            along_zero |= direction == V::ZERO;
            support(direction)
        });
        assert!(answer.intersects || !asked.is_deep(), "{name}");
        counts[0] += usize::from(asked.is_apart() && answer.intersects);
        counts[1] += usize::from(answer.ended == Ended::OutOfIterations);
        counts[2] += usize::from(answer.ended == Ended::OverAllFaces);
        counts[3] += usize::from(along_zero);
        steps += answer.steps;
    });
    (counts, steps, all)
}

fn assert_counts<V: Space>(name: &str, rules: Rules, expected: [usize; 4]) -> u32 {
    let (counts, steps, all) = counts::<V>(rules);
    for ((what, count), expected) in COUNTED.into_iter().zip(counts).zip(expected) {
        assert_count(&format!("{name}, {what}"), count, all, expected, ALL);
    }
    println!("{name}: {steps} support points");
    steps
}

#[test]
fn paper_001_tells_whether_shapes_intersect() {
    assert_counts::<DVec3>("001 mended", Rules::MENDED, [0; 4]);
    assert_counts::<DVec2>("001 in the plane", Rules::MENDED, [0; 4]);
}

/// The listing searches along zero where a line goes through the origin.
#[test]
fn paper_001_as_printed_searches_along_zero() {
    assert_counts::<DVec3>("001 as printed", Rules::PRINTED, [0, 0, 0, 605]);
    assert_counts::<DVec2>("001 as printed in the plane", Rules::PRINTED, [0, 0, 0, 710]);
}

/// The comment is right that the first face need not hold the nearest point: in these tetrahedra
/// the part that is kept is further than that of the corrected step. The loop mends it: its
/// answers are the same.
#[test]
fn the_disputed_tetrahedron_of_paper_001_keeps_what_is_not_nearest() {
    let disputed = Rules { tetrahedron: Tetrahedron::Disputed, ..Rules::MENDED };
    let steps = assert_counts::<DVec3>("001 disputed", disputed, [0; 4]);
    assert!(steps > counts::<DVec3>(Rules::MENDED).1, "the corrected step is no faster");
    let mut random = Random(9);
    let (mut tetrahedra, mut further) = (0, [0; 2]);
    for _ in 0..crate::support::pairs(20_000) {
        let at = random.vector::<DVec3>();
        let points: Vec<DVec3> = (0..10).map(|_| random.vector::<DVec3>() + at).collect();
        let support =
            |d: DVec3| *points.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap();
        let (mut simplex, mut v) = (simplex_of::<DVec3>(&[]), DVec3::X);
        for _ in 0..34 {
            let a = support(v);
            if a.dot(v) < 0.0 {
                break;
            }
            simplex.push(a);
            if let [.., _, _, _, _] = *simplex.points() {
                tetrahedra += 1;
                let truth = nearest(simplex.points());
                for (further, rules) in further.iter_mut().zip([Rules::MENDED, disputed]) {
                    let mut simplex = simplex;
                    step_001(&mut simplex, &rules);
                    *further += usize::from(nearest(simplex.points()) > truth + 1e-12);
                }
            }
            match step_001(&mut simplex, &Rules::MENDED) {
                Step::Search(next) => v = next,
                _ => break,
            }
        }
    }
    assert_count("corrected, not nearest", further[0], tetrahedra, 0, 5774);
    assert_count("disputed, not nearest", further[1], tetrahedra, 234, 5774);
}

/// With an exact zero, and with one of 10⁻⁹: the post does not say what its `Math::equals` takes
/// for equal.
#[test]
fn paper_002_tells_whether_shapes_intersect() {
    for (equal, expected) in [(0.0, [0, 26]), (1e-9, [0, 26])] {
        let (mut wrong, mut never) = (0, 0);
        let all = each_pair::<DVec3>(PAIRS, |asked| {
            let Asked { a, b, name, .. } = asked;
            let answer = intersect_002(difference_of(support_of(a), support_of(b)), equal, 100);
            assert!(answer.intersects || !asked.is_deep(), "{name}");
            wrong += usize::from(asked.is_apart() && answer.intersects);
            never += usize::from(answer.ended == Ended::OutOfIterations);
        });
        assert_count(&format!("002, equal within {equal}, wrong"), wrong, all, expected[0], ALL);
        assert_count(&format!("002, equal within {equal}, no end"), never, all, expected[1], ALL);
    }
}

/// The proofs of the module: in a loop of paper 001 the point of the simplex nearest the origin is
/// in no part of the older vertices alone. Random hulls, and each step of each loop.
#[test]
fn the_nearest_point_is_never_in_a_region_that_is_excluded() {
    let mut random = Random(10);
    let mut steps = [0; 5];
    for _ in 0..crate::support::pairs(20_000) {
        let at = random.vector::<DVec3>();
        let points: Vec<DVec3> = (0..10).map(|_| random.vector::<DVec3>() + at).collect();
        let support =
            |d: DVec3| *points.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap();
        let (mut simplex, mut v) = (simplex_of::<DVec3>(&[]), DVec3::X);
        for _ in 0..34 {
            let a = support(v);
            if a.dot(v) < 0.0 {
                break;
            }
            simplex.push(a);
            if let [older @ .., _] = simplex.points()
                && !older.is_empty()
            {
                steps[older.len() + 1] += 1;
                let with = nearest(simplex.points());
                assert!(with < nearest(older) - 1e-12 || with <= 1e-12, "{:?}", simplex.points());
            }
            match step_001(&mut simplex, &Rules::MENDED) {
                Step::Search(next) => v = next,
                _ => break,
            }
        }
    }
    assert!(steps[2..].iter().all(|&n| n > 1000), "one-sided: {steps:?}");
}

#[test]
fn any_number_of_iterations_is_a_limit() {
    let (a, b) = (|d: DVec3| d.signum(), |d: DVec3| DVec3::X * 3.0 + d.signum());
    let rules = Rules { most_iterations: u32::MAX, ..Rules::MENDED };
    let answer = Query::new(rules).intersect_two(a, b);
    assert_eq!((answer.intersects, answer.ended), (false, Ended::Apart));
    assert!(Query::new(rules).intersect_two(a, a).intersects);
}

/// The query object keeps its state and not its answers: each query begins anew.
#[test]
fn the_query_object_gives_the_same_answers_as_a_new_one() {
    let mut kept = Query::<DVec3>::new(Rules::MENDED);
    each_pair::<DVec3>(PAIRS / 10, |asked| {
        let (a, b) = (support_of(&asked.a), support_of(&asked.b));
        let mut new = Query::new(Rules::MENDED);
        assert_eq!(kept.intersect_two(&a, &b), new.intersect_two(&a, &b), "{}", asked.name);
        assert_eq!(kept.searched(), new.searched());
    });
    assert_eq!(Rules::PRINTED.along_zero, AlongZero::Printed);
}

/// The composite support of several shapes: of their hull, of their sum, and of a difference.
#[test]
fn composite_supports_are_of_hulls_and_sums() {
    let at = |x: f64| osculate::Pose::from_translation(DVec3::new(x, 0.0, 0.0)).unwrap();
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let (left, right, far) = (cube.at(at(-3.0)), cube.at(at(3.0)), cube.at(at(9.5)));
    let mut query = Query::new(Rules::MENDED);
    // A cube between two is in their hull, and in neither.
    let hull = || hull_of(|d| left.support(d), |d| right.support(d));
    assert!(query.intersect_two(hull(), |d| cube.support(d)).intersects);
    assert!(!query.intersect_two(|d| left.support(d), |d| cube.support(d)).intersects);
    assert!(!query.intersect_two(hull(), |d| far.support(d)).intersects);
    // The sum with a cube of half edge 1 reaches 5 along x.
    let sum = || sum_of(|d| right.support(d), |d| cube.support(d));
    assert_eq!(sum()(DVec3::X).x, 5.0);
    assert!(!query.intersect_two(sum(), |d| far.support(d)).intersects);
    let nearer = cube.at(at(5.5));
    assert!(query.intersect_two(sum(), |d| nearer.support(d)).intersects);
}
