//! What files have beside what their formats say costs a remark with its line, not the file.

mod support;

use support::Folder;

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
    let (said, line) = support::message(&folder.write("r.urdf", text));
    assert_eq!(line, 6, "{said}");
}
