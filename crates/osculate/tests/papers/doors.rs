//! Doors of the library that the papers are the reason for: the object of paper 001 and its
//! tolerances, the limit on steps, the closest points of paper 004.

use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Space, Turn, ask, pairs};
use osculate::closest_point::{
    closest_point_on_segment, closest_point_on_tetrahedron, closest_point_on_triangle,
};
use osculate::shape::{Cuboid, Ellipsoid, Shape};
use osculate::{
    DVec2, DVec3, Ended, Facts, OneToMany, Place, Pose, Query, Vector, closest, distance, from_fn,
    signed_distance,
};

/// An ellipsoid and a cuboid, some way apart, as shapes of any kind: the library has compiled their
/// queries.
fn curved(random: &mut Random) -> (Shape<DVec3>, osculate::At<DVec3, Shape<DVec3>>) {
    let ellipsoid = Ellipsoid::new(DVec3::new(1.0, 0.3 + random.unit(), 2.0)).unwrap();
    let cuboid = Cuboid::new(DVec3::new(0.5, 1.0, 0.2 + random.unit())).unwrap();
    let at = DVec3::from(random.direction()) * (3.5 + 2.0 * random.unit());
    let pose = Pose::new(at, random.turn::<DVec3>().rotation()).unwrap();
    (ellipsoid.into(), osculate::At::new(cuboid.into(), pose))
}

/// Brackets hold the truth, are no wider than was asked for, and wider ones come sooner.
#[test]
fn both_tolerances_are_honoured_and_save_steps() {
    let mut random = Random(41);
    let (mut steps, mut wide) = ([0; 3], [0; 2]);
    for _ in 0..300 {
        let (a, b) = curved(&mut random);
        let fine = closest(&a, &b);
        let truth = fine.distance;
        let relative = Query::new(&a, &b).with_relative_tolerance(1e-3).closest();
        let absolute = Query::new(&a, &b).with_absolute_tolerance(1e-2).closest();
        let slack = 1e-12;
        for (which, (answer, most)) in
            [(&relative, 1e-3 * truth.value), (&absolute, 1e-2)].into_iter().enumerate()
        {
            let found = answer.distance;
            assert!(
                found.lower <= truth.upper && truth.lower <= found.upper,
                "{found:?} {truth:?}"
            );
            assert!(found.upper - found.lower <= most + slack, "{found:?}, {most}");
            wide[which] += usize::from(found.upper - found.lower > 1e-9);
            steps[which + 1] += answer.steps;
        }
        steps[0] += fine.steps;
        let by_distance = Query::new(&a, &b).with_relative_tolerance(1e-3).distance();
        assert_eq!(by_distance, relative.distance, "both levels have one bracket");
    }
    assert!(wide.iter().all(|&n| n > 100), "{wide:?}");
    assert!(steps[1] * 4 < steps[0] * 3 && steps[2] * 4 < steps[0] * 3, "{steps:?}");
}

/// The object asks about its shape, whatever it was asked before.
#[test]
fn the_object_answers_as_the_functions_do() {
    let mut random = Random(42);
    let (shape, _) = curved(&mut random);
    let mut object = OneToMany::new(&shape);
    let mut together = 0;
    for _ in 0..500 {
        let (_, other) = curved(&mut random);
        let back = Pose::from_translation(-other.origin() * random.unit()).unwrap();
        let nearer = &other.at(back);
        assert_eq!(object.against(nearer).intersects(), osculate::intersects(&shape, nearer));
        assert_eq!(object.against(nearer).distance(), distance(&shape, nearer));
        assert_eq!(object.against(nearer).closest(), closest(&shape, nearer));
        together += usize::from(object.against(nearer).intersects());
        let within = object.against(nearer).distance_within(0.5);
        assert_eq!(within.is_some(), distance(&shape, nearer).lower <= 0.5);
    }
    assert!(together > 50 && together < 450, "{together}");
    assert_eq!(object.shape(), &&shape);
}

/// Two cylinders of one's own on one axis, the way out of each other the same all round: each step
/// of the expansion finds another side of a round difference. At its limit the bracket so far is
/// returned, holds the truth, and says so.
#[test]
fn at_the_limit_on_steps_the_bracket_so_far_is_returned() {
    let mut random = Random(44);
    let mut limits = 0;
    for _ in 0..100 {
        let [radius, around] = [0.1 + random.unit(), 0.1 + random.unit()];
        let round = |radius: f64, half_height: f64| {
            from_fn(move |d: DVec3| {
                let across = Vector::try_normalize(DVec3::new(d.x, 0.0, d.z)).unwrap_or(DVec3::X);
                across * radius + DVec3::Y * half_height.copysign(d.y)
            })
        };
        let answer = signed_distance(round(radius, 5.0), round(around, 4.0));
        let found = answer.distance;
        let truth = -(radius + around);
        assert!(found.lower <= truth && truth <= found.upper, "{truth}, {answer:?}");
        assert!((found.value - truth).abs() <= 1e-3, "{truth}, {answer:?}");
        let is_wide = found.upper - found.lower > 1e-7;
        assert!(!is_wide || answer.ended == Ended::StepLimit, "{answer:?}");
        limits += i32::from(answer.ended == Ended::StepLimit);
    }
    assert!(limits > 50, "{limits}");
}

/// Whatever the user's limit on steps, the bracket holds the truth, no search takes more steps, and
/// shapes that have a common point are never said to be apart.
#[test]
fn a_limit_on_steps_widens_the_bracket_and_nothing_else() {
    let mut random = Random(46);
    let (mut spent, mut doubted) = (0, 0);
    for _ in 0..300 {
        let (a, b) = curved(&mut random);
        // Every other pair overlaps.
        let way = -b.origin() * if random.below(2) == 0 { random.unit() } else { 0.0 };
        let b = b.at(Pose::from_translation(way).unwrap());
        let truth = ask::signed_distance(&a, &b).distance;
        let far = ask::distance(&a, &b);
        for steps in 1..16 {
            let asked = || Query::new(&a, &b).with_most_steps(steps);
            let signed = asked().signed_distance();
            let found = signed.distance;
            let holds = found.lower <= truth.upper && truth.lower <= found.upper;
            assert!(holds, "{steps} steps: {found:?} {truth:?}");
            let near = asked().closest();
            assert!(near.distance.lower <= far.upper && far.lower <= near.distance.upper);
            let touches = truth.upper <= 0.0;
            assert!(!touches || asked().intersects(), "{steps} steps: {truth:?}");
            if truth.lower > 0.0 {
                assert!(signed.steps <= 2 * steps + 6, "{steps}: {signed:?}");
                doubted += usize::from(asked().intersects());
            }
            spent += usize::from(signed.ended == Ended::StepLimit);
        }
    }
    assert!(spent > 1000 && doubted > 10, "{spent} ran out of steps, {doubted} in doubt");
}

/// GJK takes at most 64 support points, here of ellipsoids with every ratio of axes to 10⁵, and the
/// bracket is as narrow as is promised of curved shapes.
#[test]
fn gjk_takes_at_most_as_many_steps_as_its_limit() {
    let mut random = Random(45);
    let mut most = 0;
    for _ in 0..2000 {
        let mut any = || Ellipsoid::new(DVec3::from([(); 3].map(|()| random.magnitude(-5.0, 0.0))));
        let [a, b] = [(); 2].map(|()| Shape::from(any().unwrap()));
        let at = Pose::new(random.vector::<DVec3>() * 0.8, random.turn::<DVec3>().rotation());
        let answer = closest(&a, b.at(at.unwrap()));
        most = most.max(answer.steps);
        let width = answer.distance.upper - answer.distance.lower;
        assert!(width <= 1e-12 * 4.0 || answer.ended == Ended::StepLimit, "{answer:?}");
    }
    assert!((30..=osculate::contract::GJK_STEPS).contains(&most), "{most}");
}

fn exact<V: Space>(points: &[V], from: V) -> f64 {
    let placed = |corners: &[V]| Placed {
        corners: corners.to_vec(),
        turn: Turn::NONE,
        translation: V::ZERO,
    };
    Scene::new(&placed(points), &placed(&[from])).distance()
}

fn closest_points<V: Space + Vector<Scalar = f64>>() {
    let mut random = Random(43);
    for _ in 0..pairs(3000) {
        let mut corners: Vec<V> = (0..4).map(|_| random.vector()).collect();
        match random.below(4) {
            0 => corners[1] = corners[0],
            1 => corners[2] = corners[0] + (corners[1] - corners[0]) * 0.5,
            _ => {}
        }
        let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3]);
        let p = random.vector::<V>() * 2.0;
        let mut found = vec![
            (closest_point_on_segment(p, a, b), 2),
            (closest_point_on_triangle(p, a, b, c), 3),
        ];
        if V::DIM == 3 {
            found.push((closest_point_on_tetrahedron(p, a, b, c, d), 4));
        }
        for (point, n) in found {
            let truth = exact(&corners[..n], p);
            let off = ((point - p).length() - truth).abs();
            assert!(off <= 1e-13, "{n} corners {corners:?} from {p:?}: {point:?} is {off} off");
            // It is a point of the simplex.
            let outside = exact(&corners[..n], point);
            assert!(outside <= 1e-14, "{n} corners {corners:?}: {point:?} is {outside} outside");
        }
    }
}

#[test]
fn closest_points_from_any_point_are_exact() {
    closest_points::<DVec2>();
    closest_points::<DVec3>();
}
