//! Rays against shapes.
//!
//! A ray is a point that moves, and its cast is that of the point. A ray that starts inside and
//! looks for the way out is followed from beyond the shape backwards: the last point of the shape
//! on it is the first that one meets from there.

use super::body::{Straight, reach};
use super::bound::Bound;
use super::course::Course;
use super::sweep::BUDGET;
use super::{Encounter, Impact};
use crate::check;
use crate::convex::Convex;
use crate::error::Error;
use crate::known::Core;
use crate::query::Space;
use crate::query::{Bracket, Verdict};
use crate::shape::Point;
use crate::vector::{Real, Scalar, Vector};

/// The points `origin + t · direction` for `t` from 0 to a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    origin: V,
    direction: V,
    most: V::Scalar,
    hollow: bool,
}

impl<V: Vector> Ray<V> {
    /// The ray without end. The direction may have any length, and parameters are counted in it.
    /// With a direction of zero the ray is a point: it hits, at 0, what the point is in.
    pub fn new(origin: V, direction: V) -> Result<Self, Error> {
        check::vector("Ray", "origin", origin)?;
        check::vector("Ray", "direction", direction)?;
        Ok(Self { origin, direction, most: V::Scalar::INFINITY, hollow: false })
    }

    /// Only up to this parameter. With zero the ray is a point.
    pub fn up_to(self, most: V::Scalar) -> Result<Self, Error> {
        Ok(Self { most: check::size("Ray", "most", None, most)?, ..self })
    }

    /// Takes shapes for hollow: a ray that starts inside, or on the surface, hits the surface where
    /// it leaves. Without it, such a ray hits at 0; so does a ray without length in any case.
    pub fn hollow(self) -> Self {
        Self { hollow: true, ..self }
    }

    /// Where it starts, its direction, and the most of its parameter.
    pub(crate) fn extents(&self) -> (V, V, V::Scalar) {
        (self.origin, self.direction, self.most)
    }

    /// The point at a parameter.
    pub fn point_at(&self, parameter: V::Scalar) -> V {
        self.origin + self.direction * parameter
    }
}

/// Where a ray hits a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V: Vector> {
    /// Before `lower` the ray is outside the shape, which is proved; of a hollow shape, inside or
    /// outside, and so after `upper`. By `upper` it has certainly met the shape, if the two
    /// numbers differ. If they are equal, the ray starts there in the shape, or it grazes: its
    /// distance from the shape is not to be told from zero there.
    pub parameter: Bracket<V::Scalar>,
    /// The point of the shape.
    pub point: V,
    /// The shape's outward unit normal there; `None` if the ray starts inside.
    pub normal: Option<V>,
    /// How many times the shape was looked at.
    pub steps: u32,
}

/// What is known of a ray and a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub enum Struck<V: Vector> {
    /// The ray hits.
    Hit(RayHit<V>),
    /// It does not, which is proved.
    Missed,
    /// The budget of steps is spent, or the numbers of parameters are too few: before `lower` the
    /// ray does not hit, which is proved, and nothing is known of later.
    Unknown {
        /// The parameter before which there is no hit.
        lower: V::Scalar,
        /// How many times the shape was looked at.
        steps: u32,
    },
}

impl<V: Vector> Struck<V> {
    /// The hit, if there is one.
    pub fn hit(self) -> Option<RayHit<V>> {
        match self {
            Self::Hit(hit) => Some(hit),
            _ => None,
        }
    }

    /// Whether it is proved that there is no hit.
    pub fn is_missed(&self) -> bool {
        matches!(self, Self::Missed)
    }
}

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
    let zero = V::Scalar::ZERO;
    let to = if ray.direction == V::ZERO { zero } else { ray.most };
    let along =
        Straight { shape: Point::ORIGIN, from: ray.origin, velocity: ray.direction, slack: zero };
    match course(&along, &shape, to) {
        Encounter::Hit(impact) => {
            let first = hit(&impact, impact.time);
            let leaves = ray.hollow && to > zero && impact.start != Verdict::Apart;
            if leaves { exit(ray, &shape, first) } else { Struck::Hit(first) }
        }
        Encounter::Free => Struck::Missed,
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
    let speed = ray.direction.length();
    if let Core::HalfSpace { normal, .. } = shape.core()
        && normal.dot(ray.direction) <= zero
    {
        return Struck::Missed;
    }
    // The far end is beyond the shape: a point in it is no further than twice its size from all
    // others. A half-space is left at once, going by its depth along the normal.
    let size = match shape.core() {
        Core::HalfSpace { normal, offset } => {
            let depth = offset - normal.dot(ray.origin - shape.origin());
            (depth + shape.radius()).abs() * (speed / normal.dot(ray.direction))
        }
        _ => (ray.origin - shape.origin()).length() + (reach(shape) + shape.radius()),
    };
    let beyond = (size + size) / speed;
    if !(beyond > zero && beyond.is_finite()) {
        // It starts at the origin of a shape that ends there.
        return Struck::Hit(first);
    }
    let far = beyond.min(ray.most) * (one + V::Scalar::EPSILON);
    let back = Straight {
        shape: Point::ORIGIN,
        from: ray.point_at(far),
        velocity: -ray.direction,
        // The difference of the parameters is rounded too.
        slack: V::Scalar::from_f64(8.0) * V::Scalar::EPSILON * (far * speed + ray.origin.length()),
    };
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
        Encounter::Free => Struck::Missed,
        Encounter::Unknown { steps, .. } => Struck::Unknown { lower: zero, steps },
    }
}
