//! The first program: two shapes, and every question that can be asked about them.
//!
//! ```sh
//! cargo run --release -p osculate --example first_query
//! ```

use osculate::shape::{Ball, Cuboid, Polytope, Shape};
use osculate::{DVec3, Error, Place, Pose, Query, Rotation, Verdict};
use osculate::{closest, contact, distance, intersects, penetration, signed_distance};

fn main() -> Result<(), Error> {
    // A shape has its own axes. A pose says where it is.
    let table = Cuboid::new(DVec3::new(1.0, 0.05, 0.5))?;
    let lamp = Polytope::from_points(&[
        DVec3::new(-0.1, 0.0, -0.1),
        DVec3::new(0.1, 0.0, -0.1),
        DVec3::new(0.0, 0.0, 0.15),
        DVec3::new(0.0, 0.5, 0.0),
    ])?;
    let turned = Rotation::from_axis_angle(DVec3::Y, 0.4)?;
    let standing = lamp.at(Pose::new(DVec3::new(0.3, 0.05, 0.0), turned)?);
    let lifted = lamp.at(Pose::new(DVec3::new(0.3, 0.35, 0.0), turned)?);

    println!("the lamp on the table touches it: {}", intersects(table, standing));

    let gap = distance(table, lifted);
    println!("lifted, it is {:.6} away, and surely at least {:.6}", gap.value, gap.lower);

    let near = closest(table, lifted);
    assert_eq!(near.verdict, Verdict::Apart);
    println!("the point of the table under it is {:.3}", near.on_a);

    // One number across contact: a distance, or less than zero by the depth.
    let sunk = lamp.at(Pose::new(DVec3::new(0.3, 0.03, 0.0), turned)?);
    println!("sunk in, its signed distance is {:.3}", signed_distance(table, sunk).distance.value);
    if let Some(overlap) = penetration(table, sunk) {
        println!("moved by {:.3} along {:.1} it is free", overlap.depth.value, overlap.normal);
    }

    // Contact points for a solver: all that are no further apart than a margin.
    if let Some(contact) = contact(table, standing, 0.01) {
        println!("it stands on {} points", contact.points().len());
    }

    // Options: a limit, a tolerance, a start from the last answer.
    let within = Query::new(table, lifted).distance_within(0.1);
    println!("within 0.1 of the table: {}", within.is_some());

    // Shapes of different kinds in one list.
    let shapes: Vec<Shape<DVec3>> = vec![table.into(), Ball::new(0.2)?.into(), lamp.into()];
    let ball = Ball::new(0.1)?;
    let hand = ball.at(Pose::from_translation(DVec3::new(0.0, 0.4, 0.5))?);
    let nearest = shapes.iter().map(|shape| distance(shape, hand).value).fold(f64::MAX, f64::min);
    println!("the nearest of {} shapes is {nearest:.3} from the hand", shapes.len());

    // What makes no sense is refused, by name.
    println!("a ball of radius -1: {}", Ball::<DVec3>::new(-1.0).unwrap_err());
    Ok(())
}
