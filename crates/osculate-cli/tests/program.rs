//! The program as a user runs it: what it prints, writes and exits with.

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use support::{Folder, code, osculate, printed, program, said};

const CELL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/cell.json");

/// Two balls of radius 1 in a row with a gap of 0.5, and a cuboid that overlaps the second by 0.25.
const THREE: &str = r#"{ "osculate": 1, "bodies": [
    { "name": "first", "shape": { "ball": { "radius": 1 } } },
    { "name": "second", "shape": { "ball": { "radius": 1 } },
      "pose": { "translation": [2.5, 0, 0] } },
    { "name": "third, or last", "shape": { "cuboid": { "half_extents": [1, 1, 1] } },
      "pose": { "translation": [4.25, 0, 0] } } ] }"#;

/// The polygon of paper 004's ten slides, and the origin.
const SLIDES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/ten_slides.json");

/// A crane, a truck and a drone, which move.
const YARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/yard.json");

/// Of the plane: a car, a ball in its corner, and a post behind it.
const FLAT: &str = r#"{ "osculate": 1, "dimension": 2, "bodies": [
    { "name": "car", "shape": { "cuboid": { "half_extents": [2, 1] } } },
    { "name": "ball", "shape": { "ball": { "radius": 1 } }, "pose": { "translation": [2.5, 0] } },
    { "name": "post", "shape": { "capsule": { "half_height": 1, "radius": 0.5 } },
      "pose": { "translation": [-3, 0], "degrees": 0 } } ] }"#;

#[test]
fn exit_codes_tell_a_pipeline_what_to_do() {
    let folder = Folder::new();
    let three = folder.write("three.json", THREE);
    assert_eq!(code(&osculate(&["check", &three])), 1);
    let ignored = osculate(&["check", &three, "--ignore", "second,third*"]);
    assert_eq!(code(&ignored), 0, "{}", printed(&ignored));
    assert_eq!(code(&osculate(&["check", &three, "--allow", "0.3"])), 0);
    assert_eq!(code(&osculate(&["check", &three, "--allow", "0.3", "--clearance", "0.6"])), 1);
    assert_eq!(code(&osculate(&["distance", &three, "first", "second"])), 0);
    assert_eq!(code(&osculate(&["distance", &three, "second", "third, or last"])), 1);
    assert_eq!(code(&osculate(&["check", "no such file.json"])), 2);
    assert_eq!(code(&osculate(&["check"])), 2);
}

/// Two cuboids face to face, which share that face to the bit.
const TOUCHING: &str = r#"{ "osculate": 1, "bodies": [
    { "name": "left", "shape": { "cuboid": { "half_extents": [1, 1, 1] } } },
    { "name": "right", "shape": { "cuboid": { "half_extents": [1, 1, 1] } },
      "pose": { "translation": [2, 0, 0] } } ] }"#;

/// Two turned cuboids face to face: rounding leaves a gap of some 1e-16, and a coordinate of −1e-6.
const TURNED: &str = r#"{ "osculate": 1, "bodies": [
    { "name": "left", "shape": { "cuboid": { "half_extents": [1, 1, 1] } },
      "pose": { "translation": [0.1, 0.2, -2e-6], "axis": [0, 0, 1], "degrees": 30 } },
    { "name": "right", "shape": { "cuboid": { "half_extents": [1, 1, 1] } },
      "pose": { "translation": [1.8320508075688773, 1.2, 0], "axis": [0, 0, 1], "degrees": 30 } }
    ] }"#;

#[test]
fn what_is_zero_within_its_bracket_is_printed_as_zero() {
    let folder = Folder::new();
    let file = folder.write("turned.json", TURNED);
    let whole: Value =
        serde_json::from_str(&printed(&osculate(&["check", &file, "--format", "json"]))).unwrap();
    let distance = &whole["pairs"][0]["distance"];
    let [lower, value, upper] = ["lower", "value", "upper"].map(|k| distance[k].as_f64().unwrap());
    assert!(lower <= 0.0 && 0.0 <= upper && value != 0.0, "all digits: {distance}");
    for command in [&["check", &file][..], &["distance", &file, "left", "right"]] {
        let shown = printed(&osculate(command));
        assert!(shown.contains(" 0.000000"), "{shown}");
        assert!(!shown.contains("-0.0000"), "{shown}");
    }
}

#[test]
fn with_a_clearance_a_contact_is_too_near_unless_it_is_allowed() {
    let folder = Folder::new();
    let file = folder.write("touching.json", TOUCHING);
    let flat = TOUCHING
        .replace("\"bodies\"", "\"dimension\": 2, \"bodies\"")
        .replace("[1, 1, 1]", "[1, 1]")
        .replace("[2, 0, 0]", "[2, 0]");
    let flat = folder.write("flat.json", &flat);
    for file in [&file, &flat] {
        for (options, expected) in [
            // Parts of an assembly touch: without a clearance that is no failure.
            (&[][..], 0),
            (&["--clearance", "0"], 0),
            (&["--clearance", "0.1"], 1),
            (&["--clearance", "1e-9"], 1),
            (&["--clearance", "0.1", "--allow", "0"], 1),
            (&["--clearance", "0.1", "--allow", "1e-6"], 0),
            (&["--clearance", "0.1", "--ignore", "left,right"], 0),
        ] {
            let command = [&["check", file][..], options].concat();
            let output = osculate(&command);
            assert_eq!(code(&output), expected, "{command:?}: {}", printed(&output));
            let report = osculate(&[&command[..], &["--format", "json"]].concat());
            let report: Value = serde_json::from_slice(&report.stdout).unwrap();
            assert_eq!(report["clear"], expected == 0, "{command:?}: {report}");
            let is_ignored = options.contains(&"left,right");
            let verdicts = report["pairs"].as_array().unwrap().iter();
            assert!(verdicts.clone().all(|pair| pair["verdict"] == "contact"), "{report}");
            assert_eq!(verdicts.len(), usize::from(!is_ignored), "{command:?}: {report}");
        }
    }
    let help = printed(&osculate(&["check", "--help"]));
    assert!(help.contains("with --clearance, a contact"), "{help}");
}

/// Half a pipe about z, five long, and a ball in the middle of its channel.
#[test]
fn a_sheet_that_its_hull_fills_is_told_with_the_clash_that_it_makes() {
    let folder = Folder::new();
    let mut pipe = String::new();
    for k in 0..=16 {
        let (sin, cos) = (std::f64::consts::PI * f64::from(k) / 16.0).sin_cos();
        pipe += &format!("v {cos} {sin} 0\nv {cos} {sin} 5\n");
    }
    for k in 0..16 {
        let first = 2 * k + 1;
        pipe += &format!("f {} {} {} {}\n", first, first + 1, first + 3, first + 2);
    }
    let pipe = folder.write("pipe.obj", &pipe);
    let ball = r#"{ "osculate": 1, "bodies": [ { "name": "ball",
        "shape": { "ball": { "radius": 0.25 } }, "pose": { "translation": [0, 0.25, 2.5] } } ] }"#;
    let ball = folder.write("ball.json", ball);
    let wanted = "its surface does not close: its hull is taken, which fills it";
    let output = osculate(&["check", &pipe, &ball, "--pieces", "--format", "json"]);
    assert_eq!(code(&output), 1);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let assumed = serde_json::json!([{ "body": "pipe", "assumed": [wanted] }]);
    assert_eq!(report["assumed"], assumed);
    let output = osculate(&["check", &pipe, &ball, "--hull"]);
    assert!(printed(&output).contains(&format!("assumed: pipe: {wanted}")), "{}", printed(&output));
    // The sheet itself is a quarter from the ball's middle, and does not touch it.
    let output = osculate(&["check", &pipe, &ball]);
    assert_eq!(code(&output), 0, "{}", printed(&output));
    assert!(printed(&output).contains("what lies inside is not seen"), "{}", printed(&output));
}

/// Of two rings that cross, two triangles overlap by less than the rings do. So no depth is allowed.
#[test]
fn an_overlap_of_meshes_is_not_allowed_by_the_depth_of_two_triangles() {
    let ring = |x: f64, is_turned: bool, before: usize| {
        let mut text = String::new();
        let (n, m) = (24, 8);
        for i in 0..n {
            for j in 0..m {
                let a = f64::from(i) / f64::from(n) * std::f64::consts::TAU;
                let b = f64::from(j) / f64::from(m) * std::f64::consts::TAU;
                let r = 1.0 + 0.2 * b.cos();
                let (p, q, h) = (r * a.cos(), r * a.sin(), 0.2 * b.sin());
                let [y, z] = if is_turned { [h, q] } else { [q, h] };
                text += &format!("v {} {y} {z}\n", p + x);
            }
        }
        let at = |i: i32, j: i32| (i % n * m + j % m) as usize + 1 + before;
        for i in 0..n {
            for j in 0..m {
                let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                text += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
            }
        }
        text
    };
    let folder = Folder::new();
    let one = folder.write("one.obj", &ring(0.0, false, 0));
    // Linked: clear. A hull would clash.
    let linked = folder.write("linked.obj", &ring(1.0, true, 0));
    let output = osculate(&["check", &one, &linked]);
    assert_eq!(code(&output), 0, "{}", printed(&output));
    assert_eq!(code(&osculate(&["check", &one, &linked, "--hull"])), 1);
    // Pushed together they clash, whatever depth is allowed.
    let pushed = folder.write("pushed.obj", &ring(1.7, true, 0));
    for allow in ["0", "0.05", "1"] {
        let output = osculate(&["check", &one, &pushed, "--allow", allow]);
        assert_eq!(code(&output), 1, "{allow}: {}", printed(&output));
    }
}

/// A robot of many parts has a line for what is assumed of all of them.
#[test]
fn what_is_assumed_of_several_bodies_is_one_line() {
    let folder = Folder::new();
    let mut text = String::new();
    for k in 0..5 {
        // A sheet with a fold: it is not convex, and does not close.
        let x = 10 * k;
        text += &format!("o sheet{k}\nv {x} 0 0\nv {} 0 0\nv {x} 1 0\nv {x} 0 1\n", x + 1);
        let first = 4 * k + 1;
        text += &format!(
            "f {first} {} {}\nf {first} {} {}\n",
            first + 1,
            first + 2,
            first + 2,
            first + 3
        );
    }
    let file = folder.write("sheets.obj", &text);
    let lines = printed(&osculate(&["check", &file]));
    let told: Vec<&str> = lines.lines().filter(|line| line.starts_with("assumed")).collect();
    let wanted = "assumed of 5 bodies: its surface does not close, or is not wound one way: what \
                  lies inside is not seen (sheet0, sheet1, sheet2 and 2 more; --format json lists \
                  them)";
    assert_eq!(told, [wanted]);
}

#[test]
fn the_report_is_what_its_schema_says() {
    let folder = Folder::new();
    let three = folder.write("three.json", THREE);
    let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for file in [three.as_str(), CELL] {
        let output = osculate(&["check", file, "--clearance", "1", "--format", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let errors: Vec<String> = schema.iter_errors(&report).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    let mut wrong: Value =
        serde_json::from_slice(&osculate(&["check", &three, "--format", "json"]).stdout).unwrap();
    assert_eq!(wrong["pairs"][0]["verdict"], "clash");
    assert!((wrong["pairs"][0]["distance"]["value"].as_f64().unwrap() + 0.25).abs() < 1e-12);
    wrong["pairs"][0]["verdict"] = "maybe".into();
    assert!(!schema.is_valid(&wrong), "the schema refuses nothing");
}

#[test]
fn scenes_are_what_their_schema_says() {
    let schema: Value =
        serde_json::from_str(include_str!("../../osculate-io/scene.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let [cell, slides, yard] =
        [CELL, SLIDES, YARD].map(|path| std::fs::read_to_string(path).unwrap());
    let flat = include_str!("../../osculate-io/tests/scenes/flat.json").to_string();
    for text in [THREE.to_string(), FLAT.to_string(), cell, slides, yard, flat.clone()] {
        let scene: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = schema.iter_errors(&scene).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

#[test]
fn the_schema_holds_both_dimensions_to_their_own() {
    let schema: Value =
        serde_json::from_str(include_str!("../../osculate-io/scene.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let moving =
        &FLAT.replace("\"degrees\": 0 }", "\"degrees\": 0 }, \"motion\": { \"by\": [1, 0] }");
    assert!(schema.is_valid(&serde_json::from_str(moving).unwrap()));
    for (text, from, to) in [
        (FLAT, "\"dimension\": 2", "\"dimension\": 3"),
        (FLAT, "[2, 1]", "[2, 1, 0]"),
        (moving, "\"by\": [1, 0]", "\"by\": [1, 0, 0]"),
        (moving, "\"by\": [1, 0]", "\"by\": [1, 0], \"to\": [1, 0]"),
        (moving, "\"by\": [1, 0]", "\"by\": [1, 0], \"about\": [1, 0]"),
        (moving, "\"by\": [1, 0]", "\"turn\": { \"axis\": [0, 0, 1], \"degrees\": 9 }"),
        (moving, "\"by\": [1, 0]", "\"by\": [1, 0], \"path\": [{ \"time\": 1, \"pose\": {} }]"),
        (moving, "\"by\": [1, 0]", ""),
    ] {
        let scene: Value = serde_json::from_str(&text.replace(from, to)).unwrap();
        assert!(!schema.is_valid(&scene), "{to} is taken");
    }
}

#[test]
fn scenes_of_the_plane_are_checked() {
    let folder = Folder::new();
    let flat = folder.write("flat.json", FLAT);
    let output = osculate(&["check", &flat, "--clearance", "0.6", "--format", "json"]);
    assert_eq!(code(&output), 1);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&report));
    let verdicts: Vec<&str> = report["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["clash", "near"]);
    assert_eq!(report["pairs"][0]["normal"], serde_json::json!([1.0, 0.0]));
    assert!((report["pairs"][0]["distance"]["value"].as_f64().unwrap() + 0.5).abs() < 1e-12);
    let table = printed(&osculate(&["check", &flat, "--format", "csv"]));
    assert!(table.starts_with("verdict,a,b,distance,lower,upper,on_a_x,on_a_y,on_b_x,"), "{table}");
    let one = printed(&osculate(&["distance", &flat, "car", "post"]));
    assert!(one.contains("distance  0.500000") && one.contains("(-1.0000, 0.0000)"), "{one}");
    for command in ["hull", "picture"] {
        let output = osculate(&[command, &flat, "-o", &folder.file("out.svg")]);
        assert_eq!(code(&output), 2);
        assert!(said(&output).contains("one of the plane"), "{}", said(&output));
    }
}

/// What the page of a command is given.
fn data(page: &str) -> Value {
    let start = page.find("const data = ").unwrap() + "const data = ".len();
    let text = page[start..].lines().next().unwrap();
    serde_json::from_str(text.trim_end_matches(';')).unwrap()
}

/// Paper 004's ten slides end at (2.16, 2.88), on the edge from (2, 3) to (6, 0).
#[test]
fn the_ten_slides_are_explained_in_the_plane() {
    let folder = Folder::new();
    let output = osculate(&["explain", SLIDES, "C", "origin", "-o", &folder.file("steps.html")]);
    assert_eq!(code(&output), 0);
    let data = data(&folder.read("steps.html"));
    assert_eq!(data["plane"], true);
    assert!((data["distance"]["value"].as_f64().unwrap() - 3.6).abs() <= 1e-15);
    let ends = data["witnesses"][0].as_array().unwrap();
    let at: Vec<f64> = ends.iter().map(|x| x.as_f64().unwrap()).collect();
    assert!((at[0] - 2.16).abs() <= 1e-15 && (at[1] + 2.88).abs() <= 1e-15 && at[2] == 0.0);
    // What the last slide shows: an edge, whose ends are vertices of C. The page's y goes down.
    let last = data["steps"].as_array().unwrap().last().unwrap()["simplex"].clone();
    let mut ends: Vec<Vec<f64>> = serde_json::from_value(last).unwrap();
    ends.sort_by(|p, q| p[0].total_cmp(&q[0]));
    assert_eq!(ends, [[2.0, -3.0, 0.0], [6.0, -0.0, 0.0]]);
    assert_eq!(data["difference"]["faces"][0].as_array().unwrap().len(), 5);

    // The ball's centre is in the car: the core overlaps, and the expansion has something to do.
    let flat = folder.write("flat.json", &FLAT.replace("[2.5, 0]", "[1.5, 0]"));
    let output = osculate(&["explain", &flat, "car", "ball", "-o", &folder.file("deep.html")]);
    assert!(printed(&output).contains("of the expanding polygon"), "{}", printed(&output));
}

#[test]
fn lists_have_a_line_a_pair() {
    let folder = Folder::new();
    let three = folder.write("three.json", THREE);
    let lines = printed(&osculate(&["check", &three, "--clearance", "1", "--format", "ndjson"]));
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    let table = printed(&osculate(&["check", &three, "--clearance", "1", "--format", "csv"]));
    assert_eq!(table.lines().count(), 3);
    assert!(table.contains("clash,second,\"third, or last\",-0.25,"), "{table}");
    let people = printed(&osculate(&["check", &three]));
    assert!(people.contains("1 clash, 0 contacts among 3 bodies (3 pairs,"), "{people}");
}

#[test]
fn errors_are_one_clear_message() {
    let folder = Folder::new();
    let three = folder.write("three.json", THREE);
    let output = osculate(&["distance", &three, "frist", "second"]);
    let message = said(&output);
    assert_eq!(code(&output), 2);
    assert!(
        message.contains("the scene has no body \"frist\"") && message.contains("first"),
        "{message}"
    );
    let broken = folder.write("broken.wrl", "#VRML V2.0 utf8\nShape { geometry Box { size } }\n");
    let message = said(&osculate(&["check", &broken]));
    assert!(message.contains("expected a value for size") && message.contains(":2"), "{message}");
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn pictures_are_drawn() {
    let folder = Folder::new();
    for name in ["cell.svg", "cell.png", "cell.html"] {
        let out = folder.file(name);
        let output = osculate(&["picture", CELL, "--clearance", "0.03", "-o", &out]);
        assert_eq!(code(&output), 0, "{}", said(&output));
    }
    let svg = folder.read("cell.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.matches("<path").count() > 200 && svg.contains("gripper – part: -0.0011"));
    let png = std::fs::read(folder.0.join("cell.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 10_000);
    let html = folder.read("cell.html");
    assert!(html.contains("\"gripper\""));
    for place in ["/*DATA*/", "/*STYLE*/", "/*THEME*/"] {
        assert!(!html.contains(place), "nothing stands at {place}");
    }
    // No network, and nothing but the three files.
    assert!(!html.contains("http"), "the page asks the network");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 3);
    let output = osculate(&["picture", CELL, "-o", &folder.file("cell.bmp")]);
    assert_eq!(code(&output), 2);
}

/// A facet of a tetrahedron or so, as STL.
const FACET: &str = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\n\
    vertex 0 1 0\nendloop\nendfacet\nendsolid s\n";

/// The same facet as PLY.
const TRIANGLE: &str = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n\
    property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n\
    end_header\n0 0 0\n2 0 0\n0 1 0\n3 0 1 2\n";

#[test]
fn up_is_what_the_format_says_however_its_ending_is_written() {
    let folder = Folder::new();
    let picture = |file: String| {
        let out = folder.file("out.svg");
        let output = osculate(&["picture", &file, "-o", &out]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        folder.read("out.svg")
    };
    let stl = picture(folder.write("a.stl", FACET));
    assert_eq!(picture(folder.write("a.STL", FACET)), stl);
    assert_eq!(picture(folder.write("a.ply", TRIANGLE)), stl);
    let obj = "v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n";
    assert_ne!(picture(folder.write("a.obj", obj)), stl, "y is up in OBJ");
}

#[test]
fn the_help_names_every_format() {
    let help = printed(&osculate(&["--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    for format in &osculate_io::FORMATS {
        assert!(help.contains(format.name), "{help}");
        for end in format.extensions {
            assert!(help.contains(&format!(".{end}")), "{help}");
        }
    }
}

#[test]
fn the_bodies_of_a_pair_may_stand_in_several_files() {
    let folder = Folder::new();
    let [a, b] = ["a.ply", "b.ply"].map(|name| folder.write(name, TRIANGLE));
    folder.write("b.ply", &TRIANGLE.replace(" 0\n", " 3\n"));
    let output = osculate(&["distance", &a, &b, "a", "b"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(printed(&output).contains("distance  3.000000"), "{}", printed(&output));
    let page = folder.file("page.html");
    let output = osculate(&["explain", &a, &b, "a", "b", "-o", &page]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    // One body alone is no pair, and its name is no file.
    let output = osculate(&["distance", &a, "a"]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("<FILE>... <A> <B>"), "{}", said(&output));
    let output = osculate(&["distance", &a, "a", "c"]);
    assert!(said(&output).contains("has no body \"c\""), "{}", said(&output));
}

#[test]
fn one_of_a_thing_is_told_in_the_singular() {
    let folder = Folder::new();
    let one = folder.write("one.stl", FACET);
    let hull = |name: &str| {
        let out = folder.file(name);
        printed(&osculate(&["hull", &one, "-o", &out])).replace(&out, name)
    };
    assert_eq!(hull("hull.obj"), "hull.obj: 1 hull, 3 points, 2 faces\n");
    let check = printed(&osculate(&["check", &one]));
    assert!(check.contains("0 clashes, 0 contacts among 1 body (0 pairs, "), "{check}");
}

#[test]
fn names_cannot_break_out_of_a_page() {
    let folder = Folder::new();
    let evil = folder.write("evil.json", &THREE.replace("first", "</script><script>alert(1)"));
    for (command, name) in
        [("picture", "evil.html"), ("picture", "evil.svg"), ("explain", "steps.html")]
    {
        let out = folder.file(name);
        let mut arguments = vec![command, &evil];
        if command == "explain" {
            arguments.extend(["</script><script>alert(1)", "second"]);
        }
        arguments.extend(["-o", &out]);
        assert_eq!(code(&osculate(&arguments)), 0);
        assert!(!folder.read(name).contains("<script>alert"), "{name}");
    }
}

#[test]
fn hulls_come_back_as_they_went() {
    let folder = Folder::new();
    let three = folder.write("three.json", THREE);
    for name in ["hull.obj", "hull.gltf", "hull.stl"] {
        let out = folder.file(name);
        assert_eq!(code(&osculate(&["hull", &three, "-o", &out])), 0);
        let output = osculate(&["check", &out, "--format", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        if name != "hull.stl" {
            // The ball is sampled at its axes: the overlap is there to single precision.
            let depth = report["pairs"][0]["distance"]["value"].as_f64().unwrap();
            assert!((depth + 0.25).abs() < 1e-6, "{name}: {depth}");
        }
        assert_eq!(report["notes"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn steps_are_explained() {
    let folder = Folder::new();
    let out = folder.file("steps.html");
    let output = osculate(&["explain", CELL, "wrist", "bolt", "-o", &out]);
    assert!(printed(&output).contains("steps of GJK"));
    let page = folder.read("steps.html");
    assert!(page.contains("\"steps\":[{") && !page.contains("http"));
    let output = osculate(&["explain", CELL, "floor", "bolt", "-o", &folder.file("no.html")]);
    assert_eq!(code(&output), 2);
    assert!(!Path::new(&folder.file("no.html")).exists());
}

#[test]
fn the_demo_shows_a_clash_and_draws_it() {
    let folder = Folder::new();
    let output = osculate(&["demo", "--out", &folder.file("")]);
    let text = printed(&output);
    assert_eq!(code(&output), 0);
    assert!(text.contains("clash    forearm  camera") && text.contains("drawn:"), "{text}");
    assert!(
        folder.read("cell.html").contains("canvas") && folder.read("cell.svg").contains("<svg")
    );
}

#[test]
fn help_completions_and_the_manual_are_there() {
    assert!(printed(&osculate(&["--help"])).contains("Exit codes"));
    assert!(printed(&osculate(&["check", "--help"])).contains("--clearance"));
    assert!(printed(&osculate(&["completions", "bash"])).contains("_osculate"));
    assert!(printed(&osculate(&["man"])).contains(".TH"));
    let check = printed(&osculate(&["man", "check"]));
    assert!(check.contains(".TH osculate-check 1"), "{check}");
    assert!(check.contains("\\-\\-clearance") && check.contains("osculate check"), "{check}");
    assert!(check.contains("Exit codes"), "{check}");
    let wrong = osculate(&["man", "chek"]);
    assert_eq!(code(&wrong), 2);
    assert!(said(&wrong).contains("did you mean check"), "{}", said(&wrong));
    // All pages as a packager wants them: those that the first one names.
    let folder = Folder::new();
    let pages = folder.file("man1");
    let output = osculate(&["man", "--out", &pages]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    for command in ["check", "sweep", "distance", "explain", "hull", "picture", "robot", "demo"] {
        let page = folder.read(&format!("man1/osculate-{command}.1"));
        assert!(page.contains(&format!("osculate {command}")), "{page}");
        assert!(folder.read("man1/osculate.1").contains(&format!("osculate\\-{command}(1)")));
    }
}

/// A lattice of unit balls, each with six neighbours at a gap of 0.1; one in twenty sits a little
/// too near.
#[test]
fn twenty_thousand_bodies_take_seconds() {
    let folder = Folder::new();
    let mut bodies = Vec::new();
    for k in 0..20_000 {
        let (x, y, z) = (k % 28, k / 28 % 28, k / 784);
        let nudge = if k % 20 == 0 { 0.15 } else { 0.0 };
        let at = [2.1 * f64::from(x) + nudge, 2.1 * f64::from(y), 2.1 * f64::from(z)];
        bodies.push(serde_json::json!({
            "name": format!("b{k}"), "shape": { "ball": { "radius": 1 } },
            "pose": { "translation": at },
        }));
    }
    let scene = serde_json::json!({ "osculate": 1, "bodies": bodies }).to_string();
    let file = folder.write("lattice.json", &scene);
    let start = std::time::Instant::now();
    let output = osculate(&["check", &file, "--clearance", "0.11", "--format", "ndjson"]);
    let taken = start.elapsed().as_secs_f64();
    let lines = printed(&output);
    let clashes = lines.lines().filter(|line| line.contains("\"clash\"")).count();
    // Each twentieth is moved into its right neighbour, if it has one.
    let expected = (0..20_000).filter(|k| k % 20 == 0 && k % 28 != 27 && k + 1 < 20_000).count();
    assert_eq!(clashes, expected);
    assert!(lines.lines().count() > 50_000, "{}", lines.lines().count());
    println!("20,000 bodies in {taken:.2} s");
    assert!(taken < 20.0, "{taken} s");
}

/// Ctrl-C at any moment leaves a whole file or none, and nothing beside it.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_half_written_file() {
    let folder = Folder::new();
    let ball = |k: u32| {
        let at = [f64::from(k % 40) * 2.1, f64::from(k / 40) * 2.1, 0.0];
        serde_json::json!({
            "name": format!("b{k}"), "shape": { "ball": { "radius": 1 } },
            "pose": { "translation": at },
        })
    };
    let bodies: Vec<Value> = (0..400).map(ball).collect();
    let file = folder
        .write("balls.json", &serde_json::json!({ "osculate": 1, "bodies": bodies }).to_string());
    let picture = folder.file("balls.html");
    let mut wait = {
        let start = std::time::Instant::now();
        assert_eq!(code(&osculate(&["picture", &file, "-o", &picture])), 0);
        start.elapsed()
    };
    let size = std::fs::metadata(&picture).unwrap().len();
    // What runs in the background of a script is not to hear Ctrl-C, nor is what it starts.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let interrupt = if ignored & 2 == 0 { "-INT" } else { "-TERM" };
    let (mut interrupted, rounds) = (0, 24);
    for _ in 0..rounds {
        let _ = std::fs::remove_file(&picture);
        let mut child = program(&["picture", &file, "-o", &picture])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(wait);
        let signal = Command::new("kill").args([interrupt, &child.id().to_string()]).status();
        assert!(signal.is_ok(), "kill is wanted");
        let was_interrupted = !child.wait().unwrap().success();
        interrupted += u32::from(was_interrupted);
        // Most of them come near the end, when the file is written, however busy the machine is: one
        // that came too late is followed by an earlier one, and one that did not by a later one.
        wait = wait.mul_f64(if was_interrupted { 1.15 } else { 0.75 });
        for entry in std::fs::read_dir(&folder.0).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            assert!(name == "balls.json" || name == "balls.html", "{name} is left");
            if name == "balls.html" {
                assert_eq!(entry.metadata().unwrap().len(), size, "half a picture");
            }
        }
    }
    println!("{interrupted} of {rounds} were interrupted");
    assert!(interrupted > 0, "none was interrupted");
}
