//! Rays against half-spaces: the one place where the ray comes to the plane.
//!
//! The height of a ray's point above the plane is `h + t v`, a line in the parameter. So the ray
//! comes to the plane at `−h / v`, or never. Both numbers are inner products, and each is off by a
//! few ε of its own terms. So a ray along a floor, whose direction has no part along the normal,
//! has exactly no rate. It is proved to miss, and one that comes down by a millionth hits where it
//! does. The normal of a half-space that was turned or mapped has been rounded. Then what is parallel
//! to within some ε may do either, and that is said.

use super::body::length;
use super::clip::NEAREST;
use super::ray::{Ray, RayHit, Struck};
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Bracket;

/// What an inner product and the differences of its terms are off by, in ε of the terms: half an ε
/// for the difference, half for the product, one for two sums; and as much for ε² and the like.
const PRODUCT_ERROR: f64 = 4.0;

/// What the normal of a half-space that was turned or mapped is off by, in ε: 5.2 for one rotation,
/// as the band has it, and as much for another.
const NORMAL_ERROR: f64 = 11.0;

/// What a ray meets of a half-space; `None` for another shape.
pub(super) fn struck<V: Vector>(ray: &Ray<V>, shape: &impl Convex<V>) -> Option<Struck<V>> {
    let Core::HalfSpace { normal, offset } = shape.core() else { return None };
    let number = V::Scalar::from_f64;
    let (zero, unit) = (V::Scalar::ZERO, V::Scalar::EPSILON);
    let (direction, most) = (ray.direction(), ray.most());
    let (arm, level) = (ray.origin() - shape.origin(), offset + shape.rounding());
    let (height, rate) = (normal.dot(arm) - level, normal.dot(direction));
    // A normal along an axis is right as it is: no turn that was rounded makes it.
    let is_axis = (0..V::DIM).filter(|&i| normal.get(i) != zero).count() == 1;
    let turned = if is_axis { zero } else { number(NORMAL_ERROR) };
    let terms = |v: V| normal.abs().dot(v.abs()) * number(PRODUCT_ERROR);
    // A pose of a pose has an origin that was rounded; its way from the inner one counts as extent.
    let placed =
        terms(shape.origin()) + number(NORMAL_ERROR) * (shape.extent() - offset.abs()).max(zero);
    let levels = number(PRODUCT_ERROR) * (offset.abs() + shape.rounding());
    let lengths = length(arm) + levels;
    let error_of_height =
        unit * ((terms(arm) + placed + levels) + turned * lengths) + V::Scalar::LEAST;
    let error_of_rate = unit * (terms(direction) + turned * length(direction));
    let leaves = ray.is_hollow() && direction != V::ZERO && most > zero;
    let at_start = |point, normal| {
        let parameter = Bracket { lower: zero, value: zero, upper: zero };
        Some(Struck::Hit(RayHit { parameter, point, normal, steps: 1 }))
    };
    // A ray that leaves the hollow shape goes the same way, seen from the other side.
    let sign = match () {
        () if height > error_of_height => V::Scalar::ONE,
        () if height < -error_of_height && leaves => -V::Scalar::ONE,
        () if height < -error_of_height => return at_start(ray.origin(), None),
        () if leaves && !(rate > zero) => return Some(Struck::Missed),
        () => return at_start(ray.origin() - normal * height, Some(normal)),
    };
    let (height, closing) = (height * sign, -rate * sign);
    let (fast, slow) = (closing + error_of_rate, closing - error_of_rate);
    if !(fast > zero) {
        return Some(Struck::Missed);
    }
    let rounding = number(4.0) * unit;
    let lower = (height - error_of_height) / fast * (V::Scalar::ONE - rounding);
    if lower > most {
        return Some(Struck::Missed);
    }
    let none = V::Scalar::INFINITY;
    let upper = (height + error_of_height) / slow * (V::Scalar::ONE + rounding);
    let upper = if slow > zero { upper } else { none };
    let hit = |parameter: Bracket<V::Scalar>| {
        let point = ray.point_at(parameter.value);
        let above = normal.dot(point - shape.origin()) - level;
        let (point, normal) = (point - normal * above, Some(normal));
        Some(Struck::Hit(RayHit { parameter, point, normal, steps: 1 }))
    };
    if upper <= most && upper < none {
        let value = (height / closing).max(lower).min(upper);
        return hit(Bracket { lower, value, upper });
    }
    // The ray ends where it comes to the plane: it grazes if it is near enough there.
    let nearest = number(NEAREST) * unit * (height + lengths);
    if upper < none && (upper - lower) * fast <= nearest {
        return hit(Bracket { lower, value: lower, upper: lower });
    }
    Some(Struck::Unknown { lower: lower.min(V::Scalar::MAX), steps: 1 })
}
