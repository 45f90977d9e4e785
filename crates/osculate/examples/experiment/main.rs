//! The experiment of van den Bergen 1999 (paper 000), appendix B: polyhedra that move in a cube,
//! and which of them collide, by Lin and Canny's closest features, by separating-axis GJK from
//! scratch, by incremental ISA-GJK, and by this library. All are asked about the same recorded
//! frames.
//!
//! `cargo run --release --example experiment -- [FRAMES [BODIES [VERTICES [DENSITY [VELOCITY
//! [DEGREES]]]]]]`; the paper's numbers are 50000 20 20 5 5 10.

mod algorithms;
mod world;

use algorithms::{Questions, Shapes, algorithms};
use osculate::Vec3A;
use std::time::Instant;
use world::{Settings, World};

fn settings() -> Result<Settings, String> {
    let mut numbers = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.parse::<f64>() {
            Ok(number) if number > 0.0 && number < 1e9 => numbers.push(number),
            _ => return Err(format!("{argument:?} is no number above zero")),
        }
    }
    let number = |i: usize, default: f64| numbers.get(i).copied().unwrap_or(default);
    let bodies = number(1, 20.0) as usize;
    let vertices = number(2, 20.0) as usize;
    if bodies < 2 || vertices < 4 {
        return Err("two bodies of four vertices are the least".into());
    }
    let (density, velocity, degrees) = (number(3, 5.0), number(4, 5.0), number(5, 10.0));
    let frames = number(0, 2000.0).max(1.0) as usize;
    Ok(Settings { bodies, vertices, density, velocity, degrees, frames })
}

fn main() -> Result<(), String> {
    let settings = settings()?;
    let world = World::new(&settings);
    let Settings { bodies, vertices, density, velocity, degrees, frames } = settings;
    println!(
        "{bodies} polyhedra of {vertices} vertices in a cube that is {density} % full; {velocity} % \
         of the radius and {degrees} degrees a frame; {frames} frames"
    );
    let shapes = Shapes::<Vec3A>::new(&world);
    for near_alone in [false, true] {
        let questions = Questions::new(&world, near_alone);
        let what = if near_alone { "pairs whose bounding balls meet" } else { "all pairs" };
        println!("\n{} questions: {what}", questions.len());
        println!(
            "{:<20} {:>12} {:>8} {:>11} {:>9}",
            "", "ns a pair", "times", "collisions", "differ"
        );
        let mut told: Vec<(&str, f64, Vec<bool>)> = Vec::new();
        for (name, mut run) in algorithms(&shapes) {
            let mut answers = Vec::with_capacity(questions.len());
            // The first time warms the caches; the least of the others is the time.
            run(&questions, &mut answers);
            let time = (0..3).map(|_| {
                let start = Instant::now();
                run(&questions, &mut answers);
                start.elapsed().as_nanos() as f64
            });
            let time = time.fold(f64::INFINITY, f64::min) / questions.len().max(1) as f64;
            told.push((name, time, answers));
        }
        let isa = told.last().map_or(1.0, |isa| isa.1);
        for (name, time, answers) in &told {
            let collisions = answers.iter().filter(|yes| **yes).count();
            let differ = answers.iter().zip(&told[0].2).filter(|(one, ours)| one != ours).count();
            let times = time / isa;
            println!("{name:<20} {time:>12.1} {times:>8.2} {collisions:>11} {differ:>9}");
        }
    }
    println!("\ntimes: as long as ISA-GJK takes. The paper's factor of Lin-Canny is about five.");
    println!("differ: answers that are not those of this library.");
    Ok(())
}
