//! How near bodies are to one another: all pairs within a margin, and the least distance.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::bodies::{Bodies, Placed};
use super::filter::Filter;
use super::names::{BodyId, Part};
use super::narrow::nearest_parts;
use super::world::Scene;
use crate::boxes::around::{Around, gap};
use crate::number::vector::{Real, Vector};
use crate::query::{Bracket, Closest, SignedDistance, Space};

/// Two bodies that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearPair<V: Vector> {
    /// The nearest part of the body in the lower place.
    pub a: Part,
    /// The nearest part of the other.
    pub b: Part,
    /// Their distance: that of the bodies.
    pub distance: Bracket<V::Scalar>,
}

/// The two bodies that are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clearance<V: Vector> {
    /// The nearest part of the first body.
    pub a: Part,
    /// The nearest part of the second.
    pub b: Part,
    /// How they lie to each other.
    pub closest: Closest<V>,
}

/// How two bodies lie to each other: how far apart, or how deep in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Separation<V: Vector> {
    /// The part of the first body that is nearest to the second, or deepest in it.
    pub a: Part,
    /// The part of the second.
    pub b: Part,
    /// The signed distance of these parts, which is that of the bodies.
    pub signed: SignedDistance<V>,
}

/// So many bodies are asked for their nearest neighbour first: the least of these distances is how
/// far the trees are searched.
const SAMPLES: usize = 16;

impl<V: Space> Scene<V> {
    /// All pairs of bodies that may meet and are no further apart than the margin, in order, with
    /// their distances. The filter accepts both.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// for x in [0.0, 2.5, 10.0] {
    ///     scene.add(ball.clone(), Pose::from_translation(DVec2::new(x, 0.0))?);
    /// }
    /// let near = scene.pairs_within(1.0, &Filter::ALL);
    /// assert_eq!((near.len(), near[0].distance.value), (1, 0.5));
    /// let least = scene.clearance(&Filter::ALL).expect("there are pairs");
    /// assert_eq!(least.closest.normal, Some(DVec2::X));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn pairs_within(&self, margin: V::Scalar, filter: &Filter<'_, V>) -> Vec<NearPair<V>> {
        let margin = margin.max(V::Scalar::ZERO);
        // In the order of places, bodies are read as they stand in memory, on any thread.
        let mut pairs = self.all_near_by_boxes(margin, filter, &|_, _| true);
        let near_pair = |&mut (i, j): &mut _, near: &mut Vec<_>| {
            if let Some(pair) = self.near_pair(i, j, margin) {
                near.push(pair);
            }
        };
        let mut near = Vec::new();
        self.threads.collect(&mut pairs, near_pair, &mut near);
        near
    }

    /// The same pairs, each once, as they come and with no list of them, until `found` breaks off.
    /// They are asked on this thread.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// for x in [0.0, 2.5, 5.0, 10.0] {
    ///     scene.add(ball.clone(), Pose::from_translation(DVec2::new(x, 0.0))?);
    /// }
    /// scene.step();
    /// let mut near = 0;
    /// scene.each_pair_within(1.0, &Filter::ALL, |pair| {
    ///     assert!(pair.a.body < pair.b.body && pair.distance.contains(0.5));
    ///     near += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(near, 2);
    /// // Is any pair nearer than 0.6? The first that is found will do.
    /// let mut too_near = None;
    /// scene.each_pair_within(0.6, &Filter::ALL, |pair| {
    ///     too_near = Some(pair);
    ///     ControlFlow::Break(())
    /// });
    /// assert!(too_near.is_some());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn each_pair_within(
        &self,
        margin: V::Scalar,
        filter: &Filter<'_, V>,
        mut found: impl FnMut(NearPair<V>) -> ControlFlow<()>,
    ) {
        let margin = margin.max(V::Scalar::ZERO);
        let _: ControlFlow<()> = self.near_by_boxes(margin, filter, &mut |i, j| {
            self.near_pair(i, j, margin).map_or(ControlFlow::Continue(()), &mut found)
        });
    }

    fn near_pair(&self, i: u32, j: u32, margin: V::Scalar) -> Option<NearPair<V>> {
        let (a, b) = (self.bodies.at(i)?, self.bodies.at(j)?);
        let ([part_a, part_b], distance) = nearest_parts(a, b, margin)?;
        let (a, b) = (self.bodies.part(i, part_a), self.bodies.part(j, part_b));
        Some(NearPair { a, b, distance })
    }

    /// All pairs of bodies that may meet and whose boxes are no further apart along any axis than
    /// the margin, in order. The filter accepts both. For questions of one's own about each pair,
    /// as [`separation`](Self::separation) is one.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// for x in [0.0, 1.5, 3.9] {
    ///     scene.add(ball.clone(), Pose::from_translation(DVec2::new(x, x))?);
    /// }
    /// // The boxes of the last two meet; the balls do not.
    /// let pairs = scene.pairs_by_boxes(0.5, &Filter::ALL);
    /// assert_eq!(pairs.len(), 2);
    /// let depths: Vec<f64> = pairs
    ///     .iter()
    ///     .filter_map(|&(a, b)| Some(scene.separation(a, b)?.signed.distance.value))
    ///     .collect();
    /// assert!(depths[0] > 0.12 && depths[1] > 1.3);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn pairs_by_boxes(
        &self,
        margin: V::Scalar,
        filter: &Filter<'_, V>,
    ) -> Vec<(BodyId, BodyId)> {
        let margin = margin.max(V::Scalar::ZERO);
        let are_near = |i, j| self.are_near_by_own_boxes(i, j, margin);
        let pairs = self.all_near_by_boxes(margin, filter, &are_near);
        pairs.into_iter().map(|(i, j)| (self.bodies.id(i), self.bodies.id(j))).collect()
    }

    /// The same pairs, each once, as they come and with no list of them, until `found` breaks off.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// for x in [0.0, 1.5, 3.9] {
    ///     scene.add(Body::new(Ball::new(1.0)?), Pose::from_translation(DVec2::new(x, x))?);
    /// }
    /// scene.step();
    /// // Two bodies that are deeper in each other than 1, if there are any.
    /// let mut deep = None;
    /// scene.each_pair_by_boxes(0.0, &Filter::ALL, |a, b| match scene.separation(a, b) {
    ///     Some(separation) if separation.signed.distance.upper < -1.0 => {
    ///         deep = Some((a, b));
    ///         ControlFlow::Break(())
    ///     }
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert_eq!(deep, None);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn each_pair_by_boxes(
        &self,
        margin: V::Scalar,
        filter: &Filter<'_, V>,
        mut found: impl FnMut(BodyId, BodyId) -> ControlFlow<()>,
    ) {
        let margin = margin.max(V::Scalar::ZERO);
        let _: ControlFlow<()> = self.near_by_boxes(margin, filter, &mut |i, j| {
            if !self.are_near_by_own_boxes(i, j, margin) {
                return ControlFlow::Continue(());
            }
            found(self.bodies.id(i), self.bodies.id(j))
        });
    }

    /// Whether their own boxes are within the margin: those in the trees are larger.
    fn are_near_by_own_boxes(&self, i: u32, j: u32, margin: V::Scalar) -> bool {
        let bounds = |slot| self.bodies.at(slot).map(|placed| placed.bounds);
        bounds(i).zip(bounds(j)).is_some_and(|(a, b)| a.expanded(margin).intersects(&b))
    }

    /// The list of [`near_by_boxes`](Self::near_by_boxes) that are accepted, in order.
    fn all_near_by_boxes(
        &self,
        margin: V::Scalar,
        filter: &Filter<'_, V>,
        accepts: &impl Fn(u32, u32) -> bool,
    ) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        let _: ControlFlow<Infallible> = self.near_by_boxes(margin, filter, &mut |i, j| {
            if accepts(i, j) {
                pairs.push((i, j));
            }
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        pairs
    }

    /// Goes through the pairs of places, the lower first, whose boxes in the trees are within the
    /// margin.
    fn near_by_boxes<B>(
        &self,
        margin: V::Scalar,
        filter: &Filter<'_, V>,
        found: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.broad.pairs(&self.bodies, margin, &mut |i, j| {
            if self.accepts(i, filter) && self.accepts(j, filter) && self.bodies.may_meet(i, j) {
                found(i.min(j), i.max(j))
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// How far apart two bodies are, or how deep in each other, whether they may meet or not: the
    /// signed distance of the parts that are nearest or deepest. `None` if one of the bodies is not
    /// there.
    #[must_use]
    pub fn separation(&self, a: BodyId, b: BodyId) -> Option<Separation<V>> {
        let found = self.bodies.get(a)?.body().signed_distance(&self.bodies.get(b)?.body());
        let ([i, j], signed) = (found.parts, found.signed_distance);
        Some(Separation { a: Part { body: a, part: i }, b: Part { body: b, part: j }, signed })
    }

    /// The least distance of two bodies that may meet; of several pairs as near, the first. The
    /// filter accepts both. `None` if there is no pair.
    #[must_use]
    pub fn clearance(&self, filter: &Filter<'_, V>) -> Option<Clearance<V>> {
        let bodies = &self.bodies;
        let mut least = Least { a: bodies, b: bodies, found: None };
        let may_meet = |i: u32, j: u32| i != j && bodies.may_meet(i, j) && self.accepts(j, filter);
        for slot in self.samples(filter) {
            least.seek(self, slot, &mut |least, j| {
                if may_meet(slot, j) {
                    least.ask(slot.min(j), slot.max(j));
                }
            });
        }
        let _: ControlFlow<()> = self.broad.pairs(bodies, least.most(), &mut |i, j| {
            if self.accepts(i, filter) && may_meet(i, j) {
                least.ask(i.min(j), i.max(j));
            }
            ControlFlow::Continue(())
        });
        least.whole()
    }

    /// The least distance of a body here and one of another scene, as their groups let them meet;
    /// of several pairs as near, the first. The filter accepts both. `None` if there is no pair.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let [mut robot, mut world] = [Scene::new(), Scene::new()];
    /// let ball = Body::new(Ball::new(1.0)?);
    /// robot.add(ball.clone(), Pose::IDENTITY);
    /// for x in [9.0, 4.0] {
    ///     world.add(ball.clone(), Pose::from_translation(DVec2::X * x)?);
    /// }
    /// let least = robot.clearance_to(&world, &Filter::ALL).expect("there are pairs");
    /// assert_eq!((least.b.body.slot(), least.closest.distance.value), (1, 2.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn clearance_to(&self, other: &Self, filter: &Filter<'_, V>) -> Option<Clearance<V>> {
        let mut least = Least { a: &self.bodies, b: &other.bodies, found: None };
        let may_meet = |i: u32, j: u32| {
            let pair = self.bodies.at(i).zip(other.bodies.at(j));
            pair.is_some_and(|(a, b)| a.member.groups().meet(b.member.groups()))
                && other.accepts(j, filter)
        };
        for slot in self.samples(filter) {
            least.seek(other, slot, &mut |least, j| {
                if may_meet(slot, j) {
                    least.ask(slot, j);
                }
            });
        }
        let (most, others) = (least.most(), (&other.broad, &other.bodies));
        self.broad.pairs_with(&self.bodies, others, most, &mut |i, j| {
            if self.accepts(i, filter) && may_meet(i, j) {
                least.ask(i, j);
            }
        });
        least.whole()
    }

    fn accepts(&self, slot: u32, filter: &Filter<'_, V>) -> bool {
        let placed = self.bodies.at(slot);
        placed.is_some_and(|placed| filter.accepts(self.bodies.id(slot), &placed.member))
    }

    /// A few of the bodies that the filter accepts.
    fn samples(&self, filter: &Filter<'_, V>) -> Vec<u32> {
        let accepted = self.bodies.all().filter(|(id, placed)| filter.accepts(*id, &placed.member));
        let slots: Vec<u32> = accepted.map(|(id, _)| id.slot).collect();
        let every = slots.len().div_ceil(SAMPLES).max(1);
        slots.into_iter().step_by(every).collect()
    }
}

/// The least distance so far of a body of one list and one of another.
struct Least<'b, V: Vector> {
    a: &'b Bodies<V>,
    b: &'b Bodies<V>,
    found: Option<Found<V::Scalar>>,
}

/// Places, parts, and how far apart they are.
#[derive(Clone, Copy)]
struct Found<S> {
    slots: [u32; 2],
    parts: [u32; 2],
    distance: Bracket<S>,
}

impl<V: Space> Least<'_, V> {
    /// What is further apart than this is of no interest.
    fn most(&self) -> V::Scalar {
        self.found.map_or(V::Scalar::INFINITY, |found| found.distance.upper)
    }

    /// Asks two bodies.
    fn ask(&mut self, i: u32, j: u32) {
        let (Some(a), Some(b)) = (self.a.at(i), self.b.at(j)) else { return };
        if is_further(a, b, self.most()) {
            return;
        }
        let Some((parts, distance)) = nearest_parts(a, b, self.most()) else { return };
        let slots = [i, j];
        let nearer =
            |found: Found<V::Scalar>| (distance.value, slots) < (found.distance.value, found.slots);
        if self.found.is_none_or(nearer) {
            self.found = Some(Found { slots, parts, distance });
        }
    }

    /// Goes through the bodies of a scene that may be nearer to one of the first list.
    fn seek(&mut self, among: &Scene<V>, slot: u32, ask: &mut impl FnMut(&mut Self, u32)) {
        let Some(from) = self.a.at(slot) else { return };
        let mut most = self.most();
        among.broad.by_bound(&Around::new(&from.bounds), &mut most, &mut |j, most| {
            ask(self, j);
            *most = self.most();
        });
    }

    /// All that is known of the two.
    fn whole(self) -> Option<Clearance<V>> {
        let Found { slots: [i, j], parts: [part_a, part_b], .. } = self.found?;
        let (one, other) = (self.a.at(i)?.body(), self.b.at(j)?.body());
        let closest = one.closest_of_parts(&other, [part_a, part_b])?;
        Some(Clearance { a: self.a.part(i, part_a), b: self.b.part(j, part_b), closest })
    }
}

/// Whether the boxes prove that two bodies are further apart than this.
fn is_further<V: Vector>(a: &Placed<V>, b: &Placed<V>, most: V::Scalar) -> bool {
    gap(&a.bounds, &b.bounds).is_none_or(|gap| gap > most)
}
