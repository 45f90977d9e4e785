//! An arm of two joints that turn at constant speeds: which link first hits the post, and when? How
//! near does each pass?
//!
//! `cargo run --release --example arm_in_motion`

use osculate::shape::{Capsule, Cylinder};
use osculate::{DVec3, Encounter, Error, Motion, Moves, Pose, Rotation, Sweep};

/// A joint at the end of a straight link, that turns about an axis of the link before it.
struct Joint {
    /// From the joint before it, in the axes of the link before it.
    offset: DVec3,
    axis: DVec3,
    angle: f64,
    /// Radians a second.
    rate: f64,
}

/// The motion of the link that the last of the joints moves.
struct Link<'c>(&'c [Joint]);

impl Moves<DVec3> for Link<'_> {
    fn pose(&self, time: f64) -> Pose<DVec3> {
        let mut pose = Pose::IDENTITY;
        for joint in self.0 {
            let turn = Rotation::from_axis_angle(joint.axis, joint.angle + joint.rate * time);
            let turn = turn.expect("an axis and a finite angle");
            pose = pose.compose(&Pose::new(joint.offset, turn).expect("a finite offset"));
        }
        pose
    }
    /// Each joint moves all that is further out about itself.
    fn speed(&self, _: f64, _: f64) -> f64 {
        let lever =
            |i: usize| self.0[i + 1..].iter().map(|joint| joint.offset.length()).sum::<f64>();
        self.0.iter().enumerate().map(|(i, joint)| joint.rate.abs() * lever(i)).sum()
    }
    fn angular_speed(&self, _: f64, _: f64) -> f64 {
        self.0.iter().map(|joint| joint.rate.abs()).sum()
    }
    /// A joint's angle is off by an ε of itself, its matrix by a few, and both swing what is
    /// further out.
    fn slack(&self, reach: f64, time: f64) -> f64 {
        let lengths = reach + self.0.iter().map(|joint| joint.offset.length()).sum::<f64>();
        let angles = |joint: &Joint| 8.0 + joint.angle.abs() + (joint.rate * time).abs();
        f64::EPSILON * lengths * self.0.iter().map(angles).sum::<f64>()
    }
}

fn main() -> Result<(), Error> {
    let joints = [
        Joint { offset: DVec3::Z * 0.3, axis: DVec3::Z, angle: -2.0, rate: 0.8 },
        Joint { offset: DVec3::X * 0.5, axis: DVec3::Y, angle: 1.2, rate: -0.7 },
    ];
    let upper = Capsule::new(DVec3::ZERO, DVec3::X * 0.5, 0.06)?;
    let fore = Capsule::new(DVec3::ZERO, DVec3::X * 0.4, 0.05)?;
    let post = Cylinder::<DVec3>::new(0.4, 0.05)?;
    let upright = Rotation::from_axis_angle(DVec3::X, std::f64::consts::FRAC_PI_2)?;
    let rests = Motion::resting(Pose::new(DVec3::new(0.75, 0.2, 0.3), upright)?);

    let seconds = Sweep::between(0.0, 4.0)?;
    for (name, shape, joints) in
        [("upper arm", upper, &joints[..1]), ("forearm", fore, &joints[..])]
    {
        let link: &dyn Moves<DVec3> = &Link(joints);
        match seconds.time_of_impact(shape, link, post, &rests)? {
            Encounter::Hit(hit) => {
                let time = hit.time;
                println!("{name}: hits the post at {:.4} s, {:.3}", time.lower, hit.on_b);
            }
            Encounter::Missed => println!("{name}: does not hit the post within 4 s"),
            Encounter::Unknown { lower, .. } => println!("{name}: free until {lower:.4} s"),
        }
    }
    Ok(())
}
