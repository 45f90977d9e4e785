//! Which bodies are nearest to a shape.

use alloc::vec::Vec;

use super::filter::Filter;
use super::names::Part;
use super::narrow::nearest_part;
use super::world::Scene;
use crate::boxes::around::{Around, gap};
use crate::convex::Convex;
use crate::number::vector::{Real, Vector};
use crate::query::{Closest, Space};

/// A body that is nearest to a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Nearest<V: Vector> {
    /// The nearest part of the body.
    pub part: Part,
    /// How the part, as a, and the shape, as b, lie to each other.
    pub closest: Closest<V>,
}

impl<V: Space> Scene<V> {
    /// The body nearest to a shape; of several as near, the first.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Scene}, shape::{Ball, Point}};
    /// let mut scene = Scene::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// for x in [10.0, 3.0, 20.0] {
    ///     scene.add(ball.clone(), Pose::from_translation(DVec2::new(x, 0.0))?);
    /// }
    /// let near = scene.nearest(Point::new(DVec2::ZERO)?, &Filter::ALL).expect("there are three");
    /// assert_eq!((near.part.body.slot(), near.closest.distance.value), (1, 2.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, shape: impl Convex<V>, filter: &Filter<'_, V>) -> Option<Nearest<V>> {
        self.nearest_of(shape, 1, filter).pop()
    }

    /// The so many bodies nearest to a shape, the nearest first; those as near in the order of
    /// their places.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Scene}, shape::{Ball, Point}};
    /// let mut scene = Scene::new();
    /// for x in [10.0, 3.0, 20.0] {
    ///     scene.add(Body::new(Ball::new(1.0)?), Pose::from_translation(DVec2::X * x)?);
    /// }
    /// let two = scene.nearest_of(Point::new(DVec2::ZERO)?, 2, &Filter::ALL);
    /// assert_eq!(two.iter().map(|near| near.part.body.slot()).collect::<Vec<_>>(), [1, 0]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn nearest_of(
        &self,
        shape: impl Convex<V>,
        count: usize,
        filter: &Filter<'_, V>,
    ) -> Vec<Nearest<V>> {
        let mut near: Vec<Nearest<V>> = Vec::new();
        if count == 0 {
            return Vec::new();
        }
        let around = shape.bounds();
        let mut most = V::Scalar::INFINITY;
        self.broad.by_bound(&Around::new(&around), &mut most, &mut |slot, most| {
            let Some(placed) = self.bodies.at(slot) else { return };
            let gap = gap(&around, &placed.bounds);
            if gap.is_none_or(|gap| gap > *most)
                || !filter.accepts(self.bodies.id(slot), &placed.member)
            {
                return;
            }
            let Some((number, _)) = nearest_part(placed, &shape, *most) else { return };
            // The answer's own distance is what answers are in order by: one that only had to be
            // within a limit may be another number in its last digits.
            let Some(closest) = placed.body().closest_of(number, &shape) else { return };
            let part = self.bodies.part(slot, number);
            let key = |near: &Nearest<V>| (near.closest.distance.value, near.part);
            let found = Nearest { part, closest };
            near.insert(near.partition_point(|other| key(other) < key(&found)), found);
            near.truncate(count);
            if near.len() == count
                && let Some(last) = near.last()
            {
                *most = last.closest.distance.upper;
            }
        });
        near
    }
}
