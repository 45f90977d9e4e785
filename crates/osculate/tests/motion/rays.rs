//! Rays against shapes.

use crate::shapes::{any, length, number};
use crate::support::ask::{distance, ray_cast};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::shape::{Ball, Cuboid, HalfSpace, Point};
use osculate::{Convex, DVec2, DVec3, Place, Pose, Problem, Ray, Struck};

/// The first parameter at which a ray meets a ball about the origin.
fn of_ball(origin: &[f64], direction: &[f64], radius: f64) -> Option<f64> {
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let (a, b) = (dot(direction, direction), dot(origin, direction));
    let root = b * b - a * (dot(origin, origin) - radius * radius);
    (root >= 0.0).then(|| (-b - root.sqrt()) / a).filter(|t| *t >= 0.0)
}

fn check_balls<V: Space>() {
    let mut random = Random(34);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..pairs(300) {
        let direction: V = random.vector();
        let origin = -direction * scalar(2.0 + random.unit()) + random.vector::<V>() * scalar(0.8);
        let radius = 0.1 + random.unit();
        let ball = Ball::new(scalar(radius)).unwrap();
        let at = |v: V| crate::support::coordinates(v);
        let truth = of_ball(&at(origin), &at(direction), number(ball.radius()));
        let outside = length(origin) > number(ball.radius());
        if !outside {
            continue;
        }
        let ray = Ray::new(origin, direction).unwrap();
        match (ray_cast(&ray, &ball), truth) {
            (Struck::Hit(hit), Some(truth)) => {
                let (lower, upper) = (number(hit.parameter.lower), number(hit.parameter.upper));
                let doubt = 1e-14 * (1.0 + truth);
                assert!(lower <= truth + doubt, "{} {case}: {lower} {truth}", V::NAME);
                assert!(truth <= upper + doubt, "{} {case}: {truth} {upper}", V::NAME);
                let share = (upper - lower) * length(direction) / (length(origin) + radius);
                hits += usize::from(share < 500.0 * epsilon::<V>());
            }
            (Struck::Missed, None) => misses += 1,
            (answer, truth) => panic!("{} {case}: {answer:?} {truth:?}", V::NAME),
        }
    }
    assert!(hits > pairs(300) / 4 && misses > 10, "{}: {hits} hits, {misses} misses", V::NAME);
}

#[test]
fn the_bracket_of_a_ray_holds_the_root_of_the_ball() {
    in_every_space!(check_balls);
}

/// How far the point of a ray may be from a shape that it is said to be at, rounded as it is.
fn doubt<V: Space>(ray_at: V, shape: &dyn Convex<V>) -> f64 {
    let lengths = length(ray_at - shape.origin()) + number(shape.extent() + shape.radius());
    let curved = if epsilon::<V>() < 1e-10 { 1e-12 } else { 4e-6 };
    let share = if shape.is_curved() { 2.0 * curved } else { 0.0 };
    (100.0 * epsilon::<V>() + share) * (lengths + length(ray_at))
}

fn check_distances<V: Space>() {
    let mut random = Random(35);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..pairs(300) {
        let shape = any::<V>(&mut random);
        let pose = Pose::new(random.vector::<V>(), random.turn::<V>().rotation()).unwrap();
        let shape = shape.at(pose);
        let direction: V = random.vector();
        let origin = random.vector::<V>() * scalar(1.2) - direction * scalar(3.0);
        let ray = Ray::new(origin, direction).unwrap().up_to(scalar(6.0)).unwrap();
        let gap = |t: f64| {
            let point = ray.point_at(scalar(t));
            (distance(&Point::new(point).unwrap(), &shape), doubt(point, &shape))
        };
        let free_until = match ray_cast(&ray, &shape) {
            Struck::Hit(hit) => {
                hits += 1;
                let (found, doubt) = gap(number(hit.parameter.upper));
                assert!(number(found.lower) <= doubt, "{} {case}: {found:?}", V::NAME);
                let (found, doubt) = gap(number(hit.parameter.lower));
                assert!(number(found.upper) <= doubt, "{} {case}: {found:?} {doubt}", V::NAME);
                number(hit.parameter.lower)
            }
            Struck::Missed => {
                misses += 1;
                6.0
            }
            Struck::Unknown { lower, .. } => panic!("{} {case}: {lower:?}", V::NAME),
        };
        for k in 0..if free_until > 0.0 { 40 } else { 0 } {
            let (found, doubt) = gap(free_until * f64::from(k) / 40.0);
            assert!(number(found.upper) > 0.0, "{} {case} {k}: {found:?} {doubt}", V::NAME);
        }
    }
    assert!(hits > pairs(300) / 5 && misses > pairs(300) / 10, "{}: {hits} {misses}", V::NAME);
}

#[test]
fn a_ray_is_outside_before_its_hit_and_at_the_surface_there() {
    in_every_space!(check_distances);
}

fn check_exits<V: Space>() {
    let mut random = Random(36);
    for case in 0..pairs(200) {
        let shape = any::<V>(&mut random);
        let direction: V = random.vector();
        let origin = random.vector::<V>() * scalar(0.1);
        let ray = Ray::new(origin, direction).unwrap();
        let gap = |t: f64| distance(&Point::new(ray.point_at(scalar(t))).unwrap(), &shape);
        if number(gap(0.0).lower) > 0.0 || length(direction) < 0.1 {
            continue;
        }
        let solid = ray_cast(&ray, &shape).hit().expect("it starts inside");
        assert_eq!(number(solid.parameter.lower), 0.0, "{} {case}", V::NAME);
        let hit = ray_cast(&ray.hollow(), &shape).hit().expect("it leaves");
        let (lower, upper) = (number(hit.parameter.lower), number(hit.parameter.upper));
        let further = 1e-2 / length(direction);
        assert_eq!(number(gap((lower - further).max(0.0)).lower), 0.0, "{} {case}", V::NAME);
        assert!(number(gap(upper + further).upper) > 0.0, "{} {case}", V::NAME);
        assert!(upper - lower < 1e-2 * (1.0 + upper), "{} {case}: {hit:?}", V::NAME);
        let normal = hit.normal.expect("a surface has a normal");
        assert!(number(normal.dot(direction)) > -1e-3, "{} {case}: it leaves", V::NAME);
        let end = scalar(lower.max(0.0) * 0.5);
        let short = ray_cast(&ray.up_to(end).unwrap().hollow(), &shape);
        assert!(short.is_missed() || lower < 1e-3, "{} {case}: {short:?}", V::NAME);
    }
}

#[test]
fn a_hollow_shape_is_hit_where_the_ray_leaves() {
    in_every_space!(check_exits);
}

#[test]
fn rays_that_graze_or_run_in_a_face_hit() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let start = |y: f64, z: f64| DVec3::new(-3.0, y, z);
    let hit = |origin| ray_cast(&Ray::new(origin, DVec3::X).unwrap(), &cube);
    for on in [start(1.0, 0.0), start(1.0, 1.0), start(-1.0, 0.5)] {
        let parameter = hit(on).hit().expect("it touches").parameter;
        assert!(parameter.lower <= 2.0 && (parameter.upper - 2.0).abs() < 1e-12, "{parameter:?}");
    }
    assert!(hit(start(1.0 + 1e-12, 0.0)).is_missed());
    let ball = Ball::new(1.0).unwrap();
    let graze = Ray::new(DVec2::new(-3.0, 1.0), DVec2::X).unwrap();
    let parameter = ray_cast(&graze, &ball).hit().expect("it touches").parameter;
    // The distance grows as half of the square of the way from where they touch.
    assert!((parameter.lower - 3.0).abs() < 1e-6, "{parameter:?}");
    let above = Ray::new(DVec2::new(-3.0, 1.0 + 1e-9), DVec2::X).unwrap();
    assert!(ray_cast(&above, &ball).is_missed());
}

#[test]
fn a_ray_on_the_surface_hits_at_once() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    for direction in [DVec3::X, -DVec3::X, DVec3::Y] {
        let ray = Ray::new(DVec3::new(1.0, 0.25, 0.5), direction).unwrap();
        let hit = ray_cast(&ray, &cube).hit().expect("it starts there");
        assert_eq!((hit.parameter.lower, hit.normal), (0.0, Some(DVec3::X)));
    }
}

#[test]
fn a_ray_without_length_is_a_point() {
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let inside = Ray::new(DVec3::splat(0.5), DVec3::ZERO).unwrap();
    let outside = Ray::new(DVec3::splat(1.5), DVec3::ZERO).unwrap();
    let short = Ray::new(DVec3::splat(0.5), DVec3::X).unwrap().up_to(0.0).unwrap();
    for ray in [inside, inside.hollow(), short, short.hollow()] {
        assert_eq!(ray_cast(&ray, &cube).hit().map(|hit| hit.parameter.upper), Some(0.0));
    }
    assert!(ray_cast(&outside, &cube).is_missed());
    assert!(ray_cast(&outside.hollow(), &cube).is_missed());
}

#[test]
fn a_half_space_is_hit_and_left() {
    let floor = HalfSpace::new(DVec3::Y, -1.0).unwrap();
    let down = Ray::new(DVec3::new(0.5, 4.0, 0.0), DVec3::new(1.0, -2.0, 0.0)).unwrap();
    let hit = ray_cast(&down, &floor).hit().expect("it goes down");
    assert!(hit.parameter.lower <= 2.5 && 2.5 <= hit.parameter.upper, "{hit:?}");
    assert_eq!(hit.normal, Some(DVec3::Y));
    let up = Ray::new(DVec3::new(0.5, 4.0, 0.0), DVec3::Y).unwrap();
    assert!(ray_cast(&up, &floor).is_missed());
    let below = |direction| Ray::new(DVec3::new(0.0, -5.0, 0.0), direction).unwrap().hollow();
    let hit = ray_cast(&below(DVec3::new(3.0, 2.0, 0.0)), &floor).hit().expect("it leaves");
    assert!(hit.parameter.lower <= 2.0 && 2.0 <= hit.parameter.upper, "{hit:?}");
    assert!(ray_cast(&below(-DVec3::Y), &floor).is_missed());
}

#[test]
fn bad_rays_are_refused_by_name() {
    let (good, bad) = (DVec3::X, DVec3::new(0.0, f64::NAN, 0.0));
    let error = Ray::new(bad, good).unwrap_err();
    assert_eq!((error.parameter, error.index), ("origin", Some(1)));
    let error = Ray::new(good, bad).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("direction", Problem::NotFinite));
    let error = Ray::new(good, good).unwrap().up_to(-1.0).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("most", Problem::Negative));
}
