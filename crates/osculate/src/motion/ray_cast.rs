//! Rays against shapes.
//!
//! A ray is a point that moves, and its cast is that of the point. A ray that starts inside and
//! looks for the way out is followed from beyond the shape backwards: the last point of the shape
//! on it is the first that one meets from there.

use super::body::{Straight, reach};
use super::bound::Bound;
use super::clip;
use super::course::Course;
use super::level;
use super::ray::{Ray, RayHit, Struck};
use super::sweep::BUDGET;
use super::{Encounter, Impact};
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Space;
use crate::query::{Bracket, Verdict};
use crate::shape::Point;

/// Where a ray first hits a shape.
///
/// Sets are closed: a ray that grazes a shape or runs in one of its faces hits it, as far as
/// rounding can tell, and one that starts on the surface or inside hits at 0.
///
/// ```
/// use osculate::{DVec3, Ray, ray_cast, shape::Cuboid};
/// let cube = Cuboid::new(DVec3::ONE)?;
/// let ray = Ray::new(DVec3::new(-5.0, 0.5, 0.25), DVec3::X)?;
/// let hit = ray_cast(&ray, &cube).hit().expect("straight at a face");
/// assert!(hit.parameter.lower <= 4.0 && 4.0 <= hit.parameter.upper);
/// assert_eq!(hit.normal, Some(-DVec3::X));
/// assert!(ray_cast(&ray.up_to(3.9)?, &cube).is_missed());
///
/// let out = Ray::new(DVec3::ZERO, DVec3::Y)?.hollow();
/// let exit = ray_cast(&out, &cube).hit().expect("it leaves").parameter;
/// assert!(exit.lower <= 1.0 && 1.0 <= exit.upper);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn ray_cast<V: Space>(ray: &Ray<V>, shape: impl Convex<V>) -> Struck<V> {
    if let Some(struck) = clip::struck(ray, &shape).or_else(|| level::struck(ray, &shape)) {
        return struck;
    }
    let zero = V::Scalar::ZERO;
    let to = if ray.direction() == V::ZERO { zero } else { ray.most() };
    let along = Straight::moved(Point::ORIGIN, ray.origin(), ray.direction(), zero);
    match course(&along, &shape, to) {
        Encounter::Hit(impact) => {
            let first = hit(&impact, impact.time);
            let leaves = ray.is_hollow() && to > zero && impact.start != Verdict::Apart;
            if leaves { exit(ray, &shape, first) } else { Struck::Hit(first) }
        }
        Encounter::Missed => Struck::Missed,
        Encounter::Unknown { lower, steps } => Struck::Unknown { lower, steps },
    }
}

/// A hit at this parameter.
fn hit<V: Vector>(impact: &Impact<V>, parameter: Bracket<V::Scalar>) -> RayHit<V> {
    let normal = impact.normal.map(|n| -n);
    RayHit { parameter, point: impact.on_b, normal, steps: impact.steps }
}

/// What the point of a ray meets of a shape that rests, up to a parameter.
fn course<V: Space>(
    point: &Straight<V, Point<V>>,
    shape: &impl Convex<V>,
    to: V::Scalar,
) -> Encounter<V> {
    let (zero, b) = (V::Scalar::ZERO, &Straight::new(shape, V::ZERO));
    let bound = Bound { a: point, b, to };
    let (budget, ignores_start) = (BUDGET, false);
    Course { bound, from: zero, stop: zero, tolerance: zero, budget, ignores_start }.run(&mut ())
}

/// Where a ray that starts in the shape leaves it; `first` is the start as a hit.
fn exit<V: Space>(ray: &Ray<V>, shape: &impl Convex<V>, first: RayHit<V>) -> Struck<V> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let speed = ray.direction().length();
    // The far end is beyond the shape: a point in it is no further than twice its size from all
    // others.
    let size = (ray.origin() - shape.origin()).length() + (reach(shape) + shape.rounding());
    let beyond = (size + size) / speed;
    if !(beyond > zero && beyond.is_finite()) {
        // It starts at the origin of a shape that ends there.
        return Struck::Hit(first);
    }
    let far = beyond.min(ray.most()) * (one + V::Scalar::EPSILON);
    // The difference of the parameters is rounded too.
    let slack =
        V::Scalar::from_f64(8.0) * V::Scalar::EPSILON * (far * speed + ray.origin().length());
    let back = Straight::moved(Point::ORIGIN, ray.point_at(far), -ray.direction(), slack);
    match course(&back, shape, far) {
        Encounter::Hit(impact) if impact.start == Verdict::Overlapping => Struck::Missed,
        Encounter::Hit(impact) => {
            let rounding = V::Scalar::EPSILON * far;
            let time = impact.time;
            let parameter = Bracket {
                lower: ((far - time.upper) - rounding).max(zero),
                value: far - time.value,
                upper: (far - time.lower) + rounding,
            };
            Struck::Hit(hit(&impact, parameter))
        }
        Encounter::Missed => Struck::Missed,
        Encounter::Unknown { steps, .. } => Struck::Unknown { lower: zero, steps },
    }
}
