//! A scene that is asked for contacts alone, frame by frame, and never steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use osculate::Body;
use osculate::patch::Patch;
use osculate::scene::{BodyId, Scene};
use osculate::shape::{Cuboid, Shape};
use osculate::{Convex, DVec2, DVec3, Pose, Vec2, Vec3};

use super::support::{Random, Space, Turn, scalar};

/// A cuboid that counts how often it is asked for a support point.
#[derive(Debug)]
struct Counted {
    cuboid: Cuboid<DVec3>,
    asked: Arc<AtomicUsize>,
}

impl Convex<DVec3> for Counted {
    fn core_support(&self, direction: DVec3) -> DVec3 {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.cuboid.core_support(direction)
    }

    fn patch(&self, direction: DVec3) -> Patch<DVec3> {
        self.cuboid.patch(direction)
    }
}

fn up(y: f64) -> Pose<DVec3> {
    Pose::from_translation(DVec3::Y * y).unwrap()
}

/// A pile that was moved last within the fat boxes, a little and far.
#[test]
fn contacts_of_a_pile_at_rest_cost_nothing_without_a_step() {
    let asked = Arc::new(AtomicUsize::new(0));
    let mut scene = Scene::new();
    let mut poses: Vec<(BodyId, Pose<DVec3>)> = Vec::new();
    for k in 0..10 {
        let cuboid = Cuboid::new(DVec3::splat(0.5)).unwrap();
        let shape = Shape::custom(Counted { cuboid, asked: Arc::clone(&asked) });
        let pose = up(0.99 * f64::from(k));
        poses.push((scene.add(Body::new(shape), pose), pose));
    }
    let frame = |scene: &mut Scene<DVec3>, poses: &[_]| {
        let before = asked.load(Ordering::Relaxed);
        scene.set_poses(poses).unwrap();
        assert_eq!(scene.contacts().len(), 9);
        asked.load(Ordering::Relaxed) - before
    };
    // They jitter until they stand in the tree of what stays.
    for k in 0..60 {
        let jitter = DVec3::X * 1e-9 * f64::from(k % 2);
        for (_, pose) in &mut poses {
            *pose = Pose::from_translation(DVec3::Y * pose.translation().y + jitter).unwrap();
        }
        frame(&mut scene, &poses);
    }
    for way in [0.0, 1e-4, 0.08] {
        for (_, pose) in &mut poses {
            *pose = Pose::from_translation(pose.translation() + DVec3::X * way).unwrap();
        }
        let counts: Vec<usize> = (0..40).map(|_| frame(&mut scene, &poses)).collect();
        assert!(counts[0] > 0 || way == 0.0, "moved by {way}, the first look asks");
        assert_eq!(counts[2..], [0; 38], "moved by {way}, and then at rest");
        assert_eq!(scene.size().memories, 9, "moved by {way}");
    }
}

/// Bodies that fall, jitter, rest and fly, with steps and without, and with more looks in between.
fn contacts_are_the_same_with_steps_and_without_in<V: Space>() {
    let mut random = Random(0x57E9);
    for margin in [0.0, 0.1] {
        let mut scenes = [(); 2].map(|()| Scene::<V>::with_margin(scalar(margin)).unwrap());
        let mut bodies = Vec::new();
        for k in 0..30 {
            let half = V::from_fn(|_| scalar(0.3 + 0.3 * random.unit()));
            let body = Body::new(Cuboid::new(half).unwrap());
            let at = random.vector::<V>() * scalar(1.6);
            let ids = scenes.each_mut().map(|scene| scene.add(body.clone(), pose(at, Turn::NONE)));
            assert_eq!((ids[0], ids[0].slot()), (ids[1], k));
            bodies.push((ids[0], at));
        }
        let (mut moved, mut found, mut rested) = (0, 0, 0);
        for frame in 0..300 {
            // For a while all rest, so that they are found at home when they move again.
            let busy = if frame / 60 % 2 == 0 { random.below(8) } else { 0 };
            let mut poses = Vec::new();
            for _ in 0..busy {
                let (id, at) = &mut bodies[random.below(30)];
                let way = [1e-6, 0.01, 0.1, 1.0][random.below(4)];
                *at = *at * scalar(if way == 1.0 { 0.5 } else { 1.0 })
                    + random.vector::<V>() * scalar(way);
                poses.push((*id, pose(*at, Turn::NONE)));
            }
            moved += poses.len();
            scenes[0].set_poses(&poses).unwrap();
            scenes[1].set_poses(&poses).unwrap();
            scenes[0].step();
            let [with, without] = scenes.each_mut().map(|scene| scene.contacts().to_vec());
            assert!(with == without, "{} frame {frame}, margin {margin}", V::NAME);
            found += with.len();
            rested += usize::from(scenes[1].size().memories > 0 && busy == 0);
            assert_eq!(scenes[0].size().memories, scenes[1].size().memories);
        }
        assert!(moved > 300 && found > 3000 && rested > 50, "{moved} {found} {rested}");
    }
}

fn pose<V: Space>(at: V, turn: Turn) -> Pose<V> {
    Pose::new(at, turn.rotation()).unwrap()
}

#[test]
fn contacts_are_the_same_with_steps_and_without() {
    contacts_are_the_same_with_steps_and_without_in::<Vec2>();
    contacts_are_the_same_with_steps_and_without_in::<DVec2>();
    contacts_are_the_same_with_steps_and_without_in::<Vec3>();
    contacts_are_the_same_with_steps_and_without_in::<DVec3>();
}
