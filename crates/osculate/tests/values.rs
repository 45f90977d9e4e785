//! Values that users make, read and print: masses, poses of glam's, points in shapes, `Debug`.

use osculate::glam::{Affine2, Affine3A, DAffine2, DAffine3, DMat4, DQuat, Mat4, Quat};
use osculate::shape::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, HalfSpace, PointCloud,
    Polytope, Rounded, Segment, Shape, Swept, Tetrahedron, Triangle,
};
use osculate::{
    Affine, Convex, DVec2, DVec3, Matrix, Motion, Place, Pose, Rotation, Space, Vec2, Vec3, Vec3A,
    Vector, contains, intersects,
};

#[path = "support/random.rs"]
#[allow(dead_code)]
mod random;
use random::Random;

/// So many directions that a hull of support points lacks less than a hundredth of a shape.
const DIRECTIONS: usize = 4000;

/// The furthest points of a shape, all round.
fn corners<V: Vector<Scalar = f64>>(shape: &Shape<V>) -> Vec<V> {
    let direction = |k: usize| {
        let turn = k as f64 * 2.399_963_229_728_653;
        let height = 1.0 - 2.0 * (k as f64 + 0.5) / DIRECTIONS as f64;
        let across = (1.0 - height * height).sqrt();
        let space = [across * turn.cos(), height, across * turn.sin()];
        let angle = k as f64 / DIRECTIONS as f64 * std::f64::consts::TAU;
        let plane = [angle.cos(), angle.sin(), 0.0];
        V::from_fn(|i| if V::DIM == 2 { plane[i] } else { space[i] })
    };
    (0..DIRECTIONS).map(|k| shape.support(direction(k))).collect()
}

fn is_as_its_hull<V: Space<Scalar = f64>>(
    shape: &Shape<V>,
    hull: impl Fn(&[V]) -> osculate::shape::Mass<V>,
) {
    let corners = corners(shape);
    let size = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
    let (mass, known) = (shape.mass().expect("a closed form"), hull(&corners));
    let most = 1e-2;
    assert!((mass.volume - known.volume).abs() <= most * known.volume, "{shape:?}");
    assert!((mass.centroid - known.centroid).length() <= most * size, "{shape:?}");
    for j in 0..V::DIM {
        let off = mass.second_moments.column(j) - known.second_moments.column(j);
        let scale = known.volume * size * size;
        assert!(off.length() <= most * scale, "{shape:?}: {mass:?} {known:?}");
    }
}

/// Shapes of both spaces at poses and under maps, with what only one of them has.
fn solids<V: Space<Scalar = f64>>(turn: Rotation<V>) -> Vec<Shape<V>> {
    let vector = |v: [f64; 3]| V::from_fn(|i| v[i]);
    let (a, b) = (vector([-0.2, 0.4, 0.1]), vector([0.9, -0.5, 0.6]));
    let all: Vec<Shape<V>> = vec![
        Ball::new(0.7).unwrap().into(),
        Cuboid::new(vector([0.5, 1.0, 0.3])).unwrap().into(),
        Ellipsoid::new(vector([0.5, 1.5, 0.8])).unwrap().into(),
        Cylinder::new(1.2, 0.4).unwrap().into(),
        Cone::new(0.8, 0.5).unwrap().into(),
        Capsule::new(a, b, 0.3).unwrap().into(),
        Capsule::new(a, a, 0.3).unwrap().into(),
        PointCloud::new(&[a, b, vector([0.0, 1.0, 0.0]), vector([0.1, 0.2, 1.0]), V::ZERO])
            .unwrap()
            .into(),
    ];
    let pose = Pose::new(vector([0.4, -0.7, 0.3]), turn).unwrap();
    let map = Affine::new(
        V::Matrix::from_columns(|j| V::axis(j) * [1.5, -0.5, 2.0][j] + V::axis(0) * 0.25),
        vector([0.3, 0.2, -0.4]),
    )
    .unwrap();
    let placed = all.iter().map(|shape| shape.at(pose).into());
    let mapped = all.iter().map(|shape| shape.image(map).unwrap().into());
    placed.chain(mapped).chain(all.iter().cloned()).collect()
}

#[test]
fn masses_are_those_of_fine_hulls_of_the_same_shapes() {
    let turn = Rotation::from_axis_angle(DVec3::new(1.0, 2.0, -1.0), 0.9).unwrap();
    let corner = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(0.2, 0.3, 1.0)];
    let [a, b, c, d] = corner;
    let tetrahedron: Shape<DVec3> = Tetrahedron::new(a, b, c, d).unwrap().into();
    for shape in solids(turn).iter().chain([&tetrahedron]) {
        is_as_its_hull(shape, |corners| Polytope::from_points(corners).unwrap().mass());
    }
    let [a, b, c, _] = corner.map(DVec3::truncate);
    let triangle: Shape<DVec2> = Triangle::new(a, b, c).unwrap().into();
    for shape in solids(Rotation::from_angle(0.9).unwrap()).iter().chain([&triangle]) {
        is_as_its_hull(shape, |corners| ConvexPolygon::from_points(corners).unwrap().mass());
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

#[test]
fn a_shape_contains_what_intersects_it_and_no_more() {
    let mut random = Random(5);
    let mut inside = 0;
    for shape in solids(Rotation::from_axis_angle(DVec3::Y, 0.4).unwrap()) {
        for _ in 0..200 {
            let point: DVec3 = DVec3::from_array([(); 3].map(|()| random.signed() * 1.5));
            let is_in = contains(&shape, point);
            assert_eq!(is_in, intersects(&shape, osculate::shape::Point::new(point).unwrap()));
            inside += usize::from(is_in);
        }
        assert!(!contains(&shape, DVec3::NAN) && !contains(&shape, DVec3::INFINITY));
    }
    assert!((100..4000).contains(&inside), "{inside}");
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
