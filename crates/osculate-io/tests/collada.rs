//! Collada: where its nodes stand, how large they are, and what is refused.

mod support;

use osculate_io::{FileScene, Limits, Options, read};
use support::{Folder, are_refused, scene};

const BRACKET: &str = include_str!("scenes/bracket.dae");

/// The least and the largest corner of a body, by its number, in hundredths.
fn bounds(scene: &FileScene, body: usize) -> [[f64; 3]; 2] {
    let corners = scene.bodies[body].parts.iter().flat_map(|part| part.corners.iter().flatten());
    let corners: Vec<[f64; 3]> = corners.map(|p| p.to_array().map(|x| x * 100.0)).collect();
    [f64::min, f64::max].map(|of| {
        [0, 1, 2].map(|axis| {
            let along = corners.iter().map(|p| p[axis]);
            (along.reduce(of).unwrap() * 1e6).round() / 1e6
        })
    })
}

#[test]
fn nodes_stand_where_their_steps_lead_in_metres() {
    let scene = scene("tests/scenes/bracket.dae".as_ref());
    let known = [
        ("plain", [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]),
        ("turned", [[-1.0, 7.0, -1.0], [1.0, 13.0, 1.0]]),
        ("above", [[-1.0, -1.0, 9.0], [1.0, 1.0, 11.0]]),
        ("shared", [[19.0, -1.0, 4.0], [21.0, 1.0, 6.0]]),
        ("shared#2", [[19.0, -1.0, 9.0], [21.0, 1.0, 11.0]]),
    ];
    assert_eq!(scene.bodies.len(), known.len());
    for (k, (name, expected)) in known.into_iter().enumerate() {
        assert_eq!((scene.bodies[k].name.as_str(), bounds(&scene, k)), (name, expected));
        // Its faces close: polygons, triangles and a strip are one surface.
        assert!(scene.bodies[k].assumed.is_empty(), "{:?}", scene.bodies[k].assumed);
    }
    let told: Vec<&str> = scene.remarks().collect();
    assert!(told.iter().any(|r| r.contains("bracket.dae:3: its up_axis is Z_UP")), "{told:?}");
    assert!(told.iter().any(|r| r.contains("\"bent\" is bent")), "{told:?}");
    assert_eq!(scene.missing().count(), 0);
}

/// As the programs that show robots do.
#[test]
fn a_robot_takes_the_unit_of_a_mesh_and_not_its_up_axis() {
    let folder = Folder::new();
    let robot = "<robot name=\"r\"><link name=\"l\"><collision><geometry>\
        <mesh filename=\"a.dae\"/></geometry></collision></link></robot>";
    for up in ["X_UP", "Y_UP", "Z_UP"] {
        folder.write("a.dae", BRACKET.replace("Z_UP", up));
        let scene = folder.scene("r.urdf", robot);
        assert_eq!(bounds(&scene, 0), [[-1.0, -1.0, -1.0], [21.0, 13.0, 11.0]], "{up}");
        assert!(!scene.remarks().any(|remark| remark.contains("up_axis")));
    }
}

#[test]
fn geometries_without_a_scene_are_read() {
    let folder = Folder::new();
    let (start, end) = ("<library_visual_scenes>", "</scene>");
    let (i, j) = (BRACKET.find(start).unwrap(), BRACKET.find(end).unwrap() + end.len());
    let scene = folder.scene("bare.dae", &format!("{}{}", &BRACKET[..i], &BRACKET[j..]));
    assert_eq!(scene.bodies.len(), 1);
    assert_eq!(bounds(&scene, 0), [[-1.0; 3], [1.0; 3]]);
}

#[test]
fn what_has_no_surface_or_none_that_is_read_is_told() {
    let folder = Folder::new();
    for (from, to, wanted) in [
        ("<p>1 2 5 6</p>", "<p>1 2 5 6</p><ph><p>0 1 2</p><h>0 1 2</h></ph>", "taken as filled"),
        ("<vcount>4 4 4 4", "<vcount>4 4 4 2 2", "of less than three corners"),
        ("<tristrips", "<lines/><tristrips", "lines of \"block\" are left out"),
    ] {
        let scene = folder.scene("told.dae", &BRACKET.replacen(from, to, 1));
        assert!(scene.remarks().any(|remark| remark.contains(wanted)), "{:?}", scene.notes);
    }
    let other = "<library_geometries><geometry id=\"g\"><convex_mesh/></geometry>";
    let text = BRACKET.replacen("<library_geometries>", other, 1);
    let text = text.replacen("url=\"#block\"/></node>", "url=\"#g\"/></node>", 1);
    let scene = folder.scene("convex.dae", &text);
    assert!(scene.missing().any(|what| what.contains("geometry \"g\" has no <mesh>")));
}

#[test]
fn each_broken_collada_says_where_and_what() {
    let case = |from: &str, to: &str, line: usize, wanted: &'static str| {
        assert!(BRACKET.contains(from), "{from}");
        ("broken.dae", BRACKET.replacen(from, to, 1), line, wanted)
    };
    are_refused([
        ("root.dae", "<mesh/>".into(), 1, "expected the element <COLLADA>"),
        ("none.dae", "<COLLADA/>".into(), 0, "it has no faces"),
        case("0.01", "0", 3, "a unit of 0 meters is no length"),
        case("-1 -1 -1  1", "-1 x -1  1", 7, "expected a number, found \"x\""),
        case("-1 -1 -1  1", "-1 nan -1  1", 43, "point 0 is"),
        case("count=\"8\"", "count=\"9\"", 6, "it claims 9 positions, and has the numbers of 8"),
        case("stride=\"3\"", "stride=\"2\"", 6, "a position has 2 numbers, and 3 are wanted"),
        case("0 4 7  0 7 3", "0 4 7  0 7 8", 23, "a face has the corner 8, and there are 8 points"),
        case("0 4 7  0 7 3", "0 4 7  0 7", 23, "its triangles have 5 corners in all"),
        case("0 4 7  0 7 3", "0 4 -1", 23, "expected a count, found \"-1\""),
        case("2 3 3 3 7 3 6 3", "2 3 3", 19, "a corner has 2 numbers, and there are 27"),
        case("4 4 4 4</v", "4 4 4 5</v", 19, "<vcount> counts more corners than <p> has"),
        case("#block-vertices", "#nothing", 16, "there is no element with the id \"nothing\""),
        case("url=\"#block\"", "url=\"b.dae#block\"", 39, "lies in another file"),
        case("<matrix>1", "<matrix>x", 45, "<matrix> must be 16 finite numbers, and is"),
        case("0 0 0 1</matrix>", "0 0 1 1</matrix>", 45, "must have the last row 0 0 0 1"),
        case("<rotate>0 0 1", "<rotate>0 0 0", 46, "an axis without a direction"),
        case("<translate>20 0 0", "<translate>20 0", 38, "<translate> must be 3 finite numbers"),
        case(
            "<translate>20 0 0<",
            "<instance_node url=\"#shared\"/><translate>20 0 0<",
            37,
            "repeat",
        ),
    ]);
}

/// Each node shows the one before it twice.
#[test]
fn nodes_that_repeat_take_no_memory_beyond_the_limits() {
    let folder = Folder::new();
    let mut nodes =
        String::from("<library_nodes><node id=\"n0\"><instance_geometry url=\"#block\"/></node>");
    for k in 1..40 {
        let shown = format!("<instance_node url=\"#n{}\"/>", k - 1);
        nodes += &format!("<node id=\"n{k}\">{shown}{shown}</node>");
    }
    let text = BRACKET.replacen("<library_nodes>", &nodes, 1).replace("#shared", "#n39");
    let path = folder.write("laughs.dae", text);
    for limits in [Limits::default(), Limits { points: 1000, ..Limits::default() }] {
        let error = read(&path, &Options { limits, ..Options::default() }).unwrap_err().to_string();
        assert!(
            error.contains("too often") || error.contains("more than 1000 points or faces"),
            "{error}"
        );
    }
}

/// Nothing is looked at again for each thing in a file.
#[test]
fn large_files_take_no_square_of_their_size() {
    let folder = Folder::new();
    let start = std::time::Instant::now();
    let node = "<node><instance_geometry url=\"#block\"/></node>\n";
    let text =
        BRACKET.replacen("<node name=\"plain\">", &format!("{}<node>", node.repeat(20_000)), 1);
    assert_eq!(folder.scene("many.dae", &text).bodies.len(), 20_005);
    let holes = "<ph><p>0 1 2</p><h>0 1 2</h></ph>\n".repeat(50_000);
    let text = BRACKET.replacen("<p>1 2 5 6</p>", &format!("<p>1 2 5 6</p>{holes}"), 1);
    folder.scene("holes.dae", &text);
    let lines = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 {}\n", "\\\n".repeat(300_000));
    folder.scene("long.obj", &lines);
    let taken = start.elapsed().as_secs_f64();
    assert!(taken < 20.0, "{taken} s");
}

/// A mesh of three points and many faces, shown many times.
#[test]
fn faces_that_are_shown_many_times_count_too() {
    let folder = Folder::new();
    let faces = "0 1 2 ".repeat(100_000);
    let text = BRACKET.replacen("0 4 7  0 7 3", &faces, 1);
    let node = "<node><instance_geometry url=\"#block\"/></node>".repeat(500);
    let text = text.replacen("<node name=\"plain\">", &format!("{node}<node>"), 1);
    let robot = "<robot name=\"r\"><link name=\"l\"><collision><geometry>\
        <mesh filename=\"many.dae\"/></geometry></collision></link></robot>";
    folder.write("many.dae", text);
    let (said, _) = support::message(&folder.write("r.urdf", robot));
    assert!(said.contains("more than 20000000 points or faces"), "{said}");
}
