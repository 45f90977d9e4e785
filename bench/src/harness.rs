//! Rounds, shuffles, medians.

use crate::random::Random;
use std::hint::black_box;
use std::time::Instant;

/// A query on each of the pairs, in the given order; the sum of the answers.
type Run<'w> = Box<dyn FnMut(&[u32]) -> f64 + 'w>;

/// One contender on one workload: runs the pairs in the given order.
pub struct Contender<'w> {
    pub name: &'static str,
    run: Run<'w>,
}

impl<'w> Contender<'w> {
    pub fn new(name: &'static str, mut query: impl FnMut(usize) -> f64 + 'w) -> Self {
        let run = move |order: &[u32]| order.iter().map(|&i| query(i as usize)).sum();
        Self { name, run: Box::new(run) }
    }
}

/// Nanoseconds a pair for each contender: the median of the rounds.
pub fn measure(contenders: &mut [Contender<'_>], pairs: usize, rounds: usize) -> Vec<f64> {
    let mut random = Random(1);
    let mut order: Vec<u32> = (0..pairs as u32).collect();
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..rounds + 2 {
        random.shuffle(&mut order);
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let start = Instant::now();
            black_box((contender.run)(black_box(&order)));
            let elapsed = start.elapsed().as_nanos() as f64 / pairs as f64;
            if round >= 2 {
                times.push(elapsed);
            }
        }
    }
    times
        .into_iter()
        .map(|mut t| {
            t.sort_by(f64::total_cmp);
            t[t.len() / 2]
        })
        .collect()
}

/// Prints one row: times and the ratio of the others to the first.
pub fn row(label: &str, contenders: &[Contender<'_>], times: &[f64]) {
    print!("{label:<34}");
    for (contender, time) in contenders.iter().zip(times) {
        print!(" {:>9} {:7.1}", contender.name, time);
    }
    for (contender, time) in contenders.iter().zip(times).skip(1) {
        print!("  {:>5.2}x {}", time / times[0], contender.name);
    }
    println!();
}
