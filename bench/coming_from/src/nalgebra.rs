//! nalgebra: isometries, from and to poses.

use std::error::Error;

use nalgebra::{Isometry3, Point3, Vector3};
use osculate::shape::{Capsule, Cuboid};
use osculate::{DVec3, Place, Pose, closest};

fn with_nalgebra(elbow: Isometry3<f64>) -> Point3<f64> {
    let forearm = Isometry3::translation(0.0, 0.0, 1.0);
    let wrist = elbow * forearm;
    let tip = Point3::new(0.0, 0.0, 0.2);
    wrist * tip
}

fn with_osculate(elbow: Isometry3<f64>) -> Result<(f64, Vector3<f64>), osculate::Error> {
    let elbow: Pose<DVec3> = elbow.try_into()?;
    let forearm = Pose::from_translation(DVec3::Z)?;
    let wrist = elbow * forearm;
    let hand = Capsule::new(DVec3::ZERO, DVec3::Z * 0.2, 0.05)?.moved_to(wrist);
    let table = Cuboid::new(DVec3::new(2.0, 0.1, 2.0))?;
    let near = closest(hand, table);
    Ok((near.distance.lower, near.on_a.to_array().into()))
}

pub fn compare() -> Result<(), Box<dyn Error>> {
    let elbow = Isometry3::new(Vector3::y() * 1.5, Vector3::x() * 0.5);
    let tip = with_nalgebra(elbow);
    let (gap, on_hand) = with_osculate(elbow)?;
    assert!((gap - (tip.y - 0.05 - 0.1)).abs() < 1e-12);
    assert!((on_hand - (tip.coords - Vector3::y() * 0.05)).norm() < 1e-12);
    let back: Isometry3<f64> = Pose::<DVec3>::try_from(elbow)?.into();
    assert!((back.inverse() * elbow).translation.vector.norm() < 1e-12);
    println!("nalgebra: the hand is {gap} above the table");
    Ok(())
}
