//! glTF: sparse data, whole numbers, skins, extensions, versions, and addresses.

mod support;

use osculate_io::{FileScene, Limits, Options, read};
use serde_json::{Value, json};
use support::boxes::holds;
use support::{Folder, are_refused, scene};

/// A document that is made piece by piece.
struct Made {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Made {
    fn new() -> Self {
        Self { bytes: Vec::new(), views: Vec::new(), accessors: Vec::new() }
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// An accessor of bytes, with what else is said of it.
    fn of(
        &mut self,
        kind: u32,
        count: usize,
        dimensions: &str,
        bytes: &[u8],
        more: Value,
    ) -> usize {
        let view = self.view(bytes);
        let mut accessor =
            json!({"bufferView": view, "componentType": kind, "count": count, "type": dimensions});
        accessor.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.accessor(accessor)
    }

    fn floats(&mut self, count: usize, dimensions: &str, floats: &[f32]) -> usize {
        let bytes: Vec<u8> = floats.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.of(5126, count, dimensions, &bytes, json!({}))
    }

    /// The text, with nodes, meshes and what else is given.
    fn text(&self, given: Value) -> String {
        let uri = format!("data:application/octet-stream;base64,{}", base64(&self.bytes));
        let mut whole = json!({
            "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
            "nodes": [{"name": "n", "mesh": 0}],
            "accessors": self.accessors, "bufferViews": self.views,
            "buffers": [{"byteLength": self.bytes.len(), "uri": uri}],
        });
        whole.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
        whole.to_string()
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
        let word = word << (8 * (3 - three.len()));
        for k in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * k)) as usize & 63] as char;
            text.push(if k <= three.len() { digit } else { '=' });
        }
    }
    text
}

fn meshes(attributes: Value) -> Value {
    json!([{"primitives": [{"attributes": attributes}]}])
}

fn of(made: &Made, given: Value) -> FileScene {
    Folder::new().scene("a.gltf", &made.text(given))
}

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

#[test]
fn sparse_data_replaces_what_is_there() {
    let mut made = Made::new();
    let base = made.view(&TRIANGLE.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>());
    let places = made.view(&[2, 0]);
    let values =
        made.view(&[0.0f32, 7.0, 3.0].iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>());
    let sparse = |count: usize| {
        json!({"count": count, "indices": {"bufferView": places, "componentType": 5121},
            "values": {"bufferView": values}})
    };
    let whole = json!({"bufferView": base, "componentType": 5126, "count": 3, "type": "VEC3",
        "sparse": sparse(1)});
    let zeros = json!({"componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse(1)});
    let whole = made.accessor(whole);
    let zeros = made.accessor(zeros);
    let scene = of(&made, json!({"meshes": meshes(json!({"POSITION": whole}))}));
    holds(&scene, &[("n", [[0.0; 3], [1.0, 7.0, 3.0]])]);
    let scene = of(&made, json!({"meshes": meshes(json!({"POSITION": zeros}))}));
    holds(&scene, &[("n", [[0.0; 3], [0.0, 7.0, 3.0]])]);
    // Sparse corners of a face: 0 1 2 becomes 0 1 0, which is a segment.
    let corners = made.view(&[0, 0, 1, 0, 2, 0]);
    let no_corner = made.view(&[0, 0]);
    let sparse = json!({"count": 1, "indices": {"bufferView": places, "componentType": 5121},
        "values": {"bufferView": no_corner}});
    let faces = made.accessor(json!({"bufferView": corners, "componentType": 5123, "count": 3,
        "type": "SCALAR", "sparse": sparse}));
    let points = made.floats(3, "VEC3", &TRIANGLE);
    let meshes = json!([{"primitives": [{"attributes": {"POSITION": points}, "indices": faces}]}]);
    holds(&of(&made, json!({"meshes": meshes})), &[("n", [[0.0; 3], [1.0, 0.0, 0.0]])]);
}

#[test]
fn positions_may_be_whole_numbers() {
    let bytes = [0i8, 0, 0, 127, 0, 0, 0, -128, 0].map(|x| x as u8);
    let shorts: Vec<u8> =
        [0i16, 0, 0, 32767, 0, 0, 0, -16384, 0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let cases: [(u32, &[u8], bool, [f64; 2]); 6] = [
        (5120, &bytes, true, [1.0, -1.0]),
        (5120, &bytes, false, [127.0, -128.0]),
        (5121, &[0, 0, 0, 255, 0, 0, 0, 51, 0], true, [1.0, 0.2]),
        (5121, &[0, 0, 0, 255, 0, 0, 0, 51, 0], false, [255.0, 51.0]),
        (5122, &shorts, true, [1.0, -16384.0 / 32767.0]),
        (5123, &[0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], false, [16.0, 256.0]),
    ];
    for (kind, bytes, is_share, [x, y]) in cases {
        let mut made = Made::new();
        let points = made.of(kind, 3, "VEC3", bytes, json!({"normalized": is_share}));
        // As writers have it: a node brings them back to their size.
        let scene = of(
            &made,
            json!({"meshes": meshes(json!({"POSITION": points})),
                "nodes": [{"name": "n", "mesh": 0, "scale": [2.0, 2.0, 2.0], "translation": [5, 0, 0]}],
                "extensionsUsed": ["KHR_mesh_quantization"],
                "extensionsRequired": ["KHR_mesh_quantization"]}),
        );
        let ends =
            [[5.0, f64::min(0.0, 2.0 * y), 0.0], [5.0 + 2.0 * x, f64::max(0.0, 2.0 * y), 0.0]];
        holds(&scene, &[("n", ends)]);
        assert_eq!(scene.remarks().count(), 0);
    }
}

/// A joint that stands, and one that was bound a step above it, and is now two above and turned. The
/// first point hangs on the one, the second on the other, the third on both alike.
fn bent(weights: usize, made: &mut Made) -> Value {
    let points = made.floats(3, "VEC3", &[3.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 4.0]);
    let joints = made.of(5121, 3, "VEC4", &[0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0], json!({}));
    let whole: [&[u8]; 2] =
        [&[255, 0, 0, 0, 0, 255, 0, 0, 128, 128, 0, 0], &[0, 0, 0, 0, 0, 7, 0, 0, 9, 9, 0, 0]];
    let weights = match weights {
        0 => made.floats(3, "VEC4", &[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0]),
        k => made.of(5121, 3, "VEC4", whole[k - 1], json!({"normalized": true})),
    };
    let mut bind = [0.0; 32];
    for k in 0..2 {
        for i in 0..4 {
            bind[16 * k + 5 * i] = 1.0;
        }
    }
    bind[16 + 13] = -1.0;
    let bind = made.floats(2, "MAT4", &bind);
    let half = 0.5f64.sqrt();
    json!({
        // What the node of the mesh says of its place does not matter.
        "nodes": [
            {"children": [1, 2], "translation": [10, 0, 0]},
            {"name": "n", "mesh": 0, "skin": 0, "translation": [77, 77, 77]},
            {"children": [3]},
            {"translation": [0, 2, 0], "rotation": [0, 0, half, half]},
        ],
        "meshes": meshes(json!({"POSITION": points, "JOINTS_0": joints, "WEIGHTS_0": weights})),
        "skins": [{"joints": [2, 3], "inverseBindMatrices": bind}],
    })
}

#[test]
fn a_skin_brings_points_where_their_joints_stand() {
    // (13, 0, 0); (10, 2, 0) + (−1, 0, 0); the mean of (10, 2, 4) and (9, 2, 4).
    for weights in 0..3 {
        let mut made = Made::new();
        let given = bent(weights, &mut made);
        let scene = of(&made, given);
        holds(&scene, &[("n", [[9.0, 0.0, 0.0], [13.0, 2.0, 4.0]])]);
        let corners = scene.bodies[0].parts[0].corners.clone().unwrap();
        for known in [[13.0, 0.0, 0.0], [9.0, 2.0, 0.0], [9.5, 2.0, 4.0]] {
            let near = |p: &osculate::DVec3| (*p - osculate::DVec3::from(known)).length() < 1e-6;
            assert!(corners.iter().any(near), "{corners:?}");
        }
        assert!(scene.remarks().any(|remark| remark.contains("\"n\" is bent as its joints stand")));
    }
}

/// Two nodes with one mesh and two skins, and one without a skin.
#[test]
fn a_mesh_is_bent_by_each_of_its_skins() {
    let mut made = Made::new();
    let points = made.floats(3, "VEC3", &TRIANGLE);
    let joints = made.of(5121, 3, "VEC4", &[0; 12], json!({}));
    let weights = made.floats(3, "VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    let scene = of(
        &made,
        json!({
            "scenes": [{"nodes": [0, 1, 2, 3, 4]}],
            "nodes": [
                {"name": "a", "mesh": 0, "skin": 0}, {"name": "b", "mesh": 0, "skin": 1},
                {"name": "c", "mesh": 0}, {"translation": [5, 0, 0]}, {"scale": [-2, 1, 1]},
            ],
            "skins": [{"joints": [3]}, {"joints": [4]}],
            "meshes": meshes(json!({"POSITION": points, "JOINTS_0": joints, "WEIGHTS_0": weights})),
        }),
    );
    holds(
        &scene,
        &[
            ("a", [[5.0, 0.0, 0.0], [6.0, 1.0, 0.0]]),
            ("b", [[-2.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
            ("c", [[0.0; 3], [1.0, 1.0, 0.0]]),
        ],
    );
}

fn plain(given: Value) -> String {
    let mut made = Made::new();
    let points = made.floats(3, "VEC3", &TRIANGLE);
    let mut whole = json!({"meshes": meshes(json!({"POSITION": points}))});
    whole.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
    made.text(whole)
}

#[test]
fn extensions_without_a_surface_are_told() {
    let folder = Folder::new();
    for extension in
        ["KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual", "EXT_texture_webp"]
    {
        let scene = folder.scene("a.gltf", &plain(json!({"extensionsRequired": [extension]})));
        assert_eq!(scene.missing().count(), 0);
        assert!(scene.remarks().any(|remark| remark.contains(extension)), "{extension}");
    }
}

#[test]
fn addresses_may_have_spaces() {
    let folder = Folder::new();
    let bytes: Vec<u8> = TRIANGLE.iter().flat_map(|x| x.to_le_bytes()).collect();
    folder.write("my data/a b.bin", &bytes);
    for uri in ["my%20data/a%20b.bin", "my data/a b.bin"] {
        let text = plain(json!({"buffers": [{"byteLength": 36, "uri": uri}]}));
        holds(&folder.scene("a.gltf", &text), &[("n", [[0.0; 3], [1.0, 1.0, 0.0]])]);
    }
}

#[test]
fn what_cannot_be_read_says_why() {
    let skin = |change: &dyn Fn(&mut Value)| {
        let mut made = Made::new();
        let mut given = bent(0, &mut made);
        change(&mut given);
        made.text(given)
    };
    let sparse = |index: u8, accessor: Value| {
        let mut made = Made::new();
        let (places, values) = (made.view(&[index, 9]), made.view(&[0; 12]));
        let mut whole = json!({"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {
            "count": 1, "indices": {"bufferView": places, "componentType": 5121},
            "values": {"bufferView": values}}});
        whole.as_object_mut().unwrap().extend(accessor.as_object().unwrap().clone());
        let points = made.accessor(whole);
        made.text(json!({"meshes": meshes(json!({"POSITION": points}))}))
    };
    let old = json!({"asset": {"version": "1.0"}, "scene": "s", "scenes": {"s": {"nodes": ["n"]}},
        "nodes": {"n": {"meshes": ["m"]}}, "meshes": {}, "accessors": {}});
    are_refused([
        ("old.gltf", old.to_string(), 0, "it is glTF of version 1.0, and version 2 is read"),
        (
            "new.gltf",
            plain(json!({"asset": {"version": "3.0"}})),
            0,
            "it is glTF of version 3.0, and version 2 is read",
        ),
        (
            "draco.gltf",
            plain(json!({"extensionsRequired": ["KHR_draco_mesh_compression"]})),
            0,
            "it needs the extension KHR_draco_mesh_compression",
        ),
        (
            "other.gltf",
            plain(json!({"extensionsRequired": ["KHR_materials_unlit", "ACME_surfaces"]})),
            0,
            "it needs the extension ACME_surfaces",
        ),
        ("place.gltf", sparse(3, json!({})), 0, "sparse data is of element 3, and there are 3"),
        (
            "zeros.gltf",
            sparse(0, json!({"count": 1_000_000_000})),
            0,
            "an accessor of 1000000000 elements without data is not read",
        ),
        ("view.gltf", sparse(0, json!({"bufferView": 9})), 0, "it names buffer view 9, and has 2"),
        (
            "pairs.gltf",
            sparse(0, json!({"type": "VEC2"})),
            0,
            "an accessor is of VEC2 and type 5126, where 3 numbers are wanted",
        ),
        (
            "stride.gltf",
            plain(json!({"bufferViews": [{"buffer": 0, "byteLength": 36, "byteStride": 0}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1_000_000_000,
                    "type": "VEC3"}]})),
            0,
            "its elements of 12 bytes stand 0 bytes apart",
        ),
        (
            "skin.gltf",
            skin(&|given| given["nodes"][1]["skin"] = json!(7)),
            0,
            "\"n\": it names skin 7, and has 1",
        ),
        (
            "joint.gltf",
            skin(&|given| given["skins"][0]["joints"] = json!([2, 9])),
            0,
            "its skin names node 9, and there are 4",
        ),
        (
            "few.gltf",
            skin(&|given| given["skins"][0]["joints"] = json!([2])),
            0,
            "a point hangs on joint 1, and there are 1",
        ),
        (
            "matrices.gltf",
            skin(&|given| given["skins"][0]["joints"] = json!([2, 3, 3])),
            0,
            "its skin has 2 matrices for 3 joints",
        ),
        (
            "ring.gltf",
            skin(&|given| {
                given["nodes"] = json!([
                    {"name": "n", "mesh": 0, "skin": 0}, {}, {"children": [3]}, {"children": [2]}
                ]);
            }),
            0,
            "the joints of its skin hang on each other too deeply",
        ),
    ]);
    // Why a remedy is given.
    let folder = Folder::new();
    for (text, wanted) in [
        (plain(json!({"extensionsRequired": ["EXT_meshopt_compression"]})), "gltf-transform"),
        (old.to_string(), "gltf-pipeline"),
    ] {
        let error = read(&folder.write("a.gltf", text), &Options::default()).unwrap_err();
        assert!(error.remedy().unwrap_or("").contains(wanted), "{error}");
    }
}

#[test]
fn bent_meshes_are_held_to_the_limits() {
    let mut made = Made::new();
    let given = bent(0, &mut made);
    let folder = Folder::new();
    let path = folder.write("a.gltf", made.text(given));
    let limits = Limits { points: 2, ..Limits::default() };
    let error = read(&path, &Options { limits, ..Options::default() }).unwrap_err();
    assert!(error.to_string().contains("more than 2 points"), "{error}");
    assert_eq!(scene(&path).bodies.len(), 1);
    // A good file, from which damage starts.
    assert!(scene("tests/scenes/bent.gltf".as_ref()).remarks().count() > 0);
}
