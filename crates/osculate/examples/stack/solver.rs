//! Rigid bodies in some two hundred lines, in single precision: soft contacts with substeps, as in
//! Box2D 3, friction along two tangents, and impulses that go on while a contact point keeps its
//! name.
//!
//! It computes in space. A body of the plane has no inertia but about the third axis, and a contact
//! of the plane has no third coordinate.

use super::scenes::World;
use osculate::glam::{Quat, Vec3};
use std::collections::HashMap;

pub const STEP: f32 = 1.0 / 60.0;
const SUBSTEPS: usize = 8;
/// How often contacts are solved without springs after bodies have moved. Once leaves velocities that
/// the next substep's springs answer: a wall of fifteen rows then rocks for ever, and walks.
const RELAXATIONS: usize = 2;
const FRICTION: f32 = 0.6;
pub const GRAVITY: f32 = 9.81;

/// A body about its centroid. One without mass does not move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Body {
    pub at: Vec3,
    pub turn: Quat,
    pub velocity: Vec3,
    pub spin: Vec3,
    pub inverse_mass: f32,
    /// About its own axes, which are those of its inertia.
    pub inverse_inertia: Vec3,
}

impl Body {
    fn spin_by(&self, arm: Vec3, impulse: Vec3) -> Vec3 {
        self.turn * (self.inverse_inertia * (self.turn.inverse() * arm.cross(impulse)))
    }

    fn push(&mut self, arm: Vec3, impulse: Vec3) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += self.spin_by(arm, impulse);
    }

    fn velocity_at(&self, arm: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// How much a unit impulse along `n` at `arm` changes the velocity there.
    fn softness(&self, arm: Vec3, n: Vec3) -> f32 {
        self.inverse_mass + self.spin_by(arm, n).cross(arm).dot(n)
    }

    /// Kinetic and potential.
    pub fn energy(&self) -> f32 {
        if self.inverse_mass == 0.0 {
            return 0.0;
        }
        let spin = self.turn.inverse() * self.spin;
        let turning: f32 = (0..3)
            .filter(|&i| self.inverse_inertia[i] > 0.0)
            .map(|i| spin[i] * spin[i] / self.inverse_inertia[i])
            .sum();
        (self.velocity.length_squared() / self.inverse_mass + turning) / 2.0
            + GRAVITY * self.at.y / self.inverse_mass
    }
}

/// What a contact point is known by from step to step, and where it is.
pub struct Found {
    /// The bodies, by their places in the list.
    pub pair: [usize; 2],
    /// The unit normal, from the first to the second.
    pub normal: Vec3,
    /// The point of each.
    pub on: [Vec3; 2],
    /// The same from step to step; no other point of the pair has it.
    pub name: u64,
}

/// Who finds contacts.
pub trait Contacts {
    /// All contact points of the bodies where they are.
    fn find(&mut self, bodies: &[Body], found: &mut Vec<Found>);
}

/// A contact point: where it is on both bodies, in the world at the start of the step and in their own
/// axes, and its impulses so far.
struct Point {
    pair: [usize; 2],
    name: u64,
    arms: [Vec3; 2],
    local: [Vec3; 2],
    axes: [Vec3; 3],
    impulses: [f32; 3],
}

impl Point {
    /// How far apart the two places are along the normal now.
    fn apart(&self, bodies: &[Body]) -> f32 {
        let [on_a, on_b] = [0, 1].map(|k| {
            let body = &bodies[self.pair[k]];
            body.at + body.turn * self.local[k]
        });
        (on_b - on_a).dot(self.axes[0])
    }

    /// One impulse along the normal, and two against sliding. `bias` pushes overlaps apart.
    fn solve(&mut self, bodies: &mut [Body], size: f32, h: f32, bias: bool) {
        let (arms, apart) = (self.arms, self.apart(bodies));
        for k in [1, 2, 0] {
            let n = self.axes[k];
            let [a, b] = self.pair.map(|i| &bodies[i]);
            let mass = 1.0 / (a.softness(arms[0], n) + b.softness(arms[1], n));
            let along = (b.velocity_at(arms[1]) - a.velocity_at(arms[0])).dot(n);
            let old = self.impulses[k];
            let new = if k == 0 {
                // A heavily damped spring where bodies overlap, as stiff as the substeps allow: a
                // softer one lets a stack of 20 buckle.
                let omega = std::f32::consts::TAU * 0.25 / h;
                let (a1, a2) = (20.0 + h * omega, h * omega * (20.0 + h * omega));
                let (push, scale) = match () {
                    () if apart > 0.0 => (apart / h, 1.0),
                    () if bias => ((omega / a1 * apart).max(-4.0 * size.sqrt()), a2 / (1.0 + a2)),
                    () => (0.0, 1.0),
                };
                (old - mass * scale * (along + push) - (1.0 - scale) * old).max(0.0)
            } else {
                let most = FRICTION * self.impulses[0].max(0.0);
                (old - mass * along).clamp(-most, most)
            };
            self.impulses[k] = new;
            self.push(bodies, arms, n * (new - old));
        }
    }

    fn push(&self, bodies: &mut [Body], arms: [Vec3; 2], impulse: Vec3) {
        bodies[self.pair[0]].push(arms[0], -impulse);
        bodies[self.pair[1]].push(arms[1], impulse);
    }

    fn impulse(&self) -> Vec3 {
        (0..3).map(|k| self.axes[k] * self.impulses[k]).sum()
    }
}

/// Bodies, who finds their contacts, and what is known of these.
pub struct Simulation<C> {
    pub bodies: Vec<Body>,
    pub contacts: C,
    /// How large bodies are. What is small falls its own height sooner: its steps are shorter.
    scale: f32,
    found: Vec<Found>,
    points: Vec<Point>,
    /// The impulses of the last points, by their bodies and names.
    known: HashMap<([usize; 2], u64), Vec3>,
    /// How many contact points went on from the step before, and how many were new.
    pub kept: [usize; 2],
}

impl<C: Contacts> Simulation<C> {
    pub fn new(bodies: Vec<Body>, contacts: C, scale: f32) -> Self {
        let (found, points, known) = (Vec::new(), Vec::new(), HashMap::new());
        Self { bodies, contacts, scale, found, points, known, kept: [0; 2] }
    }

    pub fn step(&mut self) {
        self.renew_points();
        let h = STEP * self.scale.sqrt() / SUBSTEPS as f32;
        let (bodies, points) = (&mut self.bodies, &mut self.points);
        for _ in 0..SUBSTEPS {
            for body in bodies.iter_mut().filter(|body| body.inverse_mass > 0.0) {
                body.velocity.y -= GRAVITY * h;
            }
            for point in points.iter() {
                point.push(bodies, point.arms, point.impulse());
            }
            points.iter_mut().for_each(|point| point.solve(bodies, self.scale, h, true));
            for body in bodies.iter_mut() {
                body.at += body.velocity * h;
                body.turn = (Quat::from_scaled_axis(body.spin * h) * body.turn).normalize();
            }
            for _ in 0..RELAXATIONS {
                points.iter_mut().for_each(|point| point.solve(bodies, self.scale, h, false));
            }
        }
    }

    /// The contact points of now. Those that keep their names go on with their impulses.
    fn renew_points(&mut self) {
        self.found.clear();
        self.contacts.find(&self.bodies, &mut self.found);
        self.known.clear();
        let known = self.points.drain(..).map(|point| ((point.pair, point.name), point.impulse()));
        self.known.extend(known);
        for &Found { pair, normal, on, name } in &self.found {
            let arms = [0, 1].map(|k| on[k] - self.bodies[pair[k]].at);
            let local = [0, 1].map(|k| self.bodies[pair[k]].turn.inverse() * arms[k]);
            let (side, other) = normal.any_orthonormal_pair();
            let axes = [normal, side, other];
            let known = self.known.get(&(pair, name));
            self.kept[usize::from(known.is_none())] += 1;
            // Tangents may jump where the normal turns a little: the impulse is what goes on.
            let impulse = known.copied().unwrap_or_default();
            let impulses = axes.map(|axis| impulse.dot(axis));
            self.points.push(Point { pair, name, arms, local, axes, impulses });
        }
    }
}

/// What became of a world.
pub struct Outcome {
    /// How far any body has moved since a tenth of the time, when it had settled.
    pub drift: f32,
    pub fastest: f32,
    /// How many contact points went on since then from the step before, and how many were new.
    pub kept: [usize; 2],
    /// By how much the energy grew at most over what it had been, as a share of that.
    pub gain: f32,
}

/// Lets a world run.
pub fn run<C: Contacts>(world: &World, contacts: C, frames: usize) -> (Outcome, Simulation<C>) {
    let mut simulation = Simulation::new(world.bodies.clone(), contacts, world.scale);
    let energy = |s: &Simulation<C>| s.bodies.iter().map(Body::energy).sum::<f32>();
    let (mut least, mut gain) = (energy(&simulation), 0.0f32);
    let mut settled = simulation.bodies.clone();
    for frame in 0..frames {
        simulation.step();
        let now = energy(&simulation);
        gain = gain.max((now - least) / least.abs().max(f32::MIN_POSITIVE));
        least = least.min(now);
        if frame == frames / 10 {
            settled = simulation.bodies.clone();
            simulation.kept = [0; 2];
        }
    }
    let moved = simulation.bodies.iter().zip(&settled).map(|(now, then)| now.at.distance(then.at));
    let speed = simulation.bodies.iter().map(|body| body.velocity.length());
    let (drift, fastest) = (moved.fold(0.0, f32::max), speed.fold(0.0, f32::max));
    (Outcome { drift, fastest, kept: simulation.kept, gain }, simulation)
}
