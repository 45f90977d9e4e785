//! What a run says: in the terminal, and as a page, JSON and CSV.

mod html;
mod markdown;
pub mod page;
pub mod terminal;

use crate::bars::Figure;
use crate::harness::{Cell, Options, Row};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Where and how a run was made.
pub struct Facts {
    /// The commit, and whether sources differ from it.
    pub commit: String,
    /// How many threads wanted to run, on average over a quarter of an hour.
    pub load: String,
    pub machine: String,
    pub compiler: &'static str,
    pub flags: String,
    pub rounds: usize,
    pub pairs: usize,
    /// The median over all figures of the quartiles' distance, as a share of the figure.
    pub noise: f64,
}

impl Facts {
    pub fn gather(options: &Options, rows: &[Row]) -> Self {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1));
        let cores = std::thread::available_parallelism().map_or(0, |n| n.get());
        let mut spreads: Vec<f64> = rows.iter().flat_map(|r| &r.cells).map(spread).collect();
        spreads.sort_by(f64::total_cmp);
        let simd = [("avx2", cfg!(target_feature = "avx2")), ("fma", cfg!(target_feature = "fma"))];
        let simd: String = simd.iter().filter(|s| s.1).map(|s| format!(" +{}", s.0)).collect();
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        Self {
            commit: commit(),
            load: load.split(' ').nth(2).unwrap_or("unknown").to_string(),
            machine: format!(
                "{}, {} {}, {cores} cores, one used",
                model.unwrap_or("unknown processor").trim(),
                std::env::consts::OS,
                std::env::consts::ARCH
            ),
            compiler: env!("BUILT_BY"),
            flags: format!("release (opt-level 3), the target's baseline{simd}"),
            rounds: options.rounds,
            pairs: options.pairs,
            noise: spreads.get(spreads.len() / 2).copied().unwrap_or(0.0),
        }
    }
}

/// The commit that the sources are of.
fn commit() -> String {
    let git = |arguments: &[&str]| {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let output = Command::new("git").arg("-C").arg(here).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let Some(commit) = git(&["rev-parse", "--short=7", "HEAD"]) else { return "unknown".into() };
    // What does not change a figure is not asked about: pages and tests.
    let changed = git(&["status", "--porcelain", "--", "crates/osculate/src", "bench/src"]);
    let is_changed = changed.is_none_or(|list| !list.is_empty());
    if is_changed { format!("{commit}, with changes") } else { commit }
}

/// The quartiles' distance, as a share of the median.
pub fn spread(cell: &Cell) -> f64 {
    (cell.quartiles[1] - cell.quartiles[0]) / cell.ns.max(1e-9)
}

/// All contenders of some rows, in the order in which they come.
fn contenders<'r>(rows: &[&'r Row]) -> Vec<&'r str> {
    let mut names = Vec::new();
    for cell in rows.iter().flat_map(|row| &row.cells) {
        if !names.contains(&cell.contender) {
            names.push(cell.contender);
        }
    }
    names
}

/// What was wrong with a contender's answers, in a few letters; empty if nothing.
pub fn faults(cell: &Cell) -> String {
    let mut faults = String::new();
    if cell.wrong > 0 {
        faults += &format!(" {} wrong", cell.wrong);
    }
    if cell.missing > 0 {
        faults += &format!(" {} missing", cell.missing);
    }
    faults
}

pub fn write(folder: &Path, facts: &Facts, rows: &[Row], bars: &[Figure]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("report.html"), html::page(facts, rows, bars))?;
    std::fs::write(folder.join("report.md"), markdown::page(facts, rows, bars))?;
    std::fs::write(folder.join("report.csv"), csv(rows))?;
    std::fs::write(folder.join("report.json"), format!("{:#}\n", as_json(facts, rows, bars)))
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "suite,class,size,query,contender,times_ours,ns,\
         lower_quartile,upper_quartile,worst_error,wrong,missing,\
         collisions,missed,invented\n",
    );
    for row in rows {
        for cell in &row.cells {
            let ratio = row.ratio(cell.contender).unwrap_or(f64::NAN);
            let error = cell.worst_error.map_or(String::new(), |e| format!("{e:e}"));
            let [low, high] = cell.quartiles;
            let told = cell.told.map_or(",,".into(), |told| {
                format!("{},{},{}", told.collisions, told.missed, told.invented)
            });
            text += &format!(
                "{},\"{}\",{},{},\"{}\",{ratio:.3},{:.2},{low:.2},{high:.2},{error},{},{},{told}\n",
                row.suite,
                row.class,
                row.size,
                row.query,
                cell.contender,
                cell.ns,
                cell.wrong,
                cell.missing
            );
        }
    }
    text
}

fn as_json(facts: &Facts, rows: &[Row], bars: &[Figure]) -> Value {
    let cell = |cell: &Cell| {
        json!({
            "contender": cell.contender,
            "ns": cell.ns,
            "quartiles": cell.quartiles,
            "worst_error": cell.worst_error,
            "wrong": cell.wrong,
            "missing": cell.missing,
            "collisions": cell.told.map(|told| told.collisions),
            "missed": cell.told.map(|told| told.missed),
            "invented": cell.told.map(|told| told.invented),
        })
    };
    let row = |row: &Row| {
        json!({
            "suite": row.suite,
            "class": row.class,
            "size": row.size,
            "query": row.query,
            "contenders": row.cells.iter().map(cell).collect::<Vec<_>>(),
        })
    };
    let bar = |bar: &Figure| {
        json!({
            "bar": bar.text,
            "wanted": bar.wanted,
            "figure": bar.figure,
            "held": bar.held(),
            "standing": bar.standing().name(),
        })
    };
    json!({
        "commit": facts.commit,
        "load": facts.load,
        "machine": facts.machine,
        "compiler": facts.compiler,
        "flags": facts.flags,
        "rounds": facts.rounds,
        "pairs": facts.pairs,
        "noise": facts.noise,
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
        "bars": bars.iter().map(bar).collect::<Vec<_>>(),
    })
}
