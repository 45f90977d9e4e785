//! Scenes with closed forms: every node and element that is read, and what it must come to.

mod support;

use osculate::Pose;
use osculate_io::{FileScene, Meshes, Options, read};
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes").join(name)
}

fn scene(name: &str) -> FileScene {
    support::scene(&file(name))
}

fn between(scene: &FileScene, a: &str, b: &str) -> f64 {
    let body = |name: &str| {
        let body = scene.body(name);
        let names: Vec<&str> = scene.bodies.iter().map(|b| b.name.as_str()).collect();
        body.unwrap_or_else(|| panic!("no body {name}; there are {names:?}")).body()
    };
    let (a, b) = (body(a), body(b));
    let found = a.at(Pose::IDENTITY).signed_distance(&b.at(Pose::IDENTITY));
    found.signed_distance.distance.value
}

/// Two bodies of a file, and how far apart they are.
type Known = (&'static str, &'static str, &'static str, f64);

fn known() -> Vec<Known> {
    let root = f64::sqrt;
    vec![
        ("primitives.wrl", "cube", "ball", 1.5),
        ("primitives.wrl", "cube", "cone", 3.0),
        ("primitives.wrl", "cube", "rod", 2.5),
        ("transform.wrl", "beam", "ball", 2.0),
        ("transform.wrl", "egg", "target", root(32.0) - 3.0),
        ("def_use.wrl", "wheel", "wheel#2", 2.0),
        ("def_use.wrl", "wheel", "wheel#3", 3.0),
        ("def_use.wrl", "wheel", "wheel#4", 4.0),
        ("switch_lod.wrl", "chosen", "finest", 17.0),
        ("inline.wrl", "part", "part#2", 5.5),
        ("face_set.wrl", "pyramid", "ball", 2.0),
        // The ball lies in the corner of an angle, which its hull fills.
        ("concave.wrl", "angle", "ball", 0.6),
        // From the right piece's edge at x = 25: were they one hull, the ball would be inside.
        ("concave.wrl", "twins", "between", 1.5),
        ("extrusion.wrl", "tower", "ball", 1.0),
        ("extrusion.wrl", "bar", "end", 1.0),
        ("elevation.wrl", "roof", "ball", 2.0),
        ("extras.wrl", "box", "ball", 1.0),
        ("groups.wrl", "hand", "Sphere@10", 2.5),
        ("groups.wrl", "machine", "arm", 1.0),
        ("groups.wrl", "arm", "hand", 1.0),
        // The shadow of a cylinder turned by 45 degrees is as high as √2, and three times so when
        // it is stretched.
        ("sheared.wrl", "slanted", "plate", 9.0 - 3.0 * root(2.0)),
        ("arm.urdf", "base", "upper", 0.0),
        // The forearm reaches along x from the elbow at z = 1.2, from 0.05 to 0.75.
        ("arm.urdf", "fore", "probe", 2.0 - 0.75 - 0.25),
        ("arm.urdf", "base", "fore", 1.2 - 0.05 - 0.2),
        ("cart.urdf", "left", "right", 3.0 - 0.25 - 0.05),
        ("instances.gltf", "first", "second", 10.0 - 2.0 * root(2.0) - 1.0),
        ("instances.gltf", "first", "third", 3.0),
        ("instances.glb", "first", "third", 3.0),
        ("two.obj", "first", "second", 4.0),
        ("everything.json", "point", "segment", 1.0),
        ("everything.json", "point", "ball", 1.5),
        ("everything.json", "point", "capsule", 1.75),
        ("everything.json", "point", "cuboid", 4.0),
        ("everything.json", "point", "cone", 3.0),
        ("everything.json", "point", "cylinder", 3.0),
        ("everything.json", "point", "ellipsoid", 7.0),
        ("everything.json", "point", "half-space", 10.0),
        ("everything.json", "point", "hull", 19.5),
        ("everything.json", "point", "mesh", 30.0),
    ]
}

#[test]
fn distances_are_those_of_the_closed_forms() {
    for (name, a, b, expected) in known() {
        let found = between(&scene(name), a, b);
        // URDF's and glTF's turns are given in some 16 digits or in single precision.
        let slack = if name.contains("gl") { 1e-6 } else { 1e-9 };
        assert!(
            (found - expected).abs() <= slack,
            "{name}: {a} and {b} are {found} apart, not {expected}"
        );
    }
}

#[test]
fn solids_stay_what_they_are() {
    let kinds = |name: &str, body: &str| -> Vec<&'static str> {
        scene(name).body(body).unwrap().parts.iter().map(|part| part.kind).collect()
    };
    assert_eq!(kinds("primitives.wrl", "cone"), ["cone"]);
    assert_eq!(kinds("transform.wrl", "egg"), ["ball"]);
    assert_eq!(kinds("sheared.wrl", "slanted"), ["cylinder"]);
    assert_eq!(kinds("concave.wrl", "twins"), ["hull", "hull"]);
    assert_eq!(kinds("groups.wrl", "machine"), ["ball", "cuboid"]);
    assert_eq!(kinds("groups.wrl", "arm"), ["cuboid"]);
    assert_eq!(kinds("groups.wrl", "hand"), ["ball"]);
}

/// What VRML calls the parts of a robot are bodies, whatever it calls the robot: they may clash.
#[test]
fn the_nearest_name_above_a_shape_is_its_bodys() {
    let folder = support::Folder::new();
    let ball = "Shape { geometry Sphere { radius 1 } }";
    let bodies = |text: &str| -> Vec<(String, usize)> {
        let scene = folder.scene("robot.wrl", &format!("#VRML V2.0 utf8\n{text}"));
        scene.bodies.iter().map(|body| (body.name.clone(), body.parts.len())).collect()
    };
    let named = |bodies: &[(&str, usize)]| -> Vec<(String, usize)> {
        bodies.iter().map(|(name, parts)| (name.to_string(), *parts)).collect()
    };
    let parts = format!(
        "DEF base Transform {{ children [ {ball} {ball} ] }}
         Transform {{ translation 1 0 0 children [ DEF arm Group {{ children {ball} }} {ball} ] }}
         DEF hand {ball}"
    );
    // A name that has only named ones below it is nobody's.
    for root in ["Group", "Transform", "Anchor", "Collision", "Billboard"] {
        let found = bodies(&format!("DEF ROBOT {root} {{ children [ {parts} ] }}"));
        let wanted = [("base", 2), ("arm", 1), ("ROBOT", 1), ("hand", 1)];
        assert_eq!(found, named(&wanted), "{root}");
    }
    let found = bodies(&format!("DEF ROBOT LOD {{ level Group {{ children [ {parts} ] }} }}"));
    assert_eq!(found, named(&[("base", 2), ("arm", 1), ("ROBOT", 1), ("hand", 1)]));
    // A name twice, one above the other, and another time by USE: numbers tell them apart, and a
    // name that is nobody's takes none.
    let found = bodies(&format!(
        "DEF a Group {{ children DEF a Group {{ children DEF a {ball} }} }}
         DEF b Transform {{ children [ DEF a {ball} {ball} ] }}
         Transform {{ translation 9 0 0 children USE b }}"
    ));
    assert_eq!(found, named(&[("a", 1), ("a#2", 1), ("b", 1), ("a#3", 1), ("b#2", 1)]));
    // Each turns about its own axes.
    let scene = folder.scene(
        "axes.wrl",
        &format!(
            "#VRML V2.0 utf8\nDEF a Transform {{ translation 1 0 0 children [ {ball}
             DEF b Transform {{ translation 0 2 0 children Transform {{ translation 0 0 3
             children {ball} }} }} ] }}"
        ),
    );
    let origin = |name: &str| scene.body(name).unwrap().origin.to_array();
    assert_eq!((origin("a"), origin("b")), ([1.0, 0.0, 0.0], [1.0, 2.0, 0.0]));
    // The links of a file that another includes are bodies too.
    folder
        .write("robot.wrl", format!("#VRML V2.0 utf8\nDEF ROBOT Group {{ children [ {parts} ] }}"));
    let text = "#VRML V2.0 utf8\nDEF left Inline { url \"robot.wrl\" }";
    let cell = folder.scene("cell.wrl", text);
    assert_eq!(cell.bodies.len(), 4, "{:?}", cell.bodies);
}

#[test]
fn what_is_assumed_is_said() {
    let assumed = |scene: &FileScene, body: &str| scene.body(body).unwrap().assumed.join("; ");
    let concave = scene("concave.wrl");
    assert_eq!((assumed(&concave, "angle"), assumed(&concave, "twins")), Default::default());
    let pieces = support::scene_in_pieces(&file("concave.wrl"));
    assert_eq!(assumed(&pieces, "angle"), "not convex: its hull is taken");
    assert_eq!(assumed(&pieces, "twins"), "in 2 pieces: the hull of each is taken");
    // The hull's long side is the plane x + z = 4.
    let deep = 0.4 / 2f64.sqrt() + 0.2;
    assert!((between(&pieces, "angle", "ball") + deep).abs() < 1e-9);
    assert_eq!(assumed(&scene("face_set.wrl"), "pyramid"), "");
    assert_eq!(assumed(&scene("arm.urdf"), "fore"), "no collision shape: what is seen is taken");
    let whole =
        read(&file("concave.wrl"), &Options { meshes: Meshes::Hulls, ..Options::default() })
            .unwrap();
    assert_eq!(whole.body("twins").unwrap().parts.len(), 1);
    assert_eq!(assumed(&whole, "twins"), "not convex: its hull is taken");
    assert!(scene("extras.wrl").remarks().any(|note| note.contains("Script is left out")));
}

#[test]
fn links_that_a_joint_connects_may_touch() {
    let pairs = scene("arm.urdf").ignored;
    assert!(pairs.contains(&["upper".into(), "fore".into()]), "{pairs:?}");
    let pairs = scene("cart.urdf").ignored;
    assert!(pairs.contains(&["body".into(), "left".into()]), "{pairs:?}");
}

#[test]
fn joints_move_what_hangs_on_them() {
    // Straight up: the probe is 0.2 + 1 + 2 above the base's middle.
    let joints = [("elbow".to_string(), -std::f64::consts::FRAC_PI_2)].into();
    let options = Options { joints, ..Options::default() };
    let straight = read(&file("arm.urdf"), &options).unwrap();
    assert!((between(&straight, "base", "probe") - (3.2 - 0.2 - 0.25)).abs() < 1e-9);
    let joints = [("tip".to_string(), 1.0)].into();
    let error = read(&file("arm.urdf"), &Options { joints, ..Options::default() }).unwrap_err();
    assert!(error.to_string().contains("a joint that is fixed cannot be moved by 1"), "{error}");
}

/// A quaternion turns as roll, pitch and yaw do, and goes before them. The library normalises what
/// is nearly of unit length.
#[test]
fn quaternions_of_a_robot_turn_what_they_stand_at() {
    let folder = support::Folder::new();
    let text = std::fs::read_to_string(file("arm.urdf")).unwrap();
    let rpy = "rpy=\"0 1.5707963267948966 0\"";
    assert_eq!(text.matches(rpy).count(), 1);
    let half = 0.5f64.sqrt();
    for quaternion in [
        format!("quat_xyzw=\"0 {half} 0 {half}\""),
        format!("quat_xyzw=\"0 -{half} 0 -{half}\""),
        format!("quat_xyzw=\" 0\n{0} 0 {0} \"", half * 1.005),
        format!("rpy=\"0.3 0.2 0.1\" quat_xyzw=\"0 {half} 0 {half}\""),
    ] {
        let found = folder.scene("arm.urdf", &text.replace(rpy, &quaternion));
        let away = between(&found, "fore", "probe");
        assert!((away - 1.0).abs() < 1e-9, "{quaternion}: {away}");
        let away = between(&found, "base", "fore");
        assert!((away - 0.95).abs() < 1e-9, "{quaternion}: {away}");
    }
    // At links and solids too: a beam along x, turned by a third of a whole turn about the
    // diagonal, is one along y.
    let beam = "<robot><link name=\"beam\"><collision>\
        <origin xyz=\"0 0 5\" quat_xyzw=\"0.5 0.5 0.5 0.5\"/>\
        <geometry><box size=\"8 0.5 0.5\"/></geometry></collision></link></robot>";
    let found = folder.scene("beam.urdf", beam);
    let bounds = osculate::Convex::bounds(&found.bodies[0].parts[0].shape);
    assert!((bounds.max() - osculate::DVec3::new(0.25, 4.0, 5.25)).length() < 1e-9, "{bounds:?}");
}

#[test]
fn both_kinds_of_stl_are_read() {
    assert_eq!(scene("wedge.stl").bodies[0].parts.len(), 1);
    let binary = scene("binary.stl");
    let corners = binary.bodies[0].parts[0].corners.as_ref().unwrap();
    assert_eq!(corners.len(), 4);
    assert!(corners.iter().all(|p| p.x >= 3.0));
}

#[test]
fn colours_and_groups_are_kept() {
    let scene = scene("everything.json");
    assert_eq!(scene.body("mesh").unwrap().color, Some([1.0, 0.0, 0.0]));
    assert_eq!(scene.body("hull").unwrap().group.as_deref(), Some("far"));
}
