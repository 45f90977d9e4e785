//! Bodies that fly through a room, frame by frame, and scenes of them.

use std::cell;

use crate::random::Random;
use osculate::Body;
use osculate::scene::{BodyId, Scene, TouchingParts};
use osculate::shape::{Polytope, Shape};
use osculate::{Aabb, Pose, Rotation, Vec3, contact};
use parry3d::math::{Pose as Pose3, Rotation as Rotation3, Vector as Vector3};
use parry3d::shape::ConvexPolyhedron;

/// Bodies draw from so many hulls.
pub const HULLS: usize = 64;
const CORNERS: usize = 20;
const DENSITY: f64 = 0.05;
pub const SPEED: f64 = 0.05;
/// Frames that are recorded; a run goes through them to and fro.
pub const FRAMES: usize = 32;

/// Where a body is: its quaternion and its place.
type Placing = ([f32; 4], [f32; 3]);

pub struct World {
    pub hulls: Vec<Vec<[f32; 3]>>,
    /// The poses of all bodies, frame by frame.
    pub frames: Vec<Vec<Placing>>,
    pub half: f64,
}

impl World {
    pub fn new(bodies: usize, degrees: f64) -> Self {
        Self::of_frames(FRAMES, bodies, SPEED, degrees)
    }

    pub fn of_frames(frames: usize, bodies: usize, speed: f64, degrees: f64) -> Self {
        let mut random = Random(bodies as u64);
        let mut hull = || (0..CORNERS).map(|_| random.direction().map(|x| x as f32)).collect();
        let hulls = (0..HULLS).map(|_| hull()).collect();
        let volume = 4.0 / 3.0 * std::f64::consts::PI * bodies as f64;
        let half = (volume / DENSITY).cbrt() / 2.0;
        let mut flights: Vec<_> = (0..bodies)
            .map(|_| {
                let at = [(); 3].map(|()| random.signed() * half);
                (at, random.direction().map(|x| x * speed), random.direction())
            })
            .collect();
        let mut recorded = Vec::new();
        for frame in 0..frames {
            let (sine, cosine) = (degrees.to_radians() * frame as f64 / 2.0).sin_cos();
            let mut placings = Vec::with_capacity(bodies);
            for (at, velocity, axis) in &mut flights {
                let [x, y, z] = axis.map(|c| (c * sine) as f32);
                placings.push(([x, y, z, cosine as f32], at.map(|x| x as f32)));
                for k in 0..3 {
                    at[k] += velocity[k];
                    if at[k].abs() > half {
                        velocity[k] = -velocity[k].abs() * at[k].signum();
                    }
                }
            }
            recorded.push(placings);
        }
        Self { hulls, frames: recorded, half }
    }

    pub fn shapes(&self) -> Vec<Shape<Vec3>> {
        let shape = |points: &Vec<[f32; 3]>| {
            let points: Vec<Vec3> = points.iter().map(|&p| Vec3::from(p)).collect();
            Polytope::from_points(&points).unwrap().into()
        };
        self.hulls.iter().map(shape).collect()
    }

    pub fn parrys(&self) -> Vec<ConvexPolyhedron> {
        let shape = |points: &Vec<[f32; 3]>| {
            let points: Vec<Vector3> = points.iter().map(|&p| Vector3::from(p)).collect();
            ConvexPolyhedron::from_convex_hull(&points).unwrap()
        };
        self.hulls.iter().map(shape).collect()
    }

    pub fn poses(&self) -> Vec<Vec<Pose<Vec3>>> {
        let pose = |&(turn, at): &Placing| {
            Pose::new(Vec3::from(at), Rotation::from_quaternion(turn).unwrap()).unwrap()
        };
        self.frames.iter().map(|frame| frame.iter().map(pose).collect()).collect()
    }

    pub fn parry_poses(&self) -> Vec<Vec<Pose3>> {
        let pose = |&([x, y, z, w], at): &Placing| {
            Pose3::from_parts(Vector3::from(at), Rotation3::from_xyzw(x, y, z, w).normalize())
        };
        self.frames.iter().map(|frame| frame.iter().map(pose).collect()).collect()
    }

    /// The boxes of the bodies, frame by frame: the same for both.
    pub fn boxes(&self) -> Vec<Vec<Aabb<Vec3>>> {
        let shapes = self.shapes();
        let bodies: Vec<Body<Vec3>> = shapes.iter().map(Body::new).collect();
        let of_frame = |poses: &Vec<Pose<Vec3>>| {
            poses.iter().enumerate().map(|(i, pose)| bodies[i % HULLS].at(*pose).bounds()).collect()
        };
        self.poses().iter().map(of_frame).collect()
    }

    pub fn scene(&self) -> Scene<Vec3> {
        let (shapes, mut scene) = (self.shapes(), Scene::new());
        for (i, pose) in self.poses()[0].iter().enumerate() {
            scene.add(Body::new(&shapes[i % HULLS]), *pose);
        }
        scene
    }
}

/// The frames to and fro.
pub struct Clock {
    frames: usize,
    at: cell::Cell<usize>,
}

impl Clock {
    pub fn of(frames: usize) -> Self {
        Self { frames, at: cell::Cell::new(0) }
    }

    pub fn next(&self) -> usize {
        let around = 2 * self.frames - 2;
        let at = (self.at.get() + 1) % around;
        self.at.set(at);
        if at < self.frames { at } else { around - at }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::of(FRAMES)
    }
}

/// A scene and its frames.
pub struct Film {
    pub scene: Scene<Vec3>,
    ids: Vec<BodyId>,
    poses: Vec<Vec<Pose<Vec3>>>,
    clock: Clock,
}

impl Film {
    pub fn of(world: &World) -> Self {
        let (scene, poses) = (world.scene(), world.poses());
        let ids = scene.members().map(|(id, ..)| id).collect();
        Self { scene, ids, clock: Clock::of(poses.len()), poses }
    }

    /// The same by all threads of the pool that it runs in.
    pub fn on_all_threads(self) -> Self {
        Self { scene: self.scene.on_all_threads(), ..self }
    }

    /// Every so manieth body takes its next pose, and a step is made.
    pub fn step(&mut self, every: usize) {
        let frame = &self.poses[self.clock.next()];
        let moves = self.ids.iter().copied().zip(frame.iter().copied()).step_by(every);
        self.scene.set_poses(&moves.collect::<Vec<_>>()).unwrap();
        self.scene.step();
    }

    /// A whole frame: the number of contact points.
    pub fn frame(&mut self) -> usize {
        self.step(1);
        self.scene.contacts().iter().map(|touch| touch.contact.points().len()).sum()
    }

    /// How many contact points the pairs have that touch, asked anew.
    pub fn anew(&self) -> usize {
        let points = |pair: &TouchingParts| {
            let [a, b] = [pair.a, pair.b].map(|part| {
                let body = self.scene.member(part.body).unwrap();
                body.body().at(self.scene.pose(part.body).unwrap()).part(part.part).unwrap()
            });
            contact(a, b, 0.0).map_or(0, |contact| contact.points().len())
        };
        self.scene.touching().iter().map(points).sum()
    }
}
