//! What is left out: what has no surface is a remark, what may have one is missing. And joints that
//! cannot stand where they should.

mod support;

use osculate_io::{FileScene, Options, read, read_all};
use std::path::{Path, PathBuf};
use support::Folder;

const BOX: &str = "#VRML V2.0 utf8\nDEF box Shape { geometry Box {} }\n";
const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A robot of one link with a ball, and what else is given.
fn robot(more: &str) -> String {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"1\"/>\
             </geometry></collision></link>\n"
        )
    };
    let links: String = ["a", "b", "c"].iter().map(|name| link(name)).collect();
    format!(
        "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n{links}{more}</robot>"
    )
}

/// Joints that hold a robot's three links.
const FIXED: &str = r#"
    <joint name="ab" type="fixed"><parent link="a"/><child link="b"/></joint>
    <joint name="bc" type="fixed"><parent link="b"/><child link="c"/></joint>
"#;

/// One triangle, at a node with what is given.
fn gltf(node: &str, primitives: &str) -> String {
    let buffer: String = "AAAA".repeat(12);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0{node}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}{primitives}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "buffers":[{{"byteLength":36,"uri":"data:;base64,{buffer}"}}]}}"#
    )
}

#[test]
fn what_may_have_a_surface_is_missing() {
    let folder = Folder::new();
    let far = "EXTERNPROTO Knob [] \"far.wrl\"\n";
    let cases = [
        (
            "used.wrl",
            format!("{BOX}{far}Group {{ children Knob {{}} }}"),
            "used.wrl:4: prototype Knob",
        ),
        ("geometry.wrl", format!("{BOX}{far}Shape {{ geometry Knob {{}} }}"), "prototype Knob"),
        (
            "coord.wrl",
            format!("{BOX}{far}Shape {{ geometry IndexedFaceSet {{ coord Knob {{}} }} }}"),
            "prototype Knob",
        ),
        (
            "nurbs.wrl",
            format!("{BOX}Shape {{ geometry NurbsSurface {{ uOrder 3 }} }}"),
            "node NurbsSurface",
        ),
        ("bare.wrl", format!("{BOX}Group {{ children Box {{}} }}"), "node Box"),
        (
            "kids.wrl",
            format!("{BOX}Group {{ kids Shape {{ geometry Box {{}} }} }}"),
            "the field kids of Group",
        ),
        (
            "typo.wrl",
            format!("{BOX}Shape {{ geometry Sphere {{ raduis 3 }} }}"),
            "the field raduis of Sphere",
        ),
        (
            "twice.wrl",
            format!("{BOX}Group {{ children Shape {{ geometry Box {{}} }} children Group {{}} }}"),
            "the first children of a Group with two",
        ),
        ("surf.obj", format!("{TRIANGLE}surf 0 1 0 1 1 2 3\n"), "\"surf\" is left out"),
        ("call.obj", format!("{TRIANGLE}call other.obj\n"), "\"call\" is left out"),
        (
            "mesh.urdf",
            robot("").replacen(
                "</link>",
                "<collision><geometry><mesh filename=\"a.3ds\"/></geometry></collision></link>",
                1,
            ),
            "mesh \"a.3ds\" of \"a\" is left out",
        ),
        ("macro.urdf", robot("<xacro:arm name=\"x\"/>"), "the macro arm"),
        ("morph.gltf", gltf(r#","weights":[0.0, 0.5]"#, ""), "its morph targets"),
        (
            "many.gltf",
            gltf(r#","extensions":{"EXT_mesh_gpu_instancing":{}}"#, ""),
            "EXT_mesh_gpu_instancing",
        ),
    ];
    folder.write("a.3ds", "?");
    for (name, text, wanted) in cases {
        let scene = folder.scene(name, &text);
        let missing: Vec<&str> = scene.missing().collect();
        assert_eq!(missing.len(), 1, "{name}: {missing:?}");
        assert!(missing[0].contains(wanted) && missing[0].contains(name), "{missing:?}");
    }
    // Two files as one scene miss what each of them does.
    let paths = ["used.wrl", "surf.obj"].map(|name| folder.0.join(name));
    let scene = read_all(paths.iter().map(PathBuf::as_path), &Options::default()).unwrap();
    assert_eq!(scene.missing().count(), 2);
}

#[test]
fn what_has_no_surface_is_a_remark_or_nothing() {
    let folder = Folder::new();
    let lines = "coord Coordinate { point [0 0 0, 1 1 1] }";
    let cases = [
        ("text.wrl", format!("{BOX}Shape {{ geometry Text {{ string \"a\" }} }}"), "Text"),
        (
            "lines.wrl",
            format!("{BOX}Shape {{ geometry IndexedLineSet {{ {lines} coordIndex [0 1] }} }}"),
            "IndexedLineSet",
        ),
        ("points.wrl", format!("{BOX}Shape {{ geometry PointSet {{ {lines} }} }}"), "PointSet"),
        ("unused.wrl", format!("{BOX}PROTO Knob [ ] {{ Shape {{ geometry Box {{}} }} }}"), ""),
        ("script.wrl", format!("{BOX}Script {{ url \"javascript:\" }}"), "Script"),
        ("lines.obj", format!("{TRIANGLE}l 1 2\np 3\n"), "(l)"),
        ("lines.gltf", gltf("", r#",{"attributes":{"POSITION":0},"mode":1}"#), "points and lines"),
        ("lamp.gltf", gltf(r#","extensions":{"KHR_lights_punctual":{"light":0}}"#, ""), ""),
        (
            "eyes.wrl",
            format!("{BOX}PointLight {{}} Viewpoint {{}} Fog {{}} Background {{}} WorldInfo {{}}"),
            "",
        ),
        (
            "paint.wrl",
            format!(
                "{BOX}PROTO Paint [] {{ Material {{}} }} \
                 Shape {{ appearance Paint {{}} geometry Box {{}} }}"
            ),
            "",
        ),
        ("empty.wrl", format!("{BOX}Shape {{ geometry IndexedFaceSet {{}} }}"), ""),
        (
            "names.obj",
            format!("mtllib a.mtl\no a\ng b\ns 1\nusemtl c\nvn 0 0 1\nvt 0 0\n#x\n{TRIANGLE}"),
            "",
        ),
        (
            "plain.urdf",
            robot(&format!("{FIXED}<material name=\"m\"/><gazebo/><transmission name=\"t\"/>")),
            "",
        ),
        (
            "roots.urdf",
            robot(""),
            "links \"a\", \"b\", \"c\" hang on no joint: each stands at the origin",
        ),
        (
            "type.urdf",
            robot(&FIXED.replacen("fixed", "revolut", 1)),
            "joint \"ab\" is of the type \"revolut\", which URDF does not have: it is taken as fixed",
        ),
        (
            "typeless.urdf",
            robot(&FIXED.replacen(" type=\"fixed\"", "", 1)),
            "joint \"ab\" has no type: it is taken as fixed",
        ),
        (
            "floating.urdf",
            robot(&FIXED.replace("fixed", "floating")),
            "are floating or planar, and stay where they stand",
        ),
        (
            "planar.urdf",
            robot(&FIXED.replace("fixed", "planar")),
            "joints \"ab\", \"bc\" are floating or planar, and stay where they stand",
        ),
        (
            "both.urdf",
            robot(FIXED).replacen(
                "<collision>",
                "<collision><origin rpy=\"1 0 0\" quat_xyzw=\"0 0 0 1\"/>",
                1,
            ),
            "an origin has rpy and quat_xyzw: quat_xyzw is taken",
        ),
    ];
    for (name, text, wanted) in cases {
        let scene = folder.scene(name, &text);
        let missing: Vec<&str> = scene.missing().collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        let told = scene.remarks().any(|remark| remark.contains(wanted));
        assert_eq!(told, !wanted.is_empty(), "{name}: {:?}", scene.notes);
    }
}

#[test]
fn a_file_of_which_all_is_missing_says_so() {
    let folder = Folder::new();
    let path = folder.write("all.wrl", "#VRML V2.0 utf8\nEXTERNPROTO Knob [] []\nKnob {}");
    let error = read(&path, &Options::default()).unwrap_err();
    let help = error.remedy().unwrap_or_default().to_string();
    assert!(error.to_string().contains("it holds no body"), "{error}");
    assert!(help.contains("prototype Knob"), "{help}");
}

#[test]
fn numbers_that_are_none_are_refused() {
    let folder = Folder::new();
    for (name, text) in [
        ("text.wrl", "Shape { geometry Sphere { radius \"3\" } }"),
        ("flag.wrl", "Shape { geometry Box { size TRUE } }"),
        ("none.wrl", "Shape { geometry Box { size [] } }"),
        ("list.wrl", "Shape { geometry IndexedFaceSet { coord Coordinate { point \"0 0 0\" } } }"),
    ] {
        let path = folder.write(name, format!("{BOX}{text}"));
        let error = read(&path, &Options::default()).expect_err(name).to_string();
        assert!(error.contains("numbers, and has"), "{error}");
    }
}

const JOINTS: &str = r#"
    <joint name="elbow" type="revolute"><parent link="a"/><child link="b"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="2"/></joint>
    <joint name="slide" type="prismatic"><parent link="b"/><child link="c"/>
    <axis xyz="1 0 0"/><limit lower="0.5" upper="2"/></joint>
"#;

fn with(path: &Path, joints: &[(&str, f64)]) -> Result<FileScene, osculate_io::ReadError> {
    let joints = joints.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    read(path, &Options { joints, ..Options::default() })
}

#[test]
fn a_joint_stands_within_its_limits_or_is_refused() {
    let folder = Folder::new();
    let path = folder.write("robot.urdf", robot(JOINTS));
    for good in [[("elbow", -1.0), ("slide", 0.5)], [("elbow", 2.0), ("slide", 2.0)]] {
        let scene = with(&path, &good).unwrap();
        assert!(scene.notes.is_empty(), "{:?}", scene.notes);
    }
    for (name, value, limits) in
        [("elbow", -1.001, "-1 and 2"), ("elbow", 2.5, "-1 and 2"), ("slide", 0.0, "0.5 and 2")]
    {
        let error = with(&path, &[(name, value)]).unwrap_err().to_string();
        let wanted = format!("joint {name:?} cannot stand at {value}: its limits are {limits}");
        assert!(error.contains(&wanted), "{error}");
    }
    // What nobody asked for is told only.
    let scene = with(&path, &[]).unwrap();
    assert!(scene.remarks().any(|r| r.contains("\"slide\" stands at 0.5")), "{:?}", scene.notes);
    // Limits of a joint that turns for ever are those of its motor.
    let wheel = JOINTS.replace("revolute", "continuous");
    let path = folder.write("wheel.urdf", robot(&wheel));
    assert!(with(&path, &[("elbow", 100.0)]).is_ok());
}

#[test]
fn a_joint_that_is_not_there_is_refused() {
    let folder = Folder::new();
    let path = folder.write("robot.urdf", robot(JOINTS));
    let error = with(&path, &[("elbwo", 1.0)]).unwrap_err();
    let help = error.remedy().unwrap_or_default().to_string();
    assert!(error.to_string().contains("there is no joint \"elbwo\""), "{error}");
    assert_eq!(help, "the joints are elbow, slide");
    let path = folder.write("box.wrl", BOX);
    assert!(with(&path, &[("elbow", 0.0)]).is_err(), "a file without joints has one");
    // Of several files one has it.
    let options = Options { joints: [("elbow".to_string(), 1.0)].into(), ..Options::default() };
    let paths = ["box.wrl", "robot.urdf"].map(|name| folder.0.join(name));
    assert!(read_all(paths.iter().map(PathBuf::as_path), &options).is_ok());
}

#[test]
fn a_joint_that_mimics_follows() {
    let folder = Folder::new();
    let mimic = r#"<mimic joint="elbow" multiplier="-2" offset="0.5"/>
        <limit lower="-9" upper="2"/></joint>"#;
    let text = JOINTS.replacen("<limit lower=\"0.5\" upper=\"2\"/></joint>", mimic, 1);
    let path = folder.write("robot.urdf", robot(&text));
    let apart = |joints: &[(&str, f64)]| {
        let scene = with(&path, joints).unwrap();
        let shape = |name: &str| &scene.body(name).unwrap().parts[0].shape;
        osculate::signed_distance(shape("b"), shape("c")).distance.value
    };
    // Balls of radius 1 whose centres slide along one axis.
    assert!((apart(&[]) - (0.5 - 2.0)).abs() < 1e-12);
    assert!((apart(&[("elbow", 2.0)]) - (3.5 - 2.0)).abs() < 1e-12);
    let error = with(&path, &[("slide", 1.0)]).unwrap_err().to_string();
    assert!(error.contains("\"slide\" follows joint \"elbow\", and cannot be set"), "{error}");
    let ring = text.replace("<axis xyz=\"0 1 0\"/>", "<mimic joint=\"slide\"/>");
    let error = with(&folder.write("ring.urdf", robot(&ring)), &[]).unwrap_err().to_string();
    assert!(error.contains("follows itself"), "{error}");
    let nobody = text.replace("joint=\"elbow\"", "joint=\"knee\"");
    let path = folder.write("nobody.urdf", robot(&nobody));
    let scene = with(&path, &[]).unwrap();
    let wanted = "\"slide\" follows joint \"knee\", and there is none";
    assert!(scene.remarks().any(|remark| remark.contains(wanted)), "{:?}", scene.notes);
    assert!(with(&path, &[("slide", 1.0)]).is_err());
}

#[test]
fn a_joint_of_links_that_are_not_there_is_refused() {
    let folder = Folder::new();
    let path =
        folder.write("typo.urdf", robot(&JOINTS.replace("parent link=\"b\"", "parent link=\"d\"")));
    let error = with(&path, &[]).unwrap_err().to_string();
    assert!(error.contains("there is no link \"d\""), "{error}");
}

/// Nothing is looked at again for each thing in a file. These two took three minutes.
#[test]
fn large_files_take_no_square_of_their_size() {
    let folder = Folder::new();
    let start = std::time::Instant::now();
    let line = format!("Shape {{ geometry Box {{}} }} # {}\n", "-".repeat(2000));
    let scene = folder.scene("shapes.wrl", &format!("#VRML V2.0 utf8\n{}", line.repeat(20_000)));
    assert_eq!(scene.bodies.last().unwrap().name, "Box@20001");
    let mut chain = String::from(
        "<robot>\n<link name=\"0\"><visual><geometry><sphere radius=\"1\"/>\
         </geometry></visual></link>",
    );
    for k in 1..30_000 {
        let (parent, origin) = (k - 1, "<origin xyz=\"0 0 1\"/>");
        chain += &format!(
            "<link name=\"{k}\"/><joint type=\"fixed\" name=\"{k}\">\
             <parent link=\"{parent}\"/><child link=\"{k}\"/>{origin}</joint>"
        );
    }
    folder.scene("chain.urdf", &(chain + "</robot>"));
    let taken = start.elapsed().as_secs_f64();
    assert!(taken < 20.0, "{taken} s");
}
