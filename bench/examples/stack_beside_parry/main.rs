//! Stacks, walls, logs and a pile under one solver, on the contacts of osculate and on those of
//! parry: what drifts, how often a contact point has a new name, and what a frame's contacts take.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --example stack_beside_parry [frames [world]]`
//!
//! The solver, the scenes and osculate's side are those of the library's example `stack`.

#[path = "../../../crates/osculate/examples/stack/ours.rs"]
mod ours;
mod parrys;
#[path = "../../../crates/osculate/examples/stack/scenes.rs"]
mod scenes;
#[path = "../../../crates/osculate/examples/stack/solver.rs"]
mod solver;

use osculate::glam::{Vec2, Vec3};
use ours::Ours;
use parrys::{Flat, Parry, Solid};
use scenes::World;
use solver::{Body, Contacts, Found, Simulation, run};
use std::error::Error;
use std::time::Duration;

/// Who finds contacts, and how long that took on this thread.
struct Timed<C> {
    inner: C,
    took: Duration,
    frames: u32,
}

fn thread_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes to this place alone.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

impl<C: Contacts> Contacts for Timed<C> {
    fn find(&mut self, bodies: &[Body], found: &mut Vec<Found>) {
        let start = thread_time();
        self.inner.find(bodies, found);
        self.took += thread_time() - start;
        self.frames += 1;
    }
}

fn timed<C>(inner: C) -> Timed<C> {
    Timed { inner, took: Duration::ZERO, frames: 0 }
}

/// What our contacts may be given again for, of bodies of size 1: what parry allows itself.
const SLOP: f32 = 0.005;

/// One row: both libraries on the same world, ours also with contacts that are given again.
fn compare(name: &str, world: &World, frames: usize) -> Result<(), Box<dyn Error>> {
    let ours = |slop| -> Result<String, Box<dyn Error>> {
        Ok(match world.is_flat {
            true => of(world, Ours::<Vec2>::new(world, slop)?, frames),
            false => of(world, Ours::<Vec3>::new(world, slop)?, frames),
        })
    };
    let theirs = match world.is_flat {
        true => of(world, Parry::<Flat>::new(world), frames),
        false => of(world, Parry::<Solid>::new(world), frames),
    };
    println!("| {name} | {} | {} | {theirs} |", ours(0.0)?, ours(SLOP)?);
    Ok(())
}

/// What became of a world: drift, speed, energy gained, new names in a million, microseconds a frame.
fn of<C: Contacts>(world: &World, contacts: C, frames: usize) -> String {
    let (outcome, simulation): (_, Simulation<Timed<C>>) = run(world, timed(contacts), frames);
    let [kept, new] = outcome.kept;
    let names = 1e6 * new as f64 / (kept + new).max(1) as f64;
    let contacts = &simulation.contacts;
    let micros = contacts.took.as_secs_f64() * 1e6 / f64::from(contacts.frames.max(1));
    let drift = if outcome.drift < 10.0 { format!("{:.4}", outcome.drift) } else { "fell".into() };
    format!("{drift} | {:.0e} | {:.0e} | {names:.0} | {micros:.1}", outcome.fastest, outcome.gain)
}

fn main() -> Result<(), Box<dyn Error>> {
    let frames = std::env::args().nth(1).map_or(Ok(1000), |frames| frames.parse())?;
    let columns =
        |of: &str| format!("{of}: drift | speed | energy | new names in 10⁶ | µs a frame |");
    let [anew, again] = ["osculate", "osculate, reusing"].map(columns);
    println!("| world | {anew} {again} {}", columns("parry"));
    println!("|---|{}", "--:|".repeat(15));
    // Of this name alone, if one is given.
    let wanted = std::env::args().nth(2);
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    for (name, world) in scenes::all().into_iter().filter(|(name, _)| is_wanted(name)) {
        compare(&name, &world, frames)?;
    }
    if is_wanted("dominoes, which fall") {
        compare("dominoes, which fall", &scenes::dominoes(20), frames)?;
    }
    if wanted.is_some() {
        return Ok(());
    }
    println!("\n| over 200 tiles, after half a second | one floor | osculate | reusing | parry |");
    println!("|---|--:|--:|--:|--:|");
    for what in ["ball", "wheel", "box"] {
        let (floor, tiles) =
            (scenes::over_tiles(what, 1, false), scenes::over_tiles(what, 200, false));
        let one = way(&floor, Ours::<Vec3>::new(&floor, 0.0)?);
        let anew = way(&tiles, Ours::<Vec3>::new(&tiles, 0.0)?);
        let again = way(&tiles, Ours::<Vec3>::new(&tiles, SLOP)?);
        let parry = way(&tiles, Parry::<Solid>::new(&tiles));
        println!("| {what} | {one} | {anew} | {again} | {parry} |");
    }
    Ok(())
}

/// Where the last body is after half a second, and how fast.
fn way<C: Contacts>(world: &World, contacts: C) -> String {
    let bodies = run(world, contacts, 30).1.bodies;
    bodies.last().map_or(String::new(), |body| format!("{:.3}, {:.3}", body.at.x, body.velocity.x))
}
