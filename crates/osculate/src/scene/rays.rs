//! What a ray hits, or a shape that moves straight through a scene at rest.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::bodies::Placed;
use super::filter::Filter;
use super::names::Part;
use super::world::Scene;
use crate::body::PartRayHit;
use crate::boxes::tree::drawn_in;
use crate::boxes::way::Way;
use crate::convex::{Convex, Facts};
use crate::motion::{Encounter, Ray, Struck, Sweep};
use crate::number::error::Error;
use crate::number::vector::{Real, Vector};
use crate::query::Space;

/// A part of a body that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyRayHit<V: Vector> {
    /// The part.
    pub part: Part,
    /// Where: a hit, or not known beyond a parameter. It is never a miss.
    pub struck: Struck<V>,
}

/// A part of a body that a shape which moves comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyCastHit<V: Vector> {
    /// The part.
    pub part: Part,
    /// When: a hit, or not known beyond a time. The shape that moves is a. It is never a miss.
    pub encounter: Encounter<V>,
}

impl<V: Space> Scene<V> {
    /// The first part that a ray hits; of several at the same parameter, the first in order.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, Ray, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// for x in [8.0, 4.0, 6.0] {
    ///     let pose = Pose::from_translation(DVec3::new(x, 0.0, 0.0))?;
    ///     scene.add(Body::new(Ball::new(0.5)?), pose);
    /// }
    /// let ray = Ray::new(DVec3::ZERO, DVec3::X)?;
    /// let hit = scene.ray_first(&ray, &Filter::ALL).expect("three are in the way");
    /// assert_eq!(hit.part.body.slot(), 1);
    /// let parameter = hit.struck.hit().expect("a ball is hit").parameter;
    /// assert!(parameter.lower <= 3.5 && 3.5 <= parameter.upper);
    /// let all = scene.ray_all(&ray, &Filter::ALL);
    /// assert_eq!(all.iter().map(|hit| hit.part.body.slot()).collect::<Vec<_>>(), [1, 2, 0]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn ray_first(&self, ray: &Ray<V>, filter: &Filter<'_, V>) -> Option<BodyRayHit<V>> {
        let mut first: Option<BodyRayHit<V>> = None;
        self.along_ray(ray, filter, &mut |struck, most| {
            if first.is_none_or(|first| order(&struck) < order(&first)) {
                first = Some(struck);
            }
            if let Struck::Hit(hit) = struck.struck {
                *most = most.min(hit.parameter.upper);
            }
        });
        first
    }

    /// All parts that a ray hits, the first first; of several at the same parameter, in order.
    #[must_use]
    pub fn ray_all(&self, ray: &Ray<V>, filter: &Filter<'_, V>) -> Vec<BodyRayHit<V>> {
        let mut all = Vec::new();
        self.each_ray_hit(ray, filter, |hit| {
            all.push(hit);
            ControlFlow::Continue(())
        });
        sort(&mut all, order);
        all
    }

    /// All parts that a ray hits, each once, as they come and with no list of them, until `found`
    /// breaks off. Those that are near come early, but in no exact order.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use osculate::{Body, DVec3, Pose, Ray, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// for x in [8.0, 4.0, 6.0] {
    ///     scene.add(Body::new(Ball::new(0.5)?), Pose::from_translation(DVec3::X * x)?);
    /// }
    /// scene.step();
    /// let ray = Ray::new(DVec3::ZERO, DVec3::X)?;
    /// // Is anything in the way that is less than 7 away? The first that is found will do.
    /// let mut in_the_way = None;
    /// scene.each_ray_hit(&ray.up_to(7.0)?, &Filter::ALL, |hit| {
    ///     in_the_way = Some(hit.part.body);
    ///     ControlFlow::Break(())
    /// });
    /// assert!(in_the_way.is_some());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn each_ray_hit(
        &self,
        ray: &Ray<V>,
        filter: &Filter<'_, V>,
        mut found: impl FnMut(BodyRayHit<V>) -> ControlFlow<()>,
    ) {
        let mut is_over = false;
        self.along_ray(ray, filter, &mut |hit, most| {
            if !is_over && found(hit).is_break() {
                // Nothing else is near enough to be of interest.
                (is_over, *most) = (true, -V::Scalar::INFINITY);
            }
        });
    }

    /// The first part that a shape comes to which moves at a velocity without turning, while the
    /// scene rests; of several at the same time, the first in order. One that is proved to come
    /// later may be left out, though its own bracket of the time would not tell them apart. The
    /// shape is given where it is at the time 0, and the sweep says what times are asked about.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, Sweep, scene::{Filter, Scene}, shape::{Ball, Cuboid}};
    /// let mut scene = Scene::new();
    /// let wall = Body::new(Cuboid::new(DVec3::new(0.01, 5.0, 5.0))?);
    /// scene.add(wall, Pose::from_translation(DVec3::X * 100.0)?);
    /// let shot = Ball::new(0.1)?;
    /// let hit = scene.cast_first(&shot, DVec3::X * 1e4, &Sweep::default(), &Filter::ALL)?;
    /// let time = hit.expect("the wall is thin").encounter.lower();
    /// assert!((time - 0.009989).abs() < 1e-9);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn cast_first(
        &self,
        shape: impl Convex<V>,
        velocity: V,
        sweep: &Sweep<V::Scalar>,
        filter: &Filter<'_, V>,
    ) -> Result<Option<BodyCastHit<V>>, Error> {
        let mut first: Option<BodyCastHit<V>> = None;
        let limits = true;
        self.along_way(&shape, velocity, sweep, filter, limits, &mut |hit| {
            if first.is_none_or(|first| time(&hit) < time(&first)) {
                first = Some(hit);
            }
        })?;
        Ok(first)
    }

    /// All parts that a shape comes to which moves at a velocity without turning, while the scene
    /// rests, the first first; of several at the same time, in order.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, Sweep, scene::{Filter, Scene}, shape::Ball};
    /// let mut scene = Scene::new();
    /// for x in [8.0, 4.0, 20.0] {
    ///     scene.add(Body::new(Ball::new(1.0)?), Pose::from_translation(DVec2::X * x)?);
    /// }
    /// let shot = Ball::new(1.0)?;
    /// let hits = scene.cast_all(&shot, DVec2::X * 10.0, &Sweep::default(), &Filter::ALL)?;
    /// assert_eq!(hits.iter().map(|hit| hit.part.body.slot()).collect::<Vec<_>>(), [1, 0]);
    /// assert!((hits[0].encounter.lower() - 0.2).abs() < 1e-9);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn cast_all(
        &self,
        shape: impl Convex<V>,
        velocity: V,
        sweep: &Sweep<V::Scalar>,
        filter: &Filter<'_, V>,
    ) -> Result<Vec<BodyCastHit<V>>, Error> {
        let mut all = Vec::new();
        self.along_way(&shape, velocity, sweep, filter, false, &mut |hit| all.push(hit))?;
        sort(&mut all, time);
        Ok(all)
    }

    fn along_ray(
        &self,
        ray: &Ray<V>,
        filter: &Filter<'_, V>,
        found: &mut impl FnMut(BodyRayHit<V>, &mut V::Scalar),
    ) {
        let open = V::splat(self.bodies.left_open(ray.origin().abs().max_element()));
        let ends = [ray.origin() - open, ray.origin() + open];
        let (way, mut most) = (Way::new(ends, ray.direction(), V::Scalar::ZERO), ray.most());
        self.along(&way, filter, &mut most, &mut |slot, placed, most| {
            placed.body().along(ray, most, &mut |PartRayHit { part, struck }, most| {
                found(BodyRayHit { part: self.bodies.part(slot, part), struck }, most);
            });
        });
    }

    /// Each time that the shape comes to a part. If it `limits`, what comes later than an earlier
    /// one is left out.
    fn along_way(
        &self,
        shape: &impl Convex<V>,
        velocity: V,
        sweep: &Sweep<V::Scalar>,
        filter: &Filter<'_, V>,
        limits: bool,
        found: &mut impl FnMut(BodyCastHit<V>),
    ) -> Result<(), Error> {
        // What is refused is refused without a body too.
        let (from, mut most, stop) = sweep.interval();
        sweep.check_velocity("velocity", velocity)?;
        let bounds = shape.bounds();
        if bounds.is_empty() {
            return Ok(());
        }
        let from_origin = shape.origin().abs().max_element() + shape.extent();
        let open = self.bodies.left_open(from_origin + shape.rounding());
        let bounds = drawn_in(&bounds.expanded(stop + open));
        let way = Way::new([bounds.min(), bounds.max()], velocity, from);
        let mut refused = Ok(());
        self.along(&way, filter, &mut most, &mut |slot, placed, most| {
            let body = placed.body();
            if let Some(start) = body.start_of_cast(shape, velocity, sweep) {
                let part = self.bodies.part(slot, start.parts[1]);
                found(BodyCastHit { part, encounter: start.encounter });
                if limits {
                    *most = most.min(from);
                }
                return;
            }
            body.along_way(shape, velocity, [from, stop + open], most, &mut |part, other, most| {
                match sweep.up_to(*most).cast(shape, velocity, other, V::ZERO) {
                    Ok(Encounter::Missed) => {}
                    Ok(encounter) => {
                        if let (true, Encounter::Hit(impact)) = (limits, encounter) {
                            *most = most.min(impact.time.upper);
                        }
                        found(BodyCastHit { part: self.bodies.part(slot, part), encounter });
                    }
                    Err(error) => refused = Err(error),
                }
            });
        });
        refused
    }

    fn along(
        &self,
        way: &Way<V>,
        filter: &Filter<'_, V>,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &Placed<V>, &mut V::Scalar),
    ) {
        self.broad.by_bound(way, most, &mut |slot, most| {
            let Some(placed) = self.bodies.at(slot) else { return };
            if way.may_meet(&placed.bounds, *most)
                && filter.accepts(self.bodies.id(slot), &placed.member)
            {
                ask(slot, placed, most);
            }
        });
    }
}

/// By what hits are in order: where, and which part.
fn order<V: Vector>(of: &BodyRayHit<V>) -> (V::Scalar, Part) {
    let parameter = match of.struck {
        Struck::Hit(hit) => hit.parameter.value,
        Struck::Unknown { lower, .. } => lower,
        Struck::Missed => V::Scalar::INFINITY,
    };
    (parameter, of.part)
}

fn time<V: Vector>(of: &BodyCastHit<V>) -> (V::Scalar, Part) {
    (of.encounter.lower(), of.part)
}

/// Sorts by keys that are numbers.
fn sort<T, K: PartialOrd>(all: &mut [T], key: impl Fn(&T) -> K) {
    let compare = |a: &T, b: &T| key(a).partial_cmp(&key(b)).unwrap_or(core::cmp::Ordering::Equal);
    all.sort_by(compare);
}
