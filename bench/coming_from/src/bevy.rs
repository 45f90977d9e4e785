//! bevy: its transforms, with scale and without, and its vectors.

use std::error::Error;

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use osculate::shape::{Ball, Cuboid};
use osculate::{Affine, Image, Place, Pose, intersects};

fn with_bevy(chest: Transform, ball: Transform) -> bool {
    // By the balls around both: transforms alone have no more to tell by.
    let half = Vec3::new(1.0, 0.5, 0.5) * chest.scale;
    let apart = chest.translation.distance(ball.translation);
    apart <= half.length() + 0.5
}

fn with_osculate(chest: Transform, ball: Transform) -> Result<bool, osculate::Error> {
    // A transform without scale is a pose. With it, the shape is an image.
    let pose = Pose::try_from((ball.translation, ball.rotation))?;
    let map: Affine<Vec3> = chest.compute_affine().try_into()?;
    let ball = Ball::new(0.5)?.moved_to(pose);
    let chest = Image::new(Cuboid::new(Vec3::new(1.0, 0.5, 0.5))?, map)?;
    Ok(intersects(chest, ball))
}

fn and_back(pose: Pose<Vec3>) -> Transform {
    Transform::from_matrix(pose.into())
}

pub fn compare() -> Result<(), Box<dyn Error>> {
    let turned = Transform::from_rotation(Quat::from_rotation_z(0.7)).with_scale(Vec3::splat(2.0));
    for (place, touches) in [(Vec3::X * 1.5, true), (Vec3::new(1.5, -1.5, 0.0), false)] {
        let ball = Transform::from_translation(place).with_rotation(Quat::from_rotation_x(1.0));
        assert!(with_bevy(turned, ball), "balls around both may meet where shapes do not");
        assert_eq!(with_osculate(turned, ball)?, touches);
        let back = and_back(Pose::try_from((ball.translation, ball.rotation))?);
        assert_eq!(back.translation, ball.translation);
        assert!(back.rotation.angle_between(ball.rotation) < 1e-3);
    }
    println!("bevy: shapes that are apart, though the balls around them meet");
    Ok(())
}
