//! What every reader is held to: no panic, bounded memory, and a scene or an error.

use osculate::{Encounter, Motion, Moves, Pose, Sweep};
use osculate_io::{AnyScene, FORMATS, FileScene, JointWays, Limits, Options, Turns};
use osculate_io::{joint_states, read, read_any};
use std::path::{Path, PathBuf};

/// Reads the bytes as a file of each format, or of the one whose ending `OSCULATE_FORMAT` says, and
/// asks about the first two bodies.
pub fn check(bytes: &[u8]) {
    let wanted = std::env::var("OSCULATE_FORMAT").ok();
    // Of each thread its own: tests run side by side.
    let (process, thread) = (std::process::id(), std::thread::current().id());
    let folder = std::env::temp_dir().join(format!("osculate-fuzz-{process}-{thread:?}"));
    std::fs::create_dir_all(&folder).unwrap();
    let mut path = folder.join("file");
    std::fs::write(&path, bytes).unwrap();
    let limits = Limits { parts: 200, points: 2000, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let ends = FORMATS.iter().flat_map(|format| format.extensions);
    for end in ends.filter(|end| wanted.as_ref().is_none_or(|wanted| *wanted == **end)) {
        let other = path.with_extension(end);
        std::fs::rename(&path, &other).unwrap();
        path = other;
        match read_any([path.as_path()], &options) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(AnyScene::Space(scene)) => {
                ask(&scene);
                move_joints(&scene);
            }
            Ok(AnyScene::Plane(scene)) => ask(&scene),
        }
    }
    if wanted.is_none_or(|wanted| wanted == "srdf") {
        if let Ok(places) = joint_states(&path, &options.limits) {
            assert!(places.values().all(|place| place.is_finite()));
        }
        as_planned(&folder, path, options);
    }
}

/// Moves the joints of a robot: its bodies go where the poses say, in bounded time.
fn move_joints(scene: &FileScene) {
    let joints = &scene.joints;
    let from = joints.places();
    let to: Vec<f64> = from.iter().map(|place| place + 0.5).collect();
    // Places may lead out of the range of numbers, and are then refused.
    if let (Ok(poses), Ok(moved)) = (scene.poses(&to), scene.with_joints(&to)) {
        assert_eq!((poses.len(), moved.bodies.len()), (scene.bodies.len(), scene.bodies.len()));
    }
    let ways = JointWays::new(joints, &from, &to, 1.0);
    for body in &scene.bodies {
        if let Ok(Some(motion)) = ways.motion(joints, body.joint, 0) {
            assert!(motion.speed(0.0, 1.0) >= 0.0 && motion.angular_speed(0.0, 1.0) >= 0.0);
            assert!(motion.slack(1.0, 0.5) >= 0.0);
        }
    }
}

/// Reads the bytes as the planner's file of a small robot, which they cannot make empty.
fn as_planned(folder: &Path, srdf: PathBuf, options: Options) {
    let link = |name: &str| {
        let ball = "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
        format!("<link name=\"{name}\">{ball}</link>")
    };
    let joint =
        "<joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint>";
    let robot = folder.join("robot.urdf");
    let text = format!("<robot name=\"r\">{}{}{joint}</robot>", link("a"), link("b"));
    std::fs::write(&robot, text).unwrap();
    for state in [None, Some("home".to_string())] {
        match read(&robot, &Options { srdf: Some(srdf.clone()), state, ..options.clone() }) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(scene) => assert_eq!(scene.bodies.len(), 2),
        }
    }
}

fn ask<V: Turns>(scene: &FileScene<V>) {
    let bodies: Vec<_> = scene.bodies.iter().filter(|body| !body.is_empty()).collect();
    assert!(!bodies.is_empty());
    if let [a, b, ..] = bodies[..] {
        let [a, b] = [a, b].map(|body| body.body());
        let [a, b] = [a.at(Pose::IDENTITY), b.at(Pose::IDENTITY)];
        let answer = a.signed_distance(&b).signed_distance;
        assert!(answer.distance.lower <= answer.distance.upper && answer.normal.is_finite());
        let apart = a.distance(&b);
        assert!(0.0 <= apart.lower && apart.lower <= apart.upper);
        assert!(a.intersects(&b) || apart.upper > 0.0);
    }
    // Each part of the library's body is one of the file's, and no more.
    for file in &bodies {
        let body = file.body();
        let parts = body.part_count();
        assert!((0..parts).all(|part| file.part_of(part).is_some()));
        assert!(file.part_of(parts).is_none());
    }
    let resting = Motion::resting(Pose::IDENTITY);
    let Some(first) = bodies[0].convex_part(0) else { return };
    for body in bodies {
        // A motion may lead out of the range of numbers, and is then refused.
        let motion = body.motion.as_ref().map(|motion| motion.of_body(body.origin, 1.0));
        let (Some(Ok(motion)), Some(own)) = (motion, body.convex_part(0)) else { continue };
        let sweep = Sweep::default().with_most_steps(50);
        let encounter = sweep.time_of_impact(&own.shape, &motion, &first.shape, &resting);
        if let Ok(Encounter::Hit(hit)) = encounter {
            assert!(0.0 <= hit.time.lower && hit.time.lower <= hit.time.upper);
        }
    }
}
