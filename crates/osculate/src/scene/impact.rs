//! The first impact of a whole scene in motion.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::bodies::Placed;
use super::member::Member;
use super::names::{BodyId, Part};
use super::world::Scene;
use crate::body::PartImpact;
use crate::boxes::BoxTree;
use crate::boxes::tree::Sides;
use crate::convex::bounds::Aabb;
use crate::motion::{Encounter, Motion, Moves, Sweep};
use crate::number::error::Error;
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Space;

/// When two parts of different bodies first meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyImpact<V: Vector> {
    /// A part of the body in the lower place.
    pub a: Part,
    /// A part of the other.
    pub b: Part,
    /// When: a hit, or not known beyond a time. It is never a miss.
    pub encounter: Encounter<V>,
}

/// A motion of which nothing but speeds is known is boxed in so many pieces.
const PIECES: u32 = 8;

impl<V: Space> Scene<V> {
    /// The first meeting of any two bodies that may meet, if each moves as `motion` says; of
    /// several at the same time, the first in order. Bodies without a motion rest at their poses.
    /// The sweep says what times are asked about. `None` is proved: nothing meets.
    ///
    /// Bodies that touch at the start have met then, if one of them moves;
    /// [`Sweep::ignoring_opening`] passes over those that part.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Motion, Pose, Sweep, scene::Scene, shape::Ball};
    /// let mut scene = Scene::new();
    /// let at = |x| Pose::from_translation(DVec3::X * x);
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let [_, shot, _] = [0.0, 3.0, 9.0].map(|x| scene.add(ball.clone(), at(x).unwrap()));
    /// let flies = Motion::new(at(3.0)?, DVec3::X * 10.0)?;
    /// let first = scene.first_impact(&Sweep::default(), |id| (id == shot).then_some(flies))?;
    /// let first = first.expect("one is in the way");
    /// assert_eq!((first.a.body, first.b.body.slot()), (shot, 2));
    /// assert!((first.encounter.lower() - 0.5).abs() < 1e-4);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn first_impact<M: Moves<V>>(
        &self,
        sweep: &Sweep<V::Scalar>,
        motion: impl Fn(BodyId) -> Option<M>,
    ) -> Result<Option<BodyImpact<V>>, Error> {
        let moving = self.moving(sweep, motion)?;
        let mut first: Option<BodyImpact<V>> = None;
        let mut sweep = *sweep;
        for (i, j) in moving.pairs(self, &sweep) {
            let Some(found) = moving.meet(self, &sweep, [i, j])? else { continue };
            if first.is_some_and(|f| !(found.encounter.lower() < f.encounter.lower())) {
                continue;
            }
            if let Encounter::Hit(impact) = found.encounter {
                sweep = sweep.up_to(impact.time.upper);
            }
            first = Some(found);
        }
        Ok(first)
    }

    /// All pairs of bodies that may meet, one of which moves, and whose boxes come as near as the
    /// stop distance over the whole time, in order: the pairs that
    /// [`first_impact`](Self::first_impact) asks. The others do not meet, which is proved. For the
    /// impacts of all pairs, ask [`impact_of`](Self::impact_of) each.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Motion, Pose, Sweep, scene::Scene, shape::Ball};
    /// let mut scene = Scene::new();
    /// let at = |x| Pose::from_translation(DVec2::new(x, 0.0));
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let [shot, ..] = [0.0, 2.0, 4.0, 9.0].map(|x| scene.add(ball.clone(), at(x).unwrap()));
    /// let flies = Motion::new(at(0.0)?, DVec2::X * 5.0)?;
    /// let (sweep, motion) = (Sweep::default(), |id| (id == shot).then_some(flies));
    /// let mut times = Vec::new();
    /// for (a, b) in scene.pairs_by_swept_boxes(&sweep, motion)? {
    ///     let met = scene.impact_of(a, b, &sweep, motion)?;
    ///     times.extend(met.and_then(|met| met.encounter.hit()).map(|hit| hit.time.value));
    /// }
    /// assert_eq!(times.len(), 2);
    /// assert!((times[0] - 0.2).abs() < 1e-4 && (times[1] - 0.6).abs() < 1e-4);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn pairs_by_swept_boxes<M: Moves<V>>(
        &self,
        sweep: &Sweep<V::Scalar>,
        motion: impl Fn(BodyId) -> Option<M>,
    ) -> Result<Vec<(BodyId, BodyId)>, Error> {
        let pairs = self.moving(sweep, motion)?.pairs(self, sweep);
        Ok(pairs.into_iter().map(|(i, j)| (self.bodies.id(i), self.bodies.id(j))).collect())
    }

    /// The first meeting of two bodies, whether they may meet or not, if each moves as `motion`
    /// says; of several of their parts at the same time, the first. `None` is proved: they do not
    /// meet. A body of which `motion` says `None` rests where it is.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Motion, Pose, Sweep, scene::Scene, shape::Ball};
    /// let mut scene = Scene::new();
    /// let at = |x| Pose::from_translation(DVec2::X * x);
    /// let [shot, mark] = [0.0, 3.0].map(|x| scene.add(Ball::new(0.5).unwrap(), at(x).unwrap()));
    /// let flies = Motion::new(at(0.0)?, DVec2::X * 4.0)?;
    /// let motion = |id| (id == shot).then_some(flies);
    /// let met = scene.impact_of(shot, mark, &Sweep::default(), motion)?.expect("after half the time");
    /// assert!((met.encounter.hit().expect("a hit").time.value - 0.5).abs() < 1e-4);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn impact_of<M: Moves<V>>(
        &self,
        a: BodyId,
        b: BodyId,
        sweep: &Sweep<V::Scalar>,
        motion: impl Fn(BodyId) -> Option<M>,
    ) -> Result<Option<BodyImpact<V>>, Error> {
        let body = |id: BodyId| self.bodies.get(id).ok_or_else(|| id.unknown());
        let (one, other) = (body(a)?, body(b)?);
        let resting = [one, other].map(|placed| Motion::resting(placed.pose));
        let (moves_a, moves_b) = (motion(a), motion(b));
        let moves =
            [as_moves(moves_a.as_ref(), &resting[0]), as_moves(moves_b.as_ref(), &resting[1])];
        first_of([(a, one), (b, other)], sweep, moves)
    }

    fn moving<M: Moves<V>>(
        &self,
        sweep: &Sweep<V::Scalar>,
        motion: impl Fn(BodyId) -> Option<M>,
    ) -> Result<Moving<V, M>, Error> {
        let (from, to, _) = sweep.interval();
        let (mut movers, mut boxes) = (Vec::new(), Vec::new());
        let mut mover_of = alloc::vec![None; self.bodies.slots()];
        for (id, placed) in self.bodies.all() {
            if let Some(motion) = motion(id) {
                motion.check(from, to)?;
                mover_of[id.slot as usize] = Some(movers.len());
                boxes.push(swept(&placed.member, &motion, from, to));
                movers.push((id.slot, motion));
            }
        }
        Ok(Moving { movers, boxes, mover_of })
    }
}

/// The bodies of a scene that move.
struct Moving<V: Vector, M> {
    /// The place of each, and its motion.
    movers: Vec<(u32, M)>,
    /// A box that each does not leave.
    boxes: Vec<Aabb<V>>,
    /// The number of a body's mover, by its place.
    mover_of: Vec<Option<usize>>,
}

impl<V: Space, M: Moves<V>> Moving<V, M> {
    /// The pairs of places whose boxes come as near as the stop distance, in order.
    fn pairs(&self, scene: &Scene<V>, sweep: &Sweep<V::Scalar>) -> Vec<(u32, u32)> {
        let Self { movers, boxes, mover_of } = self;
        let (_, _, stop) = sweep.interval();
        let mut tree = BoxTree::new();
        tree.rebuild(boxes);
        let mut pairs = Vec::new();
        tree.each_pair(stop, |i, j| {
            let (i, j) = (movers[i as usize].0, movers[j as usize].0);
            pairs.push((i.min(j), i.max(j)));
            ControlFlow::Continue(())
        });
        for ((i, _), around) in movers.iter().zip(boxes) {
            let around = around.expanded(stop);
            let _: ControlFlow<()> = scene.broad.meeting(&around, &Sides::unknown, &mut |j, _| {
                if mover_of[j as usize].is_none() {
                    pairs.push((*i.min(&j), *i.max(&j)));
                }
                ControlFlow::Continue(())
            });
        }
        pairs.retain(|&(i, j)| scene.bodies.may_meet(i, j));
        pairs.sort_unstable();
        pairs
    }

    /// The first meeting of the bodies in two places.
    fn meet(
        &self,
        scene: &Scene<V>,
        sweep: &Sweep<V::Scalar>,
        [i, j]: [u32; 2],
    ) -> Result<Option<BodyImpact<V>>, Error> {
        let bodies = &scene.bodies;
        let (Some(a), Some(b)) = (bodies.at(i), bodies.at(j)) else { return Ok(None) };
        let resting = [a, b].map(|placed| Motion::resting(placed.pose));
        let moves = |slot: u32| self.mover_of[slot as usize].map(|mover| &self.movers[mover].1);
        let moves = [as_moves(moves(i), &resting[0]), as_moves(moves(j), &resting[1])];
        first_of([(bodies.id(i), a), (bodies.id(j), b)], sweep, moves)
    }
}

/// A motion, or the rest of a body without one.
fn as_moves<'m, V: Vector, M: Moves<V>>(
    motion: Option<&'m M>,
    resting: &'m Motion<V>,
) -> &'m dyn Moves<V> {
    match motion {
        Some(motion) => motion,
        None => resting,
    }
}

/// The first meeting of two parts of two bodies.
fn first_of<V: Space>(
    [(id_a, a), (id_b, b)]: [(BodyId, &Placed<V>); 2],
    sweep: &Sweep<V::Scalar>,
    [moves_a, moves_b]: [&dyn Moves<V>; 2],
) -> Result<Option<BodyImpact<V>>, Error> {
    let (one, other) = (a.member.body(), b.member.body());
    Ok(one.time_of_impact(moves_a, other, moves_b, sweep)?.map(|found| {
        let PartImpact { parts: [i, j], encounter } = found;
        let (a, b) = (Part { body: id_a, part: i }, Part { body: id_b, part: j });
        BodyImpact { a, b, encounter }
    }))
}

/// A box that a body does not leave between two times.
fn swept<V: Space>(
    member: &Member<V>,
    motion: &impl Moves<V>,
    from: V::Scalar,
    to: V::Scalar,
) -> Aabb<V> {
    let number = V::Scalar::from_f64;
    let (body, center) = (member.body(), motion.center());
    if body.is_endless() {
        return Aabb::everything();
    }
    // How far the body reaches from the center of its turns.
    let reach = body.reach_from(center);
    let slack = |time| motion.slack(reach, time);
    if let Some(twist) = motion.twist(from)
        && !twist.turns()
        && twist.until() >= to
    {
        let ends = member.bounds(motion.pose(from)).union(&member.bounds(motion.pose(to)));
        return sure(ends.expanded(slack(from).max(slack(to))));
    }
    let span = (to - from) / number(f64::from(PIECES));
    let mut all = Aabb::empty();
    for piece in 0..PIECES {
        let start = from + span * number(f64::from(piece));
        let (middle, end) = (start + span * number(0.5), (start + span).min(to));
        let slack = slack(start).max(slack(middle)).max(slack(end));
        // The times are rounded as well.
        let late = number(8.0) * V::Scalar::EPSILON * (from.abs() + to.abs());
        let goes = motion.speed(start, end) * (span * number(0.5) + late);
        let at = Aabb::from_points([motion.center_at(middle)]);
        let over = V::Scalar::ONE + number(16.0) * V::Scalar::EPSILON;
        all = all.union(&sure(at.expanded((reach + goes + slack + slack) * over)));
    }
    all
}

/// The box, or all space if it is made of what is no number.
fn sure<V: Vector>(of: Aabb<V>) -> Aabb<V> {
    if of.is_empty() { Aabb::everything() } else { of }
}
