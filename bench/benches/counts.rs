//! The instructions of seventeen core queries, under valgrind: `cargo bench --manifest-path
//! bench/Cargo.toml --bench counts`, which needs valgrind and `cargo install gungraun-runner
//! --version 0.20.0 --locked`. Each is held to what is stored here for it, and 3 per cent: more is
//! a failure, unless the stored figure is changed in the same commit. What is counted is `QUERIES`
//! queries, and what is stored is what is printed.

use std::hint::black_box;

use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind};
use osculate::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Cylinder, Polytope};
use osculate::{
    At, Convex, DVec3, Place, Pose, Rotation, Space, Tracker, Vec2, Vec3A, closest, contact,
    distance, intersects, penetration,
};

#[path = "../../crates/osculate/tests/support/random.rs"]
#[allow(dead_code)] // The tests use more of it.
mod random;

/// What is stored is of this compiler, and of a machine with AVX; of others nothing is held against
/// it.
const STORED_BY: &str = "rustc 1.95.0 (59807616e 2026-04-14)";

const QUERIES: usize = 100;

/// How far the middles of two shapes of radius 1 are apart: near each other, a little in one
/// another, and well in one another.
const NEAR: f32 = 2.2;
const SHALLOW: f32 = 1.6;
const OVER: f32 = 1.2;

fn at_most(stored: u64) -> LibraryBenchmarkConfig {
    #[cfg(target_arch = "x86_64")]
    let has_avx = is_x86_feature_detected!("avx");
    #[cfg(not(target_arch = "x86_64"))]
    let has_avx = false;
    let mut callgrind = Callgrind::with_args(["--cache-sim=no"]);
    if has_avx && env!("BUILT_BY") == STORED_BY {
        callgrind.hard_limits([(EventKind::Ir, stored + stored * 3 / 100)]);
    }
    LibraryBenchmarkConfig::default().tool(callgrind).clone()
}

/// Two shapes, and where the second one is.
struct Pairs<V: Space, A, B = A> {
    a: A,
    b: B,
    poses: Vec<Pose<V>>,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Pairs<V, A, B> {
    fn new(a: A, b: B, poses: Vec<Pose<V>>) -> Self {
        let pairs = Self { a, b, poses };
        // What a process does once is done.
        black_box(distance(&pairs.a, pairs.b.at(pairs.poses[0])));
        pairs
    }

    /// Each is asked in turn.
    fn ask(self, query: impl Fn(&A, At<V, &B>) -> f32) -> f32 {
        let poses = self.poses.iter().cycle().take(QUERIES);
        poses.map(|&pose| black_box(query(&self.a, self.b.at(pose)))).sum()
    }
}

/// Sixteen poses at about `far` from the origin.
fn poses(far: f32) -> Vec<Pose<Vec3A>> {
    let mut random = random::Random(9);
    let mut pose = || {
        let at = Vec3A::from(random.direction().map(|x| x as f32)) * far;
        let turn = Rotation::from_quaternion(random.quaternion().map(|x| x as f32)).unwrap();
        Pose::new(at, turn).unwrap()
    };
    (0..16).map(|_| pose()).collect()
}

type Hulls = Pairs<Vec3A, Polytope<Vec3A>>;

fn hull(seed: u64, n: usize) -> Polytope<Vec3A> {
    let mut random = random::Random(seed);
    let mut point = || Vec3A::from(random.direction().map(|x| x as f32));
    Polytope::from_points(&(0..n).map(|_| point()).collect::<Vec<_>>()).unwrap()
}

fn hulls(n: usize, far: f32) -> Hulls {
    Pairs::new(hull(1, n), hull(2, n), poses(far))
}

fn touching_hulls(n: usize) -> Hulls {
    let Pairs { a, b, poses } = hulls(n, NEAR);
    let moved = |pose: &Pose<Vec3A>| {
        let apart = closest(&a, b.at(*pose));
        let way = apart.normal.map_or(Vec3A::ZERO, |normal| -normal * apart.distance.value);
        Pose::from_translation(way).unwrap().compose(pose)
    };
    let poses = poses.iter().map(moved).collect();
    Pairs::new(a, b, poses)
}

/// The same hulls in double precision.
fn in_double(hulls: Hulls) -> Pairs<DVec3, Polytope<DVec3>> {
    let hull = |hull: &Polytope<Vec3A>| {
        let corners: Vec<_> = hull.vertices().iter().map(|corner| corner.as_dvec3()).collect();
        Polytope::from_points(&corners).unwrap()
    };
    let pose = |pose: &Pose<Vec3A>| {
        let turn = Rotation::from_quaternion(pose.rotation().to_quaternion().map(f64::from));
        Pose::new(pose.translation().as_dvec3(), turn.unwrap()).unwrap()
    };
    Pairs::new(hull(&hulls.a), hull(&hulls.b), hulls.poses.iter().map(pose).collect())
}

/// Two polygons of eight corners.
fn polygons(far: f32) -> Pairs<Vec2, ConvexPolygon<Vec2>> {
    let polygon = |seed| {
        let mut random = random::Random(seed);
        let mut corner = |i| {
            let turn = (i as f32 + 0.8 * random.unit() as f32) / 8.0;
            Vec2::from_angle(turn * std::f32::consts::TAU)
        };
        ConvexPolygon::new(&(0..8).map(&mut corner).collect::<Vec<_>>()).unwrap()
    };
    let pose = |k: usize| {
        let at = Vec2::from_angle(0.7 * k as f32) * far;
        Pose::new(at, Rotation::from_angle(0.3 * k as f32).unwrap()).unwrap()
    };
    Pairs::new(polygon(1), polygon(2), (0..16).map(pose).collect())
}

fn cuboids(far: f32) -> Pairs<Vec3A, Cuboid<Vec3A>> {
    let cuboid = Cuboid::new(Vec3A::new(0.5, 0.4, 0.6)).unwrap();
    Pairs::new(cuboid, cuboid, poses(far))
}

fn yes(touch: bool) -> f32 {
    f32::from(u8::from(touch))
}

// Neither so near nor so far that balls would tell.
#[library_benchmark]
#[bench::of_8(args = (polygons(1.8)), config = at_most(49_145))]
fn polygons_intersect(pairs: Pairs<Vec2, ConvexPolygon<Vec2>>) -> f32 {
    pairs.ask(|a, b| yes(intersects(a, b)))
}

#[library_benchmark]
#[bench::of_8(args = (polygons(2.3)), config = at_most(75_800))]
fn polygons_distance(pairs: Pairs<Vec2, ConvexPolygon<Vec2>>) -> f32 {
    pairs.ask(|a, b| distance(a, b).value)
}

#[library_benchmark]
#[bench::of_8_touching(args = (touching_hulls(8)), config = at_most(160_348))]
#[bench::of_20_touching(args = (touching_hulls(20)), config = at_most(303_100))]
fn hulls_intersect(pairs: Hulls) -> f32 {
    pairs.ask(|a, b| yes(intersects(a, b)))
}

#[library_benchmark]
#[bench::of_20(args = (hulls(20, NEAR)), config = at_most(296_172))]
#[bench::of_256(args = (hulls(256, NEAR)), config = at_most(499_692))]
fn hulls_distance(pairs: Hulls) -> f32 {
    pairs.ask(|a, b| distance(a, b).value)
}

#[library_benchmark]
#[bench::of_64(args = (in_double(hulls(64, NEAR))), config = at_most(576_343))]
fn hulls_distance_double(pairs: Pairs<DVec3, Polytope<DVec3>>) -> f32 {
    pairs.ask(|a, b| distance(a, b).value as f32)
}

#[library_benchmark]
#[bench::of_20(args = (hulls(20, NEAR)), config = at_most(318_931))]
#[bench::of_20_touching(args = (touching_hulls(20)), config = at_most(727_983))]
fn hulls_closest(pairs: Hulls) -> f32 {
    pairs.ask(|a, b| {
        let answer = closest(a, b);
        answer.normal.map_or(0.0, |normal| normal.x) + answer.distance.value
    })
}

#[library_benchmark]
#[bench::of_20(args = (hulls(20, OVER)), config = at_most(1_565_800))]
fn hulls_depth(pairs: Hulls) -> f32 {
    pairs.ask(|a, b| penetration(a, b).map_or(0.0, |answer| answer.depth.value))
}

/// One pair is asked again and again, while it turns to and fro by a tenth of a degree.
fn ask_tracked(pairs: &Hulls, query: impl Fn(&mut HullTracker, Pose<Vec3A>) -> f32) -> f32 {
    let mut tracker = Tracker::new(&pairs.a, &pairs.b);
    let tenth = Rotation::from_axis_angle(Vec3A::Y, 0.1f32.to_radians()).unwrap();
    let first = pairs.poses[0];
    let turned = [first, first.compose(&Pose::new(Vec3A::ZERO, tenth).unwrap())];
    (0..QUERIES).map(|k| black_box(query(&mut tracker, turned[k % 2]))).sum()
}

type HullTracker<'h> = Tracker<Vec3A, &'h Polytope<Vec3A>, &'h Polytope<Vec3A>>;

#[library_benchmark]
#[bench::of_20(args = (hulls(20, OVER)), config = at_most(169_401))]
fn hulls_depth_tracked(pairs: Hulls) -> f32 {
    ask_tracked(&pairs, |tracker, pose| {
        let answer = tracker.at(Pose::IDENTITY, pose).penetration();
        answer.map_or(0.0, |answer| answer.depth.value)
    })
}

#[library_benchmark]
#[bench::of_20_shallow(args = (hulls(20, SHALLOW)), config = at_most(176_603))]
#[bench::of_20_near(args = (hulls(20, NEAR)), config = at_most(182_043))]
fn hulls_closest_tracked(pairs: Hulls) -> f32 {
    ask_tracked(&pairs, |tracker, pose| {
        let answer = tracker.at(Pose::IDENTITY, pose).closest();
        answer.on_a.x + answer.distance.value
    })
}

#[library_benchmark]
#[bench::over(args = (cuboids(OVER)), config = at_most(97_055))]
fn cuboids_intersect(pairs: Pairs<Vec3A, Cuboid<Vec3A>>) -> f32 {
    pairs.ask(|a, b| yes(intersects(a, b)))
}

#[library_benchmark]
#[bench::over(args = (cuboids(OVER)), config = at_most(667_263))]
fn cuboids_contact(pairs: Pairs<Vec3A, Cuboid<Vec3A>>) -> f32 {
    pairs.ask(|a, b| contact(a, b, 0.5).map_or(0.0, |contact| contact.points()[0].distance))
}

fn cylinder_and_capsule() -> Pairs<Vec3A, Cylinder<Vec3A>, Capsule<Vec3A>> {
    let (cylinder, capsule) =
        (Cylinder::new(0.5, 0.4).unwrap(), Capsule::along_y(0.5, 0.3).unwrap());
    Pairs::new(cylinder, capsule, poses(NEAR))
}

#[library_benchmark]
#[bench::near(args = (cylinder_and_capsule()), config = at_most(199_493))]
fn cylinder_capsule_distance(pairs: Pairs<Vec3A, Cylinder<Vec3A>, Capsule<Vec3A>>) -> f32 {
    pairs.ask(|a, b| distance(a, b).value)
}

fn ball_and_cuboid() -> Pairs<Vec3A, Ball<Vec3A>, Cuboid<Vec3A>> {
    let cuboid = Cuboid::new(Vec3A::new(0.5, 0.4, 0.6)).unwrap();
    Pairs::new(Ball::new(0.5).unwrap(), cuboid, poses(NEAR))
}

#[library_benchmark]
#[bench::near(args = (ball_and_cuboid()), config = at_most(10_414))]
fn ball_cuboid_distance(pairs: Pairs<Vec3A, Ball<Vec3A>, Cuboid<Vec3A>>) -> f32 {
    pairs.ask(|a, b| distance(a, b).value)
}

library_benchmark_group!(
    name = core,
    benchmarks = [
        polygons_intersect,
        polygons_distance,
        hulls_intersect,
        hulls_distance,
        hulls_distance_double,
        hulls_closest,
        hulls_depth,
        hulls_depth_tracked,
        hulls_closest_tracked,
        cuboids_intersect,
        cuboids_contact,
        cylinder_capsule_distance,
        ball_cuboid_distance
    ]
);

main!(library_benchmark_groups = core);
