//! Contact points from frame to frame: names, ages, what a solver leaves with them, and events.

use std::collections::{BTreeMap, BTreeSet};

use osculate::Body;
use osculate::scene::BodyKind::Static;
use osculate::scene::{BodyId, Event, Part, Scene};
use osculate::shape::{Ball, Cuboid};
use osculate::{DVec2, DVec3, Feature, Pose, Vec2, Vec3, Vec3A};

use super::model::World;
use super::support::{Space, scalar};

/// What names a point: the parts, and the features that it lies on.
type Name = (Part, Part, Feature, Feature);

/// Points that are known again by their features alone, with the number that each has.
fn points_are_known_again_by_their_features_in<V: Space>() {
    let margin = scalar(0.07);
    let side = if V::DIM == 2 { 5.0 } else { 2.4 };
    let mut world = World::<V>::new(Scene::with_margin(margin).unwrap(), 0x901_275, side);
    (0..30).for_each(|_| world.add());
    let mut before: BTreeMap<Name, (u64, u32, [V::Scalar; 4])> = BTreeMap::new();
    let (mut old, mut new, mut carried, mut twice) = (0, 0, 0, 0);
    for frame in 0..400 {
        world.change();
        if frame % 3 > 0 {
            world.scene.step();
        }
        let poses: BTreeMap<BodyId, Pose<V>> =
            world.scene.members().map(|(id, _, pose)| (id, pose)).collect();
        let random = &mut world.random;
        let mut now = BTreeMap::new();
        for touch in world.scene.contacts_mut() {
            let (a, b) = (touch.a, touch.b);
            let known = touch.contact.clone();
            assert_eq!(touch.points().len(), known.points().len());
            let ids: BTreeSet<u64> = touch.points().iter().map(|point| point.id).collect();
            assert_eq!(ids.len(), touch.points().len(), "an id twice in {touch:?}");
            let names: Vec<Name> =
                known.points().iter().map(|p| (a, b, p.feature_a, p.feature_b)).collect();
            let are_unique = names.iter().collect::<BTreeSet<_>>().len() == names.len();
            twice += usize::from(!are_unique);
            for (k, point) in touch.points_mut().iter_mut().enumerate() {
                let world_point = known.points()[k];
                assert_eq!((point.on_a, point.on_b), (world_point.on_a, world_point.on_b));
                assert_eq!(point.distance, world_point.distance);
                let size = scalar::<V::Scalar>(1.0) + point.on_a.length();
                let far = scalar::<V::Scalar>(1e-5) * size;
                assert!((poses[&a.body].apply(point.local_a) - point.on_a).length() < far);
                assert!((poses[&b.body].apply(point.local_b) - point.on_b).length() < far);
                if are_unique {
                    match before.get(&names[k]) {
                        Some(&(id, age, impulses)) => {
                            assert_eq!((point.id, point.age), (id, age + 1), "frame {frame}");
                            assert_eq!(point.impulses, impulses, "frame {frame}");
                            old += 1;
                        }
                        None => {
                            assert_eq!(point.age, 0, "frame {frame}: {:?}", names[k]);
                            assert_eq!(point.impulses, [scalar(0.0); 4]);
                            new += 1;
                        }
                    }
                    carried = carried.max(point.age);
                }
                point.impulses = [(); 4].map(|()| scalar(random.signed()));
                if are_unique {
                    now.insert(names[k], (point.id, point.age, point.impulses));
                }
            }
            // One that has a name twice is not held to: it may be either of the two.
            if !are_unique {
                now.retain(|name, _| !names.contains(name));
            }
        }
        // The next frame must find what was left here, whether it is read again or not.
        if frame % 2 == 0 {
            for touch in world.scene.last_contacts() {
                for (point, of) in touch.points().iter().zip(touch.contact.points()) {
                    let name = (touch.a, touch.b, of.feature_a, of.feature_b);
                    assert!(now.get(&name).is_none_or(|known| known.2 == point.impulses));
                }
            }
        }
        before = now;
    }
    assert!(old > 4000 && new > 300 && carried > 20, "{old} {new} {carried}");
    assert_eq!(twice, 0, "contacts have a name twice");
}

#[test]
fn points_are_known_again_by_their_features() {
    points_are_known_again_by_their_features_in::<Vec2>();
    points_are_known_again_by_their_features_in::<DVec2>();
    points_are_known_again_by_their_features_in::<Vec3A>();
    points_are_known_again_by_their_features_in::<DVec3>();
}

fn up(y: f64) -> Pose<DVec3> {
    Pose::from_translation(DVec3::Y * y).unwrap()
}

/// The loop of a solver: what it leaves is there in the next frame, at rest and on the way, also
/// while other contacts come before it and go.
#[test]
fn a_solver_finds_its_impulses_where_it_left_them() {
    let mut scene = Scene::with_margin(0.02).unwrap();
    let cube = Body::new(Cuboid::new(DVec3::splat(0.5)).unwrap());
    scene.add(cube.clone().with_kind(Static), up(0.0));
    let visitor = scene.add(cube.clone(), Pose::from_translation(DVec3::X * 50.0).unwrap());
    let top = scene.add(cube, up(1.0));
    for frame in 0..40_u32 {
        // The visitor touches the floor in every second frame, with a name before that of the top.
        let x = if frame % 2 == 0 { 50.0 } else { 0.99 };
        scene.set_pose(visitor, Pose::from_translation(DVec3::X * x).unwrap()).unwrap();
        if frame % 5 == 0 {
            scene.set_pose(top, up(1.0 + 1e-4 * f64::from(frame % 7))).unwrap();
        }
        scene.step();
        let mut seen = 0;
        for touch in scene.contacts_mut().iter_mut().filter(|touch| touch.b.body == top) {
            if touch.a.body == visitor {
                continue;
            }
            for (k, point) in touch.points_mut().iter_mut().enumerate() {
                assert_eq!((point.age, point.impulses[3]), (frame, f64::from(frame)));
                assert!(frame == 0 || point.impulses[0] == f64::from(point.id as u32), "{k}");
                point.impulses = [f64::from(point.id as u32), 0.0, 0.0, f64::from(frame) + 1.0];
                seen += 1;
            }
        }
        assert_eq!(seen, 4, "frame {frame}");
    }
}

fn contact_events_are_what_is_new_among_contacts_in<V: Space>() {
    let side = if V::DIM == 2 { 6.0 } else { 2.6 };
    let mut world = World::<V>::new(Scene::with_margin(scalar(0.3)).unwrap(), 0xE7E275, side);
    (0..30).for_each(|_| world.add());
    let mut before: BTreeSet<(BodyId, BodyId)> = BTreeSet::new();
    let (mut count, mut other) = (0, 0);
    for frame in 0..300 {
        world.change();
        if frame % 2 == 0 {
            world.scene.step();
        }
        let contacts = world.scene.contacts();
        let now: BTreeSet<_> = contacts.iter().map(|t| (t.a.body, t.b.body)).collect();
        let began = now.difference(&before).map(|&(a, b)| ((a, b), Event::Began { a, b }));
        let ended = before.difference(&now).map(|&(a, b)| ((a, b), Event::Ended { a, b }));
        let mut expected: Vec<_> = began.chain(ended).collect();
        expected.sort_by_key(|(pair, _)| *pair);
        let expected: Vec<Event> = expected.into_iter().map(|(_, event)| event).collect();
        assert_eq!(world.scene.contact_events(), expected, "{} frame {frame}", V::NAME);
        count += expected.len();
        other += usize::from(world.scene.events() != expected);
        before = now;
    }
    assert!(count > 300 && other > 100, "{count} {other}");
}

#[test]
fn contact_events_are_what_is_new_among_contacts() {
    contact_events_are_what_is_new_among_contacts_in::<DVec2>();
    contact_events_are_what_is_new_among_contacts_in::<Vec3>();
}

/// A body that comes back, and one that takes the place of another, begin with nothing.
#[test]
fn points_that_come_back_are_new() {
    let mut scene = Scene::new();
    let floor = Body::new(Cuboid::new(DVec2::new(5.0, 0.5)).unwrap()).with_kind(Static);
    scene.add(floor, Pose::IDENTITY);
    let at = |y| Pose::from_translation(DVec2::Y * y).unwrap();
    let ball = Body::new(Ball::new(0.5).unwrap());
    let mut id = scene.add(ball.clone(), at(0.99));
    let leave = |scene: &mut Scene<DVec2>| {
        let [touch] = scene.contacts_mut() else { panic!("one touches") };
        let [point] = touch.points_mut() else { panic!("in one point") };
        let found = (point.age, point.impulses[0]);
        point.impulses[0] = 5.0;
        found
    };
    assert_eq!(
        [leave(&mut scene), leave(&mut scene), leave(&mut scene)],
        [(0, 0.0), (1, 5.0), (2, 5.0)]
    );
    scene.set_pose(id, at(1.1)).unwrap();
    assert!(scene.contacts().is_empty());
    scene.set_pose(id, at(0.99)).unwrap();
    assert_eq!([leave(&mut scene), leave(&mut scene)], [(0, 0.0), (1, 5.0)]);
    scene.remove(id);
    id = scene.add(ball, at(0.99));
    assert_eq!(leave(&mut scene), (0, 0.0));
    assert_eq!(scene.last_contacts()[0].b.body, id);
}
