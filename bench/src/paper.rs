//! The figures of paper 003, tables I to VI: nanoseconds a query on a Xeon E3 of 2.8 GHz. Printed
//! beside ours, in the same layout.

use crate::harness::Row;

/// What the paper has no figure for.
const NONE: f64 = f64::NAN;

/// A row of the printed tables: what it is, the contender that is measured here, and which of the
/// paper's rows has its figures. The paper's algorithms have rows of their own, apart from ours.
pub struct Algorithm {
    pub name: &'static str,
    contender: &'static str,
    papers: Option<usize>,
}

const fn row(name: &'static str, contender: &'static str, papers: Option<usize>) -> Algorithm {
    Algorithm { name, contender, papers }
}

pub const ALGORITHMS: [Algorithm; 15] = [
    row("Box2D", "box2d 2.4", Some(0)),
    row("separating axes", "sat intervals", Some(1)),
    row("separating axes, left at the first corner", "sat", None),
    row("the paper's GJK, run here", "paper 003", Some(2)),
    row("the same, its triangles in four cases", "paper 003 four cases", None),
    row("the same in seven, from a first vertex", "paper 003 first vertex", None),
    row("the paper's GJK from a fixed direction, run here", "paper 003 fixed start", None),
    row("the paper's GJK with hill climbing, run here", "paper 003 climbing", Some(3)),
    row("the same, warm", "paper 003 climbing warm", None),
    row("this library", "ours", None),
    row("this library's GJK on a shape that climbs", "ours climbing", None),
    row("FCL", "fcl", Some(4)),
    row("Bullet", "bullet", Some(5)),
    row("OpenGJK, the paper's figures alone", "", Some(6)),
    row("Apollo's polygon2d, here a stand-in", "segments", Some(7)),
];

/// What a reader of the tables is to know.
pub const NOTES: [&str; 3] = [
    "Each cell has first what was measured here, then the paper's own figure. \"The paper's \
     GJK, run here\" is osculate::papers::barycode, the algorithms as they are printed; \"this \
     library\" is what a user of osculate calls.",
    "OpenGJK is under the GPL, and is neither read nor linked here: its row has the paper's figures \
     alone. Its solver, from the published formulas, is montanari in the suite solvers.",
    "Apollo's polygon2d is part of a driving platform that is not built here: its row measures a \
     stand-in, every edge of one polygon against every edge of the other.",
];

/// The paper's columns.
pub const COLUMNS: [(&str, &str); 6] = [
    ("distance", "distant"),
    ("distance", "overlapping"),
    ("distance", "touching"),
    ("intersects", "distant"),
    ("intersects", "overlapping"),
    ("intersects", "touching"),
];

/// A table for each number of vertices: a row for each algorithm of the paper, with [`COLUMNS`].
#[rustfmt::skip]
const TABLES: [(usize, [[f64; 6]; 8]); 6] = [
    (4, [
        [96.77, 84.93, 151.92, 96.77, 84.93, 151.92],
        [NONE, NONE, NONE, 99.62, 203.92, 170.26],
        [63.85, 62.99, 118.61, 13.45, 40.63, 104.05],
        [54.92, 54.95, 126.73, 19.22, 51.54, 111.59],
        [535.41, 656.78, 704.75, 215.19, 310.85, 300.77],
        [403.87, 366.01, 420.92, 403.87, 366.01, 420.92],
        [119.66, 190.09, 438.25, 119.66, 190.09, 438.25],
        [2731.96, 549.41, 2586.54, NONE, NONE, NONE],
    ]),
    (8, [
        [154.77, 99.63, 163.24, 154.77, 99.63, 163.24],
        [NONE, NONE, NONE, 137.83, 414.83, 359.05],
        [106.25, 74.25, 111.90, 18.50, 51.58, 92.18],
        [86.13, 42.07, 78.21, 16.90, 39.13, 77.63],
        [721.65, 637.04, 761.84, 209.25, 294.20, 299.31],
        [774.23, 444.89, 494.98, 774.23, 444.89, 494.98],
        [301.28, 189.47, 344.58, 301.28, 189.47, 344.58],
        [8593.92, 7059.60, 8381.86, NONE, NONE, NONE],
    ]),
    (12, [
        [221.77, 98.62, 210.26, 221.77, 98.62, 210.26],
        [NONE, NONE, NONE, 274.01, 714.44, 572.71],
        [184.58, 89.60, 108.69, 25.89, 67.62, 46.81],
        [119.69, 54.34, 46.52, 18.37, 49.10, 36.89],
        [1149.75, 767.70, 973.09, 224.02, 336.34, 308.55],
        [997.69, 437.45, 610.69, 997.69, 437.45, 610.69],
        [352.38, 220.07, 295.60, 352.38, 220.07, 295.60],
        [17864.63, 16083.23, 23822.42, NONE, NONE, NONE],
    ]),
    (16, [
        [362.73, 168.27, 307.07, 362.73, 168.27, 307.07],
        [NONE, NONE, NONE, 342.67, 1156.10, 885.26],
        [229.68, 108.19, 213.41, 35.49, 85.96, 154.20],
        [139.18, 51.67, 101.88, 20.98, 51.23, 104.03],
        [1330.37, 872.25, 1202.26, 247.63, 359.01, 365.84],
        [1365.69, 536.98, 890.28, 1365.69, 536.98, 890.28],
        [424.26, 237.44, 584.42, 424.26, 237.44, 584.42],
        [30070.27, 1973.60, 29700.82, NONE, NONE, NONE],
    ]),
    (20, [
        [240.20, 141.63, 381.77, 240.20, 141.63, 381.77],
        [NONE, NONE, NONE, 321.73, 1755.92, 1364.87],
        [221.33, 124.68, 325.81, 44.15, 56.04, 162.70],
        [131.98, 37.95, 100.88, 23.84, 33.00, 102.61],
        [1644.64, 944.10, 1460.72, 264.87, 422.83, 429.47],
        [1528.36, 623.79, 1174.94, 1528.36, 623.79, 1174.94],
        [391.63, 263.68, 787.58, 391.63, 263.68, 787.58],
        [45164.85, 11262.01, 44436.56, NONE, NONE, NONE],
    ]),
    (24, [
        [183.96, 171.54, 519.16, 183.96, 171.54, 519.16],
        [NONE, NONE, NONE, 327.45, 2375.39, 1757.84],
        [169.26, 152.61, 440.28, 54.47, 127.93, 63.94],
        [83.41, 66.83, 44.02, 25.25, 64.97, 36.56],
        [1735.86, 1030.91, 1841.25, 300.51, 426.83, 444.11],
        [1539.18, 731.75, 1876.92, 1539.18, 731.75, 1876.92],
        [279.72, 316.26, 1076.67, 279.72, 316.26, 1076.67],
        [64492.50, 8090.15, 64340.11, NONE, NONE, NONE],
    ]),
];

/// One query of one algorithm: how often it is done while Box2D does it once, and in what time.
#[derive(Clone, Copy)]
pub struct Figure {
    pub times_box2d: Option<f64>,
    pub ns: f64,
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(ratio) = self.times_box2d {
            write!(f, "{ratio:.2}× ")?;
        }
        write!(f, "{:.0}", self.ns)
    }
}

/// One of the paper's tables, filled in.
pub struct Table {
    pub title: String,
    /// The name, then for each column what was measured here, and what the paper has.
    pub rows: Vec<(String, [[Option<Figure>; 2]; 6])>,
}

/// The paper's tables with our figures beside its own; empty if `rows` has none of them.
pub fn tables(rows: &[Row]) -> Vec<Table> {
    let row = |n: usize, (query, class): (&str, &str)| {
        rows.iter()
            .find(|r| r.suite == "barycode" && r.size == n && r.query == query && r.class == class)
    };
    let filled =
        TABLES.iter().zip(["I", "II", "III", "IV", "V", "VI"]).map(|((n, paper), number)| {
            let here = |contender: &str, column: usize| {
                let row = row(*n, COLUMNS[column])?;
                let box2d = row.cell("box2d 2.4").or_else(|| row.cell("box2d"));
                let cell = row.cell(contender).or(box2d.filter(|_| contender == "box2d 2.4"));
                let ns = cell?.ns;
                Some(Figure { times_box2d: box2d.map(|cell| cell.ns / ns), ns })
            };
            let there = |algorithm: &Algorithm, column: usize| {
                let ns = paper[algorithm.papers?][column];
                let times_box2d = Some(paper[0][column] / ns);
                (!ns.is_nan()).then_some(Figure { times_box2d, ns })
            };
            let rows = ALGORITHMS.iter().map(|algorithm| {
                let both = |column| [here(algorithm.contender, column), there(algorithm, column)];
                (algorithm.name.to_string(), std::array::from_fn(both))
            });
            Table { title: format!("Table {number}: {n} vertices"), rows: rows.collect() }
        });
    let is_measured =
        |table: &Table| table.rows.iter().any(|row| row.1.iter().any(|c| c[0].is_some()));
    filled.filter(is_measured).collect()
}
