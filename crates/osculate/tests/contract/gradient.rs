//! Derivatives of the signed distance against differences, apart and overlapping.

use crate::support::Random;
use crate::support::ask::signed_distance;
use osculate::shape::{Ball, Capsule, Cuboid, Ellipsoid, PointCloud, Rounded};
use osculate::{At, Convex, DVec2, DVec3, Place, Pose, Rotation};

const STEP: f64 = 1e-5;

#[test]
fn derivatives_in_space_are_those_of_differences() {
    let mut random = Random(1);
    let cloud: Vec<DVec3> = (0..12).map(|_| DVec3::from(random.direction()) * 0.8).collect();
    let shapes: Vec<Box<dyn Convex<DVec3>>> = vec![
        Box::new(Ball::new(0.7).unwrap()),
        Box::new(Ellipsoid::new(DVec3::new(1.0, 0.6, 0.8)).unwrap()),
        Box::new(Capsule::new(DVec3::new(-0.5, 0.1, 0.0), DVec3::new(0.7, 0.0, 0.2), 0.4).unwrap()),
        Box::new(Rounded::new(PointCloud::new(&cloud).unwrap(), 0.2).unwrap()),
        Box::new(Rounded::new(Cuboid::new(DVec3::new(0.5, 0.4, 0.6)).unwrap(), 0.1).unwrap()),
    ];
    let (mut smooth, mut deep, mut all) = (0, 0, 0);
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            for k in 0..20 {
                let quaternion = |random: &mut Random| {
                    Rotation::<DVec3>::from_quaternion(random.quaternion()).unwrap()
                };
                let (q, r) = (quaternion(&mut random), quaternion(&mut random));
                let t = DVec3::from(random.direction()) * (0.9 + 2.0 * random.unit());
                // A turn by a small vector, then the pose's own.
                let distance = |move_a: DVec3, turn_a: DVec3, move_b: DVec3, turn_b: DVec3| {
                    let place = |q: &Rotation<DVec3>, t: DVec3, turn: DVec3| {
                        let angle = turn.length();
                        let axis = if angle > 0.0 { turn / angle } else { DVec3::X };
                        let small = Rotation::from_axis_angle(axis, angle).unwrap();
                        Pose::new(t, small.compose(q)).unwrap()
                    };
                    signed_distance(
                        &At::new(a, place(&q, move_a, turn_a)),
                        &At::new(b, place(&r, t + move_b, turn_b)),
                    )
                };
                let o = DVec3::ZERO;
                let here = distance(o, o, o, o);
                let slope = here.gradient(o, t);
                for axis in 0..3 {
                    let way = DVec3::AXES[axis] * STEP;
                    let expected = [
                        (slope.translation_a[axis], [way, o, o, o]),
                        (slope.rotation_a[axis], [o, way, o, o]),
                        (slope.translation_b[axis], [o, o, way, o]),
                        (slope.rotation_b[axis], [o, o, o, way]),
                    ];
                    for (found, [u, v, w, x]) in expected {
                        let value = |s: f64| distance(u * s, v * s, w * s, x * s).distance.value;
                        let (ahead, behind) = (value(1.0), value(-1.0));
                        let (forth, back) = (
                            (ahead - here.distance.value) / STEP,
                            (here.distance.value - behind) / STEP,
                        );
                        all += 1;
                        // A corner of the distance between here and there says nothing.
                        if (forth - back).abs() < 1e-3 {
                            smooth += 1;
                            deep += usize::from(here.distance.value < -0.05);
                            let difference = (ahead - behind) / (2.0 * STEP);
                            assert!(
                                (found - difference).abs() <= 2e-4,
                                "{i} {j} {k}: {found} for {difference}, {here:?}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(smooth * 10 > all * 9 && deep > 300, "{smooth} of {all} smooth, {deep} deep");
}

#[test]
fn derivatives_in_the_plane_are_those_of_differences() {
    let mut random = Random(2);
    let a = Ellipsoid::new(DVec2::new(1.0, 0.5)).unwrap();
    let b = Capsule::new(DVec2::new(-0.4, 0.0), DVec2::new(0.6, 0.1), 0.3).unwrap();
    for _ in 0..200 {
        let (p, q) = (3.0 * random.signed(), 3.0 * random.signed());
        let t = DVec2::from_angle(3.0 * random.signed()) * (0.8 + 2.0 * random.unit());
        let pose =
            |t: DVec2, angle: f64| Pose::new(t, Rotation::from_angle(angle).unwrap()).unwrap();
        let distance = |x: f64, y: f64, turn_a: f64, turn_b: f64| {
            signed_distance(
                &a.at(pose(DVec2::ZERO, p + turn_a)),
                &b.at(pose(t + DVec2::new(x, y), q + turn_b)),
            )
        };
        let slope = distance(0.0, 0.0, 0.0, 0.0).gradient(DVec2::ZERO, t);
        let found = [
            slope.translation_b.x,
            slope.translation_b.y,
            slope.rotation_a[2],
            slope.rotation_b[2],
        ];
        for (k, found) in found.into_iter().enumerate() {
            let at = |s: f64| {
                let mut by = [0.0; 4];
                by[k] = s * STEP;
                distance(by[0], by[1], by[2], by[3]).distance.value
            };
            let (forth, back) = ((at(1.0) - at(0.0)) / STEP, (at(0.0) - at(-1.0)) / STEP);
            if (forth - back).abs() < 1e-3 {
                assert!((found - (forth + back) / 2.0).abs() <= 2e-4, "{k}: {found}, {forth}");
            }
        }
    }
}
