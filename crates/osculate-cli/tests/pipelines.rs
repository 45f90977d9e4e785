//! What pipelines ask of the program: strictness, lists of pairs that may touch, what was known.

mod support;

use support::{Folder, code, osculate, printed, said};

const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

#[test]
fn with_strict_every_note_is_an_error() {
    let folder = Folder::new();
    let good = folder.write("good.obj", MESH);
    let lines = folder.write("lines.obj", &format!("{MESH}l 1 2\n"));
    let open = folder.write("open.obj", &MESH.replace("f 1 4 3\n", ""));
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"1\"/></geometry>\
                 </collision></link>"
        )
    };
    let joint =
        "<joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint>";
    let robot = format!("<robot name=\"r\">{}{}{joint}</robot>", link("a"), link("b"));
    let robot = folder.write("r.urdf", &robot);
    folder.write("r.srdf", "<robot name=\"r\"/>");
    let [html, svg, hull] = ["a.html", "a.svg", "b.obj"].map(|name| folder.file(name));
    // Which planning file was taken is no liberty.
    for file in [&good, &robot] {
        let output = osculate(&["check", file, "--strict"]);
        assert_eq!(code(&output), 0, "{}", said(&output));
    }
    assert!(printed(&osculate(&["check", &robot])).contains("note: "));
    for (file, wanted) in [(&lines, "lines and points"), (&open, "does not close")] {
        let mut two = vec![good.as_str(), file.as_str()];
        let name = if file == &lines { "lines" } else { "open" };
        for command in [
            vec!["check"],
            vec!["check", "--format", "csv"],
            vec!["sweep", "--move", "good=by:1,0,0"],
            vec!["picture", "-o", &svg],
        ] {
            let command = [&command[..1], &two, &command[1..]].concat();
            let strictly = osculate(&[&command[..], &["--strict"]].concat());
            assert_eq!((code(&strictly), printed(&strictly).as_str()), (2, ""), "{command:?}");
            let message = said(&strictly);
            assert!(message.contains("is not just what the files say"), "{message}");
            assert!(message.contains(wanted), "{message}");
            assert_ne!(code(&osculate(&command)), 2, "{command:?}");
        }
        two.extend(["good", name]);
        for command in [vec!["distance"], vec!["explain", "-o", &html]] {
            let command = [&command[..1], &two, &command[1..], &["--strict"]].concat();
            assert_eq!(code(&osculate(&command)), 2, "{command:?}");
        }
        assert_eq!(code(&osculate(&["hull", file, "-o", &hull, "--strict"])), 2);
    }
    // A joint without limits is drawn from a whole turn, which is assumed.
    assert_eq!(code(&osculate(&["robot", &robot, "--samples", "9"])), 0);
    assert_eq!(code(&osculate(&["robot", &robot, "--samples", "9", "--strict"])), 2);
    assert_eq!(code(&osculate(&["check", &good, "--strict", "--allow-missing"])), 2);
}
