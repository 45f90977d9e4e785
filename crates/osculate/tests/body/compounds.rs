//! Bodies whose parts are known one by one: compounds of shapes of all kinds, and meshes.

use crate::families::{FAMILIES, pair};
use crate::kinds;
use crate::meshes::{Mesh, Meshes};
use crate::support::{Random, scalar};
use osculate::shape::{Segment, Shape, Triangle};
use osculate::{At, Body, Place, Pose};

/// A body and its parts as shapes.
pub struct Known<V: Meshes> {
    pub body: Body<V>,
    pub parts: Vec<Shape<V>>,
    /// Each facet as a body of its own, if it is a mesh.
    pub alone: Vec<Body<V>>,
}

/// A part of a body of this many, about as large as what each has of the room.
fn part<V: Meshes>(count: usize, random: &mut Random) -> (Shape<V>, Pose<V>) {
    let unit = (1.0 / count as f64).powf(1.0 / V::DIM as f64);
    let unit = unit * [0.3, 1.0, 2.0][random.below(3)];
    let mut shape = match random.below(12) {
        0 if count < 30 => kinds::wrapped(1, random),
        _ => kinds::of_unit(kinds::any_bounded(random), unit, random),
    };
    if random.below(6) == 0 {
        // A pose in a pose.
        shape = At::new(shape, kinds::pose(random)).into();
    }
    let turn = kinds::pose::<V>(random).rotation();
    let way = random.vector::<V>() * scalar(1.0 + unit);
    let pose = if random.below(10) == 0 { Pose::IDENTITY } else { Pose::new(way, turn).unwrap() };
    (shape, pose)
}

impl<V: Meshes> Known<V> {
    pub fn of_mesh(mesh: &Mesh<V>) -> Self {
        let part = |k: usize| -> Shape<V> {
            match mesh.corners(k)[..] {
                [a, b] => Segment::new(a, b).unwrap().into(),
                [a, b, c] => Triangle::new(a, b, c).unwrap().into(),
                _ => panic!("facets have two or three corners"),
            }
        };
        let parts = (0..mesh.facets.len()).map(part).collect();
        let alone = mesh.facets.iter().map(|&facet| V::of_facets(&mesh.vertices, &[facet]));
        let alone = alone.map(Result::unwrap).collect();
        Self { body: mesh.body.clone(), parts, alone }
    }

    /// A mesh of any family, of about the size of a compound.
    pub fn any_mesh(random: &mut Random) -> Self {
        loop {
            let family = FAMILIES[random.below(FAMILIES.len())];
            let [a, _] = pair::<V>(family, random);
            if a.reach() > 1e-2 && a.reach() < 1e2 {
                return Self::of_mesh(&a);
            }
        }
    }

    /// A compound of so many parts.
    pub fn of_many(count: usize, random: &mut Random) -> Self {
        let mut parts: Vec<_> = (0..count).map(|_| part::<V>(count, random)).collect();
        if random.below(8) == 0 {
            // What has no end is one of the parts.
            let floor = kinds::plain::<V>(kinds::HALF_SPACE, random);
            let below = Pose::from_translation(random.vector::<V>() * scalar(2.0)).unwrap();
            parts[random.below(count)] = (floor, below);
        }
        let body =
            Body::compound(parts.into_iter().map(|(shape, pose)| (shape.into(), pose))).unwrap();
        Self { parts: shapes_of(&body), body, alone: Vec::new() }
    }

    /// A body of one shape, which may have no end.
    pub fn of_one(random: &mut Random) -> Self {
        let body = Body::new(match random.below(4) {
            0 => kinds::wrapped::<V>(1, random),
            _ => kinds::plain(kinds::any(random), random),
        });
        Self { parts: shapes_of(&body), body, alone: Vec::new() }
    }

    pub fn any(random: &mut Random) -> Self {
        match random.below(16) {
            0..2 => Self::of_one(random),
            2..5 => Self::any_mesh(random),
            5..10 => Self::of_many(2 + random.below(6), random),
            10..15 => Self::of_many(8 + random.below(30), random),
            _ => Self::of_many(257 + random.below(344), random),
        }
    }
}

/// The parts of a body that is no mesh.
fn shapes_of<V: Meshes>(body: &Body<V>) -> Vec<Shape<V>> {
    body.parts().map(|part| part.shape().expect("it is no mesh").clone()).collect()
}

/// Two poses: in half of all pairs, near enough that bodies of size 1 may meet.
pub fn poses<V: Meshes>(random: &mut Random) -> [Pose<V>; 2] {
    let far = [0.0, 1.0, 1e3][random.below(3)];
    let center = random.vector::<V>() * scalar(far);
    let way = random.vector::<V>() * scalar(random.magnitude(-1.0, 1.0));
    let turn = |random: &mut Random| kinds::pose::<V>(random).rotation();
    let one = Pose::new(center, turn(random)).unwrap();
    let one = if far == 0.0 && random.below(2) == 0 { Pose::IDENTITY } else { one };
    [one, Pose::new(center + way, turn(random)).unwrap()]
}

/// A part at a pose, as queries of any kind take it.
pub fn placed<V: Meshes>(part: &Shape<V>, pose: Pose<V>) -> At<V, &Shape<V>> {
    part.at(pose)
}

/// The length of the way between two origins and how far both bodies reach. Parts that are shapes
/// have origins in the world, which are rounded there.
pub fn lengths<V: Meshes>([a, b]: [&Known<V>; 2], poses: [Pose<V>; 2]) -> f64 {
    use osculate::Scalar;
    let way = (poses[1].translation() - poses[0].translation()).length();
    let out = poses[0].translation().length() + poses[1].translation().length();
    (way + out + a.body.span() + b.body.span()).to_f64()
}
