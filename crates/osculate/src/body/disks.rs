//! A disk around the facets of each node of a mesh's tree.
//!
//! A box with upright sides is as thick as a sloping piece of surface is high, so near surfaces have
//! many boxes that meet. A disk lies along the piece: it is as thick as the piece is curved, which
//! falls with the square of its size. So two smooth surfaces that are a little apart are told apart
//! high up in their trees.

use alloc::vec::Vec;

use crate::boxes::tree::{Place, Tree};
use crate::convex::bounds::Aabb;
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::Pose;

/// A round disk of some thickness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disk<V: Vector> {
    center: V,
    /// Of length 1.
    normal: V,
    /// Half of its thickness.
    half: V::Scalar,
    radius: V::Scalar,
}

impl<V: Vector> Disk<V> {
    /// Of what nothing is known.
    const UNKNOWN: Self = Self {
        center: V::ZERO,
        normal: V::ZERO,
        half: V::Scalar::INFINITY,
        radius: V::Scalar::INFINITY,
    };

    /// A disk around facets.
    fn around<const N: usize>(facets: impl Iterator<Item = [V; N]> + Clone) -> Self {
        let sum = facets.clone().fold(V::ZERO, |sum, corners| {
            let edges = [corners[1] - corners[0], corners[N - 1] - corners[0]];
            let normal = V::normal_to(&edges);
            // Facets need not be wound alike.
            if sum.dot(normal) < V::Scalar::ZERO { sum - normal } else { sum + normal }
        });
        let normal = sum.try_normalize().unwrap_or(V::axis(0));
        let corners = || facets.clone().flatten();
        let all = Aabb::from_points(corners());
        let middle = all.center();
        let heights = corners().map(|corner| (corner - middle).dot(normal));
        let (low, high) = heights
            .fold((V::Scalar::INFINITY, -V::Scalar::INFINITY), |(low, high), height| {
                (low.min(height), high.max(height))
            });
        let half = V::Scalar::from_f64(0.5);
        let center = middle + normal * ((low + high) * half);
        let square = corners().fold(V::Scalar::ZERO, |most, corner| {
            let from = corner - center;
            most.max((from - normal * from.dot(normal)).length_squared())
        });
        let disk = Self { center, normal, half: (high - low) * half, radius: square.sqrt() };
        // Squares of tiny lengths have no digits, and those of huge ones are infinite.
        let tiny = V::Scalar::LEAST / (V::Scalar::EPSILON * V::Scalar::EPSILON);
        let is_known = tiny < square && square <= V::Scalar::MAX && disk.half.is_finite();
        if is_known && disk.center.is_finite() { disk } else { Self::UNKNOWN }
    }

    /// The disk in other axes.
    #[inline]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        Self {
            center: pose.apply(self.center),
            normal: pose.rotation().apply(self.normal),
            ..*self
        }
    }

    /// How far it reaches along a unit way from its center; no less than it does.
    #[inline]
    fn reach(&self, way: V) -> V::Scalar {
        let up = way.dot(self.normal);
        // The root of what is nearly zero has few digits.
        let rounding = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON;
        let flat = (V::Scalar::ONE - up * up).max(V::Scalar::ZERO) + rounding;
        self.half * up.abs() + self.radius * flat.sqrt()
    }

    /// How far two disks are apart along one of the ways that are likely to tell, but for rounding;
    /// less than zero if none tells. A last way is tried too.
    #[inline]
    pub fn gap(&self, other: &Self, last: Option<V>) -> V::Scalar {
        let way = other.center - self.center;
        // The sine is found by itself: from a cosine near 1 it would have few digits.
        let (cosine, sine) = (self.normal.dot(other.normal).abs(), sine(self.normal, other.normal));
        let own =
            way.dot(self.normal).abs() - self.half - (other.half * cosine + other.radius * sine);
        let others =
            way.dot(other.normal).abs() - other.half - (self.half * cosine + self.radius * sine);
        let along = |way: V, far: V::Scalar| far - self.reach(way) - other.reach(way);
        let mut gap = own.max(others);
        if let Some(between) = way.try_normalize() {
            gap = along(between, way.dot(between)).max(gap);
        }
        if let Some(last) = last {
            gap = along(last, way.dot(last).abs()).max(gap);
        }
        gap
    }
}

/// The sine of the angle between two unit vectors.
#[inline]
fn sine<V: Vector>(a: V, b: V) -> V::Scalar {
    let normal = V::normal_to(&[a, b]);
    if V::DIM == 2 { normal.dot(b).abs() } else { normal.length_squared().sqrt() }
}

/// The disks of all nodes of a tree, level by level; none of a body with shapes.
#[derive(Clone, Debug, Default)]
pub(super) struct Disks<V: Vector>(Vec<Vec<Disk<V>>>);

impl<V: Vector> Disks<V> {
    pub const NONE: Self = Self(Vec::new());

    /// The disks of a tree over facets, by the corners of each.
    pub fn new<const N: usize>(tree: &Tree<V>, corners: impl Fn(u32) -> [V; N]) -> Self {
        let mut under = 1;
        let level = |nodes: usize| {
            under *= crate::boxes::WIDE;
            let groups = tree.items.chunks(under).take(nodes);
            groups.map(|items| Disk::around(items.iter().map(|&item| corners(item)))).collect()
        };
        Self(tree.levels.iter().map(Vec::len).map(level).collect())
    }

    /// The disk of a node.
    #[inline]
    pub fn of(&self, (level, i): Place) -> Option<&Disk<V>> {
        self.0.get(level)?.get(i)
    }

    pub fn heap_bytes(&self) -> usize {
        let levels = self.0.iter().map(|level| level.capacity() * size_of::<Disk<V>>());
        levels.sum::<usize>() + self.0.capacity() * size_of::<Vec<Disk<V>>>()
    }
}
