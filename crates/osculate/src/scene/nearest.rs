//! Which bodies are nearest to a shape.

use alloc::vec::Vec;

use super::body::Part;
use super::filter::Filter;
use super::narrow::{nearest_part, parts};
use super::world::Scene;
use crate::bounds::Aabb;
use crate::convex::Convex;
use crate::query::{Bracket, Closest, Space, closest};
use crate::vector::{Real, Scalar, Vector};

/// A body that is nearest to a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<V: Vector> {
    /// The nearest part of the body.
    pub part: Part,
    /// How the part, as a, and the shape, as b, lie to each other.
    pub closest: Closest<V>,
}

/// A body that may be the nearest.
struct Candidate<S> {
    distance: Bracket<S>,
    slot: u32,
    part: u32,
}

impl<V: Space> Scene<V> {
    /// The body nearest to a shape; of several as near, the first.
    ///
    /// ```
    /// use osculate::{DVec2, Pose, scene::{Body, Filter, Scene}, shape::{Ball, Point}};
    /// let mut scene = Scene::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// for x in [10.0, 3.0, 20.0] {
    ///     scene.add(ball.clone(), Pose::from_translation(DVec2::new(x, 0.0))?);
    /// }
    /// let near = scene.nearest(Point::new(DVec2::ZERO)?, &Filter::ALL).expect("there are three");
    /// assert_eq!((near.part.body.slot(), near.closest.distance.value), (1, 2.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn nearest(&self, shape: impl Convex<V>, filter: &Filter<'_, V>) -> Option<Nearest<V>> {
        self.nearest_of(shape, 1, filter).pop()
    }

    /// The so many bodies nearest to a shape, the nearest first; those as near in the order of
    /// their places.
    pub fn nearest_of(
        &self,
        shape: impl Convex<V>,
        count: usize,
        filter: &Filter<'_, V>,
    ) -> Vec<Nearest<V>> {
        let mut near: Vec<Candidate<V::Scalar>> = Vec::new();
        if count == 0 {
            return Vec::new();
        }
        let around = shape.bounds();
        let mut most = V::Scalar::INFINITY;
        let bound = |low, high| gap(&around, low, high);
        self.broad.by_bound(&self.bodies, &bound, &mut most, &mut |slot, most| {
            let Some(placed) = self.bodies.at(slot) else { return };
            let bounds = &placed.bounds;
            let is_far = bound(bounds.min(), bounds.max()).is_none_or(|gap| gap > *most);
            if is_far || !filter.accepts(self.bodies.id(slot), &placed.body) {
                return;
            }
            let Some((part, distance)) = nearest_part(placed, &shape, *most) else { return };
            let before = near.partition_point(|other| {
                (other.distance.value, other.slot) < (distance.value, slot)
            });
            near.insert(before, Candidate { distance, slot, part });
            near.truncate(count);
            if near.len() == count
                && let Some(last) = near.last()
            {
                *most = last.distance.upper;
            }
        });
        let whole = |found: &Candidate<V::Scalar>| {
            let placed = self.bodies.at(found.slot)?;
            let (_, part) = parts(placed).nth(found.part as usize)?;
            let closest = closest(part, &shape);
            Some(Nearest { part: self.bodies.part(found.slot, found.part), closest })
        };
        near.iter().filter_map(whole).collect()
    }
}

/// How far a box is from the one from `low` to `high`, at least: rounded down.
pub(super) fn gap<V: Vector>(from: &Aabb<V>, low: V, high: V) -> Option<V::Scalar> {
    if from.is_empty() {
        return None;
    }
    let apart = V::from_fn(|i| {
        let after = low.get(i) - from.max().get(i);
        let before = from.min().get(i) - high.get(i);
        after.max(before).max(V::Scalar::ZERO)
    });
    // The differences, the squares, their sum and the root round by half an ε each.
    Some(apart.length() * (V::Scalar::ONE - V::Scalar::from_f64(8.0) * V::Scalar::EPSILON))
}
