//! MJCF: where its bodies and geoms stand, how its joints move them, which pairs are not asked
//! about, and what is refused.

mod support;

use osculate::{DVec3, Pose};
use osculate_io::{FileScene, JointKind, Limits, Meshes, NoteKind, Options, read};
use support::boxes::holds;
use support::{Folder, are_refused, message, scene};

fn of(text: &str) -> FileScene {
    Folder::new().scene("scene.xml", &format!("<mujoco>{text}</mujoco>"))
}

/// The geoms of a world.
fn world(geoms: &str) -> FileScene {
    of(&format!("<worldbody>{geoms}</worldbody>"))
}

fn notes(scene: &FileScene, kind: NoteKind) -> String {
    let notes = scene.notes.iter().filter(|note| note.kind == kind);
    notes.map(|note| note.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// The pairs that are not asked about, each and all in order.
fn ignored(scene: &FileScene) -> Vec<[&str; 2]> {
    let mut pairs: Vec<[&str; 2]> = scene
        .ignored
        .iter()
        .map(|pair| {
            let mut pair = pair.each_ref().map(String::as_str);
            pair.sort();
            pair
        })
        .collect();
    pairs.sort();
    pairs
}

#[test]
fn geoms_stand_where_they_are_placed() {
    for (geom, corners) in [
        ("size='2'", [[-2.0; 3], [2.0; 3]]),
        ("type='box' size='1 2 3' pos='1 0 0'", [[0.0, -2.0, -3.0], [2.0, 2.0, 3.0]]),
        ("type='capsule' size='1 2'", [[-1.0, -1.0, -3.0], [1.0, 1.0, 3.0]]),
        ("type='cylinder' size='1 2' euler='90 0 0'", [[-1.0, -2.0, -1.0], [1.0, 2.0, 1.0]]),
        ("type='ellipsoid' size='1 2 3' zaxis='1 0 0'", [[-3.0, -2.0, -1.0], [3.0, 2.0, 1.0]]),
        ("type='box' size='1 2 3' xyaxes='0 2 0 -1 0 0'", [[-2.0, -1.0, -3.0], [2.0, 1.0, 3.0]]),
        ("type='box' size='1 2 3' axisangle='0 0 3 90'", [[-2.0, -1.0, -3.0], [2.0, 1.0, 3.0]]),
        ("type='box' size='1 2 3' quat='1 1 0 0'", [[-1.0, -3.0, -2.0], [1.0, 3.0, 2.0]]),
        ("type='cylinder' size='1' fromto='0 0 1 0 4 1'", [[-1.0, 0.0, 0.0], [1.0, 4.0, 2.0]]),
        ("type='box' size='1' fromto='0 0 0 0 0 4'", [[-1.0, -1.0, 0.0], [1.0, 1.0, 4.0]]),
    ] {
        holds(&world(&format!("<geom {geom}/>")), &[("world", corners)]);
    }
}

/// The half-space below it, however large it is drawn.
#[test]
fn a_plane_is_without_end() {
    let scene = world("<geom type='plane' size='1 1 1' pos='0 0 2'/>");
    let floor = scene.bodies[0].body();
    let has = |x, z| floor.at(Pose::IDENTITY).contains(DVec3::new(x, 0.0, z));
    assert!(has(100.0, 1.9) && !has(0.0, 2.1));
}

/// Angles in radians, and axes that stay: the last turn is done last.
#[test]
fn the_compiler_says_how_numbers_are_meant() {
    let geom = "<geom type='box' size='1 2 3' euler='1.5707963267948966 1.5707963267948966 0'/>";
    let turned = |sequence: &str| {
        of(&format!(
            "<compiler angle='radian' eulerseq='{sequence}'/><worldbody>{geom}</worldbody>"
        ))
    };
    // About x, and then about the y that has become z.
    holds(&turned("xyz"), &[("world", [[-3.0, -1.0, -2.0], [3.0, 1.0, 2.0]])]);
    // About x, and then about the world's y.
    holds(&turned("XYZ"), &[("world", [[-2.0, -3.0, -1.0], [2.0, 3.0, 1.0]])]);
}

#[test]
fn classes_give_what_elements_do_not_say() {
    let scene = of("<default><geom type='box' size='1 2 3'/>
        <default class='flat'><geom size='5'/>
            <default class='deep'><geom pos='0 0 9' euler='0 0 90'/></default></default></default>
        <worldbody><body name='plain'><geom/></body>
        <body name='own' childclass='flat'><geom/><geom class='main' size='4'/></body>
        <frame childclass='deep'><body name='deep'><geom quat='1 0 0 0'/></body></frame>
        </worldbody>");
    holds(
        &scene,
        &[
            ("plain", [[-1.0, -2.0, -3.0], [1.0, 2.0, 3.0]]),
            ("own", [[-5.0, -2.0, -3.0], [5.0, 2.0, 3.0]]),
            ("deep", [[-5.0, -2.0, 6.0], [5.0, 2.0, 12.0]]),
        ],
    );
}

#[test]
fn bodies_stand_in_bodies_and_frames() {
    let scene = world(
        "<body pos='1 0 0'><frame pos='0 1 0' euler='0 0 90'>
            <body name='arm' pos='2 0 0'><geom size='1'/></body>
            <body pos='0 3 0'><geom size='1'/><body><geom size='2'/></body></body></frame></body>",
    );
    holds(
        &scene,
        &[
            ("arm", [[0.0, 2.0, -1.0], [2.0, 4.0, 1.0]]),
            ("world/2", [[-3.0, 0.0, -1.0], [-1.0, 2.0, 1.0]]),
            ("world/3", [[-4.0, -1.0, -2.0], [0.0, 3.0, 2.0]]),
        ],
    );
    assert!(scene.bodies[0].origin.distance(DVec3::new(1.0, 3.0, 0.0)) < 1e-12);
}

const ARM: &str = "<worldbody><body name='base'><geom size='1'/>
    <body name='arm' pos='0 0 2'>
        <joint name='swing' axis='0 2 0' pos='0 0 -1' range='-90 90' ref='0'/>
        <joint name='reach' type='slide' axis='1 0 0' range='-1 3'/>
        <geom size='1'/>
        <body name='hand' pos='0 0 3'><joint name='turn' ref='90'/><geom size='0.5'/></body>
    </body></body></worldbody>";

/// Two joints of one body move it one after the other, and what hangs on it.
#[test]
fn joints_move_bodies() {
    let scene = of(ARM);
    let joints = &scene.joints;
    let names: Vec<&str> = joints.all().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["swing", "reach", "turn"]);
    let quarter = std::f64::consts::FRAC_PI_2;
    assert_eq!(joints.all()[0].limits, Some([-quarter, quarter]));
    assert_eq!(
        (joints.all()[1].kind, joints.all()[1].limits),
        (JointKind::Sliding, Some([-1.0, 3.0]))
    );
    assert_eq!((joints.places()[2], joints.all()[2].limits), (quarter, None));
    assert_eq!(scene.bodies[2].joint, Some(2));
    let there = |places: &[f64], body: usize| {
        scene.poses(places).unwrap()[body] * scene.bodies[body].origin
    };
    let near = |a: DVec3, b: DVec3| assert!(a.distance(b) < 1e-12, "{a} is not {b}");
    near(there(&[0.0, 2.0, 0.0], 1), DVec3::new(2.0, 0.0, 2.0));
    near(there(&[quarter, 0.0, 0.0], 1), DVec3::new(1.0, 0.0, 1.0));
    // The slide is turned before it slides: along -z.
    near(there(&[quarter, 2.0, 0.0], 2), DVec3::new(4.0, 0.0, -1.0));
}

/// What the options place is where the poses lead.
#[test]
fn a_joint_that_is_placed_is_where_it_moves_to() {
    let (folder, scene) = (Folder::new(), of(ARM));
    let path = folder.write("arm.xml", format!("<mujoco>{ARM}</mujoco>"));
    let joints = [("swing", 0.5), ("reach", 2.0), ("turn", -1.0)];
    let joints = joints.map(|(name, at)| (name.to_string(), at)).into();
    let placed = read(&path, &Options { joints, ..Options::default() }).unwrap();
    assert_eq!(placed.joints.places(), [0.5, 2.0, -1.0]);
    let poses = scene.poses(&[0.5, 2.0, -1.0]).unwrap();
    for (body, pose) in poses.iter().enumerate() {
        let moved = *pose * scene.bodies[body].origin;
        assert!(moved.distance(placed.bodies[body].origin) < 1e-12);
    }
    for (name, at, wanted) in [
        ("reach", 9.0, "cannot stand at 9: its limits are -1 and 3"),
        ("none", 0.0, "there is no joint"),
    ] {
        let joints = [(name.to_string(), at)].into();
        let error = read(&path, &Options { joints, ..Options::default() }).unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
    }
}

/// As equations say that are lines: a place is `start + factor × the other's`, both from their
/// references.
#[test]
fn joints_follow_others() {
    let text = |equality: &str| {
        format!(
            "<worldbody><body name='a'><joint name='a' type='slide' ref='1'/><geom size='1'/></body>
            <body name='b'><joint name='b' type='slide' ref='2'/><geom size='1'/></body></worldbody>
            <equality>{equality}</equality>"
        )
    };
    let scene = of(&text("<joint joint1='b' joint2='a' polycoef='0.5 3'/>"));
    let joints = &scene.joints;
    assert_eq!(joints.free().count(), 1);
    assert_eq!((joints.place(1, &[1.0]), joints.place(1, &[2.0])), (2.5, 5.5));
    assert_eq!(scene.bodies[1].origin.z, 0.5);
    let held = of(&text("<joint joint1='b' polycoef='0.25'/>"));
    assert_eq!((held.joints.free().count(), held.joints.place(1, &[7.0])), (1, 2.25));
    let off = of(&text("<joint joint1='b' joint2='a' active='false'/>"));
    assert_eq!((off.joints.free().count(), off.notes.len()), (2, 0));
    for (equality, wanted) in [
        ("<joint joint1='b' joint2='a' polycoef='0 1 2'/>", "it is no line"),
        ("<joint joint1='b' joint2='b'/>", "follows another, or itself"),
        ("<connect body1='a' anchor='0 0 0'/>", "<connect>, which is not held"),
    ] {
        let scene = of(&text(equality));
        assert_eq!(scene.joints.free().count(), 2);
        assert!(notes(&scene, NoteKind::Remark).contains(wanted), "{:?}", scene.notes);
    }
}

/// Parent and child, unless that is the world; bodies that no joint parts; excluded pairs; and
/// bodies whose bits never meet, unless a pair is said.
#[test]
fn pairs_are_those_of_mujoco() {
    let body = |name: &str, more: &str| {
        format!("<body name='{name}'><geom name='{name}' size='1'/>{more}</body>")
    };
    let joint = "<joint/>";
    let chain = body("a", &(joint.to_string() + &body("b", &(joint.to_string() + &body("c", "")))));
    let whole = |more: &str, d: &str| {
        of(&format!(
            "{more}<worldbody><geom size='1'/>{chain}<body name='d'>{joint}<geom name='d' size='1'
            {d}/></body></worldbody>"
        ))
    };
    let parents = [["a", "b"], ["a", "c"], ["b", "c"]];
    assert_eq!(ignored(&whole("", "")), parents);
    let all = whole("<option><flag filterparent='disable'/></option>", "");
    assert_eq!(ignored(&all), [["b", "c"]]);
    let excluded = whole("<contact><exclude body1='d' body2='world'/></contact>", "");
    assert_eq!(ignored(&excluded), [["a", "b"], ["a", "c"], ["b", "c"], ["d", "world"]]);
    assert_eq!(excluded.robots[0].disabled[0].reason, "excluded");
    let bits = "contype='2' conaffinity='4'";
    let other = [["a", "d"], ["b", "d"], ["c", "d"], ["d", "world"]];
    let mut all = [&parents[..], &other].concat();
    all.sort();
    assert_eq!(ignored(&whole("", bits)), all);
    let paired =
        whole("<contact><pair geom1='a' geom2='d'/><pair geom1='a' geom2='b'/></contact>", bits);
    assert_eq!(ignored(&paired), [["a", "c"], ["b", "c"], ["b", "d"], ["c", "d"], ["d", "world"]]);
}

/// What is placed from outside is no part of the world.
#[test]
fn a_body_of_motion_capture_may_clash_with_the_world() {
    let scene = world(
        "<geom size='1'/><body name='m' mocap='true'><geom size='1'/></body>
        <body name='w'><geom size='1'/></body>",
    );
    assert_eq!(ignored(&scene), [["w", "world"]]);
}

#[test]
fn what_is_only_seen_is_left_out_where_something_collides() {
    let seen = "<geom size='9' contype='0' conaffinity='0'/>";
    let scene = world(&format!(
        "<body name='both'>{seen}<geom size='1'/></body><body name='seen'>{seen}</body>"
    ));
    holds(&scene, &[("both", [[-1.0; 3], [1.0; 3]]), ("seen", [[-9.0; 3], [9.0; 3]])]);
    assert_eq!(scene.bodies[1].assumed, ["none of its geoms collides: what is seen is taken"]);
    assert!(notes(&scene, NoteKind::Source).contains("1 geom that is only seen"));
}

#[test]
fn meshes_are_scaled_turned_and_named_by_their_files() {
    let folder = Folder::new();
    let stl = std::fs::read("tests/scenes/wedge.stl").unwrap();
    folder.write("meshes/wedge.stl", stl);
    let size = scene("tests/scenes/wedge.stl".as_ref()).size().unwrap();
    let text = |compiler: &str, file: &str| {
        format!(
            "<mujoco><compiler {compiler}/><default><mesh scale='2 2 2'/></default>
            <asset><mesh file='{file}'/></asset>
            <worldbody><geom type='mesh' mesh='wedge'/></worldbody></mujoco>"
        )
    };
    for (compiler, file) in [
        ("meshdir='meshes'", "wedge.stl"),
        ("assetdir='meshes/'", "wedge.stl"),
        ("angle='radian'", "meshes/wedge.stl"),
        ("meshdir='meshes' strippath='true'", "/there/wedge.stl"),
    ] {
        let scene = folder.scene("scene.xml", &text(compiler, file));
        assert!((scene.size().unwrap() - 2.0 * size).abs() < 1e-6, "{compiler}");
    }
    let points = "vertex='1 1 1 2 1 1 1 3 1 1 1 4' refpos='1 1 1' scale='2 1 1'";
    let asset = |more: &str| {
        of(&format!(
            "<asset><mesh name='m' {points} {more}/></asset>
            <worldbody><geom type='mesh' mesh='m' pos='0 0 1'/></worldbody>"
        ))
    };
    holds(&asset(""), &[("world", [[0.0, 0.0, 1.0], [2.0, 2.0, 4.0]])]);
    holds(&asset("refquat='1 1 0 0'"), &[("world", [[0.0, 0.0, -1.0], [2.0, 3.0, 1.0]])]);
    assert_eq!(asset("").bodies[0].parts[0].kind, "hull");
}

/// Their triangles, as of other robots; MuJoCo takes the hull, which is an option here.
#[test]
fn meshes_that_are_not_convex_stay_as_they_are() {
    let folder = Folder::new();
    let fold = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 2 4 3\n";
    folder.write("fold.obj", fold);
    let text = "<mujoco><asset><mesh file='fold.obj'/></asset>
        <worldbody><geom type='mesh' mesh='fold'/></worldbody></mujoco>";
    let path = folder.write("scene.xml", text);
    let as_they_are = scene(&path);
    assert_eq!(as_they_are.bodies[0].meshes.len(), 1);
    assert!(
        notes(&as_they_are, NoteKind::Source).contains("MuJoCo takes the hull, as --hull does")
    );
    let hulls = read(&path, &Options { meshes: Meshes::Hulls, ..Options::default() }).unwrap();
    assert!(hulls.bodies[0].meshes.is_empty() && hulls.bodies[0].parts.len() == 1);
}

#[test]
fn files_are_included_once_and_from_the_main_folder() {
    let folder = Folder::new();
    folder.write("parts/ball.xml", "<mujoco><worldbody><geom size='3'/></worldbody></mujoco>");
    folder.write("parts/near.xml", "<mujoco><include file='ball.xml'/></mujoco>");
    folder.write("parts/main.xml", "<mujoco><include file='parts/ball.xml'/></mujoco>");
    for part in ["ball", "near", "main"] {
        let text = format!("<mujoco><include file='parts/{part}.xml'/></mujoco>");
        holds(&folder.scene("scene.xml", &text), &[("world", [[-3.0; 3], [3.0; 3]])]);
    }
    let body = "<mujocoinclude><body><include file='geom.xml'/></body></mujocoinclude>";
    folder.write("body.xml", body);
    folder.write("geom.xml", "<mujocoinclude><geom size='1'/></mujocoinclude>");
    let inner = "<mujoco><worldbody><include file='body.xml'/></worldbody></mujoco>";
    holds(&folder.scene("scene.xml", inner), &[("world/1", [[-1.0; 3], [1.0; 3]])]);
    let twice =
        "<mujoco>\n<include file='parts/ball.xml'/>\n<include file='parts/ball.xml'/></mujoco>";
    let (said, line) = message(&folder.write("twice.xml", twice));
    assert!(said.contains("once more") && line == 3, "{said}");
    let (said, _) =
        message(&folder.write("self.xml", "<mujoco>\n<include file='self.xml'/></mujoco>"));
    assert!(said.contains("which includes it"), "{said}");
    let (said, line) =
        message(&folder.write("far.xml", "<mujoco>\n<include file='../x.xml'/></mujoco>"));
    assert!(said.contains("outside of the root") && line == 2, "{said}");
    folder.write("bad.xml", "<mujoco>\n\n<worldbody><geom size='no'/></worldbody></mujoco>");
    let (said, line) =
        message(&folder.write("main.xml", "<mujoco><include file='bad.xml'/></mujoco>"));
    assert!(said.contains("bad.xml:3: size has \"no\"") && line == 3, "{said}");
}

/// A keyframe places joints of all sorts; the file is the one that fuzzing starts from.
#[test]
fn a_keyframe_is_a_state() {
    let path = "tests/scenes/gripper.xml".as_ref();
    let first = scene(path);
    let names: Vec<&str> = first.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["world", "base", "arm", "hand", "left", "right", "world/1"]);
    assert_eq!(first.joints.places(), [0.0; 3]);
    assert!(
        notes(&first, NoteKind::Source).contains("\"wrist\", \"world/1/free\" are free or balls")
    );
    assert_eq!(first.missing().count(), 0);
    let state = Some("home".to_string());
    let home = read(path, &Options { state, ..Options::default() }).unwrap();
    assert_eq!(home.joints.places(), [0.5, 0.01, 0.01]);
    assert_eq!(home.body("world/1").map(|body| body.origin), Some(DVec3::new(1.0, 0.0, 0.5)));
    let state = Some("hme".to_string());
    let error = read(path, &Options { state, ..Options::default() }).unwrap_err();
    assert!(error.remedy().unwrap().contains("home"), "{error}");
}

/// All that may have a surface and is not read is told, with its line.
#[test]
fn what_is_not_read_is_missing() {
    let ball = "<geom size='1'/>";
    for (inner, wanted) in [
        ("<composite type='grid' count='2 2 1'/>", "scene.xml:2: <composite> is left out"),
        ("<replicate count='3'><geom size='1'/></replicate>", "<replicate> is left out"),
        ("<flexcomp name='f'/>", "<flexcomp> is left out"),
        ("<attach model='m' body='b' prefix='p'/>", "<attach> is left out"),
        ("<new/>", "<new> is left out"),
        (
            "<geom name='g' type='hfield' hfield='h'/>",
            "geom \"g\" of \"world\" is of the type hfield",
        ),
        ("<geom type='mesh' mesh='m'/>", "mesh \"m\" is left out: only vertex="),
    ] {
        let scene = of(&format!(
            "<asset><mesh name='m' builtin='sphere'/></asset>\n<worldbody>{inner}{ball}</worldbody>"
        ));
        assert!(notes(&scene, NoteKind::Missing).contains(wanted), "{:?}", scene.notes);
    }
    let scene = of("<worldbody><geom size='1'/></worldbody>\n<deformable><flex/></deformable>");
    assert!(notes(&scene, NoteKind::Missing).contains("scene.xml:2: <flex> is left out"));
    let scene = of("<worldbody><light/><site/><camera/><geom size='1'/></worldbody><actuator/>");
    assert!(scene.notes.is_empty());
}

#[test]
fn broken_files_are_refused_with_the_line() {
    let world = |inner: &str| format!("<mujoco>\n<worldbody>\n{inner}\n</worldbody></mujoco>");
    let top = |inner: &str| {
        format!("<mujoco>\n{inner}\n<worldbody><geom size='1'/></worldbody></mujoco>")
    };
    are_refused([
        ("robot.xml", "<robot name='r'/>".into(), 1, "expected the element <mujoco>"),
        ("angle.xml", top("<compiler angle='turn'/>"), 2, "angle is \"turn\""),
        ("euler.xml", top("<compiler eulerseq='xy'/>"), 2, "eulerseq is \"xy\""),
        ("global.xml", top("<compiler coordinate='global'/>"), 2, "global coordinates"),
        ("class.xml", world("<geom class='none' size='1'/>"), 3, "there is no class \"none\""),
        (
            "two.xml",
            top("<default><default class='a'/><default class='a'/></default>"),
            2,
            "two classes",
        ),
        ("top.xml", top("<default class='a'/>"), 2, "the outermost class is called \"a\""),
        (
            "size.xml",
            world("<geom type='box' size='1 1'/>"),
            3,
            "number 3 of the size of a box is 0",
        ),
        ("four.xml", world("<geom type='box' size='1 1 1 1'/>"), 3, "size has 4 numbers"),
        ("type.xml", world("<geom type='ball' size='1'/>"), 3, "type is \"ball\""),
        ("nan.xml", world("<geom size='1' pos='0 0 nan'/>"), 3, "pos must be 3 finite numbers"),
        ("ways.xml", world("<geom size='1' quat='1 0 0 0' euler='0 0 0'/>"), 3, "a second way"),
        ("zero.xml", world("<geom size='1' quat='0 0 0 0'/>"), 3, "quat says no turn"),
        ("axes.xml", world("<geom size='1' xyaxes='1 0 0 2 0 0'/>"), 3, "xyaxes says no turn"),
        ("line.xml", world("<geom type='box' size='1' fromto='1 1 1 1 1 1'/>"), 3, "at one place"),
        ("from.xml", world("<geom size='1' fromto='1 1 1 1 1 2'/>"), 3, "a sphere has no fromto"),
        ("mesh.xml", world("<geom type='mesh' mesh='m'/>"), 3, "there is no mesh \"m\""),
        (
            "names.xml",
            world("<body name='a'/>\n<body name='a'/>"),
            4,
            "two bodies are called \"a\"",
        ),
        ("world.xml", world("<joint/>"), 3, "a joint stands in the world"),
        (
            "axis.xml",
            world("<body><joint axis='0 0 0'/><geom size='1'/></body>"),
            3,
            "no direction",
        ),
        ("range.xml", world("<body><joint limited='true' range='2 1'/></body>"), 3, "range ends"),
        (
            "pair.xml",
            top("<contact><exclude body1='a' body2='world'/></contact>"),
            2,
            "no body \"a\"",
        ),
        (
            "joint.xml",
            top("<equality><joint joint1='a'/></equality>"),
            2,
            "there is no joint \"a\"",
        ),
        ("bits.xml", world("<geom size='1' contype='x'/>"), 3, "contype must be a whole number"),
        ("none.xml", "<mujoco/>".into(), 0, "it holds no body"),
    ]);
    let (said, line) = message(&Folder::new().write(
        "lacks.xml",
        "<mujoco><asset>\n<mesh file='no.stl'/></asset><worldbody><geom type='mesh' mesh='no'/>
        </worldbody></mujoco>",
    ));
    assert!(said.contains("it names \"no.stl\"") && line == 2, "{said}");
}

/// Joints that follow each other in a circle, classes and bodies in each other, and numbers that
/// leave the range.
#[test]
fn hostile_files_end() {
    let folder = Folder::new();
    let circle =
        "<mujoco><worldbody><body><joint name='a'/><joint name='b'/><geom size='1'/></body>
        </worldbody><equality><joint joint1='a' joint2='b'/><joint joint1='b' joint2='a'/>
        </equality></mujoco>";
    let (said, _) = message(&folder.write("circle.xml", circle));
    assert!(said.contains("follows itself, or too many"), "{said}");
    let far = "<body pos='1e308 0 0'><body pos='1e308 0 0'><geom size='1'/></body></body>";
    let far = format!("<mujoco><worldbody>{far}</worldbody></mujoco>");
    let (said, _) = message(&folder.write("far.xml", far));
    assert!(said.contains("out of the range of numbers"), "{said}");
    let deep: String = (0..100).map(|k| format!("<default class='c{k}'>")).collect();
    let deep = format!("<mujoco><default>{deep}{}</default></mujoco>", "</default>".repeat(100));
    let (said, _) = message(&folder.write("deep.xml", deep));
    assert!(said.contains("classes stand in classes too deeply"), "{said}");
    // A rope of many bodies is no fault.
    let rope =
        format!("{}<geom size='1'/>{}", "<body pos='0 0 1'>".repeat(500), "</body>".repeat(500));
    let rope = folder.scene("rope.xml", &format!("<mujoco><worldbody>{rope}</worldbody></mujoco>"));
    assert_eq!((rope.bodies[0].name.as_str(), rope.bodies[0].origin.z), ("world/500", 500.0));
    let parts = Limits { parts: 3, ..Limits::default() };
    let path = folder.write(
        "many.xml",
        format!("<mujoco><worldbody>{}</worldbody></mujoco>", "<geom size='1'/>".repeat(4)),
    );
    let error = read(&path, &Options { limits: parts, ..Options::default() }).unwrap_err();
    assert!(error.to_string().contains("more than 3 convex parts"), "{error}");
}
