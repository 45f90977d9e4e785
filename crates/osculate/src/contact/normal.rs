//! The normal of a contact of round shapes, from what touches.
//!
//! The normal of a depth between curved shapes settles with the root of rounding: in single
//! precision it is off by a hundredth at times, and another one in each frame. Where a face, an edge
//! or the axis of a cylinder touches, the normal is known by that alone. So the normals that these
//! have are tried: one along which the shapes overlap by no more is as good by definition, and does
//! not depend on how it was found.

use super::touch::ROUND_LEVEL;
use super::{overlap_along, patch_into, view};
use crate::convex::known::Core;
use crate::convex::patch::{Corner, Patch};
use crate::convex::{Convex, Facts};
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::query::SignedDistance;

/// The cosine of the angle that a normal is turned by at most.
const SETTLED: f64 = 0.9999;

/// The angle within which the shapes may overlap by `ROUND_LEVEL` more along a normal: round ends
/// that are tilted by a few millionths count as parallel.
const HARDLY: f64 = 1e-5;

/// What depths along two normals may differ by and count as the same, in ε of both shapes.
const ROUNDING: f64 = 16.0;

/// A better normal of two shapes of which one is curved, if what touches tells one; the patches are
/// in the order of `of_a`, then those towards the new normal.
pub(super) fn settled<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    whole: &SignedDistance<V>,
    patches: &mut [Patch<V>; 2],
    [of_a, of_b]: [usize; 2],
) -> Option<V> {
    let (normal, offset) = (whole.normal, b.origin() - a.origin());
    let overlap = |n: V| overlap_along(a, b, n);
    let sizes = a.extent() + b.extent() + offset.abs().max_element();
    let most = overlap(normal) + V::Scalar::from_f64(ROUNDING) * V::Scalar::EPSILON * sizes;
    let settled = V::Scalar::from_f64(SETTLED);
    let smaller = (a.size() + a.rounding()).min(b.size() + b.rounding());
    let hardly = V::Scalar::from_f64(HARDLY);
    let as_good = |n: V| {
        let along = n.dot(normal);
        if !(along.abs() > settled) {
            return None;
        }
        let n = if along < V::Scalar::ZERO { -n } else { n };
        let level = if (n - normal).length_squared() <= hardly * hardly {
            smaller * V::Scalar::from_f64(ROUND_LEVEL)
        } else {
            V::Scalar::ZERO
        };
        (overlap(n) <= most + level).then_some(n)
    };
    let of_faces = patches.iter().filter_map(across).find_map(as_good);
    let found = of_faces.or_else(|| {
        // From the first shape to the second, whichever is a.
        let mut origins = [V::ZERO; 2];
        (origins[of_a], origins[of_b]) = (a.origin(), b.origin());
        let mut lines = [[None; 2]; 2];
        lines[of_a] = touching_lines(a, &patches[of_a], whole.on_a - a.origin());
        lines[of_b] = touching_lines(b, &patches[of_b], whole.on_b - b.origin());
        let [first, second] = lines;
        let normal = if of_a == 0 { normal } else { -normal };
        let pairs =
            first.iter().flatten().flat_map(|x| second.iter().flatten().map(move |y| (x, y)));
        pairs
            .flat_map(|(one, other)| apart(one, other, origins[1] - origins[0], normal))
            .find_map(|n| n.and_then(as_good))
    })?;
    patch_into(a, found, &mut patches[of_a]);
    patch_into(b, -found, &mut patches[of_b]);
    Some(found)
}

/// The unit normal of a patch that is flat, either way.
fn across<V: Vector>(patch: &Patch<V>) -> Option<V> {
    if let Some(normal) = patch.endless_normal() {
        return Some(normal);
    }
    let corners = patch.corners();
    let way = |to: usize| corners[to].at - corners[0].at;
    match corners.len() {
        2 if V::DIM == 2 => V::normal_to(&[view::to_one(way(1))]).try_normalize(),
        n if n > 2 && V::DIM == 3 => {
            let far = n / 2;
            let side = if n == 3 { 2 } else { far / 2 };
            view::to_one(way(far)).cross(view::to_one(way(side))).try_normalize()
        }
        _ => None,
    }
}

/// A line that a shape of space is round about, or touches with; a corner is one of no length.
#[derive(Clone, Copy)]
struct Line<V: Vector> {
    ends: [V; 2],
    /// What the surface's normal has along it: of a cone another than zero.
    rise: V::Scalar,
}

impl<V: Vector> Line<V> {
    fn new(ends: [V; 2]) -> Self {
        Self { ends, rise: V::Scalar::ZERO }
    }

    fn way(&self) -> V {
        self.ends[1] - self.ends[0]
    }

    fn middle(&self) -> V {
        (self.ends[0] + self.ends[1]) * V::Scalar::from_f64(0.5)
    }
}

/// The lines that a shape may touch with near this place, from its origin. A face touches what is
/// round with the nearest of its edges and corners.
fn touching_lines<V: Vector>(
    shape: &impl Convex<V>,
    patch: &Patch<V>,
    place: V,
) -> [Option<Line<V>>; 2] {
    if V::DIM == 2 || patch.is_endless() {
        return [None; 2];
    }
    match (shape.core(), patch.corners()) {
        (Core::Segment(p, q), _) => [Some(Line::new([p, q])), None],
        (Core::Round { half_height, bottom, top, axes }, [_, _]) => {
            let y = V::axis(1) * half_height;
            let axis = axes.map_or(y, |axes| axes.apply(y));
            // The normal of a slope has the height as its part outward, and what the radius falls
            // by as its part along the axis.
            let (height, fall) = (half_height + half_height, bottom - top);
            let rise = fall / (height * height + fall * fall).sqrt();
            [Some(Line { ends: [-axis, axis], rise }), None]
        }
        (Core::Round { .. }, _) => [None; 2],
        (_, [corner]) => [Some(Line::new([corner.at; 2])), None],
        (_, [one, other]) => [Some(Line::new([one.at, other.at])), None],
        (_, corners) if !shape.is_curved() => nearest(corners, place),
        _ => [None; 2],
    }
}

/// The edge of a face that is nearest to a place, and the corner.
fn nearest<V: Vector>(corners: &[Corner<V>], place: V) -> [Option<Line<V>>; 2] {
    let (mut edge, mut corner) = (None, None);
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let mut least = [V::Scalar::INFINITY; 2];
    for (k, from) in corners.iter().enumerate() {
        let to = &corners[if k + 1 == corners.len() { 0 } else { k + 1 }];
        let (along, way) = (to.at - from.at, place - from.at);
        let share = (way.dot(along) / along.length_squared()).max(zero).min(one);
        let far = [(way - along * share).length(), way.length()];
        if far[0] < least[0] {
            (edge, least[0]) = (Some(Line::new([from.at, to.at])), far[0]);
        }
        if far[1] < least[1] {
            (corner, least[1]) = (Some(Line::new([from.at; 2])), far[1]);
        }
    }
    [edge, corner]
}

/// The normals from a line to another, of a shape that lies from the first one's by `offset`: the
/// one that both surfaces have, if their lines are not parallel, and the one that the longer line's
/// has towards the other.
fn apart<V: Vector>(one: &Line<V>, other: &Line<V>, offset: V, normal: V) -> [Option<V>; 2] {
    let (zero, unit) = (V::Scalar::ZERO, V::Scalar::ONE);
    let (way_one, way_other) = (one.way(), other.way());
    // As the normal leads from the one to the other, the other's own is its opposite.
    let (rise_one, rise_other) = (one.rise, -other.rise);
    let both = || {
        let (u, v) = (way_one.try_normalize()?, way_other.try_normalize()?);
        let across = u.cross(v);
        let area = across.length_squared();
        if rise_one == zero && rise_other == zero {
            return across.try_normalize();
        }
        let along = u.dot(v);
        let in_plane = u * (rise_one - along * rise_other) + v * (rise_other - along * rise_one);
        let in_plane = in_plane * (unit / area);
        let out = ((unit - in_plane.length_squared()) / area).max(zero).sqrt();
        let out = if across.dot(normal) < zero { -out } else { out };
        (in_plane + across * out).try_normalize()
    };
    let is_longer = way_one.length_squared() >= way_other.length_squared();
    let (along, rise) = if is_longer { (way_one, rise_one) } else { (way_other, rise_other) };
    let way = offset + other.middle() - one.middle();
    let aside = match along.try_normalize() {
        // Of lines nearly in line, what is aside has few digits, and is not quite across.
        Some(along) => (way - along * way.dot(along)).try_normalize().and_then(|aside| {
            (aside * (unit - rise * rise).max(zero).sqrt() + along * rise).try_normalize()
        }),
        None => way.try_normalize(),
    };
    [both(), aside]
}
