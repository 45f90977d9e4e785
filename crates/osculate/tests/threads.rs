//! One thread and two give the same answers, to the bit and in the same order.

use osculate::Body;
use osculate::scene::{Filter, Scene};
use osculate::shape::{Cuboid, Polytope};
use osculate::{DVec3, Pose, Rotation};

#[path = "support/random.rs"]
#[allow(dead_code)]
mod random;
use random::Random;

fn vector(random: &mut Random) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

/// All that two hundred frames of a crowd answer.
fn answers() -> String {
    let mut random = Random(0x7EAD);
    let mut scene = Scene::with_margin(0.05).unwrap().on_all_threads();
    scene = scene.with_sleep(0.05, 2).unwrap();
    let hull: Vec<DVec3> = (0..20).map(|_| DVec3::from_array(random.direction())).collect();
    let hull = Body::new(Polytope::from_points(&hull).unwrap());
    let bar = Cuboid::new(DVec3::new(1.0, 0.2, 0.2)).unwrap();
    let cross = Body::compound([
        (bar.into(), Pose::IDENTITY),
        (
            bar.into(),
            Pose::new(DVec3::ZERO, Rotation::from_axis_angle(DVec3::Z, 1.5).unwrap()).unwrap(),
        ),
    ])
    .unwrap();
    let mut ids = Vec::new();
    for k in 0..400 {
        let body = if k % 3 == 0 { cross.clone() } else { hull.clone() };
        let pose = Pose::from_translation(vector(&mut random) * 8.0).unwrap();
        ids.push(scene.add(body, pose));
    }
    let (mut told, mut pairs) = (String::new(), 0);
    for _ in 0..20 {
        for &id in &ids {
            let step = vector(&mut random) * 0.1;
            let from = scene.pose(id).unwrap();
            let turn = Rotation::from_axis_angle(vector(&mut random), 0.1).unwrap();
            let turn = turn.compose(&from.rotation());
            scene.set_pose(id, Pose::new(from.translation() + step, turn).unwrap()).unwrap();
        }
        scene.step();
        told += &format!("{:?}{:?}", scene.touching(), scene.events());
        let contacts = scene.contacts();
        pairs = contacts.len();
        told += &format!("{contacts:?}");
        told += &format!("{:?}", scene.contact_events());
        told += &format!("{:?}", scene.islands().collect::<Vec<_>>());
        told += &format!("{:?}", scene.pairs_within(0.3, &Filter::ALL));
    }
    // So many that several threads have work.
    assert!(pairs > 300 && scene.size().pairs > 600, "{pairs} contacts, {:?}", scene.size());
    told
}

#[test]
fn one_thread_and_two_give_the_same_answers() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(answers)
    };
    let (one, two) = (with(1), with(2));
    assert!(one == two, "the answers differ");
    assert!(two == with(5), "the answers differ");
}
