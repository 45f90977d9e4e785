//! `sweep`: when the pairs of a scene in motion first meet.

use crate::arguments::{Format, Sweep};
use crate::moving::{Met, Motions, Report, When, question};
use crate::pairs::{Pair, World, ask_each, to_ask};
use crate::view::upward;
use crate::{CLASH, CLEAR, ghosts, meetings, output};
use miette::{IntoDiagnostic, Result, miette};
use osculate::Encounter;
use osculate_io::{AnyScene, FileScene, Turns};
use std::io::Write;

fn report<V: Turns>(
    of: &Sweep,
    scene: &FileScene<V>,
    motions: &Motions<V>,
    show_progress: bool,
) -> Result<Report<V>> {
    let world = World::of(scene);
    let sweep = question(&of.moving, motions.until)?;
    let motion = |id: osculate::scene::BodyId| motions.get(id.slot());
    let near = world.scene.pairs_by_swept_boxes(&sweep, motion).into_diagnostic()?;
    let near = near.into_iter().map(|(a, b)| [a.slot(), b.slot()]).collect();
    let (asked, ignored) = to_ask(scene, near, &of.ignoring.ignore)?;
    let ask = |bodies: Pair| {
        let [a, b] = world.ids(bodies);
        let against = match motions.against(scene, bodies) {
            Ok(against) => against,
            Err(error) => return Some(Err(error)),
        };
        let found = match &against {
            Some(own) => world.scene.impact_of(a, b, &sweep, |id| own.get(id.slot())),
            None => world.scene.impact_of(a, b, &sweep, motion),
        };
        Some(found.transpose()?.map(|found| {
            let when = match found.encounter {
                Encounter::Hit(impact) => {
                    When::At(against.map_or(impact, |against| against.in_world(impact)))
                }
                other => When::UnknownAfter(other.lower()),
            };
            Met { bodies, when }
        }))
    };
    let met = ask_each(&asked, of.threads, show_progress, ask)?;
    let mut met = met.into_iter().collect::<Result<Vec<_>, _>>().into_diagnostic()?;
    met.sort_by(|p, q| p.lower().total_cmp(&q.lower()).then(p.bodies.cmp(&q.bodies)));
    let count = |n: usize| n * n.saturating_sub(1) / 2;
    let (all, moving) = (scene.bodies.len(), motions.count());
    let pairs = count(all) - count(all - moving);
    Ok(Report { met, moving, until: motions.until, pairs, asked: asked.len(), ignored })
}

pub fn run(of: &Sweep) -> Result<u8> {
    match (of.input.read_any(&of.files)?, &of.picture) {
        (AnyScene::Space(mut scene), picture) => {
            of.ignoring.add_files(&mut scene)?;
            let (motions, report) = sweep(of, &scene)?;
            if let Some(picture) = picture {
                ghosts::write(
                    picture,
                    &scene,
                    &motions,
                    &report,
                    upward(&of.input.named(&of.files)),
                )?;
            }
            code(of, &scene, &report)
        }
        (AnyScene::Plane(_), Some(_)) => Err(miette!(
            help = "without --picture, sweep takes scenes of the plane",
            "pictures are of scenes of space, and the scene is one of the plane"
        )),
        (AnyScene::Plane(mut scene), None) => {
            of.ignoring.add_files(&mut scene)?;
            let (_, report) = sweep(of, &scene)?;
            code(of, &scene, &report)
        }
    }
}

/// Asks and prints.
fn sweep<V: Turns>(of: &Sweep, scene: &FileScene<V>) -> Result<(Motions<V>, Report<V>)> {
    let motions = Motions::of(scene, &of.moving)?;
    motions.check()?;
    let report = report(of, scene, &motions, true)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match of.format {
        Format::Table => meetings::table(&mut out, scene, &report),
        Format::Json => meetings::json(&mut out, scene, &report, of),
        Format::Csv => meetings::csv(&mut out, scene, &report),
        Format::Ndjson => meetings::ndjson(&mut out, scene, &report),
    }
    .and_then(|()| out.flush())
    .map_err(output::Unprinted::from)?;
    Ok((motions, report))
}

fn code<V: Turns>(of: &Sweep, scene: &FileScene<V>, report: &Report<V>) -> Result<u8> {
    let is_told = matches!(of.format, Format::Table | Format::Json);
    let met = report.contacts().next().is_some();
    let code = of.input.code(scene, is_told, if met { CLASH } else { CLEAR })?;
    let unknown = report.unknown().count();
    if unknown > 0 {
        let pairs = output::many(unknown, "pair is", "pairs are");
        return Err(miette!(
            help = "a larger --tolerance, or a shorter time by --until, takes fewer steps",
            "the answer is incomplete: of {pairs} not known whether they meet"
        ));
    }
    Ok(code)
}
