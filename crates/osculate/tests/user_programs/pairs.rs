//! Two shapes, and what is asked of them.

use osculate::glam::{DAffine3, DQuat};
use osculate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Frustum, HalfSpace, Polytope, Rounded, Shape,
};
use osculate::{Affine, Cache, Convex, DVec3, Error, OneToMany, Place, Pose, Query, Rotation};
use osculate::{Tracker, Vec3, closest, contact, distance, from_fn, intersects, signed_distance};

/// Two boxes: do they touch, and how far apart are they?
#[test]
fn two_boxes() -> Result<(), Error> {
    let chest = Cuboid::new(DVec3::new(1.0, 0.5, 0.5))?;
    let shelf = Cuboid::new(DVec3::new(0.2, 1.0, 0.5))?;
    let shelf = shelf.moved_to(Pose::from_translation(DVec3::X * 1.5)?);
    assert!(!intersects(chest, shelf));
    let gap = distance(chest, shelf);
    assert!(gap.contains(0.3) && gap.width() < 1e-13);
    Ok(())
}

/// A coin: a disc in the plane x, z.
struct Coin(f64);

impl Convex<DVec3> for Coin {
    fn core_support(&self, direction: DVec3) -> DVec3 {
        direction.with_y(0.0).normalize_or_zero() * self.0
    }
}

/// A shape of one's own, by one method: a coin hangs over a table, upright.
#[test]
fn own_shape() -> Result<(), Error> {
    let table = Cuboid::new(DVec3::new(1.0, 0.1, 1.0))?;
    let upright = Rotation::from_axis_angle(DVec3::X, std::f64::consts::FRAC_PI_2)?;
    let coin = Coin(0.25).moved_to(Pose::new(DVec3::Y, upright)?);
    let near = closest(table, coin);
    assert!((near.distance.value - 0.65).abs() < 1e-9);
    assert!((near.on_b.y - 0.75).abs() < 1e-9);
    Ok(())
}

/// A closure as a shape: an egg, the ball about the origin whose upper half is twice as high.
#[test]
fn closure_as_shape() -> Result<(), Error> {
    let egg = from_fn(|d: DVec3| {
        let radii = DVec3::new(1.0, if d.y > 0.0 { 2.0 } else { 1.0 }, 1.0);
        radii * (d * radii).normalize_or_zero()
    });
    let spoon = Ball::new(0.5)?.moved_to(Pose::from_translation(DVec3::Y * 3.0)?);
    assert!((distance(egg, spoon).value - 0.5).abs() < 1e-9);
    let floor = HalfSpace::new(DVec3::Y, -0.75)?;
    assert!((signed_distance(egg, floor).distance.value + 0.25).abs() < 1e-9);
    Ok(())
}

/// A robot's arm over a table: which of its links keep a clearance of 50 mm?
#[test]
fn arm_with_clearance() -> Result<(), Error> {
    let table = Cuboid::new(DVec3::new(2.0, 0.1, 2.0))?;
    let link = Capsule::new(DVec3::ZERO, DVec3::X * 0.5, 0.06)?;
    let (mut wrist, mut keeps) = (Pose::from_translation(DVec3::Y * 0.35)?, Vec::new());
    for angle in [0.1, -0.1, -0.4] {
        let joint = wrist * Pose::from_rotation(Rotation::from_axis_angle(DVec3::Z, angle)?);
        keeps.push(distance(link.at(joint), table).lower >= 0.05);
        wrist = joint * Pose::from_translation(DVec3::X * 0.5)?;
    }
    assert_eq!(keeps, [true, true, false]);
    Ok(())
}

/// Two bodies in contact, from frame to frame: how deep is a box that sinks into another?
#[test]
fn tracker_of_two() -> Result<(), Error> {
    let ground = Cuboid::new(DVec3::new(5.0, 1.0, 5.0))?;
    let stone = Polytope::from_points(&[DVec3::X, DVec3::Z, -DVec3::X - DVec3::Z, DVec3::Y])?;
    let mut both = Tracker::new(ground, stone);
    for frame in 1..=10 {
        let depth = 0.01 * f64::from(frame);
        let pose = Pose::from_translation(DVec3::Y * (1.0 - depth))?;
        let sunk = both.at(Pose::IDENTITY, pose).penetration().expect("they overlap");
        assert!(sunk.depth.contains(depth) && sunk.normal.y > 0.999);
    }
    Ok(())
}

/// A box on a floor: four points hold them apart.
#[test]
fn contacts_on_a_floor() -> Result<(), Error> {
    let floor = Cuboid::new(DVec3::new(5.0, 1.0, 5.0))?;
    let chest = Cuboid::new(DVec3::new(0.5, 0.5, 0.5))?;
    let chest = chest.moved_to(Pose::from_translation(DVec3::Y * 1.49)?);
    let stand = contact(floor, chest, 0.02).expect("it stands");
    assert_eq!(stand.points().len(), 4);
    assert!(stand.points().iter().all(|point| (point.distance + 0.01).abs() < 1e-12));
    assert!(stand.normal.distance(DVec3::Y) < 1e-12);
    Ok(())
}

/// Which of the things on a bench, of many kinds, is nearest to the hand?
#[test]
fn nearest_of_a_list() -> Result<(), Error> {
    let at = |x| Pose::from_translation(DVec3::X * x);
    let bench = [
        Shape::from(Cylinder::new(0.2, 0.1)?.moved_to(at(-1.0)?)),
        Cone::new(0.3, 0.1)?.moved_to(at(0.5)?).into(),
        Cuboid::new(DVec3::splat(0.1))?.moved_to(at(2.0)?).into(),
    ];
    let hand = Ball::new(0.05)?.moved_to(at(0.8)?);
    let gaps = bench.map(|thing| distance(thing, hand).value);
    let nearest = (0..3).min_by(|&i, &j| gaps[i].total_cmp(&gaps[j]));
    assert_eq!(nearest, Some(1));
    assert!((gaps[0] - 1.65).abs() < 1e-9 && (gaps[2] - 1.05).abs() < 1e-9);
    Ok(())
}

/// The hull of scanned points: its volume, its centre of mass, and whether a point is inside.
#[test]
fn hull_with_mass() -> Result<(), Error> {
    let mut scan = Vec::new();
    for k in 0..27 {
        scan.push(DVec3::new(f64::from(k % 3), f64::from(k / 3 % 3), f64::from(k / 9)));
    }
    let part = Polytope::from_points(&scan)?;
    assert_eq!(part.vertices().len(), 8);
    let mass = part.mass();
    assert!((mass.volume - 8.0).abs() < 1e-12 && mass.centroid.distance(DVec3::ONE) < 1e-12);
    assert!(osculate::contains(&part, DVec3::splat(1.9)));
    assert!(!osculate::contains(&part, DVec3::splat(2.1)));
    Ok(())
}

/// A planner's step: by the gradient of the signed distance, a part leaves a wall.
#[test]
fn gradient_step() -> Result<(), Error> {
    let wall = HalfSpace::new(DVec3::X, 0.0)?;
    let part = Ball::new(0.5)?;
    let mut place = DVec3::new(0.3, 1.0, 0.0);
    let near = signed_distance(wall, part.at(Pose::from_translation(place)?));
    let slope = near.gradient(DVec3::ZERO, place);
    place += slope.translation_b * (0.1 - near.distance.value);
    let gap = distance(wall, part.at(Pose::from_translation(place)?));
    assert!((gap.value - 0.1).abs() < 1e-12);
    Ok(())
}

/// A rounded box beside a wall: rounding takes from the gap what it adds.
#[test]
fn rounded_by_a_wall() -> Result<(), Error> {
    let wall = HalfSpace::new(DVec3::X, 0.0)?;
    let block = Cuboid::new(DVec3::ONE)?.moved_to(Pose::from_translation(DVec3::X * 1.5)?);
    let soft = Rounded::new(block, 0.2)?;
    assert!(distance(wall, block).contains(0.5));
    assert!(distance(wall, soft).contains(0.3));
    assert!(!intersects(soft, wall));
    Ok(())
}

/// Options of a query: a limit, a tolerance, and a start from where the last one ended.
#[test]
fn query_with_cache() -> Result<(), Error> {
    let (drum, post) = (Cylinder::new(0.5, 1.0)?, Cuboid::new(DVec3::new(0.1, 2.0, 0.1))?);
    let mut cache = Cache::default();
    for step in 0..20 {
        let x = 2.0 + 0.01 * f64::from(step);
        let post = post.moved_to(Pose::from_translation(DVec3::X * x)?);
        let gap = Query::new(drum, post).with_relative_tolerance(1e-6).starting_from(&mut cache);
        assert!(gap.distance().contains(x - 1.1));
        assert!(Query::new(drum, post).distance_within(0.5).is_none());
    }
    Ok(())
}

/// How much room does a bottle take that lies on a shelf?
#[test]
fn room_of_a_bottle() -> Result<(), Error> {
    let bottle = Cylinder::<DVec3>::new(0.15, 0.04)?;
    let lying = Rotation::from_axis_angle(DVec3::Z, std::f64::consts::FRAC_PI_2)?;
    let room = bottle.at(Pose::new(DVec3::Y * 0.04, lying)?).bounds();
    assert!(room.size().distance(DVec3::new(0.3, 0.08, 0.08)) < 1e-12);
    assert!(room.contains(DVec3::new(0.14, 0.01, 0.0)));
    Ok(())
}

/// What does a camera see of a row of boxes? One frustum against many.
#[test]
fn frustum_culling() -> Result<(), Error> {
    // It looks along −z, as wide as it is far, from 1 to 10.
    let (near, far) = (1.0, 10.0);
    let depth = [0.0, 0.0, -(far + near) / (far - near), -2.0 * far * near / (far - near)];
    let projection = [[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], depth, [0.0, 0.0, -1.0, 0.0]];
    let mut view = OneToMany::new(Frustum::from_view_projection(projection, -1.0, 1.0)?);
    let chest = Cuboid::new(Vec3::splat(0.25))?;
    let mut seen = 0;
    for x in -9..=9 {
        let pose = Pose::from_translation(Vec3::new(x as f32, 0.0, -8.0))?;
        seen += i32::from(view.against(chest.at(pose)).intersects());
    }
    assert_eq!(seen, 9);
    Ok(())
}

/// Places of an engine: a quaternion and a map with scale go in, a matrix comes out.
#[test]
fn poses_of_an_engine() -> Result<(), Error> {
    let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let pose = Pose::try_from((DVec3::X, quarter))?;
    assert!((pose * DVec3::X).distance(DVec3::new(1.0, 1.0, 0.0)) < 1e-15);
    let map = Affine::try_from(DAffine3::from_scale(DVec3::new(2.0, 1.0, 1.0)))?;
    let long = Ball::new(0.5)?;
    let long = long.image(map)?;
    assert!((distance(long, Ball::new(0.1)?.at(pose.inverse())).value - 0.4).abs() < 1e-9);
    let back = DAffine3::from(pose);
    assert!(back.transform_point3(DVec3::X).distance(pose * DVec3::X) < 1e-15);
    Ok(())
}
