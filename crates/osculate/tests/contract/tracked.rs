//! What a tracker proves from the faces it kept holds: families that fail if a term of its proof
//! is left out.

use crate::support::ask::{Tracker, signed_distance};
use crate::support::{
    Placed, Random, Space, Turn, certificate::f64_of, coordinates, epsilon, norm, oracle::Scene,
    pairs, scalar, vector,
};
use osculate::Matrix;
use osculate::shape::PointCloud;
use osculate::{At, Convex, Pose, Rotation, Scalar};

/// However often rotations are composed, the result is a rotation: a cube at it is as large as the
/// cube, and a tracker that goes there from the nearest true rotation stays right.
#[test]
fn cubes_at_rotations_composed_hundreds_of_times_are_cubes() {
    cubes_hold::<osculate::Vec3>();
    cubes_hold::<osculate::Vec3A>();
    cubes_hold::<osculate::DVec3>();
}

fn cubes_hold<V: Space>() {
    let eps = epsilon::<V>();
    let mut most = 0.0f64;
    for seed in 0..pairs(400) as u64 {
        let mut random = Random(seed);
        let once = random.turn::<V>().rotation::<V>();
        let times = random.below(400);
        let composed = (0..times).fold(once, |all, _| all.compose(&once));
        let columns = [0, 1, 2].map(|j| composed.matrix().column(j));
        for column in columns {
            most = most.max((norm(&coordinates(column)) - 1.0).abs() / eps);
        }
        let half: V = V::from_fn(|_| scalar(1.0 + 8.0 * eps * random.signed()));
        let corner = |c: usize| -> V {
            V::from_fn(|i| if c >> i & 1 == 1 { half.get(i) } else { -half.get(i) })
        };
        let corners: Vec<V> = (0..8).map(corner).collect();
        let translation: V = random.vector::<V>() * scalar(eps);
        let a = Placed { corners, turn: Turn::NONE, translation: V::ZERO };
        let b = Placed { corners: vec![V::ZERO], turn: Turn::NONE, translation };
        let [cube, point]: [Box<dyn Convex<V>>; 2] =
            [&a, &b].map(|p| Box::new(PointCloud::new(&p.corners).unwrap()) as _);
        let mut tracker = Tracker::new(&*cube, &*point);
        let proper = Rotation::from_matrix(composed.matrix()).unwrap();
        for rotation in [composed, proper] {
            let columns = [0, 1, 2].map(|j| rotation.matrix().column(j));
            let truth = Scene::of_image(&a, (&columns, V::ZERO), &b).signed_distance();
            let pose = Pose::new(V::ZERO, rotation).unwrap();
            let found = tracker.at(pose, b.pose()).signed_distance().distance;
            let [lower, upper] = [found.lower, found.upper].map(f64_of::<V>);
            assert!(
                lower <= truth && truth <= upper,
                "{} seed {seed}, composed {times} times: {truth} and {found:?}",
                V::NAME
            );
        }
    }
    println!("{:6} axes are off 1 by at most {most:.2} ε", V::NAME);
    assert!(most <= 2.0, "{} axes of a rotation are off 1 by {most} ε", V::NAME);
}

/// Guards the other half of the proof of `penetration/near.rs`: that faces that were not kept are
/// `rest` away at least. A round hull has more faces than are kept, and the small body inside
/// drifts to those that were not.
#[test]
fn faces_that_were_not_kept_are_not_forgotten() {
    in_every_space!(round_hulls_hold);
}

fn round_hulls_hold<V: Space>() {
    let (mut proved, mut turned, mut all) = (0, 0, 0);
    for seed in 0..pairs(500).div_ceil(25) as u64 {
        let mut random = Random(seed);
        let on_sphere = |random: &mut Random| -> V {
            let d = random.direction();
            let length = norm(&d[..V::DIM]);
            vector(&d.map(|x| x / length))
        };
        let round: Vec<V> = (0..200).map(|_| on_sphere(&mut random)).collect();
        let size = random.magnitude(-3.0, -1.0);
        let small: Vec<V> = (0..6).map(|_| random.vector::<V>() * scalar(size)).collect();
        let cloud = |points: &[V]| Box::new(PointCloud::new(points).unwrap());
        let hull: Box<dyn Convex<V>> =
            if V::DIM == 3 { V::hull(&round).unwrap() } else { cloud(&round) };
        let inner: Box<dyn Convex<V>> = cloud(&small);
        let mut tracker = Tracker::new(&*hull, &*inner);
        let mut a = Placed { corners: round, turn: random.turn::<V>(), translation: V::ZERO };
        let way = on_sphere(&mut random);
        let (from, step) = (0.3 * random.unit(), random.magnitude(-2.5, -1.0));
        let mut last: Option<V> = None;
        for frame in 0..25 {
            let translation = way * scalar(step * frame as f64 - from);
            let b = Placed { corners: vec![], turn: Turn::NONE, translation };
            let found = tracker.at(a.pose(), b.pose()).signed_distance();
            let cold = signed_distance(
                &At::new(&*hull, a.pose()) as &dyn Convex<V>,
                &At::new(&*inner, b.pose()) as &dyn Convex<V>,
            );
            let (warm, cold) = (found.distance, cold.distance);
            assert!(
                warm.lower <= cold.upper && cold.lower <= warm.upper,
                "{} seed {seed} frame {frame}: {found:?}, cold {cold:?}",
                V::NAME
            );
            let turn = |n: V| (n - found.normal).length_squared().to_f64() > 1e-3;
            turned += u32::from(last.is_some_and(turn));
            last = Some(found.normal);
            proved += u32::from(found.steps == 1);
            all += 1;
            a.stir(step * 0.01, &mut random);
            a.translation = V::ZERO;
        }
    }
    println!("{:6} {proved} of {all} in one step, {turned} with another normal", V::NAME);
    assert!(turned > all / 20 && proved > all / 20, "{} {turned} {proved} {all}", V::NAME);
}
