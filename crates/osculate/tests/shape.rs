//! Static types, which answer as those that are erased; `Aabb`, the box around a shape; and
//! rotations as quaternions and angles.

#[macro_use]
#[path = "support/mod.rs"]
mod support;
#[path = "support/bytes.rs"]
#[allow(dead_code)]
mod bytes;

use bytes::Bytes;
use dashu_int::IBig;
use osculate::Real;
use osculate::shape::{Ball, Capsule, ConvexPolygon, Cuboid, HalfSpace, Polytope, Shape};
use osculate::{
    Aabb, Convex, DVec2, DVec3, Facts, Place, Pose, Rotation, Scalar, Tracker, Vec2, Vec3,
};
use support::ask::{closest, contact, distance, intersects, penetration, signed_distance};
use support::families::{Family, pair};
use support::oracle::{compare, placed};
use support::{Random, Space, ask, body, pairs, scalar};

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
                let found = own.at(Pose::IDENTITY, other).signed_distance();
                let expected = erased.at(Pose::IDENTITY, other).signed_distance();
                assert_eq!(found, expected, "{context}, tracked");
            }
        }
    }
    let mut random = Random(1);
    let mut cloud = |n: usize| -> Vec<DVec3> { (0..n).map(|_| random.vector()).collect() };
    let [small, large] = [12, 80].map(|n| Polytope::from_points(&cloud(n)).unwrap());
    let cuboid = Cuboid::new(DVec3::new(0.5, 1.0, 0.25)).unwrap();
    let capsule = Capsule::new(DVec3::X, DVec3::Y, 0.25).unwrap();
    agree(cuboid, cuboid, "boxes");
    agree(&small, &large, "polytopes");
    agree(Ball::new(0.5).unwrap(), capsule, "a ball and a capsule");
    agree(Shape::from(cuboid), Shape::from(small.clone()), "shapes of any kind");
    let mut flat = |n: usize| -> Vec<DVec2> { (0..n).map(|_| random.vector()).collect() };
    let [few, many] = [5, 24].map(|n| ConvexPolygon::from_points(&flat(n)).unwrap());
    agree(&few, &many, "polygons");
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
            let at = shape.core_support(axis) + axis * shape.rounding();
            // The box is rounded outward, and the point this test computes is rounded any way.
            let slack = V::Scalar::EPSILON.to_f64()
                * (at.length().to_f64() + shape.extent().to_f64() + shape.rounding().to_f64());
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
    assert_eq!(Aabb::from_points([Vec2::X, Vec2::Y]), one);
    let far = Aabb::new(Vec2::new(4.0, 5.0), Vec2::new(f32::INFINITY, 6.0)).unwrap();
    assert_eq!((one.distance(&far), far.distance(&one), one.distance(&other)), (5.0, 5.0, 0.0));
    assert_eq!(one.distance(&Aabb::empty()), f32::INFINITY);
    assert!(one.is_finite() && !far.is_finite());
    let error = Aabb::new(Vec2::ONE, Vec2::new(2.0, 0.5)).unwrap_err().to_string();
    assert_eq!(error, "Aabb: max[1] is 0.5, and must not be less than min");
    assert!(Aabb::new(Vec2::NAN, Vec2::ONE).is_err());
}

/// A box that grows, or shrinks, ends no nearer than the exact sum: of numbers of any sizes.
fn boxes_grow_outward<V: Space>() {
    let mut random = Random(5816);
    let [least, most] =
        if V::Scalar::EPSILON.to_f64() < 1e-10 { [-320.0, 300.0] } else { [-44.0, 36.0] };
    let mut rounded = 0;
    for case in 0..pairs(2000) {
        let size = random.magnitude(least, most);
        let x = scalar::<V::Scalar>(size * random.signed());
        let margin = scalar::<V::Scalar>(size * random.magnitude(-18.0, 1.0) * random.signed());
        let high = Aabb::from_points([V::splat(x)]).expanded(margin).max().get(0);
        let low = Aabb::from_points([V::splat(-x)]).expanded(margin).min().get(0);
        // Knuth's sum of two numbers, and what it is off by.
        let sum = x + margin;
        let part = sum - x;
        let off = (x - (sum - part)) + (margin - part);
        let zero = scalar::<V::Scalar>(0.0);
        let holds = high > sum || high == sum && off <= zero;
        assert!(holds && low == -high, "{} {case}: {x:?} {margin:?} {high:?}", V::NAME);
        rounded += usize::from(off > zero);
    }
    assert!(rounded > pairs(2000) / 10, "{}: {rounded}", V::NAME);
}

#[test]
fn boxes_grow_by_no_less_than_their_margin() {
    in_every_space!(boxes_grow_outward);
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
