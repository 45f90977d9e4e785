//! parry: queries of two shapes.

use std::error::Error;

use osculate::shape::{Ball, Cuboid};
use osculate::{Place, Pose, Ray, Vec3, cast, contact, distance, intersects, ray_cast};
use parry3d::math::{Pose as ParryPose, Vector};
use parry3d::query::{self, RayCast, ShapeCastOptions};

struct Answers {
    touch: bool,
    gap: f32,
    depth: f32,
    hit: f32,
    fall: f32,
}

fn with_parry(p: ParryPose, q: ParryPose) -> Result<Answers, Box<dyn Error>> {
    let ball = parry3d::shape::Ball::new(0.5);
    let chest = parry3d::shape::Cuboid::new(Vector::new(1.0, 0.5, 0.5));
    let touch = query::intersection_test(&p, &ball, &q, &chest)?.intersecting;
    let gap = query::distance(&p, &ball, &q, &chest)?;
    let deepest = query::contact(&p, &ball, &q, &chest, 1.5)?.ok_or("too far")?;
    let ray = query::Ray::new(Vector::X * -5.0, Vector::X);
    let hit = chest.cast_ray(&q, &ray, 100.0, true).ok_or("missed")?;
    let (down, rest, options) = (-Vector::Y, Vector::ZERO, ShapeCastOptions::default());
    let fall = query::cast_shapes(&p, down, &ball, &q, rest, &chest, options)?.ok_or("missed")?;
    let (gap, depth, fall) = (gap.distance, deepest.dist, fall.time_of_impact);
    Ok(Answers { touch, gap, depth, hit, fall })
}

fn with_osculate(p: Pose<Vec3>, q: Pose<Vec3>) -> Result<Answers, Box<dyn Error>> {
    let a = Ball::new(0.5)?.moved_to(p);
    let b = Cuboid::new(Vec3::new(1.0, 0.5, 0.5))?.moved_to(q);
    let touch = intersects(a, b);
    let gap = distance(a, b);
    let touching = contact(a, b, 1.5).ok_or("too far")?;
    let ray = Ray::new(Vec3::X * -5.0, Vec3::X)?.up_to(100.0)?;
    let hit = ray_cast(&ray, b).hit().ok_or("missed")?.parameter.value;
    let fall = cast(a, -Vec3::Y, b, Vec3::ZERO)?.hit().ok_or("missed")?.time;
    let (gap, depth, fall) = (gap.value, touching.points()[0].distance, fall.value);
    Ok(Answers { touch, gap, depth, hit, fall })
}

pub fn compare() -> Result<(), Box<dyn Error>> {
    let p = ParryPose::translation(0.0, 2.0, 0.0);
    let q = ParryPose::rotation(Vector::new(0.0, 0.0, 0.3));
    let theirs = with_parry(p, q)?;
    let [p, q] = [(p.translation, p.rotation).try_into()?, (q.translation, q.rotation).try_into()?];
    let ours = with_osculate(p, q)?;
    assert_eq!(ours.touch, theirs.touch);
    assert!((ours.gap - theirs.gap).abs() < 1e-5);
    assert!((ours.depth - theirs.depth).abs() < 1e-4);
    assert!((ours.hit - theirs.hit).abs() < 1e-4);
    assert!((ours.fall - theirs.fall).abs() < 1e-3);
    println!("parry: distance {} beside {}", ours.gap, theirs.gap);
    Ok(())
}
