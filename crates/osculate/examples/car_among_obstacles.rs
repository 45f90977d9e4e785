//! A car turns into a street with parked cars, a kerb and a pillar: how much room has it on the
//! way? The application of paper 003, in the plane.
//!
//! `cargo run --release --example car_among_obstacles`

use osculate::shape::{Ball, ConvexPolygon, HalfSpace};
use osculate::{At, Convex, DVec2, Place, Pose, Rotation, signed_distance};

fn main() -> Result<(), osculate::Error> {
    // The outline of a car, counterclockwise, about the middle of its rear axle.
    let outline = [[-1.0, -0.7], [-0.8, -0.9], [3.4, -0.9], [3.8, -0.5], [3.8, 0.5], [3.4, 0.9]];
    let rear = [[-0.8, 0.9], [-1.0, 0.7]];
    let car =
        ConvexPolygon::new(&outline.into_iter().chain(rear).map(DVec2::from).collect::<Vec<_>>())?;
    let parked = |x: f64, y: f64, turn: f64| {
        let pose = Pose::new(DVec2::new(x, y), Rotation::from_angle(turn)?)?;
        Ok::<_, osculate::Error>(At::new(car.clone(), pose))
    };
    let pillar = At::new(Ball::new(0.2)?, Pose::from_translation(DVec2::new(9.3, 4.6))?);
    let obstacles: Vec<(&str, Box<dyn Convex<DVec2>>)> = vec![
        ("the car in front", Box::new(parked(13.5, -0.8, 0.0)?)),
        ("the car round the corner", Box::new(parked(12.6, 11.0, 1.45)?)),
        ("the pillar", Box::new(pillar)),
        ("the kerb", Box::new(HalfSpace::new(DVec2::Y, -2.2)?)),
    ];

    println!("{:>6} {:>7} {:>7}  {:<26} {:>7}", "driven", "x", "y", "nearest", "room");
    let radius = 6.0;
    for step in 0..=16 {
        // Six metres straight on, then a quarter of a circle to the left.
        let driven = f64::from(step);
        let angle = ((driven - 6.0) / radius).max(0.0);
        let at = DVec2::new(driven.min(6.0) + radius * angle.sin(), radius * (1.0 - angle.cos()));
        let car = car.at(Pose::new(at, Rotation::from_angle(angle)?)?);
        let nearest = obstacles
            .iter()
            .map(|(name, obstacle)| (*name, signed_distance(car, obstacle.as_ref()).distance))
            .min_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
        let Some((name, room)) = nearest else { continue };
        let hit = if room.upper < 0.0 { "  COLLISION" } else { "" };
        println!("{driven:>6.1} {:>7.2} {:>7.2}  {name:<26} {:>7.3}{hit}", at.x, at.y, room.value);
    }
    Ok(())
}
