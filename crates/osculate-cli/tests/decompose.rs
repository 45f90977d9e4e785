//! Meshes cut into convex parts: these are where the mesh is, as near as is printed.

mod support;

use osculate::{DVec3, Pose};
use serde_json::Value;
use support::{Folder, code, message, osculate, printed, said};

/// A prism over an L, with its notch at (1, 1).
const ELL: &str = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n\
    v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n\
    f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\n\
    f 5 6 12 11\nf 6 1 7 12\n";

/// The lengths that a line of the table ends with.
fn bounds(table: &str, body: &str) -> [f64; 2] {
    let line = table.lines().find(|line| line.starts_with(body)).expect("the body has a line");
    let words: Vec<&str> = line.split_whitespace().filter(|word| *word != "<").collect();
    [3, 4].map(|k| words[k].parse().unwrap())
}

/// How far a point is outside the L.
fn outside(p: DVec3) -> f64 {
    let from = |low: DVec3, high: DVec3| p.distance(p.clamp(low, high));
    let (long, tall) = (DVec3::new(2.0, 1.0, 1.0), DVec3::new(1.0, 2.0, 1.0));
    from(DVec3::ZERO, long).min(from(DVec3::ZERO, tall))
}

#[test]
fn parts_leave_the_mesh_by_no_more_than_is_told() {
    let folder = Folder::new();
    let mesh = folder.write("ell.obj", ELL);
    for (end, more) in [("json", "--parts=9"), ("stl", "--parts=2"), ("gltf", ""), ("obj", "")] {
        let (parts, picture) = (folder.file(&format!("parts.{end}")), folder.file("parts.svg"));
        // Tests build V-HACD without optimising it: a coarse grid.
        let mut command = vec!["decompose", &mesh, "-o", &parts, "--picture", &picture];
        command.push("--resolution=16");
        command.extend((!more.is_empty()).then_some(more));
        let output = osculate(&command);
        assert_eq!(code(&output), 0, "{}", said(&output));
        let table = printed(&output);
        let [beyond, uncovered] = bounds(&table, "ell");
        assert!(beyond < 0.4 && uncovered < 0.2, "{table}");
        // The hull reaches 0.707 into the notch.
        let read = osculate_io::read(parts.as_ref(), &osculate_io::Options::default()).unwrap();
        let pieces: Vec<_> = read.bodies.iter().flat_map(|body| &body.parts).collect();
        assert!((2..=32).contains(&pieces.len()), "{table}");
        for part in &pieces {
            let corners = part.corners.as_ref().unwrap();
            for (k, one) in corners.iter().enumerate() {
                for other in &corners[..k] {
                    let middle = (*one + *other) / 2.0;
                    assert!(outside(middle) <= beyond + 1e-6, "{middle} is beyond: {table}");
                }
            }
        }
        // Points of the surface are in the parts or as near as is told.
        let whole = osculate::Body::compound(
            pieces.iter().map(|part| (osculate::Body::new(part.shape.clone()), Pose::IDENTITY)),
        );
        let whole = whole.unwrap();
        for k in 0..=40 {
            let t = f64::from(k) / 20.0;
            for p in [DVec3::new(t, 0.0, 0.0), DVec3::new(0.0, t, 1.0), DVec3::new(1.0, t, 0.5)] {
                if outside(p) > 0.0 {
                    continue;
                }
                let found = whole.at(Pose::IDENTITY).project_point(p).unwrap();
                assert!(found.distance.lower <= uncovered + 1e-6, "{p} is left out: {table}");
            }
        }
        assert!(folder.read("parts.svg").contains("<svg"));
    }
    // A ball in the notch clashes with the hull, and not with the parts.
    let ball = r#"{"osculate": 1, "bodies": [{ "name": "ball", "shape": { "ball": { "radius": 0.3 } },
        "pose": { "translation": [1.6, 1.6, 0.5] } }]}"#;
    let ball = folder.write("ball.json", ball);
    assert_eq!(code(&osculate(&["check", &mesh, &ball, "--hull"])), 1);
    assert_eq!(code(&osculate(&["check", &folder.file("parts.json"), &ball])), 0);
    let read: Value = serde_json::from_str(&folder.read("parts.json")).unwrap();
    assert_eq!(read["bodies"][0]["name"], "ell");
}

#[test]
fn what_is_convex_stays_and_what_is_no_mesh_is_refused() {
    let folder = Folder::new();
    let cube = folder.write(
        "cube.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
    );
    let parts = folder.file("parts.json");
    let output = osculate(&["decompose", &cube, "-o", &parts]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert_eq!(bounds(&printed(&output), "cube"), [0.0; 2]);
    let ball =
        r#"{"osculate": 1, "bodies": [{ "name": "b", "shape": { "ball": { "radius": 1 } } }]}"#;
    let ball = folder.write("ball.json", ball);
    let output = osculate(&["decompose", &ball, "-o", &parts]);
    assert_eq!(code(&output), 2);
    assert!(
        message(&output).contains("\"b\" has a ball, which is no mesh"),
        "{}",
        message(&output)
    );
    let output = osculate(&["decompose", &cube, "-o", &folder.file("parts.txt")]);
    assert!(message(&output).contains("must end in .json, .obj, .stl or .gltf"));
}

#[test]
fn what_overlaps_a_hull_of_what_is_not_convex_may_clash() {
    let folder = Folder::new();
    let mesh = folder.write("ell.obj", ELL);
    let ball = |name: &str, at: &str| {
        let text = format!(
            r#"{{ "osculate": 1, "bodies": [{{ "name": "{name}", "shape": {{ "ball": {{ "radius": 0.3 }} }},
                "pose": {{ "translation": {at} }} }}] }}"#
        );
        folder.write(&format!("{name}.json"), &text)
    };
    let (notch, far) = (ball("notch", "[1.4, 1.4, 0.5]"), ball("far", "[9, 9, 9]"));
    for hulls in ["--hull", "--pieces"] {
        let files = ["check", &mesh, &notch, &far, hulls];
        let output = osculate(&files);
        assert_eq!(code(&output), 1, "{}", said(&output));
        assert!(printed(&output).contains("0 clashes, 0 contacts, 1 that may clash"));
        let warned = [&files[..], &["--may-clash", "warn", "--format", "json"]].concat();
        let output = osculate(&warned);
        assert_eq!(code(&output), 0, "{}", said(&output));
        let report: Value = serde_json::from_str(&printed(&output)).unwrap();
        assert_eq!(
            (&report["pairs"][0]["verdict"], &report["clear"]),
            (&"may clash".into(), &true.into())
        );
        let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
        assert!(jsonschema::is_valid(&schema, &report));
        // In the list of what runs pipelines it is a failure, or none.
        let junit = |more: &[&str]| {
            printed(&osculate(&[&files[..], &["--format", "junit"], more].concat()))
        };
        assert!(junit(&[]).contains("failures=\"1\""));
        assert!(junit(&["--may-clash", "warn"]).contains("failures=\"0\""));
        assert_eq!(code(&osculate(&["distance", &mesh, &notch, "ell", "notch", hulls])), 1);
    }
    // Without hulls it is clear; and a part that is there clashes for sure, though the hull is
    // overlapped deeper.
    assert_eq!(code(&osculate(&["check", &mesh, &notch])), 0);
    let body = r#"{ "osculate": 1, "bodies": [
        { "name": "both", "parts": [
            { "shape": { "file": "ell.obj" }, "margin": 0.01 },
            { "shape": { "ball": { "radius": 0.05 } }, "pose": { "translation": [1.4, 1.4, 0.5] } } ] },
        { "name": "box", "shape": { "cuboid": { "half_extents": [0.2, 0.2, 0.2] } },
          "pose": { "translation": [1.55, 1.5, 0.5] } } ] }"#;
    let both = folder.write("both.json", body);
    let output = osculate(&["check", &both, "--may-clash", "warn"]);
    assert_eq!(code(&output), 1, "{}", printed(&output));
    assert!(printed(&output).starts_with("verdict"), "{}", printed(&output));
    let apart = folder.write("apart.json", &body.replace("1.55, 1.5, 0.5", "1.75, 1.35, 0.5"));
    let output = osculate(&["check", &apart, "--may-clash", "warn"]);
    assert!(printed(&output).contains("may clash"), "{}", printed(&output));
    assert_eq!(code(&output), 0, "{}", printed(&output));
}
