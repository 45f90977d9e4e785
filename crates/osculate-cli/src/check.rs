//! `check` and `distance`: the pairs of a scene, and what is known of each.

use crate::arguments::{Check, CheckFormat, Distance, Pairs};
use crate::baseline::Baseline;
use crate::pairs::{Pair, World, ask_each, pair, to_ask};
use crate::report::{Found, Report, Verdict};
use crate::{CLASH, CLEAR, ci, output};
use miette::{IntoDiagnostic, Result, miette};
use osculate::scene::Separation;
use osculate::{Bracket, Space};
use osculate_io::{AnyScene, FileScene};
use std::io::Write;

/// Asks the pairs of a scene.
pub fn report<V: Space<Scalar = f64> + Send + Sync>(
    scene: &FileScene<V>,
    how: &Pairs,
    show_progress: bool,
) -> Result<Report<V>> {
    let world = World::of(scene);
    let (asked, ignored) = to_ask(scene, world.near(how.clearance), &how.ignoring.ignore)?;
    let ask = |pair| {
        let found = found(&world, pair, how)?;
        (found.verdict != Verdict::Clear).then_some(found)
    };
    let mut found: Vec<Found<V>> = ask_each(&asked, how.threads, show_progress, ask)?;
    found.sort_by(|p, q| {
        p.answer.distance.value.total_cmp(&q.answer.distance.value).then(p.bodies.cmp(&q.bodies))
    });
    let n = scene.bodies.len();
    let pairs = n * n.saturating_sub(1) / 2;
    Ok(Report { found, pairs, asked: asked.len(), ignored, known: None })
}

/// What is known of two bodies, if both have parts.
fn found<V: Space<Scalar = f64>>(world: &World<V>, bodies: Pair, how: &Pairs) -> Option<Found<V>> {
    let Separation { a, b, signed: answer, .. } = world.separation(bodies)?;
    // Of a mesh that is not convex a triangle is known to overlap so deep, and not how far all of it
    // must go to be free: no depth is allowed.
    let is_of_mesh = [a, b].iter().any(|part| world.is_triangle(*part));
    let allow = if is_of_mesh { 0.0 } else { how.allow };
    let mut verdict = judge(&answer.distance, allow, how.clearance);
    let parts = [a, b].map(|part| part.part as usize);
    if verdict == Verdict::Clash && (0..2).any(|k| world.fills(bodies[k], parts[k])) {
        // Other parts may overlap less, and be what is there.
        let is_proved = world.without_hulls(bodies).is_some_and(|(distance, is_of_mesh)| {
            let allow = if is_of_mesh { 0.0 } else { how.allow };
            judge(&distance, allow, 0.0) == Verdict::Clash
        });
        verdict = if is_proved { Verdict::Clash } else { Verdict::MayClash };
    }
    Some(Found { bodies, verdict, answer, parts })
}

fn judge(distance: &Bracket<f64>, allow: f64, clearance: f64) -> Verdict {
    match () {
        _ if distance.upper < -allow => Verdict::Clash,
        _ if distance.lower <= 0.0 => Verdict::Contact,
        _ if distance.lower <= clearance => Verdict::Near,
        _ => Verdict::Clear,
    }
}

pub fn run(of: &Check) -> Result<u8> {
    match of.input.read_any(&of.files)? {
        AnyScene::Space(scene) => check(of, scene),
        AnyScene::Plane(scene) => check(of, scene),
    }
}

fn check<V: Space<Scalar = f64> + Send + Sync>(of: &Check, mut scene: FileScene<V>) -> Result<u8> {
    of.pairs.ignoring.add_files(&mut scene)?;
    let baseline = of.baseline.as_deref().map(Baseline::read).transpose()?;
    let scene = &scene;
    let mut report = report(scene, &of.pairs, true)?;
    report.known = baseline.map(|baseline| baseline.known(scene, &report.found));
    let (how, allowed, files) = (&of.pairs, of.input.allow_missing, &of.input.named(&of.files));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match of.format {
        CheckFormat::Table => output::table(&mut out, scene, &report, how),
        CheckFormat::Json => output::json(&mut out, scene, &report, how, allowed),
        CheckFormat::Csv => output::csv(&mut out, scene, &report),
        CheckFormat::Ndjson => output::ndjson(&mut out, scene, &report),
        CheckFormat::Junit => ci::junit(&mut out, files, scene, &report, how, allowed),
        CheckFormat::Sarif => ci::sarif(&mut out, files, scene, &report, how, allowed),
    }
    .and_then(|()| out.flush())
    .map_err(output::Unprinted::from)?;
    let is_told = !matches!(of.format, CheckFormat::Csv | CheckFormat::Ndjson);
    of.input.code(scene, is_told, if report.fails(how) { CLASH } else { CLEAR })
}

pub fn distance(of: &Distance) -> Result<u8> {
    match of.input.read_any(of.of.files())? {
        AnyScene::Space(scene) => distance_in(of, &scene),
        AnyScene::Plane(scene) => distance_in(of, &scene),
    }
}

fn distance_in<V: Space<Scalar = f64>>(of: &Distance, scene: &FileScene<V>) -> Result<u8> {
    let bodies = pair(scene, of.of.names())?;
    let Some(found) = found(&World::of(scene), bodies, &Pairs::default()) else {
        return Err(miette!("a body has no parts"));
    };
    let mut out = Vec::new();
    output::details(&mut out, scene, &found).into_diagnostic()?;
    output::print(&out)?;
    let fails = matches!(found.verdict, Verdict::Clash | Verdict::MayClash);
    of.input.code(scene, false, if fails { CLASH } else { CLEAR })
}
