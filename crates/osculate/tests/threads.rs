//! One thread and two give the same answers, to the bit and in the same order.

// What is generic in the library is compiled there.
use osculate_instances as _;

use osculate::Body;
use osculate::batch::{Batch, Pair};
use osculate::scene::{Filter, Scene};
use osculate::shape::{Ball, Cuboid, Polytope, Shape};
use osculate::{Bracket, DVec3, Pose, Rotation};

#[path = "support/random.rs"]
#[allow(dead_code)]
mod random;
use random::Random;

fn vector(random: &mut Random) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

/// All that twenty frames of a crowd answer, whose bodies move by about so much in each, and whose
/// contacts are given again within a slop.
fn answers([by, slop]: [f64; 2]) -> String {
    let mut random = Random(0x7EAD);
    let mut scene = Scene::with_margin(0.05).unwrap().on_all_threads().reusing(slop);
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
            let step = vector(&mut random) * by;
            let from = scene.pose(id).unwrap();
            let turn = Rotation::from_axis_angle(vector(&mut random), by).unwrap();
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
    for motion in [[0.1, 0.0], [0.003, 0.01]] {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| answers(motion))
        };
        let (one, two) = (with(1), with(2));
        assert!(one == two, "the answers differ");
        assert!(two == with(5), "the answers differ");
    }
}

/// All that a batch of hulls, cuboids and what has no lanes answers.
fn batch_answers() -> String {
    let mut random = Random(0xBA7C);
    let hull: Vec<DVec3> = (0..20).map(|_| DVec3::from_array(random.direction())).collect();
    let shapes: [Shape<DVec3>; 3] = [
        Polytope::from_points(&hull).unwrap().into(),
        Cuboid::new(DVec3::new(1.0, 0.2, 0.4)).unwrap().into(),
        Ball::new(0.5).unwrap().into(),
    ];
    let pairs: Vec<Pair<DVec3>> = (0..9_000)
        .map(|k| {
            let mut pose = |reach: f64| {
                let turn = Rotation::from_axis_angle(vector(&mut random), random.signed() * 3.0);
                Pose::new(vector(&mut random) * reach, turn.unwrap()).unwrap()
            };
            Pair::new(k % 3, pose(0.5), k / 3 % 3, pose(2.0))
        })
        .collect();
    let batch = Batch::new(&shapes).on_all_threads();
    let mut touch = vec![false; pairs.len()];
    batch.intersects(&pairs, &mut touch).unwrap();
    let mut gaps = vec![Bracket::default(); pairs.len()];
    batch.distance(&pairs, &mut gaps).unwrap();
    let mut contacts = vec![None; pairs.len()];
    batch.contact(&pairs, 0.1, &mut contacts).unwrap();
    // The first error is that of the first pair, whoever found it.
    let mut bad = pairs.clone();
    bad[8_500].a.shape = 5;
    bad[3_100].b.shape = 4;
    let error = batch.distance(&bad, &mut gaps.clone()).unwrap_err();
    assert_eq!(error.index, Some(3_100));
    format!("{touch:?}{gaps:?}{contacts:?}")
}

#[test]
fn a_batch_has_the_same_answers_on_any_number_of_threads() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(batch_answers)
    };
    let (one, two) = (with(1), with(2));
    assert!(one == two, "the answers differ");
    assert!(two == with(5), "the answers differ");
}
