//! What a scene answers at any moment is what asking every body finds: nearest bodies, clearances
//! and separations; and the worlds that such tests ask.

use osculate::Body;
use osculate::scene::{BodyId, Filter, Groups, Nearest, Part, Scene};
use osculate::shape::{Ball, Cuboid, Ellipsoid, Shape};
use osculate::{Bracket, Place, Pose, distance, signed_distance};

use super::model::{Known, World, agree};
use super::support::{Random, Space, scalar};

/// How often something was found, and how often nothing.
#[derive(Default)]
pub struct Seen {
    pub some: usize,
    pub none: usize,
    pub unclear: usize,
}

impl Seen {
    pub fn count(&mut self, found: bool) {
        if found { self.some += 1 } else { self.none += 1 }
    }

    pub fn assert_both(&self, what: &str) {
        assert!(self.some > 8, "{what}: found {} times", self.some);
        assert!(self.none > 8, "{what}: not found {} times", self.none);
        assert!(self.unclear <= (self.some + self.none) / 50, "{what}: {} unclear", self.unclear);
    }
}

/// A world at a moment: after a step, or with bodies that have moved since.
pub fn worlds<V: Space>(seed: u64, mut ask: impl FnMut(&mut World<V>)) {
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
pub fn probe<V: Space>(world: &mut World<V>) -> (Shape<V>, Pose<V>) {
    let at = world.random.vector::<V>() * scalar(1.3 * world.side);
    let turn = world.random.turn::<V>().rotation();
    (world.shape(), Pose::new(at, turn).unwrap())
}

/// Groups and masks of a query, and the bodies that it looks at.
pub fn filtered<V: Space>(world: &mut World<V>) -> (Filter<'static, V>, Vec<Known<V>>) {
    let all = world.model.bodies.clone();
    match world.random.below(3) {
        0 => (Filter::ALL, all),
        1 => {
            let meets = |body: &Known<V>| 0b001 & body.mask != 0 && body.groups & 0b011 != 0;
            (
                Filter::groups(Groups { memberships: 0b001, meets: 0b011 }),
                all.into_iter().filter(meets).collect(),
            )
        }
        _ => {
            let odd = &|id: BodyId, _: &osculate::scene::Member<V>| id.slot() % 2 == 1;
            let is_odd = |body: &Known<V>| body.id.slot() % 2 == 1;
            (Filter::ALL.with_predicate(odd), all.into_iter().filter(is_odd).collect())
        }
    }
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
        let key = |near: &Nearest<V>| (near.closest.distance.value, near.part);
        assert!(found.is_sorted_by(|a, b| key(a) <= key(b)), "{found:?}");
        for (near, (_, part, known)) in found.iter().zip(&all) {
            assert!(agree(near.closest.distance, *known), "{near:?} {known:?}");
            unclear += usize::from(near.part.body != part.body);
            let body = bodies.iter().find(|body| body.id == near.part.body).unwrap();
            let own = distance(&body.placed()[near.part.part as usize], placed);
            assert!(agree(near.closest.distance, own), "{near:?} {own:?}");
        }
        let first = world.scene.nearest(placed, &filter);
        assert_eq!(first.map(|near| near.part), found.first().map(|near| near.part));
    });
    assert!(unclear <= 3, "{}: {unclear} are not in order", V::NAME);
}

/// Bodies that touch the shape to within rounding, as hulls and boxes side by side do: their
/// distances are zero or next to it.
fn the_nearest_are_in_order_in<V: Space>() {
    let mut random = Random(5809);
    for _ in 0..200 {
        let mut scene = Scene::<V>::new();
        let probe = Shape::from(Cuboid::new(V::splat(scalar(0.5))).unwrap());
        let turn = random.turn::<V>().rotation();
        let center = random.vector::<V>() * scalar(3.0);
        for _ in 0..12 {
            let way = random.vector::<V>();
            let sizes = V::from_fn(|_| scalar(0.1 + random.unit()));
            let shape: Shape<V> = match random.below(3) {
                0 => Ellipsoid::new(sizes).unwrap().into(),
                1 => Cuboid::new(sizes).unwrap().into(),
                _ => Ball::new(sizes.get(0)).unwrap().into(),
            };
            let pose = Pose::new(center + way * scalar(3.0), random.turn::<V>().rotation());
            let pose = pose.unwrap();
            let there = probe.at(Pose::new(center, turn).unwrap());
            let apart = signed_distance(there, shape.at(pose));
            let beside = pose.translation() - apart.normal * apart.distance.value;
            scene.add(Body::new(shape), Pose::new(beside, pose.rotation()).unwrap());
        }
        let there = probe.at(Pose::new(center, turn).unwrap());
        let found = scene.nearest_of(there, 9, &Filter::ALL);
        let key = |near: &Nearest<V>| (near.closest.distance.value, near.part);
        assert!(found.is_sorted_by(|a, b| key(a) <= key(b)), "{}: {found:?}", V::NAME);
    }
}

#[test]
fn the_nearest_are_in_order_of_their_distances() {
    in_some_spaces!(the_nearest_are_in_order_in);
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
        other.add(osculate::shape::Ball::new(scalar(1.0)).unwrap(), Pose::IDENTITY)
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
    use osculate::Body;
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
        .members()
        .map(|(_, body, pose)| distance(body.body().part(0).unwrap().at(pose), here).value)
        .fold(f32::INFINITY, f32::min);
    assert_eq!(near.closest.distance.value, least);
    assert!(Vector::is_finite(near.closest.on_a));
}
