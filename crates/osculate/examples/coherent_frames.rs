//! Two hulls turn and pass each other, frame by frame. What a `Tracker` remembers saves most of the
//! support points that a cold query asks for, and the answers are the same.
//!
//! `cargo run --release --example coherent_frames`

use osculate::shape::Polytope;
use osculate::{DVec3, Place, Pose, Rotation, Tracker, closest};

/// The hull of so many points of a spiral on the unit sphere.
fn hull(n: u32) -> Result<Polytope<DVec3>, osculate::Error> {
    let point = |k: u32| {
        let height = 1.0 - 2.0 * (f64::from(k) + 0.5) / f64::from(n);
        let (sin, cos) = (2.399_963 * f64::from(k)).sin_cos();
        let across = (1.0 - height * height).sqrt();
        DVec3::new(across * cos, across * sin, height)
    };
    Polytope::from_points(&(0..n).map(point).collect::<Vec<_>>())
}

fn main() -> Result<(), osculate::Error> {
    let (a, b) = (hull(60)?, hull(40)?);
    let mut tracker = Tracker::new(&a, &b);
    println!("{:>7} {:>10} {:>6} {:>8}", "frames", "distance", "cold", "tracked");
    for second in 0..8 {
        let (mut cold_steps, mut tracked_steps, mut last) = (0, 0, 0.0);
        for frame in 0..60 {
            let t = f64::from(second) + f64::from(frame) / 60.0;
            let still = Pose::new(DVec3::ZERO, Rotation::from_axis_angle(DVec3::Z, 0.3 * t)?)?;
            let turn = Rotation::from_axis_angle(DVec3::new(1.0, 2.0, 0.5), 0.5 * t)?;
            let moving = Pose::new(DVec3::new(t - 4.0, 2.1, 0.2), turn)?;
            let cold = closest(a.at(still), b.at(moving));
            let tracked = tracker.at(still, moving).closest();
            let off = (cold.distance.value - tracked.distance.value).abs();
            assert!(off <= 1e-13, "frame {frame} of second {second}: {off}");
            cold_steps += cold.steps;
            tracked_steps += tracked.steps;
            last = tracked.distance.value;
        }
        let frames = 60 * (second + 1);
        let per_frame = |steps: u32| f64::from(steps) / 60.0;
        let (cold, tracked) = (per_frame(cold_steps), per_frame(tracked_steps));
        println!("{frames:>7} {last:>10.5} {cold:>6.2} {tracked:>8.2}");
    }
    println!("support points a frame");
    Ok(())
}
