//! Islands: what is joined, what sleeps, and what wakes it.

use std::collections::BTreeMap;

use osculate::Body;
use osculate::scene::BodyKind::{Dynamic, Kinematic, Static};
use osculate::scene::{BodyId, Groups, Scene};
use osculate::shape::Cuboid;
use osculate::{DVec2, DVec3, Pose, Rotation, Vec2, Vec3};

use super::model::World;
use super::support::{Random, Space, scalar};

/// Steps until a body that nothing disturbs sleeps, but for the one in which it was moved.
const FRAMES: u32 = 10;
const DISTANCE: f64 = 0.01;

/// The sets of bodies that are joined by pairs, by repeated passes over these.
fn sets(bodies: &[BodyId], pairs: &[(BodyId, BodyId)]) -> Vec<Vec<BodyId>> {
    let mut least: BTreeMap<BodyId, BodyId> = bodies.iter().map(|&id| (id, id)).collect();
    loop {
        let before = least.clone();
        for (a, b) in pairs {
            let (Some(&x), Some(&y)) = (least.get(a), least.get(b)) else { continue };
            least.insert(*a, x.min(y));
            least.insert(*b, x.min(y));
        }
        if least == before {
            break;
        }
    }
    let mut sets: BTreeMap<BodyId, Vec<BodyId>> = BTreeMap::new();
    least.iter().for_each(|(&id, &first)| sets.entry(first).or_default().push(id));
    sets.into_values().collect()
}

fn islands_are_the_sets_that_pairs_join_in<V: Space>() {
    let side = if V::DIM == 2 { 6.0 } else { 2.6 };
    let mut world = World::<V>::new(Scene::with_margin(scalar(0.07)).unwrap(), 0x15_1A7D, side);
    (0..30).for_each(|_| world.add());
    let (mut joined, mut single) = (0, 0);
    for frame in 0..300 {
        world.change();
        world.scene.step();
        world.scene.contacts();
        let mut pairs: Vec<_> =
            world.scene.touching().iter().map(|t| (t.a.body, t.b.body)).collect();
        pairs.extend(world.scene.last_contacts().iter().map(|t| (t.a.body, t.b.body)));
        let dynamic: Vec<BodyId> = world
            .scene
            .members()
            .filter_map(|(id, body, _)| (body.kind() == Dynamic).then_some(id))
            .collect();
        let expected = sets(&dynamic, &pairs);
        let found: Vec<_> = world.scene.islands().map(|island| island.bodies.to_vec()).collect();
        assert_eq!(found, expected, "{} frame {frame}", V::NAME);
        assert!(world.scene.islands().all(|island| !island.is_asleep));
        assert_eq!(world.scene.last_islands().len(), expected.len());
        joined += expected.iter().filter(|set| set.len() > 2).count();
        single += expected.iter().filter(|set| set.len() == 1).count();
    }
    assert!(joined > 100 && single > 300, "{joined} {single}");
}

#[test]
fn islands_are_the_sets_that_pairs_join() {
    islands_are_the_sets_that_pairs_join_in::<Vec2>();
    islands_are_the_sets_that_pairs_join_in::<DVec3>();
}

/// What the rule of sleep says of a body, told without the scene.
#[derive(Clone)]
struct Watched<V> {
    anchor: V,
    /// Frames since it was moved, or what it touches has changed.
    still: u32,
    touches: Vec<BodyId>,
}

/// Squares and cubes that fall, jitter, drift and rest, of all kinds: who sleeps in each frame.
fn who_sleeps_is_who_was_still_in<V: Space>() {
    let mut random = Random(0x51EE9);
    let margin = scalar(0.02);
    let mut scene = Scene::<V>::with_margin(margin).unwrap();
    scene = scene.with_sleep(scalar(DISTANCE), FRAMES).unwrap();
    let mut wide_awake = Scene::<V>::with_margin(margin).unwrap();
    let body = Body::new(Cuboid::new(V::splat(scalar(0.5))).unwrap());
    let mut watched: BTreeMap<BodyId, Watched<V>> = BTreeMap::new();
    // The island of each body, as the frame before had it.
    let mut islands: BTreeMap<BodyId, Vec<BodyId>> = BTreeMap::new();
    let (mut slept, mut woke, mut awake) = (0, 0, 0);
    for frame in 0..600 {
        let mut touched: Vec<BodyId> = Vec::new();
        // Long times in which little happens.
        let busy = if frame < 20 || frame % 40 < 6 { 1 + random.below(3) } else { 0 };
        for _ in 0..busy {
            let ids: Vec<BodyId> = watched.keys().copied().collect();
            let any = (!ids.is_empty()).then(|| ids[random.below(ids.len().max(1))]);
            match (random.below(10), any) {
                (0, Some(id)) if ids.len() > 16 => {
                    scene.remove(id);
                    wide_awake.remove(id);
                    watched.remove(&id);
                    islands.remove(&id);
                }
                (1, Some(id)) => {
                    let kind = [Static, Kinematic, Dynamic, Dynamic][random.below(4)];
                    scene.set_kind(id, kind).unwrap();
                    wide_awake.set_kind(id, kind).unwrap();
                    touched.push(id);
                    touched.extend(islands.remove(&id).unwrap_or_default());
                }
                (2, Some(id)) => {
                    scene.wake(id).unwrap();
                    assert!(!scene.is_asleep(id));
                    touched.push(id);
                    touched.extend(islands.get(&id).cloned().unwrap_or_default());
                }
                (3..7, Some(id)) => {
                    let way = [1e-3, 0.004, 0.02, 0.3][random.below(4)];
                    let from = scene.pose(id).unwrap().translation();
                    let to = from + V::axis(random.below(V::DIM)) * scalar(way);
                    let was_asleep = scene.is_asleep(id);
                    scene.set_pose(id, Pose::from_translation(to).unwrap()).unwrap();
                    wide_awake.set_pose(id, Pose::from_translation(to).unwrap()).unwrap();
                    assert!(!scene.is_asleep(id));
                    let is_dynamic = scene.member(id).unwrap().kind() == Dynamic;
                    let known = watched.get_mut(&id).unwrap();
                    let is_far = (to - known.anchor).length() > scalar(DISTANCE);
                    if is_far || !is_dynamic {
                        known.anchor = to;
                    }
                    if is_far || !is_dynamic {
                        touched.push(id);
                    }
                    if was_asleep {
                        touched.extend(islands[&id].clone());
                    }
                }
                _ if ids.len() < 40 => {
                    let place = V::from_fn(|_| scalar(random.below(4) as f64 * 1.01));
                    let kind = [Static, Kinematic, Dynamic, Dynamic, Dynamic][random.below(5)];
                    let (body, pose) = (body.clone().with_kind(kind), place);
                    let pose = Pose::from_translation(pose).unwrap();
                    let id = scene.add(body.clone(), pose);
                    assert_eq!(wide_awake.add(body, pose), id);
                    let known = Watched { anchor: place, still: 0, touches: Vec::new() };
                    watched.insert(id, known);
                    touched.push(id);
                }
                _ => {}
            }
        }
        let before: Vec<BodyId> =
            watched.keys().copied().filter(|&id| scene.is_asleep(id)).collect();
        scene.step();
        wide_awake.step();
        assert_eq!(scene.contacts(), wide_awake.contacts());
        assert_eq!(scene.touching(), wide_awake.touching());
        // The pairs of now, of which one is dynamic.
        let mut pairs: Vec<_> = scene.touching().iter().map(|t| (t.a.body, t.b.body)).collect();
        pairs.extend(scene.last_contacts().iter().map(|t| (t.a.body, t.b.body)));
        pairs.sort();
        pairs.dedup();
        for (&id, known) in &mut watched {
            let partner = |&(a, b): &(BodyId, BodyId)| {
                if a == id { Some(b) } else { (b == id).then_some(a) }
            };
            let touches: Vec<BodyId> = pairs.iter().filter_map(partner).collect();
            let is_dynamic = scene.member(id).unwrap().kind() == Dynamic;
            let changed = is_dynamic && touches != known.touches;
            known.still = if touched.contains(&id) || changed { 0 } else { known.still + 1 };
            known.touches = touches;
        }
        let dynamic: Vec<BodyId> = watched
            .keys()
            .copied()
            .filter(|&id| scene.member(id).unwrap().kind() == Dynamic)
            .collect();
        let mut expected = Vec::new();
        for set in sets(&dynamic, &pairs) {
            let supports = set.iter().flat_map(|id| watched[id].touches.iter());
            let all = set.iter().chain(supports);
            let sleeps = all.clone().all(|id| watched[id].still >= FRAMES);
            awake += usize::from(!sleeps);
            expected.push((set, sleeps));
        }
        let found: Vec<_> =
            scene.last_islands().map(|i| (i.bodies.to_vec(), i.is_asleep)).collect();
        assert_eq!(found, expected, "{} frame {frame}", V::NAME);
        islands.clear();
        for (set, sleeps) in &expected {
            for id in set {
                islands.insert(*id, set.clone());
                assert_eq!(scene.is_asleep(*id), *sleeps);
                slept += usize::from(*sleeps);
                woke += usize::from(!sleeps && before.contains(id));
            }
        }
    }
    assert!(slept > 2000 && awake > 200 && woke > 5, "{slept} {awake} {woke}");
}

#[test]
fn who_sleeps_is_who_was_still() {
    who_sleeps_is_who_was_still_in::<Vec2>();
    who_sleeps_is_who_was_still_in::<DVec2>();
    who_sleeps_is_who_was_still_in::<Vec3>();
    who_sleeps_is_who_was_still_in::<DVec3>();
}

fn up(y: f64) -> Pose<DVec3> {
    Pose::from_translation(DVec3::Y * y).unwrap()
}

fn cube() -> Body<DVec3> {
    Body::new(Cuboid::new(DVec3::splat(0.5)).unwrap())
}

/// A floor, three cubes on each other, and one far off; all asleep.
fn tower() -> (Scene<DVec3>, BodyId, [BodyId; 3], BodyId) {
    let mut scene = Scene::with_margin(0.02).unwrap().with_sleep(DISTANCE, FRAMES).unwrap();
    let floor = scene.add(cube().with_kind(Static), up(0.0));
    let tower = [1.0, 2.0, 3.0].map(|y| scene.add(cube(), up(y)));
    let lone = scene.add(cube(), up(-50.0));
    frames(&mut scene, FRAMES);
    assert!(!scene.is_asleep(lone) && tower.iter().all(|&id| !scene.is_asleep(id)));
    frames(&mut scene, 1);
    assert!(scene.is_asleep(lone) && tower.iter().all(|&id| scene.is_asleep(id)));
    assert!(!scene.is_asleep(floor), "what is static sleeps never");
    (scene, floor, tower, lone)
}

fn frames(scene: &mut Scene<DVec3>, count: u32) {
    for _ in 0..count {
        scene.step();
        scene.contacts();
    }
}

#[test]
fn whatever_happens_to_an_island_wakes_it_and_no_other() {
    type Change = fn(&mut Scene<DVec3>, BodyId, [BodyId; 3]);
    let changes: [(&str, bool, Change); 11] = [
        ("a move", true, |s, _, t| s.set_pose(t[2], up(3.0001)).unwrap()),
        ("wake", true, |s, _, t| s.wake(t[0]).unwrap()),
        ("its kind", true, |s, _, t| s.set_kind(t[2], Static).unwrap()),
        ("its groups", true, |s, _, t| {
            s.set_groups(t[2], Groups { memberships: 1, meets: 0 }).unwrap();
        }),
        ("the floor moves", false, |s, floor, _| s.set_pose(floor, up(-1e-9)).unwrap()),
        ("the floor leaves", false, |s, floor, _| s.set_pose(floor, up(-9.0)).unwrap()),
        ("the floor is gone", false, |s, floor, _| assert!(s.remove(floor).is_some())),
        ("the floor's kind", false, |s, floor, _| s.set_kind(floor, Dynamic).unwrap()),
        ("ignored", false, |s, floor, t| s.set_ignored(floor, t[0], true).unwrap()),
        ("one is gone", false, |s, _, t| assert!(s.remove(t[1]).is_some())),
        ("one comes", false, |s, _, _| {
            s.add(cube(), up(3.99));
        }),
    ];
    for (name, at_once, change) in changes {
        let (mut scene, floor, tower, lone) = tower();
        change(&mut scene, floor, tower);
        if at_once {
            assert!(!scene.is_asleep(tower[0]), "{name}");
        }
        frames(&mut scene, 1);
        let there: Vec<BodyId> =
            tower.into_iter().filter(|&id| scene.member(id).is_some()).collect();
        for &id in &there {
            assert!(!scene.is_asleep(id), "{name} does not wake {id:?}");
        }
        assert!(scene.is_asleep(lone), "{name} wakes another");
        // All falls asleep again: none holds the others awake for ever.
        frames(&mut scene, FRAMES);
        let dynamic = |id: &&BodyId| scene.member(**id).unwrap().kind() == Dynamic;
        assert!(there.iter().filter(dynamic).all(|&id| scene.is_asleep(id)), "{name}");
    }
}

/// A body that was still has lost its support while a neighbour kept the island awake.
#[test]
fn who_loses_its_support_does_not_fall_asleep_in_the_air() {
    let mut scene = Scene::new().with_sleep(DISTANCE, FRAMES).unwrap();
    let low = scene.add(cube(), up(0.0));
    let high = scene.add(cube(), up(0.999));
    for k in 0..50 {
        let x = Pose::from_translation(DVec3::X * 0.03 * f64::from(k % 2)).unwrap();
        scene.set_pose(low, x).unwrap();
        scene.step();
        assert!(!scene.is_asleep(high));
    }
    scene.set_pose(low, up(-0.01)).unwrap();
    for k in 0..FRAMES {
        scene.step();
        assert!(!scene.is_asleep(high), "asleep {k} frames after its support went");
    }
}

#[test]
fn a_slow_drift_and_a_slow_turn_keep_a_body_awake() {
    let mut scene = Scene::new().with_sleep(DISTANCE, FRAMES).unwrap();
    let far = Pose::from_translation(DVec3::X * 100.0).unwrap();
    let far_out = Body::compound([(Cuboid::new(DVec3::splat(0.5)).unwrap().into(), far)]).unwrap();
    let ids = [0.0, 10.0, 30.0].map(|y| scene.add(cube(), up(y)));
    let arm = scene.add(far_out, up(40.0));
    for k in 0..300 {
        let share = f64::from(k) / 300.0;
        // The last goes and turns nowhere.
        scene.set_pose(ids[0], up(2.0 * share)).unwrap();
        let turn = |angle: f64| Rotation::from_axis_angle(DVec3::Z, angle).unwrap();
        scene.set_pose(ids[1], Pose::new(DVec3::Y * 10.0, turn(2.0 * share)).unwrap()).unwrap();
        scene.set_pose(arm, Pose::new(DVec3::Y * 40.0, turn(0.02 * share)).unwrap()).unwrap();
        scene.step();
        let asleep = [ids[0], ids[1], arm].map(|id| scene.is_asleep(id));
        assert_eq!(asleep, [false; 3], "frame {k}");
        assert_eq!(scene.is_asleep(ids[2]), k >= FRAMES as i32);
    }
}

/// The poses of a solver that jitter less than the distance let a body fall asleep.
#[test]
fn a_tremble_within_the_distance_is_still() {
    let mut scene = Scene::new().with_sleep(DISTANCE, FRAMES).unwrap();
    let id = scene.add(cube(), up(0.0));
    for k in 0..=FRAMES {
        assert!(!scene.is_asleep(id));
        scene.set_pose(id, up(0.4 * DISTANCE * f64::from(k % 2))).unwrap();
        scene.step();
    }
    assert!(scene.is_asleep(id));
}

#[test]
fn frames_of_contacts_alone_count() {
    let mut scene = Scene::with_margin(0.02).unwrap().with_sleep(DISTANCE, FRAMES).unwrap();
    scene.add(cube().with_kind(Static), up(0.0));
    let id = scene.add(cube(), up(1.01));
    for _ in 0..=FRAMES {
        assert!(!scene.is_asleep(id));
        scene.contacts();
    }
    assert!(scene.is_asleep(id));
    scene.wake(id).unwrap();
    assert!(!scene.is_asleep(id));
    scene.remove(id);
    assert!(scene.wake(id).is_err() && !scene.is_asleep(id));
}

#[test]
fn a_distance_that_is_no_size_is_refused() {
    for distance in [-1.0, f64::NAN, f64::INFINITY] {
        let error = Scene::<DVec3>::new().with_sleep(distance, 5).unwrap_err();
        assert_eq!((error.shape, error.parameter), ("Scene", "distance"));
    }
}
