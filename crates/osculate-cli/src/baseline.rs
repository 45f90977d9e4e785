//! What an earlier report of `check` knew already, so that only what is new stops a pipeline.

use crate::ignored::text;
use crate::report::{Found, Known, Verdict};
use miette::{Result, miette};
use osculate::{Bracket, Vector};
use osculate_io::FileScene;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// The pairs of an earlier report, by the names of their bodies in the order of letters.
pub struct Baseline {
    pairs: BTreeMap<[String; 2], Was>,
}

/// What an earlier report says of a pair.
struct Was {
    verdict: Verdict,
    /// The lower end of its distance's bracket, if it has one. JSON gives it back to the last digit.
    lower: Option<f64>,
}

impl Was {
    /// Whether a pair is proved to be worse now: its verdict is, or with the same verdict it is
    /// nearer or deeper. A change that the brackets do not prove is none.
    fn is_worse(&self, verdict: Verdict, distance: &Bracket<f64>) -> bool {
        match badness(verdict).cmp(&badness(self.verdict)) {
            Ordering::Equal => self.lower.is_some_and(|lower| distance.upper < lower),
            order => order == Ordering::Greater,
        }
    }
}

impl Baseline {
    /// What `check --format json` has written.
    pub fn read(path: &Path) -> Result<Self> {
        let failed = |what: &str| {
            let help = "a baseline is what osculate check --format json printed";
            miette!(help = help, "{} is no report of check: {what}", path.display())
        };
        let report: Value =
            serde_json::from_str(&text(path)?).map_err(|error| failed(&error.to_string()))?;
        if report["osculate"] != 1 || !report["clearance"].is_number() {
            return Err(failed("it lacks \"osculate\": 1 or \"clearance\""));
        }
        let rows = report["pairs"].as_array().ok_or_else(|| failed("it has no \"pairs\""))?;
        let mut pairs = BTreeMap::new();
        for row in rows {
            let text = |key: &str| row[key].as_str().unwrap_or("");
            let verdicts = [Verdict::Clash, Verdict::MayClash, Verdict::Contact, Verdict::Near];
            let verdict = verdicts.into_iter().find(|known| known.name() == text("verdict"));
            let verdict = verdict.ok_or_else(|| failed("a pair has no verdict"))?;
            let lower = row["distance"]["lower"].as_f64();
            pairs.insert(sorted([text("a"), text("b")]), Was { verdict, lower });
        }
        Ok(Self { pairs })
    }

    /// What of it is there still, and what is gone.
    pub fn known<V: Vector<Scalar = f64>>(
        &self,
        scene: &FileScene<V>,
        found: &[Found<V>],
    ) -> Known {
        let mut gone: BTreeMap<&[String; 2], &Was> = self.pairs.iter().collect();
        let mut pairs = HashSet::new();
        for found in found {
            let names = sorted(found.bodies.map(|body| scene.bodies[body].name.as_str()));
            gone.remove(&names);
            let before = self.pairs.get(&names);
            let distance = &found.answer.distance;
            if before.is_some_and(|was| !was.is_worse(found.verdict, distance)) {
                pairs.insert(found.bodies);
            }
        }
        let gone = gone.into_iter().map(|(names, was)| (names.clone(), was.verdict)).collect();
        Known { pairs, gone }
    }
}

fn sorted([a, b]: [&str; 2]) -> [String; 2] {
    let [a, b] = if a <= b { [a, b] } else { [b, a] };
    [a.to_string(), b.to_string()]
}

fn badness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Clear => 0,
        Verdict::Near => 1,
        Verdict::Contact => 2,
        Verdict::MayClash => 3,
        Verdict::Clash => 4,
    }
}
