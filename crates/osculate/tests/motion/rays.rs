//! Rays against shapes.

use crate::shapes::{any, length, number};
use crate::support::ask::{distance, ray_cast};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::shape::{Ball, Cuboid, HalfSpace, Point, Polytope};
use osculate::{
    Bracket, Convex, DVec2, DVec3, Facts, Linear, Place, Pose, Problem, Ray, RayHit, Struck, Vec3,
    Vec3A, Vector,
};

/// The first parameter at which a ray meets a ball about the origin, and what it is rounded by.
fn of_ball(origin: &[f64], direction: &[f64], radius: f64) -> Option<(f64, f64)> {
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let (a, b) = (dot(direction, direction), dot(origin, direction));
    let root = b * b - a * (dot(origin, origin) - radius * radius);
    let rounding = 1e-15 * (b * b / root.sqrt() - b) / a;
    (root >= 0.0).then(|| ((-b - root.sqrt()) / a, rounding)).filter(|(t, _)| *t >= 0.0)
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
        let truth = of_ball(&at(origin), &at(direction), number(ball.rounding()));
        let outside = length(origin) > number(ball.rounding());
        if !outside {
            continue;
        }
        let ray = Ray::new(origin, direction).unwrap();
        let is_near =
            |point: V| length(point) - radius < 100.0 * epsilon::<V>() * (length(origin) + radius);
        match (ray_cast(&ray, &ball), truth) {
            (Struck::Hit(hit), Some((truth, doubt))) => {
                let (lower, upper) = (number(hit.parameter.lower), number(hit.parameter.upper));
                assert!(lower <= truth + doubt, "{} {case}: {lower} {truth}", V::NAME);
                // If it grazes, it is as near there as rounding can tell.
                let grazes = lower == upper && is_near(ray.point_at(hit.parameter.lower));
                assert!(grazes || truth <= upper + doubt, "{} {case}: {truth} {upper}", V::NAME);
                let share = (upper - lower) * length(direction) / (length(origin) + radius);
                hits += usize::from(share < 500.0 * epsilon::<V>());
            }
            (Struck::Missed, None) => misses += 1,
            (Struck::Hit(RayHit { parameter: Bracket { lower, upper, .. }, point, .. }), None) => {
                let grazes = lower == upper && is_near(ray.point_at(lower));
                assert!(grazes, "{} {case}: {point:?}", V::NAME);
            }
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
    let lengths = length(ray_at - shape.origin()) + number(shape.extent() + shape.rounding());
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
        let struck = ray_cast(&ray.hollow(), &shape);
        let hit = struck.hit().unwrap_or_else(|| panic!("{} {case}: {struck:?}", V::NAME));
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

/// Corners of a hull, few or many, and where a ray starts and goes, by the number of a family.
fn aimed<V: Space>(family: u32, is_large: bool, random: &mut Random) -> (Vec<V>, [V; 2]) {
    let count = if is_large { 60 + random.below(300) } else { 5 + random.below(40) };
    let mut corners: Vec<V> = (0..count).map(|_| random.vector()).collect();
    if is_large {
        // On a ball beside the origin, so that most of them are corners of the hull.
        let center = random.vector::<V>() * scalar(0.2);
        let on_ball = |v: V| v * scalar(0.8 / length(v).max(1e-3)) + center;
        corners.iter_mut().for_each(|corner| *corner = on_ball(*corner));
    }
    if family == 1 {
        let flat = V::from_fn(|i| scalar(if i == 1 { 1e-3 } else { 1.0 }));
        corners.iter_mut().for_each(|corner| *corner = corner.scale_by(flat));
    }
    if family == 2 || family == 7 {
        let side = |k: usize, i: usize| if k >> i & 1 == 1 { 1.0 } else { -1.0 };
        corners = (0..8).map(|k| V::from_fn(|i| scalar(side(k, i)))).collect();
    }
    let mut corner = || corners[random.below(corners.len())];
    let (p, q, r) = (corner(), corner(), corner());
    let half = |u: V, v: V| (u + v) * scalar(0.5);
    let (target, direction): (V, V) = match family {
        // Along an axis, at the box, at its edges, and a rounding beside them.
        2 => {
            let beside = [0.3, 1.0, 1.0 + 1e-7, 1.0 - 1e-7, 1.0 + 1e-15][random.below(5)];
            let (i, j) = (random.below(3), random.below(3));
            let at = |k: usize| if k == j { scalar(beside) } else { scalar(random.signed()) };
            (V::from_fn(at), V::axis(i) * scalar(if random.below(2) == 0 { 1.0 } else { -3.0 }))
        }
        // Across an edge of the box, not further inside than the place of a far start is rounded.
        7 => {
            let inside = 1.0 - 2e-3 * random.unit();
            let target = [inside, inside, random.signed()];
            let direction = [1.0 + 0.1 * random.signed(), -1.0, 0.1 * random.signed()];
            (V::from_fn(|i| scalar(target[i])), V::from_fn(|i| scalar(direction[i])))
        }
        // At a corner, at the middle of two, along the line of two.
        3 => (p, random.vector()),
        4 => (half(p, q), random.vector()),
        5 => (half(p, r), q - p),
        _ => (random.vector::<V>() * scalar(0.8), random.vector()),
    };
    let back = if family >= 6 { 1e4 } else { 1.0 + 3.0 * random.unit() };
    let origin = target - direction * scalar(back / length(direction).max(1e-3));
    (corners, [origin, direction])
}

/// When a ray is in a hull, in double precision, by every plane of it.
fn clipped(hull: &Polytope<DVec3>, origin: DVec3, direction: DVec3) -> [f64; 2] {
    let [mut enters, mut leaves] = [f64::NEG_INFINITY, f64::INFINITY];
    for face in hull.faces().iter() {
        let [a, b, c] = [0, 1, 2].map(|k| hull.vertices()[face[k] as usize]);
        let normal = (b - a).cross(c - a);
        let (height, rate) = (normal.dot(a - origin), normal.dot(direction));
        match () {
            () if rate < 0.0 => enters = enters.max(height / rate),
            () if rate > 0.0 => leaves = leaves.min(height / rate),
            () if height < 0.0 => return [f64::INFINITY, f64::NEG_INFINITY],
            () => {}
        }
    }
    [enters, leaves]
}

fn check_exactly<V: Space + osculate::Spatial>() {
    let mut random = Random(37);
    let exact = |v: V| DVec3::from_array([0, 1, 2].map(|i| number(v.get(i))));
    let mut narrow = 0;
    for case in 0..pairs(2_000) {
        let family = case as u32 % 8;
        let (corners, [origin, direction]) = aimed::<V>(family, case % 16 >= 8, &mut random);
        let ray = Ray::new(origin, direction).unwrap();
        let exactly: Vec<DVec3> = corners.iter().map(|&corner| exact(corner)).collect();
        let (Ok(hull), Ok(truth)) =
            (Polytope::from_points(&corners), Polytope::from_points(&exactly))
        else {
            continue;
        };
        let (origin, direction) = (exact(origin), exact(direction));
        let size = origin.length() + 2.0;
        // What the test itself rounds.
        let doubt = 1e-14 * size / direction.length();
        let is_in = |time: f64| truth.contains(origin + direction * time);
        let [enters, leaves] = clipped(&truth, origin, direction);
        let label = format!("{} {case} of family {family}", V::NAME);
        match ray_cast(&ray, &hull) {
            Struck::Hit(hit) => {
                let (lower, upper) = (number(hit.parameter.lower), number(hit.parameter.upper));
                for k in 1..=8 {
                    let before = lower - doubt * f64::from(k * k * k);
                    assert!(!is_in(before) || before < 0.0, "{label}: {hit:?}");
                    assert!(!is_in(lower * f64::from(k) / 9.0) || lower == 0.0, "{label}: {hit:?}");
                }
                // It has met the hull by then, and may have left it again.
                let meets = enters <= (upper + doubt).min(leaves + doubt);
                assert!(lower == upper || meets, "{label}: {hit:?} {enters} {leaves}");
                let width = (upper - lower) * direction.length();
                narrow += usize::from(width < 300.0 * epsilon::<V>() * size);
            }
            Struck::Missed => {
                let sees_it = leaves - enters > 4.0 * doubt && leaves > 0.0;
                assert!(!sees_it, "{label}: {enters} {leaves}");
            }
            Struck::Unknown { .. } => panic!("{label}: not known"),
        }
    }
    assert!(narrow > pairs(2_000) / 3, "{}: {narrow}", V::NAME);
}

#[test]
fn rays_at_hulls_are_outside_before_and_inside_after_exactly() {
    check_exactly::<Vec3>();
    check_exactly::<Vec3A>();
    check_exactly::<DVec3>();
}

#[test]
fn a_ray_along_a_floor_never_hits_it() {
    let floor = HalfSpace::new(Vec3::Y, 0.0).unwrap();
    let start = Vec3::new(0.0, 1e-3, 0.0);
    let ask = |direction: Vec3| ray_cast(&Ray::new(start, direction).unwrap(), &floor);
    assert!(ask(Vec3::X).is_missed());
    assert!(ask(Vec3::new(1.0, 1e-7, 0.0)).is_missed());
    assert!(ask(Vec3::new(1e30, 0.0, -1e30)).is_missed());
    let hit = ask(Vec3::new(1.0, -1e-6, 0.0)).hit().expect("it comes down");
    let truth = f64::from(1e-3_f32) / f64::from(1e-6_f32);
    let [lower, upper] = [hit.parameter.lower, hit.parameter.upper].map(number);
    assert!(lower <= truth && truth <= upper && upper - lower < 4e-3, "{hit:?}");
    assert_eq!((hit.point.y, hit.normal), (0.0, Some(Vec3::Y)));
    // The same in a scene, whose other bodies are beyond.
    let mut scene = osculate::scene::Scene::new();
    let wall = osculate::Body::new(Cuboid::new(Vec3::new(1.0, 9.0, 9.0)).unwrap());
    scene.add(osculate::Body::new(floor), Pose::IDENTITY);
    let wall = scene.add(wall, Pose::from_translation(Vec3::X * 2000.0).unwrap());
    let all = osculate::scene::Filter::ALL;
    let first = |direction| scene.ray_first(&Ray::new(start, direction).unwrap(), &all).unwrap();
    assert_eq!(first(Vec3::X).part.body, wall);
    assert_ne!(first(Vec3::new(1.0, -1e-6, 0.0)).part.body, wall);
    assert_eq!(first(Vec3::new(1.0, -1e-7, 0.0)).part.body, wall);
}

/// Rays at half-spaces whose numbers are whole multiples of powers of two, so that height and rate
/// are exact in double precision: grazing, receding, short, from inside.
fn check_half_spaces<V: Space>() {
    let mut random = Random(5804);
    let (mut hits, mut misses, mut grazing) = (0, 0, 0);
    for case in 0..pairs(3000) {
        let axis = random.below(V::DIM);
        let sign = [1.0, -1.0][random.below(2)];
        let whole =
            |random: &mut Random, most: usize| random.below(2 * most + 1) as f64 - most as f64;
        let slope = 2f64.powi(-(random.below(30) as i32));
        let offset = whole(&mut random, 64) / 16.0;
        let plane = HalfSpace::new(V::axis(axis) * scalar(sign), scalar(offset)).unwrap();
        let coordinates = |random: &mut Random, most| [0; 3].map(|_| whole(random, most) / 16.0);
        let place = coordinates(&mut random, 1024);
        let shape = plane.at(Pose::from_translation(crate::support::vector(&place)).unwrap());
        let mut from = coordinates(&mut random, 1024);
        if random.below(2) == 0 {
            // Near the plane.
            from[axis] = place[axis] + sign * offset + sign * whole(&mut random, 2) / 1024.0;
        }
        let mut way = coordinates(&mut random, 64);
        way[axis] *= slope;
        let hollow = random.below(3) == 0;
        let most = [f64::INFINITY, 2f64.powi(random.below(12) as i32)][random.below(2)];
        let ray = Ray::new(crate::support::vector(&from), crate::support::vector::<V>(&way));
        let mut ray = ray.unwrap();
        if most < f64::INFINITY {
            ray = ray.up_to(scalar(most)).unwrap();
        }
        let ray = if hollow { ray.hollow() } else { ray };
        let height = sign * (from[axis] - place[axis]) - offset;
        let rate = sign * way[axis];
        let struck = ray_cast(&ray, &shape);
        let name = format!("{} {case}: {height} {rate} {most} {hollow} {struck:?}", V::NAME);
        let comes = -height / rate;
        let hollow = hollow && ray.direction() != V::ZERO;
        let expected = match () {
            () if height == 0.0 => (!hollow || rate > 0.0).then_some(0.0),
            () if height < 0.0 && !hollow => Some(0.0),
            () if rate == 0.0 || comes < 0.0 || comes > most => None,
            () => Some(comes),
        };
        // What starts on the plane to within rounding may start in it.
        let sizes = from[axis].abs() + place[axis].abs() + offset.abs();
        if height != 0.0 && height.abs() < 64.0 * epsilon::<V>() * sizes {
            continue;
        }
        match (struck, expected) {
            (Struck::Hit(hit), Some(truth)) => {
                let [lower, upper] = [hit.parameter.lower, hit.parameter.upper].map(number);
                let off = (height + rate * lower).abs();
                let grazes = lower == upper && off <= 64.0 * epsilon::<V>() * (sizes + off);
                assert!(lower <= truth && (truth <= upper || grazes), "{name} {truth}");
                let width = 16.0 * epsilon::<V>() * (sizes / height.abs().max(1e-30) + 8.0) * truth;
                assert!(upper - lower <= width, "{name}: {} {width}", upper - lower);
                hits += 1;
                grazing += usize::from(rate.abs() < 1e-4);
            }
            (Struck::Missed, None) => misses += 1,
            (_, truth) => {
                // Only where the ray ends on the plane to within rounding.
                let ends = (comes / most - 1.0).abs() < 1e-3;
                assert!(ends, "{name} {truth:?}");
            }
        }
    }
    let least = pairs(3000) / 20;
    let told = format!("{}: {hits} {misses} {grazing}", V::NAME);
    assert!(hits > least && misses > least && grazing > least / 4, "{told}");
}

#[test]
fn a_ray_hits_a_half_space_where_it_comes_to_the_plane() {
    in_every_space!(check_half_spaces);
}

/// A half-space that was turned: its normal is rounded, and what is parallel to it within that is
/// neither proved to hit nor to miss.
fn check_turned_half_spaces<V: Space>() {
    let mut random = Random(5805);
    let (mut hits, mut misses, mut unknown) = (0, 0, 0);
    for case in 0..pairs(1000) {
        let turn = random.turn::<V>();
        let plane = HalfSpace::new(V::axis(1), scalar(0.25)).unwrap();
        let place = random.vector::<V>();
        let shape = plane.at(Pose::new(place, turn.rotation()).unwrap());
        let rotation = turn.rotation::<V::Exact>();
        let normal: V::Exact = rotation.apply(V::Exact::axis(1));
        let tilt = random.signed() * [1.0, 1e-3, 1e-6, 1e-8][random.below(4)];
        let along: V::Exact = rotation.apply(V::Exact::axis(0)) + normal * tilt;
        let wide = |v: V| -> V::Exact { Vector::from_fn(|i| number(v.get(i))) };
        let narrow = |v: V::Exact| -> V { Vector::from_fn(|i| scalar(v.get(i))) };
        let (from, way) = (place + narrow(normal) * scalar(1.0 + random.unit()), narrow(along));
        let ray = Ray::new(from, way).unwrap();
        let height: f64 = normal.dot(wide(from) - wide(place)) - 0.25;
        let rate: f64 = normal.dot(wide(way));
        let struck = ray_cast(&ray, &shape);
        let name = format!("{} {case}: {height} {rate} {struck:?}", V::NAME);
        let comes = if rate < 0.0 { -height / rate } else { f64::INFINITY };
        match struck {
            Struck::Hit(hit) => {
                let [lower, upper] = [hit.parameter.lower, hit.parameter.upper].map(number);
                assert!(lower <= comes && comes <= upper, "{name}");
                hits += 1;
            }
            Struck::Missed => {
                assert!(comes == f64::INFINITY, "{name}");
                misses += 1;
            }
            Struck::Unknown { lower, .. } => {
                assert!(number(lower) <= comes && number(lower) > 0.01 / epsilon::<V>(), "{name}");
                unknown += 1;
            }
        }
    }
    let least = pairs(1000) / 10;
    assert!(hits > least && misses > least, "{}: {hits} {misses} {unknown}", V::NAME);
    assert!(unknown < pairs(1000) / 2, "{}: {unknown}", V::NAME);
}

#[test]
fn a_ray_at_a_turned_half_space_proves_what_it_says() {
    in_every_space!(check_turned_half_spaces);
}
