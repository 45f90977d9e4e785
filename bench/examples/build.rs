//! Builds one polytope over and over, for a profiler: `build POINTS REPETITIONS`.

use osculate::Vec3;
use osculate::shape::Polytope;

#[path = "../../crates/osculate/tests/support/random.rs"]
#[allow(dead_code)]
mod random;

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let [points, repetitions] = numbers[..] else { panic!("build POINTS REPETITIONS") };
    let mut random = random::Random(1);
    let list: Vec<Vec3> =
        (0..points).map(|_| Vec3::from(random.direction().map(|x| x as f32))).collect();
    for _ in 0..repetitions {
        std::hint::black_box(Polytope::from_points(std::hint::black_box(&list)).unwrap());
    }
}
