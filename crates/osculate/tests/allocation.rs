//! No query touches the heap: a counting allocator says so.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;

// What is generic in the library is compiled there.
use osculate_instances as _;

use osculate::Body;
use osculate::batch::{Batch, Pair};
use osculate::scene::{BodyKind, Filter, Scene};
use osculate::shape::{
    Ball, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, PointCloud, Polytope,
    Rounded, Shape, Sum, Swept,
};
use osculate::{
    At, Bracket, Cache, Convex, DVec2, DVec3, Motion, OneToMany, Pose, Query, Ray, Scalar, Space,
    Sweep, Tracker, Trajectory, Vec2, Vec3A, cast, clearance_along, closest, closest_approach,
    contact, distance, intersects, penetration, ray_cast, signed_distance, sweep_test,
    time_of_impact,
};

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; the counter is a thread's own and
// allocates nothing.
unsafe impl GlobalAlloc for Counting {
    // SAFETY: the caller's promises are the system allocator's.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }
    // SAFETY: the caller's promises are the system allocator's.
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// All that may be asked of a pair, one of which goes a way and both of which turn.
fn queries<V: Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    way: &Trajectory<V>,
    turns: fn(Motion<V>) -> Motion<V>,
) {
    let number = V::Scalar::from_f64;
    let (mut cache, near) = (Cache::new(), number(0.1));
    let _ = (intersects(a, b), distance(a, b), closest(a, b));
    let _ = (penetration(a, b), signed_distance(a, b), contact(a, b, near));
    let _ = (Query::new(a, b).distance_within(near), OneToMany::new(a).against(b).intersects());
    let _ = (
        Query::new(a, b).starting_from(&mut cache).intersects(),
        Query::new(a, b).starting_from(&mut cache).distance(),
        Query::new(a, b).starting_from(&mut cache).closest(),
    );
    let _ = (
        Query::new(a, b).starting_from(&mut cache).penetration(),
        Query::new(a, b).starting_from(&mut cache).penetration(),
        Query::new(a, b).starting_from(&mut cache).contact(near),
    );
    let (mut tracker, pose) = (Tracker::new(a, b), Pose::IDENTITY);
    let _ = (tracker.at(pose, pose).penetration(), tracker.at(pose, pose).penetration());
    let _ = (tracker.at(pose, pose).distance(), tracker.at(pose, pose).contact(near));
    let (x, y) = (V::axis(0), V::axis(1));
    let turns = turns(Motion::new(pose, x + y).unwrap());
    let ray = Ray::new(V::ZERO, x).unwrap().hollow();
    let _ = (ray_cast(&ray, b), cast(a, x, b, -y));
    let rests = Motion::resting(pose);
    let _ = (time_of_impact(a, &turns, b, &rests), closest_approach(a, &turns, b, &rests));
    let sweep = Sweep::default().ignoring_opening();
    let _ = (sweep.time_of_impact(a, way, b, &turns), clearance_along(a, way, b, &rests));
    let _ = (sweep_test(a, x + y, b), sweep.cast(a, x, b, V::ZERO));
}

/// Asks all about every two of these shapes, far and near, and counts.
fn ask_all<V: Space>(shapes: &[Shape<V>], turns: fn(Motion<V>) -> Motion<V>) {
    let at = |x: f64, y: f64| {
        let place = V::from_fn(|i| V::Scalar::from_f64([x, y, y / 3.0][i]));
        Pose::from_translation(place).unwrap()
    };
    let time = V::Scalar::from_f64;
    let way = [(time(0.0), at(-3.0, 0.0)), (time(0.5), at(1.0, 0.0)), (time(1.0), at(3.0, 0.0))];
    let way = Trajectory::new(&way).unwrap();
    let before = COUNT.with(Cell::get);
    assert!(before > 0, "the allocator does not count");
    for a in shapes {
        for b in shapes {
            for x in [0.0, 0.4, 1.5, 5.0] {
                queries(a, &At::new(b, at(x, 0.3)), &way, turns);
            }
        }
    }
    assert_eq!(COUNT.with(Cell::get), before);
}

/// Shapes that all spaces have, and wrappers.
fn common<V: Space>(many: &[V]) -> Vec<Shape<V>> {
    let number = V::Scalar::from_f64;
    let cuboid = Cuboid::new(V::splat(number(1.0))).unwrap();
    let egg = Ellipsoid::new(V::from_fn(|i| number([1.0, 2.0, 0.5][i]))).unwrap();
    let floor = HalfSpace::new(V::axis(1), number(-0.5)).unwrap();
    let swept = Swept::new(egg, V::axis(0)).unwrap();
    vec![
        cuboid.into(),
        egg.into(),
        floor.into(),
        Cylinder::<V>::new(number(1.0), number(0.5)).unwrap().into(),
        PointCloud::new(many).unwrap().into(),
        PointCloud::new(&many[..8]).unwrap().into(),
        Rounded::new(Sum::new(cuboid, Hull::new(cuboid, swept)), number(0.1)).unwrap().into(),
    ]
}

fn scattered<V: Space>() -> Vec<V> {
    let at = |t: f64| [(t * 0.7).sin(), (t * 1.3).cos(), (t * 2.1).sin()];
    let point = |k: u32| V::from_fn(|i| V::Scalar::from_f64(at(f64::from(k))[i]));
    (0..200).map(point).collect()
}

fn in_space<V: Space + osculate::Spatial>(turns: fn(Motion<V>) -> Motion<V>) {
    // A coin of many corners: its contacts with itself have as many points as any.
    let coin: Vec<V> = (0..48)
        .map(|k| {
            let angle = f64::from(k / 2) / 24.0 * std::f64::consts::TAU;
            let corner = [angle.cos(), 0.2 * f64::from(k % 2), angle.sin()];
            V::from_fn(|i| V::Scalar::from_f64(corner[i]))
        })
        .collect();
    let many = scattered::<V>();
    let mut shapes = common(&many);
    shapes.push(Polytope::from_points(&many).unwrap().into());
    shapes.push(Polytope::from_points(&coin).unwrap().into());
    ask_all(&shapes, turns);
}

fn in_the_plane<V: Space + osculate::Planar>(turns: fn(Motion<V>) -> Motion<V>) {
    let ring = |n: u32| -> Vec<V> {
        let angle = |k: u32| f64::from(k) / f64::from(n) * std::f64::consts::TAU;
        let corner = |k: u32| [angle(k).cos(), angle(k).sin()];
        (0..n).map(|k| V::from_fn(|i| V::Scalar::from_f64(corner(k)[i]))).collect()
    };
    let mut shapes = common(&scattered::<V>());
    for corners in [5, 24, 90] {
        shapes.push(ConvexPolygon::from_points(&ring(corners)).unwrap().into());
    }
    ask_all(&shapes, turns);
}

/// A heap of cubes and compounds on static tiles, all of which tremble: what a solver asks for after
/// a step, which itself builds a few lists.
fn a_scene_of_a_solver<V: Space>() {
    let number = V::Scalar::from_f64;
    let cube = Cuboid::new(V::splat(number(0.5))).unwrap();
    let at = |x: f64, y: f64| {
        let place = [x, y, 0.0];
        Pose::<V>::from_translation(V::from_fn(|i| number(place[i]))).unwrap()
    };
    let twins = Body::compound([(cube.into(), at(0.0, 0.0)), (cube.into(), at(1.0, 0.0))]).unwrap();
    let mut scene = Scene::with_margin(number(0.05)).unwrap();
    scene = scene.with_sleep(number(0.001), 30).unwrap();
    for x in 0..8 {
        let tile = Body::new(cube).with_kind(BodyKind::Static);
        scene.add(tile, at(f64::from(x), 0.0));
    }
    let mut bodies = Vec::new();
    for (x, y) in [(0.0, 1.0), (0.2, 2.0), (1.5, 1.0), (1.9, 2.0), (5.0, 1.0), (6.0, 1.0)] {
        bodies.push((scene.add(Body::new(cube), at(x, y)), x, y));
        bodies.push((scene.add(twins.clone(), at(x + 2.0, y + 0.5)), x + 2.0, y + 0.5));
    }
    let mut points = 0;
    for frame in 0..120_u32 {
        for &(id, x, y) in &bodies {
            let tremble = 0.005 * f64::from((frame / 2 + id.slot() as u32) % 3);
            scene.set_pose(id, at(x, y + tremble)).unwrap();
        }
        scene.step();
        let before = COUNT.with(Cell::get);
        for touch in scene.contacts_mut() {
            for point in touch.points_mut() {
                point.impulses[0] = point.impulses[0] + point.distance;
                points += 1;
            }
        }
        for island in scene.islands() {
            points += usize::from(island.is_asleep);
        }
        points += scene.events().len() + scene.contact_events().len();
        // At first the lists grow.
        assert!(frame < 60 || COUNT.with(Cell::get) == before, "frame {frame} touches the heap");
    }
    assert!(points > 120 * 10, "{points} points");
}

/// What a scene tells one by one after a step: it makes no list of it. A shape with corners has its
/// planes listed, a round one has none.
fn a_scene_that_is_asked<V: Space>() {
    let number = V::Scalar::from_f64;
    let cube = Cuboid::new(V::splat(number(0.5))).unwrap();
    let at = |x: f64, y: f64| {
        let place = [x, y, 0.0];
        Pose::<V>::from_translation(V::from_fn(|i| number(place[i]))).unwrap()
    };
    let twins = Body::compound([(cube.into(), at(0.0, 0.0)), (cube.into(), at(1.0, 0.0))]).unwrap();
    let mut scene = Scene::new();
    for k in 0..300_u32 {
        let body = if k % 3 == 0 { twins.clone() } else { Body::new(cube) };
        scene.add(body, at(f64::from(k % 20) * 1.2, f64::from(k / 20) * 0.9));
    }
    scene.step();
    let (probe, all) = (Ball::new(number(3.0)).unwrap(), Filter::ALL);
    let (around, ray) = (probe.bounds(), Ray::new(-V::axis(0), V::axis(0)).unwrap());
    let mut found = [0; 5];
    let before = COUNT.with(Cell::get);
    for most in [1, usize::MAX] {
        let count = |found: &mut usize| {
            *found += 1;
            if *found < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        scene.each_pair_within(number(0.1), &all, |_| count(&mut found[0]));
        scene.each_pair_by_boxes(number(0.1), &all, |_, _| count(&mut found[1]));
        scene.each_ray_hit(&ray, &all, |_| count(&mut found[2]));
        scene.each_touching_shape(probe, &all, |_| count(&mut found[3]));
        scene.each_in_box(&around, &all, |_| count(&mut found[4]));
    }
    assert_eq!(COUNT.with(Cell::get), before);
    assert!(found.iter().all(|&count| count > 5), "{found:?}");
}

#[test]
fn what_a_scene_tells_one_by_one_touches_no_heap() {
    a_scene_that_is_asked::<DVec3>();
    a_scene_that_is_asked::<Vec3A>();
    a_scene_that_is_asked::<DVec2>();
    a_scene_that_is_asked::<Vec2>();
}

#[test]
fn contacts_and_islands_in_a_steady_state_touch_no_heap() {
    a_scene_of_a_solver::<DVec3>();
    a_scene_of_a_solver::<Vec3A>();
    a_scene_of_a_solver::<DVec2>();
    a_scene_of_a_solver::<Vec2>();
}

#[test]
fn no_query_touches_the_heap() {
    in_space::<DVec3>(|motion| motion.turning(DVec3::Y).unwrap());
    in_space::<Vec3A>(|motion| motion.turning(Vec3A::Y).unwrap());
    in_the_plane::<DVec2>(|motion| motion.turning(1.0).unwrap());
    in_the_plane::<Vec2>(|motion| motion.turning(1.0).unwrap());
}

/// A batch allocates where it is made, and not where it is asked.
fn in_a_batch<V: Space>(shapes: &[Shape<V>]) {
    let pairs: Vec<Pair<V>> = (0..3_000)
        .map(|k| {
            let at = V::axis(k % V::DIM) * V::Scalar::from_f64(0.002 * k as f64);
            let there = Pose::from_translation(at).unwrap();
            Pair::new(k % shapes.len(), Pose::IDENTITY, k / 7 % shapes.len(), there)
        })
        .collect();
    let batch = Batch::new(shapes);
    let (mut touch, mut gaps) = (vec![false; 3_000], vec![Bracket::default(); 3_000]);
    let (mut closest, mut contacts) = (vec![None; 3_000], vec![None; 3_000]);
    let before = COUNT.with(Cell::get);
    batch.intersects(&pairs, &mut touch).unwrap();
    batch.distance(&pairs, &mut gaps).unwrap();
    batch.closest(&pairs, &mut closest).unwrap();
    batch.contact(&pairs, V::Scalar::from_f64(0.1), &mut contacts).unwrap();
    assert_eq!(COUNT.with(Cell::get), before);
}

#[test]
fn no_batch_touches_the_heap() {
    let corners: Vec<DVec3> =
        (0..8).map(|k| DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64)).collect();
    in_a_batch::<DVec3>(&[
        Cuboid::new(DVec3::ONE).unwrap().into(),
        Polytope::from_points(&corners).unwrap().into(),
        Cylinder::new(1.0, 0.5).unwrap().into(),
    ]);
    in_a_batch::<Vec2>(&[
        Cuboid::new(Vec2::ONE).unwrap().into(),
        ConvexPolygon::new(&[Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap().into(),
    ]);
}
