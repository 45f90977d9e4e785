//! A robot's SRDF file: where it is found, the pairs that it disables, and its states. Joints that
//! stand where nobody has put them, and planes.

mod support;

use osculate_io::{FileScene, Options, ReadError, read};
use std::path::Path;
use support::Folder;

const ROBOT: &str = r#"<robot name="arm">
    <link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <link name="b"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <link name="c"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    <joint name="lift" type="prismatic"><parent link="a"/><child link="b"/>
    <axis xyz="0 0 1"/><limit lower="0" upper="9"/></joint>
    <joint name="slide" type="prismatic"><parent link="b"/><child link="c"/>
    <axis xyz="1 0 0"/><limit lower="2" upper="9"/></joint>
</robot>"#;

/// A planner's file for a robot, with what else is given.
fn planned(robot: &str, more: &str) -> String {
    let pair = r#"<disable_collisions link1="a" link2="c" reason="Never"/>"#;
    format!("<robot name=\"{robot}\">\n{pair}\n{more}\n</robot>")
}

const STATES: &str = r#"<group_state name="home" group="arm"><joint name="lift" value="3"/>
    <joint name="knee" value="1"/></group_state>
    <group_state name="far" group="arm"><joint name="slide" value="7"/></group_state>
    <group_state name="far" group="leg"><joint name="slide" value="8"/>
    <joint name="lift" value="1 2"/></group_state>"#;

fn with(path: &Path, state: &str) -> Result<FileScene, ReadError> {
    read(path, &Options { state: Some(state.into()), ..Options::default() })
}

/// Where a link stands.
fn place(scene: &FileScene, link: &str) -> [f64; 3] {
    scene.body(link).unwrap().origin.to_array()
}

fn is_disabled(scene: &FileScene) -> bool {
    scene.ignored.iter().any(|pair| *pair == ["a", "c"])
}

#[test]
fn the_planners_file_is_found_by_its_name_or_its_robots() {
    for (file, name, is_found) in [
        ("urdf/r.srdf", "other", true),
        ("srdf/r.srdf", "other", true),
        ("config/r.srdf", "other", true),
        ("urdf/planner.srdf", "arm", true),
        ("srdf/planner.srdf", "ARM", true),
        ("config/planner.SRDF", "arm", true),
        ("srdf/planner.srdf", "other", false),
        ("elsewhere/r.srdf", "arm", false),
        ("srdf/deep/r.srdf", "arm", false),
    ] {
        let folder = Folder::new();
        folder.write(file, planned(name, ""));
        let scene = folder.scene("urdf/r.urdf", ROBOT);
        assert_eq!(is_disabled(&scene), is_found, "{file}");
        let told =
            scene.remarks().any(|remark| remark.contains(file) && remark.contains("may touch"));
        assert_eq!(told, is_found, "{:?}", scene.notes);
    }
}

#[test]
fn of_several_files_the_nearest_name_is_taken_or_none() {
    let folder = Folder::new();
    folder.write("srdf/one.srdf", planned("arm", ""));
    folder.write("srdf/broken.srdf", "<robot");
    folder.write("srdf/two.srdf", planned("arm", "").replace("\"c\"", "\"b\""));
    let scene = folder.scene("urdf/r.urdf", ROBOT);
    assert!(!is_disabled(&scene));
    assert!(
        scene.remarks().any(|r| r.contains("one.srdf") && r.contains("--srdf FILE says which"))
    );
    let path = folder.0.join("urdf/r.urdf");
    let srdf = Some(folder.0.join("srdf/one.srdf"));
    assert!(is_disabled(&read(&path, &Options { srdf, ..Options::default() }).unwrap()));
    let srdf = Some(folder.0.join("srdf/none.srdf"));
    let error = read(&path, &Options { srdf, ..Options::default() }).unwrap_err().to_string();
    assert!(error.contains("none.srdf: there is no such file"), "{error}");
    // That of the robot's name, and before it that of the file's.
    folder.write("srdf/arm.srdf", planned("arm", ""));
    assert!(is_disabled(&folder.scene("urdf/r.urdf", ROBOT)));
    folder.write("srdf/r.srdf", "<robot name=\"arm\"/>");
    assert!(!is_disabled(&folder.scene("urdf/r.urdf", ROBOT)));
}

#[cfg(unix)]
#[test]
fn no_link_leads_to_a_planners_file_elsewhere() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("outside/r.srdf", planned("arm", ""));
    folder.write("ws/arm/urdf/r.urdf", ROBOT);
    symlink(folder.0.join("outside"), folder.0.join("ws/arm/srdf")).unwrap();
    symlink(folder.0.join("outside/r.srdf"), folder.0.join("ws/arm/urdf/r.srdf")).unwrap();
    assert!(!is_disabled(&folder.scene("ws/arm/urdf/r.urdf", ROBOT)));
    // A root that is given holds it too.
    folder.write("ws/arm/config/r.srdf", planned("arm", ""));
    let path = folder.0.join("ws/arm/urdf/r.urdf");
    let root = |name: &str| Options { root: Some(folder.0.join(name)), ..Options::default() };
    assert!(!is_disabled(&read(&path, &root("ws/arm/urdf")).unwrap()));
    assert!(is_disabled(&read(&path, &root("ws")).unwrap()));
}

#[test]
fn a_state_says_where_joints_stand() {
    let folder = Folder::new();
    folder.write("r.srdf", planned("arm", STATES));
    let path = folder.write("r.urdf", ROBOT);
    let scene = with(&path, "home").unwrap();
    assert_eq!([place(&scene, "b"), place(&scene, "c")], [[0.0, 0.0, 3.0], [2.0, 0.0, 3.0]]);
    assert!(scene.remarks().any(|r| r.contains("joints that the robot lacks: \"knee\"")));
    // What is said of a joint goes before its state.
    let joints = [("lift".to_string(), 1.0)].into();
    let options = Options { state: Some("home".into()), joints, ..Options::default() };
    assert_eq!(place(&read(&path, &options).unwrap(), "b"), [0.0, 0.0, 1.0]);
    let error = with(&path, "far").unwrap_err();
    assert!(error.to_string().contains("two states \"far\" place joint \"slide\""), "{error}");
    assert_eq!(
        (error.line(), error.remedy()),
        (6, Some("--state leg/far takes that of one group"))
    );
    let scene = with(&path, "leg/far").unwrap();
    assert_eq!(place(&scene, "c"), [8.0, 0.0, 0.0]);
    assert!(scene.remarks().any(|r| r.contains("r.srdf:7: joint \"lift\" has several values")));
    // A state may lie beyond a limit, and is taken at its word.
    folder.write("r.srdf", planned("arm", &STATES.replace("\"3\"", "\"30\"")));
    let scene = with(&path, "home").unwrap();
    assert_eq!(place(&scene, "b"), [0.0, 0.0, 30.0]);
    assert!(
        scene.remarks().any(|r| r.contains("\"lift\" stands at 30, and its limits are 0 and 9"))
    );
}

#[test]
fn a_state_that_is_not_there_is_refused_with_those_that_are() {
    let folder = Folder::new();
    let path = folder.write("r.urdf", ROBOT);
    let refused = || {
        let error = with(&path, "hme").unwrap_err();
        assert!(error.to_string().contains("there is no state \"hme\""), "{error}");
        error.remedy().unwrap().to_string()
    };
    assert_eq!(refused(), "no SRDF file with states is found: --srdf FILE names one");
    folder.write("r.srdf", planned("arm", STATES));
    assert_eq!(refused(), "the states are home, far");
}

#[test]
fn a_joint_that_may_not_stand_at_zero_starts_at_the_nearest_place() {
    let folder = Folder::new();
    let scene = folder.scene("r.urdf", ROBOT);
    assert_eq!(place(&scene, "c"), [2.0, 0.0, 0.0]);
    let wanted = "joint \"slide\" stands at 2, the nearest to 0 that its limits 2 and 9 allow";
    assert!(scene.remarks().any(|remark| remark.contains(wanted)), "{:?}", scene.notes);
    let scene = folder.scene("r.urdf", &ROBOT.replace("\"2\" upper=\"9\"", "\"-9\" upper=\"-4\""));
    assert_eq!(place(&scene, "c"), [-4.0, 0.0, 0.0]);
    // Limits the wrong way round allow nothing.
    let scene = folder.scene("r.urdf", &ROBOT.replace("\"2\" upper=\"9\"", "\"9\" upper=\"2\""));
    assert_eq!(place(&scene, "c"), [0.0; 3]);
    assert!(scene.remarks().any(|remark| remark.contains("\"slide\" stands at 0, and its limits")));
}

#[test]
fn a_fixed_joint_that_mimics_does_not_move() {
    let folder = Folder::new();
    let mimic = "<mimic joint=\"lift\" multiplier=\"2\"/><limit lower=\"2\"";
    let text = ROBOT.replace("<limit lower=\"2\"", mimic);
    let text = text.replace("name=\"slide\" type=\"prismatic\"", "name=\"slide\" type=\"fixed\"");
    let path = folder.write("r.urdf", text);
    let joints = [("lift".to_string(), 3.0)].into();
    let scene = read(&path, &Options { joints, ..Options::default() }).unwrap();
    assert_eq!(place(&scene, "c"), [0.0, 0.0, 3.0]);
    assert!(scene.remarks().any(|remark| remark.contains("joint \"slide\" is fixed")));
}

#[test]
fn a_plane_of_a_robot_is_a_half_space() {
    let folder = Folder::new();
    let plane = ROBOT.replacen("<sphere radius=\"1\"/>", "<plane normal=\"0 0 1\"/>", 1);
    let scene = folder.scene("r.urdf", &plane);
    assert_eq!(scene.bodies[0].parts[0].kind, "half-space");
    let shapes = ["a", "b"].map(|name| &scene.body(name).unwrap().parts[0].shape);
    let depth = osculate::signed_distance(shapes[0], shapes[1]).distance.value;
    assert!((depth + 1.0).abs() < 1e-12, "{depth}");
    let none =
        folder.write("n.urdf", plane.replace("0 0 1\"/></geometry>", "0 0 0\"/></geometry>"));
    let (said, line) = support::message(&none);
    assert!(said.contains("normal") && line == 2, "{said}");
}
