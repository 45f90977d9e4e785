//! A world of bodies, as a game or a robot's cell has one: hulls that fly through a room, bounce
//! when they begin to touch, and are asked for contacts, a picking ray, a camera's view, the
//! nearest body and the least clearance.
//!
//! `cargo run --release --example world -- [bodies] [degrees a frame] [frames]`

use std::error::Error;
use std::time::{Duration, Instant};

use osculate::Body;
use osculate::scene::{BodyId, Event, Filter, Groups, Scene};
use osculate::shape::{Ball, Cuboid, Frustum, Polytope, Shape};
use osculate::{Motion, Place, Pose, Ray, Rotation, Sweep, Vec3, contact};

/// The share of the room that bodies fill.
const DENSITY: f32 = 0.05;
const CORNERS: usize = 20;
/// Groups: what flies, and the walls, which do not ask for one another.
const BODIES: u32 = 0b01;
const WALLS: u32 = 0b10;

/// A small generator with a fixed seed.
struct Random(u64);

impl Random {
    /// Between −1 and 1.
    fn signed(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    /// A vector of length 1.
    fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.vector();
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }
}

/// What the scene does not know of a body.
struct Flight {
    id: BodyId,
    velocity: Vec3,
    axis: Vec3,
}

struct World {
    scene: Scene<Vec3>,
    flights: Vec<Flight>,
    walls: Vec<(BodyId, Vec3)>,
    /// Half the room's edge.
    half: f32,
    /// Radians a frame.
    turn: f32,
}

impl World {
    fn new(count: usize, degrees: f32) -> Result<Self, osculate::Error> {
        let mut random = Random(1999);
        let volume = 4.0 / 3.0 * std::f32::consts::PI * count as f32;
        let half = (volume / DENSITY).cbrt() / 2.0;
        let mut scene = Scene::new();
        // Many bodies share few shapes.
        let mut hulls: Vec<Shape<Vec3>> = Vec::new();
        for _ in 0..64 {
            let points: Vec<Vec3> = (0..CORNERS).map(|_| random.direction()).collect();
            hulls.push(Polytope::from_points(&points)?.into());
        }
        let mut flights = Vec::new();
        for k in 0..count {
            let pose = Pose::from_translation(random.vector() * half)?;
            let body = Body::new(&hulls[k % hulls.len()]).with_data(k as u64);
            let id = scene
                .add(body.with_groups(Groups { memberships: BODIES, meets: BODIES | WALLS }), pose);
            let velocity = random.direction() * 0.05;
            flights.push(Flight { id, velocity, axis: random.direction() });
        }
        let mut walls = Vec::new();
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            for inward in [axis, -axis] {
                let size = Vec3::splat(half + 4.0) * (Vec3::ONE - axis) + axis;
                let wall = Body::new(Cuboid::new(size)?)
                    .with_groups(Groups { memberships: WALLS, meets: BODIES });
                let pose = Pose::from_translation(inward * -(half + 2.0))?;
                walls.push((scene.add(wall, pose), inward));
            }
        }
        Ok(Self { scene, flights, walls, half, turn: degrees.to_radians() })
    }

    /// Moves everything, finds what touches, and lets what began to touch bounce.
    fn frame(&mut self) -> Result<Duration, Box<dyn Error>> {
        let mut poses = Vec::with_capacity(self.flights.len());
        for flight in &self.flights {
            let from = self.scene.pose(flight.id).expect("nobody removes it");
            let turn = Rotation::from_axis_angle(flight.axis, self.turn)?;
            let turned = turn.compose(&from.rotation());
            poses.push((flight.id, Pose::new(from.translation() + flight.velocity, turned)?));
        }
        let start = Instant::now();
        self.scene.set_poses(&poses)?;
        self.scene.step();
        let took = start.elapsed();
        for event in self.scene.events().to_vec() {
            let Event::Began { a, b } = event else { continue };
            let of_body = |id: BodyId| self.scene.member(id).map(|body| body.data() as usize);
            let wall = self.walls.iter().find(|(id, _)| *id == b);
            match (of_body(a), of_body(b), wall) {
                // Walls were added after all bodies.
                (Some(i), _, Some((_, inward))) => {
                    let away = self.flights[i].velocity.dot(*inward).min(0.0);
                    self.flights[i].velocity -= *inward * (2.0 * away);
                }
                (Some(i), Some(j), None) => {
                    let velocity = self.flights[i].velocity;
                    self.flights[i].velocity = self.flights[j].velocity;
                    self.flights[j].velocity = velocity;
                }
                _ => {}
            }
        }
        Ok(took)
    }

    /// How long it takes to ask the same pairs for contacts without a memory.
    fn contacts_anew(&self) -> (usize, Duration) {
        let start = Instant::now();
        let mut points = 0;
        for pair in self.scene.touching() {
            let [a, b] = [pair.a, pair.b].map(|part| {
                let body = self.scene.member(part.body).expect("it was there in this step").body();
                let pose = self.scene.pose(part.body).expect("so was its pose");
                body.at(pose).part(part.part).expect("it has this part")
            });
            points += contact(a, b, 0.0).map_or(0, |contact| contact.points().len());
        }
        (points, start.elapsed())
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn main() -> Result<(), Box<dyn Error>> {
    let argument = |n: usize, default: &str| std::env::args().nth(n).unwrap_or(default.into());
    let count: usize = argument(1, "1000").parse()?;
    let degrees: f32 = argument(2, "10").parse()?;
    let frames: usize = argument(3, "60").parse()?;
    let mut world = World::new(count, degrees)?;
    let [mut steps, mut warm, mut cold] = [Vec::new(), Vec::new(), Vec::new()];
    let mut touching = 0;
    for _ in 0..frames.max(1) {
        steps.push(world.frame()?);
        let start = Instant::now();
        let contacts = world.scene.contacts();
        warm.push(start.elapsed());
        touching = contacts.len();
        let (points, anew) = world.contacts_anew();
        cold.push(anew);
        assert!(points == 0 || touching > 0);
    }
    let per = |seconds: f64, n: usize| seconds * 1e9 / n.max(1) as f64;
    let [step, warm, cold] = [steps, warm, cold].map(median);
    println!("{count} hulls of {CORNERS}, {degrees} degrees a frame, {touching} contacts");
    println!("step: {:.2} ms, {:.0} ns a body", step * 1e3, per(step, count));
    println!("contacts: {:.0} ns each, {:.0} anew", per(warm, touching), per(cold, touching));
    let size = world.scene.size();
    println!("{size:?}");
    ask(&world)
}

/// What a camera at the origin sees that looks along −z, 90 degrees wide and high.
fn camera(near: f32, far: f32) -> Result<Frustum<Vec3>, osculate::Error> {
    let depth = far / (near - far);
    let rows = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, depth, depth * near],
        [0.0, 0.0, -1.0, 0.0],
    ];
    Frustum::from_view_projection(rows, 0.0, 1.0)
}

/// What may be asked of a scene at any time.
fn ask(world: &World) -> Result<(), Box<dyn Error>> {
    let scene = &world.scene;
    let bodies = Filter::groups(Groups { memberships: !0, meets: BODIES });
    // What is under the mouse?
    let ray = Ray::new(Vec3::Z * world.half, -Vec3::Z)?;
    if let Some(hit) = scene.ray_first(&ray, &bodies) {
        println!("the ray hits {:?}: {:?}", hit.part.body, hit.struck.hit().map(|hit| hit.point));
    }
    // What does the camera see?
    let view = camera(0.1, world.half)?;
    println!("the camera sees {} bodies", scene.touching_shape(view, &bodies).len());
    // Is there room here, and who is nearest?
    let probe = Ball::new(0.5)?;
    let here = probe.at(Pose::from_translation(Vec3::splat(world.half / 3.0))?);
    println!("the place is taken: {}", scene.any_touching(here, &bodies).is_some());
    for near in scene.nearest_of(here, 3, &bodies) {
        println!("near: {:?} at {}", near.part.body, near.closest.distance.value);
    }
    // What would a shot meet, and what meets first if one body flies on?
    let shot = scene.cast_first(here, Vec3::X * 100.0, &Sweep::default(), &bodies)?;
    println!("the shot meets {:?}", shot.map(|hit| hit.part.body));
    let flight = &world.flights[0];
    let from = scene.pose(flight.id).expect("it is there");
    let motion = Motion::new(from, flight.velocity)?.turning(flight.axis)?;
    let sweep = Sweep::between(0.0, 20.0)?.ignoring_opening();
    let first = scene.first_impact(&sweep, |id| (id == flight.id).then_some(motion))?;
    println!("it meets another at {:?}", first.map(|meeting| meeting.encounter.lower()));
    Ok(())
}
