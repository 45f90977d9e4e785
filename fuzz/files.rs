//! What every reader is held to: no panic, bounded memory, and a scene or an error.

use osculate::{Space, signed_distance};
use osculate_io::{AnyScene, Limits, Options, Scene, read_any};

/// Reads the bytes as a file of this kind, and asks about the first two bodies.
pub fn check(extension: &str, bytes: &[u8]) {
    let folder = std::env::temp_dir().join(format!("osculate-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("file.{extension}"));
    std::fs::write(&path, bytes).unwrap();
    let limits = Limits { parts: 200, points: 2000, ..Limits::default() };
    match read_any([path.as_path()], &Options { limits, ..Options::default() }) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(AnyScene::Space(scene)) => ask(&scene),
        Ok(AnyScene::Plane(scene)) => ask(&scene),
    }
}

fn ask<V: Space<Scalar = f64>>(scene: &Scene<V>) {
    let parts: Vec<_> = scene.bodies.iter().filter_map(|body| body.parts.first()).collect();
    assert!(!parts.is_empty());
    if let [a, b, ..] = parts[..] {
        let answer = signed_distance(&a.shape, &b.shape);
        assert!(answer.distance.lower <= answer.distance.upper && answer.normal.is_finite());
    }
}
