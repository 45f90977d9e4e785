//! Contenders on the same pairs in turn, in an order reshuffled every round: medians, and how far
//! off each was.

use crate::random::Random;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What is asked of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Level 1: 1 if they have a common point, else 0.
    Intersects,
    /// Level 2: the distance.
    Distance,
    /// Level 3: the distance, by way of the closest points.
    Closest,
    /// The depth; 0 for pairs that are apart.
    Penetration,
}

impl Query {
    pub fn name(self) -> &'static str {
        match self {
            Self::Intersects => "intersects",
            Self::Distance => "distance",
            Self::Closest => "closest",
            Self::Penetration => "penetration",
        }
    }
}

/// Answers the pairs in the given order; the answer of pair k goes to `answers[k]`. NaN is no
/// answer.
pub type Run<'w> = Box<dyn FnMut(&[u32], &mut [f64]) + 'w>;

/// A run that asks one pair after the other.
pub fn each<'w>(mut query: impl FnMut(usize) -> f64 + 'w) -> Run<'w> {
    Box::new(move |order, answers| {
        for &k in order {
            answers[k as usize] = query(k as usize);
        }
    })
}

/// One contender on one workload.
pub struct Contender<'w> {
    pub name: &'static str,
    pub run: Run<'w>,
    /// Whether its pairs are those of the truths: a warm contender's move.
    pub judged: bool,
}

/// How a contender did.
#[derive(Clone, Debug)]
pub struct Cell {
    pub contender: &'static str,
    /// Nanoseconds a pair: the median of the rounds, and the quartiles.
    pub ns: f64,
    pub quartiles: [f64; 2],
    /// The largest difference from the truth, of a number.
    pub worst_error: Option<f64>,
    /// Pairs whose yes or no is wrong beyond `DOUBT`.
    pub wrong: usize,
    /// Pairs without an answer, or with NaN.
    pub missing: usize,
    /// What the answers say, if they are counted.
    pub told: Option<Told>,
}

/// Answers of yes or no, and how they differ from the truth, near contact too.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// How many say yes.
    pub collisions: usize,
    /// Collisions that are not told.
    pub missed: usize,
    /// Pairs that are apart, and said to collide.
    pub invented: usize,
}

/// One workload and query, all contenders.
#[derive(Clone, Debug)]
pub struct Row {
    pub suite: &'static str,
    /// What the pairs are, like `near`; with `size` it names the workload.
    pub class: String,
    /// Vertices, if that is what varies.
    pub size: usize,
    pub query: &'static str,
    pub cells: Vec<Cell>,
}

impl Row {
    pub fn cell(&self, contender: &str) -> Option<&Cell> {
        self.cells.iter().find(|c| c.contender == contender)
    }
    /// How many times as long the contender takes as we do.
    pub fn ratio(&self, contender: &str) -> Option<f64> {
        Some(self.cell(contender)?.ns / self.cells.first()?.ns)
    }
}

/// Yes or no is not asked closer to contact than this: pairs are about 1 in size, and single
/// precision cannot tell.
pub const DOUBT: f64 = 1e-5;

/// Slow rows have fewer rounds than were asked for: after this time, and this many rounds, they
/// end.
const LONGEST: Duration = Duration::from_millis(1500);
const FEWEST_ROUNDS: usize = 3;

/// The processor's time that this thread has had: on a busy machine a slow pass is put off more
/// often than a quick one, and the clock on the wall would count that.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live value of the type that the function fills.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The clock on the wall, where a thread's time is not to be had.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    wall_time()
}

/// The clock on the wall: for work of several threads.
pub fn wall_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Runs the contenders. `truths` are the signed distances, if they are known.
pub fn measure(
    contenders: &mut [Contender<'_>],
    pairs: usize,
    rounds: usize,
    query: Option<Query>,
    truths: &[f64],
) -> Vec<Cell> {
    measure_by(thread_time, contenders, pairs, rounds, query, truths)
}

/// The same by a clock.
pub fn measure_by(
    now: fn() -> Duration,
    contenders: &mut [Contender<'_>],
    pairs: usize,
    rounds: usize,
    query: Option<Query>,
    truths: &[f64],
) -> Vec<Cell> {
    let mut random = Random(1);
    let mut order: Vec<u32> = (0..pairs as u32).collect();
    let mut before = order.clone();
    let mut times = vec![Vec::new(); contenders.len()];
    let mut answers = vec![vec![f64::NAN; pairs]; contenders.len()];
    let begin = Instant::now();
    for round in 0..rounds {
        if round >= FEWEST_ROUNDS && begin.elapsed() > LONGEST {
            break;
        }
        random.shuffle(&mut order);
        random.shuffle(&mut before);
        for ((contender, times), answers) in contenders.iter_mut().zip(&mut times).zip(&mut answers)
        {
            // First in another order, off the clock: the contender before has filled the caches
            // with its own shapes. Twice, as bodies that move go to and fro: once shows
            // the caches only the other of their two places, and who is at work has been at both.
            for _ in 0..2 {
                (contender.run)(black_box(&before), answers);
            }
            let start = now();
            (contender.run)(black_box(&order), answers);
            let elapsed = now() - start;
            times.push(elapsed.as_nanos() as f64 / pairs as f64);
        }
    }
    let cell = |((contender, mut times), answers): ((&mut Contender<'_>, Vec<f64>), Vec<f64>)| {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        let (mut worst_error, mut wrong, mut missing) = (None, 0, 0);
        if let (Some(query), true) = (query, contender.judged) {
            for (&answer, &truth) in answers.iter().zip(truths) {
                let off = match query {
                    _ if answer.is_nan() => {
                        missing += 1;
                        continue;
                    }
                    Query::Intersects => {
                        wrong +=
                            usize::from((answer != 0.0) != (truth <= 0.0) && truth.abs() > DOUBT);
                        continue;
                    }
                    Query::Distance | Query::Closest => answer - truth.max(0.0),
                    Query::Penetration => answer - (-truth).max(0.0),
                };
                worst_error = Some(f64::max(worst_error.unwrap_or(0.0), off.abs()));
            }
        }
        Cell {
            contender: contender.name,
            ns: at(0.5),
            quartiles: [at(0.25), at(0.75)],
            worst_error,
            wrong,
            missing,
            told: None,
        }
    };
    contenders.iter_mut().zip(times).zip(answers).map(cell).collect()
}

/// What the command line asked for.
pub struct Options {
    pub rounds: usize,
    /// Pairs of a workload.
    pub pairs: usize,
    /// Contenders whose name begins with one of these take part; all if empty. We always do.
    pub peers: Vec<String>,
}

impl Options {
    pub fn wants(&self, contender: &str) -> bool {
        self.peers.is_empty()
            || contender.starts_with("ours")
            || self.peers.iter().any(|peer| contender.starts_with(peer.as_str()))
    }
}

/// Makes a workload when it is its turn, and the rows of it.
pub type MakeRows = Box<dyn FnOnce(&Options) -> Vec<Row>>;

/// A few rows that share a workload.
pub struct Case {
    pub label: String,
    pub run: MakeRows,
}
