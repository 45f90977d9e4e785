//! How the first meeting of a pair in motion is found: a page with the looks of the march.

use crate::arguments::Explain;
use crate::moving::{Motions, question};
use crate::output::{filled, finite};
use crate::pairs::{Pair, World};
use crate::save::save;
use crate::shown::{Shown, points_of};
use crate::{CLEAR, output};
use miette::{IntoDiagnostic, Result, miette};
use osculate::scene::BodyId;
use osculate::trace::{Look, Observer, Step};
use osculate::{At, Convex, Encounter, Motion, Moves, Pose, Sweep, Vector, signed_distance};
use osculate_io::{FilePart, FileScene};
use serde_json::{Value, json};

const PAGE: &str = include_str!("march.html");

/// Times at which the distance itself is drawn.
const SAMPLES: u32 = 400;

/// How far the distance is drawn beyond a meeting.
const BEYOND: f64 = 1.5;

/// All looks, as the page wants them.
struct Film<'m, V: Vector> {
    motions: [&'m dyn Moves<V>; 2],
    looks: Vec<Value>,
    shortcut: Option<&'static str>,
}

/// A vector of three numbers, whatever the dimension.
fn triple<V: Vector<Scalar = f64>>(v: V) -> [f64; 3] {
    [0, 1, 2].map(|i| if i < V::DIM { v.get(i) } else { 0.0 })
}

/// The axes of a pose, and its translation.
fn columns<V: Vector<Scalar = f64>>(pose: &Pose<V>) -> [[f64; 3]; 4] {
    let turned = |i: usize| match i < V::DIM {
        true => triple(pose.rotation().apply(V::from_fn(|k| f64::from(u8::from(k == i))))),
        false => [0.0, 0.0, 1.0],
    };
    [turned(0), turned(1), turned(2), triple(pose.translation())]
}

impl<V: Vector<Scalar = f64>> Observer<V> for Film<'_, V> {
    fn step(&mut self, _: Step<'_, V>) {}

    fn shortcut(&mut self, name: &'static str) {
        self.shortcut = Some(name);
    }

    fn look(&mut self, look: Look<V>) {
        self.looks.push(json!({
            "time": look.time,
            "lower": look.lower,
            "upper": look.upper,
            "normal": look.normal.map(triple),
            "ends": [triple(look.on_a), triple(look.on_b)],
            "free": finite(look.free_until),
            "poses": self.motions.map(|motion| columns(&motion.pose(look.time))),
        }));
    }
}

/// So many pairs of parts are asked how near they pass.
const MOST_PAIRS: usize = 4096;

/// The parts to show: those that meet first, or else those that pass the nearest.
fn parts<V: Shown>(
    scene: &FileScene<V>,
    bodies: Pair,
    motions: &Motions<V>,
    sweep: &Sweep<f64>,
) -> Result<Pair> {
    let world = World::of(scene);
    let [a, b] = world.ids(bodies);
    let motion = |id: BodyId| motions.get(id.slot());
    if let Some(met) = world.scene.impact_of(a, b, sweep, motion).into_diagnostic()? {
        return Ok([met.a.part as usize, met.b.part as usize]);
    }
    let rests = Motion::resting(Pose::IDENTITY);
    let moves = bodies.map(|body| moves(motions, body, &rests));
    let [a, b] = bodies.map(|body| scene.bodies[body].body());
    let mut nearest = (f64::INFINITY, [0, 0]);
    if a.part_count().saturating_mul(b.part_count()) > MOST_PAIRS {
        // Of so many those that are nearest at the start.
        let [one, other] = [a.at(Pose::IDENTITY), b.at(Pose::IDENTITY)];
        return Ok(one.closest(&other).parts.map(|part| part as usize));
    }
    for (i, p) in a.parts().enumerate() {
        for (j, q) in b.parts().enumerate() {
            let passed = sweep.closest_approach(&p, moves[0], &q, moves[1]);
            let lower = passed.into_diagnostic()?.distance.lower;
            if lower < nearest.0 {
                nearest = (lower, [i, j]);
            }
        }
    }
    Ok(nearest.1)
}

fn moves<'m, V: Shown>(
    motions: &'m Motions<V>,
    body: usize,
    rests: &'m Motion<V>,
) -> &'m dyn Moves<V> {
    match motions.get(body) {
        Some(motion) => motion,
        None => rests,
    }
}

/// Whether neither motion changes its velocities over the whole time. Then the distance is above
/// the line from each look to the next.
fn is_even<V: Vector<Scalar = f64>>(motions: [&dyn Moves<V>; 2], until: f64) -> bool {
    motions.iter().all(|motion| motion.twist(0.0).is_some_and(|twist| twist.until() >= until))
}

pub fn explain<V: Shown>(
    of: &Explain,
    scene: &FileScene<V>,
    bodies: Pair,
    motions: &Motions<V>,
    eye: &V::Eye,
) -> Result<u8> {
    let sweep = question(&of.moving, motions.until)?;
    let [i, j] = parts(scene, bodies, motions, &sweep)?;
    let [a, b] = bodies.map(|body| &scene.bodies[body]);
    let (Some(p), Some(q)) = (a.convex_part(i), b.convex_part(j)) else {
        return Err(miette!("a body has no parts"));
    };
    let (p, q) = (&p, &q);
    let unbounded = |part: &FilePart<V>| !part.shape.bounds().is_finite();
    if unbounded(p) || unbounded(q) {
        return Err(miette!(
            help = "osculate sweep says when they meet",
            "a half-space has no bounds, and cannot be shown"
        ));
    }
    let rests = Motion::resting(Pose::IDENTITY);
    let moves = bodies.map(|body| moves(motions, body, &rests));
    let mut film = Film { motions: moves, looks: Vec::new(), shortcut: None };
    let found = sweep
        .observed_by(&mut film)
        .time_of_impact(&p.shape, moves[0], &q.shape, moves[1])
        .into_diagnostic()?;
    if film.looks.is_empty() {
        return Err(miette!(
            "the motions are too large for their numbers: there is nothing to show"
        ));
    }
    let until = motions.until;
    // What comes long after a meeting is not shown: the looks would be crowded at the start.
    let shown = match &found {
        Encounter::Hit(hit) if hit.time.lower > 0.0 => (BEYOND * hit.time.lower).min(until),
        _ => until,
    };
    let curve: Vec<[f64; 2]> = (0..=SAMPLES)
        .map(|k| {
            let time = shown * f64::from(k) / f64::from(SAMPLES);
            let [one, other] = moves.map(|motion| motion.pose(time));
            let there = signed_distance(At::new(&p.shape, one), At::new(&q.shape, other));
            [time, there.distance.value]
        })
        .collect();
    let solid = |part: &FilePart<V>| {
        let (points, faces) = V::solid(points_of(part));
        json!({ "points": points, "faces": faces })
    };
    let end = match &found {
        Encounter::Hit(hit) => json!({
            "what": "hit",
            "lower": hit.time.lower,
            "upper": hit.time.upper,
            "distance": [hit.distance.lower, hit.distance.upper],
            "start": format!("{:?}", hit.start).to_lowercase(),
        }),
        Encounter::Missed => json!({ "what": "free" }),
        Encounter::Unknown { lower, .. } => json!({ "what": "unknown", "lower": lower }),
    };
    let data = json!({
        "plane": V::DIM == 2,
        "names": [a.name, b.name],
        "kinds": [p.kind, q.kind],
        "parts": [solid(p), solid(q)],
        "axes": V::axes(eye),
        "until": until,
        "shown": shown,
        "stop": of.moving.stop_at,
        "even": is_even(moves, until),
        "looks": film.looks,
        "curve": curve,
        "end": end,
        "shortcut": film.shortcut,
    });
    save(&of.output, filled(PAGE, &data).as_bytes())?;
    let came_to = match found {
        Encounter::Hit(hit) => format!("they meet at {:.6}", hit.time.lower),
        Encounter::Missed => format!("they do not meet until {until}, which is proved"),
        Encounter::Unknown { lower, .. } => format!("nothing is known after {lower:.6}"),
    };
    let looks = output::many(film.looks.len(), "look", "looks");
    let mut said = format!("{}: {looks} at the pair; {came_to}", of.output.display());
    if let Some(name) = film.shortcut {
        said += &format!("; queries take a shortcut instead: {name}");
    }
    output::print(format!("{said}\n").as_bytes())?;
    of.input.code(scene, false, CLEAR)
}
