//! Triangles, alone and beside others, that each format must read as shapes.

use super::{Folder, scene};
use osculate::shape::Ball;
use osculate::{At, DVec3, Pose, signed_distance};
use osculate_io::FileScene;
use std::path::PathBuf;

pub type Triangle = [[f64; 3]; 3];

/// Where a ball of radius 1/2 stands, and how far the triangles are from it.
type Known = ([f64; 3], f64);

/// How far a ball of radius 1/2 is from the only body of a scene.
fn from_ball(scene: &FileScene, center: DVec3) -> f64 {
    assert_eq!(scene.bodies.len(), 1, "{:?}", scene.bodies);
    let ball = Ball::new(0.5).unwrap();
    let ball = At::new(ball, Pose::from_translation(center).unwrap());
    let parts = scene.bodies[0].parts.iter();
    parts
        .map(|part| signed_distance(&part.shape, ball).distance.value)
        .fold(f64::INFINITY, f64::min)
}

/// Holds what reads these files to distances that are known. `files` writes the triangles, each with
/// points of its own, in every way that a format has.
pub fn are_shapes(files: impl Fn(&Folder, &[Triangle]) -> Vec<PathBuf>) {
    let folder = Folder::new();
    let [o, x, y, z] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    // A triangle, a segment and a point; then a tetrahedron, and beside it a triangle, a segment and
    // a point that hang together with nothing.
    let alone = vec![[o, x, y]];
    let segment = vec![[o, [2.0, 0.0, 0.0], x]];
    let point = vec![[[1.0, 2.0, 3.0]; 3]];
    let loose = vec![
        [o, y, x],
        [o, x, z],
        [o, z, y],
        [x, y, z],
        [[5.0, 0.0, 0.0], [6.0, 0.0, 0.0], [5.0, 1.0, 0.0]],
        [[5.0, 5.0, 0.0], [6.0, 5.0, 0.0], [5.0, 5.0, 0.0]],
        [[9.0, 9.0, 9.0]; 3],
    ];
    let cases: [(Vec<Triangle>, usize, &[Known]); 4] = [
        (alone, 1, &[([0.25, 0.25, 2.0], 1.5)]),
        (segment, 1, &[([0.25, 3.0, 4.0], 4.5)]),
        (point, 1, &[([1.0, 5.0, 7.0], 4.5)]),
        (
            loose,
            4,
            &[
                ([0.25, 0.25, -2.0], 1.5),
                ([5.25, 0.25, 2.0], 1.5),
                ([5.5, 8.0, 0.0], 2.5),
                ([9.0, 9.0, 12.0], 2.5),
            ],
        ),
    ];
    for (triangles, parts, known) in cases {
        for file in files(&folder, &triangles) {
            let (scene, name) = (scene(&file), file.display());
            assert_eq!(scene.bodies[0].parts.len(), parts, "{name}");
            for (center, expected) in known {
                let found = from_ball(&scene, DVec3::from(*center));
                assert!((found - expected).abs() < 1e-12, "{name}: {found}");
            }
        }
    }
}
