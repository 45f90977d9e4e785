//! A file says the same however it is laid out: where its lines end, how many words stand on one,
//! and what stands between its chunks.

mod support;

use osculate::DVec3;
use osculate_io::{FileScene, Options, read};
use std::path::Path;
use support::{Folder, scene};

/// Names and corners of all bodies.
fn content(scene: &FileScene) -> Vec<(String, Vec<Vec<DVec3>>)> {
    let corners = |body: &osculate_io::FileBody| {
        body.parts.iter().filter_map(|part| part.corners.clone()).collect()
    };
    scene.bodies.iter().map(|body| (body.name.clone(), corners(body))).collect()
}

fn example(name: &str) -> String {
    std::fs::read_to_string(Path::new("tests/scenes").join(name)).unwrap()
}

/// A triangle at x as a solid of this name; `|` is where a line may end.
fn solid(name: &str, x: f64) -> String {
    format!(
        "solid {name}|facet normal 0 0 1|outer loop|vertex {x} 0 0|vertex {x} 1 0|vertex {x} 0 1|\
         endloop|endfacet|endsolid {name}|"
    )
}

#[test]
fn an_stl_text_has_all_its_facets_wherever_lines_end() {
    let folder = Folder::new();
    let wedge = example("wedge.stl");
    let expected = content(&scene(&folder.write("wedge.stl", &wedge)));
    assert_eq!(expected[0].1[0].len(), 4);
    let words: Vec<&str> = wedge.split_whitespace().collect();
    for (what, text) in [
        ("one line", words.join(" ")),
        ("a facet a line", words.join(" ").replace("endfacet ", "endfacet\n")),
        ("a word a line", words.join("\n").replace("solid\nwedge", "solid wedge")),
        ("carriage returns", wedge.replace('\n', "\r")),
        ("both", wedge.replace('\n', "\r\n")),
        ("tabs", words.join("\t")),
        ("no name at the end", wedge.replace("endsolid wedge", "endsolid")),
    ] {
        let found = content(&scene(&folder.write("wedge.stl", text)));
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn names_of_solids_end_where_the_line_or_the_name_does() {
    let folder = Folder::new();
    let names = ["my facet", "left  arm", "a solid part", "", "right"];
    let solids = (0..).zip(names).map(|(x, name)| solid(name, f64::from(x)));
    let text: String = solids.collect();
    let named = |text: String| -> Vec<String> {
        let scene = scene(&folder.write("file.stl", text));
        scene.bodies.iter().map(|body| body.name.clone()).collect()
    };
    let lines = named(text.replace('|', "\n"));
    assert_eq!(lines, ["my facet", "left arm", "a solid part", "file", "right"]);
    assert_eq!(named(text.replace('|', "\r")), lines);
    // On one line a name ends before a facet, and before `endsolid` or `solid`.
    let plain = ["my facet", "left arm", "", "right"];
    let text: String = (0..).zip(plain).map(|(x, name)| solid(name, f64::from(x))).collect();
    assert_eq!(named(text.replace('|', " ")), ["my facet", "left arm", "file", "right"]);
    let empty = text.replace('|', " ") + "solid none endsolid none " + &solid("last", 9.0);
    assert_eq!(named(empty.replace('|', " ")).last().unwrap(), "last");
}

#[test]
fn a_carriage_return_ends_a_line() {
    let folder = Folder::new();
    for name in ["primitives.wrl", "groups.wrl", "two.obj"] {
        let plain = example(name);
        let expected = scene(&folder.write(name, &plain));
        for ends in ["\r", "\r\n"] {
            let found = scene(&folder.write(name, plain.replace('\n', ends)));
            // Names of shapes without one tell their lines.
            assert_eq!(content(&found), content(&expected), "{name}");
            assert_eq!(found.notes, expected.notes, "{name}");
        }
    }
    let mixed = "#VRML V2.0 utf8\n# a comment\rDEF a Shape { geometry Box {} } # another\r\n\
                 DEF b Shape { geometry Box {} }\r";
    assert_eq!(folder.scene("mixed.wrl", mixed).bodies.len(), 2);
    let wrong = "#VRML V2.0 utf8\r\n\rShape {\r geometry Box { size } }";
    let error = read(&folder.write("wrong.wrl", wrong), &Options::default()).unwrap_err();
    assert_eq!(error.line(), 4, "{error}");
}

/// A binary glTF of these chunks: their types and bytes.
fn glb(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let length = 12 + chunks.iter().map(|(_, bytes)| 8 + bytes.len()).sum::<usize>();
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend((length as u32).to_le_bytes());
    for (kind, bytes) in chunks {
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(*kind);
        file.extend(*bytes);
    }
    file
}

/// The text of one triangle whose corners are the buffer's.
fn triangle(buffers: &str) -> Vec<u8> {
    let mut text = format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],
        "nodes":[{{"mesh":0,"name":"t"}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{buffers}]}}"#
    )
    .into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    text
}

#[test]
fn the_bytes_of_a_binary_gltf_are_the_chunk_that_says_so() {
    let folder = Folder::new();
    let own = r#"{"byteLength":36}"#;
    let text = triangle(own);
    let corners = |size: f32| -> Vec<u8> {
        let floats = [size, 0.0, 0.0, 0.0, size, 0.0, 0.0, 0.0, size];
        floats.into_iter().flat_map(f32::to_le_bytes).collect()
    };
    let (bytes, other) = (corners(1.0), corners(7.0));
    let largest = |file: Vec<u8>| {
        let scene = scene(&folder.write("file.glb", file));
        let corners = scene.bodies[0].parts[0].corners.clone().unwrap();
        corners.iter().map(|p| p.max_element()).fold(0.0, f64::max)
    };
    for chunks in [
        &[(b"JSON", &text[..]), (b"BIN\0", &bytes[..])][..],
        &[(b"JSON", &text), (b"more", &other), (b"BIN\0", &bytes)],
        &[
            (b"JSON", &text),
            (b"more", &other),
            (b"less", &[]),
            (b"BIN\0", &bytes),
            (b"x\0\0\0", &other),
        ],
    ] {
        assert_eq!(largest(glb(chunks)), 1.0);
    }
    let fails = |file: Vec<u8>, wanted: &str| {
        let error = read(&folder.write("file.glb", file), &Options::default()).unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
    };
    fails(glb(&[(b"JSON", &text), (b"more", &other)]), "a buffer claims 36 bytes, and has 0");
    fails(glb(&[(b"JSON", &text)]), "a buffer claims 36 bytes, and has 0");
    fails(glb(&[(b"BIN\0", &bytes), (b"JSON", &text)]), "its first chunk is no JSON");
    fails(glb(&[]), "its chunks do not fill it");
    let whole = glb(&[(b"JSON", &text), (b"more", &other), (b"BIN\0", &bytes)]);
    for cut in [1, 36, 37, 44, 45, 80] {
        fails(whole[..whole.len() - cut].to_vec(), "");
    }
    fails(whole[..whole.len() - 1].to_vec(), "its chunks do not fill it");
    let mut old = whole.clone();
    old[4] = 1;
    fails(old, "a binary glTF of version 1, and version 2 is read");
    // Only the first buffer is the file's own.
    let two = triangle(&format!(r#"{own},{own}"#));
    fails(glb(&[(b"JSON", &two), (b"BIN\0", &bytes)]), "a buffer claims 36 bytes, and has 0");
}
