//! `Shape`, which holds any shape: it answers as what it holds, and is equal by content.

use crate::support::ask::{closest, contact, distance, intersects, penetration, signed_distance};
use crate::support::{Random, Space, pairs, scalar};
use osculate::Matrix;
use osculate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Point, PointCloud, Rounded,
    Segment, Shape, Sum, Swept, Tetrahedron, Triangle,
};
use osculate::{Affine, Convex, DVec2, Image, Place, Pose};
use std::sync::Arc;

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
    fn core_support(&self, d: DVec2) -> DVec2 {
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
