//! What does a camera see of ten thousand boxes? The example of paper 001: one query object for the
//! frustum, many shapes.
//!
//! `cargo run --release --example frustum_culling`

use osculate::shape::{Cuboid, Frustum};
use osculate::{OneToMany, Place, Pose, Rotation, Vec3};

fn main() -> Result<(), osculate::Error> {
    // A perspective of 60 degrees that looks along −z from the origin, 16 by 9, from 0.1 to 100,
    // with a reversed depth: 1 at the near plane and 0 at the far one. Rows of the matrix.
    let (near, far) = (0.1, 100.0);
    let height = 1.0 / (30.0f32).to_radians().tan();
    let projection = [
        [height * 9.0 / 16.0, 0.0, 0.0, 0.0],
        [0.0, height, 0.0, 0.0],
        [0.0, 0.0, near / (far - near), near * far / (far - near)],
        [0.0, 0.0, -1.0, 0.0],
    ];
    let frustum = Frustum::<Vec3>::from_view_projection(projection, 1.0, 0.0)?;
    println!(
        "the far plane reaches from {:.1} to {:.1}",
        frustum.corners()[4],
        frustum.corners()[7]
    );

    let mut view = OneToMany::new(frustum);
    let crate_ = Cuboid::new(Vec3::splat(0.5))?;
    let turn = Rotation::from_axis_angle(Vec3::Y, 0.4)?;
    let mut seen = [0; 10];
    for k in 0..10_000 {
        let (row, column) = ((k / 100) as f32, (k % 100) as f32);
        let place = Vec3::new(2.0 * column - 99.0, -1.0, -2.0 * row - 1.0);
        let crate_ = crate_.at(Pose::new(place, turn)?);
        seen[k / 1000] += i32::from(view.against(crate_).intersects());
    }
    for (band, count) in seen.iter().enumerate() {
        let (from, to) = (20 * band, 20 * (band + 1));
        println!("{from:>4} to {to:>3} away: {count:>4} of 1000 to be drawn");
    }
    println!("of 10000 boxes {} are to be drawn", seen.iter().sum::<i32>());
    Ok(())
}
