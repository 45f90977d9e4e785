//! Bodies that move: when they meet, and how near they pass.

use osculate::shape::{Ball, Capsule, Cuboid};
use osculate::{DVec3, Error, Motion, Place, Pose, Sweep, Trajectory, cast, clearance_along};
use osculate::{Rotation, time_of_impact};

/// A rod spins beside a post: when does it strike?
#[test]
fn spinning_rod() -> Result<(), Error> {
    let rod = Capsule::new(DVec3::X * -1.0, DVec3::X, 0.1)?;
    let post = Ball::new(0.1)?;
    // It turns by a radian a second about z; the post is above it, a quarter turn away.
    let spin = Motion::resting(Pose::IDENTITY).turning(DVec3::Z)?;
    let stand = Pose::from_translation(DVec3::Y * 0.5)?;
    let turn = Sweep::between(0.0, 2.0)?;
    let hit = turn.time_of_impact(rod, &spin, post, &stand)?.hit().expect("it comes round");
    // The axis of the rod is then 0.2 from the post's centre.
    let truth = std::f64::consts::FRAC_PI_2 - 0.4f64.asin();
    assert!((hit.time.upper - truth).abs() < 1e-6 && hit.time.lower <= truth + 1e-12);
    Ok(())
}

/// A box is let down on a table: how far can it go, and how far to stop 10 mm above it?
#[test]
fn box_let_down() -> Result<(), Error> {
    let table = Cuboid::new(DVec3::new(1.0, 0.5, 1.0))?;
    let chest = Cuboid::new(DVec3::splat(0.25))?.moved_to(Pose::from_translation(DVec3::Y * 2.0)?);
    let down = DVec3::Y * -2.0;
    let fall = cast(chest, down, table, DVec3::ZERO)?.hit().expect("it lies below");
    assert!((fall.time.value - 0.625).abs() < 1e-9);
    let above = Sweep::default().stopping_at(0.01)?;
    let fall = above.cast(chest, down, table, DVec3::ZERO)?.hit().expect("it lies below");
    assert!((fall.time.value - 0.62).abs() < 1e-6);
    Ok(())
}

/// Two drones cross: how near do they pass, and when?
#[test]
fn drones_that_cross() -> Result<(), Error> {
    let drone = Ball::new(0.25)?;
    let east = Motion::new(Pose::from_translation(DVec3::X * -5.0)?, DVec3::X)?;
    let north = Motion::new(Pose::from_translation(DVec3::new(0.0, 1.0, -7.0))?, DVec3::Z)?;
    let minute = Sweep::between(0.0, 60.0)?;
    let pass = minute.closest_approach(drone, &east, drone, &north)?;
    // At 6 s they are (1, 0, 0) and (0, 1, −1).
    assert!((pass.distance.value - (3f64.sqrt() - 0.5)).abs() < 1e-6);
    assert!((pass.time.value - 6.0).abs() < 1e-2);
    assert!(time_of_impact(drone, &east, drone, &north)?.is_missed());
    Ok(())
}

/// A gripper goes by three poses: is it clear of a bin between them too?
#[test]
fn path_of_a_gripper() -> Result<(), Error> {
    let gripper = Cuboid::new(DVec3::new(0.1, 0.2, 0.05))?;
    let bin = Cuboid::new(DVec3::splat(0.3))?;
    let turned = Rotation::from_axis_angle(DVec3::Y, 1.0)?;
    let path = Trajectory::new(&[
        (0.0, Pose::from_translation(DVec3::new(-1.0, 1.0, 0.0))?),
        (1.0, Pose::from_translation(DVec3::new(0.0, 1.0, 0.0))?),
        (2.0, Pose::new(DVec3::new(1.0, 1.0, 0.0), turned)?),
    ])?;
    let room = clearance_along(gripper, &path, bin, &Pose::IDENTITY)?;
    assert!(room.lower > 0.499 && room.lower <= 0.5);
    Ok(())
}
