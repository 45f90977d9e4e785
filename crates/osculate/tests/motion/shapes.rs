//! Random shapes of every kind that moves differently.

use crate::support::{Random, Space, scalar};
use osculate::shape::{Ball, Capsule, Cuboid, Ellipsoid};
use osculate::{Convex, Vector};

/// The kinds, by name. A new one stands at the end, and shifts no other.
const KINDS: [&str; 5] = ["ball", "cuboid", "capsule", "ellipsoid", "hull"];

/// How many there were when the streams of the tests were fixed.
const FIRST: usize = 5;

/// A shape about the origin, of a size near 1.
pub fn any<V: Space>(random: &mut Random) -> Box<dyn Convex<V>> {
    let mut size = || scalar::<V::Scalar>(0.2 + random.unit());
    let [x, y, z] = [size(), size(), size()];
    let sizes = V::from_fn(|i| [x, y, z][i]);
    match KINDS[random.place(FIRST, KINDS.len() - FIRST)] {
        "ball" => Box::new(Ball::new(x).unwrap()),
        "cuboid" => Box::new(Cuboid::new(sizes).unwrap()),
        "capsule" => Box::new(Capsule::new(-sizes, sizes, z * scalar(0.2)).unwrap()),
        "ellipsoid" => Box::new(Ellipsoid::new(sizes).unwrap()),
        "hull" => hull(random, 12),
        kind => panic!("there is no {kind}"),
    }
}

/// The hull of so many points in the cube of size 1.
pub fn hull<V: Space>(random: &mut Random, points: usize) -> Box<dyn Convex<V>> {
    loop {
        let points: Vec<V> = (0..points).map(|_| random.vector()).collect();
        if let Some(hull) = V::hull(&points) {
            return hull;
        }
    }
}

/// A number as `f64`.
pub fn number<S: osculate::Scalar>(x: S) -> f64 {
    x.to_f64()
}

/// The length of a vector.
pub fn length<V: Vector>(v: V) -> f64 {
    number(v.length())
}
