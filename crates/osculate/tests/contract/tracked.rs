//! What a tracker proves from the faces it kept holds: families that fail if a term of its proof
//! is left out.

use crate::support::ask::{Tracker, signed_distance};
use crate::support::{
    Placed, Random, Space, Turn, certificate::f64_of, coordinates, epsilon, norm, oracle::Scene,
    pairs, scalar, vector,
};
use osculate::shape::PointCloud;
use osculate::vector::Matrix;
use osculate::{At, Convex, Pose, Rotation, Scalar};

/// Guards the bands in the motion bound of `penetration/near.rs`. A rotation that is composed with
/// itself some dozens of times is no longer quite one. A cube at that rotation and at the nearest
/// true one does not move but for rounding; yet it grows along two of its axes, and another face is
/// nearest. In the plane a product of rotations grows along both axes alike.
#[test]
fn cubes_that_move_by_rounding_alone_are_measured_again() {
    cubes_hold::<osculate::Vec3>();
    cubes_hold::<osculate::Vec3A>();
    cubes_hold::<osculate::DVec3>();
}

fn cubes_hold<V: Space>() {
    let eps = epsilon::<V>();
    let (mut changed, mut all) = (0usize, 0);
    let mut seed = 0;
    while all < pairs(400) {
        seed += 1;
        let mut random = Random(seed);
        let axis = random.below(3);
        let angle = 3.0 * random.unit();
        let mut q = [0.0, 0.0, 0.0, angle.cos()];
        q[axis] = angle.sin();
        let once = Turn(q).rounded::<V>().rotation::<V>();
        // L is about √3: more than the band of 9, and less than four bands.
        let enough = 24.0 + 18.0 * random.unit();
        let growth =
            |r: &Rotation<V>| (norm(&coordinates(r.matrix().column((axis + 1) % 3))) - 1.0) / eps;
        let powers = core::iter::successors(Some(once), |all| Some(all.compose(&once)));
        let Some(composed) = powers.take(400).find(|r| growth(r).abs() > enough) else { continue };
        let grown = growth(&composed);
        let proper = Rotation::from_matrix(composed.matrix()).unwrap();
        all += 1;
        // The faces along the other axes are further at first, by a little, and nearer then.
        let more = (grown.abs() - 12.0) * random.unit() - 1.0;
        let further = 1.0 + eps * if grown < 0.0 { more } else { more - grown };
        let half: V = V::from_fn(|i| scalar(if i == axis { 1.0 } else { further }));
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
        let order = if grown < 0.0 { [proper, composed] } else { [composed, proper] };
        let mut truths = [0.0; 2];
        for (rotation, truth) in order.iter().zip(&mut truths) {
            let columns = [0, 1, 2].map(|j| rotation.matrix().column(j));
            let scene = Scene::of_image(&a, (&columns, V::ZERO), &b);
            *truth = scene.signed_distance();
            let pose = Pose::new(V::ZERO, *rotation).unwrap();
            let found = tracker.signed_distance(pose, b.pose()).distance;
            let [lower, upper] = [found.lower, found.upper].map(f64_of::<V>);
            assert!(
                lower <= *truth && *truth <= upper,
                "{} seed {seed}, grown by {grown} ε: {truth} and {found:?}",
                V::NAME
            );
        }
        changed += usize::from((truths[0] - truths[1]).abs() > 9.0 * 1.8 * eps);
    }
    println!("{:6} {changed} of {all} changed by more than the band", V::NAME);
    assert!(2 * changed > all, "{} {changed} of {all}", V::NAME);
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
            let found = tracker.signed_distance(a.pose(), b.pose());
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
