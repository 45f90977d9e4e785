//! Where bodies are, held to corners that are known.

use osculate::Pose;
use osculate_io::{FileBody, FileScene};

/// The least and the largest corner.
pub type Corners = [[f64; 3]; 2];

/// The box of each body, by name.
pub fn boxes(scene: &FileScene) -> Vec<(String, Corners)> {
    let of = |body: &FileBody| {
        let whole = body.body();
        let bounds = whole.at(Pose::IDENTITY).bounds();
        (body.name.clone(), [bounds.min().to_array(), bounds.max().to_array()])
    };
    scene.bodies.iter().map(of).collect()
}

/// Holds a scene to boxes that are known, and to nothing left out.
pub fn holds(scene: &FileScene, known: &[(&str, Corners)]) {
    let found = boxes(scene);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, known.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "{found:?}");
    for ((name, found), (_, known)) in found.iter().zip(known) {
        let ends = found.iter().flatten().zip(known.iter().flatten());
        let off = ends.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        assert!(off < 1e-6, "{name}: {found:?}, not {known:?}");
    }
    assert_eq!(scene.missing().collect::<Vec<_>>(), Vec::<&str>::new());
}
