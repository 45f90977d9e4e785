//! What was read, as a scene of the library.

use std::fs;

#[test]
fn bodies_that_the_file_lets_touch_ignore_each_other() {
    let folder = std::env::temp_dir().join(format!("osculate-to-scene-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("scene.json");
    let ball = |name: &str, group: &str| {
        format!(r#"{{"name": "{name}", "group": {group}, "shape": {{"ball": {{"radius": 1}}}}}}"#)
    };
    let bodies = [
        ball("hand", r#""arm""#),
        ball("elbow", r#""arm""#),
        ball("table", "null"),
        ball("tool_1", "null"),
        ball("tool_2", "null"),
    ];
    let ignored = r#"[["table", "tool_*"]]"#;
    let text =
        format!(r#"{{"osculate": 1, "bodies": [{}], "ignore": {ignored}}}"#, bodies.join(", "));
    fs::write(&file, text).unwrap();
    let read = osculate_io::read(&file, &Default::default()).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let (mut scene, ids) = read.to_scene();
    assert_eq!(ids.len(), 5);
    scene.step();
    // All are at one place: of ten pairs three are ignored.
    let name = |body| &*read.bodies[scene.member(body).unwrap().data() as usize].name;
    let pairs: Vec<[&str; 2]> =
        scene.touching().iter().map(|pair| [name(pair.a.body), name(pair.b.body)]).collect();
    let expected = [
        ["hand", "table"],
        ["hand", "tool_1"],
        ["hand", "tool_2"],
        ["elbow", "table"],
        ["elbow", "tool_1"],
        ["elbow", "tool_2"],
        ["tool_1", "tool_2"],
    ];
    assert_eq!(pairs, expected);
}
