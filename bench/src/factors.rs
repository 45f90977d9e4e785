//! What the experiment of paper 000 comes to: the paper's factor of about five beside ours, and the
//! collisions that each algorithm tells of.

use crate::harness::{Cell, Row};
use crate::suites::experiment::{DEFAULTS, DOUBLE, PAIRS};

/// A table of words.
pub struct Table {
    pub title: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

pub const NOTE: &str = "Paper 000, appendix B, at the paper's settings: 20 polyhedra of 20 \
                        vertices, 5 % density, 5 % of the radius and 10 degrees a frame. Near \
                        pairs are those whose bounding balls meet, swept pairs those of \
                        I-COLLIDE's sweep and prune, which the paper asks about.";

/// The factor that the paper gives.
pub const PAPER: &str = "roughly 5";

/// Lin-Canny's time in times of another's, in a row.
pub fn factor(row: &Row, of: &str) -> Option<f64> {
    Some(row.cell("Lin-Canny")?.ns / row.cell(of)?.ns)
}

/// The row of the paper's settings, of all pairs or of near ones.
pub fn at_defaults<'r>(rows: &'r [Row], pairs: &str) -> Option<&'r Row> {
    of_class(rows, &format!("{DEFAULTS}, {pairs}"))
}

fn of_class<'r>(rows: &'r [Row], class: &str) -> Option<&'r Row> {
    rows.iter().find(|row| row.suite == "experiment" && row.class == class)
}

pub fn tables(rows: &[Row]) -> Vec<Table> {
    let named = ["", DOUBLE].into_iter().flat_map(|precision| {
        PAIRS
            .map(|pairs| (format!("{pairs}{precision}"), format!("{DEFAULTS}{precision}, {pairs}")))
    });
    let of: Vec<(String, &Row)> =
        named.filter_map(|(name, class)| Some((name, of_class(rows, &class)?))).collect();
    let Some((_, first)) = of.first() else { return Vec::new() };
    let others: Vec<&str> =
        first.cells.iter().map(|cell| cell.contender).filter(|name| *name != "Lin-Canny").collect();
    let text = |strings: &[&str]| strings.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    let factors = Table {
        title: "How many times as fast as Lin-Canny".into(),
        head: [text(&[""]), text(&others)].concat(),
        rows: of
            .iter()
            .map(|(pairs, row)| {
                let figure = |name: &&str| {
                    factor(row, name).map_or("–".into(), |factor| format!("{factor:.2}"))
                };
                [text(&[pairs]), others.iter().map(figure).collect()].concat()
            })
            .chain([[
                text(&["the paper"]),
                others.iter().map(|n| if *n == "ISA-GJK" { PAPER } else { "–" }.into()).collect(),
            ]
            .concat()])
            .collect(),
    };
    let collisions = Table {
        title: "Collisions told, missed and invented, beside the exact distances".into(),
        head: text(&["", "ns a pair", "collisions", "missed", "invented"]),
        rows: of
            .iter()
            .flat_map(|(pairs, row)| row.cells.iter().map(move |cell| collisions_of(pairs, cell)))
            .collect(),
    };
    vec![factors, collisions]
}

fn collisions_of(pairs: &str, cell: &Cell) -> Vec<String> {
    let told = cell.told.map_or([0; 3], |t| [t.collisions, t.missed, t.invented]);
    let head = [format!("{pairs}: {}", cell.contender), format!("{:.1}", cell.ns)];
    head.into_iter().chain(told.map(|count| count.to_string())).collect()
}
