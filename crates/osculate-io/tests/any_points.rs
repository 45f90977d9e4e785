//! Any finite points are a shape, in every format: a triangle alone or beside others, a segment, a
//! point.

mod support;

use osculate::shape::Point;
use osculate::{At, DVec3, Pose, signed_distance};
use osculate_io::FileScene;
use std::path::{Path, PathBuf};
use support::triangles::{self, Triangle};
use support::{Folder, scene_in_pieces as scene};

/// The triangles as a file of each format, and what the formats name beside it.
fn files(folder: &Folder, triangles: &[Triangle]) -> Vec<PathBuf> {
    let corners: Vec<[f64; 3]> = triangles.iter().flatten().copied().collect();
    let words = |p: &[f64; 3]| format!("{} {} {}", p[0], p[1], p[2]);
    let mut obj = String::new();
    let mut ascii = String::from("solid s\n");
    let mut stl = vec![0u8; 80];
    stl.extend((triangles.len() as u32).to_le_bytes());
    let mut index = String::new();
    corners.iter().for_each(|p| obj += &format!("v {}\n", words(p)));
    for (k, triangle) in triangles.iter().enumerate() {
        obj += &format!("f {} {} {}\n", 3 * k + 1, 3 * k + 2, 3 * k + 3);
        index += &format!("{} {} {} -1 ", 3 * k, 3 * k + 1, 3 * k + 2);
        ascii += "facet normal 0 0 0\nouter loop\n";
        triangle.iter().for_each(|p| ascii += &format!("vertex {}\n", words(p)));
        ascii += "endloop\nendfacet\n";
        stl.extend([0u8; 12]);
        triangle.iter().flatten().for_each(|x| stl.extend((*x as f32).to_le_bytes()));
        stl.extend([0u8; 2]);
    }
    ascii += "endsolid s\n";
    let points: Vec<String> = corners.iter().map(words).collect();
    let wrl = format!(
        "#VRML V2.0 utf8\nShape {{ geometry IndexedFaceSet {{ \
         coord Coordinate {{ point [{}] }} coordIndex [{index}] }} }}",
        points.join(", ")
    );
    let bytes: Vec<u8> = corners.iter().flatten().flat_map(|x| (*x as f32).to_le_bytes()).collect();
    let gltf = |buffer: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"VEC3"}}],
            "bufferViews":[{{"buffer":0,"byteLength":{}}}],
            "buffers":[{{{buffer}"byteLength":{}}}]}}"#,
            corners.len(),
            bytes.len(),
            bytes.len()
        )
    };
    let mut text = gltf("").into_bytes();
    text.resize(text.len().div_ceil(4) * 4, b' ');
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    glb.extend((28 + text.len() as u32 + bytes.len() as u32).to_le_bytes());
    glb.extend((text.len() as u32).to_le_bytes());
    glb.extend(b"JSON");
    glb.extend(&text);
    glb.extend((bytes.len() as u32).to_le_bytes());
    glb.extend(b"BIN\0");
    glb.extend(&bytes);
    folder.write("ascii.stl", &ascii);
    folder.write("buffer.bin", &bytes);
    let json = |shape: String| {
        format!(r#"{{"osculate":1,"bodies":[{{"name":"s","shape":{{{shape}}}}}]}}"#)
    };
    let mut files = vec![
        folder.write("s.obj", &obj),
        folder.write("s.stl", &ascii),
        folder.write("binary.stl", &stl),
        folder.write("s.wrl", &wrl),
        folder.write("s.glb", &glb),
        folder.write("s.gltf", gltf(r#""uri":"buffer.bin","#)),
        folder.write(
            "s.urdf",
            r#"<robot name="r"><link name="s"><collision><geometry>
            <mesh filename="s.obj"/></geometry></collision></link></robot>"#,
        ),
        folder.write("file.json", json(r#""file": "ascii.stl""#.into())),
    ];
    if triangles.len() == 1 {
        let points: Vec<String> = corners.iter().map(|p| format!("{p:?}")).collect();
        files.push(folder.write("hull.json", json(format!(r#""hull": [{}]"#, points.join(", ")))));
    }
    files
}

#[test]
fn triangles_alone_and_beside_others_are_shapes() {
    triangles::are_shapes(files);
}

/// Points in space, in one plane, in one line and at one place, exactly and nearly, of sizes from
/// 1e-300 to 1e100. Sets a family: `OSCULATE_PAIRS=10000` makes it the full run of over 60,000
/// sets.
#[test]
fn any_finite_points_are_a_shape_that_holds_them() {
    let sets = std::env::var("OSCULATE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let mut state = 16u64;
    let mut next = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let folder = Folder::new();
    let (mut flat, mut full) = (0, 0);
    for family in 0..6 {
        let mut all: Vec<Vec<[f64; 3]>> = Vec::new();
        for set in 0..sets {
            let size = [1.0, 1e-300, 1e-20, 1e20, 1e100, 1e-6][set % 6];
            let mut vector = || [next(), next(), next()].map(|x| x * size);
            let (origin, u, v) = (vector(), vector(), vector());
            let count = 1 + set % 9;
            let mut point = || match family {
                // In one plane, in one line, nearly so, at one place or nearly, or anywhere.
                0 | 1 => {
                    let (s, mut t) = (next(), next());
                    if family == 1 {
                        t = 0.0;
                    }
                    [0, 1, 2].map(|i| origin[i] + s * u[i] + t * v[i])
                }
                2 => [0, 1, 2].map(|i| if i == 2 { 0.0 } else { next() * size }),
                3 => [0, 1, 2].map(|i| origin[i]),
                4 => [0, 1, 2].map(|i| origin[i] * (1.0 + 4e-16 * next())),
                _ => [next(), next(), next()].map(|x| x * size),
            };
            all.push((0..count).map(|_| point()).collect());
        }
        let bodies: Vec<_> = all
            .iter()
            .enumerate()
            .map(|(k, points)| {
                serde_json::json!({ "name": k.to_string(), "shape": { "hull": points } })
            })
            .collect();
        let text = serde_json::json!({ "osculate": 1, "bodies": bodies }).to_string();
        let scene = scene(&folder.write("sets.json", text));
        assert_eq!(scene.bodies.len(), all.len());
        for (body, points) in scene.bodies.iter().zip(&all) {
            let corners = body.parts[0].corners.as_ref().unwrap().len();
            if points.len() < 4 {
                flat += 1
            } else {
                full += usize::from(corners >= 4)
            }
            for p in points {
                let pose = Pose::from_translation(DVec3::from(*p)).unwrap();
                let p = At::new(Point::new(DVec3::ZERO).unwrap(), pose);
                let distance = signed_distance(&body.parts[0].shape, p).distance;
                assert!(distance.lower <= 0.0, "{points:?}: {distance:?}");
            }
        }
    }
    assert!(flat > sets && full > sets, "{flat} sets of three and less, {full} of four and more");
}

/// Two cuboids that share a side, as groups of one object, are two parts; as one group they are one
/// piece, and so are six open groups, the sides of one cube.
#[test]
fn groups_that_close_a_surface_are_parts() {
    let folder = Folder::new();
    let sides = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
    let cube = |x: usize, base: usize, head: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for k in 0..8 {
            text += &format!("v {} {} {}\n", x + (k & 1), k >> 1 & 1, k >> 2);
        }
        for (k, side) in sides.iter().enumerate() {
            let corners: Vec<String> =
                side.split(' ').map(|i| (i.parse::<usize>().unwrap() + base).to_string()).collect();
            text += &format!("{}f {}\n", head(k), corners.join(" "));
        }
        text
    };
    let parts = |text: String| scene(&folder.write("cubes.obj", text)).bodies[0].parts.len();
    let none = |_| String::new();
    let both = |a: &str, b: &str| format!("{a}{}{b}{}", cube(0, 0, &none), cube(1, 8, &none));
    assert_eq!(parts(both("o two\ng left\n", "g right\n")), 2);
    assert_eq!(parts(both("o two\n", "")), 1);
    assert_eq!(parts(format!("o one\n{}", cube(0, 0, &|k| format!("g side {k}\n")))), 1);
}

#[test]
fn a_mark_at_the_beginning_of_a_text_is_no_part_of_it() {
    let folder = Folder::new();
    let marked = |name: &str| {
        let mut bytes = b"\xef\xbb\xbf".to_vec();
        bytes.extend(std::fs::read(Path::new("tests/scenes").join(name)).unwrap());
        let found = scene(&folder.write(name, bytes));
        let plain = scene(&Path::new("tests/scenes").join(name));
        let corners = |scene: &FileScene| -> Vec<Vec<DVec3>> {
            let parts = scene.bodies.iter().flat_map(|body| &body.parts);
            parts.filter_map(|part| part.corners.clone()).collect()
        };
        assert_eq!(corners(&found), corners(&plain), "{name}");
        assert_eq!(found.bodies.len(), plain.bodies.len(), "{name}");
        assert_eq!(found.notes, plain.notes, "{name}");
    };
    std::fs::copy("tests/scenes/wedge.stl", folder.0.join("wedge.stl")).unwrap();
    for name in
        ["two.obj", "primitives.wrl", "arm.urdf", "instances.gltf", "everything.json", "wedge.stl"]
    {
        marked(name);
    }
}

#[test]
fn each_named_solid_of_an_stl_is_a_body() {
    let folder = Folder::new();
    let solid = |name: &str, x: f64| {
        format!(
            "solid {name}\nfacet normal 0 0 1\nouter loop\nvertex {x} 0 0\nvertex {x} 1 0\n\
             vertex {x} 0 1\nendloop\nendfacet\nendsolid {name}\n"
        )
    };
    let text = [solid("left", 0.0), solid("right", 1.0), solid("left", 2.0)].concat();
    let scene = scene(&folder.write("three.stl", text));
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["left", "right"]);
    assert_eq!(scene.bodies[0].parts.len(), 2);
}
