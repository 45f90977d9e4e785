//! The experiment of paper 000, appendix B: polyhedra that move in a cube, and which of them
//! collide. The frames are recorded once; every algorithm goes through them in order, with what it
//! keeps of each pair. Figures 4, 5 and 6 of the paper are rows by density, velocity and rotation;
//! beside them are rows by vertices, and by objects.

#[path = "../../../crates/osculate/examples/experiment/algorithms.rs"]
mod algorithms;
#[path = "../../../crates/osculate/examples/experiment/sweep.rs"]
mod sweep;
#[path = "../../../crates/osculate/examples/experiment/world.rs"]
mod world;

use crate::harness::{Case, Cell, DOUBT, Options, Row, Told, thread_time};
use crate::random::Random;
use algorithms::{Pairs, Questions, Run, Shapes, algorithms};
use osculate::{DVec3, Place, Space, Vec3A, signed_distance};
use std::time::{Duration, Instant};
use world::{Settings, World};

/// What varies: the paper's figure, what the figure is over, its values, and how they are set.
struct Figure {
    query: &'static str,
    over: &'static str,
    values: &'static [usize],
    set: fn(&mut Settings, usize),
}

const FIGURES: [Figure; 5] = [
    Figure {
        query: "figure 4",
        over: "density, %",
        values: &[1, 2, 5, 10, 15, 20],
        set: |settings, value| settings.density = value as f64,
    },
    Figure {
        query: "figure 5",
        over: "velocity, % of the radius",
        values: &[1, 2, 5, 10, 20, 40],
        set: |settings, value| settings.velocity = value as f64,
    },
    Figure {
        query: "figure 6",
        over: "rotation, degrees",
        values: &[1, 2, 5, 10, 20, 40],
        set: |settings, value| settings.degrees = value as f64,
    },
    Figure {
        query: "beside the figures",
        over: "vertices",
        values: &[8, 20, 64, 256],
        set: |settings, value| settings.vertices = value,
    },
    Figure {
        query: "beside the figures",
        over: "objects",
        values: &[5, 10, 20, 40, 80],
        set: |settings, value| settings.bodies = value,
    },
];

/// The class of the row with the paper's settings and its number of frames.
pub const DEFAULTS: &str = "the paper's defaults";
/// What its class ends with in double precision.
pub const DOUBLE: &str = " in double precision";
/// What the classes of all pairs, of pairs whose bounding balls meet, and of those that I-COLLIDE's
/// sweep and prune lets through end with.
pub const PAIRS: [&str; 3] = ["all pairs", "near pairs", "swept pairs"];
const KINDS: [Pairs; 3] = [Pairs::All, Pairs::Balls, Pairs::Swept];

/// Questions that are timed at once, at least: what else the machine does takes a share of each
/// time then, not all of one.
const FEWEST_ASKED: usize = 300_000;

/// A row ends after this time, if it has so many rounds.
const LONGEST: Duration = Duration::from_millis(1500);
const FEWEST_ROUNDS: usize = 3;

/// The signed distance of each pair that is asked about, in double precision; infinite for pairs
/// whose bounding balls do not meet, for these are apart.
fn truths(world: &World, questions: &Questions<DVec3>) -> Vec<f64> {
    let shapes = Shapes::<DVec3>::new(world).polytopes;
    let mut truths = Vec::with_capacity(questions.len());
    for (poses, asked) in questions.poses.iter().zip(&questions.asked) {
        for &(_, [a, b]) in asked {
            let [a, b] = [a as usize, b as usize];
            let way = poses[a].translation() - poses[b].translation();
            truths.push(if way.length() > 2.1 {
                f64::INFINITY
            } else {
                signed_distance(shapes[a].at(poses[a]), shapes[b].at(poses[b])).distance.value
            });
        }
    }
    truths
}

/// Compares answers with the truth.
fn told(answers: &[bool], truths: &[f64]) -> (Told, usize) {
    let (mut told, mut wrong) = (Told { collisions: 0, missed: 0, invented: 0 }, 0);
    for (&answer, &truth) in answers.iter().zip(truths) {
        told.collisions += usize::from(answer);
        told.missed += usize::from(!answer && truth <= 0.0);
        told.invented += usize::from(answer && truth > 0.0);
        wrong += usize::from(answer != (truth <= 0.0) && truth.abs() > DOUBT);
    }
    (told, wrong)
}

/// All algorithms in turn, in an order that is reshuffled every round.
fn measure<V: Space + osculate::Spatial>(
    contenders: &mut [(&'static str, Run<'_, V>)],
    questions: &Questions<V>,
    truths: &[f64],
    rounds: usize,
) -> Vec<Cell> {
    let mut random = Random(1);
    let mut order: Vec<usize> = (0..contenders.len()).collect();
    let mut times = vec![Vec::new(); contenders.len()];
    let mut answers = vec![Vec::with_capacity(questions.len()); contenders.len()];
    let repeats = (FEWEST_ASKED / questions.len().max(1)).clamp(1, 100);
    let asked = (repeats * questions.len().max(1)) as f64;
    let begin = Instant::now();
    for round in 0..rounds {
        if round >= FEWEST_ROUNDS && begin.elapsed() > LONGEST {
            break;
        }
        random.shuffle(&mut order);
        for &i in &order {
            let start = thread_time();
            (0..repeats).for_each(|_| contenders[i].1(questions, &mut answers[i]));
            times[i].push((thread_time() - start).as_nanos() as f64 / asked);
        }
    }
    let cells = contenders.iter().zip(times).zip(answers);
    cells
        .map(|((&(contender, _), mut times), answers)| {
            times.sort_by(f64::total_cmp);
            let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
            let (told, wrong) = told(&answers, truths);
            Cell {
                contender,
                ns: at(0.5),
                quartiles: [at(0.25), at(0.75)],
                worst_error: None,
                wrong,
                missing: 0,
                told: Some(told),
            }
        })
        .collect()
}

/// The rows of one world: all pairs, and the near ones.
fn rows<V: Space + osculate::Spatial>(
    settings: &Settings,
    (query, over, size): (&'static str, &str, usize),
    options: &Options,
) -> Vec<Row> {
    let world = World::new(settings);
    let shapes = Shapes::<V>::new(&world);
    let mut contenders = algorithms(&shapes);
    contenders.retain(|(name, _)| options.wants(name));
    let row = |(pairs, which)| {
        let questions = Questions::<V>::new(&world, which);
        let truths = truths(&world, &Questions::new(&world, which));
        let cells = measure(&mut contenders, &questions, &truths, options.rounds);
        Row { suite: "experiment", class: format!("{over}, {pairs}"), size, query, cells }
    };
    PAIRS.into_iter().zip(KINDS).map(row).collect()
}

pub fn cases() -> Vec<Case> {
    // 50,000 frames of a whole run.
    let defaults =
        |options: &Options| Settings { frames: 50 * options.pairs, ..Settings::default() };
    let mut cases = vec![
        Case {
            label: DEFAULTS.into(),
            run: Box::new(move |options| {
                rows::<Vec3A>(&defaults(options), ("collides", DEFAULTS, 0), options)
            }),
        },
        Case {
            label: format!("{DEFAULTS}{DOUBLE}"),
            run: Box::new(move |options| {
                let over = format!("{DEFAULTS}{DOUBLE}");
                rows::<DVec3>(&defaults(options), ("collides", &over, 0), options)
            }),
        },
    ];
    for figure in &FIGURES {
        for &value in figure.values {
            let run = move |options: &Options| {
                let mut settings = Settings { frames: 2 * options.pairs, ..Settings::default() };
                (figure.set)(&mut settings, value);
                rows::<Vec3A>(&settings, (figure.query, figure.over, value), options)
            };
            let label = format!("{}: {} {value}", figure.query, figure.over);
            cases.push(Case { label, run: Box::new(run) });
        }
    }
    cases
}
