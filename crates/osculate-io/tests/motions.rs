//! Motions of files: where they take a body, in space and in the plane.

mod support;

use osculate::{DVec2, DVec3, Moves, Vector};
use osculate_io::{AnyScene, FileScene, Moving, Options, Turns, read_any};
use support::Folder;

/// The motion of a file's only body, which has this pose.
fn moving<V: Turns>(scene: &FileScene<V>, until: f64) -> Moving<V> {
    let [body] = &scene.bodies[..] else { panic!("{:?}", scene.bodies) };
    body.motion.as_ref().expect("it moves").of_body(body.origin, until).unwrap()
}

fn scene_of(dimension: u32, pose: &str, motion: &str) -> AnyScene {
    let folder = Folder::new();
    let path = folder.write(
        "moving.json",
        format!(
            r#"{{ "osculate": 1, "dimension": {dimension}, "bodies": [ {{ "name": "it",
            "shape": {{ "ball": {{ "radius": 1 }} }}, "pose": {{ {pose} }},
            "motion": {{ {motion} }} }} ] }}"#
        ),
    );
    read_any([path.as_path()], &Options::default()).unwrap()
}

fn in_space(pose: &str, motion: &str, until: f64) -> Moving<DVec3> {
    match scene_of(3, pose, motion) {
        AnyScene::Space(scene) => moving(&scene, until),
        AnyScene::Plane(_) => panic!("of the plane"),
    }
}

fn in_plane(pose: &str, motion: &str, until: f64) -> Moving<DVec2> {
    match scene_of(2, pose, motion) {
        AnyScene::Plane(scene) => moving(&scene, until),
        AnyScene::Space(_) => panic!("of space"),
    }
}

/// Where the motion has a point at a time that is at `from` at the time 0.
fn assert_at<V: Vector<Scalar = f64>>(motion: &Moving<V>, time: f64, from: V, to: V) {
    let off = (motion.pose(0.0).apply(from) - from).length();
    assert!(off < 1e-14, "at the start {from:?} is {off} off");
    let found = motion.pose(time).apply(from);
    assert!((found - to).length() < 1e-14, "{from:?} at {time}: {found:?} and not {to:?}");
}

const AT: &str = r#""translation": [1, 2, 3]"#;

#[test]
fn ways_are_gone_evenly() {
    let (origin, v) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new);
    let by = in_space(AT, r#""by": [4, 0, -4]"#, 2.0);
    assert_at(&by, 2.0, origin, v(5.0, 2.0, -1.0));
    assert_at(&by, 0.5, DVec3::ZERO, v(1.0, 0.0, -1.0));
    let to = in_space(AT, r#""to": [4, 0, -4]"#, 2.0);
    assert_at(&to, 2.0, origin, v(4.0, 0.0, -4.0));
    let velocity = in_space(AT, r#""velocity": [4, 0, -4]"#, 2.0);
    assert_at(&velocity, 2.0, origin, v(9.0, 2.0, -5.0));
}

#[test]
fn turns_are_about_the_origin_or_a_point() {
    let v = DVec3::new;
    let turn = r#""turn": { "axis": [0, 0, 2], "degrees": 90 }"#;
    // A unit along x from the body's origin comes to a unit along y.
    assert_at(&in_space(AT, turn, 4.0), 4.0, v(2.0, 2.0, 3.0), v(1.0, 3.0, 3.0));
    let about = format!(r#"{turn}, "about": [0, 0, 0]"#);
    assert_at(&in_space(AT, &about, 4.0), 4.0, v(1.0, 2.0, 3.0), v(-2.0, 1.0, 3.0));
    // A screw: half of the turn and of the way at half of the time.
    let screw = format!(r#"{about}, "by": [0, 0, 1]"#).replace("90", "360");
    assert_at(&in_space(AT, &screw, 1.0), 0.5, v(1.0, 2.0, 3.0), v(-1.0, -2.0, 3.5));
    // The point that it turns about comes to the place.
    let to = format!(r#"{about}, "to": [0, 0, 1]"#);
    assert_at(&in_space(AT, &to, 1.0), 1.0, v(0.0, 0.0, 0.0), v(0.0, 0.0, 1.0));
    let spin = r#""spin": { "axis": [0, 0, 1], "degrees": 90 }"#;
    assert_at(&in_space(AT, spin, 4.0), 2.0, v(2.0, 2.0, 3.0), v(0.0, 2.0, 3.0));
}

#[test]
fn the_plane_turns_counterclockwise() {
    let v = DVec2::new;
    let at = r#""translation": [1, 2], "degrees": 30"#;
    let motion = in_plane(at, r#""turn": { "degrees": 90 }, "by": [0, 1]"#, 1.0);
    assert_at(&motion, 1.0, v(2.0, 2.0), v(1.0, 4.0));
    let spin = in_plane(at, r#""spin": { "degrees": 45 }, "about": [0, 0]"#, 9.0);
    assert_at(&spin, 2.0, v(1.0, 2.0), v(-2.0, 1.0));
    let path = r#""path": [ { "time": 2, "pose": { "translation": [3, 2], "degrees": 120 } } ]"#;
    let path = in_plane(at, path, 1.0);
    assert_at(&path, 2.0, v(2.0, 2.0), v(3.0, 3.0));
    assert_at(&path, 1.0, v(1.0, 2.0), v(2.0, 2.0));
}

/// The body starts turned: what the path says is where its own axes are.
#[test]
fn paths_go_from_pose_to_pose() {
    let v = DVec3::new;
    let at = r#""translation": [1, 0, 0], "axis": [0, 0, 1], "degrees": 90"#;
    let path = r#""path": [
        { "time": 1, "pose": { "translation": [1, 4, 0], "axis": [0, 0, 1], "degrees": 90 } },
        { "time": 3, "pose": { "translation": [1, 4, 2], "axis": [0, 0, 1], "degrees": 180 } } ]"#;
    let motion = in_space(at, path, 1.0);
    // A unit along the body's own x, which is the world's y at first.
    let tip = v(1.0, 1.0, 0.0);
    assert_at(&motion, 0.5, tip, v(1.0, 3.0, 0.0));
    assert_at(&motion, 1.0, tip, v(1.0, 5.0, 0.0));
    assert_at(&motion, 3.0, tip, v(0.0, 4.0, 2.0));
    // It rests at the end.
    assert_at(&motion, 9.0, tip, v(0.0, 4.0, 2.0));
    assert_eq!(motion.center(), v(1.0, 0.0, 0.0));
    assert_eq!(motion.center_at(3.0), v(1.0, 4.0, 2.0));
}

/// What a path's poses are rounded by is within its slack: the same body in other axes far away.
#[test]
fn the_slack_of_a_path_holds_its_rounding() {
    let mut seen = 0.0f64;
    for k in 1..200 {
        let (far, angle) = (f64::from(k) * 531.7, f64::from(k) * 1.9);
        let at =
            format!(r#""translation": [{far}, -{far}, 0], "axis": [1, 2, 3], "degrees": {angle}"#);
        let path = format!(
            r#""path": [ {{ "time": 1, "pose": {{ "translation": [{far}, -{far}, 0],
            "axis": [1, 2, 3], "degrees": {} }} }} ]"#,
            angle + 120.0
        );
        let motion = in_space(&at, &path, 1.0);
        // A third of a turn about (1, 2, 3): a point on the axis stays, any other goes round it.
        let arm = DVec3::new(0.5, -0.25, 0.125);
        let start = DVec3::new(far, -far, 0.0) + arm;
        let axis = DVec3::new(1.0, 2.0, 3.0).normalize();
        let along = axis * axis.dot(arm);
        let across = arm - along;
        let turned = across * -0.5 + axis.cross(across) * 0.75f64.sqrt();
        let exact = DVec3::new(far, -far, 0.0) + along + turned;
        let off = (motion.pose(1.0).apply(start) - exact).length();
        let slack = motion.slack(arm.length(), 1.0);
        assert!(off <= slack, "{k}: {off} and {slack}");
        seen = seen.max(off);
    }
    assert!(seen > 0.0, "nothing was rounded");
}

#[test]
fn origins_are_those_of_the_files_own_axes() {
    let folder = Folder::new();
    let origin = |name: &str, text: &str, body: &str| {
        let scene = folder.scene(name, text);
        scene.body(body).unwrap_or_else(|| panic!("{:?}", scene.bodies)).origin
    };
    let wrl = "#VRML V2.0 utf8\nTransform { translation 0 1 0 children [
        DEF lid Transform { translation 1 0 0 children [ Shape { geometry Box {} } ] }
        Shape { geometry DEF knob Sphere {} } ] }";
    assert_eq!(origin("a.wrl", wrl, "lid"), DVec3::new(1.0, 1.0, 0.0));
    assert_eq!(origin("a.wrl", wrl, "knob"), DVec3::new(0.0, 1.0, 0.0));
    let urdf = r#"<robot name="r"><link name="base"/><link name="arm"><collision>
        <origin xyz="5 0 0"/><geometry><sphere radius="1"/></geometry></collision></link>
        <joint name="j" type="fixed"><origin xyz="0 0 2"/><parent link="base"/><child link="arm"/>
        </joint></robot>"#;
    assert_eq!(origin("a.urdf", urdf, "arm"), DVec3::new(0.0, 0.0, 2.0));
    let obj = "o far\nv 5 5 5\nv 6 5 5\nv 5 6 5\nf 1 2 3\n";
    assert_eq!(origin("a.obj", obj, "far"), DVec3::ZERO);
}
