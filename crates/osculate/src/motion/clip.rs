//! Rays against shapes whose faces are known: closed forms, with their proof.
//!
//! A ray is in a polytope from when it is behind the last of the planes that look towards it until
//! it comes out through the first of the others (the clipping of Cyrus and Beck). Each plane proves
//! a part of the answer: before the ray comes to it, the ray is outside. And where the ray is
//! behind all planes by more than rounding may hide, it is inside. The distance from a convex set
//! is a convex function along a ray. So a ball or a capsule is entered between two points of the
//! ray if the first is surely outside and the second surely inside.
//!
//! The faces of a hull of many corners are not asked one by one: a walk finds the one that the ray
//! enters by (`convex/table/directions/entered.rs`). Its plane proves what is before. The corners of the face
//! and the one furthest behind it span a tetrahedron, and where the ray is inside that by more than
//! rounding may hide, it is inside the hull.
//!
//! All is measured from the point of the ray nearest to the shape's middle, where rounding hides
//! least. The ray is in the shape no further from there than its distance and the shape's reach
//! together: that is the window. What is in doubt is left to the march.

use super::body::length;
use super::ray::{Ray, RayHit, Struck};
use crate::convex::known::{Core, FewPoints};
use crate::convex::table::directions::Corners;
use crate::convex::table::polar::Polar;
use crate::convex::{Convex, Facts};
use crate::number::blocks::LanesOf;
use crate::number::lanes::Lanes;
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::query::Bracket;

/// What the distance of a point of the ray from a plane is off by, in ε of the way from the shape's
/// origin: 3 for turning it, 2 for a matrix that is not quite a rotation, 1 for two differences.
const ARM_ERROR: f64 = 6.0;

/// The same, in ε of the span, which is the longest way from the middle in the window: 3 for the
/// point's product with the normal; for the direction 3, 2 and 3; 2 for the quotient.
const SPAN_ERROR: f64 = 13.0;

/// What the distance from the plane across a support point is off by beside that, in ε of the span:
/// 1 for the way between two points, and twice 3 for the products of two corners that may be taken
/// for each other.
const SUPPORT_ERROR: f64 = 7.0;

/// What a cross product of two edges is off by, in ε of their lengths: 1 for the edges, 1.5 for the
/// products and their differences; and 0.5 for the rest.
const CROSS_ERROR: f64 = 3.0;

/// The ray is seen no further outside than so many ε of the lengths, beside what the place of its
/// point is rounded by. The march takes that for contact too.
pub(super) const NEAREST: f64 = 48.0;

/// When a ray passes a shape, from the point that it is measured from.
struct Passage<V: Vector> {
    /// The ray is surely outside before this, if it is in the window.
    comes: V::Scalar,
    /// It enters here.
    enters: V::Scalar,
    /// It is surely inside from here, until `leaves`, if that is later.
    inside: V::Scalar,
    leaves: V::Scalar,
    /// It is surely outside after this.
    gone: V::Scalar,
    /// The normal where it enters, in the shape's axes.
    normal: V,
}

/// What a ray hits, if its faces are known and tell it.
pub(super) fn struck<V: Vector>(ray: &Ray<V>, shape: &impl Convex<V>) -> Option<Struck<V>> {
    let radius = shape.rounding();
    match shape.core() {
        Core::Points { points: FewPoints { polar: Some(polar), .. }, axes }
            if radius == V::Scalar::ZERO =>
        {
            let near = Near::new(ray, shape, axes, polar.middle())?;
            near.told(|| near.between_planes(polar))
        }
        Core::Corners { corners, axes } if radius == V::Scalar::ZERO => {
            let near = Near::new(ray, shape, axes, V::ZERO)?;
            near.told(|| near.through_face(corners))
        }
        Core::Cuboid { half_extents, axes } if radius == V::Scalar::ZERO => {
            let near = Near::new(ray, shape, axes, V::ZERO)?;
            near.told(|| Some(near.between_slabs(half_extents)))
        }
        Core::Point(center) if radius > V::Scalar::ZERO => {
            let near = Near::new(ray, shape, None, center)?;
            near.told(|| near.in_tube([V::ZERO; 2], radius))
        }
        Core::Segment(p, q) if radius > V::Scalar::ZERO => {
            let middle = (p + q) * V::Scalar::from_f64(0.5);
            let near = Near::new(ray, shape, None, middle)?;
            near.told(|| near.in_tube([p - middle, q - middle], radius))
        }
        _ => None,
    }
}

/// A ray as the shape sees it.
struct Near<'r, V: Vector> {
    ray: &'r Ray<V>,
    to: V::Scalar,
    axes: Option<V::Matrix>,
    /// The parameter of its point nearest to the middle.
    time: V::Scalar,
    /// That point, from the middle, in the shape's axes.
    at: V,
    /// Its direction, scaled, in the shape's axes.
    way: V,
    /// How much longer a unit of the ray's parameter is than one of the scaled direction.
    unit: V::Scalar,
    /// How far around the middle the shape reaches.
    reach: V::Scalar,
    /// The longest way from the middle in the window.
    span: V::Scalar,
    /// How long, before and after that point, the ray may be in the shape.
    window: V::Scalar,
    /// How far it may be outside where it is said to enter.
    nearest: V::Scalar,
    /// What a distance in the window may be off by.
    error: V::Scalar,
}

impl<'r, V: Vector> Near<'r, V> {
    /// The middle is given in the shape's axes, from its origin. `None` if a number is out of
    /// range.
    fn new(
        ray: &'r Ray<V>,
        shape: &impl Convex<V>,
        axes: Option<V::Matrix>,
        middle: V,
    ) -> Option<Self> {
        let (zero, to) = (V::Scalar::ZERO, ray.most());
        let (from, direction) = (ray.origin(), ray.direction());
        let unit = direction.abs().max_element().scale_to_one();
        let (way, origin) = (direction * unit, shape.origin());
        let squared = way.length_squared();
        if !(squared > zero && to > zero) {
            return None;
        }
        let in_world = axes.map_or(middle, |axes| axes.apply(middle));
        let ahead = (origin + in_world - from).dot(way) / squared;
        let time = (ahead * unit).max(zero).min(to);
        let point = ray.point_at(time);
        let turned = |v: V| axes.map_or(v, |axes| axes.transpose().apply(v));
        let (arm, extent) = (point - origin, shape.extent());
        let (at, way) = (turned(arm) - middle, turned(way));
        let reach = (extent + length(middle)) + shape.rounding();
        let span = reach + length(at);
        let window = span / squared.sqrt();
        let arm = length(arm);
        let of_lengths = |arm_share: f64, span_share: f64| {
            V::Scalar::from_f64(arm_share) * arm + V::Scalar::from_f64(span_share) * span
        };
        // The point is a product and a sum, rounded by half an ε each; so is where the shape is.
        let sizes = (length(from) + length(origin)) + length(direction) * time + span;
        let slack = (sizes + sizes) * V::Scalar::EPSILON + V::Scalar::LEAST;
        let error = of_lengths(ARM_ERROR, SPAN_ERROR) * V::Scalar::EPSILON + slack;
        let nearest = of_lengths(NEAREST, NEAREST) * V::Scalar::EPSILON + (slack + slack);
        let near = Self { ray, to, axes, time, at, way, unit, reach, span, window, nearest, error };
        (error.is_finite() && window.is_finite()).then_some(near)
    }

    /// The answer, if it is beyond doubt.
    fn told(&self, passage: impl FnOnce() -> Option<Passage<V>>) -> Option<Struck<V>> {
        if length(self.at) > self.reach + (self.error + self.error) {
            return Some(Struck::Missed);
        }
        let Passage { comes, enters, inside, leaves, gone, normal } = passage()?;
        let at = |span: V::Scalar| self.time + span * self.unit;
        let rounding = |time: V::Scalar| {
            V::Scalar::from_f64(2.0) * V::Scalar::EPSILON * (self.time + time.abs())
        };
        let down = |span: V::Scalar| at(span) - rounding(at(span));
        let up = |span: V::Scalar| at(span) + rounding(at(span));
        let passes = comes > gone || comes > self.window || gone < -self.window;
        if passes || down(comes) > self.to || up(gone) < V::Scalar::ZERO {
            return Some(Struck::Missed);
        }
        let parameter = Bracket { lower: down(comes), value: at(enters), upper: up(inside) };
        let enters_surely = inside < leaves
            && parameter.lower > V::Scalar::ZERO
            && parameter.upper <= self.to
            && (-self.window <= comes && inside <= self.window);
        let is_near = -normal.dot(self.way) * (enters - comes) <= self.nearest;
        if !(enters_surely && is_near) {
            return None;
        }
        let normal = self.axes.map_or(normal, |axes| axes.apply(normal));
        let point = self.ray.point_at(parameter.value);
        Some(Struck::Hit(RayHit { parameter, point, normal: Some(normal), steps: 1 }))
    }

    /// By the planes of a hull.
    fn between_planes(&self, polar: &Polar<V>) -> Option<Passage<V>> {
        let splat = LanesOf::<V>::splat;
        let (zero, least) = (V::Scalar::ZERO, V::Scalar::LEAST);
        // As much below the gauge of the faces as what is surely beyond them is above it.
        let within = (V::Scalar::ONE + V::Scalar::ONE) - polar.beyond(self.error);
        let mut last = Extreme::<V>::new();
        let mut first = Extreme::<V>::new();
        for poles in polar.poles() {
            for part in 0..2 {
                let product = |v: V| {
                    let along = |i: usize| poles.lanes(i)[part].mul(splat(v.get(i)));
                    along(0).add(along(1)).add(along(2))
                };
                let (beyond, rate) = (product(self.at).sub(splat(within)), product(self.way));
                let speed = rate.max(splat(zero).sub(rate)).max(splat(least));
                let (time, none) = (beyond.div(speed), splat(-V::Scalar::INFINITY));
                last.ask(rate.if_less(splat(zero), time, none));
                first.ask(rate.if_less(splat(zero), none, time));
            }
        }
        let ((inside, i), (leaves, j)) = (last.end(), first.end());
        // A face's own pole may be shorter than the longest, and hides less.
        let plane = |index: usize| {
            let pole = polar.pole(index);
            let speed = pole.dot(self.way).abs().max(least);
            let outside = polar.beyond(zero) + length(pole) * self.error;
            (pole, pole.dot(self.at), speed, outside)
        };
        let (pole, gauge, speed, outside) = plane(i);
        let (comes, enters) = ((gauge - outside) / speed, (gauge - V::Scalar::ONE) / speed);
        let (_, gauge, speed, outside) = plane(j);
        let gone = (outside - gauge) / speed;
        let normal = pole.try_normalize()?;
        Some(Passage { comes, enters, inside, leaves: -leaves, gone, normal })
    }

    /// Through the face that the ray enters by, of a hull whose middle is its origin.
    fn through_face(&self, corners: Corners<'_, V>) -> Option<Passage<V>> {
        // Near that face is the corner that is nearest to where the ray enters a ball.
        let guess = self.at + self.way * entrance(self.at, self.way, self.reach)?;
        let [p, q, r] = corners.entered(self.at, self.way, guess)?;
        let normal = (q - p).cross(r - p).try_normalize()?;
        let (above, rate) = (normal.dot(self.at - corners.furthest(normal)), normal.dot(self.way));
        if !(rate < -V::Scalar::LEAST) {
            return None;
        }
        let share = V::Scalar::from_f64(SUPPORT_ERROR) * V::Scalar::EPSILON;
        let error = self.error + share * self.span;
        let (comes, enters) = ((above - error) / -rate, above / -rate);
        let behind = corners.furthest(-normal);
        let [inside, leaves] = self.in_tetrahedron([p, q, r, behind], error)?;
        let is_near = -rate * (inside - enters) <= self.nearest;
        let gone = V::Scalar::INFINITY;
        is_near.then_some(Passage { comes, enters, inside, leaves, gone, normal })
    }

    /// From when to when the ray is surely in a tetrahedron, if distances from planes are off by an
    /// error; `None` if the tetrahedron is flat.
    fn in_tetrahedron(&self, corners: [V; 4], error: V::Scalar) -> Option<[V::Scalar; 2]> {
        // Scaled, so that products stay in range.
        let scale = self.reach.scale_to_one();
        let (at, way) = (self.at * scale, self.way * scale);
        let (corners, error) = (corners.map(|corner| corner * scale), error * scale);
        let span = (self.span + self.span) * scale;
        let hidden = V::Scalar::from_f64(CROSS_ERROR) * V::Scalar::EPSILON * span;
        let (mut inside, mut leaves) = (-V::Scalar::INFINITY, V::Scalar::INFINITY);
        for i in 0..4 {
            let [opposite, base, e, f] = [0, 1, 2, 3].map(|other| corners[(i + other) % 4]);
            let (e, f) = (e - base, f - base);
            let normal = e.cross(f);
            let rounding = hidden * (e.length_squared() * f.length_squared()).sqrt();
            let side = normal.dot(opposite - base);
            if !(side.abs() > rounding) {
                return None;
            }
            let inward = if side < V::Scalar::ZERO { -normal } else { normal };
            let missing = inward.length_squared().sqrt() * error + rounding;
            let (above, rate) = (inward.dot(at - base) - missing, inward.dot(way));
            let time = above / rate.abs().max(V::Scalar::LEAST);
            if rate > V::Scalar::ZERO {
                inside = inside.max(-time);
            } else {
                leaves = leaves.min(time);
            }
        }
        Some([inside, leaves])
    }

    /// Between the pairs of planes of a box.
    fn between_slabs(&self, half_extents: V) -> Passage<V> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let (never, always) = (-V::Scalar::INFINITY, V::Scalar::INFINITY);
        let mut passage = Passage {
            comes: never,
            enters: never,
            inside: never,
            leaves: always,
            gone: always,
            normal: V::ZERO,
        };
        for i in 0..V::DIM {
            let (way, half) = (self.way.get(i), half_extents.get(i));
            let sign = if way < zero { -one } else { one };
            let (at, speed) = (sign * self.at.get(i), way.abs().max(V::Scalar::LEAST));
            let time = |plane: V::Scalar| (plane - at) / speed;
            let enters = time(-half);
            if enters > passage.enters {
                passage.enters = enters;
                passage.normal = V::axis(i) * -sign;
            }
            passage.comes = passage.comes.max(time(-half - self.error));
            passage.inside = passage.inside.max(time(self.error - half));
            passage.leaves = passage.leaves.min(time(half - self.error));
            passage.gone = passage.gone.min(time(half + self.error));
        }
        passage
    }

    /// All points no further from a segment than a radius; the segment is seen from the middle.
    fn in_tube(&self, [p, q]: [V; 2], radius: V::Scalar) -> Option<Passage<V>> {
        let axis = q - p;
        // Where the ray enters the balls at the ends, and the tube between them.
        let of_ball = |center: V| entrance(self.at - center, self.way, radius);
        let ends = of_ball(p).into_iter().chain(of_ball(q));
        let enters = ends.chain(self.enters_cylinder(p, axis, radius)).reduce(|s, t| s.min(t))?;
        let nearest = |time: V::Scalar| {
            let point = self.at + self.way * time;
            let along = (point - p).dot(axis) / axis.length_squared();
            // No axis gives no number, which `max` passes over.
            let along = along.max(V::Scalar::ZERO).min(V::Scalar::ONE);
            point - (p + axis * along)
        };
        let normal = nearest(enters).try_normalize()?;
        // The distance grows backward at least as fast as here, and forward it falls ever slower.
        let span = self.error / -normal.dot(self.way);
        let comes = enters - span * V::Scalar::from_f64(1.125);
        let inside = enters + (span + span);
        let proved = length(nearest(comes)) > radius + self.error
            && length(nearest(inside)) < radius - self.error;
        let always = V::Scalar::INFINITY;
        proved.then_some(Passage { comes, enters, inside, leaves: always, gone: always, normal })
    }

    /// Where the ray enters the side of a cylinder about an axis that starts at p, if that is
    /// between the axis's ends.
    fn enters_cylinder(&self, p: V, axis: V, radius: V::Scalar) -> Option<V::Scalar> {
        let squared = axis.length_squared();
        let across = |v: V| v - axis * (v.dot(axis) / squared);
        let time = entrance(across(self.at - p), across(self.way), radius)?;
        let along = (self.at + self.way * time - p).dot(axis) / squared;
        (V::Scalar::ZERO <= along && along <= V::Scalar::ONE).then_some(time)
    }
}

/// When a point that moves comes to a ball about the origin, if it does.
fn entrance<V: Vector>(at: V, way: V, radius: V::Scalar) -> Option<V::Scalar> {
    let squared = way.length_squared();
    let nearest = -at.dot(way) / squared;
    let rest = radius * radius - (at + way * nearest).length_squared();
    (rest >= V::Scalar::ZERO).then(|| nearest - (rest / squared).sqrt())
}

/// The greatest of many numbers, and its place.
struct Extreme<V: Vector> {
    most: LanesOf<V>,
    /// In each lane, the number of the four that `most` is of.
    holder: LanesOf<V>,
    number: V::Scalar,
}

impl<V: Vector> Extreme<V> {
    #[inline(always)]
    fn new() -> Self {
        let (none, zero) = (-V::Scalar::INFINITY, V::Scalar::ZERO);
        Self { most: LanesOf::<V>::splat(none), holder: LanesOf::<V>::splat(zero), number: zero }
    }

    #[inline(always)]
    fn ask(&mut self, of: LanesOf<V>) {
        let number = LanesOf::<V>::splat(self.number);
        self.holder = self.most.if_less(of, number, self.holder);
        self.most = self.most.max(of);
        self.number = self.number + V::Scalar::ONE;
    }

    #[inline(always)]
    fn end(self) -> (V::Scalar, usize) {
        let most = self.most.max_across();
        let lane = (self.most.equal(most).trailing_zeros() as usize).min(3);
        (most.as_array()[0], 4 * self.holder.as_array()[lane].to_f64() as usize + lane)
    }
}
