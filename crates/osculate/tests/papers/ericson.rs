//! Paper 004: the loop in seven steps, its ten slides, two objects, and the two ways to sweep.

use crate::support::Random;
use crate::{Asked, assert_count, each_pair, support_of};
use osculate::papers::ericson::{Slide, duplicated, gjk, gjk_of_two, swept};
use osculate::simplex::Simplex;
use osculate::{DVec2, DVec3};

const PAIRS: usize = 300;
const ALL: usize = 13 * PAIRS;

/// The ten slides, one state a slide. The talk draws the polygon without coordinates: this one has
/// the same course, three points to begin with, an edge, one supporting point, another edge.
#[test]
fn the_example_of_ten_slides_goes_as_it_is_drawn() {
    // 1(10): a convex polyhedron C, the hull of a set of points.
    let c = [[6.0, 0.0], [9.0, 3.0], [7.0, 6.0], [3.0, 5.0], [2.0, 3.0]].map(DVec2::from);
    let support = |d: DVec2| *c.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap();
    let mut slides = Vec::new();
    let [right, _, top, left, low] = c;
    let nearest = gjk(support, &[top, left, right], |slide| slides.push(slide));
    let [s2, s3, s4, s5, s6, s7, s8, s9, s10] = slides[..] else { panic!("{slides:?}") };
    // The vertices that a slide shows, in any order.
    let is_set = |q: &Simplex<DVec2>, expected: &[DVec2]| {
        q.points().len() == expected.len() && expected.iter().all(|p| q.points().contains(p))
    };
    // 2(10): the simplex set Q with d + 1 points from C.
    assert!(matches!(s2, Slide::Initialised(q) if is_set(&q, &[top, left, right])));
    // 3(10): P, the point of minimum norm in CH(Q): on the edge from (3, 5) to (6, 0).
    let Slide::Point(p) = s3 else { panic!("{s3:?}") };
    assert!((p - DVec2::new(75.0, 45.0) / 17.0).length() <= 1e-15, "{p}");
    // 4(10): P is not the origin; Q is reduced to the two ends of the edge.
    assert!(matches!(s4, Slide::Reduced(q) if is_set(&q, &[left, right])));
    // 5(10): V, a supporting point in direction −P.
    assert!(matches!(s5, Slide::Supporting(v) if v == low));
    // 6(10): V is more extreme in direction −P than P itself. It is added to Q.
    assert!(matches!(s6, Slide::Added(q) if is_set(&q, &[left, right, low])));
    // 7(10): P again, on the edge from (2, 3) to (6, 0).
    let Slide::Point(p) = s7 else { panic!("{s7:?}") };
    assert!((p - DVec2::new(2.16, 2.88)).length() <= 1e-15, "{p}");
    // 8(10): Q is reduced again.
    assert!(matches!(s8, Slide::Reduced(q) if is_set(&q, &[right, low])));
    // 9(10): V is an end of the edge.
    assert!(matches!(s9, Slide::Supporting(v) if v == right || v == low));
    // 10(10): V is no more extreme than P: done.
    assert!(matches!(s10, Slide::Exit(distance) if distance == nearest.point.length()));
    assert!((nearest.point.length() - 3.6).abs() <= 1e-15);
}

/// From a point at the origin to two objects: the distance is exact, or off by what the geometric
/// solver loses.
#[test]
fn no_points_to_begin_with_are_one_supporting_point() {
    use osculate::shape::Cuboid;
    use osculate::{Convex, DVec3, Place, Pose};
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let far = cube.at(Pose::from_translation(DVec3::X * 3.0).unwrap());
    let nearest = gjk(|d| far.support(d), &[], |_| {});
    assert_eq!(nearest.point.length(), 2.0);
}

#[test]
fn two_objects_have_the_exact_distance() {
    let mut wrong = 0;
    let all = each_pair::<DVec3>(PAIRS, |asked| {
        let Asked { a, b, truth, unit, .. } = asked;
        let found = gjk_of_two(support_of(a), support_of(b));
        wrong += usize::from(!((found - truth).abs() <= 1e-6 * unit / f64::EPSILON));
    });
    assert_count("Ericson in space, wrong", wrong, all, 0, ALL);
    let mut wrong = 0;
    let all = each_pair::<DVec2>(PAIRS, |asked| {
        let Asked { a, b, truth, unit, .. } = asked;
        let found = gjk_of_two(support_of(a), support_of(b));
        wrong += usize::from(!((found - truth).abs() <= 1e-6 * unit / f64::EPSILON));
    });
    assert_count("Ericson in the plane, wrong", wrong, all, 1, ALL);
}

/// Both alternatives are the support mapping of the same swept volume.
#[test]
fn both_ways_to_sweep_reach_equally_far() {
    let mut random = Random(12);
    for _ in 0..2000 {
        let points: Vec<DVec3> = (0..6).map(|_| random.vector()).collect();
        let way = random.vector::<DVec3>() * 3.0;
        let furthest = |points: &[DVec3], d: DVec3| {
            *points.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap()
        };
        let both = duplicated(&points, way);
        let mut moved = swept(|d| furthest(&points, d), way);
        let d = random.vector::<DVec3>();
        let (first, second) = (furthest(&both, d).dot(d), moved(d).dot(d));
        assert!((first - second).abs() <= 1e-14, "{first} {second}");
    }
}
