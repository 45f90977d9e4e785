//! The simulation of appendix B of paper 000: 20 hulls of 20 vertices move freely in a cube, and
//! turn. Who collides exchanges velocities with the other, "thus simulating a pseudo-elastic
//! reaction"; walls throw bodies back.
//!
//! `cargo run --release --example bouncing_hulls`

use osculate::shape::Polytope;
use osculate::{DVec3, Pose, Rotation, Tracker};

const BODIES: usize = 20;

/// Half the cube's edge, so that bodies of radius 1 fill about 5 per cent of it.
const HALF: f64 = 5.0;

/// A generator with a fixed seed.
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(self.signed(), self.signed(), self.signed());
            if (0.1..1.0).contains(&v.length()) {
                return v.normalize();
            }
        }
    }
}

struct Body {
    at: DVec3,
    velocity: DVec3,
    axis: DVec3,
}

fn main() -> Result<(), osculate::Error> {
    let mut random = Random(7);
    let mut hull =
        || Polytope::from_points(&(0..20).map(|_| random.direction()).collect::<Vec<_>>());
    let hulls = (0..BODIES).map(|_| hull()).collect::<Result<Vec<_>, _>>()?;
    // Where no two touch at the beginning; 5 per cent of the radius a frame, 10 degrees a frame.
    let cell = |k: usize| DVec3::new((k % 3) as f64, (k / 3 % 3) as f64, (k / 9) as f64);
    let mut bodies: Vec<Body> = (0..BODIES)
        .map(|k| Body {
            at: (cell(k) - DVec3::ONE) * 3.0,
            velocity: random.direction() * 0.05,
            axis: random.direction(),
        })
        .collect();
    let mut trackers: Vec<((usize, usize), _, bool)> = Vec::new();
    for i in 0..BODIES {
        for j in i + 1..BODIES {
            trackers.push(((i, j), Tracker::new(&hulls[i], &hulls[j]), false));
        }
    }
    let energy = |bodies: &[Body]| bodies.iter().map(|b| b.velocity.length_squared()).sum::<f64>();
    let before = energy(&bodies);
    let (mut collisions, mut bounces) = (0, 0);
    for frame in 1..=2000 {
        for body in &mut bodies {
            body.at += body.velocity;
            for i in 0..3 {
                if body.at[i].abs() > HALF - 1.0 && body.at[i] * body.velocity[i] > 0.0 {
                    body.velocity[i] = -body.velocity[i];
                    bounces += 1;
                }
            }
        }
        let angle = 10f64.to_radians() * f64::from(frame);
        let pose = |b: &Body| Pose::new(b.at, Rotation::from_axis_angle(b.axis, angle)?);
        let poses = bodies.iter().map(pose).collect::<Result<Vec<_>, _>>()?;
        for ((i, j), tracker, was_together) in &mut trackers {
            let is_together = tracker.at(poses[*i], poses[*j]).intersects();
            if is_together && !*was_together {
                collisions += 1;
                let (left, right) = bodies.split_at_mut(*j);
                std::mem::swap(&mut left[*i].velocity, &mut right[0].velocity);
            }
            *was_together = is_together;
        }
        if frame % 500 == 0 {
            println!("{frame:>5} frames: {collisions:>4} collisions, {bounces:>4} off the walls");
        }
    }
    println!("the energy is {:.12} of what it was", energy(&bodies) / before);
    Ok(())
}
