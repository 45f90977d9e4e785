//! Files that are broken, hostile or absent: one message each that says where and what, and never a
//! panic.

mod support;

use osculate_io::{Limits, Options, read};
use std::path::Path;
use support::{Case, Folder, are_refused, message};

/// A solid of one facet that does not end.
const FACET: &str = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n\
    vertex 0 1 0\nendloop\nendfacet\n";

const HEAD: &str = "#VRML V2.0 utf8\n";

fn wrl(body: &str) -> String {
    format!("{HEAD}{body}")
}

fn broken_vrml() -> Vec<Case> {
    vec![
        ("empty.wrl", String::new(), 0, "it is empty"),
        ("old.wrl", "#VRML V1.0 ascii\n".into(), 1, "expected the header `#VRML V2.0 utf8`"),
        ("nothing.wrl", wrl(""), 0, "it holds no body"),
        ("cut.wrl", wrl("Shape { geometry Box { size 1 1 1"), 2, "the end of the file"),
        (
            "cut_list.wrl",
            wrl("Group { children [\n"),
            3,
            "expected a node, found the end of the file",
        ),
        (
            "brace.wrl",
            wrl("Shape { geometry Box { size } }"),
            2,
            "expected a value for size, found `}`",
        ),
        (
            "number.wrl",
            wrl("Shape {\n geometry Sphere { radius 1.2.3 } }"),
            3,
            "expected a finite number, found `1.2.3`",
        ),
        (
            "huge.wrl",
            wrl("Shape { geometry Sphere { radius 1e999 } }"),
            2,
            "expected a finite number",
        ),
        (
            "negative.wrl",
            wrl("Shape { geometry Sphere { radius -1 } }"),
            2,
            "is -1, and must not be negative",
        ),
        (
            "pair.wrl",
            wrl("Shape { geometry Box {\n size 1 2 } }"),
            3,
            "size of Box takes 3 numbers, and has 2",
        ),
    ]
}

fn vrml_that_names_what_is_not_there() -> Vec<Case> {
    vec![
        ("string.wrl", wrl("WorldInfo { title \"no end }"), 2, "a string has no end"),
        ("use.wrl", wrl("USE nothing"), 2, "USE names nothing, and no DEF before it does"),
        (
            "recursive.wrl",
            wrl("DEF a Group { children USE a }"),
            2,
            "a is used inside its own definition",
        ),
        (
            "index.wrl",
            wrl("Shape { geometry IndexedFaceSet { coord Coordinate { point [0 0 \
                 0, 1 0 0, 0 1 0] } coordIndex [0 1 7 -1] } }"),
            2,
            "coordIndex has 7, and there are 3 points",
        ),
        (
            "triples.wrl",
            wrl("Shape { geometry IndexedFaceSet { coord Coordinate { point [0 0 0 \
                 1] } coordIndex [0 1 2] } }"),
            2,
            "4 numbers, no triples",
        ),
        (
            "grid.wrl",
            wrl("Shape { geometry ElevationGrid { xDimension 1000000000 zDimension \
                 2 height [0] } }"),
            2,
            "needs as many heights, and has 1",
        ),
        ("loop.wrl", wrl("Inline { url \"loop.wrl\" }"), 2, "which includes it"),
        (
            "climb.wrl",
            wrl("Inline { url \"../../../etc/passwd\" }"),
            2,
            "outside of the root folder",
        ),
        ("absolute.wrl", wrl("Inline { url \"/etc/passwd\" }"), 2, "outside of the root folder"),
        (
            "web.wrl",
            wrl("Inline { url \"https://example.org/a.wrl\" }"),
            2,
            "only files can be read",
        ),
        ("missing.wrl", wrl("Inline { url \"nowhere.wrl\" }"), 2, "nowhere.wrl"),
        ("deep.wrl", wrl(&"Group { children ".repeat(5000)), 2, "nodes are more than 64 deep"),
    ]
}

fn broken_meshes() -> Vec<Case> {
    vec![
        (
            "coordinate.obj",
            "v 0 0 0\nv 1 nan 0\n".into(),
            2,
            "expected three finite coordinates, found \"nan\"",
        ),
        ("few.obj", "v 0 0 0\nv 1 0\n".into(), 2, "expected three finite coordinates, found \"\""),
        (
            "index.obj",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n".into(),
            4,
            "the face names point 4, and there are 3",
        ),
        ("zero.obj", "v 0 0 0\nf 0 1 1\n".into(), 2, "expected the number of a point, found \"0\""),
        ("short.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n".into(), 0, "it has no faces"),
        (
            "back.obj",
            "v 0 0 0\nf 1 -1 -2\n".into(),
            2,
            "the face names point -2, and there are 1 so",
        ),
        ("none.obj", "v 0 0 0\n".into(), 0, "it has no faces"),
        (
            "corner.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\n".into(),
            4,
            "expected three finite coordinates",
        ),
        (
            "two.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 \
                 0\nendloop\n"
                .into(),
            6,
            "a facet must have three corners, and has 2",
        ),
        (
            "cut.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n".into(),
            5,
            "it ends inside a facet",
        ),
        ("word.stl", "solid a\nfaces 3\n".into(), 2, "expected a word of STL"),
        (
            "extra.stl",
            "solid a facet normal 0 0 1 outer loop\nvertex 0 0 0 vertex 1 0 0\nvertex 0 1 0 7 \
                 endloop endfacet"
                .into(),
            3,
            "expected a word of STL, such as `facet`, found \"7\"",
        ),
        (
            "loop.stl",
            "solid a facet normal 0 0 1\nouter circle vertex 0 0 0".into(),
            2,
            "expected `loop` after `outer`, found \"circle\"",
        ),
        (
            "open.stl",
            "solid a\nfacet normal 0 0 1 outer loop vertex 0 0 0\nendfacet\nfacet normal 0 0 1 \
                 outer loop vertex 1 0 0 vertex 0 1 0 endloop endfacet"
                .into(),
            3,
            "a facet ends, and its loop does not",
        ),
        (
            "nested.stl",
            "solid a\nfacet normal 0 0 1 outer loop vertex 0 0 0\nouter loop vertex 1 0 0 vertex \
                 0 1 0 endloop"
                .into(),
            3,
            "a facet begins inside another",
        ),
        (
            "pair.stl",
            "solid a facet normal 0 0 1 outer loop\nvertex 0 0\nvertex 1 0 0".into(),
            2,
            "expected three finite coordinates, found \"vertex\"",
        ),
        ("headless.stl", "solid".into(), 1, "it has no facets"),
        ("last.stl", "solid a\nfacet normal 0".into(), 2, "it ends inside a facet"),
        ("facet.stl", format!("{FACET}facet normal 0 0 1\n"), 10, "it ends inside a facet"),
        ("loop.stl", format!("{FACET}facet normal 0 0 1\nouter loop\n"), 11, "inside a facet"),
        ("solid.stl", FACET.into(), 9, "it ends inside a solid, before `endsolid`"),
        ("second.stl", format!("{FACET}endsolid s\n{FACET}"), 18, "it ends inside a solid"),
    ]
}

fn broken_scenes() -> Vec<Case> {
    vec![
        ("syntax.json", "{ \"osculate\": 1,\n \"bodies\": [ } ".into(), 2, "expected value"),
        (
            "field.json",
            "{ \"osculate\": 1, \"bodies\": [ { \"name\": \"a\",\n \"shap\": 1 \
                 } ] }"
                .into(),
            2,
            "unknown field `shap`",
        ),
        (
            "shape.json",
            "{ \"osculate\": 1, \"bodies\": [ { \"name\": \"a\", \"shape\": { \
                 \"bal\": {} } } ] }"
                .into(),
            1,
            "unknown variant `bal`",
        ),
        ("version.json", "{ \"osculate\": 7, \"bodies\": [] }".into(), 0, "version 7"),
        (
            "bare.json",
            "{ \"osculate\": 1, \"bodies\": [ { \"name\": \"a\" } ] }".into(),
            0,
            "neither a shape nor parts",
        ),
        (
            "radius.json",
            "{ \"osculate\": 1, \"bodies\": [ { \"name\": \"a\", \"shape\": { \
                 \"ball\": { \"radius\": -2 } } } ] }"
                .into(),
            0,
            "body \"a\": Ball: radius is -2",
        ),
        (
            "turn.json",
            "{ \"osculate\": 1, \"bodies\": [ { \"name\": \"a\", \"shape\": { \
                 \"point\": {} }, \"pose\": { \"quaternion\": [0, 0, 0, 9] } } ] }"
                .into(),
            0,
            "the quaternion has length 9",
        ),
        (
            "file.json",
            "{ \"osculate\": 1, \"bodies\": [ { \"name\": \"a\", \"shape\": { \
                 \"file\": \"../x.stl\" } } ] }"
                .into(),
            0,
            "outside of the root folder",
        ),
    ]
}

/// A scene of one body, with this motion.
fn moving(motion: &str) -> String {
    format!(
        "{{ \"osculate\": 1, \"bodies\": [ {{ \"name\": \"a\", \"shape\": {{ \"point\": {{}} }},\n \
         \"motion\": {{ {motion} }} }} ] }}"
    )
}

fn broken_motions() -> Vec<Case> {
    let case = |name, motion, line, wanted| (name, moving(motion), line, wanted);
    vec![
        case("none.json", "", 0, "body \"a\": its motion says nothing"),
        case("word.json", "\"fly\": [1, 0, 0]", 2, "unknown field `fly`"),
        case("flat.json", "\"by\": [1, 0]", 2, "expected an array of length 3"),
        case("two.json", "\"by\": [1, 0, 0], \"to\": [1, 0, 0]", 0, "one of the three"),
        case(
            "turns.json",
            "\"turn\": { \"axis\": [0, 0, 1], \"degrees\": 1 }, \
             \"spin\": { \"axis\": [0, 0, 1], \"degrees\": 1 }",
            0,
            "a turn or a spin, not both",
        ),
        case("about.json", "\"by\": [1, 0, 0], \"about\": [0, 0, 0]", 0, "needs a turn or a spin"),
        case("axis.json", "\"turn\": { \"axis\": [0, 0, 0], \"degrees\": 1 }", 0, "no direction"),
        case("degrees.json", "\"turn\": { \"axis\": [0, 0, 1] }", 2, "missing field `degrees`"),
        case("empty.json", "\"path\": []", 0, "needs poses at times above 0"),
        case("early.json", "\"path\": [{ \"time\": 0, \"pose\": {} }]", 0, "times above 0"),
        case(
            "back.json",
            "\"path\": [{ \"time\": 2, \"pose\": {} }, { \"time\": 1, \"pose\": {} }]",
            0,
            "Trajectory: times[2] is 1",
        ),
        case(
            "mixed.json",
            "\"path\": [{ \"time\": 2, \"pose\": {} }], \"by\": [0, 0, 0]",
            0,
            "can be nothing else beside it",
        ),
        case(
            "stop.json",
            "\"path\": [{ \"time\": 2, \"pose\": { \"quaternion\": [0, 0, 0, 9] } }]",
            0,
            "the quaternion has length 9",
        ),
    ]
}

fn broken_robots() -> Vec<Case> {
    vec![
        (
            "bomb.urdf",
            "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \
                 \"&a;&a;\">]><robot>&b;</robot>"
                .into(),
            1,
            "it is no valid XML",
        ),
        ("tags.urdf", "<robot>\n<link name=\"a\">\n</robot>".into(), 3, "it is no valid XML"),
        ("root.urdf", "<machine/>".into(), 1, "expected the element <robot>"),
        (
            "joint.urdf",
            "<robot><link name=\"a\"/>\n<joint name=\"j\"><parent \
                 link=\"a\"/></joint></robot>"
                .into(),
            2,
            "a joint needs <child link",
        ),
        (
            "ring.urdf",
            "<robot><link name=\"a\"/><link name=\"b\"/><joint \
                 name=\"j\"><parent link=\"a\"/><child link=\"b\"/></joint><joint \
                 name=\"k\"><parent link=\"b\"/><child link=\"a\"/></joint></robot>"
                .into(),
            1,
            "hangs on itself",
        ),
        (
            "size.urdf",
            "<robot><link name=\"a\"><collision><geometry>\n<box size=\"1 \
                 2\"/></geometry></collision></link></robot>"
                .into(),
            2,
            "size must be 3 finite numbers, and is \"1 2\"",
        ),
        (
            "macro.urdf",
            "<robot><link name=\"a\"><collision>\n<origin\n xyz=\"${x} 1 2 3\"/><geometry><sphere \
                 radius=\"1\"/></geometry></collision></link></robot>"
                .into(),
            3,
            "xyz must be 3 finite numbers, and is \"${x} 1 2 3\": \"${x}\" is none",
        ),
        (
            "comma.urdf",
            "<robot><link name=\"a\"><collision><geometry>\n<box size=\"1, 2 3\"/></geometry>\
                 </collision></link></robot>"
                .into(),
            2,
            "size must be 3 finite numbers, and is \"1, 2 3\": \"1,\" is none",
        ),
        (
            "unit.urdf",
            "<robot><link name=\"a\"><collision><geometry>\n<sphere radius=\"5 cm\"/></geometry>\
                 </collision></link></robot>"
                .into(),
            2,
            "radius must be a finite number, and is \"5 cm\": \"cm\" is none",
        ),
        (
            "infinite.urdf",
            "<robot><link name=\"a\"><collision><geometry>\n<sphere radius=\"inf\"/></geometry>\
                 </collision></link></robot>"
                .into(),
            2,
            "radius must be a finite number, and is \"inf\": \"inf\" is none",
        ),
        (
            "quaternion.urdf",
            "<robot><link name=\"a\"><collision>\n<origin quat_xyzw=\"0 0 0 1.1\"/><geometry>\
                 <sphere radius=\"1\"/></geometry></collision></link></robot>"
                .into(),
            2,
            "quat_xyzw: Rotation: quaternion has length 1.1",
        ),
        (
            "three.urdf",
            "<robot><link name=\"a\"><collision>\n<origin quat_xyzw=\"0 0 1\"/><geometry>\
                 <sphere radius=\"1\"/></geometry></collision></link></robot>"
                .into(),
            2,
            "quat_xyzw must be 4 finite numbers, and is \"0 0 1\"",
        ),
        (
            "mesh.urdf",
            "<robot><link name=\"a\"><collision><geometry><mesh \
                 filename=\"package://../../x.stl\"/></geometry></collision></link></robot>"
                .into(),
            1,
            "outside of the root folder",
        ),
        ("json.gltf", "{ \"asset\": ".into(), 0, "it is no valid glTF"),
        ("format.xyz", "?".into(), 0, "its name does not tell its format"),
    ]
}

#[test]
fn each_broken_text_says_where_and_what() {
    let cases = [
        broken_vrml(),
        vrml_that_names_what_is_not_there(),
        broken_meshes(),
        broken_scenes(),
        broken_motions(),
        broken_robots(),
    ];
    are_refused(cases.into_iter().flatten());
}

/// Files of each format with bytes changed, taken out, put in and cut off, and with numbers made
/// large: read or refused, with a message, and no panic.
#[test]
fn files_that_were_damaged_are_read_or_refused() {
    let folder = Folder::new();
    let mut state = 58u64;
    let mut below = move |end: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % end.max(1)
    };
    let rounds = std::env::var("OSCULATE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let limits = Limits { parts: 200, points: 2000, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    const MARKS: &[u8] = b"\r\n 0-e[]{}\"#<>";
    let (mut read_at_all, mut refused) = (0, 0);
    let mut names: Vec<_> = std::fs::read_dir("tests/scenes").unwrap().flatten().collect();
    names.sort_by_key(std::fs::DirEntry::file_name);
    for file in names {
        let good = std::fs::read(file.path()).unwrap();
        for _ in 0..rounds {
            let mut bytes = good.clone();
            for _ in 0..1 + below(4) {
                let at = below(bytes.len());
                match below(6) {
                    0 => bytes[at] = below(256) as u8,
                    1 => bytes[at] ^= 1 << below(8),
                    2 => {
                        let end = (at + 1 + below(40)).min(bytes.len());
                        bytes.drain(at..end);
                    }
                    3 => bytes.insert(at, MARKS[below(MARKS.len())]),
                    4 => drop(bytes.splice(at..at, *b" 1e300 ")),
                    _ => bytes.truncate(at),
                }
                if bytes.is_empty() {
                    bytes.push(b' ');
                }
            }
            let path = folder.write(&file.file_name().to_string_lossy(), &bytes);
            match read(&path, &options) {
                Ok(_) => read_at_all += 1,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(read_at_all > rounds && refused > rounds, "{read_at_all} read, {refused} refused");
}

#[test]
fn claims_beyond_the_file_take_no_memory() {
    let folder = Folder::new();
    let mut stl = vec![b' '; 80];
    stl.extend(1_000_000_000u32.to_le_bytes());
    stl.extend([0; 100]);
    let (said, _) = message(&folder.write("billion.stl", &stl));
    assert!(said.contains("it claims 1000000000 triangles, and has the bytes of 2"), "{said}");
    let gltf = r#"{ "asset": { "version": "2.0" }, "scene": 0,
        "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 1000000000,
            "type": "VEC3", "min": [0,0,0], "max": [1,1,1] }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36,
            "uri": "data:application/octet-stream;base64,ZEROS" }] }"#;
    let gltf = gltf.replace("ZEROS", &"A".repeat(48));
    let (said, _) = message(&folder.write("billion.gltf", gltf));
    assert!(said.contains("1000000000 elements, beyond its buffer"), "{said}");
    // Each name doubles what the one before it holds.
    let mut laughs =
        format!("{HEAD}DEF n0 Group {{ children Shape {{ geometry Sphere {{}} }} }}\n");
    for k in 1..40 {
        laughs += &format!("DEF n{k} Group {{ children [ USE n{} USE n{} ] }}\n", k - 1, k - 1);
    }
    let (said, _) = message(&folder.write("laughs.wrl", laughs));
    assert!(said.contains("too often") || said.contains("more than 200000 convex parts"), "{said}");
}

#[test]
fn what_is_no_file_is_said() {
    let folder = Folder::new();
    std::fs::create_dir(folder.0.join("folder.wrl")).unwrap();
    assert!(message(&folder.0.join("folder.wrl")).0.contains("it is a folder"));
    assert!(message(&folder.0.join("absent.wrl")).0.contains("there is no such file"));
    let garbage: Vec<u8> =
        (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for name in [
        "garbage.wrl",
        "garbage.obj",
        "garbage.stl",
        "garbage.glb",
        "garbage.gltf",
        "garbage.urdf",
        "garbage.json",
    ] {
        let (said, _) = message(&folder.write(name, &garbage));
        assert!(said.contains(name), "{said}");
    }
}

/// Who reads that a number cannot be read also reads what to do.
#[test]
fn numbers_that_cannot_be_read_come_with_a_remedy() {
    let folder = Folder::new();
    let limit = |text: &str| {
        format!(
            "<robot><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"revolute\">\
             <parent link=\"a\"/><child link=\"b\"/><limit lower=\"{text}\"/></joint></robot>"
        )
    };
    for (name, text, wanted) in [
        ("dot.urdf", limit("-1.57."), "numbers are written like 0.5 or -2e-3"),
        ("macro.urdf", limit("${x}"), "xacro can expand it"),
        ("nan.obj", "v nan nan nan\n".into(), "take the point out"),
    ] {
        let error = read(&folder.write(name, text), &Options::default()).expect_err("it was read");
        let help = error.remedy().unwrap_or_default().to_string();
        assert!(help.starts_with(wanted), "{error}: {help}");
    }
}

#[test]
fn links_out_of_the_root_are_not_followed() {
    let folder = Folder::new();
    let secret = folder.write("outside/secret.wrl", format!("{HEAD}Shape {{ geometry Box {{}} }}"));
    let scene = folder.write("root/scene.wrl", format!("{HEAD}Inline {{ url \"link.wrl\" }}"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, folder.0.join("root/link.wrl")).unwrap();
        assert!(message(&scene).0.contains("outside of the root folder"));
        let options = Options { root: Some(folder.0.clone()), ..Options::default() };
        assert!(read(&scene, &options).is_ok(), "a root that holds both is enough");
    }
    let _ = (secret, scene);
}

#[test]
fn limits_are_kept() {
    let folder = Folder::new();
    let many = format!("{HEAD}{}", "Shape { geometry Box {} }\n".repeat(50));
    let path = folder.write("many.wrl", many);
    let limits = Limits { parts: 20, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let error = read(&path, &options).unwrap_err();
    assert!(error.to_string().contains("more than 20 convex parts"), "{error}");
    assert_eq!(error.line(), 22);
    let refusal = |path: &Path, limits: Limits| {
        read(path, &Options { limits, ..Options::default() }).unwrap_err().to_string()
    };
    let said = refusal(&path, Limits { bytes: 100, ..Limits::default() });
    assert!(said.contains("longer than 100 bytes"), "{said}");
    let few = Limits { points: 5, ..Limits::default() };
    for name in ["two.obj", "wedge.stl", "binary.stl", "instances.gltf"] {
        let path = Path::new("tests/scenes").join(name);
        let said = refusal(&path, few);
        assert!(said.contains("more than 5 points"), "{name}: {said}");
        assert!(read(&path, &Options::default()).is_ok(), "{name}");
    }
    let flat = Limits { depth: 10, ..Limits::default() };
    let nested = |deep: usize| {
        let open = "Group { children ".repeat(deep);
        format!("{HEAD}{open}Shape {{ geometry Box {{}} }}{}", "}".repeat(deep))
    };
    let said = refusal(&folder.write("deep.wrl", nested(20)), flat);
    assert!(said.contains("nodes are more than 10 deep"), "{said}");
    let options = Options { limits: flat, ..Options::default() };
    assert!(read(&folder.write("less.wrl", nested(5)), &options).is_ok());
    for k in 0..20 {
        let next = format!("{HEAD}Inline {{ url \"in{}.wrl\" }}", k + 1);
        folder.write(&format!("in{k}.wrl"), next);
    }
    folder.write("in20.wrl", format!("{HEAD}Shape {{ geometry Box {{}} }}"));
    let said = refusal(&folder.0.join("in0.wrl"), flat);
    assert!(said.contains("files include files too deeply"), "{said}");
    assert!(read(&folder.0.join("in0.wrl"), &Options::default()).is_ok());
}
