//! PLY: distances that are known, of text and of bytes in both orders; what is refused, what is
//! left out, and what may not be taken.

mod support;

use osculate::signed_distance;
use osculate_io::{FileScene, Limits, Options, read};
use std::path::{Path, PathBuf};
use support::triangles::{self, Triangle};
use support::{Case, Folder, are_refused, message, scene};

/// The numbers of rows as a file has them: in text, or in bytes with the least or the most first.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Text,
    Least,
    Most,
}

const ORDERS: [(Order, &str); 3] = [
    (Order::Text, "ascii"),
    (Order::Least, "binary_little_endian"),
    (Order::Most, "binary_big_endian"),
];

/// Adds a number of a type.
fn push(rows: &mut Vec<u8>, order: Order, kind: &str, number: f64) {
    let mut bytes = match (order, kind) {
        (Order::Text, _) => return rows.extend(format!("{number} ").bytes()),
        (_, "char") => vec![number as i8 as u8],
        (_, "uchar") => vec![number as u8],
        (_, "short") => (number as i16).to_le_bytes().to_vec(),
        (_, "ushort") => (number as u16).to_le_bytes().to_vec(),
        (_, "int") => (number as i32).to_le_bytes().to_vec(),
        (_, "uint") => (number as u32).to_le_bytes().to_vec(),
        (_, "float") => (number as f32).to_le_bytes().to_vec(),
        _ => number.to_le_bytes().to_vec(),
    };
    if order == Order::Most {
        bytes.reverse();
    }
    rows.extend(bytes);
}

/// Points and faces as a file, with these types of coordinates, lengths and numbers of points.
fn file(
    (order, format): (Order, &str),
    [real, length, index]: [&str; 3],
    points: &[[f64; 3]],
    faces: &[Vec<usize>],
) -> Vec<u8> {
    let head = format!(
        "ply\nformat {format} 1.0\nelement vertex {}\nproperty {real} x\nproperty uchar red\n\
         property {real} y\nproperty {real} z\nelement face {}\nproperty list {length} {index} \
         vertex_index\nend_header\n",
        points.len(),
        faces.len()
    );
    let mut file = head.into_bytes();
    let end = |file: &mut Vec<u8>| {
        if order == Order::Text {
            file.push(b'\n')
        }
    };
    for [x, y, z] in points {
        for (kind, number) in [(real, *x), ("uchar", 10.0), (real, *y), (real, *z)] {
            push(&mut file, order, kind, number);
        }
        end(&mut file);
    }
    for face in faces {
        push(&mut file, order, length, face.len() as f64);
        face.iter().for_each(|i| push(&mut file, order, index, *i as f64));
        end(&mut file);
    }
    file
}

/// A cube from `low` to `low + 1` along each axis.
fn cube(low: f64) -> (Vec<[f64; 3]>, Vec<Vec<usize>>) {
    let points = (0..8).map(|k| [k & 1, k >> 1 & 1, k >> 2].map(|bit| low + bit as f64));
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    (points.collect(), faces.map(|face| face.to_vec()).to_vec())
}

fn between(a: &FileScene, b: &FileScene) -> f64 {
    let part = |scene: &FileScene| scene.bodies[0].parts[0].shape.clone();
    signed_distance(part(a), part(b)).distance.value
}

#[test]
fn a_text_with_other_elements_and_properties_is_read() {
    let folder = Folder::new();
    let prism = scene(Path::new("tests/scenes/prism.ply"));
    assert!(prism.notes.is_empty(), "{:?}", prism.notes);
    let body = prism.body("prism").unwrap();
    assert!(body.assumed.is_empty(), "{:?}", body.assumed);
    assert_eq!(body.parts[0].corners.as_ref().unwrap().len(), 6);
    let (points, faces) = cube(3.0);
    let cube = file(ORDERS[0], ["double", "uchar", "int"], &points, &faces);
    let cube = scene(&folder.write("cube.ply", cube));
    // From the middle of the prism's slanted side's upper edge, (0.5, 0.5, 2), to (3, 3, 3).
    assert!((between(&prism, &cube) - 13.5f64.sqrt()).abs() < 1e-12);
}

/// All types of numbers, in both orders and as text, and lines that end as on other systems.
#[test]
fn every_type_in_every_order_is_the_same_cube() {
    let folder = Folder::new();
    let (points, faces) = cube(3.0);
    let types = [
        ["float", "uchar", "int"],
        ["double", "uint", "uint"],
        ["short", "int", "short"],
        ["ushort", "ushort", "ushort"],
        ["char", "char", "char"],
        ["uchar", "short", "uchar"],
        ["int", "uchar", "double"],
        ["uint", "uchar", "float"],
    ];
    for order in ORDERS {
        for kinds in types {
            let bytes = file(order, kinds, &points, &faces);
            let read = scene(&folder.write("cube.ply", &bytes));
            assert_eq!(read.bodies.len(), 1);
            let body = &read.bodies[0];
            assert!(read.notes.is_empty() && body.assumed.is_empty(), "{kinds:?} {:?}", order.1);
            let mut corners: Vec<[f64; 3]> =
                body.parts[0].corners.iter().flatten().map(|p| p.to_array()).collect();
            corners.sort_by(|p, q| p.partial_cmp(q).unwrap());
            let mut wanted = points.clone();
            wanted.sort_by(|p, q| p.partial_cmp(q).unwrap());
            assert_eq!(corners, wanted, "{kinds:?} {}", order.1);
            if order.0 == Order::Text {
                let text = String::from_utf8(bytes).unwrap();
                for end in ["\r\n", "\r"] {
                    let other = scene(&folder.write("ends.ply", text.replace('\n', end)));
                    assert_eq!(other.bodies[0].parts[0].corners, body.parts[0].corners, "{end:?}");
                }
            }
        }
    }
}

/// Strips alternate, and -1 begins the next.
#[test]
fn strips_of_triangles_are_faces() {
    let folder = Folder::new();
    let text = "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\n\
                property float z\nelement tristrips 1\nproperty list int int vertex_indices\n\
                end_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n\
                20 3 2 7 6 4 2 0 3 1 7 5 4 1 0 -1 -1 0 0 1 1\n";
    let strips = scene(&folder.write("strips.ply", text));
    assert!(strips.notes.is_empty(), "{:?}", strips.notes);
    assert!(strips.bodies[0].assumed.is_empty(), "{:?}", strips.bodies[0].assumed);
    assert_eq!(strips.bodies[0].parts[0].corners.as_ref().unwrap().len(), 8);
    let (said, line) = message(&folder.write("far.ply", text.replace("-1 -1", "-1 -2")));
    assert!(said.contains("the face names point -2") && line == 18, "{said}");
}

#[test]
fn triangles_alone_and_beside_others_are_shapes() {
    triangles::are_shapes(|folder, triangles: &[Triangle]| -> Vec<PathBuf> {
        let points: Vec<[f64; 3]> = triangles.iter().flatten().copied().collect();
        let faces: Vec<Vec<usize>> =
            (0..triangles.len()).map(|k| (3 * k..3 * k + 3).collect()).collect();
        let write = |order: (Order, &str)| {
            let bytes = file(order, ["double", "uchar", "int"], &points, &faces);
            folder.write(&format!("{}.ply", order.1), bytes)
        };
        ORDERS.into_iter().map(write).collect()
    });
}

/// A triangle as text: its header with three points and so many faces, and its rows.
fn triangle(faces: u32, rows: &str) -> String {
    format!(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
         property float z\nelement face {faces}\nproperty list uchar int vertex_indices\n\
         end_header\n0 0 0\n1 0 0\n0 1 0\n{rows}"
    )
}

#[test]
fn each_broken_text_says_where_and_what() {
    let head = |line: &str, new: &str| triangle(1, "3 0 1 2\n").replacen(line, new, 1);
    let cases: Vec<Case> = vec![
        ("first.ply", head("ply\n", "plymouth\n"), 1, "expected the first line `ply`"),
        ("endless.ply", head("end_header\n", ""), 0, "its header has no last line `end_header`"),
        ("bare.ply", head("format ascii 1.0\n", ""), 0, "its header has no line `format`"),
        ("format.ply", head("ascii", "binary_middle_endian"), 2, "this format is not known"),
        ("count.ply", head("vertex 3", "vertex -3"), 3, "expected a number of elements"),
        ("word.ply", head("element face", "elements face"), 7, "found \"elements\""),
        ("twice.ply", head("element face", "element vertex"), 7, "element vertex stands twice"),
        ("early.ply", head("element vertex 3\n", ""), 3, "stands before the first element"),
        ("type.ply", head("float y", "half y"), 5, "expected a type such as `float`, found"),
        ("list.ply", head("list uchar int", "list uchar"), 8, "expected a type and a name, or"),
        ("real.ply", head("list uchar", "list float"), 8, "must have a type of whole numbers"),
        ("axis.ply", head("float z", "float w"), 0, "its element vertex has no property z"),
        ("single.ply", head("list uchar int", "int"), 0, "face has no list vertex_indices"),
        (
            "empty_row.ply",
            head("property list uchar int vertex_indices\n", ""),
            0,
            "its element face has no property",
        ),
        ("nan.ply", head("1 0 0", "1 nan 0"), 11, "vertex 1 of 3: expected three finite"),
        ("few.ply", head("1 0 0", "1 0"), 11, "vertex 1 of 3: expected a number, found \"\""),
        ("more.ply", head("1 0 0", "1 0 0 0"), 11, "expected the end of the line, found \"0\""),
        ("index.ply", triangle(1, "3 0 1 3\n"), 13, "the face names point 3, and there are 3"),
        ("minus.ply", triangle(1, "3 0 1 -1\n"), 13, "the face names point -1, and there are 3"),
        ("half.ply", triangle(1, "3 0 1 1.5\n"), 13, "the face names point 1.5, and there are 3"),
        ("short.ply", triangle(1, "2 0 1\n"), 13, "a face needs three corners, and has 2"),
        ("length.ply", triangle(1, "-1\n"), 13, "a list has the length -1"),
        ("cut.ply", triangle(2, "3 0 1 2\n"), 14, "face 1 of 2: the file ends"),
        ("none.ply", triangle(0, ""), 0, "it has no faces"),
    ];
    are_refused(cases);
}

/// In bytes there are no lines: the row's number and its first byte tell.
#[test]
fn what_is_wrong_in_bytes_is_told_with_its_place() {
    let folder = Folder::new();
    let (points, faces) = cube(0.0);
    for order in &ORDERS[1..] {
        let good = file(*order, ["float", "uchar", "int"], &points, &faces);
        let face = good.len() - 17;
        let mut far = good.clone();
        let last = if order.0 == Order::Least { good.len() - 4 } else { good.len() - 1 };
        far[last] = 8;
        let wanted =
            format!("face 5 of 6, at byte {face}: the face names point 8, and there are 8");
        let cut = good[..good.len() - 1].to_vec();
        for (bytes, wanted) in
            [(far, wanted), (cut, format!("face 5 of 6, at byte {face}: the file ends"))]
        {
            let (said, line) = message(&folder.write("bytes.ply", bytes));
            assert!(said.contains(&wanted) && line == 0, "{said}");
        }
    }
}

#[test]
fn claims_beyond_the_file_take_no_memory() {
    let folder = Folder::new();
    let head = triangle(1, "").replace("ascii", "binary_little_endian").replace("uchar", "uint");
    let head = head.split_once("0 0 0").unwrap().0;
    let other = "element other 18446744073709551615\nproperty char c\nelement vertex";
    for (name, head, wanted) in [
        ("few.ply", head.replace("vertex 3", "vertex 9000000"), "vertex 3 of 9000000, at byte"),
        // The four bytes behind three points are the length of a list.
        ("long.ply", head.into(), "face 0 of 1, at byte"),
        ("rows.ply", head.replace("element vertex", other), "other 40 of 18446744073709551615"),
    ] {
        let mut bytes = head.into_bytes();
        bytes.extend([0; 36]);
        bytes.extend([0xff; 4]);
        let (said, _) = message(&folder.write(name, bytes));
        assert!(said.contains(wanted) && said.contains("the file ends"), "{said}");
    }
}

#[test]
fn limits_are_kept() {
    let folder = Folder::new();
    let options =
        Options { limits: Limits { points: 2, ..Limits::default() }, ..Options::default() };
    let path = folder.write("many.ply", triangle(1, "3 0 1 2\n"));
    let error = read(&path, &options).unwrap_err();
    assert!(error.to_string().contains("more than 2 points"), "{error}");
    assert_eq!(error.line(), 3);
}

/// What may have a surface is missing; edges, cameras and the like have none, and are nothing.
#[test]
fn what_is_left_out_is_told_if_it_may_have_a_surface() {
    let folder = Folder::new();
    let with = |element: &str, rows: &str| {
        let text = triangle(1, &format!("3 0 1 2\n{rows}"));
        text.replace("end_header", &format!("element {element}\nend_header"))
    };
    let missing = |text: String| -> Vec<String> {
        scene(&folder.write("left.ply", text)).missing().map(str::to_string).collect()
    };
    assert_eq!(missing(with("edge 1\nproperty int a\nproperty int b", "0 1\n\n")), [""; 0]);
    assert_eq!(missing(with("patch 0\nproperty int a", "")), [""; 0]);
    let patch = missing(with("patch 1\nproperty list uchar int i", "3 0 1 2\n"));
    assert!(patch.len() == 1 && patch[0].contains("element patch is left out"), "{patch:?}");
    let behind = missing(with("edge 0", "3 0 1 2\n"));
    assert!(behind.len() == 1 && behind[0].contains("behind its last element"), "{behind:?}");
    let cloud = triangle(0, "").replace("element face", "element patch");
    let (said, _) = message(&folder.write("cloud.ply", cloud));
    assert!(said.contains("it has no faces"), "{said}");
}
