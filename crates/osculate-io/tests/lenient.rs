//! What files have beside what their formats say costs a remark with its line, not the file.

mod support;

use osculate_io::{FileScene, Limits, Options, read};
use support::{Folder, message, scene};

const ROBOT: &str = "<?xml version=\"1.0\"?>\n<!-- <a --><robot name=\"r\">\n<link name=\"l\">\
    <collision><geometry>\n<sphere radius=\"1\"/></geometry></collision></link>\n</robot>\n";

#[test]
fn xml_may_have_blanks_before_it_and_zeros_behind_it() {
    let folder = Folder::new();
    for (text, line, wanted) in [
        (format!("\n\n  {ROBOT}"), 3, "what stands before <?xml is passed over"),
        (format!("<!-- made by hand -->\n{ROBOT}"), 2, "what stands before <?xml is passed over"),
        (format!("{ROBOT}\0"), 6, "what stands behind the end is passed over"),
        (format!("{ROBOT}\0\0\n\0"), 6, "what stands behind the end is passed over"),
        (
            ROBOT.replacen("<link", "<drake:ignore/><link drake:a=\"1\"", 1),
            3,
            "the prefix drake: is not declared",
        ),
    ] {
        let scene = folder.scene("r.urdf", &text);
        let remarks: Vec<&str> = scene.remarks().collect();
        let wanted = format!("r.urdf:{line}: {wanted}");
        assert!(remarks.len() == 1 && remarks[0].contains(&wanted), "{remarks:?}");
    }
    // A byte order mark is what some editors write, and nothing to tell.
    assert!(folder.scene("r.urdf", &format!("\u{feff}{ROBOT}")).notes.is_empty());
    // A line of a fault is counted from the file's beginning all the same.
    let text = format!("\n\n{ROBOT}").replace("radius=\"1\"", "radius=\"x\"");
    let (said, line) = message(&folder.write("r.urdf", text));
    assert_eq!(line, 6, "{said}");
}

#[test]
fn vectors_may_have_commas_or_one_number_too_many() {
    let folder = Folder::new();
    let with = |size: &str| ROBOT.replace("sphere radius=\"1\"", &format!("box size=\"{size}\""));
    for (size, wanted) in [
        ("1, 2,3", "size has commas: \"1, 2,3\" is read as 3 numbers"),
        ("1 2 3 4", "size has one number too many: \"1 2 3 4\": the first 3 are taken"),
    ] {
        let scene = folder.scene("r.urdf", &with(size));
        let remarks: Vec<&str> = scene.remarks().collect();
        assert!(remarks[0].contains(&format!("r.urdf:4: {wanted}")), "{remarks:?}");
        let plain = folder.scene("plain.urdf", &with("1 2 3"));
        let of = |scene: &FileScene| format!("{:?}", scene.bodies[0].parts[0].shape);
        assert_eq!(of(&scene), of(&plain));
    }
    // A comma may be a decimal point: what is read two ways is refused.
    for size in ["1,5 2 3", "1,5 2,5 3,5", "1 2 3 x", "1, 2", "1 2 3 4 5"] {
        let (said, line) = message(&folder.write("r.urdf", with(size)));
        assert!(said.contains("size must be 3 finite numbers") && line == 4, "{size}: {said}");
    }
    let radius = ROBOT.replace("radius=\"1\"", "radius=\"1,5\"");
    assert!(message(&folder.write("r.urdf", radius)).0.contains("radius must be a finite number"));
}

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

#[test]
fn obj_files_have_comments_long_lines_and_points_behind_their_faces() {
    let folder = Folder::new();
    let plain = folder.scene("plain.obj", TETRAHEDRON);
    let faces = &TETRAHEDRON[TETRAHEDRON.find('f').unwrap()..];
    for (text, wanted) in [
        (TETRAHEDRON.replace("v 1 0 0", "v 1 0 0 # x").replace("1 3 2", "1 3 2 # a face"), ""),
        (TETRAHEDRON.replace("f 1 3 2", "f 1 \\\n3 \\\r\n2").replace("v 1 0", "v \\\n1 0"), ""),
        (format!("{faces}{}", TETRAHEDRON.replace(faces, "")), ""),
        (TETRAHEDRON.replace("f 2 3 4", "f -3 -2 -1"), ""),
        (
            TETRAHEDRON.replace("f 1 3 2", "f 1 2\nf 1 3 2\nf 4"),
            "e.obj:5: faces of less than three corners have no surface (2 left out)",
        ),
    ] {
        let scene = folder.scene("e.obj", &text);
        let corners = |scene: &FileScene| scene.bodies[0].parts[0].corners.clone();
        assert_eq!(corners(&scene), corners(&plain), "{text}");
        let told: Vec<&str> = scene.remarks().collect();
        assert_eq!(told.len(), usize::from(!wanted.is_empty()), "{told:?}");
        assert!(told.iter().all(|remark| remark.contains(wanted)), "{told:?}");
    }
    assert_eq!(message(&folder.write("e.obj", format!("{TETRAHEDRON}f 1 2 9\nv 1 1 1\n"))).1, 9);
}

#[test]
fn texts_in_latin_1_are_read_and_told() {
    let folder = Folder::new();
    let vrml = "#VRML V2.0 utf8\n# caf\u{e9}\nShape { geometry Box {} }";
    let robot = ROBOT.replace("<!-- <a", "<!-- caf\u{e9}");
    let obj = format!("v 0 0 0\no caf\u{e9}\n{TETRAHEDRON}");
    for (name, text) in [("e.wrl", vrml), ("e.urdf", &robot), ("e.obj", &obj)] {
        let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let scene = scene(&folder.write(name, bytes));
        let told: Vec<&str> = scene.remarks().collect();
        let wanted = format!("{name}:2: it is not UTF-8: its text is taken as Latin-1");
        assert!(told.len() == 1 && told[0].contains(&wanted), "{told:?}");
        assert!(name != "e.obj" || scene.bodies[0].name == "caf\u{e9}");
    }
}

/// A text as gzip packs it, without making it shorter.
fn stored(text: &[u8]) -> Vec<u8> {
    let mut packed = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    for (k, block) in text.chunks(60_000).enumerate() {
        packed.push(u8::from((k + 1) * 60_000 >= text.len()));
        let length = block.len() as u16;
        packed.extend(length.to_le_bytes());
        packed.extend((!length).to_le_bytes());
        packed.extend(block);
    }
    let mut sum = !0u32;
    for byte in text {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 * (sum & 1));
        }
    }
    packed.extend((!sum).to_le_bytes());
    packed.extend((text.len() as u32).to_le_bytes());
    packed
}

#[test]
fn packed_files_are_what_they_hold() {
    let folder = Folder::new();
    let vrml = "#VRML V2.0 utf8\nDEF it Shape { geometry Box {} }";
    for (name, text) in [
        ("e.wrl.gz", vrml),
        ("e.wrz", vrml),
        ("E.WRL.GZ", vrml),
        ("e.wrl", vrml),
        ("e.urdf.gz", ROBOT),
        ("it.obj.gz", TETRAHEDRON),
        ("it.obj", TETRAHEDRON),
    ] {
        let scene = scene(&folder.write(name, stored(text.as_bytes())));
        assert_eq!(scene.bodies.len(), 1);
        assert!(["it", "l"].contains(&scene.bodies[0].name.as_str()), "{:?}", scene.bodies);
    }
    let mut broken = stored(vrml.as_bytes());
    broken[30] ^= 1;
    for bytes in [&broken[..], &broken[..30], b"\x1f\x8b"] {
        let (said, _) = message(&folder.write("e.wrl.gz", bytes));
        assert!(said.contains("gzip has packed it, and it cannot be unpacked"), "{said}");
    }
}

#[test]
fn a_packed_file_keeps_the_limit_of_its_bytes() {
    let folder = Folder::new();
    let text = format!("{TETRAHEDRON}{}", "# nothing\n".repeat(1000));
    let path = folder.write("e.obj.gz", stored(text.as_bytes()));
    let read = |bytes| {
        let limits = Limits { bytes, ..Limits::default() };
        read(&path, &Options { limits, ..Options::default() })
    };
    assert!(read(1 << 20).is_ok());
    assert!(read(10_079).unwrap_err().to_string().contains("longer than 10079 bytes"));
}

/// A gibibyte of zeros in a megabyte, by the block that deflate repeats shortest.
#[test]
fn a_bomb_is_refused_before_it_goes_off() {
    let folder = Folder::new();
    // A block of fixed codes: a zero, and then 258 zeros before each, of 13 bits.
    let (mut bytes, mut bits, mut held) = (b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec(), 0u64, 0);
    let mut write = |value: u64, count: u32, bytes: &mut Vec<u8>| {
        bits |= value << held;
        held += count;
        while held >= 8 {
            bytes.push(bits as u8);
            (bits, held) = (bits >> 8, held - 8);
        }
    };
    write(0b011, 3, &mut bytes);
    write(0b0000_1100, 8, &mut bytes);
    // The length 258 is the code 285, which is 11000101 from its first bit; the distance is 1.
    for _ in 0..(1 << 30) / 258 {
        write(0b1010_0011, 8, &mut bytes);
        write(0, 5, &mut bytes);
    }
    let start = std::time::Instant::now();
    let (said, _) = message(&folder.write("bomb.wrz", bytes));
    assert!(said.contains("bytes when it is unpacked"), "{said}");
    assert!(start.elapsed().as_secs() < 20);
}
