//! Poses to other crates and back. Runs with `--all-features`.
#![cfg(all(feature = "serde", feature = "mint", feature = "nalgebra"))]

mod support;

use nalgebra::{Isometry2, Isometry3};
use osculate::{Affine, DVec2, DVec3, Pose, Rotation, Vec3A};
use support::Random;

fn pose_of_space(random: &mut Random) -> Pose<DVec3> {
    Pose::new(random.vector(), Rotation::from_quaternion(random.quaternion()).unwrap()).unwrap()
}

#[test]
fn poses_survive_json() {
    let mut random = Random(1);
    for _ in 0..100 {
        let pose = pose_of_space(&mut random);
        let text = serde_json::to_string(&pose).unwrap();
        let back: Pose<DVec3> = serde_json::from_str(&text).unwrap();
        let point: DVec3 = random.vector();
        assert!((back.apply(point) - pose.apply(point)).length() <= 1e-15, "{text}");
        let map = Affine::new(pose.rotation().matrix() * 3.0, random.vector()).unwrap();
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<Affine<DVec3>>(&text).unwrap(), map, "{text}");
    }
    let flat = Pose::new(DVec2::new(1.0, 2.0), Rotation::from_angle(0.5).unwrap()).unwrap();
    let text = serde_json::to_string(&flat).unwrap();
    assert_eq!(serde_json::from_str::<Pose<DVec2>>(&text).unwrap().translation().y, 2.0, "{text}");
}

#[test]
fn bad_json_is_refused_by_the_constructors() {
    let refusals = [
        (r#"{"rotation": [[1,0,0],[0,1,0],[0,0,2]], "translation": [0,0,0]}"#, "Rotation: matrix"),
        (r#"{"rotation": [[1,0,0],[0,1,0]], "translation": [0,0,0]}"#, "invalid length 2"),
        (r#"{"rotation": [[1,0,0],[0,1,0],[0,0,1]], "translation": [0,1e308,0]}"#, "too large"),
    ];
    for (text, message) in refusals {
        let error = serde_json::from_str::<Pose<DVec3>>(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn nalgebra_takes_points_to_the_same_places() {
    let mut random = Random(2);
    for _ in 0..100 {
        let pose = pose_of_space(&mut random);
        let theirs = Isometry3::from(pose);
        let point: DVec3 = random.vector();
        let moved = theirs * nalgebra::Point3::from(point.to_array());
        let difference = DVec3::new(moved.x, moved.y, moved.z) - pose.apply(point);
        assert!(difference.length() <= 2e-15);
        let back = Pose::<DVec3>::try_from(theirs).unwrap();
        assert!((back.apply(point) - pose.apply(point)).length() <= 2e-15);

        let flat =
            Pose::new(random.vector(), Rotation::from_angle(random.signed()).unwrap()).unwrap();
        let point: DVec2 = random.vector();
        let theirs = Isometry2::from(flat);
        let moved = theirs * nalgebra::Point2::from(point.to_array());
        assert!((DVec2::new(moved.x, moved.y) - flat.apply(point)).length() <= 2e-15);
        let back = Pose::<DVec2>::try_from(theirs).unwrap();
        assert!((back.apply(point) - flat.apply(point)).length() <= 2e-15);
    }
    let lost = Isometry3::translation(f32::NAN, 0.0, 0.0);
    let error = Pose::<Vec3A>::try_from(lost).unwrap_err().to_string();
    assert!(error.contains("translation[0] is NaN"), "{error}");
}

#[test]
fn mint_quaternions_are_rotations() {
    let quarter = std::f64::consts::FRAC_1_SQRT_2;
    let q = mint::Quaternion { v: mint::Vector3 { x: 0.0, y: 0.0, z: quarter }, s: quarter };
    let turned = Rotation::<DVec3>::try_from(q).unwrap().apply(DVec3::X);
    assert!((turned - DVec3::Y).length() <= 1e-15);
    let vector: DVec3 = mint::Vector3 { x: 1.0, y: 2.0, z: 3.0 }.into();
    assert_eq!(vector, DVec3::new(1.0, 2.0, 3.0));
}
