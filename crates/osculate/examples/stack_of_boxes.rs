//! A stack of 20 boxes stands for ten seconds: contacts from trackers, and a solver of a hundred
//! lines (soft contacts with substeps, as in Box2D 3; friction by two tangents).
//!
//! `cargo run --release --example stack_of_boxes`

use osculate::shape::Cuboid;
use osculate::{DVec3, Error, Feature, Pose, Rotation, Tracker, glam::DQuat};

const BOXES: usize = 20;
const STEP: f64 = 1.0 / 60.0;
const SUBSTEPS: usize = 12;
const FRICTION: f64 = 0.6;
/// Contacts are made before bodies touch.
const MARGIN: f64 = 0.05;

/// A cube of edge 1 and mass 1. The floor has no mass, and does not move.
struct Body {
    at: DVec3,
    turn: DQuat,
    velocity: DVec3,
    spin: DVec3,
    inverse_mass: f64,
}

impl Body {
    fn pose(&self) -> Result<Pose<DVec3>, Error> {
        Pose::new(self.at, Rotation::from_quaternion(self.turn.to_array())?)
    }

    /// The inertia of a cube of edge 1 is a sixth of its mass, about every axis.
    fn push(&mut self, arm: DVec3, impulse: DVec3) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += arm.cross(impulse) * (6.0 * self.inverse_mass);
    }

    fn velocity_at(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// How much a unit impulse along `n` at `arm` changes the velocity there.
    fn softness(&self, arm: DVec3, n: DVec3) -> f64 {
        self.inverse_mass * (1.0 + 6.0 * arm.cross(n).length_squared())
    }
}

/// A contact point: where it is on both bodies, in their own axes, and its impulses so far.
struct Point {
    features: [Feature; 2],
    local: [DVec3; 2],
    axes: [DVec3; 3],
    impulses: [f64; 3],
}

impl Point {
    /// One impulse along the normal, and two against sliding. `bias` pushes overlaps apart.
    fn solve(&mut self, bodies: &mut [Body], pair: [usize; 2], h: f64, bias: bool) {
        let [a, b] = pair.map(|i| &bodies[i]);
        let arms = [a.turn * self.local[0], b.turn * self.local[1]];
        let apart = ((b.at + arms[1]) - (a.at + arms[0])).dot(self.axes[0]);
        for k in [1, 2, 0] {
            let n = self.axes[k];
            let [a, b] = pair.map(|i| &bodies[i]);
            let mass = 1.0 / (a.softness(arms[0], n) + b.softness(arms[1], n));
            let along = (b.velocity_at(arms[1]) - a.velocity_at(arms[0])).dot(n);
            let old = self.impulses[k];
            let new = if k == 0 {
                // A heavily damped spring where bodies overlap, as stiff as the substeps allow: a
                // softer one lets a stack of 20 buckle.
                let omega = std::f64::consts::TAU * 0.25 / h;
                let (a1, a2) = (20.0 + h * omega, h * omega * (20.0 + h * omega));
                let (push, scale) = match () {
                    () if apart > 0.0 => (apart / h, 1.0),
                    () if bias => ((omega / a1 * apart).max(-4.0), a2 / (1.0 + a2)),
                    () => (0.0, 1.0),
                };
                (old - mass * scale * (along + push) - (1.0 - scale) * old).max(0.0)
            } else {
                let most = FRICTION * self.impulses[0].max(0.0);
                (old - mass * along).clamp(-most, most)
            };
            self.impulses[k] = new;
            self.apply(bodies, pair, arms, n * (new - old));
        }
    }

    fn apply(&self, bodies: &mut [Body], pair: [usize; 2], arms: [DVec3; 2], impulse: DVec3) {
        bodies[pair[0]].push(arms[0], -impulse);
        bodies[pair[1]].push(arms[1], impulse);
    }

    fn warm_start(&self, bodies: &mut [Body], pair: [usize; 2]) {
        let arms = [bodies[pair[0]].turn * self.local[0], bodies[pair[1]].turn * self.local[1]];
        self.apply(bodies, pair, arms, self.impulse());
    }

    fn impulse(&self) -> DVec3 {
        (0..3).map(|k| self.axes[k] * self.impulses[k]).sum()
    }
}

fn main() -> Result<(), Error> {
    let floor = Cuboid::new(DVec3::new(10.0, 0.5, 10.0))?;
    let cube = Cuboid::new(DVec3::splat(0.5))?;
    let body = |i: usize| Body {
        at: DVec3::new(0.0, i as f64 - 0.5, 0.0),
        turn: DQuat::IDENTITY,
        velocity: DVec3::ZERO,
        spin: DVec3::ZERO,
        inverse_mass: if i == 0 { 0.0 } else { 1.0 },
    };
    let mut bodies: Vec<Body> = (0..=BOXES).map(body).collect();
    let shape = |i: usize| if i == 0 { floor } else { cube };
    let mut pairs: Vec<_> = (0..BOXES)
        .map(|i| ([i, i + 1], Tracker::new(shape(i), shape(i + 1)), Vec::<Point>::new()))
        .collect();
    let h = STEP / SUBSTEPS as f64;
    for _ in 0..600 {
        for (pair, tracker, points) in &mut pairs {
            let [a, b] = pair.map(|i| &bodies[i]);
            let contact = tracker.at(a.pose()?, b.pose()?).contact(MARGIN);
            let old = std::mem::take(points);
            for (contact, p) in contact.iter().flat_map(|c| c.points().iter().map(move |p| (c, p)))
            {
                let features = [p.feature_a, p.feature_b];
                // The same features go on with their impulses.
                let known = old.iter().find(|o| o.features == features);
                let (side, other) = contact.normal.any_orthonormal_pair();
                let axes = [contact.normal, side, other];
                // Tangents may jump where the normal turns a little: the impulse is what goes on.
                let impulse = known.map_or(DVec3::ZERO, Point::impulse);
                points.push(Point {
                    features,
                    local: [a.turn.inverse() * (p.on_a - a.at), b.turn.inverse() * (p.on_b - b.at)],
                    axes,
                    impulses: axes.map(|axis| impulse.dot(axis)),
                });
            }
        }
        for _ in 0..SUBSTEPS {
            for body in &mut bodies[1..] {
                body.velocity.y -= 9.81 * h;
            }
            for (pair, _, points) in &mut pairs {
                points.iter().for_each(|p| p.warm_start(&mut bodies, *pair));
            }
            for (pair, _, points) in &mut pairs {
                points.iter_mut().for_each(|p| p.solve(&mut bodies, *pair, h, true));
            }
            for body in &mut bodies {
                body.at += body.velocity * h;
                body.turn = (DQuat::from_scaled_axis(body.spin * h) * body.turn).normalize();
            }
            for (pair, _, points) in &mut pairs {
                points.iter_mut().for_each(|p| p.solve(&mut bodies, *pair, h, false));
            }
        }
    }
    let top = &bodies[BOXES];
    let (sunk, aside) = (BOXES as f64 - 0.5 - top.at.y, top.at.x.hypot(top.at.z));
    let fastest = bodies.iter().map(|b| b.velocity.length()).fold(0.0, f64::max);
    println!("after 10 s the top box is {sunk:.4} lower and {aside:.4} aside");
    println!("no box is faster than {fastest:.1e} a second");
    assert!(sunk.abs() < 0.05 && aside < 0.01 && fastest < 0.01, "the stack does not stand");
    Ok(())
}
