//! rapier: a world of bodies that somebody else moves.

use std::error::Error;

use osculate::scene::{BodyKind, Filter, Groups, Scene};
use osculate::shape::{Ball, Cuboid};
use osculate::{Body, Pose, Ray, Vec3};
use rapier3d::prelude::{
    ColliderBuilder, Group, InteractionGroups, InteractionTestMode, PhysicsWorld, QueryFilter,
    RigidBodyBuilder, Vector,
};

struct Answers {
    points: usize,
    deepest: f32,
    is_ball: bool,
    at: f32,
}

fn with_rapier(world: &mut PhysicsWorld) -> Result<Answers, Box<dyn Error>> {
    let both = InteractionGroups::new(Group::GROUP_1, Group::ALL, InteractionTestMode::And);
    let floor = ColliderBuilder::cuboid(50.0, 1.0, 50.0).collision_groups(both);
    let ball = ColliderBuilder::ball(0.5).collision_groups(both).user_data(7);
    world.insert(RigidBodyBuilder::fixed(), floor);
    let (id, _) = world.insert(RigidBodyBuilder::dynamic(), ball);
    world.bodies[id].set_translation(Vector::new(0.0, 1.49, 0.0), true);
    world.detect_collisions(&(), &());
    let contacts: Vec<_> =
        world.contact_pairs().filter_map(|it| it.find_deepest_contact()).collect();
    let ray = rapier3d::prelude::Ray::new(Vector::new(0.0, 9.0, 0.0), -Vector::Y);
    let first = world.cast_ray(&ray, 100.0, true, QueryFilter::default());
    let (collider, at) = first.ok_or("missed")?;
    let is_ball = world.colliders[collider].user_data == 7;
    Ok(Answers { points: contacts.len(), deepest: contacts[0].1.dist, is_ball, at })
}

fn with_osculate(scene: &mut Scene<Vec3>) -> Result<Answers, Box<dyn Error>> {
    let both = Groups { memberships: 1, meets: !0 };
    let floor = Body::new(Cuboid::new(Vec3::new(50.0, 1.0, 50.0))?).with_groups(both);
    let ball = Body::new(Ball::new(0.5)?).with_groups(both).with_data(7);
    scene.add(floor.with_kind(BodyKind::Static), Pose::IDENTITY);
    let id = scene.add(ball, Pose::IDENTITY);
    scene.set_pose(id, Pose::from_translation(Vec3::Y * 1.49)?)?;
    scene.step();
    let contacts = scene.contacts();
    let (points, deepest) = (contacts.len(), contacts[0].contact.points()[0].distance);
    let ray = Ray::new(Vec3::Y * 9.0, -Vec3::Y)?.up_to(100.0)?;
    let first = scene.ray_first(&ray, &Filter::ALL).ok_or("missed")?;
    let is_ball = scene.member(first.part.body).is_some_and(|member| member.data() == 7);
    let at = first.struck.hit().ok_or("missed")?.parameter.value;
    Ok(Answers { points, deepest, is_ball, at })
}

pub fn compare() -> Result<(), Box<dyn Error>> {
    let theirs = with_rapier(&mut PhysicsWorld::default())?;
    let ours = with_osculate(&mut Scene::new())?;
    assert_eq!((ours.points, ours.is_ball), (theirs.points, theirs.is_ball));
    assert!(theirs.is_ball);
    assert!((ours.deepest - theirs.deepest).abs() < 1e-4 && (ours.at - theirs.at).abs() < 1e-4);
    println!("rapier: depth {} beside {}", ours.deepest, theirs.deepest);
    Ok(())
}
