//! Poses at times, and the way from each to the next.

use alloc::vec::Vec;

use super::body::length_of;
use super::moves::{Moves, Twist};
use super::path::Motion;
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Real, Scalar, Vector};
use crate::place::Pose;

/// A list of poses at increasing times. From each to the next the origin of the body moves
/// straight, and the body turns about it by the shortest turn, both at an even rate. Before the
/// first time and after the last it rests.
///
/// Functions such as [`time_of_impact`](crate::time_of_impact) ask about the times from 0 to 1. For
/// a trajectory with other times, `Sweep::between(first, last)` asks, with the two of
/// [`times`](Self::times).
///
/// ```
/// use osculate::{DVec2, Pose, Rotation, Trajectory, Motion, shape::Cuboid, time_of_impact};
/// let pose = |x: f64, angle: f64| Pose::new(DVec2::new(x, 0.0), Rotation::from_angle(angle)?);
/// let way = Trajectory::new(&[(0.0, pose(0.0, 0.0)?), (0.5, pose(2.0, 0.0)?), (1.0, pose(2.0, 1.5)?)])?;
/// let bar = Cuboid::new(DVec2::new(1.0, 0.1))?;
/// let post = Motion::resting(Pose::from_translation(DVec2::new(2.0, 0.9))?);
/// let hit = time_of_impact(&bar, &way, Cuboid::new(DVec2::splat(0.1))?, &post)?;
/// assert!(hit.hit().expect("it turns into the post").time.lower > 0.5);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "Stored<V>",
        try_from = "Stored<V>",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct Trajectory<V: Vector> {
    times: Vec<V::Scalar>,
    poses: Vec<Pose<V>>,
    /// From each pose to the next in the times from 0 to 1.
    ways: Vec<Motion<V>>,
    /// An upper bound of the speeds on each way, and of the angular speeds.
    speeds: Vec<[V::Scalar; 2]>,
}

/// What a pose between two others may be off by, in ε of their lengths and of the reach, for 1 and
/// each radian of the turn: the rotations are right to 1.5 ε an entry, so their quotient is to 3√3;
/// the angle and the axis that are taken from it add 4; the part of the time and the last rounding
/// 3; the difference of the translations 1.
const ERROR: f64 = 16.0;

impl<V: Vector> Trajectory<V> {
    /// At least one pose; each time is later than the one before it.
    pub fn new(poses: &[(V::Scalar, Pose<V>)]) -> Result<Self, Error> {
        let shape = "Trajectory";
        if poses.is_empty() {
            let (parameter, problem) = ("poses", Problem::TooFew);
            return Err(Error { shape, parameter, index: None, value: 0.0, problem });
        }
        let (mut times, mut places) = (Vec::new(), Vec::new());
        for (index, &(time, pose)) in poses.iter().enumerate() {
            let time = check::number(shape, "times", Some(index), time)?;
            if times.last().is_some_and(|&last| !(time > last)) {
                let (value, problem) = (time.to_f64(), Problem::NotIncreasing);
                return Err(Error {
                    shape,
                    parameter: "times",
                    index: Some(index),
                    value,
                    problem,
                });
            }
            times.push(time);
            places.push(pose);
        }
        let (mut ways, mut speeds) = (Vec::new(), Vec::new());
        for (index, pair) in places.windows(2).enumerate() {
            let way = Motion::between(pair[0], pair[1])?;
            let (velocity, spin) = way.velocities();
            let share = V::Scalar::ONE / (times[index + 1] - times[index]);
            // The share, the product and the length.
            let over = V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::EPSILON;
            let speed = |length: V::Scalar, parameter| {
                check::number(shape, parameter, Some(index + 1), length * share * over)
            };
            speeds.push([
                speed(velocity.length(), "speeds")?,
                speed(V::Scalar::from_f64(length_of(spin)), "angular speeds")?,
            ]);
            ways.push(way);
        }
        Ok(Self { times, poses: places, ways, speeds })
    }

    /// The time of the first pose and that of the last.
    #[must_use]
    pub fn times(&self) -> [V::Scalar; 2] {
        [self.times[0], self.times[self.times.len() - 1]]
    }

    /// The way that is gone at a time; `None` before the first pose and after the last.
    fn way(&self, time: V::Scalar) -> Option<usize> {
        let passed = self.times.partition_point(|&t| t <= time);
        (1..self.times.len()).contains(&passed).then(|| passed - 1)
    }

    /// The largest of the speeds of the ways between two times, or of the angular ones.
    fn most(&self, from: V::Scalar, to: V::Scalar, which: usize) -> V::Scalar {
        let first = self.times.partition_point(|&t| t <= from).max(1) - 1;
        let last = self.times.partition_point(|&t| t <= to).min(self.ways.len());
        let ways = self.speeds.get(first..last).unwrap_or(&[]);
        ways.iter().fold(V::Scalar::ZERO, |most, speeds| most.max(speeds[which]))
    }
}

impl<V: Vector> Moves<V> for Trajectory<V> {
    fn pose(&self, time: V::Scalar) -> Pose<V> {
        match self.way(time) {
            Some(i) => {
                let [from, to] = [self.times[i], self.times[i + 1]].map(V::Scalar::to_f64);
                self.ways[i].placed((time.to_f64() - from) / (to - from))
            }
            None if time < self.times[0] => self.poses[0],
            None => self.poses[self.poses.len() - 1],
        }
    }
    fn speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
        self.most(from, to, 0)
    }
    fn angular_speed(&self, from: V::Scalar, to: V::Scalar) -> V::Scalar {
        self.most(from, to, 1)
    }
    fn slack(&self, reach: V::Scalar, time: V::Scalar) -> V::Scalar {
        let Some(i) = self.way(time) else {
            return V::Scalar::ZERO;
        };
        let [from, to] = [self.poses[i], self.poses[i + 1]].map(|pose| pose.translation().length());
        let (_, spin) = self.ways[i].velocities();
        let turn = V::Scalar::from_f64(length_of(spin));
        let turned = if turn > V::Scalar::ZERO { reach + reach * turn } else { V::Scalar::ZERO };
        // Times are numbers with rounding too.
        let late = self.speeds[i][0]
            + if turn > V::Scalar::ZERO { self.speeds[i][1] * reach } else { V::Scalar::ZERO };
        V::Scalar::EPSILON
            * (V::Scalar::from_f64(ERROR) * ((from + to) + turned) + late * time.abs())
    }
    fn twist(&self, time: V::Scalar) -> Option<Twist<V>> {
        let still = |until| Twist { velocity: V::ZERO, spin: [0.0; 3], until };
        let Some(i) = self.way(time) else {
            let first = self.times[0];
            return Some(still(if time < first { first } else { V::Scalar::INFINITY }));
        };
        let (way, turn) = self.ways[i].velocities();
        let span = self.times[i + 1].to_f64() - self.times[i].to_f64();
        let velocity = V::from_fn(|k| V::Scalar::from_f64(way.get(k).to_f64() / span));
        let spin = turn.map(|x| x / span);
        Some(Twist { velocity, spin, until: self.times[i + 1] })
    }
}

/// As it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    )
)]
struct Stored<V: Vector> {
    poses: Vec<(V::Scalar, Pose<V>)>,
}

#[cfg(feature = "serde")]
impl<V: Vector> From<Trajectory<V>> for Stored<V> {
    fn from(of: Trajectory<V>) -> Self {
        Self { poses: of.times.into_iter().zip(of.poses).collect() }
    }
}

#[cfg(feature = "serde")]
impl<V: Vector> TryFrom<Stored<V>> for Trajectory<V> {
    type Error = Error;
    fn try_from(of: Stored<V>) -> Result<Self, Error> {
        Self::new(&of.poses)
    }
}
