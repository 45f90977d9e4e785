//! What README.md shows of the library, line by line: `tests/documents.rs` holds it to this file.
// Answers are shown, and used by nobody.
#![allow(unused_must_use, unused_variables, clippy::unnecessary_operation)]

use osculate::scene::{Filter, Scene};
use osculate::shape::{Ball, Cuboid};
use osculate::{Body, ContactSearch, DVec3, Error, Pose, Ray, Sweep};

/// Two shapes, and all questions about them.
#[test]
fn two_shapes() -> Result<(), Error> {
    use osculate::{closest, contact, distance, intersects, penetration};
    use osculate::{shape::{Ball, Cuboid}, DVec3, Place, Pose, Rotation};

    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 0.5))?;
    let ball = Ball::new(0.25)?;
    let turned = Rotation::from_axis_angle(DVec3::Z, 0.3)?;
    let placed = cuboid.at(Pose::new(DVec3::new(5.0, 0.0, 0.0), turned)?);

    intersects(placed, ball);            // yes or no, at the price of yes or no
    distance(placed, ball).lower;        // hold this end against a clearance; .value, .upper beside it
    closest(placed, ball).normal;        // points, normal, verdict
    penetration(placed, ball).is_none(); // the depth and the shortest way out, if they overlap
    contact(placed, ball, 0.1).is_none(); // up to four points that hold them apart, each with a name
    Ok(())
}

/// A mesh and a hand of two shapes.
#[test]
fn bodies() -> Result<(), Error> {
    let corners = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ZERO];
    let triangles = [[0, 1, 2], [0, 1, 3]];
    let (palm, finger) = (Cuboid::new(DVec3::ONE)?, Ball::new(0.5)?);
    let (bent, on_the_table) = (Pose::from_translation(DVec3::Y * 1.5)?, Pose::IDENTITY);
    let reached_out = Pose::from_translation(DVec3::X * 3.0)?;
    let (ray, velocity) = (Ray::new(DVec3::ZERO, DVec3::X)?, DVec3::X);

    let cup = Body::from_mesh(&corners, &triangles)?;   // or from_heights; in the plane, from_segments
    let hand = Body::compound([(palm.into(), Pose::IDENTITY), (finger.into(), bent)])?;
    let (cup, hand) = (cup.at(on_the_table), hand.at(reached_out));

    cup.intersects(&hand);                 // stops at the first parts that touch
    cup.distance(&hand).lower;             // no two parts are nearer
    cup.closest(&hand).parts;              // which triangle, and which shape
    cup.contacts(&hand, &ContactSearch::within(0.01));   // all of them; or a few, or of whole surfaces
    cup.project_point(DVec3::Y);           // the nearest point of its surface, and the side
    cup.ray_first(&ray).is_some();         // and all hits in order
    cup.cast(velocity, &hand, DVec3::ZERO, &Sweep::default())?;   // when two parts first meet
    Ok(())
}

/// Many pairs at once. This is compiled alone: a million pairs are more than a test needs.
#[cfg(feature = "parallel")]
#[allow(dead_code)]
fn many_pairs(here: Pose<osculate::Vec3A>) -> Result<(), Error> {
    use osculate::batch::{self, Batch};
    use osculate::{Bracket, Vec3A, shape::Shape};

    let there = here;
    let (part, poses) = (batch::Placed::new(0, here), [there; 2]);
    let (a, b, places) = ([0, 0], [1, 1], [0.0; 6]);
    let poses_a = batch::PoseColumns::new(&batch::Column::of_rows::<3>(&places))?;
    let (poses_b, mut gaps) = (poses_a, [Bracket::default(); 2]);
    let progress = |_: usize, _: usize| std::ops::ControlFlow::Continue(());

    let shapes: Vec<Shape<Vec3A>> = vec![Cuboid::new(Vec3A::ONE)?.into(), Ball::new(0.5)?.into()];
    let batch = Batch::new(&shapes);                    // what queries know of each shape, once
    let pairs = vec![batch::Pair::new(0, here, 1, there); 1_000_000];
    let mut touch = vec![false; pairs.len()];
    batch.intersects(&pairs, &mut touch)?;              // and distance, closest, signed_distance, contact
    let grasps = batch::ManyPoses::new(part, 1, &poses);                 // one shape, many poses
    let columns = batch::Columns::new(&a, poses_a, &b, poses_b)?;        // plain numbers, not copied
    batch.distance(&columns, &mut gaps)?;
    batch.on_all_threads().telling(&progress).distance(&grasps, &mut gaps)?;    // feature `parallel`
    Ok(())
}

/// A world of bodies.
#[test]
fn world() -> Result<(), Error> {
    let view = Ball::new(1.0)?;

    let mut scene = Scene::new();
    let floor = scene.add(Body::new(Cuboid::new(DVec3::new(50.0, 1.0, 50.0))?), Pose::IDENTITY);
    let ball = scene.add(Body::new(Ball::new(0.5)?), Pose::from_translation(DVec3::Y * 3.0)?);
    scene.set_pose(ball, Pose::from_translation(DVec3::Y * 1.49)?)?;
    scene.step();
    scene.events();                                     // what began to touch, and what ended
    scene.contacts();                                   // manifolds, from those of the frame before
    scene.islands();                                    // what is joined by them, and what may sleep
    scene.nearest(Ball::new(0.1)?, &Filter::ALL);       // and k nearest, clearances, rays, casts,
    scene.touching_shape(view, &Filter::ALL);           // what a camera sees, the first impact
    Ok(())
}
