//! The meetings of a scene in motion as a table, JSON, CSV and lines of JSON.

use crate::arguments::Sweep;
use crate::moving::{Met, Report, When};
use crate::output::{
    MOST_ROWS, assumed, colored, csv_head, finite, gap, list, many, notes, number, plain, point,
    quoted, write_document,
};
use anstyle::{AnsiColor, Style};
use osculate::{Bracket, Impact, Space, Vector, Verdict};
use osculate_io::FileScene;
use serde_json::{Value, json};
use std::io::{Result, Write};

fn name<'s, V: Vector>(scene: &'s FileScene<V>, met: &Met<V>, which: usize) -> &'s str {
    &scene.bodies[met.bodies[which]].name
}

/// How two bodies lie to each other, in a word.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Apart => "apart",
        Verdict::Touching => "touching",
        Verdict::Overlapping => "overlapping",
    }
}

fn style<V: Vector>(met: Option<&Met<V>>) -> Style {
    colored(match met.map(|met| &met.when) {
        Some(When::At(_)) => AnsiColor::Red.on_default().bold(),
        Some(When::UnknownAfter(_)) => AnsiColor::Yellow.on_default(),
        None => AnsiColor::Green.on_default(),
    })
}

/// What a row tells of a contact: the distance is less than zero by the depth of bodies that
/// overlap from the start.
struct Row<V: Vector> {
    distance: Bracket<f64>,
    normal: Option<V>,
    on_a: V,
    on_b: V,
}

impl<V: Vector<Scalar = f64>> Row<V> {
    fn of(impact: &Impact<V>) -> Self {
        let Impact { distance, normal, on_a, on_b, .. } = *impact;
        match impact.overlap {
            None => Self { distance, normal, on_a, on_b },
            Some(deep) => {
                let Bracket { lower, value, upper } = deep.depth;
                let distance = Bracket { lower: -upper, value: -value, upper: -lower };
                Self { distance, normal: Some(deep.normal), on_a: deep.on_a, on_b: deep.on_b }
            }
        }
    }
}

pub fn table<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
) -> Result<()> {
    let shown = &report.met[..report.met.len().min(MOST_ROWS)];
    if !shown.is_empty() {
        let width = |which: usize| {
            shown
                .iter()
                .map(|met| plain(name(scene, met, which)).chars().count())
                .max()
                .unwrap_or(0)
                .max(4)
        };
        let (a, b) = (width(0), width(1));
        writeln!(
            out,
            "{:<11} {:<a$}  {:<b$}  {:>12}  {:>12}  {:>12}  {:<27} normal",
            "at first", "a", "b", "apart until", "meet by", "distance", "where, on a"
        )?;
        for met in shown {
            let style = style(Some(met));
            let [a_name, b_name] = [0, 1].map(|which| plain(name(scene, met, which)));
            let Some(impact) = met.impact() else {
                writeln!(
                    out,
                    "{style}{:<11}{style:#} {a_name:<a$}  {b_name:<b$}  {:>12}  {:>12}",
                    "unknown",
                    number(met.lower()),
                    "?"
                )?;
                continue;
            };
            let row = Row::of(impact);
            write!(out, "{style}{:<11}{style:#} {a_name:<a$}  {b_name:<b$}", word(impact.start))?;
            writeln!(
                out,
                "  {:>12}  {:>12}  {:>12}  {:<27} {}",
                number(impact.time.lower),
                number(impact.time.upper),
                gap(&row.distance),
                point(row.on_a),
                row.normal.map_or("-".to_string(), point),
            )?;
        }
        if shown.len() < report.met.len() {
            let more = report.met.len() - shown.len();
            writeln!(out, "… and {more} more (all with --format csv)")?;
        }
        writeln!(out)?;
    }
    notes(out, scene)?;
    let contacts = report.contacts().count();
    let style = style(report.unknown().next().or(report.contacts().next().map(|(met, _)| met)));
    let mut counts = many(contacts, "pair meets", "pairs meet");
    if let Some((_, first)) = report.contacts().next() {
        counts += &format!(", first at {}", number(first.time.lower));
    }
    match report.unknown().count() {
        0 => {}
        unknown => counts += &format!(", {} unknown", many(unknown, "pair", "pairs")),
    }
    match scene.missing().count() {
        0 => {}
        missing => counts += &format!(", {} missing", many(missing, "thing", "things")),
    }
    writeln!(
        out,
        "{style}{counts}{style:#}; {} proved free until {} among {} of which {} ({} with one that \
         moves, {} near by their swept boxes, {} ignored)",
        many(report.free(), "pair", "pairs"),
        report.until,
        many(scene.bodies.len(), "body", "bodies"),
        many(report.moving, "moves", "move"),
        many(report.pairs, "pair", "pairs"),
        report.asked,
        report.ignored
    )
}

fn bracket(of: Bracket<f64>) -> Value {
    json!({ "lower": finite(of.lower), "value": finite(of.value), "upper": finite(of.upper) })
}

/// A contact as JSON has it.
fn contact<V: Space<Scalar = f64>>(
    scene: &FileScene<V>,
    met: &Met<V>,
    impact: &Impact<V>,
) -> Value {
    let row = Row::of(impact);
    json!({
        "a": name(scene, met, 0),
        "b": name(scene, met, 1),
        "start": word(impact.start),
        "time": { "lower": impact.time.lower, "upper": impact.time.upper },
        "distance": bracket(row.distance),
        "on_a": list(row.on_a),
        "on_b": list(row.on_b),
        "normal": row.normal.map(list),
    })
}

fn unknown<V: Vector<Scalar = f64>>(scene: &FileScene<V>, met: &Met<V>) -> Value {
    json!({ "a": name(scene, met, 0), "b": name(scene, met, 1), "unknown_after": met.lower() })
}

pub fn json<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
    how: &Sweep,
) -> Result<()> {
    let missing: Vec<&str> = scene.missing().collect();
    let rows = report.contacts().map(|(met, impact)| contact(scene, met, impact));
    let contacts: Vec<Value> = rows.collect();
    let unknown: Vec<Value> = report.unknown().map(|met| unknown(scene, met)).collect();
    let complete = missing.is_empty() && unknown.is_empty();
    let allowed = unknown.is_empty() && how.input.allow_missing;
    let document = json!({
        "osculate": 1,
        "bodies": scene.bodies.len(),
        "moving": report.moving,
        "until": report.until,
        "stop_at": how.moving.stop_at,
        "tolerance": how.moving.tolerance,
        "clear": contacts.is_empty() && (complete || allowed),
        "complete": complete,
        "contacts": contacts,
        "unknown": unknown,
        "free": report.free(),
        "assumed": assumed(scene),
        "notes": scene.remarks().collect::<Vec<_>>(),
        "missing": missing,
    });
    write_document(out, &document)
}

pub fn ndjson<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
) -> Result<()> {
    report.met.iter().try_for_each(|met| match met.impact() {
        Some(impact) => writeln!(out, "{}", contact(scene, met, impact)),
        None => writeln!(out, "{}", unknown(scene, met)),
    })
}

pub fn csv<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
) -> Result<()> {
    csv_head::<V>(out, "start,a,b,time_lower,time_upper,distance,lower,upper")?;
    for met in &report.met {
        let start = met.impact().map_or("unknown", |impact| word(impact.start));
        let names = [0, 1].map(|which| quoted(name(scene, met, which)));
        write!(out, "{start},{},{},{}", names[0], names[1], met.lower())?;
        // What is not known is empty.
        let Some(impact) = met.impact() else {
            writeln!(out, "{}", ",".repeat(4 + 3 * V::DIM))?;
            continue;
        };
        let Row { distance, normal, on_a, on_b } = Row::of(impact);
        let Bracket { lower, value, upper } = distance;
        write!(out, ",{},{value},{lower},{upper}", impact.time.upper)?;
        list(on_a).into_iter().chain(list(on_b)).try_for_each(|x| write!(out, ",{x}"))?;
        match normal {
            Some(normal) => list(normal).iter().try_for_each(|x| write!(out, ",{x}"))?,
            None => write!(out, "{}", ",".repeat(V::DIM))?,
        }
        writeln!(out)?;
    }
    Ok(())
}
