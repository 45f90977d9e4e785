//! What a scene answers at any moment is what asking every body finds: regions, nearest bodies,
//! clearances, rays, casts and first impacts.

use osculate::scene::{BodyId, Filter, Part, RayStruck, Scene};
use osculate::shape::{Ball, Cuboid, Frustum, Shape};
use osculate::{
    Bracket, Convex, DVec2, DVec3, Encounter, Motion, Place, Pose, Ray, Real, Struck, Sweep, Vec2,
    Vec3A, distance, intersects, ray_cast, signed_distance, time_of_impact,
};

use super::model::{Known, World, agree};
use super::support::{Random, Space, scalar, vector};

/// How often something was found, and how often nothing.
#[derive(Default)]
struct Seen {
    some: usize,
    none: usize,
    unclear: usize,
}

impl Seen {
    fn count(&mut self, found: bool) {
        if found { self.some += 1 } else { self.none += 1 }
    }

    fn assert_both(&self, what: &str) {
        assert!(self.some > 8, "{what}: found {} times", self.some);
        assert!(self.none > 8, "{what}: not found {} times", self.none);
        assert!(self.unclear <= (self.some + self.none) / 50, "{what}: {} unclear", self.unclear);
    }
}

/// A world at a moment: after a step, or with bodies that have moved since.
fn worlds<V: Space>(seed: u64, mut ask: impl FnMut(&mut World<V>)) {
    let side = if V::DIM == 2 { 7.0 } else { 3.0 };
    let mut world = World::<V>::new(Scene::new(), seed, side);
    (0..25).for_each(|_| world.add());
    for round in 0..150 {
        world.change();
        if round % 3 != 0 {
            world.scene.step();
            if round % 7 == 0 {
                (0..24).for_each(|_| world.scene.step());
            }
        }
        ask(&mut world);
    }
}

/// A shape at a pose somewhere in the world, or some way outside.
fn probe<V: Space>(world: &mut World<V>) -> (Shape<V>, Pose<V>) {
    let at = world.random.vector::<V>() * scalar(1.3 * world.side);
    let turn = world.random.turn::<V>().rotation();
    (world.shape(), Pose::new(at, turn).unwrap())
}

/// Groups and masks of a query, and the bodies that it looks at.
fn filtered<V: Space>(world: &mut World<V>) -> (Filter<'static, V>, Vec<Known<V>>) {
    let all = world.model.bodies.clone();
    match world.random.below(3) {
        0 => (Filter::ALL, all),
        1 => {
            let meets = |body: &Known<V>| 0b001 & body.mask != 0 && body.groups & 0b011 != 0;
            (Filter::groups(0b001, 0b011), all.into_iter().filter(meets).collect())
        }
        _ => {
            let odd = &|id: BodyId, _: &osculate::scene::Body<V>| id.slot() % 2 == 1;
            let is_odd = |body: &Known<V>| body.id.slot() % 2 == 1;
            (Filter::ALL.and(odd), all.into_iter().filter(is_odd).collect())
        }
    }
}

fn regions_hold_what_touches_them_in<V: Space>() {
    let (mut seen, mut boxes) = (Seen::default(), 0);
    worlds::<V>(11, |world| {
        let (shape, pose) = probe(world);
        let (filter, bodies) = filtered(world);
        let placed = shape.at(pose);
        let first = |body: &Known<V>| {
            Some(body.part(body.placed().iter().position(|part| intersects(part, placed))?))
        };
        let expected: Vec<Part> = bodies.iter().filter_map(first).collect();
        assert_eq!(world.scene.touching_shape(placed, &filter), expected);
        let any = world.scene.any_touching(placed, &filter);
        assert_eq!(any.is_some(), !expected.is_empty());
        assert!(any.is_none_or(|part| expected.contains(&part)));
        seen.count(any.is_some());
        // The boxes of the library are those of the shapes, and a hair.
        let around = placed.bounds().expanded(scalar(1.0));
        let found = world.scene.in_box(&around, &filter);
        for body in &bodies {
            let meets = body.placed().iter().any(|part| part.bounds().intersects(&around));
            let is_found = found.contains(&body.id);
            let nearly = around.expanded(scalar(1e-3));
            let nearly = body.placed().iter().any(|part| part.bounds().intersects(&nearly));
            // A compound's box may be met where none of its parts' is.
            assert!(is_found || !meets);
            assert!(!is_found || nearly || body.parts.len() > 1);
        }
        assert!(found.is_sorted());
        boxes += found.len();
    });
    seen.assert_both(V::NAME);
    assert!(boxes > 200, "{boxes} bodies in boxes");
}

#[test]
fn regions_hold_what_touches_them() {
    in_some_spaces!(regions_hold_what_touches_them_in);
}

/// A view of a scene so large that the planes of the view are taken first: some bodies lie in it,
/// some across its planes, some at rest in a tree and some not yet.
fn large_views_hold_what_touches_them_in<V: Space>(view: impl Fn(&mut Random) -> Shape<V>) {
    let mut random = Random(14);
    let mut scene = Scene::new();
    let mut bodies = Vec::new();
    for _ in 0..700 {
        let mut corner = || random.vector::<V>() * scalar(0.5);
        let points: Vec<V> = (0..V::DIM + 4).map(|_| corner()).collect();
        let Some(hull) = V::shared_hull(&points) else { continue };
        let shape = match random.below(3) {
            0 => Ball::new(scalar(0.1 + random.unit() / 2.0)).unwrap().into(),
            1 => Cuboid::new(V::splat(scalar(0.1 + random.unit() / 2.0))).unwrap().into(),
            _ => hull,
        };
        let at = random.vector::<V>() * scalar(10.0);
        let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
        let id = scene.add(osculate::scene::Body::new(&shape), pose);
        bodies.push((id, shape, pose));
        if bodies.len() == 650 {
            (0..20).for_each(|_| scene.step());
        }
    }
    let (mut counts, looks) = ([0; 2], 20);
    for _ in 0..looks {
        let (view, at) = (view(&mut random), random.vector::<V>() * scalar(4.0));
        let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
        let view = view.at(pose);
        let touches =
            |(_, shape, pose): &&(BodyId, Shape<V>, Pose<V>)| intersects(shape.at(*pose), view);
        let expected: Vec<BodyId> = bodies.iter().filter(touches).map(|(id, ..)| *id).collect();
        let found = scene.touching_shape(view, &Filter::ALL);
        let found: Vec<BodyId> = found.iter().map(|part| part.body).collect();
        assert_eq!(found, expected, "{}", V::NAME);
        let any = scene.any_touching(view, &Filter::ALL);
        assert!(any.map_or(expected.is_empty(), |part| expected.contains(&part.body)));
        counts[0] += expected.len();
        counts[1] += bodies.len() - expected.len();
    }
    assert!(counts.iter().all(|count| *count > looks * 20), "{}: {counts:?}", V::NAME);
}

#[test]
fn large_views_hold_what_touches_them() {
    fn hull<V: Space>(random: &mut Random) -> Shape<V> {
        let points: Vec<V> = (0..12).map(|_| random.vector::<V>() * scalar(8.0)).collect();
        V::shared_hull(&points).expect("twelve points span the space")
    }
    fn cuboid<V: Space>(random: &mut Random) -> Shape<V> {
        let half = V::from_fn(|_| scalar(2.0 + 4.0 * random.unit()));
        Cuboid::new(half).unwrap().into()
    }
    fn frustum<V: Space>(random: &mut Random) -> Shape<V> {
        let slope = 0.5 + random.unit();
        let side = |x: f64, y: f64| (vector::<V>(&[x, y, slope]), scalar(0.0));
        let (near, far) = (vector::<V>(&[0.0, 0.0, 1.0]), vector::<V>(&[0.0, 0.0, -1.0]));
        let planes = [
            side(-1.0, 0.0),
            side(1.0, 0.0),
            side(0.0, -1.0),
            side(0.0, 1.0),
            (near, scalar(-0.1)),
            (far, scalar(12.0)),
        ];
        Frustum::from_planes(planes).unwrap().into()
    }
    large_views_hold_what_touches_them_in(hull::<Vec2>);
    large_views_hold_what_touches_them_in(cuboid::<DVec2>);
    large_views_hold_what_touches_them_in(hull::<DVec3>);
    large_views_hold_what_touches_them_in(cuboid::<Vec3A>);
    large_views_hold_what_touches_them_in(frustum::<Vec3A>);
    large_views_hold_what_touches_them_in(frustum::<DVec3>);
}

/// The found order is that of the true distances, as far as brackets tell.
fn the_nearest_are_those_of_all_in<V: Space>() {
    let mut unclear = 0;
    worlds::<V>(12, |world| {
        let (shape, pose) = probe(world);
        let (filter, bodies) = filtered(world);
        let placed = shape.at(pose);
        let mut all: Vec<(V::Scalar, Part, Bracket<V::Scalar>)> = Vec::new();
        for body in &bodies {
            let (part, near) = body.nearest(&placed);
            all.push((near.value, body.part(part), near));
        }
        all.sort_by(|a, b| (a.0, a.1.body).partial_cmp(&(b.0, b.1.body)).unwrap());
        let count = 1 + world.random.below(6);
        let found = world.scene.nearest_of(placed, count, &filter);
        assert_eq!(found.len(), count.min(all.len()));
        for (near, (_, part, distance)) in found.iter().zip(&all) {
            assert!(agree(near.closest.distance, *distance), "{near:?} {distance:?}");
            unclear += usize::from(near.part != *part);
        }
        let first = world.scene.nearest(placed, &filter);
        assert_eq!(first.map(|near| near.part), found.first().map(|near| near.part));
    });
    assert!(unclear <= 3, "{}: {unclear} are not in order", V::NAME);
}

#[test]
fn the_nearest_are_those_of_all() {
    in_some_spaces!(the_nearest_are_those_of_all_in);
}

fn clearances_are_those_of_all_pairs_in<V: Space>() {
    let (mut seen, mut within) = (Seen::default(), 0);
    worlds::<V>(13, |world| {
        // So few that some pairs are far apart.
        while world.model.bodies.len() > 3 + world.random.below(12) {
            world.remove();
        }
        let (filter, bodies) = filtered(world);
        let margin = world.random.magnitude(-1.5, 0.3);
        let accepted = |body: &Known<V>| bodies.iter().any(|other| other.id == body.id);
        let mut all: Vec<(Part, Part, Bracket<V::Scalar>)> = Vec::new();
        for (a, b) in world.model.pairs().filter(|(a, b)| accepted(a) && accepted(b)) {
            let (i, j, distance) = a.distance(b);
            all.push((a.part(i), b.part(j), distance));
        }
        let near = world.scene.pairs_within(scalar(margin), &filter);
        let is_near = |distance: &Bracket<V::Scalar>| distance.lower <= scalar(margin);
        let expected: Vec<_> = all.iter().filter(|(_, _, distance)| is_near(distance)).collect();
        assert_eq!(near.len(), expected.len());
        for (near, (a, b, distance)) in near.iter().zip(expected) {
            assert_eq!((near.a.body, near.b.body), (a.body, b.body));
            assert!(agree(near.distance, *distance));
            within += 1;
        }
        let mut least: Option<&(Part, Part, Bracket<V::Scalar>)> = None;
        for pair in &all {
            if least.is_none_or(|best| pair.2.value < best.2.value) {
                least = Some(pair);
            }
        }
        let found = world.scene.clearance(&filter);
        assert_eq!(found.is_some(), least.is_some());
        if let (Some(found), Some((a, b, distance))) = (found, least) {
            assert!(agree(found.closest.distance, *distance), "{found:?} {distance:?}");
            if (found.a.body, found.b.body) != (a.body, b.body) {
                seen.unclear += 1;
            }
            seen.count(distance.value > scalar(0.0));
        }
    });
    seen.assert_both(V::NAME);
    assert!(within > 40, "{within} pairs within the margin");
}

#[test]
fn clearances_are_those_of_all_pairs() {
    in_some_spaces!(clearances_are_those_of_all_pairs_in);
}

fn the_clearance_of_two_scenes_is_that_of_all_pairs_in<V: Space>() {
    let mut seen = Seen::default();
    let mut other = World::<V>::new(Scene::new(), 77, 3.0);
    (0..3).for_each(|_| other.add());
    worlds::<V>(14, |world| {
        while world.model.bodies.len() > 4 {
            world.remove();
        }
        other.change();
        while other.model.bodies.len() > 3 {
            other.remove();
        }
        let mut least: Option<(Part, Part, Bracket<V::Scalar>)> = None;
        for a in &world.model.bodies {
            for b in &other.model.bodies {
                if a.groups & b.mask != 0 && b.groups & a.mask != 0 {
                    let (i, j, distance) = a.distance(b);
                    if least.is_none_or(|(_, _, best)| distance.value < best.value) {
                        least = Some((a.part(i), b.part(j), distance));
                    }
                }
            }
        }
        let found = world.scene.clearance_to(&other.scene, &Filter::ALL);
        assert_eq!(found.is_some(), least.is_some());
        if let (Some(found), Some((a, b, distance))) = (found, least) {
            assert!(agree(found.closest.distance, distance));
            seen.unclear += usize::from((found.a.body, found.b.body) != (a.body, b.body));
            seen.count(distance.value > scalar(0.0));
        }
    });
    assert!(seen.some > 30 && seen.unclear <= 2);
}

#[test]
fn the_clearance_of_two_scenes_is_that_of_all_pairs() {
    in_some_spaces!(the_clearance_of_two_scenes_is_that_of_all_pairs_in);
}

/// A ray through the world: along an axis sometimes, of any length, sometimes hollow.
fn ray<V: Space>(world: &mut World<V>) -> Ray<V> {
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
                    expected.push(RayStruck { part: body.part(i), struck });
                }
            }
        }
        let key = |hit: &RayStruck<V>| (value(&hit.struck), hit.part);
        expected.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap());
        let found = world.scene.ray_all(&ray, &filter);
        assert_eq!(found.len(), expected.len(), "{ray:?}");
        for (found, expected) in found.iter().zip(&expected) {
            seen.unclear += usize::from(found.part != expected.part);
            let (found, expected) = (value(&found.struck), value(&expected.struck));
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
                if !met.is_free() {
                    expected.push((met.lower(), body.part(i)));
                }
            }
        }
        expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let found = world.scene.cast_all(placed, velocity, &sweep, &filter).unwrap();
        assert_eq!(found.len(), expected.len());
        for (found, (time, part)) in found.iter().zip(&expected) {
            seen.unclear += usize::from(found.part != *part);
            assert!((found.encounter.lower() - *time).abs() <= scalar(1e-4));
        }
        let first = world.scene.cast_first(placed, velocity, &sweep, &filter).unwrap();
        assert_eq!(first.is_some(), !expected.is_empty());
        if let (Some(first), Some((time, part))) = (first, expected.first()) {
            seen.unclear += usize::from(first.part != *part);
            assert!((first.encounter.lower() - *time).abs() <= scalar(1e-4));
        }
        seen.count(first.is_some());
    });
    seen.assert_both(V::NAME);
}

#[test]
fn casts_come_to_what_they_come_to_alone() {
    in_some_spaces!(casts_come_to_what_they_come_to_alone_in);
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
                    if own.is_none_or(|best| met.lower() < best.lower()) && !met.is_free() {
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

fn separations_are_the_least_of_all_parts_in<V: Space>() {
    let mut seen = Seen::default();
    worlds::<V>(19, |world| {
        let (filter, bodies) = filtered(world);
        let margin = scalar(world.random.magnitude(-1.5, 0.3));
        let accepted = |body: &Known<V>| bodies.iter().any(|other| other.id == body.id);
        let (mut within, mut certain) = (Vec::new(), Vec::new());
        for (a, b) in world.model.pairs().filter(|(a, b)| accepted(a) && accepted(b)) {
            let mut least: Option<Bracket<V::Scalar>> = None;
            for one in a.placed() {
                for other in b.placed() {
                    let found = signed_distance(&one, &other).distance;
                    if least.is_none_or(|best| found.value < best.value) {
                        least = Some(found);
                    }
                }
            }
            let found = world.scene.separation(a.id, b.id).unwrap();
            assert!(agree(found.signed.distance, least.unwrap()), "{found:?} {least:?}");
            assert_eq!((found.a.body, found.b.body), (a.id, b.id));
            // The parts that are named are those that the answer is of.
            let (p, q) = (&a.placed()[found.a.part as usize], &b.placed()[found.b.part as usize]);
            assert!(agree(signed_distance(p, q).distance, found.signed.distance));
            seen.count(found.signed.distance.value < scalar(0.0));
            let box_of = |body: &Known<V>| world.scene.bounds(body.id).unwrap();
            if box_of(a).expanded(margin).intersects(&box_of(b)) {
                within.push((a.id, b.id));
            }
            if found.signed.distance.upper <= margin {
                certain.push((a.id, b.id));
            }
        }
        let pairs = world.scene.pairs_by_boxes(margin, &filter);
        assert_eq!(pairs, within);
        assert!(certain.iter().all(|pair| pairs.contains(pair)));
    });
    seen.assert_both(V::NAME);
    let empty = Scene::<V>::new();
    let gone = {
        let mut other = Scene::<V>::new();
        other.add(osculate::scene::Body::compound([]), Pose::IDENTITY)
    };
    assert!(empty.separation(gone, gone).is_none(), "a body that is not there");
}

#[test]
fn separations_are_the_least_of_all_parts() {
    in_some_spaces!(separations_are_the_least_of_all_parts_in);
}

/// A nearest search that prunes too much would differ where shapes are far off and large.
#[test]
fn a_far_scene_has_its_nearest_body() {
    use osculate::scene::Body;
    use osculate::shape::Ball;
    use osculate::{Vec3A, Vector};
    let mut scene = Scene::<Vec3A>::new();
    for k in 0..1000 {
        let at = Vec3A::new(1e6 + (k % 10) as f32 * 8.0, (k / 10) as f32 * 8.0, 0.0);
        let pose = Pose::from_translation(at).unwrap();
        scene.add(Body::new(Ball::new(1.0).unwrap()), pose);
    }
    scene.step();
    let here = Ball::new(0.5).unwrap();
    let near = scene.nearest(here, &Filter::ALL).unwrap();
    let least = scene
        .bodies()
        .map(|(_, body, pose)| distance(body.parts()[0].at(pose), here).value)
        .fold(f32::INFINITY, f32::min);
    assert_eq!(near.closest.distance.value, least);
    assert!(Vector::is_finite(near.closest.on_a));
}
