//! What a user can name shows its use: each public function, trait and type has an example, or is
//! an answer that the example of a function has.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Answers and their parts, and the function or type whose example shows them.
const SHOWN_BY: [(&str, &str); 47] = [
    ("At", "Place"),
    ("Image", "Affine"),
    ("Approach", "closest_approach"),
    ("Approximation", "approximate_hull"),
    ("BodyCastHit", "Scene"),
    ("BodyClosest", "Body"),
    ("BodyContact", "Scene"),
    ("BodyId", "Scene"),
    ("BodyImpact", "Scene"),
    ("BodyPoint", "Scene"),
    ("BodyRayHit", "Scene"),
    ("BodySignedDistance", "Body"),
    ("Clearance", "Scene"),
    ("Closest", "closest"),
    ("Contact", "contact"),
    ("ContactPoint", "contact"),
    ("ConvexHull", "convex_hull"),
    ("Core", "Convex"),
    ("Corner", "Patch"),
    ("Encounter", "time_of_impact"),
    ("Ended", "closest"),
    ("Error", "Ball"),
    ("Event", "Scene"),
    ("Faces", "convex_hull"),
    ("Facts", "Convex"),
    ("Feature", "contact"),
    ("FewPoints", "Convex"),
    ("FromFn", "from_fn"),
    ("Gradient", "signed_distance"),
    ("Impact", "time_of_impact"),
    ("Island", "Scene"),
    ("Linear", "Space"),
    ("Matrix", "Space"),
    ("NearPair", "Scene"),
    ("Nearest", "Scene"),
    ("Observed", "Sweep"),
    ("Part", "Scene"),
    ("PartContact", "Body"),
    ("PartRayHit", "Body"),
    ("Patch", "Convex"),
    ("Penetration", "penetration"),
    ("Problem", "Ball"),
    ("RayHit", "ray_cast"),
    ("Separation", "Scene"),
    ("SignedDistance", "signed_distance"),
    ("Struck", "ray_cast"),
    ("TouchingParts", "Scene"),
];

/// Beside these, what is a trait of numbers or a plain record that says all in its fields.
const PLAIN: [&str; 8] =
    ["Real", "Scalar", "ShapeRef", "Size", "Snapshot", "Spatial", "Twist", "Vector"];

/// The public definitions of a source, each with the documentation above it.
fn definitions(source: &str) -> Vec<(String, String)> {
    let (mut found, mut docs) = (Vec::new(), String::new());
    let mut in_attribute = false;
    for line in source.lines() {
        if let Some(text) = line.strip_prefix("///") {
            docs += text;
            docs += "\n";
            continue;
        }
        if line.starts_with("//") {
            continue;
        }
        in_attribute = in_attribute && !line.starts_with(')') || line.starts_with("#[");
        if line.starts_with("#[") && line.ends_with(']') || line.starts_with(')') {
            in_attribute = false;
            continue;
        }
        if in_attribute {
            continue;
        }
        for kind in ["struct", "enum", "trait", "fn"] {
            if let Some(rest) = line.strip_prefix(&format!("pub {kind} ")) {
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                found.push((name.to_owned(), core::mem::take(&mut docs)));
            }
        }
        docs.clear();
    }
    found
}

/// The names that a module hands on to be seen.
fn handed_on(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut parts = source.split("\npub use ");
    let mut before = parts.next().unwrap_or_default();
    for part in parts {
        let list = part.split(';').next().unwrap();
        let words = list.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        if !before.ends_with("#[doc(hidden)]") {
            let names = words.filter(|word| !word.is_empty() && !word.ends_with("::"));
            found.extend(names.filter_map(|word| word.rsplit("::").next()).map(str::to_owned));
        }
        before = part;
    }
    found
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("papers") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
}

fn without_example(all: &BTreeMap<String, String>, public: &[String]) -> Vec<String> {
    let shows = |name: &str| all.get(name).is_some_and(|docs| docs.contains("```"));
    let mut found = Vec::new();
    for name in public.iter().filter(|name| all.contains_key(*name)) {
        let by = SHOWN_BY.iter().find(|(answer, _)| answer == name).map(|(_, by)| *by);
        if !shows(name) && !by.is_some_and(shows) && !PLAIN.contains(&name.as_str()) {
            found.push(name.clone());
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn each_public_item_shows_its_use() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    sources(&root, &mut all);
    let all: BTreeMap<_, _> = all.iter().flat_map(|source| definitions(source)).collect();
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let mut public: Vec<String> = ["lib.rs", "shape/mod.rs", "scene/mod.rs", "batch/mod.rs"]
        .iter()
        .flat_map(|p| handed_on(&read(p)))
        .collect();
    public.extend(["Scene", "BoxTree", "convex_hull", "Faces"].map(str::to_owned));
    assert!(public.iter().filter(|name| all.contains_key(*name)).count() > 80);
    let bare = without_example(&all, &public);
    assert!(bare.is_empty(), "without an example, or a row in SHOWN_BY: {bare:?}");
}

#[test]
fn what_shows_nothing_is_found() {
    let source = "/// A ball.\n#[derive(\n    Clone,\n)]\npub struct Bare;\n\n/// Shown.\n/// ```\n\
                  /// ```\n#[must_use]\npub fn shown() {}\n";
    let all: BTreeMap<_, _> = definitions(source).into_iter().collect();
    assert_eq!(all.len(), 2);
    let public = handed_on("\npub use a::{Bare, shown};\n");
    assert_eq!(public, ["Bare", "shown"]);
    assert_eq!(without_example(&all, &public), ["Bare"]);
}
