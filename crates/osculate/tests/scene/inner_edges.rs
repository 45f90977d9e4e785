//! Bodies that slide and roll over floors of tiles.

use osculate::Body;
use osculate::scene::BodyKind::Static;
use osculate::scene::Scene;
use osculate::shape::{Ball, Capsule, Cuboid, Cylinder, HalfSpace, Shape};
use osculate::{Contact, Pose, Scalar, Space, Vec2, Vec3A};

use crate::support::{Random, Space as AnySpace, coordinates, pairs, scalar};

const MARGIN: f64 = 0.02;

fn floor<V: Space>(tiles: usize, ignoring: bool) -> Scene<V> {
    let scene = Scene::with_margin(scalar(MARGIN)).unwrap();
    let mut scene = if ignoring { scene.ignoring_inner_edges() } else { scene };
    let half = 4.0 / tiles as f64;
    let size = V::from_fn(|i| scalar([half, 0.5, 2.0][i]));
    let tile = Body::new(Cuboid::new(size).unwrap()).with_kind(Static);
    for k in 0..tiles {
        let at = V::from_fn(|i| scalar([half * (2 * k + 1) as f64 - 4.0, -0.5, 0.0][i]));
        scene.add(tile.clone(), Pose::from_translation(at).unwrap());
    }
    scene
}

fn normals<V: Space>(scene: &mut Scene<V>) -> Vec<V> {
    let of = |contact: &Contact<V>| contact.normal;
    scene.contacts().iter().map(|touch| of(&touch.contact)).collect()
}

/// From the lowest to the highest place of contact points along an axis.
fn span<V: Space>(scene: &mut Scene<V>, axis: usize) -> Option<[f64; 2]> {
    let points = scene.contacts().iter().flat_map(|touch| touch.points());
    points.map(|point| point.on_a.get(axis).to_f64()).fold(None, |span, x| {
        let [low, high] = span.unwrap_or([x, x]);
        Some([f64::min(low, x), f64::max(high, x)])
    })
}

fn tiles_are_one_floor<V: AnySpace>() {
    let mut random = Random(59);
    let lying = if V::DIM == 2 { 0.0 } else { core::f64::consts::FRAC_PI_2 };
    let lying = if V::DIM == 2 {
        V::rotation_from_angle(lying)
    } else {
        let (sine, cosine) = (lying / 2.0).sin_cos();
        V::rotation_from_quaternion([sine, 0.0, 0.0, cosine])
    };
    let flat = V::rotation_from_quaternion([0.0, 0.0, 0.0, 1.0]);
    let mut without = 0;
    for case in 0..pairs(400) {
        let half = scalar::<V::Scalar>(0.3);
        let (shape, turn): (Shape<V>, _) = match case % 4 {
            0 => (Ball::new(half).unwrap().into(), flat),
            1 => (Cuboid::new(V::splat(half)).unwrap().into(), flat),
            2 if V::DIM == 3 => (Cylinder::new(half, half).unwrap().into(), lying),
            2 => (Ball::new(half).unwrap().into(), lying),
            _ => {
                let way = V::axis(0) * half;
                (Capsule::new(-way, way, half).unwrap().into(), flat)
            }
        };
        // Sunk in by a hair, or not yet down.
        let gap = 0.3 + 1e-3 * random.signed();
        let at = V::from_fn(|i| scalar([3.0 * random.signed(), gap, 0.3][i]));
        let pose = Pose::new(at, turn).unwrap();
        let found = [(1, true), (37, true), (37, false)].map(|(tiles, ignoring)| {
            let mut scene = floor::<V>(tiles, ignoring);
            scene.add(Body::new(shape.clone()), pose);
            let normals = normals(&mut scene);
            let level = normals.iter().all(|n| {
                let off: Vec<f64> = coordinates(*n - V::axis(1));
                // Where two tiles reach above each other's planes by less than is seen, both stay.
                off.iter().all(|x| x.abs() < 1e-3)
            });
            (level, span(&mut scene, 0), normals)
        });
        let [one, tiles, plain] = found;
        assert!(one.0 && tiles.0, "{} case {case}: {:?} on {at:?}", V::NAME, tiles.2);
        let (Some([low, high]), Some([from, to])) = (one.1, tiles.1) else {
            panic!("{} case {case}: {:?} {:?}", V::NAME, one.1, tiles.1)
        };
        // Beside the point of a curve the seam may have one that is as deep to the eye.
        let seen = 5e-3;
        assert!((low - from).abs() < seen && (high - to).abs() < seen, "{low} {high} {from} {to}");
        without += usize::from(!plain.0);
    }
    // Without the option they are seen.
    assert!(without * 10 > pairs(400), "{without}");
}

#[test]
fn a_floor_of_tiles_is_touched_as_one_floor() {
    tiles_are_one_floor::<Vec3A>();
    tiles_are_one_floor::<osculate::DVec3>();
}

/// A step that rises above the floor stops what comes, and a wall holds what leans on it.
#[test]
fn what_rises_above_the_floor_keeps_its_contact() {
    for rise in [0.05f32, 0.2, 3.0] {
        let mut scene = floor::<Vec2>(16, true);
        let step = Body::new(Cuboid::new(Vec2::new(0.5, rise)).unwrap()).with_kind(Static);
        scene.add(step, Pose::from_translation(Vec2::new(0.799, 0.0)).unwrap());
        let cube = Body::new(Cuboid::new(Vec2::splat(0.3)).unwrap());
        scene.add(cube, Pose::from_translation(Vec2::new(0.0, 0.2995)).unwrap());
        let normals = normals(&mut scene);
        let along = |axis: Vec2| normals.iter().filter(|n| n.dot(axis).abs() > 0.999).count();
        assert!(along(Vec2::X) == 1 && along(Vec2::Y) >= 1, "{rise}: {normals:?}");
    }
    // A step down is none.
    let mut scene = floor::<Vec2>(1, true);
    let low = Body::new(Cuboid::new(Vec2::new(1.0, 0.5)).unwrap()).with_kind(Static);
    scene.add(low, Pose::from_translation(Vec2::new(5.0, -0.51)).unwrap());
    let cube = Body::new(Cuboid::new(Vec2::splat(0.3)).unwrap());
    scene.add(cube, Pose::from_translation(Vec2::new(3.9, 0.2995)).unwrap());
    assert!(normals(&mut scene).iter().all(|n| *n == Vec2::Y));
}

/// A half-space has no end: nothing that touches beside it is above all of it.
#[test]
fn a_floor_without_end_keeps_its_contact_beside_a_wall() {
    let mut scene = Scene::<Vec3A>::with_margin(0.02).unwrap().ignoring_inner_edges();
    let floor = Body::new(HalfSpace::new(Vec3A::Y, 0.0).unwrap()).with_kind(Static);
    scene.add(floor, Pose::IDENTITY);
    let wall = Body::new(Cuboid::new(Vec3A::new(0.1, 1.0, 1.0)).unwrap()).with_kind(Static);
    scene.add(wall, Pose::from_translation(Vec3A::new(-0.1, 1.0, 0.0)).unwrap());
    let cube = Body::new(Cuboid::new(Vec3A::splat(0.3)).unwrap());
    scene.add(cube, Pose::from_translation(Vec3A::new(0.299, 0.299, 0.0)).unwrap());
    let found: Vec<_> =
        scene.contacts().iter().map(|c| (c.contact.normal, c.points().len())).collect();
    let along =
        |axis: Vec3A| found.iter().filter(|(n, k)| n.dot(axis).abs() > 0.999 && *k == 4).count();
    assert!(along(Vec3A::X) == 1 && along(Vec3A::Y) == 1, "{found:?}");
}
