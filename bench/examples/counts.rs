//! One of thirteen core queries, so many times: `counts QUERY REPETITIONS`. `bench/counts.sh` counts its instructions.

use osculate::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Cylinder, Polytope};
use osculate::{
    Convex, DVec3, Pose, Rotation, Tracker, Vec2, Vec3A, closest, contact, distance, intersects,
    penetration,
};
use std::hint::black_box;

#[path = "../../crates/osculate/tests/support/random.rs"]
#[allow(dead_code)] // The tests use more of it.
mod random;

fn sphere(seed: u64, n: usize) -> Vec<DVec3> {
    let mut random = random::Random(seed);
    (0..n).map(|_| DVec3::from(random.direction())).collect()
}

fn hull(seed: u64, n: usize) -> Polytope<Vec3A> {
    let points: Vec<Vec3A> = sphere(seed, n).iter().map(|p| p.as_vec3a()).collect();
    Polytope::from_points(&points).unwrap()
}

fn polygon(seed: u64) -> ConvexPolygon<Vec2> {
    let mut random = random::Random(seed);
    let mut corner =
        |i| Vec2::from_angle((i as f32 + 0.8 * random.unit() as f32) / 8.0 * std::f32::consts::TAU);
    ConvexPolygon::new(&(0..8).map(&mut corner).collect::<Vec<_>>()).unwrap()
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [query, repetitions] = &arguments[..] else { panic!("counts QUERY REPETITIONS") };
    let repetitions: usize = repetitions.parse().unwrap();
    let (small, other) = (hull(1, 20), hull(2, 20));
    let (large, larger) = (hull(3, 256), hull(4, 256));
    let (p, q) = (polygon(1), polygon(2));
    let cuboid = Cuboid::new(Vec3A::new(0.5, 0.4, 0.6)).unwrap();
    let cylinder = Cylinder::<Vec3A>::new(0.5, 0.4).unwrap();
    let capsule = Capsule::<Vec3A>::along_y(0.5, 0.3).unwrap();
    let ball = Ball::new(0.5f32).unwrap();
    let (near, over) = (poses(2.2), poses(1.2));
    let moved = |pose: &Pose<Vec3A>| {
        let apart = closest(&small, other.at(*pose));
        let way = apart.normal.map_or(Vec3A::ZERO, |normal| -normal * apart.distance.value);
        Pose::from_translation(way).unwrap().compose(pose)
    };
    let touching: Vec<_> = near.iter().map(moved).collect();
    let mut tracker = Tracker::new(&small, &other);
    let tenth = Rotation::from_axis_angle(Vec3A::Y, 0.1f32.to_radians()).unwrap();
    let turned = [over[0], over[0].compose(&Pose::new(Vec3A::ZERO, tenth).unwrap())];
    let plane = |k: usize, far: f32| {
        let at = Vec2::from_angle(0.7 * k as f32) * far;
        Pose::new(at, Rotation::from_angle(0.3 * k as f32).unwrap()).unwrap()
    };
    // Neither so near nor so far that balls would tell.
    let planes: Vec<_> = (0..16).map(|k| (plane(k, 2.3), plane(k, 1.8))).collect();
    let mut sum = 0.0;
    for k in 0..repetitions {
        let (near, over, touching) = (near[k % 16], over[k % 16], touching[k % 16]);
        let yes = |touch: bool| f32::from(u8::from(touch));
        sum += black_box(match query.as_str() {
            "polygons-intersect" => yes(intersects(&p, q.at(planes[k % 16].1))),
            "polygons-distance" => distance(&p, q.at(planes[k % 16].0)).value,
            "hulls-20-intersect" => yes(intersects(&small, other.at(touching))),
            "hulls-20-distance" => distance(&small, other.at(near)).value,
            "hulls-20-closest" => closest(&small, other.at(near)).distance.value,
            "hulls-20-closest-touching" => {
                closest(&small, other.at(touching)).normal.map_or(0.0, |normal| normal.x)
            }
            "hulls-20-depth" => penetration(&small, other.at(over)).map_or(0.0, |d| d.depth.value),
            "hulls-20-depth-tracked" => {
                let depth = tracker.penetration(Pose::IDENTITY, turned[k % 2]);
                depth.map_or(0.0, |d| d.depth.value)
            }
            "hulls-256-distance" => distance(&large, larger.at(near)).value,
            "cuboids-intersect" => yes(intersects(cuboid, cuboid.at(over))),
            "cuboids-contact" => {
                contact(cuboid, cuboid.at(over), 0.5).map_or(0.0, |c| c.points()[0].distance)
            }
            "cylinder-capsule-distance" => distance(cylinder, capsule.at(near)).value,
            "ball-cuboid-distance" => distance(ball, cuboid.at(near)).value,
            other => panic!("no query is called {other}"),
        });
    }
    println!("{sum}");
}
