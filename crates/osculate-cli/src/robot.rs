//! `robot`: which links of a robot touch in which share of its postures, as a planner wants to know.

use crate::arguments::{Format, Pairs, Robot};
use crate::output::{self, assumed, many, notes, plain, quoted, write_document};
use crate::postures::{self, Kind, Links, Report};
use crate::save::save;
use crate::view::upward;
use crate::{CLEAR, check, picture};
use anstyle::{AnsiColor, Style};
use miette::{IntoDiagnostic, Result, miette};
use osculate_io::{Disabled, FileScene, JointKind};
use serde_json::{Map, Value, json};
use std::io::Write;

pub fn run(of: &Robot) -> Result<u8> {
    let mut scene = of.input.read([&of.file])?;
    let [robot] = scene.robots.as_slice() else {
        return Err(miette!(
            help = "a robot's file is one of URDF or of MJCF, whose name ends in .urdf or .xml",
            "{} holds no robot",
            of.file.display()
        ));
    };
    let robot = robot.clone();
    let report = postures::report(&scene, &robot, of.samples as usize, of.threads)?;
    told_joints(&mut scene, of);
    told_loose(&mut scene, &report, of);
    of.input.check_strictly(&scene)?;
    // Nothing is printed before all is written: an answer whose file is missing is none.
    if let Some(output) = &of.output {
        // Who plans by the file does not see the exit code: what is missing may touch anything.
        if !of.input.allow_missing {
            of.input.code(&scene, false, CLEAR)?;
        }
        let links: Vec<String> = scene.bodies.iter().map(|body| body.name.clone()).collect();
        let text =
            osculate_io::planned(&robot, &links, &disabled(&scene, &report), &of.input.options()?)?;
        save(output, text.as_bytes())?;
    }
    if let Some(output) = &of.picture {
        draw(of, &scene, &report, output)?;
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match of.format {
        Format::Table => table(&mut out, &scene, &report, of),
        Format::Json => json(&mut out, &scene, &report, &robot.name),
        Format::Csv => csv(&mut out, &scene, &report),
        Format::Ndjson => ndjson(&mut out, &scene, &report),
    }
    .and_then(|()| out.flush())
    .map_err(output::Unprinted::from)?;
    let is_told = matches!(of.format, Format::Table | Format::Json);
    of.input.code(&scene, is_told, CLEAR)
}

/// Notes of joints that have no limits, where they matter.
fn told_joints(scene: &mut FileScene, of: &Robot) {
    let mut told: [Vec<&str>; 2] = [Vec::new(), Vec::new()];
    for (_, joint) in scene.joints.free().filter(|(_, joint)| joint.limits.is_none()) {
        told[usize::from(joint.kind == JointKind::Sliding)].push(&joint.name);
    }
    let what = [
        "each joint that turns without limits is drawn from a whole turn",
        "each joint that slides without limits stays where it is",
    ];
    let path = of.file.display();
    let texts = told.iter().zip(what).filter(|(names, _)| !names.is_empty());
    let texts: Vec<String> =
        texts.map(|(names, what)| format!("{path}: {what}: {}", names.join(", "))).collect();
    let kind = osculate_io::NoteKind::Remark;
    scene.notes.extend(texts.into_iter().map(|text| osculate_io::Note { kind, text }));
}

/// A note of pairs that were asked in one place only of a joint that moves as it likes.
fn told_loose(scene: &mut FileScene, report: &Report, of: &Robot) {
    let is_asked = |pair: &&Links| pair.is_loose && pair.kind != Kind::Adjacent;
    let count = report.pairs.iter().filter(is_asked).count();
    if count > 0 {
        let joints = scene.joints.loose().join(", ");
        let pairs = many(count, "pair of links is", "pairs of links are");
        let what = "asked only where these joints stand, and a planner must check";
        let them = if count == 1 { "it" } else { "them" };
        let text = format!("{}: {pairs} {what} {them}: {joints}", of.file.display());
        scene.notes.push(osculate_io::Note { kind: osculate_io::NoteKind::Remark, text });
    }
}

/// The pairs that a planner need not check, as planning files have them.
fn disabled(scene: &FileScene, report: &Report) -> Vec<Disabled> {
    let mut pairs: Vec<&Links> = report.pairs.iter().collect();
    pairs.sort_by_key(|pair| pair.bodies);
    let disabled = |pair: &Links| {
        let links = pair.bodies.map(|body| scene.bodies[body].name.clone());
        Some(Disabled { links, reason: pair.reason()?.to_string() })
    };
    pairs.into_iter().filter_map(disabled).collect()
}

/// The worst posture, with the pairs that touch in it and not always.
fn draw(of: &Robot, scene: &FileScene, report: &Report, output: &std::path::Path) -> Result<()> {
    let places = report.worst.as_ref().map_or_else(|| scene.joints.places(), |(at, _)| at.clone());
    let mut shown = scene.with_joints(&places).into_diagnostic()?;
    let others = report.pairs.iter().filter(|pair| pair.kind != Kind::Sometimes);
    shown.ignored = others.map(|pair| names(scene, pair).map(str::to_string)).collect();
    let how = Pairs { threads: of.threads, ..Pairs::default() };
    let found = check::report(&shown, &how, false)?;
    picture::write(output, &shown, &found, upward(&of.input.named([&of.file])))
}

fn style(kind: Kind) -> Style {
    output::colored(match kind {
        Kind::Always => AnsiColor::Red.on_default().bold(),
        Kind::Default | Kind::Sometimes => AnsiColor::Yellow.on_default(),
        Kind::Adjacent | Kind::Never => AnsiColor::Green.on_default(),
    })
}

fn names<'s>(scene: &'s FileScene, pair: &Links) -> [&'s str; 2] {
    pair.bodies.map(|body| scene.bodies[body].name.as_str())
}

/// How often two links touch, in a few words.
fn share(pair: &Links, samples: usize) -> String {
    match (pair.kind, pair.is_rigid) {
        (Kind::Adjacent, _) => "not asked".into(),
        (Kind::Always | Kind::Never, true) => "proved".into(),
        _ => format!("{} of {samples}", pair.touching),
    }
}

/// Where the joints stand that follow none, by name.
fn posture(scene: &FileScene, places: &[f64]) -> Vec<(String, f64)> {
    scene.joints.free().map(|(k, joint)| (joint.name.clone(), places[k])).collect()
}

/// A posture as the options of a command have it.
fn said(scene: &FileScene, places: &[f64]) -> String {
    let all = posture(scene, places);
    let said: Vec<String> =
        all.iter().map(|(name, at)| format!("--joint {}={at}", plain(name))).collect();
    said.join(" ")
}

/// A share of postures of which one of twenty runs sees nothing: what touches that rarely may be
/// missed. Of n postures that all miss it, (1 − share)ⁿ is a twentieth.
fn unseen(samples: usize) -> f64 {
    1.0 - 0.05_f64.powf(1.0 / samples.max(1) as f64)
}

fn table(
    out: &mut impl Write,
    scene: &FileScene,
    report: &Report,
    of: &Robot,
) -> std::io::Result<()> {
    let shown = &report.pairs[..report.pairs.len().min(output::MOST_ROWS)];
    let width = |which: usize| {
        let lengths = shown.iter().map(|pair| plain(names(scene, pair)[which]).chars().count());
        lengths.max().unwrap_or(0).max(4)
    };
    let (a, b) = (width(0), width(1));
    let has_plan = report.pairs.iter().any(|pair| pair.planned.is_some());
    let head = if has_plan { "in its SRDF" } else { "" };
    let line = format!("{:<10} {:<a$}  {:<b$}  {:>16}  {head}", "touch", "a", "b", "postures");
    writeln!(out, "{}", line.trim_end())?;
    for pair in shown {
        let (style, [one, other]) = (style(pair.kind), names(scene, pair).map(plain));
        let (name, share) = (pair.kind.name(), share(pair, report.samples));
        let planned = plain(pair.planned.as_deref().unwrap_or(""));
        let line = format!("{one:<a$}  {other:<b$}  {share:>16}  {planned}");
        writeln!(out, "{style}{name:<10}{style:#} {}", line.trim_end())?;
    }
    if shown.len() < report.pairs.len() {
        let more = report.pairs.len() - shown.len();
        writeln!(out, "… and {more} more (all with --format csv)")?;
    }
    writeln!(out)?;
    notes(out, scene)?;
    for pair in report.pairs.iter().filter(|pair| pair.kind == Kind::Sometimes) {
        if let (Some(reason), Some(places)) = (&pair.planned, &pair.posture) {
            let [a, b] = names(scene, pair).map(plain);
            let at = said(scene, places);
            writeln!(out, "note: the SRDF disables {a} and {b} as {reason:?}; they touch at {at}")?;
        }
    }
    if let Some((places, count)) = &report.worst {
        let (file, at) = (of.file.display(), said(scene, places));
        let pairs = many(*count, "pair touches", "pairs touch");
        writeln!(out, "worst posture: {pairs}: osculate check {file} {at}")?;
    }
    let sampled = report.pairs.iter().any(|pair| pair.kind == Kind::Never && !pair.is_rigid);
    if sampled {
        let (n, part) = (report.samples, 100.0 * unseen(report.samples));
        writeln!(
            out,
            "never in {n} postures is no proof: a pair that touches in {part:.2} % of all is missed \
             in one run of twenty"
        )?;
    }
    if report.count(Kind::Default) > 0 {
        writeln!(out, "default: they touch where the robot stands if no joint is set")?;
    }
    let counts = [Kind::Always, Kind::Default, Kind::Sometimes, Kind::Adjacent, Kind::Never];
    let counts = counts.map(|kind| format!("{} {}", report.count(kind), kind.name())).join(", ");
    writeln!(
        out,
        "{counts} among {} of {} and {} in {}",
        many(report.pairs.len(), "pair", "pairs"),
        many(scene.bodies.len(), "link", "links"),
        many(report.drawn.len(), "joint", "joints"),
        many(report.samples, "posture", "postures")
    )
}

fn places(scene: &FileScene, places: &[f64]) -> Value {
    let all = posture(scene, places).into_iter();
    Value::Object(all.map(|(name, at)| (name, json!(at))).collect::<Map<_, _>>())
}

fn row(scene: &FileScene, report: &Report, pair: &Links) -> Value {
    let [a, b] = names(scene, pair);
    let is_asked = pair.kind != Kind::Adjacent;
    let share = pair.touching as f64 / report.samples as f64;
    json!({
        "a": a,
        "b": b,
        "touch": pair.kind.name(),
        "share": is_asked.then_some(share),
        "proved": pair.is_rigid && is_asked,
        "loose": pair.is_loose,
        "reason": pair.reason(),
        "planned": pair.planned,
        "posture": pair.posture.as_ref().map(|at| places(scene, at)),
    })
}

fn json(
    out: &mut impl Write,
    scene: &FileScene,
    report: &Report,
    robot: &str,
) -> std::io::Result<()> {
    let missing: Vec<&str> = scene.missing().collect();
    let joints = report.drawn.iter().map(|(joint, [lower, upper])| {
        let name = &scene.joints.all()[*joint].name;
        json!({ "name": name, "lower": lower, "upper": upper })
    });
    let worst = report
        .worst
        .as_ref()
        .map(|(at, count)| json!({ "touching": count, "posture": places(scene, at) }));
    let document = json!({
        "osculate": 1,
        "robot": robot,
        "links": scene.bodies.len(),
        "joints": joints.collect::<Vec<_>>(),
        "samples": report.samples,
        "unseen": unseen(report.samples),
        "pairs": report.pairs.iter().map(|pair| row(scene, report, pair)).collect::<Vec<_>>(),
        "worst": worst,
        "complete": missing.is_empty(),
        "assumed": assumed(scene),
        "notes": scene.remarks().collect::<Vec<_>>(),
        "missing": missing,
    });
    write_document(out, &document)
}

fn ndjson(out: &mut impl Write, scene: &FileScene, report: &Report) -> std::io::Result<()> {
    report.pairs.iter().try_for_each(|pair| writeln!(out, "{}", row(scene, report, pair)))
}

fn csv(out: &mut impl Write, scene: &FileScene, report: &Report) -> std::io::Result<()> {
    writeln!(out, "touch,a,b,touching,samples,proved,reason,planned")?;
    report.pairs.iter().try_for_each(|pair| {
        let [a, b] = names(scene, pair).map(quoted);
        let is_asked = pair.kind != Kind::Adjacent;
        let (touching, samples) = match is_asked {
            true => (pair.touching.to_string(), report.samples.to_string()),
            false => (String::new(), String::new()),
        };
        let (reason, proved) = (pair.reason().unwrap_or(""), pair.is_rigid && is_asked);
        let planned = quoted(pair.planned.as_deref().unwrap_or(""));
        let name = pair.kind.name();
        writeln!(out, "{name},{a},{b},{touching},{samples},{proved},{reason},{planned}")
    })
}
