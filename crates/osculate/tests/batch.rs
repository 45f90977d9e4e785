//! Batches beside single queries: one verdict a pair, brackets of the same number, and all else the
//! same, of every kind of shape, of hard pairs, and in every form that pairs can have.
//!
//! `OSCULATE_PAIRS` raises how many pairs of each space are asked.

#[path = "support/batches.rs"]
mod batches;
#[path = "support/bytes.rs"]
#[allow(dead_code)]
mod bytes;
mod support;

use osculate::batch::{self, AllPairs, Batch, Column, Columns, ManyPoses, Pair, Placed};
use osculate::batch::{MovingPair, PoseColumns, Progress};
use osculate::shape::{Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, PointCloud, Rounded, Shape};
use osculate::{
    Bracket, Convex, DVec2, DVec3, Encounter, Facts, Motion, Place, Pose, Problem, Ray, Real,
    Scalar, Struck, Sweep, Vec2, Vec3, Vec3A,
};
use std::ops::ControlFlow;
use support::families::{self, Family};
use support::{Random, Space, ask, norm, scalar};

fn pairs_a_space() -> usize {
    let asked = std::env::var("OSCULATE_PAIRS").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(6_000)
}

/// A hull of so many points, on an ellipsoid or anywhere in it.
fn hull<V: Space>(random: &mut Random, corners: usize) -> Shape<V> {
    let size: [f64; 3] = [(); 3].map(|()| 0.3 + random.unit());
    let round = random.below(2) == 0;
    loop {
        let points: Vec<V> = (0..corners)
            .map(|_| {
                let mut way: Vec<f64> = (0..V::DIM).map(|_| random.signed()).collect();
                if round {
                    let length = norm(&way);
                    way.iter_mut().for_each(|x| *x /= length);
                }
                V::from_fn(|i| scalar(way[i] * size[i]))
            })
            .collect();
        if let Some(shape) = V::shared_hull(&points) {
            return shape;
        }
    }
}

/// A shape of any kind that batches tell apart.
fn any_shape<V: Space>(random: &mut Random) -> Shape<V> {
    let kind = random.below(12);
    let corners = [4, 8, 9, 20, 24, 44, 60, 90][random.below(8)];
    let mut half = || scalar::<V::Scalar>(0.2 + random.unit());
    match kind {
        0..4 => Cuboid::new(V::from_fn(|_| half())).unwrap().into(),
        4 => Ball::new(half()).unwrap().into(),
        5 => Capsule::new(V::ZERO, V::axis(0) * half(), half()).unwrap().into(),
        6 => Ellipsoid::new(V::from_fn(|_| half())).unwrap().into(),
        7 => Rounded::new(Cuboid::new(V::from_fn(|_| half())).unwrap(), half()).unwrap().into(),
        8 => {
            let there = Pose::from_translation(V::axis(1) * half()).unwrap();
            hull::<V>(random, corners).moved_to(there).into()
        }
        9 if corners > 44 => HalfSpace::new(V::axis(1), half()).unwrap().into(),
        _ => hull(random, corners),
    }
}

/// A library of shapes that pairs share, and pairs of them from far apart to deep inside.
fn shared<V: Space>(random: &mut Random, count: usize) -> (Vec<Shape<V>>, Vec<Pair<V>>) {
    let shapes: Vec<Shape<V>> = (0..24).map(|_| any_shape(random)).collect();
    let pairs = (0..count).map(|_| {
        let [a, b] = [(); 2].map(|()| random.below(shapes.len()));
        let reach = [0.3, 1.0, 1.5, 2.0, 4.0][random.below(5)];
        let at = |random: &mut Random, by: f64| {
            let translation = random.vector::<V>() * scalar(by);
            Pose::new(translation, random.turn::<V>().rotation()).unwrap()
        };
        Pair::new(a, at(random, 0.1), b, at(random, reach))
    });
    let pairs = pairs.collect();
    (shapes, pairs)
}

/// Pairs of the hard families, a shape of its own for each side: hulls, or their points where these
/// do not span the space.
fn hard<V: Space>(random: &mut Random, count: usize) -> (Vec<Shape<V>>, Vec<Pair<V>>) {
    let (mut shapes, mut pairs) = (Vec::new(), Vec::new());
    for k in 0..count {
        let (a, b) = families::pair::<V>(Family::ALL[k % Family::ALL.len()], random);
        for side in [&a, &b] {
            let cloud = || PointCloud::new(&side.corners).unwrap().into();
            shapes.push(V::shared_hull(&side.corners).unwrap_or_else(cloud));
        }
        pairs.push(Pair::new(2 * k, a.pose(), 2 * k + 1, b.pose()));
    }
    (shapes, pairs)
}

/// How often batches said apart and together.
#[derive(Default, Debug)]
struct Heard {
    apart: usize,
    together: usize,
}

/// Holds a batch to the single queries.
fn hold<V: Space>(shapes: &[Shape<V>], pairs: &[Pair<V>], heard: &mut Heard) {
    let batch = Batch::new(shapes);
    let mut touch = vec![false; pairs.len()];
    batch.intersects(pairs, &mut touch).unwrap();
    let mut gaps = vec![Bracket::default(); pairs.len()];
    batch.distance(pairs, &mut gaps).unwrap();
    for ((pair, touch), gap) in pairs.iter().zip(touch).zip(gaps) {
        let shape = |placed: &Placed<V>| (&shapes[placed.shape], placed.pose);
        let ((a, pose_a), (b, pose_b)) = (shape(&pair.a), shape(&pair.b));
        let placed: [&dyn Convex<V>; 2] = [&a.at(pose_a), &b.at(pose_b)];
        let [p, q] = placed;
        let told = || format!("{} {a:?} at {pose_a:?}, {b:?} at {pose_b:?}", V::NAME);
        assert_eq!(touch, ask::intersects(p, q), "{}", told());
        let single = ask::distance(p, q);
        let zero = V::Scalar::ZERO;
        assert_eq!(gap.lower > zero, !touch, "{gap:?}: {}", told());
        assert!(
            gap.lower <= single.upper && single.lower <= gap.upper,
            "{gap:?} {single:?}: {}",
            told()
        );
        assert!(gap.lower <= gap.value && gap.value <= gap.upper, "{gap:?}: {}", told());
        if !a.is_curved() && !b.is_curved() && a.extent().is_finite() && b.extent().is_finite() {
            let way = (pose_b.translation() - pose_a.translation()).length();
            let reach =
                |shape: &Shape<V>| shape.extent() + shape.rounding() + shape.origin().length();
            let size = way + reach(a) + reach(b);
            let most = scalar::<V::Scalar>(33.0) * V::Scalar::EPSILON * size
                + V::Scalar::LEAST * scalar(64.0);
            assert!(gap.width() <= most, "{gap:?} is wider than {most:?}: {}", told());
        }
        if touch {
            heard.together += 1;
        } else {
            heard.apart += 1;
        }
    }
}

fn batches_say_what_single_queries_say<V: Space>() {
    let mut random = Random(0xBA7C);
    let (mut heard, mut left) = (Heard::default(), pairs_a_space());
    while left > 0 {
        let count = left.min(1_500);
        left -= count;
        let (shapes, pairs) = shared::<V>(&mut random, count - count / 3);
        hold(&shapes, &pairs, &mut heard);
        let (shapes, pairs) = hard::<V>(&mut random, count / 3);
        hold(&shapes, &pairs, &mut heard);
    }
    let Heard { apart, together } = heard;
    assert!(apart.min(together) > pairs_a_space() / 8, "{} {heard:?}", V::NAME);
}

#[test]
fn a_batch_says_what_single_queries_say() {
    batches_say_what_single_queries_say::<Vec2>();
    batches_say_what_single_queries_say::<DVec2>();
    batches_say_what_single_queries_say::<Vec3>();
    batches_say_what_single_queries_say::<Vec3A>();
    batches_say_what_single_queries_say::<DVec3>();
}

/// What has no lanes is what the single query says, to the bit.
fn the_rest<V: Space>() {
    let mut random = Random(0x0E57);
    let (shapes, pairs) = shared::<V>(&mut random, 300);
    let batch = Batch::new(&shapes);
    let margin = scalar(0.1);
    let (mut closest, mut signed) = (vec![None; pairs.len()], vec![None; pairs.len()]);
    let mut contacts = vec![None; pairs.len()];
    batch.closest(&pairs, &mut closest).unwrap();
    batch.signed_distance(&pairs, &mut signed).unwrap();
    batch.contact(&pairs, margin, &mut contacts).unwrap();
    let moving: Vec<MovingPair<V>> = pairs
        .iter()
        .map(|pair| {
            let flies = Motion::new(pair.a.pose, random.vector::<V>() * scalar(4.0)).unwrap();
            MovingPair::new(pair.a.shape, flies, pair.b.shape, Motion::resting(pair.b.pose))
        })
        .collect();
    let sweep = Sweep::default();
    let mut met = vec![Encounter::Missed; pairs.len()];
    batch.time_of_impact(&moving, &sweep, &mut met).unwrap();
    for (k, pair) in pairs.iter().enumerate() {
        let a: &dyn Convex<V> = &shapes[pair.a.shape].at(pair.a.pose);
        let b: &dyn Convex<V> = &shapes[pair.b.shape].at(pair.b.pose);
        assert_eq!(closest[k], Some(ask::closest(a, b)));
        assert_eq!(signed[k], Some(ask::signed_distance(a, b)));
        assert_eq!(contacts[k], ask::contact(a, b, margin));
        let [a, b]: [&dyn Convex<V>; 2] = [&shapes[pair.a.shape], &shapes[pair.b.shape]];
        let MovingPair { motion_a, motion_b, .. } = &moving[k];
        assert_eq!(Ok(met[k]), ask::time_of_impact(&sweep, a, motion_a, b, motion_b));
    }
    let rays: Vec<Ray<V>> = (0..50)
        .map(|_| Ray::new(random.vector::<V>() * scalar(3.0), random.vector::<V>()).unwrap())
        .collect();
    let mut struck = vec![Struck::Missed; rays.len()];
    batch.ray_cast(&pairs[0].a, &rays, &mut struck).unwrap();
    for (ray, struck) in rays.iter().zip(struck) {
        let a: &dyn Convex<V> = &shapes[pairs[0].a.shape].at(pairs[0].a.pose);
        assert_eq!(struck, ask::ray_cast(ray, a));
    }
}

#[test]
fn other_answers_are_those_of_single_queries() {
    the_rest::<Vec2>();
    the_rest::<Vec3A>();
    the_rest::<DVec3>();
}

/// The same pairs in every form have the same answers, to the bit.
#[test]
fn every_form_of_pairs_is_answered_alike() {
    let mut random = Random(0xF023);
    let shapes: Vec<Shape<DVec3>> = (0..6).map(|_| hull(&mut random, 20)).collect();
    let placed = |random: &mut Random, shape: usize| {
        let at = random.vector::<DVec3>() * 2.0;
        Placed::new(shape, Pose::new(at, random.turn::<DVec3>().rotation()).unwrap())
    };
    let first: Vec<_> = (0..30).map(|k| placed(&mut random, k % 6)).collect();
    let second: Vec<_> = (0..40).map(|k| placed(&mut random, k % 5)).collect();
    let each = |a: &Placed<DVec3>| second.iter().map(|b| Pair { a: *a, b: *b }).collect::<Vec<_>>();
    let list: Vec<Pair<DVec3>> = first.iter().flat_map(each).collect();
    let batch = Batch::new(&shapes);
    let answers = |pairs: &dyn batch::Pairs<DVec3>| {
        let (mut touch, mut gaps) =
            (vec![false; pairs.count()], vec![Bracket::default(); pairs.count()]);
        batch.intersects(pairs, &mut touch).unwrap();
        batch.distance(pairs, &mut gaps).unwrap();
        (touch, gaps)
    };
    let wanted = answers(&list);
    assert!(wanted.0.iter().any(|&touch| touch) && wanted.0.iter().any(|&touch| !touch));
    assert_eq!(answers(&AllPairs::new(&first, &second)), wanted);

    // One shape, many poses.
    let poses: Vec<Pose<DVec3>> = second.iter().map(|placed| placed.pose).collect();
    let same: Vec<Pair<DVec3>> =
        poses.iter().map(|&pose| Pair { a: first[3], b: Placed::new(2, pose) }).collect();
    assert_eq!(answers(&ManyPoses::new(first[3], 2, &poses)), answers(&same));

    // Columns: quaternions row by row are normalised, so the list is made of the same poses.
    let number = |k: usize| list[k].a.pose.rotation().to_quaternion();
    let rows: Vec<f64> = (0..list.len())
        .flat_map(|k| {
            let at = list[k].a.pose.translation();
            [at.x, at.y, at.z].into_iter().chain(number(k))
        })
        .collect();
    let [x, y, z, i, j, k, w] = Column::of_rows(&rows);
    let poses_a = PoseColumns::<DVec3>::new(&[x, y, z]).unwrap();
    let poses_a = poses_a.turned_by_quaternions([i, j, k, w]).unwrap();
    let entries: Vec<f64> = list
        .iter()
        .flat_map(|pair| {
            let (m, at) = (pair.b.pose.rotation().matrix(), pair.b.pose.translation());
            m.to_cols_array().into_iter().chain([at.x, at.y, at.z])
        })
        .collect();
    let columns: [Column<f64>; 12] = Column::of_rows(&entries);
    let poses_b = PoseColumns::<DVec3>::new(&columns[9..]).unwrap();
    let poses_b = poses_b.turned_by_matrices(&columns[..9]).unwrap();
    let [a, b] = [0, 1].map(|side| {
        let index = |pair: &Pair<DVec3>| [pair.a.shape, pair.b.shape][side] as u32;
        list.iter().map(index).collect::<Vec<u32>>()
    });
    let same: Vec<Pair<DVec3>> = (0..list.len())
        .map(|k| {
            let (pose_a, pose_b) = (poses_a.pose(k).unwrap(), poses_b.pose(k).unwrap());
            Pair::new(a[k] as usize, pose_a, b[k] as usize, pose_b)
        })
        .collect();
    assert_eq!(answers(&Columns::new(&a, poses_a, &b, poses_b).unwrap()), answers(&same));
}

#[test]
fn bad_input_is_an_error_that_names_the_pair() {
    let shapes: [Shape<Vec3A>; 2] =
        [Cuboid::new(Vec3A::ONE).unwrap().into(), Ball::new(1.0).unwrap().into()];
    let batch = Batch::new(&shapes);
    let mut pairs = vec![Pair::new(0, Pose::IDENTITY, 1, Pose::IDENTITY); 3_000];
    pairs[2_345].b.shape = 2;
    pairs[2_999].a.shape = 9;
    let mut touch = vec![false; 3_000];
    let error = batch.intersects(&pairs, &mut touch).unwrap_err();
    let of = |error: osculate::Error| (error.index, error.value, error.problem);
    assert_eq!(of(error), (Some(2_345), 2.0, Problem::NoSuchShape));
    let error = batch.closest(&pairs, &mut vec![None; 3_000]).unwrap_err();
    assert_eq!(of(error), (Some(2_345), 2.0, Problem::NoSuchShape));
    let error = batch.distance(&pairs, &mut [Bracket::default(); 7]).unwrap_err();
    assert_eq!((error.parameter, of(error)), ("out", (None, 7.0, Problem::OtherLength)));

    let (x, turns) = ([0.0_f32; 4], [1.0, 1.0, 0.5, 1.0]);
    let [x, zero, w] = [Column::new(&x), Column::new(&x), Column::new(&turns)];
    let there = PoseColumns::<Vec3A>::new(&[x, zero, zero]).unwrap();
    let turned = there.turned_by_quaternions([zero, zero, zero, w]).unwrap();
    let columns = Columns::new(&[0; 4], there, &[1; 4], turned).unwrap();
    let error = batch.intersects(&columns, &mut [false; 4]).unwrap_err();
    assert_eq!((error.shape, of(error)), ("Rotation", (Some(2), 0.5, Problem::NotUnit)));
    let error = Columns::new(&[0; 3], there, &[1; 4], turned).unwrap_err();
    assert_eq!((error.parameter, error.value), ("poses_a", 4.0));
    assert!(there.pose(4).is_err());
    assert!(PoseColumns::<Vec2>::new(&[Column::new(&[f32::NAN]); 2]).unwrap().pose(0).is_err());
}

#[test]
fn progress_is_told_and_may_stop() {
    let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0).unwrap().into()];
    let pairs = vec![Pair::new(0, Pose::IDENTITY, 0, Pose::IDENTITY); 5_000];
    let seen = std::sync::Mutex::new(Vec::new());
    let all: &Progress = &|answered, of| {
        seen.lock().unwrap().push((answered, of));
        ControlFlow::Continue(())
    };
    let mut touch = vec![false; 5_000];
    Batch::new(&shapes).telling(all).intersects(&pairs, &mut touch).unwrap();
    assert!(touch.iter().all(|&touch| touch));
    let seen = seen.into_inner().unwrap();
    assert!(seen.len() > 3 && seen.is_sorted() && seen.last() == Some(&(5_000, 5_000)));
    let stops: &Progress = &|_, _| ControlFlow::Break(());
    let stopped =
        Batch::new(&shapes).telling(stops).distance(&pairs, &mut vec![Bracket::default(); 5_000]);
    let error = stopped.unwrap_err();
    assert!(error.problem == Problem::Stopped && error.value < 5_000.0);
}

/// Any bytes, as the fuzzer has them.
#[test]
fn any_bytes_are_answered_as_by_single_queries() {
    let mut random = Random(0xB17E5);
    for _ in 0..pairs_a_space() / 2 {
        let bytes: Vec<u8> = (0..400).map(|_| random.below(256) as u8).collect();
        batches::check_batch(&bytes);
    }
}
