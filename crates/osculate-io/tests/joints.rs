//! Joints that move without reading the file again, and planning files that are written.

mod support;

use osculate::{Convex, DVec3, Moves, Pose};
use osculate_io::{Disabled, FileScene, JointKind, JointWays, Options, Robot, planned, read};
use std::collections::BTreeMap;
use std::path::Path;
use support::Folder;

/// A turret with an arm that slides out of it, two fingers of which one follows the other, a tool
/// that hangs on a fixed joint, and a flap that follows what cannot move.
const ROBOT: &str = r#"<robot name="turret">
    <link name="base"><collision><geometry><box size="2 2 1"/></geometry></collision></link>
    <link name="neck"/>
    <link name="arm"><collision><origin xyz="1 0 0"/><geometry><box size="3 .5 .5"/></geometry>
    </collision></link>
    <link name="left"><collision><geometry><mesh filename="v.obj"/></geometry></collision></link>
    <link name="right"><collision><origin xyz="0 0 .5" rpy=".1 .2 .3"/><geometry>
    <cylinder radius=".1" length="1"/></geometry></collision></link>
    <link name="tool"><collision><geometry><sphere radius=".3"/></geometry></collision></link>
    <link name="flap"><collision><geometry><box size="1 1 .1"/></geometry></collision></link>
    <joint name="turn" type="continuous"><parent link="base"/><child link="neck"/>
    <origin xyz="0 .2 1" rpy=".3 -.2 .5"/><axis xyz="0 1 2"/></joint>
    <joint name="reach" type="prismatic"><parent link="neck"/><child link="arm"/>
    <origin xyz="1 0 0" rpy="0 .4 0"/><axis xyz="1 0 0"/><limit lower=".5" upper="4"/></joint>
    <joint name="grip" type="revolute"><parent link="arm"/><child link="left"/>
    <origin xyz="2 .5 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
    <joint name="other" type="revolute"><parent link="arm"/><child link="right"/>
    <origin xyz="2 -.5 0" rpy="1 2 3"/><axis xyz="0 0 -1"/><limit lower="-3" upper="3"/>
    <mimic joint="grip" multiplier="-2" offset=".25"/></joint>
    <joint name="weld" type="fixed"><parent link="right"/><child link="tool"/>
    <origin xyz="0 0 1"/></joint>
    <joint name="stop" type="revolute"><parent link="base"/><child link="flap"/>
    <origin xyz="3 3 3"/><axis xyz="1 0 0"/><limit lower="0" upper="1"/>
    <mimic joint="weld" offset=".5"/></joint>
</robot>"#;

/// A notched prism: it is not convex.
const MESH: &str = "v 0 0 0\nv 2 0 0\nv .5 .5 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv .5 .5 1\nv 0 2 1\n\
    f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

fn robot(folder: &Folder) -> std::path::PathBuf {
    folder.write("v.obj", MESH);
    folder.write("r.urdf", ROBOT)
}

fn standing(path: &Path, joints: &[(&str, f64)]) -> FileScene {
    let joints: BTreeMap<String, f64> =
        joints.iter().map(|(name, at)| (name.to_string(), *at)).collect();
    read(path, &Options { joints, ..Options::default() }).unwrap()
}

/// How far bodies of two scenes are from being the same, by what they reach in many directions.
fn off(one: &FileScene, other: &FileScene) -> f64 {
    assert_eq!(one.bodies.len(), other.bodies.len());
    let mut most: f64 = 0.0;
    for (a, b) in one.bodies.iter().zip(&other.bodies) {
        assert_eq!((&a.name, a.joint), (&b.name, b.joint));
        most = most.max(a.origin.distance(b.origin));
        for (p, q) in a.parts.iter().zip(&b.parts) {
            for k in 0..20 {
                let way =
                    DVec3::new((k as f64).sin(), (1.3 * k as f64).cos(), (0.7 * k as f64).sin());
                most = most.max((p.shape.support(way) - q.shape.support(way)).dot(way).abs());
            }
        }
        for (p, q) in a.meshes.iter().zip(&b.meshes) {
            let apart = p.points.iter().zip(&q.points).map(|(p, q)| p.distance(*q));
            most = apart.fold(most, f64::max);
            // The library's body stands where the points are.
            let [p, q] = [p, q].map(|mesh| mesh.body.at(Pose::IDENTITY).bounds());
            most = most.max(p.min().distance(q.min())).max(p.max().distance(q.max()));
        }
    }
    most
}

#[test]
fn joints_move_as_if_the_file_were_read_again() {
    let folder = Folder::new();
    let path = robot(&folder);
    let scene = standing(&path, &[]);
    let names: Vec<&str> = scene.joints.free().map(|(_, joint)| joint.name.as_str()).collect();
    assert_eq!(names, ["turn", "reach", "grip"]);
    assert_eq!(scene.joints.places()[scene.joints.find("reach").unwrap()], 0.5);
    let mut moved = 0.0_f64;
    for [turn, reach, grip] in
        [[0.0, 0.5, 0.0], [1.0, 2.0, -0.7], [-2.5, 4.0, 1.0], [40.0, 0.5, 0.3]]
    {
        let wanted = standing(&path, &[("turn", turn), ("reach", reach), ("grip", grip)]);
        let mut places = scene.joints.places();
        for (name, at) in [("turn", turn), ("reach", reach), ("grip", grip)] {
            places[scene.joints.find(name).unwrap()] = at;
        }
        let there = scene.with_joints(&places).unwrap();
        assert!(off(&there, &wanted) < 1e-13, "{}", off(&there, &wanted));
        moved = moved.max(off(&scene, &wanted));
        // And from there on again: the joints have gone with their links.
        let back = there.with_joints(&scene.joints.places()).unwrap();
        assert!(off(&back, &scene) < 1e-13, "{}", off(&back, &scene));
        assert_eq!(there.joints.places(), wanted.joints.places());
        // The poses are those of the bodies.
        let poses = scene.poses(&places).unwrap();
        for (body, pose) in poses.iter().enumerate() {
            let at = pose.apply(scene.bodies[body].origin);
            assert!(at.distance(wanted.bodies[body].origin) < 1e-13);
        }
    }
    assert!(moved > 1.0, "nothing was moved");
    assert!(scene.poses(&[f64::NAN]).is_err(), "a place must be a number");
}

#[test]
fn what_follows_cannot_be_set_and_what_is_fixed_does_not_move() {
    let folder = Folder::new();
    let scene = standing(&robot(&folder), &[("grip", 0.5)]);
    let joints = &scene.joints;
    let [grip, other, stop] = ["grip", "other", "stop"].map(|name| joints.find(name).unwrap());
    assert_eq!(joints.find("weld"), None, "it cannot move");
    let mut places = joints.places();
    (places[grip], places[other], places[stop]) = (1.0, 99.0, 99.0);
    assert_eq!(joints.place(other, &places), -1.75);
    assert_eq!(joints.place(stop, &places), 0.5, "its leader cannot move");
    // The tool hangs on what its link hangs on.
    assert_eq!(scene.body("tool").unwrap().joint, Some(other));
    assert_eq!(scene.body("base").unwrap().joint, None);
    let chain = joints.chain(Some(other));
    let names: Vec<&str> = chain.iter().map(|k| joints.all()[*k].name.as_str()).collect();
    assert_eq!(names, ["turn", "reach", "other"]);
    let kinds = [JointKind::Turning, JointKind::Sliding, JointKind::Turning];
    assert_eq!(chain.iter().map(|k| joints.all()[*k].kind).collect::<Vec<_>>(), kinds);
    assert_eq!(joints.all()[grip].limits, Some([-1.0, 1.0]));
    assert_eq!(joints.all()[joints.find("turn").unwrap()].limits, None);
}

/// Without a use for it, an axis without a direction is no error: the joint is fixed.
#[test]
fn a_joint_without_a_direction_is_fixed_where_it_stands_at_zero() {
    let folder = Folder::new();
    let text = ROBOT.replace("<axis xyz=\"0 1 2\"/>", "<axis xyz=\"0 0 0\"/>");
    folder.write("v.obj", MESH);
    let scene = folder.scene("r.urdf", &text);
    assert_eq!(scene.joints.find("turn"), None);
    assert!(scene.remarks().any(|remark| remark.contains("\"turn\" is taken as fixed")));
}

#[test]
fn robots_of_several_files_keep_their_joints_apart() {
    let folder = Folder::new();
    let path = robot(&folder);
    let scene =
        osculate_io::read_all([path.as_path(), path.as_path()], &Options::default()).unwrap();
    let joints = &scene.joints;
    let [first, second] = ["turn", "turn#2"].map(|name| joints.find(name).unwrap());
    let half = joints.all().len() / 2;
    assert_eq!(second, first + half);
    assert_eq!(
        scene.body("tool#2").unwrap().joint,
        scene.body("tool").unwrap().joint.map(|j| j + half)
    );
    let mut places = joints.places();
    places[second] += 1.0;
    let poses = scene.poses(&places).unwrap();
    for (body, pose) in scene.bodies.iter().zip(poses) {
        let moves = body.name.ends_with("#2") && !["base#2", "flap#2"].contains(&&*body.name);
        assert_eq!(pose != Pose::IDENTITY, moves, "{}", body.name);
    }
    assert_eq!(scene.robots.len(), 2);
    assert_eq!(scene.robots[1].connected[0], ["base#2", "neck"]);
}

fn pair(a: &str, b: &str, reason: &str) -> Disabled {
    Disabled { links: [a.into(), b.into()], reason: reason.into() }
}

#[test]
fn a_planning_file_keeps_all_but_the_pairs() {
    let folder = Folder::new();
    let path = robot(&folder);
    let srdf = "<?xml version=\"1.0\"?>\n<robot name=\"turret\">\n  <!-- mine -->\n\
        <group name=\"g\"><joint name=\"turn\"/></group>\n  \
        <disable_collisions link1=\"base\" link2=\"arm\" reason=\"Never\"/>\n\t\
        <disable_collisions link1=\"left\" link2=\"right\" reason=\"User\"/>\n  \
        <disable_collisions link1=\"base\" link2=\"neck\" reason=\"Adjacent\"/>\n  \
        <disable_collisions link1=\"tool\" link2=\"base\" reason=\"Always\"/> <x/>\n\
        <group_state name=\"s\" group=\"g\"/>\n</robot>\n";
    folder.write("r.srdf", srdf);
    let scene = read(&path, &Options::default()).unwrap();
    let robot = &scene.robots[0];
    assert_eq!(robot.disabled.len(), 4);
    assert_eq!(robot.disabled[1], pair("left", "right", "User"));
    let links: Vec<String> = scene.bodies.iter().map(|body| body.name.clone()).collect();
    let new = [
        pair("tool", "left", "Never"),
        pair("right", "left", "Always"),
        pair("a<\"&", "b", "Never"),
    ];
    let text = planned(robot, &links, &new, &Options::default()).unwrap();
    let wanted = "<?xml version=\"1.0\"?>\n<robot name=\"turret\">\n  <!-- mine -->\n\
        <group name=\"g\"><joint name=\"turn\"/></group>\n    \
        <disable_collisions link1=\"tool\" link2=\"left\" reason=\"Never\"/>\n    \
        <disable_collisions link1=\"a&lt;&quot;&amp;\" link2=\"b\" reason=\"Never\"/>\n\t\
        <disable_collisions link1=\"left\" link2=\"right\" reason=\"User\"/>\n  \
        <disable_collisions link1=\"base\" link2=\"neck\" reason=\"Adjacent\"/>\n   <x/>\n\
        <group_state name=\"s\" group=\"g\"/>\n</robot>\n";
    assert_eq!(text, wanted);
    folder.write("r.srdf", &text);
    let again = read(&path, &Options::default()).unwrap();
    assert!(again.robots[0].disabled.contains(&pair("a<\"&", "b", "Never")));
}

#[test]
fn pairs_go_into_files_of_every_form() {
    let folder = Folder::new();
    let lines = "    <disable_collisions link1=\"a\" link2=\"b\" reason=\"Never\"/>\n";
    for (text, wanted) in [
        ("<robot name=\"r\"/>", format!("<robot name=\"r\">\n{lines}</robot>")),
        ("<robot name=\"r\"></robot>\n", format!("<robot name=\"r\">\n{lines}</robot>\n")),
        ("<robot name=\"r\">\n</robot>", format!("<robot name=\"r\">\n{lines}</robot>")),
        ("<robot>\n <x/>\n  </robot >", format!("<robot>\n <x/>\n{lines}  </robot >")),
        (
            "<robot><disable_collisions link1=\"b\" link2=\"a\"/></robot>",
            format!("<robot>{lines}</robot>"),
        ),
    ] {
        let srdf = Some(folder.write("r.srdf", text));
        let robot = Robot { name: "r".into(), srdf, ..Robot::default() };
        let links = ["a".to_string(), "b".to_string()];
        let new = planned(&robot, &links, &[pair("a", "b", "Never")], &Options::default());
        assert_eq!(new.unwrap(), wanted);
    }
    let robot = Robot { name: "a&b".into(), ..Robot::default() };
    let text = planned(&robot, &[], &[pair("a", "b", "Never")], &Options::default()).unwrap();
    assert!(
        text.contains("<robot name=\"a&amp;b\">\n")
            && text.ends_with(&format!("{lines}</robot>\n"))
    );
    let robot = Robot { srdf: Some(folder.0.join("none.srdf")), ..Robot::default() };
    assert!(planned(&robot, &[], &[], &Options::default()).is_err());
}

/// Angles and lengths that joints go between, by name; the others stay.
fn ways(scene: &FileScene, until: f64, said: &[(&str, f64, f64)]) -> (JointWays, [Vec<f64>; 2]) {
    let (mut from, mut to) = (scene.joints.places(), scene.joints.places());
    for (name, start, end) in said {
        let joint = scene.joints.find(name).unwrap();
        (from[joint], to[joint]) = (*start, *end);
    }
    (JointWays::new(&scene.joints, &from, &to, until), [from, to])
}

/// Many ways for the joints of the turret, one of them or all at a time.
const WAYS: [&[(&str, f64, f64)]; 8] = [
    &[("turn", 0.5, 7.0)],
    &[("reach", 4.0, 0.5)],
    &[("grip", -0.5, 1.0)],
    &[("turn", -3.0, 40.0), ("reach", 0.5, 4.0)],
    &[("turn", 1.0, 1.0), ("reach", 1.0, 3.0), ("grip", 1.0, -1.0)],
    &[("turn", 2.0, -2.0), ("reach", 3.0, 3.5), ("grip", 0.0, 0.9)],
    // Turns that add up.
    &[("turn", 0.0, 2.0), ("grip", -1.0, 1.0)],
    &[("turn", 0.0, -2.0), ("grip", -1.0, 1.0)],
];

#[test]
fn motions_of_joints_go_where_the_joints_say() {
    let folder = Folder::new();
    let scene = standing(&robot(&folder), &[("grip", 0.25)]);
    for (said, until) in WAYS.iter().zip([1.0, 2.0, 0.5, 10.0, 1.0, 3.0, 1.0, 1.0]) {
        let (ways, [from, to]) = ways(&scene, until, said);
        for body in &scene.bodies {
            let motion = ways.motion(&scene.joints, body.joint, 0).unwrap();
            for k in 0..=20 {
                let time = until * f64::from(k) / 20.0;
                let share = time / until;
                let places: Vec<f64> =
                    from.iter().zip(&to).map(|(p, q)| p + (q - p) * share).collect();
                let place = scene.bodies.iter().position(|other| other.name == body.name).unwrap();
                let wanted = scene.poses(&places).unwrap()[place];
                let pose = motion.as_ref().map_or(Pose::IDENTITY, |motion| motion.pose(time));
                for point in [DVec3::ZERO, DVec3::new(3.0, -2.0, 1.0)] {
                    let off = pose.apply(point).distance(wanted.apply(point));
                    assert!(off < 1e-13, "{} at {time}: {off:e}", body.name);
                }
            }
        }
    }
}

#[test]
fn no_point_is_faster_than_the_bounds_of_its_motion() {
    let folder = Folder::new();
    let scene = standing(&robot(&folder), &[("grip", 0.25)]);
    let mut tightest = f64::INFINITY;
    for said in WAYS {
        let until = 2.0;
        let (ways, _) = ways(&scene, until, said);
        for body in &scene.bodies {
            let Some(motion) = ways.motion(&scene.joints, body.joint, 0).unwrap() else { continue };
            motion.check(0.0, until).unwrap();
            let center = motion.center();
            let (mut length, mut allowed) = (0.0, 0.0);
            // Over long spans, within which the center comes nearer to axes and leaves them.
            for pieces in 1..=5 {
                for piece in 0..pieces {
                    let [from, to] =
                        [piece, piece + 1].map(|k| until * f64::from(k) / f64::from(pieces));
                    let at = |k: i32| motion.center_at(from + (to - from) * f64::from(k) / 500.0);
                    let fastest = (0..500).map(|k| at(k).distance(at(k + 1))).fold(0.0, f64::max);
                    let most = motion.speed(from, to) * (to - from) / 500.0;
                    assert!(fastest <= most + 1e-13, "{}: {fastest}, {most}", body.name);
                }
            }
            for k in 0..400 {
                let [from, to] = [k, k + 1].map(|k| until * f64::from(k) / 400.0);
                let span = to - from;
                let [p, q] = [from, to].map(|time| motion.pose(time));
                let slack = motion.slack(0.0, from) + motion.slack(0.0, to);
                let speed = motion.speed(from, to);
                let gone = p.apply(center).distance(q.apply(center));
                assert!(gone <= speed * span + slack, "{}: {gone} of {}", body.name, speed * span);
                assert!(speed <= motion.speed(0.0, until) * (1.0 + 1e-9), "{}", body.name);
                assert!(motion.center_at(from).distance(p.apply(center)) <= slack);
                (length, allowed) = (length + gone, allowed + speed * span);
                // A unit vector goes as far as the body turns, at most.
                let angular = motion.angular_speed(from, to) * span;
                for way in [DVec3::X, DVec3::Y, DVec3::Z] {
                    let turned = p.rotation().apply(way).distance(q.rotation().apply(way));
                    assert!(turned <= angular + 1e-14, "{}: {turned}, {angular}", body.name);
                }
            }
            if length > 1.0 {
                tightest = tightest.min(allowed / length);
            }
        }
    }
    // The bounds are not idle: some way is nearly as long as they allow.
    assert!(tightest < 1.01, "{tightest}");
}

#[test]
fn against_a_link_that_both_hang_on_motions_are_the_same_and_slower() {
    let folder = Folder::new();
    let scene = standing(&robot(&folder), &[]);
    let (ways, _) = ways(&scene, 1.0, WAYS[3]);
    let of = |joint: &str, skipped: usize| {
        let joint = scene.joints.find(joint).unwrap();
        ways.motion(&scene.joints, Some(joint), skipped).unwrap()
    };
    let (whole, common, own) =
        (of("reach", 0).unwrap(), of("turn", 0).unwrap(), of("reach", 1).unwrap());
    for time in [0.0, 0.3, 1.0] {
        let both = common.pose(time).compose(&own.pose(time));
        let point = DVec3::new(1.0, 2.0, 3.0);
        assert!(both.apply(point).distance(whole.pose(time).apply(point)) < 1e-13);
    }
    assert!(own.angular_speed(0.0, 1.0) == 0.0 && whole.angular_speed(0.0, 1.0) > 40.0);
    assert!(of("grip", 2).is_none(), "it rests against the arm");
    let stops = JointWays::new(&scene.joints, &scene.joints.places(), &scene.joints.places(), 1.0);
    assert!(stops.motion(&scene.joints, scene.joints.find("grip"), 0).unwrap().is_none());
}
