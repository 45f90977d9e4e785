//! `sweep`: when the pairs of a scene in motion first meet.

use crate::arguments::{Format, Moving, Sweep};
use crate::pairs::{Pair, World, ask_each, named, to_ask};
use crate::view::upward;
use crate::{CLASH, CLEAR, ghosts, meetings, output};
use miette::{IntoDiagnostic, Result, miette};
use osculate::{Encounter, Impact, Vector};
use osculate_io::{AnyScene, Scene, Turns};
use std::io::Write;

/// The motions of a scene's bodies, by their places, from the time 0 on.
pub struct Motions<V: Vector> {
    of: Vec<Option<osculate_io::Moving<V>>>,
    /// Until when.
    pub until: f64,
}

impl<V: Turns> Motions<V> {
    /// Those that the files have, and in place of these those of the command line.
    pub fn of(scene: &Scene<V>, how: &Moving) -> Result<Self> {
        let mut motions: Vec<_> = scene.bodies.iter().map(|body| body.motion.clone()).collect();
        let mut said_of: Vec<Option<&str>> = vec![None; motions.len()];
        for (name, said) in &how.moves {
            let motion = said.motion().map_err(|what| miette!("--move {name}: {what}"))?;
            for body in named(scene, name)? {
                if let Some(other) = said_of[body].replace(name) {
                    let body = &scene.bodies[body].name;
                    return Err(miette!("--move {other} and --move {name} both move {body:?}"));
                }
                motions[body] = Some(motion.clone());
            }
        }
        let named = motions.iter().flatten().filter_map(|motion| motion.last_time());
        let until = how.until.unwrap_or_else(|| named.reduce(f64::max).unwrap_or(1.0));
        let made = motions.iter().zip(&scene.bodies).map(|(motion, body)| {
            let Some(motion) = motion else { return Ok(None) };
            let made = motion.of_body(body.origin, until);
            Ok(Some(made.map_err(|error| miette!("the motion of {:?}: {error}", body.name))?))
        });
        Ok(Self { of: made.collect::<Result<_>>()?, until })
    }

    /// How a body moves, unless it rests.
    pub fn get(&self, body: usize) -> Option<&osculate_io::Moving<V>> {
        self.of[body].as_ref()
    }

    /// How many bodies move.
    pub fn count(&self) -> usize {
        self.of.iter().flatten().count()
    }

    /// That something moves, or an error that says how to move it.
    pub fn check(&self) -> Result<()> {
        if self.count() > 0 {
            return Ok(());
        }
        Err(miette!(
            help = "give one, as --move crate=by:1,0,0; a JSON scene may hold motions too",
            "no body has a motion"
        ))
    }
}

/// The first meeting of two bodies, or that it is not known.
#[derive(Clone, Copy)]
pub struct Met<V: Vector> {
    pub bodies: Pair,
    pub when: When<V>,
}

#[derive(Clone, Copy)]
pub enum When<V: Vector> {
    At(Impact<V>),
    /// They do not meet before this.
    UnknownAfter(f64),
}

impl<V: Vector<Scalar = f64>> Met<V> {
    /// Before this they do not meet.
    pub fn lower(&self) -> f64 {
        match &self.when {
            When::At(impact) => impact.time.lower,
            When::UnknownAfter(lower) => *lower,
        }
    }

    pub fn impact(&self) -> Option<&Impact<V>> {
        match &self.when {
            When::At(impact) => Some(impact),
            When::UnknownAfter(_) => None,
        }
    }
}

/// What a scene in motion comes to.
pub struct Report<V: Vector> {
    /// In the order of time.
    pub met: Vec<Met<V>>,
    /// How many bodies move, and until when.
    pub moving: usize,
    pub until: f64,
    /// Pairs of bodies of which one moves.
    pub pairs: usize,
    /// Pairs whose boxes come near each other on their way, which were asked.
    pub asked: usize,
    pub ignored: usize,
}

impl<V: Vector<Scalar = f64>> Report<V> {
    pub fn contacts(&self) -> impl Iterator<Item = (&Met<V>, &Impact<V>)> {
        self.met.iter().filter_map(|met| Some((met, met.impact()?)))
    }

    pub fn unknown(&self) -> impl Iterator<Item = &Met<V>> {
        self.met.iter().filter(|met| met.impact().is_none())
    }

    /// How many pairs are proved not to meet.
    pub fn free(&self) -> usize {
        self.pairs - self.ignored - self.met.len()
    }
}

/// What is asked of the library.
pub fn question(of: &Moving, until: f64) -> Result<osculate::Sweep<f64>> {
    let mut sweep = osculate::Sweep::between(0.0, until).into_diagnostic()?;
    sweep = sweep.stopping_at(of.stop_at).into_diagnostic()?;
    if let Some(tolerance) = of.tolerance {
        sweep = sweep.with_tolerance(tolerance).into_diagnostic()?;
    }
    Ok(if of.ignore_opening { sweep.ignoring_opening() } else { sweep })
}

fn report<V: Turns>(
    of: &Sweep,
    scene: &Scene<V>,
    motions: &Motions<V>,
    show_progress: bool,
) -> Result<Report<V>> {
    let world = World::of(scene);
    let sweep = question(&of.moving, motions.until)?;
    let motion = |id: osculate::scene::BodyId| motions.get(id.slot());
    let near = world.scene.pairs_by_swept_boxes(&sweep, motion).into_diagnostic()?;
    let near = near.into_iter().map(|(a, b)| [a.slot(), b.slot()]).collect();
    let (asked, ignored) = to_ask(scene, near, &of.ignore)?;
    let ask = |bodies: Pair| {
        let [a, b] = world.ids(bodies);
        let found = world.scene.impact_of(a, b, &sweep, motion).transpose()?;
        Some(found.map(|found| {
            let when = match found.encounter {
                Encounter::Hit(impact) => When::At(impact),
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
        (AnyScene::Space(scene), picture) => {
            let (motions, report) = sweep(of, &scene)?;
            if let Some(picture) = picture {
                ghosts::write(picture, &scene, &motions, &report, upward(&of.files))?;
            }
            code(of, &scene, &report)
        }
        (AnyScene::Plane(_), Some(_)) => Err(miette!(
            help = "without --picture, sweep takes scenes of the plane",
            "pictures are of scenes of space, and the scene is one of the plane"
        )),
        (AnyScene::Plane(scene), None) => {
            let (_, report) = sweep(of, &scene)?;
            code(of, &scene, &report)
        }
    }
}

/// Asks and prints.
fn sweep<V: Turns>(of: &Sweep, scene: &Scene<V>) -> Result<(Motions<V>, Report<V>)> {
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

fn code<V: Turns>(of: &Sweep, scene: &Scene<V>, report: &Report<V>) -> Result<u8> {
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
