//! Many bodies: scenes, boxes, compounds, meshes, batches.

use std::ops::ControlFlow;

use osculate::batch::{self, ManyPoses, Placed};
use osculate::scene::{BoxTree, Event, Filter, Groups, Scene};
use osculate::shape::{Ball, ConvexPolygon, Cuboid};
use osculate::{Body, Bracket, Convex, DVec2, DVec3, Error, Place, Pose, Ray, Vec3};

/// Which of three balls does a ray hit first, and where?
#[test]
fn first_hit() -> Result<(), Error> {
    let mut scene = Scene::new();
    let mut balls = Vec::new();
    for x in [8.0, 4.0, 6.0] {
        balls.push(scene.add(Ball::new(0.5)?, Pose::from_translation(DVec3::X * x)?));
    }
    let ray = Ray::new(DVec3::ZERO, DVec3::X)?.up_to(100.0)?;
    let first = scene.ray_first(&ray, &Filter::ALL).expect("three are in the way");
    assert_eq!(first.part.body, balls[1]);
    assert!(first.struck.hit().expect("a ball").parameter.contains(3.5));
    let others = scene.ray_first(&ray, &Filter::ALL.with_predicate(&|id, _| id != balls[1]));
    assert_eq!(others.expect("two are left").part.body, balls[2]);
    Ok(())
}

/// Groups: players meet walls and not each other. How deep is each touch?
#[test]
fn groups_and_depths() -> Result<(), Error> {
    let (player, wall) = (1, 2);
    let mut scene = Scene::new();
    let body = Body::new(Cuboid::new(DVec3::ONE)?);
    let at = |x| Pose::from_translation(DVec3::X * x);
    scene.add(body.clone().with_groups(Groups { memberships: wall, meets: !0 }), at(0.0)?);
    scene.add(body.clone().with_groups(Groups { memberships: player, meets: wall }), at(1.75)?);
    scene.add(body.with_groups(Groups { memberships: player, meets: wall }), at(-1.5)?);
    scene.step();
    let contacts = scene.contacts();
    let depths = contacts.iter().map(|it| -it.contact.signed_distance.distance.value);
    assert!(depths.eq([0.25, 0.5]));
    Ok(())
}

/// A game in the plane: a ship flies through a gate. When does it touch, and when no more?
#[test]
fn game_in_the_plane() -> Result<(), Error> {
    let ship = ConvexPolygon::new(&[DVec2::X, DVec2::Y * 0.5, -DVec2::Y * 0.5])?;
    let mut scene = Scene::new();
    scene.add(Cuboid::new(DVec2::new(0.25, 3.0))?, Pose::IDENTITY);
    let ship = scene.add(ship, Pose::from_translation(DVec2::X * -4.0)?);
    let (mut began, mut ended) = (None, None);
    for frame in 0..16 {
        scene.set_pose(ship, Pose::from_translation(DVec2::X * (0.5 * f64::from(frame) - 4.0))?)?;
        scene.step();
        for event in scene.events() {
            match event {
                Event::Began { .. } => began = Some(frame),
                _ => ended = Some(frame),
            }
        }
    }
    assert_eq!((began, ended), (Some(6), Some(9)));
    Ok(())
}

/// Boxes alone: all pairs that are near, and whether any box meets a region.
#[test]
fn sweep_of_boxes() -> Result<(), Error> {
    let ball = Ball::new(0.5)?;
    let mut boxes = Vec::new();
    for k in 0..100 {
        let (row, x) = if k < 50 { (0.0, 2.0 * f64::from(k)) } else { (9.0, 0.9 * f64::from(k)) };
        boxes.push(ball.at(Pose::from_translation(DVec3::new(x, row, 0.0))?).bounds());
    }
    let mut tree = BoxTree::new();
    tree.rebuild(&boxes);
    assert_eq!(tree.pairs(0.0).len(), 49);
    assert_eq!(tree.meeting(&boxes[7].expanded(1.1)), [6, 7, 8]);
    Ok(())
}

/// A table of a top and two legs: how near does a ball come to it, and to which part?
#[test]
fn compound() -> Result<(), Error> {
    let (top, leg) = (Cuboid::new(DVec3::new(1.0, 0.1, 1.0))?, Cuboid::new(DVec3::splat(0.1))?);
    let below = |x| Pose::from_translation(DVec3::new(x, -0.2, 0.0));
    let table = Body::compound([
        (top.into(), Pose::IDENTITY),
        (leg.into(), below(-0.8)?),
        (leg.into(), below(0.8)?),
    ])?;
    let ball = Body::new(Ball::new(0.05)?);
    let near = table.at(Pose::IDENTITY).closest(&ball.at(below(0.5)?));
    assert_eq!(near.parts, [0, 0]);
    assert!(near.closest.distance.contains(0.05));
    Ok(())
}

/// A view of a crowd: who stands in it, told one by one until enough are found?
#[test]
fn enough_in_view() -> Result<(), Error> {
    let mut scene = Scene::new();
    for k in 0..20 {
        scene.add(Ball::new(0.25)?, Pose::from_translation(DVec3::X * f64::from(k))?);
    }
    let view = Cuboid::new(DVec3::new(4.5, 1.0, 1.0))?;
    let mut found = 0;
    scene.each_touching_shape(view, &Filter::ALL, |_| {
        found += 1;
        if found < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(found, 3);
    assert_eq!(scene.touching_shape(view, &Filter::ALL).len(), 5);
    Ok(())
}

/// A mesh that is a solid: what lies inside it clashes.
#[test]
fn solid_mesh() -> Result<(), Error> {
    let corners = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0, DVec3::Z * 4.0];
    let shell = Body::from_mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    let bead = Body::new(Ball::new(0.1)?);
    let bead = bead.at(Pose::from_translation(DVec3::splat(0.8))?);
    assert!(!shell.at(Pose::IDENTITY).intersects(&bead));
    let solid = shell.into_solid()?;
    assert!(solid.at(Pose::IDENTITY).intersects(&bead));
    assert!(solid.at(Pose::IDENTITY).contains(DVec3::splat(0.8)));
    Ok(())
}

/// A thousand grasps at once: how near is the part at each pose?
#[test]
fn batch_of_poses() -> Result<(), Error> {
    let shapes = [Cuboid::new(Vec3::ONE)?.into(), Ball::new(0.5)?.into()];
    let mut poses = Vec::new();
    for k in 0..1000 {
        poses.push(Pose::from_translation(Vec3::X * (2.0 + k as f32 / 256.0))?);
    }
    let grasps = ManyPoses::new(Placed::new(0, Pose::IDENTITY), 1, &poses);
    let mut gaps = vec![Bracket::default(); poses.len()];
    batch::distance(&shapes, &grasps, &mut gaps)?;
    assert!(gaps[0].contains(0.5) && gaps[256].contains(1.5));
    Ok(())
}
