//! Reports as tables, JSON, CSV and lines of JSON.

use crate::arguments::Pairs;
use crate::report::{Found, Report, Verdict};
use anstyle::{AnsiColor, Style};
use osculate::{Bracket, Space, Vector, contact};
use osculate_io::{FileScene, PartOf};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{IsTerminal, Result, Write};

/// A colour, if a person looks.
pub fn colored(style: Style) -> Style {
    let plain = !std::io::stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some();
    if plain { Style::new() } else { style }
}

fn style(verdict: Verdict) -> Style {
    colored(match verdict {
        Verdict::Clash => AnsiColor::Red.on_default().bold(),
        Verdict::MayClash => AnsiColor::Magenta.on_default().bold(),
        Verdict::Contact => AnsiColor::Yellow.on_default(),
        Verdict::Near => AnsiColor::Cyan.on_default(),
        Verdict::Clear => AnsiColor::Green.on_default(),
    })
}

/// An answer that could not be printed.
#[derive(Debug)]
pub struct Unprinted(std::io::Error);

impl Unprinted {
    /// Whether the reader went away, as `head` does when it has enough.
    pub fn is_unwanted(&self) -> bool {
        self.0.kind() == std::io::ErrorKind::BrokenPipe
    }
}

impl From<std::io::Error> for Unprinted {
    fn from(error: std::io::Error) -> Self {
        Self(error)
    }
}

impl std::fmt::Display for Unprinted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot print: {}", self.0)
    }
}

impl std::error::Error for Unprinted {}
impl miette::Diagnostic for Unprinted {}

/// Prints to who runs the program. The macros for it panic where nobody reads.
pub fn print(text: &[u8]) -> miette::Result<()> {
    let mut out = std::io::stdout().lock();
    Ok(out.write_all(text).and_then(|()| out.flush()).map_err(Unprinted)?)
}

/// Rows of a table for people; all rows stand in the other formats.
pub const MOST_ROWS: usize = 200;

/// Six digits, without an exponent while that is readable.
pub fn number(x: f64) -> String {
    let magnitude = x.abs();
    if magnitude == 0.0 || (1e-4..1e6).contains(&magnitude) {
        format!("{x:.6}")
    } else {
        format!("{x:.3e}")
    }
}

/// A distance; 0 if it may be zero for all that its bracket says.
pub fn gap(distance: &Bracket<f64>) -> String {
    number(if distance.contains(0.0) { 0.0 } else { distance.value })
}

/// Four digits. What rounds to zero has no sign.
pub fn short(x: f64) -> String {
    let text = format!("{x:.4}");
    if text == "-0.0000" { text[1..].into() } else { text }
}

/// The coordinates, two or three.
pub fn list<V: Vector<Scalar = f64>>(v: V) -> Vec<f64> {
    (0..V::DIM).map(|i| v.get(i)).collect()
}

pub fn point<V: Vector<Scalar = f64>>(p: V) -> String {
    let numbers: Vec<String> = list(p).iter().map(|x| short(*x)).collect();
    format!("({})", numbers.join(", "))
}

pub fn name<'s, V: Vector>(scene: &'s FileScene<V>, found: &Found<V>, which: usize) -> &'s str {
    &scene.bodies[found.bodies[which]].name
}

/// Text from a file, as people read it: a line that ends or a colour that begins in it is written
/// out, as `\n` and `\u{1b}`.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let written = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.into() };
    text.chars().map(written).collect()
}

/// A body's name in a table.
fn shown_name<'s, V: Vector>(
    scene: &'s FileScene<V>,
    found: &Found<V>,
    which: usize,
) -> Cow<'s, str> {
    plain(name(scene, found, which))
}

/// So many of a thing.
pub fn many(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

pub fn table<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
    how: &Pairs,
) -> Result<()> {
    if !report.found.is_empty() {
        let shown = &report.found[..report.found.len().min(MOST_ROWS)];
        let width = |which: usize| {
            shown
                .iter()
                .map(|f| shown_name(scene, f, which).chars().count())
                .max()
                .unwrap_or(0)
                .max(4)
        };
        let (a, b) = (width(0), width(1));
        let verdicts = shown.iter().map(|f| f.verdict.name().len()).max().unwrap_or(0).max(8);
        writeln!(
            out,
            "{:<verdicts$} {:<a$}  {:<b$}  {:>12}  {:<27} normal",
            "verdict", "a", "b", "distance", "where, on a"
        )?;
        for found in shown {
            let style = style(found.verdict);
            let known = if report.is_known(found) { "  known" } else { "" };
            writeln!(
                out,
                "{style}{:<verdicts$}{style:#} {:<a$}  {:<b$}  {:>12}  {:<27} {}{known}",
                found.verdict.name(),
                shown_name(scene, found, 0),
                shown_name(scene, found, 1),
                gap(&found.answer.distance),
                point(found.answer.on_a),
                point(found.answer.normal),
            )?;
        }
        if shown.len() < report.found.len() {
            writeln!(
                out,
                "… and {} more (all with --format csv)",
                report.found.len() - shown.len()
            )?;
        }
        writeln!(out)?;
    }
    for ([a, b], verdict) in report.known.iter().flat_map(|known| &known.gone) {
        writeln!(out, "gone: {}, {}: {}", plain(a), plain(b), verdict.name())?;
    }
    notes(out, scene)?;
    let fails = report.fails(how);
    let worst = match () {
        _ if report.count(Verdict::Clash) > 0 && fails => Verdict::Clash,
        _ if fails => Verdict::Near,
        _ if scene.missing().next().is_some() => Verdict::Contact,
        _ => Verdict::Clear,
    };
    let style = style(worst);
    let mut counts = format!(
        "{}, {}",
        many(report.count(Verdict::Clash), "clash", "clashes"),
        many(report.count(Verdict::Contact), "contact", "contacts")
    );
    match report.count(Verdict::MayClash) {
        0 => {}
        more => counts += &format!(", {more} that may clash"),
    }
    if how.clearance > 0.0 {
        counts += &format!(", {} nearer than {}", report.count(Verdict::Near), how.clearance);
    }
    if let Some(known) = &report.known {
        let new = report.found.iter().filter(|found| !known.pairs.contains(&found.bodies));
        counts += &format!(", {} new, {} gone", new.count(), known.gone.len());
    }
    match scene.missing().count() {
        0 => {}
        1 => counts += ", 1 thing missing",
        more => counts += &format!(", {more} things missing"),
    }
    writeln!(
        out,
        "{style}{counts}{style:#} among {} ({}, {} near by their boxes, {} ignored)",
        many(scene.bodies.len(), "body", "bodies"),
        many(report.pairs, "pair", "pairs"),
        report.asked,
        report.ignored
    )
}

/// Bodies of which the same is assumed, as many as a line names.
const MOST_NAMED: usize = 3;

/// What was assumed and left out, a line each. What is assumed of several bodies is one line.
pub fn notes<V: Vector>(out: &mut impl Write, scene: &FileScene<V>) -> Result<()> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut assumed: Vec<(&str, Vec<&str>)> = Vec::new();
    for body in &scene.bodies {
        for text in &body.assumed {
            let place = *places.entry(text).or_insert_with(|| {
                assumed.push((text, Vec::new()));
                assumed.len() - 1
            });
            assumed[place].1.push(&body.name);
        }
    }
    for (text, names) in assumed {
        let text = plain(text);
        if let [name] = names[..] {
            writeln!(out, "assumed: {}: {text}", plain(name))?;
            continue;
        }
        let told = names[..names.len().min(MOST_NAMED)].join(", ");
        let told = plain(&told);
        let more = match names.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more; --format json lists them"),
        };
        writeln!(out, "assumed of {} bodies: {text} ({told}{more})", names.len())?;
    }
    for remark in scene.remarks() {
        writeln!(out, "note: {}", plain(remark))?;
    }
    scene.missing().try_for_each(|missing| writeln!(out, "missing: {}", plain(missing)))
}

fn row<V: Space<Scalar = f64>>(
    scene: &FileScene<V>,
    report: &Report<V>,
    found: &Found<V>,
) -> Value {
    let answer = &found.answer;
    let mut row = json!({
        "a": name(scene, found, 0),
        "b": name(scene, found, 1),
        "verdict": found.verdict.name(),
        "distance": {
            "lower": finite(answer.distance.lower),
            "value": finite(answer.distance.value),
            "upper": finite(answer.distance.upper),
        },
        "on_a": list(answer.on_a),
        "on_b": list(answer.on_b),
        "normal": list(answer.normal),
    });
    if report.known.is_some() {
        row["known"] = report.is_known(found).into();
    }
    row
}

/// JSON has no infinity.
pub fn finite(x: f64) -> Value {
    if x.is_finite() { json!(x) } else { Value::Null }
}

/// What was assumed of bodies, as JSON has it.
pub fn assumed<V: Vector>(scene: &FileScene<V>) -> Vec<Value> {
    let of = scene.bodies.iter().filter(|body| !body.assumed.is_empty());
    of.map(|body| json!({ "body": body.name, "assumed": body.assumed })).collect()
}

/// A name as CSV has it.
pub fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

pub fn json<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
    how: &Pairs,
    allow_missing: bool,
) -> Result<()> {
    let missing: Vec<&str> = scene.missing().collect();
    let rows: Vec<Value> = report.found.iter().map(|found| row(scene, report, found)).collect();
    let mut document = json!({
        "osculate": 1,
        "bodies": scene.bodies.len(),
        "clearance": how.clearance,
        "allow": how.allow,
        "clear": !report.fails(how) && (missing.is_empty() || allow_missing),
        "complete": missing.is_empty(),
        "pairs": rows,
        "assumed": assumed(scene),
        "notes": scene.remarks().collect::<Vec<_>>(),
        "missing": missing,
    });
    if let Some(known) = &report.known {
        let gone = known.gone.iter();
        let gone = gone.map(|([a, b], was)| json!({ "a": a, "b": b, "verdict": was.name() }));
        document["gone"] = gone.collect::<Vec<_>>().into();
    }
    write_document(out, &document)
}

/// One document, for programs and to be read.
pub fn write_document(out: &mut impl Write, document: &Value) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    writeln!(out)
}

pub fn ndjson<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
) -> Result<()> {
    report.found.iter().try_for_each(|found| writeln!(out, "{}", row(scene, report, found)))
}

/// The line of names: some columns, and then the points and the normal.
pub fn csv_head<V: Space>(out: &mut impl Write, columns: &str) -> Result<()> {
    write!(out, "{columns}")?;
    for what in ["on_a", "on_b", "normal"] {
        "xyz".chars().take(V::DIM).try_for_each(|axis| write!(out, ",{what}_{axis}"))?;
    }
    writeln!(out)
}

pub fn csv<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    report: &Report<V>,
) -> Result<()> {
    let columns = if report.known.is_some() { "known," } else { "" };
    csv_head::<V>(out, &format!("{columns}verdict,a,b,distance,lower,upper"))?;
    for found in &report.found {
        let answer = &found.answer;
        let bracket = answer.distance;
        if report.known.is_some() {
            write!(out, "{},", report.is_known(found))?;
        }
        write!(
            out,
            "{},{},{},{},{},{}",
            found.verdict.name(),
            quoted(name(scene, found, 0)),
            quoted(name(scene, found, 1)),
            bracket.value,
            bracket.lower,
            bracket.upper
        )?;
        for v in [answer.on_a, answer.on_b, answer.normal] {
            list(v).iter().try_for_each(|x| write!(out, ",{x}"))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// All that the library knows of one pair.
pub fn details<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    scene: &FileScene<V>,
    found: &Found<V>,
) -> Result<()> {
    let answer = &found.answer;
    let part = |which: usize| {
        let body = &scene.bodies[found.bodies[which]];
        let what = match body.part_of(found.parts[which]) {
            Some(PartOf::Triangle(mesh, triangle)) => {
                let mesh = &body.meshes[mesh];
                let kind = if mesh.is_solid { "solid" } else { "surface" };
                format!("triangle {} of {} of a {kind}", triangle + 1, mesh.triangles.len())
            }
            Some(PartOf::Part(part)) if body.parts.len() > 1 => {
                format!("{}, part {} of {}", body.parts[part].kind, part + 1, body.parts.len())
            }
            Some(PartOf::Part(part)) => body.parts[part].kind.to_string(),
            None => String::new(),
        };
        format!("{} ({what})", plain(&body.name))
    };
    let style = style(found.verdict);
    writeln!(out, "{} and {}", part(0), part(1))?;
    writeln!(out, "  verdict   {style}{}{style:#}", found.verdict.name())?;
    writeln!(out, "  distance  {}", gap(&answer.distance))?;
    writeln!(
        out,
        "  bracket   {:e} to {:e}, {:.1e} wide",
        answer.distance.lower,
        answer.distance.upper,
        answer.distance.width()
    )?;
    writeln!(
        out,
        "  normal    {}, from {} to {}",
        point(answer.normal),
        shown_name(scene, found, 0),
        shown_name(scene, found, 1)
    )?;
    writeln!(out, "  on a      {}", point(answer.on_a))?;
    writeln!(out, "  on b      {}", point(answer.on_b))?;
    let calls = many(answer.steps as usize, "support call", "support calls");
    writeln!(out, "  found in  {calls} of each, {:?}", answer.ended)?;
    let slope = answer.gradient(answer.on_a, answer.on_b);
    writeln!(out, "  moving b along {} parts them fastest", point(slope.translation_b))?;
    let part = |k: usize| scene.bodies[found.bodies[k]].convex_part(found.parts[k]);
    let margin = answer.distance.value.max(0.0) * 1.001 + 1e-9;
    if let (Some(a), Some(b)) = (part(0), part(1))
        && let Some(contact) = contact(&a.shape, &b.shape, margin)
    {
        writeln!(out, "  contact   {}", many(contact.points().len(), "point", "points"))?;
        for p in contact.points() {
            writeln!(out, "            {} at {}", number(p.distance), point(p.on_a))?;
        }
    }
    for which in [0, 1] {
        for assumed in &scene.bodies[found.bodies[which]].assumed {
            let name = shown_name(scene, found, which);
            writeln!(out, "  assumed   {name}: {}", plain(assumed))?;
        }
    }
    Ok(())
}

/// A page with its data, and the way from step to step if it has steps. Names come from files:
/// nothing in them may end the script.
pub fn filled(page: &str, data: &Value) -> String {
    page.replace("/*STYLE*/", include_str!("page.css"))
        .replace("/*THEME*/", include_str!("theme.js"))
        .replace("/*STEPS*/", include_str!("steps.js"))
        .replace("/*DATA*/null", &data.to_string().replace('<', "\\u003c"))
}
