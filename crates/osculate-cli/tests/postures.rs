//! `osculate robot`: which links touch in which share of postures, and the planning file it writes.

mod support;

use serde_json::{Value, json};
use std::collections::BTreeMap;
use support::{Folder, code, osculate, printed, said};

/// A table and a foot that both stand fast and overlap; on the foot a post without a shape; on that
/// a rod of length 2 that turns by a whole turn in the plane, with a knob at its end; a post that it
/// meets in a known share of postures; a ball far away that it never meets; a lid that slides.
const ROBOT: &str = r#"<robot name="rod">
    <link name="foot"><collision><geometry><sphere radius=".1"/></geometry></collision></link>
    <link name="table"><collision><geometry><sphere radius=".1"/></geometry></collision></link>
    <link name="bare"/>
    <link name="rod"><collision><origin xyz="1 0 0"/><geometry><box size="2 .001 .001"/></geometry>
    </collision></link>
    <link name="knob"><collision><geometry><sphere radius=".05"/></geometry></collision></link>
    <link name="post"><collision><geometry><sphere radius=".5"/></geometry></collision></link>
    <link name="far"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <link name="lid"><collision><geometry><sphere radius=".1"/></geometry></collision></link>
    <joint name="a" type="fixed"><parent link="table"/><child link="foot"/>
    <origin xyz=".05 0 0"/></joint>
    <joint name="b" type="fixed"><parent link="foot"/><child link="bare"/>
    <origin xyz="0 0 1"/></joint>
    <joint name="turn" type="continuous"><parent link="bare"/><child link="rod"/>
    <axis xyz="0 0 1"/></joint>
    <joint name="c" type="fixed"><parent link="rod"/><child link="knob"/>
    <origin xyz="2 0 0"/></joint>
    <joint name="d" type="fixed"><parent link="table"/><child link="post"/>
    <origin xyz="-.95 0 1"/></joint>
    <joint name="e" type="fixed"><parent link="table"/><child link="far"/>
    <origin xyz="9 0 0"/></joint>
    <joint name="f" type="prismatic"><parent link="table"/><child link="lid"/>
    <origin xyz="1.95 0 1"/><axis xyz="0 0 1"/><limit lower="0" upper="1"/></joint>
</robot>"#;

fn robot(folder: &Folder) -> String {
    folder.write("rod.urdf", ROBOT)
}

fn report(file: &str, more: &[&str]) -> Value {
    let output = osculate(&[&["robot", file, "--format", "json"], more].concat());
    assert_eq!(code(&output), 0, "{}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The pairs by the names of their links.
fn pairs(report: &Value) -> BTreeMap<(String, String), Value> {
    let name = |pair: &Value, key: &str| pair[key].as_str().unwrap().to_string();
    let all = report["pairs"].as_array().unwrap().iter();
    all.map(|pair| ((name(pair, "a"), name(pair, "b")), pair.clone())).collect()
}

fn pair<'p>(pairs: &'p BTreeMap<(String, String), Value>, a: &str, b: &str) -> &'p Value {
    &pairs[&(a.to_string(), b.to_string())]
}

#[test]
fn each_pair_touches_always_sometimes_never_or_is_adjacent() {
    let folder = Folder::new();
    let found = report(&robot(&folder), &[]);
    let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = schema.iter_errors(&found).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!((&found["robot"], &found["links"]), (&json!("rod"), &json!(7)));
    assert_eq!((&found["samples"], found["pairs"].as_array().unwrap().len()), (&json!(10000), 21));
    let all = pairs(&found);
    let touch = |a: &str, b: &str| pair(&all, a, b)["touch"].as_str().unwrap().to_string();
    // Through a link without a shape, too.
    for (a, b) in [("foot", "table"), ("foot", "rod"), ("rod", "knob"), ("table", "lid")] {
        assert_eq!(touch(a, b), "adjacent");
        assert_eq!(
            (&pair(&all, a, b)["share"], &pair(&all, a, b)["posture"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(pair(&all, a, b)["reason"], "Adjacent");
    }
    // The rod meets a ball of radius 1 / 2 at a distance of 1 within asin(1 / 2) to both sides.
    let post = pair(&all, "rod", "post");
    assert_eq!((touch("rod", "post").as_str(), &post["reason"]), ("sometimes", &Value::Null));
    assert!((post["share"].as_f64().unwrap() - 1.0 / 6.0).abs() < 0.02, "{post}");
    // They touch where the robot stands, and seldom else.
    let lid = pair(&all, "knob", "lid");
    assert_eq!((touch("knob", "lid").as_str(), &lid["reason"]), ("default", &json!("Default")));
    assert!(lid["share"].as_f64().unwrap() < 0.1, "{lid}");
    assert_eq!(lid["posture"]["turn"], 0.0);
    // No joint is between the foot and what is far: that is proved. The rod may come anywhere.
    let far = pair(&all, "foot", "far");
    assert_eq!((&far["touch"], &far["proved"]), (&json!("never"), &json!(true)));
    let far = pair(&all, "rod", "far");
    assert_eq!((&far["touch"], &far["proved"]), (&json!("never"), &json!(false)));
    assert_eq!(far["reason"], "Never");
    // In one run of twenty, 10,000 postures miss a share that is 1 − 0.05^(1/10000).
    assert!((found["unseen"].as_f64().unwrap() - 2.995e-4).abs() < 1e-6, "{found}");
}

#[test]
fn links_that_no_joint_moves_apart_are_decided_once() {
    let folder = Folder::new();
    let near = ROBOT.replace("xyz=\"9 0 0\"", "xyz=\"1 0 0\"");
    let all = pairs(&report(&folder.write("near.urdf", &near), &["--samples", "50"]));
    let far = pair(&all, "foot", "far");
    assert_eq!((&far["touch"], &far["proved"]), (&json!("always"), &json!(true)), "{far}");
    assert_eq!((&far["share"], &far["reason"]), (&json!(1.0), &json!("Always")));
}

/// Two boxes on a base that moves as it likes, one of them on a hinge, and one beside them.
fn on_a_base(kind: &str) -> String {
    let links = ["a", "b", "c", "d"].map(|name| {
        format!(
            r#"<link name="{name}"><collision><geometry><box size="1 1 1"/></geometry></collision>
            </link>"#
        )
    });
    let joint = |name: &str, kind: &str, from: &str, to: &str| {
        format!(
            r#"<joint name="{name}" type="{kind}"><parent link="{from}"/><child link="{to}"/>
            <origin xyz="2 0 0"/><axis xyz="1 0 0"/></joint>"#
        )
    };
    let joints = [
        joint("base", kind, "a", "b"),
        joint("fixed", "fixed", "b", "c"),
        joint("turn", "continuous", "c", "d"),
    ];
    format!("<robot name=\"r\">{}{}</robot>", links.concat(), joints.concat())
}

#[test]
fn what_floats_is_not_proved_and_a_planner_must_check_it() {
    let folder = Folder::new();
    let ball = r#"<geom type="sphere" size=".4"/>"#;
    let body = |name: &str, joint: &str, more: &str| {
        format!(r#"<body name="{name}" pos="2 0 0">{joint}{ball}{more}</body>"#)
    };
    let mujoco = |joint: &str| {
        let hinge = r#"<joint name="turn" axis="1 0 0"/>"#;
        let bodies = body("b", joint, &body("c", "", &body("d", hinge, "")));
        let world = r#"<geom type="box" size=".5 .5 .5"/>"#;
        format!(r#"<mujoco><worldbody><body name="a">{world}{bodies}</body></worldbody></mujoco>"#)
    };
    let cases = [
        ("floating.urdf", on_a_base("floating")),
        ("planar.urdf", on_a_base("planar")),
        ("ball.xml", mujoco(r#"<joint name="base" type="ball"/>"#)),
    ];
    for (name, text) in cases {
        let file = folder.write(name, &text);
        let out = folder.file("planned.srdf");
        let found = report(&file, &["--samples", "20", "-o", &out]);
        let schema: Value = serde_json::from_str(include_str!("../report.schema.json")).unwrap();
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&found), "{found}");
        let all = pairs(&found);
        // With a hinge between them too, or without.
        for (a, b) in [("a", "c"), ("a", "d")] {
            let of = pair(&all, a, b);
            assert_eq!((&of["touch"], &of["share"]), (&json!("never"), &json!(0.0)), "{name}");
            assert_eq!((&of["proved"], &of["reason"]), (&json!(false), &Value::Null), "{name}");
            assert_eq!(of["loose"], true, "{name}");
            assert!(!folder.read("planned.srdf").contains(&format!("link1=\"{a}\" link2=\"{b}\"")));
        }
        // What the base carries is as it was.
        let of = pair(&all, "b", "d");
        let reason = if name == "ball.xml" { "Adjacent" } else { "Never" };
        assert_eq!((&of["reason"], &of["loose"]), (&json!(reason), &json!(false)), "{name}");
        let notes = found["notes"].to_string();
        for wanted in [
            "and stay where they stand",
            "pairs of links are asked only where these joints stand",
            "a planner must check them: base",
        ] {
            assert!(notes.contains(wanted), "{name}: {notes}");
        }
        let table = printed(&osculate(&["robot", &file, "--samples", "20"]));
        assert!(!table.contains("proved"), "{name}: {table}");
    }
    // Two bodies that are both free, and stand far apart or in each other.
    for (at, touch) in [("9 0 0", "never"), (".1 0 0", "always")] {
        let free = |name: &str, at: &str| {
            format!(r#"<body name="{name}" pos="{at}"><freejoint/>{ball}</body>"#)
        };
        let text = [free("one", "0 0 0"), free("other", at)].concat();
        let text = format!("<mujoco><worldbody>{text}</worldbody></mujoco>");
        let file = folder.write("free.xml", &text);
        let csv = printed(&osculate(&["robot", &file, "--samples", "20", "--format", "csv"]));
        let count = if touch == "never" { 0 } else { 20 };
        assert!(csv.contains(&format!("{touch},one,other,{count},20,false,,")), "{csv}");
    }
}

#[test]
fn a_posture_of_the_report_shows_the_contact() {
    let folder = Folder::new();
    let file = robot(&folder);
    let found = report(&file, &[]);
    let all = pairs(&found);
    let post = &pair(&all, "rod", "post")["posture"];
    let joints = |posture: &Value| -> Vec<String> {
        let of = posture.as_object().unwrap().iter();
        of.flat_map(|(name, at)| ["--joint".to_string(), format!("{name}={at}")]).collect()
    };
    let at = joints(post);
    let mut command = vec!["distance", file.as_str(), "rod", "post"];
    command.extend(at.iter().map(String::as_str));
    let output = osculate(&command);
    assert_eq!(code(&output), 1, "{}", printed(&output));
    // The table has the worst one as a command.
    let table = printed(&osculate(&["robot", &file]));
    let line = table.lines().find(|line| line.starts_with("worst posture: ")).unwrap();
    let worst = joints(&found["worst"]["posture"]);
    assert!(worst.len() == 4 && worst.iter().all(|word| line.contains(word)), "{line}");
}

#[test]
fn a_joint_that_moves_by_next_to_nothing_has_many_places() {
    let folder = Folder::new();
    // A stage of a few hundred nanometres meets a stop in the last 3 of 8 parts of its way.
    let link = |name: &str| {
        let shape = r#"<collision><geometry><box size="1 1 1"/></geometry></collision>"#;
        format!(r#"<link name="{name}">{shape}</link>"#)
    };
    let joint = |to: &str, kind: &str, x: &str| {
        format!(
            r#"<joint name="{to}" type="{kind}"><parent link="base"/><child link="{to}"/>
            <origin xyz="{x} 0 9"/><limit lower="-4e-7" upper="4e-7"/></joint>"#
        )
    };
    let links = ["base", "stage", "stop"].map(link).concat();
    let joints = [joint("stage", "prismatic", "0"), joint("stop", "fixed", "1.0000001")].concat();
    let file = folder.write("stage.urdf", &format!("<robot name=\"r\">{links}{joints}</robot>"));
    let found = report(&file, &["--samples", "2000"]);
    let all = pairs(&found);
    let stop = pair(&all, "stage", "stop");
    assert_eq!((&stop["touch"], &stop["reason"]), (&json!("sometimes"), &Value::Null), "{stop}");
    assert!((stop["share"].as_f64().unwrap() - 0.375).abs() < 0.04, "{stop}");
    let place = &stop["posture"]["stage"];
    assert!((1e-7..=4e-7).contains(&place.as_f64().unwrap()), "{stop}");
    // It can still be printed in a few digits.
    assert!(place.to_string().len() <= 14, "{stop}");
}

#[test]
fn the_table_says_that_never_is_no_proof() {
    let folder = Folder::new();
    let table = printed(&osculate(&["robot", &robot(&folder), "--samples", "1000"]));
    for wanted in [
        "never in 1000 postures is no proof: a pair that touches in 0.30 % of all is missed",
        "default: they touch where the robot stands",
        "note: ",
        "each joint that turns without limits is drawn from a whole turn: turn",
        "among 21 pairs of 7 links and 2 joints in 1000 postures",
    ] {
        assert!(table.contains(wanted), "{wanted}: {table}");
    }
    let help =
        printed(&osculate(&["robot", "--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("A pair that touches in none of them may still touch"), "{help}");
}

#[test]
fn the_same_on_any_number_of_threads_and_in_every_format() {
    let folder = Folder::new();
    let file = robot(&folder);
    let of = |format: &str, threads: &str| {
        let how = ["--samples", "1111", "--format", format, "--threads", threads];
        printed(&osculate(&[&["robot", &file], &how[..]].concat()))
    };
    for format in ["json", "csv", "ndjson", "table"] {
        assert_eq!(of(format, "1"), of(format, "3"), "{format}");
    }
    let lines: Vec<String> = of("csv", "1").lines().map(str::to_string).collect();
    assert_eq!(lines[0], "touch,a,b,touching,samples,proved,reason,planned");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"never,foot,far,0,1111,true,Never,".to_string()), "{lines:?}");
    assert!(lines.contains(&"adjacent,foot,rod,,,false,Adjacent,".to_string()), "{lines:?}");
    let rows: Vec<Value> =
        of("ndjson", "1").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let whole: Value = serde_json::from_str(&of("json", "1")).unwrap();
    assert_eq!(Value::Array(rows), whole["pairs"]);
}

#[test]
fn a_planning_file_is_written_that_check_takes() {
    let folder = Folder::new();
    let file = robot(&folder);
    // It is found beside the robot: its states stay, and the user's own pair.
    let own = "<robot name=\"rod\">\n  <group name=\"g\"><joint name=\"turn\"/></group>\n  \
        <disable_collisions link1=\"rod\" link2=\"post\" reason=\"Never\"/>\n  \
        <disable_collisions link1=\"knob\" link2=\"far\" reason=\"User\"/>\n</robot>\n";
    let own = folder.write("rod.srdf", own);
    let out = folder.file("new.xml");
    let output = osculate(&["robot", &file, "-o", &out]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    let table = printed(&output);
    assert!(
        table.contains("the SRDF disables rod and post as \"Never\"; they touch at --joint turn="),
        "{table}"
    );
    let text = folder.read("new.xml");
    for wanted in [
        "  <group name=\"g\"><joint name=\"turn\"/></group>\n",
        "<disable_collisions link1=\"knob\" link2=\"far\" reason=\"User\"/>\n",
        "    <disable_collisions link1=\"foot\" link2=\"rod\" reason=\"Adjacent\"/>\n",
        "    <disable_collisions link1=\"foot\" link2=\"far\" reason=\"Never\"/>\n",
        "    <disable_collisions link1=\"knob\" link2=\"lid\" reason=\"Default\"/>\n",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(!text.contains("\"post\" reason=\"Never\"/>\n    <disable_collisions link1=\"rod\""));
    assert!(!text.contains("link1=\"rod\" link2=\"post\""), "{text}");
    assert_eq!(text.matches("disable_collisions").count(), 20, "{text}");
    std::fs::remove_file(own).unwrap();
    // Where the rod meets the post, and nowhere else, something clashes.
    let clashes = |at: &str, srdf: &[&str]| {
        let command = [&["check", file.as_str(), "--joint", at, "--format", "csv"], srdf].concat();
        printed(&osculate(&command)).lines().filter(|line| line.starts_with("clash")).count()
    };
    assert_eq!(clashes("turn=3.1", &["--srdf", &out]), 1);
    assert_eq!(clashes("turn=1.5", &["--srdf", &out]), 0);
    assert_eq!(clashes("turn=0", &["--srdf", &out]), 0);
    assert_eq!(clashes("turn=0", &[]), 2, "the knob and the rod meet the lid");
    // Without a file of its own the robot gets one.
    assert_eq!(code(&osculate(&["robot", &file, "-o", &out])), 0);
    assert!(
        folder
            .read("new.xml")
            .starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"rod\">\n")
    );
}

#[test]
fn the_worst_posture_is_drawn() {
    let folder = Folder::new();
    let file = robot(&folder);
    for name in ["worst.svg", "worst.html", "worst.png"] {
        let out = folder.file(name);
        let output = osculate(&["robot", &file, "--samples", "500", "--picture", &out]);
        assert_eq!(code(&output), 0, "{}", said(&output));
    }
    let svg = folder.read("worst.svg");
    assert!(svg.contains("rod – post") && !svg.contains("foot – rod"), "{svg}");
    let output = osculate(&["robot", &file, "--samples", "5", "--picture", &folder.file("a.txt")]);
    assert_eq!((code(&output), printed(&output).as_str()), (2, ""));
}

#[test]
fn what_is_no_robot_is_refused() {
    let folder = Folder::new();
    let ball =
        r#"{ "osculate": 1, "bodies": [ { "name": "a", "shape": { "ball": { "radius": 1 } } } ] }"#;
    let output = osculate(&["robot", &folder.write("ball.json", ball)]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("holds no robot"), "{}", said(&output));
    let output = osculate(&["robot", &robot(&folder), "--samples", "0"]);
    assert_eq!(code(&output), 2);
    // What is not read may touch anything.
    let text = ROBOT.replace("<sphere radius=\"1\"/>", "<mesh filename=\"a.xyz\"/>");
    folder.write("a.xyz", "");
    let file = folder.write("lacks.urdf", &text);
    let output = osculate(&["robot", &file, "--samples", "5"]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("the answer is incomplete"), "{}", said(&output));
    assert_eq!(code(&osculate(&["robot", &file, "--samples", "5", "--allow-missing"])), 0);
    // No planner is given what is not whole.
    let out = folder.file("lacks.srdf");
    let output = osculate(&["robot", &file, "--samples", "5", "-o", &out]);
    assert_eq!((code(&output), std::fs::exists(&out).unwrap()), (2, false));
    let allowed = ["robot", &file, "--samples", "5", "-o", &out, "--allow-missing"];
    assert_eq!((code(&osculate(&allowed)), std::fs::exists(&out).unwrap()), (0, true));
}
