//! Static, kinematic and dynamic bodies.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use osculate::Body;
use osculate::patch::Patch;
use osculate::scene::BodyKind::{Dynamic, Kinematic, Static};
use osculate::scene::{Event, Filter, Scene};
use osculate::shape::{Ball, Cuboid, HalfSpace, Shape};
use osculate::{Convex, DVec2, DVec3, Motion, Pose, Ray, Sweep};

fn at(x: f64, y: f64, z: f64) -> Pose<DVec3> {
    Pose::from_translation(DVec3::new(x, y, z)).unwrap()
}

fn cube() -> Body<DVec3> {
    Body::new(Cuboid::new(DVec3::splat(0.5)).unwrap())
}

#[test]
fn a_pair_without_a_dynamic_body_does_not_touch() {
    let kinds = [Static, Kinematic, Dynamic];
    for one in kinds {
        for other in kinds {
            let mut scene = Scene::with_margin(0.1).unwrap();
            let a = scene.add(cube().with_kind(one), at(0.0, 0.0, 0.0));
            let b = scene.add(cube().with_kind(other), at(0.9, 0.0, 0.0));
            let touch = one == Dynamic || other == Dynamic;
            assert_eq!(one.meet(other), touch);
            for _ in 0..40 {
                scene.step();
                assert_eq!(
                    (scene.touching().len(), scene.size().pairs),
                    (touch.into(), touch.into())
                );
                assert_eq!(scene.contacts().len(), usize::from(touch), "{one:?} {other:?}");
            }
            // Whatever was found before, the kinds of now count.
            for kind in kinds {
                scene.set_kind(b, kind).unwrap();
                scene.step();
                let touches = one == Dynamic || kind == Dynamic;
                assert_eq!(scene.touching().len(), usize::from(touches), "{one:?} {kind:?}");
                assert_eq!(scene.member(b).unwrap().kind(), kind);
            }
            assert_eq!(scene.member(a).unwrap().kind(), one);
        }
    }
}

#[test]
fn a_change_of_kind_begins_and_ends_a_touch() {
    let mut scene = Scene::new();
    let a = scene.add(cube().with_kind(Static), at(0.0, 0.0, 0.0));
    let b = scene.add(cube(), at(0.9, 0.0, 0.0));
    scene.step();
    assert_eq!(scene.events(), [Event::Began { a, b }]);
    scene.set_kind(b, Kinematic).unwrap();
    scene.step();
    assert_eq!(scene.events(), [Event::Ended { a, b }]);
    scene.set_kind(a, Dynamic).unwrap();
    scene.step();
    assert_eq!(scene.events(), [Event::Began { a, b }]);
    let gone = b;
    scene.remove(gone);
    assert!(scene.set_kind(gone, Static).is_err());
}

#[test]
fn questions_see_bodies_of_every_kind() {
    for kind in [Static, Kinematic, Dynamic] {
        let mut scene = Scene::new();
        let here = scene.add(cube().with_kind(kind), at(0.0, 0.0, 0.0));
        let there = scene.add(cube().with_kind(Kinematic), at(3.0, 0.0, 0.0));
        for _ in 0..3 {
            let ray = Ray::new(DVec3::Y * 5.0, -DVec3::Y).unwrap();
            let hit = scene.ray_first(&ray, &Filter::ALL).expect("it is below");
            assert_eq!(hit.part.body, here);
            let ball = Ball::new(0.1).unwrap();
            assert_eq!(scene.nearest(ball, &Filter::ALL).expect("it is here").part.body, here);
            assert_eq!(scene.touching_shape(ball, &Filter::ALL).len(), 1);
            let least = scene.clearance(&Filter::ALL).expect("one of the two is not static");
            assert_eq!((least.a.body, least.closest.distance.value), (here, 2.0));
            assert_eq!(scene.pairs_within(2.5, &Filter::ALL).len(), 1);
            let flies = Motion::new(at(3.0, 0.0, 0.0), -DVec3::X * 4.0).unwrap();
            let motion = |id| (id == there).then_some(flies);
            assert!(scene.first_impact(&Sweep::default(), motion).unwrap().is_some());
            scene.step();
        }
        scene.set_kind(there, Static).unwrap();
        assert_eq!(scene.clearance(&Filter::ALL).is_some(), kind != Static);
    }
}

/// A cuboid that counts how often it is asked for a support point.
struct Counted(Cuboid<DVec3>, Arc<AtomicUsize>);

impl Convex<DVec3> for Counted {
    fn core_support(&self, direction: DVec3) -> DVec3 {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.core_support(direction)
    }

    fn patch(&self, direction: DVec3) -> Patch<DVec3> {
        self.0.patch(direction)
    }
}

/// Tiles side by side, each in its neighbours, under bodies that roll: what the tiles cost.
#[test]
fn static_bodies_stand_in_the_tree_at_once_and_are_never_asked_about_each_other() {
    let asked = Arc::new(AtomicUsize::new(0));
    let shape = |half: f64| {
        let cuboid = Cuboid::new(DVec3::splat(half)).unwrap();
        Shape::custom(Counted(cuboid, Arc::clone(&asked)))
    };
    let world = |tiles: i32| {
        let mut scene = Scene::new();
        for x in -tiles..=tiles {
            for z in -tiles..=tiles {
                let tile = Body::new(shape(0.51)).with_kind(Static);
                scene.add(tile, at(f64::from(x), -0.5, f64::from(z)));
            }
        }
        let rolls: Vec<_> = (0..4)
            .map(|k| scene.add(Body::new(shape(0.2)), at(0.1, 0.205, f64::from(k) - 1.5)))
            .collect();
        let mut work = Vec::new();
        for step in 0..60 {
            let before = asked.load(Ordering::Relaxed);
            let _ = rolls
                .iter()
                .zip(0..)
                .map(|(&id, k)| {
                    let pose = at(0.1 + 1e-3 * f64::from(step), 0.205, f64::from(k) - 1.5);
                    scene.set_pose(id, pose).unwrap();
                })
                .count();
            scene.step();
            let settled = scene.size().settled;
            assert!(settled >= (2 * tiles + 1).pow(2) as usize, "{settled} in step {step}");
            work.push((asked.load(Ordering::Relaxed) - before, scene.size().pairs));
        }
        (work, scene)
    };
    let (few, _) = world(3);
    let (many, mut scene) = world(20);
    assert!(few.iter().all(|(calls, pairs)| *calls > 0 && *pairs >= 4), "{few:?}");
    assert_eq!(few, many, "tiles far from what moves were asked");
    // One that is moved is found where it is, and stands there again.
    let first = scene.members().next().unwrap().0;
    scene.set_pose(first, at(0.1, 0.4, 0.5)).unwrap();
    scene.step();
    assert!(scene.touching().iter().any(|touch| touch.a.body == first));
    (0..600).for_each(|_| scene.step());
    assert_eq!(scene.size().settled, scene.len());
    assert!(scene.touching().iter().any(|touch| touch.a.body == first));
}

/// A large floor is near to what is near to it, and not to what its fat box would hold.
#[test]
fn a_static_floor_is_near_to_what_is_near() {
    for floor in [
        Shape::from(Cuboid::new(DVec2::new(100.0, 0.5)).unwrap()),
        HalfSpace::new(DVec2::Y, 0.5).unwrap().into(),
    ] {
        let mut scene = Scene::new();
        scene.add(Body::new(floor).with_kind(Static), Pose::IDENTITY);
        for x in 0..20 {
            let high = if x == 7 { 0.99 } else { 5.0 };
            let pose = Pose::from_translation(DVec2::new(2.0 * f64::from(x), high)).unwrap();
            scene.add(Body::new(Ball::new(0.5).unwrap()), pose);
        }
        for _ in 0..3 {
            scene.step();
            assert_eq!((scene.size().pairs, scene.touching().len()), (1, 1));
        }
    }
}
