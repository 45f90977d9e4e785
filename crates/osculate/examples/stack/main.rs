//! Contacts that a solver stands on, in single precision: stacks, walls, a pyramid, logs and a house
//! of cards stand, and a pile comes to rest.
//!
//! `cargo run --release --example stack [frames]`

mod ours;
mod scenes;
mod solver;

use osculate::glam::{Vec2, Vec3};
use ours::Ours;
use solver::{Outcome, run};
use std::error::Error;

/// Half a second.
const FRAMES: usize = 30;

fn main() -> Result<(), Box<dyn Error>> {
    let frames = std::env::args().nth(1).map_or(Ok(300), |frames| frames.parse())?;
    for (name, world) in scenes::all() {
        let outcome = if world.is_flat {
            run(&world, Ours::<Vec2>::new(&world)?, frames).0
        } else {
            run(&world, Ours::<Vec3>::new(&world)?, frames).0
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
        // Where it is, and how fast, after a while.
        let way = |tiles| -> Result<[f32; 2], Box<dyn Error>> {
            let world = scenes::over_tiles(what, tiles, is_flat);
            let bodies = if is_flat {
                run(&world, Ours::<Vec2>::new(&world)?, FRAMES).1.bodies
            } else {
                run(&world, Ours::<Vec3>::new(&world)?, FRAMES).1.bodies
            };
            Ok(bodies.last().map_or([0.0; 2], |body| [body.at.x, body.velocity.x]))
        };
        let (on_one, on_tiles) = (way(1)?, way(200)?);
        println!(
            "{what} after half a second: at {:.4} with {:.4} on one floor, {:.4} and {:.4} on tiles",
            on_one[0], on_one[1], on_tiles[0], on_tiles[1]
        );
        let is_kept = |k: usize| (on_tiles[k] - on_one[k]).abs() < 0.01 * on_one[k].abs();
        assert!(is_kept(0) && is_kept(1), "the {what} minds the edges of tiles");
    }
    Ok(())
}
