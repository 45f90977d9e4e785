//! The part of BENCHMARKS.md that a run writes.
//!
//! A page has a part between two marks. There each suite has a section, between marks of its own,
//! so that a run of some suites leaves the sections of the others as they are. What is before the
//! part and after it is written by hand, and stays.

use super::{Facts, markdown};
use crate::bars::{Figure, KNOWN_SHORT};
use crate::harness::Row;
use crate::suites;
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str = "<!-- written by a run, up to the end mark -->";
const END: &str = "<!-- end of what a run writes -->";

fn begin_of(suite: &str) -> String {
    format!("<!-- suite {suite} -->")
}

fn end_of(suite: &str) -> String {
    format!("<!-- end of suite {suite} -->")
}

/// What stands between two marks.
fn between<'p>(page: &'p str, begin: &str, end: &str) -> Option<&'p str> {
    let (_, rest) = page.split_once(begin)?;
    Some(rest.split_once(end)?.0)
}

/// Writes the sections of these rows' suites into a page that has the marks.
pub fn update(
    path: &Path,
    (facts, quick): (&Facts, bool),
    rows: &[Row],
    bars: &[Figure],
) -> Result<(), String> {
    let page = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let new = updated(&page, (facts, quick), rows, bars)?;
    std::fs::write(path, new).map_err(|error| error.to_string())
}

fn updated(
    page: &str,
    (facts, quick): (&Facts, bool),
    rows: &[Row],
    bars: &[Figure],
) -> Result<String, String> {
    let without = || format!("the page has not the marks {BEGIN} and {END}");
    let old = between(page, BEGIN, END).ok_or_else(without)?;
    let (before, rest) = page.split_once(BEGIN).ok_or_else(without)?;
    let (_, after) = rest.split_once(END).ok_or_else(without)?;
    let mut new = format!("{before}{BEGIN}\n{}", known());
    for suite in &suites::ALL {
        let (begin, end) = (begin_of(suite.name), end_of(suite.name));
        let of_suite = |row: &&Row| row.suite == suite.name;
        let rows: Vec<Row> = rows.iter().filter(of_suite).cloned().collect();
        let text = if rows.is_empty() {
            match between(old, &begin, &end) {
                Some(text) => text.to_string(),
                None => continue,
            }
        } else {
            let bars: Vec<&Figure> = bars.iter().filter(|bar| bar.suite == suite.name).collect();
            let mut text = format!("\n## Suite {}\n{}.\n\n", suite.name, sentence(suite.about));
            if quick {
                text += "**A quick trial, which measures little.**\n\n";
            }
            text += &markdown::facts(facts);
            text += &markdown::bars(&bars);
            text + &markdown::tables(&rows)
        };
        let _ = write!(new, "\n{begin}{text}{end}\n");
    }
    Ok(new + END + after)
}

/// A heading says it in few words: the page begins it with a capital letter.
fn sentence(about: &str) -> String {
    let mut letters = about.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().to_string() + letters.as_str())
}

/// The bars that were worked at and are still short.
fn known() -> String {
    let mut text = String::from(
        "\n## Measured, and short\n\
         Bars that were worked at and are still short: what they were then, why, and the decision \
         that has what was tried. A bar of a suite is *known short* where it is one of these, and \
         no more than a quarter worse: ratios differ so much by machine. What is **short** is \
         news.\n\n\
         | bar | was | why | tried |\n|---|--:|---|---|\n",
    );
    for known in &KNOWN_SHORT {
        let name = known.page.rsplit('/').next().unwrap_or(known.page);
        let number = name.split('-').next().unwrap_or(name);
        let (bar, figure, reason, page) = (known.bar, known.figure, known.reason, known.page);
        let _ = writeln!(text, "| {bar} | {figure} | {reason} | [{number}]({page}) |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Cell;

    fn facts() -> Facts {
        Facts {
            commit: "abc".into(),
            load: "0.5".into(),
            machine: "a machine".into(),
            compiler: "a compiler",
            flags: "flags".into(),
            rounds: 3,
            pairs: 4,
            noise: 0.01,
        }
    }

    fn row(suite: &'static str, ns: f64) -> Row {
        let cell = Cell {
            contender: "ours",
            ns,
            quartiles: [ns; 2],
            worst_error: None,
            wrong: 0,
            missing: 0,
            told: None,
        };
        Row { suite, class: "near".into(), size: 8, query: "distance", cells: vec![cell] }
    }

    #[test]
    fn a_run_of_one_suite_leaves_the_rest_of_the_page() {
        let page = format!("by hand\n{BEGIN}{END}\nby hand, too\n");
        let facts = facts();
        let of = |page: &str, rows: &[Row]| updated(page, (&facts, false), rows, &[]).unwrap();
        let both = of(&page, &[row("hulls", 11.0), row("barycode", 22.0)]);
        let one = of(&both, &[row("hulls", 33.0)]);
        assert!(one.starts_with("by hand\n") && one.ends_with("\nby hand, too\n"), "{one}");
        assert!(one.contains("33 ns") && one.contains("22 ns") && !one.contains("11 ns"), "{one}");
        // In the order of the suites, whichever ran last; and a run of the same writes the same.
        assert!(one.find("suite barycode") < one.find("suite hulls"), "{one}");
        assert_eq!(one, of(&one, &[row("hulls", 33.0)]));
        assert!(updated("no marks", (&facts, false), &[], &[]).is_err());
    }
}
