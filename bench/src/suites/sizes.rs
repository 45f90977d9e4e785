//! What a thousand vertices cost more than 64. The two take turns, as contenders do: from rows that
//! are measured one after the other, a quotient has whatever the machine did to one of them alone.

use super::hulls::{CLASSES, workload};
use crate::contenders::ours;
use crate::harness::{Case, Contender, Options, Query, Row, Run, measure};
use osculate::Vec3A;

/// Vertices, and what the contender is called. The first is what the other is measured by.
pub const SIZES: [(usize, &str); 2] = [(64, "64 vertices"), (1024, "1,024 vertices")];

/// As many pairs as the larger hulls have in their own rows.
const PAIRS: usize = 976;

fn run((class, gap): (&'static str, Option<f64>), options: &Options) -> Vec<Row> {
    let pairs = options.pairs.min(PAIRS);
    let workloads = SIZES.map(|(vertices, _)| workload(vertices, class, gap, pairs));
    let row = |query: &'static str, runs: [Option<Run<'_>>; 2]| {
        let named = SIZES.into_iter().zip(runs);
        let mut contenders: Vec<Contender<'_>> = named
            .filter_map(|((_, name), run)| Some(Contender { name, run: run?, judged: false }))
            .collect();
        let cells = measure(&mut contenders, pairs, options.rounds, None, &[]);
        Row { suite: "sizes", class: class.into(), size: SIZES[1].0, query, cells }
    };
    let [few, many] = &workloads;
    let cold = [few, many].map(|workload| ours::spatial::<Vec3A>(workload, Query::Distance));
    let cold = row("distance", cold);
    let tracked = [few, many].map(|workload| ours::spatial_warm(workload, Query::Distance));
    vec![cold, row("tracked distance", tracked)]
}

pub fn cases() -> Vec<Case> {
    let case = |class: (&'static str, Option<f64>)| Case {
        label: class.0.into(),
        run: Box::new(move |options| run(class, options)),
    };
    CLASSES.into_iter().map(case).collect()
}
