//! A game of the plane: which of ten thousand rocks does the player see? What the player sees is a
//! frustum of the plane, a quadrilateral; the rocks are polygons in a scene.
//!
//! `cargo run --release --example view_in_the_plane`

use osculate::Body;
use osculate::scene::{Filter, Scene};
use osculate::shape::{ConvexPolygon, Shape};
use osculate::{Convex, Error, Place, Pose, Rotation, Vec2, intersects};

const ROCKS: usize = 10_000;
/// The side of the square that the rocks lie in.
const SIZE: f32 = 400.0;

/// Between a near and a far line, and two lines through the eye: along x, from the origin.
fn view(half_angle: f32, near: f32, far: f32) -> Result<ConvexPolygon<Vec2>, Error> {
    let spread = half_angle.tan();
    let corner = |x: f32, side: f32| Vec2::new(x, side * x * spread);
    ConvexPolygon::from_points(&[
        corner(near, -1.0),
        corner(far, -1.0),
        corner(far, 1.0),
        corner(near, 1.0),
    ])
}

/// A stone of a few corners; the same number gives the same stone.
fn rock(number: usize) -> Result<ConvexPolygon<Vec2>, Error> {
    let corners = 5 + number % 6;
    let corner = |k: usize| {
        let angle = std::f32::consts::TAU * (k as f32 + noise(number * 31 + k)) / corners as f32;
        Vec2::from_angle(angle) * (0.5 + noise(number * 17 + k))
    };
    ConvexPolygon::from_points(&(0..corners).map(corner).collect::<Vec<_>>())
}

/// A number from 0 to 1 that looks random.
fn noise(seed: usize) -> f32 {
    let mixed = (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40) as f32 / (1u64 << 24) as f32
}

fn main() -> Result<(), Error> {
    // Rocks of the same shape share it.
    let shapes: Vec<Shape<Vec2>> =
        (0..64).map(|k| Ok(rock(k)?.into())).collect::<Result<_, Error>>()?;
    let mut scene = Scene::new();
    for i in 0..ROCKS {
        let at = Vec2::new(noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5) * SIZE;
        let pose = Pose::new(at, Rotation::from_angle(noise(3 * i) * 6.0)?)?;
        scene.add(Body::new(&shapes[i % shapes.len()]), pose);
    }
    // Nothing moves: a step sorts the rocks into the tree, once.
    scene.step();

    let view = view(0.5, 0.5, 60.0)?;
    for frame in 0..8 {
        let eye = Vec2::new(-150.0 + 40.0 * frame as f32, 10.0);
        let turn = Rotation::from_angle(0.3 * frame as f32)?;
        let seen = view.at(Pose::new(eye, turn)?);
        let rocks = scene.touching_shape(seen, &Filter::ALL);
        // By boxes alone there would be more.
        let by_boxes = scene.in_box(&seen.bounds(), &Filter::ALL).len();
        println!("frame {frame}: {} rocks are seen, {by_boxes} are in the box", rocks.len());
        // The scene says what asking each rock says.
        let alone = scene.members().filter(|(_, member, pose)| {
            member.body().parts().any(|part| intersects(part.at(*pose), seen))
        });
        assert_eq!(rocks.len(), alone.count());
    }
    Ok(())
}
