//! The world of van den Bergen 1999, appendix B, which is I-COLLIDE's: polyhedra that move freely
//! in a cube. Pairs that collide exchange their velocities, and walls throw bodies back.

use osculate::glam::{DQuat, DVec3};
use osculate::shape::Polytope;
use osculate::{Place, Pose, Rotation, Scalar, Space, Vec3A, Vector, intersects};

/// A small generator with a fixed seed: splitmix64.
struct Random(u64);

impl Random {
    /// In [−1, 1).
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A point of the unit sphere, evenly.
    fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::from_array([(); 3].map(|()| self.signed()));
            if (0.1..1.0).contains(&v.length()) {
                return v.normalize();
            }
        }
    }
}

/// What the paper varies, and its defaults.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many polyhedra.
    pub bodies: usize,
    /// How many vertices each has: points of a sphere of radius 1.
    pub vertices: usize,
    /// The share of the cube that the polyhedra fill, in per cent.
    pub density: f64,
    /// By how much each moves in a frame, in per cent of its radius.
    pub velocity: f64,
    /// By how much each turns in a frame.
    pub degrees: f64,
    pub frames: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let (density, velocity, degrees) = (5.0, 5.0, 10.0);
        Self { bodies: 20, vertices: 20, density, velocity, degrees, frames: 50_000 }
    }
}

/// Where a body is, in single precision, so that all algorithms are asked about the same.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    pub at: [f32; 3],
    /// x, y, z, w.
    pub turn: [f32; 4],
}

/// A body, and how it moves.
struct Body {
    at: DVec3,
    velocity: DVec3,
    turn: DQuat,
    /// The turn of one frame.
    spin: DQuat,
}

impl Body {
    fn placement(&self) -> Placement {
        Placement { at: self.at.as_vec3().into(), turn: self.turn.as_quat().into() }
    }
}

/// A recorded world.
pub struct World {
    /// The vertices of each body.
    pub hulls: Vec<Vec<[f32; 3]>>,
    /// Where the bodies are, frame by frame.
    pub frames: Vec<Vec<Placement>>,
}

/// The pose of a placement.
pub fn pose<V: Space + osculate::Spatial>(placement: &Placement) -> Pose<V> {
    let number = |x: f32| V::Scalar::from_f64(f64::from(x));
    let at = V::from_fn(|i| number(placement.at[i]));
    let turn = Rotation::from_quaternion(placement.turn.map(number));
    let turn = turn.expect("a turn of unit length");
    Pose::new(at, turn).expect("a finite place")
}

/// The polytope of a body.
pub fn polytope<V: Vector + osculate::Spatial>(hull: &[[f32; 3]]) -> Polytope<V> {
    let number = |x: f32| V::Scalar::from_f64(f64::from(x));
    let points: Vec<V> = hull.iter().map(|p| V::from_fn(|i| number(p[i]))).collect();
    Polytope::from_points(&points).expect("points of a sphere span space")
}

impl World {
    /// Simulates.
    pub fn new(settings: &Settings) -> Self {
        let mut random = Random(1999);
        let hulls: Vec<Vec<[f32; 3]>> = (0..settings.bodies)
            .map(|_| (0..settings.vertices).map(|_| random.direction().as_vec3().into()).collect())
            .collect();
        let shapes: Vec<Polytope<Vec3A>> = hulls.iter().map(|hull| polytope(hull)).collect();
        let volume: f64 = shapes.iter().map(|shape| f64::from(shape.mass().volume)).sum();
        let half = 0.5 * (100.0 * volume / settings.density).cbrt();
        // Centres stay this far inside, so that bodies do.
        let room = (half - 1.0).max(0.0);
        let mut bodies: Vec<Body> = (0..settings.bodies)
            .map(|_| Body {
                at: DVec3::from_array([(); 3].map(|()| random.signed() * room)),
                velocity: random.direction() * (settings.velocity / 100.0),
                turn: DQuat::IDENTITY,
                spin: DQuat::from_axis_angle(random.direction(), settings.degrees.to_radians()),
            })
            .collect();
        let mut frames = Vec::with_capacity(settings.frames);
        for _ in 0..settings.frames {
            bodies.iter_mut().for_each(|body| step(body, room));
            frames.push(bodies.iter().map(Body::placement).collect());
            exchange(&shapes, &mut bodies);
        }
        Self { hulls, frames }
    }
}

/// Moves a body by a frame. A wall turns back what has gone too far.
fn step(body: &mut Body, room: f64) {
    body.at += body.velocity;
    body.turn = (body.spin * body.turn).normalize();
    for i in 0..3 {
        let is_out = body.at[i].abs() > room && body.at[i] * body.velocity[i] > 0.0;
        body.velocity[i] *= if is_out { -1.0 } else { 1.0 };
    }
}

/// Pairs that collide exchange velocities, unless they part already: else bodies that overlap in
/// two frames would exchange them back, and stay together.
fn exchange(shapes: &[Polytope<Vec3A>], bodies: &mut [Body]) {
    let poses: Vec<Pose<Vec3A>> = bodies.iter().map(|body| pose(&body.placement())).collect();
    for b in 1..bodies.len() {
        for a in 0..b {
            let way = bodies[b].at - bodies[a].at;
            let approach = (bodies[b].velocity - bodies[a].velocity).dot(way) < 0.0;
            if approach
                && way.length() <= 2.0
                && intersects(shapes[a].at(poses[a]), shapes[b].at(poses[b]))
            {
                let (left, right) = bodies.split_at_mut(b);
                std::mem::swap(&mut left[a].velocity, &mut right[0].velocity);
            }
        }
    }
}
