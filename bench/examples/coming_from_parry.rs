//! The same questions, asked of parry and of osculate. `docs/coming-from.md` shows the lines.

use osculate::Body;
use osculate::scene::{Filter, Scene};
use osculate::shape::{Ball, Cuboid};
use osculate::{
    Motion, Place, Pose, Ray, Rotation, Vec3, closest, contact, distance, intersects, ray_cast,
    time_of_impact,
};
use parry3d::math::{Pose as ParryPose, Vector};
use parry3d::query::{self, RayCast, ShapeCastOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // parry: shapes, and a pose for each.
    let ball = parry3d::shape::Ball::new(0.5);
    let crate_ = parry3d::shape::Cuboid::new(Vector::new(1.0, 0.5, 0.5));
    let p = ParryPose::translation(0.0, 2.0, 0.0);
    let q = ParryPose::rotation(Vector::new(0.0, 0.0, 0.3));

    let theirs = query::distance(&p, &ball, &q, &crate_)?.distance;
    let touch = query::intersection_test(&p, &ball, &q, &crate_)?.intersecting;
    let manifold = query::contact(&p, &ball, &q, &crate_, 1.5)?.ok_or("within the margin")?;
    let ray = query::Ray::new(Vector::new(-5.0, 0.0, 0.0), Vector::X);
    let hit = crate_.cast_ray(&q, &ray, f32::MAX, true).ok_or("the crate is ahead")?;
    let options = ShapeCastOptions::with_max_time_of_impact(10.0);
    let down = Vector::new(0.0, -1.0, 0.0);
    let fall = query::cast_shapes(&p, down, &ball, &q, Vector::ZERO, &crate_, options)?;
    let fall = fall.ok_or("it falls on the crate")?.time_of_impact;

    // osculate: a shape at a pose is one value; an answer is a bracket.
    let a = Ball::new(0.5)?.moved_to(Pose::from_translation(Vec3::Y * 2.0)?);
    let turn = Rotation::from_axis_angle(Vec3::Z, 0.3)?;
    let b = Cuboid::new(Vec3::new(1.0, 0.5, 0.5))?.moved_to(Pose::from_rotation(turn));

    let gap = distance(&a, &b);
    assert!(gap.contains(theirs) || (gap.value - theirs).abs() < 1e-5);
    assert_eq!(intersects(&a, &b), touch);
    let found = contact(&a, &b, 1.5).ok_or("within the margin")?;
    assert!((found.points()[0].distance - manifold.dist).abs() < 1e-4);
    assert!(closest(&a, &b).normal.is_some());
    let ray = Ray::new(Vec3::X * -5.0, Vec3::X)?;
    let struck = ray_cast(&ray, &b).hit().ok_or("the crate is ahead")?;
    assert!((struck.parameter.value - hit).abs() < 1e-4);
    // Over the time from 0 to 1; both shapes may turn.
    let falling = Motion::new(a.pose(), Vec3::Y * -10.0)?;
    let resting = Motion::resting(b.pose());
    let impact = time_of_impact(a.shape(), &falling, b.shape(), &resting)?;
    let time = impact.hit().ok_or("it falls on the crate")?.time;
    assert!((time.value * 10.0 - fall).abs() < 1e-3);

    // parry's broad phase, and the bodies that rapier keeps: a scene.
    let mut scene = Scene::new();
    scene.add(Body::new(*b.shape()), b.pose());
    let id = scene.add(Body::new(*a.shape()), a.pose());
    scene.set_pose(id, Pose::from_translation(Vec3::Y * 0.9)?)?;
    scene.step();
    assert_eq!(scene.touching().len(), 1);
    assert_eq!(scene.ray_all(&ray, &Filter::ALL).len(), 1);
    println!("distance {gap} beside {theirs}; impact after {time}");
    Ok(())
}
