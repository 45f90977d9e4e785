//! `osculate sweep` of robots whose joints move: when their links meet, between samples too.

mod support;

use serde_json::Value;
use support::{Folder, code, message, osculate, printed, said};

/// An arm of two links without a shape, each of length 1, with a ball at its tip that follows a
/// lift, and a gripper on it: two fingers with a gap, of which one slides. A post at (1, 0, 0).
const ARM: &str = r#"<robot name="arm">
    <link name="post"><collision><origin xyz="1 0 0"/><geometry><sphere radius=".1"/></geometry>
    </collision></link>
    <link name="upper"/>
    <link name="fore"/>
    <link name="tip"><collision><geometry><sphere radius=".1"/></geometry></collision></link>
    <link name="left"><collision><geometry><box size=".1 .1 .1"/></geometry></collision></link>
    <link name="right"><collision><geometry><box size=".1 .1 .1"/></geometry></collision></link>
    <joint name="shoulder" type="revolute"><parent link="post"/><child link="upper"/>
    <axis xyz="0 0 1"/><limit lower="-700" upper="700"/></joint>
    <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
    <origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
    <joint name="weld" type="fixed"><parent link="fore"/><child link="tip"/>
    <origin xyz="1 0 0"/></joint>
    <joint name="far" type="fixed"><parent link="fore"/><child link="left"/>
    <origin xyz="1 0 5"/></joint>
    <joint name="grip" type="prismatic"><parent link="fore"/><child link="right"/>
    <origin xyz="1 .101 5"/><axis xyz="0 1 0"/><limit lower="-.5" upper=".5"/></joint>
    <joint name="echo" type="revolute"><parent link="post"/><child link="shadow"/>
    <axis xyz="0 0 1"/><limit lower="-9" upper="9"/><mimic joint="elbow"/></joint>
    <link name="shadow"/>
</robot>"#;

fn arm(folder: &Folder) -> String {
    folder.write("arm.urdf", ARM)
}

fn report(file: &str, more: &[&str]) -> Value {
    let output = osculate(&[&["sweep", file, "--format", "json"], more].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(&output)))
}

/// The time of the only contact, and of which pair it is.
fn only(report: &Value) -> (f64, f64, [&str; 2]) {
    let [contact] = report["contacts"].as_array().unwrap().as_slice() else { panic!("{report}") };
    let time = |end: &str| contact["time"][end].as_f64().unwrap();
    (time("lower"), time("upper"), ["a", "b"].map(|name| contact[name].as_str().unwrap()))
}

#[test]
fn links_meet_when_their_joints_bring_them_together() {
    let folder = Folder::new();
    let file = arm(&folder);
    // By an angle of the shoulder and twice as much back of the elbow, the tip goes along x as 2 cos.
    let found = report(&file, &["--move", "shoulder=0..1.2", "--move", "elbow=0..-2.4"]);
    let met = (0.6_f64).acos() / 1.2;
    let (lower, upper, pair) = only(&found);
    assert_eq!(pair, ["post", "tip"]);
    assert!(lower <= met && met - lower < 1e-3 && lower <= upper, "{lower}, {upper}, {met}");
    // Of the robot's four bodies three hang on joints that move.
    assert_eq!((&found["moving"], &found["unknown"].as_array().unwrap().len()), (&3.into(), &0));
    // From where it stands, in degrees, over a longer time; with one joint alone it goes round.
    let turned = format!("..{}deg", 1.2_f64.to_degrees());
    let back = format!("..{}deg", -2.4_f64.to_degrees());
    let how = ["--move", &format!("shoulder={turned}"), "--move", &format!("elbow={back}")];
    let (lower, ..) = only(&report(&file, &[&how[..], &["--until", "5"]].concat()));
    assert!((lower - 5.0 * met).abs() < 5e-3, "{lower}");
    assert_eq!(code(&osculate(&["sweep", &file, "--move", "shoulder=0..6"])), 0);
}

/// The tip passes a post twenty times, each time in a five-hundredth of the whole.
#[test]
fn no_contact_is_passed_between_two_looks() {
    let folder = Folder::new();
    let file = arm(&folder);
    let away = ["--move", "shoulder=-63..63", "--move", "elbow=2.0943951..2.0943952"];
    // At an elbow of 120 degrees the tip is 1 from the shoulder, and comes by at each turn.
    let found = report(&file, &away);
    let (lower, _, pair) = only(&found);
    assert_eq!(pair, ["post", "tip"]);
    assert!(lower < 0.1, "{lower}");
    // A little above the post it is proved free, though it passes so often.
    let above = folder.write(
        "above.urdf",
        &ARM.replace(
            "xyz=\"1 0 0\"/></joint>\n    <joint name=\"far\"",
            "xyz=\"1 0 .3\"/></joint>\n    <joint name=\"far\"",
        ),
    );
    let output = osculate(&[&["sweep", &above][..], &away].concat());
    assert_eq!(code(&output), 0, "{}{}", printed(&output), said(&output));
    assert!(
        printed(&output).contains("0 pairs meet; 6 pairs proved free until 1"),
        "{}",
        printed(&output)
    );
}

/// Two fingers are a thousandth apart, and go round a hundred times: against the arm they rest.
#[test]
fn what_hangs_on_one_link_is_asked_against_that_link() {
    let folder = Folder::new();
    let file = arm(&folder);
    let round = ["--move", "shoulder=0..628", "--move", "elbow=0..1"];
    let output = osculate(&[&["sweep", &file][..], &round].concat());
    let told = printed(&output) + &said(&output);
    assert!(told.contains("0 pairs meet; 6 pairs proved free"), "{told}");
    assert!(!told.contains("left") && !told.contains("unknown"), "{told}");
    // A finger that closes meets the other where the arm has it at that time.
    let half = std::f64::consts::PI;
    let shoulder = format!("shoulder=0..{half}");
    let close = ["--move", &shoulder, "--move", "elbow=0..0.0001", "--move", "grip=0..-.002"];
    let close = [&close[..], &["--ignore", "post,tip"]].concat();
    let found = report(&file, &close);
    let (lower, _, pair) = only(&found);
    assert_eq!(pair, ["left", "right"]);
    assert!((lower - 0.5).abs() < 0.02, "{lower}");
    // The faces touch at a right angle of the shoulder: there they look along −x, at 2 along y.
    let contact = &found["contacts"][0];
    let at = |key: &str, k: usize| contact[key][k].as_f64().unwrap();
    assert!((at("normal", 0) + 1.0).abs() < 0.01, "{contact}");
    assert!((at("on_a", 1) - 2.0).abs() < 0.1 && (at("on_a", 2) - 5.0).abs() < 0.06, "{contact}");
    let gap = (0..3).map(|k| (at("on_a", k) - at("on_b", k)).powi(2)).sum::<f64>().sqrt();
    assert!((gap - contact["distance"]["value"].as_f64().unwrap()).abs() < 1e-9, "{contact}");
    // Fingers that overlap do so from the start.
    let stuck = folder.write("stuck.urdf", &ARM.replace("xyz=\"1 .101 5\"", "xyz=\"1 .05 5\""));
    let found = report(&stuck, &["--move", "shoulder=1..2", "--move", "elbow=0..1"]);
    let contact = &found["contacts"][0];
    assert_eq!((&contact["start"], only(&found).2), (&"overlapping".into(), ["left", "right"]));
    assert!((contact["distance"]["value"].as_f64().unwrap() + 0.05).abs() < 1e-9, "{contact}");
    let y = contact["on_a"][1].as_f64().unwrap();
    assert!((y - 2.0 * 1.0_f64.sin()).abs() < 0.15, "in the world: {contact}");
}

#[test]
fn what_cannot_be_moved_is_refused() {
    let folder = Folder::new();
    let file = arm(&folder);
    let ball = r#"{ "osculate": 1, "bodies": [
        { "name": "a", "shape": { "ball": { "radius": 1 } } } ] }"#;
    let ball = folder.write("ball.json", ball);
    for (file, moves, wanted) in [
        (&file, &["elbo=0..1"][..], "the scene has no joint \"elbo\" that can move"),
        (&file, &["elbo=0..1"], "the joints are elbow, grip, shoulder"),
        (&file, &["weld=0..1"], "no joint \"weld\" that can move"),
        (&file, &["elbow=0..4"], "\"elbow\" cannot stand at 4: its limits are -3 and 3"),
        (&file, &["elbow=-4..0"], "cannot stand at -4"),
        (&file, &["echo=0..1"], "\"echo\" follows joint \"elbow\""),
        (&file, &["elbow=0..1", "elbow=1..2"], "says twice how joint \"elbow\" moves"),
        (&file, &["elbow=0..1", "tip=by:1,0,0"], "\"tip\" hangs on a joint that moves"),
        (&file, &["elbow=0..x"], "\"x\" is no place of a joint"),
        (&ball, &["elbow=0..1"], "there is no joint that can be moved"),
        (&ball, &[], "--move elbow=0..1.57 of a robot's joint"),
    ] {
        let mut command = vec!["sweep", file];
        moves.iter().for_each(|moved| command.extend(["--move", moved]));
        let output = osculate(&command);
        let message = message(&output);
        assert_eq!(code(&output), 2, "{moves:?}");
        assert!(message.contains(wanted), "{moves:?}: {message}");
    }
}

#[test]
fn moving_joints_are_drawn_and_explained() {
    let folder = Folder::new();
    let file = arm(&folder);
    let how = ["--move", "shoulder=0..1.2", "--move", "elbow=0..-2.4"];
    let (picture, page) = (folder.file("arm.svg"), folder.file("arm.html"));
    let output = osculate(&[&["sweep", &file, "--picture", &picture][..], &how].concat());
    assert_eq!(code(&output), 1, "{}", said(&output));
    assert!(folder.read("arm.svg").contains("post meets tip at 0.77"));
    let output = osculate(&[&["explain", &file, "post", "tip", "-o", &page][..], &how].concat());
    assert!(printed(&output).contains("they meet at 0.77"), "{output:?}");
}
