//! What we want to hold, read off the rows of a run.

use crate::factors;
use crate::harness::Row;
use crate::suites::{building, hulls, sizes};

/// A bar, and the worst figure of the rows that it is about.
pub struct Figure {
    pub suite: &'static str,
    pub text: String,
    pub wanted: String,
    pub figure: f64,
    least: Option<f64>,
    most: Option<f64>,
}

/// Whether a bar is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Held,
    /// It is short by about what it is known to be, for a reason that is written.
    KnownShort,
    /// It is short, and that is news.
    Short,
}

impl Standing {
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::KnownShort => "known short",
            Self::Short => "SHORT",
        }
    }
}

impl Figure {
    pub fn held(&self) -> bool {
        self.least.is_none_or(|least| self.figure >= least)
            && self.most.is_none_or(|most| self.figure <= most)
    }

    pub fn standing(&self) -> Standing {
        if self.held() {
            return Standing::Held;
        }
        let is_known = |known: &KnownShort| {
            let worse = if self.least.is_some() {
                self.figure < known.figure * (1.0 - SPREAD)
            } else {
                self.figure > known.figure * (1.0 + SPREAD)
            };
            self.text.starts_with(known.bar) && !worse
        };
        if KNOWN_SHORT.iter().any(is_known) { Standing::KnownShort } else { Standing::Short }
    }
}

/// A bar that was worked at and is still short.
pub struct KnownShort {
    /// What its text begins with.
    pub bar: &'static str,
    /// What it was when it was given up. A figure that is worse than this by more than [`SPREAD`]
    /// is news.
    pub figure: f64,
    pub reason: &'static str,
    /// The page, or the section of this page, that has what was tried.
    pub page: &'static str,
}

/// By how much ratios of the same code differ from one machine to another.
const SPREAD: f64 = 0.25;

pub const KNOWN_SHORT: [KnownShort; 20] = [
    KnownShort {
        bar: "barycode intersects at 24, touching: times separating axes' speed, by intervals",
        figure: 26.6,
        reason: "the axes take two thirds of the time that the paper gives them; our look at the \
                 edges that face each other takes 45 ns, the paper's warm climbing 37",
        page: "docs/decisions/0014-yes-or-no-of-polygons.md",
    },
    KnownShort {
        bar: "barycode intersects at 24, overlapping: times separating axes' speed, left at the \
              first corner",
        figure: 35.2,
        reason: "axes that are left early take a tenth to a sixth of the time that the paper gives \
                 its axes",
        page: "docs/decisions/0014-yes-or-no-of-polygons.md",
    },
    KnownShort {
        bar: "barycode intersects at 24, touching: times separating axes' speed, left at the \
              first corner",
        figure: 6.2,
        reason: "axes that are left early take a tenth to a sixth of the time that the paper gives \
                 its axes",
        page: "docs/decisions/0014-yes-or-no-of-polygons.md",
    },
    KnownShort {
        bar: "hulls intersects at 8, 20: times parry's speed",
        figure: 3.4,
        reason: "a Zen 4 had this; a Zen 5, which does more at once, has 4.2",
        page: "docs/decisions/0017-polytopes-by-their-faces.md",
    },
    KnownShort {
        bar: "building polygon: times parry's speed, geometric mean",
        figure: 0.23,
        reason: "parry's polygons in order keep no edges, which our queries live by",
        page: "docs/decisions/0052-construction-in-few-passes.md",
    },
    KnownShort {
        bar: "building polygon: times parry's speed, worst size",
        figure: 0.21,
        reason: "the same",
        page: "docs/decisions/0052-construction-in-few-passes.md",
    },
    KnownShort {
        bar: "building polytope of faces: times parry's speed, worst size",
        figure: 0.36,
        reason: "parry does not check that faces close; from 45 corners on ours has a table",
        page: "docs/decisions/0052-construction-in-few-passes.md",
    },
    KnownShort {
        bar: "experiment, near pairs at the defaults: ISA-GJK of paper 000",
        figure: 1.2,
        reason: "a fifth of the near pairs collide, and no axis separates these",
        page: "docs/decisions/0049-the-experiment-run-again.md",
    },
    KnownShort {
        bar: "scene contacts at 10000: times parry's speed",
        figure: 1.7,
        reason: "more than half of a frame is the contacts, which are proved anew",
        page: "docs/decisions/0050-a-scene-of-two-trees.md",
    },
    KnownShort {
        bar: "barycode distance at 4, 8, 12, 16, 20, 24: times parry's speed",
        figure: 1.46,
        reason: "what touches asks the decider, so that one pair has one verdict",
        page: "docs/decisions/0053-one-verdict-a-pair.md",
    },
    KnownShort {
        bar: "barycode distance at 4, touching: times box2d's speed",
        figure: 1.18,
        reason: "what touches asks the decider, so that one pair has one verdict",
        page: "docs/decisions/0053-one-verdict-a-pair.md",
    },
    KnownShort {
        bar: "barycode distance at 8, touching: times box2d's speed",
        figure: 0.96,
        reason: "what touches asks the decider, so that one pair has one verdict",
        page: "docs/decisions/0053-one-verdict-a-pair.md",
    },
    KnownShort {
        bar: "hulls distance at 8, 20: times parry's speed",
        figure: 1.95,
        reason: "what touches asks the decider, so that one pair has one verdict",
        page: "docs/decisions/0053-one-verdict-a-pair.md",
    },
    KnownShort {
        bar: "hulls intersects out of cache: times box3d's speed",
        figure: 1.23,
        reason: "the pair and its poses are waited for, and then the hulls",
        page: "docs/decisions/0017-polytopes-by-their-faces.md",
    },
    KnownShort {
        bar: "hulls distance out of cache: times box3d's speed",
        figure: 1.27,
        reason: "the same",
        page: "docs/decisions/0017-polytopes-by-their-faces.md",
    },
    KnownShort {
        bar: "hulls penetration at 8, 20, 64: times parry's speed",
        figure: 2.68,
        reason: "it was held by a hundredth on a Zen 4, before deepest points were held \
                 to their shapes; what is due to the machine is not known",
        page: "docs/decisions/0053-one-verdict-a-pair.md",
    },
    KnownShort {
        bar: "hulls penetration at 256: times parry's speed",
        figure: 4.48,
        reason: "the same",
        page: "docs/decisions/0053-one-verdict-a-pair.md",
    },
    KnownShort {
        bar: "scene remembered contacts at 10000, all move by 0.005",
        figure: 1.05,
        reason: "memories keep points and names, which is what they are for; cold \
                 contacts have become nearly as quick",
        page: "docs/decisions/0056-points-that-stay.md",
    },
    KnownShort {
        bar: "scene remembered contacts at 10000, worst class",
        figure: 1.23,
        reason: "the same",
        page: "docs/decisions/0056-points-that-stay.md",
    },
    KnownShort {
        bar: "meshes intersects at 10000, linked: times coal's speed",
        figure: 1.38,
        reason: "short by what a run differs from the next",
        page: "docs/decisions/0067-boxes-of-bodies-are-halved.md",
    },
];

/// At least so many times a contender's speed, in the worst of these rows.
struct Faster {
    suite: &'static str,
    query: &'static str,
    sizes: &'static [usize],
    contender: &'static str,
    least: f64,
}

const SMALL: &[usize] = &[8, 20];
const POLYGONS: &[usize] = &[4, 8, 12, 16, 20, 24];

const FASTER: [Faster; 12] = [
    faster("barycode", "intersects", POLYGONS, "parry", 4.0),
    faster("barycode", "distance", POLYGONS, "parry", 2.5),
    faster("hulls", "intersects", SMALL, "parry", 4.0),
    faster("hulls", "distance", SMALL, "parry", 2.5),
    faster("hulls", "distance", &[256], "parry", 5.0),
    faster("hulls", "distance", &[1024], "parry", 12.0),
    faster("hulls", "penetration", &[8, 20, 64], "parry", 3.0),
    faster("hulls", "penetration", &[256], "parry", 5.0),
    faster("building", "hull", &[10_000], "parry", 2.0),
    faster("scene", "contacts", &[10_000], "parry", 2.0),
    faster("scene", "contacts by threads", &[10_000], "one thread", 1.6),
    faster("scene", "culling", &[100_000], "corners and planes", 3.0),
];

/// What scenes may take of a contender's time at most: the query, the size, what the class begins
/// with, the contender, the share.
const SCENES: [(&str, usize, &str, &str, f64); 10] = [
    ("pairs", 10_000, "", "parry", 1.1),
    ("pairs", 100_000, "", "parry", 0.8),
    ("moving boxes", 10_000, "", "box3d", 1.2),
    ("moving boxes", 100_000, "", "box3d", 1.2),
    ("rays", 1_000, "", "parry", 1.2),
    ("rays", 10_000, "", "parry", 1.2),
    ("remembered contacts", 10_000, "all move by 0.005", "anew", 0.8),
    ("remembered contacts", 10_000, "one of 10 moves", "anew", 0.8),
    ("remembered contacts", 10_000, "", "anew", 1.05),
    ("contacts, a body", 1_000_000, "", "1,000 bodies", 3.0),
];

const fn faster(
    suite: &'static str,
    query: &'static str,
    sizes: &'static [usize],
    contender: &'static str,
    least: f64,
) -> Faster {
    Faster { suite, query, sizes, contender, least }
}

/// Paper 003's own ratios to Box2D: (vertices, query, class, ratio).
const PAPER: [(usize, &str, &str, f64); 12] = [
    (4, "distance", "distant", 1.8),
    (4, "distance", "overlapping", 1.6),
    (4, "distance", "touching", 1.2),
    (8, "distance", "distant", 1.8),
    (8, "distance", "overlapping", 2.4),
    (8, "distance", "touching", 2.1),
    (4, "intersects", "distant", 7.2),
    (4, "intersects", "overlapping", 2.1),
    (4, "intersects", "touching", 1.5),
    (8, "intersects", "distant", 9.2),
    (8, "intersects", "overlapping", 2.5),
    (8, "intersects", "touching", 2.1),
];

/// The paper's ratios to separating axes at 24 vertices.
const PAPER_AXES: [(&str, f64); 3] =
    [("distant", 327.0 / 25.0), ("overlapping", 2375.0 / 65.0), ("touching", 1758.0 / 37.0)];

/// What may be this much at most, if it was measured.
fn at_most(suite: &'static str, text: String, most: f64, figure: Option<f64>) -> Option<Figure> {
    let wanted = format!("≤ {most}");
    figure.map(|figure| Figure { suite, text, wanted, figure, least: None, most: Some(most) })
}

/// The bars that the rows tell of.
pub fn figures(rows: &[Row]) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut at_least = |suite, text: String, least: f64, figure: Option<f64>| {
        if let Some(figure) = figure {
            let wanted = format!("≥ {least:.1}");
            figures.push(Figure { suite, text, wanted, figure, least: Some(least), most: None });
        }
    };
    for bar in FASTER {
        let about = rows.iter().filter(|row| {
            let is_cached = row.class != hulls::OUT_OF_CACHE;
            let is_asked = row.suite == bar.suite && row.query == bar.query;
            is_asked && is_cached && bar.sizes.contains(&row.size)
        });
        let worst = about.filter_map(|row| row.ratio(bar.contender)).reduce(f64::min);
        let sizes: Vec<String> = bar.sizes.iter().map(usize::to_string).collect();
        let text = format!(
            "{} {} at {}: times {}'s speed, worst class",
            bar.suite,
            bar.query,
            sizes.join(", "),
            bar.contender
        );
        at_least(bar.suite, text, bar.least, worst);
    }
    for row in rows.iter().filter(|row| row.class == hulls::OUT_OF_CACHE) {
        let text = format!("{} {} out of cache: times box3d's speed", row.suite, row.query);
        at_least("hulls", text, 2.0, row.ratio("box3d"));
    }
    // What is wanted is a share of the peer's time.
    for row in rows.iter().filter(|row| row.suite == "meshes") {
        for (peer, share) in
            [("coal", 0.7), ("parry", if row.query == "built" { 1.5 } else { 0.7 })]
        {
            let class = row.class.trim_start_matches("rings ");
            let text =
                format!("meshes {} at {}, {class}: times {peer}'s speed", row.query, row.size);
            at_least("meshes", text, 1.0 / share, row.ratio(peer));
        }
    }
    for (query, _, least) in building::SHAPES {
        let about = rows.iter().filter(|row| row.suite == "building" && row.query == query);
        let ratios: Vec<f64> = about.filter_map(|row| row.ratio("parry")).collect();
        let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
        let worst = ratios.iter().copied().reduce(f64::min);
        let text = |what| format!("building {query}: times parry's speed, {what}");
        at_least("building", text("geometric mean"), least, worst.map(|_| mean.exp()));
        at_least("building", text("worst size"), 0.8 * least, worst);
    }
    let one = |suite: &str, query: &str, class: &str, size: usize| {
        rows.iter().find(|row| {
            (row.suite, row.query, row.class.as_str(), row.size) == (suite, query, class, size)
        })
    };
    for (size, query, class, ratio) in PAPER {
        let figure = one("barycode", query, class, size).and_then(|row| row.ratio("box2d"));
        at_least(
            "barycode",
            format!(
                "barycode {query} at {size}, {class}: times box2d's speed, paper 003's own ratio"
            ),
            ratio,
            figure,
        );
    }
    for (contender, how) in [("sat intervals", "by intervals"), ("sat", "left at the first corner")]
    {
        for (class, ratio) in PAPER_AXES {
            let row = one("barycode", "intersects", class, 24);
            at_least(
                "barycode",
                format!(
                    "barycode intersects at 24, {class}: times separating axes' speed, {how}; \
                     the paper's own ratio"
                ),
                ratio,
                row.and_then(|row| row.ratio(contender)),
            );
        }
    }
    // A warm pair against parry, which has no memory.
    for size in [8, 20, 64, 256] {
        let warm = ["shallow", "deep"].into_iter().filter_map(|class| {
            let row = one("hulls", "penetration", class, size)?;
            Some(row.cell("parry")?.ns / row.cell("ours warm")?.ns)
        });
        let worst = warm.reduce(f64::min);
        at_least(
            "hulls",
            format!("hulls penetration at {size}, warm: times parry's speed, worst class"),
            10.0,
            worst,
        );
    }
    at_least(
        "experiment",
        "experiment, near pairs at the defaults: ISA-GJK of paper 000 in times Lin-Canny's speed"
            .into(),
        2.0,
        factors::at_defaults(rows, "near pairs").and_then(|row| factors::factor(row, "ISA-GJK")),
    );
    for (query, size, class, contender, most) in SCENES {
        let about = rows.iter().filter(|row| {
            (row.suite, row.query, row.size) == ("scene", query, size)
                && row.class.starts_with(class)
        });
        let shares = about.filter_map(|row| Some(1.0 / row.ratio(contender)?));
        let named = if class.is_empty() { "worst class" } else { class };
        figures.extend(at_most(
            "scene",
            format!("scene {query} at {size}, {named}: share of the time of {contender}"),
            most,
            shares.reduce(f64::max),
        ));
    }
    for (query, most) in [("distance", 2.0), ("tracked distance", 1.3)] {
        let about = rows.iter().filter(|row| row.suite == "sizes" && row.query == query);
        let growth = about.filter_map(|row| row.ratio(sizes::SIZES[1].1));
        figures.extend(at_most(
            "sizes",
            format!("sizes {query}: cost of 1,024 vertices in costs of 64, worst class"),
            most,
            growth.reduce(f64::max),
        ));
    }
    if rows.iter().any(|row| row.suite == "building") {
        figures.push(Figure {
            suite: "building",
            text: "building polytopes: bytes a vertex, topology included, single precision, \
                   worst size"
                .into(),
            wanted: "≤ 64.0".into(),
            figure: building::bytes_a_vertex(),
            least: None,
            most: Some(64.0),
        });
    }
    figures
}
