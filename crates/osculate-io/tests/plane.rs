//! Scenes of the plane: known distances, and one message for each broken file.

mod support;

use osculate::{DVec2, signed_distance};
use osculate_io::{AnyScene, FileScene, Limits, Options, ReadError, read, read_any};
use std::path::{Path, PathBuf};
use support::Folder;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes").join(name)
}

fn any(path: &Path, options: &Options) -> Result<FileScene<DVec2>, ReadError> {
    match read_any([path], options)? {
        AnyScene::Plane(scene) => Ok(scene),
        AnyScene::Space(_) => panic!("{} is of space", path.display()),
    }
}

#[test]
fn distances_in_the_plane_are_those_of_the_closed_forms() {
    let scene = any(&file("flat.json"), &Options::default()).unwrap();
    let origin = scene.body("point").unwrap();
    for (name, expected) in [
        ("segment", 1.0),
        ("ball", 1.5),
        ("capsule", 1.75),
        ("box", 4.0),
        ("oval", 7.0),
        ("flat capsule", 8.0),
        ("ellipse", 13.0),
        ("polygon", 3.0),
        ("line of points", 5.0),
        ("parts", 17.0),
        ("ground", 10.0),
    ] {
        let body = scene.body(name).unwrap();
        let distances = body
            .parts
            .iter()
            .map(|part| signed_distance(&origin.parts[0].shape, &part.shape).distance);
        let nearest = distances.reduce(|p, q| if q.value < p.value { q } else { p }).unwrap();
        assert!((nearest.value - expected).abs() <= 1e-9, "{name}: {nearest:?}");
    }
    let parts = scene.body("parts").unwrap();
    assert_eq!((parts.color, parts.group.as_deref()), (Some([1.0, 0.0, 0.0]), Some("far")));
    assert_eq!(scene.ignored, [["ground".to_string(), "*".to_string()]]);
    let kinds: Vec<&str> = scene.bodies.iter().map(|body| body.parts[0].kind).collect();
    assert_eq!(kinds[4..8], ["cuboid", "ball", "capsule", "ellipsoid"]);
    assert_eq!((kinds[8], scene.body("polygon").unwrap().parts.len()), ("polygon", 1));
}

fn flat(body: &str) -> String {
    format!(
        "{{ \"osculate\": 1,\n \"dimension\": 2, \"bodies\": [\n {{ \"name\": \"it\",\n {body} }} ] }}"
    )
}

#[test]
fn broken_scenes_of_the_plane_say_where() {
    let folder = Folder::new();
    let cases = [
        ("third.json", flat("\"shape\": { \"segment\": { \"a\": [0, 0, 0] } }"), 4, "trailing"),
        ("cone.json", flat("\"shape\": { \"cone\": {} }"), 4, "unknown variant `cone`"),
        ("axis.json", flat("\"pose\": { \"axis\": [0, 1] }"), 4, "unknown field `axis`"),
        ("radius.json", flat("\"shape\": { \"ball\": { \"radius\": -1 } }"), 0, "\"it\": "),
        ("bare.json", flat("\"parts\": []"), 0, "neither a shape nor parts"),
        ("empty.json", flat("\"shape\": { \"hull\": [] }"), 0, "a hull has no points"),
        (
            "scale.json",
            flat("\"scale\": [1, 0], \"shape\": { \"point\": {} }"),
            0,
            "\"it\": a scale is 0",
        ),
        (
            "old.json",
            flat("\"shape\": { \"point\": {} }").replace("\"osculate\": 1", "\"osculate\": 7"),
            0,
            "version 7",
        ),
        ("none.json", "{ \"osculate\": 1, \"dimension\": 2, \"bodies\": [] }".into(), 0, "no body"),
    ];
    for (name, text, line, wanted) in cases {
        let path = folder.write(name, &text);
        let error = any(&path, &Options::default()).expect_err(name);
        assert!(error.to_string().contains(wanted), "{name}: {error}");
        assert!(line == 0 || error.line() == line, "{name}: line {} of {error}", error.line());
    }
    let many = flat("\"shape\": { \"hull\": [[0, 0], [1, 0], [0, 1]] }");
    let path = folder.write("many.json", many);
    for (limits, wanted) in [
        (Limits { points: 2, ..Limits::default() }, "more than 2 points"),
        (Limits { parts: 0, ..Limits::default() }, "more than 0 convex parts"),
        (Limits { bytes: 20, ..Limits::default() }, "longer than 20 bytes"),
    ] {
        let error = any(&path, &Options { limits, ..Options::default() }).unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
    }
}

/// Who asks for a scene of space is told, and so is who mixes both.
#[test]
fn the_plane_and_space_are_kept_apart() {
    let (flat, space) = (file("flat.json"), file("everything.json"));
    let error = read(&flat, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("a scene of the plane"), "{error}");
    let both = [flat.as_path(), space.as_path()];
    let error = read_any(both, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("of space, and"), "{error}");
    assert!(matches!(read_any([space.as_path()], &Options::default()), Ok(AnyScene::Space(_))));
    let AnyScene::Plane(twice) = read_any([flat.as_path(); 2], &Options::default()).unwrap() else {
        panic!("of space")
    };
    assert!(twice.body("point#2").is_some());
    let folder = Folder::new();
    let fourth = folder.write("fourth.json", r#"{ "osculate": 1, "dimension": 4, "bodies": [] }"#);
    let error = read(&fourth, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("dimension is 4"), "{error}");
}
