//! `check` and `distance`: the pairs of a scene, and what is known of each.

use crate::arguments::{Check, Distance, Format, Pairs};
use crate::{CLASH, CLEAR, output};
use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, miette};
use osculate::scene::BoxTree;
use osculate::{Aabb, Bracket, Convex, DVec3, SignedDistance, Space, Vector, signed_distance};
use osculate_io::{AnyScene, Body, Scene};
use std::collections::HashSet;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How two bodies lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They overlap, by more than is allowed.
    Clash,
    /// They touch, as far as rounding can tell, or overlap by no more than is allowed.
    Contact,
    /// They are apart, by less than the clearance.
    Near,
    /// They are apart.
    Clear,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Contact => "contact",
            Self::Near => "near",
            Self::Clear => "clear",
        }
    }
}

/// Two bodies, by their places in the scene, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Found<V: Vector = DVec3> {
    pub bodies: [usize; 2],
    pub verdict: Verdict,
    /// Of the parts that are nearest each other, or overlap the deepest.
    pub answer: SignedDistance<V>,
    pub parts: [usize; 2],
}

/// A scene's pairs.
pub struct Report<V: Vector = DVec3> {
    pub found: Vec<Found<V>>,
    /// Pairs of bodies in the scene, without those that are ignored.
    pub pairs: usize,
    /// Pairs whose boxes come near each other, which were asked.
    pub asked: usize,
    pub ignored: usize,
}

impl<V: Vector> Report<V> {
    pub fn count(&self, verdict: Verdict) -> usize {
        self.found.iter().filter(|f| f.verdict == verdict).count()
    }

    /// Whether a pipeline should stop.
    pub fn fails(&self) -> bool {
        self.found.iter().any(|f| matches!(f.verdict, Verdict::Clash | Verdict::Near))
    }
}

/// The signed distance of two bodies: the least of all pairs of their parts.
pub fn between<V: Space<Scalar = f64>>(
    a: &Body<V>,
    b: &Body<V>,
) -> Option<(SignedDistance<V>, [usize; 2])> {
    let mut best: Option<(SignedDistance<V>, [usize; 2])> = None;
    let bounds: Vec<_> = b.parts.iter().map(|part| part.shape.bounds()).collect();
    for (i, p) in a.parts.iter().enumerate() {
        let own = p.shape.bounds();
        for (j, q) in b.parts.iter().enumerate() {
            // Boxes further apart than the best so far cannot hold a better pair.
            let gap = own.distance(&bounds[j]);
            if best.is_some_and(|(best, _)| gap > best.distance.upper.max(0.0)) {
                continue;
            }
            let answer = signed_distance(&p.shape, &q.shape);
            if best.is_none_or(|(best, _)| answer.distance.value < best.distance.value) {
                best = Some((answer, [i, j]));
            }
        }
    }
    best
}

/// Which pairs may touch: by name, by pattern, by group.
struct Ignored<'s> {
    exact: HashSet<(&'s str, &'s str)>,
    patterns: Vec<&'s [String; 2]>,
}

impl<'s> Ignored<'s> {
    fn of<V: Vector>(scene: &'s Scene<V>, more: &'s [[String; 2]]) -> Result<Self> {
        let mut ignored = Self { exact: HashSet::new(), patterns: Vec::new() };
        for pair in scene.ignored.iter().chain(more) {
            if pair.iter().any(|name| name.ends_with('*')) {
                ignored.patterns.push(pair);
            } else {
                ignored.exact.insert((&pair[0], &pair[1]));
            }
        }
        for [a, b] in more {
            for name in [a, b] {
                if !scene.bodies.iter().any(|body| matches(name, &body.name)) {
                    return Err(unknown(scene, name));
                }
            }
        }
        Ok(ignored)
    }

    fn holds<V: Vector>(&self, a: &Body<V>, b: &Body<V>) -> bool {
        let (p, q) = (a.name.as_str(), b.name.as_str());
        a.group.is_some() && a.group == b.group
            || self.exact.contains(&(p, q))
            || self.exact.contains(&(q, p))
            || self
                .patterns
                .iter()
                .any(|[x, y]| matches(x, p) && matches(y, q) || matches(x, q) && matches(y, p))
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}

/// The box around a body.
fn bounds<V: Vector>(body: &Body<V>) -> Aabb<V> {
    let parts = body.parts.iter().map(|part| part.shape.bounds());
    parts.reduce(|all, one| all.union(&one)).unwrap_or(Aabb::empty())
}

/// Asks the pairs of a scene.
pub fn report<V: Space<Scalar = f64> + Send + Sync>(
    scene: &Scene<V>,
    how: &Pairs,
    show_progress: bool,
) -> Result<Report<V>> {
    let ignored = Ignored::of(scene, &how.ignore)?;
    let bounds: Vec<_> = scene.bodies.iter().map(bounds).collect();
    let mut tree = BoxTree::new();
    tree.rebuild(&bounds);
    let candidates = tree.pairs(how.clearance);
    let bodies = |&(i, j): &(u32, u32)| (&scene.bodies[i as usize], &scene.bodies[j as usize]);
    let (asked, left_out): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|pair| {
        let (a, b) = bodies(pair);
        !ignored.holds(a, b)
    });
    let bar = if show_progress && asked.len() > 1000 {
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} pairs, {eta} left");
        ProgressBar::new(asked.len() as u64)
            .with_style(style.into_diagnostic()?.progress_chars("█▌░"))
    } else {
        ProgressBar::hidden()
    };
    let threads = how
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |threads| threads.get()));
    const CHUNK: usize = 256;
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, 256) {
            scope.spawn(|| {
                let mut own: Vec<Found<V>> = Vec::new();
                loop {
                    let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                    let Some(chunk) = asked.get(start..asked.len().min(start + CHUNK)) else {
                        break;
                    };
                    if chunk.is_empty() {
                        break;
                    }
                    for pair in chunk {
                        let (a, b) = bodies(pair);
                        let Some((answer, parts)) = between(a, b) else { continue };
                        let verdict = judge(&answer.distance, how);
                        if verdict != Verdict::Clear {
                            let bodies = [pair.0 as usize, pair.1 as usize];
                            own.push(Found { bodies, verdict, answer, parts });
                        }
                    }
                    bar.inc(chunk.len() as u64);
                }
                if let Ok(mut all) = all.lock() {
                    all.append(&mut own);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut found = all.into_inner().unwrap_or_default();
    found.sort_by(|p: &Found<V>, q: &Found<V>| {
        p.answer.distance.value.total_cmp(&q.answer.distance.value).then(p.bodies.cmp(&q.bodies))
    });
    let n = scene.bodies.len();
    Ok(Report {
        found,
        pairs: n * n.saturating_sub(1) / 2,
        asked: asked.len(),
        ignored: left_out.len(),
    })
}

fn judge(distance: &Bracket<f64>, how: &Pairs) -> Verdict {
    match () {
        _ if distance.upper < -how.allow => Verdict::Clash,
        _ if distance.lower <= 0.0 => Verdict::Contact,
        _ if distance.lower <= how.clearance => Verdict::Near,
        _ => Verdict::Clear,
    }
}

pub fn run(of: &Check) -> Result<u8> {
    match of.input.read_any(&of.files)? {
        AnyScene::Space(scene) => check(of, &scene),
        AnyScene::Plane(scene) => check(of, &scene),
    }
}

fn check<V: Space<Scalar = f64> + Send + Sync>(of: &Check, scene: &Scene<V>) -> Result<u8> {
    let report = report(scene, &of.pairs, true)?;
    let (how, allowed) = (&of.pairs, of.input.allow_missing);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match of.format {
        Format::Table => output::table(&mut out, scene, &report, how),
        Format::Json => output::json(&mut out, scene, &report, how, allowed),
        Format::Csv => output::csv(&mut out, scene, &report),
        Format::Ndjson => output::ndjson(&mut out, scene, &report),
    }
    .and_then(|()| out.flush())
    .map_err(output::Unprinted::from)?;
    let is_told = matches!(of.format, Format::Table | Format::Json);
    of.input.code(scene, is_told, if report.fails() { CLASH } else { CLEAR })
}

/// The places of two bodies in the scene.
pub fn pair<V: Vector>(scene: &Scene<V>, a: &str, b: &str) -> Result<[usize; 2]> {
    let find = |name: &str| {
        let found = scene.bodies.iter().position(|body| body.name == name);
        found.ok_or_else(|| unknown(scene, name))
    };
    Ok([find(a)?, find(b)?])
}

fn unknown<V: Vector>(scene: &Scene<V>, name: &str) -> miette::Report {
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    let help = osculate_io::names_like(name, &names, ["body", "bodies"]);
    miette!(help = help, "the scene has no body {name:?}")
}

pub fn distance(of: &Distance) -> Result<u8> {
    match of.input.read_any([&of.file])? {
        AnyScene::Space(scene) => distance_in(of, &scene),
        AnyScene::Plane(scene) => distance_in(of, &scene),
    }
}

fn distance_in<V: Space<Scalar = f64>>(of: &Distance, scene: &Scene<V>) -> Result<u8> {
    let [i, j] = pair(scene, &of.a, &of.b)?;
    let (a, b) = (&scene.bodies[i], &scene.bodies[j]);
    let Some((answer, parts)) = between(a, b) else {
        return Err(miette!("a body has no parts"));
    };
    let verdict = judge(&answer.distance, &Pairs::default());
    let found = Found { bodies: [i, j], verdict, answer, parts };
    let mut out = Vec::new();
    output::details(&mut out, scene, &found).into_diagnostic()?;
    output::print(&out)?;
    of.input.code(scene, false, if verdict == Verdict::Clash { CLASH } else { CLEAR })
}
