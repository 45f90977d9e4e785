//! Contacts that a solver stands on: for ten seconds of sixty steps each, a stack of 20 boxes and a
//! pyramid of 55 stand, in the plane and in space, and a hull of many faces rolls.
//!
//! `cargo run --release --example stacks`

mod solver;

use std::error::Error;

use osculate::shape::{Cuboid, Polytope, Shape};
use osculate::{DVec2, DVec3};
use solver::{Body, STEP, Simulation, World};

const STEPS: usize = 600;
const GRAVITY: f64 = 9.81;

/// A floor whose top is at the height zero.
fn on_a_floor<V: World>() -> Result<Simulation<V>, Box<dyn Error>> {
    let mut simulation = Simulation::new()?;
    let half = V::from_fn(|i| if i == 1 { 0.5 } else { 50.0 });
    simulation.add(Cuboid::new(half)?, Body { at: DVec3::Y * -0.5, ..Body::default() })?;
    Ok(simulation)
}

/// A square of edge 1 and mass 1, or a cube: of either, the inertia is a sixth of the mass.
fn boxes_at<V: World>(places: &[DVec3]) -> Result<Simulation<V>, Box<dyn Error>> {
    let mut simulation = on_a_floor::<V>()?;
    let shape = Shape::from(Cuboid::new(V::splat(0.5))?);
    let turns = DVec3::from_array([0, 1, 2].map(|i| f64::from(V::DIM == 3 || i == 2)));
    for &at in places {
        let inverse_inertia = turns * 6.0;
        let body = Body { at, inverse_mass: 1.0, inverse_inertia, ..Body::default() };
        simulation.add(&shape, body)?;
    }
    Ok(simulation)
}

/// Bodies that were stacked are where they were, and at rest.
fn stands<V: World>(name: &str, places: &[DVec3]) -> Result<(), Box<dyn Error>> {
    let mut simulation = boxes_at::<V>(places)?;
    for _ in 0..STEPS {
        simulation.step()?;
    }
    let bodies = simulation.bodies[1..].iter();
    let moved = bodies.clone().zip(places).map(|(body, place)| (body.at - *place).length());
    let (moved, fastest) =
        (moved.fold(0.0, f64::max), bodies.map(|body| body.velocity.length()).fold(0.0, f64::max));
    let [kept, new] = simulation.kept;
    println!("{name}: no box has moved by more than {moved:.4}, or is faster than {fastest:.1e};");
    println!("    of its contact points {kept} had the features of the step before, {new} did not");
    assert!(moved < 0.05 && fastest < 0.02, "the {name} does not stand");
    Ok(())
}

/// A hull like a ball rolls on a floor: it does not jump, and gains no energy.
fn rolls() -> Result<(), Box<dyn Error>> {
    let corners: Vec<DVec3> = (0..200).map(on_a_ball).collect();
    let hull = Polytope::from_points(&corners)?;
    let mass = hull.mass();
    let corners: Vec<DVec3> = corners.iter().map(|corner| *corner - mass.centroid).collect();
    let hull = Polytope::from_points(&corners)?;
    // As good as the same about all axes.
    let inertia = hull.mass().polar_inertia() * 2.0 / 3.0 / mass.volume;
    let inverse_inertia = DVec3::splat(1.0 / inertia);
    let (at, velocity, spin) = (DVec3::Y, DVec3::X * 2.0, DVec3::Z * -2.0);
    let body = Body { at, velocity, spin, inverse_mass: 1.0, inverse_inertia, ..Body::default() };
    let mut simulation = on_a_floor::<DVec3>()?;
    simulation.add(hull, body)?;
    let energy = |body: &Body| {
        let motion = body.velocity.length_squared() + body.spin.length_squared() * inertia;
        motion / 2.0 + GRAVITY * body.at.y
    };
    let (mut gain, mut jump): (f64, f64) = (0.0, 0.0);
    for step in 0..STEPS {
        let before = energy(&simulation.bodies[1]);
        simulation.step()?;
        let body = &simulation.bodies[1];
        // It falls by a hair's breadth at first.
        if step > 10 {
            gain = gain.max(energy(body) - before);
            jump = jump.max(body.velocity.y);
        }
    }
    let body = &simulation.bodies[1];
    let seconds = STEPS as f64 * STEP;
    println!("hull of 200 corners: it rolled {:.2} in {seconds:.0} s;", body.at.x);
    println!("    no step gave it more energy than {gain:.1e}, or a speed upward above {jump:.3}");
    // It tips over an edge that is up to 0.15 from below its centroid, at a speed of 2 at most.
    assert!(body.at.x > 5.0 && gain < 1e-3 && jump < 2.0 * 0.15, "the hull does not roll well");
    Ok(())
}

/// A point of a spiral that covers a ball evenly.
fn on_a_ball(i: usize) -> DVec3 {
    let y = 1.0 - (2 * i + 1) as f64 / 200.0;
    let (sine, cosine) = (i as f64 * 2.399_963_229_728_653).sin_cos();
    let across = (1.0 - y * y).sqrt();
    DVec3::new(across * cosine, y, across * sine)
}

fn main() -> Result<(), Box<dyn Error>> {
    let stack: Vec<DVec3> = (0..20).map(|i| DVec3::Y * (f64::from(i) + 0.5)).collect();
    let row = |row: u32| {
        let place = move |i: u32| f64::from(i) * 1.1 - f64::from(9 - row) * 0.55;
        (0..10 - row).map(move |i| DVec3::new(place(i), f64::from(row) + 0.5, 0.0))
    };
    let pyramid: Vec<DVec3> = (0..10).flat_map(row).collect();
    stands::<DVec2>("stack of 20 in the plane", &stack)?;
    stands::<DVec3>("stack of 20 in space", &stack)?;
    stands::<DVec2>("pyramid of 55 in the plane", &pyramid)?;
    stands::<DVec3>("pyramid of 55 in space", &pyramid)?;
    rolls()
}
