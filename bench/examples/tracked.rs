use osculate::shape::Polytope;
use osculate::{Convex, Pose, Rotation, Tracker, Vec3A, distance};
fn main() {
    let arguments: Vec<f32> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (n, gap, repetitions, warm, count) = (arguments[0] as usize, arguments[1], arguments[2] as usize, arguments[3], arguments[4] as usize);
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    let mut hull = || {
        let points: Vec<Vec3A> = (0..n).map(|_| Vec3A::new(next(), next(), next()).normalize()).collect();
        Polytope::from_points(&points).unwrap()
    };
    let hulls: Vec<_> = (0..32).map(|_| hull()).collect();
    let nudge = Pose::new(Vec3A::ZERO, Rotation::from_axis_angle(Vec3A::Y, 1f32.to_radians()).unwrap()).unwrap();
    let mut frames: Vec<_> = (0..count).map(|k| {
        let (a, b) = (&hulls[k % 32], &hulls[k * 7 % 32]);
        let turn = Rotation::from_axis_angle(Vec3A::new(next(), next(), next()).normalize(), 3.0 * next()).unwrap();
        let way = Vec3A::new(next(), next(), next()).normalize();
        let pose = Pose::new(way * 2.5, turn).unwrap();
        let d = distance(a, b.at(pose)).value;
        let pose = Pose::new(way * (2.5 - d + gap), turn).unwrap();
        (Tracker::new(a, b), [pose, pose.compose(&nudge)], a, b)
    }).collect();
    let mut sum = 0.0;
    for k in 0..repetitions {
        let (tracker, poses, a, b) = &mut frames[k * 31 % count];
        let pose = poses[k / count % 2];
        sum += if warm > 0.0 { tracker.distance(Pose::IDENTITY, pose).value } else { distance(a.at(Pose::IDENTITY), b.at(pose)).value };
    }
    println!("{sum} {}", size_of::<Tracker<Vec3A, &Polytope<Vec3A>, &Polytope<Vec3A>>>());
}
