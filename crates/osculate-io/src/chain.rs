//! Bodies of a robot whose joints move evenly: poses, and bounds that hold between them.
//!
//! A point of the body goes round each joint that turns no faster than the joint turns, times the
//! point's distance from that joint's axis. The sum over the joints bounds its speed. How far the
//! center can be from an axis two bounds say: the links between the two at full stretch; and where
//! it is in the middle of the time that is asked about, and how far it can come from there until
//! the end of it.
//!
//! Two bodies of one robot are moved alike by the joints that they have in common. Without these
//! the same distances change more slowly, and are proved in fewer steps.

use crate::joints::{Joint, JointKind, Joints};
use osculate::{DVec3, Error, Motion, Moves, Pose};

/// A motion to ask queries about: it holds of a body's parts where they are at the time 0.
pub type Moving<V> = Box<dyn Moves<V> + Send + Sync>;

/// How joints move: each evenly from one place to another.
///
/// ```
/// use osculate::DVec3;
/// use osculate_io::JointWays;
/// # let text = r#"<robot name="r">
/// # <link name="base"><collision><geometry><sphere radius="1"/></geometry></collision></link>
/// # <link name="hand"><collision><geometry><sphere radius="1"/></geometry></collision></link>
/// # <joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/>
/// # <limit lower="0" upper="9"/></joint></robot>"#;
/// # let mut options = osculate_io::Options::default();
/// # options.given.insert("slide.urdf".into(), text.into());
/// // A robot whose hand slides along x.
/// let read = osculate_io::read("slide.urdf".as_ref(), &options)?;
/// let ways = JointWays::new(&read.joints, &[0.0], &[6.0], 2.0);
/// assert!(ways.moves(&read.joints, 0));
/// let hand = ways.motion(&read.joints, read.bodies[1].joint, 0)?.expect("it moves");
/// assert_eq!(hand.pose(1.0).translation(), DVec3::X * 3.0);
/// assert!(ways.motion(&read.joints, read.bodies[0].joint, 0)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JointWays {
    /// Of each joint.
    ways: Vec<[f64; 2]>,
    until: f64,
}

impl JointWays {
    /// The free joints go from the first of these places, where they are at the time 0, to the
    /// second, where they are at the time `until`, which is above zero; those that follow them,
    /// follow. What is not given stands where it stood.
    pub fn new(joints: &Joints, from: &[f64], to: &[f64], until: f64) -> Self {
        let all = 0..joints.all().len();
        let ways = all.map(|joint| [joints.place(joint, from), joints.place(joint, to)]).collect();
        Self { ways, until }
    }

    /// Whether a joint is ever elsewhere than where it stood.
    pub fn moves(&self, joints: &Joints, joint: usize) -> bool {
        self.ways[joint] != [joints.all()[joint].stands; 2]
    }

    /// The motion of what hangs on a joint, against the link between the first joints of its chain,
    /// `skipped` of them, and the others: of the world, if none is skipped. `None` if it rests.
    pub fn motion(
        &self,
        joints: &Joints,
        joint: Option<usize>,
        skipped: usize,
    ) -> Result<Option<Moving<DVec3>>, Error> {
        let chain = joints.chain(joint).into_iter().skip(skipped);
        let step = |joint: usize| {
            let [from, to] = self.ways[joint];
            let rate = (to - from) / self.until;
            Step { joint: joints.all()[joint].clone(), from, rate }
        };
        let first = |joint: &usize| !self.moves(joints, *joint);
        let steps: Vec<Step> = chain.skip_while(first).map(step).collect();
        let moving: Vec<usize> = (0..steps.len()).filter(|k| steps[*k].rate != 0.0).collect();
        Ok(match moving.as_slice() {
            [] if steps.is_empty() => None,
            [] => Some(Box::new(product(&steps, 0.0)?)),
            [one] => Some(Box::new(even(&steps, *one)?)),
            _ => Some(Box::new(Chain::new(steps, self.until))),
        })
    }
}

/// A joint, where it is at the time 0, and how fast it moves.
#[derive(Clone, Debug)]
struct Step {
    joint: Joint,
    from: f64,
    rate: f64,
}

impl Step {
    fn place(&self, time: f64) -> f64 {
        self.from + self.rate * time
    }

    fn turns(&self) -> bool {
        self.joint.kind == JointKind::Turning
    }
}

fn product(steps: &[Step], time: f64) -> Result<Pose<DVec3>, Error> {
    steps.iter().try_fold(Pose::IDENTITY, |pose, step| {
        Ok(pose.compose(&step.joint.motion(step.place(time))?))
    })
}

/// The motion of a chain in which one joint moves: the library knows it as a turn about a point, or
/// as a straight way.
fn even(steps: &[Step], moving: usize) -> Result<Motion<DVec3>, Error> {
    let (before, own) = (product(&steps[..moving], 0.0)?, &steps[moving]);
    let behind = product(&steps[moving + 1..], 0.0)?;
    let axis = before.rotation().apply(own.joint.axis) * own.rate;
    let start = before.compose(&own.joint.motion(own.from)?).compose(&behind);
    if own.turns() {
        let center = behind.inverse_apply(own.joint.center);
        Motion::resting(start).about(center)?.turning(axis)
    } else {
        Motion::new(start, axis)
    }
}

/// A chain in which several joints move.
#[derive(Clone, Debug)]
struct Chain {
    steps: Vec<Step>,
    /// Of each joint that turns, how far its center can be from the body's: the links between them
    /// at full stretch.
    stretch: Vec<f64>,
    /// All lengths that enter a pose.
    lengths: f64,
}

/// What a pose may be off by, in ε of the lengths that it is made of, for each joint, and for each
/// radian of its place: the angle and its sine and cosine, 8; the turned center and the difference,
/// 8; the product of two rotations and the turned translation, 16.
const ERROR: f64 = 32.0;

/// What is added to bounds of speeds for their own rounding, as a share.
const OVER: f64 = 1e-12;

impl Chain {
    fn new(steps: Vec<Step>, until: f64) -> Self {
        let slide = |step: &Step| {
            let off = |time: f64| (step.place(time) - step.joint.stands).abs();
            if step.turns() { 0.0 } else { off(0.0).max(off(until)) }
        };
        let mut stretch = vec![0.0; steps.len()];
        for k in (1..steps.len()).rev() {
            let link = steps[k].joint.center.distance(steps[k - 1].joint.center);
            stretch[k - 1] = (stretch[k] + link + slide(&steps[k])) * (1.0 + OVER);
        }
        let first = &steps[0];
        let lengths = first.joint.center.length() + slide(first) + stretch[0];
        Self { steps, stretch, lengths }
    }

    /// Of each joint, how far the body's center is from its axis at a time.
    fn arms(&self, time: f64) -> Vec<f64> {
        let (mut point, mut arms) = (self.center(), vec![f64::INFINITY; self.steps.len()]);
        // The joints before one move both its axis and the point.
        for (arm, step) in arms.iter_mut().zip(&self.steps).rev() {
            let Ok(moved) = step.joint.motion(step.place(time)) else { break };
            point = moved.apply(point);
            *arm = (point - step.joint.center).cross(step.joint.axis).length();
        }
        arms
    }
}

impl Moves<DVec3> for Chain {
    fn pose(&self, time: f64) -> Pose<DVec3> {
        // What is out of range `check` has refused.
        product(&self.steps, time).unwrap_or(Pose::IDENTITY)
    }

    /// Of the last joint.
    fn center(&self) -> DVec3 {
        self.steps.last().map_or(DVec3::ZERO, |step| step.joint.center)
    }

    fn speed(&self, from: f64, to: f64) -> f64 {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from).abs());
        let arms = self.arms(middle);
        // From the last joint on: how fast the center goes against each link before it.
        let (mut speed, mut most) = (0.0, 0.0);
        for (k, step) in self.steps.iter().enumerate().rev().filter(|(_, step)| step.rate != 0.0) {
            let rate = step.rate.abs();
            let (now, ever) = if step.turns() {
                let rounding = ERROR * f64::EPSILON * self.lengths;
                let arm = (arms[k] + most * half + rounding).min(self.stretch[k]);
                (rate * arm, rate * self.stretch[k])
            } else {
                (rate, rate)
            };
            (speed, most) = (speed + now, most + ever);
        }
        speed * (1.0 + OVER)
    }

    fn angular_speed(&self, _: f64, _: f64) -> f64 {
        let turning = self.steps.iter().filter(|step| step.turns());
        turning.map(|step| step.rate.abs()).sum::<f64>() * (1.0 + OVER)
    }

    fn slack(&self, reach: f64, time: f64) -> f64 {
        let turned = |step: &Step| step.place(time).abs() + step.joint.stands.abs();
        let radians: f64 = self.steps.iter().map(|step| 1.0 + turned(step)).sum();
        ERROR * f64::EPSILON * radians * (self.lengths + reach)
    }

    fn check(&self, from: f64, to: f64) -> Result<(), Error> {
        product(&self.steps, from).and(product(&self.steps, to)).map(|_| ())
    }
}
