//! The benchmark: all contenders on the same pairs in turn, reshuffled every round; medians of
//! rounds, and how far off each was.

mod bars;
mod contenders;
mod factors;
mod harness;
mod paper;
#[allow(dead_code)] // The tests use more of it.
#[path = "../../crates/osculate/tests/support/random.rs"]
mod random;
mod report;
mod suites;

use harness::Options;
use std::path::PathBuf;

const USAGE: &str = "\
usage: osculate-bench [SUITE…] [--peers NAME,NAME] [--quick] [--out DIR]

  SUITE    barycode, bodies, building, contacts, experiment, hulls, motion, primitives,
           scene, sizes, solvers; all if none is named
  --peers  contenders whose names begin so; all if not given
  --quick  few pairs and one round: shows that all runs, measures little
  --out    writes report.html, .md, .json and .csv there";

fn main() {
    // Scenes work on this thread alone, whose time is measured, but where a row asks for more.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nobody has built it before");
    let mut options = Options { rounds: 21, pairs: 1000, peers: Vec::new() };
    let (mut wanted, mut out) = (Vec::new(), None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => (options.rounds, options.pairs) = (1, 100),
            "--peers" => match arguments.next() {
                Some(list) => options.peers = list.split(',').map(str::to_string).collect(),
                None => refuse("--peers needs a list"),
            },
            "--out" => match arguments.next() {
                Some(folder) => out = Some(PathBuf::from(folder)),
                None => refuse("--out needs a folder"),
            },
            "--help" | "-h" => {
                println!("{USAGE}");
                return;
            }
            suite if suites::ALL.iter().any(|s| s.name == suite) => wanted.push(suite.to_string()),
            other => refuse(&format!("no suite or option is called {other:?}")),
        }
    }
    let all =
        suites::ALL.iter().filter(|s| wanted.is_empty() || wanted.iter().any(|w| w == s.name));
    let mut cases = Vec::new();
    for suite in all {
        cases.extend((suite.cases)().into_iter().map(|case| (suite, case)));
    }
    let mut rows = Vec::new();
    let (total, mut last) = (cases.len(), "");
    for (done, (suite, case)) in cases.into_iter().enumerate() {
        if suite.name != last {
            last = suite.name;
            report::terminal::heading(suite.name, suite.about);
        }
        report::terminal::progress(done, total, suite.name, &case.label);
        let new = (case.run)(&options);
        report::terminal::progress_done();
        new.iter().for_each(report::terminal::row);
        rows.extend(new);
    }
    if !cfg!(feature = "debian") {
        println!(
            "\nmissing: {} (see --features debian in bench/Cargo.toml)",
            contenders::DEBIAN.join(", ")
        );
    }
    report::terminal::papers_tables(&rows);
    report::terminal::factors(&rows);
    let bars = bars::figures(&rows);
    report::terminal::bars(&bars);
    let run = report::Facts::gather(&options, &rows);
    report::terminal::facts(&run);
    if let Some(folder) = out {
        match report::write(&folder, &run, &rows, &bars) {
            Ok(()) => println!("written: {}", folder.join("report.{html,md,json,csv}").display()),
            Err(error) => {
                eprintln!("cannot write to {}: {error}", folder.display());
                std::process::exit(1);
            }
        }
    }
}

fn refuse(why: &str) -> ! {
    eprintln!("{why}\n\n{USAGE}");
    std::process::exit(2);
}
