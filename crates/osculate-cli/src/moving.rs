//! A scene in motion: how its bodies move, what is asked of them, and what is known of when they
//! meet.

use crate::arguments::Moving;
use crate::motions::Moved;
use crate::pairs::{Pair, named};
use miette::{IntoDiagnostic, Result, miette};
use osculate::{Error, Impact, Moves, Vector};
use osculate_io::{FileScene, JointWays, Turns};

/// The motions of a scene's bodies, by their places, from the time 0 on.
pub struct Motions<V: Vector> {
    of: Vec<Option<osculate_io::Moving<V>>>,
    /// Until when.
    pub until: f64,
    /// How the joints move, if one of them does.
    joints: Option<JointWays>,
}

impl<V: Turns> Motions<V> {
    /// Those that the files have, and in place of these those of the command line.
    pub fn of(scene: &FileScene<V>, how: &Moving) -> Result<Self> {
        let mut motions: Vec<_> = scene.bodies.iter().map(|body| body.motion.clone()).collect();
        let mut said_of: Vec<Option<&str>> = vec![None; motions.len()];
        for (name, moved) in &how.moves {
            let Moved::Body(said) = moved else { continue };
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
        let joints = ways(scene, how, until)?;
        let made = motions.iter().zip(&scene.bodies).map(|(motion, body)| {
            let failed = |error: Error| miette!("the motion of {:?}: {error}", body.name);
            let by_joints = match &joints {
                Some(ways) => V::of_joints(ways, &scene.joints, body.joint, 0).map_err(failed)?,
                None => None,
            };
            let Some(motion) = motion else { return Ok(by_joints) };
            if by_joints.is_some() {
                let name = &body.name;
                return Err(miette!("{name:?} hangs on a joint that moves, and moves itself too"));
            }
            Ok(Some(motion.of_body(body.origin, until).map_err(failed)?))
        });
        Ok(Self { of: made.collect::<Result<_>>()?, until, joints })
    }

    /// The motions of two bodies against the link of a robot that both hang on, and that link's own,
    /// if joints move all of them: against it distances change more slowly.
    pub fn against(&self, scene: &FileScene<V>, pair: Pair) -> Result<Option<Against<V>>, Error> {
        let Some(ways) = &self.joints else { return Ok(None) };
        let [a, b] = pair.map(|body| scene.joints.chain(scene.bodies[body].joint));
        let common = a.iter().zip(&b).take_while(|(p, q)| p == q).count();
        let link = a[..common].last().copied();
        let of = |joint: Option<usize>, skipped: usize| {
            V::of_joints(ways, &scene.joints, joint, skipped)
        };
        let Some(link) = of(link, 0)? else { return Ok(None) };
        let [a, b] = pair.map(|body| of(scene.bodies[body].joint, common));
        Ok(Some(Against { pair, own: [a?, b?], link }))
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
            help = "give one, as --move crate=by:1,0,0, or --move elbow=0..1.57 of a robot's joint; a \
                    JSON scene may hold motions too",
            "no body has a motion"
        ))
    }
}

/// How the joints go that the command line moves, if there are any.
fn ways<V: Vector>(scene: &FileScene<V>, how: &Moving, until: f64) -> Result<Option<JointWays>> {
    let joints = &scene.joints;
    let (mut from, mut to) = (joints.places(), joints.places());
    let mut said = vec![false; from.len()];
    for (name, moved) in &how.moves {
        let Moved::Joint([start, end]) = moved else { continue };
        let Some(joint) = joints.find(name) else {
            let names: Vec<&str> = joints.free().map(|(_, joint)| joint.name.as_str()).collect();
            let help = osculate_io::names_like(name, &names, ["joint that can be moved", "joints"]);
            return Err(miette!(help = help, "the scene has no joint {name:?} that can move"));
        };
        let of = &joints.all()[joint];
        if let Some(follows) = of.follows {
            let leader = match follows.joint == joint {
                true => "one that cannot move".to_string(),
                false => format!("joint {:?}", joints.all()[follows.joint].name),
            };
            return Err(miette!("joint {name:?} follows {leader}, and cannot be moved itself"));
        }
        if std::mem::replace(&mut said[joint], true) {
            return Err(miette!("--move says twice how joint {name:?} moves"));
        }
        from[joint] = start.unwrap_or(of.stands);
        to[joint] = end.unwrap_or(of.stands);
        if let Some([lower, upper]) = of.limits {
            for at in [from[joint], to[joint]] {
                if !(lower..=upper).contains(&at) {
                    let limits = format!("its limits are {lower} and {upper}");
                    return Err(miette!("joint {name:?} cannot stand at {at}: {limits}"));
                }
            }
        }
    }
    Ok(said.contains(&true).then(|| JointWays::new(joints, &from, &to, until)))
}

/// Two bodies of a robot against a link that both hang on.
pub struct Against<V: Vector> {
    pair: Pair,
    own: [Option<osculate_io::Moving<V>>; 2],
    link: osculate_io::Moving<V>,
}

impl<V: Turns> Against<V> {
    /// How a body of the pair moves, unless it rests against the link.
    pub fn get(&self, body: usize) -> Option<&osculate_io::Moving<V>> {
        let which = self.pair.iter().position(|own| *own == body)?;
        self.own[which].as_ref()
    }

    /// An impact that was found against the link, as it is in the world.
    pub fn in_world(&self, mut impact: Impact<V>) -> Impact<V> {
        let link = self.link.pose(impact.time.lower);
        let turned = |way: V| link.rotation().apply(way);
        impact.normal = impact.normal.map(turned);
        (impact.on_a, impact.on_b) = (link.apply(impact.on_a), link.apply(impact.on_b));
        if let Some(deep) = &mut impact.overlap {
            deep.normal = turned(deep.normal);
            (deep.on_a, deep.on_b) = (link.apply(deep.on_a), link.apply(deep.on_b));
        }
        impact
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
