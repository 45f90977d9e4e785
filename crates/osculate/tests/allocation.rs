//! No query touches the heap: a counting allocator says so.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use osculate::shape::{Cuboid, Cylinder, Ellipsoid, PointCloud, Polytope};
use osculate::{
    Cache, Convex, DVec3, Motion, Place, Pose, Query, Ray, Sweep, Tracker, Trajectory, cast,
    clearance_along, closest, closest_approach, contact, distance, intersects, penetration,
    ray_cast, signed_distance, sweep_test, time_of_impact,
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

fn queries(a: &dyn Convex<DVec3>, b: &dyn Convex<DVec3>, way: &Trajectory<DVec3>) {
    let mut cache = Cache::EMPTY;
    let _ = (intersects(a, b), distance(a, b), closest(a, b));
    let _ = (penetration(a, b), signed_distance(a, b), contact(a, b, 0.1));
    let _ = (
        Query::new(a, b).starting_from(&mut cache).intersects(),
        Query::new(a, b).starting_from(&mut cache).distance(),
        Query::new(a, b).starting_from(&mut cache).closest(),
    );
    let _ = (
        Query::new(a, b).starting_from(&mut cache).penetration(),
        Query::new(a, b).starting_from(&mut cache).penetration(),
        Query::new(a, b).starting_from(&mut cache).contact(0.1),
    );
    let (mut tracker, pose) = (Tracker::new(a, b), Pose::IDENTITY);
    let _ = (tracker.at(pose, pose).penetration(), tracker.at(pose, pose).penetration());
    let _ = (tracker.at(pose, pose).distance(), tracker.at(pose, pose).contact(0.1));
    let turns = Motion::new(pose, DVec3::ONE).unwrap().turning(DVec3::Y).unwrap();
    let ray = Ray::new(DVec3::ZERO, DVec3::X).unwrap().hollow();
    let _ = (ray_cast(&ray, b), cast(a, DVec3::X, b, -DVec3::Y));
    let rests = Motion::resting(pose);
    let _ = (time_of_impact(a, &turns, b, &rests), closest_approach(a, &turns, b, &rests));
    let sweep = Sweep::default().ignoring_opening();
    let _ = (sweep.time_of_impact(a, way, b, &turns), clearance_along(a, way, b, &rests));
    let _ = (sweep_test(a, DVec3::ONE, b), sweep.cast(a, DVec3::X, b, DVec3::ZERO));
}

#[test]
fn no_query_touches_the_heap() {
    let many: Vec<DVec3> = (0..200)
        .map(|i| {
            let t = f64::from(i);
            DVec3::new((t * 0.7).sin(), (t * 1.3).cos(), (t * 2.1).sin())
        })
        .collect();
    // A coin of many corners: its contacts with itself have as many points as any.
    let coin: Vec<DVec3> = (0..48)
        .map(|k| {
            let angle = f64::from(k / 2) / 24.0 * std::f64::consts::TAU;
            DVec3::new(angle.cos(), 0.2 * f64::from(k % 2), angle.sin())
        })
        .collect();
    let shapes: Vec<Box<dyn Convex<DVec3>>> = vec![
        Box::new(Cuboid::new(DVec3::ONE).unwrap()),
        Box::new(Cylinder::new(1.0, 0.5).unwrap()),
        Box::new(Ellipsoid::new(DVec3::new(1.0, 2.0, 0.5)).unwrap()),
        Box::new(PointCloud::new(&many).unwrap()),
        Box::new(PointCloud::new(&many[..8]).unwrap()),
        Box::new(Polytope::from_points(&many).unwrap()),
        Box::new(Polytope::from_points(&coin).unwrap()),
    ];
    let place = |x: f64| Pose::from_translation(DVec3::new(x, 0.0, 0.0)).unwrap();
    let way = Trajectory::new(&[(0.0, place(-3.0)), (0.5, place(1.0)), (1.0, place(3.0))]).unwrap();
    let before = COUNT.with(Cell::get);
    assert!(before > 0, "the allocator does not count");
    for a in &shapes {
        for b in &shapes {
            for x in [0.0, 0.4, 1.5, 5.0] {
                let pose = Pose::from_translation(DVec3::new(x, 0.3, 0.1)).unwrap();
                queries(a, &b.at(pose), &way);
            }
        }
    }
    assert_eq!(COUNT.with(Cell::get), before);
}
