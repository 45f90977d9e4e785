//! What pipelines ask of the program: strictness, lists of pairs that may touch, what was known.

mod support;

use serde_json::{Value, json};
use support::{Folder, code, message, osculate, printed, said};

const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

#[test]
fn with_strict_every_note_is_an_error() {
    let folder = Folder::new();
    let good = folder.write("good.obj", MESH);
    let lines = folder.write("lines.obj", &format!("{MESH}l 1 2\n"));
    let open = folder.write("open.obj", &MESH.replace("f 1 4 3\n", ""));
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"1\"/></geometry>\
                 </collision></link>"
        )
    };
    let joint =
        "<joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint>";
    let robot = format!("<robot name=\"r\">{}{}{joint}</robot>", link("a"), link("b"));
    let robot = folder.write("r.urdf", &robot);
    folder.write("r.srdf", "<robot name=\"r\"/>");
    let [html, svg, hull] = ["a.html", "a.svg", "b.obj"].map(|name| folder.file(name));
    // Which planning file was taken is no liberty.
    for file in [&good, &robot] {
        let output = osculate(&["check", file, "--strict"]);
        assert_eq!(code(&output), 0, "{}", said(&output));
    }
    assert!(printed(&osculate(&["check", &robot])).contains("note: "));
    for (file, wanted) in [(&lines, "lines and points"), (&open, "does not close")] {
        let mut two = vec![good.as_str(), file.as_str()];
        let name = if file == &lines { "lines" } else { "open" };
        for command in [
            vec!["check"],
            vec!["check", "--format", "csv"],
            vec!["sweep", "--move", "good=by:1,0,0"],
            vec!["picture", "-o", &svg],
        ] {
            let command = [&command[..1], &two, &command[1..]].concat();
            let strictly = osculate(&[&command[..], &["--strict"]].concat());
            assert_eq!((code(&strictly), printed(&strictly).as_str()), (2, ""), "{command:?}");
            let message = said(&strictly);
            assert!(message.contains("is not just what the files say"), "{message}");
            assert!(message.contains(wanted), "{message}");
            assert_ne!(code(&osculate(&command)), 2, "{command:?}");
        }
        two.extend(["good", name]);
        for command in [vec!["distance"], vec!["explain", "-o", &html]] {
            let command = [&command[..1], &two, &command[1..], &["--strict"]].concat();
            assert_eq!(code(&osculate(&command)), 2, "{command:?}");
        }
        assert_eq!(code(&osculate(&["hull", file, "-o", &hull, "--strict"])), 2);
    }
    // A joint without limits is drawn from a whole turn, which is assumed.
    assert_eq!(code(&osculate(&["robot", &robot, "--samples", "9"])), 0);
    assert_eq!(code(&osculate(&["robot", &robot, "--samples", "9", "--strict"])), 2);
    assert_eq!(code(&osculate(&["check", &good, "--strict", "--allow-missing"])), 2);
}

/// Unit balls in a row: the first and the second overlap, the second and the third touch, and a gap
/// of 0.25 is before the last.
const ROW: &str = r#"{ "osculate": 1, "bodies": [
    { "name": "a", "shape": { "ball": { "radius": 1 } } },
    { "name": "b", "shape": { "ball": { "radius": 1 } }, "pose": { "translation": [1.5, 0, 0] } },
    { "name": "c", "shape": { "ball": { "radius": 1 } }, "pose": { "translation": [3.5, 0, 0] } },
    { "name": "d & e", "shape": { "ball": { "radius": 1 } },
      "pose": { "translation": [5.75, 0, 0] } } ] }"#;

#[test]
fn pairs_that_may_touch_stand_in_a_file() {
    let folder = Folder::new();
    let row = folder.write("row.json", ROW);
    let list = folder.write("may.txt", "# of the row\n\n a , b  # by design\nx*,c\n");
    let output = osculate(&["check", &row, "--ignore-file", &list]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let table = printed(&output);
    assert!(table.contains("0 clashes, 1 contact") && table.contains("1 ignored"), "{table}");
    // A name that is not there is told, not refused: the file may be of several scenes.
    assert!(table.contains("may.txt:4: the scene has no body \"x*\""), "{table}");
    let flown = ["sweep", &row, "--move", "a=by:1,0,0"];
    let met = |more: &[&str]| printed(&osculate(&[&flown[..], more].concat()));
    assert!(met(&[]).contains("b") && met(&["--ignore-file", &list]).starts_with("note: "));
    let picture = folder.file("a.svg");
    osculate(&["picture", &row, "-o", &picture, "--ignore-file", &list]);
    assert!(!folder.read("a.svg").contains("a – b"));
    let wrong = folder.write("wrong.txt", "a,b\nc\n");
    let output = osculate(&["check", &row, "--ignore-file", &wrong]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("wrong.txt:2: a pair is two names"), "{}", said(&output));
    assert_eq!(code(&osculate(&["check", &row, "--ignore-file", "no such file"])), 2);
}

/// The schema of reports.
fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn only_what_a_baseline_lacks_counts() {
    let folder = Folder::new();
    let row = folder.write("row.json", ROW);
    let before = osculate(&["check", &row, "--format", "json", "--clearance", "0.3"]);
    let before = folder.write("before.json", &printed(&before));
    let check = |file: &str, more: &[&str]| {
        osculate(&[&["check", file, "--baseline", &before, "--clearance", "0.3"], more].concat())
    };
    let same = check(&row, &[]);
    assert_eq!(code(&same), 0, "{}", printed(&same));
    let table = printed(&same);
    assert_eq!(table.matches("  known").count(), 3, "{table}");
    assert!(table.contains("1 clash, 1 contact, 1 nearer than 0.3, 0 new, 0 gone"), "{table}");
    // The touch becomes a clash, which is worse; the near pair is clear; the clash goes on.
    let moved = ROW.replace("[3.5, 0, 0]", "[3.4, 0, 0]").replace("d & e", "f");
    let moved = folder.write("moved.json", &moved);
    let output = check(&moved, &["--format", "json"]);
    assert_eq!(code(&output), 1);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let errors: Vec<String> = schema().iter_errors(&report).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let known: Vec<(&Value, &Value, &Value)> = report["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| (&pair["a"], &pair["verdict"], &pair["known"]))
        .collect();
    assert_eq!(
        known,
        [
            (&json!("a"), &json!("clash"), &json!(true)),
            (&json!("b"), &json!("clash"), &json!(false)),
        ]
    );
    assert_eq!(report["clear"], false);
    assert_eq!(report["gone"], json!([{ "a": "c", "b": "d & e", "verdict": "near" }]));
    let table = printed(&check(&moved, &[]));
    assert!(table.contains("gone: c, d & e: near\n"), "{table}");
    assert!(printed(&check(&moved, &["--format", "csv"])).starts_with("known,verdict,a,b,"));
    // A pair that was worse before is known.
    let better = folder.write(
        "better.json",
        &ROW.replace("[1.5, 0, 0]", "[1.9, 0, 0]").replace("[3.5, 0, 0]", "[4, 0, 0]"),
    );
    let output = check(&better, &["--ignore", "c,d*", "--format", "json"]);
    assert_eq!(code(&output), 0, "{}", printed(&output));
    // With the same verdict a pair is worse that is proved to be deeper or nearer.
    let at = |from: &str, to: &str| folder.write("at.json", &ROW.replace(from, to));
    let known = |file: &str, a: &str| {
        let output = check(file, &["--format", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let pairs = report["pairs"].as_array().unwrap().iter();
        let pair = pairs.into_iter().find(|pair| pair["a"] == a).unwrap().clone();
        (pair["verdict"].clone(), pair["known"] == true, code(&output))
    };
    let deeper = at("[1.5, 0, 0]", "[1.3, 0, 0]");
    assert_eq!(known(&deeper, "a"), (json!("clash"), false, 1));
    let nearer = at("[5.75, 0, 0]", "[5.6, 0, 0]");
    assert_eq!(known(&nearer, "c"), (json!("near"), false, 1));
    let farther = at("[5.75, 0, 0]", "[5.76, 0, 0]");
    assert_eq!(known(&farther, "c"), (json!("near"), true, 0));
    // Of one that has no distance the verdict counts.
    let text = r#"{"osculate": 1, "clearance": 0.3, "pairs": [{"a": "a", "b": "b",
        "verdict": "clash"}]}"#;
    let bare = folder.write("bare.json", text);
    let output = osculate(&["check", &deeper, "--baseline", &bare, "--ignore", "c,d*"]);
    assert_eq!(code(&output), 0, "{}", printed(&output));
    for (text, wanted) in [
        ("{", "is no report of check"),
        ("{}", "it lacks"),
        (r#"{"osculate": 1, "clearance": 0}"#, "has no \"pairs\""),
        (r#"{"osculate": 1, "clearance": 0, "pairs": [{}]}"#, "a pair has no verdict"),
    ] {
        let wrong = folder.write("wrong.json", text);
        let output = osculate(&["check", &row, "--baseline", &wrong]);
        assert_eq!(code(&output), 2);
        assert!(message(&output).contains(wanted), "{}", message(&output));
    }
}

#[test]
fn junit_has_a_test_a_pair() {
    let folder = Folder::new();
    let row = folder.write("row.json", ROW);
    let junit = |more: &[&str]| {
        let output = osculate(&[&["check", &row, "--format", "junit"], more].concat());
        (code(&output), printed(&output))
    };
    let (status, text) = junit(&["--clearance", "0.3", "--allow", "0.1"]);
    assert_eq!(status, 1);
    let counts = "tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"0\"";
    assert_eq!(text.matches(counts).count(), 2, "{text}");
    for wanted in [
        "name=\"a – b\">\n      <failure type=\"clash\" message=\"a and b overlap: distance -0.5",
        "name=\"b – c\"/>",
        "name=\"c – d &amp; e\">\n      <failure type=\"near\"",
        "row.json\" name=\"nothing is missing\"/>",
        "  </testsuite>\n</testsuites>\n",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let before = printed(&osculate(&["check", &row, "--format", "json"]));
    let before = folder.write("before.json", &before);
    let (status, text) = junit(&["--baseline", &before]);
    assert_eq!(status, 0);
    assert!(text.contains("failures=\"0\" errors=\"0\" skipped=\"1\""), "{text}");
    assert!(text.contains("<skipped message=\"known: a and b overlap"), "{text}");
}

#[test]
fn sarif_has_a_result_a_pair() {
    let folder = Folder::new();
    let row = folder.write("a row.json", ROW);
    let sarif = |file: &str, more: &[&str]| -> Value {
        let output = osculate(&[&["check", file, "--format", "sarif"], more].concat());
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(&output)))
    };
    let found = sarif(&row, &[]);
    assert_eq!(found["version"], "2.1.0");
    let run = &found["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "osculate");
    let results = run["results"].as_array().unwrap();
    let told: Vec<(&Value, &Value)> =
        results.iter().map(|result| (&result["ruleId"], &result["level"])).collect();
    assert_eq!(told, [(&json!("clash"), &json!("error")), (&json!("contact"), &json!("note"))]);
    // Every rule that a result names is there.
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    assert!(told.iter().all(|(rule, _)| rules.contains(rule)), "{rules:?}");
    let place = &results[0]["locations"][0];
    let uri = place["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/a%20row.json"), "{uri}");
    assert_eq!(place["logicalLocations"], json!([{ "name": "a" }, { "name": "b" }]));
    assert_eq!(results[0].get("baselineState"), None);
    let before = printed(&osculate(&["check", &row, "--format", "json"]));
    let before = folder.write("before.json", &before);
    let other = folder.write("other.json", &ROW.replace("[3.5, 0, 0]", "[4, 0, 0]"));
    let states: Vec<Value> = sarif(&other, &["--baseline", &before])["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            assert_eq!(result["kind"] == "pass", result["level"] == "none");
            json!([result["ruleId"], result["level"], result["baselineState"]])
        })
        .collect();
    assert_eq!(
        states,
        [
            json!(["clash", "error", "unchanged"]),
            json!(["clash", "error", "new"]),
            json!(["contact", "none", "absent"]),
        ]
    );
    assert_eq!(code(&osculate(&["check", &row, "--format", "sarif"])), 1);
}
