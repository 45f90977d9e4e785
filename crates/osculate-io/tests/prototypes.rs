//! Prototypes of VRML97: what their instances are, where they stand, and what is refused.

mod support;

use osculate_io::{FileScene, Limits, Options, read};
use support::boxes::{Corners, holds};
use support::{Folder, are_refused, message};

const HEAD: &str = "#VRML V2.0 utf8\n";

fn of_text(text: &str) -> FileScene {
    Folder::new().scene("scene.wrl", &format!("{HEAD}{text}"))
}

/// A box in a Transform in a Transform; each field of a place is one of the prototype.
const POST: &str = "PROTO Post [
      field SFVec3f at 0 0 0 exposedField SFRotation turn 0 0 1 0 field SFVec3f size 1 1 1
      eventIn SFBool on ] {
    Transform { translation IS at rotation IS turn
      children Transform { translation 1 0 0 scale IS size children Shape { geometry Box {} } } }
  }\n";

#[test]
fn instances_stand_where_their_fields_say() {
    let scene = of_text(&format!(
        "{POST}DEF plain Post {{}}
        DEF turned Post {{ at 10 0 0 turn 0 0 1 1.5707963267948966 size 2 1 1 }}
        DEF mirrored Post {{ size -2 1 1 }}
        DEF below Transform {{ translation 0 50 0 scale 2 2 -2 children Post {{ at 0 0 10 }} }}"
    ));
    holds(
        &scene,
        &[
            ("plain", [[0.0, -1.0, -1.0], [2.0, 1.0, 1.0]]),
            ("turned", [[9.0, -1.0, -1.0], [11.0, 3.0, 1.0]]),
            ("mirrored", [[-1.0, -1.0, -1.0], [3.0, 1.0, 1.0]]),
            ("below", [[0.0, 48.0, -22.0], [4.0, 52.0, -18.0]]),
        ],
    );
}

/// An L, whose mirror image is another.
#[test]
fn a_mirrored_mesh_in_an_instance_is_a_mirror_image() {
    let mesh = "IndexedFaceSet { coord Coordinate { point [0 0 0, 3 0 0, 0 2 0, 0 0 1] }
        coordIndex [0 2 1 -1 0 1 3 -1 0 3 2 -1 1 2 3] }";
    let scene = of_text(&format!(
        "PROTO Part [ field SFVec3f size 1 1 1 ] {{
           DEF part Transform {{ scale IS size children Shape {{ geometry {mesh} }} }} }}
        Part {{ size -1 1 1 }} Transform {{ scale 1 -1 1 children Part {{ size 1 1 -1 }} }}"
    ));
    holds(
        &scene,
        &[
            ("part", [[-3.0, 0.0, 0.0], [0.0, 2.0, 1.0]]),
            ("part#2", [[0.0, -2.0, -1.0], [3.0, 0.0, 0.0]]),
        ],
    );
}

#[test]
fn names_in_a_body_are_those_of_an_instance() {
    let pair = "PROTO Pair [ field SFFloat r 1 ] { Group { children [
        DEF ball Shape { geometry Sphere { radius IS r } }
        Transform { translation 5 0 0 children USE ball } ] } }\n";
    // The name outside is another node's, before and behind.
    let scene = of_text(&format!(
        "DEF ball Transform {{ translation 0 9 0 children Shape {{ geometry Box {{}} }} }}
        {pair}Pair {{ r 2 }} Transform {{ translation 0 -9 0 children [ Pair {{}} USE ball ] }}"
    ));
    holds(
        &scene,
        &[
            ("ball", [[-1.0, 8.0, -1.0], [1.0, 10.0, 1.0]]),
            ("ball#2", [[-2.0, -2.0, -2.0], [2.0, 2.0, 2.0]]),
            ("ball#3", [[3.0, -2.0, -2.0], [7.0, 2.0, 2.0]]),
            ("ball#4", [[-1.0, -10.0, -1.0], [1.0, -8.0, 1.0]]),
            ("ball#5", [[4.0, -10.0, -1.0], [6.0, -8.0, 1.0]]),
            ("ball#6", [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]),
        ],
    );
    are_refused([
        (
            "inside.wrl",
            format!("{HEAD}{pair}Pair {{}}\nUSE ball"),
            6,
            "USE names ball, and no DEF before it does",
        ),
        (
            "outside.wrl",
            format!(
                "{HEAD}DEF box Shape {{ geometry Box {{}} }}\nPROTO P [] {{\n USE box }}\nP {{}}"
            ),
            4,
            "USE names box, and no DEF before it does, and it is outside of this prototype",
        ),
    ]);
}

#[test]
fn an_instance_may_be_used_again() {
    let scene = of_text(&format!(
        "{POST}DEF one Post {{ at 1 0 0 }} Transform {{ translation 0 7 0 children USE one }}"
    ));
    holds(
        &scene,
        &[
            ("one", [[1.0, -1.0, -1.0], [3.0, 1.0, 1.0]]),
            ("one#2", [[1.0, 6.0, -1.0], [3.0, 8.0, 1.0]]),
        ],
    );
}

#[test]
fn prototypes_in_prototypes_pass_their_fields_on() {
    let outer = "PROTO Outer [ field SFFloat size 1 field SFVec3f at 0 0 0 ] {
        PROTO Inner [ field SFFloat r 1 ] { Shape { geometry Sphere { radius IS r } } }
        Transform { translation IS at children [ Inner { r IS size } Inner { r 0.5 } ] } }\n";
    // Bodies without a name are called as the instance that the file shows.
    let scene = of_text(&format!("{outer}Outer {{ size 3 at 7 0 0 }}\nDEF o Outer {{}}"));
    holds(
        &scene,
        &[
            ("Outer@5", [[4.0, -3.0, -3.0], [10.0, 3.0, 3.0]]),
            ("Outer@5#2", [[6.5, -0.5, -0.5], [7.5, 0.5, 0.5]]),
            ("o", [[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]]),
        ],
    );
    // The inner one is not known outside, where its name is any node's.
    let text = format!("{HEAD}{outer}Outer {{}}\nInner {{}}");
    let scene = Folder::new().scene("scene.wrl", &text);
    let missing: Vec<&str> = scene.missing().collect();
    assert!(
        missing.len() == 1 && missing[0].ends_with(":6: node Inner is left out"),
        "{missing:?}"
    );
}

#[test]
fn nodes_are_given_to_instances() {
    let frame = "PROTO Frame [ field MFNode kids [ Shape { geometry Sphere {} } ]
          field SFNode shape NULL exposedField SFNode look NULL field MFVec3f at [] ] {
        Group { children [ Transform { translation 0 10 0 children IS kids }
          Shape { appearance Appearance { material IS look } geometry IS shape }
          Shape { geometry IndexedFaceSet { coord Coordinate { point IS at }
            coordIndex [0 1 2] } } ] } }
        PROTO Ball [ field SFFloat r 1 ] { Sphere { radius IS r } }
        PROTO Red [] { Material { diffuseColor 1 0 0 } }\n";
    let scene = of_text(&format!(
        "{frame}DEF a Frame {{ at [ 0 0 7, 1 0 7, 0 1 7 ] }}
        DEF b Frame {{ kids [] shape Ball {{ r 2 }} look Red {{}} at [0 0 0, 1 0 0, 0 1 0] }}
        DEF c Frame {{ kids [ Frame {{ at [ 0 0 0, 1 0 0, 0 1 0 ] }} ]
          shape Box {{}} at [ 0 0 0, 1 0 0, 0 1 0 ] }}"
    ));
    holds(
        &scene,
        &[
            ("a", [[-1.0, -0.0, -1.0], [1.0, 11.0, 7.0]]),
            ("b", [[-2.0, -2.0, -2.0], [2.0, 2.0, 2.0]]),
            ("c", [[-1.0, -1.0, -1.0], [1.0, 21.0, 1.0]]),
        ],
    );
    assert_eq!(scene.bodies[0].color, None);
    assert_eq!(scene.bodies[1].color, Some([1.0, 0.0, 0.0]));
}

#[test]
fn the_first_node_of_a_body_is_what_an_instance_shows() {
    let scene = of_text(
        "PROTO One [] { Shape { geometry Box {} } Shape { geometry Sphere { radius 50 } } }
        DEF one One {}\nPROTO None [] {}\nNone {}",
    );
    holds(&scene, &[("one", [[-1.0; 3], [1.0; 3]])]);
}

/// A library in a folder, whose prototype names a file beside itself.
fn library(folder: &Folder) {
    let knob = "PROTO First [ field SFFloat r 3 ] { Shape { geometry Sphere { radius IS r } } }
        PROTO Knob [ field SFFloat r 1 field MFString file \"part.wrl\" ] { Group { children [
          Shape { geometry Sphere { radius IS r } }
          Transform { translation 10 0 0 children Inline { url IS file } } ] } }";
    folder.write("lib/parts.wrl", format!("{HEAD}{knob}"));
    folder.write("lib/part.wrl", format!("{HEAD}Shape {{ geometry Box {{}} }}"));
    folder.write("lib/on.wrl", format!("{HEAD}EXTERNPROTO Knob [] \"parts.wrl#Knob\""));
    folder.write("own.wrl", format!("{HEAD}Shape {{ geometry Box {{ size 4 4 4 }} }}"));
}

#[test]
fn prototypes_of_other_files_are_found() {
    let folder = Folder::new();
    library(&folder);
    let [small, large]: [Corners; 2] = [[[-1.0; 3], [11.0, 1.0, 1.0]], [[-3.0; 3], [3.0; 3]]];
    // By name; by the second place; as the first of the file; passed on by a file between; packed.
    for (declared, body) in [
        ("[ field SFFloat r ] \"lib/parts.wrl#Knob\"", small),
        ("[] [ \"urn:any:Knob\" \"http://example.org/a.wrl#Knob\" \"lib/parts.wrl#Knob\" ]", small),
        ("[] \"lib/parts.wrl\"", large),
        ("[] \"lib/on.wrl#Knob\"", small),
        ("[] [ \"lib/parts.wrl#None\", \"lib/parts.wrl#Knob\" ]", small),
    ] {
        let text = format!("{HEAD}EXTERNPROTO Own {declared}\nDEF k Own {{}}");
        holds(&folder.scene("scene.wrl", &text), &[("k", body)]);
    }
    // An address starts from the file in which it stands.
    let text = format!(
        "{HEAD}EXTERNPROTO Knob [] \"lib/parts.wrl#Knob\"\nDEF k Knob {{ r 2 file \"own.wrl\" }}"
    );
    holds(&folder.scene("scene.wrl", &text), &[("k", [[-2.0; 3], [12.0, 2.0, 2.0]])]);
}

#[test]
fn what_is_not_found_is_missing_and_the_rest_is_read() {
    let folder = Folder::new();
    library(&folder);
    let shown = "Shape { geometry Box {} }";
    for (declared, line, why) in [
        ("[] \"far.wrl\"", 4, "it names \"far.wrl\""),
        ("[] \"lib/parts.wrl#Other\"", 4, "has no such prototype"),
        ("[] \"../../far.wrl\"", 4, "outside of the root folder"),
        ("[] \"https://example.org/far.wrl\"", 4, "only files can be read"),
        ("[] [ \"urn:a:b\" ]", 4, "line 2 names no file"),
        ("[] []", 4, "line 2 names no file"),
    ] {
        let text = format!("{HEAD}EXTERNPROTO Far {declared}\n{shown}\nFar {{}} Far {{}}");
        let scene = folder.scene("scene.wrl", &text);
        assert_eq!(scene.bodies.len(), 1);
        let missing: Vec<&str> = scene.missing().collect();
        let wanted = format!("scene.wrl:{line}: prototype Far is left out: ");
        assert!(missing.len() == 1 && missing[0].contains(&wanted), "{missing:?}");
        assert!(missing[0].contains(why), "{missing:?}");
        // Nobody misses what is not shown.
        let text = format!("{HEAD}EXTERNPROTO Far {declared}\n{shown}");
        assert_eq!(folder.scene("scene.wrl", &text).missing().count(), 0);
    }
}

#[test]
fn fields_that_are_not_there_are_told_where_they_are_shown() {
    for (text, wanted) in [
        ("PROTO P [] { Shape { geometry Box {} } }\nP { size 1 2 3 }", ":3: the field size of P"),
        ("PROTO P [] {\nShape { geometry Box { size IS size } } }\nP {}", ":3: IS size, which its"),
        ("Shape { geometry Box { size IS size } }", ":2: IS size, which stands in no prototype"),
        ("PROTO P [\nfield SFFloat r ] { Shape { geometry Box {} } } P {}", ":3: the default of r"),
        ("PROTO P [] {\nShape { geometry Box { sise 1 } } }\nP {}", ":3: the field sise of Box"),
    ] {
        let scene = of_text(text);
        let missing: Vec<&str> = scene.missing().collect();
        assert!(missing.len() == 1 && missing[0].contains(wanted), "{text}: {missing:?}");
    }
    let unused = "PROTO P [] { Shape { geometry Box { sise 1 } } } Shape { geometry Box {} }";
    assert_eq!(of_text(unused).missing().count(), 0);
    // Who gives an empty mesh to a script does not see what comes of it.
    let script = "Shape { geometry Box {} } Script {} Shape { geometry IndexedFaceSet {} }";
    let scene = of_text(script);
    let missing: Vec<&str> = scene.missing().collect();
    assert!(
        missing[0].contains("what a Script may make of an empty IndexedFaceSet"),
        "{missing:?}"
    );
}

/// What a script makes of a geometry is not what the file has of it. What it moves is, at rest.
#[test]
fn what_a_script_gives_to_a_geometry_is_missing() {
    let scene = |route: &str, shown: &str| {
        of_text(&format!(
            "PROTO P [] {{ Group {{ children [ DEF s Script {{ eventOut MFVec3f out }}
            DEF t Transform {{ children Shape {{ geometry DEF e Extrusion {{}} }} }} ] }}
            ROUTE {route} }}\n{shown} Shape {{ geometry Box {{}} }}"
        ))
    };
    for field in ["e.set_spine", "e.spine", "e.set_crossSection"] {
        let found = scene(&format!("s.out TO {field}"), "P {}");
        let missing: Vec<&str> = found.missing().collect();
        assert!(
            missing.len() == 1 && missing[0].contains(":4: what a Script gives to"),
            "{missing:?}"
        );
        assert_eq!(scene(&format!("s.out TO {field}"), "").missing().count(), 0);
    }
    for route in
        ["s.out TO t.set_translation", "t.out TO e.set_spine", "s.out TO e.solid", "a.b TO c.d"]
    {
        assert_eq!(scene(route, "P {}").missing().count(), 0, "{route}");
    }
}

#[test]
fn events_of_prototypes_are_no_fields() {
    let scene = of_text(
        "PROTO P [ eventIn SFVec3f move eventOut SFBool done exposedField SFVec3f at 1 0 0 ] {
          DEF t Transform { translation IS at set_translation IS move
            rotation_changed IS done scale_changed IS at_changed
            children Shape { geometry Box {} } } ROUTE t.x TO t.y }
        P { at 5 0 0 }",
    );
    holds(&scene, &[("t", [[4.0, -1.0, -1.0], [6.0, 1.0, 1.0]])]);
}

#[test]
fn broken_prototypes_say_where_and_what() {
    let wrl = |text: &str| format!("{HEAD}{text}");
    are_refused([
        (
            "self.wrl",
            wrl("PROTO P [] {\n Group { children P {} } }\nP {}"),
            3,
            "the prototype P is used inside its own definition",
        ),
        (
            "nested.wrl",
            wrl("PROTO P [] {\n PROTO Q [] { Group { children\n P {} } } Q {} }\nP {}"),
            4,
            "the prototype P is used inside its own definition",
        ),
        (
            "count.wrl",
            wrl("PROTO P [ field SFVec3f s 1 1 1 ] { Shape { geometry Box { size IS s } } }\n\
                 P { s 1 2 }"),
            3,
            "in the prototype P: size of Box takes 3 numbers, and has 2",
        ),
        (
            "kind.wrl",
            wrl(
                "PROTO P [ field SFString s \"\" ] { Shape { geometry Sphere { radius IS s } } }\n\
                 P {}",
            ),
            3,
            "in the prototype P: radius of Sphere takes numbers, and has none",
        ),
        ("end.wrl", wrl("PROTO P [] {\n Group {}\n"), 4, "the end of the file"),
        ("access.wrl", wrl("PROTO P [\n any SFFloat r 1 ] {}"), 3, "expected a field of the"),
        ("far.wrl", wrl("EXTERNPROTO P []\n { }"), 3, "expected the prototype's place, found `{`"),
        (
            "radius.wrl",
            wrl(
                "PROTO P [ field SFFloat r -1 ] { Shape { geometry\nSphere { radius IS r } } }\nP {}",
            ),
            3,
            "is -1, and must not be negative",
        ),
        (
            "deep.wrl",
            wrl(&format!("{}Group {{}}{}", "PROTO P [] { ".repeat(100), " }".repeat(100))),
            2,
            "nodes are more than 64 deep",
        ),
    ]);
}

#[test]
fn files_whose_prototypes_hold_each_other_are_refused() {
    let folder = Folder::new();
    for (own, other) in [("a", "b"), ("b", "a")] {
        let text = format!(
            "{HEAD}EXTERNPROTO {other} [] \"{other}.wrl#{other}\"\n\
             PROTO {own} [] {{ Group {{ children {other} {{}} }} }}\n"
        );
        folder.write(&format!("{own}.wrl"), text);
    }
    let text = format!("{HEAD}EXTERNPROTO a [] \"a.wrl#a\"\na {{}}");
    let (said, line) = message(&folder.write("scene.wrl", text));
    assert!(said.contains("prototypes are more than 64 deep") && line == 3, "{said}");
    // Declarations alone, that name each other.
    for (own, other) in [("a", "b"), ("b", "a")] {
        let text = format!("{HEAD}EXTERNPROTO p [] \"{other}.wrl#p\"\n");
        folder.write(&format!("{own}.wrl"), text);
    }
    let text = format!("{HEAD}EXTERNPROTO p [] \"a.wrl#p\"\np {{}} Shape {{ geometry Box {{}} }}");
    let scene = folder.scene("scene.wrl", &text);
    let missing: Vec<&str> = scene.missing().collect();
    assert!(missing[0].contains("more than 64 files pass it on"), "{missing:?}");
}

#[test]
fn prototypes_that_double_are_held_to_the_limits() {
    let folder = Folder::new();
    let limits = Limits { parts: 1000, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let refusal = |text: String| {
        let path = folder.write("bomb.wrl", text);
        let error = read(&path, &options).expect_err("a bomb was read");
        assert!(error.line() > 0, "{error}");
        error.to_string()
    };
    // Nodes that are the same, nodes that are made, nodes without a surface, and nodes that are
    // given, each twice as many as before.
    let shape = "Shape { geometry Sphere { radius IS r } }";
    for (first, uses) in
        [("Shape { geometry Sphere {} }", ""), (shape, "r IS r"), ("Group {}", "r IS r")]
    {
        let mut text = format!("{HEAD}PROTO P0 [ field SFFloat r 1 ] {{ {first} }}\n");
        for k in 1..=30 {
            let held = format!("P{} {{ {uses} }}", k - 1);
            text += &format!(
                "PROTO P{k} [ field SFFloat r 1 ] {{ Group {{ children [ {held} {held} ] }} }}\n"
            );
        }
        let said = refusal(text + "P30 {}");
        assert!(
            said.contains("too often") || said.contains("more than 1000 convex parts"),
            "{said}"
        );
    }
    let mut given = "Group {}".to_string();
    let twice = "PROTO T [ field MFNode n [] ] { Group { children [ Group { children IS n }
        Group { children IS n } ] } }\n";
    for _ in 0..30 {
        given = format!("T {{ n {given} }}");
    }
    let said = refusal(format!("{HEAD}{twice}{given}"));
    assert!(said.contains("too often"), "{said}");
}

/// Nodes that names put in nodes: deeper than any stack.
#[test]
fn nodes_in_nodes_by_name_are_held_to_a_depth() {
    let folder = Folder::new();
    let mut text = format!("{HEAD}DEF n0 Group {{}}\n");
    for k in 1..200_000 {
        text += &format!("DEF n{k} Group {{ children USE n{} }}\n", k - 1);
    }
    let (said, line) = message(&folder.write("chain.wrl", text));
    assert!(said.contains("names put nodes in nodes more than 256 deep") && line == 258, "{said}");
    let mut text = format!("{HEAD}PROTO P0 [] {{ Group {{}} }}\n");
    for k in 1..200_000 {
        text += &format!("PROTO P{k} [] {{ P{} {{}} }}\n", k - 1);
    }
    let (said, line) = message(&folder.write("protos.wrl", text));
    assert!(said.contains("names put nodes in nodes more than 256 deep") && line == 258, "{said}");
    // And by what is given to prototypes.
    let mut text = HEAD.to_string();
    for k in 1..200 {
        let inner = "Group { children ".repeat(20);
        let next = if k == 1 {
            "Group { children IS n }".into()
        } else {
            format!("P{} {{ n {inner} Group {{ children IS n }} {} }}", k - 1, "}".repeat(20))
        };
        text += &format!("PROTO P{k} [ field MFNode n [] ] {{ {next} }}\n");
    }
    let (said, _) = message(&folder.write("given.wrl", text + "P199 {}"));
    assert!(said.contains("deep"), "{said}");
}
