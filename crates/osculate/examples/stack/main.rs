//! Contacts that a solver stands on, in single precision: stacks, walls, a pyramid, logs and a house
//! of cards stand, a pile comes to rest, a row of dominoes falls.
//!
//! `cargo run --release --example stack [frames] [slop]`, with a slop of 0.005 for contacts that are
//! given again while bodies rest.

mod ours;
mod scenes;
mod solver;

use osculate::glam::{Vec2, Vec3};
use ours::Ours;
use solver::{Outcome, run};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let frames = std::env::args().nth(1).map_or(Ok(1000), |frames| frames.parse())?;
    let slop = std::env::args().nth(2).map_or(Ok(0.0), |slop| slop.parse())?;
    for (name, world) in scenes::all() {
        let outcome = if world.is_flat {
            run(&world, Ours::<Vec2>::new(&world, slop)?, frames).0
        } else {
            run(&world, Ours::<Vec3>::new(&world, slop)?, frames).0
        };
        let Outcome { drift, fastest, kept: [kept, new], gain } = outcome;
        println!(
            "{name:24} moved by {drift:.4}, fastest {fastest:.0e}; of its contact points {kept} \
             kept their names, {new} did not; energy grew by {gain:.0e}"
        );
        let size = world.scale;
        let moves = name.starts_with("pile");
        assert!(moves || drift < 0.02 * size, "the {name} does not stand");
        assert!(gain < 0.015, "the {name} gains energy");
    }
    for (what, is_flat) in
        [("ball", false), ("wheel", false), ("box", false), ("wheel", true), ("box", true)]
    {
        let speed = |tiles| -> Result<f32, Box<dyn Error>> {
            let world = scenes::over_tiles(what, tiles, is_flat);
            let bodies = if is_flat {
                run(&world, Ours::<Vec2>::new(&world, slop)?, 120).1.bodies
            } else {
                run(&world, Ours::<Vec3>::new(&world, slop)?, 120).1.bodies
            };
            Ok(bodies.last().map_or(0.0, |body| body.velocity.x))
        };
        let (on_one, on_tiles) = (speed(1)?, speed(200)?);
        println!("{what} after two seconds: {on_one:.4} on one floor, {on_tiles:.4} on 200 tiles");
        let kept = (on_tiles - on_one).abs() < 0.01 * on_one.abs().max(0.1);
        assert!(kept, "the {what} minds the edges of tiles");
    }
    let world = scenes::dominoes(20);
    let (Outcome { fastest, gain, .. }, simulation) =
        run(&world, Ours::<Vec3>::new(&world, slop)?, 900);
    let slabs = simulation.bodies.iter().filter(|body| body.inverse_mass > 0.0);
    let fallen = slabs.filter(|body| (body.turn * Vec3::Y).y.abs() < 0.5).count();
    println!("{fallen} of 20 dominoes fell, fastest {fastest:.0e}; energy grew by {gain:.0e}");
    assert!(fallen == 20 && fastest < 1e-2 && gain < 0.015, "the dominoes do not fall and rest");
    Ok(())
}
