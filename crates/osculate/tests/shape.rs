//! `Shape`, which holds any shape, and `Aabb`, the box around it.

#[macro_use]
#[path = "support/mod.rs"]
mod support;
#[path = "support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

use std::sync::Arc;

use bytes::Bytes;
use dashu_int::IBig;
use osculate::linear::Real;
use osculate::shape::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Point,
    PointCloud, Polytope, Rounded, Segment, Shape, Sum, Swept, Tetrahedron, Triangle,
};
use osculate::vector::Matrix;
use osculate::{
    Aabb, Affine, Convex, DVec2, DVec3, Image, Pose, Rotation, Scalar, Tracker, Vec2, Vec3,
};
use support::ask::{closest, contact, distance, intersects, penetration, signed_distance};
use support::families::{Family, pair};
use support::oracle::{compare, placed};
use support::{Random, Space, ask, body, pairs, scalar};

/// One shape of each kind that all spaces have, as it is and as a `Shape`.
fn of_each_kind<V: Space>(random: &mut Random) -> Vec<(Box<dyn Convex<V>>, Shape<V>)> {
    let mut size = || scalar::<V::Scalar>(0.2 + random.unit());
    let [r, s, t] = [size(), size(), size()];
    let mut point = || random.vector::<V>();
    let [a, b, c, d] = [point(), point(), point(), point()];
    let normal = osculate::Vector::try_normalize(a).unwrap_or(osculate::Vector::axis(0));
    let pose = Pose::new(b, random.turn::<V>().rotation()).unwrap();
    let map = Affine::new(V::Matrix::from_columns(|_| random.vector()), c).unwrap();
    let cuboid = Cuboid::new(V::from_fn(|i| [r, s, t][i])).unwrap();
    let ball = Ball::<V>::new(r).unwrap();
    let cloud = PointCloud::new(&[a, b, c, d]).unwrap();
    macro_rules! both {
        ($($shape:expr),+ $(,)?) => {
            vec![$({
                let shape = $shape;
                let boxed: Box<dyn Convex<V>> = Box::new(shape.clone());
                (boxed, Shape::from(shape))
            }),+]
        };
    }
    both![
        Point::new(a).unwrap(),
        Segment::new(a, b).unwrap(),
        ball,
        Capsule::new(a, b, r).unwrap(),
        Triangle::new(a, b, c).unwrap(),
        Tetrahedron::new(a, b, c, d).unwrap(),
        cuboid,
        Ellipsoid::new(V::from_fn(|i| [r, s, t][i])).unwrap(),
        Cone::<V>::new(r, s).unwrap(),
        Cylinder::<V>::new(r, s).unwrap(),
        HalfSpace::new(normal, s).unwrap(),
        cloud.clone(),
        osculate::At::new(cuboid, pose),
        Image::new(cuboid, map).unwrap(),
        Rounded::new(cloud.clone(), r).unwrap(),
        Swept::new(cuboid, a).unwrap(),
        Sum::new(cuboid, ball),
        Hull::new(cloud, ball),
    ]
}

fn a_shape_answers_as_what_it_holds<V: Space>() {
    for seed in 0..pairs(20) as u64 {
        let mut random = Random(seed);
        let (first, second) = (of_each_kind::<V>(&mut random), of_each_kind::<V>(&mut random));
        let pose = Pose::from_translation(random.vector::<V>() * scalar(2.0)).unwrap();
        for (a, any_a) in &first {
            for (b, any_b) in &second {
                let context = format!("{} seed {seed}, {any_a:?} and {any_b:?}", V::NAME);
                let (b, any_b) = (b.at(pose), any_b.at(pose));
                let [a, b, any_a, any_b]: [&dyn Convex<V>; 4] = [a, &b, any_a, &any_b];
                assert_eq!(intersects(a, b), intersects(any_a, any_b), "{context}");
                assert_eq!(distance(a, b), distance(any_a, any_b), "{context}");
                assert_eq!(closest(a, b), closest(any_a, any_b), "{context}");
                assert_eq!(signed_distance(a, b), signed_distance(any_a, any_b), "{context}");
                assert_eq!(penetration(a, b), penetration(any_a, any_b), "{context}");
                let margin = scalar(0.1);
                assert_eq!(contact(a, b, margin), contact(any_a, any_b, margin), "{context}");
                // Mixed.
                assert_eq!(distance(a, any_b), distance(any_a, b), "{context}");
            }
        }
    }
}

#[test]
fn a_shape_answers_as_what_it_holds_to_the_bit() {
    in_every_space!(a_shape_answers_as_what_it_holds);
}

/// Queries that are compiled for these two types, and for shapes whose types are erased.
fn static_and_erased_types_agree<V: Space, A: Convex<V> + Copy, B: Convex<V> + Copy>(
    (a, b): (A, B),
    context: &str,
) {
    let (p, q): (&dyn Convex<V>, &dyn Convex<V>) = (&a, &b);
    assert_eq!(osculate::intersects(a, b), intersects(p, q), "{context}");
    assert_eq!(osculate::distance(a, b), distance(p, q), "{context}");
    assert_eq!(osculate::closest(a, b), closest(p, q), "{context}");
    assert_eq!(osculate::signed_distance(a, b), signed_distance(p, q), "{context}");
    assert_eq!(osculate::penetration(a, b), penetration(p, q), "{context}");
    let margin = scalar(0.1);
    assert_eq!(osculate::contact(a, b, margin), contact(p, q, margin), "{context}");
}

/// The tests of the contract ask through erased types (`support/ask.rs`), as do programs that keep
/// shapes in boxes. Here each family of special paths is asked by static types too.
#[test]
fn a_static_type_answers_as_one_that_is_erased() {
    fn agree<V: Space, A: Convex<V>, B: Convex<V>>(a: A, b: B, kind: &str) {
        for seed in 0..pairs(200) as u64 {
            let mut random = Random(seed);
            let at = random.vector::<V>() * scalar(2.0 * random.unit());
            let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
            let (b, context) = (b.at(pose), format!("{} {kind} seed {seed}", V::NAME));
            static_and_erased_types_agree((&a, b), &context);
            let mut own = Tracker::new(&a, &b);
            let mut erased = ask::Tracker::new(&a, &b);
            for other in [Pose::IDENTITY, pose] {
                let found = own.signed_distance(Pose::IDENTITY, other);
                let expected = erased.signed_distance(Pose::IDENTITY, other);
                assert_eq!(found, expected, "{context}, tracked");
            }
        }
    }
    let mut random = Random(1);
    let mut cloud = |n: usize| -> Vec<DVec3> { (0..n).map(|_| random.vector()).collect() };
    let points = PointCloud::new(&cloud(8)).unwrap();
    let [small, large] = [12, 80].map(|n| Polytope::from_points(&cloud(n)).unwrap());
    let cuboid = Cuboid::new(DVec3::new(0.5, 1.0, 0.25)).unwrap();
    let capsule = Capsule::new(DVec3::X, DVec3::Y, 0.25).unwrap();
    agree(cuboid, cuboid, "boxes");
    agree(&points, &points, "clouds");
    agree(&small, &large, "polytopes");
    agree(Ball::new(0.5).unwrap(), capsule, "a ball and a capsule");
    agree(Shape::from(cuboid), Shape::from(small.clone()), "shapes of any kind");
    let mut flat = |n: usize| -> Vec<DVec2> { (0..n).map(|_| random.vector()).collect() };
    let [few, many] = [5, 24].map(|n| ConvexPolygon::from_points(&flat(n)).unwrap());
    agree(&few, &many, "polygons");
}

fn shapes_are_equal_by_content<V: Space>() {
    let [one, same, other] = [1, 1, 2].map(|seed| of_each_kind::<V>(&mut Random(seed)));
    for (i, (_, a)) in one.iter().enumerate() {
        assert_eq!(*a, a.clone());
        assert_eq!(*a, same[i].1);
        assert_ne!(*a, other[i].1, "{a:?}");
        for (j, (_, b)) in one.iter().enumerate() {
            assert_eq!(i == j, a == b, "{a:?} {b:?}");
        }
    }
}

#[test]
fn two_shapes_are_equal_if_their_contents_are() {
    in_every_space!(shapes_are_equal_by_content);
}

/// A support mapping of a user's.
struct Diamond;
impl Convex<DVec2> for Diamond {
    fn support(&self, d: DVec2) -> DVec2 {
        if d.x.abs() > d.y.abs() { DVec2::X * d.x.signum() } else { DVec2::Y * d.y.signum() }
    }
}

#[test]
fn a_shape_of_ones_own_is_held_too() {
    let mine = Shape::custom(Diamond);
    let pose = Pose::from_translation(DVec2::new(3.0, 0.0)).unwrap();
    assert_eq!(distance(&mine, &mine.at(pose)), distance(&Diamond, &Diamond.at(pose)));
    assert_eq!(mine, mine.clone());
    assert_ne!(mine, Shape::custom(Diamond), "another object, whatever it is");
    let shared: Arc<dyn Convex<DVec2> + Send + Sync> = Arc::new(Diamond);
    assert_eq!(Shape::from(shared.clone()), Shape::from(shared));
    // What is large is shared.
    let cloud = Arc::new(PointCloud::new(&[DVec2::X, DVec2::Y]).unwrap());
    let _shape = Shape::from(cloud.clone());
    assert_eq!(Arc::strong_count(&cloud), 2);
}

/// The box holds every corner, where exact arithmetic says it is, and no more than rounding asks
/// for.
fn boxes_hold_corners<V: Space>() {
    for family in Family::ALL {
        for seed in 0..pairs(100) as u64 {
            let (a, b) = pair::<V>(family, &mut Random(seed * 1000 + 71));
            for one in [&a, &b] {
                let bounds = body(one).bounds();
                let (points, denominator) = placed(&[one]);
                let context = format!("{} {family:?} seed {seed}: {bounds:?}", V::NAME);
                let far = support::norm(&support::coordinates(one.translation)) + one.extent();
                for i in 0..V::DIM {
                    let along: Vec<&IBig> = points[0].iter().map(|p| &p[i]).collect();
                    let (least, most) = (along.iter().min().unwrap(), along.iter().max().unwrap());
                    let [low, high] = [bounds.min(), bounds.max()].map(|v| v.get(i).to_f64());
                    assert!(compare(low, least, &denominator).is_le(), "{context}");
                    assert!(compare(high, most, &denominator).is_ge(), "{context}");
                    let slack = 64.0 * support::epsilon::<V>() * far + 1e-300;
                    assert!(compare(low + slack, least, &denominator).is_ge(), "{context}");
                    assert!(compare(high - slack, most, &denominator).is_le(), "{context}");
                }
            }
        }
    }
}

#[test]
fn boxes_hold_every_corner_and_little_more() {
    in_every_space!(boxes_hold_corners);
}

/// Of any shape at all, the box holds its support points, radius included.
fn boxes_hold_any_shape<V: Space + bytes::FromBytes>() {
    let mut asked = 0;
    for seed in 0..pairs(2000) as u64 {
        let mut random = Random(seed);
        let data: Vec<u8> = (0..150).map(|_| random.below(230) as u8).collect();
        let Ok((shape, true)) = bytes::shape::<V>(&mut Bytes(&data), 0) else { continue };
        let bounds = shape.bounds();
        let touching: Vec<V> = (0..V::DIM).map(osculate::Vector::axis).collect();
        for axis in touching.iter().flat_map(|&axis| [axis, -axis]) {
            let at = shape.support(axis) + axis * shape.radius();
            // The box is rounded outward, and the point this test computes is rounded any way.
            let slack = V::Scalar::EPSILON.to_f64()
                * (at.length().to_f64() + shape.extent().to_f64() + shape.radius().to_f64());
            let held = bounds.expanded(scalar(slack)).contains(at);
            assert!(held || !at.is_finite(), "{} seed {seed}: {at:?} {bounds:?}", V::NAME);
            asked += 1;
        }
    }
    assert!(asked > 500, "{asked}");
}

#[test]
fn boxes_hold_the_support_points_of_any_shape() {
    in_every_space!(boxes_hold_any_shape);
}

#[test]
fn a_half_space_is_bounded_along_its_own_axis_alone() {
    let floor = HalfSpace::new(DVec3::Y, 2.0).unwrap().bounds();
    assert!(floor.max().y >= 2.0 && floor.max().y < 2.0 + 1e-12);
    assert_eq!(floor.min(), DVec3::NEG_INFINITY);
    assert_eq!((floor.max().x, floor.max().z), (f64::INFINITY, f64::INFINITY));
    let slope = HalfSpace::new(DVec3::new(0.6, 0.8, 0.0), 2.0).unwrap();
    assert_eq!(slope.bounds(), Aabb::everything());
}

#[test]
fn boxes_unite_meet_and_grow() {
    let one = Aabb::new(Vec2::ZERO, Vec2::ONE).unwrap();
    let other = Aabb::new(Vec2::new(1.0, 0.5), Vec2::new(3.0, 2.0)).unwrap();
    assert!(one.intersects(&other), "boxes are closed");
    assert_eq!(one.union(&other), Aabb::new(Vec2::ZERO, Vec2::new(3.0, 2.0)).unwrap());
    assert_eq!(one.union(&Aabb::empty()), one);
    assert!(one.union(&other).encloses(&other) && !one.encloses(&other));
    assert!(Aabb::<Vec2>::empty().is_empty() && !one.intersects(&Aabb::empty()));
    assert!(one.expanded(0.25).contains(Vec2::splat(-0.25)));
    assert!(one.expanded(-0.75).is_empty());
    assert_eq!((one.center(), other.half_surface()), (Vec2::splat(0.5), 3.5));
    assert_eq!(Aabb::of_points([Vec2::X, Vec2::Y]), one);
    let far = Aabb::new(Vec2::new(4.0, 5.0), Vec2::new(f32::INFINITY, 6.0)).unwrap();
    assert_eq!((one.distance(&far), far.distance(&one), one.distance(&other)), (5.0, 5.0, 0.0));
    assert_eq!(one.distance(&Aabb::empty()), f32::INFINITY);
    assert!(one.is_finite() && !far.is_finite());
    let error = Aabb::new(Vec2::ONE, Vec2::new(2.0, 0.5)).unwrap_err().to_string();
    assert_eq!(error, "Aabb: max[1] is 0.5, and must not be less than min");
    assert!(Aabb::new(Vec2::NAN, Vec2::ONE).is_err());
}

#[test]
fn rotations_go_to_quaternions_and_angles_and_back() {
    for seed in 0..1000 {
        let mut random = Random(seed);
        let turn = Rotation::<DVec3>::from_quaternion(random.quaternion()).unwrap();
        let [x, y, z, w] = turn.to_quaternion();
        assert!(w >= 0.0 && (x * x + y * y + z * z + w * w - 1.0).abs() < 1e-15);
        let again = Rotation::<DVec3>::from_quaternion([x, y, z, w]).unwrap();
        let off = |j: usize| turn.matrix().col(j).distance(again.matrix().col(j));
        assert!((0..3).all(|j| off(j) < 1e-14), "{turn:?} {again:?}");
        let pose = Pose::new(random.vector(), turn).unwrap();
        assert_eq!(
            Pose::<DVec3>::from_columns(pose.to_columns()).unwrap().to_columns()[3][0],
            pose.translation().x
        );
        let angle = 3.1 * random.signed();
        let turned = Rotation::<DVec2>::from_angle(angle).unwrap().to_angle();
        assert!((turned - angle).abs() < 1e-14);
    }
    // Half turns, where w vanishes.
    for q in [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] {
        assert_eq!(Rotation::<Vec3>::from_quaternion(q).unwrap().to_quaternion(), q);
    }
    let mut columns = Pose::<Vec3>::IDENTITY.to_columns();
    columns[2][3] = 0.5;
    let error = Pose::<Vec3>::from_columns(columns).unwrap_err().to_string();
    assert_eq!(error, "Pose: columns[11] is 0.5, and the last row must be 0, 0, 0, 1");
}
