//! `Shape`, which holds any shape: it answers as what it holds, is equal by content, and has the
//! mass of a fine hull.

use crate::kinds;
use crate::support::ask::{closest, contact, distance, intersects, penetration, signed_distance};
use crate::support::{Random, Space, pairs, scalar};
use osculate::shape::{Point, PointCloud, Shape};
use osculate::{Affine, Convex, DVec2, DVec3, Matrix, Place, Pose, contains};
use std::sync::Arc;

/// One shape of each kind that all spaces have, and of each wrapper.
fn of_each_kind<V: Space>(random: &mut Random) -> Vec<Shape<V>> {
    let plain = (0..kinds::PLAIN.len()).map(|kind| kinds::plain(kind, random));
    let mut all: Vec<Shape<V>> = plain.collect();
    all.extend((0..kinds::WRAPPERS.len()).map(|wrapper| kinds::in_wrapper(wrapper, 1, random)));
    all
}

fn a_shape_answers_as_what_it_holds<V: Space>() {
    for seed in 0..pairs(20) as u64 {
        let mut random = Random(seed);
        let (first, second) = (of_each_kind::<V>(&mut random), of_each_kind::<V>(&mut random));
        let pose = Pose::from_translation(random.vector::<V>() * scalar(2.0)).unwrap();
        for any_a in &first {
            for any_b in &second {
                let context = format!("{} seed {seed}, {any_a:?} and {any_b:?}", V::NAME);
                let (a, b) = (any_a.kind().as_convex(), any_b.kind().as_convex());
                let (b, any_b) = (b.at(pose), any_b.at(pose));
                let [b, any_a, any_b]: [&dyn Convex<V>; 3] = [&b, any_a, &any_b];
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
    for (i, a) in one.iter().enumerate() {
        assert_eq!(*a, a.clone());
        assert_eq!(*a, same[i]);
        assert_ne!(*a, other[i], "{a:?}");
        for (j, b) in one.iter().enumerate() {
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

/// So many directions that a hull of support points lacks less than a hundredth of a shape.
const DIRECTIONS: usize = 4000;

/// The furthest points of a shape, all round.
fn corners<V: Space<Scalar = f64>>(shape: &Shape<V>) -> Vec<V> {
    let direction = |k: usize| {
        let turn = k as f64 * 2.399_963_229_728_653;
        let height = 1.0 - 2.0 * (k as f64 + 0.5) / DIRECTIONS as f64;
        let across = (1.0 - height * height).sqrt();
        let space = [across * turn.cos(), height, across * turn.sin()];
        let angle = k as f64 / DIRECTIONS as f64 * std::f64::consts::TAU;
        let plane = [angle.cos(), angle.sin(), 0.0];
        // In proportion to the shape, so that a flat one has points all round too.
        let size = shape.bounds().max() - shape.bounds().min();
        V::from_fn(|i| if V::DIM == 2 { plane[i] } else { space[i] } / size.get(i).max(1e-3))
    };
    (0..DIRECTIONS).map(|k| shape.support(direction(k))).collect()
}

fn masses_are_those_of_hulls<V: Space<Scalar = f64>>() {
    let [mut compared, mut without] = [(); 2].map(|()| vec![0; kinds::PLAIN.len()]);
    for seed in 0..pairs(6) as u64 {
        let random = &mut Random(seed);
        for (kind, name) in kinds::bounded() {
            let plain = kinds::plain::<V>(kind, random);
            let points = corners(&plain);
            // Also at a pose and under a map.
            let pose = kinds::pose(random);
            let near_one =
                V::Matrix::from_columns(|i| V::axis(i) + random.vector::<V>() * scalar(0.4));
            let map = Affine::new(near_one, random.vector::<V>()).unwrap();
            let each = |to: &dyn Fn(V) -> V| points.iter().map(|&point| to(point)).collect();
            let all: [(Shape<V>, Vec<V>); 3] = [
                (plain.clone().moved_to(pose).into(), each(&|point| pose.apply(point))),
                (plain.clone().image(map).unwrap().into(), each(&|point| map.apply(point))),
                (plain, points.clone()),
            ];
            for (shape, points) in all {
                let Some(mass) = shape.mass() else {
                    // No closed form; then at a pose and under a map neither.
                    without[kind] += 1;
                    continue;
                };
                let Some(hull) = V::shared_hull(&points) else {
                    continue;
                };
                let known = hull.mass().expect("that of a hull");
                let size = (shape.bounds().max() - shape.bounds().min()).length();
                // What is as thin as rounding has no shape to compare.
                let least = 1e-12 * size.powi(V::DIM as i32);
                if known.volume <= least {
                    assert!(mass.volume <= least, "{name} seed {seed}: {mass:?}");
                    continue;
                }
                compared[kind] += 1;
                let most = 1e-2;
                let context = format!("{} {name} seed {seed}: {shape:?}", V::NAME);
                let off = (mass.volume - known.volume).abs();
                assert!(off <= most * known.volume, "{context}: {mass:?} {known:?}");
                let off = (mass.centroid - known.centroid).length();
                assert!(off <= most * size, "{context}: {mass:?} {known:?}");
                for j in 0..V::DIM {
                    let off = mass.second_moments.column(j) - known.second_moments.column(j);
                    let scale = known.volume * size * size;
                    assert!(off.length() <= most * scale, "{context}: {mass:?} {known:?}");
                }
            }
        }
    }
    for (kind, name) in kinds::bounded() {
        let is_thin = ["point", "segment"].contains(&name) || V::DIM == 3 && name == "triangle";
        let has_none = is_thin || without[kind] > 0;
        assert_eq!(compared[kind] == 0, has_none, "{} {name}", V::NAME);
    }
}

#[test]
fn masses_are_those_of_fine_hulls_of_the_same_shapes() {
    masses_are_those_of_hulls::<DVec2>();
    masses_are_those_of_hulls::<DVec3>();
}

fn a_shape_contains_what_intersects_it<V: Space>() {
    let mut random = Random(5);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..pairs(10) {
        for shape in of_each_kind::<V>(&mut random) {
            for _ in 0..20 {
                let point: V = random.vector::<V>() * scalar(1.5);
                let is_in = contains(&shape, point);
                assert_eq!(is_in, intersects(&shape, &Point::new(point).unwrap()), "{shape:?}");
                *if is_in { &mut inside } else { &mut outside } += 1;
            }
            let nowhere = [f64::NAN, f64::INFINITY].map(|x| V::splat(scalar(x)));
            assert!(nowhere.iter().all(|&point| !contains(&shape, point)));
        }
    }
    assert!(inside > outside / 20 && outside > inside / 20, "{inside} {outside}");
}

#[test]
fn a_shape_contains_what_intersects_it_and_no_more() {
    in_every_space!(a_shape_contains_what_intersects_it);
}
