//! The first impact of a whole scene in motion.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::BoxTree;
use super::bodies::Placed;
use super::body::{Body, BodyId, Part};
use super::world::Scene;
use crate::bounds::Aabb;
use crate::convex::Convex;
use crate::error::Error;
use crate::known::Core;
use crate::motion::{Encounter, Motion, Moves, Sweep, Twist};
use crate::query::Space;
use crate::vector::{Real, Scalar, Vector};

/// When two parts of different bodies first meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting<V: Vector> {
    /// A part of the body in the lower place.
    pub a: Part,
    /// A part of the other.
    pub b: Part,
    /// When: a hit, or not known beyond a time. It is never free.
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
    /// use osculate::{DVec3, Motion, Pose, Sweep, scene::{Body, Scene}, shape::Ball};
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
    ) -> Result<Option<Meeting<V>>, Error> {
        let (from, to, stop) = sweep.interval();
        let (mut movers, mut boxes) = (Vec::new(), Vec::new());
        // The number of a body's mover, by its place.
        let mut mover_of = alloc::vec![None; self.bodies.slots()];
        for (id, placed) in self.bodies.all() {
            if let Some(motion) = motion(id) {
                motion.check(from, to)?;
                mover_of[id.slot as usize] = Some(movers.len());
                boxes.push(swept(&placed.body, &motion, from, to));
                movers.push((id.slot, motion));
            }
        }
        let mut tree = BoxTree::new();
        tree.rebuild(&boxes);
        let mut pairs = Vec::new();
        tree.each_pair(stop, |i, j| {
            let (i, j) = (movers[i as usize].0, movers[j as usize].0);
            pairs.push((i.min(j), i.max(j)));
        });
        for ((i, _), around) in movers.iter().zip(&boxes) {
            let around = around.expanded(stop);
            let _ = self.broad.meeting(&around, &|_, _| false, &mut |j| {
                if mover_of[j as usize].is_none() {
                    pairs.push((*i.min(&j), *i.max(&j)));
                }
                ControlFlow::Continue(())
            });
        }
        pairs.retain(|&(i, j)| self.bodies.may_meet(i, j));
        pairs.sort_unstable();
        let mut first: Option<Meeting<V>> = None;
        let mut sweep = *sweep;
        for (i, j) in pairs {
            let (Some(a), Some(b)) = (self.bodies.at(i), self.bodies.at(j)) else { continue };
            let resting = [a, b].map(|placed: &Placed<V>| Motion::resting(placed.pose));
            let moves = |slot: u32, resting| match mover_of[slot as usize] {
                Some(mover) => &movers[mover].1 as &dyn Moves<V>,
                None => resting,
            };
            let (moves_a, moves_b) = (moves(i, &resting[0]), moves(j, &resting[1]));
            for (part_a, one) in (0..).zip(a.body.parts()) {
                for (part_b, other) in (0..).zip(b.body.parts()) {
                    let encounter = sweep.time_of_impact(one, moves_a, other, moves_b)?;
                    if encounter.is_free()
                        || first.is_some_and(|f| !(encounter.lower() < f.encounter.lower()))
                    {
                        continue;
                    }
                    if let Encounter::Hit(impact) = encounter {
                        sweep = sweep.up_to(impact.time.upper);
                    }
                    let (a, b) = (self.bodies.part(i, part_a), self.bodies.part(j, part_b));
                    first = Some(Meeting { a, b, encounter });
                }
            }
        }
        Ok(first)
    }
}

/// A box that a body does not leave between two times.
fn swept<V: Space>(
    body: &Body<V>,
    motion: &impl Moves<V>,
    from: V::Scalar,
    to: V::Scalar,
) -> Aabb<V> {
    let number = V::Scalar::from_f64;
    let center = motion.center();
    let is_endless = |core| matches!(core, Core::HalfSpace { .. });
    if body.parts().iter().any(|part| is_endless(part.core())) {
        return Aabb::everything();
    }
    // How far the body reaches from the center of its turns.
    let reach = body.parts().iter().fold(V::Scalar::ZERO, |most, part| {
        most.max((part.origin() - center).length() + (part.extent() + part.radius()))
    });
    let slack = |time| motion.slack(reach, time);
    if let Some(Twist { angular_velocity, until, .. }) = motion.twist(from)
        && angular_velocity == [0.0; 3]
        && until >= to
    {
        let ends = body.bounds(motion.pose(from)).union(&body.bounds(motion.pose(to)));
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
        let at = Aabb::of_points([motion.center_at(middle)]);
        let over = V::Scalar::ONE + number(16.0) * V::Scalar::EPSILON;
        all = all.union(&sure(at.expanded((reach + goes + slack + slack) * over)));
    }
    all
}

/// The box, or all space if it is made of what is no number.
fn sure<V: Vector>(of: Aabb<V>) -> Aabb<V> {
    if of.is_empty() { Aabb::everything() } else { of }
}
