//! Reports of `check` for what runs pipelines: JUnit, which test runners read, and SARIF 2.1.0,
//! which code hosts show.

use crate::arguments::Pairs;
use crate::drawing::escaped;
use crate::output::{gap, name, point, write_document};
use crate::report::{Found, Report, Verdict};
use osculate::Space;
use osculate_io::FileScene;
use serde_json::{Value, json};
use std::io::{Result, Write};
use std::path::{Path, PathBuf};

/// What a pair is told as.
fn message<V: Space<Scalar = f64>>(scene: &FileScene<V>, found: &Found<V>) -> String {
    let [a, b] = [0, 1].map(|which| name(scene, found, which));
    let (distance, at) = (gap(&found.answer.distance), point(found.answer.on_a));
    let what = match found.verdict {
        Verdict::Clash => "overlap",
        Verdict::MayClash => "may overlap, as a hull was taken for what is not convex",
        Verdict::Contact => "touch",
        Verdict::Near | Verdict::Clear => "are near",
    };
    format!("{a} and {b} {what}: distance {distance} at {at}")
}

/// A test a pair that is not clear, which fails if the pair should stop a pipeline, and is skipped
/// if an earlier report has it already; and one that nothing is missing.
pub fn junit<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    files: &[PathBuf],
    scene: &FileScene<V>,
    report: &Report<V>,
    how: &Pairs,
    allow_missing: bool,
) -> Result<()> {
    let class = escaped(&listed(files));
    let missing: Vec<&str> = scene.missing().collect();
    let lacks = !missing.is_empty() && !allow_missing;
    let fails = |found: &&Found<V>| how.forbids(found.verdict) && !report.is_known(found);
    let skipped = |found: &&Found<V>| how.forbids(found.verdict) && report.is_known(found);
    let failures = report.found.iter().filter(fails).count();
    let skips = report.found.iter().filter(skipped).count();
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{}\" skipped=\"{skips}\"",
        report.found.len() + 1,
        usize::from(lacks)
    );
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"osculate\" {counts}>")?;
    writeln!(out, "  <testsuite name=\"osculate check\" {counts}>")?;
    for found in &report.found {
        let pair = [0, 1].map(|which| escaped(name(scene, found, which)));
        let (verdict, text) = (found.verdict.name(), escaped(&message(scene, found)));
        write!(out, "    <testcase classname=\"{class}\" name=\"{} – {}\"", pair[0], pair[1])?;
        if fails(&found) {
            writeln!(out, ">")?;
            writeln!(out, "      <failure type=\"{verdict}\" message=\"{text}\"/>")?;
            writeln!(out, "    </testcase>")?;
        } else if skipped(&found) {
            writeln!(out, "><skipped message=\"known: {text}\"/></testcase>")?;
        } else {
            writeln!(out, "/>")?;
        }
    }
    write!(out, "    <testcase classname=\"{class}\" name=\"nothing is missing\"")?;
    let text = escaped(&missing.join("; "));
    match (missing.is_empty(), allow_missing) {
        (true, _) => writeln!(out, "/>")?,
        (_, true) => writeln!(out, "><system-out>missing: {text}</system-out></testcase>")?,
        _ => writeln!(out, "><error type=\"missing\" message=\"{text}\"/></testcase>")?,
    }
    writeln!(out, "  </testsuite>\n</testsuites>")
}

fn listed(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    names.join(", ")
}

/// The page that says what the format's versions are.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A result a pair that is not clear, and one a thing that is missing.
pub fn sarif<V: Space<Scalar = f64>>(
    out: &mut impl Write,
    files: &[PathBuf],
    scene: &FileScene<V>,
    report: &Report<V>,
    how: &Pairs,
    allow_missing: bool,
) -> Result<()> {
    let places: Vec<Value> = files
        .iter()
        .map(|file| json!({ "physicalLocation": { "artifactLocation": { "uri": address(file) } } }))
        .collect();
    let result = |rule: &str, level: &str, text: &str, bodies: &[&str]| {
        let named: Vec<Value> = bodies.iter().map(|name| json!({ "name": name })).collect();
        let mut places = places.clone();
        if let Some(first) = places.first_mut()
            && !named.is_empty()
        {
            first["logicalLocations"] = named.into();
        }
        json!({ "ruleId": rule, "level": level, "message": { "text": text }, "locations": places })
    };
    let mut results: Vec<Value> = Vec::new();
    for found in &report.found {
        let bodies = [0, 1].map(|which| name(scene, found, which));
        let level = if how.forbids(found.verdict) { "error" } else { "note" };
        let text = message(scene, found);
        let mut result = result(found.verdict.name(), level, &text, &bodies);
        if report.known.is_some() {
            let state = if report.is_known(found) { "unchanged" } else { "new" };
            result["baselineState"] = state.into();
        }
        results.push(result);
    }
    for ([a, b], verdict) in report.known.iter().flat_map(|known| &known.gone) {
        let text = format!("{a} and {b} are clear, or gone; before: {}", verdict.name());
        let mut result = result(verdict.name(), "none", &text, &[a, b]);
        // A level of none is for what does not fail.
        (result["kind"], result["baselineState"]) = ("pass".into(), "absent".into());
        results.push(result);
    }
    let level = if allow_missing { "note" } else { "error" };
    results.extend(scene.missing().map(|what| result("missing", level, what, &[])));
    let rule = |id: &str, text: &str| json!({ "id": id, "shortDescription": { "text": text } });
    let rules = [
        rule("clash", "Two bodies overlap"),
        rule("may clash", "A body overlaps the hull of one that is not convex"),
        rule("contact", "Two bodies touch"),
        rule("near", "Two bodies are nearer than the clearance"),
        rule("missing", "What may have a surface is not read"),
    ];
    let driver =
        json!({ "name": "osculate", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "results": results }],
    });
    write_document(out, &document)
}

/// A path as an address: what addresses do not have is written as bytes.
fn address(file: &Path) -> String {
    let path = file.display().to_string().replace('\\', "/");
    let mut address = if file.is_absolute() { "file://".to_string() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                address.push(byte.into());
            }
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address
}
