//! The postures of a robot: drawn evenly from what its joints allow, and which links touch in them.

use crate::pairs::{Pair, Work, each};
use miette::{IntoDiagnostic, Result};
use osculate::{Body, DVec3, Error, Pose};
use osculate_io::{FileScene, Joint, JointKind, Robot};
use std::collections::HashMap;

/// Postures that a thread takes at a time.
const BATCH: usize = 200;

/// Digits that places of joints have behind the point, at least, so that they can be printed whole.
const DIGITS: i32 = 6;

/// What a ball round a link is larger by than rounding can need, as a share of its size.
const SPARE: f64 = 1e-9;

/// How two links lie to each other in all postures that were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A joint connects them, through links without a shape or not: they are not asked.
    Adjacent,
    /// They touch in every posture.
    Always,
    /// They touch where the robot stands if no joint is set, and not in every other posture.
    Default,
    /// They touch in some postures.
    Sometimes,
    /// They touch in none.
    Never,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Adjacent => "adjacent",
            Self::Always => "always",
            Self::Default => "default",
            Self::Sometimes => "sometimes",
            Self::Never => "never",
        }
    }

    /// Why a planner need not check them, in the word of planning files; it must, if they touch
    /// sometimes.
    fn reason(self) -> Option<&'static str> {
        match self {
            Self::Adjacent => Some("Adjacent"),
            Self::Always => Some("Always"),
            Self::Default => Some("Default"),
            Self::Never => Some("Never"),
            Self::Sometimes => None,
        }
    }
}

/// Two links, and what is known of them.
pub struct Links {
    pub bodies: Pair,
    pub kind: Kind,
    /// In how many postures they touch.
    pub touching: usize,
    /// Whether no joint that can move is between them: one posture tells of all.
    pub is_rigid: bool,
    /// Whether a joint is between them that moves in more than one way at a time. It was asked only
    /// where it stands.
    pub is_loose: bool,
    /// Where the joints stand in a posture in which they touch, if one was found.
    pub posture: Option<Vec<f64>>,
    /// What the robot's own planning file says of them.
    pub planned: Option<String>,
}

impl Links {
    /// Why a planner need not check them. Where a joint was not moved that can be, no posture tells
    /// of the others.
    pub fn reason(&self) -> Option<&'static str> {
        self.kind.reason().filter(|_| self.kind == Kind::Adjacent || !self.is_loose)
    }
}

/// What is known of a robot's links.
pub struct Report {
    pub samples: usize,
    /// In the order of kinds, and of one kind the most frequent first.
    pub pairs: Vec<Links>,
    /// Between what each joint was drawn that follows none, by its place in the scene.
    pub drawn: Vec<(usize, [f64; 2])>,
    /// The posture in which most links touch that do not always, and how many pairs that are.
    pub worst: Option<(Vec<f64>, usize)>,
}

impl Report {
    pub fn count(&self, kind: Kind) -> usize {
        self.pairs.iter().filter(|pair| pair.kind == kind).count()
    }
}

/// What came of a batch of postures.
struct Tally {
    touching: Vec<usize>,
    first: Vec<Option<usize>>,
    /// The most pairs in one posture, and which it is.
    worst: (usize, usize),
}

/// The links of a robot as they are asked.
struct Asked<'s> {
    scene: &'s FileScene,
    bodies: Vec<Body<DVec3>>,
    /// A ball round each; infinite round what has no end.
    balls: Vec<(DVec3, f64)>,
    drawn: Vec<(usize, [f64; 2])>,
}

impl<'s> Asked<'s> {
    fn of(scene: &'s FileScene) -> Self {
        let bodies: Vec<Body<DVec3>> = scene.bodies.iter().map(|body| body.body()).collect();
        let ball = |body: &Body<DVec3>| {
            let bounds = body.at(Pose::IDENTITY).bounds();
            if !bounds.is_finite() {
                return (DVec3::ZERO, f64::INFINITY);
            }
            let (center, radius) = (bounds.center(), 0.5 * bounds.size().length());
            (center, radius + SPARE * (radius + center.length()))
        };
        let balls = bodies.iter().map(ball).collect();
        let drawn = scene.joints.free().map(|(number, joint)| (number, range(joint))).collect();
        Self { scene, bodies, balls, drawn }
    }

    /// Where the joints stand in a posture.
    fn places(&self, sample: usize) -> Vec<f64> {
        let mut places = self.scene.joints.places();
        for (k, &(joint, [lower, upper])) in self.drawn.iter().enumerate() {
            let share = even(sample as u64, k as u64);
            let place = lower * (1.0 - share) + upper * share;
            let parts = 10_f64.powi(digits(upper - lower));
            let whole = (place * parts).round() / parts;
            places[joint] = if (lower..=upper).contains(&whole) { whole } else { place };
        }
        places
    }

    /// Whether each pair touches where the joints stand so.
    fn touching(&self, pairs: &[Pair], places: &[f64]) -> Result<Vec<bool>, Error> {
        let poses = self.scene.poses(places)?;
        let centers: Vec<DVec3> =
            poses.iter().zip(&self.balls).map(|(pose, (center, _))| pose.apply(*center)).collect();
        let touch = |&[a, b]: &Pair| {
            let reach = self.balls[a].1 + self.balls[b].1;
            // A ball without end reaches everywhere.
            !(centers[a].distance(centers[b]) > reach)
                && self.bodies[a].at(poses[a]).intersects(&self.bodies[b].at(poses[b]))
        };
        Ok(pairs.iter().map(touch).collect())
    }

    /// Asks the postures of a batch. Pairs that touch where the robot stands count for no worst one.
    fn tally(&self, pairs: &[Pair], at_start: &[bool], batch: Pair) -> Result<Tally, Error> {
        let none = vec![None; pairs.len()];
        let mut tally = Tally { touching: vec![0; pairs.len()], first: none, worst: (0, 0) };
        for sample in batch[0]..batch[1] {
            let touching = self.touching(pairs, &self.places(sample))?;
            let mut count = 0;
            for (k, _) in touching.iter().enumerate().filter(|(_, touches)| **touches) {
                tally.touching[k] += 1;
                tally.first[k].get_or_insert(sample);
                count += usize::from(!at_start[k]);
            }
            if count > tally.worst.0 {
                tally.worst = (count, sample);
            }
        }
        Ok(tally)
    }
}

/// Between what a joint is drawn: its limits; a whole turn, if it has none; where it stands, if it
/// slides without limits.
fn range(joint: &Joint) -> [f64; 2] {
    match (joint.limits, joint.kind) {
        (Some(limits), _) => limits,
        (None, JointKind::Turning) => [-std::f64::consts::PI, std::f64::consts::PI],
        (None, JointKind::Sliding) => [joint.stands; 2],
    }
}

/// Digits behind the point that places of a joint are printed with. Of a joint that moves by less
/// than 1 these are more, so that it has millions of places too.
fn digits(range: f64) -> i32 {
    // Of what does not move the place itself is taken, as the power of ten is infinite.
    DIGITS.max(DIGITS.saturating_sub(range.log10().floor() as i32))
}

/// A number from 0 to 1 for a posture and a joint, always the same: SplitMix64 of both.
fn even(sample: u64, joint: u64) -> f64 {
    let mix = |mut z: u64| {
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (mix(mix(sample) ^ joint) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Asks all pairs of a robot's links in so many postures.
pub fn report(
    scene: &FileScene,
    robot: &Robot,
    samples: usize,
    threads: Option<usize>,
) -> Result<Report> {
    let asked = Asked::of(scene);
    let adjacent = scene.adjacent();
    let n = scene.bodies.len();
    let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
    let (mut moving, mut still, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    let is_loose = |[a, b]: Pair| scene.bodies[a].loose != scene.bodies[b].loose;
    for bodies in all {
        let (rests, is_loose) = (rests(scene, bodies), is_loose(bodies));
        if adjacent.contains(&bodies) {
            let (kind, planned) = (Kind::Adjacent, None);
            let is_rigid = rests && !is_loose;
            let (touching, posture) = (0, None);
            pairs.push(Links { bodies, kind, touching, is_rigid, is_loose, posture, planned });
        } else if rests {
            still.push(bodies);
        } else {
            moving.push(bodies);
        }
    }
    let start = scene.joints.places();
    for (&bodies, touches) in still.iter().zip(asked.touching(&still, &start).into_diagnostic()?) {
        let (kind, touching) = if touches { (Kind::Always, samples) } else { (Kind::Never, 0) };
        let posture = touches.then(|| start.clone());
        let (is_loose, planned) = (is_loose(bodies), None);
        let is_rigid = !is_loose;
        pairs.push(Links { bodies, kind, touching, is_rigid, is_loose, posture, planned });
    }
    let at_start = asked.touching(&moving, &start).into_diagnostic()?;
    let batches: Vec<Pair> =
        (0..samples).step_by(BATCH).map(|from| [from, samples.min(from + BATCH)]).collect();
    let work = Work { chunk: 1, unit: "postures", of_each: BATCH as u64, threads, is_shown: true };
    let tallies = each(&batches, work, |batch| Some(asked.tally(&moving, &at_start, batch)))?;
    let tallies = tallies.into_iter().collect::<Result<Vec<_>, _>>().into_diagnostic()?;
    let worst = tallies.iter().map(|tally| tally.worst).filter(|(count, _)| *count > 0);
    let worst = worst.max_by_key(|(count, sample)| (*count, std::cmp::Reverse(*sample)));
    for (k, &bodies) in moving.iter().enumerate() {
        let touching: usize = tallies.iter().map(|tally| tally.touching[k]).sum();
        let first = tallies.iter().filter_map(|tally| tally.first[k]).min();
        let kind = match (at_start[k], touching) {
            (true, all) if all == samples => Kind::Always,
            (true, _) => Kind::Default,
            (false, 0) => Kind::Never,
            (false, _) => Kind::Sometimes,
        };
        let at_start = at_start[k].then(|| start.clone());
        let posture = at_start.or(first.map(|sample| asked.places(sample)));
        let (is_rigid, is_loose, planned) = (false, is_loose(bodies), None);
        pairs.push(Links { bodies, kind, touching, is_rigid, is_loose, posture, planned });
    }
    let planned = planned(robot);
    for pair in &mut pairs {
        let [a, b] = pair.bodies.map(|body| scene.bodies[body].name.as_str());
        pair.planned = planned.get(&(a, b)).map(|reason| reason.to_string());
    }
    let order = [Kind::Always, Kind::Default, Kind::Sometimes, Kind::Adjacent, Kind::Never];
    let rank = |kind: Kind| order.iter().position(|other| *other == kind);
    pairs.sort_by_key(|of| (rank(of.kind), std::cmp::Reverse(of.touching), of.bodies));
    let worst = worst.map(|(count, sample)| (asked.places(sample), count));
    Ok(Report { samples, pairs, drawn: asked.drawn, worst })
}

/// Whether no joint that can be set is between two links: what one hangs on and the other does not.
fn rests(scene: &FileScene, bodies: Pair) -> bool {
    let [a, b] = bodies.map(|body| scene.joints.chain(scene.bodies[body].joint));
    let common = a.iter().zip(&b).take_while(|(p, q)| p == q).count();
    let moves = |&joint: &usize| {
        scene.joints.all()[joint].follows.is_none_or(|follows| follows.joint != joint)
    };
    !a[common..].iter().chain(&b[common..]).any(moves)
}

/// Why the planning file disables a pair, by the names of its links in either order.
fn planned(robot: &Robot) -> HashMap<(&str, &str), &str> {
    let mut reasons = HashMap::new();
    for pair in &robot.disabled {
        let [a, b] = pair.links.each_ref().map(String::as_str);
        reasons.insert((a, b), pair.reason.as_str());
        reasons.insert((b, a), pair.reason.as_str());
    }
    reasons
}
