//! What a ray, a cast or bodies in motion first meet in a scene is what asking every body finds.

use osculate::Body;
use osculate::scene::{BodyCastHit, Filter, Scene};
use osculate::shape::{Ball, Cuboid, Ellipsoid, HalfSpace, Point, Shape};
use osculate::{
    Convex, Encounter, Motion, Place, Pose, Ray, Real, Struck, Sweep, Verdict, ray_cast,
    time_of_impact,
};

use super::model::{Known, World};
use super::queries::{Seen, filtered, probe, worlds};
use super::support::{Random, Space, pairs, scalar};

/// A ray through the world: along an axis sometimes, of any length, sometimes hollow.
pub fn ray<V: Space>(world: &mut World<V>) -> Ray<V> {
    let from = world.random.vector::<V>() * scalar(1.3 * world.side);
    let direction = match world.random.below(4) {
        0 => V::axis(world.random.below(V::DIM)) * scalar(world.random.signed()),
        1 => V::ZERO,
        _ => world.random.vector::<V>(),
    };
    let ray = Ray::new(from, direction).unwrap();
    let ray = if world.random.below(2) == 0 { ray.up_to(scalar(4.0)).unwrap() } else { ray };
    if world.random.below(3) == 0 { ray.hollow() } else { ray }
}

fn value<V: Space>(struck: &Struck<V>) -> V::Scalar {
    match struck {
        Struck::Hit(hit) => hit.parameter.value,
        Struck::Unknown { lower, .. } => *lower,
        Struck::Missed => V::Scalar::INFINITY,
    }
}

fn rays_hit_what_they_hit_alone_in<V: Space>() {
    let mut seen = Seen::default();
    worlds::<V>(15, |world| {
        let ray = ray(world);
        let (filter, bodies) = filtered(world);
        let mut expected = Vec::new();
        for body in &bodies {
            for (i, part) in body.placed().iter().enumerate() {
                let struck = ray_cast(&ray, part);
                if !struck.is_missed() {
                    expected.push((body.part(i), struck));
                }
            }
        }
        expected.sort_by(|(p, a), (q, b)| (value(a), p).partial_cmp(&(value(b), q)).unwrap());
        let found = world.scene.ray_all(&ray, &filter);
        assert_eq!(found.len(), expected.len(), "{ray:?}");
        for (found, (part, struck)) in found.iter().zip(&expected) {
            assert!(!found.struck.is_missed(), "{found:?}");
            seen.unclear += usize::from(found.part != *part);
            let (found, expected) = (value(&found.struck), value(struck));
            let off = (found - expected).abs();
            assert!(off <= scalar::<V::Scalar>(1e-4) * (found + scalar(1.0)));
        }
        let first = world.scene.ray_first(&ray, &filter);
        assert_eq!(first.map(|hit| hit.part), found.first().map(|hit| hit.part));
        seen.count(first.is_some());
    });
    seen.assert_both(V::NAME);
}

#[test]
fn rays_hit_what_they_hit_alone() {
    in_some_spaces!(rays_hit_what_they_hit_alone_in);
}

/// Rays and points that move, from anywhere, past the rim of a body by what rounding can or cannot
/// tell.
fn grazing_rays_hit_what_they_hit_alone_in<V: Space>() {
    let mut random = Random(5816);
    let (mut hits, mut all) = (0, 0);
    for case in 0..pairs(2000) {
        let size = random.magnitude(-3.0, 1.0);
        let shape: Shape<V> = match random.below(4) {
            0 => Point::<V>::new(V::ZERO).unwrap().into(),
            1 => Ball::new(scalar(size)).unwrap().into(),
            2 => Cuboid::new(V::splat(scalar(size))).unwrap().into(),
            _ => Ellipsoid::new(V::splat(scalar(size)) + V::axis(0) * scalar(size)).unwrap().into(),
        };
        let world = random.magnitude(0.0, 5.0);
        let at = random.vector::<V>() * scalar(world);
        let turn = random.turn::<V>().rotation();
        let pose = Pose::new(at, turn).unwrap();
        let mut scene = Scene::<V>::new();
        scene.add(Body::new(shape.clone()), pose);
        // Through a point that is about as far from the middle as the shape reaches.
        let side = random.vector::<V>().try_normalize().unwrap_or(V::axis(0));
        let rim = shape.at(pose).support(side);
        let beside = crate::support::epsilon::<V>() * world * random.magnitude(-1.0, 2.5);
        let aim = rim + side * scalar(beside);
        let along = random.vector::<V>();
        let along = along - side * side.dot(along);
        let Some(along) = along.try_normalize() else { continue };
        let from = aim - along * scalar(random.magnitude(-1.0, 1.0) * world);
        let ray = Ray::new(from, along).unwrap();
        let alone = ray_cast(&ray, shape.at(pose));
        let context = format!("{} case {case}: {ray:?}, {shape:?} at {pose:?}", V::NAME);
        let found = scene.ray_first(&ray, &Filter::ALL);
        assert_eq!(found.is_some(), !alone.is_missed(), "{context}: {alone:?}");
        assert_eq!(scene.ray_all(&ray, &Filter::ALL).len(), usize::from(found.is_some()));
        let sweep = Sweep::between(scalar(0.0), scalar(20.0 * world)).unwrap();
        let point = Point::<V>::new(from).unwrap();
        let met = sweep.cast(&point, along, shape.at(pose), V::ZERO).unwrap();
        let cast = scene.cast_first(point, along, &sweep, &Filter::ALL).unwrap();
        assert_eq!(cast.is_some(), !met.is_missed(), "{context}: {met:?}");
        (hits, all) = (hits + usize::from(found.is_some()), all + 1);
    }
    assert!(20 * hits > all && 20 * hits < 19 * all, "one-sided: {hits} of {all}");
}

#[test]
fn rays_that_graze_hit_what_they_hit_alone() {
    in_every_space!(grazing_rays_hit_what_they_hit_alone_in);
}

fn casts_come_to_what_they_come_to_alone_in<V: Space>() {
    let mut seen = Seen::default();
    worlds::<V>(16, |world| {
        let (shape, pose) = probe(world);
        let placed = shape.at(pose);
        let axis = V::axis(world.random.below(V::DIM));
        let velocity = if world.random.below(4) == 0 {
            axis
        } else {
            world.random.vector::<V>() * scalar(3.0)
        };
        let stop = [0.0, 0.2][world.random.below(2)];
        let sweep = Sweep::between(scalar(-0.25), scalar(1.5)).unwrap();
        let sweep = sweep.stopping_at(scalar(stop)).unwrap();
        let (filter, bodies) = filtered(world);
        let mut expected = Vec::new();
        for body in &bodies {
            for (i, part) in body.placed().iter().enumerate() {
                let met = sweep.cast(&placed, velocity, part, V::ZERO).unwrap();
                if !met.is_missed() {
                    expected.push((body.part(i), met.lower()));
                }
            }
        }
        let found = world.scene.cast_all(placed, velocity, &sweep, &filter).unwrap();
        assert_eq!(found.len(), expected.len());
        // Parts that share a corner are met at one time, in whichever order.
        assert!(found.is_sorted_by_key(|found| found.encounter.lower()));
        let mut by_part: Vec<_> = found.iter().map(|f| (f.part, f.encounter.lower())).collect();
        by_part.sort_by_key(|(part, _)| *part);
        for (found, expected) in by_part.iter().zip(&expected) {
            assert_eq!(found.0, expected.0);
            assert!((found.1 - expected.1).abs() <= scalar(1e-4), "{found:?} {expected:?}");
        }
        let first = world.scene.cast_first(placed, velocity, &sweep, &filter).unwrap();
        assert_eq!(first.is_some(), !expected.is_empty());
        if let (Some(first), Some(found)) = (first, found.first()) {
            let (first, found) = (first.encounter.lower(), found.encounter.lower());
            assert!((first - found).abs() <= scalar(1e-4));
        }
        seen.count(first.is_some());
    });
    seen.assert_both(V::NAME);
}

#[test]
fn casts_come_to_what_they_come_to_alone() {
    in_some_spaces!(casts_come_to_what_they_come_to_alone_in);
}

/// What a cast comes to first is the first of all that it comes to, by its time and its place:
/// also where it starts on several bodies, or comes to several at once.
fn the_first_of_a_cast_is_the_first_of_all_in<V: Space>() {
    let mut random = Random(5814);
    let (mut at_once, mut later, mut near) = (0, 0, 0);
    for case in 0..pairs(400) {
        let mut scene = Scene::<V>::new();
        let whole = |random: &mut Random| random.below(7) as f64 - 3.0;
        for _ in 0..[8, 24][V::DIM - 2] {
            let shape: Shape<V> = match random.below(3) {
                0 => Cuboid::new(V::splat(scalar(0.5))).unwrap().into(),
                1 => Ball::new(scalar(0.5)).unwrap().into(),
                _ => HalfSpace::new(V::axis(0), scalar(-3.5)).unwrap().into(),
            };
            let near = scalar(1e-16 * random.below(2) as f64);
            let at = V::from_fn(|_| scalar::<V::Scalar>(whole(&mut random)) + near);
            scene.add(Body::new(shape), Pose::from_translation(at).unwrap());
        }
        let shape = Cuboid::new(V::splat(scalar(0.5))).unwrap();
        let at = V::from_fn(|_| scalar(whole(&mut random)));
        let placed = shape.at(Pose::from_translation(at).unwrap());
        let velocity = V::axis(random.below(V::DIM)) * scalar([1.0, -2.0, 0.0][random.below(3)]);
        let sweep = Sweep::between(scalar(0.0), scalar(2.0)).unwrap();
        let first = scene.cast_first(placed, velocity, &sweep, &Filter::ALL).unwrap();
        let all = scene.cast_all(placed, velocity, &sweep, &Filter::ALL).unwrap();
        let name = format!("{} {case}: {first:?} {all:?}", V::NAME);
        assert_eq!(first.is_some(), !all.is_empty(), "{name}");
        let Some(first) = first else { continue };
        let key = |hit: &BodyCastHit<V>| (hit.encounter.lower(), hit.part);
        for hit in all.iter().filter(|hit| key(hit) < key(&first)) {
            // It may be left out as it comes later, by less than its bracket tells.
            let last = hit.encounter.hit().map(|hit| hit.time.upper);
            assert!(last >= Some(first.encounter.lower()), "{name}");
            let is_apart = hit.encounter.hit().is_some_and(|hit| hit.start == Verdict::Apart);
            assert!(is_apart, "{name}");
            near += 1;
        }
        let is_at_once = first.encounter.lower() == V::Scalar::ZERO;
        (at_once, later) = (at_once + usize::from(is_at_once), later + usize::from(!is_at_once));
    }
    let told = format!("{}: {at_once} at once, {later} later, {near} near", V::NAME);
    assert!(
        at_once > pairs(400) / 10 && later > pairs(400) / 16 && near < pairs(400) / 40,
        "{told}"
    );
}

#[test]
fn the_first_of_a_cast_is_the_first_of_all() {
    in_every_space!(the_first_of_a_cast_is_the_first_of_all_in);
}

fn the_first_impact_is_that_of_all_pairs_in<V: Space>() {
    let mut seen = Seen::default();
    worlds::<V>(17, |world| {
        while world.model.bodies.len() > 4 + world.random.below(5) {
            world.remove();
        }
        let motions: Vec<Option<Motion<V>>> = world
            .model
            .bodies
            .clone()
            .iter()
            .map(|body| {
                let velocity = world.random.vector::<V>() * scalar(1.5);
                let spin = [0, 1, 2].map(|_| 2.0 * world.random.signed());
                let motion = Motion::new(body.pose(), velocity).unwrap();
                match world.random.below(3) {
                    0 => None,
                    1 => Some(motion),
                    _ => Some(V::turning(motion, spin)),
                }
            })
            .collect();
        let of = |body: &Known<V>| {
            let at = world.model.bodies.iter().position(|other| other.id == body.id).unwrap();
            (motions[at].is_some(), motions[at].unwrap_or(Motion::resting(body.pose())))
        };
        // Of pairs that touch at the start, nothing is to be learned.
        let touching = world.model.touching();
        let mut scene = world.scene.clone();
        for (a, b) in &touching {
            scene.set_ignored(a.body, b.body, true).unwrap();
        }
        let sweep = Sweep::default();
        let motion = |id| {
            let at = world.model.bodies.iter().position(|other| other.id == id).unwrap();
            motions[at]
        };
        let asked = scene.pairs_by_swept_boxes(&sweep, motion).unwrap();
        assert!(asked.is_sorted());
        let mut least: Option<Encounter<V>> = None;
        for (a, b) in world.model.pairs() {
            let ((moves_a, path_a), (moves_b, path_b)) = (of(a), of(b));
            let touch = touching.iter().any(|(x, y)| (x.body, y.body) == (a.id, b.id));
            if touch || !(moves_a || moves_b) {
                assert!(!asked.contains(&(a.id, b.id)));
                continue;
            }
            let mut own: Option<Encounter<V>> = None;
            for (one, own_a) in &a.parts {
                for (other, own_b) in &b.parts {
                    let (one, other) = (one.at(*own_a), other.at(*own_b));
                    let met = time_of_impact(one, &path_a, other, &path_b).unwrap();
                    if own.is_none_or(|best| met.lower() < best.lower()) && !met.is_missed() {
                        own = Some(met);
                    }
                }
            }
            let found = scene.impact_of(a.id, b.id, &sweep, motion).unwrap();
            assert_eq!(found.is_some(), own.is_some(), "{found:?} {own:?}");
            if let (Some(found), Some(own)) = (found, own) {
                let off = (found.encounter.lower() - own.lower()).abs();
                assert!(off <= scalar::<V::Scalar>(1e-3), "{found:?} {own:?}");
                assert!(asked.contains(&(a.id, b.id)), "boxes miss {found:?}");
                if least.is_none_or(|best| own.lower() < best.lower()) {
                    least = Some(own);
                }
            }
        }
        let found = scene.first_impact(&sweep, motion).unwrap();
        assert_eq!(found.is_some(), least.is_some(), "{found:?} {least:?}");
        if let (Some(found), Some(least)) = (found, least) {
            let off = (found.encounter.lower() - least.lower()).abs();
            assert!(off <= scalar::<V::Scalar>(1e-3), "{found:?} {least:?}");
            let same = found.encounter.hit().is_some() == least.hit().is_some();
            seen.unclear += usize::from(!same);
        }
        seen.count(found.is_some());
    });
    seen.assert_both(V::NAME);
}

#[test]
fn the_first_impact_is_that_of_all_pairs() {
    in_some_spaces!(the_first_impact_is_that_of_all_pairs_in);
}
