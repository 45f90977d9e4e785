//! Random shapes of every kind that moves differently.

use crate::support::{Random, Space, scalar};
use osculate::shape::{Ball, Capsule, Cuboid, Ellipsoid};
use osculate::{Convex, Vector};

/// A shape about the origin, of a size near 1.
pub fn any<V: Space>(random: &mut Random) -> Box<dyn Convex<V>> {
    let mut size = || scalar::<V::Scalar>(0.2 + random.unit());
    let [x, y, z] = [size(), size(), size()];
    let sizes = V::from_fn(|i| [x, y, z][i]);
    match random.below(5) {
        0 => Box::new(Ball::new(x).unwrap()),
        1 => Box::new(Cuboid::new(sizes).unwrap()),
        2 => Box::new(Capsule::new(-sizes, sizes, z * scalar(0.2)).unwrap()),
        3 => Box::new(Ellipsoid::new(sizes).unwrap()),
        _ => hull(random, 12),
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
