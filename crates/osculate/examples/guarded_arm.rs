//! An arm of three links reaches past a post and a shelf, and slows down where it comes near them.
//! Each pair of a link and an obstacle has a tracker: what it remembers answers the next step.
//!
//! `cargo run --release --example guarded_arm`

use std::f64::consts::{FRAC_PI_2, TAU};

use osculate::shape::{Capsule, Cuboid, Cylinder, Shape};
use osculate::{DVec3, Error, Pose, Rotation, Tracker, glam::DQuat};

const LINKS: [f64; 3] = [0.5, 0.4, 0.3];
const RADIUS: f64 = 0.05;
/// Nearer than this, the arm slows down; nearer than a quarter of it, it stops.
const CARE: f64 = 0.2;
const STEP: f64 = 0.01;

/// The poses of the links: each starts at its joint, and goes along x.
fn poses(angles: [f64; 3]) -> Result<[Pose<DVec3>; 3], Error> {
    let (mut at, mut turn) = (DVec3::Z * 0.3, DQuat::IDENTITY);
    let mut poses = [Pose::from_translation(at)?; 3];
    // The first joint turns about the vertical, the others lift.
    let axes = [DVec3::Z, DVec3::NEG_Y, DVec3::NEG_Y];
    for (k, pose) in poses.iter_mut().enumerate() {
        turn *= DQuat::from_axis_angle(axes[k], angles[k]);
        *pose = Pose::new(at, Rotation::from_quaternion(turn.to_array())?)?;
        at += turn * DVec3::X * LINKS[k];
    }
    Ok(poses)
}

fn main() -> Result<(), Error> {
    let upright = Rotation::from_quaternion(DQuat::from_rotation_x(FRAC_PI_2).to_array())?;
    let by_post = Pose::new(DVec3::new(0.9, 1.0, 0.6), upright)?;
    let by_wall = Pose::from_translation(DVec3::new(-0.7, 0.6, 0.75))?;
    let post = Shape::from(Cylinder::new(0.6, 0.06)?);
    let shelf = Shape::from(Cuboid::new(DVec3::new(0.3, 0.2, 0.02))?);
    let obstacles = [("post", post, by_post), ("shelf", shelf, by_wall)];

    let mut pairs = Vec::new();
    for (k, length) in LINKS.into_iter().enumerate() {
        let link = Capsule::new(DVec3::ZERO, DVec3::X * length, RADIUS)?;
        for (name, shape, pose) in &obstacles {
            pairs.push((k, *name, *pose, Tracker::new(link, shape.clone())));
        }
    }

    // Once around at one radian a second, if nothing is in the way.
    let (mut angle, mut time) = (0.0, 0.0);
    let mut least = (f64::INFINITY, 0, "");
    let mut was_near = false;
    while angle < TAU {
        let poses = poses([angle, 0.35, 0.25])?;
        let mut nearest = (f64::INFINITY, 0, "");
        for (k, name, pose, tracker) in &mut pairs {
            // The lower bound of the bracket is proved, so the arm is at least that far away.
            let distance = tracker.at(poses[*k], *pose).distance().lower;
            if distance < nearest.0 {
                nearest = (distance, *k, *name);
            }
        }
        let (distance, link, name) = nearest;
        let is_near = distance < CARE;
        if is_near != was_near {
            let what = if is_near { "slows down" } else { "goes on" };
            println!("{time:5.2} s  {what}: link {link} is {distance:.3} from the {name}");
        }
        was_near = is_near;
        if distance < least.0 {
            least = nearest;
        }
        if distance < CARE / 4.0 {
            println!("{time:5.2} s  stops: link {link} is {distance:.3} from the {name}");
            break;
        }
        angle += STEP * (distance / CARE).min(1.0);
        time += STEP;
    }
    let (distance, link, name) = least;
    println!("nearest of all: link {link} came as near as {distance:.3} to the {name}");
    assert!(distance > 0.0, "the arm stops before it touches");
    Ok(())
}
