//! Queries of motion beside each other and beside queries at rest: just before a hit and just after
//! it, scaled scenes, and any bytes.

use crate::moving;
use crate::shapes::{any, number};
use crate::support::ask::{cast, closest_approach, intersects, ray_cast, time_of_impact};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::shape::{Cuboid, Point};
use osculate::{At, Encounter, Motion, Pose, Ray, Sweep};

fn check_before_and_after<V: Space>() {
    let mut random = Random(400);
    let (mut rays, mut casts) = (0, 0);
    let step = if epsilon::<V>() < 1e-10 { 1e-6 } else { 1e-2 };
    for case in 0..pairs(200) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let turn = random.turn::<V>().rotation();
        let way: V = random.vector::<V>() * scalar(4.0);
        let near = random.vector::<V>() * scalar(0.4);
        let from = way * scalar(-0.6) + near;
        let b = At::new(&shapes[1], Pose::new(V::ZERO, turn).unwrap());
        let name = format!("{} {case}", V::NAME);
        let meets = |time: f64| {
            let pose = Pose::from_translation(from + way * scalar(time)).unwrap();
            intersects(&At::new(&shapes[0], pose), &b)
        };
        let start = At::new(&shapes[0], Pose::from_translation(from).unwrap());
        let answer = cast(&Sweep::default(), &start, way, &b, V::ZERO).unwrap();
        if let Some(hit) = answer.hit().filter(|hit| number(hit.time.lower) > step) {
            let [lower, upper] = [hit.time.lower, hit.time.upper].map(number);
            assert!(!meets(lower - step), "{name}: {hit:?}");
            if lower < upper && upper + step < 1.0 {
                assert!(meets(upper), "{name}: {hit:?}");
                casts += 1;
            }
        }
        let ray = Ray::new(from, way).unwrap();
        if let Some(hit) = ray_cast(&ray, &b).hit() {
            let [lower, upper] = [hit.parameter.lower, hit.parameter.upper].map(number);
            let on = |t: f64| intersects(&Point::new(ray.point_at(scalar(t))).unwrap(), &b);
            assert!(lower < step || !on(lower - step), "{name}: {hit:?}");
            if lower < upper {
                assert!(on(upper), "{name}: {hit:?}");
                rays += 1;
            }
        }
    }
    let least = pairs(200) / 8;
    assert!(rays > least && casts > least, "{}: {rays} {casts}", V::NAME);
}

#[test]
fn shapes_do_not_meet_before_a_hit_and_do_after_it() {
    in_every_space!(check_before_and_after);
}

/// A scene that is scaled by a power of two has the same times, to the bit, and scaled distances.
fn check_scales<V: Space>() {
    let mut random = Random(401);
    let mut hits = 0;
    for case in 0..pairs(100) {
        let sizes =
            [random.vector::<V>(), random.vector()].map(|v| v.abs() + V::splat(scalar(0.1)));
        let starts = [random.vector::<V>() * scalar(2.0), V::ZERO];
        let turns = [random.turn::<V>(), random.turn::<V>()];
        let (velocity, spin) = (-starts[0] * scalar(1.3), [0.0, 0.5, 1.5]);
        let ask = |scale: f64| {
            let by = scalar::<V::Scalar>(scale);
            let [a, b] = sizes.map(|size| Cuboid::new(size * by).unwrap());
            let pose = |i: usize| Pose::new(starts[i] * by, turns[i].rotation()).unwrap();
            let first = V::turning(Motion::new(pose(0), velocity * by).unwrap(), spin);
            let rests = Motion::resting(pose(1));
            let sweep = Sweep::default();
            let impact = time_of_impact(&sweep, &a, &first, &b, &rests).unwrap();
            let pass = closest_approach(&sweep, &a, &first, &b, &rests).unwrap();
            let straight =
                cast(&sweep, &At::new(&a, pose(0)), velocity * by, &At::new(&b, pose(1)), V::ZERO);
            (impact, pass, straight.unwrap())
        };
        let (impact, pass, straight) = ask(1.0);
        hits += usize::from(impact.hit().is_some());
        for scale in [-34, -24, 12, 24, 34].map(|exponent| 2f64.powi(exponent)) {
            let (other, passes, casts) = ask(scale);
            let name = format!("{} {case} {scale}: {impact:?} {other:?}", V::NAME);
            let time = |answer: Encounter<V>| answer.hit().map(|hit| hit.time);
            assert_eq!(time(impact), time(other), "{name}");
            assert_eq!(time(straight), time(casts), "{name}");
            assert_eq!(pass.time, passes.time, "{name}");
            let scaled = number(pass.distance.upper) * scale;
            assert_eq!(scaled, number(passes.distance.upper), "{name}");
        }
    }
    assert!(hits > pairs(100) / 4, "{}: {hits}", V::NAME);
}

#[test]
fn a_scaled_scene_has_the_same_times() {
    in_every_space!(check_scales);
}

/// Two motions in the other order: the same numbers, with points and normal mirrored.
fn check_mirrors<V: Space>() {
    let mut random = Random(405);
    let (mut hits, mut free) = (0, 0);
    for case in 0..pairs(200) {
        let shapes = [any::<V>(&mut random), any::<V>(&mut random)];
        let mut motion = |far: f64| {
            let at = random.vector::<V>() * scalar(far);
            let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
            let straight = Motion::new(pose, random.vector::<V>() * scalar(2.0)).unwrap();
            let spin = core::array::from_fn(|_| random.signed() * 3.0);
            if random.below(3) == 0 { straight } else { V::turning(straight, spin) }
        };
        let motions = [motion(0.5), motion(2.0)];
        // Of those that touch at the start, half are followed on.
        let sweep = Sweep::default();
        let sweep = if case % 2 == 0 { sweep } else { sweep.ignoring_opening() };
        let name = format!("{} {case}", V::NAME);
        let impact = |i: usize, j: usize| {
            time_of_impact(&sweep, &shapes[i], &motions[i], &shapes[j], &motions[j]).unwrap()
        };
        match (impact(0, 1), impact(1, 0)) {
            (Encounter::Hit(one), Encounter::Hit(other)) => {
                hits += 1;
                assert_eq!((one.time, one.distance), (other.time, other.distance), "{name}");
                assert_eq!((one.start, one.verdict), (other.start, other.verdict), "{name}");
                assert_eq!(one.normal.map(|n| -n), other.normal, "{name}");
                assert_eq!((one.on_a, one.on_b), (other.on_b, other.on_a), "{name}");
            }
            (one, other) => {
                free += 1;
                assert_eq!(one, other, "{name}");
            }
        }
        let pass = |i: usize, j: usize| {
            closest_approach(&sweep, &shapes[i], &motions[i], &shapes[j], &motions[j]).unwrap()
        };
        let (one, other) = (pass(0, 1), pass(1, 0));
        assert_eq!((one.time, one.distance), (other.time, other.distance), "{name}");
        assert_eq!((one.verdict, one.is_complete), (other.verdict, other.is_complete), "{name}");
        assert_eq!(one.normal.map(|n| -n), other.normal, "{name}");
        assert_eq!((one.on_a, one.on_b), (other.on_b, other.on_a), "{name}");
    }
    assert!(hits > pairs(200) / 10 && free > pairs(200) / 10, "{}: {hits} {free}", V::NAME);
}

#[test]
fn swapped_motions_mirror_the_bits_of_every_answer() {
    in_every_space!(check_mirrors);
}

#[test]
fn any_bytes_are_motions_that_are_not_late() {
    let mut random = Random(402);
    for _ in 0..pairs(3000) {
        let bytes: Vec<u8> = (0..240).map(|_| random.below(256) as u8).collect();
        moving::check_motion(&bytes);
    }
}
