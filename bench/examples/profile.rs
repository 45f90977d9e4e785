//! One query over and over, for a profiler: `profile VERTICES DEPTH REPETITIONS`.

use osculate::shape::Polytope;
use osculate::{Place, Pose, Rotation, Vec3A, penetration};

fn main() {
    let arguments: Vec<f32> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (n, depth, repetitions) = (arguments[0] as usize, arguments[1], arguments[2] as usize);
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    let mut hull = || {
        let points: Vec<Vec3A> =
            (0..n).map(|_| Vec3A::new(next(), next(), next()).normalize()).collect();
        Polytope::from_points(&points).unwrap()
    };
    let hulls: Vec<_> = (0..32).map(|_| hull()).collect();
    let (mut sum, mut steps) = (0.0, 0);
    for k in 0..repetitions {
        let (i, j) = (k % 32, k * 7 % 32);
        let turn = Rotation::from_axis_angle(Vec3A::Z, 0.1 * (k % 60) as f32).unwrap();
        let pose = Pose::new(Vec3A::X * (1.9 - depth), turn).unwrap();
        if let Some(answer) = penetration(&hulls[i], hulls[j].at(pose)) {
            sum += answer.depth.value;
            steps += answer.steps;
        }
    }
    println!("{sum} {}", steps as f64 / repetitions as f64);
}
