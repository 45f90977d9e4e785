//! Which bodies are in a region: what touches a shape, or lies in its view.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::bodies::Placed;
use super::filter::Filter;
use super::member::slack;
use super::names::{BodyId, Part};
use super::planes::Planes;
use super::world::Scene;
use crate::body::PartRef;
use crate::boxes::tree::{Node, Sides, bits};
use crate::convex::bounds::Aabb;
use crate::convex::placed::At;
use crate::convex::{Convex, Facts};
use crate::number::vector::{Real, Scalar};
use crate::place::Pose;
use crate::query::{Space, intersects};
use crate::shape::Cuboid;

/// A scene of so many bodies is worth finding the planes of a shape of few corners: that takes as
/// long as some fifty queries.
const WORTH_A_HULL: usize = 512;

impl<V: Space> Scene<V> {
    /// All bodies that touch a shape, in order, each by a part that does.
    ///
    /// Nodes of the trees that the shape does not touch are left out whole. So this is also how to
    /// cull by a [`Frustum`](crate::shape::Frustum): no body is named that is out of view, and none
    /// is missed.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, scene::{Filter, Scene}, shape::{Ball, Frustum}};
    /// let mut scene = Scene::new();
    /// for x in -10..=10 {
    ///     let pose = Pose::from_translation(DVec3::new(f64::from(x), 0.0, -5.0))?;
    ///     scene.add(Body::new(Ball::new(0.25)?), pose);
    /// }
    /// scene.step();
    /// // A camera at the origin that looks along −z, 90 degrees wide and high, from 1 to 9.
    /// let rows = [
    ///     [1.0, 0.0, 0.0, 0.0],
    ///     [0.0, 1.0, 0.0, 0.0],
    ///     [0.0, 0.0, -9.0 / 8.0, -9.0 / 8.0],
    ///     [0.0, 0.0, -1.0, 0.0],
    /// ];
    /// let view = Frustum::<DVec3>::from_view_projection(rows, 0.0, 1.0)?;
    /// assert_eq!(scene.touching_shape(&view, &Filter::ALL).len(), 11);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn touching_shape(&self, shape: impl Convex<V>, filter: &Filter<'_, V>) -> Vec<Part> {
        let region = Region::new(self, &shape);
        let mut candidates = Vec::new();
        let _: ControlFlow<()> = region.candidates(&mut |slot, is_inside| {
            candidates.push((slot, is_inside));
            ControlFlow::Continue(())
        });
        // In the order of places, bodies are read as they stand in memory.
        in_order(&mut candidates, self.bodies.slots());
        let part = |(slot, is_inside)| region.part(slot, is_inside, filter);
        candidates.into_iter().filter_map(part).collect()
    }

    /// All bodies that touch a shape, each once, by a part that does: as they come and with no list of
    /// them, until `found` breaks off.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use osculate::{Body, DVec3, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// for x in [0.0, 1.0, 9.0] {
    ///     let ball = Body::new(Ball::new(0.25)?).with_data(x as u64);
    ///     scene.add(ball, Pose::from_translation(DVec3::X * x)?);
    /// }
    /// scene.step();
    /// let mut damaged = 0;
    /// scene.each_touching_shape(Ball::new(2.0)?, &Filter::ALL, |part| {
    ///     damaged += scene.member(part.body).map_or(0, |member| 1 + member.data());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(damaged, 1 + 2);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn each_touching_shape(
        &self,
        shape: impl Convex<V>,
        filter: &Filter<'_, V>,
        mut found: impl FnMut(Part) -> ControlFlow<()>,
    ) {
        let region = Region::new(self, &shape);
        let _: ControlFlow<()> = region.candidates(&mut |slot, is_inside| {
            let part = region.part(slot, is_inside, filter);
            part.map_or(ControlFlow::Continue(()), &mut found)
        });
    }

    /// A body that touches a shape, if there is one, by a part that does: the first that is found.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, scene::{Filter, Scene}, shape::{Ball, Capsule}};
    /// let mut scene = Scene::new();
    /// let ball = scene.add(Body::new(Ball::new(1.0)?), Pose::IDENTITY);
    /// let arm = Capsule::new(-DVec3::X * 5.0, DVec3::X * 5.0, 0.1)?;
    /// let hit = scene.any_touching(&arm, &Filter::ALL).expect("it goes through the ball");
    /// assert_eq!(hit.body, ball);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn any_touching(&self, shape: impl Convex<V>, filter: &Filter<'_, V>) -> Option<Part> {
        let region = Region::new(self, &shape);
        let found = region.candidates(&mut |slot, is_inside| {
            region
                .part(slot, is_inside, filter)
                .map_or(ControlFlow::Continue(()), ControlFlow::Break)
        });
        found.break_value()
    }

    /// All bodies whose boxes meet this one, in order. They may lie beside it themselves; who needs
    /// to know asks with a [`Cuboid`] what [touches](Self::touching_shape) it.
    ///
    /// ```
    /// use osculate::{Aabb, Body, DVec2, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// let at = |x| Pose::from_translation(DVec2::X * x);
    /// let near = scene.add(Body::new(Ball::new(1.0)?), at(0.0)?);
    /// scene.add(Body::new(Ball::new(1.0)?), at(9.0)?);
    /// // Its box reaches into this one; the ball itself does not.
    /// let corner = Aabb::new(DVec2::splat(0.9), DVec2::splat(2.0))?;
    /// assert_eq!(scene.in_box(&corner, &Filter::ALL), [near]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn in_box(&self, with: &Aabb<V>, filter: &Filter<'_, V>) -> Vec<BodyId> {
        let mut all = Vec::new();
        self.each_in_box(with, filter, |id| {
            all.push(id);
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all
    }

    /// The same bodies, each once, as they come and with no list of them, until `found` breaks off.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use osculate::{Aabb, Body, DVec2, Pose, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// for x in [0.0, 1.0, 9.0] {
    ///     scene.add(Body::new(Ball::new(1.0)?), Pose::from_translation(DVec2::X * x)?);
    /// }
    /// scene.step();
    /// // Is the place taken by more than one?
    /// let mut count = 0;
    /// scene.each_in_box(&Aabb::new(DVec2::ZERO, DVec2::ONE)?, &Filter::ALL, |_| {
    ///     count += 1;
    ///     if count > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(count, 2);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn each_in_box(
        &self,
        with: &Aabb<V>,
        filter: &Filter<'_, V>,
        mut found: impl FnMut(BodyId) -> ControlFlow<()>,
    ) {
        let _: ControlFlow<()> = self.broad.meeting(with, &Sides::unknown, &mut |slot, _| {
            let Some(placed) = self.bodies.at(slot) else { return ControlFlow::Continue(()) };
            let id = self.bodies.id(slot);
            match placed.bounds.intersects(with) && filter.accepts(id, &placed.member) {
                true => found(id),
                false => ControlFlow::Continue(()),
            }
        });
    }
}

/// A shape among the bodies of a scene.
struct Region<'s, V: Space, S> {
    scene: &'s Scene<V>,
    shape: &'s S,
    bounds: Aabb<V>,
    /// Where the planes of the shape are known, they tell; else the shape itself does.
    planes: Option<Planes<V>>,
}

impl<'s, V: Space, S: Convex<V>> Region<'s, V, S> {
    fn new(scene: &'s Scene<V>, shape: &'s S) -> Self {
        let reach = shape.extent() + shape.rounding();
        let bounds = shape.bounds();
        let bounds = if bounds.is_empty() { bounds } else { bounds.expanded(slack(reach)) };
        let planes = Planes::of(shape, scene.len() >= WORTH_A_HULL);
        Self { scene, shape, bounds, planes }
    }

    /// Goes through the places of bodies that may touch the shape, and tells whose boxes are inside
    /// it for sure.
    fn candidates<B>(&self, found: &mut impl FnMut(u32, bool) -> ControlFlow<B>) -> ControlFlow<B> {
        let sides = |node: &Node<V>, level: usize, some: u32| match &self.planes {
            Some(planes) => planes.sides(node),
            None if level == 0 => Sides::unknown(node, level, some),
            None => {
                let meets = |&k: &usize| {
                    let (low, high) = node.place(k);
                    box_shape(low, high).is_none_or(|all| intersects(all, self.shape))
                };
                let meeting = bits(some).filter(meets).fold(0, |some, k| some | 1 << k);
                Sides { meeting, inside: 0 }
            }
        };
        self.scene.broad.meeting(&self.bounds, &sides, found)
    }

    /// A part of the body in a place that touches the shape.
    fn part(&self, slot: u32, is_inside: bool, filter: &Filter<'_, V>) -> Option<Part> {
        let (bodies, id) = (&self.scene.bodies, self.scene.bodies.id(slot));
        if is_inside && filter.accepts_all() {
            return Some(Part { body: id, part: 0 });
        }
        let placed = bodies.at(slot)?;
        if !filter.accepts(id, &placed.member) {
            return None;
        }
        // The boxes in the trees are larger than those of the bodies.
        let by_own_box = || match &self.planes {
            _ if !placed.bounds.intersects(&self.bounds) => Some(false),
            Some(planes) => planes.side(&placed.bounds),
            None => None,
        };
        let part = match if is_inside { Some(true) } else { by_own_box() } {
            Some(true) => 0,
            Some(false) => return None,
            None => self.touching_part(placed)?,
        };
        Some(Part { body: id, part })
    }

    /// A part of a body that touches the shape.
    fn touching_part(&self, of: &Placed<V>) -> Option<u32> {
        let touches = |part: &At<V, PartRef<'_, V>>| {
            let known = self.planes.as_ref().and_then(|planes| planes.touches(part));
            known.unwrap_or_else(|| intersects(part, self.shape))
        };
        of.body().first_beside(self.shape, touches)
    }
}

/// Sorts what belongs to places, of which there are so many, by these. No place comes twice.
fn in_order(found: &mut Vec<(u32, bool)>, places: usize) {
    if found.len() < places / 64 {
        found.sort_unstable();
        return;
    }
    // A bit for each place, and for each place found another.
    let mut bits_of = alloc::vec![[0u64; 2]; places.div_ceil(64)];
    for &(place, flag) in found.iter() {
        let [some, flags] = &mut bits_of[place as usize / 64];
        *some |= 1 << (place % 64);
        *flags |= u64::from(flag) << (place % 64);
    }
    found.clear();
    for (first, [mut some, flags]) in (0..).step_by(64).zip(bits_of) {
        while some != 0 {
            let k = some.trailing_zeros();
            some &= some - 1;
            found.push((first + k, flags >> k & 1 == 1));
        }
    }
}

/// A cuboid that holds a box, if there is one.
fn box_shape<V: Space>(low: V, high: V) -> Option<At<V, Cuboid<V>>> {
    let half = V::Scalar::from_f64(0.5);
    let center = low * half + high * half;
    // The center and the halves round by an ε each.
    let slack = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON;
    let reach = (high * half - low * half) + (low.abs() + high.abs()) * slack;
    Some(At::new(Cuboid::new(reach).ok()?, Pose::from_translation(center).ok()?))
}
