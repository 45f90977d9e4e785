//! The face of the difference set `a − b` along a normal.

use alloc::vec::Vec;

use crate::convex::{Convex, Facts};
use crate::hull::{ConvexHull, convex_hull};
use crate::number::vector::{Real, Scalar, Vector};

/// The face, edge or corner of the difference set `a − b` that reaches furthest along a normal, by
/// its corners: in space in order round the normal, counterclockwise seen against it.
///
/// With the normal of [`Closest`](super::Closest) it is the part nearest the origin, and holds
/// `on_a − on_b`; with that of [`Penetration`](super::Penetration) it is the part through which the
/// shortest way out leads. GJK ends with a triangle of it, which may not hold the nearest point:
/// two boxes face to face have a face of up to eight corners here.
///
/// Its corners are differences of those of both [patches](Convex::patch) that reach as far as any,
/// but for rounding. So it is whole for boxes, polygons, polytopes and what is made of them, up to
/// faces of [`patch::MOST_CORNERS`](crate::patch::MOST_CORNERS); where a shape is curved it is the
/// few points that its patch has. Of a half-space there is no corner.
///
/// ```
/// use osculate::{DVec3, Place, Pose, closest, difference_face, shape::Cuboid};
/// let table = Cuboid::new(DVec3::new(2.0, 0.5, 1.0))?;
/// let crate_ = Cuboid::new(DVec3::splat(0.5))?;
/// let crate_ = crate_.at(Pose::from_translation(DVec3::new(0.5, 1.25, 0.0))?);
/// let found = closest(&table, &crate_);
/// let face = difference_face(&table, &crate_, found.normal.ok_or("apart")?);
/// // The rectangle that the origin is 0.25 away from.
/// assert_eq!(face.len(), 4);
/// assert!(face.iter().all(|corner| corner.y == -0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn difference_face<V: Vector>(a: impl Convex<V>, b: impl Convex<V>, normal: V) -> Vec<V> {
    let Some(normal) = normal.try_normalize() else { return Vec::new() };
    if !(a.bounds().is_finite() && b.bounds().is_finite()) {
        return Vec::new();
    }
    let size = [a.extent(), b.extent(), a.origin().length(), b.origin().length()];
    let size = size.into_iter().fold(V::Scalar::ZERO, |sum, part| sum + part);
    let slack = V::Scalar::from_f64(64.0) * V::Scalar::EPSILON * size;

    let (of_a, of_b) = (furthest(&a, normal, slack), furthest(&b, -normal, slack));
    let rounded = normal * (a.rounding() + b.rounding());
    let differences = of_a.iter().flat_map(|p| of_b.iter().map(move |q| *p - *q));
    corners(differences.map(|point| point + rounded).collect(), normal, slack)
}

/// Corners of a core that reach as far along a unit direction as any point of it: those of its
/// patch, which is whole where a face does. An edge may be none of the patch, where a face at one of
/// its ends looks more along the direction than both of its own. So the ends of it are also looked
/// for by directions that lean a little to four sides.
fn furthest<V: Vector>(shape: &impl Convex<V>, direction: V, slack: V::Scalar) -> Vec<V> {
    let top = shape.core_support(direction);
    let least = top.dot(direction) - slack;
    let lean = V::Scalar::EPSILON.sqrt();
    let leaning = axes_across(direction)
        .into_iter()
        .flat_map(|axis| [axis, -axis].map(|side| shape.core_support(direction + side * lean)));
    let patch = shape.patch(direction);
    let corners = patch.corners().iter().map(|corner| corner.at).chain(leaning);
    let corners = corners.filter(|corner| corner.dot(direction) >= least);
    core::iter::once(top).chain(corners).collect()
}

/// Two axes across a unit normal; in the plane there is one, and the other is zero.
fn axes_across<V: Vector>(normal: V) -> [V; 2] {
    if V::DIM == 2 {
        return [V::normal_to(&[normal]), V::ZERO];
    }
    let across = (0..3).map(|i| normal.cross(V::axis(i)));
    let longer = |p: V, q: V| if q.length() > p.length() { q } else { p };
    let across = across.fold(V::ZERO, longer);
    [across, normal.cross(across)]
}

/// The corners of the hull of points in one plane across the normal, in order.
fn corners<V: Vector>(points: Vec<V>, normal: V, slack: V::Scalar) -> Vec<V> {
    let Some(&first) = points.first() else { return points };
    let (zero, axes) = (V::Scalar::ZERO, axes_across(normal));
    // Seen along the normal all points lie in one plane, without rounding.
    let seen = |p: V| {
        let across = axes.map(|axis| (p - first).dot(axis));
        V::from_fn(|i| if i < 2 { across[i] } else { zero })
    };
    let flat: Vec<V> = points.iter().map(|&p| seen(p)).collect();
    let mut ring: Vec<u32> = match convex_hull(&flat) {
        Ok(ConvexHull::Polygon(corners)) => corners,
        Ok(ConvexHull::Segment(ends)) => ends.to_vec(),
        _ => alloc::vec![0],
    };
    // Sums of parallel edges put points on an edge, and others on top of each other.
    let cross = |p: V, q: V| p.get(0) * q.get(1) - p.get(1) * q.get(0);
    let place = |ring: &[u32], k: usize| flat[ring[k % ring.len()] as usize];
    let mut k = 0;
    while k < ring.len() && ring.len() > 1 {
        let [before, here, after] = [ring.len() - 1, 0, 1].map(|by| place(&ring, k + by));
        let (to_here, to_after) = (here - before, after - before);
        let is_between = to_here.dot(here - after) <= zero;
        let is_on_the_line = cross(to_here, to_after).abs() <= slack * to_after.length();
        let is_same = (here - after).length() <= slack;
        if is_same || ring.len() > 2 && is_between && is_on_the_line {
            ring.remove(k);
        } else {
            k += 1;
        }
    }
    // Of a polygon in space the hull leaves open which way round its corners are.
    let turns = (2..ring.len()).map(|k| {
        let [p, q, r] = [0, k - 1, k].map(|k| place(&ring, k));
        cross(q - p, r - p)
    });
    if turns.fold(zero, |sum, turn| sum + turn) < zero {
        ring.reverse();
    }
    ring.into_iter().map(|corner| points[corner as usize]).collect()
}
