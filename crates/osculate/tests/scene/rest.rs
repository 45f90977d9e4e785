//! What rests, what moves, and what a scene remembers.

use osculate::Body;
use osculate::scene::Scene;
use osculate::shape::{Cuboid, Polytope};
use osculate::{DVec2, DVec3, Pose, Vec3, Vec3A};

use super::model::World;
use super::support::{Random, Space, Turn, scalar};

fn at(x: f64, y: f64) -> Pose<DVec2> {
    Pose::from_translation(DVec2::new(x, y)).unwrap()
}

#[test]
fn bodies_come_to_rest_and_wake_when_they_leave() {
    let mut scene = Scene::new();
    let body = Body::new(Cuboid::new(DVec2::splat(0.5)).unwrap());
    let all: Vec<_> = (0..100).map(|k| scene.add(body.clone(), at(k as f64, 0.0))).collect();
    (0..50).for_each(|_| scene.step());
    assert_eq!(scene.size().settled, 100);
    assert_eq!(scene.touching().len(), 99);
    // A tremble wakes nobody, and is seen all the same.
    scene.set_pose(all[50], at(50.01, 0.0)).unwrap();
    scene.step();
    assert_eq!(scene.size().settled, 100);
    assert_eq!(scene.touching().len(), 98);
    // Who goes, wakes alone.
    scene.set_pose(all[50], at(50.0, 0.6)).unwrap();
    scene.step();
    assert_eq!(scene.size().settled, 99);
    assert_eq!(scene.touching().len(), 99);
    scene.remove(all[10]);
    scene.step();
    assert_eq!((scene.size().settled, scene.touching().len()), (98, 97));
    (0..200).for_each(|_| scene.step());
    assert_eq!((scene.size().settled, scene.touching().len()), (99, 97));
    for &id in &all[11..90] {
        scene.remove(id);
    }
    scene.step();
    assert_eq!((scene.size().settled, scene.touching().len()), (20, 18));
}

/// Two scenes, one of which went to another future and back, agree to the bit from there on.
fn a_scene_that_was_restored_goes_on_as_before_in<V: Space>() {
    let margin = scalar(0.05);
    let scene = Scene::with_margin(margin).unwrap().with_sleep(scalar(0.01), 5).unwrap();
    let mut world = World::<V>::new(scene, 99, 2.0);
    (0..30).for_each(|_| world.add());
    for _ in 0..20 {
        world.change();
        world.scene.step();
        leave_impulses(&mut world);
    }
    let (snapshot, model, calm) = (world.scene.snapshot(), world.model.clone(), world.calm);
    let mut futures = Vec::new();
    for seed in [3, 4, 3] {
        world.scene.restore(&snapshot);
        (world.model, world.random, world.calm) = (model.clone(), Random(seed), calm);
        let mut future = String::new();
        for _ in 0..40 {
            world.change();
            world.scene.step();
            future += &format!("{:?}", world.scene.events());
            leave_impulses(&mut world);
            future += &format!("{:?}", world.scene.last_contacts());
            future += &format!("{:?}", world.scene.contact_events());
            future += &format!("{:?}", world.scene.islands().collect::<Vec<_>>());
        }
        futures.push(future + &format!("{:?}", world.scene.members().collect::<Vec<_>>()));
    }
    assert_eq!(futures[0], futures[2]);
    assert_ne!(futures[0], futures[1]);
    assert!(futures[0].contains("is_asleep: true") && futures[0].contains("age: 9"));
}

/// Leaves numbers with the points of now.
fn leave_impulses<V: Space>(world: &mut World<V>) {
    for touch in world.scene.contacts_mut() {
        for point in touch.points_mut() {
            point.impulses = point.impulses.map(|x| x + scalar(1.0));
        }
    }
}

#[test]
fn a_scene_that_was_restored_goes_on_as_before() {
    in_some_spaces!(a_scene_that_was_restored_goes_on_as_before_in);
}

/// Hulls of twenty corners in a row, each a little in the next.
fn row() -> Scene<Vec3A> {
    let mut random = Random(5);
    let mut scene = Scene::new();
    for k in 0..50 {
        let points: Vec<Vec3A> =
            (0..20).map(|_| Vec3A::from(random.direction().map(|x| x as f32))).collect();
        let hull = Polytope::from_points(&points).unwrap();
        let pose = Pose::from_translation(Vec3A::X * (1.7 * k as f32)).unwrap();
        scene.add(Body::new(hull), pose);
    }
    scene
}

#[test]
fn a_memory_comes_with_a_contact_and_goes_with_the_pair() {
    let mut scene = row();
    scene.step();
    let size = scene.size();
    assert_eq!(size.memories, 0, "nobody asked for contacts");
    assert!(size.pairs >= 30, "{size:?}");
    let touching = scene.contacts().len();
    assert!(touching >= 20);
    assert_eq!(scene.size().memories, 0, "a pair is asked for the first time without one");
    scene.contacts();
    let asked = scene.size();
    assert!((touching..=asked.pairs).contains(&asked.memories), "{asked:?}");
    assert!(asked.heap_bytes_of_pairs > size.heap_bytes_of_pairs + 200 * touching);
    // All fly apart.
    let ids: Vec<_> = scene.members().map(|(id, ..)| id).collect();
    for (k, id) in ids.into_iter().enumerate() {
        scene.set_pose(id, Pose::from_translation(Vec3A::Y * (9.0 * k as f32)).unwrap()).unwrap();
    }
    scene.step();
    assert_eq!((scene.size().pairs, scene.size().memories), (0, 0));
}

/// Contacts, too, are asked of what touches alone, where there is no margin.
#[test]
fn a_pair_that_is_near_and_apart_has_no_memory() {
    let mut scene = Scene::new();
    let ball = Body::new(osculate::shape::Ball::new(1.0).unwrap());
    scene.add(ball.clone(), at(0.0, 0.0));
    let other = scene.add(ball, at(1.5, 1.5));
    scene.step();
    assert!(scene.contacts().is_empty());
    assert_eq!((scene.size().pairs, scene.size().memories), (1, 0));
    // Moved without a step.
    scene.set_pose(other, at(1.4, 1.4)).unwrap();
    assert_eq!((scene.contacts().len(), scene.touching().len()), (1, 0));
    assert_eq!((scene.contacts().len(), scene.size().memories), (1, 1));
    // Who turns far begins without one.
    let turned =
        Pose::new(DVec2::splat(1.4), osculate::Rotation::from_angle(0.2).unwrap()).unwrap();
    scene.set_pose(other, turned).unwrap();
    assert_eq!((scene.contacts().len(), scene.size().memories), (1, 0));
}

/// Contacts of bodies at rest are kept: not longer than they rest.
#[test]
fn contacts_at_rest_stand_until_a_body_moves() {
    let mut scene = Scene::new();
    let bar = Cuboid::new(DVec3::new(1.0, 0.3, 0.2)).unwrap();
    let pose = |y: f64| Pose::from_translation(DVec3::Y * y).unwrap();
    // One of two parts that touch alone: the other is apart.
    let far = Pose::from_translation(DVec3::Y * -1.5).unwrap();
    let both = Body::compound([(bar.into(), Pose::IDENTITY), (bar.into(), far)]).unwrap();
    scene.add(both, Pose::IDENTITY);
    let upper = scene.add(Body::new(bar), pose(0.59));
    (0..40).for_each(|_| scene.step());
    assert_eq!(scene.size().settled, 2);
    let depth = |scene: &mut Scene<DVec3>| {
        let contacts = scene.contacts();
        assert_eq!((contacts.len(), contacts[0].b.body), (1, upper));
        -contacts[0].contact.points()[0].distance
    };
    for y in [0.59, 0.585, 0.595] {
        // Within its fat box, and asked without a step, and after one.
        scene.set_pose(upper, pose(y)).unwrap();
        for k in 0..6 {
            assert!((depth(&mut scene) - (0.6 - y)).abs() < 1e-12, "{y}, asked {k} times before");
            if k == 3 {
                scene.step();
            }
        }
        assert_eq!(scene.size().memories, 1);
    }
    scene.set_pose(upper, pose(0.61)).unwrap();
    assert!(scene.contacts().is_empty());
}

#[test]
fn a_scene_takes_few_bytes_a_body() {
    let (body, mut random) = (Body::new(Cuboid::new(Vec3::splat(0.5)).unwrap()), Random(8));
    // As many as lists that double have room for, one more, and others.
    for many in [1 << 14, (1 << 14) + 1, 10_000, 20_000] {
        let mut scene = Scene::<Vec3>::new();
        let mut pose = || Pose::from_translation(random.vector::<Vec3>() * 30.0).unwrap();
        let ids: Vec<_> = (0..many).map(|_| scene.add(body.clone(), pose())).collect();
        (0..40).for_each(|_| scene.step());
        let bytes = scene.size().heap_bytes_of_bodies / many;
        assert!(bytes <= 300, "{bytes} bytes a body of {many} at rest");
        for _ in 0..3 {
            scene.set_poses(&ids.iter().map(|&id| (id, pose())).collect::<Vec<_>>()).unwrap();
            scene.step();
        }
        let bytes = scene.size().heap_bytes_of_bodies / many;
        assert!(bytes <= 300, "{bytes} bytes a body of {many} that move");
    }
}

#[test]
fn a_turn_and_back_changes_no_answer() {
    let mut scene = Scene::new();
    let body = Body::new(Cuboid::new(DVec3::new(1.0, 0.2, 0.2)).unwrap());
    let still = scene.add(body.clone(), Pose::IDENTITY);
    let other = scene.add(body, Pose::from_translation(DVec3::Y * 0.39).unwrap());
    scene.step();
    let first = scene.contacts().to_vec();
    let turned = Pose::new(DVec3::Y * 0.39, Turn([0.0, 0.0, 1.0, 0.0]).rotation()).unwrap();
    scene.set_pose(other, turned).unwrap();
    scene.step();
    assert_eq!(scene.contacts().len(), 1);
    scene.set_pose(other, Pose::new(DVec3::Y * 0.39, Turn::NONE.rotation()).unwrap()).unwrap();
    scene.step();
    let again = scene.contacts();
    assert_eq!((again[0].a.body, again[0].b.body), (still, other));
    // Both started without a memory.
    let contacts = |of: &[osculate::scene::BodyContact<DVec3>]| -> Vec<_> {
        of.iter().map(|touch| (touch.a, touch.b, touch.contact.clone())).collect()
    };
    assert_eq!(contacts(&first), contacts(again));
}

/// What was kept before contacts were worked out for a while is not given again beside them.
fn a_slop_that_comes_back_finds_nothing_old_in<V: Space>() {
    let margin = scalar(0.005);
    let mut scene = Scene::<V>::with_margin(margin).unwrap();
    let cube = || Body::new(Cuboid::new(V::splat(scalar(0.5))).unwrap());
    let up = |turn: f64| {
        let height = V::from_fn(|i| scalar(if i == 1 { 0.99 } else { 0.0 }));
        Pose::new(height, Turn::about_z(turn).rotation()).unwrap()
    };
    scene.add(cube(), Pose::IDENTITY);
    let standing = scene.add(cube(), up(0.0));
    let corners = if V::DIM == 2 { 2 } else { 4 };
    for (slop, turn, points) in
        [(0.01, 0.0, corners), (0.01, 0.0, corners), (0.0, 0.04, corners / 2), (0.01, 0.0, corners)]
    {
        scene = scene.reusing(scalar(slop));
        for _ in 0..3 {
            scene.set_pose(standing, up(turn)).unwrap();
            let [touch] = scene.contacts() else { panic!("one stands on the other") };
            assert_eq!((touch.points().len(), touch.contact.points().len()), (points, points));
        }
    }
}

#[test]
fn a_slop_that_comes_back_finds_nothing_old() {
    a_slop_that_comes_back_finds_nothing_old_in::<DVec2>();
    a_slop_that_comes_back_finds_nothing_old_in::<DVec3>();
    a_slop_that_comes_back_finds_nothing_old_in::<Vec3A>();
}
