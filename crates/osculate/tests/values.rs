//! Values that users make, read and print: masses, poses of glam's, points in shapes, `Debug`.

use osculate::glam::{Affine2, Affine3A, DAffine2, DAffine3, DMat4, DQuat, Mat4, Quat};
use std::array::from_fn;

use osculate::Body;
use osculate::shape::{
    Ball, Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Polytope, Rounded, Segment, Shape,
    Swept, Triangle,
};
use osculate::{
    Affine, Convex, DVec2, DVec3, Matrix, Motion, Pose, Real, Rotation, Scalar, Space, Vec2, Vec3,
    Vec3A,
};

#[path = "support/random.rs"]
#[allow(dead_code)]
mod random;
use random::Random;

fn compound(parts: [(Shape<DVec3>, Pose<DVec3>); 2]) -> Body<DVec3> {
    Body::compound(parts.map(|(shape, pose)| (shape.into(), pose))).unwrap()
}

/// The mass of a body of parts is that of all, counted about one point: moments about a point that
/// all have in common add up.
fn masses_of_parts_add_up_in<V: Space>(turn: Rotation<V>) {
    let number = V::Scalar::from_f64;
    let vector = |v: [f64; 3]| V::from_fn(|i| number(v[i]));
    let parts: Vec<(Shape<V>, Pose<V>)> = vec![
        (Cuboid::new(vector([0.5, 1.0, 0.3])).unwrap().into(), Pose::IDENTITY),
        (
            Capsule::new(vector([-0.2, 0.4, 0.1]), vector([0.9, -0.5, 0.6]), number(0.3))
                .unwrap()
                .into(),
            Pose::new(vector([2.0, 0.3, -1.0]), turn).unwrap(),
        ),
        (
            Cylinder::new(number(1.2), number(0.4)).unwrap().into(),
            Pose::new(vector([-1.0, 3.0, 0.5]), turn).unwrap(),
        ),
    ];
    let density = 2.5;
    let body =
        Body::compound(parts.iter().map(|(shape, pose)| (shape.clone().into(), *pose))).unwrap();
    let found = body.mass(number(density)).expect("all have a mass");
    let (mut volume, mut first, mut second) = (0.0, [0.0; 3], [[0.0; 3]; 3]);
    for (shape, pose) in parts {
        let own = shape.mass().unwrap();
        let placed = own.moved_to(pose);
        assert!((placed.volume - own.volume).abs() <= own.volume * number(1e-6));
        let v = placed.volume.to_f64() * density;
        let c: [f64; 3] =
            from_fn(|i| if i < V::DIM { placed.centroid.get(i).to_f64() } else { 0.0 });
        volume += v;
        for i in 0..V::DIM {
            first[i] += v * c[i];
            for j in 0..V::DIM {
                second[i][j] += placed.second_moments.column(j).get(i).to_f64() * density;
                second[i][j] += v * c[i] * c[j];
            }
        }
    }
    let most = 200.0 * V::Scalar::EPSILON.to_f64();
    assert!((found.volume.to_f64() - volume).abs() <= most * volume);
    for i in 0..V::DIM {
        let center = found.centroid.get(i).to_f64();
        assert!((center - first[i] / volume).abs() <= most * 4.0, "{found:?}");
        for j in 0..V::DIM {
            let about_center = second[i][j] - first[i] * first[j] / volume;
            let own = found.second_moments.column(j).get(i).to_f64();
            assert!((own - about_center).abs() <= most * 16.0 * volume, "{found:?}");
        }
    }
}

#[test]
fn masses_of_parts_add_up() {
    masses_of_parts_add_up_in::<Vec2>(Rotation::from_angle(0.9).unwrap());
    masses_of_parts_add_up_in::<DVec2>(Rotation::from_angle(0.9).unwrap());
    let axis = DVec3::new(1.0, 2.0, -1.0);
    masses_of_parts_add_up_in::<DVec3>(Rotation::from_axis_angle(axis, 0.9).unwrap());
    let axis = Vec3::new(1.0, 2.0, -1.0);
    masses_of_parts_add_up_in::<Vec3>(Rotation::from_axis_angle(axis, 0.9).unwrap());
    masses_of_parts_add_up_in::<Vec3A>(Rotation::from_axis_angle(axis.into(), 0.9).unwrap());
}

/// A fine hull that is cut in two bodies, each turned about a point of its own.
#[test]
fn the_mass_of_a_body_is_that_of_a_fine_hull() {
    let (turn, axis) = (0.7, DVec3::new(-1.0, 0.5, 2.0));
    let pose =
        Pose::new(DVec3::new(3.0, -2.0, 1.0), Rotation::from_axis_angle(axis, turn).unwrap());
    let pose = pose.unwrap();
    let ball: Shape<DVec3> = Ellipsoid::new(DVec3::new(0.5, 1.5, 0.8)).unwrap().into();
    const COUNT: usize = 4000;
    let all = (0..COUNT).map(|k| {
        let (turn, y) = (k as f64 * 2.399_963, 1.0 - 2.0 * (k as f64 + 0.5) / COUNT as f64);
        let across = (1.0 - y * y).sqrt();
        ball.support(DVec3::new(across * turn.cos(), y, across * turn.sin()))
    });
    let all: Vec<DVec3> = all.collect();
    // Each half has the corners of its side, and those of the cut.
    let rim = (0..COUNT).map(|k| k as f64 / COUNT as f64 * std::f64::consts::TAU);
    let rim: Vec<DVec3> =
        rim.map(|angle| DVec3::new(0.0, 1.5 * angle.cos(), 0.8 * angle.sin())).collect();
    let half = |side: f64| -> (Shape<DVec3>, Pose<DVec3>) {
        let some = all.iter().copied().filter(|corner| corner.x * side > 0.0);
        let corners: Vec<DVec3> = some.chain(rim.iter().copied()).collect();
        (Polytope::from_points(&corners).unwrap().into(), pose)
    };
    let found = compound([half(1.0), half(-1.0)]).mass(7.0).expect("hulls");
    let whole = ball.mass().unwrap().moved_to(pose) * 7.0;
    assert!((found.volume - whole.volume).abs() < 1e-2 * whole.volume, "{found:?} {whole:?}");
    assert!((found.centroid - whole.centroid).length() < 1e-3);
    for j in 0..3 {
        let off = found.inertia().col(j) - whole.inertia().col(j);
        assert!(off.length() < 1e-2 * whole.polar_inertia(), "{found:?} {whole:?}");
    }
    // What is unknown of a part is unknown of the body; facets have no mass.
    let floor = (HalfSpace::new(DVec3::Y, 0.0).unwrap().into(), Pose::IDENTITY);
    assert_eq!(compound([half(1.0), floor]).mass(1.0), None);
}

#[test]
fn sums_of_masses_without_volume_and_at_the_ends_of_the_range_are_finite_where_they_may_be() {
    let mass = |shape: Shape<DVec3>| shape.mass().unwrap();
    let stick = |x: f64| mass(Segment::new(DVec3::X * x, DVec3::X * (x + 2.0)).unwrap().into());
    let both = stick(0.0) + stick(4.0);
    assert_eq!((both.volume, both.centroid), (0.0, DVec3::X * 3.0));
    let cube = |half: f64| mass(Cuboid::new(DVec3::splat(half)).unwrap().into());
    for half in [1e-110, 1e-3, 1e100, 5e102, 1e150] {
        let sum = cube(half) + cube(half);
        assert_eq!((sum.volume, sum.centroid), (2.0 * cube(half).volume, DVec3::ZERO));
        let with = cube(half) + stick(1.0);
        assert!(with.centroid.is_finite(), "{with:?}");
    }
}

#[test]
fn what_has_no_volume_has_its_centroid_in_its_middle_and_what_has_no_end_no_mass() {
    let flat: Shape<DVec3> =
        Triangle::new(DVec3::ZERO, DVec3::X * 3.0, DVec3::Y * 3.0).unwrap().into();
    let stick: Shape<DVec3> = Segment::new(DVec3::ZERO, DVec3::X * 2.0).unwrap().into();
    for (shape, centroid) in [(flat, DVec3::new(1.0, 1.0, 0.0)), (stick, DVec3::X)] {
        let mass = shape.mass().unwrap();
        assert_eq!(mass.volume, 0.0);
        assert!((mass.centroid - centroid).length() < 1e-15, "{mass:?}");
    }
    let floor: Shape<DVec3> = HalfSpace::new(DVec3::Y, 0.0).unwrap().into();
    assert_eq!(floor.mass(), None);
}

/// A pose to glam and back takes points to the same places, and to where glam takes them.
macro_rules! round_trip {
    ($v:ident, $pose:expr, $affine:ident, $point:expr, $most:expr) => {{
        let (pose, point): (Pose<$v>, $v) = ($pose, $point);
        let affine = $affine::from(pose);
        let back = Pose::<$v>::try_from(affine).unwrap();
        assert!((back.apply(point) - pose.apply(point)).length() <= $most);
        let map = Affine::<$v>::try_from(affine).unwrap();
        assert!((map.apply(point) - pose.apply(point)).length() <= $most);
        assert_eq!($affine::from(map), affine);
        affine
    }};
}

#[test]
fn poses_go_to_glam_and_come_back() {
    let mut random = Random(7);
    for _ in 0..100 {
        let mut number = || random.signed() as f32;
        let at = Vec3::new(number(), number(), number());
        let point = Vec3::new(number(), number(), number());
        let turn = Quat::from_xyzw(number(), number(), number(), number());
        if turn.length() < 0.1 {
            continue;
        }
        let turn = turn.normalize();
        let pose = Pose::try_from((at, turn)).unwrap();
        assert!((pose.apply(point) - (turn * point + at)).length() < 1e-6);
        let affine = round_trip!(Vec3, pose, Affine3A, point, 1e-6);
        assert!((affine.transform_point3(point) - pose.apply(point)).length() < 1e-6);
        let matrix = Mat4::from(pose);
        assert!((matrix.transform_point3(point) - pose.apply(point)).length() < 1e-6);
        assert_eq!(Pose::<Vec3>::try_from(matrix).unwrap().translation(), at);
        let back = Quat::from(pose.rotation());
        assert!(back.dot(turn).abs() > 1.0 - 1e-6);
        let aligned = Pose::try_from((Vec3A::from(at), turn)).unwrap();
        round_trip!(Vec3A, aligned, Affine3A, Vec3A::from(point), 1e-6);
        let double = Pose::try_from((at.as_dvec3(), turn.as_dquat().normalize())).unwrap();
        round_trip!(DVec3, double, DAffine3, point.as_dvec3(), 1e-14);
        assert!(DQuat::from(double.rotation()).is_normalized());
        assert_eq!(
            Pose::<DVec3>::try_from(DMat4::from(double)).unwrap().translation(),
            at.as_dvec3()
        );
        let flat = Pose::new(at.truncate(), Rotation::from_angle(at.z).unwrap()).unwrap();
        round_trip!(Vec2, flat, Affine2, point.truncate(), 1e-6);
        let flat = Pose::new(at.truncate().as_dvec2(), Rotation::from_angle(1.0).unwrap()).unwrap();
        round_trip!(DVec2, flat, DAffine2, point.truncate().as_dvec2(), 1e-14);
    }
}

#[test]
fn what_glam_holds_that_is_no_pose_is_refused_by_name() {
    let stretched = Affine3A::from_scale(Vec3::new(1.0, 2.0, 1.0));
    let error = Pose::<Vec3>::try_from(stretched).unwrap_err().to_string();
    assert!(error.contains("matrix[4]"), "{error}");
    assert!(Affine::<Vec3>::try_from(stretched).is_ok());
    let error = Rotation::<Vec3>::try_from(Quat::from_xyzw(0.0, 0.0, 0.0, 3.0)).unwrap_err();
    assert!(error.to_string().contains("quaternion"), "{error}");
    let mut projection = Mat4::IDENTITY;
    projection.z_axis.w = -1.0;
    assert!(Pose::<Vec3>::try_from(projection).is_err());
}

/// What is worked out from the arguments, and how it is laid out, is nobody's concern.
#[test]
fn shapes_print_what_they_were_made_of() {
    let triangle = Triangle::new(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap();
    assert_eq!(
        format!("{triangle:?}"),
        "Triangle { corners: [DVec2(0.0, 0.0), DVec2(1.0, 0.0), DVec2(0.0, 1.0)] }"
    );
    let soft = Rounded::new(Cuboid::new(DVec2::ONE).unwrap(), 0.5).unwrap();
    assert_eq!(
        format!("{soft:?}"),
        "Rounded { shape: Cuboid { half_extents: DVec2(1.0, 1.0) }, margin: 0.5 }"
    );
    let way = Swept::new(Ball::new(0.5).unwrap(), DVec2::X).unwrap();
    assert_eq!(format!("{way:?}"), "Swept { shape: Ball { radius: 0.5 }, way: DVec2(1.0, 0.0) }");
    let shape: Shape<DVec2> = Ball::new(0.5).unwrap().into();
    assert_eq!(format!("{shape:?}"), "Ball { radius: 0.5 }");
    let points: Vec<DVec3> = (0..100)
        .map(|k| DVec3::new((k as f64).cos(), (k as f64).sin(), f64::from(k % 7)))
        .collect();
    let shown = format!("{:?}", Polytope::from_points(&points).unwrap());
    assert!(shown.starts_with("Polytope { vertices: [DVec3(") && shown.contains("faces: [["));
    assert!(!shown.contains("lanes") && !shown.contains("blocks"), "{shown}");
}

#[test]
fn a_motion_turns_at_an_angular_velocity_of_its_space() {
    let wheel = Motion::resting(Pose::<DVec2>::IDENTITY).turning(2.0).unwrap();
    assert!((wheel.pose_at(0.5).unwrap().rotation().to_angle() - 1.0).abs() < 1e-15);
    let top = Motion::resting(Pose::<Vec3>::IDENTITY).turning(Vec3::Y * 2.0).unwrap();
    let turned = top.pose_at(0.5).unwrap().rotation() * Vec3::Z;
    assert!((turned - Vec3::new(1f32.sin(), 0.0, 1f32.cos())).length() < 1e-6);
    let error = Motion::resting(Pose::<DVec2>::IDENTITY).turning(f64::NAN).unwrap_err();
    assert!(error.to_string().contains("angular_velocity is NaN"), "{error}");
    let error = Motion::resting(Pose::<DVec3>::IDENTITY).turning(DVec3::new(0.0, f64::NAN, 0.0));
    assert!(error.unwrap_err().to_string().contains("angular_velocity[1] is NaN"));
}
