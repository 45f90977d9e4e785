//! Cases that others published, a line each about what they were.

use crate::shapes::number;
use crate::support::Random;
use crate::support::ask::{cast, distance, signed_distance, time_of_impact};
use osculate::shape::{Ball, Capsule, Cuboid, Cylinder, PointCloud, Segment};
use osculate::{At, DVec2, DVec3, Motion, Place, Pose, Rotation, Sweep, Vec2, Vec3, Verdict};

/// parry #180: a square falls on a long segment, and of three starts one digit apart the middle one
/// gave no contact.
#[test]
fn parry_180_a_digit_of_the_start_does_not_lose_the_contact() {
    let (segment, square) = (
        Segment::new(Vec2::new(1.0, 1.0), Vec2::new(124.0, 1.0)).unwrap(),
        Cuboid::new(Vec2::splat(2.0)).unwrap(),
    );
    let velocity = Vec2::new(0.0081385, -0.999966);
    let sweep = Sweep::between(0.0, 1e4).unwrap();
    for x in [15.689464_f32, 15.689465, 15.689466] {
        let square = square.at(Pose::from_translation(Vec2::new(x, 54.00709)).unwrap());
        let hit = cast(&sweep, &square, velocity, &segment, Vec2::ZERO).unwrap().hit();
        let hit = hit.unwrap_or_else(|| panic!("{x}"));
        let truth = (f64::from(54.00709_f32) - 3.0) / f64::from(0.999966_f32);
        let [lower, upper] = [hit.time.lower, hit.time.upper].map(number);
        assert!(lower <= truth && truth - lower < 1e-3 && upper < truth + 1e-3, "{x}: {hit:?}");
    }
}

/// parry #107: a ball of a game slides into a wall that it all but touches, and the tree above the
/// query gave no contact within the frame.
#[test]
fn parry_107_a_ball_beside_a_wall_hits_it_at_once() {
    let ball = Ball::new(96.0_f32).unwrap();
    let ball = ball.at(Pose::from_translation(Vec2::new(216.02324, -1632.0032)).unwrap());
    let wall = Cuboid::new(Vec2::new(1280.0, 96.0)).unwrap();
    let wall = wall.at(Pose::from_translation(Vec2::new(0.0, -1824.0)).unwrap());
    let sweep = Sweep::between(0.0, 1.0 / 60.0).unwrap();
    let velocity = Vec2::splat(-636.3961);
    let hit =
        cast(&sweep, &ball, velocity, &wall, Vec2::ZERO).unwrap().hit().expect("it slides in");
    assert!(hit.time.lower < 1e-6, "{hit:?}");
}

/// parry #429: a ball cast down at boxes of 5, 50 and 500 m stopped short by up to 139 mm.
#[test]
fn parry_429_the_time_is_as_good_on_a_large_box() {
    let mut random = Random(429);
    for half in [5.0, 50.0, 500.0] {
        for _ in 0..200 {
            let radius = 0.5166_f32;
            let ball = Ball::new(radius).unwrap();
            let x = (random.signed() * 0.9 * half) as f32;
            let z = (random.signed() * 0.9 * half) as f32;
            let height = 2.0 + random.unit() as f32;
            let ball = ball.at(Pose::from_translation(Vec3::new(x, height, z)).unwrap());
            let cuboid = Cuboid::new(Vec3::new(half as f32, 0.5, half as f32)).unwrap();
            let down = Vec3::new(0.0, -10.0, 0.0);
            let hit = cast(&Sweep::default(), &ball, down, &cuboid, Vec3::ZERO).unwrap();
            let hit = hit.hit().expect("straight down");
            let truth = (f64::from(height) - 0.5 - f64::from(radius)) / 10.0;
            let short = (truth - number(hit.time.lower)) * 10.0;
            // 48 ε of the lengths, which for 500 m are 1.4 km.
            assert!(short >= -1e-9 && short < 1e-5 * half.max(1.0), "{half}: {short}");
        }
    }
}

/// parry #317: two plain cuboids that turn and move into each other, and a contact that was clear
/// at the end was not found. Here a family of them, and the end overlaps.
#[test]
fn parry_317_cuboids_that_overlap_at_the_end_have_met() {
    let mut random = Random(317);
    let mut met = 0;
    for _ in 0..300 {
        let mut cuboid =
            || Cuboid::new(DVec3::from_array([0; 3].map(|_| 0.1 + random.unit()))).unwrap();
        let [a, b] = [cuboid(), cuboid()];
        let mut pose = |size: f64| {
            let turn = random.turn::<DVec3>().rotation();
            Pose::new(random.vector::<DVec3>() * size + DVec3::splat(500.0), turn).unwrap()
        };
        let (from, to, still) = (pose(6.0), pose(1.0), pose(1.0));
        let way = Motion::between(from, to).unwrap();
        let end = signed_distance(&a.at(to), &b.at(still)).distance;
        if end.upper > -1e-6 {
            continue;
        }
        met += 1;
        let answer = time_of_impact(&Sweep::default(), &a, &way, &b, &Motion::resting(still));
        let hit = answer.unwrap().hit().expect("they overlap at the end");
        let there = |t: f64| distance(&a.at(way.pose_at(t).unwrap()), &b.at(still));
        assert!(there(hit.time.upper).lower < 2e-4, "{hit:?}");
        assert!(hit.time.lower == 0.0 || there(hit.time.lower * 0.999).upper > 0.0, "{hit:?}");
    }
    assert!(met > 50, "{met}");
}

/// Box2D #115: two boxes that turn, with angles of many turns; it said touching, and without
/// normalised angles it looped for ever. The boxes start apart and do touch or not as the distance
/// along the way says.
#[test]
fn box2d_115_boxes_far_round_are_apart_if_the_way_says_so() {
    let pi = std::f64::consts::PI;
    let still_box = Cuboid::new(DVec2::new(25.0, 5.0)).unwrap();
    let moving_box = Cuboid::new(DVec2::new(2.5, 2.5)).unwrap();
    for whole in [0.0, 162.0 * pi] {
        let place = |x: f64, y: f64, angle: f64| {
            Pose::new(DVec2::new(x, y), Rotation::from_angle(angle).unwrap()).unwrap()
        };
        let still = place(24.0, -60.0, 2.95);
        let from = place(53.474274, -50.252514, 513.36676 - 162.0 * pi + whole);
        let velocity = DVec2::new(54.595478 - 53.474274, -51.083473 + 50.252514);
        let moves = Motion::new(from, velocity).unwrap().turning(513.62781 - 513.36676).unwrap();
        let gap = |t: f64| {
            distance(&moving_box.at(moves.pose_at(t).unwrap()), &still_box.at(still)).lower
        };
        let least = (0..=10_000).map(|k| gap(f64::from(k) / 10_000.0)).fold(f64::MAX, f64::min);
        let answer = time_of_impact(
            &Sweep::default(),
            &moving_box,
            &moves,
            &still_box,
            &Motion::resting(still),
        );
        assert_eq!(answer.unwrap().is_missed(), least > 0.0, "{least}");
    }
}

/// Box2D #552: at the time of impact two circles overlap by a slop, by design. Here they are apart
/// or touch: the lower end is before contact.
#[test]
fn box2d_552_circles_do_not_overlap_at_the_time_of_impact() {
    let mut random = Random(552);
    for _ in 0..200 {
        let [a, b] = [0, 1].map(|_| Ball::new(0.5 + random.unit()).unwrap());
        let start = DVec2::new(-10.0, random.signed());
        let flies = Motion::new(Pose::from_translation(start).unwrap(), DVec2::X * 20.0).unwrap();
        let rests = Motion::resting(Pose::IDENTITY);
        let hit = time_of_impact(&Sweep::default(), &a, &flies, &b, &rests).unwrap().hit().unwrap();
        let pose = flies.pose_at(hit.time.lower).unwrap();
        assert!(number(distance(&a.at(pose), &b).upper) > 0.0, "{hit:?}");
        assert_ne!(hit.verdict, Verdict::Overlapping);
    }
}

/// FCL #555 and #120: two boxes translated towards each other; bounds that were summed with their
/// signs cancelled, and the boxes passed through.
#[test]
fn fcl_555_boxes_that_fly_at_each_other_meet() {
    let corners = |z: f64| -> PointCloud<DVec3> {
        let at = |k: u32, i: u32| if k >> i & 1 == 1 { 1.0 } else { -1.0 };
        let points: Vec<DVec3> =
            (0..8).map(|k| DVec3::new(at(k, 0), at(k, 1), z + at(k, 2))).collect();
        PointCloud::new(&points).unwrap()
    };
    // Their own axes are far from their corners, as there.
    let (up, down) = (corners(4.0), corners(-4.0));
    for speed in [8.0, 80.0, 8e4] {
        let at = |v: f64| Motion::new(Pose::IDENTITY, DVec3::Z * v).unwrap();
        let hit = time_of_impact(&Sweep::default(), &up, &at(-speed), &down, &at(speed)).unwrap();
        let time = hit.hit().expect("they fly at each other").time;
        let truth = 3.0 / speed;
        assert!(time.lower <= truth && (truth - time.lower) * speed < 1e-3, "{speed}: {time:?}");
    }
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let away = Pose::from_translation(DVec3::X * 10.0).unwrap();
    let hit = cast(&Sweep::default(), &cube, DVec3::X * 20.0, &cube.at(away), DVec3::ZERO).unwrap();
    let time = hit.hit().expect("a box translated at a box").time;
    assert!(time.lower <= 0.4 && 0.4 <= time.upper, "{time:?}");
}

/// Jolt #2050 (of #2049): a box cast whose normal of contact is perpendicular to the way was taken
/// for one that leaves, and missed.
#[test]
fn jolt_2050_a_normal_across_the_way_is_still_a_hit() {
    let large = Cuboid::new(Vec3::new(1.5, 0.5, 1.5)).unwrap();
    let small = Cuboid::new(Vec3::splat(0.5)).unwrap();
    for (x, z) in [(0.0, 0.0), (1.25, 0.25), (-1.9, 1.9), (2.0, 0.0)] {
        for y in [0.9, 0.99999, 1.0] {
            let start = small.at(Pose::from_translation(Vec3::new(x, y, z)).unwrap());
            // It slides along the top, in which it is sunk, or on which it lies.
            let hit = cast(&Sweep::default(), &start, Vec3::X, &large, Vec3::ZERO).unwrap();
            let hit = hit.hit().unwrap_or_else(|| panic!("{x} {y} {z}"));
            assert_eq!(hit.time.lower, 0.0, "{x} {y} {z}");
            assert!(hit.start != Verdict::Apart, "{x} {y} {z}: {hit:?}");
        }
    }
}

/// Jolt #2108 (of #2103): a cylinder that just touches a capsule at the start of its way was said
/// to be 7 m deep in it, from a vertex that the loop had refused.
#[test]
fn jolt_2108_a_cylinder_that_touches_a_capsule_is_not_deep_in_it() {
    let capsule = Capsule::<Vec3>::along_y(2.0311434, 7.197322).unwrap();
    let cylinder = Cylinder::<Vec3>::new(0.3, 0.4975).unwrap();
    let at = Vec3::new(-0.951_660_16, -2.091_552_7, -7.635_742);
    let start = cylinder.at(Pose::from_translation(at).unwrap());
    let way = Vec3::new(0.002_441_406_3, -0.006_835_937_5, 0.002_929_687_5);
    let gap = signed_distance(&start, &capsule).distance;
    assert!(number(gap.value).abs() < 1e-2, "{gap:?}");
    let answer = cast(&Sweep::default(), &start, way, &capsule, Vec3::ZERO).unwrap();
    if let Some(hit) = answer.hit() {
        let deep = hit.overlap.map_or(0.0, |overlap| number(overlap.depth.upper));
        assert!(deep < 1e-2 && number(hit.distance.upper) < 1e-2, "{hit:?}");
        let nearest = At::new(capsule, Pose::IDENTITY);
        assert!(
            number(distance(&osculate::shape::Point::new(hit.on_b).unwrap(), &nearest).lower)
                < 1e-4
        );
    }
}
