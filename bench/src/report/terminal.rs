//! The table in the terminal, and the progress bar below it.

use super::{Facts, faults};
use crate::bars::Figure;
use crate::factors;
use crate::harness::Row;
use crate::paper;
use std::io::{IsTerminal, Write, stderr};

pub fn heading(suite: &str, about: &str) {
    println!("\n{suite}: {about}");
    println!("  ns a pair, times as long as ours, worst error\n");
}

/// Of the whole run, on the error output if a person looks at it.
pub fn progress(done: usize, total: usize, suite: &str, label: &str) {
    let mut stderr = stderr();
    if stderr.is_terminal() {
        const WIDTH: usize = 30;
        let filled = done * WIDTH / total.max(1);
        let bar = format!("{}{}", "█".repeat(filled), "░".repeat(WIDTH - filled));
        let _ = write!(stderr, "\r\x1b[2K{bar} {done}/{total}  {suite} {label}");
        let _ = stderr.flush();
    }
}

pub fn progress_done() {
    if stderr().is_terminal() {
        let _ = write!(stderr(), "\r\x1b[2K");
    }
}

pub fn row(row: &Row) {
    let size = if row.size > 0 { row.size.to_string() } else { String::new() };
    println!("{size:>6} {} {}", row.class, row.query);
    for cell in &row.cells {
        let ratio = row.ratio(cell.contender).unwrap_or(f64::NAN);
        let error = cell.worst_error.map_or(String::new(), |e| format!("{e:.0e}"));
        println!(
            "       {:<24} {ratio:>7.2}x {:>11.1} ns ±{:<3.0}% {error:>6}{}",
            cell.contender,
            cell.ns,
            50.0 * super::spread(cell),
            faults(cell)
        );
    }
}

pub fn bars(bars: &[Figure]) {
    if bars.is_empty() {
        return;
    }
    println!("\nbars");
    for bar in bars {
        println!(
            "  {:<11} {:>7.2}  {:<8} {}",
            bar.standing().name(),
            bar.figure,
            bar.wanted,
            bar.text
        );
    }
}

/// The tables of paper 003, if its workload was run.
pub fn papers_tables(rows: &[Row]) {
    let tables = paper::tables(rows);
    if tables.is_empty() {
        return;
    }
    println!("\npaper 003's tables: ns a query, measured here / the paper's own");
    for note in paper::NOTES {
        println!("  {note}");
    }
    for table in tables {
        println!("\n{}", table.title);
        print!("  {:<50}", "");
        for (query, class) in paper::COLUMNS {
            let text = format!("{query} {class}");
            print!(" {text:>22}");
        }
        println!();
        for (name, cells) in table.rows {
            print!("  {name:<50}");
            for [here, there] in cells {
                let text = |figure: Option<paper::Figure>| {
                    figure.map_or("–".to_string(), |figure| format!("{:.0}", figure.ns))
                };
                let both = format!("{} / {}", text(here), text(there));
                print!(" {both:>22}");
            }
            println!();
        }
    }
}

/// The tables of paper 000's experiment, if it was run.
pub fn factors(rows: &[Row]) {
    let tables = factors::tables(rows);
    if !tables.is_empty() {
        println!("\n{}", factors::NOTE);
    }
    for table in tables {
        println!("\n{}", table.title);
        for row in std::iter::once(&table.head).chain(&table.rows) {
            let (first, rest) = row.split_first().map_or(("", &[][..]), |(f, r)| (f.as_str(), r));
            print!("  {first:<32}");
            rest.iter().for_each(|cell| print!(" {cell:>20}"));
            println!();
        }
    }
}

pub fn facts(facts: &Facts) {
    println!(
        "\n{}\n{}; {}\n{} rounds of up to {} pairs; the figures' quartiles \
         are {:.0}% of them apart (median)",
        facts.machine,
        facts.compiler,
        facts.flags,
        facts.rounds,
        facts.pairs,
        100.0 * facts.noise
    );
}
