//! What the program reads beside files by name: standard input, units, postures of robots.

mod support;

use serde_json::Value;
use support::{Folder, code, message, osculate, osculate_reads, printed, said};

const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

/// The mesh with edges of this length along the axes.
fn tetrahedron(size: &str) -> String {
    let (points, faces) = MESH.split_once("f").unwrap();
    format!("{}f{faces}", points.replace('1', size))
}

const ROBOT: &str = "<robot name=\"r\">\n<link name=\"base\"><collision><geometry>\n\
    <mesh filename=\"meshes/a.obj\"/></geometry></collision></link>\n\
    <link name=\"hand\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link>\n\
    <joint name=\"slide\" type=\"prismatic\"><parent link=\"base\"/><child link=\"hand\"/>\n\
    <limit lower=\"0\" upper=\"9\"/></joint></robot>";

#[test]
fn standard_input_is_a_file_whose_format_is_told() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.file("meshes")).unwrap();
    folder.write("meshes/a.obj", MESH);
    folder.write("other.obj", &MESH.replace("v ", "v 5"));
    let reads =
        |arguments: &[&str], text: &str| osculate_reads(&folder, arguments, text.as_bytes());
    // As xacro prints a robot: what it names is looked for in the working folder.
    let output =
        reads(&["distance", "-", "base", "hand", "--as", "urdf", "--joint", "slide=5"], ROBOT);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(printed(&output).contains("distance  3.000000"), "{}", printed(&output));
    // Beside files, and with a planning file that is found there.
    folder.write("plan.srdf", "<robot name=\"r\"/>");
    let output = reads(&["check", "other.obj", "-", "--as", ".URDF"], ROBOT);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(printed(&output).contains("plan.srdf says"), "{}", printed(&output));
    let output = reads(&["check", "-", "--as", "obj", "--format", "junit"], MESH);
    assert!(printed(&output).contains("classname=\"stdin.obj\""), "{}", printed(&output));
    let picture = |name: &str, text: &str| {
        let output = reads(&["picture", "-", "--as", name, "-o", "a.svg"], text);
        assert_eq!(code(&output), 0, "{}", said(&output));
        folder.read("a.svg")
    };
    let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 1 0\n\
        endloop\nendfacet\nendsolid\n";
    let obj = "v 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n";
    assert_ne!(picture("stl", stl), picture("obj", obj), "up is what the format says");
    let flat = r#"{ "osculate": 1, "dimension": 2, "bodies": [
        { "name": "a", "shape": { "ball": { "radius": 1 } } } ] }"#;
    assert_eq!(code(&reads(&["check", "-", "--as", "json"], flat)), 0);
    for (arguments, text, wanted) in [
        (&["check", "-"][..], MESH, "standard input needs its format: --as FORMAT"),
        (&["check", "-"], MESH, "wrl, wrz, x3d, x3dv"),
        (&["check", "-", "--as", "xyz"], MESH, "the formats are wrl"),
        (&["check", "-", "-", "--as", "obj"], MESH, "is named 2 times"),
        (&["check", "other.obj", "--as", "obj"], MESH, "no file is it"),
        (&["check", "-", "--as", "obj"], "v 0 0\n", "stdin.obj:1"),
        (&["check", "-", "--as", "obj"], "", "it is empty"),
        (&["check", "-", "--as", "urdf"], &ROBOT.replace("meshes/", "../"), "outside of the root"),
    ] {
        let output = reads(arguments, text);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(message(&output).contains(wanted), "{arguments:?}: {}", message(&output));
    }
}

#[test]
fn files_may_be_in_other_units() {
    let folder = Folder::new();
    // A part in millimetres, with a scene in metres round it.
    let part = folder.write("part.obj", &tetrahedron("1000"));
    let scene = "#VRML V2.0 utf8\n\
        DEF ball Transform { translation 3 0 0 children Shape { geometry Sphere { radius 1 } } }\n";
    let scene = folder.write("scene.wrl", scene);
    let distance = |more: &[&str]| {
        let command = [&["distance", &part, &scene, "part", "ball"], more].concat();
        let output = osculate(&command);
        (code(&output), printed(&output), message(&output))
    };
    let of_part = format!("{part}=mm");
    let (status, text, told) = distance(&["--units", &of_part]);
    assert!(status == 0 && text.contains("distance  1.000000"), "{text}{told}");
    // Both in centimetres: all is a hundredth.
    let small = folder.write("small.obj", MESH);
    let output = osculate(&["distance", &small, &scene, "small", "ball", "--units", "cm"]);
    assert!(printed(&output).contains("distance  0.010000"), "{}", printed(&output));
    let inch = osculate(&[
        "check",
        &small,
        &scene,
        "--units",
        "in",
        "--clearance",
        "1",
        "--format",
        "json",
    ]);
    let report: Value = serde_json::from_slice(&inch.stdout).unwrap();
    let apart = report["pairs"][0]["distance"]["value"].as_f64().unwrap();
    assert!((apart - 0.0254).abs() < 1e-12, "{report}");
    // Sizes as of another unit are told, unless units are.
    let table = printed(&osculate(&["check", &part, &scene]));
    assert!(!table.contains("times as large"), "{table}");
    let tiny = folder.write("tiny.obj", &tetrahedron("0.3"));
    let table = printed(&osculate(&["check", &part, &tiny]));
    assert!(table.contains("part.obj is 3333 times as large as"), "{table}");
    assert!(table.contains("--units FILE=mm says so"), "{table}");
    let units = ["--units", &of_part];
    let table = printed(&osculate(&[&["check", &part, &tiny], &units[..]].concat()));
    assert!(!table.contains("times as large"), "{table}");
    // Formats that say their unit are taken by it; those with other lengths are refused.
    folder.write("meshes.obj", MESH);
    std::fs::create_dir_all(folder.file("meshes")).unwrap();
    folder.write("meshes/a.obj", MESH);
    let robot = folder.write("r.urdf", ROBOT);
    let output =
        osculate(&["distance", &robot, "base", "hand", "--joint", "slide=5", "--units", "mm"]);
    assert!(printed(&output).contains("distance  3.000000"), "{}", printed(&output));
    for (units, wanted) in [
        (format!("{robot}=mm"), "its lengths are not of shapes alone"),
        ("km".into(), "a unit is mm, cm, m or in"),
        ("other.obj=mm".into(), "which is no file that is read"),
    ] {
        let output = osculate(&["check", &robot, "--units", &units]);
        assert_eq!(code(&output), 2, "{units}");
        assert!(message(&output).contains(wanted), "{units}: {}", message(&output));
    }
    let twice = osculate(&["check", &small, "--units", "mm", "--units", "cm"]);
    assert!(message(&twice).contains("says twice"), "{}", message(&twice));
}

/// Messages as they are printed and sent: the last of each joint counts, and what is not there is
/// told.
#[test]
fn joints_stand_where_messages_say() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.file("meshes")).unwrap();
    folder.write("meshes/a.obj", MESH);
    let robot = folder.write("r.urdf", ROBOT);
    let header = "header: \n  seq: 7\n  stamp: \n    secs: 1\n  frame_id: ''\n  name: [x]\n";
    let ros1 = format!(
        "{header}name: \n  - wheel\n  - slide\nposition: [1.0, 4.0]\nvelocity: []\neffort: []\n---\n"
    );
    let ros2 = "---\nname:\n- slide\n- 'wheel'\nposition:\n- 4.0 # far\n- .5\nvelocity:\n- 9.0\n- 9.0\n---\n";
    let wrapped = "name: [\"wheel\",\n  slide]\nposition: [0,\n\n  4e0] # now\n";
    let later = "name: [slide, wheel]\nposition: [9, 1]\n---\nname: [slide]\nposition: [4]\n";
    let json =
        r#"{"header": {"seq": 1}, "name": ["slide", "wheel"], "position": [4, 1], "velocity": []}"#;
    let lines = "{\"slide\": 9}\n{\"slide\": 4, \"wheel\": 0}\n";
    for text in [&ros1, ros2, wrapped, later, json, lines] {
        let file = folder.write("states", text);
        let output = osculate(&["distance", &robot, "base", "hand", "--joints", &file]);
        assert!(printed(&output).contains("distance  2.000000"), "{text}: {output:?}");
        let table = printed(&osculate(&["check", &robot, "--joints", &file]));
        assert!(table.contains("note: joints that are placed and not there: \"wheel\""), "{table}");
        // What is said of one joint alone goes before.
        let one = ["--joint", "slide=5"];
        let output = osculate(
            &[&["distance", &robot, "base", "hand", "--joints", &file], &one[..]].concat(),
        );
        assert!(printed(&output).contains("distance  3.000000"), "{text}: {output:?}");
    }
    // A little beyond the limits, as sensors have it, is told.
    let file = folder.write("states", "name: [slide]\nposition: [9.001]\n");
    let table = printed(&osculate(&["check", &robot, "--joints", &file]));
    assert!(table.contains("stands at 9.001, and its limits are 0 and 9"), "{table}");
    for (text, wanted) in [
        ("name: [slide, a]\nposition: [1]\n", "states:1: a message has 2 names and 1 positions"),
        ("x: 1\n---\nname: [slide]\nposition: [1, 2]\n", "states:3: a message has 1 names and 2"),
        ("name: [slide]\nposition: [one]\n", "states:2: a position must be a number"),
        ("name: [slide]\nposition: [nan]\n", "must be finite"),
        ("header: 1\n", "it says of no joint where it stands"),
        ("{", "it is no valid JSON"),
        ("{\"slide\": \"up\"}", "joint \"slide\": \"up\" is no number"),
        ("[1]", "1 is no message of joints"),
        ("name: [slid]\nposition: [1]\n", "none of the joints that are placed is there"),
    ] {
        let file = folder.write("states", text);
        let output = osculate(&["check", &robot, "--joints", &file]);
        assert_eq!(code(&output), 2, "{text}");
        assert!(message(&output).contains(wanted), "{text}: {}", message(&output));
    }
    assert_eq!(code(&osculate(&["check", &robot, "--joints", "no such file"])), 2);
}
