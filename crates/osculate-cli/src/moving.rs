//! A scene in motion: how its bodies move, what is asked of them, and what is known of when they
//! meet.

use crate::arguments::Moving;
use crate::pairs::{Pair, named};
use miette::{IntoDiagnostic, Result, miette};
use osculate::{Impact, Vector};
use osculate_io::{FileScene, Turns};

/// The motions of a scene's bodies, by their places, from the time 0 on.
pub struct Motions<V: Vector> {
    of: Vec<Option<osculate_io::Moving<V>>>,
    /// Until when.
    pub until: f64,
}

impl<V: Turns> Motions<V> {
    /// Those that the files have, and in place of these those of the command line.
    pub fn of(scene: &FileScene<V>, how: &Moving) -> Result<Self> {
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
