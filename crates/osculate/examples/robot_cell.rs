//! A robot cell in a dozen lines: which bodies clash and how deep, and how near are the others?
//!
//! `cargo run --release --example robot_cell`

use osculate::shape::{Ball, Capsule, Cuboid, Cylinder, HalfSpace};
use osculate::{Bracket, Convex, DVec3, Pose, Rotation, signed_distance};

type Body = (&'static str, Box<dyn Convex<DVec3>>);

fn main() -> Result<(), osculate::Error> {
    let at = |x, y, z| Pose::from_translation(DVec3::new(x, y, z));
    let leaning = |x, y, z, angle| {
        Pose::new(DVec3::new(x, y, z), Rotation::from_axis_angle(DVec3::Z, angle)?)
    };
    let floor = HalfSpace::new(DVec3::Y, 0.0)?;
    let table = Cuboid::new(DVec3::new(0.6, 0.02, 0.4))?;
    let base = Cylinder::<DVec3>::new(0.2, 0.15)?;
    let arm = Capsule::<DVec3>::along_y(0.35, 0.06)?;
    let bin = Cuboid::new(DVec3::new(0.15, 0.15, 0.15))?;
    let part = Ball::new(0.05)?;
    let bodies: Vec<Body> = vec![
        ("floor", Box::new(floor)),
        ("table", Box::new(osculate::At::new(table, at(1.0, 0.7, 0.0)?))),
        ("base", Box::new(osculate::At::new(base, at(0.0, 0.201, 0.0)?))),
        ("upper arm", Box::new(osculate::At::new(arm, leaning(0.2, 0.75, 0.0, -0.5)?))),
        ("forearm", Box::new(osculate::At::new(arm, leaning(0.65, 0.95, 0.0, -1.9)?))),
        ("bin", Box::new(osculate::At::new(bin, at(0.9, 0.8, 0.1)?))),
        ("part", Box::new(osculate::At::new(part, at(1.3, 0.77, 0.0)?))),
    ];

    println!("{:<22} {:<9} {:>10}  closest or deepest points", "pair", "verdict", "distance");
    for (i, (name_a, a)) in bodies.iter().enumerate() {
        for (name_b, b) in &bodies[i + 1..] {
            let answer = signed_distance(a, b);
            let Bracket { lower, value, upper } = answer.distance;
            let verdict = match () {
                _ if lower > 0.0 => "apart",
                _ if upper < 0.0 => "CLASH",
                _ => "touching",
            };
            let pair = format!("{name_a} – {name_b}");
            println!(
                "{pair:<22} {verdict:<9} {value:>10.6}  {:.3} {:.3}",
                answer.on_a, answer.on_b
            );
        }
    }
    Ok(())
}
