//! The program says what it does not know, ends, and does not panic where nobody reads.

mod support;

use serde_json::{Value, json};
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::{Folder, code, osculate, printed, program, said};

/// A box, and a knob that is in it where it is not seen.
const KNOB: &str = "#VRML V2.0 utf8
EXTERNPROTO Knob [ ] [ ]
DEF box Shape { geometry Box {} }
DEF far Transform { translation 5 0 0 children [ Shape { geometry Box {} } Knob {} ] }
";

#[test]
fn an_answer_that_lacks_something_is_no_answer() {
    let folder = Folder::new();
    let file = folder.write("knob.wrl", KNOB);
    let out = |name: &str| folder.file(name);
    let (svg, html, obj) = (out("a.svg"), out("a.html"), out("a.obj"));
    let commands: [&[&str]; 11] = [
        &["check", &file],
        &["sweep", &file, "--move", "far=by:1,0,0"],
        &["check", &file, "--format", "json"],
        &["check", &file, "--format", "csv"],
        &["check", &file, "--format", "junit"],
        &["check", &file, "--format", "sarif"],
        &["check", &file, "--format", "ndjson"],
        &["distance", &file, "box", "far"],
        &["explain", &file, "box", "far", "-o", &html],
        &["hull", &file, "-o", &obj],
        &["picture", &file, "-o", &svg],
    ];
    for command in commands {
        let output = osculate(command);
        assert_eq!(code(&output), 2, "{command:?}");
        assert!(said(&output).contains("the answer is incomplete"), "{command:?}");
        let told = said(&output) + &printed(&output);
        assert!(told.contains("prototype Knob"), "{command:?}: {told}");
        assert!(told.contains("--allow-missing"), "{command:?}: {told}");
        let output = osculate(&[command, &["--allow-missing"]].concat());
        assert_eq!(code(&output), 0, "{command:?}: {}", said(&output));
        let told = said(&output) + &printed(&output);
        assert!(told.contains("prototype Knob"), "{command:?}: {told}");
    }
    // What has no surface is missed by none.
    let plain = KNOB.replace(" Knob {} ", " Shape { geometry Text { string \"knob\" } } ");
    let output = osculate(&["check", &folder.write("text.wrl", &plain)]);
    assert_eq!(code(&output), 0, "{}", said(&output));
}

#[test]
fn a_report_says_whether_it_is_complete() {
    let folder = Folder::new();
    let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let file = folder.write("knob.wrl", KNOB);
    let plain = folder.write("plain.wrl", &KNOB.replace(" Knob {} ", ""));
    for (file, allow, complete, clear) in
        [(&file, false, false, false), (&file, true, false, true), (&plain, false, true, true)]
    {
        let mut command = vec!["check", file, "--format", "json"];
        command.extend(allow.then_some("--allow-missing"));
        let report: Value = serde_json::from_slice(&osculate(&command).stdout).unwrap();
        let errors: Vec<String> = schema.iter_errors(&report).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(report["complete"], complete, "{report}");
        assert_eq!(report["clear"], clear, "{report}");
        assert_eq!(report["missing"].as_array().unwrap().is_empty(), complete, "{report}");
    }
}

#[test]
fn exit_codes_stand_in_the_help() {
    for command in [
        vec!["--help"],
        vec!["check", "--help"],
        vec!["sweep", "--help"],
        vec!["picture", "--help"],
    ] {
        let help = printed(&osculate(&command));
        assert!(help.contains("2  an error, or an incomplete answer"), "{help}");
    }
}

/// Boxes that all overlap have a label each, all at nearly one spot.
#[test]
fn a_picture_of_many_clashes_ends() {
    let folder = Folder::new();
    let bodies: Vec<Value> = (0..20)
        .map(|k| {
            let at = [0.1 * f64::from(k), 0.0, 0.0];
            json!({ "name": format!("b{k}"), "shape": { "cuboid": { "half_extents": [1, 1, 1] } },
                "pose": { "translation": at } })
        })
        .collect();
    for count in [14, 20] {
        let scene = json!({ "osculate": 1, "bodies": bodies[..count] }).to_string();
        let (file, picture) = (folder.write("boxes.json", &scene), folder.file("boxes.svg"));
        let mut child = program(&["picture", &file, "-o", &picture]).spawn().unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("a picture of {count} boxes does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success());
        let svg = std::fs::read_to_string(&picture).unwrap();
        let pairs = count * (count - 1) / 2;
        let more = format!("… and {} more pairs", pairs - 30);
        assert_eq!(svg.matches("<text").count(), 31);
        assert!(svg.contains(&more), "{more}");
    }
}

/// Parts that touch, a part inside another, a flat one, a segment and a point.
fn bin() -> Value {
    let cuboid = json!({ "cuboid": { "half_extents": [1, 1, 1] } });
    let at = |shape: Value, at: [f64; 3]| json!({ "shape": shape, "pose": { "translation": at } });
    json!({ "osculate": 1, "bodies": [
        { "name": "bin", "parts": [
            at(cuboid.clone(), [0.0; 3]), at(cuboid.clone(), [2.0, 0.0, 0.0]),
            at(cuboid, [2.0, 2.0, 0.0]), at(json!({ "ball": { "radius": 0.75 } }), [0.5; 3]),
            at(json!({ "hull": [[1, 1, 1], [1, 1, 3], [2, 1, 3]] }), [0.0; 3]) ] },
        { "name": "stick", "shape": { "segment": { "a": [0, 1.25, 0], "b": [0, 1.25, 2] } } },
        { "name": "dot", "shape": { "point": {} }, "pose": { "translation": [-2, 1.5, 0] } } ] })
}

#[test]
fn a_body_of_several_parts_comes_back_as_one() {
    let folder = Folder::new();
    let file = folder.write("bin.json", &bin().to_string());
    for name in ["bin.obj", "bin.stl", "bin.gltf"] {
        let out = folder.file(name);
        let output = osculate(&["hull", &file, "-o", &out]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        let report = |file: &str| -> Value {
            let how = ["--pieces", "--clearance", "9", "--format", "json"];
            let output = osculate(&[&["check", file][..], &how].concat());
            serde_json::from_slice(&output.stdout).unwrap()
        };
        let (before, after) = (report(&file), report(&out));
        assert_eq!(after["bodies"], 3, "{name}");
        // The notch between the cuboids is not filled: they are three parts still.
        assert_eq!(after["assumed"][0]["assumed"][0], "in 5 pieces: the hull of each is taken");
        let distances = |report: &Value| -> Vec<(String, String, f64)> {
            let pairs = report["pairs"].as_array().unwrap().iter();
            let name = |value: &Value| value.as_str().unwrap().to_string();
            let value = |pair: &Value| pair["distance"]["value"].as_f64().unwrap();
            pairs.map(|pair| (name(&pair["a"]), name(&pair["b"]), value(pair))).collect()
        };
        let (before, after) = (distances(&before), distances(&after));
        assert_eq!(before.len(), 3);
        for (p, q) in before.iter().zip(&after) {
            assert_eq!((&p.0, &p.1), (&q.0, &q.1), "{name}");
            // The ball is sampled, and glTF is in single precision.
            assert!((p.2 - q.2).abs() < 0.02, "{name}: {p:?} and {q:?}");
        }
    }
}

#[test]
fn a_body_without_bounds_is_missing_from_the_hulls() {
    let folder = Folder::new();
    let floor =
        json!({ "name": "floor", "shape": { "half_space": { "normal": [0, 1, 0], "offset": 0 } } });
    let mut scene = bin();
    scene["bodies"].as_array_mut().unwrap().push(floor.clone());
    let (file, out) = (folder.write("floor.json", &scene.to_string()), folder.file("floor.obj"));
    let output = osculate(&["hull", &file, "-o", &out]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("\"floor\" has no bounds"), "{}", said(&output));
    assert_eq!(code(&osculate(&["hull", &file, "-o", &out, "--allow-missing"])), 0);
    let alone = json!({ "osculate": 1, "bodies": [floor] }).to_string();
    let output =
        osculate(&["hull", &folder.write("alone.json", &alone), "-o", &folder.file("b.obj")]);
    assert_eq!(code(&output), 2);
}

const ROBOT: &str = r#"<robot name="r">
    <link name="base"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <link name="hand"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <joint name="slide" type="prismatic">
    <parent link="base"/><child link="hand"/><limit lower="0" upper="9"/></joint>
</robot>"#;

#[test]
fn joints_of_the_command_line_move_the_robot() {
    let folder = Folder::new();
    let file = folder.write("robot.urdf", ROBOT);
    let distance = |joints: &[&str]| {
        let mut command = vec!["distance", &file, "base", "hand"];
        joints.iter().for_each(|joint| command.extend(["--joint", joint]));
        osculate(&command)
    };
    assert!(printed(&distance(&["slide=5"])).contains("distance  3.000000"));
    for (joints, wanted) in [
        (vec!["slid=5"], "there is no joint \"slid\""),
        (vec!["slide=10"], "\"slide\" cannot stand at 10: its limits are 0 and 9"),
        (vec!["slide=1", "slide=2"], "says twice where \"slide\" stands"),
    ] {
        let output = distance(&joints);
        // The terminal's width breaks lines.
        let message = said(&output).replace("\n  │ ", " ");
        assert_eq!(code(&output), 2, "{joints:?}");
        assert!(message.contains(wanted), "{joints:?}: {message}");
    }
}

/// Where nobody reads, or nothing can be written, every command ends without a panic.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_no_panic() {
    let folder = Folder::new();
    let file = folder.write("bin.json", &bin().to_string());
    let (obj, html, out) = (folder.file("a.obj"), folder.file("a.html"), folder.file("demo"));
    let robot = folder.write("robot.urdf", ROBOT);
    let commands: [&[&str]; 20] = [
        &["robot", &robot, "--samples", "9"],
        &["robot", &robot, "--samples", "9", "--format", "json"],
        &["sweep", &file, "--move", "dot=by:1,0,0"],
        &["sweep", &file, "--move", "dot=by:1,0,0", "--format", "json"],
        &["sweep", &file, "--move", "dot=by:9,0,0", "--format", "csv"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["man"],
        &["--help"],
        &["check", "--help"],
        &["check", &file],
        &["check", &file, "--format", "json"],
        &["check", &file, "--format", "csv"],
        &["check", &file, "--format", "junit"],
        &["check", &file, "--format", "sarif"],
        &["check", &file, "--format", "ndjson", "--clearance", "9"],
        &["distance", &file, "bin", "dot"],
        &["explain", &file, "bin", "dot", "-o", &html],
        &["hull", &file, "-o", &obj],
        &["demo", "--out", &out],
    ];
    for command in commands {
        let run = |stdout: Stdio| {
            let mut program = program(command);
            program.stdout(stdout).stderr(Stdio::piped());
            program.spawn().unwrap().wait_with_output().unwrap()
        };
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = run(full.into());
        let message = said(&output);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {message}");
        assert!(message.contains("cannot print: No space left"), "{command:?}: {message}");
        // A pipe whose reader is gone.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(writer.into());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert_eq!(said(&output), "", "{command:?}");
    }
}

/// A device or a pipe in a file's place is written as it is, and a link stays a link.
#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_not_replaced_by_one() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new();
    let file = folder.write("bin.json", &bin().to_string());
    let device = folder.file("full.obj");
    std::os::unix::fs::symlink("/dev/full", &device).unwrap();
    let output = osculate(&["hull", &file, "-o", &device]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("cannot write"), "{}", said(&output));
    assert!(std::fs::metadata(&device).unwrap().file_type().is_char_device());
    let (real, link) = (folder.write("real.obj", ""), folder.file("link.obj"));
    std::os::unix::fs::symlink(&real, &link).unwrap();
    assert_eq!(code(&osculate(&["hull", &file, "-o", &link])), 0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::metadata(&real).unwrap().len() > 1000);
}

/// A name may hold what ends a line or colours a terminal: a table writes it out.
#[test]
fn names_do_not_break_the_lines_of_a_table() {
    let folder = Folder::new();
    let ball = |name: &str| json!({ "name": name, "shape": { "ball": { "radius": 1 } } });
    let scene = json!({ "osculate": 1, "bodies": [ball("a\nclash b"), ball("\u{1b}[2Jé")] });
    let file = folder.write("named.json", &scene.to_string());
    let commands: [&[&str]; 3] =
        [&["check", &file], &["distance", &file, "a\nclash b", "\u{1b}[2Jé"], &["sweep", &file]];
    for command in commands {
        let told = printed(&osculate(command));
        assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{told:?}");
        if command[0] != "sweep" {
            let line = told.lines().find(|line| line.contains(r"a\nclash b")).unwrap();
            assert!(line.contains(r"\u{1b}[2Jé"), "{line}");
        }
    }
    // A program gets the name as it is.
    let told: Value =
        serde_json::from_str(&printed(&osculate(&["check", &file, "--format", "json"]))).unwrap();
    assert_eq!(told["pairs"][0]["a"], "a\nclash b");
}
