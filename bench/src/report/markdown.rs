//! The tables for BENCHMARKS.md.

use super::{Facts, contenders, faults};
use crate::bars::{Figure, Standing};
use crate::factors;
use crate::harness::Row;
use crate::paper;
use std::fmt::Write;

pub fn page(facts: &Facts, rows: &[Row], bars: &[Figure]) -> String {
    let of_all: Vec<&Figure> = bars.iter().collect();
    self::facts(facts) + &self::bars(&of_all) + &tables(rows)
}

/// Where and how a run was made.
pub fn facts(facts: &Facts) -> String {
    format!(
        "Commit {}. {}; {}; {}. {} rounds of up to {} pairs; the figures' quartiles are {:.0}% of \
         them apart (median). The machine's load in the last quarter of an hour: {}.\n",
        facts.commit,
        facts.machine,
        facts.compiler,
        facts.flags,
        facts.rounds,
        facts.pairs,
        100.0 * facts.noise,
        facts.load
    )
}

/// What is wanted, and whether it is so.
pub fn bars(bars: &[&Figure]) -> String {
    if bars.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n### Bars\n\n| | figure | wanted | bar |\n|---|--:|---|---|\n");
    for bar in bars {
        let standing = match bar.standing() {
            Standing::Short => "**short**",
            Standing::KnownShort => "*known short*",
            Standing::Held => "held",
        };
        let _ =
            writeln!(text, "| {standing} | {:.2} | {} | {} |", bar.figure, bar.wanted, bar.text);
    }
    text
}

/// The tables of the papers, and of each query of each suite.
pub fn tables(rows: &[Row]) -> String {
    let mut page = paper(rows) + &factors(rows);
    let mut tables: Vec<(&str, &str)> = rows.iter().map(|row| (row.suite, row.query)).collect();
    tables.sort_by_key(|table| rows.iter().position(|row| (row.suite, row.query) == *table));
    tables.dedup();
    for (suite, query) in tables {
        let rows: Vec<&Row> =
            rows.iter().filter(|row| (row.suite, row.query) == (suite, query)).collect();
        let names = contenders(&rows);
        let _ = writeln!(page, "\n### {suite}: {query}\n\n| pairs | {} |", names.join(" | "));
        let _ = writeln!(page, "|---|{}", "--:|".repeat(names.len()));
        for row in rows {
            let size = if row.size > 0 { format!("{} ", row.size) } else { String::new() };
            let _ = write!(page, "| {size}{} |", row.class);
            for name in &names {
                let Some(cell) = row.cell(name) else {
                    page += " |";
                    continue;
                };
                let ratio = row.ratio(name).unwrap_or(f64::NAN);
                let error = cell.worst_error.map_or(String::new(), |e| format!(", {e:.0e}"));
                let faults = faults(cell);
                let faults =
                    if faults.is_empty() { faults } else { format!(" **{}**", faults.trim()) };
                // Ours is the measure: its ratio says nothing.
                let _ = if *name == names[0] {
                    write!(page, " {:.0} ns{error}{faults} |", cell.ns)
                } else {
                    write!(page, " {ratio:.2}{error}{faults} |")
                };
            }
            page += "\n";
        }
    }
    page
}

/// The tables of paper 003, its figures beside ours.
fn paper(rows: &[Row]) -> String {
    let tables = paper::tables(rows);
    let mut page = String::new();
    if tables.is_empty() {
        return page;
    }
    page += "\n### Paper 003's tables\n\nHow often a query is done while Box2D does it once, \
             and its nanoseconds; *in italics the paper's own*.\n";
    for note in paper::NOTES {
        let _ = writeln!(page, "\n{note}");
    }
    for table in tables {
        let _ = writeln!(page, "\n#### {}\n", table.title);
        let columns = paper::COLUMNS.map(|(query, class)| format!("{query}, {class}"));
        let _ = writeln!(page, "| | {} |\n|---|{}", columns.join(" | "), "--:|".repeat(6));
        for (name, cells) in table.rows {
            let _ = write!(page, "| {name} |");
            for [here, there] in cells {
                let here = here.map(|f| f.to_string()).unwrap_or_default();
                let there = there.map_or(String::new(), |f| format!("*{f}*"));
                let between = if here.is_empty() || there.is_empty() { "" } else { "<br>" };
                let _ = write!(page, " {here}{between}{there} |");
            }
            page += "\n";
        }
    }
    page
}

/// The tables of paper 000's experiment.
fn factors(rows: &[Row]) -> String {
    let tables = factors::tables(rows);
    if tables.is_empty() {
        return String::new();
    }
    let mut page = format!("\n### Paper 000's experiment\n\n{}\n", factors::NOTE);
    for table in tables {
        let _ = writeln!(page, "\n#### {}\n\n| {} |", table.title, table.head.join(" | "));
        let _ = writeln!(page, "|---|{}", "--:|".repeat(table.head.len() - 1));
        table.rows.iter().for_each(|row| page += &format!("| {} |\n", row.join(" | ")));
    }
    page
}
