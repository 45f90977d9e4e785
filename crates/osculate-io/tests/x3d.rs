//! X3D in its three forms: where its nodes stand, what they are by default, and what is refused.

mod support;

use flate2::{Compression, write::GzEncoder};
use osculate_io::{FileScene, Limits, Options, read};
use std::io::Write;
use support::boxes::{Corners, boxes, holds};
use support::{Folder, are_refused, message, scene};

const UNIT: Corners = [[-1.0; 3], [1.0; 3]];

fn xml(scene: &str) -> String {
    format!("<?xml version='1.0'?>\n<X3D version='3.3'><Scene>\n{scene}\n</Scene></X3D>\n")
}

fn of_xml(text: &str) -> FileScene {
    Folder::new().scene("scene.x3d", &xml(text))
}

fn of_classic(text: &str) -> FileScene {
    Folder::new().scene("scene.x3dv", &format!("#X3D V3.3 utf8\nPROFILE Full\n{text}"))
}

/// In metres: the file's unit is the decimetre.
#[test]
fn nodes_of_xml_stand_where_they_are_placed() {
    let scene = scene("tests/scenes/solids.x3d".as_ref());
    holds(
        &scene,
        &[
            ("cone", [[-0.1, 0.9, -0.1], [0.1, 1.1, 0.1]]),
            ("rod", [[-0.2, 1.95, -0.05], [0.2, 2.05, 0.05]]),
            ("plain", [[-0.1, -0.1, -0.1], [0.3, 0.1, 0.1]]),
            ("turned", [[1.65, -0.1, -0.1], [2.1, 0.3, 0.1]]),
            ("fan", [[0.0, 3.0, 0.0], [0.1, 3.1, 0.0]]),
            ("pair", [[0.0, 3.0, 0.0], [0.1, 3.1, 0.0]]),
            ("cone#2", [[4.9, 0.9, -0.1], [5.1, 1.1, 0.1]]),
        ],
    );
    assert_eq!(scene.bodies[0].color, Some([1.0, 0.0, 0.0]));
}

/// Angles in degrees, as the file says.
#[test]
fn nodes_of_the_classic_form_stand_where_they_are_placed() {
    let scene = scene("tests/scenes/solids.x3dv".as_ref());
    holds(
        &scene,
        &[
            ("ball", [[-2.0, 7.0, -2.0], [2.0, 11.0, 2.0]]),
            ("bar", [[-1.0, -2.0, -1.0], [1.0, 2.0, 1.0]]),
            ("choice", [[5.0, 0.0, 0.0], [6.0, 1.0, 0.0]]),
            ("strip", [[0.0, 0.0, 30.0], [1.0, 1.0, 30.0]]),
        ],
    );
}

/// One scene as VRML97, as X3D in both forms, and packed.
#[test]
fn all_forms_of_a_scene_are_one_scene() {
    let folder = Folder::new();
    let vrml = "DEF top Transform { center 1 0 0 rotation 0 0 1 0.5 scale -2 1 1
          scaleOrientation 1 0 0 0.3 translation 3 4 5 children [
        Shape { geometry DEF f IndexedFaceSet { coord Coordinate {
          point [0 0 0, 1 0 0, 0 1 0, 0 0 1] } coordIndex [0 2 1 -1 0 1 3 -1 0 3 2 -1 1 2 3 -1] } }
        Transform { translation 0 0 9 children [ Shape { geometry USE f }
          Shape { geometry Extrusion { orientation 0 1 0 0.4 spine [0 0 0, 0 3 0] } } ] } ] }
      DEF other Group { children [ Transform { translation 9 0 0
        children Shape { geometry ElevationGrid { xDimension 2 zDimension 2 height [0 1 0 2] } } }
        LOD { level [ Shape { geometry Box {} } Shape { geometry Box { size 90 90 90 } } ] } ] }";
    let plain = boxes(&folder.scene("a.wrl", &format!("#VRML V2.0 utf8\n{vrml}")));
    let classic = format!(
        "#X3D V3.0 utf8\nPROFILE Immersive\nMETA \"a\" \"b\"\n{}",
        vrml.replace("level", "children")
    );
    let in_xml = xml("<Transform DEF='top' center='1 0 0' rotation='0 0 1 0.5' scale='-2 1 1'
          scaleOrientation='1 0 0 0.3' translation='3 4 5'>
        <Shape><IndexedFaceSet DEF='f' coordIndex='0 2 1 -1 0 1 3 -1 0 3 2 -1 1 2 3 -1'>
          <Coordinate point='0 0 0, 1 0 0, 0 1 0, 0 0 1'/></IndexedFaceSet></Shape>
        <Transform translation='0 0 9'><Shape><IndexedFaceSet USE='f'/></Shape>
          <Shape><Extrusion orientation='0 1 0 0.4' spine='0 0 0 0 3 0'/></Shape></Transform>
        </Transform>
      <Group DEF='other'><Transform translation='9 0 0'><Shape>
        <ElevationGrid xDimension='2' zDimension='2' height='0 1 0 2'/></Shape></Transform>
        <LOD><Shape><Box/></Shape><Shape><Box size='90 90 90'/></Shape></LOD></Group>");
    let packed = |text: &str| {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(text.as_bytes()).unwrap();
        packer.finish().unwrap()
    };
    assert_eq!(plain.len(), 2);
    for (name, bytes) in [
        ("a.x3dv", classic.clone().into_bytes()),
        ("a.x3dvz", packed(&classic)),
        ("a.x3dv.gz", packed(&classic)),
        ("a.x3d", in_xml.clone().into_bytes()),
        ("a.x3dz", packed(&in_xml)),
        ("a.X3D.GZ", packed(&in_xml)),
    ] {
        assert_eq!(boxes(&scene(&folder.write(name, bytes))), plain, "{name}");
    }
    // And the file of one form names files of the others.
    folder.write("lib.x3d", xml("<Shape DEF='box'><Box/></Shape>"));
    let names = "Inline { url \"lib.x3d\" } Transform { translation 5 0 0
        children Inline { url [ \"none.x3d\" \"lib.x3d\" ] } }";
    let scene = folder.scene("names.wrl", &format!("#VRML V2.0 utf8\n{names}"));
    holds(&scene, &[("box", UNIT), ("box#2", [[4.0, -1.0, -1.0], [6.0, 1.0, 1.0]])]);
}

#[test]
fn solids_are_what_the_standard_says_if_nothing_is_said() {
    let kinds = ["Box", "Sphere", "Cone", "Cylinder"];
    for kind in kinds {
        for scene in [
            of_xml(&format!("<Shape DEF='s'><{kind}/></Shape>")),
            of_classic(&format!("DEF s Shape {{ geometry {kind} {{}} }}")),
        ] {
            holds(&scene, &[("s", UNIT)]);
        }
    }
    let scene = of_xml(
        "<Shape DEF='e'><Extrusion/></Shape><Transform DEF='t'><Shape><Rectangle2D/></Shape>\
         </Transform><Shape DEF='n'><IndexedFaceSet/></Shape><Shape><ElevationGrid/></Shape>
         <Transform DEF='r' rotation='0 0 0 2'><Shape><Box size='4 2 2'/></Shape></Transform>",
    );
    holds(
        &scene,
        &[
            ("e", [[-1.0, 0.0, -1.0], [1.0, 1.0, 1.0]]),
            ("t", [[-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]]),
            ("r", [[-2.0, -1.0, -1.0], [2.0, 1.0, 1.0]]),
        ],
    );
}

/// A tetrahedron of each kind of set: it closes, so that it is one convex solid.
#[test]
fn sets_of_triangles_are_surfaces() {
    let points = "0 0 0, 2 0 0, 0 2 0, 0 0 2";
    let listed = "0 0 0 0 2 0 2 0 0  0 0 0 2 0 0 0 0 2  0 0 0 0 0 2 0 2 0  2 0 0 0 2 0 0 0 2";
    // 3 0 1 2 3 0: faces 301, 012, 123, 230.
    let strip = "0 0 2, 0 0 0, 2 0 0, 0 2 0, 0 0 2, 0 0 0";
    // Three about a corner, and the fourth.
    let fans = "0 0 0, 2 0 0, 0 2 0, 0 0 2, 2 0 0, 2 0 0, 0 2 0, 0 0 2";
    let cases = [
        format!("<TriangleSet><Coordinate point='{listed}'/></TriangleSet>"),
        format!(
            "<IndexedTriangleSet index='0 2 1 0 1 3 0 3 2 1 2 3'><Coordinate point='{points}'/>\
             </IndexedTriangleSet>"
        ),
        format!(
            "<TriangleStripSet stripCount='6'><Coordinate point='{strip}'/></TriangleStripSet>"
        ),
        format!(
            "<IndexedTriangleStripSet index='3 0 1 2 3 0 -1'><Coordinate point='{points}'/>\
             </IndexedTriangleStripSet>"
        ),
        format!("<TriangleFanSet fanCount='5 3'><Coordinate point='{fans}'/></TriangleFanSet>"),
        format!(
            "<IndexedTriangleFanSet index='0 1 2 3 1 -1 1 2 3 -1'><Coordinate point='{points}'/>\
             </IndexedTriangleFanSet>"
        ),
    ];
    for text in cases {
        let scene = of_xml(&format!("<Shape DEF='t'>{text}</Shape>"));
        holds(&scene, &[("t", [[0.0; 3], [2.0; 3]])]);
        let body = &scene.bodies[0];
        assert_eq!((body.parts.len(), body.meshes.len()), (1, 0), "{text}");
        assert_eq!(body.parts[0].corners.as_ref().map(Vec::len), Some(4), "{text}");
    }
    let quads = "<Shape DEF='q'><QuadSet><Coordinate point='0 0 0 1 0 0 1 1 0 0 1 0 9 9 9'/></QuadSet>
        </Shape><Shape DEF='i'><IndexedQuadSet index='3 2 1 0'><Coordinate point='0 0 0 1 0 0 1 1 0 \
        0 1 0'/></IndexedQuadSet></Shape><Shape DEF='v'><TriangleSet2D vertices='0 0 1 0 0 1'/></Shape>";
    let flat = [[0.0; 3], [1.0, 1.0, 0.0]];
    holds(&of_xml(quads), &[("q", flat), ("i", flat), ("v", flat)]);
}

#[test]
fn prototypes_of_xml_are_expanded() {
    let folder = Folder::new();
    let lib =
        "<ProtoDeclare name='First'><ProtoBody><Shape><Box/></Shape></ProtoBody></ProtoDeclare>
        <ProtoDeclare name='Knob'><ProtoInterface>
          <field accessType='initializeOnly' name='r' type='SFFloat' value='1'/>
          <field accessType='initializeOnly' name='look' type='SFNode'><Sphere radius='4'/></field>
          <field accessType='inputOnly' name='on' type='SFBool'/></ProtoInterface>
        <ProtoBody><Group><Shape><Sphere><IS><connect nodeField='radius' protoField='r'/></IS>
          </Sphere></Shape><Transform translation='20 0 0'><Shape><IS>
          <connect nodeField='geometry' protoField='look'/></IS></Shape></Transform></Group>
        </ProtoBody></ProtoDeclare>";
    folder.write("lib/lib.x3d", xml(lib));
    let far = |url: &str| {
        format!(
            "<ExternProtoDeclare name='Far' url='{url}'>\
             <field accessType='initializeOnly' name='r' type='SFFloat'/></ExternProtoDeclare>\
             <ProtoInstance DEF='k' name='Far'><fieldValue name='r' value='2'/></ProtoInstance>"
        )
    };
    let knob = [[-2.0, -4.0, -4.0], [24.0, 4.0, 4.0]];
    for url in ["lib/lib.x3d#Knob", "\"urn:a:b\" \"none.x3d#Knob\" \"lib/lib.x3d#Knob\""] {
        holds(&folder.scene("scene.x3d", &xml(&far(url))), &[("k", knob)]);
    }
    let own = format!(
        "{lib}<ProtoInstance DEF='k' name='Knob'><fieldValue name='r' value='2'/>\
         <fieldValue name='look'><Box size='8 8 8'/></fieldValue></ProtoInstance>\
         <Transform translation='0 9 0'><ProtoInstance USE='k'/></Transform>"
    );
    let second = [[-2.0, 5.0, -4.0], [24.0, 13.0, 4.0]];
    holds(&folder.scene("scene.x3d", &xml(&own)), &[("k", knob), ("k#2", second)]);
    // As the VRML97 that takes the same.
    let vrml = "#VRML V2.0 utf8\nEXTERNPROTO Knob [] \"lib/lib.x3d#Knob\"\nDEF k Knob { r 2 }";
    holds(&folder.scene("scene.wrl", vrml), &[("k", knob)]);
    let text = "<Shape><Box/></Shape><ExternProtoDeclare name='Far' url='far.x3d'/>\n\
        <ProtoInstance name='Far'/>";
    let scene = folder.scene("scene.x3d", &xml(text));
    let missing: Vec<&str> = scene.missing().collect();
    assert!(
        missing.len() == 1 && missing[0].contains(":4: prototype Far is left out"),
        "{missing:?}"
    );
}

#[test]
fn units_of_files_are_kept() {
    let folder = Folder::new();
    folder.write("cm.x3dv", "#X3D V3.3 utf8\nUNIT length cm 0.01\nDEF c Shape { geometry Box {} }");
    folder.write("m.x3dv", "#X3D V3.3 utf8\nDEF m Shape { geometry Box {} }");
    let text = "#X3D V3.3 utf8\nUNIT length mm 0.001\nUNIT angle degree 0.017453292519943295
        Inline { url \"m.x3dv\" } DEF o Transform { translation 2000 0 0 rotation 0 0 1 90
        children [ Inline { url \"cm.x3dv\" } Shape { geometry Box { size 4 2 2 } } ] }";
    let path = folder.write("mm.x3dv", text);
    let at = |x: f64, half: [f64; 3]| {
        [[x - half[0], -half[1], -half[2]], [x + half[0], half[1], half[2]]]
    };
    holds(
        &scene(&path),
        &[("m", UNIT), ("c", at(2.0, [0.01; 3])), ("o", at(2.0, [0.001, 0.002, 0.001]))],
    );
    // What the file says goes before what is said of all, and what is said of it before that.
    let all = Options { unit: Some(0.5), ..Options::default() };
    assert_eq!(boxes(&read(&path, &all).unwrap()), boxes(&scene(&path)));
    let own = Options { units: [(path.clone(), 1.0)].into(), ..Options::default() };
    let large = boxes(&read(&path, &own).unwrap())[2].1[1][0];
    assert!((large - 2001.0).abs() < 1e-9, "{large}");
    // A prototype of a file that measures otherwise is left out.
    folder.write("p.x3dv", "#X3D V3.3 utf8\nUNIT length cm 0.01\nPROTO P [] { Group {} }");
    let text = "#X3D V3.3 utf8\nEXTERNPROTO P [] \"p.x3dv#P\" P {} Shape { geometry Box {} }";
    let scene = folder.scene("scene.x3dv", text);
    let missing: Vec<&str> = scene.missing().collect();
    assert!(missing[0].contains("has other units"), "{missing:?}");
}

#[test]
fn a_node_stands_in_the_field_that_is_said() {
    // What is loaded later, and what is in front of a collision, are not there.
    let scene = of_xml(
        "<Collision DEF='c'><Shape containerField='proxy'><Box size='9 9 9'/></Shape>\
         <Shape><Box/></Shape></Collision>\
         <Group DEF='slip'><Shape containerField='shape'><Box/></Shape></Group>\
         <Switch DEF='s' whichChoice='1'><Shape><Box size='9 9 9'/></Shape><Shape><Box/></Shape>\
         </Switch><CADPart DEF='p' translation='5 0 0'><CADFace><Shape><Box/></Shape></CADFace>\
         </CADPart><Viewpoint/><MetadataString value='\"a\"'/><Script><field name='a'/></Script>",
    );
    let part = [[4.0, -1.0, -1.0], [6.0, 1.0, 1.0]];
    holds(&scene, &[("c", UNIT), ("slip", UNIT), ("s", UNIT), ("p", part)]);
    for (text, wanted) in [
        ("<Inline load='false' url='a.x3d'/>", "what is loaded later, the Inline"),
        ("<Shape><NurbsPatchSurface/></Shape>", "node NurbsPatchSurface"),
        ("<GeoLocation><Shape><Box/></Shape></GeoLocation>", "node GeoLocation"),
        ("<Shape><IndexedFaceSet><GeoCoordinate/></IndexedFaceSet></Shape>", "node GeoCoordinate"),
        ("<Sphere/>", "node Sphere"),
        ("<HAnimHumanoid><Shape containerField='skin'/></HAnimHumanoid>", "the skin of HAnim"),
        (
            "<Script DEF='s'/><Shape><Box DEF='b'/></Shape>
            <ROUTE fromNode='s' fromField='o' toNode='b' toField='set_size'/>",
            "what a Script gives to size of Box",
        ),
        ("<Shape><Box sise='1'/></Shape>", "the field sise of Box"),
        ("<IMPORT inlineDEF='i' importedDEF='a' AS='b'/><Group USE='b'/>", "node IMPORT"),
    ] {
        let scene = of_xml(&format!("<Shape><Box/></Shape>{text}"));
        let missing: Vec<&str> = scene.missing().collect();
        assert!(missing.len() == 1 && missing[0].contains(wanted), "{text}: {missing:?}");
    }
}

#[test]
fn broken_texts_say_where_and_what() {
    let shape = |of: &str| xml(&format!("<Shape>\n{of}\n</Shape>"));
    let classic = |text: &str| format!("#X3D V3.0 utf8\n{text}");
    are_refused([
        ("tags.x3d", "<X3D>\n<Scene></X3D>".into(), 2, "it is no valid XML"),
        ("root.x3d", "<html/>".into(), 1, "expected the element <X3D>"),
        ("head.x3dv", "#X4D\n".into(), 1, "expected the header `#VRML V2.0 utf8`, or `#X3D V3.0"),
        ("none.x3d", xml(""), 0, "it holds no body"),
        (
            "bomb.x3d",
            "<!DOCTYPE X3D [<!ENTITY a \"aaaa\">\n<!ENTITY b \"&a;&a;\">]>\n<X3D>&b;</X3D>".into(),
            3,
            "it is no valid XML",
        ),
        ("count.x3d", shape("<Box size='1 2'/>"), 4, "size of Box takes 3 numbers, and has 2"),
        ("word.x3d", shape("<Box size='1 2 x'/>"), 4, "size of Box takes numbers, and has none"),
        ("nan.x3d", shape("<Sphere radius='NaN'/>"), 4, "radius of Sphere takes numbers"),
        ("radius.x3d", shape("<Sphere radius='-1'/>"), 4, "is -1, and must not be negative"),
        ("use.x3d", xml("<Group USE='a'/>"), 3, "USE names a, and no DEF before it does"),
        (
            "own.x3d",
            xml("<Group DEF='a'>\n<Group USE='a'/></Group>"),
            4,
            "a is used inside its own definition",
        ),
        (
            "proto.x3d",
            xml("\n<ProtoInstance name='P'/>"),
            4,
            "an instance is of the prototype P, and none before it is called so",
        ),
        ("nameless.x3d", xml("<ProtoInstance/>"), 3, "<ProtoInstance> needs name="),
        (
            "self.x3d",
            xml("<ProtoDeclare name='P'><ProtoBody>\n<ProtoInstance name='P'/></ProtoBody>\
                 </ProtoDeclare>"),
            4,
            "the prototype P is used inside its own definition",
        ),
        (
            "index.x3d",
            shape(
                "<IndexedTriangleSet index='0 1 9'><Coordinate point='0 0 0'/></IndexedTriangleSet>",
            ),
            4,
            "index has 1, and there are 1 points",
        ),
        (
            "strip.x3d",
            shape(
                "<TriangleStripSet stripCount='4'><Coordinate point='0 0 0 1 0 0 0 1 0'/>\
                 </TriangleStripSet>",
            ),
            4,
            "stripCount takes more points than the 3 that are there",
        ),
        (
            "fan.x3d",
            shape("<TriangleFanSet fanCount='2'><Coordinate point='0 0 0'/></TriangleFanSet>"),
            4,
            "fanCount has 2, and a row has at least 3 points",
        ),
        (
            "triples.x3d",
            shape("<TriangleSet><Coordinate point='0 0 0 1'/></TriangleSet>"),
            4,
            "4 numbers, no triples",
        ),
        ("unit.x3dv", classic("UNIT length none 0"), 2, "a unit of length must be above zero"),
        ("unit.x3dv", classic("UNIT length mm"), 2, "expected how much the unit is"),
        (
            "unit.x3d",
            "<X3D><head>\n<unit category='angle' conversionFactor='x'/></head></X3D>".into(),
            2,
            "conversionFactor must be a finite number",
        ),
        ("inline.x3d", xml("<Inline url='a.x3d'/>"), 3, "it names \"a.x3d\""),
        ("climb.x3d", xml("<Inline url='../../a.x3d'/>"), 3, "outside of the root folder"),
        ("empty.x3d", xml("<Inline/>"), 3, "an Inline names no file"),
        (
            "depth.x3d",
            xml(&format!("{}{}", "<Group>".repeat(100), "</Group>".repeat(100))),
            3,
            "nodes are more than 64 deep",
        ),
    ]);
}

#[test]
fn limits_are_kept() {
    let folder = Folder::new();
    let refusal = |text: &str, limits: Limits| {
        let path = folder.write("a.x3d", xml(text));
        let error = read(&path, &Options { limits, ..Options::default() }).unwrap_err();
        error.to_string()
    };
    let boxes = "<Shape><Box/></Shape>\n".repeat(30);
    let said = refusal(&boxes, Limits { parts: 20, ..Limits::default() });
    assert!(said.contains("more than 20 convex parts"), "{said}");
    let points = format!(
        "<Shape><TriangleSet><Coordinate point='{}'/></TriangleSet></Shape>",
        "0 0 0 1 0 0 0 1 0 ".repeat(30)
    );
    let said = refusal(&points, Limits { points: 20, ..Limits::default() });
    assert!(said.contains("more than 20 points"), "{said}");
    // Each doubles what the one before it holds.
    let mut bomb =
        "<ProtoDeclare name='P0'><ProtoBody><Group/></ProtoBody></ProtoDeclare>".to_string();
    for k in 1..=30 {
        let held = format!("<ProtoInstance name='P{}'/>", k - 1);
        bomb += &format!(
            "<ProtoDeclare name='P{k}'><ProtoBody><Group>{held}{held}</Group></ProtoBody>\
             </ProtoDeclare>"
        );
    }
    let said = refusal(&(bomb + "<ProtoInstance name='P30'/>"), Limits::default());
    assert!(said.contains("too deeply or too often"), "{said}");
    let (said, line) = message(&folder.write("b.x3d", xml("<Inline url='b.x3d'/>")));
    assert!(said.contains("which includes it") && line == 3, "{said}");
}
