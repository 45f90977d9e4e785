//! The experiment of van den Bergen 1999 (paper 000), appendix B: polyhedra that move in a cube,
//! and which of them collide, by Lin and Canny's closest features, by separating-axis GJK from
//! scratch, by incremental ISA-GJK, and by this library. All are asked about the same recorded
//! frames: about all pairs, about those of I-COLLIDE's sweep and prune as in the paper, and about
//! those whose bounding balls meet.
//!
//! `cargo run --release --example experiment -- [FRAMES [BODIES [VERTICES [DENSITY [VELOCITY
//! [DEGREES]]]]]]`; the paper's numbers are 50000 20 20 5 5 10.
//!
//! `cargo run --release --example experiment -- objects [FRAMES]` is a figure over the number of
//! objects, sweep and prune included.

mod algorithms;
mod sweep;
mod world;

use algorithms::{Pairs, Questions, Run, Shapes, algorithms};
use osculate::Vec3A;
use std::time::Instant;
use sweep::SweepAndPrune;
use world::{Settings, World};

fn settings(arguments: &[String]) -> Result<Settings, String> {
    let mut numbers = Vec::new();
    for argument in arguments {
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

/// The least of three times in nanoseconds, after one that warms the caches.
fn least(mut run: impl FnMut()) -> f64 {
    run();
    let time = (0..3).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_nanos() as f64
    });
    time.fold(f64::INFINITY, f64::min)
}

/// All answers, and the time that a run takes.
fn timed(run: &mut Run<'_, Vec3A>, questions: &Questions<Vec3A>) -> (f64, Vec<bool>) {
    let mut answers = Vec::with_capacity(questions.len());
    let time = least(|| run(questions, &mut answers));
    (time, answers)
}

/// The paper's other settings, and more and more objects: microseconds a frame.
fn objects(frames: usize) {
    println!("microseconds a frame of {frames}, by the number of objects; the paper's settings");
    let mut head = false;
    for bodies in [5, 10, 20, 40, 80, 160] {
        let world = World::new(&Settings { bodies, frames, ..Settings::default() });
        let shapes = Shapes::<Vec3A>::new(&world);
        let all = Questions::new(&world, Pairs::All);
        let swept = Questions::new(&world, Pairs::Swept);
        let mut swaps = 0;
        let sweep = least(|| {
            let mut sweep = SweepAndPrune::new(bodies, 1.0);
            world.frames.iter().for_each(|frame| sweep.step(|body| frame[body].at));
            swaps = sweep.swaps;
        });
        let per_frame = |ns: f64| ns / (1000.0 * frames as f64);
        let mut columns = vec![("sweep", per_frame(sweep))];
        for (name, mut run) in algorithms(&shapes) {
            columns.push((name, per_frame(timed(&mut run, &swept).0)));
            if name == "ISA-GJK" {
                columns.push(("ISA-GJK, all pairs", per_frame(timed(&mut run, &all).0)));
            }
        }
        if !std::mem::replace(&mut head, true) {
            print!("{:>7} {:>6} {:>6}", "objects", "pairs", "swaps");
            columns
                .iter()
                .for_each(|(name, _)| print!(" {name:>width$}", width = 8.max(name.len())));
            println!();
        }
        let mean = |n: usize| n as f64 / frames as f64;
        print!("{bodies:>7} {:>6.1} {:>6.1}", mean(swept.len()), mean(swaps));
        columns.iter().for_each(|(name, us)| print!(" {us:>width$.2}", width = 8.max(name.len())));
        println!();
    }
    println!("pairs: those that sweep and prune lets through in a frame; swaps: of its ends.");
}

fn main() -> Result<(), String> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "objects") {
        arguments.remove(0);
        objects(settings(&arguments)?.frames);
        return Ok(());
    }
    let settings = settings(&arguments)?;
    let world = World::new(&settings);
    let Settings { bodies, vertices, density, velocity, degrees, frames } = settings;
    println!(
        "{bodies} polyhedra of {vertices} vertices in a cube that is {density} % full; {velocity} % \
         of the radius and {degrees} degrees a frame; {frames} frames"
    );
    let shapes = Shapes::<Vec3A>::new(&world);
    let kinds = [
        (Pairs::All, "all pairs"),
        (Pairs::Swept, "pairs of I-COLLIDE's sweep and prune"),
        (Pairs::Balls, "pairs whose bounding balls meet"),
    ];
    for (which, what) in kinds {
        let questions = Questions::new(&world, which);
        println!("\n{} questions: {what}", questions.len());
        println!(
            "{:<20} {:>12} {:>8} {:>11} {:>9}",
            "", "ns a pair", "times", "collisions", "differ"
        );
        let mut told: Vec<(&str, f64, Vec<bool>)> = Vec::new();
        for (name, mut run) in algorithms(&shapes) {
            let (time, answers) = timed(&mut run, &questions);
            let time = time / questions.len().max(1) as f64;
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
