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
usage: osculate-bench [SUITE…] [--peers NAME,NAME] [--quick] [--out DIR] [--markdown PAGE]

  SUITE       barycode, batch, bodies, building, contacts, experiment, hulls, meshes, motion,
              primitives, scene, sizes, solvers; all if none is named, or all
  --peers     contenders whose names begin so; all if not given
  --quick     few pairs and one round: shows that all runs, measures little
  --out       writes report.html, .md, .json and .csv there
  --markdown  writes a section a suite into this page, between its marks: BENCHMARKS.md has them.
              What is written by hand stays, and so do the sections of suites that did not run.
              Each suite is written as soon as it has run";

fn main() {
    // Scenes work on this thread alone, whose time is measured, but where a row asks for more.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nobody has built it before");
    let mut options = Options { rounds: 21, pairs: 1000, peers: Vec::new() };
    let (mut wanted, mut out, mut page) = (Vec::new(), None, None);
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
            "--markdown" => match arguments.next() {
                Some(file) => page = Some(PathBuf::from(file)),
                None => refuse("--markdown needs a page"),
            },
            "all" => wanted.extend(suites::ALL.iter().map(|s| s.name.to_string())),
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
    let suites: Vec<_> = all.map(|suite| (suite, (suite.cases)())).collect();
    let mut rows: Vec<harness::Row> = Vec::new();
    let total = suites.iter().map(|(_, cases)| cases.len()).sum();
    let mut done = 0;
    for (suite, cases) in suites {
        report::terminal::heading(suite.name, suite.about);
        let first = rows.len();
        for case in cases {
            report::terminal::progress(done, total, suite.name, &case.label);
            let new = (case.run)(&options);
            report::terminal::progress_done();
            new.iter().for_each(report::terminal::row);
            rows.extend(new);
            done += 1;
        }
        if let Some(page) = &page {
            let rows = &rows[first..];
            let facts = report::Facts::gather(&options, rows);
            let is_quick = options.rounds == 1;
            match report::page::update(page, (&facts, is_quick), rows, &bars::figures(rows)) {
                Ok(()) => println!("written: suite {} of {}", suite.name, page.display()),
                Err(error) => {
                    eprintln!("cannot write {}: {error}", page.display());
                    std::process::exit(1);
                }
            }
        }
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
