//! Casts, times of impact and rays: boxes, plates, rods and hulls that pass near each other in a
//! step of time, beside parry and Box3D.
//!
//! Misses stand beside the times. Cases are clear: the bodies overlap soon after they meet by
//! `CLEAR`, or are never so near.

use crate::contenders::box3d;
use crate::contenders::moving::{self, Body, Form, Pair, Ray, Rays};
use crate::harness::{Case, Contender, Options, Row, Run, measure};
use crate::random::Random;
use osculate::{DVec3, Motion, Place, Sweep, signed_distance};

/// Bodies overlap so much a twentieth of the step after they meet, or are so far apart.
const CLEAR: f64 = 5e-3;

/// A time is late if it is later than contact by this share of the step.
const LATE: f64 = 2e-3;

#[derive(Clone, Copy)]
struct Family {
    class: &'static str,
    /// Vertices, or 0.
    size: usize,
    spin: [f64; 2],
}

const fn family(class: &'static str, size: usize, spin: [f64; 2]) -> Family {
    Family { class, size, spin }
}

const STRAIGHT: [Family; 5] = [
    family("boxes", 0, [0.0; 2]),
    family("plates", 0, [0.0; 2]),
    family("hulls", 8, [0.0; 2]),
    family("hulls", 64, [0.0; 2]),
    family("hulls", 256, [0.0; 2]),
];

const TURNING: [Family; 7] = [
    family("boxes", 0, [0.3, 1.5]),
    family("plates", 0, [0.2, 1.5]),
    family("rod past pin", 0, [0.2, 1.5]),
    family("rod of many turns", 0, [6.0, 30.0]),
    family("hulls", 8, [0.3, 1.5]),
    family("hulls", 64, [0.3, 1.5]),
    family("hulls", 256, [0.3, 1.5]),
];

/// Both forms.
fn forms(family: Family, random: &mut Random) -> [Form; 2] {
    let mut hull = || {
        let half = |x: f64| (0.5 * x) as f32;
        Form::Hull((0..family.size).map(|_| random.direction().map(half)).collect())
    };
    match family.class {
        "hulls" => [hull(), hull()],
        "plates" => [Form::Box([0.4, 0.4, 0.01]), Form::Box([2.0, 2.0, 0.01])],
        "boxes" => {
            let mut half = || [0; 3].map(|_| (0.2 + 0.4 * random.unit()) as f32);
            [Form::Box(half()), Form::Box(half())]
        }
        _ => [Form::Box([1.0, 0.02, 0.02]), Form::Box([0.02, 0.02, 0.5])],
    }
}

fn spin(random: &mut Random, [low, high]: [f64; 2]) -> [f32; 3] {
    let rate = low + (high - low) * random.unit();
    random.direction().map(|x| (x * rate) as f32)
}

/// A pair that passes at some time, and how near.
fn pair(family: Family, random: &mut Random) -> Pair {
    let [first, second] = forms(family, random);
    let mut turn = || random.quaternion().map(|x| x as f32);
    let turns = [turn(), turn()];
    let speed = if family.class == "plates" {
        5.0 + 95.0 * random.unit()
    } else {
        1.0 + 5.0 * random.unit()
    };
    let many = family.class == "rod of many turns";
    let speed = if many { 0.2 } else { speed };
    let (way, time) = (random.direction(), 0.1 + 0.8 * random.unit());
    let (near, miss) =
        (random.direction(), if many { 0.3 + 0.9 * random.unit() } else { random.unit() });
    let at = [0, 1, 2].map(|i| (way[i] * speed * time + near[i] * miss) as f32);
    let turns_too = family.class != "rod past pin" && !many;
    let second_spin = if turns_too { spin(random, family.spin) } else { [0.0; 3] };
    let velocity = way.map(|x| (x * speed) as f32);
    let first = Body {
        form: first,
        turn: turns[0],
        at: [0.0; 3],
        velocity,
        spin: spin(random, family.spin),
    };
    let second = Body { form: second, turn: turns[1], at, velocity: [0.0; 3], spin: second_spin };
    Pair([first, second])
}

/// When the bodies meet, or never; `None` if the case is not clear.
fn truth(pair: &Pair) -> Option<f64> {
    let shapes = pair.0.each_ref().map(|body| moving::shape::<DVec3>(&body.form));
    let motions: [Motion<DVec3>; 2] = pair.0.each_ref().map(moving::motion);
    let sweep = Sweep::default().with_tolerance(1e-9).ok()?;
    let answer = sweep.time_of_impact(&shapes[0], &motions[0], &shapes[1], &motions[1]).ok()?;
    if let Some(hit) = answer.hit() {
        let (time, after) = (hit.time.lower, (hit.time.lower + 0.05).min(1.0));
        let [p, q] = [0, 1].map(|i| motions[i].pose_at(after).ok());
        let deep = signed_distance(shapes[0].at(p?), shapes[1].at(q?)).distance.upper;
        return (time > 0.0 && deep < -CLEAR).then_some(time);
    }
    let near =
        Sweep::default().closest_approach(&shapes[0], &motions[0], &shapes[1], &motions[1]).ok()?;
    (near.distance.lower > CLEAR).then_some(f64::INFINITY)
}

fn pairs(family: Family, count: usize) -> (Vec<Pair>, Vec<f64>) {
    let mut random = Random(34 + family.size as u64);
    let (mut pairs, mut truths) = (Vec::new(), Vec::new());
    while pairs.len() < count {
        let pair = pair(family, &mut random);
        if let Some(time) = truth(&pair) {
            pairs.push(pair);
            truths.push(time);
        }
    }
    (pairs, truths)
}

/// Times them, and counts what they miss and what they find too late.
fn row(
    (class, size): (&str, usize),
    query: &'static str,
    runs: Vec<(&'static str, Run<'_>)>,
    truths: &[f64],
    options: &Options,
) -> Row {
    let mut contenders: Vec<Contender<'_>> = runs
        .into_iter()
        .filter(|(name, _)| options.wants(name))
        .map(|(name, run)| Contender { name, run, judged: true })
        .collect();
    let order: Vec<u32> = (0..truths.len() as u32).collect();
    let faults: Vec<[usize; 2]> = contenders
        .iter_mut()
        .map(|contender| {
            let mut answers = vec![f64::NAN; truths.len()];
            (contender.run)(&order, &mut answers);
            let both = || answers.iter().zip(truths);
            let missed = both().filter(|(answer, truth)| !answer.is_finite() && truth.is_finite());
            let late = both().filter(|(answer, truth)| {
                answer.is_finite() && **answer > **truth + LATE
                    || answer.is_finite() && !truth.is_finite()
            });
            [late.count(), missed.count()]
        })
        .collect();
    let mut cells = measure(&mut contenders, truths.len(), options.rounds, None, truths);
    for (cell, [wrong, missing]) in cells.iter_mut().zip(faults) {
        (cell.wrong, cell.missing) = (wrong, missing);
    }
    Row { suite: "motion", class: class.to_string(), size, query, cells }
}

fn straight(family: Family, options: &Options) -> Vec<Row> {
    let (pairs, truths) = pairs(family, options.pairs.min(200));
    let runs = vec![("ours", moving::our_casts(&pairs)), ("parry", moving::parry_casts(&pairs))];
    vec![row((family.class, family.size), "cast", runs, &truths, options)]
}

fn turning(family: Family, options: &Options) -> Vec<Row> {
    let (pairs, truths) = pairs(family, options.pairs.min(200));
    let mut runs = impacts(&pairs);
    // It stops 5 mm before contact, which ours may too.
    if let Some(run) = box3d::impacts(&pairs) {
        let coarse = Sweep::default().with_tolerance(5e-3).unwrap();
        runs.push(("ours 5 mm", moving::our_impacts(&pairs, coarse)));
        runs.push(("box3d", run));
    }
    vec![row((family.class, family.size), "impact", runs, &truths, options)]
}

fn impacts(pairs: &[Pair]) -> Vec<(&'static str, Run<'_>)> {
    let ours = moving::our_impacts(pairs, Sweep::default());
    vec![("ours", ours), ("parry", moving::parry_impacts(pairs))]
}

/// Bodies that never come near each other.
fn apart(options: &Options) -> Vec<Row> {
    let mut random = Random(35);
    let pairs: Vec<Pair> = (0..options.pairs.min(200))
        .map(|_| {
            let mut pair = pair(TURNING[4], &mut random);
            let away = random.direction().map(|x| (20.0 + 10.0 * x) as f32);
            pair.0[1].at = away;
            pair
        })
        .collect();
    let truths = vec![f64::INFINITY; pairs.len()];
    let casts = vec![("ours", moving::our_casts(&pairs)), ("parry", moving::parry_casts(&pairs))];
    vec![
        row(("far away", 8), "cast", casts, &truths, options),
        row(("far away", 8), "impact", impacts(&pairs), &truths, options),
    ]
}

fn rays(size: usize, options: &Options) -> Vec<Row> {
    let mut random = Random(36);
    let count = options.pairs.min(500);
    let mut hull = || (0..size).map(|_| random.direction().map(|x| x as f32)).collect();
    let hulls: Vec<Vec<[f32; 3]>> = (0..16).map(|_| hull()).collect();
    let rays = (0..count)
        .map(|_| {
            let way = random.direction();
            let near = random.direction().map(|x| x * 1.1 * random.unit());
            let from = [0, 1, 2].map(|i| (near[i] - way[i] * 4.0) as f32);
            let turn = random.quaternion().map(|x| x as f32);
            Ray { hull: random.below(16), turn, from, way: way.map(|x| (x * 8.0) as f32) }
        })
        .collect();
    let workload = Rays { hulls, rays };
    let truths = moving::ray_truths(&workload);
    let runs =
        vec![("ours", moving::our_rays(&workload)), ("parry", moving::parry_rays(&workload))];
    vec![row(("rays at hulls", size), "ray", runs, &truths, options)]
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for family in STRAIGHT {
        let label = format!("{} {} cast", family.size, family.class);
        cases.push(Case { label, run: Box::new(move |options| straight(family, options)) });
    }
    for family in TURNING {
        let label = format!("{} {} impact", family.size, family.class);
        cases.push(Case { label, run: Box::new(move |options| turning(family, options)) });
    }
    cases.push(Case { label: "far away".into(), run: Box::new(apart) });
    for size in [20, 256] {
        let label = format!("{size} rays");
        cases.push(Case { label, run: Box::new(move |options| rays(size, options)) });
    }
    cases
}
