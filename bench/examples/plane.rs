//! One query on polygons over and over, for a profiler: `plane VERTICES DISTANCE QUERY
//! REPETITIONS`, the query 1, 2 or 3; at distance 0 they touch.

use osculate::shape::ConvexPolygon;
use osculate::{Closest, Place, Pose, Rotation, Vec2, closest, distance, intersects};

fn main() {
    let arguments: Vec<f32> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let [n, far, query, repetitions] = arguments[..] else { panic!("four numbers") };
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    };
    let mut polygon = || {
        let corners: Vec<Vec2> = (0..n as usize)
            .map(|i| Vec2::from_angle((i as f32 + 0.8 * next()) / n * std::f32::consts::TAU))
            .collect();
        ConvexPolygon::new(&corners).unwrap()
    };
    let polygons: Vec<_> = (0..64).map(|_| polygon()).collect();
    let pairs: Vec<_> = (0..4096)
        .map(|k| {
            let (a, b) = (&polygons[k * 7 % 64], &polygons[k * 13 % 64]);
            let away = if far == 0.0 { 2.5 } else { far };
            let at = Vec2::from_angle(6.3 * next()) * (away + 0.5 * next());
            let pose = Pose::new(at, Rotation::from_angle(6.3 * next()).unwrap()).unwrap();
            let Closest { distance, normal, .. } = closest(a, b.at(pose));
            let back = if far == 0.0 { normal.unwrap() * -distance.value } else { Vec2::ZERO };
            (a, b.at(Pose::new(at + back, pose.rotation()).unwrap()))
        })
        .collect();
    let mut sum = 0.0;
    for k in 0..repetitions as usize {
        let (a, b) = &pairs[k * 31 % 4096];
        sum += match query as u8 {
            1 => f32::from(u8::from(intersects(a, b))),
            2 => distance(a, b).value,
            _ => closest(a, b).distance.value,
        };
    }
    println!("{sum}");
}
