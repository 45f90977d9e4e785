//! When two bodies in motion meet.
//!
//! The time is halved until few parts may meet. In half of a span of time no point moves further
//! than its speed allows; parts that are further apart in the middle of the span, by their boxes,
//! do not meet in it, which is proved. Of the others each two are asked. So the first span in
//! which two meet has the first meeting. Half-spaces, whose points may be arbitrarily fast, are
//! asked over all of the time, with each part of the other body.

use alloc::vec::Vec;

use super::Body;
use super::answer::PartImpact;
use super::parts::{Ask, Placed};
use super::solid::Inside;
use crate::convex::placed::At;
use crate::motion::{Encounter, Moves, Sweep};
use crate::number::error::Error;
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::Pose;
use crate::query::Space;

/// So many pairs of parts are asked rather than the time halved.
pub(super) const FEW: usize = 64;

/// A span is halved so many times at most, and so many spans are looked at. After that all parts
/// are asked that may meet.
pub(super) const HALVINGS: u32 = 20;
pub(super) const MOST_SPANS: usize = 1024;

/// With this share of the smaller body more than the stop distance, parts count as such that may
/// be in contact at the start.
const AT_START: f64 = 1e-3;

impl<V: Space> Body<V> {
    /// The first meeting of two bodies that move; of several of their parts at the same time, one
    /// of them. `None` is proved: they do not meet.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Motion, Pose, Sweep, shape::Ball};
    /// let square = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::X + DVec3::Z];
    /// let floor = Body::from_mesh(&square, &[[0, 2, 1], [1, 2, 3]])?;
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let above = Pose::from_translation(DVec3::new(0.75, 3.0, 0.75))?;
    /// let falls = Motion::new(above, DVec3::NEG_Y * 10.0)?;
    /// let met = ball.time_of_impact(&falls, &floor, &Pose::IDENTITY, &Sweep::default())?;
    /// let met = met.expect("the floor is below");
    /// assert_eq!(met.parts, [0, 1]);
    /// assert!((met.encounter.lower() - 0.25).abs() < 1e-4);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn time_of_impact(
        &self,
        motion: &(impl Moves<V> + ?Sized),
        other: &Self,
        other_motion: &(impl Moves<V> + ?Sized),
        sweep: &Sweep<V::Scalar>,
    ) -> Result<Option<PartImpact<V>>, Error> {
        let (from, to, _) = sweep.interval();
        motion.check(from, to)?;
        other_motion.check(from, to)?;
        let (a, b) = (Mover::new(self, &motion), Mover::new(other, &other_motion));
        let meet = |sweep: &Sweep<V::Scalar>, [i, j]: [u32; 2]| {
            let (Some(one), Some(other)) = (self.part(i), other.part(j)) else {
                return Ok(Encounter::Missed);
            };
            sweep.time_of_impact(one, motion, other, other_motion)
        };
        Search { movers: [a, b], meet, first: None, refused: None, spans: 0, started: Vec::new() }
            .run(sweep)
    }
}

impl<V: Space> At<V, &Body<V>> {
    /// The first meeting of two bodies that move straight, without turning. Each is given where it
    /// is at the time 0.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, Sweep, shape::Ball};
    /// let square = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::X + DVec3::Z];
    /// let floor = Body::from_mesh(&square, &[[0, 2, 1], [1, 2, 3]])?;
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let above = Pose::from_translation(DVec3::new(0.25, 3.0, 0.25))?;
    /// let (ball, floor) = (ball.at(above), floor.at(Pose::IDENTITY));
    /// let met = ball.cast(DVec3::NEG_Y * 10.0, &floor, DVec3::ZERO, &Sweep::default())?;
    /// assert_eq!(met.expect("the floor is below").parts, [0, 0]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn cast(
        &self,
        velocity: V,
        other: &At<V, &Body<V>>,
        other_velocity: V,
        sweep: &Sweep<V::Scalar>,
    ) -> Result<Option<PartImpact<V>>, Error> {
        sweep.check_velocity("velocity", velocity)?;
        sweep.check_velocity("other_velocity", other_velocity)?;
        let ways = [Way(*self, velocity), Way(*other, other_velocity)];
        let movers = [Mover::new(self.shape(), &ways[0]), Mover::new(other.shape(), &ways[1])];
        let meet = |sweep: &Sweep<V::Scalar>, [i, j]: [u32; 2]| match (self.part(i), other.part(j))
        {
            (Some(a), Some(b)) => sweep.cast(a, velocity, b, other_velocity),
            _ => Ok(Encounter::Missed),
        };
        Search { movers, meet, first: None, refused: None, spans: 0, started: Vec::new() }
            .run(sweep)
    }
}

/// A body that moves straight.
struct Way<'b, V: Vector>(At<V, &'b Body<V>>, V);

/// What a search needs to know of a motion.
pub(super) trait Goes<V: Vector> {
    fn pose(&self, time: V::Scalar) -> Pose<V>;
    fn center(&self) -> V;
    /// How far a point within reach of the center may come from where it is at the time between,
    /// rounding included.
    fn comes(&self, reach: V::Scalar, times: [V::Scalar; 3]) -> V::Scalar;
}

/// What is added to a bound for its own rounding.
fn over<S: Scalar>() -> S {
    S::ONE + S::from_f64(16.0) * S::EPSILON
}

/// The longer half of a span of time, and what times are rounded by.
fn half<S: Scalar>([from, middle, to]: [S; 3]) -> S {
    let late = S::from_f64(8.0) * S::EPSILON * (from.abs() + to.abs());
    (middle - from).max(to - middle) + late
}

impl<V: Vector, M: Moves<V> + ?Sized> Goes<V> for &M {
    fn pose(&self, time: V::Scalar) -> Pose<V> {
        Moves::pose(*self, time)
    }
    fn center(&self) -> V {
        Moves::center(*self)
    }
    fn comes(&self, reach: V::Scalar, times: [V::Scalar; 3]) -> V::Scalar {
        let [from, _, to] = times;
        let angular = self.angular_speed(from, to);
        let turns = if angular == V::Scalar::ZERO { angular } else { angular * reach };
        let slack = times.map(|time| self.slack(reach, time));
        let slack = slack[0].max(slack[1]).max(slack[2]);
        ((self.speed(from, to) + turns) * half(times) + slack + slack) * over::<V::Scalar>()
    }
}

impl<V: Vector> Goes<V> for Way<'_, V> {
    fn pose(&self, time: V::Scalar) -> Pose<V> {
        let pose = self.0.pose();
        Pose::of_finite(pose.translation() + self.1 * time, pose.rotation())
    }
    fn center(&self) -> V {
        V::ZERO
    }
    fn comes(&self, _: V::Scalar, times: [V::Scalar; 3]) -> V::Scalar {
        let [from, _, to] = times;
        let speed = self.1.length();
        let lengths = self.0.pose().translation().length() + speed * from.abs().max(to.abs());
        let slack = V::Scalar::from_f64(8.0) * V::Scalar::EPSILON * lengths;
        (speed * half(times) + slack) * over::<V::Scalar>()
    }
}

/// A body with its motion.
pub(super) struct Mover<'m, V: Vector> {
    pub body: &'m Body<V>,
    motion: &'m dyn Goes<V>,
    /// How far what has an end reaches from the center of its turns.
    reach: V::Scalar,
    /// The parts without an end.
    endless: Vec<u32>,
}

impl<'m, V: Vector> Mover<'m, V> {
    pub fn new(body: &'m Body<V>, motion: &'m dyn Goes<V>) -> Self {
        let reach = body.reach_from(motion.center());
        Self { body, motion, reach, endless: body.parts.endless().collect() }
    }

    /// The body at a time.
    pub fn at(&self, time: V::Scalar) -> At<V, &'m Body<V>> {
        self.body.at(self.motion.pose(time))
    }
}

/// All pairs of which a part has no end.
pub(super) fn endless_pairs<V: Vector>(movers: &[Mover<'_, V>; 2]) -> Vec<[u32; 2]> {
    let [a, b] = movers;
    let parts = |of: &Mover<'_, V>| 0..of.body.part_count() as u32;
    let of_a = a.endless.iter().flat_map(|&i| parts(b).map(move |j| [i, j]));
    let finite = |i: &u32| !a.endless.contains(i);
    let of_b = b.endless.iter().flat_map(|&j| parts(a).filter(finite).map(move |i| [i, j]));
    of_a.chain(of_b).collect()
}

/// Whether a part of two has no end.
pub(super) fn is_endless<V: Vector>(movers: &[Mover<'_, V>; 2], parts: [u32; 2]) -> bool {
    movers.iter().zip(parts).any(|(of, part)| of.endless.binary_search(&part).is_ok())
}

/// How much nearer parts of two bodies that have ends may come from a time to any other
/// of a span, of which it is the middle; what is no number bounds nothing.
pub(super) fn come<V: Vector>(movers: &[Mover<'_, V>; 2], times: [V::Scalar; 3]) -> V::Scalar {
    let comes = |k: usize| movers[k].motion.comes(movers[k].reach, times);
    let both = comes(0) + comes(1);
    if both >= V::Scalar::ZERO { both } else { V::Scalar::INFINITY }
}

struct Search<'m, V: Vector, M> {
    movers: [Mover<'m, V>; 2],
    /// Asks two parts.
    meet: M,
    first: Option<PartImpact<V>>,
    refused: Option<Error>,
    /// How many spans were looked at.
    spans: usize,
    /// The parts that may be in contact at the start, if that is to be passed over; in order.
    started: Vec<[u32; 2]>,
}

impl<'m, V: Space, M> Search<'m, V, M>
where
    M: Fn(&Sweep<V::Scalar>, [u32; 2]) -> Result<Encounter<V>, Error>,
{
    fn run(mut self, sweep: &Sweep<V::Scalar>) -> Result<Option<PartImpact<V>>, Error> {
        let (from, to, stop) = sweep.interval();
        if sweep.passing_over_nothing().is_none()
            && let Some(inside) = self.inside_at(from)
        {
            return Ok(Some(inside.impact(from)));
        }
        let counts = [0, 1].map(|k| self.movers[k].body.part_count());
        if counts[0].saturating_mul(counts[1]) <= FEW {
            let [a, b] = self.at(from);
            let all = &mut { V::Scalar::INFINITY };
            a.near_each(&b, all, &mut |parts| self.ask(sweep, parts));
        } else {
            let mut rest = *sweep;
            if let Some(plain) = sweep.passing_over_nothing() {
                // Those that are in contact at the start are followed over all of the time.
                let [a, b] = [0, 1].map(|k| self.movers[k].body.span());
                let more = V::Scalar::from_f64(AT_START) * if a < b { a } else { b };
                let more = if more.is_finite() { more } else { V::Scalar::ZERO };
                let margin = stop + sweep.said_tolerance().unwrap_or(more).max(more);
                let [a, b] = self.at(from);
                a.near_parts(&b, margin, usize::MAX, &mut self.started);
                for parts in core::mem::take(&mut self.started) {
                    self.ask(sweep, parts);
                    self.started.push(parts);
                }
                rest = plain;
            }
            for parts in endless_pairs(&self.movers) {
                self.ask(&rest, parts);
            }
            self.span(&rest, [from, to], HALVINGS);
        }
        match self.refused {
            Some(error) => Err(error),
            None => Ok(self.first),
        }
    }

    /// The bodies at a time.
    fn at(&self, time: V::Scalar) -> [At<V, &'m Body<V>>; 2] {
        self.movers.each_ref().map(|mover| mover.at(time))
    }

    /// How the bodies lie to each other at a time, if one is in the other and touches none of its
    /// facets.
    fn inside_at(&self, time: V::Scalar) -> Option<Inside<V>> {
        let [a, b] = self.at(time);
        a.inside_apart(&b)
    }

    /// The parts with ends that are no further apart at a time than the margin, in order; of more
    /// than a few some, and one more than that.
    fn near_few(&self, time: V::Scalar, margin: V::Scalar) -> Vec<[u32; 2]> {
        let [a, b] = self.at(time);
        let mut near = Vec::new();
        let have_ends = |parts| !is_endless(&self.movers, parts);
        a.near_parts_of(&b, margin, FEW, &mut near, have_ends);
        near
    }

    /// Asks what may meet in a span of time, and says whether two do.
    fn span(&mut self, sweep: &Sweep<V::Scalar>, [from, to]: [V::Scalar; 2], halvings: u32) {
        self.spans += 1;
        let (_, last, stop) = sweep.interval();
        if self.refused.is_some() || self.first.is_some_and(|f| f.encounter.lower() < from) {
            return;
        }
        let middle = from + (to - from) * V::Scalar::from_f64(0.5);
        let times = [from, middle, to];
        let margin = stop + come(&self.movers, times);
        let within = sweep.between_these(from, if to < last { to } else { last });
        let may_halve = halvings > 0 && self.spans < MOST_SPANS && from < middle && middle < to;
        if !may_halve {
            // They may be too many for a list.
            let [a, b] = self.at(middle);
            return a.near_each(&b, &mut { margin }, &mut |parts| {
                if !is_endless(&self.movers, parts) {
                    self.ask(&within, parts);
                }
            });
        }
        let near = self.near_few(middle, margin);
        if near.len() > FEW {
            self.span(sweep, [from, middle], halvings - 1);
            return self.span(sweep, [middle, to], halvings - 1);
        }
        for parts in near {
            self.ask(&within, parts);
        }
    }

    /// Asks two parts.
    fn ask(&mut self, sweep: &Sweep<V::Scalar>, parts: [u32; 2]) {
        if self.started.binary_search(&parts).is_ok() {
            return;
        }
        let sweep = match self.first.map(|first| first.encounter) {
            Some(Encounter::Hit(impact)) => sweep.up_to(impact.time.upper),
            _ => *sweep,
        };
        let (from, to, _) = sweep.interval();
        if to < from {
            return;
        }
        match (self.meet)(&sweep, parts) {
            Ok(Encounter::Missed) => {}
            Ok(encounter) => {
                let is_sooner = |first: PartImpact<V>| {
                    let (own, known) = (encounter.lower(), first.encounter.lower());
                    own < known || (own == known && parts < first.parts)
                };
                if self.first.is_none_or(is_sooner) {
                    self.first = Some(PartImpact { parts, encounter });
                }
            }
            Err(error) => self.refused = Some(error),
        }
    }
}

/// Parts as they are found to be near.
struct Each<F>(F);

impl<V: Vector, F: FnMut([u32; 2], &mut V::Scalar)> Ask<V> for Each<F> {
    fn ask(&mut self, of: [u32; 2], _: &Placed<'_, V>, _: &Placed<'_, V>, most: &mut V::Scalar) {
        (self.0)(of, most);
    }
}

impl<V: Space> At<V, &Body<V>> {
    /// Goes through all parts whose boxes are no further apart than the margin, in no particular
    /// order.
    pub(super) fn near_each(
        &self,
        other: &Self,
        margin: &mut V::Scalar,
        found: &mut impl FnMut([u32; 2]),
    ) {
        *margin = margin.max(V::Scalar::ZERO);
        self.pairs(other).by_bound(&mut Each(|of, _: &mut _| found(of)), margin);
    }

    /// All parts whose boxes are no further apart than the margin, in the order of their numbers.
    /// If there are more than so many, some of them, and one more than that. The list has room that
    /// is used again.
    pub(crate) fn near_parts(
        &self,
        other: &Self,
        margin: V::Scalar,
        most: usize,
        near: &mut Vec<[u32; 2]>,
    ) {
        self.near_parts_of(other, margin, most, near, |_| true);
    }

    /// The same, of pairs of some sort.
    pub(super) fn near_parts_of(
        &self,
        other: &Self,
        margin: V::Scalar,
        most: usize,
        near: &mut Vec<[u32; 2]>,
        is_asked: impl Fn([u32; 2]) -> bool,
    ) {
        near.clear();
        let mut each = Each(|of, margin: &mut V::Scalar| {
            if is_asked(of) {
                near.push(of);
            }
            if near.len() > most {
                *margin = -V::Scalar::INFINITY;
            }
        });
        self.pairs(other).by_bound(&mut each, &mut margin.max(V::Scalar::ZERO));
        near.sort_unstable();
    }
}
