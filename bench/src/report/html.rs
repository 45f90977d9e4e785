//! The page: bars, plots of time over size, and the tables; one file, no network.

use super::{Facts, contenders, faults, spread};
use crate::bars::{Figure, Standing};
use crate::factors;
use crate::harness::{Cell, Row};
use crate::paper;
use std::fmt::Write;

/// A colour a contender, readable on white: Okabe and Ito's palette for the colour-blind, and
/// darker ones for more; each line has its name at its end.
const COLOURS: [&str; 13] = [
    "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000",
    "#8c510a", "#01665e", "#762a83", "#a50026", "#4d9221",
];

const STYLE: &str = include_str!("style.css");

pub fn page(facts: &Facts, rows: &[Row], bars: &[Figure]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <title>osculate: benchmark</title>\n<style>{STYLE}</style>\n\
         <h1>osculate: benchmark</h1>\n<p class=\"facts\">{}<br>{}; {}<br>{} rounds of up to {} pairs, \
         all contenders in turn, reshuffled every round; \
         medians. Quartiles are {:.0}% of the figures apart (median).</p>\n",
        escaped(&facts.machine),
        escaped(facts.compiler),
        escaped(&facts.flags),
        facts.rounds,
        facts.pairs,
        100.0 * facts.noise
    );
    if !bars.is_empty() {
        page += "<h2>Bars</h2>\n<table><tr><th>bar<th>wanted<th>figure<th></tr>\n";
        for bar in bars {
            let class = if bar.standing() == Standing::Short { "short" } else { "held" };
            let verdict = bar.standing().name();
            let _ = writeln!(
                page,
                "<tr><td>{}<td>{}<td>{:.2}<td class=\"{class}\">{verdict}</tr>",
                escaped(&bar.text),
                bar.wanted,
                bar.figure
            );
        }
        page += "</table>\n";
    }
    let mut suites: Vec<&str> = rows.iter().map(|row| row.suite).collect();
    suites.dedup();
    let all = rows;
    for suite in suites {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.suite == suite).collect();
        let _ = writeln!(page, "<h2 id=\"{suite}\">{suite}</h2>");
        page += "<div class=\"plots\">\n";
        let mut plots: Vec<(&str, &str)> = Vec::new();
        for row in &rows {
            let plot = (row.query, row.class.as_str());
            if row.size > 0 && !plots.contains(&plot) {
                plots.push(plot);
            }
        }
        plots.sort_by_key(|plot| rows.iter().position(|row| row.query == plot.0));
        for (query, class) in plots {
            let of: Vec<&Row> =
                rows.iter().copied().filter(|r| r.query == query && r.class == class).collect();
            if of.len() > 1 {
                plot(&mut page, &of, &format!("{query}, {class}"));
            }
        }
        page += "</div>\n";
        if suite == "barycode" {
            paper_tables(&mut page, all);
        }
        if suite == "experiment" {
            factor_tables(&mut page, all);
        }
        table(&mut page, &rows);
    }
    page += "</html>\n";
    page
}

/// The tables of paper 003, its figures beside ours.
fn paper_tables(page: &mut String, rows: &[Row]) {
    *page += "<p>Paper 003's tables: how often a query is done while Box2D does it once, and its \
              nanoseconds; <i>in italics the paper's own</i>.</p>\n";
    for note in paper::NOTES {
        *page += &format!("<p>{note}</p>\n");
    }
    for table in paper::tables(rows) {
        let _ = write!(page, "<table><caption>{}</caption><tr><th>", escaped(&table.title));
        for (query, class) in paper::COLUMNS {
            let _ = write!(page, "<th colspan=\"2\">{query}, {class}");
        }
        *page += "</tr>\n";
        for (name, cells) in table.rows {
            let _ = write!(page, "<tr><td>{}", escaped(&name));
            for [here, there] in cells {
                let text = |figure: Option<paper::Figure>| {
                    figure.map_or("–".to_string(), |figure| figure.to_string())
                };
                let _ = write!(page, "<td>{}<td class=\"dim\"><i>{}</i>", text(here), text(there));
            }
            *page += "</tr>\n";
        }
        *page += "</table>\n";
    }
}

/// The tables of paper 000's experiment.
fn factor_tables(page: &mut String, rows: &[Row]) {
    let _ = writeln!(page, "<p>{}</p>", factors::NOTE);
    for table in factors::tables(rows) {
        let _ = write!(page, "<table><caption>{}</caption>", escaped(&table.title));
        for (row, tag) in
            [(&table.head, "th")].into_iter().chain(table.rows.iter().map(|row| (row, "td")))
        {
            *page += "<tr>";
            for cell in row {
                let _ = write!(page, "<{tag}>{}", escaped(cell));
            }
            *page += "</tr>\n";
        }
        *page += "</table>\n";
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn table(page: &mut String, rows: &[&Row]) {
    let names = contenders(rows);
    *page += "<table><tr><th>pairs";
    for name in &names {
        let _ = write!(page, "<th>{}", escaped(name));
    }
    *page += "</tr>\n";
    for row in rows {
        let size = if row.size > 0 { format!("{} ", row.size) } else { String::new() };
        let _ = write!(page, "<tr><td>{size}{} {}", escaped(&row.class), row.query);
        for name in &names {
            match row.cell(name) {
                Some(cell) => cell_of(page, row, cell),
                None => *page += "<td class=\"dim\">–",
            }
        }
        *page += "</tr>\n";
    }
    *page += "</table>\n<p class=\"dim\">Times as long as ours, then nanoseconds a pair and half the \
              quartiles' distance, then the worst error and what was wrong or missing.</p>\n";
}

fn cell_of(page: &mut String, row: &Row, cell: &Cell) {
    let ratio = row.ratio(cell.contender).unwrap_or(f64::NAN);
    let error =
        cell.worst_error.map_or(String::new(), |e| format!(" <span class=\"dim\">{e:.0e}</span>"));
    let _ = write!(
        page,
        "<td>{ratio:.2}× <span class=\"dim\">{:.0} ns ±{:.0}%</span>{error}",
        cell.ns,
        50.0 * spread(cell)
    );
    let faults = faults(cell);
    if !faults.is_empty() {
        let _ = write!(page, "<span class=\"bad\">{faults}</span>");
    }
}

/// Time over size, both logarithmic; a line a contender, in the order of the legend.
fn plot(page: &mut String, rows: &[&Row], title: &str) {
    const W: f64 = 330.0;
    const LEFT: f64 = 44.0;
    const RIGHT: f64 = 96.0;
    const TOP: f64 = 8.0;
    const BOTTOM: f64 = 24.0;
    const LABEL: f64 = 13.0;
    let names = contenders(rows);
    // As high as the names at the lines' ends need.
    let height = f64::max(220.0, LABEL * names.len() as f64 + BOTTOM + TOP);
    let sizes: Vec<f64> = rows.iter().map(|row| row.size as f64).collect();
    let times = || rows.iter().flat_map(|row| &row.cells).map(|cell| cell.ns);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, 0.0f64), |(low, high), x| (low.min(x), high.max(x)))
    };
    let (small, large) = range(&mut sizes.iter().copied());
    let (fast, slow) = range(&mut times());
    let (low, high) = (fast.log10().floor(), slow.log10().ceil());
    let x = |size: f64| LEFT + (W - LEFT - RIGHT) * (size / small).ln() / (large / small).ln();
    let y = |ns: f64| TOP + (height - TOP - BOTTOM) * (high - ns.log10()) / (high - low);
    let _ = write!(
        page,
        "<figure><figcaption>{}</figcaption><svg width=\"{W}\" height=\"{height}\" role=\"img\">",
        escaped(title)
    );
    for power in low as i32..=high as i32 {
        let (ns, at) = (10f64.powi(power), y(10f64.powi(power)));
        let label = if ns >= 1e6 {
            format!("{:.0} ms", ns / 1e6)
        } else if ns >= 1e3 {
            format!("{:.0} µs", ns / 1e3)
        } else {
            format!("{ns:.0} ns")
        };
        let _ = write!(
            page,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#e5e5e5\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            W - RIGHT,
            LEFT - 5.0,
            at + 4.0
        );
    }
    for size in &sizes {
        let _ = write!(
            page,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{size}</text>",
            x(*size),
            height - 6.0
        );
    }
    let mut labels: Vec<(f64, &str, &str)> = Vec::new();
    for (name, colour) in names.iter().zip(COLOURS.iter().cycle()) {
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|row| Some((x(row.size as f64), y(row.cell(name)?.ns))))
            .collect();
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            page,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            line.join(" "),
            if *name == "ours" { 2.5 } else { 1.3 }
        );
        for (x, y) in &points {
            let _ = write!(page, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{colour}\"/>");
        }
        if let Some(last) = points.last() {
            labels.push((last.1, name, colour));
        }
    }
    // Names beside the lines' ends, pushed apart where they would overlap.
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = TOP + LABEL;
    for (done, (at, name, colour)) in labels.iter().enumerate() {
        // No lower than leaves room for the rest.
        let most = height - LABEL * (labels.len() - done) as f64;
        let at = f64::max(at + 4.0, free).min(most);
        free = at + LABEL;
        let _ = write!(
            page,
            "<text x=\"{}\" y=\"{at:.1}\" style=\"fill:{colour}\">{}</text>",
            W - RIGHT + 8.0,
            escaped(name)
        );
    }
    *page += "</svg></figure>\n";
}
