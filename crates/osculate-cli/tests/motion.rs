//! `osculate sweep` as a user runs it: motions of the command line and of files, what is printed
//! and drawn, and the exit codes.

mod support;

use serde_json::{Value, json};
use support::{Folder, code, osculate, printed, said};

const YARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/yard.json");

/// Unit balls along x: the first may fly at the others.
const BALLS: &str = r#"{ "osculate": 1, "bodies": [
    { "name": "shot", "shape": { "ball": { "radius": 1 } } },
    { "name": "near", "shape": { "ball": { "radius": 1 } }, "pose": { "translation": [5, 0, 0] } },
    { "name": "far, or last", "shape": { "ball": { "radius": 1 } },
      "pose": { "translation": [9, 0, 0] } },
    { "name": "aside", "shape": { "ball": { "radius": 1 } },
      "pose": { "translation": [5, 3, 0] } } ] }"#;

fn report(arguments: &[&str]) -> Value {
    let output = osculate(&[&["sweep"], arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(&output)))
}

/// The contacts: who, and no earlier than when.
fn contacts(report: &Value) -> Vec<(String, String, f64)> {
    let name = |value: &Value| value.as_str().unwrap().to_string();
    let lower = |contact: &Value| contact["time"]["lower"].as_f64().unwrap();
    let all = report["contacts"].as_array().unwrap().iter();
    all.map(|contact| (name(&contact["a"]), name(&contact["b"]), lower(contact))).collect()
}

/// The only contact is at this time, as far as the tolerance lets it be told.
fn assert_meets_at(report: &Value, time: f64) {
    let [(_, _, lower)] = &contacts(report)[..] else { panic!("{report}") };
    let upper = report["contacts"][0]["time"]["upper"].as_f64().unwrap();
    assert!(*lower <= time && time - lower < 1e-3 && *lower <= upper, "{lower}, {upper}, {time}");
}

#[test]
fn exit_codes_tell_whether_bodies_meet() {
    let folder = Folder::new();
    let balls = folder.write("balls.json", BALLS);
    let sweep = |more: &[&str]| osculate(&[&["sweep", balls.as_str()], more].concat());
    assert_eq!(code(&sweep(&["--move", "shot=by:10,0,0"])), 1);
    assert_eq!(code(&sweep(&["--move", "shot=by:-10,0,0"])), 0);
    assert_eq!(code(&sweep(&["--move", "shot=by:4,0,0", "--ignore", "shot,near"])), 0);
    for (arguments, wanted) in [
        (&[] as &[&str], "no body has a motion"),
        (&["--move", "shto=by:1,0,0"], "the scene has no body \"shto\""),
        (&["--move", "shot=by:1,0"], "by takes 3 numbers, and has 2"),
        (&["--move", "shot=fly"], "\"fly\" is no motion"),
        (&["--move", "shot=turn:z,90"], "is a number with its unit"),
        (&["--move", "shot=by:1,0,0", "--until", "0"], "a number above 0"),
        (&["--move", "shot=by:1,0,0", "--move", "s*=by:2,0,0"], "both move \"shot\""),
        (&["--move", "shot=velocity:1e308,0,0", "--until", "10"], "too large to compute"),
    ] {
        let output = sweep(arguments);
        let message = said(&output).replace("\n  │ ", " ");
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(message.contains(wanted), "{arguments:?}: {message}");
    }
}

#[test]
fn first_contacts_come_in_the_order_of_time() {
    let folder = Folder::new();
    let balls = folder.write("balls.json", BALLS);
    let found = report(&[&balls, "--move", "shot=by:10,0,0"]);
    let pairs = contacts(&found);
    assert_eq!(pairs.len(), 2, "{found}");
    for ((a, b, lower), (name, time)) in pairs.iter().zip([("near", 0.3), ("far, or last", 0.7)]) {
        assert_eq!((a.as_str(), b.as_str()), ("shot", name));
        assert!(*lower <= time && time - lower < 1e-4, "{lower}");
    }
    // Of four bodies one moves: three pairs, of which two meet.
    assert_eq!((&found["moving"], &found["free"]), (&json!(1), &json!(1)));
    assert_eq!(found["contacts"][0]["start"], "apart");
    assert_eq!(found["contacts"][0]["normal"][0].as_f64().map(f64::round), Some(1.0));
    let table = printed(&osculate(&["sweep", &balls, "--move", "shot=by:10,0,0"]));
    let wanted = "2 pairs meet, first at 0.300000";
    assert!(
        table.contains(wanted) && table.contains("1 pair proved free until 1 among"),
        "{table}"
    );
    assert!(table.contains("4 bodies of which 1 moves (3 pairs with one that moves,"), "{table}");
}

#[test]
fn every_motion_of_the_command_line_goes_where_it_says() {
    let folder = Folder::new();
    let balls = folder.write("balls.json", BALLS);
    let only = |motion: &str, more: &[&str]| {
        let moving = format!("shot={motion}");
        let ignore = ["--ignore", "shot,far*", "--ignore", "shot,aside"];
        report(&[&[balls.as_str(), "--move", &moving], &ignore[..], more].concat())
    };
    assert_meets_at(&only("by:10,0,0", &[]), 0.3);
    assert_meets_at(&only("by:10,0,0", &["--until", "2"]), 0.6);
    assert_meets_at(&only("to:6,0,0", &[]), 0.5);
    assert_meets_at(&only("velocity:1,0,0", &["--until", "5"]), 3.0);
    assert_meets_at(&only("by:10,0,0", &["--stop-at", "1"]), 0.2);
    // About the middle between the two the balls meet after a third of a turn less what they are
    // thick: at a chord of 2 on a circle of radius 2.5.
    let angle = std::f64::consts::PI - 2.0 * (1.0f64 / 2.5).asin();
    let about = "+about:2.5,0,0";
    assert_meets_at(&only(&format!("turn:z,1rev{about}"), &[]), angle / std::f64::consts::TAU);
    assert_meets_at(&only(&format!("spin:0,0,-3,1rad{about}"), &["--until", "6"]), angle);
    // A screw along the axis of its turn turns no ball, and comes as the way alone does.
    assert_meets_at(&only("by:10,0,0+turn:x,3rev", &[]), 0.3);
    // A way of the center, and a turn about it.
    let screw = only("by:0,0,9+turn:z,180deg+about:2.5,0,0", &[]);
    assert!(contacts(&screw).is_empty(), "{screw}");
    let tolerant = only("by:10,0,0", &["--tolerance", "0.5"]);
    let [(_, _, lower)] = &contacts(&tolerant)[..] else { panic!("{tolerant}") };
    assert!((0.25..=0.3).contains(lower), "{lower}");
    assert_eq!(tolerant["tolerance"], 0.5);
}

#[test]
fn names_that_end_in_a_star_move_many() {
    let folder = Folder::new();
    let text = BALLS.replace("near", "b1").replace("aside", "b2");
    let found = report(&[&folder.write("balls.json", &text), "--move", "b*=by:-4,0,0"]);
    assert_eq!(found["moving"], 2);
    assert_meets_at(&found, 0.75);
}

#[test]
fn how_bodies_start_is_said() {
    let folder = Folder::new();
    let file = folder.write("deep.json", &BALLS.replace("[5, 0, 0]", "[1.5, 0, 0]"));
    let ignore = ["--ignore", "shot,far*", "--ignore", "shot,aside"];
    let deep = |motion: &str, more: &[&str]| {
        report(&[&[file.as_str(), "--move", motion], &ignore[..], more].concat())
    };
    let found = deep("shot=by:-9,0,0", &[]);
    let contact = &found["contacts"][0];
    assert_eq!(
        (&contact["start"], &contact["time"]["lower"]),
        (&json!("overlapping"), &json!(0.0))
    );
    assert!((contact["distance"]["value"].as_f64().unwrap() + 0.5).abs() < 1e-9, "{contact}");
    assert_eq!(contact["normal"], json!([1.0, 0.0, 0.0]));
    assert!(contacts(&deep("shot=by:-9,0,0", &["--ignore-opening"])).is_empty());
    assert_eq!(contacts(&deep("shot=by:9,0,0", &["--ignore-opening"])).len(), 1);
    let touching = folder.write("touching.json", &BALLS.replace("[5, 0, 0]", "[2, 0, 0]"));
    let table = printed(&osculate(
        &[&["sweep", touching.as_str(), "--move", "shot=by:0,-1,0"], &ignore[..]].concat(),
    ));
    assert!(table.contains("touching    shot  near"), "{table}");
}

#[test]
fn files_hold_motions_and_the_command_line_replaces_them() {
    let found = report(&[YARD]);
    assert_eq!(found["moving"], 3);
    let [(a, b, lower)] = &contacts(&found)[..] else { panic!("{found}") };
    assert_eq!((a.as_str(), b.as_str()), ("jib", "stack"));
    assert!((0.5..0.52).contains(lower), "{lower}");
    let still = report(&[YARD, "--move", "jib=by:0,0.5,0"]);
    assert_eq!((&still["moving"], contacts(&still).len()), (&json!(3), 0), "{still}");
    // A path has times of its own: the drone arrives at the time 1.
    let folder = Folder::new();
    let text = std::fs::read_to_string(YARD).unwrap().replace("\"time\": 1,", "\"time\": 3,");
    assert_eq!(report(&[&folder.write("later.json", &text)])["until"], 3.0);
}

#[test]
fn the_plane_is_swept_too() {
    let folder = Folder::new();
    let flat = r#"{ "osculate": 1, "dimension": 2, "bodies": [
        { "name": "rod", "shape": { "cuboid": { "half_extents": [2, 0.01] } },
          "motion": { "turn": { "degrees": 720 } } },
        { "name": "post", "shape": { "ball": { "radius": 0.1 } },
          "pose": { "translation": [0, 1.5] } } ] }"#;
    let file = folder.write("flat.json", flat);
    let found = report(&[&file]);
    let angle = std::f64::consts::FRAC_PI_2 - (0.11f64 / 1.5).asin();
    assert_meets_at(&found, angle / (2.0 * std::f64::consts::TAU));
    assert_eq!(found["contacts"][0]["on_a"].as_array().map(Vec::len), Some(2));
    // The other way round by less than a quarter, and away from the post.
    let free = report(&[&file, "--move", "rod=turn:-80deg+by:0,-1"]);
    assert!(contacts(&free).is_empty(), "{free}");
    let output = osculate(&["sweep", &file, "--picture", &folder.file("flat.svg")]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("of the plane"), "{}", said(&output));
}

/// A ball that goes round ten million times, a hundredth of its size from three others: it would
/// take more looks than a march has.
fn unknown(folder: &Folder) -> String {
    let text = r#"{ "osculate": 1, "bodies": [
        { "name": "shot", "shape": { "ball": { "radius": 1 } },
          "motion": { "turn": { "axis": [0, 0, 1], "degrees": 3.6e9 }, "about": [0, 5, 0] } },
        { "name": "near", "shape": { "ball": { "radius": 1 } },
          "pose": { "translation": [7.01, 5, 0] } },
        { "name": "far, or last", "shape": { "ball": { "radius": 1 } },
          "pose": { "translation": [0, 12.01, 0] } },
        { "name": "aside", "shape": { "ball": { "radius": 1 } },
          "pose": { "translation": [-7.01, 5, 0] } } ] }"#;
    folder.write("unknown.json", text)
}

/// A half-space that turns: it has no end, and cannot be drawn.
fn endless(folder: &Folder) -> String {
    let text = BALLS.replace("{ \"ball\": { \"radius\": 1 } } },\n    { \"name\": \"near\"", {
        "{ \"half_space\": { \"normal\": [1, 0, 0], \"offset\": -1 } },\n \
         \"motion\": { \"turn\": { \"axis\": [0, 0, 1], \"degrees\": 10 } } },\n \
         { \"name\": \"near\""
    });
    folder.write("endless.json", &text)
}

#[test]
fn a_half_space_that_turns_is_swept() {
    let folder = Folder::new();
    let found = report(&[&endless(&folder)]);
    assert_eq!((&found["complete"], &found["clear"]), (&json!(true), &json!(true)));
}

#[test]
fn what_is_not_known_is_said() {
    let folder = Folder::new();
    let file = unknown(&folder);
    let output = osculate(&["sweep", &file]);
    let (table, message) = (printed(&output), said(&output).replace("\n  │ ", " "));
    assert_eq!(code(&output), 2);
    assert!(
        table.contains("unknown     shot  near") && table.contains("3 pairs unknown"),
        "{table}"
    );
    assert!(message.contains("of 3 pairs are not known whether they meet"), "{message}");
    let found = report(&[&file]);
    assert_eq!((&found["complete"], &found["clear"]), (&json!(false), &json!(false)));
    assert_eq!(found["unknown"].as_array().map(Vec::len), Some(3));
    let lines = printed(&osculate(&["sweep", &file, "--format", "csv"]));
    let fields = |line: &str| line.replace("\"far, or last\"", "far").split(',').count();
    let head = lines.lines().next().map(fields);
    assert!(lines.lines().all(|line| Some(fields(line)) == head), "{lines}");
    // What a file lacks is as for the other commands.
    let wrl = "#VRML V2.0 utf8\nEXTERNPROTO Knob [ ] \"absent.wrl\"\n\
               DEF box Shape { geometry Box {} }\nKnob {}\n";
    let wrl = folder.write("knob.wrl", wrl);
    let arguments = ["sweep", &wrl, "--move", "box=by:1,0,0"];
    assert_eq!(code(&osculate(&arguments)), 2);
    assert_eq!(code(&osculate(&[&arguments[..], &["--allow-missing"]].concat())), 0);
}

#[test]
fn the_report_is_what_its_schema_says() {
    let folder = Folder::new();
    let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let balls = folder.write("balls.json", BALLS);
    let deep = folder.write("deep.json", &BALLS.replace("[5, 0, 0]", "[1.5, 0, 0]"));
    let moving = ["--move", "shot=by:10,0,0"];
    for report in [
        report(&[YARD]),
        report(&[&[balls.as_str()], &moving[..]].concat()),
        report(&[&[deep.as_str(), "--tolerance", "1"], &moving[..]].concat()),
        report(&[&unknown(&folder)]),
    ] {
        let errors: Vec<String> = schema.iter_errors(&report).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    let right = report(&[YARD]);
    for (pointer, wrong) in [
        ("/contacts/0/start", json!("maybe")),
        ("/contacts/0/time/lower", json!(-1)),
        ("/free", json!(null)),
        ("/moving", json!(0)),
    ] {
        let mut report = right.clone();
        *report.pointer_mut(pointer).unwrap() = wrong;
        assert!(!schema.is_valid(&report), "the schema takes a wrong {pointer}");
    }
}

#[test]
fn lists_have_a_line_a_pair() {
    let folder = Folder::new();
    let balls = folder.write("balls.json", BALLS);
    let list = |format: &str| {
        let arguments = ["sweep", &balls, "--move", "shot=by:10,0,0", "--format", format];
        printed(&osculate(&arguments))
    };
    let lines = list("ndjson");
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{lines}");
    let table = list("csv");
    assert_eq!(table.lines().count(), 3);
    assert!(table.starts_with("start,a,b,time_lower,time_upper,distance,lower,upper,on_a_x,"));
    assert!(table.contains("\napart,shot,\"far, or last\",0.69"), "{table}");
}

#[test]
fn ghosts_are_drawn() {
    let folder = Folder::new();
    for name in ["yard.svg", "yard.png"] {
        let out = folder.file(name);
        let output = osculate(&["sweep", YARD, "--picture", &out]);
        assert_eq!(code(&output), 1, "{}", said(&output));
    }
    let svg = folder.read("yard.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    // The parts of the bodies that move, at the start and at the end.
    assert_eq!(svg.matches("<g opacity").count(), 2 * (3 + 4 + 2));
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert!(svg.contains("jib meets stack at 0.51") && svg.contains("Faint: at 0 and at 1."));
    let png = std::fs::read(folder.0.join("yard.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 10_000);
    let free = folder.file("free.svg");
    let output = osculate(&["sweep", YARD, "--move", "jib=by:0,0.5,0", "--picture", &free]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(folder.read("free.svg").contains("No contact until 1, where bodies are solid."));
    let output = osculate(&["sweep", YARD, "--picture", &folder.file("yard.html")]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("must end in .svg or .png"), "{}", said(&output));
}

/// What the page of a march is given.
fn data(page: &str) -> Value {
    let start = page.find("const data = ").unwrap() + "const data = ".len();
    let text = page[start..].lines().next().unwrap();
    serde_json::from_str(text.trim_end_matches(';')).unwrap()
}

#[test]
fn the_looks_of_a_meeting_are_explained() {
    let folder = Folder::new();
    let out = folder.file("meet.html");
    let output = osculate(&["explain", YARD, "jib", "stack", "-o", &out]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(printed(&output).contains("looks at the pair; they meet at 0.51"), "{output:?}");
    let page = folder.read("meet.html");
    assert!(!page.contains("http") && !page.contains("/*DATA*/"));
    let data = data(&page);
    let number = |value: &Value| value.as_f64().unwrap();
    let looks = data["looks"].as_array().unwrap();
    for pair in looks.windows(2) {
        assert_eq!(pair[0]["free"], pair[1]["time"]);
        assert!(number(&pair[0]["time"]) < number(&pair[1]["time"]));
    }
    // The distance that is drawn is above the line from each look to the next.
    assert_eq!((&data["even"], &data["end"]["what"]), (&json!(true), &json!("hit")));
    let curve = data["curve"].as_array().unwrap();
    let mut compared = 0;
    for look in looks.iter().filter(|look| number(&look["lower"]) > 0.0) {
        let [from, to, lower] = ["time", "free", "lower"].map(|what| number(&look[what]));
        for sample in curve {
            let [time, distance] = [0, 1].map(|i| number(&sample[i]));
            if from <= time && time < to {
                compared += 1;
                assert!(distance >= lower * (to - time) / (to - from) - 1e-9, "{time}");
            }
        }
    }
    assert!(compared > 100, "{compared}");
    let met = report(&[YARD]);
    assert_eq!(data["end"]["lower"], met["contacts"][0]["time"]["lower"]);

    // One that misses, by the parts that pass the nearest; one by a shortcut; the bodies at rest.
    let output = osculate(&["explain", YARD, "truck", "jib", "-o", &out]);
    assert!(printed(&output).contains("they do not meet until 1, which is proved"), "{output:?}");
    let moving = ["--move", "truck=by:-2,0,0", "--move", "jib=by:0,-1,0"];
    let output = osculate(&[&["explain", YARD, "truck", "jib", "-o", &out], &moving[..]].concat());
    assert!(printed(&output).contains("a shortcut instead:"), "{output:?}");
    let output = osculate(&["explain", YARD, "jib", "stack", "--resting", "-o", &out]);
    assert!(printed(&output).contains("steps of GJK"), "{output:?}");
}

#[test]
fn what_a_march_cannot_show_is_said() {
    let folder = Folder::new();
    let out = folder.file("no.html");
    let endless = endless(&folder);
    for (arguments, wanted) in [
        (&[YARD, "mast", "stack", "--move", "truck=by:1,0,0"] as &[&str], "moves neither \"mast\""),
        (&[endless.as_str(), "shot", "near"], "a half-space has no bounds"),
        (&[YARD, "jib", "stack", "--move", "jib=by:1,0"], "by takes 3 numbers"),
    ] {
        let output = osculate(&[&["explain"], arguments, &["-o", &out]].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(said(&output).contains(wanted), "{}", said(&output));
        assert!(!std::path::Path::new(&out).exists());
    }
}

#[test]
fn a_march_in_the_plane_is_explained() {
    let folder = Folder::new();
    let flat = r#"{ "osculate": 1, "dimension": 2, "bodies": [
        { "name": "rod </script>", "shape": { "cuboid": { "half_extents": [2, 0.01] } } },
        { "name": "post", "shape": { "ball": { "radius": 0.1 } },
          "pose": { "translation": [0, 1.5] } } ] }"#;
    let (file, out) = (folder.write("flat.json", flat), folder.file("flat.html"));
    let motion = "rod </script>=turn:2rev";
    let output =
        osculate(&["explain", &file, "rod </script>", "post", "--move", motion, "-o", &out]);
    assert!(printed(&output).contains("they meet at 0.119"), "{output:?}");
    let page = folder.read("flat.html");
    assert!(!page.contains("rod </script>"), "a name ends the script");
    let data = data(&page);
    assert_eq!(
        (&data["plane"], &data["parts"][0]["faces"]),
        (&json!(true), &json!([[0, 1, 2, 3]]))
    );
}

#[test]
fn the_help_shows_how_to_move() {
    let help = printed(&osculate(&["sweep", "--help"]));
    for wanted in ["by:1,0,0", "turn:z,90deg", "spin:", "about:", "Examples:", "Exit codes:"] {
        assert!(help.contains(wanted), "{wanted}: {help}");
    }
}
