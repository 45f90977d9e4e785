//! Rigid bodies in a hundred lines: soft contacts with substeps, as in Box2D 3, friction along two
//! tangents, and impulses that go on while the features of a contact stay the same.
//!
//! It computes in space. A body of the plane has no inertia but about the third axis, and a contact
//! of the plane has no third coordinate.

use std::collections::HashMap;

use osculate::scene::{self, BodyId, Scene};
use osculate::shape::Shape;
use osculate::{DVec2, DVec3, Error, Feature, Pose, Rotation, Space, glam::DQuat};

pub const STEP: f64 = 1.0 / 60.0;
const SUBSTEPS: usize = 12;
const FRICTION: f64 = 0.6;
/// Contacts are made before bodies touch.
const MARGIN: f64 = 0.05;
/// A contact point no further than this from an old one is the same.
const NEAR: f64 = 0.01;

/// Where the solver's vectors and those of the library meet.
pub trait World: Space<Scalar = f64> {
    fn in_space(self) -> DVec3;
    fn pose(at: DVec3, turn: DQuat) -> Result<Pose<Self>, Error>;
}

impl World for DVec2 {
    fn in_space(self) -> DVec3 {
        self.extend(0.0)
    }
    fn pose(at: DVec3, turn: DQuat) -> Result<Pose<Self>, Error> {
        Pose::new(at.truncate(), Rotation::from_angle(turn.to_scaled_axis().z)?)
    }
}

impl World for DVec3 {
    fn in_space(self) -> DVec3 {
        self
    }
    fn pose(at: DVec3, turn: DQuat) -> Result<Pose<Self>, Error> {
        Pose::new(at, Rotation::from_quaternion(turn.to_array())?)
    }
}

/// A body about its centroid. One without mass does not move.
#[derive(Clone, Copy, Default)]
pub struct Body {
    pub at: DVec3,
    pub turn: DQuat,
    pub velocity: DVec3,
    pub spin: DVec3,
    pub inverse_mass: f64,
    /// About its own axes, which are those of its inertia.
    pub inverse_inertia: DVec3,
}

impl Body {
    fn spin_by(&self, arm: DVec3, impulse: DVec3) -> DVec3 {
        self.turn * (self.inverse_inertia * (self.turn.inverse() * arm.cross(impulse)))
    }

    fn push(&mut self, arm: DVec3, impulse: DVec3) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += self.spin_by(arm, impulse);
    }

    fn velocity_at(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// How much a unit impulse along `n` at `arm` changes the velocity there.
    fn softness(&self, arm: DVec3, n: DVec3) -> f64 {
        self.inverse_mass + self.spin_by(arm, n).cross(arm).dot(n)
    }
}

/// A contact point: where it is on both bodies, in their own axes, and its impulses so far.
struct Point {
    pair: [usize; 2],
    features: [Feature; 2],
    local: [DVec3; 2],
    axes: [DVec3; 3],
    impulses: [f64; 3],
}

impl Point {
    fn arms(&self, bodies: &[Body]) -> [DVec3; 2] {
        [0, 1].map(|k| bodies[self.pair[k]].turn * self.local[k])
    }

    /// One impulse along the normal, and two against sliding. `bias` pushes overlaps apart.
    fn solve(&mut self, bodies: &mut [Body], h: f64, bias: bool) {
        let arms = self.arms(bodies);
        let [a, b] = self.pair.map(|i| bodies[i]);
        let apart = ((b.at + arms[1]) - (a.at + arms[0])).dot(self.axes[0]);
        for k in [1, 2, 0] {
            let n = self.axes[k];
            let [a, b] = self.pair.map(|i| &bodies[i]);
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
            self.push(bodies, arms, n * (new - old));
        }
    }

    fn push(&self, bodies: &mut [Body], arms: [DVec3; 2], impulse: DVec3) {
        bodies[self.pair[0]].push(arms[0], -impulse);
        bodies[self.pair[1]].push(arms[1], impulse);
    }

    fn impulse(&self) -> DVec3 {
        (0..3).map(|k| self.axes[k] * self.impulses[k]).sum()
    }
}

/// Bodies, the scene that finds their contacts, and what is known of these.
pub struct Simulation<V: World> {
    pub bodies: Vec<Body>,
    scene: Scene<V>,
    ids: Vec<BodyId>,
    points: Vec<Point>,
    /// How many contact points went on from the step before, and how many were new.
    pub kept: [usize; 2],
}

impl<V: World> Simulation<V> {
    pub fn new() -> Result<Self, Error> {
        let scene = Scene::with_margin(MARGIN)?;
        Ok(Self { bodies: Vec::new(), scene, ids: Vec::new(), points: Vec::new(), kept: [0; 2] })
    }

    /// The shape's centroid is its origin.
    pub fn add(&mut self, shape: impl Into<Shape<V>>, body: Body) -> Result<(), Error> {
        self.ids.push(self.scene.add(scene::Body::new(shape), V::pose(body.at, body.turn)?));
        self.bodies.push(body);
        Ok(())
    }

    pub fn step(&mut self) -> Result<(), Error> {
        for (body, id) in self.bodies.iter().zip(&self.ids) {
            self.scene.set_pose(*id, V::pose(body.at, body.turn)?).expect("no body is removed");
        }
        self.scene.step();
        self.renew_points();
        let (h, bodies) = (STEP / SUBSTEPS as f64, &mut self.bodies);
        for _ in 0..SUBSTEPS {
            for body in bodies.iter_mut().filter(|body| body.inverse_mass > 0.0) {
                body.velocity.y -= 9.81 * h;
            }
            for point in &self.points {
                let arms = point.arms(bodies);
                point.push(bodies, arms, point.impulse());
            }
            self.points.iter_mut().for_each(|point| point.solve(bodies, h, true));
            for body in bodies.iter_mut() {
                body.at += body.velocity * h;
                body.turn = (DQuat::from_scaled_axis(body.spin * h) * body.turn).normalize();
            }
            self.points.iter_mut().for_each(|point| point.solve(bodies, h, false));
        }
        Ok(())
    }

    /// The contact points of now. The same features go on with their impulses. Where the edges of
    /// two bodies lie on each other, a point may be of the one or of the other: then it is the
    /// place that goes on.
    fn renew_points(&mut self) {
        let mut old: HashMap<_, Vec<Point>> = HashMap::new();
        for point in self.points.drain(..) {
            old.entry(point.pair).or_default().push(point);
        }
        for touch in self.scene.contacts() {
            // Nothing is removed, so a place in the scene is the place in the list.
            let pair = [touch.a.body.slot(), touch.b.body.slot()];
            let normal = touch.contact.normal.in_space();
            let (side, other) = normal.any_orthonormal_pair();
            let axes = [normal, side, other];
            for point in touch.contact.points() {
                let features = [point.feature_a, point.feature_b];
                let on = [point.on_a.in_space(), point.on_b.in_space()];
                let local = [0, 1].map(|k| {
                    let body = &self.bodies[pair[k]];
                    body.turn.inverse() * (on[k] - body.at)
                });
                let olds = old.get(&pair).map_or(&[][..], Vec::as_slice);
                let is_here = |p: &&Point| p.local[0].distance(local[0]) < NEAR;
                let of_features = olds.iter().find(|p| p.features == features);
                let known = of_features.or_else(|| olds.iter().find(is_here));
                self.kept[usize::from(of_features.is_none())] += 1;
                // Tangents may jump where the normal turns a little: the impulse is what goes on.
                let impulse = known.map_or(DVec3::ZERO, Point::impulse);
                let impulses = axes.map(|axis| impulse.dot(axis));
                self.points.push(Point { pair, features, local, axes, impulses });
            }
        }
    }
}
